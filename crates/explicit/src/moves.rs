//! Moves: what a thread does between two points at which another thread could observe it.
//!
//! A move takes one transition and then goes on as long as no other thread can observe it:
//! - through transitions without shared accesses, and through accesses that no other live thread may ever conflict with
//!   ([`FutureAccesses`]);
//! - through accesses that race with nothing ([`NeverRacing`]);
//! - through atomic sections, and sections under a lock, that commute with all that other threads may do at the same time ([`Movers`]): threads that
//!   count something need not take turns;
//! - to the end of an atomic section;
//! - through any transition while the other threads can at most refute the execution: none is enabled, or the next move
//!   of each enabled one fails an assumption (as of a thread that waits for a lock that the program wrote itself).
//!
//! A move stops before a transition that may end the execution (a violation, a failing assumption, the end of the
//! process), since the other threads must still be able to act before that. It also stops after [`LOCAL_LIMIT`]
//! transitions, so that a thread that never comes to a shared access does not hide the other threads. If no other thread can observe it, all loops of the
//! program are counted, and it has not come back to the same frames ([`Progress`]), it stops after [`LONG_LIMIT`] only. A thread that was
//! cut there is explored beside all other threads, which is the cycle proviso.
//!
//! With blocks on, a move is a reducible block [Lipton 75; Flanagan, Qadeer 03]: right movers, at most one non-mover,
//! left movers ([`crate::discipline`] decides which steps are movers). A thread that has acquired a lock is not
//! interrupted where no other thread could observe it. A block that has committed runs until its next step is
//! observable. If deadlocks are asked for, a step that may wait starts a block of its own, since nested acquisitions in
//! one block would hide them. If races are asked for, so does a step that may race.
//!
//! A move has several outcomes if inputs are split or waiting threads are chosen; its footprint covers all of them.

mod blocks;
mod sections;
mod unfinished;

use std::cell::Cell;
use std::collections::BTreeSet;

use raddle_program::property::{Property, Violation};
use raddle_program::semantics::{
    Access, Enabled, Frame, Interruption, Machine, ObjectId, Origin, Outcome, Record, State, SymbolId, Token,
};
use raddle_program::syntax::{Effect, GlobalId};

pub use self::blocks::Blocks;
use self::blocks::{Phase, Seen};
use self::unfinished::{Base, Others, Progress, Unfinished};
use crate::moved::{Decision, Found, Moved, Obstacle, Successor, Way};
use crate::reductions::Reductions;
use crate::samples::Samples;
use raddle_analysis::future::FutureAccesses;
use raddle_analysis::movers::{Class, Movers};
use raddle_analysis::never_racing::NeverRacing;
use raddle_analysis::written_locks::Section;
use raddle_verify::context::Cancellation;

/// The greatest number of transitions in a move that other threads may observe, or that makes no progress.
pub const LOCAL_LIMIT: u32 = 5_000;

/// The greatest number of transitions in a move of a program whose loops are all counted.
const LONG_LIMIT: u32 = 20_000_000;

/// The number of outcomes of a move after which it splits no further.
const OUTCOME_LIMIT: usize = 32;

/// The number of outcomes of a move after which it is given up: more than one transition can have of two bytes.
const SPLIT_LIMIT: usize = 1 << 17;

/// From this number of threads on, a step of a loop that creates threads counts as observable by the existing threads.
const FREE_THREADS: usize = 4;

/// The greatest number of transitions that a refutation may take.
const REFUTATION_LIMIT: u32 = 64;

/// The functions for clocks in Raddle's C library (`cfront`, `check/clock.rs`).
const CLOCKS: [&str; 5] =
    ["__raddle_time", "__raddle_clock", "__raddle_clock_gettime", "__raddle_timespec_get", "__raddle_gettimeofday"];

/// What moves are made with.
pub struct Mover<'a, 'p> {
    /// The semantics.
    pub machine: &'a Machine<'p>,
    /// What threads may still access.
    pub future: &'a FutureAccesses,
    /// Where accesses race with nothing, if that is known.
    pub never_racing: Option<&'a NeverRacing>,
    /// Which sections move in both directions, if that is known.
    pub movers: Option<&'a Movers>,
    /// The globals whose values influence no assertion: accesses to them are ignored.
    pub forgotten: &'a BTreeSet<GlobalId>,
    /// Whether a move may be long: no loop of the program is open.
    pub may_run_long: bool,
    /// Which reductions are on.
    pub reductions: Reductions,
    /// Whether the events that make up happens-before are recorded.
    pub tracks_order: bool,
    /// Polled between the outcomes of a move.
    pub cancellation: Cancellation,
    /// The assumptions about locks, if moves are blocks.
    pub blocks: Option<Blocks<'a>>,
    /// The values of inputs that have too many.
    pub samples: Samples,
    /// Whether a result was split that an operation gives as any value. Then a move may belong to no execution.
    pub has_split_any: Cell<bool>,
}

impl Mover<'_, '_> {
    /// Whether moves relied on a lock discipline that the program breaks.
    pub fn is_refuted(&self) -> bool {
        self.blocks.is_some_and(|blocks| blocks.discipline.borrow().is_refuted())
    }

    /// All outcomes of the next move of an enabled thread.
    ///
    /// Once the run is cancelled some outcomes may be missing: the caller must stop its search then.
    pub fn moves(&self, state: &State, thread: u32) -> Moved {
        let mut moved = Moved { is_local: !state.threads[thread as usize].is_cut, ..Moved::default() };
        let mut start = state.clone();
        start.thread_mut(thread).is_cut = false;
        start.undefined.clear();
        let way = Way { thread, n_transitions: 0, decisions: Vec::new() };
        let has_released = start.threads[thread as usize].atomic_depth > 0;
        let first = Unfinished {
            state: start,
            record: if self.tracks_order { Record::with_history() } else { Record::default() },
            way,
            choice: None,
            n_completed: 0,
            n_front: None,
            others: None,
            has_released,
            phase: Phase::PreCommit,
            only_wakes: true,
            section: None,
            in_movable: false,
        };
        let mut pending = vec![first];
        while let Some(unfinished) = pending.pop() {
            if self.cancellation.reason().is_some() {
                break;
            }
            let n_outcomes = pending.len() + moved.successors.len();
            if n_outcomes >= SPLIT_LIMIT {
                // One transition has so many outcomes that the outcomes of several such transitions would not fit in
                // memory.
                let span = self.machine.next(&unfinished.state, thread).span;
                moved
                    .obstacles
                    .push(Obstacle { interruption: Interruption::LargeInput(n_outcomes as u64, None), span });
                moved.is_local = false;
                moved.footprint.ends_execution = true;
                break;
            }
            self.go_on(unfinished, &mut moved, &mut pending);
        }
        // Outcomes were found last piece first.
        moved.successors.reverse();
        // A thread that is blocked inside its atomic section excludes all other threads as soon as it can go on. So the
        // move commutes with no other one.
        let is_inside = |successor: &Successor| successor.state.atomic_thread().is_some();
        moved.footprint.ends_execution |= state.atomic_thread().is_some() || moved.successors.iter().any(is_inside);
        moved
    }

    /// Whether a split decides something by a value that no execution may have. A clock of Raddle's library that does
    /// not go back only assumes that the time is late enough, which is true at some time.
    fn splits_any(&self, state: &State, thread: u32, symbol: SymbolId) -> bool {
        let running = &self.machine.program.procedures[state.threads[thread as usize].frame().procedure];
        let assumes = matches!(self.machine.next(state, thread).effect, Effect::Assume { .. });
        state.symbols[symbol].is_any && !(assumes && CLOCKS.contains(&&*running.name))
    }

    fn go_on(&self, unfinished: Unfinished, moved: &mut Moved, pending: &mut Vec<Unfinished>) {
        let Unfinished { mut state, mut record, mut way, mut choice, mut n_completed, mut n_front, mut others, .. } =
            unfinished;
        let (mut has_released, mut phase) = (unfinished.has_released, unfinished.phase);
        let (mut section, mut only_wakes, mut in_movable) =
            (unfinished.section, unfinished.only_wakes, unfinished.in_movable);
        let thread = way.thread;
        let mut base = Base { state: state.clone(), n_completed, choice };
        let mut progress = Progress::default();
        loop {
            // Where a part of a move begins, its first transition may have a choice already.
            if n_completed > base.n_completed && n_completed.is_multiple_of(LOCAL_LIMIT) {
                if !self.may_run_long
                    || !moved.is_local
                    || !progress.is_made(&state, thread)
                    || self.cancellation.reason().is_some()
                {
                    state.thread_mut(thread).is_cut = true;
                    break;
                }
                base = Base { state: state.clone(), n_completed, choice: None };
                n_front = record.without_repetitions(n_front);
                others = None;
            }
            if n_completed > 0 && self.must_stop(&mut state, thread, n_completed, &record, &mut others) {
                break;
            }
            let is_first = n_completed == 0;
            let in_section = state.threads[thread as usize].atomic_depth > 0;
            let span = self.machine.next(&state, thread).span;
            let begins_section = matches!(self.machine.next(&state, thread).effect, Effect::AtomicBegin);
            let frame = state.threads[thread as usize].frame();
            in_movable &= in_section;
            in_movable |= begins_section && !in_section && self.section_moves(frame);
            let locks_movable = !in_section && self.locked_section_moves(frame);
            // A loop that creates threads without end must not run on while the created threads do not.
            let may_create_freely = self.reductions.blocks && state.threads.len() < FREE_THREADS;
            let creates_repeatedly =
                !may_create_freely && self.future.creates_repeatedly(frame.procedure, frame.location);
            let is_ordered = self.never_racing.is_some_and(|it| it.at(frame.procedure, frame.location));
            if begins_section && is_first && !in_movable {
                moved.is_local = false;
            } else if begins_section && !in_section {
                n_front.get_or_insert(record.accesses.len());
            }
            let (hands_on, observes) = match &self.machine.next(&state, thread).effect {
                Effect::Synchronize { operation, .. } => (true, operation.observes_without_order()),
                Effect::Spawn { .. } => (true, false),
                _ => (false, false),
            };
            if begins_section && !in_section {
                section = self.section_at(frame.procedure, frame.location);
            } else if !in_section {
                section = None;
            }
            let seen = self.blocks.map(|_| Seen::before(&self.machine.next(&state, thread).effect, &state, thread));
            if seen.as_ref().is_some_and(|seen| seen.may_wait) {
                self.take_note_of_wait(&state, thread);
            }
            let marks = Marks::of(&record);
            let result = self.machine.step(&mut state, thread, choice.take(), &mut record);
            self.forget(&state, &mut record, marks);
            if is_ordered && !in_section && record.accesses.len() > marks.accesses {
                // The rest of the move consists of accesses that race with nothing and steps that no thread can
                // observe.
                n_front.get_or_insert(marks.accesses);
            }
            if record.tokens[marks.tokens..].contains(&Token::Child) {
                // The rest of the move is done without the other threads.
                n_front.get_or_insert(marks.accesses);
            }
            moved.hides_order |= observes || hides_order(&record, marks, in_section && has_released);
            moved.hides_order |= record.accesses[marks.accesses..].iter().any(|access| {
                let hides = access.atomic.is_some_and(|atomic| atomic.hides_order(access.is_write));
                // The value that is read may have been written by a thread that has ended.
                let is_shared = state.objects[access.object].is_shared;
                hides && if access.is_write { self.may_conflict(&state, thread, access) } else { is_shared }
            });
            let accesses = &record.accesses[marks.accesses..];
            let publishes =
                |access: &Access| access.is_write && (access.atomic.is_some() || self.future.has_atomic_accesses());
            has_released |= in_section && (hands_on || accesses.iter().any(publishes));
            has_released &= state.threads[thread as usize].atomic_depth > 0;
            let ends = match &result {
                Ok(Outcome::Moved) => record.tokens[marks.tokens..].contains(&Token::Child),
                Ok(Outcome::Refuted | Outcome::Stopped) => true,
                Err(Interruption::Split(..) | Interruption::Choose(_) | Interruption::Blocked) => false,
                Err(_) => true,
            };
            if ends && !is_first && !in_section {
                // Other threads may act before the execution ends: stop in front of it.
                state = base.again(self.machine, thread, n_completed);
                truncate(&mut record, marks);
                break;
            }
            if let Err(Interruption::Violation(kind, _)) = &result
                && kind.property() == Property::Memory
            {
                // An access outside of every live object is not recorded: its cell is unknown.
                self.end_trust();
            }
            let result = match result {
                Err(interruption @ Interruption::LargeInput(_, Some(symbol))) => {
                    let samples = self.samples.of(state.symbols[symbol]);
                    if samples.is_empty() {
                        Err(interruption)
                    } else {
                        moved.obstacles.push(Obstacle { interruption, span });
                        moved.is_local = false;
                        moved.footprint.ends_execution = true;
                        Err(Interruption::Split(symbol, samples))
                    }
                }
                result => result,
            };
            // Before the accesses of the last transition are taken out: a transition that ends the execution has made
            // its accesses, too.
            let class = match (&result, section) {
                (Err(Interruption::Split(..) | Interruption::Choose(_) | Interruption::Blocked), _) => None,
                (_, Some(Section::Takes(_))) => Some(Class::Right),
                (_, Some(Section::GivesBack(_))) => Some(Class::Left),
                (_, None) if in_movable => Some(Class::Both),
                (_, None) => {
                    let is_ordered = is_ordered && !in_section;
                    let class = self.class_of(&state, thread, &record, marks, seen.as_ref(), is_ordered);
                    // The lock was free: the section follows without a wait.
                    if locks_movable && class == Some(Class::Right) { Some(Class::Both) } else { class }
                }
            };
            for (rank, violation) in record.violations.drain(marks.violations..).enumerate() {
                if !matches!(result, Err(Interruption::Split(..) | Interruption::Choose(_) | Interruption::Blocked)) {
                    let way = Way { n_transitions: n_completed + 1, ..way.clone() };
                    moved.found.push(Found { violation, way, rank });
                }
            }
            match result {
                Ok(Outcome::Moved) => {
                    // If only the holder of a lock accesses some memory, no other thread can act before such an access,
                    // nor before the release of the lock. So such a step needs no more alternatives than a step that no
                    // thread can observe.
                    let is_noticed = in_section && !in_movable
                        || creates_repeatedly
                        || class.is_none_or(|class| matches!(class, Class::Right | Class::Non))
                            && self.is_noticed(&state, thread, &record, marks, is_ordered);
                    if is_first && is_noticed {
                        moved.is_local = false;
                    }
                    let goes_on_in_block = !moved.is_local
                        && !creates_repeatedly
                        && class.is_some_and(|class| {
                            self.belongs_to_block(class, phase, only_wakes, seen.as_ref(), &record, marks)
                        });
                    let may_go_on = is_first || in_section || !is_noticed || goes_on_in_block;
                    let stays_in_block = !is_noticed || goes_on_in_block;
                    if !may_go_on && !others.as_ref().is_some_and(|others| others.still_only_refute(&record)) {
                        let before = base.again(self.machine, thread, n_completed);
                        if !self.is_alone(&before, thread, &record, marks, &mut others) {
                            state = before;
                            truncate(&mut record, marks);
                            let way = Way { n_transitions: n_completed + 1, ..way.clone() };
                            // The violation that the undone transition reported is reported when the transition is
                            // taken.
                            moved.found.retain(|found| !found.way.is_like(&way));
                            break;
                        }
                    }
                    if !may_go_on || is_noticed && !is_first && !in_section {
                        n_front.get_or_insert(marks.accesses);
                    }
                    // If no other thread can do anything, a new block may begin.
                    let before = if is_first || in_section || stays_in_block { phase } else { Phase::PreCommit };
                    phase = before.after(class.unwrap_or(Class::Non));
                    only_wakes &= class == Some(Class::Both) || seen.as_ref().is_some_and(|seen| seen.wakes.is_some());
                    n_completed += 1;
                }
                Ok(Outcome::Refuted | Outcome::Stopped) => {
                    moved.is_local = false;
                    moved.footprint.ends_execution = true;
                    moved.footprint.add(&record, n_front.unwrap_or(usize::MAX), &state);
                    moved.end(way, n_completed + 1, record);
                    return;
                }
                // A move with so many outcomes is split no further. The rest is a move of its own, so that the search
                // can be stopped in between.
                Err(Interruption::Split(..) | Interruption::Choose(_))
                    if n_completed > 0 && pending.len() + moved.successors.len() >= OUTCOME_LIMIT =>
                {
                    truncate(&mut record, marks);
                    state.thread_mut(thread).is_cut = true;
                    break;
                }
                Err(Interruption::Split(symbol, pieces)) => {
                    self.has_split_any.set(self.has_split_any.get() || self.splits_any(&state, thread, symbol));
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
                            others: others.clone(),
                            has_released,
                            phase,
                            only_wakes,
                            section,
                            in_movable,
                        });
                    }
                    return;
                }
                Err(Interruption::Choose(count)) => {
                    truncate(&mut record, marks);
                    for chosen in 0..count {
                        let mut way = way.clone();
                        way.decisions.push(Decision::Choice(chosen));
                        let (state, record) = (state.clone(), record.clone());
                        pending.push(Unfinished {
                            state,
                            record,
                            way,
                            choice: Some(chosen),
                            n_completed,
                            n_front,
                            others: others.clone(),
                            has_released,
                            phase,
                            only_wakes,
                            section,
                            in_movable,
                        });
                    }
                    return;
                }
                Err(Interruption::Blocked) => {
                    truncate(&mut record, marks);
                    moved.is_local = false;
                    break;
                }
                Err(Interruption::Violation(kind, message)) => {
                    let way = Way { n_transitions: n_completed + 1, ..way };
                    let violation = Violation { kind, thread, span, message };
                    let rank = moved.found.iter().filter(|found| found.way.is_like(&way)).count();
                    moved.found.push(Found { violation, way: way.clone(), rank });
                    moved.is_local = false;
                    moved.footprint.ends_execution = true;
                    moved.footprint.add(&record, n_front.unwrap_or(usize::MAX), &state);
                    moved.end(way, n_completed + 1, record);
                    return;
                }
                Err(interruption) => {
                    moved.obstacles.push(Obstacle { interruption, span });
                    moved.is_local = false;
                    moved.footprint.ends_execution = true;
                    moved.footprint.add(&record, n_front.unwrap_or(usize::MAX), &state);
                    moved.end(way, n_completed + 1, record);
                    return;
                }
            }
        }
        moved.footprint.add(&record, n_front.unwrap_or(usize::MAX), &state);
        way.n_transitions = n_completed;
        moved.successors.push(Successor { state, way, happened: record.history.unwrap_or_default() });
    }

    /// Removes the accesses to globals whose values influence no assertion.
    fn forget(&self, state: &State, record: &mut Record, since: Marks) {
        if self.forgotten.is_empty() {
            return;
        }
        let is_forgotten = |access: &Access| matches!(state.objects[access.object].origin, Origin::Global(global) if self.forgotten.contains(&global));
        let mut index = 0;
        record.accesses.retain(|access| {
            index += 1;
            index <= since.accesses || !is_forgotten(access)
        });
    }

    /// Whether a move must end before its next transition, for any transition.
    fn must_stop(
        &self,
        state: &mut State,
        thread: u32,
        n_completed: u32,
        record: &Record,
        others: &mut Option<Others>,
    ) -> bool {
        if state.threads[thread as usize].has_ended() {
            return true;
        }
        if self.machine.enabled(state, thread) != Enabled::Yes {
            self.take_note_of_wait(state, thread);
            return true;
        }
        let in_section = state.threads[thread as usize].atomic_depth > 0;
        if !in_section && self.lets_section_go_on(state) {
            return true;
        }
        if n_completed >= LONG_LIMIT {
            state.thread_mut(thread).is_cut = true;
            return true;
        }
        let begins_section = matches!(self.machine.next(state, thread).effect, Effect::AtomicBegin);
        let frame = state.threads[thread as usize].frame();
        let gives_back =
            begins_section && matches!(self.section_at(frame.procedure, frame.location), Some(Section::GivesBack(_)));
        let moves = begins_section && self.section_moves(frame);
        begins_section
            && !in_section
            && !gives_back
            && !moves
            && !self.is_alone(state, thread, record, Marks::of(record), others)
    }

    /// Whether a thread that waited inside its atomic section can go on. Then no other thread takes a step before it,
    /// not even an unobservable one.
    fn lets_section_go_on(&self, state: &State) -> bool {
        let mut inside = state.live_threads().filter(|&thread| state.threads[thread as usize].atomic_depth > 0);
        inside.any(|thread| self.machine.enabled(state, thread) == Enabled::Yes)
    }

    /// Whether the other threads can do no more in this state than refute the execution. The state is the one before
    /// the transition that the record holds from the marks on. That transition must not have written what the other
    /// threads read either.
    fn is_alone(&self, state: &State, thread: u32, record: &Record, marks: Marks, others: &mut Option<Others>) -> bool {
        if !self.reductions.alone {
            return false;
        }
        if !others.as_ref().is_some_and(|others| others.still_only_refute(record)) {
            let accesses = self.refutations(state, thread);
            *others = accesses.map(|accesses| Others { accesses, since: marks });
        }
        others.as_ref().is_some_and(|others| others.still_only_refute(record))
    }

    /// The accesses of the other threads in moves that refute the execution; `None` if one of them can do more.
    fn refutations(&self, state: &State, thread: u32) -> Option<Vec<Access>> {
        let mut accesses = Vec::new();
        for other in state.live_threads().filter(|&other| other != thread) {
            if self.machine.enabled(state, other) != Enabled::No {
                accesses.extend(self.refutation(state, other)?);
            }
        }
        Some(accesses)
    }

    /// The accesses of a thread until it refutes the execution; `None` if its next move does anything else.
    fn refutation(&self, state: &State, thread: u32) -> Option<Vec<Access>> {
        let (mut state, mut record) = (state.clone(), Record::default());
        for _ in 0..REFUTATION_LIMIT {
            match self.machine.step(&mut state, thread, None, &mut record) {
                Ok(Outcome::Refuted) if record.violations.is_empty() => return Some(record.accesses),
                Ok(Outcome::Moved) => {}
                Ok(Outcome::Refuted | Outcome::Stopped) | Err(_) => return None,
            }
            // Only unobservable steps may come before the assumption, except steps of its own section. Behind an
            // earlier section, the moving thread might act in between and make the assumption true.
            let in_section = state.threads[thread as usize].atomic_depth > 0;
            let is_quiet = record.tokens.is_empty()
                && (in_section || record.accesses.is_empty())
                && !state.threads[thread as usize].has_ended();
            if !is_quiet || self.machine.enabled(&state, thread) != Enabled::Yes {
                return None;
            }
        }
        None
    }

    /// Whether another thread may observe what was recorded since the marks. If `is_ordered`, the accesses of this
    /// transition race with nothing. The end of an object's life is no access, and may still come first.
    fn is_noticed(&self, state: &State, thread: u32, record: &Record, marks: Marks, is_ordered: bool) -> bool {
        let is_rival = |access: &Access| {
            let is_settled = is_ordered && access.atomic.is_none() && !may_die(state, thread, access);
            !is_settled && self.may_conflict(state, thread, access)
        };
        !self.reductions.invisible_steps
            || record.tokens[marks.tokens..].iter().any(|&token| self.may_depend(state, thread, token))
            || record.accesses[marks.accesses..].iter().any(is_rival)
    }

    /// Whether another live thread may, now or later, do something that depends on this token.
    fn may_depend(&self, state: &State, thread: u32, token: Token) -> bool {
        let future = self.future;
        match token {
            Token::Life(object) => self.ends_life_of_used(state, thread, object),
            Token::Synchronization(..)
            | Token::Keys
            | Token::KeyUse
            | Token::Addresses
            | Token::Abandoned
            | Token::Child => true,
            Token::Cancel(_) => future.may_cancel(),
            // The end of a live thread is yet to come: an operation that has tested it did not wait for it.
            Token::End(target) => {
                target != thread && !state.threads[target as usize].has_ended()
                    || self.any_other(state, thread, |frame| future.may_join(frame.procedure, frame.location))
            }
            // The number of a thread decides whether a join fails.
            Token::Threads => self.any_other(state, thread, |frame| {
                future.may_create(frame.procedure, frame.location) || future.may_join(frame.procedure, frame.location)
            }),
        }
    }

    /// Whether another live thread may use the object for synchronization after its life ends. (Other uses are accesses, which conflict with the
    /// free.) True for all but allocated objects.
    ///
    /// Rule: an allocated object in which a thread may still synchronize is not freed in the move of the step in front.
    /// Tests: in `reach`: `freed_behind_the_post`, `freed_behind_the_unlock`.
    pub(super) fn ends_life_of_used(&self, state: &State, thread: u32, object: ObjectId) -> bool {
        match state.objects[object].origin {
            Origin::Allocated(..) => self
                .any_other(state, thread, |frame| self.future.may_synchronize_pointed(frame.procedure, frame.location)),
            Origin::Global(_) | Origin::ThreadLocal(..) | Origin::Local(..) => true,
        }
    }

    /// Whether a frame of another live thread has a property; true without the analysis.
    fn any_other(&self, state: &State, thread: u32, has: impl Fn(&Frame) -> bool) -> bool {
        !self.reductions.future_accesses
            || state
                .live_threads()
                .filter(|&other| other != thread)
                .any(|other| state.threads[other as usize].frames.iter().any(|frame| has(frame)))
    }

    /// Whether a thread may reach the object of an access now or later with an access that conflicts.
    pub fn may_conflict_with(&self, state: &State, thread: u32, access: &Access) -> bool {
        let object = &state.objects[access.object];
        let conflicts =
            |frame: &Frame| self.future.may_conflict(frame.procedure, frame.location, object, access.is_write);
        !self.reductions.future_accesses || state.threads[thread as usize].frames.iter().any(|frame| conflicts(frame))
    }

    /// The same for an access that was made: the address of its object, which no other thread has yet, may be published without order.
    ///
    /// Rule: what a thread wrote into new memory is part of the history if an atomic access may publish the address without order.
    /// Tests: `new_memory_published_by_a_relaxed_store`, `new_memory_read_by_a_relaxed_load`.
    pub fn may_conflict_later(&self, state: &State, thread: u32, access: &Access) -> bool {
        let object = &state.objects[access.object];
        let conflicts =
            |frame: &Frame| self.future.may_conflict(frame.procedure, frame.location, object, access.is_write);
        let may_be_published =
            || !object.is_shared && self.future.hides_order() && self.any_other(state, thread, conflicts);
        self.may_conflict(state, thread, access) || may_be_published()
    }

    /// Whether another live thread may reach the object now or later with an access that conflicts.
    pub fn may_conflict(&self, state: &State, thread: u32, access: &Access) -> bool {
        let object = &state.objects[access.object];
        if !object.is_shared {
            return !self.reductions.invisible_steps;
        }
        let conflicts =
            |frame: &Frame| self.future.may_conflict(frame.procedure, frame.location, object, access.is_write);
        may_die(state, thread, access) || self.any_other(state, thread, conflicts)
    }
}

/// Whether another live thread owns the object, so that the scope of the object may end.
pub(super) fn may_die(state: &State, thread: u32, access: &Access) -> bool {
    let owner = match state.objects[access.object].origin {
        Origin::Global(_) => None,
        Origin::ThreadLocal(owner, _) | Origin::Local(owner, ..) | Origin::Allocated(owner, ..) => Some(owner),
    };
    owner.is_some_and(|owner| owner != thread && !state.threads[owner as usize].has_ended())
}

/// Whether what was recorded since the marks hides order: a misuse, an access in an atomic section after a release
/// operation in it, or the end of a thread that lets another thread begin what it began.
fn hides_order(record: &Record, marks: Marks, has_released: bool) -> bool {
    let is_misuse = |violation: &Violation| violation.kind.property() == Property::Locks;
    has_released && record.accesses.len() > marks.accesses
        || record.tokens[marks.tokens..].contains(&Token::Abandoned)
        || record.violations[marks.violations..].iter().any(is_misuse)
}

/// How much a record held before a transition.
#[derive(Clone, Copy)]
pub(super) struct Marks {
    pub(super) accesses: usize,
    pub(super) tokens: usize,
    pub(super) violations: usize,
    happened: usize,
}

impl Marks {
    fn of(record: &Record) -> Self {
        Marks {
            accesses: record.accesses.len(),
            tokens: record.tokens.len(),
            violations: record.violations.len(),
            happened: record.history.as_ref().map_or(0, Vec::len),
        }
    }
}

fn truncate(record: &mut Record, marks: Marks) {
    record.accesses.truncate(marks.accesses);
    record.tokens.truncate(marks.tokens);
    record.violations.truncate(marks.violations);
    record.history.iter_mut().for_each(|happened| happened.truncate(marks.happened));
}
