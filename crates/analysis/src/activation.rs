//! Objects that a call shares with the threads that it creates, and with no other code.
//!
//! ```text
//! void for_all(void (*f)(int), int n) { struct job job = {f, n}; for (...) create(&id[i], work, &job); for (...) join(id[i]); }
//! ```
//!
//! Many threads may call such a function at the same time, or one thread calls it again and again. Each call has a `job` of its own, and
//! the threads that it creates know no other one. So what the call does to its `job` before it creates the first thread comes before all
//! that its threads do to it, though other threads with the same code run all the time.
//!
//! Rule. Take a context with creations, the *creator*. Its threads are created here only. Its *own code* is the creator, what it calls and
//! what no other code calls, and the code of its threads. Its *own objects* are the locals of this code and what it allocates. An own object
//! is *kept* if only registers of own code and cells of kept objects hold its address, and no thread returns it. By
//! induction on the steps of an execution, the own code of one activation holds addresses of kept objects of this activation alone: it makes
//! them itself, or reads them from kept objects, which hold no others. So an access of the creator to a kept object, behind no creation of
//! its activation, is before all accesses of the created threads to this object. And one thread, which runs the activation, makes all
//! accesses to this object by own code of the creator's class.
//!
//! Rule: own code never calls the creator; its threads are created nowhere else; no other place holds the address of a kept object; the
//! access is behind no creation, or both accesses are of the creator's class.
//! Tests: `job_of_each_call`, `job_of_each_call_published`, `job_of_each_call_changed_late`, `job_of_each_call_given_to_others`,
//! `job_of_each_call_that_calls_itself`, `job_of_each_call_written_by_its_threads`.

use raddle_program::automaton::{Automaton, Location};
use raddle_program::bits::BitSet;
use raddle_program::entity::{Entity, Table};
use raddle_program::graph::reachable_from;
use raddle_program::syntax::ProcedureId;
use rustc_hash::FxHashMap;
use std::collections::BTreeSet;

use super::points_to::{AbstractObject, AccessSite, Context, Node, ObjectKind, PointsTo, TargetSet, ThreadClass};

/// The contexts whose activations share objects with their threads alone.
pub struct ActivationObjects<'a> {
    points_to: &'a PointsTo,
    automata: &'a Table<ProcedureId, Automaton>,
    creators: FxHashMap<Context, Creator>,
}

struct Creator {
    /// The creator's class.
    class: ThreadClass,
    own: BTreeSet<Context>,
    threads: BTreeSet<ThreadClass>,
    kept: BitSet,
    /// The locations behind a creation.
    late: Table<Location, bool>,
}

impl<'a> ActivationObjects<'a> {
    /// Finds them.
    pub fn of(points_to: &'a PointsTo, automata: &'a Table<ProcedureId, Automaton>) -> ActivationObjects<'a> {
        let contexts: BTreeSet<Context> = points_to.creations.keys().map(|&(context, _)| context).collect();
        let found = contexts.into_iter().filter_map(|it| Some((it, creator(points_to, automata, it)?)));
        ActivationObjects { points_to, automata, creators: found.collect() }
    }

    /// Whether two accesses that have these objects in common are in order: one activation makes the first one before it creates the thread
    /// that makes the other one, or one thread makes both.
    pub fn are_in_order(&self, one: &AccessSite, other: &AccessSite, common: impl Fn() -> Vec<AbstractObject>) -> bool {
        self.creators.iter().any(|(&context, creator)| {
            let is_before = |one, other| self.is_before((context, creator), one, other);
            let is_by_creator =
                |site: &AccessSite| creator.own.contains(&site.context) && self.class(site.context) == creator.class;
            (is_before(one, other) || is_before(other, one) || is_by_creator(one) && is_by_creator(other))
                && common().iter().all(|object| creator.kept.contains(object.index()))
        })
    }

    fn is_before(&self, (context, creator): (Context, &Creator), one: &AccessSite, other: &AccessSite) -> bool {
        let automaton = &self.automata[self.points_to.contexts[context].procedure];
        one.context == context
            && creator.threads.contains(&self.class(other.context))
            && !creator.late[automaton.transitions[one.transition].from]
    }

    fn class(&self, context: Context) -> ThreadClass {
        self.points_to.contexts[context].class
    }
}

/// The kept objects of a creator; `None` if there are none.
fn creator(points_to: &PointsTo, automata: &Table<ProcedureId, Automaton>, context: Context) -> Option<Creator> {
    let here = points_to.creations.iter().filter(|((at, _), _)| *at == context);
    let threads: BTreeSet<ThreadClass> = here.flat_map(|(_, classes)| classes.iter().copied()).collect();
    let is_here = |class: &ThreadClass| points_to.classes[*class].created_at.iter().all(|(at, _)| *at == context);
    if threads.contains(&points_to.contexts[context].class) || !threads.iter().all(is_here) {
        return None;
    }
    let own = own_code(points_to, context, &threads)?;
    let kept = kept(points_to, &own);
    let automaton = &automata[points_to.contexts[context].procedure];
    let creations = points_to.creations.keys().filter(|(at, _)| *at == context);
    let late = reachable_from(automaton, creations.map(|(_, creation)| automaton.transitions[*creation].to));
    let is_any = kept.iter().next().is_some();
    let class = points_to.contexts[context].class;
    is_any.then_some(Creator { class, own, threads, kept, late })
}

/// The creator, what only own code calls, and the code of the threads; `None` if the creator is called by it.
fn own_code(points_to: &PointsTo, creator: Context, threads: &BTreeSet<ThreadClass>) -> Option<BTreeSet<Context>> {
    let contexts = || points_to.contexts.iter();
    let of_threads = contexts().filter(|(_, data)| threads.contains(&data.class)).map(|(context, _)| context);
    let mut own: BTreeSet<Context> = of_threads.chain([creator]).collect();
    while let Some((context, _)) = contexts().find(|(context, data)| {
        let is_start = points_to.classes[data.class].start == *context;
        let is_called = !data.callers.is_empty() && data.callers.iter().all(|(caller, _)| own.contains(caller));
        is_called && !is_start && !own.contains(context)
    }) {
        own.insert(context);
    }
    // Own code may also call what other code calls, too: that may not lead back to the creator either.
    let mut pending: Vec<Context> = vec![creator];
    let mut leading: BTreeSet<Context> = BTreeSet::new();
    while let Some(context) = pending.pop() {
        let callers = points_to.contexts[context].callers.iter().map(|(caller, _)| *caller);
        pending.extend(callers.filter(|&caller| leading.insert(caller)));
    }
    own.is_disjoint(&leading).then_some(own)
}

/// The own objects whose addresses no other code holds.
fn kept(points_to: &PointsTo, own: &BTreeSet<Context>) -> BitSet {
    let objects = points_to.objects();
    let is_own = |kind: ObjectKind| match kind {
        ObjectKind::Local(context, _) | ObjectKind::Allocated(context, _) => own.contains(&context),
        _ => false,
    };
    let mut kept = BitSet::new(objects.len());
    objects.iter().filter(|(_, data)| is_own(data.kind)).for_each(|(object, _)| _ = kept.insert(object.index()));
    let mut pending: Vec<Node> =
        objects.values().filter(|data| !is_own(data.kind)).flat_map(|it| &it.cells).copied().collect();
    pending.extend(points_to.registers().filter(|(context, _)| !own.contains(context)).map(|(_, node)| node));
    pending.extend(points_to.thread_results.values());
    let mut seen: BTreeSet<TargetSet> = BTreeSet::new();
    while let Some(node) = pending.pop() {
        let targets = points_to.target_set(node);
        if !seen.insert(targets) {
            continue;
        }
        for target in points_to.targets_of(targets) {
            if kept.contains(target.object.index()) {
                kept.remove(target.object.index());
                pending.extend(&points_to.object(target.object).cells);
            }
        }
    }
    kept
}
