//! The values of expressions in a state, and what tests imply about the state.

use raddle_logic::intervals::Interval;
use raddle_program::automaton::Transition;
use raddle_program::syntax::{BinaryOperator, Expr, ExprKind, Place, PlaceKind, UnaryOperator};
use raddle_program::types::TypeKind;

use super::super::points_to::Context;
use super::cells::Access;
use super::flow::Flow;
use super::state::{Slot, State, Symbol};
use crate::number::{GREATER, LESS, Outcomes, Shape, holds, restricted, swapped};

/// What an expression gives.
#[derive(Clone, Copy, Debug)]
pub struct Number {
    /// As a number of the type of the expression; `None` if it may be an address, or no scalar.
    pub range: Option<Interval>,
    /// Its bits, if they have a symbol.
    pub symbol: Option<Symbol>,
}

impl Number {
    /// A number of which only this is known.
    pub fn within(range: Option<Interval>) -> Number {
        Number { range, symbol: None }
    }
}

impl Flow<'_> {
    pub(super) fn shape(&self, expr: &Expr) -> Option<Shape> {
        Shape::of(&self.program.types, expr.ty)
    }

    /// What an expression gives. Reading shared memory in a stretch of exclusive access makes its cell one that is followed.
    pub(super) fn evaluate(&mut self, state: &mut State, at: (Context, Transition), expr: &Expr) -> Number {
        let shape = self.shape(expr);
        match &expr.kind {
            ExprKind::Integer(number) => Number::within(shape.map(|shape| shape.converted(Interval::point(*number)))),
            ExprKind::Read(place) => {
                let known = self.read(state, at, place, shape);
                // Whatever the bits are, an integer has a value of its type.
                let is_integer = matches!(self.program.types.kind(expr.ty), TypeKind::Int(_));
                let is_any = is_integer && known.range.is_none() && known.symbol.is_none();
                if is_any { Number::within(shape.map(Shape::all)) } else { known }
            }
            ExprKind::AddressOf(_) | ExprKind::Procedure(_) | ExprKind::SelfId | ExprKind::PointerAdd { .. } => {
                Number::within(None)
            }
            ExprKind::AllocationSize(_) | ExprKind::PointerDifference { .. } => Number::within(shape.map(Shape::all)),
            ExprKind::Floating(operation, operands) => {
                for operand in operands {
                    self.evaluate(state, at, operand);
                }
                let truth = Some(Interval { low: 0, high: 1 });
                Number::within(if operation.is_comparison() { truth } else { shape.map(Shape::all) })
            }
            ExprKind::Unary(operator, operand) => {
                let of = self.evaluate(state, at, operand);
                let shape = if *operator == UnaryOperator::LogicalNot { self.shape(operand) } else { shape };
                let known = shape.zip(of.range).map(|(shape, of)| shape.unary(*operator, of));
                let truth = Interval { low: 0, high: 1 };
                Number::within(known.or((*operator == UnaryOperator::LogicalNot).then_some(truth)))
            }
            ExprKind::Binary(operator, left, right) => {
                let (a, b) = (self.evaluate(state, at, left), self.evaluate(state, at, right));
                Number::within(self.binary(state, *operator, (left, a), b))
            }
            ExprKind::Cast(operand) => {
                let of = self.evaluate(state, at, operand);
                let (Some(from), Some(to)) = (self.shape(operand), shape) else { return Number::within(None) };
                let range = of.range.map(|range| to.converted(range));
                Number { range, symbol: of.symbol.filter(|_| to.keeps_number_of(from, of.range)) }
            }
            ExprKind::Conditional { condition, then, otherwise } => {
                let mut joined = Some(Interval::EMPTY);
                for (holds, value) in [(true, then), (false, otherwise)] {
                    let ends = |flow: &mut Self, way: &mut State| {
                        flow.refine(way, at, condition, holds).then(|| flow.evaluate(way, at, value).range)
                    };
                    if let Some((_, range)) = self.way(state, ends) {
                        joined = joined.zip(range).map(|(one, other)| one.join(other));
                    }
                }
                self.is_impossible |= joined.is_some_and(Interval::is_empty);
                Number::within(joined.filter(|it| !it.is_empty()))
            }
        }
    }

    /// One of several branches: its result, and the state at its end; `None` if it is impossible. That says nothing
    /// about the other branches.
    pub(super) fn way<T>(
        &mut self,
        state: &State,
        ends: impl FnOnce(&mut Self, &mut State) -> Option<T>,
    ) -> Option<(State, T)> {
        let before = std::mem::take(&mut self.is_impossible);
        let mut way = state.clone();
        let end = ends(self, &mut way);
        let is_impossible = std::mem::replace(&mut self.is_impossible, before);
        end.filter(|_| !is_impossible).map(|end| (way, end))
    }

    fn binary(
        &self,
        state: &State,
        operator: BinaryOperator,
        (left, a): (&Expr, Number),
        b: Number,
    ) -> Option<Interval> {
        let shape = self.shape(left)?;
        let truth = Interval { low: 0, high: 1 };
        let related = a.symbol.zip(b.symbol).map(|(one, other)| state.outcomes(one, other, shape));
        if let Some(wanted) = holds(operator) {
            let (Some(x), Some(y)) = (a.range, b.range) else { return Some(truth) };
            let Some(found) = related else { return Some(shape.binary(operator, x, y)) };
            return Some(Interval { low: (found & !wanted == 0).into(), high: (found & wanted != 0).into() });
        }
        let (x, y) = (a.range?, b.range?);
        let result = shape.binary(operator, x, y);
        let (BinaryOperator::Subtract, Some(found)) = (operator, related) else { return Some(result) };
        // A difference of numbers that are known to compare.
        let low = match () {
            () if found & LESS != 0 => return Some(result),
            () if found == GREATER => 1,
            () => 0,
        };
        let exact = Interval { low: low.max(x.low - y.high), high: x.high - y.low };
        Some(if shape.all().contains(exact) { exact } else { result })
    }

    fn read(&mut self, state: &mut State, at: (Context, Transition), place: &Place, shape: Option<Shape>) -> Number {
        let Some(shape) = shape else { return Number::within(None) };
        if let Some(local) = self.register(at.0, place) {
            let symbol = state.symbol(Slot::Register(local));
            let range = symbol.and_then(|symbol| state.range(symbol)).map(|bits| shape.of_bits(bits));
            return Number { range, symbol };
        }
        let touched = self.cells.touched_place(self.program, self.points_to, at, place, Access::Read);
        let Some(touched) = touched.filter(|touched| !touched.has_others && !touched.cells.is_empty()) else {
            return Number::within(None);
        };
        if touched.cells.iter().any(|(_, is_exact)| !is_exact) {
            return Number::within(None);
        }
        if let [(cell, _)] = touched.cells[..]
            && self.is_followed(state, cell)
        {
            let symbol = self.follow(state, cell);
            let range = state.range(symbol).map(|bits| shape.of_bits(bits));
            return Number { range, symbol: Some(symbol) };
        }
        let mut joined = Some(Interval::EMPTY);
        for (cell, _) in touched.cells {
            let held = if self.is_followed(state, cell) { self.held(state, cell) } else { self.visible(cell) };
            joined = joined.zip(held).map(|(one, other)| one.join(other));
        }
        self.is_impossible |= joined.is_some_and(Interval::is_empty);
        Number::within(joined.filter(|it| !it.is_empty()).map(|bits| shape.of_bits(bits)))
    }

    /// Goes on where a condition holds, or where it does not; false if that is impossible.
    pub(super) fn refine(
        &mut self,
        state: &mut State,
        at: (Context, Transition),
        condition: &Expr,
        is_true: bool,
    ) -> bool {
        match &condition.kind {
            ExprKind::Unary(UnaryOperator::LogicalNot, operand) => self.refine(state, at, operand, !is_true),
            ExprKind::Binary(operator, left, right) => {
                let Some(wanted) = holds(*operator) else { return self.is_zero_or_not(state, at, condition, is_true) };
                // `(a < b) != 0`
                let is_zero = matches!(right.kind, ExprKind::Integer(0));
                if is_zero && is_condition(left) && matches!(operator, BinaryOperator::Equal | BinaryOperator::NotEqual)
                {
                    return self.refine(state, at, left, is_true == (*operator == BinaryOperator::NotEqual));
                }
                let wanted = if is_true { wanted } else { !wanted & (LESS | GREATER | crate::number::EQUAL) };
                self.compare(state, at, (left, right), wanted)
            }
            ExprKind::Cast(operand) => {
                let (from, to) = (self.shape(operand), self.shape(condition));
                // No number but zero becomes zero.
                if from.zip(to).is_some_and(|(from, to)| to.keeps_truth_of(from)) {
                    return self.refine(state, at, operand, is_true);
                }
                self.is_zero_or_not(state, at, condition, is_true)
            }
            ExprKind::Conditional { condition: first, then, otherwise } => {
                let mut ways = Vec::new();
                for (taken, value) in [(true, then), (false, otherwise)] {
                    let ends = |flow: &mut Self, way: &mut State| {
                        let is_taken = flow.refine(way, at, first, taken) && flow.refine(way, at, value, is_true);
                        is_taken.then_some(())
                    };
                    ways.extend(self.way(state, ends).map(|(way, ())| way));
                }
                let joined = ways.into_iter().reduce(|mut one, mut other| {
                    self.align(&mut one, &mut other);
                    one.join(&other, None, &|_| false)
                });
                joined.map(|joined| *state = joined).is_some()
            }
            ExprKind::Integer(number) => (*number != 0) == is_true,
            ExprKind::Read(_) => self.is_zero_or_not(state, at, condition, is_true),
            ExprKind::AddressOf(_)
            | ExprKind::Procedure(_)
            | ExprKind::SelfId
            | ExprKind::AllocationSize(_)
            | ExprKind::Unary(..)
            | ExprKind::PointerAdd { .. }
            | ExprKind::PointerDifference { .. }
            | ExprKind::Floating(..) => true,
        }
    }

    fn is_zero_or_not(&mut self, state: &mut State, at: (Context, Transition), expr: &Expr, is_true: bool) -> bool {
        let zero = Expr { kind: ExprKind::Integer(0), ty: expr.ty };
        let wanted = if is_true { LESS | GREATER } else { crate::number::EQUAL };
        self.compare(state, at, (expr, &zero), wanted)
    }

    fn compare(
        &mut self,
        state: &mut State,
        at: (Context, Transition),
        (left, right): (&Expr, &Expr),
        wanted: Outcomes,
    ) -> bool {
        let (a, b) = (self.evaluate(state, at, left), self.evaluate(state, at, right));
        let (Some(shape), Some(x), Some(y)) = (self.shape(left), a.range, b.range) else { return true };
        let (to_x, to_y) = (restricted(x, y, wanted), restricted(y, x, swapped(wanted)));
        if to_x.is_empty() || to_y.is_empty() {
            return false;
        }
        if let (Some(one), Some(other)) = (a.symbol, b.symbol)
            && !state.restrict_pair(one, other, shape, wanted)
        {
            return false;
        }
        let mut is_possible = true;
        for (expr, symbol, to) in [(left, a.symbol, to_x), (right, b.symbol, to_y)] {
            if let Some(symbol) = symbol {
                is_possible &= state.restrict(symbol, shape.to_bits(to));
            } else if let Some(operand) = self.promoted(expr)
                && let Some(of) = self.shape(operand).filter(|of| of.all().contains(to))
                && let Some(symbol) = self.evaluate(state, at, operand).symbol
            {
                is_possible &= state.restrict(symbol, of.to_bits(to));
            }
        }
        is_possible
    }

    /// What a conversion to a type with more numbers is made of: it has the same value.
    fn promoted<'e>(&self, expr: &'e Expr) -> Option<&'e Expr> {
        let ExprKind::Cast(operand) = &expr.kind else { return None };
        let (from, to) = (self.shape(operand)?, self.shape(expr)?);
        let is_kept = to.all().contains(from.all()) && !to.keeps_bits_of(from);
        is_kept.then(|| self.promoted(operand).unwrap_or(operand))
    }

    /// The register that a place is.
    pub(super) fn register(&self, context: Context, place: &Place) -> Option<raddle_program::syntax::LocalId> {
        let procedure = &self.program.procedures[self.points_to.contexts[context].procedure];
        match place.kind {
            PlaceKind::Local(local) => procedure.locals[local].is_register.then_some(local),
            PlaceKind::Global(_)
            | PlaceKind::Deref(_)
            | PlaceKind::Field(..)
            | PlaceKind::Index(..)
            | PlaceKind::BitLocation(_) => None,
        }
    }
}

/// Whether an expression gives zero or one and says so itself.
pub fn is_condition(expr: &Expr) -> bool {
    match &expr.kind {
        ExprKind::Unary(operator, _) => *operator == UnaryOperator::LogicalNot,
        ExprKind::Binary(operator, ..) => holds(*operator).is_some(),
        ExprKind::Cast(operand) => is_condition(operand),
        ExprKind::Integer(_)
        | ExprKind::Read(_)
        | ExprKind::AddressOf(_)
        | ExprKind::Procedure(_)
        | ExprKind::SelfId
        | ExprKind::AllocationSize(_)
        | ExprKind::PointerAdd { .. }
        | ExprKind::PointerDifference { .. }
        | ExprKind::Floating(..)
        | ExprKind::Conditional { .. } => false,
    }
}
