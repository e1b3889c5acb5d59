//! What happens finitely often in every execution that counts, whatever the numbers are.
//!
//! - *Waits for conditions.* Threads wake up because of a signal or for nothing. Executions with infinitely many wake-ups for nothing do not
//!   count, and signals that are given finitely often wake finitely often: where no step of a component signals, those that wake up are
//!   taken finitely often.
//! - *Strong fairness* (`--fair`). A thread that takes no step of a component and can surely go on at some places of it would be kept
//!   waiting for ever by who comes there again and again: steps that touch those places are taken finitely often. What is left is looked at
//!   again, as in graphs of states (`explicit/graph.rs`).
//!
//! A thread *can surely go on* where nothing that it may come to in its block can make it wait, and everybody else stands at a cut-point:
//! however far it has come in the block, it could take a step. (Who has begun a block that it may wait in could be waiting already.)

use crate::symbolic::encoded::Threads;

/// What happens on a step.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Happening {
    /// Who takes it.
    pub moves: Threads,
    /// Who can surely go on somewhere on it.
    pub able: Threads,
    /// Whether somebody wakes up from a wait for a condition that only a signal ends, or nothing.
    pub wakes: bool,
    /// Whether somebody wakes up from any wait for a condition.
    pub waits: bool,
    /// Whether somebody signals a condition.
    pub signals: bool,
}

impl Happening {
    /// What happens on this step or on another one.
    #[must_use]
    pub fn with(self, other: Happening) -> Happening {
        Happening {
            moves: self.moves | other.moves,
            able: self.able | other.able,
            wakes: self.wakes | other.wakes,
            waits: self.waits | other.waits,
            signals: self.signals | other.signals,
        }
    }
}

/// The steps of a component, each with what happens on it, that are taken finitely often.
pub fn finitely_often(component: impl Iterator<Item = (usize, Happening)> + Clone, is_fair: bool) -> Vec<usize> {
    let all = component.clone().fold(Happening::default(), |all, (_, happening)| all.with(happening));
    let kept_waiting = if is_fair { all.able & !all.moves } else { 0 };
    let is_seldom = |it: &Happening| (it.wakes && !all.signals) || it.able & kept_waiting != 0;
    component.filter(|(_, happening)| is_seldom(happening)).map(|(number, _)| number).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    const SPINS: Happening = Happening { moves: 1, able: 3, wakes: false, waits: false, signals: false };
    const WAKES: Happening = Happening { moves: 1, able: 0, wakes: true, waits: true, signals: false };
    const SIGNALS: Happening = Happening { moves: 2, able: 0, wakes: false, waits: false, signals: true };

    fn seldom(component: &[Happening], is_fair: bool) -> Vec<usize> {
        finitely_often(component.iter().copied().enumerate(), is_fair)
    }

    #[test]
    fn who_is_never_signalled_wakes_up_finitely_often() {
        assert_eq!(seldom(&[WAKES, SPINS], false), [0]);
        assert!(seldom(&[WAKES, SIGNALS], false).is_empty());
    }

    #[test]
    fn fair_executions_keep_nobody_waiting() {
        assert!(seldom(&[SPINS], false).is_empty());
        assert_eq!(seldom(&[SPINS], true), [0]);
        // The other one takes steps, too.
        let other = Happening { moves: 2, ..SPINS };
        assert!(seldom(&[SPINS, other], true).is_empty());
        // Nobody knows whether the other one can go on.
        assert!(seldom(&[Happening { able: 1, ..SPINS }], true).is_empty());
    }
}
