//! Which accesses certainly stay inside their objects, as long as those live.
//!
//! Rule. As long as no access has left its object, points-to sets hold, and the states of the last pass cover all
//! numbers. An access to a part of a variable stays inside if the intervals of its indices keep it there. An access
//! through a pointer stays inside if the pointer is an address in each state ([`content`](super::content)), or a register that gets nothing
//! but addresses of its procedure and its callers; if all its targets are memory at certain offsets; and if the intervals of what is added keep
//! it inside each of them. A pointer to one of many elements that share an offset stays inside while it stays in its element.
//! Of an array that is allocated once it is enough that the index is less than the number of elements,
//! whatever that is. A pointer whose value is used stays inside, too, so that the offsets in points-to sets remain
//! true: those of elements that share cells are true if no step moves a pointer into the object, or none that the
//! register gets.
//!
//! A local that is accessed by its name is alive there if all paths to the location have passed the begin of its
//! lifetime after its last end. Accesses by pointers are listed with their objects: [`super::super::memory_safety`]
//! checks whether these are alive.
//!
//! Rule: what a conversion cuts is no address. The last byte counts. What is allocated has the least size that it may have. What is followed is
//! no number. Copies that must not overlap have different objects. A name is not used outside the life of its local. What is called is a
//! function, at the end of a thread, too.
//! Tests: `inside_by_their_indices`, `outside_by_one_element`, `inside_by_a_pointer`, `outside_by_a_pointer_that_moved`,
//! `inside_what_is_allocated`, `outside_what_is_allocated`, `elements_up_to_the_count`, `elements_beyond_the_count`,
//! `elements_up_to_a_count_that_grew`, `elements_of_the_first_allocation`, `elements_of_an_array_that_was_left`,
//! `free_of_what_lies_in_a_frame`, `free_of_what_may_be_null`, `free_of_what_was_freed`, `filled_and_copied_within`, `copied_beyond_the_end`,
//! `null_on_one_way`, `null_in_memory`, `null_in_memory_that_was_allocated`, `null_that_is_returned`,
//! `elements_given_by_their_address`, `elements_left_behind_their_address`, `called_through_a_stored_pointer`,
//! `called_through_a_null_pointer`, `pool_in_the_argument_of_each_thread`, `pool_in_the_argument_after_the_creation`,
//! `destructor_that_is_no_function`, `address_that_was_cut`, `address_that_was_converted`, `cleanup_routine_that_is_no_function`.

use std::cell::RefCell;
use std::collections::BTreeSet;

use raddle_logic::intervals::Interval;
use raddle_program::automaton::{Location, Transition};
use raddle_program::builder::field_of;
use raddle_program::entity::Entity;
use raddle_program::footprint::root;
use raddle_program::syntax::{
    Callee, Effect, Expr, ExprKind, LocalId, Place, PlaceKind, ProcedureId, Region, Synchronization,
};
use raddle_program::types::{TypeId, TypeKind};
use rustc_hash::{FxHashMap, FxHashSet};

use super::super::points_to::{AbstractObject, CodePlace, Context, Node, ObjectKind, Target};
use super::super::ways::reaches_any_without;
use super::definitions::{Definition, Index};
use super::flow::Flow;
use super::sources::Sources;
use super::state::{Slot, State, Symbol};
use super::steps::Checks;

/// What is known of the accesses of a program.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct BoundedAccesses {
    /// The number of accesses to memory that are looked at.
    pub accesses: u64,
    /// Whether something may be too large to be allocated.
    pub may_be_refused: bool,
    /// The steps that may access something outside of all objects, in the order of contexts.
    pub open: BTreeSet<CodePlace>,
    /// Whether one of them may make a step go wrong that comes later and is not open: it may move a pointer out of its object, which is
    /// accessed later, or name a routine that is called later.
    pub goes_wrong_later: bool,
    /// The steps that access objects by something else than their names; these objects must live there.
    pub by_pointer: BTreeSet<(Context, Transition, AbstractObject)>,
}

/// Where an access or a pointer leads: to bytes of an object.
struct Extent {
    /// `None`: a variable, by its name.
    object: Option<AbstractObject>,
    /// Bytes of the object.
    size: u64,
    /// Where the element begins that it lies in, of an array whose elements are alike; its bytes end at `size`. Zero for the whole object.
    first: u64,
    /// Whether the offsets are those in the whole object. In some element of several, others than the first one, they are not.
    is_in_whole: bool,
    /// The offsets at which it may lie.
    starts: Interval,
    /// The same, if it is counted in elements.
    element: Option<Element>,
    is_read_only: bool,
}

/// A place in an array, counted in elements.
#[derive(Clone, Copy)]
struct Element {
    /// The number of the element.
    number: Index,
    /// The bytes of an element.
    size: i128,
    /// The byte in the element.
    offset: i128,
}

/// What a register holds.
#[derive(Clone, Copy)]
struct Held {
    /// Whether that is nothing but addresses of objects: no zero that was in memory, which points-to sets do not list. An allocation that is
    /// refused counts as an object without bytes.
    is_address: bool,
    /// Whether some may have been moved inside their objects.
    is_moved: bool,
}

struct Bounds {
    by_kind: FxHashMap<ObjectKind, AbstractObject>,
    /// The least sizes of what allocations give.
    sizes: FxHashMap<(Context, Transition), u64>,
    /// Where threads come.
    reached: FxHashSet<(Context, Location)>,
    /// By local: whether it may be dead, by location.
    may_be_dead: RefCell<FxHashMap<(ProcedureId, LocalId), Vec<bool>>>,
    /// By register: what it holds.
    held: RefCell<FxHashMap<(Context, LocalId), Held>>,
    steps: BTreeSet<(ProcedureId, Transition)>,
    open: BTreeSet<CodePlace>,
    goes_wrong_later: bool,
    by_pointer: BTreeSet<(Context, Transition, AbstractObject)>,
}

impl Flow<'_> {
    /// All accesses in code that threads may run, by the states that were found.
    pub(super) fn bounded_accesses(&mut self) -> BoundedAccesses {
        let points_to = self.points_to;
        let mut sizes = Sizes::default();
        self.check(&mut sizes);
        let mut bounds = Bounds {
            by_kind: points_to.objects().iter().map(|(object, data)| (data.kind, object)).collect(),
            sizes: std::mem::take(&mut sizes.least),
            reached: self.states.keys().map(|point| (point.context, point.location)).collect(),
            may_be_dead: RefCell::default(),
            held: RefCell::default(),
            steps: BTreeSet::new(),
            open: BTreeSet::new(),
            goes_wrong_later: false,
            by_pointer: BTreeSet::new(),
        };
        self.check(&mut bounds);
        BoundedAccesses {
            accesses: bounds.steps.len() as u64,
            may_be_refused: sizes.may_be_refused,
            open: bounds.open,
            goes_wrong_later: bounds.goes_wrong_later,
            by_pointer: bounds.by_pointer,
        }
    }
}

/// The least sizes of what is allocated. No object is larger than the difference of two pointers can say: an allocation that may be too large
/// returns null, so nothing is known of its size, unless all [succeed](super::Allocations).
#[derive(Default)]
struct Sizes {
    least: FxHashMap<(Context, Transition), u64>,
    may_be_refused: bool,
}

impl Checks for Sizes {
    fn effect(&mut self, flow: &mut Flow<'_>, state: &mut State, at: (Context, Transition), effect: &Effect) {
        let Effect::Allocate { size, region, .. } = effect else { return };
        let range = if *region != Region::Stack { flow.allocated(at, state, size) } else { None };
        self.may_be_refused |= *region != Region::Stack && range.is_none();
        let size = range.and_then(|range| u64::try_from(range.low).ok()).unwrap_or(0);
        self.least.entry(at).and_modify(|least| *least = size.min(*least)).or_insert(size);
    }
}

impl Checks for Bounds {
    fn value(&mut self, flow: &mut Flow<'_>, state: &mut State, at: (Context, Transition), expr: &Expr) {
        let is_inside = match &expr.kind {
            ExprKind::PointerAdd { .. } | ExprKind::AddressOf(_) => {
                let extents = self.pointed_at(flow, state, at, expr);
                extents.is_some_and(|extents| extents.iter().all(|extent| extent.holds(flow, state, 1)))
            }
            ExprKind::AllocationSize(pointer, region) => self.is_given_back(flow, state, at, pointer, *region),
            _ => true,
        };
        self.goes_wrong_later |= !is_inside && !flow.is_impossible;
        self.note(flow, at, is_inside);
    }

    fn access(
        &mut self,
        flow: &mut Flow<'_>,
        state: &mut State,
        at: (Context, Transition),
        place: &Place,
        is_write: bool,
    ) {
        if flow.register(at.0, place).is_some() {
            return;
        }
        self.steps.insert((flow.points_to.contexts[at.0].procedure, at.1));
        let size = match &place.kind {
            PlaceKind::BitLocation(inner) => bit_field_bytes(flow, inner),
            _ if bit_field_bytes(flow, place).is_some() => bit_field_bytes(flow, place),
            _ => flow.program.types.size_of(place.ty),
        };
        let extents = self.located(flow, state, at, place);
        let is_inside =
            extents.zip(size).is_some_and(|(extents, size)| self.are_inside(flow, state, at, &extents, size, is_write));
        self.note(flow, at, is_inside);
    }

    fn effect(&mut self, flow: &mut Flow<'_>, state: &mut State, at: (Context, Transition), effect: &Effect) {
        let is_inside = match effect {
            Effect::Free(pointer, region) => self.is_given_back(flow, state, at, pointer, *region),
            Effect::CopyBytes { target, origin, size, may_overlap } => {
                let bytes = self.most(flow, state, at, size);
                let to = self.pointed_at(flow, state, at, target);
                let from = self.pointed_at(flow, state, at, origin);
                bytes.zip(to.zip(from)).is_some_and(|(bytes, (to, from))| {
                    let objects = |extents: &[Extent]| extents.iter().map(|it| it.object).collect::<BTreeSet<_>>();
                    let is_apart = || {
                        let (to, from) = (objects(&to), objects(&from));
                        !to.contains(&None) && !from.contains(&None) && to.is_disjoint(&from)
                    };
                    (*may_overlap || is_apart())
                        && self.are_inside(flow, state, at, &to, bytes, true)
                        && self.are_inside(flow, state, at, &from, bytes, false)
                })
            }
            Effect::FillBytes { target, size, .. } => {
                let bytes = self.most(flow, state, at, size);
                let to = self.pointed_at(flow, state, at, target);
                bytes.zip(to).is_some_and(|(bytes, to)| self.are_inside(flow, state, at, &to, bytes, true))
            }
            Effect::Spawn { start, id, .. } => {
                let bytes = flow.program.types.model().pointer_bytes();
                let is_stored = matches!(id.kind, ExprKind::Integer(0))
                    || self
                        .pointed_at(flow, state, at, id)
                        .is_some_and(|to| self.are_inside(flow, state, at, &to, bytes, true));
                is_stored && is_start(start)
            }
            Effect::Call { callee: Callee::Pointer(pointer), .. } => {
                is_procedure(pointer) || self.leads_to_procedures(flow, state, at, pointer)
            }
            Effect::Call { callee: Callee::Procedure(_), .. } => true,
            // What keys belong to and hold is not accessed. A routine is called when the thread ends.
            Effect::Synchronize { operation: Synchronization::KeySet, .. } => true,
            Effect::Synchronize {
                operation: Synchronization::KeyCreate | Synchronization::CleanupPush,
                operands,
                ..
            } => may_be_called(flow, &operands[0]),
            Effect::Synchronize { operands, .. } => operands.iter().all(|operand| {
                let TypeKind::Pointer(target) = flow.program.types.kind(operand.ty) else { return true };
                if matches!(operand.kind, ExprKind::Procedure(_)) {
                    return true;
                }
                let size = flow.program.types.size_of(target.ty).filter(|&size| size > 0).unwrap_or(1);
                let to = self.pointed_at(flow, state, at, operand);
                to.is_some_and(|to| self.are_inside(flow, state, at, &to, size, true))
            }),
            Effect::Unsupported(_) => false,
            _ => true,
        };
        let is_called_later = match effect {
            Effect::Spawn { start, .. } => !is_start(start),
            Effect::Synchronize { operation: Synchronization::KeyCreate | Synchronization::CleanupPush, .. } => true,
            _ => false,
        };
        self.goes_wrong_later |= !is_inside && is_called_later && !flow.is_impossible;
        if matches!(effect, Effect::CopyBytes { .. } | Effect::FillBytes { .. }) {
            self.steps.insert((flow.points_to.contexts[at.0].procedure, at.1));
        }
        self.note(flow, at, is_inside);
    }
}

impl Bounds {
    /// Whether a pointer is null or the start of an allocation of a region that is alive: then this may be given back.
    fn is_given_back(
        &mut self,
        flow: &mut Flow<'_>,
        state: &mut State,
        at: (Context, Transition),
        pointer: &Expr,
        region: Region,
    ) -> bool {
        let is_address = |flow: &mut Flow<'_>, way: &mut State| flow.refine(way, at, pointer, true).then_some(());
        let Some((mut way, ())) = flow.way(state, is_address) else { return true };
        self.pointed_at(flow, &mut way, at, pointer).is_some_and(|extents| {
            let is_start = |extent: &Extent| {
                extent.object.is_some_and(|object| is_of_region(flow, object, region))
                    && extent.starts == Interval::point(0)
            };
            extents.iter().all(is_start) && self.are_inside(flow, state, at, &extents, 0, false)
        })
    }

    fn note(&mut self, flow: &Flow<'_>, at: (Context, Transition), is_inside: bool) {
        if !is_inside && !flow.is_impossible {
            self.open.insert(at);
        }
    }

    /// Whether so many bytes lie inside, wherever they begin. Objects that are not named are listed.
    fn are_inside(
        &mut self,
        flow: &Flow<'_>,
        state: &State,
        at: (Context, Transition),
        extents: &[Extent],
        bytes: u64,
        is_write: bool,
    ) -> bool {
        self.by_pointer.extend(extents.iter().filter_map(|extent| Some((at.0, at.1, extent.object?))));
        extents.iter().all(|extent| extent.holds(flow, state, bytes) && !(is_write && extent.is_read_only))
    }

    /// Whether a pointer certainly holds the address of a procedure.
    fn leads_to_procedures(
        &self,
        flow: &mut Flow<'_>,
        state: &mut State,
        at: (Context, Transition),
        pointer: &Expr,
    ) -> bool {
        let ExprKind::Read(place) = &pointer.kind else { return false };
        let register = flow.register(at.0, place).and_then(|register| flow.points_to.register(at.0, register));
        let Some(node) = register else { return false };
        let is_procedure = |target: &Target| {
            matches!(flow.points_to.object(target.object).kind, ObjectKind::Procedure(_) | ObjectKind::Number)
        };
        flow.points_to.targets(node).iter().all(is_procedure) && flow.evaluate(state, at, pointer).content.is_address()
    }

    /// The greatest number that a number of bytes may be.
    fn most(&self, flow: &mut Flow<'_>, state: &mut State, at: (Context, Transition), size: &Expr) -> Option<u64> {
        let range = flow.evaluate(state, at, size).range()?;
        u64::try_from(range.high).ok()
    }

    fn size_of(&self, flow: &Flow<'_>, object: AbstractObject) -> Option<u64> {
        let points_to = flow.points_to;
        let ty = match points_to.object(object).kind {
            ObjectKind::Global(global) => flow.program.globals[global].ty,
            ObjectKind::Local(context, local) => {
                flow.program.procedures[points_to.contexts[context].procedure].locals[local].ty
            }
            ObjectKind::Allocated(context, transition) => return self.sizes.get(&(context, transition)).copied(),
            _ => return None,
        };
        flow.program.types.size_of(ty)
    }

    fn named(&self, flow: &Flow<'_>, ty: TypeId, is_read_only: bool) -> Option<Vec<Extent>> {
        let size = flow.program.types.size_of(ty)?;
        Some(vec![Extent {
            object: None,
            size,
            first: 0,
            is_in_whole: true,
            starts: Interval::point(0),
            element: None,
            is_read_only,
        }])
    }

    /// Where a place lies; `None` if that is not known.
    fn located(
        &self,
        flow: &mut Flow<'_>,
        state: &mut State,
        at: (Context, Transition),
        place: &Place,
    ) -> Option<Vec<Extent>> {
        match &place.kind {
            PlaceKind::Global(global) => {
                let data = &flow.program.globals[*global];
                self.named(flow, data.ty, data.is_read_only)
            }
            PlaceKind::Local(local) => {
                let procedure = flow.points_to.contexts[at.0].procedure;
                let ty = flow.program.procedures[procedure].locals[*local].ty;
                if self.may_be_dead(flow, procedure, *local, at.1) { None } else { self.named(flow, ty, false) }
            }
            PlaceKind::Deref(pointer) => self.pointed_at(flow, state, at, pointer),
            PlaceKind::BitLocation(inner) => self.located(flow, state, at, inner),
            PlaceKind::Field(base, number) => {
                let offset = field_of(&flow.program.types, base.ty, *number)?.offset;
                let extents = self.located(flow, state, at, base)?;
                moved(extents, Interval::point(offset.into()))
            }
            PlaceKind::Index(base, index) => {
                let size = flow.program.types.size_of(place.ty)?;
                let extents = self.located(flow, state, at, base)?;
                moved_by_elements(extents, flow.index(state, at, index)?, size.into())
            }
        }
    }

    /// Where a pointer leads; `None` if that is not known, or perhaps nowhere.
    fn pointed_at(
        &self,
        flow: &mut Flow<'_>,
        state: &mut State,
        at: (Context, Transition),
        pointer: &Expr,
    ) -> Option<Vec<Extent>> {
        match &pointer.kind {
            ExprKind::AddressOf(place) => {
                let extents = self.located(flow, state, at, place)?;
                // Copies must know whether they overlap.
                let object = match root(place).kind {
                    PlaceKind::Global(global) if !flow.program.globals[global].is_thread_local => {
                        self.by_kind.get(&ObjectKind::Global(global)).copied()
                    }
                    _ => None,
                };
                Some(extents.into_iter().map(|it| Extent { object: it.object.or(object), ..it }).collect())
            }
            // What is cut is another address, and may be none.
            ExprKind::Cast(operand) => {
                let (from, to) = (flow.shape(operand)?, flow.shape(pointer)?);
                if to.keeps_bits_of(from) { self.pointed_at(flow, state, at, operand) } else { None }
            }
            ExprKind::PointerAdd { pointer, index, element, is_subtraction } => {
                let extents = self.pointed_at(flow, state, at, pointer)?;
                let element = i128::from(*element) * if *is_subtraction { -1 } else { 1 };
                moved_by_elements(extents, flow.index(state, at, index)?, element)
            }
            ExprKind::Read(place) => self.loaded(flow, state, at, place),
            _ => None,
        }
    }

    /// Where a pointer leads that is loaded from a register or from memory.
    fn loaded(
        &self,
        flow: &mut Flow<'_>,
        state: &mut State,
        at: (Context, Transition),
        place: &Place,
    ) -> Option<Vec<Extent>> {
        let pointer = Expr { kind: ExprKind::Read(Box::new(place.clone())), ty: place.ty };
        let number = flow.evaluate(state, at, &pointer);
        let by_symbol = number.symbol.and_then(|symbol| self.held_as(flow, state, at.0, symbol));
        if by_symbol.as_ref().is_some_and(|extents| extents.iter().all(|extent| extent.holds(flow, state, 1))) {
            return by_symbol;
        }
        let is_certain = number.content.is_address();
        let (nodes, held) = match flow.register(at.0, place) {
            Some(register) => {
                let held = || self.held(flow, (at.0, register));
                let held = if is_certain { Held { is_address: true, is_moved: false } } else { held() };
                (vec![flow.points_to.register(at.0, register)?], held)
            }
            None => (flow.nodes_of(at, place)?, Held { is_address: is_certain, is_moved: false }),
        };
        self.led_to(flow, nodes, held, is_certain)
    }

    /// Where a pointer leads whose bits are held somewhere, or are those of such a pointer that was moved.
    fn held_as(&self, flow: &Flow<'_>, state: &State, context: Context, symbol: Symbol) -> Option<Vec<Extent>> {
        let (pointer, moved) = match state.definition(symbol) {
            Some(Definition { of, index: Some(index), size }) => {
                (of, Some((Index { range: state.range(index)?, symbol: Some(index) }, size)))
            }
            _ => (symbol, None),
        };
        let is_address = state.content(pointer).is_address();
        let holders = state.slots_of(pointer).filter_map(|slot| match slot {
            Slot::Register(base) => Some((flow.points_to.register(context, base)?, Some(base))),
            Slot::Cell(cell) => Some((flow.cell_node(cell)?, None)),
            Slot::Argument(_) | Slot::Elements(..) => None,
        });
        // A register may hold something else at other times.
        let (node, register) = holders.min_by_key(|(node, _)| flow.points_to.targets(*node).len())?;
        let held = match register.filter(|_| !is_address) {
            Some(register) => self.held(flow, (context, register)),
            None => Held { is_address, is_moved: false },
        };
        let extents = self.led_to(flow, vec![node], held, is_address)?;
        match moved {
            Some((index, size)) => moved_by_elements(extents, index, size),
            None => Some(extents),
        }
    }

    /// Where pointers lead that nodes may hold.
    fn led_to(&self, flow: &Flow<'_>, nodes: Vec<Node>, held: Held, is_certain: bool) -> Option<Vec<Extent>> {
        if !held.is_address {
            return None;
        }
        // It holds no number: what it gets where no thread comes is in its set, too. It may be indeterminate unless the state says an address.
        let is_object = |target: &&Target| match flow.points_to.object(target.object).kind {
            ObjectKind::Number => false,
            ObjectKind::Indeterminate => !is_certain,
            _ => true,
        };
        let mut extents = Vec::new();
        for node in nodes {
            for target in flow.points_to.targets(node).iter().filter(is_object) {
                extents.push(self.extent(flow, node, target, held)?);
            }
        }
        Some(extents).filter(|extents| !extents.is_empty())
    }

    /// Where one of the addresses leads that a node may hold; `None` if that is not known.
    fn extent(&self, flow: &Flow<'_>, node: Node, target: &Target, held: Held) -> Option<Extent> {
        let object = flow.points_to.object(target.object);
        let offset = target.offset?;
        let is_true = object.shape.is_exact(offset) || !held.is_moved || !flow.cells.moved.contains(&target.object);
        let is_read_only = match object.kind {
            ObjectKind::Global(global) => flow.program.globals[global].is_read_only,
            _ => is_of_region(flow, target.object, Region::ConstantMapping),
        };
        let size = self.size_of(flow, target.object)?;
        let starts = Interval::point(offset.into());
        // It lies in some element, since all pointers that are used stay inside of their objects.
        let (first, size) = match is_true {
            true => (0, size),
            false if object.shape.is_sized() && !flow.points_to.leads_out(node) => {
                object.shape.shared_element(offset)?
            }
            false => return None,
        };
        Some(Extent {
            object: Some(target.object),
            size,
            first,
            is_in_whole: is_true,
            starts,
            element: None,
            is_read_only,
        })
    }

    fn held(&self, flow: &Flow<'_>, register: (Context, LocalId)) -> Held {
        if let Some(&known) = self.held.borrow().get(&register) {
            return known;
        }
        let mut sources = Sources { flow, reached: &self.reached, found: vec![register], is_moved: false };
        let mut seen = BTreeSet::new();
        let mut is_address = true;
        while let Some(register) = sources.found.pop().filter(|_| is_address) {
            is_address = !seen.insert(register) || sources.of_register(register);
        }
        let held = Held { is_address, is_moved: sources.is_moved };
        self.held.borrow_mut().insert(register, held);
        held
    }

    /// Whether some path to a step has not passed the begin of the lifetime of a local, or has passed its end since.
    fn may_be_dead(&self, flow: &Flow<'_>, procedure: ProcedureId, local: LocalId, transition: Transition) -> bool {
        let automaton = &flow.automata[procedure];
        let mut known = self.may_be_dead.borrow_mut();
        let dead = known.entry((procedure, local)).or_insert_with(|| {
            let begins = |effect: &Effect| matches!(effect, Effect::Live { local: other, .. } if *other == local);
            let ends = |effect: &Effect| matches!(effect, Effect::Dead(other) if *other == local);
            let is_parameter = flow.program.procedures[procedure].parameters.contains(&local);
            let entry = (!is_parameter).then_some(automaton.entry);
            let ended = automaton.transitions.values().filter(|data| ends(&data.effect)).map(|data| data.to);
            reaches_any_without(automaton, entry.into_iter().chain(ended), |it| {
                begins(&automaton.transitions[it].effect)
            })
        });
        dead[automaton.transitions[transition].from.index()]
    }
}

impl Extent {
    /// Whether so many bytes lie inside the object.
    fn holds(&self, flow: &Flow<'_>, state: &State, bytes: u64) -> bool {
        let is_within = self.starts.high.saturating_add(bytes.into()) <= i128::from(self.size);
        self.starts.low >= self.first.into()
            && (is_within || self.is_in_counted_element(flow, state, bytes).unwrap_or(false))
    }

    /// Whether so many bytes lie inside of an element whose number is less than how many were allocated.
    fn is_in_counted_element(&self, flow: &Flow<'_>, state: &State, bytes: u64) -> Option<bool> {
        let (place, _) = allocation_of(flow, self.object.filter(|_| self.is_in_whole)?)?;
        let Some(element) = self.element else {
            let end = self.starts.high.checked_add(bytes.into())?;
            return Some(state.elements(place).any(|(size, count)| count.low.saturating_mul(size) >= end));
        };
        let count = state.symbol(Slot::Elements(place, element.size))?;
        let is_inside = element.offset >= 0 && element.offset.checked_add(bytes.into())? <= element.size;
        Some(is_inside && element.number.is_below(state, count))
    }
}

fn moved(extents: Vec<Extent>, by: Interval) -> Option<Vec<Extent>> {
    let moved = |extent: Extent| {
        let low = extent.starts.low.checked_add(by.low)?;
        let high = extent.starts.high.checked_add(by.high)?;
        // An offset in an element stays one.
        let element = extent.element.filter(|_| by.low == by.high);
        let element =
            element.and_then(|element| Some(Element { offset: element.offset.checked_add(by.low)?, ..element }));
        Some(Extent { starts: Interval { low, high }, element, ..extent })
    };
    extents.into_iter().map(moved).collect()
}

/// Moved by so many elements.
fn moved_by_elements(extents: Vec<Extent>, number: Index, element: i128) -> Option<Vec<Extent>> {
    let Index { range, .. } = number;
    let (one, other) = (range.low.checked_mul(element)?, range.high.checked_mul(element)?);
    let offset = |extent: &Extent| (extent.starts.low == extent.starts.high).then_some(extent.starts.low);
    let offsets: Vec<Option<i128>> = extents.iter().map(offset).collect();
    let mut extents = moved(extents, Interval { low: one.min(other), high: one.max(other) })?;
    if element > 0 {
        for (extent, offset) in extents.iter_mut().zip(offsets) {
            extent.element = extent.element.or(offset.map(|offset| Element { number, size: element, offset }));
        }
    }
    Some(extents)
}

/// The bytes of the memory location of a bit-field.
fn bit_field_bytes(flow: &Flow<'_>, place: &Place) -> Option<u64> {
    let PlaceKind::Field(base, number) = &place.kind else { return None };
    let field = field_of(&flow.program.types, base.ty, *number)?;
    field.bits.map(|bits| bits.location_bytes.into())
}

/// Whether an object is an allocation of a region: then it can be given back as such.
fn is_of_region(flow: &Flow<'_>, object: AbstractObject, wanted: Region) -> bool {
    allocation_of(flow, object)
        .is_some_and(|(_, it)| matches!(it, Effect::Allocate { region, .. } if region.ends_as(wanted)))
}

/// The step that allocates an object, and where it stands.
fn allocation_of<'a>(flow: &Flow<'a>, object: AbstractObject) -> Option<(CodePlace, &'a Effect)> {
    let ObjectKind::Allocated(context, transition) = flow.points_to.object(object).kind else { return None };
    let automaton = &flow.automata[flow.points_to.contexts[context].procedure];
    Some(((context, transition), &automaton.transitions[transition].effect))
}

/// Whether a routine for the end of a thread is a function, or null, which is not called.
fn may_be_called(flow: &Flow<'_>, routine: &Expr) -> bool {
    match &routine.kind {
        ExprKind::Procedure(_) | ExprKind::Integer(0) => true,
        ExprKind::Cast(operand) => {
            let keeps_bits =
                flow.shape(operand).zip(flow.shape(routine)).is_some_and(|(from, to)| to.keeps_bits_of(from));
            keeps_bits && may_be_called(flow, operand)
        }
        _ => false,
    }
}

/// Whether what a thread starts with is certainly a function. A pointer may be null.
fn is_start(start: &Callee) -> bool {
    match start {
        Callee::Procedure(_) => true,
        Callee::Pointer(pointer) => is_procedure(pointer),
    }
}

/// Whether a pointer is a function that is named.
fn is_procedure(pointer: &Expr) -> bool {
    matches!(pointer.kind, ExprKind::Procedure(_))
}
