//! Bit-blasting: from terms to gates.
//!
//! Terms without a circuit become inputs: variables, and also reads of arrays and equalities of arrays, whose meaning [`crate::arrays`]
//! adds.

use crate::circuit::{self, Gate, Gates, Shift};
use crate::intervals::Interval;
use crate::sort::Sort;
use crate::starts::Starts;
use crate::term::{Op, Term, Terms};

/// The gates of terms, made once for each term.
#[derive(Clone, Default)]
pub struct Blaster {
    gates: Gates,
    /// For each term, where its gates start, plus one; or zero.
    starts: Starts,
    bits: Vec<Gate>,
    inputs: Vec<Term>,
    stack: Vec<Term>,
}

impl Blaster {
    /// Nothing is blasted yet.
    #[must_use]
    pub fn new() -> Blaster {
        Blaster::default()
    }

    /// The network.
    #[must_use]
    pub fn gates(&self) -> &Gates {
        &self.gates
    }

    /// The terms that became inputs, in the order in which they did: variables, reads, equalities of arrays.
    #[must_use]
    pub fn inputs(&self) -> &[Term] {
        &self.inputs
    }

    /// The gate of a Bool.
    ///
    /// # Panics
    /// If the term is no Bool.
    pub fn gate(&mut self, terms: &Terms, term: Term) -> Gate {
        assert_eq!(terms.sort(term), Sort::Bool, "one gate stands for a Bool");
        self.gates_of(terms, term)[0]
    }

    /// The gates of a bit-vector, the least significant first; the one gate of a Bool.
    ///
    /// # Panics
    /// If the term is an array: it has no gates.
    pub fn gates_of(&mut self, terms: &Terms, term: Term) -> &[Gate] {
        self.blast(terms, term);
        self.known(terms, term).expect("it was just blasted")
    }

    /// The gates of a term, if it has some already.
    #[must_use]
    pub fn known(&self, terms: &Terms, term: Term) -> Option<&[Gate]> {
        let start = self.starts.get(term).checked_sub(1)? as usize;
        Some(&self.bits[start..start + breadth(terms, term)])
    }

    /// Gives a variable gates for as many low bits as the numbers of an interval need. The remaining bits are zero, or copies of the last
    /// of them.
    ///
    /// # Panics
    /// If the variable has gates already.
    pub fn narrow(&mut self, terms: &Terms, variable: Term, interval: Interval) {
        assert!(
            terms.is_variable(variable) && self.known(terms, variable).is_none(),
            "only what is new is made narrow"
        );
        let width = breadth(terms, variable);
        let (needed, is_signed) = interval.needed_bits();
        let mut bits: Vec<Gate> = (0..width.min(needed as usize)).map(|_| self.gates.input()).collect();
        let rest = bits.last().copied().filter(|_| is_signed).unwrap_or(Gate::FALSE);
        bits.resize(width, rest);
        self.inputs.push(variable);
        self.set_start(variable);
        self.bits.extend(bits);
    }

    fn blast(&mut self, terms: &Terms, term: Term) {
        let mut stack = std::mem::take(&mut self.stack);
        stack.push(term);
        while let Some(&top) = stack.last() {
            if self.starts.get(top) > 0 {
                stack.pop();
                continue;
            }
            let before = stack.len();
            if !is_input(terms, top) {
                stack.extend(terms.arguments(top).iter().filter(|argument| self.starts.get(**argument) == 0));
            }
            if stack.len() == before {
                stack.pop();
                let bits = self.circuit(terms, top);
                debug_assert_eq!(bits.len(), breadth(terms, top));
                self.set_start(top);
                self.bits.extend(bits);
            }
        }
        self.stack = stack;
    }

    /// The gates of a term are the next ones.
    fn set_start(&mut self, term: Term) {
        let next = u32::try_from(self.bits.len() + 1).expect("too many gates for one network");
        self.starts.set(term, next);
    }

    fn of(&self, terms: &Terms, term: Term) -> Vec<Gate> {
        self.known(terms, term).expect("arguments are blasted first").to_vec()
    }

    /// The gates of a term whose arguments have theirs.
    fn circuit(&mut self, terms: &Terms, term: Term) -> Vec<Gate> {
        if is_input(terms, term) {
            self.inputs.push(term);
            return (0..breadth(terms, term)).map(|_| self.gates.input()).collect();
        }
        let arguments = terms.arguments(term);
        let width = breadth(terms, term);
        let first = arguments.first().map(|&a| self.of(terms, a)).unwrap_or_default();
        let second = arguments.get(1).map(|&b| self.of(terms, b)).unwrap_or_default();
        match terms.op(term) {
            Op::Bool(value) => vec![Gate::constant(value)],
            Op::Bits(_) => {
                let value = terms.constant_bits(term).expect("it is a constant");
                (0..value.width()).map(|at| Gate::constant(value.bit(at))).collect()
            }
            Op::Not => vec![!first[0]],
            Op::And => {
                let inputs: Vec<Gate> = arguments.iter().map(|&a| self.of(terms, a)[0]).collect();
                vec![self.gates.and_all(inputs)]
            }
            Op::Ite => {
                let third = self.of(terms, arguments[2]);
                second.iter().zip(third).map(|(&then, otherwise)| self.gates.mux(first[0], then, otherwise)).collect()
            }
            Op::Eq => vec![circuit::equal(&mut self.gates, &first, &second)],
            Op::BvNot => first.iter().map(|&a| !a).collect(),
            Op::BvAnd => first.iter().zip(second).map(|(&a, b)| self.gates.and(a, b)).collect(),
            Op::BvOr => first.iter().zip(second).map(|(&a, b)| self.gates.or(a, b)).collect(),
            Op::BvXor => first.iter().zip(second).map(|(&a, b)| self.gates.xor(a, b)).collect(),
            Op::BvNeg => circuit::negate(&mut self.gates, &first),
            Op::BvAdd => {
                // a + -b is one subtraction
                for (at, negated, other) in [(1, &arguments[1], &first), (0, &arguments[0], &second)] {
                    if terms.op(*negated) == Op::BvNeg {
                        debug_assert_eq!(arguments[at], *negated);
                        let subtrahend = self.of(terms, terms.arguments(*negated)[0]);
                        return circuit::subtract(&mut self.gates, other, &subtrahend);
                    }
                }
                circuit::add(&mut self.gates, &first, &second, Gate::FALSE)
            }
            Op::BvMul => match terms.constant_bits(arguments[1]) {
                Some(k) => circuit::multiply_by_constant(&mut self.gates, &first, k),
                None => circuit::multiply(&mut self.gates, &first, &second),
            },
            Op::BvUdiv => circuit::divide(&mut self.gates, &first, &second).0,
            Op::BvUrem => circuit::divide(&mut self.gates, &first, &second).1,
            Op::BvShl => circuit::shift(&mut self.gates, Shift::Left, &first, &second),
            Op::BvLshr => circuit::shift(&mut self.gates, Shift::Right, &first, &second),
            Op::BvAshr => circuit::shift(&mut self.gates, Shift::RightSigned, &first, &second),
            Op::BvUlt => vec![circuit::unsigned_less(&mut self.gates, &first, &second)],
            Op::BvSlt => vec![circuit::signed_less(&mut self.gates, &first, &second)],
            Op::BvConcat => {
                let mut bits = second;
                bits.extend(first);
                bits
            }
            Op::BvExtract(low) => first[low as usize..low as usize + width].to_vec(),
            Op::BvZeroExtend => {
                let mut bits = first;
                bits.resize(width, Gate::FALSE);
                bits
            }
            Op::BvSignExtend => {
                let mut bits = first;
                let sign = *bits.last().expect("a bit-vector has a bit");
                bits.resize(width, sign);
                bits
            }
            Op::Variable(_) | Op::Select | Op::ConstArray | Op::Store => {
                unreachable!("{:?} is an input or has no gates", terms.op(term))
            }
        }
    }
}

/// Whether a term's gates are inputs.
fn is_input(terms: &Terms, term: Term) -> bool {
    match terms.op(term) {
        Op::Variable(_) | Op::Select => true,
        Op::Eq => matches!(terms.sort(terms.arguments(term)[0]), Sort::Array { .. }),
        _ => false,
    }
}

/// The number of gates that represent a term.
fn breadth(terms: &Terms, term: Term) -> usize {
    match terms.sort(term) {
        Sort::Bool => 1,
        Sort::BitVec(width) => width as usize,
        Sort::Array { .. } => panic!("an array has no gates"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sat::{Cadical, SatResult};
    use crate::solver::Solver;
    use crate::value::Value;

    #[test]
    fn deep_terms_do_not_overflow_the_stack() {
        let mut terms = Terms::new();
        let (x, y) = (terms.fresh("x", Sort::BitVec(2)), terms.fresh("y", Sort::BitVec(2)));
        let mut deep = x;
        for step in 0..50_000 {
            let less = terms.bv_ult(deep, y);
            deep = if step % 2 == 0 { terms.ite(less, y, deep) } else { terms.bv_xor(deep, y) };
        }
        let three = terms.number(2, 3);
        let goal = terms.eq(deep, three);
        let mut solver = Solver::new(Cadical::new());
        solver.assert(&mut terms, goal);
        assert_eq!(solver.check(&mut terms, &[]), SatResult::Sat);
        assert_eq!(solver.value(&terms, goal), Value::Bool(true));
    }
}
