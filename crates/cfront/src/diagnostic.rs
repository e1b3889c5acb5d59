//! Diagnostics of the front end: the problem, its location, and what to do next.

use raddle_program::source::Span;

/// How bad it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Severity {
    /// The program was read; something deserves a look.
    Warning,
    /// The program cannot be read as C.
    Error,
}

/// One message.
#[derive(Clone, Debug, PartialEq)]
pub struct Diagnostic {
    /// How bad it is.
    pub severity: Severity,
    /// What is wrong, in one sentence without a full stop.
    pub message: String,
    /// Where.
    pub span: Span,
    /// What to do next: every message has one. A phrase such as "add `;` here".
    pub advice: String,
    /// Further places that explain it, each with a few words.
    pub notes: Vec<(Span, String)>,
}

impl Diagnostic {
    /// An error.
    pub fn error(span: Span, message: impl Into<String>, advice: impl Into<String>) -> Self {
        Diagnostic {
            severity: Severity::Error,
            message: message.into(),
            span,
            advice: advice.into(),
            notes: Vec::new(),
        }
    }

    /// A warning.
    pub fn warning(span: Span, message: impl Into<String>, advice: impl Into<String>) -> Self {
        Diagnostic { severity: Severity::Warning, ..Diagnostic::error(span, message, advice) }
    }

    /// The same with one more place that explains it.
    pub fn note(mut self, span: Span, text: impl Into<String>) -> Self {
        self.notes.push((span, text.into()));
        self
    }
}

/// Whether any of the messages is an error.
pub fn has_errors(diagnostics: &[Diagnostic]) -> bool {
    diagnostics.iter().any(|diagnostic| diagnostic.severity == Severity::Error)
}

/// Puts messages into the order of their places; those at one place keep their order.
pub fn sort(diagnostics: &mut [Diagnostic]) {
    diagnostics.sort_by_key(|diagnostic| (diagnostic.span.file, diagnostic.span.start));
}
