//! Output (C11 7.21.6.1, 7.21.7, POSIX write): what is printed is read, results are what the functions may return.

use super::input::input_between;
use super::script::{Model, Ran, Script, deny, number};
use crate::arithmetic::marked::outside;
use crate::machine::task::Operation;
use crate::value::{Scalar, Value};
use raddle_cfront::text_origin::TextOrigin;
use raddle_program::trace::ChoiceKind;

pub(super) fn model(name: &str) -> Option<Model> {
    match name {
        "printf" | "fprintf" | "dprintf" | "vprintf" | "vfprintf" | "vdprintf" | "warn" | "warnx" | "syslog" => {
            Some(formatted)
        }
        "err" | "errx" | "verr" | "verrx" => Some(last_words),
        "error" => Some(error),
        "puts" | "fputs" => Some(text),
        "perror" => Some(complaint),
        "putchar" | "putc" | "fputc" | "putc_unlocked" | "putchar_unlocked" => Some(character),
        "fflush" => Some(flush),
        "fwrite" => Some(items),
        "write" | "send" | "pwrite" => Some(bytes),
        "sscanf" | "sprintf" | "snprintf" | "vsprintf" | "vsnprintf" | "asprintf" | "vasprintf" | "vscanf"
        | "vfscanf" | "vsscanf" => Some(denied),
        _ => None,
    }
}

/// What is known of the number of printed characters.
struct Printed {
    at_least: i128,
    is_all: bool,
}

/// Walks over a format; the arguments for it follow. Characters are taken off the front of `rest`.
fn walk<'u>(s: &mut Script<'_, 'u>, format: usize) -> Ran<'u, Printed> {
    let what = format!("the format of `{}`", s.name());
    let mut printed = Printed { at_least: 0, is_all: true };
    if s.is_null(format)? && matches!(s.name(), "err" | "verr" | "warn") {
        return Ok(printed);
    }
    let Some(text) = s.fixed().literal_text(s.scalar(format)?) else { return deny(what) };
    let is_list = s.name().starts_with('v');
    let count = s.call().arguments.len();
    let mut next = format + 1;
    let mut rest = text.as_str();
    while let Some(at) = rest.find('%') {
        printed.at_least += at as i128;
        rest = rest[at + 1..].trim_start_matches(['-', '+', ' ', '#', '0', '\'']);
        let mut take = || {
            let index = next;
            next += 1;
            if index < count && !is_list { Ok(index) } else { deny(what.clone()) }
        };
        let mut is_wide = false;
        if let Some(after) = rest.strip_prefix('*') {
            take()?;
            (rest, is_wide) = (after, true);
        } else {
            let digits = rest.trim_start_matches(|char: char| char.is_ascii_digit());
            is_wide |= digits.len() < rest.len();
            rest = digits;
        }
        let mut most = None;
        if let Some(after) = rest.strip_prefix('.') {
            if let Some(after) = after.strip_prefix('*') {
                most = Some(s.number(take()?)?).filter(|most| *most >= 0);
                rest = after;
            } else {
                let digits = after.trim_start_matches(|char: char| char.is_ascii_digit());
                most = Some(after[..after.len() - digits.len()].parse().unwrap_or(0));
                rest = digits;
            }
        }
        let letters = rest.trim_start_matches(['h', 'l', 'L', 'q', 'j', 'z', 't']);
        let length = &rest[..rest.len() - letters.len()];
        if !matches!(length, "" | "h" | "hh" | "l" | "ll" | "L" | "q" | "j" | "z" | "t") {
            return deny(what);
        }
        let Some(conversion) = letters.chars().next() else { return deny(what) };
        rest = &letters[conversion.len_utf8()..];
        match conversion {
            '%' => printed.at_least += 1,
            'm' => printed.is_all = false,
            'c' => {
                take()?;
                printed.at_least += 1;
                printed.is_all &= !is_wide && length.is_empty();
            }
            's' if length.is_empty() => {
                let argument = take()?;
                read_text(s, argument, most)?;
                printed.is_all = false;
            }
            'n' if printed.is_all => {
                let argument = take()?;
                let size = match length {
                    "hh" => 1,
                    "h" => 2,
                    "" => 4,
                    "l" | "z" | "t" => s.fixed().types().size_of(s.basic().long).unwrap_or(8),
                    _ => 8,
                };
                let to = s.place(argument)?;
                s.write_number(to, printed.at_least, size)?;
            }
            'n' => return deny("`%n` behind a conversion"),
            'd' | 'i' | 'u' | 'o' | 'x' | 'X' | 'f' | 'F' | 'e' | 'E' | 'g' | 'G' | 'a' | 'A' | 'p' => {
                take()?;
                printed.is_all = false;
            }
            _ => return deny(what),
        }
    }
    printed.at_least += rest.len() as i128;
    Ok(printed)
}

/// Reads a text up to its zero, at most so many characters. What the C library or a literal holds needs no reads.
pub(super) fn read_text<'u>(s: &mut Script<'_, 'u>, argument: usize, most: Option<i128>) -> Ran<'u, ()> {
    let written = s.call().written.get(argument);
    let origin = written.map_or(TextOrigin::Memory, |written| s.fixed().unit.text_origin(written));
    let from = s.place(argument)?;
    match origin {
        TextOrigin::Literal(_) | TextOrigin::Library { may_be_null: false } => return Ok(()),
        TextOrigin::Library { may_be_null: true } => {
            if s.is_null(argument)? {
                s.read_byte(from, 0)?;
            }
            return Ok(());
        }
        TextOrigin::Memory => {}
    }
    let mut at = 0;
    while most.is_none_or(|most| i128::from(at) < most) && s.read_byte(from, at)? != 0 {
        at += 1;
    }
    Ok(())
}

/// Reads any one byte of a range. `is_constant` says that the arguments which its size is computed from are constants of the program.
pub(super) fn read_some<'u>(s: &mut Script<'_, 'u>, argument: usize, size: i128, is_constant: bool) -> Ran<'u, ()> {
    let written = s.call().written.get(argument);
    let origin = written.map_or(TextOrigin::Memory, |written| s.fixed().unit.text_origin(written));
    let is_inside = matches!(origin, TextOrigin::Literal(known) if size <= known as i128);
    if size == 0 || (is_inside && is_constant) {
        return Ok(());
    }
    let long = s.basic().long;
    let at = input_between(s, long, 0, size - 1)?;
    let from = s.place(argument)?;
    s.read_byte(from, at as u64)?;
    Ok(())
}

fn position(name: &str) -> usize {
    match name {
        "printf" | "vprintf" | "warn" | "warnx" => 0,
        "error" => 2,
        _ => 1,
    }
}

fn formatted<'u>(s: &mut Script<'_, 'u>) -> Ran<'u, Value> {
    let printed = walk(s, position(s.name()))?;
    if !s.is_used() {
        return Ok(Value::Void);
    }
    let int = s.basic().int;
    let result = s.choose_number(ChoiceKind::Input, int)?;
    let is_possible = match printed.is_all {
        _ if result < 0 => true,
        true => result == printed.at_least,
        false => result >= printed.at_least,
    };
    if !is_possible {
        s.last(Operation::Prune { span: s.span() })?;
    }
    written_count(s, result, printed.is_all)
}

/// How many characters were written, with a mark if the arguments determine it further.
fn written_count<'u>(s: &Script<'_, 'u>, count: i128, is_known: bool) -> Ran<'u, Value> {
    let is_marked = s.fixed().settings.marks_outside && count >= 0 && !is_known;
    Ok(Value::Scalar(if is_marked { outside(Scalar::Integer(count))? } else { Scalar::Integer(count) }))
}

fn last_words<'u>(s: &mut Script<'_, 'u>) -> Ran<'u, Value> {
    walk(s, position(s.name()))?;
    s.last(Operation::Stop { is_orderly: true, span: s.span() })
}

fn error<'u>(s: &mut Script<'_, 'u>) -> Ran<'u, Value> {
    walk(s, position(s.name()))?;
    if s.number(0)? != 0 {
        s.last(Operation::Stop { is_orderly: true, span: s.span() })?;
    }
    Ok(Value::Void)
}

fn text<'u>(s: &mut Script<'_, 'u>) -> Ran<'u, Value> {
    read_text(s, 0, None)?;
    if !s.is_used() {
        return Ok(Value::Void);
    }
    let int = s.basic().int;
    let count = input_between(s, int, -1, i128::from(i32::MAX))?;
    written_count(s, count, false)
}

fn complaint<'u>(s: &mut Script<'_, 'u>) -> Ran<'u, Value> {
    if !s.is_null(0)? {
        read_text(s, 0, None)?;
    }
    Ok(Value::Void)
}

/// The character comes back, or `EOF`.
fn character<'u>(s: &mut Script<'_, 'u>) -> Ran<'u, Value> {
    if !s.is_used() {
        return Ok(Value::Void);
    }
    let (character, bool) = (s.number(0)? as u8, s.basic().bool);
    let fails = s.choose_number(ChoiceKind::Input, bool)? != 0;
    Ok(number(if fails { -1 } else { character.into() }))
}

fn flush<'u>(s: &mut Script<'_, 'u>) -> Ran<'u, Value> {
    if !s.is_used() {
        return Ok(Value::Void);
    }
    let int = s.basic().int;
    Ok(number(input_between(s, int, -1, 0)?))
}

/// `fwrite`: all items, or fewer.
fn items<'u>(s: &mut Script<'_, 'u>) -> Ran<'u, Value> {
    let (size, count) = (s.number(1)?, s.number(2)?);
    let is_constant = (1..3).all(|argument| s.is_constant(argument));
    read_some(s, 0, size * count, is_constant)?;
    if !s.is_used() {
        return Ok(Value::Void);
    }
    let long = s.basic().long;
    let most = if size == 0 { 0 } else { count };
    Ok(number(input_between(s, long, 0, most)?))
}

fn bytes<'u>(s: &mut Script<'_, 'u>) -> Ran<'u, Value> {
    let size = s.number(2)?;
    read_some(s, 1, size, s.is_constant(2))?;
    if !s.is_used() {
        return Ok(Value::Void);
    }
    let long = s.basic().long;
    Ok(number(input_between(s, long, -1, size)?))
}

/// Their arguments determine what they store: "any value" would be wrong.
fn denied<'u>(s: &mut Script<'_, 'u>) -> Ran<'u, Value> {
    deny(format!("`{}`", s.name()))
}

impl Script<'_, '_> {
    /// Whether an argument is a number in the source.
    pub(super) fn is_constant(&self, argument: usize) -> bool {
        let written = self.call().written.get(argument);
        written.is_some_and(|written| matches!(written.kind, raddle_cfront::typed::ExprKind::Integer(_)))
    }
}
