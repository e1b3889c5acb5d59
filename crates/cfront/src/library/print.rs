//! Output: the arguments are evaluated, what pointers lead to is not read, the result is any value.

use super::{Model, Row, row};

pub(super) const ROWS: &[Row] = &[
    row("printf", 1, Model::AnyValue),
    row("fprintf", 2, Model::AnyValue),
    row("vprintf", 1, Model::AnyValue),
    row("vfprintf", 2, Model::AnyValue),
    row("puts", 1, Model::AnyValue),
    row("fputs", 2, Model::AnyValue),
    row("putchar", 1, Model::AnyValue),
    row("putc", 2, Model::AnyValue),
    row("fputc", 2, Model::AnyValue),
    row("perror", 1, Model::AnyValue),
    row("fflush", 1, Model::AnyValue),
];
