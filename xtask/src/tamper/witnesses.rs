//! Witnesses of a program and of its twin, each submitted for both: no answer may contradict what is true of the program.

use raddle_cli::engines::engine_named;
use raddle_cli::front::Front;
use raddle_cli::properties::Questions;
use raddle_cli::supervise::{Limits, Supervisor};
use raddle_cli::witness::validate::Judge;
use raddle_cli::witness::{self, Form};
use std::path::Path;
use std::time::Duration;

use super::pairs::{self, Pair};
use super::{Fate, Outcome, text};
use crate::fuzz::random::Random;

/// How long a validation may take.
const VALIDATION: Duration = Duration::from_secs(4);

/// Changes the witnesses of a pair, and submits each to both programs.
pub(super) fn tamper(pair: &Pair, count: u64, random: &mut Random, outcome: &mut Outcome) {
    let (Some(safe), Some(violating)) = (pairs::read(&pair.safe), pairs::read(&pair.violating)) else { return };
    let form = random.pick(&[Form::Yaml, Form::Yaml, Form::Graphml]);
    let violation = written(&violating, &pair.violating, pair, "bmc", form);
    let engine = random.pick(&["compositional", "sequential", "bmc"]);
    let proof = written(&safe, &pair.safe, pair, engine, form);
    let (Some(violation), Some(proof)) = (violation, proof) else { return };
    outcome.originals += 2;
    let mut left = count;
    let mut changed = Some(("nothing", proof.clone()));
    while left > 0 {
        if let Some((change, text)) = changed {
            left -= 1;
            let to_safe = random.chance(40);
            let (front, path, own) =
                if to_safe { (&safe, &pair.safe, &proof) } else { (&violating, &pair.violating, &violation) };
            // A forger gives the witness the hash of the program.
            let text = if random.chance(95) { with_hash_of(&text, own) } else { text };
            let fate = judge(front, path, pair, &text, form, to_safe);
            outcome.add(change, fate, || (format!("{change}: {} of {}", pair.property, path.display()), text));
        }
        let base = if random.chance(50) { &proof } else { &violation };
        changed = change(base, if random.chance(50) { &proof } else { &violation }, random);
    }
}

fn change(base: &str, other: &str, random: &mut Random) -> Option<(&'static str, String)> {
    match random.below(8) {
        0 => Some(("nothing", base.to_owned())),
        1 => {
            // Without what it says: the head alone, or no invariant.
            let lines: Vec<&str> = base.lines().collect();
            let content = lines.iter().position(|line| line.trim_start().starts_with("content:"))?;
            let text = lines[..content].join("\n") + "\n  content: []\n";
            Some(("nothing is in it", text))
        }
        2 => {
            let swapped = match base.contains("invariant_set") {
                true => base.replace("invariant_set", "violation_sequence"),
                false => base.replace("violation_sequence", "invariant_set"),
            };
            (swapped != base).then_some(("another kind of witness", swapped))
        }
        3 => {
            let lines: Vec<String> = base
                .lines()
                .map(|line| match line.split_once("value: \"") {
                    Some((front, _)) if random.chance(50) => {
                        format!("{front}value: \"{}\"", random.pick(&["1", "0", "0 == 0"]))
                    }
                    Some(_) | None => line.to_owned(),
                })
                .collect();
            let text = lines.join("\n") + "\n";
            (text != base).then_some(("other conditions", text))
        }
        4 => {
            let claims = ["G ! call(reach_error())", "G ! data-race", "G ! overflow", "G valid-free", "F end"];
            let line = base.lines().find(|line| line.trim_start().starts_with("specification:"))?;
            let indent = &line[..line.len() - line.trim_start().len()];
            let instead = format!("{indent}specification: \"CHECK( init(main()), LTL({}) )\"", random.pick(&claims));
            Some(("another claim", base.replace(line, &instead)))
        }
        _ => text::changed(base, other, random),
    }
}

fn written(front: &Front, path: &Path, pair: &Pair, engine: &str, form: Form) -> Option<String> {
    let answers = pairs::answers(front, pair.property, engine_named(engine)?, None, None);
    let share = Supervisor::<()>::new(Limits::default()).share();
    let cancellation = pairs::cancelled_after(super::WRITING);
    witness::text(&answers, None, &pairs::target(path), form, &cancellation, &share).ok().flatten()
}

/// The hashes in a text.
fn hashes(text: &str) -> impl Iterator<Item = &str> {
    let words = text.split(|byte: char| !byte.is_ascii_alphanumeric());
    words.filter(|word| word.len() == 64 && word.bytes().all(|byte| byte.is_ascii_hexdigit()))
}

fn with_hash_of(text: &str, own: &str) -> String {
    let Some(hash) = hashes(own).next() else { return text.to_owned() };
    let others: Vec<String> = hashes(text).map(str::to_owned).collect();
    others.iter().fold(text.to_owned(), |text, other| text.replace(other.as_str(), hash))
}

fn judge(front: &Front, path: &Path, pair: &Pair, text: &str, form: Form, is_safe: bool) -> Fate {
    let Ok(asked) = Questions::read(&[pair.property.name().to_owned()]) else { return Fate::Unread };
    let share = Supervisor::<()>::new(Limits::default()).share();
    let (cancellation, target) = (pairs::cancelled_after(VALIDATION), pairs::target(path));
    let show = |_: &_| String::new();
    let judge = Judge { front, target: &target, cancellation: &cancellation, share: &share, show: &show };
    let (_, verdict) = judge.judge(text, form, Some(&asked));
    match verdict.word {
        "SAFE" | "UNSAFE" if (verdict.word == "SAFE") == is_safe => Fate::True,
        "SAFE" | "UNSAFE" => Fate::False,
        _ => Fate::Rejected,
    }
}
