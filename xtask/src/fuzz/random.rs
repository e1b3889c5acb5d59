//! A seeded source of choices (SplitMix64): the same seed gives the same programs on every machine and with any number
//! of jobs.

/// A source of choices.
#[derive(Clone, Debug)]
pub struct Random {
    state: u64,
}

impl Random {
    /// The choices of a seed.
    pub fn new(seed: u64) -> Random {
        Random { state: seed }
    }

    /// The choices for one of many programs: neighbours have nothing in common.
    pub fn of_program(seed: u64, index: u64) -> Random {
        let mut mixed = Random::new(seed);
        let seed = mixed.next();
        Random::new(seed ^ index.wrapping_mul(0xd134_2543_de82_ef95))
    }

    fn next(&mut self) -> u64 {
        self.state = self.state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.state;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    /// A number below a limit, which is not zero.
    pub fn below(&mut self, limit: usize) -> usize {
        (self.next() >> 16) as usize % limit.max(1)
    }

    /// A number of a range, both ends included.
    pub fn between(&mut self, low: i64, high: i64) -> i64 {
        low + self.below((high - low + 1).max(1) as usize) as i64
    }

    /// True in so many of a hundred cases.
    pub fn chance(&mut self, percent: usize) -> bool {
        self.below(100) < percent
    }

    /// One of some values.
    pub fn pick<T: Clone>(&mut self, choices: &[T]) -> T {
        choices[self.below(choices.len())].clone()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_seed_names_its_choices() {
        let choices = |seed, index| {
            let mut random = Random::of_program(seed, index);
            (0..8).map(|_| random.below(1000)).collect::<Vec<_>>()
        };
        assert_eq!(choices(1, 5), choices(1, 5));
        assert_ne!(choices(1, 5), choices(1, 6));
        assert_ne!(choices(1, 5), choices(2, 5));
    }
}
