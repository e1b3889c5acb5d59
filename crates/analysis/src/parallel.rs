//! May happen in parallel: which places of which threads may be reached at the same time, from creations and joins.
//!
//! For each class of threads and each of its places, the *running* set: the classes of which a thread that descends from
//! this one may be running there. A creation adds the created class and all that descends from it. A join removes the
//! joined class, and of its descendants those that cannot be running at its end.
//!
//! A join removes a class only if it certainly waits for its only thread: the class is single, its threads are never
//! detached, nothing is cancelled, and the joined id is read from the one cell to which only the creation stores; and
//! no other thread may join it (a join of a thread that was joined before fails at once). All threads of a class that a
//! loop creates are joined by a loop that fits ([`super::join_loop`], and by a count [`super::counters`]).
//!
//! Rule. Of two places in different threads, of classes A and B:
//! - A = B: they may be in parallel unless the class is single.
//! - A single, B descends from A: if B is in the running set at A's place.
//! - else let P be the last class from which both descend, if it is single: if A is running where P creates the side of B, or
//!   B where it creates the side of A. (If neither, one has ended before the other begins.)
//! - In all other cases they may.
//!
//! Left out: order by barriers, conditions and semaphores.
//!
//! Rule: a join orders only if the joined id is certainly that of the only thread of its class, and no other
//! thread can have joined it.
//! Tests: `joined_id_copied_before`, `joined_id_lives_again`, `join_only_one`, `joined_by_another_before`.

use raddle_program::automaton::{Automaton, Location, Transition};
use raddle_program::bits::BitSet;
use raddle_program::entity::{Entity, Table};
use raddle_program::syntax::{ProcedureId, Program, Synchronization};

use rustc_hash::FxHashMap;

use super::counters::Cells;
use super::flow::{Join, Problem, States, solve};
use super::join_loop::{JoinLoop, join_loops as join_loops_of};
use super::joins::Joins;
use super::points_to::{CodePlace, Context, PointsTo, Target, ThreadClass};
use super::stored_objects::StoredObjects;

/// Which threads may run when.
#[derive(Debug)]
pub struct Parallel<'a> {
    pub(super) program: &'a Program,
    pub(super) points_to: &'a PointsTo,
    pub(super) automata: &'a Table<ProcedureId, Automaton>,
    joins: Joins<'a>,
    running: Table<ThreadClass, Option<States>>,
    /// Whether nothing is cancelled or detached by a call.
    ends_plainly: bool,
    join_loops: FxHashMap<CodePlace, JoinLoop>,
    /// The exits of loops that join all threads of a class by a count.
    counted_joins: FxHashMap<CodePlace, ThreadClass>,
}

impl<'a> Parallel<'a> {
    /// Computes the running sets.
    pub fn of(
        program: &'a Program,
        points_to: &'a PointsTo,
        automata: &'a Table<ProcedureId, Automaton>,
    ) -> Parallel<'a> {
        let running = points_to.classes.ids().map(|_| None).collect();
        let is_cancelled = |operation: Synchronization| {
            matches!(operation, Synchronization::ThreadCancel | Synchronization::ThreadDetach)
        };
        let ends_plainly = !points_to.synchronizations.values().any(|site| is_cancelled(site.operation));
        let (join_loops, counted_joins) = (FxHashMap::default(), FxHashMap::default());
        let joins = Joins { program, points_to, automata };
        let mut parallel =
            Parallel { program, points_to, automata, joins, running, ends_plainly, join_loops, counted_joins };
        if ends_plainly {
            parallel.join_loops = join_loops_of(&parallel.joins);
            parallel.counted_joins = parallel.joins_by_count();
        }
        // Classes come after those that create them: the ends of children are known when they are joined.
        for class in points_to.classes.ids().rev() {
            let states = solve(points_to, automata, class, &Running { parallel: &parallel });
            parallel.running[class] = Some(states);
        }
        parallel
    }

    /// The exits of loops that join as many threads as were counted at their creation.
    fn joins_by_count(&self) -> FxHashMap<CodePlace, ThreadClass> {
        let found = Cells::of(self.program, self.points_to, self.automata, None).joins_by_count();
        let is_only_join = |&((context, _), class, join): &(CodePlace, ThreadClass, Transition)| {
            self.joins.is_joined_by_one_thread(class, (context, join))
        };
        found.into_iter().filter(is_only_join).map(|(exit, class, _)| (exit, class)).collect()
    }

    /// The classes of which a thread that descends from this location's may be running there; `None` if it is
    /// unreachable.
    pub fn running_at(&self, place: CodePlace) -> Option<&BitSet> {
        let class = self.points_to.contexts[place.0].class;
        self.running[class].as_ref()?.before(self.points_to, self.automata, place)
    }

    /// Whether main reaches a location, and only while no other thread runs.
    pub fn is_main_alone(&self, context: Context, location: Location) -> bool {
        let class = self.points_to.contexts[context].class;
        let running = self.running[class].as_ref().and_then(|states| states.at(context, location));
        self.points_to.classes[class].parent.is_none() && running.is_some_and(BitSet::is_empty)
    }

    /// The joins in loops that join all threads of a class, with that class, in order.
    pub fn joins_of_loops(&self) -> Vec<(ThreadClass, CodePlace)> {
        let joins = self.join_loops.iter().map(|(&(context, _), found)| (found.class, (context, found.join)));
        let mut joins: Vec<(ThreadClass, CodePlace)> = joins.collect();
        joins.sort_unstable();
        joins
    }

    /// The class whose threads a join in a loop joins once each, once all of them are created.
    pub fn joined_once_in_a_loop(&self, (context, join): CodePlace) -> Option<ThreadClass> {
        let is_it = |(place, found): &(&CodePlace, &JoinLoop)| place.0 == context && found.join == join;
        let mut loops = self.join_loops.iter().filter(is_it);
        match (loops.next(), loops.next()) {
            (Some((_, found)), None) if found.is_exact => Some(found.class),
            _ => None,
        }
    }

    /// The exits of loops that create all threads of a class, which other loops join.
    pub fn exits_of_creations(&self, class: ThreadClass) -> Vec<CodePlace> {
        let of_class = self.join_loops.iter().filter(|(_, found)| found.class == class);
        of_class.map(|(place, found)| (place.0, found.created)).collect()
    }

    /// The objects from which a join in such a loop reads the ids, if the ids are in objects.
    pub fn objects_of_loop(&self, (context, join): CodePlace) -> Option<StoredObjects> {
        let is_it = |(place, found): &(&CodePlace, &JoinLoop)| place.0 == context && found.join == join;
        self.join_loops.iter().find(is_it)?.1.objects
    }

    /// Whether two threads may be at these places at the same time (or one after the other without being ordered).
    pub fn may_be_parallel(&self, one: CodePlace, other: CodePlace) -> bool {
        let (Some(running_at_one), Some(running_at_other)) = (self.running_at(one), self.running_at(other)) else {
            return false;
        };
        let class_of = |place: CodePlace| self.points_to.contexts[place.0].class;
        let (a, b) = (class_of(one), class_of(other));
        let is_single = |class: ThreadClass| self.points_to.classes[class].is_single;
        if a == b {
            return !is_single(a);
        }
        let (above_a, above_b) = (self.points_to.ancestry(a), self.points_to.ancestry(b));
        if above_b.contains(&a) {
            return !is_single(a) || running_at_one.contains(b.index());
        }
        if above_a.contains(&b) {
            return !is_single(b) || running_at_other.contains(a.index());
        }
        let Some(&common) = above_a.iter().find(|class| above_b.contains(class)) else { return true };
        if !is_single(common) {
            return true;
        }
        let side = |above: &[ThreadClass]| {
            let position = above.iter().position(|&class| class == common).unwrap_or(above.len());
            above[position - 1]
        };
        let runs_at_creation =
            |class: ThreadClass, side: ThreadClass| match self.points_to.classes[side].created_at.as_slice() {
                &[place] => self.running_at(place).is_some_and(|running| running.contains(class.index())),
                _ => true,
            };
        let (side_a, side_b) = (side(&above_a), side(&above_b));
        runs_at_creation(a, side_b) || runs_at_creation(b, side_a)
    }

    /// A class and all classes that descend from it.
    fn family(&self, class: ThreadClass) -> impl Iterator<Item = ThreadClass> + '_ {
        self.points_to.classes.ids().filter(move |&other| self.points_to.ancestry(other).contains(&class))
    }

    /// The cell from which a join or a detachment reads the id of a thread.
    pub(crate) fn cell_of_id(&self, (context, transition): CodePlace) -> Option<Target> {
        self.joins.joined_cell(context, transition).map(|(cell, _)| cell)
    }

    /// The class whose only thread a join certainly waits for.
    pub fn joined(&self, context: Context, transition: Transition) -> Option<ThreadClass> {
        let points_to = self.points_to;
        if !self.ends_plainly {
            return None;
        }
        let (id, size) = self.joins.joined_cell(context, transition)?;
        // What the register holds that the join reads may be an id of another join. What is in the cell is not.
        let &[cell] = points_to.object(id.object).cells.get(points_to.touched(id, size))? else { return None };
        let class = self.joins.only_class(cell)?;
        let data = &points_to.classes[class];
        let [(at, by)] = data.created_at.as_slice() else { return None };
        let (_, stored) = points_to.creation_operands.get(&(*at, *by))?;
        let is_certain = data.is_single
            && !points_to.may_be_detached.contains(&(*at, *by))
            && points_to.creations.get(&(*at, *by)).is_some_and(|classes| classes.as_slice() == [class])
            && self.joins.only_memory(*stored) == Some(id)
            && points_to.is_unique(id, self.automata)
            && self.joins.is_joined_by_one_thread(class, (context, transition));
        is_certain.then_some(class)
    }
}

/// The running sets of one class as a data-flow problem: the facts are the classes.
struct Running<'a, 'b> {
    parallel: &'a Parallel<'b>,
}

impl Problem for Running<'_, '_> {
    fn n_facts(&self) -> usize {
        self.parallel.points_to.classes.len()
    }

    fn join(&self) -> Join {
        Join::May
    }

    fn transfer(&self, context: Context, transition: Transition, state: &mut BitSet) {
        let parallel = self.parallel;
        for &class in parallel.points_to.creations.get(&(context, transition)).into_iter().flatten() {
            for class in parallel.family(class) {
                state.insert(class.index());
            }
        }
        let joined = parallel.joined(context, transition);
        let place = (context, transition);
        let by_loop = || parallel.join_loops.get(&place).map(|found| found.class);
        if let Some(class) = joined.or_else(by_loop).or_else(|| parallel.counted_joins.get(&place).copied()) {
            let at_end = parallel.running[class].as_ref().and_then(|states| states.end.as_ref());
            for descendant in parallel.family(class) {
                let survives = at_end.is_some_and(|running| running.contains(descendant.index()));
                if !survives {
                    state.remove(descendant.index());
                }
            }
        }
    }

    fn leave(&self, _callee: Context, _state: &mut BitSet) {}
}
