//! What was put into a new object: bytes, and locks that were initialized.

use raddle_program::byte_set::ByteSet;
use std::collections::BTreeSet;

use super::birth::BYTES;

/// What was put into a new object on the paths to a location. Distances are from the start of the object, in bytes.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(super) struct Filling {
    /// The bytes that were written on every path.
    pub written: ByteSet,
    /// Where a lock, a condition or a semaphore was initialized by a call on every path.
    pub initialized: BTreeSet<u64>,
    /// Where one was initialized by a call on some path.
    pub may_be_initialized: BTreeSet<u64>,
}

impl Filling {
    /// So many bytes were written.
    pub fn of_bytes(count: u64) -> Filling {
        Filling { written: ByteSet::of(0..count), ..Filling::default() }
    }

    /// Bytes are written.
    pub fn write(&mut self, distance: u64, size: u64) {
        let end = distance.saturating_add(size).min(BYTES);
        self.written.insert(distance.min(end)..end);
    }

    /// A lock, a condition or a semaphore is initialized.
    pub fn initialize(&mut self, distance: u64) {
        self.initialized.insert(distance);
        self.may_be_initialized.insert(distance);
    }

    /// What is there behind a procedure that puts something in.
    pub fn extend(&mut self, later: &Filling) {
        self.written.extend(&later.written);
        self.initialized.extend(&later.initialized);
        self.may_be_initialized.extend(&later.may_be_initialized);
    }

    /// What is there where two paths meet.
    pub fn met(&self, other: &Filling) -> Filling {
        Filling {
            written: self.written.intersection(&other.written),
            initialized: &self.initialized & &other.initialized,
            may_be_initialized: &self.may_be_initialized | &other.may_be_initialized,
        }
    }
}
