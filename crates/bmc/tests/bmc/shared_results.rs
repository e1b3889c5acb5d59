//! What engines publish in the shared results of a run, and that they leave decided properties alone.

use std::sync::{Arc, Mutex};

use raddle_analysis::analyzed_program::AnalyzedProgram;
use raddle_bmc::bmc::Bmc;
use raddle_explicit::Explicit;
use raddle_program::builder::{ProgramBuilder, read};
use raddle_program::property::Property;
use raddle_program::types::DataModel;
use raddle_verify::context::{Cancellation, Context, Silent};
use raddle_verify::engine::Engine;
use raddle_verify::pipeline::answer;
use raddle_verify::shared_results::{DecidedProperties, SharedResults};
use raddle_verify::task::Task;

const ASKED: [Property; 3] = [Property::Assertions, Property::Deadlock, Property::DataRace];

/// Two threads that write the same memory, and main, which waits for them and asserts what it finds there.
fn racing(asserted: i128) -> Task {
    let mut builder = ProgramBuilder::new(DataModel::Lp64);
    let int = builder.int();
    let (void_pointer, id_type) = (builder.void_pointer(), builder.thread_id());
    let x = builder.global("x", int);
    let writer = builder.procedure("writer", void_pointer, |code| {
        let one = code.number(1);
        code.assign(&x, one);
    });
    builder.main(|code| {
        let ids = ["first", "second"].map(|name| code.memory(name, id_type));
        ids.iter().for_each(|id| code.spawn(id, writer));
        for id in ids {
            let joined = code.register("joined", id_type);
            code.assign(&joined, read(id));
            code.join(read(joined));
        }
        let seen = code.register("seen", int);
        code.assign(&seen, read(x.clone()));
        let asserted = code.number(asserted);
        let holds = code.equal(read(seen), asserted);
        code.assert(holds);
    });
    let program = AnalyzedProgram::new(builder.finish());
    Task { program, properties: ASKED.to_vec(), error_functions: None, file: "racing.c".into() }
}

/// The words of an engine's answers and of what it posts, where some properties are settled.
fn asked(engine: &dyn Engine, task: &Task, settled: &[Property]) -> (Vec<&'static str>, Vec<(Property, &'static str)>) {
    let posts = Arc::new(Mutex::new(Vec::new()));
    let reader = posts.clone();
    let marks = DecidedProperties::default();
    settled.iter().for_each(|&property| marks.mark(property));
    let mut cx = Context::new(Cancellation::new(), Arc::new(Silent));
    cx.shared_results = SharedResults::new(marks, move |outcome| {
        reader.lock().expect("no thread panics").push((outcome.property, outcome.verdict.word()));
    });
    let answers = answer(task, engine, &mut cx);
    let words = answers.outcomes.iter().map(|outcome| outcome.verdict.word()).collect();
    (words, posts.lock().expect("no thread panics").clone())
}

#[test]
fn violations_are_posted_when_they_are_found() {
    for engine in [&Bmc as &dyn Engine, &Explicit] {
        let (words, mut posts) = asked(engine, &racing(2), &[]);
        assert_eq!(words, ["UNSAFE", "SAFE", "UNSAFE"], "{}", engine.name());
        posts.retain(|(_, word)| *word == "UNSAFE");
        posts.sort();
        assert_eq!(posts, [(Property::Assertions, "UNSAFE"), (Property::DataRace, "UNSAFE")], "{}", engine.name());
    }
}

#[test]
fn what_is_settled_is_neither_asked_nor_claimed() {
    for engine in [&Bmc as &dyn Engine, &Explicit] {
        for left in ASKED {
            for (asserted, expected) in [(1, ["SAFE", "SAFE", "UNSAFE"]), (2, ["UNSAFE", "SAFE", "UNSAFE"])] {
                let (words, posts) = asked(engine, &racing(asserted), &[left]);
                let with_a_gap = |(property, word)| if property == left { "UNKNOWN" } else { word };
                let expected: Vec<&str> = ASKED.into_iter().zip(expected).map(with_a_gap).collect();
                assert_eq!(words, expected, "{} without {left}", engine.name());
                assert!(posts.iter().all(|(property, _)| *property != left), "{posts:?}");
            }
        }
    }
}
