//! Source lines with marks below them, as compilers show them.

use raddle_program::source::Span;
use unicode_width::UnicodeWidthStr;

use super::super::wrap;
use super::Explained;
use crate::escape::escape;
use crate::style::Emphasis;

/// What is to be said about a piece of the source.
pub(super) struct Label {
    /// The piece.
    pub span: Span,
    /// What to say. Escaped.
    pub text: String,
}

/// The lines of the labels with marks. Labels of one piece share its marks.
pub(super) fn excerpt(explained: &Explained<'_>, labels: &[Label]) -> Vec<String> {
    let mut lines = Vec::new();
    let line_of = |span: Span| explained.source.place(span).line;
    let gutter = labels.iter().map(|label| line_of(label.span).to_string().len()).max().unwrap_or(1).max(2);
    let mut shown: Option<Span> = None;
    for (index, label) in labels.iter().enumerate() {
        let place = explained.source.place(label.span);
        let Some(file) = explained.source.files().get(label.span.file) else {
            lines.extend(labelled(explained, gutter, 0, "", &label.text));
            continue;
        };
        let is_same_file = shown.is_some_and(|shown| shown.file == label.span.file);
        if !is_same_file {
            lines.push(format!("{}--> {}", " ".repeat(gutter), escape(&place.to_string())));
        }
        let is_same_line = is_same_file && shown.is_some_and(|shown| line_of(shown) == place.line);
        if shown == Some(label.span) {
            lines.extend(labelled(explained, gutter, 0, "", &label.text));
            continue;
        }
        let text = file.line_text(place.line);
        let start = (place.column as usize).saturating_sub(1).min(text.len());
        let length = (label.span.end.saturating_sub(label.span.start)) as usize;
        let end = (start + length).min(text.len()).max(start);
        let (before, marked) = (text.get(..start).unwrap_or(""), text.get(start..end).unwrap_or(""));
        let expanded = |text: &str| escape(&text.replace('\t', "    "));
        let (before, marked, behind) =
            (expanded(before), expanded(marked), expanded(text.get(end..).unwrap_or("").trim_end()));
        let room = explained.style.width.saturating_sub(gutter + 3).max(20);
        let is_clipped = before.width() + marked.width() + behind.width() > room;
        let (before, marked, behind) = clipped(&before, &marked, &behind, room);
        // A clipped line shows another part of it for another mark.
        if !is_same_line || is_clipped {
            let number = format!("{:>gutter$} |", place.line);
            lines.push(format!("{} {before}{marked}{behind}", explained.style.paint(Emphasis::Faint, &number)));
        }
        let marks = "^".repeat(marked.width().max(1));
        // A label that shares its marks with the next one stands below them, as that one does.
        let is_shared = labels.get(index + 1).is_some_and(|next| next.span == label.span);
        if is_shared {
            lines.extend(labelled(explained, gutter, before.width(), &marks, ""));
            lines.extend(labelled(explained, gutter, 0, "", &label.text));
        } else {
            lines.extend(labelled(explained, gutter, before.width(), &marks, &label.text));
        }
        shown = Some(label.span);
    }
    lines
}

/// Marks with a text behind them, or below them where the line is too short.
fn labelled(explained: &Explained<'_>, gutter: usize, column: usize, marks: &str, text: &str) -> Vec<String> {
    let style = explained.style;
    let bar = style.paint(Emphasis::Faint, &format!("{:>gutter$} |", ""));
    let painted = style.paint(Emphasis::Bad, marks);
    let room = style.width.saturating_sub(gutter + 3).max(20);
    let mut lines = Vec::new();
    let mut text = text;
    if !marks.is_empty() {
        let fits = column + marks.len() + 1 + text.width() <= room;
        let behind = if fits && !text.is_empty() { format!(" {text}") } else { String::new() };
        lines.push(format!("{bar} {}{painted}{behind}", " ".repeat(column)));
        if fits {
            text = "";
        }
    }
    if !text.is_empty() {
        lines.extend(wrap(text, room.saturating_sub(2)).iter().map(|line| format!("{bar}   {line}")));
    }
    lines
}

/// A line that fits, with the marked part in it.
fn clipped(before: &str, marked: &str, behind: &str, room: usize) -> (String, String, String) {
    const CUT: &str = "...";
    let take = |text: &str, most: usize| -> String { text.chars().take(most).collect() };
    let total = before.width() + marked.width() + behind.width();
    if total <= room {
        return (before.to_owned(), marked.to_owned(), behind.to_owned());
    }
    let marked = take(marked, room.saturating_sub(2 * CUT.len()).max(1));
    let left = room.saturating_sub(marked.width());
    // Two thirds of what is left go to what stands in front.
    let front = if behind.width() < left / 3 { left - behind.width() } else { left * 2 / 3 };
    let before = match before.width() <= front {
        true => before.to_owned(),
        false => {
            let skipped = before.chars().count().saturating_sub(front.saturating_sub(CUT.len()));
            format!("{CUT}{}", before.chars().skip(skipped).collect::<String>())
        }
    };
    let left = left.saturating_sub(before.width());
    let behind = match behind.width() <= left {
        true => behind.to_owned(),
        false => format!("{}{CUT}", take(behind, left.saturating_sub(CUT.len()))),
    };
    (before, marked, behind)
}

#[cfg(test)]
mod tests {
    use super::clipped;

    #[test]
    fn long_lines_keep_the_marked_part() {
        let (before, marked, behind) = clipped(&"a".repeat(200), "here", &"b".repeat(200), 60);
        assert_eq!((before.len() + marked.len() + behind.len(), marked.as_str()), (60, "here"));
        assert!(before.starts_with("...") && behind.ends_with("..."));
        assert_eq!(clipped("a", "b", "c", 60), ("a".to_owned(), "b".to_owned(), "c".to_owned()));
    }
}
