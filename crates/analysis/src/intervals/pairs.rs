//! Bounds of sums and differences of two numbers.
//!
//! ```text
//! if (b > 0 && a > INT_MAX - b) return -1;
//! return a + b;
//! ```
//!
//! Neither number has a range that excludes the overflow; their sum has. (Constraints `±x ± y <= c`: Miné, The octagon abstract domain, 2006.
//! Here without closure: a bound is kept for the two numbers that a test names, and combined with their ranges.)
//!
//! Rule: a bound follows only from a test whose operands do not wrap. Behind a join the weaker bound holds, which may follow from the ranges.
//! Tests: `sum_that_was_tested`, `sum_that_was_tested_too_late`, `sum_whose_test_wraps`, `difference_that_was_tested`,
//! `difference_that_was_tested_by_one_too_little`.

use raddle_logic::intervals::Interval;
use raddle_program::automaton::Transition;
use raddle_program::syntax::{BinaryOperator, Expr, ExprKind, UnaryOperator};

use super::super::points_to::Context;
use super::flow::Flow;
use super::sorted_map::{Key, SortedMap};
use super::state::{State, Symbol};
use crate::number::{EQUAL, GREATER, LESS, Outcomes};

/// Two numbers are added, or the second one is subtracted.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Combination {
    /// `a + b`
    Sum,
    /// `a - b`
    Difference,
}

impl Key for (Symbol, Symbol, Combination) {}

/// Bounds of sums and differences. The first symbol of a key is the lesser one.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Pairs(SortedMap<(Symbol, Symbol, Combination), Interval>);

impl Pairs {
    /// What is known of two numbers.
    pub fn get(&self, one: Symbol, other: Symbol, how: Combination) -> Option<Interval> {
        let is_swapped = other < one;
        let key = if is_swapped { (other, one, how) } else { (one, other, how) };
        self.0.get(&key).map(|&it| if is_swapped { turned(it, how) } else { it })
    }

    /// Says what is known of two different numbers from now on.
    pub fn set(&mut self, one: Symbol, other: Symbol, how: Combination, to: Interval) {
        if other < one {
            self.0.insert((other, one, how), turned(to, how));
        } else {
            self.0.insert((one, other, how), to);
        }
    }

    /// Keeps what is known of these symbols.
    pub fn retain(&mut self, is_used: impl Fn(&Symbol) -> bool) {
        self.0.retain(|(one, other, _), _| is_used(one) && is_used(other));
    }

    /// All that is known.
    pub fn iter(&self) -> impl Iterator<Item = (Symbol, Symbol, Combination, Interval)> + '_ {
        self.0.iter().map(|(&(one, other, how), &bounds)| (one, other, how, bounds))
    }
}

/// The bounds for the two numbers in the other order.
fn turned(bounds: Interval, how: Combination) -> Interval {
    match how {
        Combination::Sum => bounds,
        Combination::Difference => Interval { low: negated(bounds.high), high: negated(bounds.low) },
    }
}

/// What two numbers of these ranges give together.
pub fn combined(one: Interval, other: Interval, how: Combination) -> Interval {
    match how {
        Combination::Sum => {
            Interval { low: one.low.saturating_add(other.low), high: one.high.saturating_add(other.high) }
        }
        Combination::Difference => {
            Interval { low: one.low.saturating_sub(other.high), high: one.high.saturating_sub(other.low) }
        }
    }
}

/// Numbers of symbols, each added or subtracted, and a constant.
struct Linear {
    terms: Vec<(Symbol, bool)>,
    constant: i128,
}

impl Flow<'_> {
    /// What a comparison that holds says of two numbers; false if it cannot hold.
    pub(super) fn relate_pairs(
        &mut self,
        state: &mut State,
        at: (Context, Transition),
        (left, right): (&Expr, &Expr),
        wanted: Outcomes,
    ) -> bool {
        let high = match wanted {
            LESS => -1,
            EQUAL => 0,
            _ if wanted == LESS | EQUAL => 0,
            _ => i128::MAX,
        };
        let low = match wanted {
            GREATER => 1,
            EQUAL => 0,
            _ if wanted == GREATER | EQUAL => 0,
            _ => i128::MIN,
        };
        if high == i128::MAX && low == i128::MIN {
            return true;
        }
        let (Some(left), Some(right)) = (self.linear(state, at, left), self.linear(state, at, right)) else {
            return true;
        };
        // left - right
        let mut terms = left.terms;
        terms.extend(right.terms.into_iter().map(|(symbol, is_added)| (symbol, !is_added)));
        let constant = left.constant - right.constant;
        let [(one, is_added), (other, is_other_added)] = terms[..] else { return true };
        let (low, high) = (low.saturating_sub(constant), high.saturating_sub(constant));
        let bounds =
            if is_added { Interval { low, high } } else { Interval { low: negated(high), high: negated(low) } };
        let how = if is_added == is_other_added { Combination::Sum } else { Combination::Difference };
        state.restrict_combination(one, other, how, bounds)
    }

    /// A number, and by how much the value of an expression of signed type is greater, if it is such a sum.
    pub(super) fn one_further(
        &mut self,
        state: &mut State,
        at: (Context, Transition),
        expr: &Expr,
    ) -> Option<(Symbol, i128)> {
        let Linear { terms, constant } = self.linear(state, at, expr)?;
        match terms[..] {
            [(symbol, true)] => Some((symbol, constant)),
            _ => None,
        }
    }

    /// An expression of signed type as numbers that are added and subtracted; `None` if it is not one, or if a part of it may wrap.
    fn linear(&mut self, state: &mut State, at: (Context, Transition), expr: &Expr) -> Option<Linear> {
        let shape = self.shape(expr).filter(|shape| shape.is_signed)?;
        match &expr.kind {
            ExprKind::Integer(number) => Some(Linear { terms: Vec::new(), constant: *number }),
            ExprKind::Read(_) => {
                let number = self.evaluate(state, at, expr);
                number.range()?;
                Some(Linear { terms: vec![(number.symbol?, true)], constant: 0 })
            }
            ExprKind::Cast(operand) => {
                let from = self.shape(operand).filter(|from| from.is_signed)?;
                let range = self.evaluate(state, at, operand).range()?;
                if shape.keeps_number_of(from, Some(range)) { self.linear(state, at, operand) } else { None }
            }
            ExprKind::Unary(UnaryOperator::Negate, operand) => {
                let range = self.evaluate(state, at, operand).range()?;
                let is_exact = shape.all().contains(Interval { low: -range.high, high: -range.low });
                let Linear { terms, constant } = self.linear(state, at, operand).filter(|_| is_exact)?;
                let terms = terms.into_iter().map(|(symbol, is_added)| (symbol, !is_added)).collect();
                Some(Linear { terms, constant: -constant })
            }
            ExprKind::Binary(operator @ (BinaryOperator::Add | BinaryOperator::Subtract), left, right) => {
                let how = combination(*operator)?;
                let (a, b) = (self.evaluate(state, at, left), self.evaluate(state, at, right));
                if !shape.all().contains(combined(a.range()?, b.range()?, how)) {
                    return None;
                }
                let Linear { mut terms, constant } = self.linear(state, at, left)?;
                let right = self.linear(state, at, right)?;
                let is_sum = how == Combination::Sum;
                terms.extend(right.terms.into_iter().map(|(symbol, is_added)| (symbol, is_added == is_sum)));
                let constant = if is_sum { constant + right.constant } else { constant - right.constant };
                Some(Linear { terms, constant })
            }
            _ => None,
        }
    }
}

/// How an operator combines two numbers.
pub fn combination(operator: BinaryOperator) -> Option<Combination> {
    match operator {
        BinaryOperator::Add => Some(Combination::Sum),
        BinaryOperator::Subtract => Some(Combination::Difference),
        _ => None,
    }
}

fn negated(number: i128) -> i128 {
    number.checked_neg().unwrap_or(i128::MAX)
}
