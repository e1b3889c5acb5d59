//! Formatted text: `sprintf`, `sscanf` and their kin.

use super::super::arguments::Argument;
use super::super::arguments::Argument::*;
use super::super::row::{Answer, Row, row};

const OF_AN_INT: Argument = Of(&[
    "\"%d\"",
    "\"<%i>\"",
    "\"%5d\"",
    "\"%-5d|\"",
    "\"%05d\"",
    "\"%+d\"",
    "\"% d\"",
    "\"%.3d\"",
    "\"%8.3d\"",
    "\"%-8.3d|\"",
    "\"%u\"",
    "\"%o\"",
    "\"%x\"",
    "\"%X\"",
    "\"%#x\"",
    "\"%#o\"",
    "\"%#X\"",
    "\"%08x\"",
    "\"%hhd\"",
    "\"%hd\"",
    "\"%hhu\"",
    "\"%hu\"",
    "\"%hhx\"",
    "\"%%%d%%\"",
    "\"%.0d\"",
    "\"%+5d\"",
    "\"%+.2d\"",
    "\"%#5x|\"",
    "\"%#.4x\"",
    "\"%-#6o|\"",
]);
const OF_A_LONG: Argument = Of(&[
    "\"%ld\"",
    "\"%lu\"",
    "\"%lx\"",
    "\"%lo\"",
    "\"%lX\"",
    "\"%li\"",
    "\"%lld\"",
    "\"%llu\"",
    "\"%llx\"",
    "\"%zu\"",
    "\"%zd\"",
    "\"%jd\"",
    "\"%ju\"",
    "\"%td\"",
    "\"%25ld\"",
    "\"%-25ld|\"",
    "\"%025ld\"",
    "\"%+ld\"",
    "\"%#lx\"",
    "\"%.22ld\"",
]);
const OF_A_TEXT: Argument =
    Of(&["\"%s\"", "\"<%s>\"", "\"%.3s\"", "\"%10s\"", "\"%-10s|\"", "\"%.0s\"", "\"%8.2s\"", "\"%1s\"", "\"%%%s%%\""]);
const OF_A_WIDTH: Argument = Of(&["\"%*d\"", "\"%-*d|\"", "\"%0*d\"", "\"%.*d\"", "\"%+.*d\"", "\"%*x\""]);
const READS_INTS: Argument = Of(&[
    "\"%d%d\"",
    "\"%d %d\"",
    "\"%i%i\"",
    "\"%x%x\"",
    "\"%o%d\"",
    "\"%u%u\"",
    "\"%2d%d\"",
    "\"%*d%d\"",
    "\"x%d\"",
    "\"%d%n\"",
    "\"%n\"",
    "\" %d\"",
    "\"%1d%1d\"",
    "\"%d-%d\"",
    "\"%X%i\"",
    "\"%3x%2o\"",
    "\"%d%%\"",
    "\"%5i%d\"",
    "\"\"",
    "\"0%d\"",
]);
const READS_TEXT: Argument = Of(&[
    "\"%s\"",
    "\"%3s\"",
    "\"%[a-z]\"",
    "\"%[^b]\"",
    "\"%2[aAb]\"",
    "\"%c\"",
    "\"%2c\"",
    "\" %c\"",
    "\"a%s\"",
    "\"%*s%s\"",
    "\"%[]a]\"",
    "\"%[^]a]\"",
    "\"%*c%s\"",
    "\"%*[aA]%c\"",
    "\"%1s\"",
    "\" %[^ ]\"",
]);

pub const ROWS: &[Row] = &[
    row("sprintf", &[Room, Of(&["\"%s\"", "\"%.3s\"", "\"<%s>\""]), Text], Answer::Number),
    row("snprintf", &[Room, Size(4), Of(&["\"%d\"", "\"<%u>\"", "\"%x\"", "\"%5d\""]), Number], Answer::Number),
    row("sprintf", &[Buffer(40), OF_AN_INT, Number], Answer::Number),
    row("sprintf", &[Buffer(40), OF_A_LONG, Long], Answer::Number),
    row("snprintf", &[Buffer(30), Size(30), OF_AN_INT, Number], Answer::Number),
    row("snprintf", &[Buffer(30), Size(30), OF_A_LONG, Long], Answer::Number),
    row("snprintf", &[Buffer(12), Size(12), OF_A_TEXT, Word], Answer::Number),
    row("snprintf", &[Buffer(20), Size(20), OF_A_WIDTH, Between(-9, 9), Number], Answer::Number),
    row("snprintf", &[Buffer(4), Size(4), Of(&["\"%c\"", "\"%3c\"", "\"%-3c|\""]), Letter], Answer::Number),
    row("snprintf", &[Of(&["0"]), Of(&["0"]), OF_A_LONG, Long], Answer::Number),
    row("vsprintf", &[Buffer(40), OF_AN_INT, Number], Answer::Number).call("$f_((char *)a0, $1, $2)"),
    row("vsnprintf", &[Buffer(30), Size(30), OF_A_LONG, Long], Answer::Number).call("$f_((char *)a0, $1, $2, $3)"),
    row("sscanf", &[Digits, READS_INTS], Answer::Number)
        .before("int x = 77, y = 78;")
        .call("$f((char *)a0, $1, &x, &y)")
        .sees(&["x", "y"])
        .possible(),
    row("vsscanf", &[Digits, READS_INTS], Answer::Number)
        .before("int x = 77, y = 78;")
        .call("$f_((char *)a0, $1, &x, &y)")
        .sees(&["x", "y"])
        .possible(),
    row(
        "sscanf",
        &[Digits, Of(&["\"%ld\"", "\"%li\"", "\"%lx\"", "\"%lu\"", "\"%lld\"", "\"%llu\"", "\"%jd\"", "\"%zu\""])],
        Answer::Number,
    )
    .before("long x = 77;")
    .call("$f((char *)a0, $1, &x)")
    .sees(&["x"])
    .possible(),
    row("sscanf", &[Digits, Of(&["\"%hhd\"", "\"%hhx\"", "\"%hhu\"", "\"%hho\"", "\"%hhi\""])], Answer::Number)
        .before("signed char x = 77;")
        .call("$f((char *)a0, $1, &x)")
        .sees(&["x"])
        .possible(),
    row("sscanf", &[Word, READS_TEXT, Buffer(8)], Answer::Number).call("$f((char *)a0, $1, $2)"),
    row("vsscanf", &[Word, READS_TEXT, Buffer(8)], Answer::Number).call("$f_((char *)a0, $1, $2)"),
];
