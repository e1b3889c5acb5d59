//! Proofs as text: a head, then for each solver the line `solver` and what happened in it, then `end`.
//!
//! | line | meaning |
//! |---|---|
//! | `f FIRST LAST` | the next clauses of the formula, in the order in which it is made, have these numbers |
//! | `t ID LITERALS 0` | a clause of the theory |
//! | `e TWIN VARIABLE` | a new variable that is another name of a variable |
//! | `x VARIABLE SOURCE RIVAL` | a new variable: whether the rival is before the write that `SOURCE` reads from, or else after the read |
//! | `ID LITERALS 0 IDS 0` | a learned clause, and what it follows from |
//! | `d IDS 0` | clauses that are needed no more |
//! | `m VARIABLES 0 EVENTS 0` | there is a model, in which these variables are true and these events come in this order |
//! | `u ID` | there is none: this clause says why |
//! | `i` | the search was given up, and nothing is said |
//!
//! Literals are numbers, negative ones are negations.

use std::fmt;

/// Why a proof is not accepted.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Rejected {
    /// The line of the proof.
    pub line: usize,
    /// What is wrong with it.
    pub why: String,
}

impl fmt::Display for Rejected {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}: {}", self.line, self.why)
    }
}

/// The text of a proof, read from its beginning to its end.
pub struct ProofText {
    text: Vec<u8>,
    position: usize,
    line: usize,
}

/// A line of a proof: what comes before its numbers, and these.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Line {
    /// The word in front; empty for learned clauses.
    pub word: String,
    /// The numbers.
    pub numbers: Vec<i64>,
}

impl ProofText {
    /// A proof of which no line was read yet.
    pub fn new(text: Vec<u8>) -> ProofText {
        ProofText { text, position: 0, line: 0 }
    }

    /// A rejection at the line that was read last.
    pub fn rejected(&self, why: impl Into<String>) -> Rejected {
        Rejected { line: self.line, why: why.into() }
    }

    /// The next line as text.
    ///
    /// # Errors
    /// If there is none, or if it is no text.
    pub fn text_line(&mut self) -> Result<String, Rejected> {
        self.line += 1;
        let rest = &self.text[self.position..];
        let Some(length) = rest.iter().position(|&byte| byte == b'\n') else {
            return Err(self.rejected("the proof ends too early"));
        };
        self.position += length + 1;
        match std::str::from_utf8(&rest[..length]) {
            Ok(text) => Ok(text.to_owned()),
            Err(_) => Err(self.rejected("this is no text")),
        }
    }

    /// The next line as a word and numbers, into a line that is used again and again.
    ///
    /// # Errors
    /// If there is none, or if it is something else.
    pub fn line(&mut self, line: &mut Line) -> Result<(), Rejected> {
        self.line += 1;
        line.word.clear();
        line.numbers.clear();
        let rest = &self.text[self.position..];
        let Some(length) = rest.iter().position(|&byte| byte == b'\n') else {
            return Err(self.rejected("the proof ends too early"));
        };
        let bytes = &rest[..length];
        for (index, piece) in bytes.split(|&byte| byte == b' ').enumerate() {
            match number(piece) {
                Some(number) => line.numbers.push(number),
                None if index == 0 && !piece.is_empty() && piece.iter().all(u8::is_ascii_lowercase) => {
                    line.word.extend(piece.iter().map(|&byte| char::from(byte)));
                }
                None => return Err(self.rejected("a number is expected")),
            }
        }
        self.position += length + 1;
        Ok(())
    }

    /// Whether everything was read.
    pub fn is_at_end(&self) -> bool {
        self.position == self.text.len()
    }
}

/// A decimal number.
fn number(piece: &[u8]) -> Option<i64> {
    let (is_negative, digits) = match piece.split_first() {
        Some((b'-', digits)) => (true, digits),
        Some(_) => (false, piece),
        None => return None,
    };
    if digits.is_empty() || digits.len() > 18 {
        return None;
    }
    let mut number = 0i64;
    for &digit in digits {
        if !digit.is_ascii_digit() {
            return None;
        }
        number = number * 10 + i64::from(digit - b'0');
    }
    Some(if is_negative { -number } else { number })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Result<Line, Rejected> {
        let mut line = Line::default();
        ProofText::new(text.as_bytes().to_vec()).line(&mut line)?;
        Ok(line)
    }

    #[test]
    fn a_line_is_a_word_and_numbers() {
        assert_eq!(read("t 7 -3 0\n"), Ok(Line { word: "t".into(), numbers: vec![7, -3, 0] }));
        assert_eq!(read("9 0 1 2 0\n"), Ok(Line { word: String::new(), numbers: vec![9, 0, 1, 2, 0] }));
    }

    #[test]
    fn everything_else_is_rejected() {
        for text in ["t 7 -3 0", "t 7 - 0\n", "7 t\n", "\n", "t  1\n", "99999999999999999999\n", "t 1 \n"] {
            assert!(read(text).is_err(), "{text:?}");
        }
    }
}
