//! Statements and effects in C.

use super::CPrinter;
use super::expression::{PREFIX, PRIMARY};
use super::idiom::copies;
use super::library;
use super::loops::Condition;
use super::names::LocalNames;
use super::scope::{Scopes, sets};
use crate::builder::pointee;
use crate::entity::Entity;
use crate::floating::Format;
use crate::source::Span;
use crate::syntax::{
    Block, Callee, Effect, Expr, ExprKind, LocalId, Place, Procedure, Region, Statement, Synchronization,
};
use crate::types::{FloatKind, IntKind, TypeId, TypeKind};

/// The code of one procedure while it is printed.
pub(super) struct CodePrinter<'a, 'p> {
    pub(super) printer: &'a CPrinter<'p>,
    pub(super) procedure: &'a Procedure,
    pub(super) names: LocalNames,
    /// Where locals are declared.
    pub(super) scopes: Scopes,
    /// Locals that are printed nowhere, see [`super::idiom`].
    pub(super) copies: Vec<LocalId>,
    /// The labels to which the `continue`s of the loops around go; `None` for a plain `continue`.
    pub(super) continues: Vec<Option<String>>,
    pub(super) out: String,
    pub(super) level: usize,
}

/// An effect in C.
pub(super) enum Printed {
    /// Nothing.
    Nothing,
    /// Something that can stand between commas.
    Expression(String),
    /// Something that ends in `;` or `}`.
    Statement(String),
}

impl<'a, 'p> CodePrinter<'a, 'p> {
    pub(super) fn new(printer: &'a CPrinter<'p>, procedure: &'a Procedure) -> Self {
        CodePrinter {
            printer,
            procedure,
            names: LocalNames::of(&printer.names, procedure),
            scopes: Scopes::of(procedure),
            copies: if printer.points.is_none() { copies(procedure) } else { Vec::new() },
            continues: Vec::new(),
            out: String::new(),
            level: 1,
        }
    }

    /// The definition of the procedure.
    pub(super) fn definition(mut self) -> String {
        for (local, data) in self.procedure.locals.iter() {
            let is_inside = local.index() < self.procedure.parameters.len() || self.scopes.is_declared_inside(local);
            if !is_inside && !self.copies.contains(&local) {
                let declaration = self.printer.declare(data.ty, &self.names.locals[local]);
                self.line(&format!("{declaration};"));
            }
        }
        if !self.out.is_empty() && !self.procedure.body.is_empty() {
            self.out.push('\n');
        }
        self.block(&self.procedure.body);
        format!("{}\n{{\n{}}}\n", self.printer.header(self.procedure), self.out)
    }

    pub(super) fn line(&mut self, text: &str) {
        for line in text.lines() {
            self.out += &"    ".repeat(self.level);
            self.out += line;
            self.out.push('\n');
        }
    }

    /// Prints the statements of a block, without braces.
    pub(super) fn block(&mut self, block: &Block) {
        let mut at = 0;
        let mut ends = Vec::new();
        while let Some(statement) = block.get(at) {
            let rest = &block[at..];
            let idiom = self.idiom(rest);
            let setting = self.setting(rest);
            if idiom.is_none()
                && let Some((local, text, count)) = &setting
                && self.counting_loop(*local, text, rest.get(*count))
            {
                at += count + 1;
            } else {
                if let Some(distance) = self.scopes.braces(statement).filter(|_| idiom.is_none()) {
                    self.line("{");
                    self.level += 1;
                    ends.push(at + distance);
                }
                match idiom.or(setting.map(|(_, text, count)| (text, count))) {
                    Some((text, count)) => {
                        self.line(&text);
                        at += count;
                    }
                    None => {
                        self.statement(statement);
                        at += 1;
                    }
                }
            }
            while ends.pop_if(|end| *end < at).is_some() {
                self.level -= 1;
                self.line("}");
            }
        }
    }

    /// The text of the first statements of a block if they declare a local, or set it: the local, and how many statements.
    fn setting(&self, block: &[Statement]) -> Option<(LocalId, String, usize)> {
        let Statement::Step(step) = block.first()? else { return None };
        let declared = self.scopes.declared_at(&block[0]);
        if let (Some(local), Effect::Live { is_zeroed, .. }) = (declared, &step.effect) {
            let next = block.get(1).and_then(|next| match next {
                Statement::Step(next) if sets(&next.effect) == Some(local) => Some(self.step(next)),
                _ => None,
            });
            if let Some(Printed::Expression(text)) = next {
                return Some((local, self.with_declaration(declared, &text), 2));
            }
            return Some((local, self.zeroed_declaration(local, *is_zeroed), 1));
        }
        let local = sets(&step.effect)?;
        match self.step(step) {
            Printed::Expression(text) => Some((local, self.with_declaration(declared, &text), 1)),
            Printed::Nothing | Printed::Statement(_) => None,
        }
    }

    /// Prints the statements of a block, one level deeper.
    pub(super) fn inner(&mut self, block: &Block) {
        self.level += 1;
        self.block(block);
        self.level -= 1;
    }

    fn statement(&mut self, statement: &Statement) {
        match statement {
            Statement::Step(step) => match self.step(step) {
                Printed::Nothing => {}
                Printed::Expression(text) => self.line(&format!("{text};")),
                Printed::Statement(text) => self.line(&text),
            },
            Statement::If { condition, then, otherwise, span } => {
                let condition = self.value(condition, *span);
                self.line(&format!("if ({condition}) {{"));
                self.inner(then);
                let mut rest = otherwise;
                while let [Statement::If { condition, then, otherwise, span }] = &rest[..]
                    && self.printer.writes_logic
                {
                    let condition = self.value(condition, *span);
                    self.line(&format!("}} else if ({condition}) {{"));
                    self.inner(then);
                    rest = otherwise;
                }
                if !rest.is_empty() {
                    self.line("} else {");
                    self.inner(rest);
                }
                self.line("}");
            }
            Statement::Loop { tests_after, test, condition, body, step, span } => {
                let condition = Condition { expr: condition, span: *span };
                self.repetition(*tests_after, test, &condition, body, step);
            }
            Statement::Break => self.line("break;"),
            Statement::Continue => match self.continues.last().cloned().flatten() {
                None => self.line("continue;"),
                Some(label) => self.line(&format!("goto {label};")),
            },
            Statement::Goto(label) => self.line(&format!("goto {};", self.names.labels[*label])),
            Statement::Label(label) => self.line(&format!("{}: ;", self.names.labels[*label])),
        }
    }

    /// The declaration of a local where it begins to live.
    fn zeroed_declaration(&self, local: LocalId, is_zeroed: bool) -> String {
        let ty = self.procedure.locals[local].ty;
        let zero = match (is_zeroed, self.printer.is_aggregate(ty)) {
            (false, _) => "",
            (true, true) => " = {0}",
            (true, false) => " = 0",
        };
        format!("{}{zero};", self.printer.declare(ty, &self.names.locals[local]))
    }

    /// `x = value;`, with the declaration of `x` before it.
    pub(super) fn with_declaration(&self, local: Option<LocalId>, text: &str) -> String {
        let Some(local) = local else { return format!("{text};") };
        let name = &self.names.locals[local];
        let declaration = self.printer.declare(self.procedure.locals[local].ty, name);
        match text.strip_prefix(&format!("{name} = ")) {
            Some(value) => format!("{declaration} = {value};"),
            None => format!("{declaration};\n{text};"),
        }
    }

    /// `local = `
    pub(super) fn result(&self, result: Option<LocalId>) -> String {
        result.map_or(String::new(), |local| format!("{} = ", self.names.locals[local]))
    }

    /// An effect in C, of a step at a span.
    pub(super) fn effect(&self, effect: &Effect, span: Span) -> Printed {
        let printer = self.printer;
        let text = match effect {
            Effect::Skip => return Printed::Statement(";".to_owned()),
            Effect::Dead(_) => return Printed::Nothing,
            // A local that is declared on top: the value it had before stays, unless it is zeroed.
            Effect::Live { local, is_zeroed } => {
                if !is_zeroed {
                    return Printed::Nothing;
                }
                let name = &self.names.locals[*local];
                format!("{}(&{name}, 0, sizeof {name})", printer.call("memset"))
            }
            Effect::Assign { target, value } => self.store(target, value),
            Effect::Initialize { target, value } => self.store(target, value),
            Effect::Input { target, source: _ } => {
                let ty = self.procedure.locals[*target].ty;
                format!("{} = {}", self.names.locals[*target], self.any_value(ty))
            }
            Effect::Assume(condition) => {
                format!("{}({})", printer.call("__VERIFIER_assume"), self.condition_as_int(condition))
            }
            Effect::Assert { condition, function, message } => {
                return self.assertion(condition, function, message, span);
            }
            Effect::Call { callee, arguments, result } => self.call(callee, arguments, *result, span),
            Effect::External { name: _, arguments, result } if printer.points.is_some() => {
                let evaluated =
                    arguments.iter().map(|(argument, _)| format!("(void){}", self.operand(argument, PREFIX)));
                let chosen = result.map(|local| {
                    let ty = self.procedure.locals[local].ty;
                    self.result(Some(local)) + &self.any_value(ty)
                });
                let parts: Vec<String> = evaluated.chain(chosen).collect();
                if parts.is_empty() {
                    return Printed::Statement(";".to_owned());
                }
                parts.join(", ")
            }
            Effect::External { name, arguments, result } => {
                let arguments: Vec<String> = arguments.iter().map(|(argument, _)| self.expr(argument)).collect();
                let call = format!("{}({})", printer.function_name(name), arguments.join(", "));
                match result.map(|local| self.procedure.locals[local].ty) {
                    // Calls of the same name may have results of several types; the first is declared.
                    Some(ty) if !printer.is_aggregate(ty) => {
                        format!("{}({}){call}", self.result(*result), printer.ty(ty))
                    }
                    Some(_) | None => self.result(*result) + &call,
                }
            }
            Effect::Return(value) => return Printed::Statement(self.leave(value.as_ref(), span)),
            Effect::Allocate { target, size, is_zeroed, region } => {
                let (name, size) = (&self.names.locals[*target], self.expr(size));
                match (region, is_zeroed) {
                    (Region::Heap, false) => format!("{name} = {}({size})", printer.call("malloc")),
                    (Region::Heap, true) => format!("{name} = {}(1, {size})", printer.call("calloc")),
                    (Region::Stack, false) => format!("{name} = __builtin_alloca({size})"),
                    (Region::Stack, true) => {
                        format!("{name} = {}(__builtin_alloca({size}), 0, {size})", printer.call("memset"))
                    }
                    (Region::Stream, _) => format!("{name} = {}({size})", printer.call("__raddle_open")),
                    (Region::Mapping, false) => format!("{name} = {}({size})", printer.call("__raddle_map")),
                    (Region::Mapping, true) => format!("{name} = {}({size})", printer.call("__raddle_map_zeros")),
                    (Region::ConstantMapping, false) => {
                        format!("{name} = {}({size})", printer.call("__raddle_map_constant"))
                    }
                    (Region::ConstantMapping, true) => {
                        format!("{name} = {}({size})", printer.call("__raddle_map_constant_zeros"))
                    }
                }
            }
            Effect::Free(address, region) => {
                let function = match region {
                    Region::Heap | Region::Stack => "free",
                    Region::Stream => "__raddle_close",
                    Region::Mapping | Region::ConstantMapping => "__raddle_unmap",
                };
                format!("{}({})", printer.call(function), self.expr(address))
            }
            Effect::CopyBytes { target, origin, size, may_overlap } => {
                let [target, origin, size] = [target, origin, size].map(|operand| self.expr(operand));
                format!("{}({target}, {origin}, {size})", printer.call(if *may_overlap { "memmove" } else { "memcpy" }))
            }
            Effect::FillBytes { target, byte, size } => {
                let [target, byte, size] = [target, byte, size].map(|operand| self.expr(operand));
                format!("{}({target}, {byte}, {size})", printer.call("memset"))
            }
            Effect::Spawn { start, argument, id, is_detached, result } => {
                self.spawn(start, argument, id, is_detached.as_ref(), *result)
            }
            Effect::Join { thread, value, result } => {
                let is_pointer = matches!(printer.program.types.kind(thread.ty), TypeKind::Pointer(_));
                let cast = if is_pointer { "(pthread_t)" } else { "" };
                let is_number = value.is_some_and(|local| {
                    !matches!(printer.program.types.kind(self.procedure.locals[local].ty), TypeKind::Pointer(_))
                });
                let (name, target) = if is_number { ("thrd_join", "(int *)") } else { ("pthread_join", "(void **)") };
                let value = value.map_or("0".to_owned(), |local| format!("{target}&{}", self.names.locals[local]));
                let (call, thread) = (printer.call(name), self.operand(thread, PREFIX));
                format!("{}{call}({cast}{thread}, {value})", self.result(*result))
            }
            Effect::Exit(value) => {
                let value = value.as_ref().map_or("0".to_owned(), |value| {
                    format!("(void *){}", self.value_as(value, span, self.operand(value, PREFIX)))
                });
                format!("{}({value})", printer.call("pthread_exit"))
            }
            Effect::Stop => format!("{}(0)", printer.call("exit")),
            Effect::Synchronize { operation, operands, result } => {
                self.result(*result) + &self.synchronize(*operation, operands)
            }
            Effect::Fence(order) => format!("__atomic_thread_fence({})", order.constant()),
            Effect::AtomicBegin => format!("{}()", printer.call("__VERIFIER_atomic_begin")),
            Effect::AtomicEnd => format!("{}()", printer.call("__VERIFIER_atomic_end")),
            Effect::Unsupported(what) => format!("{}({})", printer.call("__raddle_unsupported"), quoted(what)),
        };
        Printed::Expression(text)
    }

    fn store(&self, target: &Place, value: &Expr) -> String {
        if matches!(self.printer.program.types.kind(target.ty), TypeKind::Array { .. })
            && let ExprKind::Read(origin) = &value.kind
        {
            let bytes = self.printer.program.types.size_of(target.ty).unwrap_or(0);
            let (target, origin) = (self.address(target).0, self.address(origin).0);
            return format!("{}({target}, {origin}, {bytes})", self.printer.call("memmove"));
        }
        let value = self.expr(value);
        if let Some(atomic) = target.atomic.filter(|_| !self.printer.is_aggregate(target.ty)) {
            if Format::of(&self.printer.program.types, target.ty).is_some() {
                return format!("{} = {value}", self.atomic_floating(target));
            }
            let order = atomic.order.of_store().constant();
            return format!("__atomic_store_n({}, {value}, {order})", self.address(target).0);
        }
        format!("{} = {value}", self.place(target))
    }

    /// A call that gives any value of a type.
    fn any_value(&self, ty: TypeId) -> String {
        let name = match self.printer.program.types.kind(ty) {
            TypeKind::Bool => "__VERIFIER_nondet_bool",
            TypeKind::Pointer(_) => "__VERIFIER_nondet_pointer",
            TypeKind::Float(FloatKind::Float | FloatKind::Half) => "__VERIFIER_nondet_float",
            TypeKind::Float(FloatKind::Double | FloatKind::LongDouble | FloatKind::Float128)
            | TypeKind::Complex(_)
            | TypeKind::Void
            | TypeKind::Array { .. }
            | TypeKind::Record(_)
            | TypeKind::Function(_) => "__VERIFIER_nondet_double",
            TypeKind::Int(kind) => match kind {
                IntKind::Char => "__VERIFIER_nondet_char",
                IntKind::SignedChar => "__VERIFIER_nondet_schar",
                IntKind::UnsignedChar => "__VERIFIER_nondet_uchar",
                IntKind::Short => "__VERIFIER_nondet_short",
                IntKind::UnsignedShort => "__VERIFIER_nondet_ushort",
                IntKind::Int => "__VERIFIER_nondet_int",
                IntKind::UnsignedInt => "__VERIFIER_nondet_uint",
                IntKind::Long => "__VERIFIER_nondet_long",
                IntKind::UnsignedLong => "__VERIFIER_nondet_ulong",
                IntKind::LongLong => "__VERIFIER_nondet_longlong",
                IntKind::UnsignedLongLong => "__VERIFIER_nondet_ulonglong",
                IntKind::Int128 => "__VERIFIER_nondet_int128",
                IntKind::UnsignedInt128 => "__VERIFIER_nondet_uint128",
            },
        };
        format!("{}()", self.printer.call(name))
    }

    fn assertion(&self, condition: &Expr, function: &str, message: &str, span: Span) -> Printed {
        let is_false = matches!(condition.kind, ExprKind::Integer(0));
        let tested = self.condition_as_int(condition);
        if self.printer.points.is_some() {
            let number = self.point(span, &[], message);
            let tested = self.value_as(condition, span, tested);
            return Printed::Expression(format!("ASSERT({number}, {tested})"));
        }
        let call = match function {
            "assert" => return Printed::Expression(format!("{}({tested})", self.printer.call("assert"))),
            "__VERIFIER_assert" => {
                return Printed::Expression(format!("{}({tested})", self.printer.call("__VERIFIER_assert")));
            }
            "__assert_fail" => {
                let name = self.printer.call("__assert_fail");
                format!("{name}({}, __FILE__, __LINE__, __func__)", quoted(message))
            }
            _ => format!("{}()", self.printer.function_name(function)),
        };
        match is_false {
            true => Printed::Expression(call),
            false => Printed::Statement(format!("if (!({tested})) {{\n    {call};\n}}")),
        }
    }

    fn call(&self, callee: &Callee, arguments: &[Expr], result: Option<LocalId>, span: Span) -> String {
        let printer = self.printer;
        let (name, count) = match callee {
            Callee::Procedure(procedure) => {
                let data = &printer.program.procedures[*procedure];
                (printer.names.procedures[*procedure].clone(), data.parameters.len())
            }
            Callee::Pointer(pointer) => (self.fitting(pointer, arguments, span), arguments.len()),
        };
        let texts: Vec<String> = arguments.iter().take(count).map(|argument| self.value(argument, span)).collect();
        // What has no parameter is only evaluated.
        let dropped: String = arguments
            .iter()
            .skip(count)
            .map(|argument| format!("(void){}, ", self.value_as(argument, span, self.operand(argument, PREFIX))))
            .collect();
        let call = format!("{}{name}({})", self.result(result), texts.join(", "));
        if dropped.is_empty() { call } else { format!("{dropped}{call}") }
    }

    /// A function pointer that takes some arguments: cast if its type has other parameters.
    fn fitting(&self, pointer: &Expr, arguments: &[Expr], span: Span) -> String {
        let printer = self.printer;
        let TypeKind::Function(function) = printer.program.types.kind(pointee(&printer.program.types, pointer.ty).ty)
        else {
            panic!("only functions are called")
        };
        let fits = !function.has_prototype
            || (function.parameters.iter().zip(arguments).all(|(parameter, argument)| parameter.ty == argument.ty)
                && (function.parameters.len() == arguments.len()
                    || function.is_variadic && function.parameters.len() <= arguments.len()));
        let text = self.operand(pointer, if fits { PRIMARY } else { PREFIX });
        let pointer = self.value_as(pointer, span, text);
        if fits {
            return pointer;
        }
        let parameters: Vec<String> = arguments.iter().map(|argument| printer.ty(argument.ty)).collect();
        let parameters = if parameters.is_empty() { "void".to_owned() } else { parameters.join(", ") };
        let ty = printer.declare(function.result.ty, &format!("(*)({parameters})"));
        format!("(({ty}){pointer})")
    }

    fn spawn(
        &self,
        start: &Callee,
        argument: &Expr,
        id: &Expr,
        is_detached: Option<&Expr>,
        result: Option<LocalId>,
    ) -> String {
        let printer = self.printer;
        let types = &printer.program.types;
        let is_void_pointer =
            |ty: TypeId| matches!(types.kind(ty), TypeKind::Pointer(target) if target.ty == types.void());
        let start = match start {
            Callee::Procedure(procedure) => {
                let data = &printer.program.procedures[*procedure];
                let fits = is_void_pointer(data.result)
                    && data.parameters.len() == 1
                    && is_void_pointer(data.locals[data.parameters[0]].ty);
                let cast = if fits { "" } else { "(void *(*)(void *))" };
                format!("{cast}{}", printer.names.procedures[*procedure])
            }
            Callee::Pointer(pointer) => format!("(void *(*)(void *)){}", self.operand(pointer, PREFIX)),
        };
        let is_pointer = matches!(types.kind(argument.ty), TypeKind::Pointer(_));
        let argument = match is_pointer {
            true => self.expr(argument),
            false => format!("(void *){}", self.operand(argument, PREFIX)),
        };
        let is_id = matches!(types.kind(pointee(types, id.ty).ty), TypeKind::Int(IntKind::UnsignedLong));
        let id = if is_id { self.expr(id) } else { format!("(pthread_t *){}", self.operand(id, PREFIX)) };
        match is_detached {
            None => format!("{}{}({id}, 0, {start}, {argument})", self.result(result), printer.call("pthread_create")),
            Some(state) => {
                let (call, state) = (printer.call("__raddle_create"), self.expr(state));
                format!("{}{call}({id}, {state}, {start}, {argument})", self.result(result))
            }
        }
    }

    fn synchronize(&self, operation: Synchronization, operands: &[Expr]) -> String {
        let mut arguments: Vec<String> = operands.iter().map(|operand| self.expr(operand)).collect();
        let name = match (operation, operands) {
            (Synchronization::MutexInit, [_, Expr { kind: ExprKind::Integer(0), .. }]) => "pthread_mutex_init",
            (operation, _) => library::function(operation),
        };
        // Where a deadline or attributes are given in C, which the operation does not look at.
        if library::takes_null(operation) {
            arguments.push("0".to_owned());
        }
        format!("{}({})", self.printer.call(name), arguments.join(", "))
    }

    fn leave(&self, value: Option<&Expr>, span: Span) -> String {
        let result = self.procedure.result;
        let types = &self.printer.program.types;
        let is_main = std::ptr::eq(self.procedure, &self.printer.program.procedures[self.printer.program.main]);
        match value {
            Some(value) => format!("return {};", self.value(value, span)),
            None if is_main => "return 0;".to_owned(),
            None if result == types.void() => "return;".to_owned(),
            None if self.printer.is_aggregate(result) => {
                format!("{{\n    {};\n    return any;\n}}", self.printer.declare(result, "any"))
            }
            None => format!("return {};", self.any_value(result)),
        }
    }
}

/// A text as a string literal.
fn quoted(text: &str) -> String {
    let mut out = String::from("\"");
    for char in text.chars() {
        match char {
            '"' | '\\' | '?' => {
                out.push('\\');
                out.push(char);
            }
            '\n' => out += "\\n",
            ' '..='~' => out.push(char),
            _ => out.push('.'),
        }
    }
    out.push('"');
    out
}
