//! What the two readings allow a call to do: the reference interpreter explores it, the engine `explicit` decides it.

use super::cases::Call;
use super::machine::{Done, HEADERS};
use super::rows::Answer;
use raddle_analysis::subject::Subject;
use raddle_cfront::preprocess::PreprocessOptions;
use raddle_cli::engines::engine_named;
use raddle_cli::front::{Front, Target};
use raddle_program::property::Property;
use raddle_reference::{Explore, Stand, explore};
use raddle_verify::context::{Cancellation, Context, Silent};
use raddle_verify::pipeline::decide;
use raddle_verify::task::Task;
use raddle_verify::verdict::Verdict;
use std::fmt::Write as _;
use std::path::Path;
use std::sync::Arc;

const ASKED: [Property; 2] = [Property::Assertions, Property::Memory];

/// How a program stands, by either reading.
struct Stands {
    reference: [Stand; 2],
    engine: [Verdict; 2],
}

/// A program with these statements in main.
fn stands(folder: &Path, body: &str, domain: &[i64]) -> Result<Stands, String> {
    let path = folder.join("model.c");
    let text = format!("{HEADERS}#include <assert.h>\nint main(void)\n{{\n{body}  return 0;\n}}\n");
    std::fs::write(&path, text).map_err(|error| error.to_string())?;
    let front = Front::read(&Target::new(&path, PreprocessOptions::default())).map_err(|error| error.why)?;
    let mut options = Explore { asked: ASKED.to_vec(), finds_races: false, ..Explore::default() };
    options.domain.extend(domain.iter().map(|&value| i128::from(value)));
    let found = explore(front.unit(), &options);
    let task = Task {
        program: Subject::new(front.program.clone()),
        properties: ASKED.to_vec(),
        error_functions: None,
        file: "model.c".to_owned(),
    };
    let mut cx = Context::new(Cancellation::new(), Arc::new(Silent));
    let engine = engine_named("explicit").expect("there is this engine");
    let answers = decide(&task, engine, &front.replayer(), &mut cx);
    let verdict = |property| {
        let outcome = answers.outcomes.iter().find(|outcome| outcome.property == property);
        outcome.map(|outcome| outcome.verdict.clone()).expect("it answers what it was asked")
    };
    Ok(Stands { reference: ASKED.map(|property| found.stand(property).clone()), engine: ASKED.map(verdict) })
}

/// Whether everything is as a call left it, as a condition in C.
fn condition(call: &Call, numbers: &[i64]) -> String {
    let equal = |(compared, number): (&str, &i64)| {
        let number = if *number == i64::MIN { "(-9223372036854775807L - 1)".to_owned() } else { format!("{number}L") };
        format!("(long)({compared}) == {number}")
    };
    call.compared().into_iter().zip(numbers).map(equal).collect::<Vec<_>>().join(" && ")
}

/// Compares what a machine did with what the readings allow.
///
/// # Errors
/// Where they differ.
pub fn compare(folder: &Path, answer: Answer, calls: &[(Call, Done)]) -> Result<(), String> {
    let mut fixed = String::new();
    let mut returned = Vec::new();
    for (call, done) in calls {
        match done {
            Done::InvalidAccess => invalid(folder, call)?,
            Done::Numbers(numbers) if answer == Answer::Possible => possible(folder, call, numbers)?,
            Done::Numbers(numbers) => {
                let condition = condition(call, numbers);
                _ = writeln!(fixed, "{}    assert({condition});\n  }}", call.text(false));
                returned.push((call, numbers));
            }
        }
    }
    if returned.is_empty() || fixes(folder, &fixed).is_ok() {
        return Ok(());
    }
    // One of them differs: which.
    for (call, numbers) in returned {
        let condition = condition(call, numbers);
        let body = format!("{}    assert({condition});\n  }}\n", call.text(false));
        fixes(folder, &body).map_err(|why| format!("{why}\n{body}"))?;
    }
    Err("only all calls together differ from the machine".to_owned())
}

/// The calls must do this, and nothing else, and return.
fn fixes(folder: &Path, body: &str) -> Result<(), String> {
    let stands_at_end = stands(folder, body, &[])?;
    for (index, property) in ASKED.iter().enumerate() {
        if stands_at_end.reference[index] != Stand::Holds {
            return Err(format!("reference interpreter: {property}: {}", shown(&stands_at_end.reference[index])));
        }
        if !matches!(stands_at_end.engine[index], Verdict::Safe(_)) {
            return Err(format!("explicit: {property}: {}", said(&stands_at_end.engine[index])));
        }
    }
    let end = stands(folder, &format!("{body}  assert(0);\n"), &[])?;
    if !matches!(end.reference[0], Stand::Violated(_)) || !matches!(end.engine[0], Verdict::Unsafe(_)) {
        return Err("the model does not return".to_owned());
    }
    Ok(())
}

/// A call may do this.
fn possible(folder: &Path, call: &Call, numbers: &[i64]) -> Result<(), String> {
    let condition = condition(call, numbers);
    let body = format!("{}    assert(!({condition}));\n  }}\n", call.text(false));
    let stands = stands(folder, &body, numbers)?;
    if !matches!(stands.reference[0], Stand::Violated(_)) {
        return Err(format!("reference interpreter: the model does not allow\n{body}"));
    }
    if matches!(stands.engine[0], Verdict::Safe(_)) {
        return Err(format!("explicit: the model does not allow\n{body}"));
    }
    Ok(())
}

/// A call violates memory.
fn invalid(folder: &Path, call: &Call) -> Result<(), String> {
    let body = format!("{}  }}\n", call.text(false));
    let stands = stands(folder, &body, &[])?;
    if !matches!(stands.reference[1], Stand::Violated(_)) {
        return Err(format!("reference interpreter: memory: {}\n{body}", shown(&stands.reference[1])));
    }
    if !matches!(stands.engine[1], Verdict::Unsafe(_)) {
        return Err(format!("explicit: memory: {}\n{body}", said(&stands.engine[1])));
    }
    Ok(())
}

fn shown(stand: &Stand) -> String {
    match stand {
        Stand::Holds => "holds".to_owned(),
        Stand::Violated(trace) => format!("violated: {:?}", trace.violation),
        Stand::Unknown(why) => format!("unknown: {why}"),
    }
}

fn said(verdict: &Verdict) -> String {
    match verdict {
        Verdict::Safe(_) => "safe".to_owned(),
        Verdict::Unsafe(trace) => format!("unsafe: {:?}", trace.violation),
        Verdict::Unknown(reason) => format!("unknown: {reason}"),
    }
}
