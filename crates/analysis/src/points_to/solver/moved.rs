//! Pointer arithmetic: where an adjustment leads from a target.
//!
//! Pointers that are imprecise are moved by the distances of types that they never point to. Each sum of such distances would be an
//! offset of its own, in each object, and a program with many structures would have millions of targets. So an object has few
//! offsets that are not the start of a cell ([`ExtraOffsets`]); any further one is `None`, which is anywhere in the object or outside of it.
//!
//! Rule: an object has a limited number of offsets that start no cell. A pointer that would get a further one leads anywhere in its object.
//! Tests: `many_steps_inside_an_object`.

use raddle_program::entity::Entity;
use rustc_hash::FxHashMap;

use super::super::object::AbstractObject;
use super::super::shift::is_outside;
use super::sets::SetId;
use super::{Solver, Target, TargetId};

/// What a copy does to offsets.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Adjust {
    /// So many bytes further.
    Shift(i128),
    /// An unknown multiple of so many bytes away.
    Stride(u64),
    /// The same by an index of an array that is named.
    Index(u64),
    /// The same by an index that stays inside of the array, which has so many bytes.
    Element {
        /// The bytes of an element.
        stride: u64,
        /// The bytes of the array.
        bytes: u64,
        /// Whether the array certainly begins there. An offset may stand for each element of a long array, too.
        is_start: bool,
    },
    /// Arithmetic that is not understood.
    Anywhere,
    /// Of a distance that is added to a pointer: a distance between two objects leads from one to the other.
    Distance,
    /// Of a pointer that is followed: outside of its object it leads nowhere.
    Followed,
}

/// Where an adjustment leads from each target, as far as it was asked for.
#[derive(Default, Debug)]
pub(super) struct Moved {
    /// By target: the first one and their number in `targets`.
    ranges: Vec<Option<(u32, u32)>>,
    targets: Vec<u32>,
    /// Of whole sets.
    sets: FxHashMap<SetId, SetId>,
}

/// How many offsets that start no cell an object has at most.
const EXTRA_LIMIT: u32 = 64;
/// The same after all objects together have `MANY_EXTRA` of them.
const LATE_EXTRA_LIMIT: u32 = 4;
const MANY_EXTRA: u32 = 8192;

/// How many offsets that start no cell were made: in the middle of a cell, or outside of the object.
#[derive(Default, Debug)]
pub(super) struct ExtraOffsets {
    of: FxHashMap<AbstractObject, u32>,
    all: u32,
}

impl ExtraOffsets {
    /// Counts one more offset of an object; returns whether it may have it.
    fn admit(&mut self, object: AbstractObject) -> bool {
        let limit = if self.all < MANY_EXTRA { EXTRA_LIMIT } else { LATE_EXTRA_LIMIT };
        let count = self.of.entry(object).or_default();
        let is_admitted = *count < limit;
        *count += u32::from(is_admitted);
        self.all += u32::from(is_admitted);
        is_admitted
    }
}

impl Moved {
    /// Forgets what it knows of sets, whose numbers may stand for other sets later.
    pub(super) fn forget_sets(&mut self) {
        self.sets.clear();
    }
}

impl Solver {
    /// Where an adjustment leads from any of some targets.
    pub(super) fn all_moved(&mut self, targets: SetId, adjust: Adjust) -> SetId {
        let mut cache = self.moved.remove(&adjust).unwrap_or_default();
        if let Some(&known) = cache.sets.get(&targets) {
            self.moved.insert(adjust, cache);
            return known;
        }
        let numbers: Vec<u32> = self.sets.get(targets).iter().collect();
        for id in numbers {
            if cache.ranges.len() <= id as usize {
                cache.ranges.resize(self.targets.len().max(id as usize + 1), None);
            }
            let (first, count) = match cache.ranges[id as usize] {
                Some(range) => range,
                None => {
                    let found = self.moved_target(self.targets[TargetId::from_index(id as usize)], adjust);
                    let range = (cache.targets.len() as u32, found.len() as u32);
                    for target in found {
                        let target = self.admitted(target);
                        cache.targets.push(self.target_id(target).index() as u32);
                    }
                    cache.ranges[id as usize] = Some(range);
                    range
                }
            };
            for &target in &cache.targets[first as usize..(first + count) as usize] {
                self.collector.insert(target);
            }
        }
        let moved = self.collector.take();
        let moved = self.sets.intern(moved);
        cache.sets.insert(targets, moved);
        self.moved.insert(adjust, cache);
        moved
    }

    /// The target, or its object without an offset if the object has too many offsets.
    fn admitted(&mut self, target: Target) -> Target {
        let Target { object, offset: Some(offset) } = target else { return target };
        let data = &self.objects[object];
        let starts_a_cell = || data.shape.cells.binary_search_by_key(&offset, |cell| cell.offset).is_ok();
        let is_free = !data.kind.is_memory() || self.target_ids.contains_key(&target) || starts_a_cell();
        if is_free || self.extra_offsets.admit(object) { target } else { Target { object, offset: None } }
    }

    fn moved_target(&self, target: Target, adjust: Adjust) -> Vec<Target> {
        let Target { object, offset } = target;
        let data = &self.objects[object];
        let at = |offset| Target { object, offset };
        match (adjust, offset) {
            (Adjust::Distance, _) if !data.kind.is_memory() => Vec::new(),
            (Adjust::Distance, _) => vec![at(None)],
            _ if !data.kind.is_memory() => vec![target],
            (_, None) => vec![target],
            (Adjust::Anywhere, Some(_)) => vec![at(None)],
            (Adjust::Followed, Some(offset)) if is_outside(offset) => Vec::new(),
            (Adjust::Followed, Some(_)) => vec![target],
            (Adjust::Element { stride, bytes, is_start }, Some(offset)) => {
                let elements = data.shape.elements_from(offset, (stride, bytes), is_start);
                self.at_offsets(object, elements.or_else(|| data.shape.stepped(offset, stride)))
            }
            (Adjust::Shift(_) | Adjust::Stride(_) | Adjust::Index(_), Some(offset))
                if self.keeps_members
                    && let Some(offsets) = data.shape.within_member(offset, adjust) =>
            {
                self.at_offsets(object, Some(offsets))
            }
            (Adjust::Shift(distance), Some(offset)) => self.at_offsets(object, data.shape.shifted(offset, distance)),
            (Adjust::Stride(stride) | Adjust::Index(stride), Some(offset)) => {
                self.at_offsets(object, data.shape.stepped(offset, stride))
            }
        }
    }

    /// An object at some offsets; `None` is anywhere in it.
    fn at_offsets(&self, object: AbstractObject, offsets: Option<Vec<u64>>) -> Vec<Target> {
        let at = |offset| Target { object, offset };
        offsets.map_or_else(|| vec![at(None)], |offsets| offsets.into_iter().map(|offset| at(Some(offset))).collect())
    }
}
