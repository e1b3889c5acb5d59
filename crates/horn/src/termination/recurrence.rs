//! Steps that occur finitely often in every execution that counts, whatever the values of variables are.
//!
//! - *Condition waits.* A thread wakes up because of a signal or spuriously. Executions with infinitely many spurious wake-ups do not
//!   count, and finitely many signals cause finitely many wake-ups. So if no step of a component signals, its wake-up steps occur finitely
//!   often.
//! - *Strong fairness* (`--fair`). Let a thread take no step of a component, but be surely enabled at some of its locations. A fair
//!   execution of the component visits these locations finitely often, so the steps from and to them occur finitely often. The rest of the
//!   component is analyzed again, as in state graphs (`explicit/graph.rs`).
//!
//! A thread is *surely enabled* if no transition of its block may block and all other threads are at cut-points. Then it can take a step
//! wherever it is inside of the block. In a block with a transition that may block, the thread could already be blocked there.

use crate::symbolic::encoded::Threads;

/// Properties of a step.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Happening {
    /// The threads that take the step.
    pub moves: Threads,
    /// The threads that are surely enabled at its start or its target.
    pub able: Threads,
    /// Whether a thread wakes up from a condition wait that only a signal or a spurious wake-up ends.
    pub wakes: bool,
    /// Whether a thread wakes up from any condition wait, also one with a deadline.
    pub waits: bool,
    /// Whether a thread signals a condition.
    pub signals: bool,
}

impl Happening {
    /// The properties of this step and another one together.
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

/// The steps of a component that occur finitely often, by their numbers.
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
        // The other thread takes steps, too.
        let other = Happening { moves: 2, ..SPINS };
        assert!(seldom(&[SPINS, other], true).is_empty());
        // It is not known whether the other thread is enabled.
        assert!(seldom(&[Happening { able: 1, ..SPINS }], true).is_empty());
    }
}
