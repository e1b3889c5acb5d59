//! BatSat, a descendant of MiniSat in Rust: the second solver of the tests. It has no budgets.

use std::cell::RefCell;
use std::rc::Rc;

use batsat::{BasicSolver, SolverInterface, lbool};

use super::{Interruption, Lazily, Lit, SatResult, SatSolver, SatStatistics, SharedTheory, Var};

/// The solver. Its theory, if it has one, is asked about whole models: [`Lazily`].
pub(crate) type Batsat = Lazily<Alone>;

impl Batsat {
    pub(crate) fn create() -> Self {
        Lazily::new(Alone {
            solver: BasicSolver::default(),
            interruption: Rc::default(),
            statistics: SatStatistics::default(),
        })
    }
}

/// The solver without a theory.
pub(crate) struct Alone {
    solver: BasicSolver,
    interruption: Rc<RefCell<Option<Interruption>>>,
    statistics: SatStatistics,
}

fn outgoing(lit: Lit) -> batsat::Lit {
    batsat::Lit::new(batsat::Var::unsafe_from_idx(lit.var().index() as u32), lit.is_positive())
}

impl SatSolver for Alone {
    fn new_var(&mut self) -> Var {
        self.statistics.variables += 1;
        Var::from_index(self.solver.new_var_default().idx() as usize)
    }

    fn add_clause(&mut self, clause: &[Lit]) {
        self.statistics.clauses += 1;
        let mut clause: Vec<_> = clause.iter().copied().map(outgoing).collect();
        self.solver.add_clause_reuse(&mut clause);
    }

    fn solve(&mut self, assumptions: &[Lit]) -> SatResult {
        self.statistics.solves += 1;
        let assumptions: Vec<_> = assumptions.iter().copied().map(outgoing).collect();
        match self.solver.solve_limited(&assumptions) {
            result if result == lbool::TRUE => SatResult::Sat,
            result if result == lbool::FALSE => SatResult::Unsat,
            _ => SatResult::Interrupted,
        }
    }

    fn value(&self, lit: Lit) -> bool {
        self.solver.value_lit(outgoing(lit)) == lbool::TRUE
    }

    fn failed(&self, assumption: Lit) -> bool {
        let core = self.solver.unsat_core();
        core.contains(&outgoing(assumption)) || core.contains(&outgoing(!assumption))
    }

    fn set_interruption(&mut self, interruption: Option<Interruption>) {
        *self.interruption.borrow_mut() = interruption;
        let shared = Rc::clone(&self.interruption);
        self.solver.cb_mut().set_stop(move || shared.borrow().as_ref().is_some_and(|interruption| interruption()));
    }

    fn set_budget(&mut self, _conflicts: Option<u64>) {}

    fn set_phase(&mut self, _lit: Lit) {}

    fn connect(&mut self, _theory: SharedTheory) {
        unreachable!("the theory is connected to what is around this solver");
    }

    fn statistics(&self) -> SatStatistics {
        SatStatistics {
            conflicts: self.solver.num_conflicts(),
            decisions: self.solver.num_decisions(),
            propagations: self.solver.num_propagations(),
            ..self.statistics
        }
    }
}
