//! What a run may use and what it leaves behind: cancellation, progress, statistics.
//!
//! Engines never look at a clock. Whoever starts a run watches time, memory and signals from outside and cancels; an
//! engine polls [`Context::cancelled`] in every loop and ends within a fraction of a second.

use std::any::Any;
use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard};

use raddle_logic::horn::solve::Counters;
use raddle_logic::sat::{Cadical, SatSolver};

use crate::board::Board;
use crate::cegpv::SliceOptions;
use crate::encode::Order;
use crate::part::Part;
use crate::sequential::SharedTool;
use crate::turn::Turn;
use crate::verdict::{Answers, Reason};
use raddle_analysis::reduction::Reduction;

/// A shared flag with a reason: once cancelled, always cancelled, with the first reason. Beside it lies how far the run has
/// come, for whoever has to answer in its place.
#[derive(Clone, Default)]
pub struct Cancellation {
    shared: Arc<Flag>,
}

#[derive(Default)]
struct Flag {
    is_set: AtomicBool,
    reason: Mutex<Option<Reason>>,
    /// What is set where this one counts as set, too.
    parent: Option<Cancellation>,
    /// How often it may be polled until it sets itself.
    steps: Option<AtomicU64>,
    /// Whose turn ends when it was polled often enough.
    turn: Option<Arc<Turn>>,
    reached: Mutex<Option<String>>,
}

impl Cancellation {
    /// A flag that is not set.
    pub fn new() -> Self {
        Cancellation::default()
    }

    /// Sets the flag; a later reason does not replace an earlier one.
    pub fn cancel(&self, reason: Reason) {
        locked(&self.shared.reason).get_or_insert(reason);
        self.shared.is_set.store(true, Ordering::Release);
    }

    /// A flag that is set where this one is, and may be set alone.
    pub fn child(&self) -> Self {
        Cancellation { shared: Arc::new(Flag { parent: Some(self.clone()), ..Flag::default() }) }
    }

    /// A child that sets itself, with [`Reason::TurnOver`], when it was polled so often: a budget that, unlike time, is the
    /// same on every machine, since an engine polls once in each of its steps.
    pub fn with_steps(&self, steps: u64) -> Self {
        let steps = Some(AtomicU64::new(steps));
        Cancellation { shared: Arc::new(Flag { parent: Some(self.clone()), steps, ..Flag::default() }) }
    }

    /// A child that is polled by an engine that takes turns: a poll waits where the turn is over.
    pub fn with_turn(&self, turn: Arc<Turn>) -> Self {
        Cancellation { shared: Arc::new(Flag { parent: Some(self.clone()), turn: Some(turn), ..Flag::default() }) }
    }

    /// The reason, if the flag was set when it was last polled, or by [`Cancellation::cancel`]. Never waits.
    pub fn reason_of_last_poll(&self) -> Option<Reason> {
        locked(&self.shared.reason).clone()
    }

    /// The reason, if the flag is set. Few atomic operations if it is not.
    pub fn reason(&self) -> Option<Reason> {
        let flag = &*self.shared;
        if let Some(turn) = &flag.turn {
            turn.step();
        }
        if !flag.is_set.load(Ordering::Acquire) {
            if let Some(reason) = flag.parent.as_ref().and_then(Cancellation::reason) {
                self.cancel(reason);
            } else if let Some(steps) = &flag.steps {
                if steps.load(Ordering::Relaxed) == 0 {
                    self.cancel(Reason::TurnOver);
                } else {
                    steps.fetch_sub(1, Ordering::Relaxed);
                    return None;
                }
            } else {
                return None;
            }
        }
        locked(&flag.reason).clone()
    }

    /// Notes how far the run has come: "the bound of 3 iterations of a loop reached at a.c:7:3".
    pub fn reached(&self, how_far: &str) {
        *locked(&self.shared.reached) = Some(how_far.to_owned());
        if let Some(parent) = &self.shared.parent {
            parent.reached(how_far);
        }
    }

    /// A reason to stop, with how far the run had come by its last note.
    pub fn with_reached(&self, reason: Reason) -> Reason {
        match locked(&self.shared.reached).as_ref() {
            None => reason,
            Some(how_far) => {
                Reason::Stopped { by: Box::new(reason), reached: format!("it had come as far as this: {how_far}") }
            }
        }
    }
}

fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(|poisoned| poisoned.into_inner())
}

/// Counters by name, printed in the order of their names.
pub type Statistics = BTreeMap<&'static str, u64>;

/// Who shows how far a run, or one that works in it, is. Called often: an implementation throttles itself.
pub trait Progress: Send + Sync {
    /// An engine begins to work: what it reports goes to the one that is returned, until that is told that it has ended.
    fn begin(&self, worker: &str) -> Arc<dyn Progress>;
    /// The phase, and what it has reached, for instance `searching`, `12,000 states, depth 40`.
    fn update(&self, phase: &str, reached: &str);
    /// The worker has ended, and claims this, which nobody has confirmed.
    fn end(&self, claims: &Answers);
    /// Whether anybody looks; if not, engines need not format anything.
    fn is_watched(&self) -> bool;
}

/// Shows nothing.
pub struct Silent;

impl Progress for Silent {
    fn begin(&self, _worker: &str) -> Arc<dyn Progress> {
        Arc::new(Silent)
    }
    fn update(&self, _phase: &str, _reached: &str) {}
    fn end(&self, _claims: &Answers) {}
    fn is_watched(&self) -> bool {
        false
    }
}

/// Reports progress from where there is no context.
#[derive(Clone)]
pub struct Reporter {
    progress: Arc<dyn Progress>,
}

impl Reporter {
    /// Reports progress; the text is only made if somebody looks.
    pub fn report(&self, phase: &str, reached: impl FnOnce() -> String) {
        tell(&*self.progress, phase, reached);
    }
}

fn tell(progress: &dyn Progress, phase: &str, reached: impl FnOnce() -> String) {
    if progress.is_watched() {
        progress.update(phase, &reached());
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
    /// How many bytes formulas may take, if they may take more or less than engines that make them think right.
    pub memory: Option<u64>,
    /// Which context switches engines consider that explore them.
    pub reduction: Reduction,
    /// How many context switches an engine considers at most that explores interleavings one by one.
    pub context_bound: Option<u32>,
    /// Whether executions in which a thread can go on again and again and does not are none, for termination.
    pub is_fair: bool,
    /// How an engine chooses variables that leaves some out.
    pub slice: SliceOptions,
    /// The checker of programs of one thread, by its name.
    pub checker: Option<String>,
    /// In which order `modular` has threads below the one on top, by their numbers in traces; nothing, if it is to choose.
    pub thread_order: Vec<u32>,
    /// The tool that the checker `external` asks.
    pub tool: Option<SharedTool>,
    /// The tool that solves Horn clauses for `compositional`; our own solver, if nobody is named.
    pub horn_solver: Option<SharedTool>,
    /// Who solves formulas; CaDiCaL, if nobody is named.
    pub sat_solvers: Option<SatSolvers>,
    /// What others have settled, and where an engine posts what it has.
    pub board: Board,
    /// Which engine settled what, in words.
    pub notes: Vec<String>,
    /// The part that each engine of `auto` had.
    pub parts: Vec<Part>,
    left: Vec<Box<dyn Any>>,
}

/// What a context for another thread is made of.
pub struct Recipe {
    cancellation: Cancellation,
    progress: Arc<dyn Progress>,
    order: Order,
    unwind: Option<u32>,
    memory: Option<u64>,
    reduction: Reduction,
    context_bound: Option<u32>,
    is_fair: bool,
    slice: SliceOptions,
    checker: Option<String>,
    thread_order: Vec<u32>,
    tool: Option<SharedTool>,
    horn_solver: Option<SharedTool>,
}

impl Recipe {
    /// The context.
    pub fn context(self) -> Context {
        let Recipe { order, unwind, memory, reduction, context_bound, is_fair, slice, .. } = self;
        let Recipe { checker, thread_order, tool, horn_solver, .. } = self;
        let base = Context::new(self.cancellation, self.progress);
        let searches = Context { order, unwind, memory, reduction, context_bound, is_fair, slice, ..base };
        Context { checker, thread_order, tool, horn_solver, ..searches }
    }
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
            memory: None,
            reduction: Reduction::default(),
            context_bound: None,
            is_fair: false,
            slice: SliceOptions::default(),
            checker: None,
            thread_order: Vec::new(),
            tool: None,
            horn_solver: None,
            sat_solvers: None,
            board: Board::default(),
            notes: Vec::new(),
            parts: Vec::new(),
            left: Vec::new(),
        }
    }

    /// What makes a context with the same options and another flag, on another thread perhaps; without dumps, makers of solvers, and a
    /// board that anybody reads.
    pub fn recipe(&self, cancellation: Cancellation) -> Recipe {
        Recipe {
            cancellation,
            progress: self.progress.clone(),
            order: self.order,
            unwind: self.unwind,
            memory: self.memory,
            reduction: self.reduction,
            context_bound: self.context_bound,
            is_fair: self.is_fair,
            slice: self.slice,
            checker: self.checker.clone(),
            thread_order: self.thread_order.clone(),
            tool: self.tool.clone(),
            horn_solver: self.horn_solver.clone(),
        }
    }

    /// A context with the same options and another flag; without dumps.
    pub fn alike(&self, cancellation: Cancellation) -> Context {
        self.recipe(cancellation).context()
    }

    /// Adds what another run counted.
    pub fn take_statistics(&mut self, statistics: Statistics) {
        statistics.into_iter().for_each(|(name, amount)| self.count(name, amount));
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
        tell(&*self.progress, phase, reached);
    }

    /// Who reports from where this context does not come.
    pub fn reporter(&self) -> Reporter {
        Reporter { progress: self.progress.clone() }
    }

    /// Who reports what a solver of Horn clauses does; what it counts as levels is called by its name there.
    pub fn watch(&self, phase: String, level: &'static str) -> impl Fn(Counters) + 'static {
        let reporter = self.reporter();
        move |Counters { levels, lemmas, queries, .. }: Counters| {
            reporter.report(&phase, || match lemmas {
                0 => format!("{level} {levels}, {queries} queries"),
                _ => format!("{level} {levels}, {lemmas} lemmas, {queries} queries"),
            });
        }
    }

    /// Lets an engine work under its name: what it reports is told apart from what others do at the same time.
    pub fn work_as(&mut self, worker: &str, work: impl FnOnce(&mut Context) -> Answers) -> Answers {
        let inside = self.progress.begin(worker);
        let outside = std::mem::replace(&mut self.progress, inside);
        let answers = work(self);
        std::mem::replace(&mut self.progress, outside).end(&answers);
        answers
    }

    /// Leaves something large to be freed with the context, when the answer is out.
    pub fn leave(&mut self, something: impl Any) {
        self.left.push(Box::new(something));
    }

    /// Adds to a counter.
    pub fn count(&mut self, name: &'static str, amount: u64) {
        *self.statistics.entry(name).or_insert(0) += amount;
    }
}
