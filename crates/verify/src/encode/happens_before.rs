//! What comes before what in every execution in which both are: by program order, by the start of threads, by joins.
//!
//! A row of numbers for each event says how many events of each thread come before it. So a question costs one look.

use crate::unwind::event::{EventId, EventKind, Unwound};
use crate::unwind::object::ThreadId;
use rustc_hash::FxHashMap;

/// The order that all executions share.
pub struct HappensBefore {
    /// By event: its thread's number and its position there, from one.
    place: Vec<(u32, u32)>,
    /// By event and thread: how many events of the thread come before it, itself included.
    rows: Vec<Vec<u32>>,
}

impl HappensBefore {
    /// The order of an unwound program.
    pub fn of(unwound: &Unwound) -> Self {
        let n_threads = unwound.threads.len();
        let numbers: FxHashMap<ThreadId, usize> =
            unwound.threads.iter().enumerate().map(|(number, thread)| (thread.id, number)).collect();
        let mut place = vec![(0, 0); unwound.events.len()];
        let mut first_needs: FxHashMap<usize, EventId> = FxHashMap::default();
        let mut ends: FxHashMap<ThreadId, EventId> = FxHashMap::default();
        for (number, thread) in unwound.threads.iter().enumerate() {
            for (position, &event) in thread.events.iter().enumerate() {
                place[event.0 as usize] = (number as u32, position as u32 + 1);
                match unwound.event(event).kind {
                    EventKind::Spawn(child) => {
                        if let Some(&child) = numbers.get(&child) {
                            first_needs.insert(child, event);
                        }
                    }
                    EventKind::End => {
                        ends.insert(thread.id, event);
                    }
                    EventKind::Read(..)
                    | EventKind::Write(..)
                    | EventKind::Lock(_)
                    | EventKind::Unlock(_)
                    | EventKind::Begin
                    | EventKind::Join(_)
                    | EventKind::Mark => {}
                }
            }
        }
        // Threads go on until they need an event of another that has no row yet; what waits for itself never happens.
        let mut rows: Vec<Vec<u32>> = vec![Vec::new(); unwound.events.len()];
        let mut next = vec![0usize; n_threads];
        let mut moved = true;
        while moved {
            moved = false;
            for (number, thread) in unwound.threads.iter().enumerate() {
                while let Some(&event) = thread.events.get(next[number]) {
                    let needs = match unwound.event(event).kind {
                        EventKind::Join(child) => ends.get(&child).copied(),
                        _ if next[number] == 0 => first_needs.get(&number).copied(),
                        _ => None,
                    };
                    if needs.is_some_and(|needed| rows[needed.0 as usize].is_empty()) {
                        break;
                    }
                    let mut row = match next[number].checked_sub(1) {
                        Some(before) => rows[thread.events[before].0 as usize].clone(),
                        None => vec![0; n_threads],
                    };
                    if let Some(needed) = needs {
                        for (mine, theirs) in row.iter_mut().zip(&rows[needed.0 as usize]) {
                            *mine = (*mine).max(*theirs);
                        }
                    }
                    row[number] = next[number] as u32 + 1;
                    rows[event.0 as usize] = row;
                    next[number] += 1;
                    moved = true;
                }
            }
        }
        HappensBefore { place, rows }
    }

    /// Whether the first event comes before the second wherever both are.
    pub fn is_before(&self, first: EventId, second: EventId) -> bool {
        let (thread, position) = self.place[first.0 as usize];
        first != second && self.rows[second.0 as usize].get(thread as usize).is_some_and(|&count| count >= position)
    }
}
