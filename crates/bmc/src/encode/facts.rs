//! The facts about an unwound program that a formula needs, for every kind of order.

use std::collections::BTreeMap;

use raddle_logic::sat::{Interruption, Lit};
use raddle_logic::term::Term;
use rustc_hash::FxHashMap;

use crate::encode::candidates::Implications;
use crate::encode::happens_before::HappensBefore;

/// The facts about an unwound program, for every kind of order.
pub(crate) struct Facts {
    pub before: HappensBefore,
    pub implications: Implications,
    pub interruption: Interruption,
    /// Values of reads that few low bits determine.
    pub narrow: FxHashMap<Term, u32>,
    /// By pair of sections that exclude each other: whether the first one comes first.
    pub sections: BTreeMap<(usize, usize), Lit>,
    /// The approximate number of bytes that the formula needs for the sources so far, and the number that it may need.
    pub needs: u64,
    pub granted: u64,
}

impl Facts {
    /// No facts yet but the order, and the number of bytes that a formula may take.
    pub fn new(before: HappensBefore, implications: Implications, interruption: Interruption, granted: u64) -> Self {
        let (narrow, sections) = (FxHashMap::default(), BTreeMap::new());
        Facts { before, implications, interruption, narrow, sections, needs: 0, granted }
    }

    /// Whether the formula needs more memory than it may.
    pub fn is_too_large(&self) -> bool {
        self.needs > self.granted
    }
}
