//! Searches with the theory of order, in which the solver is given a hint for a moment.

use std::cell::RefCell;
use std::rc::Rc;

use raddle_logic::order::{Guidance, OrderTheory};
use raddle_logic::sat::{Interruption, SatResult, SatSolver};
use raddle_logic::solver::Solver;

/// After so many conflicts a search is guided,
const UNGUIDED: u64 = 3_000;

/// for so many.
const GUIDED: u64 = 300;

/// Searches as the solver likes; if that takes long, for a moment in an order that finds what takes many switches of
/// threads; and then as the solver likes, for as long as it takes or for some conflicts.
pub(crate) fn guided(
    theory: &Rc<RefCell<OrderTheory>>,
    solver: &mut Solver<Box<dyn SatSolver>>,
    interruption: &Interruption,
    patience: Option<u64>,
    mut check: impl FnMut(&mut Solver<Box<dyn SatSolver>>) -> SatResult,
) -> SatResult {
    let attempts = [(Guidance::None, Some(UNGUIDED)), (Guidance::LateReads, Some(GUIDED)), (Guidance::None, patience)];
    let mut result = SatResult::Interrupted;
    for (guidance, budget) in attempts {
        theory.borrow_mut().guide(guidance);
        solver.sat().set_budget(budget);
        result = check(solver);
        if result != SatResult::Interrupted || interruption() {
            break;
        }
    }
    theory.borrow_mut().guide(Guidance::None);
    solver.sat().set_budget(None);
    result
}
