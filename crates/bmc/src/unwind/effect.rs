//! What one transition does to the state of its thread.

use std::rc::Rc;

use raddle_logic::term::Term;
use raddle_program::automaton::{Transition, TransitionData};
use raddle_program::entity::Entity;
use raddle_program::property::ViolationKind;
use raddle_program::syntax::{Callee, Effect, Expr, LocalId, ProcedureId, Region};

use crate::unwind::event::{Cause, Group, GroupId, StepKind};
use crate::unwind::object::{ObjectKey, Target};
use crate::unwind::pool::Arithmetic;
use crate::unwind::run::Next;
use crate::unwind::state::State;
use crate::unwind::value::{Cell, NUMBER, Slot, Value};
use crate::unwind::{Counted, Pass, Stepped, Stopped, ThreadData};

/// The greatest size of an object in bytes.
const OBJECT_SIZE_LIMIT: u64 = 1 << 20;

/// Allocations of unknown size may have so many bytes for each iteration that loops may have.
const ALLOCATION_STEP: u64 = 16;

impl Pass<'_> {
    /// Takes a transition without a guard.
    pub(super) fn effect(
        &mut self,
        cx: &mut ThreadData,
        state: State,
        procedure: ProcedureId,
        transition: Transition,
    ) -> Stepped<Next> {
        let mut state = state;
        let data: &TransitionData = &self.source.automata[procedure].transitions[transition];
        let mut kind = StepKind::Plain;
        match &data.effect {
            Effect::Skip | Effect::Fence(_) => {}
            Effect::Assign { target, value } | Effect::Initialize { target, value } => {
                let located = self.locate(cx, &mut state, target)?;
                let value = self.value(cx, &mut state, value)?;
                let is_listed = matches!(data.effect, Effect::Assign { .. });
                cx.listing = is_listed.then_some(target.atomic);
                let written = self.write(cx, &mut state, target, located, value);
                cx.listing = None;
                written?;
            }
            Effect::Input { target, .. } => {
                let ty = self.source.program.procedures[procedure].locals[*target].ty;
                let value = self.any_value(cx, &mut state, ty, "input")?;
                state.registers[target.index()] = Slot::Scalar(value);
                kind = StepKind::Chosen(vec![value.bits]);
            }
            Effect::Assume(condition) => {
                let holds = self.condition(cx, &mut state, condition)?;
                let fails = self.pool.not(holds);
                self.stop_if(&mut state, fails)?;
            }
            Effect::Assert { condition, function, message } => {
                let holds = self.condition(cx, &mut state, condition)?;
                let fails = self.pool.not(holds);
                self.violated_if(cx, &mut state, fails, ViolationKind::Assertion(function.clone()), message)?;
            }
            Effect::Call { callee, arguments, result } => {
                return self.call(cx, state, (procedure, transition), callee, arguments, *result);
            }
            Effect::External { name, arguments, result } => {
                kind = self.external(cx, &mut state, procedure, name, arguments, *result)?;
            }
            Effect::Return(value) => {
                let value = match value {
                    Some(value) => Some(self.value(cx, &mut state, value)?),
                    None => self.missing_result(cx, &mut state)?,
                };
                if let (Effect::Return(None), Some(Slot::Scalar(chosen))) = (&data.effect, &value) {
                    kind = StepKind::Chosen(vec![chosen.bits]);
                }
                // The return from main ends the process. No replay needs this step.
                if cx.id != crate::unwind::object::ThreadId(0) || cx.stack.len() > 1 {
                    let (registers, depth) = (state.registers.clone(), cx.stack.len() - 1);
                    self.end_frame(cx, &mut state, procedure, &registers, depth)?;
                    self.step(cx, &state, procedure, transition, kind);
                    let step = self.out.threads[cx.index].steps.len() - 1;
                    cx.returns.entry(cx.stack.len()).or_default().push(step);
                }
                return Ok(Next::Returned(state, value));
            }
            Effect::Live { local, is_zeroed } => {
                let instance = self.instance();
                let local_data = &self.source.program.procedures[procedure].locals[*local];
                let mut object = None;
                if !local_data.is_register {
                    let before = state.registers[local.index()].clone();
                    self.end_local(cx, &mut state, &before)?;
                    let size = self.source.program.types.size_of(local_data.ty).unwrap_or(0);
                    self.check_size(cx, &mut state, size)?;
                    object = Some(self.local_object(cx, &mut state, procedure, *local, *is_zeroed));
                } else if *is_zeroed {
                    let (width, _) = self.shape(cx, &mut state, local_data.ty)?;
                    state.registers[local.index()] = Slot::Scalar(Value::number(&mut self.pool, width, 0));
                } else {
                    state.registers[local.index()] = Slot::Indeterminate(instance);
                }
                kind = StepKind::Live(instance, object);
            }
            Effect::Dead(local) => {
                let before = state.registers[local.index()].clone();
                self.end_local(cx, &mut state, &before)?;
                state.registers[local.index()] = Slot::Indeterminate(self.instance());
            }
            Effect::Allocate { target, size, is_zeroed, region } => {
                kind = self.allocate(cx, &mut state, (procedure, transition), *target, size, *is_zeroed, *region)?;
            }
            Effect::Free(pointer, region) => self.free(cx, &mut state, pointer, *region)?,
            Effect::CopyBytes { target, origin, size, may_overlap } => {
                self.copy_bytes(cx, &mut state, [target, origin, size], *may_overlap)?;
            }
            Effect::FillBytes { target, byte, size } => self.fill_bytes(cx, &mut state, target, byte, size)?,
            Effect::Spawn { start, argument, id, result, is_detached } => {
                let detached = is_detached.as_ref();
                return self.spawn(cx, state, (procedure, transition), start, argument, id, detached, *result);
            }
            Effect::Join { thread, value, result } => {
                self.join_thread(cx, &mut state, procedure, thread, *value, *result)?;
            }
            Effect::Exit(value) => {
                let width = self.pointer_bits();
                let value = match value {
                    Some(value) => self.scalar(cx, &mut state, value)?,
                    None => Value::number(&mut self.pool, width, 0),
                };
                self.step(cx, &state, procedure, transition, kind);
                self.exit(cx, state, value)?;
                return Ok(Next::Left);
            }
            Effect::Stop => {
                self.note_stop(&state);
                return Err(Stopped);
            }
            Effect::Synchronize { operation, operands, result } => {
                self.synchronize(cx, &mut state, procedure, *operation, operands, *result)?;
            }
            Effect::AtomicBegin => self.atomic_begin(cx, &mut state)?,
            Effect::AtomicEnd => self.atomic_end(cx, &mut state)?,
            Effect::Unsupported(what) => return self.unsupported(cx, &mut state, what),
        }
        self.step(cx, &state, procedure, transition, kind);
        Ok(Next::On(state))
    }

    fn check_size(&mut self, cx: &ThreadData, state: &mut State, size: u64) -> Stepped<()> {
        if size > OBJECT_SIZE_LIMIT {
            return self.unsupported(cx, state, &format!("an object of {size} bytes"));
        }
        Ok(())
    }

    /// Gives a result to a register or temporary of the running procedure.
    pub(super) fn deliver(
        &mut self,
        cx: &mut ThreadData,
        state: &mut State,
        procedure: ProcedureId,
        target: LocalId,
        value: Slot,
    ) -> Stepped<()> {
        let local = &self.source.program.procedures[procedure].locals[target];
        if local.is_register {
            state.registers[target.index()] = value;
            return Ok(());
        }
        let size = self.source.program.types.size_of(local.ty).unwrap_or(0);
        if !matches!(state.registers[target.index()], Slot::Scalar(_)) {
            self.local_object(cx, state, procedure, target, false);
        }
        let Slot::Scalar(address) = state.registers[target.index()] else { return Err(Stopped) };
        let address = self.address_of_value(address);
        self.store(cx, state, address, size, value)
    }

    /// A number as the type of a result register holds it.
    pub(super) fn deliver_number(
        &mut self,
        cx: &mut ThreadData,
        state: &mut State,
        procedure: ProcedureId,
        target: Option<LocalId>,
        number: i128,
    ) -> Stepped<()> {
        let Some(target) = target else { return Ok(()) };
        let ty = self.source.program.procedures[procedure].locals[target].ty;
        let (width, _) = self.shape(cx, state, ty)?;
        let value = Value::number(&mut self.pool, width, number as u128);
        self.deliver(cx, state, procedure, target, Slot::Scalar(value))
    }

    /// The procedures that may be called, each with its condition.
    pub(super) fn callees(
        &mut self,
        cx: &mut ThreadData,
        state: &mut State,
        callee: &Callee,
    ) -> Stepped<Vec<(Term, ProcedureId)>> {
        let pointer = match callee {
            Callee::Procedure(procedure) => {
                let always = self.pool.bool(true);
                return Ok(vec![(always, *procedure)]);
            }
            Callee::Pointer(pointer) => self.scalar(cx, state, pointer)?,
        };
        self.procedures(cx, state, pointer)
    }

    /// The procedures that a function pointer may mean, each with its condition.
    pub(super) fn procedures(
        &mut self,
        cx: &ThreadData,
        state: &mut State,
        pointer: Value,
    ) -> Stepped<Vec<(Term, ProcedureId)>> {
        let mut targets = Vec::new();
        for tag in pointer.tags(&self.pool) {
            let has_tag = pointer.has_tag(&mut self.pool, tag);
            if state.guard.decides(&mut self.pool, has_tag) == Some(false) {
                continue;
            }
            if tag == NUMBER {
                if self.pool.leaves(pointer.bits, usize::MAX).is_none() {
                    let is_zero = self.pool.is_number(pointer.bits, 0);
                    let is_number = self.pool.not(is_zero);
                    let unknown = self.pool.and(has_tag, is_number);
                    self.unsupported_if(cx, state, unknown, "a call through a pointer without a known target")?;
                }
                continue;
            }
            let Target::Procedure(procedure) = self.names.target(tag) else { continue };
            let data = &self.source.program.procedures[procedure];
            if !data.is_defined {
                let what = format!("a call of {} through a pointer, which has no body", data.name);
                self.unsupported_if(cx, state, has_tag, &what)?;
                continue;
            }
            targets.push((has_tag, procedure));
        }
        let conditions: Vec<_> = targets.iter().map(|(condition, _)| *condition).collect();
        let is_valid = self.pool.any(&conditions);
        let is_invalid = self.pool.not(is_valid);
        let what = "a call of something that is no function";
        self.invalid_if(cx, state, is_invalid, ViolationKind::OutOfBounds, what)?;
        Ok(targets)
    }

    /// Arguments as the parameters of a procedure hold them.
    pub(super) fn convert_arguments(
        &mut self,
        cx: &mut ThreadData,
        state: &mut State,
        procedure: ProcedureId,
        values: &[(Slot, raddle_program::types::TypeId)],
    ) -> Stepped<Vec<Slot>> {
        let program = self.source.program;
        let data = &program.procedures[procedure];
        let mut converted = Vec::new();
        for (&parameter, (value, from)) in data.parameters.iter().zip(values) {
            let to = data.locals[parameter].ty;
            converted.push(match value {
                Slot::Scalar(_) => self.convert(cx, state, value.clone(), *from, to)?,
                Slot::Indeterminate(_) | Slot::Blob(_) => value.clone(),
            });
        }
        Ok(converted)
    }

    fn call(
        &mut self,
        cx: &mut ThreadData,
        state: State,
        (procedure, transition): (ProcedureId, Transition),
        callee: &Callee,
        arguments: &[Expr],
        result: Option<LocalId>,
    ) -> Stepped<Next> {
        let mut state = state;
        let targets = self.callees(cx, &mut state, callee)?;
        let mut values = Vec::new();
        for argument in arguments {
            values.push((self.value(cx, &mut state, argument)?, argument.ty));
        }
        let span = cx.span;
        let mut joined: Option<State> = None;
        for (condition, target) in targets {
            let Some(guard) = state.guard.and(&mut self.pool, condition) else { continue };
            let mut callee_state = State { guard, ..state.clone() };
            cx.span = span;
            let Ok(arguments) = self.convert_arguments(cx, &mut callee_state, target, &values) else { continue };
            if self.nests_too_deeply(cx, &mut callee_state, target) {
                continue;
            }
            let registers = std::mem::take(&mut callee_state.registers);
            cx.outer.push(Rc::new(registers.clone()));
            cx.step = self.out.threads[cx.index].steps.len() as u32;
            let (instance, created) = self.enter(cx, &mut callee_state, target, arguments);
            self.step(cx, &callee_state, procedure, transition, StepKind::Call(instance, created));
            let locals = &self.source.program.procedures[procedure].locals;
            let wanted = result.map(|local| locals[local].ty);
            let returned = self.run(cx, target, callee_state, wanted);
            cx.outer.pop();
            let Some((mut after, value)) = returned else { continue };
            after.registers = registers;
            cx.span = span;
            if let Some(target_register) = result {
                let value = value.unwrap_or_else(|| Slot::Indeterminate(self.instance()));
                let is_register = self.source.program.procedures[procedure].locals[target_register].is_register;
                let is_indeterminate = matches!(value, Slot::Indeterminate(_));
                if (!is_indeterminate || is_register)
                    && self.deliver(cx, &mut after, procedure, target_register, value).is_err()
                {
                    continue;
                }
            }
            joined = Some(match joined {
                None => after,
                Some(other) => self.join(cx, procedure, other, after),
            });
        }
        joined.map(Next::On).ok_or(Stopped)
    }

    /// What a procedure yields that returns nothing although its caller stores a result: any scalar, chosen at its end.
    fn missing_result(&mut self, cx: &mut ThreadData, state: &mut State) -> Stepped<Option<Slot>> {
        let wanted = cx.wanted.last().copied().flatten();
        match wanted.filter(|&ty| self.source.program.types.scalar_shape(ty).is_some()) {
            Some(ty) => Ok(Some(Slot::Scalar(self.any_value(cx, state, ty, "missing result")?))),
            None => Ok(None),
        }
    }

    /// Recursion beyond its bound.
    fn nests_too_deeply(&mut self, cx: &mut ThreadData, state: &mut State, target: ProcedureId) -> bool {
        let outer: Vec<_> = cx.stack.iter().filter(|(procedure, _)| *procedure == target).collect();
        let Some((_, guard)) = outer.last() else { return false };
        let is_decided = *guard == state.guard.term(&self.pool);
        let bound = if is_decided { self.bounds.decided.min(1_000) } else { self.bounds.free };
        let depth = outer.len() as u32;
        if depth < bound {
            self.note_beyond(state, depth, is_decided);
            return false;
        }
        let always = self.pool.bool(true);
        let _ = self.cut_if(cx, state, always, Cause::Depth { procedure: target, bound, is_decided });
        true
    }

    fn external(
        &mut self,
        cx: &mut ThreadData,
        state: &mut State,
        procedure: ProcedureId,
        name: &str,
        arguments: &[(Expr, bool)],
        result: Option<LocalId>,
    ) -> Stepped<StepKind> {
        for (argument, reads_only) in arguments {
            let Slot::Scalar(value) = self.value(cx, state, argument)? else { continue };
            for tag in value.tags(&self.pool) {
                if tag == NUMBER {
                    continue;
                }
                let what = match self.names.target(tag) {
                    Target::Object(key) => {
                        let object = self.names.object(key);
                        let is_read_only = self.object_data(object).is_some_and(|data| data.is_read_only);
                        if *reads_only || is_read_only {
                            continue;
                        }
                        format!("a pointer given to {name}, which has no body")
                    }
                    Target::Procedure(_) => format!("a function given to {name}, which has no body"),
                    Target::Thread(_) | Target::Wild => continue,
                };
                let has_tag = value.has_tag(&mut self.pool, tag);
                self.unsupported_if(cx, state, has_tag, &what)?;
            }
        }
        let Some(result) = result else { return Ok(StepKind::Plain) };
        let ty = self.source.program.procedures[procedure].locals[result].ty;
        let value = self.any_value(cx, state, ty, "external")?;
        self.deliver(cx, state, procedure, result, Slot::Scalar(value))?;
        Ok(StepKind::Chosen(vec![value.bits]))
    }

    #[allow(clippy::too_many_arguments)]
    fn allocate(
        &mut self,
        cx: &mut ThreadData,
        state: &mut State,
        (procedure, transition): (ProcedureId, Transition),
        target: LocalId,
        size: &Expr,
        is_zeroed: bool,
        region: Region,
    ) -> Stepped<StepKind> {
        let size = self.scalar(cx, state, size)?;
        let size = self.plain(cx, state, size)?;
        let (size, limit) = self.allocated_size(cx, state, size)?;
        self.note_act(state);
        let count = cx.counts.entry(Counted::Allocation(procedure, transition)).or_insert(0);
        let key = ObjectKey::Allocated(cx.id, procedure, transition, *count, region);
        *count += 1;
        let object = self.new_object(state, key, size, is_zeroed);
        if let Some(data) = self.objects.get(&object).copied() {
            self.make(object, crate::unwind::ObjectData { limit, ..data });
        }
        if region == Region::Stack
            && let Some(allocations) = cx.frame_allocations.last_mut()
        {
            allocations.push(object);
        }
        let width = self.pointer_bits();
        let address = Value::tagged(&mut self.pool, object.0.into(), width, 0);
        state.registers[target.index()] = Slot::Scalar(address);
        Ok(StepKind::Allocated(object))
    }

    /// How many bytes an allocation has: at most the first, and exactly the second where that is given. What may be too large
    /// is a matter of the bound.
    fn allocated_size(&mut self, cx: &mut ThreadData, state: &mut State, size: Term) -> Stepped<(u64, Option<Term>)> {
        if let Some(size) = self.pool.constant(size) {
            let size = u64::try_from(size).unwrap_or(u64::MAX);
            self.check_size(cx, state, size)?;
            return Ok((size, None));
        }
        let wide = self.pool.resize(size, 64, false);
        if let Some(sizes) = self.pool.leaves(size, 64) {
            let most = sizes.last().map_or(0, |&most| u64::try_from(most).unwrap_or(u64::MAX));
            self.check_size(cx, state, most)?;
            return Ok((most, Some(wide)));
        }
        let most = u64::from(self.bounds.free) * ALLOCATION_STEP;
        let bound = self.pool.number(64, most.into());
        let is_large = self.pool.less(bound, wide, false);
        self.cut_if(cx, state, is_large, Cause::Allocation { bound: most, free: self.bounds.free })?;
        Ok((most, Some(wide)))
    }

    fn copy_bytes(
        &mut self,
        cx: &mut ThreadData,
        state: &mut State,
        [target, origin, size]: [&Expr; 3],
        may_overlap: bool,
    ) -> Stepped<()> {
        let (target, origin) = (self.scalar(cx, state, target)?, self.scalar(cx, state, origin)?);
        let size = self.scalar(cx, state, size)?;
        let size = self.plain(cx, state, size)?;
        let Some(size) = self.pool.constant(size).and_then(|size| u64::try_from(size).ok()) else {
            return self.unsupported(cx, state, "a copy whose size is not known");
        };
        if size == 0 {
            return Ok(());
        }
        let overlap = if may_overlap { self.pool.bool(false) } else { self.overlap(target, origin, size) };
        let (target, origin) = (self.address_of_value(target), self.address_of_value(origin));
        cx.listing = Some(None);
        let copied = self.load_blob(cx, state, origin, size);
        let what = "a copy between ranges that overlap";
        let copied = copied.and_then(|blob| {
            self.invalid_if(cx, state, overlap, ViolationKind::OutOfBounds, what)?;
            Ok(blob)
        });
        let copied = copied.and_then(|blob| self.store(cx, state, target, size, Slot::Blob(blob.into())));
        cx.listing = None;
        copied
    }

    /// The condition that two ranges of so many bytes have a byte in common: both distances between them are small.
    fn overlap(&mut self, one: Value, other: Value, size: u64) -> Term {
        let is_plain = one.has_tag(&mut self.pool, NUMBER);
        let same = self.pool.eq(one.tag, other.tag);
        let ahead = self.pool.arithmetic(Arithmetic::Subtract, one.bits, other.bits);
        let behind = self.pool.arithmetic(Arithmetic::Subtract, other.bits, one.bits);
        let limit = self.pool.number(self.pool.width(one.bits), size.into());
        let (ahead, behind) = (self.pool.less(ahead, limit, false), self.pool.less(behind, limit, false));
        let is_near = self.pool.or(ahead, behind);
        let is_object = self.pool.not(is_plain);
        let overlaps = self.pool.and(same, is_near);
        self.pool.and(overlaps, is_object)
    }

    fn fill_bytes(
        &mut self,
        cx: &mut ThreadData,
        state: &mut State,
        target: &Expr,
        byte: &Expr,
        size: &Expr,
    ) -> Stepped<()> {
        let (target, byte) = (self.scalar(cx, state, target)?, self.scalar(cx, state, byte)?);
        let byte = self.plain(cx, state, byte)?;
        let size = self.scalar(cx, state, size)?;
        let size = self.plain(cx, state, size)?;
        let Some(size) = self.pool.constant(size).and_then(|size| u64::try_from(size).ok()) else {
            return self.unsupported(cx, state, "a fill whose size is not known");
        };
        if size == 0 {
            return Ok(());
        }
        let mut bits = byte;
        while self.pool.width(bits) < 32 {
            bits = self.pool.concat(bits, bits);
        }
        let mut blob = Vec::new();
        let mut left = size;
        while left > 0 {
            let part = left.min(4);
            let part = if part == 3 { 2 } else { part };
            let bits = self.pool.extract(bits, 0, part as u32 * 8);
            blob.push((part, Cell::Value(Value::of_bits(&mut self.pool, bits))));
            left -= part;
        }
        let target = self.address_of_value(target);
        cx.listing = Some(None);
        let filled = self.store(cx, state, target, size, Slot::Blob(blob.into()));
        cx.listing = None;
        filled
    }

    pub(super) fn atomic_begin(&mut self, cx: &mut ThreadData, state: &mut State) -> Stepped<()> {
        state.atomic_depth += 1;
        if state.atomic_depth > 1 || !state.is_concurrent {
            return Ok(());
        }
        let number = cx.n_groups;
        cx.n_groups += 1;
        let is_optional = self.assumed.stopping_groups.contains(&(cx.id, number));
        if is_optional {
            self.note_blocking(state);
            let enters = self.pool.fresh_bool("enters");
            if self.source.asks.deadlock {
                let (before, stays) = (state.guard.term(&self.pool), self.pool.not(enters));
                let stays = self.pool.and(before, stays);
                self.out.stops.push(stays);
                // An execution cannot end in the section, so a thread that would go round in it for ever stays in front of it.
                if self.assumed.idle_groups.contains(&(cx.id, number)) {
                    self.out.idle.push(stays);
                }
            }
            if let Some(guard) = state.guard.and(&mut self.pool, enters) {
                state.guard = guard;
            }
        }
        let session = self.begin_session(state);
        let entered = state.guard.term(&self.pool);
        let group = GroupId(self.out.groups.len() as u32);
        self.out.groups.push(Group {
            thread: cx.id,
            entered,
            ended: Vec::new(),
            goals: Vec::new(),
            cuts: Vec::new(),
            may_stop: false,
            is_optional,
        });
        state.group = Some((group, session));
        Ok(())
    }

    pub(super) fn atomic_end(&mut self, cx: &mut ThreadData, state: &mut State) -> Stepped<()> {
        if state.atomic_depth == 0 {
            return self.unsupported(cx, state, "the end of an atomic section that was not begun");
        }
        state.atomic_depth -= 1;
        if state.atomic_depth > 0 {
            return Ok(());
        }
        state.has_released = false;
        if let Some((group, session)) = state.group {
            self.end_session(cx, state, session);
            let guard = state.guard.term(&self.pool);
            self.out.groups[group.0 as usize].ended.push(guard);
            state.group = None;
        }
        Ok(())
    }
}
