//! The order of two objects in memory, if a program compares their addresses (C11 6.5.8p5).
//!
//! C leaves the order of pointers to two objects undefined, but programs use it: they take the two locks of a transfer in the order of
//! their addresses. Compilers give all such comparisons one consistent order, that of memory. So the answer is a choice, and later answers
//! agree with it: the relation is transitive.
//!
//! The choice is exact. Two living objects share no byte, so pointers to their bytes are ordered as the objects are. Objects in a strict
//! partial order can be placed in memory in that order, as far from each other as their alignments need.
//!
//! An object that an earlier answer about equality ties to another object ([`crate::semantics::Addresses`]) cannot be placed freely, so
//! either question is unsupported for it. Also unsupported: pointers to no byte of their object, ended objects, two string literals.

use crate::semantics::addresses::{Equalities, is_literal};
use crate::semantics::evaluate::{Evaluated, Evaluation, unsupported};
use crate::semantics::memory::{Life, Origin};
use crate::semantics::record::Token;
use crate::semantics::value::{Interval, ObjectId};
use crate::trace::{ChoiceKind, Event, TraceValue};

impl Evaluation<'_, '_, '_> {
    /// Whether the first of two pointers to different objects is less than the second.
    pub(super) fn is_below(&mut self, one: (ObjectId, i64), other: (ObjectId, i64)) -> Evaluated<bool> {
        if self.machine.equalities != Equalities::Chosen || !self.are_ordered(one, other) {
            return unsupported("comparing the order of addresses of different objects");
        }
        self.record.tokens.push(Token::Addresses);
        let answers = self
            .state
            .addresses
            .order(one.0, other.0)
            .map_or(Interval { low: 0, high: 1, hole: None, is_any: false }, |is_below| {
                Interval::point(i128::from(is_below))
            });
        let value = self.same_again(|cx| {
            let value = cx.state.fresh_symbol(answers);
            cx.event(Event::Choice { kind: ChoiceKind::Order, value: TraceValue::Opaque }, Some(value.clone()));
            Ok(value)
        })?;
        let value = self.state.resolved(value);
        let is_below = self.is_true(&value)?;
        let (first, second) = if is_below { (one.0, other.0) } else { (other.0, one.0) };
        self.state.addresses.put_below(first, second);
        Ok(is_below)
    }

    /// Whether the order of the two objects decides the order of the two pointers, and can be chosen.
    fn are_ordered(&self, one: (ObjectId, i64), other: (ObjectId, i64)) -> bool {
        let is_free = |(object, offset): (ObjectId, i64)| {
            self.state.objects[object].life == Life::Live
                && u64::try_from(offset).is_ok_and(|offset| offset < self.room(object))
                && !self.state.addresses.is_tied(object)
        };
        let literal = |(object, _): (ObjectId, i64)| match self.state.objects[object].origin {
            Origin::Global(global) => is_literal(self.machine.program, global),
            Origin::ThreadLocal(..) | Origin::Local(..) | Origin::Allocated(..) => false,
        };
        is_free(one) && is_free(other) && !(literal(one) && literal(other))
    }
}
