//! Statements that C writes as one: condition waits, and assignments to bit-fields.

use super::code::CodePrinter;
use super::scope::Mentions;
use crate::automaton::statements;
use crate::syntax::{
    Block, Callee, Effect, Expr, ExprKind, LocalId, Place, PlaceKind, Procedure, Statement, Synchronization,
};
use crate::visit::walk_block;

impl CodePrinter<'_, '_> {
    /// The first statements of a block in C, if C writes them as one, and how many they are.
    pub(super) fn idiom(&self, block: &[Statement]) -> Option<(String, usize)> {
        // Of each of the steps a trace may list something.
        if self.printer.points.is_some() {
            return None;
        }
        if let Some(text) = self.wait(block) {
            return Some((text, 3));
        }
        if let Some(text) = self.barrier_wait(block).or_else(|| self.once(block)) {
            return Some((text, 2));
        }
        let write = bit_field_write(block)?;
        // The copy is declared nowhere.
        self.copies.contains(&write.copy).then(|| {
            let text = format!("{} = {};", self.place(write.target), self.expr(write.value));
            (text, BIT_FIELD_WRITE)
        })
    }

    /// `pthread_cond_wait` or `pthread_cond_timedwait`, if a block begins with its three steps.
    fn wait(&self, block: &[Statement]) -> Option<String> {
        let (Synchronization::ConditionRelease, operands, None) = call_at(block, 0)? else { return None };
        let (wake, woken, outcome) = call_at(block, 1)?;
        let (Synchronization::MutexLock, locked, result) = call_at(block, 2)? else { return None };
        let name = match wake {
            Synchronization::ConditionWake => "pthread_cond_wait",
            Synchronization::ConditionTimedWake => "__raddle_timed_wait",
            _ => return None,
        };
        let [condition, mutex] = operands else { return None };
        if operands != woken || locked != std::slice::from_ref(mutex) || (outcome.is_some() && result.is_some()) {
            return None;
        }
        let at = if outcome.is_some() { 1 } else { 2 };
        let text = format!("{}({}, {})", self.printer.call(name), self.expr(condition), self.expr(mutex));
        let text = self.result(outcome.or(result)) + &text;
        Some(self.with_declaration(self.scopes.declared_at(&block[at]), &text))
    }

    /// `pthread_barrier_wait`, if a block begins with its two steps.
    fn barrier_wait(&self, block: &[Statement]) -> Option<String> {
        let (Synchronization::BarrierArrive, arrived, None) = call_at(block, 0)? else { return None };
        let (Synchronization::BarrierLeave, left, result) = call_at(block, 1)? else { return None };
        let [barrier] = arrived else { return None };
        if arrived != left {
            return None;
        }
        let text = format!("{}({})", self.printer.call("pthread_barrier_wait"), self.expr(barrier));
        Some(self.with_declaration(self.scopes.declared_at(&block[1]), &(self.result(result) + &text)))
    }

    /// `pthread_once`, if a block begins with `first = once_begin(control); if (first) { routine(); once_end(control); }`.
    /// The register is a temporary that nothing else looks at.
    fn once(&self, block: &[Statement]) -> Option<String> {
        let (Synchronization::OnceBegin, begun, Some(first)) = call_at(block, 0)? else { return None };
        let Statement::If { condition, then, otherwise, .. } = block.get(1)? else { return None };
        let [Statement::Step(step), end] = &then[..] else { return None };
        let Effect::Call { callee, arguments, result: None } = &step.effect else { return None };
        let (Synchronization::OnceEnd, ended, None) = call_at(std::slice::from_ref(end), 0)? else { return None };
        let is_first = matches!(&condition.kind, ExprKind::Read(place) if place.kind == PlaceKind::Local(first));
        if !is_first || !otherwise.is_empty() || !arguments.is_empty() || begun != ended {
            return None;
        }
        let [control] = begun else { return None };
        let routine = match callee {
            Callee::Procedure(procedure) => self.printer.names.procedures[*procedure].clone(),
            Callee::Pointer(pointer) => self.expr(pointer),
        };
        let call = self.printer.call("pthread_once");
        let text = format!("{call}({}, (void (*)(void))({routine}))", self.expr(control));
        // Later statements may use the register again.
        Some(self.with_declaration(self.scopes.declared_at(&block[0]), &text))
    }
}

/// The synchronization call that is a statement of a block: operation, operands, result.
fn call_at(block: &[Statement], at: usize) -> Option<(Synchronization, &[Expr], Option<LocalId>)> {
    let Statement::Step(step) = block.get(at)? else { return None };
    let Effect::Synchronize { operation, operands, result } = &step.effect else { return None };
    Some((*operation, operands, *result))
}

/// An assignment to a bit-field: `live copy; bits(copy.a) = bits(target); copy.a = value; bits(target) = bits(copy.a);
/// dead copy`.
struct BitFieldWrite<'s> {
    copy: LocalId,
    target: &'s Place,
    value: &'s Expr,
}

/// The number of its statements; each mentions the copy once.
const BIT_FIELD_WRITE: usize = 5;

fn bit_field_write(block: &[Statement]) -> Option<BitFieldWrite<'_>> {
    let effect = |at: usize| match block.get(at) {
        Some(Statement::Step(step)) => Some(&step.effect),
        _ => None,
    };
    let &Effect::Live { local: copy, is_zeroed: _ } = effect(0)? else { return None };
    let (member, target) = location_copy(effect(1)?)?;
    let Effect::Assign { target: set, value } = effect(2)? else { return None };
    let (written, read) = location_copy(effect(3)?)?;
    let is_whole = matches!(&member.kind, PlaceKind::Field(record, _) if record.kind == PlaceKind::Local(copy));
    let is_dead = *effect(4)? == Effect::Dead(copy);
    let is_one = is_whole && is_dead && set == member && read == member && written == target;
    is_one.then_some(BitFieldWrite { copy, target, value })
}

/// The bit-fields of `bits(to) = bits(from)`.
fn location_copy(effect: &Effect) -> Option<(&Place, &Place)> {
    let Effect::Assign { target, value } = effect else { return None };
    let ExprKind::Read(origin) = &value.kind else { return None };
    match (&target.kind, &origin.kind) {
        (PlaceKind::BitLocation(to), PlaceKind::BitLocation(from)) => Some((to, from)),
        _ => None,
    }
}

/// The locals that are nothing but copies in assignments to bit-fields.
pub(super) fn copies(procedure: &Procedure) -> Vec<LocalId> {
    let mut all = Mentions::default();
    walk_block(&procedure.body, &mut all);
    let mut written = vec![0; procedure.locals.len()];
    let mut count = |block: &Block| {
        for at in 0..block.len() {
            if let Some(write) = bit_field_write(&block[at..]) {
                written[write.copy.0 as usize] += BIT_FIELD_WRITE as u32;
            }
        }
    };
    count(&procedure.body);
    for statement in statements(&procedure.body) {
        match statement {
            Statement::If { then, otherwise, .. } => [then, otherwise].into_iter().for_each(&mut count),
            Statement::Loop { test, body, step, .. } => [test, body, step].into_iter().for_each(&mut count),
            Statement::Step(_) | Statement::Break | Statement::Continue | Statement::Goto(_) | Statement::Label(_) => {}
        }
    }
    let is_copy = |local: &LocalId| {
        let mentions = written[local.0 as usize];
        mentions > 0 && mentions == all.of(*local)
    };
    procedure.locals.ids().filter(is_copy).collect()
}
