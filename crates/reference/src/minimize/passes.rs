//! Changes of plans, the ones that save most first.

use raddle_program::trace::Trace;

use super::Search;
use super::plan::{Block, Limit, Plan, weight};
use super::target::first_access;

/// A pass tries changes of the best plan; `confirms` is asked about each one that is simpler.
type Pass = fn(&mut Search<'_, '_, '_>, &dyn Fn(&Trace) -> bool);

/// From this number of threads on, groups of threads are left out at once.
const MANY_THREADS: usize = 8;

/// All passes in order.
pub(super) const ALL: [Pass; 7] =
    [leave_out_threads, leave_out_blocks, join_blocks, take_fewer_rounds, cut_blocks, bring_together, choose_smaller];

/// Leaves out all that some threads do, many threads first, and the last ones first.
fn leave_out_threads(search: &mut Search<'_, '_, '_>, confirms: &dyn Fn(&Trace) -> bool) {
    let last = search.best.plan.blocks.iter().map(|block| block.thread).max().unwrap_or(0);
    let mut width = if last < MANY_THREADS { 1 } else { last.div_ceil(2) };
    while width > 0 {
        let mut end = last + 1;
        while end > 1 && !search.is_over() {
            let start = end.saturating_sub(width).max(1);
            let plan = search.best.plan.without(|_, block| (start..end).contains(&block.thread));
            if plan.blocks.len() < search.best.plan.blocks.len() {
                search.attempt(&plan, confirms);
            }
            end = start;
        }
        width /= 2;
    }
}

/// Leaves out blocks that follow each other, many first (Zeller's ddmin). What the thread did in them it does in its next block, if it
/// has one.
fn leave_out_blocks(search: &mut Search<'_, '_, '_>, confirms: &dyn Fn(&Trace) -> bool) {
    let mut width = search.best.plan.n_free().div_ceil(2);
    while width > 0 {
        let mut end = search.best.plan.n_free();
        while end > 0 {
            let start = end.saturating_sub(width);
            let plan = search.best.plan.without(|index, _| (start..end).contains(&index));
            if search.attempt(&plan, confirms) {
                end = start.min(search.best.plan.n_free());
            } else {
                end = start;
            }
            if search.is_over() {
                return;
            }
        }
        width /= 2;
    }
}

/// Puts a block where the one before it of the same thread ends.
fn join_blocks(search: &mut Search<'_, '_, '_>, confirms: &dyn Fn(&Trace) -> bool) {
    let mut index = search.best.plan.n_free();
    while index > 1 {
        index = (index - 1).min(search.best.plan.n_free().saturating_sub(1));
        let blocks = &search.best.plan.blocks;
        let Some(thread) = blocks.get(index).map(|block| block.thread) else { return };
        let Some(before) = blocks[..index].iter().rposition(|block| block.thread == thread) else { continue };
        if before + 1 < index {
            let mut plan = search.best.plan.clone();
            let moved = plan.blocks.remove(index);
            // It leads at least as far as the one in whose place it is.
            plan.blocks.insert(before + 1, moved);
            search.attempt(&plan, confirms);
        }
        if search.is_over() {
            return;
        }
    }
}

/// Lets a block end at an earlier arrival in front of the operation at which it ends.
fn take_fewer_rounds(search: &mut Search<'_, '_, '_>, confirms: &dyn Fn(&Trace) -> bool) {
    let mut index = search.best.plan.n_free();
    while index > 0 {
        index = (index - 1).min(search.best.plan.n_free().saturating_sub(1));
        let rounds = |plan: &Plan| match plan.blocks.get(index).map(|block| block.limit) {
            Some(Limit::Arrival { count, .. }) => count,
            Some(Limit::Listed(_)) | None => 0,
        };
        let mut low = 0;
        // From `low` rounds on it may do.
        while rounds(&search.best.plan) > low + 1 && !search.is_over() {
            let middle = low + (rounds(&search.best.plan) - low) / 2;
            let mut plan = search.best.plan.clone();
            if let Some(block) = plan.blocks.get_mut(index)
                && let Limit::Arrival { count, .. } = &mut block.limit
            {
                *count = middle;
            }
            if !search.attempt(&plan, confirms) {
                low = middle;
            }
        }
    }
}

/// Lets a block end after fewer events.
fn cut_blocks(search: &mut Search<'_, '_, '_>, confirms: &dyn Fn(&Trace) -> bool) {
    let mut index = search.best.plan.n_free();
    while index > 0 {
        index = (index - 1).min(search.best.plan.n_free().saturating_sub(1));
        let Some(mut high) = search.best.listed_in(index) else { continue };
        let mut low = 0;
        // Drops the last event first. If that fails, an earlier end rarely succeeds, and the search stops to save executions.
        let mut middle = high.saturating_sub(1);
        while high > low + 1 && !search.is_over() {
            let mut plan = search.best.plan.clone();
            let Some(block) = plan.blocks.get_mut(index) else { break };
            block.limit = Limit::Listed(middle);
            if search.attempt(&plan, confirms) {
                high = search.best.listed_in(index).map_or(0, |listed| listed.min(middle));
            } else {
                low = middle;
            }
            middle = low + high.saturating_sub(low) / 2;
        }
    }
}

/// Makes the accesses of a race neighbours: what the second thread does before its access, it does before the first access.
fn bring_together(search: &mut Search<'_, '_, '_>, confirms: &dyn Fn(&Trace) -> bool) {
    let blocks = &search.best.plan.blocks;
    let Some((last, before)) = blocks.split_last().filter(|_| search.cost.is_apart) else { return };
    let first = first_access(&search.best.steps).map(|index| search.best.steps[index].thread as usize);
    let Some(at) = before.iter().rposition(|block| Some(block.thread) == first) else { return };
    let (Some(of_first), Some(of_last)) = (search.best.listed_in(at), search.best.listed_in(before.len())) else {
        return;
    };
    let listed = |block: &Block, count: usize| Block { limit: Limit::Listed(count), ..block.clone() };
    // A block that was cut ends with the first access.
    let parts = [
        listed(&before[at], of_first.saturating_sub(1)),
        listed(last, of_last.saturating_sub(1)),
        listed(&before[at], 1),
    ];
    let mut plan = search.best.plan.clone();
    plan.blocks.splice(at..=at, parts);
    search.attempt(&plan, confirms);
}

/// Chooses 0 instead of many values that follow each other, then 0 instead of each value, or else 1, or a half of it.
fn choose_smaller(search: &mut Search<'_, '_, '_>, confirms: &dyn Fn(&Trace) -> bool) {
    for thread in 0..search.best.plan.decisions.len() {
        let n_choices = |search: &Search<'_, '_, '_>| {
            search.best.plan.decisions.get(thread).map_or(0, |decisions| decisions.choices.len())
        };
        let mut width = n_choices(search);
        while width > 1 {
            let mut start = 0;
            while start < n_choices(search) && !search.is_over() {
                let mut plan = search.best.plan.clone();
                let end = plan.decisions[thread].choices.len().min(start + width);
                plan.decisions[thread].choices[start..end].iter_mut().for_each(|choice| choice.value = Some(0));
                if plan != search.best.plan {
                    search.attempt(&plan, confirms);
                }
                start += width;
            }
            width /= 2;
        }
    }
    for thread in 0..search.best.plan.decisions.len() {
        let mut index = 0;
        while let Some(choice) =
            search.best.plan.decisions.get(thread).and_then(|made| made.choices.get(index)).copied()
        {
            index += 1;
            let mut value = choice.value.unwrap_or(0);
            let mut candidates = vec![0, 1];
            while candidates.len() < 40 {
                value /= 2;
                if value == 0 {
                    break;
                }
                candidates.push(value);
            }
            // From the smallest on: the first that does is taken.
            candidates.sort_by_key(|&value| weight(value));
            for candidate in candidates {
                let known = search.best.plan.decisions[thread].choices.get(index - 1).and_then(|choice| choice.value);
                if known.is_none_or(|known| weight(candidate) >= weight(known)) || search.is_over() {
                    break;
                }
                let mut plan = search.best.plan.clone();
                plan.decisions[thread].choices[index - 1].value = Some(candidate);
                if search.attempt(&plan, confirms) {
                    break;
                }
            }
            if search.is_over() {
                return;
            }
        }
    }
}
