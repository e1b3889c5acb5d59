//! Whether an assignment is a model: each clause of the formula has a true literal, and the events are in an order that the graph allows.
//!
//! An answer "no execution reaches a violation" is a proof only if the formula has executions at all. So the proof of such an
//! answer contains a model of the formula without its question, with the order of its events, and both are checked here.

use crate::order::Order;

/// The formula, as it was made: every clause that was ever given, ended by 0.
#[derive(Default)]
pub struct Formula(Vec<i32>);

impl Formula {
    /// Adds a clause.
    pub fn add(&mut self, clause: &[i32]) {
        self.0.extend_from_slice(clause);
        self.0.push(0);
    }

    /// Whether each clause has a literal that holds.
    pub fn is_satisfied(&self, holds: &dyn Fn(i32) -> bool) -> bool {
        let mut is_satisfied = false;
        for &literal in &self.0 {
            if literal == 0 {
                if !is_satisfied {
                    return false;
                }
                is_satisfied = false;
            } else {
                is_satisfied = is_satisfied || holds(literal);
            }
        }
        true
    }
}

/// No position in a list.
const NONE: usize = usize::MAX;

impl Order {
    /// Whether a list is an order of all events whose guards hold: it respects chains, groups that act as one, and edges whose
    /// conditions hold, and each read whose source holds finds what this write has written.
    ///
    /// # Errors
    /// What is wrong with it.
    pub fn is_run(&self, holds: &dyn Fn(i32) -> bool, list: &[u32]) -> Result<(), &'static str> {
        let is_there = |event: u32| self.events[event as usize].guard.is_none_or(holds);
        let mut position = vec![NONE; self.events.len()];
        for (at, &event) in list.iter().enumerate() {
            match position.get_mut(event as usize) {
                Some(slot) if *slot == NONE && is_there(event) => *slot = at,
                Some(_) | None => return Err("an event of the order is not there, or twice"),
            }
        }
        if (0..self.events.len() as u32).any(|event| is_there(event) && position[event as usize] == NONE) {
            return Err("an event is missing in the order");
        }
        let groups = self.groups_in(list)?;
        self.has_no_cycle(holds, &groups)?;
        for (&source, &(write, read)) in &self.sources {
            if !holds(source) || position[read as usize] == NONE {
                continue;
            }
            let (from, to) = (position[write as usize], position[read as usize]);
            if from == NONE || from > to {
                return Err("a read reads what was not written before");
            }
            let is_between = |&(rival, same): &(u32, Option<i32>)| {
                let at = position[rival as usize];
                rival != write && at != NONE && from < at && at < to && same.is_none_or(holds)
            };
            if self.rivals(read).iter().any(is_between) {
                return Err("a read reads what was overwritten");
            }
        }
        Ok(())
    }

    /// The groups of a list of events, one after the other. Within a group, events come in the order of their chain,
    /// with no other event between them.
    fn groups_in(&self, list: &[u32]) -> Result<Vec<u32>, &'static str> {
        let mut groups: Vec<u32> = Vec::new();
        let mut has_come = vec![false; self.place.len()];
        let mut last = None;
        for &event in list {
            let group = self.group[event as usize];
            let place = self.events[event as usize].position;
            if groups.last() == Some(&group) {
                if last.is_some_and(|last| last >= place) {
                    return Err("events that act as one are not in order");
                }
            } else if std::mem::replace(&mut has_come[group as usize], true) {
                return Err("something comes between events that act as one");
            } else {
                groups.push(group);
            }
            last = Some(place);
        }
        Ok(groups)
    }

    /// Whether chains, edges whose conditions hold, sources that hold and a list of groups fit one order. Groups
    /// without a happening event are in no list, but pass the order on.
    fn has_no_cycle(&self, holds: &dyn Fn(i32) -> bool, list: &[u32]) -> Result<(), &'static str> {
        let mut next: Vec<Vec<u32>> = vec![Vec::new(); self.place.len()];
        let mut n_before = vec![0u32; self.place.len()];
        let mut add = |from: u32, to: u32| {
            next[from as usize].push(to);
            n_before[to as usize] += 1;
        };
        let groups = |pair: &[u32]| (self.group[pair[0] as usize], self.group[pair[1] as usize]);
        for (from, to) in self.chains.iter().flat_map(|chain| chain.windows(2)).map(groups) {
            if from != to {
                add(from, to);
            }
        }
        for pair in list.windows(2) {
            add(pair[0], pair[1]);
        }
        let edges = self.edges.iter().filter(|edge| edge.conditions.iter().all(|&condition| holds(condition)));
        let sources = self.sources.iter().filter(|(source, _)| holds(**source)).map(|(_, &ends)| ends);
        for (from, to) in edges.map(|edge| (edge.from, edge.to)).chain(sources) {
            match groups(&[from, to]) {
                (one, other) if one != other => add(one, other),
                _ if self.events[from as usize].position < self.events[to as usize].position => {}
                _ => return Err("an edge leads backwards"),
            }
        }
        let mut ready: Vec<u32> = (0..self.place.len() as u32).filter(|&group| n_before[group as usize] == 0).collect();
        let mut n_done = 0;
        while let Some(group) = ready.pop() {
            n_done += 1;
            for &after in &next[group as usize] {
                n_before[after as usize] -= 1;
                if n_before[after as usize] == 0 {
                    ready.push(after);
                }
            }
        }
        if n_done == self.place.len() { Ok(()) } else { Err("the order is none that the graph allows") }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// `x = 1; r = y` beside `y = 1; s = x`: events 0 and 1 are the initial writes, 2 and 3 of one thread, 4 and 5 of the other one.
    fn store_buffering(joined: u8) -> Order {
        let text = format!(
            "chain\nchain\nevent 0 w 0 0 0\nevent 0 w 0 1 0\nevent 0 w 0 0 0\nevent 0 r 0 1 {joined}\n\
             event 1 w 0 1 0\nevent 1 r 9 0 0\nedge 1 4\nedge 5 3 7\n\
             source 1 3 11\nsource 4 3 12\nsource 0 5 13\nsource 2 5 14\n"
        );
        Order::read(&text).expect("this is a graph")
    }

    fn is_run(order: &Order, literals: &[i32], list: &[u32]) -> bool {
        order.is_run(&|literal| literals.contains(&literal), list).is_ok()
    }

    #[test]
    fn an_order_is_followed_step_by_step() {
        let order = store_buffering(0);
        assert!(is_run(&order, &[9, 11, 14], &[0, 1, 2, 3, 4, 5]));
        assert!(is_run(&order, &[9, 12, 14], &[0, 1, 2, 4, 3, 5]));
        assert!(is_run(&order, &[9, 12, 14, 7], &[0, 1, 2, 4, 5, 3]));
        // An event that is not there is not missed, but edges lead through it.
        assert!(is_run(&order, &[12], &[0, 1, 2, 4, 3]));
        assert!(!is_run(&order, &[11, 7], &[0, 1, 2, 3, 4]));
    }

    #[test]
    fn what_is_no_order_is_rejected() {
        let order = store_buffering(0);
        for (literals, list, why) in [
            (vec![9, 11, 13], vec![0, 1, 2, 3, 4, 5], "what was overwritten is read"),
            (vec![9, 12, 14], vec![0, 1, 2, 3, 4, 5], "what comes later is read"),
            (vec![9, 11, 14], vec![0, 1, 2, 3, 4], "an event is missing"),
            (vec![9, 11, 14], vec![0, 1, 2, 3, 4, 4, 5], "an event comes twice"),
            (vec![11], vec![0, 1, 2, 3, 4, 5], "an event is not there"),
            (vec![9, 11, 14], vec![0, 1, 3, 2, 4, 5], "the chain is not respected"),
            (vec![9, 11, 14, 7], vec![0, 1, 2, 3, 4, 5], "an edge is not respected"),
            (vec![9, 11, 14], vec![0, 1, 2, 3, 4, 9], "there is no such event"),
        ] {
            assert!(!is_run(&order, &literals, &list), "{why}");
        }
        assert!(!is_run(&store_buffering(1), &[9, 12, 14], &[0, 1, 2, 4, 3, 5]), "something comes between");
    }

    #[test]
    fn every_clause_must_hold() {
        let mut formula = Formula::default();
        formula.add(&[1, 2]);
        formula.add(&[-1, 3]);
        let with = |truths: &'static [i32]| move |literal: i32| truths.contains(&literal.abs()) == (literal > 0);
        assert!(formula.is_satisfied(&with(&[2])));
        assert!(formula.is_satisfied(&with(&[1, 3])));
        assert!(!formula.is_satisfied(&with(&[1])) && !formula.is_satisfied(&with(&[])));
        formula.add(&[]);
        assert!(!formula.is_satisfied(&with(&[2])));
    }
}
