//! The engines that are `bmc` with another order of events: a row for each.
//!
//! They unwind the program as `bmc` does, ask the same questions, and run each model through the executable semantics
//! ([`crate::bmc`]). They differ in the order solver alone, whose file has the algorithm of the paper ([`crate::order`]).
//!
//! All three are after Cordeiro, Fischer: *Bounded Model Checking of Multi-threaded Software using SMT solvers*. Where the paper's Figs. 6
//! and 7 model mutexes and conditions otherwise than POSIX, POSIX decides: threads that are stuck are those of `unwind::waiting`, over all
//! objects together.

use raddle_program::property::Property;

use raddle_verify::context::Context;
use raddle_verify::engine::Engine;
use raddle_verify::task::Task;
use raddle_verify::transform::Transform;
use raddle_verify::verdict::Answers;

use crate::bmc::decide_with;
use crate::order::EventOrder;

/// An engine that is `bmc` with another order of events.
pub struct OrderedBmc {
    name: &'static str,
    summary: &'static str,
    order: EventOrder,
}

/// One interleaving after the other.
pub const LAZY: OrderedBmc = OrderedBmc {
    name: "lazy",
    summary: "one interleaving of the unwound program after the other, executed symbolically",
    order: EventOrder::INTERLEAVINGS,
};

/// All schedules in one formula.
pub const SCHEDULE: OrderedBmc = OrderedBmc {
    name: "schedule",
    summary: "all interleavings of the unwound program in one formula, with the schedule recorded block by block",
    order: EventOrder::SCHEDULE,
};

/// Few context switches first, more where a core needs them.
pub const WIDEN: OrderedBmc = OrderedBmc {
    name: "widen",
    summary: "the same with few context switches at first, widened by what unsatisfiable cores need",
    order: EventOrder::WIDENING,
};

impl Engine for OrderedBmc {
    fn name(&self) -> &'static str {
        self.name
    }

    fn summary(&self) -> &'static str {
        self.summary
    }

    fn decides(&self, property: Property) -> bool {
        property != Property::Termination
    }

    fn transforms(&self) -> Vec<Box<dyn Transform>> {
        Vec::new()
    }

    fn run(&self, task: &Task, cx: &mut Context) -> Answers {
        decide_with(task, self.order, cx)
    }
}
