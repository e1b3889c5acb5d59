//! Some of the tokens of a file, with the names that they use.

use super::interner::Interner;
use super::token::{NameId, Token, TokenKind, Tokens};
use rustc_hash::FxHashMap;
use std::ops::Range;

impl Tokens {
    /// The tokens in these ranges, which are in order and do not overlap, and the end of the file. What else is said of the whole file stays.
    pub(crate) fn select(&self, ranges: &[Range<usize>]) -> Tokens {
        let mut names = Interner::new();
        let mut numbers: FxHashMap<NameId, NameId> = FxHashMap::default();
        let mut list: Vec<Token> = Vec::with_capacity(ranges.iter().map(ExactSizeIterator::len).sum::<usize>() + 1);
        let mut packings: Vec<(usize, Option<u32>)> = Vec::new();
        let mut limit = None;
        let (last, end) = self.list.split_last().map_or((None, 0), |(last, rest)| (Some(*last), rest.len()));
        for index in ranges.iter().cloned().flatten().filter(|&index| index < end) {
            let packing = self.packing(index);
            if packing != limit {
                packings.push((list.len(), packing));
                limit = packing;
            }
            let mut token = self.list[index];
            if let TokenKind::Identifier(id) = &mut token.kind {
                *id = *numbers.entry(*id).or_insert_with(|| names.intern_name(self.names.name(*id)));
            }
            list.push(token);
        }
        list.extend(last);
        Tokens {
            list,
            names,
            integers: self.integers.clone(),
            floatings: self.floatings.clone(),
            characters: self.characters.clone(),
            strings: self.strings.clone(),
            string_bytes: self.string_bytes.clone(),
            packings,
            pragmas: self.pragmas.clone(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::lex;
    use super::*;
    use raddle_program::source::FileId;

    #[test]
    fn what_is_left_out_changes_nothing_of_the_rest() {
        let text = b"int a;\n#pragma pack(1)\nint b = 7;\n#pragma pack()\nstruct s { int c; } d;\n";
        let all = lex(FileId(0), text).tokens;
        let some = all.select(&[3..8, 12..15]);
        let spelled = |tokens: &Tokens| {
            let text_of = |token: &Token| &text[token.span.start as usize..token.span.end as usize];
            tokens.list().iter().map(text_of).map(|text| String::from_utf8_lossy(text).into_owned()).collect::<Vec<_>>()
        };
        assert_eq!(spelled(&some), ["int", "b", "=", "7", ";", "c", ";", "}", ""]);
        let TokenKind::Identifier(b) = some.list()[1].kind else { panic!("{:?}", some.list()) };
        let TokenKind::Identifier(c) = some.list()[5].kind else { panic!("{:?}", some.list()) };
        assert_eq!((&**some.name(b), &**some.name(c)), ("b", "c"));
        assert_eq!((some.packing(0), some.packing(4), some.packing(5)), (Some(1), Some(1), None));
        assert_eq!((some.find_name("a"), some.find_name("b")), (None, Some(b)));
    }
}
