//! The values of builtins that count, find and swap bits, of constants: gcc takes them for constants (`case __builtin_ctz(8):`).

/// What a builtin gives for a number of so many bits, if it is one of these, and its value is defined.
pub(super) fn value_of_builtin(name: &str, argument: i128, bits: u32) -> Option<i128> {
    let unused = 128 - bits;
    let word = (argument as u128) << unused >> unused;
    let operation = name.strip_prefix("__builtin_")?;
    let operation = operation.trim_end_matches(|it: char| it.is_ascii_digit());
    let value = match operation {
        "popcount" | "popcountl" | "popcountll" => word.count_ones(),
        "parity" | "parityl" | "parityll" => word.count_ones() % 2,
        "clz" | "clzl" | "clzll" if word != 0 => word.leading_zeros() - unused,
        "ctz" | "ctzl" | "ctzll" if word != 0 => word.trailing_zeros(),
        "ffs" | "ffsl" | "ffsll" if word != 0 => word.trailing_zeros() + 1,
        "ffs" | "ffsl" | "ffsll" => 0,
        "clrsb" | "clrsbl" | "clrsbll" => {
            let sign = word >> (bits - 1) & 1;
            let changes = if sign == 1 { !word << unused >> unused } else { word };
            changes.leading_zeros() - unused - 1
        }
        "bswap" => return Some((word.swap_bytes() >> unused) as i128),
        _ => return None,
    };
    Some(i128::from(value))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_gccs() {
        let questions = [
            ("__builtin_popcount", -1, 32, Some(32)),
            ("__builtin_parityll", 7, 64, Some(1)),
            ("__builtin_clz", 1, 32, Some(31)),
            ("__builtin_clzll", 0, 64, None),
            ("__builtin_ctz", -8, 32, Some(3)),
            ("__builtin_ffs", 0, 32, Some(0)),
            ("__builtin_ffsl", -4, 64, Some(3)),
            ("__builtin_clrsb", -1, 32, Some(31)),
            ("__builtin_clrsb", 1, 32, Some(30)),
            ("__builtin_bswap16", 0x1234, 16, Some(0x3412)),
            ("__builtin_bswap64", 1, 64, Some(1 << 56)),
            ("__builtin_expect", 1, 64, None),
        ];
        for (name, argument, bits, value) in questions {
            assert_eq!(value_of_builtin(name, argument, bits), value, "{name}({argument})");
        }
    }
}
