//! The power goes at every operation of a long script. Afterwards every record that was answered is there, the model is the one of the uninterrupted
//! run to the bit, and it goes on to the same end. Bugs that are planted are found.

use crate::log::LogError;
use crate::log::record::{Form, Kept, Key, Text, What};
use crate::model::answer::Answer;
use crate::model::course::Course;
use crate::model::definition::Definition;
use crate::model::handle::{Handle, Room};
use crate::model::keeper::{Ask, Keeper, Keeping, Plant, Replies, Reply};
use crate::model::late::Ledger;
use crate::model::team::Team;
use crate::model::writer::Rhythm;
use crate::storage::Storage;
use crate::storage::crash::{Chance, Crash};
use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

const DEFINITION: &[u8] = br#"{"algorithm": "ada-diag", "loss": "logistic", "labels": ["0", "1"], "bits": 8,
    "late": {"seconds": 20, "count": 6, "expire_as": 0},
    "challengers": [{"name": "b", "algorithm": "per-coord", "loss": "logistic", "labels": ["0", "1"], "bits": 8}]}"#;

fn folder() -> PathBuf {
    PathBuf::from("models/m")
}

fn keeping() -> Keeping {
    Keeping { segment: 700, ..Keeping::default() }
}

fn create(disk: &Crash) -> Result<(), LogError> {
    let definition = Definition::parse(DEFINITION).unwrap();
    let team = Team::new(&definition, None).unwrap();
    Keeper::create(disk, &folder(), &Course::new(team, Ledger::new(definition.late), 1000))?;
    // As the server does with the folders above it.
    let above = folder().ancestors().skip(1).map(PathBuf::from).collect::<Vec<_>>();
    above.iter().try_for_each(|folder| disk.sync_dir(folder).map_err(LogError::io(folder)))
}

/// One thing that happens: requests that come together, or a snapshot, of which the middle may be put off until more has come.
enum Event {
    Requests(u64, Vec<What>),
    SnapshotBegins,
    SnapshotEnds,
}

fn line(chance: &mut Chance) -> String {
    let (a, b) = (chance.below(5), chance.below(9));
    format!("{{\"label\":{},\"a\":{a},\"b{b}\":0.5,\"c\":\"v{}\"}}", u64::from(a + b > 6), chance.below(3))
}

fn script(seed: u64, length: u64) -> Vec<Event> {
    let mut chance = Chance(seed);
    let (mut events, mut time, mut ids) = (Vec::new(), 2000, 0);
    for round in 0..length {
        time += chance.below(4000);
        let mut group = Vec::new();
        for _ in 0..=chance.below(3) {
            let id = format!("id{}", chance.below(ids + 1));
            group.push(match chance.below(8) {
                0 => {
                    ids += 1;
                    let served = vec![(0, vec![0.25]), (1, vec![-0.5])];
                    let kept =
                        Kept { id: format!("id{ids}"), line: b"{\"a\":1,\"c\":\"v1\"}".to_vec(), served };
                    What::Keep { examples: vec![kept] }
                }
                1 => What::Label { id, label: "1".to_owned(), weight: Some(2.0) },
                2 if round % 5 == 0 => {
                    What::Promote { name: if chance.below(2) == 0 { "first" } else { "b" }.to_owned() }
                }
                3 => What::Tick,
                _ => {
                    let lines: Vec<String> = (0..=chance.below(4)).map(|_| line(&mut chance)).collect();
                    let lines =
                        (lines.join("\n") + if chance.below(9) == 0 { "\n{bad" } else { "" }).into_bytes();
                    What::Learn { text: Text { form: Form::Json, lines } }
                }
            });
        }
        events.push(Event::Requests(time, group));
        if round % 4 == 2 {
            events.push(Event::SnapshotBegins);
        }
        if round % 4 == 3 || round % 8 == 2 {
            events.push(Event::SnapshotEnds);
        }
    }
    events
}

/// What an uninterrupted run was after each group: the event, the last record, the bytes of everything.
struct Truth {
    states: BTreeMap<u64, Vec<u8>>,
    /// The event after which a record was the last one.
    after: BTreeMap<u64, usize>,
    operations: u64,
}

fn asks(group: &[What], event: usize) -> Vec<Ask> {
    let ask = |(place, what): (usize, &What)| {
        let ticket = (event * 100 + place) as u64;
        let keyed = matches!(what, What::Learn { .. }) && place == 0;
        let key = keyed.then(|| Key { text: format!("k{}", ticket % 3700), print: ticket });
        Ask { ticket, key, what: what.clone(), brief: false }
    };
    group.iter().enumerate().map(ask).collect()
}

/// Runs events from one on; the highest record that was answered, whatever happened.
fn run(
    keeper: &mut Keeper,
    events: &[Event],
    from: usize,
    mut each: impl FnMut(usize, &Keeper),
) -> (u64, bool) {
    let mut answered = 0;
    let note = |replies: Replies, answered: &mut u64| {
        for (_, reply) in replies {
            if let Reply::Done { seq, .. } = reply {
                *answered = (*answered).max(seq);
            }
        }
    };
    let mut pending = None;
    for (place, event) in events.iter().enumerate().skip(from) {
        match event {
            Event::Requests(time, group) => {
                match keeper.admit(asks(group, place), *time) {
                    Ok(replies) => note(replies, &mut answered),
                    Err((replies, _)) => {
                        note(replies, &mut answered);
                        return (answered, false);
                    }
                }
                while keeper.course().busy() {
                    note(keeper.step(), &mut answered);
                }
            }
            Event::SnapshotBegins => match keeper.begin_snapshot() {
                // Gathered at once, and put in its place later.
                Ok(begun) => pending = begun.map(|draft| draft.gather().unwrap()),
                Err(_) => return (answered, false),
            },
            Event::SnapshotEnds => {
                let Some(begun) = pending.take() else { continue };
                let (storage, folder) = keeper.place();
                if begun.store(&*storage, &folder).is_err() || keeper.end_snapshot(begun.seq).is_err() {
                    return (answered, false);
                }
            }
        }
        each(place, keeper);
    }
    (answered, true)
}

fn truth(events: &[Event]) -> Truth {
    let disk = Crash::default();
    create(&disk).unwrap();
    let mut keeper = Keeper::open(Arc::new(disk.clone()), &folder(), keeping()).unwrap();
    let (mut states, mut after) = (BTreeMap::new(), BTreeMap::new());
    states.insert(0, keeper.course().snapshot().unwrap());
    after.insert(0, 0);
    let (_, whole) = run(&mut keeper, events, 0, |place, keeper| {
        states.insert(keeper.log().last(), keeper.course().snapshot().unwrap());
        after.insert(keeper.log().last(), place + 1);
    });
    assert!(whole);
    assert!(keeper.log().extent().0 > 1 && keeper.snapshots().len() == 2, "segments and snapshots take part");
    assert!(keeper.snapshots()[0] > 0, "old snapshots are dropped");
    Truth { states, after, operations: disk.operations() }
}

/// What is wrong after a crash at an operation; none if nothing is.
fn wrong(
    events: &[Event],
    truth: &Truth,
    at: u64,
    seed: u64,
    plant: Option<Plant>,
    careless: bool,
) -> Option<String> {
    let disk = Crash::default();
    if careless {
        disk.careless_of(".new");
    }
    disk.dies_at(at);
    let mut answered = 0;
    let made = create(&disk).is_ok();
    if made && let Ok(mut keeper) = Keeper::open(Arc::new(disk.clone()), &folder(), keeping()) {
        keeper.plant = plant;
        answered = run(&mut keeper, events, 0, |_, _| {}).0;
    }
    let disk = disk.survivors(seed);
    let mut keeper = match Keeper::open(Arc::new(disk), &folder(), keeping()) {
        Ok(keeper) => keeper,
        Err(_) if !made => return None,
        Err(error) => return Some(format!("it does not start: {error}")),
    };
    let last = keeper.log().last();
    if last < answered {
        return Some(format!("record {answered} was answered and the last one there is {last}"));
    }
    let Some(state) = truth.states.get(&last) else { return Some(format!("{last} is no end of a group")) };
    if keeper.course().snapshot().unwrap() != *state {
        return Some(format!("after record {last} the model is another one"));
    }
    // It goes on to the same end.
    run(&mut keeper, events, truth.after[&last], |_, _| {});
    let (end, state) = truth.states.last_key_value().unwrap();
    let same = keeper.log().last() == *end && keeper.course().snapshot().unwrap() == *state;
    (!same).then(|| format!("from record {last} on it came to another end"))
}

#[test]
fn nothing_that_was_answered_is_lost_whenever_the_power_goes() {
    let events = script(1, 60);
    let truth = truth(&events);
    assert!(truth.operations > 200, "{}", truth.operations);
    for at in 1..=truth.operations + 1 {
        for seed in [0, 1, 2 + at, 1000 + at, 2000 + at] {
            if let Some(wrong) = wrong(&events, &truth, at, seed, None, false) {
                panic!("the power went at operation {at} of {}, survivors {seed}: {wrong}", truth.operations);
            }
        }
    }
}

/// How many of the crashes a planted bug shows at.
fn found(plant: Option<Plant>, careless: bool) -> usize {
    let events = script(1, 40);
    let truth = truth(&events);
    let shows = |at: u64| (0..4).any(|k| wrong(&events, &truth, at, k * at, plant, careless).is_some());
    (1..=truth.operations).filter(|&at| shows(at)).count()
}

#[test]
fn a_log_that_is_not_synced_is_found() {
    assert!(found(Some(Plant::NoSync), false) > 20);
}

#[test]
fn an_answer_that_leaves_first_is_found() {
    assert!(found(Some(Plant::AnswerFirst), false) > 20);
}

#[test]
fn a_snapshot_that_is_renamed_before_it_is_synced_is_found() {
    assert!(found(None, true) > 0);
}

#[test]
fn a_segment_that_is_dropped_too_early_is_found() {
    assert!(found(Some(Plant::SegmentDroppedEarly), false) > 0);
}

fn learn(line: &str) -> What {
    What::Learn { text: Text { form: Form::Json, lines: line.as_bytes().to_vec() } }
}

fn opened(disk: &Crash) -> Keeper {
    create(disk).unwrap();
    Keeper::open(Arc::new(disk.clone()), &folder(), keeping()).unwrap()
}

fn one(keeper: &mut Keeper, ticket: u64, key: Option<&str>, what: What) -> Reply {
    let key = key.map(|text| Key { text: text.to_owned(), print: 7 });
    let mut replies = keeper
        .admit(vec![Ask { ticket, key, what, brief: false }], 5000)
        .map_err(|(replies, _)| replies)
        .unwrap_or_else(|r| r);
    while keeper.course().busy() {
        replies.extend(keeper.step());
    }
    replies.into_iter().find(|(to, _)| *to == ticket).unwrap().1
}

#[test]
fn a_full_disk_refuses_and_room_lets_it_go_on() {
    let disk = Crash::default();
    let mut keeper = opened(&disk);
    one(&mut keeper, 1, None, learn("{\"label\":1,\"a\":1}"));
    let before = keeper.course().snapshot().unwrap();
    disk.room(Some(30));
    for ticket in 2..5 {
        let reply = one(&mut keeper, ticket, Some("k"), learn("{\"label\":0,\"a\":1}"));
        assert!(matches!(reply, Reply::Refused { status: 507, .. }), "{reply:?}");
    }
    assert_eq!(keeper.course().snapshot().unwrap(), before);
    disk.room(None);
    let reply = one(&mut keeper, 9, Some("k"), learn("{\"label\":0,\"a\":1}"));
    assert!(matches!(reply, Reply::Done { seq: 2, again: false, .. }), "{reply:?}");
    let again = Keeper::open(Arc::new(disk.survivors(0)), &folder(), keeping()).unwrap();
    assert_eq!(again.course().snapshot().unwrap(), keeper.course().snapshot().unwrap());
}

/// The disk is full in the middle of a new segment: the log goes on in the one it has, and what was left behind is in nobody's way.
#[test]
fn a_disk_that_is_full_where_a_segment_begins_loses_nothing() {
    let mut refused = 0;
    for room in 0..220 {
        let disk = Crash::default();
        let mut keeper = opened(&disk);
        let mut ticket = 0;
        let mut more = |keeper: &mut Keeper| {
            ticket += 1;
            one(keeper, ticket, None, learn("{\"label\":1,\"a\":1}"))
        };
        while keeper.log().extent().1 + 60 < keeping().segment {
            more(&mut keeper);
        }
        disk.room(Some(room));
        (0..4).for_each(|_| {
            refused += usize::from(matches!(more(&mut keeper), Reply::Refused { status: 507, .. }))
        });
        disk.room(None);
        (0..3).for_each(|_| assert!(matches!(more(&mut keeper), Reply::Done { .. }), "{room}"));
        for seed in [0, 1, 2 + room, 900 + room] {
            let again = Keeper::open(Arc::new(disk.survivors(seed)), &folder(), keeping()).unwrap();
            assert_eq!(again.log().last(), keeper.log().last(), "room {room}, survivors {seed}");
            assert_eq!(again.course().snapshot().unwrap(), keeper.course().snapshot().unwrap());
        }
    }
    assert!(refused > 200);
}

#[test]
fn a_sync_that_fails_ends_it_and_nothing_unsafe_is_promised() {
    let disk = Crash::default();
    let mut keeper = opened(&disk);
    disk.fail_sync_from(disk.operations());
    let ask = Ask { ticket: 1, key: None, what: learn("{\"label\":1,\"a\":1}"), brief: false };
    let (replies, _) = keeper.admit(vec![ask], 5000).unwrap_err();
    assert!(matches!(replies[0].1, Reply::Refused { status: 500, .. }));
    assert!(!keeper.course().busy(), "what is not safe is not learned");
}

#[test]
fn a_repeated_request_learns_once_even_after_a_crash() {
    let disk = Crash::default();
    let mut keeper = opened(&disk);
    let first = one(&mut keeper, 1, Some("k"), learn("{\"label\":1,\"a\":1}"));
    let Reply::Done { seq: 1, answers: Some(answers), again: false, .. } = &first else {
        panic!("{first:?}")
    };
    assert!(matches!(answers[0], Answer::Number { .. }));
    let mut again = Keeper::open(Arc::new(disk.survivors(0)), &folder(), keeping()).unwrap();
    for keeper in [&mut keeper, &mut again] {
        let second = one(keeper, 2, Some("k"), learn("{\"label\":1,\"a\":1}"));
        assert_eq!(
            second,
            Reply::Done { seq: 1, answers: Some(answers.clone()), learned: None, again: true }
        );
        assert_eq!(keeper.log().last(), 1);
    }
    // Two of them in one group, and one key for two different things.
    let ask = |ticket: u64, print: u64| Ask {
        ticket,
        key: Some(Key { text: "two".to_owned(), print }),
        what: learn("{\"label\":0,\"b\":1}"),
        brief: false,
    };
    let mut replies = keeper.admit(vec![ask(5, 1), ask(6, 1), ask(7, 2)], 5000).unwrap();
    while keeper.course().busy() {
        replies.extend(keeper.step());
    }
    replies.sort_by_key(|(ticket, _)| *ticket);
    assert!(matches!(replies[0].1, Reply::Done { seq: 2, again: false, .. }));
    assert!(matches!(replies[1].1, Reply::Done { seq: 2, again: true, .. }));
    assert!(matches!(replies[2].1, Reply::Refused { status: 422, .. }));
}

#[test]
fn late_labels_count_what_was_served_and_expire() {
    let disk = Crash::default();
    let mut keeper = opened(&disk);
    let kept = |id: &str, margin: f64| Kept {
        id: id.to_owned(),
        line: b"{\"a\":1}".to_vec(),
        served: vec![(0, vec![margin]), (1, vec![0.0])],
    };
    one(&mut keeper, 1, None, What::Keep { examples: vec![kept("x", 3.0), kept("y", -3.0)] });
    let label =
        |id: &str, label: &str| What::Label { id: id.to_owned(), label: label.to_owned(), weight: None };
    let reply = one(&mut keeper, 2, None, label("x", "1"));
    assert!(matches!(reply, Reply::Done { seq: 2, .. }), "{reply:?}");
    let loss = keeper.course().team.champion().look(|engine| engine.counts().loss);
    assert!(
        (loss - libm::log1p(libm::exp(-3.0))).abs() < 1e-12,
        "the margin 3 that was served counts: {loss}"
    );
    assert!(matches!(one(&mut keeper, 3, None, label("x", "1")), Reply::Refused { status: 404, .. }));
    // 21 seconds later y counts as a negative.
    keeper.admit(vec![Ask { ticket: 9, key: None, what: What::Tick, brief: false }], 26_001).unwrap();
    while keeper.course().busy() {
        keeper.step();
    }
    let tally = keeper.course().ledger.tally();
    assert_eq!((tally.waiting, tally.labelled, tally.expired), (0, 1, 1));
    let counts = keeper.course().team.champion().look(|engine| *engine.counts());
    assert_eq!((counts.labelled, counts.mistakes), (2, 0.0));
    let again = Keeper::open(Arc::new(disk.survivors(0)), &folder(), keeping()).unwrap();
    assert_eq!(again.course().snapshot().unwrap(), keeper.course().snapshot().unwrap());
}

/// A model is closed while much is left to learn: that is in the log, and the next start learns it.
#[test]
fn what_is_left_to_learn_at_the_end_is_learned_at_the_next_start() {
    let lines = "{\"label\":1,\"a\":1}\n{\"label\":0,\"b\":2,\"c\":\"x\"}\n".repeat(200_000);
    let disk = Crash::default();
    let keeper = opened(&disk);
    let rhythm = Rhythm { ending: Duration::ZERO, ..Rhythm::default() };
    let room = Room { requests: 9, bytes: 1 << 30 };
    let alarm = tokio::sync::watch::channel(None).0;
    let handle = Handle::start("m", keeper, keeping(), rhythm, room, alarm, Box::new(|_, _| {})).unwrap();
    let (asked, what) = (handle.clone(), learn(&lines));
    let asking = std::thread::spawn(move || {
        let runtime = tokio::runtime::Builder::new_current_thread().build().unwrap();
        runtime.block_on(asked.ask(None, what))
    });
    let log = folder().join("00000000000000000001.log");
    while disk.size(&log).is_ok_and(|size| size < lines.len() as u64) {
        std::thread::sleep(Duration::from_millis(1));
    }
    handle.close();
    let reply = asking.join().unwrap();
    assert!(matches!(reply, Reply::Refused { status: 503, .. }), "it was learned to its end");
    let again = Keeper::open(Arc::new(disk.survivors(0)), &folder(), keeping()).unwrap();
    let mut whole = opened(&Crash::default());
    one(&mut whole, 1, None, learn(&lines));
    let file =
        |keeper: &Keeper| keeper.course().team.champion().look(|engine| engine.view().to_bytes()).unwrap();
    assert_eq!(again.course().learned, 1);
    assert!(file(&again) == file(&whole), "the model is another one");
}

/// A model is removed while much is left to learn: who waits is told so, nothing more is learned, and no snapshot is made.
#[test]
fn a_model_that_is_removed_learns_nothing_more() {
    let lines = "{\"label\":1,\"a\":1}\n{\"label\":0,\"b\":2,\"c\":\"x\"}\n".repeat(200_000);
    let disk = Crash::default();
    let keeper = opened(&disk);
    let room = Room { requests: 9, bytes: 1 << 30 };
    let alarm = tokio::sync::watch::channel(None).0;
    let handle =
        Handle::start("m", keeper, keeping(), Rhythm::default(), room, alarm, Box::new(|_, _| {})).unwrap();
    let (asked, what) = (handle.clone(), learn(&lines));
    let asking = std::thread::spawn(move || {
        let runtime = tokio::runtime::Builder::new_current_thread().build().unwrap();
        runtime.block_on(asked.ask(None, what))
    });
    let log = folder().join("00000000000000000001.log");
    while disk.size(&log).is_ok_and(|size| size < lines.len() as u64) {
        std::thread::sleep(Duration::from_millis(1));
    }
    handle.abandon();
    let told = |reply: Reply| match reply {
        Reply::Refused { status, why } => (status, why),
        done => panic!("{done:?}"),
    };
    let removed = (404, "the model was removed".to_owned());
    assert_eq!(told(asking.join().unwrap()), removed);
    let runtime = tokio::runtime::Builder::new_current_thread().build().unwrap();
    assert_eq!(told(runtime.block_on(handle.ask(None, learn("{\"label\":1}")))), removed);
    assert_eq!(runtime.block_on(handle.snapshot()), Err(removed.clone()));
    assert_eq!(runtime.block_on(handle.file()).err(), Some(removed));
    assert_eq!(handle.load(), (0, 0));
    let names = disk.list(&folder()).unwrap();
    assert_eq!(names.iter().filter(|name| name.ends_with(".snapshot")).count(), 1, "{names:?}");
}

/// A label that cannot be read is refused before it is in the log, and the example goes on waiting.
#[test]
fn a_wrong_label_does_not_cost_the_example() {
    let disk = Crash::default();
    let mut keeper = opened(&disk);
    let kept =
        |id: &str| Kept { id: id.to_owned(), line: b"{\"a\":1}".to_vec(), served: vec![(0, vec![1.0])] };
    let label =
        |id: &str, label: &str| What::Label { id: id.to_owned(), label: label.to_owned(), weight: None };
    one(&mut keeper, 1, None, What::Keep { examples: vec![kept("x")] });
    for wrong in ["7", "\"yes\"", "0.5", "\"?\""] {
        let reply = one(&mut keeper, 2, Some("k"), label("x", wrong));
        assert!(matches!(reply, Reply::Refused { status: 422, .. }), "{wrong}: {reply:?}");
    }
    let tally = keeper.course().ledger.tally();
    assert_eq!((keeper.log().last(), tally.waiting, tally.labelled), (1, 1, 0));
    let reply = one(&mut keeper, 3, Some("k"), label("x", "1"));
    assert!(
        matches!(&reply, Reply::Done { seq: 2, answers: Some(answers), again: false, .. } if matches!(answers[0], Answer::Number { .. })),
        "{reply:?}"
    );
    // One that is kept, labelled wrongly and labelled in one commit.
    let asks = [What::Keep { examples: vec![kept("y")] }, label("y", "7"), label("y", "0"), label("y", "0")];
    let asks = asks
        .into_iter()
        .zip(10..)
        .map(|(what, ticket)| Ask { ticket, key: None, what, brief: false })
        .collect();
    let mut replies = keeper.admit(asks, 6000).unwrap();
    while keeper.course().busy() {
        replies.extend(keeper.step());
    }
    replies.sort_by_key(|(ticket, _)| *ticket);
    assert!(matches!(replies[1].1, Reply::Refused { status: 422, .. }), "{replies:?}");
    assert!(matches!(replies[2].1, Reply::Done { .. }), "{replies:?}");
    assert!(matches!(replies[3].1, Reply::Refused { status: 404, .. }), "{replies:?}");
    let again = Keeper::open(Arc::new(disk.survivors(0)), &folder(), keeping()).unwrap();
    assert_eq!(again.course().snapshot().unwrap(), keeper.course().snapshot().unwrap());
}

/// Labels that decide what expired ones would have to be, and come after the model was made.
#[test]
fn what_expires_and_cannot_be_learned_is_counted() {
    let definition = |text: &str| Definition::parse(text.as_bytes()).unwrap();
    for wrong in [
        r#"{"loss": "logistic", "labels": ["no", "yes"], "late": {"expire_as": 0}}"#,
        r#"{"loss": "squared", "late": {"expire_as": "none"}}"#,
        r#"{"loss": "poisson", "late": {"expire_as": -1}}"#,
    ] {
        let Err(why) = Team::new(&definition(wrong), None) else { panic!("{wrong} is taken") };
        assert!(why.contains("late.expire_as"), "{why}");
    }
    let open = definition(r#"{"bits": 8, "late": {"seconds": 1, "expire_as": 7}}"#);
    let disk = Crash::default();
    let team = Team::new(&open, None).unwrap();
    Keeper::create(&disk, &folder(), &Course::new(team, Ledger::new(open.late), 1000)).unwrap();
    folder().ancestors().skip(1).for_each(|folder| disk.sync_dir(folder).unwrap());
    let mut keeper = Keeper::open(Arc::new(disk.clone()), &folder(), keeping()).unwrap();
    one(&mut keeper, 1, None, learn("{\"label\":-1,\"a\":1}\n{\"label\":1,\"b\":1}\n{\"label\":5,\"b\":1}"));
    let kept = |id: &str| Kept { id: id.to_owned(), line: b"{\"a\":1}".to_vec(), served: Vec::new() };
    one(&mut keeper, 2, None, What::Keep { examples: vec![kept("x"), kept("x"), kept("y")] });
    keeper.admit(vec![Ask { ticket: 3, key: None, what: What::Tick, brief: false }], 60_000).unwrap();
    while keeper.course().busy() {
        keeper.step();
    }
    let aside = keeper.course().ledger.tally().aside;
    assert_eq!((aside.unlearned, aside.replaced), (2, 1));
    // The third label was refused, and both that expired.
    assert_eq!(keeper.course().team.champion().refused(), 3);
    let draft = keeper.begin_snapshot().unwrap().unwrap().gather().unwrap();
    draft.store(&disk, &folder()).unwrap();
    let disk = disk.survivors(0);
    let again = Keeper::open(Arc::new(disk), &folder(), keeping()).unwrap();
    assert_eq!(again.course().ledger.tally(), keeper.course().ledger.tally());
    assert_eq!(again.course().team.champion().refused(), 3);
}

/// A snapshot for which there is no room is told so; the log has everything, and the next one succeeds.
#[test]
fn a_snapshot_on_a_full_disk_is_told_so() {
    let disk = Crash::default();
    let mut keeper = opened(&disk);
    one(&mut keeper, 1, None, learn("{\"label\":1,\"a\":1}"));
    let room = Room { requests: 9, bytes: 1 << 20 };
    let alarm = tokio::sync::watch::channel(None).0;
    let handle =
        Handle::start("m", keeper, keeping(), Rhythm::default(), room, alarm, Box::new(|_, _| {})).unwrap();
    let runtime = tokio::runtime::Builder::new_current_thread().build().unwrap();
    disk.room(Some(30));
    assert_eq!(runtime.block_on(handle.snapshot()).map_err(|(status, _)| status), Err(507));
    disk.room(None);
    assert_eq!(runtime.block_on(handle.snapshot()), Ok(1));
    handle.close();
}

/// Memory that the system does not give is no refusal: the model says nothing more, and the next start learns what is in the log.
#[test]
fn memory_that_is_not_given_ends_it() {
    let disk = Crash::default();
    let keeper = opened(&disk);
    let champion = keeper.course().team.champion().clone();
    let room = Room { requests: 9, bytes: 1 << 20 };
    let (alarm, told) = tokio::sync::watch::channel(None);
    let handle =
        Handle::start("m", keeper, keeping(), Rhythm::default(), room, alarm, Box::new(|_, _| {})).unwrap();
    let runtime = tokio::runtime::Builder::new_current_thread().build().unwrap();
    let line = "{\"label\":1,\"a\":1}";
    assert!(matches!(runtime.block_on(handle.ask(None, learn(line))), Reply::Done { seq: 1, .. }));
    champion.fail();
    assert!(matches!(runtime.block_on(handle.ask(None, learn(line))), Reply::Refused { status: 503, .. }));
    handle.close();
    assert!(told.borrow().as_deref().is_some_and(|why| why.contains("memory")), "{told:?}");
    let again = Keeper::open(Arc::new(disk.survivors(0)), &folder(), keeping()).unwrap();
    assert!(again.course().learned <= 2 && again.snapshots() == [0]);
}

#[test]
fn damage_stops_the_start_with_advice() {
    let disk = Crash::default();
    let mut keeper = opened(&disk);
    for ticket in 0..30 {
        one(&mut keeper, ticket, None, learn("{\"label\":1,\"a\":1}"));
        if ticket % 10 == 9 {
            let begun = keeper.begin_snapshot().unwrap().unwrap().gather().unwrap();
            begun.store(&disk, &folder()).unwrap();
            keeper.end_snapshot(begun.seq).unwrap();
        }
    }
    one(&mut keeper, 90, None, learn("{\"label\":0,\"a\":1}"));
    let [older, newer] = *keeper.snapshots() else { panic!("two are kept") };
    let path = |seq: u64| folder().join(format!("{seq:020}.snapshot"));
    let broken = disk.survivors(0);
    broken.flip(&path(newer), 100);
    let Err(error) = Keeper::open(Arc::new(broken.clone()), &folder(), keeping()) else {
        panic!("it starts")
    };
    assert!(error.to_string().contains("move it away"), "{error}");
    // The advice works: from the older one and the log the same model comes.
    broken.remove(&path(newer)).unwrap();
    let again = Keeper::open(Arc::new(broken), &folder(), keeping()).unwrap();
    assert_eq!(again.course().snapshot().unwrap(), keeper.course().snapshot().unwrap());
    assert!(older < newer);
}
