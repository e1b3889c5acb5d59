//! `--witness FILE`: a verdict in the form that other tools read, and `raddle validate`, which checks such files.

mod around;
pub mod claim;
mod correctness;
mod expression;
mod ghosts;
mod instrument;
mod read_graphml;
mod read_yaml;
mod sift;
pub mod validate;
mod violation;

use raddle_program::source::{SourceMap, Span};
use raddle_program::types::DataModel;
use raddle_report::escape::escape;
use raddle_report::witness::{Content, Invariants, Location, Metadata, Witness, graphml, yaml};
use raddle_verify::context::Cancellation;
use raddle_verify::verdict::{Answers, Verdict};
use sha2::{Digest, Sha256};
use std::path::{Path, PathBuf};
use std::time::{SystemTime, UNIX_EPOCH};

use self::sift::Sieve;
use crate::exit::Exit;
use crate::front::{Front, Target};
use crate::options::SourceOptions;
use crate::output;
use crate::save;
use crate::supervise::{Ended, Limits, Share, Supervisor};

/// The forms of witnesses.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Form {
    /// `.yml`, `.yaml`
    Yaml,
    /// `.graphml`, `.xml`
    Graphml,
}

impl Form {
    /// The form that the name of a file says.
    ///
    /// # Errors
    /// A sentence, if it says none.
    pub fn of(path: &Path) -> Result<Form, String> {
        match path.extension().and_then(|extension| extension.to_str()) {
            Some("yml" | "yaml") => Ok(Form::Yaml),
            Some("graphml" | "xml") => Ok(Form::Graphml),
            Some(_) | None => Err(format!(
                "the name of the witness {} does not say which form it has: end it in .yml or .graphml",
                path.display()
            )),
        }
    }
}

/// Writes the witness of an answer, and says how to validate it.
pub fn save(
    answers: &Answers,
    error_functions: Option<&[String]>,
    target: Result<Target, String>,
    path: &Path,
    source: &SourceOptions,
    model: DataModel,
) -> Exit {
    let name = escape(&path.to_string_lossy());
    let target = match target {
        Ok(target) => target,
        Err(_) => return Exit::Safe,
    };
    let files = target.files();
    let (known, form, functions) = (answers.clone(), Form::of(path), error_functions.map(<[String]>::to_vec));
    let mut supervisor = Supervisor::new(Limits::default());
    let share = supervisor.share();
    let ended = supervisor.run(move |cancellation: Cancellation| {
        text(&known, functions.as_deref(), &target, form?, &cancellation, &share)
    });
    let written = match ended {
        Ended::Answered(Ok(Some(text))) => save::write_whole(path, text.as_bytes()).map_err(|why| why.to_string()),
        Ended::Answered(Ok(None)) => {
            output::message(&without_witness(answers));
            return Exit::Safe;
        }
        Ended::Answered(Err(why)) => Err(why),
        Ended::Unanswered(reason) => Err(reason.to_string()),
    };
    match written {
        Ok(()) => {
            let command = crate::replay::command("validate", &[], &files, path, source, model);
            output::message(&format!("witness saved; validate it with: {command}"));
            if let Some(left_out) = claim::left_out(answers) {
                output::message(&left_out);
            }
            Exit::Safe
        }
        Err(why) => {
            output::message(&format!("error: no witness is written to {name}: {}", escape(&why)));
            Exit::Output
        }
    }
}

/// Why no witness is written, and what to do instead.
fn without_witness(answers: &Answers) -> String {
    let name = |wanted: fn(&Verdict) -> bool| {
        let of = answers.outcomes.iter().filter(|outcome| wanted(&outcome.verdict));
        of.map(|outcome| outcome.property.name()).collect::<Vec<_>>().join(", ")
    };
    let violated = name(|verdict| matches!(verdict, Verdict::Unsafe(_)));
    let open = name(|verdict| matches!(verdict, Verdict::Unknown(_)));
    if !violated.is_empty() {
        return format!(
            "no witness is written: the formats have no words for a violation of {violated}; --save-trace keeps the execution, for raddle replay"
        );
    }
    if !open.is_empty() {
        return format!("no witness is written: {open} stays open; ask for what is safe alone, with -p");
    }
    let safe = name(|verdict| matches!(verdict, Verdict::Safe(_)));
    match safe.is_empty() {
        true => "no witness is written: nothing was asked".to_owned(),
        false => {
            format!("no witness is written: the formats have no words for {safe}; --proof keeps proofs of some engines")
        }
    }
}

/// The text of the witness of the first violation, else of a proof of all that was asked; nothing, if there is neither.
///
/// # Errors
/// A sentence, if the program cannot be read any more or the trace is none of it.
pub fn text(
    answers: &Answers,
    error_functions: Option<&[String]>,
    target: &Target,
    form: Form,
    cancellation: &Cancellation,
    share: &Share,
) -> Result<Option<String>, String> {
    let violation = answers.outcomes.iter().find_map(|outcome| match &outcome.verdict {
        Verdict::Unsafe(trace) if claim::of_violation(&trace.violation.kind).is_some() => Some(trace),
        Verdict::Unsafe(_) | Verdict::Safe(_) | Verdict::Unknown(_) => None,
    });
    let is_safe = answers.outcomes.iter().all(|outcome| matches!(outcome.verdict, Verdict::Safe(_)));
    if violation.is_none() && (!is_safe || answers.outcomes.is_empty()) {
        return Ok(None);
    }
    if form == Form::Graphml && !target.others.is_empty() {
        return Err("GraphML witnesses are about one file: end the name in .yml".to_owned());
    }
    let front = Front::read(target).map_err(|unreadable| unreadable.why)?;
    let (specification, content) = match violation {
        Some(trace) => {
            let text = claim::of_violation(&trace.violation.kind);
            (text.unwrap_or_default(), Content::Violation(violation::segments(front.unit(), trace)?))
        }
        None => {
            let properties = answers.outcomes.iter().map(|outcome| outcome.property);
            let lines: Vec<String> =
                properties.flat_map(|property| claim::of_proof(property, error_functions, front.unit())).collect();
            if lines.is_empty() {
                return Ok(None);
            }
            let invariants = match form {
                Form::Yaml => correctness::invariants(&front, answers, &Sieve { target, cancellation, share }),
                // The format has states of an automaton, and no places.
                Form::Graphml => Invariants::default(),
            };
            (lines.join("\n"), Content::Correctness(invariants))
        }
    };
    let metadata = metadata(target, specification)?;
    let witness = Witness { metadata, content };
    Ok(Some(match form {
        Form::Yaml => yaml(&witness),
        Form::Graphml => graphml(&witness),
    }))
}

fn metadata(target: &Target, specification: String) -> Result<Metadata, String> {
    let hash = hash_of(&target.path)?;
    let of_other = |(path, _): &(PathBuf, _)| Ok((path.to_string_lossy().into_owned(), hash_of(path)?));
    let others = target.others.iter().map(of_other).collect::<Result<_, String>>()?;
    let creation_time = now();
    let uuid = {
        let seed = hex(&Sha256::digest(format!("{hash} {specification} {creation_time}")));
        // A UUID of version 8, which is for identifiers of an application's own format.
        format!("{}-{}-8{}-a{}-{}", &seed[..8], &seed[8..12], &seed[13..16], &seed[17..20], &seed[20..32])
    };
    Ok(Metadata {
        uuid,
        creation_time,
        version: env!("CARGO_PKG_VERSION").to_owned(),
        file: target.path.to_string_lossy().into_owned(),
        hash,
        others,
        specification,
        data_model: target.preprocess.data_model,
    })
}

/// The SHA-256 of a file.
fn hash_of(path: &Path) -> Result<String, String> {
    let bytes = std::fs::read(path).map_err(|why| format!("{} cannot be read: {why}", path.display()))?;
    Ok(hex(&Sha256::digest(bytes)))
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

/// The time, as ISO 8601 has it; `SOURCE_DATE_EPOCH` sets it, so that a run can write the same file again.
fn now() -> String {
    let set = std::env::var("SOURCE_DATE_EPOCH").ok().and_then(|text| text.parse().ok());
    let clock = || SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_secs());
    date(set.unwrap_or_else(clock))
}

/// Seconds since 1970 as a date (the civil calendar, in eras of 400 years).
fn date(seconds: u64) -> String {
    let (days, rest) = (seconds / 86_400 + 719_468, seconds % 86_400);
    let (era, day_of_era) = (days / 146_097, days % 146_097);
    let year_of_era = (day_of_era - day_of_era / 1460 + day_of_era / 36_524 - day_of_era / 146_096) / 365;
    let day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let month_from_march = (5 * day_of_year + 2) / 153;
    let day = day_of_year - (153 * month_from_march + 2) / 5 + 1;
    let month = if month_from_march < 10 { month_from_march + 3 } else { month_from_march - 9 };
    let year = era * 400 + year_of_era + u64::from(month <= 2);
    format!("{year:04}-{month:02}-{day:02}T{:02}:{:02}:{:02}Z", rest / 3600, rest / 60 % 60, rest % 60)
}

/// The place of an offset, as witnesses have it.
fn location(source: &SourceMap, at: Span, function: Option<&str>) -> Location {
    let place = source.place(at);
    let text = source.files().get(at.file).map_or("", |file| file.line_text(place.line));
    let before = text.get(..place.column as usize - place.column.min(1) as usize).unwrap_or(text);
    let whole = source.files().get(at.file).map_or("", |file| file.text());
    Location {
        file: place.file.to_string(),
        line: place.line,
        column: Some(before.chars().count() as u32 + 1),
        offset: whole.get(..at.start as usize).map(|before| before.chars().count() as u32),
        function: function.map(str::to_owned),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dates_are_those_of_the_calendar() {
        assert_eq!(date(0), "1970-01-01T00:00:00Z");
        assert_eq!(date(951_782_399), "2000-02-28T23:59:59Z");
        assert_eq!(date(951_782_400), "2000-02-29T00:00:00Z");
        assert_eq!(date(1_795_374_000), "2026-11-22T19:00:00Z");
    }

    #[test]
    fn the_name_says_the_form() {
        assert_eq!(Form::of(Path::new("a.yml")), Ok(Form::Yaml));
        assert_eq!(Form::of(Path::new("a.graphml")), Ok(Form::Graphml));
        assert!(Form::of(Path::new("a.txt")).is_err());
        assert!(Form::of(Path::new("a")).is_err());
    }
}
