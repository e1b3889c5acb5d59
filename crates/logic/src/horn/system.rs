//! Systems of constrained Horn clauses: the data.

use rustc_hash::FxHashSet;

use crate::sort::Sort;
use crate::term::{Term, Terms};
use crate::traverse::variables_of;

/// A predicate of a [`System`]: a relation that the clauses are about.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Predicate(u32);

impl Predicate {
    /// The place in the order of declaration.
    #[must_use]
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// What is known of a predicate.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Declaration {
    /// Its name; no two predicates have the same.
    pub name: String,
    /// Variables that stand for its arguments, in interpretations. No clause uses them.
    pub parameters: Vec<Term>,
}

/// A predicate of some arguments.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Application {
    /// The predicate.
    pub predicate: Predicate,
    /// Terms of the sorts of its parameters.
    pub arguments: Vec<Term>,
}

/// For all values of its variables: if the body and the constraint are true, so is the head.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Clause {
    /// Premises.
    pub body: Vec<Application>,
    /// A Bool.
    pub constraint: Term,
    /// The conclusion; `None` is `false`.
    pub head: Option<Application>,
}

/// Predicates and clauses.
#[derive(Clone, Default, Debug)]
pub struct System {
    predicates: Vec<Declaration>,
    names: FxHashSet<String>,
    clauses: Vec<Clause>,
}

impl Clause {
    /// Its variables, in the order of their creation.
    #[must_use]
    pub fn variables(&self, terms: &Terms) -> Vec<Term> {
        let mut roots = vec![self.constraint];
        for application in self.body.iter().chain(&self.head) {
            roots.extend(&application.arguments);
        }
        variables_of(terms, &roots)
    }
}

impl System {
    /// Neither predicates nor clauses.
    #[must_use]
    pub fn new() -> System {
        System::default()
    }

    /// A new predicate. Its name gets a number if it is taken.
    pub fn declare(&mut self, terms: &mut Terms, name: &str, sorts: &[Sort]) -> Predicate {
        let mut free = (1..).map(|number| if number == 1 { name.to_owned() } else { format!("{name}!{number}") });
        let name = free.find(|name| !self.names.contains(name)).unwrap_or_else(|| name.to_owned());
        self.names.insert(name.clone());
        let parameters =
            sorts.iter().enumerate().map(|(at, &sort)| terms.fresh(&format!("{name}.{at}"), sort)).collect();
        self.predicates.push(Declaration { name, parameters });
        Predicate(self.predicates.len() as u32 - 1)
    }

    /// Adds a clause.
    ///
    /// # Panics
    /// If a predicate is not declared, or is applied to what does not have the sorts of its parameters, or the constraint is no Bool.
    pub fn add(&mut self, terms: &Terms, clause: Clause) {
        assert_eq!(terms.sort(clause.constraint), Sort::Bool, "a constraint is a Bool");
        for application in clause.body.iter().chain(&clause.head) {
            let parameters = &self.predicates[application.predicate.index()].parameters;
            let wanted = parameters.iter().map(|&parameter| terms.sort(parameter));
            let given = application.arguments.iter().map(|&argument| terms.sort(argument));
            assert!(wanted.eq(given), "a predicate is applied to what does not have the sorts of its parameters");
        }
        self.clauses.push(clause);
    }

    /// All predicates, in the order of their declaration.
    pub fn predicates(&self) -> impl DoubleEndedIterator<Item = Predicate> + use<> {
        (0..self.predicates.len() as u32).map(Predicate)
    }

    /// What is known of a predicate.
    #[must_use]
    pub fn declaration(&self, predicate: Predicate) -> &Declaration {
        &self.predicates[predicate.index()]
    }

    /// The clauses, in the order in which they were added.
    #[must_use]
    pub fn clauses(&self) -> &[Clause] {
        &self.clauses
    }

    /// Whether some derivation may use a predicate to derive it again.
    #[must_use]
    pub fn has_cycles(&self) -> bool {
        let mut uses = vec![Vec::new(); self.predicates.len()];
        let mut left = vec![0_usize; self.predicates.len()];
        for clause in &self.clauses {
            let Some(head) = &clause.head else { continue };
            for premise in &clause.body {
                uses[premise.predicate.index()].push(head.predicate.index());
                left[head.predicate.index()] += 1;
            }
        }
        let mut free: Vec<usize> = (0..left.len()).filter(|&at| left[at] == 0).collect();
        let mut n_free = 0;
        while let Some(at) = free.pop() {
            n_free += 1;
            for &used in &uses[at] {
                left[used] -= 1;
                if left[used] == 0 {
                    free.push(used);
                }
            }
        }
        n_free < left.len()
    }

    /// Whether no body has two premises.
    #[must_use]
    pub fn is_linear(&self) -> bool {
        self.clauses.iter().all(|clause| clause.body.len() <= 1)
    }
}
