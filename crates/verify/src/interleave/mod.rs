//! `schedule` and `widen`: the order of the threads' steps as a recorded schedule.
//!
//! After Cordeiro, Fischer: *Bounded Model Checking of Multi-threaded Software using SMT solvers*, sections 2.2 and 2.3.
//! Both unwind the program as `bmc` does, ask the same questions of it, and take each model through the executable semantics
//! before anybody hears of it ([`crate::bmc`]); what differs is how the formula says in which order things happen. There is no
//! theory of orders: the steps that others can notice lie in numbered *blocks*, for each block a selection says which thread runs in
//! it, and no thread's step is in a block of another thread (`raddle_logic::order::Clocks`). Steps that nobody can notice are no
//! events (the visible-instruction rule), and accesses that do not conflict are not compared (the read-write rule), so that the numbers
//! only order what matters.
//!
//! - [`Schedule`] asks for all schedules at once.
//! - [`Widen`] forbids switches at first, but for those of threads that wait for others; a switch is allowed when a core
//!   needs it to be forbidden, until there is a violation, or a core that needs none.
//!
//! Left out: races, of which a recorded schedule says nothing (both accesses come next, and neither comes first); `lazy`, one interleaving at a time; blocks as the mover analysis finds them (a formula over conflicts has no use for
//! them: what commutes is not ordered in it).

use raddle_program::property::Property;

use crate::bmc::decide_with;
use crate::context::Context;
use crate::encode::Order;
use crate::engine::Engine;
use crate::task::Task;
use crate::transform::Transform;
use crate::verdict::Answers;

/// All schedules in one formula.
pub struct Schedule;

/// Few switches first, more where a core needs them.
pub struct Widen;

impl Engine for Schedule {
    fn name(&self) -> &'static str {
        "schedule"
    }

    fn summary(&self) -> &'static str {
        "all interleavings of the unwound program in one formula, with the schedule recorded block by block"
    }

    fn decides(&self, property: Property) -> bool {
        !matches!(property, Property::DataRace | Property::Termination)
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
        !matches!(property, Property::DataRace | Property::Termination)
    }

    fn transforms(&self) -> Vec<Box<dyn Transform>> {
        Vec::new()
    }

    fn run(&self, task: &Task, cx: &mut Context) -> Answers {
        decide_with(task, Order::Widening, cx)
    }
}
