//! Calls: of functions with a body, of modelled functions, of external functions, and through pointers. C11 6.5.2.2.

use std::sync::Arc;

use raddle_program::builder::{integer, local_place, read};
use raddle_program::source::Span;
use raddle_program::syntax::{Callee, Effect, Expr, LocalId, Place, PlaceKind};
use raddle_program::types::{TypeId, TypeKind, Types};

use super::library::{self, Model};
use super::operand::{Earlier, Operand};
use super::{Obstacles, ProcedureLowering};
use crate::effects;
use crate::effects::{HIDDEN, HiddenState};
use crate::externals::may_change_anything;
use crate::streams;
use crate::typed::{self, ExprKind as Typed, FunctionId};
use raddle_program::externals::Externals;

/// What the value of an expression is for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Use {
    /// Nothing: the expression is evaluated for its effects.
    Unused,
    /// It is used.
    Value,
    /// It goes to this register, if it has its type.
    Into(LocalId),
}

/// A call of a library function, as its model sees it.
pub(crate) struct LibraryCall<'e> {
    /// The function's name.
    pub name: &'e Arc<str>,
    /// The type of its result in this program.
    pub ty: TypeId,
    /// What the result is for.
    pub usage: Use,
    /// The call.
    pub span: Span,
    /// The arguments as they were written.
    pub arguments: &'e [typed::Expr],
}

impl LibraryCall<'_> {
    /// The result of a call whose value is not used, or that returns nothing.
    pub fn nothing(&self, cx: &mut ProcedureLowering<'_, '_>) -> Operand {
        cx.dummy_result(self.ty, self.usage, self.span)
    }

    /// A value as the call's result.
    pub fn result(&self, cx: &mut ProcedureLowering<'_, '_>, value: Expr) -> Operand {
        if self.usage == Use::Unused || self.ty == cx.cx.types.void() {
            return self.nothing(cx);
        }
        let value = cx.convert(value, self.ty);
        Operand::pure(value, self.span)
    }

    /// A number as the call's result.
    pub fn number(&self, cx: &mut ProcedureLowering<'_, '_>, value: i128) -> Operand {
        let value = cx.number(value);
        self.result(cx, value)
    }

    /// The value of an argument that is a constant of the program.
    pub fn constant(&self, argument: usize) -> Option<i128> {
        match self.arguments[argument].kind {
            typed::ExprKind::Integer(value) => Some(value),
            _ => None,
        }
    }

    /// Whether the result is used.
    pub fn is_used(&self, cx: &ProcedureLowering<'_, '_>) -> bool {
        self.usage != Use::Unused && self.ty != cx.cx.types.void()
    }

    /// A register for a result of a type, if the call's value is used: the one that wants it, where the types agree.
    pub fn register(&self, cx: &mut ProcedureLowering<'_, '_>, ty: TypeId) -> Option<LocalId> {
        match self.usage {
            _ if !self.is_used(cx) => None,
            Use::Into(target) if self.ty == ty && cx.procedure.locals[target].ty == ty => Some(target),
            Use::Into(_) | Use::Value | Use::Unused => Some(cx.temporary(ty)),
        }
    }

    /// What a register of [`LibraryCall::register`] holds, as the call's result.
    pub fn in_register(&self, cx: &mut ProcedureLowering<'_, '_>, register: Option<LocalId>) -> Operand {
        match register {
            Some(register) => {
                let value = read(local_place(&cx.procedure, register));
                self.result(cx, value)
            }
            None => self.nothing(cx),
        }
    }
}

/// Whether a function is an error function: calling it is a violation even if the file gives it a body.
fn is_error(name: &str) -> bool {
    matches!(name, "reach_error" | "__VERIFIER_error")
}

/// Whether a function's body is executed as one atomic section.
pub(super) fn runs_atomically(name: &str) -> bool {
    name.starts_with("__VERIFIER_atomic_")
}

impl ProcedureLowering<'_, '_> {
    /// A call.
    pub(super) fn call(
        &mut self,
        expr: &typed::Expr,
        callee: &typed::Expr,
        arguments: &[typed::Expr],
        usage: Use,
    ) -> Operand {
        let Some(function) = designated(callee) else {
            return self.call_pointer(expr, callee, arguments, usage);
        };
        let declaration = &self.cx.unit.functions[function];
        let call = LibraryCall { name: &declaration.name, ty: expr.ty, usage, span: expr.span, arguments };
        let is_of_library = |span| self.cx.unit.source.place(span).file.starts_with("<raddle>/");
        if self.cx.obstacles == Obstacles::GoOn
            && let Some(state) = self.cx.unit.effects.hidden_state(&declaration.name)
            && (declaration.body.is_none() || is_of_library(declaration.span) && !is_of_library(expr.span))
        {
            self.access_hidden_state(state, function, expr.span);
        }
        if self.cx.obstacles == Obstacles::GoOn && declaration.name.starts_with(HIDDEN) {
            // The access is there already.
            return call.nothing(self);
        }
        if declaration.body.is_some() && !is_error(&declaration.name) {
            return self.call_defined(function, &call);
        }
        if self.cx.models.model(&declaration.name).is_none()
            && let Some(effects) = effects::of(self.cx.unit, function)
            && arguments.len() >= effects.parameters.len()
        {
            let parameters: Vec<TypeId> =
                self.cx.function_type(function).parameters.iter().map(|parameter| parameter.ty).collect();
            let mut operands = self.operands(call.arguments, |cx, argument| cx.value(argument));
            self.may_be_cancelled(&call, &mut operands);
            self.uses_stream(&call, &mut operands);
            return library::effects::run(self, &call, operands, effects, &parameters);
        }
        match self.cx.models.model(&declaration.name) {
            Some(row) if arguments.len() >= row.arguments => self.call_model(row.model, &call),
            Some(_) => {
                self.unsupported(format!("a call of {} with too few arguments", declaration.name), expr.span);
                call.nothing(self)
            }
            None if let Some(what) = refused(&declaration.name) => {
                self.unsupported(what, expr.span);
                call.nothing(self)
            }
            None if library::is_denied(&declaration.name) && self.cx.obstacles == Obstacles::Stop => {
                self.unsupported(format!("a call of {}", declaration.name), expr.span);
                call.nothing(self)
            }
            None => self.call_external(function, &call),
        }
    }

    /// Accesses the hidden data that a library function shares with other library functions.
    fn access_hidden_state(&mut self, state: &HiddenState, function: FunctionId, span: Span) {
        let (global, int) = (self.cx.hidden_state(&state.name, function), self.cx.int());
        let place = Place { kind: PlaceKind::Global(global), ty: int, atomic: None };
        let effect = if state.is_written {
            Effect::Assign { target: place, value: integer(0, int) }
        } else {
            let register = self.temporary(int);
            Effect::Assign { target: local_place(&self.procedure, register), value: read(place) }
        };
        self.emit(effect, span);
    }

    /// Runs the model of a library function.
    pub(super) fn call_model(&mut self, model: Model, call: &LibraryCall<'_>) -> Operand {
        let mut operands = self.operands(call.arguments, |cx, argument| cx.value(argument));
        self.may_be_cancelled(call, &mut operands);
        self.uses_stream(call, &mut operands);
        let result = library::apply(model, self, call, operands);
        library::errno::behind(self, call, result)
    }

    /// The cancellation point at the beginning of a library function, behind the evaluation of its arguments.
    fn may_be_cancelled(&mut self, call: &LibraryCall<'_>, operands: &mut Vec<Operand>) {
        let point = self.cx.unit.effects.cancellation(call.name);
        if point.is_some() && self.cancels() {
            operands.settle(self, u64::MAX);
            self.cancellation_at(point, call.name, call.span);
        }
    }

    /// What a library function does with the stream that it gets.
    fn uses_stream(&mut self, call: &LibraryCall<'_>, operands: &mut Vec<Operand>) {
        let types: Vec<TypeId> = call.arguments.iter().map(|argument| argument.ty).collect();
        if let Some((position, using)) = streams::use_of(self.cx.unit, call.name, &types)
            && !streams::is_standard(self.cx.unit, &call.arguments[position])
        {
            operands.settle(self, u64::MAX);
            self.use_stream(operands[position].expr.clone(), using, call.span);
        }
    }

    /// The arguments of a call of a function of a type, converted to its parameters. Missing ones get any value, superfluous
    /// ones are evaluated and dropped.
    fn arguments(&mut self, mut operands: Vec<Operand>, parameters: &[TypeId], span: Span) -> Vec<Operand> {
        if operands.len() > parameters.len() {
            if operands.is_access() || operands[parameters.len()..].iter().any(|operand| !self.is_settled(operand)) {
                operands.settle(self, u64::MAX);
            }
            operands.truncate(parameters.len());
        }
        for &parameter in &parameters[operands.len()..] {
            let ty = self.cx.program_type(parameter);
            let is_scalar = self.cx.types.scalar_shape(ty).is_some();
            let value = if is_scalar {
                let local = self.temporary(ty);
                self.emit(Effect::Live { local, is_zeroed: false }, span);
                local_place(&self.procedure, local)
            } else {
                self.memory_temporary(ty, span)
            };
            operands.push(Operand::pure(read(value), span));
        }
        operands.into_iter().zip(parameters).map(|(operand, &ty)| self.converted(operand, ty)).collect()
    }

    fn call_defined(&mut self, function: FunctionId, call: &LibraryCall<'_>) -> Operand {
        let operands = self.operands(call.arguments, |cx, argument| cx.value(argument));
        let declaration = &self.cx.unit.functions[function];
        let parameters: Vec<TypeId> =
            declaration.parameters.iter().map(|&parameter| self.cx.unit.variables[parameter].ty.ty).collect();
        let mut operands = self.arguments(operands, &parameters, call.span);
        let is_atomic = runs_atomically(call.name);
        if is_atomic {
            operands.settle(self, u64::MAX);
            self.emit(Effect::AtomicBegin, call.span);
        }
        let callee = Callee::Procedure(self.cx.procedure_of(function));
        let declared = self.cx.function_type(function).result.ty;
        let returns_another = call.is_used(self) && self.cx.program_type(declared) != self.cx.program_type(call.ty);
        if returns_another {
            self.unsupported(
                format!("the result of {}, which returns another type than is declared", call.name),
                call.span,
            );
        }
        let result = match returns_another {
            true => {
                let ty = self.cx.program_type(call.ty);
                let is_scalar = self.cx.types.scalar_shape(ty).is_some();
                let value = if is_scalar { integer(0, ty) } else { read(self.memory_temporary(ty, call.span)) };
                Operand::pure(value, call.span)
            }
            false => self.emit_call(callee, operands, None, call),
        };
        if is_atomic {
            self.emit(Effect::AtomicEnd, call.span);
        }
        result
    }

    fn call_pointer(
        &mut self,
        expr: &typed::Expr,
        callee: &typed::Expr,
        arguments: &[typed::Expr],
        usage: Use,
    ) -> Operand {
        // `(*f)(...)` calls what `f` points to.
        let pointer = match &callee.kind {
            Typed::Deref(pointer) => pointer,
            _ => callee,
        };
        let all: Vec<&typed::Expr> = std::iter::once(pointer).chain(arguments).collect();
        let mut operands = self.operands(all, |cx, operand| cx.value(operand));
        if operands.is_access() && operands.iter().skip(1).any(|operand| operand.is_access) {
            operands.settle(self, u64::MAX);
        }
        let pointer = operands.remove(0);
        let name: Arc<str> = "a function pointer".into();
        let call = LibraryCall { name: &name, ty: expr.ty, usage, span: expr.span, arguments };
        let access = pointer.is_access.then_some(pointer.span);
        self.emit_call(Callee::Pointer(pointer.expr), operands, access, &call)
    }

    /// Emits the call itself. `access`: the lvalue that the callee reads.
    fn emit_call(
        &mut self,
        callee: Callee,
        operands: Vec<Operand>,
        access: Option<Span>,
        call: &LibraryCall<'_>,
    ) -> Operand {
        let span = operands.iter().find(|operand| operand.is_access).map(|operand| operand.span);
        let span = access.or(span).unwrap_or(call.span);
        let arguments: Vec<Expr> = operands.into_iter().map(|operand| operand.expr).collect();
        let ty = self.cx.program_type(call.ty);
        let is_scalar = self.cx.types.scalar_shape(ty).is_some();
        if !call.is_used(self) || is_scalar {
            let result = if call.is_used(self) { call.register(self, ty) } else { None };
            self.emit(Effect::Call { callee, arguments, result }, span);
            return call.in_register(self, result);
        }
        let place = self.memory_temporary(ty, call.span);
        let result = match place.kind {
            raddle_program::syntax::PlaceKind::Local(local) => Some(local),
            _ => None,
        };
        self.emit(Effect::Call { callee, arguments, result }, span);
        Operand::pure(read(place), call.span)
    }

    /// A function without a body that the tool has no model of.
    fn call_external(&mut self, function: FunctionId, call: &LibraryCall<'_>) -> Operand {
        let declared = self.cx.function_type(function);
        let mut operands = self.operands(call.arguments, |cx, argument| cx.value(argument));
        self.may_be_cancelled(call, &mut operands);
        self.uses_stream(call, &mut operands);
        let is_noreturn = self.cx.unit.functions[function].is_noreturn;
        let externals = self.cx.unit.externals;
        if externals == Externals::Any && may_change_anything(self.cx.unit, function) {
            self.unsupported(format!("a call of {}, which has no body and may do anything", call.name), call.span);
        }
        let name = call.name.clone();
        self.cx.bodiless.note(function, &name, call.span);
        let arguments = self.all_fetched(operands);
        let mut pairs = Vec::new();
        for (position, argument) in arguments.into_iter().enumerate() {
            let written = &call.arguments[position];
            // What the function does not use need not be handed over.
            if externals == Externals::Pure && self.leads_on(argument.ty) {
                continue;
            }
            if matches!(self.cx.types.kind(argument.ty), TypeKind::Record(_)) && self.leads_on(argument.ty) {
                self.unsupported(format!("a structure with pointers given to {name}, which has no body"), call.span);
            }
            // What `...` or an old declaration takes may be written through.
            let parameter = declared.parameters.get(position).map(|parameter| parameter.ty);
            let is_constant =
                externals == Externals::Pure || parameter.is_some_and(|parameter| self.only_reads(parameter, written));
            // A stream is the library's: the function changes nothing there that the program sees.
            let is_constant = is_constant || streams::is_pointer_to_handle(self.cx.unit, argument.ty);
            pairs.push((argument, is_constant));
        }
        let ty = self.cx.program_type(call.ty);
        if call.is_used(self) && self.cx.types.scalar_shape(ty).is_none() {
            self.unsupported(format!("a call of {}, which returns a record", call.name), call.span);
            return call.nothing(self);
        }
        let result = call.register(self, ty).filter(|_| !is_noreturn);
        self.emit(Effect::External { name: call.name.clone(), arguments: pairs, result }, call.span);
        if is_noreturn {
            // What other threads do before the process ends, or while this thread goes on for ever, they could do before the call.
            let never = integer(0, self.cx.int());
            self.emit(Effect::Assume(never), call.span);
            self.emit(Effect::Stop, call.span);
        }
        let result = call.in_register(self, result);
        library::errno::behind_external(self, call, result)
    }

    /// Whether a function without a body cannot change anything through an argument. A pointer to `const` is a promise about
    /// what it points to, not about what that leads to. That the function reads it matters where threads may write it meanwhile.
    fn only_reads(&self, parameter: TypeId, argument: &typed::Expr) -> bool {
        let TypeKind::Pointer(pointee) = *self.cx.types.kind(parameter) else { return false };
        let creates_threads = ["pthread_create", "thrd_create"].iter().any(|name| self.cx.uses(name));
        if !pointee.qualifiers.is_const || creates_threads {
            return false;
        }
        let given = pointee_of(&self.cx.types, argument).unwrap_or(pointee.ty);
        !self.leads_on(given)
            && (matches!(self.cx.types.kind(pointee.ty), TypeKind::Void) || !self.leads_on(pointee.ty))
    }

    /// Whether objects of a type may hold addresses; of types that say nothing: yes.
    fn leads_on(&self, ty: TypeId) -> bool {
        match self.cx.types.kind(ty) {
            TypeKind::Bool | TypeKind::Int(_) | TypeKind::Float(_) | TypeKind::Complex(_) => false,
            TypeKind::Array { element, .. } => self.leads_on(element.ty),
            TypeKind::Record(record) => match &self.cx.types.record(*record).body {
                Some(body) => body.fields.iter().any(|field| self.leads_on(field.ty.ty)),
                None => true,
            },
            TypeKind::Void | TypeKind::Pointer(_) | TypeKind::Function(_) => true,
        }
    }

    /// A builtin that has no function behind it.
    pub(super) fn builtin(
        &mut self,
        expr: &typed::Expr,
        name: &Arc<str>,
        arguments: &[typed::Expr],
        usage: Use,
    ) -> Operand {
        let call = LibraryCall { name, ty: expr.ty, usage, span: expr.span, arguments };
        match self.cx.models.builtin(name) {
            Some(row) if arguments.len() >= row.arguments => self.call_model(row.model, &call),
            Some(_) | None => {
                self.unsupported(format!("a call of {name}"), expr.span);
                call.nothing(self)
            }
        }
    }

    fn dummy_result(&mut self, ty: TypeId, usage: Use, span: Span) -> Operand {
        let is_void = ty == self.cx.types.void();
        if usage == Use::Unused || is_void {
            // The value is not used.
            return Operand::pure(integer(0, self.cx.int()), span);
        }
        self.dummy(ty, span)
    }
}

/// The function that a callee designates directly.
fn designated(callee: &typed::Expr) -> Option<FunctionId> {
    match &callee.kind {
        Typed::Function(function) => Some(*function),
        Typed::Decay(inner) | Typed::AddressOf(inner) | Typed::Deref(inner) => designated(inner),
        _ => None,
    }
}

/// The type of what a pointer was made to point to, before conversions.
fn pointee_of(types: &Types, pointer: &typed::Expr) -> Option<TypeId> {
    match &pointer.kind {
        Typed::Cast { operand, .. } => pointee_of(types, operand),
        Typed::Decay(place) | Typed::AddressOf(place) => Some(place.ty),
        _ => match types.kind(pointer.ty) {
            TypeKind::Pointer(pointee) => Some(pointee.ty),
            _ => None,
        },
    }
}

/// What a text of the library refuses by a call of a function, in words: the functions that such texts call for that have neither a body nor
/// a model, and are called `__raddle_mapping_without_model` and the like.
fn refused(name: &str) -> Option<String> {
    // Programs that are printed as C call `__raddle_unsupported` for what they do not express.
    let is_refusal = library::is_denied(name) && name != "__raddle_unsupported";
    let words = name.strip_prefix("__raddle_").filter(|_| is_refusal)?;
    Some(words.replace('_', " "))
}
