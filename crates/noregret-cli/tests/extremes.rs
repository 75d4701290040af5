//! Numbers at the far ends of the floats, and indices at the far end of a table: every run ends with a result or a reason, and what it writes can be read.

#![allow(clippy::unwrap_used, reason = "a test may panic")]

mod command;

use command::Folder;

/// Losses that add up beyond the largest number: the copies refuse the example, and the model can be read.
#[test]
fn flh_writes_a_model_that_can_be_read_however_large_the_losses() {
    let f = Folder::new();
    f.write("f.vw", "-1e308 | a:1\n1e308 | a:1\n".repeat(3));
    for base in ["ogd", "per-coord", "ada-diag", "mirror"] {
        let line = format!("train f.vw -a flh --base {base} --loss absolute -m f.nr --quiet --on-error skip");
        f.ok(&line);
        f.ok("inspect f.nr");
        f.ok("predict f.nr f.vw");
    }
}

#[test]
fn a_metric_of_huge_losses_can_be_read() {
    let f = Folder::new();
    f.write("c.csv", "1e160,1,0\n");
    let told = f.json("metric train --constraints c.csv -m m.nr");
    assert!(told["loss"].is_null(), "{told}");
    assert_eq!(f.feed("metric distance m.nr -", "1,0\n").code, 0);
    let text = f.ok("metric train --constraints c.csv -m m.nr");
    assert!(format!("{}{}", text.stdout, text.stderr).contains("too large to be added up"), "{text:?}");
    assert_eq!(f.run("metric train --constraints c.csv -i m.nr -m m.nr --quiet").code, 0);
}

/// One label so far away that the loss of predicting another for it is beyond the largest number.
#[test]
fn one_huge_label_does_not_end_a_comparison() {
    let f = Folder::new();
    let label = |i: usize, huge: &str| if i == 5 { huge.to_owned() } else { (i % 7).to_string() };
    for (huge, loss) in [("1e160", "squared"), ("1e308", "absolute"), ("-1.7e308", "huber(1)")] {
        let rows: String = (0..1200).map(|i| format!("{} 1:{}\n", label(i, huge), i % 3 + 1)).collect();
        f.write("h.svm", rows);
        let told = f.json(&format!("compare h.svm --loss {loss} --on-error skip --report r.html"));
        assert!(told["learners"].as_array().unwrap().len() > 2, "{told}");
        f.ok(&format!("compare h.svm --loss {loss} --on-error skip"));
        let tuned = f.run(&format!("tune h.svm -a ogd --loss {loss} --on-error skip"));
        assert!(tuned.code == 0 || tuned.code == 1, "{tuned:?}");
    }
}

/// A value beyond what `auto` can hold is refused by who predicts as by who learns, whatever the loss.
#[test]
fn auto_never_prints_a_label_for_what_is_no_number() {
    let f = Folder::new();
    f.write("t.vw", "5 | a:1\n7 | a:2\n9 | a:3 b:1\n4 | a:1 b:3\n8 | a:2.5\n");
    f.ok("train t.vw --loss squared -m t.nr --quiet");
    for bad in ["| a:1e39\n", "| zz:1e39\n", "| a:1e31\n"] {
        let told = f.feed("predict t.nr --format vw -", bad);
        assert!(told.code == 1 && told.stdout.is_empty() && told.stderr.contains("too large"), "{told:?}");
    }
    f.write("held.vw", "5 | a:1\n6 0 | a:1e39\n7 | a:2\n");
    f.refuses("train held.vw --loss squared -m h.nr --quiet", 1, &["held.vw:2", "too large"]);
    f.write("u.vw", "5 | a:1e39\n");
    f.refuses("train u.vw -i t.nr -t --quiet", 1, &["u.vw:1", "too large"]);
}

/// A model of a few features is a small one, however high their indices; it is written and read without going through all that are not there.
#[test]
fn a_high_index_costs_what_it_holds() {
    let f = Folder::new();
    f.write("hi.svm", "1 1:1 1000000000:1\n-1 2:1\n");
    for name in ["per-coord", "optimistic", "variation", "arow", "ftrl", "mirror", "ada-diag", "auto"] {
        f.ok(&format!("train hi.svm -a {name} -m hi.nr --quiet"));
        assert!(f.bytes("hi.nr").len() < 10_000, "{name}");
        let told = f.json("inspect hi.nr");
        assert!(told.to_string().contains("1000000000"), "{name}: {told}");
        f.ok("predict hi.nr hi.svm");
    }
    f.write("many.svm", "1 1:1 1000000000:1\n-1 2:1\n".repeat(60));
    f.ok("train many.svm -a flh --base ogd -m many.nr --quiet");
}

/// Six losses of 1e308 cannot be added up: no mean is made of what is left.
#[test]
fn a_mean_of_losses_beyond_the_largest_number_is_not_told() {
    let f = Folder::new();
    f.write("l.vw", "1e308 | a:1\n".repeat(6));
    let line = "train l.vw -a ogd --loss absolute --eta 1e-300 -m l.nr";
    assert!(f.json(line)["loss"].is_null());
    let told = f.ok(line);
    let all = format!("{}{}", told.stdout, told.stderr);
    assert!(all.contains("not known: losses or weights too large") && !all.contains("29961"), "{all}");
    assert!(f.ok("inspect l.nr").stdout.contains("not known"), "inspect");
    assert!(f.json("inspect l.nr")["loss"].is_null() || f.ok("inspect l.nr --json").stdout.contains("null"));
    f.write("m.vw", "1e307 | a:1\n".repeat(6));
    let mean = f.json("train m.vw -a ogd --loss absolute --eta 1e-300")["loss"].as_f64().unwrap();
    assert!((mean / 1e307 - 1.0).abs() < 1e-12, "{mean}");
}
