//! Objects and their bytes.
//!
//! An object is a row of bytes. Values that are no plain bytes (addresses, symbols, indeterminate ranges) lie over the
//! bytes as *marks*: sorted, not overlapping. A load that hits a mark exactly gives its value back. A mark that is cut in two becomes
//! two marks, of which each is a part ([`crate::semantics::part`]); an input cannot be cut, and a load that hits several marks has no
//! model.

use std::cell::Cell;
use std::rc::Rc;

use crate::semantics::part::Part;
use crate::semantics::value::{ObjectId, SymbolId, Value};
use crate::syntax::{GlobalId, LocalId, ProcedureId, Region};
use crate::types::TypeId;

/// The contents of an object, or of a part of one.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Cells {
    bytes: Vec<u8>,
    // Invariant: sorted by offset, not overlapping, inside the bytes; bytes under a mark are 0; no two neighbours can be joined.
    marks: Vec<Mark>,
}

/// A range that holds no plain bytes.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Mark {
    /// First byte.
    pub offset: u64,
    /// Number of bytes.
    pub size: u64,
    /// What lies there.
    pub content: Content,
}

/// What a mark says.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Content {
    /// Not chosen yet.
    Indeterminate,
    /// An address.
    Pointer(ObjectId, i64),
    /// A procedure's address.
    Procedure(ProcedureId),
    /// A symbol plus a number.
    Symbol(SymbolId, i128),
    /// Some bytes of an address.
    Part(Part),
}

/// What a load finds.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Loaded {
    /// Plain bytes, little-endian, as an unsigned number.
    Bits(u128),
    /// A marked value.
    Marked(Content),
    /// Part of a mark, or parts of several.
    Torn(Content),
}

impl Cells {
    /// Zeroed bytes.
    pub fn zeroed(size: u64) -> Self {
        Cells { bytes: vec![0; size as usize], marks: Vec::new() }
    }

    /// Indeterminate bytes.
    pub fn indeterminate(size: u64) -> Self {
        let mut cells = Cells::zeroed(size);
        if size > 0 {
            cells.marks.push(Mark { offset: 0, size, content: Content::Indeterminate });
        }
        cells
    }

    /// Number of bytes.
    pub fn size(&self) -> u64 {
        self.bytes.len() as u64
    }

    /// The bytes; those under marks are 0.
    pub fn bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// The marks.
    pub fn marks(&self) -> &[Mark] {
        &self.marks
    }

    /// The marks, their contents to be renamed in place.
    pub fn contents_mut(&mut self) -> impl Iterator<Item = &mut Content> {
        self.marks.iter_mut().map(|mark| &mut mark.content)
    }

    /// Loads a scalar of 1 to 16 bytes. Requires the range to be inside.
    pub fn load(&self, offset: u64, size: u64) -> Loaded {
        let first = self.marks.partition_point(|mark| mark.offset + mark.size <= offset);
        match self.marks.get(first) {
            Some(mark) if mark.offset < offset + size => {
                let is_exact = mark.offset == offset && mark.size == size;
                let is_inside = mark.offset <= offset && offset + size <= mark.offset + mark.size;
                let part = || mark.content.cut(mark.size, offset - mark.offset, size);
                match mark.content {
                    content if is_exact => Loaded::Marked(content),
                    content if is_inside => part().map_or(Loaded::Torn(content), Loaded::Marked),
                    content => Loaded::Torn(content),
                }
            }
            _ => Loaded::Bits(self.bits(offset, size)),
        }
    }

    fn bits(&self, offset: u64, size: u64) -> u128 {
        let range = &self.bytes[offset as usize..(offset + size) as usize];
        range.iter().rev().fold(0, |bits, &byte| bits << 8 | u128::from(byte))
    }

    /// The first mark that a store to the range would cut in two and that cannot be cut: an input.
    pub fn torn_by(&self, offset: u64, size: u64) -> Option<Content> {
        let end = offset + size;
        let cut = |mark: &&Mark| {
            let overlaps = mark.offset < end && offset < mark.offset + mark.size;
            let is_inside = offset <= mark.offset && mark.offset + mark.size <= end;
            overlaps && !is_inside && mark.content.cut(mark.size, 0, mark.size).is_none()
        };
        self.marks.iter().find(cut).map(|mark| mark.content)
    }

    /// Stores plain bytes. Requires the range to be inside and to tear no mark.
    pub fn store_bits(&mut self, offset: u64, size: u64, bits: u128) {
        self.clear(offset, size);
        for index in 0..size {
            self.bytes[(offset + index) as usize] = (bits >> (8 * index)) as u8;
        }
    }

    /// Stores a mark. Requires the range to be inside and to tear no mark.
    pub fn store_mark(&mut self, offset: u64, size: u64, content: Content) {
        self.clear(offset, size);
        self.bytes[offset as usize..(offset + size) as usize].fill(0);
        let at = self.marks.partition_point(|mark| mark.offset < offset);
        self.marks.insert(at, Mark { offset, size, content });
        self.join(offset, offset + size);
    }

    /// Fills a range with one byte. Requires the range to be inside and to tear no mark.
    pub fn fill(&mut self, offset: u64, size: u64, byte: u8) {
        self.clear(offset, size);
        self.bytes[offset as usize..(offset + size) as usize].fill(byte);
    }

    /// A copy of a range. The error is a mark that the range cuts in two.
    pub fn extract(&self, offset: u64, size: u64) -> Result<Cells, Content> {
        if let Some(content) = self.torn_by(offset, size) {
            return Err(content);
        }
        let end = offset + size;
        let mut cells = Cells { bytes: self.bytes[offset as usize..end as usize].to_vec(), marks: Vec::new() };
        for mark in self.marks.iter().filter(|mark| mark.offset < end && offset < mark.offset + mark.size) {
            cells.marks.extend(mark.between(offset, end).map(|mark| Mark { offset: mark.offset - offset, ..mark }));
        }
        Ok(cells)
    }

    /// Stores a row of cells. Requires the range to be inside and to tear no mark.
    pub fn store_cells(&mut self, offset: u64, cells: &Cells) {
        let size = cells.size();
        self.clear(offset, size);
        self.bytes[offset as usize..(offset + size) as usize].copy_from_slice(&cells.bytes);
        let at = self.marks.partition_point(|mark| mark.offset < offset);
        let moved = cells.marks.iter().map(|mark| Mark { offset: mark.offset + offset, ..mark.clone() });
        self.marks.splice(at..at, moved);
        self.join(offset, offset + size);
    }

    /// Joins what a range with new marks has at its ends with what lies outside of it.
    fn join(&mut self, start: u64, end: u64) {
        for border in [start, end] {
            let at = self.marks.partition_point(|mark| mark.offset < border);
            let Some([first, second]) = at.checked_sub(1).and_then(|before| self.marks.get(before..=at)) else {
                continue;
            };
            if first.offset + first.size != second.offset {
                continue;
            }
            if let Some(content) = first.content.joined(second.content) {
                let joined = Mark { offset: first.offset, size: first.size + second.size, content };
                self.marks.splice(at - 1..=at, [joined]);
            }
        }
    }

    /// Removes what lies over a range; marks that go beyond it are cut.
    fn clear(&mut self, offset: u64, size: u64) {
        let end = offset + size;
        if !self.marks.iter().any(|mark| mark.offset < end && offset < mark.offset + mark.size) {
            return;
        }
        let mut kept = Vec::with_capacity(self.marks.len() + 1);
        for mark in self.marks.drain(..) {
            let stop = mark.offset + mark.size;
            if stop <= offset || end <= mark.offset {
                kept.push(mark);
                continue;
            }
            kept.extend(mark.between(mark.offset, offset));
            kept.extend(mark.between(end, stop));
        }
        self.marks = kept;
    }
}

impl Mark {
    /// What of the mark lies in a range; nothing if nothing does, or if the content cannot be cut.
    fn between(&self, start: u64, end: u64) -> Option<Mark> {
        let (start, end) = (start.max(self.offset), end.min(self.offset + self.size));
        let size = end.checked_sub(start).filter(|&size| size > 0)?;
        let content =
            if size == self.size { self.content } else { self.content.cut(self.size, start - self.offset, size)? };
        Some(Mark { offset: start, size, content })
    }
}

/// Whether an object can be accessed.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub enum Life {
    /// It can.
    Live,
    /// It was freed.
    Freed,
    /// Its block or procedure was left.
    OutOfScope,
}

/// Where an object comes from.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Origin {
    /// A global.
    Global(GlobalId),
    /// A thread's copy of a thread-local global.
    ThreadLocal(u32, GlobalId),
    /// A local of a frame: thread, depth, procedure, local.
    Local(u32, u32, ProcedureId, LocalId),
    /// An allocation: thread, number, region.
    Allocated(u32, u32, Region),
}

/// An object of a state.
#[derive(Clone, PartialEq, Debug)]
pub struct Object {
    /// Where it comes from.
    pub origin: Origin,
    /// Its declared type; `None` for allocated memory.
    pub ty: Option<TypeId>,
    /// Its contents.
    pub cells: Cells,
    /// Whether it can be accessed.
    pub life: Life,
    /// Whether another thread than its creator may reach it.
    pub is_shared: bool,
    /// Whether writing to it violates memory.
    pub is_read_only: bool,
    /// Whether accesses to it are listed in traces.
    pub is_listed: bool,
    /// Where an engine may remember something about the object as it is now; forgotten when it changes.
    pub memo: Cell<Option<u32>>,
}

impl Value {
    /// The mark that stands for this value in memory; `None` for plain numbers and blobs.
    pub fn content(&self) -> Option<Content> {
        match self {
            Value::Integer(_) | Value::Blob(_) => None,
            Value::Pointer(object, offset) => Some(Content::Pointer(*object, *offset)),
            Value::Procedure(procedure) => Some(Content::Procedure(*procedure)),
            Value::Symbol(symbol, added) => Some(Content::Symbol(*symbol, *added)),
            Value::Part(part) => Some(Content::Part(*part)),
            Value::Indeterminate => Some(Content::Indeterminate),
        }
    }
}

impl Content {
    /// The value that this mark stands for.
    pub fn value(self) -> Value {
        match self {
            Content::Indeterminate => Value::Indeterminate,
            Content::Pointer(object, offset) => Value::Pointer(object, offset),
            Content::Procedure(procedure) => Value::Procedure(procedure),
            Content::Symbol(symbol, added) => Value::Symbol(symbol, added),
            Content::Part(part) => Value::Part(part),
        }
    }

    /// The object to which it leads, or whose address it is a part of.
    pub fn object(self) -> Option<ObjectId> {
        match self {
            Content::Pointer(object, _) => Some(object),
            Content::Part(part) => part.object(),
            Content::Indeterminate | Content::Procedure(_) | Content::Symbol(..) => None,
        }
    }

    /// What it is, for people.
    pub fn describe(self) -> &'static str {
        match self {
            Content::Indeterminate => "a partly initialized value",
            Content::Pointer(..) => "some bytes of a pointer",
            Content::Procedure(_) => "some bytes of a function pointer",
            Content::Symbol(..) => "some bytes of an input",
            Content::Part(_) => "some bytes of an address",
        }
    }
}

/// Objects behind shared pointers: cloning a state costs a count each.
pub type SharedObject = Rc<Object>;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn marks_are_found_cut_and_torn() {
        let mut cells = Cells::indeterminate(16);
        cells.store_bits(4, 4, 0x0102_0304);
        assert_eq!(cells.load(4, 4), Loaded::Bits(0x0102_0304));
        assert_eq!(cells.load(5, 2), Loaded::Bits(0x0203));
        assert_eq!(cells.load(0, 4), Loaded::Marked(Content::Indeterminate));
        assert_eq!(cells.load(2, 4), Loaded::Torn(Content::Indeterminate));
        let pointer = Content::Pointer(ObjectId(3), 1);
        cells.store_mark(8, 8, pointer);
        assert_eq!(cells.load(8, 8), Loaded::Marked(pointer));
        assert_eq!(cells.torn_by(12, 8), None);
        assert_eq!(cells.torn_by(8, 8), None);
        let copy = cells.extract(4, 12).expect("no mark is cut");
        let mut other = Cells::zeroed(20);
        other.store_cells(2, &copy);
        assert_eq!(other.load(6, 8), Loaded::Marked(pointer));
        assert_eq!(other.load(2, 4), Loaded::Bits(0x0102_0304));
        let input = Content::Symbol(SymbolId(0), 0);
        cells.store_mark(0, 4, input);
        assert_eq!(cells.load(0, 2), Loaded::Torn(input));
        assert_eq!(cells.torn_by(2, 8), Some(input));
        assert!(cells.extract(2, 8).is_err());
    }

    #[test]
    fn an_address_is_made_of_its_bytes_in_their_order() {
        let pointer = Content::Pointer(ObjectId(3), 1);
        let mut from = Cells::zeroed(16);
        from.store_mark(4, 8, pointer);
        let byte = |index| match from.load(4 + index, 1) {
            Loaded::Marked(part) => part,
            other => panic!("{other:?} is no part of an address"),
        };
        let mut to = Cells::indeterminate(16);
        for index in [3, 0, 7, 1, 2, 6, 5] {
            to.store_mark(2 + index, 1, byte(index));
        }
        assert_eq!(to.load(2, 4), from.load(4, 4));
        assert!(matches!(to.load(2, 8), Loaded::Torn(_)));
        to.store_mark(6, 1, byte(4));
        assert_eq!(to.load(2, 8), Loaded::Marked(pointer));
        let half = from.extract(4, 4).expect("no input is cut");
        let mut exchanged = Cells::zeroed(8);
        exchanged.store_cells(4, &half);
        exchanged.store_cells(0, &from.extract(8, 4).expect("no input is cut"));
        assert!(matches!(exchanged.load(0, 8), Loaded::Torn(_)));
        to.store_bits(4, 1, 0);
        assert!(matches!(to.load(2, 8), Loaded::Torn(_)));
        assert_eq!(to.load(5, 5), from.load(7, 5));
        let mut cut = from.clone();
        cut.store_cells(0, &from.extract(6, 10).expect("no input is cut"));
        assert!(matches!(cut.load(4, 8), Loaded::Torn(_) | Loaded::Bits(_)));
    }
}
