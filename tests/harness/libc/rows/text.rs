//! Texts: `<string.h>`, `<strings.h>`.

use super::super::arguments::Argument;
use super::super::arguments::Argument::*;
use super::super::row::{Answer, Row, row};

const PATH: Argument = Of(&[
    "\"/usr/lib\"",
    "\"/usr/\"",
    "\"usr\"",
    "\"/\"",
    "\"//\"",
    "\"///\"",
    "\".\"",
    "\"..\"",
    "\"\"",
    "\"a/b/c//\"",
    "\"a//b\"",
    "\"//a\"",
    "\"///a\"",
    "\"/a\"",
]);
const FLOAT: Argument = Of(&[
    "\"1.5\"",
    "\"-2e3x\"",
    "\"  +.5\"",
    "\".\"",
    "\"e5\"",
    "\"1e\"",
    "\"1e+\"",
    "\"0x1.8p1\"",
    "\"0x\"",
    "\"0x.p1\"",
    "\"0xg\"",
    "\"inf\"",
    "\"INFINITY!\"",
    "\"infinit\"",
    "\"nan(ab_1)\"",
    "\"nan(a b)\"",
    "\"nan\"",
    "\"na\"",
    "\"-\"",
    "\"\"",
    "\"1.2.3\"",
    "\"1e999\"",
]);

pub const ROWS: &[Row] = &[
    row("strlen", &[Text], Answer::Number),
    row("strnlen", &[Text, Size(6)], Answer::Number),
    row("strcpy stpcpy", &[Room, Text], Answer::Place(0)),
    row("strncpy stpncpy", &[Room, Text, Size(8)], Answer::Place(0)),
    row("strcat", &[TextInRoom, Text], Answer::Place(0)),
    row("strncat", &[TextInRoom, Text, Size(5)], Answer::Place(0)),
    row("strcmp strcasecmp", &[Text, Text], Answer::Sign),
    row("strcoll", &[Word, Word], Answer::Sign),
    row("strncmp strncasecmp", &[Text, Text, Size(5)], Answer::Sign),
    row("strchr strrchr strchrnul index rindex", &[Text, Letter], Answer::Place(0)),
    row("strspn strcspn", &[Text, Word], Answer::Number),
    row("strpbrk strstr strcasestr", &[Word, Word], Answer::Place(0)),
    row("strxfrm", &[Room, Word, Size(8)], Answer::Number),
    row("strdup", &[Text], Answer::Is("strcmp(result, (char *)a0)")),
    row("strndup", &[Text, Size(6)], Answer::Is("strncmp(result, (char *)a0, strlen(result))"))
        .sees(&["strlen(result)"]),
    row("strsep", &[Word, Word], Answer::Place(0))
        .before("char *at = (char *)a0;")
        .call("$f(&at, $1)")
        .sees(&["at ? at - (char *)a0 : -1"]),
    row("strtok", &[Word, Word], Answer::Place(0)).sees(&["strtok(0, $1) != 0", "strtok(0, $1) != 0"]),
    row("strtok_r", &[Word, Word], Answer::Place(0))
        .before("char *state = 0;")
        .call("$f($0, $1, &state)")
        .sees(&["strtok_r(0, $1, &state) != 0", "strtok_r(0, $1, &state) != 0"]),
    row("strerror", &[Between(0, 133)], Answer::Is("result != 0")).possible(),
    row("__xpg_basename dirname", &[PATH], Answer::Is("strlen(result)"))
        .before("char a[] = $0;")
        .call("$f(a)")
        .sees(&["a[0]", "result[0]", "strlen(a)"]),
    row("strtod strtof", &[FLOAT], Answer::Nothing)
        .before("char *t = $0, *e = 0;")
        .call("$f(t, &e)")
        .sees(&["e - t"])
        .possible(),
    row("asprintf", &[Number, Word], Answer::Number)
        .before("char *t = 0;")
        .call("$f(&t, \"<%d|%s>\", $0, $1)")
        .sees(&["strlen(t)", "t[1]"]),
];
