//! Plans: which thread runs how far, and what is chosen.

use raddle_program::property::Property;
use raddle_program::source::Span;
use raddle_program::trace::{ChoiceKind, Event, Trace, TraceStep, TraceValue};

use std::collections::BTreeSet;

use super::target::{Target, first_access};

/// A thread runs without interruption.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Block {
    /// The thread.
    pub thread: usize,
    /// Where it stops. It stops earlier where it cannot go on.
    pub limit: Limit,
    /// How often it may wake without a signal.
    pub wakes: usize,
}

/// Where a block ends.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Limit {
    /// Once this number of events is listed.
    Listed(usize),
    /// When the thread has arrived this number of times in front of an operation at a place; without a place, when it waits or has ended.
    Arrival { at: Option<Span>, count: usize },
}

/// A choice that a thread makes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Choice {
    /// What kind of choice.
    pub kind: ChoiceKind,
    /// The number; `None` if it is none.
    pub value: Option<i128>,
}

/// What a thread chooses and meets, in its order. What is not needed is left over; what is missing is chosen small.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(super) struct Decisions {
    /// The values.
    pub choices: Vec<Choice>,
    /// The outcomes of its synchronization calls, those included that leave none open.
    pub outcomes: Vec<i64>,
}

impl Decisions {
    /// Takes note of what a step says.
    pub fn note(&mut self, event: &Event) {
        match event {
            Event::Choice { kind, value } => {
                let value = match value {
                    TraceValue::Integer(number) => Some(*number),
                    _ => None,
                };
                self.choices.push(Choice { kind: *kind, value });
            }
            Event::Synchronize { outcome, .. } | Event::Join { outcome, .. } => self.outcomes.push(*outcome),
            _ => {}
        }
    }
}

/// An execution to be tried.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(super) struct Plan {
    /// The blocks in order.
    pub blocks: Vec<Block>,
    /// What is chosen, by thread.
    pub decisions: Vec<Decisions>,
    /// Of a lasso: the first block of the part that repeats for ever. Blocks from there on are not changed.
    pub loop_start: Option<usize>,
}

impl Plan {
    /// The plan of a trace: exactly its steps.
    pub fn of(trace: &Trace) -> Plan {
        let mut plan = Plan::default();
        let is_listed = |step: &TraceStep| !matches!(step.event, Event::Choice { .. });
        for (index, step) in trace.steps.iter().enumerate() {
            let starts_loop = trace.loop_start == Some(index);
            if starts_loop {
                plan.loop_start = Some(plan.blocks.len());
            }
            let thread = step.thread as usize;
            if plan.decisions.len() <= thread {
                plan.decisions.resize_with(thread + 1, Decisions::default);
            }
            plan.decisions[thread].note(&step.event);
            if !is_listed(step) {
                continue;
            }
            let is_first_of_loop = plan.loop_start == Some(plan.blocks.len());
            match plan.blocks.last_mut() {
                Some(Block { thread: last, limit: Limit::Listed(count), .. })
                    if *last == thread && !is_first_of_loop =>
                {
                    *count += 1
                }
                _ => plan.blocks.push(Block { thread, limit: Limit::Listed(1), wakes: usize::MAX }),
            }
        }
        if trace.loop_start == Some(trace.steps.len()) {
            plan.loop_start = Some(plan.blocks.len());
        }
        // What violates the property need not be listed: the thread goes on to it.
        if !matches!(trace.property, Property::DataRace | Property::Deadlock | Property::Termination) {
            let thread = trace.violation.thread as usize;
            plan.blocks.push(Block { thread, limit: Limit::Arrival { at: None, count: 0 }, wakes: 1 });
        }
        plan
    }

    /// How many operations an execution of it may take at most.
    pub fn most_operations(&self) -> u64 {
        let listed = |block: &Block| match block.limit {
            Limit::Listed(count) => count,
            Limit::Arrival { count, .. } => count,
        };
        // Not all operations are listed, and one that is may be a loop of many local ones.
        self.blocks.iter().map(listed).sum::<usize>() as u64 * 8 + 1_000
    }

    /// How many blocks may be changed.
    pub fn n_free(&self) -> usize {
        self.loop_start.unwrap_or(self.blocks.len())
    }

    /// The plan without some of its blocks.
    pub fn without(&self, is_left_out: impl Fn(usize, &Block) -> bool) -> Plan {
        let n_free = self.n_free();
        let keeps = |(index, block): &(usize, &Block)| *index >= n_free || !is_left_out(*index, block);
        let blocks: Vec<Block> = self.blocks.iter().enumerate().filter(keeps).map(|(_, block)| block.clone()).collect();
        let n_left_out = self.blocks.len() - blocks.len();
        Plan { blocks, decisions: self.decisions.clone(), loop_start: self.loop_start.map(|start| start - n_left_out) }
    }
}

/// How hard a trace is to read: the earlier a number stands, the more it weighs.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) struct Cost {
    /// The threads that take steps.
    pub threads: usize,
    /// Whether other steps stand between the accesses of a race.
    pub is_apart: bool,
    /// How often another thread goes on.
    pub switches: usize,
    /// The steps.
    pub steps: usize,
    /// How large the chosen values are, in bits; a negative one counts one more.
    pub values: u64,
}

impl Cost {
    /// The cost of some steps.
    pub fn of(steps: &[TraceStep], target: &Target) -> Cost {
        let mut threads = BTreeSet::new();
        let (mut switches, mut last, mut values) = (0, None, 0);
        for step in steps {
            if let Event::Choice { value, .. } = &step.event {
                if let TraceValue::Integer(number) = value {
                    values += weight(*number);
                }
                continue;
            }
            threads.insert(step.thread);
            switches += usize::from(last.is_some_and(|last| last != step.thread));
            last = Some(step.thread);
        }
        let is_apart = target.is_race() && first_access(steps).is_none_or(|first| first + 2 < steps.len());
        Cost { threads: threads.len(), is_apart, switches, steps: steps.len(), values }
    }
}

/// How large a value is.
pub(super) fn weight(number: i128) -> u64 {
    u64::from(i128::BITS - number.unsigned_abs().leading_zeros()) * 2 + u64::from(number < 0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn zero_is_the_smallest_value() {
        assert_eq!(weight(0), 0);
        assert!(weight(1) < weight(-1));
        assert!(weight(-1) < weight(2));
        assert!(weight(100) < weight(i128::from(i32::MIN)));
    }

    #[test]
    fn blocks_of_the_loop_stay() {
        let block = |thread| Block { thread, limit: Limit::Listed(1), wakes: 0 };
        let plan = Plan { blocks: vec![block(0), block(1), block(0)], loop_start: Some(2), ..Plan::default() };
        let without = plan.without(|_, block| block.thread == 0);
        assert_eq!(without.blocks, [block(1), block(0)]);
        assert_eq!(without.loop_start, Some(1));
    }
}
