//! `schedule`: all interleavings in one formula, with a recorded schedule.
//!
//! After Cordeiro, Fischer: *Bounded Model Checking of Multi-threaded Software using SMT solvers*, section 2.2. The paper divides an
//! execution into blocks without an effective context switch (one to a step that changes what other threads see). A schedule guard
//! `ts_i = j` says that thread j runs in block i.
//!
//! 1. Give each event the number of its block; compare the numbers only where order matters
//!    (`raddle_logic::order::Clocks`, as in [`super::clocks`]). Steps that no other thread can observe are no events:
//!    the paper's visible-instruction rule. Accesses that do not conflict are not compared: its read-write rule.
//! 2. For each block, add a selection: the thread that runs in it. No step of another thread is in that block
//!    ([`GraphClocks::record`](super::clocks::GraphClocks::record)).
//! 3. Ask the solver once about the whole formula.
//! 4. In a model, the events sorted by the numbers of their blocks are the schedule.
//!
//! Left out: blocks as the mover analysis finds them. Steps that commute have no order in a formula over conflicts.

use raddle_logic::sat::{Lit, SatResult};

use crate::encode::FormulaSolver;
use crate::order::clocks::ClockOrder;
use crate::order::{Encoded, Formula, FormulaSize, OrderSolver, Question};
use crate::unwind::event::EventId;
use crate::unwind::pool::Pool;

/// A recorded schedule orders the events.
pub(super) struct Schedule {
    clocks: ClockOrder,
    /// The literals of the positions at which a context switch may leave a thread.
    pub switches: Vec<Lit>,
}

impl Schedule {
    /// The formula with a recorded schedule.
    pub fn of(formula: &mut Formula<'_>) -> Encoded<Self> {
        let Encoded { order: clocks, pairs, cuts } = ClockOrder::of(formula);
        let switches = clocks.clocks.record(formula.solver.sat(), &formula.facts.interruption);
        Encoded { order: Schedule { clocks, switches }, pairs, cuts }
    }

    /// The statistics: empty if there are no context switches.
    pub fn counts(&self, n_widenings: usize) -> Vec<(&'static str, u64)> {
        if self.switches.is_empty() {
            return Vec::new();
        }
        vec![("switches", self.switches.len() as u64), ("widenings", n_widenings as u64)]
    }
}

impl OrderSolver for Schedule {
    fn encode(mut formula: Formula<'_>) -> Encoded<Self> {
        Schedule::of(&mut formula)
    }

    fn search(&mut self, question: Question<'_>) -> SatResult {
        self.clocks.search(question)
    }

    fn schedule(&mut self, solver: &mut FormulaSolver, pool: &Pool) -> Vec<EventId> {
        self.clocks.schedule(solver, pool)
    }

    fn size(&self) -> FormulaSize {
        self.clocks.size()
    }

    fn counts(&self) -> Vec<(&'static str, u64)> {
        Schedule::counts(self, 0)
    }
}
