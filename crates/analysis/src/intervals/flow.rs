//! One pass over the code of all threads, for given numbers that shared cells may hold.
//!
//! Forward data flow, context by context; calls join the states of their callers. A cell is *followed* (has a symbol in
//! the state, and changes by strong updates) as long as no other thread can access it: if it is private, before the
//! first thread is created, after main has waited for the end of the last one ([`crate::parallel`]), and inside of
//! atomic sections, and while the thread holds a lock that guards the cell ([`guards`](super::guards)). Where that ends its value is
//! *published*. All other writes are published at once. A thread follows all the time what it alone writes behind the first creation of a
//! thread, and what nothing writes there ([`memory`](super::memory)).
//!
//! States at one location are kept apart if they differ in whether other threads run or in the depth of sections, also
//! at the entry of the procedure, and in truth values that wait in temporaries to be tested (`a && b`): what held when
//! they were computed holds when they are tested.
//!
//! Rule: a step is impossible only if it certainly reads a cell that nothing has been stored to.
//! Tests: `stored_through_a_pointer_to_either`, `stored_through_a_pointer_to_either_and_read`.

use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use raddle_logic::intervals::Interval;
use raddle_program::automaton::{Automaton, Location, Transition};
use raddle_program::entity::{Entity, Table};
use raddle_program::live::LiveRegisters;
use raddle_program::syntax::{
    Effect, Expr, ExprKind, LocalId, LocalKind, Place, ProcedureId, Program, Region, Synchronization,
};
use rustc_hash::FxHashMap;

use super::super::points_to::{Context, ObjectKind, Origin, PointsTo, ThreadClass, WrittenFirst};
use super::allocations::Allocations;
use super::assumptions::Assumptions;
use super::cells::{Access, Cells, Writers};
use super::content::Content;
use super::definitions::Made;
use super::evaluate::{Number, is_condition};
use super::guards::{Guards, Locks};
use super::heads::Heads;
use super::state::{Mode, OtherThreads, Slot, State, Symbol, Thresholds};
use super::sums::{Reads, Sums};
use crate::held_lock::HeldLock;
use crate::number::Shape;
use crate::parallel::Parallel;

/// The values that cells may hold; nothing as long as no thread has written.
pub type Published = Vec<Option<Content>>;

/// After this many visits of a loop's head its numbers are widened,
const VISITS: u32 = 3;
/// and after this many visits of another location.
const VISITS_ELSEWHERE: u32 = 300;

/// The greatest depth of sections that is counted; a greater depth counts as this one.
const DEPTH: u32 = 4;

/// The greatest number of truth values that keep states apart.
const TRUTHS: usize = 4;

/// Where states are kept.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Point {
    pub(super) context: Context,
    /// The mode in which the procedure was entered.
    entry: Mode,
    pub(super) location: Location,
    mode: Mode,
    truths: Vec<(LocalId, bool)>,
}

/// What a procedure leaves, by the mode in which it is left: the cells, and the bits that it returns.
type Exits = BTreeMap<Mode, (State, Content)>;

/// What registers hold, by procedure and location, as two's complement numbers.
pub type Registers = BTreeMap<(ProcedureId, Location), BTreeMap<LocalId, Interval>>;

/// The data flow of one pass.
pub struct Flow<'a> {
    pub(super) program: &'a Program,
    pub(super) points_to: &'a PointsTo,
    pub(super) cells: &'a Cells,
    pub(super) automata: &'a Table<ProcedureId, Automaton>,
    live: &'a Table<ProcedureId, LiveRegisters>,
    thresholds: &'a Thresholds,
    heads: &'a Heads,
    assumptions: &'a Assumptions,
    pub(super) counts: &'a FxHashMap<usize, Interval>,
    pub(super) sums: &'a Sums,
    pub(super) reads: &'a Reads,
    pub(super) written_first: &'a WrittenFirst,
    parallel: Option<&'a Parallel<'a>>,
    pub(super) locks: Option<&'a Locks<'a>>,
    pub(super) allocations: Allocations,
    pub(super) visible: &'a Published,
    /// The locks that guard cells: what was assumed, without what this pass has refuted.
    pub guards: Guards,
    /// Which threads write to a cell behind the first creation of a thread: what was assumed, and what this pass has found.
    pub late_writers: Vec<Writers>,
    /// The locks that the step holds that is looked at.
    pub(super) held: Rc<[HeldLock]>,
    /// The threads that take the step that is looked at.
    pub(super) class: Option<ThreadClass>,
    /// What other threads may read, as found by this pass.
    pub published: Published,
    /// What may be in a cell once there is a second thread, also while no other thread can access it.
    pub written: Published,
    pub(super) states: FxHashMap<Point, State>,
    visits: FxHashMap<Point, u32>,
    exits: FxHashMap<(Context, Mode), Exits>,
    callers: FxHashMap<(Context, Mode), BTreeSet<Point>>,
    pending: BTreeSet<Point>,
    /// Whether the last read found a cell that no thread has written so far.
    pub(super) is_impossible: bool,
}

/// What is given for a parameter.
#[derive(Clone, Copy)]
struct Given {
    number: Number,
    shape: Option<Shape>,
    made: Option<Made>,
}

/// What is the same for all passes.
pub struct Code<'a> {
    /// The program.
    pub program: &'a Program,
    /// Where its pointers lead.
    pub points_to: &'a PointsTo,
    /// Its automata.
    pub automata: &'a Table<ProcedureId, Automaton>,
    /// Their live registers.
    pub live: &'a Table<ProcedureId, LiveRegisters>,
    /// The cells.
    pub cells: &'a Cells,
    /// What numbers are widened to.
    pub thresholds: &'a Thresholds,
    /// The heads of loops.
    pub heads: &'a Heads,
    /// The procedures that only test.
    pub assumptions: &'a Assumptions,
    /// The ranges of cells that are only added to.
    pub counts: &'a FxHashMap<usize, Interval>,
    /// The ranges of such registers.
    pub sums: &'a Sums,
    /// The numbers that reads give to which a step adds.
    pub reads: &'a Reads,
    /// The cells that are written before they are read.
    pub written_first: &'a WrittenFirst,
    /// Which threads may run beside each other; not needed where none is waited for.
    pub parallel: Option<&'a Parallel<'a>>,
    /// The locks that steps hold; `None` if they do not matter.
    pub locks: Option<&'a Locks<'a>>,
    /// Which allocations succeed.
    pub allocations: Allocations,
}

impl<'a> Flow<'a> {
    /// A pass, with what shared cells may hold, the locks that guard them, and the threads that write to them behind the first creation.
    pub fn new(code: &Code<'a>, visible: &'a Published, guards: Guards, late_writers: Vec<Writers>) -> Flow<'a> {
        let nothing = vec![None; code.cells.all.len()];
        Flow {
            program: code.program,
            points_to: code.points_to,
            automata: code.automata,
            live: code.live,
            cells: code.cells,
            thresholds: code.thresholds,
            heads: code.heads,
            assumptions: code.assumptions,
            counts: code.counts,
            sums: code.sums,
            reads: code.reads,
            written_first: code.written_first,
            parallel: code.parallel,
            locks: code.locks,
            allocations: code.allocations,
            visible,
            guards,
            late_writers,
            held: Rc::default(),
            class: None,
            published: nothing.clone(),
            written: nothing,
            states: FxHashMap::default(),
            visits: FxHashMap::default(),
            exits: FxHashMap::default(),
            callers: FxHashMap::default(),
            pending: BTreeSet::new(),
            is_impossible: false,
        }
    }

    /// Goes on until nothing changes; false if there was not enough fuel, or if it was cancelled.
    pub fn run(&mut self, fuel: &mut usize, is_cancelled: &dyn Fn() -> bool) -> bool {
        let main = self.points_to.classes[ThreadClass::from_index(0)].start;
        let mut state = State::alone();
        self.start(&mut state);
        self.enter(main, state);
        while let Some(point) = self.pending.pop_first() {
            let Some(rest) = fuel.checked_sub(1) else { return false };
            *fuel = rest;
            if rest % 64 == 0 && is_cancelled() {
                return false;
            }
            let state = self.states[&point].clone();
            let automaton = &self.automata[self.points_to.contexts[point.context].procedure];
            for &transition in automaton.outgoing(point.location) {
                self.take(&point, transition, state.clone());
            }
        }
        true
    }

    /// What registers hold at each location, in all of its states together.
    pub fn registers(&self) -> Registers {
        let mut found = Registers::default();
        for (point, state) in &self.states {
            let place = (self.points_to.contexts[point.context].procedure, point.location);
            let here = state.registers();
            let Some(known) = found.get_mut(&place) else {
                found.insert(place, here);
                continue;
            };
            known.retain(|local, interval| match here.get(local) {
                Some(&other) => {
                    *interval = interval.join(other);
                    true
                }
                None => false,
            });
        }
        found
    }

    /// Other threads may access the cells from now on: their contents are published.
    fn publish(&mut self, state: &mut State) {
        self.publish_but(state, |_, _| false);
    }

    /// A step before which other threads may act, if there are any.
    fn interrupt(&mut self, state: &mut State) {
        if state.other_threads == OtherThreads::Running {
            self.publish(state);
        }
    }

    fn take(&mut self, point: &Point, transition: Transition, mut state: State) {
        let procedure = self.points_to.contexts[point.context].procedure;
        let automata = self.automata;
        let data = &automata[procedure].transitions[transition];
        let at = (point.context, transition);
        self.is_impossible = false;
        self.begin(&state, at);
        if let Some(guard) = &data.guard
            && !self.refine(&mut state, at, &guard.condition, guard.holds)
        {
            return;
        }
        let behind = match &data.effect {
            Effect::Call { callee: _, arguments, result } => self.call(point, at, &mut state, arguments, *result),
            Effect::Return(value) => {
                self.returned(point, at, &mut state, value.as_ref());
                return;
            }
            Effect::Assign { target, value } if is_condition(value) => self.decide(at, &state, target, value),
            effect => {
                if self.effect(at, &mut state, effect) {
                    vec![state]
                } else {
                    Vec::new()
                }
            }
        };
        if !self.is_impossible {
            for state in behind {
                self.arrive(point.context, point.entry, data.to, state);
            }
        }
    }

    /// A truth value is stored: the states for true and false are kept apart.
    fn decide(&mut self, at: (Context, Transition), state: &State, target: &Place, value: &Expr) -> Vec<State> {
        let mut ways = Vec::new();
        for holds in [true, false] {
            let mut way = state.clone();
            if self.refine(&mut way, at, value, holds) {
                let number = Expr { kind: ExprKind::Integer(holds.into()), ty: value.ty };
                self.assign(at, &mut way, target, &number, Access::Write);
                ways.push(way);
            }
        }
        ways
    }

    fn returned(&mut self, point: &Point, at: (Context, Transition), state: &mut State, value: Option<&Expr>) {
        let bits = value.map_or(Content::Any, |value| {
            let shape = self.shape(value);
            self.evaluate(state, at, value).content.to_bits(shape)
        });
        if !self.is_impossible {
            self.leave(point, state.clone(), bits);
        }
    }

    /// What an effect does; false if the thread does not come behind it (so far).
    fn effect(&mut self, at: (Context, Transition), state: &mut State, effect: &Effect) -> bool {
        match effect {
            Effect::Skip | Effect::Dead(_) | Effect::Free(..) => true,
            Effect::Assign { target, value } => self.assign(at, state, target, value, Access::Write),
            Effect::Initialize { target, value } => self.assign(at, state, target, value, Access::Initialize),
            Effect::Input { target, source: _ } => self.set_any(at.0, state, *target),
            Effect::External { name: _, arguments: _, result } => {
                result.is_none_or(|result| self.set_any(at.0, state, result))
            }
            Effect::Assume(condition) | Effect::Assert { condition, .. } => self.refine(state, at, condition, true),
            // The steps behind these are found elsewhere.
            Effect::Call { .. } | Effect::Return(_) => false,
            Effect::Live { local, is_zeroed } => {
                self.live(at.0, state, *local, *is_zeroed);
                true
            }
            Effect::Allocate { target, size, is_zeroed, region } => {
                self.allocate(at, state, size, *is_zeroed);
                if *region != Region::Stack {
                    self.count(at, state, size);
                }
                // What no object can be large enough for is refused.
                let is_given = self.allocated(at, state, size).is_some();
                let given = if is_given { Content::ADDRESS } else { Content::Address(Interval::point(0)) };
                self.set_local(at.0, state, *target, Number::of(given))
            }
            Effect::CopyBytes { .. } => self.overwrite(at, state, Content::Any),
            Effect::FillBytes { byte, .. } => {
                let is_zero = matches!(byte.kind, ExprKind::Integer(0));
                self.overwrite(at, state, if is_zero { Content::point(0) } else { Content::Any })
            }
            Effect::Spawn { argument, result, .. } => {
                let given = [self.given(at, state, argument)];
                self.overwrite(at, state, Content::Any);
                self.publish(state);
                if !self.is_impossible {
                    let created = self.points_to.creations.get(&at).cloned().unwrap_or_default();
                    for class in created {
                        let start = self.points_to.classes[class].start;
                        let mut entry = state.clone();
                        // The new thread itself begins with its parameters.
                        let creator = self.class.replace(class);
                        let parameters = self.parameters(&mut entry, start, &given);
                        self.class = creator;
                        let is_own = |cell: usize| {
                            let data = &self.cells.all[cell];
                            let kind = self.points_to.object(data.object).kind;
                            data.is_private && matches!(kind, ObjectKind::Local(context, _) if context == start)
                        };
                        let first = entry
                            .of_thread(&parameters, |cell, held| self.is_worth_following(cell, held) || is_own(cell));
                        self.enter(start, first);
                    }
                }
                result.is_none_or(|result| self.set_any(at.0, state, result))
            }
            Effect::Join { value, result, .. } => {
                self.interrupt(state);
                for local in [value, result].into_iter().flatten() {
                    self.set_local(at.0, state, *local, Number::of(Content::Any));
                }
                true
            }
            Effect::Exit(_) | Effect::Stop | Effect::Unsupported(_) => {
                self.interrupt(state);
                false
            }
            Effect::Synchronize { operation, operands: _, result } => {
                self.interrupt_by(state, at, *operation);
                match (operation, result) {
                    (_, None) => true,
                    (Synchronization::KeyGet, Some(result)) => {
                        self.set_local(at.0, state, *result, Number::of(Content::Any))
                    }
                    (_, Some(result)) => self.set_any(at.0, state, *result),
                }
            }
            Effect::Fence(_) => true,
            Effect::AtomicBegin => {
                state.depth = (state.depth + 1).min(DEPTH);
                true
            }
            Effect::AtomicEnd => {
                state.depth = state.depth.saturating_sub(1);
                if state.depth == 0 {
                    self.interrupt(state);
                }
                true
            }
        }
    }

    fn assign(
        &mut self,
        at: (Context, Transition),
        state: &mut State,
        target: &Place,
        value: &Expr,
        access: Access,
    ) -> bool {
        let number = self.evaluate(state, at, value);
        if let Some(local) = self.register(at.0, target) {
            let made = if number.symbol.is_none() { self.made(at, state, value) } else { None };
            let is_set = self.set_local(at.0, state, local, number);
            if let Some((symbol, made)) = state.symbol(Slot::Register(local)).zip(made) {
                self.define(state, symbol, made);
            }
            return is_set;
        }
        let held = number.content.to_bits(self.shape(value));
        // A place that is not known is a pointer without an access: there is none.
        let mut touched =
            self.cells.touched_place(self.program, self.points_to, at, target, access).unwrap_or_default();
        self.narrow(state, at, target, &mut touched);
        if access == Access::Initialize {
            self.unguard(state, &touched);
        }
        self.write(state, &touched, held, number.symbol);
        true
    }

    /// The bytes that a transition writes are any, or all of them are this.
    fn overwrite(&mut self, at: (Context, Transition), state: &mut State, held: Content) -> bool {
        let mut touched = self.cells.touched_by(self.points_to, at, true);
        // Several cells may be filled, each as a whole or in part.
        touched.has_others = true;
        let is_filled = held == Content::point(0);
        for (_, is_exact) in &mut touched.cells {
            *is_exact &= is_filled;
        }
        self.write(state, &touched, held, None);
        true
    }

    /// A local gets any number of its type.
    fn set_any(&mut self, context: Context, state: &mut State, local: LocalId) -> bool {
        let procedure = &self.program.procedures[self.points_to.contexts[context].procedure];
        let all = Shape::of(&self.program.types, procedure.locals[local].ty).map(Shape::all);
        self.set_local(context, state, local, Number::of(all))
    }

    fn set_local(&mut self, context: Context, state: &mut State, local: LocalId, number: Number) -> bool {
        let procedure = &self.program.procedures[self.points_to.contexts[context].procedure];
        let data = &procedure.locals[local];
        let shape = Shape::of(&self.program.types, data.ty);
        let held = number.content.to_bits(shape);
        if data.is_register {
            let symbol = number.symbol.unwrap_or_else(|| state.fresh(held));
            state.set(Slot::Register(local), symbol);
            return true;
        }
        if let Some(object) = self.cells.local_in(context, local) {
            self.set_object(state, object, held);
        }
        true
    }

    fn live(&mut self, context: Context, state: &mut State, local: LocalId, is_zeroed: bool) {
        let procedure = &self.program.procedures[self.points_to.contexts[context].procedure];
        let data = &procedure.locals[local];
        if data.is_register {
            let shape = Shape::of(&self.program.types, data.ty);
            let any = shape.map(|shape| shape.to_bits(if is_zeroed { Interval::point(0) } else { shape.all() }));
            state.set_content(Slot::Register(local), any.into());
            return;
        }
        let Some(object) = self.cells.local_in(context, local) else { return };
        let origin = Origin::Local(self.points_to.contexts[context].procedure, local);
        for cell in self.cells.of_object(object).collect::<Vec<_>>() {
            // Accesses to temporaries are not listed, so nothing is known of their order.
            let is_listed = data.kind != LocalKind::Temporary;
            if !is_zeroed && is_listed && self.is_written_first(origin, cell) {
                self.begin_unread(state, cell);
                continue;
            }
            let held = if is_zeroed { Interval::point(0) } else { self.cells.all[cell].all() };
            self.begin_cell(state, cell, Content::Number(held));
        }
    }

    /// What a procedure gets for a parameter.
    fn given(&mut self, at: (Context, Transition), state: &mut State, argument: &Expr) -> Given {
        let number = self.evaluate(state, at, argument);
        let made = if number.symbol.is_none() { self.made(at, state, argument) } else { None };
        Given { number, shape: self.shape(argument), made }
    }

    /// Passes arguments to a procedure: writes the parameters that are in memory, and returns the symbols of those that are registers.
    fn parameters(&mut self, entry: &mut State, context: Context, arguments: &[Given]) -> Vec<(LocalId, Symbol)> {
        let procedure = &self.program.procedures[self.points_to.contexts[context].procedure];
        let mut registers = Vec::new();
        for (position, &parameter) in procedure.parameters.iter().enumerate() {
            let nothing = Given { number: Number::of(Content::Any), shape: None, made: None };
            let Given { number, shape: from, made } = arguments.get(position).copied().unwrap_or(nothing);
            let data = &procedure.locals[parameter];
            let to = Shape::of(&self.program.types, data.ty);
            // The argument is converted to the type of the parameter.
            let held = number.content.converted(from, to).to_bits(to);
            if data.is_register {
                let keeps_bits = from.zip(to).is_some_and(|(from, to)| to.keeps_bits_of(from));
                let symbol = match number.symbol.filter(|&symbol| keeps_bits && entry.has(symbol)) {
                    Some(symbol) => symbol,
                    None => {
                        let symbol = entry.fresh(held);
                        if let Some(made) = made.filter(|made| keeps_bits && made.parts().all(|part| entry.has(part))) {
                            self.define(entry, symbol, made);
                        }
                        symbol
                    }
                };
                registers.push((parameter, symbol));
            } else if let Some(object) = self.cells.local_in(context, parameter) {
                self.set_object(entry, object, held);
            }
        }
        registers
    }

    fn call(
        &mut self,
        point: &Point,
        at: (Context, Transition),
        state: &mut State,
        arguments: &[Expr],
        result: Option<LocalId>,
    ) -> Vec<State> {
        let given: Vec<Given> = arguments.iter().map(|argument| self.given(at, state, argument)).collect();
        let mut behind = Vec::new();
        if self.is_impossible {
            return behind;
        }
        for callee in self.points_to.calls.get(&at).cloned().unwrap_or_default() {
            let mut entry = state.clone();
            let registers = self.parameters(&mut entry, callee, &given);
            let frame = (callee, entry.mode());
            self.callers.entry(frame).or_default().insert(point.clone());
            self.enter(callee, entry.of_callee(&registers));
            let tested = self.assumptions.tested(self.points_to.contexts[callee].procedure);
            if let Some(tested) = tested.filter(|_| result.is_none()) {
                let ends = |flow: &mut Self, way: &mut State| {
                    let mut tested = tested.iter().filter_map(|&position| arguments.get(position));
                    tested.all(|argument| flow.refine(way, at, argument, true)).then_some(())
                };
                behind.extend(self.way(state, ends).map(|(after, ())| after));
                continue;
            }
            for (left, returned) in self.exits.get(&frame).cloned().unwrap_or_default().into_values() {
                let is_constant = |cell: usize| !state.is_first() && self.is_constant(cell);
                let mut after = state.after_call(&left, &registers, is_constant);
                if let Some(result) = result {
                    let procedure = &self.program.procedures[self.points_to.contexts[callee].procedure];
                    let from = Shape::of(&self.program.types, procedure.result);
                    let content = from.map_or(Content::Any, |from| returned.of_bits(from));
                    self.set_local(at.0, &mut after, result, Number::of(content));
                }
                behind.push(after);
            }
        }
        behind
    }

    fn enter(&mut self, context: Context, state: State) {
        let entry = self.automata[self.points_to.contexts[context].procedure].entry;
        self.arrive(context, state.mode(), entry, state);
    }

    /// A procedure is left; if a thread starts with it, it may end.
    fn leave(&mut self, point: &Point, mut state: State, returned: Content) {
        let class = self.points_to.contexts[point.context].class;
        if self.points_to.classes[class].start == point.context {
            self.interrupt(&mut state.clone());
        }
        state.keep(|slot| !matches!(slot, Slot::Register(_)));
        let (frame, left) = ((point.context, point.entry), state.mode());
        let joined = match self.exits.get(&frame).and_then(|exits| exits.get(&left)).cloned() {
            None => (state, returned),
            Some((mut before, known)) => {
                let was = before.clone();
                self.align(&mut before, &mut state);
                let is_known = known.contains(returned);
                if was == before && before.covers(&state) && is_known {
                    return;
                }
                let location = self.automata[self.points_to.contexts[point.context].procedure].exit;
                let exit = Point { location, mode: left, truths: Vec::new(), ..point.clone() };
                let thresholds = self.thresholds_at(exit, VISITS_ELSEWHERE);
                let wide = match thresholds {
                    _ if is_known => known,
                    Some(thresholds) => thresholds.widen_content(known, returned),
                    None => known.join(returned),
                };
                (before.join(&state, thresholds, &|_| true), wide)
            }
        };
        self.exits.entry(frame).or_default().insert(left, joined);
        self.pending.extend(self.callers.get(&frame).into_iter().flatten().cloned());
    }

    /// Two states of one mode follow the same cells.
    pub(super) fn align(&self, one: &mut State, two: &mut State) {
        self.follow_all(one, two);
        self.follow_all(two, one);
    }

    fn follow_all(&self, of: &State, state: &mut State) {
        for (cell, _) in of.cells() {
            if state.symbol(Slot::Cell(cell)).is_none() {
                let held = self.held(state, cell);
                state.set_content(Slot::Cell(cell), held);
            }
        }
    }

    /// Whether a place was visited so often that its numbers are widened.
    fn thresholds_at(&mut self, at: Point, limit: u32) -> Option<&'a Thresholds> {
        let visits = self.visits.entry(at).or_insert(0);
        *visits += 1;
        (*visits > limit).then_some(self.thresholds)
    }

    fn arrive(&mut self, context: Context, entry: Mode, location: Location, mut state: State) {
        if state.other_threads == OtherThreads::Running
            && self.parallel.is_some_and(|it| it.is_main_alone(context, location))
        {
            state.other_threads = OtherThreads::Ended;
        }
        let procedure = self.points_to.contexts[context].procedure;
        let live = &self.live[procedure];
        state.keep(|slot| match slot {
            Slot::Register(local) => live.is_live(location, local),
            Slot::Cell(_) | Slot::Argument(_) | Slot::Elements(..) => true,
        });
        let locals = &self.program.procedures[procedure].locals;
        let mut truths = state.truths();
        truths.retain(|(local, _)| locals[*local].kind == LocalKind::Temporary);
        truths.truncate(TRUTHS);
        let point = Point { context, entry, location, mode: state.mode(), truths };
        let Some(before) = self.states.get(&point) else {
            self.states.insert(point.clone(), state);
            self.pending.insert(point);
            return;
        };
        let mut before = before.clone();
        let was = before.clone();
        self.align(&mut before, &mut state);
        if was == before && before.covers(&state) {
            return;
        }
        let inside = self.heads.written(procedure, location);
        let limit = if inside.is_some() { VISITS } else { VISITS_ELSEWHERE };
        let thresholds = self.thresholds_at(point.clone(), limit);
        let inside = inside.filter(|_| self.visits[&point] <= VISITS_ELSEWHERE);
        let is_widened = |slot| match (slot, inside) {
            (Slot::Register(local), Some(inside)) => inside.contains(&local),
            (Slot::Argument(_) | Slot::Elements(..), inside) => inside.is_none(),
            (Slot::Register(_), None) | (Slot::Cell(_), _) => true,
        };
        let joined = before.join(&state, thresholds, &is_widened);
        self.states.insert(point.clone(), joined);
        self.pending.insert(point);
    }
}

/// What was there, or this.
pub fn join(slot: &mut Option<Content>, held: Content) {
    *slot = Some(slot.map_or(held, |known| known.join(held)));
}
