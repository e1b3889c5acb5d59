//! How C is read.

use clap::{Args, ValueEnum};
use raddle_program::types::DataModel;
use std::path::PathBuf;

use super::{ExternalsName, GivenInterrupt, interrupt};
use crate::quantity::{self, GivenArguments};

/// How C is read.
#[derive(Clone, Debug, Default, Args)]
#[command(next_help_heading = "Reading C")]
pub struct SourceOptions {
    /// Widths of the basic types [default: what the task definition or the `size_t` of a preprocessed file says, else lp64]
    #[arg(long, value_enum)]
    pub data_model: Option<DataModelName>,
    /// Define a macro
    #[arg(short = 'D', value_name = "NAME[=VALUE]")]
    pub defines: Vec<String>,
    /// Undefine a macro
    #[arg(short = 'U', value_name = "NAME", hide_short_help = true)]
    pub undefines: Vec<String>,
    /// Search a folder for included files
    #[arg(short = 'I', value_name = "FOLDER")]
    pub include_dirs: Vec<PathBuf>,
    /// The C compiler whose headers are this machine's, and that preprocesses what the built-in preprocessor leaves to it
    #[arg(long, value_name = "COMMAND", default_value = "cc", hide_short_help = true)]
    pub cc: String,
    /// An argument for the C compiler; may be repeated
    #[arg(long, value_name = "ARGUMENT", allow_hyphen_values = true, hide_short_help = true)]
    pub cc_arg: Vec<String>,
    /// Read this machine's headers instead of the built-in ones [default: only where a header is not built in]
    #[arg(long, hide_short_help = true)]
    pub system_headers: bool,
    /// Read no header of this machine's standard folders
    #[arg(long, conflicts_with = "system_headers", hide_short_help = true)]
    pub no_system_headers: bool,
    /// The arguments of `main`: any of them, up to COUNT of up to LENGTH characters each, `any` for 3x7, or `none`
    /// [default: any, if it looks at them]
    #[arg(long, value_name = "none|COUNTxLENGTH", value_parser = quantity::arguments_or_none)]
    pub args: Option<GivenArguments>,
    /// Read files without `main`: any number of threads call their functions at the same time, in any order, with any arguments
    #[arg(long = "library")]
    pub is_library: bool,
    /// The functions that threads call [default: all that other files can call]
    #[arg(long, value_name = "FUNCTIONS", value_delimiter = ',', requires = "is_library", hide_short_help = true)]
    pub entry: Vec<String>,
    /// Functions that one thread calls before: once, or for each shared object that they get a pointer to
    #[arg(long, value_name = "FUNCTIONS", value_delimiter = ',', requires = "is_library", hide_short_help = true)]
    pub init: Vec<String>,
    /// A function that an interrupt may call at any time, with its priority (a greater one is more urgent); may be repeated. `none`: no
    /// function is taken for a handler by its name or attribute [default: functions with such a name or attribute]
    #[arg(long, value_name = "FUNCTION[=PRIORITY]|none", value_parser = interrupt::given)]
    pub interrupt: Vec<GivenInterrupt>,
    /// What functions that no file defines may do, so that answers which rest on them count
    #[arg(long, value_enum)]
    pub externals: Option<ExternalsName>,
    /// What functions do that no file of the program defines: a C file with their bodies, or a table of effects (`raddle library`); may be
    /// repeated
    #[arg(long = "model", value_name = "FILE")]
    pub models: Vec<PathBuf>,
    /// Take the options for each file from a compilation database; `check` without a FILE checks every program of it
    #[arg(long, value_name = "compile_commands.json")]
    pub project: Option<PathBuf>,
    /// Take the text of this file from standard input: an editor has not saved it
    #[arg(long, value_name = "FILE", hide_short_help = true)]
    pub unsaved: Option<PathBuf>,
}

/// A data model on the command line.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum DataModelName {
    /// int, long and pointers have 32 bits
    Ilp32,
    /// int has 32 bits, long and pointers have 64
    Lp64,
}

impl From<DataModelName> for DataModel {
    fn from(name: DataModelName) -> DataModel {
        match name {
            DataModelName::Ilp32 => DataModel::Ilp32,
            DataModelName::Lp64 => DataModel::Lp64,
        }
    }
}
