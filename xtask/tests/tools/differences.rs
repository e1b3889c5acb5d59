//! The fuzzer detects an engine that gives a wrong verdict, shrinks the program to what the wrong verdict needs, and
//! writes the right one into the case.

use raddle_program::property::Property;
use raddle_verify::context::Context;
use raddle_verify::engine::Engine;
use raddle_verify::task::Task;
use raddle_verify::transform::Transform;
use raddle_verify::verdict::{Answers, Outcome, Proof, Verdict};
use raddle_xtask::fuzz::finding::case_text;
use raddle_xtask::fuzz::judge::{Difference, DifferenceKind, Judgement, Judges, Says, judge};
use raddle_xtask::fuzz::metamorphic::{Change, seasoned};
use raddle_xtask::fuzz::print::c_text;
use raddle_xtask::fuzz::random::Random;
use raddle_xtask::fuzz::shrink::shrink;
use raddle_xtask::fuzz::write::{Family, Threads, write};

/// An engine that finds everything safe.
struct Optimist;

impl Engine for Optimist {
    fn name(&self) -> &'static str {
        "optimist"
    }

    fn summary(&self) -> &'static str {
        "finds everything safe"
    }

    fn decides(&self, property: Property) -> bool {
        property != Property::Termination
    }

    fn transforms(&self) -> Vec<Box<dyn Transform>> {
        Vec::new()
    }

    fn run(&self, task: &Task, _cx: &mut Context) -> Answers {
        let safe =
            |&property| Outcome { property, verdict: Verdict::safe(Proof::Exhausted { states: 0, transitions: 0 }) };
        Answers { outcomes: task.properties.iter().map(safe).collect() }
    }
}

/// An engine that dies of everything.
struct Hypochondriac;

impl Engine for Hypochondriac {
    fn name(&self) -> &'static str {
        "hypochondriac"
    }

    fn summary(&self) -> &'static str {
        "dies of everything"
    }

    fn decides(&self, property: Property) -> bool {
        property == Property::Assertions
    }

    fn transforms(&self) -> Vec<Box<dyn Transform>> {
        Vec::new()
    }

    fn run(&self, _task: &Task, _cx: &mut Context) -> Answers {
        panic!("on purpose")
    }
}

fn judges(engine: &'static dyn Engine) -> Judges {
    Judges { engines: vec![engine], states: 3_000, ..Judges::default() }
}

fn find(judges: &Judges, is: impl Fn(&Difference) -> bool) -> (u64, Judgement, Difference) {
    for index in 0..100 {
        let found = judge(&c_text(&write(1, index, &Family::ALL, Threads::Several)), true, judges);
        if let Some(difference) = found.differences.iter().find(|difference| is(difference)) {
            return (index, found.clone(), difference.clone());
        }
    }
    panic!("a hundred programs, and none shows the lie")
}

#[test]
fn an_engine_that_lies_is_caught_and_its_program_shrunk() {
    let judges = judges(&Optimist);
    let (index, _, difference) = find(&judges, |it| it.property == Some(Property::Assertions));
    assert_eq!(difference.kind, DifferenceKind::WrongSafe);
    let draft = write(1, index, &Family::ALL, Threads::Several);
    let lies = |text: &str| judge(text, true, &judges).differences.iter().any(|found| found.is_like(&difference));
    let smallest = shrink(&draft, &mut |draft| lies(&c_text(draft)));
    let text = c_text(&smallest);
    assert!(text.lines().count() <= 8, "{text}");
    let judgement = judge(&text, true, &judges);
    assert_eq!(judgement.reference[&Property::Assertions], Says::Unsafe);
    let case = case_text(&text, &difference, &judgement, "a test");
    assert!(case.starts_with("//@ unsafe\n//@ property: assertions\n// a test: wrong-safe optimist"), "{case}");
}

#[test]
fn an_engine_that_dies_is_noticed() {
    let judges = judges(&Hypochondriac);
    let (_, _, difference) = find(&judges, |it| it.engine.is_some());
    assert_eq!(difference.kind, DifferenceKind::Internal);
    assert!(difference.kind.is_panic() && difference.detail.contains("on purpose"), "{difference}");
}

#[test]
fn each_change_finds_places_and_keeps_the_program_readable() {
    for change in Change::ALL {
        let mut n_changed = 0;
        for index in 0..80 {
            let draft = seasoned(write(3, index, &Family::ALL, Threads::Several), 3, index);
            let Some(changed) = change.apply(&draft, &mut Random::new(index)) else { continue };
            assert_ne!(changed, draft, "{change:?}");
            n_changed += 1;
            if index % 10 == 0 {
                let read = raddle_xtask::fuzz::judge::read(&c_text(&changed));
                assert!(read.is_ok(), "{change:?}\n{}", c_text(&changed));
            }
        }
        assert!(n_changed >= 5, "{change:?} changed {n_changed} of 80");
    }
}

#[test]
fn the_same_seed_writes_the_same_bytes() {
    let text = |seed, index| c_text(&write(seed, index, &Family::ALL, Threads::Several));
    assert!((0..20).all(|index| text(5, index) == text(5, index)));
    assert_ne!(text(5, 0), text(6, 0));
    assert_ne!(text(5, 0), text(5, 1));
}
