//! Bytes of memory, and where they come from: `<string.h>`, `<strings.h>`, `<stdlib.h>`.

use super::super::arguments::Argument::*;
use super::super::row::{Answer, Row, row};

pub const ROWS: &[Row] = &[
    row("memcpy memmove mempcpy", &[Room, Bytes, Size(5)], Answer::Place(0)),
    row("memmove", &[Letters(8), Between(0, 3), Between(0, 3), Size(5)], Answer::Place(0))
        .call("$f((char *)a0 + $1, (char *)a0 + $2, $3)"),
    row("bcopy", &[Letters(8), Between(0, 3), Between(0, 3), Size(5)], Answer::Void)
        .call("$f((char *)a0 + $1, (char *)a0 + $2, $3)"),
    row("memset", &[Room, Letter, Size(5)], Answer::Place(0)),
    row("memcmp", &[Letters(4), Letters(4), Size(4)], Answer::Sign),
    row("bcmp", &[Letters(4), Letters(4), Size(4)], Answer::Truth),
    row("memchr memrchr", &[Letters(4), Letter, Size(4)], Answer::Place(0)),
    row("rawmemchr", &[Word, Of(&["0"])], Answer::Place(0)),
    row("memccpy", &[Letters(6), Letters(6), Letter, Size(6)], Answer::Place(0)),
    row("memmem", &[Letters(5), Size(5), Letters(2), Size(2)], Answer::Place(0)),
    row("bzero explicit_bzero", &[Room, Size(5)], Answer::Void),
    row("swab", &[Letters(6), Buffer(6), Between(-1, 6)], Answer::Void),
    // Allocation.
    row("malloc alloca", &[Between(1, 9)], Answer::Is("(memset(result, 1, $0), ((char *)result)[$0 - 1])")),
    row("calloc", &[Size(4), Size(4)], Answer::Is("$0 * $1 == 0 || ((char *)result)[$0 * $1 - 1] == 0")),
    row("calloc", &[Of(&["(size_t)-1", "(size_t)-1 / 2 + 1"]), Between(2, 4)], Answer::Is("result != 0")),
    row("realloc", &[Between(1, 8)], Answer::Is("memcmp(result, \"abcd\", $0 < 4 ? $0 : 4)"))
        .before("char *p = malloc(4); memcpy(p, \"abcd\", 4);")
        .call("$f(p, $0)"),
    row("realloc", &[Between(1, 8)], Answer::Is("result != 0")).call("$f(0, $0)"),
    row("reallocarray", &[Of(&["2", "(size_t)-1"]), Of(&["3", "(size_t)-1"])], Answer::Is("result != 0"))
        .before("char *p = malloc(4);")
        .call("$f(p, $0, $1)"),
    row("free", &[Of(&["0", "malloc(3)", "strdup(\"a\")", "calloc(2, 2)"])], Answer::Void),
    row("aligned_alloc memalign", &[Of(&["8", "16", "64"]), Between(1, 3)], Answer::Is("(memset(result, 1, $0), 1)"))
        .call("$f($0, $0 * $1)"),
    row("posix_memalign", &[Of(&["8", "16", "64", "0", "4", "24"]), Between(1, 9)], Answer::Number)
        .before("char *p = \"x\";")
        .call("$f((void **)&p, $0, $1)")
        .sees(&["result ? *p : (memset(p, 1, $1), p[$1 - 1])"]),
];
