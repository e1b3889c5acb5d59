//! The insides of character and string literals: escape sequences and encodings (C11 6.4.4.4 and 6.4.5).
//!
//! As on every target of ours, plain `char` is signed and has 8 bits, the execution character set is UTF-8, `wchar_t` is
//! a signed 32-bit type. Bytes that are not UTF-8 are kept as they are in plain literals and are an error in wide ones.

use crate::ast::Encoding;

/// Something odd inside a literal.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct TextProblem {
    pub(crate) is_error: bool,
    pub(crate) message: String,
    pub(crate) advice: &'static str,
}

/// Code units and what was odd. `body` stands between the quotes, its lines joined.
pub(crate) fn decode(body: &[u8], encoding: Encoding) -> (Vec<u32>, Vec<TextProblem>) {
    let mut units = Vec::with_capacity(body.len());
    let mut problems = Vec::new();
    let mut rest = body;
    while let Some(&byte) = rest.first() {
        if byte == b'\\' {
            rest = escape(&rest[1..], encoding, &mut units, &mut problems);
        } else if byte < 0x80 || unit_bits(encoding) == 8 {
            units.push(u32::from(byte));
            rest = &rest[1..];
        } else {
            let (character, length) = first_character(rest);
            match character {
                Some(character) => push_character(character, encoding, &mut units),
                None => problems.push(error("a wide literal holds a byte that is not UTF-8", "save the file as UTF-8")),
            }
            rest = &rest[length..];
        }
    }
    (units, problems)
}

/// The value of a character literal whose body has these units.
pub(crate) fn character_value(units: &[u32], encoding: Encoding) -> (i64, Option<TextProblem>) {
    let Some(&last) = units.last() else {
        return (0, Some(error("a character literal is empty", "write a character between the quotes")));
    };
    match encoding {
        Encoding::Plain if units.len() == 1 => (i64::from(last as u8 as i8), None),
        Encoding::Plain => {
            // As in gcc: the first character is the most significant of the last four.
            let value = units.iter().fold(0u32, |value, &unit| (value << 8) | (unit & 0xff)) as i32;
            let problem = (units.len() > 4).then(|| {
                warning("a character literal has more characters than `int` has bytes", "write at most four characters")
            });
            (i64::from(value), problem)
        }
        Encoding::Utf8 | Encoding::Utf16 | Encoding::Utf32 | Encoding::Wide => {
            let problem = (units.len() > 1).then(|| {
                error("a character literal with a prefix holds more than one character", "write one character only")
            });
            let value = if encoding == Encoding::Wide { i64::from(last as i32) } else { i64::from(last) };
            (value, problem)
        }
    }
}

fn unit_bits(encoding: Encoding) -> u32 {
    match encoding {
        Encoding::Plain | Encoding::Utf8 => 8,
        Encoding::Utf16 => 16,
        Encoding::Utf32 | Encoding::Wide => 32,
    }
}

/// Reads one escape sequence after its backslash; gives what follows it.
fn escape<'a>(text: &'a [u8], encoding: Encoding, units: &mut Vec<u32>, problems: &mut Vec<TextProblem>) -> &'a [u8] {
    let Some(&letter) = text.first() else {
        problems.push(error("a backslash ends a literal", "write `\\\\` for a backslash"));
        return text;
    };
    let simple = match letter {
        b'\'' | b'"' | b'?' | b'\\' => Some(letter),
        b'a' => Some(7),
        b'b' => Some(8),
        b'f' => Some(12),
        b'n' => Some(10),
        b'r' => Some(13),
        b't' => Some(9),
        b'v' => Some(11),
        b'e' | b'E' => Some(27),
        _ => None,
    };
    if let Some(value) = simple {
        units.push(u32::from(value));
        return &text[1..];
    }
    match letter {
        b'0'..=b'7' => {
            let length = text.iter().take(3).take_while(|byte| matches!(byte, b'0'..=b'7')).count();
            push_number(&text[..length], 8, encoding, units, problems);
            &text[length..]
        }
        b'x' => {
            let length = text[1..].iter().take_while(|byte| byte.is_ascii_hexdigit()).count();
            if length == 0 {
                problems.push(error("`\\x` has no digits", "write hexadecimal digits after `\\x`"));
            } else {
                push_number(&text[1..1 + length], 16, encoding, units, problems);
            }
            &text[1 + length..]
        }
        b'u' | b'U' => {
            let wanted = if letter == b'u' { 4 } else { 8 };
            let length = text[1..].iter().take(wanted).take_while(|byte| byte.is_ascii_hexdigit()).count();
            let value = text[1..1 + length]
                .iter()
                .fold(0u32, |value, &byte| (value << 4) | (byte as char).to_digit(16).unwrap_or(0));
            match char::from_u32(value) {
                Some(character) if length == wanted => push_character(character, encoding, units),
                Some(_) | None => problems.push(error(
                    "a universal character name is not a Unicode character",
                    "write `\\u` with four or `\\U` with eight hexadecimal digits of a valid character",
                )),
            }
            &text[1 + length..]
        }
        _ => {
            let (character, length) = first_character(text);
            problems.push(warning(
                &format!("unknown escape sequence `\\{}`", character.unwrap_or('?').escape_debug()),
                "write `\\\\` for a backslash",
            ));
            match character {
                Some(character) => push_character(character, encoding, units),
                None => units.push(u32::from(letter)),
            }
            &text[length..]
        }
    }
}

fn push_number(digits: &[u8], radix: u32, encoding: Encoding, units: &mut Vec<u32>, problems: &mut Vec<TextProblem>) {
    let value = digits.iter().fold(0u64, |value, &byte| {
        value.saturating_mul(u64::from(radix)).saturating_add(u64::from((byte as char).to_digit(radix).unwrap_or(0)))
    });
    let mask = u64::MAX >> (64 - unit_bits(encoding));
    if value > mask {
        problems.push(warning(
            "an escape sequence is out of range of its character type",
            "write fewer digits, or a wider literal such as L\"...\"",
        ));
    }
    units.push((value & mask) as u32);
}

fn push_character(character: char, encoding: Encoding, units: &mut Vec<u32>) {
    match encoding {
        Encoding::Plain | Encoding::Utf8 => {
            units.extend(character.encode_utf8(&mut [0; 4]).bytes().map(u32::from));
        }
        Encoding::Utf16 => units.extend(character.encode_utf16(&mut [0; 2]).iter().map(|&unit| u32::from(unit))),
        Encoding::Utf32 | Encoding::Wide => units.push(u32::from(character)),
    }
}

/// The first character and its length in bytes; a byte that starts no UTF-8 character has length 1. `text` is not empty.
pub(crate) fn first_character(text: &[u8]) -> (Option<char>, usize) {
    let window = &text[..text.len().min(4)];
    let valid = match std::str::from_utf8(window) {
        Ok(valid) => valid,
        Err(error) => std::str::from_utf8(&window[..error.valid_up_to()]).unwrap_or(""),
    };
    match valid.chars().next() {
        Some(character) => (Some(character), character.len_utf8()),
        None => (None, 1),
    }
}

fn error(message: &str, advice: &'static str) -> TextProblem {
    TextProblem { is_error: true, message: message.into(), advice }
}

fn warning(message: &str, advice: &'static str) -> TextProblem {
    TextProblem { is_error: false, message: message.into(), advice }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn units(body: &str, encoding: Encoding) -> Vec<u32> {
        let (units, problems) = decode(body.as_bytes(), encoding);
        assert_eq!(problems, [], "{body}");
        units
    }

    #[test]
    fn every_escape_sequence_has_its_value() {
        assert_eq!(
            units(r#"\'\"\?\\\a\b\f\n\r\t\v\e"#, Encoding::Plain),
            [39, 34, 63, 92, 7, 8, 12, 10, 13, 9, 11, 27]
        );
        assert_eq!(units(r"\0\1234\x41G", Encoding::Plain), [0, 0o123, u32::from(b'4'), 0x41, u32::from(b'G')]);
        assert_eq!(units(r"\u00e9", Encoding::Plain), [0xc3, 0xa9]);
        assert_eq!(units(r"\U0001F600", Encoding::Utf16), [0xd83d, 0xde00]);
        assert_eq!(units(r"\xffffffff", Encoding::Wide), [0xffff_ffff]);
    }

    #[test]
    fn characters_follow_the_encoding() {
        assert_eq!(units("é", Encoding::Plain), [0xc3, 0xa9]);
        assert_eq!(units("é", Encoding::Wide), [0xe9]);
        assert_eq!(decode(b"\xe9", Encoding::Plain).0, [0xe9]);
        assert!(decode(b"\xe9", Encoding::Wide).1[0].is_error);
    }

    #[test]
    fn character_literals_are_signed_and_pack_like_gcc() {
        assert_eq!(character_value(&units(r"\xff", Encoding::Plain), Encoding::Plain), (-1, None));
        assert_eq!(character_value(&units("ab", Encoding::Plain), Encoding::Plain), (0x6162, None));
        assert_eq!(character_value(&units("\u{e9}", Encoding::Plain), Encoding::Plain), (0xc3a9, None));
        assert_eq!(character_value(&units("é", Encoding::Wide), Encoding::Wide), (0xe9, None));
        assert!(character_value(&[], Encoding::Plain).1.is_some());
        assert_eq!(character_value(&[1, 2, 3, 4, 5], Encoding::Plain).0, 0x0203_0405);
    }

    #[test]
    fn odd_escapes_are_reported() {
        for body in [r"\x", r"\u12", r"\q", r"\777", r"\UFFFFFFFF"] {
            assert_eq!(decode(body.as_bytes(), Encoding::Plain).1.len(), 1, "{body}");
        }
    }
}
