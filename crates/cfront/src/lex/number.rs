//! Numbers: from the spelling of a preprocessing number to a literal (C11 6.4.4.1 and 6.4.4.2).
//!
//! GNU's binary literals, imaginary suffixes and the suffixes of `_FloatN` are read; decimal floating suffixes are not.

use super::token::FloatingLiteral;
use crate::ast::IntegerLiteral;

/// What a number turned out to be.
#[derive(Debug, PartialEq)]
pub(crate) enum Number {
    Integer(IntegerLiteral),
    Floating(FloatingLiteral),
}

/// What is wrong with a number, and what to do.
#[derive(Debug, PartialEq)]
pub(crate) struct BadNumber {
    pub(crate) message: String,
    pub(crate) advice: &'static str,
}

/// Reads a preprocessing number.
pub(crate) fn read_number(text: &str) -> Result<Number, BadNumber> {
    let lower = text.to_ascii_lowercase();
    let (radix, digits_at) = if lower.starts_with("0x") {
        (16, 2)
    } else if lower.starts_with("0b") {
        (2, 2)
    } else {
        (10, 0)
    };
    let body = &lower[digits_at..];
    let is_digit = |byte: u8| (byte as char).is_digit(radix);
    let mut end = body.bytes().take_while(|&byte| is_digit(byte)).count();
    let mut digits = end;
    let mut is_floating = false;
    if radix != 2 && body[end..].starts_with('.') {
        is_floating = true;
        let fraction = body[end + 1..].bytes().take_while(|&byte| is_digit(byte)).count();
        digits += fraction;
        end += 1 + fraction;
    }
    if digits == 0 {
        return Err(bad(text, "has no digits", "write at least one digit"));
    }
    let exponent_letter = if radix == 16 { 'p' } else { 'e' };
    let has_exponent = radix != 2 && body[end..].starts_with(exponent_letter);
    if has_exponent {
        is_floating = true;
        let sign = usize::from(body[end + 1..].starts_with(['+', '-']));
        let exponent = body[end + 1 + sign..].bytes().take_while(u8::is_ascii_digit).count();
        if exponent == 0 {
            return Err(bad(text, "has an exponent without digits", "write the digits of the exponent"));
        }
        end += 1 + sign + exponent;
    } else if is_floating && radix == 16 {
        return Err(bad(text, "lacks its exponent", "write `p0` after a hexadecimal fraction"));
    }
    let suffix = &body[end..];
    if is_floating {
        floating(text, &lower[..digits_at + end], suffix)
    } else {
        integer(text, radix, &body[..end], suffix)
    }
}

fn floating(text: &str, spelling: &str, suffix: &str) -> Result<Number, BadNumber> {
    let without_imaginary = suffix.trim_start_matches(['i', 'j']).trim_end_matches(['i', 'j']);
    let imaginary = suffix.len() - without_imaginary.len();
    let known = matches!(
        without_imaginary,
        "" | "f" | "l" | "f16" | "f32" | "f64" | "f128" | "f32x" | "f64x" | "f128x" | "q" | "w"
    );
    if !known || imaginary > 1 {
        return Err(bad(text, "has a suffix that floating literals do not have", "use `f`, `l` or no suffix"));
    }
    Ok(Number::Floating(FloatingLiteral { spelling: spelling.into(), suffix: suffix.into() }))
}

fn integer(text: &str, radix: u32, digits: &str, suffix: &str) -> Result<Number, BadNumber> {
    let is_decimal = radix == 10 && !(digits.len() > 1 && digits.starts_with('0'));
    let radix = if radix == 10 && !is_decimal { 8 } else { radix };
    let mut value: u128 = 0;
    for byte in digits.bytes() {
        let Some(digit) = (byte as char).to_digit(radix) else {
            return Err(bad(text, "has a digit that is not octal", "drop the leading zero for a decimal number"));
        };
        value = value
            .checked_mul(u128::from(radix))
            .and_then(|scaled| scaled.checked_add(u128::from(digit)))
            .ok_or_else(|| bad(text, "does not fit into 128 bits", "write a smaller number"))?;
    }
    let (mut unsigned, mut longs, mut imaginary) = (0, 0u8, 0);
    let mut rest = suffix;
    while let Some(letter) = rest.bytes().next() {
        let length = match letter {
            b'u' => {
                unsigned += 1;
                1
            }
            b'l' if longs == 0 => {
                longs = if rest.starts_with("ll") { 2 } else { 1 };
                usize::from(longs)
            }
            b'i' | b'j' => {
                imaginary += 1;
                1
            }
            _ => return Err(bad(text, "has a suffix that integers do not have", "use `u`, `l`, `ll` or none")),
        };
        rest = &rest[length..];
    }
    if unsigned > 1 || imaginary > 1 {
        return Err(bad(text, "has a letter of its suffix twice", "write each letter of the suffix once"));
    }
    if imaginary == 1 {
        return Ok(Number::Floating(FloatingLiteral { spelling: value.to_string().into(), suffix: suffix.into() }));
    }
    Ok(Number::Integer(IntegerLiteral { value, is_unsigned: unsigned == 1, longs, is_decimal }))
}

fn bad(text: &str, what: &str, advice: &'static str) -> BadNumber {
    let mut shown: String = text.chars().take(40).collect();
    if shown.len() < text.len() {
        shown.push_str("...");
    }
    BadNumber { message: format!("the number `{shown}` {what}"), advice }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn integer_of(text: &str) -> (u128, bool, u8, bool) {
        match read_number(text) {
            Ok(Number::Integer(literal)) => (literal.value, literal.is_unsigned, literal.longs, literal.is_decimal),
            other => panic!("{text} is read as {other:?}"),
        }
    }

    #[test]
    fn integers_of_every_base_and_suffix() {
        assert_eq!(integer_of("0"), (0, false, 0, true));
        assert_eq!(integer_of("017"), (15, false, 0, false));
        assert_eq!(integer_of("0b101"), (5, false, 0, false));
        assert_eq!(integer_of("0XffULL"), (255, true, 2, false));
        assert_eq!(integer_of("1LLU"), (1, true, 2, true));
        assert_eq!(integer_of("1uLL"), (1, true, 2, true));
        assert_eq!(integer_of("7l"), (7, false, 1, true));
        assert_eq!(integer_of("340282366920938463463374607431768211455"), (u128::MAX, false, 0, true));
    }

    #[test]
    fn floating_literals_keep_spelling_and_suffix() {
        for (text, spelling, suffix) in [
            ("0x1.8p3", "0x1.8p3", ""),
            ("1e-3L", "1e-3", "l"),
            (".5f", ".5", "f"),
            ("1.", "1.", ""),
            ("1.0f32", "1.0", "f32"),
            ("2.5if", "2.5", "if"),
            ("3i", "3", "i"),
            ("09.5", "09.5", ""),
        ] {
            let expected = FloatingLiteral { spelling: spelling.into(), suffix: suffix.into() };
            assert_eq!(read_number(text), Ok(Number::Floating(expected)), "{text}");
        }
    }

    #[test]
    fn malformed_numbers_are_errors() {
        for text in ["08", "0x", "0b2", "1e", "0x1.8", "1.2.3", "12abc", "1lul", "1uu", "0xe+1", "1...3", "1ii", "1.0u"]
        {
            assert!(read_number(text).is_err(), "{text}");
        }
        assert!(read_number(&"9".repeat(40)).is_err());
    }
}
