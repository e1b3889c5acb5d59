//! Which accesses may touch a cell of an object.
//!
//! In a large program most accesses go through addresses with the same targets, and most cells are touched by the same accesses. So the
//! cells are computed once for each set of targets and size, and equal lists of accesses are stored once.
//!
//! Rule: `free` accesses only what an allocation gave, or memory from outside of the program: of a variable it violates memory, and ends the
//! execution.
//! Tests: `freed_beside_a_global`, `freed_beside_an_allocation`.

use rustc_hash::FxHashMap;

use super::points_to::{AbstractObject, AccessSite, ObjectKind, PointsTo, Target, TargetSet};

/// The accesses by cell.
#[derive(Debug)]
pub struct Sharers {
    /// Lists of accesses, by position, in ascending order; each list once.
    lists: Vec<Vec<usize>>,
    /// For each object, in order, for each of its cells, the number of its list.
    of_cells: Vec<(AbstractObject, Vec<usize>)>,
}

impl Sharers {
    /// Computes them for accesses that are numbered in order.
    pub fn of<'s>(points_to: &PointsTo, sites: impl Iterator<Item = &'s AccessSite>) -> Sharers {
        let (groups, members) = grouped(points_to, sites);
        let mut touched: Vec<Vec<Vec<u32>>> =
            points_to.objects().values().map(|data| vec![Vec::new(); data.cells.len()]).collect();
        for (number, (targets, size, is_free)) in groups.into_iter().enumerate() {
            let may_touch = |target: &&Target| !is_free || may_be_freed(points_to, **target);
            for &target in points_to.targets_of(targets).iter().filter(may_touch) {
                for cell in points_to.touched(target, size) {
                    let groups = &mut touched[target.object.0 as usize][cell];
                    if groups.last() != Some(&(number as u32)) {
                        groups.push(number as u32);
                    }
                }
            }
        }
        let mut numbers: FxHashMap<Vec<u32>, usize> = FxHashMap::default();
        let mut lists = Vec::new();
        let mut number = |groups: Vec<u32>| {
            *numbers.entry(groups).or_insert_with_key(|groups| {
                let mut list: Vec<usize> =
                    groups.iter().flat_map(|&group| members[group as usize].iter().copied()).collect();
                list.sort_unstable();
                lists.push(list);
                lists.len() - 1
            })
        };
        let of_object =
            |(object, cells): (AbstractObject, Vec<Vec<u32>>)| (object, cells.into_iter().map(&mut number).collect());
        let of_cells = points_to.objects().ids().zip(touched).map(of_object).collect();
        Sharers { lists, of_cells }
    }

    /// A list of accesses, by position, in ascending order.
    pub fn list(&self, number: usize) -> &[usize] {
        &self.lists[number]
    }

    /// For each object, in order, for each of its cells, the number of the list of accesses that may touch it.
    pub fn of_cells(&self) -> impl Iterator<Item = (AbstractObject, &[usize])> {
        self.of_cells.iter().map(|(object, cells)| (*object, cells.as_slice()))
    }
}

/// Whether `free` may end the life of an object: an allocation, or memory from outside of the program.
fn may_be_freed(points_to: &PointsTo, target: Target) -> bool {
    match points_to.object(target.object).kind {
        ObjectKind::Allocated(..) | ObjectKind::Number | ObjectKind::Unknown | ObjectKind::Indeterminate => true,
        ObjectKind::Global(_)
        | ObjectKind::ThreadLocal(..)
        | ObjectKind::Local(..)
        | ObjectKind::Keys
        | ObjectKind::Procedure(_)
        | ObjectKind::Thread(_) => false,
    }
}

/// Accesses of one size and kind through addresses with the same targets are a group. The groups, and the accesses of each.
#[expect(clippy::type_complexity, reason = "a pair that is taken apart at once")]
fn grouped<'s>(
    points_to: &PointsTo,
    sites: impl Iterator<Item = &'s AccessSite>,
) -> (Vec<(TargetSet, Option<u64>, bool)>, Vec<Vec<usize>>) {
    let mut numbers = FxHashMap::default();
    let (mut groups, mut members) = (Vec::new(), Vec::<Vec<usize>>::new());
    for (position, site) in sites.enumerate() {
        let group = (points_to.target_set(site.address), site.size, site.is_free);
        let number = *numbers.entry(group).or_insert_with(|| {
            groups.push(group);
            members.push(Vec::new());
            groups.len() - 1
        });
        members[number].push(position);
    }
    (groups, members)
}
