//! The state of a thread at a location of the unwound program, for all paths that lead there.

use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use raddle_logic::term::Term;

use crate::unwind::acts::Acts;
use crate::unwind::contents::Contents;
use crate::unwind::ending::Cleanup;
use crate::unwind::event::{GroupId, Mode};
use crate::unwind::guard::Guard;
use crate::unwind::object::{LockId, ObjectId, ThreadId};
use crate::unwind::value::Slot;

/// A mutex or a read-write lock that the thread holds.
#[derive(Clone, PartialEq, Debug)]
pub struct Hold {
    /// Exclusive or shared.
    pub mode: Mode,
    /// The acquisitions from which it may come: positions in the list of sections, each with the condition that it is
    /// this one.
    pub sections: Vec<(usize, Term)>,
    /// Under which condition it is held; `None` for always.
    pub condition: Option<Term>,
    /// How many times the thread holds it.
    pub depth: u32,
    /// The stretch of exclusive access to what the mutex protects.
    pub session: u32,
}

/// The state of a thread at a location, under a guard.
#[derive(Clone, Debug)]
pub struct State {
    /// The acts of the thread that other threads, or its own later steps, could observe.
    pub acts: Acts,
    /// Under which condition the thread is here.
    pub guard: Guard,
    /// The locals of the innermost procedure; of those in memory, their addresses.
    pub registers: Vec<Slot>,
    /// The memory that the thread knows: all memory that no other thread reaches, and what it accessed in a stretch of
    /// exclusive access.
    pub memory: BTreeMap<ObjectId, Rc<Contents>>,
    /// Of shared objects: what is in those of their bytes that no other thread writes.
    pub shown: BTreeMap<ObjectId, Rc<Contents>>,
    /// Objects that other threads may reach; globals are not in it.
    pub escaped: Rc<BTreeSet<ObjectId>>,
    /// Whether a second thread was created before. From then on other threads can reach globals.
    pub is_concurrent: bool,
    /// Threads that were started and not joined.
    pub running: Rc<BTreeSet<ThreadId>>,
    /// The stretch in which no other thread runs.
    pub alone: Option<u32>,
    /// How many atomic sections it is inside.
    pub atomic_depth: u32,
    /// The outermost of them, with its stretch of exclusive access.
    pub group: Option<(GroupId, u32)>,
    /// Whether the thread did a release operation inside that section.
    pub has_released: bool,
    /// If deadlocks are asked for: how often it woke up from a wait, and when the last time was spurious.
    pub wakes: (u32, Option<Term>),
    /// The mutexes and read-write locks it holds.
    pub held: BTreeMap<LockId, Hold>,
    /// Routines that are to be called if the thread ends early, the last one first.
    pub cleanup: Rc<Vec<Cleanup>>,
}

impl State {
    /// The state of a thread that begins.
    pub fn new(guard: Guard, memory: BTreeMap<ObjectId, Rc<Contents>>, is_concurrent: bool) -> Self {
        State {
            acts: Acts::default(),
            guard,
            registers: Vec::new(),
            memory,
            shown: BTreeMap::new(),
            escaped: Rc::new(BTreeSet::new()),
            is_concurrent,
            running: Rc::new(BTreeSet::new()),
            alone: None,
            atomic_depth: 0,
            has_released: false,
            group: None,
            wakes: (0, None),
            held: BTreeMap::new(),
            cleanup: Rc::default(),
        }
    }
}
