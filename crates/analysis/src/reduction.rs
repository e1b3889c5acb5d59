//! Which context switches an engine considers: the named reductions.
//!
//! - *visible* [Peled 93; VI-POR of Cordeiro, Fischer: Bounded Model Checking of Multi-threaded Software]: a step that
//!   accesses nothing that another thread can reach commutes with everything, so no switch is considered before it.
//! - *read-write* [RW-POR, Table 1 of the same paper]: two accesses commute unless they touch the same memory and one
//!   of them writes. A step that no other thread may *still* conflict with, not just in its next step, is treated as
//!   invisible. Orders of the remaining steps that differ only in commuting ones are explored once.
//! - *blocks* [Lipton 75; Popeea, Rybalchenko, Wilhelm 14]: right movers, at most one non-mover, and left movers run as
//!   one step. Subsumes the first; between blocks the second is the independence relation.
//!
//! Each contains those before it. Each needs the cycle proviso: a thread that goes on for ever without an observable
//! step must not hide its own earlier steps, nor those of other threads.

/// A named reduction.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default)]
pub enum Reduction {
    /// None: every step of every thread.
    None,
    /// No switch before what is invisible.
    Visible,
    /// And none where accesses do not conflict.
    ReadWrite,
    /// And none inside of reducible blocks.
    #[default]
    Blocks,
}

impl Reduction {
    /// All, from the least on.
    pub const ALL: [Reduction; 4] = [Reduction::None, Reduction::Visible, Reduction::ReadWrite, Reduction::Blocks];

    /// Its name.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Reduction::None => "none",
            Reduction::Visible => "visible",
            Reduction::ReadWrite => "readwrite",
            Reduction::Blocks => "blocks",
        }
    }
}
