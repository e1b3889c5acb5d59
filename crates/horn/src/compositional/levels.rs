//! The sequence of k-thread abstractions: level k uses views of k threads. Each level is more precise than the one before; if there are few
//! threads, the last level is exact. The next level is tried if a derivation shows that the current one is too coarse, or if its query
//! limit is reached.

use std::rc::Rc;

use raddle_logic::horn::interpretation::{Checked, Interpretation};
use raddle_logic::horn::model::read_model;
use raddle_logic::horn::solve::{Guesses, Run, Why, anything, solve};
use raddle_logic::horn::{Answer, Budget, print};
use raddle_logic::sat::{Cadical, SatSolver};
use raddle_logic::term::Terms;
use raddle_program::property::Property;

use crate::compositional::certificate::certificate;
use crate::compositional::clauses::{Encoded, encode};
use crate::compositional::counters::AT_ONCE;
use crate::facts::facts;
use crate::symbolic::step::{End, Ending};
use raddle_analysis::reduction::Reduction;
use raddle_verify::context::Context;
use raddle_verify::options::{Said, Tool};
use raddle_verify::task::Task;
use raddle_verify::transform::slice::Relevant;
use raddle_verify::transformed::Transformed;
use raddle_verify::verdict::{Proof, Reason, Verdict};

/// The query limit of level 1 and of the levels above it in the first pass. Each further pass multiplies the limit by `MORE`.
const FIRST: u64 = 25_000;
/// The limit of level 1 for programs with ticket locks, where views of single threads hardly ever suffice.
const FIRST_OF_TICKETS: u64 = 500;
const QUERIES: u64 = 10_000;
const MORE: u64 = 5;

/// The highest level if some template may have more than one thread.
const MEMBERS: usize = 2;

/// The highest level if every template has at most one thread.
pub(super) const MOST: usize = 3;

/// A level: the clauses of views of `members` threads.
struct Level {
    members: usize,
    terms: Terms,
    encoded: Encoded,
    /// The reason if the level is too coarse, and whether a violation was derived.
    open: Option<(Reason, bool)>,
    /// Whether the level was tried before.
    was_tried: bool,
}

/// Tries the levels in order, repeatedly and with growing limits, until one proves the property or all are known to be too coarse. The
/// second result says whether the last level derived a violation. `look` searches for a violation once: when a level fails to prove the
/// property for the first time.
pub fn climb(
    task: &Task,
    property: Property,
    look: impl FnOnce(&mut Context) -> Option<Verdict>,
    cx: &mut Context,
) -> (Verdict, bool) {
    let mut look = Some(look);
    let mut levels: Vec<Level> = Vec::new();
    let mut last = 1;
    let mut patience = 1;
    loop {
        for members in 1.. {
            if members > last {
                break;
            }
            if levels.len() < members {
                cx.report("making clauses", || format!("views of {members} threads"));
                let mut terms = Terms::new();
                match encode(&mut terms, task, property, members, cx) {
                    Ok(encoded) => {
                        last = if encoded.is_unbounded { MEMBERS } else { encoded.n_kinds.min(MOST) };
                        cx.count("views", encoded.n_views as u64);
                        cx.count("clauses", encoded.system.clauses().len() as u64);
                        levels.push(Level { members, terms, encoded, open: None, was_tried: false });
                    }
                    // The lower levels may still suffice.
                    Err(reason) if levels.is_empty() || cx.cancelled().is_some() => {
                        return (Verdict::Unknown(reason), false);
                    }
                    Err(_) => {
                        last = members - 1;
                        break;
                    }
                }
            }
            let is_only =
                levels.iter().take(last).filter(|level| level.open.is_none()).count() == 1 && levels.len() == last;
            let level = &mut levels[members - 1];
            if level.open.is_some() {
                continue;
            }
            let queries = match members {
                1 if level.encoded.gives_out_numbers => FIRST_OF_TICKETS,
                1 => FIRST,
                _ => QUERIES,
            };
            let queries = queries * patience;
            cx.report("solving", || format!("views of {members} threads: {}", level.encoded.n_views));
            if let Some(solver) = cx.options.compositional.solver.clone() {
                match ask(&mut level.terms, &level.encoded, solver.as_ref(), cx) {
                    Heard::Holds(model) => {
                        return (Verdict::safe(proof(level, task, &model, cx.options.reduction)), false);
                    }
                    Heard::Derived => {
                        let why = format!("{} derives an end of the program: this may be spurious", solver.name());
                        level.open = Some((Reason::GaveUp { why, advice: advice() }, true));
                    }
                    Heard::Nothing(why) => {
                        if let Some(by) = cx.cancelled() {
                            return (Verdict::Unknown(by), false);
                        }
                        level.open = Some((Reason::GaveUp { why, advice: advice() }, false));
                    }
                }
                continue;
            }
            match decide(level, (!is_only).then_some(queries), cx) {
                Answer::Safe(model) => return (Verdict::safe(proof(level, task, &model, cx.options.reduction)), false),
                Answer::Unsafe(derivation) => {
                    let ending = derivation.steps.last().and_then(|step| level.encoded.endings[step.clause].clone());
                    let is_violated = matches!(&ending, Some(Ending { end: End::Violation(_), .. }));
                    level.open = Some((open(task, ending, members), is_violated));
                    if is_violated && let Some(found) = look.take().and_then(|look| look(cx)) {
                        return (found, false);
                    }
                }
                Answer::Unknown(said) => {
                    if cx.cancelled().is_some() || matches!(said, Why::Wrong(_)) {
                        return (Verdict::Unknown(undecided(&said, members, cx)), false);
                    }
                    if let Some(found) = look.take().and_then(|look| look(cx)) {
                        return (found, false);
                    }
                }
            }
        }
        if levels.iter().all(|level| level.open.is_some()) {
            let last = levels.pop().and_then(|level| level.open);
            let (why, is_violated) = last.expect("a level that is open says why");
            return (Verdict::Unknown(why), is_violated);
        }
        patience *= MORE;
    }
}

/// The clauses of a level as SMT-LIB 2.
///
/// # Errors
/// The reason why the program cannot be encoded.
pub fn horn_text(task: &Task, property: Property, members: usize, cx: &Context) -> Result<String, Reason> {
    let mut terms = Terms::new();
    let slice = Transformed::of(task, &Relevant, cx);
    let encoded = encode(&mut terms, &slice.task, property, members, cx)?;
    let mut text = String::new();
    // Writing to a string cannot fail.
    let _ = print::print(&terms, &encoded.system, &mut text);
    Ok(text)
}

/// Asks another Horn solver. The answer "safe" counts only if the checker confirms the solver's model. A derivation need not be given.
fn ask(terms: &mut Terms, encoded: &Encoded, solver: &dyn Tool, cx: &Context) -> Heard {
    let mut text = String::new();
    // Writing to a string cannot fail.
    let _ = print::print(terms, &encoded.system, &mut text);
    text.push_str("(get-model)\n");
    let cancellation = cx.cancellation();
    let (said, output) = solver.hear(&text, &cancellation);
    let nothing = |why: String| Heard::Nothing(format!("{}: {why}", solver.name()));
    match said {
        Said::Nothing(why) => Heard::Nothing(why),
        Said::Violated => Heard::Derived,
        Said::Holds => match read_model(&output, terms, &encoded.system) {
            Err(why) => nothing(format!("its model cannot be read: {why}")),
            Ok(model) => {
                let interruption = Rc::new(move || cancellation.reason().is_some());
                let fresh = || {
                    let mut sat = Cadical::new();
                    sat.set_interruption(Some(interruption.clone()));
                    sat
                };
                match model.check(terms, &encoded.system, fresh) {
                    Checked::Holds => Heard::Holds(model),
                    Checked::Interrupted { .. } => nothing("its model could not be proved again in time".to_owned()),
                    Checked::Fails { .. } | Checked::Cyclic => nothing("its model is none".to_owned()),
                }
            }
        },
    }
}

/// The answer of another solver.
enum Heard {
    Holds(Interpretation),
    Derived,
    Nothing(String),
}

fn decide(
    Level { members, terms, encoded, was_tried, .. }: &mut Level,
    queries: Option<u64>,
    cx: &mut Context,
) -> Answer {
    let cancellation = cx.cancellation();
    let interruption = Rc::new(move || cancellation.reason().is_some());
    // In a ticket lock the tickets have no bounds, and candidates with bounds would waste the first attempt.
    let is_first = !std::mem::replace(was_tried, true);
    let guesses = if encoded.gives_out_numbers && is_first { Guesses::Relations } else { Guesses::All };
    let run = Run::new(Budget { interruption: Some(interruption), queries, guesses });
    let run = run.watched(cx.watch(format!("views of {members} threads"), "frame"));
    // The bounds of counters and mutual exclusion may already suffice.
    let answer = match anything(terms, &encoded.system, &run) {
        Some(interpretation) => Answer::Safe(interpretation),
        None => solve(terms, &encoded.system, &run),
    };
    let counters = run.counters();
    cx.count("queries", counters.queries);
    cx.count("lemmas", counters.lemmas as u64);
    cx.count("rules", counters.rules as u64);
    answer
}

fn proof(level: &mut Level, task: &Task, model: &Interpretation, reduction: Reduction) -> Proof {
    let Level { members, terms, encoded, open: _, was_tried: _ } = level;
    let facts = facts(terms, &task.program, &encoded.layout, &encoded.system, model, &encoded.combinations);
    Proof::Compositional {
        members: *members as u64,
        sees_all: !encoded.is_unbounded && *members >= encoded.n_kinds,
        is_unbounded: encoded.is_unbounded,
        at_once: encoded.counts_threads.then_some(AT_ONCE as u64),
        views: encoded.n_views as u64,
        clauses: encoded.system.clauses().len() as u64,
        found: certificate(terms, &encoded.system, model, *members, reduction),
        facts,
    }
}

/// The reason that remains after a derivation.
fn open(task: &Task, ending: Option<Ending>, members: usize) -> Reason {
    let Some(ending) = ending else {
        return Reason::Internal { message: "a derivation ends in nothing".to_owned() };
    };
    let place = task.program.source.place(ending.span);
    match ending.end {
        End::Unsupported(what) => Reason::Unsupported { what, place },
        End::Depth(depth) => Reason::BoundReached {
            bound: format!("{depth} nested calls of one function"),
            place: Some(place),
            advice: "use --engine explicit or --engine bmc, which follow deeper recursion".to_owned(),
        },
        End::Threads(bound) => {
            Reason::BoundReached { bound: format!("{bound} threads"), place: Some(place), advice: advice() }
        }
        End::Violation(_) => Reason::GaveUp {
            why: format!(
                "the assertion at {place} may fail by what {} of each other: this may be spurious",
                if members == 1 { "single threads know".to_owned() } else { format!("{members} threads know") }
            ),
            advice: advice(),
        },
    }
}

fn undecided(why: &Why, members: usize, cx: &Context) -> Reason {
    match why {
        Why::Wrong(message) => Reason::Internal { message: message.clone() },
        Why::Interrupted { level } | Why::Queries { level } => {
            let reached = format!("views of {members} threads, no violation within {level} rounds of steps");
            match cx.cancelled() {
                Some(by) => Reason::Stopped { by: Box::new(by), reached },
                None => Reason::GaveUp { why: reached, advice: advice() },
            }
        }
    }
}

fn advice() -> String {
    "use --engine bmc or --engine explicit, which find violations".to_owned()
}
