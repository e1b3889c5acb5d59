//! The state of the simulation of all threads: automata, the layout of the slots, contexts and cut-points.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use raddle_logic::sort::Sort;
use raddle_logic::term::{Term, Terms};
use raddle_program::automaton::{Automaton, Location, Transition};
use raddle_program::entity::Table;
use raddle_program::footprint::Footprint;
use raddle_program::live::LiveRegisters;
use raddle_program::property::Property;
use raddle_program::syntax::{Effect, ProcedureId, SynchronizationFamily};

use crate::sequentialize::unseen;
use crate::symbolic::layout::{Layout, Slot, SlotData, TAG};
use raddle_analysis::analyzed_program::Blocks;
use raddle_analysis::cut_points::{CutPoints, Visibility};
use raddle_analysis::movers::{Class, Movers};
use raddle_analysis::points_to::PointsTo;
use raddle_analysis::reduction::Reduction;
use raddle_verify::task::Task;

/// The most threads, `main` included. (The readers of a lock are counted in 4 bits per thread, of 64 bits.)
pub const THREADS: usize = 16;

/// The location of a running thread.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Place {
    /// The context: the chain of calls. It determines the thread.
    pub context: usize,
    /// The location in its procedure.
    pub location: Location,
    /// The number of atomic sections that are open.
    pub depth: u32,
}

/// The slots of a synchronization object.
#[derive(Clone, Copy, Debug)]
pub struct SyncSlots {
    /// The family of the object.
    pub family: SynchronizationFamily,
    /// The owner (0: none; else the thread number plus one), or a count. 32 bits.
    pub owner: Slot,
    /// The lock depth; for read-write locks 4 bits for each thread. 64 bits.
    pub depth: Slot,
    /// Whether the object is initialized, and its kind. 8 bits.
    pub kind: Slot,
}

/// A simulation of all threads.
pub struct Simulation<'a> {
    /// The task.
    pub task: &'a Task,
    /// The property.
    pub property: Property,
    /// The automata.
    pub automata: &'a Table<ProcedureId, Automaton>,
    /// The live registers.
    pub live: &'a Table<ProcedureId, LiveRegisters>,
    /// The layout of the slots.
    pub layout: Layout,
    /// A variable for each slot.
    pub variables: Vec<Term>,
    /// The thread of each context.
    pub threads: Vec<u32>,
    /// The context that a call leads to.
    pub callees: HashMap<(usize, Transition), usize>,
    /// The context in which a thread starts.
    pub starts: BTreeMap<(u32, ProcedureId), usize>,
    /// The return value of each thread, as a pointer.
    pub returned: Vec<Slot>,
    /// The synchronization objects, by address.
    pub sync: BTreeMap<(usize, u64), SyncSlots>,
    /// Slots whose values decide which threads are created and joined.
    pub essential: BTreeSet<Slot>,
    /// The most threads, `main` included.
    pub n_threads: usize,
    /// Whether each creation is executed at most once.
    pub has_fixed_threads: bool,
    reduction: Reduction,
    blocks: Option<(&'a Blocks, &'a CutPoints)>,
    /// Locations in front of atomic sections in which a violation of another property may end the execution.
    sections: BTreeSet<(ProcedureId, Location)>,
    /// Locations that became cut-points because they are on a cycle, or because a violation may end the execution behind them.
    pub cut: BTreeSet<Place>,
}

impl<'a> Simulation<'a> {
    /// The simulation before any exploration.
    pub fn new(terms: &mut Terms, task: &'a Task, property: Property, reduction: Reduction) -> Self {
        let program = &*task.program;
        let (automata, live) = (program.automata(), program.live());
        let blocks = if reduction >= Reduction::Blocks {
            let visibility = Visibility { overflow: property == Property::Overflow, ..Visibility::default() };
            program.blocks(visibility.arithmetic()).map(|blocks| (blocks, &blocks.cut_points))
        } else {
            None
        };
        let sections = unseen::sections_that_may_end(program, automata);
        let has_fixed_threads = has_fixed_threads(program.points_to(), automata);
        let mut layout = Layout::new(program);
        layout.is_shared = true;
        layout.know_elements(|global, bytes| program.intervals(&|| false)?.of_elements(global, bytes));
        let mut simulation = Simulation {
            task,
            property,
            automata,
            live,
            layout,
            variables: Vec::new(),
            threads: Vec::new(),
            callees: HashMap::new(),
            starts: BTreeMap::new(),
            returned: Vec::new(),
            sync: BTreeMap::new(),
            essential: BTreeSet::new(),
            n_threads: THREADS,
            has_fixed_threads,
            reduction,
            blocks,
            sections,
            cut: BTreeSet::new(),
        };
        simulation.start_of(terms, 0, program.main);
        simulation
    }

    /// Removes redundant cut-points of blocks. This is valid for assertions only, and only if each path ends where it would repeat a
    /// location.
    pub fn leave_out_redundant_cut_points(&mut self) {
        self.blocks = self.blocks.map(|(blocks, _)| (blocks, self.task.program.fewest_cut_points(blocks)));
    }

    /// The initial context of a thread that starts with a procedure.
    pub fn start_of(&mut self, terms: &mut Terms, thread: u32, procedure: ProcedureId) -> usize {
        while self.returned.len() <= thread as usize {
            let number = self.returned.len() as u32;
            if number > 0 {
                self.layout.add_thread(&self.task.program, number);
            }
            let slot = self.slot(format!("returned by T{number}"), TAG + 64);
            self.returned.push(slot);
        }
        let context = match self.starts.get(&(thread, procedure)) {
            Some(&context) => context,
            None => {
                let context = self.enter(thread, procedure, None);
                self.starts.insert((thread, procedure), context);
                context
            }
        };
        self.name_slots(terms);
        context
    }

    /// Adds a context for a call of a thread.
    pub fn enter(&mut self, thread: u32, procedure: ProcedureId, caller: Option<(usize, Location)>) -> usize {
        let context = self.layout.enter(&self.task.program, procedure, caller);
        self.threads.push(thread);
        let makes_threads = self.automata[procedure]
            .transitions
            .values()
            .any(|transition| matches!(transition.effect, Effect::Spawn { .. } | Effect::Join { .. }));
        if makes_threads {
            self.essential.extend(self.layout.contexts[context].registers.values());
        }
        context
    }

    /// The slots of the synchronization object at an address; they are created on demand.
    pub fn sync(&mut self, terms: &mut Terms, object: usize, offset: u64, family: SynchronizationFamily) -> SyncSlots {
        if let Some(&known) = self.sync.get(&(object, offset)) {
            return known;
        }
        let program = &self.task.program;
        let global = program.globals.iter().find(|(global, _)| self.layout.objects_of(*global).contains(&object));
        let name = global.map_or_else(|| format!("object {object}"), |(_, data)| data.name.to_string());
        let owner = self.slot(format!("owner of {name}+{offset}"), 32);
        let depth = self.slot(format!("depth of {name}+{offset}"), 64);
        let kind = self.slot(format!("kind of {name}+{offset}"), 8);
        let slots = SyncSlots { family, owner, depth, kind };
        self.essential.extend([owner, depth, kind]);
        self.sync.insert((object, offset), slots);
        self.name_slots(terms);
        slots
    }

    fn slot(&mut self, name: String, width: u32) -> Slot {
        self.layout.slots.push(SlotData { name, sort: Sort::BitVec(width), context: None, register: None });
        self.layout.slots.len() - 1
    }

    /// Creates the variables of new slots.
    pub fn name_slots(&mut self, terms: &mut Terms) {
        for slot in &self.layout.slots[self.variables.len()..] {
            self.variables.push(terms.fresh(&slot.name, slot.sort));
        }
    }

    /// The procedure of a context.
    pub fn procedure(&self, context: usize) -> ProcedureId {
        self.layout.contexts[context].procedure
    }

    /// Whether a context switch is considered at a location.
    pub fn is_cut(&self, place: Place) -> bool {
        place.depth == 0 && (self.cut.contains(&place) || self.is_cut_from_the_start(place))
    }

    /// Whether the location was a cut-point before the exploration added cut-points.
    pub fn is_cut_from_the_start(&self, place: Place) -> bool {
        if place.depth > 0 {
            return false;
        }
        if self.sections.contains(&(self.procedure(place.context), place.location)) {
            return true;
        }
        match (self.blocks, self.reduction) {
            (_, Reduction::None) => true,
            (Some((blocks, cut_points)), Reduction::Blocks) => {
                let is_out = cut_points.is_out(self.procedure(place.context), place.location) != Some(false);
                is_out && !self.only_ends(&blocks.movers, place)
            }
            _ => self.is_visible(place),
        }
    }

    /// Whether only the end of the thread remains. It is a left mover, so it belongs to the block before it.
    fn only_ends(&self, movers: &Movers, place: Place) -> bool {
        let procedure = self.procedure(place.context);
        let automaton = &self.automata[procedure];
        let is_start = self.layout.contexts[place.context].caller.is_none();
        let ends = |effect: &Effect| match effect {
            Effect::Return(_) => is_start,
            Effect::Exit(_) => true,
            _ => false,
        };
        automaton.outgoing(place.location).iter().all(|&transition| {
            ends(&automaton.transitions[transition].effect)
                && movers.class(procedure, transition) == Some(Class::Left)
                && place.location != automaton.entry
        })
    }

    /// Whether other threads can notice the next transition.
    fn is_visible(&self, place: Place) -> bool {
        let procedure = self.procedure(place.context);
        let automaton = &self.automata[procedure];
        let is_start = self.layout.contexts[place.context].caller.is_none();
        automaton.outgoing(place.location).iter().any(|&transition| {
            let data = &automaton.transitions[transition];
            let program = &*self.task.program;
            let footprint = Footprint::of(program, &program.procedures[procedure], data);
            let asks = matches!(
                data.effect,
                Effect::Synchronize { .. } | Effect::AtomicBegin | Effect::AtomicEnd | Effect::Stop | Effect::Exit(_)
            );
            let ends = is_start && matches!(data.effect, Effect::Return(_));
            let test = matches!(data.effect, Effect::Assume(_) | Effect::Assert { .. });
            asks || ends
                || test
                || footprint.listed().next().is_some()
                || footprint.may_block
                || footprint.threads.is_some()
        })
    }

    /// Whether a slot may still be read by a thread at a location. Memory is always considered live.
    pub fn is_live(&self, place: Place, slot: Slot) -> bool {
        let data = &self.layout.slots[slot];
        let Some(owner) = data.context else { return true };
        let (mut at, mut location) = (place.context, place.location);
        while at != owner {
            match self.layout.contexts[at].caller {
                Some((caller, back)) => (at, location) = (caller, back),
                None => return false,
            }
        }
        match data.register {
            Some(local) => self.live[self.procedure(owner)].is_live(location, local),
            None => true,
        }
    }
}

/// Whether each thread creation is executed at most once.
fn has_fixed_threads(points_to: &PointsTo, automata: &Table<ProcedureId, Automaton>) -> bool {
    points_to.contexts.iter().all(|(context, data)| {
        let mut transitions = automata[data.procedure].transitions.iter();
        transitions.all(|(transition, it)| {
            !matches!(it.effect, Effect::Spawn { .. }) || points_to.runs_once(context, transition, automata)
        })
    })
}

impl Simulation<'_> {
    /// Whether the mover analysis computed the cut-points.
    pub fn has_cut_points(&self) -> bool {
        self.blocks.is_some()
    }

    /// Whether a location has the atomic-section depth that was computed for it.
    pub fn depths_allow(&self, depths: &HashMap<(usize, Location), u32>, place: Place) -> bool {
        depths.get(&(place.context, place.location)) == Some(&place.depth)
    }

    /// Which context switches are omitted.
    pub fn reduction(&self) -> Reduction {
        self.reduction
    }
}
