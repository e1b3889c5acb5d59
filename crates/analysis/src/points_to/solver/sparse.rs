//! Sparse sets of small numbers. A set lists its non-empty blocks of 64 bits in ascending order.
//!
//! Most nodes have few targets, and some have thousands, whose numbers lie close together, since objects are numbered
//! as they are found. A union of two sets costs one pass over their blocks.

/// A set of numbers.
#[derive(Clone, Default, PartialEq, Eq, Hash, Debug)]
pub(super) struct SparseSet {
    blocks: Vec<(u32, u64)>,
}

impl SparseSet {
    /// Adds a number; returns whether it is new.
    pub fn insert(&mut self, number: u32) -> bool {
        let (key, bit) = (number / 64, 1 << (number % 64));
        match self.blocks.binary_search_by_key(&key, |block| block.0) {
            Ok(index) => {
                let is_new = self.blocks[index].1 & bit == 0;
                self.blocks[index].1 |= bit;
                is_new
            }
            Err(index) => {
                self.blocks.insert(index, (key, bit));
                true
            }
        }
    }

    /// The members that are not in another set.
    pub fn without(&self, other: &SparseSet) -> SparseSet {
        let mut others = other.blocks.iter().peekable();
        let mut blocks = Vec::new();
        for &(key, bits) in &self.blocks {
            while others.next_if(|block| block.0 < key).is_some() {}
            let left = bits & !others.peek().filter(|block| block.0 == key).map_or(0, |block| block.1);
            if left != 0 {
                blocks.push((key, left));
            }
        }
        SparseSet { blocks }
    }

    /// Adds all members of another set.
    pub fn unite(&mut self, other: &SparseSet) {
        // Most unions add to blocks that are there, or behind the last one.
        let is_behind = |key: u32| self.blocks.last().is_none_or(|last| last.0 < key);
        if other.blocks.first().is_none_or(|first| is_behind(first.0)) {
            self.blocks.extend_from_slice(&other.blocks);
            return;
        }
        let mut merged = Vec::with_capacity(self.blocks.len() + other.blocks.len());
        let (mut left, mut right) = (self.blocks.iter().copied().peekable(), other.blocks.iter().copied().peekable());
        loop {
            match (left.peek(), right.peek()) {
                (Some(one), Some(two)) if one.0 == two.0 => merged.push((one.0, one.1 | two.1)),
                (Some(one), Some(two)) if one.0 < two.0 => {
                    merged.extend(left.next());
                    continue;
                }
                (_, Some(_)) => {
                    merged.extend(right.next());
                    continue;
                }
                (_, None) => break,
            }
            left.next();
            right.next();
        }
        merged.extend(left);
        self.blocks = merged;
    }

    /// Whether it has more members than so many.
    pub fn is_larger_than(&self, limit: u32) -> bool {
        self.blocks.len() > limit as usize || self.blocks.iter().map(|block| block.1.count_ones()).sum::<u32>() > limit
    }

    /// The members, in ascending order.
    pub fn iter(&self) -> impl Iterator<Item = u32> {
        self.blocks.iter().flat_map(|&(key, bits)| {
            std::iter::successors((bits != 0).then_some(bits), |bits| Some(bits & (bits - 1)).filter(|&it| it != 0))
                .map(move |bits| key * 64 + bits.trailing_zeros())
        })
    }
}

/// Collects numbers in any order, and many times the same, into a set.
#[derive(Default, Debug)]
pub(super) struct Collector {
    words: Vec<u64>,
    /// The positions of words that are not zero.
    touched: Vec<u32>,
}

impl Collector {
    /// Adds a number.
    pub fn insert(&mut self, number: u32) {
        self.insert_block(number / 64, 1 << (number % 64));
    }

    /// Adds all members of a set.
    pub fn insert_all(&mut self, set: &SparseSet) {
        for &(key, bits) in &set.blocks {
            self.insert_block(key, bits);
        }
    }

    fn insert_block(&mut self, key: u32, bits: u64) {
        if self.words.len() <= key as usize {
            self.words.resize(key as usize + 1, 0);
        }
        let word = &mut self.words[key as usize];
        if *word == 0 {
            self.touched.push(key);
        }
        *word |= bits;
    }

    /// The set of the numbers since the last call.
    pub fn take(&mut self) -> SparseSet {
        self.touched.sort_unstable();
        let words = &mut self.words;
        let blocks = self.touched.drain(..).map(|key| (key, std::mem::take(&mut words[key as usize]))).collect();
        SparseSet { blocks }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    fn of(numbers: impl IntoIterator<Item = u32>) -> SparseSet {
        let mut collector = Collector::default();
        numbers.into_iter().for_each(|number| collector.insert(number));
        collector.take()
    }

    #[test]
    fn operations_are_those_of_sets() {
        let samples: [&[u32]; 5] = [&[], &[0, 63, 64], &[5, 1000, 100_000], &[63, 65, 1000, 1001], &[200, 300, 7000]];
        for left in samples {
            for right in samples {
                let (one, two): (BTreeSet<u32>, BTreeSet<u32>) =
                    (left.iter().copied().collect(), right.iter().copied().collect());
                let gained: Vec<u32> = two.difference(&one).copied().collect();
                assert_eq!(of(two.clone()).without(&of(one.clone())).iter().collect::<Vec<u32>>(), gained);
                let mut united = of(one.clone());
                united.unite(&of(two.clone()));
                assert_eq!(united, of(one.union(&two).copied()));
                let mut collector = Collector::default();
                collector.insert_all(&of(one.clone()));
                collector.insert_all(&of(two.clone()));
                assert_eq!(collector.take(), united);
                for limit in 0..5 {
                    assert_eq!(united.is_larger_than(limit), one.union(&two).count() > limit as usize);
                }
            }
        }
    }

    #[test]
    fn a_number_is_new_once() {
        let mut set = SparseSet::default();
        assert!(set.insert(70) && set.insert(6) && !set.insert(70));
        assert_eq!(set.iter().collect::<Vec<u32>>(), [6, 70]);
    }
}
