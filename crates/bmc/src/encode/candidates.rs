//! The writes that a read may read from.
//!
//! A write is excluded if it comes later than the read. It is also excluded if in every execution with both the write
//! and the read another write to the cell comes between the two: it is ordered after the one and before the other, and
//! the guard of one of the two implies its own guard. Of the writes of an atomic section to a cell, other threads see
//! only the last one.

use std::collections::BTreeMap;

use raddle_logic::term::{Op, Term, Terms};
use rustc_hash::FxHashMap;

use crate::encode::happens_before::HappensBefore;
use crate::unwind::event::{CellKey, EventId, EventKind, Unwound};

/// The accesses to one cell.
#[derive(Default)]
pub struct Accesses {
    /// The reads.
    pub reads: Vec<EventId>,
    /// The writes.
    pub writes: Vec<EventId>,
}

/// The accesses to each cell.
pub fn accesses(unwound: &Unwound) -> BTreeMap<CellKey, Accesses> {
    let mut cells: BTreeMap<CellKey, Accesses> = BTreeMap::new();
    for (index, event) in unwound.events.iter().enumerate() {
        let id = EventId(index as u32);
        match event.kind {
            EventKind::Read(cell, _) => cells.entry(cell).or_default().reads.push(id),
            EventKind::Write(cell, _) => cells.entry(cell).or_default().writes.push(id),
            EventKind::Lock(..)
            | EventKind::Unlock(_)
            | EventKind::Spawn(_)
            | EventKind::Begin
            | EventKind::End
            | EventKind::Join(_)
            | EventKind::Mark
            | EventKind::Last => {}
        }
    }
    cells
}

/// Implications between guards, as far as their conjuncts show them.
#[derive(Default)]
pub struct Implications {
    conjuncts: FxHashMap<Term, Vec<Term>>,
}

impl Implications {
    /// The conjuncts of a guard, sorted; of a very large one, some.
    pub fn conjuncts(&mut self, terms: &Terms, guard: Term) -> &[Term] {
        self.conjuncts.entry(guard).or_insert_with(|| {
            let mut found = Vec::new();
            let mut pending = vec![guard];
            while let Some(term) = pending.pop() {
                if found.len() > 400 {
                    break;
                }
                if terms.op(term) == Op::And {
                    pending.extend(terms.arguments(term));
                }
                found.push(term);
            }
            found.sort_unstable();
            found.dedup();
            found
        })
    }

    /// Whether one guard holds wherever another does.
    pub fn implies(&mut self, terms: &Terms, guard: Term, implied: Term) -> bool {
        if guard == implied || terms.constant_bool(implied) == Some(true) {
            return true;
        }
        if terms.op(implied) == Op::And {
            let parts: Vec<Term> = terms.arguments(implied).to_vec();
            return parts.into_iter().all(|part| self.implies(terms, guard, part));
        }
        self.conjuncts(terms, guard).binary_search(&implied).is_ok()
    }
}

impl Implications {
    /// Whether no execution has both guards, as far as their conjuncts show it.
    pub fn exclude(&mut self, terms: &mut Terms, one: Term, other: Term) -> bool {
        let conjuncts = self.conjuncts(terms, other).to_vec();
        let negated: Vec<Term> = conjuncts.into_iter().map(|conjunct| terms.not(conjunct)).collect();
        let known = self.conjuncts(terms, one);
        negated.iter().any(|conjunct| known.binary_search(conjunct).is_ok())
    }
}

/// The sources from which a read may read.
pub struct Sources {
    /// The writes.
    pub writes: Vec<EventId>,
    /// Whether it may come before every write: then it reads the unknown initial value.
    pub may_be_first: bool,
}

/// The sources of a read.
pub fn sources(
    unwound: &Unwound,
    terms: &Terms,
    before: &HappensBefore,
    implications: &mut Implications,
    writes: &[EventId],
    read: EventId,
) -> Sources {
    let reader = unwound.event(read);
    // Writes before the read in every execution, and those whose guard holds whenever that of the read does.
    let earlier: Vec<EventId> = writes.iter().copied().filter(|&write| before.is_before(write, read)).collect();
    let certain: Vec<EventId> = earlier
        .iter()
        .copied()
        .filter(|&write| implications.implies(terms, reader.guard, unwound.event(write).guard))
        .collect();
    let mut kept = Vec::new();
    for &write in writes {
        if before.is_before(read, write) {
            continue;
        }
        let data = unwound.event(write);
        if certain.iter().any(|&other| before.is_before(write, other)) {
            continue;
        }
        let is_overwritten = earlier.iter().any(|&other| {
            other != write
                && before.is_before(write, other)
                && implications.implies(terms, data.guard, unwound.event(other).guard)
        });
        if is_overwritten {
            continue;
        }
        // In the middle of an atomic section of another stretch.
        let is_hidden = data.group.is_some()
            && data.group != reader.group
            && writes.iter().any(|&other| {
                other != write
                    && unwound.event(other).group == data.group
                    && before.is_before(write, other)
                    && implications.implies(terms, data.guard, unwound.event(other).guard)
            });
        if !is_hidden {
            kept.push(write);
        }
    }
    Sources { writes: kept, may_be_first: certain.is_empty() }
}
