//! What a run may use and what it leaves behind: cancellation, progress, statistics.
//!
//! Engines never look at a clock. Whoever starts a run watches time, memory and signals from outside and cancels; an
//! engine polls [`Context::cancelled`] in every loop and ends within a fraction of a second.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};

use raddle_logic::sat::{Cadical, SatSolver};

use crate::encode::Order;
use crate::verdict::Reason;

/// A shared flag with a reason: once cancelled, always cancelled, with the first reason.
#[derive(Clone, Default)]
pub struct Cancellation {
    shared: Arc<(AtomicBool, Mutex<Option<Reason>>)>,
}

impl Cancellation {
    /// A flag that is not set.
    pub fn new() -> Self {
        Cancellation::default()
    }

    /// Sets the flag; a later reason does not replace an earlier one.
    pub fn cancel(&self, reason: Reason) {
        let mut slot = self.shared.1.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
        slot.get_or_insert(reason);
        self.shared.0.store(true, Ordering::Release);
    }

    /// The reason, if the flag is set. One atomic load if it is not.
    pub fn reason(&self) -> Option<Reason> {
        if !self.shared.0.load(Ordering::Acquire) {
            return None;
        }
        self.shared.1.lock().unwrap_or_else(|poisoned| poisoned.into_inner()).clone()
    }
}

/// Counters by name, printed in the order of their names.
pub type Statistics = BTreeMap<&'static str, u64>;

/// Who shows how far a run is. Called often: an implementation throttles itself.
pub trait Progress: Send + Sync {
    /// The phase, and what it has reached, for instance `explicit`, `12,000 states, depth 40`.
    fn update(&self, phase: &str, reached: &str);
    /// Whether anybody looks; if not, engines need not format anything.
    fn is_watched(&self) -> bool;
}

/// Shows nothing.
pub struct Silent;

impl Progress for Silent {
    fn update(&self, _phase: &str, _reached: &str) {}
    fn is_watched(&self) -> bool {
        false
    }
}

/// Where dumps of programs between passes go: called with the name of a pass and the text of the program after it.
pub type Dump = Box<dyn Fn(&str, &str) + Send + Sync>;

/// Makes SAT solvers: one that writes a proof, or one that follows a proof instead of searching.
pub type SatSolvers = Box<dyn Fn() -> Box<dyn SatSolver>>;

/// What a run may use.
pub struct Context {
    cancellation: Cancellation,
    progress: Arc<dyn Progress>,
    /// What the run counted so far.
    pub statistics: Statistics,
    /// Shows programs after passes, if asked for; the pass names to show.
    pub dump: Option<(Vec<String>, Dump)>,
    /// How engines that order events decide the order.
    pub order: Order,
    /// How often engines that unwind do so at most, where constants do not decide it.
    pub unwind: Option<u32>,
    /// Who solves formulas; CaDiCaL, if nobody is named.
    pub sat_solvers: Option<SatSolvers>,
}

impl Context {
    /// A context without dumps.
    pub fn new(cancellation: Cancellation, progress: Arc<dyn Progress>) -> Self {
        Context {
            cancellation,
            progress,
            statistics: Statistics::new(),
            dump: None,
            order: Order::default(),
            unwind: None,
            sat_solvers: None,
        }
    }

    /// A SAT solver without variables and clauses.
    pub fn sat_solver(&self) -> Box<dyn SatSolver> {
        match &self.sat_solvers {
            Some(solvers) => solvers(),
            None => Box::new(Cadical::new()),
        }
    }

    /// The reason to stop, if there is one.
    pub fn cancelled(&self) -> Option<Reason> {
        self.cancellation.reason()
    }

    /// The flag itself, for those who poll it without this context.
    pub fn cancellation(&self) -> Cancellation {
        self.cancellation.clone()
    }

    /// Reports progress; the text is only made if somebody looks.
    pub fn report(&self, phase: &str, reached: impl FnOnce() -> String) {
        if self.progress.is_watched() {
            self.progress.update(phase, &reached());
        }
    }

    /// Adds to a counter.
    pub fn count(&mut self, name: &'static str, amount: u64) {
        *self.statistics.entry(name).or_insert(0) += amount;
    }
}
