//! A violation explained in at most a page: what goes wrong beside the source, then the steps that matter.
//!
//! The head names the violation, shows its source lines and says which locks are held. The table below shows the steps that the
//! violation depends on (`relevant`); the remaining steps fold into rows that count them. `--trace full` shows all steps.

mod deadlock;
mod excerpt;
mod memory;
mod phrase;
mod race;
mod relevant;
mod rows;
mod values;

use raddle_analysis::shared_location::SharedLocation;
use raddle_program::property::{Property, ViolationKind};
use raddle_program::source::{SourceMap, SourcePlace, Span};
use raddle_program::trace::{Trace, TraceStep};
use unicode_width::UnicodeWidthStr;

use self::excerpt::Label;
use super::history::History;
use super::names::ThreadNames;
use super::{arguments, sentence, wrap};
use crate::escape::escape;
use crate::style::{Emphasis, Style};

/// How many lines an explanation has at most, the title included.
const LONGEST: usize = 30;

/// How sure a violation is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Claim {
    /// The reference interpreter has followed the trace.
    Confirmed,
    /// The violation depends on what the program does not determine.
    Possible,
    /// Nothing is said about it here.
    Open,
}

/// What all parts of an explanation look at.
struct Explained<'t> {
    trace: &'t Trace,
    source: &'t SourceMap,
    history: History,
    threads: ThreadNames,
    /// All accesses to the location of a race, if they are known.
    raced: Option<&'t SharedLocation>,
    style: Style,
    /// What is said beside the number of steps that are left out.
    advice: &'static str,
}

/// The expression of an access as the source spells it, if that is short and names memory (not a function that accesses it).
fn spelled_in_source(source: &SourceMap, span: Span) -> Option<&str> {
    const LONGEST: usize = 40;
    let text = source.text(span);
    let file = source.files().get(span.file)?;
    let is_call = file.text().get(span.end as usize..)?.trim_start().starts_with('(');
    let is_expression = text.chars().all(|symbol| symbol.is_ascii_alphanumeric() || "_->.[]*".contains(symbol));
    (!text.is_empty() && text.len() <= LONGEST && is_expression && !is_call).then_some(text)
}

/// Whether a file is a text of the library, which no one has written for this program.
fn is_library(file: &str) -> bool {
    file.starts_with("__raddle") || file.starts_with('<')
}

impl Explained<'_> {
    /// Where a step stands in the files of the program: of a step inside the library, the call.
    fn place_of<'s>(&self, step: &'s TraceStep) -> &'s SourcePlace {
        let callers = step.callers.iter().map(|caller| &caller.place);
        let mut places = std::iter::once(&step.place).chain(callers);
        places.find(|place| !is_library(&place.file)).unwrap_or(&step.place)
    }

    /// The piece of the program that stands for a step: of a step inside the library, the name of the function that the program calls.
    fn span_of(&self, step: &TraceStep) -> Span {
        let place = self.place_of(step);
        if *place == step.place {
            return step.span;
        }
        let called = || {
            let (file, data) = self.source.files().iter().find(|(_, file)| *file.name() == place.file)?;
            let start = data.line_start(place.line) + place.column.saturating_sub(1);
            let rest = data.text().get(start as usize..)?;
            let name = rest.bytes().take_while(|byte| byte.is_ascii_alphanumeric() || *byte == b'_').count();
            Some(Span { file, start, end: start + name as u32 })
        };
        called().unwrap_or(step.span)
    }

    /// A place, short: the line in the file of the trace, the last part of the name of another file.
    fn place(&self, place: &SourcePlace) -> String {
        if *place.file == *self.trace.file {
            return place.line.to_string();
        }
        self.place_with_file(place)
    }

    /// A place with the last part of the name of its file.
    fn place_with_file(&self, place: &SourcePlace) -> String {
        let file = place.file.rsplit('/').next().unwrap_or(&place.file);
        format!("{}:{}", escape(file), place.line)
    }
}

/// The explanation of a violation. Every line ends in a line break.
pub fn explanation(
    trace: &Trace,
    source: &SourceMap,
    raced: Option<&SharedLocation>,
    claim: Claim,
    style: Style,
) -> String {
    let (history, threads) = (History::of(trace), ThreadNames::of(trace));
    let explained = Explained { trace, source, history, threads, raced, style, advice: "; --trace full shows all" };
    let mut lines = title(&explained, claim);
    lines.extend(head(&explained));
    if let Some(arguments) = arguments(trace) {
        lines.extend(note(&format!("the program is started with {}", escape(&arguments)), style));
    }
    lines.push(String::new());
    let left = LONGEST.saturating_sub(lines.len()).max(6);
    lines.extend(rows::table(&explained, left));
    lines.iter().map(|line| format!("{}\n", line.trim_end())).collect()
}

/// The table of the steps that a violation depends on, with its heading, in about a dozen lines.
pub fn steps(trace: &Trace, source: &SourceMap, style: Style) -> Vec<String> {
    const MOST: usize = 16;
    let (history, threads) = (History::of(trace), ThreadNames::of(trace));
    rows::table(&Explained { trace, source, history, threads, raced: None, style, advice: "" }, MOST)
}

/// The first line: what is violated, and whether that is confirmed.
fn title(explained: &Explained<'_>, claim: Claim) -> Vec<String> {
    let (trace, style) = (explained.trace, explained.style);
    let text = match &trace.violation.kind {
        ViolationKind::DataRace => race::title(explained).unwrap_or_else(|| sentence::outline(trace)),
        ViolationKind::Deadlock => deadlock::title(trace),
        ViolationKind::NonTermination if trace.loop_start.is_none() => "the execution does not end".to_owned(),
        ViolationKind::NonTermination => format!("{} runs for ever", explained.threads.long(trace.violation.thread)),
        _ => sentence::outline(trace),
    };
    // A noun of its own (`data race on x`), or a sentence.
    let is_noun = matches!(trace.violation.kind, ViolationKind::DataRace | ViolationKind::Deadlock);
    let (word, emphasis) = match claim {
        Claim::Possible if is_noun => ("warning: possible ", Emphasis::Open),
        Claim::Possible => ("warning: possible violation: ", Emphasis::Open),
        Claim::Confirmed | Claim::Open => ("error: ", Emphasis::Bad),
    };
    let mark = if claim == Claim::Confirmed { "[confirmed]" } else { "" };
    let mut lines = wrap(&format!("{word}{text}"), explained.style.width);
    let paint = |line: &String| match line.strip_prefix(word) {
        Some(rest) => format!("{}{}", style.paint(emphasis, word), style.paint(Emphasis::Heading, rest)),
        None => style.paint(Emphasis::Heading, line),
    };
    let room = explained.style.width.min(100).saturating_sub(lines.last().map_or(0, |line| line.width()) + mark.len());
    let painted: Vec<String> = lines.iter().map(paint).collect();
    lines = painted;
    if room >= 2
        && !mark.is_empty()
        && let Some(last) = lines.last_mut()
    {
        last.push_str(&format!("{}{}", " ".repeat(room), style.paint(Emphasis::Faint, mark)));
    }
    lines
}

/// The source lines, and what is to be said about them.
fn head(explained: &Explained<'_>) -> Vec<String> {
    let trace = explained.trace;
    match trace.property {
        Property::DataRace => race::head(explained).unwrap_or_else(|| violating_line(explained)),
        Property::Deadlock => deadlock::head(explained),
        Property::Termination => [violating_line(explained), endless(explained)].concat(),
        Property::Memory | Property::Leaks => [violating_line(explained), memory::head(explained)].concat(),
        _ => violating_line(explained),
    }
}

/// The source line of the violation with the thread and the values of the operands.
fn violating_line(explained: &Explained<'_>) -> Vec<String> {
    let violation = &explained.trace.violation;
    let thread = explained.threads.call(violation.thread);
    let values = values::operands(explained);
    let text = match values.is_empty() {
        true => thread,
        false => format!("{thread}: {}", values.join(", ")),
    };
    let step = violating_step(explained.trace).filter(|step| explained.source.place(violation.span) == step.place);
    let span = step.map_or(violation.span, |step| explained.span_of(step));
    excerpt::excerpt(explained, &[Label { span, text }])
}

/// The last step of the thread that violates the property.
fn violating_step(trace: &Trace) -> Option<&TraceStep> {
    trace.steps.iter().rfind(|step| step.thread == trace.violation.thread)
}

/// Where the violation is in the files of the program: of one inside the library, the call.
pub fn violating_place(trace: &Trace, source: &SourceMap) -> SourcePlace {
    let place = source.place(trace.violation.span);
    let callers = violating_step(trace).filter(|_| is_library(&place.file)).map_or(&[][..], |step| &step.callers);
    let call = callers.iter().map(|caller| &caller.place).find(|place| !is_library(&place.file));
    call.cloned().unwrap_or(place)
}

/// What repeats for ever, and under which assumption.
fn endless(explained: &Explained<'_>) -> Vec<String> {
    let trace = explained.trace;
    let repeats = match trace.loop_start {
        None => None,
        Some(start) if start >= trace.steps.len() => Some("no other thread sees a step of it".to_owned()),
        Some(start) if start + 1 == trace.steps.len() => Some(format!("step {} repeats", start + 1)),
        Some(start) => Some(format!("steps {} to {} repeat", start + 1, trace.steps.len())),
    };
    let message = Some(escape(&trace.violation.message)).filter(|message| !message.is_empty());
    let remarks: Vec<String> = repeats.into_iter().chain(message).collect();
    if remarks.is_empty() { Vec::new() } else { note(&remarks.join("; "), explained.style) }
}

/// A remark below the source lines.
fn note(text: &str, style: Style) -> Vec<String> {
    let mut lines = wrap(text, style.width.saturating_sub(4).max(20)).into_iter();
    let first = lines.next().map(|line| format!("  = {line}"));
    first.into_iter().chain(lines.map(|line| format!("    {line}"))).collect()
}
