//! The building blocks of models that are written as code: registers, loops, comparisons, inputs.
//!
//! A model works on registers: its arguments are evaluated first, and each listed access is a step of its own.

use std::sync::Arc;

use raddle_program::builder::{binary, cast, conditional, deref, integer, local_place, read};
use raddle_program::source::Span;
use raddle_program::syntax::{
    BinaryOperator, Block, Effect, Expr, ExprKind, InputSource, LocalId, Place, Statement, Synchronization,
};
use raddle_program::types::{IntKind, TypeId, TypeKind};

use crate::lower::{LibraryCall, Operand, ProcedureLowering};

impl ProcedureLowering<'_, '_> {
    /// The arguments as values that can be used any number of times.
    pub(super) fn all_settled(&mut self, operands: Vec<Operand>) -> Vec<Expr> {
        operands.into_iter().map(|operand| self.settled(operand)).collect()
    }

    /// The arguments converted to types, to be used any number of times; further ones are dropped.
    ///
    /// # Panics
    /// If there are fewer arguments than types: the row asks for as many.
    pub(super) fn settled_as<const N: usize>(&mut self, operands: Vec<Operand>, types: [TypeId; N]) -> [Expr; N] {
        let mut values = Vec::new();
        for (position, operand) in operands.into_iter().enumerate() {
            // What is an address stays what it is: models say how they use it.
            let void_pointer = self.cx.void_pointer();
            let is_pointer = matches!(self.cx.types.kind(operand.expr.ty), TypeKind::Pointer(_));
            let operand = match types.get(position) {
                Some(&ty) if ty == void_pointer && is_pointer => operand,
                Some(&ty) => self.converted(operand, ty),
                None => operand,
            };
            values.push(self.settled(operand));
        }
        values.truncate(N);
        values.try_into().expect("the row asks for these arguments")
    }

    /// A register for this call.
    pub(super) fn cell(&mut self, ty: TypeId) -> Place {
        let register = self.temporary(ty);
        local_place(&self.procedure, register)
    }

    /// `target = value`: a store to a register, or one listed access.
    pub(super) fn set(&mut self, target: &Place, value: Expr, span: Span) {
        let value = self.convert(value, target.ty);
        self.emit(Effect::Assign { target: target.clone(), value }, span);
    }

    /// A register with a value.
    pub(super) fn kept(&mut self, value: Expr, span: Span) -> Place {
        let target = self.cell(value.ty);
        self.set(&target, value, span);
        target
    }

    /// What a place holds, loaded by one step into a register.
    pub(super) fn loaded(&mut self, place: Place, span: Span) -> Expr {
        let target = self.cell(place.ty);
        self.set(&target, read(place), span);
        read(target)
    }

    /// `*(ty *)pointer`
    pub(super) fn target(&mut self, pointer: Expr, ty: TypeId) -> Place {
        let wanted = self.cx.types.pointer_to(ty);
        let pointer = self.convert(pointer, wanted);
        match pointer.kind {
            ExprKind::AddressOf(place) if place.ty == ty => *place,
            _ => deref(&self.cx.types, pointer),
        }
    }

    /// `((unsigned char *)pointer)[index]`
    pub(super) fn byte(&mut self, pointer: &Expr, index: Expr) -> Place {
        let char = self.cx.types.int(IntKind::UnsignedChar);
        let wanted = self.cx.types.pointer_to(char);
        let pointer = self.convert(pointer.clone(), wanted);
        let pointer = self.moved(pointer, index);
        deref(&self.cx.types, pointer)
    }

    /// A pointer moved by so many bytes.
    pub(super) fn moved(&mut self, pointer: Expr, bytes: Expr) -> Expr {
        let ty = pointer.ty;
        let (pointer, index) = (Box::new(pointer), Box::new(bytes));
        Expr { kind: ExprKind::PointerAdd { pointer, index, element: 1, is_subtraction: false }, ty }
    }

    /// `left operator right`, the right side converted to the left one's type.
    pub(super) fn calculation(&mut self, operator: BinaryOperator, left: Expr, right: Expr) -> Expr {
        let right = self.convert(right, left.ty);
        binary(&mut self.cx.types, operator, left, right)
    }

    /// `value + 1`, of unsigned values or of such that are small.
    pub(super) fn incremented(&mut self, value: Expr) -> Expr {
        let one = integer(1, value.ty);
        self.calculation(BinaryOperator::Add, value, one)
    }

    /// `left == right`
    pub(super) fn is_equal(&mut self, left: Expr, right: Expr) -> Expr {
        self.calculation(BinaryOperator::Equal, left, right)
    }

    /// `left < right`
    pub(super) fn less(&mut self, left: Expr, right: Expr) -> Expr {
        self.calculation(BinaryOperator::Less, left, right)
    }

    /// `value == number`
    pub(super) fn is_number(&mut self, value: Expr, number: i128) -> Expr {
        let number = integer(number, value.ty);
        self.is_equal(value, number)
    }

    /// `low <= value && value <= high`
    pub(super) fn is_within(&mut self, value: Expr, low: i128, high: i128) -> Expr {
        let (least, most) = (integer(low, value.ty), integer(high, value.ty));
        let above = self.calculation(BinaryOperator::LessEqual, least, value.clone());
        let below = self.calculation(BinaryOperator::LessEqual, value, most);
        self.and(above, below)
    }

    /// `left && right`, where the right side may be computed in any case.
    pub(super) fn and(&mut self, left: Expr, right: Expr) -> Expr {
        let zero = self.number(0);
        conditional(left, right, zero)
    }

    /// `left || right`, where the right side may be computed in any case.
    pub(super) fn or(&mut self, left: Expr, right: Expr) -> Expr {
        let one = self.number(1);
        conditional(left, one, right)
    }

    /// `if (condition) then`
    pub(super) fn when(&mut self, condition: Expr, span: Span, then: impl FnOnce(&mut Self)) {
        self.either(condition, span, then, |_| {});
    }

    /// `if (condition) then else otherwise`
    pub(super) fn either(
        &mut self,
        condition: Expr,
        span: Span,
        then: impl FnOnce(&mut Self),
        otherwise: impl FnOnce(&mut Self),
    ) {
        let then = self.capture(then).1;
        let otherwise = self.capture(otherwise).1;
        if let ExprKind::Integer(value) = condition.kind {
            self.block.extend(if value != 0 { then } else { otherwise });
            return;
        }
        self.emit_if(Operand::pure(condition, span), then, otherwise);
    }

    /// `for (;;) body`
    pub(super) fn forever(&mut self, span: Span, body: impl FnOnce(&mut Self)) {
        let condition = self.number(1);
        let body = self.capture(body).1;
        let (test, step) = (Block::new(), Block::new());
        self.block.push(Statement::Loop { tests_after: false, test, condition, body, step, span });
    }

    /// `if (condition) break;`
    pub(super) fn leave_if(&mut self, condition: Expr, span: Span) {
        self.when(condition, span, |cx| cx.block.push(Statement::Break));
    }

    /// An operation of the thread library, with its result in a register.
    pub(super) fn operation(
        &mut self,
        operation: Synchronization,
        operands: Vec<Expr>,
        result: Option<LocalId>,
        span: Span,
    ) {
        self.emit(Effect::Synchronize { operation, operands, result }, span);
    }

    /// Any value of a type between two numbers. Executions with another value end.
    pub(super) fn input(&mut self, call: &LibraryCall<'_>, ty: TypeId, low: i128, high: i128) -> Expr {
        let value = self.any_input(call.name, ty, call.span);
        let is_wanted = self.is_within(value.clone(), low, high);
        self.emit(Effect::Assume(is_wanted), call.span);
        value
    }

    /// Any value of a type.
    pub(super) fn any_input(&mut self, name: &Arc<str>, ty: TypeId, span: Span) -> Expr {
        let target = self.temporary(ty);
        self.emit(Effect::Input { target, source: InputSource::Function(name.clone()) }, span);
        read(local_place(&self.procedure, target))
    }

    /// Stores a value where a pointer leads, unless it is null.
    pub(super) fn store_unless_null(&mut self, pointer: Expr, ty: TypeId, value: Expr, span: Span) {
        match pointer.kind {
            ExprKind::Integer(0) => {}
            _ if is_address(&pointer) => {
                let target = self.target(pointer, ty);
                self.set(&target, value, span);
            }
            _ => {
                let condition = pointer.clone();
                let target = self.target(pointer, ty);
                self.when(condition, span, |cx| cx.set(&target, value, span));
            }
        }
    }

    /// The return value for a code: the first number in the table with that code, else `otherwise`.
    pub(super) fn translated(&mut self, code: Expr, table: &[(i128, i128)], otherwise: i128) -> Expr {
        let mut result = self.number(otherwise);
        for &(from, to) in table.iter().rev() {
            let (is_this, to) = (self.is_number(code.clone(), from), self.number(to));
            result = conditional(is_this, to, result);
        }
        result
    }

    /// `char *`-like results: a pointer of the call's own type.
    pub(super) fn pointer_result(&mut self, call: &LibraryCall<'_>, pointer: Expr) -> Operand {
        let pointer = match self.cx.types.integer_shape(call.ty) {
            Some(_) => cast(pointer, call.ty),
            None => pointer,
        };
        call.result(self, pointer)
    }
}

/// Whether a pointer is the address of an object by its form, so that it is not null.
pub(super) fn is_address(pointer: &Expr) -> bool {
    match &pointer.kind {
        ExprKind::AddressOf(_) => true,
        ExprKind::Cast(operand) => is_address(operand),
        ExprKind::Integer(_)
        | ExprKind::Read(_)
        | ExprKind::Procedure(_)
        | ExprKind::SelfId
        | ExprKind::AllocationSize(..)
        | ExprKind::Unary(..)
        | ExprKind::Binary(..)
        | ExprKind::PointerAdd { .. }
        | ExprKind::PointerDifference { .. }
        | ExprKind::Floating(..)
        | ExprKind::Conditional { .. } => false,
    }
}
