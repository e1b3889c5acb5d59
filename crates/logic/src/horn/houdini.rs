//! The largest set of candidates that is inductive as a whole (Flanagan and Leino, *Houdini, an annotation assistant for ESC/Java*,
//! 2001): all are assumed of the premises, and whatever a model refutes of a conclusion is dropped, until nothing is.

use crate::evaluate::Evaluator;
use crate::horn::normal::Rule;
use crate::horn::simulate::Fact;
use crate::horn::solve::Run;
use crate::horn::system::System;
use crate::sat::{Cadical, SatResult, SatSolver};
use crate::solver::Solver;
use crate::term::{Op, Sort, Term, Terms};
use crate::traverse::{Substitution, reachable};
use crate::value::Assignment;

/// How many conflicts one query may take.
const CONFLICTS: u64 = 60_000;

/// In how many states of a predicate candidates are evaluated.
const STATES: usize = 300;

/// One rule with its solver.
struct Checker<'r> {
    rule: &'r Rule,
    solver: Solver<Cadical>,
    conclusion: Substitution,
}

/// Drops candidates until the rest is inductive. Facts are derived, and of each rule the solver knows the constraint. `None` if the run was stopped before.
pub(super) fn houdini(
    terms: &mut Terms,
    system: &System,
    rules: &[Rule],
    mut candidates: Vec<Vec<Term>>,
    facts: &[Fact],
    solvers: Vec<Solver<Cadical>>,
    run: &Run,
) -> Option<Vec<Vec<Term>>> {
    refute_by_facts(terms, system, &mut candidates, facts, run)?;
    // For each candidate the variable that says that it is still there.
    let mut kept: Vec<Vec<Term>> = Vec::new();
    for list in &candidates {
        kept.push(list.iter().map(|_| terms.fresh("kept", Sort::Bool)).collect());
    }
    let mut checkers = Vec::new();
    for (rule, mut solver) in rules.iter().zip(solvers) {
        let Some(conclusion) = &rule.conclusion else { continue };
        solver.sat().set_budget(Some(CONFLICTS));
        for premise in &rule.premises {
            let parameters = &system.declaration(premise.predicate).parameters;
            let pairs = parameters.iter().copied().zip(premise.arguments.iter().copied());
            let mut said = Substitution::from_pairs(pairs);
            let at = premise.predicate.index();
            for (&candidate, &kept) in candidates[at].iter().zip(&kept[at]) {
                if run.is_stopped() {
                    return None;
                }
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
            break;
        }
    }
    let mut strongest = Vec::with_capacity(candidates.len());
    for list in candidates {
        strongest.push(without_the_implied(terms, list, run)?);
    }
    Some(strongest)
}

/// What others of the list imply is dropped. `None` if the run was stopped.
fn without_the_implied(terms: &mut Terms, mut candidates: Vec<Term>, run: &Run) -> Option<Vec<Term>> {
    // The strongest come first, as far as that can be seen: equalities, then what is said in few terms.
    candidates.sort_by_cached_key(|&candidate| {
        (terms.op(candidate) != Op::Eq, reachable(terms, &[candidate]).len(), candidate)
    });
    let mut solver = run.solver();
    let mut kept = Vec::new();
    for candidate in candidates {
        let negation = terms.not(candidate);
        match solver.check(terms, &[negation]) {
            SatResult::Unsat => {}
            SatResult::Interrupted => return None,
            SatResult::Sat => {
                solver.assert(terms, candidate);
                kept.push(candidate);
            }
        }
    }
    // Weak bounds may have come before strong ones: each that is left is held against all others.
    let mut solver = run.solver();
    let mut asked: Vec<(Term, Term)> = Vec::with_capacity(kept.len());
    for candidate in kept {
        let kept = solver.activation(terms, "kept");
        solver.assert_under(terms, kept, candidate);
        asked.push((candidate, kept));
    }
    let mut at = 0;
    while at < asked.len() {
        let negation = terms.not(asked[at].0);
        let others = asked.iter().enumerate().filter(|&(place, _)| place != at).map(|(_, &(_, kept))| kept);
        let assumptions: Vec<Term> = others.chain([negation]).collect();
        match solver.check(terms, &assumptions) {
            SatResult::Unsat => {
                asked.remove(at);
            }
            SatResult::Interrupted => return None,
            SatResult::Sat => at += 1,
        }
    }
    Some(asked.into_iter().map(|(candidate, _)| candidate).collect())
}

/// Drops what is false in a state that is derived. `None` if the run was stopped.
fn refute_by_facts(
    terms: &Terms,
    system: &System,
    candidates: &mut [Vec<Term>],
    facts: &[Fact],
    run: &Run,
) -> Option<()> {
    let mut looked_at = vec![0; candidates.len()];
    for fact in facts {
        let Some(predicate) = fact.predicate else { continue };
        looked_at[predicate.index()] += 1;
        if looked_at[predicate.index()] > STATES {
            continue;
        }
        if run.is_stopped() {
            return None;
        }
        let state = fact.state(system);
        let mut evaluator = Evaluator::new(&state);
        candidates[predicate.index()].retain(|&candidate| evaluator.truth(terms, candidate));
    }
    Some(())
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
            if run.is_stopped() {
                return None;
            }
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
