//! Numbers from text and absolute values (C11 7.22.1, 7.22.6.1).

use super::locks::set_error_number;
use super::script::{Model, Ran, Script, number};
use crate::arithmetic::{self, Computed};
use crate::machine::task::Operation;
use crate::value::{Scalar, Value};
use raddle_cfront::typed::UnaryOperator;

/// `errno` behind a number that is too large, as on Linux.
const ERANGE: i128 = 34;

pub(super) fn model(name: &str) -> Option<Model> {
    match name {
        "atoi" | "atol" | "atoll" => Some(from_text),
        "abs" | "labs" | "llabs" => Some(absolute),
        _ => None,
    }
}

/// White space, a sign, digits. The number is a `long` (`long long`), the greatest or the least one if it is too large; then it is
/// converted.
fn from_text<'u>(s: &mut Script<'_, 'u>) -> Ran<'u, Value> {
    let text = s.place(0)?;
    let mut at = 0;
    let mut character = s.read_byte(text, at)?;
    while matches!(character, b' ' | 9..=13) {
        at += 1;
        character = s.read_byte(text, at)?;
    }
    let is_negative = character == b'-';
    if matches!(character, b'+' | b'-') {
        at += 1;
        character = s.read_byte(text, at)?;
    }
    let mut value = 0i128;
    let types = s.fixed().types();
    let long = if s.name() == "atoll" { s.call().ty } else { s.basic().long };
    let bits = types.integer_shape(long).map_or(64, |(bits, _)| bits);
    let greatest = (1i128 << (bits - 1)) - 1 + i128::from(is_negative);
    while character.is_ascii_digit() {
        value = value * 10 + i128::from(character - b'0');
        if value > greatest {
            value = greatest;
            set_error_number(s, ERANGE)?;
        }
        at += 1;
        character = s.read_byte(text, at)?;
    }
    let value = arithmetic::wrap(types, long, if is_negative { -value } else { value })?;
    Ok(number(arithmetic::wrap(types, s.call().ty, value).unwrap_or(value)))
}

fn absolute<'u>(s: &mut Script<'_, 'u>) -> Ran<'u, Value> {
    let value = s.number(0)?;
    if value >= 0 {
        return Ok(number(value));
    }
    let ty = s.call().ty;
    let Computed { value, violation } =
        arithmetic::unary(s.fixed().types(), UnaryOperator::Negate, Scalar::Integer(value), ty)?;
    if let Some((kind, message)) = violation {
        s.effect(Operation::Fail { kind, message, span: s.span(), ends: false })?;
    }
    Ok(value.map_or(Value::Void, Value::Scalar))
}
