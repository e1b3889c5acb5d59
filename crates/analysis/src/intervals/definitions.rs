//! What bits are made of: a product of a number and a constant, or a pointer that was moved by some elements.
//!
//! ```text
//! bytes = n * 4;  a = allocate(bytes);  p = a + i;  *p = 1;
//! ```
//!
//! Steps that C writes as one expression come in several steps, with registers between them. That `a` has `n` elements, and that `p` is the
//! element `i` of what `a` leads to, is known of the bits in these registers, whatever `n`, `a` and `i` hold later.
//!
//! Rule: a product does not wrap. The number of an element, and how many there are, are the bits of their symbols, read as two's complement
//! numbers. A pointer keeps what is known of it only while something holds the pointer that was moved.
//! Tests: `elements_up_to_a_count_in_memory`, `element_whose_value_is_computed_later`, `element_beyond_the_count_whose_value_is_computed_later`,
//! `array_of_more_bytes_than_a_number`, `array_of_more_bytes_than_a_difference`,
//! `element_of_the_array_before`, `element_of_the_smaller_array_before`, `elements_and_their_successors`, `elements_and_the_successor_of_the_last`,
//! `elements_and_a_successor_for_each`, `elements_up_to_the_last_one`, `elements_up_to_one_that_may_be_behind_the_last`,
//! `index_that_is_tested_as_it_is`, `index_that_is_tested_as_a_signed_number`, `elements_of_arrays_that_are_returned`,
//! `elements_of_an_array_of_the_other_size`.

use raddle_logic::intervals::Interval;
use raddle_program::automaton::Transition;
use raddle_program::syntax::{BinaryOperator, Expr, ExprKind};

use super::super::points_to::Context;
use super::flow::Flow;
use super::pairs::Combination;
use super::state::{State, Symbol};

/// What the bits of a symbol are made of: a number that is not negative, `size` times; or, with an index, a pointer that was moved by so many
/// elements of `size` bytes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Definition {
    /// The number or the pointer.
    pub of: Symbol,
    /// By how many elements a pointer was moved.
    pub index: Option<Symbol>,
    /// A constant.
    pub size: i128,
}

impl Definition {
    /// The symbols that it consists of.
    pub fn parts(self) -> impl Iterator<Item = Symbol> {
        [Some(self.of), self.index].into_iter().flatten()
    }

    /// The same symbols of two states, if these make their bits in the same way.
    pub fn parts_with(self, other: Definition) -> Option<Vec<(Symbol, Symbol)>> {
        let is_alike = self.size == other.size && self.index.is_some() == other.index.is_some();
        is_alike.then(|| self.parts().zip(other.parts()).collect())
    }
}

/// How the value of an expression is made.
#[derive(Clone, Copy, Debug)]
pub(super) enum Made {
    /// Of these symbols.
    Of(Definition),
    /// It is greater than a number by so much.
    Further(Symbol, i128),
}

impl Made {
    /// The symbols that it is made of.
    pub fn parts(self) -> impl Iterator<Item = Symbol> {
        let (definition, number) = match self {
            Made::Of(definition) => (Some(definition), None),
            Made::Further(number, _) => (None, Some(number)),
        };
        definition.into_iter().flat_map(Definition::parts).chain(number)
    }
}

/// A number of things of one size.
pub(super) struct Multiple {
    /// How many.
    pub count: Symbol,
    /// The range of that number.
    pub range: Interval,
    /// The size of each.
    pub size: i128,
}

/// The number of an element.
#[derive(Clone, Copy, Debug)]
pub(super) struct Index {
    /// Its range.
    pub range: Interval,
    /// Its symbol.
    pub symbol: Option<Symbol>,
}

impl Index {
    /// Whether it is certainly less than a number of elements.
    pub fn is_below(self, state: &State, count: Symbol) -> bool {
        let is_below = |symbol: Symbol| {
            let is_counted = state.range(symbol).is_some_and(|range| range.low >= 0);
            is_counted && state.most_above(symbol, count).is_some_and(|most| most < 0)
        };
        state.range(count).is_some_and(|count| self.range.high < count.low) || self.symbol.is_some_and(is_below)
    }
}

impl Flow<'_> {
    /// The number of an element, from an expression; `None` if that may be no number.
    pub(super) fn index(&mut self, state: &mut State, at: (Context, Transition), expr: &Expr) -> Option<Index> {
        let range = self.evaluate(state, at, expr).range()?;
        Some(Index { range, symbol: self.symbol(state, at, expr) })
    }

    /// The symbol of a number; `None` if the number may differ from its bits, read as a two's complement number. A constant gets a new symbol, and
    /// so does a number that exceeds another number by a constant; the difference is kept.
    fn symbol(&mut self, state: &mut State, at: (Context, Transition), expr: &Expr) -> Option<Symbol> {
        let number = self.evaluate(state, at, expr);
        let shape = self.shape(expr)?;
        let symbol = match (number.symbol, &expr.kind) {
            (Some(symbol), _) => symbol,
            (None, ExprKind::Cast(operand)) => {
                let (from, range) = (self.shape(operand)?, self.evaluate(state, at, operand).range());
                self.symbol(state, at, operand).filter(|_| shape.keeps_number_of(from, range))?
            }
            (None, _) => match self.one_further(state, at, expr) {
                Some((other, further)) => {
                    let symbol = state.fresh(number.content.to_bits(Some(shape)));
                    self.define(state, symbol, Made::Further(other, further));
                    symbol
                }
                None => {
                    number.range().filter(|range| range.low == range.high && range.low >= 0)?;
                    state.fresh(number.content.to_bits(Some(shape)))
                }
            },
        };
        (shape.is_signed || state.range(symbol)?.low >= 0).then_some(symbol)
    }

    /// Keeps how the value of a symbol was computed.
    pub(super) fn define(&mut self, state: &mut State, symbol: Symbol, made: Made) {
        match made {
            Made::Of(definition) => state.define(symbol, definition),
            Made::Further(other, by) => {
                state.restrict_combination(symbol, other, Combination::Difference, Interval::point(by));
            }
        }
    }

    /// What an expression without a symbol is made of.
    pub(super) fn made(&mut self, at: (Context, Transition), state: &mut State, value: &Expr) -> Option<Made> {
        if let ExprKind::Cast(operand) = &value.kind {
            let (from, to) = (self.shape(operand)?, self.shape(value)?);
            let range = self.evaluate(state, at, operand).range();
            return if to.keeps_number_of(from, range) { self.made(at, state, operand) } else { None };
        }
        if let Some((symbol, by)) = self.one_further(state, at, value) {
            return Some(Made::Further(symbol, by));
        }
        self.definition(at, state, value).map(Made::Of)
    }

    fn definition(&mut self, at: (Context, Transition), state: &mut State, value: &Expr) -> Option<Definition> {
        match &value.kind {
            ExprKind::Binary(BinaryOperator::Multiply, ..) => {
                let Multiple { count, size, .. } = self.product(at, state, value)?;
                Some(Definition { of: count, index: None, size })
            }
            ExprKind::PointerAdd { pointer, index, element, is_subtraction: false } => {
                let of = self.evaluate(state, at, pointer).symbol?;
                self.evaluate(state, at, index).range()?;
                let index = Some(self.symbol(state, at, index)?);
                Some(Definition { of, index, size: i128::from(*element) })
            }
            _ => None,
        }
    }

    /// A size as a number of elements. One that is no product has elements of one byte.
    pub(super) fn multiple(&mut self, at: (Context, Transition), state: &mut State, size: &Expr) -> Option<Multiple> {
        if let Some(product) = self.product(at, state, size) {
            return Some(product);
        }
        let number = self.evaluate(state, at, size);
        let symbol = self.symbol(state, at, size)?;
        if let Some(Definition { of, index: None, size }) = state.definition(symbol) {
            return Some(Multiple { count: of, range: state.range(of)?, size });
        }
        let range = number.range().filter(|range| range.low >= 0)?;
        Some(Multiple { count: symbol, range, size: 1 })
    }

    /// A product of a number that is not negative and a constant, if it does not wrap.
    fn product(&mut self, at: (Context, Transition), state: &mut State, expr: &Expr) -> Option<Multiple> {
        let ExprKind::Binary(BinaryOperator::Multiply, left, right) = &expr.kind else { return None };
        let (count, size) = match (&left.kind, &right.kind) {
            (_, ExprKind::Integer(size)) if *size > 0 => (left, *size),
            (ExprKind::Integer(size), _) if *size > 0 => (right, *size),
            _ => return None,
        };
        let range = self.evaluate(state, at, count).range().filter(|range| range.low >= 0)?;
        let largest = self.shape(expr)?.all().high;
        range.high.checked_mul(size).filter(|&bytes| bytes <= largest)?;
        Some(Multiple { count: self.symbol(state, at, count)?, range, size })
    }
}
