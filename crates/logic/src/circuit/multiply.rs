//! Products: rows of partial products, added up one after the other; by a constant, shifted copies added and subtracted.

use crate::bits::Bits;

use super::add::{add, negate, subtract};
use super::gates::{Gate, Gates};

/// The product of two bit-vectors.
#[must_use]
pub fn multiply(gates: &mut Gates, a: &[Gate], b: &[Gate]) -> Vec<Gate> {
    assert_eq!(a.len(), b.len(), "the factors have one width");
    // Rows of the factor that has fewer bits which are not known to be zero.
    let rows = |factor: &[Gate]| factor.iter().filter(|&&bit| bit != Gate::FALSE).count();
    let (a, b) = if rows(a) < rows(b) { (b, a) } else { (a, b) };
    let width = a.len();
    let mut product = vec![Gate::FALSE; width];
    for (shift, &bit) in b.iter().enumerate().filter(|&(_, &bit)| bit != Gate::FALSE) {
        let row: Vec<Gate> = a[..width - shift].iter().map(|&a| gates.and(a, bit)).collect();
        let sum = add(gates, &product[shift..], &row, Gate::FALSE);
        product[shift..].copy_from_slice(&sum);
    }
    product
}

/// The product of a bit-vector and a constant: its non-adjacent form has the fewest digits that are not zero, of 1 and -1.
#[must_use]
pub fn multiply_by_constant(gates: &mut Gates, a: &[Gate], k: &Bits) -> Vec<Gate> {
    let width = a.len();
    assert_eq!(width, k.width() as usize, "the factors have one width");
    let mut product: Option<Vec<Gate>> = None;
    for (shift, positive) in non_adjacent_form(k) {
        let shifted: Vec<Gate> = (0..width).map(|at| if at < shift { Gate::FALSE } else { a[at - shift] }).collect();
        product = Some(match (product, positive) {
            (None, true) => shifted,
            (None, false) => negate(gates, &shifted),
            (Some(sum), true) => add(gates, &sum, &shifted, Gate::FALSE),
            (Some(sum), false) => subtract(gates, &sum, &shifted),
        });
    }
    product.unwrap_or_else(|| vec![Gate::FALSE; width])
}

/// The digits that are not zero: their places from below, and whether they are 1 (or else -1). No two are neighbours.
fn non_adjacent_form(k: &Bits) -> Vec<(usize, bool)> {
    let width = k.width();
    let mut digits = Vec::new();
    let mut carry = false;
    for at in 0..width {
        // The digit is odd where the bit and the carry differ; it is -1 if the next bit is set, and then carries.
        if k.bit(at) != carry {
            let negative = k.bit(at + 1) && at + 1 < width;
            digits.push((at as usize, !negative));
            carry = negative;
        }
    }
    digits
}

#[cfg(test)]
mod tests {
    use super::super::tests::{check_binary, check_unary};
    use super::*;

    #[test]
    fn products_are_right() {
        check_binary(multiply, |a, b| a.mul(b));
    }

    #[test]
    fn products_with_constants_are_right() {
        for k in (0..256).chain([0xffff_ffff_ffff_ffff_ffff, 0x5555_5555_5555_5555_5555, 0x8000_0001_7fff]) {
            check_unary(
                |gates, a| multiply_by_constant(gates, a, &Bits::new(a.len() as u32, k)),
                |a| a.mul(&Bits::new(a.width(), k)),
            );
        }
    }

    #[test]
    fn few_digits() {
        assert_eq!(non_adjacent_form(&Bits::new(8, 7)), [(0, false), (3, true)]);
        assert_eq!(non_adjacent_form(&Bits::new(8, 0xff)), [(0, false)]);
        for k in 0..256 {
            let digits = non_adjacent_form(&Bits::new(8, k));
            assert!(digits.windows(2).all(|pair| pair[1].0 - pair[0].0 > 1), "{k}: {digits:?}");
        }
    }
}
