//! Checks of statements and effects.

use super::{Checker, Rule};
use crate::entity::Table;
use crate::footprint::{Accessed, Footprint, is_bit_field, root};
use crate::syntax::{
    Block, Callee, Effect, Expr, LabelId, LocalId, LocalKind, Place, PlaceKind, Procedure, ProcedureId, Statement,
    Synchronization,
};
use crate::types::{IntKind, TypeId, TypeKind};

impl Checker<'_> {
    /// The rules on the code of a procedure.
    pub(super) fn code(&mut self, procedure: &Procedure) {
        let mut definitions: Table<LabelId, u32> = procedure.labels.ids().map(|_| 0).collect();
        self.block(procedure, &procedure.body, false, &mut definitions);
        self.span = procedure.span;
        for (label, &count) in definitions.iter() {
            self.expect(count == 1, Rule::Labels, || {
                format!("the label {label} `{}` is defined {count} times", procedure.labels[label].name)
            });
        }
    }

    fn block(&mut self, procedure: &Procedure, block: &Block, in_loop: bool, definitions: &mut Table<LabelId, u32>) {
        for statement in block {
            match statement {
                Statement::Step(step) => {
                    self.at(step.span);
                    self.effect(procedure, &step.effect);
                    self.accesses(procedure, None, &step.effect);
                }
                Statement::If { condition, then, otherwise, span } => {
                    self.at(*span);
                    self.value(procedure, condition);
                    self.accesses(procedure, Some(condition), &Effect::Skip);
                    self.block(procedure, then, in_loop, definitions);
                    self.block(procedure, otherwise, in_loop, definitions);
                }
                Statement::Loop { tests_after: _, test, condition, body, step, span } => {
                    self.block(procedure, test, false, definitions);
                    self.at(*span);
                    self.value(procedure, condition);
                    self.accesses(procedure, Some(condition), &Effect::Skip);
                    self.block(procedure, body, true, definitions);
                    self.block(procedure, step, false, definitions);
                }
                Statement::Break | Statement::Continue => {
                    self.expect(in_loop, Rule::Jumps, || "a jump out of no loop".to_owned());
                }
                Statement::Goto(_) => {}
                Statement::Label(label) => definitions[*label] += 1,
            }
        }
    }

    /// The rule on listed accesses, of a step or a test.
    fn accesses(&mut self, procedure: &Procedure, condition: Option<&Expr>, effect: &Effect) {
        let footprint = Footprint::of_step(self.program, procedure, condition, effect);
        let places = footprint.listed().filter(|access| matches!(access.target, Accessed::Place(_))).count();
        let allowed = match effect {
            Effect::CopyBytes { .. }
            | Effect::FillBytes { .. }
            | Effect::Spawn { .. }
            | Effect::Join { .. }
            | Effect::Free(..)
            | Effect::Synchronize { .. } => 0,
            Effect::Skip
            | Effect::Assign { .. }
            | Effect::Initialize { .. }
            | Effect::Input { .. }
            | Effect::Assume(_)
            | Effect::Assert { .. }
            | Effect::Call { .. }
            | Effect::External { .. }
            | Effect::Return(_)
            | Effect::Live { .. }
            | Effect::Dead(_)
            | Effect::Allocate { .. }
            | Effect::Exit(_)
            | Effect::Stop
            | Effect::Fence(_)
            | Effect::AtomicBegin
            | Effect::AtomicEnd
            | Effect::Unsupported(_) => 1,
        };
        self.expect(places <= allowed, Rule::Accesses, || {
            format!("{places} listed accesses to places where {allowed} may be")
        });
    }

    fn effect(&mut self, procedure: &Procedure, effect: &Effect) {
        match effect {
            Effect::Skip
            | Effect::Stop
            | Effect::Fence(_)
            | Effect::AtomicBegin
            | Effect::AtomicEnd
            | Effect::Unsupported(_) => {}
            Effect::Assign { target, value } => {
                self.store(procedure, target, value);
                let is_temporary = matches!(
                    root(target).kind,
                    PlaceKind::Local(local) if procedure.locals[local].kind == LocalKind::Temporary
                );
                self.expect(is_temporary || !is_bit_field(&self.program.types, target), Rule::BitFields, || {
                    "a bit-field is written directly".to_owned()
                });
            }
            Effect::Initialize { target, value } => {
                self.store(procedure, target, value);
                let is_local_memory =
                    matches!(root(target).kind, PlaceKind::Local(local) if !procedure.locals[local].is_register);
                self.expect(is_local_memory, Rule::Initializers, || {
                    "what is initialized does not lie in a local in memory".to_owned()
                });
            }
            Effect::Input { target, source: _ } => self.register(procedure, Some(*target), |_, _| true),
            Effect::Assume(condition) | Effect::Assert { condition, .. } => self.value(procedure, condition),
            Effect::Call { callee, arguments, result } => self.call(procedure, callee, arguments, *result),
            Effect::External { name: _, arguments, result } => {
                for (argument, _) in arguments {
                    self.expr(procedure, argument);
                }
                self.register(procedure, *result, |_, _| true);
            }
            Effect::Return(value) => {
                if let Some(value) = value {
                    self.expr(procedure, value);
                    self.expect(value.ty == procedure.result, Rule::Returns, || {
                        format!("a value of {} is returned where the result is of {}", value.ty, procedure.result)
                    });
                }
            }
            Effect::Live { local, is_zeroed: _ } => {
                let is_parameter = procedure.locals[*local].kind == LocalKind::Parameter;
                self.expect(!is_parameter, Rule::Lifetimes, || format!("the parameter {local} begins to live"));
            }
            Effect::Dead(local) => {
                let data = &procedure.locals[*local];
                let may_die = data.kind != LocalKind::Parameter && (!data.is_register || self.is_pointer(data.ty));
                self.expect(may_die, Rule::Lifetimes, || format!("the life of {local} cannot end"));
            }
            Effect::Allocate { target, size, is_zeroed: _, region: _ } => {
                self.register(procedure, Some(*target), |checker, ty| checker.is_pointer(ty));
                self.size(procedure, size);
            }
            Effect::Free(address, _) => self.pointer(procedure, address),
            Effect::CopyBytes { target, origin, size, .. } => {
                self.pointer(procedure, target);
                self.pointer(procedure, origin);
                self.size(procedure, size);
            }
            Effect::FillBytes { target, byte, size } => {
                self.pointer(procedure, target);
                self.integer(procedure, byte);
                self.expect(self.is_int(byte.ty, IntKind::UnsignedChar), Rule::Effects, || {
                    "the byte to fill with is no unsigned char".to_owned()
                });
                self.size(procedure, size);
            }
            Effect::Spawn { start, argument, id, is_detached, result } => {
                self.spawn(procedure, start, argument, id, *result);
                is_detached.iter().for_each(|state| self.integer(procedure, state));
            }
            Effect::Join { thread, value, result } => {
                self.value(procedure, thread);
                self.register(procedure, *value, |checker, ty| checker.is_value(ty));
                self.return_code(procedure, *result);
            }
            Effect::Exit(value) => value.iter().for_each(|value| self.value(procedure, value)),
            Effect::Synchronize { operation, operands, result } => {
                self.synchronize(procedure, *operation, operands);
                match operation {
                    Synchronization::KeyGet => {
                        self.register(procedure, *result, |checker, ty| checker.is_pointer(ty));
                    }
                    _ => self.return_code(procedure, *result),
                }
            }
        }
    }

    fn store(&mut self, procedure: &Procedure, target: &Place, value: &Expr) {
        self.place(procedure, target);
        self.expr(procedure, value);
        let is_object = !matches!(self.program.types.kind(target.ty), TypeKind::Void | TypeKind::Function(_));
        self.expect(is_object && target.ty == value.ty, Rule::Effects, || {
            format!("a value of {} is stored where {} is expected", value.ty, target.ty)
        });
    }

    /// Checks that a result goes to a register of a good type.
    fn register(&mut self, procedure: &Procedure, local: Option<LocalId>, is_good: impl Fn(&Self, TypeId) -> bool) {
        let Some(local) = local else { return };
        let data = &procedure.locals[local];
        self.expect(data.is_register && is_good(self, data.ty), Rule::Effects, || {
            format!("the result goes to {local}, which is no register or of a wrong type")
        });
    }

    fn return_code(&mut self, procedure: &Procedure, local: Option<LocalId>) {
        self.register(procedure, local, |checker, ty| checker.is_value(ty) && !checker.is_pointer(ty));
    }

    fn size(&mut self, procedure: &Procedure, size: &Expr) {
        self.integer(procedure, size);
        let size_type = self.program.types.model().size_type();
        self.expect(self.is_int(size.ty, size_type), Rule::Effects, || {
            format!("a number of bytes is of {}, not of type size_t", size.ty)
        });
    }

    /// The procedure that is called, if it is known, and whether the callee is one that can be called.
    fn callee(&mut self, procedure: &Procedure, callee: &Callee) -> Option<ProcedureId> {
        match callee {
            Callee::Procedure(callee) => {
                let is_defined = self.program.procedures[*callee].is_defined;
                self.expect(is_defined, Rule::Declared, || format!("{callee}, which has no body, is called"));
                Some(*callee)
            }
            Callee::Pointer(pointer) => {
                self.pointer(procedure, pointer);
                self.expect(self.function_result(pointer.ty).is_some(), Rule::Calls, || {
                    format!("a pointer of {}, not to a function, is called", pointer.ty)
                });
                None
            }
        }
    }

    /// What the functions return that a type points to.
    fn function_result(&self, pointer: TypeId) -> Option<TypeId> {
        let TypeKind::Pointer(target) = self.program.types.kind(pointer) else { return None };
        let TypeKind::Function(function) = self.program.types.kind(target.ty) else { return None };
        Some(function.result.ty)
    }

    fn call(&mut self, procedure: &Procedure, callee: &Callee, arguments: &[Expr], result: Option<LocalId>) {
        let known = self.callee(procedure, callee);
        for argument in arguments {
            self.expr(procedure, argument);
        }
        if let Some(known) = known {
            let parameters = self.types_of_parameters(known);
            let agree = arguments.len() >= parameters.len()
                && arguments.iter().zip(&parameters).all(|(argument, &parameter)| argument.ty == parameter);
            self.expect(agree, Rule::Calls, || format!("the arguments do not fit the parameters of {known}"));
        }
        if let Some(result) = result {
            let returned = match (known, callee) {
                (Some(known), _) => Some(self.program.procedures[known].result),
                (None, Callee::Pointer(pointer)) => self.function_result(pointer.ty),
                (None, Callee::Procedure(_)) => None,
            };
            let data = &procedure.locals[result];
            let may_take = data.is_register || data.kind == LocalKind::Temporary;
            self.expect(may_take && returned == Some(data.ty), Rule::Calls, || {
                format!("the result goes to {result}, which is of a wrong type or neither register nor temporary")
            });
        }
    }

    fn types_of_parameters(&self, procedure: ProcedureId) -> Vec<TypeId> {
        let procedure = &self.program.procedures[procedure];
        procedure.parameters.iter().map(|&local| procedure.locals[local].ty).collect()
    }

    fn spawn(&mut self, procedure: &Procedure, start: &Callee, argument: &Expr, id: &Expr, result: Option<LocalId>) {
        if let Some(known) = self.callee(procedure, start) {
            let parameters = self.types_of_parameters(known);
            let agree = parameters.len() <= 1 && parameters.iter().all(|&parameter| parameter == argument.ty);
            self.expect(agree, Rule::Calls, || format!("the argument does not fit the parameters of {known}"));
        }
        self.value(procedure, argument);
        self.pointer(procedure, id);
        self.return_code(procedure, result);
    }

    fn synchronize(&mut self, procedure: &Procedure, operation: Synchronization, operands: &[Expr]) {
        let shape = operands_of(operation);
        self.expect(operands.len() == shape.len(), Rule::Effects, || {
            format!("{operation:?} with {} operands", operands.len())
        });
        for (operand, letter) in operands.iter().zip(shape) {
            match letter {
                Operand::Pointer => self.pointer(procedure, operand),
                Operand::Number => self.integer(procedure, operand),
                // The id of a thread; a function or null.
                Operand::Any => self.value(procedure, operand),
            }
        }
    }
}

/// What an operand of a synchronization call is.
enum Operand {
    Pointer,
    Number,
    Any,
}

/// The operands of each synchronization call.
fn operands_of(operation: Synchronization) -> &'static [Operand] {
    use Synchronization as S;
    match operation {
        S::MutexInit | S::BarrierInit | S::SemaphoreInit | S::Overwrite => &[Operand::Pointer, Operand::Number],
        S::ConditionRelease | S::ConditionWake | S::ConditionTimedWake => &[Operand::Pointer, Operand::Pointer],
        S::KeyCreate | S::ThreadDetach | S::ThreadTestEnd | S::ThreadCancel => &[Operand::Any],
        S::KeyDelete | S::KeyGet | S::SetCancelState => &[Operand::Number],
        S::KeySet => &[Operand::Number, Operand::Pointer],
        S::CleanupPush => &[Operand::Any, Operand::Pointer],
        S::TestCancel | S::CleanupPop | S::BecomeChild => &[],
        S::MutexDestroy
        | S::MutexLock
        | S::MutexTryLock
        | S::MutexTimedLock
        | S::MutexUnlock
        | S::ConditionInit
        | S::ConditionDestroy
        | S::ConditionSignal
        | S::ConditionBroadcast
        | S::ReadWriteInit
        | S::ReadWriteDestroy
        | S::ReadLock
        | S::ReadTryLock
        | S::ReadTimedLock
        | S::WriteLock
        | S::WriteTryLock
        | S::WriteTimedLock
        | S::ReadWriteUnlock
        | S::SpinInit
        | S::SpinDestroy
        | S::SpinLock
        | S::SpinTryLock
        | S::SpinUnlock
        | S::BarrierDestroy
        | S::BarrierArrive
        | S::BarrierLeave
        | S::OnceBegin
        | S::OnceEnd
        | S::SemaphoreDestroy
        | S::SemaphoreWait
        | S::SemaphoreTryWait
        | S::SemaphoreTimedWait
        | S::SemaphorePost
        | S::SemaphoreGetValue => &[Operand::Pointer],
    }
}
