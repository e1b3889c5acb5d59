//! Clocks and their comparisons: one literal for each pair of clocks that is compared.
//!
//! A clock is a binary number. Clocks are ordered by their numbers, and by creation if the numbers are equal. So one circuit decides both
//! "before" and "after", and clocks that were created in their final order need fewer numbers.
//!
//! The circuits propagate a consequence of several comparisons only when all bits are known. So transitivity is also stated by clauses over
//! the comparison literals ([`Comparisons::relate`]), for triples of clocks whose pairs are all compared or ordered anyway, up to a limit.
//! Without these clauses the search is complete, but slow.

use rustc_hash::FxHashMap;

use super::graph::Chain;
use crate::sat::{Lit, SatSolver};

/// So many clauses over comparisons there are at most.
const MOST_RELATED: usize = 3_000_000;

/// So many literals the clauses about selections have at most.
const MOST_SELECTED: usize = 3_000_000;

/// Clocks and comparisons of them.
pub(super) struct Comparisons {
    bits: usize,
    /// By number: the bits of the clock, the least significant first.
    clocks: Vec<Vec<Lit>>,
    /// By number: the chain that it is on, and its place there.
    place: Vec<(Chain, u32)>,
    /// What was compared in the order of the questions: of each pair, whether the clock that was created first is before the
    /// other.
    pairs: Vec<(u32, u32, Lit)>,
    pair_of: FxHashMap<(u32, u32), usize>,
    /// By clock: the clocks with which it was compared, and the number of the pair.
    compared: Vec<Vec<(u32, usize)>>,
    /// The number of pairs whose transitivity clauses were added, and the number of these clauses.
    related: usize,
    n_clauses: usize,
}

impl Comparisons {
    /// For at most so many clocks.
    pub(super) fn new(capacity: usize) -> Self {
        Comparisons {
            bits: capacity.max(2).next_power_of_two().ilog2() as usize,
            clocks: Vec::new(),
            place: Vec::new(),
            pairs: Vec::new(),
            pair_of: FxHashMap::default(),
            compared: Vec::new(),
            related: 0,
            n_clauses: 0,
        }
    }

    /// A new clock, for an event at the end of a chain.
    ///
    /// # Panics
    /// If there is no room for another one.
    pub(super) fn clock(&mut self, chain: Chain, place: u32, solver: &mut impl SatSolver) -> u32 {
        let number = self.clocks.len();
        assert!(number < 1 << self.bits, "there are more clocks than was said");
        self.clocks.push((0..self.bits).map(|_| solver.new_var().positive()).collect());
        self.place.push((chain, place));
        self.compared.push(Vec::new());
        number as u32
    }

    /// The number that a clock has in the model.
    pub(super) fn time(&self, clock: u32, solver: &impl SatSolver) -> u64 {
        let bits = self.clocks[clock as usize].iter().enumerate();
        bits.map(|(bit, &lit)| u64::from(solver.value(lit)) << bit).sum()
    }

    /// Two clocks have one number, unless the literal holds.
    pub(super) fn equal_unless(&self, literal: Lit, first: u32, second: u32, solver: &mut impl SatSolver) {
        for (&mine, &yours) in self.clocks[first as usize].iter().zip(&self.clocks[second as usize]) {
            solver.add_clause(&[literal, !mine, yours]);
            solver.add_clause(&[literal, mine, !yours]);
        }
    }

    /// For each number, which chain's clocks may have it. Left out if that took too many literals: where clocks of two chains have one
    /// number, their creation orders them.
    pub(super) fn select(&self, n_chains: usize, solver: &mut impl SatSolver, is_interrupted: &dyn Fn() -> bool) {
        let chain_bits = n_chains.max(2).next_power_of_two().ilog2() as usize;
        let n_clocks = self.clocks.len();
        if n_clocks.saturating_mul(n_clocks).saturating_mul(chain_bits * (self.bits + 1)) > MOST_SELECTED {
            return;
        }
        let with_sign = |literal: Lit, is_set: bool| if is_set { literal } else { !literal };
        for number in 0..1usize << self.bits {
            if is_interrupted() {
                return;
            }
            let selection: Vec<Lit> = (0..chain_bits).map(|_| solver.new_var().positive()).collect();
            for (clock, (chain, _)) in self.clocks.iter().zip(&self.place) {
                let elsewhere = clock.iter().enumerate().map(|(bit, &lit)| with_sign(lit, number >> bit & 1 == 0));
                let elsewhere: Vec<Lit> = elsewhere.collect();
                for (bit, &selected) in selection.iter().enumerate() {
                    let mut clause = elsewhere.clone();
                    clause.push(with_sign(selected, chain.index() >> bit & 1 == 1));
                    solver.add_clause(&clause);
                }
            }
        }
    }

    /// The first of two clocks is before the second, for good.
    pub(super) fn require(&mut self, first: u32, second: u32, solver: &mut impl SatSolver) {
        let literal = self.compare(first, second, solver);
        solver.add_clause(&[literal]);
    }

    /// Whether the first of two different clocks is before the second. If it is not, the second is before it.
    pub(super) fn is_before(&mut self, first: u32, second: u32, solver: &mut impl SatSolver) -> Lit {
        let pair = (first.min(second), first.max(second));
        if !self.pair_of.contains_key(&pair) {
            let literal = self.compare(pair.0, pair.1, solver);
            let index = self.pairs.len();
            self.pairs.push((pair.0, pair.1, literal));
            self.pair_of.insert(pair, index);
            self.compared[pair.0 as usize].push((pair.1, index));
            self.compared[pair.1 as usize].push((pair.0, index));
        }
        self.from(first, self.pair_of[&pair])
    }

    /// The circuit.
    fn compare(&self, first: u32, second: u32, solver: &mut impl SatSolver) -> Lit {
        if first > second {
            return !self.compare(second, first, solver);
        }
        // From the least significant bit on: whether the first one is no greater.
        let bits = self.clocks[first as usize].iter().zip(&self.clocks[second as usize]);
        let no_greater = bits.fold(None, |before, (&mine, &yours)| match before {
            None => Some(one_of([!mine, yours], solver)),
            Some(before) => Some(most_of([!mine, yours, before], solver)),
        });
        no_greater.expect("clocks have at least one bit")
    }

    /// For what was compared since the last call: what is before something is before what is behind it.
    pub(super) fn relate(&mut self, solver: &mut impl SatSolver, is_interrupted: &dyn Fn() -> bool) {
        let is_new = |pair: usize| pair >= self.related;
        // Along chains, each is related to its neighbours.
        for (clock, compared) in self.compared.iter().enumerate() {
            let mut compared: Vec<_> =
                compared.iter().map(|&(other, pair)| (self.place[other as usize], pair)).collect();
            compared.sort_unstable();
            for (&((chain, _), one), &((next_chain, _), other)) in compared.iter().zip(compared.iter().skip(1)) {
                if chain == next_chain && (is_new(one) || is_new(other)) {
                    solver.add_clause(&[!self.from(clock as u32, one), self.from(clock as u32, other)]);
                }
            }
        }
        // Between chains, three of which each pair was compared.
        let mut pair_with = vec![usize::MAX; self.compared.len()];
        let mut n_clauses = self.n_clauses;
        for (index, &(first, second, literal)) in self.pairs.iter().enumerate().skip(self.related) {
            if is_interrupted() {
                return;
            }
            for &(third, pair) in &self.compared[first as usize] {
                pair_with[third as usize] = pair;
            }
            for &(third, pair) in &self.compared[second as usize] {
                let other = pair_with[third as usize];
                if pair < index && other < index && n_clauses < MOST_RELATED {
                    // Excludes cycles in both directions.
                    let (to, back) = (self.from(second, pair), self.from(first, other));
                    solver.add_clause(&[!literal, !to, back]);
                    solver.add_clause(&[literal, to, !back]);
                    n_clauses += 2;
                }
            }
            for &(third, _) in &self.compared[first as usize] {
                pair_with[third as usize] = usize::MAX;
            }
        }
        self.n_clauses = n_clauses;
        self.related = self.pairs.len();
    }

    /// Whether a clock of a pair is before the other one.
    fn from(&self, clock: u32, pair: usize) -> Lit {
        let (first, _, literal) = self.pairs[pair];
        if clock == first { literal } else { !literal }
    }
}

/// What is true if two of three are true, and false if two are false.
fn most_of(three: [Lit; 3], solver: &mut impl SatSolver) -> Lit {
    let most = solver.new_var().positive();
    let [a, b, c] = three;
    for [one, other] in [[a, b], [a, c], [b, c]] {
        solver.add_clause(&[!one, !other, most]);
        solver.add_clause(&[one, other, !most]);
    }
    most
}

/// What is true if one of two is true.
fn one_of(two: [Lit; 2], solver: &mut impl SatSolver) -> Lit {
    let one = solver.new_var().positive();
    solver.add_clause(&[!two[0], one]);
    solver.add_clause(&[!two[1], one]);
    solver.add_clause(&[two[0], two[1], !one]);
    one
}
