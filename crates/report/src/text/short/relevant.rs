//! Which steps a violation depends on, as far as a trace tells.
//!
//! Each step gets a rank. Rank 0 are the steps of the violation itself: the racing accesses, the reads of the violating
//! expression, the locks that deadlocked threads hold. Rank 1 are the writes that those reads see, and the last writes to the
//! same memory by the remaining threads. Rank 2 are what these writes were computed from, the creations of the threads that are
//! shown, and inputs. Rank 3 orders these steps or carries values between threads: contended locks, waits and signals, reads of
//! what another thread wrote. Rank 4 are accesses of the violating thread and of other threads to the same memory, rank 5 other
//! accesses to shared memory. Steps of a smaller rank are shown first, of one rank the last ones.

use raddle_program::property::Property;
use raddle_program::syntax::{LockChange, Synchronization};
use raddle_program::trace::{ChoiceKind, Event, MemoryLocation, TraceValue};
use std::collections::{BTreeMap, BTreeSet};

use super::super::arguments::is_before_main;
use super::super::history::{is_of_signals, is_same};
use super::super::race::racing_steps;
use super::deadlock::{Waiting, signals, waiting};
use super::{Explained, is_library, memory, values};

/// Steps of greater ranks fill the table up to this number.
const FILLED: usize = 10;

/// So many steps are shown at least, if there are so many.
const LEAST: usize = 4;

/// How many creations of threads are shown beside the remaining steps.
const CREATIONS: usize = 4;

/// How far values are followed back.
const DEPTH: usize = 3;

/// All steps with a rank, the most important first.
pub(super) fn order(explained: &Explained<'_>) -> Vec<(u8, usize)> {
    let mut order: Vec<(u8, usize)> = ranks(explained).into_iter().map(|(step, rank)| (rank, step)).collect();
    order.sort_by_key(|&(rank, step)| (rank, std::cmp::Reverse(step)));
    order
}

/// The steps to show, ascending: about `most`, the first ones of an order.
pub(super) fn relevant(explained: &Explained<'_>, order: &[(u8, usize)], most: usize) -> Vec<usize> {
    let filled = if explained.trace.property == Property::DataRace { LEAST } else { FILLED };
    let n_needed = order.iter().take_while(|(rank, _)| *rank <= 2).count();
    let mut steps: Vec<usize> = order.iter().take(n_needed.max(filled).min(most)).map(|&(_, step)| step).collect();
    let all = &explained.trace.steps;
    // A short trace says more than a part of it.
    // The creation of a thread stores its number, which is seldom of interest.
    let is_number = |step: usize| {
        let before = step.checked_sub(1).map(|before| &all[before]);
        before.is_some_and(|before| matches!(before.event, Event::Spawn { .. }) && before.span == all[step].span)
    };
    for step in (0..all.len()).rev().filter(|&step| !is_before_main(&all[step]) && !is_number(step)) {
        if steps.len() >= LEAST.min(most) {
            break;
        }
        if !steps.contains(&step) {
            steps.push(step);
        }
    }
    // A thread that is shown was created.
    let shown: BTreeSet<u32> = steps.iter().map(|&step| all[step].thread).collect();
    let is_creation = |step: &usize| matches!(all[*step].event, Event::Spawn { child, .. } if shown.contains(&child));
    steps.extend((0..all.len()).filter(is_creation).take(CREATIONS));
    steps.sort_unstable();
    steps.dedup();
    steps
}

fn ranks(explained: &Explained<'_>) -> BTreeMap<usize, u8> {
    let mut marks = Marks { explained, ranks: BTreeMap::new() };
    marks.violation();
    // Whether a race happens rarely depends on the values of what is raced for.
    if explained.trace.property != Property::DataRace {
        for step in marks.of_rank(0) {
            marks.sources(step, DEPTH);
        }
        marks.last_writes();
    }
    marks.inputs();
    marks.order();
    marks.creations();
    marks.ranks
}

struct Marks<'e> {
    explained: &'e Explained<'e>,
    ranks: BTreeMap<usize, u8>,
}

impl Marks<'_> {
    fn mark(&mut self, step: usize, rank: u8) {
        if is_before_main(&self.explained.trace.steps[step]) {
            return;
        }
        let entry = self.ranks.entry(step).or_insert(rank);
        *entry = (*entry).min(rank);
    }

    fn of_rank(&self, rank: u8) -> Vec<usize> {
        self.ranks.iter().filter(|(_, of)| **of == rank).map(|(&step, _)| step).collect()
    }

    /// Rank 0.
    fn violation(&mut self) {
        let trace = self.explained.trace;
        if let Some(start) = trace.loop_start.filter(|&start| start < trace.steps.len()) {
            self.mark(start, 0);
        }
        match trace.property {
            Property::DataRace => {
                for step in racing_steps(trace).into_iter().flatten() {
                    self.mark(step, 0);
                    // `x++` reads before it writes.
                    let own = &trace.steps[step];
                    let before = (0..step).rev().find(|&index| trace.steps[index].thread == own.thread);
                    if let Some(before) = before.filter(|&before| trace.steps[before].span == own.span) {
                        self.mark(before, 0);
                    }
                    for lock in &self.explained.history.effects[step].held.clone() {
                        self.acquired(lock, own.thread, step, 2);
                    }
                }
            }
            Property::Deadlock => self.deadlock(),
            _ => {
                for read in values::reads(self.explained) {
                    self.mark(read, 0);
                }
                self.memory();
            }
        }
    }

    /// The locks that waiting threads hold; the waits for signals, and the signals.
    fn deadlock(&mut self) {
        let (explained, steps) = (self.explained, &self.explained.trace.steps);
        let threads = waiting(explained);
        for holder in threads.iter().filter_map(Waiting::holder) {
            for lock in &explained.history.held_at_end(explained.trace, holder) {
                self.acquired(lock, holder, steps.len(), 0);
            }
        }
        for thread in threads {
            for lock in &thread.held {
                self.acquired(lock, thread.thread, steps.len(), 0);
            }
            let last = steps.iter().rposition(|step| step.thread == thread.thread);
            if let Some(last) = last.filter(|_| thread.thread > 0) {
                self.mark(last, 0);
                self.reads_before(last, 0);
            }
            let Some(last) = last else { continue };
            if let Event::Synchronize { operation: Synchronization::ConditionRelease, object, .. } = &steps[last].event
            {
                let all = (0..steps.len()).rev().filter(|&index| signals(&steps[index].event, object));
                all.take(2).for_each(|signal| self.mark(signal, 1));
            }
        }
    }

    /// The reads of a thread that come directly before a step, in the same line or the one before.
    fn reads_before(&mut self, step: usize, rank: u8) {
        let steps = &self.explained.trace.steps;
        let own = (0..step).rev().filter(|&index| steps[index].thread == steps[step].thread);
        let reads = own.take_while(|&index| matches!(steps[index].event, Event::Read { .. })).take(2);
        reads.collect::<Vec<_>>().into_iter().for_each(|read| self.mark(read, rank));
    }

    /// Where memory that is gone was allocated and freed.
    fn memory(&mut self) {
        let Some(life) = memory::life(self.explained.trace) else { return };
        let lost = life.lost.map(|(step, _)| step);
        [life.allocated, life.freed, lost].into_iter().flatten().for_each(|step| self.mark(step, 0));
    }

    /// The last step with which a thread took a lock.
    fn acquired(&mut self, lock: &MemoryLocation, thread: u32, before: usize, rank: u8) {
        let steps = &self.explained.trace.steps;
        let acquires = |index: &usize| {
            steps[*index].thread == thread
                && matches!(&steps[*index].event, Event::Synchronize { operation, object, outcome: 0 }
                    if operation.lock_change() == Some(LockChange::Acquires) && is_same(object, lock))
        };
        if let Some(step) = (0..before).rev().find(acquires) {
            self.mark(step, rank);
        }
    }

    /// Follows a read to the write that it sees, and this to the reads that it was computed from.
    fn sources(&mut self, read: usize, depth: usize) {
        let explained = self.explained;
        let Some(writer) = explained.history.effects[read].written_at else { return };
        let steps = &explained.trace.steps;
        let rank = if depth == DEPTH { 1 } else { 2 };
        self.mark(writer, rank);
        if depth == 0 {
            return;
        }
        let own = (0..writer).rev().filter(|&index| steps[index].thread == steps[writer].thread);
        let in_line = own.take_while(|&index| steps[index].place.line == steps[writer].place.line);
        let reads: Vec<usize> =
            in_line.take(8).filter(|&index| matches!(steps[index].event, Event::Read { .. })).take(2).collect();
        for read in reads {
            self.mark(read, 2);
            self.sources(read, depth - 1);
        }
    }

    /// The last writes of each thread to memory that the violation reads.
    fn last_writes(&mut self) {
        let steps = &self.explained.trace.steps;
        let locations: Vec<&MemoryLocation> = self
            .of_rank(0)
            .into_iter()
            .filter_map(|index| match &steps[index].event {
                Event::Read { location, .. } => Some(location),
                _ => None,
            })
            .collect();
        let mut seen: BTreeSet<(u32, usize)> = BTreeSet::new();
        for index in (0..steps.len()).rev() {
            let Event::Write { location, .. } = &steps[index].event else { continue };
            let same = locations.iter().position(|at| is_same(at, location) && at.size == location.size);
            if let Some(number) = same
                && seen.insert((steps[index].thread, number))
            {
                self.mark(index, 1);
                let thread = steps[index].thread;
                let before = (0..index).rev().find(|&before| steps[before].thread == thread);
                if let Some(before) = before.filter(|&before| steps[before].span == steps[index].span) {
                    self.mark(before, 2);
                }
            }
        }
    }

    fn inputs(&mut self) {
        let steps = &self.explained.trace.steps;
        let is_input = |index: &usize| {
            let step = &steps[*index];
            match &step.event {
                // The library asks whether something rare happens: mostly it does not.
                Event::Choice { kind: ChoiceKind::Input, value } => {
                    !is_library(&step.place.file) || *value != TraceValue::Integer(0)
                }
                Event::Choice { kind: ChoiceKind::External, .. } => true,
                _ => false,
            }
        };
        let inputs: Vec<usize> = (0..steps.len()).rev().filter(is_input).take(4).collect();
        inputs.into_iter().for_each(|input| self.mark(input, 2));
    }

    /// Rank 3: what orders the shown steps or carries values between threads.
    fn order(&mut self) {
        let (trace, history) = (self.explained.trace, &self.explained.history);
        let steps = &trace.steps;
        // Where no step of the violation is known, all threads may have a part in it.
        let involved: BTreeSet<u32> = match self.ranks.is_empty() {
            true => steps.iter().map(|step| step.thread).collect(),
            false => self.ranks.keys().map(|&step| steps[step].thread).collect(),
        };
        let mut holders: Vec<(&MemoryLocation, BTreeSet<u32>)> = Vec::new();
        for step in steps {
            if let Event::Synchronize { operation, object, .. } = &step.event
                && operation.lock_change().is_some()
                && !is_of_signals(object)
            {
                match holders.iter_mut().find(|(lock, _)| is_same(lock, object)) {
                    Some((_, threads)) => drop(threads.insert(step.thread)),
                    None => holders.push((object, BTreeSet::from([step.thread]))),
                }
            }
        }
        // The library has variables of its own, which the program does not know.
        let is_own = |index: usize| match &steps[index].event {
            Event::Read { location, .. } | Event::Write { location, .. } => {
                !is_library(&steps[index].place.file) && !location.text.starts_with("__raddle")
            }
            _ => true,
        };
        let violating = trace.violation.thread;
        let (mut by_violating, mut by_rest) = (BTreeSet::new(), BTreeSet::new());
        for step in steps {
            match &step.event {
                Event::Read { location, .. } if step.thread == violating => {
                    by_violating.insert((&location.object, location.offset))
                }
                Event::Write { location, .. } if step.thread != violating => {
                    by_rest.insert((&location.object, location.offset))
                }
                _ => continue,
            };
        }
        let touched = |location: &MemoryLocation, is_other: bool| {
            let set = if is_other { &by_violating } else { &by_rest };
            set.contains(&(&location.object, location.offset))
        };
        for (index, step) in steps.iter().enumerate().rev() {
            // What the violating thread reads of what other threads write, whether it sees their writes or not.
            if let Event::Read { location, .. } | Event::Write { location, .. } = &step.event
                && matches!(step.event, Event::Read { .. }) == (step.thread == violating)
                && trace.property != Property::DataRace
                && is_own(index)
                && touched(location, step.thread != violating)
            {
                self.mark(index, 4);
            }
            if let Event::Read { location, .. } | Event::Write { location, .. } = &step.event
                && is_own(index)
                && history.shared.contains(&location.object)
            {
                self.mark(index, 5);
            }
            let is_relevant = match &step.event {
                Event::Read { .. } => {
                    let writer =
                        history.effects[index].written_at.filter(|&writer| steps[writer].thread != step.thread);
                    if let Some(writer) = writer.filter(|&writer| is_own(writer) && involved.contains(&step.thread)) {
                        self.mark(writer, 3);
                    }
                    writer.is_some() && is_own(index) && involved.contains(&step.thread)
                }
                Event::Synchronize { operation, object, .. } => {
                    let is_contended = || {
                        let users = holders.iter().find(|(lock, _)| is_same(lock, object));
                        users.is_some_and(|(_, threads)| threads.len() > 1)
                    };
                    let is_signal = matches!(
                        operation,
                        Synchronization::ConditionRelease
                            | Synchronization::ConditionWake
                            | Synchronization::ConditionSignal
                            | Synchronization::ConditionBroadcast
                            | Synchronization::SemaphorePost
                            | Synchronization::SemaphoreWait
                    );
                    involved.contains(&step.thread)
                        && (is_signal || operation.lock_change().is_some() && is_contended())
                }
                Event::Join { child: Some(child), .. } => {
                    step.thread == trace.violation.thread && involved.contains(child)
                }
                _ => false,
            };
            if is_relevant {
                self.mark(index, 3);
            }
        }
    }

    /// The creations of the threads that are shown.
    fn creations(&mut self) {
        let steps = &self.explained.trace.steps;
        let shown: BTreeSet<u32> =
            self.ranks.iter().filter(|(_, rank)| **rank <= 2).map(|(&step, _)| steps[step].thread).collect();
        let violating = self.explained.trace.violation.thread;
        for (index, step) in steps.iter().enumerate() {
            if let Event::Spawn { child, .. } = step.event {
                let is_shown = shown.contains(&child) || child == violating;
                self.mark(index, if is_shown { 2 } else { 5 });
            }
        }
    }
}
