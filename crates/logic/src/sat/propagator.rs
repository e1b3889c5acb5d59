//! The bridge between a [`Theory`] and CaDiCaL's interface for external propagators.
//!
//! A violation of that interface's contract ends the process without a message. So the bridge checks the answers of a theory, and catches
//! its panics: it then gives CaDiCaL the answer that ends the search soonest, and the solver resumes the panic once it is outside of
//! CaDiCaL.

use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind};

use cadical_sys::ExternalPropagator;
use rustc_hash::FxHashMap;

use super::theory::{Check, SharedTheory, Theory};
use super::{Lit, Var};

/// A clause on its way to the solver, literal by literal.
#[derive(Default)]
struct Outgoing {
    clause: Vec<Lit>,
    /// How many literals are gone, if one is on its way.
    sent: Option<usize>,
}

/// A theory as CaDiCaL sees it.
pub(super) struct Bridge {
    theory: SharedTheory,
    /// By variable: whether it is observed, and whether it was told to be assigned.
    observed: Vec<bool>,
    assigned: Vec<bool>,
    /// The variables that were told to be assigned, and where each level begins.
    trail: Vec<Var>,
    levels: Vec<usize>,
    /// Variables that the solver knows by another, equivalent one: the one that it may observe.
    proxies: FxHashMap<Var, Var>,
    originals: FxHashMap<Var, Var>,
    reason: Outgoing,
    clause: Outgoing,
    /// Between searches the theory is left alone, since its user may hold it; assignments of level zero wait here.
    is_searching: bool,
    waiting: Vec<i32>,
    /// The theory accepted a model only to get new variables.
    pub(super) wants_extension: bool,
    /// What a callback panicked with.
    pub(super) panic: Option<Box<dyn Any + Send>>,
    pub(super) propagations: u64,
    pub(super) clauses: u64,
    pub(super) checks: u64,
}

impl Bridge {
    pub(super) fn new(theory: SharedTheory) -> Self {
        Bridge {
            theory,
            observed: Vec::new(),
            assigned: Vec::new(),
            trail: Vec::new(),
            levels: Vec::new(),
            proxies: FxHashMap::default(),
            originals: FxHashMap::default(),
            reason: Outgoing::default(),
            clause: Outgoing::default(),
            is_searching: false,
            waiting: Vec::new(),
            wants_extension: false,
            panic: None,
            propagations: 0,
            clauses: 0,
            checks: 0,
        }
    }

    /// The theory, for what happens outside of the search.
    pub(super) fn theory(&self) -> SharedTheory {
        SharedTheory::clone(&self.theory)
    }

    /// Whether the theory is told of the variable.
    pub(super) fn is_observed(&self, var: Var) -> bool {
        self.observed.get(var.index()).copied().unwrap_or(false)
    }

    /// From now on the theory is told of the variable, which the solver observes under the name of `proxy`.
    pub(super) fn observe(&mut self, var: Var, proxy: Var) {
        if self.observed.len() <= var.index() {
            self.observed.resize(var.index() + 1, false);
            self.assigned.resize(var.index() + 1, false);
        }
        self.observed[var.index()] = true;
        if var != proxy {
            self.proxies.insert(var, proxy);
            self.originals.insert(proxy, var);
        }
    }

    /// A search begins: the theory hears what became fixed since the last one.
    pub(super) fn begin_search(&mut self) {
        self.is_searching = true;
        let waiting = std::mem::take(&mut self.waiting);
        self.notify_assignment(&waiting);
    }

    /// A search ended. Everything above level zero is taken back, as the solver will do sooner or later.
    pub(super) fn end_search(&mut self) {
        self.notify_backtrack(0);
        self.is_searching = false;
    }

    /// The name by which the solver knows a literal of the theory.
    fn outgoing(&self, lit: Lit) -> i32 {
        assert!(self.is_observed(lit.var()), "the theory used {lit:?}, which it does not observe");
        if self.proxies.is_empty() {
            return lit.to_dimacs();
        }
        match self.proxies.get(&lit.var()) {
            Some(proxy) => proxy.literal(lit.is_positive()).to_dimacs(),
            None => lit.to_dimacs(),
        }
    }

    /// The literal of the theory that the solver calls so.
    fn incoming(&self, number: i32) -> Lit {
        let lit = Lit::from_dimacs(number);
        if self.originals.is_empty() {
            return lit;
        }
        match self.originals.get(&lit.var()) {
            Some(original) => original.literal(lit.is_positive()),
            None => lit,
        }
    }

    /// Calls the theory, unless it panicked before; `otherwise` is the answer if it panics.
    fn guarded<R>(&mut self, otherwise: R, call: impl FnOnce(&mut Self, &mut dyn Theory) -> R) -> R {
        if self.panic.is_some() {
            return otherwise;
        }
        let theory = self.theory();
        match catch_unwind(AssertUnwindSafe(|| call(self, &mut *theory.borrow_mut()))) {
            Ok(answer) => answer,
            Err(payload) => {
                self.panic = Some(payload);
                otherwise
            }
        }
    }
}

impl ExternalPropagator for Bridge {
    fn is_lazy(&mut self) -> bool {
        false
    }

    fn are_reasons_forgettable(&mut self) -> bool {
        true
    }

    fn notify_assignment(&mut self, numbers: &[i32]) {
        crate::work::add(numbers.len() as u64);
        if !self.is_searching {
            self.waiting.extend_from_slice(numbers);
            return;
        }
        self.guarded((), |bridge, theory| {
            for &number in numbers {
                let lit = bridge.incoming(number);
                if bridge.is_observed(lit.var()) && !std::mem::replace(&mut bridge.assigned[lit.var().index()], true) {
                    bridge.trail.push(lit.var());
                    theory.assign(lit);
                }
            }
        });
    }

    fn notify_new_decision_level(&mut self) {
        self.guarded((), |bridge, theory| {
            bridge.levels.push(bridge.trail.len());
            theory.new_level();
        });
    }

    fn notify_backtrack(&mut self, new_level: usize) {
        // A conflict: its analysis goes through what is assigned.
        crate::work::add(32 + 8 * self.trail.len() as u64);
        if new_level >= self.levels.len() {
            return;
        }
        self.guarded((), |bridge, theory| {
            let kept = bridge.levels[new_level];
            bridge.levels.truncate(new_level);
            for var in bridge.trail.drain(kept..) {
                bridge.assigned[var.index()] = false;
            }
            theory.backtrack(new_level);
        });
    }

    fn cb_check_found_model(&mut self, _model: &[i32]) -> bool {
        self.checks += 1;
        self.guarded(true, |bridge, theory| match theory.check() {
            Check::Consistent => true,
            Check::Clauses => false,
            Check::Extend => {
                bridge.wants_extension = true;
                true
            }
        })
    }

    fn cb_decide(&mut self) -> i32 {
        self.guarded(0, |bridge, theory| match theory.decide() {
            Some(lit) if bridge.is_observed(lit.var()) && !bridge.assigned[lit.var().index()] => bridge.outgoing(lit),
            Some(_) | None => 0,
        })
    }

    fn cb_propagate(&mut self) -> i32 {
        self.guarded(0, |bridge, theory| match theory.propagate() {
            Some(lit) => {
                bridge.propagations += 1;
                bridge.outgoing(lit)
            }
            None => 0,
        })
    }

    fn cb_add_reason_clause_lit(&mut self, propagated: i32) -> i32 {
        let Some(sent) = self.reason.sent else {
            // The clause of a theory that panicked: what the solver says from here on is never heard.
            let number = self.guarded(propagated, |bridge, theory| {
                bridge.clauses += 1;
                let lit = bridge.incoming(propagated);
                let mut clause = std::mem::take(&mut bridge.reason.clause);
                clause.clear();
                theory.explain(lit, &mut clause);
                assert!(clause.contains(&lit), "the reason {clause:?} of {lit:?} is without it");
                clause.iter().for_each(|&lit| {
                    bridge.outgoing(lit);
                });
                bridge.reason.clause = clause;
                bridge.outgoing(bridge.reason.clause[0])
            });
            if self.panic.is_some() {
                self.reason.clause.clear();
            }
            self.reason.sent = Some(1);
            return number;
        };
        match self.reason.clause.get(sent).copied() {
            Some(lit) => {
                self.reason.sent = Some(sent + 1);
                self.outgoing(lit)
            }
            None => {
                self.reason.sent = None;
                0
            }
        }
    }

    fn cb_has_external_clause(&mut self, is_forgettable: &mut bool) -> bool {
        *is_forgettable = true;
        self.guarded(false, |bridge, theory| {
            let mut clause = std::mem::take(&mut bridge.clause.clause);
            clause.clear();
            let there_is_one = theory.clause(&mut clause);
            if there_is_one {
                bridge.clauses += 1;
                clause.iter().for_each(|&lit| {
                    bridge.outgoing(lit);
                });
            }
            bridge.clause.clause = clause;
            bridge.clause.sent = Some(0);
            there_is_one
        })
    }

    fn cb_add_external_clause_lit(&mut self) -> i32 {
        let sent = self.clause.sent.unwrap_or(0);
        match self.clause.clause.get(sent).copied() {
            Some(lit) => {
                self.clause.sent = Some(sent + 1);
                self.outgoing(lit)
            }
            None => {
                self.clause.sent = None;
                0
            }
        }
    }
}
