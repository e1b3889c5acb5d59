//! The table: what each function of a library does.

use rustc_hash::FxHashMap;
use std::sync::Arc;

/// What a function does with what a parameter points to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Item {
    /// Nothing.
    Value,
    /// Reads a text.
    Text,
    /// Reads, then writes an object of the type that it points to.
    Object {
        /// Whether they are read.
        is_read: bool,
        /// Whether they are written.
        is_written: bool,
    },
    /// Reads any byte of as many.
    Reads(Size),
    /// Writes any number of bytes up to a size.
    Writes(Size),
    /// Writes a text, with its zero, into as many bytes as a parameter says, which is counted from 0.
    WritesText(usize),
    /// The same, or nothing: a result that tells of success is not 0 then.
    WritesTextOrNothing(usize),
    /// A text, or any bytes, and counts 0.
    WritesTextOrBytes(usize),
    /// Writes a text into as many bytes as a parameter says, counted from 0, with its zero if that fits; or writes nothing.
    WritesName(usize),
    /// Writes any number of bytes up to the number in the object that a parameter points to, counted from 0.
    WritesUpTo(usize),
    /// Reads an object of the type that it points to, then writes it: each number loses any of its bits.
    Masks,
}

/// A number of bytes: the product of factors.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Size {
    /// A factor.
    pub factor: Factor,
    /// A second one.
    pub second: Option<Factor>,
}

impl Size {
    /// Its factors.
    pub fn factors(self) -> impl Iterator<Item = Factor> {
        std::iter::once(self.factor).chain(self.second)
    }

    /// The parameters among its factors, counted from 0.
    pub fn parameters(self) -> impl Iterator<Item = usize> {
        self.factors().filter_map(|factor| match factor {
            Factor::Parameter(parameter) => Some(parameter),
            Factor::Number(_) | Factor::SizeOfTarget => None,
        })
    }
}

/// A factor of a number of bytes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Factor {
    /// A parameter, counted from 0.
    Parameter(usize),
    /// A constant.
    Number(i128),
    /// The size of the type that the parameter points to.
    SizeOfTarget,
}

/// The results of a function.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Outcome {
    /// Any value of its type.
    Any,
    /// A number from a range.
    Between(i128, i128),
    /// -1, or the number of an open file.
    Handle,
    /// -1, or the number of bytes that were written; of a text its length.
    Count,
    /// -1, or the number of bytes that were written. If they fill the buffer, the size of a longer message, if flags ask for it.
    Received {
        /// The size of the buffer, a parameter counted from 0.
        size: usize,
        /// The flags, a parameter counted from 0.
        flags: usize,
    },
    /// -1 if nothing was written, else -1 or 0.
    Name,
    /// As `Count`. If the size of the buffer, a parameter counted from 0, is 0: -1, or the size that a buffer needs.
    Needed(usize),
    /// A number up to a count of elements. It is 0 if their size is 0.
    Elements {
        /// The size of an element, a parameter counted from 0.
        size: usize,
        /// The number of elements, a parameter counted from 0.
        count: usize,
    },
    /// A number from the first one to a parameter, counted from 0; a parameter that is negative counts as 0.
    UpTo(i128, usize),
    /// Any address that is not null.
    Text,
    /// A null pointer, or a new stream or open folder.
    Stream,
    /// -1, or at most three times a parameter, counted from 0: how many files are ready.
    Ready(usize),
}

/// Which results the system determines further than [`Outcome`] says.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Fixed {
    /// None: each may really come.
    #[default]
    Nothing,
    /// All.
    All,
    /// Numbers of files: all that are not negative. A failure may come.
    Handles,
    /// Failures: valid arguments have none.
    Failures,
    /// The same arguments have the same result.
    Repeated,
}

/// What a line says of a parameter.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Parameter {
    /// Its name.
    pub name: String,
    /// What the function does with it.
    pub item: Item,
    /// Whether it may be null.
    pub may_be_null: bool,
    /// Whether the system determines further what the function writes through it.
    pub is_fixed: bool,
}

/// What a line with parameters says of a function.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Effects {
    /// Its first parameters, in their order.
    pub parameters: Vec<Parameter>,
    /// What it returns.
    pub outcome: Outcome,
    /// Which of that the system determines further.
    pub fixed: Fixed,
}

/// Whether a function is a cancellation point.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Point {
    /// It is.
    Certain,
    /// It may be one: the C library chooses.
    Possible,
}

/// Data that functions of a library share without a lock (POSIX 2.9.1): `localtime` writes the structure that it returns.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct HiddenState {
    /// What people call the data: by the best known of the functions.
    pub name: Arc<str>,
    /// Whether the function writes them.
    pub is_written: bool,
}

/// All that the table says of a function.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Facts {
    /// Its effects. Two functions may have one name, with different types.
    pub effects: Vec<Effects>,
    /// Which results the system determines further; also of a function with a model of its own.
    pub fixed: Fixed,
    /// Whether nothing but the name is known: it changes no memory but through its arguments, orders no threads, calls nothing back.
    pub is_known: bool,
    /// Whether it leaves `errno` alone.
    pub keeps_error_number: bool,
    /// Whether it stands for a choice of a text in C of this tool: no call that could fail and set `errno`.
    pub is_choice: bool,
    /// Whether a thread that is cancelled ends here.
    pub cancellation: Option<Point>,
    /// Data that its calls share.
    pub hidden: Option<HiddenState>,
    /// The lines that say this, each for this function alone.
    pub lines: Vec<String>,
}

/// What functions of libraries do, by their names.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Table {
    pub(crate) facts: FxHashMap<String, Facts>,
}

impl Table {
    /// The same table, in which another one has the last word on the functions that it names.
    #[must_use]
    pub fn with(&self, other: &Table) -> Table {
        let mut table = self.clone();
        table.facts.extend(other.facts.iter().map(|(name, facts)| (name.clone(), facts.clone())));
        table
    }

    /// All that is said of a function.
    pub fn facts(&self, name: &str) -> Option<&Facts> {
        self.facts.get(name)
    }

    /// The names of all functions, in any order.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.facts.keys().map(String::as_str)
    }

    /// Whether the system determines something that a function gives further than its model says.
    pub fn is_fixed_further(&self, name: &str) -> bool {
        self.facts(name).is_some_and(|facts| {
            let is_marked = |effects: &Effects| {
                effects.fixed != Fixed::Nothing || effects.parameters.iter().any(|parameter| parameter.is_fixed)
            };
            facts.fixed != Fixed::Nothing || facts.effects.iter().any(is_marked)
        })
    }

    /// Whether a function stands for a choice of a text in C of this tool.
    pub fn is_choice(&self, name: &str) -> bool {
        self.facts(name).is_some_and(|facts| facts.is_choice)
    }

    /// Whether a function is a cancellation point.
    pub fn cancellation(&self, name: &str) -> Option<Point> {
        self.facts(name)?.cancellation
    }

    /// The data that calls of a function access without a lock.
    pub fn hidden_state(&self, name: &str) -> Option<&HiddenState> {
        self.facts(name)?.hidden.as_ref()
    }
}

impl Facts {
    /// Adds what a further line says.
    pub(crate) fn add(&mut self, further: Facts) {
        self.effects.extend(further.effects);
        if further.fixed != Fixed::Nothing {
            self.fixed = further.fixed;
        }
        self.is_known |= further.is_known;
        self.keeps_error_number |= further.keeps_error_number;
        self.is_choice |= further.is_choice;
        self.cancellation = further.cancellation.or(self.cancellation);
        self.hidden = further.hidden.or(self.hidden.take());
        self.lines.extend(further.lines);
    }
}
