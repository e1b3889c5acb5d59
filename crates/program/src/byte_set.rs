//! Sets of bytes of an object, as ranges: what is known of thousands of bytes is a few numbers.

use std::ops::Range;

/// A set of bytes. Its ranges ascend, are not empty and do not touch each other.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct ByteSet {
    ranges: Vec<Range<u64>>,
}

impl ByteSet {
    /// All bytes of a range.
    pub fn of(range: Range<u64>) -> ByteSet {
        let mut set = ByteSet::default();
        set.insert(range);
        set
    }

    /// Adds the bytes of a range.
    pub fn insert(&mut self, range: Range<u64>) {
        if range.is_empty() {
            return;
        }
        let first = self.ranges.partition_point(|it| it.end < range.start);
        let last = self.ranges.partition_point(|it| it.start <= range.end);
        let mut merged = range;
        for touched in &self.ranges[first..last] {
            merged = merged.start.min(touched.start)..merged.end.max(touched.end);
        }
        self.ranges.splice(first..last, [merged]);
    }

    /// Adds the bytes of another set.
    pub fn extend(&mut self, other: &ByteSet) {
        other.ranges.iter().for_each(|range| self.insert(range.clone()));
    }

    /// The bytes that are in both sets.
    pub fn intersection(&self, other: &ByteSet) -> ByteSet {
        let mut both = ByteSet::default();
        for one in &self.ranges {
            for two in &other.ranges {
                both.insert(one.start.max(two.start)..one.end.min(two.end));
            }
        }
        both
    }

    /// Whether all bytes of a range are in the set.
    pub fn contains(&self, range: Range<u64>) -> bool {
        range.is_empty() || self.ranges.iter().any(|it| it.start <= range.start && range.end <= it.end)
    }

    /// The bytes below `size` that are not in the set, as ranges.
    pub fn gaps(&self, size: u64) -> Vec<Range<u64>> {
        let mut gaps = Vec::new();
        let mut first = 0;
        for range in &self.ranges {
            gaps.push(first..range.start.min(size));
            first = range.end;
        }
        gaps.push(first..size);
        gaps.retain(|gap| !gap.is_empty());
        gaps
    }
}

#[cfg(test)]
mod tests {
    use super::ByteSet;

    /// The set says of each range what a list of bytes says.
    #[test]
    fn sets_of_bytes_are_sets() {
        let mut dice = 1_u64;
        let mut roll = |below: u64| {
            dice = dice.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            (dice >> 33) % below
        };
        for _ in 0..2_000 {
            let mut sets = [ByteSet::default(), ByteSet::default()];
            let mut lists = [[false; 40], [false; 40]];
            for _ in 0..roll(6) {
                let (which, start) = (roll(2) as usize, roll(32));
                let end = start + roll(8);
                sets[which].insert(start..end);
                lists[which][start as usize..end as usize].fill(true);
            }
            let both = sets[0].intersection(&sets[1]);
            let mut all = sets[0].clone();
            all.extend(&sets[1]);
            for byte in 0..40_u64 {
                let [one, two] = lists.map(|list| list[byte as usize]);
                assert_eq!(sets[0].contains(byte..byte + 1), one);
                assert_eq!(both.contains(byte..byte + 1), one && two);
                assert_eq!(all.contains(byte..byte + 1), one || two);
                assert_eq!(sets[0].gaps(40).iter().any(|gap| gap.contains(&byte)), !one);
            }
            let (start, end) = (roll(20), 20 + roll(20));
            assert_eq!(all.contains(start..end), (start..end).all(|byte| all.contains(byte..byte + 1)));
        }
    }
}
