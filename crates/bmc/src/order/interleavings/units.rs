//! The *units* of the threads of an unwound program, each executed as one step of an interleaving; which units
//! conflict, and in which direction they move.
//!
//! A unit is an atomic section, the events of one step of the program, or (without a reduction) a step that no other
//! thread observes. The classes of movers are those of `analysis::movers`, but for events: an unwound program knows for
//! each access in which sections of locks it lies, so a lock whose address is computed protects as well as a named
//! lock.
//!
//! Rules, each of which would be unsound without its condition:
//! - Two units that happen in one order only (program order, creation, a certain join) do not conflict.
//! - An access moves in both directions if each access of another thread that conflicts with it, and was not made yet, lies in a
//!   section of a lock in whose section it lies, too. It lies in a section if it is behind the acquisition, exists in no other executions,
//!   and no release that may be there at the same time stands before it. Of a lock that is acquired to read, only reads lie in the section.
//! - To acquire is a right mover, to release a left mover: locks whose state a thread may read are shadow state, and no locks here.
//! - To wait for a thread is a right mover, to start one and to end are left movers, even if nothing conflicts with them: what they make
//!   possible is behind them in any case, and a thread that goes on to wait for it in one block waits for ever.
//! - The thread that reads final values comes behind all other units.
//! - Accesses that may race conflict, whether or not the events say so.
//!
//! Where a thread may stop for ever (in front of a lock that a thread may keep), the guards of all that it does from there on have a
//! literal in common that says it goes on: the unit has a *choice*. It is made when the thread goes on, or when no thread does.

use rustc_hash::{FxHashMap, FxHashSet};

use raddle_logic::term::{Op, Term, Terms};
use raddle_logic::traverse::variables_of;

use crate::encode::{HappensBefore, Implications, Pair};
use crate::order::interleavings::bindings::Marks;
use crate::unwind::event::{CellKey, EventId, EventKind, Mode, Unwound};
use crate::unwind::object::{LockId, ThreadId};
use crate::unwind::pool::Pool;
use raddle_analysis::movers::Class;

/// What is executed as one step.
#[derive(Clone, Debug, Default)]
pub struct Unit {
    /// The events in their order.
    pub events: Vec<EventId>,
    /// For a step that no other thread observes: the condition under which it is taken.
    pub unnoticed: Option<Term>,
}

/// A place: the number of a thread and of one of its units.
pub type Place = (u32, u32);

/// The units of all threads, and what is known of them before any of them is executed.
pub struct Units {
    /// By thread.
    pub threads: Vec<Vec<Unit>>,
    /// By thread: where it is started, if a thread starts it.
    pub spawned_at: Vec<Option<Place>>,
    /// By thread: the unit in which it ends.
    pub end_of: Vec<Option<u32>>,
    /// The numbers of threads.
    pub numbers: FxHashMap<ThreadId, u32>,
    /// The numbers of cells.
    pub cells: FxHashMap<CellKey, u32>,
    /// By cell: of each thread that reads it, the last unit that does.
    pub last_reads: Vec<Vec<Place>>,
    /// By part of a guard or of a value that waits for reads or choices: of each thread that needs it, the last unit that does.
    pub last_uses: FxHashMap<Term, Vec<Place>>,
    /// By variable: the parts that it is in.
    pub parts: FxHashMap<Term, Vec<Term>>,
    /// By release: the acquisitions that it may be of.
    pub acquisitions: FxHashMap<EventId, Vec<EventId>>,
    /// By thread and unit: of each other thread, the last unit that conflicts with it.
    conflicts: Vec<Vec<Vec<Place>>>,
    /// The same without conflicts that a common lock rules out.
    unprotected: Vec<Vec<Vec<Place>>>,
    /// By unit: the numbers of the pairs of accesses that may race and of which one is in it, each with the unit of the other.
    races: FxHashMap<Place, Vec<(u32, Place)>>,
    /// The thread that reads final values.
    pub last: Option<u32>,
    /// By thread and unit, at locks and joins: the variable and its value without which nothing happens from there on.
    choices: Vec<Vec<Option<(Term, bool)>>>,
    /// By thread and unit: whether it only acquires locks.
    only_acquires: Vec<Vec<bool>>,
    /// By thread and unit: how it moves if its accesses move in both directions.
    classes: Vec<Vec<Class>>,
}

/// An access or an operation on a lock, for looking for conflicts.
struct Use {
    place: Place,
    event: EventId,
    is_write: bool,
    /// The locks in whose sections it lies.
    locks: Vec<LockId>,
}

impl Units {
    /// The units of an unwound program; with `has_unnoticed`, steps without events are units, too.
    pub fn of(
        unwound: &Unwound,
        terms: &mut Terms,
        before: &HappensBefore,
        implications: &mut Implications,
        pairs: &[Pair],
        has_unnoticed: bool,
    ) -> Self {
        let numbers: FxHashMap<ThreadId, u32> = (0u32..).zip(&unwound.threads).map(|(n, it)| (it.id, n)).collect();
        let threads: Vec<Vec<Unit>> =
            (0..unwound.threads.len()).map(|thread| units_of(unwound, thread, has_unnoticed)).collect();
        let read = variables_of_reads(unwound, terms);
        let mut units = Units {
            spawned_at: vec![None; threads.len()],
            end_of: vec![None; threads.len()],
            numbers,
            cells: FxHashMap::default(),
            last_reads: Vec::new(),
            last_uses: FxHashMap::default(),
            parts: FxHashMap::default(),
            acquisitions: FxHashMap::default(),
            conflicts: threads.iter().map(|units| vec![Vec::new(); units.len()]).collect(),
            unprotected: threads.iter().map(|units| vec![Vec::new(); units.len()]).collect(),
            races: FxHashMap::default(),
            last: None,
            choices: threads.iter().map(|units| choices(unwound, terms, implications, units, &read)).collect(),
            only_acquires: threads
                .iter()
                .map(|units| units.iter().map(|unit| unit.only_acquires(unwound)).collect())
                .collect(),
            classes: threads.iter().map(|units| units.iter().map(|unit| class(unwound, unit)).collect()).collect(),
            threads,
        };
        for section in &unwound.sections {
            for &release in &section.releases {
                units.acquisitions.entry(release).or_default().push(section.acquire);
            }
        }
        let held = held(unwound, terms, implications);
        let (mut accesses, mut locks) = (FxHashMap::default(), FxHashMap::default());
        let (mut joins, mut ends): (Vec<(Place, ThreadId)>, FxHashMap<ThreadId, Place>) = Default::default();
        for (place, event) in units.events() {
            let locks_held = || held.get(&event).cloned().unwrap_or_default();
            match unwound.event(event).kind {
                EventKind::Read(cell, _) | EventKind::Write(cell, _) => {
                    let is_write = matches!(unwound.event(event).kind, EventKind::Write(..));
                    let n_cells = units.cells.len() as u32;
                    let number = *units.cells.entry(cell).or_insert(n_cells);
                    units.last_reads.resize(units.cells.len(), Vec::new());
                    if !is_write {
                        note(&mut units.last_reads[number as usize], place);
                    }
                    let uses: &mut Vec<Use> = accesses.entry(number).or_default();
                    uses.push(Use { place, event, is_write, locks: locks_held() });
                }
                EventKind::Lock(lock, _) | EventKind::Unlock(lock) => {
                    let is_write = matches!(unwound.event(event).kind, EventKind::Lock(..));
                    let uses: &mut Vec<Use> = locks.entry(lock).or_default();
                    uses.push(Use { place, event, is_write, locks: Vec::new() });
                }
                EventKind::Spawn(child) => {
                    if let Some(&child) = units.numbers.get(&child) {
                        units.spawned_at[child as usize] = Some(place);
                    }
                }
                EventKind::End => {
                    units.end_of[place.0 as usize] = Some(place.1);
                    ends.insert(unwound.event(event).thread, place);
                }
                EventKind::Join(child) => joins.push((place, child)),
                EventKind::Last => {
                    units.last = Some(place.0);
                    let others: Vec<Place> =
                        (0u32..).zip(&units.threads).map(|(it, all)| (it, all.len() as u32)).collect();
                    for (other, length) in others.into_iter().filter(|other| other.0 != place.0 && other.1 > 0) {
                        note(&mut units.conflicts[place.0 as usize][place.1 as usize], (other, length - 1));
                    }
                }
                EventKind::Begin | EventKind::Mark => {}
            }
        }
        let uses = accesses.into_values().map(|uses| (uses, true)).chain(locks.into_values().map(|uses| (uses, false)));
        for (uses, are_accesses) in uses {
            units.relate(before, &uses, are_accesses);
        }
        units.relate_races(unwound, pairs);
        for (place, child) in joins {
            if let Some(&end) = ends.get(&child) {
                note(&mut units.conflicts[place.0 as usize][place.1 as usize], end);
                note(&mut units.conflicts[end.0 as usize][end.1 as usize], place);
            }
        }
        units
    }

    fn events(&self) -> Vec<(Place, EventId)> {
        let of_thread = |(thread, units): (u32, &Vec<Unit>)| {
            let of_unit = |(number, unit): (u32, &Unit)| -> Vec<(Place, EventId)> {
                unit.events.iter().map(|&event| ((thread, number), event)).collect()
            };
            (0u32..).zip(units).flat_map(of_unit).collect::<Vec<_>>()
        };
        (0u32..).zip(&self.threads).flat_map(of_thread).collect()
    }

    fn relate(&mut self, before: &HappensBefore, uses: &[Use], are_accesses: bool) {
        for one in uses {
            for other in uses {
                let ((thread, unit), there) = (one.place, other.place);
                let is_ordered = before.is_before(one.event, other.event) || before.is_before(other.event, one.event);
                if there.0 == thread || !(one.is_write || other.is_write) || is_ordered {
                    continue;
                }
                note(&mut self.conflicts[thread as usize][unit as usize], there);
                if are_accesses && !one.locks.iter().any(|lock| other.locks.contains(lock)) {
                    note(&mut self.unprotected[thread as usize][unit as usize], there);
                }
            }
        }
    }

    /// Accesses that may race conflict, and no lock protects them, whether or not they have read or write events.
    fn relate_races(&mut self, unwound: &Unwound, pairs: &[Pair]) {
        let places: FxHashMap<EventId, Place> =
            self.events().into_iter().map(|(place, event)| (event, place)).collect();
        for (number, pair) in (0u32..).zip(pairs) {
            let place = |access: usize| places.get(&unwound.accesses[access].event).copied();
            let (Some(one), Some(other)) = (place(pair.accesses.0), place(pair.accesses.1)) else { continue };
            for (here, there) in [(one, other), (other, one)] {
                note(&mut self.conflicts[here.0 as usize][here.1 as usize], there);
                note(&mut self.unprotected[here.0 as usize][here.1 as usize], there);
                self.races.entry(here).or_default().push((number, there));
            }
        }
    }

    /// The pairs of accesses that may race and of which one is in a unit, with the unit of the other one.
    pub fn races(&self, place: Place) -> &[(u32, Place)] {
        self.races.get(&place).map_or(&[], Vec::as_slice)
    }

    /// Which parts of guards and values that wait for reads are needed until when.
    pub fn note_uses(&mut self, unwound: &Unwound, pool: &Pool, marks: &mut Marks) {
        for (thread, units) in (0u32..).zip(&self.threads) {
            for (number, unit) in (0u32..).zip(units) {
                let mut needed: Vec<Term> = unit.unnoticed.into_iter().collect();
                for &event in &unit.events {
                    let event = unwound.event(event);
                    needed.push(event.guard);
                    if let EventKind::Write(_, value) = event.kind {
                        needed.extend([value.tag, value.bits]);
                    }
                }
                // Guards share parts: without this, each path to a part would be followed.
                let mut seen: FxHashSet<Term> = FxHashSet::default();
                while let Some(term) = needed.pop() {
                    if marks.of_term(pool, term) == 0 || !seen.insert(term) {
                        continue;
                    }
                    if pool.terms.op(term) == Op::And {
                        needed.extend(pool.terms.arguments(term));
                        continue;
                    }
                    if !self.last_uses.contains_key(&term) {
                        for variable in variables_of(&pool.terms, &[term]) {
                            self.parts.entry(variable).or_default().push(term);
                        }
                    }
                    note(self.last_uses.entry(term).or_default(), (thread, number));
                }
            }
        }
    }

    /// Whether no other thread will do what conflicts with a unit, seen from where the threads are, and the thread cannot stop there.
    pub fn is_local(&self, next: &[u32], (thread, unit): Place) -> bool {
        self.choice((thread, unit)).is_none()
            && self.conflicts[thread as usize][unit as usize].iter().all(|&there| is_over(next, there))
    }

    /// The variable and its value without which the thread stops in front of a unit.
    pub fn choice(&self, (thread, unit): Place) -> Option<(Term, bool)> {
        self.choices[thread as usize][unit as usize]
    }

    /// The variables of all choices.
    pub fn choices(&self) -> impl Iterator<Item = Term> {
        self.choices.iter().flatten().flatten().map(|choice| choice.0)
    }

    /// Whether a unit only acquires locks.
    pub fn only_acquires(&self, (thread, unit): Place) -> bool {
        self.only_acquires[thread as usize][unit as usize]
    }

    /// How a unit moves, seen from where the threads are.
    pub fn class(&self, next: &[u32], place: Place) -> Class {
        let (thread, unit) = (place.0 as usize, place.1 as usize);
        if self.is_local(next, place) {
            // What comes behind the unit in any case does not move before it: the thread that is created here, or
            // joined.
            return if self.classes[thread][unit] == Class::Left { Class::Left } else { Class::Both };
        }
        let is_protected = self.unprotected[thread][unit].iter().all(|&there| is_over(next, there));
        if is_protected { self.classes[thread][unit] } else { Class::Non }
    }
}

impl Unit {
    fn only_acquires(&self, unwound: &Unwound) -> bool {
        let acquires = |&event: &EventId| matches!(unwound.event(event).kind, EventKind::Lock(..));
        !self.events.is_empty() && self.events.iter().all(acquires)
    }
}

/// Whether a thread is behind a unit.
pub fn is_over(next: &[u32], (thread, unit): Place) -> bool {
    next[thread as usize] > unit
}

/// Keeps the last place of each thread.
fn note(places: &mut Vec<Place>, place: Place) {
    match places.iter_mut().find(|known| known.0 == place.0) {
        Some(known) => known.1 = known.1.max(place.1),
        None => places.push(place),
    }
}

/// How a unit moves apart from its accesses.
fn class(unwound: &Unwound, unit: &Unit) -> Class {
    let mut class = Class::Both;
    for &event in &unit.events {
        let next = match unwound.event(event).kind {
            EventKind::Lock(..) | EventKind::Join(_) => Class::Right,
            EventKind::Unlock(_) | EventKind::Spawn(_) | EventKind::End => Class::Left,
            EventKind::Read(..) | EventKind::Write(..) | EventKind::Begin | EventKind::Mark => Class::Both,
            EventKind::Last => Class::Non,
        };
        class = class.and(next);
    }
    class
}

/// The units of a thread in their order.
fn units_of(unwound: &Unwound, thread: usize, has_unnoticed: bool) -> Vec<Unit> {
    let thread = &unwound.threads[thread];
    let (mut units, mut next_step) = (Vec::new(), 0);
    for events in unwound.units_of(thread) {
        let first = unwound.event(events[0]);
        let unnoticed = next_step..(first.step as usize).max(next_step);
        if has_unnoticed {
            let steps = thread.steps.get(unnoticed).into_iter().flatten();
            units.extend(steps.map(|step| Unit { events: Vec::new(), unnoticed: Some(step.guard) }));
        }
        let last = events.iter().map(|&event| unwound.event(event).step as usize).max();
        next_step = next_step.max(last.unwrap_or(0) + 1);
        units.push(Unit { events, unnoticed: None });
    }
    units
}

/// By access: the locks in whose sections it lies.
fn held(unwound: &Unwound, terms: &mut Terms, implications: &mut Implications) -> FxHashMap<EventId, Vec<LockId>> {
    let mut held: FxHashMap<EventId, Vec<LockId>> = FxHashMap::default();
    let mut position: FxHashMap<EventId, usize> = FxHashMap::default();
    for thread in &unwound.threads {
        position.extend(thread.events.iter().enumerate().map(|(position, &event)| (event, position)));
    }
    for section in &unwound.sections {
        let Some(&start) = position.get(&section.acquire) else { continue };
        let acquire = unwound.event(section.acquire);
        let Some(thread) = unwound.thread(acquire.thread) else { continue };
        let mut releases: Vec<usize> =
            section.releases.iter().filter_map(|release| position.get(release).copied()).collect();
        releases.sort_unstable();
        let end = releases.last().copied().unwrap_or(thread.events.len());
        for &event in &thread.events[(start + 1).min(end)..end] {
            let data = unwound.event(event);
            let is_write = matches!(data.kind, EventKind::Write(..));
            if !is_write && !matches!(data.kind, EventKind::Read(..))
                // A lock that is held to read does not protect from reads of other threads; of two that conflict one writes.
                || is_write && section.mode == Mode::Shared
                || !implications.implies(terms, data.guard, acquire.guard)
            {
                continue;
            }
            let may_be_over = releases.iter().take_while(|&&release| release < position[&event]).any(|&release| {
                let released = unwound.event(thread.events[release]).guard;
                !implications.exclude(terms, data.guard, released)
            });
            if !may_be_over {
                held.entry(event).or_default().push(section.lock);
            }
        }
    }
    held
}

/// The variables that stand for values of reads.
pub fn variables_of_reads(unwound: &Unwound, terms: &Terms) -> FxHashSet<Term> {
    let mut found = FxHashSet::default();
    for event in &unwound.events {
        if let EventKind::Read(_, value) = event.kind {
            found.extend(variables_of(terms, &[value.tag, value.bits]));
        }
    }
    found
}

/// By unit of a thread: the newest literal that all guards have from there on, at locks and joins.
fn choices(
    unwound: &Unwound,
    terms: &Terms,
    implications: &mut Implications,
    units: &[Unit],
    read: &FxHashSet<Term>,
) -> Vec<Option<(Term, bool)>> {
    let mut choices = vec![None; units.len()];
    // What all guards from here on have in common; nothing is known behind the last one.
    let mut common: Option<Vec<Term>> = None;
    for (number, unit) in units.iter().enumerate().rev() {
        for &event in &unit.events {
            let conjuncts = implications.conjuncts(terms, unwound.event(event).guard);
            match &mut common {
                None => common = Some(conjuncts.to_vec()),
                Some(common) => common.retain(|term| conjuncts.binary_search(term).is_ok()),
            }
        }
        let waits = |&event: &EventId| matches!(unwound.event(event).kind, EventKind::Lock(..) | EventKind::Join(_));
        if unit.events.first().is_some_and(waits) {
            let literal = |&term: &Term| match terms.op(term) {
                Op::Variable(_) => Some((term, true)),
                Op::Not => Some((terms.arguments(term)[0], false)).filter(|it| terms.is_variable(it.0)),
                _ => None,
            };
            let literals = common.iter().flatten().filter_map(literal);
            choices[number] = literals.filter(|it| !read.contains(&it.0)).max();
        }
    }
    // A literal is a choice where it is met first.
    let mut made = Vec::new();
    for (unit, choice) in units.iter().zip(&mut choices) {
        *choice = choice.filter(|it| !made.contains(&it.0));
        made.extend(choice.map(|it| it.0));
        for &event in &unit.events {
            for &term in implications.conjuncts(terms, unwound.event(event).guard) {
                made.push(if terms.op(term) == Op::Not { terms.arguments(term)[0] } else { term });
            }
        }
    }
    choices
}
