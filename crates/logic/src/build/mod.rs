//! The constructors of terms. Each simplifies at once, by rules that look at the term's arguments and little further.
//!
//! A rule stands as a comment above its rewrite. All rules are tested against evaluation: `tests.rs` builds all terms over
//! small widths and compares.
//!
//! Rules call constructors in turn. So that neither deep terms overflow the stack nor rules that copy arguments blow terms up,
//! a call from outside gets a fixed amount of fuel; each constructor takes some, and when there is none left, the term is built
//! as it is.

mod arithmetic;
mod array;
mod bitwise;
mod boolean;
mod compare;
mod equality;
mod overflow;
mod rebuild;
mod shift;
mod slice;
#[cfg(test)]
mod tests;

use crate::bits::Bits;
use crate::sort::Sort;
use crate::term::{Op, Term, Terms};

/// How many constructor calls one call from outside may cause.
const FUEL: u32 = 128;

impl Terms {
    /// Runs the rules of a constructor, unless the fuel is used up; then, builds the term as it is.
    fn with_rules(
        &mut self,
        rules: impl FnOnce(&mut Terms) -> Option<Term>,
        plain: impl FnOnce(&mut Terms) -> Term,
    ) -> Term {
        let outermost = self.fuel == 0;
        if outermost {
            self.fuel = FUEL;
        }
        // The last unit marks that a call is under way.
        let result = if self.fuel > 1 {
            self.fuel -= 1;
            rules(self)
        } else {
            None
        };
        if outermost {
            self.fuel = 0;
        }
        result.unwrap_or_else(|| plain(self))
    }

    /// The arguments of a term made with a binary operation.
    fn pair(&self, term: Term) -> (Term, Term) {
        match self.arguments(term) {
            &[first, second] => (first, second),
            _ => unreachable!("the operation has two arguments"),
        }
    }

    /// The argument of a term made with a unary operation.
    fn only(&self, term: Term) -> Term {
        self.arguments(term)[0]
    }

    /// `condition`, `then`, `else` of an `ite`.
    fn branches(&self, term: Term) -> Option<(Term, Term, Term)> {
        match (self.op(term), self.arguments(term)) {
            (Op::Ite, &[condition, then, otherwise]) => Some((condition, then, otherwise)),
            _ => None,
        }
    }

    /// An `ite` between two bit-vector constants.
    fn constant_branches(&self, term: Term) -> Option<(Term, Bits, Bits)> {
        let (condition, then, otherwise) = self.branches(term)?;
        Some((condition, self.constant_bits(then)?.clone(), self.constant_bits(otherwise)?.clone()))
    }

    /// The two arguments, the constant second, else the newer one.
    fn ordered(&self, a: Term, b: Term) -> (Term, Term) {
        let key = |term: Term| (self.is_constant(term), term);
        if key(a) <= key(b) { (a, b) } else { (b, a) }
    }

    /// The arguments of a sum, difference and so on, which must have one width.
    fn common_width(&self, a: Term, b: Term) -> u32 {
        let width = self.width(a);
        assert_eq!(width, self.width(b), "an operation on bit-vectors of different widths");
        width
    }

    /// Folds an operation over constants, and over an `ite` between constants with a constant:
    /// `f(k, l)`; `f(ite(c, k, l), m) = ite(c, f(k, m), f(l, m))`; the same with sides swapped.
    fn fold_pair(&mut self, a: Term, b: Term, f: impl Fn(&Bits, &Bits) -> Bits) -> Option<Term> {
        match (self.constant_bits(a), self.constant_bits(b)) {
            (Some(k), Some(l)) => {
                let value = f(k, l);
                Some(self.bits(value))
            }
            (None, Some(m)) => {
                let m = m.clone();
                let (condition, k, l) = self.constant_branches(a)?;
                Some(self.choose(condition, f(&k, &m), f(&l, &m)))
            }
            (Some(m), None) => {
                let m = m.clone();
                let (condition, k, l) = self.constant_branches(b)?;
                Some(self.choose(condition, f(&m, &k), f(&m, &l)))
            }
            (None, None) => None,
        }
    }

    /// The same for a predicate: `p(ite(c, k, l), m) = ite(c, p(k, m), p(l, m))`.
    fn decide_pair(&mut self, a: Term, b: Term, p: impl Fn(&Bits, &Bits) -> bool) -> Option<Term> {
        let (condition, then, otherwise) = match (self.constant_bits(a), self.constant_bits(b)) {
            (Some(k), Some(l)) => return Some(self.bool(p(k, l))),
            (None, Some(m)) => {
                let (condition, k, l) = self.constant_branches(a)?;
                (condition, p(&k, m), p(&l, m))
            }
            (Some(m), None) => {
                let (condition, k, l) = self.constant_branches(b)?;
                (condition, p(m, &k), p(m, &l))
            }
            (None, None) => return None,
        };
        let (then, otherwise) = (self.bool(then), self.bool(otherwise));
        Some(self.ite(condition, then, otherwise))
    }

    /// The same for a unary operation: `f(ite(c, k, l)) = ite(c, f(k), f(l))`.
    fn fold_one(&mut self, a: Term, f: impl Fn(&Bits) -> Bits) -> Option<Term> {
        if let Some(k) = self.constant_bits(a) {
            let value = f(k);
            return Some(self.bits(value));
        }
        let (condition, k, l) = self.constant_branches(a)?;
        Some(self.choose(condition, f(&k), f(&l)))
    }

    fn choose(&mut self, condition: Term, then: Bits, otherwise: Bits) -> Term {
        let (then, otherwise) = (self.bits(then), self.bits(otherwise));
        self.ite(condition, then, otherwise)
    }

    fn zero(&mut self, width: u32) -> Term {
        self.bits(Bits::zero(width))
    }

    fn bitvec(&mut self, op: Op, width: u32, arguments: &[Term]) -> Term {
        self.intern(op, Sort::BitVec(width), arguments)
    }
}
