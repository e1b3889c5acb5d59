//! `ic3`: decides the clauses of the program with [`raddle_logic::horn`]. If constants bound all loops, the clauses are unwound first: such
//! programs may have no simple invariant, and if no invariant is found soon, the unwinding is the proof.

use std::rc::Rc;

use raddle_logic::horn::solve::{Run, Why, solve, unwind};
use raddle_logic::horn::unwind::{Aim, Limits, Unwound};
use raddle_logic::horn::{Answer, Budget, Derivation, System, print};
use raddle_logic::term::Terms;
use raddle_program::property::Property;

use crate::certificate::certificate;
use crate::facts::{Combination, facts};
use crate::sequential::checker::{Checked, Question, SequentialChecker};
use crate::sequential::encode::encode;
use crate::sequential::invariant::invariant;
use crate::sequential::retrace::retrace;
use crate::symbolic::encoded::{Encoded, Use};
use crate::symbolic::step::{End, Ending};
use raddle_verify::context::Context;
use raddle_verify::task::Task;
use raddle_verify::verdict::{Proof, Reason};

/// The query limit for an invariant if an unwinding has already proved the program.
const LONGER: u64 = 60;

/// The step limit of an unwinding before the next method is tried.
const UNWINDING_STEPS: u64 = 30_000;

/// The query limit of an unwinding as a proof: if it needs more, an invariant may be found sooner.
const QUERIES_OF_PROOF: u64 = 500;

/// The query limit of an unwinding that searches for violations.
const QUERIES_OF_VIOLATION: u64 = 50_000;

/// Property-directed reachability.
pub struct Ic3;

impl SequentialChecker for Ic3 {
    fn name(&self) -> &'static str {
        "ic3"
    }

    fn summary(&self) -> &'static str {
        "property-directed reachability over bit-vectors: proves loops without bounds by invariants"
    }

    fn check(&self, question: Question<'_>, cx: &mut Context) -> Checked {
        let mut terms = Terms::new();
        let encoded = match encoded(question, &mut terms, cx) {
            Ok(encoded) => encoded,
            Err(checked) => return checked,
        };
        let by_unwinding = match encoded.system.has_cycles() {
            true => counted(question, &mut terms, &encoded, cx),
            false => None,
        };
        // An invariant is a better proof than an unwinding, so it is preferred if it is found soon.
        let queries = match &by_unwinding {
            Some(Checked::Safe(_)) => Some(LONGER),
            Some(found) => return found.clone(),
            None => None,
        };
        match decide_by(&mut terms, &encoded.system, Budget { queries, ..Budget::default() }, cx) {
            Answer::Safe(interpretation) => {
                let program = &question.task.program;
                let Encoded { system, layout, places, threads, .. } = &encoded;
                let found = invariant(&mut terms, program, system, layout, places, threads, &interpretation);
                let combinations: Vec<Combination> = system
                    .predicates()
                    .zip(places)
                    .map(|(predicate, standing)| Combination::of(predicate, standing))
                    .collect();
                let facts = facts(&mut terms, program, layout, system, &interpretation, &combinations);
                let clauses = system.clauses().len() as u64;
                let certificate = certificate(&terms, system, &interpretation);
                let places = encoded.n_points as u64;
                Checked::Safe(Proof::Invariant { places, clauses, found, certificate, facts })
            }
            Answer::Unknown(why) => by_unwinding.unwrap_or_else(|| Checked::Unknown(unknown(&why, cx))),
            Answer::Unsafe(derivation) => found(question, &mut terms, &encoded, &derivation, cx),
        }
    }
}

/// The clauses of a program with one thread as SMT-LIB 2. They are satisfiable if the property holds and no unsupported construct is
/// reached.
///
/// # Errors
/// The reason why the program cannot be encoded.
pub fn horn_text(task: &Task, property: Property, cx: &Context) -> Result<String, Reason> {
    let mut terms = Terms::new();
    let encoded = encode(&mut terms, task, property, cx)?;
    let mut text = String::new();
    // Writing to a string cannot fail.
    let _ = print::print(&terms, &encoded.system, &mut text);
    Ok(text)
}

/// The answer that follows from a derivation: a violation, or an unsupported construct that may be reached.
pub(super) fn found(
    question: Question<'_>,
    terms: &mut Terms,
    encoded: &Encoded,
    derivation: &Derivation,
    cx: &mut Context,
) -> Checked {
    let Some(ending) = ending_of(encoded, derivation) else {
        return Checked::Unknown(Reason::Internal { message: "a derivation ends in nothing".to_owned() });
    };
    let Some(open) = open(question, &ending) else { return traced(question, terms, encoded, derivation, &ending) };
    // The derivation reached an unsupported construct. A violation elsewhere is still a violation.
    let (system, numbers) = of_violations(terms, encoded);
    match decide(terms, &system, cx) {
        Answer::Unsafe(mut derivation) => {
            for step in &mut derivation.steps {
                step.clause = numbers[step.clause];
            }
            match ending_of(encoded, &derivation) {
                Some(ending) => match traced(question, terms, encoded, &derivation, &ending) {
                    found @ Checked::Unsafe(_) => found,
                    Checked::Safe(_) | Checked::Unknown(_) => Checked::Unknown(open),
                },
                None => Checked::Unknown(open),
            }
        }
        Answer::Safe(_) | Answer::Unknown(_) => Checked::Unknown(open),
    }
}

/// The answer of an unwinding if constants bound all loops; else `None`.
fn counted(question: Question<'_>, terms: &mut Terms, encoded: &Encoded, cx: &mut Context) -> Option<Checked> {
    match unwound(terms, &encoded.system, Aim::Proof, cx) {
        Unwound::Complete { depth, nodes } => Some(complete(depth, nodes)),
        Unwound::Unsafe(derivation) => Some(found(question, terms, encoded, &derivation, cx)),
        Unwound::Wrong(depth) => Some(wrong(depth)),
        Unwound::Open(_) | Unwound::Stopped(_) => None,
    }
}

/// Unwinds clauses within the step limit.
pub(super) fn unwound(terms: &mut Terms, system: &System, aim: Aim, cx: &mut Context) -> Unwound {
    let cancellation = cx.cancellation().with_steps(UNWINDING_STEPS);
    let interruption = Rc::new(move || cancellation.reason().is_some());
    let queries = match aim {
        Aim::Proof => QUERIES_OF_PROOF,
        Aim::Derivations => QUERIES_OF_VIOLATION,
    };
    let run = Run::new(Budget { interruption: Some(interruption), queries: Some(queries), ..Budget::default() });
    let run = run.watched(cx.watch("unwinding".to_owned(), "depth"));
    let unwound = unwind(terms, system, (aim, Limits::default()), &run);
    cx.count("queries", run.counters().queries);
    unwound
}

/// The verdict if all executions were unwound.
pub(super) fn complete(depth: usize, nodes: usize) -> Checked {
    let bound = u32::try_from(depth).unwrap_or(u32::MAX);
    Checked::Safe(Proof::Unwound { bound, events: nodes as u64, threads: 1 })
}

/// The verdict if the check of an unwinding failed.
pub(super) fn wrong(depth: usize) -> Checked {
    let message = format!("an unwinding of {depth} steps was found that is none");
    Checked::Unknown(Reason::Internal { message })
}

/// The clauses of a question.
///
/// # Errors
/// The answer, if there is one already: the program cannot be encoded, or the first clauses suffice for a violation.
pub(super) fn encoded(question: Question<'_>, terms: &mut Terms, cx: &mut Context) -> Result<Encoded, Checked> {
    let encoded = encode(terms, question.task, question.property, cx).map_err(Checked::Unknown)?;
    cx.count("places", encoded.n_points as u64);
    cx.count("clauses", encoded.system.clauses().len() as u64);
    match by_hunch(question, terms, &encoded, cx) {
        Some(found) => Err(found),
        None => Ok(encoded),
    }
}

/// The reason why an ending leaves the question open; `None` if it is a violation.
fn open(question: Question<'_>, ending: &Ending) -> Option<Reason> {
    let place = question.task.program.source.place(ending.span);
    match &ending.end {
        End::Violation(_) => None,
        End::Unsupported(what) => Some(Reason::Unsupported { what: what.clone(), place }),
        End::Depth(depth) => Some(Reason::BoundReached {
            bound: format!("{depth} nested calls of one function"),
            place: Some(place),
            advice: "use --engine explicit or --engine bmc, which follow deeper recursion".to_owned(),
        }),
        End::Threads(bound) => Some(Reason::BoundReached {
            bound: format!("{bound} threads"),
            place: Some(place),
            advice: "use --engine explicit or --engine bmc, which follow more threads".to_owned(),
        }),
    }
}

/// The clauses without endings at unsupported constructs, with their numbers.
pub(super) fn of_violations(terms: &mut Terms, encoded: &Encoded) -> (System, Vec<usize>) {
    let is_open = |used: &Use| used.ending.as_ref().is_some_and(|ending| !matches!(ending.end, End::Violation(_)));
    restricted(terms, encoded, |number| !is_open(&encoded.uses[number]))
}

/// A violation that follows from the clauses that the encoding marked as promising.
fn by_hunch(question: Question<'_>, terms: &mut Terms, encoded: &Encoded, cx: &mut Context) -> Option<Checked> {
    if encoded.hunch.is_empty() {
        return None;
    }
    let (system, numbers) = restricted(terms, encoded, |number| encoded.hunch.contains(&number));
    let Answer::Unsafe(mut derivation) = decide(terms, &system, cx) else { return None };
    for step in &mut derivation.steps {
        step.clause = numbers[step.clause];
    }
    let ending = ending_of(encoded, &derivation)?;
    match traced(question, terms, encoded, &derivation, &ending) {
        found @ Checked::Unsafe(_) => Some(found),
        Checked::Safe(_) | Checked::Unknown(_) => None,
    }
}

/// The clauses that `is_kept` selects, with their numbers.
fn restricted(terms: &mut Terms, encoded: &Encoded, is_kept: impl Fn(usize) -> bool) -> (System, Vec<usize>) {
    let mut system = System::new();
    for predicate in encoded.system.predicates() {
        let declaration = encoded.system.declaration(predicate);
        let sorts: Vec<_> = declaration.parameters.iter().map(|&parameter| terms.sort(parameter)).collect();
        system.declare(terms, &declaration.name, &sorts);
    }
    let mut numbers = Vec::new();
    for (number, clause) in encoded.system.clauses().iter().enumerate().filter(|&(number, _)| is_kept(number)) {
        system.add(terms, clause.clone());
        numbers.push(number);
    }
    (system, numbers)
}

pub(super) fn traced(
    question: Question<'_>,
    terms: &Terms,
    encoded: &Encoded,
    derivation: &Derivation,
    ending: &Ending,
) -> Checked {
    match retrace(question.task, terms, encoded, derivation, ending) {
        Ok(trace) => Checked::Unsafe(Box::new(trace)),
        Err(why) => gave_up(format!("a violation was found that the semantics does not follow: {why}")),
    }
}

pub(crate) fn ending_of(encoded: &Encoded, derivation: &Derivation) -> Option<Ending> {
    encoded.uses[derivation.steps.last()?.clause].ending.clone()
}

/// Decides clauses.
pub(crate) fn decide(terms: &mut Terms, system: &System, cx: &mut Context) -> Answer {
    decide_by(terms, system, Budget::default(), cx)
}

/// Decides clauses within a budget.
pub(crate) fn decide_by(terms: &mut Terms, system: &System, budget: Budget, cx: &mut Context) -> Answer {
    let cancellation = cx.cancellation();
    let interruption = Rc::new(move || cancellation.reason().is_some());
    let run = Run::new(Budget { interruption: Some(interruption), ..budget });
    let run = run.watched(cx.watch("ic3".to_owned(), "frame"));
    let answer = solve(terms, system, &run);
    let counters = run.counters();
    cx.count("queries", counters.queries);
    cx.count("lemmas", counters.lemmas as u64);
    cx.count("rules", counters.rules as u64);
    cx.count("levels", counters.levels as u64);
    answer
}

/// The reason why a run ended without an answer.
pub(crate) fn unknown(why: &Why, cx: &Context) -> Reason {
    match why {
        Why::Wrong(message) => Reason::Internal { message: message.clone() },
        Why::Interrupted { level } | Why::Queries { level } => {
            let reached = format!("no violation within {level} rounds of loops");
            match cx.cancelled() {
                Some(by) => Reason::Stopped { by: Box::new(by), reached },
                None => Reason::GaveUp { why: reached, advice: "give more time with --timeout".to_owned() },
            }
        }
    }
}

/// The answer if the checker gives up.
pub(super) fn gave_up(why: String) -> Checked {
    let advice = "use another checker with -o sequential.checker, or another engine with --engine".to_owned();
    Checked::Unknown(Reason::GaveUp { why, advice })
}
