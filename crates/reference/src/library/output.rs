//! Output: what is printed is not looked at, only the arguments are evaluated; the result is any value.

use super::script::{Model, Ran, Script, deny};
use crate::value::Value;
use raddle_program::trace::ChoiceKind;

pub(super) fn model(name: &str) -> Option<Model> {
    match name {
        "printf" | "fprintf" | "dprintf" | "vprintf" | "vfprintf" | "vdprintf" | "puts" | "putchar" | "putc"
        | "fputs" | "fputc" | "perror" | "fflush" | "putc_unlocked" | "putchar_unlocked" => Some(output),
        "sscanf" | "sprintf" | "snprintf" | "vsprintf" | "vsnprintf" | "asprintf" | "vasprintf" | "vscanf"
        | "vfscanf" | "vsscanf" => Some(formatted),
        _ => None,
    }
}

fn output<'u>(s: &mut Script<'_, 'u>) -> Ran<'u, Value> {
    let format = match s.name() {
        "printf" | "vprintf" => Some(0),
        "fprintf" | "dprintf" | "vfprintf" | "vdprintf" => Some(1),
        _ => None,
    };
    let text = match format {
        Some(index) => s.fixed().literal_text(s.scalar(index)?),
        None => None,
    };
    if text.is_some_and(|text| text.contains("%n")) {
        return deny("`%n` in a format");
    }
    s.anything(ChoiceKind::External)
}

/// Their arguments determine what they store: "any value" would be wrong.
fn formatted<'u>(s: &mut Script<'_, 'u>) -> Ran<'u, Value> {
    deny(format!("`{}`", s.name()))
}
