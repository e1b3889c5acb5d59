//! Where a program compares pointers whose equality C leaves open (`program::semantics::addresses` says when that is).
//!
//! Engines other than `explicit` give each object an address of its own for ever. Their proofs hold only if no
//! comparison can meet such a pair of pointers. This analysis looks for a comparison that may.
//!
//! Rule. A comparison is *open* if its operands may lead to two different objects X and Y and one of these holds:
//! - X may end before Y begins: in the code of one thread, of the threads that it creates, or of threads that other
//!   threads join, a step that ends X may be followed by a step that begins Y; or the two steps may happen in parallel.
//! - Y is what `realloc` makes of X.
//! - A pointer into X may lie outside of X or at its end: X was the base of pointer arithmetic whose result is not accessed at
//!   once, other than by a constant that stays inside.
//! - Both are string literals that agree where they overlap.
//!
//! Objects are those of points-to, so one abstract object stands for X and Y if an execution may have two instances of
//! it. If threads run code that points-to does not see, every comparison of pointers counts, unless nothing in the text
//! can lead to such a pair.
//!
//! Comparisons for order ([`open_order`]) are open if the operands may lead to two objects. Engines other than
//! `explicit` report such a comparison as unsupported when they reach it, so their proofs do not depend on it.
//!
//! Left out: conditions under which the steps are taken; the order of values in a structure that protects itself against
//! reuse, such as counted or hazard pointers.

use std::collections::BTreeSet;

use raddle_program::automaton::{Automaton, Location};
use raddle_program::entity::Table;
use raddle_program::semantics::{agree, is_literal, overlap};
use raddle_program::source::Span;
use raddle_program::syntax::{
    Effect, Expr, ExprKind, GlobalId, InitialValue, LocalId, Place, PlaceKind, ProcedureId, Program,
};
use raddle_program::types::{TypeId, TypeKind};
use raddle_program::visit::{Visitor, walk_effect, walk_expr};
use rustc_hash::{FxHashMap, FxHashSet};

use super::parallel::Parallel;
use super::points_to::CodePlace;
use super::points_to::{AbstractObject, Context, Node, ObjectKind, PointsTo, Target, ThreadClass, lies_on_cycle};

/// Literals with more bytes than this together are taken to agree somewhere.
const COMPARED_BYTES: u64 = 1 << 12;

/// The first comparison, in the order of the text, that may be open.
pub fn open_equality<'a>(
    program: &'a Program,
    automata: &'a Table<ProcedureId, Automaton>,
    points_to: impl FnOnce() -> &'a PointsTo,
) -> Option<Span> {
    // Without a comparison of operands that are as wide as an address, the other analyses are not needed.
    let compared = comparisons(program, automata, false);
    if compared.is_empty() {
        return None;
    }
    let points_to = points_to();
    if points_to.hides_calls {
        if !may_have_open_pairs(program, automata) {
            return None;
        }
        return compared.into_iter().filter(|it| it.is_of_pointers).map(|it| it.span).min();
    }
    let mut candidates: Vec<_> = points_to
        .comparisons
        .iter()
        .filter(|it| !it.is_order && leads_to_memory(points_to, it.left) && leads_to_memory(points_to, it.right))
        .collect();
    candidates.sort_by_key(|it| it.span);
    if candidates.is_empty() {
        return None;
    }
    let mut lives = Lives {
        program,
        points_to,
        automata,
        parallel: Parallel::of(program, points_to, automata),
        walked: walked(points_to),
        after: FxHashMap::default(),
        known: FxHashMap::default(),
    };
    candidates.into_iter().find(|it| lives.is_open(it.left, it.right)).map(|it| it.span)
}

/// The first comparison, in the order of the text, that may ask for the order of pointers to two objects.
pub fn open_order<'a>(
    program: &'a Program,
    automata: &'a Table<ProcedureId, Automaton>,
    points_to: impl FnOnce() -> &'a PointsTo,
) -> Option<Span> {
    let compared = comparisons(program, automata, true);
    if compared.is_empty() {
        return None;
    }
    let points_to = points_to();
    if points_to.hides_calls {
        return compared.into_iter().filter(|it| it.is_of_pointers).map(|it| it.span).min();
    }
    let is_open = |left: Node, right: Node| {
        memory(points_to, left).any(|one| {
            memory(points_to, right)
                .any(|other| one.object != other.object || may_be_two(points_to, automata, one.object))
        })
    };
    let orders = points_to.comparisons.iter().filter(|it| it.is_order && is_open(it.left, it.right));
    orders.map(|it| it.span).min()
}

/// The targets that are memory.
fn memory(points_to: &PointsTo, node: Node) -> impl Iterator<Item = Target> + '_ {
    points_to.targets(node).iter().copied().filter(|target| points_to.object(target.object).kind.is_memory())
}

/// Whether an execution may have two objects of this one.
fn may_be_two(points_to: &PointsTo, automata: &Table<ProcedureId, Automaton>, object: AbstractObject) -> bool {
    match points_to.object(object).kind {
        ObjectKind::Global(_) => false,
        ObjectKind::ThreadLocal(class, _) => !points_to.classes[class].is_single,
        ObjectKind::Local(context, local) => !points_to.lives_once(context, local, automata),
        ObjectKind::Allocated(context, transition) => !points_to.runs_once(context, transition, automata),
        ObjectKind::Keys
        | ObjectKind::Procedure(_)
        | ObjectKind::Thread(_)
        | ObjectKind::Number
        | ObjectKind::Unknown
        | ObjectKind::Indeterminate => false,
    }
}

fn leads_to_memory(points_to: &PointsTo, node: Node) -> bool {
    memory(points_to, node).next().is_some()
}

/// A comparison whose operands are as wide as an address, none of them a constant.
struct Compared {
    span: Span,
    /// Whether an operand is a pointer, or was one before it was converted.
    is_of_pointers: bool,
}

fn comparisons(program: &Program, automata: &Table<ProcedureId, Automaton>, is_order: bool) -> Vec<Compared> {
    struct Finder<'p> {
        is_order: bool,
        program: &'p Program,
        span: Span,
        found: Vec<Compared>,
    }
    impl Visitor for Finder<'_> {
        fn expr(&mut self, expr: &Expr) {
            let ExprKind::Binary(operator, left, right) = &expr.kind else { return };
            if operator.asks_for_order() != Some(self.is_order) {
                return;
            }
            let types = &self.program.types;
            let bits = 8 * types.model().pointer_bytes();
            let is_wide = |expr: &Expr| types.scalar_shape(expr.ty).is_none_or(|(width, _)| u64::from(width) >= bits);
            let is_number = |expr: &Expr| matches!(expr.kind, ExprKind::Integer(_));
            if !is_wide(left) || is_number(left) || is_number(right) {
                return;
            }
            let is_pointer = |expr: &Expr| {
                let ty = match &expr.kind {
                    ExprKind::Cast(inner) => inner.ty,
                    _ => expr.ty,
                };
                [ty, expr.ty].into_iter().any(|ty| matches!(types.kind(ty), TypeKind::Pointer(_)))
            };
            let is_of_pointers = is_pointer(left) || is_pointer(right);
            self.found.push(Compared { span: self.span, is_of_pointers });
        }
    }
    let mut finder = Finder { is_order, program, span: Span::NOWHERE, found: Vec::new() };
    for transition in automata.values().flat_map(|automaton| automaton.transitions.values()) {
        finder.span = transition.span;
        transition.guard.iter().for_each(|guard| walk_expr(&guard.condition, &mut finder));
        walk_effect(&transition.effect, &mut finder);
    }
    finder.found
}

/// Whether the text has anything of which two objects at one address can come: allocations, locals in memory but for a single one of
/// main, addresses that are computed, thread-local objects, or several literals.
fn may_have_open_pairs(program: &Program, automata: &Table<ProcedureId, Automaton>) -> bool {
    struct Finder {
        computes_address: bool,
    }
    impl Visitor for Finder {
        fn expr(&mut self, expr: &Expr) {
            self.computes_address |= matches!(expr.kind, ExprKind::PointerAdd { .. });
        }
        fn place(&mut self, place: &Place) {
            self.computes_address |= matches!(place.kind, PlaceKind::Index(..));
        }
    }
    let mut finder = Finder { computes_address: false };
    let mut allocates = false;
    for transition in automata.values().flat_map(|automaton| automaton.transitions.values()) {
        transition.guard.iter().for_each(|guard| walk_expr(&guard.condition, &mut finder));
        walk_effect(&transition.effect, &mut finder);
        allocates |= matches!(transition.effect, Effect::Allocate { .. } | Effect::Free(..));
    }
    let in_memory = |procedure: ProcedureId| {
        let locals = program.procedures[procedure].locals.iter();
        locals.filter(|(_, data)| !data.is_register).map(|(local, _)| local)
    };
    let main = &automata[program.main];
    let begins_again = main.transitions.iter().any(|(transition, data)| {
        matches!(data.effect, Effect::Live { local, .. } if in_memory(program.main).any(|it| it == local))
            && lies_on_cycle(main, transition)
    });
    let has_offset = |value: &InitialValue| matches!(value, InitialValue::Address(_, offset) if *offset != 0);
    allocates
        || finder.computes_address
        || begins_again
        || in_memory(program.main).count() > 1
        || program.procedures.ids().any(|procedure| procedure != program.main && in_memory(procedure).count() > 0)
        || program.globals.values().any(|global| global.initial.iter().any(|part| has_offset(&part.value)))
        || program.globals.values().any(|global| global.is_thread_local)
        || program.globals.ids().filter(|&global| is_literal(program, global)).count() > 1
}

/// The objects to which pointers were moved that may lie outside.
fn walked(points_to: &PointsTo) -> FxHashSet<AbstractObject> {
    let mut objects = FxHashSet::default();
    for walk in &points_to.pointer_arithmetic {
        for target in points_to.targets(walk.base) {
            let object = points_to.object(target.object);
            // Where the object has a size and the offset is exact, a constant distance shows in the offset.
            let shows = target.offset.is_some_and(|offset| object.shape.is_sized() && object.shape.is_exact(offset));
            if object.kind.is_memory() && !(walk.is_constant && shows) {
                objects.insert(target.object);
            }
        }
    }
    objects
}

struct Lives<'a> {
    program: &'a Program,
    points_to: &'a PointsTo,
    automata: &'a Table<ProcedureId, Automaton>,
    parallel: Parallel<'a>,
    walked: FxHashSet<AbstractObject>,
    /// By step: where threads may stand behind it.
    after: FxHashMap<CodePlace, FxHashSet<(Context, Location)>>,
    /// By pair of objects: whether one may lie where the other one was.
    known: FxHashMap<(AbstractObject, AbstractObject), bool>,
}

impl Lives<'_> {
    fn is_open(&mut self, left: Node, right: Node) -> bool {
        let (left, right): (Vec<_>, Vec<_>) =
            (memory(self.points_to, left).collect(), memory(self.points_to, right).collect());
        left.iter().any(|&one| right.iter().any(|&other| self.may_meet(one, other)))
    }

    /// Whether the equality of two pointers with these targets may be open.
    fn may_meet(&mut self, one: Target, other: Target) -> bool {
        if one.object == other.object && !self.may_be_two(one.object) {
            return false;
        }
        self.may_be_outside(one)
            || self.may_be_outside(other)
            || self.may_be_shared(one, other)
            || self.may_be_reused(one.object, other.object)
    }

    /// Whether an execution may have two objects of this one.
    fn may_be_two(&self, object: AbstractObject) -> bool {
        may_be_two(self.points_to, self.automata, object)
    }

    /// Whether a pointer may lie outside of its object, or at its end.
    fn may_be_outside(&self, target: Target) -> bool {
        let size = self.type_of(target.object).map(|ty| self.program.types.size_of(ty).unwrap_or(0));
        target.offset.is_none() || self.walked.contains(&target.object) || size == Some(0)
    }

    fn type_of(&self, object: AbstractObject) -> Option<TypeId> {
        let local = |context: Context, local: LocalId| {
            self.program.procedures[self.points_to.contexts[context].procedure].locals[local].ty
        };
        match self.points_to.object(object).kind {
            ObjectKind::Global(global) | ObjectKind::ThreadLocal(_, global) => Some(self.program.globals[global].ty),
            ObjectKind::Local(context, number) => Some(local(context, number)),
            ObjectKind::Allocated(..)
            | ObjectKind::Keys
            | ObjectKind::Procedure(_)
            | ObjectKind::Thread(_)
            | ObjectKind::Number
            | ObjectKind::Unknown
            | ObjectKind::Indeterminate => None,
        }
    }

    /// Whether two literals may share bytes so that the pointers are equal.
    fn may_be_shared(&self, one: Target, other: Target) -> bool {
        let literal = |target: Target| match self.points_to.object(target.object).kind {
            ObjectKind::Global(global) if is_literal(self.program, global) => Some(self.bytes(global)),
            _ => None,
        };
        let (Some(bytes), Some(others)) = (literal(one), literal(other)) else { return false };
        let (size, other_size) = (bytes.len() as u64, others.len() as u64);
        if size * other_size > COMPARED_BYTES * COMPARED_BYTES / 4 {
            return true;
        }
        let is_exact = |target: Target| {
            let shape = &self.points_to.object(target.object).shape;
            target.offset.filter(|&offset| shape.is_exact(offset) && !self.walked.contains(&target.object))
        };
        let fits = |behind: i128| overlap(size, other_size, behind) && agree(&bytes, &others, behind);
        match (is_exact(one), is_exact(other)) {
            (Some(x), Some(y)) => fits(i128::from(y) - i128::from(x)),
            _ => (1 - i128::from(size)..i128::from(other_size)).any(fits),
        }
    }

    fn bytes(&self, global: GlobalId) -> Vec<u8> {
        let data = &self.program.globals[global];
        let types = &self.program.types;
        let mut bytes = vec![0; types.size_of(data.ty).unwrap_or(0) as usize];
        for part in &data.initial {
            let InitialValue::Integer(number) = part.value else { continue };
            for index in 0..types.size_of(part.ty).unwrap_or(0) {
                if let Some(byte) = bytes.get_mut((part.offset + index) as usize) {
                    *byte = (number >> (8 * index)) as u8;
                }
            }
        }
        bytes
    }

    /// Whether one of the two may end before the other begins.
    fn may_be_reused(&mut self, one: AbstractObject, other: AbstractObject) -> bool {
        let key = (one.min(other), one.max(other));
        if let Some(&known) = self.known.get(&key) {
            return known;
        }
        let found = self.may_follow(one, other) || self.may_follow(other, one);
        self.known.insert(key, found);
        found
    }

    /// Whether the second object may begin behind the end of the first.
    fn may_follow(&mut self, first: AbstractObject, second: AbstractObject) -> bool {
        let ends = self.ends(first);
        if ends.is_empty() {
            return false;
        }
        let begins = self.begins(second);
        ends.into_iter().any(|end| {
            begins.iter().any(|&(context, location)| {
                let procedure = self.points_to.contexts[context].procedure;
                let mut steps = self.automata[procedure].outgoing(location).iter();
                steps.any(|&step| self.parallel.may_be_parallel(end, (context, step)))
                    || self.after(end).contains(&(context, location))
            }) || self.is_replaced(end, first, second)
        })
    }

    /// The steps that end an object.
    fn ends(&self, object: AbstractObject) -> Vec<CodePlace> {
        let points_to = self.points_to;
        match points_to.object(object).kind {
            ObjectKind::Local(context, local) => {
                let dead = self.steps(context, move |effect| matches!(effect, Effect::Dead(other) if *other == local));
                // The next object of a local ends the last one, if its activation had one before.
                let automaton = &self.automata[points_to.contexts[context].procedure];
                let begins =
                    move |effect: &Effect| matches!(effect, Effect::Live { local: other, .. } if *other == local);
                let again = self.steps(context, begins).filter(|&(_, step)| lies_on_cycle(automaton, step));
                dead.chain(again).chain(self.ends_of_frame(context)).collect()
            }
            ObjectKind::Allocated(context, _) => {
                let frees = points_to.accesses.iter().filter(|access| {
                    let is_it = |target: &Target| target.object == object;
                    access.is_free && points_to.targets(access.address).iter().any(is_it)
                });
                let freed = frees.map(|access| (access.context, access.transition));
                let is_automatic = self.is_automatic(object);
                freed.chain(self.ends_of_frame(context).filter(|_| is_automatic)).collect()
            }
            ObjectKind::ThreadLocal(class, _) => {
                let start = points_to.classes[class].start;
                self.ends_of_frame(start).collect()
            }
            ObjectKind::Global(_)
            | ObjectKind::Keys
            | ObjectKind::Procedure(_)
            | ObjectKind::Thread(_)
            | ObjectKind::Number
            | ObjectKind::Unknown
            | ObjectKind::Indeterminate => Vec::new(),
        }
    }

    fn is_automatic(&self, object: AbstractObject) -> bool {
        let ObjectKind::Allocated(context, transition) = self.points_to.object(object).kind else { return false };
        let effect = &self.automata[self.points_to.contexts[context].procedure].transitions[transition].effect;
        matches!(effect, Effect::Allocate { region: raddle_program::syntax::Region::Stack, .. })
    }

    fn steps<'s>(
        &'s self,
        context: Context,
        is_it: impl Fn(&Effect) -> bool + 's,
    ) -> impl Iterator<Item = CodePlace> + 's {
        let automaton = &self.automata[self.points_to.contexts[context].procedure];
        let steps = automaton.transitions.iter().filter(move |(_, data)| is_it(&data.effect));
        steps.map(move |(transition, _)| (context, transition))
    }

    /// The steps that leave a frame: its returns, and the ends of threads. The end of main is the end of the process.
    fn ends_of_frame(&self, context: Context) -> impl Iterator<Item = CodePlace> + '_ {
        let class = self.points_to.contexts[context].class;
        let is_main = class.0 == 0 && self.points_to.classes[class].start == context;
        let returns = self.steps(context, move |effect| !is_main && matches!(effect, Effect::Return(_)));
        let exits = self.points_to.contexts.iter().filter(move |(_, data)| data.class == class).flat_map(
            move |(of_class, _)| {
                self.steps(of_class, |effect| {
                    let is_cancelled = |operation: &raddle_program::syntax::Synchronization| {
                        operation.family() == raddle_program::synchronization::SynchronizationFamily::Own
                    };
                    matches!(effect, Effect::Exit(_))
                        || matches!(effect, Effect::Synchronize { operation, .. } if is_cancelled(operation))
                })
            },
        );
        returns.chain(exits)
    }

    /// The locations of a thread that is about to begin an object.
    fn begins(&self, object: AbstractObject) -> Vec<(Context, Location)> {
        let entry = |context: Context| self.automata[self.points_to.contexts[context].procedure].entry;
        let from = |(context, transition): CodePlace| {
            (context, self.automata[self.points_to.contexts[context].procedure].transitions[transition].from)
        };
        match self.points_to.object(object).kind {
            ObjectKind::Local(context, local) => {
                let begins =
                    move |effect: &Effect| matches!(effect, Effect::Live { local: other, .. } if *other == local);
                let mut places: Vec<_> = self.steps(context, begins).map(from).collect();
                if places.is_empty() {
                    places.push((context, entry(context)));
                }
                places
            }
            ObjectKind::Allocated(context, transition) => vec![from((context, transition))],
            ObjectKind::ThreadLocal(class, _) => {
                let start = self.points_to.classes[class].start;
                vec![(start, entry(start))]
            }
            ObjectKind::Global(_)
            | ObjectKind::Keys
            | ObjectKind::Procedure(_)
            | ObjectKind::Thread(_)
            | ObjectKind::Number
            | ObjectKind::Unknown
            | ObjectKind::Indeterminate => Vec::new(),
        }
    }

    /// Where threads may stand behind a step: the thread that takes it, the threads that it creates, and the threads that join it.
    fn after(&mut self, step: CodePlace) -> &FxHashSet<(Context, Location)> {
        let (points_to, automata) = (self.points_to, self.automata);
        self.after.entry(step).or_insert_with(|| {
            let data = |(context, transition): CodePlace| {
                &automata[points_to.contexts[context].procedure].transitions[transition]
            };
            let entry = |context: Context| (context, automata[points_to.contexts[context].procedure].entry);
            let mut found = FxHashSet::default();
            let mut pending = vec![(step.0, data(step).to)];
            // A step that leaves its procedure is followed by the steps of that procedure's callers.
            let mut left = BTreeSet::from([step.0]);
            let leave = |context: Context, pending: &mut Vec<(Context, Location)>| {
                let of = &points_to.contexts[context];
                pending.extend(of.callers.iter().map(|&caller| (caller.0, data(caller).to)));
                if points_to.classes[of.class].start == context {
                    pending.extend(points_to.joins.keys().map(|&join| (join.0, data(join).to)));
                }
            };
            leave(step.0, &mut pending);
            while let Some((context, location)) = pending.pop() {
                if !found.insert((context, location)) {
                    continue;
                }
                if left.insert(context) {
                    leave(context, &mut pending);
                }
                for &transition in automata[points_to.contexts[context].procedure].outgoing(location) {
                    let at = (context, transition);
                    pending.push((context, data(at).to));
                    pending.extend(points_to.calls.get(&at).into_iter().flatten().map(|&callee| entry(callee)));
                    let classes = points_to.creations.get(&at).into_iter().flatten();
                    let start = |&class: &ThreadClass| entry(points_to.classes[class].start);
                    pending.extend(classes.map(start));
                }
            }
            found
        })
    }

    /// Whether a step is that of a `realloc` that frees the first object and has made the second one.
    fn is_replaced(&self, (context, free): CodePlace, first: AbstractObject, second: AbstractObject) -> bool {
        let automaton = &self.automata[self.points_to.contexts[context].procedure];
        let step = &automaton.transitions[free];
        if !matches!(step.effect, Effect::Free(..)) || first == second && !self.may_be_two(first) {
            return false;
        }
        automaton.transitions.values().any(|before| {
            let Effect::CopyBytes { target, .. } = &before.effect else { return false };
            let ExprKind::Read(place) = &target.kind else { return false };
            let PlaceKind::Local(local) = place.kind else { return false };
            let node = self.points_to.register(context, local);
            before.to == step.from
                && before.span == step.span
                && node.is_some_and(|node| self.points_to.targets(node).iter().any(|target| target.object == second))
        })
    }
}
