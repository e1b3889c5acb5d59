//! Counterexamples of a level: with what of them the next level has to agree, and whether the whole formula has a model
//! in their order.

use std::collections::BTreeMap;

use raddle_logic::sat::{Lit, SatResult, SatSolver};
use raddle_logic::term::Term;
use raddle_logic::value::Value as TermValue;
use raddle_verify::options::Respected;

use crate::encode::Builder;
use crate::order::Question;
use crate::order::slices::layer::Layer;
use crate::order::slices::{Fixed, Slices};
use crate::unwind::event::{CellKey, EventId, EventKind, Unwound};
use crate::unwind::object::ThreadId;

/// After this number of failed concretizations no more are tried,
const CONCRETIZATIONS: u64 = 12;

/// and each ends after this number of conflicts.
const CONCRETIZED: u64 = 500;

impl Slices {
    /// Whether the whole formula has a model in the order of the last model, or in a similar one.
    pub(super) fn concretize(&mut self, level: usize, question: &mut Question<'_>) -> bool {
        if self.options.skips_concretization || self.counts.concretizations >= CONCRETIZATIONS {
            return false;
        }
        let schedule = self.layer(level).map_or_else(Vec::new, |layer| layer.schedule(question.solver.sat()));
        let schedule: Vec<EventId> = schedule.into_iter().filter(|&event| self.is_kept(level, event)).collect();
        let order = in_chains(&self.unwound, &schedule);
        let last = self.kept.len() - 1;
        if !self.encode(last, question) {
            return false;
        }
        let Slices { unwound, facts, stage, layers, layer_order, sources, orders, .. } = self;
        let interruption = facts.interruption.clone();
        let Question { solver, pool, assumed, .. } = question;
        let stage = if layer_order.serves_all_levels {
            layers[0].as_mut()
        } else {
            let stage = stage.get_or_insert_with(|| {
                let mut builder = Builder::new(pool, unwound, solver, facts);
                builder.chains(&|_| true);
                builder.sections();
                Layer::given(builder)
            });
            Some(stage)
        };
        let Some(stage) = stage else { return false };
        stage.learn(sources, orders, solver.sat(), &interruption);
        let switch = stage.fit(&order, solver.sat());
        self.counts.concretizations += 1;
        let objects = self.switches.values().copied();
        let of_layers = self.layers.iter().flatten().filter_map(|layer| layer.switch).map(|switch| !switch);
        let literals: Vec<Lit> = objects.chain(of_layers).chain([switch]).collect();
        solver.sat().set_budget(Some(CONCRETIZED));
        let result = solver.check_beside(&mut pool.terms, assumed, &literals);
        solver.sat().set_budget(None);
        match result {
            SatResult::Sat => {
                self.given = Some(order);
                true
            }
            SatResult::Unsat | SatResult::Interrupted => {
                solver.sat().add_clause(&[!switch]);
                false
            }
        }
    }

    /// The part of the model with which a counterexample with more variables has to agree.
    pub(super) fn respected(&mut self, level: usize, question: &mut Question<'_>) -> Fixed {
        let mut fixed = Fixed::default();
        let sat = question.solver.sat();
        for (cell, sources) in self.sources.values() {
            if self.kept[level].contains(&cell.object) {
                fixed
                    .literals
                    .extend(sources.iter().map(|&(_, literal)| literal).filter(|&literal| sat.value(literal)));
            }
        }
        let respected = self.options.respected;
        if respected == Respected::Sources {
            return fixed;
        }
        let schedule = self.layer(level).map_or_else(Vec::new, |layer| layer.schedule(question.solver.sat()));
        let schedule: Vec<EventId> = schedule.into_iter().filter(|&event| self.is_kept(level, event)).collect();
        let happens = |event: EventId| schedule.contains(&event);
        for (&(one, other), &literal) in &self.facts.sections {
            let (one, other) = (self.unwound.sections[one].acquire, self.unwound.sections[other].acquire);
            if happens(one) && happens(other) {
                fixed.literals.push(if question.solver.sat().value(literal) { literal } else { !literal });
            }
        }
        if respected == Respected::Run {
            fixed.terms = self.values(&schedule, question);
        }
        for (first, second) in self.ordered_pairs(&schedule) {
            let pair = (first.min(second), first.max(second));
            let solver = question.solver.sat();
            let literal = *self.orders.entry(pair).or_insert_with(|| solver.new_var().positive());
            fixed.literals.push(if pair.0 == first { literal } else { !literal });
        }
        fixed
    }

    fn is_kept(&self, level: usize, event: EventId) -> bool {
        match self.unwound.event(event).kind {
            EventKind::Read(cell, _) | EventKind::Write(cell, _) => self.kept[level].contains(&cell.object),
            EventKind::Lock(..)
            | EventKind::Unlock(_)
            | EventKind::Spawn(_)
            | EventKind::Begin
            | EventKind::End
            | EventKind::Join(_)
            | EventKind::Mark
            | EventKind::Last => true,
        }
    }

    /// The pairs of events whose order is fixed: the writes to a cell, or all neighbours.
    fn ordered_pairs(&self, schedule: &[EventId]) -> Vec<(EventId, EventId)> {
        let is_of_two =
            |pair: &(EventId, EventId)| self.unwound.event(pair.0).thread != self.unwound.event(pair.1).thread;
        if self.options.respected == Respected::Run {
            return schedule.iter().copied().zip(schedule.iter().copied().skip(1)).filter(is_of_two).collect();
        }
        let mut written: BTreeMap<CellKey, EventId> = BTreeMap::new();
        let mut pairs = Vec::new();
        for &event in schedule {
            if let EventKind::Write(cell, _) = self.unwound.event(event).kind
                && let Some(before) = written.insert(cell, event)
            {
                pairs.push((before, event));
            }
        }
        pairs.retain(is_of_two);
        pairs
    }

    /// The terms that say that reads and writes have the values of the model.
    fn values(&self, schedule: &[EventId], question: &mut Question<'_>) -> Vec<Term> {
        let mut found = Vec::new();
        for &event in schedule {
            if let EventKind::Read(_, value) | EventKind::Write(_, value) = self.unwound.event(event).kind {
                for part in [value.tag, value.bits] {
                    if let TermValue::Bits(bits) = question.solver.value(&question.pool.terms, part)
                        && let Some(number) = bits.to_u128()
                    {
                        let width = question.pool.width(part);
                        let number = question.pool.number(width, number);
                        found.push(question.pool.eq(part, number));
                    }
                }
            }
        }
        found
    }
}

/// An order of all events that contains the given order of some. Any other event comes as late as its thread allows,
/// but the events of a section stay together.
fn in_chains(unwound: &Unwound, schedule: &[EventId]) -> Vec<EventId> {
    let mut lines: BTreeMap<ThreadId, Vec<EventId>> = BTreeMap::new();
    let mut place = vec![usize::MAX; unwound.events.len()];
    let mut unit_of = vec![usize::MAX; unwound.events.len()];
    let mut n_units = 0;
    for thread in &unwound.threads {
        let line = lines.entry(thread.id).or_default();
        for unit in unwound.units_of(thread) {
            for event in unit {
                place[event.0 as usize] = line.len();
                unit_of[event.0 as usize] = n_units;
                line.push(event);
            }
            n_units += 1;
        }
    }
    let mut next: BTreeMap<ThreadId, usize> = lines.keys().map(|&thread| (thread, 0)).collect();
    let mut order = Vec::with_capacity(unwound.events.len());
    for &event in schedule {
        let thread = unwound.event(event).thread;
        let (Some(line), Some(next)) = (lines.get(&thread), next.get_mut(&thread)) else { continue };
        let unit = unit_of[event.0 as usize];
        let is_taken = |at: usize| at <= place[event.0 as usize] || unit_of[line[at].0 as usize] == unit;
        while *next < line.len() && is_taken(*next) {
            order.push(line[*next]);
            *next += 1;
        }
    }
    for thread in &unwound.threads {
        order.extend(&lines[&thread.id][next[&thread.id]..]);
    }
    order
}
