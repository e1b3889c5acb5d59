//! Interchangeable threads: states that differ only by a permutation of threads are one state.
//!
//! Rule [Clarke, Jha, Enders, Filkorn 96; Ip, Dill 96]. If no operation depends on which thread a thread is, a
//! permutation of all threads but main turns executions into executions, and violations into violations. In the key of
//! a state, threads are sorted by their states, not by their creation; states with equal keys are equal up to such a
//! permutation. Stored thread ids are then plain numbers without a meaning.
//!
//! No operation depends on which thread a thread is if no thread is joined, detached, cancelled or tested, and none
//! asks for its own id. While a synchronization object names a thread (as the owner of a mutex), threads stand in the
//! order of their creation. Sleep sets are sets of positions in keys. The lock discipline ([`crate::discipline`]) names
//! objects that threads own by the number of their owner, which has no meaning here: so it makes assumptions about
//! globals only.
//!
//! Left out: programs that allocate memory; happens-before as part of states; threads that are joined.

use raddle_program::automaton::Automaton;
use raddle_program::entity::Table;
use raddle_program::semantics::SyncObject;
use raddle_program::syntax::{Effect, Expr, ExprKind, ProcedureId, Program, SynchronizationFamily};
use raddle_program::visit::{Visitor, walk_effect, walk_expr};

/// Whether nothing asks which thread a thread is.
pub fn threads_are_interchangeable(program: &Program, automata: &Table<ProcedureId, Automaton>) -> bool {
    let mut questions = Questions { asks_for_itself: false };
    for transition in automata.values().flat_map(|automaton| automaton.transitions.values()) {
        let asks = match &transition.effect {
            Effect::Join { .. } | Effect::Allocate { .. } => true,
            Effect::Synchronize { operation, .. } => operation.family() == SynchronizationFamily::Thread,
            _ => false,
        };
        if asks {
            return false;
        }
        walk_effect(&transition.effect, &mut questions);
        if let Some(guard) = &transition.guard {
            walk_expr(&guard.condition, &mut questions);
        }
    }
    !questions.asks_for_itself && program.procedures.len() > 1
}

struct Questions {
    asks_for_itself: bool,
}

impl Visitor for Questions {
    fn expr(&mut self, expr: &Expr) {
        self.asks_for_itself |= matches!(expr.kind, ExprKind::SelfId);
    }
}

/// Whether the state of an object says which thread did something to it.
pub fn names_a_thread(object: &SyncObject) -> bool {
    match object {
        SyncObject::Mutex(mutex) => mutex.owner.is_some(),
        SyncObject::ReadWrite(lock) => lock.writer.is_some() || !lock.readers.is_empty(),
        SyncObject::Spin { owner } => owner.is_some(),
        SyncObject::Barrier { arrived, .. } => !arrived.is_empty(),
        SyncObject::Once { runner } => runner.is_some(),
        SyncObject::Destroyed | SyncObject::Condition | SyncObject::Semaphore { .. } => false,
    }
}

/// The thread at each position of a key; the order of creation by default.
#[derive(Clone, Debug, Default)]
pub struct Places {
    threads: Option<Vec<usize>>,
}

impl Places {
    /// These threads, in the order of their places.
    pub fn of(threads: Vec<usize>) -> Self {
        let is_as_created = threads.is_sorted();
        Places { threads: (!is_as_created).then_some(threads) }
    }

    /// The thread at a place.
    pub fn thread(&self, place: usize) -> usize {
        self.threads.as_ref().map_or(place, |threads| threads[place])
    }

    /// The places of a set of threads.
    pub fn of_threads(&self, set: u128) -> u128 {
        let Some(threads) = &self.threads else { return set };
        let has = |&(_, thread): &(usize, &usize)| set & (1 << *thread) != 0;
        threads.iter().enumerate().filter(has).fold(0, |places, (place, _)| places | 1 << place)
    }

    /// The threads at a set of places.
    pub fn to_threads(&self, set: u128) -> u128 {
        let Some(threads) = &self.threads else { return set };
        let has = |&(place, _): &(usize, &usize)| set & (1 << place) != 0;
        threads.iter().enumerate().filter(has).fold(0, |found, (_, thread)| found | 1 << *thread)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sets_of_threads_are_sets_of_places() {
        let places = Places::of(vec![0, 3, 1, 2]);
        assert_eq!(places.of_threads(0b1000), 0b0010);
        assert_eq!(places.to_threads(0b0010), 0b1000);
        for set in 0..16 {
            assert_eq!(places.to_threads(places.of_threads(set)), set);
        }
        assert_eq!(Places::of(vec![0, 1, 2]).thread(2), 2);
    }
}
