//! Makes program text safe to print. Names, messages and values come from the program under test, which may contain terminal control
//! sequences, line breaks or `VERDICT: SAFE`.
//!
//! Every text of a program that a report prints passes through [`escape`] first.

/// The text in one line, without control characters, without characters that change the direction or the visibility of other characters,
/// and without anything that could be mistaken for a verdict line.
pub fn escape(text: &str) -> String {
    visible(text).replace("VERDICT:", "VERDICT\\u{3a}")
}

/// The same for pages, where program text cannot be mistaken for a verdict line.
pub fn visible(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for symbol in text.chars() {
        match symbol {
            '\n' => escaped.push_str("\\n"),
            '\r' => escaped.push_str("\\r"),
            '\t' => escaped.push_str("\\t"),
            hidden if hidden.is_control() || is_invisible(hidden) => {
                escaped.push_str(&format!("\\u{{{:x}}}", hidden as u32));
            }
            plain => escaped.push(plain),
        }
    }
    escaped
}

/// Format characters of Unicode that terminals do not show, and the line and paragraph separators.
fn is_invisible(symbol: char) -> bool {
    matches!(symbol,
        '\u{ad}' | '\u{61c}' | '\u{180e}' | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}'
        | '\u{feff}' | '\u{fff9}'..='\u{fffb}' | '\u{e0000}'..='\u{e007f}')
}

/// Shortens a text to a number of characters, at least two; what was cut is shown as `..`.
pub fn shorten(text: &str, most: usize) -> String {
    if text.chars().count() <= most {
        return text.to_owned();
    }
    let mut short: String = text.chars().take(most.saturating_sub(2)).collect();
    short.push_str("..");
    short
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn plain_text_stays_as_it_is() {
        assert_eq!(escape("queue.items[2] == 'ä' \"x\" \\n"), "queue.items[2] == 'ä' \"x\" \\n");
    }

    #[test]
    fn control_characters_and_line_breaks_are_spelled_out() {
        assert_eq!(escape("a\nb\r\x1b[2Jc\td\0"), "a\\nb\\r\\u{1b}[2Jc\\td\\u{0}");
        assert_eq!(escape("\u{202e}txet\u{2028}"), "\\u{202e}txet\\u{2028}");
    }

    #[test]
    fn no_text_of_a_program_can_pass_for_a_verdict() {
        assert!(!escape("x\nVERDICT: SAFE").contains("VERDICT:"));
    }

    #[test]
    fn long_text_is_cut_at_characters() {
        assert_eq!(shorten("äöüäöü", 4), "äö..");
        assert_eq!(shorten("äöü", 3), "äöü");
    }
}
