//! Making programs by hand: constructors for expressions, places and statements, names that are not yet taken, and a
//! builder of whole programs for tests.
//!
//! Transforms use the free functions on procedures they edit; tests write programs with [`ProgramBuilder`] and [`Code`].
//! A constructor gives its result the type that [`crate::wellformed`] expects, and panics where operands cannot have one:
//! what calls it is our own code, not a user's.

use std::sync::Arc;

use crate::entity::Table;
use crate::source::{SourceMap, Span};
use crate::syntax::{
    Atomic, BinaryOperator, Block, Callee, Effect, Expr, ExprKind, Global, GlobalId, InputSource, Label, LabelId,
    Local, LocalId, LocalKind, Place, PlaceKind, Procedure, ProcedureId, Program, Statement, Step, Synchronization,
    UnaryOperator,
};
use crate::types::{ArrayLength, DataModel, Field, IntKind, Qualified, RecordBody, RecordId, TypeId, TypeKind, Types};

/// A number of an integer type, `_Bool`, or a pointer type (0 is null).
pub fn integer(value: i128, ty: TypeId) -> Expr {
    Expr { kind: ExprKind::Integer(value), ty }
}

/// The value of a place.
pub fn read(place: Place) -> Expr {
    let ty = place.ty;
    Expr { kind: ExprKind::Read(Box::new(place)), ty }
}

/// The address of a place in memory.
pub fn address_of(types: &mut Types, place: Place) -> Expr {
    let ty = types.pointer_to(place.ty);
    Expr { kind: ExprKind::AddressOf(Box::new(place)), ty }
}

/// Arithmetic on one operand, of its type; a logical not is an `int`.
pub fn unary(types: &mut Types, operator: UnaryOperator, operand: Expr) -> Expr {
    let ty = match operator {
        UnaryOperator::Negate | UnaryOperator::BitNot => operand.ty,
        UnaryOperator::LogicalNot => types.int(IntKind::Int),
    };
    Expr { kind: ExprKind::Unary(operator, Box::new(operand)), ty }
}

/// `!operand`
pub fn not(types: &mut Types, operand: Expr) -> Expr {
    unary(types, UnaryOperator::LogicalNot, operand)
}

/// Arithmetic on two operands, of the left one's type; comparisons are `int`. Pointer arithmetic is [`pointer_add`].
pub fn binary(types: &mut Types, operator: BinaryOperator, left: Expr, right: Expr) -> Expr {
    let ty = if operator.is_comparison() { types.int(IntKind::Int) } else { left.ty };
    Expr { kind: ExprKind::Binary(operator, Box::new(left), Box::new(right)), ty }
}

/// A value converted to a type: the value itself where it has the type.
pub fn cast(operand: Expr, ty: TypeId) -> Expr {
    if operand.ty == ty {
        return operand;
    }
    Expr { kind: ExprKind::Cast(Box::new(operand)), ty }
}

/// `pointer + index`, counted in elements of what it points to (in bytes for `void`).
///
/// # Panics
/// If `pointer` is no pointer to a complete type.
pub fn pointer_add(types: &Types, pointer: Expr, index: Expr) -> Expr {
    let pointee = pointee(types, pointer.ty);
    let element = types.size_of(pointee.ty).expect("arithmetic is on pointers to complete types");
    let ty = pointer.ty;
    let (pointer, index) = (Box::new(pointer), Box::new(index));
    Expr { kind: ExprKind::PointerAdd { pointer, index, element, is_subtraction: false }, ty }
}

/// `condition ? then : otherwise`; the branches must be free of listed reads.
pub fn conditional(condition: Expr, then: Expr, otherwise: Expr) -> Expr {
    let ty = then.ty;
    let kind =
        ExprKind::Conditional { condition: Box::new(condition), then: Box::new(then), otherwise: Box::new(otherwise) };
    Expr { kind, ty }
}

/// A local as a place.
///
/// # Panics
/// If the procedure has no such local.
pub fn local_place(procedure: &Procedure, local: LocalId) -> Place {
    Place { kind: PlaceKind::Local(local), ty: procedure.locals[local].ty, atomic: None }
}

/// A global as a place.
///
/// # Panics
/// If there is no such global.
pub fn global_place(globals: &Table<GlobalId, Global>, global: GlobalId) -> Place {
    Place { kind: PlaceKind::Global(global), ty: globals[global].ty, atomic: None }
}

/// How an object of a type is accessed: atomically, if it is `_Atomic`.
fn atomic(ty: Qualified) -> Option<Atomic> {
    ty.qualifiers.is_atomic.then_some(Atomic::PLAIN)
}

/// `*pointer`
///
/// # Panics
/// If it is no pointer.
pub fn deref(types: &Types, pointer: Expr) -> Place {
    let pointee = pointee(types, pointer.ty);
    Place { kind: PlaceKind::Deref(Box::new(pointer)), ty: pointee.ty, atomic: atomic(pointee) }
}

/// A member of a record.
///
/// # Panics
/// If the place is no complete record or has no such member.
pub fn field(types: &Types, place: Place, number: u32) -> Place {
    let field = field_of(types, place.ty, number).expect("the place is a record with this member");
    Place { ty: field.ty.ty, atomic: atomic(field.ty), kind: PlaceKind::Field(Box::new(place), number) }
}

/// An element of an array.
///
/// # Panics
/// If the place is no array.
pub fn index(types: &Types, place: Place, index: Expr) -> Place {
    let TypeKind::Array { element, .. } = types.kind(place.ty) else { panic!("only arrays are indexed") };
    let (ty, atomic) = (element.ty, atomic(*element));
    Place { kind: PlaceKind::Index(Box::new(place), Box::new(index)), ty, atomic }
}

/// The memory location of a bit-field as bytes.
///
/// # Panics
/// If the place is no bit-field.
pub fn bit_location(types: &mut Types, place: Place) -> Place {
    let PlaceKind::Field(record, number) = &place.kind else { panic!("only members are bit-fields") };
    let bits = field_of(types, record.ty, *number).and_then(|field| field.bits).expect("the member is a bit-field");
    let byte = Qualified::plain(types.int(IntKind::UnsignedChar));
    let length = ArrayLength::Fixed(u64::from(bits.location_bytes));
    let ty = types.intern(TypeKind::Array { element: byte, length });
    Place { atomic: place.atomic, kind: PlaceKind::BitLocation(Box::new(place)), ty }
}

/// A member of a type that is a complete record.
pub fn field_of(types: &Types, ty: TypeId, number: u32) -> Option<&Field> {
    let TypeKind::Record(record) = types.kinds().get(ty)? else { return None };
    types.records().get(*record)?.body.as_ref()?.fields.get(number as usize)
}

/// What a pointer type points to.
///
/// # Panics
/// If it is no pointer type.
pub fn pointee(types: &Types, pointer: TypeId) -> Qualified {
    let TypeKind::Pointer(pointee) = types.kind(pointer) else { panic!("only pointers point to something") };
    *pointee
}

/// A step as a statement.
pub fn step(effect: Effect, span: Span) -> Statement {
    Statement::Step(Step { effect, span })
}

/// `target = value`
pub fn assign(target: Place, value: Expr, span: Span) -> Statement {
    step(Effect::Assign { target, value }, span)
}

/// Adds a temporary register to a procedure, named after a stem.
pub fn fresh_register(procedure: &mut Procedure, stem: &str, ty: TypeId) -> LocalId {
    fresh_local(procedure, stem, ty, LocalKind::Temporary, true)
}

/// Adds a local to a procedure, with the first free name of `stem`, `stem.1`, `stem.2`, ...
pub fn fresh_local(procedure: &mut Procedure, stem: &str, ty: TypeId, kind: LocalKind, is_register: bool) -> LocalId {
    let name = unused_name(stem, |name| procedure.locals.values().any(|local| &*local.name == name));
    procedure.locals.push(Local { name, ty, kind, is_register, span: procedure.span })
}

/// Adds a label to a procedure, with the first free name of `stem`, `stem.1`, `stem.2`, ...
pub fn fresh_label(procedure: &mut Procedure, stem: &str) -> LabelId {
    let name = unused_name(stem, |name| procedure.labels.values().any(|label| &*label.name == name));
    procedure.labels.push(Label { name })
}

/// Adds a zero-initialized global, with the first free name of `stem`, `stem.1`, `stem.2`, ...
pub fn fresh_global(program: &mut Program, stem: &str, ty: TypeId) -> GlobalId {
    let name = unused_name(stem, |name| program.globals.values().any(|global| &*global.name == name));
    program.globals.push(Global {
        name,
        ty,
        is_thread_local: false,
        is_read_only: false,
        is_external: false,
        initial: Vec::new(),
        span: Span::NOWHERE,
    })
}

fn unused_name(stem: &str, is_used: impl Fn(&str) -> bool) -> Arc<str> {
    if !is_used(stem) {
        return stem.into();
    }
    let mut number = 1_u64;
    loop {
        let name = format!("{stem}.{number}");
        if !is_used(&name) {
            return name.into();
        }
        number += 1;
    }
}

/// An empty procedure without parameters.
pub fn empty_procedure(name: &str, result: TypeId) -> Procedure {
    Procedure {
        name: name.into(),
        parameters: Vec::new(),
        result,
        locals: Table::new(),
        labels: Table::new(),
        body: Vec::new(),
        is_defined: true,
        span: Span::NOWHERE,
    }
}

/// Builds a whole program without source. Its first procedure is `main`, which returns `int`.
#[derive(Clone, Debug)]
pub struct ProgramBuilder {
    program: Program,
}

impl ProgramBuilder {
    /// A program whose `main` is empty.
    pub fn new(model: DataModel) -> Self {
        let mut types = Types::new(model);
        let int = types.int(IntKind::Int);
        let mut procedures = Table::new();
        let main = procedures.push(empty_procedure("main", int));
        ProgramBuilder { program: Program { source: SourceMap::new(), types, globals: Table::new(), procedures, main } }
    }

    /// The program so far.
    pub fn program(&mut self) -> &mut Program {
        &mut self.program
    }

    /// Its types.
    pub fn types(&mut self) -> &mut Types {
        &mut self.program.types
    }

    /// `int`
    pub fn int(&mut self) -> TypeId {
        self.types().int(IntKind::Int)
    }

    /// `void *`
    pub fn void_pointer(&mut self) -> TypeId {
        let void = self.types().void();
        self.types().pointer_to(void)
    }

    /// `pthread_t` of our headers
    pub fn thread_id(&mut self) -> TypeId {
        self.types().int(IntKind::UnsignedLong)
    }

    /// An array type.
    pub fn array(&mut self, element: TypeId, length: u64) -> TypeId {
        let element = Qualified::plain(element);
        self.types().intern(TypeKind::Array { element, length: ArrayLength::Fixed(length) })
    }

    /// A struct with members laid out one after the other, each at its alignment.
    ///
    /// # Panics
    /// If a member's type is incomplete.
    pub fn structure(&mut self, tag: &str, members: &[(&str, TypeId)]) -> TypeId {
        let types = self.types();
        let (mut size, mut alignment) = (0_u64, 1);
        let mut fields = Vec::new();
        for &(name, ty) in members {
            let align = types.align_of(ty).expect("members are complete");
            let offset = size.next_multiple_of(align);
            size = offset + types.size_of(ty).expect("members are complete");
            alignment = alignment.max(align);
            let (name, ty) = (Some(name.into()), Qualified::plain(ty));
            fields.push(Field { name, ty, offset, bits: None, span: Span::NOWHERE });
        }
        let body = Some(RecordBody { fields, size: size.next_multiple_of(alignment), alignment });
        self.record(tag, false, body)
    }

    /// A struct or union whose layout is given.
    pub fn record(&mut self, tag: &str, is_union: bool, body: Option<RecordBody>) -> TypeId {
        let record = crate::types::Record { tag: Some(tag.into()), is_union, body, span: Span::NOWHERE };
        let id: RecordId = self.types().add_record(record);
        self.types().intern(TypeKind::Record(id))
    }

    /// A zero-initialized global.
    pub fn global(&mut self, name: &str, ty: TypeId) -> Place {
        let global = fresh_global(&mut self.program, name, ty);
        global_place(&self.program.globals, global)
    }

    /// Declares a procedure whose code may be given later by [`ProgramBuilder::define`]. Its parameters are registers.
    pub fn declare(&mut self, name: &str, result: TypeId, parameters: &[(&str, TypeId)]) -> ProcedureId {
        let mut procedure = empty_procedure(name, result);
        for &(name, ty) in parameters {
            let local = fresh_local(&mut procedure, name, ty, LocalKind::Parameter, true);
            procedure.parameters.push(local);
        }
        self.program.procedures.push(procedure)
    }

    /// Appends code to a procedure.
    pub fn define(&mut self, procedure: ProcedureId, write: impl FnOnce(&mut Code<'_>)) {
        let placeholder = empty_procedure("", self.program.types.void());
        let taken = std::mem::replace(&mut self.program.procedures[procedure], placeholder);
        let mut code = Code { builder: self, procedure: taken, blocks: vec![Vec::new()], span: Span::NOWHERE };
        write(&mut code);
        let Code { procedure: mut written, mut blocks, .. } = code;
        written.body.append(&mut blocks.pop().expect("blocks are closed where they are opened"));
        self.program.procedures[procedure] = written;
    }

    /// Declares a procedure without parameters and gives it code.
    pub fn procedure(&mut self, name: &str, result: TypeId, write: impl FnOnce(&mut Code<'_>)) -> ProcedureId {
        let procedure = self.declare(name, result, &[]);
        self.define(procedure, write);
        procedure
    }

    /// Appends code to `main`.
    pub fn main(&mut self, write: impl FnOnce(&mut Code<'_>)) {
        self.define(self.program.main, write);
    }

    /// The finished program.
    pub fn finish(self) -> Program {
        self.program
    }
}

/// The code of one procedure while it is written: statements are appended to the innermost open block.
pub struct Code<'b> {
    builder: &'b mut ProgramBuilder,
    procedure: Procedure,
    blocks: Vec<Block>,
    span: Span,
}

impl Code<'_> {
    /// The program around; the procedure that is being written is not in it.
    pub fn builder(&mut self) -> &mut ProgramBuilder {
        self.builder
    }

    /// The procedure that is being written; what is appended here is not yet in its body.
    pub fn procedure(&mut self) -> &mut Procedure {
        &mut self.procedure
    }

    /// Places what follows.
    pub fn at(&mut self, span: Span) {
        self.span = span;
    }

    /// A parameter as a place.
    pub fn parameter(&self, number: usize) -> Place {
        local_place(&self.procedure, self.procedure.parameters[number])
    }

    /// A variable that is a register.
    pub fn register(&mut self, name: &str, ty: TypeId) -> Place {
        let local = fresh_local(&mut self.procedure, name, ty, LocalKind::Variable, true);
        local_place(&self.procedure, local)
    }

    /// A variable in memory; it begins to live here.
    pub fn memory(&mut self, name: &str, ty: TypeId) -> Place {
        let local = fresh_local(&mut self.procedure, name, ty, LocalKind::Variable, false);
        self.effect(Effect::Live { local, is_zeroed: false });
        local_place(&self.procedure, local)
    }

    /// A number of type `int`.
    pub fn number(&mut self, value: i128) -> Expr {
        integer(value, self.builder.int())
    }

    /// Arithmetic or a comparison.
    pub fn binary(&mut self, operator: BinaryOperator, left: Expr, right: Expr) -> Expr {
        binary(self.builder.types(), operator, left, right)
    }

    /// `left == right`
    pub fn equal(&mut self, left: Expr, right: Expr) -> Expr {
        self.binary(BinaryOperator::Equal, left, right)
    }

    /// `left + right`
    pub fn add(&mut self, left: Expr, right: Expr) -> Expr {
        self.binary(BinaryOperator::Add, left, right)
    }

    /// `!operand`
    pub fn not(&mut self, operand: Expr) -> Expr {
        not(self.builder.types(), operand)
    }

    /// The address of a place.
    pub fn address_of(&mut self, place: &Place) -> Expr {
        address_of(self.builder.types(), place.clone())
    }

    /// Appends a statement.
    pub fn statement(&mut self, statement: Statement) {
        self.blocks.last_mut().expect("a block is open while code is written").push(statement);
    }

    /// Appends a step.
    pub fn effect(&mut self, effect: Effect) {
        let span = self.span;
        self.statement(step(effect, span));
    }

    /// `target = value`
    pub fn assign(&mut self, target: &Place, value: Expr) {
        self.effect(Effect::Assign { target: target.clone(), value });
    }

    /// A register gets any value, as by `__VERIFIER_nondet_int`.
    pub fn input(&mut self, target: &Place) {
        let target = local_of(target);
        self.effect(Effect::Input { target, source: InputSource::Function("__VERIFIER_nondet_int".into()) });
    }

    /// `__VERIFIER_assume(condition)`
    pub fn assume(&mut self, condition: Expr) {
        self.effect(Effect::Assume(condition));
    }

    /// `assert(condition)`
    pub fn assert(&mut self, condition: Expr) {
        self.effect(Effect::Assert { condition, function: "assert".into(), message: "".into() });
    }

    /// Calls a procedure.
    pub fn call(&mut self, result: Option<&Place>, callee: ProcedureId, arguments: Vec<Expr>) {
        let callee = Callee::Procedure(callee);
        self.effect(Effect::Call { callee, arguments, result: result.map(local_of) });
    }

    /// Starts a thread with a null argument; its id goes to a place in memory.
    pub fn spawn(&mut self, id: &Place, start: ProcedureId) {
        let id = self.address_of(id);
        let argument = integer(0, self.builder.void_pointer());
        self.effect(Effect::Spawn { start: Callee::Procedure(start), argument, id, is_detached: None, result: None });
    }

    /// Waits for a thread; the id must be free of listed reads.
    pub fn join(&mut self, thread: Expr) {
        self.effect(Effect::Join { thread, value: None, result: None });
    }

    /// A synchronization call on an object.
    pub fn synchronize(&mut self, operation: Synchronization, objects: &[&Place]) {
        let operands = objects.iter().map(|object| self.address_of(object)).collect();
        self.effect(Effect::Synchronize { operation, operands, result: None });
    }

    /// `pthread_mutex_lock(&mutex)`
    pub fn lock(&mut self, mutex: &Place) {
        self.synchronize(Synchronization::MutexLock, &[mutex]);
    }

    /// `pthread_mutex_unlock(&mutex)`
    pub fn unlock(&mut self, mutex: &Place) {
        self.synchronize(Synchronization::MutexUnlock, &[mutex]);
    }

    /// Code between `AtomicBegin` and `AtomicEnd`.
    pub fn atomic(&mut self, write: impl FnOnce(&mut Self)) {
        self.effect(Effect::AtomicBegin);
        write(self);
        self.effect(Effect::AtomicEnd);
    }

    /// The block that some code makes.
    pub fn block(&mut self, write: impl FnOnce(&mut Self)) -> Block {
        self.blocks.push(Vec::new());
        write(self);
        self.blocks.pop().expect("the block opened here is closed here")
    }

    /// `if (condition) then`
    pub fn when(&mut self, condition: Expr, then: impl FnOnce(&mut Self)) {
        self.choose(condition, then, |_| ());
    }

    /// `if (condition) then else otherwise`
    pub fn choose(&mut self, condition: Expr, then: impl FnOnce(&mut Self), otherwise: impl FnOnce(&mut Self)) {
        let (then, otherwise, span) = (self.block(then), self.block(otherwise), self.span);
        self.statement(Statement::If { condition, then, otherwise, span });
    }

    /// `while (condition) body`
    pub fn repeat(&mut self, condition: Expr, body: impl FnOnce(&mut Self)) {
        let (body, span) = (self.block(body), self.span);
        let (test, step) = (Vec::new(), Vec::new());
        self.statement(Statement::Loop { tests_after: false, test, condition, body, step, span });
    }

    /// `return value`
    pub fn leave(&mut self, value: Option<Expr>) {
        self.effect(Effect::Return(value));
    }
}

/// The local that a place is.
fn local_of(place: &Place) -> LocalId {
    let PlaceKind::Local(local) = place.kind else { panic!("results and inputs go to whole locals") };
    local
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_program_is_written_block_by_block() {
        let mut builder = ProgramBuilder::new(DataModel::Lp64);
        let int = builder.int();
        let shared = builder.global("x", int);
        builder.main(|code| {
            let seen = code.register("seen", int);
            code.assign(&seen, read(shared.clone()));
            let (zero, again) = (code.number(0), read(seen.clone()));
            let test = code.equal(again, zero);
            code.choose(test, |code| code.leave(None), |code| code.assign(&shared, read(seen)));
        });
        let program = builder.finish();
        let body = &program.procedures[program.main].body;
        assert_eq!(body.len(), 2);
        let Statement::If { then, otherwise, condition, .. } = &body[1] else { panic!("the test comes second") };
        assert_eq!((then.len(), otherwise.len(), condition.ty), (1, 1, int));
    }

    #[test]
    fn fresh_names_are_not_taken() {
        let void = TypeId(0);
        let mut procedure = empty_procedure("f", void);
        let locals: Vec<LocalId> = (0..3).map(|_| fresh_register(&mut procedure, "t", void)).collect();
        let names: Vec<&str> = locals.iter().map(|&local| &*procedure.locals[local].name).collect();
        assert_eq!(names, ["t", "t.1", "t.2"]);
        fresh_label(&mut procedure, "again");
        let label = fresh_label(&mut procedure, "again");
        assert_eq!(&*procedure.labels[label].name, "again.1");
    }

    #[test]
    fn a_structure_is_laid_out_as_in_c() {
        let mut builder = ProgramBuilder::new(DataModel::Lp64);
        let (int, pointer) = (builder.int(), builder.void_pointer());
        let ty = builder.structure("node", &[("value", int), ("next", pointer)]);
        assert_eq!(builder.types().size_of(ty), Some(16));
        assert_eq!(field_of(builder.types(), ty, 1).map(|field| field.offset), Some(8));
    }
}
