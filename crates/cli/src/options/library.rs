//! Options of `raddle library`.

use clap::Args;
use std::path::PathBuf;

use super::DataModelName;

/// Options of `library`.
#[derive(Clone, Debug, Args)]
pub struct LibraryOptions {
    /// The functions [default: how many are known, and how]
    pub names: Vec<String>,
    /// List the names of all known functions, with how each is known
    #[arg(long, conflicts_with = "names")]
    pub list: bool,
    /// Widths of the basic types in models that are written in C
    #[arg(long, value_enum, default_value_t = DataModelName::Lp64)]
    pub data_model: DataModelName,
    /// A table of effects that has the last word on the functions which it names; may be repeated
    #[arg(long = "model", value_name = "FILE")]
    pub models: Vec<PathBuf>,
}
