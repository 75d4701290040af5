-1 |query q37 |ad a143 |advertiser v258 |position p2 |hour h18 |device phone |words danesa robetu
-1 |query q1 |ad a132 |advertiser v8 |position p3 |hour h12 |device desktop |words tiba nolesi
-1 |query q618 |ad a28 |advertiser v85 |position p3 |hour h0 |device tablet |words retu sono
-1 |query q69 |ad a616 |advertiser v10 |position p1 |hour h14 |device desktop |words vesu rode vili
-1 |query q7506 |ad a309 |advertiser v202 |position p3 |hour h18 |device desktop |words relo laduti
-1 |query q2 |ad a240 |advertiser v257 |position p2 |hour h23 |device phone |words rabi ditave
-1 |query q17840 |ad a1715 |advertiser v39 |position p1 |hour h19 |device desktop |words lave nuni beraso
1 |query q2 |ad a28 |advertiser v85 |position p2 |hour h14 |device desktop |words rabi ditave
-1 |query q16915 |ad a1 |advertiser v104 |position p2 |hour h9 |device phone |words vaso vavebi
-1 |query q1184 |ad a91 |advertiser v88 |position p2 |hour h21 |device desktop |words vadi laroba
-1 |query q1 |ad a132 |advertiser v8 |position p1 |hour h11 |device phone |words tiba nolesi
-1 |query q9 |ad a306 |advertiser v108 |position p1 |hour h10 |device desktop |words nilu midi larabi
-1 |query q578 |ad a10 |advertiser v4 |position p1 |hour h16 |device desktop |words baba biba titeve
1 |query q9 |ad a393 |advertiser v94 |position p2 |hour h20 |device desktop |words nilu midi larabi
-1 |query q3 |ad a7 |advertiser v70 |position p3 |hour h11 |device phone |words beve voso davulo
-1 |query q27255 |ad a527 |advertiser v73 |position p2 |hour h15 |device phone |words lore sule mora
-1 |query q83 |ad a280 |advertiser v220 |position p2 |hour h14 |device phone |words nora disito
-1 |query q2 |ad a3564 |advertiser v194 |position p2 |hour h19 |device desktop |words rabi ditave
-1 |query q4563 |ad a451 |advertiser v1 |position p1 |hour h15 |device tablet |words sula darini
-1 |query q18341 |ad a34 |advertiser v13 |position p1 |hour h0 |device phone |words baba ribuse
-1 |query q88 |ad a4378 |advertiser v2 |position p2 |hour h12 |device desktop |words vune vudo
-1 |query q53 |ad a6 |advertiser v7 |position p3 |hour h14 |device phone |words rabe lela
-1 |query q13581 |ad a155 |advertiser v190 |position p3 |hour h14 |device phone |words sate bube busele nivaru tiruro
-1 |query q30 |ad a45 |advertiser v3 |position p1 |hour h21 |device phone |words luru dovunu
-1 |query q6 |ad a2150 |advertiser v4 |position p3 |hour h12 |device phone |words luda bome vono
-1 |query q191 |ad a4 |advertiser v46 |position p1 |hour h18 |device desktop |words rosu litu
-1 |query q2 |ad a240 |advertiser v257 |position p1 |hour h14 |device desktop |words rabi ditave
-1 |query q50 |ad a7 |advertiser v70 |position p3 |hour h21 |device phone |words rona teresi sinavo
-1 |query q34 |ad a1 |advertiser v104 |position p1 |hour h23 |device phone |words sibibe milebi
1 |query q2242 |ad a900 |advertiser v127 |position p2 |hour h21 |device phone |words neti datusu
-1 |query q75 |ad a320 |advertiser v189 |position p2 |hour h14 |device desktop |words vune lura lurabu somamo
-1 |query q3 |ad a1 |advertiser v104 |position p2 |hour h9 |device phone |words beve voso davulo
-1 |query q2 |ad a240 |advertiser v257 |position p3 |hour h12 |device phone |words rabi ditave
-1 |query q191 |ad a1 |advertiser v104 |position p1 |hour h15 |device phone |words rosu litu
-1 |query q119 |ad a18 |advertiser v380 |position p2 |hour h22 |device phone |words deda mabore sirumu
1 |query q8 |ad a57 |advertiser v187 |position p3 |hour h20 |device phone |words tude nado voreva bisomo
1 |query q234 |ad a45 |advertiser v3 |position p1 |hour h20 |device desktop |words ruti didabi
-1 |query q3 |ad a6 |advertiser v7 |position p3 |hour h17 |device phone |words beve voso davulo
-1 |query q103 |ad a558 |advertiser v34 |position p2 |hour h20 |device phone |words deru nibu duta dele renasi
-1 |query q194 |ad a482 |advertiser v191 |position p1 |hour h13 |device phone |words rero sesila deboda
-1 |query q371 |ad a1 |advertiser v104 |position p3 |hour h9 |device desktop |words node bubora
-1 |query q51 |ad a633 |advertiser v2 |position p1 |hour h18 |device tablet |words tude menamu
-1 |query q2560 |ad a2063 |advertiser v2 |position p1 |hour h13 |device phone |words loni lita
-1 |query q62381 |ad a266 |advertiser v293 |position p2 |hour h17 |device phone |words reba tone sibosi nimuve sasiti
1 |query q14932 |ad a195 |advertiser v53 |position p2 |hour h10 |device phone |words bavu bibabu
-1 |query q12925 |ad a3618 |advertiser v1 |position p1 |hour h8 |device phone |words nasene laboli
-1 |query q84537 |ad a179 |advertiser v321 |position p1 |hour h17 |device phone |words lore nasu nerevo lovabo
1 |query q11 |ad a2513 |advertiser v5 |position p1 |hour h14 |device phone |words tono mavi bivuni nedavi
-1 |query q4119 |ad a127 |advertiser v1 |position p2 |hour h8 |device phone |words rara rilu
1 |query q19489 |ad a9 |advertiser v43 |position p3 |hour h11 |device phone |words baba dole soboru tinose tabava
-1 |query q317 |ad a894 |advertiser v182 |position p1 |hour h14 |device desktop |words tene deni tilava
-1 |query q4147 |ad a3993 |advertiser v197 |position p4 |hour h15 |device phone |words baba duneso
1 |query q1 |ad a35 |advertiser v36 |position p2 |hour h17 |device tablet |words tiba nolesi
-1 |query q12 |ad a10 |advertiser v4 |position p2 |hour h23 |device tablet |words taru tebebe
1 |query q5634 |ad a1 |advertiser v104 |position p2 |hour h19 |device phone |words savavo vodeni
-1 |query q47086 |ad a356 |advertiser v312 |position p3 |hour h8 |device phone |words rulo tava mevu
-1 |query q1 |ad a378 |advertiser v328 |position p2 |hour h11 |device phone |words tiba nolesi
-1 |query q2586 |ad a4 |advertiser v46 |position p4 |hour h18 |device phone |words baba nuni sevi turame
-1 |query q38365 |ad a8 |advertiser v146 |position p2 |hour h19 |device phone |words muse sosi
-1 |query q16692 |ad a189 |advertiser v322 |position p2 |hour h0 |device phone |words vima moru belo salalu
1 |query q1 |ad a213 |advertiser v165 |position p1 |hour h1 |device tablet |words tiba nolesi
-1 |query q293 |ad a106 |advertiser v25 |position p2 |hour h12 |device desktop |words baba mebosi tuvite
1 |query q3 |ad a2758 |advertiser v6 |position p4 |hour h18 |device phone |words beve voso davulo
-1 |query q3 |ad a783 |advertiser v215 |position p4 |hour h22 |device phone |words beve voso davulo
-1 |query q9 |ad a393 |advertiser v94 |position p3 |hour h13 |device phone |words nilu midi larabi
1 |query q6955 |ad a26 |advertiser v160 |position p2 |hour h19 |device desktop |words ruti vune duvi
-1 |query q3 |ad a107 |advertiser v362 |position p2 |hour h22 |device desktop |words beve voso davulo
-1 |query q1 |ad a41 |advertiser v186 |position p2 |hour h19 |device desktop |words tiba nolesi
-1 |query q14320 |ad a241 |advertiser v4 |position p2 |hour h18 |device desktop |words baba bero
-1 |query q173 |ad a2314 |advertiser v360 |position p3 |hour h14 |device phone |words sili neno davisi
-1 |query q1164 |ad a2795 |advertiser v13 |position p2 |hour h3 |device desktop |words dutoba somema voreta loloba sisane
-1 |query q69708 |ad a1670 |advertiser v116 |position p4 |hour h9 |device desktop |words baba nido
-1 |query q3523 |ad a22 |advertiser v91 |position p3 |hour h15 |device phone |words bovu lano
-1 |query q75695 |ad a313 |advertiser v2 |position p4 |hour h21 |device phone |words duto lide
-1 |query q768 |ad a3 |advertiser v394 |position p2 |hour h7 |device phone |words baba donobo
-1 |query q55 |ad a2787 |advertiser v56 |position p3 |hour h11 |device desktop |words dare robu bita
-1 |query q11436 |ad a70 |advertiser v40 |position p4 |hour h12 |device phone |words ruvuvi vovodo
-1 |query q3878 |ad a3 |advertiser v394 |position p3 |hour h22 |device desktop |words luru vadu tisa nubeve
-1 |query q1 |ad a3561 |advertiser v59 |position p3 |hour h22 |device phone |words tiba nolesi
-1 |query q16 |ad a2296 |advertiser v14 |position p1 |hour h21 |device phone |words rudo ravule
-1 |query q5060 |ad a25 |advertiser v38 |position p1 |hour h10 |device phone |words baba biva
1 |query q1 |ad a25 |advertiser v38 |position p1 |hour h19 |device desktop |words tiba nolesi
-1 |query q5 |ad a1 |advertiser v104 |position p4 |hour h9 |device desktop |words talu tore tavoni
1 |query q1 |ad a3561 |advertiser v59 |position p2 |hour h20 |device phone |words tiba nolesi
1 |query q42709 |ad a32 |advertiser v10 |position p2 |hour h23 |device desktop |words vomo veli mose vebe
-1 |query q2 |ad a3 |advertiser v394 |position p4 |hour h7 |device desktop |words rabi ditave
-1 |query q353 |ad a1 |advertiser v104 |position p1 |hour h18 |device phone |words tabo vobubi
-1 |query q1 |ad a124 |advertiser v137 |position p4 |hour h23 |device desktop |words tiba nolesi
-1 |query q1841 |ad a19 |advertiser v19 |position p1 |hour h14 |device desktop |words vitu vebu
1 |query q930 |ad a1678 |advertiser v65 |position p1 |hour h17 |device phone |words baba sote lalume sesese dolali
-1 |query q10 |ad a229 |advertiser v2 |position p3 |hour h9 |device desktop |words vitu rade lele
-1 |query q28508 |ad a232 |advertiser v385 |position p1 |hour h10 |device phone |words subi bema mina merema
-1 |query q32 |ad a333 |advertiser v11 |position p1 |hour h15 |device phone |words soduta reremu
-1 |query q30 |ad a297 |advertiser v5 |position p3 |hour h20 |device phone |words luru dovunu
-1 |query q1613 |ad a19 |advertiser v19 |position p1 |hour h14 |device phone |words lila rudi veba
-1 |query q71 |ad a4 |advertiser v46 |position p2 |hour h19 |device phone |words labe nobimo
-1 |query q130 |ad a4832 |advertiser v175 |position p1 |hour h13 |device phone |words vovi didire tileto momato vadato
-1 |query q11 |ad a286 |advertiser v7 |position p1 |hour h9 |device phone |words tono mavi bivuni nedavi
-1 |query q31583 |ad a133 |advertiser v12 |position p1 |hour h16 |device phone |words duto luvese dotobo
-1 |query q21 |ad a1 |advertiser v104 |position p4 |hour h8 |device phone |words nila rula
1 |query q803 |ad a257 |advertiser v4 |position p1 |hour h16 |device phone |words lalo bulamu
-1 |query q338 |ad a2662 |advertiser v1 |position p3 |hour h13 |device phone |words bitu delo roremo
-1 |query q98101 |ad a5 |advertiser v12 |position p3 |hour h18 |device phone |words baba vubebe
-1 |query q13 |ad a191 |advertiser v35 |position p1 |hour h13 |device tablet |words siso nenose
-1 |query q1387 |ad a3096 |advertiser v65 |position p1 |hour h20 |device tablet |words baba dido beto vadilu
1 |query q52 |ad a21 |advertiser v151 |position p4 |hour h9 |device desktop |words neba ludu neruri
-1 |query q18 |ad a2 |advertiser v136 |position p2 |hour h17 |device tablet |words luru mume rubida
-1 |query q5829 |ad a62 |advertiser v50 |position p2 |hour h20 |device desktop |words nisa tirive rerire
-1 |query q39405 |ad a3 |advertiser v394 |position p2 |hour h16 |device desktop |words baba besa bevi tuvenu tebobi
-1 |query q45639 |ad a1353 |advertiser v109 |position p2 |hour h13 |device phone |words vevira masebo
-1 |query q57 |ad a9 |advertiser v43 |position p4 |hour h12 |device phone |words riseba bidotu
-1 |query q280 |ad a1 |advertiser v104 |position p1 |hour h11 |device desktop |words dole dare suba votile nunima
-1 |query q1910 |ad a1 |advertiser v104 |position p1 |hour h10 |device phone |words lore vaso
-1 |query q1249 |ad a34 |advertiser v13 |position p2 |hour h9 |device phone |words vavo linumi liveno sinaru
-1 |query q1462 |ad a453 |advertiser v40 |position p1 |hour h6 |device phone |words rite visina sinedi sutivo
1 |query q253 |ad a1896 |advertiser v228 |position p3 |hour h5 |device phone |words sateto desari
-1 |query q22 |ad a3444 |advertiser v254 |position p1 |hour h19 |device phone |words vomovo virulo
-1 |query q2 |ad a1844 |advertiser v9 |position p4 |hour h7 |device desktop |words rabi ditave
-1 |query q105 |ad a22 |advertiser v91 |position p1 |hour h20 |device phone |words tesa vuve
-1 |query q74 |ad a370 |advertiser v17 |position p2 |hour h8 |device desktop |words tama mosala
-1 |query q642 |ad a71 |advertiser v89 |position p4 |hour h22 |device desktop |words vami deduvu rosivo malune
-1 |query q1 |ad a29 |advertiser v8 |position p1 |hour h11 |device phone |words tiba nolesi
-1 |query q485 |ad a1296 |advertiser v99 |position p1 |hour h19 |device desktop |words rida duvuvu
-1 |query q76978 |ad a30 |advertiser v232 |position p1 |hour h10 |device phone |words neti vata bisutu
-1 |query q124 |ad a462 |advertiser v249 |position p3 |hour h16 |device phone |words vomo leri sasi dinuri
-1 |query q910 |ad a13 |advertiser v115 |position p1 |hour h20 |device phone |words detile teleni
-1 |query q27615 |ad a26 |advertiser v160 |position p1 |hour h6 |device desktop |words tuturo nuduvo
-1 |query q22885 |ad a2109 |advertiser v43 |position p1 |hour h3 |device tablet |words disi mela
-1 |query q74 |ad a82 |advertiser v140 |position p1 |hour h20 |device phone |words tama mosala
-1 |query q21290 |ad a850 |advertiser v34 |position p3 |hour h14 |device phone |words tari buvasa devina
-1 |query q2800 |ad a1170 |advertiser v157 |position p1 |hour h17 |device phone |words lobi tene rume lita
-1 |query q1691 |ad a7 |advertiser v70 |position p3 |hour h22 |device phone |words baba rise sasu dove midide
-1 |query q25 |ad a191 |advertiser v35 |position p1 |hour h8 |device phone |words lore rose numile
-1 |query q71626 |ad a21 |advertiser v151 |position p3 |hour h16 |device phone |words vima vimi
1 |query q21375 |ad a10 |advertiser v4 |position p3 |hour h18 |device desktop |words nomu laro lati
-1 |query q2 |ad a2 |advertiser v136 |position p3 |hour h9 |device phone |words rabi ditave
-1 |query q251 |ad a757 |advertiser v147 |position p1 |hour h7 |device tablet |words rulo rule tidi rabu
1 |query q1293 |ad a850 |advertiser v34 |position p3 |hour h19 |device phone |words baba ribo rereba
1 |query q166 |ad a721 |advertiser v69 |position p1 |hour h14 |device phone |words tobi tide baniso
-1 |query q169 |ad a2392 |advertiser v147 |position p1 |hour h21 |device desktop |words bovi momoni
-1 |query q1473 |ad a1 |advertiser v104 |position p2 |hour h19 |device phone |words baba noveto badebi
1 |query q1 |ad a132 |advertiser v8 |position p2 |hour h21 |device phone |words tiba nolesi
-1 |query q141 |ad a1987 |advertiser v194 |position p1 |hour h19 |device phone |words todeve bumalo
-1 |query q299 |ad a550 |advertiser v26 |position p2 |hour h21 |device phone |words dide luliso
-1 |query q74159 |ad a3112 |advertiser v168 |position p3 |hour h18 |device desktop |words luda bababa motalu
-1 |query q1852 |ad a1 |advertiser v104 |position p1 |hour h15 |device desktop |words suru borado butusi
-1 |query q3 |ad a4444 |advertiser v34 |position p1 |hour h13 |device tablet |words beve voso davulo
-1 |query q27 |ad a343 |advertiser v4 |position p1 |hour h11 |device phone |words levu lami betomu
-1 |query q73 |ad a64 |advertiser v224 |position p3 |hour h7 |device phone |words buve resi molime
-1 |query q2830 |ad a1 |advertiser v104 |position p1 |hour h17 |device tablet |words rabe vusoli mosule
-1 |query q6213 |ad a159 |advertiser v70 |position p1 |hour h12 |device desktop |words lino musela
1 |query q45531 |ad a122 |advertiser v10 |position p2 |hour h15 |device phone |words lore rasede vonune
-1 |query q63 |ad a3896 |advertiser v342 |position p4 |hour h19 |device tablet |words ruti temi voruba donalu sulomu
-1 |query q5 |ad a221 |advertiser v155 |position p3 |hour h10 |device desktop |words talu tore tavoni
-1 |query q661 |ad a691 |advertiser v20 |position p1 |hour h10 |device phone |words lobi tude vimaba velote
-1 |query q2 |ad a27 |advertiser v3 |position p1 |hour h11 |device desktop |words rabi ditave
-1 |query q2 |ad a27 |advertiser v3 |position p2 |hour h14 |device desktop |words rabi ditave
-1 |query q9416 |ad a2744 |advertiser v41 |position p2 |hour h23 |device desktop |words raso voso
-1 |query q56629 |ad a4131 |advertiser v128 |position p3 |hour h18 |device phone |words mira rovure
1 |query q4322 |ad a1330 |advertiser v25 |position p1 |hour h15 |device desktop |words votita saboda
-1 |query q8212 |ad a2 |advertiser v136 |position p1 |hour h18 |device phone |words nobo norara
-1 |query q4081 |ad a90 |advertiser v19 |position p1 |hour h12 |device desktop |words moda tovelo
1 |query q2548 |ad a60 |advertiser v304 |position p1 |hour h11 |device desktop |words tamo tadula seburo dedutu reruni
-1 |query q7243 |ad a967 |advertiser v38 |position p1 |hour h21 |device phone |words luru runu sivu loni
-1 |query q160 |ad a21 |advertiser v151 |position p3 |hour h23 |device phone |words nenu sulo
-1 |query q87 |ad a161 |advertiser v55 |position p4 |hour h13 |device phone |words nala rade bevi momida vorunu
-1 |query q4 |ad a131 |advertiser v10 |position p1 |hour h16 |device desktop |words luru tamo sidi
-1 |query q55231 |ad a172 |advertiser v19 |position p4 |hour h15 |device phone |words sudami ruvova
-1 |query q10234 |ad a3582 |advertiser v13 |position p2 |hour h8 |device phone |words ruti lore daba duvo nobota
-1 |query q2 |ad a214 |advertiser v286 |position p2 |hour h11 |device phone |words rabi ditave
-1 |query q66485 |ad a4494 |advertiser v198 |position p2 |hour h13 |device desktop |words vomo vire molile
-1 |query q3368 |ad a2084 |advertiser v16 |position p1 |hour h20 |device phone |words luru natu dena
-1 |query q2 |ad a138 |advertiser v45 |position p1 |hour h21 |device tablet |words rabi ditave
-1 |query q1 |ad a16 |advertiser v189 |position p1 |hour h21 |device desktop |words tiba nolesi
-1 |query q1222 |ad a2607 |advertiser v19 |position p1 |hour h17 |device desktop |words neti belu resitu sabire lodulu
-1 |query q12 |ad a765 |advertiser v107 |position p4 |hour h19 |device phone |words taru tebebe
-1 |query q10881 |ad a18 |advertiser v380 |position p3 |hour h8 |device desktop |words siso timo vidino
-1 |query q13 |ad a463 |advertiser v103 |position p2 |hour h20 |device desktop |words siso nenose
-1 |query q30197 |ad a2175 |advertiser v150 |position p3 |hour h14 |device desktop |words baba lobi vevelo
-1 |query q668 |ad a246 |advertiser v181 |position p3 |hour h14 |device tablet |words ruti nibo
-1 |query q27 |ad a343 |advertiser v4 |position p2 |hour h17 |device phone |words levu lami betomu
-1 |query q386 |ad a3406 |advertiser v61 |position p1 |hour h10 |device phone |words lena bive rimo ledeva sesoni
1 |query q297 |ad a926 |advertiser v57 |position p1 |hour h8 |device phone |words suda libe nulari
-1 |query q1545 |ad a40 |advertiser v351 |position p2 |hour h10 |device desktop |words tita buvo meneli
-1 |query q4 |ad a54 |advertiser v79 |position p3 |hour h10 |device tablet |words luru tamo sidi
-1 |query q10517 |ad a31 |advertiser v14 |position p3 |hour h10 |device phone |words sede veti rumodu
-1 |query q3090 |ad a440 |advertiser v9 |position p1 |hour h7 |device tablet |words luru luda ruso bevi melubo
-1 |query q32 |ad a281 |advertiser v146 |position p3 |hour h5 |device desktop |words soduta reremu
-1 |query q21588 |ad a4668 |advertiser v2 |position p1 |hour h15 |device desktop |words baba bituba
-1 |query q1541 |ad a1696 |advertiser v2 |position p3 |hour h14 |device desktop |words labu sesina
-1 |query q7653 |ad a18 |advertiser v380 |position p1 |hour h10 |device tablet |words ruti lovu nuri
-1 |query q5975 |ad a1633 |advertiser v285 |position p2 |hour h20 |device tablet |words ruti nenati misilu
-1 |query q4276 |ad a510 |advertiser v1 |position p3 |hour h6 |device phone |words ridi latova
-1 |query q225 |ad a1953 |advertiser v255 |position p4 |hour h5 |device phone |words tuma ruri vuveno miluru rabusi
-1 |query q672 |ad a614 |advertiser v11 |position p1 |hour h20 |device desktop |words dare bole
-1 |query q195 |ad a4 |advertiser v46 |position p2 |hour h22 |device desktop |words sado baluni
-1 |query q140 |ad a2 |advertiser v136 |position p1 |hour h11 |device desktop |words tusa vabama bobodu
-1 |query q28964 |ad a21 |advertiser v151 |position p3 |hour h14 |device desktop |words romu reroba
-1 |query q832 |ad a139 |advertiser v8 |position p1 |hour h16 |device desktop |words deme nese bibobi
-1 |query q13 |ad a45 |advertiser v3 |position p2 |hour h21 |device desktop |words siso nenose
-1 |query q43 |ad a247 |advertiser v4 |position p1 |hour h6 |device phone |words dura bima sasiri donito
-1 |query q2726 |ad a2415 |advertiser v168 |position p2 |hour h19 |device phone |words rulo rise sena tisudi
-1 |query q8 |ad a2015 |advertiser v12 |position p1 |hour h18 |device phone |words tude nado voreva bisomo
1 |query q75 |ad a1 |advertiser v104 |position p2 |hour h3 |device desktop |words vune lura lurabu somamo
-1 |query q23 |ad a2188 |advertiser v51 |position p2 |hour h11 |device desktop |words nane risudo totili
-1 |query q7682 |ad a1940 |advertiser v7 |position p1 |hour h13 |device desktop |words tola vuvolu tirela liluvu
-1 |query q1 |ad a1102 |advertiser v19 |position p1 |hour h23 |device phone |words tiba nolesi
-1 |query q61 |ad a454 |advertiser v39 |position p1 |hour h19 |device phone |words buve seroro linovo labula
1 |query q57771 |ad a1 |advertiser v104 |position p1 |hour h20 |device phone |words deru moba
-1 |query q108 |ad a1 |advertiser v104 |position p2 |hour h22 |device desktop |words dene nasavi rotena
-1 |query q2134 |ad a3104 |advertiser v395 |position p2 |hour h18 |device desktop |words baba rola sutu
-1 |query q13257 |ad a8 |advertiser v146 |position p2 |hour h12 |device tablet |words luru tedo tibo
-1 |query q6374 |ad a2 |advertiser v136 |position p2 |hour h20 |device phone |words tute titi
-1 |query q3 |ad a7 |advertiser v70 |position p1 |hour h11 |device phone |words beve voso davulo
-1 |query q191 |ad a715 |advertiser v291 |position p1 |hour h7 |device desktop |words rosu litu
-1 |query q3636 |ad a294 |advertiser v1 |position p3 |hour h16 |device phone |words somani motuto
-1 |query q5 |ad a3503 |advertiser v72 |position p3 |hour h16 |device desktop |words talu tore tavoni
-1 |query q5197 |ad a3 |advertiser v394 |position p2 |hour h19 |device desktop |words torimu niteno
-1 |query q8806 |ad a478 |advertiser v2 |position p2 |hour h17 |device desktop |words vete voba bavubu
-1 |query q481 |ad a967 |advertiser v38 |position p3 |hour h14 |device phone |words vovi dosu dolevo
1 |query q2 |ad a138 |advertiser v45 |position p1 |hour h17 |device desktop |words rabi ditave
-1 |query q52 |ad a254 |advertiser v347 |position p4 |hour h17 |device phone |words neba ludu neruri
1 |query q11 |ad a4585 |advertiser v65 |position p1 |hour h13 |device tablet |words tono mavi bivuni nedavi
-1 |query q819 |ad a12 |advertiser v24 |position p3 |hour h8 |device tablet |words baba ronu
-1 |query q85 |ad a724 |advertiser v9 |position p3 |hour h13 |device desktop |words baba misa bobule
-1 |query q8 |ad a412 |advertiser v94 |position p1 |hour h22 |device phone |words tude nado voreva bisomo
-1 |query q16782 |ad a73 |advertiser v297 |position p2 |hour h17 |device phone |words mare sovabe
-1 |query q110 |ad a922 |advertiser v46 |position p3 |hour h12 |device phone |words mobi duneti linute
-1 |query q270 |ad a551 |advertiser v184 |position p2 |hour h9 |device phone |words nuni dabe
-1 |query q1099 |ad a113 |advertiser v358 |position p1 |hour h16 |device phone |words vaso lineto
-1 |query q56 |ad a45 |advertiser v3 |position p1 |hour h10 |device phone |words bamu volo moseni
-1 |query q256 |ad a6 |advertiser v7 |position p3 |hour h16 |device tablet |words rara viludi moniti tevidi
-1 |query q55 |ad a41 |advertiser v186 |position p1 |hour h22 |device phone |words dare robu bita
-1 |query q27168 |ad a1 |advertiser v104 |position p2 |hour h22 |device tablet |words luru bida
-1 |query q19 |ad a3284 |advertiser v355 |position p3 |hour h5 |device desktop |words dimo losana dedeni
-1 |query q11789 |ad a307 |advertiser v121 |position p2 |hour h18 |device desktop |words diti bora viva voboto
-1 |query q10 |ad a7 |advertiser v70 |position p1 |hour h22 |device desktop |words vitu rade lele
-1 |query q33 |ad a48 |advertiser v7 |position p2 |hour h12 |device phone |words limi bono milore
-1 |query q374 |ad a43 |advertiser v160 |position p1 |hour h14 |device desktop |words lamivo luvitu
1 |query q5229 |ad a775 |advertiser v321 |position p1 |hour h16 |device phone |words luru tivu ditumo ridaru
-1 |query q7479 |ad a663 |advertiser v18 |position p1 |hour h10 |device desktop |words vitu vibi nira vidi
-1 |query q38143 |ad a131 |advertiser v10 |position p3 |hour h14 |device desktop |words tori bive
-1 |query q656 |ad a4621 |advertiser v2 |position p1 |hour h14 |device desktop |words tamo sida lomusa
-1 |query q2 |ad a240 |advertiser v257 |position p1 |hour h10 |device tablet |words rabi ditave
-1 |query q4007 |ad a1404 |advertiser v89 |position p3 |hour h18 |device phone |words mavo nemi
1 |query q55 |ad a2787 |advertiser v56 |position p2 |hour h19 |device desktop |words dare robu bita
-1 |query q542 |ad a243 |advertiser v13 |position p1 |hour h22 |device desktop |words lula vobale
1 |query q1 |ad a1102 |advertiser v19 |position p1 |hour h7 |device phone |words tiba nolesi
1 |query q2166 |ad a78 |advertiser v2 |position p1 |hour h21 |device phone |words mudi ruri nadodu
-1 |query q3 |ad a41 |advertiser v186 |position p2 |hour h11 |device desktop |words beve voso davulo
-1 |query q53 |ad a26 |advertiser v160 |position p1 |hour h19 |device phone |words rabe lela
-1 |query q17649 |ad a12 |advertiser v24 |position p3 |hour h14 |device phone |words baba ruti mavo
-1 |query q21650 |ad a6 |advertiser v7 |position p3 |hour h18 |device tablet |words baba tamo nari setole
-1 |query q20597 |ad a4 |advertiser v46 |position p3 |hour h7 |device desktop |words rara mobu daba subo
-1 |query q1 |ad a1148 |advertiser v296 |position p2 |hour h16 |device tablet |words tiba nolesi
-1 |query q14 |ad a34 |advertiser v13 |position p2 |hour h20 |device phone |words salu vidu demi mumu vedine
-1 |query q16 |ad a4636 |advertiser v1 |position p2 |hour h22 |device phone |words rudo ravule
-1 |query q5 |ad a3743 |advertiser v108 |position p3 |hour h22 |device phone |words talu tore tavoni
-1 |query q8613 |ad a23 |advertiser v116 |position p1 |hour h12 |device phone |words rero rilora rivose bolido
-1 |query q8 |ad a2 |advertiser v136 |position p2 |hour h10 |device phone |words tude nado voreva bisomo
-1 |query q2 |ad a240 |advertiser v257 |position p1 |hour h16 |device phone |words rabi ditave
1 |query q2 |ad a138 |advertiser v45 |position p1 |hour h19 |device phone |words rabi ditave
-1 |query q1300 |ad a18 |advertiser v380 |position p4 |hour h18 |device desktop |words ruti sasu sore nete sadima
1 |query q23646 |ad a806 |advertiser v14 |position p1 |hour h19 |device tablet |words luru lore nobu
-1 |query q5965 |ad a555 |advertiser v82 |position p1 |hour h16 |device desktop |words tesi subi sonise
-1 |query q146 |ad a913 |advertiser v282 |position p3 |hour h19 |device phone |words dumi nareri
1 |query q41466 |ad a213 |advertiser v165 |position p1 |hour h19 |device phone |words nira mura modi nede
-1 |query q47576 |ad a230 |advertiser v30 |position p1 |hour h0 |device phone |words veli rimo mele
-1 |query q2 |ad a27 |advertiser v3 |position p3 |hour h12 |device phone |words rabi ditave
-1 |query q17 |ad a5 |advertiser v12 |position p4 |hour h9 |device desktop |words tulama ralinu sinebo
-1 |query q8495 |ad a1 |advertiser v104 |position p2 |hour h2 |device desktop |words luru lave tedu libebe
-1 |query q2 |ad a138 |advertiser v45 |position p1 |hour h19 |device phone |words rabi ditave
-1 |query q27 |ad a2716 |advertiser v5 |position p3 |hour h7 |device desktop |words levu lami betomu
-1 |query q907 |ad a947 |advertiser v285 |position p1 |hour h8 |device desktop |words baba loba mave ruto silani
-1 |query q121 |ad a126 |advertiser v254 |position p2 |hour h15 |device desktop |words vavu deva vevoro
-1 |query q17 |ad a6 |advertiser v7 |position p2 |hour h11 |device desktop |words tulama ralinu sinebo
-1 |query q9 |ad a171 |advertiser v130 |position p3 |hour h21 |device phone |words nilu midi larabi
-1 |query q24664 |ad a260 |advertiser v175 |position p1 |hour h13 |device phone |words veli rimo lamote
-1 |query q1 |ad a209 |advertiser v22 |position p1 |hour h1 |device desktop |words tiba nolesi
1 |query q14 |ad a1835 |advertiser v135 |position p1 |hour h16 |device desktop |words salu vidu demi mumu vedine
-1 |query q89 |ad a866 |advertiser v231 |position p1 |hour h17 |device phone |words rosu novo salu
-1 |query q72598 |ad a5 |advertiser v12 |position p3 |hour h15 |device desktop |words donomi roloti
-1 |query q568 |ad a404 |advertiser v202 |position p2 |hour h8 |device desktop |words novo dude
-1 |query q150 |ad a83 |advertiser v3 |position p4 |hour h15 |device phone |words lobi risami
-1 |query q1446 |ad a296 |advertiser v138 |position p1 |hour h13 |device phone |words vudo doma dalelu
-1 |query q1 |ad a1102 |advertiser v19 |position p1 |hour h20 |device tablet |words tiba nolesi
-1 |query q32 |ad a1 |advertiser v104 |position p2 |hour h18 |device phone |words soduta reremu
-1 |query q333 |ad a1894 |advertiser v2 |position p2 |hour h22 |device desktop |words rala modubu
-1 |query q7 |ad a12 |advertiser v24 |position p1 |hour h0 |device phone |words nili dudade
-1 |query q5891 |ad a74 |advertiser v280 |position p3 |hour h18 |device desktop |words ruti neti nobimo soseva
-1 |query q6222 |ad a3543 |advertiser v9 |position p1 |hour h13 |device phone |words luda tuse melase
1 |query q647 |ad a4570 |advertiser v6 |position p3 |hour h12 |device phone |words lena lome tevoto
-1 |query q45 |ad a1025 |advertiser v185 |position p3 |hour h17 |device desktop |words vune seleri rosove mimede nulubu
-1 |query q922 |ad a250 |advertiser v2 |position p4 |hour h21 |device phone |words luru mira nanola
-1 |query q103 |ad a419 |advertiser v199 |position p3 |hour h8 |device phone |words deru nibu duta dele renasi
-1 |query q3166 |ad a930 |advertiser v220 |position p1 |hour h23 |device phone |words lota reve nabona
-1 |query q51 |ad a20 |advertiser v75 |position p1 |hour h21 |device desktop |words tude menamu
-1 |query q756 |ad a3355 |advertiser v246 |position p1 |hour h21 |device desktop |words vima dilisu devalu nutori
-1 |query q632 |ad a2 |advertiser v136 |position p1 |hour h10 |device phone |words nasu toti
-1 |query q1 |ad a213 |advertiser v165 |position p4 |hour h19 |device desktop |words tiba nolesi
-1 |query q16 |ad a39 |advertiser v58 |position p1 |hour h0 |device phone |words rudo ravule
1 |query q75369 |ad a198 |advertiser v6 |position p2 |hour h21 |device phone |words sure dibetu
-1 |query q19158 |ad a2005 |advertiser v329 |position p1 |hour h18 |device phone |words nolu todu rototu morire
-1 |query q71 |ad a93 |advertiser v9 |position p1 |hour h4 |device phone |words labe nobimo
-1 |query q57399 |ad a1 |advertiser v104 |position p4 |hour h20 |device phone |words luru sineve silimo
-1 |query q184 |ad a5 |advertiser v12 |position p2 |hour h19 |device phone |words nuni sunevu
-1 |query q83 |ad a153 |advertiser v326 |position p2 |hour h17 |device tablet |words nora disito
-1 |query q38023 |ad a2974 |advertiser v304 |position p3 |hour h9 |device desktop |words lidure numolu
-1 |query q1458 |ad a634 |advertiser v383 |position p3 |hour h14 |device desktop |words vima vali robari
-1 |query q16212 |ad a3 |advertiser v394 |position p2 |hour h21 |device desktop |words mudi viba
-1 |query q9078 |ad a15 |advertiser v49 |position p1 |hour h23 |device tablet |words lore nuso vure sumu rubusa
-1 |query q13 |ad a3639 |advertiser v5 |position p3 |hour h22 |device tablet |words siso nenose
-1 |query q7808 |ad a3173 |advertiser v182 |position p1 |hour h7 |device tablet |words ruti nela
-1 |query q2 |ad a33 |advertiser v33 |position p1 |hour h7 |device phone |words rabi ditave
-1 |query q8598 |ad a696 |advertiser v1 |position p3 |hour h12 |device desktop |words ruti meni
-1 |query q28832 |ad a2098 |advertiser v386 |position p4 |hour h10 |device desktop |words rulo reniti
-1 |query q23 |ad a6 |advertiser v7 |position p1 |hour h17 |device phone |words nane risudo totili
-1 |query q3003 |ad a4088 |advertiser v237 |position p3 |hour h20 |device phone |words ribe vami vesadu
1 |query q4840 |ad a36 |advertiser v10 |position p3 |hour h16 |device desktop |words vaso biduvi
-1 |query q4865 |ad a3622 |advertiser v58 |position p1 |hour h18 |device phone |words bavo sovubi
-1 |query q42584 |ad a29 |advertiser v8 |position p1 |hour h14 |device desktop |words rola movu
1 |query q22 |ad a4173 |advertiser v14 |position p1 |hour h14 |device phone |words vomovo virulo
-1 |query q715 |ad a1 |advertiser v104 |position p2 |hour h17 |device phone |words rosu sabo belumu
-1 |query q1109 |ad a26 |advertiser v160 |position p4 |hour h16 |device phone |words rola rate livisa
-1 |query q6 |ad a11 |advertiser v14 |position p4 |hour h10 |device desktop |words luda bome vono
-1 |query q11 |ad a286 |advertiser v7 |position p2 |hour h13 |device desktop |words tono mavi bivuni nedavi
-1 |query q74363 |ad a1519 |advertiser v251 |position p3 |hour h21 |device desktop |words ruro mulovu sanebu
-1 |query q1 |ad a2003 |advertiser v1 |position p1 |hour h8 |device phone |words tiba nolesi
-1 |query q1062 |ad a73 |advertiser v297 |position p2 |hour h20 |device phone |words baba sutu neni saso vonomo
-1 |query q3236 |ad a54 |advertiser v79 |position p1 |hour h14 |device phone |words subi rosi vinera tisara
-1 |query q259 |ad a745 |advertiser v48 |position p1 |hour h10 |device phone |words rarada ridaba
1 |query q41 |ad a199 |advertiser v27 |position p4 |hour h19 |device phone |words lolane vonume
-1 |query q382 |ad a3958 |advertiser v6 |position p1 |hour h15 |device tablet |words luda rule levi nerobe
-1 |query q70340 |ad a1 |advertiser v104 |position p2 |hour h19 |device phone |words baba disi mivo vano vadusu
1 |query q39 |ad a1833 |advertiser v223 |position p1 |hour h11 |device phone |words nasu duveni didoda munatu
-1 |query q69229 |ad a199 |advertiser v27 |position p1 |hour h13 |device phone |words nerola davotu voboto libiti
-1 |query q3 |ad a4444 |advertiser v34 |position p1 |hour h16 |device desktop |words beve voso davulo
-1 |query q54 |ad a120 |advertiser v6 |position p3 |hour h22 |device phone |words lido vetu merido dolare
-1 |query q51 |ad a189 |advertiser v322 |position p2 |hour h13 |device tablet |words tude menamu
-1 |query q765 |ad a21 |advertiser v151 |position p1 |hour h21 |device phone |words baba temu
-1 |query q3 |ad a1 |advertiser v104 |position p2 |hour h14 |device desktop |words beve voso davulo
1 |query q1572 |ad a1857 |advertiser v7 |position p1 |hour h17 |device phone |words noni rimine badova neriri
-1 |query q63 |ad a30 |advertiser v232 |position p2 |hour h14 |device desktop |words ruti temi voruba donalu sulomu
-1 |query q44 |ad a6 |advertiser v7 |position p2 |hour h16 |device desktop |words varu vulo
-1 |query q35 |ad a73 |advertiser v297 |position p2 |hour h13 |device phone |words ruti nila renuvi
-1 |query q3692 |ad a3 |advertiser v394 |position p1 |hour h21 |device phone |words rulo tadote
-1 |query q1 |ad a3561 |advertiser v59 |position p3 |hour h18 |device desktop |words tiba nolesi
-1 |query q103 |ad a1271 |advertiser v6 |position p2 |hour h10 |device phone |words deru nibu duta dele renasi
-1 |query q8671 |ad a581 |advertiser v177 |position p1 |hour h10 |device phone |words tiso varu
-1 |query q35395 |ad a645 |advertiser v2 |position p3 |hour h21 |device desktop |words niri tadodo
-1 |query q406 |ad a1 |advertiser v104 |position p2 |hour h19 |device desktop |words dura danu rasi dilibe
-1 |query q15 |ad a2 |advertiser v136 |position p2 |hour h9 |device phone |words moro binode tobumi berese
-1 |query q31899 |ad a26 |advertiser v160 |position p1 |hour h14 |device phone |words tebumo vatina resune
-1 |query q89 |ad a115 |advertiser v128 |position p2 |hour h7 |device tablet |words rosu novo salu
-1 |query q119 |ad a11 |advertiser v14 |position p4 |hour h20 |device desktop |words deda mabore sirumu
1 |query q5417 |ad a1 |advertiser v104 |position p1 |hour h21 |device desktop |words ruba somuvi
-1 |query q2 |ad a240 |advertiser v257 |position p2 |hour h18 |device tablet |words rabi ditave
1 |query q4 |ad a1 |advertiser v104 |position p1 |hour h19 |device phone |words luru tamo sidi
-1 |query q69764 |ad a132 |advertiser v8 |position p1 |hour h9 |device phone |words luda dadu
-1 |query q18191 |ad a221 |advertiser v155 |position p1 |hour h7 |device phone |words vavu sove
-1 |query q780 |ad a640 |advertiser v10 |position p2 |hour h16 |device phone |words rosu lonobi todivu
-1 |query q19519 |ad a348 |advertiser v140 |position p1 |hour h23 |device desktop |words baba busu nalo
1 |query q11 |ad a218 |advertiser v9 |position p2 |hour h7 |device phone |words tono mavi bivuni nedavi
-1 |query q6 |ad a11 |advertiser v14 |position p1 |hour h22 |device desktop |words luda bome vono
-1 |query q4173 |ad a143 |advertiser v258 |position p2 |hour h21 |device desktop |words baba leniru tuvise
1 |query q1 |ad a2 |advertiser v136 |position p1 |hour h13 |device phone |words tiba nolesi
-1 |query q2 |ad a2 |advertiser v136 |position p3 |hour h1 |device desktop |words rabi ditave
-1 |query q5 |ad a221 |advertiser v155 |position p1 |hour h15 |device phone |words talu tore tavoni
-1 |query q21 |ad a13 |advertiser v115 |position p4 |hour h13 |device phone |words nila rula
-1 |query q12 |ad a1 |advertiser v104 |position p4 |hour h12 |device tablet |words taru tebebe
-1 |query q228 |ad a839 |advertiser v63 |position p1 |hour h12 |device phone |words lore budo muvaro
-1 |query q2 |ad a2 |advertiser v136 |position p1 |hour h14 |device desktop |words rabi ditave
-1 |query q176 |ad a1 |advertiser v104 |position p3 |hour h14 |device tablet |words luda litu suvisi
1 |query q11 |ad a2513 |advertiser v5 |position p2 |hour h19 |device phone |words tono mavi bivuni nedavi
-1 |query q460 |ad a1149 |advertiser v273 |position p2 |hour h9 |device desktop |words musa vasonu
-1 |query q4 |ad a1980 |advertiser v27 |position p3 |hour h9 |device desktop |words luru tamo sidi
-1 |query q684 |ad a262 |advertiser v172 |position p1 |hour h9 |device phone |words baba vavito diminu
-1 |query q29283 |ad a1030 |advertiser v277 |position p2 |hour h1 |device desktop |words luru vedo
-1 |query q54276 |ad a15 |advertiser v49 |position p1 |hour h8 |device phone |words luri tatemo
-1 |query q102 |ad a167 |advertiser v92 |position p4 |hour h10 |device phone |words moma luve bimaro
-1 |query q86 |ad a338 |advertiser v179 |position p2 |hour h11 |device phone |words baba meva suda
-1 |query q177 |ad a11 |advertiser v14 |position p1 |hour h10 |device desktop |words namu danudu
1 |query q56582 |ad a347 |advertiser v5 |position p1 |hour h13 |device phone |words divi voriro ninono vimodo
-1 |query q12 |ad a1270 |advertiser v4 |position p3 |hour h12 |device desktop |words taru tebebe
-1 |query q2 |ad a2 |advertiser v136 |position p2 |hour h16 |device phone |words rabi ditave
-1 |query q43 |ad a821 |advertiser v31 |position p1 |hour h23 |device desktop |words dura bima sasiri donito
1 |query q1 |ad a3561 |advertiser v59 |position p2 |hour h15 |device phone |words tiba nolesi
-1 |query q12870 |ad a173 |advertiser v298 |position p1 |hour h15 |device phone |words lobi ninama
-1 |query q1 |ad a378 |advertiser v328 |position p4 |hour h17 |device phone |words tiba nolesi
-1 |query q833 |ad a1143 |advertiser v131 |position p1 |hour h21 |device phone |words duto vodemi suvuti
-1 |query q21 |ad a628 |advertiser v34 |position p2 |hour h8 |device phone |words nila rula
-1 |query q2 |ad a28 |advertiser v85 |position p3 |hour h17 |device phone |words rabi ditave
-1 |query q2100 |ad a2 |advertiser v136 |position p1 |hour h21 |device desktop |words niri sedimi
-1 |query q1081 |ad a783 |advertiser v215 |position p4 |hour h18 |device phone |words luru vete tebova
1 |query q75329 |ad a2960 |advertiser v74 |position p3 |hour h3 |device desktop |words rone neso
-1 |query q4 |ad a903 |advertiser v10 |position p4 |hour h21 |device desktop |words luru tamo sidi
-1 |query q17 |ad a6 |advertiser v7 |position p3 |hour h21 |device phone |words tulama ralinu sinebo
-1 |query q69227 |ad a266 |advertiser v293 |position p1 |hour h21 |device tablet |words denu mevele
-1 |query q7 |ad a11 |advertiser v14 |position p4 |hour h20 |device phone |words nili dudade
1 |query q464 |ad a3084 |advertiser v32 |position p2 |hour h23 |device desktop |words baba mavo
-1 |query q192 |ad a52 |advertiser v347 |position p1 |hour h12 |device desktop |words vovi doni
-1 |query q506 |ad a1573 |advertiser v216 |position p4 |hour h9 |device phone |words rulo bibu suvosu molovo
-1 |query q6048 |ad a2214 |advertiser v10 |position p1 |hour h8 |device phone |words mabu barotu lisinu
-1 |query q13705 |ad a512 |advertiser v60 |position p1 |hour h5 |device phone |words dulu tilate
-1 |query q1 |ad a1102 |advertiser v19 |position p3 |hour h12 |device phone |words tiba nolesi
-1 |query q8275 |ad a2 |advertiser v136 |position p1 |hour h21 |device phone |words bida buruvu
-1 |query q2 |ad a34 |advertiser v13 |position p2 |hour h8 |device desktop |words rabi ditave
-1 |query q169 |ad a157 |advertiser v26 |position p2 |hour h21 |device desktop |words bovi momoni
-1 |query q21568 |ad a52 |advertiser v347 |position p3 |hour h21 |device phone |words sari litu medova
-1 |query q2 |ad a2 |advertiser v136 |position p1 |hour h12 |device phone |words rabi ditave
-1 |query q99387 |ad a852 |advertiser v90 |position p2 |hour h23 |device tablet |words muse lume vame sudona vevuse
-1 |query q756 |ad a187 |advertiser v11 |position p1 |hour h18 |device desktop |words vima dilisu devalu nutori
-1 |query q820 |ad a5 |advertiser v12 |position p2 |hour h0 |device phone |words tobu vonina
-1 |query q514 |ad a3349 |advertiser v3 |position p3 |hour h10 |device desktop |words rada siloma betame
-1 |query q30004 |ad a369 |advertiser v154 |position p3 |hour h16 |device desktop |words tobo vibuda
1 |query q13 |ad a43 |advertiser v160 |position p2 |hour h0 |device phone |words siso nenose
-1 |query q52618 |ad a2 |advertiser v136 |position p2 |hour h18 |device phone |words tusa robiri
-1 |query q136 |ad a2145 |advertiser v14 |position p2 |hour h7 |device desktop |words masa mebe luvese
-1 |query q2 |ad a1844 |advertiser v9 |position p1 |hour h20 |device phone |words rabi ditave
-1 |query q43216 |ad a3786 |advertiser v13 |position p4 |hour h11 |device phone |words sutu nito mine rite venu
-1 |query q6415 |ad a1 |advertiser v104 |position p1 |hour h18 |device phone |words riseba lonele nurubu vutena
-1 |query q756 |ad a4825 |advertiser v8 |position p1 |hour h18 |device phone |words vima dilisu devalu nutori
1 |query q228 |ad a1 |advertiser v104 |position p2 |hour h18 |device desktop |words lore budo muvaro
-1 |query q26831 |ad a759 |advertiser v21 |position p2 |hour h14 |device phone |words tise talena
-1 |query q5 |ad a4 |advertiser v46 |position p1 |hour h6 |device phone |words talu tore tavoni
-1 |query q11 |ad a73 |advertiser v297 |position p4 |hour h23 |device desktop |words tono mavi bivuni nedavi
-1 |query q28 |ad a884 |advertiser v53 |position p3 |hour h4 |device tablet |words vovube dereli
-1 |query q367 |ad a13 |advertiser v115 |position p2 |hour h23 |device desktop |words rise dose vano letibe
-1 |query q1 |ad a62 |advertiser v50 |position p4 |hour h14 |device desktop |words tiba nolesi
-1 |query q295 |ad a13 |advertiser v115 |position p1 |hour h12 |device phone |words baba mulovu buribe tudotu
-1 |query q1261 |ad a3 |advertiser v394 |position p1 |hour h13 |device phone |words sabu subodi motati
-1 |query q10533 |ad a923 |advertiser v6 |position p2 |hour h10 |device desktop |words baba luda
1 |query q14060 |ad a9 |advertiser v43 |position p2 |hour h9 |device desktop |words rulo niva vutu bisitu doseto
-1 |query q957 |ad a3 |advertiser v394 |position p1 |hour h2 |device desktop |words baba luru votara
-1 |query q101 |ad a4844 |advertiser v61 |position p3 |hour h10 |device phone |words nasu ruve durese muriro
-1 |query q1 |ad a132 |advertiser v8 |position p1 |hour h7 |device phone |words tiba nolesi
-1 |query q2 |ad a34 |advertiser v13 |position p1 |hour h10 |device desktop |words rabi ditave
-1 |query q2154 |ad a1203 |advertiser v7 |position p1 |hour h12 |device phone |words bivu veribe rutavo
-1 |query q2638 |ad a1994 |advertiser v30 |position p1 |hour h5 |device desktop |words baba veli nine sovomo mutevi
-1 |query q139 |ad a1043 |advertiser v37 |position p3 |hour h9 |device tablet |words mume tula
-1 |query q21 |ad a17 |advertiser v39 |position p3 |hour h17 |device phone |words nila rula
-1 |query q22 |ad a3444 |advertiser v254 |position p4 |hour h18 |device phone |words vomovo virulo
-1 |query q3 |ad a8 |advertiser v146 |position p1 |hour h16 |device phone |words beve voso davulo
-1 |query q78 |ad a2919 |advertiser v17 |position p3 |hour h10 |device phone |words rola boru mane tadaso vateri
-1 |query q6 |ad a3215 |advertiser v14 |position p1 |hour h15 |device phone |words luda bome vono
-1 |query q7 |ad a64 |advertiser v224 |position p1 |hour h7 |device phone |words nili dudade
-1 |query q3 |ad a766 |advertiser v72 |position p1 |hour h22 |device desktop |words beve voso davulo
-1 |query q2 |ad a2 |advertiser v136 |position p1 |hour h10 |device phone |words rabi ditave
-1 |query q1 |ad a1148 |advertiser v296 |position p2 |hour h22 |device desktop |words tiba nolesi
-1 |query q38 |ad a1169 |advertiser v271 |position p1 |hour h17 |device phone |words lino ludanu
-1 |query q1103 |ad a3 |advertiser v394 |position p2 |hour h22 |device desktop |words nebu nilome dunebu sateba
-1 |query q31758 |ad a4210 |advertiser v302 |position p1 |hour h0 |device phone |words nelo duno sevire
-1 |query q20769 |ad a1245 |advertiser v5 |position p3 |hour h11 |device phone |words tasa litela suvesu dimida
-1 |query q19 |ad a118 |advertiser v140 |position p4 |hour h6 |device desktop |words dimo losana dedeni
1 |query q1 |ad a378 |advertiser v328 |position p1 |hour h20 |device phone |words tiba nolesi
-1 |query q3 |ad a7 |advertiser v70 |position p2 |hour h14 |device tablet |words beve voso davulo
-1 |query q2249 |ad a37 |advertiser v131 |position p3 |hour h22 |device phone |words lena disa
1 |query q4499 |ad a138 |advertiser v45 |position p1 |hour h17 |device desktop |words ruti divo dimu sane
-1 |query q27 |ad a1 |advertiser v104 |position p1 |hour h11 |device phone |words levu lami betomu
-1 |query q15 |ad a1260 |advertiser v32 |position p2 |hour h8 |device phone |words moro binode tobumi berese
-1 |query q3276 |ad a80 |advertiser v42 |position p2 |hour h20 |device tablet |words ruti dusari
-1 |query q69815 |ad a47 |advertiser v27 |position p3 |hour h12 |device desktop |words baba nemoti titavo
-1 |query q546 |ad a50 |advertiser v1 |position p1 |hour h17 |device desktop |words vovi vusa nodo badivi
-1 |query q5 |ad a5 |advertiser v12 |position p4 |hour h19 |device phone |words talu tore tavoni
-1 |query q563 |ad a91 |advertiser v88 |position p2 |hour h0 |device phone |words tumi dure
-1 |query q21 |ad a12 |advertiser v24 |position p1 |hour h23 |device phone |words nila rula
-1 |query q10194 |ad a2187 |advertiser v2 |position p2 |hour h23 |device desktop |words sedemu tunevu
1 |query q29 |ad a2 |advertiser v136 |position p2 |hour h18 |device desktop |words lami mibe benara
-1 |query q80833 |ad a46 |advertiser v77 |position p1 |hour h10 |device tablet |words baba dulu ridote vevebu nuvuda
-1 |query q32135 |ad a1515 |advertiser v178 |position p2 |hour h14 |device phone |words dale disu
-1 |query q7 |ad a641 |advertiser v263 |position p1 |hour h14 |device phone |words nili dudade
-1 |query q1 |ad a378 |advertiser v328 |position p1 |hour h7 |device tablet |words tiba nolesi
1 |query q17 |ad a3299 |advertiser v3 |position p1 |hour h15 |device phone |words tulama ralinu sinebo
-1 |query q3713 |ad a323 |advertiser v266 |position p2 |hour h21 |device desktop |words baba telori
-1 |query q3 |ad a783 |advertiser v215 |position p1 |hour h2 |device phone |words beve voso davulo
-1 |query q7317 |ad a239 |advertiser v28 |position p3 |hour h13 |device desktop |words dedavo bimoni deruru
-1 |query q1 |ad a25 |advertiser v38 |position p3 |hour h14 |device phone |words tiba nolesi
-1 |query q55 |ad a6 |advertiser v7 |position p1 |hour h23 |device phone |words dare robu bita
-1 |query q1 |ad a213 |advertiser v165 |position p1 |hour h14 |device phone |words tiba nolesi
-1 |query q2 |ad a27 |advertiser v3 |position p3 |hour h10 |device phone |words rabi ditave
-1 |query q93129 |ad a85 |advertiser v246 |position p2 |hour h7 |device desktop |words bimi tina
-1 |query q7 |ad a2 |advertiser v136 |position p1 |hour h14 |device phone |words nili dudade
-1 |query q683 |ad a2742 |advertiser v2 |position p1 |hour h10 |device phone |words dabo vodi rulane
-1 |query q672 |ad a2 |advertiser v136 |position p3 |hour h16 |device phone |words dare bole
-1 |query q215 |ad a415 |advertiser v134 |position p1 |hour h12 |device phone |words bubase lirile
-1 |query q18 |ad a7 |advertiser v70 |position p1 |hour h11 |device phone |words luru mume rubida
-1 |query q4 |ad a10 |advertiser v4 |position p2 |hour h5 |device desktop |words luru tamo sidi
1 |query q13676 |ad a4780 |advertiser v202 |position p1 |hour h10 |device phone |words nasa vame mema dosasa nimibo
-1 |query q26 |ad a756 |advertiser v1 |position p2 |hour h14 |device phone |words tude lula
1 |query q3369 |ad a3879 |advertiser v1 |position p1 |hour h16 |device desktop |words dole momaso dobuna ratulo
-1 |query q2970 |ad a1266 |advertiser v2 |position p2 |hour h16 |device phone |words dobu mebodo bumeta
1 |query q223 |ad a1 |advertiser v104 |position p3 |hour h15 |device phone |words ruti nole lana bisomo vumalu
-1 |query q61828 |ad a12 |advertiser v24 |position p1 |hour h12 |device tablet |words niri nerase rimudo
-1 |query q451 |ad a3 |advertiser v394 |position p3 |hour h21 |device phone |words didata malala merumo noledo
-1 |query q1049 |ad a202 |advertiser v320 |position p2 |hour h17 |device desktop |words navo balu tidole
-1 |query q53 |ad a2096 |advertiser v152 |position p3 |hour h13 |device desktop |words rabe lela
-1 |query q13036 |ad a4394 |advertiser v1 |position p1 |hour h17 |device phone |words virane betonu
-1 |query q5539 |ad a2599 |advertiser v35 |position p2 |hour h12 |device phone |words duto siso nini
-1 |query q27 |ad a788 |advertiser v293 |position p1 |hour h14 |device desktop |words levu lami betomu
-1 |query q12919 |ad a1161 |advertiser v346 |position p2 |hour h20 |device desktop |words lore dirono divare
-1 |query q1092 |ad a20 |advertiser v75 |position p2 |hour h23 |device desktop |words ruti menuda niture lebavu
-1 |query q784 |ad a849 |advertiser v278 |position p3 |hour h12 |device tablet |words buloni vitere
-1 |query q36 |ad a3 |advertiser v394 |position p1 |hour h10 |device phone |words butudo nidima
-1 |query q85 |ad a724 |advertiser v9 |position p1 |hour h13 |device phone |words baba misa bobule
-1 |query q10 |ad a350 |advertiser v139 |position p2 |hour h17 |device desktop |words vitu rade lele
1 |query q673 |ad a1704 |advertiser v127 |position p1 |hour h21 |device tablet |words beri ninelo
-1 |query q6 |ad a11 |advertiser v14 |position p2 |hour h12 |device phone |words luda bome vono
-1 |query q249 |ad a3190 |advertiser v5 |position p3 |hour h18 |device phone |words vovi rera saso
-1 |query q21326 |ad a70 |advertiser v40 |position p2 |hour h12 |device desktop |words veba leseto sasode nimami vimusa
-1 |query q4506 |ad a1348 |advertiser v136 |position p2 |hour h13 |device desktop |words siruno mabone sevuri
1 |query q4645 |ad a1369 |advertiser v148 |position p3 |hour h16 |device desktop |words lobi tiba vumimu nomeli
-1 |query q12170 |ad a2373 |advertiser v1 |position p1 |hour h21 |device phone |words luda tutu vubo
1 |query q1 |ad a213 |advertiser v165 |position p1 |hour h15 |device tablet |words tiba nolesi
1 |query q99004 |ad a5 |advertiser v12 |position p1 |hour h12 |device tablet |words vune tisale
-1 |query q1904 |ad a464 |advertiser v32 |position p1 |hour h10 |device phone |words baba noma todobu
-1 |query q518 |ad a13 |advertiser v115 |position p3 |hour h18 |device phone |words bita dutibo
-1 |query q1 |ad a378 |advertiser v328 |position p3 |hour h1 |device desktop |words tiba nolesi
-1 |query q1273 |ad a736 |advertiser v74 |position p4 |hour h16 |device desktop |words rola tevevi
1 |query q2 |ad a28 |advertiser v85 |position p1 |hour h22 |device phone |words rabi ditave
-1 |query q21893 |ad a82 |advertiser v140 |position p1 |hour h21 |device phone |words late ranemu
1 |query q3115 |ad a16 |advertiser v189 |position p1 |hour h17 |device desktop |words tivi movi naneso
-1 |query q4 |ad a131 |advertiser v10 |position p3 |hour h20 |device phone |words luru tamo sidi
-1 |query q19 |ad a75 |advertiser v1 |position p1 |hour h20 |device phone |words dimo losana dedeni
-1 |query q46 |ad a332 |advertiser v34 |position p1 |hour h9 |device phone |words dalo rovire
-1 |query q45 |ad a3 |advertiser v394 |position p3 |hour h5 |device phone |words vune seleri rosove mimede nulubu
-1 |query q1 |ad a1102 |advertiser v19 |position p2 |hour h19 |device phone |words tiba nolesi
-1 |query q1101 |ad a18 |advertiser v380 |position p1 |hour h23 |device phone |words divo bitu bemido
-1 |query q7 |ad a801 |advertiser v32 |position p2 |hour h16 |device phone |words nili dudade
-1 |query q5870 |ad a7 |advertiser v70 |position p1 |hour h12 |device desktop |words muse mivo laso
-1 |query q366 |ad a2 |advertiser v136 |position p4 |hour h16 |device phone |words bedo redusi bivali
-1 |query q7109 |ad a3 |advertiser v394 |position p1 |hour h14 |device phone |words baba vori dubu visa tetome
-1 |query q16686 |ad a9 |advertiser v43 |position p3 |hour h0 |device desktop |words sebu libi
1 |query q9 |ad a1 |advertiser v104 |position p4 |hour h18 |device phone |words nilu midi larabi
-1 |query q3655 |ad a15 |advertiser v49 |position p1 |hour h19 |device tablet |words lisa tesimu
-1 |query q28 |ad a2962 |advertiser v357 |position p2 |hour h14 |device desktop |words vovube dereli
-1 |query q7 |ad a393 |advertiser v94 |position p3 |hour h19 |device phone |words nili dudade
-1 |query q31838 |ad a3 |advertiser v394 |position p4 |hour h13 |device phone |words ruti rimoru
-1 |query q123 |ad a149 |advertiser v214 |position p1 |hour h13 |device desktop |words dorulo bulaso rurari
-1 |query q254 |ad a578 |advertiser v24 |position p4 |hour h16 |device phone |words vevo dabadu nululo
-1 |query q893 |ad a3 |advertiser v394 |position p1 |hour h22 |device desktop |words vala rutete
-1 |query q80712 |ad a22 |advertiser v91 |position p1 |hour h17 |device desktop |words vuti duditu baloda sosati
-1 |query q7385 |ad a1309 |advertiser v121 |position p2 |hour h14 |device desktop |words tara vore
-1 |query q1349 |ad a1338 |advertiser v388 |position p1 |hour h12 |device phone |words revase liseme tivova
-1 |query q33456 |ad a640 |advertiser v10 |position p1 |hour h20 |device phone |words rosu niva deda niro
-1 |query q22 |ad a611 |advertiser v214 |position p3 |hour h7 |device desktop |words vomovo virulo
-1 |query q4219 |ad a3 |advertiser v394 |position p2 |hour h11 |device phone |words lave mati saveni
-1 |query q1 |ad a1102 |advertiser v19 |position p1 |hour h14 |device desktop |words tiba nolesi
-1 |query q9 |ad a326 |advertiser v279 |position p3 |hour h9 |device desktop |words nilu midi larabi
-1 |query q10 |ad a9 |advertiser v43 |position p1 |hour h8 |device phone |words vitu rade lele
-1 |query q49 |ad a8 |advertiser v146 |position p1 |hour h10 |device phone |words lore nesi labova tatavu ladosa
-1 |query q5859 |ad a2828 |advertiser v14 |position p3 |hour h10 |device desktop |words tonodu budebu vebido toteba
-1 |query q86407 |ad a139 |advertiser v8 |position p2 |hour h0 |device phone |words mite duvolo
-1 |query q8 |ad a412 |advertiser v94 |position p2 |hour h0 |device phone |words tude nado voreva bisomo
-1 |query q25784 |ad a512 |advertiser v60 |position p1 |hour h23 |device phone |words luru duvibe
-1 |query q3 |ad a78 |advertiser v2 |position p1 |hour h9 |device phone |words beve voso davulo
-1 |query q52220 |ad a52 |advertiser v347 |position p3 |hour h22 |device phone |words biti nada mali bideru
-1 |query q258 |ad a6 |advertiser v7 |position p4 |hour h22 |device desktop |words tile mubo
-1 |query q8519 |ad a59 |advertiser v55 |position p1 |hour h8 |device desktop |words lolomu rivaso
-1 |query q165 |ad a3 |advertiser v394 |position p2 |hour h8 |device desktop |words vobo neduvi
-1 |query q6498 |ad a1 |advertiser v104 |position p1 |hour h0 |device phone |words dimu vava
-1 |query q3664 |ad a648 |advertiser v106 |position p2 |hour h13 |device desktop |words baba veno tari balu robede
1 |query q131 |ad a35 |advertiser v36 |position p2 |hour h13 |device desktop |words vune vasomu vironu
-1 |query q4823 |ad a296 |advertiser v138 |position p2 |hour h17 |device phone |words tuve ditumo nudavi nibuve
-1 |query q10 |ad a9 |advertiser v43 |position p3 |hour h23 |device desktop |words vitu rade lele
-1 |query q69517 |ad a264 |advertiser v265 |position p3 |hour h16 |device phone |words lelu nibu
-1 |query q1736 |ad a1155 |advertiser v261 |position p3 |hour h8 |device phone |words lena mebori vaseto
1 |query q61 |ad a646 |advertiser v266 |position p1 |hour h21 |device phone |words buve seroro linovo labula
-1 |query q60 |ad a1302 |advertiser v283 |position p4 |hour h18 |device phone |words bode sutumu
1 |query q1 |ad a3561 |advertiser v59 |position p2 |hour h21 |device phone |words tiba nolesi
-1 |query q31 |ad a787 |advertiser v180 |position p2 |hour h9 |device desktop |words desa tilava nobede
-1 |query q9118 |ad a2953 |advertiser v58 |position p2 |hour h21 |device phone |words baba nita mere vimamu
1 |query q28 |ad a9 |advertiser v43 |position p4 |hour h21 |device phone |words vovube dereli
1 |query q6283 |ad a1704 |advertiser v127 |position p1 |hour h20 |device desktop |words nitudi dameve
-1 |query q63 |ad a1616 |advertiser v237 |position p3 |hour h12 |device tablet |words ruti temi voruba donalu sulomu
-1 |query q66863 |ad a558 |advertiser v34 |position p1 |hour h22 |device desktop |words vudi nebutu sevimi
-1 |query q1 |ad a132 |advertiser v8 |position p4 |hour h17 |device phone |words tiba nolesi
1 |query q370 |ad a1843 |advertiser v59 |position p1 |hour h0 |device tablet |words sumato vilame
-1 |query q1213 |ad a30 |advertiser v232 |position p1 |hour h20 |device phone |words nura vute
-1 |query q3628 |ad a1530 |advertiser v57 |position p3 |hour h10 |device phone |words ridi rudi dedo
-1 |query q1 |ad a132 |advertiser v8 |position p1 |hour h16 |device phone |words tiba nolesi
-1 |query q68 |ad a4387 |advertiser v241 |position p2 |hour h19 |device phone |words lenove mebuvu
-1 |query q770 |ad a46 |advertiser v77 |position p3 |hour h15 |device phone |words bera tode demoru
-1 |query q27 |ad a1539 |advertiser v336 |position p2 |hour h18 |device phone |words levu lami betomu
-1 |query q48478 |ad a2271 |advertiser v175 |position p2 |hour h0 |device phone |words leda raveri ledose reroda
-1 |query q4669 |ad a1441 |advertiser v341 |position p1 |hour h9 |device desktop |words vune rabe tevo moli
-1 |query q1 |ad a3561 |advertiser v59 |position p2 |hour h21 |device phone |words tiba nolesi
-1 |query q1 |ad a4585 |advertiser v65 |position p3 |hour h20 |device phone |words tiba nolesi
-1 |query q73 |ad a3164 |advertiser v46 |position p2 |hour h20 |device desktop |words buve resi molime
-1 |query q1916 |ad a54 |advertiser v79 |position p2 |hour h6 |device desktop |words mama bovuma
-1 |query q16 |ad a412 |advertiser v94 |position p1 |hour h20 |device phone |words rudo ravule
-1 |query q43 |ad a1 |advertiser v104 |position p4 |hour h12 |device desktop |words dura bima sasiri donito
-1 |query q1 |ad a25 |advertiser v38 |position p1 |hour h16 |device phone |words tiba nolesi
-1 |query q177 |ad a755 |advertiser v27 |position p3 |hour h14 |device desktop |words namu danudu
-1 |query q415 |ad a798 |advertiser v106 |position p1 |hour h15 |device desktop |words rebu luto mutoti
-1 |query q38 |ad a266 |advertiser v293 |position p4 |hour h18 |device desktop |words lino ludanu
-1 |query q38 |ad a63 |advertiser v324 |position p1 |hour h20 |device desktop |words lino ludanu
-1 |query q1 |ad a213 |advertiser v165 |position p2 |hour h9 |device desktop |words tiba nolesi
-1 |query q1634 |ad a25 |advertiser v38 |position p1 |hour h20 |device desktop |words baba rime tolamo turava
-1 |query q30526 |ad a2 |advertiser v136 |position p3 |hour h21 |device phone |words tavi rinabe
-1 |query q33 |ad a53 |advertiser v19 |position p2 |hour h16 |device phone |words limi bono milore
-1 |query q975 |ad a51 |advertiser v51 |position p2 |hour h19 |device phone |words nala beba vemilo
-1 |query q332 |ad a10 |advertiser v4 |position p3 |hour h9 |device phone |words lore mata turu
-1 |query q3772 |ad a81 |advertiser v2 |position p1 |hour h13 |device phone |words baba tusemi
-1 |query q406 |ad a2178 |advertiser v2 |position p2 |hour h14 |device tablet |words dura danu rasi dilibe
-1 |query q44666 |ad a3422 |advertiser v142 |position p1 |hour h16 |device phone |words dita milo bota radatu
-1 |query q32898 |ad a29 |advertiser v8 |position p4 |hour h13 |device phone |words nibi dobina
-1 |query q95 |ad a4044 |advertiser v1 |position p2 |hour h15 |device phone |words baba bota
-1 |query q19576 |ad a20 |advertiser v75 |position p3 |hour h17 |device phone |words rero sono volebe lolane
-1 |query q95973 |ad a549 |advertiser v22 |position p4 |hour h18 |device phone |words tidi mutu
-1 |query q4 |ad a81 |advertiser v2 |position p1 |hour h1 |device desktop |words luru tamo sidi
-1 |query q91 |ad a1347 |advertiser v182 |position p2 |hour h0 |device phone |words mabu rade
-1 |query q1 |ad a73 |advertiser v297 |position p2 |hour h21 |device phone |words tiba nolesi
-1 |query q56 |ad a1553 |advertiser v24 |position p3 |hour h6 |device tablet |words bamu volo moseni
-1 |query q31451 |ad a435 |advertiser v388 |position p2 |hour h20 |device phone |words nebe robiti tanabe
-1 |query q18 |ad a25 |advertiser v38 |position p1 |hour h7 |device phone |words luru mume rubida
-1 |query q3 |ad a1 |advertiser v104 |position p4 |hour h14 |device phone |words beve voso davulo
-1 |query q257 |ad a1008 |advertiser v189 |position p3 |hour h22 |device phone |words remu sitolo
-1 |query q3 |ad a783 |advertiser v215 |position p1 |hour h13 |device phone |words beve voso davulo
-1 |query q22 |ad a463 |advertiser v103 |position p3 |hour h16 |device phone |words vomovo virulo
-1 |query q3 |ad a122 |advertiser v10 |position p1 |hour h13 |device phone |words beve voso davulo
-1 |query q58 |ad a38 |advertiser v348 |position p3 |hour h21 |device phone |words momo nure melo
-1 |query q64 |ad a235 |advertiser v383 |position p2 |hour h15 |device phone |words nuni muvi meba mareti nalolo
-1 |query q2 |ad a543 |advertiser v8 |position p1 |hour h15 |device phone |words rabi ditave
-1 |query q88898 |ad a1959 |advertiser v82 |position p2 |hour h21 |device phone |words tobe belunu
-1 |query q79903 |ad a1 |advertiser v104 |position p3 |hour h1 |device desktop |words tila rutuma
-1 |query q5015 |ad a3853 |advertiser v66 |position p1 |hour h12 |device desktop |words rebe sumusu tonara ridodo
-1 |query q222 |ad a2 |advertiser v136 |position p3 |hour h8 |device phone |words dusuvi dibuso
-1 |query q97 |ad a23 |advertiser v116 |position p2 |hour h12 |device phone |words lave nomuto lovumo
-1 |query q7 |ad a64 |advertiser v224 |position p3 |hour h14 |device phone |words nili dudade
-1 |query q5 |ad a3503 |advertiser v72 |position p1 |hour h17 |device phone |words talu tore tavoni
-1 |query q782 |ad a5 |advertiser v12 |position p2 |hour h16 |device desktop |words baba bamu
1 |query q1 |ad a25 |advertiser v38 |position p1 |hour h23 |device desktop |words tiba nolesi
1 |query q88716 |ad a94 |advertiser v1 |position p1 |hour h15 |device phone |words node dodi sivone mevunu
1 |query q7 |ad a9 |advertiser v43 |position p4 |hour h22 |device phone |words nili dudade
-1 |query q2615 |ad a1722 |advertiser v137 |position p3 |hour h21 |device phone |words rulo tanu
-1 |query q83 |ad a1522 |advertiser v1 |position p1 |hour h19 |device desktop |words nora disito
-1 |query q259 |ad a993 |advertiser v19 |position p4 |hour h16 |device desktop |words rarada ridaba
-1 |query q7 |ad a1973 |advertiser v180 |position p3 |hour h17 |device phone |words nili dudade
-1 |query q620 |ad a98 |advertiser v19 |position p2 |hour h14 |device desktop |words siru lileli
-1 |query q12 |ad a4081 |advertiser v7 |position p1 |hour h10 |device desktop |words taru tebebe
-1 |query q3 |ad a175 |advertiser v9 |position p2 |hour h15 |device phone |words beve voso davulo
-1 |query q5139 |ad a2262 |advertiser v55 |position p1 |hour h10 |device phone |words vitu didi
-1 |query q18 |ad a25 |advertiser v38 |position p1 |hour h22 |device phone |words luru mume rubida
-1 |query q21 |ad a822 |advertiser v110 |position p1 |hour h18 |device phone |words nila rula
-1 |query q24289 |ad a822 |advertiser v110 |position p1 |hour h9 |device phone |words vete budeti donadu
-1 |query q2623 |ad a944 |advertiser v44 |position p3 |hour h18 |device phone |words luda vomo rino
-1 |query q25 |ad a421 |advertiser v29 |position p3 |hour h16 |device phone |words lore rose numile
-1 |query q809 |ad a2 |advertiser v136 |position p3 |hour h17 |device phone |words dute rumina nimevo
1 |query q97 |ad a22 |advertiser v91 |position p1 |hour h7 |device phone |words lave nomuto lovumo
-1 |query q11 |ad a73 |advertiser v297 |position p2 |hour h10 |device phone |words tono mavi bivuni nedavi
-1 |query q354 |ad a14 |advertiser v5 |position p1 |hour h9 |device phone |words ledi reti tena lerudu nusava
-1 |query q60983 |ad a225 |advertiser v27 |position p3 |hour h10 |device phone |words vudo rate lomosi nodoru
-1 |query q8 |ad a7 |advertiser v70 |position p4 |hour h15 |device phone |words tude nado voreva bisomo
-1 |query q858 |ad a39 |advertiser v58 |position p2 |hour h21 |device tablet |words vomo dita dibari
-1 |query q1 |ad a68 |advertiser v158 |position p1 |hour h19 |device tablet |words tiba nolesi
-1 |query q116 |ad a308 |advertiser v24 |position p2 |hour h22 |device desktop |words baba vusedi
-1 |query q71119 |ad a216 |advertiser v1 |position p2 |hour h19 |device phone |words duto saviru
-1 |query q53 |ad a5 |advertiser v12 |position p2 |hour h13 |device desktop |words rabe lela
-1 |query q3928 |ad a27 |advertiser v3 |position p4 |hour h19 |device desktop |words baba deru labu bunuli
-1 |query q19 |ad a51 |advertiser v51 |position p4 |hour h15 |device desktop |words dimo losana dedeni
-1 |query q81849 |ad a61 |advertiser v151 |position p2 |hour h21 |device phone |words movu detavu
-1 |query q1520 |ad a4 |advertiser v46 |position p1 |hour h13 |device phone |words bovu mutu rerire
-1 |query q15357 |ad a97 |advertiser v4 |position p3 |hour h10 |device phone |words baba vete nuli modase dasoti
-1 |query q323 |ad a3119 |advertiser v220 |position p2 |hour h8 |device desktop |words dulu nami mabado lesoda
-1 |query q16 |ad a15 |advertiser v49 |position p4 |hour h22 |device phone |words rudo ravule
-1 |query q49 |ad a470 |advertiser v313 |position p1 |hour h23 |device desktop |words lore nesi labova tatavu ladosa
-1 |query q2 |ad a298 |advertiser v20 |position p1 |hour h20 |device phone |words rabi ditave
-1 |query q17 |ad a8 |advertiser v146 |position p2 |hour h14 |device phone |words tulama ralinu sinebo
-1 |query q49 |ad a189 |advertiser v322 |position p1 |hour h17 |device desktop |words lore nesi labova tatavu ladosa
-1 |query q3 |ad a6 |advertiser v7 |position p3 |hour h19 |device phone |words beve voso davulo
-1 |query q19 |ad a428 |advertiser v4 |position p3 |hour h13 |device desktop |words dimo losana dedeni
-1 |query q8945 |ad a72 |advertiser v29 |position p2 |hour h13 |device phone |words lonu tusuma
-1 |query q1046 |ad a43 |advertiser v160 |position p1 |hour h19 |device desktop |words ruti nosa tivu
-1 |query q4 |ad a903 |advertiser v10 |position p2 |hour h21 |device phone |words luru tamo sidi
-1 |query q89 |ad a115 |advertiser v128 |position p1 |hour h12 |device desktop |words rosu novo salu
-1 |query q38 |ad a8 |advertiser v146 |position p1 |hour h15 |device phone |words lino ludanu
1 |query q64 |ad a235 |advertiser v383 |position p2 |hour h18 |device phone |words nuni muvi meba mareti nalolo
-1 |query q11297 |ad a1325 |advertiser v40 |position p2 |hour h23 |device desktop |words bale dunara bubive
-1 |query q233 |ad a50 |advertiser v1 |position p1 |hour h19 |device phone |words vomo tisodu
-1 |query q703 |ad a1 |advertiser v104 |position p2 |hour h22 |device tablet |words baba vete mebivu
-1 |query q3907 |ad a15 |advertiser v49 |position p2 |hour h22 |device tablet |words rime tomobe nadidi
-1 |query q3152 |ad a17 |advertiser v39 |position p1 |hour h9 |device tablet |words vune vere modudo
-1 |query q494 |ad a1120 |advertiser v3 |position p4 |hour h9 |device phone |words luru dube madelu sunuro desulo
-1 |query q4 |ad a1345 |advertiser v84 |position p3 |hour h17 |device phone |words luru tamo sidi
-1 |query q12093 |ad a1 |advertiser v104 |position p2 |hour h8 |device desktop |words dimu debo ramo dotove bulote
-1 |query q26547 |ad a731 |advertiser v11 |position p1 |hour h20 |device phone |words luru loruni lulalo deromi
-1 |query q23 |ad a201 |advertiser v9 |position p3 |hour h11 |device phone |words nane risudo totili
1 |query q1018 |ad a41 |advertiser v186 |position p1 |hour h12 |device desktop |words vune busa
-1 |query q749 |ad a33 |advertiser v33 |position p2 |hour h19 |device phone |words meda vimaru
-1 |query q2122 |ad a279 |advertiser v62 |position p3 |hour h18 |device tablet |words buru nomamu
-1 |query q2509 |ad a5 |advertiser v12 |position p1 |hour h19 |device phone |words riru nivori rereba
-1 |query q3 |ad a2758 |advertiser v6 |position p2 |hour h19 |device desktop |words beve voso davulo
-1 |query q180 |ad a319 |advertiser v6 |position p3 |hour h21 |device desktop |words rolo vubode
-1 |query q32938 |ad a1697 |advertiser v3 |position p1 |hour h17 |device phone |words vubi sido tolo sevovo
-1 |query q14 |ad a91 |advertiser v88 |position p2 |hour h18 |device phone |words salu vidu demi mumu vedine
-1 |query q19029 |ad a333 |advertiser v11 |position p2 |hour h21 |device phone |words nime levodi
-1 |query q957 |ad a154 |advertiser v201 |position p2 |hour h8 |device phone |words baba luru votara
-1 |query q284 |ad a53 |advertiser v19 |position p3 |hour h11 |device phone |words dabi tiso
-1 |query q62 |ad a38 |advertiser v348 |position p1 |hour h13 |device phone |words baba lilo lavuve lolame rerelu
1 |query q8022 |ad a488 |advertiser v330 |position p1 |hour h6 |device tablet |words nime selomo
-1 |query q2 |ad a240 |advertiser v257 |position p2 |hour h20 |device desktop |words rabi ditave
-1 |query q102 |ad a395 |advertiser v1 |position p2 |hour h20 |device desktop |words moma luve bimaro
-1 |query q58 |ad a655 |advertiser v120 |position p4 |hour h15 |device phone |words momo nure melo
-1 |query q45418 |ad a8 |advertiser v146 |position p1 |hour h11 |device phone |words nomu lisu niri rede
-1 |query q7876 |ad a7 |advertiser v70 |position p2 |hour h21 |device desktop |words vomo levu
1 |query q17535 |ad a930 |advertiser v220 |position p1 |hour h21 |device phone |words divo levuba velula semuvo
-1 |query q15860 |ad a1 |advertiser v104 |position p2 |hour h19 |device phone |words rero lomisu
1 |query q66 |ad a142 |advertiser v125 |position p1 |hour h19 |device phone |words dena netutu
-1 |query q674 |ad a15 |advertiser v49 |position p2 |hour h9 |device phone |words lore diti vivini bulinu
-1 |query q15552 |ad a648 |advertiser v106 |position p4 |hour h9 |device desktop |words soli tulara
-1 |query q25 |ad a38 |advertiser v348 |position p4 |hour h16 |device phone |words lore rose numile
-1 |query q9 |ad a1560 |advertiser v76 |position p1 |hour h16 |device phone |words nilu midi larabi
-1 |query q3 |ad a783 |advertiser v215 |position p2 |hour h1 |device phone |words beve voso davulo
-1 |query q40779 |ad a91 |advertiser v88 |position p3 |hour h20 |device desktop |words tusa livu momiru
-1 |query q3 |ad a766 |advertiser v72 |position p3 |hour h0 |device desktop |words beve voso davulo
-1 |query q47 |ad a11 |advertiser v14 |position p4 |hour h14 |device desktop |words nelo moma dadi
-1 |query q75 |ad a4 |advertiser v46 |position p1 |hour h22 |device phone |words vune lura lurabu somamo
-1 |query q21 |ad a17 |advertiser v39 |position p2 |hour h14 |device desktop |words nila rula
-1 |query q229 |ad a11 |advertiser v14 |position p2 |hour h12 |device phone |words baba ridi roredo lidute
-1 |query q7 |ad a851 |advertiser v35 |position p2 |hour h12 |device phone |words nili dudade
-1 |query q2 |ad a34 |advertiser v13 |position p1 |hour h22 |device phone |words rabi ditave
-1 |query q5 |ad a30 |advertiser v232 |position p2 |hour h10 |device phone |words talu tore tavoni
-1 |query q538 |ad a537 |advertiser v3 |position p1 |hour h9 |device phone |words sabo lese vatule
-1 |query q5 |ad a30 |advertiser v232 |position p1 |hour h21 |device phone |words talu tore tavoni
-1 |query q15904 |ad a222 |advertiser v175 |position p1 |hour h13 |device desktop |words soli tobe
-1 |query q3511 |ad a1091 |advertiser v141 |position p2 |hour h9 |device phone |words suteta tudini
-1 |query q37 |ad a1 |advertiser v104 |position p1 |hour h22 |device phone |words danesa robetu
-1 |query q17 |ad a3299 |advertiser v3 |position p2 |hour h10 |device desktop |words tulama ralinu sinebo
-1 |query q1 |ad a1148 |advertiser v296 |position p2 |hour h10 |device phone |words tiba nolesi
-1 |query q2631 |ad a2271 |advertiser v175 |position p3 |hour h12 |device phone |words baba vune rise lone minale
-1 |query q11480 |ad a44 |advertiser v50 |position p1 |hour h18 |device tablet |words nala sabo rurusi lonito vabure
-1 |query q2 |ad a2 |advertiser v136 |position p3 |hour h15 |device phone |words rabi ditave
-1 |query q1206 |ad a1894 |advertiser v2 |position p2 |hour h10 |device phone |words baba rosu modo bitudu luleme
-1 |query q17409 |ad a261 |advertiser v343 |position p3 |hour h13 |device phone |words lore vavi roso
-1 |query q6 |ad a570 |advertiser v7 |position p2 |hour h7 |device phone |words luda bome vono
-1 |query q79713 |ad a310 |advertiser v67 |position p3 |hour h2 |device phone |words vovi vire nuvuso taseda lidiva
-1 |query q10949 |ad a1 |advertiser v104 |position p1 |hour h1 |device desktop |words moma detune diloti
-1 |query q1 |ad a16 |advertiser v189 |position p3 |hour h9 |device desktop |words tiba nolesi
1 |query q3390 |ad a1 |advertiser v104 |position p1 |hour h16 |device tablet |words rola tara mibosu
-1 |query q443 |ad a48 |advertiser v7 |position p1 |hour h19 |device desktop |words busebi lebebu
-1 |query q7859 |ad a372 |advertiser v8 |position p3 |hour h13 |device desktop |words luru lino toma sanisa
-1 |query q63087 |ad a255 |advertiser v10 |position p1 |hour h12 |device desktop |words nelo bebe
-1 |query q1801 |ad a29 |advertiser v8 |position p1 |hour h20 |device phone |words bola semote
-1 |query q128 |ad a913 |advertiser v282 |position p2 |hour h16 |device phone |words voro sumi nonotu malasu
-1 |query q9527 |ad a681 |advertiser v33 |position p1 |hour h13 |device desktop |words dare reti
-1 |query q277 |ad a3 |advertiser v394 |position p2 |hour h17 |device desktop |words sesa vonomo
-1 |query q38731 |ad a515 |advertiser v19 |position p3 |hour h6 |device desktop |words luda lodi navavu
-1 |query q6 |ad a2 |advertiser v136 |position p1 |hour h20 |device phone |words luda bome vono
-1 |query q1 |ad a101 |advertiser v14 |position p3 |hour h15 |device phone |words tiba nolesi
-1 |query q3 |ad a15 |advertiser v49 |position p1 |hour h10 |device tablet |words beve voso davulo
-1 |query q59903 |ad a526 |advertiser v253 |position p2 |hour h8 |device phone |words veli saluda
-1 |query q60 |ad a1302 |advertiser v283 |position p3 |hour h19 |device desktop |words bode sutumu
-1 |query q64 |ad a2 |advertiser v136 |position p4 |hour h0 |device desktop |words nuni muvi meba mareti nalolo
-1 |query q118 |ad a298 |advertiser v20 |position p2 |hour h8 |device desktop |words vemu nuba
-1 |query q45 |ad a4 |advertiser v46 |position p4 |hour h11 |device desktop |words vune seleri rosove mimede nulubu
-1 |query q411 |ad a2137 |advertiser v362 |position p1 |hour h20 |device phone |words vima retu bomebu
1 |query q10854 |ad a10 |advertiser v4 |position p1 |hour h9 |device phone |words levi vebi lutu
-1 |query q1 |ad a3561 |advertiser v59 |position p3 |hour h6 |device phone |words tiba nolesi
-1 |query q65 |ad a4 |advertiser v46 |position p1 |hour h9 |device phone |words vumamo ludodo
-1 |query q6 |ad a2150 |advertiser v4 |position p2 |hour h11 |device phone |words luda bome vono
-1 |query q5206 |ad a1874 |advertiser v313 |position p2 |hour h2 |device desktop |words banore lovani taruda
-1 |query q2258 |ad a78 |advertiser v2 |position p4 |hour h21 |device phone |words luru mume telube
-1 |query q252 |ad a2 |advertiser v136 |position p2 |hour h16 |device phone |words lemo sesura
-1 |query q50356 |ad a2 |advertiser v136 |position p1 |hour h19 |device desktop |words vato bili
-1 |query q43263 |ad a127 |advertiser v1 |position p1 |hour h16 |device desktop |words lolo romu banuru
-1 |query q7 |ad a12 |advertiser v24 |position p1 |hour h18 |device phone |words nili dudade
-1 |query q596 |ad a790 |advertiser v58 |position p3 |hour h19 |device desktop |words vitu nelo nane tave sera
-1 |query q9286 |ad a4 |advertiser v46 |position p1 |hour h10 |device desktop |words daru nudo vinati
-1 |query q4 |ad a106 |advertiser v25 |position p2 |hour h17 |device phone |words luru tamo sidi
-1 |query q22 |ad a3444 |advertiser v254 |position p1 |hour h16 |device phone |words vomovo virulo
-1 |query q22 |ad a3933 |advertiser v15 |position p3 |hour h6 |device phone |words vomovo virulo
-1 |query q191 |ad a143 |advertiser v258 |position p1 |hour h17 |device desktop |words rosu litu
-1 |query q12 |ad a1 |advertiser v104 |position p3 |hour h22 |device phone |words taru tebebe
-1 |query q12531 |ad a1 |advertiser v104 |position p4 |hour h23 |device desktop |words vune rero roto tenola davani
1 |query q202 |ad a80 |advertiser v42 |position p1 |hour h18 |device phone |words rosu voru tita novise
-1 |query q1 |ad a132 |advertiser v8 |position p3 |hour h18 |device phone |words tiba nolesi
-1 |query q31461 |ad a1115 |advertiser v3 |position p2 |hour h15 |device desktop |words rala rinesi
-1 |query q38 |ad a127 |advertiser v1 |position p4 |hour h9 |device desktop |words lino ludanu
-1 |query q121 |ad a311 |advertiser v110 |position p4 |hour h21 |device desktop |words vavu deva vevoro
-1 |query q43 |ad a2 |advertiser v136 |position p2 |hour h10 |device desktop |words dura bima sasiri donito
-1 |query q19847 |ad a89 |advertiser v51 |position p1 |hour h11 |device phone |words nanu muboso devima
-1 |query q92 |ad a671 |advertiser v107 |position p1 |hour h21 |device phone |words vune vadu nido nilova
-1 |query q45 |ad a674 |advertiser v26 |position p1 |hour h21 |device phone |words vune seleri rosove mimede nulubu
-1 |query q4379 |ad a1 |advertiser v104 |position p3 |hour h14 |device phone |words rara vadu tilu naduse mumeto
-1 |query q1364 |ad a539 |advertiser v5 |position p1 |hour h20 |device desktop |words deda bata rivi bemotu
-1 |query q51 |ad a20 |advertiser v75 |position p2 |hour h19 |device desktop |words tude menamu
1 |query q45 |ad a1 |advertiser v104 |position p1 |hour h11 |device phone |words vune seleri rosove mimede nulubu
-1 |query q39219 |ad a265 |advertiser v10 |position p1 |hour h18 |device tablet |words rulo rosu dabi
-1 |query q2355 |ad a922 |advertiser v46 |position p2 |hour h1 |device phone |words dula noso
-1 |query q16 |ad a412 |advertiser v94 |position p4 |hour h8 |device phone |words rudo ravule
-1 |query q77134 |ad a2 |advertiser v136 |position p2 |hour h6 |device phone |words debo sela
-1 |query q1 |ad a954 |advertiser v66 |position p1 |hour h12 |device phone |words tiba nolesi
-1 |query q38 |ad a6 |advertiser v7 |position p2 |hour h10 |device desktop |words lino ludanu
-1 |query q375 |ad a366 |advertiser v217 |position p1 |hour h21 |device desktop |words ruti vama teruva
-1 |query q67 |ad a123 |advertiser v10 |position p2 |hour h20 |device desktop |words bula vuvolu sovesi
-1 |query q4343 |ad a9 |advertiser v43 |position p3 |hour h21 |device phone |words sede niture letana
1 |query q146 |ad a22 |advertiser v91 |position p1 |hour h20 |device phone |words dumi nareri
-1 |query q2594 |ad a256 |advertiser v75 |position p2 |hour h0 |device phone |words labu demotu
1 |query q20853 |ad a378 |advertiser v328 |position p1 |hour h16 |device phone |words luru sunu rudu nemo
-1 |query q156 |ad a4840 |advertiser v336 |position p1 |hour h14 |device phone |words motu bebe
1 |query q103 |ad a1095 |advertiser v79 |position p1 |hour h20 |device phone |words deru nibu duta dele renasi
-1 |query q22716 |ad a379 |advertiser v10 |position p3 |hour h11 |device phone |words dido lidale
-1 |query q14329 |ad a2675 |advertiser v8 |position p3 |hour h21 |device desktop |words nelo mavo luto nabate
-1 |query q112 |ad a186 |advertiser v11 |position p3 |hour h21 |device phone |words vome lare lovobe
-1 |query q167 |ad a46 |advertiser v77 |position p3 |hour h15 |device desktop |words ruti luru solu nilobi roturo
-1 |query q4067 |ad a2558 |advertiser v20 |position p4 |hour h14 |device tablet |words bomo nuseto
-1 |query q1102 |ad a645 |advertiser v2 |position p1 |hour h17 |device phone |words sevenu verivu
-1 |query q1 |ad a3172 |advertiser v232 |position p1 |hour h8 |device phone |words tiba nolesi
-1 |query q288 |ad a223 |advertiser v239 |position p3 |hour h0 |device tablet |words susu muluno
-1 |query q2 |ad a191 |advertiser v35 |position p2 |hour h10 |device desktop |words rabi ditave
-1 |query q1 |ad a559 |advertiser v328 |position p1 |hour h9 |device phone |words tiba nolesi
-1 |query q10 |ad a800 |advertiser v5 |position p1 |hour h16 |device phone |words vitu rade lele
-1 |query q52828 |ad a1450 |advertiser v55 |position p3 |hour h23 |device phone |words batese leteti
-1 |query q3557 |ad a501 |advertiser v319 |position p1 |hour h19 |device tablet |words baba matu
1 |query q17782 |ad a400 |advertiser v1 |position p3 |hour h19 |device desktop |words luda rere tata datove
1 |query q7283 |ad a4 |advertiser v46 |position p4 |hour h20 |device phone |words deri virane minasa berebo
-1 |query q421 |ad a242 |advertiser v153 |position p1 |hour h18 |device desktop |words lobi dole mate narobu
-1 |query q17 |ad a1 |advertiser v104 |position p2 |hour h20 |device desktop |words tulama ralinu sinebo
-1 |query q501 |ad a30 |advertiser v232 |position p4 |hour h20 |device phone |words baba misiro
-1 |query q63117 |ad a702 |advertiser v86 |position p2 |hour h20 |device tablet |words buvu tararo dulote
-1 |query q40 |ad a2628 |advertiser v24 |position p2 |hour h9 |device desktop |words rara bani mevu rane badaro
-1 |query q4359 |ad a376 |advertiser v40 |position p4 |hour h16 |device phone |words laro bibu dibimo
-1 |query q5673 |ad a221 |advertiser v155 |position p4 |hour h5 |device phone |words bive radono
-1 |query q83155 |ad a2771 |advertiser v23 |position p1 |hour h12 |device desktop |words vune niri lidane
-1 |query q161 |ad a4365 |advertiser v1 |position p3 |hour h18 |device desktop |words bome rolaba doladi
-1 |query q2 |ad a1 |advertiser v104 |position p1 |hour h18 |device phone |words rabi ditave
-1 |query q12976 |ad a204 |advertiser v84 |position p4 |hour h8 |device phone |words sina levi lesa lema sesusu
-1 |query q2 |ad a1844 |advertiser v9 |position p1 |hour h17 |device desktop |words rabi ditave
-1 |query q6 |ad a913 |advertiser v282 |position p4 |hour h20 |device phone |words luda bome vono
1 |query q239 |ad a2119 |advertiser v103 |position p1 |hour h22 |device desktop |words ruba rovata
1 |query q14 |ad a1835 |advertiser v135 |position p1 |hour h21 |device phone |words salu vidu demi mumu vedine
-1 |query q6043 |ad a14 |advertiser v5 |position p3 |hour h20 |device phone |words sara subere
-1 |query q14 |ad a1835 |advertiser v135 |position p1 |hour h12 |device phone |words salu vidu demi mumu vedine
-1 |query q167 |ad a31 |advertiser v14 |position p2 |hour h9 |device desktop |words ruti luru solu nilobi roturo
-1 |query q4582 |ad a200 |advertiser v26 |position p2 |hour h10 |device phone |words bive nino sudo dudomo
-1 |query q1 |ad a565 |advertiser v328 |position p3 |hour h15 |device phone |words tiba nolesi
-1 |query q23254 |ad a2369 |advertiser v233 |position p2 |hour h20 |device phone |words nati ritile
-1 |query q769 |ad a1 |advertiser v104 |position p3 |hour h22 |device phone |words vovi lave situ
1 |query q11 |ad a17 |advertiser v39 |position p3 |hour h11 |device desktop |words tono mavi bivuni nedavi
1 |query q402 |ad a1 |advertiser v104 |position p2 |hour h14 |device phone |words lida varado
-1 |query q14 |ad a3 |advertiser v394 |position p2 |hour h7 |device phone |words salu vidu demi mumu vedine
-1 |query q6299 |ad a2210 |advertiser v133 |position p1 |hour h21 |device phone |words luda dubemu
-1 |query q9124 |ad a51 |advertiser v51 |position p1 |hour h5 |device tablet |words nutu ridere bolora
-1 |query q1 |ad a6 |advertiser v7 |position p2 |hour h14 |device desktop |words tiba nolesi
-1 |query q22 |ad a4 |advertiser v46 |position p2 |hour h20 |device tablet |words vomovo virulo
-1 |query q4 |ad a10 |advertiser v4 |position p4 |hour h12 |device phone |words luru tamo sidi
-1 |query q764 |ad a1370 |advertiser v1 |position p3 |hour h9 |device desktop |words bimi runu botedo
-1 |query q345 |ad a578 |advertiser v24 |position p2 |hour h18 |device tablet |words vete nime lalo nelonu
-1 |query q44 |ad a102 |advertiser v185 |position p1 |hour h8 |device phone |words varu vulo
-1 |query q38 |ad a1 |advertiser v104 |position p1 |hour h10 |device phone |words lino ludanu
-1 |query q592 |ad a4728 |advertiser v22 |position p2 |hour h15 |device phone |words beto loni
-1 |query q10 |ad a144 |advertiser v232 |position p2 |hour h12 |device phone |words vitu rade lele
-1 |query q465 |ad a5 |advertiser v12 |position p3 |hour h16 |device phone |words luru rise lodi revu delole
-1 |query q12 |ad a4081 |advertiser v7 |position p1 |hour h19 |device tablet |words taru tebebe
-1 |query q1 |ad a2554 |advertiser v36 |position p1 |hour h13 |device desktop |words tiba nolesi
1 |query q1 |ad a378 |advertiser v328 |position p3 |hour h20 |device desktop |words tiba nolesi
-1 |query q9018 |ad a114 |advertiser v218 |position p4 |hour h22 |device tablet |words sumamu navade
-1 |query q491 |ad a317 |advertiser v185 |position p1 |hour h21 |device phone |words tetobe lunelo nanoma
-1 |query q8 |ad a412 |advertiser v94 |position p2 |hour h9 |device desktop |words tude nado voreva bisomo
-1 |query q60 |ad a1647 |advertiser v289 |position p2 |hour h14 |device phone |words bode sutumu
-1 |query q5808 |ad a1180 |advertiser v3 |position p1 |hour h15 |device desktop |words rulo sidiso tadato
-1 |query q5972 |ad a50 |advertiser v1 |position p3 |hour h15 |device phone |words vete soti saro
-1 |query q65 |ad a4612 |advertiser v83 |position p1 |hour h20 |device phone |words vumamo ludodo
-1 |query q4 |ad a1 |advertiser v104 |position p1 |hour h20 |device phone |words luru tamo sidi
-1 |query q13121 |ad a448 |advertiser v129 |position p2 |hour h13 |device phone |words baba vomo vavu vavi bave
-1 |query q24 |ad a114 |advertiser v218 |position p4 |hour h7 |device desktop |words vovi tada vilidi nosori rovire
-1 |query q3331 |ad a37 |advertiser v131 |position p1 |hour h11 |device desktop |words loso dadora vodobo tavida nubomo
-1 |query q1 |ad a77 |advertiser v1 |position p3 |hour h12 |device desktop |words tiba nolesi
1 |query q13 |ad a996 |advertiser v10 |position p1 |hour h21 |device phone |words siso nenose
-1 |query q2040 |ad a3 |advertiser v394 |position p1 |hour h20 |device desktop |words vune duli balise maravu salodi
1 |query q33 |ad a1 |advertiser v104 |position p3 |hour h18 |device phone |words limi bono milore
-1 |query q1 |ad a1102 |advertiser v19 |position p3 |hour h19 |device phone |words tiba nolesi
-1 |query q3327 |ad a48 |advertiser v7 |position p3 |hour h11 |device desktop |words lila badu tabo toro vonara
-1 |query q2 |ad a211 |advertiser v1 |position p4 |hour h19 |device phone |words rabi ditave
-1 |query q20214 |ad a83 |advertiser v3 |position p3 |hour h11 |device desktop |words miti nevibu ludivu
1 |query q44743 |ad a146 |advertiser v273 |position p2 |hour h0 |device desktop |words bive rimo vase tovesi
-1 |query q5056 |ad a1553 |advertiser v24 |position p1 |hour h10 |device phone |words vima lerone
1 |query q3555 |ad a1 |advertiser v104 |position p1 |hour h15 |device phone |words rosu nuluvi
1 |query q6 |ad a3215 |advertiser v14 |position p3 |hour h12 |device phone |words luda bome vono
-1 |query q2019 |ad a5 |advertiser v12 |position p1 |hour h19 |device phone |words ruti vonala tirumo liratu
1 |query q95876 |ad a10 |advertiser v4 |position p1 |hour h0 |device tablet |words domo biso sesiru
-1 |query q15019 |ad a121 |advertiser v108 |position p2 |hour h20 |device tablet |words tori vobo rili temo
-1 |query q42 |ad a32 |advertiser v10 |position p4 |hour h16 |device phone |words bive delu nevu vedile
-1 |query q2012 |ad a984 |advertiser v168 |position p3 |hour h22 |device phone |words lobi bale tudeba rinume
-1 |query q23 |ad a6 |advertiser v7 |position p3 |hour h1 |device phone |words nane risudo totili
-1 |query q2775 |ad a15 |advertiser v49 |position p3 |hour h11 |device desktop |words daso tasu mebodo sevoru
-1 |query q2042 |ad a4 |advertiser v46 |position p1 |hour h15 |device phone |words rara tudu resuvu tebuvi
-1 |query q17 |ad a1530 |advertiser v57 |position p1 |hour h17 |device desktop |words tulama ralinu sinebo
-1 |query q2682 |ad a20 |advertiser v75 |position p1 |hour h15 |device desktop |words baba rime visira
-1 |query q2649 |ad a96 |advertiser v49 |position p1 |hour h17 |device tablet |words vina tudimi
-1 |query q13498 |ad a1 |advertiser v104 |position p1 |hour h17 |device phone |words luda rotuti veride lovesa
-1 |query q1206 |ad a1894 |advertiser v2 |position p1 |hour h14 |device phone |words baba rosu modo bitudu luleme
-1 |query q30708 |ad a530 |advertiser v4 |position p2 |hour h21 |device phone |words sulo rereto liseli
-1 |query q47 |ad a1 |advertiser v104 |position p1 |hour h16 |device phone |words nelo moma dadi
-1 |query q75617 |ad a4958 |advertiser v34 |position p1 |hour h18 |device phone |words busone namati binudu
-1 |query q1 |ad a378 |advertiser v328 |position p3 |hour h18 |device phone |words tiba nolesi
-1 |query q3167 |ad a63 |advertiser v324 |position p1 |hour h9 |device phone |words baba rise
-1 |query q139 |ad a12 |advertiser v24 |position p4 |hour h18 |device desktop |words mume tula
-1 |query q1596 |ad a13 |advertiser v115 |position p3 |hour h21 |device phone |words sara nita vuruva mobaro
-1 |query q10061 |ad a5 |advertiser v12 |position p2 |hour h13 |device phone |words mima loresu
-1 |query q2 |ad a1844 |advertiser v9 |position p1 |hour h10 |device phone |words rabi ditave
-1 |query q13 |ad a32 |advertiser v10 |position p2 |hour h20 |device tablet |words siso nenose
-1 |query q387 |ad a2747 |advertiser v306 |position p4 |hour h14 |device phone |words rebu tamo
-1 |query q711 |ad a2 |advertiser v136 |position p1 |hour h22 |device phone |words ruvu sumaba
-1 |query q3774 |ad a141 |advertiser v134 |position p4 |hour h1 |device phone |words dobutu suvave
1 |query q2 |ad a2 |advertiser v136 |position p2 |hour h19 |device desktop |words rabi ditave
-1 |query q112 |ad a1090 |advertiser v19 |position p1 |hour h10 |device phone |words vome lare lovobe
-1 |query q16 |ad a4636 |advertiser v1 |position p3 |hour h21 |device desktop |words rudo ravule
-1 |query q2 |ad a138 |advertiser v45 |position p2 |hour h20 |device phone |words rabi ditave
-1 |query q2 |ad a2275 |advertiser v206 |position p1 |hour h15 |device phone |words rabi ditave
-1 |query q4 |ad a53 |advertiser v19 |position p1 |hour h10 |device phone |words luru tamo sidi
-1 |query q14287 |ad a261 |advertiser v343 |position p1 |hour h14 |device phone |words luda rise
-1 |query q7921 |ad a1787 |advertiser v355 |position p2 |hour h17 |device desktop |words luru luda sonudi tiboni sumove
-1 |query q74170 |ad a1316 |advertiser v28 |position p3 |hour h21 |device desktop |words baba veli tuni surise
-1 |query q78297 |ad a817 |advertiser v16 |position p1 |hour h22 |device phone |words line dimo livime dudara
-1 |query q3 |ad a2758 |advertiser v6 |position p1 |hour h8 |device phone |words beve voso davulo
-1 |query q488 |ad a1583 |advertiser v38 |position p3 |hour h21 |device desktop |words duni ninira tudenu
1 |query q38 |ad a1 |advertiser v104 |position p2 |hour h13 |device phone |words lino ludanu
1 |query q1867 |ad a1 |advertiser v104 |position p1 |hour h19 |device tablet |words lisavi nivuna
1 |query q55 |ad a1455 |advertiser v51 |position p3 |hour h14 |device phone |words dare robu bita
-1 |query q466 |ad a161 |advertiser v55 |position p4 |hour h9 |device phone |words sutu simu
-1 |query q5010 |ad a10 |advertiser v4 |position p1 |hour h18 |device desktop |words davave binebe
-1 |query q18002 |ad a3 |advertiser v394 |position p3 |hour h19 |device phone |words tino bama lineda
-1 |query q9609 |ad a3 |advertiser v394 |position p1 |hour h22 |device desktop |words lena vaso
-1 |query q1 |ad a30 |advertiser v232 |position p1 |hour h14 |device phone |words tiba nolesi
-1 |query q5147 |ad a454 |advertiser v39 |position p1 |hour h20 |device phone |words nelo mira lido vasili dovilu
-1 |query q39803 |ad a3532 |advertiser v8 |position p2 |hour h15 |device phone |words diso luruba
-1 |query q53060 |ad a947 |advertiser v285 |position p3 |hour h15 |device phone |words ruti sunera
-1 |query q5174 |ad a1587 |advertiser v23 |position p3 |hour h19 |device phone |words vunela sesosi
-1 |query q129 |ad a1 |advertiser v104 |position p1 |hour h7 |device desktop |words baba nenuto
-1 |query q2346 |ad a165 |advertiser v42 |position p4 |hour h19 |device phone |words luli danuba bonuvu
-1 |query q9272 |ad a27 |advertiser v3 |position p1 |hour h12 |device phone |words vune rulo novo banila
-1 |query q7154 |ad a25 |advertiser v38 |position p2 |hour h22 |device desktop |words sodolu voralu namilu
-1 |query q39 |ad a58 |advertiser v92 |position p1 |hour h8 |device desktop |words nasu duveni didoda munatu
-1 |query q1 |ad a378 |advertiser v328 |position p2 |hour h11 |device phone |words tiba nolesi
-1 |query q1 |ad a1148 |advertiser v296 |position p2 |hour h16 |device desktop |words tiba nolesi
-1 |query q2156 |ad a3513 |advertiser v2 |position p2 |hour h0 |device tablet |words vima vodi desona vibula
-1 |query q1352 |ad a11 |advertiser v14 |position p2 |hour h0 |device desktop |words bive retu dinuri tiluni talamo
-1 |query q765 |ad a227 |advertiser v189 |position p2 |hour h21 |device desktop |words baba temu
-1 |query q29957 |ad a90 |advertiser v19 |position p3 |hour h12 |device desktop |words lena viba sadala
-1 |query q42 |ad a21 |advertiser v151 |position p4 |hour h12 |device tablet |words bive delu nevu vedile
-1 |query q7 |ad a1973 |advertiser v180 |position p3 |hour h7 |device phone |words nili dudade
-1 |query q249 |ad a2 |advertiser v136 |position p1 |hour h21 |device phone |words vovi rera saso
-1 |query q4 |ad a131 |advertiser v10 |position p2 |hour h17 |device phone |words luru tamo sidi
-1 |query q9159 |ad a77 |advertiser v1 |position p3 |hour h7 |device desktop |words lese bedavu
-1 |query q4 |ad a81 |advertiser v2 |position p1 |hour h17 |device desktop |words luru tamo sidi
-1 |query q100 |ad a2494 |advertiser v197 |position p1 |hour h21 |device phone |words rudi sovule
-1 |query q106 |ad a13 |advertiser v115 |position p3 |hour h13 |device phone |words nomu ruve teli
-1 |query q43360 |ad a157 |advertiser v26 |position p2 |hour h20 |device phone |words vana musa
-1 |query q30986 |ad a3222 |advertiser v84 |position p3 |hour h14 |device phone |words ruti vune badu dara vituvo
-1 |query q3 |ad a7 |advertiser v70 |position p2 |hour h7 |device phone |words beve voso davulo
1 |query q43 |ad a28 |advertiser v85 |position p2 |hour h10 |device desktop |words dura bima sasiri donito
-1 |query q7971 |ad a431 |advertiser v126 |position p2 |hour h22 |device phone |words tiba vusa numo sunene
-1 |query q1 |ad a132 |advertiser v8 |position p1 |hour h7 |device phone |words tiba nolesi
-1 |query q20 |ad a1022 |advertiser v354 |position p1 |hour h13 |device phone |words deru datene
1 |query q3570 |ad a2 |advertiser v136 |position p1 |hour h19 |device desktop |words mobi ruso domi
-1 |query q97006 |ad a1 |advertiser v104 |position p2 |hour h12 |device phone |words disi rama ruloda
-1 |query q626 |ad a12 |advertiser v24 |position p1 |hour h16 |device phone |words lore nusine rosilu titeli sovade
-1 |query q4048 |ad a2 |advertiser v136 |position p1 |hour h7 |device desktop |words rulo luda nama veme
-1 |query q20104 |ad a1 |advertiser v104 |position p2 |hour h23 |device phone |words baba narosi vidobe ledere
-1 |query q94 |ad a295 |advertiser v2 |position p2 |hour h23 |device phone |words bune savo
-1 |query q252 |ad a2 |advertiser v136 |position p3 |hour h0 |device desktop |words lemo sesura
1 |query q3456 |ad a245 |advertiser v9 |position p1 |hour h20 |device phone |words beno lebe nana
-1 |query q54796 |ad a3 |advertiser v394 |position p2 |hour h16 |device desktop |words baba tote tono barusi bonaba
-1 |query q227 |ad a17 |advertiser v39 |position p3 |hour h14 |device phone |words levu laro dulilu vuvedu
-1 |query q63540 |ad a1018 |advertiser v142 |position p1 |hour h0 |device phone |words ruti vune
1 |query q303 |ad a245 |advertiser v9 |position p1 |hour h15 |device phone |words tude denule lobiru luditu
1 |query q4 |ad a1 |advertiser v104 |position p4 |hour h18 |device desktop |words luru tamo sidi
-1 |query q1000 |ad a63 |advertiser v324 |position p4 |hour h16 |device phone |words baba rubi
-1 |query q52725 |ad a31 |advertiser v14 |position p2 |hour h21 |device phone |words mena siloma doseso
1 |query q32 |ad a1354 |advertiser v48 |position p2 |hour h12 |device phone |words soduta reremu
1 |query q11 |ad a73 |advertiser v297 |position p2 |hour h20 |device phone |words tono mavi bivuni nedavi
1 |query q174 |ad a5 |advertiser v12 |position p1 |hour h11 |device desktop |words lave leva dobe nanelu
-1 |query q54 |ad a791 |advertiser v5 |position p2 |hour h23 |device tablet |words lido vetu merido dolare
-1 |query q5 |ad a5 |advertiser v12 |position p1 |hour h15 |device phone |words talu tore tavoni
-1 |query q12158 |ad a753 |advertiser v123 |position p4 |hour h19 |device phone |words tamo retumu
-1 |query q93 |ad a15 |advertiser v49 |position p1 |hour h9 |device desktop |words ruti lena lara letuva
-1 |query q7795 |ad a1109 |advertiser v153 |position p1 |hour h12 |device phone |words mamu dalo
-1 |query q3959 |ad a449 |advertiser v2 |position p2 |hour h6 |device phone |words lobi niri
-1 |query q83 |ad a3 |advertiser v394 |position p2 |hour h20 |device phone |words nora disito
-1 |query q15 |ad a16 |advertiser v189 |position p1 |hour h22 |device phone |words moro binode tobumi berese
-1 |query q99 |ad a53 |advertiser v19 |position p3 |hour h14 |device phone |words nime besu
-1 |query q18 |ad a170 |advertiser v3 |position p1 |hour h11 |device desktop |words luru mume rubida
1 |query q1 |ad a213 |advertiser v165 |position p1 |hour h21 |device tablet |words tiba nolesi
-1 |query q9548 |ad a436 |advertiser v1 |position p2 |hour h11 |device phone |words latesa serili
-1 |query q2175 |ad a26 |advertiser v160 |position p2 |hour h1 |device phone |words rovoro buduva nidala
-1 |query q53628 |ad a72 |advertiser v29 |position p1 |hour h10 |device phone |words baba lese navo
-1 |query q20 |ad a2715 |advertiser v40 |position p1 |hour h9 |device phone |words deru datene
-1 |query q15 |ad a622 |advertiser v127 |position p4 |hour h19 |device phone |words moro binode tobumi berese
-1 |query q6 |ad a19 |advertiser v19 |position p1 |hour h16 |device desktop |words luda bome vono
-1 |query q42 |ad a2902 |advertiser v195 |position p1 |hour h19 |device phone |words bive delu nevu vedile
-1 |query q11008 |ad a26 |advertiser v160 |position p1 |hour h9 |device desktop |words luru dire
-1 |query q171 |ad a1 |advertiser v104 |position p3 |hour h19 |device phone |words lanu nosalu
-1 |query q6923 |ad a2 |advertiser v136 |position p2 |hour h0 |device phone |words sabe boto tuturo
-1 |query q2 |ad a28 |advertiser v85 |position p2 |hour h10 |device phone |words rabi ditave
-1 |query q93018 |ad a3290 |advertiser v30 |position p2 |hour h18 |device phone |words luru sinomi derore bederi
-1 |query q656 |ad a2228 |advertiser v11 |position p2 |hour h23 |device desktop |words tamo sida lomusa
-1 |query q739 |ad a6 |advertiser v7 |position p1 |hour h15 |device desktop |words vabo novabi
1 |query q1 |ad a39 |advertiser v58 |position p3 |hour h12 |device desktop |words tiba nolesi
-1 |query q11491 |ad a447 |advertiser v71 |position p2 |hour h10 |device desktop |words baba laro lerota tetovu litesu
-1 |query q11 |ad a7 |advertiser v70 |position p3 |hour h19 |device phone |words tono mavi bivuni nedavi
-1 |query q2615 |ad a1457 |advertiser v23 |position p2 |hour h10 |device phone |words rulo tanu
-1 |query q75628 |ad a1 |advertiser v104 |position p2 |hour h18 |device tablet |words nori rusi bura
-1 |query q13 |ad a3092 |advertiser v105 |position p1 |hour h8 |device tablet |words siso nenose
-1 |query q396 |ad a47 |advertiser v27 |position p2 |hour h9 |device phone |words baba lore tumuda
-1 |query q68566 |ad a25 |advertiser v38 |position p2 |hour h7 |device desktop |words luda rolemi meludo ruleda
-1 |query q2 |ad a51 |advertiser v51 |position p2 |hour h21 |device desktop |words rabi ditave
-1 |query q27534 |ad a2 |advertiser v136 |position p4 |hour h9 |device desktop |words dadode vadida rudabu
-1 |query q3 |ad a19 |advertiser v19 |position p2 |hour h13 |device phone |words beve voso davulo
-1 |query q22 |ad a3444 |advertiser v254 |position p1 |hour h21 |device desktop |words vomovo virulo
-1 |query q1 |ad a25 |advertiser v38 |position p3 |hour h15 |device tablet |words tiba nolesi
-1 |query q5922 |ad a731 |advertiser v11 |position p2 |hour h18 |device phone |words bodi bidosu
-1 |query q89640 |ad a239 |advertiser v28 |position p4 |hour h14 |device phone |words nasu mamumu
-1 |query q3 |ad a532 |advertiser v245 |position p2 |hour h14 |device phone |words beve voso davulo
-1 |query q21 |ad a17 |advertiser v39 |position p3 |hour h19 |device desktop |words nila rula
-1 |query q5 |ad a5 |advertiser v12 |position p1 |hour h13 |device phone |words talu tore tavoni
-1 |query q8411 |ad a535 |advertiser v385 |position p1 |hour h14 |device desktop |words vovi dadu naluna teneru
-1 |query q2 |ad a34 |advertiser v13 |position p2 |hour h13 |device desktop |words rabi ditave
-1 |query q39852 |ad a167 |advertiser v92 |position p3 |hour h13 |device phone |words mirida bosidi sanuta divuve
-1 |query q71 |ad a12 |advertiser v24 |position p1 |hour h23 |device desktop |words labe nobimo
-1 |query q1 |ad a4251 |advertiser v49 |position p1 |hour h8 |device phone |words tiba nolesi
-1 |query q51 |ad a196 |advertiser v19 |position p3 |hour h19 |device phone |words tude menamu
-1 |query q2 |ad a28 |advertiser v85 |position p3 |hour h19 |device phone |words rabi ditave
-1 |query q261 |ad a17 |advertiser v39 |position p2 |hour h16 |device phone |words sibu tosari
1 |query q75633 |ad a1 |advertiser v104 |position p3 |hour h22 |device desktop |words novo lome letedo netanu
-1 |query q49235 |ad a460 |advertiser v169 |position p3 |hour h14 |device desktop |words lore neba metobo nosote malavu
-1 |query q2 |ad a53 |advertiser v19 |position p2 |hour h19 |device desktop |words rabi ditave
-1 |query q14 |ad a2135 |advertiser v36 |position p4 |hour h16 |device phone |words salu vidu demi mumu vedine
1 |query q11 |ad a267 |advertiser v14 |position p1 |hour h22 |device phone |words tono mavi bivuni nedavi
-1 |query q29234 |ad a2 |advertiser v136 |position p1 |hour h4 |device desktop |words vima nuvo masu sivesa
-1 |query q121 |ad a15 |advertiser v49 |position p2 |hour h21 |device phone |words vavu deva vevoro
-1 |query q679 |ad a106 |advertiser v25 |position p2 |hour h17 |device phone |words dura bana
-1 |query q480 |ad a128 |advertiser v84 |position p3 |hour h20 |device phone |words ruti tobu sisa
-1 |query q1082 |ad a179 |advertiser v321 |position p3 |hour h19 |device desktop |words roso ronane nevera
-1 |query q1 |ad a2377 |advertiser v13 |position p1 |hour h21 |device phone |words tiba nolesi
-1 |query q1 |ad a3561 |advertiser v59 |position p1 |hour h17 |device phone |words tiba nolesi
1 |query q10 |ad a28 |advertiser v85 |position p1 |hour h20 |device phone |words vitu rade lele
-1 |query q6 |ad a424 |advertiser v256 |position p1 |hour h12 |device desktop |words luda bome vono
-1 |query q1 |ad a1148 |advertiser v296 |position p4 |hour h18 |device desktop |words tiba nolesi
-1 |query q2290 |ad a17 |advertiser v39 |position p1 |hour h22 |device phone |words mamu sidabu
-1 |query q81 |ad a2708 |advertiser v85 |position p2 |hour h9 |device desktop |words baba daba vumi tetimo
-1 |query q34 |ad a58 |advertiser v92 |position p1 |hour h21 |device desktop |words sibibe milebi
-1 |query q7 |ad a1973 |advertiser v180 |position p1 |hour h15 |device desktop |words nili dudade
-1 |query q7734 |ad a862 |advertiser v262 |position p2 |hour h9 |device phone |words luru tusa deri
-1 |query q21 |ad a13 |advertiser v115 |position p3 |hour h9 |device phone |words nila rula
-1 |query q129 |ad a14 |advertiser v5 |position p3 |hour h7 |device desktop |words baba nenuto
-1 |query q4 |ad a131 |advertiser v10 |position p1 |hour h18 |device tablet |words luru tamo sidi
-1 |query q89 |ad a1 |advertiser v104 |position p2 |hour h21 |device desktop |words rosu novo salu
1 |query q1 |ad a1102 |advertiser v19 |position p4 |hour h19 |device phone |words tiba nolesi
-1 |query q2689 |ad a22 |advertiser v91 |position p2 |hour h21 |device phone |words rulo vete rimo vivu nuribu
1 |query q22127 |ad a25 |advertiser v38 |position p1 |hour h17 |device phone |words tori bodi tora mevene
-1 |query q70 |ad a871 |advertiser v225 |position p3 |hour h8 |device tablet |words bovu subi ritu
-1 |query q3 |ad a2515 |advertiser v5 |position p2 |hour h10 |device desktop |words beve voso davulo
-1 |query q1 |ad a1148 |advertiser v296 |position p1 |hour h20 |device desktop |words tiba nolesi
-1 |query q185 |ad a301 |advertiser v49 |position p2 |hour h13 |device tablet |words besu dada limimo
-1 |query q90 |ad a3076 |advertiser v2 |position p1 |hour h23 |device desktop |words nomu ruvino
-1 |query q5023 |ad a286 |advertiser v7 |position p2 |hour h14 |device desktop |words semi loba vilo ruvu
-1 |query q21062 |ad a10 |advertiser v4 |position p2 |hour h20 |device phone |words tolu bamono mavudo
-1 |query q1 |ad a213 |advertiser v165 |position p3 |hour h23 |device phone |words tiba nolesi
-1 |query q1 |ad a25 |advertiser v38 |position p3 |hour h14 |device phone |words tiba nolesi
1 |query q223 |ad a115 |advertiser v128 |position p2 |hour h10 |device desktop |words ruti nole lana bisomo vumalu
-1 |query q115 |ad a211 |advertiser v1 |position p2 |hour h15 |device phone |words luva ridimu
-1 |query q10811 |ad a4 |advertiser v46 |position p1 |hour h16 |device phone |words rulo bivise
-1 |query q1 |ad a1 |advertiser v104 |position p1 |hour h20 |device tablet |words tiba nolesi
-1 |query q20 |ad a712 |advertiser v2 |position p1 |hour h17 |device desktop |words deru datene
-1 |query q1539 |ad a2589 |advertiser v154 |position p2 |hour h5 |device desktop |words dole luva vevo dese renuvi
-1 |query q74902 |ad a3417 |advertiser v112 |position p3 |hour h14 |device phone |words rara bome
-1 |query q748 |ad a602 |advertiser v129 |position p4 |hour h15 |device desktop |words veli bavole bodose leluvi
-1 |query q95747 |ad a1 |advertiser v104 |position p4 |hour h16 |device desktop |words rise mira vule
-1 |query q24 |ad a80 |advertiser v42 |position p3 |hour h15 |device phone |words vovi tada vilidi nosori rovire
-1 |query q1783 |ad a176 |advertiser v10 |position p1 |hour h22 |device phone |words tamo mibe bubudo radeno
-1 |query q1702 |ad a135 |advertiser v1 |position p1 |hour h19 |device phone |words bose vodibe
-1 |query q6 |ad a570 |advertiser v7 |position p3 |hour h11 |device phone |words luda bome vono
-1 |query q7493 |ad a2979 |advertiser v306 |position p1 |hour h10 |device phone |words baba rulo lume
-1 |query q10 |ad a144 |advertiser v232 |position p3 |hour h18 |device phone |words vitu rade lele
1 |query q37502 |ad a123 |advertiser v10 |position p1 |hour h21 |device phone |words luru mutatu
-1 |query q1609 |ad a120 |advertiser v6 |position p3 |hour h14 |device desktop |words nelo rodo
-1 |query q4 |ad a1429 |advertiser v398 |position p3 |hour h9 |device desktop |words luru tamo sidi
-1 |query q4760 |ad a383 |advertiser v6 |position p2 |hour h10 |device phone |words nime modi lamula
-1 |query q4 |ad a177 |advertiser v35 |position p3 |hour h12 |device desktop |words luru tamo sidi
-1 |query q95285 |ad a28 |advertiser v85 |position p1 |hour h0 |device phone |words nuni runu linoba dutire runumu
1 |query q1 |ad a1102 |advertiser v19 |position p1 |hour h19 |device desktop |words tiba nolesi
-1 |query q1 |ad a1148 |advertiser v296 |position p1 |hour h21 |device desktop |words tiba nolesi
-1 |query q484 |ad a2587 |advertiser v287 |position p1 |hour h8 |device phone |words tuvi tolo natosu veleve
1 |query q13755 |ad a154 |advertiser v201 |position p2 |hour h11 |device phone |words levu buto nosibe
-1 |query q18 |ad a170 |advertiser v3 |position p4 |hour h13 |device phone |words luru mume rubida
1 |query q8074 |ad a1 |advertiser v104 |position p2 |hour h3 |device tablet |words tinu mibo
1 |query q37 |ad a69 |advertiser v3 |position p1 |hour h10 |device phone |words danesa robetu
1 |query q1243 |ad a740 |advertiser v36 |position p2 |hour h22 |device phone |words baba dadu lelobe
-1 |query q792 |ad a437 |advertiser v17 |position p1 |hour h17 |device phone |words baba salo
-1 |query q434 |ad a3056 |advertiser v225 |position p3 |hour h13 |device phone |words duto buno
-1 |query q6277 |ad a8 |advertiser v146 |position p3 |hour h12 |device desktop |words siso seve ninana redari
-1 |query q356 |ad a16 |advertiser v189 |position p1 |hour h12 |device desktop |words lore valisi nisosa lemubo
-1 |query q136 |ad a1070 |advertiser v55 |position p2 |hour h9 |device desktop |words masa mebe luvese
-1 |query q76197 |ad a254 |advertiser v347 |position p3 |hour h8 |device phone |words labavi nusare torodo
-1 |query q259 |ad a818 |advertiser v1 |position p4 |hour h23 |device phone |words rarada ridaba
-1 |query q101 |ad a194 |advertiser v174 |position p2 |hour h15 |device phone |words nasu ruve durese muriro
1 |query q1002 |ad a12 |advertiser v24 |position p2 |hour h20 |device desktop |words nine vira
-1 |query q7 |ad a1588 |advertiser v213 |position p1 |hour h8 |device phone |words nili dudade
-1 |query q48 |ad a1831 |advertiser v303 |position p1 |hour h9 |device desktop |words rudubu nenunu
-1 |query q34796 |ad a3897 |advertiser v345 |position p3 |hour h7 |device tablet |words tusa tora bobuta
-1 |query q10 |ad a515 |advertiser v19 |position p2 |hour h19 |device phone |words vitu rade lele
-1 |query q30802 |ad a18 |advertiser v380 |position p2 |hour h20 |device phone |words vune maro bero
-1 |query q13 |ad a4739 |advertiser v107 |position p1 |hour h10 |device desktop |words siso nenose
-1 |query q36 |ad a24 |advertiser v66 |position p2 |hour h10 |device phone |words butudo nidima
-1 |query q47 |ad a1 |advertiser v104 |position p3 |hour h16 |device desktop |words nelo moma dadi
-1 |query q36978 |ad a2 |advertiser v136 |position p2 |hour h12 |device desktop |words lama datunu vebilo luneno dadone
1 |query q2 |ad a240 |advertiser v257 |position p1 |hour h22 |device phone |words rabi ditave
-1 |query q5320 |ad a2852 |advertiser v141 |position p1 |hour h12 |device tablet |words nomu vimoni nituse vubevu
-1 |query q16 |ad a450 |advertiser v20 |position p1 |hour h14 |device phone |words rudo ravule
1 |query q415 |ad a2 |advertiser v136 |position p1 |hour h5 |device desktop |words rebu luto mutoti
-1 |query q2898 |ad a6 |advertiser v7 |position p4 |hour h10 |device desktop |words luru tuma raluda
-1 |query q1062 |ad a774 |advertiser v231 |position p1 |hour h9 |device phone |words baba sutu neni saso vonomo
-1 |query q42 |ad a3166 |advertiser v79 |position p1 |hour h15 |device desktop |words bive delu nevu vedile
1 |query q4 |ad a1 |advertiser v104 |position p4 |hour h19 |device phone |words luru tamo sidi
1 |query q3781 |ad a782 |advertiser v14 |position p1 |hour h17 |device desktop |words sidu line tudeto
-1 |query q158 |ad a1274 |advertiser v19 |position p1 |hour h10 |device phone |words vana matede
-1 |query q21 |ad a2 |advertiser v136 |position p1 |hour h22 |device desktop |words nila rula
-1 |query q189 |ad a846 |advertiser v77 |position p1 |hour h17 |device phone |words ruti vitu loti bibu taromi
1 |query q1361 |ad a2394 |advertiser v142 |position p2 |hour h9 |device phone |words daba suru semaro
-1 |query q7183 |ad a61 |advertiser v151 |position p3 |hour h17 |device tablet |words ridi dole sibe
-1 |query q12 |ad a103 |advertiser v147 |position p1 |hour h18 |device desktop |words taru tebebe
-1 |query q52 |ad a105 |advertiser v26 |position p2 |hour h20 |device phone |words neba ludu neruri
-1 |query q35 |ad a1754 |advertiser v190 |position p3 |hour h22 |device phone |words ruti nila renuvi
-1 |query q98 |ad a85 |advertiser v246 |position p2 |hour h11 |device desktop |words sabuse vovote
-1 |query q5 |ad a47 |advertiser v27 |position p2 |hour h17 |device desktop |words talu tore tavoni
-1 |query q1654 |ad a2 |advertiser v136 |position p2 |hour h11 |device phone |words lino suma vova nata
-1 |query q117 |ad a143 |advertiser v258 |position p1 |hour h15 |device phone |words meme mita dureri
1 |query q18642 |ad a28 |advertiser v85 |position p1 |hour h19 |device desktop |words boba donadu
1 |query q70 |ad a69 |advertiser v3 |position p3 |hour h18 |device desktop |words bovu subi ritu
-1 |query q584 |ad a23 |advertiser v116 |position p1 |hour h21 |device phone |words vitu rema ruvu lovisi
-1 |query q139 |ad a1680 |advertiser v224 |position p4 |hour h22 |device desktop |words mume tula
-1 |query q47204 |ad a49 |advertiser v7 |position p3 |hour h17 |device phone |words rise dovu diti belavi ranine
-1 |query q4390 |ad a4677 |advertiser v95 |position p2 |hour h19 |device desktop |words lore dabi vati nanibo
-1 |query q4154 |ad a116 |advertiser v282 |position p3 |hour h20 |device phone |words tinu tere tilute
-1 |query q53 |ad a150 |advertiser v170 |position p2 |hour h18 |device phone |words rabe lela
-1 |query q581 |ad a231 |advertiser v122 |position p2 |hour h14 |device phone |words nito tulo
-1 |query q981 |ad a3754 |advertiser v2 |position p1 |hour h16 |device desktop |words rero retu durinu bedule lerova
-1 |query q10326 |ad a525 |advertiser v1 |position p2 |hour h18 |device phone |words lalo bebu natali
1 |query q432 |ad a144 |advertiser v232 |position p2 |hour h16 |device phone |words navu navime
-1 |query q1 |ad a213 |advertiser v165 |position p2 |hour h21 |device desktop |words tiba nolesi
-1 |query q16 |ad a39 |advertiser v58 |position p1 |hour h23 |device phone |words rudo ravule
-1 |query q112 |ad a2673 |advertiser v239 |position p1 |hour h8 |device desktop |words vome lare lovobe
-1 |query q2145 |ad a688 |advertiser v1 |position p1 |hour h17 |device phone |words luru vete vububu
-1 |query q8339 |ad a27 |advertiser v3 |position p3 |hour h22 |device phone |words rovo milomi rebomi
-1 |query q41525 |ad a692 |advertiser v32 |position p4 |hour h10 |device desktop |words tene sinese luboto
1 |query q82032 |ad a16 |advertiser v189 |position p1 |hour h22 |device tablet |words latati ramota
-1 |query q1828 |ad a14 |advertiser v5 |position p1 |hour h10 |device desktop |words bata susomo
-1 |query q36664 |ad a29 |advertiser v8 |position p3 |hour h13 |device desktop |words vadere luvaru mumite
-1 |query q224 |ad a2 |advertiser v136 |position p1 |hour h21 |device phone |words bera tora
-1 |query q12138 |ad a51 |advertiser v51 |position p2 |hour h0 |device desktop |words baba lore rise
-1 |query q3 |ad a766 |advertiser v72 |position p3 |hour h21 |device phone |words beve voso davulo
1 |query q995 |ad a3971 |advertiser v21 |position p1 |hour h0 |device phone |words vire nibo mute samobe
-1 |query q10761 |ad a43 |advertiser v160 |position p2 |hour h11 |device phone |words baba veteba tisasa
-1 |query q9989 |ad a4299 |advertiser v358 |position p3 |hour h13 |device desktop |words bamobu manovu
-1 |query q21 |ad a771 |advertiser v127 |position p2 |hour h18 |device phone |words nila rula
-1 |query q1 |ad a1091 |advertiser v141 |position p2 |hour h10 |device phone |words tiba nolesi
1 |query q1 |ad a13 |advertiser v115 |position p1 |hour h10 |device phone |words tiba nolesi
-1 |query q147 |ad a3 |advertiser v394 |position p1 |hour h3 |device desktop |words baba sato denu bosidi simumi
1 |query q1365 |ad a462 |advertiser v249 |position p1 |hour h14 |device desktop |words lami sibi
-1 |query q3054 |ad a365 |advertiser v18 |position p1 |hour h18 |device desktop |words rola labu tubodi
-1 |query q1827 |ad a266 |advertiser v293 |position p1 |hour h6 |device phone |words bata tavove
-1 |query q10 |ad a469 |advertiser v111 |position p1 |hour h16 |device desktop |words vitu rade lele
1 |query q18176 |ad a5 |advertiser v12 |position p2 |hour h19 |device phone |words disi nuvu
-1 |query q1769 |ad a6 |advertiser v7 |position p3 |hour h18 |device desktop |words rida tubobi
1 |query q6495 |ad a1204 |advertiser v274 |position p1 |hour h17 |device desktop |words senu boli tetota
-1 |query q400 |ad a4398 |advertiser v4 |position p2 |hour h15 |device desktop |words ruti vune
-1 |query q5 |ad a3503 |advertiser v72 |position p1 |hour h2 |device phone |words talu tore tavoni
1 |query q351 |ad a370 |advertiser v17 |position p2 |hour h16 |device phone |words naseme sisite
-1 |query q12 |ad a392 |advertiser v3 |position p3 |hour h15 |device desktop |words taru tebebe
-1 |query q4 |ad a287 |advertiser v9 |position p2 |hour h17 |device phone |words luru tamo sidi
-1 |query q2726 |ad a1 |advertiser v104 |position p3 |hour h16 |device tablet |words rulo rise sena tisudi
1 |query q131 |ad a16 |advertiser v189 |position p1 |hour h17 |device phone |words vune vasomu vironu
-1 |query q10 |ad a800 |advertiser v5 |position p2 |hour h1 |device phone |words vitu rade lele
-1 |query q3 |ad a6 |advertiser v7 |position p1 |hour h11 |device desktop |words beve voso davulo
-1 |query q12831 |ad a1115 |advertiser v3 |position p3 |hour h23 |device desktop |words voru rodure donadu tineva
-1 |query q1 |ad a16 |advertiser v189 |position p1 |hour h23 |device desktop |words tiba nolesi
1 |query q137 |ad a2 |advertiser v136 |position p2 |hour h23 |device desktop |words nuni larame
-1 |query q43 |ad a7 |advertiser v70 |position p4 |hour h13 |device desktop |words dura bima sasiri donito
-1 |query q2 |ad a240 |advertiser v257 |position p4 |hour h1 |device phone |words rabi ditave
-1 |query q5 |ad a344 |advertiser v14 |position p3 |hour h19 |device phone |words talu tore tavoni
-1 |query q14 |ad a34 |advertiser v13 |position p1 |hour h14 |device tablet |words salu vidu demi mumu vedine
-1 |query q7996 |ad a3232 |advertiser v59 |position p1 |hour h9 |device phone |words rulo novo roto
-1 |query q715 |ad a2615 |advertiser v8 |position p1 |hour h21 |device desktop |words rosu sabo belumu
-1 |query q42 |ad a110 |advertiser v8 |position p1 |hour h8 |device phone |words bive delu nevu vedile
-1 |query q5 |ad a5 |advertiser v12 |position p2 |hour h0 |device phone |words talu tore tavoni
-1 |query q4 |ad a1980 |advertiser v27 |position p2 |hour h15 |device desktop |words luru tamo sidi
-1 |query q28966 |ad a122 |advertiser v10 |position p2 |hour h23 |device desktop |words rebu soti
-1 |query q49224 |ad a77 |advertiser v1 |position p1 |hour h4 |device phone |words rosu muse meri vibene bemeda
-1 |query q99 |ad a3375 |advertiser v150 |position p1 |hour h11 |device desktop |words nime besu
-1 |query q1 |ad a16 |advertiser v189 |position p2 |hour h20 |device phone |words tiba nolesi
-1 |query q19 |ad a4641 |advertiser v230 |position p2 |hour h21 |device phone |words dimo losana dedeni
-1 |query q106 |ad a627 |advertiser v33 |position p3 |hour h15 |device desktop |words nomu ruve teli
-1 |query q32270 |ad a17 |advertiser v39 |position p3 |hour h10 |device desktop |words busu data
-1 |query q27 |ad a4 |advertiser v46 |position p1 |hour h23 |device tablet |words levu lami betomu
-1 |query q11 |ad a268 |advertiser v310 |position p1 |hour h18 |device phone |words tono mavi bivuni nedavi
-1 |query q15243 |ad a1823 |advertiser v73 |position p2 |hour h11 |device phone |words deru deliti vabivu tidibu rulubo
-1 |query q2 |ad a1577 |advertiser v78 |position p4 |hour h8 |device phone |words rabi ditave
-1 |query q2664 |ad a609 |advertiser v50 |position p2 |hour h21 |device phone |words bame vivole
1 |query q581 |ad a71 |advertiser v89 |position p1 |hour h21 |device phone |words nito tulo
-1 |query q9 |ad a1097 |advertiser v21 |position p2 |hour h22 |device desktop |words nilu midi larabi
-1 |query q7826 |ad a568 |advertiser v378 |position p1 |hour h19 |device tablet |words dibu nurema valisi
-1 |query q2401 |ad a1 |advertiser v104 |position p1 |hour h17 |device tablet |words ridi basu
-1 |query q11055 |ad a94 |advertiser v1 |position p1 |hour h9 |device desktop |words basara labova lasisu limano
-1 |query q537 |ad a79 |advertiser v37 |position p3 |hour h22 |device desktop |words vitu nasi divi bilume lolomu
-1 |query q4066 |ad a4258 |advertiser v40 |position p1 |hour h22 |device phone |words duto vedobu lavali
-1 |query q73 |ad a10 |advertiser v4 |position p4 |hour h16 |device phone |words buve resi molime
1 |query q1501 |ad a2 |advertiser v136 |position p3 |hour h21 |device desktop |words sutu tumi sututo
-1 |query q58 |ad a1402 |advertiser v125 |position p1 |hour h9 |device desktop |words momo nure melo
-1 |query q13 |ad a135 |advertiser v1 |position p2 |hour h1 |device phone |words siso nenose
-1 |query q287 |ad a95 |advertiser v1 |position p3 |hour h22 |device phone |words vovi navibi tosone
-1 |query q6 |ad a2150 |advertiser v4 |position p2 |hour h13 |device phone |words luda bome vono
-1 |query q30 |ad a3300 |advertiser v3 |position p4 |hour h14 |device desktop |words luru dovunu
-1 |query q27960 |ad a1 |advertiser v104 |position p4 |hour h22 |device desktop |words vaso noseni
-1 |query q2663 |ad a18 |advertiser v380 |position p3 |hour h13 |device phone |words beroni vibuma
-1 |query q34 |ad a4 |advertiser v46 |position p4 |hour h19 |device desktop |words sibibe milebi
1 |query q5191 |ad a3809 |advertiser v161 |position p4 |hour h18 |device desktop |words lami tunu subilu vedoro
-1 |query q3 |ad a41 |advertiser v186 |position p3 |hour h19 |device phone |words beve voso davulo
-1 |query q16 |ad a1010 |advertiser v4 |position p1 |hour h21 |device phone |words rudo ravule
-1 |query q858 |ad a1625 |advertiser v5 |position p1 |hour h15 |device phone |words vomo dita dibari
-1 |query q195 |ad a5 |advertiser v12 |position p1 |hour h1 |device desktop |words sado baluni
1 |query q1 |ad a970 |advertiser v224 |position p1 |hour h16 |device tablet |words tiba nolesi
-1 |query q2371 |ad a35 |advertiser v36 |position p3 |hour h22 |device desktop |words ruti misi salibu tamoru mibusi
-1 |query q441 |ad a5 |advertiser v12 |position p1 |hour h12 |device desktop |words muse bavi tavo
-1 |query q66 |ad a949 |advertiser v280 |position p3 |hour h16 |device tablet |words dena netutu
-1 |query q793 |ad a12 |advertiser v24 |position p2 |hour h11 |device desktop |words luru sivi bitibu ladulo
-1 |query q124 |ad a154 |advertiser v201 |position p3 |hour h22 |device phone |words vomo leri sasi dinuri
-1 |query q89208 |ad a146 |advertiser v273 |position p1 |hour h14 |device desktop |words diviva bovusu
-1 |query q272 |ad a1 |advertiser v104 |position p4 |hour h14 |device phone |words rodudi tetuti
-1 |query q13 |ad a32 |advertiser v10 |position p2 |hour h20 |device desktop |words siso nenose
1 |query q3174 |ad a178 |advertiser v156 |position p1 |hour h11 |device phone |words veli rasera lamuma
-1 |query q4 |ad a776 |advertiser v2 |position p3 |hour h16 |device desktop |words luru tamo sidi
-1 |query q1023 |ad a86 |advertiser v144 |position p2 |hour h18 |device phone |words lobi retiro
-1 |query q226 |ad a939 |advertiser v1 |position p2 |hour h22 |device phone |words lore medu
-1 |query q27 |ad a1431 |advertiser v156 |position p2 |hour h21 |device desktop |words levu lami betomu
-1 |query q1 |ad a16 |advertiser v189 |position p4 |hour h19 |device tablet |words tiba nolesi
-1 |query q4 |ad a1980 |advertiser v27 |position p3 |hour h22 |device phone |words luru tamo sidi
-1 |query q9 |ad a27 |advertiser v3 |position p2 |hour h16 |device phone |words nilu midi larabi
-1 |query q285 |ad a1175 |advertiser v7 |position p4 |hour h23 |device phone |words sato viti bemase venedu
-1 |query q404 |ad a3850 |advertiser v329 |position p2 |hour h17 |device tablet |words sotuni tuvili
-1 |query q14168 |ad a252 |advertiser v2 |position p2 |hour h12 |device desktop |words vune vavaso
1 |query q179 |ad a79 |advertiser v37 |position p2 |hour h15 |device phone |words leda sudema tovobu
-1 |query q160 |ad a3797 |advertiser v92 |position p1 |hour h20 |device phone |words nenu sulo
-1 |query q432 |ad a553 |advertiser v21 |position p1 |hour h14 |device phone |words navu navime
-1 |query q29444 |ad a1302 |advertiser v283 |position p2 |hour h9 |device phone |words miba levumu vinele voreva vitiba
-1 |query q1 |ad a4651 |advertiser v321 |position p1 |hour h12 |device desktop |words tiba nolesi
-1 |query q102 |ad a2907 |advertiser v103 |position p3 |hour h0 |device phone |words moma luve bimaro
-1 |query q3 |ad a175 |advertiser v9 |position p2 |hour h16 |device tablet |words beve voso davulo
-1 |query q1531 |ad a2 |advertiser v136 |position p4 |hour h21 |device desktop |words sinula rurudo berete
1 |query q97667 |ad a1703 |advertiser v3 |position p3 |hour h18 |device desktop |words lore danu sudota
-1 |query q4 |ad a903 |advertiser v10 |position p3 |hour h21 |device desktop |words luru tamo sidi
-1 |query q880 |ad a22 |advertiser v91 |position p1 |hour h10 |device tablet |words toto sono vuveno ramovu
-1 |query q1923 |ad a35 |advertiser v36 |position p4 |hour h0 |device phone |words dole lesane nudobi
1 |query q63520 |ad a7 |advertiser v70 |position p1 |hour h16 |device tablet |words baba disi nuso mulu
-1 |query q233 |ad a724 |advertiser v9 |position p2 |hour h12 |device phone |words vomo tisodu
-1 |query q34 |ad a5 |advertiser v12 |position p1 |hour h13 |device phone |words sibibe milebi
-1 |query q1 |ad a378 |advertiser v328 |position p3 |hour h20 |device phone |words tiba nolesi
-1 |query q57 |ad a10 |advertiser v4 |position p3 |hour h16 |device desktop |words riseba bidotu
-1 |query q3 |ad a766 |advertiser v72 |position p1 |hour h12 |device phone |words beve voso davulo
1 |query q76 |ad a1867 |advertiser v206 |position p2 |hour h9 |device phone |words mura todo menaro vubebe
-1 |query q15 |ad a1327 |advertiser v56 |position p1 |hour h8 |device phone |words moro binode tobumi berese
-1 |query q18666 |ad a1009 |advertiser v12 |position p2 |hour h9 |device phone |words bose dodota
-1 |query q245 |ad a781 |advertiser v21 |position p2 |hour h20 |device phone |words ruti sevi bideda
-1 |query q22 |ad a3933 |advertiser v15 |position p3 |hour h21 |device phone |words vomovo virulo
-1 |query q1714 |ad a734 |advertiser v54 |position p1 |hour h10 |device desktop |words baba luda sidu
-1 |query q14450 |ad a2 |advertiser v136 |position p4 |hour h23 |device desktop |words lobi save veravo
-1 |query q14588 |ad a3222 |advertiser v84 |position p4 |hour h22 |device desktop |words leri nutule
-1 |query q1 |ad a16 |advertiser v189 |position p3 |hour h12 |device desktop |words tiba nolesi
-1 |query q99 |ad a2 |advertiser v136 |position p1 |hour h18 |device phone |words nime besu
-1 |query q31384 |ad a290 |advertiser v11 |position p1 |hour h16 |device phone |words luni tudeda
-1 |query q6 |ad a570 |advertiser v7 |position p2 |hour h12 |device phone |words luda bome vono
-1 |query q27223 |ad a1 |advertiser v104 |position p1 |hour h18 |device desktop |words buledi deruma
-1 |query q10880 |ad a527 |advertiser v73 |position p2 |hour h0 |device phone |words lisu nerona duvile
-1 |query q1 |ad a378 |advertiser v328 |position p1 |hour h19 |device phone |words tiba nolesi
-1 |query q1 |ad a3561 |advertiser v59 |position p3 |hour h17 |device desktop |words tiba nolesi
-1 |query q87759 |ad a945 |advertiser v3 |position p1 |hour h9 |device phone |words lute luno
-1 |query q3484 |ad a2 |advertiser v136 |position p2 |hour h1 |device phone |words ruti diro resama
-1 |query q97293 |ad a44 |advertiser v50 |position p2 |hour h22 |device phone |words ruti mibu nunato
-1 |query q155 |ad a49 |advertiser v7 |position p2 |hour h4 |device phone |words rida musevo bavabu
-1 |query q1253 |ad a168 |advertiser v25 |position p1 |hour h13 |device tablet |words sote bori bave linidi
-1 |query q10 |ad a996 |advertiser v10 |position p2 |hour h6 |device phone |words vitu rade lele
-1 |query q12881 |ad a89 |advertiser v51 |position p3 |hour h13 |device desktop |words rulo novo dota time voludu
1 |query q1 |ad a378 |advertiser v328 |position p2 |hour h17 |device phone |words tiba nolesi
-1 |query q2 |ad a2 |advertiser v136 |position p1 |hour h12 |device desktop |words rabi ditave
-1 |query q39 |ad a1833 |advertiser v223 |position p2 |hour h20 |device desktop |words nasu duveni didoda munatu
-1 |query q21570 |ad a32 |advertiser v10 |position p2 |hour h22 |device desktop |words vune nabome
-1 |query q4 |ad a10 |advertiser v4 |position p1 |hour h19 |device phone |words luru tamo sidi
1 |query q705 |ad a9 |advertiser v43 |position p2 |hour h8 |device phone |words beto loti
-1 |query q337 |ad a4869 |advertiser v58 |position p3 |hour h22 |device phone |words dire rimuli
-1 |query q23093 |ad a159 |advertiser v70 |position p3 |hour h11 |device phone |words luda rise rero liba tobali
-1 |query q4 |ad a1429 |advertiser v398 |position p4 |hour h10 |device desktop |words luru tamo sidi
-1 |query q97712 |ad a2655 |advertiser v308 |position p2 |hour h7 |device phone |words rimava talalo
-1 |query q677 |ad a1 |advertiser v104 |position p3 |hour h15 |device phone |words ruti nane mole tetubu
1 |query q77877 |ad a28 |advertiser v85 |position p2 |hour h17 |device desktop |words baba bano
1 |query q1 |ad a9 |advertiser v43 |position p3 |hour h16 |device desktop |words tiba nolesi
-1 |query q461 |ad a342 |advertiser v144 |position p2 |hour h10 |device phone |words vovi bimi nuto
-1 |query q1072 |ad a91 |advertiser v88 |position p2 |hour h17 |device desktop |words dulu voto vote
-1 |query q40 |ad a829 |advertiser v1 |position p2 |hour h10 |device tablet |words rara bani mevu rane badaro
-1 |query q1 |ad a378 |advertiser v328 |position p2 |hour h11 |device phone |words tiba nolesi
-1 |query q236 |ad a83 |advertiser v3 |position p1 |hour h19 |device tablet |words niva subu sebamo tasetu
-1 |query q18088 |ad a701 |advertiser v8 |position p3 |hour h22 |device phone |words tabe bedule
-1 |query q14 |ad a3 |advertiser v394 |position p1 |hour h12 |device tablet |words salu vidu demi mumu vedine
-1 |query q321 |ad a3544 |advertiser v76 |position p1 |hour h19 |device desktop |words donebi sitide
-1 |query q17984 |ad a2 |advertiser v136 |position p2 |hour h8 |device desktop |words sime nuvibu rumama
-1 |query q1361 |ad a338 |advertiser v179 |position p3 |hour h17 |device phone |words daba suru semaro
-1 |query q26 |ad a2862 |advertiser v311 |position p3 |hour h10 |device phone |words tude lula
-1 |query q3 |ad a766 |advertiser v72 |position p2 |hour h21 |device phone |words beve voso davulo
-1 |query q1 |ad a254 |advertiser v347 |position p1 |hour h21 |device phone |words tiba nolesi
-1 |query q614 |ad a27 |advertiser v3 |position p2 |hour h14 |device desktop |words renuno ravomo
1 |query q195 |ad a1 |advertiser v104 |position p1 |hour h2 |device phone |words sado baluni
-1 |query q2695 |ad a213 |advertiser v165 |position p1 |hour h8 |device desktop |words luda dare muvi
-1 |query q29234 |ad a99 |advertiser v262 |position p3 |hour h20 |device tablet |words vima nuvo masu sivesa
-1 |query q11337 |ad a322 |advertiser v55 |position p2 |hour h9 |device phone |words vune mila mole nama
-1 |query q1841 |ad a346 |advertiser v136 |position p2 |hour h0 |device tablet |words vitu vebu
-1 |query q3513 |ad a65 |advertiser v15 |position p1 |hour h23 |device phone |words sivi rosuba moruri
-1 |query q2 |ad a1844 |advertiser v9 |position p4 |hour h9 |device desktop |words rabi ditave
-1 |query q82 |ad a2572 |advertiser v120 |position p3 |hour h16 |device phone |words rodebu vivetu bosotu
-1 |query q22140 |ad a2254 |advertiser v201 |position p3 |hour h18 |device phone |words vitu dido vure ratare
-1 |query q40 |ad a568 |advertiser v378 |position p1 |hour h19 |device phone |words rara bani mevu rane badaro
-1 |query q6135 |ad a49 |advertiser v7 |position p1 |hour h14 |device desktop |words meni rivi
-1 |query q3 |ad a10 |advertiser v4 |position p2 |hour h12 |device phone |words beve voso davulo
-1 |query q5 |ad a635 |advertiser v1 |position p1 |hour h10 |device tablet |words talu tore tavoni
-1 |query q17564 |ad a2619 |advertiser v333 |position p2 |hour h16 |device phone |words duto vono sinaso
-1 |query q15745 |ad a1310 |advertiser v46 |position p4 |hour h12 |device phone |words neta tale sebibu
-1 |query q4 |ad a81 |advertiser v2 |position p2 |hour h18 |device phone |words luru tamo sidi
-1 |query q23375 |ad a697 |advertiser v313 |position p2 |hour h21 |device tablet |words sutu setu sasu metisu
-1 |query q64400 |ad a4 |advertiser v46 |position p4 |hour h19 |device phone |words rosu bonama
1 |query q61333 |ad a1 |advertiser v104 |position p2 |hour h17 |device phone |words ruti deba
-1 |query q10348 |ad a457 |advertiser v319 |position p1 |hour h14 |device desktop |words dobe dotodo
-1 |query q41 |ad a43 |advertiser v160 |position p1 |hour h22 |device desktop |words lolane vonume
-1 |query q2 |ad a138 |advertiser v45 |position p2 |hour h11 |device desktop |words rabi ditave
-1 |query q1111 |ad a728 |advertiser v8 |position p3 |hour h22 |device phone |words medu mimotu danuso sudabo tenudo
1 |query q6 |ad a216 |advertiser v1 |position p2 |hour h4 |device phone |words luda bome vono
-1 |query q412 |ad a186 |advertiser v11 |position p2 |hour h12 |device phone |words vile todo
-1 |query q580 |ad a748 |advertiser v64 |position p1 |hour h16 |device phone |words luru vune
-1 |query q23465 |ad a6 |advertiser v7 |position p4 |hour h9 |device phone |words lale damo
-1 |query q57213 |ad a4747 |advertiser v194 |position p3 |hour h8 |device tablet |words rulo time levito
-1 |query q7 |ad a1588 |advertiser v213 |position p1 |hour h22 |device phone |words nili dudade
-1 |query q332 |ad a2492 |advertiser v10 |position p4 |hour h13 |device desktop |words lore mata turu
-1 |query q217 |ad a465 |advertiser v271 |position p2 |hour h20 |device desktop |words baba lena tarito dasebu
-1 |query q25671 |ad a1 |advertiser v104 |position p1 |hour h21 |device phone |words vomo modora
-1 |query q16 |ad a2976 |advertiser v2 |position p4 |hour h20 |device tablet |words rudo ravule
1 |query q14 |ad a3558 |advertiser v21 |position p1 |hour h1 |device tablet |words salu vidu demi mumu vedine
-1 |query q42 |ad a12 |advertiser v24 |position p2 |hour h13 |device phone |words bive delu nevu vedile
-1 |query q1361 |ad a512 |advertiser v60 |position p2 |hour h8 |device phone |words daba suru semaro
-1 |query q1 |ad a132 |advertiser v8 |position p1 |hour h23 |device phone |words tiba nolesi
-1 |query q844 |ad a128 |advertiser v84 |position p1 |hour h16 |device phone |words baba bituda
-1 |query q12351 |ad a61 |advertiser v151 |position p3 |hour h20 |device tablet |words luru rulo disi vusila runalu
1 |query q211 |ad a627 |advertiser v33 |position p3 |hour h9 |device desktop |words nuni bitu tisava
-1 |query q2660 |ad a18 |advertiser v380 |position p1 |hour h20 |device phone |words noba selu luvobo roresi
-1 |query q1 |ad a25 |advertiser v38 |position p1 |hour h21 |device phone |words tiba nolesi
-1 |query q79292 |ad a1024 |advertiser v8 |position p3 |hour h1 |device phone |words luda mudu lalovi
-1 |query q103 |ad a655 |advertiser v120 |position p3 |hour h14 |device phone |words deru nibu duta dele renasi
-1 |query q53613 |ad a78 |advertiser v2 |position p1 |hour h10 |device phone |words dabivo rumivu nileva
-1 |query q135 |ad a476 |advertiser v65 |position p2 |hour h19 |device phone |words lubo toti vonibe
-1 |query q492 |ad a894 |advertiser v182 |position p1 |hour h22 |device desktop |words temino vavidu
-1 |query q5 |ad a4 |advertiser v46 |position p1 |hour h21 |device desktop |words talu tore tavoni
-1 |query q5569 |ad a4 |advertiser v46 |position p2 |hour h10 |device desktop |words sara nune dovele
-1 |query q1 |ad a16 |advertiser v189 |position p1 |hour h13 |device phone |words tiba nolesi
-1 |query q70 |ad a3392 |advertiser v18 |position p1 |hour h11 |device phone |words bovu subi ritu
-1 |query q5405 |ad a62 |advertiser v50 |position p1 |hour h3 |device phone |words tovo vala semodi banadu niraba
1 |query q3789 |ad a1333 |advertiser v339 |position p3 |hour h15 |device desktop |words rove satero tedimi
-1 |query q30 |ad a7 |advertiser v70 |position p1 |hour h15 |device tablet |words luru dovunu
-1 |query q8 |ad a1971 |advertiser v89 |position p4 |hour h22 |device phone |words tude nado voreva bisomo
-1 |query q3603 |ad a12 |advertiser v24 |position p4 |hour h14 |device desktop |words narule vivuno
1 |query q1631 |ad a13 |advertiser v115 |position p3 |hour h20 |device phone |words ruti nenu nubedo
-1 |query q1 |ad a132 |advertiser v8 |position p3 |hour h14 |device desktop |words tiba nolesi
-1 |query q1 |ad a378 |advertiser v328 |position p2 |hour h10 |device desktop |words tiba nolesi
1 |query q8502 |ad a2103 |advertiser v303 |position p1 |hour h22 |device phone |words sola meli bara reto
-1 |query q31253 |ad a7 |advertiser v70 |position p1 |hour h9 |device phone |words ruti risimi
-1 |query q27087 |ad a3195 |advertiser v7 |position p2 |hour h16 |device desktop |words tabe tibo mebe lamimu menoli
-1 |query q42242 |ad a441 |advertiser v21 |position p1 |hour h17 |device phone |words rero nema vanori
-1 |query q1 |ad a378 |advertiser v328 |position p1 |hour h19 |device desktop |words tiba nolesi
-1 |query q16932 |ad a21 |advertiser v151 |position p1 |hour h3 |device phone |words subi baso munira
-1 |query q1340 |ad a3025 |advertiser v11 |position p1 |hour h16 |device desktop |words vune vivela desilo
-1 |query q20 |ad a25 |advertiser v38 |position p2 |hour h17 |device phone |words deru datene
-1 |query q17 |ad a167 |advertiser v92 |position p1 |hour h22 |device phone |words tulama ralinu sinebo
-1 |query q85 |ad a7 |advertiser v70 |position p4 |hour h19 |device phone |words baba misa bobule
-1 |query q2 |ad a34 |advertiser v13 |position p2 |hour h0 |device phone |words rabi ditave
-1 |query q3 |ad a249 |advertiser v151 |position p4 |hour h13 |device desktop |words beve voso davulo
-1 |query q4 |ad a7 |advertiser v70 |position p3 |hour h14 |device phone |words luru tamo sidi
-1 |query q42652 |ad a2389 |advertiser v62 |position p4 |hour h18 |device phone |words ruti vomo lusibo
-1 |query q19 |ad a67 |advertiser v2 |position p4 |hour h15 |device desktop |words dimo losana dedeni
1 |query q4173 |ad a29 |advertiser v8 |position p3 |hour h1 |device phone |words baba leniru tuvise
-1 |query q189 |ad a26 |advertiser v160 |position p3 |hour h16 |device desktop |words ruti vitu loti bibu taromi
-1 |query q7126 |ad a3 |advertiser v394 |position p2 |hour h13 |device phone |words baba ruti sise
1 |query q49204 |ad a2853 |advertiser v255 |position p3 |hour h22 |device desktop |words vitu masa senulo bovumu
-1 |query q1720 |ad a276 |advertiser v24 |position p1 |hour h20 |device phone |words lore bunu sudusi bulomi bimavo
1 |query q75 |ad a1 |advertiser v104 |position p3 |hour h7 |device phone |words vune lura lurabu somamo
-1 |query q113 |ad a2554 |advertiser v36 |position p4 |hour h1 |device desktop |words luru deva dosa
-1 |query q1 |ad a1148 |advertiser v296 |position p1 |hour h21 |device desktop |words tiba nolesi
-1 |query q3 |ad a4444 |advertiser v34 |position p1 |hour h9 |device desktop |words beve voso davulo
-1 |query q4559 |ad a133 |advertiser v12 |position p2 |hour h12 |device phone |words vovi tamuli risibo
-1 |query q7 |ad a32 |advertiser v10 |position p3 |hour h18 |device phone |words nili dudade
-1 |query q1 |ad a378 |advertiser v328 |position p2 |hour h18 |device phone |words tiba nolesi
-1 |query q2564 |ad a84 |advertiser v12 |position p3 |hour h18 |device phone |words sabi silido tomebe
-1 |query q686 |ad a42 |advertiser v348 |position p3 |hour h15 |device desktop |words didu lesili
-1 |query q66452 |ad a90 |advertiser v19 |position p3 |hour h19 |device desktop |words ruti suti meva vata
-1 |query q88 |ad a4378 |advertiser v2 |position p1 |hour h18 |device desktop |words vune vudo
-1 |query q2 |ad a27 |advertiser v3 |position p3 |hour h20 |device phone |words rabi ditave
-1 |query q2 |ad a2 |advertiser v136 |position p1 |hour h10 |device phone |words rabi ditave
-1 |query q2 |ad a4634 |advertiser v77 |position p3 |hour h22 |device phone |words rabi ditave
-1 |query q293 |ad a268 |advertiser v310 |position p3 |hour h21 |device desktop |words baba mebosi tuvite
-1 |query q816 |ad a4635 |advertiser v350 |position p1 |hour h11 |device desktop |words vune babisu
-1 |query q1880 |ad a2491 |advertiser v140 |position p1 |hour h9 |device tablet |words labe nutemi valuvi
-1 |query q3 |ad a2 |advertiser v136 |position p1 |hour h23 |device desktop |words beve voso davulo
-1 |query q150 |ad a129 |advertiser v17 |position p1 |hour h9 |device desktop |words lobi risami
-1 |query q389 |ad a6 |advertiser v7 |position p2 |hour h12 |device desktop |words vodo dibevu vasosu
-1 |query q38720 |ad a4 |advertiser v46 |position p2 |hour h23 |device phone |words baba luba nanevo
-1 |query q10 |ad a4490 |advertiser v46 |position p3 |hour h20 |device phone |words vitu rade lele
-1 |query q11562 |ad a1084 |advertiser v314 |position p3 |hour h17 |device desktop |words luru ralene rumira
-1 |query q4 |ad a10 |advertiser v4 |position p2 |hour h8 |device phone |words luru tamo sidi
-1 |query q506 |ad a520 |advertiser v9 |position p1 |hour h17 |device desktop |words rulo bibu suvosu molovo
-1 |query q36 |ad a207 |advertiser v6 |position p1 |hour h22 |device desktop |words butudo nidima
-1 |query q2282 |ad a2 |advertiser v136 |position p3 |hour h12 |device phone |words vonina benero
-1 |query q13093 |ad a266 |advertiser v293 |position p1 |hour h20 |device phone |words baba time vulu
-1 |query q6470 |ad a1 |advertiser v104 |position p4 |hour h13 |device phone |words luda tevu
-1 |query q1690 |ad a28 |advertiser v85 |position p3 |hour h8 |device phone |words baba ruti mamimu sereso rusedu
-1 |query q13 |ad a4 |advertiser v46 |position p2 |hour h8 |device desktop |words siso nenose
-1 |query q2 |ad a8 |advertiser v146 |position p4 |hour h2 |device phone |words rabi ditave
1 |query q28770 |ad a32 |advertiser v10 |position p1 |hour h21 |device phone |words baba ruti milalu
-1 |query q602 |ad a808 |advertiser v351 |position p3 |hour h5 |device desktop |words vitu vima bula lama reduno
-1 |query q5580 |ad a1 |advertiser v104 |position p1 |hour h7 |device desktop |words ruti sali lumiri
-1 |query q12904 |ad a149 |advertiser v214 |position p2 |hour h20 |device phone |words vire dedemi
-1 |query q895 |ad a1 |advertiser v104 |position p3 |hour h7 |device phone |words bane mamumu latamo midevi
-1 |query q514 |ad a2511 |advertiser v41 |position p2 |hour h8 |device tablet |words rada siloma betame
-1 |query q64018 |ad a1 |advertiser v104 |position p2 |hour h9 |device phone |words rero luli dudasu vanamu lomura
-1 |query q21314 |ad a284 |advertiser v261 |position p1 |hour h15 |device desktop |words bale mena tedonu
1 |query q55 |ad a37 |advertiser v131 |position p1 |hour h16 |device phone |words dare robu bita
1 |query q1 |ad a378 |advertiser v328 |position p2 |hour h11 |device desktop |words tiba nolesi
-1 |query q41 |ad a831 |advertiser v393 |position p4 |hour h19 |device desktop |words lolane vonume
-1 |query q1273 |ad a383 |advertiser v6 |position p1 |hour h18 |device desktop |words rola tevevi
-1 |query q1 |ad a213 |advertiser v165 |position p1 |hour h13 |device desktop |words tiba nolesi
1 |query q66 |ad a318 |advertiser v41 |position p2 |hour h21 |device desktop |words dena netutu
-1 |query q98 |ad a1530 |advertiser v57 |position p3 |hour h21 |device tablet |words sabuse vovote
-1 |query q117 |ad a551 |advertiser v184 |position p2 |hour h11 |device phone |words meme mita dureri
-1 |query q569 |ad a688 |advertiser v1 |position p2 |hour h22 |device phone |words bive mibe sedu tobeda
-1 |query q1453 |ad a74 |advertiser v280 |position p4 |hour h11 |device desktop |words luru tusa nada nurode voruba
-1 |query q2 |ad a536 |advertiser v14 |position p2 |hour h13 |device desktop |words rabi ditave
1 |query q372 |ad a22 |advertiser v91 |position p2 |hour h14 |device phone |words larero mivule
-1 |query q45660 |ad a19 |advertiser v19 |position p1 |hour h14 |device desktop |words dosu ruve lomabe
-1 |query q11 |ad a267 |advertiser v14 |position p3 |hour h11 |device phone |words tono mavi bivuni nedavi
-1 |query q51652 |ad a261 |advertiser v343 |position p2 |hour h9 |device desktop |words tiba lito riviba
-1 |query q4 |ad a1980 |advertiser v27 |position p3 |hour h13 |device desktop |words luru tamo sidi
-1 |query q10 |ad a588 |advertiser v42 |position p1 |hour h11 |device phone |words vitu rade lele
-1 |query q19769 |ad a56 |advertiser v244 |position p2 |hour h21 |device desktop |words baba rumara
-1 |query q3412 |ad a17 |advertiser v39 |position p4 |hour h9 |device phone |words sutu dati mese nurabo mavomu
1 |query q19844 |ad a117 |advertiser v52 |position p3 |hour h17 |device phone |words sivu bebe tede lube
-1 |query q863 |ad a9 |advertiser v43 |position p1 |hour h7 |device desktop |words vima meni
-1 |query q1 |ad a132 |advertiser v8 |position p2 |hour h8 |device phone |words tiba nolesi
-1 |query q8 |ad a1 |advertiser v104 |position p2 |hour h21 |device phone |words tude nado voreva bisomo
-1 |query q40 |ad a3030 |advertiser v22 |position p2 |hour h23 |device phone |words rara bani mevu rane badaro
-1 |query q1 |ad a1148 |advertiser v296 |position p4 |hour h13 |device phone |words tiba nolesi
1 |query q133 |ad a155 |advertiser v190 |position p1 |hour h15 |device phone |words lima duvina
-1 |query q324 |ad a54 |advertiser v79 |position p1 |hour h12 |device phone |words labo tirosu
-1 |query q5 |ad a5 |advertiser v12 |position p2 |hour h10 |device phone |words talu tore tavoni
-1 |query q143 |ad a1044 |advertiser v59 |position p2 |hour h23 |device phone |words lami veno muva sumu
-1 |query q651 |ad a273 |advertiser v175 |position p1 |hour h20 |device desktop |words tada buve
-1 |query q503 |ad a584 |advertiser v137 |position p2 |hour h13 |device desktop |words baba nelo
-1 |query q55 |ad a1455 |advertiser v51 |position p3 |hour h9 |device desktop |words dare robu bita
1 |query q1927 |ad a1027 |advertiser v264 |position p4 |hour h13 |device phone |words lena ruve
-1 |query q73630 |ad a89 |advertiser v51 |position p2 |hour h20 |device desktop |words baba dare suma tulovi
-1 |query q985 |ad a330 |advertiser v10 |position p3 |hour h12 |device desktop |words tadeli libovu
-1 |query q26815 |ad a5 |advertiser v12 |position p3 |hour h19 |device tablet |words lula mesu movusi videle
-1 |query q3653 |ad a87 |advertiser v4 |position p2 |hour h8 |device phone |words baba sidu ruso
-1 |query q854 |ad a14 |advertiser v5 |position p2 |hour h9 |device phone |words nuni dube
1 |query q793 |ad a123 |advertiser v10 |position p1 |hour h20 |device desktop |words luru sivi bitibu ladulo
-1 |query q403 |ad a10 |advertiser v4 |position p2 |hour h11 |device phone |words vire deva ramu
-1 |query q6695 |ad a169 |advertiser v210 |position p2 |hour h19 |device phone |words rabu tatame
-1 |query q396 |ad a295 |advertiser v2 |position p2 |hour h5 |device phone |words baba lore tumuda
-1 |query q377 |ad a2 |advertiser v136 |position p2 |hour h8 |device phone |words tede bodiba
-1 |query q21091 |ad a3 |advertiser v394 |position p4 |hour h6 |device desktop |words luda tutu rolusa sevoma misodi
-1 |query q398 |ad a7 |advertiser v70 |position p2 |hour h10 |device desktop |words ruti tuve burume
-1 |query q1 |ad a1102 |advertiser v19 |position p4 |hour h7 |device desktop |words tiba nolesi
-1 |query q39551 |ad a5 |advertiser v12 |position p2 |hour h18 |device desktop |words botaru vevira
1 |query q1101 |ad a190 |advertiser v4 |position p3 |hour h17 |device desktop |words divo bitu bemido
-1 |query q17590 |ad a3269 |advertiser v1 |position p2 |hour h14 |device phone |words ruti tene belu masuru
1 |query q3699 |ad a37 |advertiser v131 |position p1 |hour h20 |device phone |words baba ruti
-1 |query q26 |ad a1 |advertiser v104 |position p2 |hour h21 |device desktop |words tude lula
1 |query q62755 |ad a1399 |advertiser v181 |position p1 |hour h22 |device phone |words lino siso mamu tile nesu
-1 |query q18803 |ad a109 |advertiser v175 |position p2 |hour h20 |device phone |words moro bote
-1 |query q2 |ad a34 |advertiser v13 |position p2 |hour h13 |device desktop |words rabi ditave
-1 |query q3372 |ad a18 |advertiser v380 |position p2 |hour h16 |device desktop |words vibi tuti damila
-1 |query q62 |ad a20 |advertiser v75 |position p2 |hour h0 |device phone |words baba lilo lavuve lolame rerelu
1 |query q1 |ad a1 |advertiser v104 |position p1 |hour h18 |device desktop |words tiba nolesi
-1 |query q2571 |ad a6 |advertiser v7 |position p2 |hour h23 |device desktop |words nula vonibe lutoba
-1 |query q16744 |ad a1652 |advertiser v48 |position p3 |hour h17 |device phone |words vomo buno
1 |query q73 |ad a3164 |advertiser v46 |position p2 |hour h23 |device desktop |words buve resi molime
-1 |query q223 |ad a265 |advertiser v10 |position p3 |hour h17 |device tablet |words ruti nole lana bisomo vumalu
-1 |query q103 |ad a10 |advertiser v4 |position p1 |hour h10 |device phone |words deru nibu duta dele renasi
-1 |query q37 |ad a2307 |advertiser v130 |position p2 |hour h13 |device phone |words danesa robetu
-1 |query q119 |ad a18 |advertiser v380 |position p1 |hour h8 |device phone |words deda mabore sirumu
-1 |query q3 |ad a2758 |advertiser v6 |position p3 |hour h18 |device phone |words beve voso davulo
-1 |query q44 |ad a781 |advertiser v21 |position p2 |hour h15 |device phone |words varu vulo
-1 |query q14044 |ad a87 |advertiser v4 |position p1 |hour h5 |device tablet |words ridi vubi
-1 |query q2 |ad a1844 |advertiser v9 |position p2 |hour h22 |device phone |words rabi ditave
-1 |query q2 |ad a28 |advertiser v85 |position p2 |hour h15 |device desktop |words rabi ditave
1 |query q26213 |ad a4 |advertiser v46 |position p1 |hour h9 |device phone |words nibine nodeba
-1 |query q373 |ad a835 |advertiser v124 |position p2 |hour h20 |device tablet |words rulo vivi virane
-1 |query q80782 |ad a94 |advertiser v1 |position p2 |hour h10 |device phone |words sari lediba
-1 |query q193 |ad a5 |advertiser v12 |position p2 |hour h1 |device desktop |words suni voro
-1 |query q34 |ad a188 |advertiser v271 |position p3 |hour h21 |device phone |words sibibe milebi
-1 |query q9986 |ad a7 |advertiser v70 |position p4 |hour h16 |device phone |words nedi mesero sibisa
-1 |query q15 |ad a740 |advertiser v36 |position p2 |hour h18 |device phone |words moro binode tobumi berese
-1 |query q5 |ad a47 |advertiser v27 |position p2 |hour h0 |device phone |words talu tore tavoni
-1 |query q30 |ad a152 |advertiser v78 |position p1 |hour h0 |device phone |words luru dovunu
-1 |query q6 |ad a292 |advertiser v286 |position p2 |hour h20 |device desktop |words luda bome vono
1 |query q17588 |ad a610 |advertiser v209 |position p2 |hour h13 |device phone |words rola telavo
-1 |query q9310 |ad a1666 |advertiser v207 |position p3 |hour h22 |device phone |words baba lani toso
-1 |query q243 |ad a4 |advertiser v46 |position p1 |hour h11 |device desktop |words baba leni nedena
-1 |query q8519 |ad a5 |advertiser v12 |position p1 |hour h18 |device phone |words lolomu rivaso
-1 |query q259 |ad a19 |advertiser v19 |position p3 |hour h8 |device phone |words rarada ridaba
-1 |query q154 |ad a540 |advertiser v321 |position p1 |hour h10 |device desktop |words bive bute sutuba vamute
-1 |query q223 |ad a1 |advertiser v104 |position p4 |hour h18 |device desktop |words ruti nole lana bisomo vumalu
-1 |query q1109 |ad a737 |advertiser v1 |position p3 |hour h18 |device desktop |words rola rate livisa
-1 |query q50 |ad a1532 |advertiser v9 |position p1 |hour h11 |device phone |words rona teresi sinavo
-1 |query q30098 |ad a7 |advertiser v70 |position p2 |hour h1 |device desktop |words luru moma lituri dovera
-1 |query q13434 |ad a122 |advertiser v10 |position p1 |hour h11 |device desktop |words rulo tavi raleva
-1 |query q16 |ad a1010 |advertiser v4 |position p4 |hour h21 |device phone |words rudo ravule
-1 |query q8060 |ad a3275 |advertiser v275 |position p2 |hour h19 |device desktop |words rulo luda vudo
-1 |query q2902 |ad a6 |advertiser v7 |position p2 |hour h21 |device desktop |words doni vatura solimu
-1 |query q76987 |ad a30 |advertiser v232 |position p3 |hour h7 |device desktop |words bula rovo naba rula riveli
-1 |query q2373 |ad a18 |advertiser v380 |position p4 |hour h14 |device desktop |words neta lobaru
-1 |query q466 |ad a5 |advertiser v12 |position p2 |hour h8 |device phone |words sutu simu
-1 |query q28 |ad a6 |advertiser v7 |position p1 |hour h15 |device tablet |words vovube dereli
-1 |query q69 |ad a1646 |advertiser v5 |position p3 |hour h17 |device phone |words vesu rode vili
-1 |query q2759 |ad a975 |advertiser v334 |position p1 |hour h11 |device desktop |words vesu voto
-1 |query q10 |ad a2016 |advertiser v127 |position p1 |hour h17 |device phone |words vitu rade lele
-1 |query q66063 |ad a2555 |advertiser v5 |position p1 |hour h11 |device phone |words luru soboma
-1 |query q18 |ad a7 |advertiser v70 |position p2 |hour h17 |device phone |words luru mume rubida
-1 |query q54 |ad a3508 |advertiser v179 |position p2 |hour h21 |device desktop |words lido vetu merido dolare
-1 |query q68 |ad a1962 |advertiser v396 |position p3 |hour h8 |device phone |words lenove mebuvu
-1 |query q14 |ad a34 |advertiser v13 |position p3 |hour h15 |device desktop |words salu vidu demi mumu vedine
1 |query q65371 |ad a701 |advertiser v8 |position p1 |hour h23 |device phone |words luda latulu
-1 |query q26617 |ad a185 |advertiser v29 |position p2 |hour h15 |device phone |words samu dasama suvole
-1 |query q513 |ad a118 |advertiser v140 |position p3 |hour h12 |device desktop |words rone nenu
-1 |query q64877 |ad a675 |advertiser v21 |position p3 |hour h19 |device phone |words muse mame dena notuno
-1 |query q19707 |ad a503 |advertiser v80 |position p2 |hour h15 |device desktop |words nevora nubavu
-1 |query q13857 |ad a4 |advertiser v46 |position p4 |hour h20 |device tablet |words suvive nusame
-1 |query q5 |ad a2175 |advertiser v150 |position p1 |hour h21 |device phone |words talu tore tavoni
-1 |query q3 |ad a4444 |advertiser v34 |position p1 |hour h20 |device phone |words beve voso davulo
-1 |query q1 |ad a213 |advertiser v165 |position p1 |hour h20 |device desktop |words tiba nolesi
1 |query q25 |ad a704 |advertiser v134 |position p2 |hour h22 |device desktop |words lore rose numile
-1 |query q1 |ad a213 |advertiser v165 |position p1 |hour h14 |device phone |words tiba nolesi
-1 |query q13877 |ad a1 |advertiser v104 |position p1 |hour h0 |device phone |words nusi ralivo
-1 |query q10489 |ad a5 |advertiser v12 |position p3 |hour h10 |device desktop |words vitu lodari loteli
-1 |query q17 |ad a1 |advertiser v104 |position p1 |hour h14 |device tablet |words tulama ralinu sinebo
-1 |query q2 |ad a877 |advertiser v2 |position p2 |hour h15 |device phone |words rabi ditave
-1 |query q22361 |ad a89 |advertiser v51 |position p2 |hour h5 |device desktop |words rida sunu vari
-1 |query q4 |ad a1099 |advertiser v289 |position p3 |hour h16 |device phone |words luru tamo sidi
-1 |query q15 |ad a338 |advertiser v179 |position p3 |hour h11 |device phone |words moro binode tobumi berese
1 |query q4139 |ad a1720 |advertiser v28 |position p2 |hour h17 |device desktop |words neba benobu muroli
-1 |query q2 |ad a27 |advertiser v3 |position p4 |hour h13 |device desktop |words rabi ditave
-1 |query q34780 |ad a26 |advertiser v160 |position p1 |hour h21 |device desktop |words ruti vima bito lolava ninara
-1 |query q78 |ad a9 |advertiser v43 |position p2 |hour h22 |device phone |words rola boru mane tadaso vateri
1 |query q11 |ad a24 |advertiser v66 |position p1 |hour h17 |device desktop |words tono mavi bivuni nedavi
-1 |query q29 |ad a2 |advertiser v136 |position p1 |hour h10 |device phone |words lami mibe benara
-1 |query q821 |ad a2 |advertiser v136 |position p1 |hour h15 |device phone |words luru tonevi
1 |query q5658 |ad a1261 |advertiser v113 |position p1 |hour h17 |device phone |words bubusi masila
-1 |query q7671 |ad a94 |advertiser v1 |position p1 |hour h11 |device phone |words bera nena vuvero
-1 |query q7822 |ad a13 |advertiser v115 |position p3 |hour h11 |device phone |words dadumo simero
-1 |query q2 |ad a2 |advertiser v136 |position p1 |hour h22 |device tablet |words rabi ditave
-1 |query q145 |ad a1 |advertiser v104 |position p1 |hour h14 |device phone |words ravu muvoni
-1 |query q18255 |ad a2942 |advertiser v12 |position p2 |hour h12 |device tablet |words bito lumubo
-1 |query q57 |ad a2 |advertiser v136 |position p2 |hour h16 |device desktop |words riseba bidotu
-1 |query q176 |ad a10 |advertiser v4 |position p2 |hour h18 |device phone |words luda litu suvisi
-1 |query q132 |ad a19 |advertiser v19 |position p4 |hour h22 |device desktop |words tavi labaro rimadi movani
-1 |query q6 |ad a2150 |advertiser v4 |position p2 |hour h18 |device phone |words luda bome vono
1 |query q119 |ad a18 |advertiser v380 |position p1 |hour h21 |device phone |words deda mabore sirumu
1 |query q36 |ad a207 |advertiser v6 |position p1 |hour h0 |device phone |words butudo nidima
-1 |query q1 |ad a25 |advertiser v38 |position p2 |hour h17 |device phone |words tiba nolesi
-1 |query q12 |ad a4081 |advertiser v7 |position p1 |hour h20 |device tablet |words taru tebebe
-1 |query q52430 |ad a3420 |advertiser v1 |position p2 |hour h20 |device phone |words sina musu nanami
-1 |query q48395 |ad a3252 |advertiser v254 |position p4 |hour h22 |device desktop |words luda buvesi sateso
-1 |query q50460 |ad a7 |advertiser v70 |position p3 |hour h16 |device phone |words luru rolube vabesi
-1 |query q1 |ad a880 |advertiser v1 |position p2 |hour h10 |device phone |words tiba nolesi
-1 |query q690 |ad a1108 |advertiser v22 |position p3 |hour h0 |device phone |words ruti duno vimo
-1 |query q18 |ad a102 |advertiser v185 |position p3 |hour h9 |device desktop |words luru mume rubida
-1 |query q71 |ad a12 |advertiser v24 |position p1 |hour h20 |device desktop |words labe nobimo
-1 |query q39 |ad a38 |advertiser v348 |position p1 |hour h3 |device phone |words nasu duveni didoda munatu
-1 |query q4312 |ad a327 |advertiser v188 |position p2 |hour h14 |device phone |words lobi tirani
-1 |query q33 |ad a11 |advertiser v14 |position p1 |hour h0 |device phone |words limi bono milore
-1 |query q7 |ad a744 |advertiser v173 |position p3 |hour h8 |device phone |words nili dudade
-1 |query q9 |ad a62 |advertiser v50 |position p3 |hour h22 |device desktop |words nilu midi larabi
-1 |query q188 |ad a74 |advertiser v280 |position p2 |hour h19 |device desktop |words luda voru nosa vadi sabe
-1 |query q16995 |ad a53 |advertiser v19 |position p2 |hour h0 |device desktop |words baba bato bama tevero
-1 |query q12 |ad a10 |advertiser v4 |position p1 |hour h15 |device phone |words taru tebebe
-1 |query q4433 |ad a4580 |advertiser v76 |position p2 |hour h13 |device desktop |words ledi lulu basebu
-1 |query q19 |ad a1169 |advertiser v271 |position p3 |hour h7 |device phone |words dimo losana dedeni
-1 |query q51 |ad a633 |advertiser v2 |position p1 |hour h0 |device phone |words tude menamu
-1 |query q668 |ad a1 |advertiser v104 |position p3 |hour h21 |device phone |words ruti nibo
-1 |query q2067 |ad a2 |advertiser v136 |position p1 |hour h13 |device tablet |words risubo botama
-1 |query q6649 |ad a13 |advertiser v115 |position p1 |hour h21 |device desktop |words ludo namevu sumoni vudili
-1 |query q1907 |ad a1886 |advertiser v16 |position p1 |hour h16 |device desktop |words vume rubamu
-1 |query q127 |ad a69 |advertiser v3 |position p2 |hour h17 |device desktop |words bovu dorido tuvemu lavido
1 |query q1 |ad a132 |advertiser v8 |position p1 |hour h10 |device phone |words tiba nolesi
-1 |query q81 |ad a2708 |advertiser v85 |position p1 |hour h18 |device phone |words baba daba vumi tetimo
-1 |query q45 |ad a3 |advertiser v394 |position p2 |hour h15 |device phone |words vune seleri rosove mimede nulubu
-1 |query q151 |ad a856 |advertiser v172 |position p3 |hour h9 |device desktop |words baba dile sadude sebele
-1 |query q1 |ad a1102 |advertiser v19 |position p1 |hour h12 |device phone |words tiba nolesi
-1 |query q85707 |ad a1 |advertiser v104 |position p1 |hour h20 |device phone |words baba benisa sirado malavu
-1 |query q226 |ad a71 |advertiser v89 |position p1 |hour h23 |device desktop |words lore medu
1 |query q58923 |ad a22 |advertiser v91 |position p2 |hour h18 |device desktop |words baba rosu laro
-1 |query q464 |ad a2283 |advertiser v160 |position p1 |hour h10 |device desktop |words baba mavo
-1 |query q17308 |ad a10 |advertiser v4 |position p3 |hour h18 |device phone |words deli time
-1 |query q1 |ad a27 |advertiser v3 |position p1 |hour h7 |device phone |words tiba nolesi
-1 |query q25227 |ad a2 |advertiser v136 |position p1 |hour h8 |device desktop |words baba ruti vete lave rabe
-1 |query q7 |ad a744 |advertiser v173 |position p1 |hour h18 |device phone |words nili dudade
-1 |query q30 |ad a377 |advertiser v92 |position p1 |hour h11 |device phone |words luru dovunu
1 |query q7 |ad a8 |advertiser v146 |position p4 |hour h23 |device phone |words nili dudade
-1 |query q4245 |ad a77 |advertiser v1 |position p4 |hour h14 |device desktop |words veni deti manase vumaro
-1 |query q13 |ad a32 |advertiser v10 |position p4 |hour h18 |device desktop |words siso nenose
-1 |query q446 |ad a4 |advertiser v46 |position p1 |hour h11 |device phone |words baba soni notena nalaba
-1 |query q4003 |ad a273 |advertiser v175 |position p1 |hour h17 |device phone |words ruti libo notetu beleva
1 |query q1 |ad a213 |advertiser v165 |position p2 |hour h19 |device phone |words tiba nolesi
-1 |query q23 |ad a6 |advertiser v7 |position p1 |hour h8 |device phone |words nane risudo totili
-1 |query q686 |ad a42 |advertiser v348 |position p1 |hour h16 |device phone |words didu lesili
-1 |query q144 |ad a2964 |advertiser v232 |position p1 |hour h8 |device desktop |words lisi reradi
1 |query q22 |ad a4173 |advertiser v14 |position p2 |hour h15 |device tablet |words vomovo virulo
-1 |query q51154 |ad a401 |advertiser v388 |position p2 |hour h0 |device phone |words dote nerola dobeve
-1 |query q22 |ad a121 |advertiser v108 |position p3 |hour h0 |device desktop |words vomovo virulo
-1 |query q1 |ad a132 |advertiser v8 |position p2 |hour h14 |device desktop |words tiba nolesi
-1 |query q15 |ad a726 |advertiser v82 |position p1 |hour h8 |device phone |words moro binode tobumi berese
-1 |query q939 |ad a3 |advertiser v394 |position p1 |hour h15 |device phone |words luru rebu
-1 |query q1189 |ad a16 |advertiser v189 |position p2 |hour h4 |device desktop |words tasa luvinu timeri lamove tomesu
-1 |query q1 |ad a1560 |advertiser v76 |position p3 |hour h11 |device phone |words tiba nolesi
-1 |query q113 |ad a224 |advertiser v379 |position p1 |hour h11 |device phone |words luru deva dosa
-1 |query q12 |ad a1 |advertiser v104 |position p1 |hour h21 |device desktop |words taru tebebe
-1 |query q1 |ad a378 |advertiser v328 |position p2 |hour h12 |device phone |words tiba nolesi
-1 |query q1 |ad a308 |advertiser v24 |position p3 |hour h14 |device phone |words tiba nolesi
-1 |query q41045 |ad a246 |advertiser v181 |position p2 |hour h21 |device phone |words sasu suno
-1 |query q54405 |ad a8 |advertiser v146 |position p1 |hour h1 |device tablet |words rasi busa
1 |query q1 |ad a326 |advertiser v279 |position p1 |hour h21 |device phone |words tiba nolesi
-1 |query q5 |ad a635 |advertiser v1 |position p2 |hour h11 |device tablet |words talu tore tavoni
-1 |query q7864 |ad a57 |advertiser v187 |position p3 |hour h22 |device desktop |words ridi mudi
-1 |query q60 |ad a1302 |advertiser v283 |position p3 |hour h14 |device phone |words bode sutumu
-1 |query q8623 |ad a2523 |advertiser v152 |position p1 |hour h10 |device phone |words mame notole
-1 |query q754 |ad a1 |advertiser v104 |position p3 |hour h21 |device desktop |words rosu moro bona vubetu
-1 |query q2844 |ad a923 |advertiser v6 |position p2 |hour h8 |device desktop |words nenu sinu naliru nanuni
-1 |query q1644 |ad a4 |advertiser v46 |position p1 |hour h14 |device desktop |words luru luda
-1 |query q5 |ad a221 |advertiser v155 |position p4 |hour h21 |device desktop |words talu tore tavoni
-1 |query q62779 |ad a2 |advertiser v136 |position p1 |hour h9 |device phone |words tuti laso temo dureli
-1 |query q4439 |ad a145 |advertiser v270 |position p2 |hour h21 |device desktop |words baba loloba
-1 |query q4 |ad a1429 |advertiser v398 |position p2 |hour h16 |device phone |words luru tamo sidi
-1 |query q3303 |ad a1188 |advertiser v140 |position p2 |hour h14 |device desktop |words rotumo mudove
-1 |query q1 |ad a3561 |advertiser v59 |position p2 |hour h20 |device phone |words tiba nolesi
-1 |query q1 |ad a1148 |advertiser v296 |position p4 |hour h9 |device phone |words tiba nolesi
1 |query q159 |ad a6 |advertiser v7 |position p1 |hour h21 |device phone |words lilivo lilese temodi tetiti
-1 |query q90626 |ad a19 |advertiser v19 |position p1 |hour h21 |device desktop |words rise batamu sadomo litena
-1 |query q1 |ad a376 |advertiser v40 |position p2 |hour h20 |device phone |words tiba nolesi
-1 |query q250 |ad a1349 |advertiser v18 |position p3 |hour h21 |device desktop |words nuda vovo
-1 |query q14069 |ad a2358 |advertiser v92 |position p1 |hour h20 |device tablet |words mudi lasutu letodu
-1 |query q33535 |ad a9 |advertiser v43 |position p2 |hour h16 |device phone |words vune budo
-1 |query q24412 |ad a40 |advertiser v351 |position p2 |hour h21 |device desktop |words ruti rema sive
-1 |query q470 |ad a4 |advertiser v46 |position p1 |hour h14 |device desktop |words rulo nala ratu sabi rumoro
1 |query q578 |ad a2 |advertiser v136 |position p1 |hour h16 |device desktop |words baba biba titeve
-1 |query q83 |ad a2369 |advertiser v233 |position p2 |hour h19 |device desktop |words nora disito
-1 |query q5215 |ad a447 |advertiser v71 |position p4 |hour h12 |device phone |words lobi siso lelu
1 |query q50 |ad a1 |advertiser v104 |position p1 |hour h20 |device phone |words rona teresi sinavo
1 |query q53621 |ad a1 |advertiser v104 |position p2 |hour h9 |device phone |words dota tote dero nevumo luboso
-1 |query q49283 |ad a61 |advertiser v151 |position p1 |hour h23 |device phone |words sote damama
-1 |query q276 |ad a265 |advertiser v10 |position p1 |hour h1 |device phone |words nomu milimu
-1 |query q35 |ad a11 |advertiser v14 |position p3 |hour h16 |device desktop |words ruti nila renuvi
-1 |query q28 |ad a6 |advertiser v7 |position p4 |hour h9 |device desktop |words vovube dereli
-1 |query q22576 |ad a1 |advertiser v104 |position p3 |hour h22 |device desktop |words vete desu tolidu bolovu
-1 |query q2 |ad a2 |advertiser v136 |position p2 |hour h21 |device phone |words rabi ditave
-1 |query q136 |ad a88 |advertiser v242 |position p1 |hour h12 |device phone |words masa mebe luvese
-1 |query q10346 |ad a34 |advertiser v13 |position p3 |hour h12 |device phone |words baba dimeme
-1 |query q2 |ad a27 |advertiser v3 |position p2 |hour h12 |device phone |words rabi ditave
-1 |query q21453 |ad a54 |advertiser v79 |position p1 |hour h7 |device phone |words vune soli riru
-1 |query q37 |ad a2307 |advertiser v130 |position p4 |hour h6 |device desktop |words danesa robetu
-1 |query q46048 |ad a1 |advertiser v104 |position p1 |hour h14 |device phone |words vomo sutu nove nena valebe
-1 |query q261 |ad a53 |advertiser v19 |position p1 |hour h16 |device desktop |words sibu tosari
-1 |query q482 |ad a152 |advertiser v78 |position p1 |hour h17 |device phone |words relo relire
-1 |query q10089 |ad a2173 |advertiser v397 |position p4 |hour h19 |device phone |words mera mana momomi lodele memuli
-1 |query q1026 |ad a15 |advertiser v49 |position p4 |hour h19 |device desktop |words nabi meriri mevilu
1 |query q136 |ad a2302 |advertiser v38 |position p1 |hour h8 |device phone |words masa mebe luvese
1 |query q7119 |ad a3 |advertiser v394 |position p4 |hour h12 |device desktop |words loti baralo
-1 |query q732 |ad a2 |advertiser v136 |position p1 |hour h7 |device phone |words baba rebi
-1 |query q59 |ad a86 |advertiser v144 |position p1 |hour h17 |device tablet |words lobu nasidu
-1 |query q43114 |ad a33 |advertiser v33 |position p2 |hour h23 |device phone |words baba timatu
-1 |query q334 |ad a9 |advertiser v43 |position p2 |hour h15 |device phone |words baba ruti vune rulo tude
-1 |query q10 |ad a2016 |advertiser v127 |position p2 |hour h7 |device phone |words vitu rade lele
-1 |query q2 |ad a34 |advertiser v13 |position p2 |hour h19 |device phone |words rabi ditave
-1 |query q1548 |ad a3834 |advertiser v116 |position p2 |hour h22 |device phone |words nonini nimali
-1 |query q19661 |ad a1034 |advertiser v1 |position p3 |hour h18 |device phone |words vitu tasi
-1 |query q159 |ad a3 |advertiser v394 |position p1 |hour h14 |device phone |words lilivo lilese temodi tetiti
-1 |query q3 |ad a17 |advertiser v39 |position p1 |hour h15 |device tablet |words beve voso davulo
-1 |query q1 |ad a25 |advertiser v38 |position p1 |hour h19 |device phone |words tiba nolesi
-1 |query q89 |ad a134 |advertiser v164 |position p1 |hour h8 |device phone |words rosu novo salu
1 |query q11 |ad a1 |advertiser v104 |position p3 |hour h21 |device phone |words tono mavi bivuni nedavi
-1 |query q2803 |ad a724 |advertiser v9 |position p3 |hour h14 |device tablet |words neta rala tutu
-1 |query q8 |ad a33 |advertiser v33 |position p4 |hour h17 |device desktop |words tude nado voreva bisomo
-1 |query q12 |ad a1 |advertiser v104 |position p1 |hour h12 |device phone |words taru tebebe
-1 |query q12083 |ad a82 |advertiser v140 |position p2 |hour h11 |device phone |words tiba sare sotili buraru leribu
1 |query q513 |ad a2555 |advertiser v5 |position p1 |hour h21 |device phone |words rone nenu
-1 |query q61 |ad a32 |advertiser v10 |position p2 |hour h15 |device phone |words buve seroro linovo labula
-1 |query q66 |ad a368 |advertiser v5 |position p3 |hour h21 |device phone |words dena netutu
-1 |query q835 |ad a95 |advertiser v1 |position p1 |hour h21 |device desktop |words baba rara
-1 |query q2 |ad a240 |advertiser v257 |position p3 |hour h22 |device desktop |words rabi ditave
-1 |query q29310 |ad a99 |advertiser v262 |position p3 |hour h23 |device desktop |words vaso ribe darise baniso videsu
1 |query q2 |ad a2 |advertiser v136 |position p4 |hour h14 |device phone |words rabi ditave
-1 |query q7475 |ad a407 |advertiser v41 |position p2 |hour h8 |device phone |words meso nidaru reruve
-1 |query q92023 |ad a2765 |advertiser v178 |position p3 |hour h15 |device desktop |words biro nulu rorobu
1 |query q6276 |ad a13 |advertiser v115 |position p2 |hour h21 |device phone |words luda ridi
-1 |query q73 |ad a64 |advertiser v224 |position p2 |hour h12 |device desktop |words buve resi molime
-1 |query q1 |ad a25 |advertiser v38 |position p1 |hour h19 |device desktop |words tiba nolesi
-1 |query q66097 |ad a353 |advertiser v109 |position p2 |hour h12 |device desktop |words sutu desu ralo nadodu
-1 |query q16295 |ad a2563 |advertiser v75 |position p3 |hour h16 |device phone |words baba riro
-1 |query q6 |ad a570 |advertiser v7 |position p2 |hour h7 |device phone |words luda bome vono
-1 |query q1 |ad a25 |advertiser v38 |position p1 |hour h10 |device phone |words tiba nolesi
-1 |query q460 |ad a1 |advertiser v104 |position p1 |hour h16 |device desktop |words musa vasonu
-1 |query q1 |ad a18 |advertiser v380 |position p3 |hour h12 |device phone |words tiba nolesi
-1 |query q31 |ad a144 |advertiser v232 |position p3 |hour h13 |device desktop |words desa tilava nobede
-1 |query q1373 |ad a185 |advertiser v29 |position p3 |hour h16 |device desktop |words darili savanu
-1 |query q1 |ad a16 |advertiser v189 |position p4 |hour h21 |device phone |words tiba nolesi
-1 |query q18945 |ad a184 |advertiser v2 |position p2 |hour h13 |device desktop |words lena mulu mirila
-1 |query q4 |ad a1980 |advertiser v27 |position p3 |hour h20 |device phone |words luru tamo sidi
-1 |query q5 |ad a327 |advertiser v188 |position p2 |hour h0 |device phone |words talu tore tavoni
-1 |query q19 |ad a428 |advertiser v4 |position p1 |hour h18 |device tablet |words dimo losana dedeni
-1 |query q1992 |ad a506 |advertiser v6 |position p1 |hour h10 |device tablet |words ruti vudibi nebalu vibere
1 |query q2166 |ad a1252 |advertiser v43 |position p3 |hour h17 |device phone |words mudi ruri nadodu
-1 |query q3096 |ad a62 |advertiser v50 |position p3 |hour h0 |device phone |words vune tile vosi
-1 |query q29 |ad a2 |advertiser v136 |position p2 |hour h17 |device desktop |words lami mibe benara
-1 |query q10 |ad a469 |advertiser v111 |position p4 |hour h11 |device phone |words vitu rade lele
-1 |query q13728 |ad a6 |advertiser v7 |position p1 |hour h9 |device desktop |words rise laledu
-1 |query q90 |ad a1829 |advertiser v55 |position p3 |hour h22 |device phone |words nomu ruvino
-1 |query q8488 |ad a3760 |advertiser v239 |position p2 |hour h20 |device desktop |words muvo volivi
1 |query q1257 |ad a1028 |advertiser v316 |position p1 |hour h10 |device phone |words ledi setu tero vibose
-1 |query q1 |ad a16 |advertiser v189 |position p4 |hour h14 |device phone |words tiba nolesi
-1 |query q1 |ad a3561 |advertiser v59 |position p3 |hour h17 |device phone |words tiba nolesi
-1 |query q4425 |ad a2516 |advertiser v37 |position p3 |hour h23 |device phone |words muba botala diluva
-1 |query q483 |ad a176 |advertiser v10 |position p1 |hour h18 |device phone |words nane linise
-1 |query q1 |ad a1148 |advertiser v296 |position p3 |hour h18 |device phone |words tiba nolesi
1 |query q28228 |ad a110 |advertiser v8 |position p3 |hour h0 |device phone |words tata denina
-1 |query q386 |ad a3406 |advertiser v61 |position p3 |hour h15 |device phone |words lena bive rimo ledeva sesoni
-1 |query q135 |ad a4 |advertiser v46 |position p1 |hour h12 |device desktop |words lubo toti vonibe
-1 |query q1 |ad a16 |advertiser v189 |position p2 |hour h22 |device phone |words tiba nolesi
-1 |query q3 |ad a783 |advertiser v215 |position p1 |hour h8 |device desktop |words beve voso davulo
-1 |query q10 |ad a2 |advertiser v136 |position p2 |hour h15 |device desktop |words vitu rade lele
1 |query q61730 |ad a14 |advertiser v5 |position p1 |hour h20 |device tablet |words talo neresu mavadi
-1 |query q2989 |ad a3885 |advertiser v178 |position p1 |hour h22 |device phone |words vune dimu dobe modebe dududi
-1 |query q136 |ad a1070 |advertiser v55 |position p2 |hour h15 |device phone |words masa mebe luvese
-1 |query q20 |ad a25 |advertiser v38 |position p1 |hour h11 |device phone |words deru datene
1 |query q10869 |ad a1272 |advertiser v118 |position p2 |hour h19 |device tablet |words sasa vatu
-1 |query q129 |ad a8 |advertiser v146 |position p4 |hour h15 |device phone |words baba nenuto
1 |query q1 |ad a378 |advertiser v328 |position p2 |hour h4 |device phone |words tiba nolesi
-1 |query q67 |ad a25 |advertiser v38 |position p3 |hour h3 |device phone |words bula vuvolu sovesi
-1 |query q30 |ad a174 |advertiser v1 |position p1 |hour h8 |device phone |words luru dovunu
-1 |query q290 |ad a502 |advertiser v161 |position p2 |hour h14 |device phone |words moroba temulu mibeda
-1 |query q4564 |ad a71 |advertiser v89 |position p2 |hour h16 |device tablet |words vidi vomumi vuredu visasa
-1 |query q1 |ad a106 |advertiser v25 |position p2 |hour h14 |device phone |words tiba nolesi
-1 |query q74 |ad a2595 |advertiser v63 |position p4 |hour h8 |device desktop |words tama mosala
-1 |query q2836 |ad a1198 |advertiser v93 |position p1 |hour h17 |device phone |words rali vode tiseti natema
-1 |query q6 |ad a570 |advertiser v7 |position p2 |hour h8 |device tablet |words luda bome vono
-1 |query q5790 |ad a1 |advertiser v104 |position p1 |hour h14 |device tablet |words luru neta buvabe
-1 |query q10478 |ad a497 |advertiser v1 |position p2 |hour h0 |device desktop |words nina ritobu bovinu
-1 |query q115 |ad a1 |advertiser v104 |position p2 |hour h19 |device phone |words luva ridimu
-1 |query q3 |ad a2758 |advertiser v6 |position p3 |hour h20 |device desktop |words beve voso davulo
-1 |query q4925 |ad a1565 |advertiser v116 |position p2 |hour h18 |device phone |words seta mibeto nutina lidire ladosa
-1 |query q33696 |ad a7 |advertiser v70 |position p1 |hour h21 |device phone |words nenamo saliro
-1 |query q226 |ad a1 |advertiser v104 |position p2 |hour h11 |device phone |words lore medu
-1 |query q11 |ad a267 |advertiser v14 |position p2 |hour h8 |device phone |words tono mavi bivuni nedavi
1 |query q6865 |ad a385 |advertiser v335 |position p2 |hour h1 |device tablet |words tobi donunu
-1 |query q10 |ad a469 |advertiser v111 |position p3 |hour h8 |device phone |words vitu rade lele
-1 |query q1 |ad a3561 |advertiser v59 |position p1 |hour h11 |device desktop |words tiba nolesi
1 |query q2 |ad a2 |advertiser v136 |position p3 |hour h22 |device tablet |words rabi ditave
-1 |query q229 |ad a83 |advertiser v3 |position p1 |hour h11 |device phone |words baba ridi roredo lidute
-1 |query q4 |ad a1429 |advertiser v398 |position p3 |hour h15 |device desktop |words luru tamo sidi
1 |query q347 |ad a1 |advertiser v104 |position p2 |hour h20 |device tablet |words sidu bini
-1 |query q6736 |ad a363 |advertiser v381 |position p1 |hour h8 |device phone |words vivami vumuvo
-1 |query q118 |ad a541 |advertiser v208 |position p2 |hour h15 |device desktop |words vemu nuba
-1 |query q35 |ad a16 |advertiser v189 |position p2 |hour h18 |device desktop |words ruti nila renuvi
-1 |query q13 |ad a1002 |advertiser v2 |position p1 |hour h13 |device desktop |words siso nenose
-1 |query q839 |ad a257 |advertiser v4 |position p3 |hour h23 |device desktop |words ruma muvuvo vetevo bidase
-1 |query q8519 |ad a1 |advertiser v104 |position p4 |hour h19 |device desktop |words lolomu rivaso
-1 |query q60 |ad a10 |advertiser v4 |position p3 |hour h19 |device phone |words bode sutumu
-1 |query q165 |ad a6 |advertiser v7 |position p2 |hour h14 |device desktop |words vobo neduvi
-1 |query q2 |ad a2 |advertiser v136 |position p4 |hour h23 |device desktop |words rabi ditave
-1 |query q14338 |ad a149 |advertiser v214 |position p3 |hour h17 |device tablet |words vusi suve larovo
-1 |query q1 |ad a3 |advertiser v394 |position p3 |hour h13 |device phone |words tiba nolesi
-1 |query q2 |ad a138 |advertiser v45 |position p1 |hour h20 |device phone |words rabi ditave
-1 |query q47 |ad a1 |advertiser v104 |position p2 |hour h10 |device desktop |words nelo moma dadi
-1 |query q560 |ad a54 |advertiser v79 |position p2 |hour h14 |device phone |words nuva tadula
-1 |query q331 |ad a9 |advertiser v43 |position p1 |hour h11 |device desktop |words lumo ramido lanetu
-1 |query q222 |ad a779 |advertiser v92 |position p1 |hour h13 |device desktop |words dusuvi dibuso
1 |query q4 |ad a1980 |advertiser v27 |position p3 |hour h23 |device desktop |words luru tamo sidi
-1 |query q4 |ad a131 |advertiser v10 |position p3 |hour h19 |device phone |words luru tamo sidi
-1 |query q61046 |ad a31 |advertiser v14 |position p1 |hour h17 |device desktop |words semu bidema
-1 |query q1 |ad a1148 |advertiser v296 |position p1 |hour h12 |device phone |words tiba nolesi
-1 |query q383 |ad a3280 |advertiser v17 |position p2 |hour h10 |device desktop |words rulo nima nuvano
-1 |query q686 |ad a112 |advertiser v129 |position p4 |hour h19 |device desktop |words didu lesili
-1 |query q5 |ad a4475 |advertiser v58 |position p4 |hour h21 |device desktop |words talu tore tavoni
-1 |query q1 |ad a132 |advertiser v8 |position p1 |hour h20 |device desktop |words tiba nolesi
-1 |query q511 |ad a452 |advertiser v3 |position p4 |hour h8 |device phone |words buvo selisa
-1 |query q2111 |ad a60 |advertiser v304 |position p3 |hour h17 |device phone |words tobame lotada
-1 |query q8 |ad a3592 |advertiser v349 |position p1 |hour h1 |device desktop |words tude nado voreva bisomo
-1 |query q4 |ad a1 |advertiser v104 |position p2 |hour h23 |device desktop |words luru tamo sidi
-1 |query q2865 |ad a48 |advertiser v7 |position p2 |hour h22 |device phone |words levu suni
1 |query q3680 |ad a3478 |advertiser v59 |position p1 |hour h1 |device phone |words baba tumu
-1 |query q388 |ad a3 |advertiser v394 |position p4 |hour h13 |device phone |words tinu terasu
-1 |query q5 |ad a221 |advertiser v155 |position p3 |hour h10 |device desktop |words talu tore tavoni
-1 |query q6 |ad a570 |advertiser v7 |position p3 |hour h13 |device phone |words luda bome vono
-1 |query q57 |ad a3238 |advertiser v117 |position p3 |hour h12 |device phone |words riseba bidotu
-1 |query q4179 |ad a2 |advertiser v136 |position p1 |hour h10 |device desktop |words belu sasa
-1 |query q2 |ad a2 |advertiser v136 |position p3 |hour h23 |device phone |words rabi ditave
-1 |query q3255 |ad a1357 |advertiser v6 |position p2 |hour h14 |device desktop |words bale vivu sumuma
-1 |query q40126 |ad a305 |advertiser v73 |position p1 |hour h9 |device phone |words divolu lunobu
-1 |query q33 |ad a53 |advertiser v19 |position p2 |hour h16 |device phone |words limi bono milore
-1 |query q77 |ad a5 |advertiser v12 |position p2 |hour h22 |device phone |words baba lobi rara rida
-1 |query q1 |ad a38 |advertiser v348 |position p1 |hour h21 |device desktop |words tiba nolesi
-1 |query q3691 |ad a1174 |advertiser v16 |position p2 |hour h12 |device phone |words vinevu sadada vuvuli
-1 |query q2377 |ad a88 |advertiser v242 |position p2 |hour h21 |device desktop |words busu ruta mumu tubuso
1 |query q70 |ad a98 |advertiser v19 |position p2 |hour h5 |device phone |words bovu subi ritu
-1 |query q14 |ad a1031 |advertiser v264 |position p4 |hour h13 |device tablet |words salu vidu demi mumu vedine
-1 |query q4910 |ad a3622 |advertiser v58 |position p1 |hour h18 |device phone |words disi tubo nivi
-1 |query q1 |ad a378 |advertiser v328 |position p2 |hour h10 |device desktop |words tiba nolesi
-1 |query q2 |ad a1217 |advertiser v272 |position p3 |hour h13 |device phone |words rabi ditave
-1 |query q46514 |ad a1590 |advertiser v19 |position p4 |hour h9 |device desktop |words levu labu numo
-1 |query q56669 |ad a1394 |advertiser v61 |position p3 |hour h12 |device phone |words vima muvi
-1 |query q58169 |ad a75 |advertiser v1 |position p2 |hour h9 |device phone |words lobi sato sanobu
-1 |query q12580 |ad a37 |advertiser v131 |position p1 |hour h20 |device desktop |words rebi milaso
-1 |query q25 |ad a336 |advertiser v4 |position p1 |hour h18 |device desktop |words lore rose numile
1 |query q9 |ad a1 |advertiser v104 |position p2 |hour h22 |device phone |words nilu midi larabi
1 |query q5137 |ad a1152 |advertiser v29 |position p1 |hour h19 |device phone |words dase tileto
-1 |query q116 |ad a2 |advertiser v136 |position p3 |hour h11 |device phone |words baba vusedi
-1 |query q17 |ad a221 |advertiser v155 |position p2 |hour h23 |device phone |words tulama ralinu sinebo
-1 |query q95 |ad a16 |advertiser v189 |position p1 |hour h18 |device phone |words baba bota
-1 |query q85122 |ad a11 |advertiser v14 |position p1 |hour h16 |device phone |words bisa sibude
-1 |query q13 |ad a43 |advertiser v160 |position p1 |hour h12 |device phone |words siso nenose
-1 |query q3229 |ad a293 |advertiser v252 |position p3 |hour h8 |device desktop |words riru ladase lusosa
-1 |query q2865 |ad a6 |advertiser v7 |position p4 |hour h11 |device desktop |words levu suni
-1 |query q4 |ad a53 |advertiser v19 |position p2 |hour h22 |device phone |words luru tamo sidi
-1 |query q14 |ad a12 |advertiser v24 |position p1 |hour h8 |device phone |words salu vidu demi mumu vedine
-1 |query q20 |ad a25 |advertiser v38 |position p2 |hour h5 |device phone |words deru datene
-1 |query q749 |ad a56 |advertiser v244 |position p3 |hour h8 |device phone |words meda vimaru
1 |query q3 |ad a4444 |advertiser v34 |position p2 |hour h20 |device phone |words beve voso davulo
-1 |query q10 |ad a687 |advertiser v323 |position p4 |hour h9 |device phone |words vitu rade lele
-1 |query q104 |ad a2 |advertiser v136 |position p2 |hour h11 |device desktop |words veva livovi mamere
-1 |query q7005 |ad a111 |advertiser v181 |position p1 |hour h21 |device desktop |words ralato musobe
1 |query q92334 |ad a3946 |advertiser v19 |position p2 |hour h18 |device phone |words tobo neba resude
-1 |query q185 |ad a159 |advertiser v70 |position p2 |hour h9 |device phone |words besu dada limimo
-1 |query q17198 |ad a17 |advertiser v39 |position p1 |hour h22 |device desktop |words baba meme tivubu neladi
-1 |query q701 |ad a526 |advertiser v253 |position p2 |hour h19 |device desktop |words vobo voto temino babeve nomida
-1 |query q30 |ad a815 |advertiser v6 |position p1 |hour h15 |device phone |words luru dovunu
-1 |query q15166 |ad a222 |advertiser v175 |position p2 |hour h17 |device desktop |words dulu dinobe
-1 |query q18784 |ad a33 |advertiser v33 |position p2 |hour h16 |device desktop |words nuni tebo tovisu litusi
-1 |query q32 |ad a500 |advertiser v77 |position p1 |hour h14 |device desktop |words soduta reremu
-1 |query q6 |ad a570 |advertiser v7 |position p1 |hour h19 |device desktop |words luda bome vono
-1 |query q9 |ad a1 |advertiser v104 |position p2 |hour h15 |device phone |words nilu midi larabi
-1 |query q130 |ad a1 |advertiser v104 |position p4 |hour h10 |device phone |words vovi didire tileto momato vadato
-1 |query q54 |ad a1 |advertiser v104 |position p2 |hour h16 |device phone |words lido vetu merido dolare
-1 |query q3 |ad a3202 |advertiser v127 |position p3 |hour h22 |device phone |words beve voso davulo
-1 |query q3017 |ad a2 |advertiser v136 |position p2 |hour h18 |device desktop |words lidolu mabuto
-1 |query q1 |ad a1102 |advertiser v19 |position p2 |hour h0 |device phone |words tiba nolesi
-1 |query q18775 |ad a6 |advertiser v7 |position p2 |hour h17 |device desktop |words nidu silave
-1 |query q11 |ad a1 |advertiser v104 |position p1 |hour h22 |device tablet |words tono mavi bivuni nedavi
-1 |query q1 |ad a25 |advertiser v38 |position p3 |hour h7 |device phone |words tiba nolesi
1 |query q14 |ad a30 |advertiser v232 |position p3 |hour h18 |device phone |words salu vidu demi mumu vedine
-1 |query q423 |ad a149 |advertiser v214 |position p1 |hour h11 |device desktop |words loni nela
-1 |query q27295 |ad a171 |advertiser v130 |position p2 |hour h18 |device phone |words siva lesuri vosesu
-1 |query q2045 |ad a66 |advertiser v143 |position p1 |hour h15 |device phone |words baba bona
-1 |query q2005 |ad a121 |advertiser v108 |position p1 |hour h7 |device tablet |words rulo luda mova ruvera vutalo
-1 |query q9 |ad a1097 |advertiser v21 |position p2 |hour h19 |device desktop |words nilu midi larabi
1 |query q44448 |ad a4748 |advertiser v5 |position p1 |hour h10 |device desktop |words biro rasuso
1 |query q2267 |ad a133 |advertiser v12 |position p1 |hour h20 |device phone |words lore vitu
-1 |query q6309 |ad a1853 |advertiser v35 |position p3 |hour h18 |device phone |words ruti vune nurede
-1 |query q4378 |ad a2 |advertiser v136 |position p2 |hour h15 |device phone |words tabo dosu
-1 |query q40 |ad a30 |advertiser v232 |position p3 |hour h10 |device phone |words rara bani mevu rane badaro
-1 |query q46 |ad a132 |advertiser v8 |position p1 |hour h19 |device desktop |words dalo rovire
-1 |query q3 |ad a41 |advertiser v186 |position p3 |hour h14 |device desktop |words beve voso davulo
-1 |query q24 |ad a1859 |advertiser v243 |position p4 |hour h13 |device desktop |words vovi tada vilidi nosori rovire
-1 |query q6 |ad a913 |advertiser v282 |position p2 |hour h19 |device phone |words luda bome vono
-1 |query q2 |ad a1075 |advertiser v371 |position p4 |hour h12 |device phone |words rabi ditave
-1 |query q14 |ad a1214 |advertiser v105 |position p1 |hour h21 |device desktop |words salu vidu demi mumu vedine
-1 |query q912 |ad a4 |advertiser v46 |position p1 |hour h5 |device phone |words nuso basa bama medeta
-1 |query q1436 |ad a164 |advertiser v370 |position p1 |hour h19 |device phone |words soli tola sasu musali
-1 |query q18 |ad a7 |advertiser v70 |position p4 |hour h10 |device phone |words luru mume rubida
1 |query q428 |ad a76 |advertiser v294 |position p2 |hour h16 |device phone |words ruti nuni
-1 |query q4386 |ad a639 |advertiser v147 |position p4 |hour h18 |device phone |words tamidi tutore
-1 |query q1 |ad a1102 |advertiser v19 |position p1 |hour h20 |device phone |words tiba nolesi
-1 |query q24156 |ad a297 |advertiser v5 |position p2 |hour h19 |device phone |words tuve nobe lodena
-1 |query q1 |ad a25 |advertiser v38 |position p3 |hour h7 |device phone |words tiba nolesi
-1 |query q83549 |ad a288 |advertiser v23 |position p2 |hour h22 |device desktop |words reta titivo
-1 |query q972 |ad a6 |advertiser v7 |position p3 |hour h21 |device phone |words luru tusa vubu vidode verolo
-1 |query q127 |ad a831 |advertiser v393 |position p1 |hour h17 |device phone |words bovu dorido tuvemu lavido
-1 |query q2 |ad a34 |advertiser v13 |position p4 |hour h18 |device desktop |words rabi ditave
-1 |query q5 |ad a239 |advertiser v28 |position p2 |hour h22 |device phone |words talu tore tavoni
-1 |query q369 |ad a18 |advertiser v380 |position p3 |hour h10 |device phone |words duto dude silate nuvuto minumi
-1 |query q7 |ad a1597 |advertiser v205 |position p1 |hour h18 |device phone |words nili dudade
-1 |query q3 |ad a47 |advertiser v27 |position p3 |hour h5 |device desktop |words beve voso davulo
-1 |query q218 |ad a433 |advertiser v14 |position p2 |hour h23 |device desktop |words rulo dare rarete
1 |query q1 |ad a2731 |advertiser v75 |position p1 |hour h22 |device phone |words tiba nolesi
-1 |query q961 |ad a141 |advertiser v134 |position p1 |hour h9 |device desktop |words baba lino levu revu vovo
-1 |query q158 |ad a732 |advertiser v322 |position p2 |hour h23 |device phone |words vana matede
-1 |query q1582 |ad a243 |advertiser v13 |position p2 |hour h11 |device desktop |words dene miliso
-1 |query q23155 |ad a2246 |advertiser v393 |position p4 |hour h23 |device desktop |words baba vusi
-1 |query q952 |ad a4132 |advertiser v359 |position p1 |hour h9 |device desktop |words rola nuso sunimo
-1 |query q4 |ad a903 |advertiser v10 |position p2 |hour h23 |device phone |words luru tamo sidi
-1 |query q4239 |ad a34 |advertiser v13 |position p3 |hour h7 |device desktop |words dalo loba mine vulanu somota
-1 |query q45 |ad a9 |advertiser v43 |position p2 |hour h16 |device phone |words vune seleri rosove mimede nulubu
-1 |query q81 |ad a1 |advertiser v104 |position p1 |hour h8 |device phone |words baba daba vumi tetimo
-1 |query q1 |ad a2459 |advertiser v12 |position p3 |hour h14 |device phone |words tiba nolesi
-1 |query q50688 |ad a2766 |advertiser v261 |position p3 |hour h9 |device phone |words ruti lemo nati mubomu
1 |query q24656 |ad a143 |advertiser v258 |position p1 |hour h22 |device phone |words sati ranoba
-1 |query q2 |ad a2 |advertiser v136 |position p2 |hour h11 |device desktop |words rabi ditave
-1 |query q17 |ad a14 |advertiser v5 |position p1 |hour h8 |device phone |words tulama ralinu sinebo
-1 |query q1 |ad a15 |advertiser v49 |position p3 |hour h2 |device phone |words tiba nolesi
-1 |query q1 |ad a56 |advertiser v244 |position p1 |hour h13 |device phone |words tiba nolesi
-1 |query q5092 |ad a2 |advertiser v136 |position p3 |hour h20 |device desktop |words natu vimaba
-1 |query q594 |ad a528 |advertiser v3 |position p3 |hour h19 |device phone |words besi rereso sisonu nireli
-1 |query q12 |ad a103 |advertiser v147 |position p1 |hour h12 |device desktop |words taru tebebe
-1 |query q7456 |ad a289 |advertiser v2 |position p1 |hour h13 |device desktop |words luda dole tiba nurani
-1 |query q120 |ad a4291 |advertiser v395 |position p2 |hour h13 |device desktop |words rulo dita bove nobati
1 |query q3161 |ad a48 |advertiser v7 |position p1 |hour h18 |device phone |words didi sovabe
-1 |query q1977 |ad a2004 |advertiser v187 |position p1 |hour h9 |device phone |words baba tede datimu
-1 |query q42598 |ad a5 |advertiser v12 |position p2 |hour h14 |device desktop |words vuvo losovi
-1 |query q764 |ad a450 |advertiser v20 |position p3 |hour h19 |device phone |words bimi runu botedo
-1 |query q4 |ad a1980 |advertiser v27 |position p1 |hour h17 |device phone |words luru tamo sidi
-1 |query q62930 |ad a20 |advertiser v75 |position p3 |hour h16 |device desktop |words luru lobi ridi sesa tolida
-1 |query q4 |ad a6 |advertiser v7 |position p1 |hour h13 |device desktop |words luru tamo sidi
-1 |query q22191 |ad a1012 |advertiser v1 |position p2 |hour h20 |device desktop |words ruti rovo
-1 |query q1836 |ad a1325 |advertiser v40 |position p1 |hour h13 |device phone |words tovavo ralunu vusuru
-1 |query q2 |ad a2 |advertiser v136 |position p2 |hour h19 |device phone |words rabi ditave
-1 |query q180 |ad a25 |advertiser v38 |position p4 |hour h20 |device phone |words rolo vubode
-1 |query q4 |ad a81 |advertiser v2 |position p2 |hour h12 |device phone |words luru tamo sidi
-1 |query q133 |ad a74 |advertiser v280 |position p1 |hour h13 |device phone |words lima duvina
-1 |query q1 |ad a1102 |advertiser v19 |position p4 |hour h15 |device desktop |words tiba nolesi
-1 |query q3 |ad a175 |advertiser v9 |position p3 |hour h8 |device desktop |words beve voso davulo
1 |query q4861 |ad a1954 |advertiser v57 |position p3 |hour h22 |device phone |words ruti lota nuvo rarisu
-1 |query q1 |ad a213 |advertiser v165 |position p3 |hour h19 |device phone |words tiba nolesi
-1 |query q51964 |ad a112 |advertiser v129 |position p1 |hour h18 |device phone |words ruti dobe
-1 |query q6 |ad a2150 |advertiser v4 |position p4 |hour h12 |device phone |words luda bome vono
-1 |query q1190 |ad a2196 |advertiser v70 |position p4 |hour h17 |device tablet |words ruti sato bulaso ranoso seduri
-1 |query q41 |ad a1534 |advertiser v215 |position p1 |hour h22 |device phone |words lolane vonume
-1 |query q10 |ad a144 |advertiser v232 |position p2 |hour h12 |device phone |words vitu rade lele
-1 |query q5104 |ad a573 |advertiser v164 |position p2 |hour h21 |device desktop |words lovi tode mote laromu budime
-1 |query q66 |ad a2 |advertiser v136 |position p2 |hour h12 |device desktop |words dena netutu
-1 |query q3 |ad a7 |advertiser v70 |position p2 |hour h14 |device phone |words beve voso davulo
-1 |query q4197 |ad a148 |advertiser v105 |position p3 |hour h9 |device desktop |words vune varu molade
-1 |query q11 |ad a1 |advertiser v104 |position p1 |hour h11 |device phone |words tono mavi bivuni nedavi
-1 |query q31 |ad a2 |advertiser v136 |position p4 |hour h23 |device phone |words desa tilava nobede
1 |query q17 |ad a167 |advertiser v92 |position p2 |hour h18 |device desktop |words tulama ralinu sinebo
-1 |query q1 |ad a1148 |advertiser v296 |position p1 |hour h11 |device phone |words tiba nolesi
1 |query q130 |ad a1 |advertiser v104 |position p2 |hour h13 |device tablet |words vovi didire tileto momato vadato
-1 |query q31363 |ad a983 |advertiser v145 |position p1 |hour h12 |device desktop |words vilebu melimi lebuta
-1 |query q5020 |ad a50 |advertiser v1 |position p1 |hour h8 |device desktop |words rero vava resu ladesu
-1 |query q2 |ad a27 |advertiser v3 |position p1 |hour h1 |device desktop |words rabi ditave
-1 |query q3 |ad a175 |advertiser v9 |position p2 |hour h7 |device phone |words beve voso davulo
-1 |query q41383 |ad a1 |advertiser v104 |position p1 |hour h19 |device desktop |words lenuna rateba romuvo
-1 |query q23913 |ad a50 |advertiser v1 |position p1 |hour h16 |device phone |words tiba sesa mola tevumi nesiva
-1 |query q471 |ad a1 |advertiser v104 |position p3 |hour h17 |device desktop |words muse reti
-1 |query q13 |ad a3639 |advertiser v5 |position p3 |hour h19 |device desktop |words siso nenose
-1 |query q895 |ad a167 |advertiser v92 |position p4 |hour h10 |device phone |words bane mamumu latamo midevi
1 |query q10024 |ad a31 |advertiser v14 |position p2 |hour h8 |device tablet |words nala debe dimano
1 |query q4909 |ad a2 |advertiser v136 |position p1 |hour h17 |device desktop |words bana moso momube
-1 |query q290 |ad a341 |advertiser v292 |position p4 |hour h15 |device phone |words moroba temulu mibeda
-1 |query q34 |ad a3557 |advertiser v81 |position p1 |hour h20 |device phone |words sibibe milebi
1 |query q4 |ad a131 |advertiser v10 |position p2 |hour h19 |device phone |words luru tamo sidi
-1 |query q10 |ad a9 |advertiser v43 |position p3 |hour h22 |device desktop |words vitu rade lele
-1 |query q1756 |ad a1 |advertiser v104 |position p1 |hour h20 |device phone |words suvosu botobu
-1 |query q1 |ad a25 |advertiser v38 |position p1 |hour h8 |device desktop |words tiba nolesi
-1 |query q26 |ad a83 |advertiser v3 |position p1 |hour h19 |device phone |words tude lula
-1 |query q880 |ad a5 |advertiser v12 |position p1 |hour h21 |device desktop |words toto sono vuveno ramovu
-1 |query q7747 |ad a1102 |advertiser v19 |position p1 |hour h8 |device phone |words tubu resolo
1 |query q1 |ad a16 |advertiser v189 |position p1 |hour h17 |device tablet |words tiba nolesi
-1 |query q324 |ad a1487 |advertiser v27 |position p1 |hour h17 |device phone |words labo tirosu
-1 |query q1895 |ad a47 |advertiser v27 |position p1 |hour h21 |device desktop |words baba noba mubale
-1 |query q19967 |ad a1349 |advertiser v18 |position p3 |hour h13 |device phone |words ludo soteto reteta vamoso
-1 |query q99029 |ad a12 |advertiser v24 |position p2 |hour h6 |device phone |words mite rineve nalutu rutura
-1 |query q47269 |ad a5 |advertiser v12 |position p1 |hour h22 |device phone |words tori muse sane veso
-1 |query q1 |ad a1148 |advertiser v296 |position p3 |hour h12 |device phone |words tiba nolesi
-1 |query q1 |ad a6 |advertiser v7 |position p1 |hour h13 |device tablet |words tiba nolesi
-1 |query q5 |ad a3190 |advertiser v5 |position p2 |hour h13 |device desktop |words talu tore tavoni
-1 |query q1234 |ad a88 |advertiser v242 |position p1 |hour h9 |device desktop |words rabe nunula tololi
-1 |query q9 |ad a14 |advertiser v5 |position p4 |hour h10 |device phone |words nilu midi larabi
-1 |query q6918 |ad a15 |advertiser v49 |position p1 |hour h21 |device phone |words ruti dete lile
-1 |query q2960 |ad a885 |advertiser v315 |position p1 |hour h12 |device desktop |words luru nelo dame luduna
-1 |query q295 |ad a3574 |advertiser v157 |position p4 |hour h8 |device phone |words baba mulovu buribe tudotu
-1 |query q360 |ad a3997 |advertiser v2 |position p1 |hour h22 |device tablet |words luda rata tidole
-1 |query q173 |ad a22 |advertiser v91 |position p2 |hour h11 |device phone |words sili neno davisi
-1 |query q1 |ad a16 |advertiser v189 |position p3 |hour h23 |device desktop |words tiba nolesi
-1 |query q25 |ad a4812 |advertiser v395 |position p3 |hour h9 |device phone |words lore rose numile
-1 |query q8 |ad a2578 |advertiser v10 |position p3 |hour h21 |device phone |words tude nado voreva bisomo
-1 |query q120 |ad a889 |advertiser v6 |position p1 |hour h17 |device phone |words rulo dita bove nobati
-1 |query q1865 |ad a4858 |advertiser v1 |position p1 |hour h19 |device desktop |words nuvu tobe silini
-1 |query q239 |ad a443 |advertiser v185 |position p3 |hour h15 |device desktop |words ruba rovata
-1 |query q2607 |ad a10 |advertiser v4 |position p1 |hour h7 |device desktop |words duto besu letebu
-1 |query q72 |ad a3 |advertiser v394 |position p4 |hour h13 |device desktop |words tusa tobo
-1 |query q6777 |ad a259 |advertiser v167 |position p1 |hour h7 |device desktop |words rate mode litive
-1 |query q2 |ad a28 |advertiser v85 |position p2 |hour h21 |device desktop |words rabi ditave
-1 |query q72 |ad a4778 |advertiser v254 |position p1 |hour h22 |device desktop |words tusa tobo
-1 |query q9 |ad a326 |advertiser v279 |position p4 |hour h14 |device desktop |words nilu midi larabi
1 |query q54348 |ad a3398 |advertiser v117 |position p2 |hour h13 |device phone |words vomo lino vomu motamo
-1 |query q2 |ad a1844 |advertiser v9 |position p1 |hour h12 |device phone |words rabi ditave
-1 |query q14 |ad a6 |advertiser v7 |position p3 |hour h10 |device desktop |words salu vidu demi mumu vedine
-1 |query q4799 |ad a3 |advertiser v394 |position p1 |hour h20 |device phone |words baba tubi samase
-1 |query q3 |ad a121 |advertiser v108 |position p1 |hour h16 |device tablet |words beve voso davulo
-1 |query q324 |ad a78 |advertiser v2 |position p2 |hour h21 |device phone |words labo tirosu
-1 |query q6364 |ad a5 |advertiser v12 |position p3 |hour h22 |device tablet |words neve setidu
-1 |query q9580 |ad a2121 |advertiser v229 |position p1 |hour h20 |device desktop |words rado memira nenuso raveri
-1 |query q291 |ad a185 |advertiser v29 |position p2 |hour h8 |device desktop |words ruti nudu vumibu
-1 |query q6741 |ad a608 |advertiser v1 |position p2 |hour h21 |device desktop |words mita tuloti robido
-1 |query q2042 |ad a741 |advertiser v151 |position p1 |hour h20 |device phone |words rara tudu resuvu tebuvi
1 |query q48 |ad a741 |advertiser v151 |position p1 |hour h17 |device phone |words rudubu nenunu
-1 |query q59829 |ad a685 |advertiser v64 |position p1 |hour h12 |device desktop |words radomo moluva
-1 |query q3747 |ad a1 |advertiser v104 |position p2 |hour h13 |device desktop |words nisa tuvi
1 |query q10 |ad a3282 |advertiser v15 |position p1 |hour h20 |device desktop |words vitu rade lele
-1 |query q44 |ad a3 |advertiser v394 |position p3 |hour h17 |device phone |words varu vulo
1 |query q17662 |ad a447 |advertiser v71 |position p2 |hour h22 |device tablet |words teno dadesu lanebe
-1 |query q6 |ad a144 |advertiser v232 |position p4 |hour h14 |device desktop |words luda bome vono
-1 |query q196 |ad a975 |advertiser v334 |position p2 |hour h21 |device phone |words runuto toluru
-1 |query q1229 |ad a278 |advertiser v320 |position p4 |hour h19 |device desktop |words ruti base dosa vamade meloma
-1 |query q4651 |ad a30 |advertiser v232 |position p1 |hour h17 |device phone |words doni biro bataba desilo
-1 |query q2109 |ad a184 |advertiser v2 |position p1 |hour h22 |device phone |words temu muvose dovuso
-1 |query q18 |ad a128 |advertiser v84 |position p2 |hour h8 |device desktop |words luru mume rubida
-1 |query q43216 |ad a2214 |advertiser v10 |position p4 |hour h22 |device phone |words sutu nito mine rite venu
-1 |query q10 |ad a469 |advertiser v111 |position p1 |hour h7 |device phone |words vitu rade lele
-1 |query q69444 |ad a33 |advertiser v33 |position p1 |hour h1 |device desktop |words vovi lobi dulu libe dadani
-1 |query q18 |ad a102 |advertiser v185 |position p1 |hour h13 |device phone |words luru mume rubida
-1 |query q3 |ad a6 |advertiser v7 |position p3 |hour h6 |device phone |words beve voso davulo
1 |query q14106 |ad a2713 |advertiser v67 |position p1 |hour h10 |device desktop |words bose mino lalume
-1 |query q1 |ad a1102 |advertiser v19 |position p2 |hour h20 |device desktop |words tiba nolesi
-1 |query q315 |ad a4 |advertiser v46 |position p1 |hour h17 |device desktop |words mira rali tamedu sutabu
-1 |query q9 |ad a1026 |advertiser v182 |position p4 |hour h10 |device tablet |words nilu midi larabi
-1 |query q3023 |ad a2 |advertiser v136 |position p2 |hour h9 |device phone |words baba rasalo botedo muruto
-1 |query q43575 |ad a10 |advertiser v4 |position p1 |hour h12 |device desktop |words tori mube berese
1 |query q62549 |ad a1 |advertiser v104 |position p1 |hour h18 |device phone |words raro robave
-1 |query q71368 |ad a874 |advertiser v68 |position p2 |hour h14 |device desktop |words baba vadu nisa libora bitito
-1 |query q686 |ad a11 |advertiser v14 |position p1 |hour h19 |device phone |words didu lesili
-1 |query q44 |ad a102 |advertiser v185 |position p1 |hour h10 |device desktop |words varu vulo
1 |query q152 |ad a585 |advertiser v164 |position p1 |hour h22 |device phone |words luru ridi bovi
-1 |query q4889 |ad a140 |advertiser v26 |position p1 |hour h14 |device phone |words davi lato vena dovebi
-1 |query q93 |ad a1135 |advertiser v8 |position p4 |hour h12 |device desktop |words ruti lena lara letuva
-1 |query q702 |ad a3 |advertiser v394 |position p3 |hour h21 |device phone |words rola tori
-1 |query q61 |ad a1588 |advertiser v213 |position p3 |hour h13 |device phone |words buve seroro linovo labula
-1 |query q15576 |ad a1 |advertiser v104 |position p1 |hour h21 |device desktop |words baba rebu nane
1 |query q47542 |ad a1 |advertiser v104 |position p2 |hour h0 |device phone |words tuve tulo manu telemi bibova
-1 |query q19411 |ad a38 |advertiser v348 |position p2 |hour h8 |device tablet |words velo reroba ditovu
-1 |query q3970 |ad a1528 |advertiser v298 |position p2 |hour h9 |device desktop |words rero mila butini
-1 |query q1424 |ad a204 |advertiser v84 |position p2 |hour h20 |device desktop |words rina naredo siduvo
-1 |query q14 |ad a30 |advertiser v232 |position p3 |hour h19 |device phone |words salu vidu demi mumu vedine
1 |query q233 |ad a1 |advertiser v104 |position p1 |hour h17 |device phone |words vomo tisodu
-1 |query q161 |ad a105 |advertiser v26 |position p1 |hour h14 |device phone |words bome rolaba doladi
1 |query q3858 |ad a39 |advertiser v58 |position p1 |hour h21 |device tablet |words vomo lino
-1 |query q8 |ad a46 |advertiser v77 |position p2 |hour h13 |device desktop |words tude nado voreva bisomo
-1 |query q5 |ad a635 |advertiser v1 |position p1 |hour h18 |device phone |words talu tore tavoni
-1 |query q36 |ad a2845 |advertiser v4 |position p3 |hour h0 |device phone |words butudo nidima
-1 |query q41197 |ad a3 |advertiser v394 |position p3 |hour h12 |device phone |words vaso soli tumi mosu bulolo
-1 |query q65459 |ad a810 |advertiser v288 |position p1 |hour h19 |device phone |words rola busu rinu
-1 |query q243 |ad a91 |advertiser v88 |position p2 |hour h23 |device phone |words baba leni nedena
-1 |query q1 |ad a16 |advertiser v189 |position p2 |hour h8 |device desktop |words tiba nolesi
-1 |query q36861 |ad a3633 |advertiser v19 |position p2 |hour h20 |device desktop |words vire lobomi menavo
-1 |query q31643 |ad a15 |advertiser v49 |position p1 |hour h17 |device phone |words tude silosa
-1 |query q94626 |ad a16 |advertiser v189 |position p4 |hour h11 |device phone |words ravibe lulamo lamosi
-1 |query q1 |ad a224 |advertiser v379 |position p2 |hour h17 |device phone |words tiba nolesi
-1 |query q6 |ad a913 |advertiser v282 |position p1 |hour h10 |device phone |words luda bome vono
-1 |query q2 |ad a3 |advertiser v394 |position p2 |hour h0 |device desktop |words rabi ditave
-1 |query q310 |ad a8 |advertiser v146 |position p2 |hour h15 |device desktop |words lido nivu dubami
1 |query q2 |ad a2 |advertiser v136 |position p1 |hour h12 |device phone |words rabi ditave
-1 |query q89486 |ad a2797 |advertiser v19 |position p1 |hour h18 |device phone |words tude miro sumodo
-1 |query q79 |ad a1129 |advertiser v55 |position p1 |hour h19 |device phone |words mova ruvone
-1 |query q99289 |ad a174 |advertiser v1 |position p1 |hour h22 |device desktop |words luru demeso devalu divite
-1 |query q7 |ad a431 |advertiser v126 |position p2 |hour h14 |device tablet |words nili dudade
-1 |query q1598 |ad a971 |advertiser v67 |position p2 |hour h20 |device phone |words vovi lubo baso
-1 |query q78 |ad a2 |advertiser v136 |position p1 |hour h19 |device phone |words rola boru mane tadaso vateri
1 |query q27 |ad a1 |advertiser v104 |position p2 |hour h16 |device desktop |words levu lami betomu
-1 |query q2 |ad a870 |advertiser v239 |position p1 |hour h9 |device phone |words rabi ditave
-1 |query q1695 |ad a495 |advertiser v100 |position p3 |hour h5 |device phone |words baba bebe teta mobuba
-1 |query q3715 |ad a2 |advertiser v136 |position p2 |hour h11 |device phone |words doviti bosoda dutonu
-1 |query q408 |ad a13 |advertiser v115 |position p2 |hour h20 |device phone |words voda bobine
-1 |query q178 |ad a13 |advertiser v115 |position p1 |hour h22 |device phone |words tita turili
1 |query q6 |ad a913 |advertiser v282 |position p1 |hour h20 |device desktop |words luda bome vono
-1 |query q4045 |ad a370 |advertiser v17 |position p3 |hour h14 |device tablet |words veli vome seto
-1 |query q45632 |ad a6 |advertiser v7 |position p1 |hour h11 |device desktop |words bime tama vulolo lenisu
-1 |query q35 |ad a4760 |advertiser v2 |position p2 |hour h18 |device phone |words ruti nila renuvi
-1 |query q1 |ad a16 |advertiser v189 |position p3 |hour h8 |device phone |words tiba nolesi
-1 |query q53 |ad a150 |advertiser v170 |position p2 |hour h13 |device desktop |words rabe lela
1 |query q3112 |ad a1 |advertiser v104 |position p2 |hour h14 |device desktop |words rita sereno banomi nilunu
-1 |query q223 |ad a48 |advertiser v7 |position p1 |hour h8 |device desktop |words ruti nole lana bisomo vumalu
-1 |query q8 |ad a1 |advertiser v104 |position p2 |hour h18 |device phone |words tude nado voreva bisomo
-1 |query q26095 |ad a24 |advertiser v66 |position p1 |hour h8 |device phone |words ruti vure bonete libovu
1 |query q65 |ad a4 |advertiser v46 |position p2 |hour h22 |device desktop |words vumamo ludodo
-1 |query q66 |ad a62 |advertiser v50 |position p1 |hour h20 |device phone |words dena netutu
1 |query q30 |ad a7 |advertiser v70 |position p1 |hour h6 |device desktop |words luru dovunu
-1 |query q15 |ad a1498 |advertiser v103 |position p1 |hour h22 |device phone |words moro binode tobumi berese
-1 |query q455 |ad a53 |advertiser v19 |position p3 |hour h7 |device desktop |words lino renudu moliva
-1 |query q4256 |ad a751 |advertiser v228 |position p2 |hour h5 |device phone |words rara lalo resa dobeni
-1 |query q49 |ad a2 |advertiser v136 |position p2 |hour h18 |device desktop |words lore nesi labova tatavu ladosa
-1 |query q284 |ad a3697 |advertiser v56 |position p2 |hour h20 |device desktop |words dabi tiso
-1 |query q12739 |ad a1 |advertiser v104 |position p3 |hour h8 |device desktop |words ruti nedena mumoba
-1 |query q604 |ad a103 |advertiser v147 |position p3 |hour h17 |device phone |words lave nibo tidole
-1 |query q46733 |ad a2 |advertiser v136 |position p2 |hour h23 |device tablet |words baba varu sasode nuberi
-1 |query q15 |ad a1327 |advertiser v56 |position p1 |hour h17 |device phone |words moro binode tobumi berese
-1 |query q6428 |ad a2 |advertiser v136 |position p1 |hour h9 |device phone |words sadada duvoro
-1 |query q7721 |ad a1968 |advertiser v17 |position p3 |hour h23 |device tablet |words dumu ruli sabibi bavuro
-1 |query q158 |ad a6 |advertiser v7 |position p1 |hour h21 |device phone |words vana matede
-1 |query q4335 |ad a1812 |advertiser v399 |position p2 |hour h21 |device phone |words nime bimi nesibi
-1 |query q74852 |ad a4140 |advertiser v231 |position p2 |hour h21 |device phone |words dotato leviba
-1 |query q3 |ad a41 |advertiser v186 |position p4 |hour h9 |device desktop |words beve voso davulo
-1 |query q2 |ad a240 |advertiser v257 |position p3 |hour h18 |device phone |words rabi ditave
1 |query q197 |ad a3806 |advertiser v223 |position p2 |hour h10 |device phone |words dota ramu mitu bamelo tomiri
-1 |query q99256 |ad a363 |advertiser v381 |position p1 |hour h13 |device phone |words rulo lume numo bivuve vorumu
1 |query q69 |ad a165 |advertiser v42 |position p1 |hour h11 |device phone |words vesu rode vili
-1 |query q3893 |ad a203 |advertiser v49 |position p3 |hour h13 |device desktop |words rulo muse
-1 |query q10076 |ad a1390 |advertiser v236 |position p2 |hour h16 |device phone |words deda rimo roni
-1 |query q97709 |ad a948 |advertiser v319 |position p2 |hour h16 |device phone |words baba bata busu vamo dusevu
-1 |query q2310 |ad a38 |advertiser v348 |position p2 |hour h22 |device desktop |words vovi vima numi vunubo
-1 |query q82646 |ad a34 |advertiser v13 |position p4 |hour h15 |device phone |words baba livi
-1 |query q28 |ad a206 |advertiser v325 |position p2 |hour h0 |device desktop |words vovube dereli
-1 |query q1 |ad a132 |advertiser v8 |position p2 |hour h8 |device desktop |words tiba nolesi
-1 |query q84 |ad a35 |advertiser v36 |position p2 |hour h10 |device phone |words vima bebonu mesoto mamuda velete
-1 |query q15 |ad a1327 |advertiser v56 |position p1 |hour h14 |device phone |words moro binode tobumi berese
1 |query q634 |ad a1019 |advertiser v335 |position p2 |hour h12 |device phone |words beve nuba nate
-1 |query q217 |ad a6 |advertiser v7 |position p1 |hour h19 |device tablet |words baba lena tarito dasebu
1 |query q40548 |ad a464 |advertiser v32 |position p1 |hour h20 |device phone |words ruti tuve balabi datiso nasumu
-1 |query q4055 |ad a3 |advertiser v394 |position p4 |hour h1 |device phone |words ruti bavera
-1 |query q8216 |ad a2693 |advertiser v210 |position p2 |hour h12 |device desktop |words loba dilo samudo
-1 |query q91080 |ad a17 |advertiser v39 |position p1 |hour h15 |device tablet |words lisone seveso
1 |query q5104 |ad a546 |advertiser v106 |position p2 |hour h17 |device phone |words lovi tode mote laromu budime
-1 |query q2435 |ad a262 |advertiser v172 |position p2 |hour h17 |device phone |words sevi mela savutu
-1 |query q1072 |ad a277 |advertiser v80 |position p1 |hour h14 |device phone |words dulu voto vote
-1 |query q8 |ad a240 |advertiser v257 |position p1 |hour h10 |device desktop |words tude nado voreva bisomo
-1 |query q662 |ad a8 |advertiser v146 |position p1 |hour h22 |device phone |words retu lavemu
-1 |query q11478 |ad a1 |advertiser v104 |position p1 |hour h8 |device desktop |words tamo tita norero
-1 |query q32286 |ad a5 |advertiser v12 |position p1 |hour h21 |device phone |words rise diratu reludi devuna
-1 |query q1 |ad a378 |advertiser v328 |position p2 |hour h14 |device desktop |words tiba nolesi
-1 |query q99 |ad a42 |advertiser v348 |position p1 |hour h5 |device phone |words nime besu
-1 |query q270 |ad a1 |advertiser v104 |position p3 |hour h8 |device tablet |words nuni dabe
1 |query q34750 |ad a55 |advertiser v273 |position p3 |hour h21 |device desktop |words baba ruva noto
-1 |query q2 |ad a34 |advertiser v13 |position p4 |hour h17 |device phone |words rabi ditave
-1 |query q17 |ad a2 |advertiser v136 |position p1 |hour h8 |device phone |words tulama ralinu sinebo
-1 |query q1659 |ad a1 |advertiser v104 |position p1 |hour h23 |device phone |words made voridu busuda
-1 |query q2 |ad a2 |advertiser v136 |position p3 |hour h16 |device phone |words rabi ditave
1 |query q38 |ad a2953 |advertiser v58 |position p1 |hour h20 |device phone |words lino ludanu
-1 |query q1 |ad a378 |advertiser v328 |position p1 |hour h17 |device phone |words tiba nolesi
1 |query q1 |ad a213 |advertiser v165 |position p1 |hour h11 |device phone |words tiba nolesi
-1 |query q1000 |ad a2518 |advertiser v59 |position p2 |hour h23 |device desktop |words baba rubi
-1 |query q4 |ad a903 |advertiser v10 |position p4 |hour h15 |device phone |words luru tamo sidi
-1 |query q345 |ad a578 |advertiser v24 |position p1 |hour h10 |device phone |words vete nime lalo nelonu
-1 |query q54 |ad a16 |advertiser v189 |position p2 |hour h21 |device desktop |words lido vetu merido dolare
-1 |query q162 |ad a4220 |advertiser v10 |position p2 |hour h21 |device desktop |words luru vaso verori tabure rasone
-1 |query q4 |ad a10 |advertiser v4 |position p2 |hour h14 |device desktop |words luru tamo sidi
-1 |query q1285 |ad a1077 |advertiser v62 |position p4 |hour h14 |device phone |words mavo base ravitu nidoti
-1 |query q3 |ad a4134 |advertiser v75 |position p3 |hour h14 |device desktop |words beve voso davulo
1 |query q5031 |ad a2017 |advertiser v311 |position p1 |hour h11 |device phone |words luru bilesi
-1 |query q15331 |ad a10 |advertiser v4 |position p1 |hour h10 |device phone |words dabi rura bese ralese
-1 |query q28532 |ad a28 |advertiser v85 |position p1 |hour h19 |device phone |words lobi banose vibula rurosa
-1 |query q20 |ad a10 |advertiser v4 |position p4 |hour h18 |device desktop |words deru datene
-1 |query q56039 |ad a608 |advertiser v1 |position p1 |hour h19 |device phone |words voto rune
-1 |query q81 |ad a2708 |advertiser v85 |position p2 |hour h14 |device desktop |words baba daba vumi tetimo
-1 |query q25039 |ad a29 |advertiser v8 |position p1 |hour h16 |device phone |words neti name midemo
-1 |query q2372 |ad a306 |advertiser v108 |position p3 |hour h7 |device desktop |words baba bula luli vimila sabute
-1 |query q63748 |ad a204 |advertiser v84 |position p3 |hour h12 |device desktop |words tinu vovedi
-1 |query q16100 |ad a4788 |advertiser v20 |position p1 |hour h9 |device phone |words lore diva livi
-1 |query q14 |ad a3558 |advertiser v21 |position p1 |hour h16 |device phone |words salu vidu demi mumu vedine
-1 |query q79 |ad a125 |advertiser v60 |position p2 |hour h23 |device desktop |words mova ruvone
-1 |query q136 |ad a2302 |advertiser v38 |position p4 |hour h16 |device phone |words masa mebe luvese
-1 |query q2235 |ad a596 |advertiser v199 |position p1 |hour h12 |device tablet |words baba luda litobe
-1 |query q10 |ad a144 |advertiser v232 |position p1 |hour h11 |device desktop |words vitu rade lele
-1 |query q14 |ad a30 |advertiser v232 |position p1 |hour h16 |device phone |words salu vidu demi mumu vedine
-1 |query q4288 |ad a1 |advertiser v104 |position p3 |hour h8 |device tablet |words vaso tavi nosa vebali
-1 |query q73 |ad a639 |advertiser v147 |position p1 |hour h20 |device desktop |words buve resi molime
1 |query q68 |ad a10 |advertiser v4 |position p1 |hour h10 |device desktop |words lenove mebuvu
-1 |query q18 |ad a128 |advertiser v84 |position p3 |hour h22 |device phone |words luru mume rubida
-1 |query q50 |ad a40 |advertiser v351 |position p1 |hour h23 |device phone |words rona teresi sinavo
-1 |query q1 |ad a213 |advertiser v165 |position p1 |hour h16 |device phone |words tiba nolesi
1 |query q2440 |ad a46 |advertiser v77 |position p1 |hour h8 |device phone |words dorate lirebo
-1 |query q11 |ad a1 |advertiser v104 |position p2 |hour h9 |device tablet |words tono mavi bivuni nedavi
-1 |query q4 |ad a81 |advertiser v2 |position p1 |hour h18 |device desktop |words luru tamo sidi
-1 |query q1 |ad a1102 |advertiser v19 |position p3 |hour h11 |device desktop |words tiba nolesi
1 |query q1806 |ad a4419 |advertiser v376 |position p1 |hour h14 |device phone |words rola vidu sode
-1 |query q46844 |ad a286 |advertiser v7 |position p1 |hour h0 |device desktop |words mudi siso leru nura saba
1 |query q4 |ad a368 |advertiser v5 |position p2 |hour h20 |device tablet |words luru tamo sidi
-1 |query q12464 |ad a2818 |advertiser v32 |position p1 |hour h16 |device desktop |words tesi nena desulo
-1 |query q27159 |ad a124 |advertiser v137 |position p2 |hour h10 |device desktop |words muse bunoba
-1 |query q106 |ad a15 |advertiser v49 |position p3 |hour h19 |device tablet |words nomu ruve teli
-1 |query q12 |ad a1 |advertiser v104 |position p2 |hour h23 |device phone |words taru tebebe
-1 |query q52999 |ad a7 |advertiser v70 |position p3 |hour h23 |device desktop |words lore sotubo
-1 |query q69587 |ad a1331 |advertiser v9 |position p1 |hour h10 |device desktop |words soru lade
-1 |query q431 |ad a2 |advertiser v136 |position p2 |hour h19 |device desktop |words diruva venise
-1 |query q10306 |ad a2768 |advertiser v353 |position p1 |hour h21 |device desktop |words ruti novo rida baru
1 |query q59034 |ad a483 |advertiser v79 |position p1 |hour h12 |device desktop |words dole dare lulede sotani
1 |query q10 |ad a291 |advertiser v277 |position p1 |hour h19 |device phone |words vitu rade lele
-1 |query q1040 |ad a5 |advertiser v12 |position p1 |hour h12 |device tablet |words lado vera
-1 |query q20 |ad a117 |advertiser v52 |position p1 |hour h22 |device phone |words deru datene
-1 |query q15 |ad a44 |advertiser v50 |position p2 |hour h13 |device phone |words moro binode tobumi berese
-1 |query q713 |ad a292 |advertiser v286 |position p1 |hour h19 |device phone |words betelu natiri
-1 |query q42073 |ad a563 |advertiser v275 |position p1 |hour h20 |device phone |words ruto movela
1 |query q33819 |ad a47 |advertiser v27 |position p1 |hour h15 |device tablet |words tala mase norovo
-1 |query q20968 |ad a76 |advertiser v294 |position p4 |hour h11 |device tablet |words lino sutu badaro
1 |query q1 |ad a213 |advertiser v165 |position p2 |hour h21 |device desktop |words tiba nolesi
1 |query q4689 |ad a2805 |advertiser v10 |position p1 |hour h9 |device desktop |words baba lova lemuli
-1 |query q7 |ad a385 |advertiser v335 |position p2 |hour h15 |device desktop |words nili dudade
-1 |query q2 |ad a1844 |advertiser v9 |position p1 |hour h11 |device phone |words rabi ditave
1 |query q6 |ad a275 |advertiser v1 |position p4 |hour h16 |device phone |words luda bome vono
-1 |query q7 |ad a1588 |advertiser v213 |position p3 |hour h22 |device phone |words nili dudade
-1 |query q2168 |ad a23 |advertiser v116 |position p1 |hour h15 |device phone |words belu loti sobu mababu
-1 |query q1 |ad a8 |advertiser v146 |position p3 |hour h10 |device phone |words tiba nolesi
-1 |query q22090 |ad a766 |advertiser v72 |position p4 |hour h15 |device tablet |words lore vedo ratuni
-1 |query q15468 |ad a9 |advertiser v43 |position p3 |hour h12 |device phone |words ruti lobi sosi rimi
-1 |query q25 |ad a2 |advertiser v136 |position p2 |hour h19 |device phone |words lore rose numile
-1 |query q1 |ad a213 |advertiser v165 |position p2 |hour h19 |device desktop |words tiba nolesi
-1 |query q53 |ad a26 |advertiser v160 |position p1 |hour h10 |device phone |words rabe lela
-1 |query q1843 |ad a222 |advertiser v175 |position p2 |hour h20 |device phone |words tate mulovu
-1 |query q22 |ad a1 |advertiser v104 |position p2 |hour h19 |device desktop |words vomovo virulo
-1 |query q3049 |ad a3243 |advertiser v319 |position p1 |hour h23 |device desktop |words mudi bari lumite
-1 |query q102 |ad a1167 |advertiser v313 |position p2 |hour h14 |device phone |words moma luve bimaro
-1 |query q3 |ad a175 |advertiser v9 |position p1 |hour h0 |device phone |words beve voso davulo
-1 |query q1056 |ad a4 |advertiser v46 |position p2 |hour h12 |device phone |words voru silela
-1 |query q842 |ad a98 |advertiser v19 |position p2 |hour h20 |device desktop |words soremi talena
-1 |query q9352 |ad a1 |advertiser v104 |position p3 |hour h22 |device desktop |words dabi bomoro vusamu
-1 |query q180 |ad a1 |advertiser v104 |position p2 |hour h7 |device phone |words rolo vubode
-1 |query q53451 |ad a154 |advertiser v201 |position p2 |hour h16 |device desktop |words mava rudulu laloso
-1 |query q3 |ad a41 |advertiser v186 |position p3 |hour h13 |device phone |words beve voso davulo
1 |query q767 |ad a1417 |advertiser v41 |position p1 |hour h10 |device phone |words bovu bodunu bebeda
-1 |query q1 |ad a3561 |advertiser v59 |position p4 |hour h22 |device phone |words tiba nolesi
-1 |query q337 |ad a1225 |advertiser v47 |position p2 |hour h10 |device phone |words dire rimuli
-1 |query q1 |ad a213 |advertiser v165 |position p1 |hour h10 |device phone |words tiba nolesi
-1 |query q424 |ad a4412 |advertiser v81 |position p2 |hour h12 |device desktop |words baba tavi
-1 |query q4 |ad a131 |advertiser v10 |position p2 |hour h11 |device desktop |words luru tamo sidi
-1 |query q3238 |ad a1495 |advertiser v2 |position p1 |hour h16 |device phone |words rabola samilo
-1 |query q4281 |ad a19 |advertiser v19 |position p4 |hour h12 |device tablet |words sature narolo
-1 |query q9520 |ad a186 |advertiser v11 |position p2 |hour h22 |device phone |words sina bovi nabulo telima tibira
-1 |query q7 |ad a1973 |advertiser v180 |position p2 |hour h10 |device phone |words nili dudade
-1 |query q259 |ad a745 |advertiser v48 |position p3 |hour h15 |device phone |words rarada ridaba
-1 |query q2865 |ad a10 |advertiser v4 |position p1 |hour h17 |device desktop |words levu suni
-1 |query q2 |ad a1844 |advertiser v9 |position p1 |hour h14 |device tablet |words rabi ditave
-1 |query q140 |ad a2 |advertiser v136 |position p2 |hour h19 |device desktop |words tusa vabama bobodu
-1 |query q17872 |ad a6 |advertiser v7 |position p4 |hour h7 |device desktop |words tusa suma litu dutola
1 |query q6550 |ad a337 |advertiser v4 |position p3 |hour h19 |device phone |words veli nuru tilane
-1 |query q15 |ad a2 |advertiser v136 |position p1 |hour h21 |device phone |words moro binode tobumi berese
1 |query q44 |ad a3133 |advertiser v10 |position p1 |hour h18 |device desktop |words varu vulo
1 |query q30222 |ad a97 |advertiser v4 |position p1 |hour h15 |device phone |words rabe noba
-1 |query q133 |ad a3190 |advertiser v5 |position p4 |hour h14 |device phone |words lima duvina
1 |query q10794 |ad a8 |advertiser v146 |position p1 |hour h2 |device phone |words rara nosa mudove
-1 |query q8598 |ad a1457 |advertiser v23 |position p1 |hour h19 |device phone |words ruti meni
-1 |query q29 |ad a937 |advertiser v1 |position p1 |hour h9 |device desktop |words lami mibe benara
-1 |query q1 |ad a149 |advertiser v214 |position p2 |hour h22 |device phone |words tiba nolesi
-1 |query q10320 |ad a1 |advertiser v104 |position p1 |hour h22 |device phone |words vomo tedare rumemo rubina
-1 |query q2560 |ad a3 |advertiser v394 |position p2 |hour h7 |device desktop |words loni lita
-1 |query q3 |ad a175 |advertiser v9 |position p2 |hour h20 |device phone |words beve voso davulo
-1 |query q84 |ad a2 |advertiser v136 |position p3 |hour h21 |device phone |words vima bebonu mesoto mamuda velete
-1 |query q19745 |ad a2 |advertiser v136 |position p3 |hour h0 |device phone |words malala torese
-1 |query q1 |ad a16 |advertiser v189 |position p1 |hour h16 |device desktop |words tiba nolesi
-1 |query q2649 |ad a4531 |advertiser v71 |position p3 |hour h13 |device desktop |words vina tudimi
-1 |query q2 |ad a28 |advertiser v85 |position p1 |hour h12 |device phone |words rabi ditave
-1 |query q165 |ad a277 |advertiser v80 |position p3 |hour h15 |device desktop |words vobo neduvi
-1 |query q939 |ad a5 |advertiser v12 |position p2 |hour h15 |device tablet |words luru rebu
-1 |query q102 |ad a453 |advertiser v40 |position p3 |hour h7 |device phone |words moma luve bimaro
-1 |query q6 |ad a913 |advertiser v282 |position p1 |hour h21 |device phone |words luda bome vono
-1 |query q1894 |ad a10 |advertiser v4 |position p1 |hour h11 |device desktop |words baba ridi luvida
-1 |query q74 |ad a82 |advertiser v140 |position p3 |hour h16 |device phone |words tama mosala
1 |query q1072 |ad a1969 |advertiser v379 |position p1 |hour h21 |device phone |words dulu voto vote
-1 |query q119 |ad a158 |advertiser v42 |position p3 |hour h17 |device desktop |words deda mabore sirumu
-1 |query q4967 |ad a1541 |advertiser v8 |position p3 |hour h9 |device phone |words voseda nimali
-1 |query q11967 |ad a148 |advertiser v105 |position p3 |hour h10 |device phone |words levabu vutino
1 |query q22698 |ad a12 |advertiser v24 |position p2 |hour h16 |device desktop |words lino mila bavubu
-1 |query q38045 |ad a253 |advertiser v14 |position p2 |hour h20 |device phone |words vovi lave nuda detu
-1 |query q1 |ad a204 |advertiser v84 |position p1 |hour h15 |device desktop |words tiba nolesi
-1 |query q2 |ad a27 |advertiser v3 |position p1 |hour h19 |device phone |words rabi ditave
-1 |query q53 |ad a1 |advertiser v104 |position p4 |hour h23 |device phone |words rabe lela
-1 |query q95056 |ad a1 |advertiser v104 |position p1 |hour h11 |device phone |words vodida mimari
-1 |query q306 |ad a3 |advertiser v394 |position p3 |hour h14 |device phone |words baba tori mamobi torito dabito
-1 |query q245 |ad a3586 |advertiser v383 |position p4 |hour h13 |device desktop |words ruti sevi bideda
1 |query q61742 |ad a1 |advertiser v104 |position p1 |hour h23 |device phone |words bubi malu natami
1 |query q17 |ad a1121 |advertiser v336 |position p2 |hour h19 |device desktop |words tulama ralinu sinebo
-1 |query q1509 |ad a229 |advertiser v2 |position p2 |hour h11 |device phone |words deri mide susa delamo
-1 |query q15 |ad a5 |advertiser v12 |position p2 |hour h19 |device desktop |words moro binode tobumi berese
-1 |query q31 |ad a787 |advertiser v180 |position p2 |hour h14 |device phone |words desa tilava nobede
-1 |query q88736 |ad a3105 |advertiser v153 |position p1 |hour h23 |device phone |words luru sovo
-1 |query q2 |ad a1844 |advertiser v9 |position p4 |hour h22 |device desktop |words rabi ditave
-1 |query q2015 |ad a3 |advertiser v394 |position p1 |hour h19 |device desktop |words belu meva
-1 |query q340 |ad a3473 |advertiser v13 |position p1 |hour h22 |device phone |words disa suso reve sora
-1 |query q3 |ad a66 |advertiser v143 |position p3 |hour h16 |device phone |words beve voso davulo
-1 |query q16636 |ad a3 |advertiser v394 |position p1 |hour h7 |device desktop |words lena davusi rotena nalina
-1 |query q36975 |ad a1316 |advertiser v28 |position p2 |hour h22 |device desktop |words veli dati loni dado rudebe
-1 |query q12604 |ad a14 |advertiser v5 |position p2 |hour h20 |device desktop |words semo bano temino runiso sosunu
-1 |query q1047 |ad a4 |advertiser v46 |position p1 |hour h22 |device phone |words ridi tili
-1 |query q5118 |ad a54 |advertiser v79 |position p2 |hour h21 |device desktop |words buluru buboma lebelo
-1 |query q83 |ad a298 |advertiser v20 |position p1 |hour h7 |device desktop |words nora disito
-1 |query q91612 |ad a2217 |advertiser v147 |position p2 |hour h16 |device phone |words lobi sobi
-1 |query q61 |ad a228 |advertiser v216 |position p2 |hour h19 |device phone |words buve seroro linovo labula
-1 |query q9 |ad a2 |advertiser v136 |position p3 |hour h8 |device phone |words nilu midi larabi
-1 |query q3 |ad a1855 |advertiser v9 |position p1 |hour h18 |device phone |words beve voso davulo
-1 |query q7 |ad a1775 |advertiser v3 |position p3 |hour h19 |device phone |words nili dudade
-1 |query q1092 |ad a16 |advertiser v189 |position p3 |hour h15 |device phone |words ruti menuda niture lebavu
-1 |query q223 |ad a13 |advertiser v115 |position p2 |hour h13 |device phone |words ruti nole lana bisomo vumalu
-1 |query q30 |ad a41 |advertiser v186 |position p2 |hour h21 |device tablet |words luru dovunu
-1 |query q180 |ad a2 |advertiser v136 |position p3 |hour h9 |device desktop |words rolo vubode
-1 |query q19 |ad a168 |advertiser v25 |position p1 |hour h0 |device desktop |words dimo losana dedeni
-1 |query q37 |ad a106 |advertiser v25 |position p1 |hour h16 |device phone |words danesa robetu
-1 |query q60009 |ad a216 |advertiser v1 |position p2 |hour h18 |device desktop |words siva tivetu sumemi noribi
-1 |query q537 |ad a510 |advertiser v1 |position p3 |hour h21 |device desktop |words vitu nasi divi bilume lolomu
-1 |query q25 |ad a48 |advertiser v7 |position p1 |hour h10 |device phone |words lore rose numile
-1 |query q816 |ad a2 |advertiser v136 |position p3 |hour h7 |device phone |words vune babisu
-1 |query q25788 |ad a1 |advertiser v104 |position p1 |hour h20 |device phone |words vune boru leva reburu
-1 |query q53 |ad a13 |advertiser v115 |position p1 |hour h17 |device phone |words rabe lela
-1 |query q579 |ad a553 |advertiser v21 |position p4 |hour h17 |device phone |words dido vana nove satidi
-1 |query q61323 |ad a18 |advertiser v380 |position p3 |hour h22 |device phone |words luda vova tebovu ledada
-1 |query q13 |ad a253 |advertiser v14 |position p3 |hour h15 |device desktop |words siso nenose
-1 |query q499 |ad a7 |advertiser v70 |position p2 |hour h23 |device phone |words nuni buveti
-1 |query q28 |ad a6 |advertiser v7 |position p3 |hour h14 |device desktop |words vovube dereli
-1 |query q58 |ad a782 |advertiser v14 |position p2 |hour h16 |device phone |words momo nure melo
-1 |query q21 |ad a628 |advertiser v34 |position p2 |hour h7 |device tablet |words nila rula
-1 |query q5694 |ad a2 |advertiser v136 |position p2 |hour h11 |device phone |words nime medi
-1 |query q21 |ad a13 |advertiser v115 |position p3 |hour h12 |device tablet |words nila rula
-1 |query q106 |ad a20 |advertiser v75 |position p1 |hour h12 |device desktop |words nomu ruve teli
-1 |query q2097 |ad a899 |advertiser v131 |position p1 |hour h9 |device phone |words tene medu bove
1 |query q1421 |ad a2 |advertiser v136 |position p1 |hour h21 |device phone |words lore visabe tosasi romadu
-1 |query q1223 |ad a805 |advertiser v39 |position p2 |hour h11 |device phone |words rone movi tobu dulo midita
-1 |query q1416 |ad a1 |advertiser v104 |position p4 |hour h16 |device phone |words vune lati burana
-1 |query q5894 |ad a492 |advertiser v2 |position p1 |hour h19 |device phone |words ruti vumobi didava limulu
-1 |query q23364 |ad a37 |advertiser v131 |position p1 |hour h7 |device desktop |words vune vete dota milebi
1 |query q9 |ad a1 |advertiser v104 |position p3 |hour h17 |device phone |words nilu midi larabi
-1 |query q2642 |ad a3755 |advertiser v304 |position p3 |hour h23 |device desktop |words vima sesomo
-1 |query q2244 |ad a3914 |advertiser v222 |position p2 |hour h19 |device phone |words dasama rerite
-1 |query q7359 |ad a43 |advertiser v160 |position p3 |hour h19 |device desktop |words vima masa bibi
-1 |query q15846 |ad a603 |advertiser v166 |position p3 |hour h0 |device phone |words mino toti tisero
-1 |query q241 |ad a8 |advertiser v146 |position p1 |hour h19 |device tablet |words dimu bobiva
-1 |query q173 |ad a80 |advertiser v42 |position p1 |hour h6 |device desktop |words sili neno davisi
-1 |query q61 |ad a66 |advertiser v143 |position p1 |hour h13 |device phone |words buve seroro linovo labula
-1 |query q4 |ad a10 |advertiser v4 |position p4 |hour h10 |device phone |words luru tamo sidi
-1 |query q5580 |ad a1002 |advertiser v2 |position p2 |hour h14 |device desktop |words ruti sali lumiri
-1 |query q643 |ad a26 |advertiser v160 |position p2 |hour h8 |device phone |words lami vene monu dilomo nobone
-1 |query q3567 |ad a1469 |advertiser v37 |position p2 |hour h10 |device tablet |words luda roma
-1 |query q1 |ad a1 |advertiser v104 |position p1 |hour h9 |device phone |words tiba nolesi
-1 |query q11386 |ad a2 |advertiser v136 |position p1 |hour h9 |device phone |words lado demumi nemura sasado
-1 |query q997 |ad a69 |advertiser v3 |position p2 |hour h19 |device phone |words viva nutavo
-1 |query q14 |ad a1714 |advertiser v9 |position p2 |hour h21 |device desktop |words salu vidu demi mumu vedine
-1 |query q95205 |ad a315 |advertiser v98 |position p3 |hour h3 |device tablet |words tiba nevu tarova tetetu
-1 |query q2119 |ad a3 |advertiser v394 |position p1 |hour h22 |device desktop |words vovi turale bebuni
-1 |query q12 |ad a167 |advertiser v92 |position p2 |hour h22 |device desktop |words taru tebebe
-1 |query q40 |ad a1 |advertiser v104 |position p1 |hour h14 |device phone |words rara bani mevu rane badaro
-1 |query q14 |ad a2 |advertiser v136 |position p1 |hour h8 |device phone |words salu vidu demi mumu vedine
-1 |query q524 |ad a17 |advertiser v39 |position p1 |hour h19 |device phone |words lave vibila
1 |query q195 |ad a5 |advertiser v12 |position p4 |hour h15 |device phone |words sado baluni
-1 |query q9223 |ad a2 |advertiser v136 |position p4 |hour h17 |device phone |words rava revenu
-1 |query q80 |ad a4896 |advertiser v95 |position p2 |hour h11 |device phone |words ruti tamo sebudu
-1 |query q2 |ad a12 |advertiser v24 |position p2 |hour h11 |device phone |words rabi ditave
-1 |query q59 |ad a1 |advertiser v104 |position p1 |hour h20 |device tablet |words lobu nasidu
-1 |query q1528 |ad a4415 |advertiser v176 |position p1 |hour h22 |device phone |words vonolo laminu
-1 |query q11093 |ad a105 |advertiser v26 |position p2 |hour h19 |device phone |words semo domi
-1 |query q2776 |ad a4255 |advertiser v31 |position p2 |hour h16 |device desktop |words rulo lila sosa tinere
-1 |query q23 |ad a2188 |advertiser v51 |position p1 |hour h16 |device tablet |words nane risudo totili
1 |query q1104 |ad a504 |advertiser v247 |position p2 |hour h13 |device phone |words lebo risa dabe lotene vuvine
-1 |query q3 |ad a41 |advertiser v186 |position p1 |hour h19 |device tablet |words beve voso davulo
1 |query q36 |ad a1 |advertiser v104 |position p3 |hour h19 |device phone |words butudo nidima
-1 |query q1223 |ad a71 |advertiser v89 |position p3 |hour h14 |device phone |words rone movi tobu dulo midita
-1 |query q14059 |ad a46 |advertiser v77 |position p3 |hour h19 |device desktop |words sure mili besi rite
-1 |query q1 |ad a132 |advertiser v8 |position p3 |hour h14 |device desktop |words tiba nolesi
-1 |query q2 |ad a240 |advertiser v257 |position p3 |hour h10 |device phone |words rabi ditave
1 |query q1940 |ad a60 |advertiser v304 |position p1 |hour h20 |device tablet |words ruti somova
-1 |query q3 |ad a6 |advertiser v7 |position p1 |hour h7 |device phone |words beve voso davulo
-1 |query q3 |ad a3373 |advertiser v1 |position p3 |hour h18 |device phone |words beve voso davulo
-1 |query q17 |ad a167 |advertiser v92 |position p1 |hour h7 |device desktop |words tulama ralinu sinebo
-1 |query q67 |ad a9 |advertiser v43 |position p1 |hour h22 |device phone |words bula vuvolu sovesi
-1 |query q16272 |ad a5 |advertiser v12 |position p3 |hour h22 |device desktop |words rosu lino
-1 |query q39646 |ad a1836 |advertiser v6 |position p1 |hour h21 |device tablet |words bosa tibamu
-1 |query q45 |ad a51 |advertiser v51 |position p2 |hour h7 |device phone |words vune seleri rosove mimede nulubu
-1 |query q9 |ad a181 |advertiser v32 |position p1 |hour h20 |device desktop |words nilu midi larabi
-1 |query q11 |ad a2513 |advertiser v5 |position p4 |hour h15 |device desktop |words tono mavi bivuni nedavi
-1 |query q94024 |ad a1800 |advertiser v111 |position p4 |hour h23 |device phone |words mebo linonu
1 |query q12044 |ad a20 |advertiser v75 |position p1 |hour h12 |device desktop |words tobo nabi vule mevo nubaru
-1 |query q9659 |ad a392 |advertiser v3 |position p3 |hour h12 |device phone |words tude veme runore
-1 |query q1 |ad a213 |advertiser v165 |position p2 |hour h9 |device phone |words tiba nolesi
-1 |query q1 |ad a296 |advertiser v138 |position p2 |hour h17 |device phone |words tiba nolesi
-1 |query q7 |ad a1588 |advertiser v213 |position p3 |hour h10 |device desktop |words nili dudade
-1 |query q28 |ad a423 |advertiser v362 |position p3 |hour h21 |device desktop |words vovube dereli
-1 |query q1 |ad a132 |advertiser v8 |position p2 |hour h23 |device phone |words tiba nolesi
-1 |query q65 |ad a3797 |advertiser v92 |position p2 |hour h21 |device tablet |words vumamo ludodo
1 |query q10 |ad a800 |advertiser v5 |position p1 |hour h18 |device phone |words vitu rade lele
-1 |query q5 |ad a3503 |advertiser v72 |position p2 |hour h7 |device desktop |words talu tore tavoni
-1 |query q8512 |ad a37 |advertiser v131 |position p3 |hour h8 |device phone |words dibo nidina
-1 |query q5 |ad a47 |advertiser v27 |position p2 |hour h4 |device phone |words talu tore tavoni
-1 |query q1278 |ad a1 |advertiser v104 |position p2 |hour h21 |device phone |words ruti nala durove
1 |query q2223 |ad a191 |advertiser v35 |position p1 |hour h22 |device phone |words baba bolona
-1 |query q38 |ad a2953 |advertiser v58 |position p3 |hour h0 |device phone |words lino ludanu
-1 |query q12 |ad a103 |advertiser v147 |position p1 |hour h23 |device desktop |words taru tebebe
-1 |query q35199 |ad a1471 |advertiser v48 |position p4 |hour h13 |device desktop |words dare bire tudosu
-1 |query q37783 |ad a19 |advertiser v19 |position p2 |hour h10 |device phone |words ridi vomire suronu limota vurara
-1 |query q45 |ad a4714 |advertiser v38 |position p1 |hour h15 |device desktop |words vune seleri rosove mimede nulubu
-1 |query q23 |ad a1 |advertiser v104 |position p1 |hour h21 |device tablet |words nane risudo totili
1 |query q8799 |ad a38 |advertiser v348 |position p1 |hour h19 |device desktop |words vavi samu nuvobi nalori bolasi
-1 |query q3 |ad a2758 |advertiser v6 |position p2 |hour h13 |device desktop |words beve voso davulo
-1 |query q60151 |ad a8 |advertiser v146 |position p1 |hour h8 |device phone |words vovi sidiso
-1 |query q50 |ad a7 |advertiser v70 |position p1 |hour h18 |device phone |words rona teresi sinavo
1 |query q75 |ad a163 |advertiser v84 |position p1 |hour h17 |device phone |words vune lura lurabu somamo
-1 |query q890 |ad a977 |advertiser v162 |position p1 |hour h14 |device phone |words dati tavo tusanu
-1 |query q27 |ad a3310 |advertiser v241 |position p4 |hour h22 |device phone |words levu lami betomu
-1 |query q1 |ad a132 |advertiser v8 |position p2 |hour h0 |device phone |words tiba nolesi
-1 |query q1 |ad a1102 |advertiser v19 |position p3 |hour h17 |device desktop |words tiba nolesi
-1 |query q8573 |ad a6 |advertiser v7 |position p3 |hour h7 |device desktop |words lami lono
-1 |query q9107 |ad a42 |advertiser v348 |position p3 |hour h15 |device phone |words dido rusuva toveve robalo
-1 |query q52565 |ad a31 |advertiser v14 |position p1 |hour h17 |device phone |words tude nadu
-1 |query q20 |ad a10 |advertiser v4 |position p2 |hour h19 |device phone |words deru datene
-1 |query q4890 |ad a12 |advertiser v24 |position p2 |hour h22 |device desktop |words vune dota
-1 |query q3 |ad a1242 |advertiser v3 |position p2 |hour h7 |device desktop |words beve voso davulo
-1 |query q48 |ad a54 |advertiser v79 |position p4 |hour h16 |device phone |words rudubu nenunu
-1 |query q1235 |ad a1 |advertiser v104 |position p2 |hour h18 |device desktop |words vune vesibu sebalo betonu nesoto
-1 |query q6680 |ad a749 |advertiser v33 |position p3 |hour h8 |device phone |words lale mime ruleso nunivo mitenu
-1 |query q3486 |ad a1722 |advertiser v137 |position p2 |hour h16 |device phone |words vovi rali sitada lineba
-1 |query q4191 |ad a49 |advertiser v7 |position p2 |hour h14 |device phone |words venu rutuna tovovi
-1 |query q1021 |ad a115 |advertiser v128 |position p4 |hour h14 |device phone |words ruti numu
-1 |query q301 |ad a1164 |advertiser v18 |position p1 |hour h15 |device tablet |words lura nena
-1 |query q5139 |ad a17 |advertiser v39 |position p1 |hour h7 |device phone |words vitu didi
-1 |query q5 |ad a47 |advertiser v27 |position p3 |hour h20 |device desktop |words talu tore tavoni
-1 |query q9 |ad a62 |advertiser v50 |position p1 |hour h1 |device phone |words nilu midi larabi
-1 |query q148 |ad a32 |advertiser v10 |position p2 |hour h18 |device phone |words toliso sinada
-1 |query q114 |ad a2503 |advertiser v28 |position p2 |hour h13 |device phone |words metolo timeti
-1 |query q78569 |ad a2946 |advertiser v21 |position p1 |hour h11 |device tablet |words ruti soli nado tote
1 |query q73 |ad a3164 |advertiser v46 |position p3 |hour h11 |device tablet |words buve resi molime
-1 |query q60987 |ad a575 |advertiser v329 |position p1 |hour h22 |device tablet |words ruti nuso bani
1 |query q6328 |ad a1 |advertiser v104 |position p3 |hour h14 |device desktop |words vadu valado
-1 |query q4 |ad a53 |advertiser v19 |position p2 |hour h16 |device phone |words luru tamo sidi
-1 |query q121 |ad a3 |advertiser v394 |position p2 |hour h20 |device phone |words vavu deva vevoro
-1 |query q24627 |ad a712 |advertiser v2 |position p1 |hour h14 |device desktop |words luru leru limu sirulu
-1 |query q168 |ad a2012 |advertiser v118 |position p4 |hour h23 |device phone |words rulo vovi
-1 |query q143 |ad a1 |advertiser v104 |position p3 |hour h14 |device phone |words lami veno muva sumu
-1 |query q50294 |ad a145 |advertiser v270 |position p1 |hour h17 |device desktop |words baba meni lonu mulode rosote
-1 |query q26140 |ad a1486 |advertiser v99 |position p2 |hour h22 |device tablet |words rise nala mudi lura munura
-1 |query q1299 |ad a3334 |advertiser v63 |position p4 |hour h14 |device desktop |words lelema telolo
-1 |query q2994 |ad a1289 |advertiser v215 |position p1 |hour h8 |device phone |words rulo munedo
-1 |query q541 |ad a88 |advertiser v242 |position p1 |hour h16 |device phone |words lena sebodi
-1 |query q37327 |ad a1900 |advertiser v59 |position p3 |hour h20 |device phone |words baba bubi talilo
-1 |query q1 |ad a134 |advertiser v164 |position p2 |hour h14 |device phone |words tiba nolesi
-1 |query q961 |ad a964 |advertiser v216 |position p2 |hour h13 |device phone |words baba lino levu revu vovo
-1 |query q142 |ad a24 |advertiser v66 |position p2 |hour h20 |device phone |words deri nara
-1 |query q4995 |ad a72 |advertiser v29 |position p2 |hour h20 |device tablet |words revi reronu
-1 |query q622 |ad a15 |advertiser v49 |position p2 |hour h11 |device phone |words tobo duba robo
-1 |query q14 |ad a31 |advertiser v14 |position p2 |hour h17 |device desktop |words salu vidu demi mumu vedine
1 |query q106 |ad a35 |advertiser v36 |position p1 |hour h12 |device desktop |words nomu ruve teli
-1 |query q11686 |ad a765 |advertiser v107 |position p2 |hour h22 |device desktop |words semiso butami
-1 |query q52492 |ad a1879 |advertiser v23 |position p1 |hour h12 |device phone |words labone tadese vavose
-1 |query q264 |ad a32 |advertiser v10 |position p2 |hour h13 |device tablet |words vete tusa
-1 |query q212 |ad a40 |advertiser v351 |position p1 |hour h22 |device phone |words vovi siso
-1 |query q796 |ad a22 |advertiser v91 |position p1 |hour h9 |device desktop |words baba rise nale lilete
-1 |query q36 |ad a3 |advertiser v394 |position p1 |hour h20 |device phone |words butudo nidima
-1 |query q3 |ad a4444 |advertiser v34 |position p4 |hour h9 |device phone |words beve voso davulo
-1 |query q6 |ad a1 |advertiser v104 |position p3 |hour h22 |device phone |words luda bome vono
-1 |query q9499 |ad a1 |advertiser v104 |position p1 |hour h8 |device desktop |words reti meru rosuba
-1 |query q5922 |ad a2717 |advertiser v246 |position p3 |hour h10 |device phone |words bodi bidosu
1 |query q54 |ad a791 |advertiser v5 |position p2 |hour h22 |device phone |words lido vetu merido dolare
-1 |query q5078 |ad a4521 |advertiser v281 |position p3 |hour h12 |device phone |words baba lobi
-1 |query q1 |ad a1148 |advertiser v296 |position p4 |hour h11 |device phone |words tiba nolesi
-1 |query q36351 |ad a184 |advertiser v2 |position p3 |hour h19 |device phone |words meme sivo
1 |query q8 |ad a33 |advertiser v33 |position p2 |hour h15 |device tablet |words tude nado voreva bisomo
-1 |query q1 |ad a213 |advertiser v165 |position p3 |hour h15 |device phone |words tiba nolesi
-1 |query q22654 |ad a284 |advertiser v261 |position p1 |hour h8 |device desktop |words bose nasa lale salesa
-1 |query q26126 |ad a2861 |advertiser v35 |position p4 |hour h21 |device phone |words luru simime
-1 |query q10208 |ad a4 |advertiser v46 |position p3 |hour h17 |device phone |words lide nene masula
-1 |query q1 |ad a1148 |advertiser v296 |position p3 |hour h7 |device phone |words tiba nolesi
1 |query q426 |ad a1844 |advertiser v9 |position p3 |hour h21 |device desktop |words lobi revona
-1 |query q159 |ad a34 |advertiser v13 |position p3 |hour h13 |device phone |words lilivo lilese temodi tetiti
-1 |query q10 |ad a3282 |advertiser v15 |position p3 |hour h18 |device phone |words vitu rade lele
-1 |query q33 |ad a43 |advertiser v160 |position p2 |hour h19 |device phone |words limi bono milore
1 |query q1 |ad a4273 |advertiser v12 |position p3 |hour h22 |device phone |words tiba nolesi
1 |query q3661 |ad a63 |advertiser v324 |position p1 |hour h23 |device phone |words tamo lemo
-1 |query q5 |ad a3503 |advertiser v72 |position p1 |hour h22 |device phone |words talu tore tavoni
-1 |query q126 |ad a965 |advertiser v213 |position p2 |hour h21 |device phone |words lobi ditena
-1 |query q14 |ad a981 |advertiser v18 |position p3 |hour h19 |device phone |words salu vidu demi mumu vedine
-1 |query q171 |ad a2460 |advertiser v193 |position p1 |hour h12 |device phone |words lanu nosalu
-1 |query q1588 |ad a116 |advertiser v282 |position p3 |hour h17 |device phone |words tubu tuvu niti
-1 |query q38869 |ad a16 |advertiser v189 |position p2 |hour h21 |device phone |words manu tudu diratu tunasi
-1 |query q6 |ad a17 |advertiser v39 |position p1 |hour h23 |device phone |words luda bome vono
-1 |query q58018 |ad a22 |advertiser v91 |position p1 |hour h18 |device phone |words midemo vetate
-1 |query q46 |ad a1 |advertiser v104 |position p2 |hour h7 |device tablet |words dalo rovire
-1 |query q3501 |ad a1 |advertiser v104 |position p1 |hour h19 |device desktop |words serolu rolosi
1 |query q39 |ad a1833 |advertiser v223 |position p2 |hour h23 |device desktop |words nasu duveni didoda munatu
-1 |query q4615 |ad a553 |advertiser v21 |position p3 |hour h20 |device desktop |words lami motu luri voto vave
-1 |query q15934 |ad a2503 |advertiser v28 |position p2 |hour h16 |device tablet |words nuto vele nosi lenoni
-1 |query q14586 |ad a9 |advertiser v43 |position p1 |hour h15 |device desktop |words vomo vima resatu nusare
-1 |query q17 |ad a19 |advertiser v19 |position p2 |hour h13 |device phone |words tulama ralinu sinebo
-1 |query q3885 |ad a237 |advertiser v19 |position p1 |hour h11 |device desktop |words vaso bisutu lelole lebolu
-1 |query q527 |ad a303 |advertiser v29 |position p4 |hour h21 |device phone |words retu delu nadime mudodo
-1 |query q9 |ad a1097 |advertiser v21 |position p1 |hour h20 |device tablet |words nilu midi larabi
-1 |query q52601 |ad a1 |advertiser v104 |position p2 |hour h20 |device phone |words lonu reni teto dosure
-1 |query q42 |ad a43 |advertiser v160 |position p4 |hour h10 |device desktop |words bive delu nevu vedile
-1 |query q786 |ad a3244 |advertiser v34 |position p1 |hour h17 |device phone |words ruti rolu netida botovi
-1 |query q26810 |ad a128 |advertiser v84 |position p2 |hour h19 |device desktop |words baba sulo lumoru memade vineme
-1 |query q18485 |ad a272 |advertiser v1 |position p2 |hour h21 |device phone |words lavo rusasa
-1 |query q6 |ad a2053 |advertiser v273 |position p3 |hour h5 |device desktop |words luda bome vono
-1 |query q8 |ad a2 |advertiser v136 |position p3 |hour h17 |device desktop |words tude nado voreva bisomo
-1 |query q2 |ad a28 |advertiser v85 |position p2 |hour h17 |device desktop |words rabi ditave
-1 |query q30421 |ad a1548 |advertiser v5 |position p2 |hour h18 |device phone |words tina savodo nidude
1 |query q6041 |ad a806 |advertiser v14 |position p1 |hour h10 |device phone |words toto muno munide
-1 |query q5340 |ad a544 |advertiser v30 |position p1 |hour h18 |device phone |words vovi rara memo nutura
-1 |query q3305 |ad a1830 |advertiser v391 |position p1 |hour h17 |device phone |words baba vuti velimu
-1 |query q1026 |ad a18 |advertiser v380 |position p3 |hour h18 |device desktop |words nabi meriri mevilu
-1 |query q91397 |ad a18 |advertiser v380 |position p1 |hour h12 |device desktop |words vune tame betire
-1 |query q510 |ad a7 |advertiser v70 |position p4 |hour h12 |device phone |words lena duma resolo
-1 |query q1 |ad a3561 |advertiser v59 |position p3 |hour h10 |device phone |words tiba nolesi
-1 |query q66275 |ad a2 |advertiser v136 |position p3 |hour h22 |device desktop |words suli beredi mirusu tutobi
-1 |query q399 |ad a132 |advertiser v8 |position p2 |hour h16 |device phone |words baba retu lene deboba movisi
-1 |query q1819 |ad a108 |advertiser v24 |position p2 |hour h20 |device phone |words mibe radide molara basidi
-1 |query q6 |ad a11 |advertiser v14 |position p1 |hour h11 |device phone |words luda bome vono
-1 |query q4078 |ad a31 |advertiser v14 |position p4 |hour h13 |device phone |words robi marure
-1 |query q28 |ad a9 |advertiser v43 |position p1 |hour h18 |device phone |words vovube dereli
-1 |query q27058 |ad a3488 |advertiser v102 |position p2 |hour h19 |device phone |words dedo butami
-1 |query q4758 |ad a2482 |advertiser v369 |position p1 |hour h11 |device phone |words nuda baru
-1 |query q344 |ad a3 |advertiser v394 |position p2 |hour h1 |device phone |words nuso nure
-1 |query q95 |ad a9 |advertiser v43 |position p1 |hour h11 |device phone |words baba bota
-1 |query q4 |ad a53 |advertiser v19 |position p1 |hour h20 |device phone |words luru tamo sidi
-1 |query q118 |ad a1804 |advertiser v9 |position p1 |hour h23 |device phone |words vemu nuba
-1 |query q42040 |ad a211 |advertiser v1 |position p1 |hour h17 |device phone |words batu bumilo bomure tubere
-1 |query q1 |ad a16 |advertiser v189 |position p1 |hour h7 |device tablet |words tiba nolesi
-1 |query q2 |ad a2 |advertiser v136 |position p1 |hour h7 |device phone |words rabi ditave
-1 |query q1 |ad a73 |advertiser v297 |position p2 |hour h22 |device desktop |words tiba nolesi
-1 |query q9 |ad a326 |advertiser v279 |position p3 |hour h13 |device desktop |words nilu midi larabi
-1 |query q1 |ad a1148 |advertiser v296 |position p3 |hour h20 |device phone |words tiba nolesi
-1 |query q7 |ad a744 |advertiser v173 |position p1 |hour h16 |device desktop |words nili dudade
-1 |query q84 |ad a55 |advertiser v273 |position p2 |hour h21 |device phone |words vima bebonu mesoto mamuda velete
-1 |query q2168 |ad a82 |advertiser v140 |position p1 |hour h10 |device phone |words belu loti sobu mababu
-1 |query q3048 |ad a47 |advertiser v27 |position p1 |hour h7 |device desktop |words seve vemalo
-1 |query q147 |ad a3 |advertiser v394 |position p1 |hour h14 |device desktop |words baba sato denu bosidi simumi
1 |query q8886 |ad a1790 |advertiser v390 |position p3 |hour h21 |device phone |words disi tudi
-1 |query q13023 |ad a280 |advertiser v220 |position p4 |hour h7 |device phone |words ruti bodi vomu linonu tivasi
-1 |query q4 |ad a1429 |advertiser v398 |position p1 |hour h9 |device desktop |words luru tamo sidi
-1 |query q1 |ad a132 |advertiser v8 |position p1 |hour h19 |device desktop |words tiba nolesi
-1 |query q23180 |ad a3390 |advertiser v296 |position p3 |hour h10 |device desktop |words ruti nirobo
-1 |query q13846 |ad a1638 |advertiser v383 |position p4 |hour h15 |device phone |words rola vova
-1 |query q1 |ad a14 |advertiser v5 |position p1 |hour h17 |device phone |words tiba nolesi
-1 |query q2365 |ad a413 |advertiser v212 |position p3 |hour h7 |device tablet |words lide tirali
-1 |query q93 |ad a2800 |advertiser v140 |position p1 |hour h18 |device phone |words ruti lena lara letuva
-1 |query q155 |ad a535 |advertiser v385 |position p4 |hour h21 |device desktop |words rida musevo bavabu
-1 |query q6708 |ad a8 |advertiser v146 |position p3 |hour h20 |device phone |words riva lodu silobe
-1 |query q14 |ad a2 |advertiser v136 |position p1 |hour h13 |device phone |words salu vidu demi mumu vedine
-1 |query q6996 |ad a4764 |advertiser v40 |position p2 |hour h18 |device phone |words dovu nesa tamata numune
-1 |query q75 |ad a1 |advertiser v104 |position p1 |hour h11 |device phone |words vune lura lurabu somamo
-1 |query q812 |ad a5 |advertiser v12 |position p1 |hour h7 |device desktop |words vumo literu
1 |query q117 |ad a138 |advertiser v45 |position p3 |hour h20 |device desktop |words meme mita dureri
-1 |query q91264 |ad a3192 |advertiser v1 |position p2 |hour h14 |device desktop |words luda viri
-1 |query q2672 |ad a9 |advertiser v43 |position p2 |hour h16 |device phone |words dini visono mumonu
-1 |query q1 |ad a25 |advertiser v38 |position p2 |hour h10 |device desktop |words tiba nolesi
-1 |query q659 |ad a2582 |advertiser v267 |position p2 |hour h0 |device phone |words rililo mosama
-1 |query q3 |ad a250 |advertiser v2 |position p2 |hour h9 |device phone |words beve voso davulo
-1 |query q21195 |ad a1 |advertiser v104 |position p4 |hour h9 |device phone |words notole namivi tivera
-1 |query q25 |ad a24 |advertiser v66 |position p1 |hour h16 |device phone |words lore rose numile
1 |query q195 |ad a26 |advertiser v160 |position p3 |hour h19 |device desktop |words sado baluni
1 |query q1030 |ad a3123 |advertiser v115 |position p1 |hour h18 |device phone |words naro rovune bevori nidutu
-1 |query q2582 |ad a371 |advertiser v149 |position p3 |hour h19 |device phone |words sido labo
1 |query q11 |ad a17 |advertiser v39 |position p4 |hour h11 |device phone |words tono mavi bivuni nedavi
-1 |query q43 |ad a2 |advertiser v136 |position p2 |hour h22 |device phone |words dura bima sasiri donito
-1 |query q43986 |ad a64 |advertiser v224 |position p1 |hour h4 |device desktop |words muni dotamu molita
-1 |query q1 |ad a1745 |advertiser v217 |position p1 |hour h13 |device desktop |words tiba nolesi
-1 |query q6 |ad a3215 |advertiser v14 |position p2 |hour h11 |device desktop |words luda bome vono
-1 |query q17712 |ad a5 |advertiser v12 |position p2 |hour h9 |device phone |words nala nobu desi durusu ratona
-1 |query q24442 |ad a199 |advertiser v27 |position p3 |hour h10 |device phone |words rosu rala sonu lunodu
-1 |query q167 |ad a268 |advertiser v310 |position p3 |hour h18 |device phone |words ruti luru solu nilobi roturo
-1 |query q26083 |ad a917 |advertiser v64 |position p1 |hour h20 |device desktop |words beve vudu vatina sorume
-1 |query q2 |ad a240 |advertiser v257 |position p3 |hour h16 |device desktop |words rabi ditave
-1 |query q7 |ad a1973 |advertiser v180 |position p4 |hour h10 |device tablet |words nili dudade
-1 |query q16 |ad a89 |advertiser v51 |position p2 |hour h12 |device phone |words rudo ravule
-1 |query q557 |ad a437 |advertiser v17 |position p4 |hour h6 |device desktop |words luru tile tidi
-1 |query q125 |ad a5 |advertiser v12 |position p4 |hour h7 |device phone |words noma tato buti toromi
-1 |query q61505 |ad a4338 |advertiser v206 |position p2 |hour h16 |device phone |words ruti rabi bevodo viradi bibore
-1 |query q1488 |ad a1 |advertiser v104 |position p1 |hour h9 |device phone |words mudi sina tisubi
-1 |query q12 |ad a32 |advertiser v10 |position p3 |hour h17 |device desktop |words taru tebebe
-1 |query q34381 |ad a2958 |advertiser v22 |position p2 |hour h19 |device desktop |words luda levu tusa vuvo lonamo
-1 |query q7218 |ad a52 |advertiser v347 |position p1 |hour h20 |device phone |words seni dita
-1 |query q359 |ad a19 |advertiser v19 |position p2 |hour h11 |device phone |words vitu dido sosu vuneba
-1 |query q18 |ad a102 |advertiser v185 |position p2 |hour h20 |device desktop |words luru mume rubida
-1 |query q4 |ad a1980 |advertiser v27 |position p3 |hour h15 |device tablet |words luru tamo sidi
-1 |query q2 |ad a2717 |advertiser v246 |position p4 |hour h22 |device phone |words rabi ditave
-1 |query q71 |ad a3832 |advertiser v152 |position p2 |hour h22 |device phone |words labe nobimo
-1 |query q288 |ad a99 |advertiser v262 |position p4 |hour h0 |device phone |words susu muluno
-1 |query q188 |ad a61 |advertiser v151 |position p4 |hour h13 |device desktop |words luda voru nosa vadi sabe
1 |query q1 |ad a378 |advertiser v328 |position p2 |hour h14 |device desktop |words tiba nolesi
-1 |query q3244 |ad a1 |advertiser v104 |position p1 |hour h11 |device phone |words vaso made
-1 |query q29 |ad a137 |advertiser v2 |position p3 |hour h21 |device phone |words lami mibe benara
1 |query q29 |ad a4435 |advertiser v36 |position p4 |hour h17 |device desktop |words lami mibe benara
-1 |query q866 |ad a30 |advertiser v232 |position p2 |hour h23 |device desktop |words nuni nasu tunona
-1 |query q85 |ad a799 |advertiser v115 |position p2 |hour h19 |device phone |words baba misa bobule
-1 |query q1841 |ad a19 |advertiser v19 |position p3 |hour h21 |device phone |words vitu vebu
-1 |query q9936 |ad a1938 |advertiser v272 |position p1 |hour h23 |device phone |words tusa vidido
-1 |query q10 |ad a534 |advertiser v50 |position p3 |hour h12 |device phone |words vitu rade lele
1 |query q22994 |ad a1 |advertiser v104 |position p1 |hour h12 |device tablet |words nibelu bemani
-1 |query q105 |ad a3 |advertiser v394 |position p2 |hour h2 |device desktop |words tesa vuve
-1 |query q5 |ad a47 |advertiser v27 |position p3 |hour h20 |device phone |words talu tore tavoni
-1 |query q192 |ad a18 |advertiser v380 |position p3 |hour h9 |device phone |words vovi doni
1 |query q10082 |ad a1534 |advertiser v215 |position p1 |hour h11 |device phone |words mido ruri duvu runuru
-1 |query q45495 |ad a524 |advertiser v200 |position p2 |hour h11 |device desktop |words mabo sudela sunole
-1 |query q921 |ad a1043 |advertiser v37 |position p1 |hour h20 |device tablet |words niva sibo lumu bamira
-1 |query q42030 |ad a1572 |advertiser v7 |position p1 |hour h9 |device tablet |words vune lino rimo vuvu
-1 |query q75 |ad a163 |advertiser v84 |position p2 |hour h12 |device phone |words vune lura lurabu somamo
-1 |query q3 |ad a5 |advertiser v12 |position p1 |hour h6 |device tablet |words beve voso davulo
-1 |query q3021 |ad a3013 |advertiser v34 |position p2 |hour h12 |device phone |words nuruti bosidi
-1 |query q15 |ad a726 |advertiser v82 |position p1 |hour h14 |device tablet |words moro binode tobumi berese
-1 |query q1964 |ad a1 |advertiser v104 |position p3 |hour h9 |device tablet |words vumino rolila lanimo
-1 |query q6388 |ad a315 |advertiser v98 |position p1 |hour h11 |device desktop |words sala vuna vove mali
-1 |query q1900 |ad a64 |advertiser v224 |position p3 |hour h0 |device phone |words tati lobaso
-1 |query q270 |ad a3626 |advertiser v30 |position p1 |hour h7 |device desktop |words nuni dabe
-1 |query q3 |ad a41 |advertiser v186 |position p1 |hour h10 |device phone |words beve voso davulo
1 |query q2 |ad a219 |advertiser v215 |position p1 |hour h10 |device phone |words rabi ditave
-1 |query q3 |ad a175 |advertiser v9 |position p1 |hour h16 |device phone |words beve voso davulo
-1 |query q180 |ad a381 |advertiser v383 |position p3 |hour h20 |device phone |words rolo vubode
-1 |query q29 |ad a4347 |advertiser v18 |position p2 |hour h21 |device phone |words lami mibe benara
1 |query q52 |ad a1 |advertiser v104 |position p4 |hour h16 |device desktop |words neba ludu neruri
-1 |query q5750 |ad a9 |advertiser v43 |position p1 |hour h8 |device phone |words voma sevare
-1 |query q18 |ad a170 |advertiser v3 |position p3 |hour h17 |device phone |words luru mume rubida
1 |query q131 |ad a426 |advertiser v232 |position p3 |hour h21 |device tablet |words vune vasomu vironu
-1 |query q6765 |ad a1165 |advertiser v124 |position p4 |hour h10 |device phone |words nuni nasu rela rame
1 |query q13 |ad a32 |advertiser v10 |position p1 |hour h9 |device phone |words siso nenose
1 |query q4949 |ad a1 |advertiser v104 |position p1 |hour h15 |device phone |words vitu lilete
-1 |query q12543 |ad a3180 |advertiser v38 |position p1 |hour h19 |device desktop |words dura dodu mobusu
-1 |query q102 |ad a1072 |advertiser v48 |position p2 |hour h17 |device phone |words moma luve bimaro
-1 |query q450 |ad a1 |advertiser v104 |position p3 |hour h16 |device phone |words tinuvo lanuso
-1 |query q5059 |ad a256 |advertiser v75 |position p1 |hour h9 |device desktop |words baba lanu nesubi
-1 |query q23984 |ad a11 |advertiser v14 |position p3 |hour h8 |device phone |words suno voridu bivubo
-1 |query q4 |ad a81 |advertiser v2 |position p2 |hour h17 |device phone |words luru tamo sidi
-1 |query q33422 |ad a1960 |advertiser v2 |position p4 |hour h16 |device phone |words luda ruba bonamu vitebi bibaro
-1 |query q3199 |ad a2 |advertiser v136 |position p1 |hour h19 |device phone |words rano mila nanevo
-1 |query q5896 |ad a573 |advertiser v164 |position p4 |hour h19 |device phone |words luda lino vete nelo dilina
-1 |query q300 |ad a14 |advertiser v5 |position p3 |hour h0 |device tablet |words ruti sudu malomo viloda
-1 |query q136 |ad a23 |advertiser v116 |position p2 |hour h11 |device phone |words masa mebe luvese
-1 |query q474 |ad a2 |advertiser v136 |position p3 |hour h15 |device phone |words lore moma dosi retomi
-1 |query q20331 |ad a954 |advertiser v66 |position p1 |hour h11 |device desktop |words subi teneto
1 |query q3785 |ad a8 |advertiser v146 |position p4 |hour h20 |device desktop |words rosu modole
-1 |query q57 |ad a3238 |advertiser v117 |position p3 |hour h10 |device desktop |words riseba bidotu
-1 |query q426 |ad a33 |advertiser v33 |position p4 |hour h14 |device phone |words lobi revona
-1 |query q322 |ad a224 |advertiser v379 |position p3 |hour h20 |device phone |words dotori netila
1 |query q9217 |ad a228 |advertiser v216 |position p2 |hour h0 |device phone |words rime teba vide
1 |query q71546 |ad a69 |advertiser v3 |position p1 |hour h21 |device desktop |words luru rulo buno sotuti
-1 |query q66 |ad a2 |advertiser v136 |position p1 |hour h20 |device phone |words dena netutu
-1 |query q3 |ad a766 |advertiser v72 |position p1 |hour h21 |device phone |words beve voso davulo
-1 |query q3274 |ad a1207 |advertiser v106 |position p3 |hour h15 |device desktop |words rise tosi
-1 |query q78489 |ad a764 |advertiser v37 |position p1 |hour h19 |device phone |words baba moro
-1 |query q31 |ad a144 |advertiser v232 |position p1 |hour h8 |device phone |words desa tilava nobede
-1 |query q819 |ad a39 |advertiser v58 |position p1 |hour h19 |device desktop |words baba ronu
-1 |query q63021 |ad a1840 |advertiser v4 |position p2 |hour h14 |device phone |words noduve valetu
-1 |query q93996 |ad a288 |advertiser v23 |position p2 |hour h18 |device desktop |words nuvu sate
-1 |query q1 |ad a3561 |advertiser v59 |position p3 |hour h10 |device phone |words tiba nolesi
-1 |query q1 |ad a3561 |advertiser v59 |position p2 |hour h17 |device phone |words tiba nolesi
-1 |query q146 |ad a913 |advertiser v282 |position p4 |hour h12 |device phone |words dumi nareri
-1 |query q66281 |ad a258 |advertiser v123 |position p1 |hour h15 |device phone |words dole renu
-1 |query q4 |ad a56 |advertiser v244 |position p2 |hour h19 |device desktop |words luru tamo sidi
-1 |query q396 |ad a47 |advertiser v27 |position p2 |hour h16 |device desktop |words baba lore tumuda
-1 |query q15 |ad a1498 |advertiser v103 |position p2 |hour h14 |device phone |words moro binode tobumi berese
-1 |query q130 |ad a2165 |advertiser v249 |position p3 |hour h21 |device desktop |words vovi didire tileto momato vadato
-1 |query q107 |ad a33 |advertiser v33 |position p4 |hour h15 |device phone |words leva rumebo
-1 |query q83126 |ad a320 |advertiser v189 |position p1 |hour h15 |device phone |words bova silu salamo
-1 |query q942 |ad a13 |advertiser v115 |position p4 |hour h19 |device desktop |words baba lisebi
-1 |query q77 |ad a16 |advertiser v189 |position p2 |hour h22 |device desktop |words baba lobi rara rida
-1 |query q83 |ad a280 |advertiser v220 |position p2 |hour h19 |device tablet |words nora disito
-1 |query q2 |ad a28 |advertiser v85 |position p1 |hour h19 |device phone |words rabi ditave
-1 |query q23396 |ad a582 |advertiser v15 |position p1 |hour h16 |device tablet |words mino sumuma detibi
-1 |query q22570 |ad a459 |advertiser v16 |position p2 |hour h9 |device desktop |words tivilo ledida
-1 |query q6765 |ad a69 |advertiser v3 |position p3 |hour h21 |device desktop |words nuni nasu rela rame
-1 |query q1141 |ad a22 |advertiser v91 |position p2 |hour h9 |device desktop |words lore dimalu
-1 |query q24 |ad a1859 |advertiser v243 |position p1 |hour h16 |device phone |words vovi tada vilidi nosori rovire
-1 |query q772 |ad a23 |advertiser v116 |position p2 |hour h15 |device tablet |words neri mubu mebima
-1 |query q262 |ad a6 |advertiser v7 |position p1 |hour h19 |device tablet |words ruluve lemelu
-1 |query q1 |ad a3561 |advertiser v59 |position p1 |hour h22 |device phone |words tiba nolesi
-1 |query q2 |ad a27 |advertiser v3 |position p4 |hour h15 |device desktop |words rabi ditave
-1 |query q48509 |ad a624 |advertiser v45 |position p1 |hour h12 |device phone |words baba bivo nivedo
-1 |query q371 |ad a1 |advertiser v104 |position p3 |hour h16 |device phone |words node bubora
-1 |query q268 |ad a32 |advertiser v10 |position p3 |hour h0 |device desktop |words rote sisame
-1 |query q67590 |ad a173 |advertiser v298 |position p1 |hour h9 |device phone |words vibo nevema
1 |query q20374 |ad a17 |advertiser v39 |position p2 |hour h21 |device phone |words rosu lena loviri
-1 |query q3577 |ad a154 |advertiser v201 |position p1 |hour h21 |device desktop |words sena bumari rumobu
-1 |query q4 |ad a53 |advertiser v19 |position p2 |hour h4 |device phone |words luru tamo sidi
1 |query q258 |ad a393 |advertiser v94 |position p1 |hour h11 |device desktop |words tile mubo
-1 |query q634 |ad a4 |advertiser v46 |position p2 |hour h11 |device phone |words beve nuba nate
-1 |query q770 |ad a18 |advertiser v380 |position p1 |hour h12 |device phone |words bera tode demoru
-1 |query q2 |ad a27 |advertiser v3 |position p3 |hour h21 |device phone |words rabi ditave
-1 |query q837 |ad a13 |advertiser v115 |position p2 |hour h13 |device desktop |words ruti mudi labu dovimo vutimo
-1 |query q27 |ad a14 |advertiser v5 |position p2 |hour h21 |device phone |words levu lami betomu
-1 |query q460 |ad a1149 |advertiser v273 |position p1 |hour h15 |device phone |words musa vasonu
-1 |query q11388 |ad a4 |advertiser v46 |position p1 |hour h16 |device desktop |words vasa navi tuviri
1 |query q14 |ad a1835 |advertiser v135 |position p1 |hour h22 |device phone |words salu vidu demi mumu vedine
-1 |query q97228 |ad a2148 |advertiser v1 |position p1 |hour h7 |device desktop |words bune mena votile
1 |query q994 |ad a389 |advertiser v57 |position p1 |hour h20 |device desktop |words rate navu dubo
1 |query q11 |ad a355 |advertiser v140 |position p2 |hour h2 |device phone |words tono mavi bivuni nedavi
-1 |query q4675 |ad a20 |advertiser v75 |position p2 |hour h0 |device desktop |words tobe reta rimili
-1 |query q3 |ad a2 |advertiser v136 |position p4 |hour h20 |device phone |words beve voso davulo
-1 |query q53304 |ad a8 |advertiser v146 |position p3 |hour h0 |device desktop |words sulo dosolu desabo lirile
-1 |query q1 |ad a404 |advertiser v202 |position p3 |hour h16 |device desktop |words tiba nolesi
-1 |query q80 |ad a2776 |advertiser v17 |position p3 |hour h21 |device phone |words ruti tamo sebudu
-1 |query q13694 |ad a132 |advertiser v8 |position p3 |hour h18 |device phone |words deme lare taso
-1 |query q196 |ad a80 |advertiser v42 |position p3 |hour h15 |device desktop |words runuto toluru
-1 |query q4 |ad a1980 |advertiser v27 |position p2 |hour h19 |device desktop |words luru tamo sidi
-1 |query q10 |ad a1998 |advertiser v56 |position p4 |hour h20 |device desktop |words vitu rade lele
-1 |query q490 |ad a1 |advertiser v104 |position p2 |hour h13 |device desktop |words lore nelo rade dudu sudusi
-1 |query q38 |ad a2111 |advertiser v6 |position p1 |hour h13 |device phone |words lino ludanu
-1 |query q154 |ad a1 |advertiser v104 |position p1 |hour h10 |device phone |words bive bute sutuba vamute
-1 |query q3 |ad a783 |advertiser v215 |position p1 |hour h11 |device phone |words beve voso davulo
1 |query q943 |ad a2296 |advertiser v14 |position p3 |hour h21 |device phone |words sivi memu tisune lilato
-1 |query q1824 |ad a1181 |advertiser v260 |position p1 |hour h12 |device desktop |words dabi ludada
-1 |query q5 |ad a492 |advertiser v2 |position p4 |hour h13 |device desktop |words talu tore tavoni
-1 |query q1793 |ad a550 |advertiser v26 |position p1 |hour h15 |device phone |words bomo dalale tilane tonoba
-1 |query q34450 |ad a2073 |advertiser v257 |position p1 |hour h10 |device tablet |words vune vibi
-1 |query q27858 |ad a12 |advertiser v24 |position p3 |hour h7 |device desktop |words bava bena
-1 |query q1 |ad a503 |advertiser v80 |position p1 |hour h12 |device phone |words tiba nolesi
-1 |query q27072 |ad a52 |advertiser v347 |position p2 |hour h6 |device desktop |words baba vune dodu bodo
-1 |query q2 |ad a138 |advertiser v45 |position p1 |hour h19 |device desktop |words rabi ditave
-1 |query q1 |ad a213 |advertiser v165 |position p4 |hour h18 |device desktop |words tiba nolesi
-1 |query q68 |ad a596 |advertiser v199 |position p4 |hour h15 |device phone |words lenove mebuvu
-1 |query q48162 |ad a418 |advertiser v124 |position p2 |hour h18 |device desktop |words luru setado duriru siluti
1 |query q3684 |ad a294 |advertiser v1 |position p1 |hour h0 |device phone |words mena vironu natiri
-1 |query q2762 |ad a47 |advertiser v27 |position p3 |hour h14 |device phone |words nuni memisa
-1 |query q5830 |ad a65 |advertiser v15 |position p3 |hour h10 |device phone |words vana vuvudi masida voluro mitola
-1 |query q5 |ad a635 |advertiser v1 |position p1 |hour h11 |device phone |words talu tore tavoni
-1 |query q64 |ad a179 |advertiser v321 |position p1 |hour h16 |device phone |words nuni muvi meba mareti nalolo
-1 |query q5260 |ad a57 |advertiser v187 |position p1 |hour h22 |device phone |words dabi motu duvuvu sanelo
-1 |query q1 |ad a378 |advertiser v328 |position p1 |hour h8 |device desktop |words tiba nolesi
1 |query q555 |ad a125 |advertiser v60 |position p1 |hour h15 |device tablet |words ruti mave vunu dutoba natido
-1 |query q1 |ad a378 |advertiser v328 |position p1 |hour h8 |device phone |words tiba nolesi
-1 |query q22160 |ad a404 |advertiser v202 |position p1 |hour h10 |device desktop |words tuve vaboro
-1 |query q1235 |ad a1 |advertiser v104 |position p1 |hour h12 |device phone |words vune vesibu sebalo betonu nesoto
-1 |query q15674 |ad a1 |advertiser v104 |position p2 |hour h11 |device desktop |words mobu vote duditu
-1 |query q3585 |ad a3 |advertiser v394 |position p4 |hour h16 |device phone |words luru rivi meru visatu
-1 |query q54426 |ad a2229 |advertiser v28 |position p3 |hour h17 |device desktop |words vesu mote marune detire
-1 |query q1395 |ad a17 |advertiser v39 |position p1 |hour h11 |device desktop |words vavi budale
1 |query q35 |ad a2 |advertiser v136 |position p1 |hour h13 |device tablet |words ruti nila renuvi
-1 |query q6 |ad a424 |advertiser v256 |position p4 |hour h21 |device phone |words luda bome vono
-1 |query q326 |ad a5 |advertiser v12 |position p1 |hour h19 |device phone |words sunobi daloru vumiba
-1 |query q5444 |ad a25 |advertiser v38 |position p4 |hour h5 |device tablet |words liba melite
-1 |query q24121 |ad a576 |advertiser v243 |position p1 |hour h21 |device desktop |words rosu rero raremi
-1 |query q5 |ad a30 |advertiser v232 |position p3 |hour h7 |device desktop |words talu tore tavoni
-1 |query q5603 |ad a43 |advertiser v160 |position p4 |hour h22 |device phone |words rulo dovu vunu
-1 |query q81 |ad a639 |advertiser v147 |position p1 |hour h3 |device tablet |words baba daba vumi tetimo
-1 |query q12 |ad a1 |advertiser v104 |position p1 |hour h15 |device desktop |words taru tebebe
-1 |query q177 |ad a10 |advertiser v4 |position p4 |hour h23 |device desktop |words namu danudu
-1 |query q23722 |ad a15 |advertiser v49 |position p2 |hour h14 |device phone |words luru soli baso duru nenati
-1 |query q5330 |ad a2925 |advertiser v95 |position p1 |hour h19 |device phone |words deda dutu lora vibu mutesi
-1 |query q5064 |ad a2 |advertiser v136 |position p1 |hour h12 |device desktop |words tavi vatatu
-1 |query q494 |ad a5 |advertiser v12 |position p1 |hour h11 |device desktop |words luru dube madelu sunuro desulo
1 |query q6671 |ad a85 |advertiser v246 |position p1 |hour h12 |device phone |words ruti sunu
-1 |query q5474 |ad a156 |advertiser v56 |position p3 |hour h16 |device phone |words nudu nado
-1 |query q1 |ad a1148 |advertiser v296 |position p3 |hour h15 |device phone |words tiba nolesi
-1 |query q8322 |ad a8 |advertiser v146 |position p1 |hour h10 |device phone |words lore vita siniru
-1 |query q793 |ad a5 |advertiser v12 |position p1 |hour h11 |device desktop |words luru sivi bitibu ladulo
-1 |query q93 |ad a3 |advertiser v394 |position p2 |hour h9 |device desktop |words ruti lena lara letuva
1 |query q86584 |ad a1 |advertiser v104 |position p2 |hour h15 |device phone |words vune roleni vanima
-1 |query q12 |ad a1117 |advertiser v161 |position p1 |hour h18 |device desktop |words taru tebebe
-1 |query q4941 |ad a1564 |advertiser v286 |position p1 |hour h16 |device desktop |words vebu busuba
-1 |query q6 |ad a190 |advertiser v4 |position p2 |hour h7 |device phone |words luda bome vono
-1 |query q5773 |ad a2165 |advertiser v249 |position p4 |hour h0 |device desktop |words tame verodo terine
-1 |query q16 |ad a412 |advertiser v94 |position p3 |hour h15 |device phone |words rudo ravule
-1 |query q18 |ad a7 |advertiser v70 |position p2 |hour h20 |device desktop |words luru mume rubida
-1 |query q14031 |ad a9 |advertiser v43 |position p2 |hour h1 |device phone |words toto nedu
-1 |query q4487 |ad a259 |advertiser v167 |position p1 |hour h21 |device desktop |words baba danu
-1 |query q30537 |ad a2 |advertiser v136 |position p4 |hour h11 |device desktop |words vune sina menaro
-1 |query q3202 |ad a207 |advertiser v6 |position p4 |hour h18 |device desktop |words baba luda vovi vure talubu
-1 |query q4 |ad a81 |advertiser v2 |position p1 |hour h10 |device desktop |words luru tamo sidi
-1 |query q79642 |ad a1236 |advertiser v49 |position p3 |hour h13 |device desktop |words bilo sumu muletu
-1 |query q49 |ad a8 |advertiser v146 |position p1 |hour h15 |device desktop |words lore nesi labova tatavu ladosa
-1 |query q8 |ad a46 |advertiser v77 |position p1 |hour h18 |device desktop |words tude nado voreva bisomo
-1 |query q66343 |ad a4313 |advertiser v145 |position p1 |hour h21 |device desktop |words vomo talulu
-1 |query q23471 |ad a26 |advertiser v160 |position p2 |hour h18 |device tablet |words baba dole voru lodode tavavo
-1 |query q1440 |ad a267 |advertiser v14 |position p3 |hour h21 |device desktop |words rola vesu
-1 |query q3 |ad a2369 |advertiser v233 |position p3 |hour h7 |device desktop |words beve voso davulo
-1 |query q6108 |ad a4311 |advertiser v79 |position p3 |hour h20 |device desktop |words rulo vovi vaso
-1 |query q314 |ad a6 |advertiser v7 |position p3 |hour h14 |device phone |words bula nemi vetibo
-1 |query q2 |ad a396 |advertiser v3 |position p1 |hour h9 |device phone |words rabi ditave
-1 |query q784 |ad a80 |advertiser v42 |position p2 |hour h18 |device desktop |words buloni vitere
-1 |query q1 |ad a16 |advertiser v189 |position p1 |hour h21 |device phone |words tiba nolesi
-1 |query q1 |ad a378 |advertiser v328 |position p2 |hour h10 |device phone |words tiba nolesi
-1 |query q55091 |ad a27 |advertiser v3 |position p1 |hour h20 |device phone |words dinu somuvi
-1 |query q2 |ad a34 |advertiser v13 |position p3 |hour h23 |device desktop |words rabi ditave
-1 |query q125 |ad a7 |advertiser v70 |position p1 |hour h0 |device desktop |words noma tato buti toromi
-1 |query q21074 |ad a1 |advertiser v104 |position p2 |hour h14 |device desktop |words turo nena
-1 |query q51 |ad a20 |advertiser v75 |position p3 |hour h20 |device desktop |words tude menamu
1 |query q4 |ad a81 |advertiser v2 |position p1 |hour h20 |device phone |words luru tamo sidi
-1 |query q2 |ad a464 |advertiser v32 |position p2 |hour h13 |device phone |words rabi ditave
1 |query q3848 |ad a16 |advertiser v189 |position p2 |hour h12 |device desktop |words tobo disi neto riba dutola
-1 |query q12 |ad a16 |advertiser v189 |position p1 |hour h8 |device phone |words taru tebebe
-1 |query q825 |ad a1712 |advertiser v2 |position p2 |hour h13 |device phone |words maravu masori dedolo
-1 |query q23 |ad a319 |advertiser v6 |position p1 |hour h14 |device desktop |words nane risudo totili
-1 |query q2 |ad a27 |advertiser v3 |position p3 |hour h13 |device desktop |words rabi ditave
-1 |query q7 |ad a264 |advertiser v265 |position p2 |hour h13 |device phone |words nili dudade
-1 |query q7669 |ad a2 |advertiser v136 |position p2 |hour h14 |device phone |words rebi taneve meramo
-1 |query q12 |ad a2 |advertiser v136 |position p2 |hour h22 |device phone |words taru tebebe
-1 |query q39 |ad a706 |advertiser v183 |position p4 |hour h11 |device desktop |words nasu duveni didoda munatu
-1 |query q4 |ad a1 |advertiser v104 |position p2 |hour h10 |device desktop |words luru tamo sidi
-1 |query q6 |ad a1834 |advertiser v92 |position p3 |hour h6 |device phone |words luda bome vono
-1 |query q94286 |ad a58 |advertiser v92 |position p3 |hour h10 |device tablet |words rosu sebu lumi
-1 |query q1411 |ad a1 |advertiser v104 |position p1 |hour h13 |device desktop |words reti valimo
-1 |query q29546 |ad a67 |advertiser v2 |position p1 |hour h16 |device tablet |words dota voto vani buli sosulu
-1 |query q297 |ad a297 |advertiser v5 |position p4 |hour h8 |device desktop |words suda libe nulari
1 |query q229 |ad a11 |advertiser v14 |position p1 |hour h14 |device phone |words baba ridi roredo lidute
-1 |query q10 |ad a800 |advertiser v5 |position p2 |hour h22 |device tablet |words vitu rade lele
1 |query q1 |ad a4722 |advertiser v1 |position p2 |hour h19 |device phone |words tiba nolesi
-1 |query q16 |ad a1010 |advertiser v4 |position p1 |hour h20 |device phone |words rudo ravule
-1 |query q116 |ad a5 |advertiser v12 |position p2 |hour h6 |device desktop |words baba vusedi
-1 |query q1 |ad a4855 |advertiser v4 |position p1 |hour h17 |device desktop |words tiba nolesi
-1 |query q2899 |ad a7 |advertiser v70 |position p1 |hour h9 |device desktop |words sina rotini
-1 |query q1 |ad a25 |advertiser v38 |position p1 |hour h19 |device desktop |words tiba nolesi
-1 |query q545 |ad a9 |advertiser v43 |position p3 |hour h22 |device desktop |words lore sime dite ditebe
-1 |query q257 |ad a3883 |advertiser v184 |position p3 |hour h14 |device desktop |words remu sitolo
1 |query q77907 |ad a626 |advertiser v1 |position p1 |hour h18 |device desktop |words lami line
-1 |query q1 |ad a1148 |advertiser v296 |position p4 |hour h21 |device phone |words tiba nolesi
-1 |query q3 |ad a175 |advertiser v9 |position p1 |hour h16 |device phone |words beve voso davulo
-1 |query q6677 |ad a446 |advertiser v123 |position p3 |hour h9 |device phone |words vomo vima vusuda ranane
-1 |query q1578 |ad a4 |advertiser v46 |position p3 |hour h12 |device phone |words vodaba vivovu rudulu moselo
-1 |query q46 |ad a42 |advertiser v348 |position p1 |hour h19 |device phone |words dalo rovire
-1 |query q41691 |ad a244 |advertiser v34 |position p1 |hour h13 |device phone |words lero libibo savala
-1 |query q1 |ad a801 |advertiser v32 |position p1 |hour h9 |device phone |words tiba nolesi
-1 |query q9 |ad a1560 |advertiser v76 |position p2 |hour h11 |device desktop |words nilu midi larabi
-1 |query q44 |ad a1534 |advertiser v215 |position p2 |hour h22 |device phone |words varu vulo
-1 |query q265 |ad a2696 |advertiser v72 |position p2 |hour h9 |device desktop |words luru nasu tasa
-1 |query q86 |ad a2 |advertiser v136 |position p4 |hour h8 |device desktop |words baba meva suda
-1 |query q14863 |ad a139 |advertiser v8 |position p2 |hour h23 |device phone |words rema dileve vodusu
-1 |query q5178 |ad a1 |advertiser v104 |position p1 |hour h12 |device desktop |words dimo bavubu
-1 |query q684 |ad a630 |advertiser v115 |position p1 |hour h0 |device phone |words baba vavito diminu
-1 |query q35 |ad a145 |advertiser v270 |position p3 |hour h20 |device phone |words ruti nila renuvi
-1 |query q105 |ad a1593 |advertiser v10 |position p2 |hour h16 |device phone |words tesa vuve
1 |query q954 |ad a18 |advertiser v380 |position p3 |hour h23 |device desktop |words taru semore torato dedibe
-1 |query q68 |ad a150 |advertiser v170 |position p3 |hour h9 |device phone |words lenove mebuvu
-1 |query q85 |ad a32 |advertiser v10 |position p1 |hour h13 |device phone |words baba misa bobule
1 |query q1 |ad a378 |advertiser v328 |position p1 |hour h22 |device phone |words tiba nolesi
-1 |query q2 |ad a34 |advertiser v13 |position p3 |hour h10 |device desktop |words rabi ditave
1 |query q9 |ad a2491 |advertiser v140 |position p2 |hour h17 |device phone |words nilu midi larabi
-1 |query q6910 |ad a3565 |advertiser v16 |position p2 |hour h19 |device phone |words baba dulu vuve lita
-1 |query q15035 |ad a2 |advertiser v136 |position p3 |hour h23 |device tablet |words levu muneni
-1 |query q31466 |ad a2010 |advertiser v6 |position p2 |hour h17 |device phone |words baba rola
-1 |query q8 |ad a283 |advertiser v39 |position p1 |hour h18 |device phone |words tude nado voreva bisomo
-1 |query q15452 |ad a10 |advertiser v4 |position p1 |hour h15 |device desktop |words lore vire
-1 |query q62531 |ad a46 |advertiser v77 |position p1 |hour h13 |device phone |words luru lave luri sida
-1 |query q2 |ad a24 |advertiser v66 |position p3 |hour h15 |device phone |words rabi ditave
-1 |query q1 |ad a378 |advertiser v328 |position p1 |hour h12 |device desktop |words tiba nolesi
-1 |query q3 |ad a7 |advertiser v70 |position p3 |hour h20 |device desktop |words beve voso davulo
-1 |query q374 |ad a450 |advertiser v20 |position p2 |hour h20 |device desktop |words lamivo luvitu
-1 |query q4 |ad a233 |advertiser v154 |position p2 |hour h19 |device desktop |words luru tamo sidi
-1 |query q2 |ad a138 |advertiser v45 |position p1 |hour h17 |device phone |words rabi ditave
-1 |query q37 |ad a2307 |advertiser v130 |position p1 |hour h20 |device desktop |words danesa robetu
1 |query q302 |ad a379 |advertiser v10 |position p2 |hour h23 |device desktop |words duto rasa sovasu
-1 |query q15340 |ad a126 |advertiser v254 |position p1 |hour h0 |device phone |words mino lora rudado devemi nemivu
-1 |query q6 |ad a1834 |advertiser v92 |position p3 |hour h8 |device phone |words luda bome vono
-1 |query q180 |ad a8 |advertiser v146 |position p3 |hour h20 |device desktop |words rolo vubode
-1 |query q2 |ad a3 |advertiser v394 |position p1 |hour h13 |device phone |words rabi ditave
-1 |query q175 |ad a662 |advertiser v194 |position p2 |hour h18 |device tablet |words bodi bani radu vetite roleni
-1 |query q30263 |ad a17 |advertiser v39 |position p2 |hour h16 |device phone |words meme mevone
-1 |query q6 |ad a913 |advertiser v282 |position p2 |hour h17 |device phone |words luda bome vono
-1 |query q8941 |ad a2473 |advertiser v13 |position p1 |hour h10 |device desktop |words lesabi derumu
-1 |query q69015 |ad a15 |advertiser v49 |position p1 |hour h8 |device phone |words luru lami dute dudono
-1 |query q1 |ad a16 |advertiser v189 |position p2 |hour h6 |device phone |words tiba nolesi
-1 |query q6 |ad a2150 |advertiser v4 |position p1 |hour h23 |device desktop |words luda bome vono
1 |query q3500 |ad a1818 |advertiser v83 |position p1 |hour h14 |device phone |words dota rube borede tototo
1 |query q912 |ad a1 |advertiser v104 |position p2 |hour h11 |device phone |words nuso basa bama medeta
-1 |query q14 |ad a30 |advertiser v232 |position p4 |hour h20 |device desktop |words salu vidu demi mumu vedine
-1 |query q89 |ad a64 |advertiser v224 |position p1 |hour h20 |device phone |words rosu novo salu
-1 |query q236 |ad a83 |advertiser v3 |position p1 |hour h14 |device phone |words niva subu sebamo tasetu
1 |query q333 |ad a21 |advertiser v151 |position p2 |hour h22 |device desktop |words rala modubu
-1 |query q21 |ad a1 |advertiser v104 |position p4 |hour h6 |device desktop |words nila rula
-1 |query q65617 |ad a142 |advertiser v125 |position p1 |hour h21 |device phone |words dimi liri
1 |query q72926 |ad a1 |advertiser v104 |position p2 |hour h9 |device phone |words vali niduna lanabo vivobe meseso
-1 |query q1012 |ad a62 |advertiser v50 |position p1 |hour h12 |device desktop |words nala nude denasu rurela
-1 |query q22 |ad a4173 |advertiser v14 |position p2 |hour h21 |device phone |words vomovo virulo
-1 |query q99726 |ad a2229 |advertiser v28 |position p1 |hour h22 |device phone |words rise naru batanu miboma
-1 |query q7820 |ad a4167 |advertiser v133 |position p2 |hour h20 |device phone |words ruti bona sesavo tenusi
-1 |query q4903 |ad a1 |advertiser v104 |position p1 |hour h15 |device desktop |words mino vidi bami savasu
-1 |query q8665 |ad a433 |advertiser v14 |position p3 |hour h8 |device tablet |words luru bivi tedoso risudo
-1 |query q1 |ad a213 |advertiser v165 |position p3 |hour h21 |device desktop |words tiba nolesi
-1 |query q9224 |ad a16 |advertiser v189 |position p1 |hour h21 |device desktop |words tetave masodo
1 |query q2036 |ad a221 |advertiser v155 |position p3 |hour h18 |device phone |words sote dovu veti ravu lotobo
-1 |query q1254 |ad a5 |advertiser v12 |position p1 |hour h20 |device phone |words tuma suloba
-1 |query q114 |ad a42 |advertiser v348 |position p3 |hour h20 |device tablet |words metolo timeti
-1 |query q569 |ad a2 |advertiser v136 |position p1 |hour h7 |device tablet |words bive mibe sedu tobeda
-1 |query q304 |ad a495 |advertiser v100 |position p3 |hour h17 |device desktop |words lore setubu lotose midide
-1 |query q1417 |ad a4 |advertiser v46 |position p3 |hour h8 |device phone |words lino lena
-1 |query q41003 |ad a26 |advertiser v160 |position p3 |hour h12 |device phone |words rebu mada ririvi bomime
-1 |query q1828 |ad a42 |advertiser v348 |position p1 |hour h10 |device phone |words bata susomo
-1 |query q7 |ad a64 |advertiser v224 |position p1 |hour h21 |device phone |words nili dudade
1 |query q1 |ad a2 |advertiser v136 |position p2 |hour h21 |device desktop |words tiba nolesi
-1 |query q13 |ad a604 |advertiser v94 |position p2 |hour h23 |device tablet |words siso nenose
-1 |query q154 |ad a19 |advertiser v19 |position p2 |hour h17 |device phone |words bive bute sutuba vamute
-1 |query q2118 |ad a8 |advertiser v146 |position p1 |hour h19 |device phone |words rola ridi nili dodebi
1 |query q2113 |ad a30 |advertiser v232 |position p2 |hour h13 |device desktop |words rebu busunu
-1 |query q920 |ad a2198 |advertiser v10 |position p2 |hour h8 |device phone |words divi tibeni
-1 |query q5 |ad a635 |advertiser v1 |position p1 |hour h12 |device phone |words talu tore tavoni
-1 |query q14836 |ad a169 |advertiser v210 |position p2 |hour h20 |device phone |words luru veri lodilo tetiri
-1 |query q1587 |ad a3 |advertiser v394 |position p1 |hour h8 |device phone |words sesa nebo vibimu
-1 |query q2313 |ad a110 |advertiser v8 |position p2 |hour h21 |device desktop |words meso todu rinelo
-1 |query q18 |ad a102 |advertiser v185 |position p3 |hour h7 |device phone |words luru mume rubida
-1 |query q147 |ad a1076 |advertiser v155 |position p4 |hour h21 |device phone |words baba sato denu bosidi simumi
-1 |query q3 |ad a7 |advertiser v70 |position p2 |hour h12 |device phone |words beve voso davulo
-1 |query q1 |ad a1102 |advertiser v19 |position p1 |hour h9 |device phone |words tiba nolesi
-1 |query q3892 |ad a299 |advertiser v131 |position p4 |hour h22 |device desktop |words midivu sadina
-1 |query q18 |ad a2 |advertiser v136 |position p2 |hour h12 |device desktop |words luru mume rubida
-1 |query q7923 |ad a8 |advertiser v146 |position p1 |hour h15 |device phone |words vumu vimila
-1 |query q2743 |ad a3992 |advertiser v239 |position p3 |hour h10 |device desktop |words baba rola bivoda
-1 |query q66 |ad a2 |advertiser v136 |position p2 |hour h20 |device phone |words dena netutu
-1 |query q12 |ad a54 |advertiser v79 |position p3 |hour h16 |device phone |words taru tebebe
-1 |query q15088 |ad a233 |advertiser v154 |position p3 |hour h20 |device tablet |words daba bodilu dovabu
-1 |query q70390 |ad a5 |advertiser v12 |position p3 |hour h7 |device desktop |words baba tene tusobo boriro baninu
-1 |query q244 |ad a11 |advertiser v14 |position p1 |hour h22 |device phone |words rola dole lela
-1 |query q45 |ad a51 |advertiser v51 |position p2 |hour h6 |device desktop |words vune seleri rosove mimede nulubu
-1 |query q1 |ad a408 |advertiser v148 |position p2 |hour h21 |device desktop |words tiba nolesi
-1 |query q40 |ad a4589 |advertiser v173 |position p3 |hour h21 |device desktop |words rara bani mevu rane badaro
-1 |query q44821 |ad a696 |advertiser v1 |position p3 |hour h20 |device desktop |words lore ruse
-1 |query q737 |ad a952 |advertiser v116 |position p2 |hour h22 |device desktop |words mumasa buneto
-1 |query q1973 |ad a2 |advertiser v136 |position p3 |hour h12 |device desktop |words medi vobe
-1 |query q15527 |ad a276 |advertiser v24 |position p3 |hour h17 |device tablet |words dole luva danota domomo
-1 |query q1 |ad a1102 |advertiser v19 |position p2 |hour h17 |device phone |words tiba nolesi
-1 |query q15146 |ad a113 |advertiser v358 |position p4 |hour h14 |device tablet |words rosu vadu semi sebi
-1 |query q74631 |ad a172 |advertiser v19 |position p1 |hour h17 |device phone |words baso bila dudama mamote
-1 |query q27 |ad a1 |advertiser v104 |position p2 |hour h9 |device desktop |words levu lami betomu
-1 |query q4766 |ad a3030 |advertiser v22 |position p3 |hour h23 |device desktop |words siso ruba suse tave
-1 |query q48086 |ad a5 |advertiser v12 |position p2 |hour h11 |device phone |words tema tisoro
-1 |query q321 |ad a1427 |advertiser v82 |position p1 |hour h9 |device desktop |words donebi sitide
-1 |query q59 |ad a430 |advertiser v165 |position p1 |hour h16 |device phone |words lobu nasidu
1 |query q1576 |ad a300 |advertiser v23 |position p4 |hour h9 |device desktop |words dota bemela
-1 |query q3 |ad a783 |advertiser v215 |position p2 |hour h22 |device desktop |words beve voso davulo
-1 |query q23 |ad a6 |advertiser v7 |position p2 |hour h18 |device desktop |words nane risudo totili
-1 |query q18 |ad a429 |advertiser v87 |position p4 |hour h18 |device desktop |words luru mume rubida
1 |query q1 |ad a378 |advertiser v328 |position p4 |hour h12 |device phone |words tiba nolesi
-1 |query q39606 |ad a4 |advertiser v46 |position p2 |hour h13 |device phone |words ruti labunu
-1 |query q28104 |ad a174 |advertiser v1 |position p1 |hour h11 |device tablet |words muse tevo dona vavova
-1 |query q74 |ad a255 |advertiser v10 |position p2 |hour h20 |device desktop |words tama mosala
-1 |query q67 |ad a305 |advertiser v73 |position p1 |hour h15 |device phone |words bula vuvolu sovesi
-1 |query q2394 |ad a349 |advertiser v15 |position p3 |hour h16 |device phone |words rosu lino mira deleva
-1 |query q13 |ad a43 |advertiser v160 |position p1 |hour h2 |device phone |words siso nenose
-1 |query q765 |ad a117 |advertiser v52 |position p2 |hour h1 |device phone |words baba temu
1 |query q1 |ad a5 |advertiser v12 |position p2 |hour h16 |device desktop |words tiba nolesi
-1 |query q88 |ad a60 |advertiser v304 |position p2 |hour h11 |device phone |words vune vudo
-1 |query q275 |ad a6 |advertiser v7 |position p2 |hour h11 |device desktop |words bedide dumisi
-1 |query q381 |ad a66 |advertiser v143 |position p1 |hour h23 |device desktop |words vune suti sinu
-1 |query q12 |ad a4081 |advertiser v7 |position p1 |hour h12 |device desktop |words taru tebebe
-1 |query q8 |ad a412 |advertiser v94 |position p2 |hour h11 |device phone |words tude nado voreva bisomo
-1 |query q1329 |ad a5 |advertiser v12 |position p2 |hour h19 |device desktop |words loru sanono
-1 |query q15320 |ad a243 |advertiser v13 |position p1 |hour h10 |device phone |words rola duto debi
-1 |query q2 |ad a483 |advertiser v79 |position p1 |hour h21 |device desktop |words rabi ditave
1 |query q705 |ad a238 |advertiser v45 |position p2 |hour h1 |device phone |words beto loti
-1 |query q229 |ad a1986 |advertiser v27 |position p1 |hour h15 |device phone |words baba ridi roredo lidute
-1 |query q2 |ad a2 |advertiser v136 |position p1 |hour h9 |device phone |words rabi ditave
-1 |query q31 |ad a2 |advertiser v136 |position p1 |hour h13 |device phone |words desa tilava nobede
-1 |query q116 |ad a14 |advertiser v5 |position p2 |hour h13 |device phone |words baba vusedi
-1 |query q3958 |ad a4809 |advertiser v56 |position p3 |hour h22 |device phone |words tiba mitu dele
1 |query q38 |ad a52 |advertiser v347 |position p4 |hour h12 |device desktop |words lino ludanu
-1 |query q179 |ad a1 |advertiser v104 |position p1 |hour h15 |device phone |words leda sudema tovobu
-1 |query q29 |ad a4191 |advertiser v127 |position p2 |hour h16 |device desktop |words lami mibe benara
-1 |query q8 |ad a33 |advertiser v33 |position p3 |hour h14 |device desktop |words tude nado voreva bisomo
-1 |query q5 |ad a5 |advertiser v12 |position p3 |hour h20 |device phone |words talu tore tavoni
-1 |query q28601 |ad a2 |advertiser v136 |position p3 |hour h15 |device desktop |words rosu lali
-1 |query q3 |ad a4444 |advertiser v34 |position p2 |hour h7 |device desktop |words beve voso davulo
-1 |query q215 |ad a205 |advertiser v12 |position p2 |hour h12 |device desktop |words bubase lirile
1 |query q841 |ad a1 |advertiser v104 |position p2 |hour h10 |device desktop |words ruti lobi danuba
-1 |query q5551 |ad a534 |advertiser v50 |position p1 |hour h23 |device phone |words veli viti bomo
-1 |query q17929 |ad a4 |advertiser v46 |position p1 |hour h10 |device phone |words luru rosu tusa tire tatune
-1 |query q221 |ad a1 |advertiser v104 |position p3 |hour h14 |device phone |words baba dare biru tasami labinu
-1 |query q8 |ad a46 |advertiser v77 |position p2 |hour h18 |device phone |words tude nado voreva bisomo
1 |query q1 |ad a213 |advertiser v165 |position p1 |hour h17 |device phone |words tiba nolesi
-1 |query q1 |ad a4265 |advertiser v142 |position p2 |hour h21 |device phone |words tiba nolesi
-1 |query q139 |ad a67 |advertiser v2 |position p1 |hour h21 |device phone |words mume tula
-1 |query q36 |ad a1104 |advertiser v117 |position p2 |hour h12 |device phone |words butudo nidima
-1 |query q140 |ad a3577 |advertiser v386 |position p2 |hour h23 |device tablet |words tusa vabama bobodu
-1 |query q1 |ad a1148 |advertiser v296 |position p3 |hour h10 |device phone |words tiba nolesi
-1 |query q9492 |ad a527 |advertiser v73 |position p2 |hour h17 |device phone |words levu manotu
-1 |query q462 |ad a22 |advertiser v91 |position p1 |hour h20 |device desktop |words teve lase nimotu
-1 |query q4 |ad a81 |advertiser v2 |position p1 |hour h17 |device desktop |words luru tamo sidi
-1 |query q16 |ad a412 |advertiser v94 |position p1 |hour h9 |device desktop |words rudo ravule
-1 |query q10707 |ad a4 |advertiser v46 |position p1 |hour h13 |device desktop |words ruti ditu maneda lilinu
-1 |query q1233 |ad a6 |advertiser v7 |position p2 |hour h0 |device tablet |words laro sure monuso
-1 |query q203 |ad a118 |advertiser v140 |position p2 |hour h7 |device tablet |words rabe ruta lelu lodani luraro
-1 |query q1137 |ad a3476 |advertiser v227 |position p3 |hour h11 |device desktop |words rero vibedi bavibu malubi
-1 |query q373 |ad a1 |advertiser v104 |position p3 |hour h19 |device phone |words rulo vivi virane
-1 |query q343 |ad a236 |advertiser v20 |position p1 |hour h10 |device phone |words subi sama rurudo daviri
1 |query q85539 |ad a18 |advertiser v380 |position p2 |hour h10 |device phone |words vovedi vivami bimula
-1 |query q162 |ad a1248 |advertiser v19 |position p1 |hour h14 |device tablet |words luru vaso verori tabure rasone
-1 |query q6842 |ad a718 |advertiser v2 |position p2 |hour h20 |device phone |words vune rosi vidi
-1 |query q51 |ad a8 |advertiser v146 |position p3 |hour h8 |device desktop |words tude menamu
-1 |query q1 |ad a25 |advertiser v38 |position p1 |hour h19 |device desktop |words tiba nolesi
-1 |query q2 |ad a240 |advertiser v257 |position p4 |hour h9 |device phone |words rabi ditave
1 |query q18803 |ad a9 |advertiser v43 |position p2 |hour h18 |device phone |words moro bote
-1 |query q26536 |ad a27 |advertiser v3 |position p2 |hour h21 |device tablet |words baba sebi nena
-1 |query q25886 |ad a534 |advertiser v50 |position p1 |hour h11 |device phone |words sedu buta veseta
-1 |query q117 |ad a1 |advertiser v104 |position p2 |hour h11 |device phone |words meme mita dureri
-1 |query q18802 |ad a2179 |advertiser v38 |position p2 |hour h9 |device phone |words mibe ledi dodu runo morata
-1 |query q8 |ad a1248 |advertiser v19 |position p2 |hour h12 |device phone |words tude nado voreva bisomo
-1 |query q30276 |ad a9 |advertiser v43 |position p1 |hour h21 |device desktop |words diro debe
-1 |query q8 |ad a46 |advertiser v77 |position p2 |hour h22 |device phone |words tude nado voreva bisomo
-1 |query q2 |ad a530 |advertiser v4 |position p1 |hour h18 |device desktop |words rabi ditave
-1 |query q1 |ad a132 |advertiser v8 |position p2 |hour h14 |device desktop |words tiba nolesi
-1 |query q226 |ad a204 |advertiser v84 |position p1 |hour h12 |device desktop |words lore medu
-1 |query q421 |ad a2866 |advertiser v5 |position p1 |hour h21 |device phone |words lobi dole mate narobu
1 |query q1 |ad a16 |advertiser v189 |position p3 |hour h12 |device tablet |words tiba nolesi
-1 |query q3002 |ad a778 |advertiser v79 |position p4 |hour h15 |device phone |words todasu bovere
1 |query q1 |ad a704 |advertiser v134 |position p1 |hour h15 |device phone |words tiba nolesi
-1 |query q4 |ad a11 |advertiser v14 |position p3 |hour h15 |device desktop |words luru tamo sidi
-1 |query q5 |ad a69 |advertiser v3 |position p4 |hour h23 |device phone |words talu tore tavoni
-1 |query q1 |ad a378 |advertiser v328 |position p3 |hour h8 |device phone |words tiba nolesi
-1 |query q251 |ad a4 |advertiser v46 |position p2 |hour h6 |device desktop |words rulo rule tidi rabu
-1 |query q64 |ad a3675 |advertiser v306 |position p2 |hour h12 |device phone |words nuni muvi meba mareti nalolo
-1 |query q1 |ad a1102 |advertiser v19 |position p2 |hour h22 |device phone |words tiba nolesi
-1 |query q537 |ad a59 |advertiser v55 |position p3 |hour h20 |device desktop |words vitu nasi divi bilume lolomu
-1 |query q59033 |ad a579 |advertiser v1 |position p2 |hour h16 |device desktop |words vaso veno lomima
-1 |query q430 |ad a24 |advertiser v66 |position p3 |hour h18 |device phone |words temu dumi molu tilemu
-1 |query q155 |ad a4173 |advertiser v14 |position p3 |hour h20 |device desktop |words rida musevo bavabu
-1 |query q8 |ad a1 |advertiser v104 |position p2 |hour h14 |device phone |words tude nado voreva bisomo
1 |query q433 |ad a1 |advertiser v104 |position p3 |hour h21 |device phone |words baba novo sina
-1 |query q11896 |ad a174 |advertiser v1 |position p1 |hour h0 |device phone |words node redini
-1 |query q96 |ad a51 |advertiser v51 |position p4 |hour h13 |device desktop |words nine betuve
-1 |query q115 |ad a7 |advertiser v70 |position p1 |hour h19 |device desktop |words luva ridimu
-1 |query q3307 |ad a2 |advertiser v136 |position p1 |hour h13 |device phone |words tile rabuve
-1 |query q77 |ad a1 |advertiser v104 |position p2 |hour h15 |device phone |words baba lobi rara rida
-1 |query q416 |ad a4480 |advertiser v26 |position p1 |hour h21 |device phone |words rosu deru
-1 |query q3 |ad a783 |advertiser v215 |position p1 |hour h12 |device tablet |words beve voso davulo
1 |query q1920 |ad a611 |advertiser v214 |position p1 |hour h17 |device phone |words voru tulo lobuma bamobu tulemo
-1 |query q18483 |ad a22 |advertiser v91 |position p2 |hour h13 |device tablet |words ridi vuvu
