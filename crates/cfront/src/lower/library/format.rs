//! Formats of output (C11 7.21.6.1) that are string literals: what their conversions do with the arguments.

/// What a conversion does with memory.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Access {
    /// Reads a text up to its zero, or as far as the precision allows.
    Text(Precision),
    /// Stores how many characters were written so far, as a number of so many bytes, if that is known.
    Count(CountType, Option<u64>),
}

/// How many characters of a text are printed at most.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Precision {
    /// All.
    None,
    /// So many.
    Known(u64),
    /// As many as the argument with this number says; all if it is negative.
    Argument(usize),
}

/// The type that `%n` stores.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum CountType {
    /// `hh`
    Char,
    /// `h`
    Short,
    /// No length.
    Int,
    /// `l`, `z`, `t`
    Long,
    /// `ll`, `j`, `q`
    LongLong,
}

/// What a format does.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(super) struct Format {
    /// Accesses, with the numbers of the arguments behind the format that they go through.
    pub accesses: Vec<(usize, Access)>,
    /// How many arguments are taken.
    pub arguments: usize,
    /// How many characters are printed at least.
    pub least: u64,
    /// Whether these are all.
    pub is_exact: bool,
}

/// Reads a format. `None`: it has a conversion that is not modelled.
pub(super) fn parse(text: &str) -> Option<Format> {
    let mut format = Format { is_exact: true, ..Format::default() };
    let mut rest = text.bytes().peekable();
    while let Some(byte) = rest.next() {
        if byte != b'%' {
            format.least += 1;
            continue;
        }
        let mut has_width = false;
        while rest.next_if(|byte| b"-+ #0'".contains(byte)).is_some() {}
        if rest.next_if_eq(&b'*').is_some() {
            format.arguments += 1;
            has_width = true;
        }
        while rest.next_if(u8::is_ascii_digit).is_some() {
            has_width = true;
        }
        let mut precision = Precision::None;
        if rest.next_if_eq(&b'.').is_some() {
            let mut known = 0u64;
            if rest.next_if_eq(&b'*').is_some() {
                precision = Precision::Argument(format.arguments);
                format.arguments += 1;
            } else {
                while let Some(digit) = rest.next_if(u8::is_ascii_digit) {
                    known = known.saturating_mul(10).saturating_add(u64::from(digit - b'0'));
                }
                precision = Precision::Known(known);
            }
        }
        let mut length = String::new();
        while let Some(letter) = rest.next_if(|byte| b"hlLqjzt".contains(byte)) {
            length.push(letter.into());
        }
        let count = match length.as_str() {
            "hh" => CountType::Char,
            "h" => CountType::Short,
            "" => CountType::Int,
            "l" | "z" | "t" => CountType::Long,
            "ll" | "j" | "q" | "L" => CountType::LongLong,
            _ => return None,
        };
        let argument = format.arguments;
        match rest.next()? {
            b'%' => {
                format.least += 1;
                continue;
            }
            b'm' => {
                format.is_exact = false;
                continue;
            }
            b'c' => {
                format.least += 1;
                format.is_exact &= !has_width && count == CountType::Int;
            }
            b's' if count == CountType::Int => {
                format.accesses.push((argument, Access::Text(precision)));
                format.is_exact = false;
            }
            b'n' => {
                let known = format.is_exact.then_some(format.least);
                format.accesses.push((argument, Access::Count(count, known)));
            }
            letter if b"diuoxXfFeEgGaAp".contains(&letter) => format.is_exact = false,
            _ => return None,
        }
        format.arguments += 1;
    }
    Some(format)
}

#[cfg(test)]
mod tests {
    use super::{Access, CountType, Precision, parse};

    #[test]
    fn texts_are_found_with_their_precision() {
        let accesses = |text| parse(text).map(|format| format.accesses);
        assert_eq!(accesses("%d %s"), Some(vec![(1, Access::Text(Precision::None))]));
        assert_eq!(accesses("%-*.*s"), Some(vec![(2, Access::Text(Precision::Argument(1)))]));
        assert_eq!(accesses("%.12s%%"), Some(vec![(0, Access::Text(Precision::Known(12)))]));
        assert_eq!(accesses("%5.1f %lu %p"), Some(Vec::new()));
        for unknown in ["%ls", "%1$s", "%", "%5", "%y"] {
            assert_eq!(accesses(unknown), None, "{unknown}");
        }
    }

    #[test]
    fn the_number_of_characters_is_known_in_front_of_the_first_conversion() {
        let count = |text, ty, known| {
            let accesses = parse(text).map(|format| format.accesses).unwrap_or_default();
            assert_eq!(accesses.last().map(|(_, access)| *access), Some(Access::Count(ty, known)), "{text}");
        };
        count("abc%n", CountType::Int, Some(3));
        count("a%%%c%hhn", CountType::Char, Some(3));
        count("%ln", CountType::Long, Some(0));
        count("%d%n", CountType::Int, None);
        count("%5c%lln", CountType::LongLong, None);
    }

    #[test]
    fn the_result_is_known_without_conversions() {
        let result = |text| parse(text).map(|format| (format.is_exact, format.least));
        assert_eq!(result("abc\n"), Some((true, 4)));
        assert_eq!(result("%d items"), Some((false, 6)));
    }
}
