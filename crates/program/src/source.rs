//! Source files, spans and the two places of every token.
//!
//! A span is a byte range in a *physical* file: the file as the user gave it (or a header). Line directives inside that
//! file give it a second, *presumed* place: what the author of the directive wants people to see. Witnesses need the
//! physical one, messages show both where they differ.

use rustc_hash::FxHashMap;
use serde::{Deserialize, Serialize};
use std::sync::Arc;

use crate::entity::Table;

crate::entity!(
    /// A file of the [`SourceMap`].
    FileId,
    "f"
);

/// A byte range in a physical file. `start == end` is a point.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Span {
    /// The physical file.
    pub file: FileId,
    /// First byte.
    pub start: u32,
    /// One past the last byte.
    pub end: u32,
}

impl std::fmt::Debug for Span {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}:{}-{}", self.file, self.start, self.end)
    }
}

impl Span {
    /// The span of something that stands nowhere in the source; it is placed at the very start of the first file.
    pub const NOWHERE: Span = Span { file: FileId(0), start: 0, end: 0 };

    /// Whether the two have a byte in common.
    pub fn overlaps(self, other: Span) -> bool {
        self.file == other.file && self.start < other.end && other.start < self.end
    }

    /// The smallest span that covers both; `self` where the files differ.
    pub fn to(self, other: Span) -> Span {
        if self.file != other.file {
            return self;
        }
        Span { file: self.file, start: self.start.min(other.start), end: self.end.max(other.end) }
    }
}

/// A place that people read: file name, line and column, both counted from 1. The column counts bytes.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub struct SourcePlace {
    /// The name of the file as the user gave it, or as a line directive names it.
    pub file: Arc<str>,
    /// Line, from 1.
    pub line: u32,
    /// Column in bytes, from 1.
    pub column: u32,
}

impl std::fmt::Display for SourcePlace {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}:{}:{}", self.file, self.line, self.column)
    }
}

/// A line directive inside a physical file: from `line` on, lines are to be shown as `file`, counted from `presumed`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LineDirective {
    /// The first physical line (from 1) that it governs: the line after the directive.
    pub line: u32,
    /// The file name to show.
    pub file: Arc<str>,
    /// The line number to show for `line`.
    pub presumed: u32,
}

/// One physical file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SourceFile {
    name: Arc<str>,
    text: Arc<str>,
    line_starts: Arc<[u32]>,
    // Invariant: sorted by `line`.
    directives: Vec<LineDirective>,
    length: u32,
    hash: u64,
}

impl SourceFile {
    /// A file with its text; `directives` must be sorted by line.
    pub fn new(name: &str, text: &str, directives: Vec<LineDirective>) -> Self {
        let mut line_starts = vec![0];
        line_starts.extend(text.bytes().enumerate().filter(|&(_, byte)| byte == b'\n').map(|(at, _)| at as u32 + 1));
        let (length, hash) = (text.len() as u32, hash(text));
        SourceFile { name: name.into(), text: text.into(), line_starts: line_starts.into(), directives, length, hash }
    }

    /// A file whose text is not at hand: what is known is its length in bytes and its [`SourceFile::hash`]. Its text is
    /// empty, so places in it are counted as if it were one line.
    pub fn without_text(name: &str, length: u32, hash: u64, directives: Vec<LineDirective>) -> Self {
        SourceFile { name: name.into(), text: "".into(), line_starts: Arc::new([0]), directives, length, hash }
    }

    /// Length of the text in bytes, at hand or not.
    pub fn length(&self) -> u32 {
        self.length
    }

    /// A number by which the same text is recognized: 64-bit FNV-1a of its bytes.
    pub fn hash(&self) -> u64 {
        self.hash
    }

    /// The name as the user gave it.
    pub fn name(&self) -> &Arc<str> {
        &self.name
    }

    /// The whole text.
    pub fn text(&self) -> &Arc<str> {
        &self.text
    }

    /// The line directives, sorted by line.
    pub fn directives(&self) -> &[LineDirective] {
        &self.directives
    }

    /// The byte offset at which a line (from 1) starts; the end of the text for lines past the last.
    pub fn line_start(&self, line: u32) -> u32 {
        self.line_starts.get((line as usize).saturating_sub(1)).copied().unwrap_or(self.text.len() as u32)
    }

    /// The text of a line (from 1) without its line break; empty for lines past the last.
    pub fn line_text(&self, line: u32) -> &str {
        let (start, end) = (self.line_start(line) as usize, self.line_start(line + 1) as usize);
        self.text.get(start..end).unwrap_or("").trim_end_matches(['\n', '\r'])
    }

    /// Line and column (from 1, in bytes) of a byte offset.
    pub fn line_column(&self, offset: u32) -> (u32, u32) {
        let line = self.line_starts.partition_point(|&start| start <= offset);
        (line as u32, offset - self.line_starts[line - 1] + 1)
    }
}

fn hash(text: &str) -> u64 {
    fnv_1a(text.bytes())
}

/// A number by which the same bytes are recognized: FNV-1a with 64 bits, which needs no table and never changes.
pub fn fnv_1a(bytes: impl Iterator<Item = u8>) -> u64 {
    bytes.fold(0xcbf2_9ce4_8422_2325, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3))
}

/// All files that a program was read from. File 0 is the one that the user named.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct SourceMap {
    files: Table<FileId, SourceFile>,
}

impl SourceMap {
    /// An empty map.
    pub fn new() -> Self {
        SourceMap::default()
    }

    /// Adds a file.
    pub fn add(&mut self, file: SourceFile) -> FileId {
        self.files.push(file)
    }

    /// Adds a line directive to the last file. False, and nothing done, if there is no file or the file has a directive for
    /// a later line.
    pub fn add_directive(&mut self, directive: LineDirective) -> bool {
        let Some((_, file)) = self.files.iter_mut().next_back() else { return false };
        let is_behind = file.directives.last().is_none_or(|last| last.line <= directive.line);
        if is_behind {
            file.directives.push(directive);
        }
        is_behind
    }

    /// Adds the files of another map, and returns the new number of each. A header that is here already keeps its number:
    /// a file with the same name, text and directives.
    pub fn absorb(&mut self, other: &SourceMap) -> Table<FileId, FileId> {
        let mut by_name: FxHashMap<Arc<str>, Vec<FileId>> = FxHashMap::default();
        for (id, file) in self.files.iter() {
            by_name.entry(file.name.clone()).or_default().push(id);
        }
        let mut numbers = Table::new();
        for file in other.files.values() {
            let same_name = by_name.get(&file.name).into_iter().flatten();
            let known = same_name.copied().find(|&known| self.files[known] == *file);
            numbers.push(known.unwrap_or_else(|| {
                let id = self.files.push(file.clone());
                by_name.entry(file.name.clone()).or_default().push(id);
                id
            }));
        }
        numbers
    }

    /// The files in the order they were added.
    pub fn files(&self) -> &Table<FileId, SourceFile> {
        &self.files
    }

    /// The physical place where a span starts; `<nowhere>` if the file is unknown.
    pub fn place(&self, span: Span) -> SourcePlace {
        match self.files.get(span.file) {
            None => SourcePlace { file: "<nowhere>".into(), line: 0, column: 0 },
            Some(file) => {
                let (line, column) = file.line_column(span.start);
                SourcePlace { file: file.name.clone(), line, column }
            }
        }
    }

    /// The presumed place where a span starts: the physical one, shifted by the line directives before it.
    pub fn presumed(&self, span: Span) -> SourcePlace {
        let mut place = self.place(span);
        if let Some(file) = self.files.get(span.file) {
            let governing = file.directives.partition_point(|directive| directive.line <= place.line);
            if let Some(directive) = governing.checked_sub(1).map(|index| &file.directives[index]) {
                place.file = directive.file.clone();
                place.line = directive.presumed.saturating_add(place.line - directive.line);
            }
        }
        place
    }

    /// The source text of a span; empty if the span lies outside its file.
    pub fn text(&self, span: Span) -> &str {
        self.files.get(span.file).and_then(|file| file.text.get(span.start as usize..span.end as usize)).unwrap_or("")
    }
}
