//! Diagnostics as people read them: in rustc's style, with the source line, the places that explain it, and what to do.
//!
//! Nothing of the input reaches the terminal raw: control characters in names and messages are escaped, those in source
//! lines are shown as symbols. Of a very long line only the surroundings of the place are shown.

use crate::diagnostic::{Diagnostic, Severity};
use annotate_snippets::{AnnotationKind, Element, Group, Level, Origin, Renderer, Snippet};
use raddle_program::source::{SourceFile, SourceMap, Span};
use std::ops::Range;

/// Lines up to this length (in bytes) are shown as they are, as far as the terminal is wide enough.
const WHOLE_LINE_MAX: usize = 400;

/// How much of a longer line is shown on each side of the place, in bytes.
const CONTEXT: usize = 60;

/// Places in one file that are at most this many lines apart are shown in one excerpt.
const MERGED_LINES_MAX: u32 = 500;

/// All messages in their order, each followed by an empty line; empty if there are none. `color` adds terminal colours.
pub fn render(source: &SourceMap, diagnostics: &[Diagnostic], color: bool) -> String {
    let renderer = if color { Renderer::styled() } else { Renderer::plain() };
    let mut rendered = String::new();
    for diagnostic in diagnostics {
        rendered.push_str(&renderer.render(&[group(source, diagnostic)]));
        rendered.push_str("\n\n");
    }
    rendered
}

fn group<'a>(source: &'a SourceMap, diagnostic: &'a Diagnostic) -> Group<'a> {
    let level = match diagnostic.severity {
        Severity::Warning => Level::WARNING,
        Severity::Error => Level::ERROR,
    };
    let mut group = level.primary_title(escape(&diagnostic.message)).elements(Vec::<Element<'_>>::new());
    let mut marks = Vec::new();
    marks.extend(Mark::new(source, diagnostic.span, AnnotationKind::Primary, ""));
    for (span, text) in &diagnostic.notes {
        marks.extend(Mark::new(source, *span, AnnotationKind::Context, text));
    }
    while !marks.is_empty() {
        let file = marks[0].file;
        let (together, apart): (Vec<_>, Vec<_>) =
            marks.into_iter().partition(|mark| std::ptr::eq(mark.file, file) && mark.is_whole());
        marks = apart;
        if together.is_empty() {
            // The first one stands in a long line.
            let mark = marks.remove(0);
            group = group.elements(trimmed_excerpt(&mark));
        } else {
            group = merged_excerpts(group, file, together);
        }
    }
    let (place, presumed) = (source.place(diagnostic.span), source.presumed(diagnostic.span));
    if (&place.file, place.line) != (&presumed.file, presumed.line) {
        let text = format!("a line directive calls this place {}:{}", escape(&presumed.file), presumed.line);
        group = group.element(Level::NOTE.message(text));
    }
    group.element(Level::HELP.message(escape(&diagnostic.advice)))
}

/// A place to be marked in the excerpt.
struct Mark<'a> {
    file: &'a SourceFile,
    line: u32,
    /// The line without its break.
    text: &'a str,
    /// The bytes of the line that are marked.
    range: Range<usize>,
    kind: AnnotationKind,
    label: String,
}

impl<'a> Mark<'a> {
    /// None for a span in no file.
    fn new(source: &'a SourceMap, span: Span, kind: AnnotationKind, label: &str) -> Option<Self> {
        let file = source.files().get(span.file)?;
        let start = span.start.min(u32::try_from(file.text().len()).unwrap_or(u32::MAX));
        let (line, column) = file.line_column(start);
        let text = file.line_text(line);
        let start_in_line = floor_boundary(text, column as usize - 1);
        // Only the first line of a longer construct is marked.
        let length = span.end.saturating_sub(start) as usize;
        let end_in_line = floor_boundary(text, start_in_line.saturating_add(length)).max(start_in_line);
        Some(Mark { file, line, text, range: start_in_line..end_in_line, kind, label: escape(label) })
    }

    /// Whether the line is short enough to be shown whole.
    fn is_whole(&self) -> bool {
        self.text.len() <= WHOLE_LINE_MAX
    }
}

/// Excerpts of one file; places that are close to each other share one.
fn merged_excerpts<'a>(mut group: Group<'a>, file: &'a SourceFile, marks: Vec<Mark<'a>>) -> Group<'a> {
    let (first, last) =
        marks.iter().fold((u32::MAX, 0), |(first, last), mark| (first.min(mark.line), last.max(mark.line)));
    let start = file.line_start(first) as usize;
    let end = file.line_start(last) as usize + file.line_text(last).len();
    let is_short = last - first <= MERGED_LINES_MAX && end - start <= WHOLE_LINE_MAX * 100;
    let parts = if is_short { vec![marks] } else { marks.into_iter().map(|mark| vec![mark]).collect() };
    for part in parts {
        let first = part.iter().map(|mark| mark.line).min().unwrap_or(1);
        let last = part.iter().map(|mark| mark.line).max().unwrap_or(1);
        let start = file.line_start(first) as usize;
        let end = file.line_start(last) as usize + file.line_text(last).len();
        let text = file.text().get(start..end).unwrap_or("");
        let snippet = Snippet::source(text).line_start(first as usize).path(escape(file.name()));
        let annotations = part.into_iter().map(|mark| {
            let offset = file.line_start(mark.line) as usize - start;
            annotation(mark.kind, mark.range.start + offset..mark.range.end + offset, mark.label)
        });
        group = group.element(snippet.annotations(annotations));
    }
    group
}

/// The surroundings of a place in a long line.
fn trimmed_excerpt<'a>(mark: &Mark<'a>) -> Vec<Element<'a>> {
    let from = floor_boundary(mark.text, mark.range.start.saturating_sub(CONTEXT));
    let to = floor_boundary(mark.text, mark.range.end.min(mark.range.start + CONTEXT).saturating_add(CONTEXT));
    let before = if from > 0 { "... " } else { "" };
    let after = if to < mark.text.len() { " ..." } else { "" };
    let shown = format!("{before}{}{after}", &mark.text[from..to]);
    let start = mark.range.start - from + before.len();
    let end = (mark.range.end.min(to) - from + before.len()).max(start);
    let origin = Origin::path(escape(mark.file.name())).line(mark.line as usize).char_column(mark.range.start + 1);
    let snippet = Snippet::source(shown).line_start(mark.line as usize);
    vec![origin.into(), snippet.annotation(annotation(mark.kind, start..end, mark.label.clone())).into()]
}

fn annotation<'a>(kind: AnnotationKind, range: Range<usize>, label: String) -> annotate_snippets::Annotation<'a> {
    let annotation = kind.span(range);
    if label.is_empty() { annotation } else { annotation.label(label) }
}

/// The text with control and direction-changing characters escaped.
fn escape(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for character in text.chars() {
        let is_invisible = matches!(character, '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{feff}');
        if character.is_control() || is_invisible {
            escaped.extend(character.escape_default());
        } else {
            escaped.push(character);
        }
    }
    escaped
}

/// The last character boundary at or before `at`.
fn floor_boundary(text: &str, at: usize) -> usize {
    let mut at = at.min(text.len());
    while !text.is_char_boundary(at) {
        at -= 1;
    }
    at
}

#[cfg(test)]
mod tests {
    use super::*;
    use raddle_program::source::{FileId, LineDirective};

    fn map(name: &str, text: &str, directives: Vec<LineDirective>) -> SourceMap {
        let mut source = SourceMap::new();
        source.add(SourceFile::new(name, text, directives));
        source
    }

    fn span(start: u32, end: u32) -> Span {
        Span { file: FileId(0), start, end }
    }

    #[test]
    fn a_message_shows_line_notes_and_advice() {
        let source = map("a.c", "int f(void) {\n  return 1\n}\n", Vec::new());
        let diagnostic = Diagnostic::error(span(24, 24), "expected `;`, found `}`", "add `;` here")
            .note(span(4, 5), "in this function");
        let expected = "error: expected `;`, found `}`\n --> a.c:2:11\n  |\n1 | int f(void) {\n  |     - in this function\n\
                        2 |   return 1\n  |           ^\n  |\n  = help: add `;` here\n\n";
        assert_eq!(render(&source, &[diagnostic], false), expected);
    }

    #[test]
    fn presumed_places_are_named_where_they_differ() {
        let directives = vec![LineDirective { line: 2, file: "b.y".into(), presumed: 70 }];
        let source = map("a.c", "\nint x\n", directives);
        let text = render(&source, &[Diagnostic::warning(span(1, 4), "m", "a")], false);
        assert!(text.contains("a.c:2:1") && text.contains("calls this place b.y:70"), "{text}");
    }

    #[test]
    fn nothing_of_the_input_is_printed_raw() {
        let source = map("a\x1b[31m\n.c", "x\x1b[31m\u{202e}\ty\n", Vec::new());
        let diagnostic = Diagnostic::error(span(0, 1), "m\x1b[31m\n", "a\x07").note(span(1, 2), "n\x1b");
        let text = render(&source, &[diagnostic], false);
        assert!(!text.contains(['\x1b', '\x07', '\u{202e}', '\t']), "{text:?}");
    }

    #[test]
    fn long_lines_are_trimmed_around_the_place() {
        let line = format!("{}é here é{}", "é".repeat(100_000), "x".repeat(100_000));
        let at = line.find("here").unwrap() as u32;
        let source = map("a.c", &line, Vec::new());
        for end in [at + 4, line.len() as u32] {
            let text = render(&source, &[Diagnostic::error(span(at, end), "m", "a")], false);
            assert!(text.len() < 2_000 && text.contains("é here é") && text.contains("a.c:1:"), "{text}");
        }
    }

    #[test]
    fn odd_spans_are_no_trouble() {
        let source = map("a.c", "é\r\nb", Vec::new());
        let nowhere = Span { file: FileId(7), start: 3, end: 9 };
        for odd in [span(1, 1), span(99, 120), span(5, 5), span(4, 2), span(0, 5), nowhere] {
            let text = render(&source, &[Diagnostic::error(odd, "m", "advice").note(odd, "note")], false);
            assert!(text.starts_with("error: m") && text.contains("help: advice"), "{odd:?} {text}");
        }
        assert!(render(&SourceMap::new(), &[Diagnostic::error(Span::NOWHERE, "m", "a")], true).contains('m'));
        assert_eq!(render(&source, &[], true), "");
    }
}
