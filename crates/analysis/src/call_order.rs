//! The order in which an analysis visits contexts: but for recursion, callees before their callers (what a call does), or callers before
//! their callees (what holds when code is called), so that few are visited again.

use raddle_program::components::components;
use raddle_program::entity::Entity;
use rustc_hash::FxHashMap;
use std::collections::BTreeSet;

use super::points_to::{Context, PointsTo};

/// The order of some contexts.
pub struct CallOrder {
    /// Callees first.
    order: Vec<Context>,
    positions: FxHashMap<Context, usize>,
}

impl CallOrder {
    /// Computes it.
    pub fn of(points_to: &PointsTo, contexts: impl Iterator<Item = Context>) -> CallOrder {
        let roots: Vec<Context> = contexts.collect();
        let mut callees: Vec<Vec<u32>> = vec![Vec::new(); points_to.contexts.len()];
        for &callee in &roots {
            for &(caller, _) in &points_to.contexts[callee].callers {
                callees[caller.index()].push(callee.0);
            }
        }
        let numbers = roots.iter().map(|context| context.0);
        let next = |caller: u32, position: &mut usize| {
            let callee = callees[caller as usize].get(*position).copied();
            *position += 1;
            callee
        };
        let order: Vec<Context> = components(callees.len(), numbers, next).into_iter().flatten().map(Context).collect();
        let positions = order.iter().enumerate().map(|(position, &context)| (context, position)).collect();
        CallOrder { order, positions }
    }

    /// No context waits for a visit.
    pub fn pending(&self) -> Pending<'_> {
        Pending { order: self, positions: BTreeSet::new() }
    }

    /// All contexts wait for a visit.
    pub fn all_pending(&self) -> Pending<'_> {
        Pending { order: self, positions: (0..self.order.len()).collect() }
    }
}

/// The contexts that wait for a visit.
pub struct Pending<'o> {
    order: &'o CallOrder,
    positions: BTreeSet<usize>,
}

impl Pending<'_> {
    /// Adds a context of the order.
    pub fn insert(&mut self, context: Context) {
        self.positions.insert(self.order.positions[&context]);
    }

    /// Takes the first one, where callees come first.
    pub fn pop_callee(&mut self) -> Option<Context> {
        self.positions.pop_first().map(|position| self.order.order[position])
    }

    /// Takes the first one, where callers come first.
    pub fn pop_caller(&mut self) -> Option<Context> {
        self.positions.pop_last().map(|position| self.order.order[position])
    }
}
