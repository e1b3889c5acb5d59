//! Counters: variables to which each thread adds, and takes back what it added before it ends.
//!
//! What threads know of each other one by one does not tell how many stand somewhere: a thread that reads under a lock which counts its readers
//! knows that it is counted, but not that another one that stops to read takes back its own part only. So much follows from all steps: where
//! each of them adds constants to a variable, what it holds is what it held at the start and the *shares* of all threads; of the share of a thread the place
//! at which it stands tells between which numbers it lies. So where no other thread's share can be negative, the variable holds at
//! least the shares of those who are seen, and at most, where none can be positive. Of those who hold a lock ([`super::exclusion`]) there is one, and
//! none where it is seen who holds it. This is said in the premises of all clauses; that states
//! with these views exist at all is what they ask for.
//!
//! Rules: a main that has created nobody yet may set the variable to any constant. A thread of which there may be many has no share
//! when it has ended (there is no end to how many ended before). What threads add up to stays within the variable, if [`AT_ONCE`] of each kind run at once.
//!
//! Left out: variables of 16 bits or less, which so many threads may count past; shares that depend on values, not on places.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use raddle_logic::bits::Bits;
use raddle_logic::term::{Op, Sort, Term, Terms};

use crate::compositional::changers::leaves;
use crate::compositional::exclusion::Exclusion;
use crate::compositional::population::{Kind, Population};
use crate::compositional::steps::Steps;
use crate::compositional::walk::{Step, To};
use crate::sequential::layout::Slot;
use crate::sequentialize::simulation::{Place, Simulation};

/// How many threads of one kind run at the same time at most: Linux has no more of all kinds together.
pub const AT_ONCE: i128 = 1 << 22;

/// How many counters are watched at most.
const COUNTERS: usize = 8;

/// How often what is known of shares may change, on average over the places of a kind.
const CHANGES: usize = 8;

/// The numbers from one to another.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Range {
    low: i128,
    high: i128,
}

impl Range {
    const NOTHING: Range = Range::only(0);

    const fn only(number: i128) -> Range {
        Range { low: number, high: number }
    }

    fn or(self, other: Range) -> Range {
        Range { low: self.low.min(other.low), high: self.high.max(other.high) }
    }
}

impl std::ops::Add for Range {
    type Output = Range;

    fn add(self, other: Range) -> Range {
        Range { low: self.low + other.low, high: self.high + other.high }
    }
}

/// The shares of the threads of a kind. Main's is what the variable holds without the others.
struct Shares {
    /// By place, said of the first copy.
    at: HashMap<Place, Range>,
    /// Of a thread that has ended, if any does.
    ended: Option<Range>,
    /// The share of a thread at any place where others are, and which locks it holds there.
    met: Vec<(BTreeSet<Slot>, Range)>,
}

/// A variable that holds what threads have added to it.
struct Counter {
    slot: Slot,
    width: u32,
    /// By kind.
    shares: Vec<Shares>,
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
        let counter = |&slot: &Slot| {
            let Sort::BitVec(width @ 1..=64) = terms.sort(simulation.variables[slot]) else { return None };
            let value = terms.constant_bits(*initial.get(slot)?)?.to_i128()?;
            let variable = simulation.variables[slot];
            let counting = Counting { terms, simulation, population, exclusion, steps, variable, slot };
            counting.counter(width, Range::only(value))
        };
        let all = shared.iter().filter_map(counter).take(COUNTERS).collect();
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
        let variable = simulation.variables[self.slot];
        let mut said = terms.truth();
        if sum.low > -AT_ONCE {
            let least = terms.bits(Bits::from_signed(self.width, sum.low));
            let is_reached = terms.bv_sle(least, variable);
            said = terms.and(said, is_reached);
        }
        if sum.high < AT_ONCE {
            let most = terms.bits(Bits::from_signed(self.width, sum.high));
            let is_kept = terms.bv_sle(variable, most);
            said = terms.and(said, is_kept);
        }
        said
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

/// Finds out whether a variable is a counter.
struct Counting<'a> {
    terms: &'a Terms,
    simulation: &'a Simulation<'a>,
    population: &'a Population,
    exclusion: &'a Exclusion,
    steps: &'a BTreeMap<(u32, Place), Vec<Step>>,
    variable: Term,
    slot: Slot,
}

impl Counting<'_> {
    fn counter(&self, width: u32, initial: Range) -> Option<Counter> {
        let kinds = &self.population.kinds;
        let start = |number: usize| if number == 0 { initial } else { Range::NOTHING };
        let all = kinds.iter().enumerate().map(|(number, kind)| self.shares(kind, start(number)));
        let shares = all.collect::<Option<Vec<Shares>>>()?;
        let nobody = BTreeSet::new();
        let unseen = |(number, kind): (usize, &Kind)| shares[number].unseen(number == 0, kind.is_single, &nobody);
        let all = kinds.iter().enumerate().map(unseen).fold(Range::NOTHING, |sum, unseen| sum + unseen);
        let counts = |(kind, shares): (&Kind, &Shares)| {
            !kind.is_single && shares.met.iter().any(|&(_, share)| share != Range::NOTHING)
        };
        let most = 1_i128 << (width - 1);
        let stays_within = |range: Range| -most < range.low && range.high < most;
        // Of main alone, too.
        let mut places = shares.iter().flat_map(|shares| shares.at.values());
        let is_counter =
            stays_within(all) && places.all(|&share| stays_within(share)) && kinds.iter().zip(&shares).any(counts);
        is_counter.then_some(Counter { slot: self.slot, width, shares })
    }

    /// The shares of the threads of a kind, if they have any.
    fn shares(&self, kind: &Kind, start: Range) -> Option<Shares> {
        let copy = kind.copies[0];
        let context = self.simulation.starts[&(copy, kind.start)];
        let entry = Place { context, location: self.simulation.automata[kind.start].entry, depth: 0 };
        let mut at = HashMap::from([(entry, start)]);
        let mut ended: Option<Range> = None;
        let mut pending = vec![entry];
        let mut n_changes = 0;
        while let Some(place) = pending.pop() {
            let share = at[&place];
            for step in self.steps.get(&(copy, place)).into_iter().flatten() {
                let To::Place(to) = step.to else { continue };
                let behind = self.behind(step, share, self.exclusion.is_alone(copy, place))?;
                let Some(to) = to else {
                    ended = Some(ended.map_or(behind, |known| known.or(behind)));
                    continue;
                };
                let known = at.get(&to).copied();
                let joined = known.map_or(behind, |known| known.or(behind));
                if known != Some(joined) {
                    at.insert(to, joined);
                    pending.push(to);
                    n_changes += 1;
                    if n_changes > CHANGES * at.len() {
                        return None;
                    }
                }
            }
        }
        // There is no end to how many have ended.
        if !kind.is_single && ended.is_some_and(|share| share != Range::NOTHING) {
            return None;
        }
        // Who sees anybody else does not see main alone.
        let is_met = |place: &Place| !self.exclusion.is_alone(copy, *place);
        let met = at.iter().filter(|(place, _)| is_met(place));
        let met = met.map(|(&place, &share)| (self.exclusion.at(place).collect(), share));
        let met = met.chain(ended.map(|share| (BTreeSet::new(), share))).collect();
        Some(Shares { at, ended, met })
    }

    /// The share of a thread behind a step.
    fn behind(&self, step: &Step, before: Range, is_alone: bool) -> Option<Range> {
        let value = step.state.get(self.slot).copied().unwrap_or(self.variable);
        let behind_leaf = |leaf: Term| {
            if leaf == self.variable {
                return Some(before);
            }
            let number = |term: Term| self.terms.constant_bits(term)?.to_i128().map(Range::only);
            match (self.terms.op(leaf), self.terms.arguments(leaf)) {
                (Op::BvAdd, &[of, added]) if of == self.variable => Some(before + number(added)?),
                (Op::Bits(_), _) if is_alone => number(leaf),
                _ => None,
            }
        };
        let leaves = leaves(self.terms, value)?;
        let all: Option<Vec<Range>> = leaves.into_iter().map(behind_leaf).collect();
        all?.into_iter().reduce(Range::or)
    }
}
