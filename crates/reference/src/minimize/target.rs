//! The violation that a minimized trace must show: the same kind at the same source location.

use raddle_program::property::{Property, Violation, ViolationKind};
use raddle_program::source::Span;
use raddle_program::trace::{Event, MemoryLocation, ObjectName, Trace, TraceStep};

use crate::machine::perform::Found;

/// The violation of a trace.
#[derive(Clone, Debug)]
pub(super) enum Target {
    /// A step of a thread violates a property.
    Step {
        /// What is violated.
        kind: ViolationKind,
        /// Where.
        span: Span,
    },
    /// Two accesses race: their places, in either order.
    Race([Place; 2]),
    /// Threads wait for ever, one of them at this place.
    Deadlock { span: Span },
    /// What the machine finds behind this number of steps: the violation of a trace, before its place is known to the machine.
    Last {
        /// What the trace says.
        violation: Violation,
        /// The number of its steps.
        after: usize,
    },
    /// An execution, or its deadlock, with a part that repeats for ever: the same part.
    Loop(Violation),
}

/// A place in a source file, without its end.
pub(super) type Place = (u32, u32);

fn place(span: Span) -> Place {
    (span.file.0, span.start)
}

impl Target {
    /// The violation that a trace ends with; `None` if it is not looked for in other executions.
    pub fn at_the_end_of(trace: &Trace) -> Option<Target> {
        let violation = trace.violation.clone();
        Some(match trace.property {
            // To see that threads wait in all continuations takes too long to do it again and again.
            Property::Deadlock if trace.loop_start.is_some() => return None,
            _ if trace.loop_start.is_some() || trace.property == Property::Termination => Target::Loop(violation),
            Property::DataRace => Target::Race(racing_places(&trace.steps)?),
            _ => Target::Last { violation, after: trace.steps.len() },
        })
    }

    /// The same, once the machine has found it.
    pub fn found(self, violation: &Violation) -> Target {
        match self {
            Target::Last { .. } if violation.kind == ViolationKind::Deadlock => {
                Target::Deadlock { span: violation.span }
            }
            Target::Last { .. } => Target::Step { kind: violation.kind.clone(), span: violation.span },
            known => known,
        }
    }

    /// Whether it is a race.
    pub fn is_race(&self) -> bool {
        matches!(self, Target::Race(_))
    }

    /// Whether something that the machine found behind some steps is this violation.
    pub fn is_shown(&self, found: &Found, steps: &[TraceStep]) -> bool {
        match self {
            Target::Step { kind, span } => found.kind == *kind && place(found.span) == place(*span),
            Target::Race(places) => {
                let first = first_access(steps).map(|index| steps[index].thread);
                found.kind == ViolationKind::DataRace
                    && first == found.rival
                    && racing_places(steps).as_ref() == Some(places)
            }
            Target::Last { violation, after } => {
                steps.len() >= *after
                    && match (&found.kind, &violation.kind) {
                        (ViolationKind::Assertion(mine), ViolationKind::Assertion(theirs)) => mine == theirs,
                        (mine, theirs) => mine.property() == theirs.property(),
                    }
            }
            Target::Deadlock { .. } | Target::Loop(_) => false,
        }
    }

    /// Whether it is memory that is never freed.
    pub fn is_leak(&self) -> bool {
        self.kind() == Some(&ViolationKind::Leak)
    }

    /// Whether a thread may violate the property only once locals of other threads have ended.
    pub fn may_need_ended_lives(&self) -> bool {
        self.kind() == Some(&ViolationKind::UseAfterScope)
    }

    /// Whether a thread that waits at a place can be the one of the violation.
    pub fn waits_at(&self, span: Span) -> bool {
        match self {
            Target::Deadlock { span: mine } => place(*mine) == place(span),
            Target::Last { .. } => true,
            Target::Step { .. } | Target::Race(_) | Target::Loop(_) => false,
        }
    }

    /// Whether it is a deadlock.
    pub fn is_deadlock(&self) -> bool {
        self.kind() == Some(&ViolationKind::Deadlock)
    }

    fn kind(&self) -> Option<&ViolationKind> {
        match self {
            Target::Step { kind, .. } => Some(kind),
            Target::Last { violation, .. } => Some(&violation.kind),
            Target::Deadlock { .. } => Some(&ViolationKind::Deadlock),
            Target::Race(_) | Target::Loop(_) => None,
        }
    }
}

/// The places of the last access and of the one that it races with, the smaller one first.
fn racing_places(steps: &[TraceStep]) -> Option<[Place; 2]> {
    let first = place(steps[first_access(steps)?].span);
    let last = place(steps.last()?.span);
    Some([first.min(last), first.max(last)])
}

/// The last access of another thread that conflicts with the last step.
pub(super) fn first_access(steps: &[TraceStep]) -> Option<usize> {
    let (last, before) = steps.split_last()?;
    let last_access = Access::of(last)?;
    before.iter().rposition(|step| {
        step.thread != last.thread && Access::of(step).is_some_and(|access| access.conflicts_with(&last_access))
    })
}

/// Bytes of an object.
struct Access<'t> {
    object: &'t ObjectName,
    /// All bytes, if there is none.
    range: Option<(u64, u64)>,
    writes: bool,
}

impl<'t> Access<'t> {
    fn of(step: &'t TraceStep) -> Option<Self> {
        let range = |location: &MemoryLocation| Some((location.offset, location.offset.saturating_add(location.size)));
        match &step.event {
            Event::Read { location, .. } => {
                Some(Access { object: &location.object, range: range(location), writes: false })
            }
            Event::Write { location, .. } => {
                Some(Access { object: &location.object, range: range(location), writes: true })
            }
            Event::Free { object } => Some(Access { object, range: None, writes: true }),
            _ => None,
        }
    }

    fn conflicts_with(&self, other: &Access<'_>) -> bool {
        let overlap = match (self.range, other.range) {
            (Some((start, end)), Some((other_start, other_end))) => start < other_end && other_start < end,
            (None, _) | (_, None) => true,
        };
        self.object == other.object && overlap && (self.writes || other.writes)
    }
}
