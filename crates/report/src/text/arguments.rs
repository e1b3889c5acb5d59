//! The arguments of an execution, as they would be typed in a shell. A trace chooses and writes them character by character before `main`
//! is called, which is too detailed for a reader.

use raddle_program::trace::{ARGUMENT, Event, ObjectName, START, Trace, TraceStep, TraceValue};
use std::collections::BTreeMap;

/// Whether a step belongs to what comes before `main`.
pub fn is_before_main(step: &TraceStep) -> bool {
    &*step.function == START
}

/// The arguments, quoted where a shell wants it; nothing if the program is started without.
pub fn arguments(trace: &Trace) -> Option<String> {
    let count = trace.steps.iter().find(|step| is_before_main(step)).map(|step| match step.event {
        Event::Choice { value: TraceValue::Integer(count), .. } => count,
        _ => 1,
    })?;
    let mut given: BTreeMap<usize, BTreeMap<u64, u8>> = BTreeMap::new();
    for step in trace.steps.iter().filter(|step| is_before_main(step)) {
        if let Event::Write { location, value: TraceValue::Integer(value), .. } = &step.event
            && let ObjectName::Global(name) = &location.object
            && let Some(number) = name.strip_prefix(ARGUMENT)
            && let Ok(number) = number.parse::<usize>()
        {
            given.entry(number).or_default().insert(location.offset, *value as u8);
        }
    }
    let words = (1..).map_while(|number| given.get(&number)).take(usize::try_from(count - 1).unwrap_or(0));
    let words = words.map(|bytes| quoted(bytes.values().copied().take_while(|&byte| byte != 0)));
    let words: Vec<String> = words.collect();
    Some(if words.is_empty() { "no arguments".to_owned() } else { words.join(" ") })
}

/// A word for a shell, in one line: as it is, or in the quotes that know `\n` and `\x7f`.
fn quoted(bytes: impl Iterator<Item = u8>) -> String {
    let bytes: Vec<u8> = bytes.collect();
    let is_plain = |byte: &u8| byte.is_ascii_alphanumeric() || b"-_+./,:=@%".contains(byte);
    if !bytes.is_empty() && bytes.iter().all(is_plain) {
        return String::from_utf8_lossy(&bytes).into_owned();
    }
    let is_printable = |byte: &u8| (b' '..=b'~').contains(byte) && !b"'\\".contains(byte);
    if bytes.iter().all(is_printable) {
        return format!("'{}'", String::from_utf8_lossy(&bytes));
    }
    let shown = |byte: u8| match byte {
        b'\n' => "\\n".to_owned(),
        b'\'' | b'\\' => format!("\\{}", char::from(byte)),
        byte if is_printable(&byte) => char::from(byte).to_string(),
        byte => format!("\\x{byte:02x}"),
    };
    format!("$'{}'", bytes.into_iter().map(shown).collect::<String>())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_quoted_as_shells_want_it() {
        let words: [(&[u8], &str); 5] =
            [(b"-c", "-c"), (b"", "''"), (b"a b", "'a b'"), (b"it's", "$'it\\'s'"), (b"\x80\n", "$'\\x80\\n'")];
        for (bytes, expected) in words {
            assert_eq!(quoted(bytes.iter().copied()), expected);
        }
    }
}
