//! Printing statements, places and expressions in the notation.

use super::SYNCHRONIZATIONS;
use super::names::{string, written_names};
use super::print::Printer;
use super::types::{Objects, SUFFIXES, is_expr_type_implied, is_place_type_implied};
use crate::entity::Entity;
use crate::source::Span;
use crate::syntax::{
    Atomic, Block, Callee, Effect, Expr, ExprKind, GlobalId, InputSource, LabelId, LocalId, MemoryOrder, Place,
    PlaceKind, Procedure, Region, Statement,
};
use crate::types::{TypeId, TypeKind, Types};

/// The code of one procedure while it is printed.
pub(super) struct CodePrinter<'a, 'p> {
    printer: &'a mut Printer<'p>,
    procedure: &'a Procedure,
    locals: Vec<String>,
    labels: Vec<String>,
}

impl Objects for CodePrinter<'_, '_> {
    fn global(&self, global: GlobalId) -> Option<TypeId> {
        self.printer.program.globals.get(global).map(|global| global.ty)
    }
    fn local(&self, local: LocalId) -> Option<TypeId> {
        self.procedure.locals.get(local).map(|local| local.ty)
    }
    fn types(&self) -> &Types {
        &self.printer.program.types
    }
}

/// The word in front of a place that is accessed atomically.
fn atomic_word(atomic: Atomic) -> String {
    match (atomic.order, atomic.is_update) {
        (MemoryOrder::SequentiallyConsistent, false) => "atomic".to_owned(),
        (order, false) => format!("atomic({})", order.name()),
        (order, true) => format!("atomic({} update)", order.name()),
    }
}

/// How tightly an expression holds together.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Strength {
    /// `a + b`
    Operation,
    /// `-a`, `*a`
    Prefix,
    /// `a`, `a.b`, `(...)`
    Primary,
}

impl<'a, 'p> CodePrinter<'a, 'p> {
    pub(super) fn new(printer: &'a mut Printer<'p>, procedure: &'a Procedure, locals: Vec<String>) -> Self {
        let labels = written_names(procedure.labels.values().map(|label| &label.name));
        CodePrinter { printer, procedure, locals, labels }
    }

    /// Prints the statements of a block, each on lines of its own.
    pub(super) fn block(&mut self, block: &Block, level: usize) {
        for statement in block {
            self.printer.out += &"  ".repeat(level);
            self.statement(statement, level);
        }
    }

    fn text(&mut self, text: &str) {
        self.printer.out += text;
    }

    /// `{`, a block and `}`; the span belongs to the statement.
    fn braces(&mut self, block: &Block, level: usize, span: Span) {
        self.text("{");
        self.printer.end_line(span);
        self.block(block, level + 1);
        self.text(&"  ".repeat(level));
        self.text("}");
    }

    fn statement(&mut self, statement: &Statement, level: usize) {
        match statement {
            Statement::Step(step) => {
                let text = self.effect(&step.effect);
                self.text(&text);
                self.text(";");
                self.printer.end_line(step.span);
            }
            Statement::If { condition, then, otherwise, span } => {
                let condition = self.expr(condition);
                self.text(&format!("if ({condition}) "));
                self.braces(then, level, *span);
                if !otherwise.is_empty() {
                    self.text(" else ");
                    self.braces(otherwise, level, Span::NOWHERE);
                }
                self.text("\n");
            }
            Statement::Loop { tests_after, test, condition, body, step, span } => {
                self.text(if *tests_after { "do " } else { "" });
                if !test.is_empty() {
                    self.text("test ");
                    self.braces(test, level, Span::NOWHERE);
                    self.text(" ");
                }
                let condition = self.expr(condition);
                self.text(&format!("while ({condition}) "));
                self.braces(body, level, *span);
                if !step.is_empty() {
                    self.text(" step ");
                    self.braces(step, level, Span::NOWHERE);
                }
                self.text("\n");
            }
            Statement::Break => self.text("break;\n"),
            Statement::Continue => self.text("continue;\n"),
            Statement::Goto(label) => {
                let label = self.label(*label);
                self.text(&format!("goto {label};\n"));
            }
            Statement::Label(label) => {
                let label = self.label(*label);
                self.text(&format!("{label}:\n"));
            }
        }
    }

    fn effect(&self, effect: &Effect) -> String {
        match effect {
            Effect::Skip => "skip".to_owned(),
            Effect::Assign { target, value } => format!("{} = {}", self.place(target).0, self.expr(value)),
            Effect::Initialize { target, value } => format!("init {} = {}", self.place(target).0, self.expr(value)),
            Effect::Input { target, source } => {
                let source = match source {
                    InputSource::Function(name) => format!("input {}", string(name)),
                    InputSource::Undefined(what) => format!("undefined {}", string(what)),
                };
                format!("{} = {source}", self.local_name(*target))
            }
            Effect::Assume(condition) => format!("assume {}", self.expr(condition)),
            Effect::Assert { condition, function, message } => {
                format!("assert {}, {}, {}", self.expr(condition), string(function), string(message))
            }
            Effect::Call { callee, arguments, result } => {
                let arguments: Vec<String> = arguments.iter().map(|argument| self.expr(argument)).collect();
                format!("{}call {}({})", self.result(*result), self.callee(callee), arguments.join(", "))
            }
            Effect::External { name, arguments, result } => {
                let argument = |(argument, is_const): &(Expr, bool)| {
                    format!("{}{}", if *is_const { "const " } else { "" }, self.expr(argument))
                };
                let arguments: Vec<String> = arguments.iter().map(argument).collect();
                format!("{}external {}({})", self.result(*result), string(name), arguments.join(", "))
            }
            Effect::Return(value) => self.with_optional("return", value.as_ref()),
            Effect::Live { local, is_zeroed } => {
                format!("live {}{}", self.local_name(*local), if *is_zeroed { " zeroed" } else { "" })
            }
            Effect::Dead(local) => format!("dead {}", self.local_name(*local)),
            Effect::Allocate { target, size, is_zeroed, region } => {
                let region = region_name(*region);
                let zeroed = if *is_zeroed { " zeroed" } else { "" };
                format!("{} = allocate {region}({}){zeroed}", self.local_name(*target), self.expr(size))
            }
            Effect::Free(address, region) => format!("free {} {}", region_name(*region), self.expr(address)),
            Effect::CopyBytes { target, origin, size, may_overlap } => {
                let apart = if *may_overlap { "" } else { "apart " };
                format!("copy {apart}{}, {}, {}", self.expr(target), self.expr(origin), self.expr(size))
            }
            Effect::FillBytes { target, byte, size } => {
                format!("fill {}, {}, {}", self.expr(target), self.expr(byte), self.expr(size))
            }
            Effect::Spawn { start, argument, id, is_detached, result } => {
                let (start, argument) = (self.callee(start), self.expr(argument));
                let detached =
                    is_detached.as_ref().map_or(String::new(), |state| format!(" detached {}", self.expr(state)));
                format!("{}spawn {start}({argument}) {}{detached}", self.result(*result), self.expr(id))
            }
            Effect::Join { thread, value, result } => {
                let value = value.map_or(String::new(), |value| format!(", {}", self.local_name(value)));
                format!("{}join {}{value}", self.result(*result), self.expr(thread))
            }
            Effect::Exit(value) => self.with_optional("exit", value.as_ref()),
            Effect::Stop => "stop".to_owned(),
            Effect::Synchronize { operation, operands, result } => {
                let operands: Vec<String> = operands.iter().map(|operand| self.expr(operand)).collect();
                let word = SYNCHRONIZATIONS.iter().find(|(known, _)| known == operation).map_or("", |&(_, word)| word);
                format!("{}{word}({})", self.result(*result), operands.join(", "))
            }
            Effect::Fence(order) => format!("fence {}", order.name()),
            Effect::AtomicBegin => "atomic_begin".to_owned(),
            Effect::AtomicEnd => "atomic_end".to_owned(),
            Effect::Unsupported(what) => format!("unsupported {}", string(what)),
        }
    }

    fn with_optional(&self, word: &str, value: Option<&Expr>) -> String {
        value.map_or(word.to_owned(), |value| format!("{word} {}", self.expr(value)))
    }

    fn result(&self, result: Option<LocalId>) -> String {
        result.map_or(String::new(), |result| format!("{} = ", self.local_name(result)))
    }

    fn callee(&self, callee: &Callee) -> String {
        match callee {
            Callee::Procedure(procedure) => self.printer.procedure(*procedure),
            Callee::Pointer(pointer) => format!("*({})", self.expr(pointer)),
        }
    }

    fn label(&self, label: LabelId) -> String {
        self.labels.get(label.index()).cloned().unwrap_or_else(|| format!("unknown#{}", label.index()))
    }

    fn local_name(&self, local: LocalId) -> String {
        self.locals.get(local.index()).cloned().unwrap_or_else(|| format!("unknown#{}", local.index()))
    }

    fn global_name(&self, global: GlobalId) -> String {
        let Some(name) = self.printer.globals.get(global.index()) else { return format!("unknown#{}", global.index()) };
        let plain = &self.printer.program.globals[global].name;
        let is_hidden = self.procedure.locals.values().any(|local| local.name == *plain);
        if is_hidden { format!("::{name}") } else { name.clone() }
    }

    /// An expression as a whole.
    fn expr(&self, expr: &Expr) -> String {
        self.expr_with_strength(expr).0
    }

    /// An expression as an operand that must hold together.
    fn operand(&self, expr: &Expr, least: Strength) -> String {
        let (text, strength) = self.expr_with_strength(expr);
        if strength >= least { text } else { format!("({text})") }
    }

    fn place_operand(&self, place: &Place) -> String {
        let (text, strength) = self.place(place);
        if strength == Strength::Primary { text } else { format!("({text})") }
    }

    fn place(&self, place: &Place) -> (String, Strength) {
        let (text, strength) = self.plain_place(place);
        let (text, strength) = match place.atomic {
            Some(atomic) => (format!("{} {text}", atomic_word(atomic)), Strength::Prefix),
            None => (text, strength),
        };
        if is_place_type_implied(self, place) {
            return (text, strength);
        }
        (format!("({text} : {})", self.printer.types.ty(place.ty)), Strength::Primary)
    }

    fn plain_place(&self, place: &Place) -> (String, Strength) {
        match &place.kind {
            PlaceKind::Global(global) => (self.global_name(*global), Strength::Primary),
            PlaceKind::Local(local) => (self.local_name(*local), Strength::Primary),
            PlaceKind::Deref(pointer) => (format!("*{}", self.operand(pointer, Strength::Prefix)), Strength::Prefix),
            PlaceKind::Field(inner, number) => {
                let member = self.printer.types.member(inner.ty, *number);
                let base = match &inner.kind {
                    PlaceKind::Deref(pointer) if !inner.is_atomic() && is_place_type_implied(self, inner) => {
                        format!("{}->", self.operand(pointer, Strength::Primary))
                    }
                    _ => format!("{}.", self.place_operand(inner)),
                };
                (base + &member, Strength::Primary)
            }
            PlaceKind::Index(inner, index) => {
                (format!("{}[{}]", self.place_operand(inner), self.expr(index)), Strength::Primary)
            }
            PlaceKind::BitLocation(inner) => (format!("bits({})", self.place(inner).0), Strength::Primary),
        }
    }

    fn expr_with_strength(&self, expr: &Expr) -> (String, Strength) {
        let (text, strength) = match &expr.kind {
            ExprKind::Integer(value) => return self.number(*value, expr.ty),
            ExprKind::Cast(operand) => {
                let ty = self.printer.types.ty(expr.ty);
                return (format!("({ty}){}", self.operand(operand, Strength::Prefix)), Strength::Prefix);
            }
            ExprKind::Read(place) if place.ty == expr.ty => return self.place(place),
            ExprKind::Read(place) => (format!("read {}", self.place_operand(place)), Strength::Prefix),
            ExprKind::AddressOf(place) => (format!("&{}", self.place_operand(place)), Strength::Prefix),
            ExprKind::Procedure(procedure) => (format!("fn {}", self.printer.procedure(*procedure)), Strength::Primary),
            ExprKind::SelfId => ("self".to_owned(), Strength::Primary),
            ExprKind::AllocationSize(pointer, region) => {
                (format!("size_of_allocation {}({})", region_name(*region), self.expr(pointer)), Strength::Primary)
            }
            ExprKind::Unary(operator, operand) => {
                // `-(5)` is not the number `-5`.
                let text = match operand.kind {
                    ExprKind::Integer(_) => format!("({})", self.expr(operand)),
                    _ => self.operand(operand, Strength::Primary),
                };
                (format!("{}{text}", operator.symbol()), Strength::Prefix)
            }
            ExprKind::Binary(operator, left, right) => {
                let (left, right) = (self.operand(left, Strength::Prefix), self.operand(right, Strength::Prefix));
                (format!("{left} {} {right}", operator.symbol()), Strength::Operation)
            }
            ExprKind::PointerAdd { pointer, index, element, is_subtraction } => {
                let sign = if *is_subtraction { '-' } else { '+' };
                let (pointer, index) = (self.operand(pointer, Strength::Prefix), self.operand(index, Strength::Prefix));
                (format!("{pointer} {sign}[{element}] {index}"), Strength::Operation)
            }
            ExprKind::PointerDifference { left, right, element } => {
                (format!("distance[{element}]({}, {})", self.expr(left), self.expr(right)), Strength::Primary)
            }
            ExprKind::Floating(operation, operands) => {
                let operands: Vec<String> = operands.iter().map(|operand| self.expr(operand)).collect();
                (format!("{}({})", operation.name(), operands.join(", ")), Strength::Primary)
            }
            ExprKind::Conditional { condition, then, otherwise } => {
                let [condition, then, otherwise] =
                    [condition, then, otherwise].map(|operand| self.operand(operand, Strength::Prefix));
                (format!("{condition} ? {then} : {otherwise}"), Strength::Operation)
            }
        };
        if is_expr_type_implied(self, expr) {
            return (text, strength);
        }
        (format!("({text} : {})", self.printer.types.ty(expr.ty)), Strength::Primary)
    }

    /// A number with the suffix of its type, or with its type.
    fn number(&self, value: i128, ty: TypeId) -> (String, Strength) {
        let kind = self.printer.program.types.kinds().get(ty);
        for (suffix, suffix_kind) in SUFFIXES {
            if kind == Some(&TypeKind::Int(suffix_kind)) {
                let strength = if value < 0 { Strength::Prefix } else { Strength::Primary };
                return (format!("{value}{suffix}"), strength);
            }
        }
        (format!("({value} : {})", self.printer.types.ty(ty)), Strength::Primary)
    }
}

/// The word for a region.
fn region_name(region: Region) -> &'static str {
    match region {
        Region::Heap => "heap",
        Region::Stack => "stack",
        Region::Stream => "stream",
        Region::Mapping => "mapping",
        Region::ConstantMapping => "constant_mapping",
    }
}
