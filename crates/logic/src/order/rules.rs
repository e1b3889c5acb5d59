//! The rules of ordering consistency: what follows when a read has a source, when a write is there, and when the order
//! grows.
//!
//! Let a read read from a write, and let a *rival* be another write to the same address that is there:
//!
//! - **before**: a rival before the read is before the write;
//! - **behind**: a rival behind the write is behind the read.
//!
//! Both rules consider only the last rival before the read and the first one behind the write on each chain: for the remaining rivals of
//! the chain they follow from the order of the chain. Two further rules forbid instead of ordering:
//!
//! - **between**: a write that is before a rival that is before the read is no source of the read;
//! - **cycle**: an edge whose end is before its beginning must miss a condition. With the edges of sources: a read does
//!   not read from what is behind it.

use super::graph::Event;
use super::layout::{NONE, Rival};
use super::reachability::{Change, Reason};
use super::theory::{Implication, OrderTheory};
use crate::sat::Lit;

/// Which rules are applied. All of them, but in the tests that show that each is needed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct RuleSet {
    pub(super) before: bool,
    pub(super) behind: bool,
    pub(super) between: bool,
    pub(super) cycle: bool,
    /// Not a rule of the order: whether a schedule is searched for while pairs of writes are open.
    pub(super) search: bool,
}

impl RuleSet {
    pub(super) const ALL: RuleSet = RuleSet { before: true, behind: true, between: true, cycle: true, search: true };
}

impl OrderTheory {
    /// An entry of a clock changed.
    pub(super) fn clock_changed(&mut self, change: Change) {
        let chain = change.chain as usize;
        let vertex = change.vertex as usize;
        if change.is_before {
            for at in 0..self.layout.reads[vertex].len() {
                let read = self.layout.reads[vertex][at];
                match self.source_of[read.index()] {
                    NONE => self.rule_out_before(read, chain),
                    source => {
                        self.last_before(source, chain);
                        self.forbid_between(source, chain);
                    }
                }
            }
            return;
        }
        for at in 0..self.layout.writes[vertex].len() {
            let write = self.layout.writes[vertex][at];
            for number in 0..self.sources_from[write.index()].len() {
                let source = self.sources_from[write.index()][number];
                self.first_behind(source, chain);
                self.forbid_between(source, chain);
            }
            self.rule_out_readers(write, chain);
        }
        // The edges into this vertex from what came behind it.
        let new = self.order.behind_on(change.vertex, chain);
        let incoming = &self.layout.incoming[vertex];
        let first = incoming.partition_point(|&(on, position, _)| (on, position) < (change.chain, new));
        let end = incoming.partition_point(|&(on, position, _)| (on, position) < (change.chain, change.old));
        for at in first..end {
            let (_, _, edge) = self.layout.incoming[vertex][at];
            self.rule_out_cycle(edge);
        }
    }

    /// A source holds.
    pub(super) fn source_holds(&mut self, source: u32) {
        if !self.choose(source) {
            return;
        }
        let read = self.layout.edges[source as usize].to;
        for chain in 0..self.layout.chains {
            self.last_before(source, chain);
            self.first_behind(source, chain);
            self.forbid_between(source, chain);
        }
        for number in 0..self.layout.candidate_chains(read).len() {
            let chain = self.layout.candidate_chains(read)[number] as usize;
            for at in 0..self.layout.candidates(read, chain).len() {
                let other = self.layout.candidates(read, chain)[at].source;
                if other != source {
                    let literal = self.layout.edges[other as usize].conditions[0];
                    self.imply(!literal, Implication::Other { source: other, other: source });
                }
            }
        }
    }

    /// A write is there.
    pub(super) fn write_is_there(&mut self, write: Event) {
        for at in 0..self.layout.readers(write).len() {
            let read = self.layout.readers(write)[at];
            self.rival_is_there(write, read, None);
        }
        for at in 0..self.layout.aliased_readers[write.index()].len() {
            let (read, same) = self.layout.aliased_readers[write.index()][at];
            self.rival_is_there(write, read, same);
        }
    }

    /// A write is there, or at the address of a read: if it is both, it is a rival.
    pub(super) fn rival_is_there(&mut self, write: Event, read: Event, same: Option<Lit>) {
        if !self.is_there(self.layout.guard[write.index()]) || !self.is_there(same) {
            return;
        }
        let source = self.source_of[read.index()];
        if source == NONE {
            if self.is_before(write, read) {
                self.rule_out_behind(read, write, same);
            }
            return;
        }
        let origin = self.layout.edges[source as usize].from;
        if origin == write {
            return;
        }
        let rival = write;
        if self.rules.before && self.is_before(rival, read) && !self.is_before(rival, origin) {
            self.require(rival, origin, Reason::Before { source, rival, same });
        }
        if self.rules.behind && self.is_before(origin, rival) && !self.is_before(read, rival) {
            self.require(read, rival, Reason::Behind { source, rival, same });
        }
    }

    /// How many events of the chain are before the event.
    fn places_before(&self, event: Event, chain: usize) -> u32 {
        if self.layout.chain(event) == chain {
            return self.layout.place[event.index()];
        }
        match self.order.before_on(self.layout.vertex[event.index()], chain) {
            0 => 0,
            count => self.layout.end_place[(self.layout.first_vertex[chain] + count - 1) as usize],
        }
    }

    /// The place of the first event of the chain that is behind the event.
    fn place_behind(&self, event: Event, chain: usize) -> u32 {
        if self.layout.chain(event) == chain {
            return self.layout.place[event.index()] + 1;
        }
        match self.order.behind_on(self.layout.vertex[event.index()], chain) {
            NONE => NONE,
            position => self.layout.first_place[(self.layout.first_vertex[chain] + position) as usize],
        }
    }

    /// The last rival of a read on a chain among the events before it.
    fn last_rival_before(&self, read: Event, chain: usize) -> Option<Rival> {
        let rivals = self.layout.rivals(read).on(chain);
        if rivals.is_empty() {
            return None;
        }
        let places = self.places_before(read, chain);
        let count = rivals.partition_point(|rival| rival.place < places);
        rivals[..count].iter().rev().find(|rival| self.is_rival(rival)).copied()
    }

    fn is_rival(&self, rival: &Rival) -> bool {
        self.is_there(self.layout.guard[rival.write.index()]) && self.is_there(rival.same)
    }

    /// Rule *before*, for one chain.
    fn last_before(&mut self, source: u32, chain: usize) {
        if !self.rules.before {
            return;
        }
        let edge = &self.layout.edges[source as usize];
        let (origin, read) = (edge.from, edge.to);
        let Some(Rival { write: rival, same, .. }) = self.last_rival_before(read, chain) else { return };
        if rival != origin && !self.is_before(rival, origin) {
            self.require(rival, origin, Reason::Before { source, rival, same });
        }
    }

    /// Rule *behind*, for one chain.
    fn first_behind(&mut self, source: u32, chain: usize) {
        if !self.rules.behind {
            return;
        }
        let edge = &self.layout.edges[source as usize];
        let (origin, read) = (edge.from, edge.to);
        let rivals = self.layout.rivals(read).on(chain);
        if rivals.is_empty() {
            return;
        }
        let place = self.place_behind(origin, chain);
        let first = rivals.partition_point(|rival| rival.place < place);
        let Some(&Rival { write: rival, same, .. }) = rivals[first..].iter().find(|rival| self.is_rival(rival)) else {
            return;
        };
        if !self.is_before(read, rival) {
            self.require(read, rival, Reason::Behind { source, rival, same });
        }
    }

    /// Rule *between*, for a source that holds: what is between its write and the read is not there, or elsewhere.
    fn forbid_between(&mut self, source: u32, chain: usize) {
        if !self.rules.between {
            return;
        }
        let edge = &self.layout.edges[source as usize];
        let (origin, read) = (edge.from, edge.to);
        let rivals = self.layout.rivals(read).on(chain);
        if rivals.is_empty() {
            return;
        }
        let (place, end) = (self.place_behind(origin, chain), self.places_before(read, chain));
        if place >= end {
            return;
        }
        let mut at = rivals.partition_point(|rival| rival.place < place);
        while let Some(&Rival { place, write: rival, same }) = self.layout.rivals(read).on(chain).get(at) {
            if place >= end {
                break;
            }
            let missing = match (self.layout.guard[rival.index()], same) {
                (Some(guard), same) if self.is_open(guard) && self.is_there(same) => Some(guard),
                (guard, Some(same)) if self.is_open(same) && self.is_there(guard) => Some(same),
                (_, _) => None,
            };
            if let Some(missing) = missing {
                self.imply(!missing, Implication::Between { source, rival, same });
            }
            at += 1;
        }
    }

    /// Rule *between*, for a read without a source, when there is more before it on a chain.
    pub(super) fn rule_out_before(&mut self, read: Event, chain: usize) {
        if !self.rules.between || self.layout.candidate_chains(read).is_empty() {
            return;
        }
        if let Some(rival) = self.last_rival_before(read, chain) {
            self.rule_out_behind(read, rival.write, rival.same);
        }
    }

    /// Rule *between*, for a read without a source, and a rival that is before it.
    fn rule_out_behind(&mut self, read: Event, rival: Event, same: Option<Lit>) {
        if !self.rules.between {
            return;
        }
        for number in 0..self.layout.candidate_chains(read).len() {
            let chain = self.layout.candidate_chains(read)[number] as usize;
            let candidates = self.layout.candidates(read, chain);
            let places = self.places_before(rival, chain);
            let passed = self.passed[read.index()].get(chain).copied().unwrap_or(0);
            let end = candidates.partition_point(|candidate| candidate.place < places) as u32;
            if end <= passed {
                continue;
            }
            if self.passed[read.index()].is_empty() {
                self.passed[read.index()] = vec![0; self.layout.chains];
            }
            self.passed_trail.push((read, chain as u32, passed));
            self.passed[read.index()][chain] = end;
            for at in passed..end {
                let source = self.layout.candidates(read, chain)[at as usize].source;
                let literal = self.layout.edges[source as usize].conditions[0];
                self.imply(!literal, Implication::Between { source, rival, same });
            }
        }
    }

    /// Rule *between*, for a write, and the first write to its cell behind it on a chain: what is behind that one does not
    /// read from the write.
    fn rule_out_readers(&mut self, write: Event, chain: usize) {
        let Some(siblings) = self.layout.siblings(write) else { return };
        let siblings = siblings.on(chain);
        if siblings.is_empty() || self.layout.outlet_chains(write).is_empty() || !self.rules.between {
            return;
        }
        let place = self.place_behind(write, chain);
        let first = siblings.partition_point(|sibling| sibling.place < place);
        let is_there = |sibling: &&Rival| self.is_there(self.layout.guard[sibling.write.index()]);
        let Some(rival) = siblings[first..].iter().find(is_there).map(|sibling| sibling.write) else { return };
        for number in 0..self.layout.outlet_chains(write).len() {
            let other = self.layout.outlet_chains(write)[number] as usize;
            let outlets = self.layout.outlets(write, other);
            let place = self.place_behind(rival, other);
            let passed = self.passed[write.index()].get(other).copied().unwrap_or(outlets.len() as u32);
            let begin = outlets.partition_point(|outlet| outlet.place < place) as u32;
            if begin >= passed {
                continue;
            }
            if self.passed[write.index()].is_empty() {
                self.passed[write.index()] =
                    (0..self.layout.chains).map(|chain| self.layout.outlets(write, chain).len() as u32).collect();
            }
            self.passed_trail.push((write, other as u32, passed));
            self.passed[write.index()][other] = begin;
            for at in begin..passed {
                let source = self.layout.outlets(write, other)[at as usize].source;
                let literal = self.layout.edges[source as usize].conditions[0];
                self.imply(!literal, Implication::Between { source, rival, same: None });
            }
        }
    }

    /// Rule *between*, for all reads and what is before them without any literal.
    pub(super) fn rule_out_all(&mut self) {
        for vertex in 0..self.layout.reads.len() {
            for at in 0..self.layout.reads[vertex].len() {
                for chain in 0..self.layout.chains {
                    self.rule_out_before(self.layout.reads[vertex][at], chain);
                }
            }
            for at in 0..self.layout.writes[vertex].len() {
                for chain in 0..self.layout.chains {
                    self.rule_out_readers(self.layout.writes[vertex][at], chain);
                }
            }
        }
    }

    /// Rule *cycle*, for one edge: if it would close a cycle and misses one condition only, it must miss it.
    pub(super) fn rule_out_cycle(&mut self, edge: u32) {
        if !self.rules.cycle {
            return;
        }
        let data = &self.layout.edges[edge as usize];
        let mut missing = data.conditions.iter().copied().filter(|&lit| !self.is_true(lit));
        let (Some(lit), None) = (missing.next(), missing.next()) else { return };
        if !self.is_true(!lit) && self.is_before_or_same(data.to, data.from) {
            self.imply(!lit, Implication::Cycle { edge });
        }
    }

    /// Whether an edge from the second event to the first one would close a cycle.
    fn is_before_or_same(&self, first: Event, second: Event) -> bool {
        first == second || self.is_before(first, second)
    }
}
