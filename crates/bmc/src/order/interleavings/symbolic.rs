//! Symbolic execution of one interleaving of an unwound program: states, and what a unit does to one.
//!
//! A state gives the next unit of each thread, the content of each cell, the holder of each lock, the values that were
//! read as far as they are still needed, and conditions. These are the conditions of the path (a lock that is held is
//! not acquired, ...) and of the query. As variables get values, conditions become constants, or terms over inputs. A
//! condition that is false ends the interleaving without a query to the solver. Two states with the same parts have the
//! same continuations.

use std::collections::{BTreeMap, BTreeSet};

use raddle_logic::term::{Op, Term};

use crate::order::interleavings::bindings::{Bindings, Marks, bind, equal, same};
use crate::order::interleavings::units::{Place, Unit, Units, is_over};
use crate::unwind::Value;
use crate::unwind::event::{Event, EventId, EventKind, Mode};
use crate::unwind::object::LockId;
use crate::unwind::pool::Pool;

/// What is in a cell.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
struct Content {
    tag: Term,
    bits: Term,
    /// The condition that it was written at all.
    is_known: Term,
}

/// An acquisition of a lock whose section may not be over.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
struct Hold {
    lock: LockId,
    mode: Mode,
    acquisition: EventId,
    thread: u32,
    /// The condition that it is held.
    is_held: Term,
}

/// A state.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct State {
    /// By thread: its next unit.
    pub next: Vec<u32>,
    /// By cell.
    memory: Vec<Option<Content>>,
    holds: Vec<Hold>,
    /// What was read and is still needed: of variables, and of parts of guards and values that wait for no other read.
    bindings: BTreeMap<Term, Term>,
    /// What has to hold, sorted; nothing that is constantly true.
    pub conditions: Vec<Term>,
    /// If switches are counted: the last thread, and how many there were.
    pub last: Option<(u32, u32)>,
}

/// What a move touches; two moves of different threads commute unless they touch the same and one of them writes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Token {
    /// A cell.
    Cell {
        /// Its number.
        number: u32,
        /// Whether it is written.
        is_write: bool,
    },
    /// A lock.
    Lock(LockId),
    /// The end of a thread.
    End {
        /// Its number.
        thread: u32,
        /// Whether it ends; otherwise another thread waits for it.
        is_write: bool,
    },
    /// Two accesses that may race.
    Race(u32),
    /// Everything.
    All,
}

impl Token {
    fn conflicts_with(self, other: Token) -> bool {
        match (self, other) {
            (Token::All, _) | (_, Token::All) => true,
            (Token::Cell { number, is_write }, Token::Cell { number: theirs, is_write: writes }) => {
                number == theirs && (is_write || writes)
            }
            (Token::Lock(lock), Token::Lock(theirs)) => lock == theirs,
            (Token::End { thread, is_write }, Token::End { thread: theirs, is_write: writes }) => {
                thread == theirs && (is_write || writes)
            }
            (Token::Race(pair), Token::Race(theirs)) => pair == theirs,
            (Token::Cell { .. } | Token::Lock(_) | Token::End { .. } | Token::Race(_), _) => false,
        }
    }
}

/// Whether two moves of different threads commute.
pub fn commute(one: &[Token], other: &[Token]) -> bool {
    !one.iter().any(|mine| other.iter().any(|theirs| mine.conflicts_with(*theirs)))
}

/// What a move leaves behind beside its state.
#[derive(Clone, Default, Debug)]
pub struct Done {
    /// What it touched.
    pub tokens: Vec<Token>,
    /// The events that may have happened, in their order.
    pub events: Vec<EventId>,
    /// What its reads were bound to.
    pub bound: Vec<(Term, Term)>,
}

/// Executes units.
pub struct Executor<'a> {
    /// The units.
    pub units: &'a Units,
    /// The events of the unwound program.
    pub events: &'a [Event],
    /// The terms.
    pub pool: &'a mut Pool,
    /// Which terms wait for reads.
    pub marks: &'a mut Marks,
}

/// The interleaving is infeasible.
pub struct Impossible;

impl Executor<'_> {
    /// The state before anything happened, under conditions.
    pub fn start(&mut self, conditions: &[Term]) -> Result<State, Impossible> {
        let mut state = State {
            next: vec![0; self.units.threads.len()],
            memory: vec![None; self.units.cells.len()],
            ..State::default()
        };
        for &condition in conditions {
            self.require(&mut state, condition)?;
        }
        for thread in 0..self.units.threads.len() as u32 {
            if self.units.spawned_at[thread as usize].is_none() {
                self.skip(&mut state, thread);
            }
        }
        Ok(state)
    }

    /// Whether a thread was started and has not ended.
    pub fn is_live(&self, state: &State, thread: u32) -> bool {
        let is_started = self.units.spawned_at[thread as usize].is_none_or(|place| is_over(&state.next, place));
        is_started && (state.next[thread as usize] as usize) < self.units.threads[thread as usize].len()
    }

    /// Takes the next unit of a thread.
    pub fn take(&mut self, state: &mut State, thread: u32, done: &mut Done) -> Result<(), Impossible> {
        let number = state.next[thread as usize];
        let units = self.units;
        let unit = &units.threads[thread as usize][number as usize];
        done.tokens.extend(units.races((thread, number)).iter().map(|&(pair, _)| Token::Race(pair)));
        if let Some((variable, value)) = self.open_choice(state, (thread, number)) {
            let value = self.pool.bool(value);
            self.assign(state, vec![(variable, value)], done)?;
        }
        for &event in &unit.events {
            let data = &self.events[event.0 as usize];
            let guard = self.value(state, data.guard);
            if self.pool.is_false(guard) && !matches!(data.kind, EventKind::Last) {
                continue;
            }
            done.events.push(event);
            self.event(state, (thread, number), event, guard, done)?;
        }
        state.next[thread as usize] += 1;
        self.skip(state, thread);
        self.skip_started(state, unit);
        self.forget(state);
        Ok(())
    }

    fn event(
        &mut self,
        state: &mut State,
        (thread, _): Place,
        event: EventId,
        guard: Term,
        done: &mut Done,
    ) -> Result<(), Impossible> {
        match self.events[event.0 as usize].kind {
            EventKind::Read(cell, value) => {
                let number = self.units.cells[&cell];
                done.tokens.push(Token::Cell { number, is_write: false });
                self.read(state, number, value, guard, done)?;
            }
            EventKind::Write(cell, value) => {
                let number = self.units.cells[&cell];
                done.tokens.push(Token::Cell { number, is_write: true });
                let (tag, bits) = (self.value(state, value.tag), self.value(state, value.bits));
                let before = state.memory[number as usize];
                state.memory[number as usize] = Some(match before {
                    Some(old) if !self.pool.is_true(guard) => Content {
                        tag: self.pool.ite(guard, tag, old.tag),
                        bits: self.pool.ite(guard, bits, old.bits),
                        is_known: self.pool.or(guard, old.is_known),
                    },
                    Some(_) | None => Content { tag, bits, is_known: guard },
                });
            }
            EventKind::Lock(lock, mode) => {
                done.tokens.push(Token::Lock(lock));
                let others: Vec<Term> = state
                    .holds
                    .iter()
                    .filter(|hold| hold.lock == lock && hold.thread != thread && hold.mode.excludes(mode))
                    .map(|hold| hold.is_held)
                    .collect();
                for is_held in others {
                    let both = self.pool.and(guard, is_held);
                    let condition = self.pool.not(both);
                    self.require(state, condition)?;
                }
                state.holds.push(Hold { lock, mode, acquisition: event, thread, is_held: guard });
                state.holds.sort_unstable();
            }
            EventKind::Unlock(lock) => {
                done.tokens.push(Token::Lock(lock));
                let of = self.units.acquisitions.get(&event).cloned().unwrap_or_default();
                let goes_on = self.pool.not(guard);
                for hold in state.holds.iter_mut().filter(|hold| of.contains(&hold.acquisition)) {
                    hold.is_held = self.pool.and(hold.is_held, goes_on);
                }
                let pool = &*self.pool;
                state.holds.retain(|hold| !pool.is_false(hold.is_held));
            }
            EventKind::Join(child) => {
                let child = self.units.numbers.get(&child).copied();
                let end = child.and_then(|child| Some((child, self.units.end_of[child as usize]?)));
                if let Some(end) = end {
                    done.tokens.push(Token::End { thread: end.0, is_write: false });
                    if !is_over(&state.next, end) {
                        let condition = self.pool.not(guard);
                        self.require(state, condition)?;
                    }
                }
            }
            EventKind::End => done.tokens.push(Token::End { thread, is_write: true }),
            EventKind::Last => {
                done.tokens.push(Token::All);
                let is_behind = |other: u32| {
                    other == thread || state.next[other as usize] as usize == self.units.threads[other as usize].len()
                };
                if !(0..state.next.len() as u32).all(is_behind) {
                    return Err(Impossible);
                }
            }
            EventKind::Spawn(_) | EventKind::Begin | EventKind::Mark => {}
        }
        Ok(())
    }

    fn read(
        &mut self,
        state: &mut State,
        cell: u32,
        value: Value,
        guard: Term,
        done: &mut Done,
    ) -> Result<(), Impossible> {
        // A cell that was never written has an unknown value.
        let Some(content) = state.memory[cell as usize] else { return Ok(()) };
        let happens = self.pool.and(guard, content.is_known);
        if !self.pool.is_true(content.is_known) {
            for (read, found) in [(value.tag, content.tag), (value.bits, content.bits)] {
                let equal = self.pool.eq(read, found);
                let condition = self.pool.implies(happens, equal);
                self.require(state, condition)?;
            }
            return Ok(());
        }
        let mut pairs = Vec::new();
        bind(self.pool, value.tag, content.tag, &mut pairs);
        bind(self.pool, value.bits, content.bits, &mut pairs);
        for (read, found) in [(value.tag, content.tag), (value.bits, content.bits)] {
            let same = same(self.pool, read, found);
            let condition = self.pool.implies(guard, same);
            self.require(state, condition)?;
        }
        self.assign(state, pairs, done)
    }

    /// Gives variables their values, also in what waited for them.
    fn assign(&mut self, state: &mut State, pairs: Vec<(Term, Term)>, done: &mut Done) -> Result<(), Impossible> {
        let marks = pairs.iter().fold(0, |marks, pair| marks | self.marks.of_term(self.pool, pair.0));
        state.bindings.extend(pairs.iter().copied());
        done.bound.extend(pairs.iter().copied());
        let units = self.units;
        for part in pairs.iter().filter_map(|pair| units.parts.get(&pair.0)).flatten() {
            let value = self.value(state, *part);
            if self.marks.of_term(self.pool, value) == 0 {
                state.bindings.insert(*part, value);
            }
        }
        let waiting = std::mem::take(&mut state.conditions);
        let values = |term: Term| pairs.iter().find(|pair| pair.0 == term).map(|pair| pair.1);
        let mut bindings = Bindings::new(&values, marks);
        for condition in waiting {
            let condition = bindings.apply(self.pool, self.marks, condition);
            self.add(state, condition)?;
        }
        Ok(())
    }

    /// The choice at a unit, if it was not made at an earlier unit.
    fn open_choice(&mut self, state: &State, place: Place) -> Option<(Term, bool)> {
        let (variable, value) = self.units.choice(place)?;
        let literal = if value { variable } else { self.pool.not(variable) };
        let known = self.value(state, literal);
        let is_made = self.pool.is_true(known) || self.pool.is_false(known);
        Some((variable, value)).filter(|_| !is_made)
    }

    /// All threads that are left stop for ever, if they may. Then the thread that reads final values goes on.
    pub fn halt(&mut self, state: &mut State, done: &mut Done) -> Result<(), Impossible> {
        let units = self.units;
        let mut pairs = Vec::new();
        for thread in (0..state.next.len() as u32).filter(|&thread| units.last != Some(thread)) {
            if self.is_live(state, thread) {
                let place = (thread, state.next[thread as usize]);
                let (variable, value) = self.open_choice(state, place).ok_or(Impossible)?;
                let pair = (variable, self.pool.bool(!value));
                if pairs.iter().any(|other: &(Term, Term)| other.0 == pair.0 && other.1 != pair.1) {
                    return Err(Impossible);
                }
                pairs.push(pair);
            }
        }
        done.tokens.push(Token::All);
        self.assign(state, pairs, done)?;
        for thread in (0..state.next.len() as u32).filter(|&thread| units.last != Some(thread)) {
            self.skip(state, thread);
        }
        self.forget(state);
        Ok(())
    }

    /// A term with what was read in it.
    pub fn value(&mut self, state: &State, term: Term) -> Term {
        if self.marks.of_term(self.pool, term) == 0 {
            return term;
        }
        let values = |term: Term| state.bindings.get(&term).copied();
        Bindings::new(&values, u128::MAX).apply(self.pool, self.marks, term)
    }

    /// Adds a condition.
    fn require(&mut self, state: &mut State, condition: Term) -> Result<(), Impossible> {
        let condition = self.value(state, condition);
        self.add(state, condition)
    }

    fn add(&mut self, state: &mut State, condition: Term) -> Result<(), Impossible> {
        let mut pending = vec![condition];
        // Conjunctions share parts: without this, each path to a part would be followed.
        let mut seen: BTreeSet<Term> = BTreeSet::new();
        while let Some(condition) = pending.pop() {
            if self.pool.is_false(condition) {
                return Err(Impossible);
            }
            if self.pool.terms.op(condition) == Op::And {
                if seen.insert(condition) {
                    pending.extend(self.pool.terms.arguments(condition));
                }
            } else if !self.pool.is_true(condition)
                && let Err(position) = state.conditions.binary_search(&condition)
            {
                state.conditions.insert(position, condition);
            }
        }
        Ok(())
    }

    /// Goes on over units in which nothing happens.
    fn skip(&mut self, state: &mut State, thread: u32) {
        let units = self.units;
        while let Some(unit) = units.threads[thread as usize].get(state.next[thread as usize] as usize) {
            let mut guards: Vec<Term> = unit.unnoticed.into_iter().collect();
            for &event in &unit.events {
                let data = &self.events[event.0 as usize];
                if matches!(data.kind, EventKind::Last) {
                    return;
                }
                guards.push(data.guard);
            }
            for guard in guards {
                let guard = self.value(state, guard);
                if !self.pool.is_false(guard) {
                    return;
                }
            }
            state.next[thread as usize] += 1;
            self.skip_started(state, unit);
        }
    }

    /// A thread that a unit starts goes on over units in which nothing happens.
    fn skip_started(&mut self, state: &mut State, unit: &Unit) {
        for &event in &unit.events {
            if let EventKind::Spawn(child) = self.events[event.0 as usize].kind
                && let Some(&child) = self.units.numbers.get(&child)
            {
                self.skip(state, child);
            }
        }
    }

    /// Leaves out what is not needed any more: cells that no later unit reads, and values that no condition needs.
    fn forget(&mut self, state: &mut State) {
        let State { next, memory, bindings, .. } = state;
        let is_needed = |places: &[Place]| places.iter().any(|&place| !is_over(next, place));
        for (number, content) in memory.iter_mut().enumerate() {
            if content.is_some() && !is_needed(&self.units.last_reads[number]) {
                *content = None;
            }
        }
        let is_part_needed = |part: &Term| self.units.last_uses.get(part).is_some_and(|uses| is_needed(uses));
        // A variable is needed for parts that wait for other reads, too; of all other parts their own values are known.
        let keep: Vec<Term> = bindings
            .keys()
            .filter(|term| {
                let mut parts = self.units.parts.get(term).into_iter().flatten();
                is_part_needed(term) || parts.any(|part| is_part_needed(part) && !bindings.contains_key(part))
            })
            .copied()
            .collect();
        bindings.retain(|term, _| keep.binary_search(term).is_ok());
    }

    /// That reads have the values that they are bound to.
    pub fn equations(&mut self, bound: &[(Term, Term)]) -> Vec<Term> {
        bound.iter().map(|&(variable, value)| equal(self.pool, variable, value)).collect()
    }

    /// Whether a term waits for no read.
    pub fn is_settled(&mut self, term: Term) -> bool {
        self.marks.of_term(self.pool, term) == 0
    }
}
