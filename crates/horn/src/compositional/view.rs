//! Views: which threads a predicate is about and where they stand, and what it says of them.
//!
//! Members are sorted by kind and place, and the members of a kind are its first copies, in this order; so what holds of the threads of a kind
//! is said once. Who owns a lock is said in the words of the view: nobody (0), a member (its copy plus one), or [`OTHER`]. What other copies hold, and what
//! they own, is translated.

use std::collections::{BTreeSet, HashMap};

use raddle_logic::sort::Sort;
use raddle_logic::term::{Term, Terms};

use crate::compositional::population::Population;
use crate::sequentialize::simulation::{Place, Simulation};
use crate::symbolic::layout::{Slot, TAG};

/// Who owns what no member owns, and somebody does.
pub const OTHER: u128 = 0x7f;

/// A thread of a view.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Member {
    /// Its kind.
    pub kind: usize,
    /// Where it stands, said of the first copy of its kind; `None` if it has ended.
    pub at: Option<Place>,
}

/// Sorted members.
pub type View = Vec<Member>;

/// A parameter of the predicate of a view.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Parameter {
    /// What all threads share.
    Shared(Slot),
    /// What belongs to a member alone; the slot is that of the first copy of its kind.
    Own(usize, Slot),
}

/// What translates between copies.
pub struct Words {
    /// Shared slots that say who.
    pub identities: BTreeSet<Slot>,
    /// For slots of first copies those of other copies.
    moved: HashMap<(Slot, u32), Slot>,
    /// For first copies and others pairs of private objects.
    objects: HashMap<(u32, u32), Vec<(usize, usize)>>,
}

impl Words {
    /// The words for all copies.
    pub fn new(
        terms: &mut Terms,
        simulation: &mut Simulation<'_>,
        population: &mut Population,
        identities: BTreeSet<Slot>,
    ) -> Words {
        let mut words = Words { identities, moved: HashMap::new(), objects: HashMap::new() };
        for copy in 0..population.kind_of.len() as u32 {
            let base = population.base(copy);
            let contexts: Vec<usize> =
                (0..simulation.layout.contexts.len()).filter(|&context| simulation.threads[context] == base).collect();
            for context in contexts {
                let moved = population.moved_context(terms, simulation, context, copy);
                for (slot, other) in population.slot_pairs(simulation, context, moved) {
                    words.moved.insert((slot, copy), other);
                }
            }
            for (slot, other) in population.thread_local_pairs(simulation, base, copy) {
                words.moved.insert((slot, copy), other);
            }
            let objects = population.object_pairs(terms, simulation, base, copy);
            words.objects.insert((base, copy), objects);
        }
        words
    }

    /// The slot of another copy.
    pub fn moved(&self, slot: Slot, copy: u32) -> Slot {
        self.moved.get(&(slot, copy)).copied().unwrap_or(slot)
    }

    /// What a view holds: the arguments of its predicate. `copies` says which copies are the members, `known` which copies the state may name.
    pub fn arguments(
        &self,
        terms: &mut Terms,
        population: &Population,
        view: &View,
        parameters: &[Parameter],
        (copies, known): (&[u32], &[u32]),
        state: &[Term],
    ) -> Vec<Term> {
        let own = copies_of(population, view);
        let mut arguments = Vec::with_capacity(parameters.len());
        for &parameter in parameters {
            arguments.push(match parameter {
                Parameter::Shared(slot) if self.identities.contains(&slot) => {
                    let to = |copy: u32| match copies.iter().position(|&it| it == copy) {
                        Some(at) => u128::from(own[at]) + 1,
                        None => OTHER,
                    };
                    renamed(terms, state[slot], known, to)
                }
                Parameter::Shared(slot) => state[slot],
                Parameter::Own(member, slot) => {
                    let base = population.base(own[member]);
                    let value = state[self.moved(slot, copies[member])];
                    self.translated(terms, value, base, copies[member], own[member])
                }
            });
        }
        arguments
    }

    /// A value of one copy as one of another copy: addresses of its own locals.
    fn translated(&self, terms: &mut Terms, value: Term, base: u32, from: u32, to: u32) -> Term {
        if from == to || terms.sort(value) != Sort::BitVec(TAG + 64) {
            return value;
        }
        let (tag, offset) = (terms.extract(value, 64, TAG), terms.extract(value, 0, 64));
        let mut found = value;
        for ((_, one), (_, other)) in self.objects[&(base, from)].iter().zip(&self.objects[&(base, to)]) {
            let (one, other) = (terms.number(TAG, *one as u128 + 1), terms.number(TAG, *other as u128 + 1));
            let is_it = terms.eq(tag, one);
            let moved = terms.concat(other, offset);
            found = terms.ite(is_it, moved, found);
        }
        found
    }
}

/// A number of a copy plus one, as another one.
fn renamed(terms: &mut Terms, value: Term, known: &[u32], to: impl Fn(u32) -> u128) -> Term {
    let width = terms.width(value);
    let mut found = value;
    for &copy in known {
        let (from, to) = (u128::from(copy) + 1, to(copy));
        if from != to {
            let (from, to) = (terms.number(width, from), terms.number(width, to));
            let is_it = terms.eq(value, from);
            found = terms.ite(is_it, to, found);
        }
    }
    found
}

/// The copies that the members of a view are.
pub fn copies_of(population: &Population, view: &View) -> Vec<u32> {
    let nth = |at: usize| view[..at].iter().filter(|other| other.kind == view[at].kind).count();
    (0..view.len()).map(|at| population.kinds[view[at].kind].copies[nth(at)]).collect()
}

/// The view of some copies at places of first copies, and the copies in the order of its members.
pub fn view_of(population: &Population, threads: &[(u32, Option<Place>)]) -> (View, Vec<u32>) {
    let mut sorted: Vec<(Member, u32)> =
        threads.iter().map(|&(copy, at)| (Member { kind: population.kind_of[copy as usize], at }, copy)).collect();
    sorted.sort_unstable();
    sorted.into_iter().unzip()
}
