//! `bmc`: unwinds the sequential program step by step. For a sequentialization the clauses are unwound ([`raddle_logic::horn::unwind`]). If
//! they are not completely unwound when the step limit is reached, the engine `bmc` decides the original program with threads: the
//! sequentialization has a step for each context switch, and the engine's formula has none. A program with one thread goes to the engine
//! directly.

use raddle_logic::horn::unwind::{Aim, Unwound};
use raddle_logic::term::Terms;
use raddle_program::automaton::starts_threads;

use crate::sequential::checker::{Checked, Question, SequentialChecker};
use crate::sequential::encode::encode;
use crate::sequential::ic3::{complete, ending_of, of_violations, traced, unwound, wrong};
use raddle_verify::context::Context;
use raddle_verify::task::Task;
use raddle_verify::verdict::{Reason, Verdict};

/// The most control combinations for which clauses are made. A program with more of them goes to the engine, whose formula is ready long
/// before all combinations are known.
const COMBINATIONS: u64 = 1_000;

/// Bounded model checking: finds violations, and proves programs that unwind completely.
pub struct Bounded;

impl SequentialChecker for Bounded {
    fn name(&self) -> &'static str {
        "bmc"
    }

    fn summary(&self) -> &'static str {
        "loops unwound further and further: finds violations, proves what unwinds completely"
    }

    fn check(&self, question: Question<'_>, cx: &mut Context) -> Checked {
        let found = starts_threads(&question.task.program).then(|| sequentialized(question, cx)).flatten();
        found.unwrap_or_else(|| by_engine(question, cx))
    }
}

/// The answer of the engine `bmc`.
pub(super) fn by_engine(question: Question<'_>, cx: &mut Context) -> Checked {
    let task = Task { properties: vec![question.property], ..question.task.clone() };
    match question.bmc.run(&task, cx).outcomes.pop().map(|outcome| outcome.verdict) {
        Some(Verdict::Safe(proved)) => Checked::Safe(proved.proof),
        Some(Verdict::Unsafe(trace)) => Checked::Unsafe(trace),
        Some(Verdict::Unknown(reason)) => Checked::Unknown(reason),
        None => Checked::Unknown(Reason::NotDecided { engine: "bmc".to_owned(), property: question.property }),
    }
}

/// Searches for violations first, ignoring unsupported constructs; if there is none, searches for reachable unsupported constructs. `None`
/// if the unwinding is incomplete.
fn sequentialized(question: Question<'_>, cx: &mut Context) -> Option<Checked> {
    let mut terms = Terms::new();
    let brief = cx.alike(cx.cancellation().with_steps(COMBINATIONS));
    let encoded = encode(&mut terms, question.task, question.property, &brief).ok()?;
    cx.count("places", encoded.n_points as u64);
    cx.count("clauses", encoded.system.clauses().len() as u64);
    let (system, numbers) = of_violations(&mut terms, &encoded);
    match unwound(&mut terms, &system, Aim::Derivations, cx) {
        Unwound::Complete { .. } => {}
        Unwound::Unsafe(mut derivation) => {
            for step in &mut derivation.steps {
                step.clause = numbers[step.clause];
            }
            let ending = ending_of(&encoded, &derivation)?;
            let found = traced(question, &terms, &encoded, &derivation, &ending);
            return matches!(found, Checked::Unsafe(_)).then_some(found);
        }
        Unwound::Wrong(depth) => return Some(wrong(depth)),
        Unwound::Open(_) | Unwound::Stopped(_) => return None,
    }
    match unwound(&mut terms, &encoded.system, Aim::Derivations, cx) {
        Unwound::Complete { depth, nodes } => Some(complete(depth, nodes)),
        Unwound::Wrong(depth) => Some(wrong(depth)),
        // An unsupported construct is reached; the engine may support it.
        Unwound::Unsafe(_) | Unwound::Open(_) | Unwound::Stopped(_) => None,
    }
}
