//! `bmc`: bounded model checking over partial orders: all interleavings of the unwound program in one formula.
//!
//! The program is unwound ([`crate::unwind`]) up to bounds and encoded ([`crate::encode`]) with the order of its events
//! ([`crate::order`]). The first query asks whether an execution reaches a violation. If none does, the second query
//! asks whether an execution reaches a location where the unwinding was cut. If none does, the program is safe; else
//! the bounds that an execution exceeds are raised, and the next round begins ([`rounds`], [`planned`]). A model is
//! replayed by the executable semantics, transition by transition, before it becomes an answer ([`retrace`]), and is
//! made shorter ([`shorten`]).
//!
//! A formula grows with the square of the bound, since every read may read from every write. A round is not begun if
//! its formula would need more memory than the limit; then the reason says which bounds were reached. The sources of
//! the reads give the size of the formula before the solver gets all of it.
//!
//! After Biere, Cimatti, Clarke, Zhu (TACAS 1999) for the bounds, Alglave, Kroening, Tautschnig (CAV 2013) for the partial
//! orders.
//!
//! All requested properties share the unwinding and the formula. Failing assertions, invalid accesses, overflows and
//! undefined arithmetic are conditions at program locations ([`crate::unwind`]); races are pairs of accesses that can
//! be made next to each other (`encode::races`); misuse of locks is read off the shadow state of locks
//! (`unwind::usage`). Leaks are assertions of another program (`raddle_verify::leaks`).

mod bounds;
mod deadlock;
mod planned;
mod race;
mod reasons;
mod retrace;
mod rounds;
mod shorten;
mod vacuity;
mod walk;

use raddle_program::property::Property;

use crate::order::EventOrder;
use raddle_verify::context::Context;
use raddle_verify::engine::Engine;
use raddle_verify::task::Task;
use raddle_verify::transform::Transform;
use raddle_verify::verdict::Answers;

/// Bounded model checking over partial orders.
pub struct Bmc;

impl Engine for Bmc {
    fn name(&self) -> &'static str {
        "bmc"
    }

    fn summary(&self) -> &'static str {
        "all interleavings of the unwound program in one formula, ordered by a theory inside the SAT solver"
    }

    fn decides(&self, property: Property) -> bool {
        match property {
            Property::Assertions
            | Property::Deadlock
            | Property::DataRace
            | Property::Memory
            | Property::Leaks
            | Property::Overflow
            | Property::Arithmetic
            | Property::Locks => true,
            Property::Termination => false,
        }
    }

    fn publishes(&self) -> bool {
        true
    }

    fn transforms(&self) -> Vec<Box<dyn Transform>> {
        Vec::new()
    }

    fn run(&self, task: &Task, cx: &mut Context) -> Answers {
        decide_with(task, EventOrder::of_option(cx.options.bmc.order), cx)
    }
}

/// Decides a task with a given order of events.
pub(crate) fn decide_with(task: &Task, order: EventOrder, cx: &mut Context) -> Answers {
    rounds::decide(task, order, cx)
}
