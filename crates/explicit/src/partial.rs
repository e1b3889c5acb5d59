//! Deadlocks of a part of the threads, by the graph of all states: a thread waits in some state and in every continuation of it, and
//! in a fair one the process never ends. The graph is that of [`crate::lassos`].
//!
//! A thread that waits for the end of another one counts only if that one waits for ever, too: to wait for a thread that works
//! for ever is no deadlock. Spurious wake-ups lead nowhere.

use raddle_program::property::{Violation, ViolationKind};
use raddle_program::semantics::{Awaited, Enabled, State};
use raddle_program::syntax::Effect;

use crate::inputs::Inputs;
use crate::lassos::{Search, with_search};
use crate::retrace::state_after;
use raddle_analysis::stuck::{Ahead, describe};
use raddle_verify::context::Context;
use raddle_verify::task::Task;
use raddle_verify::verdict::{Reason, Verdict};

/// How many states a graph has at most of which a replay sees by itself that a thread waits in every continuation.
const REPLAYED_STATES: usize = 2_000;

/// Looks for a deadlock of a part of the threads: one, or why it is not known whether there is any. `None` if there is none.
pub(crate) fn search(task: &Task, inputs: Inputs, cx: &mut Context) -> Option<Verdict> {
    with_search(task, inputs, true, cx, look)
}

/// The threads that wait in a state.
struct Waiting {
    threads: u128,
    /// Threads that wait for the end of another one.
    joins: Vec<(u32, u32)>,
}

fn look(mut search: Search<'_, '_>, cx: &mut Context) -> Option<Verdict> {
    let mut queue = match search.begin() {
        Ok(queue) => queue,
        Err(reason) => return Some(Verdict::Unknown(reason)),
    };
    let mut waiting: Vec<Waiting> = Vec::new();
    let mut ready: Vec<u128> = Vec::new();
    // States leave the queue in the order of their numbers.
    while let Some((node, state)) = queue.pop_front() {
        if let Some(reason) = cx.cancelled() {
            return Some(Verdict::Unknown(reason));
        }
        if node.is_multiple_of(4096) {
            cx.report("looking for threads that wait for ever", || format!("{} states", search.graph.len()));
        }
        let (waits, goes_on) = threads_of(&search, &state);
        waiting.push(waits);
        ready.push(goes_on);
        search.expand(node, &state, &mut queue);
    }
    // Moves are no longer complete once the run is cancelled.
    if let Some(reason) = cx.cancelled().or_else(|| search.incompleteness()) {
        return Some(Verdict::Unknown(reason));
    }
    // A thread that goes on only after a value that no operation gives may wait for ever.
    if search.mover.has_split_any.get() {
        return Some(Verdict::Unknown(Reason::GaveUp {
            why: "whether a thread waits for ever hangs on a result of arithmetic that was taken for any value".into(),
            advice: "ask for the other properties with -p".into(),
        }));
    }
    let go_on = search.graph.holds_some_time(ready);
    let stuck: Vec<u128> = waiting.iter().zip(go_on).map(|(waiting, go_on)| stuck(waiting, !go_on)).collect();
    let lasso = search.graph.lasso_among(true, |node| stuck[node] != 0)?;
    let threads = stuck[lasso.round[0].0];
    let ways = (search.ways(&lasso.stem), search.ways(&lasso.round));
    let (stem, round) = search.shortened(ways.0, ways.1);
    let machine = search.mover.machine;
    let state = state_after(machine, &[&stem[..], &round].concat());
    let is_plain = Ahead::of(&machine.automata).stuck(machine, &state).is_some();
    if !is_plain && (has_inputs(search.task) || search.graph.len() > REPLAYED_STATES) {
        return Some(Verdict::Unknown(Reason::GaveUp {
            why: "a thread may wait for ever while others go on".into(),
            advice: "ask for the other properties with -p".into(),
        }));
    }
    let threads: Vec<u32> = state.live_threads().filter(|&thread| threads & (1 << thread) != 0).collect();
    let thread = threads[0];
    let violation = Violation {
        kind: ViolationKind::Deadlock,
        thread,
        span: machine.next(&state, thread).span,
        message: describe(machine, &state, &threads),
    };
    Some(match search.trace(&stem, &round, &violation) {
        Ok(trace) => Verdict::Unsafe(Box::new(trace)),
        Err(reason) => Verdict::Unknown(reason),
    })
}

/// The threads that wait in a state, and the threads that can go on if no other thread is inside of an atomic section.
fn threads_of(search: &Search<'_, '_>, state: &State) -> (Waiting, u128) {
    let machine = search.mover.machine;
    let (mut waiting, mut ready) = (Waiting { threads: 0, joins: Vec::new() }, 0);
    for thread in state.live_threads() {
        if machine.enabled(state, thread) == Enabled::Yes {
            ready |= 1 << thread;
            continue;
        }
        waiting.threads |= 1 << thread;
        if let Some(Awaited::End(target)) = machine.awaited(state, thread) {
            waiting.joins.push((thread, target));
        }
    }
    (waiting, ready)
}

/// The waiting threads that never go on. A thread that joins a thread that goes on is none of them.
fn stuck(waiting: &Waiting, never: u128) -> u128 {
    let mut stuck = waiting.threads & never;
    loop {
        let is_in = |thread: u32| stuck & (1 << thread) != 0;
        let loose = waiting.joins.iter().filter(|&&(thread, target)| is_in(thread) && !is_in(target));
        let loose = loose.fold(0, |all, &(thread, _)| all | 1 << thread);
        if loose == 0 {
            return stuck;
        }
        stuck &= !loose;
    }
}

/// Whether the program chooses values.
fn has_inputs(task: &Task) -> bool {
    let automata = task.program.automata();
    automata
        .values()
        .flat_map(|automaton| automaton.transitions.values())
        .any(|data| matches!(data.effect, Effect::Input { .. } | Effect::External { .. }))
}
