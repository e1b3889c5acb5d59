//! Calls through pointers become calls of the functions that fit, one test after the other.
//!
//! ```text
//! r = (*hook)(x);      target = hook;
//!                      if (target == first) r = first(x);
//!                      else if (target == second) r = second(x);
//!                      else r = (*target)(x);
//! ```
//!
//! So checkers that want to know what is called, since they give each call a copy of its procedure, find it in the text. A
//! function fits if the program takes its address, has its code, and gives it the parameters and the result of the call: what is
//! left for the last branch is undefined in C, and is not supported where it is reached. The pointer is read where it was,
//! and only once: traces stay as they are.

use std::collections::BTreeSet;

use raddle_program::builder::{assign, binary, fresh_register, local_place, read, step};
use raddle_program::property::Property;
use raddle_program::source::Span;
use raddle_program::syntax::{
    BinaryOperator, Block, Callee, Effect, Expr, ExprKind, InitialValue, LocalId, Procedure, ProcedureId, Program,
    Statement,
};
use raddle_program::trace::Trace;
use raddle_program::types::{TypeId, TypeKind, Types};
use raddle_program::visit::{Visitor, walk_block};

use super::{Fidelity, Transform, WayBack};
use crate::verdict::Proof;

/// At most so many functions are tried at a call: more make more code than they are worth.
const MOST: usize = 16;

/// Calls of functions in the place of calls through pointers.
pub struct DirectCalls;

impl Transform for DirectCalls {
    fn name(&self) -> &'static str {
        "direct-calls"
    }

    fn fidelity(&self, property: Property) -> Option<Fidelity> {
        match property {
            Property::Assertions
            | Property::Deadlock
            | Property::DataRace
            | Property::Memory
            | Property::Leaks
            | Property::Overflow
            | Property::Arithmetic
            | Property::Locks
            | Property::Termination => Some(Fidelity::Exact),
        }
    }

    fn apply(&self, program: &Program) -> (Program, Box<dyn WayBack>) {
        let mut direct = program.clone();
        let pointed = pointed_procedures(program);
        if !pointed.is_empty() {
            for id in program.procedures.ids() {
                let mut procedure = program.procedures[id].clone();
                let body = std::mem::take(&mut procedure.body);
                let mut rewriting = Rewriting { program, types: &mut direct.types, pointed: &pointed, procedure };
                let body = rewriting.block(body);
                direct.procedures[id] = Procedure { body, ..rewriting.procedure };
            }
        }
        (direct, Box::new(Same))
    }
}

/// Nothing that is listed in a trace changes.
struct Same;

impl WayBack for Same {
    fn trace(&self, trace: Trace) -> Trace {
        trace
    }

    fn proof(&self, proof: Proof) -> Option<Proof> {
        Some(proof)
    }
}

/// The procedures whose address is taken, in the order of their numbers.
fn pointed_procedures(program: &Program) -> BTreeSet<ProcedureId> {
    struct Addresses(BTreeSet<ProcedureId>);
    impl Visitor for Addresses {
        fn expr(&mut self, expr: &Expr) {
            if let ExprKind::Procedure(procedure) = expr.kind {
                self.0.insert(procedure);
            }
        }
    }
    let mut addresses = Addresses(BTreeSet::new());
    for procedure in program.procedures.values() {
        walk_block(&procedure.body, &mut addresses);
    }
    for part in program.globals.values().flat_map(|global| &global.initial) {
        if let InitialValue::Procedure(procedure) = part.value {
            addresses.0.insert(procedure);
        }
    }
    addresses.0
}

/// The code of a procedure while it is rewritten.
struct Rewriting<'a> {
    program: &'a Program,
    types: &'a mut Types,
    pointed: &'a BTreeSet<ProcedureId>,
    procedure: Procedure,
}

impl Rewriting<'_> {
    fn block(&mut self, block: Block) -> Block {
        let mut rewritten = Vec::with_capacity(block.len());
        for statement in block {
            match statement {
                Statement::Step(it) => match it.effect {
                    Effect::Call { callee: Callee::Pointer(pointer), arguments, result }
                        if !matches!(pointer.kind, ExprKind::Procedure(_)) =>
                    {
                        self.call(&mut rewritten, pointer, &arguments, result, it.span);
                    }
                    effect => rewritten.push(step(effect, it.span)),
                },
                Statement::If { condition, then, otherwise, span } => {
                    let (then, otherwise) = (self.block(then), self.block(otherwise));
                    rewritten.push(Statement::If { condition, then, otherwise, span });
                }
                Statement::Loop { tests_after, test, condition, body, step, span } => {
                    let (test, body, step) = (self.block(test), self.block(body), self.block(step));
                    rewritten.push(Statement::Loop { tests_after, test, condition, body, step, span });
                }
                Statement::Break | Statement::Continue | Statement::Goto(_) | Statement::Label(_) => {
                    rewritten.push(statement);
                }
            }
        }
        rewritten
    }

    fn call(&mut self, out: &mut Block, pointer: Expr, arguments: &[Expr], result: Option<LocalId>, span: Span) {
        let fitting: Vec<ProcedureId> =
            self.pointed.iter().copied().filter(|&it| self.fits(it, &pointer, arguments)).collect();
        let call = |callee| step(Effect::Call { callee, arguments: arguments.to_vec(), result }, span);
        if fitting.is_empty() || fitting.len() > MOST {
            out.push(call(Callee::Pointer(pointer)));
            return;
        }
        let ty = pointer.ty;
        let target = fresh_register(&mut self.procedure, "target", ty);
        let target = local_place(&self.procedure, target);
        out.push(assign(target.clone(), pointer, span));
        let mut choice = call(Callee::Pointer(read(target.clone())));
        for &procedure in fitting.iter().rev() {
            let address = Expr { kind: ExprKind::Procedure(procedure), ty };
            let condition = binary(self.types, BinaryOperator::Equal, read(target.clone()), address);
            let then = vec![call(Callee::Procedure(procedure))];
            choice = Statement::If { condition, then, otherwise: vec![choice], span };
        }
        out.push(choice);
    }

    /// Whether a procedure has code, the parameters that a call gives, and the result that its pointer promises.
    fn fits(&self, procedure: ProcedureId, pointer: &Expr, arguments: &[Expr]) -> bool {
        let callee = &self.program.procedures[procedure];
        let parameters = callee.parameters.iter().map(|&parameter| callee.locals[parameter].ty);
        callee.is_defined
            && self.result_of(pointer) == Some(callee.result)
            && parameters.eq(arguments.iter().map(|argument| argument.ty))
    }

    /// What the type of a pointer says that its function returns.
    fn result_of(&self, pointer: &Expr) -> Option<TypeId> {
        let TypeKind::Pointer(to) = self.program.types.kind(pointer.ty) else { return None };
        match self.program.types.kind(to.ty) {
            TypeKind::Function(function) => Some(function.result.ty),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use raddle_program::builder::ProgramBuilder;
    use raddle_program::text::print;
    use raddle_program::types::{DataModel, FunctionType, Qualified};

    /// A program that calls what a global points to, which may be any of two functions that fit; a third one does not.
    fn program() -> Program {
        let mut builder = ProgramBuilder::new(DataModel::Lp64);
        let (int, void) = (builder.int(), builder.types().void());
        let first = builder.procedure("first", void, |_| {});
        let second = builder.procedure("second", void, |_| {});
        let odd = builder.declare("odd", void, &[("argument", int)]);
        builder.define(odd, |_| {});
        let function = FunctionType {
            result: Qualified::plain(void),
            parameters: vec![],
            is_variadic: false,
            has_prototype: true,
        };
        let function = builder.types().intern(TypeKind::Function(function));
        let pointer = builder.types().pointer_to(function);
        let hook = builder.global("hook", pointer);
        builder.main(|code| {
            for procedure in [first, second, odd] {
                code.assign(&hook, Expr { kind: ExprKind::Procedure(procedure), ty: pointer });
            }
            let callee = Callee::Pointer(read(hook.clone()));
            code.effect(Effect::Call { callee, arguments: Vec::new(), result: None });
        });
        builder.finish()
    }

    #[test]
    fn what_fits_is_tried_and_what_is_left_stays_a_call_through_the_pointer() {
        let program = program();
        let (direct, _) = DirectCalls.apply(&program);
        let text = print(&direct);
        let calls: Vec<&str> = text.lines().map(str::trim).filter(|line| line.contains("call ")).collect();
        assert_eq!(calls.len(), 3, "{text}");
        assert!(calls[0].contains("first(") && calls[1].contains("second("), "{text}");
        assert!(calls[2].contains("target"), "{text}");
        // The pointer is shared: it is read once.
        assert_eq!(text.matches("= hook").count(), 1, "{text}");
        raddle_program::wellformed::wellformed(&direct).expect("it is well-formed");
    }
}
