//! Spurious runs in a tree of their prefixes (section 5.3): a vertex for each prefix, an edge for each point that leads from one to another.
//!
//! There is a tree for each line of points. A run equals an excluded one if in each line it has reached the vertex
//! where that run ends.

use std::collections::BTreeMap;

use crate::cegpv::program::runs::{Line, Passed, Run};

/// A vertex; 0 is the empty prefix.
pub type Vertex = u32;

/// An edge: what happens at a point leads from one prefix to another.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Edge {
    /// The prefix before.
    pub from: Vertex,
    /// What happens.
    pub passed: Passed,
    /// The prefix after.
    pub to: Vertex,
}

/// A run that is excluded.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Excluded {
    /// The vertex at which each line ends; a missing line is empty.
    pub ends: BTreeMap<Line, Vertex>,
    /// The point of the assertion that fails then.
    pub failure: u32,
}

/// Spurious runs.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct PrefixTree {
    vertices: BTreeMap<Line, Vec<BTreeMap<Passed, Vertex>>>,
    excluded: Vec<Excluded>,
}

impl PrefixTree {
    /// Adds a run; false if it is there.
    pub fn add(&mut self, run: &Run) -> bool {
        let mut ends = BTreeMap::new();
        for (&line, passed) in &run.lines {
            let vertices = self.vertices.entry(line).or_insert_with(|| vec![BTreeMap::new()]);
            let mut at = 0;
            for &passed in passed {
                let next = u32::try_from(vertices.len()).expect("runs are shorter");
                let to = *vertices[at as usize].entry(passed).or_insert(next);
                if to == next {
                    vertices.push(BTreeMap::new());
                }
                at = to;
            }
            ends.insert(line, at);
        }
        let new = Excluded { ends, failure: run.failure };
        let is_new = !self.excluded.contains(&new);
        if is_new {
            self.excluded.push(new);
        }
        is_new
    }

    /// Whether no run is excluded.
    pub fn is_empty(&self) -> bool {
        self.excluded.is_empty()
    }

    /// The edges of a line at a point.
    pub fn edges(&self, line: Line, point: u32) -> Vec<Edge> {
        let vertices = self.vertices.get(&line).map_or(&[][..], Vec::as_slice);
        let edges = (0..)
            .zip(vertices)
            .flat_map(|(from, edges)| edges.iter().map(move |(&passed, &to)| Edge { from, passed, to }));
        edges.filter(|edge| edge.passed.point == point).collect()
    }

    /// The runs that end in the failure at a point.
    pub fn ending_in(&self, failure: u32) -> impl Iterator<Item = &Excluded> {
        self.excluded.iter().filter(move |run| run.failure == failure)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn run(points: &[u32], failure: u32) -> Run {
        let passed = points.iter().map(|&point| Passed { point, value: None }).collect();
        Run { lines: BTreeMap::from([(Line::All, passed)]), failure }
    }

    #[test]
    fn prefixes_are_shared_and_runs_are_told_apart_by_their_ends() {
        let mut tree = PrefixTree::default();
        assert!(tree.add(&run(&[1, 2, 1], 9)) && tree.add(&run(&[1, 3], 9)) && tree.add(&run(&[1], 9)));
        assert!(tree.add(&run(&[1], 8)) && !tree.add(&run(&[1, 3], 9)));
        let edges: Vec<_> = tree.edges(Line::All, 1).iter().map(|edge| (edge.from, edge.to)).collect();
        assert_eq!(edges, [(0, 1), (2, 3)]);
        let ends: Vec<_> = tree.ending_in(9).map(|run| run.ends[&Line::All]).collect();
        assert_eq!(ends, [3, 4, 1], "a prefix of a run that is excluded is another run");
    }
}
