//! Sets of small numbers, one bit each.

/// A set of numbers below a fixed size.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct BitSet {
    words: Vec<u64>,
}

impl BitSet {
    /// The empty set of numbers below `size`.
    pub fn new(size: usize) -> Self {
        BitSet { words: vec![0; size.div_ceil(64)] }
    }

    /// Adds a number; whether it is new.
    pub fn insert(&mut self, number: usize) -> bool {
        let (word, bit) = (number / 64, 1 << (number % 64));
        let is_new = self.words[word] & bit == 0;
        self.words[word] |= bit;
        is_new
    }

    /// Removes a number.
    pub fn remove(&mut self, number: usize) {
        self.words[number / 64] &= !(1 << (number % 64));
    }

    /// Whether a number is in the set.
    pub fn contains(&self, number: usize) -> bool {
        self.words.get(number / 64).is_some_and(|word| word & (1 << (number % 64)) != 0)
    }

    /// Adds all numbers of another set of the same size; whether any is new.
    pub fn extend(&mut self, other: &BitSet) -> bool {
        let mut is_new = false;
        for (word, more) in self.words.iter_mut().zip(&other.words) {
            is_new |= more & !*word != 0;
            *word |= more;
        }
        is_new
    }

    /// Keeps only what is also in another set of the same size; whether anything went.
    pub fn intersect(&mut self, other: &BitSet) -> bool {
        let mut is_changed = false;
        for (word, kept) in self.words.iter_mut().zip(&other.words) {
            is_changed |= *word & !kept != 0;
            *word &= kept;
        }
        is_changed
    }

    /// Whether nothing is in the set.
    pub fn is_empty(&self) -> bool {
        self.words.iter().all(|&word| word == 0)
    }

    /// The numbers in the set, in order.
    pub fn iter(&self) -> impl Iterator<Item = usize> {
        let bits = |(index, &word): (usize, &u64)| {
            let mut rest = word;
            std::iter::from_fn(move || {
                let bit = (rest != 0).then(|| rest.trailing_zeros() as usize)?;
                rest &= rest - 1;
                Some(index * 64 + bit)
            })
        };
        self.words.iter().enumerate().flat_map(bits)
    }
}
