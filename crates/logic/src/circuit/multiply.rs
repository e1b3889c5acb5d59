//! Products: rows of partial products, added up one after the other; by a constant, shifted copies added and subtracted.

use crate::bits::Bits;

use super::add::{add, negate, subtract};
use super::gates::{Gate, Gates};

/// The product of two bit-vectors.
#[must_use]
pub fn multiply(gates: &mut Gates, a: &[Gate], b: &[Gate]) -> Vec<Gate> {
    assert_eq!(a.len(), b.len(), "the factors have one width");
    let width = a.len();
    // Extended with copies of a sign, a factor is as wide as it was before; so is the product.
    let (n, m) = (signed_length(a), signed_length(b));
    let unsigned = [a, b].iter().any(|factor| factor.last().is_some_and(|top| top.as_constant().is_some()));
    if n + m <= width && !unsigned {
        return multiply_signed(gates, &a[..n], &b[..m], width);
    }
    multiply_rows(gates, a, b, width)
}

/// The low bits of the product of two unsigned numbers of any width.
fn multiply_rows(gates: &mut Gates, a: &[Gate], b: &[Gate], width: usize) -> Vec<Gate> {
    // Rows of the factor that has fewer bits which are not known to be zero.
    let rows = |factor: &[Gate]| factor.iter().filter(|&&bit| bit != Gate::FALSE).count();
    let (a, b) = if rows(a) < rows(b) { (b, a) } else { (a, b) };
    let mut product = vec![Gate::FALSE; width];
    for (shift, &bit) in b.iter().enumerate().take(width).filter(|&(_, &bit)| bit != Gate::FALSE) {
        let row: Vec<Gate> =
            (0..width - shift).map(|at| a.get(at).map_or(Gate::FALSE, |&a| gates.and(a, bit))).collect();
        let sum = add(gates, &product[shift..], &row, Gate::FALSE);
        product[shift..].copy_from_slice(&sum);
    }
    product
}

/// The product of two signed numbers, in a width that holds it. A sign bit counts as minus what it counts when it is read as any other
/// bit: so from the product of them as unsigned numbers, each factor is subtracted in the place of the other's sign, if that is set.
fn multiply_signed(gates: &mut Gates, a: &[Gate], b: &[Gate], width: usize) -> Vec<Gate> {
    let (n, m) = (a.len(), b.len());
    let mut product = multiply_rows(gates, a, b, n + m);
    for (factor, sign, place) in [(b, a[n - 1], n), (a, b[m - 1], m)] {
        let correction: Vec<Gate> = factor.iter().map(|&bit| gates.and(bit, sign)).collect();
        let difference = subtract(gates, &product[place..], &correction);
        product[place..].copy_from_slice(&difference);
    }
    let sign = product[n + m - 1];
    product.resize(width, sign);
    product
}

/// The number of low bits of a number if the last of them is its sign and all higher bits are copies of the sign.
fn signed_length(a: &[Gate]) -> usize {
    let Some(&sign) = a.last() else { return 0 };
    a.iter().rposition(|&bit| bit != sign).map_or(1, |at| (at + 2).min(a.len()))
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
    fn products_of_extended_numbers_are_right() {
        for more in [0, 1, 3] {
            let extend = |a: &[Gate], to: usize| -> Vec<Gate> {
                (0..to).map(|at| a.get(at).copied().unwrap_or(a[a.len() - 1])).collect()
            };
            check_binary(
                |gates, a, b| {
                    let to = 2 * a.len() + more;
                    multiply(gates, &extend(a, to), &extend(b, to))
                },
                |a, b| {
                    let to = 2 * a.width() + more as u32;
                    a.sign_extend(to).mul(&b.sign_extend(to))
                },
            );
        }
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
