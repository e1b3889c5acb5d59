//! The contents of an object as a thread knows them: cells over a background.
//!
//! Scalars lie in cells of their own size. What is stored in one shape and loaded in another is cut into bytes and put
//! together again. An address that is cut is unsupported; the load returns that condition.

use std::collections::BTreeMap;

use raddle_logic::term::Term;
use rustc_hash::FxHashMap;

use crate::unwind::object::ObjectId;
use crate::unwind::pool::Pool;
use crate::unwind::value::{Cell, NUMBER, TAG_BITS, Value};

/// What bytes without a cell hold.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Background {
    /// Zeros.
    Zero,
    /// Nothing yet.
    Indeterminate,
    /// What shared memory held at the begin of the stretch of exclusive access with this number.
    Shared(u32),
}

/// A cell with its size, and the condition under which this thread wrote it since its stretch of exclusive access
/// began.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Stored {
    /// Bytes.
    pub size: u64,
    /// What is in it.
    pub cell: Cell,
    /// For shared memory: the condition that it was written.
    pub is_dirty: Term,
}

/// The contents of an object.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Contents {
    /// Number of bytes.
    pub size: u64,
    /// What is between the cells.
    pub background: Background,
    /// Cells by offset, not overlapping.
    pub cells: BTreeMap<u64, Stored>,
}

/// Variables for values that were not chosen yet: one for each object, offset and size.
#[derive(Default)]
pub struct Indeterminates {
    variables: FxHashMap<(ObjectId, u64, u64), Term>,
}

impl Indeterminates {
    /// The variable of some bytes of an object.
    pub fn variable(&mut self, pool: &mut Pool, object: ObjectId, offset: u64, size: u64) -> Term {
        *self
            .variables
            .entry((object, offset, size))
            .or_insert_with(|| pool.fresh_bits("indeterminate", size as u32 * 8))
    }

    /// Whether some of these bytes have a variable.
    pub fn has_any(&self, object: ObjectId, offset: u64, size: u64) -> bool {
        let overlaps =
            |&(of, at, length): &(ObjectId, u64, u64)| of == object && at < offset + size && offset < at + length;
        self.variables.keys().any(overlaps)
    }

    /// The variable of some bytes of an object, if there is one.
    pub fn find(&self, object: ObjectId, offset: u64, size: u64) -> Option<Term> {
        self.variables.get(&(object, offset, size)).copied()
    }
}

/// What a load of a scalar finds.
pub enum Found {
    /// A cell of this shape, or bytes put together. The condition says when an address was cut.
    Value(Value, Term),
    /// Bytes that were never written, in the background or in cells.
    Indeterminate,
    /// Bytes of shared memory that this thread did not access yet (all of them).
    Untouched,
    /// Bytes of several kinds: load them in these pieces.
    Pieces(Vec<(u64, u64)>),
}

impl Contents {
    /// Nothing but background.
    pub fn new(size: u64, background: Background) -> Self {
        Contents { size, background, cells: BTreeMap::new() }
    }

    fn overlapping(&self, offset: u64, size: u64) -> impl Iterator<Item = (u64, Stored)> + '_ {
        let end = offset + size;
        let before = self.cells.range(..offset).next_back().filter(|(at, stored)| **at + stored.size > offset);
        before.into_iter().chain(self.cells.range(offset..end)).map(|(at, stored)| (*at, *stored))
    }

    /// The cell that a byte belongs to.
    pub fn around(&self, offset: u64) -> Option<Stored> {
        self.overlapping(offset, 1).next().map(|(_, stored)| stored)
    }

    /// The tag of the value that a byte belongs to.
    pub fn tag_around(&self, offset: u64) -> Option<Term> {
        match self.around(offset)?.cell {
            Cell::Value(value) => Some(value.tag),
            Cell::Indeterminate => None,
        }
    }

    /// Whether a cell has some of these bytes.
    pub fn overlaps(&self, offset: u64, size: u64) -> bool {
        self.overlapping(offset, size).next().is_some()
    }

    /// Loads a scalar. Requires the range to be inside.
    pub fn load(&self, pool: &mut Pool, offset: u64, size: u64) -> Found {
        let no = pool.bool(false);
        let parts: Vec<(u64, Stored)> = self.overlapping(offset, size).collect();
        match parts[..] {
            [] => {
                return match self.background {
                    Background::Zero => Found::Value(Value::number(pool, size as u32 * 8, 0), no),
                    Background::Indeterminate => Found::Indeterminate,
                    Background::Shared(_) => Found::Untouched,
                };
            }
            [(at, stored)] if at == offset && stored.size == size => {
                return match stored.cell {
                    Cell::Value(value) => Found::Value(value, no),
                    Cell::Indeterminate => Found::Indeterminate,
                };
            }
            _ => {}
        }
        // A part of one cell.
        if let [(at, stored)] = parts[..]
            && at <= offset
            && offset + size <= at + stored.size
        {
            return match stored.cell {
                Cell::Indeterminate => Found::Indeterminate,
                Cell::Value(value) => {
                    let is_plain = value.has_tag(pool, NUMBER);
                    let torn = pool.not(is_plain);
                    let bits = pool.extract(value.bits, (offset - at) as u32 * 8, size as u32 * 8);
                    Found::Value(Value::of_bits(pool, bits), torn)
                }
            };
        }
        let mut pieces = Vec::new();
        let mut at = offset;
        for (start, stored) in &parts {
            let (start, stop) = ((*start).max(offset), (start + stored.size).min(offset + size));
            if at < start {
                pieces.push((at, start - at));
            }
            pieces.push((start, stop - start));
            at = stop;
        }
        if at < offset + size {
            pieces.push((at, offset + size - at));
        }
        Found::Pieces(pieces)
    }

    /// Makes room for a store: cells that are partly in the range keep the rest of their bytes.
    fn clear(&mut self, pool: &mut Pool, offset: u64, size: u64) -> Term {
        let mut torn = pool.bool(false);
        let end = offset + size;
        let parts: Vec<(u64, Stored)> = self.overlapping(offset, size).collect();
        for (at, stored) in parts {
            self.cells.remove(&at);
            let rests = [(at, offset.max(at)), (end.min(at + stored.size), at + stored.size)];
            for (from, to) in rests.into_iter().filter(|(from, to)| from < to) {
                let cell = match stored.cell {
                    Cell::Indeterminate => Cell::Indeterminate,
                    Cell::Value(value) => {
                        let is_plain = value.has_tag(pool, NUMBER);
                        let is_torn = pool.not(is_plain);
                        torn = pool.or(torn, is_torn);
                        let bits = pool.extract(value.bits, (from - at) as u32 * 8, (to - from) as u32 * 8);
                        Cell::Value(Value::of_bits(pool, bits))
                    }
                };
                self.cells.insert(from, Stored { size: to - from, cell, is_dirty: stored.is_dirty });
            }
        }
        torn
    }

    /// Stores a cell; the condition under which an address was cut by it. Requires the range to be inside.
    pub fn store(&mut self, pool: &mut Pool, offset: u64, stored: Stored) -> Term {
        let torn = self.clear(pool, offset, stored.size);
        self.cells.insert(offset, stored);
        torn
    }

    /// The pieces in which both contents are cells or background throughout, for all cells of either.
    pub fn common_pieces(&self, other: &Contents) -> Vec<(u64, u64)> {
        let mut borders: Vec<u64> = Vec::new();
        for (at, stored) in self.cells.iter().chain(&other.cells) {
            borders.extend([*at, at + stored.size]);
        }
        borders.sort_unstable();
        borders.dedup();
        let is_covered = |from: u64, to: u64| {
            self.overlapping(from, to - from).next().is_some() || other.overlapping(from, to - from).next().is_some()
        };
        borders
            .windows(2)
            .map(|pair| (pair[0], pair[1]))
            .filter(|&(from, to)| is_covered(from, to))
            .map(|(from, to)| (from, to - from))
            .collect()
    }

    /// The cell that is exactly these bytes.
    pub fn exact(&self, offset: u64, size: u64) -> Option<Stored> {
        self.cells.get(&offset).copied().filter(|stored| stored.size == size)
    }
}

/// Values put together, lowest bytes first.
pub fn assemble(pool: &mut Pool, parts: &[Value]) -> (Value, Term) {
    let mut torn = pool.bool(false);
    let mut bits: Option<Term> = None;
    for part in parts {
        let is_plain = part.has_tag(pool, NUMBER);
        let is_torn = pool.not(is_plain);
        torn = pool.or(torn, is_torn);
        bits = Some(match bits {
            None => part.bits,
            Some(low) => pool.concat(part.bits, low),
        });
    }
    let bits = bits.expect("a scalar has bytes");
    let tag = pool.number(TAG_BITS, NUMBER);
    (Value { tag, bits }, torn)
}
