//! Moves: what a thread does between two points at which another thread could notice.
//!
//! A move takes one transition and then goes on as long as nobody can tell: through transitions without shared accesses,
//! through accesses that no other live thread may ever conflict with ([`FutureAccesses`]), to the end of an atomic
//! section, and through anything while no other thread is enabled. It stops before whatever may end the execution (a
//! violation, a failing assumption, the end of the process), since others must still be able to act before that, and
//! after [`LOCAL_LIMIT`] transitions, so that a thread that never comes to a shared access does not hide the others: a
//! thread that was cut there is explored beside all others, which is the cycle proviso.
//!
//! A move has several outcomes where inputs are split or waiters are chosen; its footprint covers them all.

use raddle_program::property::Violation;
use raddle_program::semantics::{Access, Enabled, Interruption, Interval, Machine, Origin, Outcome, Record, State};
use raddle_program::source::Span;
use raddle_program::syntax::Effect;

use crate::analysis::future::FutureAccesses;
use crate::explicit::independence::Footprint;
use crate::explicit::search::Reductions;

/// The greatest number of transitions in a move.
pub const LOCAL_LIMIT: u32 = 5_000;

/// How a move went on where it could go on in several ways.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Decision {
    /// The piece of a split symbol: its interval.
    Piece(Interval),
    /// One of several waiters.
    Choice(u32),
}

/// A number of transitions of one thread with the decisions on the way: replaying it from the same state gives the same.
#[derive(Clone, Debug)]
pub struct Way {
    /// The thread.
    pub thread: u32,
    /// How many transitions.
    pub n_transitions: u32,
    /// The decisions in order.
    pub decisions: Vec<Decision>,
}

/// A state that a move leads to.
#[derive(Debug)]
pub struct Successor {
    /// The state.
    pub state: State,
    /// How it was reached.
    pub way: Way,
}

/// A violation in a move.
#[derive(Debug)]
pub struct Found {
    /// The violation.
    pub violation: Violation,
    /// How it was reached; the last transition is the violating one.
    pub way: Way,
    /// How many violations (that did not end the execution) the last transition reported before this one.
    pub rank: usize,
}

/// Something on the way that has no model.
#[derive(Clone, Debug)]
pub struct Obstacle {
    /// What it is.
    pub interruption: Interruption,
    /// Where.
    pub span: Span,
}

/// All that a move can do.
#[derive(Debug, Default)]
pub struct Moved {
    /// Where it leads.
    pub successors: Vec<Successor>,
    /// What it touched, all outcomes together.
    pub footprint: Footprint,
    /// What it violated.
    pub found: Vec<Found>,
    /// What stopped it.
    pub obstacles: Vec<Obstacle>,
    /// Whether already its first transition could be noticed by nobody and it goes on: then no other thread needs to be
    /// considered before it.
    pub is_local: bool,
}

/// What moves are made with.
pub struct Mover<'a, 'p> {
    /// The semantics.
    pub machine: &'a Machine<'p>,
    /// What threads may still access.
    pub future: &'a FutureAccesses,
    /// Which reductions are on.
    pub reductions: Reductions,
}

/// A move under way.
struct Unfinished {
    state: State,
    record: Record,
    way: Way,
    choice: Option<u32>,
    /// Number of transitions that were completed.
    n_completed: u32,
    /// How many of the recorded accesses were made at once; `None` while all were.
    n_front: Option<usize>,
}

impl Mover<'_, '_> {
    /// All outcomes of the next move of an enabled thread.
    pub fn moves(&self, state: &State, thread: u32) -> Moved {
        let mut moved = Moved { is_local: !state.threads[thread as usize].is_cut, ..Moved::default() };
        let mut start = state.clone();
        start.thread_mut(thread).is_cut = false;
        let way = Way { thread, n_transitions: 0, decisions: Vec::new() };
        let first =
            Unfinished { state: start, record: Record::default(), way, choice: None, n_completed: 0, n_front: None };
        let mut pending = vec![first];
        while let Some(unfinished) = pending.pop() {
            self.go_on(unfinished, &mut moved, &mut pending);
        }
        // Outcomes were found last piece first.
        moved.successors.reverse();
        // A thread that is blocked inside its atomic section shuts all others out as soon as it can go on: around it
        // nothing commutes.
        let is_inside = |successor: &Successor| successor.state.atomic_thread().is_some();
        moved.footprint.ends_execution |= state.atomic_thread().is_some() || moved.successors.iter().any(is_inside);
        moved
    }

    fn go_on(&self, unfinished: Unfinished, moved: &mut Moved, pending: &mut Vec<Unfinished>) {
        let Unfinished { mut state, mut record, mut way, mut choice, mut n_completed, mut n_front } = unfinished;
        let thread = way.thread;
        loop {
            if n_completed > 0 && self.must_stop(&mut state, thread, n_completed) {
                break;
            }
            let is_first = n_completed == 0;
            let in_section = state.threads[thread as usize].atomic_depth > 0;
            let span = self.machine.next(&state, thread).span;
            let begins_section = matches!(self.machine.next(&state, thread).effect, Effect::AtomicBegin);
            if begins_section && is_first {
                moved.is_local = false;
            } else if begins_section && !in_section {
                n_front.get_or_insert(record.accesses.len());
            }
            let before = state.clone();
            let marks = (record.accesses.len(), record.tokens.len(), record.violations.len());
            let result = self.machine.step(&mut state, thread, choice.take(), &mut record);
            let ends = match &result {
                Ok(Outcome::Moved) => false,
                Ok(Outcome::Refuted | Outcome::Stopped) => true,
                Err(Interruption::Split(..) | Interruption::Choose(_)) => false,
                Err(_) => true,
            };
            if ends && !is_first && !in_section {
                // Others may act before the execution ends: stop in front of it.
                state = before;
                truncate(&mut record, marks);
                break;
            }
            for (rank, violation) in record.violations.drain(marks.2..).enumerate() {
                if !matches!(result, Err(Interruption::Split(..) | Interruption::Choose(_))) {
                    let way = Way { n_transitions: n_completed + 1, ..way.clone() };
                    moved.found.push(Found { violation, way, rank });
                }
            }
            match result {
                Ok(Outcome::Moved) => {
                    let is_noticed = self.is_noticed(&state, thread, &record, marks);
                    if is_first && is_noticed {
                        moved.is_local = false;
                    }
                    let is_allowed = is_first || in_section || !is_noticed;
                    if !is_allowed && self.is_alone(&before, thread) {
                        n_front.get_or_insert(marks.0);
                    } else if !is_allowed {
                        state = before;
                        truncate(&mut record, marks);
                        let way = Way { n_transitions: n_completed + 1, ..way.clone() };
                        // What the undone transition reported is reported when it is taken.
                        moved.found.retain(|found| !same_way(&found.way, &way));
                        break;
                    }
                    n_completed += 1;
                }
                Ok(Outcome::Refuted | Outcome::Stopped) => {
                    moved.is_local = false;
                    moved.footprint.ends_execution = true;
                    moved.footprint.add(&record, n_front.unwrap_or(usize::MAX), &state);
                    return;
                }
                Err(Interruption::Split(symbol, pieces)) => {
                    truncate(&mut record, marks);
                    for piece in pieces {
                        let mut state = state.clone();
                        state.symbols[symbol] = piece;
                        let mut way = way.clone();
                        way.decisions.push(Decision::Piece(piece));
                        pending.push(Unfinished {
                            state,
                            record: record.clone(),
                            way,
                            choice: None,
                            n_completed,
                            n_front,
                        });
                    }
                    return;
                }
                Err(Interruption::Choose(count)) => {
                    truncate(&mut record, marks);
                    for chosen in 0..count {
                        let mut way = way.clone();
                        way.decisions.push(Decision::Choice(chosen));
                        let (state, record) = (before.clone(), record.clone());
                        pending.push(Unfinished { state, record, way, choice: Some(chosen), n_completed, n_front });
                    }
                    return;
                }
                Err(Interruption::Violation(kind, message)) => {
                    way.n_transitions = n_completed + 1;
                    let violation = Violation { kind, thread, span, message };
                    let rank = moved.found.iter().filter(|found| same_way(&found.way, &way)).count();
                    moved.found.push(Found { violation, way, rank });
                    moved.is_local = false;
                    moved.footprint.ends_execution = true;
                    moved.footprint.add(&record, n_front.unwrap_or(usize::MAX), &state);
                    return;
                }
                Err(interruption) => {
                    moved.obstacles.push(Obstacle { interruption, span });
                    moved.is_local = false;
                    moved.footprint.ends_execution = true;
                    moved.footprint.add(&record, n_front.unwrap_or(usize::MAX), &state);
                    return;
                }
            }
        }
        moved.footprint.add(&record, n_front.unwrap_or(usize::MAX), &state);
        way.n_transitions = n_completed;
        moved.successors.push(Successor { state, way });
    }

    /// Whether a move must end before its next transition, whatever that is.
    fn must_stop(&self, state: &mut State, thread: u32, n_completed: u32) -> bool {
        if state.threads[thread as usize].has_ended() {
            return true;
        }
        if self.machine.enabled(state, thread) != Enabled::Yes {
            return true;
        }
        if n_completed >= LOCAL_LIMIT {
            state.thread_mut(thread).is_cut = true;
            return true;
        }
        let in_section = state.threads[thread as usize].atomic_depth > 0;
        let begins_section = matches!(self.machine.next(state, thread).effect, Effect::AtomicBegin);
        begins_section && !in_section && !self.is_alone(state, thread)
    }

    /// Whether no other thread can take a step.
    fn is_alone(&self, state: &State, thread: u32) -> bool {
        self.reductions.alone
            && state.live_threads().all(|other| other == thread || self.machine.enabled(state, other) == Enabled::No)
    }

    /// Whether another thread may notice what was recorded since the marks.
    fn is_noticed(&self, state: &State, thread: u32, record: &Record, marks: (usize, usize, usize)) -> bool {
        record.tokens.len() > marks.1
            || record.accesses[marks.0..].iter().any(|access| self.may_conflict(state, thread, access))
    }

    /// Whether another live thread may reach the object now or later with an access that conflicts.
    fn may_conflict(&self, state: &State, thread: u32, access: &Access) -> bool {
        let object = &state.objects[access.object];
        if !object.is_shared {
            return false;
        }
        if !self.reductions.future_accesses {
            return true;
        }
        let owner = match object.origin {
            Origin::Global(_) => None,
            Origin::ThreadLocal(owner, _) | Origin::Local(owner, ..) | Origin::Allocated(owner, ..) => Some(owner),
        };
        state.live_threads().filter(|&other| other != thread).any(|other| {
            // The owner's scope may end.
            owner == Some(other)
                || state.threads[other as usize]
                    .frames
                    .iter()
                    .any(|frame| self.future.may_conflict(frame.procedure, frame.location, object, access.is_write))
        })
    }
}

fn truncate(record: &mut Record, marks: (usize, usize, usize)) {
    record.accesses.truncate(marks.0);
    record.tokens.truncate(marks.1);
    record.violations.truncate(marks.2);
}

fn same_way(one: &Way, other: &Way) -> bool {
    one.n_transitions == other.n_transitions && one.decisions == other.decisions
}
