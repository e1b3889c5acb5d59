//! Random arguments, and the C text of a call with them: the same text for the machine and for the model.

use super::rows::{Answer, Row};
use std::fmt::Write as _;

/// How an argument is made.
#[derive(Clone, Copy, Debug)]
pub enum Argument {
    /// A short text in an array of just its size. Now and then the terminating zero is missing.
    Text,
    /// The same with the terminating zero: functions may read it in any order.
    Word,
    /// A text of digits, with white space and a sign in front of them and something behind.
    Digits,
    /// An array of some size, filled with letters.
    Room,
    /// A text in an array that may be larger than it.
    TextInRoom,
    /// An array of some bytes.
    Bytes,
    /// A size from zero to this number.
    Size(u64),
    /// A character that is likely to occur in texts.
    Letter,
    /// What the functions of `<ctype.h>` take.
    Character,
    /// An `int` of any size; not the smallest one, whose absolute value does not exist.
    Number,
    /// A `long` of any size, not the smallest one.
    Long,
    /// A 16-bit number.
    Short,
    /// A 32-bit number.
    Unsigned,
    /// The base of a number.
    Base,
    /// Where the end of what was read in the argument with this number is stored.
    End(usize),
    /// One of these formats.
    Format(&'static [&'static str]),
}

/// Numbers that seem random and are the same in every run (xorshift).
pub struct Random(u64);

impl Random {
    /// A sequence of its own for each name.
    pub fn new(name: &str, seed: u64) -> Random {
        let start = name
            .bytes()
            .fold(seed ^ 0x9e37_79b9_7f4a_7c15, |all, byte| (all ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3));
        Random(start | 1)
    }

    fn next(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0 >> 11
    }

    /// A number below a bound.
    pub fn below(&mut self, bound: u64) -> u64 {
        self.next() % bound
    }

    fn of<T: Copy>(&mut self, all: &[T]) -> T {
        all[self.below(all.len() as u64) as usize]
    }
}

/// A call with certain arguments.
#[derive(Clone, Debug)]
pub struct Call {
    /// Arrays that the arguments point to: the number of the argument, and the bytes.
    arrays: Vec<(usize, Vec<u8>)>,
    /// Further declarations.
    before: String,
    /// The call itself.
    pub call: String,
    /// What the result is compared by, as an expression of `result`; empty if the result does not matter.
    pub answer: String,
    /// Further numbers to compare: the bytes of the arrays, the ends that were stored.
    pub memory: Vec<String>,
}

impl Call {
    /// A call of a function of a row.
    pub fn random(row: &Row, name: &str, random: &mut Random) -> Call {
        let mut call = Call {
            arrays: Vec::new(),
            before: String::new(),
            call: String::new(),
            answer: String::new(),
            memory: Vec::new(),
        };
        let arguments: Vec<String> =
            row.arguments.iter().enumerate().map(|(index, argument)| call.argument(*argument, index, random)).collect();
        call.call = format!("{name}({})", arguments.join(", "));
        call.answer = match row.answer {
            Answer::Number | Answer::Possible => "(long)result".to_owned(),
            Answer::Sign => "(result > 0) - (result < 0)".to_owned(),
            Answer::Truth => "result != 0".to_owned(),
            Answer::Place(argument) => format!("result ? (char *)result - (char *)a{argument} : -1"),
            Answer::Nothing => String::new(),
        };
        call
    }

    fn array(&mut self, index: usize, bytes: &[u8]) -> String {
        self.arrays.push((index, bytes.to_vec()));
        self.memory.extend((0..bytes.len()).map(|at| format!("a{index}[{at}]")));
        format!("(void *)a{index}")
    }

    fn argument(&mut self, argument: Argument, index: usize, random: &mut Random) -> String {
        const LETTERS: &[u8] = b"aAbBz_ 1";
        match argument {
            Argument::Text | Argument::Word => {
                let length = random.below(6);
                let mut bytes: Vec<u8> = (0..length).map(|_| random.of(LETTERS)).collect();
                if length == 0 || matches!(argument, Argument::Word) || random.below(10) > 0 {
                    bytes.push(0);
                }
                self.array(index, &bytes)
            }
            Argument::Digits => {
                let mut bytes = random.of(&["", " ", "\t\n", "-", "+", " -", "0x", "- "]).as_bytes().to_vec();
                let length = if random.below(5) == 0 { 21 } else { random.below(5) };
                bytes.extend((0..length).map(|_| random.of(b"0123789aF")));
                bytes.extend(random.of(&["", " 1", "z", "-"]).as_bytes());
                bytes.push(0);
                self.array(index, &bytes)
            }
            Argument::Room => {
                let bytes = vec![b'q'; 1 + random.below(8) as usize];
                self.array(index, &bytes)
            }
            Argument::TextInRoom => {
                let mut bytes = vec![b'q'; 1 + random.below(8) as usize];
                let length = random.below(bytes.len() as u64) as usize;
                bytes[length] = 0;
                self.array(index, &bytes)
            }
            Argument::Bytes => {
                let bytes: Vec<u8> = (0..1 + random.below(4)).map(|_| random.of(b"aAb\0\xff")).collect();
                self.array(index, &bytes)
            }
            Argument::Size(most) => random.below(most + 1).to_string(),
            Argument::Letter => random.of(b"aAbBz_1\0\xff").to_string(),
            Argument::Character => (random.below(257) as i64 - 1).to_string(),
            Argument::Number => random.of(&[0, 1, -1, 7, -42, 99_999, 2_147_483_647, -2_147_483_647]).to_string(),
            Argument::Long => format!("{}L", random.of(&[0, 1, -1, 1 << 40, i64::MAX, -i64::MAX])),
            Argument::Short => random.below(1 << 16).to_string(),
            Argument::Unsigned => format!("{}u", random.below(1 << 32)),
            Argument::Base => random.of(&[0, 2, 8, 10, 16, 36]).to_string(),
            Argument::End(text) => {
                _ = writeln!(self.before, "    char *a{index} = (char *)a{text};");
                self.memory.push(format!("a{index} - (char *)a{text}"));
                format!("&a{index}")
            }
            Argument::Format(formats) => format!("\"{}\"", random.of(formats)),
        }
    }

    /// What is compared, as C expressions: the result, then the rest.
    pub fn compared(&self) -> Vec<&str> {
        let answer = Some(self.answer.as_str()).filter(|answer| !answer.is_empty());
        answer.into_iter().chain(self.memory.iter().map(String::as_str)).chain(["errno"]).collect()
    }

    /// The statements of the call, in a block that is still open: with arrays, or with arrays that the machine guards.
    pub fn text(&self, is_guarded: bool) -> String {
        let mut text = String::from("  {\n");
        for (index, bytes) in &self.arrays {
            let (size, list) = (bytes.len(), bytes.iter().map(u8::to_string).collect::<Vec<_>>().join(", "));
            _ = match is_guarded {
                false => writeln!(text, "    unsigned char a{index}[{size}] = {{{list}}};"),
                true => writeln!(text, "    unsigned char *a{index} = guarded({size}, (unsigned char[]){{{list}}});"),
            };
        }
        let keeps = if self.answer.is_empty() { "" } else { "__typeof__(CALL) result = " };
        let call = format!("{}{};", keeps.replace("CALL", &self.call), self.call);
        text.push_str(&self.before);
        _ = writeln!(text, "    errno = 0;\n    {call}");
        text
    }
}
