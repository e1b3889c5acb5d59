//! Random statements.

use raddle_program::builder::{fresh_label, integer, read};
use raddle_program::footprint::{is_bit_field, root};
use raddle_program::syntax::{
    Block, Callee, Effect, Expr, InputSource, LabelId, LocalId, LocalKind, PlaceKind, Procedure, ProcedureId, Program,
    Region, Statement, Step, Synchronization, SynchronizationFamily,
};
use raddle_program::types::TypeId;

use super::{Palette, Random, span};

/// A procedure while it is written.
pub struct Writer<'p> {
    pub program: &'p mut Program,
    pub procedure: Procedure,
    pub palette: Palette,
    pub workers: Vec<ProcedureId>,
    pub function: ProcedureId,
    pub text_length: u32,
}

/// Operations on an address and a number.
const WITH_NUMBER: [Synchronization; 4] = [
    Synchronization::MutexInit,
    Synchronization::BarrierInit,
    Synchronization::SemaphoreInit,
    Synchronization::Overwrite,
];

/// Operations on a condition and a mutex.
const WITH_MUTEX: [Synchronization; 3] =
    [Synchronization::ConditionRelease, Synchronization::ConditionWake, Synchronization::ConditionTimedWake];

impl Writer<'_> {
    /// Fills the body: every label is placed in it once.
    pub fn write(&mut self, random: &mut Random) {
        let labels: Vec<LabelId> = (0..random.below(3)).map(|_| fresh_label(&mut self.procedure, "again")).collect();
        let mut body = Vec::new();
        for &label in &labels {
            body.append(&mut self.block(random, 3, false, &labels));
            body.push(Statement::Label(label));
        }
        body.append(&mut self.block(random, 3, false, &labels));
        self.procedure.body = body;
    }

    fn block(&mut self, random: &mut Random, depth: u32, in_loop: bool, labels: &[LabelId]) -> Block {
        let most = if depth == 3 { 7 } else { 4 };
        (0..random.below(most)).map(|_| self.statement(random, depth, in_loop, labels)).collect()
    }

    fn statement(&mut self, random: &mut Random, depth: u32, in_loop: bool, labels: &[LabelId]) -> Statement {
        let span = span(random, self.text_length);
        match random.below(12) {
            0 | 1 if depth > 0 => {
                let condition = self.value(random, self.palette.int, 2, &mut true);
                let then = self.block(random, depth - 1, in_loop, labels);
                let otherwise = self.block(random, depth - 1, in_loop, labels);
                Statement::If { condition, then, otherwise, span }
            }
            2 if depth > 0 => {
                let test = if random.one_in(3) { self.block(random, 0, false, labels) } else { Vec::new() };
                let condition = self.value(random, self.palette.int, 1, &mut true);
                let body = self.block(random, depth - 1, true, labels);
                let step = if random.one_in(3) { self.block(random, 0, false, labels) } else { Vec::new() };
                Statement::Loop { tests_after: random.one_in(3), test, condition, body, step, span }
            }
            3 if in_loop => random.pick(&[Statement::Break, Statement::Continue]),
            4 if !labels.is_empty() => Statement::Goto(random.pick(labels)),
            _ => Statement::Step(Step { effect: self.effect(random), span }),
        }
    }

    fn register(&mut self, random: &mut Random, is_good: impl Fn(TypeId) -> bool) -> Option<LocalId> {
        let locals: Vec<LocalId> = (self.procedure.locals.iter())
            .filter(|(_, local)| local.is_register && is_good(local.ty))
            .map(|(id, _)| id)
            .collect();
        if locals.is_empty() { None } else { Some(random.pick(&locals)) }
    }

    fn quiet(&mut self, random: &mut Random, ty: TypeId) -> Expr {
        self.value(random, ty, 1, &mut false)
    }

    fn effect(&mut self, random: &mut Random) -> Effect {
        let Palette { int, size, byte, void_pointer, thread_id, .. } = self.palette;
        let return_code = if random.one_in(2) { self.register(random, |ty| ty == int) } else { None };
        let any_pointer = random.pick(&self.palette.pointers);
        match random.below(24) {
            0 => {
                let (integers, pointers) = (self.palette.integers.clone(), self.palette.pointers.clone());
                let target = self.register(random, |ty| integers.contains(&ty) || pointers.contains(&ty));
                let source = match random.below(2) {
                    0 => InputSource::Function("__VERIFIER_nondet_int".into()),
                    _ => InputSource::Undefined("the value \"of\"\nnothing".into()),
                };
                target.map_or(Effect::Skip, |target| Effect::Input { target, source })
            }
            1 => Effect::Assume(self.value(random, int, 2, &mut true)),
            2 => Effect::Assert {
                condition: self.value(random, int, 2, &mut true),
                function: random.pick(&["assert", "reach_error", "__VERIFIER_error", "__assert_fail"]).into(),
                message: "x == \"a\\b\"\n".into(),
            },
            3 => {
                let mut listed = true;
                let mut arguments =
                    vec![self.value(random, int, 1, &mut listed), self.value(random, int, 1, &mut listed)];
                if random.one_in(4) {
                    arguments.push(self.quiet(random, any_pointer));
                }
                Effect::Call { callee: Callee::Procedure(self.function), arguments, result: return_code }
            }
            4 => {
                let pointer = self.quiet(random, self.palette.start);
                let result = self.register(random, |ty| ty == void_pointer);
                let argument = self.value(random, void_pointer, 1, &mut true);
                Effect::Call { callee: Callee::Pointer(pointer), arguments: vec![argument], result }
            }
            5 => {
                let argument = self.value(random, int, 1, &mut true);
                let arguments = vec![(argument, false), (self.quiet(random, any_pointer), true)];
                Effect::External { name: "printf".into(), arguments, result: return_code }
            }
            6 => {
                let result = self.procedure.result;
                let is_void = result == self.program.types.void();
                let value =
                    if is_void || random.one_in(4) { None } else { Some(self.value(random, result, 1, &mut true)) };
                Effect::Return(value)
            }
            7 => {
                let locals: Vec<LocalId> = (self.procedure.locals.iter())
                    .filter(|(_, local)| !local.is_register && local.kind != LocalKind::Parameter)
                    .map(|(id, _)| id)
                    .collect();
                let local = random.pick(&locals);
                let is_zeroed = random.one_in(2);
                if random.one_in(2) { Effect::Live { local, is_zeroed } } else { Effect::Dead(local) }
            }
            8 => {
                let pointers = self.palette.pointers.clone();
                let target = self.register(random, |ty| pointers.contains(&ty));
                let size = self.value(random, size, 1, &mut true);
                let region = random.pick(&[Region::Heap, Region::Stack, Region::Stream, Region::Mapping]);
                let is_zeroed = random.one_in(2);
                target.map_or(Effect::Skip, |target| Effect::Allocate { target, size, is_zeroed, region })
            }
            9 => Effect::Free(self.quiet(random, any_pointer), random.pick(&[Region::Heap, Region::Mapping])),
            10 => Effect::CopyBytes {
                target: self.quiet(random, any_pointer),
                origin: self.quiet(random, any_pointer),
                size: self.quiet(random, size),
                may_overlap: random.one_in(2),
            },
            11 => Effect::FillBytes {
                target: self.quiet(random, any_pointer),
                byte: self.quiet(random, byte),
                size: self.quiet(random, size),
            },
            12 => {
                let start = match random.below(3) {
                    0 => Callee::Pointer(self.quiet(random, self.palette.start)),
                    _ => Callee::Procedure(self.worker(random)),
                };
                let pointer = self.program.types.pointer_to(thread_id);
                let id = self.quiet(random, pointer);
                let argument = self.quiet(random, void_pointer);
                let is_detached = random.one_in(4).then(|| self.quiet(random, int));
                Effect::Spawn { start, argument, id, is_detached, result: return_code }
            }
            13 => {
                let value = if random.one_in(2) { self.register(random, |ty| ty == void_pointer) } else { None };
                Effect::Join { thread: self.quiet(random, thread_id), value, result: return_code }
            }
            14 => Effect::Exit(Some(self.value(random, void_pointer, 1, &mut true))),
            15 => random.pick(&[
                Effect::Stop,
                Effect::Exit(None),
                Effect::Skip,
                Effect::Unsupported("a \"float\"".into()),
            ]),
            16 => random.pick(&[Effect::AtomicBegin, Effect::AtomicEnd]),
            17 => {
                use SynchronizationFamily as Family;
                let takes_one_address = |operation: &Synchronization| {
                    let is_object = !matches!(operation.family(), Family::Key | Family::Thread | Family::Own);
                    is_object && !WITH_NUMBER.contains(operation) && !WITH_MUTEX.contains(operation)
                };
                let operations: Vec<_> = Synchronization::ALL.into_iter().filter(takes_one_address).collect();
                let operation = random.pick(&operations);
                let operands = vec![self.quiet(random, any_pointer)];
                Effect::Synchronize { operation, operands, result: return_code }
            }
            18 => {
                let operation = random.pick(&WITH_MUTEX);
                let operands = vec![self.quiet(random, any_pointer), self.quiet(random, any_pointer)];
                Effect::Synchronize { operation, operands, result: return_code }
            }
            19 => {
                let number = integer(random.below(3) as i128, int);
                let (operation, operands) = match random.below(4) {
                    0 => (Synchronization::SetCancelState, vec![number]),
                    1 => (random.pick(&[Synchronization::TestCancel, Synchronization::CleanupPop]), Vec::new()),
                    2 => {
                        let thread = self.quiet(random, thread_id);
                        (random.pick(&[Synchronization::ThreadDetach, Synchronization::ThreadCancel]), vec![thread])
                    }
                    _ => (random.pick(&WITH_NUMBER), vec![self.quiet(random, any_pointer), number]),
                };
                Effect::Synchronize { operation, operands, result: return_code }
            }
            _ => self.store(random),
        }
    }

    fn store(&mut self, random: &mut Random) -> Effect {
        let mut types = self.palette.integers.clone();
        types.extend(self.palette.pointers.iter().chain(&self.palette.aggregates));
        let ty = random.pick(&types);
        let mut listed = true;
        let Some(target) = self.place(random, ty, 2, &mut listed) else { return Effect::Skip };
        let value = if self.palette.aggregates.contains(&ty) {
            match self.place(random, ty, 2, &mut listed) {
                Some(place) => read(place),
                None => return Effect::Skip,
            }
        } else {
            self.value(random, ty, 2, &mut listed)
        };
        let (is_memory, is_temporary) = match root(&target).kind {
            PlaceKind::Local(local) => {
                let local = &self.procedure.locals[local];
                (!local.is_register, local.kind == LocalKind::Temporary)
            }
            _ => (false, false),
        };
        if is_memory && random.one_in(2) {
            return Effect::Initialize { target, value };
        }
        if is_bit_field(&self.program.types, &target) && !is_temporary {
            return Effect::Skip;
        }
        Effect::Assign { target, value }
    }
}
