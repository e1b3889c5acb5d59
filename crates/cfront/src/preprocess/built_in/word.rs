//! Spellings of preprocessing tokens as small numbers, the same for all files of a session.

use rustc_hash::FxHashMap;
use std::sync::{Arc, PoisonError, RwLock};

/// A spelling. Equal spellings are equal words.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Word(pub(super) u32);

macro_rules! known {
    ($($name:ident $spelling:literal;)*) => {
        #[allow(non_camel_case_types, clippy::upper_case_acronyms)]
        enum Order { $($name,)* }
        impl Word {
            $(pub(super) const $name: Word = Word(Order::$name as u32);)*
        }
        const KNOWN: &[&str] = &[$($spelling,)*];
    };
}

known! {
    DEFINED "defined"; VA_ARGS "__VA_ARGS__"; VA_OPT "__VA_OPT__"; LINE "__LINE__"; FILE "__FILE__";
    COUNTER "__COUNTER__"; INCLUDE_LEVEL "__INCLUDE_LEVEL__"; BASE_FILE "__BASE_FILE__"; FILE_NAME "__FILE_NAME__"; DATE "__DATE__"; TIME "__TIME__";
    TIMESTAMP "__TIMESTAMP__"; HAS_INCLUDE "__has_include"; HAS_INCLUDE_NEXT "__has_include_next";
    HAS_ATTRIBUTE "__has_attribute"; HAS_CPP_ATTRIBUTE "__has_cpp_attribute";
    HAS_C_ATTRIBUTE "__has_c_attribute"; HAS_BUILTIN "__has_builtin"; ONE "1"; ZERO "0";
}

/// The words of a session.
#[derive(Debug)]
pub(in crate::preprocess) struct Words(RwLock<Table>);

#[derive(Debug, Default)]
pub(super) struct Table {
    spellings: Vec<Arc<[u8]>>,
    words: FxHashMap<Arc<[u8]>, Word>,
}

impl Default for Words {
    fn default() -> Self {
        let mut table = Table::default();
        for spelling in KNOWN {
            table.word(spelling.as_bytes());
        }
        Words(RwLock::new(table))
    }
}

impl Words {
    /// The word of a spelling.
    pub(super) fn word(&self, spelling: &[u8]) -> Word {
        let known = self.0.read().unwrap_or_else(PoisonError::into_inner).words.get(spelling).copied();
        known.unwrap_or_else(|| self.change(|table| table.word(spelling)))
    }

    /// The spelling of a word.
    pub(super) fn spelling(&self, word: Word) -> Arc<[u8]> {
        self.0.read().unwrap_or_else(PoisonError::into_inner).spellings[word.0 as usize].clone()
    }

    /// Adds many words at once.
    pub(super) fn change<T>(&self, change: impl FnOnce(&mut Table) -> T) -> T {
        change(&mut self.0.write().unwrap_or_else(PoisonError::into_inner))
    }
}

impl Table {
    /// The word of a spelling, new or old.
    pub(super) fn word(&mut self, spelling: &[u8]) -> Word {
        if let Some(&word) = self.words.get(spelling) {
            return word;
        }
        let word =
            Word(u32::try_from(self.spellings.len()).expect("files of less than 2 GiB have fewer than 2^32 words"));
        let spelling: Arc<[u8]> = spelling.into();
        self.spellings.push(spelling.clone());
        self.words.insert(spelling, word);
        word
    }
}
