//! From a trace to the segments of a witness.
//!
//! The reference interpreter follows the trace and reports when threads come to statements. A thread that arrives at a
//! statement has executed everything before it. So the order of arrivals, with the creations of threads and the values
//! of inputs, leaves little open. An arrival comes with the value that the thread has just read or written, if that has
//! a name that means the same to every tool.

use raddle_cfront::typed::{Storage, Unit};
use raddle_program::property::Property;
use raddle_program::source::Span;
use raddle_program::trace::{ChoiceKind, Event, MemoryLocation, ObjectName, Trace, TraceStep, TraceValue};
use raddle_program::types::TypeKind;
use raddle_reference::landmark::Statements;
use raddle_reference::replay::{Arrival, ReplayOptions, visit};
use raddle_report::text::racing_places;
use raddle_report::witness::{Segment, Waypoint, WaypointKind};

use super::around::function_around;
use super::location;

/// The segments.
///
/// # Errors
/// If the trace is none of the program.
pub fn segments(unit: &Unit, trace: &Trace) -> Result<Vec<Segment>, String> {
    let visited = visit(unit, trace, &ReplayOptions::default()).map_err(|disagreement| disagreement.to_string())?;
    let statements = Statements::of(unit);
    let mut writer = Writer {
        unit,
        trace,
        names_threads: trace.steps.iter().any(|step| matches!(step.event, Event::Spawn { .. })),
        waypoints: Vec::new(),
        standing: Vec::new(),
    };
    // If a thread passes several statements between two steps, the last one is enough: the other ones do nothing that
    // is listed.
    let mut last: Vec<Arrival> = Vec::new();
    for arrival in visited.arrivals {
        let is_same = |other: &Arrival| other.thread == arrival.thread && other.position == arrival.position;
        last.retain(|other| !is_same(other));
        last.push(arrival);
    }
    for position in 0..=trace.steps.len() {
        // A race is complete with its second access: a waypoint behind that would come too late.
        let is_behind_a_race = trace.property == Property::DataRace && position == trace.steps.len();
        for arrival in last.iter().filter(|arrival| arrival.position == position && !is_behind_a_race) {
            writer.arrive(arrival);
        }
        if let Some(step) = trace.steps.get(position) {
            writer.step(step, visited.choices.get(&position).copied().unwrap_or(step.span));
        }
    }
    let targets = writer.targets(&statements);
    let one = |waypoint| Segment { avoid: Vec::new(), follow: vec![waypoint] };
    let mut segments: Vec<Segment> = writer.waypoints.into_iter().map(one).collect();
    segments.push(Segment { avoid: Vec::new(), follow: targets });
    Ok(segments)
}

struct Writer<'a> {
    unit: &'a Unit,
    trace: &'a Trace,
    names_threads: bool,
    waypoints: Vec<Waypoint>,
    /// Where each thread stands: the statement, and the number of the waypoint.
    standing: Vec<Option<(Span, usize)>>,
}

impl Writer<'_> {
    fn waypoint(&self, kind: WaypointKind, thread: u32, at: Span, function: Option<&str>) -> Waypoint {
        let thread = self.names_threads.then_some(thread);
        Waypoint { kind, thread, location: location(&self.unit.source, at, function) }
    }

    fn arrive(&mut self, arrival: &Arrival) {
        let before = self.trace.steps[..arrival.position].last();
        let mine = before.filter(|step| step.thread == arrival.thread);
        let constraint = mine.and_then(|step| self.just_done(step)).unwrap_or_else(|| "1".to_owned());
        let function = function_around(self.unit, arrival.span);
        let waypoint =
            self.waypoint(WaypointKind::Assumption(constraint), arrival.thread, arrival.span, function.as_deref());
        let thread = arrival.thread as usize;
        if self.standing.len() <= thread {
            self.standing.resize(thread + 1, None);
        }
        self.standing[thread] = Some((arrival.span, self.waypoints.len()));
        self.waypoints.push(waypoint);
    }

    fn step(&mut self, step: &TraceStep, span: Span) {
        let close = Span { start: span.end.saturating_sub(1), ..span };
        match &step.event {
            Event::Spawn { child, start } => {
                let kind = WaypointKind::FunctionEnter(Some((*child, start.to_string())));
                self.waypoints.push(self.waypoint(kind, step.thread, close, Some(&step.function)));
            }
            Event::Choice { kind: ChoiceKind::Input | ChoiceKind::External, value: TraceValue::Integer(value) } => {
                let text = self.unit.source.text(span);
                if let (Some(function), true) = (called(text).filter(|name| gives_its_input(name)), text.ends_with(')'))
                {
                    let constraint = Some(format!("\\result == {}", number(*value)));
                    let kind = WaypointKind::FunctionReturn { constraint, function: Some(function) };
                    self.waypoints.push(self.waypoint(kind, step.thread, close, Some(&step.function)));
                }
            }
            Event::Choice { kind: ChoiceKind::Indeterminate, value: TraceValue::Integer(value) } => {
                let text = self.unit.source.text(span);
                let standing = self.standing.get(step.thread as usize).copied().flatten();
                if let (true, Some((_, number_of_waypoint))) = (self.is_name_of_a_number(text), standing)
                    && let WaypointKind::Assumption(constraint) = &mut self.waypoints[number_of_waypoint].kind
                {
                    let said = format!("{text} == {}", number(*value));
                    match constraint.as_str() {
                        "1" => *constraint = said,
                        known => *constraint = format!("{known} && {said}"),
                    }
                }
            }
            Event::Exit => {
                if let Some(standing) = self.standing.get_mut(step.thread as usize) {
                    *standing = None;
                }
            }
            Event::Choice { .. }
            | Event::Read { .. }
            | Event::Write { .. }
            | Event::Synchronize { .. }
            | Event::Join { .. }
            | Event::Destructor { .. }
            | Event::AtomicBegin
            | Event::AtomicEnd
            | Event::Allocate { .. }
            | Event::Free { .. } => {}
        }
    }

    /// Whether a text is a name, and only of numbers.
    fn is_name_of_a_number(&self, text: &str) -> bool {
        let mut named = self.unit.variables.values().filter(|variable| &*variable.name == text);
        let is_number = |variable: &raddle_cfront::typed::Variable| {
            matches!(self.unit.types.kind(variable.ty.ty), TypeKind::Bool | TypeKind::Int(_))
        };
        is_identifier(text) && named.all(is_number)
    }

    /// What holds directly after an access to a global that has one name everywhere.
    fn just_done(&self, step: &TraceStep) -> Option<String> {
        let (Event::Read { location, value: TraceValue::Integer(value), .. }
        | Event::Write { location, value: TraceValue::Integer(value), .. }) = &step.event
        else {
            return None;
        };
        let MemoryLocation { object: ObjectName::Global(name), offset: 0, text, .. } = location else { return None };
        let is_plain = is_identifier(name) && **name == **text && !text.starts_with("__");
        let hides = |variable: &raddle_cfront::typed::Variable| {
            *variable.name == **name && (variable.function.is_some() || variable.storage == Storage::Thread)
        };
        (is_plain && !self.unit.variables.values().any(hides)).then(|| format!("{name} == {}", number(*value)))
    }

    /// The violation: its location; for a race the two accesses, for a deadlock all waiting threads.
    fn targets(&self, statements: &Statements) -> Vec<Waypoint> {
        let violation = &self.trace.violation;
        let of = |thread: u32, span: Span| {
            let at = statements.around(span).unwrap_or(span);
            let function = function_around(self.unit, at);
            self.waypoint(WaypointKind::Target, thread, at, function.as_deref())
        };
        match self.trace.property {
            Property::DataRace => match racing_places(self.trace) {
                Some(places) => {
                    let second = self.trace.steps.iter().rposition(|step| step.thread == violation.thread);
                    let (first_place, last_place) = (places[0], places[1]);
                    let before = &self.trace.steps[..second.unwrap_or(self.trace.steps.len())];
                    let is_first = |step: &&TraceStep| step.span == first_place && step.thread != violation.thread;
                    let first = before.iter().rev().find(is_first).map_or(0, |step| step.thread);
                    vec![of(first, first_place), of(violation.thread, last_place)]
                }
                None => vec![of(violation.thread, violation.span)],
            },
            Property::Deadlock => {
                let waiting = self.standing.iter().zip(0..);
                let waiting: Vec<(Span, u32)> =
                    waiting.filter_map(|(standing, thread)| Some(((*standing)?.0, thread))).collect();
                waiting.into_iter().map(|(span, thread)| of(thread, span)).collect()
            }
            Property::Assertions
            | Property::Memory
            | Property::Leaks
            | Property::Overflow
            | Property::Arithmetic
            | Property::Locks
            | Property::Termination => vec![of(violation.thread, violation.span)],
        }
    }
}

/// Whether an input is the value of the call, and no part of what the call does (`scanf`).
fn gives_its_input(function: &str) -> bool {
    !matches!(function, "scanf" | "fscanf" | "fgets" | "getline" | "read" | "recv" | "time" | "clock_gettime")
}

/// The function that the text of a call names.
fn called(text: &str) -> Option<String> {
    let name = text.split('(').next()?.trim();
    is_identifier(name).then(|| name.to_owned())
}

fn is_identifier(text: &str) -> bool {
    let is_part = |symbol: char| symbol.is_ascii_alphanumeric() || symbol == '_';
    !text.is_empty() && text.chars().all(is_part) && !text.starts_with(|first: char| first.is_ascii_digit())
}

/// A number, as C reads it back.
fn number(value: i128) -> String {
    match i64::try_from(value) {
        Ok(value) => value.to_string(),
        Err(_) => format!("{value}U"),
    }
}
