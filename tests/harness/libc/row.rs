//! What a row of the tables says: functions, how they are called, and what of the results C fixes.

use super::arguments::Argument;

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
    /// This expression, in which `result` is the result.
    Is(&'static str),
    /// The bits of a floating-point number; all that are no number are one.
    Real,
    /// Nothing: the function may choose the result.
    Nothing,
    /// Nothing: there is no result.
    Void,
}

/// A function, and how it is called. In texts `$f` is its name, `$0` the first argument; `a0` is the array of the first argument.
#[derive(Clone, Copy, Debug)]
pub struct Row {
    /// Its name, or several names with the same arguments, separated by spaces.
    pub names: &'static str,
    /// How each argument is made.
    pub arguments: &'static [Argument],
    /// What of its result is compared.
    pub answer: Answer,
    /// Whether the model may allow several results; what the machine gives must be one of them.
    pub is_possible: bool,
    /// Statements in front of the call.
    pub before: &'static str,
    /// Statements in front of the call that only the machine makes.
    pub machine: &'static str,
    /// The call, if it is not the name with all arguments.
    pub call: &'static str,
    /// What else is compared, behind the call.
    pub sees: &'static [&'static str],
}

/// A function with its arguments and its result.
pub const fn row(names: &'static str, arguments: &'static [Argument], answer: Answer) -> Row {
    Row { names, arguments, answer, is_possible: false, before: "", machine: "", call: "", sees: &[] }
}

impl Row {
    /// The model may allow more than the machine does.
    pub const fn possible(self) -> Row {
        Row { is_possible: true, ..self }
    }

    /// With statements in front of the call.
    pub const fn before(self, before: &'static str) -> Row {
        Row { before, ..self }
    }

    /// With statements in front of the call that only the machine makes.
    pub const fn machine(self, machine: &'static str) -> Row {
        Row { machine, ..self }
    }

    /// With a call of another form.
    pub const fn call(self, call: &'static str) -> Row {
        Row { call, ..self }
    }

    /// With more that is compared.
    pub const fn sees(self, sees: &'static [&'static str]) -> Row {
        Row { sees, ..self }
    }
}
