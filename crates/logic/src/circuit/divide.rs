//! Division: restoring, a subtraction for each bit of the quotient.
//!
//! Before the bit k of the quotient (from the top), the remainder has only as many bits as were taken from the dividend; so the
//! subtraction needs no more, and the higher bits of the divisor only must be zero. That halves the circuit. And no remainder is
//! longer than a divisor that is not zero: where high bits of the divisor are known to be zero (it is a small constant, or was
//! extended), the rows are as short as its other bits.

use super::add::add_with_carry;
use super::gates::{Gate, Gates};

/// The quotient and the remainder, unsigned; all ones and the dividend, if the divisor is zero.
#[must_use]
pub fn divide(gates: &mut Gates, a: &[Gate], b: &[Gate]) -> (Vec<Gate>, Vec<Gate>) {
    assert_eq!(a.len(), b.len(), "dividend and divisor have one width");
    let width = a.len();
    let used = b.iter().rposition(|&bit| bit != Gate::FALSE).map_or(0, |at| at + 1);
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
        let length = remainder.len();
        let negated: Vec<Gate> = b[..length].iter().map(|&bit| !bit).collect();
        let (difference, enough) = add_with_carry(gates, &remainder, &negated, Gate::TRUE);
        let enough = gates.and(enough, fits[length]);
        quotient[at] = enough;
        for (old, new) in remainder.iter_mut().zip(difference) {
            *old = gates.mux(enough, new, *old);
        }
        // The remainder is below the divisor now, unless that is zero.
        remainder.truncate(used);
    }
    remainder.resize(width, Gate::FALSE);
    if used == width {
        return (quotient, remainder);
    }
    let by_zero = fits[0];
    let quotient = quotient.into_iter().map(|bit| gates.or(bit, by_zero)).collect();
    let remainder = remainder.into_iter().zip(a).map(|(bit, &a)| gates.mux(by_zero, a, bit)).collect();
    (quotient, remainder)
}

#[cfg(test)]
mod tests {
    use super::super::tests::{check_binary, check_unary};
    use super::*;
    use crate::bits::Bits;

    #[test]
    fn quotients_and_remainders_are_right() {
        check_binary(|gates, a, b| divide(gates, a, b).0, |a, b| a.udiv(b));
        check_binary(|gates, a, b| divide(gates, a, b).1, |a, b| a.urem(b));
    }

    /// By constants, and by what was extended.
    #[test]
    fn short_divisors_are_right() {
        for k in [0, 1, 2, 3, 5, 7, 8, 10, 31, 100, 255, 1000, 65535, 0xffff_ffff_ffff] {
            let constant = |width: usize| -> Vec<Gate> {
                let k = Bits::new(width as u32, k);
                (0..width).map(|at| Gate::constant(k.bit(at as u32))).collect()
            };
            let meaning = |a: &Bits| Bits::new(a.width(), k);
            check_unary(|gates, a| divide(gates, a, &constant(a.len())).0, |a| a.udiv(&meaning(a)));
            check_unary(|gates, a| divide(gates, a, &constant(a.len())).1, |a| a.urem(&meaning(a)));
        }
        let half = |b: &[Gate]| -> Vec<Gate> {
            b.iter().enumerate().map(|(at, &bit)| if at < b.len().div_ceil(2) { bit } else { Gate::FALSE }).collect()
        };
        let meaning = |b: &Bits| b.extract(0, b.width().div_ceil(2)).zero_extend(b.width());
        check_binary(|gates, a, b| divide(gates, a, &half(b)).0, |a, b| a.udiv(&meaning(b)));
        check_binary(|gates, a, b| divide(gates, a, &half(b)).1, |a, b| a.urem(&meaning(b)));
    }
}
