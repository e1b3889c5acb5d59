//! The order in which a data-flow analysis visits locations: but for back edges, each after all its predecessors, so that few are visited
//! again (Kam and Ullman, *Global Data Flow Analysis and Iterative Algorithms*, 1976).

use std::collections::BTreeSet;

use crate::automaton::{Automaton, Location};
use crate::entity::Table;
use crate::graph::Graph;

/// The order for one automaton.
#[derive(Debug)]
pub struct VisitOrder {
    order: Vec<Location>,
    positions: Table<Location, usize>,
}

impl VisitOrder {
    /// Computes it.
    pub fn of(automaton: &Automaton) -> VisitOrder {
        let order = Graph::of(automaton).reverse_postorder;
        // What the entry does not reach is never visited.
        let mut positions: Table<Location, usize> = automaton.locations.ids().map(|_| usize::MAX).collect();
        for (position, &location) in order.iter().enumerate() {
            positions[location] = position;
        }
        VisitOrder { order, positions }
    }

    /// No location waits for a visit.
    pub fn pending(&self) -> Pending<'_> {
        Pending { order: self, positions: BTreeSet::new() }
    }
}

/// The locations that wait for a visit.
#[derive(Debug)]
pub struct Pending<'o> {
    order: &'o VisitOrder,
    positions: BTreeSet<usize>,
}

impl Pending<'_> {
    /// Adds a location that the entry reaches.
    pub fn insert(&mut self, location: Location) {
        self.positions.insert(self.order.positions[location]);
    }

    /// Takes the first one.
    pub fn pop(&mut self) -> Option<Location> {
        self.positions.pop_first().map(|position| self.order.order[position])
    }
}
