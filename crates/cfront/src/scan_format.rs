//! Formats of input (`scanf`, C11 7.21.6.2): their directives, and what each conversion stores when the input is any text.

/// A directive of a format.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Directive {
    /// White space, which skips any amount of it.
    Space,
    /// A character that the input must have.
    Character(char),
    /// A conversion of an integer.
    Integer {
        /// The base; 0 if the input says it.
        base: u32,
        /// Whether the target is signed.
        is_signed: bool,
        /// The type of the target, as C writes it.
        ty: &'static str,
        /// Whether a target gets it.
        is_kept: bool,
        /// The greatest number of characters; 0 for no limit.
        width: u32,
    },
    /// A conversion of a floating-point number. Members as of an integer.
    Float {
        /// `float`, `double` or `long double`.
        ty: &'static str,
        /// Whether a target gets it.
        is_kept: bool,
        /// The greatest number of characters; 0 for no limit.
        width: u32,
    },
    /// `%p`.
    Pointer {
        /// Whether a target gets it.
        is_kept: bool,
    },
    /// `s`, `c` or `[`.
    Text {
        /// The letter.
        conversion: char,
        /// What stands behind `[`, with the `]` that ends it.
        set: String,
        /// Whether a target gets it.
        is_kept: bool,
        /// The greatest number of characters; 0 for no limit. Of `c` at least 1.
        width: u32,
    },
    /// `%n`: how many characters were read.
    Position {
        /// The type of the target, as C writes it.
        ty: &'static str,
        /// Whether a target gets it.
        is_kept: bool,
    },
}

/// The directives of a format; `None` if it has a conversion that is not known: of wide characters, of memory that is allocated (`%ms`),
/// or none of C's.
#[must_use]
pub fn directives(format: &str) -> Option<Vec<Directive>> {
    let mut all = Vec::new();
    let mut rest = format.chars().peekable();
    while let Some(char) = rest.next() {
        if is_space(char) {
            all.push(Directive::Space);
            continue;
        }
        if char != '%' {
            all.push(Directive::Character(char));
            continue;
        }
        let is_kept = rest.next_if_eq(&'*').is_none();
        let (mut width, mut has_width) = (0u32, false);
        while let Some(digit) = rest.peek().and_then(|char| char.to_digit(10)) {
            width = width.checked_mul(10)?.checked_add(digit)?;
            has_width = true;
            rest.next();
        }
        if has_width && width == 0 {
            return None;
        }
        let mut length = String::new();
        while let Some(letter) = rest.next_if(|char| "hlqjLzt".contains(*char)) {
            length.push(letter);
        }
        let conversion = rest.next()?;
        match conversion {
            'd' | 'u' | 'o' | 'x' | 'X' | 'i' => {
                let is_signed = matches!(conversion, 'd' | 'i');
                let base = match conversion {
                    'd' | 'u' => 10,
                    'o' => 8,
                    'x' | 'X' => 16,
                    _ => 0,
                };
                let ty = integer_type(&length, is_signed)?;
                all.push(Directive::Integer { base, is_signed, ty, is_kept, width });
            }
            'a' | 'A' | 'e' | 'E' | 'f' | 'F' | 'g' | 'G' => {
                let ty = match length.as_str() {
                    "" => "float",
                    "l" => "double",
                    "L" => "long double",
                    _ => return None,
                };
                all.push(Directive::Float { ty, is_kept, width });
            }
            'p' if length.is_empty() => all.push(Directive::Pointer { is_kept }),
            'n' => all.push(Directive::Position { ty: integer_type(&length, true)?, is_kept }),
            '%' => all.extend([Directive::Space, Directive::Character('%')]),
            's' | 'c' if length.is_empty() => {
                let width = if conversion == 'c' { width.max(1) } else { width };
                all.push(Directive::Text { conversion, set: String::new(), is_kept, width });
            }
            '[' if length.is_empty() => {
                let mut set: String = rest.next_if_eq(&'^').into_iter().collect();
                set.extend(rest.next_if_eq(&']'));
                loop {
                    match rest.next()? {
                        ']' => break,
                        char => set.push(char),
                    }
                }
                set.push(']');
                all.push(Directive::Text { conversion, set, is_kept, width });
            }
            _ => return None,
        }
    }
    Some(all)
}

fn is_space(char: char) -> bool {
    char == ' ' || ('\t'..='\r').contains(&char)
}

fn integer_type(length: &str, is_signed: bool) -> Option<&'static str> {
    Some(match (length, is_signed) {
        ("", true) => "int",
        ("", false) => "unsigned int",
        ("h", true) => "short",
        ("h", false) => "unsigned short",
        ("hh", true) => "signed char",
        ("hh", false) => "unsigned char",
        ("l", true) => "long",
        ("l", false) => "unsigned long",
        ("ll" | "q" | "j" | "L", true) => "long long",
        ("ll" | "q" | "j" | "L", false) => "unsigned long long",
        ("z" | "t", true) => "__PTRDIFF_TYPE__",
        ("z" | "t", false) => "__SIZE_TYPE__",
        _ => return None,
    })
}

/// What a conversion stores in its target when the input is any text.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Stored {
    /// Any value of the target's type.
    Scalar,
    /// An `int` of at most so many characters, one of which may be the sign. At most 9.
    Decimal(u32),
    /// Characters.
    Characters(Characters),
    /// `%n`: how many characters were read.
    Position(Position),
}

/// The characters that a conversion stores.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Characters {
    /// First and last of each range of bytes that may be stored, in ascending order.
    pub ranges: Vec<(u8, u8)>,
    /// The greatest number of characters; 0 for no limit.
    pub width: u32,
    /// Whether a zero follows them.
    pub has_end: bool,
}

/// Where a `%n` stands.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Position {
    /// How many targets before it count in the result.
    pub behind: u32,
    /// Whether it is reached whenever the last of these has its value. Else a directive before it may fail.
    pub is_certain: bool,
    /// The least number of characters that were read.
    pub least: u32,
}

/// What the targets of a format get, one after the other. A conversion without a target gets none.
#[must_use]
pub fn stores(directives: &[Directive]) -> Vec<Stored> {
    let mut all = Vec::new();
    let (mut behind, mut is_certain, mut least) = (0, true, 0u32);
    for directive in directives {
        let (stored, is_kept) = match directive {
            Directive::Space => continue,
            Directive::Character(_) => {
                (is_certain, least) = (false, least.saturating_add(1));
                continue;
            }
            Directive::Position { is_kept, .. } => {
                if *is_kept {
                    all.push(Stored::Position(Position { behind, is_certain, least }));
                }
                continue;
            }
            Directive::Integer { is_signed: true, ty: "int", is_kept, width: width @ 1..=9, .. } => {
                (Stored::Decimal(*width), *is_kept)
            }
            Directive::Text { conversion: 'c', is_kept, width: 1, .. } => (Stored::Scalar, *is_kept),
            Directive::Text { conversion, set, is_kept, width } => {
                let ranges = ranges(*conversion, set);
                let characters = Characters { ranges, width: *width, has_end: *conversion != 'c' };
                (Stored::Characters(characters), *is_kept)
            }
            Directive::Integer { is_kept, .. } | Directive::Float { is_kept, .. } | Directive::Pointer { is_kept } => {
                (Stored::Scalar, *is_kept)
            }
        };
        least = least.saturating_add(1);
        is_certain = is_kept;
        if is_kept {
            all.push(stored);
            behind += 1;
        }
    }
    all
}

/// The bytes that a conversion of a text takes.
fn ranges(conversion: char, set: &str) -> Vec<(u8, u8)> {
    let is_taken: Box<dyn Fn(u8) -> bool> = match conversion {
        's' => Box::new(|byte| !is_space(char::from(byte))),
        '[' => {
            let (is_negated, members) = members(set);
            Box::new(move |byte| members[usize::from(byte)] != is_negated)
        }
        _ => Box::new(|_| true),
    };
    let mut ranges: Vec<(u8, u8)> = Vec::new();
    for byte in 0..=u8::MAX {
        match ranges.last_mut() {
            _ if !is_taken(byte) => {}
            Some((_, last)) if *last + 1 == byte => *last = byte,
            _ => ranges.push((byte, byte)),
        }
    }
    ranges
}

/// Whether a set holds all bytes but its members, and the members. A minus between two characters makes a range, as in the C library of
/// Linux.
fn members(set: &str) -> (bool, Vec<bool>) {
    let mut bytes: Vec<u8> = set.chars().map(|char| char as u8).collect();
    bytes.pop();
    let is_negated = bytes.first() == Some(&b'^');
    if is_negated {
        bytes.remove(0);
    }
    let mut members = vec![false; 256];
    let mut rest = bytes.as_slice();
    while let [first, behind @ ..] = rest {
        let (last, behind) = match behind {
            [b'-', last, behind @ ..] if first <= last => (last, behind),
            _ => (first, behind),
        };
        for byte in *first..=*last {
            members[usize::from(byte)] = true;
        }
        rest = behind;
    }
    (is_negated, members)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn conversions_are_known_or_refused() {
        let integer = Directive::Integer { base: 10, is_signed: true, ty: "int", is_kept: true, width: 0 };
        let position = Directive::Position { ty: "int", is_kept: true };
        assert_eq!(directives("=%d%n"), Some(vec![Directive::Character('='), integer, position]));
        let set = Directive::Text { conversion: '[', set: "^]=]".to_owned(), is_kept: false, width: 31 };
        assert_eq!(directives("%*31[^]=] "), Some(vec![set, Directive::Space]));
        assert_eq!(directives("%5Lf"), Some(vec![Directive::Float { ty: "long double", is_kept: true, width: 5 }]));
        for unknown in ["%ms", "%ls", "%[a", "%", "%lhd", "%hf", "%0s", "%b"] {
            assert_eq!(directives(unknown), None, "{unknown}");
        }
    }

    fn stored(format: &str) -> Vec<Stored> {
        stores(&directives(format).expect("known"))
    }

    #[test]
    fn each_kept_conversion_stores() {
        assert_eq!(stored("%d %*d %ld"), [Stored::Scalar, Stored::Scalar]);
        assert_eq!(
            stored(" %c,%% %2d%hhu%5ld%10i%9u"),
            [Stored::Scalar, Stored::Decimal(2), Stored::Scalar, Stored::Scalar, Stored::Scalar, Stored::Scalar]
        );
        assert_eq!(stored("text"), []);
    }

    #[test]
    fn words_and_sets_take_some_bytes() {
        let characters = |ranges: &[(u8, u8)], width, has_end| {
            Stored::Characters(Characters { ranges: ranges.to_vec(), width, has_end })
        };
        assert_eq!(stored("%*3s%15s"), [characters(&[(0, 8), (14, 31), (33, 255)], 15, true)]);
        assert_eq!(
            stored("%[]a-c-]%3c"),
            [characters(&[(b'-', b'-'), (b']', b']'), (b'a', b'c')], 0, true), characters(&[(0, 255)], 3, false)]
        );
        assert_eq!(stored("%4[^\n]"), [characters(&[(0, 9), (11, 255)], 4, true)]);
    }

    #[test]
    fn positions_say_what_must_be_behind_them() {
        let position = |behind, is_certain, least| Stored::Position(Position { behind, is_certain, least });
        assert_eq!(stored("%d%n"), [Stored::Scalar, position(1, true, 1)]);
        assert_eq!(stored("%d :%n"), [Stored::Scalar, position(1, false, 2)]);
        assert_eq!(stored(" %n%*s%n"), [position(0, true, 0), position(0, false, 1)]);
    }
}
