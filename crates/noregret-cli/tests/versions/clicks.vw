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
