//! Round after round with greater bounds, until an answer is found.

use std::rc::Rc;

use raddle_program::property::Property;
use raddle_program::semantics::Machine;
use raddle_program::source::Span;

use crate::bmc::retrace::retrace;
use crate::context::Context;
use crate::encode::{Encoding, Found, Query};
use crate::task::Task;
use crate::unwind::event::{Cause, Cut};
use crate::unwind::{Bounds, Memory, Source, Unwinding, unwind};
use crate::verdict::{Answers, Outcome, Proof, Reason, Verdict};

/// The bounds of the first round. Most violations show themselves in few iterations, also of loops that have many, and a
/// round with small bounds costs almost nothing.
const FIRST: Bounds = Bounds { free: 2, decided: 3, steps: 20_000 };

/// The bounds of the last round.
const LAST: Bounds = Bounds { free: 1 << 12, decided: 1 << 16, steps: 1 << 26 };

/// Programs that reach what has no model are looked at for violations up to this bound.
const HOPELESS: u32 = 8;

/// Decides `assertions`.
pub fn decide(task: &Task, cx: &mut Context) -> Answers {
    let verdict = verdict(task, cx);
    Answers { outcomes: vec![Outcome { property: Property::Assertions, verdict }] }
}

/// What a round found.
enum Round {
    Answer(Verdict),
    /// An execution goes beyond the bounds here; at first the place to tell people.
    Beyond(Vec<Cut>),
    Cancelled,
}

fn verdict(task: &Task, cx: &mut Context) -> Verdict {
    let machine = Machine::new(&task.program);
    let mut memory = Memory::default();
    let last = Bounds { free: cx.unwind.unwrap_or(LAST.free), ..LAST };
    let mut bounds = Bounds { free: FIRST.free.min(last.free), ..FIRST };
    let mut open: Option<Reason> = None;
    loop {
        cx.report("bmc", || format!("loops unwound {} times", bounds.free));
        let beyond = match round(task, &machine, bounds, &mut memory, cx) {
            Round::Answer(verdict) => return verdict,
            Round::Beyond(cuts) => cuts,
            Round::Cancelled => {
                let stopped = match (cx.cancelled(), open) {
                    (Some(by), None) => by,
                    (Some(by), Some(open)) => {
                        let by = Box::new(by);
                        Reason::Stopped { by, reached: format!("no violation was found up to there: {open}") }
                    }
                    (None, open) => {
                        open.unwrap_or(Reason::Internal { message: "the solver gave up without being told to".into() })
                    }
                };
                return Verdict::Unknown(stopped);
            }
        };
        // What has no model stays open in every round; more rounds may find a violation still.
        let is_unsupported = |cut: &&Cut| matches!(cut.cause, Cause::Unsupported(_));
        if !matches!(open, Some(Reason::Unsupported { .. })) {
            let told = beyond.iter().find(is_unsupported).unwrap_or(&beyond[0]);
            open = Some(reason(task, told));
        }
        let is_hopeless = matches!(open, Some(Reason::Unsupported { .. })) && bounds.free > HOPELESS;
        match greater(bounds, last, &beyond) {
            Some(greater) if !is_hopeless => bounds = greater,
            Some(_) | None => return Verdict::Unknown(open.expect("it was set above")),
        }
    }
}

/// The bounds of the next round: those are raised that an execution goes beyond. `None` if another round is no use.
fn greater(bounds: Bounds, last: Bounds, beyond: &[Cut]) -> Option<Bounds> {
    let mut next = bounds;
    for cut in beyond {
        match cut.cause {
            Cause::Loop { bound, .. } | Cause::Depth { bound, .. } if bound == bounds.free => {
                next.free = (bounds.free + bounds.free.div_ceil(2)).min(last.free);
            }
            Cause::Allocation { free, .. } => next.free = (free + free.div_ceil(2)).min(last.free),
            Cause::Loop { .. } | Cause::Depth { .. } => next.decided = bounds.decided * 4,
            Cause::Length { .. } => next.steps = bounds.steps.saturating_mul(4),
            Cause::Unsupported(_) => {}
        }
    }
    let is_greater = next != bounds;
    (is_greater && next.decided <= last.decided && next.steps <= last.steps).then_some(next)
}

/// Unwinds and asks.
fn round(task: &Task, machine: &Machine<'_>, bounds: Bounds, memory: &mut Memory, cx: &mut Context) -> Round {
    let cancellation = cx.cancellation();
    let is_cancelled = || cancellation.reason().is_some();
    let counts = |function: &str| task.counts(function);
    let source = Source {
        program: &task.program,
        automata: &machine.automata,
        live: &machine.live,
        counts: &counts,
        is_cancelled: &is_cancelled,
    };
    let Some(mut unwinding) = unwind(&source, bounds, memory) else { return Round::Cancelled };
    cx.count("rounds", 1);
    cx.count("passes", unwinding.n_passes.into());
    cx.count("events", unwinding.unwound.events.len() as u64);
    let cancellation = cx.cancellation();
    let mut encoding =
        Encoding::new(&mut unwinding, cx.order, cx.sat_solver(), Rc::new(move || cancellation.reason().is_some()));
    cx.count("sources", encoding.n_sources as u64);
    let result = ask(task, machine, &mut unwinding, &mut encoding, bounds, memory, &is_cancelled);
    let statistics = encoding.statistics();
    cx.count("conflicts", statistics.conflicts);
    cx.count("decisions", statistics.decisions);
    cx.count("clauses", statistics.clauses);
    cx.count("variables", statistics.variables);
    result
}

fn ask(
    task: &Task,
    machine: &Machine<'_>,
    unwinding: &mut Unwinding,
    encoding: &mut Encoding,
    bounds: Bounds,
    memory: &Memory,
    is_cancelled: &dyn Fn() -> bool,
) -> Round {
    if !unwinding.unwound.goals.is_empty() {
        match encoding.ask(&mut unwinding.pool, Query::Goal, &[]) {
            Found::Yes => {
                let verdict = match retrace(task, machine, unwinding, encoding, &memory.names, is_cancelled) {
                    Ok(trace) => Verdict::Unsafe(Box::new(trace)),
                    Err(reason) => Verdict::Unknown(reason),
                };
                return Round::Answer(verdict);
            }
            Found::No => {}
            Found::Interrupted => return Round::Cancelled,
        }
    }
    if unwinding.unwound.cuts.is_empty() {
        return Round::Answer(proof(unwinding, bounds));
    }
    // A loop that goes beyond its bound is worth another round; what has no model is not.
    let loops: Vec<usize> = (0..unwinding.unwound.cuts.len())
        .filter(|&cut| !matches!(unwinding.unwound.cuts[cut].cause, Cause::Unsupported(_)))
        .collect();
    let guards: Vec<_> = loops.iter().map(|&cut| unwinding.unwound.cuts[cut].guard).collect();
    let any_loop = unwinding.pool.any(&guards);
    for assumption in [Some(any_loop).filter(|_| !loops.is_empty()), None] {
        if assumption.is_none() && loops.len() == unwinding.unwound.cuts.len() {
            continue;
        }
        let assumptions: Vec<_> = assumption.into_iter().collect();
        match encoding.ask(&mut unwinding.pool, Query::Cut, &assumptions) {
            Found::Yes => {
                let is_reached = |cut: &&Cut| encoding.holds(&unwinding.pool, cut.guard);
                return Round::Beyond(unwinding.unwound.cuts.iter().filter(is_reached).cloned().collect());
            }
            Found::No => {}
            Found::Interrupted => return Round::Cancelled,
        }
    }
    Round::Answer(proof(unwinding, bounds))
}

fn proof(unwinding: &Unwinding, bounds: Bounds) -> Verdict {
    let events = unwinding.unwound.events.len() as u64;
    let threads = unwinding.unwound.threads.len() as u64;
    Verdict::Safe(Proof::Unwound { bound: bounds.free, events, threads })
}

/// Why it is open.
fn reason(task: &Task, cut: &Cut) -> Reason {
    let place = (cut.span != Span::NOWHERE).then(|| task.program.source.place(cut.span));
    match &cut.cause {
        Cause::Loop { bound, .. } => Reason::BoundReached {
            bound: format!("the bound of {bound} iterations of a loop"),
            place,
            advice: "give more time with --timeout or a greater bound with --unwind, bound the loop, or use another engine with --engine".into(),
        },
        Cause::Depth { bound, procedure } => Reason::BoundReached {
            bound: format!("the bound of {bound} calls of {} inside itself", task.program.procedures[*procedure].name),
            place,
            advice: "give more time with --timeout or a greater bound with --unwind, bound the recursion, or use another engine with --engine".into(),
        },
        Cause::Allocation { bound, .. } => Reason::BoundReached {
            bound: format!("the bound of {bound} bytes of an allocation of unknown size"),
            place,
            advice: "give more time with --timeout or a greater bound with --unwind, bound the size, or use another engine with --engine".into(),
        },
        Cause::Length { bound } => Reason::BoundReached {
            bound: format!("the bound of {bound} steps of the unwound program"),
            place,
            advice: "make the program smaller, or use another engine with --engine".into(),
        },
        Cause::Unsupported(what) => {
            Reason::Unsupported { what: what.to_string(), place: task.program.source.place(cut.span) }
        }
    }
}
