//! Interpretations: what the predicates of a safe system may mean, and the check that they make every clause true.
//!
//! The meaning of an unfolded predicate is what its clauses derive. Writing it down needs a quantifier, but checking does not: clauses that
//! conclude the predicate hold by definition, and if it is a premise, one of its clauses was used, with some values of its variables.

use rustc_hash::FxHashMap;

use crate::horn::system::{Application, Clause, Predicate, System};
use crate::sat::{SatResult, SatSolver};
use crate::solver::Solver;
use crate::term::{Term, Terms};
use crate::traverse::Substitution;

/// A meaning for each predicate, in their order.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Interpretation {
    /// The meanings.
    pub meanings: Vec<Meaning>,
}

/// What a predicate means.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Meaning {
    /// A Bool over its parameters.
    Formula(Term),
    /// What its clauses derive, given the meanings of other predicates. No cycle leads through such predicates alone.
    Derived,
}

/// The result of a check.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Checked {
    /// All clauses are true.
    Holds,
    /// This clause is not.
    Fails {
        /// Its number.
        clause: usize,
    },
    /// The solver was interrupted at this clause.
    Interrupted {
        /// Its number.
        clause: usize,
    },
    /// A cycle leads through predicates that mean what their clauses derive: nothing is defined.
    Cyclic,
}

impl Interpretation {
    /// Checks every clause that does not hold by definition with new solvers: one for each, or for all, if no clause has several premises.
    pub fn check<S: SatSolver>(&self, terms: &mut Terms, system: &System, solver: impl Fn() -> S) -> Checked {
        if self.is_cyclic(system) {
            return Checked::Cyclic;
        }
        let definers = definers(system);
        if system.is_linear() {
            return self.check_linear(terms, system, &definers, solver());
        }
        for (number, clause) in system.clauses().iter().enumerate() {
            let Some(negation) = self.negated(terms, system, &definers, clause) else { continue };
            let mut solver = Solver::new(solver());
            for assertion in negation {
                solver.assert(terms, assertion);
            }
            match solver.check(terms, &[]) {
                SatResult::Unsat => {}
                SatResult::Sat => return Checked::Fails { clause: number },
                SatResult::Interrupted => return Checked::Interrupted { clause: number },
            }
        }
        Checked::Holds
    }

    /// What derived predicates mean is said once. Of all their instances those are used that one clause needs.
    fn check_linear<S: SatSolver>(
        &self,
        terms: &mut Terms,
        system: &System,
        definers: &[Vec<usize>],
        solver: S,
    ) -> Checked {
        let mut solver = Solver::new(solver);
        let mut expansion =
            Expansion { interpretation: self, system, definers, instances: FxHashMap::default(), spaces: 0 };
        for (number, clause) in system.clauses().iter().enumerate() {
            let mut pending = Vec::new();
            let Some(negation) = self.clause_fails(terms, clause, &mut expansion, &mut pending) else { continue };
            let mut definitions = Vec::new();
            while let Some(instance) = pending.pop() {
                expansion.define(terms, &instance, &mut definitions, &mut pending);
            }
            for definition in definitions {
                solver.assert(terms, definition);
            }
            let asked = solver.activation(terms, "clause");
            for assertion in negation {
                solver.assert_under(terms, asked, assertion);
            }
            match solver.check(terms, &[asked]) {
                SatResult::Unsat => {}
                SatResult::Sat => return Checked::Fails { clause: number },
                SatResult::Interrupted => return Checked::Interrupted { clause: number },
            }
            let over = terms.not(asked);
            solver.assert(terms, over);
        }
        Checked::Holds
    }

    /// What has a model if and only if the clause is false for some values; `None` if it is true by definition.
    pub fn negation(&self, terms: &mut Terms, system: &System, clause: &Clause) -> Option<Vec<Term>> {
        self.negated(terms, system, &definers(system), clause)
    }

    fn negated(
        &self,
        terms: &mut Terms,
        system: &System,
        definers: &[Vec<usize>],
        clause: &Clause,
    ) -> Option<Vec<Term>> {
        let mut expansion =
            Expansion { interpretation: self, system, definers, instances: FxHashMap::default(), spaces: 0 };
        let mut pending = Vec::new();
        let mut assertions = self.clause_fails(terms, clause, &mut expansion, &mut pending)?;
        while let Some(instance) = pending.pop() {
            expansion.define(terms, &instance, &mut assertions, &mut pending);
        }
        Some(assertions)
    }

    /// That the premises of a clause hold, and its constraint, and that its head does not.
    fn clause_fails(
        &self,
        terms: &mut Terms,
        clause: &Clause,
        expansion: &mut Expansion<'_>,
        pending: &mut Vec<Instance>,
    ) -> Option<Vec<Term>> {
        let mut assertions = vec![clause.constraint];
        if let Some(head) = &clause.head {
            let Meaning::Formula(formula) = self.meanings[head.predicate.index()] else { return None };
            let conclusion = instantiate(terms, expansion.system, head, formula);
            assertions.push(terms.not(conclusion));
        }
        let linear = clause.body.len() == 1;
        for premise in &clause.body {
            let space = if linear { 0 } else { expansion.space() };
            let holds = expansion.premise(terms, premise, space, pending);
            assertions.push(holds);
        }
        Some(assertions)
    }

    fn is_cyclic(&self, system: &System) -> bool {
        let is_derived = |predicate: Predicate| self.meanings[predicate.index()] == Meaning::Derived;
        // For each derived predicate the derived ones that it is a premise of, and how many it waits for.
        let mut users: Vec<Vec<usize>> = vec![Vec::new(); self.meanings.len()];
        let mut waits_for = vec![0_usize; self.meanings.len()];
        for clause in system.clauses() {
            let Some(head) = clause.head.as_ref().filter(|head| is_derived(head.predicate)) else { continue };
            for premise in clause.body.iter().filter(|premise| is_derived(premise.predicate)) {
                users[premise.predicate.index()].push(head.predicate.index());
                waits_for[head.predicate.index()] += 1;
            }
        }
        let mut settled: Vec<usize> = (0..waits_for.len()).filter(|&at| waits_for[at] == 0).collect();
        let mut n_settled = 0;
        while let Some(at) = settled.pop() {
            n_settled += 1;
            for &user in &users[at] {
                waits_for[user] -= 1;
                if waits_for[user] == 0 {
                    settled.push(user);
                }
            }
        }
        n_settled < waits_for.len()
    }
}

/// For each predicate the clauses that conclude it.
fn definers(system: &System) -> Vec<Vec<usize>> {
    let mut definers = vec![Vec::new(); system.predicates().count()];
    for (number, clause) in system.clauses().iter().enumerate() {
        if let Some(head) = &clause.head {
            definers[head.predicate.index()].push(number);
        }
    }
    definers
}

/// A formula over the parameters of a predicate, said of arguments.
fn instantiate(terms: &mut Terms, system: &System, application: &Application, formula: Term) -> Term {
    let parameters = &system.declaration(application.predicate).parameters;
    let pairs = parameters.iter().copied().zip(application.arguments.iter().copied());
    Substitution::from_pairs(pairs).apply(terms, formula)
}

/// The premises of one clause, with predicates that are derived written out. Of the ways to derive one premise at most one is used, so
/// one copy of each predicate's parameters is enough for all of them, as long as no clause has two premises: each of several
/// premises gets a space of its own.
struct Expansion<'a> {
    interpretation: &'a Interpretation,
    system: &'a System,
    definers: &'a [Vec<usize>],
    instances: FxHashMap<(usize, Predicate), Instance>,
    spaces: usize,
}

/// A derived predicate, somewhere.
#[derive(Clone)]
struct Instance {
    space: usize,
    predicate: Predicate,
    arguments: Vec<Term>,
    /// Whether it is needed there.
    is_used: Term,
}

impl Expansion<'_> {
    fn space(&mut self) -> usize {
        self.spaces += 1;
        self.spaces
    }

    /// What says that a premise holds.
    fn premise(&mut self, terms: &mut Terms, premise: &Application, space: usize, pending: &mut Vec<Instance>) -> Term {
        match self.interpretation.meanings[premise.predicate.index()] {
            Meaning::Formula(formula) => instantiate(terms, self.system, premise, formula),
            Meaning::Derived => {
                let declaration = self.system.declaration(premise.predicate);
                let instance = self.instances.entry((space, premise.predicate)).or_insert_with(|| {
                    let arguments = declaration
                        .parameters
                        .iter()
                        .map(|&parameter| terms.fresh("argument", terms.sort(parameter)))
                        .collect();
                    let is_used = terms.fresh(&format!("{} is used", declaration.name), crate::sort::Sort::Bool);
                    let instance = Instance { space, predicate: premise.predicate, arguments, is_used };
                    pending.push(instance.clone());
                    instance
                });
                let mut all = vec![instance.is_used];
                for (&argument, &given) in instance.arguments.iter().zip(&premise.arguments) {
                    all.push(terms.eq(argument, given));
                }
                terms.and_all(&all)
            }
        }
    }

    /// Says that a predicate that is used is derived by one of its clauses.
    fn define(
        &mut self,
        terms: &mut Terms,
        instance: &Instance,
        assertions: &mut Vec<Term>,
        pending: &mut Vec<Instance>,
    ) {
        let mut ways = vec![terms.not(instance.is_used)];
        let system = self.system;
        for &number in &self.definers[instance.predicate.index()] {
            let clause = &system.clauses()[number];
            let Some(head) = &clause.head else { continue };
            // The variables of the clause are renamed: other instances use it, too.
            let renamed: Vec<(Term, Term)> = clause
                .variables(terms)
                .into_iter()
                .map(|variable| {
                    let name = terms.name(variable).unwrap_or_default().to_owned();
                    (variable, terms.fresh(&name, terms.sort(variable)))
                })
                .collect();
            let mut renaming = Substitution::from_pairs(renamed);
            let mut all = vec![renaming.apply(terms, clause.constraint)];
            for (&argument, &value) in instance.arguments.iter().zip(&head.arguments) {
                let value = renaming.apply(terms, value);
                all.push(terms.eq(argument, value));
            }
            let linear = clause.body.len() == 1;
            for premise in &clause.body {
                let arguments = premise.arguments.iter().map(|&argument| renaming.apply(terms, argument)).collect();
                let premise = Application { predicate: premise.predicate, arguments };
                let space = if linear { instance.space } else { self.space() };
                all.push(self.premise(terms, &premise, space, pending));
            }
            ways.push(terms.and_all(&all));
        }
        let derived = terms.or_all(&ways);
        assertions.push(derived);
    }
}
