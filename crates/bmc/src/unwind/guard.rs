//! The condition under which a thread is at a location: a path of literals, so that joins of branches fold.
//!
//! A guard is a conjunction that grows at tests. Where two paths join, the common literals stay, and the rest becomes
//! one disjunction. If the two paths differ in one test only, no literal of that test is left. So the code after an
//! `if` has the same guard as the code before it, as a term and not only as an equivalent formula.

use std::rc::Rc;

use raddle_logic::term::{Op, Term};

use crate::unwind::pool::Pool;

/// How many literals are searched at most.
const MEMORY: usize = 200;

/// The greatest depth to which conditions are examined.
const DEPTH: u32 = 4;

/// A conjunction of literals.
#[derive(Clone, Debug)]
pub struct Guard(Option<Rc<Node>>);

#[derive(Debug)]
struct Node {
    parent: Guard,
    literal: Term,
    term: Term,
    depth: u32,
}

impl Guard {
    /// Always.
    pub fn always() -> Self {
        Guard(None)
    }

    /// The guard as a formula.
    pub fn term(&self, pool: &Pool) -> Term {
        self.0.as_ref().map_or_else(|| pool.bool(true), |node| node.term)
    }

    /// The guard and one more literal; `None` if that is false.
    pub fn and(&self, pool: &mut Pool, literal: Term) -> Option<Guard> {
        if pool.is_true(literal) {
            return Some(self.clone());
        }
        if pool.is_false(literal) {
            return None;
        }
        let negation = pool.not(literal);
        let mut at = &self.0;
        for _ in 0..MEMORY {
            let Some(node) = at else { break };
            if node.literal == literal {
                return Some(self.clone());
            }
            if node.literal == negation {
                return None;
            }
            at = &node.parent.0;
        }
        let before = self.term(pool);
        let term = pool.and(before, literal);
        if pool.is_false(term) {
            return None;
        }
        if term == before {
            return Some(self.clone());
        }
        Some(Guard(Some(Rc::new(Node { parent: self.clone(), literal, term, depth: self.depth() + 1 }))))
    }

    /// The guard and one more literal, also if the result is false: the literals of two joined paths may contradict
    /// what they have in common, although neither path was recognized as impossible.
    fn with(&self, pool: &mut Pool, literal: Term) -> Guard {
        self.and(pool, literal).unwrap_or_else(|| {
            let term = pool.bool(false);
            Guard(Some(Rc::new(Node { parent: self.clone(), literal, term, depth: self.depth() + 1 })))
        })
    }

    /// Whether a literal is one of the conjunction: `Some(false)` if its negation is.
    pub fn decides(&self, pool: &mut Pool, literal: Term) -> Option<bool> {
        if let Some(value) = pool.terms.constant_bool(literal) {
            return Some(value);
        }
        let negation = pool.not(literal);
        let mut at = &self.0;
        for _ in 0..MEMORY {
            let node = at.as_ref()?;
            if node.literal == literal {
                return Some(true);
            }
            if node.literal == negation {
                return Some(false);
            }
            at = &node.parent.0;
        }
        None
    }

    /// Whether it is another guard, or that one and more.
    pub fn includes(&self, other: &Guard) -> bool {
        let mut at = self;
        for _ in 0..MEMORY {
            if at.is(other) {
                return true;
            }
            match &at.0 {
                Some(node) => at = &node.parent,
                None => return false,
            }
        }
        false
    }

    /// Whether it contradicts another guard, as far as the literals of one determine literals of the other.
    pub fn excludes(&self, other: &Guard, pool: &mut Pool) -> bool {
        let mut refutes = |one: &Guard, two: &Guard| {
            let mut at = one;
            for _ in 0..MEMORY {
                let Some(node) = &at.0 else { return false };
                if at.is(two) {
                    return false;
                }
                if two.value(pool, node.literal, DEPTH) == Some(false) {
                    return true;
                }
                at = &node.parent;
            }
            false
        };
        refutes(other, self) || refutes(self, other)
    }

    /// The value of a condition, as far as its structure and the literals determine it.
    fn value(&self, pool: &mut Pool, condition: Term, depth: u32) -> Option<bool> {
        let decided = self.decides(pool, condition);
        if decided.is_some() || depth == 0 {
            return decided;
        }
        let parts = pool.terms.arguments(condition).to_vec();
        match pool.terms.op(condition) {
            Op::Not => self.value(pool, parts[0], depth - 1).map(|value| !value),
            Op::And => {
                let values: Vec<Option<bool>> =
                    parts.into_iter().map(|part| self.value(pool, part, depth - 1)).collect();
                if values.contains(&Some(false)) {
                    return Some(false);
                }
                values.iter().all(|value| *value == Some(true)).then_some(true)
            }
            Op::Ite => match self.value(pool, parts[0], depth - 1)? {
                true => self.value(pool, parts[1], depth - 1),
                false => self.value(pool, parts[2], depth - 1),
            },
            _ => None,
        }
    }

    /// A tree of choices without the branches that the guard excludes.
    pub fn simplify(&self, pool: &mut Pool, tree: Term) -> Term {
        let mut at = tree;
        while let Some((condition, then, otherwise)) = pool.choice(at) {
            at = match self.decides(pool, condition) {
                Some(true) => then,
                Some(false) => otherwise,
                None => break,
            };
        }
        at
    }

    fn depth(&self) -> u32 {
        self.0.as_ref().map_or(0, |node| node.depth)
    }

    /// Whether both are the same object, which implies that they are the same formula.
    pub fn is(&self, other: &Guard) -> bool {
        match (&self.0, &other.0) {
            (None, None) => true,
            (Some(one), Some(two)) => Rc::ptr_eq(one, two) || one.term == two.term,
            _ => false,
        }
    }

    /// Joins two guards that exclude each other: the guard of both, and the literal that distinguishes the first from
    /// the second under it.
    pub fn join(&self, other: &Guard, pool: &mut Pool) -> (Guard, Term) {
        let (mut one, mut two) = (self.clone(), other.clone());
        let (mut first, mut second) = (Vec::new(), Vec::new());
        while !one.is(&two) {
            let climbs_first = one.depth() >= two.depth();
            let (guard, literals) = if climbs_first { (&mut one, &mut first) } else { (&mut two, &mut second) };
            let Some(node) = guard.0.clone() else { break };
            literals.push(node.literal);
            *guard = node.parent.clone();
        }
        // Literals that both guards have, pushed one by one in each.
        let common: Vec<Term> = first.iter().copied().filter(|literal| second.contains(literal)).collect();
        let rest_of = |literals: &[Term]| -> Vec<Term> {
            literals.iter().copied().filter(|literal| !common.contains(literal)).collect()
        };
        let (rest_first, rest_second) = (rest_of(&first), rest_of(&second));
        let one_term = pool.terms.and_all(&rest_first);
        let two_term = pool.terms.and_all(&rest_second);
        let selector = if rest_second.len() < rest_first.len() { pool.not(two_term) } else { one_term };
        let negation = pool.not(one_term);
        let mut joined = one;
        for literal in common.into_iter().rev() {
            joined = joined.with(pool, literal);
        }
        if negation != two_term {
            let either = pool.or(one_term, two_term);
            joined = joined.with(pool, either);
        }
        (joined, selector)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ways_that_meet_forget_their_test() {
        let mut pool = Pool::new();
        let (a, b, c) = (pool.fresh_bool("a"), pool.fresh_bool("b"), pool.fresh_bool("c"));
        let start = Guard::always().and(&mut pool, a).expect("possible");
        let not_b = pool.not(b);
        let then = start.and(&mut pool, b).expect("possible");
        let otherwise = start.and(&mut pool, not_b).expect("possible");
        let (joined, selector) = then.join(&otherwise, &mut pool);
        assert!(joined.is(&start));
        assert_eq!(selector, b);
        // With an assumption on one side, something stays.
        let assumed = then.and(&mut pool, c).expect("possible");
        let (joined, _) = assumed.join(&otherwise, &mut pool);
        assert!(!joined.is(&start));
        assert_eq!(joined.decides(&mut pool, a), Some(true));
        assert!(then.and(&mut pool, not_b).is_none());
    }

    #[test]
    fn ways_may_meet_whose_contradiction_was_not_noticed() {
        let mut pool = Pool::new();
        let (a, b) = (pool.fresh_bool("a"), pool.fresh_bool("b"));
        let (not_a, not_b) = (pool.not(a), pool.not(b));
        let mut start = Guard::always().and(&mut pool, a).expect("possible");
        for _ in 0..MEMORY - 50 {
            let literal = pool.fresh_bool("passed by");
            start = start.and(&mut pool, literal).expect("possible");
        }
        let mut way = |test: Term| {
            let mut guard = start.and(&mut pool, test).expect("possible");
            for _ in 0..60 {
                let literal = pool.fresh_bool("passed by");
                guard = guard.and(&mut pool, literal).expect("possible");
            }
            guard.and(&mut pool, not_a).expect("what contradicts it is too far back")
        };
        let (one, two) = (way(b), way(not_b));
        let (joined, _) = one.join(&two, &mut pool);
        let term = joined.term(&pool);
        assert!(pool.is_false(term));
        assert!(joined.and(&mut pool, b).is_none());
    }

    #[test]
    fn guards_exclude_each_other_by_the_structure_of_their_literals() {
        let mut pool = Pool::new();
        let (a, b) = (pool.fresh_bool("a"), pool.fresh_bool("b"));
        let both = pool.and(a, b);
        let not_both = pool.not(both);
        let separate = Guard::always().and(&mut pool, b).and_then(|guard| guard.and(&mut pool, a)).expect("possible");
        let together = Guard::always().and(&mut pool, not_both).expect("possible");
        assert!(separate.excludes(&together, &mut pool) && together.excludes(&separate, &mut pool));
        let half = Guard::always().and(&mut pool, a).expect("possible");
        assert!(!half.excludes(&together, &mut pool) && !together.excludes(&half, &mut pool));
        assert!(!half.excludes(&separate, &mut pool));
    }
}
