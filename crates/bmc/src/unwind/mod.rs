//! Unwinding: a multi-threaded program becomes a set of events, each under a guard.
//!
//! Each thread is executed symbolically once, along all of its paths at the same time. Where paths join, their guards
//! are joined and values become choices ([`join`]). A loop is unwound as long as constants decide that it goes on, else
//! up to a bound. Where a bound cuts a loop, an unwinding assertion records this ([`event::Cut`]). A thread is unwound
//! where it is created: one *instance* for each execution of the creation.
//!
//! **Events.** Memory that only one thread can reach is a value in the state of that thread. Memory that several
//! threads access is made of *cells*. An access to a cell is an event, and the value that a read returns is a variable
//! of the formula. Three facts keep the number of events small:
//! - Before the first thread is created, and after all threads were joined, only main runs.
//! - Inside an atomic section no other thread runs. If every access to an object is made under one mutex, no other
//!   thread accesses the object while a thread holds this mutex. In such a *stretch of exclusive access* a cell is read
//!   once, and written once, at the end of the stretch.
//! - A cell that holds few constants is a choice between constants ([`pool`]).
//!
//! **Passes.** Which objects are shared, which mutex protects which object, and which values a cell may hold is assumed
//! from the earlier passes and observed in the current one ([`object::Profile`]). Passes are repeated until a pass
//! observes nothing that was not assumed. Then what every thread does justifies the assumptions, so they are sound
//! whatever they were at the start. Assumptions only grow, so the passes end.
//!
//! **Where executions end.** A violation is a prefix of an execution: the formula never forces a thread to go on. So an
//! assumption that fails, the end of the process, and an access outside of every object just stop the thread in front
//! of them. Inside an atomic section a thread cannot stop while other threads go on. So the entry of such a section
//! becomes a choice: a thread that enters reaches its end, unless a violation ends the execution before. If a thread
//! may keep a mutex for ever, each wait for this mutex becomes a choice.
//!
//! **Every prefix of an execution is a model.** Where it is not, the formula excludes executions, and an answer SAFE
//! may be wrong. The argument: a thread stops in a model at a *stopping place* only: a condition of its own (an
//! assumption, a read of shadow state, an unknown outcome of a join), the entry of an optional atomic section, the
//! acquisition of a *blocking* lock, its end. Let a prefix be given. Each thread that is elsewhere goes on until it is
//! at a stopping place; that must be possible, whatever the other threads do. A thread that is elsewhere can be delayed
//! by three things only: an atomic section, which comes to its end, since one that may not is optional; the acquisition
//! of a lock that is not blocking; the join of a thread that ends on every path, known when it is joined. So it
//! suffices that the relation *waits for* between threads that are elsewhere has no cycle and leads to no thread at a
//! stopping place. Therefore a lock is blocking if any thread can be at a stopping place, can end, or can wait for
//! anything while it holds it: another lock or an optional section, where the lock that is acquired is blocking, too
//! ([`Pass::acquire`]); a join ([`Pass::join_known`]). Then the holder of a lock that is not blocking waits for nothing
//! and goes on to its release; a thread that waits for such a lock goes on after it; and a thread that is joined and
//! ends on every path meets no stopping place, so by induction over the order in which threads are unwound (a join of a
//! thread that is unwound later has an unknown outcome) it comes to its end. The answer SAFE is given only after the
//! formula without its question has shown a model (`bmc::vacuity`).
//!
//! **Waiting.** An iteration of a loop that only reads, and changes nothing, can be left out of every execution. If the
//! iteration releases a mutex and acquires it again, what can be left out extends from one release to the next. So a
//! loop that has waited once does not wait again: the thread stops ([`idle`]). The acts of an iteration are known with
//! their guards ([`acts`]): an exchange that fails, and a flag that is set once more, are no acts.
//!
//! **Shadow state.** A mutex is a pair of events, and a join is an edge of the order. What a program can observe beyond
//! that is *shadow state*, which consists of cells like other memory: the state of synchronization objects
//! ([`shadow`]), the threads that wait at them ([`places`]), whether threads were joined, detached, cancelled or have
//! ended ([`status`], [`cancel`]), keys and their values ([`keys`]). A piece of shadow state exists from the pass after
//! the one that needed it first. Of the calls that POSIX leaves undefined, most are recorded as misuse, and some are
//! unsupported.
//!
//! Left out: the lifetimes of objects, unless memory is asked for. Then objects live for ever, which only adds
//! executions; each trace is replayed by the executable semantics before it is reported.

pub mod event;
pub mod listing;
pub mod object;
pub mod pool;

mod access;
mod acts;
mod cancel;
mod compute;
mod contents;
mod effect;
mod ending;
mod expression;
mod floating;
mod guard;
mod idle;
mod join;
mod keys;
mod life;
mod loops;
mod low_bits;
mod memory;
mod overflow;
mod overwrite;
mod places;
mod publish;
mod read_write;
mod run;
mod shadow;
mod spawn;
mod state;
mod status;
mod synchronize;
mod usage;
mod value;
mod violation;
mod waiting;

use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;
use std::sync::Arc;

use raddle_logic::term::Term;
use raddle_program::automaton::Automaton;
use raddle_program::entity::Table;
use raddle_program::live::LiveRegisters;
use raddle_program::property::Property;
use raddle_program::source::Span;
use raddle_program::syntax::{Atomic, GlobalId, ProcedureId, Program, Region};
use rustc_hash::FxHashMap;

use crate::unwind::value::Slot;
use raddle_analysis::intervals::ValueIntervals;
pub use value::{InstanceId, NUMBER, TAG_BITS, Value};
pub use violation::Asks;

use crate::unwind::contents::Indeterminates;
use crate::unwind::event::{Cause, Cut, Event, EventId, EventKind, GroupId, Mode, Unwound};
use crate::unwind::loops::Loops;
use crate::unwind::object::{LockId, Made, Names, ObjectId, Profile, ThreadId};
use crate::unwind::pool::Pool;
use crate::unwind::state::State;

/// How far a program is unwound.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Bounds {
    /// Iterations of a loop, and nested calls of one procedure, where constants do not decide that they go on.
    pub free: u32,
    /// The same where constants decide that they go on.
    pub decided: u32,
    /// Transitions of all threads together.
    pub steps: usize,
    /// Smaller bounds, if the query has to tell executions beyond them from executions within them.
    pub lesser: Option<Lesser>,
}

impl Bounds {
    /// The lesser bounds alone, if there are any.
    pub fn lowered(self) -> Self {
        match self.lesser {
            Some(Lesser { free, decided }) => Bounds { free, decided, lesser: None, ..self },
            None => self,
        }
    }
}

/// Bounds of loops and calls within greater ones.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Lesser {
    /// As [`Bounds::free`].
    pub free: u32,
    /// As [`Bounds::decided`].
    pub decided: u32,
}

impl Lesser {
    /// The bound for loops and calls that constants decide, or for the other ones.
    fn bound(self, is_decided: bool) -> u32 {
        if is_decided { self.decided } else { self.free }
    }
}

/// What stays from pass to pass and from bound to bound.
#[derive(Default)]
pub struct Memory {
    /// Numbers of objects and threads.
    pub names: Names,
    /// What was learned.
    pub profile: Profile,
}

/// What is the same for all passes of a program.
pub struct Source<'a> {
    /// The program.
    pub program: &'a Program,
    /// Its automata.
    pub automata: &'a Table<ProcedureId, Automaton>,
    /// Their live registers.
    pub live: &'a Table<ProcedureId, LiveRegisters>,
    /// Whether a failing assertion that this function reports is a violation that is asked for.
    pub counts: &'a dyn Fn(&str) -> bool,
    /// What else is asked for.
    pub asks: Asks,
    /// Whether the program has accesses that are atomic by themselves.
    pub has_atomic_accesses: bool,
    /// Whether the program overwrites synchronization objects.
    pub overwrites: bool,
    /// Globals whose values do not matter: accesses to them are no events, and what is read is any value.
    pub sliced: &'a BTreeSet<GlobalId>,
    /// Value ranges of memory that several threads may reach.
    pub intervals: &'a ValueIntervals,
    /// Polled: whether to give up.
    pub is_cancelled: &'a dyn Fn() -> bool,
}

/// A program unwound, with the terms it is made of.
pub struct Unwinding {
    /// The terms.
    pub pool: Pool,
    /// The events.
    pub unwound: Unwound,
    /// Variables of indeterminate objects.
    pub indeterminate_cells: Indeterminates,
    /// Variables of indeterminate registers.
    pub indeterminate_registers: FxHashMap<InstanceId, Term>,
    /// How many passes it took.
    pub n_passes: u32,
}

impl Unwinding {
    /// What has to hold if this property is asked for, of those whose violations do not end executions.
    pub fn asked(&mut self, property: Option<Property>) -> Vec<Term> {
        let Unwinding { pool, unwound, .. } = self;
        let literal = |(&it, &asked): (&Property, &Term)| if Some(it) == property { asked } else { pool.not(asked) };
        unwound.asked.iter().map(literal).collect()
    }
}

/// After this number of passes, sets of constants that still grow are given up.
const WIDENING: u32 = 5;

/// Unwinds a program; `None` if it was cancelled.
pub fn unwind(source: &Source<'_>, bounds: Bounds, memory: &mut Memory) -> Option<Unwinding> {
    let loops: Table<ProcedureId, Loops> = source.automata.values().map(Loops::of).collect();
    let mut n_passes = 0;
    // An allocation is named by its location and by how often it was executed. With other bounds the same name may
    // stand for an allocation of another size.
    memory.profile.made.clear();
    loop {
        n_passes += 1;
        let mut pass = Pass::new(source, &loops, bounds, memory);
        pass.program();
        if (source.is_cancelled)() {
            return None;
        }
        let Pass { pool, out, found, indeterminate_cells, indeterminate_registers, .. } = pass;
        let is_new = memory.profile.join(&found, n_passes > WIDENING);
        if !is_new {
            return Some(Unwinding { pool, unwound: out, indeterminate_cells, indeterminate_registers, n_passes });
        }
    }
}

/// The thread stops here on all paths that lead to this location.
pub(crate) struct Stopped;

/// What a step of the unwinding gives.
pub(crate) type Stepped<T> = Result<T, Stopped>;

/// The unsupported feature if another thread may reach an object of unknown size before this pass makes the object.
pub(crate) const LATE_BOUND: &str = "memory of unknown size that is reached by a thread that started before";

/// An object as this pass knows it.
#[derive(Clone, Copy)]
pub(crate) struct ObjectData {
    size: u64,
    is_read_only: bool,
    region: Option<Region>,
    /// How many bytes there are, if that is not known: at most the size.
    limit: Option<Term>,
}

/// A stretch of exclusive access.
struct Session {
    /// The guard at its start.
    entry: Term,
    /// What cells held then, as far as they were read.
    base: BTreeMap<event::CellKey, Value>,
}

/// What is known of a thread that was unwound.
struct Finished {
    /// Under which condition it comes to its end.
    ended: Term,
    /// What it returns then.
    returned: Value,
    /// The threads that it created and did not join.
    running: BTreeSet<ThreadId>,
}

/// What the unwinding of one thread carries along.
pub(crate) struct ThreadData {
    id: ThreadId,
    /// Position in the list of threads.
    index: usize,
    /// How often things happened, for the names of objects and threads.
    counts: FxHashMap<Counted, u32>,
    /// The procedures that are being executed, with the guards at their start.
    stack: Vec<(ProcedureId, Term)>,
    /// The types of the results that the callers of these procedures store.
    wanted: Vec<Option<raddle_program::types::TypeId>>,
    /// The paths on which the thread has ended: state and result.
    exits: Vec<(State, Value)>,
    /// The step that is being executed.
    step: u32,
    span: Span,
    n_groups: u32,
    /// Choices of this step: when and which.
    chosen: Vec<Term>,
    /// Of a step that has several outcomes in the semantics: the number of the outcome.
    way: Option<Term>,
    /// The threads among which this step chooses (to wake one, say), each with the condition that it is chosen.
    elected: Vec<(ThreadId, Term)>,
    /// Variables of bytes that this step makes indeterminate again.
    renewed: Vec<(event::CellKey, Term)>,
    /// Returns that were unwound, by the depth of their calls.
    returns: FxHashMap<usize, Vec<usize>>,
    /// While the thread ends: the steps that may be the last so far.
    leaving: Vec<usize>,
    is_ending: bool,
    /// The locals of the procedures that wait for a call to return.
    outer: Vec<Rc<Vec<Slot>>>,
    /// The same procedures, with their loops.
    waiting: Vec<idle::Waiting>,
    /// By depth: what was allocated for the life of a frame.
    frame_allocations: Vec<Vec<ObjectId>>,
    /// Set while an access is made that traces list: whether it is atomic by itself.
    listing: Option<Option<Atomic>>,
}

/// What is counted to name things.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum Counted {
    Local(ProcedureId, raddle_program::syntax::LocalId),
    Allocation(ProcedureId, raddle_program::automaton::Transition),
    Spawn(ProcedureId),
}

/// One pass over the whole program.
pub(crate) struct Pass<'a> {
    source: &'a Source<'a>,
    loops: &'a Table<ProcedureId, Loops>,
    bounds: Bounds,
    names: &'a mut Names,
    assumed: &'a Profile,
    found: Profile,
    pool: Pool,
    out: Unwound,
    objects: BTreeMap<ObjectId, ObjectData>,
    sessions: Vec<Session>,
    finished: BTreeMap<ThreadId, Finished>,
    /// What was promised about threads that were joined before they were unwound: whether they end, and what they return.
    promises: BTreeMap<ThreadId, (Term, Value)>,
    /// The kind with which each mutex was initialized, and the guard of that call.
    mutex_kinds: BTreeMap<LockId, (i128, guard::Guard)>,
    /// Threads that were joined so far, on any path.
    joined: BTreeSet<ThreadId>,
    n_keys: u32,
    indeterminate_cells: Indeterminates,
    indeterminate_registers: FxHashMap<InstanceId, Term>,
    n_instances: u32,
    n_steps: usize,
    /// Locks for which stuck threads wait: guard, lock, and the mode of the wait.
    demands: Vec<(Term, LockId, Mode)>,
    /// What is read at the end of executions.
    finals: Vec<(event::CellKey, Value, Term)>,
}

impl<'a> Pass<'a> {
    fn new(
        source: &'a Source<'a>,
        loops: &'a Table<ProcedureId, Loops>,
        bounds: Bounds,
        memory: &'a mut Memory,
    ) -> Self {
        Pass {
            source,
            loops,
            bounds,
            names: &mut memory.names,
            assumed: &memory.profile,
            found: Profile::default(),
            pool: Pool::new(),
            out: Unwound::default(),
            objects: BTreeMap::new(),
            sessions: Vec::new(),
            finished: BTreeMap::new(),
            promises: BTreeMap::new(),
            mutex_kinds: BTreeMap::new(),
            joined: BTreeSet::new(),
            n_keys: 0,
            indeterminate_cells: Indeterminates::default(),
            indeterminate_registers: FxHashMap::default(),
            n_instances: 0,
            n_steps: 0,
            demands: Vec::new(),
            finals: Vec::new(),
        }
    }

    /// An object is made.
    fn make(&mut self, object: ObjectId, data: ObjectData) {
        let ObjectData { size, is_read_only, region, limit } = data;
        self.found.made.insert(object, Made { size, is_read_only, region, is_bounded_later: limit.is_some() });
        self.objects.insert(object, data);
    }

    /// The data of an object, also of one that this pass makes later. A thread is unwound where it is created, and can
    /// still get a pointer to an object that another thread makes afterwards.
    fn object_data(&self, object: ObjectId) -> Option<ObjectData> {
        self.objects.get(&object).copied().or_else(|| {
            let Made { size, is_read_only, region, is_bounded_later: _ } = *self.assumed.made.get(&object)?;
            Some(ObjectData { size, is_read_only, region, limit: None })
        })
    }

    /// Whether an object that is made later has a size that is known only then.
    fn is_bounded_later(&self, object: ObjectId) -> bool {
        !self.objects.contains_key(&object) && self.assumed.made.get(&object).is_some_and(|made| made.is_bounded_later)
    }

    /// The width of pointers in bits.
    fn pointer_bits(&self) -> u32 {
        self.source.program.types.model().pointer_bytes() as u32 * 8
    }

    /// A new event of a thread under the guard of its state, or under one that implies it.
    fn event(&mut self, cx: &ThreadData, state: &State, kind: EventKind, guard: Term) -> EventId {
        let id = EventId(self.out.events.len() as u32);
        let group = state.group.map(|(group, _)| group);
        self.out.events.push(Event { thread: cx.id, kind, guard, group, step: cx.step });
        self.out.threads[cx.index].events.push(id);
        id
    }

    /// The thread does not go on where the condition holds, since no execution does: an assumption that fails, the end
    /// of the process, a wait that does not end, an access outside of every object.
    fn stop_if(&mut self, state: &mut State, condition: Term) -> Stepped<()> {
        match state.guard.decides(&mut self.pool, condition) {
            Some(false) => return Ok(()),
            Some(true) => {
                self.note_stop(state);
                return Err(Stopped);
            }
            None => {}
        }
        let before = state.guard.term(&self.pool);
        let stopped = self.pool.and(before, condition);
        self.note_stop_where(state, stopped);
        let goes_on = self.pool.not(condition);
        match state.guard.and(&mut self.pool, goes_on) {
            Some(guard) => {
                state.guard = guard;
                Ok(())
            }
            None => Err(Stopped),
        }
    }

    /// The thread stops here on some path. A thread that waits for a lock that this thread holds may then wait for
    /// ever.
    fn note_stop(&mut self, state: &State) {
        let always = state.guard.term(&self.pool);
        self.note_stop_where(state, always);
    }

    fn note_stop_where(&mut self, state: &State, guard: Term) {
        if self.source.asks.deadlock {
            self.out.stops.push(guard);
        }
        self.note_blocking(state);
        if let Some((group, _)) = state.group {
            self.out.groups[group.0 as usize].may_stop = true;
            self.note_stopping_group(group);
        }
    }

    fn note_blocking(&mut self, state: &State) {
        for &lock in state.held.keys() {
            self.found.blocking_locks.insert(lock);
        }
    }

    fn note_stopping_group(&mut self, group: GroupId) {
        let group = self.group_of_thread(group);
        self.found.stopping_groups.insert(group);
    }

    /// The thread of a group, and the number of the group among those of the thread.
    fn group_of_thread(&self, group: GroupId) -> (ThreadId, u32) {
        let thread = self.out.groups[group.0 as usize].thread;
        let before = self.out.groups[..group.0 as usize].iter();
        (thread, before.filter(|other| other.thread == thread).count() as u32)
    }

    /// The exploration ends where the condition holds, although executions may go on.
    fn cut_if(&mut self, cx: &ThreadData, state: &mut State, condition: Term, cause: Cause) -> Stepped<()> {
        if state.guard.decides(&mut self.pool, condition) == Some(false) {
            return Ok(());
        }
        let before = state.guard.term(&self.pool);
        let guard = self.pool.and(before, condition);
        if self.pool.is_false(guard) {
            return Ok(());
        }
        self.out.cuts.push(Cut { cause, guard, span: cx.span });
        self.note_blocking(state);
        if let Some((group, _)) = state.group {
            self.out.groups[group.0 as usize].cuts.push(guard);
            self.note_stopping_group(group);
        }
        let goes_on = self.pool.not(condition);
        match state.guard.and(&mut self.pool, goes_on) {
            Some(guard) => {
                state.guard = guard;
                Ok(())
            }
            None => Err(Stopped),
        }
    }

    /// A loop or a call goes on for the `count`-th time, within its bound. Records whether that is beyond the lesser
    /// bound.
    fn note_beyond(&mut self, state: &State, count: u32, is_decided: bool) -> bool {
        let is_beyond = self.bounds.lesser.is_some_and(|lesser| count >= lesser.bound(is_decided));
        if is_beyond {
            let guard = state.guard.term(&self.pool);
            self.out.beyond.push(guard);
        }
        is_beyond
    }

    fn unsupported_if(&mut self, cx: &ThreadData, state: &mut State, condition: Term, what: &str) -> Stepped<()> {
        if self.pool.is_false(condition) {
            return Ok(());
        }
        self.cut_if(cx, state, condition, Cause::Unsupported(Arc::from(what)))
    }

    fn unsupported<T>(&mut self, cx: &ThreadData, state: &mut State, what: &str) -> Stepped<T> {
        let always = self.pool.bool(true);
        match self.unsupported_if(cx, state, always, what) {
            Err(stopped) => Err(stopped),
            Ok(()) => Err(Stopped),
        }
    }

    fn instance(&mut self) -> InstanceId {
        self.n_instances += 1;
        InstanceId(self.n_instances - 1)
    }
}
