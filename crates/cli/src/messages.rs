//! Messages of the C front end as data for reports.

use raddle_cfront::diagnostic::{Diagnostic, Severity};
use raddle_cfront::render::render;
use raddle_program::source::{SourceMap, Span};
use raddle_report::diagnostic::{Diagnostic as Message, Level, Region, Related, Rule};

/// The messages; `has_colour` is about the text for a terminal.
pub fn messages(source: &SourceMap, diagnostics: &[Diagnostic], has_colour: bool) -> Vec<Message> {
    diagnostics.iter().map(|diagnostic| message(source, diagnostic, has_colour)).collect()
}

fn message(source: &SourceMap, diagnostic: &Diagnostic, has_colour: bool) -> Message {
    let (rule, level) = match diagnostic.severity {
        Severity::Error => (Rule::CError, Level::Error),
        Severity::Warning => (Rule::CWarning, Level::Warning),
    };
    let related =
        |(span, text): &(Span, String)| Some(Related { place: region(source, *span)?, message: text.clone() });
    Message {
        rule,
        level,
        message: diagnostic.message.clone(),
        advice: Some(diagnostic.advice.clone()),
        place: region(source, diagnostic.span),
        related: diagnostic.notes.iter().filter_map(related).collect(),
        rendered: render(source, std::slice::from_ref(diagnostic), false),
        shown: render(source, std::slice::from_ref(diagnostic), has_colour),
    }
}

/// The range of a span; nothing for one in no file.
fn region(source: &SourceMap, span: Span) -> Option<Region> {
    let file = source.files().get(span.file)?;
    let (line, column) = file.line_column(span.start);
    let (end_line, end_column) = file.line_column(span.end.max(span.start));
    Some(Region { file: file.name().to_string(), line, column, end_line, end_column })
}

#[cfg(test)]
mod tests {
    use super::*;
    use raddle_program::source::{FileId, SourceFile};

    #[test]
    fn a_message_keeps_its_range_and_its_notes() {
        let mut source = SourceMap::new();
        source.add(SourceFile::new("a.c", "int f;\nint g\n", Vec::new()));
        let span = |start, end| Span { file: FileId(0), start, end };
        let nowhere = Span { file: FileId(9), start: 0, end: 0 };
        let diagnostic =
            Diagnostic::error(span(7, 12), "expected `;`", "add it").note(span(4, 5), "as here").note(nowhere, "");
        let told = &messages(&source, &[diagnostic], false)[0];
        let place = told.place.as_ref().expect("it has one");
        assert_eq!((place.line, place.column, place.end_line, place.end_column), (2, 1, 2, 6));
        assert_eq!(
            told.related.iter().map(|it| (it.place.line, it.message.as_str())).collect::<Vec<_>>(),
            [(1, "as here")]
        );
        assert!(told.rendered.starts_with("error: expected `;`\n --> a.c:2:1\n"), "{}", told.rendered);
    }
}
