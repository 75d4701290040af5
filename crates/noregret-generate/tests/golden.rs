//! The same bytes on every machine: the first rows of each kind as text, a hash of many more.

#![allow(clippy::unwrap_used, reason = "a test may stop at what it does not expect")]

use noregret_generate::{Generator, Kind, Layout, Writer};

fn text(kind: Kind, layout: Layout, seed: u64, rows: usize) -> String {
    let mut generator = Generator::new(kind, seed);
    let mut writer = Writer::new(Vec::new(), layout, kind);
    for _ in 0..rows {
        writer.write(generator.next()).unwrap();
    }
    String::from_utf8(writer.finish().unwrap()).unwrap()
}

/// The kinds the layouts' hashes are of.
const FIRST: [Kind; 4] = [Kind::Clicks, Kind::Text, Kind::Regression, Kind::Drift];

/// FNV-1a.
fn hash(text: &str) -> u64 {
    text.bytes().fold(0xcbf2_9ce4_8422_2325, |h, b| (h ^ u64::from(b)).wrapping_mul(0x0100_0000_01b3))
}

#[test]
fn first_clicks() {
    assert_eq!(
        text(Kind::Clicks, Layout::Vw, 1, 3),
        concat!(
            "-1 |query q37 |ad a143 |advertiser v258 |position p2 |hour h18 |device phone |words danesa robetu\n",
            "-1 |query q1 |ad a132 |advertiser v8 |position p3 |hour h12 |device desktop |words tiba nolesi\n",
            "-1 |query q618 |ad a28 |advertiser v85 |position p3 |hour h0 |device tablet |words retu sono\n"
        )
    );
}

#[test]
fn first_regression_rows() {
    assert_eq!(
        text(Kind::Regression, Layout::Csv, 1, 2),
        concat!(
            "label,concentration,impurity,vibration,passes,acidity,flow,inlet,outlet,power,age,pressure,site\n",
            "57.1417,0.00114929,0.000117928,0.0238393,2,6.87227,28.5085,367.074,410.463,1357.32,934.531,110361,kiel\n",
            "112.309,0.00009942,0.000618872,0.0107893,1,7.12608,132.65,349.995,385.503,2766.75,17371.4,111545,kiel\n"
        )
    );
}

#[test]
fn first_drift_rows() {
    assert_eq!(
        text(Kind::Drift, Layout::Csv, 1, 2),
        concat!(
            "label,x1,x2,x3,x4,x5,x6,x7,x8,x9,x10\n",
            "1,-1.32197,-2.93503,-1.02071,-0.326164,0.908913,2.12156,0.685466,-0.535975,1.09814,0.0591238\n",
            "1,-0.750252,-0.746449,-0.56275,-1.53887,1.30633,-0.134767,0.698478,0.15055,-0.0332037,0.337026\n"
        )
    );
}

#[test]
fn first_sea_rows() {
    assert_eq!(
        text(Kind::Sea, Layout::Csv, 1, 2),
        "label,x1,x2,x3\n1,0.433287,2.63639,9.58302\n1,4.74644,2.07707,5.45232\n"
    );
}

#[test]
fn first_ads() {
    assert_eq!(
        text(Kind::Ads, Layout::Vw, 1, 1),
        concat!(
            "-1 |query q26 |words baba ruti vune rosu |pairs baba+ruti baba+vune baba+rosu ruti+vune ruti+rosu vune+rosu ",
            "|ad a33 |advertiser v10 |title baba ruti rebu reta ",
            "|text baba ruti luru vovi lena dota dido renu tulo tavo ",
            "|title_pairs ruti+reta rebu+ruti reta+baba ",
            "|text_pairs baba+lena luru+dota vovi+baba lena+dido dota+ruti dido+luru renu+tulo tulo+vovi tavo+renu ",
            "|match baba+baba baba+ruti baba+rebu baba+reta ruti+baba ruti+ruti ruti+rebu ruti+reta vune+baba vune+ruti vune+rebu vune+reta rosu+baba rosu+ruti rosu+rebu rosu+reta\n"
        )
    );
}

#[test]
fn first_document() {
    let document = text(Kind::Text, Layout::Svmlight, 1, 1);
    assert!(
        document.starts_with("-1 1:0.00596881 2:0.00717097 3:0.010043 4:0.00743387 6:0.0100048 9:0.0131103 "),
        "{document}"
    );
}

#[test]
fn twelve_thousand_rows_of_each_kind() {
    let hashes = Kind::ALL.map(|kind| hash(&text(kind, kind.default_layout(), 1, 12_000)));
    assert_eq!(
        hashes,
        [
            0xcc09_1fbf_7b09_3917,
            0x3888_d278_4313_b82c,
            0x2f7b_c83d_6d7c_ff17,
            0x38a4_24a2_a261_7cc4,
            0xb483_324b_4c12_cd5d,
            0x83f7_63b2_3a3e_6909
        ],
        "{hashes:#x?}"
    );
}

#[test]
fn a_thousand_rows_in_each_layout() {
    let hashes = Layout::ALL.map(|layout| hash(&FIRST.map(|kind| text(kind, layout, 2, 1_000)).concat()));
    assert_eq!(
        hashes,
        [
            0xbe5a_3ea0_4a35_4898,
            0x9a37_90ef_3265_baff,
            0x9f16_7f36_ba3e_2da6,
            0x8d0f_d576_03a0_efaa,
            0xf59a_a095_f65b_a24f
        ],
        "{hashes:#x?}"
    );
}

#[test]
fn the_same_seed_repeats_and_others_differ() {
    for kind in Kind::ALL {
        let of_seed = |seed| text(kind, kind.default_layout(), seed, 100);
        assert_eq!(of_seed(5), of_seed(5));
        assert_ne!(of_seed(5), of_seed(6));
        let truth = |seed| Generator::new(kind, seed).truth().take(50).collect::<Vec<_>>();
        assert_eq!(truth(5), truth(5));
        // The SEA concepts are what they are, whatever the seed.
        assert_eq!(truth(5) == truth(6), kind == Kind::Sea);
    }
}

#[test]
fn both_ways_of_asking_give_the_same_rows() {
    for kind in Kind::ALL {
        let (mut lent, mut owned) = (Generator::new(kind, 3), Generator::new(kind, 3));
        let mut sample = noregret_generate::Sample::default();
        for row in 0..50 {
            owned.next_into(&mut sample);
            assert_eq!(lent.next(), &sample);
            assert_eq!(sample.row, row);
        }
    }
}
