//! The largest set of candidates that is inductive as a whole (Flanagan and Leino, *Houdini, an annotation assistant for ESC/Java*,
//! 2001): all are assumed of the premises, and whatever a model refutes of a conclusion is dropped, until nothing is.

use crate::evaluate::Evaluator;
use crate::horn::normal::Rule;
use crate::horn::solve::Run;
use crate::horn::system::System;
use crate::sat::{Cadical, SatResult, SatSolver};
use crate::solver::Solver;
use crate::term::{Op, Sort, Term, Terms};
use crate::traverse::{Substitution, reachable};
use crate::value::Assignment;

/// How many conflicts one query may take.
const CONFLICTS: u64 = 60_000;

/// One rule with its solver.
struct Checker<'r> {
    rule: &'r Rule,
    solver: Solver<Cadical>,
    conclusion: Substitution,
}

/// Drops candidates until the rest is inductive. `None` if the run was stopped before.
pub fn houdini(
    terms: &mut Terms,
    system: &System,
    rules: &[Rule],
    mut candidates: Vec<Vec<Term>>,
    run: &Run,
) -> Option<Vec<Vec<Term>>> {
    // For each candidate the variable that says that it is still there.
    let mut kept: Vec<Vec<Term>> = Vec::new();
    for list in &candidates {
        kept.push(list.iter().map(|_| terms.fresh("kept", Sort::Bool)).collect());
    }
    let mut checkers = Vec::new();
    for rule in rules {
        let Some(conclusion) = &rule.conclusion else { continue };
        let mut solver = run.solver();
        solver.sat().set_budget(Some(CONFLICTS));
        solver.assert(terms, rule.constraint);
        for premise in &rule.premises {
            let parameters = &system.declaration(premise.predicate).parameters;
            let pairs = parameters.iter().copied().zip(premise.arguments.iter().copied());
            let mut said = Substitution::from_pairs(pairs);
            let at = premise.predicate.index();
            for (&candidate, &kept) in candidates[at].iter().zip(&kept[at]) {
                let holds = said.apply(terms, candidate);
                let dropped = terms.not(kept);
                solver.assert_clause(terms, &[dropped, holds]);
            }
        }
        let parameters = &system.declaration(conclusion.predicate).parameters;
        let pairs = parameters.iter().copied().zip(conclusion.arguments.iter().copied());
        checkers.push(Checker { rule, solver, conclusion: Substitution::from_pairs(pairs) });
    }
    loop {
        let mut changed = false;
        for checker in &mut checkers {
            while let Some(refuted) = checker.refute(terms, system, &candidates, &kept, run)? {
                // A query that is too hard drops what is hard.
                changed = true;
                let at = checker.rule.conclusion.as_ref().map_or(0, |conclusion| conclusion.predicate.index());
                let mut values = refuted.iter();
                kept[at].retain(|_| !values.next().copied().unwrap_or(false));
                let mut values = refuted.iter();
                candidates[at].retain(|_| !values.next().copied().unwrap_or(false));
            }
        }
        if !changed {
            return Some(candidates);
        }
    }
}

impl Checker<'_> {
    /// Which candidates of the conclusion a model refutes; `Some(None)` if there is no such model.
    fn refute(
        &mut self,
        terms: &mut Terms,
        system: &System,
        candidates: &[Vec<Term>],
        kept: &[Vec<Term>],
        run: &Run,
    ) -> Option<Option<Vec<bool>>> {
        let Some(conclusion) = &self.rule.conclusion else { return Some(None) };
        let open = &candidates[conclusion.predicate.index()];
        if open.is_empty() {
            return Some(None);
        }
        let wanted = self.solver.activation(terms, "refuted");
        let mut clause = vec![terms.not(wanted)];
        for &candidate in open {
            let said = self.conclusion.apply(terms, candidate);
            clause.push(terms.not(said));
        }
        self.solver.assert_clause(terms, &clause);
        let mut assumptions = vec![wanted];
        for premise in &self.rule.premises {
            assumptions.extend(&kept[premise.predicate.index()]);
        }
        run.count_query();
        let result = match self.solver.check(terms, &assumptions) {
            SatResult::Interrupted if run.is_stopped() => return None,
            SatResult::Interrupted => {
                let mut hard: Vec<bool> = open.iter().map(|&candidate| is_hard(terms, candidate)).collect();
                if !hard.contains(&true) {
                    hard.fill(true);
                }
                Some(hard)
            }
            SatResult::Unsat => None,
            SatResult::Sat => {
                let mut state = Assignment::new();
                let parameters = &system.declaration(conclusion.predicate).parameters;
                for (&parameter, &argument) in parameters.iter().zip(&conclusion.arguments) {
                    state.set(parameter, self.solver.value(terms, argument));
                }
                let mut evaluator = Evaluator::new(&state);
                Some(open.iter().map(|&candidate| !evaluator.truth(terms, candidate)).collect())
            }
        };
        let over = clause[0];
        self.solver.assert(terms, over);
        if run.is_stopped() { None } else { Some(result) }
    }
}

/// Whether a candidate speaks of products or sums.
fn is_hard(terms: &Terms, candidate: Term) -> bool {
    reachable(terms, &[candidate]).into_iter().any(|part| matches!(terms.op(part), Op::BvMul | Op::BvAdd))
}
