//! Labels that hold examples back, and refusals that leave no trace.

use super::*;
use crate::draft::context::Contexts;
use crate::draft::drafter::Drafter;
use crate::pipeline::batch::Item;

struct Rig {
    drafter: Drafter,
    merge: Merge,
}

impl Rig {
    fn new() -> Self {
        let schema = Schema::default();
        let context = Arc::new(Contexts::new(&schema).unwrap().start(&"f".into(), Format::Jsonl).unwrap());
        let mut merge = Merge::new(&schema);
        merge.open(context.clone());
        Self { drafter: Drafter::new(context), merge }
    }

    fn example(&mut self, label: Option<&[u8]>, name: &[u8]) {
        self.drafter.begin();
        self.drafter.namespace(b"n", b"n");
        self.drafter.name(b'^', name, 1.0);
        self.drafter.finish(1, label, 1.0, b"").unwrap();
        self.merge.absorb(self.drafter.take(1)).unwrap();
    }

    fn labels(&mut self) -> Vec<Option<f64>> {
        let batches: Vec<Batch> = self.merge.ready.drain(..).collect();
        let items = batches.iter().flat_map(|batch| batch.iter());
        items.filter_map(|item| if let Item::Example(e) = item { Some(e.label) } else { None }).collect()
    }
}

#[test]
fn holds_back_until_the_second_label() {
    let mut rig = Rig::new();
    rig.example(Some(b"1"), b"b");
    rig.example(None, b"a");
    assert!(rig.labels().is_empty());
    rig.example(Some(b"2"), b"c");
    assert_eq!(rig.labels(), [Some(-1.0), None, Some(1.0)]);
}

#[test]
fn a_refused_label_leaves_neither_example_nor_name() {
    let mut rig = Rig::new();
    rig.example(Some(b"0"), b"a");
    rig.example(Some(b"7"), b"b");
    let (first, second) = (&rig.merge.ready[0], &rig.merge.ready[1]);
    assert_eq!((first.len(), first.delta.names.len()), (1, 1));
    assert_eq!((second.len(), second.delta.names.len()), (1, 0));
    assert_eq!(first.delta.head.as_ref().unwrap().bits, Some(Schema::DEFAULT_BITS));
    assert_eq!(rig.labels(), [Some(-1.0)]);
    assert!(rig.merge.end().unwrap().head.is_none(), "the batches took the changes along");
}

#[test]
fn a_lone_label_waits_for_so_many_examples_and_no_more() {
    let mut rig = Rig::new();
    for _ in 1..Merge::MOST_HELD {
        rig.example(Some(b"1"), b"a");
    }
    assert!(rig.labels().is_empty());
    rig.example(Some(b"1"), b"a");
    assert_eq!(rig.labels().len() as u64, Merge::MOST_HELD);
}

/// Of long lines few are held, so that what waits never takes more memory than so much.
#[test]
fn a_lone_label_waits_for_so_many_bytes_and_no_more() {
    for refused in [false, true] {
        let mut rig = Rig::new();
        rig.example(Some(b"1"), b"a");
        let mut examples = 1;
        while rig.labels().is_empty() {
            if refused {
                rig.drafter.refuse(1, Refusal::line(LineFault::NoLabel));
                rig.merge.absorb(rig.drafter.take(1)).unwrap();
                continue;
            }
            rig.drafter.begin();
            rig.drafter.namespace(b"", b"");
            for name in 0..100_000u32 {
                rig.drafter.name(b'^', name.to_string().as_bytes(), 1.0);
            }
            rig.drafter.finish(1, Some(b"1"), 1.0, b"").unwrap();
            rig.merge.absorb(rig.drafter.take(1)).unwrap();
            examples += 1;
        }
        assert!(examples * 1_200_000 <= Merge::MOST_BYTES + 2_400_000, "{examples}");
    }
}
