//! Propositional satisfiability: the common interface, and the solvers.
//!
//! [`SatSolver`] is incremental solving under assumptions, as in IPASIR, with interruption from outside, budgets and one *theory*
//! ([`Theory`]): a second decision procedure for assignments, which the solver consults during its search.
//!
//! - [`Cadical`] is the solver of the engines. It consults its theory at every step of the search.
//! - [`Lazily`] asks the theory of another solver about whole models only. It is the independent second method.
//! - `Batsat`, a small third-party solver, is for tests.
//!
//! CaDiCaL can write a proof of its answers (`proof`). Solver options that this project does not use are not exposed.

mod cadical;
mod lazily;
mod literal;
mod proof;
mod propagator;
mod theory;

#[cfg(test)]
mod batsat;
#[cfg(test)]
mod tests;

use std::ops::AddAssign;
use std::rc::Rc;

pub use cadical::Cadical;
pub use lazily::Lazily;
pub use literal::{Lit, Var};
pub use proof::{ProofWriter, SharedProof};
pub use theory::{Check, SharedTheory, Theory};

#[cfg(test)]
pub(crate) use batsat::Batsat;

/// How a call of [`SatSolver::solve`] ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SatResult {
    /// There is a model; [`SatSolver::value`] tells it.
    Sat,
    /// There is none under the assumptions; [`SatSolver::failed`] tells which of them are to blame.
    Unsat,
    /// The interruption or the budget ended the search. Nothing is known; what was learned is kept.
    Interrupted,
}

/// Polled while a solver searches: `true` ends the search. It must be quick.
pub type Interruption = Rc<dyn Fn() -> bool>;

/// What a solver did since it was created.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct SatStatistics {
    /// Calls of `solve`.
    pub solves: u64,
    /// Variables.
    pub variables: u64,
    /// Clauses added by the caller.
    pub clauses: u64,
    /// Conflicts.
    pub conflicts: u64,
    /// Decisions.
    pub decisions: u64,
    /// Literals propagated.
    pub propagations: u64,
    /// Literals that the theory implied.
    pub theory_propagations: u64,
    /// Clauses that the theory added: conflicts, and reasons that were asked for.
    pub theory_clauses: u64,
    /// Whole models that the theory was asked about.
    pub theory_checks: u64,
}

impl AddAssign for SatStatistics {
    fn add_assign(&mut self, other: SatStatistics) {
        self.solves += other.solves;
        self.variables += other.variables;
        self.clauses += other.clauses;
        self.conflicts += other.conflicts;
        self.decisions += other.decisions;
        self.propagations += other.propagations;
        self.theory_propagations += other.theory_propagations;
        self.theory_clauses += other.theory_clauses;
        self.theory_checks += other.theory_checks;
    }
}

/// An incremental solver for clauses, with one theory at most.
pub trait SatSolver {
    /// A variable that is in no clause yet.
    fn new_var(&mut self) -> Var;

    /// Adds a clause for good. An empty clause makes everything unsatisfiable.
    fn add_clause(&mut self, clause: &[Lit]);

    /// Searches for a model in which the assumptions are true. They hold for this call only.
    ///
    /// # Panics
    /// If the theory panicked: the panic goes on here, outside of the solver, which is of no use any more.
    fn solve(&mut self, assumptions: &[Lit]) -> SatResult;

    /// The value of a literal in the model of the last call of `solve`, which found one. Any value will do for a variable
    /// that the solver did not have to give a value, and there is always one.
    ///
    /// # Panics
    /// If the last call did not end in [`SatResult::Sat`], or something was added since.
    fn value(&self, lit: Lit) -> bool;

    /// Whether the last call of `solve`, which found no model, used this assumption: together, such assumptions have none.
    ///
    /// # Panics
    /// If the last call did not end in [`SatResult::Unsat`], or something was added since.
    fn failed(&self, assumption: Lit) -> bool;

    /// What may end a search from outside. `None` lets it run.
    fn set_interruption(&mut self, interruption: Option<Interruption>);

    /// Ends each of the following searches after this number of conflicts (approximately). `None` lets it run.
    fn set_budget(&mut self, conflicts: Option<u64>);

    /// The value that the search should try first for the variable. It never changes an answer.
    fn set_phase(&mut self, lit: Lit);

    /// Lets a theory take part in all following searches. There is one theory at most, and it stays.
    ///
    /// # Panics
    /// If there is a theory already.
    fn connect(&mut self, theory: SharedTheory);

    /// What the solver did since it was created.
    fn statistics(&self) -> SatStatistics;
}

/// A solver that is chosen when the program runs.
impl SatSolver for Box<dyn SatSolver> {
    fn new_var(&mut self) -> Var {
        (**self).new_var()
    }

    fn add_clause(&mut self, clause: &[Lit]) {
        (**self).add_clause(clause);
    }

    fn solve(&mut self, assumptions: &[Lit]) -> SatResult {
        (**self).solve(assumptions)
    }

    fn value(&self, lit: Lit) -> bool {
        (**self).value(lit)
    }

    fn failed(&self, assumption: Lit) -> bool {
        (**self).failed(assumption)
    }

    fn set_interruption(&mut self, interruption: Option<Interruption>) {
        (**self).set_interruption(interruption);
    }

    fn set_budget(&mut self, conflicts: Option<u64>) {
        (**self).set_budget(conflicts);
    }

    fn set_phase(&mut self, lit: Lit) {
        (**self).set_phase(lit);
    }

    fn connect(&mut self, theory: SharedTheory) {
        (**self).connect(theory);
    }

    fn statistics(&self) -> SatStatistics {
        (**self).statistics()
    }
}
