//! What is known of the registers and the locks of an activation at one place, on some paths to it.

use std::collections::{BTreeMap, BTreeSet};

use raddle_program::syntax::{BinaryOperator, Expr, ExprKind, LocalId, UnaryOperator};
use raddle_program::types::TypeId;

use crate::linear::{Base, Linear, Reader};
use crate::points_to::TargetSet;

/// A held lock.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) struct SymbolicLock {
    pub address: Linear,
    pub is_shared: bool,
    /// Whether it is a mutex that the thread cannot own twice.
    pub is_normal_mutex: bool,
    /// What its address may be.
    pub targets: TargetSet,
}

/// What holds at a place.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(super) struct State {
    /// The values of registers, over registers that equal no other term.
    pub equal: BTreeMap<LocalId, Linear>,
    pub held: BTreeSet<SymbolicLock>,
    /// The outcomes of comparisons, which the same comparison has again.
    pub outcomes: BTreeMap<Comparison, bool>,
}

/// A comparison of two terms.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) struct Comparison {
    /// Whether it asks if they are equal; else whether the first one is less.
    is_equality: bool,
    left: Linear,
    right: Linear,
    /// As numbers of which type.
    ty: TypeId,
}

impl State {
    /// A local gets another value, or begins or ends its life: then its address is another one, too.
    pub fn forget(&mut self, local: LocalId) {
        let is_about = |linear: &Linear| linear.mentions(local) || linear.base == Base::Local(local);
        self.equal.remove(&local);
        self.equal.retain(|_, value| !is_about(value));
        self.held.retain(|held| !is_about(&held.address));
        self.outcomes.retain(|comparison, _| !is_about(&comparison.left) && !is_about(&comparison.right));
    }

    /// A term over registers of which no equality is known.
    pub fn resolved(&self, linear: &Linear) -> Linear {
        let mut known = Vec::new();
        for &register in linear.parts.keys() {
            if let Some(value) = self.equal.get(&register) {
                known.push((register, value.clone()));
            }
        }
        if known.is_empty() { linear.clone() } else { put(linear, &known).unwrap_or_else(|| linear.clone()) }
    }

    /// The state on the paths on which a condition holds, or does not; `None` if there is no such path.
    pub fn assuming(&self, reader: Reader<'_>, condition: &Expr, holds: bool) -> Option<State> {
        let Some((comparison, is_so)) = self.comparison(reader, condition) else { return Some(self.clone()) };
        let outcome = holds == is_so;
        if self.outcomes.get(&comparison).is_some_and(|&known| known != outcome) {
            return None;
        }
        let mut state = self.clone();
        state.outcomes.insert(comparison, outcome);
        Some(state)
    }

    /// The comparison that a condition makes, and its outcome where the condition holds; `None` if it is none of two numbers that registers hold.
    fn comparison(&self, reader: Reader<'_>, condition: &Expr) -> Option<(Comparison, bool)> {
        let (operator, left, right) = match &condition.kind {
            ExprKind::Unary(UnaryOperator::LogicalNot, operand) => {
                let (comparison, holds) = self.comparison(reader, operand)?;
                return Some((comparison, !holds));
            }
            ExprKind::Binary(operator, left, right) if reader.is_integer(left.ty) => (*operator, left, right),
            _ => return None,
        };
        let (is_equality, is_swapped, holds) = match operator {
            BinaryOperator::Equal => (true, false, true),
            BinaryOperator::NotEqual => (true, false, false),
            BinaryOperator::Less => (false, false, true),
            BinaryOperator::GreaterEqual => (false, false, false),
            BinaryOperator::Greater => (false, true, true),
            BinaryOperator::LessEqual => (false, true, false),
            _ => return None,
        };
        let ty = left.ty;
        let value = |expr: &Expr| Some(self.resolved(&reader.value(expr)?));
        let (mut left, mut right) = (value(left)?, value(right)?);
        if is_swapped || is_equality && right < left {
            (left, right) = (right, left);
        }
        Some((Comparison { is_equality, left, right, ty }, holds))
    }

    /// What holds on the paths to this state and on those to another one. Returns whether it is less than before.
    pub fn meet(&mut self, other: &State) -> bool {
        let count = |state: &State| (state.equal.len(), state.held.len(), state.outcomes.len());
        let before = count(self);
        self.equal.retain(|register, value| other.equal.get(register) == Some(value));
        self.held.retain(|held| other.held.contains(held));
        self.outcomes.retain(|comparison, outcome| other.outcomes.get(comparison) == Some(outcome));
        count(self) != before
    }

    /// Whether all that holds here holds in another state.
    pub fn is_within(&self, other: &State) -> bool {
        self.held.is_subset(&other.held)
            && self.equal.iter().all(|(register, value)| other.equal.get(register) == Some(value))
            && self.outcomes.iter().all(|(comparison, outcome)| other.outcomes.get(comparison) == Some(outcome))
    }

    /// Whether some comparison has one outcome on the paths to this state and the other one on those to another state.
    pub fn is_apart_from(&self, other: &State) -> bool {
        self.outcomes.iter().any(|(comparison, outcome)| other.outcomes.get(comparison) == Some(&!outcome))
    }
}

/// A term with values in the place of registers; `None` if there would be two bases.
pub(super) fn put(linear: &Linear, values: &[(LocalId, Linear)]) -> Option<Linear> {
    let mut sum = Linear { parts: BTreeMap::new(), ..linear.clone() };
    for (register, &factor) in &linear.parts {
        let value = match values.iter().find(|(other, _)| other == register) {
            Some((_, value)) => value.clone(),
            None => Linear::register(*register),
        };
        let times = scaled(value, factor)?;
        sum = sum.plus(&times)?;
    }
    Some(sum)
}

fn scaled(value: Linear, factor: i128) -> Option<Linear> {
    if factor == 1 {
        return Some(value);
    }
    if value.base != Base::Zero {
        return None;
    }
    let parts = value.parts.iter().map(|(&local, &part)| Some((local, part.checked_mul(factor)?)));
    let parts = parts.collect::<Option<BTreeMap<LocalId, i128>>>()?;
    Some(Linear { parts, constant: value.constant.checked_mul(factor)?, ..value })
}

/// A term over parameters in terms of the caller; `None` if an argument is not known.
pub(super) fn substituted(linear: &Linear, arguments: &[(LocalId, Linear)]) -> Option<Linear> {
    let is_known = |register: &LocalId| arguments.iter().any(|(parameter, _)| parameter == register);
    if linear.parts.keys().all(is_known) { put(linear, arguments) } else { None }
}

/// Whether a term is the same in every activation.
pub(super) fn is_constant(linear: &Linear) -> bool {
    linear.parts.is_empty() && matches!(linear.base, Base::Global(_))
}
