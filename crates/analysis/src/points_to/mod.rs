//! Points-to: which objects a pointer may lead to. Inclusion-based (Andersen 1994), field-sensitive, and separate for
//! each class of threads that runs the code.
//!
//! A *context* is a procedure in the code of a class of threads ([`ThreadClass`]): two thread functions that share a
//! procedure have registers and locals of their own in it; two calls by one class share them. Classes, contexts and
//! the targets of function pointers are found while the constraints are solved, so code that no thread runs has no part in
//! the result.
//!
//! Rules. Every scalar may carry an address, also an integer. Moving a pointer by a constant moves its offset; by an
//! unknown number of elements, to all offsets that are as far apart; arithmetic of other kinds leads anywhere in the
//! same object. A pointer never leads from one object into another: an access outside its object is a violation and
//! ends the execution, and a number that is computed from constants is no address. [`shift`] gives the targets of a
//! pointer that leaves its object, or an element of a long array. For memory the order of statements is ignored.
//!
//! Numbers, the results of external functions and the initial contents of memory have targets of their own (`Number`,
//! `Unknown`, `Indeterminate`), so that users see which pointers may lead nowhere. A pointer that is `Unknown` may be
//! any object whose address has escaped: if one is used, the solution is incomplete ([`PointsTo::outside`]).
//!
//! Registers are split by their live ranges ([`webs`]).
//!
//! Left out: call strings within a class; strong updates, except for the first writes into new memory ([`birth`]).
//!
//! Rule: an index may leave a member, but not its object.
//! Tests: `index_out_of_member`.

mod birth;
mod code;
mod element;
mod filling;
mod handed;
mod new_objects;
mod object;
mod outside;
mod owned;
mod owned_steps;
mod shift;
mod solver;
mod told;
mod translate;
mod unordered_publication;
mod webs;

pub(crate) use code::decayed;
pub use object::{AbstractObject, Cell, ObjectKind, Shape};
pub(crate) use owned::live_uses;
pub use solver::{Node, ObjectData, Target, TargetSet};

use raddle_program::automaton::{Automaton, Transition};
use raddle_program::byte_set::ByteSet;
use raddle_program::entity::Table;
use raddle_program::source::Span;
use raddle_program::syntax::{Effect, GlobalId, LocalId, ProcedureId, Program, Synchronization};
use raddle_program::types::TypeId;
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::BTreeSet;

use code::constant_size;
use filling::Filling;
use solver::Solution;

raddle_program::entity!(
    /// A class of threads: those that one creation, in the code of one class, starts with one function.
    ThreadClass,
    "T"
);

raddle_program::entity!(
    /// A procedure in the code of a class of threads.
    Context,
    "c"
);

/// What is known of a class of threads. Class 0 is main.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ThreadClassData {
    /// The class that creates it; `None` for main.
    pub parent: Option<ThreadClass>,
    /// The context of its first function.
    pub start: Context,
    /// Where it is created: all places at which threads of this class are.
    pub created_at: Vec<(Context, Transition)>,
    /// Whether an execution has at most one thread of this class.
    pub is_single: bool,
}

/// Steps whose indices stay inside of the arrays that they name.
pub type StepsInside = FxHashSet<(ProcedureId, Transition)>;

/// A place in the code of a class of threads: before a transition.
pub type CodePlace = (Context, Transition);

/// What is known of a context.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ContextData {
    /// Which threads run it.
    pub class: ThreadClass,
    /// The procedure.
    pub procedure: ProcedureId,
    /// The calls that lead here, not those by creation of threads.
    pub callers: Vec<(Context, Transition)>,
    /// Whether a thread of the class runs it at most once.
    pub is_once: bool,
}

/// A load or store that the text of a transition makes in a context.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct AccessSite {
    /// Where.
    pub context: Context,
    /// By which transition.
    pub transition: Transition,
    /// Where the accessed place stands in the source.
    pub span: Span,
    /// Its addresses.
    pub address: Node,
    /// Number of bytes; `None` if it is not known.
    pub size: Option<u64>,
    /// Whether it is a store (`free` is one).
    pub is_write: bool,
    /// Whether the place is `_Atomic`.
    pub is_atomic: bool,
    /// Whether it is the end of an object's life.
    pub is_free: bool,
    /// Whether it is an access to a new object whose address no other thread has, and which happens before all that other threads do with
    /// it.
    pub is_at_birth: bool,
    /// Whether it is a store by which the activation that allocated a new object assigns to it, or fills it, before anything is initialized there.
    pub is_raw_write: bool,
    /// Whether it orders no threads though they may see each other by it: an atomic write that does not release, an atomic read that does
    /// not acquire.
    pub hides_order: bool,
}

/// A comparison for equality.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ComparisonSite {
    /// Where its step stands in the source.
    pub span: Span,
    /// What the left operand may hold.
    pub left: Node,
    /// What the right operand may hold.
    pub right: Node,
    /// Whether it asks for the order of the two; else whether they are equal.
    pub is_order: bool,
}

/// An operand of which the number matters: of arithmetic, of a comparison with a constant, of a conversion to a narrower type.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ComputationSite {
    /// Where its step stands in the source.
    pub span: Span,
    /// What the operand may hold.
    pub operand: Node,
}

/// Pointer arithmetic whose result is not accessed at once.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PointerArithmetic {
    /// What is moved.
    pub base: Node,
    /// Whether it is moved by a constant.
    pub is_constant: bool,
}

/// A synchronization call in a context.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SynchronizationSite {
    /// Which.
    pub operation: Synchronization,
    /// Its operands.
    pub operands: Vec<Node>,
    /// Where its outcome goes.
    pub result: Option<LocalId>,
    /// Whether it initializes a new object that no other thread can reach yet.
    pub is_at_birth: bool,
}

/// Where an object comes from, in the text.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Origin {
    /// A global.
    Global(GlobalId),
    /// A local in memory.
    Local(ProcedureId, LocalId),
    /// An allocation.
    Allocated(ProcedureId, Transition),
}

/// By origin of objects, the canonical offsets of cells that are never read before something is stored there.
pub type WrittenFirst = FxHashMap<Origin, BTreeSet<u64>>;

/// The solution.
#[derive(Debug)]
pub struct PointsTo {
    solution: Solution,
    registers: FxHashMap<(Context, LocalId), Node>,
    /// The classes of threads, parents before children.
    pub classes: Table<ThreadClass, ThreadClassData>,
    /// The contexts, in the order in which they were found.
    pub contexts: Table<Context, ContextData>,
    /// The listed accesses, in the order of contexts and transitions.
    pub accesses: Vec<AccessSite>,
    /// The comparisons for equality or order, but those with constants.
    pub comparisons: Vec<ComparisonSite>,
    /// The operands of which the number matters, where they may hold something else than numbers.
    pub computations: Vec<ComputationSite>,
    /// Pointer arithmetic whose result is not accessed at once.
    pub pointer_arithmetic: Vec<PointerArithmetic>,
    /// Whether threads may run code that no context stands for: destructors of keys and cleanup handlers.
    pub hides_calls: bool,
    /// The synchronization calls.
    pub synchronizations: FxHashMap<(Context, Transition), SynchronizationSite>,
    /// The contexts that calls lead to.
    pub calls: FxHashMap<(Context, Transition), Vec<Context>>,
    /// The classes that creations start.
    pub creations: FxHashMap<(Context, Transition), Vec<ThreadClass>>,
    /// The operands of creations: the argument, and the address of the id.
    pub creation_operands: FxHashMap<(Context, Transition), (Node, Node)>,
    /// What the calls of a context may return, if they return something.
    pub results: FxHashMap<Context, Node>,
    /// What the threads of a class may return.
    pub thread_results: Table<ThreadClass, Node>,
    /// The operands of joins: the id of the thread.
    pub joins: FxHashMap<(Context, Transition), Node>,
    /// Creations whose threads may be detached from the start.
    pub may_be_detached: Vec<(Context, Transition)>,
    /// Allocations and calls whose new objects are followed until their address may leave the activation.
    pub births: Vec<(Context, Transition)>,
    /// Parameters that get new objects only, by the calls of a context.
    pub given: Vec<(Context, usize)>,
    filled_at_birth: FxHashMap<(ProcedureId, Transition), Filling>,
    /// Allocations whose objects their thread hands over, with the creations that get them ([`handed`]). The analysis
    /// does not follow what the created threads do with them.
    pub handed: FxHashMap<(Context, Transition), Vec<Transition>>,
    /// Unsupported steps that may be reached, in the order in which they were found.
    pub unsupported: Vec<Span>,
    /// Where pointers are used that may come from outside: they may lead to any object whose address has escaped, which the
    /// targets do not say. In the order of the text.
    pub outside: Vec<Span>,
}

impl PointsTo {
    /// Whether the targets are all: nothing without a model is reached, and no pointer from outside is used.
    pub fn is_complete(&self) -> bool {
        self.unsupported.is_empty() && self.outside.is_empty()
    }

    /// Solves the constraints of a program.
    pub fn of(program: &Program, automata: &Table<ProcedureId, Automaton>) -> PointsTo {
        PointsTo::with(program, automata, &WrittenFirst::default(), &StepsInside::default())
    }

    /// The same, where it is known of some cells that they are written before they are read, and of some steps that the indices by which they
    /// name elements of arrays stay inside of these.
    pub fn with(
        program: &Program,
        automata: &Table<ProcedureId, Automaton>,
        written: &WrittenFirst,
        inside: &StepsInside,
    ) -> PointsTo {
        PointsTo::found(program, automata, (written, inside), false)
    }

    /// The same as [`PointsTo::of`], as if a pointer into an array never left it while it moves by elements, though C programs can.
    pub fn within_members(program: &Program, automata: &Table<ProcedureId, Automaton>) -> PointsTo {
        PointsTo::found(program, automata, (&WrittenFirst::default(), &StepsInside::default()), true)
    }

    fn found(
        program: &Program,
        automata: &Table<ProcedureId, Automaton>,
        (written, inside): (&WrittenFirst, &StepsInside),
        keeps_members: bool,
    ) -> PointsTo {
        let mut translation = translate::Translation::new(program, automata, written, inside);
        translation.solver.keeps_members = keeps_members;
        translation.run();
        let mut points_to = translation.finish();
        points_to.count_instances(automata);
        points_to.order_first_writes();
        points_to
    }

    /// What a node may hold.
    pub fn targets(&self, node: Node) -> &[Target] {
        self.solution.targets(node)
    }

    /// Whether a node may hold an address outside of its object, where an index of unknown value led. Its targets do not say that; those of an
    /// access that comes back by another index do.
    pub fn leads_out(&self, node: Node) -> bool {
        self.solution.leads_out(node)
    }

    /// The set of what a node may hold: nodes that may hold the same have the same set.
    pub fn target_set(&self, node: Node) -> TargetSet {
        self.solution.target_set(node)
    }

    /// What is in a set.
    pub fn targets_of(&self, set: TargetSet) -> &[Target] {
        self.solution.targets_of(set)
    }

    /// Whether a node holds numbers only: no addresses, no ids of threads.
    pub fn holds_numbers(&self, node: Node) -> bool {
        self.targets(node).iter().all(|target| match self.object(target.object).kind {
            ObjectKind::Number | ObjectKind::Unknown | ObjectKind::Indeterminate => true,
            ObjectKind::Global(_)
            | ObjectKind::ThreadLocal(..)
            | ObjectKind::Local(..)
            | ObjectKind::Allocated(..)
            | ObjectKind::Keys
            | ObjectKind::Procedure(_)
            | ObjectKind::Thread(_) => false,
        })
    }

    /// What a register holds; `None` if nothing ever gets there.
    pub fn register(&self, context: Context, local: LocalId) -> Option<Node> {
        self.registers.get(&(context, local)).copied()
    }

    /// All registers that something gets into, with their contexts.
    pub fn registers(&self) -> impl Iterator<Item = (Context, Node)> {
        self.registers.iter().map(|(&(context, _), &node)| (context, node))
    }

    /// An object.
    pub fn object(&self, object: AbstractObject) -> &ObjectData {
        &self.solution.objects()[object]
    }

    /// All objects, those that are no memory included.
    pub fn objects(&self) -> &Table<AbstractObject, ObjectData> {
        self.solution.objects()
    }

    /// The type of the elements of an allocated object, if the code gives it one type.
    pub fn element_type(
        &self,
        program: &Program,
        automata: &Table<ProcedureId, Automaton>,
        object: AbstractObject,
    ) -> Option<TypeId> {
        let ObjectKind::Allocated(context, transition) = self.object(object).kind else { return None };
        let procedure = self.contexts[context].procedure;
        element::element_of(program, automata, procedure, transition)
    }

    /// The cells that an access touches in the object of a target, as positions in its shape.
    pub fn touched(&self, target: Target, size: Option<u64>) -> std::ops::Range<usize> {
        let object = self.object(target.object);
        if object.kind.is_memory() { object.shape.touched(target.offset, size) } else { 0..0 }
    }

    /// A class and all classes above it, up to main.
    pub fn ancestry(&self, class: ThreadClass) -> Vec<ThreadClass> {
        std::iter::successors(Some(class), |&class| self.classes[class].parent).collect()
    }

    /// Whether a target is one byte of one concrete object in every execution.
    pub fn is_unique(&self, target: Target, automata: &Table<ProcedureId, Automaton>) -> bool {
        self.is_exact(target, automata)
            && match self.object(target.object).kind {
                ObjectKind::Global(_) => true,
                ObjectKind::ThreadLocal(class, _) => self.classes[class].is_single,
                ObjectKind::Local(context, local) => self.lives_once(context, local, automata),
                ObjectKind::Allocated(context, transition) => self.runs_once(context, transition, automata),
                ObjectKind::Keys
                | ObjectKind::Procedure(_)
                | ObjectKind::Thread(_)
                | ObjectKind::Number
                | ObjectKind::Unknown
                | ObjectKind::Indeterminate => false,
            }
    }

    /// Whether a target is one byte of each concrete object that its abstract object stands for.
    fn is_exact(&self, target: Target, automata: &Table<ProcedureId, Automaton>) -> bool {
        let object = self.object(target.object);
        let is_exact = |offset| match object.kind {
            ObjectKind::Allocated(context, allocation) => {
                match automata[self.contexts[context].procedure].transitions[allocation].effect {
                    Effect::Allocate { ref size, .. } => constant_size(size).map_or_else(
                        || object.shape.is_exact(offset),
                        |size| object.shape.is_exact_within(offset, size),
                    ),
                    _ => false,
                }
            }
            _ => object.shape.is_exact(offset),
        };
        target.offset.is_some_and(|offset| shift::is_inside(offset) && is_exact(offset))
    }

    /// The bytes of a new object that are written on every path before another thread may reach the object.
    pub fn written_at_birth(&self, procedure: ProcedureId, allocation: Transition) -> Option<&ByteSet> {
        self.filled_at_birth.get(&(procedure, allocation)).map(|filling| &filling.written)
    }

    /// Whether a target is one byte of each object of an allocation, at which a call initializes a lock on every path before another thread may
    /// reach the object.
    pub fn is_initialized_at_birth(&self, target: Target, automata: &Table<ProcedureId, Automaton>) -> bool {
        let ObjectKind::Allocated(context, allocation) = self.object(target.object).kind else { return false };
        let filled = self.filled_at_birth.get(&(self.contexts[context].procedure, allocation));
        filled.is_some_and(|filling| target.offset.is_some_and(|offset| filling.initialized.contains(&offset)))
            && self.is_exact(target, automata)
    }

    /// Whether an execution takes a transition in a context at most once.
    pub fn runs_once(
        &self,
        context: Context,
        transition: Transition,
        automata: &Table<ProcedureId, Automaton>,
    ) -> bool {
        let data = &self.contexts[context];
        self.classes[data.class].is_single && data.is_once && !lies_on_cycle(&automata[data.procedure], transition)
    }

    /// Whether an execution has at most one object of a local.
    pub fn lives_once(&self, context: Context, local: LocalId, automata: &Table<ProcedureId, Automaton>) -> bool {
        let data = &self.contexts[context];
        let automaton = &automata[data.procedure];
        let begins = |effect: &Effect| matches!(effect, Effect::Live { local: other, .. } if *other == local);
        let mut lives = automaton.transitions.iter().filter(|(_, it)| begins(&it.effect)).map(|(begin, _)| begin);
        // In a loop that is written out an object lives once in each copy of the body.
        let lives_once = match (lives.next(), lives.next()) {
            (None, _) => true,
            (Some(begin), None) => !lies_on_cycle(automaton, begin),
            (Some(_), Some(_)) => false,
        };
        self.classes[data.class].is_single && data.is_once && lives_once
    }

    /// Finds out which contexts run once and which classes have one thread.
    ///
    /// A context runs once if it is the start of its class and nothing calls it, or if one transition calls it that lies
    /// on no cycle of a context that runs once. A class is single if it is created at one place, which runs once.
    fn count_instances(&mut self, automata: &Table<ProcedureId, Automaton>) {
        for class in self.classes.ids() {
            let of_class: Vec<Context> =
                self.contexts.iter().filter(|(_, data)| data.class == class).map(|(context, _)| context).collect();
            // Cycles of calls never become `is_once`: the least solution is computed.
            loop {
                let mut is_changed = false;
                for &context in &of_class {
                    let data = &self.contexts[context];
                    let is_start = self.classes[class].start == context;
                    let is_once = match data.callers.as_slice() {
                        [] => is_start,
                        &[(caller, transition)] => {
                            let by = &self.contexts[caller];
                            !is_start && by.is_once && !lies_on_cycle(&automata[by.procedure], transition)
                        }
                        _ => false,
                    };
                    if is_once && !data.is_once {
                        self.contexts[context].is_once = true;
                        is_changed = true;
                    }
                }
                if !is_changed {
                    break;
                }
            }
            let data = &self.classes[class];
            let is_single = match data.created_at.as_slice() {
                [] => true,
                &[(context, transition)] => self.runs_once(context, transition, automata),
                _ => false,
            };
            self.classes[class].is_single = is_single;
        }
    }
}

/// Whether a transition can be taken again after it was taken, in the same activation.
pub fn lies_on_cycle(automaton: &Automaton, transition: Transition) -> bool {
    let data = &automaton.transitions[transition];
    raddle_program::graph::reachable_from(automaton, [data.to])[data.from]
}
