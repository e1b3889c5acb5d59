//! What was read: terms in the place of the variables that stand for values of reads.
//!
//! In an unwound program the value of a read is a variable, or a tree of choices between constants whose conditions are variables.
//! In one interleaving a read has one source, so its variables have values: terms over inputs, mostly constants. Putting them
//! in is what symbolic execution of this interleaving is.

use rustc_hash::FxHashMap;

use raddle_logic::sort::Sort;
use raddle_logic::term::{Op, Term};

use crate::unwind::pool::Pool;

/// The greatest number of constants in a tree of choices that is examined.
const LEAVES: usize = 64;

/// Which terms contain which variables of reads: a bit for each variable, the same for every 128th. So a substitution
/// need not visit most of the terms that it would leave unchanged.
#[derive(Default)]
pub struct Marks {
    of_variable: FxHashMap<Term, u128>,
    known: FxHashMap<Term, u128>,
}

impl Marks {
    /// Adds a variable that gets a value during the search. Call it before any term is queried.
    pub fn add(&mut self, variable: Term) {
        let number = self.of_variable.len();
        self.of_variable.entry(variable).or_insert(1 << (number % 128));
    }

    /// The marks of the variables in a term; zero if there are none.
    pub fn of_term(&mut self, pool: &Pool, term: Term) -> u128 {
        let mut pending = vec![term];
        while let Some(&top) = pending.last() {
            if self.known.contains_key(&top) {
                pending.pop();
                continue;
            }
            let arguments = pool.terms.arguments(top);
            let n_before = pending.len();
            pending.extend(arguments.iter().filter(|argument| !self.known.contains_key(argument)));
            if pending.len() == n_before {
                let own = self.of_variable.get(&top).copied().unwrap_or(0);
                let marks = arguments.iter().fold(own, |marks, argument| marks | self.known[argument]);
                self.known.insert(top, marks);
                pending.pop();
            }
        }
        self.known[&term]
    }
}

/// Terms in the place of some variables of reads.
pub struct Bindings<'a> {
    values: &'a dyn Fn(Term) -> Option<Term>,
    marks: u128,
    images: FxHashMap<Term, Term>,
}

impl<'a> Bindings<'a> {
    /// Those variables that have a value get it; `marks` are theirs, or more.
    pub fn new(values: &'a dyn Fn(Term) -> Option<Term>, marks: u128) -> Self {
        Bindings { values, marks, images: FxHashMap::default() }
    }

    /// The term with the values in it.
    pub fn apply(&mut self, pool: &mut Pool, marks: &mut Marks, term: Term) -> Term {
        let mut pending = vec![term];
        let mut arguments = Vec::new();
        while let Some(&top) = pending.last() {
            if self.images.contains_key(&top) {
                pending.pop();
                continue;
            }
            if marks.of_term(pool, top) & self.marks == 0 {
                self.images.insert(top, top);
                continue;
            }
            if let Some(value) = (self.values)(top) {
                self.images.insert(top, value);
                continue;
            }
            let n_before = pending.len();
            pending.extend(pool.terms.arguments(top).iter().filter(|argument| !self.images.contains_key(argument)));
            if pending.len() > n_before {
                continue;
            }
            arguments.clear();
            arguments.extend(pool.terms.arguments(top).iter().map(|argument| self.images[argument]));
            let image = if arguments == pool.terms.arguments(top) { top } else { pool.terms.rebuild(top, &arguments) };
            self.images.insert(top, image);
        }
        self.images[&term]
    }
}

/// What the variables of a read are if it reads this: pairs of variables and values.
pub fn bind(pool: &mut Pool, read: Term, value: Term, pairs: &mut Vec<(Term, Term)>) {
    if pool.terms.is_variable(read) {
        pairs.push((read, value));
        return;
    }
    if pool.terms.op(read) != Op::Ite {
        return;
    }
    let [condition, then, otherwise] = *pool.terms.arguments(read) else { return };
    if let Some(leaves) = pool.leaves(then, LEAVES).filter(|_| pool.terms.is_variable(condition)) {
        let cases: Vec<Term> = leaves.into_iter().map(|leaf| pool.is_number(value, leaf)).collect();
        let is_there = pool.any(&cases);
        pairs.push((condition, is_there));
    }
    bind(pool, then, value, pairs);
    bind(pool, otherwise, value, pairs);
}

/// That two terms of one sort are equal.
pub fn equal(pool: &mut Pool, one: Term, other: Term) -> Term {
    match pool.terms.sort(one) {
        Sort::Bool => pool.terms.iff(one, other),
        Sort::BitVec(_) | Sort::Array { .. } => pool.eq(one, other),
    }
}

/// That what was read is what was there; constantly true where the tree of choices shows it.
pub fn same(pool: &mut Pool, read: Term, value: Term) -> Term {
    let are_choices = |expected: Vec<u128>| {
        let found = pool.leaves(value, LEAVES)?;
        Some(found.iter().all(|leaf| expected.contains(leaf)) && chooses_by_variables(pool, read))
    };
    let is_bound = pool.terms.is_variable(read) || pool.leaves(read, LEAVES).and_then(are_choices) == Some(true);
    if is_bound { pool.bool(true) } else { pool.eq(read, value) }
}

/// Whether the conditions of a tree of constants are variables: then [`bind`] says which constant it is.
fn chooses_by_variables(pool: &Pool, tree: Term) -> bool {
    if pool.constant(tree).is_some() {
        return true;
    }
    match *pool.terms.arguments(tree) {
        [condition, then, otherwise] => {
            let is_variable = pool.terms.is_variable(condition);
            is_variable && chooses_by_variables(pool, then) && chooses_by_variables(pool, otherwise)
        }
        _ => false,
    }
}
