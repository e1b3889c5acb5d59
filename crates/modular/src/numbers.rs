//! Interval arithmetic: the value range of an expression, and what a test implies for the ranges of variables.

use raddle_logic::intervals::Interval;
use raddle_program::entity::Entity;
use raddle_program::syntax::{BinaryOperator, Expr, ExprKind, PlaceKind, UnaryOperator};
use raddle_program::types::Types;

use raddle_analysis::intervals::evaluate::is_condition;
use raddle_analysis::number::{EQUAL, GREATER, LESS, Outcomes, Shape, holds, restricted, swapped};

/// Facts about some variables: the range of each, and pairs of which the first is at most as great as the second.
#[derive(Clone, PartialEq, Debug)]
pub struct Known {
    /// The ranges.
    pub ranges: Vec<Interval>,
    /// For each of the first 64 variables, a bit set of the variables that are at least as great; transitively closed.
    at_most: Vec<u64>,
}

impl Known {
    /// Facts without an order.
    pub fn of(ranges: Vec<Interval>) -> Known {
        let at_most = vec![0; ranges.len().min(64)];
        Known { ranges, at_most }
    }

    /// Whether the facts imply that one variable is at most as great as another.
    pub fn is_at_most(&self, one: usize, other: usize) -> bool {
        let is_said = other < 64 && self.at_most.get(one).is_some_and(|greater| greater >> other & 1 == 1);
        one == other || is_said || self.ranges[one].high <= self.ranges[other].low
    }

    /// The same, but only if the ranges alone do not imply it.
    pub fn says_at_most(&self, one: usize, other: usize) -> bool {
        let is_told_by_ranges = self.ranges[one].high <= self.ranges[other].low;
        one != other && !is_told_by_ranges && self.is_at_most(one, other)
    }

    /// Adds the fact that one variable is at most as great as another.
    pub fn set_at_most(&mut self, one: usize, other: usize) {
        if one == other || one >= self.at_most.len() || other >= self.at_most.len() {
            return;
        }
        let greater = self.at_most[other] | 1 << other;
        for (lesser, known) in self.at_most.iter_mut().enumerate() {
            if lesser == one || *known >> one & 1 == 1 {
                *known |= greater & !(1 << lesser);
            }
        }
    }

    /// A variable gets a new value of which only the range is known.
    pub fn put(&mut self, at: usize, range: Interval) {
        self.ranges[at] = range;
        if at < self.at_most.len() {
            self.at_most[at] = 0;
            self.at_most.iter_mut().for_each(|known| *known &= !(1 << at));
        }
    }

    /// The common facts of two states; true if these are weaker than the first state.
    pub fn join(&mut self, other: &Known) -> bool {
        let mut has_changed = false;
        let common = |one: usize| -> u64 {
            let all = (0..self.at_most.len()).filter(|&greater| greater != one);
            let both = all.filter(|&greater| self.is_at_most(one, greater) && other.is_at_most(one, greater));
            both.fold(0, |bits, greater| bits | 1 << greater)
        };
        let at_most: Vec<u64> = (0..self.at_most.len()).map(common).collect();
        for (known, found) in self.at_most.iter_mut().zip(at_most) {
            // A fact that the ranges imply need not be stored.
            has_changed |= *known & !found != 0;
            *known = found;
        }
        for (range, new) in self.ranges.iter_mut().zip(&other.ranges) {
            has_changed |= !range.contains(*new);
            *range = range.join(*new);
        }
        has_changed
    }
}

/// Variables with their facts.
pub struct Numbers<'a> {
    /// The types of expressions.
    pub types: &'a Types,
    /// The position of each variable among those with facts, by the variable's number.
    pub position: &'a [Option<usize>],
    /// The facts.
    pub state: &'a mut Known,
}

impl Numbers<'_> {
    fn shape(&self, expr: &Expr) -> Option<Shape> {
        Shape::of(self.types, expr.ty)
    }

    /// The value range of an expression; `None` if it is not numeric.
    pub fn evaluate(&self, expr: &Expr) -> Option<Interval> {
        let shape = self.shape(expr);
        match &expr.kind {
            ExprKind::Integer(number) => shape.map(|shape| shape.converted(Interval::point(*number))),
            ExprKind::Read(place) => match place.kind {
                PlaceKind::Local(variable) => {
                    self.position[variable.index()].map(|at| self.state.ranges[at]).or(shape.map(Shape::all))
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
                    let mut edge = Numbers { types: self.types, position: self.position, state: &mut state };
                    if refine(&mut edge, condition, is_true) {
                        joined = joined.join(edge.evaluate(value)?);
                    }
                }
                if joined.is_empty() { shape.map(Shape::all) } else { Some(joined) }
            }
            _ => shape.map(Shape::all),
        }
    }

    /// Assumes that the value of an expression is in a range; false if this is impossible.
    fn restrict(&mut self, expr: &Expr, to: Interval) -> bool {
        match &expr.kind {
            ExprKind::Read(place) => {
                if let PlaceKind::Local(variable) = place.kind
                    && let Some(at) = self.position[variable.index()]
                {
                    self.state.ranges[at] = self.state.ranges[at].meet(to);
                    return !self.state.ranges[at].is_empty();
                }
                true
            }
            // A conversion that preserves all possible values.
            ExprKind::Cast(operand) => match (self.shape(expr), self.evaluate(operand)) {
                (Some(shape), Some(of)) if shape.all().contains(of) && shape.converted(of) == of => {
                    self.restrict(operand, to)
                }
                _ => true,
            },
            _ => true,
        }
    }

    /// The variable whose value an expression has, without conversions that preserve it.
    fn variable(&self, expr: &Expr) -> Option<usize> {
        match &expr.kind {
            ExprKind::Read(place) => match place.kind {
                PlaceKind::Local(variable) => self.position[variable.index()],
                _ => None,
            },
            ExprKind::Cast(operand) => {
                let (to, of) = (self.shape(expr)?, self.evaluate(operand)?);
                if to.all().contains(of) && to.converted(of) == of { self.variable(operand) } else { None }
            }
            _ => None,
        }
    }

    /// A variable gets the value of an expression; false if the expression can have no value.
    pub fn assign(&mut self, at: usize, all: Interval, value: &Expr) -> bool {
        if let ExprKind::Conditional { condition, then, otherwise } = &value.kind {
            let mut joined: Option<Known> = None;
            for (is_true, value) in [(true, then), (false, otherwise)] {
                let mut state = self.state.clone();
                let mut edge = Numbers { types: self.types, position: self.position, state: &mut state };
                if refine(&mut edge, condition, is_true) && edge.assign(at, all, value) {
                    match &mut joined {
                        Some(joined) => {
                            joined.join(&state);
                        }
                        None => joined = Some(state),
                    }
                }
            }
            return match joined {
                Some(joined) => {
                    *self.state = joined;
                    true
                }
                None => false,
            };
        }
        let (range, same) = (self.evaluate(value).unwrap_or(all), self.variable(value));
        if same == Some(at) {
            return true;
        }
        self.state.put(at, range);
        if let Some(same) = same {
            self.state.set_at_most(at, same);
            self.state.set_at_most(same, at);
        }
        true
    }

    fn compare(&mut self, left: &Expr, right: &Expr, wanted: Outcomes) -> bool {
        let (Some(x), Some(y)) = (self.evaluate(left), self.evaluate(right)) else { return true };
        let (to_x, to_y) = (restricted(x, y, wanted), restricted(y, x, swapped(wanted)));
        if let (Some(one), Some(other)) = (self.variable(left), self.variable(right)) {
            let is_refuted = wanted == GREATER && self.state.is_at_most(one, other)
                || wanted == LESS && self.state.is_at_most(other, one);
            if is_refuted {
                return false;
            }
            if wanted & GREATER == 0 {
                self.state.set_at_most(one, other);
            }
            if wanted & LESS == 0 {
                self.state.set_at_most(other, one);
            }
        }
        !to_x.is_empty() && !to_y.is_empty() && self.restrict(left, to_x) && self.restrict(right, to_y)
    }
}

/// Assumes that a condition holds, or that it does not; false if this is impossible.
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
            for (taken, edge, other) in [(true, then, otherwise), (false, otherwise, then)] {
                if constant(other) == Some(!is_true) {
                    return refine(numbers, first, taken) && refine(numbers, edge, is_true);
                }
            }
            true
        }
        ExprKind::Integer(number) => (*number != 0) == is_true,
        ExprKind::Read(_) => zero_or_not(numbers),
        _ => true,
    }
}
