//! Records as values: assignment, arguments, results, choices.
//!
//! The value of a record is a temporary in memory. Loading one from an object copies it scalar by scalar in layout order,
//! each a listed read; storing it into an object, each a listed write. A union is one scalar, and so is a memory location
//! of bit-fields.

use raddle_program::builder::{bit_location, field, index, integer, read};
use raddle_program::floating::Format;
use raddle_program::source::Span;
use raddle_program::syntax::{Effect, ExprKind, LocalKind, Place, PlaceKind};
use raddle_program::types::{ArrayLength, TypeKind};

use super::ProcedureLowering;
use super::call::Use;
use super::operand::{Earlier, Operand};
use crate::typed::{self, ExprKind as Typed};

/// More scalars than this are not copied one by one.
const MAXIMUM_SCALARS: usize = 4096;

/// Why a record cannot be copied.
enum NoModel {
    TooLarge,
    Floating,
    Incomplete,
}

impl NoModel {
    fn text(self) -> String {
        match self {
            NoModel::TooLarge => format!("copying a record of more than {MAXIMUM_SCALARS} scalars"),
            NoModel::Floating => "copying a record with floating-point members".to_owned(),
            NoModel::Incomplete => "copying a record of incomplete type".to_owned(),
        }
    }
}

impl ProcedureLowering<'_, '_> {
    /// The value of an expression of record type, as a place whose accesses are not listed.
    pub(super) fn record_value(&mut self, expr: &typed::Expr) -> Place {
        let span = expr.span;
        match &expr.kind {
            Typed::Load(inner) => self.load_record(inner),
            Typed::Variable(_) | Typed::Deref(_) | Typed::Member { .. } | Typed::CompoundLiteral { .. } => {
                self.load_record(expr)
            }
            Typed::Assign { target, value } => self.assign_record(target, value),
            Typed::Call { callee, arguments } => {
                let result = self.call(expr, callee, arguments, Use::Value);
                self.record_place(result, expr)
            }
            Typed::Builtin { name, arguments } => {
                let result = self.builtin(expr, name, arguments, Use::Value);
                self.record_place(result, expr)
            }
            Typed::Comma(left, right) => {
                self.effect(left);
                self.record_value(right)
            }
            Typed::Cast { operand, .. } if operand.ty == expr.ty => self.record_value(operand),
            Typed::Conditional { condition, then, otherwise } => {
                let target = self.memory_temporary(expr.ty, span);
                let condition = self.value(condition);
                let mut branch = |branch: &typed::Expr| {
                    let write = |cx: &mut Self| {
                        let value = cx.record_value(branch);
                        cx.emit(Effect::Assign { target: target.clone(), value: read(value) }, branch.span);
                    };
                    self.capture(write).1
                };
                let (then, otherwise) = (branch(then), branch(otherwise));
                self.emit_if(condition, then, otherwise);
                target
            }
            Typed::Statement(block) => match self.statement_expression(block, Use::Value, span) {
                Some(value) => self.record_place(value, expr),
                None => self.memory_temporary(expr.ty, span),
            },
            Typed::Unsupported(what) => {
                self.unsupported(what.clone(), span);
                self.memory_temporary(expr.ty, span)
            }
            Typed::String(_)
            | Typed::Function(_)
            | Typed::Integer(_)
            | Typed::Floating(_)
            | Typed::Decay(_)
            | Typed::AddressOf(_)
            | Typed::LabelAddress(_)
            | Typed::Unary(..)
            | Typed::Binary(..)
            | Typed::PointerAdd { .. }
            | Typed::PointerDifference { .. }
            | Typed::Logical { .. }
            | Typed::Elvis { .. }
            | Typed::CompoundAssign { .. }
            | Typed::PointerAssign { .. }
            | Typed::Increment { .. }
            | Typed::Cast { .. }
            | Typed::VariableSize { .. } => {
                self.unsupported("a record value of a kind that has no model", span);
                self.memory_temporary(expr.ty, span)
            }
        }
    }

    /// The temporary that a record operand reads.
    fn record_place(&mut self, operand: Operand, expr: &typed::Expr) -> Place {
        match operand.expr.kind {
            ExprKind::Read(place) if place.ty == expr.ty => *place,
            _ => self.memory_temporary(expr.ty, expr.span),
        }
    }

    /// Reads a record object into a temporary.
    fn load_record(&mut self, object: &typed::Expr) -> Place {
        let mut source = self.place(object);
        if !self.is_listed(&source.place) && is_temporary(self, &source.place) {
            return self.fetched_place(source);
        }
        source.settle(self, u64::MAX);
        let copy = self.memory_temporary(source.place.ty, source.span);
        self.copy_record(copy.clone(), source.place, source.span);
        copy
    }

    /// `target = value`; returns the temporary with the value.
    pub(super) fn assign_record(&mut self, target: &typed::Expr, value: &typed::Expr) -> Place {
        let mut place = self.place(target);
        let stored = self.after(&mut place, |cx| {
            let stored = cx.record_value(value);
            Operand::pure(read(stored), value.span)
        });
        place.settle(self, u64::MAX);
        let ExprKind::Read(stored) = stored.expr.kind else { panic!("the value of a record is a read of a temporary") };
        self.copy_record(place.place, (*stored).clone(), place.span);
        *stored
    }

    /// Copies scalar by scalar; one of the two is a temporary. Atomic members are copied by plain accesses: the copy accesses the record.
    fn copy_record(&mut self, target: Place, origin: Place, span: Span) {
        if target.is_atomic() || origin.is_atomic() {
            self.unsupported("an access to an atomic record", span);
            return;
        }
        let mut pairs = Vec::new();
        if let Err(reason) = self.scalars(target, origin, &mut pairs) {
            self.unsupported(reason.text(), span);
            return;
        }
        for (target, origin) in pairs {
            let (target, origin) = (Place { atomic: None, ..target }, Place { atomic: None, ..origin });
            self.emit(Effect::Assign { target, value: read(origin) }, span);
        }
    }

    /// The scalars of a place, in layout order; false if there are too many or some part is none.
    pub(crate) fn scalars_of(&mut self, place: Place, found: &mut Vec<Place>) -> bool {
        let mut pairs = Vec::new();
        let is_known = self.scalars(place.clone(), place, &mut pairs).is_ok();
        found.extend(pairs.into_iter().map(|(scalar, _)| scalar));
        is_known
    }

    /// The scalars of two places of one type, in layout order.
    fn scalars(&mut self, target: Place, origin: Place, pairs: &mut Vec<(Place, Place)>) -> Result<(), NoModel> {
        if pairs.len() >= MAXIMUM_SCALARS {
            return Err(NoModel::TooLarge);
        }
        match self.cx.types.kind(target.ty).clone() {
            TypeKind::Bool | TypeKind::Int(_) | TypeKind::Pointer(_) => pairs.push((target, origin)),
            TypeKind::Float(_) if Format::of(&self.cx.types, target.ty).is_some() => pairs.push((target, origin)),
            TypeKind::Float(_) | TypeKind::Complex(_) => return Err(NoModel::Floating),
            TypeKind::Void | TypeKind::Function(_) => return Err(NoModel::Incomplete),
            TypeKind::Array { element, length } => {
                // A flexible array member is no part of the value, and elements of no size have none.
                let ArrayLength::Fixed(length) = length else { return Ok(()) };
                if self.cx.types.size_of(element.ty) == Some(0) {
                    return Ok(());
                }
                let ty = self.cx.size_type();
                for position in 0..length {
                    let at = integer(i128::from(position), ty);
                    let pair =
                        (index(&self.cx.types, target.clone(), at.clone()), index(&self.cx.types, origin.clone(), at));
                    self.scalars(pair.0, pair.1, pairs)?;
                }
            }
            TypeKind::Record(record) => {
                let record = self.cx.types.record(record);
                let Some(body) = record.body.clone() else { return Err(NoModel::Incomplete) };
                if record.is_union {
                    pairs.push((target, origin));
                    return Ok(());
                }
                let mut location = None;
                for (number, member) in (0_u32..).zip(&body.fields) {
                    let pair =
                        (field(&self.cx.types, target.clone(), number), field(&self.cx.types, origin.clone(), number));
                    if member.bits.is_none() {
                        location = None;
                        self.scalars(pair.0, pair.1, pairs)?;
                    } else if location != Some(member.offset) {
                        location = Some(member.offset);
                        let types = &mut self.cx.types;
                        pairs.push((bit_location(types, pair.0), bit_location(types, pair.1)));
                    }
                }
            }
        }
        Ok(())
    }
}

/// Whether a place lies in an object that the lowering made.
fn is_temporary(cx: &ProcedureLowering<'_, '_>, place: &Place) -> bool {
    match &place.kind {
        PlaceKind::Local(local) => cx.procedure.locals[*local].kind == LocalKind::Temporary,
        PlaceKind::Global(_) | PlaceKind::Deref(_) => false,
        PlaceKind::Field(base, _) | PlaceKind::Index(base, _) | PlaceKind::BitLocation(base) => is_temporary(cx, base),
    }
}
