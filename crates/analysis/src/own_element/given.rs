//! What a thread finds in the element that its creator set up for it:
//!
//! ```text
//! parts[i].number = i; create(&ids[i], work, &parts[i]);      void *work(void *part) { sums[((struct part *)part)->number] = 1; }
//! ```
//!
//! Rule. A thread of a counted loop reads a cell of its own element or object. The creator stores into the cell in the same round, in front
//! of the creation on every path, and nothing else ever writes to the cell: each other step that may write to it, by what pointers lead
//! to, writes to bytes that are apart for all indices, or before the loop only. Then the thread finds what the creator stored, as a
//! number of the index: in an execution, take the first write that contradicts it. All addresses up to there are as computed here.
//!
//! Rule: the store comes before the creation, on every path of the round, and no other step writes to the cell.
//! Tests: `own_elements_by_a_number_in_the_element`, `own_elements_by_a_number_of_another_round`,
//! `own_elements_by_a_number_that_the_thread_changes`.

use raddle_logic::intervals::Interval;
use raddle_program::syntax::{Effect, Place};

use super::{Base, Creation, Form, OwnElements, Standpoint};
use crate::points_to::{AccessSite, Context, ObjectKind, Target};
use crate::ways::reaches_without;

/// How many of the registers and calls that may be followed are left where addresses of other writes are.
const FEWER: u32 = 8;

impl OwnElements<'_> {
    /// The value of a place that a created thread reads, if its creator has stored it there for this thread.
    pub(super) fn given(&self, at: &Standpoint<'_>, place: &Place) -> Option<Form> {
        let class = self.points_to.contexts[at.context].class;
        if at.ticket.is_some() || class != at.creation.class {
            return None;
        }
        let at = &Standpoint { depth: at.depth.checked_sub(FEWER)?, ..*at };
        let size = self.program.types.size_of(place.ty).filter(|&size| size > 0)?;
        let cell = self.address(at, place)?.plus(Form::number(Interval { low: 0, high: i128::from(size) - 1 }))?;
        let is_own = matches!(cell.base, Base::Object(_)) || cell.factor.unsigned_abs() >= u128::from(size);
        let is_exact = cell.rest.high.checked_sub(cell.rest.low) == Some(i128::from(size) - 1);
        if cell.base == Base::Zero || !is_own || !is_exact {
            return None;
        }
        let read = self.read_of(at, size)?;
        let mut store = None;
        for write in self.points_to.accesses.iter().filter(|it| it.is_write && !it.is_free && self.may_meet(read, it)) {
            if self.stores_in_front(at.creation, write) && self.form_at(at, write) == Some(cell) {
                if store.replace(write).is_some_and(|other: &AccessSite| other.transition != write.transition) {
                    return None;
                }
            } else if !self.writes_elsewhere(at, write, cell)
                && !self.is_before(at.creation, (write.context, write.transition), at.depth)
            {
                return None;
            }
        }
        let (context, store) = store.map(|store| (store.context, store.transition))?;
        let step = &self.automaton(context).transitions[store];
        let Effect::Assign { target, value } = &step.effect else { return None };
        let value_at = Standpoint { context, location: step.from, ..*at };
        let form = self.value(&value_at, value)?;
        let form = self.converted(&value_at, form, value.ty, target.ty)?;
        (target.ty == place.ty).then_some(form)
    }

    /// The only read of so many bytes that the thread makes where it is.
    fn read_of(&self, at: &Standpoint<'_>, size: u64) -> Option<&AccessSite> {
        let automaton = self.automaton(at.context);
        let is_it = |site: &&AccessSite| {
            site.context == at.context && !site.is_write && automaton.transitions[site.transition].from == at.location
        };
        let mut reads = self.points_to.accesses.iter().filter(is_it);
        let read = reads.next().filter(|read| read.size == Some(size))?;
        reads.all(|other| other.address == read.address && other.size == read.size).then_some(read)
    }

    /// Whether two accesses may touch the same bytes, by what pointers lead to.
    fn may_meet(&self, one: &AccessSite, other: &AccessSite) -> bool {
        let leads_anywhere = |target: &Target| {
            matches!(self.points_to.object(target.object).kind, ObjectKind::Unknown | ObjectKind::Indeterminate)
        };
        let overlap = |a: &Target, b: &Target| {
            let (x, y) = (self.points_to.touched(*a, one.size), self.points_to.touched(*b, other.size));
            a.object == b.object && x.start < y.end && y.start < x.end
        };
        let (ours, theirs) = (self.points_to.targets(one.address), self.points_to.targets(other.address));
        ours.iter().chain(theirs).any(leads_anywhere) || ours.iter().any(|a| theirs.iter().any(|b| overlap(a, b)))
    }

    /// Whether the creator makes a write in front of the creation in each round.
    fn stores_in_front(&self, creation: &Creation, write: &AccessSite) -> bool {
        let (context, created): (Context, _) = creation.at;
        let automaton = self.automaton(context);
        let starts = creation.changes(automaton).chain([automaton.entry]);
        write.context == context
            && !reaches_without(automaton, starts, automaton.transitions[created].from, write.transition)
    }

    /// The bytes of a write, by the same index.
    fn form_at(&self, at: &Standpoint<'_>, write: &AccessSite) -> Option<Form> {
        let class = self.points_to.contexts[write.context].class;
        let is_known = class == at.creation.class || write.context == at.creation.at.0;
        let location = self.automaton(write.context).transitions[write.transition].from;
        let there = Standpoint { context: write.context, location, ..*at };
        if is_known { self.bytes_at(&there, write) } else { None }
    }

    /// Whether a write touches no byte of the cell, whichever the two indices are.
    fn writes_elsewhere(&self, at: &Standpoint<'_>, write: &AccessSite, cell: Form) -> bool {
        self.form_at(at, write).is_some_and(|form| {
            let is_beside = form.rest.high < cell.rest.low || cell.rest.high < form.rest.low;
            form.factor == cell.factor && is_beside && form.is_apart_from(cell)
        })
    }
}
