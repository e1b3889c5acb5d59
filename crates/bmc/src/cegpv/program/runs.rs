//! Runs of an abstraction, and when two are the same.
//!
//! A run is the sequence of points of an execution, up to the assertion that fails: one line of points for all
//! variables, or one for each variable. With one line and the values it is the paper's run (section 5.2). With a line
//! for each variable and no values it stands for all runs that differ in values, or in the order of accesses to
//! different variables, which are independent (section 6).
//!
//! Runs are used for two purposes: to ask whether the program has an equal one, and to exclude equal ones. So it only
//! matters that both use the same equality.

use std::collections::BTreeMap;

use raddle_program::syntax::GlobalId;
use raddle_program::trace::{Event, ObjectName, Trace, TraceValue};

use crate::cegpv::program::points::Point;
use raddle_verify::options::Respected;

/// The variables whose points stand in one line.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Line {
    /// All.
    All,
    /// Those of a variable.
    Of(GlobalId),
}

/// What happened at a point.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Passed {
    /// The point.
    pub point: u32,
    /// The value, if it matters.
    pub value: Option<i128>,
}

/// A run up to a failing assertion.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Run {
    /// What happened at accesses, by line.
    pub lines: BTreeMap<Line, Vec<Passed>>,
    /// The point of the assertion.
    pub failure: u32,
}

/// When two runs are equal.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Sameness {
    /// Whether values matter, and the order of all accesses.
    pub is_strict: bool,
}

impl Sameness {
    /// As far as what is respected says.
    pub fn of(respected: Respected) -> Sameness {
        Sameness { is_strict: respected == Respected::Run }
    }

    /// The line in which accesses to a variable stand.
    pub fn line(self, variable: GlobalId) -> Line {
        if self.is_strict { Line::All } else { Line::Of(variable) }
    }

    /// The run of a trace in which each point shows as a write to the variable of this name. `None`: it has no failing assertion, or a value that is no number.
    pub fn run(self, trace: &Trace, label: &str, points: &[Point]) -> Option<Run> {
        let mut run = Run::default();
        let mut failure = None;
        for (index, step) in trace.steps.iter().enumerate() {
            let Some(point) = written(&step.event, label) else { continue };
            let point = u32::try_from(point).ok()?;
            match points.get(point as usize)? {
                Point::Failure => failure = Some(point),
                Point::Access { variable, .. } => {
                    failure = None;
                    let before = trace.steps[..index].iter().rev().find(|it| it.thread == step.thread)?;
                    let value = match &before.event {
                        Event::Read { value: TraceValue::Integer(value), .. }
                        | Event::Write { value: TraceValue::Integer(value), .. } => *value,
                        _ => return None,
                    };
                    let passed = Passed { point, value: self.is_strict.then_some(value) };
                    run.lines.entry(self.line(*variable)).or_default().push(passed);
                }
            }
        }
        run.failure = failure?;
        Some(run)
    }
}

/// What is written to the global of this name.
pub(super) fn written(event: &Event, name: &str) -> Option<i128> {
    match event {
        Event::Write { location, value: TraceValue::Integer(value), .. } if is_global(&location.object, name) => {
            Some(*value)
        }
        _ => None,
    }
}

/// Whether an object is the global of this name.
pub(super) fn is_global(object: &ObjectName, name: &str) -> bool {
    matches!(object, ObjectName::Global(it) if &**it == name)
}
