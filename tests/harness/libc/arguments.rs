//! Kinds of arguments, and random ones of each kind as C text.

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
    /// An array of this size, filled with letters.
    Buffer(u64),
    /// An array of as many letters, without a terminating zero.
    Letters(u64),
    /// A text in an array that may be larger than it.
    TextInRoom,
    /// An array of some bytes.
    Bytes,
    /// The same kinds of wide characters.
    WideText,
    /// A wide text of ASCII characters with the terminating zero.
    WideWord,
    /// A wide text of digits.
    WideDigits,
    /// An array of some wide characters.
    WideRoom,
    /// A wide text in an array that may be larger than it.
    WideTextInRoom,
    /// An array of this many numbers of type `int`, from 0 to 5.
    Numbers(u64),
    /// An array of one number of type `int`.
    OneNumber,
    /// A size from zero to this number.
    Size(u64),
    /// A number from the first to the second.
    Between(i64, i64),
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
    /// A 64-bit number.
    UnsignedLong,
    /// A base of a number.
    Base,
    /// Where the end of what was read in the argument with this number is stored.
    End(usize),
    /// One of these expressions.
    Of(&'static [&'static str]),
}

use Argument::*;

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

/// An array that an argument points to.
#[derive(Clone, Debug)]
pub struct Array {
    /// The number of the argument: `a0` is the name of the first one.
    pub index: usize,
    /// The type of its elements.
    pub element: &'static str,
    /// The elements.
    pub values: Vec<i64>,
}

/// An argument as text, and what it needs.
#[derive(Debug, Default)]
pub struct Made {
    /// The argument.
    pub text: String,
    /// An array that must be there.
    pub array: Option<Array>,
    /// Declarations that must stand in front.
    pub before: String,
    /// What can be compared behind the call.
    pub memory: Vec<String>,
}

const LETTERS: &[u8] = b"aAbBz_ 1";
/// Wide characters also beyond ASCII.
const WIDE_LETTERS: &[i64] = &[97, 65, 98, 66, 95, 32, 0x20ac];

fn bytes_of(bytes: &[u8]) -> Vec<i64> {
    bytes.iter().map(|&byte| i64::from(byte)).collect()
}

/// Letters, with the terminating zero in most cases.
fn text(letters: &[i64], has_end: bool, random: &mut Random) -> Vec<i64> {
    let length = random.below(6);
    let mut values: Vec<i64> = (0..length).map(|_| random.of(letters)).collect();
    if length == 0 || has_end || random.below(10) > 0 {
        values.push(0);
    }
    values
}

fn text_in_room(random: &mut Random) -> Vec<i64> {
    let mut values = vec![i64::from(b'q'); 1 + random.below(8) as usize];
    let length = random.below(values.len() as u64) as usize;
    values[length] = 0;
    values
}

fn digits(random: &mut Random) -> Vec<i64> {
    let mut bytes = random.of(&["", " ", "\t\n", "-", "+", " -", "0x", "- ", "-0X", "0"]).as_bytes().to_vec();
    let length = if random.below(5) == 0 { 21 } else { random.below(5) };
    bytes.extend((0..length).map(|_| random.of(b"0123789aF")));
    bytes.extend(random.of(&["", " 1", "z", "-", "x"]).as_bytes());
    bytes.push(0);
    bytes_of(&bytes)
}

/// A random argument of a kind, at a position.
pub fn made(argument: Argument, index: usize, random: &mut Random) -> Made {
    let bytes = |values: Vec<i64>| array(index, "unsigned char", values);
    let wide = |values: Vec<i64>| array(index, "wchar_t", values);
    let plain = |text: String| Made { text, ..Made::default() };
    match argument {
        Text | Word => bytes(text(&bytes_of(LETTERS), matches!(argument, Word), random)),
        WideText => wide(text(WIDE_LETTERS, false, random)),
        WideWord => wide(text(&bytes_of(LETTERS), true, random)),
        Digits => bytes(digits(random)),
        WideDigits => wide(digits(random)),
        Room => bytes(vec![i64::from(b'q'); 1 + random.below(8) as usize]),
        Buffer(size) => bytes(vec![i64::from(b'q'); size as usize]),
        Letters(size) => bytes((0..size).map(|_| i64::from(random.of(LETTERS))).collect()),
        WideRoom => wide(vec![i64::from(b'q'); 1 + random.below(8) as usize]),
        TextInRoom => bytes(text_in_room(random)),
        WideTextInRoom => wide(text_in_room(random)),
        Bytes => bytes((0..1 + random.below(4)).map(|_| i64::from(random.of(b"aAb\0\xff"))).collect()),
        Numbers(count) => array(index, "int", (0..count).map(|_| random.below(6) as i64).collect()),
        OneNumber => array(index, "int", vec![random.below(6) as i64]),
        Size(most) => plain(random.below(most + 1).to_string()),
        Between(low, high) => plain((low + random.below((high - low + 1) as u64) as i64).to_string()),
        Letter => plain(random.of(b"aAbBz_1\0\xff").to_string()),
        Character => plain((random.below(257) as i64 - 1).to_string()),
        Number => plain(random.of(&[0, 1, -1, 7, -42, 99_999, 2_147_483_647, -2_147_483_647]).to_string()),
        Long => plain(format!("{}L", random.of(&[0, 1, -1, 10, -77, 1 << 40, i64::MAX, -i64::MAX]))),
        Short => plain(random.below(1 << 16).to_string()),
        Unsigned => plain(format!("{}u", random.below(1 << 32) >> random.below(32))),
        UnsignedLong => plain(format!("{}ul", ((random.next() << 32) ^ random.next()) >> random.below(64))),
        Base => plain(random.of(&[0, 2, 8, 10, 16, 36]).to_string()),
        End(of) => {
            let mut made = plain(format!("(void *)&a{index}"));
            _ = writeln!(made.before, "    char *a{index} = (char *)a{of} + 1;");
            made.memory.push(format!("a{index} - (char *)a{of}"));
            made
        }
        Of(expressions) => plain(random.of(expressions).to_owned()),
    }
}

fn array(index: usize, element: &'static str, values: Vec<i64>) -> Made {
    let memory = (0..values.len()).map(|at| format!("a{index}[{at}]")).collect();
    let text = format!("(void *)a{index}");
    Made { text, array: Some(Array { index, element, values }), before: String::new(), memory }
}
