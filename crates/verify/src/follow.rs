//! A run that checks the results of an earlier one: each formula is made again, and the proof that it has no model is
//! checked (`raddle_certify`) instead of searched.
//!
//! [`Following`] gives an engine solvers that read a proof. The engine makes its formulas as always. Its answer is then
//! as reliable as the proof check and the translation from the program to the formula. Models are checked as well: an
//! answer SAFE depends on one, of the formula without its question (`bmc::vacuity`).

use raddle_certify::{Checker, Conclusion, ProofText, Rejected};
use raddle_logic::sat::{Interruption, Lit, SatResult, SatSolver, SatStatistics, SharedTheory, Var};
use std::cell::RefCell;
use std::collections::HashSet;
use std::rc::Rc;

use crate::context::SatSolvers;

/// A proof that is being followed.
#[derive(Clone)]
pub struct Following {
    proof: Rc<RefCell<ProofText>>,
    rejected: Rc<RefCell<Option<Rejected>>>,
}

impl Following {
    /// Follows the rest of a proof, behind its head.
    pub fn new(proof: ProofText) -> Following {
        Following { proof: Rc::new(RefCell::new(proof)), rejected: Rc::default() }
    }

    /// Solvers that read the proof, each the part of one.
    pub fn solvers(&self) -> SatSolvers {
        let following = self.clone();
        Box::new(move || Box::new(Follower::new(&following)))
    }

    /// Whether the proof was accepted as a whole, once the run has ended.
    ///
    /// # Errors
    /// What is wrong with it.
    pub fn finish(&self) -> Result<(), Rejected> {
        if let Some(rejected) = &*self.rejected.borrow() {
            return Err(rejected.clone());
        }
        let mut proof = self.proof.borrow_mut();
        if proof.text_line()? != "end" || !proof.is_at_end() {
            return Err(proof.rejected("the proof goes on, but nothing is left to be shown"));
        }
        Ok(())
    }
}

/// A solver that reads its answers.
struct Follower {
    checker: Option<Checker>,
    rejected: Rc<RefCell<Option<Rejected>>>,
    theory: Option<SharedTheory>,
    variables: usize,
    model: HashSet<i32>,
    core: Vec<i32>,
}

impl Follower {
    fn new(following: &Following) -> Follower {
        let rejected = Rc::clone(&following.rejected);
        let checker = Checker::new(Rc::clone(&following.proof)).map_err(|why| reject(&rejected, why)).ok();
        Follower { checker, rejected, theory: None, variables: 0, model: HashSet::new(), core: Vec::new() }
    }
}

/// Keeps the first rejection, which is reported.
fn reject(slot: &RefCell<Option<Rejected>>, why: Rejected) {
    slot.borrow_mut().get_or_insert(why);
}

impl SatSolver for Follower {
    fn new_var(&mut self) -> Var {
        match &mut self.checker {
            Some(checker) => self.variables = checker.variable() as usize,
            None => self.variables += 1,
        }
        Var::from_index(self.variables - 1)
    }

    fn add_clause(&mut self, clause: &[Lit]) {
        if let Some(checker) = &mut self.checker {
            checker.clause(&clause.iter().map(|literal| literal.to_dimacs()).collect::<Vec<i32>>());
        }
    }

    fn solve(&mut self, assumptions: &[Lit]) -> SatResult {
        let Some(checker) = &mut self.checker else { return SatResult::Interrupted };
        if let Some(theory) = &self.theory {
            checker.graph(&theory.borrow().premises());
        }
        let assumptions: Vec<i32> = assumptions.iter().map(|literal| literal.to_dimacs()).collect();
        match checker.conclude(&assumptions) {
            Ok(Conclusion::Model(model)) => {
                self.model = model;
                SatResult::Sat
            }
            Ok(Conclusion::None(core)) => {
                self.core = core;
                SatResult::Unsat
            }
            Ok(Conclusion::GivenUp) => SatResult::Interrupted,
            Err(why) => {
                reject(&self.rejected, why);
                self.checker = None;
                SatResult::Interrupted
            }
        }
    }

    fn value(&self, lit: Lit) -> bool {
        self.model.contains(&lit.var().positive().to_dimacs()) == lit.is_positive()
    }

    fn failed(&self, assumption: Lit) -> bool {
        self.core.contains(&assumption.to_dimacs())
    }

    fn set_interruption(&mut self, _interruption: Option<Interruption>) {}

    fn set_budget(&mut self, _conflicts: Option<u64>) {}

    fn set_phase(&mut self, _lit: Lit) {}

    fn connect(&mut self, theory: SharedTheory) {
        assert!(self.theory.is_none(), "a solver has one theory at most");
        self.theory = Some(theory);
    }

    fn statistics(&self) -> SatStatistics {
        SatStatistics::default()
    }
}
