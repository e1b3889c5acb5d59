//! Parameters that get the same number from each call: the number takes their place.
//!
//! ```text
//! void *allocate(size_t size) { void *p = malloc(size); if (!p) abort(); return p; }        l = allocate(sizeof(struct lock));
//! ```
//!
//! In a copy of `allocate` for one call ([`super::copies`]) the size is a number then. So it is known which bytes of the object are the lock.
//!
//! Rule: every call of the procedure is by its name and passes the number, and the procedure never writes the parameter.
//! Tests: `wrapper_that_allocates_locks`, `wrapper_that_allocates_locks_in_a_loop`, `parameter_with_two_numbers`,
//! `parameter_that_is_written`, `parameter_of_an_addressed_procedure`.

use raddle_program::entity::Table;
use raddle_program::rewrite::put_number;
use raddle_program::syntax::{Block, Callee, Effect, ExprKind, LocalId, Procedure, ProcedureId, Program, Statement};
use raddle_program::visit::{Visitor, walk_block};
use raddle_program::written_registers::written;

use super::calls::Calls;

/// How many calls a number is passed on through.
const DEPTH: usize = 4;

/// Puts numbers in the place of parameters.
pub(super) fn put_constants(program: &mut Program) {
    let run_without_call = Calls::of(program).run_without_call(program);
    for _ in 0..DEPTH {
        let mut passed = Passed { program, numbers: program.procedures.values().map(nothing_passed).collect() };
        program.procedures.values().for_each(|procedure| walk_block(&procedure.body, &mut passed));
        let numbers = passed.numbers;
        let mut is_new = false;
        for (id, numbers) in numbers.iter().filter(|(id, _)| !run_without_call.contains(id)) {
            let procedure = &mut program.procedures[id];
            for (&parameter, number) in procedure.parameters.iter().zip(numbers) {
                if let Argument::Number(number) = *number
                    && procedure.locals[parameter].is_register
                    && is_read_only(&procedure.body, parameter)
                {
                    is_new |= put_number(&mut procedure.body, parameter, number);
                }
            }
        }
        if !is_new {
            break;
        }
    }
}

/// What the calls pass for a parameter.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Argument {
    /// Nothing: no call was seen.
    None,
    /// Each call passes this number.
    Number(i128),
    /// They pass several numbers, or something else.
    Any,
}

fn nothing_passed(procedure: &Procedure) -> Vec<Argument> {
    vec![Argument::None; procedure.parameters.len()]
}

/// Collects what calls pass.
struct Passed<'p> {
    program: &'p Program,
    numbers: Table<ProcedureId, Vec<Argument>>,
}

impl Visitor for Passed<'_> {
    fn statement(&mut self, statement: &Statement) {
        let Statement::Step(step) = statement else { return };
        let Effect::Call { callee: Callee::Procedure(callee), arguments, .. } = &step.effect else { return };
        let procedure = &self.program.procedures[*callee];
        for (index, known) in self.numbers[*callee].iter_mut().enumerate() {
            let parameter = procedure.locals[procedure.parameters[index]].ty;
            let passed = match arguments.get(index).map(|argument| (&argument.kind, argument.ty)) {
                Some((&ExprKind::Integer(number), ty)) if ty == parameter => Argument::Number(number),
                _ => Argument::Any,
            };
            *known = if *known == Argument::None || *known == passed { passed } else { Argument::Any };
        }
    }
}

/// Whether a block never writes a register.
fn is_read_only(block: &Block, register: LocalId) -> bool {
    struct Writes(LocalId, bool);
    impl Visitor for Writes {
        fn statement(&mut self, statement: &Statement) {
            if let Statement::Step(step) = statement {
                let (one, other) = written(&step.effect);
                self.1 |= one == Some(self.0) || other == Some(self.0);
            }
        }
    }
    let mut writes = Writes(register, false);
    walk_block(block, &mut writes);
    !writes.1
}
