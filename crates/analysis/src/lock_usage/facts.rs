//! What is known before a call: which objects can be used, which may be initialized, and whose threads were all created.

use raddle_program::automaton::Transition;
use raddle_program::bits::BitSet;
use raddle_program::entity::{Entity, Table};
use raddle_program::syntax::{Synchronization as S, SynchronizationFamily};
use rustc_hash::FxHashMap;

use super::code::{Code, Site};
use crate::flow::{Join, Problem, States, solve_from};
use crate::held_locks::overlaps;
use crate::points_to::{CodePlace, Context, ObjectKind, Target, ThreadClass};

/// What may be known at a place.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) enum Fact {
    /// An object can be used.
    Usable(Target),
    /// All threads of a class were created.
    Created(ThreadClass),
}

/// The facts, and where they change.
pub(super) struct Facts {
    all: Vec<Fact>,
    numbers: FxHashMap<Fact, usize>,
    /// Where a fact begins.
    begins: FxHashMap<CodePlace, Vec<usize>>,
    /// Where an object may be destroyed, by fact.
    destroyed_at: Vec<Vec<CodePlace>>,
    /// The facts that may end at a place.
    ends: FxHashMap<CodePlace, Vec<usize>>,
    /// The objects that are usable when the program starts.
    of_statics: BitSet,
    /// What may be initialized or destroyed by a call.
    pub(super) changed: Vec<Target>,
    /// What may be destroyed or overwritten by a call.
    pub(super) destroyed: Vec<Target>,
}

impl Facts {
    pub(super) fn of(code: &Code<'_>, sites: &[Site<'_>]) -> Facts {
        let changes = |wanted: Change| sites.iter().filter(move |(_, site)| change(site.operation) == wanted);
        let named = |(_, site): &Site<'_>| code.points_to.targets(site.operands[0]).to_vec();
        let by_call: Vec<Target> = changes(Change::Initializes).flat_map(named).collect();
        let by_end: Vec<Target> = changes(Change::Destroys).flat_map(named).collect();
        let mut objects: Vec<Target> = Vec::new();
        for (_, site) in changes(Change::Initializes).chain(changes(Change::Destroys)) {
            objects.extend(code.only(site.operands[0]).filter(|target| !objects.contains(target)));
        }
        let mut all: Vec<Fact> = objects.iter().copied().map(Fact::Usable).collect();
        all.extend(code.points_to.classes.ids().map(Fact::Created));
        let mut facts = Facts {
            numbers: all.iter().enumerate().map(|(number, &fact)| (fact, number)).collect(),
            begins: FxHashMap::default(),
            destroyed_at: vec![Vec::new(); all.len()],
            ends: FxHashMap::default(),
            of_statics: BitSet::new(all.len()),
            changed: by_call.iter().chain(&by_end).copied().collect(),
            destroyed: by_end.clone(),
            all,
        };
        for (fact, &object) in objects.iter().enumerate() {
            let is_global = matches!(code.points_to.object(object.object).kind, ObjectKind::Global(_));
            let names = |(_, site): &&Site<'_>| {
                site.operands.iter().any(|&operand| overlaps(code.points_to.targets(operand), object))
            };
            let mut named = sites.iter().filter(names);
            if is_global
                && !overlaps(&by_call, object)
                && named.all(|(_, site)| has_initializer(site.operation.family()))
            {
                facts.of_statics.insert(fact);
            }
        }
        for &(place, site) in changes(Change::Initializes) {
            let begun = code.only(site.operands[0]).and_then(|object| facts.number(Fact::Usable(object)));
            facts.begins.entry(place).or_default().extend(begun);
        }
        for &(place, site) in changes(Change::Destroys) {
            let named = code.points_to.targets(site.operands[0]);
            let ended = (0..objects.len()).filter(|&fact| overlaps(named, objects[fact]));
            for fact in ended {
                facts.destroyed_at[fact].push(place);
                facts.ends.entry(place).or_default().push(fact);
            }
        }
        for (class, data) in code.points_to.classes.iter() {
            let begun = facts.number(Fact::Created(class));
            if let &[place] = data.created_at.as_slice()
                && data.is_single
                && code.points_to.creations.get(&place).is_some_and(|created| created.as_slice() == [class])
            {
                facts.begins.entry(place).or_default().extend(begun);
            }
            for exit in code.parallel.exits_of_creations(class) {
                facts.begins.entry(exit).or_default().extend(begun);
            }
        }
        facts
    }

    pub(super) fn number(&self, fact: Fact) -> Option<usize> {
        self.numbers.get(&fact).copied()
    }

    fn none(&self) -> BitSet {
        BitSet::new(self.all.len())
    }
}

/// Whether objects of a family can be initialized by their bytes.
pub(super) fn has_initializer(family: SynchronizationFamily) -> bool {
    matches!(
        family,
        SynchronizationFamily::Mutex
            | SynchronizationFamily::Condition
            | SynchronizationFamily::ReadWrite
            | SynchronizationFamily::Once
    )
}

/// Certainly usable, certainly created.
struct Ready<'a>(&'a Facts);

impl Problem for Ready<'_> {
    fn n_facts(&self) -> usize {
        self.0.all.len()
    }

    fn join(&self) -> Join {
        Join::Must
    }

    fn transfer(&self, context: Context, transition: Transition, state: &mut BitSet) {
        let place = (context, transition);
        self.0.ends.get(&place).into_iter().flatten().for_each(|&fact| state.remove(fact));
        self.0.begins.get(&place).into_iter().flatten().for_each(|&fact| _ = state.insert(fact));
    }

    fn leave(&self, _callee: Context, _state: &mut BitSet) {}
}

/// Maybe initialized by a call, and not destroyed since.
pub(super) struct Initialized<'a>(pub &'a Facts);

impl Problem for Initialized<'_> {
    fn n_facts(&self) -> usize {
        self.0.all.len()
    }

    fn join(&self) -> Join {
        Join::May
    }

    fn transfer(&self, context: Context, transition: Transition, state: &mut BitSet) {
        let place = (context, transition);
        // One that names several objects destroys one of them.
        if let Some([fact]) = self.0.ends.get(&place).map(Vec::as_slice) {
            state.remove(*fact);
        }
        self.0.begins.get(&place).into_iter().flatten().for_each(|&fact| _ = state.insert(fact));
    }

    fn leave(&self, _callee: Context, _state: &mut BitSet) {}
}

impl Code<'_> {
    /// What is usable and created at each place, by class of threads. A class has a greater number than the class that creates it, so it is
    /// solved later.
    pub(super) fn usable(&self, facts: &Facts) -> Table<ThreadClass, States> {
        let mut usable: Table<ThreadClass, States> = Table::new();
        for (class, data) in self.points_to.classes.iter() {
            let entry = match data.parent {
                None => facts.of_statics.clone(),
                Some(_) => self.inherited(facts, class, &usable),
            };
            usable.push(solve_from(self.points_to, self.automata, class, &Ready(facts), &entry));
        }
        usable
    }

    /// What a thread of a class can use from its creation to its end.
    fn inherited(&self, facts: &Facts, class: ThreadClass, usable: &Table<ThreadClass, States>) -> BitSet {
        let mut inherited: Option<BitSet> = None;
        for &place in &self.points_to.classes[class].created_at {
            let creator = self.class(place);
            if creator == class {
                // What a thread can use from its creation to its end, it can still use where it creates another one.
                continue;
            }
            if creator.index() > class.index() {
                return facts.none();
            }
            let Some(before) = usable[creator].before(self.points_to, self.automata, place) else { continue };
            match &mut inherited {
                None => inherited = Some(before.clone()),
                Some(known) => _ = known.intersect(before),
            }
        }
        let mut inherited = inherited.unwrap_or_else(|| facts.none());
        for fact in 0..facts.all.len() {
            let stays = match facts.all[fact] {
                Fact::Usable(_) => facts.destroyed_at[fact].iter().all(|&place| {
                    let own = self.class(place);
                    own != class && self.is_single(own) && !self.may_run_beside(class, place)
                }),
                Fact::Created(_) => false,
            };
            if !stays {
                inherited.remove(fact);
            }
        }
        inherited
    }
}

/// What a call does to the object that it names first.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Change {
    Initializes,
    /// It cannot be used any more.
    Destroys,
    Uses,
}

pub(super) fn change(operation: S) -> Change {
    match operation {
        S::MutexInit | S::ConditionInit | S::ReadWriteInit | S::SpinInit | S::BarrierInit | S::SemaphoreInit => {
            Change::Initializes
        }
        S::MutexDestroy
        | S::ConditionDestroy
        | S::ReadWriteDestroy
        | S::SpinDestroy
        | S::BarrierDestroy
        | S::SemaphoreDestroy
        | S::Overwrite => Change::Destroys,
        _ => Change::Uses,
    }
}
