//! The plain bit-level mode: cubes over the bits of a state, for predicates of few bits.
//!
//! Lemmas over atoms say what the program's own comparisons can say. Where invariants are about single bits (masks, flags, words that
//! are shifted round) there may be no such atoms, and each lemma excludes a state or two. Once a predicate of few bits took many lemmas,
//! every second one is looked for among the bits of the state that is to be excluded: the whole of them is a cube with one state, and
//! literals are dropped from it as from any other. This is property-directed reachability as it is done on circuits (Bradley,
//! *SAT-based model checking without unrolling*, 2011).

use crate::assignment::Assignment;
use crate::horn::system::{Predicate, System};
use crate::sort::Sort;
use crate::term::{Term, Terms};
use crate::value::Value;

/// How many bits the parameters of a predicate have together at most.
const BITS: u32 = 64;

/// After how many lemmas about a predicate its bits are looked at.
const LEMMAS: u32 = 48;

/// For which predicates bits are looked at.
pub(super) struct Bitwise {
    /// By predicate: how many lemmas about it were looked for; none if it has too many bits, or arrays.
    lemmas: Vec<Option<u32>>,
}

impl Bitwise {
    /// No lemma was learnt yet.
    pub fn new(terms: &Terms, system: &System) -> Bitwise {
        let bits = |predicate: Predicate| {
            let widths =
                system.declaration(predicate).parameters.iter().map(|&parameter| match terms.sort(parameter) {
                    Sort::Bool => Some(1),
                    Sort::BitVec(width) => Some(width),
                    Sort::Array { .. } => None,
                });
            widths.sum::<Option<u32>>().filter(|&bits| bits <= BITS)
        };
        Bitwise { lemmas: system.predicates().map(|predicate| bits(predicate).map(|_| 0)).collect() }
    }

    /// A lemma about a predicate is looked for: whether among its bits.
    pub fn is_next(&mut self, predicate: Predicate) -> bool {
        self.lemmas[predicate.index()].as_mut().is_some_and(|lemmas| {
            *lemmas += 1;
            *lemmas > LEMMAS && lemmas.is_multiple_of(2)
        })
    }
}

/// The cube of one state.
pub(super) fn cube(terms: &mut Terms, parameters: &[Term], state: &Assignment) -> Vec<Term> {
    let mut literals = Vec::new();
    for &parameter in parameters {
        match state.get(parameter) {
            Some(&Value::Bool(truth)) => literals.push(if truth { parameter } else { terms.not(parameter) }),
            Some(Value::Bits(bits)) => {
                for place in 0..bits.width() {
                    let bit = terms.extract(parameter, place, 1);
                    let value = terms.number(1, bits.bit(place).into());
                    literals.push(terms.eq(bit, value));
                }
            }
            Some(Value::Array(_)) | None => {}
        }
    }
    literals
}
