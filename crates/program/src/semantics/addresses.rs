//! When pointers to two different objects compare equal (C11 6.5.9p6).
//!
//! An object has an address of its own only while it lives. Four things follow, and each leaves the answer of `==` open:
//! - An object that is created after another one has ended may have its address (C11 6.2.4p2, 7.22.3p1): a stale pointer may
//!   equal a new one. The same holds of what `realloc` returns and what it was given.
//! - One past the end of an object, another object may begin.
//! - String literals may share the bytes that are equal (C11 6.4.5p7).
//! - A pointer that was moved out of its object may lead anywhere but into an object that lives at the same time.
//!
//! All four are one rule. Two objects that lived at the same time do not overlap, unless both are literals that agree where
//! they overlap; and each object keeps its alignment. Any distance that the rule allows may be the distance of the two.
//!
//! The answer is a choice. It then stays fixed: objects that were found equal keep that distance, and through it the distances to all
//! objects that were found equal to either of them. Addresses that were found unequal stay unequal. A choice that contradicts an earlier
//! one is not offered. Facts about unreachable objects are forgotten with these objects. So a state may have more futures than in the
//! program, and never fewer. A trace that needs such a future does not replay.
//!
//! A program that compares no two such pointers (`raddle_analysis::compared_addresses`) is run without all this.

use std::collections::{BTreeMap, BTreeSet};

use crate::semantics::evaluate::{Evaluated, Evaluation, unsupported};
use crate::semantics::memory::{Life, Origin};
use crate::semantics::record::Token;
use crate::semantics::state::State;
use crate::semantics::value::{Interval, ObjectId, Value};
use crate::syntax::{Effect, Expr, Program};
use crate::trace::{ChoiceKind, Event, TraceValue};

/// The alignment of `max_align_t`: no allocation is aligned to more.
const GREATEST_ALIGNMENT: u64 = 16;

/// How a machine answers whether pointers to two objects are equal where C leaves it open, and what their order is.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Equalities {
    /// The program compares no two such pointers: all objects have addresses of their own, for ever. Their order has no model.
    #[default]
    Excluded,
    /// They are unequal. The choice is listed. Their order has no model.
    Denied,
    /// They may be equal or not: a choice. So is their order.
    Chosen,
}

/// What a state knows of the addresses of its objects.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Addresses {
    /// The objects that have ended.
    remains: BTreeMap<ObjectId, Remains>,
    /// Which distances were found to hold.
    equal: BTreeSet<Distance>,
    /// Which distances were found not to hold.
    unequal: BTreeSet<Distance>,
    /// Which objects were found to lie in front of which ones ([`crate::semantics::address_order`]).
    // Invariants: a strict partial order, closed; no object in it has a distance in `equal`.
    below: BTreeSet<(ObjectId, ObjectId)>,
}

/// What is remembered of an object that has ended.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Remains {
    size: u64,
    /// The objects other than globals that lived when it ended.
    met: BTreeSet<ObjectId>,
}

/// The first object lies so many bytes behind the second one. Invariant: the first has the smaller id.
type Distance = (ObjectId, ObjectId, i128);

fn distance(one: ObjectId, other: ObjectId, bytes: i128) -> Distance {
    if one <= other { (one, other, bytes) } else { (other, one, -bytes) }
}

impl Addresses {
    /// The same under new names; what is about an object that was forgotten is forgotten.
    pub(super) fn renamed(&self, name: impl Fn(ObjectId) -> Option<ObjectId>) -> Addresses {
        let distances = |distances: &BTreeSet<Distance>| {
            let renamed = |&(one, other, bytes): &Distance| Some(distance(name(one)?, name(other)?, bytes));
            distances.iter().filter_map(renamed).collect()
        };
        let remains = self.remains.iter().filter_map(|(&object, remains)| {
            let met = remains.met.iter().filter_map(|&met| name(met)).collect();
            Some((name(object)?, Remains { size: remains.size, met }))
        });
        let below = self.below.iter().filter_map(|&(one, other)| Some((name(one)?, name(other)?)));
        Addresses {
            remains: remains.collect(),
            equal: distances(&self.equal),
            unequal: distances(&self.unequal),
            below: below.collect(),
        }
    }

    /// All that is known, as numbers: equal knowledge gives equal numbers, under names of objects.
    pub fn encode(&self, name: impl Fn(ObjectId) -> Option<u32>, mut number: impl FnMut(i128)) {
        let named = self.renamed(|object| name(object).map(ObjectId));
        number(named.remains.len() as i128);
        for (object, remains) in &named.remains {
            number(object.0.into());
            number(remains.size.into());
            number(remains.met.len() as i128);
            remains.met.iter().for_each(|met| number(met.0.into()));
        }
        for distances in [&named.equal, &named.unequal] {
            number(distances.len() as i128);
            for &(one, other, bytes) in distances {
                number(one.0.into());
                number(other.0.into());
                number(bytes);
            }
        }
        number(named.below.len() as i128);
        for &(one, other) in &named.below {
            number(one.0.into());
            number(other.0.into());
        }
    }

    /// Whether the first object is known to be in front of the second one.
    pub(super) fn order(&self, one: ObjectId, other: ObjectId) -> Option<bool> {
        let is_below = self.below.contains(&(one, other));
        (is_below || self.below.contains(&(other, one))).then_some(is_below)
    }

    /// Records that the first object is in front of the second one.
    pub(super) fn put_below(&mut self, one: ObjectId, other: ObjectId) {
        let in_front = self.below.iter().filter(|(_, it)| *it == one).map(|&(it, _)| it);
        let behind = self.below.iter().filter(|(it, _)| *it == other).map(|&(_, it)| it);
        let behind: Vec<ObjectId> = behind.chain([other]).collect();
        let pairs: Vec<_> = in_front.chain([one]).flat_map(|it| behind.iter().map(move |&last| (it, last))).collect();
        self.below.extend(pairs);
    }

    /// Whether an object lies at a known distance from another one.
    pub(super) fn is_tied(&self, object: ObjectId) -> bool {
        self.equal.iter().any(|&(one, other, _)| one == object || other == object)
    }

    fn has_order(&self, object: ObjectId) -> bool {
        self.below.iter().any(|&(one, other)| one == object || other == object)
    }

    /// Whether the two lived at the same time, neither of them a global.
    fn have_met(&self, state: &State, one: ObjectId, other: ObjectId) -> bool {
        let ended = |object: ObjectId| self.remains.get(&object);
        match (ended(one), ended(other)) {
            (None, None) => state.objects[one].life == Life::Live && state.objects[other].life == Life::Live,
            (first, second) => {
                first.is_some_and(|it| it.met.contains(&other)) || second.is_some_and(|it| it.met.contains(&one))
            }
        }
    }

    /// The objects at a known distance from one, with how many bytes they lie behind it; that object itself is one of them.
    fn cluster(&self, object: ObjectId) -> Vec<(ObjectId, i128)> {
        let mut found = vec![(object, 0)];
        let mut next = 0;
        while let Some(&(at, bytes)) = found.get(next) {
            next += 1;
            for &(one, other, between) in &self.equal {
                let (neighbour, there) = match at {
                    _ if at == one => (other, bytes - between),
                    _ if at == other => (one, bytes + between),
                    _ => continue,
                };
                if !found.iter().any(|(known, _)| *known == neighbour) {
                    found.push((neighbour, there));
                }
            }
        }
        found
    }
}

/// Whether a global is a string literal.
pub fn is_literal(program: &Program, global: crate::syntax::GlobalId) -> bool {
    program.globals[global].name.starts_with("string@")
}

/// Whether two objects of these sizes overlap if the first lies so many bytes behind the second.
pub fn overlap(size: u64, other_size: u64, bytes: i128) -> bool {
    bytes < i128::from(other_size) && -bytes < i128::from(size)
}

/// Whether two rows of bytes agree where they overlap if the first lies so many bytes behind the second.
pub fn agree(bytes: &[u8], other: &[u8], behind: i128) -> bool {
    bytes.iter().enumerate().all(|(index, byte)| {
        let there = usize::try_from(index as i128 + behind).ok().and_then(|there| other.get(there));
        there.is_none_or(|there| there == byte)
    })
}

/// The alignment of an allocation: nothing that is larger than it can lie there (C11 7.22.3p1).
pub fn alignment_of_allocation(size: u64) -> u64 {
    if size == 0 { 1 } else { (1 << size.ilog2()).min(GREATEST_ALIGNMENT) }
}

impl Evaluation<'_, '_, '_> {
    /// Whether lives of objects are followed.
    pub(super) fn follows_lives(&self) -> bool {
        self.machine.equalities != Equalities::Excluded
    }

    /// Takes note that an object ends. `but`: the object that takes its place, if that is known.
    pub(super) fn remember(&mut self, object: ObjectId, but: Option<ObjectId>) {
        if !self.follows_lives() || self.state.objects[object].life != Life::Live {
            return;
        }
        let is_met = |&(id, it): &(ObjectId, &crate::semantics::memory::SharedObject)| {
            it.life == Life::Live && id != object && Some(id) != but && !matches!(it.origin, Origin::Global(_))
        };
        let met = self.state.objects.iter().filter(is_met).map(|(id, _)| id).collect();
        let size = self.state.objects[object].cells.size();
        self.state.addresses.remains.insert(object, Remains { size, met });
        self.record.tokens.push(Token::Addresses);
    }

    /// The object that `realloc` has made in the place of one that it is about to free: it was copied to in front of that.
    pub(super) fn replacement(&self, pointer: &Expr) -> Option<ObjectId> {
        let frame = self.state.threads[self.thread as usize].frame();
        let automaton = &self.machine.automata[frame.procedure];
        automaton.transitions.values().find_map(|before| match &before.effect {
            Effect::CopyBytes { target, origin, .. }
                if before.to == frame.location && before.span == self.span && origin == pointer =>
            {
                let crate::syntax::ExprKind::Read(place) = &target.kind else { return None };
                let crate::syntax::PlaceKind::Local(local) = place.kind else { return None };
                match frame.registers[local.0 as usize] {
                    Value::Pointer(object, 0) => Some(object),
                    _ => None,
                }
            }
            _ => None,
        })
    }

    /// Whether two pointers to different objects are equal.
    pub(super) fn are_equal(&mut self, one: (ObjectId, i64), other: (ObjectId, i64)) -> Evaluated<bool> {
        let behind = i128::from(other.1) - i128::from(one.1);
        if !self.follows_lives() || !self.may_lie(one.0, other.0, behind) {
            return Ok(false);
        }
        self.record.tokens.push(Token::Addresses);
        let value = self.same_again(|cx| {
            let value = cx.state.fresh_symbol(cx.answers(one.0, other.0, behind));
            cx.event(Event::Choice { kind: ChoiceKind::Address, value: TraceValue::Opaque }, Some(value.clone()));
            Ok(value)
        })?;
        let value = self.state.resolved(value);
        let is_equal = self.is_true(&value)?;
        let addresses = &mut self.state.addresses;
        let tied = [one.0, other.0].into_iter().flat_map(|object| addresses.cluster(object));
        if is_equal && tied.into_iter().any(|(object, _)| addresses.has_order(object)) {
            return unsupported("an object whose place in memory is compared for order and for equality");
        }
        let facts = if is_equal { &mut addresses.equal } else { &mut addresses.unequal };
        facts.insert(distance(one.0, other.0, behind));
        Ok(is_equal)
    }

    /// Which answers do not contradict earlier answers: 0 for no, 1 for yes.
    fn answers(&self, one: ObjectId, other: ObjectId, behind: i128) -> Interval {
        let addresses = &self.state.addresses;
        if self.machine.equalities == Equalities::Denied {
            return Interval::point(0);
        }
        let (near, far) = (addresses.cluster(one), addresses.cluster(other));
        if let Some((_, there)) = near.iter().find(|(object, _)| *object == other) {
            return Interval::point(i128::from(*there == -behind));
        }
        let is_possible = near.iter().all(|&(first, ahead)| {
            far.iter().all(|&(second, there)| {
                let bytes = behind + ahead - there;
                self.may_lie(first, second, bytes) && !addresses.unequal.contains(&distance(first, second, bytes))
            })
        });
        Interval { low: 0, high: i128::from(is_possible), hole: None, is_any: false }
    }

    /// Whether the first object may lie so many bytes behind the second one.
    fn may_lie(&self, one: ObjectId, other: ObjectId, behind: i128) -> bool {
        let alignment = self.alignment(one).min(self.alignment(other));
        if behind % i128::from(alignment) != 0 {
            return false;
        }
        let (first, second) = (&self.state.objects[one], &self.state.objects[other]);
        let has_met = match (&first.origin, &second.origin) {
            (&Origin::Global(a), &Origin::Global(b))
                if is_literal(self.machine.program, a) && is_literal(self.machine.program, b) =>
            {
                !agree(first.cells.bytes(), second.cells.bytes(), behind)
            }
            (Origin::Global(_), _) | (_, Origin::Global(_)) => true,
            _ => self.state.addresses.have_met(self.state, one, other),
        };
        !(has_met && overlap(self.room(one), self.room(other), behind))
    }

    /// How many bytes of memory an object takes: an allocation of no bytes has an address of its own.
    pub(super) fn room(&self, object: ObjectId) -> u64 {
        let data = &self.state.objects[object];
        let remains = self.state.addresses.remains.get(&object);
        let size = remains.map_or(data.cells.size(), |remains| remains.size);
        if data.ty.is_none() { size.max(1) } else { size }
    }

    pub(super) fn alignment(&self, object: ObjectId) -> u64 {
        let types = &self.machine.program.types;
        match self.state.objects[object].ty {
            Some(ty) => types.align_of(ty).unwrap_or(1).max(1),
            None => alignment_of_allocation(self.room(object)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn neighbours_do_not_overlap() {
        assert!(overlap(4, 4, 0) && overlap(4, 4, 3) && overlap(4, 4, -3));
        assert!(!overlap(4, 4, 4) && !overlap(4, 4, -4) && !overlap(0, 4, 0) && overlap(1, 4, 0));
    }

    #[test]
    fn literals_share_what_is_equal() {
        assert!(agree(b"abc\0", b"abc\0", 0) && agree(b"bc\0", b"abc\0", 1) && agree(b"abc\0", b"bc\0", -1));
        assert!(!agree(b"ab\0", b"abc\0", 0) && !agree(b"abc\0", b"bc\0", 1));
        assert!(agree(b"abc\0", b"xyz\0", 4) && agree(b"abc\0", b"xyz\0", -4));
    }

    #[test]
    fn what_is_known_is_closed() {
        let id = ObjectId;
        let mut addresses = Addresses::default();
        addresses.equal.extend([distance(id(1), id(2), 4), distance(id(3), id(2), 8)]);
        assert_eq!(addresses.cluster(id(1)), [(id(1), 0), (id(2), -4), (id(3), 4)]);
        let renamed = addresses.renamed(|object| (object != id(2)).then_some(object));
        assert_eq!(renamed, Addresses::default());
    }

    #[test]
    fn what_is_in_front_of_what_is_in_front_is_in_front() {
        let id = ObjectId;
        let mut addresses = Addresses::default();
        addresses.put_below(id(3), id(1));
        addresses.put_below(id(2), id(4));
        assert_eq!(addresses.order(id(3), id(4)), None);
        addresses.put_below(id(1), id(2));
        assert_eq!((addresses.order(id(3), id(4)), addresses.order(id(4), id(3))), (Some(true), Some(false)));
        // Facts that follow through a forgotten object are kept.
        let renamed = addresses.renamed(|object| (object != id(1) && object != id(2)).then_some(object));
        assert_eq!(renamed.order(id(3), id(4)), Some(true));
        assert!(renamed.has_order(id(3)) && !renamed.has_order(id(1)) && !renamed.is_tied(id(3)));
    }
}
