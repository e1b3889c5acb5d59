//! Which locks the operands of synchronization calls name. Computed once for each set of targets: data-flow passes ask again and again,
//! and in a large program an operand may have thousands of targets.

use raddle_program::automaton::Automaton;
use raddle_program::entity::Table;
use raddle_program::syntax::ProcedureId;
use rustc_hash::{FxHashMap, FxHashSet};

use super::points_to::{AbstractObject, Node, PointsTo, Target, TargetSet};

/// The locks by sets of targets.
#[derive(Debug)]
pub(super) struct NamedLocks<'a> {
    points_to: &'a PointsTo,
    /// The lock that is certainly named, if it is unique.
    only: FxHashMap<TargetSet, Option<Target>>,
    /// Those of `locks` that may be named.
    named: FxHashMap<TargetSet, FxHashSet<Target>>,
    locks: FxHashSet<Target>,
}

impl<'a> NamedLocks<'a> {
    /// Of the operands of all synchronization calls: the locks that some of them certainly name, and further ones.
    pub fn of(
        points_to: &'a PointsTo,
        automata: &Table<ProcedureId, Automaton>,
        further: impl Iterator<Item = Target>,
    ) -> NamedLocks<'a> {
        let operands = points_to.synchronizations.values().flat_map(|site| &site.operands);
        let sets: FxHashSet<TargetSet> = operands.map(|&operand| points_to.target_set(operand)).collect();
        let only: FxHashMap<TargetSet, Option<Target>> =
            sets.iter().map(|&set| (set, only_lock(points_to, automata, set))).collect();
        let locks: FxHashSet<Target> = only.values().copied().flatten().chain(further).collect();
        let mut by_object: FxHashMap<AbstractObject, Vec<Target>> = FxHashMap::default();
        for &lock in &locks {
            by_object.entry(lock.object).or_default().push(lock);
        }
        let named_by = |set: TargetSet| {
            let targets = points_to.targets_of(set).iter();
            let same = |target: &'a Target| {
                let locks = by_object.get(&target.object).into_iter().flatten();
                locks.copied().filter(|&lock| may_be(*target, lock))
            };
            targets.flat_map(same).collect()
        };
        let named = sets.iter().map(|&set| (set, named_by(set))).collect();
        NamedLocks { points_to, only, named, locks }
    }

    /// The lock that an operand of a call certainly names, if it is unique.
    pub fn only(&self, operand: Node) -> Option<Target> {
        self.only.get(&self.points_to.target_set(operand)).copied().flatten()
    }

    /// The locks of this table that an operand of a synchronization call may name.
    pub fn named(&self, operand: Node) -> impl Iterator<Item = Target> {
        self.named.get(&self.points_to.target_set(operand)).into_iter().flatten().copied()
    }

    /// Whether an operand may name a lock.
    pub fn may_name(&self, operand: Node, lock: Target) -> bool {
        match self.named.get(&self.points_to.target_set(operand)) {
            Some(named) if self.locks.contains(&lock) => named.contains(&lock),
            _ => self.points_to.targets(operand).iter().any(|&target| may_be(target, lock)),
        }
    }
}

fn may_be(target: Target, lock: Target) -> bool {
    target.object == lock.object && (target.offset.is_none() || target.offset == lock.offset)
}

fn only_lock(points_to: &PointsTo, automata: &Table<ProcedureId, Automaton>, set: TargetSet) -> Option<Target> {
    let is_memory = |target: &&Target| points_to.object(target.object).kind.is_memory();
    let mut memory = points_to.targets_of(set).iter().filter(is_memory);
    let target = *memory.next()?;
    (memory.next().is_none() && points_to.is_unique(target, automata)).then_some(target)
}
