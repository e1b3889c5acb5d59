//! Floating-point numbers: `<math.h>`.

use super::super::arguments::Argument;
use super::super::arguments::Argument::*;
use super::super::row::{Answer, Row, row};

/// Numbers of which the functions make whole ones.
const NEAR: Argument = Of(&["0.0", "1.0", "-1.0", "2.0", "-3.0", "1e9", "(double)-7"]);
const FRACTION: Argument = Of(&["0.0", "0.5", "-0.5", "1.5", "2.5", "-2.5", "7.75", "-3.25", "1e9"]);

pub const ROWS: &[Row] = &[
    row("fabs", &[NEAR], Answer::Is("(long)result")),
    row("fabsf", &[NEAR], Answer::Is("(long)result")),
    row("signbit", &[Of(&["0.0", "-0.0", "1.0", "-1.5f", "(1.0 / 0.0)", "(-1.0 / 0.0)"])], Answer::Is("result != 0")),
    row("fmin fmax", &[NEAR, NEAR], Answer::Is("(long)result")),
    row("fdim copysign", &[NEAR, NEAR], Answer::Is("(long)result")).possible(),
    row("floor ceil trunc round rint nearbyint", &[FRACTION], Answer::Is("(long)result")).possible(),
    row("floorf ceilf roundf", &[FRACTION], Answer::Is("(long)result")).possible(),
    row("sqrt cbrt", &[Of(&["0.0", "1.0", "4.0", "-1.0"])], Answer::Is("result == result ? (long)result : -1"))
        .possible(),
    row("log log2 log10 log1p", &[Of(&["1.0", "0.0", "-1.0"])], Answer::Nothing).possible(),
    row("exp exp2 expm1", &[Of(&["0.0", "1e10", "-1e10"])], Answer::Nothing).possible(),
    row("sin cos tan asin acos atan sinh cosh tanh", &[Of(&["0.0", "3.0", "(1.0 / 0.0)"])], Answer::Nothing).possible(),
    row(
        "pow fmod remainder hypot atan2",
        &[Of(&["2.0", "0.0", "1e300"]), Of(&["-1.0", "0.0", "1e300"])],
        Answer::Nothing,
    )
    .possible(),
    row("ldexp scalbn", &[Of(&["1.0", "-3.0"]), Of(&["0", "5000", "-5000"])], Answer::Nothing).possible(),
];
