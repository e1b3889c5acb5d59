//! Characters: `<ctype.h>`.

use super::super::arguments::Argument::*;
use super::super::row::{Answer, Row, row};

pub const ROWS: &[Row] = &[
    row("isalpha isdigit isalnum isspace isupper islower", &[Character], Answer::Truth),
    row("isxdigit ispunct isprint isgraph iscntrl isblank isascii", &[Character], Answer::Truth),
    row("toupper tolower toascii", &[Character], Answer::Number),
];
