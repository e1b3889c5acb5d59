//! Linear terms: what an address or a value is in terms of registers of the same activation.
//!
//! `&entry->lock` is `entry + 4`, `&a[i].lock` is `&a + 48 i + 8`. Arithmetic is that of machine addresses, modulo the width of
//! pointers. An integer stands for its value: conversions that may change it, and arithmetic on integers that are
//! narrower than a pointer (which wraps elsewhere), make no term.

use std::collections::{BTreeMap, BTreeSet};

use raddle_program::automaton::{Automaton, Transition};
use raddle_program::builder::field_of;
use raddle_program::syntax::{
    BinaryOperator, Effect, Expr, ExprKind, GlobalId, LocalId, LocalKind, Place, PlaceKind, Procedure, ProcedureId,
    Program,
};
use raddle_program::types::{TypeId, TypeKind, Types};
use raddle_program::written_registers::written;

use super::ways::only_step_to;

/// The greatest number of steps that compute the operands of one step.
const OPERANDS: usize = 16;

/// What a term starts from.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Base {
    /// Nothing: zero.
    Zero,
    /// The address of a global that threads share.
    Global(GlobalId),
    /// The address of a local in memory, of the activation.
    Local(LocalId),
}

/// `base + constant + sum of factor * register`
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Linear {
    /// What it starts from.
    pub base: Base,
    /// The registers, with factors that are not zero.
    pub parts: BTreeMap<LocalId, i128>,
    /// The rest.
    pub constant: i128,
}

impl Linear {
    /// A number.
    pub fn number(constant: i128) -> Linear {
        Linear { base: Base::Zero, parts: BTreeMap::new(), constant }
    }

    /// The value of a register.
    pub fn register(local: LocalId) -> Linear {
        Linear { base: Base::Zero, parts: BTreeMap::from([(local, 1)]), constant: 0 }
    }

    fn base(base: Base) -> Linear {
        Linear { base, parts: BTreeMap::new(), constant: 0 }
    }

    fn times(mut self, factor: i128) -> Option<Linear> {
        if self.base != Base::Zero && factor != 1 {
            return None;
        }
        if factor == 0 {
            return Some(Linear::number(0));
        }
        for part in self.parts.values_mut() {
            *part = part.checked_mul(factor)?;
        }
        self.constant = self.constant.checked_mul(factor)?;
        Some(self)
    }

    /// The sum; `None` if it has two bases.
    pub fn plus(mut self, other: &Linear) -> Option<Linear> {
        self.base = match (self.base, other.base) {
            (base, Base::Zero) | (Base::Zero, base) => base,
            _ => return None,
        };
        for (&local, &factor) in &other.parts {
            let sum = self.parts.entry(local).or_insert(0);
            *sum = sum.checked_add(factor)?;
            if *sum == 0 {
                self.parts.remove(&local);
            }
        }
        self.constant = self.constant.checked_add(other.constant)?;
        Some(self)
    }

    /// The difference; `None` if a base is left over.
    pub fn minus(&self, other: &Linear) -> Option<Linear> {
        let unbased = |linear: &Linear| Linear { base: Base::Zero, ..linear.clone() };
        let negative = unbased(other).times(-1)?;
        match (self.base, other.base) {
            (one, two) if one == two => unbased(self).plus(&negative),
            (_, Base::Zero) => self.clone().plus(&negative),
            _ => None,
        }
    }

    /// The number that it is, if it is one.
    pub fn as_number(&self) -> Option<i128> {
        (self.base == Base::Zero && self.parts.is_empty()).then_some(self.constant)
    }

    /// Whether the value of a register matters.
    pub fn mentions(&self, local: LocalId) -> bool {
        self.parts.contains_key(&local)
    }
}

/// Reads terms off the code of a procedure.
#[derive(Clone, Copy)]
pub struct Reader<'a> {
    program: &'a Program,
    procedure: &'a Procedure,
}

impl<'a> Reader<'a> {
    /// For a procedure.
    pub fn new(program: &'a Program, procedure: ProcedureId) -> Reader<'a> {
        Reader { program, procedure: &program.procedures[procedure] }
    }

    fn shape(&self, ty: TypeId) -> Option<(u32, bool)> {
        self.program.types.scalar_shape(ty)
    }

    fn is_pointer_wide(&self, ty: TypeId) -> bool {
        let width = self.program.types.model().pointer_bytes() * 8;
        self.shape(ty).is_some_and(|(bits, _)| u64::from(bits) == width)
    }

    /// Whether values of a type are integers, truth values included, that are no wider than an address.
    pub fn is_integer(&self, ty: TypeId) -> bool {
        let width = self.program.types.model().pointer_bytes() * 8;
        let is_integer = matches!(self.program.types.kind(ty), TypeKind::Bool | TypeKind::Int(_));
        is_integer && self.shape(ty).is_some_and(|(bits, _)| u64::from(bits) <= width)
    }

    /// The types of the program.
    pub fn types(&self) -> &'a Types {
        &self.program.types
    }

    /// The type of a local.
    pub fn type_of(&self, local: LocalId) -> TypeId {
        self.procedure.locals[local].ty
    }

    /// Whether a local is a register.
    pub fn is_register(&self, local: LocalId) -> bool {
        self.procedure.locals[local].is_register
    }

    /// The register that a place is.
    pub fn as_register(&self, place: &Place) -> Option<LocalId> {
        match place.kind {
            PlaceKind::Local(local) => self.is_register(local).then_some(local),
            PlaceKind::Global(_)
            | PlaceKind::Deref(_)
            | PlaceKind::Field(..)
            | PlaceKind::Index(..)
            | PlaceKind::BitLocation(_) => None,
        }
    }

    /// Whether values of one type keep their value as values of another.
    pub fn keeps_value(&self, from: TypeId, to: TypeId) -> bool {
        let (Some((from_bits, from_signed)), Some((to_bits, to_signed))) = (self.shape(from), self.shape(to)) else {
            return false;
        };
        // What becomes a truth value is one or zero.
        let is_truth = |ty| matches!(self.program.types.kind(ty), TypeKind::Bool);
        (!is_truth(to) || is_truth(from))
            && to_bits >= from_bits
            && (self.is_pointer_wide(to)
                || to_bits == from_bits && from_signed == to_signed
                || to_bits > from_bits && (!from_signed || to_signed))
    }

    /// The value of an operand of a step in terms of registers in front of it. A temporary that a step right before it computed stands for
    /// that: `t = &ids[i]; u = arguments[i]; create(t, u)`.
    pub fn operand(&self, automaton: &Automaton, transition: Transition, operand: &Expr) -> Option<Linear> {
        let mut value = self.value(operand)?;
        let mut written_since: BTreeSet<LocalId> = BTreeSet::new();
        let mut location = automaton.transitions[transition].from;
        let is_temporary = |local: &LocalId| self.procedure.locals[*local].kind == LocalKind::Temporary;
        for _ in 0..OPERANDS {
            let Some(before) = only_step_to(automaton, location).filter(|_| value.parts.keys().any(is_temporary))
            else {
                break;
            };
            let data = &automaton.transitions[before];
            let (one, other) = written(&data.effect);
            if let Some(register) = one.into_iter().chain(other).find(|&register| value.mentions(register)) {
                let Effect::Assign { value: computed, .. } = &data.effect else { return None };
                let term = self.value(computed).filter(|_| is_temporary(&register))?;
                if written_since.iter().any(|&since| term.mentions(since)) {
                    return None;
                }
                let factor = value.parts.remove(&register)?;
                value = value.plus(&term.times(factor)?)?;
            }
            written_since.extend(one.into_iter().chain(other));
            location = data.from;
        }
        Some(value)
    }

    /// The value of an expression.
    pub fn value(&self, expr: &Expr) -> Option<Linear> {
        match &expr.kind {
            ExprKind::Integer(number) => Some(Linear::number(*number)),
            ExprKind::Read(place) => self.as_register(place).map(Linear::register),
            ExprKind::AddressOf(place) => self.address(place),
            ExprKind::Cast(operand) => {
                if self.keeps_value(operand.ty, expr.ty) {
                    self.value(operand)
                } else {
                    None
                }
            }
            ExprKind::Binary(operator, left, right) if self.is_pointer_wide(expr.ty) => {
                let (left, right) = (self.value(left)?, self.value(right)?);
                match operator {
                    BinaryOperator::Add => left.plus(&right),
                    BinaryOperator::Subtract => left.minus(&right),
                    BinaryOperator::Multiply => match (left.as_number(), right.as_number()) {
                        (_, Some(factor)) => left.times(factor),
                        (Some(factor), None) => right.times(factor),
                        (None, None) => None,
                    },
                    BinaryOperator::Divide
                    | BinaryOperator::Remainder
                    | BinaryOperator::ShiftLeft
                    | BinaryOperator::ShiftRight
                    | BinaryOperator::BitAnd
                    | BinaryOperator::BitOr
                    | BinaryOperator::BitXor
                    | BinaryOperator::Equal
                    | BinaryOperator::NotEqual
                    | BinaryOperator::Less
                    | BinaryOperator::LessEqual
                    | BinaryOperator::Greater
                    | BinaryOperator::GreaterEqual => None,
                }
            }
            ExprKind::PointerAdd { pointer, index, element, is_subtraction } => {
                let factor = i128::from(*element) * if *is_subtraction { -1 } else { 1 };
                self.value(pointer)?.plus(&self.value(index)?.times(factor)?)
            }
            ExprKind::Procedure(_)
            | ExprKind::SelfId
            | ExprKind::AllocationSize(..)
            | ExprKind::Unary(..)
            | ExprKind::Binary(..)
            | ExprKind::PointerDifference { .. }
            | ExprKind::Floating(..)
            | ExprKind::Conditional { .. } => None,
        }
    }

    /// The address of a place in memory.
    pub fn address(&self, place: &Place) -> Option<Linear> {
        match &place.kind {
            PlaceKind::Global(global) => {
                (!self.program.globals[*global].is_thread_local).then(|| Linear::base(Base::Global(*global)))
            }
            PlaceKind::Local(local) => (!self.is_register(*local)).then(|| Linear::base(Base::Local(*local))),
            PlaceKind::Deref(pointer) => self.value(pointer),
            PlaceKind::BitLocation(inner) => self.address(inner),
            PlaceKind::Field(inner, number) => {
                let field = field_of(&self.program.types, inner.ty, *number)?;
                self.address(inner)?.plus(&Linear::number(field.offset.into()))
            }
            PlaceKind::Index(inner, index) => {
                let size = self.program.types.size_of(place.ty)?;
                self.address(inner)?.plus(&self.value(index)?.times(size.into())?)
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use raddle_program::entity::Entity;

    fn register(number: usize) -> Linear {
        Linear::register(LocalId::from_index(number))
    }

    #[test]
    fn differences_cancel() {
        let lock = register(1).plus(&Linear::number(8)).expect("one base");
        assert_eq!(lock.minus(&register(1)).and_then(|difference| difference.as_number()), Some(8));
        assert_eq!(lock.minus(&register(2)).and_then(|difference| difference.as_number()), None);
        let global = Linear::base(Base::Global(GlobalId::from_index(0)));
        let element = global.clone().plus(&register(1).times(24).expect("no base")).expect("one base");
        assert_eq!(element.minus(&element).and_then(|difference| difference.as_number()), Some(0));
        assert_eq!(element.minus(&global).map(|difference| difference.parts.len()), Some(1));
        assert_eq!(register(1).minus(&global), None);
        assert_eq!(global.clone().plus(&global), None);
    }
}
