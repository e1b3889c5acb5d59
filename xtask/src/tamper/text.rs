//! Changes of a text that know nothing of what it means: bytes, words, numbers, lines, parts of another text.

use crate::fuzz::random::Random;

/// A text with one change, and what was done; `None` if the text has no place for it.
pub(super) fn changed(text: &str, other: &str, random: &mut Random) -> Option<(&'static str, String)> {
    let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
    if lines.is_empty() || !text.is_ascii() {
        return None;
    }
    let at = random.below(lines.len());
    let name = match random.below(11) {
        0 => {
            let mut bytes = text.as_bytes().to_vec();
            let byte = random.below(bytes.len());
            bytes[byte] = random.pick(b"0123456789 -atu");
            return String::from_utf8(bytes).ok().filter(|it| it != text).map(|text| ("a byte is another", text));
        }
        1 => {
            let mut bytes = text.as_bytes().to_vec();
            bytes.remove(random.below(bytes.len()));
            return String::from_utf8(bytes).ok().map(|text| ("a byte is missing", text));
        }
        2 => {
            lines.remove(at);
            "a line is missing"
        }
        3 => {
            lines.insert(at, lines[at].clone());
            "a line stands twice"
        }
        4 if lines.len() > 1 => {
            let with = random.below(lines.len());
            lines.swap(at, with);
            "two lines change places"
        }
        5 | 6 => {
            let mut words: Vec<String> = lines[at].split(' ').map(str::to_owned).collect();
            let numbers: Vec<usize> = (0..words.len()).filter(|&word| words[word].parse::<i64>().is_ok()).collect();
            if numbers.is_empty() {
                return None;
            }
            let word = random.pick(&numbers);
            let number: i64 = words[word].parse().ok()?;
            let instead = random.pick(&[number.wrapping_add(1), number.wrapping_sub(1), -number, 0, 1]);
            words[word] = instead.to_string();
            lines[at] = words.join(" ");
            "a number is another"
        }
        7 => {
            let mut words: Vec<&str> = lines[at].split(' ').collect();
            words.remove(random.below(words.len()));
            lines[at] = words.join(" ");
            "a word is missing"
        }
        8 => {
            let mut words: Vec<&str> = lines[at].split(' ').collect();
            let with = random.below(words.len());
            let word = random.below(words.len());
            words.swap(word, with);
            lines[at] = words.join(" ");
            "two words change places"
        }
        9 => {
            let others: Vec<&str> = other.lines().collect();
            if others.is_empty() {
                return None;
            }
            lines[at] = random.pick(&others).to_owned();
            "a line is one of another text"
        }
        _ => {
            let last = lines.last().cloned()?;
            lines.truncate(at);
            lines.push(last);
            "all lines from one on are missing"
        }
    };
    let changed = lines.join("\n") + "\n";
    (changed != text).then_some((name, changed))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_change_changes_something() {
        let mut random = Random::new(1);
        let text = "engine bmc\n1 2 -3 0\nt 4 5 0\nend\n";
        let names: std::collections::BTreeSet<&str> = (0..400)
            .filter_map(|_| changed(text, "u 9\nend\n", &mut random))
            .inspect(|(name, changed)| assert_ne!(changed, text, "{name}"))
            .map(|(name, _)| name)
            .collect();
        assert_eq!(names.len(), 10, "{names:?}");
    }
}
