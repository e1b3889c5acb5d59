//! A theory beside a solver: solve, let the theory judge the model, add its clauses, and again.
//!
//! The solver below is unaware of the theory, so any solver can be used. An error in the communication of CaDiCaL with its theory shows as
//! a difference between the two. It is much slower, since the theory does not prune the search.

use std::rc::Rc;

use super::theory::{Check, SharedTheory};
use super::{Interruption, Lit, SatResult, SatSolver, SatStatistics, Var};

/// A solver whose theory sees whole models only.
pub struct Lazily<S> {
    solver: S,
    theory: Option<SharedTheory>,
    observed: Vec<Var>,
    interruption: Option<Interruption>,
    statistics: SatStatistics,
}

impl<S: SatSolver> Lazily<S> {
    /// Takes a solver that has no theory of its own.
    pub fn new(solver: S) -> Self {
        Lazily { solver, theory: None, observed: Vec::new(), interruption: None, statistics: SatStatistics::default() }
    }

    /// Whether the theory accepts the model that the solver found. If not, the solver was told why.
    fn judge(&mut self, theory: &SharedTheory) -> bool {
        let mut theory = theory.borrow_mut();
        let mut clauses = Vec::new();
        let mut clause = Vec::new();
        theory.new_level();
        for &var in &self.observed {
            theory.assign(var.literal(self.solver.value(var.positive())));
        }
        // What follows from the model and is not so in it is a clause that the model falsifies.
        while let Some(lit) = theory.propagate() {
            self.statistics.theory_propagations += 1;
            if !self.solver.value(lit) {
                clause.clear();
                theory.explain(lit, &mut clause);
                clauses.push(clause.clone());
            }
        }
        while theory.clause(&mut clause) {
            clauses.push(std::mem::take(&mut clause));
        }
        let mut is_model = false;
        if clauses.is_empty() {
            self.statistics.theory_checks += 1;
            match theory.check() {
                Check::Consistent => is_model = true,
                Check::Clauses => {
                    while theory.clause(&mut clause) {
                        clauses.push(std::mem::take(&mut clause));
                    }
                    assert!(!clauses.is_empty(), "the theory rejected a model without a clause");
                }
                Check::Extend => {
                    theory.backtrack(0);
                    theory.extend(&mut || self.solver.new_var(), &mut clauses);
                    for clause in &clauses {
                        self.solver.add_clause(clause);
                    }
                    return false;
                }
            }
        }
        theory.backtrack(0);
        self.statistics.theory_clauses += clauses.len() as u64;
        for clause in &clauses {
            self.solver.add_clause(clause);
        }
        is_model
    }
}

impl<S: SatSolver> SatSolver for Lazily<S> {
    fn new_var(&mut self) -> Var {
        self.solver.new_var()
    }

    fn add_clause(&mut self, clause: &[Lit]) {
        self.solver.add_clause(clause);
    }

    fn solve(&mut self, assumptions: &[Lit]) -> SatResult {
        let theory = self.theory.clone();
        loop {
            if let Some(theory) = &theory {
                theory.borrow_mut().observe(&mut self.observed);
            }
            let result = self.solver.solve(assumptions);
            match (&theory, result) {
                (Some(theory), SatResult::Sat) => {
                    if self.judge(theory) {
                        return SatResult::Sat;
                    }
                    if self.interruption.as_ref().is_some_and(|interruption| interruption()) {
                        return SatResult::Interrupted;
                    }
                }
                (Some(_) | None, SatResult::Sat | SatResult::Unsat | SatResult::Interrupted) => return result,
            }
        }
    }

    fn value(&self, lit: Lit) -> bool {
        self.solver.value(lit)
    }

    fn failed(&self, assumption: Lit) -> bool {
        self.solver.failed(assumption)
    }

    fn set_interruption(&mut self, interruption: Option<Interruption>) {
        self.interruption = interruption.as_ref().map(Rc::clone);
        self.solver.set_interruption(interruption);
    }

    fn set_budget(&mut self, conflicts: Option<u64>) {
        self.solver.set_budget(conflicts);
    }

    fn set_phase(&mut self, lit: Lit) {
        self.solver.set_phase(lit);
    }

    fn connect(&mut self, theory: SharedTheory) {
        assert!(self.theory.is_none(), "a solver has one theory at most");
        self.theory = Some(theory);
    }

    fn statistics(&self) -> SatStatistics {
        let mut statistics = self.solver.statistics();
        statistics.theory_propagations = self.statistics.theory_propagations;
        statistics.theory_clauses = self.statistics.theory_clauses;
        statistics.theory_checks = self.statistics.theory_checks;
        statistics
    }
}
