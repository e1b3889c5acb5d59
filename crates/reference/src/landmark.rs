//! Landmarks: source locations at which a thread stops although no event occurs there, so that a search can observe when the thread passes
//! them. The waypoints of witnesses are landmarks.
//!
//! Excluded: statements inside of expressions (`({ ... })`), which belong to the enclosing statement.

use raddle_cfront::typed::{Statement, StatementKind, Unit};
use raddle_program::entity::Entity;
use raddle_program::source::{FileId, Span};
use std::collections::BTreeSet;

/// The locations at which threads stop.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Landmarks {
    /// In front of the statements that start here.
    pub statements: BTreeSet<(FileId, u32)>,
    /// Behind the conditions of the statements that start here.
    pub branches: BTreeSet<(FileId, u32)>,
    /// Where functions are called, and where their values are there: the ends of the calls.
    pub calls: BTreeSet<(FileId, u32)>,
}

impl Landmarks {
    /// In front of every statement.
    pub fn everywhere(statements: &Statements) -> Landmarks {
        let all = statements.spans.iter().map(|span| (span.file, span.start));
        Landmarks { statements: all.collect(), ..Landmarks::default() }
    }
}

/// The statements of a unit at which a thread can stand.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Statements {
    /// In the order of their starts, the longest first.
    spans: Vec<Span>,
}

impl Statements {
    /// Those of all functions.
    pub fn of(unit: &Unit) -> Statements {
        let places = unit.statements().into_iter().filter(|statement| is_place_to_stand(statement));
        let mut spans: Vec<Span> = places.map(|statement| statement.span).collect();
        spans.sort_by_key(|span| (span.file.index(), span.start, u32::MAX - span.end));
        spans.dedup();
        Statements { spans }
    }

    /// The smallest statement around a span.
    pub fn around(&self, span: Span) -> Option<Span> {
        let is_around = |it: &&Span| it.file == span.file && it.start <= span.start && span.end <= it.end;
        self.spans.iter().filter(is_around).min_by_key(|it| it.end - it.start).copied()
    }

    /// Those that start at an offset, the longest first.
    pub fn starting_at(&self, file: FileId, offset: u32) -> impl Iterator<Item = Span> {
        self.spans.iter().filter(move |span| span.file == file && span.start == offset).copied()
    }

    /// The first one that starts in a range of offsets.
    pub fn first_in(&self, file: FileId, range: std::ops::Range<u32>) -> Option<Span> {
        self.spans.iter().find(|span| span.file == file && range.contains(&span.start)).copied()
    }
}

/// Whether a thread can stop in front of a statement. Statements that only group other statements, or that the checker created, do not
/// count.
pub(crate) fn is_place_to_stand(statement: &Statement) -> bool {
    match &statement.kind {
        StatementKind::Expr(_)
        | StatementKind::Declare { .. }
        | StatementKind::If { .. }
        | StatementKind::Loop { .. }
        | StatementKind::Switch { .. }
        | StatementKind::Return(_) => true,
        StatementKind::Block(_)
        | StatementKind::FixLength { .. }
        | StatementKind::Goto(_)
        | StatementKind::ComputedGoto(_)
        | StatementKind::Label(_)
        | StatementKind::Break
        | StatementKind::Continue
        | StatementKind::Unsupported(_) => false,
    }
}
