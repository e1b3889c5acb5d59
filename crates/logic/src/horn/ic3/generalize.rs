//! From a cube that cannot be derived to a lemma: literals are dropped as long as what is left cannot be derived either.

use crate::horn::system::Predicate;
use crate::term::{Op, Term, Terms};
use crate::traverse::reachable;

use super::consecution::{Derived, Frames};

/// How many literals in a row may be tried in vain.
const FAILURES: usize = 24;

/// Numbers of fewer bits are taken for states of control.
const NARROW: u32 = 9;

/// Whether a literal is an equation between numbers: true in few states.
pub(super) fn is_tight(terms: &Terms, literal: Term) -> bool {
    terms.op(literal) == Op::Eq && terms.sort(terms.arguments(literal)[0]).width().is_some_and(|width| width >= NARROW)
}

/// Whether a cube can be derived at a level.
pub(super) enum Reached {
    /// By this rule, with these values.
    By(usize, crate::assignment::Assignment),
    /// No; these literals (by their places) suffice.
    Not(Vec<usize>),
    /// The run was stopped.
    Stopped,
}

impl Frames<'_> {
    /// Whether some rule derives a state of the cube at a level, from states outside of it.
    pub fn reach(&mut self, terms: &mut Terms, predicate: Option<Predicate>, cube: &[Term], level: usize) -> Reached {
        let mut needed = vec![false; cube.len()];
        for rule in self.concluding(predicate).to_vec() {
            if !self.rules[rule].premises.is_empty() && level < 2 {
                continue;
            }
            match self.derive(terms, rule, level.saturating_sub(1), cube, true) {
                Derived::State(values) => return Reached::By(rule, values),
                Derived::Stopped => return Reached::Stopped,
                Derived::Nothing(core) => core.into_iter().for_each(|at| needed[at] = true),
            }
        }
        Reached::Not((0..cube.len()).filter(|&at| needed[at]).collect())
    }

    /// Drops literals of a cube that cannot be derived at a level, large ones first. `None` if the run was stopped.
    pub fn generalize(
        &mut self,
        terms: &mut Terms,
        predicate: Predicate,
        cube: Vec<Term>,
        level: usize,
    ) -> Option<Vec<Term>> {
        let mut kept = cube;
        // The last is tried first.
        kept.sort_by_cached_key(|&literal| (is_tight(terms, literal), reachable(terms, &[literal]).len(), literal));
        let mut at = kept.len();
        let mut failures = 0;
        while at > 0 && failures < FAILURES {
            at -= 1;
            let mut smaller = kept.clone();
            smaller.remove(at);
            match self.reach(terms, Some(predicate), &smaller, level) {
                Reached::Not(core) => {
                    kept = core.into_iter().map(|place| smaller[place]).collect();
                    at = at.min(kept.len());
                    failures = 0;
                }
                Reached::By(..) => failures += 1,
                Reached::Stopped => return None,
            }
        }
        Some(kept)
    }
}
