//! One transition of one thread.
//!
//! All operands of an effect are evaluated before anything is changed. So an interruption leaves the state as it was, except that
//! indeterminate values may have become symbols; when the step is repeated, it finds them.

use std::cell::Cell;
use std::rc::Rc;

use crate::automaton::{Automaton, Transition, TransitionData};
use crate::entity::{Entity, Table};
use crate::live::LiveRegisters;
use crate::property::ViolationKind;
use crate::semantics::addresses::Equalities;
use crate::semantics::evaluate::Evaluation;
use crate::semantics::memory::{Cells, Life, Object, Origin};
use crate::semantics::record::{Access, Happened, Interruption, Record, Token};
use crate::semantics::state::{Frame, State};
use crate::semantics::value::{ObjectId, Value};
use crate::syntax::{Callee, Effect, Expr, InputSource, LocalId, LocalKind, ProcedureId, Program, Region};
use crate::trace::{ChoiceKind, Event};

/// The greatest depth of calls.
pub const CALL_DEPTH_LIMIT: usize = 2_000;

/// What a call through a number that is no function's address violates.
pub(super) const NO_FUNCTION: &str = "a call of something that is no function";

/// The greatest size of an object in bytes.
pub const OBJECT_SIZE_LIMIT: u64 = 1 << 24;

/// A program made ready to run.
pub struct Machine<'p> {
    /// The program.
    pub program: &'p Program,
    /// The automaton of each procedure.
    pub automata: Table<ProcedureId, Automaton>,
    /// The live registers of each procedure.
    pub live: Table<ProcedureId, LiveRegisters>,
    /// What is answered where C leaves it open whether two pointers are equal.
    pub equalities: Equalities,
    /// The operations on inputs that give any value instead of a computed result.
    pub gives_any: GivesAny,
}

/// The operations that give any value if an operand is an undecided input. All remaining operations keep the input, split it if their
/// result depends on it, and stop if it has too many values.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum GivesAny {
    /// None: every execution is one of the program.
    Nothing,
    /// Those on floating values.
    Floating,
    /// Those, and all operations that would stop ([`approximate`](super::approximate)): this over-approximates the executions of the
    /// program.
    Large,
}

/// What came of a step.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Outcome {
    /// The thread moved on (or ended).
    Moved,
    /// An assumption failed: this execution is no execution.
    Refuted,
    /// The process ended.
    Stopped,
}

/// Whether a thread can take a step.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Enabled {
    /// It can.
    Yes,
    /// Only by waking spuriously, which no thread can count on.
    Spuriously,
    /// It waits, or has ended.
    No,
}

impl<'p> Machine<'p> {
    /// Makes a program ready to run.
    pub fn new(program: &'p Program) -> Self {
        let automata = Automaton::of_all(program);
        let pairs = program.procedures.values().zip(automata.values());
        let live = pairs.map(|(procedure, automaton)| LiveRegisters::of(program, procedure, automaton)).collect();
        Machine { program, automata, live, equalities: Equalities::default(), gives_any: GivesAny::Floating }
    }

    /// The same machine with another answer where C leaves it open whether two pointers are equal.
    pub fn with(self, equalities: Equalities) -> Self {
        Machine { equalities, ..self }
    }

    /// The same machine with results of other operations given as any value.
    pub fn giving_any(self, gives_any: GivesAny) -> Self {
        Machine { gives_any, ..self }
    }

    /// Enters a procedure. Missing arguments are indeterminate.
    pub(super) fn push_frame(
        &self,
        state: &mut State,
        thread: u32,
        procedure: ProcedureId,
        arguments: &[Value],
        result: Option<LocalId>,
    ) -> Result<(), Interruption> {
        let depth = state.threads[thread as usize].frames.len();
        if depth >= CALL_DEPTH_LIMIT {
            return Err(Interruption::Depth);
        }
        let data = &self.program.procedures[procedure];
        let mut registers = vec![Value::Indeterminate; data.locals.len()];
        for (index, &parameter) in data.parameters.iter().enumerate() {
            let value = arguments.get(index).cloned().unwrap_or(Value::Indeterminate);
            let local = &data.locals[parameter];
            if local.is_register {
                registers[parameter.index()] = value;
                continue;
            }
            let size = self.program.types.size_of(local.ty).unwrap_or(0);
            let mut cells = Cells::indeterminate(size);
            match (&value, value.content()) {
                (Value::Blob(blob), _) => cells.store_cells(0, blob),
                (Value::Integer(number), _) => cells.store_bits(0, size, *number as u128),
                (_, Some(content)) => cells.store_mark(0, size, content),
                (_, None) => {}
            }
            let origin = Origin::Local(thread, depth as u32, procedure, parameter);
            let object = self.local_object(origin, local.ty, cells, local.kind);
            registers[parameter.index()] = Value::Pointer(state.objects.push(Rc::new(object)), 0);
        }
        let location = self.automata[procedure].entry;
        let frame = Frame { procedure, location, registers, result, allocations: Vec::new() };
        state.thread_mut(thread).frames.push(Rc::new(frame));
        Ok(())
    }

    fn local_object(&self, origin: Origin, ty: crate::types::TypeId, cells: Cells, kind: LocalKind) -> Object {
        Object {
            origin,
            ty: Some(ty),
            cells,
            life: Life::Live,
            is_shared: false,
            is_read_only: false,
            is_listed: kind != LocalKind::Temporary,
            memo: Cell::new(None),
        }
    }

    /// The next transition of a live thread: the first one of its location. For a test, this is the first of two.
    pub fn next(&self, state: &State, thread: u32) -> &TransitionData {
        let frame = state.threads[thread as usize].frame();
        let automaton = &self.automata[frame.procedure];
        let first = automaton.outgoing(frame.location)[0];
        &automaton.transitions[first]
    }

    /// Takes one transition of a live, enabled thread. `choice` answers [`Interruption::Choose`].
    pub fn step(
        &self,
        state: &mut State,
        thread: u32,
        choice: Option<u32>,
        record: &mut Record,
    ) -> Result<Outcome, Interruption> {
        let frame = state.threads[thread as usize].frame();
        let automaton = &self.automata[frame.procedure];
        let ways = automaton.outgoing(frame.location);
        let next = &automaton.transitions[ways[0]];
        let n_objects = state.objects.len();
        let mut evaluation = Evaluation { machine: self, state, record, thread, span: next.span, n_undefined: 0 };
        let outcome = evaluation.step(automaton, ways, choice);
        if self.equalities != Equalities::Excluded && state.objects.len() > n_objects {
            record.tokens.push(Token::Addresses);
        }
        if outcome.is_ok() {
            state.undefined.clear();
        }
        outcome
    }
}

/// Refuses objects that are too large to be represented.
pub(super) fn check_size(size: u64) -> Result<(), Interruption> {
    if size > OBJECT_SIZE_LIMIT {
        return Err(Interruption::Unsupported(format!("an object of {size} bytes").into()));
    }
    Ok(())
}

impl Evaluation<'_, '_, '_> {
    /// Takes the one of the transitions from a location that its guards allow.
    fn step(
        &mut self,
        automaton: &Automaton,
        ways: &[Transition],
        choice: Option<u32>,
    ) -> Result<Outcome, Interruption> {
        let next = &automaton.transitions[ways[0]];
        if let Some(guard) = &next.guard {
            let value = self.value(&guard.condition)?;
            let holds = self.is_true(&value)?;
            let way = if holds == guard.holds { ways[0] } else { ways[1] };
            let to = automaton.transitions[way].to;
            self.state.thread_mut(self.thread).frame_mut().location = to;
            return Ok(Outcome::Moved);
        }
        self.effect(next, choice)
    }

    fn effect(&mut self, transition: &TransitionData, choice: Option<u32>) -> Result<Outcome, Interruption> {
        let thread = self.thread;
        match &transition.effect {
            Effect::Skip => {}
            Effect::Assign { target, value } => {
                let located = self.locate(target)?;
                let value = self.value(value)?;
                self.write(target, located, value)?;
            }
            Effect::Initialize { target, value } => {
                let located = self.locate(target)?;
                let value = self.value(value)?;
                self.initialize(target, located, value)?;
            }
            Effect::Input { target, source } => {
                let kind = match source {
                    InputSource::Function(_) => ChoiceKind::Input,
                    InputSource::Undefined(_) => ChoiceKind::Undefined,
                };
                let ty = self.local(*target).ty;
                let value = self.chosen(kind, ty)?;
                self.set_register(*target, value);
            }
            Effect::Assume(condition) => {
                let value = self.value(condition)?;
                if !self.is_true(&value)? {
                    return Ok(Outcome::Refuted);
                }
            }
            Effect::Assert { condition, function, message } => {
                let value = self.value(condition)?;
                if !self.is_true(&value)? {
                    let kind = ViolationKind::Assertion(function.clone());
                    return Err(Interruption::Violation(kind, message.to_string()));
                }
            }
            Effect::Call { callee, arguments, result } => return self.call(transition, callee, arguments, *result),
            Effect::External { name, arguments, result } => self.external(name, arguments, *result)?,
            Effect::Return(value) => {
                let value = value.as_ref().map(|value| self.value(value)).transpose()?;
                return self.leave(value);
            }
            Effect::Live { local, is_zeroed } => self.live(*local, *is_zeroed)?,
            Effect::Dead(local) => self.end_life(*local),
            Effect::Allocate { target, size, is_zeroed, region } => {
                self.allocate(*target, size, *is_zeroed, *region)?;
            }
            Effect::Free(pointer, region) => self.free(pointer, *region)?,
            Effect::CopyBytes { target, origin, size, may_overlap } => {
                self.copy_bytes(target, origin, size, *may_overlap)?;
            }
            Effect::FillBytes { target, byte, size } => self.fill_bytes(target, byte, size)?,
            Effect::Spawn { start, argument, id, is_detached, result } => {
                self.spawn(start, argument, id, is_detached.as_ref(), *result)?;
            }
            Effect::Join { thread: joined, value, result } => self.join(joined, *value, *result, choice)?,
            Effect::Exit(value) => {
                let value = value.as_ref().map(|value| self.value(value)).transpose()?;
                self.begin_end(value.unwrap_or(Value::Integer(0)))?;
                return Ok(Outcome::Moved);
            }
            Effect::Stop => {
                self.state.has_ended = true;
                return Ok(Outcome::Stopped);
            }
            Effect::Synchronize { operation, operands, result } => {
                self.synchronize(*operation, operands, *result, choice)?;
            }
            Effect::Fence(order) => self.record.happened(|| Happened::Fence(*order)),
            Effect::AtomicBegin => {
                let depth = &mut self.state.thread_mut(thread).atomic_depth;
                *depth += 1;
                if *depth == 1 {
                    self.record.happened(|| Happened::SectionBegins);
                }
                self.event(Event::AtomicBegin, None);
            }
            Effect::AtomicEnd => {
                let depth = &mut self.state.thread_mut(thread).atomic_depth;
                if *depth == 0 {
                    return Err(Interruption::Unsupported("the end of an atomic section that was not begun".into()));
                }
                *depth -= 1;
                if *depth == 0 {
                    self.record.happened(|| Happened::SectionEnds);
                }
                self.event(Event::AtomicEnd, None);
            }
            Effect::Unsupported(what) => return Err(Interruption::Unsupported(what.clone())),
        }
        self.state.thread_mut(thread).frame_mut().location = transition.to;
        Ok(Outcome::Moved)
    }

    fn local(&self, local: LocalId) -> &crate::syntax::Local {
        let frame = self.state.threads[self.thread as usize].frame();
        &self.machine.program.procedures[frame.procedure].locals[local]
    }

    /// Gives a result to a register or temporary of the running frame.
    pub(super) fn deliver(&mut self, target: LocalId, value: Value) -> Result<(), Interruption> {
        let local = self.local(target);
        if local.is_register {
            self.set_register(target, value);
            return Ok(());
        }
        let size = self.machine.program.types.size_of(local.ty).unwrap_or(0);
        let address = self.state.threads[self.thread as usize].frame().registers[target.index()].clone();
        match address {
            Value::Pointer(object, _) => self.store(object, 0, size, &value),
            _ => {
                self.begin_life(target, Cells::indeterminate(size));
                self.deliver(target, value)
            }
        }
    }

    fn call(
        &mut self,
        transition: &TransitionData,
        callee: &Callee,
        arguments: &[Expr],
        result: Option<LocalId>,
    ) -> Result<Outcome, Interruption> {
        let procedure = self.callee(callee)?;
        let mut values = Vec::new();
        for argument in arguments {
            values.push((self.value(argument)?, argument.ty));
        }
        let values = self.convert_arguments(procedure, values)?;
        self.state.thread_mut(self.thread).frame_mut().location = transition.to;
        self.machine.push_frame(self.state, self.thread, procedure, &values, result)?;
        Ok(Outcome::Moved)
    }

    pub(super) fn callee(&mut self, callee: &Callee) -> Result<ProcedureId, Interruption> {
        let procedure = match callee {
            Callee::Procedure(procedure) => *procedure,
            Callee::Pointer(pointer) => match self.value(pointer)? {
                Value::Procedure(procedure) => procedure,
                Value::Integer(0) => {
                    let message = "a call through a null pointer".to_owned();
                    return Err(Interruption::Violation(ViolationKind::NullDereference, message));
                }
                Value::Symbol(..) => {
                    return Err(Interruption::Unsupported("a call through a pointer without a known target".into()));
                }
                Value::Part(_) => {
                    return Err(Interruption::Unsupported("a call through some bytes of an address".into()));
                }
                Value::Integer(_) | Value::Pointer(..) | Value::Indeterminate | Value::Blob(_) => {
                    return Err(Interruption::Violation(ViolationKind::OutOfBounds, NO_FUNCTION.to_owned()));
                }
            },
        };
        let data = &self.machine.program.procedures[procedure];
        if !data.is_defined {
            let what = format!("a call of {} through a pointer, which has no body", data.name);
            return Err(Interruption::Unsupported(what.into()));
        }
        Ok(procedure)
    }

    /// Arguments as the parameters of a procedure hold them; those beyond the parameters are dropped.
    pub(super) fn convert_arguments(
        &mut self,
        procedure: ProcedureId,
        values: Vec<(Value, crate::types::TypeId)>,
    ) -> Result<Vec<Value>, Interruption> {
        let data = &self.machine.program.procedures[procedure];
        let mut converted = Vec::new();
        for (&parameter, (value, from)) in data.parameters.iter().zip(values) {
            let to = data.locals[parameter].ty;
            let value = match value {
                Value::Blob(_) | Value::Indeterminate => value,
                Value::Integer(_) | Value::Pointer(..) | Value::Procedure(_) | Value::Symbol(..) | Value::Part(_) => {
                    self.convert(value, from, to)?
                }
            };
            converted.push(value);
        }
        Ok(converted)
    }

    fn external(
        &mut self,
        name: &str,
        arguments: &[(Expr, bool)],
        result: Option<LocalId>,
    ) -> Result<(), Interruption> {
        for (argument, reads_only) in arguments {
            match self.value(argument)? {
                Value::Pointer(object, _) if !reads_only && !self.state.objects[object].is_read_only => {
                    return Err(Interruption::Unsupported(
                        format!("a pointer given to {name}, which has no body").into(),
                    ));
                }
                Value::Procedure(_) => {
                    return Err(Interruption::Unsupported(
                        format!("a function given to {name}, which has no body").into(),
                    ));
                }
                Value::Part(_) => {
                    return Err(Interruption::Unsupported(
                        format!("some bytes of an address given to {name}, which has no body").into(),
                    ));
                }
                Value::Integer(_) | Value::Pointer(..) | Value::Symbol(..) | Value::Indeterminate | Value::Blob(_) => {}
            }
        }
        if let Some(result) = result {
            let value = self.chosen(ChoiceKind::External, self.local(result).ty)?;
            self.deliver(result, value)?;
        }
        Ok(())
    }

    fn live(&mut self, local: LocalId, is_zeroed: bool) -> Result<(), Interruption> {
        let data = self.local(local);
        if data.is_register {
            self.set_register(local, if is_zeroed { Value::Integer(0) } else { Value::Indeterminate });
            return Ok(());
        }
        let size = self.machine.program.types.size_of(data.ty).unwrap_or(0);
        check_size(size)?;
        let cells = if is_zeroed { Cells::zeroed(size) } else { Cells::indeterminate(size) };
        self.begin_life(local, cells);
        Ok(())
    }

    fn begin_life(&mut self, local: LocalId, cells: Cells) {
        self.end_life(local);
        let thread = &self.state.threads[self.thread as usize];
        let (depth, procedure) = (thread.frames.len() as u32 - 1, thread.frame().procedure);
        let data = self.local(local);
        let origin = Origin::Local(self.thread, depth, procedure, local);
        let object = self.machine.local_object(origin, data.ty, cells, data.kind);
        let object = self.state.objects.push(Rc::new(object));
        self.set_register(local, Value::Pointer(object, 0));
    }

    fn end_life(&mut self, local: LocalId) {
        let frame = self.state.threads[self.thread as usize].frame();
        if let Value::Pointer(object, _) = frame.registers[local.index()] {
            self.kill(object);
            self.set_register(local, Value::Indeterminate);
        }
    }

    pub(super) fn kill(&mut self, object: ObjectId) {
        self.remember(object, None);
        if self.state.objects[object].is_shared {
            self.record.tokens.push(Token::Life(object));
        }
        let object = self.state.object_mut(object);
        if object.life == Life::Live {
            object.life = Life::OutOfScope;
        }
        object.cells = Cells::zeroed(0);
    }

    /// Ends the life of everything that belongs to the innermost frame, and removes it.
    pub(super) fn pop_frame(&mut self) -> Option<LocalId> {
        let frame = self.state.thread_mut(self.thread).frames.pop().expect("a live thread has a frame");
        let locals = &self.machine.program.procedures[frame.procedure].locals;
        for (local, _) in locals.iter().filter(|(_, data)| !data.is_register) {
            if let Value::Pointer(object, _) = frame.registers[local.index()] {
                self.kill(object);
            }
        }
        for &object in &frame.allocations {
            self.kill(object);
        }
        frame.result
    }

    fn leave(&mut self, value: Option<Value>) -> Result<Outcome, Interruption> {
        if self.is_last_routine() {
            self.pop_frame();
            self.go_on_ending()?;
            return Ok(Outcome::Moved);
        }
        let thread = &self.state.threads[self.thread as usize];
        if thread.cleanup.last().is_some_and(|cleanup| cleanup.depth == thread.frames.len() as u32) {
            return Err(Interruption::Unsupported("a return between pthread_cleanup_push and _pop".into()));
        }
        if self.state.threads[self.thread as usize].frames.len() > 1 {
            let value = match value {
                None => self.missing_result()?,
                Some(value) => value,
            };
            if let Some(target) = self.pop_frame()
                && (value != Value::Indeterminate || self.local(target).is_register)
            {
                self.deliver(target, value)?;
            }
            return Ok(Outcome::Moved);
        }
        if self.thread == 0 {
            self.state.has_ended = true;
            return Ok(Outcome::Stopped);
        }
        // A thread that returns ends at the name of its function (`crate::trace`, rule 8).
        let procedure = self.state.threads[self.thread as usize].frame().procedure;
        self.span = self.machine.program.procedures[procedure].span;
        self.begin_end(value.unwrap_or(Value::Indeterminate))?;
        Ok(Outcome::Moved)
    }

    /// What a procedure yields that returns nothing although the caller stores a result. A scalar is chosen here, at the end of the
    /// procedure, and not where the caller first reads it: the caller may never read it, but C makes the use of it a use of the value.
    fn missing_result(&mut self) -> Result<Value, Interruption> {
        let frames = &self.state.threads[self.thread as usize].frames;
        let [.., caller, callee] = &frames[..] else { return Ok(Value::Indeterminate) };
        let Some(target) = callee.result else { return Ok(Value::Indeterminate) };
        let ty = self.machine.program.procedures[caller.procedure].locals[target].ty;
        if self.machine.program.types.scalar_shape(ty).is_some() {
            self.chosen(ChoiceKind::Indeterminate, ty)
        } else {
            Ok(Value::Indeterminate)
        }
    }

    fn allocate(&mut self, target: LocalId, size: &Expr, is_zeroed: bool, region: Region) -> Result<(), Interruption> {
        let size = self.value(size)?;
        let size = self.number(size)?;
        let size = u64::try_from(size).unwrap_or(u64::MAX);
        check_size(size)?;
        let cells = if is_zeroed { Cells::zeroed(size) } else { Cells::indeterminate(size) };
        let thread = self.state.thread_mut(self.thread);
        let origin = Origin::Allocated(self.thread, thread.n_allocations, region);
        thread.n_allocations += 1;
        let object = Object {
            origin,
            ty: None,
            cells,
            life: Life::Live,
            is_shared: false,
            is_read_only: region == Region::ConstantMapping,
            is_listed: true,
            memo: Cell::new(None),
        };
        let object = self.state.objects.push(Rc::new(object));
        if region == Region::Stack {
            self.state.thread_mut(self.thread).frame_mut().allocations.push(object);
        }
        if self.record.keeps_events() {
            let name =
                crate::semantics::record::Naming { program: self.machine.program, state: self.state }.object(object);
            self.event(Event::Allocate { object: name, size }, None);
        }
        self.set_register(target, Value::Pointer(object, 0));
        Ok(())
    }

    fn free(&mut self, pointer: &Expr, region: Region) -> Result<(), Interruption> {
        let violation = |kind, message: &str| Err(Interruption::Violation(kind, message.to_owned()));
        match self.value(pointer)? {
            Value::Integer(0) => Ok(()),
            Value::Pointer(object, offset) => {
                let target = &self.state.objects[object];
                let is_of_region = matches!(target.origin, Origin::Allocated(_, _, it) if it.ends_as(region));
                if !is_of_region || offset != 0 {
                    return violation(ViolationKind::InvalidFree, region.never_allocated());
                }
                if target.life != Life::Live {
                    return violation(ViolationKind::DoubleFree, region.ended_twice());
                }
                let size = target.cells.size();
                let in_section = self.state.threads[self.thread as usize].atomic_depth > 0;
                let (is_write, atomic) = (true, None);
                let access = Access { object, offset: 0, size, is_write, atomic, in_section, span: self.span };
                self.record.accesses.push(access);
                self.record.happened(|| Happened::Access(access));
                if target.is_shared {
                    self.record.tokens.push(Token::Life(object));
                }
                if self.record.keeps_events() {
                    let naming = crate::semantics::record::Naming { program: self.machine.program, state: self.state };
                    let name = naming.object(object);
                    self.event(Event::Free { object: name }, None);
                }
                let replacement = if self.follows_lives() { self.replacement(pointer) } else { None };
                self.remember(object, replacement);
                let object = self.state.object_mut(object);
                object.life = Life::Freed;
                object.cells = Cells::zeroed(0);
                Ok(())
            }
            Value::Symbol(..) | Value::Part(_) => {
                Err(Interruption::Unsupported("free of a pointer without a known target".into()))
            }
            Value::Integer(_) | Value::Procedure(_) | Value::Indeterminate | Value::Blob(_) => {
                violation(ViolationKind::InvalidFree, region.never_allocated())
            }
        }
    }

    fn copy_bytes(&mut self, target: &Expr, origin: &Expr, size: &Expr, may_overlap: bool) -> Result<(), Interruption> {
        let (target, origin, size) = (self.value(target)?, self.value(origin)?, self.value(size)?);
        let size = self.number(size)? as u64;
        if size == 0 {
            return Ok(());
        }
        let (source, from) = self.range(&origin, size, false)?;
        let (destination, to) = self.range(&target, size, true)?;
        if !may_overlap && source == destination && from.abs_diff(to) < size {
            let message = "a copy between ranges that overlap".to_owned();
            return Err(Interruption::Violation(ViolationKind::OutOfBounds, message));
        }
        let cells = self.extract(source, from, size)?;
        let value = Value::Blob(Rc::new(cells));
        self.list(source, from, size, false, None, &value);
        self.store(destination, to, size, &value)?;
        self.list(destination, to, size, true, None, &value);
        Ok(())
    }

    fn fill_bytes(&mut self, target: &Expr, byte: &Expr, size: &Expr) -> Result<(), Interruption> {
        let (target, byte, size) = (self.value(target)?, self.value(byte)?, self.value(size)?);
        let byte = self.number(byte)? as u8;
        let size = self.number(size)? as u64;
        if size == 0 {
            return Ok(());
        }
        let (object, offset) = self.range(&target, size, true)?;
        self.mend(object, offset, size)?;
        self.state.object_mut(object).cells.fill(offset, size, byte);
        self.list(object, offset, size, true, None, &Value::Blob(Rc::new(Cells::zeroed(0))));
        Ok(())
    }

    fn spawn(
        &mut self,
        start: &Callee,
        argument: &Expr,
        id: &Expr,
        is_detached: Option<&Expr>,
        result: Option<LocalId>,
    ) -> Result<(), Interruption> {
        let procedure = self.callee(start)?;
        let value = self.value(argument)?;
        let id = self.value(id)?;
        let is_detached = match is_detached {
            Some(state) => {
                let state = self.value(state)?;
                self.number(state)? == 1
            }
            None => false,
        };
        let bytes = u64::from(crate::types::IntKind::UnsignedLong.bits(self.machine.program.types.model())) / 8;
        let slot = if id == Value::Integer(0) { None } else { Some(self.range(&id, bytes, true)?) };
        if let Some((object, offset)) = slot {
            self.mend(object, offset, bytes)?;
        }
        let values = self.convert_arguments(procedure, vec![(value, argument.ty)])?;
        values.iter().for_each(|value| self.share_targets(value));
        let child = self.machine.add_thread(self.state, procedure, &values)?;
        self.state.thread_mut(child).is_detached = is_detached;
        self.record.tokens.push(Token::Threads);
        let start = self.machine.program.procedures[procedure].name.clone();
        self.event(Event::Spawn { child, start }, None);
        if let Some((object, offset)) = slot {
            let value = Value::Integer(i128::from(child) + 1);
            self.store(object, offset, bytes, &value)?;
            self.list(object, offset, bytes, true, None, &value);
        }
        self.record.happened(|| Happened::Spawned(child));
        if let Some(result) = result {
            self.deliver(result, Value::Integer(0))?;
        }
        Ok(())
    }
}
