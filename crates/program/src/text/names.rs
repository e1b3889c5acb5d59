//! The names that need no quotes, and how the remaining ones are quoted.

use rustc_hash::FxHashMap;
use std::fmt::Write;
use std::sync::Arc;

use super::SYNCHRONIZATIONS;

/// The words that are possible at the position of a name, except those of types and of synchronization.
const WORDS: [&str; 49] = [
    "allocate",
    "assert",
    "assume",
    "atomic",
    "atomic_begin",
    "atomic_end",
    "bits",
    "break",
    "call",
    "continue",
    "copy",
    "dead",
    "distance",
    "do",
    "else",
    "exit",
    "external",
    "fill",
    "fn",
    "float_add",
    "float_convert",
    "float_divide",
    "float_equal",
    "float_less",
    "float_less_equal",
    "float_multiply",
    "float_negate",
    "float_subtract",
    "free",
    "goto",
    "if",
    "init",
    "input",
    "join",
    "label",
    "live",
    "memory",
    "read",
    "register",
    "return",
    "self",
    "size_of_allocation",
    "skip",
    "spawn",
    "stop",
    "undefined",
    "unnamed",
    "unsupported",
    "while",
];

/// The words with which a type can begin or go on.
pub(super) const TYPE_WORDS: [&str; 20] = [
    "_Atomic",
    "_Bool",
    "_Complex",
    "_Float16",
    "__float128",
    "__int128",
    "char",
    "const",
    "double",
    "float",
    "int",
    "long",
    "restrict",
    "short",
    "signed",
    "struct",
    "union",
    "unsigned",
    "void",
    "volatile",
];

/// Whether a word means something by itself.
pub(super) fn is_word(name: &str) -> bool {
    WORDS.contains(&name) || TYPE_WORDS.contains(&name) || SYNCHRONIZATIONS.iter().any(|&(_, word)| word == name)
}

/// A name as it is written: bare if it is an identifier, perhaps qualified (`function::name`), and no word.
pub(super) fn quote(name: &str) -> String {
    let is_identifier = |part: &str| {
        part.starts_with(|first: char| first.is_ascii_alphabetic() || first == '_')
            && part.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_')
    };
    if name.split("::").all(is_identifier) && !is_word(name) { name.to_owned() } else { delimit(name, '\'') }
}

/// A text in double quotes.
pub(super) fn string(text: &str) -> String {
    delimit(text, '"')
}

fn delimit(text: &str, quote: char) -> String {
    let mut out = String::from(quote);
    for char in text.chars() {
        match char {
            '\n' => out += "\\n",
            '\\' => out += "\\\\",
            _ if char == quote => {
                out.push('\\');
                out.push(quote);
            }
            _ if char.is_control() => write!(out, "\\u{{{:x}}}", u32::from(char)).expect("a string takes all text"),
            _ => out.push(char),
        }
    }
    out.push(quote);
    out
}

/// The names of a table as they are written: followed by `#` and the index where they are not unique.
pub(super) fn written_names<'a>(names: impl Iterator<Item = &'a Arc<str>> + Clone) -> Vec<String> {
    let mut counts: FxHashMap<&str, u32> = FxHashMap::default();
    for name in names.clone() {
        *counts.entry(name).or_default() += 1;
    }
    names
        .enumerate()
        .map(|(index, name)| if counts[&**name] == 1 { quote(name) } else { format!("{}#{index}", quote(name)) })
        .collect()
}

/// The entries of a table by their names.
pub(super) struct Names(FxHashMap<Arc<str>, Option<u32>>, usize);

impl Names {
    /// The names of a table, in order.
    pub(super) fn new<'a>(names: impl Iterator<Item = &'a Arc<str>>) -> Self {
        let mut found = Names(FxHashMap::default(), 0);
        names.for_each(|name| found.add(name));
        found
    }

    /// Adds the name of the next entry.
    pub(super) fn add(&mut self, name: &Arc<str>) {
        let index = self.1 as u32;
        self.0.entry(name.clone()).and_modify(|known| *known = None).or_insert(Some(index));
        self.1 += 1;
    }

    /// The entry with a name, or with an index that was written behind it.
    pub(super) fn find(&self, name: &str, index: Option<u32>) -> Option<u32> {
        match index {
            Some(index) => Some(index).filter(|&index| (index as usize) < self.1 && self.0.contains_key(name)),
            None => self.0.get(name).copied().flatten(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_plain_identifiers_stand_bare() {
        for name in ["x", "f::x", "_1", "value", "main"] {
            assert_eq!(quote(name), name);
        }
        assert_eq!(quote("t.1"), "'t.1'");
        assert_eq!(quote("spawn"), "'spawn'");
        assert_eq!(quote("int"), "'int'");
        assert_eq!(quote(""), "''");
        assert_eq!(quote("f::"), "'f::'");
        assert_eq!(quote("a'\n\u{7}"), "'a\\'\\n\\u{7}'");
    }

    #[test]
    fn equal_names_are_told_apart() {
        let names: Vec<Arc<str>> = ["a", "b", "a"].map(Arc::from).to_vec();
        assert_eq!(written_names(names.iter()), ["a#0", "b", "a#2"]);
        let found = Names::new(names.iter());
        assert_eq!([found.find("b", None), found.find("a", None), found.find("a", Some(2))], [Some(1), None, Some(2)]);
        assert_eq!(found.find("a", Some(3)), None);
    }
}
