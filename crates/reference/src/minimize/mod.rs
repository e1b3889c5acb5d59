//! Minimization of traces: the same violation in an execution that is easier to read.
//!
//! An engine reports the first violation that it finds, often with context switches, loop iterations and input values that the violation
//! does not need. The trace is turned into a *plan*: a list of blocks (a thread, and where it stops) and the chosen values (`plan`). Passes
//! change the plan (`passes`): they remove all blocks of a thread, remove blocks, join two blocks of a thread, remove loop iterations, cut
//! a block, choose smaller values. The machine executes each changed plan (`run`), and stops at the first step with the violation of the
//! trace (`target`). A plan whose execution is simpler (`plan::Cost`) is kept.
//!
//! This is delta debugging (Zeller and Hildebrandt, 2002) over schedules; moving blocks together is the reduction of context switches of
//! Jalbert and Sen (FSE 2010).
//!
//! Rule: a minimized trace is an execution that [`crate::replay()`] confirms, of the same property at the same place, and no longer.
//! Tests: `a_minimized_trace_replays_and_is_no_longer`, `minimized_traces_show_the_same_violation`.

mod passes;
mod plan;
mod run;
mod target;

use crate::ahead::Functions;
use crate::basic::with_basic_types;
use crate::machine::{Machine, Settings};
use crate::replay::{ReplayOptions, replay_prepared};
use raddle_cfront::typed::Unit;
use raddle_program::property::{Property, Violation};
use raddle_program::trace::{Event, Trace};

use self::plan::{Cost, Plan};
use self::run::{Execution, Run};
use self::target::Target;

/// How to minimize.
#[derive(Clone, Copy)]
pub struct Minimization<'o> {
    /// How many operations and local tasks all executions together may take: the same for the same trace on every machine.
    pub work: u64,
    /// Whether executions that do not end must be fair.
    pub is_fair: bool,
    /// Asked between executions: whether there is no time left.
    pub is_over: &'o dyn Fn() -> bool,
}

/// What is counted in a trace.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Size {
    /// The threads that take steps.
    pub threads: usize,
    /// How often another thread goes on.
    pub switches: usize,
    /// The steps.
    pub steps: usize,
}

impl Size {
    /// The size of a trace.
    pub fn of(trace: &Trace) -> Size {
        let taken: Vec<u32> = trace
            .steps
            .iter()
            .filter(|step| !matches!(step.event, Event::Choice { .. }))
            .map(|step| step.thread)
            .collect();
        let mut threads = taken.clone();
        threads.sort_unstable();
        threads.dedup();
        let switches = taken.windows(2).filter(|pair| pair[0] != pair[1]).count();
        Size { threads: threads.len(), switches, steps: trace.steps.len() }
    }
}

/// How many local steps a thread may take between two events. One that takes more is not worth its time here.
const LOCAL_STEPS: u64 = 100_000;

/// The shortest trace without choices of which something may be left out, and the longest trace that is changed.
const SHORTEST: usize = 3;
const LONGEST: usize = 20_000;

/// A simpler trace of the same violation; `None` if none is found, or if the trace is not confirmed.
pub fn minimize(unit: &Unit, trace: &Trace, options: &Minimization<'_>) -> Option<Trace> {
    let chooses = trace.steps.iter().any(|step| matches!(step.event, Event::Choice { .. }));
    let is_short = trace.steps.len() < SHORTEST && !chooses;
    if is_short || trace.steps.len() > LONGEST || (options.is_over)() {
        return None;
    }
    let unit = with_basic_types(unit);
    let replays = |trace: &Trace, marks_outside: bool| {
        let options = ReplayOptions { is_fair: options.is_fair, marks_outside, ..ReplayOptions::default() };
        replay_prepared(&unit, trace, &options, None).is_ok()
    };
    if !replays(trace, false) {
        return None;
    }
    // What holds whatever functions without a body do goes on to hold so.
    let marks_outside = replays(trace, true);
    let settings = Settings {
        right_to_left: false,
        tracks_order: trace.property == Property::DataRace,
        tracks_leaks: trace.property == Property::Leaks,
        local_steps: LOCAL_STEPS,
        marks_outside,
        cycle_search: 0,
        lists_callers: false,
    };
    let start = Machine::start(&unit, settings).ok()?;
    let functions = (trace.property == Property::Deadlock).then(|| Functions::of(&unit));
    let target = learned(&start, trace, functions.as_ref())?;
    let mut search = Search::begin(&start, trace, (&target, functions.as_ref()), options)?;
    let confirms = |trace: &Trace| replays(trace, marks_outside) && (!marks_outside || replays(trace, false));
    search.run(&confirms);
    search.finish(&start, &confirms)
}

/// The violation of a trace as the machine finds it at its end: an engine may have another span for it.
fn learned<'u>(start: &Machine<'u>, trace: &Trace, functions: Option<&Functions<'u>>) -> Option<Target> {
    let target = Target::at_the_end_of(trace)?;
    let plan = Plan::of(trace);
    let found = Run::new(start, (&target, functions), plan.most_operations()).execute(&plan)?;
    Some(target.found(&found.violation))
}

/// The violation, and for a deadlock what functions do.
type Seen<'t, 'u> = (&'t Target, Option<&'t Functions<'u>>);

/// The simplest execution that is known, and what is left to spend on simpler ones.
struct Search<'o, 'u, 't> {
    trace: &'t Trace,
    target: Seen<'t, 'u>,
    options: Minimization<'o>,
    /// The execution that is changed.
    best: Execution<'u>,
    cost: Cost,
    /// What the trace itself costs.
    first: Cost,
    /// What the machine says of the violation in the trace itself.
    says: Violation,
    /// The work that was done.
    spent: u64,
}

impl<'o, 'u, 't> Search<'o, 'u, 't> {
    /// Executes the trace itself, up to its violation.
    fn begin(start: &Machine<'u>, trace: &'t Trace, target: Seen<'t, 'u>, options: &Minimization<'o>) -> Option<Self> {
        let plan = Plan::of(trace);
        let mut run = Run::new(start, target, plan.most_operations()).keeping();
        let best = run.execute(&plan)?;
        let cost = best.cost(target.0);
        let first = Cost::of(&trace.steps, target.0);
        // The machine may find the violation earlier, but no execution of a trace is longer than the trace.
        let (says, spent) = (best.violation.clone(), best.work);
        (cost <= first).then_some(Search { trace, target, options: *options, best, cost, first, says, spent })
    }

    fn is_over(&self) -> bool {
        self.spent >= self.options.work || (self.options.is_over)()
    }

    /// Runs the passes in turn until no pass of a full cycle improves the trace.
    fn run(&mut self, confirms: &dyn Fn(&Trace) -> bool) {
        let mut n_in_vain = 0;
        for pass in passes::ALL.into_iter().cycle() {
            let before = self.cost.clone();
            pass(self, confirms);
            n_in_vain = if self.cost == before { n_in_vain + 1 } else { 0 };
            if n_in_vain == passes::ALL.len() || self.is_over() {
                return;
            }
        }
    }

    /// Executes a changed plan. If that is simpler and is confirmed, it takes the place of the best one.
    fn attempt(&mut self, plan: &Plan, confirms: &dyn Fn(&Trace) -> bool) -> bool {
        if self.is_over() {
            return false;
        }
        // One that takes longer is no simpler.
        let most = self.best.performed + 64;
        let mut run = Run::resume(&self.best, plan, self.target, most);
        let before = run.work();
        let done = run.execute(plan);
        // To copy a state costs something, too.
        let work = run.work() - before;
        self.spent += work + run.size();
        let Some(done) = done else { return false };
        let cost = done.cost(self.target.0);
        if !(cost < self.cost && cost.steps <= self.cost.steps) {
            return false;
        }
        // The confirmation replays the trace, twice if the program calls functions without a body.
        self.spent += work + 2 * done.work;
        if !confirms(&done.trace(self.trace, &self.says)) {
            return false;
        }
        // Once more, to keep states of it.
        let again = Run::resume(&self.best, &done.plan, self.target, most).keeping().execute(&done.plan);
        let Some(again) = again.filter(|again| again.steps == done.steps) else { return false };
        (self.best, self.cost) = (again, cost);
        true
    }

    /// The trace of the best execution, with the calls that lead to each step, if it is simpler than the one that was given.
    fn finish(self, start: &Machine<'u>, confirms: &dyn Fn(&Trace) -> bool) -> Option<Trace> {
        if self.cost >= self.first {
            return None;
        }
        let mut machine = start.clone();
        machine.settings.lists_callers = true;
        let plan = &self.best.plan;
        let shown =
            Run::new(&machine, self.target, plan.most_operations().max(self.best.performed * 2) + 64).execute(plan)?;
        let trace = shown.trace(self.trace, &self.says);
        (shown.cost(self.target.0) == self.cost && confirms(&trace)).then_some(trace)
    }
}
