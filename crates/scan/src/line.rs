//! The facts about one source line: its accesses, the accesses of other threads to the same memory, and what keeps them apart.

use raddle_analysis::accesses::{Accesses, Comparison, Owners};
use raddle_analysis::analyzed_program::AnalyzedProgram;
use raddle_analysis::exclusions::{Exclusion, Exclusions};
use raddle_analysis::points_to::{AbstractObject, Context, PointsTo};
use raddle_program::source::SourcePlace;
use raddle_program::syntax::{Effect, Program};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use crate::finding::Access;
use crate::objects::Naming;
use crate::prepared;
use crate::races::access;
use crate::stacks::Stacks;
use crate::thread::Thread;

/// What is known of a line.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct LineFacts {
    /// The functions with code in the line.
    pub functions: BTreeSet<Arc<str>>,
    /// The threads that may execute it.
    pub threads: Vec<Thread>,
    /// Its accesses to memory that other threads may reach, or that lies outside of registers.
    pub accesses: Vec<LineAccess>,
    /// Functions without a body that it calls, and constructs without a model.
    pub assumed: BTreeSet<Arc<str>>,
}

/// An access of a line to one location.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LineAccess {
    /// The object and the path to the bytes.
    pub location: String,
    /// The access.
    pub access: Access,
    /// The accesses of threads that run at the same time, or of further threads of the same kind, with what keeps them apart.
    pub rivals: Vec<Rival>,
}

/// An access that conflicts with one of the line.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Rival {
    /// The access.
    pub access: Access,
    /// What keeps the two apart; nothing if they may race.
    pub apart: Option<Barrier>,
}

/// What keeps two accesses apart.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Barrier {
    /// A lock that both hold: its name, or nothing for a lock that lies in the same object as the location.
    Lock(Option<String>),
    /// The order of creations and joins, or a once control.
    Order,
    /// Both are atomic.
    Atomic,
}

/// What is known of a line of a program that was lowered past what has no model; nothing if no code of the line is there.
pub fn line(program: Program, file: &str, number: u32) -> Option<LineFacts> {
    let program = &*AnalyzedProgram::new(prepared(program));
    let (points_to, automata): (&PointsTo, _) = (program.points_to(), program.automata());
    let naming = Naming::of(program);
    let is_here = |place: &SourcePlace| &*place.file == file && place.line == number;
    let mut facts = LineFacts::default();
    for (procedure, automaton) in automata.iter() {
        let steps = automaton.transitions.values();
        for step in steps.filter(|step| is_here(&naming.place(step.span))) {
            facts.functions.insert(program.procedures[procedure].name.clone());
            match &step.effect {
                Effect::External { name, .. } => _ = facts.assumed.insert(name.clone()),
                Effect::Unsupported(what) => _ = facts.assumed.insert(what.clone()),
                _ => {}
            }
        }
    }
    if facts.functions.is_empty() {
        return None;
    }
    let runs = |context: &Context| {
        let name = &program.procedures[points_to.contexts[*context].procedure].name;
        facts.functions.contains(name)
    };
    let classes: BTreeSet<_> =
        points_to.contexts.ids().filter(runs).map(|context| points_to.contexts[context].class).collect();
    facts.threads = classes.into_iter().map(|class| naming.thread(class)).collect();
    let accesses = Accesses::known(program, points_to, automata);
    let exclusions = Exclusions::of(program, automata, &accesses);
    let search = Search { naming: &naming, stacks: Stacks::of(program), accesses: &accesses, exclusions: &exclusions };
    let here: BTreeSet<usize> =
        (0..accesses.len()).filter(|&index| is_here(&naming.place(accesses.site(index).span))).collect();
    facts.accesses = search.accesses_of(points_to, &here);
    Some(facts)
}

struct Search<'a> {
    naming: &'a Naming<'a>,
    stacks: Stacks<'a>,
    accesses: &'a Accesses<'a>,
    exclusions: &'a Exclusions<'a>,
}

impl Search<'_> {
    /// By location and access: the rivals, each once, and of several results for one pair the one that may race.
    fn accesses_of(&self, points_to: &PointsTo, here: &BTreeSet<usize>) -> Vec<LineAccess> {
        let mut found: BTreeMap<(String, usize), BTreeSet<usize>> = BTreeMap::new();
        let mut owners: BTreeMap<(String, usize, usize), BTreeSet<AbstractObject>> = BTreeMap::new();
        let sharers = self.accesses.sharers();
        for (object, lists) in sharers.of_cells() {
            if self.naming.is_of_a_model(object) {
                continue;
            }
            for (cell, &list) in lists.iter().enumerate() {
                let list = sharers.list(list);
                for &index in list.iter().filter(|index| here.contains(index)) {
                    let cell = points_to.object(object).shape.cells[cell];
                    let Some((named, path)) = self.naming.bytes(object, cell.offset, cell.size) else { continue };
                    let location = format!("{named}{path}");
                    let rivals = found.entry((location.clone(), index)).or_default();
                    for &other in list.iter().filter(|&&other| self.conflicts(object, index, other)) {
                        rivals.insert(other);
                        owners.entry((location.clone(), index, other)).or_default().insert(object);
                    }
                }
            }
        }
        let mut result: Vec<LineAccess> = Vec::new();
        for ((location, index), rivals) in found {
            let listed = self.access(index);
            let mut all: Vec<Rival> = Vec::new();
            for other in rivals {
                let rival = Rival { access: self.access(other), apart: self.apart(index, other) };
                if !all.contains(&rival) {
                    all.push(rival);
                }
            }
            all.sort_by(|one, other| {
                let key = |rival: &Rival| (rival.apart.is_some(), rival.access.place.clone(), rival.apart.clone());
                key(one).cmp(&key(other))
            });
            let known = result.iter_mut().find(|known| known.location == location && known.access == listed);
            match known {
                Some(known) => {
                    let new: Vec<Rival> = all.into_iter().filter(|rival| !known.rivals.contains(rival)).collect();
                    known.rivals.extend(new);
                }
                None => result.push(LineAccess { location, access: listed, rivals: all }),
            }
        }
        result
    }

    /// Whether another access conflicts with one, by threads that may share the object.
    fn conflicts(&self, object: AbstractObject, one: usize, other: usize) -> bool {
        let owners: Owners = self.accesses.owners(object);
        let [first, second] = [one, other].map(|index| self.accesses.site(index));
        let is_one_thread = self.accesses.class(one) == self.accesses.class(other)
            && self.accesses.comparison(one, other) == Comparison::NeverParallel;
        (first.is_write || second.is_write)
            && !first.is_at_birth
            && !second.is_at_birth
            && !is_one_thread
            && !self.accesses.is_private(owners, one, other)
    }

    fn apart(&self, one: usize, other: usize) -> Option<Barrier> {
        match self.accesses.comparison(one, other) {
            Comparison::NeverParallel => Some(Barrier::Order),
            Comparison::Locked => {
                let lock = self.accesses.common_lock(one, other);
                Some(Barrier::Lock(lock.map(|lock| self.naming.lock(lock))))
            }
            Comparison::Atomic => Some(Barrier::Atomic),
            Comparison::MayRace => match self.exclusions.exclusion(one.min(other), one.max(other))? {
                Exclusion::Related(_) => Some(Barrier::Lock(None)),
                Exclusion::Creation(_) => {
                    Some(Barrier::Lock(Some("a lock of the thread that creates them".to_owned())))
                }
                Exclusion::Once(_)
                | Exclusion::Counter
                | Exclusion::Phases
                | Exclusion::Activation
                | Exclusion::Bytes => Some(Barrier::Order),
            },
        }
    }

    fn access(&self, index: usize) -> Access {
        access(self.accesses, self.naming, &self.stacks, index, false)
    }
}
