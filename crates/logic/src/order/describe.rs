//! A graph as text, for a checker of the theory's clauses.

use std::fmt::Write;

use super::graph::{Graph, Kind};
use crate::sat::Lit;

impl Graph {
    /// The graph, line by line: `chain`, `event CHAIN KIND GUARD CELL JOINED`, `edge FROM TO CONDITIONS`, `source WRITE READ
    /// LITERAL`, `alias WRITE READ LITERAL`. No guard, and no literal, is 0; no cell is -1.
    pub fn describe(&self) -> String {
        let mut text = String::new();
        let number = |literal: Option<Lit>| literal.map_or(0, Lit::to_dimacs);
        for _ in &self.chains {
            text.push_str("chain\n");
        }
        for event in &self.events {
            let kind = match event.kind {
                Kind::Read => 'r',
                Kind::Write => 'w',
                Kind::Other => 'o',
            };
            let (chain, joined) = (event.chain.index(), u8::from(event.joined));
            let cell = event.cell.map_or(-1, |cell| i64::from(cell.0));
            let _ = writeln!(text, "event {chain} {kind} {} {cell} {joined}", number(event.guard));
        }
        for edge in &self.edges {
            let _ = write!(text, "edge {} {}", edge.from.index(), edge.to.index());
            for &condition in &edge.conditions {
                let _ = write!(text, " {}", condition.to_dimacs());
            }
            text.push('\n');
        }
        for source in &self.sources {
            let ends = (source.write.index(), source.read.index());
            let _ = writeln!(text, "source {} {} {}", ends.0, ends.1, source.literal.to_dimacs());
        }
        for alias in &self.aliases {
            let ends = (alias.write.index(), alias.read.index());
            let _ = writeln!(text, "alias {} {} {}", ends.0, ends.1, number(alias.literal));
        }
        text
    }
}
