//! Wide characters: `<wchar.h>`, `<wctype.h>`.

use super::super::arguments::Argument::*;
use super::super::row::{Answer, Row, row};

/// A wide character of a text, or another one.
const CHARACTER: super::super::arguments::Argument = Of(&["97", "65", "98", "32", "0", "0x20ac", "49"]);

pub const ROWS: &[Row] = &[
    row("wcslen", &[WideText], Answer::Number),
    row("wcsnlen", &[WideText, Size(6)], Answer::Number),
    row("wcscpy wcpcpy", &[WideRoom, WideText], Answer::Place(0)),
    row("wcsncpy wcpncpy", &[WideRoom, WideText, Size(8)], Answer::Place(0)),
    row("wcscat", &[WideTextInRoom, WideText], Answer::Place(0)),
    row("wcsncat", &[WideTextInRoom, WideText, Size(5)], Answer::Place(0)),
    row("wcscmp wcscoll wcscasecmp", &[WideWord, WideWord], Answer::Sign),
    row("wcsncmp wcsncasecmp", &[WideWord, WideWord, Size(5)], Answer::Sign),
    row("wcschr wcsrchr wcschrnul", &[WideWord, CHARACTER], Answer::Place(0)),
    row("wcsspn wcscspn", &[WideWord, WideWord], Answer::Number),
    row("wcspbrk wcsstr", &[WideWord, WideWord], Answer::Place(0)),
    row("wcsdup", &[WideWord], Answer::Is("wcscmp(result, a0)")),
    row("wcstok", &[WideWord, WideWord], Answer::Place(0))
        .before("wchar_t *state = 0;")
        .call("$f($0, $1, &state)")
        .sees(&["wcstok(0, $1, &state) != 0", "wcstok(0, $1, &state) != 0"]),
    row("wmemchr", &[WideWord, CHARACTER, Of(&["0", "1"])], Answer::Place(0)),
    row("wmemcmp", &[WideWord, WideWord, Of(&["0", "1"])], Answer::Sign),
    row("wmemcpy wmemmove wmempcpy", &[WideRoom, WideWord, Size(3)], Answer::Place(0)),
    row("wmemset", &[WideRoom, CHARACTER, Size(3)], Answer::Place(0)),
    row("wcstol wcstoul wcstoll wcstoull wcstoimax wcstoumax", &[WideDigits, End(0), Base], Answer::Number),
    row("wcstol wcstoul wcstoll wcstoull", &[WideDigits, End(0), Of(&["1", "37", "-1"])], Answer::Number).possible(),
    // Classes of characters in the C locale.
    row("iswalpha iswdigit iswalnum iswspace iswupper iswlower", &[Between(-1, 127)], Answer::Truth),
    row("iswxdigit iswpunct iswprint iswgraph iswcntrl iswblank", &[Between(-1, 127)], Answer::Truth),
    row("towupper towlower", &[Between(-1, 127)], Answer::Number),
    row("btowc wctob", &[Between(-1, 127)], Answer::Number),
];
