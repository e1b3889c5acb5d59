//! Computes the shares that threads have of a counter ([`super::counters`]), location by location.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use raddle_logic::term::{Op, Term, Terms};

use crate::compositional::changers::leaves;
use crate::compositional::counters::{Counter, Form, Range, Shares, Sign};
use crate::compositional::exclusion::Exclusion;
use crate::compositional::population::{Kind, Population};
use crate::compositional::walk::{Step, To};
use crate::sequentialize::simulation::{Place, Simulation};
use crate::symbolic::layout::Slot;

/// How often the shares of a template may change before the analysis gives up, on average over its locations.
const CHANGES: usize = 8;

/// Decides whether sums of variables are counters.
pub(super) struct Counting<'a> {
    /// The arena.
    pub terms: &'a Terms,
    /// The simulation.
    pub simulation: &'a Simulation<'a>,
    /// The population.
    pub population: &'a Population,
    /// The locations where main is alone, and the locks that are held at each location.
    pub exclusion: &'a Exclusion,
    /// The initial values of slots.
    pub initial: &'a [Term],
    /// The steps of all copies.
    pub steps: &'a BTreeMap<(u32, Place), Vec<Step>>,
}

/// The effect of a step on a variable.
#[derive(Clone, Copy)]
enum Change {
    Adds(Range),
    /// A constant assignment by main while it is alone.
    Sets(Range),
}

/// The share of a thread. While main is alone it is the value of each variable of the sum.
type Share = Vec<Range>;

impl Counting<'_> {
    /// The counter of a sum; `None` if the sum is no counter.
    pub fn counter(&self, form: Form) -> Option<Counter> {
        let kinds = &self.population.kinds;
        let shares = self.all_shares(&form)?;
        let counts = |(kind, shares): (&Kind, &Shares)| {
            !kind.is_single && shares.met.iter().any(|&(_, share)| share != Range::NOTHING)
        };
        let is_counted = kinds.iter().zip(&shares).any(counts);
        let most = 1_i128 << (form.width - 1);
        let counter = Counter { form, shares };
        (is_counted && counter.is_within(most, self.population)).then_some(counter)
    }

    /// Whether each step adds a constant to the variable, and some step of a template that is not single adds a constant other than zero.
    pub fn is_counted(&self, slot: Slot) -> bool {
        let mut is_changed = false;
        for (&(copy, place), steps) in self.steps {
            let is_single = self.population.kinds[self.population.kind_of[copy as usize]].is_single;
            for step in steps.iter().filter(|step| matches!(step.to, To::Place(_))) {
                let Some(changes) = self.changes(slot, step, self.exclusion.is_alone(copy, place)) else {
                    return false;
                };
                let changes = changes.into_iter().any(|change| !matches!(change, Change::Adds(Range::NOTHING)));
                is_changed |= changes && !is_single;
            }
        }
        is_changed && self.start(slot).is_some()
    }

    fn start(&self, slot: Slot) -> Option<Range> {
        self.terms.constant_bits(*self.initial.get(slot)?)?.to_i128().map(Range::only)
    }

    /// The shares of all templates. If the threads of a template that is not single always end with the same share, this share is
    /// transferred to the creator: the thread starts with its negation and ends with zero.
    fn all_shares(&self, form: &Form) -> Option<Vec<Shares>> {
        let kinds = &self.population.kinds;
        let main: Option<Share> = form.parts.iter().map(|&(slot, _)| self.start(slot)).collect();
        let main = main?;
        let mut given = vec![0; kinds.len()];
        for _ in 0..=kinds.len() {
            let all: Vec<Option<Shares>> =
                (0..kinds.len()).map(|kind| self.shares(form, kind, &main, &given)).collect();
            let mut is_settled = true;
            for (kind, shares) in all.iter().enumerate().filter(|&(kind, _)| !kinds[kind].is_single) {
                // Any number of these threads may have ended, so each must end with the share zero.
                match shares.as_ref().and_then(|shares| shares.ended) {
                    None | Some(Range::NOTHING) => {}
                    Some(Range { low, high }) if low == high => {
                        given[kind] -= low;
                        is_settled = false;
                    }
                    Some(_) => return None,
                }
            }
            if is_settled {
                return all.into_iter().collect();
            }
        }
        None
    }

    /// The shares of the threads of one template; `None` if a step does not add a constant or the ranges do not stabilize.
    fn shares(&self, form: &Form, number: usize, main: &[Range], given: &[i128]) -> Option<Shares> {
        let kind = &self.population.kinds[number];
        let copy = kind.copies[0];
        let context = self.simulation.starts[&(copy, kind.start)];
        let entry = Place { context, location: self.simulation.automata[kind.start].entry, depth: 0 };
        let start = if number > 0 {
            vec![Range::only(given[number])]
        } else if self.exclusion.is_alone(copy, entry) {
            main.to_vec()
        } else {
            vec![form.sum(main)]
        };
        let mut at: HashMap<Place, Share> = HashMap::from([(entry, start)]);
        let mut ended: Option<Range> = None;
        let mut pending = vec![entry];
        let mut n_changes = 0;
        while let Some(place) = pending.pop() {
            let share = at[&place].clone();
            for step in self.steps.get(&(copy, place)).into_iter().flatten() {
                let To::Place(to) = step.to else { continue };
                let mut behind = self.behind(form, step, &share, self.exclusion.is_alone(copy, place))?;
                if !to.is_some_and(|to| self.exclusion.is_alone(copy, to)) {
                    let sum = if self.exclusion.is_alone(copy, place) { form.sum(&behind) } else { behind[0] };
                    let child = step.created.map(|child| self.population.kind_of[child as usize]);
                    behind = vec![sum + Range::only(child.map_or(0, |child| -given[child]))];
                }
                let Some(to) = to else {
                    ended = Some(ended.map_or(behind[0], |known| known.or(behind[0])));
                    continue;
                };
                let known = at.get(&to);
                let joined = match known {
                    Some(known) => known.iter().zip(&behind).map(|(known, behind)| known.or(*behind)).collect(),
                    None => behind,
                };
                if known != Some(&joined) {
                    at.insert(to, joined);
                    pending.push(to);
                    n_changes += 1;
                    if n_changes > CHANGES * at.len() {
                        return None;
                    }
                }
            }
        }
        let is_alone = |place: Place| self.exclusion.is_alone(copy, place);
        let sum = |(place, share): (Place, Share)| (place, if is_alone(place) { form.sum(&share) } else { share[0] });
        let at: HashMap<Place, Range> = at.into_iter().map(sum).collect();
        // Locations where main is alone do not count: another thread exists in no such state.
        let met = at.iter().filter(|(place, _)| !is_alone(**place));
        let met = met.map(|(&place, &share)| (self.exclusion.at(place).collect(), share));
        let met = met.chain(ended.map(|share| (BTreeSet::new(), share))).collect();
        Some(Shares { at, ended, met })
    }

    /// The share of a thread after a step.
    fn behind(&self, form: &Form, step: &Step, before: &[Range], is_alone: bool) -> Option<Share> {
        let mut sum = before.to_vec();
        for (at, &(slot, sign)) in form.parts.iter().enumerate() {
            let changes = self.changes(slot, step, is_alone)?;
            let number = if is_alone { at } else { 0 };
            let (share, sign) = (sum[number], if is_alone { Sign::Plus } else { sign });
            let behind = changes.into_iter().map(|change| match change {
                Change::Adds(added) => share + added.times(sign),
                Change::Sets(value) => value,
            });
            sum[number] = behind.reduce(Range::or)?;
        }
        Some(sum)
    }

    /// The possible effects of a step on a variable; `None` if it may be something else than adding (or, while main is alone, setting) a
    /// constant.
    fn changes(&self, slot: Slot, step: &Step, is_alone: bool) -> Option<Vec<Change>> {
        let variable = self.simulation.variables[slot];
        let value = step.state.get(slot).copied().unwrap_or(variable);
        let number = |term: Term| self.terms.constant_bits(term)?.to_i128().map(Range::only);
        let change = |leaf: Term| {
            if leaf == variable {
                return Some(Change::Adds(Range::NOTHING));
            }
            match (self.terms.op(leaf), self.terms.arguments(leaf)) {
                (Op::BvAdd, &[of, added]) if of == variable => Some(Change::Adds(number(added)?)),
                (Op::Bits(_), _) if is_alone => Some(Change::Sets(number(leaf)?)),
                _ => None,
            }
        };
        leaves(self.terms, value)?.into_iter().map(change).collect()
    }
}

impl Form {
    /// The sum if its variables have these values.
    fn sum(&self, values: &[Range]) -> Range {
        self.parts.iter().zip(values).map(|(&(_, sign), &value)| value.times(sign)).sum()
    }
}
