//! What a run may use and what it leaves behind: cancellation, progress, statistics.
//!
//! Engines never look at a clock. The caller of a run watches time, memory and signals and cancels; an
//! engine polls [`Context::cancelled`] in every loop and ends within a fraction of a second.

use std::any::Any;
use std::collections::BTreeMap;
use std::sync::Arc;

use raddle_logic::horn::solve::Counters;
use raddle_logic::sat::{Cadical, SatSolver};

use crate::certify::{Prover, Run};
use crate::executor::Executor;
use crate::options::Options;
use crate::part::Part;
use crate::shared_results::SharedResults;
use crate::verdict::{Answers, Reason};

pub use crate::cancellation::Cancellation;

/// Counters by name, printed in the order of their names.
pub type Statistics = BTreeMap<&'static str, u64>;

/// Shows how far a run is, or an engine in it. Called often: an implementation throttles itself.
pub trait Progress: Send + Sync {
    /// An engine begins to work. It reports to the returned value, until the end of the engine is reported there.
    fn begin(&self, worker: &str) -> Arc<dyn Progress>;
    /// The phase, and what it has reached, for instance `searching`, `12,000 states, depth 40`.
    fn update(&self, phase: &str, reached: &str);
    /// The worker has ended, with these claims, which are not certified yet.
    fn end(&self, claims: &Answers);
    /// Whether the progress is displayed or logged; if not, engines need not format anything.
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
    /// Reports progress; the text is only made if it is shown.
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
    /// The options of the engines.
    pub options: Options,
    /// Makes the solvers of formulas; without it, they are CaDiCaL.
    pub sat_solvers: Option<SatSolvers>,
    /// Proves invariants of engines again; without it, they stand by the engines.
    pub prover: Option<Arc<dyn Prover>>,
    /// Runs random executions; without it, the engine `random` decides nothing.
    pub executor: Option<Arc<dyn Executor>>,
    /// The results that the engines of a run share.
    pub shared_results: SharedResults,
    /// Which engine decided which property, in words.
    pub notes: Vec<String>,
    /// The part that each engine of `auto` had.
    pub parts: Vec<Part>,
    left: Vec<Box<dyn Any>>,
}

/// What a context for another thread is made of.
pub struct Recipe {
    cancellation: Cancellation,
    progress: Arc<dyn Progress>,
    options: Options,
    prover: Option<Arc<dyn Prover>>,
    executor: Option<Arc<dyn Executor>>,
}

impl Recipe {
    /// The context.
    pub fn context(self) -> Context {
        let Recipe { cancellation, progress, options, prover, executor } = self;
        Context { options, prover, executor, ..Context::new(cancellation, progress) }
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
            options: Options::default(),
            sat_solvers: None,
            prover: None,
            executor: None,
            shared_results: SharedResults::default(),
            notes: Vec::new(),
            parts: Vec::new(),
            left: Vec::new(),
        }
    }

    /// What makes a context with the same options and another flag, on another thread perhaps; without dumps, makers of solvers, and shared results.
    pub fn recipe(&self, cancellation: Cancellation) -> Recipe {
        let (progress, options, prover) = (self.progress.clone(), self.options.clone(), self.prover.clone());
        Recipe { cancellation, progress, options, prover, executor: self.executor.clone() }
    }

    /// What the certification of an engine's answers needs of this run.
    pub fn run_of(&self, engine: &'static str) -> Run {
        let (prover, options) = (self.prover.clone(), self.options.clone());
        Run { engine, prover, options, cancellation: self.cancellation() }
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

    /// The flag itself, for code that polls it without this context.
    pub fn cancellation(&self) -> Cancellation {
        self.cancellation.clone()
    }

    /// Reports progress; the text is only made if it is shown.
    pub fn report(&self, phase: &str, reached: impl FnOnce() -> String) {
        tell(&*self.progress, phase, reached);
    }

    /// Reports progress from code that has no context.
    pub fn reporter(&self) -> Reporter {
        Reporter { progress: self.progress.clone() }
    }

    /// Reports what a solver of Horn clauses does; `level` is the name of what it counts as levels.
    pub fn watch(&self, phase: String, level: &'static str) -> impl Fn(Counters) + 'static {
        let reporter = self.reporter();
        move |Counters { levels, lemmas, queries, .. }: Counters| {
            reporter.report(&phase, || match lemmas {
                0 => format!("{level} {levels}, {queries} queries"),
                _ => format!("{level} {levels}, {lemmas} lemmas, {queries} queries"),
            });
        }
    }

    /// Lets an engine work under its own name, so that its reports can be distinguished from those of engines that run
    /// at the same time.
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
