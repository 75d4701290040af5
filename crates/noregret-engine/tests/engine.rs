//! What an engine promises: a refused example leaves no trace, a resumed run is the uninterrupted one,
//! threads give the same bits.
#![allow(clippy::unwrap_used, reason = "a test should fail loudly")]

mod data;

use data::{Matrix, text_file};
use noregret::{Features, Rows};
use noregret_engine::{Core, Engine, EngineError, Predictor, Refused, Scratch, Session, Taken, Why};
use noregret_io::{ColumnKind, Format, Input, Polled, ReadOptions};
use std::sync::Arc;
use std::time::Duration;

fn signs(rows: usize) -> Matrix {
    let mut matrix = Matrix::draw(3, rows, 60);
    matrix.labels = matrix.scores.iter().map(|score| score.signum()).collect();
    matrix
}

fn trained(algorithm: &str, matrix: &Matrix) -> Engine {
    let mut engine = Engine::options().algorithm(algorithm).build().unwrap();
    engine.learn_rows(matrix.rows(), &matrix.labels, None).unwrap();
    engine
}

#[test]
fn a_refused_example_leaves_no_trace() {
    let matrix = signs(50);
    for algorithm in ["auto", "ada-diag", "ada-fd"] {
        let mut engine = trained(algorithm, &matrix);
        let before = engine.to_bytes().unwrap();
        let huge = Features::new(&[1, 5], &[1.0, 1e300]).unwrap();
        let fine = Features::new(&[1], &[1.0]).unwrap();
        let far = Features::new(&[1, 1 << 30], &[1.0, 1.0]).unwrap();
        for (x, y, weight) in [
            (huge, 1.0, 1.0),
            (far, 1.0, 1.0),
            (fine, 0.5, 1.0),
            (fine, f64::NAN, 1.0),
            (fine, 1.0, -1.0),
            (fine, 1.0, f64::INFINITY),
        ] {
            let error = engine.learn_row(x, y, weight).unwrap_err();
            assert!(matches!(error, EngineError::Example { .. }), "{error}");
        }
        assert!(engine.learn_line(Format::Vw, "1 | a").is_err(), "numbered features were learned");
        assert!(engine.learn_line(Format::Svmlight, "1 1:x").is_err());
        assert!(engine.to_bytes().unwrap() == before, "{algorithm}");
    }
}

#[test]
fn errors_carry_the_row() {
    let mut engine = trained("ada-diag", &signs(50));
    let rows = Rows::new(&[0, 1, 2, 3], &[1, 70, 5], &[1.0, 1e300, 1.0]).unwrap();
    let rounds = engine.core().rounds();
    let error = engine.learn_rows(rows, &[1.0, -1.0, 1.0], None).unwrap_err();
    assert_eq!((error.row(), engine.core().rounds()), (Some(1), rounds + 1));
    let told = "row 1: the numbers of this example are too large at feature 70: ";
    assert!(error.to_string().starts_with(told), "{error}");
    let EngineError::Example { why, .. } = error else { panic!("{error}") };
    assert!(matches!(*why, Why::Refused { error: Refused::Learner(_), .. }));
    let error = engine.learn_rows(rows, &[1.0, 7.0, 1.0], None).unwrap_err();
    assert_eq!(error.to_string(), "row 1: field 1 \"7\": the label is neither -1 nor 1");
    let far = Rows::new(&[0, 1, 2], &[1, 1 << 30], &[1.0, 1.0]).unwrap();
    assert_eq!(engine.margins().rows(far).unwrap_err().row(), Some(1));
    assert!(matches!(engine.learn_rows(rows, &[1.0], None), Err(EngineError::Length { labels: 1, .. })));
    assert!(matches!(
        engine.learn_rows(rows, &[1.0; 3], Some(&[1.0])),
        Err(EngineError::Length { weights: 1, .. })
    ));
    assert!(matches!(engine.learn_dense(2, &[1.0; 3], &[1.0], None), Err(EngineError::Dense { .. })));
    assert!(engine.learn_dense(0, &[], &[], None).is_err());
    let error = engine.learn_dense(2, &[1.0, 2.0, f64::NAN, 1.0], &[1.0, 1.0], None).unwrap_err();
    assert_eq!(error.row(), Some(1));
}

#[test]
fn resumed_is_uninterrupted() {
    let matrix = signs(300);
    let folder = tempfile::tempdir().unwrap();
    for algorithm in ["auto", "per-coord", "flh", "ada-fd", "cw"] {
        let wanted = trained(algorithm, &matrix).to_bytes().unwrap();
        let (first, second) = (matrix.part(0..120), matrix.part(120..300));
        let mut engine = trained(algorithm, &first);
        let path = folder.path().join(algorithm);
        engine.save(&path).unwrap();
        for mut resumed in [
            Engine::load(&path).unwrap(),
            Engine::from_bytes(&engine.to_bytes().unwrap()).unwrap(),
            engine.copy().unwrap(),
        ] {
            resumed.learn_rows(second.rows(), &second.labels, None).unwrap();
            assert!(resumed.to_bytes().unwrap() == wanted, "{algorithm}");
            assert_eq!(resumed.counts().examples, 300);
        }
        engine.write(folder.path().join("with-others")).unwrap().place().unwrap();
        assert_eq!(std::fs::read(&path).unwrap(), std::fs::read(folder.path().join("with-others")).unwrap());
    }
    let error = Engine::from_bytes(b"NOREGRET and no more of it, though long enough").unwrap_err();
    assert!(error.to_string().contains("is not a usable model file"), "{error}");
    assert!(Engine::load(folder.path().join("nothing")).is_err());
}

#[test]
fn threads_and_forms_give_the_same_bits() {
    let matrix = signs(6000);
    let bits = |margins: Vec<f64>| margins.into_iter().map(f64::to_bits).collect::<Vec<_>>();
    for algorithm in ["auto", "ada-diag", "ada-fd", "flh"] {
        let engine = trained(algorithm, &matrix.part(0..200));
        let wanted = bits(engine.margins().rows_on(matrix.rows(), 1).unwrap());
        let mut scratch = Scratch::new();
        for (x, wanted) in matrix.rows().iter().zip(&wanted).step_by(97) {
            assert_eq!(engine.margins().row(x, &mut scratch).unwrap().to_bits(), *wanted);
        }
        for threads in [2, 3, 7, 1000] {
            assert_eq!(bits(engine.margins().rows_on(matrix.rows(), threads).unwrap()), wanted);
        }
        assert_eq!(bits(engine.margins().rows(matrix.rows()).unwrap()), wanted);
        assert_eq!(bits(engine.margins().dense(matrix.columns, &matrix.dense()).unwrap()), wanted);
        assert_eq!(bits(engine.predictor().unwrap().margins().rows(matrix.rows()).unwrap()), wanted);
        match engine.freeze() {
            Ok(mut frozen) => {
                assert_eq!(bits(frozen.margins().rows(matrix.rows()).unwrap()), wanted);
                let again = Engine::from_bytes(&frozen.to_bytes().unwrap()).unwrap();
                assert_eq!(bits(again.margins().rows(matrix.rows()).unwrap()), wanted);
                assert_eq!(bits(again.predictor().unwrap().margins().rows(matrix.rows()).unwrap()), wanted);
                let x = Features::new(&[1], &[1.0]).unwrap();
                assert!(matches!(frozen.learn_row(x, 1.0, 1.0), Err(EngineError::Frozen)));
                assert!(matches!(frozen.freeze(), Err(EngineError::Frozen)));
            }
            Err(error) => {
                assert!(["ada-fd", "flh"].contains(&algorithm) && matches!(error, EngineError::Whole { .. }));
            }
        }
        let near = engine.compact().unwrap().margins().rows(matrix.rows()).unwrap();
        assert_eq!(near.len(), matrix.scores.len());
    }
}

/// Groups, hashing and what is left out are the features' own, in whatever block they stand.
#[test]
fn grouped_and_hashed_rows() {
    let matrix = signs(2000);
    let mut parameters = noregret::Parameters::new().number("radius", 1.0);
    parameters.groups.push(noregret::Group { name: "0-9".into(), set: None, l1: None, l2: Some(0.5) });
    let options = Engine::options().algorithm("per-coord").parameters(parameters).bits(5).ignore("3");
    let mut engine = options.build().unwrap();
    engine.learn_rows(matrix.rows(), &matrix.labels, None).unwrap();
    assert!(engine.schema().collisions > 0);
    let all = engine.margins().rows_on(matrix.rows(), 3).unwrap();
    let mut scratch = Scratch::new();
    for ((x, margin), line) in matrix.rows().iter().zip(all).zip(matrix.svmlight().lines()) {
        assert_eq!(engine.margins().row(x, &mut scratch).unwrap().to_bits(), margin.to_bits());
        let by_line = engine.margins().line(Format::Svmlight, line, &mut scratch).unwrap().unwrap();
        assert_eq!(by_line.to_bits(), margin.to_bits());
    }
}

#[test]
fn a_server_predicts_while_one_learns() {
    fn shared<T: Send + Sync>(_: &T) {}
    fn sent<T: Send>(_: &T) {}
    let matrix = signs(400);
    let mut engine = trained("auto", &matrix.part(0..200));
    sent(&engine);
    let serving: Arc<Predictor> = engine.predictor().unwrap();
    shared(&serving);
    let asked: Vec<f64> = serving.margins().rows(matrix.rows()).unwrap();
    let bytes = engine.to_bytes().unwrap();
    std::thread::scope(|scope| {
        for _ in 0..3 {
            scope.spawn(|| {
                let mut scratch = Scratch::new();
                for (x, wanted) in matrix.rows().iter().zip(&asked) {
                    let margin = serving.margins().row(x, &mut scratch).unwrap();
                    assert_eq!(margin.to_bits(), wanted.to_bits());
                }
            });
        }
        engine.learn_rows(matrix.rows(), &matrix.labels, None).unwrap();
    });
    assert!(engine.to_bytes().unwrap() != bytes);
    assert_eq!(serving.counts().examples, 200);
    let p = serving.prediction(asked[0]);
    assert!(p > 0.0 && p < 1.0 && serving.loss() == engine.loss());
    assert_eq!(serving.spec(), engine.spec());
    assert!(serving.schema().names.is_empty());
}

#[test]
fn a_session_is_a_pass() {
    let matrix = signs(500);
    let (_folder, path) = text_file(&matrix.svmlight(), "data.svm");
    let inputs = || vec![Input::from_path(&path)];
    let options = || ReadOptions { block: 700, ..ReadOptions::default() };
    let mut engine = Engine::options().build().unwrap();
    assert!(engine.undecided());
    let (mut examples, mut weighed) = (0, Vec::new());
    {
        let mut session: Session<'_> = engine.read(inputs(), None, options()).unwrap();
        loop {
            match session.next(Duration::from_secs(5)).unwrap() {
                Polled::Batch(batch) => {
                    for item in batch.iter() {
                        let noregret_io::Item::Example(example) = item else { panic!() };
                        let core: &mut Core = session.core();
                        weighed.push(core.learn(&example).unwrap());
                        examples += 1;
                    }
                }
                Polled::Waiting => {}
                Polled::End => break,
            }
        }
        assert_eq!(session.schema().labels.mapping().unwrap(), ["-1", "1"]);
    }
    assert_eq!((examples, engine.undecided()), (500, false));
    assert_eq!(engine.schema().labels.mapping().unwrap(), ["-1", "1"]);
    let mut other = Engine::options().build().unwrap();
    let seen = other.learn_from(inputs(), Some(Format::Svmlight), options()).unwrap();
    assert_eq!((&seen, &seen), (engine.counts(), engine.core().counts_here()));
    assert!(engine.to_bytes().unwrap() == other.to_bytes().unwrap());
    let progressive: f64 = weighed.iter().zip(&matrix.labels).map(|(m, y)| engine.loss().value(*m, *y)).sum();
    assert!((progressive - seen.loss).abs() < 1e-9 * seen.loss);

    // Measured, not learned.
    let before = engine.to_bytes().unwrap();
    let measured = engine.evaluate(inputs(), None, options()).unwrap();
    assert_eq!((measured.labelled, engine.to_bytes().unwrap() == before), (500, true));
    assert!(measured.loss < seen.loss && measured.mistakes <= seen.mistakes);

    // An input that cannot be opened, or breaks off, leaves what was learned and known.
    assert!(engine.read(vec![Input::from_path("/nowhere")], None, options()).is_err());
    assert!(engine.to_bytes().unwrap() == before);
    let (_folder, bad) = text_file("1 1:1\n-1 2:x\n", "bad.svm");
    let error = engine.learn_from(vec![Input::from_path(&bad)], None, options()).unwrap_err();
    assert!(error.to_string().ends_with("bad.svm:2: field 2 \"2:x\": the value is not a number"), "{error}");
    assert_eq!(engine.counts().examples, 501);
    assert!(engine.evaluate(vec![Input::from_path(&bad)], None, options()).is_err());
}

#[test]
fn a_table_by_records() {
    let options = Engine::options().algorithm("ada-diag").label("bought");
    let options = options.column("age", ColumnKind::Numeric).column("city", ColumnKind::Category);
    let mut engine = options.build().unwrap();
    assert!(engine.learn_line(Format::Csv, "yes,3,Oslo").is_err(), "no header yet");
    engine.header(Format::Csv, "bought,age,city\n").unwrap();
    for (record, k) in ["yes,3,Oslo", "no,30,Rome", "no,,Oslo", "yes,4,\"New York\""].iter().zip(1..) {
        engine.learn_line(Format::Csv, record).unwrap();
        assert_eq!(engine.core().rounds(), if k < 2 { 0 } else { k });
    }
    assert_eq!(engine.schema().labels.mapping().unwrap(), ["no", "yes"]);
    let parser = engine.table(Format::Csv, b"city,age").unwrap();
    let mut scratch = Scratch::new();
    let example = parser.line(b"Oslo,3", 1, &mut scratch).unwrap().unwrap();
    let margin = engine.margins().of(example.features);
    let by_name: [noregret_engine::Named<'_>; 2] = [("age", 3.0).into(), ("city", "Oslo").into()];
    assert_eq!(engine.margins().named(by_name, &mut Scratch::new()).unwrap().to_bits(), margin.to_bits());
    let bytes = engine.to_bytes().unwrap();
    let again = Engine::from_bytes(&bytes).unwrap();
    assert_eq!(again.margins().named(by_name, &mut scratch).unwrap().to_bits(), margin.to_bits());
}

#[test]
fn options_that_make_no_sense() {
    let options = Engine::options;
    assert!(matches!(options().algorithm("nothing").build(), Err(EngineError::Spec(_))));
    assert!(matches!(
        options().loss("squared".parse().unwrap()).labels("a", "b").build(),
        Err(EngineError::Options(_))
    ));
    assert!(matches!(options().bits(40).build(), Err(EngineError::Read(_))));
    assert!(options().labels("1", "1.0").build().is_err());
    let engine = options().labels("no", "yes").weight("w").tag("id").names(false).build().unwrap();
    assert!(!engine.undecided() && !engine.schema().keep_names);
    assert_eq!(engine.schema().weight.as_deref(), Some("w"));
    assert!(format!("{engine:?}").contains("auto"));
}

/// Numbers that a wait takes for classes at its end are held to that; so is whoever goes on from the file.
#[test]
fn a_wait_ends_with_the_file() {
    let x = Features::new(&[1], &[1.0]).unwrap();
    let mut engine = Engine::options().build().unwrap();
    assert_eq!(engine.learn_row(x, 1.0, 1.0).unwrap(), Taken::Waiting);
    assert_eq!((engine.waiting(), engine.core().rounds()), (1, 0));
    assert!(engine.margins().row(x, &mut Scratch::new()).unwrap() == 0.0, "nothing was learned yet");
    let bytes = engine.to_bytes().unwrap();
    assert_eq!((engine.waiting(), engine.core().rounds()), (0, 1));
    for mut engine in [engine, Engine::from_bytes(&bytes).unwrap()] {
        assert_eq!(engine.learn_row(x, 7.5, 1.0).unwrap(), Taken::Waiting);
        let error = engine.learn_row(x, 8.5, 1.0).unwrap_err();
        assert!(error.to_string().contains("took them for two classes"), "{error}");
        assert_eq!((engine.waiting(), engine.core().rounds()), (1, 1), "as it was");
        assert_eq!(engine.loss().to_string(), "logistic");
    }
    // A third value decides at once, and what waited is learned from first.
    let mut engine = Engine::options().build().unwrap();
    for y in [1.0, 2.0] {
        assert_eq!(engine.learn_row(x, y, 1.0).unwrap(), Taken::Waiting);
    }
    assert!(engine.learn_row(x, 3.5, 1.0).unwrap().margin().is_some());
    assert_eq!((engine.core().rounds(), engine.loss().to_string().as_str()), (3, "squared"));
}
