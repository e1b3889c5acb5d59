//! What expressions give if variables lie between numbers, and what tests tell of these.

use raddle_logic::intervals::Interval;
use raddle_program::entity::Entity;
use raddle_program::syntax::{Expr, ExprKind, PlaceKind, UnaryOperator};
use raddle_program::types::Types;

use crate::analysis::intervals::evaluate::is_condition;
use crate::analysis::intervals::number::{EQUAL, GREATER, LESS, Outcomes, Shape, holds, restricted, swapped};
use raddle_program::syntax::BinaryOperator;

/// Variables with the numbers that they lie between.
pub struct Numbers<'a> {
    /// The types of expressions.
    pub types: &'a Types,
    /// Where the range of a variable is, by the number of the variable.
    pub position: &'a [Option<usize>],
    /// The ranges.
    pub state: &'a mut Vec<Interval>,
}

impl Numbers<'_> {
    fn shape(&self, expr: &Expr) -> Option<Shape> {
        Shape::of(self.types, expr.ty)
    }

    /// Between which numbers the value of an expression lies; `None` if it is no number.
    pub fn evaluate(&self, expr: &Expr) -> Option<Interval> {
        let shape = self.shape(expr);
        match &expr.kind {
            ExprKind::Integer(number) => shape.map(|shape| shape.converted(Interval::point(*number))),
            ExprKind::Read(place) => match place.kind {
                PlaceKind::Local(variable) => {
                    self.position[variable.index()].map(|at| self.state[at]).or(shape.map(Shape::all))
                }
                _ => shape.map(Shape::all),
            },
            ExprKind::Unary(UnaryOperator::LogicalNot, operand) => {
                let known = self.shape(operand).zip(self.evaluate(operand));
                let truth = Interval { low: 0, high: 1 };
                Some(known.map_or(truth, |(shape, of)| shape.unary(UnaryOperator::LogicalNot, of)))
            }
            ExprKind::Unary(operator, operand) => Some(shape?.unary(*operator, self.evaluate(operand)?)),
            ExprKind::Binary(operator, left, right) => {
                let known = self.evaluate(left).zip(self.evaluate(right));
                let (Some(operands), Some((a, b))) = (self.shape(left), known) else { return shape.map(Shape::all) };
                Some(operands.binary(*operator, a, b))
            }
            ExprKind::Cast(operand) => Some(match self.evaluate(operand) {
                Some(of) => shape?.converted(of),
                None => shape?.all(),
            }),
            ExprKind::Conditional { condition, then, otherwise } => {
                let mut joined = Interval::EMPTY;
                for (is_true, value) in [(true, then), (false, otherwise)] {
                    let mut state = self.state.clone();
                    let mut way = Numbers { types: self.types, position: self.position, state: &mut state };
                    if refine(&mut way, condition, is_true) {
                        joined = joined.join(way.evaluate(value)?);
                    }
                }
                if joined.is_empty() { shape.map(Shape::all) } else { Some(joined) }
            }
            _ => shape.map(Shape::all),
        }
    }

    /// An expression gives one of these numbers.
    fn restrict(&mut self, expr: &Expr, to: Interval) -> bool {
        match &expr.kind {
            ExprKind::Read(place) => {
                if let PlaceKind::Local(variable) = place.kind
                    && let Some(at) = self.position[variable.index()]
                {
                    self.state[at] = self.state[at].meet(to);
                    return !self.state[at].is_empty();
                }
                true
            }
            // A conversion that changes none of the numbers.
            ExprKind::Cast(operand) => match (self.shape(expr), self.evaluate(operand)) {
                (Some(shape), Some(of)) if shape.all().contains(of) && shape.converted(of) == of => {
                    self.restrict(operand, to)
                }
                _ => true,
            },
            _ => true,
        }
    }

    fn compare(&mut self, left: &Expr, right: &Expr, wanted: Outcomes) -> bool {
        let (Some(x), Some(y)) = (self.evaluate(left), self.evaluate(right)) else { return true };
        let (to_x, to_y) = (restricted(x, y, wanted), restricted(y, x, swapped(wanted)));
        !to_x.is_empty() && !to_y.is_empty() && self.restrict(left, to_x) && self.restrict(right, to_y)
    }
}

/// Goes on where a condition holds, or where it does not; false if nobody does.
pub fn refine(numbers: &mut Numbers<'_>, condition: &Expr, is_true: bool) -> bool {
    let zero_or_not = |numbers: &mut Numbers<'_>| {
        let zero = Expr { kind: ExprKind::Integer(0), ty: condition.ty };
        numbers.compare(condition, &zero, if is_true { LESS | GREATER } else { EQUAL })
    };
    match &condition.kind {
        ExprKind::Unary(UnaryOperator::LogicalNot, operand) => refine(numbers, operand, !is_true),
        ExprKind::Binary(operator, left, right) => {
            let Some(wanted) = holds(*operator) else { return zero_or_not(numbers) };
            let is_about_zero = matches!(operator, BinaryOperator::Equal | BinaryOperator::NotEqual);
            if matches!(right.kind, ExprKind::Integer(0)) && is_condition(left) && is_about_zero {
                return refine(numbers, left, is_true == (*operator == BinaryOperator::NotEqual));
            }
            let wanted = if is_true { wanted } else { !wanted & (LESS | GREATER | EQUAL) };
            numbers.compare(left, right, wanted)
        }
        ExprKind::Cast(operand) => match (numbers.shape(operand), numbers.shape(condition)) {
            (Some(from), Some(to)) if to.keeps_truth_of(from) => refine(numbers, operand, is_true),
            _ => zero_or_not(numbers),
        },
        ExprKind::Conditional { condition: first, then, otherwise } => {
            let constant = |expr: &Expr| match expr.kind {
                ExprKind::Integer(number) => Some(number != 0),
                _ => None,
            };
            for (taken, way, other) in [(true, then, otherwise), (false, otherwise, then)] {
                if constant(other) == Some(!is_true) {
                    return refine(numbers, first, taken) && refine(numbers, way, is_true);
                }
            }
            true
        }
        ExprKind::Integer(number) => (*number != 0) == is_true,
        ExprKind::Read(_) => zero_or_not(numbers),
        _ => true,
    }
}
