//! Violations of a program, submitted as violations of its twin that satisfies the property, and as violations of other properties.

use raddle_cli::engines::engine_named;
use raddle_cli::front::Front;
use raddle_program::property::Property;
use raddle_program::trace::Trace;
use raddle_verify::certify::Replayer;
use raddle_verify::verdict::Verdict;
use serde_json::Value;
use std::path::Path;

use super::pairs::{self, Pair};
use super::{Fate, Outcome, text};
use crate::fuzz::random::Random;
use crate::score::expected::Expected;

/// Changes the trace of a pair, and submits each to both programs.
pub(super) fn tamper(pair: &Pair, count: u64, random: &mut Random, outcome: &mut Outcome) {
    let (Some(safe), Some(violating)) = (pairs::read(&pair.safe), pairs::read(&pair.violating)) else { return };
    let Some(engine) = engine_named(random.pick(&["bmc", "explicit"])) else { return };
    let answers = pairs::answers(&violating, pair.property, engine, None, None);
    let found = answers.outcomes.into_iter().find_map(|outcome| match outcome.verdict {
        Verdict::Unsafe(trace) => Some(trace),
        Verdict::Safe(_) | Verdict::Unknown(_) => None,
    });
    let Some(base) = found.and_then(|trace| serde_json::to_value(&*trace).ok()) else { return };
    outcome.originals += 1;
    let mut left = count;
    let mut changed = Some(("nothing", base.to_string()));
    while left > 0 {
        if let Some((change, text)) = changed {
            left -= 1;
            let to_safe = random.chance(60);
            let (front, path) = if to_safe { (&safe, &pair.safe) } else { (&violating, &pair.violating) };
            let fate = judge(front, path, &text);
            outcome.add(change, fate, || (format!("{change}: {} of {}", pair.property, path.display()), text));
        }
        changed = change(&base, random);
    }
}

/// A change of what the trace says, or of its text.
fn change(base: &Value, random: &mut Random) -> Option<(&'static str, String)> {
    if random.chance(15) {
        // One value a line, so that changes of lines have something to change.
        let pretty = serde_json::to_string_pretty(base).ok()?;
        return text::changed(&pretty, &pretty, random);
    }
    let (name, once) = meant(base, random)?;
    if random.chance(25) {
        return Some(("two changes", meant(&once, random)?.1.to_string()));
    }
    Some((name, once.to_string()))
}

fn meant(base: &Value, random: &mut Random) -> Option<(&'static str, Value)> {
    let mut trace = base.clone();
    let steps = trace["steps"].as_array_mut()?;
    let n_steps = steps.len();
    if n_steps == 0 {
        return None;
    }
    let at = random.below(n_steps);
    let name = match random.below(11) {
        0 => {
            steps.remove(at);
            "a step is missing"
        }
        1 => {
            steps.insert(at, steps[at].clone());
            "a step stands twice"
        }
        2 if n_steps > 1 => {
            let at = random.below(n_steps - 1);
            steps.swap(at, at + 1);
            "two steps change places"
        }
        3 => {
            steps.truncate(at);
            "the last steps are missing"
        }
        4 => {
            steps[at]["thread"] = Value::from(random.below(3));
            "another thread"
        }
        5 | 6 => {
            let mut numbers = Vec::new();
            places_of_numbers(&steps[at]["event"], String::new(), &mut numbers);
            let place = steps[at]["event"].pointer_mut(&random.pick(&numbers.first().map(|_| numbers.clone())?))?;
            let number = place.as_i64()?;
            *place = Value::from(random.pick(&[number + 1, number - 1, 0, 1, -number]));
            "another number"
        }
        7 => {
            let property = random.pick(&Property::ALL);
            trace["property"] = serde_json::to_value(property).ok()?;
            "another property"
        }
        8 => {
            trace["violation"]["thread"] = Value::from(random.below(3));
            "another thread fails"
        }
        9 => {
            trace["loop_start"] = random.pick(&[Value::Null, Value::from(0), Value::from(at)]);
            "another loop"
        }
        _ => {
            let kind = random.pick(&[
                "deadlock",
                "data-race",
                "out-of-bounds",
                "null-dereference",
                "use-after-free",
                "signed-overflow",
                "division-by-zero",
                "non-termination",
            ]);
            trace["violation"]["kind"] = Value::from(kind);
            "another violation"
        }
    };
    (trace != *base).then_some((name, trace))
}

/// Pointers to all numbers in a value.
fn places_of_numbers(value: &Value, at: String, found: &mut Vec<String>) {
    match value {
        Value::Number(_) => found.push(at),
        Value::Object(fields) => {
            fields.iter().for_each(|(key, value)| places_of_numbers(value, format!("{at}/{key}"), found));
        }
        Value::Array(values) => {
            values.iter().enumerate().for_each(|(key, value)| places_of_numbers(value, format!("{at}/{key}"), found));
        }
        Value::Null | Value::Bool(_) | Value::String(_) => {}
    }
}

fn judge(front: &Front, path: &Path, text: &str) -> Fate {
    let Ok(trace) = serde_json::from_str::<Trace>(text) else { return Fate::Unread };
    match front.replayer().replay(&trace) {
        Err(_) => Fate::Rejected,
        // The command answers UNKNOWN: that the loop goes on for ever is not replayed.
        Ok(()) if trace.is_recurrent => Fate::Rejected,
        Ok(()) => match pairs::truth(path, trace.property) {
            Some(Expected::Unsafe) => Fate::True,
            Some(Expected::Safe) => Fate::False,
            // Nothing is known of the property that the change names.
            None => Fate::Unread,
        },
    }
}
