//! The name that was probably meant.

/// So many letters may be wrong.
const FAR: usize = 3;

/// The name that is nearest to a word, if one is near: fewer than half of its letters have to be changed.
pub fn nearest<'n>(word: &str, names: impl IntoIterator<Item = &'n str>) -> Option<&'n str> {
    let length = word.chars().count();
    let near = names.into_iter().map(|name| (distance(name, word), name)).min();
    near.filter(|(distance, _)| *distance <= FAR && 2 * distance <= length).map(|(_, name)| name)
}

/// How many letters have to be changed, added or taken away (Levenshtein).
fn distance(one: &str, other: &str) -> usize {
    let other: Vec<char> = other.chars().collect();
    let mut row: Vec<usize> = (0..=other.len()).collect();
    for (above, letter) in one.chars().enumerate() {
        let mut diagonal = row[0];
        row[0] = above + 1;
        for (at, &other) in other.iter().enumerate() {
            let changed = diagonal + usize::from(letter != other);
            diagonal = row[at + 1];
            row[at + 1] = changed.min(diagonal + 1).min(row[at] + 1);
        }
    }
    row[other.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn distances_are_those_of_levenshtein() {
        assert_eq!(distance("timeout", "timeout"), 0);
        assert_eq!(distance("timeout", "time-out"), 1);
        assert_eq!(distance("engine", "engnie"), 2);
        assert_eq!(distance("", "abc"), 3);
    }

    #[test]
    fn only_a_near_name_is_meant() {
        let names = ["assertions", "deadlock", "data-race", "memory"];
        assert_eq!(nearest("asertion", names), Some("assertions"));
        assert_eq!(nearest("datarace", names), Some("data-race"));
        assert_eq!(nearest("mem", names), None);
        assert_eq!(nearest("x", names), None);
    }
}
