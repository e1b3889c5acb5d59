//! Where locals are declared.

use rustc_hash::{FxHashMap, FxHashSet};

use crate::automaton::statements;
use crate::entity::{Entity, Table};
use crate::syntax::{Block, Effect, LabelId, LocalId, Place, PlaceKind, Procedure, Statement, Step};
use crate::visit::{Visitor, walk_effect, walk_expr};

/// The local that an effect gives its whole value, if it does not use it as well.
pub(super) fn sets(effect: &Effect) -> Option<LocalId> {
    let local = match effect {
        Effect::Assign { target, .. } | Effect::Initialize { target, .. } => match target.kind {
            PlaceKind::Local(local) if !target.is_atomic() => Some(local),
            _ => None,
        },
        Effect::Input { target, .. } | Effect::Allocate { target, .. } => Some(*target),
        Effect::Call { result, .. }
        | Effect::External { result, .. }
        | Effect::Spawn { result, .. }
        | Effect::Join { result, .. }
        | Effect::Synchronize { result, .. } => *result,
        Effect::Skip
        | Effect::Assume(_)
        | Effect::Assert { .. }
        | Effect::Return(_)
        | Effect::Live { .. }
        | Effect::Dead(_)
        | Effect::Free(..)
        | Effect::CopyBytes { .. }
        | Effect::FillBytes { .. }
        | Effect::Exit(_)
        | Effect::Stop
        | Effect::Fence(_)
        | Effect::AtomicBegin
        | Effect::AtomicEnd
        | Effect::Unsupported(_) => None,
    }?;
    let mut mentions = Mentions::default();
    walk_effect(effect, &mut mentions);
    (mentions.of(local) == 1).then_some(local)
}

/// Whether a statement returns a value that is no longer in memory.
fn reads_no_memory(statement: &Statement) -> bool {
    let Statement::Step(Step { effect: Effect::Return(value), .. }) = statement else { return false };
    let mut memory = Dereferences(false);
    value.iter().for_each(|value| walk_expr(value, &mut memory));
    !memory.0
}

struct Dereferences(bool);

impl Visitor for Dereferences {
    fn place(&mut self, place: &Place) {
        self.0 |= matches!(place.kind, PlaceKind::Deref(_));
    }
}

/// How often locals are mentioned.
#[derive(Default)]
pub(super) struct Mentions(FxHashMap<LocalId, u32>);

impl Mentions {
    /// How often a local is.
    pub(super) fn of(&self, local: LocalId) -> u32 {
        self.0.get(&local).copied().unwrap_or(0)
    }
}

impl Visitor for Mentions {
    fn local(&mut self, local: LocalId) {
        *self.0.entry(local).or_default() += 1;
    }
}

/// Where the locals of a procedure are declared and mentioned.
///
/// A local is declared where it begins to live or is first set, if all that mentions it stands behind that in the same
/// block. A block into which a `goto` leads declares nothing, since the object would be another one each time; the body of
/// the procedure is entered once.
///
/// An object that dies before the end of the block gets braces of its own, so that it dies in C as well. What is declared
/// between them and used behind is declared on top.
pub(super) struct Scopes {
    /// The number of a statement, in source order.
    numbers: FxHashMap<*const Statement, usize>,
    /// The statements at which locals are declared.
    declared_at: FxHashMap<*const Statement, LocalId>,
    /// The first and the last statement that mention a local.
    uses: Table<LocalId, Option<(usize, usize)>>,
    is_declared_inside: Table<LocalId, bool>,
    /// The statements at which braces open, with the distance to the statement behind which they close.
    braces: FxHashMap<*const Statement, usize>,
}

impl Scopes {
    pub(super) fn of(procedure: &Procedure) -> Scopes {
        let all = statements(&procedure.body);
        let numbers: FxHashMap<*const Statement, usize> =
            all.iter().enumerate().map(|(number, statement)| (std::ptr::from_ref(*statement), number)).collect();
        let mut uses: Table<LocalId, Option<(usize, usize)>> = procedure.locals.ids().map(|_| None).collect();
        let mut targets = FxHashSet::default();
        for (number, statement) in all.iter().enumerate() {
            let mut mentions = Mentions::default();
            match statement {
                Statement::Step(step) => walk_effect(&step.effect, &mut mentions),
                Statement::If { condition, .. } | Statement::Loop { condition, .. } => {
                    walk_expr(condition, &mut mentions);
                }
                Statement::Goto(label) => _ = targets.insert(*label),
                Statement::Break | Statement::Continue | Statement::Label(_) => {}
            }
            for &local in mentions.0.keys() {
                let (first, _) = uses[local].unwrap_or((number, number));
                uses[local] = Some((first, number));
            }
        }
        let is_declared_inside = procedure.locals.ids().map(|_| false).collect();
        let mut scopes = Scopes {
            numbers,
            declared_at: FxHashMap::default(),
            uses,
            is_declared_inside,
            braces: FxHashMap::default(),
        };
        scopes.block(procedure, &targets, &procedure.body, all.len(), true);
        scopes
    }

    /// The local that is declared at a statement.
    pub(super) fn declared_at(&self, statement: &Statement) -> Option<LocalId> {
        self.declared_at.get(&std::ptr::from_ref(statement)).copied()
    }

    /// Whether braces open before a statement: the distance to the statement behind which they close.
    pub(super) fn braces(&self, statement: &Statement) -> Option<usize> {
        self.braces.get(&std::ptr::from_ref(statement)).copied()
    }

    /// Whether a local is declared at a statement, and not on top of the procedure.
    pub(super) fn is_declared_inside(&self, local: LocalId) -> bool {
        self.is_declared_inside[local]
    }

    /// Whether a local is mentioned behind a statement and all that is inside it.
    pub(super) fn is_used_behind(&self, local: LocalId, statement: &Statement) -> bool {
        let end = self.numbers[&std::ptr::from_ref(statement)] + statements(std::slice::from_ref(statement)).len();
        self.uses[local].is_some_and(|(_, last)| last >= end)
    }

    /// Searches a block whose statements have numbers below `end`; returns whether a `goto` leads into it.
    fn block(
        &mut self,
        procedure: &Procedure,
        targets: &FxHashSet<LabelId>,
        block: &Block,
        end: usize,
        is_body: bool,
    ) -> bool {
        let mut is_entered = false;
        let mut candidates = Vec::new();
        for (at, statement) in block.iter().enumerate() {
            let number = self.numbers[&std::ptr::from_ref(statement)];
            let next = self.start(&block[at + 1..]).unwrap_or(end);
            match statement {
                Statement::Step(step) => {
                    let begins = match step.effect {
                        Effect::Live { local, .. } => Some(local),
                        _ => sets(&step.effect),
                    };
                    if let Some(local) = begins
                        && local.index() >= procedure.parameters.len()
                        && self.uses[local].is_some_and(|(first, last)| first == number && last < end)
                    {
                        candidates.push((std::ptr::from_ref(statement), local));
                    }
                }
                Statement::If { then, otherwise, .. } => {
                    let middle = self.start(otherwise).unwrap_or(next);
                    is_entered |= self.block(procedure, targets, then, middle, false);
                    is_entered |= self.block(procedure, targets, otherwise, next, false);
                }
                Statement::Loop { test, body, step, .. } => {
                    let step_start = self.start(step).unwrap_or(next);
                    let body_start = self.start(body).unwrap_or(step_start);
                    is_entered |= self.block(procedure, targets, test, body_start, false);
                    is_entered |= self.block(procedure, targets, body, step_start, false);
                    is_entered |= self.block(procedure, targets, step, next, false);
                }
                Statement::Label(label) => is_entered |= targets.contains(label),
                Statement::Break | Statement::Continue | Statement::Goto(_) => {}
            }
        }
        if is_body || !is_entered {
            self.find_braces(block, &mut candidates);
            for (statement, local) in candidates {
                self.declared_at.insert(statement, local);
                self.is_declared_inside[local] = true;
            }
        }
        is_entered
    }

    /// Finds the objects that die before the end of a block; what is declared while they live and used afterwards is no
    /// candidate for a declaration there.
    fn find_braces(&mut self, block: &Block, candidates: &mut Vec<(*const Statement, LocalId)>) {
        let is_dead = |statement: &Statement, of: Option<LocalId>| match statement {
            Statement::Step(step) => matches!(step.effect, Effect::Dead(local) if of.is_none_or(|of| of == local)),
            _ => false,
        };
        let mut lives = Vec::new();
        for (first, statement) in block.iter().enumerate() {
            let Statement::Step(step) = statement else { continue };
            let Effect::Live { local, .. } = step.effect else { continue };
            let Some(last) = block.iter().rposition(|statement| is_dead(statement, Some(local))) else { continue };
            let is_entered = block[first..last].iter().any(|statement| matches!(statement, Statement::Label(_)));
            let is_end = block[last..].iter().all(|it| is_dead(it, None) || reads_no_memory(it));
            if first < last && !is_entered && !is_end && candidates.iter().any(|(_, it)| *it == local) {
                lives.push((first, last));
            }
        }
        for &(first, last) in &lives {
            let last_number = self.numbers[&std::ptr::from_ref(&block[last])];
            let inside: FxHashSet<_> = block[first..last].iter().map(std::ptr::from_ref).collect();
            candidates.retain(|(statement, local)| {
                let is_used_behind = self.uses[*local].is_some_and(|(_, last)| last > last_number);
                !(inside.contains(statement) && is_used_behind)
            });
        }
        for &(first, last) in &lives {
            let dies_with_another = lives.iter().any(|&(other_first, other_last)| {
                let is_inside = other_first < first && last < other_last;
                is_inside && block[last..other_last].iter().all(|it| is_dead(it, None))
            });
            if dies_with_another {
                continue;
            }
            let statement = std::ptr::from_ref(&block[first]);
            if candidates.iter().any(|(candidate, _)| *candidate == statement) {
                self.braces.insert(statement, last - first);
            }
        }
    }

    fn start(&self, block: &[Statement]) -> Option<usize> {
        block.first().map(|first| self.numbers[&std::ptr::from_ref(first)])
    }
}
