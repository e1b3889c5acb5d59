//! From the path of a search to a trace: the same transitions again from the start, with every listed event kept.
//!
//! Symbols get their values at the end. Every value in the remaining interval leads to the same violation, so the least
//! one is taken.

use raddle_program::property::Violation;
use raddle_program::semantics::{Access, Interruption, Machine, Naming, Outcome, Pending, Record, State};
use raddle_program::syntax::Synchronization;
use raddle_program::trace::{ChoiceKind, Event, TRACE_FORMAT, Trace, TraceNames};

use crate::moved::{Decision, Way};
use raddle_verify::task::Task;

/// What a trace ends with.
#[derive(Clone, Copy, Debug)]
pub enum End {
    /// The violation of the last transition that comes after this many other ones.
    Violation(usize),
    /// The second access of a race, in the last transition.
    Access(Access),
    /// All of the last transition: a deadlock.
    Transition,
}

/// The trace of a violation at the end of the paths.
///
/// # Panics
/// If the paths cannot be followed: they must come from a search of the same program.
pub fn retrace(task: &Task, machine: &Machine<'_>, ways: &[Way], violation: Violation, end: End) -> Trace {
    let mut state = machine.initial().expect("the search started from this state");
    let mut record = Record::with_events();
    let (mut n_before_last, mut n_accesses, mut n_events) = (0, 0, 0);
    for way in ways {
        state.undefined.clear();
        let mut decisions = way.decisions.iter().copied();
        for _ in 0..way.n_transitions {
            n_before_last = record.violations.len();
            n_accesses = record.accesses.len();
            n_events = record.events.as_ref().map_or(0, Vec::len);
            transition(machine, &mut state, way.thread, &mut decisions, &mut record, true);
        }
        // What was decided for a transition that the move then stopped in front of stays decided.
        if decisions.len() > 0 {
            transition(machine, &mut state, way.thread, &mut decisions, &mut record, false);
        }
    }
    let mut events = record.events.take().unwrap_or_default();
    // What the last transition lists after the violation did not happen before it.
    match end {
        End::Violation(rank) => events.retain(|event: &Pending| event.n_violations <= n_before_last + rank),
        End::Access(access) => {
            // Objects may have other names here than in the search.
            let is_it = |it: &Access| Access { object: access.object, ..*it } == access;
            let rank = record.accesses[n_accesses..].iter().position(is_it);
            let mut listed = (n_events..events.len()).filter(|&index| events[index].is_access());
            if let Some(index) = rank.and_then(|rank| listed.nth(rank)) {
                events.truncate(index + 1);
            }
        }
        End::Transition => {}
    }
    let naming = Naming { program: machine.program, state: &state };
    Trace {
        format: TRACE_FORMAT,
        file: task.file.clone(),
        property: violation.kind.property(),
        steps: events.into_iter().map(|event| naming.settle(event)).collect(),
        violation,
        loop_start: None,
        is_recurrent: false,
        names: TraceNames::default(),
    }
}

/// The state at the end of the paths.
///
/// # Panics
/// If the paths cannot be followed.
pub fn state_after(machine: &Machine<'_>, ways: &[Way]) -> State {
    let mut state = machine.initial().expect("the search started from this state");
    for way in ways {
        take(machine, &mut state, way, &mut Record::default());
    }
    state
}

/// Splits a path into paths of one transition each.
///
/// # Panics
/// If the path cannot be followed from the state.
pub fn single_ways(machine: &Machine<'_>, state: &State, way: &Way) -> Vec<Way> {
    let (mut state, mut record) = (state.clone(), Record::default());
    state.undefined.clear();
    let mut singles: Vec<Way> = Vec::new();
    let mut decisions = way.decisions.iter().copied();
    for _ in 0..way.n_transitions {
        let n_before = way.decisions.len() - decisions.len();
        transition(machine, &mut state, way.thread, &mut decisions, &mut record, true);
        let n_after = way.decisions.len() - decisions.len();
        let taken = way.decisions[n_before..n_after].to_vec();
        singles.push(Way { n_transitions: 1, decisions: taken, ..*way });
    }
    // Decisions for a transition in front of which the path stops are kept.
    if let Some(last) = singles.last_mut() {
        last.decisions.extend(decisions);
    }
    singles
}

/// Takes the transitions of a path.
///
/// # Panics
/// If the path cannot be followed from the state.
pub fn follow(machine: &Machine<'_>, state: &mut State, way: &Way) {
    take(machine, state, way, &mut Record::default());
}

/// Whether a thread wakes up spuriously on the path.
///
/// # Panics
/// If the path cannot be followed from the state.
pub fn wakes_for_nothing(machine: &Machine<'_>, state: &State, way: &Way) -> bool {
    let mut record = Record::with_events();
    take(machine, &mut state.clone(), way, &mut record);
    record.events.iter().flatten().any(|event| is_spurious_wake(&event.step.event))
}

/// Whether an event is a wake-up from a wait for a condition without a signal and without a time-out.
pub fn is_spurious_wake(event: &Event) -> bool {
    matches!(
        event,
        Event::Synchronize {
            operation: Synchronization::ConditionWake | Synchronization::ConditionTimedWake,
            outcome: 1,
            ..
        }
    )
}

fn take(machine: &Machine<'_>, state: &mut State, way: &Way, record: &mut Record) {
    state.undefined.clear();
    let mut decisions = way.decisions.iter().copied();
    for _ in 0..way.n_transitions {
        transition(machine, state, way.thread, &mut decisions, record, true);
    }
    if decisions.len() > 0 {
        transition(machine, state, way.thread, &mut decisions, record, false);
    }
}

/// Takes one transition; splits and choices follow the decisions. A transition that ends the execution stays where it is.
/// If the transition is not to be kept, only its splits are.
fn transition(
    machine: &Machine<'_>,
    state: &mut State,
    thread: u32,
    decisions: &mut impl ExactSizeIterator<Item = Decision>,
    record: &mut Record,
    is_kept: bool,
) {
    let n_events = record.events.as_ref().map_or(0, Vec::len);
    attempt(machine, state, thread, decisions, record, is_kept);
    if !is_kept && let Some(events) = &mut record.events {
        // What no object and no register holds is chosen again when the transition is taken.
        let is_passing = |event: &Pending| {
            let Event::Choice { kind, .. } = event.step.event else { return false };
            matches!(kind, ChoiceKind::Undefined | ChoiceKind::Address | ChoiceKind::Order)
        };
        let mut index = 0;
        events.retain(|event| {
            index += 1;
            index <= n_events || !is_passing(event)
        });
    }
}

fn attempt(
    machine: &Machine<'_>,
    state: &mut State,
    thread: u32,
    decisions: &mut impl ExactSizeIterator<Item = Decision>,
    record: &mut Record,
    is_kept: bool,
) {
    let mut choice = None;
    loop {
        let before = state.clone();
        let n_events = record.events.as_ref().map_or(0, Vec::len);
        let n_violations = record.violations.len();
        let n_accesses = record.accesses.len();
        let n_happened = record.history.as_ref().map_or(0, Vec::len);
        let result = machine.step(state, thread, choice.take(), record);
        // The search goes on with samples of a large input, or not at all.
        let is_large = matches!(result, Err(Interruption::LargeInput(..)));
        match result {
            Ok(Outcome::Moved | Outcome::Refuted | Outcome::Stopped) if is_kept => return,
            Err(Interruption::Split(symbol, _) | Interruption::LargeInput(_, Some(symbol)))
                if !is_large || decisions.len() > 0 =>
            {
                undo(record, n_events, n_violations);
                let piece = match decisions.next() {
                    Some(Decision::Piece(piece)) => piece,
                    // A move that would have too many outcomes stops in front of a split.
                    None if !is_kept => return,
                    Some(Decision::Choice(_)) | None => panic!("a split was decided in the search"),
                };
                state.symbols[symbol] = piece;
                record.accesses.truncate(n_accesses);
                record.history.iter_mut().for_each(|happened| happened.truncate(n_happened));
            }
            Err(Interruption::Choose(_)) => {
                undo(record, n_events, n_violations);
                match decisions.next() {
                    Some(Decision::Choice(chosen)) => choice = Some(chosen),
                    None if !is_kept => return,
                    Some(Decision::Piece(_)) | None => panic!("a choice was made in the search"),
                }
                record.accesses.truncate(n_accesses);
                record.history.iter_mut().for_each(|happened| happened.truncate(n_happened));
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

/// The part of a path up to the transition that adds the entry with this index to the history.
///
/// # Panics
/// If the path cannot be followed from the state, or has fewer entries.
pub fn way_to_entry(machine: &Machine<'_>, state: &State, way: &Way, index: usize) -> Way {
    let (mut state, mut record) = (state.clone(), Record::with_history());
    let mut decisions = way.decisions.iter().copied();
    for n_transitions in 1..=way.n_transitions {
        transition(machine, &mut state, way.thread, &mut decisions, &mut record, true);
        if record.history.as_ref().is_some_and(|happened| happened.len() > index) {
            let n_decisions = way.decisions.len() - decisions.len();
            return Way { n_transitions, decisions: way.decisions[..n_decisions].to_vec(), ..*way };
        }
    }
    panic!("what happened on a way happens on it again");
}
