//! A theory: a second decision procedure for assignments, which a solver consults during its search.
//!
//! The contract is that of CaDiCaL's external propagator (Fazekas, Niemetz, Preiner, Kirchweger, Szeider, Biere: *IPASIR-UP*, SAT 2023), in
//! terms of literals, and without its ways to abort the process. A theory sees the trail of its variables as a stack of levels. It is
//! notified of assignments one by one and may do its work when it is asked for propagations. In between, the solver may undo assignments
//! that the theory never processed.
//!
//! Every clause of a theory must follow from the theory alone: it must not depend on other clauses of the formula.

use std::cell::RefCell;
use std::rc::Rc;

use super::{Lit, Var};

/// A theory that a solver and its user hold together.
pub type SharedTheory = Rc<RefCell<dyn Theory>>;

/// What a theory says of an assignment of all its variables.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Check {
    /// The theory has a model.
    Consistent,
    /// The theory has none, and has clauses to say why: [`Theory::clause`] gives them. One of them is falsified, at least.
    Clauses,
    /// The theory cannot tell without new variables: [`Theory::extend`] asks for them.
    Extend,
}

/// A second judge of assignments.
pub trait Theory {
    /// Adds the variables to `observed` that the theory wants to be told of and did not name before. Asked before each
    /// search, at level zero.
    fn observe(&mut self, observed: &mut Vec<Var>);

    /// A literal became true. Literals of level zero may be told more than once.
    fn assign(&mut self, lit: Lit);

    /// A new level begins: later assignments belong to it.
    fn new_level(&mut self);

    /// All levels above this one are taken back, with their assignments. Level zero is never taken back.
    fn backtrack(&mut self, level: usize);

    /// A literal that follows from the assignments, if the theory knows one that it did not return since it last
    /// followed. It may be assigned already, in either way. Before a clause that [`Theory::clause`] has to offer is
    /// fetched, nothing more need be returned.
    fn propagate(&mut self) -> Option<Lit>;

    /// Fills `clause` with the reason of a literal that `propagate` returned: a clause of the literal and of negations of
    /// literals that were assigned before it was returned.
    fn explain(&mut self, lit: Lit, clause: &mut Vec<Lit>);

    /// Fills `clause` with a clause that the solver must know, and says whether there was one. Asked after `propagate`
    /// returned nothing, and after `check`, until there is none.
    fn clause(&mut self, clause: &mut Vec<Lit>) -> bool;

    /// A literal that should be decided next, unassigned as far as the theory was told.
    fn decide(&mut self) -> Option<Lit> {
        None
    }

    /// Judges the assignment, which is complete: every observed variable was assigned.
    fn check(&mut self) -> Check;

    /// Creates the variables that a check asked for, and fills `clauses` with clauses for them. Called outside of the
    /// search, at level zero, which then starts again.
    fn extend(&mut self, new_var: &mut dyn FnMut() -> Var, clauses: &mut Vec<Vec<Lit>>);

    /// The premises of the theory's clauses, as text for a checker.
    fn premises(&self) -> String {
        String::new()
    }

    /// Evidence that the last assignment that [`Theory::check`] found consistent is a model of the theory, as numbers for a checker.
    fn evidence(&self) -> Vec<usize> {
        Vec::new()
    }

    /// The meaning of the variable that the last extension created, as text for a checker of its clauses.
    fn extension(&self) -> String {
        String::new()
    }
}
