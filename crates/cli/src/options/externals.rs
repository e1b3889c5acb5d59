//! `--externals`.

use clap::ValueEnum;
use raddle_program::externals::Externals;

/// What functions without a body and without a model may do.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum ExternalsName {
    /// Return any value
    Pure,
    /// Also write what their pointer arguments reach; such a call is not followed
    Args,
    /// Anything; no call is followed
    Any,
}

impl From<ExternalsName> for Externals {
    fn from(name: ExternalsName) -> Externals {
        match name {
            ExternalsName::Pure => Externals::Pure,
            ExternalsName::Args => Externals::Args,
            ExternalsName::Any => Externals::Any,
        }
    }
}
