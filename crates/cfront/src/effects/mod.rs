//! What functions of the library do that are known by their effects only: which memory they read and write through their arguments, and
//! which results they have. They call nothing back, order no threads, and change no other memory of the program.
//!
//! A row has the names, one item for each parameter, and the results. Both readings of C run it: the lowering writes out the accesses
//! ([`crate::library`]), the reference interpreter makes them. Values that a function writes are inputs of the program: any of the type.
//! A function writes in each call what it may write; what it wrote may be what was there before.
//!
//! | item | the parameter |
//! |---|---|
//! | `-` | is a value, or a handle of the library's own |
//! | `s` | is a text that is read to its end |
//! | `i` `o` `x` | is an object that is read, is written, is read and written |
//! | `r3` | is bytes of which any may be read, as many as parameter 3 says |
//! | `w3` | bytes that are written, at most as many; `w23`: as the product of two parameters |
//! | `t3` | bytes that a text is written to, with its zero, at most as many |
//! | `u3` | the same, or any bytes if the text does not fit: then its length is 0 |
//! | `n3` | the same, but without its zero if there is no room for it, or nothing is written |
//! | `W3` | is bytes that are written, at most as many as the object says that parameter 3 points to |
//! | `m` | is an object that is read and written; each number loses any of its bits |
//!
//! A `?` behind an item says that the parameter may be null, and that nothing happens with it then. Any other null pointer is
//! accessed like every pointer, which is a violation (POSIX, XSH 2.1.1).
//!
//! The real system often determines more than a row says: `open` gives a number that no open file has. So that a violation that depends on such a
//! value is no more than a possible one, a replay with marks (`raddle_reference::outside`) marks what is written through a parameter with a `!`,
//! and the results that [`Fixed`] names. What the system may really give at any time stays without a mark: bytes of files and
//! sockets, how many they are, failures, times.
//!
//! Where data come through a pipe or a pair of sockets, what follows in the thread is a possible violation at most
//! (`check/before_calls.rs`). Left out are objects that hold an array of characters, which would have to be a text, or a date
//! (`struct tm`).
//!
//! A declaration of the program must fit: a parameter for each item, and complete types without unions and bit-fields behind `i`, `o`
//! and `x`. If it does not, nothing is known of the function.

use raddle_program::types::{ArrayLength, IntKind, TypeId, TypeKind, Types};

use crate::typed::{FunctionId, Unit};

mod rows;

use rows::{CHOICES, DATES, FIXED, HANDLE, ROWS};

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
    /// Reads any byte of as many as a parameter says, which is counted from 0.
    Reads(usize),
    /// Writes any number of bytes up to a size.
    Writes(Size),
    /// Writes a text, with its zero, into as many bytes as a parameter says, which is counted from 0.
    WritesText(usize),
    /// The same, or any bytes, and counts 0.
    WritesTextOrBytes(usize),
    /// Writes a text into as many bytes as a parameter says, counted from 0, with its zero if that fits; or writes nothing.
    WritesName(usize),
    /// Writes any number of bytes up to the number in the object that a parameter points to, counted from 0.
    WritesUpTo(usize),
    /// Reads an object of the type that it points to, then writes it: each number loses any of its bits.
    Masks,
}

/// The product of parameters, which are counted from 0.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Size {
    /// A factor.
    pub factor: usize,
    /// A second one.
    pub second: Option<usize>,
}

/// The results of a function.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Outcome {
    /// Any value of its type.
    Any,
    /// A number from a range.
    Between(i128, i128),
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
    /// A number from the first one to a parameter, counted from 0.
    UpTo(i128, usize),
    /// Any address that is not null.
    Text,
    /// A null pointer, or a new stream or open folder.
    Stream,
    /// -1, or at most three times the first parameter: how many files are ready.
    Ready,
}

/// Which results the system determines further than [`Outcome`] says.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Fixed {
    /// None: each may really come.
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

/// The effects of a function.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Effects {
    /// What it does with its first parameters, in their order.
    pub items: Vec<Item>,
    /// Which of these parameters may be null.
    pub may_be_null: Vec<bool>,
    /// Whether the system determines further what it writes through these parameters.
    pub is_fixed: Vec<bool>,
    /// What it returns.
    pub outcome: Outcome,
    /// Which of that the system determines further.
    pub fixed: Fixed,
}

/// The flag that asks `recv` for the size of the message, also if the buffer is smaller.
pub const MSG_TRUNC: i128 = 0x20;

/// The greatest error number of Linux.
pub const LAST_ERROR: i128 = 133;

/// Functions with a model of their own whose results earlier calls determine: the sequences of random numbers.
const SEQUENCES: &str = "rand random rand_r";

/// Whether a function stands for a choice of a library text (`written`): no call that could fail and set `errno`.
pub fn is_choice(name: &str) -> bool {
    [CHOICES, DATES].into_iter().flat_map(str::split_whitespace).any(|listed| listed == name)
}

/// Whether the system determines something that a function gives further than its model says.
pub fn is_fixed_further(name: &str) -> bool {
    let is_marked = |(_, items, outcome): &(&str, &str, Outcome)| items.contains('!') || *outcome == HANDLE;
    SEQUENCES.split_whitespace().any(|listed| listed == name)
        || fixed(name) != Fixed::Nothing
        || row(name).is_some_and(is_marked)
}

fn fixed(name: &str) -> Fixed {
    let is_listed = |(names, _): &&(&str, Fixed)| names.split_whitespace().any(|listed| listed == name);
    FIXED.iter().find(is_listed).map_or(Fixed::Nothing, |&(_, fixed)| fixed)
}

fn row(name: &str) -> Option<&'static (&'static str, &'static str, Outcome)> {
    rows(name).next()
}

/// The rows of a name: two functions may have one name, with different types.
fn rows(name: &str) -> impl Iterator<Item = &'static (&'static str, &'static str, Outcome)> {
    ROWS.iter().filter(move |(names, ..)| names.split_whitespace().any(|listed| listed == name))
}

/// The effects of a function without a body, if its name is listed and its declaration fits.
pub fn of(unit: &Unit, function: FunctionId) -> Option<Effects> {
    let declared = &unit.functions[function];
    if declared.body.is_some() {
        return None;
    }
    let TypeKind::Function(signature) = unit.types.kind(declared.ty) else { return None };
    rows(&declared.name).find_map(|(_, items, outcome)| {
        let parsed = parsed(items);
        let items: Vec<Item> = parsed.iter().map(|parameter| parameter.item).collect();
        let fits = signature.has_prototype
            && signature.parameters.len() >= items.len()
            && items.iter().zip(&signature.parameters).all(|(item, parameter)| fits(&unit.types, *item, parameter.ty))
            && returns(&unit.types, *outcome, signature.result.ty);
        fits.then(|| Effects {
            items,
            may_be_null: parsed.iter().map(|parameter| parameter.may_be_null).collect(),
            is_fixed: parsed.iter().map(|parameter| parameter.is_fixed).collect(),
            outcome: *outcome,
            fixed: if *outcome == HANDLE { Fixed::Handles } else { fixed(&declared.name) },
        })
    })
}

/// The object type that a parameter points to.
pub fn pointee(types: &Types, parameter: TypeId) -> Option<TypeId> {
    match types.kind(parameter) {
        TypeKind::Pointer(target) => Some(target.ty),
        _ => None,
    }
}

fn fits(types: &Types, item: Item, parameter: TypeId) -> bool {
    let target = match types.kind(parameter) {
        TypeKind::Pointer(target) => Some(*target),
        _ => None,
    };
    match item {
        Item::Value => types.scalar_shape(parameter).is_some(),
        Item::Text | Item::Reads(_) => target.is_some(),
        Item::Writes(_)
        | Item::WritesText(_)
        | Item::WritesTextOrBytes(_)
        | Item::WritesName(_)
        | Item::WritesUpTo(_) => target.is_some_and(|target| !target.qualifiers.is_const),
        Item::Masks => target.is_some_and(|target| is_plain(types, target.ty) && !target.qualifiers.is_const),
        Item::Object { is_written, .. } => {
            target.is_some_and(|target| is_plain(types, target.ty) && !(is_written && target.qualifiers.is_const))
        }
    }
}

fn returns(types: &Types, outcome: Outcome, result: TypeId) -> bool {
    match outcome {
        Outcome::Any => types.scalar_shape(result).is_some() || matches!(types.kind(result), TypeKind::Void),
        Outcome::Text | Outcome::Stream => matches!(types.kind(result), TypeKind::Pointer(_)),
        Outcome::Between(..)
        | Outcome::Count
        | Outcome::Received { .. }
        | Outcome::Name
        | Outcome::UpTo(..)
        | Outcome::Ready => {
            matches!(types.kind(result), TypeKind::Int(_))
        }
    }
}

/// Whether an object of the type consists of scalars that each have their own memory. Arrays of characters would have to be texts.
fn is_plain(types: &Types, ty: TypeId) -> bool {
    match types.kind(ty) {
        TypeKind::Bool | TypeKind::Int(_) | TypeKind::Float(_) | TypeKind::Pointer(_) => {
            types.scalar_shape(ty).is_some()
        }
        TypeKind::Array { element, length: ArrayLength::Fixed(count) } => {
            let is_text = *count > 0 && matches!(types.kind(element.ty), TypeKind::Int(IntKind::Char));
            !is_text && is_plain(types, element.ty)
        }
        TypeKind::Record(record) => {
            let record = types.record(*record);
            let is_member = |field: &raddle_program::types::Field| {
                field.bits.is_none() && !field.ty.qualifiers.is_atomic && is_plain(types, field.ty.ty)
            };
            !record.is_union && record.body.as_ref().is_some_and(|body| body.fields.iter().all(is_member))
        }
        TypeKind::Array { .. } | TypeKind::Void | TypeKind::Complex(_) | TypeKind::Function(_) => false,
    }
}

/// What the table says of a parameter.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Parameter {
    item: Item,
    may_be_null: bool,
    is_fixed: bool,
}

fn parsed(text: &str) -> Vec<Parameter> {
    let mut items = Vec::new();
    let mut rest = text.chars().peekable();
    while let Some(letter) = rest.next() {
        let mut digits = Vec::new();
        while let Some(digit) = rest.peek().and_then(|char| char.to_digit(10)) {
            digits.push(digit as usize);
            rest.next();
        }
        // Parameters are counted from 1 in the table.
        let parameter = |position: usize| digits.get(position).map(|number| number - 1);
        let size = Size { factor: parameter(0).unwrap_or(0), second: parameter(1) };
        let object = |is_read, is_written| Item::Object { is_read, is_written };
        let is_fixed = rest.next_if_eq(&'!').is_some();
        let may_be_null = rest.next_if_eq(&'?').is_some();
        let item = match letter {
            's' => Item::Text,
            'i' => object(true, false),
            'o' => object(false, true),
            'x' => object(true, true),
            'r' => Item::Reads(size.factor),
            'w' => Item::Writes(size),
            't' => Item::WritesText(size.factor),
            'u' => Item::WritesTextOrBytes(size.factor),
            'n' => Item::WritesName(size.factor),
            'W' => Item::WritesUpTo(size.factor),
            'm' => Item::Masks,
            _ => Item::Value,
        };
        items.push(Parameter { item, may_be_null, is_fixed });
    }
    items
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_name_each_function_once_and_only_parameters_that_they_have() {
        let mut names: Vec<&str> = ROWS.iter().flat_map(|(names, ..)| names.split_whitespace()).collect();
        let n_names = names.len();
        names.sort_unstable();
        names.dedup();
        // `strerror_r` is there twice.
        assert_eq!(names.len() + 1, n_names);
        for (names, text, outcome) in ROWS {
            let items = parsed(text);
            let sizes = items.iter().flat_map(|parameter| match &parameter.item {
                Item::Writes(size) => [Some(size.factor), size.second],
                Item::Reads(parameter)
                | Item::WritesText(parameter)
                | Item::WritesTextOrBytes(parameter)
                | Item::WritesName(parameter)
                | Item::WritesUpTo(parameter) => [Some(*parameter), None],
                Item::Value | Item::Text | Item::Object { .. } | Item::Masks => [None, None],
            });
            let of_result = match outcome {
                Outcome::UpTo(_, parameter) => vec![*parameter],
                Outcome::Received { size, flags } => vec![*size, *flags],
                Outcome::Ready => vec![0],
                Outcome::Any
                | Outcome::Between(..)
                | Outcome::Count
                | Outcome::Name
                | Outcome::Text
                | Outcome::Stream => Vec::new(),
            };
            for parameter in sizes.flatten().chain(of_result) {
                assert!(parameter < items.len(), "{names}");
            }
            let counts = |parameter: &&Parameter| {
                matches!(
                    parameter.item,
                    Item::Writes(_) | Item::WritesText(_) | Item::WritesTextOrBytes(_) | Item::WritesName(_)
                )
            };
            let wants_count = matches!(outcome, Outcome::Count | Outcome::Received { .. } | Outcome::Name);
            assert!(!wants_count || items.iter().filter(counts).count() == 1, "{names}");
        }
    }

    #[test]
    fn functions_of_lists_have_rows() {
        for name in FIXED.iter().flat_map(|(names, _)| names.split_whitespace()) {
            assert!(row(name).is_some(), "{name}");
        }
        assert!(is_fixed_further("open") && is_fixed_further("rand") && is_fixed_further("stat"));
        assert!(!is_fixed_further("recv") && !is_fixed_further("close"));
    }

    #[test]
    fn items_are_read() {
        let size = |factor, second| Size { factor, second };
        let must = |item| Parameter { item, may_be_null: false, is_fixed: false };
        assert_eq!(parsed("sw3-"), [Item::Text, Item::Writes(size(2, None)), Item::Value].map(must));
        assert_eq!(parsed("w23---")[0], must(Item::Writes(size(1, Some(2)))));
        assert_eq!(
            parsed("-W3!?x")[1..],
            [
                Parameter { item: Item::WritesUpTo(2), may_be_null: true, is_fixed: true },
                must(Item::Object { is_read: true, is_written: true })
            ]
        );
        assert_eq!(parsed("o"), [must(Item::Object { is_read: false, is_written: true })]);
    }
}
