//! Procedures, location by location: the least location first, so that paths join where the source joins them.

use std::collections::BTreeMap;

use raddle_logic::term::Term;
use raddle_program::automaton::{Location, Transition};
use raddle_program::entity::Entity;
use raddle_program::source::Span;
use raddle_program::syntax::{Expr, ExprKind, LocalId, ProcedureId, Program, Region};
use rustc_hash::FxHashMap;

use crate::unwind::contents::{Background, Contents};
use crate::unwind::event::{Cause, EventKind, Step, StepKind, Thread};
use crate::unwind::guard::Guard;
use crate::unwind::idle::{At, Visit, Waiting};
use crate::unwind::object::{LockId, ObjectId, ObjectKey, ThreadId, ThreadKey};
use crate::unwind::state::State;
use crate::unwind::value::{InstanceId, Slot, Value};
use crate::unwind::{Counted, Finished, ObjectData, Pass, Stepped, Stopped, ThreadData};

/// What is known of a loop that is being unwound.
#[derive(Default)]
pub(super) struct Iteration {
    count: u32,
    /// Whether it was noted that it goes beyond the lesser bound.
    is_beyond: bool,
    /// The state at the head.
    pub start: Option<State>,
    /// Whether a test that leaves the loop was decided in this iteration.
    was_decided: bool,
    /// If the iteration before only waited, and once: whether it woke up spuriously.
    waited: Option<Term>,
    /// By the calls that lead there: where the thread was when it last released a lock that the iteration began with.
    pub visits: BTreeMap<Vec<At>, Visit>,
}

/// How much further counted loops are unwound before the first thread is created.
const ALONE: u32 = 16;

/// Whether a test always has the same outcome, as that of `while (1)`: it decides nothing about a loop.
fn is_literal(condition: &Expr) -> bool {
    match &condition.kind {
        ExprKind::Integer(_) => true,
        ExprKind::Cast(operand) | ExprKind::Unary(_, operand) => is_literal(operand),
        ExprKind::Binary(_, left, right) => is_literal(left) && is_literal(right),
        ExprKind::Conditional { condition, then, otherwise } => {
            is_literal(condition) && is_literal(then) && is_literal(otherwise)
        }
        ExprKind::Floating(_, operands) => operands.iter().all(is_literal),
        ExprKind::Read(_)
        | ExprKind::AddressOf(_)
        | ExprKind::Procedure(_)
        | ExprKind::SelfId
        | ExprKind::AllocationSize(..)
        | ExprKind::PointerAdd { .. }
        | ExprKind::PointerDifference { .. } => false,
    }
}

/// Where a transition leads.
pub(super) enum Next {
    /// On to its target.
    On(State),
    /// The thread, or at least this procedure, is left.
    Left,
    /// It returned from the procedure with this.
    Returned(State, Option<Slot>),
}

impl Pass<'_> {
    /// Unwinds main, and with it all threads.
    pub(super) fn program(&mut self) {
        let program: &Program = self.source.program;
        let mut state = State::new(Guard::always(), BTreeMap::new(), false);
        for (global, data) in program.globals.iter().filter(|(_, data)| !data.is_thread_local) {
            let object = self.names.object(ObjectKey::Global(global));
            let contents = self.initial(global);
            self.make(
                object,
                ObjectData { size: contents.size, is_read_only: data.is_read_only, region: None, limit: None },
            );
            state.memory.insert(object, contents.into());
            self.make_shadows(&mut state, object);
            self.make_usages(&mut state, object);
            self.make_places(&mut state, object);
        }
        self.make_keys(&mut state);
        let main = self.names.thread(ThreadKey::Main);
        self.make_first_status(&mut state, main);
        self.thread(main, program.main, Vec::new(), state);
        self.keep_promises();
        self.look_at_the_end();
    }

    /// Unwinds a thread from the start of a procedure.
    pub(super) fn thread(&mut self, id: ThreadId, start: ProcedureId, arguments: Vec<Slot>, mut state: State) {
        let program = self.source.program;
        let index = self.out.threads.len();
        let guard = state.guard.term(&self.pool);
        let mut cx = ThreadData {
            id,
            index,
            counts: FxHashMap::default(),
            stack: Vec::new(),
            wanted: Vec::new(),
            exits: Vec::new(),
            step: 0,
            span: program.procedures[start].span,
            n_groups: 0,
            chosen: Vec::new(),
            way: None,
            elected: Vec::new(),
            renewed: Vec::new(),
            returns: FxHashMap::default(),
            leaving: Vec::new(),
            is_ending: false,
            outer: Vec::new(),
            waiting: Vec::new(),
            frame_allocations: Vec::new(),
            listing: None,
        };
        let mut created = Vec::new();
        self.make_own_shadows(&mut state, id);
        self.make_specific(&mut state, id);
        for (global, data) in program.globals.iter().filter(|(_, data)| data.is_thread_local) {
            let object = self.names.object(ObjectKey::ThreadLocal(id, global));
            let contents = self.initial(global);
            self.make(
                object,
                ObjectData { size: contents.size, is_read_only: data.is_read_only, region: None, limit: None },
            );
            state.memory.insert(object, contents.into());
            self.make_shadows(&mut state, object);
            self.make_usages(&mut state, object);
            self.make_places(&mut state, object);
            self.make_life(&mut state, object);
            created.push(object);
        }
        self.out.threads.push(Thread {
            id,
            start,
            guard,
            entry: (InstanceId(0), Vec::new()),
            events: Vec::new(),
            steps: Vec::new(),
        });
        let (instance, parameters) = self.enter(&mut cx, &mut state, start, arguments);
        created.extend(parameters);
        self.out.threads[index].entry = (instance, created);
        if id != ThreadId(0) {
            self.event(&cx, &state, EventKind::Begin, guard);
        }
        if let Some((state, value)) = self.run(&mut cx, start, state, None) {
            self.leave_thread(&mut cx, state, value);
        }
        self.finish(cx);
    }

    /// A thread returns from its first procedure.
    fn leave_thread(&mut self, cx: &mut ThreadData, state: State, value: Option<Slot>) {
        if cx.id == ThreadId(0) {
            // The end of the process.
            self.note_stop(&state);
            return;
        }
        let value = match value {
            Some(Slot::Scalar(value)) => value,
            Some(Slot::Indeterminate(_) | Slot::Blob(_)) | None => {
                let width = self.pointer_bits();
                let bits = self.pool.fresh_bits("returned", width);
                Value::of_bits(&mut self.pool, bits)
            }
        };
        cx.leaving = cx.returns.remove(&1).unwrap_or_default();
        // Where a destructor stops, the thread has not ended.
        let _ = self.come_to_end(cx, state, value);
    }

    /// All paths of a thread are unwound.
    fn finish(&mut self, mut cx: ThreadData) {
        let mut exits = std::mem::take(&mut cx.exits).into_iter();
        let width = self.pointer_bits();
        let Some((mut state, mut value)) = exits.next() else {
            let never = self.pool.bool(false);
            let value = Value::number(&mut self.pool, width, 0);
            self.finished.insert(cx.id, Finished { ended: never, returned: value, running: Default::default() });
            return;
        };
        let mut running = (*state.running).clone();
        self.note_held_at_end(&state);
        for (other, returned) in exits {
            running.extend(other.running.iter().copied());
            self.note_held_at_end(&other);
            let (joined, selector) = state.guard.join(&other.guard, &mut self.pool);
            state.guard = joined;
            value = Value::choose(&mut self.pool, selector, value, returned);
        }
        let ended = state.guard.term(&self.pool);
        cx.step = (self.out.threads[cx.index].steps.len() as u32).saturating_sub(1);
        state.group = None;
        self.show_end(&mut cx, &mut state);
        self.event(&cx, &state, EventKind::End, ended);
        self.finished.insert(cx.id, Finished { ended, returned: value, running });
    }

    /// A thread that ends while it holds a mutex leaves it locked for ever.
    fn note_held_at_end(&mut self, state: &State) {
        for &lock in state.held.keys() {
            self.found.blocking_locks.insert(lock);
        }
    }

    /// The start of a procedure: its locals are indeterminate, its parameters have values. The first of the instances of
    /// its locals, and the objects that it made.
    pub(super) fn enter(
        &mut self,
        cx: &mut ThreadData,
        state: &mut State,
        procedure: ProcedureId,
        arguments: Vec<Slot>,
    ) -> (InstanceId, Vec<ObjectId>) {
        let program = self.source.program;
        let data = &program.procedures[procedure];
        let first = InstanceId(self.n_instances);
        state.registers = (0..data.locals.len()).map(|_| Slot::Indeterminate(self.instance())).collect();
        let mut created = Vec::new();
        let mut arguments = arguments.into_iter();
        for &parameter in &data.parameters {
            let value = arguments.next();
            let local = &data.locals[parameter];
            if local.is_register {
                if let Some(value) = value {
                    state.registers[parameter.index()] = value;
                }
                continue;
            }
            let object = self.local_object(cx, state, procedure, parameter, false);
            created.push(object);
            if let Some(value) = value {
                let size = program.types.size_of(local.ty).unwrap_or(0);
                let address = self.address_of_object(object);
                // The object is new and of the right size.
                let _ = self.store(cx, state, address, size, value);
            }
        }
        (first, created)
    }

    /// A new object for a local in memory.
    pub(super) fn local_object(
        &mut self,
        cx: &mut ThreadData,
        state: &mut State,
        procedure: ProcedureId,
        local: LocalId,
        is_zeroed: bool,
    ) -> ObjectId {
        let count = cx.counts.entry(Counted::Local(procedure, local)).or_insert(0);
        let key = ObjectKey::Local(cx.id, procedure, local, *count);
        *count += 1;
        let ty = self.source.program.procedures[procedure].locals[local].ty;
        let size = self.source.program.types.size_of(ty).unwrap_or(0);
        let object = self.new_object(state, key, size, is_zeroed);
        let width = self.pointer_bits();
        state.registers[local.index()] = Slot::Scalar(Value::tagged(&mut self.pool, object.0.into(), width, 0));
        object
    }

    pub(super) fn new_object(&mut self, state: &mut State, key: ObjectKey, size: u64, is_zeroed: bool) -> ObjectId {
        let object = self.names.object(key);
        let region = if let ObjectKey::Allocated(.., region) = key { Some(region) } else { None };
        let is_read_only = region == Some(Region::ConstantMapping);
        self.make(object, ObjectData { size, is_read_only, region, limit: None });
        let background = if is_zeroed { Background::Zero } else { Background::Indeterminate };
        state.memory.insert(object, Contents::new(size, background).into());
        self.make_shadows(state, object);
        self.make_usages(state, object);
        self.make_places(state, object);
        self.make_life(state, object);
        object
    }

    /// Unwinds a procedure from its start. Returns the joined state and result of the paths that end in a return. The
    /// caller stores a result of the type `wanted`, if any.
    pub(super) fn run(
        &mut self,
        cx: &mut ThreadData,
        procedure: ProcedureId,
        state: State,
        wanted: Option<raddle_program::types::TypeId>,
    ) -> Option<(State, Option<Slot>)> {
        let guard = state.guard.term(&self.pool);
        cx.stack.push((procedure, guard));
        cx.wanted.push(wanted);
        cx.frame_allocations.push(Vec::new());
        let returned = self.walk(cx, procedure, state);
        cx.frame_allocations.pop();
        cx.wanted.pop();
        cx.stack.pop();
        returned
    }

    fn walk(&mut self, cx: &mut ThreadData, procedure: ProcedureId, state: State) -> Option<(State, Option<Slot>)> {
        let automaton = &self.source.automata[procedure];
        let mut pending: BTreeMap<Location, State> = BTreeMap::from([(automaton.entry, state)]);
        let mut iterations: BTreeMap<Location, Iteration> = BTreeMap::new();
        // By head: the joined state of the paths that have come back to it, before the next iteration begins.
        let mut back: BTreeMap<Location, State> = BTreeMap::new();
        let mut returned: Option<(State, Option<Slot>)> = None;
        loop {
            if let Some(head) = self.loops[procedure].next_head(back.keys(), &pending) {
                let mut state = back.remove(&head).expect("it was found there");
                if self.iterate(cx, &mut state, procedure, head, &mut iterations) {
                    pending.insert(head, state);
                }
                continue;
            }
            let Some((location, mut state)) = pending.pop_first() else { break };
            if (self.source.is_cancelled)() {
                return None;
            }
            self.n_steps += 1;
            let loops = &self.loops[procedure];
            if loops.is_head(location) {
                let iteration = iterations.entry(location).or_default();
                iteration.was_decided = false;
                if !self.tests_first(procedure, location) {
                    state.acts.make_room();
                    iteration.start = Some(state.clone());
                }
            }
            let ways = automaton.outgoing(location);
            let Some(&first) = ways.first() else { continue };
            let next = &automaton.transitions[first];
            cx.span = next.span;
            if self.n_steps > self.bounds.steps {
                let mut state = state;
                let always = self.pool.bool(true);
                let _ = self.cut_if(cx, &mut state, always, Cause::Length { bound: self.bounds.steps });
                continue;
            }
            if self.names.are_nearly_used_up() {
                let mut state = state;
                let always = self.pool.bool(true);
                let _ = self.unsupported_if(cx, &mut state, always, "so many objects");
                continue;
            }
            cx.step = self.out.threads[cx.index].steps.len() as u32;
            // What belongs to a step that stopped halfway belongs to no other.
            cx.chosen.clear();
            cx.elected.clear();
            cx.renewed.clear();
            cx.way = None;
            let mut successors: Vec<(Transition, State)> = Vec::new();
            if let Some(guard) = &next.guard {
                let Ok((holds, fails)) = self.test(cx, state, &guard.condition, procedure, first) else { continue };
                let is_decided = holds.is_none() || fails.is_none();
                for &way in ways {
                    let data = &automaton.transitions[way];
                    let polarity = data.guard.as_ref().is_some_and(|guard| guard.holds);
                    let taken = if polarity { &holds } else { &fails };
                    if is_decided && !is_literal(&guard.condition) {
                        for head in loops.around(location) {
                            if !loops.contains(head, data.to)
                                && let Some(iteration) = iterations.get_mut(&head)
                            {
                                iteration.was_decided = true;
                            }
                        }
                    }
                    if let Some(state) = taken {
                        successors.push((way, state.clone()));
                    }
                }
            } else {
                let held: Vec<LockId> = state.held.keys().copied().collect();
                let (at, to) = ((procedure, location), next.to);
                cx.waiting.push(Waiting { at, to, iterations: std::mem::take(&mut iterations) });
                let went = self.effect(cx, state, procedure, first);
                iterations = cx.waiting.pop().map(|waiting| waiting.iterations).unwrap_or_default();
                match went {
                    Ok(Next::On(mut state)) => {
                        let released: Vec<LockId> =
                            held.into_iter().filter(|lock| !state.held.contains_key(lock)).collect();
                        let place = (procedure, location, to);
                        let goes_on = released.is_empty()
                            || self
                                .stop_if_idle_behind_release(cx, place, &mut iterations, &released, &mut state)
                                .is_ok();
                        if goes_on {
                            successors.push((first, state));
                        }
                    }
                    Ok(Next::Left) | Err(Stopped) => {}
                    Ok(Next::Returned(state, value)) => {
                        returned = Some(match returned {
                            None => (state, value),
                            Some((other, known)) => self.join_returns(cx, procedure, (other, known), (state, value)),
                        });
                    }
                }
            }
            for (way, mut state) in successors {
                let to = automaton.transitions[way].to;
                if self.tests_first(procedure, location)
                    && self.loops[procedure].contains(location, to)
                    && let Some(iteration) = iterations.get_mut(&location)
                {
                    // The iteration begins behind the test.
                    state.acts.make_room();
                    let start = iteration.start.replace(state.clone());
                    if self.has_waited(procedure, to, iteration, start, &mut state).is_err() {
                        continue;
                    }
                }
                if to <= location {
                    // A path that only waited is stopped before it is joined with one that acted, since the join would
                    // hide that.
                    let iteration = iterations.get(&to).filter(|iteration| iteration.count >= 1);
                    let start = iteration.and_then(|iteration| iteration.start.as_ref());
                    // If the path waited for a condition variable, it matters whether it was woken.
                    let wakes = state.wakes.0;
                    let waits = |start: &State| start.wakes.0 == wakes && self.only_waits(procedure, to, start, &state);
                    if start.is_some_and(waits) {
                        self.note_idle_stop(&state);
                        continue;
                    }
                    if let Some(start) = start.filter(|start| start.wakes.0 == wakes)
                        && self.stop_if_idle(procedure, to, start, &mut state).is_err()
                    {
                        continue;
                    }
                    let joined = match back.remove(&to) {
                        None => state,
                        Some(other) => self.join(cx, procedure, other, state),
                    };
                    back.insert(to, joined);
                    continue;
                }
                if self.loops[procedure].is_head(to) {
                    // A loop that is entered anew.
                    iterations.remove(&to);
                }
                let joined = match pending.remove(&to) {
                    None => state,
                    Some(other) => self.join(cx, procedure, other, state),
                };
                pending.insert(to, joined);
            }
        }
        returned
    }

    /// A jump back to the head of a loop: whether it is taken.
    fn iterate(
        &mut self,
        cx: &mut ThreadData,
        state: &mut State,
        procedure: ProcedureId,
        head: Location,
        iterations: &mut BTreeMap<Location, Iteration>,
    ) -> bool {
        for inner in self.loops[procedure].inside(head).collect::<Vec<_>>() {
            iterations.remove(&inner);
        }
        let iteration = iterations.entry(head).or_default();
        iteration.count += 1;
        let (count, was_decided) = (iteration.count, iteration.was_decided);
        if !self.tests_first(procedure, head) {
            let start = iteration.start.take();
            if self.has_waited(procedure, head, iteration, start, state).is_err() {
                return false;
            }
        }
        // What comes behind a counted loop is reached only if it is unwound to its end. As long as there is one thread that is cheap.
        let is_alone = self.out.threads.len() <= 1;
        let decided = self.bounds.decided.saturating_mul(if is_alone { ALONE } else { 1 });
        let bound = if was_decided { decided } else { self.bounds.free };
        if count < bound {
            if !iteration.is_beyond {
                iteration.is_beyond = self.note_beyond(state, count, was_decided);
            }
            return true;
        }
        let automaton = &self.source.automata[procedure];
        cx.span = automaton.outgoing(head).first().map_or(Span::NOWHERE, |&way| automaton.transitions[way].span);
        let always = self.pool.bool(true);
        let _ = self.cut_if(cx, state, always, Cause::Loop { head: (procedure, head), bound, is_decided: was_decided });
        false
    }

    /// Whether a loop begins with a test that may leave it.
    fn tests_first(&self, procedure: ProcedureId, head: Location) -> bool {
        let loops = &self.loops[procedure];
        let automaton = &self.source.automata[procedure];
        let ways = automaton.outgoing(head);
        loops.is_head(head)
            && ways.len() == 2
            && ways.iter().any(|&way| !loops.contains(head, automaton.transitions[way].to))
    }

    /// An iteration is over. If it only waited, the thread stops instead of beginning another one that would only wait
    /// as well.
    fn has_waited(
        &mut self,
        procedure: ProcedureId,
        from: Location,
        iteration: &mut Iteration,
        start: Option<State>,
        state: &mut State,
    ) -> Stepped<()> {
        let Some(start) = start.filter(|start| self.only_waits(procedure, from, start, state)) else {
            iteration.waited = None;
            return Ok(());
        };
        if state.wakes.0 != start.wakes.0 {
            return self.wake_again(state, start.wakes.0, &mut iteration.waited);
        }
        if iteration.count < 2 {
            return Ok(());
        }
        // Whatever follows another iteration can also follow this one, taken later.
        self.note_idle_stop(state);
        Err(Stopped)
    }

    /// Both branches of a test; `None` for one that is not possible.
    fn test(
        &mut self,
        cx: &mut ThreadData,
        state: State,
        condition: &Expr,
        procedure: ProcedureId,
        transition: Transition,
    ) -> Stepped<(Option<State>, Option<State>)> {
        let mut state = state;
        let condition = self.condition(cx, &mut state, condition)?;
        let condition = self.pool.decided(condition);
        self.step(cx, &state, procedure, transition, StepKind::Plain);
        let negation = self.pool.not(condition);
        let holds = state.guard.and(&mut self.pool, condition).map(|guard| State { guard, ..state.clone() });
        let fails = state.guard.and(&mut self.pool, negation).map(|guard| State { guard, ..state });
        Ok((holds, fails))
    }

    /// Notes the step that was taken.
    pub(super) fn step(
        &mut self,
        cx: &mut ThreadData,
        state: &State,
        procedure: ProcedureId,
        transition: Transition,
        kind: StepKind,
    ) {
        let guard = state.guard.term(&self.pool);
        let chosen = std::mem::take(&mut cx.chosen);
        let elected = std::mem::take(&mut cx.elected);
        let kind = match (kind, cx.way.take()) {
            (StepKind::Plain, Some(way)) => StepKind::Way(way),
            (StepKind::Plain, None) if !elected.is_empty() => StepKind::Elected(elected),
            (StepKind::Plain, None) if !chosen.is_empty() => StepKind::Chosen(chosen),
            (kind, _) => kind,
        };
        let renewed = std::mem::take(&mut cx.renewed);
        let step = Step { guard, procedure, transition, kind, renewed, routines: Vec::new() };
        self.out.threads[cx.index].steps.push(step);
    }

    /// What a global holds at the start.
    pub(super) fn initial(&mut self, global: raddle_program::syntax::GlobalId) -> Contents {
        use crate::unwind::contents::Stored;
        use crate::unwind::value::Cell;
        let program = self.source.program;
        let data = &program.globals[global];
        let size = program.types.size_of(data.ty).unwrap_or(0);
        let background = if data.is_external { Background::Indeterminate } else { Background::Zero };
        let mut contents = Contents::new(size, background);
        let is_dirty = self.pool.bool(true);
        for part in &data.initial {
            let bytes = program.types.size_of(part.ty).expect("parts of initial values are scalars");
            let width = bytes as u32 * 8;
            let value = match &part.value {
                raddle_program::syntax::InitialValue::Integer(number) => {
                    Value::number(&mut self.pool, width, *number as u128)
                }
                raddle_program::syntax::InitialValue::Address(target, offset) => {
                    let tag = self.names.object(ObjectKey::Global(*target)).0;
                    Value::tagged(&mut self.pool, tag.into(), width, (*offset).into())
                }
                raddle_program::syntax::InitialValue::Procedure(procedure) => {
                    let tag = self.names.tag(crate::unwind::object::Target::Procedure(*procedure));
                    Value::tagged(&mut self.pool, tag, width, 0)
                }
            };
            let stored = Stored { size: bytes, cell: Cell::Value(value), is_dirty };
            contents.cells.insert(part.offset, stored);
        }
        contents
    }
}
