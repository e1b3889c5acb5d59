//! Locks that the program wrote itself: `void __VERIFIER_atomic_acquire(int *m) { assume(*m == 0); *m = 1; }`.
//!
//! Rule. An atomic section without branches that assumes that an integer global has its initial value and gives it
//! another one *acquires* it; one that gives it its initial value again *releases* it. The global is a lock if every
//! access to it, through any pointer, is in such a section, except for accesses that `main` makes while no other thread
//! runs (and none of these writes if `main` acquires the lock anywhere). A thread that has acquired it excludes all
//! other threads until it is released, provided that only its holder releases it: [`super::lockset`] has to show that,
//! as for any lock.
//!
//! A section inside of another one is not a step of its own: it cannot be separated from what the other section does
//! before and behind it. So a global that such a section acquires or releases is no lock.
//!
//! Calls in the section are followed where they lead to one procedure; parameters may carry the address of the global.
//!
//! Left out: accesses with weaker memory orders, which need not order threads, locks in members and elements, sections with branches (`if (*m == 0) { *m = 1; *ok = 1; }`), locks without sections (Peterson).
//!
//! Rule: an atomic section that assumes an integer to be free and marks it as taken is a lock under two
//! conditions. Every access to the integer lies in such a section, none of which is nested in another one.
//! The owner can release it. That a part of the integer is zero does not make it free.
//! Tests: in `reach`: `own_lock_of_which_a_part_is_tested`, `own_lock_whose_truth_is_tested`,
//! `lock_of_its_own_inside_of_a_section`, `own_lock_looked_at`, `own_lock_not_asked_for`,
//! `own_lock_that_cannot_be_given_back`, `own_lock_given_back_by_others`, `own_lock_one_access_without`.

use raddle_program::automaton::{Automaton, Location, Transition, TransitionData};
use raddle_program::entity::{Entity, Table};
use raddle_program::syntax::{
    BinaryOperator, Callee, Effect, Expr, ExprKind, GlobalId, InitialValue, LocalId, Place, PlaceKind, ProcedureId,
    Program, UnaryOperator,
};
use raddle_program::types::TypeKind;
use rustc_hash::{FxHashMap, FxHashSet};

use super::parallel::Parallel;
use super::points_to::{AccessSite, Context, ObjectKind, PointsTo, Target, ThreadClass};
use super::sections::Depths;
use crate::number::Shape;

/// How deep calls in a section are followed.
const DEPTH_LIMIT: u32 = 4;

/// What an atomic section does to a lock.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Section {
    /// Takes it.
    Takes(Target),
    /// Gives it back.
    GivesBack(Target),
}

/// The locks that the program wrote itself, and the sections that take them and give them back.
#[derive(Clone, Debug, Default)]
pub struct WrittenLocks {
    /// The sections, by the transition that begins them.
    begins: FxHashMap<(Context, Transition), Section>,
    /// The same, by the transition that ends them.
    ends: FxHashMap<(Context, Transition), Section>,
    /// The locks, in order.
    pub locks: Vec<Target>,
}

impl WrittenLocks {
    /// Finds them.
    pub fn of(
        program: &Program,
        points_to: &PointsTo,
        automata: &Table<ProcedureId, Automaton>,
        parallel: &Parallel<'_>,
    ) -> WrittenLocks {
        let leads_nowhere = |site: &AccessSite| {
            let is_nowhere = |kind| matches!(kind, ObjectKind::Unknown | ObjectKind::Indeterminate);
            points_to.targets(site.address).iter().any(|target| is_nowhere(points_to.object(target.object).kind))
        };
        if !points_to.is_complete() || points_to.accesses.iter().any(leads_nowhere) {
            return WrittenLocks::default();
        }
        let found = found(program, points_to, automata);
        let depths = Depths::of(points_to, automata);
        let mut globals: Vec<GlobalId> = found.iter().map(|section| section.global).collect();
        globals.sort_unstable();
        globals.dedup();
        let covered: FxHashSet<(Context, Transition)> =
            found.iter().flat_map(|section| section.covered.iter().copied()).collect();
        let mut written = WrittenLocks::default();
        for global in globals {
            let of_global = |section: &&LockWordSection| section.global == global;
            let sections: Vec<&LockWordSection> = found.iter().filter(of_global).collect();
            let Some(lock) = target(points_to, global) else { continue };
            let initial = initial(program, global);
            let takes = |section: &LockWordSection| section.written.is_some_and(|number| number != initial);
            let Some(taken) =
                sections.iter().copied().find(|section| takes(section)).and_then(|section| section.written)
            else {
                continue;
            };
            // A release in which its holder could fail would end executions in which other threads still act.
            let is_right = |section: &LockWordSection| match (section.written, section.required) {
                (Some(number), Required::Is(required)) if number == taken => required == initial,
                (Some(number), required) if number == initial => match required {
                    Required::Nothing => true,
                    Required::Is(required) => required == taken,
                    Required::IsNot(excluded) => excluded != taken,
                },
                (Some(_) | None, Required::Nothing | Required::Is(_) | Required::IsNot(_)) => false,
            };
            let stands_for_itself = |section: &LockWordSection| {
                let procedure = points_to.contexts[section.context].procedure;
                depths.is_outside(section.context, automata[procedure].transitions[section.begin].from)
            };
            let is_lock = sections.iter().all(|section| is_right(section) && stands_for_itself(section))
                && only_there(points_to, parallel, &covered, &sections, lock);
            if !is_lock {
                continue;
            }
            written.locks.push(lock);
            for section in sections {
                let what = if takes(section) { Section::Takes(lock) } else { Section::GivesBack(lock) };
                written.begins.insert((section.context, section.begin), what);
                written.ends.insert((section.context, section.end), what);
            }
        }
        written
    }

    /// What the section does that a transition begins.
    pub fn begun_by(&self, context: Context, transition: Transition) -> Option<Section> {
        self.begins.get(&(context, transition)).copied()
    }

    /// What the section did that a transition ends.
    pub fn ended_by(&self, context: Context, transition: Transition) -> Option<Section> {
        self.ends.get(&(context, transition)).copied()
    }

    /// The sections that give locks back, by the transitions that begin them, in order.
    pub fn releases(&self) -> Vec<((Context, Transition), Target)> {
        let mut releases: Vec<_> = self
            .begins
            .iter()
            .filter_map(|(&place, &section)| match section {
                Section::GivesBack(lock) => Some((place, lock)),
                Section::Takes(_) => None,
            })
            .collect();
        releases.sort_unstable();
        releases
    }
}

/// What a section assumes of its global.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Required {
    Nothing,
    Is(i128),
    IsNot(i128),
}

/// An atomic section that tests or writes one global: the word of a lock.
struct LockWordSection {
    context: Context,
    begin: Transition,
    end: Transition,
    global: GlobalId,
    required: Required,
    written: Option<i128>,
    covered: Vec<(Context, Transition)>,
}

fn found(program: &Program, points_to: &PointsTo, automata: &Table<ProcedureId, Automaton>) -> Vec<LockWordSection> {
    let mut found = Vec::new();
    for (context, data) in points_to.contexts.iter() {
        for (transition, step) in automata[data.procedure].transitions.iter() {
            if matches!(step.effect, Effect::AtomicBegin) {
                let mut walk = SectionWalk {
                    program,
                    points_to,
                    automata,
                    global: None,
                    required: Required::Nothing,
                    written: None,
                    covered: Vec::new(),
                };
                let frame = Frame { context, values: FxHashMap::default() };
                if let Some(end) = walk.section(frame, step, 0)
                    && let Some(global) = walk.global
                {
                    let SectionWalk { required, written, covered, .. } = walk;
                    found.push(LockWordSection { context, begin: transition, end, global, required, written, covered });
                }
            }
        }
    }
    found
}

/// Whether all accesses to a lock are in its sections, or by `main` while it is alone.
fn only_there(
    points_to: &PointsTo,
    parallel: &Parallel<'_>,
    covered: &FxHashSet<(Context, Transition)>,
    sections: &[&LockWordSection],
    lock: Target,
) -> bool {
    let main = ThreadClass::from_index(0);
    let is_called_elsewhere = |context: Context| {
        let callers = &points_to.contexts[context].callers;
        callers.iter().any(|caller| !covered.contains(caller))
    };
    let starts = |context: Context| points_to.classes.values().any(|class| class.start == context);
    let begins_in = |context: Context| sections.iter().any(|section| section.context == context);
    let main_takes = sections.iter().any(|section| points_to.contexts[section.context].class == main);
    let touches =
        |site: &&AccessSite| points_to.targets(site.address).iter().any(|target| target.object == lock.object);
    points_to.accesses.iter().filter(touches).all(|site| {
        let place = (site.context, site.transition);
        let in_section = covered.contains(&place)
            && (begins_in(site.context) || !is_called_elsewhere(site.context) && !starts(site.context));
        let is_alone = points_to.contexts[site.context].class == main
            && parallel.running_at(place).is_none_or(|running| running.is_empty());
        in_section || is_alone && !(site.is_write && main_takes)
    })
}

fn target(points_to: &PointsTo, global: GlobalId) -> Option<Target> {
    let is_it = |kind: ObjectKind| matches!(kind, ObjectKind::Global(other) if other == global);
    let (object, _) = points_to.objects().iter().find(|(_, data)| is_it(data.kind))?;
    Some(Target { object, offset: Some(0) })
}

/// The value of an integer global before anything is stored.
fn initial(program: &Program, global: GlobalId) -> i128 {
    match program.globals[global].initial.first().map(|part| &part.value) {
        Some(InitialValue::Integer(number)) => *number,
        Some(InitialValue::Address(..) | InitialValue::Procedure(_)) | None => 0,
    }
}

/// What a register holds.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum RegisterValue {
    /// The address of a global.
    Address(GlobalId),
    /// The value that a global had when the section began.
    Value(GlobalId),
    /// A number.
    Number(i128),
}

/// An activation while a section is followed.
struct Frame {
    context: Context,
    values: FxHashMap<LocalId, RegisterValue>,
}

/// A section that is followed.
struct SectionWalk<'a> {
    program: &'a Program,
    points_to: &'a PointsTo,
    automata: &'a Table<ProcedureId, Automaton>,
    global: Option<GlobalId>,
    required: Required,
    written: Option<i128>,
    covered: Vec<(Context, Transition)>,
}

impl SectionWalk<'_> {
    /// Follows the section that a transition begins, to the transition that ends it; `None` if it does anything else.
    fn section(&mut self, mut frame: Frame, begin: &TransitionData, depth: u32) -> Option<Transition> {
        let mut location = begin.to;
        loop {
            let (transition, _) = self.only_step(frame.context, location)?;
            let automata = self.automata;
            let step = &automata[self.points_to.contexts[frame.context].procedure].transitions[transition];
            if matches!(step.effect, Effect::AtomicEnd) {
                return Some(transition);
            }
            self.step(&mut frame, transition, step, depth)?;
            location = step.to;
        }
    }

    /// The only step from a location that has one predecessor.
    fn only_step(&self, context: Context, location: Location) -> Option<(Transition, &'_ TransitionData)> {
        let automaton = &self.automata[self.points_to.contexts[context].procedure];
        let n_ways_in = automaton.transitions.values().filter(|step| step.to == location).count();
        let is_entry = location == automaton.entry;
        match automaton.outgoing(location) {
            &[transition] if n_ways_in == usize::from(!is_entry) => {
                let step = &automaton.transitions[transition];
                step.guard.is_none().then_some((transition, step))
            }
            _ => None,
        }
    }

    fn step(&mut self, frame: &mut Frame, transition: Transition, step: &TransitionData, depth: u32) -> Option<()> {
        self.covered.push((frame.context, transition));
        match &step.effect {
            Effect::Skip => Some(()),
            Effect::Live { local, .. } | Effect::Dead(local) => {
                frame.values.remove(local);
                Some(())
            }
            Effect::Assume(condition) => self.assume(frame, condition, true),
            Effect::Assign { target, value } | Effect::Initialize { target, value } => {
                if let Some(local) = self.register(frame, target) {
                    match self.value(frame, value) {
                        Some(held) => frame.values.insert(local, held),
                        // A register that nothing is known of must not hide a read of the global.
                        None if reads_registers_only(value) => frame.values.remove(&local),
                        None => return None,
                    };
                    return Some(());
                }
                let global = self.place(frame, target)?;
                let Some(RegisterValue::Number(number)) = self.value(frame, value) else { return None };
                self.is_about(global)?;
                if self.written.replace(number).is_some() {
                    return None;
                }
                Some(())
            }
            Effect::Call { callee: Callee::Procedure(_), arguments, .. } if depth < DEPTH_LIMIT => {
                let &[callee] = self.points_to.calls.get(&(frame.context, transition))?.as_slice() else { return None };
                let procedure = self.points_to.contexts[callee].procedure;
                let parameters = self.program.procedures[procedure].parameters.clone();
                let mut values = FxHashMap::default();
                for (parameter, argument) in parameters.into_iter().zip(arguments) {
                    match self.value(frame, argument) {
                        Some(held) => drop(values.insert(parameter, held)),
                        None if reads_registers_only(argument) => {}
                        None => return None,
                    }
                }
                self.called(Frame { context: callee, values }, depth + 1)
            }
            Effect::Call { .. }
            | Effect::Assert { .. }
            | Effect::Input { .. }
            | Effect::External { .. }
            | Effect::Return(_)
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
            | Effect::Unsupported(_) => None,
        }
    }

    fn called(&mut self, mut frame: Frame, depth: u32) -> Option<()> {
        let mut location = self.automata[self.points_to.contexts[frame.context].procedure].entry;
        loop {
            let automata = self.automata;
            let procedure = self.points_to.contexts[frame.context].procedure;
            let (transition, _) = self.only_step(frame.context, location)?;
            let step = &automata[procedure].transitions[transition];
            if let Effect::Return(value) = &step.effect {
                self.covered.push((frame.context, transition));
                return value.as_ref().is_none_or(reads_registers_only).then_some(());
            }
            self.step(&mut frame, transition, step, depth)?;
            location = step.to;
        }
    }

    /// Records the global of the section.
    fn is_about(&mut self, global: GlobalId) -> Option<()> {
        (*self.global.get_or_insert(global) == global).then_some(())
    }

    fn assume(&mut self, frame: &Frame, condition: &Expr, holds: bool) -> Option<()> {
        match &condition.kind {
            ExprKind::Unary(UnaryOperator::LogicalNot, operand) => self.assume(frame, operand, !holds),
            ExprKind::Cast(operand) if self.keeps_truth(condition, operand) => self.assume(frame, operand, holds),
            ExprKind::Binary(operator @ (BinaryOperator::Equal | BinaryOperator::NotEqual), left, right) => {
                let is_equal = (*operator == BinaryOperator::Equal) == holds;
                match (self.value(frame, left), self.value(frame, right)) {
                    (Some(RegisterValue::Value(global)), Some(RegisterValue::Number(number)))
                    | (Some(RegisterValue::Number(number)), Some(RegisterValue::Value(global))) => {
                        self.requires(global, if is_equal { Required::Is(number) } else { Required::IsNot(number) })
                    }
                    (_, Some(RegisterValue::Number(0))) => self.assume(frame, left, !is_equal),
                    _ => None,
                }
            }
            _ => match self.value(frame, condition)? {
                RegisterValue::Value(global) => {
                    self.requires(global, if holds { Required::IsNot(0) } else { Required::Is(0) })
                }
                RegisterValue::Address(_) | RegisterValue::Number(_) => None,
            },
        }
    }

    /// Records the value that the section assumes for a global.
    fn requires(&mut self, global: GlobalId, required: Required) -> Option<()> {
        self.is_about(global)?;
        if self.written.is_some() || self.required != Required::Nothing {
            return None;
        }
        self.required = required;
        Some(())
    }

    /// Whether a conversion gives zero for zero alone.
    fn keeps_truth(&self, converted: &Expr, operand: &Expr) -> bool {
        let shape = |expr: &Expr| Shape::of(&self.program.types, expr.ty);
        shape(converted).zip(shape(operand)).is_some_and(|(to, from)| to.keeps_truth_of(from))
    }

    fn value(&self, frame: &Frame, expr: &Expr) -> Option<RegisterValue> {
        match &expr.kind {
            ExprKind::Integer(number) => Some(RegisterValue::Number(*number)),
            ExprKind::AddressOf(place) => self.place(frame, place).map(RegisterValue::Address),
            ExprKind::Read(place) => match self.register(frame, place) {
                Some(local) => frame.values.get(&local).copied(),
                // After the write, it has another value.
                None if self.written.is_none() => self.place(frame, place).map(RegisterValue::Value),
                None => None,
            },
            ExprKind::Cast(operand) => {
                let types = &self.program.types;
                // Several numbers are the same truth value.
                let is_wider = types.size_of(expr.ty) >= types.size_of(operand.ty)
                    && (!matches!(types.kind(expr.ty), TypeKind::Bool)
                        || matches!(types.kind(operand.ty), TypeKind::Bool));
                match self.value(frame, operand)? {
                    RegisterValue::Value(global) => is_wider.then_some(RegisterValue::Value(global)),
                    RegisterValue::Address(global) => is_wider.then_some(RegisterValue::Address(global)),
                    RegisterValue::Number(number @ (0 | 1)) => Some(RegisterValue::Number(number)),
                    RegisterValue::Number(_) => None,
                }
            }
            ExprKind::Procedure(_)
            | ExprKind::SelfId
            | ExprKind::AllocationSize(..)
            | ExprKind::Unary(..)
            | ExprKind::Binary(..)
            | ExprKind::PointerAdd { .. }
            | ExprKind::PointerDifference { .. }
            | ExprKind::Floating(..)
            | ExprKind::Conditional { .. } => None,
        }
    }

    fn register(&self, frame: &Frame, place: &Place) -> Option<LocalId> {
        let PlaceKind::Local(local) = place.kind else { return None };
        let procedure = self.points_to.contexts[frame.context].procedure;
        self.program.procedures[procedure].locals[local].is_register.then_some(local)
    }

    /// The integer global that a place is all of.
    fn place(&self, frame: &Frame, place: &Place) -> Option<GlobalId> {
        if place.atomic.is_some_and(|atomic| atomic.order.is_weak()) {
            return None;
        }
        let global = match &place.kind {
            PlaceKind::Global(global) => *global,
            PlaceKind::Deref(pointer) => match self.value(frame, pointer)? {
                RegisterValue::Address(global) => global,
                RegisterValue::Value(_) | RegisterValue::Number(_) => return None,
            },
            PlaceKind::Local(_) | PlaceKind::Field(..) | PlaceKind::Index(..) | PlaceKind::BitLocation(_) => {
                return None;
            }
        };
        let data = &self.program.globals[global];
        let is_whole = self.program.types.size_of(place.ty) == self.program.types.size_of(data.ty);
        let is_known = !data.is_thread_local && !data.is_external;
        (is_whole && is_known && self.program.types.scalar_shape(data.ty).is_some()).then_some(global)
    }
}

/// Whether an expression reads nothing but locals by their names.
fn reads_registers_only(expr: &Expr) -> bool {
    match &expr.kind {
        ExprKind::Integer(_) | ExprKind::Procedure(_) | ExprKind::SelfId => true,
        ExprKind::Read(place) => matches!(place.kind, PlaceKind::Local(_)),
        ExprKind::Unary(_, operand) | ExprKind::Cast(operand) => reads_registers_only(operand),
        ExprKind::Binary(_, left, right) => reads_registers_only(left) && reads_registers_only(right),
        ExprKind::AddressOf(_)
        | ExprKind::AllocationSize(..)
        | ExprKind::PointerAdd { .. }
        | ExprKind::PointerDifference { .. }
        | ExprKind::Floating(..)
        | ExprKind::Conditional { .. } => false,
    }
}
