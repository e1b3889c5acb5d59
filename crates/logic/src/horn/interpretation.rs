//! Interpretations: what the predicates of a safe system may mean, and the check that they make every clause true.
//!
//! A predicate that was unfolded means what its clauses derive. That needs a quantifier to be written down, but none to be checked:
//! clauses that conclude it hold by definition, and where it is a premise, one of its clauses was used, with some values of
//! their variables.

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

/// What a check found out.
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
    /// Checks every clause that does not hold by definition, each with a new solver.
    pub fn check<S: SatSolver>(&self, terms: &mut Terms, system: &System, solver: impl Fn() -> S) -> Checked {
        if self.is_cyclic(system) {
            return Checked::Cyclic;
        }
        for (number, clause) in system.clauses().iter().enumerate() {
            let Some(negation) = self.negation(terms, system, clause) else { continue };
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

    /// What has a model if and only if the clause is false for some values; `None` if it is true by definition.
    pub fn negation(&self, terms: &mut Terms, system: &System, clause: &Clause) -> Option<Vec<Term>> {
        let mut expansion = Expansion { interpretation: self, system, instances: FxHashMap::default(), spaces: 0 };
        let mut assertions = vec![clause.constraint];
        if let Some(head) = &clause.head {
            let Meaning::Formula(formula) = self.meanings[head.predicate.index()] else { return None };
            let conclusion = instantiate(terms, system, head, formula);
            assertions.push(terms.not(conclusion));
        }
        let mut pending = Vec::new();
        let linear = clause.body.len() == 1;
        for premise in &clause.body {
            let space = if linear { 0 } else { expansion.space() };
            let holds = expansion.premise(terms, premise, space, &mut pending);
            assertions.push(holds);
        }
        while let Some(instance) = pending.pop() {
            expansion.define(terms, &instance, &mut assertions, &mut pending);
        }
        Some(assertions)
    }

    fn is_cyclic(&self, system: &System) -> bool {
        // Predicates are settled once all that they are derived from is.
        let mut settled: Vec<bool> =
            self.meanings.iter().map(|meaning| matches!(meaning, Meaning::Formula(_))).collect();
        loop {
            let mut changed = false;
            for predicate in system.predicates().filter(|predicate| !settled[predicate.index()]).collect::<Vec<_>>() {
                let mut definers = system
                    .clauses()
                    .iter()
                    .filter(|clause| clause.head.as_ref().is_some_and(|head| head.predicate == predicate));
                if definers.all(|clause| clause.body.iter().all(|premise| settled[premise.predicate.index()])) {
                    settled[predicate.index()] = true;
                    changed = true;
                }
            }
            if !changed {
                return settled.contains(&false);
            }
        }
    }
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
                    let is_used = terms.fresh(&format!("{} is used", declaration.name), crate::term::Sort::Bool);
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
        for clause in system.clauses() {
            let Some(head) = clause.head.as_ref().filter(|head| head.predicate == instance.predicate) else { continue };
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
