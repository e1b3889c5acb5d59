//! What local variables lose by a jump (C11 7.13.2.1p3).
//!
//! At a call of `setjmp` the scalars of a variable are copied. Each scalar whose value is another one when that call returns again becomes
//! indeterminate. This is done only for variables that may be changed, and may be read, behind the call. For those whose scalars cannot
//! be copied the jump is unsupported: unions, variable-length arrays, atomic objects, objects with many scalars, and objects whose address
//! another thread may have (the copy is a read that would race with the writes of that thread).
//!
//! Left out: a zero that only changes its sign. Where a call of `setjmp` in a loop sets several buffers, the jump is unsupported: the copies belong
//! to the last call.

use raddle_program::source::Span;
use raddle_program::types::{ArrayLength, Qualified, RecordId, TypeKind};

use super::code::{Code, block, declare, integer, when};
use super::mention::Mentions;
use crate::typed::{BinaryOperator, ElementSize, Expr, ExprKind, FieldIndex, Statement, StatementKind};

/// Objects with more scalars are not copied.
const COPIED: usize = 128;
/// Records of the library whose values a jump keeps: the buffers of jumps.
const KEPT: [&str; 1] = ["__jmp_buf_tag"];

impl Code<'_> {
    /// Statements that copy the scalars of the visible variables at a call of `setjmp`, and statements that make scalars indeterminate whose
    /// values differ from their copies when the call returns again.
    pub(super) fn losses(&mut self, mentions: &Mentions, span: Span) -> (Vec<Statement>, Vec<Statement>) {
        let (mut keep, mut lose) = (Vec::new(), Vec::new());
        for variable in self.visible.clone() {
            if !mentions.may_be_lost(variable, span) {
                continue;
            }
            let mut scalars = Vec::new();
            let ty = self.checker.unit.variables[variable].ty;
            let is_shared = self.has_threads && mentions.escapes(variable);
            let is_copied = self.add_scalars(self.object(variable, span), ty, &mut scalars);
            if !is_copied || (is_shared && !scalars.is_empty()) {
                let what = "a jump that may lose the value of an object that is not copied";
                lose.push(Statement { kind: StatementKind::Unsupported(what.into()), span });
                continue;
            }
            for scalar in scalars {
                let (kept, lost) = self.loss(scalar);
                keep.push(kept);
                lose.push(lost);
            }
        }
        (keep, lose)
    }

    /// The statement that copies a scalar, and the one that makes it indeterminate if it has another value than the copy.
    fn loss(&mut self, scalar: Expr) -> (Statement, Statement) {
        let (ty, span) = (scalar.ty, scalar.span);
        let copy = self.local("saved", ty, span);
        self.copies.push(copy);
        let now = Expr { kind: ExprKind::Load(Box::new(scalar.clone())), ty, span };
        let kept = self.assign(copy, now.clone());
        let unset = self.local("unset", ty, span);
        let before = self.load(copy, span);
        let mut differs = self.compare(BinaryOperator::NotEqual, now.clone(), before.clone());
        if matches!(self.checker.unit.types.kind(ty), TypeKind::Float(_)) {
            // A NaN that stays is no change, although it differs from itself.
            let is_number =
                [now, before].map(|value| Box::new(self.compare(BinaryOperator::Equal, value.clone(), value)));
            let [left, right] = is_number;
            let ty = differs.ty;
            let either = Expr { kind: ExprKind::Logical { is_and: false, left, right }, ty, span };
            let (left, right) = (Box::new(differs), Box::new(either));
            differs = Expr { kind: ExprKind::Logical { is_and: true, left, right }, ty, span };
        }
        let any = self.load(unset, span);
        let kind = ExprKind::Assign { target: Box::new(scalar), value: Box::new(any) };
        let forget = Statement { kind: StatementKind::Expr(Expr { kind, ty, span }), span };
        (kept, when(differs, block(vec![declare(unset, span), forget], vec![unset], span)))
    }

    /// Adds the scalars of an object that a jump may lose. Returns whether all of them can be copied.
    fn add_scalars(&mut self, object: Expr, ty: Qualified, scalars: &mut Vec<Expr>) -> bool {
        if ty.qualifiers.is_volatile || ty.qualifiers.is_const {
            return true;
        }
        if ty.qualifiers.is_atomic || scalars.len() >= COPIED {
            return false;
        }
        match self.checker.unit.types.kind(ty.ty).clone() {
            TypeKind::Array { element, length: ArrayLength::Fixed(count) } => {
                (0..count).all(|index| match self.element(&object, element, index) {
                    Some(part) => self.add_scalars(part, element, scalars),
                    None => false,
                })
            }
            TypeKind::Record(record) => self.add_members(&object, record, scalars),
            _ if self.checker.unit.types.scalar_shape(ty.ty).is_some() => {
                scalars.push(object);
                true
            }
            _ => false,
        }
    }

    fn add_members(&mut self, object: &Expr, record: RecordId, scalars: &mut Vec<Expr>) -> bool {
        let record = self.checker.unit.types.record(record);
        if record.tag.as_ref().is_some_and(|tag| KEPT.contains(&&**tag)) {
            return true;
        }
        let Some(body) = record.body.clone().filter(|_| !record.is_union) else { return false };
        body.fields.iter().enumerate().all(|(position, field)| {
            let base = Box::new(object.clone());
            let kind = ExprKind::Member { base, field: FieldIndex(position as u32) };
            let part = Expr { kind, ty: field.ty.ty, span: object.span };
            self.add_scalars(part, field.ty, scalars)
        })
    }

    /// An element of an array.
    fn element(&mut self, array: &Expr, element: Qualified, index: u64) -> Option<Expr> {
        let span = array.span;
        let size = ElementSize::Fixed(self.checker.unit.types.size_of(element.ty)?);
        let long = self.long();
        let ty = self.checker.unit.types.pointer_to(element.ty);
        let pointer = Box::new(Expr { kind: ExprKind::Decay(Box::new(array.clone())), ty, span });
        let index = Box::new(integer(i128::from(index), long, span));
        let kind = ExprKind::PointerAdd { pointer, index, is_subtraction: false, element: size };
        let moved = Box::new(Expr { kind, ty, span });
        Some(Expr { kind: ExprKind::Deref(moved), ty: element.ty, span })
    }
}
