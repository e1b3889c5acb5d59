//! Whether two objects can have the same address, and what an execution has decided about that (C11 6.2.4, 6.4.5, 6.5.9).
//!
//! An address is an object and an offset ([`crate::value`]). The positions of objects are decided only when the program compares pointers
//! to two objects with `==`. The answer is *open* if the objects can have the distance that equality requires. Objects that are alive at
//! the same time share no byte (except string literals with equal bytes), and each is at a multiple of its alignment. An open answer is a
//! choice, [`crate::machine::task::Operation::Compare`], and later answers agree with it.
//!
//! Equal answers combine objects into *groups* with known distances. A group is a piece of memory over time: it is possible if every two of
//! its objects can have their positions in it. Groups can always be placed far from each other. So an unequal answer only requires that the
//! two objects never get this distance later.
//!
//! `<` on pointers into two objects asks which object is in front. Any answer is possible that keeps the order of objects free of cycles.
//! Objects in groups are unsupported, and so are pointers that are not at a byte of a living object.

use crate::machine::Machine;
use crate::machine::memory::{Life, Object, ObjectKind};
use crate::value::{Address, Byte, ObjectId, Scalar, Trouble};
use raddle_cfront::typed::BinaryOperator;
use raddle_program::trace::{ChoiceKind, ObjectName};
use raddle_program::types::Types;
use std::collections::BTreeMap;

const EQUAL_AND_ORDERED: &str = "an object whose place is compared with those of others for equality and for order";

/// What was found out about where objects lie.
#[derive(Clone, Debug, Default)]
pub struct Apart {
    /// Objects with their places in their group.
    groups: Vec<BTreeMap<ObjectId, i128>>,
    /// Addresses that are not equal.
    unequal: Vec<(Address, Address)>,
    /// Objects, with objects that are farther on in memory. None of them is in a group.
    in_front: Vec<(ObjectId, ObjectId)>,
}

/// What a comparison asks about two addresses.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Relation {
    /// Whether they are one address.
    Equal,
    /// Whether the left one is in front of the right one.
    InFront,
}

impl Relation {
    /// How traces call the answer.
    pub(crate) fn kind(self) -> ChoiceKind {
        match self {
            Relation::Equal => ChoiceKind::Address,
            Relation::InFront => ChoiceKind::Order,
        }
    }
}

/// What kind of thing was found out about two addresses.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Fact {
    /// They are not equal.
    Unequal,
    /// They are equal.
    Equal,
    /// The object of the first is in front of that of the second.
    InFront,
}

impl Apart {
    /// Whether the first object is in front of the second one, if earlier answers say so.
    pub(crate) fn known_order(&self, one: ObjectId, other: ObjectId) -> Option<bool> {
        if self.leads_to(one, other) {
            Some(true)
        } else if self.leads_to(other, one) {
            Some(false)
        } else {
            None
        }
    }

    fn leads_to(&self, from: ObjectId, to: ObjectId) -> bool {
        let mut reached = vec![from];
        let mut next = 0;
        while let Some(&at) = reached.get(next) {
            next += 1;
            for &(one, other) in &self.in_front {
                if one == at && !reached.contains(&other) {
                    reached.push(other);
                }
            }
        }
        reached[1..].contains(&to)
    }

    /// Takes note that one object is in front of another one.
    ///
    /// # Errors
    /// Unsupported if one of them has come into a group since that was asked.
    pub(crate) fn note_order(&mut self, one: ObjectId, other: ObjectId) -> Result<(), Trouble> {
        if self.groups.iter().any(|group| group.contains_key(&one) || group.contains_key(&other)) {
            return Trouble::unsupported(EQUAL_AND_ORDERED);
        }
        if !self.in_front.contains(&(one, other)) {
            self.in_front.push((one, other));
        }
        Ok(())
    }

    /// The objects of which something was found out, in order.
    pub fn objects(&self) -> Vec<ObjectId> {
        let of_groups = self.groups.iter().flat_map(BTreeMap::keys).copied();
        let of_pairs = self.unequal.iter().flat_map(|(one, other)| [one.object, other.object]);
        let of_order = self.in_front.iter().flat_map(|&(one, other)| [one, other]);
        let mut objects: Vec<_> = of_groups.chain(of_pairs).chain(of_order).collect();
        objects.sort_unstable();
        objects.dedup();
        objects
    }

    /// The decisions so far: each object of a group with its distance from the first object of the group, unequal addresses, and the order
    /// of objects.
    pub fn facts(&self) -> impl Iterator<Item = (Fact, Address, Address)> + '_ {
        let equal = self.groups.iter().flat_map(|group| {
            let (&first, &start) = group.first_key_value().expect("no group is empty");
            group.iter().map(move |(&object, &at)| {
                let offset = i64::try_from(at - start).unwrap_or(i64::MAX);
                (Fact::Equal, Address { object: first, offset }, Address { object, offset: 0 })
            })
        });
        let start = |object| Address { object, offset: 0 };
        let in_front = self.in_front.iter().map(move |&(one, other)| (Fact::InFront, start(one), start(other)));
        equal.chain(self.unequal.iter().map(|&(one, other)| (Fact::Unequal, one, other))).chain(in_front)
    }

    /// The group of an object, and where that lies in it; by itself it is a group of its own.
    fn group(&self, object: ObjectId) -> (BTreeMap<ObjectId, i128>, i128) {
        match self.groups.iter().find(|group| group.contains_key(&object)) {
            Some(group) => (group.clone(), group[&object]),
            None => (BTreeMap::from([(object, 0)]), 0),
        }
    }
}

impl Machine<'_> {
    /// The two addresses, if it is open whether these scalars are equal.
    pub(crate) fn open_equality(&self, left: Scalar, right: Scalar) -> Option<(Address, Address)> {
        let (Scalar::Address(left), Scalar::Address(right)) = (left, right) else { return None };
        let is_open = left.object != right.object && self.can_lie(left.object, right.object, distance(left, right));
        is_open.then_some((left, right))
    }

    /// The two addresses and what a comparison asks about them, if the answer is open.
    pub(crate) fn open_relation(
        &self,
        operator: BinaryOperator,
        left: Scalar,
        right: Scalar,
    ) -> Option<(Address, Address, Relation)> {
        use BinaryOperator as Op;
        match operator {
            Op::Equal | Op::NotEqual => {
                let (left, right) = self.open_equality(left, right)?;
                Some((left, right, Relation::Equal))
            }
            Op::Less | Op::LessEqual | Op::Greater | Op::GreaterEqual => {
                let (Scalar::Address(left), Scalar::Address(right)) = (left, right) else { return None };
                let is_open = left.object != right.object && self.can_be_ordered(left, right);
                is_open.then_some((left, right, Relation::InFront))
            }
            Op::Multiply
            | Op::Divide
            | Op::Remainder
            | Op::Add
            | Op::Subtract
            | Op::ShiftLeft
            | Op::ShiftRight
            | Op::BitAnd
            | Op::BitXor
            | Op::BitOr => None,
        }
    }

    /// Whether the order of two objects that are free to be anywhere says how two pointers into them are ordered.
    fn can_be_ordered(&self, left: Address, right: Address) -> bool {
        let is_inside = |at: Address| {
            let object = self.memory.object(at.object);
            object.life == Life::Alive
                && (0..i128::from(room(object))).contains(&i128::from(at.offset))
                && !self.apart.groups.iter().any(|group| group.contains_key(&at.object))
        };
        let may_share = [left, right].iter().all(|at| is_literal(self.memory.object(at.object)));
        is_inside(left) && is_inside(right) && !may_share
    }

    /// The answer that follows from earlier answers, if one does.
    pub(crate) fn known_equality(&self, left: Address, right: Address) -> Option<bool> {
        let ((near, at), (far, there)) = (self.apart.group(left.object), self.apart.group(right.object));
        if near.contains_key(&right.object) {
            return Some(at + i128::from(left.offset) == near[&right.object] + i128::from(right.offset));
        }
        // Everything in the group of the right one moves so that the two meet.
        let moved = at + i128::from(left.offset) - there - i128::from(right.offset);
        let place = |object: &ObjectId| near.get(object).copied().or_else(|| Some(far.get(object)? + moved));
        let has_room =
            near.iter().all(|(&one, &at)| far.iter().all(|(&other, &to)| self.can_lie(one, other, at - to - moved)));
        let meets = |(one, other): &(Address, Address)| match (place(&one.object), place(&other.object)) {
            (Some(first), Some(second)) => first + i128::from(one.offset) == second + i128::from(other.offset),
            _ => false,
        };
        let is_possible = has_room && !self.apart.unequal.iter().any(meets);
        (!is_possible).then_some(false)
    }

    /// Takes note of an answer about equality.
    ///
    /// # Errors
    /// Unsupported if it brings an object into a group of which it was asked what is in front of it.
    pub(crate) fn note_equality(&mut self, left: Address, right: Address, is_equal: bool) -> Result<(), Trouble> {
        if !is_equal {
            if !self.apart.unequal.contains(&(left, right)) {
                self.apart.unequal.push((left, right));
            }
            return Ok(());
        }
        let ((mut near, at), (far, there)) = (self.apart.group(left.object), self.apart.group(right.object));
        let moved = at + i128::from(left.offset) - there - i128::from(right.offset);
        self.apart.groups.retain(|group| !group.contains_key(&left.object) && !group.contains_key(&right.object));
        if !near.contains_key(&right.object) {
            near.extend(far.into_iter().map(|(object, at)| (object, at + moved)));
        }
        let is_ordered = |(one, other): &(ObjectId, ObjectId)| near.contains_key(one) || near.contains_key(other);
        if self.apart.in_front.iter().any(is_ordered) {
            return Trouble::unsupported(EQUAL_AND_ORDERED);
        }
        self.apart.groups.push(near);
        Ok(())
    }

    /// Whether two objects lived at the same time.
    pub(crate) fn lived_together(&self, one: ObjectId, other: ObjectId) -> bool {
        let (first, second) = (one.min(other), one.max(other));
        let (older, younger) = (self.memory.object(first), self.memory.object(second));
        older.kind == ObjectKind::Static
            || older.ended_at.is_none_or(|ended_at| ended_at > second) && younger.replaces != Some(first)
    }

    /// Whether the first of two objects can lie so many bytes behind the second one.
    fn can_lie(&self, one: ObjectId, other: ObjectId, behind: i128) -> bool {
        let (first, second) = (self.memory.object(one), self.memory.object(other));
        let types = self.types();
        if behind % i128::from(alignment(types, first).min(alignment(types, second))) != 0 {
            return false;
        }
        // Bytes of the second one at which the two meet.
        let (from, to) = (behind.max(0), i128::from(room(second)).min(behind + i128::from(room(first))));
        if from >= to || !self.lived_together(one, other) {
            return true;
        }
        is_literal(first) && is_literal(second) && (from..to).all(|at| byte(first, at - behind) == byte(second, at))
    }
}

/// How many bytes behind the right object the left one lies if these are one address.
fn distance(left: Address, right: Address) -> i128 {
    i128::from(right.offset) - i128::from(left.offset)
}

/// What an object takes up: something, if it was asked for by its size.
fn room(object: &Object) -> u64 {
    match object.kind {
        ObjectKind::Heap | ObjectKind::Stream | ObjectKind::Mapping | ObjectKind::Stack => object.size.max(1),
        ObjectKind::Static | ObjectKind::ThreadLocal | ObjectKind::Local => object.size,
    }
}

/// At a multiple of which number an object lies: one that was asked for by its size holds anything that fits.
pub(crate) fn alignment(types: &Types, object: &Object) -> u64 {
    let natural = match object.ty {
        Some(ty) => types.align_of(ty).unwrap_or(1),
        None if object.size == 0 => 1,
        None => [16, 8, 4, 2].into_iter().find(|&bytes| bytes <= object.size).unwrap_or(1),
    };
    natural.max(object.alignment).max(1)
}

fn is_literal(object: &Object) -> bool {
    object.life == Life::Alive
        && object.kind == ObjectKind::Static
        && matches!(&object.name, ObjectName::Global(name) if name.starts_with("string@"))
}

fn byte(object: &Object, at: i128) -> Byte {
    u64::try_from(at).ok().and_then(|at| object.bytes.get(&at).copied()).unwrap_or(object.fill)
}
