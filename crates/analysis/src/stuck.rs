//! Stuck threads: threads that wait for each other for ever, while other threads may go on.
//!
//! Rule. The stuck threads of a state are the greatest set of waiting threads of which each waits for
//! - a lock that a thread holds which is stuck, has ended, or cannot release a lock any more,
//! - the end of a stuck thread, or
//! - a signal, a post, an arrival at a barrier or the end of a once routine that no thread which is not stuck can make any more.
//!
//! What a thread *can* still do is found in the text ahead of it: the locations that its frames reach, with all that is
//! called or created there. A call through a pointer may do everything. An access through a pointer may violate memory,
//! where the execution ends. An operation that POSIX leaves undefined, such as an unlock of a mutex that another thread
//! has locked, does not release a stuck thread; nor does a spurious wake-up. A stuck thread is stuck in every
//! continuation. If no other thread can end the execution, the state is a deadlock; otherwise it is one if some fair
//! execution from it never ends.

use raddle_program::automaton::{Automaton, Location, TransitionData};
use raddle_program::entity::Table;
use raddle_program::semantics::{Awaited, Enabled, Machine, State};
use raddle_program::syntax::{
    Callee, Effect, Expr, ExprKind, Place, PlaceKind, ProcedureId, Program, Synchronization as S, SynchronizationFamily,
};
use raddle_program::visit::{Visitor, walk_effect, walk_expr};

/// Operations that a thread may still do, as bits.
type Done = u16;

const ENDS_PROCESS: Done = 1;
const RELEASES: Done = 2;
const POSTS: Done = 4;
const SIGNALS: Done = 8;
const ARRIVES: Done = 16;
const CANCELS: Done = 32;
const ENDS_ONCE: Done = 64;
/// Memory is accessed through a pointer or an index, which may be a violation.
const ACCESSES: Done = 256;
const EVERYTHING: Done = 127 | ACCESSES;
/// The procedure may return.
const RETURNS: Done = 128;

/// What may be done from each location of each procedure.
#[derive(Clone, Debug)]
pub struct Ahead {
    from: Table<ProcedureId, Table<Location, Done>>,
    /// Whether procedures may be called when threads end.
    has_routines: bool,
    /// Whether threads may be cancelled.
    cancels: bool,
}

/// Threads that wait for each other for ever.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Stuck {
    /// The threads, in order.
    pub threads: Vec<u32>,
    /// Whether no other thread can end the process any more, nor the execution by undefined behaviour.
    pub is_endless: bool,
}

impl Ahead {
    /// What lies ahead in a program.
    pub fn of(automata: &Table<ProcedureId, Automaton>) -> Ahead {
        let does = |wanted: &[S]| {
            let is_wanted = |data: &TransitionData| matches!(&data.effect, Effect::Synchronize { operation, .. } if wanted.contains(operation));
            automata.values().any(|automaton| automaton.transitions.values().any(is_wanted))
        };
        let nothing = |automaton: &Automaton| automaton.locations.values().map(|_| 0).collect();
        let mut ahead = Ahead {
            from: automata.values().map(nothing).collect(),
            has_routines: does(&[S::KeyCreate, S::CleanupPush]),
            cancels: does(&[S::ThreadCancel]),
        };
        while ahead.propagate(automata) {}
        ahead
    }

    fn propagate(&mut self, automata: &Table<ProcedureId, Automaton>) -> bool {
        let mut is_new = false;
        for (procedure, automaton) in automata.iter() {
            for data in automaton.transitions.values().rev() {
                let (done, goes_on) = self.transition(automata, data);
                let done = done | accesses_of(data);
                let later = if goes_on { self.from[procedure][data.to] } else { 0 };
                let from = &mut self.from[procedure][data.from];
                is_new |= (done | later) & !*from != 0;
                *from |= done | later;
            }
        }
        is_new
    }

    /// What a transition does, and whether what follows it is reached.
    fn transition(&self, automata: &Table<ProcedureId, Automaton>, data: &TransitionData) -> (Done, bool) {
        match &data.effect {
            Effect::Call { callee: Callee::Procedure(callee), .. } => {
                let done = self.from[*callee][automata[*callee].entry];
                (done & !RETURNS, done & RETURNS != 0)
            }
            Effect::Call { callee: Callee::Pointer(_), .. } => (EVERYTHING, true),
            Effect::Spawn { start, .. } => {
                let started = match start {
                    Callee::Procedure(start) => Some(*start),
                    Callee::Pointer(pointer) => match pointer.kind {
                        ExprKind::Procedure(start) => Some(start),
                        _ => None,
                    },
                };
                (started.map_or(EVERYTHING, |start| self.from[start][automata[start].entry] & !RETURNS), true)
            }
            Effect::Return(_) => (RETURNS, false),
            Effect::Exit(_) => (self.end_of_thread(), false),
            Effect::Stop | Effect::Unsupported(_) => (ENDS_PROCESS, false),
            Effect::Assert { .. } | Effect::Assume(_) => (ENDS_PROCESS, true),
            Effect::Synchronize { operation, .. } => (done_by(*operation), true),
            _ => (0, true),
        }
    }

    fn end_of_thread(&self) -> Done {
        if self.has_routines { EVERYTHING } else { ENDS_ONCE }
    }

    /// What a live thread may still do.
    fn of_thread(&self, state: &State, thread: u32) -> Done {
        let data = &state.threads[thread as usize];
        if data.ending.is_some() || self.cancels && self.has_routines {
            return EVERYTHING;
        }
        let mut all = 0;
        for frame in data.frames.iter().rev() {
            let done = self.from[frame.procedure][frame.location];
            all |= done & !RETURNS;
            if done & RETURNS == 0 {
                return all;
            }
        }
        all | if thread == 0 { ENDS_PROCESS } else { self.end_of_thread() }
    }

    /// The stuck threads of a state; `None` if there are none.
    pub fn stuck(&self, machine: &Machine<'_>, state: &State) -> Option<Stuck> {
        if state.has_ended {
            return None;
        }
        let waits = |&thread: &u32| machine.enabled(state, thread) != Enabled::Yes;
        let mut stuck: Vec<u32> = state.live_threads().filter(waits).collect();
        while !stuck.is_empty() {
            let others = state.live_threads().filter(|thread| !stuck.contains(thread));
            let done = others.fold(0, |done, thread| done | self.of_thread(state, thread));
            let is_stuck = |&thread: &u32| self.is_stuck(machine, state, thread, &stuck, done);
            let left: Vec<u32> = stuck.iter().copied().filter(is_stuck).collect();
            if left.len() == stuck.len() {
                return Some(Stuck { threads: stuck, is_endless: done & (ENDS_PROCESS | ACCESSES) == 0 });
            }
            stuck = left;
        }
        None
    }

    /// Whether a thread keeps waiting if the threads of a set do, and the remaining threads can do these operations.
    fn is_stuck(&self, machine: &Machine<'_>, state: &State, thread: u32, stuck: &[u32], done: Done) -> bool {
        let keeps = |holder: u32, way_out: Done| {
            stuck.contains(&holder)
                || state.threads[holder as usize].has_ended()
                || self.of_thread(state, holder) & way_out == 0
        };
        match machine.awaited(state, thread) {
            Some(Awaited::Lock(holders)) => holders.into_iter().any(|holder| keeps(holder, RELEASES)),
            Some(Awaited::Once(runner)) => keeps(runner, ENDS_ONCE),
            Some(Awaited::End(target)) => stuck.contains(&target) && done & CANCELS == 0,
            Some(Awaited::Signal) => done & (SIGNALS | CANCELS) == 0,
            Some(Awaited::Post) => done & (POSTS | CANCELS) == 0,
            Some(Awaited::Arrivals) => done & ARRIVES == 0,
            None => false,
        }
    }
}

/// Looks for places that a pointer or an index leads to.
#[derive(Default)]
struct Indirections {
    are_there: bool,
}

impl Visitor for Indirections {
    fn expr(&mut self, expr: &Expr) {
        self.are_there |= matches!(expr.kind, ExprKind::AllocationSize(..));
    }

    fn place(&mut self, place: &Place) {
        self.are_there |= matches!(place.kind, PlaceKind::Deref(_) | PlaceKind::Index(..));
    }
}

/// [`ACCESSES`] if a transition accesses memory that is not certainly there.
fn accesses_of(data: &TransitionData) -> Done {
    let mut indirections = Indirections::default();
    walk_effect(&data.effect, &mut indirections);
    data.guard.iter().for_each(|guard| walk_expr(&guard.condition, &mut indirections));
    let names_no_object = |operand: &Expr| !matches!(operand.kind, ExprKind::AddressOf(_));
    let is_indirect = match &data.effect {
        Effect::Free(..) | Effect::CopyBytes { .. } | Effect::FillBytes { .. } => true,
        // No id is stored where the address is null.
        Effect::Spawn { id, .. } => names_no_object(id) && !matches!(id.kind, ExprKind::Integer(0)),
        Effect::Synchronize { operation, operands, .. } => {
            operation.family() != SynchronizationFamily::Thread && operands.first().is_some_and(names_no_object)
        }
        _ => false,
    };
    if is_indirect || indirections.are_there { ACCESSES } else { 0 }
}

fn done_by(operation: S) -> Done {
    match operation {
        S::MutexUnlock | S::ReadWriteUnlock | S::SpinUnlock | S::ConditionRelease => RELEASES,
        // Both end the wait of a thread that is blocked on the semaphore.
        S::SemaphorePost | S::SemaphoreInit | S::SemaphoreDestroy => POSTS,
        S::ConditionSignal | S::ConditionBroadcast => SIGNALS,
        S::BarrierArrive => ARRIVES,
        S::ThreadCancel => CANCELS,
        S::OnceEnd => ENDS_ONCE,
        _ => 0,
    }
}

/// Whether an execution may go on for ever: there is a cycle in some procedure that main leads to.
pub fn may_go_on_for_ever(program: &Program) -> bool {
    let loops = super::open_loops::OpenLoops::of(program);
    loops.open_loop.is_some() || loops.closed_loop.is_some()
}

/// What some threads wait for, in words.
pub fn describe(machine: &Machine<'_>, state: &State, threads: &[u32]) -> String {
    let wait = |&thread: &u32| {
        let who = if thread == 0 { "main".to_owned() } else { format!("T{thread}") };
        format!("{who} waits for {}", machine.describe_wait(state, thread))
    };
    threads.iter().map(wait).collect::<Vec<_>>().join("; ")
}
