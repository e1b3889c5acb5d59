//! How unlike two names are: what a user may have meant by a name that is not known.

/// How many letters must be inserted, removed or exchanged to make one name of the other (Levenshtein). Names of more than 60 bytes are not
/// compared: `usize::MAX`.
pub fn distance(left: &str, right: &str) -> usize {
    if left.len() > 60 || right.len() > 60 {
        return usize::MAX;
    }
    let right: Vec<char> = right.chars().collect();
    let mut row: Vec<usize> = (0..=right.len()).collect();
    for (line, letter) in left.chars().enumerate() {
        let mut diagonal = std::mem::replace(&mut row[0], line + 1);
        for (column, other) in right.iter().enumerate() {
            let exchanged = diagonal + usize::from(letter != *other);
            diagonal = row[column + 1];
            row[column + 1] = exchanged.min(diagonal + 1).min(row[column] + 1);
        }
    }
    row[right.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn distances_are_those_of_levenshtein() {
        assert_eq!(distance("kitten", "sitting"), 3);
        assert_eq!(distance("timeout", "timeout"), 0);
        assert_eq!(distance("timeout", "time-out"), 1);
        assert_eq!(distance("engine", "engnie"), 2);
        assert_eq!(distance("", "abc"), 3);
    }
}
