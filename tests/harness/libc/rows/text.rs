//! Texts: `<string.h>`, `<strings.h>`.

use super::super::arguments::Argument::*;
use super::super::row::{Answer, Row, row};

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
];
