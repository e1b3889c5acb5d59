//! Options of `raddle annotate`.

use clap::Args;
use std::path::PathBuf;
use std::time::Duration;

use super::{ProgramOptions, SourceOptions};
use crate::quantity;

/// Options of `annotate`.
#[derive(Debug, Args)]
pub struct AnnotateOptions {
    /// Which program
    #[command(flatten)]
    pub programs: ProgramOptions,
    /// Write the patch to a file instead of the standard output
    #[arg(short, long, value_name = "FILE")]
    pub out: Option<PathBuf>,
    /// Give up after so long, for instance 90s or 5m
    #[arg(long, value_name = "TIME", value_parser = quantity::duration)]
    pub timeout: Option<Duration>,
    /// How to read C
    #[command(flatten)]
    pub source: SourceOptions,
}
