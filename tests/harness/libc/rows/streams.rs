//! Streams: `<stdio.h>`.

use super::super::arguments::Argument;
use super::super::arguments::Argument::*;
use super::super::row::{Answer, Row, row};

const FILE_IS_THERE: &str = "make_file(\"f\", \"a\\n\");";
/// A stream that reads and writes a file with one line.
const STREAM: &str = "FILE *f = fopen(\"f\", \"r+\"); if (!f) exit(0);";
const BYTE: Argument = Of(&["'a'", "0", "255", "-1", "10"]);

pub const ROWS: &[Row] = &[
    row(
        "fopen",
        &[Of(&["\"f\"", "\"missing\"", "\"\""]), Of(&["\"r\"", "\"w\"", "\"x\"", "\"\""])],
        Answer::Is("result != 0"),
    )
    .machine(FILE_IS_THERE)
    .possible(),
    row("fdopen", &[Of(&["20", "99", "-1"]), Of(&["\"r\"", "\"x\""])], Answer::Is("result != 0"))
        .machine("open_at(20, \"ab\");")
        .possible(),
    row("tmpfile", &[], Answer::Is("result != 0")).possible(),
    row("popen", &[], Answer::Is("result != 0")).call("$f(\"true\", \"r\")").possible(),
    row("fclose fflush fgetc getc", &[], Answer::Number).machine(FILE_IS_THERE).before(STREAM).call("$f(f)").possible(),
    row("getc_unlocked fgetc_unlocked", &[], Answer::Number)
        .machine(FILE_IS_THERE)
        .before(STREAM)
        .call("$f(f)")
        .possible(),
    row("fileno feof ferror ftell ftello", &[], Answer::Number)
        .machine(FILE_IS_THERE)
        .before(STREAM)
        .call("$f(f)")
        .possible(),
    row("rewind clearerr", &[], Answer::Void).machine(FILE_IS_THERE).before(STREAM).call("$f(f)").possible(),
    row("fflush", &[], Answer::Number).call("$f(0)").possible(),
    row("fseek fseeko", &[Of(&["0", "1", "-1"]), Between(0, 3)], Answer::Number)
        .machine(FILE_IS_THERE)
        .before(STREAM)
        .call("$f(f, $0, $1)")
        .possible(),
    row("ungetc fputc putc putc_unlocked fputc_unlocked", &[BYTE], Answer::Number)
        .machine(FILE_IS_THERE)
        .before(STREAM)
        .call("$f($0, f)")
        .possible(),
    row("putchar putchar_unlocked", &[BYTE], Answer::Number).possible(),
    row("getchar getchar_unlocked", &[], Answer::Number).machine(FILE_IS_THERE).possible(),
    row("fgets", &[Buffer(4), Between(1, 4)], Answer::Place(0))
        .machine(FILE_IS_THERE)
        .before(STREAM)
        .call("$f((char *)a0, $1, f)")
        .possible(),
    row("fread", &[Buffer(4), Between(1, 2), Size(2)], Answer::Number)
        .machine(FILE_IS_THERE)
        .before(STREAM)
        .call("$f($0, $1, $2, f)")
        .possible(),
    row("fwrite", &[Letters(4), Size(2), Size(2)], Answer::Number)
        .machine(FILE_IS_THERE)
        .before(STREAM)
        .call("$f($0, $1, $2, f)")
        .possible(),
    row("fputs", &[Text], Answer::Number).machine(FILE_IS_THERE).before(STREAM).call("$f($0, f)").possible(),
    row("puts", &[Text], Answer::Number).possible(),
    row("printf", &[Number], Answer::Number).call("$f(\"%d\\n\", $0)").possible(),
    row("printf", &[Word], Answer::Number).call("$f(\"<%s>\", $0)").possible(),
    row("fprintf", &[Number], Answer::Number)
        .machine(FILE_IS_THERE)
        .before(STREAM)
        .call("$f(f, \"%x %c\", $0, 65)")
        .possible(),
    row("dprintf", &[Of(&["20", "99"]), Word], Answer::Number)
        .machine("open_at(20, \"ab\");")
        .call("$f($0, \"[%s]\", $1)")
        .possible(),
    row("scanf", &[], Answer::Number)
        .machine("make_file(\"f\", \"12 7\"); freopen(\"f\", \"r\", stdin);")
        .before("int x = 1;")
        .call("$f(\"%d\", &x)")
        .sees(&["x"])
        .possible(),
    row("fscanf", &[Of(&["\"%d\"", "\"%c\""])], Answer::Number)
        .machine(FILE_IS_THERE)
        .before("FILE *f = fopen(\"f\", \"r\"); if (!f) exit(0); int x = 0;")
        .call("$f(f, $0, &x)")
        .sees(&["x"])
        .possible(),
    row("perror", &[Of(&["\"x\"", "0"])], Answer::Void).possible(),
    row("setvbuf", &[Between(0, 3)], Answer::Number)
        .machine(FILE_IS_THERE)
        .before(STREAM)
        .call("$f(f, 0, $0, 0)")
        .possible(),
];
