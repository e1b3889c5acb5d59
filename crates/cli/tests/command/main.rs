//! The command as users meet it: whole runs of the built program.

mod arguments;
mod batches;
mod browser;
mod check;
mod common;
mod compositional;
mod examples;
mod externals;
mod formats;
mod guide;
mod horn;
mod input;
mod limits;
mod log;
mod lsp;
mod memory_model;
mod pictures;
mod replays;
mod report;
mod sequential;
mod sequentialize;
mod stops;
mod termination;
mod units;
mod usage;
mod witnesses;
