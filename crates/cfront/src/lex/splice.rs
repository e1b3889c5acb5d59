//! Translation phase 2 (C11 5.1.1.2): a backslash at the end of a line joins it with the next one.
//!
//! Most files have none, so the lexer reads the text itself then. Otherwise it reads a joined copy, and offsets are
//! translated back. As in gcc, blanks between the backslash and the line break are allowed.

use std::borrow::Cow;

/// Text with its lines joined, and the way back to physical offsets.
pub(crate) struct Spliced<'a> {
    /// What the lexer reads.
    pub(crate) text: Cow<'a, [u8]>,
    /// For each splice the offset in `text` before which it stood and the number of bytes removed so far, it included.
    splices: Vec<(usize, usize)>,
}

impl<'a> Spliced<'a> {
    /// Joins the lines of `text`.
    pub(crate) fn new(text: &'a [u8]) -> Self {
        let mut joined: Vec<u8> = Vec::new();
        let mut splices = Vec::new();
        let mut copied = 0;
        let mut removed = 0;
        let mut at = 0;
        while let Some(found) = find_backslash(text, at) {
            let mut end = found + 1;
            while matches!(text.get(end), Some(b' ' | b'\t' | b'\r' | b'\x0b' | b'\x0c')) {
                end += 1;
            }
            if text.get(end) == Some(&b'\n') {
                end += 1;
                joined.extend_from_slice(&text[copied..found]);
                removed += end - found;
                splices.push((joined.len(), removed));
                copied = end;
            }
            at = end;
        }
        if splices.is_empty() {
            return Spliced { text: Cow::Borrowed(text), splices };
        }
        joined.extend_from_slice(&text[copied..]);
        Spliced { text: Cow::Owned(joined), splices }
    }

    /// The physical offset of the byte at `offset` of the joined text.
    pub(crate) fn physical_start(&self, offset: usize) -> usize {
        let before = self.splices.partition_point(|&(at, _)| at <= offset);
        offset + before.checked_sub(1).map_or(0, |index| self.splices[index].1)
    }

    /// The physical offset just past the byte before `offset` of the joined text.
    pub(crate) fn physical_end(&self, offset: usize) -> usize {
        let before = self.splices.partition_point(|&(at, _)| at < offset);
        offset + before.checked_sub(1).map_or(0, |index| self.splices[index].1)
    }
}

fn find_backslash(text: &[u8], from: usize) -> Option<usize> {
    text.get(from..)?.iter().position(|&byte| byte == b'\\').map(|at| from + at)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_without_splices_is_not_copied() {
        let spliced = Spliced::new(b"a\\b \\");
        assert!(matches!(spliced.text, Cow::Borrowed(_)));
        assert_eq!(spliced.physical_start(3), 3);
    }

    #[test]
    fn offsets_lead_back_to_the_physical_text() {
        // Physical: a0 \1 LF2 b3 c4 \5 SP6 CR7 LF8 d9
        let spliced = Spliced::new(b"a\\\nbc\\ \r\nd");
        assert_eq!(&spliced.text[..], b"abcd");
        let starts: Vec<_> = (0..4).map(|at| spliced.physical_start(at)).collect();
        assert_eq!(starts, [0, 3, 4, 9]);
        let ends: Vec<_> = (1..5).map(|at| spliced.physical_end(at)).collect();
        assert_eq!(ends, [1, 4, 5, 10]);
    }
}
