//! `widen`: few context switches first, more where an unsatisfiable core needs them.
//!
//! After Cordeiro, Fischer: *Bounded Model Checking of Multi-threaded Software using SMT solvers*, section 2.3 (UW), which is the
//! underapproximation-widening of Grumberg, Lerda, Strichman, Theobald: *Proof-guided underapproximation-widening for multi-process
//! systems* (POPL 2005).
//!
//! 1. Encode a recorded schedule ([`super::schedule`]); each context switch has a control literal. Switches to threads that other
//!    threads wait for have none ([`Widening::encode`](OrderSolver::encode)).
//! 2. Forbid all of these switches: the formula with these assumptions is an underapproximation.
//! 3. Ask the solver. A model is a model of the whole formula: stop ([`Widening::search`](OrderSolver::search)).
//! 4. Otherwise take the unsatisfiable core. If it contains no forbidden switch, the whole formula has no model: stop.
//! 5. Allow the switches in the core, for good, and go on with step 3.
//!
//! Each round allows at least one switch, so the loop ends.

use raddle_logic::sat::{SatResult, SatSolver};
use raddle_logic::term::Term;
use raddle_verify::context::Reporter;
use rustc_hash::FxHashSet;

use crate::encode::FormulaSolver;
use crate::order::schedule::Schedule;
use crate::order::{Encoded, Formula, FormulaSize, OrderSolver, Question};
use crate::unwind::event::EventId;
use crate::unwind::pool::Pool;

/// A recorded schedule of which some context switches are forbidden.
pub(super) struct Widening {
    schedule: Schedule,
    /// The negations of the control literals: switches that are forbidden until a core needs them.
    forbidden: Vec<Term>,
    /// How often switches were allowed since a core needed them.
    n_widenings: usize,
    reporter: Reporter,
}

impl OrderSolver for Widening {
    fn encode(mut formula: Formula<'_>) -> Encoded<Self> {
        let Encoded { order: schedule, pairs, cuts } = Schedule::of(&mut formula);
        let Formula { pool, solver, reporter, .. } = formula;
        let mut forbidden = Vec::new();
        for &switch in &schedule.switches {
            let allowed = solver.activation(&mut pool.terms, "switch");
            let literal = solver.literal(&pool.terms, allowed);
            solver.sat().add_clause(&[!switch, literal]);
            forbidden.push(pool.not(allowed));
        }
        Encoded { order: Widening { schedule, forbidden, n_widenings: 0, reporter }, pairs, cuts }
    }

    fn search(&mut self, question: Question<'_>) -> SatResult {
        let Question { solver, pool, assumed, .. } = question;
        loop {
            let assumptions: Vec<Term> = assumed.iter().chain(&self.forbidden).copied().collect();
            let result = solver.check(&mut pool.terms, &assumptions);
            if result != SatResult::Unsat {
                return result;
            }
            let core: FxHashSet<Term> = solver.core().iter().copied().collect();
            let n_before = self.forbidden.len();
            self.forbidden.retain(|switch| !core.contains(switch));
            if self.forbidden.len() == n_before {
                return result;
            }
            self.n_widenings += 1;
            let (n_forbidden, n_widenings) = (self.forbidden.len(), self.n_widenings);
            let reached = || format!("{n_widenings} times, {n_forbidden} switches are still forbidden");
            self.reporter.report("widening", reached);
        }
    }

    fn schedule(&mut self, solver: &mut FormulaSolver, pool: &Pool) -> Vec<EventId> {
        self.schedule.schedule(solver, pool)
    }

    fn size(&self) -> FormulaSize {
        self.schedule.size()
    }

    fn counts(&self) -> Vec<(&'static str, u64)> {
        Schedule::counts(&self.schedule, self.n_widenings)
    }
}
