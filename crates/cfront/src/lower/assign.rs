//! Assignments, compound assignments and increments: C11 6.5.16, 6.5.2.4, 6.5.3.1.
//!
//! The operands of the target come first, then (of a compound assignment) the load of the target, then the right side,
//! then the store. An update of an `_Atomic` object is one atomic section behind the right side.

use raddle_program::builder::{bit_location, field, field_of, local_place, read};
use raddle_program::source::Span;
use raddle_program::syntax::{Atomic, Effect, Expr, LocalId, MemoryOrder, Place, PlaceKind};
use raddle_program::types::{TypeId, TypeKind};

use super::ProcedureLowering;
use super::operand::{Earlier, Operand, PlaceOperand};
use crate::typed::{self, BinaryOperator, ElementSize, ExprKind as Typed};

/// How an update computes the new value from the old one.
enum Update<'e> {
    /// Arithmetic in a type; in the promoted type of the target if none is given.
    Arithmetic { operator: BinaryOperator, computation: Option<TypeId> },
    /// A pointer moves.
    Move { is_subtraction: bool, element: &'e ElementSize },
}

impl ProcedureLowering<'_, '_> {
    /// An expression of one of the assigning kinds. Its value is computed only if it is used.
    pub(super) fn assignment(&mut self, expr: &typed::Expr, is_used: bool) -> Operand {
        let span = expr.span;
        match &expr.kind {
            Typed::Assign { target, value } => self.assign(target, value, span, is_used),
            Typed::CompoundAssign { operator, target, value, computation } => {
                let update = Update::Arithmetic { operator: *operator, computation: Some(*computation) };
                self.update(target, Some(value), &update, span, is_used, false)
            }
            Typed::PointerAssign { target, index, is_subtraction, element } => {
                let update = Update::Move { is_subtraction: *is_subtraction, element };
                self.update(target, Some(index), &update, span, is_used, false)
            }
            Typed::Increment { target, is_decrement, is_postfix, element } => {
                let update = if matches!(self.cx.types.kind(target.ty), TypeKind::Pointer(_)) {
                    Update::Move { is_subtraction: *is_decrement, element }
                } else {
                    let operator = if *is_decrement { BinaryOperator::Subtract } else { BinaryOperator::Add };
                    Update::Arithmetic { operator, computation: None }
                };
                self.update(target, None, &update, span, is_used, *is_postfix)
            }
            _ => panic!("only the assigning kinds of expressions are passed to `assignment`"),
        }
    }

    fn assign(&mut self, target: &typed::Expr, value: &typed::Expr, span: Span, is_used: bool) -> Operand {
        if matches!(self.cx.types.kind(target.ty), TypeKind::Record(_)) {
            let place = self.assign_record(target, value);
            return Operand::pure(read(place), span);
        }
        if self.cx.types.scalar_shape(target.ty).is_none() {
            // Evaluating the value says why it has no model.
            return self.value(value);
        }
        let mut place = self.place(target);
        if let Some(register) = self.register(&place.place) {
            self.value_into(value, register, span);
            return Operand::pure(read(place.place), span);
        }
        let mut value = self.after(&mut place, |cx| cx.value(value));
        value = self.converted(value, place.place.ty);
        let lvalue = place.span;
        let place = self.fetched_place(place);
        if value.is_access || (is_used && !self.is_settled(&value)) {
            self.spill(&mut value);
        }
        let stored = self.store(place, value.expr, lvalue);
        Operand::pure(stored, span)
    }

    /// `target op= right`, or `target` plus or minus one where there is no right side.
    fn update(
        &mut self,
        target: &typed::Expr,
        right: Option<&typed::Expr>,
        update: &Update<'_>,
        span: Span,
        is_used: bool,
        is_postfix: bool,
    ) -> Operand {
        let is_scalar = |ty: TypeId| self.cx.types.scalar_shape(ty).is_some();
        let has_model = match update {
            Update::Arithmetic { computation, .. } => computation.is_none_or(is_scalar) && is_scalar(target.ty),
            Update::Move { .. } => true,
        };
        if !has_model {
            self.unsupported("floating-point arithmetic", span);
            return self.dummy(target.ty, span);
        }
        let place = self.place(target);
        if let Some(register) = self.register(&place.place) {
            return self.update_register(register, right, update, span, is_used && is_postfix);
        }
        if place.place.is_atomic() {
            return self.update_atomic(place, right, update, span, is_used, is_postfix);
        }
        let (place, lvalue) = self.reusable(place);
        let mut old = self.load(PlaceOperand { place: place.clone(), access: None, span: lvalue });
        self.spill(&mut old);
        let mut waiting = PlaceOperand { place, access: None, span: lvalue };
        let right = match right {
            Some(right) => self.after(&mut waiting, |cx| cx.value(right)),
            None => Operand::pure(self.number(1), span),
        };
        let mut new = self.updated(old.expr.clone(), right, update, &waiting.place, span);
        if new.is_access || (is_used && !is_postfix) {
            self.spill(&mut new);
        }
        let stored = self.store(waiting.place, new.expr, lvalue);
        Operand::pure(if is_postfix { old.expr } else { stored }, span)
    }

    fn update_register(
        &mut self,
        register: LocalId,
        right: Option<&typed::Expr>,
        update: &Update<'_>,
        span: Span,
        wants_old: bool,
    ) -> Operand {
        let place = local_place(&self.procedure, register);
        let mut old = Operand::pure(read(place.clone()), span);
        if wants_old {
            self.spill(&mut old);
        }
        let right = match right {
            Some(right) => self.after(&mut old, |cx| cx.value(right)),
            None => Operand::pure(self.number(1), span),
        };
        let new = self.updated(old.expr.clone(), right, update, &place, span);
        self.emit(Effect::Assign { target: place.clone(), value: new.expr }, new.span);
        Operand::pure(if wants_old { old.expr } else { read(place) }, span)
    }

    fn update_atomic(
        &mut self,
        mut place: PlaceOperand,
        right: Option<&typed::Expr>,
        update: &Update<'_>,
        span: Span,
        is_used: bool,
        is_postfix: bool,
    ) -> Operand {
        let right = match right {
            Some(right) => {
                let right = self.after(&mut place, |cx| cx.value(right));
                let (reusable, lvalue) = self.reusable(place);
                place = PlaceOperand { place: reusable, access: None, span: lvalue };
                Operand::pure(self.settled(right), span)
            }
            None => {
                let (reusable, lvalue) = self.reusable(place);
                place = PlaceOperand { place: reusable, access: None, span: lvalue };
                Operand::pure(self.number(1), span)
            }
        };
        let lvalue = place.span;
        place.place.atomic = Some(Atomic::update(MemoryOrder::SequentiallyConsistent));
        self.emit(Effect::AtomicBegin, span);
        let mut old = self.load(PlaceOperand { place: place.place.clone(), access: None, span: lvalue });
        self.spill(&mut old);
        let mut new = self.updated(old.expr.clone(), right, update, &place.place, span);
        if is_used && !is_postfix {
            self.spill(&mut new);
        }
        let stored = self.store(place.place, new.expr, lvalue);
        self.emit(Effect::AtomicEnd, span);
        Operand::pure(if is_postfix { old.expr } else { stored }, span)
    }

    /// The new value of an object, of its type.
    fn updated(&mut self, old: Expr, right: Operand, update: &Update<'_>, place: &Place, span: Span) -> Operand {
        let expr = match update {
            Update::Arithmetic { operator, computation } => {
                let computation = computation.unwrap_or_else(|| self.promoted(place));
                let is_shift = matches!(operator, BinaryOperator::ShiftLeft | BinaryOperator::ShiftRight);
                let old = self.convert(old, computation);
                let operand = if is_shift { right.expr } else { self.convert(right.expr, computation) };
                let new = self.arithmetic(*operator, old, operand, computation);
                self.convert(new, place.ty)
            }
            Update::Move { is_subtraction, element } => {
                self.moved_pointer(old, right.expr, *is_subtraction, element, place.ty, span)
            }
        };
        Operand { expr, is_access: right.is_access, span: if right.is_access { right.span } else { span } }
    }

    /// The register that a place is.
    fn register(&self, place: &Place) -> Option<LocalId> {
        match place.kind {
            PlaceKind::Local(local) if self.procedure.locals[local].is_register => Some(local),
            PlaceKind::Local(_)
            | PlaceKind::Global(_)
            | PlaceKind::Deref(_)
            | PlaceKind::Field(..)
            | PlaceKind::Index(..)
            | PlaceKind::BitLocation(_) => None,
        }
    }

    /// The place with pointers and indices that are evaluated once and can be used twice, and the span of the lvalue.
    fn reusable(&mut self, mut place: PlaceOperand) -> (Place, Span) {
        place.settle(self, u64::MAX);
        (place.place, place.span)
    }

    /// Stores a value without a listed read in memory. Returns the value that is now there, of the object's type.
    pub(super) fn store(&mut self, place: Place, value: Expr, span: Span) -> Expr {
        if let PlaceKind::Field(record, number) = &place.kind {
            let is_bit_field = field_of(&self.cx.types, record.ty, *number).is_some_and(|field| field.bits.is_some());
            if is_bit_field {
                let (record, number) = (record.ty, *number);
                return self.store_bit_field(place, record, number, value, span);
            }
        }
        self.emit(Effect::Assign { target: place, value: value.clone() }, span);
        value
    }

    /// Stores into a bit-field: its location is read into a temporary record, changed there, and written back. What is left
    /// in the temporary is what the assignment yields.
    fn store_bit_field(&mut self, target: Place, record: TypeId, number: u32, value: Expr, span: Span) -> Expr {
        // The value and the address are used after the location is read.
        let value = self.settled(Operand::pure(value, span));
        let (target, _) = self.reusable(PlaceOperand { place: target, access: None, span });
        let copy = self.memory_temporary(record, span);
        let member = field(&self.cx.types, copy, number);
        let inner = bit_location(&mut self.cx.types, member.clone());
        let outer = bit_location(&mut self.cx.types, target);
        self.emit(Effect::Assign { target: inner.clone(), value: read(outer.clone()) }, span);
        self.emit(Effect::Assign { target: member.clone(), value }, span);
        self.emit(Effect::Assign { target: outer, value: read(inner) }, span);
        read(member)
    }
}
