//! The process: what ends it.

use super::{Model, Row, row};

pub(super) const ROWS: &[Row] = &[
    row("abort", 0, Model::Abort),
    row("exit", 0, Model::Stop),
    row("_exit", 0, Model::Abort),
    row("_Exit", 0, Model::Abort),
    row("quick_exit", 0, Model::Abort),
];
