//! A trace as an executable program: the instrumented C code of the program, tables, and a runtime that enforces the order of the trace on
//! system threads.
//!
//! `program.c` ([`raddle_program::c_print`]), `schedule.c` and the flags in the `Makefile` depend on the program and the trace. The runtime
//! is always the same and is stored beside this file. `make run` ends in the violation, which is detected by the runtime (assertions,
//! deadlocks, misuse, leaks), by ThreadSanitizer (races), or by gcc's other sanitizers.
//!
//! Not compared: values. The runtime does not check that reads return the values of the trace; the violation at the end is the check.
//! Output of the program is not printed, since its calls are calls of unknown functions.

use raddle_program::c_print::{Listed, Point, print_c_with_points};
use raddle_program::property::{Property, ViolationKind};
use raddle_program::source::Span;
use raddle_program::syntax::{Program, Synchronization};
use raddle_program::trace::{ChoiceKind, Event, Trace, TraceStep, TraceValue};
use raddle_program::types::DataModel;
use std::collections::HashMap;
use std::fmt::Write;

use crate::escape::escape;
use crate::text;

/// What the first line of the file with the tables begins with: by it a folder is known to be a replay.
pub const MARK: &str = "/* A replay by raddle";

/// The file with the tables.
pub const TABLES: &str = "schedule.c";

/// How often the part that repeats for ever is run.
const ROUNDS: usize = 3;

/// A file of a replay.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReplayFile {
    /// Its name.
    pub name: &'static str,
    /// What is in it.
    pub text: String,
}

/// The files of the replay of a trace. The program is the one that has the trace, or, where that is one for 32 bits, the same
/// file read as [`DataModel::Llp64`].
///
/// # Errors
/// A sentence, if the program has no place for a step of the trace, or a native run cannot follow it.
pub fn replay(program: &Program, trace: &Trace) -> Result<Vec<ReplayFile>, String> {
    let asks_where =
        |event: &Event| matches!(event, Event::Choice { kind: ChoiceKind::Address | ChoiceKind::Order, .. });
    if let Some(step) = trace.steps.iter().find(|step| asks_where(&step.event)) {
        let place = &step.place;
        return Err(format!(
            "the trace says at {place} where objects lie in memory, which a native run does not follow"
        ));
    }
    let forks = |event: &Event| matches!(event, Event::Synchronize { operation: Synchronization::BecomeChild, .. });
    if let Some(step) = trace.steps.iter().find(|step| forks(&step.event)) {
        return Err(format!(
            "the trace goes on in a child process at {}, which a native run does not follow",
            step.place
        ));
    }
    let chosen: Vec<Span> = trace.steps.iter().filter(|step| is_indeterminate(step)).map(|step| step.span).collect();
    let (code, points) = print_c_with_points(program, &chosen);
    let file = |name, text: &str| ReplayFile { name, text: text.to_owned() };
    Ok(vec![
        file("Makefile", &makefile(program, trace)),
        file("program.c", &code),
        file(TABLES, &tables(program, trace, &points)?),
        file("raddle.h", include_str!("raddle.h")),
        file("schedule.h", include_str!("schedule.h")),
        file("runtime.h", include_str!("runtime.h")),
        file("raddle.c", include_str!("raddle.c")),
        file("objects.c", include_str!("objects.c")),
        file("threads.c", include_str!("threads.c")),
    ])
}

fn is_indeterminate(step: &TraceStep) -> bool {
    matches!(step.event, Event::Choice { kind: ChoiceKind::Indeterminate, .. })
}

/// What gcc is asked to look for.
fn makefile(program: &Program, trace: &Trace) -> String {
    let (arithmetic, wanted) = match trace.violation.kind.property() {
        Property::DataRace => ("-fwrapv", "-fsanitize=thread"),
        Property::Memory => ("-fwrapv", "-fsanitize=address"),
        Property::Overflow => ("", "-fsanitize=signed-integer-overflow -fno-sanitize-recover=all"),
        Property::Arithmetic => {
            ("-fwrapv", "-fsanitize=integer-divide-by-zero,shift-exponent -fno-sanitize-recover=all")
        }
        Property::Assertions | Property::Deadlock | Property::Leaks | Property::Locks | Property::Termination => {
            ("-fwrapv", "")
        }
    };
    // Where addresses are to fit into 32 bits, globals lie where they do.
    let position = if program.types.model() == DataModel::Llp64 { " -no-pie -fno-pie" } else { "" };
    let flags = format!("{arithmetic}{position}");
    include_str!("Makefile").replace("@FLAGS@", flags.trim_start()).replace("@WANTED@", wanted)
}

/// The tables of the runtime.
fn tables(program: &Program, trace: &Trace, points: &[Point]) -> Result<String, String> {
    let mut spans: HashMap<Span, usize> = HashMap::new();
    for point in points {
        let next = spans.len();
        spans.entry(point.span).or_insert(next);
    }
    let number = |span: Span| spans.get(&span).map_or("-1".to_owned(), usize::to_string);
    let sentence = text::sentence(trace, &program.source);
    let mut out = format!("{MARK} of {}: the trace and its places. */\n", comment(&trace.file));
    out += "#include \"schedule.h\"\n\nconst struct raddle_point raddle_points[] = {\n";
    for (index, point) in points.iter().enumerate() {
        let lists: String = point.lists.iter().map(|&listed| letter(listed)).collect();
        let place = quoted(&format!("{} ({})", program.source.place(point.span), point.function));
        let what = quoted(&shortened(&point.text));
        _ = writeln!(out, "    /* {index} */ {{{}, \"{lists}\", {place}, {what}}},", number(point.span));
    }
    out += "    {-1, \"\", \"\", \"\"},\n};\n\nconst struct raddle_step raddle_steps[] = {\n";
    let lines = text::lines(trace);
    let order = order(trace);
    for &index in &order {
        let (step, line) = (&trace.steps[index], &lines[index]);
        let (kind, value) = kind(&step.event);
        if !matches!(step.event, Event::Exit | Event::Destructor { .. }) && !spans.contains_key(&step.span) {
            return Err(format!("step {} of the trace, at {}, has no place in the program", index + 1, step.place));
        }
        let (place, what) = (quoted(&step.place.to_string()), quoted(&line.what));
        let span = number(step.span);
        _ = writeln!(out, "    {{{}, '{kind}', {span}, {}, {place}, {what}}},", step.thread, long(value));
    }
    out += "    {-1, ' ', -1, 0, \"\", \"\"},\n};\n";
    let children = trace.steps.iter().filter_map(|step| match step.event {
        Event::Spawn { child, .. } => Some(child),
        _ => None,
    });
    let threads = 1 + children.chain(trace.steps.iter().map(|step| step.thread)).max().unwrap_or(0);
    let races = text::racing_steps(trace).unwrap_or([order.len().saturating_sub(2), order.len().saturating_sub(1)]);
    let offset = if program.types.model() == DataModel::Lp64 { 16 } else { 12 };
    let rows = [
        ("int raddle_step_count", order.len().to_string()),
        ("int raddle_thread_count", threads.to_string()),
        ("char raddle_violation", format!("'{}'", violation(&trace.violation.kind))),
        ("int raddle_violator", trace.violation.thread.to_string()),
        ("int raddle_violation_span", number(trace.violation.span)),
        ("char *const raddle_sentence", quoted(&sentence)),
        ("char *const raddle_property", quoted(trace.violation.kind.property().name())),
        ("int raddle_race_steps[2]", format!("{{{}, {}}}", races[0], races[1])),
        ("int raddle_kind_offset", offset.to_string()),
        ("int raddle_is_for_32_bits", u8::from(program.types.model() == DataModel::Llp64).to_string()),
    ];
    out.push('\n');
    for (declared, value) in rows {
        _ = writeln!(out, "const {declared} = {value};");
    }
    Ok(out)
}

/// The steps in the order in which they are made: those of a part that repeats for ever several times.
fn order(trace: &Trace) -> Vec<usize> {
    let n_steps = trace.steps.len();
    let start = trace.loop_start.unwrap_or(n_steps).min(n_steps);
    let again = (0..ROUNDS.saturating_sub(1)).flat_map(|_| start..n_steps);
    (0..n_steps).chain(again).collect()
}

/// The letter of a kind of steps, and its number: see `schedule.h`.
fn kind(event: &Event) -> (char, i128) {
    match event {
        Event::Read { .. } => ('R', 0),
        Event::Write { .. } => ('W', 0),
        Event::Choice { kind, value } => {
            let value = match value {
                TraceValue::Integer(value) => *value,
                TraceValue::Pointer(..) | TraceValue::Function(_) | TraceValue::Opaque => 0,
            };
            (if *kind == ChoiceKind::Indeterminate { 'I' } else { 'C' }, value)
        }
        Event::Synchronize { outcome, .. } => ('Y', i128::from(*outcome)),
        Event::Spawn { child, .. } => ('S', i128::from(*child)),
        Event::Join { outcome, .. } => ('J', i128::from(*outcome)),
        Event::Destructor { key } => ('D', i128::from(*key)),
        Event::Exit => ('E', 0),
        Event::AtomicBegin => ('B', 0),
        Event::AtomicEnd => ('T', 0),
        Event::Allocate { .. } => ('A', 0),
        Event::Free { .. } => ('F', 0),
    }
}

fn letter(listed: Listed) -> char {
    match listed {
        Listed::Read => 'R',
        Listed::Write => 'W',
        Listed::Synchronize => 'Y',
        Listed::Spawn => 'S',
        Listed::Join => 'J',
        Listed::AtomicBegin => 'B',
        Listed::AtomicEnd => 'T',
        Listed::Allocate => 'A',
        Listed::Free => 'F',
    }
}

fn violation(kind: &ViolationKind) -> char {
    match kind.property() {
        Property::Assertions => 'A',
        Property::Deadlock => 'D',
        Property::DataRace => 'R',
        Property::Memory => 'M',
        Property::Leaks => 'L',
        Property::Overflow => 'O',
        Property::Arithmetic => 'Z',
        Property::Locks => 'U',
        Property::Termination => 'N',
    }
}

/// A number as a `long long` with the same 64 bits.
fn long(value: i128) -> String {
    match value as i64 {
        i64::MIN => format!("{}LL - 1", i64::MIN + 1),
        value if value > i64::from(i32::MAX) || value < i64::from(i32::MIN) => format!("{value}LL"),
        value => value.to_string(),
    }
}

/// The beginning of a text that may be long.
fn shortened(text: &str) -> String {
    let words: Vec<&str> = text.split_whitespace().collect();
    crate::escape::shorten(&words.join(" "), 100)
}

/// A text as a string literal.
fn quoted(text: &str) -> String {
    let mut out = String::from("\"");
    for symbol in escape(text).chars() {
        match symbol {
            '"' | '\\' | '?' => {
                out.push('\\');
                out.push(symbol);
            }
            ' '..='~' => out.push(symbol),
            other => other.encode_utf8(&mut [0; 4]).bytes().for_each(|byte| _ = write!(out, "\\{byte:03o}")),
        }
    }
    out.push('"');
    out
}

/// A text inside of a comment.
fn comment(text: &str) -> String {
    escape(text).replace("*/", "* /")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_are_literals() {
        assert_eq!(quoted("a\"b\\?\u{e9}"), "\"a\\\"b\\\\\\?\\303\\251\"");
        assert_eq!(comment("a*/b"), "a* /b");
        assert_eq!(
            [long(i128::from(i64::MIN)), long(3), long(1 << 40)],
            ["-9223372036854775807LL - 1", "3", "1099511627776LL"]
        );
    }
}
