//! Counters: variables to which each thread adds, and takes back what it added before it ends; and sums and differences of two of them.
//!
//! What threads know of each other one by one does not tell how many stand somewhere: a thread that reads under a lock which counts its readers
//! knows that it is counted, but not that another one that stops to read takes back its own part only. So much follows from all steps: where
//! each of them adds constants to a variable, what it holds is what it held at the start and the *shares* of all threads; of the share of a thread the place
//! at which it stands tells between which numbers it lies. So where no other thread's share can be negative, the variable holds at
//! least the shares of those who are seen, and at most, where none can be positive. Of those who hold a lock ([`super::exclusion`]) there is one, and
//! none where it is seen who holds it. This is said in the premises of all clauses; that states
//! with these views exist at all is what they ask for. [`super::counting`] finds the shares.
//!
//! A difference of two variables can be a counter where neither is one: of a ticket lock the next ticket and the ticket that is
//! served grow for ever, and differ by the number of threads that hold a ticket.
//!
//! Rules: a main that has created nobody yet may set the variable to any constant. A thread of which there may be many has no share
//! when it has ended (there is no end to how many ended before). A thread that creates one may leave it a share, the same each time.
//! What threads add up to stays within the variable, if [`AT_ONCE`] of each kind run at once.
//!
//! Left out: variables of 16 bits or less, which so many threads may count past; shares that depend on values, not on places.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use raddle_logic::bits::Bits;
use raddle_logic::sort::Sort;
use raddle_logic::term::{Term, Terms};

use crate::compositional::counting::Counting;
use crate::compositional::exclusion::Exclusion;
use crate::compositional::population::Population;
use crate::compositional::steps::Steps;
use crate::sequentialize::simulation::{Place, Simulation};
use crate::symbolic::layout::Slot;

/// How many threads of one kind run at the same time at most: Linux has no more of all kinds together.
pub const AT_ONCE: i128 = 1 << 22;

/// How many counters are watched at most.
const COUNTERS: usize = 8;

/// How many variables are combined in pairs at most.
const PAIRED: usize = 5;

/// The numbers from one to another.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) struct Range {
    /// The smallest.
    pub low: i128,
    /// The largest.
    pub high: i128,
}

impl Range {
    /// Zero.
    pub const NOTHING: Range = Range::only(0);

    /// One number.
    pub const fn only(number: i128) -> Range {
        Range { low: number, high: number }
    }

    /// The numbers of both, and those between them.
    pub fn or(self, other: Range) -> Range {
        Range { low: self.low.min(other.low), high: self.high.max(other.high) }
    }

    /// The negated numbers, or these.
    pub fn times(self, sign: Sign) -> Range {
        match sign {
            Sign::Plus => self,
            Sign::Minus => Range { low: -self.high, high: -self.low },
        }
    }
}

/// How a variable stands in a sum.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Sign {
    Plus,
    Minus,
}

/// A variable, or the sum or difference of two of one width.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Form {
    /// How wide its variables are.
    pub width: u32,
    /// The variables.
    pub parts: Vec<(Slot, Sign)>,
    /// Whether its variables are counters themselves, so far from the ends of their range that nothing here wraps.
    pub is_small: bool,
}

impl std::iter::Sum for Range {
    fn sum<I: Iterator<Item = Range>>(all: I) -> Range {
        all.fold(Range::NOTHING, |sum, range| sum + range)
    }
}

impl std::ops::Add for Range {
    type Output = Range;

    fn add(self, other: Range) -> Range {
        Range { low: self.low + other.low, high: self.high + other.high }
    }
}

/// The shares of the threads of a kind. Main's is what the variable holds without the others.
pub(super) struct Shares {
    /// By place, said of the first copy.
    pub at: HashMap<Place, Range>,
    /// Of a thread that has ended, if any does.
    pub ended: Option<Range>,
    /// The share of a thread at any place where others are, and which locks it holds there.
    pub met: Vec<(BTreeSet<Slot>, Range)>,
}

/// A sum that holds what threads have added to it.
pub(super) struct Counter {
    /// What is counted.
    pub form: Form,
    /// By kind.
    pub shares: Vec<Shares>,
}

/// The counters of a program.
pub struct Counters {
    all: Vec<Counter>,
}

impl Counters {
    /// The counters among variables that all threads share, if there may be many threads of a kind that count.
    pub fn of(
        terms: &Terms,
        simulation: &Simulation<'_>,
        population: &Population,
        exclusion: &Exclusion,
        shared: &[Slot],
        Steps { initial, of: steps, .. }: &Steps,
    ) -> Counters {
        let counting = Counting { terms, simulation, population, exclusion, initial, steps };
        let number = |&slot: &Slot| match terms.sort(simulation.variables[slot]) {
            Sort::BitVec(width @ 1..=64) => Some((slot, width)),
            _ => None,
        };
        let numbers: Vec<(Slot, u32)> = shared.iter().filter_map(number).collect();
        let alone = |&(slot, width): &(Slot, u32)| {
            counting.counter(Form { width, parts: vec![(slot, Sign::Plus)], is_small: false })
        };
        let mut all: Vec<Counter> = numbers.iter().filter_map(alone).take(COUNTERS).collect();
        let counted: Vec<(Slot, u32)> =
            numbers.into_iter().filter(|&(slot, _)| counting.is_counted(slot)).take(PAIRED).collect();
        for (at, &(one, width)) in counted.iter().enumerate() {
            for &(other, _) in counted[at + 1..].iter().filter(|&&(_, of_other)| of_other == width) {
                for sign in [Sign::Minus, Sign::Plus] {
                    let mut by_themselves = all.iter().filter(|counter| {
                        counter.form.parts == [(one, Sign::Plus)] || counter.form.parts == [(other, Sign::Plus)]
                    });
                    let is_small = by_themselves.clone().count() == 2
                        && by_themselves.all(|counter| counter.is_within(1 << (width - 2), population));
                    let form = Form { width, parts: vec![(one, Sign::Plus), (other, sign)], is_small };
                    let found = if all.len() < COUNTERS { counting.counter(form) } else { None };
                    all.extend(found.filter(|found| found.says_more(&all, population)));
                }
            }
        }
        Counters { all }
    }

    /// Whether it matters how many threads run at the same time.
    pub fn rely_on_a_limit(&self, population: &Population) -> bool {
        let free = |shares: &Shares| shares.met.iter().any(|(held, share)| held.is_empty() && *share != Range::NOTHING);
        let many = |counter: &Counter| {
            counter.shares.iter().zip(&population.kinds).any(|(it, kind)| !kind.is_single && free(it))
        };
        self.all.iter().any(many)
    }

    /// Whether two variables differ by what is counted, and neither is a counter: numbers between them are given out in turn.
    pub fn give_out_numbers(&self) -> bool {
        let is_counter = |slot: Slot| self.all.iter().any(|counter| counter.form.parts == [(slot, Sign::Plus)]);
        let is_window = |form: &Form| match form.parts[..] {
            [(one, Sign::Plus), (other, Sign::Minus)] => !is_counter(one) && !is_counter(other),
            _ => false,
        };
        self.all.iter().any(|counter| is_window(&counter.form))
    }

    /// What counters hold in states in which different threads, of these kinds, stand at these places or have ended, and hold these locks.
    pub fn say(
        &self,
        terms: &mut Terms,
        simulation: &Simulation<'_>,
        population: &Population,
        threads: &[(usize, Option<Place>)],
        held: &BTreeSet<Slot>,
    ) -> Term {
        let all: Vec<Term> =
            self.all.iter().map(|counter| counter.says(terms, simulation, population, threads, held)).collect();
        terms.and_all(&all)
    }
}

impl Counter {
    /// Whether a pair says more than its variables do each by itself.
    fn says_more(&self, all: &[Counter], population: &Population) -> bool {
        let of_parts = self.form.parts.iter().map(|&(slot, sign)| {
            let by_itself = all.iter().find(|counter| counter.form.parts == [(slot, Sign::Plus)])?;
            Some(by_itself.of_all(population).times(sign))
        });
        let together: Option<Range> = of_parts.sum();
        let here = self.of_all(population);
        together.is_none_or(|together| together.low < here.low || here.high < together.high)
    }

    /// Whether it stays between a number and its negation, also while main is alone.
    pub fn is_within(&self, most: i128, population: &Population) -> bool {
        let mut all = self.shares.iter().flat_map(|shares| shares.at.values()).copied();
        let fits = |range: Range| -most < range.low && range.high < most;
        fits(self.of_all(population)) && all.all(fits)
    }

    /// What all threads have added, wherever they stand.
    pub fn of_all(&self, population: &Population) -> Range {
        let nobody = BTreeSet::new();
        let of_kind = |(number, shares): (usize, &Shares)| {
            shares.unseen(number == 0, population.kinds[number].is_single, &nobody)
        };
        self.shares.iter().enumerate().map(of_kind).sum()
    }

    fn says(
        &self,
        terms: &mut Terms,
        simulation: &Simulation<'_>,
        population: &Population,
        threads: &[(usize, Option<Place>)],
        held: &BTreeSet<Slot>,
    ) -> Term {
        let mut sum = Range::NOTHING;
        for &(kind, at) in threads {
            let shares = &self.shares[kind];
            // What is not known to be reached says nothing.
            let Some(share) = at.map_or(shares.ended, |place| shares.at.get(&place).copied()) else {
                return terms.truth();
            };
            sum = sum + share;
        }
        for (number, kind) in population.kinds.iter().enumerate() {
            if !kind.is_single || threads.iter().all(|&(seen, _)| seen != number) {
                sum = sum + self.shares[number].unseen(number == 0, kind.is_single, held);
            }
        }
        let mut said = terms.truth();
        // That a difference does not wrap matters where its variables do.
        let is_always_said = self.form.parts.len() > 1;
        if is_always_said || sum.low > -AT_ONCE {
            let is_reached = self.form.compared(terms, simulation, sum.low, true);
            said = terms.and(said, is_reached);
        }
        if is_always_said || sum.high < AT_ONCE {
            let is_kept = self.form.compared(terms, simulation, sum.high, false);
            said = terms.and(said, is_kept);
        }
        said
    }
}

impl Form {
    /// That the sum is at least a number, or at most.
    fn compared(&self, terms: &mut Terms, simulation: &Simulation<'_>, number: i128, is_least: bool) -> Term {
        let is_small = self.is_small && number.abs() < 1 << (self.width - 2);
        let number = terms.bits(Bits::from_signed(self.width, number));
        let (mut left, mut right) = (number, self.value(terms, simulation));
        if let (&[(one, Sign::Plus), (other, Sign::Minus)], true) = (&self.parts[..], is_small) {
            // The same without a difference, which solvers find harder.
            left = terms.bv_add(simulation.variables[other], number);
            right = simulation.variables[one];
        }
        if is_least { terms.bv_sle(left, right) } else { terms.bv_sle(right, left) }
    }

    fn value(&self, terms: &mut Terms, simulation: &Simulation<'_>) -> Term {
        let mut value = terms.number(self.width, 0);
        for &(slot, sign) in &self.parts {
            let variable = simulation.variables[slot];
            value = match sign {
                Sign::Plus => terms.bv_add(value, variable),
                Sign::Minus => terms.bv_sub(value, variable),
            };
        }
        value
    }
}

impl Shares {
    /// What all threads have added that are not seen, and hold none of some locks: of a kind of which there may be many as many as run at once,
    /// but one with each lock; of another one the only one, if it is there, as main is.
    fn unseen(&self, is_main: bool, is_single: bool, held: &BTreeSet<Slot>) -> Range {
        let possible = self.met.iter().filter(|(locks, _)| locks.is_disjoint(held));
        if is_single {
            let all = possible.map(|&(_, share)| share).reduce(Range::or).unwrap_or(Range::NOTHING);
            return if is_main { all } else { all.or(Range::NOTHING) };
        }
        let mut of_one: BTreeMap<Option<Slot>, Range> = BTreeMap::new();
        for (locks, share) in possible {
            let known = of_one.entry(locks.first().copied()).or_insert(Range::NOTHING);
            *known = known.or(*share);
        }
        let sum = |sum: Range, (lock, Range { low, high }): (Option<Slot>, Range)| {
            let most = if lock.is_some() { 1 } else { AT_ONCE };
            sum + Range { low: low * most, high: high * most }
        };
        of_one.into_iter().fold(Range::NOTHING, sum)
    }
}
