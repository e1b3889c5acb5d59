//! The options of a run: those of all engines, and a struct for each engine that has its own.

mod order;
mod slice;
mod tool;

use raddle_analysis::reduction::Reduction;

pub use order::Order;
pub use slice::{Form, Respected, SliceOptions, Strategy};
pub use tool::{Said, SharedTool, Tool, ToolForm};

/// The options of a run.
#[derive(Clone, Default)]
pub struct Options {
    /// Which context switches engines consider that explore them.
    pub reduction: Reduction,
    /// Whether only those executions count, for termination, in which each thread that can go on again and again does.
    pub is_fair: bool,
    /// Engines that unwind the program: `bmc` and those that are made of it.
    pub bmc: BmcOptions,
    /// `lazy`.
    pub lazy: LazyOptions,
    /// `slice`.
    pub slice: SliceOptions,
    /// `sequential`; the checker is that of `modular`, too.
    pub sequential: SequentialOptions,
    /// `compositional`.
    pub compositional: CompositionalOptions,
    /// `modular`.
    pub modular: ModularOptions,
}

/// The options of engines that unwind the program.
#[derive(Clone, Copy, Default)]
pub struct BmcOptions {
    /// How the order of events is decided.
    pub order: Order,
    /// The bound of loops, where constants do not decide it.
    pub unwind: Option<u32>,
    /// How many bytes a formula may take; without it, the engine decides.
    pub memory: Option<u64>,
}

/// The options of `lazy`.
#[derive(Clone, Copy, Default)]
pub struct LazyOptions {
    /// How many context switches an interleaving may have.
    pub context_bound: Option<u32>,
}

/// The options of `sequential`.
#[derive(Clone, Default)]
pub struct SequentialOptions {
    /// The checker of programs of one thread, by its name.
    pub checker: Option<String>,
    /// The tool that the checker `external` asks.
    pub tool: Option<SharedTool>,
}

/// The options of `compositional`.
#[derive(Clone, Default)]
pub struct CompositionalOptions {
    /// The tool that solves Horn clauses; without it, the built-in solver does.
    pub solver: Option<SharedTool>,
}

/// The options of `modular`.
#[derive(Clone, Default)]
pub struct ModularOptions {
    /// The order of the threads below the one on top, by their numbers in traces; empty, if the engine chooses it.
    pub thread_order: Vec<u32>,
}
