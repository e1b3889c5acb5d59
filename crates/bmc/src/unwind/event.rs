//! The unwound program: events with guards, and what is asked of them.

use std::collections::BTreeMap;
use std::sync::Arc;

use raddle_logic::term::Term;
use raddle_program::automaton::{Location, Transition};
use raddle_program::property::{Property, ViolationKind};
use raddle_program::source::Span;
use raddle_program::syntax::ProcedureId;

use crate::unwind::listing::Access;
use crate::unwind::object::{LockId, ObjectId, ThreadId};
use crate::unwind::value::{InstanceId, Value};
use crate::unwind::waiting::Stuck;

/// An event.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct EventId(pub u32);

/// An atomic section.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct GroupId(pub u32);

/// Bytes of a shared object that are read and written as one.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct CellKey {
    /// The object.
    pub object: ObjectId,
    /// First byte.
    pub offset: u64,
    /// Number of bytes.
    pub size: u64,
}

/// How a lock is held: whether other threads can hold it at the same time.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Mode {
    /// No other thread can hold it: a mutex, or a read-write lock that is locked for writing.
    Exclusive,
    /// Other threads can hold it in the same mode: a read-write lock that is locked for reading.
    Shared,
}

impl Mode {
    /// Whether two threads cannot hold a lock in these modes at the same time.
    pub fn excludes(self, other: Mode) -> bool {
        self == Mode::Exclusive || other == Mode::Exclusive
    }
}

/// What an event does.
#[derive(Clone, Copy, Debug)]
pub enum EventKind {
    /// Reads a value that is a variable of the formula.
    Read(CellKey, Value),
    /// Writes a value.
    Write(CellKey, Value),
    /// Acquires a mutex or a read-write lock.
    Lock(LockId, Mode),
    /// Releases what these acquired. A violation that ends the execution also releases the held mutexes: no thread can
    /// observe afterwards that they stay locked.
    Unlock(LockId),
    /// Starts a thread.
    Spawn(ThreadId),
    /// The first event of a thread.
    Begin,
    /// The last event of a thread that comes to its end.
    End,
    /// Waits for the end of a thread.
    Join(ThreadId),
    /// A position in the order that no other event marks: where an execution ends.
    Mark,
    /// The first event of the thread that reads final values: all events of the other threads come before it.
    Last,
}

/// An event: it happens if its guard holds.
#[derive(Clone, Debug)]
pub struct Event {
    /// The thread.
    pub thread: ThreadId,
    /// What it does.
    pub kind: EventKind,
    /// The condition under which it happens.
    pub guard: Term,
    /// The atomic section that it belongs to.
    pub group: Option<GroupId>,
    /// The step of the thread's log in which it happens.
    pub step: u32,
}

/// An atomic section.
#[derive(Clone, Debug)]
pub struct Group {
    /// The thread that enters it.
    pub thread: ThreadId,
    /// The condition under which it is entered.
    pub entered: Term,
    /// Guards under which its end is reached.
    pub ended: Vec<Term>,
    /// Guards of goals in it: the execution ends there.
    pub goals: Vec<Term>,
    /// Guards of cuts and of unsupported steps in it: the exploration ends there.
    pub cuts: Vec<Term>,
    /// Whether the thread may stop in it for another reason.
    pub may_stop: bool,
    /// Whether entering it was made a choice.
    pub is_optional: bool,
}

/// One acquisition of a mutex or a read-write lock with its releases.
#[derive(Clone, Debug)]
pub struct Section {
    /// The lock.
    pub lock: LockId,
    /// How it is acquired.
    pub mode: Mode,
    /// The acquisition.
    pub acquire: EventId,
    /// What releases it, each under its own guard.
    pub releases: Vec<EventId>,
}

/// What happened in a step, as far as a replay needs to know.
#[derive(Clone, Debug)]
pub enum StepKind {
    /// No further data.
    Plain,
    /// A choice of an input, in the order of the choices of this step.
    Chosen(Vec<Term>),
    /// One of several outcomes of the step in the semantics: its number.
    Way(Term),
    /// A choice among threads, each with the condition that it is chosen.
    Elected(Vec<(ThreadId, Term)>),
    /// A call: the first of the instances of the locals, and the objects of parameters in memory.
    Call(InstanceId, Vec<ObjectId>),
    /// The lifetime of a local begins.
    Live(InstanceId, Option<ObjectId>),
    /// An allocation.
    Allocated(ObjectId),
    /// A new thread.
    Spawned(ThreadId),
}

/// A transition that the thread takes if the guard holds.
#[derive(Clone, Debug)]
pub struct Step {
    /// The condition under which the thread takes it.
    pub guard: Term,
    /// The procedure.
    pub procedure: ProcedureId,
    /// The transition of its automaton.
    pub transition: Transition,
    /// What else a replay needs.
    pub kind: StepKind,
    /// Variables of bytes that became indeterminate again.
    pub renewed: Vec<(CellKey, Term)>,
    /// The routines of the thread's end that may follow the step. The first one whose guard holds follows.
    pub routines: Vec<Routine>,
}

/// A routine that is called when a thread ends.
#[derive(Clone, Debug)]
pub struct Routine {
    /// The condition under which it is called.
    pub guard: Term,
    /// The first of the instances of its locals.
    pub first: InstanceId,
    /// The objects of its parameters in memory.
    pub objects: Vec<ObjectId>,
}

/// A thread of the unwound program.
#[derive(Clone, Debug)]
pub struct Thread {
    /// The instance.
    pub id: ThreadId,
    /// The procedure that it runs.
    pub start: ProcedureId,
    /// The condition under which it exists.
    pub guard: Term,
    /// Instances of the locals of its first procedure, and objects that its start makes.
    pub entry: (InstanceId, Vec<ObjectId>),
    /// Its events in order.
    pub events: Vec<EventId>,
    /// Its transitions in order.
    pub steps: Vec<Step>,
}

/// A violation that an execution may end in.
#[derive(Clone, Debug)]
pub struct Goal {
    /// What is violated.
    pub kind: ViolationKind,
    /// The message for the user.
    pub message: Arc<str>,
    /// The source location.
    pub span: Span,
    /// The thread that violates it.
    pub thread: ThreadId,
    /// The condition under which it is violated.
    pub guard: Term,
    /// The event that marks it.
    pub event: EventId,
    /// The step that violates.
    pub step: u32,
    /// What was chosen in that step before.
    pub chosen: Vec<Term>,
}

/// Where the exploration ends although the program goes on.
#[derive(Clone, Debug)]
pub struct Cut {
    /// The reason.
    pub cause: Cause,
    /// The condition under which the exploration ends.
    pub guard: Term,
    /// The source location.
    pub span: Span,
}

/// Why an exploration ends.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Cause {
    /// A loop goes beyond its bound.
    Loop {
        /// Its procedure and head.
        head: (ProcedureId, Location),
        /// The bound.
        bound: u32,
        /// Whether it is the bound of loops that constants decide.
        is_decided: bool,
    },
    /// Calls nest beyond the bound.
    Depth {
        /// The procedure.
        procedure: ProcedureId,
        /// The bound.
        bound: u32,
        /// Whether it is the bound of calls that constants decide.
        is_decided: bool,
    },
    /// An allocation of unknown size is larger than its bound.
    Allocation {
        /// Bytes.
        bound: u64,
        /// The bound on loops that it comes from.
        free: u32,
    },
    /// The whole unwinding is too long.
    Length {
        /// The bound.
        bound: usize,
    },
    /// There are too many threads, whatever the bounds of loops.
    Threads {
        /// How many there may be.
        bound: usize,
    },
    /// The step is unsupported.
    Unsupported(Arc<str>),
}

/// The unwound program.
#[derive(Clone, Debug, Default)]
pub struct Unwound {
    /// Its threads, main first.
    pub threads: Vec<Thread>,
    /// All events.
    pub events: Vec<Event>,
    /// Atomic sections.
    pub groups: Vec<Group>,
    /// Acquisitions of mutexes and read-write locks.
    pub sections: Vec<Section>,
    /// Violations.
    pub goals: Vec<Goal>,
    /// Where it was cut.
    pub cuts: Vec<Cut>,
    /// Guards under which a thread goes beyond the lesser bounds ([`crate::unwind::Bounds::lesser`]).
    pub beyond: Vec<Term>,
    /// What holds in every execution.
    pub constraints: Vec<Term>,
    /// Listed accesses that may race.
    pub accesses: Vec<Access>,
    /// Where threads wait for ever.
    pub stuck: Vec<Stuck>,
    /// If deadlocks are asked for: guards under which threads stop without being stuck.
    pub stops: Vec<Term>,
    /// The guards in `stops` of threads that stop in a loop that changes nothing, or in front of an atomic section with such a loop. In
    /// the program such a thread goes on.
    pub idle: Vec<Term>,
    /// Guards under which a thread may observe another thread without being ordered after it.
    pub hidden_orders: Vec<Term>,
    /// Guards under which it is not known whether a lock is misused.
    pub unclear_misuses: Vec<Term>,
    /// For each property whose violations do not end executions: the literal that says that the query is about this
    /// property.
    pub asked: BTreeMap<Property, Term>,
}

impl Unwound {
    /// An event.
    pub fn event(&self, event: EventId) -> &Event {
        &self.events[event.0 as usize]
    }

    /// The events of a thread in their order, grouped into units. The events of an atomic section are one unit; events
    /// that stand between them in the list belong to paths that exclude the section. The events of one step are one
    /// unit, too, since a step is indivisible. The start of a thread is a unit of its own.
    pub fn units_of(&self, thread: &Thread) -> Vec<Vec<EventId>> {
        let step_of_group = self.steps_of_sections(thread);
        let mut is_done = vec![false; thread.events.len()];
        let mut units = Vec::new();
        for position in 0..thread.events.len() {
            if is_done[position] {
                continue;
            }
            let first = self.event(thread.events[position]);
            let is_of_step = |event: &Event| {
                event.step == first.step
                    && event.group.is_none_or(|group| step_of_group.get(&group) == Some(&Some(first.step)))
            };
            let positions = position..thread.events.len();
            let of_unit: Vec<usize> = match first.group {
                None if matches!(first.kind, EventKind::Begin) => vec![position],
                None => {
                    positions.take_while(|&at| at == position || is_of_step(self.event(thread.events[at]))).collect()
                }
                Some(_) => positions.filter(|&at| self.event(thread.events[at]).group == first.group).collect(),
            };
            of_unit.iter().for_each(|&at| is_done[at] = true);
            units.push(of_unit.into_iter().map(|at| thread.events[at]).collect());
        }
        units
    }

    /// By atomic section of a thread: the step to which all of its events belong, if there is such a step.
    fn steps_of_sections(&self, thread: &Thread) -> BTreeMap<GroupId, Option<u32>> {
        let mut steps: BTreeMap<GroupId, Option<u32>> = BTreeMap::new();
        for event in thread.events.iter().map(|&event| self.event(event)) {
            if let Some(group) = event.group {
                let step = steps.entry(group).or_insert(Some(event.step));
                *step = step.filter(|&step| step == event.step);
            }
        }
        steps
    }

    /// A thread that was unwound.
    pub fn thread(&self, id: ThreadId) -> Option<&Thread> {
        self.threads.iter().find(|thread| thread.id == id)
    }
}
