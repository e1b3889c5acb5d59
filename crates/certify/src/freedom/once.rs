//! Once controls: what a routine does comes before all steps behind a call with its control.
//!
//! Facts at a location: the thread has *passed* a call with a control; it *runs* the routine of one. `pthread_once` is
//! a step that says whether this thread has to run the routine, a test of that right behind it, the routine, and a step
//! that ends it. A thread that passes without running the routine comes behind the end of the routine. One thread runs
//! it, unless that thread ends before the routine does: then the next one would run it. So no thread may end, or be
//! cancelled, where it may be running a routine.

use raddle_program::automaton::{Automaton, Location};
use raddle_program::bits::BitSet;
use raddle_program::syntax::{Effect, Expr, ExprKind, LocalId, PlaceKind, Synchronization as S, UnaryOperator};
use std::collections::BTreeMap;

use super::address::{Address, At, Code};
use super::flow::{Facts, Flow};
use super::locks::{may_be, only_lock};
use super::pointers::{Once, Pointers};

/// What is known of controls.
pub struct OnceControls<'a, 'p> {
    pointers: &'a Pointers<'p>,
    controls: Vec<Address>,
    certain: Vec<Flow>,
    is_ended: bool,
}

/// Facts: of each control whether it was passed, then of each whether the thread runs its routine.
struct Controls<'a, 'p> {
    pointers: &'a Pointers<'p>,
    controls: &'a [Address],
    /// The control that a call certainly names.
    named: BTreeMap<At, Address>,
    on_every_way: bool,
}

impl<'a, 'p> OnceControls<'a, 'p> {
    /// Finds out.
    pub fn of(pointers: &'a Pointers<'p>, once: &Once) -> OnceControls<'a, 'p> {
        let begins = pointers.sites.iter().filter(|(_, site)| matches!(site.operation, S::OnceBegin | S::OnceEnd));
        let named: BTreeMap<At, Address> =
            begins.filter_map(|(&at, site)| Some((at, only_lock(pointers, once, &site.operands[0])?))).collect();
        let mut controls: Vec<Address> = named.values().copied().collect();
        controls.sort_unstable();
        controls.dedup();
        let flows = |on_every_way: bool| -> Vec<Flow> {
            let facts = Controls { pointers, controls: &controls, named: named.clone(), on_every_way };
            pointers.classes.all().map(|class| Flow::of(pointers, class, &facts)).collect()
        };
        let (certain, possible) = (flows(true), flows(false));
        // The return of main ends all threads.
        let is_left = |flow: &Flow| flow.end().is_some_and(|facts| facts.iter().any(|fact| fact >= controls.len()));
        let has_no_name = pointers
            .sites
            .iter()
            .any(|(at, site)| matches!(site.operation, S::OnceBegin | S::OnceEnd) && !named.contains_key(at));
        let is_cancelled = pointers.sites.values().any(|site| site.operation == S::ThreadCancel);
        // A control that is overwritten may be used again.
        let is_renewed = pointers.sites.values().any(|site| {
            site.operation == S::Overwrite && controls.iter().any(|&control| may_be(&site.operands[0], control))
        });
        let is_ended = is_cancelled || has_no_name || is_renewed || possible.iter().any(is_left);
        OnceControls { pointers, controls, certain, is_ended }
    }

    /// Whether two steps of different threads are in order, since one is made in the routine of a control, and the other behind a
    /// call with it. Unless that is checked, a routine may be left.
    pub fn are_in_order(&self, one: At, other: At, control: Address, is_checked: bool) -> bool {
        let Some(number) = self.controls.iter().position(|&it| it == control) else { return false };
        let holds = |at: At, fact: usize| {
            self.certain[at.0.class].before(self.pointers, at).is_some_and(|facts| facts.contains(fact))
        };
        let (passed, runs) = (number, self.controls.len() + number);
        let is_before = |one: At, other: At| holds(one, runs) && holds(other, passed);
        (!self.is_ended || !is_checked) && (is_before(one, other) || is_before(other, one))
    }
}

impl Controls<'_, '_> {
    /// The control whose call came right before a location, and the register that says whether this thread runs the
    /// routine.
    fn asked(&self, code: Code, location: Location) -> Option<(usize, LocalId)> {
        let automaton: &Automaton = &self.pointers.automata[code.procedure];
        let mut incoming = automaton.transitions.iter().filter(|(_, data)| data.to == location);
        let (transition, data) =
            incoming.next().filter(|_| incoming.next().is_none() && location != automaton.entry)?;
        let Effect::Synchronize { operation: S::OnceBegin, result: Some(result), .. } = &data.effect else {
            return None;
        };
        let control = self.named.get(&(code, transition))?;
        Some((self.controls.iter().position(|it| it == control)?, *result))
    }
}

impl Facts for Controls<'_, '_> {
    fn count(&self) -> usize {
        2 * self.controls.len()
    }

    fn on_every_way(&self) -> bool {
        self.on_every_way
    }

    fn step(&self, at: At, facts: &mut BitSet) {
        let data = &self.pointers.automata[at.0.procedure].transitions[at.1];
        if let Some(guard) = &data.guard
            && let Some((control, result)) = self.asked(at.0, data.from)
            && let Some(is_zero) = tests_for_zero(&guard.condition, result)
        {
            let runs = self.controls.len() + control;
            if is_zero != guard.holds {
                facts.insert(runs);
            } else {
                facts.remove(runs);
            }
        }
        let Some(site) = self.pointers.sites.get(&at) else { return };
        match site.operation {
            S::OnceBegin => {
                if let Some(control) = self.named.get(&at)
                    && let Some(number) = self.controls.iter().position(|it| it == control)
                {
                    facts.insert(number);
                    if !self.on_every_way {
                        facts.insert(self.controls.len() + number);
                    }
                }
            }
            S::OnceEnd => {
                for (number, &control) in self.controls.iter().enumerate() {
                    let ends = match self.on_every_way {
                        true => may_be(&site.operands[0], control),
                        false => self.named.get(&at) == Some(&control),
                    };
                    if ends {
                        facts.remove(self.controls.len() + number);
                    }
                }
            }
            _ => {}
        }
    }
}

/// Whether a condition says that a register is zero (or that it is not); `None` if it says something else.
fn tests_for_zero(condition: &Expr, register: LocalId) -> Option<bool> {
    match &condition.kind {
        ExprKind::Read(place) => match place.kind {
            PlaceKind::Local(local) if local == register => Some(false),
            _ => None,
        },
        ExprKind::Unary(UnaryOperator::LogicalNot, operand) => Some(!tests_for_zero(operand, register)?),
        _ => None,
    }
}
