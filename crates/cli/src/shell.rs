//! Words of commands that users copy into a shell.

/// A word as shells read it back.
pub fn quoted(word: &str) -> String {
    let is_plain = |symbol: char| symbol.is_ascii_alphanumeric() || "-_./=+,:@%".contains(symbol);
    if !word.is_empty() && word.chars().all(is_plain) {
        return word.to_owned();
    }
    if word.chars().any(char::is_control) {
        let spelled: String = word
            .chars()
            .map(|symbol| match symbol {
                '\'' => "\\'".to_owned(),
                '\\' => "\\\\".to_owned(),
                control if control.is_control() => format!("\\x{:02x}", control as u32),
                plain => plain.to_string(),
            })
            .collect();
        return format!("$'{spelled}'");
    }
    format!("'{}'", word.replace('\'', "'\\''"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_shell_reads_words_back() {
        assert_eq!(quoted("-t"), "-t");
        assert_eq!(quoted("it's"), "'it'\\''s'");
        assert_eq!(quoted("a\nb"), "$'a\\x0ab'");
    }
}
