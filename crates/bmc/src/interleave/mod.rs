//! `lazy`, `schedule` and `widen`: the order of the threads' steps, one after the other or as a recorded schedule.
//!
//! After Cordeiro, Fischer: *Bounded Model Checking of Multi-threaded Software using SMT solvers*, sections 2.1 to 2.4.
//! All three unwind the program as `bmc` does, ask the same questions of it, and take each model through the executable semantics
//! before anybody hears of it ([`crate::bmc`]); what differs is who says in which order things happen. There is no theory of orders.
//!
//! - [`Lazy`] executes one interleaving after the other symbolically ([`exploration`], [`symbolic`], [`units`], [`bindings`], [`races`]).
//! - [`Schedule`] asks for all schedules at once: the steps that others can notice lie in numbered *blocks*, for each block a
//!   selection says which thread runs in it, and no thread's step is in a block of another thread (`raddle_logic::order::Clocks`).
//!   Steps that nobody can notice are no events (the visible-instruction rule), and accesses that do not conflict are not compared
//!   (the read-write rule), so that the numbers only order what matters.
//! - [`Widen`] forbids switches at first, but for those of threads that wait for others; a switch is allowed when a core
//!   needs it to be forbidden, until there is a violation, or a core that needs none.
//!
//! Two accesses race if both come next ([`races`]; in a formula that is two edges, as in `encode::races`).
//!
//! Left out: in the formulas of the other two, blocks as the mover analysis finds them (a formula over conflicts has no use for them: what commutes is
//! not ordered in it). Where the paper's Figs. 6 and 7 model mutexes and conditions otherwise than POSIX, POSIX decides: threads that
//! are stuck are those of `unwind::waiting`, over all objects together.

pub(crate) mod bindings;
pub mod exploration;
pub(crate) mod races;
pub(crate) mod symbolic;
pub(crate) mod units;

use raddle_program::property::Property;

use crate::bmc::decide_with;
use raddle_verify::context::Context;
use raddle_verify::engine::Engine;
use raddle_verify::options::Choices;
use raddle_verify::options::Order;
use raddle_verify::task::Task;
use raddle_verify::transform::Transform;
use raddle_verify::verdict::{Answers, Reason, Verdict};

/// The counter of interleavings that a bound left out.
pub(crate) const BEYOND: &str = "interleavings beyond the bound";

/// One interleaving after the other.
pub struct Lazy;

/// All schedules in one formula.
pub struct Schedule;

/// Few switches first, more where a core needs them.
pub struct Widen;

impl Engine for Lazy {
    fn name(&self) -> &'static str {
        "lazy"
    }

    fn summary(&self) -> &'static str {
        "one interleaving of the unwound program after the other, executed symbolically"
    }

    fn decides(&self, property: Property) -> bool {
        property != Property::Termination
    }

    fn transforms(&self) -> Vec<Box<dyn Transform>> {
        Vec::new()
    }

    fn run(&self, task: &Task, cx: &mut Context) -> Answers {
        let choices = Choices { reduction: cx.options.reduction, switches: cx.options.lazy.context_bound };
        let mut answers = decide_with(task, Order::Interleavings(choices), cx);
        let is_partial = cx.statistics.get(BEYOND).is_some_and(|&n_beyond| n_beyond > 0);
        if let Some(switches) = choices.switches.filter(|_| is_partial) {
            for outcome in &mut answers.outcomes {
                if matches!(outcome.verdict, Verdict::Safe(_)) {
                    outcome.verdict = Verdict::Unknown(Reason::BoundReached {
                        bound: format!("the bound of {switches} context switches"),
                        place: None,
                        advice: "give a greater bound with -o lazy.switches, or none".into(),
                    });
                }
            }
        }
        answers
    }
}

impl Engine for Schedule {
    fn name(&self) -> &'static str {
        "schedule"
    }

    fn summary(&self) -> &'static str {
        "all interleavings of the unwound program in one formula, with the schedule recorded block by block"
    }

    fn decides(&self, property: Property) -> bool {
        property != Property::Termination
    }

    fn transforms(&self) -> Vec<Box<dyn Transform>> {
        Vec::new()
    }

    fn run(&self, task: &Task, cx: &mut Context) -> Answers {
        decide_with(task, Order::Schedule, cx)
    }
}

impl Engine for Widen {
    fn name(&self) -> &'static str {
        "widen"
    }

    fn summary(&self) -> &'static str {
        "the same with few context switches at first, widened by what unsatisfiable cores need"
    }

    fn decides(&self, property: Property) -> bool {
        property != Property::Termination
    }

    fn transforms(&self) -> Vec<Box<dyn Transform>> {
        Vec::new()
    }

    fn run(&self, task: &Task, cx: &mut Context) -> Answers {
        decide_with(task, Order::Widening, cx)
    }
}
