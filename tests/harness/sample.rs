//! What is tried in every run, and what only where there is time for all of it (`RADDLE_ALL=1`).
//!
//! What is chosen hangs on its name alone, so it is the same on every machine, and does not move as the corpus grows.

/// Whether everything is tried.
pub fn is_everything() -> bool {
    std::env::var_os("RADDLE_ALL").is_some()
}

/// Whether something with a name is tried, where about one of so many is. The parts of the name are taken together.
pub fn is_chosen(name: &[&str], of: u32) -> bool {
    is_everything() || number_of(name).is_multiple_of(of)
}

/// A number that a name has on every machine (FNV-1a, with a zero byte behind each part).
pub fn number_of(name: &[&str]) -> u32 {
    let bytes = name.iter().flat_map(|part| part.bytes().chain([0]));
    let hash = bytes.fold(0x811c_9dc5_u32, |hash, byte| (hash ^ u32::from(byte)).wrapping_mul(0x0100_0193));
    // The low bits of the product hang on few bits of the name.
    hash ^ (hash >> 15)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn about_one_of_so_many_is_chosen() {
        for of in [2_u32, 3, 7] {
            let n_chosen = (0..3000).filter(|at| number_of(&[&format!("case_{at}"), "bmc"]).is_multiple_of(of)).count();
            let expected = 3000 / of as usize;
            assert!(n_chosen.abs_diff(expected) * 5 < expected, "{n_chosen} of 3000, one of {of}");
        }
    }
}
