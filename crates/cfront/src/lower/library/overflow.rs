//! GNU builtins that report whether a sum, a difference or a product fits: `__builtin_add_overflow` and similar ones.
//!
//! The exact value is a magnitude of 64 bits with a sign, or it is beyond that and fits nowhere. What is left of it in the type of the
//! target is stored. It is the exact value if it has the same sign and, seen as an unsigned number, the same bits.

use raddle_program::builder::{conditional, integer, read};
use raddle_program::source::Span;
use raddle_program::syntax::{BinaryOperator, Expr};
use raddle_program::types::{IntKind, TypeKind};

use super::{Model, Row};
use crate::lower::{LibraryCall, Operand, ProcedureLowering};

/// The row of all these builtins; the checker knows their arguments.
pub(super) fn row(name: &str) -> Option<&'static Row> {
    const ROW: Row = super::row("__builtin_add_overflow", 3, Model::Code(overflow));
    let short = name.strip_prefix("__builtin_")?;
    (short.ends_with("_overflow") || short.ends_with("_overflow_p")).then_some(&ROW)
}

/// A number as its absolute value, of type `unsigned long long`, and its sign.
#[derive(Clone)]
struct Number {
    magnitude: Expr,
    is_negative: Expr,
    /// Whether the magnitude does not have enough bits.
    is_beyond: Expr,
}

fn overflow(cx: &mut ProcedureLowering<'_, '_>, call: &LibraryCall<'_>, operands: Vec<Operand>) -> Operand {
    let span = call.span;
    let mut values = cx.all_settled(operands);
    let (target, right, left) = (values.remove(2), values.remove(1), values.remove(0));
    let stores = !call.name.ends_with("_p");
    let ty = match cx.cx.types.kind(target.ty) {
        TypeKind::Pointer(to) if stores => to.ty,
        _ => target.ty,
    };
    let (left, mut right) = (cx.magnitude_of(left, span), cx.magnitude_of(right, span));
    if call.name.contains("sub") {
        right.is_negative = cx.is_number(right.is_negative, 0);
    }
    let exact = if call.name.contains("mul") { cx.product(left, right, span) } else { cx.sum(left, right, span) };
    let bits = cx.signed_bits(&exact, span);
    let stored = cx.convert(bits.clone(), ty);
    let stored = read(cx.kept(stored, span));
    if stores {
        let target = cx.target(target, ty);
        cx.set(&target, stored.clone(), span);
    }
    let is_signed = cx.cx.types.integer_shape(ty).is_some_and(|(_, is_signed)| is_signed);
    let is_negative = if is_signed { cx.less(stored.clone(), integer(0, ty)) } else { cx.number(0) };
    let stored = cx.convert(stored, bits.ty);
    let has_same_bits = cx.is_equal(stored, bits);
    let has_same_sign = cx.is_equal(is_negative, exact.is_negative);
    let fits = cx.and(has_same_bits, has_same_sign);
    let is_other = cx.is_number(fits, 0);
    let result = cx.or(exact.is_beyond, is_other);
    call.result(cx, result)
}

impl ProcedureLowering<'_, '_> {
    /// The bits of a number in two's complement.
    fn signed_bits(&mut self, number: &Number, span: Span) -> Expr {
        let magnitude = number.magnitude.clone();
        let negated = self.calculation(BinaryOperator::Subtract, integer(0, magnitude.ty), magnitude.clone());
        let bits = conditional(number.is_negative.clone(), negated, magnitude);
        read(self.kept(bits, span))
    }

    fn magnitude_of(&mut self, value: Expr, span: Span) -> Number {
        let wide = self.cx.types.int(IntKind::UnsignedLongLong);
        let is_signed = self.cx.types.integer_shape(value.ty).is_some_and(|(_, is_signed)| is_signed);
        let is_beyond = self.number(0);
        let bits = self.convert(value.clone(), wide);
        if !is_signed {
            return Number { magnitude: bits, is_negative: is_beyond.clone(), is_beyond };
        }
        let zero = integer(0, value.ty);
        let is_negative = self.less(value, zero);
        let is_negative = read(self.kept(is_negative, span));
        let negated = self.calculation(BinaryOperator::Subtract, integer(0, wide), bits.clone());
        let magnitude = conditional(is_negative.clone(), negated, bits);
        Number { magnitude: read(self.kept(magnitude, span)), is_negative, is_beyond }
    }

    /// A number whose sign counts only if it is not 0.
    fn signed(&mut self, magnitude: Expr, is_negative: Expr, is_beyond: Expr, span: Span) -> Number {
        let magnitude = read(self.kept(magnitude, span));
        let is_zero = self.is_number(magnitude.clone(), 0);
        let is_some = self.is_number(is_zero, 0);
        let is_negative = self.and(is_some, is_negative);
        let is_negative = read(self.kept(is_negative, span));
        Number { magnitude, is_negative, is_beyond: read(self.kept(is_beyond, span)) }
    }

    fn product(&mut self, left: Number, right: Number, span: Span) -> Number {
        let wide = left.magnitude.ty;
        let product = self.calculation(BinaryOperator::Multiply, left.magnitude.clone(), right.magnitude.clone());
        let is_beyond = self.kept(left.is_beyond, span);
        self.when(left.magnitude.clone(), span, |cx| {
            let most = cx.calculation(BinaryOperator::Divide, integer(u64::MAX.into(), wide), left.magnitude);
            let exceeds = cx.less(most, right.magnitude);
            cx.set(&is_beyond, exceeds, span);
        });
        let is_negative = self.calculation(BinaryOperator::NotEqual, left.is_negative, right.is_negative);
        self.signed(product, is_negative, read(is_beyond), span)
    }

    /// Numbers with equal signs: adds the magnitudes. Numbers with different signs: subtracts the smaller magnitude from the greater one.
    fn sum(&mut self, left: Number, right: Number, span: Span) -> Number {
        let has_one_sign = self.is_equal(left.is_negative.clone(), right.is_negative.clone());
        let has_one_sign = read(self.kept(has_one_sign, span));
        let (one, other) = (left.magnitude, right.magnitude);
        let sum = self.calculation(BinaryOperator::Add, one.clone(), other.clone());
        let wraps = self.less(sum.clone(), one.clone());
        let is_less = self.less(one.clone(), other.clone());
        let is_less = read(self.kept(is_less, span));
        let above = self.calculation(BinaryOperator::Subtract, one.clone(), other.clone());
        let below = self.calculation(BinaryOperator::Subtract, other, one);
        let difference = conditional(is_less.clone(), below, above);
        let magnitude = conditional(has_one_sign.clone(), sum, difference);
        let of_greater = conditional(is_less, right.is_negative, left.is_negative.clone());
        let is_negative = conditional(has_one_sign.clone(), left.is_negative, of_greater);
        let is_beyond = self.and(has_one_sign, wraps);
        self.signed(magnitude, is_negative, is_beyond, span)
    }
}
