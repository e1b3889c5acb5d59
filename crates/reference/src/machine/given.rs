//! The answers of library functions in this execution, where they are tracked ([`crate::machine::Settings::marks_outside`]).
//!
//! Some results are free the first time and determined from then on: `isatty` always returns the same for one file, `rand` repeats its
//! numbers after the same seed. The models choose anew in each call. A replay with marks keeps the answers. If a second answer to the same
//! question differs, the replay fails.

use crate::arithmetic::marked::depends;
use crate::value::{Address, Scalar, Trouble};
use std::collections::BTreeMap;

/// Where a sequence of random numbers is: the seed that it began with, and how many numbers it gave since.
type Position = (i128, u64);

/// Answers of library functions.
#[derive(Clone, Debug, Default)]
pub struct Given {
    /// By function and question.
    answers: BTreeMap<(String, Vec<i128>), i128>,
    /// Where the sequences of `rand` and of `random` are; `None` behind a seed that is not known.
    sequences: [Option<Position>; 2],
    /// Where the sequences of `rand_r` are whose state an object holds.
    states: BTreeMap<Address, Position>,
    /// Whether a sequence has begun: with the seed 1, unless the program gave another.
    has_begun: [bool; 2],
}

impl Given {
    /// An answer to a question.
    ///
    /// # Errors
    /// Unsupported if it is not the one that was given before.
    pub fn answer(&mut self, function: impl Into<String>, question: Vec<i128>, answer: i128) -> Result<(), Trouble> {
        let known = *self.answers.entry((function.into(), question)).or_insert(answer);
        if known == answer { Ok(()) } else { depends() }
    }

    /// A seed for `rand` (0) or `random` (1).
    pub fn seed(&mut self, generator: usize, seed: Scalar) {
        self.has_begun[generator] = true;
        self.sequences[generator] = match seed {
            Scalar::Integer(seed) => Some((seed, 0)),
            _ => None,
        };
    }

    /// The next number of `rand` or `random`; `None` if nothing looks at it.
    ///
    /// # Errors
    /// Unsupported if the same seed gave another one.
    pub fn draw(&mut self, generator: usize, number: Option<i128>) -> Result<(), Trouble> {
        if !std::mem::replace(&mut self.has_begun[generator], true) {
            self.sequences[generator] = Some((1, 0));
        }
        let Some((seed, count)) = self.sequences[generator] else { return Ok(()) };
        self.sequences[generator] = Some((seed, count + 1));
        match number {
            Some(number) => self.answer(["rand", "random"][generator], vec![seed, i128::from(count)], number),
            None => Ok(()),
        }
    }

    /// The sequence of `rand_r` that goes on with a state, which is held at an address.
    pub fn sequence(&self, at: Scalar, state: Scalar) -> Option<Position> {
        match (state, at) {
            (Scalar::Integer(seed), _) => Some((seed, 0)),
            (Scalar::Outside(_), Scalar::Address(at)) => self.states.get(&at).copied(),
            _ => None,
        }
    }

    /// Keeps that an address holds the state behind the next number of a sequence.
    pub fn advance(&mut self, at: Scalar, sequence: Option<Position>) {
        let Scalar::Address(at) = at else { return };
        match sequence {
            Some((seed, count)) => self.states.insert(at, (seed, count + 1)),
            None => self.states.remove(&at),
        };
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_seed_repeats_its_numbers() {
        let mut given = Given::default();
        given.seed(0, Scalar::Integer(7));
        assert!(given.draw(0, Some(3)).is_ok());
        assert!(given.draw(0, Some(4)).is_ok());
        given.seed(0, Scalar::Integer(7));
        assert!(given.draw(0, Some(3)).is_ok());
        assert!(given.draw(0, Some(5)).is_err());
    }

    #[test]
    fn one_question_has_one_answer() {
        let mut given = Given::default();
        assert!(given.answer("isatty", vec![0], 1).is_ok());
        assert!(given.answer("isatty", vec![1], 0).is_ok());
        assert!(given.answer("isatty", vec![0], 0).is_err());
    }
}
