//! Data flow: the facts at each location of the code of a class of threads, on every path to it or on some path.
//!
//! A step adds and removes facts, whatever other facts hold. So two runs through the called code determine the effect
//! of a call: one that begins with no fact, and one that begins with all facts.

use std::collections::BTreeMap;

use raddle_program::automaton::Location;
use raddle_program::bits::BitSet;
use raddle_program::entity::Entity;
use raddle_program::syntax::Effect;

use super::address::{At, Class, Code};
use super::pointers::Pointers;

/// Facts, and what steps do to them.
pub trait Facts {
    /// How many there are.
    fn count(&self) -> usize;
    /// Whether a fact must hold on every path; else on some path.
    fn on_every_way(&self) -> bool;
    /// The effect of a step that is no call.
    fn step(&self, at: At, facts: &mut BitSet);
}

/// What holds in the code of one class.
#[derive(Default)]
pub struct Flow {
    at: BTreeMap<(Code, Location), BitSet>,
    end: Option<BitSet>,
}

/// One run through some code.
#[derive(Default)]
struct Run {
    at: BTreeMap<Location, BitSet>,
    returned: Option<BitSet>,
    exited: Option<BitSet>,
}

/// What holds behind a call that began with nothing, and with everything. `None`: it does not return.
type Summary = Option<(BitSet, BitSet)>;

struct Solver<'a, 'p, F> {
    pointers: &'a Pointers<'p>,
    facts: &'a F,
    summaries: BTreeMap<Code, Summary>,
}

impl Flow {
    /// Finds out what holds where, for threads of a class that start with no fact.
    pub fn of(pointers: &Pointers<'_>, class: Class, facts: &impl Facts) -> Flow {
        let codes: Vec<Code> = pointers.codes.iter().copied().filter(|code| code.class == class).collect();
        let mut solver = Solver { pointers, facts, summaries: BTreeMap::new() };
        solver.summarize(&codes);
        let mut entries: BTreeMap<Code, BitSet> = BTreeMap::new();
        let start = pointers.classes.start(class);
        if !codes.contains(&start) {
            return Flow::default();
        }
        entries.insert(start, BitSet::new(facts.count()));
        let mut flow = Flow::default();
        let mut is_changed = true;
        while is_changed {
            is_changed = false;
            flow = Flow::default();
            for &code in &codes {
                let Some(entry) = entries.get(&code).cloned() else { continue };
                let run = solver.run(code, &entry);
                for (at, callees) in pointers.calls.range((code, first())..) {
                    if at.0 != code {
                        break;
                    }
                    let from = pointers.automata[code.procedure].transitions[at.1].from;
                    let Some(before) = run.at.get(&from) else { continue };
                    for &procedure in callees {
                        let mut slot = entries.remove(&Code { class, procedure });
                        is_changed |= solver.join(&mut slot, before);
                        entries.extend(slot.map(|slot| (Code { class, procedure }, slot)));
                    }
                }
                let returned = run.returned.iter().filter(|_| code == start);
                for end in returned.chain(&run.exited) {
                    solver.join(&mut flow.end, end);
                }
                flow.at.extend(run.at.into_iter().map(|(location, facts)| ((code, location), facts)));
            }
        }
        flow
    }

    /// What holds before a step; `None` if no thread comes there.
    pub fn before(&self, pointers: &Pointers<'_>, at: At) -> Option<&BitSet> {
        let from = pointers.automata[at.0.procedure].transitions.get(at.1)?.from;
        self.at.get(&(at.0, from))
    }

    /// What holds where threads end; `None` if none does.
    pub fn end(&self) -> Option<&BitSet> {
        self.end.as_ref()
    }
}

fn first() -> raddle_program::automaton::Transition {
    raddle_program::automaton::Transition::from_index(0)
}

impl<F: Facts> Solver<'_, '_, F> {
    fn summarize(&mut self, codes: &[Code]) {
        let none = BitSet::new(self.facts.count());
        let mut all = none.clone();
        for fact in 0..self.facts.count() {
            all.insert(fact);
        }
        let mut is_changed = true;
        while is_changed {
            is_changed = false;
            for &code in codes {
                let low = self.run(code, &none).returned;
                let high = self.run(code, &all).returned;
                let summary = low.zip(high);
                is_changed |= self.summaries.get(&code) != Some(&summary);
                self.summaries.insert(code, summary);
            }
        }
    }

    /// Joins the facts of one more path. Returns whether that changes anything.
    fn join(&self, slot: &mut Option<BitSet>, more: &BitSet) -> bool {
        match slot {
            None => {
                *slot = Some(more.clone());
                true
            }
            Some(known) if self.facts.on_every_way() => known.intersect(more),
            Some(known) => known.extend(more),
        }
    }

    fn run(&self, code: Code, entry: &BitSet) -> Run {
        let automaton = &self.pointers.automata[code.procedure];
        let mut run = Run::default();
        run.at.insert(automaton.entry, entry.clone());
        let mut pending = vec![automaton.entry];
        while let Some(location) = pending.pop() {
            for &transition in automaton.outgoing(location) {
                let data = &automaton.transitions[transition];
                let Some(after) = self.after((code, transition), &data.effect, &run.at[&location]) else { continue };
                match data.effect {
                    Effect::Return(_) => drop(self.join(&mut run.returned, &after)),
                    Effect::Exit(_) => drop(self.join(&mut run.exited, &after)),
                    _ => {
                        let mut slot = run.at.remove(&data.to);
                        if self.join(&mut slot, &after) {
                            pending.push(data.to);
                        }
                        run.at.extend(slot.map(|slot| (data.to, slot)));
                    }
                }
            }
        }
        run
    }

    fn after(&self, at: At, effect: &Effect, before: &BitSet) -> Option<BitSet> {
        if !matches!(effect, Effect::Call { .. }) {
            let mut after = before.clone();
            self.facts.step(at, &mut after);
            return Some(after);
        }
        let mut joined = None;
        for &procedure in self.pointers.calls.get(&at).into_iter().flatten() {
            let Some(Some((low, high))) = self.summaries.get(&Code { class: at.0.class, procedure }) else { continue };
            let mut after = before.clone();
            after.intersect(high);
            after.extend(low);
            self.join(&mut joined, &after);
        }
        joined
    }
}
