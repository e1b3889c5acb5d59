//! Checks by a data-flow analysis of the certainly held mutexes that each mutex is unlocked by the thread that locked it.

use raddle_program::entity::Entity;
use raddle_program::syntax::LocalId;

use super::Flattening;
use crate::composition::{Action, Code, VariableKind};
use raddle_verify::verdict::Reason;

impl Flattening<'_> {
    /// Checks that threads unlock only mutexes that they hold, and that mutexes are initialized only before threads exist.
    pub(super) fn check_locks(&self) -> Result<(), Reason> {
        for thread in &self.composition.threads {
            let held = certainly_held(&thread.code);
            for (node, held) in thread.code.nodes.iter().zip(&held) {
                for edge in &node.edges {
                    match (&edge.action, held) {
                        (Action::Unlock(lock), Some(held)) if !held.contains(lock) => {
                            return self
                                .unsupported("a mutex that a thread unlocks without having locked it", edge.span);
                        }
                        (Action::Set(pairs), _) => {
                            let is_lock =
                                |variable: LocalId| self.composition.variables[variable].kind == VariableKind::Lock;
                            if pairs.iter().any(|&(target, _)| is_lock(target)) {
                                return self.unsupported("a mutex that is initialized while threads run", edge.span);
                            }
                        }
                        _ => {}
                    }
                }
            }
        }
        Ok(())
    }
}

/// The mutexes that a thread holds at each node on every path to it; `None` if the node is unreachable.
fn certainly_held(code: &Code) -> Vec<Option<Vec<LocalId>>> {
    let mut held: Vec<Option<Vec<LocalId>>> = vec![None; code.nodes.len()];
    let mut open = vec![(0, Vec::new())];
    while let Some((node, arriving)) = open.pop() {
        let joined: Vec<LocalId> = match &held[node] {
            None => arriving,
            Some(known) => known.iter().copied().filter(|lock| arriving.contains(lock)).collect(),
        };
        if held[node].as_ref() == Some(&joined) {
            continue;
        }
        for edge in &code.nodes[node].edges {
            let mut behind = joined.clone();
            match edge.action {
                Action::Lock(lock) if !behind.contains(&lock) => behind.push(lock),
                Action::Unlock(lock) => behind.retain(|&other| other != lock),
                _ => {}
            }
            behind.sort_unstable_by_key(|lock| lock.index());
            open.push((edge.to, behind));
        }
        held[node] = Some(joined);
    }
    held
}
