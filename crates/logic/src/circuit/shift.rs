//! Shifts: a barrel, a row of multiplexers for each bit of the amount that matters.

use super::gates::{Gate, Gates};

/// Which way, and what comes in.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Shift {
    /// To the left; zeros come in.
    Left,
    /// To the right; zeros come in.
    Right,
    /// To the right; copies of the sign come in.
    RightSigned,
}

/// A bit-vector shifted by an amount of any width, which is unsigned.
#[must_use]
pub fn shift(gates: &mut Gates, kind: Shift, a: &[Gate], amount: &[Gate]) -> Vec<Gate> {
    let width = a.len();
    let fill = match kind {
        Shift::Left | Shift::Right => Gate::FALSE,
        Shift::RightSigned => a[width - 1],
    };
    // Rows that shift by 1, 2, 4 .. and less than the width; higher bits of the amount shift everything out.
    let rows = (0..amount.len()).take_while(|&row| row < 32 && 1usize << row < width).count();
    let mut result = a.to_vec();
    for (row, &by) in amount[..rows].iter().enumerate() {
        let distance = 1 << row;
        result = (0..width)
            .map(|at| {
                let from = match kind {
                    Shift::Left => {
                        if at >= distance {
                            result[at - distance]
                        } else {
                            fill
                        }
                    }
                    Shift::Right | Shift::RightSigned => {
                        if at + distance < width {
                            result[at + distance]
                        } else {
                            fill
                        }
                    }
                };
                gates.mux(by, from, result[at])
            })
            .collect();
    }
    let all_out = gates.or_all(amount[rows..].iter().copied());
    result.iter().map(|&bit| gates.mux(all_out, fill, bit)).collect()
}

#[cfg(test)]
mod tests {
    use super::super::tests::check_binary;
    use super::*;

    #[test]
    fn shifts_are_right() {
        check_binary(|gates, a, b| shift(gates, Shift::Left, a, b), |a, b| a.shl(b));
        check_binary(|gates, a, b| shift(gates, Shift::Right, a, b), |a, b| a.lshr(b));
        check_binary(|gates, a, b| shift(gates, Shift::RightSigned, a, b), |a, b| a.ashr(b));
    }
}
