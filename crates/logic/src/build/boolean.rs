//! Constructors of Bools: everything is conjunction, negation, `ite` and equality.

use crate::sort::Sort;
use crate::term::{Op, Term, Terms};

/// How many conjuncts of a nested conjunction are looked at.
const LOOK: usize = 16;

impl Terms {
    /// Negation.
    pub fn not(&mut self, a: Term) -> Term {
        assert_eq!(self.sort(a), Sort::Bool, "only a Bool is negated");
        match self.op(a) {
            Op::Bool(value) => self.bool(!value),
            // not(not(a)) = a
            Op::Not => self.only(a),
            _ => self.intern(Op::Not, Sort::Bool, &[a]),
        }
    }

    /// Conjunction of two.
    pub fn and(&mut self, a: Term, b: Term) -> Term {
        self.with_rules(
            |cx| cx.and_rules(a, b),
            |cx| {
                let (a, b) = (a.min(b), a.max(b));
                cx.intern(Op::And, Sort::Bool, &[a, b])
            },
        )
    }

    /// Conjunction of any number; `true` of none.
    pub fn and_all(&mut self, terms: &[Term]) -> Term {
        match *terms {
            [] => return self.truth(),
            [a] => return a,
            [a, b] => return self.and(a, b),
            _ => {}
        }
        let mut sorted: Vec<Term> = Vec::with_capacity(terms.len());
        for &a in terms {
            assert_eq!(self.sort(a), Sort::Bool, "only Bools are joined");
            match self.constant_bool(a) {
                // and(a, true) = a
                Some(true) => {}
                // and(a, false) = false
                Some(false) => return a,
                None => sorted.push(a),
            }
        }
        // and(a, a) = a
        sorted.sort_unstable();
        sorted.dedup();
        for &a in &sorted {
            // and(a, not(a)) = false
            if self.op(a) == Op::Not && sorted.binary_search(&self.only(a)).is_ok() {
                return self.falsity();
            }
        }
        match *sorted {
            [] => self.truth(),
            [a] => a,
            [a, b] => self.and(a, b),
            _ => self.intern(Op::And, Sort::Bool, &sorted),
        }
    }

    /// Disjunction of two.
    pub fn or(&mut self, a: Term, b: Term) -> Term {
        // or(a, b) = not(and(not(a), not(b)))
        let (a, b) = (self.not(a), self.not(b));
        let both = self.and(a, b);
        self.not(both)
    }

    /// Disjunction of any number; `false` of none.
    pub fn or_all(&mut self, terms: &[Term]) -> Term {
        let negated: Vec<Term> = terms.iter().map(|&a| self.not(a)).collect();
        let all = self.and_all(&negated);
        self.not(all)
    }

    /// Implication.
    pub fn implies(&mut self, a: Term, b: Term) -> Term {
        // implies(a, b) = not(and(a, not(b)))
        let b = self.not(b);
        let both = self.and(a, b);
        self.not(both)
    }

    /// Equality of Bools.
    pub fn iff(&mut self, a: Term, b: Term) -> Term {
        assert_eq!(self.sort(a), Sort::Bool, "only Bools are equivalent");
        self.eq(a, b)
    }

    /// Difference of Bools.
    pub fn xor(&mut self, a: Term, b: Term) -> Term {
        let same = self.iff(a, b);
        self.not(same)
    }

    /// `then` where the condition holds, `otherwise` where it does not.
    pub fn ite(&mut self, condition: Term, then: Term, otherwise: Term) -> Term {
        assert_eq!(self.sort(condition), Sort::Bool, "a condition is a Bool");
        assert_eq!(self.sort(then), self.sort(otherwise), "the branches of an ite have one sort");
        self.with_rules(
            |cx| cx.ite_rules(condition, then, otherwise),
            |cx| {
                // ite(not(c), a, b) = ite(c, b, a)
                let (condition, then, otherwise) = match cx.op(condition) {
                    Op::Not => (cx.only(condition), otherwise, then),
                    _ => (condition, then, otherwise),
                };
                let sort = cx.sort(then);
                cx.intern(Op::Ite, sort, &[condition, then, otherwise])
            },
        )
    }

    /// Whether two terms are each other's negation.
    pub(super) fn are_opposite(&self, a: Term, b: Term) -> bool {
        (self.op(a) == Op::Not && self.only(a) == b) || (self.op(b) == Op::Not && self.only(b) == a)
    }

    fn and_rules(&mut self, a: Term, b: Term) -> Option<Term> {
        assert!(self.sort(a) == Sort::Bool && self.sort(b) == Sort::Bool, "only Bools are joined");
        for (a, b) in [(a, b), (b, a)] {
            match self.constant_bool(a) {
                // and(true, b) = b
                Some(true) => return Some(b),
                // and(false, b) = false
                Some(false) => return Some(a),
                None => {}
            }
        }
        // and(a, a) = a
        if a == b {
            return Some(a);
        }
        // and(a, not(a)) = false
        if self.are_opposite(a, b) {
            return Some(self.falsity());
        }
        for (a, b) in [(a, b), (b, a)] {
            match self.among_conjuncts(a, b) {
                // and(and(.. b ..), b) = and(.. b ..)
                Some(true) => return Some(a),
                // and(and(.. not(b) ..), b) = false
                Some(false) => return Some(self.falsity()),
                None => {}
            }
            if self.op(a) != Op::Not || self.op(self.only(a)) != Op::And {
                continue;
            }
            // From here on, a = not(and(x, y ..)).
            let inner = self.only(a);
            match self.among_conjuncts(inner, b) {
                // and(not(and(.. not(b) ..)), b) = b
                Some(false) => return Some(b),
                // and(not(and(x, b)), b) = and(not(x), b); with more conjuncts, and(not(and(x, y)), b)
                Some(true) if self.arguments(inner).contains(&b) => {
                    let rest: Vec<Term> = self.arguments(inner).iter().copied().filter(|&x| x != b).collect();
                    let rest = self.and_all(&rest);
                    let rest = self.not(rest);
                    return Some(self.and(rest, b));
                }
                Some(true) | None => {}
            }
        }
        self.and_of_equalities(a, b)
    }

    /// `and(x = k, x = l) = false`, `and(x = k, not(x = l)) = (x = k)` for different constants k and l.
    fn and_of_equalities(&mut self, a: Term, b: Term) -> Option<Term> {
        let with_constant = |term: Term| match (self.op(term), self.arguments(term)) {
            (Op::Eq, &[x, k]) if self.constant_bits(k).is_some() => Some((x, k)),
            _ => None,
        };
        let negated = |term: Term| if self.op(term) == Op::Not { with_constant(self.only(term)) } else { None };
        for (a, b) in [(a, b), (b, a)] {
            let Some((x, k)) = with_constant(a) else { continue };
            if with_constant(b).is_some_and(|(y, l)| x == y && k != l) {
                return Some(self.falsity());
            }
            if negated(b).is_some_and(|(y, l)| x == y && k != l) {
                return Some(a);
            }
        }
        None
    }

    /// Whether `b` (true) or its negation (false) is among the conjuncts of `a`, as far as we look.
    fn among_conjuncts(&self, a: Term, b: Term) -> Option<bool> {
        if self.op(a) != Op::And {
            return None;
        }
        let mut stack = [a; LOOK];
        let (mut depth, mut looked) = (1, 0);
        while depth > 0 {
            depth -= 1;
            for &conjunct in self.arguments(stack[depth]) {
                if conjunct == b {
                    return Some(true);
                }
                if self.are_opposite(conjunct, b) {
                    return Some(false);
                }
                looked += 1;
                if looked >= LOOK {
                    return None;
                }
                // Conjuncts are older than what they are in: what is older than b and a conjunction cannot contain b.
                if self.op(conjunct) == Op::And && depth < LOOK {
                    stack[depth] = conjunct;
                    depth += 1;
                }
            }
        }
        None
    }

    fn ite_rules(&mut self, c: Term, a: Term, b: Term) -> Option<Term> {
        match self.op(c) {
            // ite(true, a, b) = a, ite(false, a, b) = b
            Op::Bool(value) => return Some(if value { a } else { b }),
            // ite(not(c), a, b) = ite(c, b, a)
            Op::Not => {
                let c = self.only(c);
                return Some(self.ite(c, b, a));
            }
            _ => {}
        }
        // ite(c, a, a) = a
        if a == b {
            return Some(a);
        }
        // ite(c, ite(c, x, y), b) = ite(c, x, b)
        if let Some((d, x, _)) = self.branches(a)
            && d == c
        {
            return Some(self.ite(c, x, b));
        }
        // ite(c, a, ite(c, x, y)) = ite(c, a, y)
        if let Some((d, _, y)) = self.branches(b)
            && d == c
        {
            return Some(self.ite(c, a, y));
        }
        if self.sort(a) == Sort::Bool {
            return self.bool_ite_rules(c, a, b);
        }
        // ite(x = k, k, x) = x, ite(x = y, x, y) = y
        if self.op(c) == Op::Eq {
            let (x, y) = self.pair(c);
            if (a, b) == (x, y) || (a, b) == (y, x) {
                return Some(b);
            }
        }
        if let Some((d, x, y)) = self.branches(a) {
            // ite(c, ite(d, x, b), b) = ite(and(c, d), x, b)
            if y == b {
                let both = self.and(c, d);
                return Some(self.ite(both, x, b));
            }
            // ite(c, ite(d, b, y), b) = ite(and(c, not(d)), y, b)
            if x == b {
                let d = self.not(d);
                let both = self.and(c, d);
                return Some(self.ite(both, y, b));
            }
        }
        if let Some((d, x, y)) = self.branches(b) {
            // ite(c, a, ite(d, a, y)) = ite(or(c, d), a, y)
            if x == a {
                let either = self.or(c, d);
                return Some(self.ite(either, a, y));
            }
            // ite(c, a, ite(d, x, a)) = ite(or(c, not(d)), a, x)
            if y == a {
                let d = self.not(d);
                let either = self.or(c, d);
                return Some(self.ite(either, a, x));
            }
        }
        None
    }

    fn bool_ite_rules(&mut self, c: Term, a: Term, b: Term) -> Option<Term> {
        // ite(c, c, b) = ite(c, true, b); ite(c, not(c), b) = ite(c, false, b)
        let a = if a == c {
            self.truth()
        } else if self.are_opposite(a, c) {
            self.falsity()
        } else {
            a
        };
        // ite(c, a, c) = ite(c, a, false); ite(c, a, not(c)) = ite(c, a, true)
        let b = if b == c {
            self.falsity()
        } else if self.are_opposite(b, c) {
            self.truth()
        } else {
            b
        };
        match (self.constant_bool(a), self.constant_bool(b)) {
            // ite(c, true, b) = or(c, b)
            (Some(true), _) => return Some(self.or(c, b)),
            // ite(c, false, b) = and(not(c), b)
            (Some(false), _) => {
                let c = self.not(c);
                return Some(self.and(c, b));
            }
            // ite(c, a, true) = or(not(c), a)
            (None, Some(true)) => return Some(self.implies(c, a)),
            // ite(c, a, false) = and(c, a)
            (None, Some(false)) => return Some(self.and(c, a)),
            (None, None) => {}
        }
        // ite(c, a, not(a)) = iff(c, a)
        if self.are_opposite(a, b) {
            return Some(self.iff(c, a));
        }
        // ite(c, not(a), not(b)) = not(ite(c, a, b))
        if self.op(a) == Op::Not && self.op(b) == Op::Not {
            let (a, b) = (self.only(a), self.only(b));
            let positive = self.ite(c, a, b);
            return Some(self.not(positive));
        }
        None
    }
}
