//! The frames, and one solver for each rule that answers which states the rule derives from them.

use crate::assignment::Assignment;
use crate::horn::normal::Rule;
use crate::horn::solve::Run;
use crate::horn::system::{Predicate, System};
use crate::sat::{Cadical, SatResult};
use crate::solver::Solver;
use crate::sort::Sort;
use crate::term::{Term, Terms};
use crate::traverse::Substitution;

use super::ALWAYS;

/// How many clauses of single queries a solver keeps before it is made anew.
const STALE: u32 = 1500;

/// A cube that a predicate does not have at a level.
#[derive(Clone, Debug)]
pub(super) struct Lemma {
    pub predicate: Predicate,
    pub cube: Vec<Term>,
    /// The last level at which it holds.
    pub level: usize,
}

/// What a rule derives.
pub(super) enum Derived {
    /// A state of the cube; values of all variables of the rule.
    State(Assignment),
    /// None; these literals of the cube (by their places) suffice.
    Nothing(Vec<usize>),
    /// The run was stopped.
    Stopped,
}

/// All rules and lemmas.
pub(super) struct Frames<'r> {
    pub rules: &'r [Rule],
    system: &'r System,
    run: &'r Run,
    pub lemmas: Vec<Lemma>,
    solvers: Vec<RuleSolver>,
    /// For each level the variable under which its lemmas are asserted.
    activations: Vec<Term>,
    /// For each predicate, the rules that conclude it, those without premises first; last, the rules that conclude false.
    concluding: Vec<Vec<usize>>,
}

struct RuleSolver {
    solver: Solver<Cadical>,
    variables: Vec<Term>,
    premises: Vec<Substitution>,
    conclusion: Substitution,
    stale: u32,
}

impl<'r> Frames<'r> {
    pub fn new(terms: &mut Terms, system: &'r System, rules: &'r [Rule], run: &'r Run) -> Frames<'r> {
        let count = system.predicates().count();
        let mut concluding = vec![Vec::new(); count + 1];
        for has_premises in [false, true] {
            for (at, rule) in rules.iter().enumerate().filter(|(_, rule)| rule.premises.is_empty() != has_premises) {
                let place = rule.conclusion.as_ref().map_or(count, |conclusion| conclusion.predicate.index());
                concluding[place].push(at);
            }
        }
        let solvers = rules.iter().map(|rule| RuleSolver::new(terms, system, rule, run)).collect();
        Frames { rules, system, run, lemmas: Vec::new(), solvers, activations: Vec::new(), concluding }
    }

    /// The rules that conclude a predicate, or false.
    pub fn concluding(&self, predicate: Option<Predicate>) -> &[usize] {
        let place = predicate.map_or(self.concluding.len() - 1, Predicate::index);
        &self.concluding[place]
    }

    /// Adds a lemma, unless one of its level or a higher one says as much. Drops those that say no more.
    pub fn add(&mut self, terms: &mut Terms, lemma: Lemma) {
        let weaker = |weak: &Lemma, strong: &Lemma| {
            weak.predicate == strong.predicate
                && weak.level <= strong.level
                && strong.cube.iter().all(|literal| weak.cube.contains(literal))
        };
        if self.lemmas.iter().any(|known| weaker(&lemma, known)) {
            return;
        }
        self.lemmas.retain(|known| !weaker(known, &lemma));
        let activation = self.activation(terms, lemma.level);
        for (rule, solver) in self.rules.iter().zip(&mut self.solvers) {
            solver.assert_lemma(terms, rule, &lemma, activation);
        }
        self.lemmas.push(lemma);
    }

    fn activation(&mut self, terms: &mut Terms, level: usize) -> Option<Term> {
        if level == ALWAYS {
            return None;
        }
        while self.activations.len() <= level {
            let name = format!("level {}", self.activations.len());
            self.activations.push(terms.fresh(&name, Sort::Bool));
        }
        Some(self.activations[level])
    }

    /// Whether a rule derives a state of a cube from the frame of a level, without what is excluded of the same predicate.
    pub fn derive(
        &mut self,
        terms: &mut Terms,
        rule: usize,
        level: usize,
        cube: &[Term],
        is_relative: bool,
    ) -> Derived {
        if self.run.is_stopped() {
            return Derived::Stopped;
        }
        if self.solvers[rule].stale > STALE {
            let mut fresh = RuleSolver::new(terms, self.system, &self.rules[rule], self.run);
            for lemma in &self.lemmas {
                let activation = if lemma.level == ALWAYS { None } else { Some(self.activations[lemma.level]) };
                fresh.assert_lemma(terms, &self.rules[rule], lemma, activation);
            }
            self.solvers[rule] = fresh;
        }
        let solver = &mut self.solvers[rule];
        let mut assumptions = Vec::new();
        let mut said = Vec::with_capacity(cube.len());
        for &literal in cube {
            said.push(solver.conclusion.apply(terms, literal));
        }
        assumptions.extend(&said);
        let is_grounded = self.rules[rule].premises.is_empty();
        if !is_grounded {
            assumptions.extend(self.activations.iter().skip(level));
        }
        let mut excluded = None;
        if is_relative && let Some(conclusion) = &self.rules[rule].conclusion {
            for (at, premise) in self.rules[rule].premises.iter().enumerate() {
                if premise.predicate != conclusion.predicate {
                    continue;
                }
                let active = *excluded.get_or_insert_with(|| terms.fresh("excluded", Sort::Bool));
                let mut clause = vec![terms.not(active)];
                for &literal in cube {
                    let literal = solver.premises[at].apply(terms, literal);
                    clause.push(terms.not(literal));
                }
                solver.solver.assert_clause(terms, &clause);
            }
        }
        assumptions.extend(excluded);
        self.run.count_query();
        let derived = match solver.solver.check(terms, &assumptions) {
            SatResult::Interrupted => Derived::Stopped,
            SatResult::Unsat => {
                let core = solver.solver.core();
                Derived::Nothing((0..cube.len()).filter(|&at| core.contains(&said[at])).collect())
            }
            SatResult::Sat => {
                let mut values = Assignment::new();
                for &variable in &solver.variables {
                    values.set(variable, solver.solver.value(terms, variable));
                }
                Derived::State(values)
            }
        };
        if let Some(active) = excluded {
            let over = terms.not(active);
            solver.solver.assert(terms, over);
            solver.stale += 1;
        }
        derived
    }

    /// A formula over the parameters of the conclusion, said of what the rule derives.
    pub fn said_of_conclusion(&mut self, terms: &mut Terms, rule: usize, literal: Term) -> Term {
        self.solvers[rule].conclusion.apply(terms, literal)
    }
}

impl RuleSolver {
    fn new(terms: &mut Terms, system: &System, rule: &Rule, run: &Run) -> RuleSolver {
        let pairs = |application: &crate::horn::system::Application| {
            let parameters = &system.declaration(application.predicate).parameters;
            Substitution::from_pairs(parameters.iter().copied().zip(application.arguments.iter().copied()))
        };
        let mut solver = run.solver();
        solver.assert(terms, rule.constraint);
        let mut variables = rule.inputs(terms);
        variables.extend(rule.premise_variables());
        RuleSolver {
            solver,
            variables,
            premises: rule.premises.iter().map(pairs).collect(),
            conclusion: rule.conclusion.as_ref().map_or_else(Substitution::new, pairs),
            stale: 0,
        }
    }

    fn assert_lemma(&mut self, terms: &mut Terms, rule: &Rule, lemma: &Lemma, activation: Option<Term>) {
        for (at, premise) in rule.premises.iter().enumerate() {
            if premise.predicate != lemma.predicate {
                continue;
            }
            let mut clause = Vec::with_capacity(lemma.cube.len() + 1);
            clause.extend(activation.map(|activation| terms.not(activation)));
            for &literal in &lemma.cube {
                let literal = self.premises[at].apply(terms, literal);
                clause.push(terms.not(literal));
            }
            self.solver.assert_clause(terms, &clause);
        }
    }
}
