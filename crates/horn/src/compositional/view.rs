//! Views: the predicate of a view is about a few threads (its members) at given locations.
//!
//! Members are sorted by template and location. The members of one template are its first copies, in this order, so facts about
//! interchangeable threads are stated once. The owner of a lock is encoded relative to the view: 0 (no owner), the member's copy plus one,
//! or [`OTHER`]. If a state names other copies, [`Words`] renames their slots, addresses and owner numbers to those of the members.

use std::collections::{BTreeSet, HashMap};

use raddle_logic::sort::Sort;
use raddle_logic::term::{Term, Terms};

use crate::compositional::population::Population;
use crate::sequentialize::simulation::{Place, Simulation};
use crate::symbolic::layout::{Slot, TAG};

/// The owner number for a thread that is not a member of the view.
pub const OTHER: u128 = 0x7f;

/// A thread of a view.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Member {
    /// Its thread template.
    pub kind: usize,
    /// Its location, as a location of the first copy of the template; `None` if the thread has ended.
    pub at: Option<Place>,
}

/// The members of a view, sorted.
pub type View = Vec<Member>;

/// A parameter of the predicate of a view.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Parameter {
    /// A slot that all threads share.
    Shared(Slot),
    /// A slot that only this member uses, given as the slot of the first copy of its template.
    Own(usize, Slot),
}

/// Translates slots, addresses and owner numbers from one copy to another.
pub struct Words {
    /// Shared slots whose value identifies a thread (0, or a copy plus one).
    pub identities: BTreeSet<Slot>,
    /// The slot of another copy, for a slot of the first copy.
    moved: HashMap<(Slot, u32), Slot>,
    /// For a first copy and another copy: the pairs of corresponding private objects.
    objects: HashMap<(u32, u32), Vec<(usize, usize)>>,
}

impl Words {
    /// Computes the translations between all copies.
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

    /// The slot of a copy that corresponds to a slot of the first copy.
    pub fn moved(&self, slot: Slot, copy: u32) -> Slot {
        self.moved.get(&(slot, copy)).copied().unwrap_or(slot)
    }

    /// The arguments of a view's predicate in a state. `copies` are the copies that act as the members; `known` are the copies that the
    /// state may name.
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

    /// Translates a value from one copy to another: an address of a private object becomes the address of the corresponding object.
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

/// Renames copies in an identity (0, or a copy plus one).
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

/// The copies that represent the members of a view.
pub fn copies_of(population: &Population, view: &View) -> Vec<u32> {
    let nth = |at: usize| view[..at].iter().filter(|other| other.kind == view[at].kind).count();
    (0..view.len()).map(|at| population.kinds[view[at].kind].copies[nth(at)]).collect()
}

/// The view of the given copies at locations of first copies, and the copies in the order of its members.
pub fn view_of(population: &Population, threads: &[(u32, Option<Place>)]) -> (View, Vec<u32>) {
    let mut sorted: Vec<(Member, u32)> =
        threads.iter().map(|&(copy, at)| (Member { kind: population.kind_of[copy as usize], at }, copy)).collect();
    sorted.sort_unstable();
    sorted.into_iter().unzip()
}
