//! The locations that threads share: all of them, with what keeps their accesses apart, and the accesses that may race.
//!
//! The comparison is that of [`raddle_analysis::race_freedom`]. There one pair that may race ends the proof; here every cell of every
//! object is compared. Accesses with the same thread class, the same running threads, the same locks and the same atomicity compare alike.
//! So groups of accesses are compared first. The costly checks (locks that belong to a byte, once controls, locks of creators) apply only
//! to the remaining pairs.

use raddle_program::bits::BitSet;
use rustc_hash::FxHashMap;
use std::collections::BTreeSet;

use raddle_analysis::accesses::{Accesses, Comparison, Owners};
use raddle_analysis::analyzed_program::AnalyzedProgram;
use raddle_analysis::exclusions::{Exclusion, Exclusions};
use raddle_analysis::points_to::{AbstractObject, ObjectKind, ThreadClass};

/// What keeps two accesses to one location apart.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Apart {
    /// The order of creations and joins, or a once control.
    Order,
    /// A lock.
    Lock,
    /// Both are atomic.
    Atomic,
}

/// A cell of an object that more than one thread accesses, one of them writing.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Location {
    /// The object.
    pub object: AbstractObject,
    /// The position of the cell in the shape of the object.
    pub cell: usize,
    /// The number of what shares it.
    pub shared: usize,
}

/// Accesses that share a cell, or many cells.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SharedBy {
    /// All accesses to the cell by threads that may share the object, as positions, in order.
    pub accesses: Vec<usize>,
    /// Those of them that nothing keeps apart from some other one, in order.
    pub open: Vec<usize>,
    /// What keeps pairs of accesses apart; not all of it if some are open.
    pub apart: BTreeSet<Apart>,
}

/// Locations, and the accesses that share them.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Locations {
    /// By object and cell.
    pub cells: Vec<Location>,
    /// By number.
    pub shared: Vec<SharedBy>,
}

impl Locations {
    /// The cells with what shares them.
    pub fn iter(&self) -> impl Iterator<Item = (&Location, &SharedBy)> {
        self.cells.iter().map(|location| (location, &self.shared[location.shared]))
    }
}

/// Finds them. A write into an object that is read-only violates memory, and does not count.
pub fn locations(program: &AnalyzedProgram, accesses: &Accesses<'_>, exclusions: &Exclusions<'_>) -> Locations {
    let is_read_only = |object: AbstractObject| match program.points_to().object(object).kind {
        ObjectKind::Global(global) | ObjectKind::ThreadLocal(_, global) => program.globals[global].is_read_only,
        _ => false,
    };
    let groups = Groups::of(accesses);
    let (compared, is_open) = (FxHashMap::default(), BitSet::new(accesses.len()));
    let mut search = Search { accesses, exclusions, groups, compared, is_open };
    let mut found = Locations::default();
    // What was found of a list of accesses to an object with certain owners.
    let mut known: FxHashMap<(Owners, usize), Option<usize>> = FxHashMap::default();
    let sharers = accesses.sharers();
    for (object, lists) in sharers.of_cells().filter(|(object, _)| !is_read_only(*object)) {
        let owners = accesses.owners(object);
        for (cell, &list) in lists.iter().enumerate() {
            let shared = *known.entry((owners, list)).or_insert_with(|| {
                let shared = search.shared_by(owners, sharers.list(list))?;
                found.shared.push(shared);
                Some(found.shared.len() - 1)
            });
            found.cells.extend(shared.map(|shared| Location { object, cell, shared }));
        }
    }
    found
}

/// Accesses that compare alike, and that all write or all read. They are of one class of threads.
struct Groups {
    /// By access, the number of its group.
    of_access: Vec<usize>,
    /// What comparing two groups gives.
    compared: FxHashMap<(usize, usize), Comparison>,
}

impl Groups {
    fn of(accesses: &Accesses<'_>) -> Groups {
        let mut numbers = FxHashMap::default();
        let number = |index| {
            let next = numbers.len();
            let is_write = accesses.site(index).is_write;
            *numbers.entry((accesses.comparable(index), is_write)).or_insert(next)
        };
        Groups { of_access: (0..accesses.len()).map(number).collect(), compared: FxHashMap::default() }
    }
}

/// The accesses of one group to a cell.
struct Group<'l> {
    accesses: &'l [usize],
    is_write: bool,
    class: ThreadClass,
    /// Whether each of them may race: then no pair of them has to be compared any more.
    is_open: bool,
}

impl<'l> Group<'l> {
    /// Of accesses of one group, at least one.
    fn of(accesses: &Accesses<'_>, members: &'l [usize]) -> Group<'l> {
        let (is_write, class) = (accesses.site(members[0]).is_write, accesses.class(members[0]));
        Group { accesses: members, is_write, class, is_open: false }
    }
}

struct Search<'s, 'a, 'e> {
    accesses: &'s Accesses<'a>,
    exclusions: &'s Exclusions<'e>,
    groups: Groups,
    /// What that is seldom needed keeps two accesses apart, by both positions in one number: millions of pairs are compared.
    compared: FxHashMap<u64, Option<Apart>>,
    /// Whether an access to the cell at hand may race.
    is_open: BitSet,
}

impl Search<'_, '_, '_> {
    /// The accesses that share a cell; `None` if no two of them conflict.
    fn shared_by(&mut self, owners: Owners, sharers: &[usize]) -> Option<SharedBy> {
        let (open, apart) = self.compare_all(owners, sharers);
        if open.is_empty() && apart.is_empty() {
            return None;
        }
        let is_shared = |index: &usize| !self.accesses.is_private(owners, *index, *index);
        Some(SharedBy { accesses: sharers.iter().copied().filter(is_shared).collect(), open, apart })
    }

    /// The accesses to a cell that may race with another one, in order, and what keeps pairs of them apart, as far as none may race.
    fn compare_all(&mut self, owners: Owners, sharers: &[usize]) -> (Vec<usize>, BTreeSet<Apart>) {
        let accesses = self.accesses;
        let mut compared: Vec<usize> =
            sharers.iter().copied().filter(|&index| !accesses.site(index).is_at_birth).collect();
        compared.sort_by_key(|&index| self.groups.of_access[index]);
        let is_same_group = |one: &usize, other: &usize| self.groups.of_access[*one] == self.groups.of_access[*other];
        let mut groups: Vec<Group<'_>> =
            compared.chunk_by(is_same_group).map(|members| Group::of(accesses, members)).collect();
        let mut apart = BTreeSet::new();
        for one in 0..groups.len() {
            for other in one..groups.len() {
                let [mine, theirs] = [&groups[one], &groups[other]];
                let is_conflict = mine.is_write || theirs.is_write;
                let [first, second] = [mine, theirs].map(|group| group.accesses[0]);
                if !is_conflict || mine.is_open && theirs.is_open || accesses.is_private(owners, first, second) {
                    continue;
                }
                match self.compare(first, second) {
                    // Accesses of one thread are in order, too: that says nothing about the location.
                    Comparison::NeverParallel if mine.class == theirs.class => {}
                    Comparison::NeverParallel => _ = apart.insert(Apart::Order),
                    Comparison::Locked => _ = apart.insert(Apart::Lock),
                    Comparison::Atomic => _ = apart.insert(Apart::Atomic),
                    Comparison::MayRace => {
                        self.compare_pairs(mine.accesses, theirs.accesses, &mut apart);
                        for group in [one, other] {
                            let is_open = |&index: &usize| self.is_open.contains(index);
                            groups[group].is_open = groups[group].accesses.iter().all(is_open);
                        }
                    }
                }
            }
        }
        let is_open = |index: &usize| self.is_open.contains(*index);
        let open: Vec<usize> = sharers.iter().copied().filter(is_open).collect();
        open.iter().for_each(|&index| self.is_open.remove(index));
        (open, apart)
    }

    fn compare(&mut self, one: usize, other: usize) -> Comparison {
        let (group, other_group) = (self.groups.of_access[one], self.groups.of_access[other]);
        let key = (group.min(other_group), group.max(other_group));
        let find = || self.accesses.comparison(one, other);
        *self.groups.compared.entry(key).or_insert_with(find)
    }

    /// Compares the accesses of one group with those of the other one, as far as it is not known that they may race.
    fn compare_pairs(&mut self, mine: &[usize], theirs: &[usize], apart: &mut BTreeSet<Apart>) {
        for (some, others) in [(mine, theirs), (theirs, mine)] {
            for &one in some {
                if self.is_open.contains(one) {
                    continue;
                }
                for &other in others {
                    match self.apart(one, other) {
                        Some(by) => _ = apart.insert(by),
                        None => {
                            self.is_open.insert(one);
                            self.is_open.insert(other);
                            break;
                        }
                    }
                }
            }
        }
    }

    fn apart(&mut self, one: usize, other: usize) -> Option<Apart> {
        let (first, second) = (one.min(other), one.max(other));
        let key = (first as u64) << 32 | second as u64;
        let exclusions = self.exclusions;
        let find = || {
            exclusions.exclusion(first, second).map(|exclusion| match exclusion {
                Exclusion::Related(_) | Exclusion::Creation(_) => Apart::Lock,
                Exclusion::Once(_)
                | Exclusion::Counter
                | Exclusion::Phases
                | Exclusion::Activation
                | Exclusion::Bytes => Apart::Order,
            })
        };
        *self.compared.entry(key).or_insert_with(find)
    }
}
