//! Comparisons: equality is a conjunction, "less" the carry chain of a subtraction.

use super::gates::{Gate, Gates};

/// Whether two bit-vectors are equal.
#[must_use]
pub fn equal(gates: &mut Gates, a: &[Gate], b: &[Gate]) -> Gate {
    assert_eq!(a.len(), b.len(), "what is compared has one width");
    let same: Vec<Gate> = a.iter().zip(b).map(|(&a, &b)| gates.iff(a, b)).collect();
    gates.and_all(same)
}

/// Whether the first is less, as unsigned numbers.
#[must_use]
pub fn unsigned_less(gates: &mut Gates, a: &[Gate], b: &[Gate]) -> Gate {
    assert_eq!(a.len(), b.len(), "what is compared has one width");
    // From the low end: a is less up to here if the bits say so, or are equal and it was less before.
    a.iter().zip(b).fold(Gate::FALSE, |less, (&a, &b)| gates.majority(!a, b, less))
}

/// Whether the first is less, as two's complement numbers.
#[must_use]
pub fn signed_less(gates: &mut Gates, a: &[Gate], b: &[Gate]) -> Gate {
    assert_eq!(a.len(), b.len(), "what is compared has one width");
    let Some((&s, a)) = a.split_last() else { return Gate::FALSE };
    let Some((&t, b)) = b.split_last() else { return Gate::FALSE };
    let less = unsigned_less(gates, a, b);
    // The sign bit has the opposite order.
    gates.majority(s, !t, less)
}

#[cfg(test)]
mod tests {
    use super::super::tests::check_binary;
    use super::*;
    use crate::bits::Bits;

    #[test]
    fn comparisons_are_right() {
        let truth = |value: bool| Bits::new(1, value.into());
        check_binary(|gates, a, b| vec![equal(gates, a, b)], |a, b| truth(a == b));
        check_binary(|gates, a, b| vec![unsigned_less(gates, a, b)], |a, b| truth(a.ult(b)));
        check_binary(|gates, a, b| vec![signed_less(gates, a, b)], |a, b| truth(a.slt(b)));
    }
}
