//! The levels of the formula: the sources of what each one keeps, and its events in order.

use std::collections::BTreeMap;

use raddle_logic::sat::{Lit, SatSolver};

use crate::encode::{Accesses, Builder};
use crate::order::Question;
use crate::order::slices::Slices;
use crate::order::slices::layer::{Layer, Sources};
use crate::unwind::event::{CellKey, EventId, EventKind};
use crate::unwind::object::ObjectId;

impl Slices {
    /// Drops the layer of a level that is not used any more.
    pub(super) fn retire(&mut self, level: usize, question: &mut Question<'_>) {
        if !self.layer_order.serves_all_levels
            && let Some(switch) = self.layers[level].take().and_then(|layer| layer.switch)
        {
            question.solver.sat().add_clause(&[!switch]);
        }
    }

    pub(super) fn layer(&self, level: usize) -> Option<&Layer> {
        self.layers[self.layer_of(level)].as_ref()
    }

    fn layer_of(&self, level: usize) -> usize {
        if self.layer_order.serves_all_levels { 0 } else { level }
    }

    /// Encodes the sources of all that a level keeps. `false`: interrupted, or too large.
    pub(super) fn encode(&mut self, level: usize, question: &mut Question<'_>) -> bool {
        let missing: Vec<ObjectId> =
            self.kept[level].iter().copied().filter(|object| !self.switches.contains_key(object)).collect();
        if missing.is_empty() {
            return true;
        }
        let Slices { unwound, facts, cells, switches, sources, .. } = self;
        let mut builder = Builder::new(question.pool, unwound, question.solver, facts);
        for object in missing {
            let range = cells.range(first_cell(object)..).take_while(|(cell, _)| cell.object == object);
            let switch = builder.solver.sat().new_var().positive();
            switches.insert(object, switch);
            for (&cell, accesses) in range {
                if !sourced(&mut builder, (cell, accesses), switch, sources) {
                    return false;
                }
            }
        }
        true
    }

    /// Encodes all that a level keeps, and its order. `false`: interrupted, or too large.
    pub(super) fn prepare(&mut self, level: usize, question: &mut Question<'_>) -> bool {
        if !self.encode(level, question) {
            return false;
        }
        let of_level = self.layer_of(level);
        let Slices { unwound, facts, kept, layers, layer_order, sources, orders, .. } = self;
        let interruption = facts.interruption.clone();
        let Question { solver, pool, .. } = question;
        if layers[of_level].is_none() {
            let mut builder = Builder::new(pool, unwound, solver, facts);
            builder.chains(&|cell| layer_order.serves_all_levels || kept[level].contains(&cell.object));
            builder.sections();
            layers[of_level] = Some(Layer::new(builder, *layer_order));
        }
        // Every level obeys the orders that were excluded.
        for layer in layers.iter_mut().flatten() {
            layer.learn(sources, orders, solver.sat(), &interruption);
        }
        !interruption() && !facts.is_too_large()
    }

    /// The switches of a level.
    pub(super) fn switched(&self, level: usize) -> Vec<Lit> {
        let signed = |switch: Lit, is_on: bool| if is_on { switch } else { !switch };
        let of_objects =
            self.switches.iter().map(|(object, &switch)| signed(switch, self.kept[level].contains(object)));
        let of_layers = self.layers.iter().enumerate();
        let of_layers = of_layers.filter_map(|(number, layer)| Some((number, layer.as_ref()?.switch?)));
        of_objects.chain(of_layers.map(|(number, switch)| signed(switch, number == level))).collect()
    }
}

/// The least cell of an object.
fn first_cell(object: ObjectId) -> CellKey {
    CellKey { object, offset: 0, size: 0 }
}

/// The sources of the reads of a cell, as far as a switch is on. `false`: interrupted, or too large.
fn sourced(
    builder: &mut Builder<'_>,
    (cell, accesses): (CellKey, &Accesses),
    switch: Lit,
    known: &mut BTreeMap<EventId, (CellKey, Sources)>,
) -> bool {
    let is_there = |builder: &Builder<'_>, event: EventId| !builder.pool.is_false(builder.unwound.event(event).guard);
    let writes: Vec<EventId> = accesses.writes.iter().copied().filter(|&write| is_there(builder, write)).collect();
    for &read in accesses.reads.iter().filter(|&&read| is_there(builder, read)).collect::<Vec<_>>() {
        if (builder.facts.interruption)() || builder.facts.is_too_large() {
            return false;
        }
        let event = builder.unwound.event(read);
        let EventKind::Read(_, value) = event.kind else { continue };
        let found = builder.candidates(&writes, read);
        let mut sources: Sources = Vec::new();
        for write in found.writes {
            let EventKind::Write(_, written) = builder.unwound.event(write).kind else { continue };
            if let Some(source) = builder.equal_if_source(value, written) {
                sources.push((Some(write), source));
            }
        }
        if found.may_be_first {
            sources.push((None, builder.solver.sat().new_var().positive()));
        }
        let mut clause = vec![!switch];
        clause.extend(builder.guard(event.guard).map(|guard| !guard));
        clause.extend(sources.iter().map(|&(_, source)| source));
        let sat = builder.solver.sat();
        sat.add_clause(&clause);
        for &(_, source) in &sources {
            sat.add_clause(&[!source, switch]);
        }
        known.insert(read, (cell, sources));
    }
    true
}
