//! The process and the clock: what ends it, and what merely takes time.

use super::{Model, Row, row};

pub(super) const ROWS: &[Row] = &[
    row("abort", 0, Model::Stop),
    row("exit", 0, Model::Stop),
    row("_exit", 0, Model::Stop),
    row("_Exit", 0, Model::Stop),
    row("quick_exit", 0, Model::Stop),
    row("sleep", 0, Model::AnyValue),
    row("usleep", 0, Model::AnyValue),
    row("sched_yield", 0, Model::AnyValue),
];
