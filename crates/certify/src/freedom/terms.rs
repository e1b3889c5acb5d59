//! Terms: a value as a sum over registers of the same activation, `base + constant + sum of factor * register`.
//!
//! A term is about addresses, so everything is modulo the width of pointers. A narrower integer has a term only if it
//! cannot wrap and no conversion cuts it; then the term is its exact value.

use std::collections::BTreeMap;

use raddle_program::builder::field_of;
use raddle_program::syntax::{
    BinaryOperator, Expr, ExprKind, GlobalId, LocalId, Place, PlaceKind, ProcedureId, Program,
};
use raddle_program::types::{TypeId, TypeKind};

/// An address that a term may start from.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Origin {
    /// That of a global that threads share.
    Global(GlobalId),
    /// That of a local in memory.
    Local(LocalId),
}

/// A sum.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug, Default)]
pub struct Term {
    /// The addresses in it, with factors that are not zero.
    pub origins: BTreeMap<Origin, i128>,
    /// The registers in it, with factors that are not zero.
    pub factors: BTreeMap<LocalId, i128>,
    /// The number in it.
    pub constant: i128,
}

/// Several times what is in a sum; `None` for numbers out of bounds.
fn scaled<K: Ord + Copy>(of: &BTreeMap<K, i128>, factor: i128) -> Option<BTreeMap<K, i128>> {
    of.iter().map(|(&key, &it)| Some((key, it.checked_mul(factor)?))).collect()
}

/// What is in two sums together.
fn added<K: Ord + Copy>(of: &BTreeMap<K, i128>, others: &BTreeMap<K, i128>) -> Option<BTreeMap<K, i128>> {
    let mut all = of.clone();
    for (&key, &factor) in others {
        let sum = all.remove(&key).unwrap_or(0).checked_add(factor)?;
        if sum != 0 {
            all.insert(key, sum);
        }
    }
    Some(all)
}

impl Term {
    /// A number.
    pub fn number(constant: i128) -> Term {
        Term { constant, ..Term::default() }
    }

    /// A register.
    pub fn register(local: LocalId) -> Term {
        Term { factors: BTreeMap::from([(local, 1)]), ..Term::default() }
    }

    /// An address.
    pub fn origin(origin: Origin) -> Term {
        Term { origins: BTreeMap::from([(origin, 1)]), ..Term::default() }
    }

    /// Several times the term; `None` for numbers out of bounds.
    pub fn times(&self, factor: i128) -> Option<Term> {
        if factor == 0 {
            return Some(Term::number(0));
        }
        let constant = self.constant.checked_mul(factor)?;
        Some(Term { origins: scaled(&self.origins, factor)?, factors: scaled(&self.factors, factor)?, constant })
    }

    /// The sum.
    pub fn plus(&self, other: &Term) -> Option<Term> {
        let constant = self.constant.checked_add(other.constant)?;
        let origins = added(&self.origins, &other.origins)?;
        Some(Term { origins, factors: added(&self.factors, &other.factors)?, constant })
    }

    /// The difference.
    pub fn minus(&self, other: &Term) -> Option<Term> {
        self.plus(&other.times(-1)?)
    }

    /// The number that it is; `None` if it is more than that.
    pub fn as_number(&self) -> Option<i128> {
        (self.origins.is_empty() && self.factors.is_empty()).then_some(self.constant)
    }

    /// The one address in it, if there is one and it is there once.
    pub fn base(&self) -> Option<Origin> {
        match self.origins.first_key_value() {
            Some((&origin, 1)) if self.origins.len() == 1 => Some(origin),
            Some(_) | None => None,
        }
    }

    /// The one register in it, with its factor, if there is one.
    pub fn index(&self) -> Option<(LocalId, i128)> {
        let (&register, &factor) = self.factors.first_key_value().filter(|_| self.factors.len() == 1)?;
        Some((register, factor))
    }

    /// The same with a value in the place of a register.
    pub fn with(&self, local: LocalId, value: &Term) -> Option<Term> {
        let Some(&factor) = self.factors.get(&local) else { return Some(self.clone()) };
        let mut rest = self.clone();
        rest.factors.remove(&local);
        rest.plus(&value.times(factor)?)
    }
}

/// Whether numbers of one type are the same numbers in another, modulo the width of pointers if that is a wide one.
fn keeps(program: &Program, from: TypeId, to: TypeId) -> bool {
    let types = &program.types;
    let is_truth = |ty| matches!(types.kind(ty), TypeKind::Bool);
    let (Some((from_bits, from_signed)), Some((to_bits, to_signed))) =
        (types.scalar_shape(from), types.scalar_shape(to))
    else {
        return false;
    };
    if is_truth(to) {
        return is_truth(from);
    }
    let widens = to_bits > from_bits && (to_signed || !from_signed);
    from == to
        || widens
        || (to_bits == from_bits && to_signed == from_signed)
        || is_wide(program, to) && from_bits <= to_bits
}

/// Whether a type has at least the width of pointers.
fn is_wide(program: &Program, ty: TypeId) -> bool {
    let width = program.types.model().pointer_bytes() * 8;
    program.types.scalar_shape(ty).is_some_and(|(bits, _)| u64::from(bits) >= width)
}

/// The register that a place is.
pub fn register_of(program: &Program, procedure: ProcedureId, place: &Place) -> Option<LocalId> {
    match place.kind {
        PlaceKind::Local(local) => program.procedures[procedure].locals[local].is_register.then_some(local),
        PlaceKind::Global(_)
        | PlaceKind::Deref(_)
        | PlaceKind::Field(..)
        | PlaceKind::Index(..)
        | PlaceKind::BitLocation(_) => None,
    }
}

/// The term of a value; `None` if it is not that simple.
pub fn value(program: &Program, procedure: ProcedureId, expr: &Expr) -> Option<Term> {
    let of = |expr: &Expr| value(program, procedure, expr);
    match &expr.kind {
        ExprKind::Integer(number) => Some(Term::number(*number)),
        ExprKind::Read(place) => {
            program.types.scalar_shape(place.ty)?;
            register_of(program, procedure, place).map(Term::register)
        }
        ExprKind::AddressOf(place) => address(program, procedure, place),
        ExprKind::Cast(operand) => of(operand).filter(|_| keeps(program, operand.ty, expr.ty)),
        ExprKind::PointerAdd { pointer, index, element, is_subtraction } => {
            let bytes = of(index)?.times(i128::from(*element) * if *is_subtraction { -1 } else { 1 })?;
            of(pointer)?.plus(&bytes)
        }
        ExprKind::Binary(operator, left, right) if is_wide(program, expr.ty) => match operator {
            BinaryOperator::Add => of(left)?.plus(&of(right)?),
            BinaryOperator::Subtract => of(left)?.minus(&of(right)?),
            BinaryOperator::Multiply => match (of(left)?, of(right)?) {
                (left, right) if right.as_number().is_some() => left.times(right.constant),
                (left, right) if left.as_number().is_some() => right.times(left.constant),
                _ => None,
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
        },
        ExprKind::Binary(..)
        | ExprKind::Unary(..)
        | ExprKind::Procedure(_)
        | ExprKind::SelfId
        | ExprKind::AllocationSize(..)
        | ExprKind::PointerDifference { .. }
        | ExprKind::Floating(..)
        | ExprKind::Conditional { .. } => None,
    }
}

/// The term of the address of a place in memory.
pub fn address(program: &Program, procedure: ProcedureId, place: &Place) -> Option<Term> {
    match &place.kind {
        PlaceKind::Global(global) => {
            (!program.globals[*global].is_thread_local).then(|| Term::origin(Origin::Global(*global)))
        }
        PlaceKind::Local(local) => {
            let is_register = program.procedures[procedure].locals[*local].is_register;
            (!is_register).then(|| Term::origin(Origin::Local(*local)))
        }
        PlaceKind::Deref(pointer) => value(program, procedure, pointer),
        PlaceKind::BitLocation(inner) => address(program, procedure, inner),
        PlaceKind::Field(base, number) => {
            let offset = field_of(&program.types, base.ty, *number)?.offset;
            address(program, procedure, base)?.plus(&Term::number(offset.into()))
        }
        PlaceKind::Index(base, index) => {
            let size = program.types.size_of(place.ty)?;
            address(program, procedure, base)?.plus(&value(program, procedure, index)?.times(size.into())?)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use raddle_program::entity::Entity;

    #[test]
    fn sums_keep_what_they_are_made_of() {
        let [a, b] = [0, 1].map(LocalId::from_index);
        let (one, two) = (Term::register(a), Term::register(b));
        let global = Term::origin(Origin::Global(GlobalId::from_index(0)));
        let element = global.plus(&one.times(24).expect("small")).expect("one address");
        assert_eq!(element.minus(&element).and_then(|rest| rest.as_number()), Some(0));
        assert_eq!(element.minus(&global), one.times(24));
        assert_eq!(element.base(), global.base());
        assert_eq!(global.minus(&element).and_then(|rest| rest.base()), None);
        assert_eq!(element.with(a, &two.plus(&Term::number(2)).expect("small")), {
            let moved = two.times(24).and_then(|two| two.plus(&Term::number(48)));
            global.plus(&moved.expect("small"))
        });
        // p - (x + 24 a), where p is x + 24 a.
        let difference = two.minus(&element).expect("small");
        assert_eq!(difference.with(b, &element).and_then(|rest| rest.as_number()), Some(0));
    }
}
