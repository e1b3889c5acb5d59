//! Elements that belong to one thread of a loop each:
//!
//! ```text
//! for (i = 0; i < n; i++) create(&ids[i], work, &parts[i]);      void *work(void *part) { ((struct part *)part)->sum = 1; }
//! ```
//!
//! An address is written as `base + factor * i + rest`: the base is the start of a variable or a pointer that stays the
//! same, `i` is the number that the loop counted when it created the thread, and the rest lies in an interval. These
//! are exact numbers: an address that leaves its object is a violation of memory, and no execution goes on behind it.
//!
//! Rule. One counted loop ([`super::counted_loop`]), which runs once, creates all threads of a class, each with another
//! `i`. Two accesses by two of these threads touch different bytes if their addresses have the same base and the same
//! factor, and the factor is larger than every distance between a byte of the one rest and a byte of the other. The
//! same holds for an access by such a thread and one in the loop, by the thread that creates them, at a location where
//! `i` has grown since the last creation. It also holds for an access in a loop that joins all these threads, in each
//! iteration behind the join of the thread with the same index.
//!
//! Instead of an element, a thread may have an object that its iteration allocated: the base is the allocation, and two
//! iterations have two objects. The loop that joins finds the object of an iteration in the cell of an array where the
//! address was stored ([`super::stored_objects`]).
//!
//! The base may be a pointer in a structure ([`cell`]). The index may come from the element itself, where the creator stored it for the thread
//! ([`given`]).
//!
//! Instead of the number that the loop counted, `i` may be a number that the threads draw from a counter
//! ([`super::counters::tickets`]).
//!
//! Rule: the index does not wrap, and no conversion changes it. A register stands for the value that it was given at the only place that
//! writes it, which every way to the access has passed, after the last change of the index. A pointer in memory is written before the
//! loop only. Neighbouring elements do not overlap. The object of a round is allocated in this round.
//! Tests: `own_elements`, `own_elements_that_overlap`, `own_elements_and_the_next`, `own_elements_of_a_narrow_index`,
//! `own_elements_of_a_pointer_that_moves`, `own_elements_written_after_creation`, `own_elements_by_a_number`,
//! `own_elements_by_a_number_that_changes`, `own_elements_by_a_stale_register`, `own_elements_by_a_late_register`,
//! `own_elements_joined`, `own_elements_joined_later`, `own_elements_joined_next`, `own_objects_joined`, `own_objects_joined_later`,
//! `own_objects_joined_next`, `own_objects_of_every_other_round`.

mod cell;
mod given;

use raddle_logic::intervals::Interval;
use raddle_program::automaton::{Automaton, Location, Transition};
use raddle_program::builder::field_of;
use raddle_program::entity::Table;
use raddle_program::footprint::Footprint;
use raddle_program::graph::reachable_from;
use raddle_program::syntax::{
    BinaryOperator, Effect, Expr, ExprKind, GlobalId, LocalId, Place, PlaceKind, ProcedureId, Program,
};
use raddle_program::types::{TypeId, TypeKind};
use raddle_program::written_registers::written;
use rustc_hash::FxHashMap;

use super::counted_loop::{Counted, is_stable};
use super::counters::tickets::{Ticket, tickets};
use super::intervals::ValueIntervals;
use super::linear::{Linear, Reader};
use super::lockset::LockSets;
use super::number::Shape;
use super::parallel::Parallel;
use super::points_to::CodePlace;
use super::points_to::{AccessSite, Context, ObjectKind, PointsTo, Target, ThreadClass};
use super::stored_objects::StoredObjects;
use super::ways::{only_step_to, reaches_without};

/// How many registers and calls are followed to where a value comes from.
const DEPTH: u32 = 16;

/// What an address starts from.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Base {
    /// Nothing: a number.
    Zero,
    /// A global that threads share.
    Global(GlobalId),
    /// A local in memory of the procedure that creates the threads.
    Local(LocalId),
    /// A pointer in a register of that procedure, which is not written from the loop on.
    Register(LocalId),
    /// A pointer in a global, which is not written from the loop on.
    Pointer(GlobalId),
    /// A pointer in this cell, which is not written from the loop on.
    Cell(Target),
    /// The object that this step of that procedure allocates in the round.
    Object(Transition),
}

/// `base + factor * index + rest`
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Form {
    base: Base,
    factor: i128,
    rest: Interval,
}

impl Form {
    fn number(rest: Interval) -> Form {
        Form { base: Base::Zero, factor: 0, rest }
    }

    fn start(base: Base) -> Form {
        Form { base, factor: 0, rest: Interval::point(0) }
    }

    fn plus(self, other: Form) -> Option<Form> {
        let base = match (self.base, other.base) {
            (base, Base::Zero) | (Base::Zero, base) => base,
            _ => return None,
        };
        let low = self.rest.low.checked_add(other.rest.low)?;
        let high = self.rest.high.checked_add(other.rest.high)?;
        Some(Form { base, factor: self.factor.checked_add(other.factor)?, rest: Interval { low, high } })
    }

    fn times(self, by: i128) -> Option<Form> {
        if self.base != Base::Zero {
            return None;
        }
        let (one, other) = (self.rest.low.checked_mul(by)?, self.rest.high.checked_mul(by)?);
        let rest = Interval { low: one.min(other), high: one.max(other) };
        Some(Form { factor: self.factor.checked_mul(by)?, rest, ..self })
    }

    /// The numbers that it may be, for these numbers of the index.
    fn range(self, index: Interval) -> Option<Interval> {
        let scaled = Form::number(index).times(self.factor)?;
        Some(scaled.plus(Form { factor: 0, ..self })?.rest)
    }

    /// Whether these are so many bytes, the same ones whenever the index is the same.
    fn is_one(self, size: Option<u64>) -> bool {
        let is_start = !matches!(self.base, Base::Zero | Base::Object(_));
        size.is_some_and(|size| self.rest.high - self.rest.low + 1 == i128::from(size)) && is_start
    }

    /// Whether the bytes of two addresses are apart wherever their indices differ.
    fn is_apart_from(self, other: Form) -> bool {
        let farthest = || {
            let one = self.rest.high.checked_sub(other.rest.low)?;
            let two = other.rest.high.checked_sub(self.rest.low)?;
            Some(one.max(two))
        };
        let is_object = matches!(self.base, Base::Object(_));
        self.base != Base::Zero
            && self.base == other.base
            && (is_object
                || self.factor == other.factor && farthest().is_some_and(|farthest| farthest < self.factor.abs()))
    }
}

/// What is known of the elements of threads that counted loops create.
pub struct OwnElements<'a> {
    program: &'a Program,
    points_to: &'a PointsTo,
    automata: &'a Table<ProcedureId, Automaton>,
    loops: FxHashMap<ThreadClass, Creation>,
    tickets: Vec<Ticket>,
    /// The joins in loops that join all threads of a class, with the objects that hold the ids.
    joins: Vec<(ThreadClass, CodePlace, Option<StoredObjects>)>,
}

/// The counted loop that creates all threads of a class.
struct Creation {
    class: ThreadClass,
    /// Where the threads are created.
    at: (Context, Transition),
    counted: Counted,
    /// The numbers that the index may be.
    indices: Interval,
    /// In a loop behind: the cell that holds the address of the object of a round, and its allocation.
    stored: Option<(Form, Transition)>,
}

impl Creation {
    /// Where the index has just changed.
    fn changes(&self, automaton: &Automaton) -> impl Iterator<Item = Location> {
        let index = self.counted.index;
        let changes = automaton.transitions.values().filter(move |data| written(&data.effect).0 == Some(index));
        changes.map(|data| data.to)
    }
}

impl<'a> OwnElements<'a> {
    /// Of a program.
    pub fn of(
        program: &'a Program,
        points_to: &'a PointsTo,
        automata: &'a Table<ProcedureId, Automaton>,
    ) -> OwnElements<'a> {
        let mut found = OwnElements {
            program,
            points_to,
            automata,
            loops: FxHashMap::default(),
            tickets: Vec::new(),
            joins: Vec::new(),
        };
        for class in points_to.classes.ids() {
            if let Some(creation) = found.creation(class) {
                found.loops.insert(class, creation);
            }
        }
        found
    }

    /// With the numbers that threads draw from counters.
    pub fn with_tickets(mut self, locksets: &LockSets<'_>) -> OwnElements<'a> {
        let threads = |class| {
            let indices = self.loops.get(&class)?.indices;
            Some(indices.high - indices.low)
        };
        self.tickets = tickets(self.program, self.points_to, self.automata, locksets, threads);
        self
    }

    /// With what is known of joins.
    pub fn with_joins(mut self, parallel: &Parallel<'_>) -> OwnElements<'a> {
        let joins = parallel.joins_of_loops().into_iter();
        self.joins = joins.map(|(class, join)| (class, join, parallel.objects_of_loop(join))).collect();
        self
    }

    /// Whether no counted loop creates all threads of a class.
    pub fn is_empty(&self) -> bool {
        self.loops.is_empty()
    }

    /// Whether two accesses touch other bytes because each thread has an element for itself. `numbers`: what is known of registers.
    pub fn are_apart(&self, one: &AccessSite, other: &AccessSite, numbers: &ValueIntervals) -> bool {
        let class = |site: &AccessSite| self.points_to.contexts[site.context].class;
        let is_apart = |creation: &Creation| {
            let form = |site| self.access(creation, site, numbers);
            form(one).zip(form(other)).is_some_and(|(one, other)| one.is_apart_from(other))
        };
        let is_apart_by_ticket = |ticket: &Ticket| {
            let form = |site| self.bytes(self.loops.get(&ticket.class)?, Some(ticket), site, numbers);
            let forms = || form(one).zip(form(other));
            ticket.class == class(one) && forms().is_some_and(|(one, other)| one.is_apart_from(other))
        };
        let by_creator = |thread: &AccessSite, creator: &AccessSite| {
            self.loops.get(&class(thread)).is_some_and(|creation| {
                let (context, transition) = creation.at;
                let automaton = self.automaton(context);
                // The transition of an access is one of its own context.
                let has_grown = || {
                    let location = automaton.transitions[creator.transition].from;
                    creation.counted.has_grown_since(automaton, transition, location)
                };
                context == creator.context && has_grown() && is_apart(creation)
            })
        };
        if class(one) == class(other) {
            let by_loop = self.loops.get(&class(one)).is_some_and(is_apart);
            return by_loop || self.tickets.iter().any(is_apart_by_ticket);
        }
        by_creator(one, other)
            || by_creator(other, one)
            || self.is_joined_before(one, other, numbers)
            || self.is_joined_before(other, one, numbers)
    }

    /// Whether the creator has joined the thread with the same index when it comes to an access, in a loop that joins all threads, and the
    /// elements of the threads that are left are other ones.
    fn is_joined_before(&self, thread: &AccessSite, creator: &AccessSite, numbers: &ValueIntervals) -> bool {
        let Some(creation) = self.loops.get(&self.points_to.contexts[thread.context].class) else { return false };
        let is_behind = |&(class, (context, join), objects): &(ThreadClass, CodePlace, Option<StoredObjects>)| {
            let automaton = self.automaton(context);
            let is_here = class == creation.class && context == creation.at.0 && context == creator.context;
            let Some(mut behind) = self.loop_behind(creation, join).filter(|_| is_here) else { return false };
            behind.stored = objects.and_then(|objects| self.stored_cell(creation, objects));
            let rounds = behind.changes(automaton).chain([automaton.entry]);
            let forms = || self.access(creation, thread, numbers).zip(self.access(&behind, creator, numbers));
            !reaches_without(automaton, rounds, automaton.transitions[creator.transition].from, join)
                && forms().is_some_and(|(one, other)| one.is_apart_from(other))
        };
        self.joins.iter().any(is_behind)
    }

    /// The bytes of the cell in which a round stores the address of its object, with the allocation.
    fn stored_cell(&self, creation: &Creation, objects: StoredObjects) -> Option<(Form, Transition)> {
        let mut accesses = self.points_to.accesses.iter();
        let store = accesses.find(|it| it.is_write && (it.context, it.transition) == (creation.at.0, objects.store))?;
        let cell = self.access(creation, store, &ValueIntervals::default()).filter(|form| form.is_one(store.size))?;
        Some((cell, objects.allocation))
    }

    /// Whether a read finds what a write in a loop that creates threads has stored: in the round in which the reading thread was created;
    /// before, in the same round; or in a round of the loop, if another loop goes over the same elements behind it.
    pub fn is_written_before(&self, read: &AccessSite, write: &AccessSite) -> bool {
        let numbers = &ValueIntervals::default();
        let class = self.points_to.contexts[read.context].class;
        let by_loop = |creation: &Creation| {
            let (context, transition) = creation.at;
            if write.context != context {
                return false;
            }
            let Some(form) = self.access(creation, write, numbers).filter(|form| form.is_one(write.size)) else {
                return false;
            };
            let automaton = self.automaton(context);
            let is_in_round = |to: Transition| {
                let changes = creation.changes(automaton).chain([automaton.entry]);
                !reaches_without(automaton, changes, automaton.transitions[to].from, write.transition)
            };
            let is_same = |creation: &Creation| self.access(creation, read, numbers) == Some(form);
            if read.context != context {
                return creation.class == class && is_in_round(transition) && is_same(creation);
            }
            let is_behind = || {
                let behind = self.loop_behind(creation, read.transition)?;
                (is_in_round(transition) && is_same(&behind)).then_some(())
            };
            is_in_round(read.transition) && is_same(creation) || is_behind().is_some()
        };
        self.loops.values().any(by_loop)
    }

    /// A loop around a transition that goes over indices that the loop of a creation has gone over before, each once.
    fn loop_behind(&self, creation: &Creation, transition: Transition) -> Option<Creation> {
        let (context, created) = creation.at;
        let automaton = self.automaton(context);
        let reader = Reader::new(self.program, self.points_to.contexts[context].procedure);
        let counted = Counted::of(automaton, reader, transition)?;
        let from = automaton.transitions[transition].from;
        let is_behind = !reaches_without(automaton, [automaton.entry].into_iter(), from, creation.counted.exit);
        (is_behind && creation.counted.covers(&counted) && is_stable(automaton, created, &creation.counted.end))
            .then_some(Creation {
                class: creation.class,
                at: (context, transition),
                counted,
                indices: creation.indices,
                stored: None,
            })
    }

    fn automaton(&self, context: Context) -> &'a Automaton {
        &self.automata[self.points_to.contexts[context].procedure]
    }

    fn creation(&self, class: ThreadClass) -> Option<Creation> {
        let &[at] = self.points_to.classes[class].created_at.as_slice() else { return None };
        let creator = &self.points_to.contexts[at.0];
        let is_only = self.points_to.creations.get(&at).is_some_and(|classes| classes.as_slice() == [class]);
        if !is_only || !creator.is_once || !self.points_to.classes[creator.class].is_single {
            return None;
        }
        let reader = Reader::new(self.program, creator.procedure);
        let counted = Counted::of(self.automaton(at.0), reader, at.1)?;
        let ty = self.program.procedures[creator.procedure].locals[counted.index].ty;
        // Behind the last round it is one more.
        let indices = Interval { low: counted.first, high: counted.last(&self.program.types, ty)? + 1 };
        Some(Creation { class, at, counted, indices, stored: None })
    }

    /// The bytes that an access touches, by the index of the loop.
    fn access(&self, creation: &Creation, site: &AccessSite, numbers: &ValueIntervals) -> Option<Form> {
        self.bytes(creation, None, site, numbers)
    }

    /// The bytes that an access touches, by the index of the loop or by a ticket.
    fn bytes(
        &self,
        creation: &Creation,
        ticket: Option<&Ticket>,
        site: &AccessSite,
        numbers: &ValueIntervals,
    ) -> Option<Form> {
        let context = site.context;
        let location = self.automaton(context).transitions[site.transition].from;
        self.bytes_at(&Standpoint { creation, ticket, numbers, context, location, depth: DEPTH }, site)
    }

    fn bytes_at(&self, at: &Standpoint<'_>, site: &AccessSite) -> Option<Form> {
        let procedure = self.points_to.contexts[site.context].procedure;
        let data = &self.automata[procedure].transitions[site.transition];
        if site.is_free {
            let Effect::Free(address, _) = &data.effect else { return None };
            return self.value(at, address).filter(|form| matches!(form.base, Base::Object(_)));
        }
        let footprint = Footprint::of(self.program, &self.program.procedures[procedure], data);
        let place = footprint.only_place(site.is_write)?;
        let size = self.program.types.size_of(place.ty).filter(|&size| size > 0)?;
        let start = self.address(at, place)?;
        start.plus(Form::number(Interval { low: 0, high: i128::from(size) - 1 }))
    }

    fn address(&self, at: &Standpoint<'_>, place: &Place) -> Option<Form> {
        match &place.kind {
            PlaceKind::Global(global) => {
                (!self.program.globals[*global].is_thread_local).then(|| Form::start(Base::Global(*global)))
            }
            PlaceKind::Local(local) => {
                let is_register = self.local(at, *local).is_register;
                (at.is_in_creator() && !is_register).then(|| Form::start(Base::Local(*local)))
            }
            PlaceKind::Deref(pointer) => self.value(at, pointer),
            PlaceKind::Field(base, number) => {
                let field = field_of(&self.program.types, base.ty, *number).filter(|field| field.bits.is_none())?;
                self.address(at, base)?.plus(Form::number(Interval::point(field.offset.into())))
            }
            PlaceKind::Index(base, index) => {
                let size = self.program.types.size_of(place.ty)?;
                self.address(at, base)?.plus(self.value(at, index)?.times(size.into())?)
            }
            PlaceKind::BitLocation(_) => None,
        }
    }

    fn local(&self, at: &Standpoint<'_>, local: LocalId) -> &'a raddle_program::syntax::Local {
        &self.program.procedures[self.points_to.contexts[at.context].procedure].locals[local]
    }

    /// What an expression gives.
    fn value(&self, at: &Standpoint<'_>, expr: &Expr) -> Option<Form> {
        match &expr.kind {
            ExprKind::Integer(number) => Some(Form::number(Interval::point(*number))),
            ExprKind::Read(place) => match place.kind {
                PlaceKind::Local(local) if self.local(at, local).is_register => self.register(at, local),
                PlaceKind::Global(global) => self.pointer(at, global),
                _ => self
                    .object_in_cell(at, place)
                    .or_else(|| self.given(at, place))
                    .or_else(|| self.pointer_in_cell(at, place)),
            },
            ExprKind::AddressOf(place) => self.address(at, place),
            ExprKind::Cast(operand) => {
                let form = self.value(at, operand)?;
                self.converted(at, form, operand.ty, expr.ty)
            }
            ExprKind::Binary(operator, left, right) => {
                let (left, right) = (self.value(at, left)?, self.value(at, right)?);
                let result = match operator {
                    BinaryOperator::Add => left.plus(right)?,
                    BinaryOperator::Subtract => left.plus(right.times(-1)?)?,
                    BinaryOperator::Multiply if right.factor == 0 && right.rest.low == right.rest.high => {
                        left.times(right.rest.low)?
                    }
                    BinaryOperator::Multiply if left.factor == 0 && left.rest.low == left.rest.high => {
                        right.times(left.rest.low)?
                    }
                    _ => return None,
                };
                self.within(at, result, expr.ty)
            }
            ExprKind::PointerAdd { pointer, index, element, is_subtraction } => {
                let element = i128::from(*element) * if *is_subtraction { -1 } else { 1 };
                self.value(at, pointer)?.plus(self.value(at, index)?.times(element)?)
            }
            ExprKind::Procedure(_)
            | ExprKind::SelfId
            | ExprKind::AllocationSize(..)
            | ExprKind::Unary(..)
            | ExprKind::PointerDifference { .. }
            | ExprKind::Floating(..)
            | ExprKind::Conditional { .. } => None,
        }
    }

    /// A number, if a type holds it as it is.
    fn within(&self, at: &Standpoint<'_>, form: Form, ty: TypeId) -> Option<Form> {
        let all = Shape::of(&self.program.types, ty)?.all();
        (form.base == Base::Zero && all.contains(form.range(at.indices())?)).then_some(form)
    }

    /// A value as one of another type, if that does not change it.
    fn converted(&self, at: &Standpoint<'_>, form: Form, from: TypeId, to: TypeId) -> Option<Form> {
        let is_pointer = |ty| matches!(self.program.types.kind(ty), TypeKind::Pointer(_));
        if is_pointer(from) && is_pointer(to) {
            return Some(form);
        }
        self.within(at, form, to)
    }

    /// What a register holds.
    fn register(&self, at: &Standpoint<'_>, local: LocalId) -> Option<Form> {
        let at = &Standpoint { depth: at.depth.checked_sub(1)?, ..*at };
        if at.ticket.is_none() && at.is_in_creator() && local == at.creation.counted.index {
            return Some(Form { base: Base::Zero, factor: 1, rest: Interval::point(0) });
        }
        self.parameter(at, local)
            .or_else(|| self.just_assigned(at, local))
            .or_else(|| self.assigned(at, local))
            .or_else(|| self.unchanged(at, local))
            .or_else(|| {
                let procedure = self.points_to.contexts[at.context].procedure;
                at.numbers.of_register(self.program, procedure, at.location, local).map(Form::number)
            })
    }

    /// A parameter that is never written: the argument of the creation, or of the only call.
    fn parameter(&self, at: &Standpoint<'_>, local: LocalId) -> Option<Form> {
        let data = &self.points_to.contexts[at.context];
        let parameters = &self.program.procedures[data.procedure].parameters;
        let position = parameters.iter().position(|&parameter| parameter == local)?;
        if self.writes(at.context, local).next().is_some() {
            return None;
        }
        let is_start = self.points_to.classes[at.creation.class].start == at.context;
        let &(context, transition) = match data.callers.as_slice() {
            [] if is_start && position == 0 => &at.creation.at,
            [caller] if !is_start => caller,
            _ => return None,
        };
        let step = &self.automaton(context).transitions[transition];
        let argument = match &step.effect {
            Effect::Call { arguments, .. } => arguments.get(position)?,
            Effect::Spawn { argument, .. } => argument,
            _ => return None,
        };
        let at = Standpoint { context, location: step.from, ..*at };
        let form = self.value(&at, argument)?;
        self.converted(&at, form, argument.ty, self.program.procedures[data.procedure].locals[local].ty)
    }

    /// A register to which the step right before gives a value, on every path.
    fn just_assigned(&self, at: &Standpoint<'_>, local: LocalId) -> Option<Form> {
        let automaton = self.automaton(at.context);
        let before = only_step_to(automaton, at.location)?;
        let step = &automaton.transitions[before];
        match &step.effect {
            Effect::Allocate { target, .. } => {
                (at.is_in_creator() && *target == local).then(|| Form::start(Base::Object(before)))
            }
            Effect::Assign { target, value } if matches!(target.kind, PlaceKind::Local(other) if other == local) => {
                self.value(&Standpoint { location: step.from, ..*at }, value)
            }
            _ => None,
        }
    }

    /// The address of the object of a round, in the cell where the loop of the creation stored it.
    fn object_in_cell(&self, at: &Standpoint<'_>, place: &Place) -> Option<Form> {
        let (cell, allocation) = at.creation.stored.filter(|_| at.is_in_creator())?;
        let size = self.program.types.size_of(place.ty).filter(|&size| size > 0)?;
        let bytes = self.address(at, place)?.plus(Form::number(Interval { low: 0, high: i128::from(size) - 1 }))?;
        (bytes == cell).then(|| Form::start(Base::Object(allocation)))
    }

    /// A register that one step writes, if all paths have passed that step since the index changed and since the
    /// lifetime of the register began.
    fn assigned(&self, at: &Standpoint<'_>, local: LocalId) -> Option<Form> {
        let automaton = self.automaton(at.context);
        let mut writes = self.writes(at.context, local);
        let (Some(write), None) = (writes.next(), writes.next()) else { return None };
        let step = &automaton.transitions[write];
        let value = match &step.effect {
            Effect::Assign { value, .. } => Some(value),
            Effect::Allocate { .. } if at.is_in_creator() => None,
            _ => return None,
        };
        let begins = automaton
            .transitions
            .values()
            .filter(|other| matches!(other.effect, Effect::Live { local: other, .. } if other == local));
        let changes = at.creation.changes(automaton).filter(|_| at.is_in_creator());
        let starts = begins.map(|other| other.to).chain(changes).chain([automaton.entry]);
        if reaches_without(automaton, starts, at.location, write) {
            return None;
        }
        if let Some(plus) = at.ticket.and_then(|ticket| ticket.drawn_by(at.context, write)) {
            let form = Form { base: Base::Zero, factor: 1, rest: Interval::point(plus) };
            return self.within(at, form, self.local(at, local).ty);
        }
        match value {
            Some(value) => self.value(&Standpoint { location: step.from, ..*at }, value),
            None => Some(Form::start(Base::Object(write))),
        }
    }

    /// A pointer in a register of the creator that is not written from the loop on.
    fn unchanged(&self, at: &Standpoint<'_>, local: LocalId) -> Option<Form> {
        let is_pointer = matches!(self.program.types.kind(self.local(at, local).ty), TypeKind::Pointer(_));
        let automaton = self.automaton(at.context);
        let is_unchanged = || at.is_in_creator() && is_stable(automaton, at.creation.at.1, &Linear::register(local));
        (is_pointer && is_unchanged()).then(|| Form::start(Base::Register(local)))
    }

    /// A pointer in a global that is written before the loop only.
    fn pointer(&self, at: &Standpoint<'_>, global: GlobalId) -> Option<Form> {
        let data = &self.program.globals[global];
        let is_pointer = matches!(self.program.types.kind(data.ty), TypeKind::Pointer(_));
        let is_it = |site: &&AccessSite| {
            let mut targets = self.points_to.targets(site.address).iter();
            site.is_write && targets.any(|it| self.points_to.object(it.object).kind == ObjectKind::Global(global))
        };
        let is_before = |site: &AccessSite| self.is_before(at.creation, (site.context, site.transition), DEPTH);
        let is_unchanged = || self.points_to.accesses.iter().filter(is_it).all(is_before);
        (is_pointer && !data.is_thread_local && is_unchanged()).then(|| Form::start(Base::Pointer(global)))
    }

    /// Whether the creator does something before the loop only.
    fn is_before(&self, creation: &Creation, (context, transition): (Context, Transition), depth: u32) -> bool {
        let automaton = self.automaton(creation.at.0);
        if context == creation.at.0 {
            let behind = reachable_from(automaton, [automaton.transitions[creation.at.1].from]);
            return !behind[automaton.transitions[transition].from];
        }
        let data = &self.points_to.contexts[context];
        depth > 0
            && data.class == self.points_to.contexts[creation.at.0].class
            && self.points_to.classes[data.class].start != context
            && data.callers.iter().all(|&caller| self.is_before(creation, caller, depth - 1))
    }

    /// The steps that give a register a value.
    fn writes(&self, context: Context, local: LocalId) -> impl Iterator<Item = Transition> + use<'_, 'a> {
        let automaton = self.automaton(context);
        let is_write = move |transition: &Transition| {
            let effect = &automaton.transitions[*transition].effect;
            let (one, other) = written(effect);
            (one == Some(local) || other == Some(local)) && !matches!(effect, Effect::Live { .. } | Effect::Dead(_))
        };
        automaton.transitions.ids().filter(is_write)
    }
}

/// Where something is evaluated.
struct Standpoint<'c> {
    creation: &'c Creation,
    /// What the index is, in place of that of the loop.
    ticket: Option<&'c Ticket>,
    numbers: &'c ValueIntervals,
    context: Context,
    location: Location,
    /// How many registers and calls may still be followed.
    depth: u32,
}

impl Standpoint<'_> {
    /// The numbers that the index may be.
    fn indices(&self) -> Interval {
        self.ticket.map_or(self.creation.indices, |ticket| ticket.numbers)
    }

    fn is_in_creator(&self) -> bool {
        self.context == self.creation.at.0
    }
}
