//! Options of `raddle scan`.

use clap::{Args, ValueEnum};
use std::path::PathBuf;
use std::time::Duration;

use super::outputs::{FormatFile, format_file};
use super::{ProgramOptions, SourceOptions};
use crate::quantity;

/// Options of `scan`.
#[derive(Debug, Args)]
pub struct ScanOptions {
    /// Which programs
    #[command(flatten)]
    pub programs: ProgramOptions,
    /// The form of the answer
    #[arg(long, value_enum, default_value_t)]
    pub format: ScanFormat,
    /// Write the findings in one more form, to a file; may be repeated: `--output sarif=raddle.sarif`
    #[arg(long, value_name = "FORMAT=FILE", value_parser = format_file::<ScanFormat>)]
    pub output: Vec<FormatFile<ScanFormat>>,
    /// Show all accesses of each finding, with the calls that lead to them, and all assumptions
    #[arg(short, long)]
    pub verbose: bool,
    /// List what an earlier scan did not find: the file is what `--format json` or `--format sarif` wrote. The exit status is then 0, or
    /// 10 if something is new
    #[arg(long, value_name = "OLD")]
    pub baseline: Option<PathBuf>,
    /// Look for executions that show the findings, for so long for each; 0 for none [default: 0; 2s if no time is named]
    #[arg(long, value_name = "TIME", value_parser = quantity::duration_or_zero, num_args = 0..=1, require_equals = true, default_missing_value = "2s")]
    pub confirm: Option<Duration>,
    /// Give up a program after so long, for instance 90s or 5m
    #[arg(long, value_name = "TIME", value_parser = quantity::duration)]
    pub timeout: Option<Duration>,
    /// How to read C
    #[command(flatten)]
    pub source: SourceOptions,
}

/// The form of the answer of `scan`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default, ValueEnum)]
pub enum ScanFormat {
    /// Text
    #[default]
    Human,
    /// One JSON object in a line for each program
    Json,
    /// SARIF 2.1.0, one document for all programs
    Sarif,
    /// JUnit XML, one document for all programs
    Junit,
    /// Workflow commands of GitHub
    Github,
}
