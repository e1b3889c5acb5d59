//! Races as two accesses that two threads can make next, and the paths on which both are made.
//!
//! If the first accesses of two enabled moves conflict, they race if they can be made one after the other: after the
//! first one, the second thread must still be able to make its access. After a thread has freed an object, no other
//! thread can access it (that violates memory instead). If the access comes first and the `free` second, they race. So
//! both orders are tried. If neither is possible, there is no race: an execution ends where memory is violated, and a
//! race needs two accesses that were made.
//!
//! A thread in an atomic section is not interrupted. It comes second, up to its access, or first, with its whole
//! section.

use raddle_program::semantics::{Access, Enabled, Interruption, Machine, Outcome, Record, State};

use crate::independence::Footprint;
use crate::moved::{Decision, Obstacle, Way};
use raddle_verify::context::Cancellation;

/// The number of transitions after which no further paths are tried.
const WALK_LIMIT: u32 = 200_000;

/// The result of looking for a race.
#[derive(Debug)]
pub enum Sought {
    /// Both accesses are made on these paths: the first one, then the second one in the last transition.
    Found(Box<Adjacent>),
    /// There is none.
    Nothing,
    /// An unsupported construct lies on the path to one.
    Unclear(Obstacle),
}

/// Two accesses that are made one after the other, and race.
#[derive(Clone, Debug)]
pub struct Adjacent {
    /// From the state in which both can be made: the path of the first thread, then that of the second.
    pub ways: [Way; 2],
    /// The thread of the earlier access, and the access.
    pub first: (u32, Access),
    /// The later one.
    pub second: (u32, Access),
}

/// A race between the next moves of two threads, given by the accesses that these moves may make at once.
pub fn race_between(
    machine: &Machine<'_>,
    cancellation: &Cancellation,
    state: &State,
    (one, ours): (u32, &Footprint),
    (other, theirs): (u32, &Footprint),
) -> Sought {
    let mut walk = Walk { machine, cancellation, n_left: WALK_LIMIT, obstacle: None };
    for (access, rival) in ours.races_with(theirs) {
        // An access in an atomic section comes last if it can: the two are neighbours then.
        let mut orders = [((one, access), (other, rival)), ((other, rival), (one, access))];
        orders.rotate_left(usize::from(access.in_section));
        for (first, second) in orders {
            if let Some(ways) = walk.both(state, first, second) {
                let (first, second) = ((first.0, *first.1), (second.0, *second.1));
                return Sought::Found(Box::new(Adjacent { ways, first, second }));
            }
        }
    }
    walk.obstacle.map_or(Sought::Nothing, Sought::Unclear)
}

/// Looks for paths on which threads make certain accesses.
struct Walk<'a, 'p> {
    machine: &'a Machine<'p>,
    cancellation: &'a Cancellation,
    /// How many transitions may still be taken.
    n_left: u32,
    /// Why some paths were not followed, if any.
    obstacle: Option<Obstacle>,
}

/// A path that is not complete.
struct Unfinished {
    state: State,
    way: Way,
    choice: Option<u32>,
    /// Whether the access was made.
    is_made: bool,
    /// Whether the last transition ended the execution.
    has_ended: bool,
}

/// Which of the two accesses is looked for.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Place {
    /// The execution goes on after it; an atomic section that it is in ends before the other thread can act.
    First,
    /// Nothing comes after it.
    Second,
}

impl Walk<'_, '_> {
    fn both(&mut self, state: &State, first: (u32, &Access), second: (u32, &Access)) -> Option<[Way; 2]> {
        self.find(state, first.0, first.1, Place::First, &mut |walk, way, state| {
            walk.find(&state, second.0, second.1, Place::Second, &mut |_, last, _| Some([way.clone(), last]))
        })
    }

    /// The first result that `then` has for a path on which the thread makes the access in its next move.
    fn find<T>(
        &mut self,
        state: &State,
        thread: u32,
        access: &Access,
        place: Place,
        then: &mut dyn FnMut(&mut Self, Way, State) -> Option<T>,
    ) -> Option<T> {
        let mut start = state.clone();
        start.thread_mut(thread).is_cut = false;
        start.undefined.clear();
        let way = Way { thread, n_transitions: 0, decisions: Vec::new() };
        let mut pending = vec![Unfinished { state: start, way, choice: None, is_made: false, has_ended: false }];
        while let Some(mut unfinished) = pending.pop() {
            while self.advance(&mut unfinished, access, &mut pending) {
                let Unfinished { state, way, is_made, has_ended, .. } = &unfinished;
                let is_inside = state.threads[thread as usize].atomic_depth > 0;
                let is_there = match place {
                    Place::First if *has_ended => break,
                    Place::First => !is_inside || !self.can_go_on(state, thread),
                    Place::Second => true,
                };
                if *is_made && is_there {
                    if let Some(result) = then(self, way.clone(), state.clone()) {
                        return Some(result);
                    }
                    break;
                }
            }
        }
        None
    }

    fn can_go_on(&self, state: &State, thread: u32) -> bool {
        !state.threads[thread as usize].has_ended() && self.machine.enabled(state, thread) == Enabled::Yes
    }

    /// Takes a transition of the thread; false at the end of the path, or where it splits into several.
    fn advance(&mut self, unfinished: &mut Unfinished, access: &Access, pending: &mut Vec<Unfinished>) -> bool {
        let thread = unfinished.way.thread;
        let is_first = unfinished.way.n_transitions == 0;
        if unfinished.state.threads[thread as usize].has_ended()
            || !is_first && !self.can_go_on(&unfinished.state, thread)
            || self.cancellation.reason().is_some()
        {
            return false;
        }
        let span = self.machine.next(&unfinished.state, thread).span;
        if self.n_left == 0 {
            let what = "the ways to a race are too many to follow".into();
            self.obstacle.get_or_insert(Obstacle { interruption: Interruption::Unsupported(what), span });
            return false;
        }
        self.n_left -= 1;
        let was_inside = unfinished.state.threads[thread as usize].atomic_depth > 0;
        let mut record = Record::default();
        let before = unfinished.state.clone();
        let result = self.machine.step(&mut unfinished.state, thread, unfinished.choice.take(), &mut record);
        let Unfinished { state, way, is_made, has_ended, .. } = unfinished;
        let part = |decision: Decision, state: State, choice: Option<u32>| {
            let mut way = way.clone();
            way.decisions.push(decision);
            Unfinished { state, way, choice, is_made: *is_made, has_ended: false }
        };
        match &result {
            Err(Interruption::Split(symbol, pieces)) => {
                pending.extend(pieces.iter().rev().map(|&piece| {
                    let mut state = state.clone();
                    state.symbols[*symbol] = piece;
                    part(Decision::Piece(piece), state, None)
                }));
                return false;
            }
            Err(Interruption::Choose(count)) => {
                let chosen = (0..*count).rev();
                pending.extend(chosen.map(|it| part(Decision::Choice(it), before.clone(), Some(it))));
                return false;
            }
            Err(Interruption::Blocked) => return false,
            Err(interruption @ (Interruption::Unsupported(_) | Interruption::LargeInput(..) | Interruption::Depth)) => {
                self.obstacle.get_or_insert(Obstacle { interruption: interruption.clone(), span });
                return false;
            }
            Ok(Outcome::Moved | Outcome::Refuted | Outcome::Stopped) | Err(Interruption::Violation(..)) => {}
        }
        let is_inside = state.threads[thread as usize].atomic_depth > 0;
        // What orders threads lies beyond the move, unless the move begins with it.
        if !is_first && !was_inside && (is_inside || !record.tokens.is_empty()) {
            return false;
        }
        way.n_transitions += 1;
        *is_made |= record.accesses.contains(access);
        *has_ended = !matches!(result, Ok(Outcome::Moved));
        *is_made || !*has_ended
    }
}
