//! What is kept of an answer in files of its own: traces, proofs, invariants.

use raddle_report::escape::escape;
use raddle_verify::verdict::{Outcome, Proof, Proved, Verdict};
use std::path::Path;

use super::FileResult;
use crate::exit::Exit;
use crate::options::CheckOptions;
use crate::output;
use crate::save;

/// Saves the trace if there is one, and says how to replay it.
pub(super) fn save_trace(result: &FileResult, path: &Path, options: &CheckOptions) -> Exit {
    let Some(trace) = result.found.trace() else {
        return Exit::Safe;
    };
    match save::save_trace(trace, path) {
        Ok(()) => {
            let model = result.choices.data_model;
            let command = crate::replay::command("replay", &[], &result.input, path, &options.source, model);
            output::message(&format!("trace saved; replay it with: {command}"));
            Exit::Safe
        }
        Err(error) => {
            let name = escape(&path.to_string_lossy());
            output::message(&format!("error: the trace cannot be written to {name}: {error}"));
            Exit::Output
        }
    }
}

/// Why no proof is written, and for what there would be one.
fn without_proof(result: &FileResult) -> String {
    let name = |is_safe: bool| {
        let of = |outcome: &&Outcome| matches!(outcome.verdict, Verdict::Safe(_)) == is_safe;
        result.found.answers.outcomes.iter().filter(of).map(|outcome| outcome.property.name()).collect::<Vec<_>>()
    };
    let (safe, others) = (name(true), name(false));
    match (safe.as_slice(), others.as_slice()) {
        (_, []) => "no proof is written: nothing was decided".to_owned(),
        ([], _) => format!("no proof is written: nothing is known to be safe of {}", others.join(", ")),
        (_, _) => format!(
            "no proof is written, since {} not known to be safe: ask for {} alone, with -p",
            if others.len() == 1 { format!("{} is", others[0]) } else { format!("{} are", others.join(", ")) },
            safe.join(", ")
        ),
    }
}

/// Whether a text has more than comments.
fn has_formula(text: &str) -> bool {
    text.lines().any(|line| !line.is_empty() && !line.starts_with(';'))
}

/// Saves the invariants by which properties were proved.
pub(super) fn save_invariant(result: &FileResult, path: &Path) -> Exit {
    let found: Vec<&str> = (result.found.answers.outcomes.iter())
        .filter_map(|outcome| match &outcome.verdict {
            Verdict::Safe(Proved { proof: Proof::Invariant { found, .. }, .. }) if has_formula(found) => {
                Some(found.as_str())
            }
            // Where threads stand, and what is a constant there, is all that the proof rests on.
            Verdict::Safe(_) | Verdict::Unsafe(_) | Verdict::Unknown(_) => None,
        })
        .collect();
    if found.is_empty() {
        output::message("no invariant is written: no proof by `sequential` needed more than where threads stand");
        return Exit::Safe;
    }
    match save::write_whole(path, found.concat().as_bytes()) {
        Ok(()) => Exit::Safe,
        Err(error) => {
            let name = escape(&path.to_string_lossy());
            output::message(&format!("error: the invariant cannot be written to {name}: {error}"));
            Exit::Output
        }
    }
}

/// Saves the proof if everything that was asked is safe, and says how to check it.
pub(super) fn save_proof(result: &FileResult, path: &Path, options: &CheckOptions) -> Exit {
    if result.verdict.exit != Exit::Safe {
        output::message(&without_proof(result));
        return Exit::Safe;
    }
    let name = escape(&path.to_string_lossy());
    let saved = match &result.found.proof {
        None => return Exit::Safe,
        Some(Err(why)) => Err(why.clone()),
        Some(Ok(proof)) => save::write_whole(path, proof).map_err(|error| error.to_string()),
    };
    match saved {
        Ok(()) => {
            let (model, asked) = (result.choices.data_model, &options.properties);
            // A task definition asks, too: it is named again.
            let command = crate::replay::command("certify", asked, &result.named, path, &options.source, model);
            output::message(&format!("proof saved; check it with: {command}"));
            Exit::Safe
        }
        Err(why) => {
            output::message(&format!("error: no proof is written to {name}: {}", escape(&why)));
            Exit::Output
        }
    }
}
