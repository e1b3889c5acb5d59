//! Crowds: very many threads stop at one location before one of them goes on.
//!
//! A counter of eight bits is zero again once 256 threads have added one to it, and a ticket of eight bits is given out
//! twice. A search that visits states reaches such a state last, if at all. Here one thread after the other is created
//! and runs alone up to one location, its *stop*, where it stays. The continuations are tried on a copy of the state:
//! one of the threads goes on to its end; or one goes on to another stop, a second one to its end, and the first one to
//! its own.
//!
//! They are tried when a global has reached an end of its range, a constant of the program, or the value of another
//! global. Between such values, a crowd of a thousand behaves like one of eight, which the full search covers better.
//! If each of the last threads added the same number, the distance to the next such value is known (acceleration:
//! threads at one location are a number, and `k` steps `c += d` are one step `c += k * d` [Finkel, Leroux 02]).
//!
//! A violation is executed once more from the start, and is an ordinary execution: no part of this technique has to be
//! trusted. If no violation is found, nothing is proved.
//!
//! Left out: violations that need crowds at two stops, inputs with particular values (each is the first one possible).

mod execution;
mod globals;

use raddle_program::property::{Property, Violation};
use raddle_program::semantics::Machine;
use raddle_program::trace::Trace;

use self::execution::{Execution, Ran, Stop};
use self::globals::Globals;
use raddle_verify::context::Context;
use raddle_verify::task::Task;

/// How many threads a crowd has at least.
const FEW: usize = 8;

/// The greatest number of threads of a crowd, in the first and the second attempt: a violation is shown step by step.
const LIMITS: [usize; 2] = [700, MANY];
const MANY: usize = 70_000;

/// How many threads all crowds have together at most.
const ALL: usize = 300_000;

/// How many stops are tried.
const STOPS: usize = 12;

/// How many more threads of each crowd are added behind a state worth trying, as long as the numbers do not determine
/// the size.
const BEHIND: usize = 2;

/// An execution that violates an assertion, if a crowd leads to one.
pub fn violation(task: &Task, cx: &mut Context) -> Option<Trace> {
    let open = task.program.open_loops();
    open.creation.or(open.counted_creation)?;
    let machine = Machine::new(&task.program).with(task.program.denied_equalities());
    let stops = stops(&machine)?;
    let mut left = ALL;
    let all = LIMITS.iter().flat_map(|limit| stops.iter().map(move |stop| (*limit, *stop)));
    let mut found = all.filter_map(|(limit, stop)| {
        cx.report("looking for crowds of threads", || format!("{} locations, up to {limit} threads", stops.len()));
        crowd(&machine, stop, &stops, (limit, &mut left), cx)
    });
    let attempt = found.next()?;
    attempt.trace(task, &machine)
}

/// What is tried when a crowd is at its stop.
#[derive(Clone, Copy, Debug)]
enum Probe {
    /// A thread goes on alone.
    One(u32),
    /// The first goes on to a stop, the second alone, then the first.
    Two(u32, Stop, u32),
}

/// How a violation is reached.
#[derive(Clone, Copy, Debug)]
struct Attempt {
    stop: Stop,
    n_threads: usize,
    probe: Probe,
}

impl Attempt {
    /// Executes it again.
    fn trace(&self, task: &Task, machine: &Machine<'_>) -> Option<Trace> {
        let mut execution = Execution::start(machine, true)?;
        while execution.state.threads.len() <= self.n_threads {
            execution.next_thread(self.stop)?;
        }
        let violation = tried(&mut execution, self.probe)?;
        execution.trace(task, violation)
    }
}

/// The locations at which other threads can observe a thread that runs alone, outside of atomic sections.
fn stops(machine: &Machine<'_>) -> Option<Vec<Stop>> {
    let mut execution = Execution::start(machine, false)?;
    execution.create()?;
    let mut stops = execution.seen_by_others(1);
    stops.dedup();
    stops.truncate(STOPS);
    Some(stops)
}

/// Brings a crowd to a stop.
fn crowd(
    machine: &Machine<'_>,
    stop: Stop,
    stops: &[Stop],
    (limit, left): (usize, &mut usize),
    cx: &Context,
) -> Option<Attempt> {
    let mut execution = Execution::start(machine, false)?;
    let globals = Globals::of(machine, &execution.state);
    let mut history = vec![globals.values(&execution.state)];
    let mut left_to_try = 0;
    let mut most = FEW;
    loop {
        *left = left.checked_sub(1)?;
        if cx.cancelled().is_some() {
            return None;
        }
        let first = execution.next_thread(stop)?;
        let n_threads = execution.state.threads.len() - 1;
        history.push(globals.values(&execution.state));
        if history.len() > FEW / 2 {
            history.remove(0);
        }
        if n_threads >= FEW && (n_threads == FEW || globals.is_worth_trying(&history)) {
            left_to_try = if n_threads == FEW { 0 } else { BEHIND + 1 };
            most = most.max(n_threads + globals.next_mark(&history).unwrap_or(0) + BEHIND);
        }
        if left_to_try > 0 {
            left_to_try -= 1;
            let newest = u32::try_from(n_threads).ok()?;
            for probe in probes(first, newest, stops) {
                if tried(&mut execution.copied(), probe).is_some() {
                    return Some(Attempt { stop, n_threads, probe });
                }
            }
        }
        if n_threads >= most || most > limit {
            return None;
        }
    }
}

fn probes(oldest: u32, newest: u32, stops: &[Stop]) -> Vec<Probe> {
    let mut probes = vec![Probe::One(newest), Probe::One(oldest)];
    for (one, other) in [(oldest, newest), (newest, oldest)] {
        probes.extend(stops.iter().map(|&stop| Probe::Two(one, stop, other)));
    }
    probes
}

/// The violation to which a probe leads.
fn tried(execution: &mut Execution<'_, '_>, probe: Probe) -> Option<Violation> {
    let parts: Vec<(u32, Option<Stop>)> = match probe {
        Probe::One(thread) => vec![(thread, None)],
        Probe::Two(first, stop, second) => vec![(first, Some(stop)), (second, None), (first, None)],
    };
    for (thread, stop) in parts {
        match execution.run(thread, stop) {
            Ran::Violated(violation) => {
                return (violation.kind.property() == Property::Assertions).then_some(violation);
            }
            Ran::Stands => {}
            Ran::Over => return None,
        }
    }
    None
}
