//! Which steps of different threads may be made at the same time, from creations and joins.
//!
//! The facts at a location are the classes of which a thread that descends from the thread there may be running. A
//! creation adds the class and all below it. A join that certainly waits for the only thread of its class removes the
//! class, and the classes whose threads have ended by then.
//!
//! A join is certain if the thread is the only one of its class, created at one location and never detached, nothing is
//! cancelled, and the id is read from the one address to which the creation stores it, where no other id ever is; and
//! if no other join may have taken the thread away, so that this one fails at once. Loops may join all threads of a
//! class ([`super::loops`]).

use raddle_program::automaton::Transition;
use raddle_program::bits::BitSet;
use raddle_program::syntax::{Effect, Expr, ExprKind, PlaceKind, Synchronization as S};

use super::address::{Address, At, Class, Value, Values};
use std::collections::BTreeMap;

use super::flow::{Facts, Flow};
use super::loops::JoinLoops;
use super::pointers::{Access, Once, Pointers};

/// Which threads may run at the same time.
pub struct Parallel<'a, 'p> {
    pub(super) pointers: &'a Pointers<'p>,
    pub(super) once: &'a Once,
    /// By class: the classes whose threads may be running at each location, once that is known.
    running: Vec<Flow>,
    is_plain: bool,
    /// Steps that leave a loop which has joined all threads of a class.
    exits: BTreeMap<At, Class>,
    pub(super) checks: ParallelChecks,
}

/// Which checks are made. All of them, but in the tests that show that each is needed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ParallelChecks {
    /// No other join takes the thread away.
    pub other_joins: bool,
    /// A loop that joins comes behind the one that creates, and counts over all that it does.
    pub loops: bool,
    /// Only creations store into the cells with ids in objects, and only the loop stores the addresses of the objects.
    pub cells: bool,
}

impl ParallelChecks {
    /// All of them.
    pub const ALL: ParallelChecks = ParallelChecks { other_joins: true, loops: true, cells: true };
}

struct Running<'a, 'p>(&'a Parallel<'a, 'p>);

impl<'a, 'p> Parallel<'a, 'p> {
    /// Computes the facts, given the loops that the proof says to join all threads of a class.
    ///
    /// # Errors
    /// If a loop does not certainly do that.
    pub fn of(
        pointers: &'a Pointers<'p>,
        once: &'a Once,
        loops: &JoinLoops,
        checks: ParallelChecks,
    ) -> Result<Parallel<'a, 'p>, String> {
        let breaks = |operation| matches!(operation, S::ThreadCancel | S::ThreadDetach);
        let is_plain = !pointers.sites.values().any(|site| breaks(site.operation));
        let running = pointers.classes.all().map(|_| Flow::default()).collect();
        let mut parallel = Parallel { pointers, once, running, is_plain, exits: BTreeMap::new(), checks };
        parallel.exits = loops.exits(&parallel, checks.loops)?.into_iter().collect();
        // Children come after their parents: when they are joined, their ends are known.
        for class in pointers.classes.all().rev() {
            let flow = Flow::of(pointers, class, &Running(&parallel));
            parallel.running[class] = flow;
        }
        Ok(parallel)
    }

    /// The classes below this one whose threads may be running here; `None` if the location is unreachable.
    pub fn running(&self, at: At) -> Option<&BitSet> {
        self.running[at.0.class].before(self.pointers, at)
    }

    /// Whether two different threads may make these steps at the same time, or in no order.
    pub fn may_be_parallel(&self, one: At, other: At) -> bool {
        let (Some(at_one), Some(at_other)) = (self.running(one), self.running(other)) else { return false };
        let (a, b) = (one.0.class, other.0.class);
        if a == b {
            return !self.once.is_single(a);
        }
        let classes = self.pointers.classes;
        let (above_a, above_b) = (classes.above(a), classes.above(b));
        if above_b.contains(&a) {
            return !self.once.is_single(a) || at_one.contains(b);
        }
        if above_a.contains(&b) {
            return !self.once.is_single(b) || at_other.contains(a);
        }
        let Some(common) = above_a.iter().copied().find(|class| above_b.contains(class)) else { return true };
        if !self.once.is_single(common) {
            return true;
        }
        // The child of the common ancestor that a class descends from: was the other one running when it was created?
        let runs_at_creation = |class: Class, above: &[Class]| {
            let side = above.iter().position(|&class| class == common).map(|position| above[position - 1]);
            match side.map(|side| classes.created_at(side)) {
                Some(&[at]) => self.running(at).is_some_and(|running| running.contains(class)),
                Some(_) | None => true,
            }
        };
        runs_at_creation(a, &above_b) || runs_at_creation(b, &above_a)
    }

    /// The class whose only thread a join certainly waits for.
    pub fn joined(&self, at: At) -> Option<Class> {
        if !self.is_plain {
            return None;
        }
        let (cell, size) = self.joined_cell(at)?;
        let mut found = None;
        for value in self.pointers.load(&Values::one(Value::Address(cell)), size).iter() {
            match value {
                Value::Thread(class) if found.is_none() => found = Some(class),
                Value::Indeterminate => {}
                Value::Thread(_) | Value::Address(_) | Value::Procedure(_) | Value::Number | Value::Outside => {
                    return None;
                }
            }
        }
        let class = found?;
        let &[created] = self.pointers.classes.created_at(class) else { return None };
        let (ids, may_be_detached) = self.pointers.created_ids.get(&created)?;
        let is_certain = self.once.is_single(class)
            && !may_be_detached
            && self.pointers.creations.get(&created).is_some_and(|classes| classes.iter().eq([&class]))
            && ids.only() == Some(Value::Address(cell))
            && self.once.is_unique(self.pointers, cell)
            && (!self.checks.other_joins || self.is_only_join(class, at));
        is_certain.then_some(class)
    }

    /// Whether one thread alone, at one place, may join threads of a class.
    pub fn is_only_join(&self, class: Class, join: At) -> bool {
        let may_be_one = |value: Value| match value {
            Value::Thread(other) => other == class,
            Value::Number | Value::Outside => true,
            Value::Indeterminate | Value::Address(_) | Value::Procedure(_) => false,
        };
        let is_other = |(&at, ids): (&At, &Values)| {
            // The register that the id is read into may hold ids of other joins, too. The memory does not.
            let read =
                self.joined_cell(at).map(|(cell, size)| self.pointers.load(&Values::one(Value::Address(cell)), size));
            at != join && read.as_ref().unwrap_or(ids).iter().any(may_be_one)
        };
        self.once.is_single(join.0.class) && !self.pointers.joins.iter().any(is_other)
    }

    /// The bytes that the id of a join is read from: by the join, or by the one step before it, into a register.
    fn joined_cell(&self, at: At) -> Option<(Address, Option<u64>)> {
        let automaton = &self.pointers.automata[at.0.procedure];
        let data = &automaton.transitions[at.1];
        let Effect::Join { thread, .. } = &data.effect else { return None };
        let by: Transition = match register(self.pointers, at, thread)? {
            None => at.1,
            Some(register_of_join) => {
                let mut before = automaton.transitions.iter().filter(|(_, other)| other.to == data.from);
                let (before, step) = before.next().filter(|_| before.next().is_none())?;
                let Effect::Assign { target, value } = &step.effect else { return None };
                let PlaceKind::Local(target) = target.kind else { return None };
                let is_read = target == register_of_join && register(self.pointers, at, value)?.is_none();
                is_read.then_some(before)?
            }
        };
        let is_it = |access: &&Access| access.at == (at.0, by) && !access.is_write;
        let access = self.pointers.accesses.iter().rfind(is_it)?;
        match access.addresses.only()? {
            Value::Address(address) => Some((address, access.size)),
            Value::Procedure(_) | Value::Thread(_) | Value::Number | Value::Outside | Value::Indeterminate => None,
        }
    }
}

/// The register that an expression reads; `Some(None)` if it reads memory, `None` if it is no plain read.
fn register(pointers: &Pointers<'_>, at: At, expr: &Expr) -> Option<Option<raddle_program::syntax::LocalId>> {
    match &expr.kind {
        ExprKind::Cast(operand) => register(pointers, at, operand),
        ExprKind::Read(place) => Some(match place.kind {
            PlaceKind::Local(local) => {
                pointers.program.procedures[at.0.procedure].locals[local].is_register.then_some(local)
            }
            _ => None,
        }),
        _ => None,
    }
}

impl Facts for Running<'_, '_> {
    fn count(&self) -> usize {
        self.0.pointers.classes.count()
    }

    fn on_every_way(&self) -> bool {
        false
    }

    fn step(&self, at: At, facts: &mut BitSet) {
        let parallel = self.0;
        let classes = parallel.pointers.classes;
        for &class in parallel.pointers.creations.get(&at).into_iter().flatten() {
            for class in classes.family(class) {
                facts.insert(class);
            }
        }
        let by_loop = parallel.exits.get(&at).copied().filter(|_| parallel.is_plain);
        let is_join = parallel.pointers.joins.contains_key(&at);
        if let Some(class) = by_loop.or_else(|| parallel.joined(at).filter(|_| is_join)) {
            let outlives = |below: Class| parallel.running[class].end().is_some_and(|end| end.contains(below));
            classes.family(class).filter(|&below| !outlives(below)).for_each(|below| facts.remove(below));
        }
    }
}
