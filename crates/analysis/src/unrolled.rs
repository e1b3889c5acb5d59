//! Loops that create or join threads, unrolled: one creation for each thread.
//!
//! ```text
//! for (i = 0; i < 3; i++) create(&ids[i], work, &parts[i]);      becomes      create(&ids[0], work, &parts[0]); ... i = 3;
//! ```
//!
//! Each thread is then a class of its own, with its own argument. So its accesses can be distinguished from those of
//! the other threads: `parts[0]` from `parts[1]`, the first rows of a matrix from the next ones.
//!
//! Rule. A loop is unrolled if its register counts from a number by one up to a number of its type, no other step writes the
//! register, and no jump leads out of the body or into it. Then the copies of the body with the numbers in place of the
//! register do what the loop does.
//!
//! Rule: the body is copied once for each number that the register takes, and behind the copies the register has the number with which
//! the loop ends.
//! Tests: `rows_for_each_thread_that_overlap`, `rows_up_to_and_with_the_bound`, `rows_behind_the_last_thread`,
//! `rows_of_a_loop_that_starts_again`, `threads_of_a_loop_that_wraps`.

use raddle_program::builder::integer;
use raddle_program::rewrite::put_number;
use raddle_program::syntax::{
    BinaryOperator, Block, Effect, Expr, ExprKind, LocalId, Place, PlaceKind, Procedure, Program, Statement, Step,
};
use raddle_program::types::Types;
use raddle_program::written_registers::written;

use super::counted_loop::greatest;

/// The greatest number of rounds of one loop.
const ROUNDS: i128 = 32;

/// The greatest number of rounds of all loops that are written out.
const ALL_ROUNDS: i128 = 128;

/// The program with its loops that create or join threads written out; `None` if there are none that can be.
pub fn unrolled(program: &Program) -> Option<Program> {
    let mut rounds_left = ALL_ROUNDS;
    let mut unrolled = program.clone();
    for (number, procedure) in program.procedures.iter() {
        write_out((&program.types, procedure), &mut unrolled.procedures[number].body, &mut rounds_left);
    }
    (rounds_left < ALL_ROUNDS).then_some(unrolled)
}

fn write_out(code: (&Types, &Procedure), block: &mut Block, rounds_left: &mut i128) {
    let mut position = 0;
    while position < block.len() {
        if let Some(rounds) = rounds(code, block, position) {
            let (first, end) = (rounds.first, rounds.end);
            if end - first <= ROUNDS.min(*rounds_left) {
                *rounds_left -= (end - first).max(1);
                let copies = rounds.copies();
                let n_copies = copies.len();
                block.splice(position..=position, copies);
                position += n_copies;
                continue;
            }
        }
        match &mut block[position] {
            Statement::If { then, otherwise, .. } => {
                write_out(code, then, rounds_left);
                write_out(code, otherwise, rounds_left);
            }
            Statement::Loop { body, .. } => write_out(code, body, rounds_left),
            Statement::Step(_) | Statement::Break | Statement::Continue | Statement::Goto(_) | Statement::Label(_) => {}
        }
        position += 1;
    }
}

/// A loop that can be written out.
struct Rounds<'b> {
    index: LocalId,
    first: i128,
    end: i128,
    body: &'b Block,
    step: &'b Step,
}

/// The loop at a position of a block, if it creates or joins threads and can be written out.
fn rounds<'b>((types, procedure): (&Types, &Procedure), block: &'b Block, position: usize) -> Option<Rounds<'b>> {
    let Statement::Loop { tests_after: false, test, condition, body, step, .. } = &block[position] else { return None };
    let (true, [Statement::Step(step)]) = (test.is_empty(), &step[..]) else { return None };
    let (index, end) = bound(procedure, condition)?;
    let Effect::Assign { value, .. } = &step.effect else { return None };
    let ExprKind::Binary(BinaryOperator::Add, left, right) = &value.kind else { return None };
    let adds_one = assigned(procedure, &step.effect) == Some(index)
        && is_read_of(procedure, left, index)
        && matches!(right.kind, ExprKind::Integer(1));
    let Statement::Step(Step { effect: Effect::Assign { value: start, .. }, .. }) =
        block.get(position.checked_sub(1)?)?
    else {
        return None;
    };
    let Statement::Step(before) = &block[position - 1] else { return None };
    let ExprKind::Integer(first) = start.kind else { return None };
    let counts = adds_one && assigned(procedure, &before.effect) == Some(index) && first >= 0 && end >= first;
    // The register does not wrap before the test fails, and has the same value in every type that the test may have.
    let greatest = types.scalar_shape(procedure.locals[index].ty).map(greatest)?.min(i32::MAX.into());
    let mut contents = Contents::default();
    contents.look_at(body, index, 0);
    (counts && end <= greatest && contents.has_threads && !contents.jumps && !contents.writes_index).then_some(Rounds {
        index,
        first,
        end,
        body,
        step,
    })
}

impl Rounds<'_> {
    /// The body for each number, and the register at the end.
    fn copies(&self) -> Vec<Statement> {
        let mut copies = Vec::new();
        for number in self.first..self.end {
            let mut body = self.body.clone();
            put_number(&mut body, self.index, number);
            copies.extend(body);
        }
        let mut last = self.step.clone();
        if let Effect::Assign { target, value } = &mut last.effect {
            *value = integer(self.end, target.ty);
        }
        copies.push(Statement::Step(last));
        copies
    }
}

/// `index < end` or `index <= last`, as the register and the first number that does not pass.
fn bound(procedure: &Procedure, condition: &Expr) -> Option<(LocalId, i128)> {
    let ExprKind::Binary(operator, left, right) = &condition.kind else { return None };
    let ExprKind::Integer(number) = right.kind else { return None };
    let end = match operator {
        BinaryOperator::Less => number,
        BinaryOperator::LessEqual => number.checked_add(1)?,
        _ => return None,
    };
    let ExprKind::Read(place) = &left.kind else { return None };
    Some((register_of(procedure, place)?, end))
}

fn register_of(procedure: &Procedure, place: &Place) -> Option<LocalId> {
    match place.kind {
        PlaceKind::Local(local) => procedure.locals[local].is_register.then_some(local),
        _ => None,
    }
}

fn assigned(procedure: &Procedure, effect: &Effect) -> Option<LocalId> {
    match effect {
        Effect::Assign { target, .. } => register_of(procedure, target),
        _ => None,
    }
}

fn is_read_of(procedure: &Procedure, expr: &Expr, register: LocalId) -> bool {
    matches!(&expr.kind, ExprKind::Read(place) if register_of(procedure, place) == Some(register))
}

/// What a body consists of.
#[derive(Default)]
struct Contents {
    has_threads: bool,
    jumps: bool,
    writes_index: bool,
}

impl Contents {
    fn look_at(&mut self, block: &Block, index: LocalId, depth: u32) {
        for statement in block {
            match statement {
                Statement::Step(Step { effect, .. }) => {
                    self.has_threads |= matches!(effect, Effect::Spawn { .. } | Effect::Join { .. });
                    let (one, other) = written(effect);
                    self.writes_index |= one == Some(index) || other == Some(index);
                }
                Statement::If { then, otherwise, .. } => {
                    self.look_at(then, index, depth);
                    self.look_at(otherwise, index, depth);
                }
                Statement::Loop { test, body, step, .. } => {
                    [test, body, step].into_iter().for_each(|part| self.look_at(part, index, depth + 1));
                }
                Statement::Break | Statement::Continue => self.jumps |= depth == 0,
                Statement::Goto(_) | Statement::Label(_) => self.jumps = true,
            }
        }
    }
}
