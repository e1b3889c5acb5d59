//! Types and values of literals (C11 6.4.4, 6.4.5).

use raddle_program::source::Span;
use raddle_program::types::{ArrayLength, DataModel, FloatKind, IntKind, Qualified, TypeId, TypeKind};
use std::sync::Arc;

use super::expression::Operand;
use super::{Checked, Checker};
use crate::ast::{Encoding, IntegerLiteral};
use crate::typed::{Expr, ExprKind, StringLiteral};

impl Checker {
    /// The first type of the list in C11 6.4.4.1 that holds the value.
    pub(super) fn integer_literal(&mut self, literal: &IntegerLiteral, span: Span) -> Checked<Expr> {
        use IntKind::{Int, Int128, Long, LongLong, UnsignedInt, UnsignedInt128, UnsignedLong, UnsignedLongLong};
        let model = self.unit.types.model();
        let ladder = [(Int, UnsignedInt), (Long, UnsignedLong), (LongLong, UnsignedLongLong)];
        for (signed, unsigned) in ladder.into_iter().skip(usize::from(literal.longs)) {
            let bits = signed.bits(model);
            let kind = if !literal.is_unsigned && literal.value < 1 << (bits - 1) {
                signed
            } else if (literal.is_unsigned || !literal.is_decimal) && literal.value < 1 << bits {
                unsigned
            } else {
                continue;
            };
            let ty = self.int_type(kind);
            return Ok(Expr { kind: ExprKind::Integer(literal.value as i128), ty, span });
        }
        if model == DataModel::Ilp32 && literal.value > u128::from(u64::MAX) {
            return Err(self.error(span, "this integer literal needs more than 64 bits", "write a smaller number"));
        }
        let kind = if literal.is_unsigned || literal.value > i128::MAX as u128 { UnsignedInt128 } else { Int128 };
        self.warning(
            span,
            "this integer literal is too large for the integer types of C",
            "add the suffix `u` or write a smaller number",
        );
        // On a machine without 128-bit integers gcc takes the widest unsigned type.
        let kind = if model == DataModel::Ilp32 { UnsignedLongLong } else { kind };
        let ty = self.int_type(kind);
        Ok(Expr { kind: ExprKind::Integer(literal.value as i128), ty, span })
    }

    /// The type of a character of an encoding: `char`, `wchar_t`, ...
    pub(super) fn character_type(&mut self, encoding: Encoding) -> TypeId {
        let kind = match (encoding, self.unit.types.model()) {
            (Encoding::Plain | Encoding::Utf8, _) => IntKind::Char,
            (Encoding::Utf16, _) => IntKind::UnsignedShort,
            (Encoding::Utf32, _) => IntKind::UnsignedInt,
            (Encoding::Wide, DataModel::Ilp32 | DataModel::Llp64) => IntKind::Long,
            (Encoding::Wide, DataModel::Lp64) => IntKind::Int,
        };
        self.int_type(kind)
    }

    /// A character constant: `int` without a prefix.
    pub(super) fn character_literal(&mut self, value: i64, encoding: Encoding, span: Span) -> Expr {
        let ty = match encoding {
            Encoding::Plain => self.int(),
            Encoding::Utf8 => self.int_type(IntKind::UnsignedChar),
            Encoding::Utf16 | Encoding::Utf32 | Encoding::Wide => self.character_type(encoding),
        };
        let value = super::constant::convert_integer(&self.unit.types, i128::from(value), ty).unwrap_or(0);
        Expr { kind: ExprKind::Integer(value), ty, span }
    }

    /// A string literal as an array object.
    pub(super) fn string_literal(&mut self, units: &[u32], encoding: Encoding, span: Span) -> Operand {
        let element = self.character_type(encoding);
        let units: Arc<[u32]> = units.iter().copied().chain([0]).collect();
        let ty = self.array(Qualified::plain(element), ArrayLength::Fixed(units.len() as u64));
        let string = self.unit.strings.push(StringLiteral { ty, units, span });
        Operand::lvalue(Expr { kind: ExprKind::String(string), ty, span })
    }

    /// A floating constant, rounded once to the format of its type. Formats wider than `double` are carried by the nearest `double`.
    pub(super) fn floating_literal(&mut self, spelling: &str, suffix: &str, span: Span) -> Checked<Expr> {
        let (letters, is_imaginary) = match suffix.strip_suffix(['i', 'j']).or(suffix.strip_prefix(['i', 'j'])) {
            Some(rest) => (rest, true),
            None => (suffix, false),
        };
        let kind = match letters {
            "f" | "f32" => FloatKind::Float,
            "" | "d" | "f64" | "f32x" => FloatKind::Double,
            "l" | "w" | "f64x" => FloatKind::LongDouble,
            "q" | "f128" => FloatKind::Float128,
            "f16" => FloatKind::Half,
            _ => {
                return Err(self.error(
                    span,
                    format!("`{suffix}` is no suffix of a floating constant"),
                    "use `f`, `l` or none",
                ));
            }
        };
        let Some(value) = nearest(spelling, kind) else {
            return Err(self.error(
                span,
                format!("`{spelling}` is no floating constant"),
                "write digits, a point and an exponent, as in `1.5e3`",
            ));
        };
        if is_imaginary {
            let ty = self.unit.types.intern(TypeKind::Complex(kind));
            return Ok(Expr { kind: ExprKind::Unsupported("complex arithmetic".into()), ty, span });
        }
        let ty = self.unit.types.intern(TypeKind::Float(kind));
        Ok(Expr { kind: ExprKind::Floating(value.to_bits()), ty, span })
    }
}

/// The value of the format of a type that is nearest to a decimal or hexadecimal constant. To round to `double` first and to `float` then
/// would give another `float` where the `double` lies in the middle between two of them.
fn nearest(spelling: &str, kind: FloatKind) -> Option<f64> {
    let is_single = kind == FloatKind::Float;
    let Some(hexadecimal) = spelling.strip_prefix("0x").or(spelling.strip_prefix("0X")) else {
        return match is_single {
            true => spelling.parse::<f32>().ok().map(f64::from),
            false => spelling.parse().ok(),
        };
    };
    let (digits, exponent) = hexadecimal.split_once(['p', 'P']).unwrap_or((hexadecimal, "0"));
    let mut exponent: i64 = exponent.parse().ok()?;
    let (mut mantissa, mut seen_point) = (0u128, false);
    for digit in digits.chars() {
        if digit == '.' && !seen_point {
            seen_point = true;
            continue;
        }
        let value = u128::from(digit.to_digit(16)?);
        if mantissa < 1 << 100 {
            mantissa = mantissa * 16 + value;
            exponent = exponent.saturating_sub(if seen_point { 4 } else { 0 });
        } else {
            // The digits behind the 25th only matter for whether anything is left.
            mantissa |= u128::from(value != 0);
            exponent = exponent.saturating_add(if seen_point { 0 } else { 4 });
        }
    }
    let (digits, least) = if is_single { (24, -149) } else { (53, -1074) };
    let value = rounded(mantissa, exponent.clamp(-5000, 5000), digits, least);
    // What is too large for the format becomes infinite.
    Some(if is_single { f64::from(value as f32) } else { value })
}

/// `mantissa * 2^exponent`, rounded to so many binary digits and to a multiple of `2^least`, to even from the middle.
fn rounded(mantissa: u128, exponent: i64, digits: i64, least: i64) -> f64 {
    let bits = i64::from(u128::BITS - mantissa.leading_zeros());
    let unit = (exponent + bits - digits).max(least).max(exponent);
    let dropped = unit - exponent;
    let (mut kept, rest, half) = match dropped {
        0 => (mantissa, 0, 1),
        1..=127 => (mantissa >> dropped, mantissa & ((1 << dropped) - 1), 1 << (dropped - 1)),
        // The mantissa has less than 128 bits: it is less than half of the unit.
        _ => (0, 0, 1),
    };
    if rest > half || (rest == half && kept & 1 == 1) {
        kept += 1;
    }
    // In two steps, so that neither factor leaves the range of `double` before the product does.
    let unit = unit.clamp(-2200, 2200) as i32;
    kept as f64 * 2f64.powi(unit / 2) * 2f64.powi(unit - unit / 2)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn constants_are_rounded_once() {
        for (spelling, float, double) in [
            ("1.00000017881393432617187499", 1.000_000_1_f32, 1.000_000_178_813_934_3),
            ("16777217.0000000000000001", 16_777_218.0, 16_777_217.0),
            ("0x1.000001p0", 1.0, 1.000_000_059_604_644_8),
            ("0x1.000002fffffffffffffp0", 1.000_000_1, 1.000_000_178_813_934_3),
            ("0x1.00000300000000000000000000000001p0", 1.000_000_2, 1.000_000_178_813_934_3),
            ("0x1p-149", f32::from_bits(1), 2f64.powi(-149)),
            ("0x1p-150", 0.0, 2f64.powi(-150)),
            ("0x1.8p-150", f32::from_bits(1), 1.5 * 2f64.powi(-150)),
            ("0x1p-1075", 0.0, 0.0),
            ("0x3p-1075", 0.0, f64::from_bits(2)),
            ("0x1.fffffep127", f32::MAX, f64::from(f32::MAX)),
            ("0x1p128", f32::INFINITY, 2f64.powi(128)),
            ("0x0p0", 0.0, 0.0),
            ("0xap3", 80.0, 80.0),
        ] {
            assert_eq!(nearest(spelling, FloatKind::Float), Some(f64::from(float)), "{spelling}");
            assert_eq!(nearest(spelling, FloatKind::Double), Some(double), "{spelling}");
        }
    }
}
