//! Division: restoring, a subtraction for each bit of the quotient.
//!
//! Before the bit k of the quotient (from the top), the remainder has only as many bits as were taken from the dividend; so the
//! subtraction needs no more, and the higher bits of the divisor only must be zero. That halves the circuit.

use super::add::add_with_carry;
use super::gates::{Gate, Gates};

/// The quotient and the remainder, unsigned; all ones and the dividend, if the divisor is zero.
#[must_use]
pub fn divide(gates: &mut Gates, a: &[Gate], b: &[Gate]) -> (Vec<Gate>, Vec<Gate>) {
    assert_eq!(a.len(), b.len(), "dividend and divisor have one width");
    let width = a.len();
    // fits[k]: the divisor is below two to the power of k.
    let mut fits = vec![Gate::TRUE; width + 1];
    for at in (0..width).rev() {
        fits[at] = gates.and(fits[at + 1], !b[at]);
    }
    let mut quotient = vec![Gate::FALSE; width];
    let mut remainder: Vec<Gate> = Vec::with_capacity(width);
    for taken in 1..=width {
        let at = width - taken;
        remainder.insert(0, a[at]);
        let negated: Vec<Gate> = b[..taken].iter().map(|&bit| !bit).collect();
        let (difference, enough) = add_with_carry(gates, &remainder, &negated, Gate::TRUE);
        let enough = gates.and(enough, fits[taken]);
        quotient[at] = enough;
        for (old, new) in remainder.iter_mut().zip(difference) {
            *old = gates.mux(enough, new, *old);
        }
    }
    (quotient, remainder)
}

#[cfg(test)]
mod tests {
    use super::super::tests::check_binary;
    use super::*;

    #[test]
    fn quotients_and_remainders_are_right() {
        check_binary(|gates, a, b| divide(gates, a, b).0, |a, b| a.udiv(b));
        check_binary(|gates, a, b| divide(gates, a, b).1, |a, b| a.urem(b));
    }
}
