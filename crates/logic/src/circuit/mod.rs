//! Circuits for the operations on bit-vectors, over a network of gates; and clauses for the gates.
//!
//! A bit-vector is a slice of gates, the least significant first.

mod add;
pub mod cnf;
mod compare;
mod divide;
pub mod gates;
mod multiply;
mod shift;

pub use add::{add, increment_if, negate, subtract};
pub use compare::{equal, signed_less, unsigned_less};
pub use divide::divide;
pub use gates::{Gate, Gates};
pub use multiply::{multiply, multiply_by_constant};
pub use shift::{Shift, shift};

/// How circuits are tested: on all inputs of small widths, and at random on wide ones, against the arithmetic of values.
#[cfg(test)]
mod tests {
    use proptest::prelude::Rng as _;
    use proptest::test_runner::{RngAlgorithm, TestRng};

    use super::gates::tests::{read, simulate};
    use super::*;
    use crate::bits::Bits;

    pub(super) fn check_unary(circuit: impl Fn(&mut Gates, &[Gate]) -> Vec<Gate>, meaning: impl Fn(&Bits) -> Bits) {
        let mut rng = TestRng::deterministic_rng(RngAlgorithm::ChaCha);
        for width in [1, 2, 3, 5, 8, 33, 64, 100] {
            let mut gates = Gates::new();
            let a: Vec<Gate> = (0..width).map(|_| gates.input()).collect();
            let output = circuit(&mut gates, &a);
            let samples: Vec<Bits> = if width <= 8 {
                (0..1 << width).map(|value| Bits::new(width, value)).collect()
            } else {
                (0..30).map(|_| random(&mut rng, width)).collect()
            };
            for x in samples {
                let values = simulate(&gates, &bools(&[&x]));
                assert_eq!(value(&values, &output), meaning(&x), "of {x}");
            }
        }
    }

    pub(super) fn check_binary(
        circuit: impl Fn(&mut Gates, &[Gate], &[Gate]) -> Vec<Gate>,
        meaning: impl Fn(&Bits, &Bits) -> Bits,
    ) {
        let mut rng = TestRng::deterministic_rng(RngAlgorithm::ChaCha);
        for width in [1, 2, 3, 4, 5, 8, 17, 32, 64, 100] {
            let mut gates = Gates::new();
            let a: Vec<Gate> = (0..width).map(|_| gates.input()).collect();
            let b: Vec<Gate> = (0..width).map(|_| gates.input()).collect();
            let output = circuit(&mut gates, &a, &b);
            let samples: Vec<(Bits, Bits)> = if width <= 5 {
                let all = || (0..1 << width).map(|value| Bits::new(width, value));
                all().flat_map(|x| all().map(move |y| (x.clone(), y))).collect()
            } else {
                (0..if width <= 8 { 5000 } else { 50 })
                    .map(|_| (random(&mut rng, width), random(&mut rng, width)))
                    .collect()
            };
            for (x, y) in samples {
                let values = simulate(&gates, &bools(&[&x, &y]));
                assert_eq!(value(&values, &output), meaning(&x, &y), "of {x} and {y}");
            }
        }
    }

    /// Any bits; every other time few of them, since small numbers are where circuits go wrong.
    fn random(rng: &mut TestRng, width: u32) -> Bits {
        let bits = Bits::new(128, u128::from(rng.next_u64()) << 64 | u128::from(rng.next_u64()));
        let bits = if width <= 128 { bits.extract(0, width) } else { bits.zero_extend(width) };
        if rng.next_u32().is_multiple_of(2) { bits.lshr_by(rng.next_u32() % width) } else { bits }
    }

    fn bools(numbers: &[&Bits]) -> Vec<bool> {
        numbers.iter().flat_map(|bits| (0..bits.width()).map(|at| bits.bit(at))).collect()
    }

    fn value(values: &[bool], output: &[Gate]) -> Bits {
        Bits::from_bools(output.iter().map(|&gate| read(values, gate)))
    }
}
