//! What steps add, by what the last passes have found: the ranges of the operands of sums, and of registers.
//!
//! ```text
//! lock(&mutex); total += part->size; unlock(&mutex);        4 threads, each size is in 0..250: total <= 1000
//! ```
//!
//! The first passes find no range of `total`, but that of `part->size`. With it, [`counts`](super::counts) and [`sums`](super::sums) bound cells
//! and registers that are only added to, and the passes begin again. This goes on until nothing more is bounded.

use raddle_logic::intervals::Interval;
use raddle_program::automaton::Transition;
use raddle_program::syntax::{BinaryOperator, Effect, Expr, ExprKind};
use rustc_hash::FxHashMap;

use super::super::points_to::Context;
use super::flow::{Flow, Published, Registers};
use super::state::State;
use super::steps::Checks;

/// What is known after passes.
pub struct Additions {
    /// The numbers of expressions that are stored or added, by their place in the program; `None` if they may be anything.
    numbers: FxHashMap<(Context, *const Expr), Option<Interval>>,
    /// What registers hold.
    pub registers: Registers,
    /// What cells hold, as far as several threads matter.
    pub cells: Published,
}

impl Additions {
    /// The numbers that an expression has in a context, if these are not all of its type.
    pub fn numbers_of(&self, context: Context, expr: &Expr) -> Option<Interval> {
        self.numbers.get(&(context, std::ptr::from_ref(expr))).copied().flatten()
    }
}

impl Flow<'_> {
    /// What is known in the states that were found.
    pub(super) fn additions(&mut self) -> Additions {
        let mut numbers = FxHashMap::default();
        for (context, data) in self.points_to.contexts.iter() {
            for step in self.automata[data.procedure].transitions.values() {
                if let Effect::Assign { value, .. } | Effect::Initialize { value, .. } = &step.effect {
                    list(context, value, &mut numbers);
                }
            }
        }
        self.check(&mut Finding { numbers: &mut numbers });
        let numbers = numbers.into_iter().map(|(place, found)| (place, found.flatten())).collect();
        Additions { numbers, registers: self.registers(), cells: self.written.clone() }
    }
}

/// By place: nothing as long as no state came there, then what is known.
type Found = FxHashMap<(Context, *const Expr), Option<Option<Interval>>>;

/// Lists an expression, and the operands of sums in it.
fn list(context: Context, expr: &Expr, found: &mut Found) {
    found.insert((context, std::ptr::from_ref(expr)), None);
    match &expr.kind {
        ExprKind::Cast(operand) => list(context, operand, found),
        ExprKind::Binary(BinaryOperator::Add | BinaryOperator::Subtract, left, right) => {
            list(context, left, found);
            list(context, right, found);
        }
        _ => {}
    }
}

struct Finding<'f> {
    numbers: &'f mut Found,
}

impl Checks for Finding<'_> {
    fn value(&mut self, flow: &mut Flow<'_>, state: &mut State, at: (Context, Transition), expr: &Expr) {
        let Some(known) = self.numbers.get_mut(&(at.0, std::ptr::from_ref(expr))) else { return };
        let shape = flow.shape(expr);
        let here = flow.evaluate(state, at, expr).range();
        let here = here.filter(|here| shape.is_some_and(|shape| !here.contains(shape.all())));
        *known = Some(match *known {
            None => here,
            Some(before) => before.zip(here).map(|(before, here)| before.join(here)),
        });
    }
}
