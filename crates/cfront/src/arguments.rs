//! The arguments of the program: if some are requested, a function in C chooses them and calls `main`.
//!
//! The function is like any other: both readings of C run it, and a trace shows the chosen arguments. The strings have static storage
//! duration, since threads may read them after `main` has returned. All characters are chosen at the beginning, the terminating zero
//! included, so that every shorter string is possible, too. Not modelled: the third parameter of `main`, which is an empty environment (for
//! `getenv` see `crate::check`).

use std::fmt::Write as _;

use raddle_program::trace::{ARGUMENT, START};

use crate::callers::Callers;

/// How many arguments there may be, and of which length.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Arguments {
    /// How many there are at most behind the name of the program: 0 to [`Arguments::MOST`].
    pub count: u32,
    /// How many characters each has at most: 1 to [`Arguments::LONGEST`].
    pub length: u32,
}

/// How a program starts.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Start<'a> {
    /// With the name of the program alone.
    Bare,
    /// With any arguments, if it looks at them.
    Any(Arguments),
    /// Not at all: threads call the functions of the program.
    Callers(&'a Callers),
}

impl From<Option<Arguments>> for Start<'_> {
    fn from(arguments: Option<Arguments>) -> Self {
        arguments.map_or(Start::Bare, Start::Any)
    }
}

impl Arguments {
    /// The largest number of arguments.
    pub const MOST: u32 = 64;
    /// The largest number of characters of an argument.
    pub const LONGEST: u32 = 4096;
    /// What `any` stands for: enough for an option, its value, and a name.
    pub const ANY: Arguments = Arguments { count: 3, length: 7 };

    /// The text of the function, for a `main` with this number of parameters. The first thing that it chooses is the number of arguments.
    pub(crate) fn text(&self, parameters: usize) -> String {
        let Arguments { count, length } = *self;
        let mut text = String::from(
            "int __VERIFIER_nondet_argument_count(void);\n\
             char __VERIFIER_nondet_argument_character(void);\n\
             static char __raddle_argument_0[] = \"program\";\n",
        );
        let mut vector = String::from("__raddle_argument_0");
        for argument in 1..=count {
            _ = writeln!(text, "static char __raddle_argument_{argument}[{}];", length + 1);
            _ = write!(vector, ", __raddle_argument_{argument}");
        }
        _ = writeln!(text, "static char *__raddle_arguments[{}] = {{{vector}}};", count + 2);
        text.push_str("static char *__raddle_environment[1];\n");
        _ = writeln!(text, "int {START}(void)\n{{");
        let value = if count == 0 { "1" } else { "__VERIFIER_nondet_argument_count()" };
        _ = writeln!(text, "    int count = {value};");
        _ = writeln!(text, "    if (count < 1 || count > {})\n        count = 1;", count + 1);
        for argument in 1..=count {
            _ = writeln!(text, "    if (count > {argument})");
            _ = writeln!(text, "        for (int position = 0; position < {length}; position++)");
            _ = writeln!(
                text,
                "            __raddle_argument_{argument}[position] = __VERIFIER_nondet_argument_character();"
            );
            _ = writeln!(text, "    else\n        __raddle_arguments[{argument}] = 0;");
        }
        let given = ["count", "(void *)__raddle_arguments", "(void *)__raddle_environment"];
        _ = writeln!(text, "    main({});\n    return 0;\n}}", given[..parameters.min(3)].join(", "));
        text
    }
}

/// What traces call an object of the text, by its name there.
pub(crate) fn shown_name(name: &str) -> Option<String> {
    match name.strip_prefix("__raddle_")? {
        "arguments" => Some("main::argv".to_owned()),
        "environment" => Some("main::environ".to_owned()),
        rest => rest.strip_prefix("argument_").map(|number| format!("{ARGUMENT}{number}")),
    }
}
