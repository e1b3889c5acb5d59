//! The largest set of candidates that is inductive as a whole (Flanagan and Leino, *Houdini, an annotation assistant for ESC/Java*, 2001):
//! all candidates are assumed of the premises, and every candidate of a conclusion that a model refutes is dropped, until no more is
//! dropped.
//!
//! The result does not depend on the order of the queries (except for queries that are too hard). So queries with a known answer are
//! omitted. A candidate of a premise is assumed only when a model violates it. A candidate of the conclusion is not checked if a premise
//! has the same candidate. A rule is checked again only if a candidate that its last answer used was dropped.

use rustc_hash::{FxHashMap, FxHashSet};

use crate::assignment::Assignment;
use crate::evaluate::Evaluator;
use crate::horn::normal::Rule;
use crate::horn::simulate::Fact;
use crate::horn::solve::Run;
use crate::horn::system::{Application, System};
use crate::sat::{Cadical, SatResult, SatSolver};
use crate::solver::Solver;
use crate::sort::Sort;
use crate::term::{Op, Term, Terms};
use crate::traverse::{Substitution, reachable};

/// How many conflicts one query may take.
const CONFLICTS: u64 = 60_000;

/// In how many states of a predicate candidates are evaluated.
const STATES: usize = 300;

/// How many candidates of premises a solver is told at first when a model violates some; each time it is twice as many.
const TOLD: usize = 16;

/// How many candidates all solvers together are told. Where it is more, a rule that is done begins anew when it is asked again: by then
/// most of what its solver was told has been dropped.
const HELD: usize = 150_000;

/// A candidate.
struct Candidate {
    formula: Term,
    /// The variable that says that it is still there.
    kept: Term,
    is_kept: bool,
}

/// The candidates of a predicate.
#[derive(Default)]
struct Candidates {
    list: Vec<Candidate>,
    /// The number of times that candidates were dropped.
    version: usize,
}

/// A rule with its solver. The solver gets only those candidates of the premises that a model has violated: most never are.
struct Checker<'r> {
    rule: &'r Rule,
    /// The solver with the constraint of the rule; created on demand.
    solver: Option<Solver<Cadical>>,
    /// The number of candidates that the solver has, as assumptions or queries.
    n_said: usize,
    conclusion: Substitution,
    premises: Vec<Premise>,
    /// For each candidate of the conclusion, the equal candidates of premises (over the variables of the rule). While one of them is kept,
    /// no model refutes the candidate.
    same: Vec<Vec<(usize, usize)>>,
    /// The last answer without a refutation.
    settled: Option<Settled>,
}

/// Why no candidate of the conclusion was refuted.
struct Settled {
    /// The versions of the premises.
    versions: Vec<usize>,
    /// The checked candidates, in order; a subset of them is not refuted, either.
    open: Vec<usize>,
    /// The candidates of premises that were used; dropping any other candidate does not change the answer.
    used: Vec<(usize, usize)>,
}

/// A premise of a rule.
struct Premise {
    said: Substitution,
    /// Which candidates the solver was told.
    is_told: Vec<bool>,
}

/// Drops candidates until the rest is inductive. Facts are derived, and of each rule the solver knows the constraint. `None` if the run was stopped before.
pub(super) fn houdini(
    terms: &mut Terms,
    system: &System,
    rules: &[Rule],
    candidates: Vec<Vec<Term>>,
    facts: &[Fact],
    solvers: Vec<Solver<Cadical>>,
    run: &Run,
) -> Option<Vec<Vec<Term>>> {
    let inductive = inductive(terms, system, rules, candidates, facts, solvers, HELD, run)?;
    inductive.into_iter().map(|list| without_the_implied(terms, list, run)).collect()
}

/// The candidates that are inductive as a whole, with solvers that are told so many.
#[expect(clippy::too_many_arguments, reason = "one of them is for the test")]
fn inductive(
    terms: &mut Terms,
    system: &System,
    rules: &[Rule],
    mut candidates: Vec<Vec<Term>>,
    facts: &[Fact],
    solvers: Vec<Solver<Cadical>>,
    most_held: usize,
    run: &Run,
) -> Option<Vec<Vec<Term>>> {
    refute_by_facts(terms, system, &mut candidates, facts, run)?;
    let mut all: Vec<Candidates> = Vec::new();
    for list in candidates {
        let named = |formula| Candidate { formula, kept: terms.fresh("kept", Sort::Bool), is_kept: true };
        all.push(Candidates { list: list.into_iter().map(named).collect(), version: 0 });
    }
    let mut checkers = Vec::new();
    for (rule, mut solver) in rules.iter().zip(solvers) {
        let Some(conclusion) = &rule.conclusion else { continue };
        solver.sat().set_budget(Some(CONFLICTS));
        checkers.push(Checker::new(terms, system, rule, conclusion, solver, &all, run)?);
    }
    let mut n_held = 0;
    loop {
        let mut changed = false;
        for checker in &mut checkers {
            n_held -= checker.n_said;
            while checker.refute(terms, system, &mut all, run)? {
                changed = true;
            }
            if n_held + checker.n_said > most_held {
                checker.forget();
            }
            n_held += checker.n_said;
        }
        if !changed {
            break;
        }
    }
    let kept = |list: Candidates| {
        list.list.into_iter().filter(|candidate| candidate.is_kept).map(|candidate| candidate.formula).collect()
    };
    Some(all.into_iter().map(kept).collect())
}

/// Drops candidates that other candidates of the list imply. `None` if the run was stopped.
fn without_the_implied(terms: &mut Terms, mut candidates: Vec<Term>, run: &Run) -> Option<Vec<Term>> {
    // Strong candidates come first, as far as the syntax shows it: equalities, then candidates with few terms.
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
    // A weak bound may have come before a strong one, so each remaining candidate is compared with all the others.
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

impl<'r> Checker<'r> {
    /// Nothing was asked as yet. `None` if the run was stopped.
    fn new(
        terms: &mut Terms,
        system: &System,
        rule: &'r Rule,
        conclusion: &Application,
        solver: Solver<Cadical>,
        all: &[Candidates],
        run: &Run,
    ) -> Option<Self> {
        let said_of = |application: &Application| {
            let parameters = &system.declaration(application.predicate).parameters;
            Substitution::from_pairs(parameters.iter().copied().zip(application.arguments.iter().copied()))
        };
        let mut by_instance: FxHashMap<Term, Vec<(usize, usize)>> = FxHashMap::default();
        let mut premises = Vec::new();
        for (number, premise) in rule.premises.iter().enumerate() {
            let mut said = said_of(premise);
            let list = &all[premise.predicate.index()].list;
            for (at, candidate) in list.iter().enumerate() {
                if run.is_stopped() {
                    return None;
                }
                by_instance.entry(said.apply(terms, candidate.formula)).or_default().push((number, at));
            }
            premises.push(Premise { said, is_told: vec![false; list.len()] });
        }
        let mut said = said_of(conclusion);
        let mut same = Vec::new();
        for candidate in &all[conclusion.predicate.index()].list {
            if run.is_stopped() {
                return None;
            }
            same.push(by_instance.get(&said.apply(terms, candidate.formula)).cloned().unwrap_or_default());
        }
        Some(Checker { rule, solver: Some(solver), n_said: 0, conclusion: said, premises, same, settled: None })
    }

    /// Gives its memory back.
    fn forget(&mut self) {
        self.solver = None;
        self.n_said = 0;
        for premise in &mut self.premises {
            premise.is_told.fill(false);
        }
    }

    /// Drops candidates of the conclusion that a model refutes; whether there were any. `None` if the run was stopped.
    fn refute(&mut self, terms: &mut Terms, system: &System, all: &mut [Candidates], run: &Run) -> Option<bool> {
        let Some(conclusion) = &self.rule.conclusion else { return Some(false) };
        let rule = self.rule;
        let versions =
            || rule.premises.iter().map(|premise| all[premise.predicate.index()].version).collect::<Vec<_>>();
        if self.settled.as_ref().is_some_and(|settled| settled.versions == versions()) {
            return Some(false);
        }
        let is_kept = |&(number, at): &(usize, usize)| {
            let premise: &Application = &rule.premises[number];
            all[premise.predicate.index()].list[at].is_kept
        };
        let of_conclusion = &all[conclusion.predicate.index()].list;
        let open: Vec<usize> = (0..of_conclusion.len())
            .filter(|&at| of_conclusion[at].is_kept && !self.same[at].iter().any(is_kept))
            .collect();
        if let Some(settled) = &mut self.settled
            && settled.used.iter().all(is_kept)
            && open.iter().all(|at| settled.open.binary_search(at).is_ok())
        {
            settled.versions = versions();
            return Some(false);
        }
        // What was never reached derives nothing.
        let is_unreached = rule.premises.iter().any(|premise| {
            let list = &all[premise.predicate.index()].list;
            list.iter().any(|candidate| candidate.is_kept && candidate.formula == terms.falsity())
        });
        if open.is_empty() || is_unreached {
            self.settled = Some(Settled { versions: versions(), open: Vec::new(), used: Vec::new() });
            return Some(false);
        }
        let mut solver = self.solver.take().unwrap_or_else(|| {
            let mut solver = run.solver();
            solver.sat().set_budget(Some(CONFLICTS));
            solver.assert(terms, rule.constraint);
            solver
        });
        let wanted = solver.activation(terms, "refuted");
        let over = terms.not(wanted);
        let mut clause = vec![over];
        for &at in &open {
            if run.is_stopped() {
                return None;
            }
            let said = self.conclusion.apply(terms, of_conclusion[at].formula);
            clause.push(terms.not(said));
        }
        if self.n_said == 0 {
            // Later there are fewer of them.
            self.n_said = open.len();
        }
        solver.assert_clause(terms, &clause);
        let mut still = Vec::new();
        let refuted: Vec<usize> = match self.ask(terms, system, &mut solver, wanted, all, run)? {
            SatResult::Interrupted => {
                // A query that is too hard drops what is hard.
                let hard: Vec<usize> =
                    open.iter().copied().filter(|&at| is_hard(terms, of_conclusion[at].formula)).collect();
                if hard.is_empty() { open } else { hard }
            }
            SatResult::Unsat => {
                still = open;
                Vec::new()
            }
            SatResult::Sat => {
                let state = state(terms, system, conclusion, &solver);
                let mut evaluator = Evaluator::new(&state);
                let is_false = |&at: &usize| !evaluator.truth(terms, of_conclusion[at].formula);
                open.into_iter().filter(is_false).collect()
            }
        };
        if refuted.is_empty() {
            self.settled = Some(Settled { versions: versions(), open: still, used: self.used(&solver, all) });
        }
        solver.assert(terms, over);
        self.solver = Some(solver);
        let dropped = &mut all[conclusion.predicate.index()];
        dropped.version += usize::from(!refuted.is_empty());
        for &at in &refuted {
            dropped.list[at].is_kept = false;
        }
        if run.is_stopped() { None } else { Some(!refuted.is_empty()) }
    }

    /// The candidates of premises that the solver used in the last query, which has no model.
    fn used(&self, solver: &Solver<Cadical>, all: &[Candidates]) -> Vec<(usize, usize)> {
        let core: FxHashSet<Term> = solver.core().iter().copied().collect();
        let mut used = Vec::new();
        for (number, (premise, known)) in self.rule.premises.iter().zip(&self.premises).enumerate() {
            let list = &all[premise.predicate.index()].list;
            let is_used = |&at: &usize| known.is_told[at] && core.contains(&list[at].kept);
            used.extend((0..list.len()).filter(is_used).map(|at| (number, at)));
        }
        used
    }

    /// Looks for a model in which all candidates of the premises hold: those that one violates are told before the next one is asked for.
    fn ask(
        &mut self,
        terms: &mut Terms,
        system: &System,
        solver: &mut Solver<Cadical>,
        wanted: Term,
        all: &[Candidates],
        run: &Run,
    ) -> Option<SatResult> {
        let mut room = TOLD;
        // Counted once: to be told more is cheap.
        run.count_query();
        loop {
            let mut assumptions = vec![wanted];
            for (premise, known) in self.rule.premises.iter().zip(&self.premises) {
                let list = all[premise.predicate.index()].list.iter().zip(&known.is_told);
                assumptions.extend(list.filter(|(it, is_told)| it.is_kept && **is_told).map(|(it, _)| it.kept));
            }
            match solver.check(terms, &assumptions) {
                SatResult::Interrupted if run.is_stopped() => return None,
                result @ (SatResult::Interrupted | SatResult::Unsat) => return Some(result),
                SatResult::Sat => {}
            }
            // All values are read before the solver is told more.
            let mut states = Vec::new();
            for premise in &self.rule.premises {
                states.push(state(terms, system, premise, solver));
            }
            let mut n_told = 0;
            for ((premise, known), state) in self.rule.premises.iter().zip(&mut self.premises).zip(&states) {
                let mut evaluator = Evaluator::new(state);
                for (at, candidate) in all[premise.predicate.index()].list.iter().enumerate() {
                    if n_told >= room {
                        break;
                    }
                    if candidate.is_kept && !known.is_told[at] && !evaluator.truth(terms, candidate.formula) {
                        let holds = known.said.apply(terms, candidate.formula);
                        let is_dropped = terms.not(candidate.kept);
                        solver.assert_clause(terms, &[is_dropped, holds]);
                        known.is_told[at] = true;
                        n_told += 1;
                    }
                }
            }
            if n_told == 0 {
                return Some(SatResult::Sat);
            }
            self.n_said += n_told;
            room *= 2;
            if run.is_stopped() {
                return None;
            }
        }
    }
}

/// What the arguments of a predicate are in the model of a solver, by its parameters.
fn state(terms: &Terms, system: &System, application: &Application, solver: &Solver<Cadical>) -> Assignment {
    let mut state = Assignment::new();
    let parameters = &system.declaration(application.predicate).parameters;
    for (&parameter, &argument) in parameters.iter().zip(&application.arguments) {
        state.set(parameter, solver.value(terms, argument));
    }
    state
}

/// Whether a candidate speaks of products or sums.
fn is_hard(terms: &Terms, candidate: Term) -> bool {
    reachable(terms, &[candidate]).into_iter().any(|part| matches!(terms.op(part), Op::BvMul | Op::BvAdd))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::horn::mine::{candidates, mine};
    use crate::horn::normal::rules;
    use crate::horn::read::read;
    use crate::horn::solve::Budget;

    /// Two that count, the second behind the first and twice as fast; what they hold goes from one predicate to the other and back.
    const SYSTEM: &str = "(set-logic HORN)
        (declare-fun A ((_ BitVec 8) (_ BitVec 8) (_ BitVec 8)) Bool)
        (declare-fun B ((_ BitVec 8) (_ BitVec 8) (_ BitVec 8)) Bool)
        (assert (forall ((z (_ BitVec 8))) (=> (= z #x05) (A #x00 #x00 z))))
        (assert (forall ((x (_ BitVec 8)) (y (_ BitVec 8)) (z (_ BitVec 8)))
            (=> (and (A x y z) (bvult x #x10)) (B (bvadd x #x01) y z))))
        (assert (forall ((x (_ BitVec 8)) (y (_ BitVec 8)) (z (_ BitVec 8)))
            (=> (B x y z) (A x (bvadd y #x02) z))))
        (assert (forall ((x (_ BitVec 8)) (y (_ BitVec 8)) (z (_ BitVec 8)) (v (_ BitVec 8)))
            (=> (and (A x y z) (A x y v) (not (= z v))) (B x y v))))
        (assert (forall ((x (_ BitVec 8)) (y (_ BitVec 8)) (z (_ BitVec 8)))
            (=> (and (A x y z) (not (bvule y #x20))) false)))
        (check-sat)";

    fn kept(most_held: usize) -> Vec<Vec<Term>> {
        let mut terms = Terms::new();
        let system = read(SYSTEM, &mut terms).expect("a system");
        let rules = rules(&mut terms, &system);
        let run = Run::new(Budget::default());
        let relevant = vec![vec![true; 3]; 2];
        let atoms = mine(&mut terms, &system, &rules, &relevant, &run).expect("nobody stops it");
        let tried = candidates(&mut terms, &system, &rules, &atoms, &relevant, &run).expect("nobody stops it");
        let solver = |terms: &mut Terms, rule: &Rule| {
            let mut solver = run.solver();
            solver.assert(terms, rule.constraint);
            solver
        };
        let solvers = rules.iter().map(|rule| solver(&mut terms, rule)).collect();
        let found = inductive(&mut terms, &system, &rules, tried.clone(), &[], solvers, most_held, &run);
        let found = found.expect("nobody stops it");
        // By the definition: nothing of what is left is refuted if all of it is assumed.
        for rule in &rules {
            let Some(conclusion) = &rule.conclusion else { continue };
            let mut solver = solver(&mut terms, rule);
            let said_of = |terms: &mut Terms, application: &Application| -> Vec<Term> {
                let parameters = &system.declaration(application.predicate).parameters;
                let pairs = parameters.iter().copied().zip(application.arguments.iter().copied());
                let mut said = Substitution::from_pairs(pairs);
                found[application.predicate.index()].iter().map(|&formula| said.apply(terms, formula)).collect()
            };
            for premise in &rule.premises {
                for holds in said_of(&mut terms, premise) {
                    solver.assert(&mut terms, holds);
                }
            }
            let all = said_of(&mut terms, conclusion);
            let some_fails = terms.and_all(&all);
            let some_fails = terms.not(some_fails);
            assert_eq!(solver.check(&mut terms, &[some_fails]), SatResult::Unsat);
        }
        assert!(tried[0].len() > found[0].len() && found[0].len() > 5, "{} of {}", found[0].len(), tried[0].len());
        found
    }

    #[test]
    fn what_is_left_is_inductive_and_the_same_if_solvers_are_forgotten() {
        assert_eq!(kept(0), kept(HELD));
    }
}
