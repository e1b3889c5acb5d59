//! The operators that may leave the range of their type, divide by zero, or shift too far.
//!
//! Rule. When no pass publishes anything new, the states of a location cover all that can be there, whatever threads
//! do. So an operator is safe if for the intervals of its operands, in each of the states in front of it, the exact
//! result is in its type, the divisor is not zero, and the amount of a shift is less than the width. Of a conditional
//! expression each operand counts where the condition leads to it.
//!
//! Rule: every operand of a step is looked at, those of addresses, calls and synchronization included. An operand of which nothing is
//! known may be any number.
//! Tests: `bounded_counts`, `bounded_counts_that_are_one_too_many`, `divisor_that_is_tested`, `divisor_that_is_tested_once`,
//! `least_number_by_minus_one`, `amounts_below_the_width`, `amounts_up_to_the_width`, `index_that_leaves_its_type`.

use std::collections::{BTreeMap, BTreeSet};

use raddle_logic::intervals::Interval;
use raddle_program::automaton::Transition;
use raddle_program::footprint::Footprint;
use raddle_program::property::Property;
use raddle_program::syntax::{BinaryOperator, Expr, ExprKind, UnaryOperator};

use super::super::points_to::Context;
use super::flow::Flow;
use super::state::State;
use super::steps::Checks;
use crate::number::corners;

/// What is known of the operators that may violate a property by their text.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Operators {
    /// The number of steps that have such operators.
    pub steps: u64,
    /// Those of which nothing that is known keeps them from violating the property, in the order of contexts.
    pub open: BTreeSet<(Context, Transition)>,
}

/// What is known of the operators of a program.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct AllOperators {
    /// Operators that may violate `overflow`.
    pub overflow: Operators,
    /// Operators that may violate `arithmetic`.
    pub arithmetic: Operators,
}

/// What the operators of a step may violate.
#[derive(Clone, Copy, Default)]
struct Possible {
    overflow: bool,
    arithmetic: bool,
}

/// By step: what its operators may violate by their text, and what they may in the states that were found.
type Steps = BTreeMap<(Context, Transition), (Possible, Possible)>;

struct Finding<'s> {
    steps: &'s mut Steps,
}

impl Checks for Finding<'_> {
    fn value(&mut self, flow: &mut Flow<'_>, state: &mut State, at: (Context, Transition), expr: &Expr) {
        let Some((_, found)) = self.steps.get_mut(&at) else { return };
        match &expr.kind {
            ExprKind::Unary(UnaryOperator::Negate, operand) => flow.negate(state, at, operand, expr, found),
            ExprKind::Binary(operator, left, right) => flow.operator(state, at, (expr, *operator, left, right), found),
            _ => {}
        }
    }
}

impl Flow<'_> {
    /// All operators in code that threads may run, by the states that were found.
    pub(super) fn operators(&mut self) -> AllOperators {
        let (points_to, automata) = (self.points_to, self.automata);
        let mut steps = Steps::new();
        for (id, context) in points_to.contexts.iter() {
            for (transition, data) in automata[context.procedure].transitions.iter() {
                let procedure = &self.program.procedures[context.procedure];
                let listed = Footprint::of(self.program, procedure, data).may_violate;
                let by_text = Possible {
                    overflow: listed.contains(&Property::Overflow),
                    arithmetic: listed.contains(&Property::Arithmetic),
                };
                if by_text.overflow || by_text.arithmetic {
                    steps.insert((id, transition), (by_text, Possible::default()));
                }
            }
        }
        self.check(&mut Finding { steps: &mut steps });
        let of = |asked: fn(&Possible) -> bool| {
            let relevant = steps.iter().filter(|(_, (by_text, _))| asked(by_text));
            let open = relevant.clone().filter(|(_, (_, found))| asked(found)).map(|(&step, _)| step).collect();
            let places: BTreeSet<_> =
                relevant.map(|(&(context, step), _)| (points_to.contexts[context].procedure, step)).collect();
            Operators { steps: places.len() as u64, open }
        };
        AllOperators { overflow: of(|it| it.overflow), arithmetic: of(|it| it.arithmetic) }
    }

    fn negate(
        &mut self,
        state: &mut State,
        at: (Context, Transition),
        operand: &Expr,
        expr: &Expr,
        found: &mut Possible,
    ) {
        let range = self.evaluate(state, at, operand).range();
        let is_safe = self.shape(expr).zip(range).is_some_and(|(shape, range)| {
            !shape.is_signed || shape.all().contains(Interval { low: -range.high, high: -range.low })
        });
        found.overflow |= !is_safe;
    }

    fn operator(
        &mut self,
        state: &mut State,
        at: (Context, Transition),
        (expr, operator, left, right): (&Expr, BinaryOperator, &Expr, &Expr),
        found: &mut Possible,
    ) {
        let (left, right) = (self.evaluate(state, at, left), self.evaluate(state, at, right));
        let (a, b) = (left.range(), right.range());
        let shape = self.shape(expr);
        let fits = |exact: &dyn Fn(Interval, Interval) -> Option<Interval>| {
            shape.is_some_and(|shape| {
                let exact = || exact(a?, b?);
                !shape.is_signed || exact().is_some_and(|exact| shape.all().contains(exact))
            })
        };
        match operator {
            BinaryOperator::Add | BinaryOperator::Subtract => {
                let exact = shape.and_then(|shape| self.exactly(state, operator, shape, left, right));
                found.overflow |= !fits(&|_, _| exact);
            }
            BinaryOperator::Multiply => found.overflow |= !fits(&|a, b| corners(a, b, i128::checked_mul)),
            BinaryOperator::Divide | BinaryOperator::Remainder => {
                found.arithmetic |= b.is_none_or(|b| b.contains(Interval::point(0)));
                // The least number by minus one.
                let is_safe = shape.is_some_and(|shape| {
                    let may_be =
                        |range: Option<Interval>, number| range.is_none_or(|it| it.contains(Interval::point(number)));
                    !shape.is_signed || !may_be(a, shape.all().low) || !may_be(b, -1)
                });
                found.overflow |= !is_safe;
            }
            BinaryOperator::ShiftLeft | BinaryOperator::ShiftRight => {
                let amounts = shape.map(|shape| Interval { low: 0, high: i128::from(shape.bits) - 1 });
                found.arithmetic |= !amounts.zip(b).is_some_and(|(amounts, b)| amounts.contains(b));
            }
            BinaryOperator::BitAnd
            | BinaryOperator::BitOr
            | BinaryOperator::BitXor
            | BinaryOperator::Equal
            | BinaryOperator::NotEqual
            | BinaryOperator::Less
            | BinaryOperator::LessEqual
            | BinaryOperator::Greater
            | BinaryOperator::GreaterEqual => {}
        }
    }
}
