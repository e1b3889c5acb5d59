//! Writing to standard error.

use std::io::Write;

/// Writes whole lines to standard error at once, so that no other process or thread writes between their letters.
pub fn line(text: &str) {
    let newline = if text.ends_with('\n') { "" } else { "\n" };
    let _ = std::io::stderr().lock().write_all(format!("{text}{newline}").as_bytes());
}
