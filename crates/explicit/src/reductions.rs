//! Which reductions a search uses.

use raddle_analysis::reduction::Reduction;

/// Switches of the reductions; all on but in tests that show what they are for.
#[derive(Clone, Copy, Debug)]
pub struct Reductions {
    /// Steps without accesses that other threads could observe are joined to the move.
    pub invisible_steps: bool,
    /// Sleep sets.
    pub sleep_sets: bool,
    /// Accesses that commute with all later steps of other threads are joined to the move.
    pub future_accesses: bool,
    /// A thread goes on while no other is enabled.
    pub alone: bool,
    /// Accesses that race with nothing are joined to the move.
    pub ordered_accesses: bool,
    /// Registers that are read only to compute such registers are no part of a state, unless the computation may
    /// violate a property that is asked for.
    pub faint_registers: bool,
    /// Globals that no thread reads before it overwrites them are no part of a state.
    pub dead_globals: bool,
    /// Moves are reducible blocks.
    pub blocks: bool,
}

impl Reductions {
    /// The reductions that a name switches on. Faint registers and dead globals are left out of states under all names.
    pub fn named(reduction: Reduction) -> Self {
        Reductions {
            invisible_steps: reduction >= Reduction::Visible,
            sleep_sets: reduction >= Reduction::ReadWrite,
            future_accesses: reduction >= Reduction::ReadWrite,
            alone: reduction >= Reduction::Blocks,
            ordered_accesses: reduction >= Reduction::Blocks,
            faint_registers: true,
            dead_globals: true,
            blocks: reduction >= Reduction::Blocks,
        }
    }
}

impl Default for Reductions {
    fn default() -> Self {
        Reductions::named(Reduction::default())
    }
}
