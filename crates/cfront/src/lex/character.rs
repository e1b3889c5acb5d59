//! Which characters may stand in an identifier (C11 annex D, and `$` as in GNU C).

/// A byte that can start an ASCII identifier.
pub(super) fn starts_identifier(byte: u8) -> bool {
    byte.is_ascii_alphabetic() || byte == b'_' || byte == b'$'
}

/// A byte that can continue an ASCII identifier.
pub(super) fn continues_identifier(byte: u8) -> bool {
    CONTINUES[byte as usize]
}

/// Looked up for every byte of every word, hence a table.
const CONTINUES: [bool; 256] = {
    let mut table = [false; 256];
    let mut byte = 0;
    while byte < 256 {
        let letter = byte as u8;
        table[byte] = letter.is_ascii_alphanumeric() || letter == b'_' || letter == b'$';
        byte += 1;
    }
    table
};

/// A character beyond ASCII that an identifier may contain.
pub(super) fn is_extended_identifier_character(character: char) -> bool {
    let code = u32::from(character);
    let after = RANGES.partition_point(|&(first, _)| first <= code);
    after.checked_sub(1).is_some_and(|index| code <= RANGES[index].1)
}

/// C11 D.1, sorted.
const RANGES: &[(u32, u32)] = &[
    (0xa8, 0xa8),
    (0xaa, 0xaa),
    (0xad, 0xad),
    (0xaf, 0xaf),
    (0xb2, 0xb5),
    (0xb7, 0xba),
    (0xbc, 0xbe),
    (0xc0, 0xd6),
    (0xd8, 0xf6),
    (0xf8, 0x167f),
    (0x1681, 0x180d),
    (0x180f, 0x1fff),
    (0x200b, 0x200d),
    (0x202a, 0x202e),
    (0x203f, 0x2040),
    (0x2054, 0x2054),
    (0x2060, 0x218f),
    (0x2460, 0x24ff),
    (0x2776, 0x2793),
    (0x2c00, 0x2dff),
    (0x2e80, 0x2fff),
    (0x3004, 0x3007),
    (0x3021, 0x302f),
    (0x3031, 0xd7ff),
    (0xf900, 0xfd3d),
    (0xfd40, 0xfdcf),
    (0xfdf0, 0xfe44),
    (0xfe47, 0xfffd),
    (0x10000, 0x1fffd),
    (0x20000, 0x2fffd),
    (0x30000, 0x3fffd),
    (0x40000, 0x4fffd),
    (0x50000, 0x5fffd),
    (0x60000, 0x6fffd),
    (0x70000, 0x7fffd),
    (0x80000, 0x8fffd),
    (0x90000, 0x9fffd),
    (0xa0000, 0xafffd),
    (0xb0000, 0xbfffd),
    (0xc0000, 0xcfffd),
    (0xd0000, 0xdfffd),
    (0xe0000, 0xefffd),
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn letters_of_all_scripts_belong_to_identifiers() {
        assert!("éßΩж中😀".chars().all(is_extended_identifier_character));
        assert!(!"\u{a0}×÷“”\u{2028}".chars().any(is_extended_identifier_character));
        assert!(RANGES.is_sorted());
    }
}
