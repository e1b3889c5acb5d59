//! Depth-first search with sleep sets and stored states.
//!
//! Sleep sets [Godefroid 96, ch. 5]: once a move of thread a was explored from a state, the moves of other threads
//! explored after it need not be followed by a until something happens that depends on a's move. Sleep sets are
//! stored with the state; a revisit with a smaller sleep set explores the difference (ch. 6). They prune transitions,
//! never states, so deadlocks and co-enabled accesses are all seen.
//!
//! - Assertions, memory, arithmetic and locks: a violation is found when a move reaches it.
//! - Deadlock: some thread is live and none is enabled (spurious wake-ups are explored but do not count), or some
//!   threads are stuck and no other one can end the process (`waiting`). If the search comes back to a state on its
//!   path and threads wait, the graph of all states decides whether a thread waits in every continuation of a state
//!   ([`crate::partial`]).
//! - Data races: two threads whose next moves make conflicting accesses, in a state in which both are enabled. Under
//!   sequential consistency an execution with a race by happens-before exists if and only if such a state is reachable:
//!   cut the execution after the first racing pair and drop what happens after the earlier access; the remaining steps
//!   cannot observe what was dropped. This fails if an operation observes another thread without being ordered after
//!   it, such as a failing trylock, and if a release operation is made inside an atomic section. A program with such
//!   operations is searched once more, with happens-before as part of the states ([`crate::history`]).
//!
//! If an input with too many values matters, a second search uses any values between bounds (`program::semantics`,
//! `approximate`): it covers all executions and more, so its SAFE holds, and its violations are dropped.
//!
//! Traps avoided (each has a test): a sleeping thread is woken by its own recorded footprint; a thread goes to sleep only
//! after its subtree was explored; a move that ends the execution commutes with nothing; threads cut in a local
//! loop are never alone (cycle proviso).

mod findings;
mod schedules;
mod waiting;

use std::cell::{Cell, RefCell};
use std::collections::BTreeSet;
use std::collections::hash_map::Entry;

use raddle_program::entity::Table;
use raddle_program::live::LiveRegisters;
use raddle_program::property::{Property, ViolationKind};
use raddle_program::semantics::{Access, Enabled, GivesAny, State};
use raddle_program::source::Span;
use raddle_program::syntax::{Effect, ProcedureId, Synchronization, SynchronizationFamily};
use raddle_program::trace::Trace;
use rustc_hash::{FxHashMap, FxHashSet};

use crate::discipline::Discipline;
use crate::encode::{Encoder, Key};
use crate::history::{Added, History, Race};
use crate::independence::Footprint;
use crate::inputs::Inputs;
use crate::inside::inside;
use crate::moved::{Moved, Obstacle, Successor, Way};
use crate::moves::{Blocks, Mover};
use crate::partial;
use crate::races::{Adjacent, Sought, race_between};
use crate::reductions::Reductions;
use crate::retrace::way_to_entry;
use crate::samples::Samples;
use crate::symmetry::threads_are_interchangeable;
use raddle_analysis::commutation::Arithmetic;
use raddle_analysis::cone::without_influence;
use raddle_analysis::future::FutureAccesses;
use raddle_analysis::live_globals::LiveGlobals;
use raddle_analysis::movers::Movers;
use raddle_analysis::stuck::{Ahead, may_go_on_for_ever};
use raddle_verify::context::Context;
use raddle_verify::shared_results::SharedResults;
use raddle_verify::task::Task;
use raddle_verify::verdict::{Answers, Outcome, Reason, Verdict};

/// The greatest number of threads.
const THREAD_LIMIT: usize = 128;

/// The greatest number of states in a row that are not stored. Every cycle has one that is.
const PASS_LIMIT: u32 = 64;

/// Searches all executions of a task, those for arithmetic apart if more sections move where arithmetic cannot violate what is asked.
pub fn search(task: &Task, reductions: Reductions, cx: &mut Context) -> Answers {
    let (arithmetic, others): (Vec<Property>, Vec<Property>) =
        task.properties.iter().partition(|property| matches!(property, Property::Overflow | Property::Arithmetic));
    if arithmetic.is_empty() || others.is_empty() || !reductions.blocks || !moves_more(task, &others) {
        return search_together(task, reductions, cx);
    }
    let mut outcomes = Vec::new();
    for properties in [others, arithmetic] {
        let part = Task { properties, ..task.clone() };
        let found = search_together(&part, reductions, cx);
        found.outcomes.iter().for_each(|Outcome { property, verdict }| cx.shared_results.publish(*property, verdict));
        outcomes.extend(found.outcomes);
    }
    Answers { outcomes }
}

/// Whether more sections move if only these properties are asked for.
fn moves_more(task: &Task, properties: &[Property]) -> bool {
    let part = Task { properties: properties.to_vec(), ..task.clone() };
    let count = |task: &Task| movers(task).map_or(0, |movers| movers.n_movable_sections());
    count(&part) > count(task)
}

/// Searches all executions of a task. A second search uses happens-before, if races may hide from the first one.
fn search_together(task: &Task, reductions: Reductions, cx: &mut Context) -> Answers {
    let Found { mut answers, rests_on_any } = search_with(task, reductions, Inputs::AnyFloating, cx);
    let properties = |is_it: fn(&Verdict) -> bool| -> Vec<Property> {
        let outcomes = answers.outcomes.iter().filter(|outcome| is_it(&outcome.verdict));
        outcomes.map(|outcome| outcome.property).collect()
    };
    let open = properties(|verdict| matches!(verdict, Verdict::Unknown(Reason::LargeInput { .. })));
    let violated = properties(|verdict| matches!(verdict, Verdict::Unsafe(_)));
    let again = [
        (Inputs::Any, open, "searches with any values"),
        (Inputs::Exact, if rests_on_any { violated } else { Vec::new() }, "searches without any values"),
    ];
    if again.iter().any(|(_, properties, _)| !properties.is_empty()) {
        answers.outcomes.iter().for_each(|Outcome { property, verdict }| cx.shared_results.publish(*property, verdict));
    }
    for (inputs, properties, counted) in again {
        if properties.is_empty() || cx.cancelled().is_some() {
            continue;
        }
        cx.count(counted, 1);
        let found = search_with(&Task { properties, ..task.clone() }, reductions, inputs, cx);
        for better in found.answers.outcomes {
            let is_better = match better.verdict {
                Verdict::Safe(_) => inputs == Inputs::Any,
                Verdict::Unsafe(_) => inputs == Inputs::Exact,
                Verdict::Unknown(_) => false,
            };
            if is_better && let Some(open) = answers.outcomes.iter_mut().find(|it| it.property == better.property) {
                open.verdict = better.verdict;
            }
        }
    }
    answers
}

/// The result of a search.
struct Found {
    answers: Answers,
    /// Whether a decision depends on a result that an operation gives as any value.
    rests_on_any: bool,
}

fn search_with(task: &Task, reductions: Reductions, inputs: Inputs, cx: &mut Context) -> Found {
    let machine = inputs.machine(task);
    let future = FutureAccesses::of(&task.program, &machine.automata);
    let live_globals = reductions.dead_globals.then(|| LiveGlobals::of(&task.program, &machine.automata));
    let never_racing = reductions.ordered_accesses.then(|| task.program.never_racing()).flatten();
    let movers = reductions.blocks.then(|| movers(task)).flatten();
    // A computation whose result is not used can still violate a property of arithmetic.
    let sees_faint = task.asks(Property::Overflow) || task.asks(Property::Arithmetic) || !reductions.faint_registers;
    let without_faint = || {
        let both = task.program.procedures.values().zip(machine.automata.values());
        both.map(|(procedure, automaton)| LiveRegisters::without_faint(&task.program, procedure, automaton)).collect()
    };
    let live: Table<ProcedureId, LiveRegisters> = if sees_faint { machine.live.clone() } else { without_faint() };
    let forgotten = match &task.properties[..] {
        [Property::Assertions] if reductions.blocks => without_influence(&task.program, &machine.automata),
        _ => BTreeSet::new(),
    };
    let are_interchangeable = reductions.blocks && threads_are_interchangeable(&task.program, &machine.automata);
    let encoder = |are_interchangeable: bool| {
        Encoder::new(&task.program, &live, live_globals.as_ref(), &forgotten, are_interchangeable)
    };
    let discipline = RefCell::new(Discipline::new(are_interchangeable));
    let asks_threads = machine.automata.values().flat_map(|automaton| automaton.transitions.values()).any(
        |transition| matches!(&transition.effect, Effect::Synchronize { operation, .. } if operation.family() == SynchronizationFamily::Thread),
    );
    let blocks = Blocks {
        discipline: &discipline,
        waits_start: task.asks(Property::Deadlock),
        races_start: task.asks(Property::DataRace),
        asks_threads,
    };
    let cancellation = cx.cancellation();
    let may_be_partial = task.asks(Property::Deadlock) && may_go_on_for_ever(&task.program);
    let ahead = may_be_partial.then(|| Ahead::of(&machine.automata));
    let mover = |tracks_order: bool| Mover {
        samples: Samples::default(),
        has_split_any: Cell::new(false),
        blocks: (reductions.blocks && !tracks_order).then_some(blocks),
        machine: &machine,
        future: &future,
        never_racing,
        movers: movers.filter(|_| !tracks_order),
        may_run_long: task.program.open_loops().open_loop.is_none(),
        forgotten: &forgotten,
        reductions,
        tracks_order,
        cancellation: cancellation.clone(),
    };
    let (search, stopped) = loop {
        let mut search = Search::new(task, mover(false), encoder(are_interchangeable), cx.shared_results.clone());
        search.ahead = ahead.as_ref();
        let stopped = search.run_from_start(cx);
        if stopped.is_some() || search.is_settled() || !discipline.borrow().is_refuted() {
            search.count(cx);
            break (search, stopped);
        }
        // The search relied on a lock discipline that the program breaks.
        cx.count("searches given up", 1);
        discipline.borrow_mut().start_again();
    };
    let order_tracker = mover(true);
    let hides_order = search.hides_order;
    let rests_on_any = search.mover.has_split_any.get();
    let may_wait_in_part = search.goes_round && search.waits;
    let mut answers = search.answers(stopped, cx);
    let is_open =
        |outcome: &&mut Outcome| outcome.property == Property::Deadlock && matches!(outcome.verdict, Verdict::Safe(_));
    if may_wait_in_part && let Some(open) = answers.outcomes.iter_mut().find(is_open) {
        open.verdict = partial::search(task, inputs, cx).unwrap_or_else(|| open.verdict.clone());
    }
    let is_open =
        |outcome: &Outcome| outcome.property == Property::DataRace && matches!(outcome.verdict, Verdict::Safe(_));
    if hides_order && let Some(open) = answers.outcomes.iter_mut().find(|outcome| is_open(outcome)) {
        let races = Task { properties: vec![Property::DataRace], ..task.clone() };
        let mut search = Search::new(&races, order_tracker, encoder(false), cx.shared_results.clone());
        let stopped = search.run_from_start(cx);
        search.count(cx);
        open.verdict = search.answers(stopped, cx).outcomes.swap_remove(0).verdict;
    }
    Found { answers, rests_on_any }
}

/// Which sections of a program move in both directions. `None` for a program with many accesses, where the analysis takes long, and for a program
/// with an open loop: a thread that repeats such a section for ever would hide the other threads.
fn movers(task: &Task) -> Option<&Movers> {
    const MOST_ACCESSES: usize = 3_000;
    let counts_overflow = task.asks(Property::Overflow) || task.asks(Property::Arithmetic);
    match task.program.points_to().accesses.len() {
        _ if task.program.open_loops().open_loop.is_some() => None,
        MOST_ACCESSES.. => None,
        _ if counts_overflow => task.program.movers_violating_alike(),
        _ => task.program.blocks(Arithmetic::Wraps).map(|blocks| &blocks.movers),
    }
}

/// A state on the path of the search.
struct Node {
    state: State,
    /// Happens-before, if it is part of states.
    history: History,
    /// How it was reached from the node before.
    way: Option<Way>,
    /// Whether the state was not reached before.
    is_first_visit: bool,
    /// How many states in a row up to this one were not kept; none if it is.
    n_passed: u32,
    /// The move of the thread that goes on alone, if it was computed already.
    ready: Option<Moved>,
    /// Whether the last move has more than one outcome.
    has_outcomes: bool,
    /// Threads still to be moved.
    todo: Vec<u32>,
    /// Moves that need not be taken from here, with what they would do.
    sleep: Vec<(u32, Footprint)>,
    /// Footprints of the moves that were made from here, for races.
    made: Vec<(u32, Footprint)>,
    /// Successors of the last moved thread, still to be explored, last first.
    successors: Vec<Successor>,
    /// Its key, if it is kept and cycles are looked for.
    key: Option<Key>,
}

struct Search<'a, 'p> {
    task: &'a Task,
    mover: Mover<'a, 'p>,
    encoder: Encoder<'a>,
    /// For each stored state, the threads that were asleep at every visit.
    visited: FxHashMap<Key, u128>,
    path: Vec<Node>,
    /// The first trace of each violated property.
    traces: Vec<(Property, Trace)>,
    /// Publishes verdicts, and holds the verdicts of other engines.
    shared_results: SharedResults,
    /// Properties that are not looked for any more, since another engine has decided them.
    left: BTreeSet<Property>,
    obstacle: Option<Obstacle>,
    n_transitions: u64,
    /// States in which only one thread was moved, since no other thread can observe the move.
    n_local: u64,
    /// States that were not stored.
    n_passed: u64,
    n_threads_exceeded: Option<Span>,
    /// Whether a race may be possible that does not show as two accesses that can be made next.
    hides_order: bool,
    /// Whether it depends on something unknown whether two accesses race.
    is_unclear: bool,
    /// What prevents deciding whether two accesses race.
    race_obstacle: Option<Obstacle>,
    /// What threads may do later, if a deadlock of a part of them is possible.
    ahead: Option<&'a Ahead>,
    /// The keys of the states on the path, if cycles are looked for.
    on_path: FxHashSet<Key>,
    /// Whether the search came back to a state on its path, or a thread ran for very long without being observed.
    goes_round: bool,
    /// Whether a thread waits for anything but the end of a thread that goes on.
    waits: bool,
}

impl<'a, 'p> Search<'a, 'p> {
    fn new(task: &'a Task, mover: Mover<'a, 'p>, encoder: Encoder<'a>, shared_results: SharedResults) -> Self {
        Search {
            task,
            mover,
            encoder,
            visited: FxHashMap::default(),
            path: Vec::new(),
            traces: Vec::new(),
            shared_results,
            left: BTreeSet::new(),
            obstacle: None,
            n_transitions: 0,
            n_local: 0,
            n_passed: 0,
            n_threads_exceeded: None,
            hides_order: false,
            is_unclear: false,
            race_obstacle: None,
            ahead: None,
            on_path: FxHashSet::default(),
            goes_round: false,
            waits: false,
        }
    }

    /// Explores everything from the start of the program; the reason if it was stopped.
    fn run_from_start(&mut self, cx: &Context) -> Option<Reason> {
        match self.mover.machine.initial() {
            Ok(initial) => self.run(initial, cx),
            Err(interruption) => {
                self.obstacle = Some(Obstacle { interruption, span: Span::NOWHERE });
                None
            }
        }
    }

    /// Reports how much was explored.
    fn count(&self, cx: &mut Context) {
        cx.count("states", self.visited.len() as u64);
        cx.count("local states", self.n_local);
        cx.count("states not kept", self.n_passed);
        cx.count("transitions", self.n_transitions);
        cx.count("row bytes", self.encoder.stored_bytes());
    }

    /// Explores everything; the reason if it was stopped.
    fn run(&mut self, initial: State, cx: &Context) -> Option<Reason> {
        self.enter(initial.clone(), History::default(), None, Vec::new());
        let mut n_rounds = 0u64;
        while !self.path.is_empty() {
            if let Some(reason) = cx.cancelled() {
                return Some(reason);
            }
            if n_rounds.is_multiple_of(4096) {
                self.leave_what_is_settled();
                cx.report("searching", || format!("{} states, depth {}", self.visited.len(), self.path.len()));
            }
            n_rounds += 1;
            if n_rounds == schedules::AFTER
                && !self.mover.tracks_order
                && self.mover.machine.gives_any != GivesAny::Large
            {
                self.try_schedules(&initial, cx);
            }
            if self.is_settled() || self.mover.is_refuted() {
                return None;
            }
            if self.has_successor() {
                self.descend();
            } else if self.finish_thread() {
                self.move_next_thread();
            } else if let Some(key) = self.path.pop().and_then(|node| node.key) {
                self.on_path.remove(&key);
            }
        }
        None
    }

    fn has_successor(&self) -> bool {
        self.path.last().is_some_and(|node| !node.successors.is_empty())
    }

    /// Puts a state on the path, unless everything from it was explored already.
    ///
    /// A revisit explores only the threads that were asleep before and are not now. A thread sleeps on only if it was
    /// asleep at both visits: else each of two visits could leave a move to the other one, and neither would explore
    /// it.
    fn enter(&mut self, mut state: State, mut history: History, way: Option<Way>, mut sleep: Vec<(u32, Footprint)>) {
        if self.mover.tracks_order {
            let live: Vec<u32> = state.live_threads().collect();
            history.prune(|thread, access| self.mover.may_conflict_with(&state, thread, access), &live);
        }
        if state.is_littered() {
            let renamed = state.compact(self.task.program.globals.len());
            sleep.iter_mut().for_each(|(_, footprint)| *footprint = footprint.renamed(&renamed));
            history = history.renamed(&renamed);
        }
        let asleep = sleep.iter().fold(0u128, |mask, (thread, _)| mask | 1 << thread);
        let mut only = u128::MAX;
        // If at most one thread can go on, or one thread has a move that no other thread can observe, the state has no
        // alternatives and need not be stored. If a move has several outcomes, these may lead to the same state.
        let in_row = self.path.last().map_or(0, |node| node.n_passed);
        let may_be_one_of_many = self.path.last().is_some_and(|node| node.has_outcomes);
        let (mut is_passed, mut ready) = (false, None);
        if self.mover.reductions.blocks && in_row < if may_be_one_of_many { 1 } else { PASS_LIMIT } {
            let is_enabled = |&thread: &u32| self.mover.machine.enabled(&state, thread) != Enabled::No;
            is_passed = state.live_threads().filter(is_enabled).count() <= 1;
            if !is_passed {
                ready = self.unnoticed_move(&state, asleep);
                is_passed = ready.is_some();
            }
        }
        self.n_passed += u64::from(is_passed);
        let known = (!is_passed).then(|| self.encoder.key(&state, &history));
        let mut key = None;
        if let (Some(_), Some((of_state, _))) = (self.ahead, &known) {
            self.goes_round |= self.on_path.contains(of_state);
            key = Some(of_state.clone());
        }
        match known.map(|(key, places)| (self.visited.entry(key), places)) {
            None => {}
            Some((Entry::Vacant(slot), places)) => {
                slot.insert(places.of_threads(asleep));
            }
            Some((Entry::Occupied(mut slot), places)) => {
                let slept_before = places.to_threads(*slot.get());
                only = slept_before & !asleep;
                slot.insert(places.of_threads(slept_before & asleep));
                if only == 0 {
                    return;
                }
                sleep.retain(|(thread, _)| slept_before & (1 << thread) != 0);
            }
        }
        self.look_for_stuck(&state, &way);
        let last = way.as_ref().map(|way| way.thread);
        let (todo, ready) = match ready {
            Some((thread, moved)) => (vec![thread], Some(moved)),
            None => (self.threads_to_move(&state, last, asleep, only, &way), None),
        };
        let is_first_visit = only == u128::MAX;
        let n_passed = if is_passed { in_row + 1 } else { 0 };
        let (made, successors, has_outcomes) = (Vec::new(), Vec::new(), false);
        self.on_path.extend(key.clone());
        self.path.push(Node {
            state,
            history,
            way,
            is_first_visit,
            n_passed,
            ready,
            has_outcomes,
            todo,
            sleep,
            made,
            successors,
            key,
        });
    }

    /// The move of a thread that no other thread can observe. Only likely threads are tried: a thread that was just
    /// created, or one whose wait is over.
    fn unnoticed_move(&self, state: &State, asleep: u128) -> Option<(u32, Moved)> {
        let machine = self.mover.machine;
        let is_likely = |thread: u32| {
            let was_awaited = match &machine.next(state, thread).effect {
                Effect::Join { .. } => true,
                Effect::Synchronize { operation, .. } => *operation == Synchronization::ConditionWake,
                _ => false,
            };
            (was_awaited || self.is_fresh(state, thread)) && machine.enabled(state, thread) == Enabled::Yes
        };
        if state.has_ended || state.atomic_thread().is_some() {
            return None;
        }
        state.live_threads().filter(|&thread| asleep & (1 << thread) == 0 && is_likely(thread)).find_map(|thread| {
            let moved = self.mover.moves(state, thread);
            moved.is_local.then_some((thread, moved))
        })
    }

    /// Whether a thread was just started.
    fn is_fresh(&self, state: &State, thread: u32) -> bool {
        let data = &state.threads[thread as usize];
        data.frames.len() == 1 && data.frame().location == self.mover.machine.automata[data.frame().procedure].entry
    }

    /// The enabled threads in the order of `Vec::pop`: the thread that moved last comes first, so that the search switches
    /// as late as it can and traces have few switches.
    fn threads_to_move(
        &mut self,
        state: &State,
        last: Option<u32>,
        asleep: u128,
        only: u128,
        way: &Option<Way>,
    ) -> Vec<u32> {
        let machine = self.mover.machine;
        let enabled: Vec<(u32, Enabled)> = state
            .live_threads()
            .map(|thread| (thread, machine.enabled(state, thread)))
            .filter(|(_, enabled)| *enabled != Enabled::No)
            .collect();
        if enabled.iter().all(|(_, enabled)| *enabled == Enabled::Spuriously) {
            self.check_deadlock(state, way);
        }
        let inside = inside(state, &enabled);
        let may_go_on = if inside.is_empty() { enabled } else { inside };
        let mut threads: Vec<u32> = may_go_on.into_iter().map(|(thread, _)| thread).collect();
        threads.retain(|&thread| asleep & (1 << thread) == 0 && only & (1 << thread) != 0);
        // Threads that have just been started may have local steps in front: they come first of all.
        threads.sort_by_key(|&thread| (!self.is_fresh(state, thread), Some(thread) != last, thread));
        threads.reverse();
        threads
    }

    /// After the last successor of a thread: it goes to sleep. Whether threads are left.
    fn finish_thread(&mut self) -> bool {
        let node = self.path.last_mut().expect("the path is not empty");
        if self.mover.reductions.sleep_sets
            && let Some((thread, footprint)) = node.made.last()
            && !node.sleep.iter().any(|(asleep, _)| asleep == thread)
        {
            node.sleep.push((*thread, footprint.clone()));
        }
        !node.todo.is_empty()
    }

    fn move_next_thread(&mut self) {
        let asks_races = self.asks_races();
        let node = self.path.last_mut().expect("the path is not empty");
        let thread = node.todo.pop().expect("a thread is left");
        let moved = node.ready.take().unwrap_or_else(|| self.mover.moves(&node.state, thread));
        let Moved { mut successors, footprint, found, obstacles, ended, hides_order, is_local } = moved;
        self.n_transitions += 1;
        self.hides_order |= hides_order;
        if is_local && node.made.is_empty() {
            // No other thread can observe this move, so all other threads can wait.
            node.todo.clear();
            self.n_local += u64::from(node.is_first_visit && node.n_passed == 0);
        }
        successors.reverse();
        node.has_outcomes = successors.len() > 1;
        node.successors = successors;
        let mut race = None;
        if asks_races {
            let machine = self.mover.machine;
            for (other, theirs) in node.made.iter().chain(&node.sleep).filter(|(other, _)| *other != thread) {
                match race_between(
                    machine,
                    &self.mover.cancellation,
                    &node.state,
                    (*other, theirs),
                    (thread, &footprint),
                ) {
                    Sought::Found(found) => {
                        race = Some(found);
                        break;
                    }
                    Sought::Nothing => {}
                    Sought::Unclear(obstacle) => {
                        self.race_obstacle.get_or_insert(obstacle);
                    }
                }
            }
        }
        node.made.push((thread, footprint));
        for found in found {
            self.keep_violation(found);
        }
        for obstacle in obstacles {
            self.obstacle.get_or_insert(obstacle);
        }
        if let Some(Adjacent { ways: both, first, second }) = race.map(|found| *found) {
            let mut ways = self.ways();
            ways.extend(both);
            self.keep_race(&ways, first, second);
        }
        for (way, happened) in ended {
            let mut history = self.path.last().expect("the path is not empty").history.clone();
            let added = history.add(thread, &happened, |_| false);
            self.take_note(added, &way);
        }
    }

    /// Explores the next successor of the last moved thread.
    fn descend(&mut self) {
        let node = self.path.last_mut().expect("the path is not empty");
        let successor = node.successors.pop().expect("a successor is left");
        let (thread, footprint) = node.made.last().expect("successors belong to a move");
        let still_asleep =
            |(sleeper, theirs): &&(u32, Footprint)| sleeper != thread && theirs.is_independent_of(footprint);
        let sleep = node.sleep.iter().filter(still_asleep).cloned().collect();
        if successor.state.threads.len() > THREAD_LIMIT {
            let span = self.mover.machine.program.procedures[self.mover.machine.program.main].span;
            self.n_threads_exceeded.get_or_insert(span);
            return;
        }
        let mut history = node.history.clone();
        if self.mover.tracks_order {
            let (thread, state) = (*thread, &successor.state);
            let may_conflict = |access: &Access| self.mover.may_conflict_later(state, thread, access);
            let added = history.add(thread, &successor.happened, may_conflict);
            self.take_note(added, &successor.way);
        }
        self.enter(successor.state, history, Some(successor.way), sleep);
    }

    /// Keeps a race that happens-before shows, on a path from the last node.
    fn take_note(&mut self, added: Added, way: &Way) {
        self.is_unclear |= added.is_unclear;
        let Some(Race { first: (other, first), second, index }) = added.race else { return };
        if !self.is_wanted(&ViolationKind::DataRace) {
            return;
        }
        let node = self.path.last().expect("races are found at a node");
        let mut ways = self.ways();
        ways.push(way_to_entry(self.mover.machine, &node.state, way, index));
        self.keep_race(&ways, (other, first), (way.thread, second));
    }
}
