//! A message of the front end, taken apart for the formats that have a place for it.

/// The parts of a message.
#[derive(Debug, PartialEq, Eq)]
pub struct Parts<'t> {
    /// `error` or `warning`.
    pub level: &'t str,
    /// What is wrong.
    pub message: &'t str,
    /// The file, the line and the column that it is about, if it is about a place.
    pub place: Option<(&'t str, u32, u32)>,
}

/// Takes a message apart that was rendered without colours.
pub fn parts(rendered: &str) -> Parts<'_> {
    let mut lines = rendered.lines();
    let first = lines.next().unwrap_or("");
    let (level, message) =
        first.split_once(": ").filter(|(level, _)| matches!(*level, "error" | "warning")).unwrap_or(("warning", first));
    let place = lines.find_map(|line| line.trim_start().strip_prefix("--> ")).and_then(|place| {
        let (rest, column) = place.rsplit_once(':')?;
        let (file, line) = rest.rsplit_once(':')?;
        Some((file, line.parse().ok()?, column.parse().ok()?))
    });
    Parts { level, message, place }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_message_has_a_level_a_text_and_a_place() {
        let rendered = "warning: `x` is odd: look\n --> a:b.c:3:14\n  |\n3 | x\n  = help: no\n";
        let place = Some(("a:b.c", 3, 14));
        assert_eq!(parts(rendered), Parts { level: "warning", message: "`x` is odd: look", place });
        assert_eq!(parts("error: no file").place, None);
        assert_eq!(parts("").level, "warning");
    }
}
