//! The command as users meet it: whole runs of the built program.

mod arguments;
mod check;
mod common;
mod examples;
mod formats;
mod horn;
mod input;
mod limits;
mod replays;
mod report;
mod sequential;
mod sequentialize;
mod usage;
