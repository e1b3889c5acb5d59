//! Rules: clauses that compute. The arguments of a rule's premises are distinct variables; what else it mentions are *inputs*; the
//! arguments of its conclusion are terms over both. So what a rule does to values is evaluation, and a condition on its conclusion
//! becomes one on its premises by substitution, exactly.

use std::rc::Rc;

use rustc_hash::FxHashSet;

use crate::assignment::Assignment;
use crate::evaluate::Evaluator;
use crate::horn::derivation::Step;
use crate::horn::system::{Application, Clause, System};
use crate::propagate::propagate_only;
use crate::term::{Term, Terms};
use crate::traverse::{Substitution, variables_of};

/// A clause that computes its conclusion.
#[derive(Clone, Debug)]
pub struct Rule {
    /// The premises. All their arguments are different variables.
    pub premises: Vec<Application>,
    /// When it may be used.
    pub constraint: Term,
    /// What it derives; `None` is `false`.
    pub conclusion: Option<Application>,
    /// How it was made of clauses.
    pub origin: Rc<Origin>,
    /// The clauses that it stands for.
    pub clauses: Clauses,
}

/// A set of clauses, by their numbers.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Clauses(Vec<u64>);

/// How a rule was made of clauses.
#[derive(Debug)]
pub enum Origin {
    /// It is this clause of the system.
    Clause(usize),
    /// It is another rule whose variables have these values, in terms of this rule's variables; what is not listed is the same in both.
    Bound {
        /// The other rule.
        of: Rc<Origin>,
        /// Variables, and what they are.
        values: Vec<(Term, Term)>,
    },
    /// It is one of two rules with the same premises.
    Choice {
        /// Which: the first, if this is true.
        condition: Term,
        /// The first.
        then: Rc<Origin>,
        /// The second.
        otherwise: Rc<Origin>,
    },
    /// One rule, with a premise derived by another one, whose premises stand in its place.
    Chained {
        /// The rule that uses what is derived.
        user: Rc<Origin>,
        /// Which premise.
        at: usize,
        /// The rule that derives it.
        definer: Rc<Origin>,
        /// How many premises that one has.
        count: usize,
    },
}

impl Clauses {
    /// One clause.
    #[must_use]
    pub fn one(number: usize) -> Clauses {
        let mut words = vec![0; number / 64 + 1];
        words[number / 64] = 1 << (number % 64);
        Clauses(words)
    }

    /// Whether some clause is in both.
    #[must_use]
    pub fn meets(&self, other: &Clauses) -> bool {
        self.0.iter().zip(&other.0).any(|(mine, theirs)| mine & theirs != 0)
    }

    /// All clauses of both.
    #[must_use]
    pub fn with(mut self, other: &Clauses) -> Clauses {
        self.0.resize(self.0.len().max(other.0.len()), 0);
        for (mine, theirs) in self.0.iter_mut().zip(&other.0) {
            *mine |= theirs;
        }
        self
    }
}

impl Rule {
    /// A clause as a rule.
    pub fn of(terms: &mut Terms, clause: &Clause, number: usize) -> Rule {
        let mut constraints = vec![clause.constraint];
        let mut seen = FxHashSet::default();
        let mut premises = Vec::with_capacity(clause.body.len());
        for application in &clause.body {
            let mut arguments = Vec::with_capacity(application.arguments.len());
            for &argument in &application.arguments {
                if terms.is_variable(argument) && seen.insert(argument) {
                    arguments.push(argument);
                } else {
                    let variable = terms.fresh("argument", terms.sort(argument));
                    seen.insert(variable);
                    constraints.push(terms.eq(variable, argument));
                    arguments.push(variable);
                }
            }
            premises.push(Application { predicate: application.predicate, arguments });
        }
        let constraint = terms.and_all(&constraints);
        let (conclusion, origin) = (clause.head.clone(), Rc::new(Origin::Clause(number)));
        let rule = Rule { premises, constraint, conclusion, origin, clauses: Clauses::one(number) };
        rule.without_definitions(terms)
    }

    /// The variables of its premises.
    pub fn premise_variables(&self) -> impl Iterator<Item = Term> {
        self.premises.iter().flat_map(|premise| premise.arguments.iter().copied())
    }

    /// The variables that are no arguments of premises.
    #[must_use]
    pub fn inputs(&self, terms: &Terms) -> Vec<Term> {
        let premises: FxHashSet<Term> = self.premise_variables().collect();
        let mut roots = vec![self.constraint];
        roots.extend(self.conclusion.iter().flat_map(|conclusion| &conclusion.arguments));
        let mut inputs = variables_of(terms, &roots);
        inputs.retain(|variable| !premises.contains(variable));
        inputs
    }

    /// Inputs that the constraint defines are replaced by their definitions.
    #[must_use]
    pub fn without_definitions(mut self, terms: &mut Terms) -> Rule {
        let premises: FxHashSet<Term> = self.premise_variables().collect();
        let propagated = propagate_only(terms, &[self.constraint], |variable| !premises.contains(&variable));
        if propagated.definitions.is_empty() {
            return self;
        }
        let mut substitution = Substitution::from_pairs(propagated.definitions.iter().copied());
        self.constraint = terms.and_all(&propagated.assertions);
        if let Some(conclusion) = &mut self.conclusion {
            for argument in &mut conclusion.arguments {
                *argument = substitution.apply(terms, *argument);
            }
        }
        self.origin = Rc::new(Origin::Bound { of: self.origin, values: propagated.definitions });
        self
    }

    /// The rule with its variables replaced by terms.
    #[must_use]
    pub fn bound(&self, terms: &mut Terms, values: Vec<(Term, Term)>) -> Rule {
        let mut substitution = Substitution::from_pairs(values.iter().copied());
        let mut said = |terms: &mut Terms, application: &Application| Application {
            predicate: application.predicate,
            arguments: application.arguments.iter().map(|&argument| substitution.apply(terms, argument)).collect(),
        };
        let premises = self.premises.iter().map(|premise| said(terms, premise)).collect();
        let conclusion = self.conclusion.as_ref().map(|conclusion| said(terms, conclusion));
        let constraint = substitution.apply(terms, self.constraint);
        Rule {
            premises,
            constraint,
            conclusion,
            origin: Rc::new(Origin::Bound { of: Rc::clone(&self.origin), values }),
            clauses: self.clauses.clone(),
        }
    }

    /// The rule with variables of its own.
    #[must_use]
    pub fn renamed(&self, terms: &mut Terms) -> Rule {
        let mut variables = self.inputs(terms);
        variables.extend(self.premise_variables());
        let values = variables
            .into_iter()
            .map(|variable| {
                let name = terms.name(variable).unwrap_or_default().to_owned();
                (variable, terms.fresh(&name, terms.sort(variable)))
            })
            .collect();
        self.bound(terms, values)
    }
}

/// The rules of all clauses, but for those that can never be used.
///
/// Inputs are those of one rule alone. The premise of all rules that have a single one, of the same predicate, has the same variables:
/// then rules can be put together without being copied ([`crate::horn::unfold`]).
#[must_use]
pub fn rules(terms: &mut Terms, system: &System) -> Vec<Rule> {
    let mut rules = Vec::with_capacity(system.clauses().len());
    let mut variables: Vec<Option<Vec<Term>>> = vec![None; system.predicates().count()];
    for (number, clause) in system.clauses().iter().enumerate() {
        let rule = Rule::of(terms, clause, number);
        // Clauses may share variables.
        let mut values: Vec<(Term, Term)> = Vec::new();
        let rename = |terms: &mut Terms, variable: Term| {
            let name = terms.name(variable).unwrap_or_default().to_owned();
            (variable, terms.fresh(&name, terms.sort(variable)))
        };
        for input in rule.inputs(terms) {
            values.push(rename(terms, input));
        }
        match &rule.premises[..] {
            [premise] => {
                let known = variables[premise.predicate.index()].get_or_insert_with(|| {
                    premise.arguments.iter().map(|&argument| rename(terms, argument).1).collect()
                });
                values.extend(premise.arguments.iter().copied().zip(known.iter().copied()));
            }
            several => {
                for premise in several {
                    for &argument in &premise.arguments {
                        values.push(rename(terms, argument));
                    }
                }
            }
        }
        let rule = rule.bound(terms, values);
        if terms.constant_bool(rule.constraint) != Some(false) {
            rules.push(rule);
        }
    }
    rules
}

impl Origin {
    /// The steps of the clauses that the rule stands for, used with these values and premises. Returns the last of them.
    pub fn expand(
        &self,
        terms: &Terms,
        system: &System,
        values: &Assignment,
        premises: &[usize],
        steps: &mut Vec<Step>,
    ) -> usize {
        match self {
            Origin::Clause(number) => {
                let head = system.clauses()[*number].head.as_ref();
                let mut evaluator = Evaluator::new(values);
                let arguments = head
                    .map(|head| head.arguments.iter().map(|&argument| evaluator.value(terms, argument)).collect())
                    .unwrap_or_default();
                steps.push(Step { clause: *number, values: values.clone(), premises: premises.to_vec(), arguments });
                steps.len() - 1
            }
            Origin::Bound { of, values: bound } => {
                let mut inside = values.clone();
                let mut evaluator = Evaluator::new(values);
                for &(variable, term) in bound {
                    inside.set(variable, evaluator.value(terms, term));
                }
                of.expand(terms, system, &inside, premises, steps)
            }
            Origin::Choice { condition, then, otherwise } => {
                let chosen = if Evaluator::new(values).truth(terms, *condition) { then } else { otherwise };
                chosen.expand(terms, system, values, premises, steps)
            }
            Origin::Chained { user, at, definer, count } => {
                let derived = definer.expand(terms, system, values, &premises[*at..at + count], steps);
                let mut of_user = premises[..*at].to_vec();
                of_user.push(derived);
                of_user.extend(&premises[at + count..]);
                user.expand(terms, system, values, &of_user, steps)
            }
        }
    }
}
