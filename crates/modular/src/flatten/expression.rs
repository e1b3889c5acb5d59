//! Translates places to variables, and expressions to expressions over them.

use raddle_program::builder::integer;
use raddle_program::source::Span;
use raddle_program::syntax::{BinaryOperator, Expr, ExprKind, InitialValue, LocalId, Place, PlaceKind};
use raddle_program::types::{TypeId, TypeKind};

use super::{Flattening, Root};
use crate::composition::VariableKind;
use raddle_verify::verdict::Reason;

/// The size of a mutex in bytes.
const MUTEX_BYTES: u64 = 40;

impl Flattening<'_> {
    /// The type that represents a type of the program.
    pub(super) fn scalar(&self, ty: TypeId, span: Span) -> Result<TypeId, Reason> {
        match self.program.types.kind(ty) {
            TypeKind::Bool => Ok(ty),
            TypeKind::Pointer(_) => Ok(self.address),
            TypeKind::Int(kind) if kind.bits(self.program.types.model()) <= 64 => Ok(ty),
            TypeKind::Int(_)
            | TypeKind::Void
            | TypeKind::Float(_)
            | TypeKind::Complex(_)
            | TypeKind::Array { .. }
            | TypeKind::Record(_)
            | TypeKind::Function(_) => self.unsupported("a value that is no integer of up to 64 bits", span),
        }
    }

    /// The location of a place: an object and an offset.
    fn located(&self, place: &Place, instance: usize, span: Span) -> Result<(Root, u64), Reason> {
        match &place.kind {
            PlaceKind::Global(global) => {
                if self.program.globals[*global].is_thread_local {
                    return self.unsupported("a thread-local variable", span);
                }
                Ok((Root::Global(*global), 0))
            }
            PlaceKind::Local(local) => Ok((Root::Local(instance, *local), 0)),
            PlaceKind::Field(record, number) => {
                let (root, offset) = self.located(record, instance, span)?;
                let TypeKind::Record(id) = self.program.types.kind(record.ty) else {
                    return self.unsupported("a member of something that is no record", span);
                };
                let body = self.program.types.record(*id).body.as_ref();
                match body.and_then(|body| body.fields.get(*number as usize)) {
                    Some(field) if field.bits.is_none() => Ok((root, offset + field.offset)),
                    Some(_) | None => self.unsupported("a bit-field", span),
                }
            }
            PlaceKind::Index(array, index) => {
                let (root, offset) = self.located(array, instance, span)?;
                let size = self.program.types.size_of(place.ty).unwrap_or(0);
                let whole = self.program.types.size_of(array.ty).unwrap_or(0);
                match index.kind {
                    ExprKind::Integer(number) if number >= 0 => {
                        let at = u64::try_from(number).ok().and_then(|number| number.checked_mul(size));
                        match at {
                            Some(at) if at + size <= whole => Ok((root, offset + at)),
                            Some(_) | None => self.unsupported("an index out of bounds", span),
                        }
                    }
                    _ => self.unsupported("an index that is no constant", span),
                }
            }
            PlaceKind::Deref(pointer) => match &pointer.kind {
                ExprKind::AddressOf(place) => self.located(place, instance, span),
                _ => self.unsupported("an access through a pointer", span),
            },
            PlaceKind::BitLocation(_) => self.unsupported("a bit-field", span),
        }
    }

    /// The variable of a scalar.
    pub(super) fn cell(&mut self, place: &Place, instance: usize, span: Span) -> Result<LocalId, Reason> {
        let ty = self.scalar(place.ty, span)?;
        let (root, offset) = self.located(place, instance, span)?;
        // The type that represents pointers may not exist in the program.
        let size = self.composition.types.size_of(ty).unwrap_or(8);
        self.place(root, offset, size, ty, VariableKind::Plain, span)
    }

    /// The variable of a mutex: an operand of a synchronization call.
    pub(super) fn mutex(&mut self, operand: &Expr, instance: usize, span: Span) -> Result<LocalId, Reason> {
        let ExprKind::AddressOf(place) = &operand.kind else {
            return self.unsupported("a mutex behind a pointer", span);
        };
        let (root, offset) = self.located(place, instance, span)?;
        let int = self.composition.int;
        self.place(root, offset, MUTEX_BYTES, int, VariableKind::Lock, span)
    }

    fn place(
        &mut self,
        root: Root,
        offset: u64,
        size: u64,
        ty: TypeId,
        kind: VariableKind,
        span: Span,
    ) -> Result<LocalId, Reason> {
        if let Some(&known) = self.cells.get(&(root, offset)) {
            let data = &self.composition.variables[known];
            if data.ty != ty || data.kind != kind {
                return self.unsupported("memory that is read as two things", span);
            }
            return Ok(known);
        }
        let parts = self.roots.entry(root).or_default();
        if parts.iter().any(|&(other, length)| other < offset + size && offset < other + length) {
            return self.unsupported("memory that is read as two things", span);
        }
        parts.push((offset, size));
        let (name, initial) = match root {
            Root::Global(global) => {
                let data = &self.program.globals[global];
                let mut initial = if data.is_external { None } else { Some(0) };
                for part in &data.initial {
                    let length = self.program.types.size_of(part.ty).unwrap_or(1);
                    let overlaps = part.offset < offset + size && offset < part.offset + length;
                    match part.value {
                        _ if !overlaps => {}
                        InitialValue::Integer(value)
                            if kind == VariableKind::Plain && part.offset == offset && length == size =>
                        {
                            let algebra = self.composition.algebra();
                            initial = Some(algebra.converted(value, ty));
                        }
                        InitialValue::Integer(_) | InitialValue::Address(..) | InitialValue::Procedure(_) => {
                            return self.unsupported("an initial value that is no number of its type", span);
                        }
                    }
                }
                if kind == VariableKind::Lock && data.is_external {
                    return self.unsupported("a mutex that is initialized elsewhere", span);
                }
                (data.name.to_string(), initial)
            }
            Root::Local(instance, local) => {
                if kind == VariableKind::Lock {
                    return self.unsupported("a mutex that is a local", span);
                }
                // The declaration of the local decides whether it is indeterminate.
                let initial = (!self.indeterminate.contains(&root)).then_some(0);
                let (procedure, thread) = &self.instances[instance];
                (format!("{thread}.{}", self.program.procedures[*procedure].locals[local].name), initial)
            }
        };
        let name = if offset == 0 { name } else { format!("{name}+{offset}") };
        let variable = self.variable(&name, ty, initial, kind);
        self.cells.insert((root, offset), variable);
        Ok(variable)
    }

    /// An expression over variables.
    pub(super) fn expr(&mut self, expr: &Expr, instance: usize, span: Span) -> Result<Expr, Reason> {
        let ty = self.scalar(expr.ty, span)?;
        match &expr.kind {
            ExprKind::Integer(value) => {
                let value = self.composition.algebra().converted(*value, ty);
                Ok(integer(value, ty))
            }
            ExprKind::Read(place) => {
                let variable = self.cell(place, instance, span)?;
                Ok(self.composition.read(variable))
            }
            ExprKind::Unary(operator, operand) => {
                let operand = self.expr(operand, instance, span)?;
                Ok(self.composition.algebra().unary(*operator, operand, ty))
            }
            ExprKind::Binary(operator, left, right) => {
                let (left, right) = (self.expr(left, instance, span)?, self.expr(right, instance, span)?);
                if !self.is_defined(*operator, &right, ty) {
                    return self.unsupported("a division or shift by something that is no fitting constant", span);
                }
                Ok(self.composition.algebra().binary(*operator, left, right, ty))
            }
            ExprKind::Cast(operand) => {
                let operand = self.expr(operand, instance, span)?;
                Ok(self.composition.algebra().cast(operand, ty))
            }
            ExprKind::Conditional { condition, then, otherwise } => {
                let condition = self.expr(condition, instance, span)?;
                let (then, otherwise) = (self.expr(then, instance, span)?, self.expr(otherwise, instance, span)?);
                Ok(self.composition.algebra().conditional(condition, then, otherwise))
            }
            ExprKind::AddressOf(_)
            | ExprKind::Procedure(_)
            | ExprKind::AllocationSize(..)
            | ExprKind::PointerAdd { .. }
            | ExprKind::PointerDifference { .. } => self.unsupported("an address", span),
            ExprKind::Floating(..) => self.unsupported("floating-point arithmetic", span),
            ExprKind::SelfId => self.unsupported("the id of a thread as a number", span),
        }
    }

    /// Whether an operation has a value for each left operand.
    fn is_defined(&self, operator: BinaryOperator, right: &Expr, ty: TypeId) -> bool {
        let bits = self.composition.types.scalar_shape(ty).map_or(0, |(bits, _)| i128::from(bits));
        match operator {
            BinaryOperator::Divide | BinaryOperator::Remainder => {
                matches!(right.kind, ExprKind::Integer(divisor) if divisor > 0)
            }
            BinaryOperator::ShiftLeft | BinaryOperator::ShiftRight => {
                matches!(right.kind, ExprKind::Integer(amount) if (0..bits).contains(&amount))
            }
            BinaryOperator::Add
            | BinaryOperator::Subtract
            | BinaryOperator::Multiply
            | BinaryOperator::BitAnd
            | BinaryOperator::BitOr
            | BinaryOperator::BitXor
            | BinaryOperator::Equal
            | BinaryOperator::NotEqual
            | BinaryOperator::Less
            | BinaryOperator::LessEqual
            | BinaryOperator::Greater
            | BinaryOperator::GreaterEqual => true,
        }
    }
}
