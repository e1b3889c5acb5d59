//! Conditions about values of keys that are certainly true: `pthread_setspecific(key, &y); if (pthread_getspecific(key) == &y) ...`
//!
//! Rule. In a thread that is not main, `key_get` gives the address of a local that `key_set` stored, if
//! - the program makes one key, once, and stores its number into a variable that no other step writes, before main creates any thread;
//! - no key is deleted: the lowering deletes a key only where its number is too large, and the number of the only key is not;
//! - both take the key from this variable;
//! - on the path between them no other `key_set` is made and no procedure is called, and the local stays alive.
//!
//! A test that compares this address with that of the local then decides for one of its branches, and the other one is
//! left out. The paths are those of structured code; nothing is known at the begin of loops and behind them, or in
//! procedures with labels.
//!
//! Rule: the value of a key is known only between a `key_set` and a `key_get` of the same key by the same thread.
//! Tests: `lock_if_the_key_has_another_value`, `lock_if_the_key_is_set_in_between`, `lock_if_another_key_has_the_value`, `lock_if_no_key_has_the_value`,
//! `lock_if_a_call_sets_the_key`, `lock_if_the_key_is_made_late`, `lock_if_the_key_is_deleted`, `lock_if_the_variable_gets_another_number`,
//! `lock_if_one_branch_sets_the_key`, `lock_if_the_key_is_set_in_a_loop`.

use raddle_program::automaton::{Automaton, Transition};
use raddle_program::entity::{Entity, Table};
use raddle_program::syntax::{
    BinaryOperator, Block, Effect, Expr, ExprKind, GlobalId, LocalId, Place, PlaceKind, Procedure, ProcedureId,
    Program, Statement, Synchronization,
};
use raddle_program::types::TypeKind;
use raddle_program::written_registers::written;
use std::collections::{BTreeMap, BTreeSet};

use super::points_to::{Context, ObjectKind, PointsTo, ThreadClass};
use super::ways::{only_step_to, reaches_any_without};

/// The program without the branches that values of keys rule out; `None` if there are none.
pub fn without_other_branches(
    program: &Program,
    points_to: &PointsTo,
    automata: &Table<ProcedureId, Automaton>,
) -> Option<Program> {
    let key = only_key(points_to, automata)?;
    let mut decided = program.clone();
    let mut n_decided = 0;
    for (number, procedure) in program.procedures.iter() {
        let mut runs_in = points_to.contexts.values().filter(|context| context.procedure == number).peekable();
        let is_of_threads = runs_in.peek().is_some() && runs_in.all(|context| context.class != main_class());
        if is_of_threads && !has_labels(&procedure.body) {
            let mut replacement = KeyReplacement { program, procedure, key, n_decided: 0 };
            replacement.block(&mut decided.procedures[number].body, Known::default());
            n_decided += replacement.n_decided;
        }
    }
    (n_decided > 0).then_some(decided)
}

fn main_class() -> ThreadClass {
    ThreadClass::from_index(0)
}

/// The variable that has the number of the only key whenever a thread other than main runs.
fn only_key(points_to: &PointsTo, automata: &Table<ProcedureId, Automaton>) -> Option<GlobalId> {
    let sites = |wanted: Synchronization| -> Vec<(Context, Transition)> {
        let found = points_to.synchronizations.iter().filter(|(_, site)| site.operation == wanted);
        found.map(|(&place, _)| place).collect()
    };
    let &[(context, create)] = sites(Synchronization::KeyCreate).as_slice() else { return None };
    let data = &points_to.contexts[context];
    if !points_to.is_complete()
        || points_to.hides_calls
        || data.class != main_class()
        || !points_to.runs_once(context, create, automata)
    {
        return None;
    }
    let automaton = &automata[data.procedure];
    let behind = automaton.transitions[create].to;
    if only_step_to(automaton, behind) != Some(create) {
        return None;
    }
    let Effect::Synchronize { result: Some(number), .. } = automaton.transitions[create].effect else { return None };
    // One of the two branches is for numbers that are too large.
    let way = |holds: bool| {
        let mut ways = automaton.outgoing(behind).iter().copied();
        ways.find(|&it| {
            let guard = automaton.transitions[it].guard.as_ref();
            guard.is_some_and(|guard| guard.holds == holds && is_small(&guard.condition, number))
        })
    };
    let (small, large) = (way(true)?, way(false)?);
    let is_of_large = |&(at, delete): &(Context, Transition)| {
        at == context && only_step_to(automaton, automaton.transitions[delete].from) == Some(large)
    };
    if !sites(Synchronization::KeyDelete).iter().all(is_of_large) {
        return None;
    }
    let (store, global) = automaton.transitions.iter().find_map(|(store, data)| {
        let Effect::Assign { target: Place { kind: PlaceKind::Global(global), .. }, value } = &data.effect else {
            return None;
        };
        let is_it = register(value) == Some(number) && only_step_to(automaton, data.from) == Some(small);
        is_it.then_some((store, *global))
    })?;
    let is_other_write = |access: &super::points_to::AccessSite| {
        let mut targets = points_to.targets(access.address).iter();
        access.is_write
            && (access.context, access.transition) != (context, store)
            && targets.any(|target| points_to.object(target.object).kind == ObjectKind::Global(global))
    };
    let early = reaches_any_without(automaton, [automaton.entry].into_iter(), |it| it == store || it == large);
    let is_behind = |&(creator, creation): &(Context, Transition)| {
        points_to.contexts[creator].class != main_class()
            || creator == context && !early[automaton.transitions[creation].from.index()]
    };
    let is_first = points_to.classes.values().flat_map(|class| &class.created_at).all(is_behind);
    (is_first && !points_to.accesses.iter().any(is_other_write)).then_some(global)
}

/// Whether a condition says that a register is less than the number of keys that there may be.
fn is_small(condition: &Expr, number: LocalId) -> bool {
    let ExprKind::Binary(BinaryOperator::Less, left, right) = &condition.kind else { return false };
    register(left) == Some(number) && matches!(right.kind, ExprKind::Integer(limit) if limit > 0)
}

fn register(expr: &Expr) -> Option<LocalId> {
    match &expr.kind {
        ExprKind::Read(place) => match place.kind {
            PlaceKind::Local(local) => Some(local),
            _ => None,
        },
        _ => None,
    }
}

fn has_labels(block: &Block) -> bool {
    block.iter().any(|statement| match statement {
        Statement::Goto(_) | Statement::Label(_) => true,
        Statement::If { then, otherwise, .. } => has_labels(then) || has_labels(otherwise),
        Statement::Loop { test, body, step, .. } => has_labels(test) || has_labels(body) || has_labels(step),
        Statement::Step(_) | Statement::Break | Statement::Continue => false,
    })
}

/// What is known at a place.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
struct Known {
    /// The registers that have the number of the key.
    numbers: BTreeSet<LocalId>,
    /// The local whose address is the value of the key.
    value: Option<LocalId>,
    /// The registers that have the address of a local, read from the key.
    addresses: BTreeMap<LocalId, LocalId>,
}

impl Known {
    /// What both know.
    fn and(&self, other: &Known) -> Known {
        let is_common = |&(register, local): &(&LocalId, &LocalId)| other.addresses.get(register) == Some(local);
        Known {
            numbers: self.numbers.intersection(&other.numbers).copied().collect(),
            value: self.value.filter(|&value| other.value == Some(value)),
            addresses: self.addresses.iter().filter(is_common).map(|(&register, &local)| (register, local)).collect(),
        }
    }

    /// A local gets a value, or its lifetime begins or ends.
    fn forget(&mut self, local: LocalId) {
        self.numbers.remove(&local);
        self.addresses.retain(|&register, &mut value| register != local && value != local);
        self.value = self.value.filter(|&value| value != local);
    }
}

/// Replaces the values of a key in the code of a procedure.
struct KeyReplacement<'p> {
    program: &'p Program,
    procedure: &'p Procedure,
    key: GlobalId,
    n_decided: usize,
}

impl KeyReplacement<'_> {
    fn block(&mut self, block: &mut Block, mut known: Known) -> Known {
        for statement in std::mem::take(block) {
            match statement {
                Statement::Step(step) => {
                    self.step(&step.effect, &mut known);
                    block.push(Statement::Step(step));
                }
                Statement::If { condition, mut then, mut otherwise, span } => match self.decide(&condition, &known) {
                    Some(holds) => {
                        self.n_decided += 1;
                        let mut taken = if holds { then } else { otherwise };
                        known = self.block(&mut taken, known);
                        block.append(&mut taken);
                    }
                    None => {
                        let ends = [&mut then, &mut otherwise].map(|branch| self.block(branch, known.clone()));
                        known = ends[0].and(&ends[1]);
                        block.push(Statement::If { condition, then, otherwise, span });
                    }
                },
                Statement::Loop { tests_after, mut test, condition, mut body, mut step, span } => {
                    for part in [&mut test, &mut body, &mut step] {
                        self.block(part, Known::default());
                    }
                    known = Known::default();
                    block.push(Statement::Loop { tests_after, test, condition, body, step, span });
                }
                Statement::Break | Statement::Continue | Statement::Goto(_) | Statement::Label(_) => {
                    known = Known::default();
                    block.push(statement);
                }
            }
        }
        known
    }

    fn step(&self, effect: &Effect, known: &mut Known) {
        match effect {
            Effect::Assign { target, value } => {
                let PlaceKind::Local(target) = target.kind else { return };
                let (address, is_number) = (self.address(value, known), self.is_number(value, known));
                known.forget(target);
                if !self.procedure.locals[target].is_register {
                    return;
                }
                if is_number {
                    known.numbers.insert(target);
                }
                if let Some(local) = address {
                    known.addresses.insert(target, local);
                }
            }
            Effect::Synchronize { operation: Synchronization::KeySet, operands, result } => {
                known.value = self.of_local(&operands[1]).filter(|_| self.is_number(&operands[0], known));
                result.iter().for_each(|&result| known.forget(result));
            }
            Effect::Synchronize { operation: Synchronization::KeyGet, operands, result: Some(result) } => {
                let value = known.value.filter(|_| self.is_number(&operands[0], known));
                known.forget(*result);
                if let Some(local) = value {
                    known.addresses.insert(*result, local);
                }
            }
            Effect::Call { .. } | Effect::External { .. } => *known = Known::default(),
            Effect::Synchronize {
                operation: Synchronization::KeyCreate | Synchronization::KeyDelete | Synchronization::BecomeChild,
                ..
            } => *known = Known::default(),
            Effect::Live { local, .. } | Effect::Dead(local) => known.forget(*local),
            _ => {
                let (one, other) = written(effect);
                one.into_iter().chain(other).for_each(|local| known.forget(local));
            }
        }
    }

    /// Whether a value is the number of the key.
    fn is_number(&self, value: &Expr, known: &Known) -> bool {
        match &value.kind {
            ExprKind::Read(place) => match place.kind {
                PlaceKind::Global(global) => global == self.key,
                PlaceKind::Local(local) => known.numbers.contains(&local),
                _ => false,
            },
            _ => false,
        }
    }

    /// The local that a value is the address of, by what was read from the key.
    fn address(&self, value: &Expr, known: &Known) -> Option<LocalId> {
        known.addresses.get(&register(self.pointer(value))?).copied()
    }

    /// The local that an expression is the address of.
    fn of_local(&self, expr: &Expr) -> Option<LocalId> {
        let ExprKind::AddressOf(place) = &self.pointer(expr).kind else { return None };
        match place.kind {
            PlaceKind::Local(local) => (!self.procedure.locals[local].is_register).then_some(local),
            _ => None,
        }
    }

    /// A pointer before it was converted to pointers of other types.
    fn pointer<'e>(&self, expr: &'e Expr) -> &'e Expr {
        let is_pointer = |expr: &Expr| matches!(self.program.types.kind(expr.ty), TypeKind::Pointer(_));
        match &expr.kind {
            ExprKind::Cast(operand) if is_pointer(expr) && is_pointer(operand) => self.pointer(operand),
            _ => expr,
        }
    }

    /// What a condition gives, if that is certain.
    fn decide(&self, condition: &Expr, known: &Known) -> Option<bool> {
        let ExprKind::Binary(operator, left, right) = &condition.kind else { return None };
        let holds = match operator {
            BinaryOperator::Equal => true,
            BinaryOperator::NotEqual => false,
            _ => return None,
        };
        let is_same = |one: &Expr, other: &Expr| {
            self.address(one, known).is_some_and(|local| self.of_local(other) == Some(local))
        };
        (is_same(left, right) || is_same(right, left)).then_some(holds)
    }
}
