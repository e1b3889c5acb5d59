//! Whether steps of two threads commute if no lock and no order decides it: a solver is asked, and its answer is
//! cached.
//!
//! Rule. Two *units* commute if from every state both orders lead to the same state, and neither unit enables or
//! disables the other. A unit is an atomic section whose steps follow each other without a branch, a section under a lock of this kind
//! ([`Commutation::locked_start`]), or a step outside of
//! every section. The shared cells and the registers before the units are variables, and both orders are executed on
//! terms. The units commute if no values make a difference in the final content of a cell, or of a register that is
//! still read. So threads commute that count with `fetch_add` and ignore the result, and so do threads that set one
//! flag.
//!
//! Conditions, each of which the rule would be unsound without:
//! - Steps only assign, and have no guard: nothing in a unit waits, refutes, violates, publishes or ends a lifetime.
//!   The condition of a branch is read like everything else, but such a step is two transitions that exclude each
//!   other.
//! - Only registers, and cells at known places in globals are supported: by name, or by a register that points to one place only in every
//!   execution. They lie inside of the global, which lives as long as the program. Nothing overlaps in part, no address is computed.
//! - Only integers that hold no addresses ([`PointsTo`]): what can be computed from an address depends on more than its
//!   bits.
//! - Divisions and shifts may be undefined, so they are unsupported. Signed arithmetic wraps; if that violates a
//!   requested property, it is unsupported ([`Arithmetic::Violates`]), or both orders must violate it, or none ([`Arithmetic::ViolatesAlike`]): then an
//!   execution in either order shows a violation if one in the other order does, perhaps in the other unit. Products are unsupported there.
//! - Both orders must give the same values to the registers that are live after the unit, because later steps may read them.
//!
//! Units with unsupported steps do not commute. Answers are cached by pairs of units.
//!
//! Left out: facts about the values before (the order of two writes of 1 and 2 into a cell that no thread reads does
//! not matter, either); elements by an index.
//!
//! Rule: it considers steps without a guard that only assign to cells at known places and to registers that hold no
//! address. The value of a register that is still read counts, and so does signed overflow where it is asked
//! for.
//! Tests: `tests/harness/commutation.rs`, `crates/analysis/tests/reducible_blocks.rs`; in `reach`: `sections_on_overlapping_members`; in
//! `sequential`: `section_that_ends_the_execution`.

use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use raddle_logic::sat::{Cadical, SatResult, SatSolver};
use raddle_logic::solver::Solver;
use raddle_logic::sort::Sort;
use raddle_logic::term::{Term, Terms};
use raddle_program::automaton::{Automaton, Location, Transition};
use raddle_program::entity::Table;
use raddle_program::live::LiveRegisters;
use raddle_program::syntax::{
    BinaryOperator, Effect, Expr, ExprKind, GlobalId, LocalId, Place, PlaceKind, ProcedureId, Program,
    Synchronization as S, UnaryOperator,
};
use raddle_program::types::{TypeId, TypeKind};
use rustc_hash::FxHashMap;

use super::points_to::{AbstractObject, ObjectData, ObjectKind, PointsTo, Target};

/// The greatest number of steps of a section that is looked at.
const STEPS: usize = 32;

/// After so many conflicts a question stays open.
const CONFLICTS: u64 = 2_000;

/// The effect of signed arithmetic that leaves the range of its type.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Arithmetic {
    /// It wraps, and no requested property is violated.
    Wraps,
    /// It violates a requested property: then nothing commutes.
    Violates,
    /// It violates a requested property, and units commute if both orders violate it, or none.
    ViolatesAlike,
}

/// Steps that are executed as one.
#[derive(Debug)]
struct Unit {
    procedure: ProcedureId,
    steps: Vec<Transition>,
    /// The location where it ends.
    end: Location,
}

/// Decides whether steps commute, and caches the answers.
pub struct Commutation<'a> {
    program: &'a Program,
    points_to: &'a PointsTo,
    arithmetic: Arithmetic,
    automata: &'a Table<ProcedureId, Automaton>,
    /// By step: its unit; `None` in sections with unsupported steps.
    units: FxHashMap<(ProcedureId, Transition), Option<Rc<Unit>>>,
    /// By step, the lock and the unlock included: its section under a lock.
    locked: FxHashMap<(ProcedureId, Transition), Rc<Unit>>,
    /// The object of each global.
    globals: FxHashMap<GlobalId, AbstractObject>,
    live: FxHashMap<ProcedureId, LiveRegisters>,
    /// By the first steps of units: whether all steps of the unit are supported.
    understood: FxHashMap<(ProcedureId, Transition), bool>,
    answers: FxHashMap<[(ProcedureId, Transition); 2], bool>,
    /// How often the solver was asked.
    pub n_questions: u64,
}

impl<'a> Commutation<'a> {
    /// Nothing is known yet.
    pub fn new(
        program: &'a Program,
        points_to: &'a PointsTo,
        automata: &'a Table<ProcedureId, Automaton>,
        arithmetic: Arithmetic,
    ) -> Self {
        let (mut units, mut locked) = (FxHashMap::default(), FxHashMap::default());
        for (procedure, automaton) in automata.iter() {
            for (begin, step) in automaton.transitions.iter() {
                if matches!(step.effect, Effect::AtomicBegin) {
                    let section = section(automaton, procedure, begin, |effect| matches!(effect, Effect::AtomicEnd));
                    let section = section.map(Rc::new);
                    for step in section.iter().flat_map(|unit| &unit.steps) {
                        units.insert((procedure, *step), section.clone());
                    }
                    units.entry((procedure, begin)).or_insert(None);
                } else if is_operation(&step.effect, &[S::MutexLock, S::SpinLock]) {
                    let is_end = |effect: &Effect| is_operation(effect, &[S::MutexUnlock, S::SpinUnlock]);
                    let Some(section) = section(automaton, procedure, begin, is_end) else { continue };
                    let section = Rc::new(section);
                    locked.extend(section.steps.iter().map(|&step| ((procedure, step), section.clone())));
                }
            }
        }
        let global = |(object, data): (AbstractObject, &ObjectData)| match data.kind {
            ObjectKind::Global(global) => Some((global, object)),
            _ => None,
        };
        Commutation {
            program,
            points_to,
            arithmetic,
            automata,
            units,
            locked,
            globals: points_to.objects().iter().filter_map(global).collect(),
            live: FxHashMap::default(),
            understood: FxHashMap::default(),
            answers: FxHashMap::default(),
            n_questions: 0,
        }
    }

    /// The first step of the section under a lock that a step is in, the lock. Such a section is a call that locks, steps that only assign, and a
    /// call that unlocks, without a branch between them. Whether both calls name one lock is not looked at.
    pub fn locked_start(&self, (procedure, step): (ProcedureId, Transition)) -> Option<(ProcedureId, Transition)> {
        self.locked.get(&(procedure, step)).map(|unit| (procedure, unit.steps[0]))
    }

    /// The last step of a section under a lock, the unlock, from the first one.
    pub fn locked_end(&self, start: (ProcedureId, Transition)) -> Option<(ProcedureId, Transition)> {
        self.locked.get(&start).and_then(|unit| unit.steps.last()).map(|&last| (start.0, last))
    }

    /// Whether all that the section does which begins at a step is understood: it does not end the execution, and waits for nothing.
    pub fn is_section_understood(&mut self, begin: (ProcedureId, Transition)) -> bool {
        let section = self.locked.get(&begin).or_else(|| self.units.get(&begin)?.as_ref()).map(Rc::clone);
        section.is_some_and(|unit| self.is_understood(&unit))
    }

    /// Whether two sections of different threads under one lock, by their first steps, commute.
    ///
    /// # Panics
    /// If no such section starts at one of the steps.
    pub fn locked_commute(&mut self, one: (ProcedureId, Transition), other: (ProcedureId, Transition)) -> bool {
        let [one, other] = [&self.locked[&one], &self.locked[&other]].map(Rc::clone);
        self.units_commute(&one, &other)
    }

    /// The steps of the section that a step begins, if it is a unit.
    pub fn steps_of_section(&self, begin: (ProcedureId, Transition)) -> Option<&[Transition]> {
        self.units.get(&begin)?.as_ref().map(|unit| unit.steps.as_slice())
    }

    /// The first step of the unit that a step is in.
    pub fn start_of_unit(&self, (procedure, step): (ProcedureId, Transition)) -> (ProcedureId, Transition) {
        (procedure, self.unit((procedure, step)).steps[0])
    }

    /// Whether the units of two steps of different threads commute. Steps outside of sections are units of their own: of a step in a
    /// section that is no unit, the answer is about this step alone.
    pub fn commute(&mut self, one: (ProcedureId, Transition), other: (ProcedureId, Transition)) -> bool {
        let [one, other] = [self.unit(one), self.unit(other)];
        self.units_commute(&one, &other)
    }

    fn units_commute(&mut self, one: &Rc<Unit>, other: &Rc<Unit>) -> bool {
        let mut key = [(one.procedure, one.steps[0]), (other.procedure, other.steps[0])];
        key.sort_unstable();
        if let Some(&known) = self.answers.get(&key) {
            return known;
        }
        let are_understood = self.is_understood(one) && self.is_understood(other);
        let answer = are_understood && self.ask(one, other).unwrap_or(false);
        self.answers.insert(key, answer);
        answer
    }

    fn unit(&self, (procedure, step): (ProcedureId, Transition)) -> Rc<Unit> {
        match self.units.get(&(procedure, step)) {
            Some(Some(unit)) => unit.clone(),
            Some(None) | None => {
                let end = self.automata[procedure].transitions[step].to;
                Rc::new(Unit { procedure, steps: vec![step], end })
            }
        }
    }

    /// Whether all that a unit does is understood.
    fn is_understood(&mut self, unit: &Unit) -> bool {
        let key = (unit.procedure, unit.steps[0]);
        if let Some(&known) = self.understood.get(&key) {
            return known;
        }
        let is_understood = self.execute(&mut Terms::new(), &mut BTreeMap::new(), [(unit, 0)]).is_some();
        self.understood.insert(key, is_understood);
        is_understood
    }

    /// The contents of slots after the units of two sides, one after the other, and whether a requested property was violated; `None` if a step is
    /// unsupported. A slot gets a variable at its first use.
    fn execute<const N: usize>(
        &self,
        terms: &mut Terms,
        before: &mut BTreeMap<Slot, Term>,
        order: [(&Unit, u8); N],
    ) -> Option<(BTreeMap<Slot, Term>, Term)> {
        let Commutation { program, points_to, automata, arithmetic, ref globals, .. } = *self;
        let (now, violations) = (BTreeMap::new(), Vec::new());
        let mut state = State { program, points_to, automata, globals, arithmetic, terms, before, now, violations };
        for (unit, side) in order {
            for &step in &unit.steps {
                let step = &self.automata[unit.procedure].transitions[step];
                if step.guard.is_some() {
                    return None;
                }
                state.step(unit.procedure, side, &step.effect)?;
            }
        }
        let is_violated = state.terms.or_all(&state.violations);
        Some((state.now, is_violated))
    }

    /// Executes both orders, and asks whether what they lead to may differ; `None` if something is not understood.
    fn ask(&mut self, one: &Unit, other: &Unit) -> Option<bool> {
        let mut terms = Terms::new();
        // Both start from the same values.
        let mut before: BTreeMap<Slot, Term> = BTreeMap::new();
        let [(one_first, violates), (other_first, violates_too)] = [
            self.execute(&mut terms, &mut before, [(one, 0), (other, 1)])?,
            self.execute(&mut terms, &mut before, [(other, 1), (one, 0)])?,
        ];
        let states = [one_first, other_first];
        let mut differences = vec![terms.ne(violates, violates_too)];
        let slots: BTreeSet<Slot> = states.iter().flat_map(BTreeMap::keys).copied().collect();
        for slot in slots {
            let is_read = match slot {
                Slot::Cell(..) => true,
                Slot::Register(0, local) => self.is_live(one, local),
                Slot::Register(_, local) => self.is_live(other, local),
            };
            let [first, second] = [&states[0], &states[1]].map(|now| now.get(&slot).or(before.get(&slot)).copied());
            if let (true, Some(first), Some(second)) = (is_read, first, second) {
                differences.push(terms.ne(first, second));
            }
        }
        let differ = terms.or_all(&differences);
        if differ == terms.falsity() {
            return Some(true);
        }
        self.n_questions += 1;
        let mut solver = Solver::new(Cadical::new());
        solver.sat().set_budget(Some(CONFLICTS));
        solver.assert(&mut terms, differ);
        Some(solver.check(&mut terms, &[]) == SatResult::Unsat)
    }

    fn is_live(&mut self, unit: &Unit, local: LocalId) -> bool {
        let (program, automata) = (self.program, self.automata);
        let live = self.live.entry(unit.procedure).or_insert_with(|| {
            LiveRegisters::of(program, &program.procedures[unit.procedure], &automata[unit.procedure])
        });
        live.is_live(unit.end, local)
    }
}

/// Whether an effect is one of these operations.
fn is_operation(effect: &Effect, wanted: &[S]) -> bool {
    matches!(effect, Effect::Synchronize { operation, .. } if wanted.contains(operation))
}

/// The section that a step begins: steps that follow each other without a branch or a join of paths, and which only
/// assign, up to the first one that ends it.
fn section(
    automaton: &Automaton,
    procedure: ProcedureId,
    begin: Transition,
    is_end: impl Fn(&Effect) -> bool,
) -> Option<Unit> {
    let mut steps = vec![begin];
    let mut here = automaton.transitions[begin].to;
    while steps.len() < STEPS {
        let n_ways_in = automaton.transitions.values().filter(|step| step.to == here).count();
        let [next] = automaton.outgoing(here) else { return None };
        let step = &automaton.transitions[*next];
        if here == automaton.entry || n_ways_in != 1 || step.guard.is_some() {
            return None;
        }
        steps.push(*next);
        here = step.to;
        match step.effect {
            ref effect if is_end(effect) => return Some(Unit { procedure, steps, end: here }),
            ref effect if only_assigns(effect) => {}
            _ => return None,
        }
    }
    None
}

/// Whether an effect does no more than to compute a value and to store it.
fn only_assigns(effect: &Effect) -> bool {
    match effect {
        Effect::Assign { .. } | Effect::Skip => true,
        Effect::Initialize { .. }
        | Effect::Input { .. }
        | Effect::Assume(_)
        | Effect::Assert { .. }
        | Effect::Call { .. }
        | Effect::External { .. }
        | Effect::Return(_)
        | Effect::Live { .. }
        | Effect::Dead(_)
        | Effect::Allocate { .. }
        | Effect::Free(..)
        | Effect::CopyBytes { .. }
        | Effect::FillBytes { .. }
        | Effect::Spawn { .. }
        | Effect::Join { .. }
        | Effect::Exit(_)
        | Effect::Stop
        | Effect::Synchronize { .. }
        | Effect::Fence(_)
        | Effect::AtomicBegin
        | Effect::AtomicEnd
        | Effect::Unsupported(_) => false,
    }
}

/// What has a value: a cell of an object, by its offset in bytes, a register of the one thread or of the other.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum Slot {
    Cell(AbstractObject, u64),
    Register(u8, LocalId),
}

/// Values during the symbolic execution of units.
struct State<'a> {
    program: &'a Program,
    points_to: &'a PointsTo,
    automata: &'a Table<ProcedureId, Automaton>,
    globals: &'a FxHashMap<GlobalId, AbstractObject>,
    arithmetic: Arithmetic,
    terms: &'a mut Terms,
    before: &'a mut BTreeMap<Slot, Term>,
    now: BTreeMap<Slot, Term>,
    /// When a requested property is violated.
    violations: Vec<Term>,
}

impl State<'_> {
    fn step(&mut self, procedure: ProcedureId, side: u8, effect: &Effect) -> Option<()> {
        let (target, value) = match effect {
            Effect::Assign { target, value } => (target, value),
            Effect::AtomicBegin | Effect::AtomicEnd | Effect::Skip => return Some(()),
            // The lock or the unlock of a section. What it returns does not depend on other sections.
            Effect::Synchronize { result, .. } => {
                if let Some(local) = *result {
                    let (width, _) = self.shape(self.program.procedures[procedure].locals[local].ty)?;
                    let success = self.terms.number(width, 0);
                    self.now.insert(Slot::Register(side, local), success);
                }
                return Some(());
            }
            _ => return None,
        };
        let slot = self.slot(procedure, side, target)?;
        let (width, _) = self.shape(target.ty)?;
        let value = self.value(procedure, side, value)?;
        if self.terms.width(value) != width || !self.overlaps_nothing(slot, width) {
            return None;
        }
        self.now.insert(slot, value);
        Some(())
    }

    /// The slot that a place is all of.
    fn slot(&self, procedure: ProcedureId, side: u8, place: &Place) -> Option<Slot> {
        match &place.kind {
            PlaceKind::Local(local) => {
                let is_register = self.program.procedures[procedure].locals[*local].is_register;
                let is_slot = is_register && self.is_number_in(procedure, *local);
                is_slot.then_some(Slot::Register(side, *local))
            }
            PlaceKind::Global(_) | PlaceKind::Deref(_) | PlaceKind::Field(..) | PlaceKind::Index(..) => {
                let (object, offset) = self.place(procedure, place)?;
                let bytes = u64::from(self.shape(place.ty)?.0 / 8);
                // Other objects may have ended, and an access outside of an object ends the execution.
                let ObjectKind::Global(global) = self.points_to.object(object).kind else { return None };
                if offset + bytes > self.program.types.size_of(self.program.globals[global].ty)? {
                    return None;
                }
                let target = Target { object, offset: Some(offset) };
                let cells = &self.points_to.object(object).cells;
                let touched = self.points_to.touched(target, Some(bytes));
                let are_numbers = touched.clone().all(|cell| self.points_to.holds_numbers(cells[cell]));
                (bytes > 0 && !touched.is_empty() && are_numbers).then_some(Slot::Cell(object, offset))
            }
            PlaceKind::BitLocation(_) => None,
        }
    }

    /// The object and the offset that a place has in every execution.
    fn place(&self, procedure: ProcedureId, place: &Place) -> Option<(AbstractObject, u64)> {
        let types = &self.program.types;
        match &place.kind {
            PlaceKind::Global(global) => {
                let is_one = !self.program.globals[*global].is_thread_local;
                is_one.then(|| self.globals.get(global).map(|&object| (object, 0))).flatten()
            }
            PlaceKind::Field(base, number) => {
                let (object, offset) = self.place(procedure, base)?;
                let TypeKind::Record(record) = types.kind(base.ty) else { return None };
                let field = types.record(*record).body.as_ref()?.fields.get(*number as usize)?;
                field.bits.is_none().then(|| (object, offset + field.offset))
            }
            PlaceKind::Index(base, index) => {
                let (object, offset) = self.place(procedure, base)?;
                let ExprKind::Integer(index) = index.kind else { return None };
                let distance = u64::try_from(index).ok()?.checked_mul(types.size_of(place.ty)?)?;
                Some((object, offset.checked_add(distance)?))
            }
            PlaceKind::Deref(pointer) => match named(self.program, pointer) {
                Some(place) => self.place(procedure, place),
                None => self.pointed(procedure, pointer),
            },
            PlaceKind::Local(_) | PlaceKind::BitLocation(_) => None,
        }
    }

    /// The one place that a pointer in a register leads to, whatever the context.
    fn pointed(&self, procedure: ProcedureId, pointer: &Expr) -> Option<(AbstractObject, u64)> {
        let ExprKind::Read(place) = &pointer.kind else { return None };
        let PlaceKind::Local(local) = place.kind else { return None };
        if !self.program.procedures[procedure].locals[local].is_register {
            return None;
        }
        let mut found: Option<Target> = None;
        for (context, _) in self.points_to.contexts.iter().filter(|(_, data)| data.procedure == procedure) {
            let node = self.points_to.register(context, local)?;
            let &[target] = self.points_to.targets(node) else { return None };
            let is_other = found.is_some_and(|found| found != target);
            if is_other || self.points_to.leads_out(node) || !self.points_to.is_unique(target, self.automata) {
                return None;
            }
            found = Some(target);
        }
        let Target { object, offset } = found?;
        self.points_to.object(object).kind.is_memory().then_some((object, offset?))
    }

    /// Whether no other slot lies in a part of the same memory.
    fn overlaps_nothing(&self, slot: Slot, width: u32) -> bool {
        let Slot::Cell(object, start) = slot else { return true };
        let end = start + u64::from(width / 8);
        let overlaps = |(&other, &value): (&Slot, &Term)| match other {
            Slot::Cell(of, at) if of == object => {
                let (other_width, other_end) = (self.terms.width(value), at + u64::from(self.terms.width(value) / 8));
                at < end && start < other_end && !(at == start && other_width == width)
            }
            Slot::Cell(..) | Slot::Register(..) => false,
        };
        !self.before.iter().chain(&self.now).any(overlaps)
    }

    /// Whether no address gets into a register.
    fn is_number_in(&self, procedure: ProcedureId, local: LocalId) -> bool {
        let mut contexts = self.points_to.contexts.iter().filter(|(_, data)| data.procedure == procedure);
        contexts.all(|(context, _)| {
            self.points_to.register(context, local).is_none_or(|node| self.points_to.holds_numbers(node))
        })
    }

    /// Bits and signedness of an integer type, or of a pointer: slots hold numbers only.
    fn shape(&self, ty: TypeId) -> Option<(u32, bool)> {
        let types = &self.program.types;
        let is_number = matches!(types.kind(ty), TypeKind::Int(_) | TypeKind::Pointer(_));
        types.scalar_shape(ty).filter(|shape| is_number && shape.0 <= 64)
    }

    fn value(&mut self, procedure: ProcedureId, side: u8, expr: &Expr) -> Option<Term> {
        let (width, is_signed) = self.shape(expr.ty)?;
        match &expr.kind {
            ExprKind::Integer(number) => Some(self.terms.number(width, *number as u128)),
            ExprKind::Read(place) => {
                let slot = self.slot(procedure, side, place)?;
                if let Some(&value) = self.now.get(&slot).or(self.before.get(&slot)) {
                    return (self.terms.width(value) == width).then_some(value);
                }
                if !self.overlaps_nothing(slot, width) {
                    return None;
                }
                let name = format!("{slot:?}");
                let fresh = self.terms.fresh(&name, Sort::BitVec(width));
                self.before.insert(slot, fresh);
                Some(fresh)
            }
            ExprKind::Cast(operand) => {
                let (_, was_signed) = self.shape(operand.ty)?;
                let value = self.value(procedure, side, operand)?;
                Some(match was_signed {
                    true => self.terms.resize_signed(value, width),
                    false => self.terms.resize_unsigned(value, width),
                })
            }
            ExprKind::Unary(operator, operand) => {
                let value = self.value(procedure, side, operand)?;
                match operator {
                    UnaryOperator::Negate if self.may_violate(is_signed) => None,
                    UnaryOperator::Negate => Some(self.terms.bv_neg(value)),
                    UnaryOperator::BitNot => Some(self.terms.bv_not(value)),
                    UnaryOperator::LogicalNot => {
                        let zero = self.terms.number(self.terms.width(value), 0);
                        let is_zero = self.terms.eq(value, zero);
                        Some(self.terms.bool_to_bits(is_zero, width))
                    }
                }
            }
            ExprKind::Binary(operator, left, right) => {
                let (_, compares_signed) = self.shape(left.ty)?;
                let a = self.value(procedure, side, left)?;
                let b = self.value(procedure, side, right)?;
                if self.terms.width(a) != self.terms.width(b) {
                    return None;
                }
                self.binary(
                    *operator,
                    a,
                    b,
                    (width, if operator.is_comparison() { compares_signed } else { is_signed }),
                )
            }
            ExprKind::Procedure(_)
            | ExprKind::SelfId
            | ExprKind::AddressOf(_)
            | ExprKind::AllocationSize(..)
            | ExprKind::PointerAdd { .. }
            | ExprKind::PointerDifference { .. }
            | ExprKind::Floating(..)
            | ExprKind::Conditional { .. } => None,
        }
    }

    /// Whether a violation may come of leaving the range of a type.
    fn may_violate(&self, is_signed: bool) -> bool {
        is_signed && self.arithmetic != Arithmetic::Wraps
    }

    fn binary(&mut self, operator: BinaryOperator, a: Term, b: Term, (width, is_signed): (u32, bool)) -> Option<Term> {
        use BinaryOperator as B;
        let may_violate = self.may_violate(is_signed);
        let terms = &mut *self.terms;
        let holds = match (operator, is_signed) {
            (B::Multiply, _) if may_violate => return None,
            (B::Add | B::Subtract, _) if may_violate && self.arithmetic == Arithmetic::Violates => return None,
            (B::Add | B::Subtract, _) if may_violate => {
                let [wide_a, wide_b] = [a, b].map(|value| terms.resize_signed(value, width + 1));
                let (exact, wrapped) = match operator {
                    B::Add => (terms.bv_add(wide_a, wide_b), terms.bv_add(a, b)),
                    _ => (terms.bv_sub(wide_a, wide_b), terms.bv_sub(a, b)),
                };
                let kept = terms.resize_signed(wrapped, width + 1);
                let leaves = terms.ne(exact, kept);
                self.violations.push(leaves);
                return Some(wrapped);
            }
            (B::Add, _) => return Some(terms.bv_add(a, b)),
            (B::Subtract, _) => return Some(terms.bv_sub(a, b)),
            (B::Multiply, _) => return Some(terms.bv_mul(a, b)),
            (B::BitAnd, _) => return Some(terms.bv_and(a, b)),
            (B::BitOr, _) => return Some(terms.bv_or(a, b)),
            (B::BitXor, _) => return Some(terms.bv_xor(a, b)),
            // What is undefined may be anything.
            (B::Divide | B::Remainder | B::ShiftLeft | B::ShiftRight, _) => return None,
            (B::Equal, _) => terms.eq(a, b),
            (B::NotEqual, _) => terms.ne(a, b),
            (B::Less, true) => terms.bv_slt(a, b),
            (B::Less, false) => terms.bv_ult(a, b),
            (B::LessEqual, true) => terms.bv_sle(a, b),
            (B::LessEqual, false) => terms.bv_ule(a, b),
            (B::Greater, true) => terms.bv_sgt(a, b),
            (B::Greater, false) => terms.bv_ugt(a, b),
            (B::GreaterEqual, true) => terms.bv_sge(a, b),
            (B::GreaterEqual, false) => terms.bv_uge(a, b),
        };
        Some(terms.bool_to_bits(holds, width))
    }
}

/// The place whose address an expression is.
fn named<'a>(program: &Program, pointer: &'a Expr) -> Option<&'a Place> {
    match &pointer.kind {
        ExprKind::AddressOf(place) => Some(place),
        // An address in a narrower integer is another one.
        ExprKind::Cast(operand) if matches!(program.types.kind(pointer.ty), TypeKind::Pointer(_)) => {
            named(program, operand)
        }
        _ => None,
    }
}
