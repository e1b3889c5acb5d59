//! Reducible blocks and cut-points: where a context switch must be considered, read off the text of a program.
//!
//! Phases [Popeea, Rybalchenko, Wilhelm 14, HC2]: a thread starts before its commit; a right mover leads to the phase
//! before the commit, a left mover or a non-mover to the phase after it, and a both-mover keeps the phase. A location
//! is *out* of every block (a cut-point)
//! - where a thread starts, and where nothing is left to it but its end;
//! - if the thread may have committed and some transition from there is a right mover or a non-mover;
//! - if the thread may have committed and the location lies on a cycle, or a transition from there may wait, refute or violate:
//!   what the block wrote must be seen even if the block never ends.
//!
//! The last rule and the first are stronger than necessary, since a cut-point begins a new block: behind a release, all
//! locations of a loop are out. An engine that decides assertions alone, and itself cuts a path that comes back to a
//! location, can use [fewer cut-points](CutPoints::without_redundant).
//!
//! All other locations are *in* a block. A transition that violates something ends the block that it would belong to.
//! If deadlocks are asked for, locations of waiting transitions are out, and if races are asked for, locations of
//! transitions that may race: nested acquisitions, and accesses behind them, would be hidden.
//!
//! Within an atomic section no context switch happens: its locations are in, and begin no block even if they are out
//! for threads that reach them outside of sections. A right mover in a section does not lead back to the phase before
//! the commit, as it cannot be separated from the earlier steps of the section.
//!
//! Rule: after its commit a block takes no further lock and crosses no cycle, wait or assumption. A commit of
//! a called procedure is a commit after the call. A location is in a section only if it is in one on every
//! path (`sections`). No block begins in a section or returns in front of its commit in one.
//! Tests: `crates/analysis/tests/reducible_blocks.rs` (with the blocks of P1-1 as their paper prints them);
//! in `reach`: `stores_in_a_call_and_behind_it`, `section_in_one_of_two_ways`,
//! `stores_in_a_section_and_behind_it`, `mutex_locked_inside_of_a_section`;
//! `what_is_violated_has_no_invariant_though_nobody_looks_for_violations`.

use raddle_program::automaton::{Automaton, Location, Transition, TransitionData};
use raddle_program::bits::BitSet;
use raddle_program::entity::{Entity, Table};
use raddle_program::footprint::Footprint;
use raddle_program::syntax::{Effect, ProcedureId, Program};

use super::commutation::Arithmetic;
use super::flow::{Join, Problem, States, solve};
use super::movers::{Class, Movers};
use super::points_to::{Context, PointsTo, ThreadClass, lies_on_cycle};
use super::sections::Depths;

/// What blocks must not hide, beside assertions.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Visibility {
    /// What waits is out of every block.
    pub deadlock: bool,
    /// What may race is out of every block.
    pub races: bool,
    /// Signed arithmetic that leaves its range is a violation: it does not commute ([`super::commutation`]).
    pub overflow: bool,
}

impl Visibility {
    /// What becomes of signed arithmetic that leaves its range.
    pub fn arithmetic(self) -> Arithmetic {
        if self.overflow { Arithmetic::Violates } else { Arithmetic::Wraps }
    }
}

/// How many cut-points are tried to be left out at most.
const TRIED: usize = 200;

/// The cut-points of a program.
#[derive(Clone, Debug)]
pub struct CutPoints {
    /// By location: whether it is a cut-point; `None` if it is unreachable.
    is_out: Table<ProcedureId, Vec<Option<bool>>>,
}

impl CutPoints {
    /// Finds them.
    pub fn of(
        program: &Program,
        points_to: &PointsTo,
        automata: &Table<ProcedureId, Automaton>,
        movers: &Movers,
        visibility: Visibility,
    ) -> CutPoints {
        let depths = Depths::of(points_to, automata);
        let problem = Phases { points_to, automata, movers, depths: &depths, known: None };
        let states: Table<ThreadClass, States> =
            points_to.classes.ids().map(|class| solve(points_to, automata, class, &problem)).collect();
        let mut is_out: Table<ProcedureId, Vec<Option<bool>>> =
            automata.values().map(|automaton| vec![None; automaton.locations.len()]).collect();
        for (context, data) in points_to.contexts.iter() {
            let automaton = &automata[data.procedure];
            for location in automaton.locations.ids() {
                let Some(state) = states[data.class].at(context, location) else { continue };
                let at = At { program, points_to, automaton, movers, depths: &depths, visibility, context, location };
                let out = at.is_out(state);
                let slot = &mut is_out[data.procedure][location.index()];
                *slot = Some(slot.unwrap_or(false) || out);
            }
        }
        CutPoints { is_out }
    }

    /// Removes redundant cut-points, one after the other, loop heads last. A cut-point stays if without it some path
    /// between cut-points would not be right movers, at most one non-mover, and left movers that never wait, refute or
    /// violate. Only for assertions, and for engines that end each path when it comes back to a location: that ends a
    /// block earlier, which is always sound.
    #[must_use]
    pub fn without_redundant(
        mut self,
        program: &Program,
        points_to: &PointsTo,
        automata: &Table<ProcedureId, Automaton>,
        movers: &Movers,
    ) -> CutPoints {
        let mut tried: Vec<(bool, ProcedureId, Location)> = Vec::new();
        for (procedure, automaton) in automata.iter() {
            let begins_loop = loop_heads(automaton);
            let locations = automaton.locations.ids().filter(|&it| self.is_out(procedure, it) == Some(true));
            tried.extend(locations.map(|location| (begins_loop.contains(location.index()), procedure, location)));
        }
        if tried.len() > TRIED {
            return self;
        }
        tried.sort_unstable();
        let depths = Depths::of(points_to, automata);
        for (_, procedure, location) in tried {
            self.is_out[procedure][location.index()] = Some(false);
            if !self.are_enough(program, points_to, automata, movers, &depths) {
                self.is_out[procedure][location.index()] = Some(true);
            }
        }
        self
    }

    /// Whether what lies between cut-points are blocks.
    fn are_enough(
        &self,
        program: &Program,
        points_to: &PointsTo,
        automata: &Table<ProcedureId, Automaton>,
        movers: &Movers,
        depths: &Depths,
    ) -> bool {
        let problem = Phases { points_to, automata, movers, depths, known: Some(self) };
        let visibility = Visibility::default();
        points_to.classes.ids().all(|class| {
            let states = solve(points_to, automata, class, &problem);
            points_to.contexts.iter().filter(|(_, data)| data.class == class).all(|(context, data)| {
                let automaton = &automata[data.procedure];
                automaton.locations.ids().all(|location| {
                    let Some(state) = states.at(context, location) else { return true };
                    let at = At { program, points_to, automaton, movers, depths, visibility, context, location };
                    self.is_out(data.procedure, location) == Some(true) || !at.must_be_out(state, false)
                })
            })
        })
    }

    /// Whether a location is a cut-point; `None` if it is unreachable.
    pub fn is_out(&self, procedure: ProcedureId, location: Location) -> Option<bool> {
        self.is_out[procedure][location.index()]
    }
}

/// A location in a context.
struct At<'a> {
    program: &'a Program,
    points_to: &'a PointsTo,
    automaton: &'a Automaton,
    movers: &'a Movers,
    depths: &'a Depths,
    visibility: Visibility,
    context: Context,
    location: Location,
}

impl At<'_> {
    fn is_out(&self, state: &BitSet) -> bool {
        self.must_be_out(state, true)
    }

    /// Whether a block ends here, on each cycle behind a commit, too, if so asked.
    fn must_be_out(&self, state: &BitSet, on_cycles: bool) -> bool {
        let data = &self.points_to.contexts[self.context];
        let is_start = self.points_to.classes[data.class].start == self.context;
        let outgoing = self.automaton.outgoing(self.location);
        if self.depths.is_inside(self.context, self.location) {
            // A thread that waits in a section lets other threads run.
            let procedure = &self.program.procedures[data.procedure];
            let waits = |&transition: &Transition| {
                Footprint::of(self.program, procedure, &self.automaton.transitions[transition]).may_block
            };
            return outgoing.iter().any(waits);
        }
        let ends = |&transition: &Transition| match &self.automaton.transitions[transition].effect {
            Effect::Return(_) => is_start,
            Effect::Exit(_) => true,
            _ => false,
        };
        if is_start && self.location == self.automaton.entry || outgoing.iter().all(ends) {
            return true;
        }
        let class = |transition: Transition| self.movers.class(data.procedure, transition).unwrap_or(Class::Non);
        let may_wait_or_end = |transition: Transition| {
            let procedure = &self.program.procedures[data.procedure];
            let step = &self.automaton.transitions[transition];
            let footprint = Footprint::of(self.program, procedure, step);
            footprint.may_block || matches!(step.effect, Effect::Assume(_) | Effect::Assert { .. } | Effect::Stop)
        };
        outgoing.iter().any(|&transition| {
            let is_behind = state.contains(COMMITTED)
                && (matches!(class(transition), Class::Right | Class::Non)
                    || on_cycles && lies_on_cycle(self.automaton, transition)
                    || may_wait_or_end(transition));
            let procedure = &self.program.procedures[data.procedure];
            let waits = || Footprint::of(self.program, procedure, &self.automaton.transitions[transition]).may_block;
            let may_race = || class(transition) == Class::Non || self.movers.may_race(data.procedure, transition);
            is_behind || self.visibility.deadlock && waits() || self.visibility.races && may_race()
        })
    }
}

/// The fact that a thread may have committed since its block began.
const COMMITTED: usize = 0;

/// The phases of one class of threads as a data-flow problem.
struct Phases<'a> {
    points_to: &'a PointsTo,
    automata: &'a Table<ProcedureId, Automaton>,
    movers: &'a Movers,
    depths: &'a Depths,
    /// Cut-points at which new blocks begin.
    known: Option<&'a CutPoints>,
}

impl Phases<'_> {
    /// Whether a block begins wherever a thread comes to a location.
    fn begins(&self, context: Context, location: Location) -> bool {
        let is_out =
            |known: &CutPoints| known.is_out(self.points_to.contexts[context].procedure, location) == Some(true);
        self.known.is_some_and(is_out) && self.depths.is_outside(context, location)
    }

    /// Whether a step is all that the thread does before another thread can run again, or the end of that.
    fn stands_for_itself(&self, context: Context, data: &TransitionData) -> bool {
        match data.effect {
            Effect::AtomicEnd => self.depths.is_in_one(context, data.from),
            _ => self.depths.is_outside(context, data.from),
        }
    }
}

impl Problem for Phases<'_> {
    fn n_facts(&self) -> usize {
        1
    }

    fn join(&self) -> Join {
        Join::May
    }

    fn transfer(&self, context: Context, transition: Transition, state: &mut BitSet) {
        let procedure = self.points_to.contexts[context].procedure;
        let data = &self.automata[procedure].transitions[transition];
        // Behind a call, the state is that of the callee's end: what it did, it did later than the block began in front of the call.
        if !matches!(data.effect, Effect::Call { .. }) && self.begins(context, data.from) {
            state.remove(COMMITTED);
        }
        match self.movers.class(procedure, transition) {
            Some(Class::Right) if self.stands_for_itself(context, data) => state.remove(COMMITTED),
            Some(Class::Left | Class::Non) => drop(state.insert(COMMITTED)),
            Some(Class::Right | Class::Both) | None => {}
        }
        // A return leads to its caller, not to the end of the text.
        if !matches!(data.effect, Effect::Return(_)) && self.begins(context, data.to) {
            state.remove(COMMITTED);
        }
    }

    fn leave(&self, _callee: Context, _state: &mut BitSet) {}
}

/// The locations to which a walk through the text comes back from behind.
fn loop_heads(automaton: &Automaton) -> BitSet {
    let mut found = BitSet::new(automaton.locations.len());
    let (mut entered, mut left) = (found.clone(), found.clone());
    let mut stack = vec![(automaton.entry, 0)];
    entered.insert(automaton.entry.index());
    while let Some((location, next)) = stack.pop() {
        let Some(&transition) = automaton.outgoing(location).get(next) else {
            left.insert(location.index());
            continue;
        };
        stack.push((location, next + 1));
        let to = automaton.transitions[transition].to;
        if entered.insert(to.index()) {
            stack.push((to, 0));
        } else if !left.contains(to.index()) {
            found.insert(to.index());
        }
    }
    found
}
