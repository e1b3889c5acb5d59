//! From the way of a search to a trace: the same transitions once more from the start, with every listed event kept.
//!
//! Symbols are settled at the end: every value in what is left of its interval leads to the same violation, so the least
//! one is taken.

use raddle_program::property::Violation;
use raddle_program::semantics::{Access, Enabled, Interruption, Machine, Naming, Outcome, Pending, Record, State};
use raddle_program::trace::{TRACE_FORMAT, Trace};

use crate::explicit::moves::{Decision, LOCAL_LIMIT, Way};
use crate::task::Task;

/// The trace of a violation at the end of the ways. `rank` counts the violations of the last transition that come before
/// it; `None` if the violation is none of the last transition's own (a deadlock, a race).
///
/// # Panics
/// If the ways cannot be followed: they come from a search of the same program.
pub fn retrace(task: &Task, machine: &Machine<'_>, ways: &[Way], violation: Violation, rank: Option<usize>) -> Trace {
    let mut state = machine.initial().expect("the search started from this state");
    let mut record = Record::with_events();
    let mut n_before_last = 0;
    for way in ways {
        state.undefined.clear();
        let mut decisions = way.decisions.iter().copied();
        for _ in 0..way.n_transitions {
            n_before_last = record.violations.len();
            transition(machine, &mut state, way.thread, &mut decisions, &mut record, true);
        }
        // What was decided for a transition that the move then stopped in front of stays decided.
        if decisions.len() > 0 {
            transition(machine, &mut state, way.thread, &mut decisions, &mut record, false);
        }
    }
    let mut events = record.events.take().unwrap_or_default();
    if let Some(rank) = rank {
        // What the last transition lists after the violation did not happen before it.
        events.retain(|event: &Pending| event.n_violations <= n_before_last + rank);
    }
    let naming = Naming { program: machine.program, state: &state };
    Trace {
        format: TRACE_FORMAT,
        file: task.file.clone(),
        property: violation.kind.property(),
        steps: events.into_iter().map(|event| naming.settle(event)).collect(),
        violation,
        loop_start: None,
    }
}

/// Takes one transition; splits and choices follow the decisions. A transition that ends the execution stays where it is.
/// If the transition is not to be kept, only its splits are.
fn transition(
    machine: &Machine<'_>,
    state: &mut State,
    thread: u32,
    decisions: &mut impl Iterator<Item = Decision>,
    record: &mut Record,
    is_kept: bool,
) {
    let mut choice = None;
    loop {
        let before = state.clone();
        let n_events = record.events.as_ref().map_or(0, Vec::len);
        let n_violations = record.violations.len();
        match machine.step(state, thread, choice.take(), record) {
            Ok(Outcome::Moved | Outcome::Refuted | Outcome::Stopped) if is_kept => return,
            Err(Interruption::Split(symbol, _)) => {
                let Some(Decision::Piece(piece)) = decisions.next() else {
                    panic!("a split was decided in the search")
                };
                state.symbols[symbol] = piece;
                undo(record, n_events, n_violations);
            }
            Err(Interruption::Choose(_)) => {
                let Some(Decision::Choice(chosen)) = decisions.next() else {
                    panic!("a choice was made in the search")
                };
                choice = Some(chosen);
                undo(record, n_events, n_violations);
            }
            Err(_) if is_kept => return,
            Ok(_) | Err(_) => {
                *state = before;
                record.violations.truncate(n_violations);
                record.events.iter_mut().for_each(|events| events.truncate(n_events));
                return;
            }
        }
    }
}

/// Forgets what an interrupted transition listed; what it chose stays chosen and listed.
fn undo(record: &mut Record, n_events: usize, n_violations: usize) {
    record.violations.truncate(n_violations);
    if let Some(events) = &mut record.events {
        let attempted = events.split_off(n_events.min(events.len()));
        events.extend(attempted.into_iter().filter(Pending::is_choice));
    }
}

/// The part of a thread's next move up to the transition that makes an access, and the state after it; `None` if the move
/// makes none such.
pub fn way_to(machine: &Machine<'_>, state: &State, thread: u32, access: &Access) -> Option<(Way, State)> {
    let mut start = state.clone();
    start.thread_mut(thread).is_cut = false;
    start.undefined.clear();
    let first = Way { thread, n_transitions: 0, decisions: Vec::new() };
    let mut pending = vec![(start, first, None)];
    while let Some((mut state, mut way, mut choice)) = pending.pop() {
        while way.n_transitions <= LOCAL_LIMIT && !state.threads[thread as usize].has_ended() {
            if way.n_transitions > 0 && machine.enabled(&state, thread) != Enabled::Yes {
                break;
            }
            let mut record = Record::default();
            let before = state.clone();
            let result = machine.step(&mut state, thread, choice.take(), &mut record);
            match result {
                Err(Interruption::Split(symbol, pieces)) => {
                    for piece in pieces.into_iter().rev() {
                        let (mut state, mut way) = (state.clone(), way.clone());
                        state.symbols[symbol] = piece;
                        way.decisions.push(Decision::Piece(piece));
                        pending.push((state, way, None));
                    }
                    break;
                }
                Err(Interruption::Choose(count)) => {
                    for chosen in (0..count).rev() {
                        let mut way = way.clone();
                        way.decisions.push(Decision::Choice(chosen));
                        pending.push((before.clone(), way, Some(chosen)));
                    }
                    break;
                }
                other => {
                    way.n_transitions += 1;
                    if record.accesses.contains(access) {
                        return Some((way, state));
                    }
                    if !matches!(other, Ok(Outcome::Moved)) {
                        break;
                    }
                }
            }
        }
    }
    None
}
