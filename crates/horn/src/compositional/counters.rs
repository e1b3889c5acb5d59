//! Counters: variables to which each thread adds and from which it subtracts its additions before it ends; also sums and differences of two
//! variables.
//!
//! Views alone cannot bound such a variable. With a count of readers under a lock, a reader knows that it is counted. It does not know that
//! another reader that leaves subtracts its own part only. But if each step adds a constant, the variable is its initial value plus the
//! *shares* of all threads, and the location of a thread determines the value range of its share. So if no other share can be negative, the
//! variable is at least the sum of the members' shares; if none can be positive, it is at most this sum. At most one thread holds a lock
//! ([`super::exclusion`]), and no thread outside of the view holds a lock of a member. These bounds are premises of all clauses: a clause
//! then covers only states that exist. [`super::counting`] computes the shares.
//!
//! A difference of two variables can be a counter although neither variable is one. In a ticket lock the next ticket and the served ticket
//! grow without bound, and their difference is the number of threads with a ticket.
//!
//! Rules: main may set the variable to any constant before it creates its first thread. A thread of a template that is not single must have
//! no share when it has ended, since any number of threads may have ended. A creating thread may leave a share to the new thread, the same
//! each time. The sum of all shares must stay within the variable if at most [`AT_ONCE`] threads of each template run at once.
//!
//! Not found: variables of 16 bits or less to which threads add without a lock, since [`AT_ONCE`] threads may overflow them; shares that
//! depend on values instead of locations.

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

/// The most threads of one template that run at once: Linux has no more threads in total.
pub const AT_ONCE: i128 = 1 << 22;

/// The most counters.
const COUNTERS: usize = 8;

/// The most variables that are combined in pairs.
const PAIRED: usize = 5;

/// A value range.
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

    /// The smallest range that contains both.
    pub fn or(self, other: Range) -> Range {
        Range { low: self.low.min(other.low), high: self.high.max(other.high) }
    }

    /// The range, negated if the sign is minus.
    pub fn times(self, sign: Sign) -> Range {
        match sign {
            Sign::Plus => self,
            Sign::Minus => Range { low: -self.high, high: -self.low },
        }
    }
}

/// The sign of a variable in a sum.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Sign {
    Plus,
    Minus,
}

/// A variable, or the sum or difference of two variables of one width.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Form {
    /// The width of its variables.
    pub width: u32,
    /// The variables.
    pub parts: Vec<(Slot, Sign)>,
    /// Whether its variables are counters themselves, with ranges so small that neither a sum nor a comparison can wrap.
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

/// The shares of the threads of one template. The share of main includes the initial value.
pub(super) struct Shares {
    /// The share at each location of the first copy.
    pub at: HashMap<Place, Range>,
    /// The share of an ended thread; `None` if no thread ends.
    pub ended: Option<Range>,
    /// The share and the held locks at each location where other threads may exist.
    pub met: Vec<(BTreeSet<Slot>, Range)>,
}

/// A sum of variables that is the sum of the shares of all threads.
pub(super) struct Counter {
    /// The sum.
    pub form: Form,
    /// The shares by template.
    pub shares: Vec<Shares>,
}

/// The counters of a program.
pub struct Counters {
    all: Vec<Counter>,
}

impl Counters {
    /// Finds the counters among the shared variables. At least one template that is not single must have a share.
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

    /// Whether a counter relies on the limit [`AT_ONCE`]: threads of a template that is not single have a share without holding a lock.
    pub fn rely_on_a_limit(&self, population: &Population) -> bool {
        let free = |shares: &Shares| shares.met.iter().any(|(held, share)| held.is_empty() && *share != Range::NOTHING);
        let many = |counter: &Counter| {
            counter.shares.iter().zip(&population.kinds).any(|(it, kind)| !kind.is_single && free(it))
        };
        self.all.iter().any(many)
    }

    /// Whether the difference of two variables is a counter although neither variable is one, as in a ticket lock.
    pub fn give_out_numbers(&self) -> bool {
        let is_counter = |slot: Slot| self.all.iter().any(|counter| counter.form.parts == [(slot, Sign::Plus)]);
        let is_window = |form: &Form| match form.parts[..] {
            [(one, Sign::Plus), (other, Sign::Minus)] => !is_counter(one) && !is_counter(other),
            _ => false,
        };
        self.all.iter().any(|counter| is_window(&counter.form))
    }

    /// The bounds of all counters in states with distinct threads of these templates at these locations (`None`: ended), which hold these
    /// locks.
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
    /// Whether the bounds of a pair are tighter than those that follow from its two variables.
    fn says_more(&self, all: &[Counter], population: &Population) -> bool {
        let of_parts = self.form.parts.iter().map(|&(slot, sign)| {
            let by_itself = all.iter().find(|counter| counter.form.parts == [(slot, Sign::Plus)])?;
            Some(by_itself.of_all(population).times(sign))
        });
        let together: Option<Range> = of_parts.sum();
        let here = self.of_all(population);
        together.is_none_or(|together| together.low < here.low || here.high < together.high)
    }

    /// Whether the counter always stays strictly between `-most` and `most`, also while main is alone.
    pub fn is_within(&self, most: i128, population: &Population) -> bool {
        let mut all = self.shares.iter().flat_map(|shares| shares.at.values()).copied();
        let fits = |range: Range| -most < range.low && range.high < most;
        fits(self.of_all(population)) && all.all(fits)
    }

    /// The range of the sum of all threads, wherever they are.
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
            // At a location that was not reached in the computation of the shares, nothing is claimed.
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
        // The bounds of a sum or difference are always stated: they imply that it does not wrap, although its variables may.
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
    /// The comparison of the sum with a number: at least the number if `is_least`, else at most.
    fn compared(&self, terms: &mut Terms, simulation: &Simulation<'_>, number: i128, is_least: bool) -> Term {
        let is_small = self.is_small && number.abs() < 1 << (self.width - 2);
        let number = terms.bits(Bits::from_signed(self.width, number));
        let (mut left, mut right) = (number, self.value(terms, simulation));
        if let (&[(one, Sign::Plus), (other, Sign::Minus)], true) = (&self.parts[..], is_small) {
            // An equivalent comparison without a subtraction, which solvers decide faster.
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
    /// The range of the total share of all threads outside of the view that hold none of the locks `held`. For a template that is not
    /// single: [`AT_ONCE`] threads, but at most one for each lock. For a single template: its only thread, if it exists; main always does.
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
