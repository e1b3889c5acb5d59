//! Classes of characters in the C locale (C11 7.4): no access to memory; 1 or 0.

use super::script::{Model, Ran, Script, number};
use crate::value::Value;

pub(super) fn model(name: &str) -> Option<Model> {
    match name {
        "isalpha" | "isdigit" | "isalnum" | "isspace" | "isupper" | "islower" | "isxdigit" | "ispunct" | "isprint"
        | "isgraph" | "iscntrl" | "isblank" => Some(is_in_class),
        "toupper" => Some(to_upper),
        "tolower" => Some(to_lower),
        _ => None,
    }
}

fn is_in_class<'u>(s: &mut Script<'_, 'u>) -> Ran<'u, Value> {
    // What is no character of ASCII is in no class.
    let Some(c) = u8::try_from(s.number(0)?).ok().filter(u8::is_ascii) else {
        return Ok(number(0));
    };
    let is_space = matches!(c, b' ' | 9..=13);
    let is_member = match s.name() {
        "isalpha" => c.is_ascii_alphabetic(),
        "isdigit" => c.is_ascii_digit(),
        "isalnum" => c.is_ascii_alphanumeric(),
        "isspace" => is_space,
        "isupper" => c.is_ascii_uppercase(),
        "islower" => c.is_ascii_lowercase(),
        "isxdigit" => c.is_ascii_hexdigit(),
        "ispunct" => c.is_ascii_punctuation(),
        "isprint" => (32..127).contains(&c),
        "isgraph" => (33..127).contains(&c),
        "iscntrl" => c.is_ascii_control(),
        _ => matches!(c, b' ' | b'\t'),
    };
    Ok(number(i128::from(is_member)))
}

fn to_upper<'u>(s: &mut Script<'_, 'u>) -> Ran<'u, Value> {
    let c = s.number(0)?;
    Ok(number(if (97..=122).contains(&c) { c - 32 } else { c }))
}

fn to_lower<'u>(s: &mut Script<'_, 'u>) -> Ran<'u, Value> {
    let c = s.number(0)?;
    Ok(number(if (65..=90).contains(&c) { c + 32 } else { c }))
}
