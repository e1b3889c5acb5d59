//! Executes a plan: each block runs its thread as far as the block says, or as far as possible.
//!
//! A changed plan need not be executable: the thread of a block may be blocked, or may not exist. Such a block ends at once, and the rest
//! of the plan continues. Only the result counts.

use crate::ahead::Functions;
use crate::decisions::open_decisions;
use crate::machine::Machine;
use crate::machine::perform::Found;
use crate::machine::schedule::{Decision, Question, Readiness};
use crate::machine::task::Operation;
use crate::replay::{chosen_value, end_pending_lives};
use crate::silence::LONGEST_SILENCE;
use raddle_program::property::{Violation, ViolationKind};
use raddle_program::source::Span;
use raddle_program::trace::{Event, Trace, TraceNames, TraceStep, TraceValue};
use std::collections::BTreeSet;
use std::rc::Rc;

use super::plan::{Block, Cost, Decisions, Limit, Plan};
use super::target::Target;

/// How many states of an execution are kept at most, to try changes of what follows them.
const MOST_KEPT: usize = 48;

/// An execution with the violation.
pub(super) struct Execution<'u> {
    /// The plan that leads to it, with the blocks as they ended.
    pub plan: Plan,
    /// Its steps.
    pub steps: Vec<TraceStep>,
    /// How many operations it performs.
    pub performed: u64,
    /// How many operations and local tasks it takes.
    pub work: u64,
    /// What the machine says of it.
    pub violation: Violation,
    /// Of a lasso: the step at which the part that repeats for ever starts.
    loop_start: Option<usize>,
    kept: Vec<Rc<Kept<'u>>>,
    /// How many events are listed in each block.
    listed: Vec<usize>,
}

impl Execution<'_> {
    /// How hard it is to read.
    pub fn cost(&self, target: &Target) -> Cost {
        Cost::of(&self.steps, target)
    }

    /// How many events are listed in a block; nothing for one of the part that repeats.
    pub fn listed_in(&self, block: usize) -> Option<usize> {
        self.listed.get(block).copied()
    }

    /// It as a trace, in place of one of which the machine says `first`: as long as it says the same, so does the trace.
    pub fn trace(&self, of: &Trace, first: &Violation) -> Trace {
        let mut violation = self.violation.clone();
        if violation.message == first.message {
            violation = Violation { thread: violation.thread, ..of.violation.clone() };
        }
        Trace {
            format: of.format,
            file: of.file.clone(),
            property: of.property,
            steps: self.steps.clone(),
            violation,
            loop_start: self.loop_start,
            is_recurrent: of.is_recurrent,
            names: TraceNames::default(),
        }
    }
}

/// The state in front of a block.
struct Kept<'u> {
    /// The block.
    block: usize,
    machine: Machine<'u>,
    n_steps: usize,
    n_listed: usize,
    /// By thread, how many values and outcomes were taken.
    taken: Vec<[usize; 2]>,
    performed: u64,
}

/// An execution under way.
pub(super) struct Run<'r, 'u> {
    machine: Machine<'u>,
    target: &'r Target,
    functions: Option<&'r Functions<'u>>,
    steps: Vec<TraceStep>,
    /// How many of the steps are events, and no choices.
    n_listed: usize,
    blocks: Vec<Block>,
    /// How many events are listed in each block.
    listed: Vec<usize>,
    /// How many were listed before the last block.
    n_before: usize,
    /// Where the thread of the last block stood after each of its operations.
    stands: Vec<Option<Span>>,
    /// How often it woke without a signal.
    wakes: usize,
    decisions: Vec<Decisions>,
    /// How many operations were performed.
    pub performed: u64,
    /// How many may be performed.
    most: u64,
    /// The step at which the loop starts, and the block.
    loop_start: Option<(usize, usize)>,
    keeps: bool,
    kept: Vec<Rc<Kept<'u>>>,
    /// The first block of the plan that is still to be executed.
    next: usize,
}

/// How an execution goes on.
enum Flow {
    Goes,
    /// It shows the violation.
    Shown(Violation),
    /// It does not.
    Over,
}

impl<'r, 'u> Run<'r, 'u> {
    /// An execution at the start of the program.
    pub fn new(start: &Machine<'u>, (target, functions): (&'r Target, Option<&'r Functions<'u>>), most: u64) -> Self {
        Run {
            machine: start.clone(),
            target,
            functions,
            steps: Vec::new(),
            n_listed: 0,
            blocks: Vec::new(),
            listed: Vec::new(),
            n_before: 0,
            stands: Vec::new(),
            wakes: 0,
            decisions: Vec::new(),
            performed: 0,
            most,
            loop_start: None,
            keeps: false,
            kept: Vec::new(),
            next: 0,
        }
    }

    /// It keeps states on its way, so that changed plans can begin with them.
    pub fn keeping(mut self) -> Self {
        self.keeps = true;
        self
    }

    /// What it costs to copy its state.
    pub fn size(&self) -> u64 {
        50 + self.machine.threads.len() as u64 * 20
    }

    /// How many operations and local tasks it took.
    pub fn work(&self) -> u64 {
        self.performed + self.machine.n_tasks
    }

    /// An execution that has done what a plan has in common with one that was executed.
    pub fn resume(
        known: &Execution<'u>,
        plan: &Plan,
        target: (&'r Target, Option<&'r Functions<'u>>),
        most: u64,
    ) -> Self {
        let is_same = |(one, other): &(&Block, &Block)| one == other;
        let n_same = known.plan.blocks.iter().zip(&plan.blocks).take_while(is_same).count();
        let fits = |kept: &Kept<'u>| {
            let chooses_alike = |(thread, [choices, outcomes]): (usize, &[usize; 2])| {
                let of = |plan: &'_ Plan| {
                    let all = plan.decisions.get(thread)?;
                    Some((all.choices.get(..*choices)?.to_vec(), all.outcomes.get(..*outcomes)?.to_vec()))
                };
                *choices + *outcomes == 0 || of(plan).is_some_and(|made| Some(made) == of(&known.plan))
            };
            // A block that goes on where the one before it ended is one with it.
            let thread = |index: Option<usize>| Some(plan.blocks.get(index?)?.thread);
            let (next, last) = (thread(Some(kept.block)), thread(kept.block.checked_sub(1)));
            kept.block <= n_same && (next.is_none() || next != last) && kept.taken.iter().enumerate().all(chooses_alike)
        };
        let at = (0..known.kept.len()).rev().find(|&at| fits(&known.kept[at])).unwrap_or(0);
        let kept = &known.kept[at];
        let take = |(thread, [choices, outcomes]): (usize, &[usize; 2])| match known.plan.decisions.get(thread) {
            Some(all) => {
                Decisions { choices: all.choices[..*choices].to_vec(), outcomes: all.outcomes[..*outcomes].to_vec() }
            }
            None => Decisions::default(),
        };
        Run {
            steps: known.steps[..kept.n_steps].to_vec(),
            n_listed: kept.n_listed,
            blocks: known.plan.blocks[..kept.block].to_vec(),
            listed: known.listed[..kept.block].to_vec(),
            decisions: kept.taken.iter().enumerate().map(take).collect(),
            performed: kept.performed,
            kept: known.kept[..at].to_vec(),
            next: kept.block,
            ..Run::new(&kept.machine, target, most)
        }
    }

    /// Executes a plan; nothing if the violation does not come.
    pub fn execute(&mut self, plan: &Plan) -> Option<Execution<'u>> {
        let stride = plan.blocks.len() / MOST_KEPT + 1;
        for (index, block) in plan.blocks.iter().enumerate().skip(self.next) {
            // In front of the loop: inside of it no state is kept.
            if self.keeps && (self.kept.is_empty() || index.is_multiple_of(stride)) {
                self.keep(block.thread);
            }
            if plan.loop_start == Some(index) {
                self.begin_loop();
            }
            match self.block(plan, block) {
                Flow::Goes => {}
                Flow::Shown(violation) => return Some(self.end(violation)),
                Flow::Over => return None,
            }
        }
        if self.keeps && self.kept.is_empty() {
            self.keep(usize::MAX);
        }
        if plan.loop_start == Some(plan.blocks.len()) {
            self.begin_loop();
        }
        match self.end_of_plan(plan) {
            Flow::Shown(violation) => Some(self.end(violation)),
            Flow::Goes | Flow::Over => None,
        }
    }

    fn begin_loop(&mut self) {
        self.loop_start = Some((self.steps.len(), self.blocks.len()));
        self.stands.clear();
    }

    /// Keeps the state in front of a block of a thread.
    fn keep(&mut self, thread: usize) {
        let block = self.blocks.len();
        let goes_on = !self.stands.is_empty() && self.blocks.last().is_some_and(|last| last.thread == thread);
        if self.loop_start.is_some() || goes_on || self.kept.last().is_some_and(|kept| kept.block >= block) {
            return;
        }
        self.kept.push(Rc::new(Kept {
            block,
            machine: self.machine.clone(),
            n_steps: self.steps.len(),
            n_listed: self.n_listed,
            taken: self.decisions.iter().map(|made| [made.choices.len(), made.outcomes.len()]).collect(),
            performed: self.performed,
        }));
    }

    fn end(&mut self, violation: Violation) -> Execution<'u> {
        Execution {
            plan: Plan {
                blocks: std::mem::take(&mut self.blocks),
                decisions: std::mem::take(&mut self.decisions),
                loop_start: self.loop_start.map(|(_, block)| block),
            },
            steps: std::mem::take(&mut self.steps),
            performed: self.performed,
            work: self.work(),
            violation,
            loop_start: self.loop_start.map(|(step, _)| step),
            kept: std::mem::take(&mut self.kept),
            listed: std::mem::take(&mut self.listed),
        }
    }

    /// Runs a thread as far as a block says.
    fn block(&mut self, plan: &Plan, block: &Block) -> Flow {
        let thread = block.thread;
        self.begin_block(thread);
        let (n_before, mut n_arrivals, mut n_wakes) = (self.n_listed, 0, 0);
        let flow = loop {
            if matches!(block.limit, Limit::Listed(count) if self.n_listed >= n_before + count) {
                break Flow::Goes;
            }
            let Some(operation) = self.machine.pending(thread) else { break Flow::Goes };
            if !is_silent(operation) {
                let ends = match operation {
                    Operation::Stop { .. } => !self.target.is_leak(),
                    Operation::Prune { .. } | Operation::Unsupported { .. } | Operation::Diverge { .. } => true,
                    _ => false,
                };
                if ends || !self.machine.is_schedulable(thread) {
                    break Flow::Goes;
                }
                if self.machine.readiness(thread) == Readiness::Spurious {
                    if n_wakes >= block.wakes {
                        break Flow::Goes;
                    }
                    n_wakes += 1;
                }
            }
            match self.perform(plan, thread) {
                Flow::Goes => {}
                other => break other,
            }
            let stands = self.machine.pending(thread).and_then(Operation::span);
            self.stands.push(stands);
            if let Limit::Arrival { at: Some(at), count } = block.limit
                && stands == Some(at)
            {
                n_arrivals += 1;
                if n_arrivals >= count {
                    break Flow::Goes;
                }
            }
        };
        self.wakes += n_wakes;
        self.end_block(block, matches!(flow, Flow::Shown(_)));
        flow
    }

    fn begin_block(&mut self, thread: usize) {
        let goes_on = !self.stands.is_empty() && self.blocks.last().is_some_and(|last| last.thread == thread);
        if goes_on && self.loop_start.is_none() {
            self.blocks.pop();
            self.listed.pop();
        } else {
            self.n_before = self.n_listed;
            self.stands.clear();
            self.wakes = 0;
        }
    }

    /// Takes down the block as it ended.
    fn end_block(&mut self, block: &Block, is_last: bool) {
        if self.loop_start.is_some() {
            self.blocks.push(block.clone());
            self.listed.push(self.n_listed - self.n_before);
            return;
        }
        let at = self.stands.last().copied().flatten().filter(|_| !is_last);
        let count = self.stands.iter().filter(|stands| at.is_some() && **stands == at).count();
        if !self.stands.is_empty() || is_last {
            self.blocks.push(Block { thread: block.thread, limit: Limit::Arrival { at, count }, wakes: self.wakes });
            self.listed.push(self.n_listed - self.n_before);
        }
    }

    /// Performs the operation in front of a thread.
    fn perform(&mut self, plan: &Plan, thread: usize) -> Flow {
        if self.performed >= self.most {
            return Flow::Over;
        }
        self.performed += 1;
        let Some(decision) = self.decide(plan, thread) else { return Flow::Over };
        if self.target.may_need_ended_lives() {
            // Lives end as late as possible here; the locals of other threads may have ended before.
            let mut machine = self.machine.clone();
            end_pending_lives(&mut machine, Some(thread));
            let outcome = machine.perform(thread, decision);
            if let Some(violation) = self.shown(thread, &outcome.found, &outcome.steps) {
                return Flow::Shown(violation);
            }
        }
        let outcome = self.machine.perform(thread, decision);
        if let Some(violation) = self.shown(thread, &outcome.found, &outcome.steps) {
            return Flow::Shown(violation);
        }
        outcome.steps.into_iter().for_each(|step| self.take(step));
        match outcome.unknown.is_some() || outcome.is_end {
            true => Flow::Over,
            false => Flow::Goes,
        }
    }

    fn take(&mut self, step: TraceStep) {
        let thread = step.thread as usize;
        if self.decisions.len() <= thread {
            self.decisions.resize_with(thread + 1, Decisions::default);
        }
        self.decisions[thread].note(&step.event);
        self.n_listed += usize::from(!matches!(step.event, Event::Choice { .. }));
        self.steps.push(step);
    }

    /// The violation, if an operation shows it; the steps then end there.
    fn shown(&mut self, thread: usize, found: &[Found], steps: &[TraceStep]) -> Option<Violation> {
        let n_before = self.steps.len();
        for one in found {
            self.steps.extend_from_slice(&steps[..one.after]);
            let is_shown = self.target.is_shown(one, &self.steps);
            self.steps.truncate(n_before);
            if is_shown {
                steps[..one.after].iter().cloned().for_each(|step| self.take(step));
                let Found { kind, message, span, .. } = one.clone();
                return Some(Violation { kind, thread: thread as u32, span, message });
            }
        }
        None
    }

    /// What is left open is decided as the plan says, or else as simply as possible.
    fn decide(&self, plan: &Plan, thread: usize) -> Option<Decision> {
        let planned = plan.decisions.get(thread);
        let (n_choices, n_outcomes) =
            self.decisions.get(thread).map_or((0, 0), |made| (made.choices.len(), made.outcomes.len()));
        match self.machine.question(thread) {
            Question::None => Some(Decision::None),
            Question::Outcome(possible) => {
                let wanted = planned.and_then(|planned| planned.outcomes.get(n_outcomes)).copied();
                let outcome = wanted.filter(|outcome| possible.contains(outcome)).or(possible.first().copied())?;
                Some(Decision::Outcome(outcome))
            }
            Question::Value { .. } => {
                let wanted = planned.and_then(|planned| planned.choices.get(n_choices)).and_then(|choice| {
                    let event = Event::Choice { kind: choice.kind, value: TraceValue::Integer(choice.value?) };
                    chosen_value(&self.machine, thread, &event).ok().map(Decision::Value)
                });
                wanted.or_else(|| open_decisions(&self.machine, thread, &[0]).decisions.first().copied())
            }
        }
    }

    fn end_of_plan(&mut self, plan: &Plan) -> Flow {
        match self.target {
            Target::Loop(violation) => Flow::Shown(violation.clone()),
            target if target.is_deadlock() => self.wait_for_ever(plan),
            _ => Flow::Over,
        }
    }

    /// Lets every thread go on until some wait for ever.
    fn wait_for_ever(&mut self, plan: &Plan) -> Flow {
        loop {
            if let Some(violation) = self.standstill(plan) {
                return Flow::Shown(violation);
            }
            let before = self.performed;
            for thread in 0..self.machine.threads.len() {
                let block = Block { thread, limit: Limit::Arrival { at: None, count: 0 }, wakes: 0 };
                match self.block(plan, &block) {
                    Flow::Goes => {}
                    other => return other,
                }
            }
            if self.performed == before {
                return Flow::Over;
            }
        }
    }

    /// The deadlock of the present state, once every thread has done what keeps no other one waiting.
    fn standstill(&mut self, plan: &Plan) -> Option<Violation> {
        for thread in 0..self.machine.threads.len() {
            for _ in 0..LONGEST_SILENCE {
                if !self.machine.pending(thread).is_some_and(is_silent) {
                    break;
                }
                match self.perform(plan, thread) {
                    Flow::Goes => {}
                    Flow::Shown(_) | Flow::Over => return None,
                }
            }
        }
        let all = 0..self.machine.threads.len();
        let stuck: BTreeSet<usize> = match self.machine.deadlocked_thread() {
            Some(_) => all.filter(|&thread| self.machine.readiness(thread) != Readiness::Ended).collect(),
            None => {
                let found = self.machine.standstill(self.functions?)?;
                (found.is_endless && !found.may_fail).then_some(found.threads)?
            }
        };
        let waits = |&thread: &usize| {
            let span = self.machine.pending(thread).and_then(Operation::span)?;
            self.target.waits_at(span).then_some((thread, span))
        };
        let (thread, span) = stuck.iter().find_map(waits)?;
        let message = self.machine.describe_waits(&stuck);
        Some(Violation { kind: ViolationKind::Deadlock, thread: thread as u32, span, message })
    }
}

/// Whether an operation is not listed and leaves the execution going on.
fn is_silent(operation: &Operation) -> bool {
    matches!(
        operation,
        Operation::EndLife { .. }
            | Operation::Fail { .. }
            | Operation::Pass { .. }
            | Operation::Choose { .. }
            | Operation::Compare { .. }
    )
}
