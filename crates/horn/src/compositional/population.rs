//! Thread templates ([`Kind`]) and their instances in clauses (*copies*).
//!
//! A template with at most one instance has one copy. Any other template has one copy for each member of a view, one for a thread outside
//! of the view that takes a step, and one for a thread that was just created. A copy is a thread of a [`Simulation`] with contexts and
//! slots of its own. *To move* a slot, context or location means to find the corresponding one of another copy of the template.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::sync::Arc;

use raddle_logic::sort::Sort;
use raddle_logic::term::{Term, Terms};
use raddle_program::automaton::Transition;
use raddle_program::entity::Entity;
use raddle_program::syntax::{Effect, ProcedureId, Synchronization};

use crate::sequentialize::simulation::{Place, Simulation};
use crate::sequentialize::threads::id_width;
use crate::symbolic::layout::{Cells, Slot, SlotData};
use raddle_analysis::escape::Escape;
use raddle_analysis::points_to::{ObjectKind, PointsTo, ThreadClass};

/// The width of last-writer ghosts and of the status of a template.
pub const SMALL: u32 = 8;

/// A thread template: a thread class of the points-to analysis.
pub struct Kind {
    /// The start procedure of its threads.
    pub start: ProcedureId,
    /// Whether an execution has at most one of its threads.
    pub is_single: bool,
    /// The numbers of its copies.
    pub copies: Vec<u32>,
    /// Whether a thread of the template was created and, if there is at most one, whether it has ended ([`crate::compositional::threads`]).
    /// `None` for main.
    pub status: Option<Slot>,
    /// The constant that represents the ids of its threads, if ids are opaque.
    pub name: Option<Term>,
    /// The slot with the id of its only thread, if ids are not opaque and the thread may be joined.
    pub id: Option<Slot>,
    /// Whether a successful join implies that its thread has ended.
    pub is_joined: bool,
}

/// All thread templates and copies.
pub struct Population {
    points_to: Arc<PointsTo>,
    /// By the number of the thread class; the first is that of main.
    pub kinds: Vec<Kind>,
    /// The template of each copy.
    pub kind_of: Vec<usize>,
    /// Locals whose addresses may be known to other threads.
    escaped: BTreeSet<(usize, ProcedureId, raddle_program::syntax::LocalId)>,
    chains: HashMap<(usize, u32), usize>,
}

impl Population {
    /// The population for views with `members` threads. With `has_names`, thread ids are opaque constants: the program must not compare
    /// them.
    pub fn new(terms: &mut Terms, simulation: &mut Simulation<'_>, members: usize, has_names: bool) -> Population {
        let program = &*simulation.task.program;
        let points_to = program.points_to().clone();
        let effects = || simulation.automata.values().flat_map(|automaton| automaton.transitions.values());
        let may_detach = effects().any(|transition| match &transition.effect {
            Effect::Spawn { is_detached, .. } => is_detached.is_some(),
            Effect::Synchronize { operation, .. } => *operation == Synchronization::ThreadDetach,
            _ => false,
        });
        let joins = effects().any(|transition| matches!(transition.effect, Effect::Join { .. }));
        let escape = Escape::of(&points_to);
        let mut escaped = BTreeSet::new();
        for (object, data) in points_to.objects().iter() {
            if let ObjectKind::Local(context, local) = data.kind
                && escape.escapes(&points_to, object)
            {
                let context = &points_to.contexts[context];
                escaped.insert((context.class.index(), context.procedure, local));
            }
        }
        // If a thread may be detached, the result of its join says nothing.
        let joins_tell = joins && !may_detach;
        let mut kinds = Vec::new();
        let mut kind_of = Vec::new();
        for (class, data) in points_to.classes.iter() {
            let count = if data.is_single { 1 } else { members as u32 + 2 };
            let first = kind_of.len() as u32;
            let start = points_to.contexts[data.start].procedure;
            kind_of.extend((0..count).map(|_| class.index()));
            kinds.push(Kind {
                start,
                is_single: data.is_single,
                copies: (first..first + count).collect(),
                status: None,
                name: None,
                id: None,
                is_joined: data.is_single && class.index() > 0 && joins_tell,
            });
        }
        let width = id_width(simulation.task.program.types.model());
        for (number, kind) in kinds.iter_mut().enumerate() {
            for &copy in &kind.copies {
                simulation.start_of(terms, copy, kind.start);
            }
            if number > 0 {
                kind.status = Some(shared_slot(simulation, format!("status of kind {number}"), SMALL));
                if has_names {
                    kind.name = Some(terms.fresh(&format!("ids of kind {number}"), Sort::BitVec(width)));
                } else if kind.is_joined {
                    kind.id = Some(shared_slot(simulation, format!("id of kind {number}"), width));
                }
            }
        }
        simulation.name_slots(terms);
        let chains = HashMap::new();
        Population { points_to, kinds, kind_of, escaped, chains }
    }

    /// The template of the threads that a creation in `context` starts with a procedure.
    pub fn created(
        &self,
        simulation: &Simulation<'_>,
        creator: u32,
        context: usize,
        transition: Transition,
        start: ProcedureId,
    ) -> Option<usize> {
        let class = ThreadClass::from_index(self.kind_of[creator as usize]);
        let procedure = simulation.procedure(context);
        let mut contexts = self.points_to.contexts.iter();
        let (context, _) = contexts.find(|(_, data)| data.class == class && data.procedure == procedure)?;
        let classes = self.points_to.creations.get(&(context, transition))?;
        classes.iter().map(|class| class.index()).find(|&class| self.kinds[class].start == start)
    }

    /// The copy to which an object belongs alone; `None` if threads share the object.
    pub fn owner_of_object(&self, simulation: &Simulation<'_>, object: usize) -> Option<u32> {
        match simulation.layout.objects[object].context {
            Some(context) => {
                let copy = simulation.threads[context];
                let kind = self.kind_of[copy as usize];
                let procedure = simulation.procedure(context);
                let memory = &simulation.layout.contexts[context].memory;
                let is_shared = self.kinds[kind].is_single
                    && memory
                        .iter()
                        .any(|(&local, &of)| of == object && self.escaped.contains(&(kind, procedure, local)));
                (!is_shared).then_some(copy)
            }
            None => thread_local_of(simulation, object),
        }
    }

    /// The objects that belong to one copy alone.
    pub fn private_objects(&self, simulation: &Simulation<'_>, copy: u32) -> Vec<usize> {
        (0..simulation.layout.objects.len())
            .filter(|&object| self.owner_of_object(simulation, object) == Some(copy))
            .collect()
    }

    /// For each slot the copy to which it belongs alone; `None` if threads share it.
    pub fn owners(&self, simulation: &Simulation<'_>) -> Vec<Option<u32>> {
        let layout = &simulation.layout;
        let mut owners: Vec<Option<u32>> =
            layout.slots.iter().map(|slot| slot.context.map(|context| simulation.threads[context])).collect();
        for (number, object) in layout.objects.iter().enumerate() {
            let owner = self.owner_of_object(simulation, number);
            for slot in slots_of(object.cells.as_ref()) {
                owners[slot] = owner;
            }
        }
        owners
    }

    /// The context of `copy` with the same chain of calls as `context`. It is created on demand.
    pub fn moved_context(
        &mut self,
        terms: &mut Terms,
        simulation: &mut Simulation<'_>,
        context: usize,
        copy: u32,
    ) -> usize {
        if simulation.threads[context] == copy {
            return context;
        }
        if let Some(&known) = self.chains.get(&(context, copy)) {
            return known;
        }
        let caller = simulation.callees.iter().find(|&(_, &callee)| callee == context).map(|(&key, _)| key);
        let moved = match caller {
            None => simulation.starts[&(copy, simulation.procedure(context))],
            Some((caller, transition)) => {
                let caller = self.moved_context(terms, simulation, caller, copy);
                match simulation.callees.get(&(caller, transition)) {
                    Some(&known) => known,
                    None => {
                        let back = simulation.automata[simulation.procedure(caller)].transitions[transition].to;
                        let procedure = simulation.procedure(context);
                        let entered = simulation.enter(copy, procedure, Some((caller, back)));
                        simulation.callees.insert((caller, transition), entered);
                        simulation.name_slots(terms);
                        entered
                    }
                }
            }
        };
        self.chains.insert((context, copy), moved);
        moved
    }

    /// The corresponding location of another copy.
    pub fn moved_place(
        &mut self,
        terms: &mut Terms,
        simulation: &mut Simulation<'_>,
        place: Place,
        copy: u32,
    ) -> Place {
        Place { context: self.moved_context(terms, simulation, place.context, copy), ..place }
    }

    /// The first copy of the template of a copy. Locations of a template are stated as locations of its first copy.
    pub fn base(&self, copy: u32) -> u32 {
        self.kinds[self.kind_of[copy as usize]].copies[0]
    }

    /// Pairs of corresponding slots of two contexts with the same chain of calls.
    pub fn slot_pairs(&self, simulation: &Simulation<'_>, from: usize, to: usize) -> Vec<(Slot, Slot)> {
        let (one, other) = (&simulation.layout.contexts[from], &simulation.layout.contexts[to]);
        let mut pairs: Vec<(Slot, Slot)> =
            one.registers.iter().map(|(local, &slot)| (slot, other.registers[local])).collect();
        for (local, &object) in &one.memory {
            pairs.extend(object_pairs(simulation, object, other.memory[local]));
        }
        pairs
    }

    /// Pairs of corresponding slots of the thread-local globals of two copies.
    pub fn thread_local_pairs(&self, simulation: &Simulation<'_>, from: u32, to: u32) -> Vec<(Slot, Slot)> {
        let mut pairs = Vec::new();
        for (global, data) in simulation.task.program.globals.iter() {
            if data.is_thread_local {
                let layout = &simulation.layout;
                pairs.extend(object_pairs(simulation, layout.global(from, global), layout.global(to, global)));
            }
        }
        pairs
    }

    /// Pairs of corresponding private objects of two copies.
    pub fn object_pairs(
        &mut self,
        terms: &mut Terms,
        simulation: &mut Simulation<'_>,
        from: u32,
        to: u32,
    ) -> Vec<(usize, usize)> {
        let mut pairs = Vec::new();
        for object in self.private_objects(simulation, from) {
            let Some(context) = simulation.layout.objects[object].context else {
                let found =
                    simulation.task.program.globals.iter().find(|(global, data)| {
                        data.is_thread_local && simulation.layout.global(from, *global) == object
                    });
                pairs.extend(found.map(|(global, _)| (object, simulation.layout.global(to, global))));
                continue;
            };
            let moved = self.moved_context(terms, simulation, context, to);
            let memory: BTreeMap<_, _> = simulation.layout.contexts[context].memory.iter().collect();
            for (local, &of) in memory {
                if of == object {
                    pairs.push((object, simulation.layout.contexts[moved].memory[local]));
                }
            }
        }
        pairs
    }
}

/// The slots of an object's cells.
pub fn slots_of(cells: Option<&Cells>) -> Vec<Slot> {
    match cells {
        Some(Cells::Listed(cells)) => cells.iter().map(|cell| cell.2).collect(),
        Some(Cells::Array { slot, .. }) => vec![*slot],
        None => Vec::new(),
    }
}

/// Adds a variable that all threads share.
pub fn shared_slot(simulation: &mut Simulation<'_>, name: String, width: u32) -> Slot {
    let data = SlotData { name, sort: Sort::BitVec(width), context: None, register: None };
    simulation.layout.slots.push(data);
    simulation.layout.slots.len() - 1
}

/// A number with the width of last-writer ghosts and statuses.
pub fn small(terms: &mut Terms, number: u128) -> Term {
    terms.number(SMALL, number)
}

fn object_pairs(simulation: &Simulation<'_>, from: usize, to: usize) -> Vec<(Slot, Slot)> {
    let cells = |object: usize| slots_of(simulation.layout.objects[object].cells.as_ref());
    cells(from).into_iter().zip(cells(to)).collect()
}

fn thread_local_of(simulation: &Simulation<'_>, object: usize) -> Option<u32> {
    let layout = &simulation.layout;
    if let Some((&(thread, _), _)) = layout.thread_locals.iter().find(|&(_, &of)| of == object) {
        return Some(thread);
    }
    let mut globals = simulation.task.program.globals.iter();
    globals.any(|(global, data)| data.is_thread_local && layout.globals[&global] == object).then_some(0)
}
