//! Which steps of a trace people need to see.

use raddle_program::trace::{Event, Trace};
use std::collections::BTreeSet;

use super::arguments::is_before_main;
use super::history::History;

/// How much of a trace is shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Detail {
    /// The steps that the violation depends on, beside the source.
    #[default]
    Short,
    /// Every listed event.
    Full,
    /// Events on what more than one thread touches, synchronization, threads and choices.
    Shared,
    /// One row for each run of a thread between two context switches.
    Switches,
}

/// The indices of the steps to show, ascending. The choice of arguments is said in one line and shown in full only where
/// everything is.
pub fn select(trace: &Trace, history: &History, detail: Detail) -> Vec<usize> {
    let threads: BTreeSet<u32> = trace.steps.iter().map(|step| step.thread).collect();
    if detail == Detail::Full {
        return (0..trace.steps.len()).collect();
    }
    let in_main = (0..trace.steps.len()).filter(|&index| !is_before_main(&trace.steps[index]));
    if threads.len() < 2 {
        return in_main.collect();
    }
    let is_shown = |index: &usize| {
        let repeats_from_here = Some(*index) == trace.loop_start;
        repeats_from_here
            || match &trace.steps[*index].event {
                Event::Read { location, .. } | Event::Write { location, .. } => {
                    history.shared.contains(&location.object)
                }
                Event::Allocate { object, .. } | Event::Free { object } => history.shared.contains(object),
                Event::Choice { .. }
                | Event::Synchronize { .. }
                | Event::Spawn { .. }
                | Event::Join { .. }
                | Event::Destructor { .. }
                | Event::AtomicBegin
                | Event::AtomicEnd => true,
                Event::Exit => false,
            }
    };
    in_main.filter(is_shown).collect()
}

/// The steps, cut where the thread changes.
pub fn runs(trace: &Trace, steps: &[usize]) -> Vec<Vec<usize>> {
    let mut runs: Vec<Vec<usize>> = Vec::new();
    for &step in steps {
        match runs.last_mut() {
            Some(run) if trace.steps[run[0]].thread == trace.steps[step].thread => run.push(step),
            Some(_) | None => runs.push(vec![step]),
        }
    }
    runs
}
