//! What all tests of the reference interpreter share: C text in, an exploration out, checked by replaying its traces.

use raddle_cfront::check::check;
use raddle_cfront::diagnostic::has_errors;
use raddle_cfront::parse::parse_text;
use raddle_cfront::render::render;
use raddle_cfront::typed::Unit;
use raddle_program::property::Property;
use raddle_program::trace::Trace;
use raddle_program::types::DataModel;
use raddle_reference::{Exploration, Explore, ReplayOptions, Stand, explore, replay};

/// What glibc's headers would declare, in glibc's sizes.
const PRELUDE: &str = "
typedef unsigned long pthread_t;
typedef union { char bytes[40]; long align; int data[10]; } pthread_mutex_t;
typedef union { char bytes[48]; long long align; } pthread_cond_t;
typedef union { char bytes[4]; int align; } pthread_mutexattr_t;
typedef unsigned long size_t;
#define_nothing
";

/// The typed tree of a program. Panics with the messages if it is no C.
pub fn unit(text: &str) -> Unit {
    let text = format!("{}{text}", PRELUDE.replace("#define_nothing\n", ""));
    let (source, tree, messages) = parse_text("test.c", &text);
    assert!(!has_errors(&messages), "{}", render(&source, &messages, false));
    let shown = source.clone();
    let (unit, messages) = check(source, &tree, DataModel::Lp64);
    assert!(!has_errors(&messages), "{}", render(&shown, &messages, false));
    unit
}

/// Explores a program; every trace found must replay.
pub fn run(text: &str) -> Exploration {
    run_with(text, &Explore::default())
}

/// The same under options.
pub fn run_with(text: &str, options: &Explore) -> Exploration {
    let unit = unit(text);
    let found = explore(&unit, options);
    for (property, stand) in &found.stands {
        if let Stand::Violated(trace) = stand {
            let options = ReplayOptions { right_to_left: options.right_to_left, ..ReplayOptions::default() };
            if let Err(disagreement) = replay(&unit, trace, &options) {
                panic!("the trace for {property} does not replay: {disagreement}\n{}", show(trace));
            }
        }
    }
    found
}

/// A trace, one line a step.
pub fn show(trace: &Trace) -> String {
    let mut text = String::new();
    for step in &trace.steps {
        text.push_str(&format!("{} {} {}: {:?}\n", step.thread, step.place, step.function, step.event));
    }
    text.push_str(&format!("{:?}\n", trace.violation));
    text
}

/// The trace that violates a property.
pub fn trace_of(found: &Exploration, property: Property) -> Trace {
    match found.stand(property) {
        Stand::Violated(trace) => (**trace).clone(),
        other => panic!("{property} must be violated, but: {other:?}"),
    }
}

/// Explores and compares the violated properties with `violated`; all other properties must hold.
pub fn expect(text: &str, violated: &[Property]) {
    let found = run(text);
    for property in Property::ALL {
        // Termination and leaks have tests of their own.
        if !property.is_usual() && !violated.contains(&property) {
            continue;
        }
        let stand = found.stand(property);
        if violated.contains(&property) {
            assert!(matches!(stand, Stand::Violated(_)), "{property} must be violated, but {stand:?}\n{text}");
        } else if let Stand::Violated(trace) = stand {
            panic!("{property} must hold\n{}\n{text}", show(trace));
        } else {
            assert_eq!(*stand, Stand::Holds, "{property}\n{text}");
        }
    }
}
