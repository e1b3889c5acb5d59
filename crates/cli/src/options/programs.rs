//! Which programs a command is about.

use clap::Args;
use std::path::PathBuf;

use super::{INPUT, choice};

/// The programs that a command is about.
#[derive(Clone, Debug, Args)]
pub struct ProgramOptions {
    /// C files (.c) and preprocessed C files (.i) of one program; SV-COMP task definitions (.yml), folders, or @LIST with a
    /// name a line are a program for each file. Behind `--`, the command line of a compiler: `-- cc -O2 -Iinclude a.c b.c -o x`
    #[arg(required_unless_present = "project", value_name = "FILE", help_heading = INPUT)]
    pub files: Vec<PathBuf>,
    /// Take each FILE as a program of its own
    #[arg(long, help_heading = INPUT)]
    pub each: bool,
    /// Of `--project` without a FILE: take only the program of this name (the file with `main`, or the target); may be repeated
    #[arg(long, value_name = "NAME", requires = "project", conflicts_with = "files", help_heading = INPUT, hide_short_help = true)]
    pub program: Vec<String>,
    /// Of `--project`: take a symbol that several files define from this one; may be repeated
    #[arg(long, value_name = "SYMBOL=FILE", requires = "project", conflicts_with = "files", value_parser = choice, help_heading = INPUT, hide_short_help = true)]
    pub choose: Vec<String>,
}
