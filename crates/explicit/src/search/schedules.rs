//! A few executions by priorities, if the full search does not end soon.
//!
//! A depth-first search stays near its first execution for long. A violation that needs one thread to wait for fifty
//! other threads is far from it. So, once, some executions are followed from the start, in which the runnable thread of
//! the highest priority moves. The first priorities are orders that programmers tend to forget: the newest thread
//! first, the oldest first, one of the first threads last. Then come random priorities that change at a few positions
//! [Burckhardt, Kothari, Musuvathi, Nagarakatte: *A randomized scheduler with probabilistic guarantees of finding
//! bugs*, ASPLOS 2010]. A thread that comes back to an earlier state spins, so it gets the lowest priority.
//!
//! If races are asked for, the moves of all runnable threads are examined in each state, although only one of them is
//! taken.
//!
//! The random numbers have a fixed seed. Violations found here would be found by the full search, too; the states
//! visited here are not marked as visited there.

use std::cmp::Reverse;
use std::collections::BTreeMap;

use raddle_program::semantics::State;

use crate::history::History;
use crate::search::Search;
use raddle_verify::context::Context;

/// The number of rounds of the full search before this starts.
pub(super) const AFTER: u64 = 50_000;

/// How many executions are followed, how many moves each has at most, and all of them.
const SCHEDULES: u32 = 24;
const LENGTH: usize = 4_000;
const MOVES: usize = 20_000;

/// How many threads get the lowest priority in turn.
const DELAYED: u32 = 8;

/// The number of moves within which priorities change.
const CHANGES_WITHIN: u64 = 300;

impl Search<'_, '_> {
    /// Follows some executions from the start, and keeps their violations. The full search goes on where it was.
    pub(super) fn try_schedules(&mut self, initial: &State, cx: &Context) {
        let path = std::mem::take(&mut self.path);
        let visited = std::mem::take(&mut self.visited);
        let counts = (self.n_transitions, self.n_local, self.n_passed);
        let mut left = MOVES;
        for number in 0..SCHEDULES {
            let mut priorities = Priorities::of(number);
            self.enter(initial.clone(), History::default(), None, Vec::new());
            for step in 0..LENGTH.min(left) {
                if self.is_settled() || self.mover.is_refuted() || cx.cancelled().is_some() {
                    left = 0;
                    break;
                }
                if !self.step_by(&mut priorities, step) {
                    break;
                }
                let n_moves = self.path.len().checked_sub(2).map_or(1, |last| self.path[last].made.len());
                left = left.saturating_sub(n_moves);
            }
            self.path.clear();
            self.visited.clear();
        }
        (self.path, self.visited) = (path, visited);
        (self.n_transitions, self.n_local, self.n_passed) = counts;
    }

    /// The runnable thread of the highest priority moves. Whether one did, to a state that was not there before.
    fn step_by(&mut self, priorities: &mut Priorities, step: usize) -> bool {
        let asks_races = self.asks_races();
        loop {
            let Some(node) = self.path.last_mut() else { return false };
            let Some(thread) = priorities.first(&node.todo, step) else { return false };
            let others: Vec<u32> = node.todo.iter().copied().filter(|&other| other != thread).collect();
            // A race shows if both of its accesses are examined in one state.
            let looked_at = if asks_races && node.made.is_empty() { &others[..] } else { &[] };
            for &next in looked_at.iter().chain([&thread]) {
                let node = self.path.last_mut().expect("the path is not empty");
                node.todo = vec![next];
                self.move_next_thread();
            }
            let depth = self.path.len();
            let node = self.path.last_mut().expect("the path is not empty");
            node.todo = others;
            if !node.successors.is_empty() {
                let chosen = priorities.below(node.successors.len());
                node.successors = vec![node.successors.swap_remove(chosen)];
                self.descend();
                if self.path.len() > depth {
                    return true;
                }
                priorities.lower(thread);
            }
        }
    }
}

/// Which thread goes first.
struct Priorities {
    rule: Rule,
    /// The threads that come last, with when they were made so.
    lowered: BTreeMap<u32, u64>,
    /// Before which moves the first thread becomes the last.
    changes: Vec<u64>,
    seed: u64,
    dice: u64,
}

#[derive(Clone, Copy)]
enum Rule {
    Newest,
    Oldest,
    Random,
}

impl Priorities {
    /// Those of the numbered execution.
    fn of(number: u32) -> Self {
        let mut priorities = Priorities {
            rule: Rule::Newest,
            lowered: BTreeMap::new(),
            changes: Vec::new(),
            seed: mixed(number.into()),
            dice: mixed(number.into()),
        };
        match number {
            0 => {}
            1 => priorities.rule = Rule::Oldest,
            _ if number <= 1 + DELAYED => priorities.lower(number - 1),
            _ => {
                priorities.rule = Rule::Random;
                priorities.changes = (0..number % 4).map(|_| priorities.roll() % CHANGES_WITHIN).collect();
            }
        }
        priorities
    }

    /// The first of some threads.
    fn first(&mut self, threads: &[u32], step: usize) -> Option<u32> {
        let first = *threads.iter().max_by_key(|&&thread| self.rank(thread))?;
        let Some(due) = self.changes.iter().position(|&change| change == step as u64) else { return Some(first) };
        self.changes.swap_remove(due);
        self.lower(first);
        threads.iter().copied().max_by_key(|&thread| self.rank(thread))
    }

    /// The greater, the earlier it goes.
    fn rank(&self, thread: u32) -> (Reverse<u64>, u64) {
        let when = self.lowered.get(&thread).copied().unwrap_or(0);
        let own = match self.rule {
            Rule::Newest => u64::from(thread),
            Rule::Oldest => u64::from(u32::MAX - thread),
            Rule::Random => mixed(self.seed ^ u64::from(thread)),
        };
        (Reverse(when), own)
    }

    /// Makes a thread the last one.
    fn lower(&mut self, thread: u32) {
        let when = self.lowered.values().max().copied().unwrap_or(0) + 1;
        self.lowered.insert(thread, when);
    }

    fn below(&mut self, limit: usize) -> usize {
        (self.roll() % limit as u64) as usize
    }

    fn roll(&mut self) -> u64 {
        self.dice = self.dice.wrapping_add(STRIDE);
        mixed(self.dice)
    }
}

/// The stride and the mixture of SplitMix64 [Steele, Lea, Flood 2014].
const STRIDE: u64 = 0x9e37_79b9_7f4a_7c15;

fn mixed(number: u64) -> u64 {
    let number = (number ^ (number >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let number = (number ^ (number >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    number ^ (number >> 31)
}
