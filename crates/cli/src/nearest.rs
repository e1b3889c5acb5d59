//! The name that was probably meant.

use raddle_cfront::spelling::distance;

/// The greatest number of letters that may be wrong.
const FAR: usize = 3;

/// The name that is nearest to a word, if one is near: fewer than half of its letters have to be changed.
pub fn nearest<'n>(word: &str, names: impl IntoIterator<Item = &'n str>) -> Option<&'n str> {
    let length = word.chars().count();
    let near = names.into_iter().map(|name| (distance(name, word), name)).min();
    near.filter(|(distance, _)| *distance <= FAR && 2 * *distance <= length).map(|(_, name)| name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_a_near_name_is_meant() {
        let names = ["assertions", "deadlock", "data-race", "memory"];
        assert_eq!(nearest("asertion", names), Some("assertions"));
        assert_eq!(nearest("datarace", names), Some("data-race"));
        assert_eq!(nearest("mem", names), None);
        assert_eq!(nearest("x", names), None);
    }
}
