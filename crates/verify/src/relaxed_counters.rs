//! Relaxed counters: updates whose order no thread can observe.
//!
//! A *counting update* is a relaxed atomic addition or subtraction whose old value is used for nothing but the new one.
//!
//! **Counters.** Let all atomic accesses that count and touch an object be counting updates of the same bytes, and let
//! the program have no fence. Then the object adds no executions to the interleavings. Proof. A relaxed update orders
//! nothing, so happens-before is the same for every modification order of the object. No thread observes an old value.
//! Every other access to the object is ordered with all conflicting ones, and sums do not depend on the order of their
//! terms. So a modification order can be chosen that agrees with any order of the other accesses: leave the edges of
//! the object out of a cycle of the exceptions in [`crate::memory_model`], and take the updates in the order in which
//! an interleaving of the remaining accesses has them.
//!
//! Rule: without the exceptions above, an object counts for nothing only if it is touched by relaxed additions without a result alone, and
//! no fence gives them an order.
//! Tests: `relaxed_counters_that_are_read_in_the_end`, `a_counter_that_is_looked_at_counts`.

use raddle_program::automaton::{Automaton, Transition, TransitionData};
use raddle_program::live::LiveRegisters;
use raddle_program::memory_order::{Atomic, MemoryOrder};
use raddle_program::syntax::{BinaryOperator, Effect, Expr, ExprKind, LocalId, Place, PlaceKind};

use raddle_analysis::analyzed_program::AnalyzedProgram;
use raddle_analysis::points_to::AccessSite;

/// Whether a site is half of a counting update.
pub(crate) fn is_counting_update(program: &AnalyzedProgram, site: &AccessSite) -> bool {
    let procedure = program.points_to().contexts[site.context].procedure;
    let automaton = &program.automata()[procedure];
    let live = &program.live()[procedure];
    if !site.is_write {
        return is_read_of_update(automaton, live, site.transition);
    }
    // The section of an update has no branches: the read comes two steps before the write.
    let ending_in = |to| automaton.transitions.iter().filter(move |(_, data)| data.to == to);
    let write = &automaton.transitions[site.transition];
    let mut reads = ending_in(write.from).flat_map(|(_, sum)| ending_in(sum.from)).peekable();
    reads.peek().is_some() && reads.all(|(read, _)| is_read_of_update(automaton, live, read))
}

/// Whether the program orders accesses by fences.
pub(crate) fn has_fences(program: &AnalyzedProgram) -> bool {
    let mut transitions = program.automata().values().flat_map(|automaton| automaton.transitions.values());
    transitions.any(|data| matches!(data.effect, Effect::Fence(_)))
}

/// Whether a transition reads the old value of a counting update: `old = *p; new = old + x; *p = new`, and neither is used behind it.
fn is_read_of_update(automaton: &Automaton, live: &LiveRegisters, read: Transition) -> bool {
    let next = |data: &TransitionData| match automaton.outgoing(data.to) {
        &[only] => Some(&automaton.transitions[only]),
        _ => None,
    };
    let read = &automaton.transitions[read];
    let found = || {
        let sum = next(read)?;
        let write = next(sum)?;
        let (old, from) = assigned(read)?;
        let (new, value) = assigned(sum)?;
        let ExprKind::Read(source) = &from.kind else { return None };
        let Effect::Assign { target, value: stored } = &write.effect else { return None };
        let is_update = is_relaxed_update(source) && is_relaxed_update(target) && same_place(source, target);
        let is_kept = [old, new].into_iter().any(|local| live.is_live(write.to, local));
        let adds = is_sum_of(value, old) && is_read_of(without_casts(stored), new);
        Some(is_update && !is_kept && adds)
    };
    found() == Some(true)
}

/// The register that a transition assigns to, and the value.
fn assigned(data: &TransitionData) -> Option<(LocalId, &Expr)> {
    match &data.effect {
        Effect::Assign { target: Place { kind: PlaceKind::Local(local), .. }, value } => Some((*local, value)),
        _ => None,
    }
}

fn is_relaxed_update(place: &Place) -> bool {
    matches!(place.atomic, Some(Atomic { order: MemoryOrder::Relaxed, is_update: true }))
}

fn same_place(one: &Place, other: &Place) -> bool {
    one.kind == other.kind
}

/// `old + x` or `old - x` for an x that does not read `old`, with conversions between types of the same width.
fn is_sum_of(value: &Expr, old: LocalId) -> bool {
    let ExprKind::Binary(operator, left, right) = &without_casts(value).kind else { return false };
    let is_old = |side: &Expr| is_read_of(without_casts(side), old);
    match operator {
        BinaryOperator::Add => is_old(left) && !reads(right, old) || is_old(right) && !reads(left, old),
        BinaryOperator::Subtract => is_old(left) && !reads(right, old),
        _ => false,
    }
}

fn without_casts(expr: &Expr) -> &Expr {
    match &expr.kind {
        ExprKind::Cast(operand) => without_casts(operand),
        _ => expr,
    }
}

fn is_read_of(expr: &Expr, local: LocalId) -> bool {
    matches!(&expr.kind, ExprKind::Read(place) if place.kind == PlaceKind::Local(local))
}

/// Whether an expression may read a register: all but constants and registers count.
fn reads(expr: &Expr, local: LocalId) -> bool {
    match &without_casts(expr).kind {
        ExprKind::Integer(_) => false,
        ExprKind::Read(place) => !matches!(place.kind, PlaceKind::Local(it) if it != local),
        _ => true,
    }
}
