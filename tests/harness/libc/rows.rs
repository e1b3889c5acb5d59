//! The functions that are compared, one row each: its arguments, and what of its result C fixes.

use super::cases::Argument::{self, *};

/// What of the result of a function is compared.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Answer {
    /// The number itself.
    Number,
    /// Whether it is negative, zero or positive.
    Sign,
    /// Whether it is zero.
    Truth,
    /// A pointer: null, or how far behind the start of the argument with this number.
    Place(usize),
    /// Nothing: the function returns nothing, or something that it may choose.
    Nothing,
    /// The model may allow several numbers; the one that the machine gives must be one of them.
    Possible,
}

/// A function, and how it is called.
#[derive(Clone, Copy, Debug)]
pub struct Row {
    /// Its name, or several names with the same arguments, separated by spaces.
    pub names: &'static str,
    /// How each argument is made.
    pub arguments: &'static [Argument],
    /// What of its result is compared.
    pub answer: Answer,
}

const fn row(names: &'static str, arguments: &'static [Argument], answer: Answer) -> Row {
    Row { names, arguments, answer }
}

/// All functions. A new one needs a row here and nothing else.
pub const ROWS: &[Row] = &[
    // Text.
    row("strlen", &[Text], Answer::Number),
    row("strnlen", &[Text, Size(6)], Answer::Number),
    row("strcpy", &[Room, Text], Answer::Place(0)),
    row("stpcpy", &[Room, Text], Answer::Place(0)),
    row("strncpy", &[Room, Text, Size(8)], Answer::Place(0)),
    row("strcat", &[TextInRoom, Text], Answer::Place(0)),
    row("strncat", &[TextInRoom, Text, Size(5)], Answer::Place(0)),
    row("strcmp strcasecmp", &[Text, Text], Answer::Sign),
    row("strncmp strncasecmp", &[Text, Text, Size(5)], Answer::Sign),
    row("strchr strrchr index rindex", &[Text, Letter], Answer::Place(0)),
    row("strspn strcspn", &[Text, Word], Answer::Number),
    row("strpbrk strstr", &[Word, Word], Answer::Place(0)),
    row("atoi atol atoll", &[Digits], Answer::Number),
    row("strtol strtoll strtoul strtoull", &[Digits, End(0), Base], Answer::Number),
    // Memory.
    row("memcpy memmove mempcpy", &[Room, Bytes, Size(5)], Answer::Place(0)),
    row("memset", &[Room, Letter, Size(5)], Answer::Place(0)),
    row("memcmp", &[Bytes, Bytes, Size(3)], Answer::Sign),
    row("memchr", &[Bytes, Letter, Size(4)], Answer::Place(0)),
    row("memrchr", &[Bytes, Letter, Size(3)], Answer::Place(0)),
    row("bzero", &[Room, Size(5)], Answer::Nothing),
    // Characters and numbers.
    row("isalpha isdigit isalnum isspace isupper islower", &[Character], Answer::Truth),
    row("isxdigit ispunct isprint isgraph iscntrl isblank", &[Character], Answer::Truth),
    row("toupper tolower", &[Character], Answer::Number),
    row("abs", &[Number], Answer::Number),
    row("labs llabs", &[Long], Answer::Number),
    row("htons ntohs", &[Short], Answer::Number),
    row("htonl ntohl", &[Unsigned], Answer::Number),
    // Formatted text.
    row("sprintf", &[Room, Format(&["%s", "%.3s", "<%s>"]), Text], Answer::Number),
    row("snprintf", &[Room, Size(4), Format(&["%d", "<%u>", "%x", "%5d"]), Number], Answer::Number),
];
