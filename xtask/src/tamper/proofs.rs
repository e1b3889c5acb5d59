//! Proofs of a program that satisfies a property, submitted for its twin that violates it.
//!
//! Also submitted are the records of solvers about the twin itself: with a bound that is too small for the violation, about a property that the
//! twin satisfies, and of a search that found the violation. Their heads are changed so that they claim what is false.

use raddle_analysis::analyzed_program::AnalyzedProgram;
use raddle_certify::ProofText;
use raddle_cli::engines::engine_named;
use raddle_cli::front::Front;
use raddle_cli::proof::{Head, Written, argue, follow, invariant};
use raddle_cli::question::Question;
use raddle_program::externals::Externals;
use raddle_program::property::Property;
use raddle_program::types::DataModel;
use raddle_verify::options::Order;

use super::pairs::{self, Pair};
use super::{Fate, Outcome, text};
use crate::fuzz::random::Random;

/// Changes proofs of a pair, and submits each for the program that violates the property.
pub(super) fn tamper(pair: &Pair, count: u64, random: &mut Random, outcome: &mut Outcome) {
    let (Some(safe), Some(violating)) = (pairs::read(&pair.safe), pairs::read(&pair.violating)) else { return };
    let Some(other) = written(&violating, pair.property, "bmc", None) else { return };
    let base = match random.below(5) {
        0 => written(&violating, pair.property, "bmc", Some(1)),
        1 => {
            let asked = random.pick(&Property::ALL);
            written(&violating, asked, "bmc", None)
        }
        2 => written(&safe, pair.property, random.pick(&["static", "compositional"]), None),
        _ => written(&safe, pair.property, "bmc", None),
    };
    let Some(base) = base.or_else(|| written(&safe, pair.property, "bmc", None)) else { return };
    outcome.originals += 1;
    let mut left = count;
    // The text as it is claims something false already.
    let mut changed = Some(("nothing", base.clone()));
    while left > 0 {
        if let Some((change, text)) = changed {
            left -= 1;
            let claims = with_question(&text, pair.property);
            let fate = judge(&violating, pair.property, claims.clone());
            let what = || (format!("{change}: {} of {}", pair.property, pair.violating.display()), claims);
            outcome.add(change, fate, what);
        }
        changed = change(&base, &other, random);
    }
}

/// A change of one or two places of a proof, or of its head.
fn change(base: &str, other: &str, random: &mut Random) -> Option<(&'static str, String)> {
    if random.chance(20) {
        return head_changed(base, random);
    }
    let (name, once) = text::changed(base, other, random)?;
    if random.chance(25) {
        let (_, twice) = text::changed(&once, other, random)?;
        return Some(("two changes", twice));
    }
    Some((name, once))
}

fn head_changed(base: &str, random: &mut Random) -> Option<(&'static str, String)> {
    let (key, values): (&str, &[&str]) = random.pick(&[
        ("engine", &["bmc", "static", "compositional"][..]),
        ("order", &["theory", "clocks", "schedule", "widening"]),
        ("unwind", &["free", "0", "1", "2"]),
        ("functions", &["all", "", "nothing", "main"]),
        ("properties", &["", "assertions", "overflow", "memory overflow"]),
        ("arguments", &["none", "0x0", "1x1"]),
    ]);
    let value = random.pick(values);
    let is_it = |line: &str| line.split(' ').next() == Some(key);
    let lines: Vec<String> =
        base.lines().map(|line| if is_it(line) { format!("{key} {value}") } else { line.to_owned() }).collect();
    let text = lines.join("\n") + "\n";
    (text != base).then_some(("another head", text))
}

/// The text with the question that is asked, unless the change was about that.
fn with_question(text: &str, property: Property) -> String {
    let lines: Vec<String> = text
        .lines()
        .map(|line| {
            let is_question = Property::ALL.iter().any(|other| line == format!("properties {}", other.name()));
            if is_question { format!("properties {}", property.name()) } else { line.to_owned() }
        })
        .collect();
    lines.join("\n") + "\n"
}

fn question(property: Property) -> Question {
    Question {
        data_model: DataModel::Lp64,
        arguments: None,
        callers: None,
        interrupts: Default::default(),
        externals: Externals::Pure,
        properties: vec![property],
        error_functions: None,
    }
}

/// What an engine writes down about a property, whatever it finds in the end.
fn written(front: &Front, property: Property, engine: &str, unwind: Option<u32>) -> Option<String> {
    let head = Head { engine: engine.to_owned(), order: Order::Theory, unwind, question: question(property) };
    let bytes = match engine {
        "static" => argue(&head, &AnalyzedProgram::new(front.program.clone())).ok()?,
        "compositional" => {
            let answers = pairs::answers(front, property, engine_named(engine)?, None, None);
            invariant(&head, &answers).ok()?
        }
        _ => {
            let written = Written::new(&head);
            let solvers = Some(written.solvers());
            drop(pairs::answers(front, property, engine_named(engine)?, solvers, unwind));
            written.finish().ok()?
        }
    };
    String::from_utf8(bytes).ok()
}

fn judge(front: &Front, property: Property, text: String) -> Fate {
    let mut proof = ProofText::new(text.into_bytes());
    let Ok(head) = Head::read(&mut proof, &question(property)) else { return Fate::Unread };
    match follow(front, "case", &head, proof, pairs::cancelled_after(super::WRITING)) {
        Ok(()) => Fate::False,
        Err(_) => Fate::Rejected,
    }
}
