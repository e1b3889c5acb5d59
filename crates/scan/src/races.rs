//! Locations that may have a data race: one finding for a variable, a member or an element, not for a pair of accesses.

use crate::consequences::Causes;
use crate::locations::{Location, Locations};
use raddle_analysis::accesses::Accesses;
use raddle_analysis::analyzed_program::AnalyzedProgram;
use raddle_analysis::points_to::{PointsTo, Target};
use raddle_program::bits::BitSet;
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::{BTreeMap, BTreeSet};

use crate::finding::{Access, Guard, RaceFinding, Status};
use crate::objects::{Naming, Object};
use crate::stacks::Stacks;

/// Of each finding so many accesses are listed.
const ACCESS_LIMIT: usize = 100;

/// The accesses to one location, in the order in which a finding lists them: `open` may race, `closed` may not.
#[derive(Clone, PartialEq, Eq, Hash, Default)]
struct Accessed {
    open: Vec<usize>,
    closed: Vec<usize>,
    /// The cells that cause all races of a consequence; nothing for what may race by itself.
    causes: Causes,
}

/// The locations that race by themselves, and the locations that race as a consequence. In both lists findings with an inconsistent lock
/// come first, then the order is by file and line. Objects that the callers of a library made come last.
pub fn races(
    program: &AnalyzedProgram,
    accesses: &Accesses<'_>,
    locations: &Locations,
    consequences: &BTreeMap<usize, Causes>,
) -> (Vec<RaceFinding>, Vec<RaceFinding>) {
    let naming = Naming::of(program);
    let points_to = program.points_to();
    let (found, accessed) = by_name(&naming, points_to, accesses, locations, consequences);
    let listing = Listing { accesses, naming: &naming, stacks: Stacks::of(program) };
    let listed: Vec<Listed> = accessed.iter().map(|accessed| listing.listed(accessed)).collect();
    let finding = |((object, members), number): ((Object, Vec<String>), usize)| {
        let Listed { guard, n_accesses, accesses } = listed[number].clone();
        let causes: BTreeSet<String> = accessed[number].causes.iter().map(|&cell| naming.cell(cell)).collect();
        RaceFinding {
            status: if causes.is_empty() { Status::Possible } else { Status::Excluded },
            object,
            member: common_path(&members),
            members,
            guard,
            n_accesses,
            accesses,
            causes: causes.into_iter().collect(),
            trace: None,
        }
    };
    let mut findings: Vec<RaceFinding> = found.into_iter().map(finding).collect();
    findings.sort_by_key(|finding| {
        let place = &finding.object.place;
        // Objects that the callers of a library made come last: a caller may have to lock them.
        let is_of_callers = place.file.starts_with('<');
        (is_of_callers, finding.guard.is_none(), place.file.clone(), place.line, finding.member.clone())
    });
    findings.into_iter().partition(|finding| finding.status == Status::Possible)
}

/// The locations of one name: what shares them, and the causes of each that is a consequence.
#[derive(Default)]
struct Members<'l> {
    shared: BTreeSet<usize>,
    causes: Vec<Option<&'l Causes>>,
}

/// What is accessed alike has a number, by the object and its members.
type NumberByName = BTreeMap<(Object, Vec<String>), usize>;

/// The accesses to locations, by their names: the number of what is accessed alike, and by this number the accesses. The elements of an
/// array, and the objects that one call allocates for several threads, are one location for people; so are members that the same accesses
/// reach.
fn by_name(
    naming: &Naming<'_>,
    points_to: &PointsTo,
    accesses: &Accesses<'_>,
    locations: &Locations,
    consequences: &BTreeMap<usize, Causes>,
) -> (NumberByName, Vec<Accessed>) {
    let mut members: BTreeMap<Object, BTreeMap<String, Members>> = BTreeMap::new();
    // What texts of library functions alone access is not the program's: the calls of such functions are findings ("static data of strtok").
    let is_of_library = |index: &usize| naming.place(accesses.site(*index).span).file.starts_with("<raddle>/");
    let is_hidden =
        |location: &Location, open: &[usize]| naming.is_of_a_model(location.object) && open.iter().all(is_of_library);
    for (position, (location, shared)) in locations.iter().enumerate() {
        if shared.open.is_empty() || is_hidden(location, &shared.open) {
            continue;
        }
        let cell = points_to.object(location.object).shape.cells[location.cell];
        let Some((object, member)) = naming.bytes(location.object, cell.offset, cell.size) else { continue };
        let member = members.entry(object).or_default().entry(member).or_default();
        member.shared.insert(location.shared);
        member.causes.push(consequences.get(&position));
    }
    let (mut united, mut numbers) = (FxHashMap::default(), FxHashMap::default());
    let mut number_of = |Members { shared, causes }: Members<'_>| {
        // One location of this name that may race by itself makes the name a finding.
        let causes = causes.into_iter().collect::<Option<Vec<&Causes>>>().unwrap_or_default();
        let causes: Causes = causes.into_iter().flatten().copied().collect();
        *united.entry((shared, causes)).or_insert_with_key(|(shared, causes)| {
            let mut sets = [(); 2].map(|()| BitSet::new(accesses.len()));
            for shared in shared.iter().map(|&number| &locations.shared[number]) {
                shared.open.iter().for_each(|&index| _ = sets[0].insert(index));
                shared.accesses.iter().for_each(|&index| _ = sets[1].insert(index));
            }
            let [open, all] = sets;
            let closed = all.iter().filter(|&index| !open.contains(index)).collect();
            let accessed = Accessed { open: open.iter().collect(), closed, causes: causes.clone() };
            let next = numbers.len();
            *numbers.entry(accessed).or_insert(next)
        })
    };
    let mut found = BTreeMap::new();
    for (object, members) in members {
        let mut alike: BTreeMap<usize, Vec<String>> = BTreeMap::new();
        for (member, shared) in members {
            alike.entry(number_of(shared)).or_default().push(member);
        }
        for (number, members) in alike {
            found.insert((object.clone(), members), number);
        }
    }
    let mut accessed: Vec<(Accessed, usize)> = numbers.into_iter().collect();
    accessed.sort_unstable_by_key(|&(_, number)| number);
    (found, accessed.into_iter().map(|(accessed, _)| accessed).collect())
}

/// The longest path that leads to all members.
fn common_path(members: &[String]) -> String {
    let [first, others @ ..] = members else { return String::new() };
    let starts = |end: usize| {
        let is_end = |path: &String| path.len() == end || path[end..].starts_with(['.', '[']);
        is_end(first) && others.iter().all(|other| other.starts_with(&first[..end]) && is_end(other))
    };
    let ends = (0..=first.len()).rev().filter(|&end| first.is_char_boundary(end));
    ends.into_iter().find(|&end| starts(end)).map_or_else(String::new, |end| first[..end].to_owned())
}

/// What a finding says of the accesses.
#[derive(Clone)]
struct Listed {
    guard: Option<Guard>,
    n_accesses: usize,
    accesses: Vec<Access>,
}

struct Listing<'a> {
    accesses: &'a Accesses<'a>,
    naming: &'a Naming<'a>,
    stacks: Stacks<'a>,
}

impl Listing<'_> {
    fn listed(&self, accessed: &Accessed) -> Listed {
        // The accesses of one thread at one source location count once, in all contexts.
        let mut seen = FxHashSet::default();
        let closed = accessed.closed.iter().map(|&index| (index, false));
        let mut listed: Vec<(usize, bool)> = accessed.open.iter().map(|&index| (index, true)).chain(closed).collect();
        listed.retain(|&(index, _)| {
            let site = self.accesses.site(index);
            seen.insert((site.span, site.is_write, self.accesses.class(index)))
        });
        let guard = self.guard(&listed);
        let n_accesses = listed.len();
        let accesses = listed
            .into_iter()
            .take(ACCESS_LIMIT)
            .map(|(index, is_open)| access(self.accesses, self.naming, &self.stacks, index, is_open))
            .collect();
        Listed { guard, n_accesses, accesses }
    }

    /// The lock that most accesses hold, and at least half of them.
    fn guard(&self, listed: &[(usize, bool)]) -> Option<Guard> {
        let mut holders: BTreeMap<Target, usize> = BTreeMap::new();
        for &(index, _) in listed {
            let locks: BTreeSet<Target> = locks(self.accesses, self.naming, index).collect();
            for lock in locks {
                *holders.entry(lock).or_default() += 1;
            }
        }
        let (lock, held) = holders.into_iter().max_by_key(|(_, held)| *held)?;
        (2 * held >= listed.len()).then(|| Guard { lock: self.naming.lock(lock), held, of: listed.len() })
    }
}

/// The locks of the program that are held at an access.
fn locks<'a>(accesses: &'a Accesses<'_>, naming: &'a Naming<'_>, index: usize) -> impl Iterator<Item = Target> + 'a {
    let locks = accesses.held(index).iter().map(|held| held.lock);
    locks.filter(|lock| !naming.is_of_a_model(lock.object))
}

/// An access, for people.
pub(crate) fn access(
    accesses: &Accesses<'_>,
    naming: &Naming<'_>,
    stacks: &Stacks<'_>,
    index: usize,
    is_open: bool,
) -> Access {
    let site = accesses.site(index);
    Access {
        place: naming.place(site.span),
        is_write: site.is_write,
        is_atomic: accesses.is_atomic(index),
        is_open,
        thread: naming.thread(accesses.class(index)),
        locks: locks(accesses, naming, index).map(|lock| naming.lock(lock)).collect(),
        stack: stacks.to(site.context),
    }
}

#[cfg(test)]
mod tests {
    use super::common_path;

    #[test]
    fn members_that_are_alike_have_one_path() {
        let path = |members: &[&str]| common_path(&members.iter().map(|it| (*it).to_owned()).collect::<Vec<_>>());
        assert_eq!(path(&[".a.x", ".a.y"]), ".a");
        assert_eq!(path(&[".ab", ".ac"]), "");
        assert_eq!(path(&[".a", ".a[]"]), ".a");
        assert_eq!(path(&["[].next"]), "[].next");
    }
}
