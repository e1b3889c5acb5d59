//! The order of events in every execution that has both: by program order, by the creation of threads, by joins.
//!
//! A row of numbers for each event says how many events of each thread come before it. So a query takes constant time.
//!
//! A thread joins another one under the guard of the join. The join orders a later event of the thread only if the
//! guard of the event implies that of the join.

use raddle_logic::term::Terms;

use crate::encode::candidates::Implications;
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
    pub fn of(unwound: &Unwound, terms: &Terms, implications: &mut Implications) -> Self {
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
                    | EventKind::Lock(..)
                    | EventKind::Unlock(_)
                    | EventKind::Begin
                    | EventKind::Join(_)
                    | EventKind::Mark
                    | EventKind::Last => {}
                }
            }
        }
        // Threads go on until they need an event of another thread that has no row yet. An event that waits for itself
        // never happens.
        let mut rows: Vec<Vec<u32>> = vec![Vec::new(); unwound.events.len()];
        let mut next = vec![0usize; n_threads];
        // By thread: the events before all its later events; and the joins that order only some of these.
        let mut certain: Vec<Vec<u32>> = vec![vec![0; n_threads]; n_threads];
        let mut joins: Vec<Vec<EventId>> = vec![Vec::new(); n_threads];
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
                    let data = unwound.event(event);
                    certain[number][number] = next[number] as u32 + 1;
                    let mut row = certain[number].clone();
                    if matches!(data.kind, EventKind::Last) {
                        for (other, thread) in unwound.threads.iter().enumerate().filter(|(other, _)| *other != number)
                        {
                            row[other] = thread.events.len() as u32;
                        }
                        certain[number].clone_from(&row);
                    }
                    if let Some(needed) = needs {
                        merge(&mut row, &rows[needed.0 as usize]);
                        let is_join = matches!(data.kind, EventKind::Join(_));
                        if is_join && terms.constant_bool(data.guard) != Some(true) {
                            joins[number].push(event);
                        } else {
                            certain[number].clone_from(&row);
                        }
                    }
                    for &join in joins[number].iter().filter(|&&join| join != event) {
                        if implications.implies(terms, data.guard, unwound.event(join).guard) {
                            merge(&mut row, &rows[join.0 as usize]);
                        }
                    }
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

fn merge(mine: &mut [u32], theirs: &[u32]) {
    for (mine, theirs) in mine.iter_mut().zip(theirs) {
        *mine = (*mine).max(*theirs);
    }
}
