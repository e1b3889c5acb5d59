//! New objects: what a thread does with memory that it has just allocated, before any other code can reach it.
//!
//! The proof says `birth CLASS PROCEDURE TRANSITION` for an allocation, or a call that returns a new object. From there the checker follows
//! which registers *hold* the address, until the address goes anywhere else: into memory, into a number that is computed
//! from it, into a call of a procedure that does not keep it to itself ([`super::given`]). Until then only this activation can reach the
//! object, and
//! - the bytes that are written on all paths before that, and before they are read, never show their initial content
//!   (the activation may read what it has written, and paths end where it frees the object);
//! - a later access by another thread got the address by way of other accesses. If these do not race, they are ordered,
//!   and so are the earlier accesses.

use raddle_program::automaton::{Automaton, Location, Transition, TransitionData};
use raddle_program::byte_set::ByteSet;
use raddle_program::syntax::{
    BinaryOperator, Callee, Effect, Expr, ExprKind, LocalId, Place, ProcedureId, Program, Synchronization as S,
    UnaryOperator,
};
use raddle_program::visit::{Visitor, walk_effect, walk_expr};
use std::collections::{BTreeMap, BTreeSet};

use super::backward::writes;
use super::given::Procedures;
use super::terms::register_of;

/// What is written of larger objects is not followed.
pub(super) const BYTES: u64 = 4096;

/// What is known of the new objects of an allocation or a call.
#[derive(Clone, Debug, Default)]
pub struct Birth {
    /// The bytes that are never read before they are written.
    pub written: ByteSet,
    /// Its bytes, if they are followed.
    pub size: Option<u64>,
    /// What is done with it.
    pub uses: Uses,
}

/// Steps that are taken only with a new object, while only their activation and its callers reach it.
#[derive(Clone, Debug, Default)]
pub struct Uses {
    /// Writes to it, and to nothing else.
    pub writes: BTreeSet<Transition>,
    /// Reads of it, and of nothing else.
    pub reads: BTreeSet<Transition>,
    /// Calls that pass its address, as the argument with a number.
    pub gifts: BTreeSet<(Transition, usize)>,
}

/// What a procedure does with a new object that it gets.
#[derive(Clone, Debug)]
pub struct Kept {
    /// The bytes that it writes on each path to a return.
    pub written: ByteSet,
    /// Whether each return gives the address; else none does.
    pub is_returned: bool,
    /// What is done with it.
    pub uses: Uses,
}

/// What is known where the object is new.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct New {
    pub(super) holders: BTreeSet<LocalId>,
    pub(super) written: ByteSet,
}

/// Where a new object comes from.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Source {
    /// A step makes it.
    Step(Transition),
    /// A caller has passed it.
    Caller,
}

/// Follows a new object through one procedure.
pub(super) struct Following<'p> {
    pub(super) program: &'p Program,
    pub(super) procedure: ProcedureId,
    automaton: &'p Automaton,
    procedures: &'p Procedures<'p>,
    source: Source,
    /// Whether paths on which the address is null are left out: there is no object.
    skips_null: bool,
}

impl<'p> Following<'p> {
    /// What is known behind a step that may make a new object; `None` if it makes none, or paths join that differ in which registers hold it.
    pub fn from_step(procedures: &'p Procedures<'p>, procedure: ProcedureId, step: Transition) -> Option<Birth> {
        let mut following = Following::new(procedures, procedure, Source::Step(step));
        let (size, start) = following.made(step)?;
        let first = following.automaton.transitions[step].to;
        let at = following.follow(first, start.clone()).or_else(|| {
            following.skips_null = true;
            following.follow(first, start)
        })?;
        let mut written = ByteSet::of(0..size.unwrap_or(0));
        for (&location, here) in &at {
            let is_last = |&it: &Transition| !following.is_null_path(it, here) && following.after(it, here).is_none();
            if following.automaton.outgoing(location).iter().any(is_last) {
                // From here on other code may read the object.
                written = written.intersection(&here.written);
            }
        }
        Some(Birth { written, size, uses: following.certain_uses(&at) })
    }

    /// What a procedure does with a new object that it gets as an argument; `None` if other code may learn its address.
    pub fn from_caller(procedures: &'p Procedures<'p>, procedure: ProcedureId, argument: usize) -> Option<Kept> {
        let data = procedures.program.procedures.get(procedure).filter(|it| it.is_defined)?;
        let register = *data.parameters.get(argument)?;
        if !data.locals[register].is_register {
            return None;
        }
        let following = Following::new(procedures, procedure, Source::Caller);
        let start = New { holders: [register].into(), written: ByteSet::default() };
        let at = following.follow(following.automaton.entry, start)?;
        let mut ends: Vec<(&New, bool)> = Vec::new();
        for (&location, here) in &at {
            for &transition in following.automaton.outgoing(location) {
                match &following.automaton.transitions[transition].effect {
                    Effect::Return(Some(result)) if following.is_held(here, result) => ends.push((here, true)),
                    Effect::Return(Some(result)) if following.is_revealed(here, result) => return None,
                    Effect::Return(_) => ends.push((here, false)),
                    _ => drop(following.after(transition, here)?),
                }
            }
        }
        let is_returned = ends.first().is_some_and(|end| end.1);
        if ends.iter().any(|end| end.1 != is_returned) {
            return None;
        }
        let written = ends.iter().map(|end| end.0.written.clone()).reduce(|one, other| one.intersection(&other));
        Some(Kept { written: written.unwrap_or_default(), is_returned, uses: following.certain_uses(&at) })
    }

    /// The bytes that are written of the new object that a step made and a return gives; `None` if it may give something else.
    pub fn returned(
        procedures: &'p Procedures<'p>,
        procedure: ProcedureId,
        step: Transition,
        end: Transition,
    ) -> Option<ByteSet> {
        let following = Following::new(procedures, procedure, Source::Step(step));
        let (_, start) = following.made(step)?;
        let at = following.follow(following.automaton.transitions[step].to, start)?;
        let data = &following.automaton.transitions[end];
        let here = at.get(&data.from).filter(|_| following.certain(&at).contains(&data.from))?;
        match &data.effect {
            Effect::Return(Some(result)) if following.is_held(here, result) => Some(here.written.clone()),
            _ => None,
        }
    }

    fn new(procedures: &'p Procedures<'p>, procedure: ProcedureId, source: Source) -> Self {
        let (program, automaton) = (procedures.program, &procedures.automata[procedure]);
        Following { program, procedure, automaton, procedures, source, skips_null: false }
    }

    /// The size, and what is known behind a step that makes a new object.
    fn made(&self, step: Transition) -> Option<(Option<u64>, New)> {
        let (size, target, written) = match &self.automaton.transitions.get(step)?.effect {
            Effect::Allocate { target, size, is_zeroed, .. } => {
                let size = product(size).filter(|&size| size <= BYTES);
                let zeroed = if *is_zeroed { size.unwrap_or(0) } else { 0 };
                (size, *target, ByteSet::of(0..zeroed))
            }
            Effect::Call { callee: Callee::Procedure(callee), result: Some(result), .. } => {
                (None, *result, self.procedures.returned(*callee)?)
            }
            _ => return None,
        };
        let is_register = self.program.procedures[self.procedure].locals[target].is_register;
        is_register.then(|| (size, New { holders: [target].into(), written }))
    }

    fn follow(&self, start: Location, new: New) -> Option<BTreeMap<Location, New>> {
        let mut at: BTreeMap<Location, New> = BTreeMap::from([(start, new)]);
        let mut pending = vec![start];
        while let Some(location) = pending.pop() {
            let here = at[&location].clone();
            for &transition in self.automaton.outgoing(location) {
                let to = self.automaton.transitions[transition].to;
                if self.is_null_path(transition, &here) {
                    continue;
                }
                let Some(after) = self.after(transition, &here) else { continue };
                if self.is_forgotten(&after) || to == self.automaton.exit {
                    continue;
                }
                match at.get_mut(&to) {
                    None => {
                        at.insert(to, after);
                        pending.push(to);
                    }
                    // A register that holds the address on some paths only is not followed.
                    Some(there) if there.holders != after.holders => return None,
                    Some(there) => {
                        let written = there.written.intersection(&after.written);
                        if there.written != written {
                            there.written = written;
                            pending.push(to);
                        }
                    }
                }
            }
        }
        Some(at)
    }

    /// Whether a step is left out since it is taken only if the address is null.
    fn is_null_path(&self, transition: Transition, here: &New) -> bool {
        let guard = self.automaton.transitions[transition].guard.as_ref();
        self.skips_null && guard.is_some_and(|guard| self.says_null(here, &guard.condition, guard.holds))
    }

    /// Whether the address is null if a condition holds, or does not.
    fn says_null(&self, here: &New, condition: &Expr, holds: bool) -> bool {
        match &condition.kind {
            ExprKind::Unary(UnaryOperator::LogicalNot, operand) => self.says_null(here, operand, !holds),
            ExprKind::Binary(operator @ (BinaryOperator::Equal | BinaryOperator::NotEqual), left, right) => {
                let is_equal = holds == (*operator == BinaryOperator::Equal);
                let other = if is_null(right) { left } else { right };
                is_equal && (is_null(left) || is_null(right)) && self.is_held(here, other)
            }
            _ => !holds && self.is_held(here, condition),
        }
    }

    /// Whether nothing can reach the object any more.
    fn is_forgotten(&self, new: &New) -> bool {
        new.holders.is_empty() && self.source != Source::Caller
    }

    /// The locations that are reached only with a new object. A path that is left out because the address is null brings none.
    fn certain(&self, at: &BTreeMap<Location, New>) -> BTreeSet<Location> {
        let brings_it = |transition: Transition, from: Location| {
            let after = |here: &New| self.after(transition, here).filter(|after| !self.is_forgotten(after));
            at.get(&from).is_some_and(|here| !self.is_null_path(transition, here) && after(here).is_some())
        };
        let makes_it = |transition: Transition| self.source == Source::Step(transition);
        let mut without: Vec<Location> = Vec::new();
        if self.source != Source::Caller {
            without.push(self.automaton.entry);
        }
        for (transition, data) in self.automaton.transitions.iter() {
            if at.contains_key(&data.to) && !makes_it(transition) && !brings_it(transition, data.from) {
                without.push(data.to);
            }
        }
        let mut certain: BTreeSet<Location> = at.keys().copied().collect();
        while let Some(location) = without.pop() {
            if certain.remove(&location) {
                let steps = self.automaton.outgoing(location).iter().filter(|step| !makes_it(**step));
                without.extend(steps.map(|&step| self.automaton.transitions[step].to));
            }
        }
        certain
    }

    /// What is done at locations that are reached only with a new object.
    fn certain_uses(&self, at: &BTreeMap<Location, New>) -> Uses {
        let mut uses = Uses::default();
        for location in self.certain(at) {
            let here = &at[&location];
            for &transition in self.automaton.outgoing(location) {
                if self.after(transition, here).is_none() {
                    continue;
                }
                let data = &self.automaton.transitions[transition];
                if self.reads_it_alone(here, data) {
                    uses.reads.insert(transition);
                }
                match &data.effect {
                    Effect::Assign { target, .. } if self.inside(here, target).is_some() => {
                        uses.writes.insert(transition);
                    }
                    Effect::FillBytes { target, .. } | Effect::CopyBytes { target, .. } | Effect::Free(target, _)
                        if self.is_held(here, target) =>
                    {
                        uses.writes.insert(transition);
                    }
                    Effect::Call { arguments, .. } => {
                        uses.gifts.extend(self.passed(here, arguments).map(|number| (transition, number)));
                    }
                    _ => {}
                }
            }
        }
        uses
    }

    /// Whether a step reads nothing from memory but the object.
    fn reads_it_alone(&self, here: &New, data: &TransitionData) -> bool {
        let mut read = ReadPlaces::default();
        match (&data.effect, &data.guard) {
            (Effect::Skip, Some(guard)) => walk_expr(&guard.condition, &mut read),
            (Effect::Assign { .. } | Effect::Call { .. } | Effect::Return(_), None) => {
                walk_effect(&data.effect, &mut read)
            }
            _ => return false,
        }
        let is_register = |place: &Place| register_of(self.program, self.procedure, place).is_some();
        read.0.iter().all(|place| is_register(place) || self.was_written(here, place))
    }

    /// The number of the argument that passes the object, if one alone does.
    fn passed(&self, here: &New, arguments: &[Expr]) -> Option<usize> {
        let mut with_it = (0..arguments.len()).filter(|&number| self.is_revealed(here, &arguments[number]));
        let number = with_it.next()?;
        (with_it.next().is_none() && self.is_held(here, &arguments[number])).then_some(number)
    }

    /// The facts behind a step; `None` if other code may get the address, or if bytes are read that were not written.
    fn after(&self, transition: Transition, here: &New) -> Option<New> {
        let data = &self.automaton.transitions[transition];
        let mut after = here.clone();
        if self.source == Source::Step(transition) {
            return None;
        }
        if let Some(guard) = &data.guard {
            return self.only_looks(here, &guard.condition).then_some(after);
        }
        let is_free_of = |expr: &Expr| !self.is_revealed(here, expr);
        match &data.effect {
            Effect::Assign { target, value: assigned } => {
                if let Some(register) = register_of(self.program, self.procedure, target) {
                    match self.holds(here, assigned) {
                        Some(0) => drop(after.holders.insert(register)),
                        _ if is_free_of(assigned) => drop(after.holders.remove(&register)),
                        _ => return None,
                    }
                    return Some(after);
                }
                if !is_free_of(assigned) {
                    return (!self.procedures.is_checked).then_some(after);
                }
                if let Some((offset, size)) = self.inside(here, target) {
                    after.written.insert(offset..offset.saturating_add(size.min(BYTES)));
                    return Some(after);
                }
                // A pointer that was stored in the object leads elsewhere.
                if self.is_reached_by_what_was_stored(here, target) {
                    return Some(after);
                }
            }
            Effect::Free(pointer, _) if self.holds(here, pointer) == Some(0) => {
                after.holders.clear();
                return Some(after);
            }
            Effect::FillBytes { target, byte, size } if self.holds(here, target) == Some(0) && is_free_of(byte) => {
                let ExprKind::Integer(size) = size.kind else { return None };
                after.written.insert(0..u64::try_from(size).unwrap_or(0).min(BYTES));
                return Some(after);
            }
            Effect::CopyBytes { target, origin, size, .. }
                if self.is_held(here, target) && !self.is_mentioned(here, origin) && !self.is_mentioned(here, size) =>
            {
                let count = if let ExprKind::Integer(size) = size.kind { u64::try_from(size).unwrap_or(0) } else { 0 };
                after.written.insert(0..count.min(BYTES));
                return Some(after);
            }
            Effect::Call { callee: Callee::Procedure(callee), arguments, result }
                if arguments.iter().any(|argument| self.is_revealed(here, argument)) =>
            {
                let kept = self.procedures.kept(*callee, self.passed(here, arguments)?)?;
                if let &Some(result) = result {
                    after.holders.remove(&result);
                    if kept.is_returned {
                        let is_register = self.program.procedures[self.procedure].locals[result].is_register;
                        after.holders.insert(Some(result).filter(|_| is_register)?);
                    }
                }
                after.written.extend(&kept.written);
                return Some(after);
            }
            // What is read out of it does not show its address.
            Effect::Call { callee, arguments, result }
                if arguments.iter().all(is_free_of) && !matches!(callee, Callee::Pointer(it) if !is_free_of(it)) =>
            {
                after.holders.retain(|&holder| Some(holder) != *result);
                return Some(after);
            }
            Effect::Return(value) if value.iter().all(is_free_of) => {
                after.holders.clear();
                return Some(after);
            }
            // The initialization of a synchronization object inside it does not pass its address on.
            Effect::Synchronize { operation, operands, result: None }
                if matches!(
                    operation,
                    S::MutexInit | S::ConditionInit | S::ReadWriteInit | S::SpinInit | S::SemaphoreInit | S::Overwrite
                ) && self.holds(here, &operands[0]).is_some()
                    && operands[1..].iter().all(is_free_of) =>
            {
                return Some(after);
            }
            _ => {}
        }
        let mut mentioned = Mentioned::default();
        walk_effect(&data.effect, &mut mentioned);
        if mentioned.reads.iter().any(|local| here.holders.contains(local)) && !self.is_only_written(data, here) {
            return None;
        }
        after.holders.retain(|&holder| !writes(&data.effect, holder));
        Some(after)
    }

    /// Whether a step mentions holders only to give them another value.
    fn is_only_written(&self, data: &TransitionData, here: &New) -> bool {
        match &data.effect {
            Effect::Live { .. } | Effect::Dead(_) => true,
            Effect::Input { target, .. } => here.holders.contains(target),
            Effect::Allocate { size, .. } => !self.is_revealed(here, size),
            _ => false,
        }
    }
}

/// The value of a product of numbers that no type makes smaller.
fn product(expr: &Expr) -> Option<u64> {
    match &expr.kind {
        ExprKind::Integer(number) => u64::try_from(*number).ok(),
        ExprKind::Binary(BinaryOperator::Multiply, left, right) => {
            product(left)?.checked_mul(product(right)?).filter(|&product| product < u64::from(u32::MAX))
        }
        _ => None,
    }
}

/// Whether a value is a null pointer.
pub(super) fn is_null(value: &Expr) -> bool {
    match &value.kind {
        ExprKind::Integer(number) => *number == 0,
        ExprKind::Cast(inner) => is_null(inner),
        _ => false,
    }
}

/// The places that code reads.
#[derive(Default)]
struct ReadPlaces(Vec<Place>);

impl Visitor for ReadPlaces {
    fn expr(&mut self, expr: &Expr) {
        if let ExprKind::Read(place) = &expr.kind {
            self.0.push(Place::clone(place));
        }
    }
}

/// The locals that code mentions.
#[derive(Default)]
pub(super) struct Mentioned {
    pub(super) reads: Vec<LocalId>,
}

impl Visitor for Mentioned {
    fn local(&mut self, local: LocalId) {
        self.reads.push(local);
    }
}
