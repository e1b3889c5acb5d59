//! Sums: ripple-carry, a full adder a bit.

use super::gates::{Gate, Gates};

/// The sum of two bit-vectors and a carry.
#[must_use]
pub fn add(gates: &mut Gates, a: &[Gate], b: &[Gate], carry: Gate) -> Vec<Gate> {
    add_with_carry(gates, a, b, carry).0
}

/// The sum of two bit-vectors and a carry, and the carry that leaves it.
#[must_use]
pub fn add_with_carry(gates: &mut Gates, a: &[Gate], b: &[Gate], mut carry: Gate) -> (Vec<Gate>, Gate) {
    assert_eq!(a.len(), b.len(), "the summands have one width");
    let mut sum = Vec::with_capacity(a.len());
    for (&a, &b) in a.iter().zip(b) {
        sum.push(gates.xor3(a, b, carry));
        carry = gates.majority(a, b, carry);
    }
    (sum, carry)
}

/// The difference of two bit-vectors: `a + ~b + 1`.
#[must_use]
pub fn subtract(gates: &mut Gates, a: &[Gate], b: &[Gate]) -> Vec<Gate> {
    let b: Vec<Gate> = b.iter().map(|&bit| !bit).collect();
    add(gates, a, &b, Gate::TRUE)
}

/// The negation of a bit-vector: `~a + 1`.
#[must_use]
pub fn negate(gates: &mut Gates, a: &[Gate]) -> Vec<Gate> {
    let a: Vec<Gate> = a.iter().map(|&bit| !bit).collect();
    increment_if(gates, &a, Gate::TRUE)
}

/// One more, if the condition is true.
#[must_use]
pub fn increment_if(gates: &mut Gates, a: &[Gate], condition: Gate) -> Vec<Gate> {
    let zero = vec![Gate::FALSE; a.len()];
    add(gates, a, &zero, condition)
}

#[cfg(test)]
mod tests {
    use super::super::tests::{check_binary, check_unary};
    use super::*;

    #[test]
    fn sums_are_right() {
        check_binary(|gates, a, b| add(gates, a, b, Gate::FALSE), |a, b| a.add(b));
        check_binary(subtract, |a, b| a.sub(b));
        check_unary(negate, |a| a.neg());
        check_unary(
            |gates, a| increment_if(gates, a, a[0]),
            |a| if a.bit(0) { a.add(&crate::bits::Bits::one(a.width())) } else { a.clone() },
        );
    }
}
