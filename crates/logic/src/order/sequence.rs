//! Clauses for one given order of all events: everything that contradicts the order is excluded.
//!
//! If an order is known or guessed, none need be searched. A source is excluded if its write comes after the read, or if an existing rival
//! comes between. The conditions of an edge against the order are not all true. The solver then only has to find values.

use rustc_hash::FxHashMap;

use super::graph::{Cell, Event, Graph, Kind};
use crate::sat::Lit;

impl Graph {
    /// The clauses that hold if the events are in this order; the clauses of the graph itself are not included. Each event must be listed
    /// once, those of a chain in their order, and those of a group next to each other.
    pub fn fit(&self, order: &[Event]) -> Vec<Vec<Lit>> {
        let mut position = vec![0; self.events.len()];
        for (number, event) in order.iter().enumerate() {
            position[event.index()] = number;
        }
        let at = |event: Event| position[event.index()];
        let mut writes: FxHashMap<Cell, Vec<Event>> = FxHashMap::default();
        for &event in order {
            let data = &self.events[event.index()];
            if let (Some(cell), Kind::Write) = (data.cell, data.kind) {
                writes.entry(cell).or_default().push(event);
            }
        }
        let mut aliased: FxHashMap<Event, Vec<(Event, Option<Lit>)>> = FxHashMap::default();
        for alias in &self.aliases {
            aliased.entry(alias.read).or_default().push((alias.write, alias.literal));
        }
        let mut clauses = Vec::new();
        for edge in self.edges.iter().filter(|edge| at(edge.from) > at(edge.to)) {
            clauses.push(edge.conditions.iter().map(|&condition| !condition).collect());
        }
        for source in &self.sources {
            let (first, last) = (at(source.write), at(source.read));
            if first > last {
                clauses.push(vec![!source.literal]);
                continue;
            }
            let fixed = self.events[source.read.index()].cell.and_then(|cell| writes.get(&cell));
            let fixed = fixed.into_iter().flatten().map(|&write| (write, None));
            let rivals = fixed.chain(aliased.get(&source.read).into_iter().flatten().copied());
            for (rival, same) in rivals.filter(|&(rival, _)| first < at(rival) && at(rival) < last) {
                let conditions = self.guard_of(rival).into_iter().chain(same);
                clauses.push([!source.literal].into_iter().chain(conditions.map(|condition| !condition)).collect());
            }
        }
        clauses
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sat::{Cadical, SatResult, SatSolver};

    /// Two writes of one chain, the second one conditional, and a read of another chain: its position in the order determines which write
    /// it reads.
    #[test]
    fn a_read_reads_the_last_write_before_it_that_is_there() {
        let mut sat = Cadical::new();
        let mut fresh = || sat.new_var().positive();
        let (guard, one, two, edge) = (fresh(), fresh(), fresh(), fresh());
        let mut graph = Graph::new();
        let (writer, reader) = (graph.chain(), graph.chain());
        let first = graph.write(writer, None, Some(Cell(0)));
        let second = graph.write(writer, Some(guard), Some(Cell(0)));
        let read = graph.read(reader, None, Some(Cell(0)));
        graph.source(first, read, one);
        graph.source(second, read, two);
        graph.edge(read, second, &[edge]);
        sat.add_clause(&graph.some_source(read));
        for clause in graph.take_clauses() {
            sat.add_clause(&clause);
        }
        let mut ask = |order: &[Event], assumed: &[Lit]| {
            let switch = sat.new_var().positive();
            for mut clause in graph.fit(order) {
                clause.push(!switch);
                sat.add_clause(&clause);
            }
            let assumed: Vec<Lit> = assumed.iter().copied().chain([switch]).collect();
            sat.solve(&assumed) == SatResult::Sat
        };
        let (late, early) = ([first, second, read], [first, read, second]);
        // Behind both: the second one, if it is there.
        assert!(ask(&late, &[guard, two]) && !ask(&late, &[guard, one]) && ask(&late, &[!guard, one]));
        assert!(!ask(&late, &[!guard, two]) && !ask(&late, &[edge]));
        // In between: never the second one.
        assert!(ask(&early, &[guard, one, edge]) && !ask(&early, &[two]));
        assert!(!ask(&[read, first, second], &[]));
    }
}
