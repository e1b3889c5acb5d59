//! Samples of an input that has too many values.
//!
//! If the value of an input matters that has too many values to enumerate, the search goes on with a few of them. Then
//! it cannot prove SAFE, but a violation that it finds is real. Bounds and numbers around zero decide most comparisons
//! and exits of loops. The alternative, to stop there, left the endless loop
//! `x &= 7; while (x != 3) x = (x * 3 + 1) & 7` undecided.

use std::cell::Cell;

use raddle_program::semantics::Interval;

/// How often a search samples: each time multiplies the states by the number of samples.
const TIMES: u32 = 64;

/// The values that are tried, with the bounds of the interval.
const USUAL: [i128; 4] = [0, 1, 2, -1];

/// Samples for one search.
pub struct Samples {
    times_left: Cell<u32>,
}

impl Default for Samples {
    fn default() -> Self {
        Samples { times_left: Cell::new(TIMES) }
    }
}

impl Samples {
    /// Some values of an interval, each once; none if the search has sampled often enough.
    pub fn of(&self, interval: Interval) -> Vec<Interval> {
        if self.times_left.get() == 0 {
            return Vec::new();
        }
        self.times_left.set(self.times_left.get() - 1);
        let bounds = [interval.low, interval.high];
        let mut values: Vec<i128> = USUAL.into_iter().chain(bounds).filter(|&value| interval.contains(value)).collect();
        values.sort_unstable();
        values.dedup();
        values.into_iter().map(Interval::point).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn samples_lie_in_the_interval_and_come_to_an_end() {
        let samples = Samples::default();
        let interval = Interval { low: -1, high: 100_000, hole: Some(1), is_any: false };
        let values: Vec<i128> = samples.of(interval).iter().map(|point| point.low).collect();
        assert_eq!(values, [-1, 0, 2, 100_000]);
        let times = (0..10_000).take_while(|_| !samples.of(interval).is_empty()).count();
        assert_eq!(times as u32, TIMES - 1);
    }
}
