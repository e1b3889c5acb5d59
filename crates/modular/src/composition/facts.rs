//! Static facts about a thread, without queries: the locations that are reachable from each cut, and the values that it left in variables
//! that no other thread writes.
//!
//! Not in the paper. A promise of error that mentions the location of a thread often combines locations and values that never occur
//! together, or mentions a location that was left already. Each such promise would cost a query. Both facts are read off the text, and
//! programs with the location variable assume them.

use raddle_program::syntax::LocalId;

use crate::composition::ranges::Left;
use crate::composition::{Code, Composition};

/// The facts about a thread.
#[derive(Clone, Debug, Default)]
pub struct Facts {
    /// The number of each cut, by node. A cut that is reachable from another one has a higher number if there is no path back.
    pub places: Vec<Option<i128>>,
    /// For each cut, by number, the least number of a reachable cut.
    pub least: Vec<i128>,
    /// For each cut, by number, the reachable cuts, and whether the thread certainly or possibly moves to get there; false if it can only
    /// have stayed.
    pub behind: Vec<Vec<(usize, bool)>>,
    /// For each cut, by number, the variables that the thread may write from there on.
    pub still_writes: Vec<Vec<LocalId>>,
    /// The values that it left in its variables.
    pub left: Left,
}

/// The limit for the number of cuts times nodes; above it no order is computed.
const PAIR_LIMIT: usize = 4_000_000;

impl Facts {
    /// Computes the facts. The accesses and cuts of all threads must be known.
    pub fn of(composition: &Composition, thread: usize) -> Facts {
        let code = &composition.threads[thread].code;
        let cuts: Vec<usize> = code.cuts().collect();
        let mut places = vec![None; code.nodes.len()];
        if cuts.len() * code.nodes.len() > PAIR_LIMIT {
            for (number, &cut) in cuts.iter().enumerate() {
                places[cut] = Some(number as i128);
            }
            return Facts { places, least: vec![0; cuts.len()], ..Facts::default() };
        }
        let reached: Vec<Vec<usize>> = cuts
            .iter()
            .map(|&cut| {
                let seen = reached_from(code, cut);
                (0..cuts.len()).filter(|&other| seen[cuts[other]]).collect()
            })
            .collect();
        // A cut from which more cuts are reachable comes first: of two cuts without a path back, the earlier one.
        let mut order: Vec<usize> = (0..cuts.len()).collect();
        order.sort_by_key(|&cut| (std::cmp::Reverse(reached[cut].len()), cut));
        let mut numbers = vec![0usize; cuts.len()];
        for (number, &cut) in order.iter().enumerate() {
            numbers[cut] = number;
            places[cuts[cut]] = Some(number as i128);
        }
        let least =
            order.iter().map(|&cut| reached[cut].iter().map(|&other| numbers[other] as i128).min().unwrap_or(0));
        let least = least.collect();
        let behind = order.iter().map(|&cut| {
            let comes_back = code.nodes[cuts[cut]].edges.iter().any(|edge| reached_from(code, edge.to)[cuts[cut]]);
            let mut behind: Vec<(usize, bool)> =
                reached[cut].iter().map(|&other| (numbers[other], other != cut || comes_back)).collect();
            behind.sort_unstable();
            behind
        });
        let behind = behind.collect();
        let still_writes = order.iter().map(|&cut| {
            let seen = reached_from(code, cuts[cut]);
            let nodes = code.nodes.iter().zip(seen).filter(|(_, is_seen)| *is_seen);
            nodes.flat_map(|(node, _)| node.edges.iter().flat_map(|edge| edge.action.writes())).collect()
        });
        let still_writes = still_writes.collect();
        Facts { places, least, behind, still_writes, left: Left::default() }
    }
}

impl Facts {
    /// Whether it is the only writer of a variable.
    pub fn is_left_by(&self, variable: LocalId) -> bool {
        self.left.ranges.iter().any(|(known, _)| *known == variable)
    }

    /// The number of the first cut from which on the variable is never written; `None` if there is none.
    pub fn settled(&self, variable: LocalId) -> Option<i128> {
        let last = self.still_writes.iter().rposition(|written| written.contains(&variable));
        let settled = last.map_or(0, |last| last + 1);
        (settled < self.still_writes.len()).then_some(settled as i128)
    }
}

/// The nodes that are reachable from a node, itself included.
fn reached_from(code: &Code, node: usize) -> Vec<bool> {
    let mut seen = vec![false; code.nodes.len()];
    let mut open = vec![node];
    while let Some(node) = open.pop() {
        if !std::mem::replace(&mut seen[node], true) {
            open.extend(code.nodes[node].edges.iter().map(|edge| edge.to));
        }
    }
    seen
}
