//! `bmc`: bounded model checking over partial orders: all interleavings of the unwound program in one formula.
//!
//! The program is unwound ([`crate::unwind`]) up to bounds, encoded ([`crate::encode`]) with the order of its events
//! ([`crate::order`]), and the formula is asked whether an execution reaches a violation. If none does, it is asked whether one reaches a place where the unwinding was cut. If
//! none does, either, the program is safe; else the bounds are doubled and all is done again ([`rounds`], [`planned`]). A model is taken through the executable
//! semantics, transition by transition, before it is an answer ([`retrace`]), and made shorter ([`shorten`]).
//!
//! A formula grows with the square of the bound, since every read may read from every write; a round whose formula would need more
//! memory than it may is not begun, and what was reached is said instead. What the formula needs is known from its sources before the
//! solver gets it all.
//!
//! After Biere, Cimatti, Clarke, Zhu (TACAS 1999) for the bounds, Alglave, Kroening, Tautschnig (CAV 2013) for the partial
//! orders.
//!
//! All properties that are asked for share the unwinding and the formula: failing assertions, invalid accesses, overflows and
//! undefined arithmetic are conditions at their places ([`crate::unwind`]), races are pairs of accesses that can be made next
//! to each other (`encode::races`), misuse of locks is what the shadow state of locks says (`unwind::usage`). Leaks are
//! assertions of another program (`raddle_verify::leaks`).

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

/// The same, with a given order of events.
pub(crate) fn decide_with(task: &Task, order: EventOrder, cx: &mut Context) -> Answers {
    rounds::decide(task, order, cx)
}
