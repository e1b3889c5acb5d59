//! Tests whose outcome is certain: an allocation gives memory, and the creation of a thread succeeds (`docs/properties.md`).
//!
//! ```text
//! p = malloc(n); if (!p) return 0;            if (pthread_create(&id, 0, work, 0) != 0) return 1;
//! ```
//!
//! Such tests become constants, and the automata leave out the code that runs if something fails. Without this, each analysis that does not
//! evaluate conditions takes an error exit for one at which the created threads still run.
//!
//! Registers are followed from these steps through copies and casts, as constants are in sparse conditional constant propagation (Wegman
//! and Zadeck 1991): what is behind a branch that is not taken changes nothing.
//!
//! Rule: a test becomes a constant only if it has the same outcome whenever it is evaluated. An allocation that may be larger than any object may
//! fail.
//! Tests: `creation_tested_later`, `creation_tested_later_with_another_number`, `joined_if_both_were_created`,
//! `joined_if_one_was_not_created`, `allocation_of_a_negative_size`, `lock_kept_where_no_thread_comes`, `lock_kept_where_a_thread_comes`.

use crate::automaton::{Automaton, Location, TransitionData};
use crate::entity::Table;
use crate::syntax::{
    BinaryOperator, Block, Effect, Expr, ExprKind, LocalId, PlaceKind, Procedure, ProcedureId, Program, Statement,
    UnaryOperator,
};
use crate::types::{TypeId, TypeKind, Types};
use crate::written_registers::written;
use rustc_hash::FxHashMap;
use std::collections::BTreeMap;

/// Makes constants of the tests of all procedures whose outcome is certain.
///
/// # Panics
/// If the program is not well-formed: see [`Automaton::of`].
pub fn fold_certain_tests(program: &mut Program) {
    for id in program.procedures.ids().collect::<Vec<ProcedureId>>() {
        let procedure = &program.procedures[id];
        if gives(&procedure.body) {
            let outcomes = Follower { types: &program.types, procedure }.outcomes();
            fold(&mut program.procedures[id].body, &outcomes, &mut 0);
        }
    }
}

/// Whether a block allocates memory or creates threads: steps whose success is certain.
fn gives(block: &[Statement]) -> bool {
    block.iter().any(|statement| match statement {
        Statement::Step(step) => matches!(step.effect, Effect::Allocate { .. } | Effect::Spawn { .. }),
        Statement::If { then, otherwise, .. } => gives(then) || gives(otherwise),
        Statement::Loop { test, body, step, .. } => gives(test) || gives(body) || gives(step),
        Statement::Break | Statement::Continue | Statement::Goto(_) | Statement::Label(_) => false,
    })
}

/// Replaces conditions by their outcomes, which are given by the numbers of statements.
fn fold(block: &mut Block, outcomes: &FxHashMap<u32, bool>, next: &mut u32) {
    for statement in block {
        let number = *next;
        *next += 1;
        let set = |condition: &mut Expr| {
            if let Some(&outcome) = outcomes.get(&number) {
                condition.kind = ExprKind::Integer(outcome.into());
            }
        };
        match statement {
            Statement::If { condition, then, otherwise, .. } => {
                set(condition);
                fold(then, outcomes, next);
                fold(otherwise, outcomes, next);
            }
            Statement::Loop { test, condition, body, step, .. } => {
                set(condition);
                fold(test, outcomes, next);
                fold(body, outcomes, next);
                fold(step, outcomes, next);
            }
            Statement::Step(_) | Statement::Break | Statement::Continue | Statement::Goto(_) | Statement::Label(_) => {}
        }
    }
}

/// What is certain of a value.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Certain {
    /// It is this number.
    Number(i128),
    /// It is not zero.
    NotZero,
}

impl Certain {
    fn is_zero(self) -> bool {
        self == Certain::Number(0)
    }
}

/// The registers of which something is certain.
type Known = BTreeMap<LocalId, Certain>;

/// Follows what is certain through a procedure.
struct Follower<'p> {
    types: &'p Types,
    procedure: &'p Procedure,
}

impl Follower<'_> {
    /// The outcomes of tests, by the numbers of their statements.
    fn outcomes(&self) -> FxHashMap<u32, bool> {
        let automaton = Automaton::of(self.procedure);
        let mut states: Table<Location, Option<Known>> = automaton.locations.ids().map(|_| None).collect();
        states[automaton.entry] = Some(Known::new());
        let mut pending = vec![automaton.entry];
        while let Some(location) = pending.pop() {
            let Some(known) = states[location].clone() else { continue };
            for &transition in automaton.outgoing(location) {
                let data = &automaton.transitions[transition];
                let is_taken = self.outcome(data, &known).is_none_or(|outcome| outcome);
                if is_taken && joins(&mut states[data.to], &self.behind(data, &known)) {
                    pending.push(data.to);
                }
            }
        }
        // A statement may stand in the automaton more than once, and then its outcome is the same everywhere or not certain.
        let mut outcomes: FxHashMap<u32, Option<bool>> = FxHashMap::default();
        for data in automaton.transitions.values() {
            let (Some(guard), Some(known)) = (&data.guard, &states[data.from]) else { continue };
            let holds = self.outcome(data, known).map(|is_taken| is_taken == guard.holds);
            let outcome = outcomes.entry(data.statement).or_insert(holds);
            *outcome = outcome.filter(|_| *outcome == holds);
        }
        outcomes.into_iter().filter_map(|(statement, outcome)| Some((statement, outcome?))).collect()
    }

    /// Whether a guarded transition is taken, if that is certain.
    fn outcome(&self, data: &TransitionData, known: &Known) -> Option<bool> {
        let guard = data.guard.as_ref()?;
        Some(self.value(&guard.condition, known)?.is_zero() != guard.holds)
    }

    fn value(&self, expr: &Expr, known: &Known) -> Option<Certain> {
        match &expr.kind {
            ExprKind::Integer(number) => Some(Certain::Number(*number)),
            ExprKind::Read(place) => match place.kind {
                PlaceKind::Local(local) => known.get(&local).copied(),
                _ => None,
            },
            ExprKind::Cast(operand) => self.converted(self.value(operand, known)?, operand.ty, expr.ty),
            ExprKind::Unary(UnaryOperator::LogicalNot, operand) => {
                Some(Certain::Number(self.value(operand, known)?.is_zero().into()))
            }
            ExprKind::Binary(operator, left, right) if self.types.integer_shape(left.ty).is_some() => {
                compared(*operator, self.value(left, known)?, self.value(right, known)?)
            }
            _ => None,
        }
    }

    /// The largest number that an expression of integer type may give, by the types of its operands; `None` if it may be negative.
    fn largest(&self, expr: &Expr) -> Option<i128> {
        let (bits, is_signed) = self.types.integer_shape(expr.ty)?;
        let limit = 1_i128.checked_shl(if is_signed { bits - 1 } else { bits }).filter(|limit| *limit > 0)?;
        let of_operands = match &expr.kind {
            ExprKind::Integer(number) => Some(*number).filter(|number| *number >= 0),
            ExprKind::Cast(operand) => self.largest(operand),
            ExprKind::Binary(BinaryOperator::Add, left, right) => self.largest(left)?.checked_add(self.largest(right)?),
            ExprKind::Binary(BinaryOperator::Multiply, left, right) => {
                self.largest(left)?.checked_mul(self.largest(right)?)
            }
            _ => None,
        };
        of_operands.filter(|number| *number < limit).or((!is_signed).then_some(limit - 1))
    }

    /// A value of one type as a value of another.
    fn converted(&self, value: Certain, from: TypeId, to: TypeId) -> Option<Certain> {
        let (from_bits, _) = self.types.integer_shape(from)?;
        let (bits, is_signed) = self.types.integer_shape(to)?;
        if matches!(self.types.kind(to), TypeKind::Bool) {
            return Some(Certain::Number((!value.is_zero()).into()));
        }
        let magnitude = if is_signed { bits - 1 } else { bits };
        match value {
            Certain::Number(number) => {
                let limit = 1_i128.checked_shl(magnitude).filter(|limit| *limit > 0)?;
                let low = if is_signed { -limit } else { 0 };
                (low <= number && number < limit).then_some(value)
            }
            // All bits of what gets shorter may be lost.
            Certain::NotZero => (from_bits <= bits).then_some(value),
        }
    }

    /// What is certain behind a step.
    fn behind(&self, data: &TransitionData, known: &Known) -> Known {
        let mut behind = known.clone();
        let (one, other) = written(&data.effect);
        for register in one.into_iter().chain(other) {
            behind.remove(&register);
        }
        match &data.effect {
            // No object is larger than the difference of two pointers can say.
            Effect::Allocate { target, size, .. } => {
                let limit = 1_i128 << (self.types.model().pointer_bytes() * 8 - 1);
                if self.largest(size).is_some_and(|size| size < limit) {
                    behind.insert(*target, Certain::NotZero);
                }
            }
            Effect::Spawn { result: Some(result), .. } => {
                behind.insert(*result, Certain::Number(0));
            }
            Effect::Assign { target, value } | Effect::Initialize { target, value } => {
                if let PlaceKind::Local(local) = target.kind
                    && self.procedure.locals[local].is_register
                    && let Some(value) = self.value(value, known)
                {
                    behind.insert(local, value);
                }
            }
            _ => {}
        }
        behind
    }
}

/// The outcome of a comparison; `None` if it is not certain, or no comparison.
fn compared(operator: BinaryOperator, left: Certain, right: Certain) -> Option<Certain> {
    let holds = match (left, right) {
        (Certain::Number(left), Certain::Number(right)) => match operator {
            BinaryOperator::Equal => left == right,
            BinaryOperator::NotEqual => left != right,
            BinaryOperator::Less => left < right,
            BinaryOperator::LessEqual => left <= right,
            BinaryOperator::Greater => left > right,
            BinaryOperator::GreaterEqual => left >= right,
            _ => return None,
        },
        (Certain::Number(0), Certain::NotZero) | (Certain::NotZero, Certain::Number(0)) => match operator {
            BinaryOperator::Equal => false,
            BinaryOperator::NotEqual => true,
            _ => return None,
        },
        _ => return None,
    };
    Some(Certain::Number(holds.into()))
}

/// Joins what is certain on two paths. Returns whether that changes anything.
fn joins(slot: &mut Option<Known>, state: &Known) -> bool {
    match slot {
        None => {
            *slot = Some(state.clone());
            true
        }
        Some(old) => {
            let n_before = old.len();
            old.retain(|register, value| state.get(register) == Some(value));
            old.len() < n_before
        }
    }
}
