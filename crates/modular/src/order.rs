//! The order of the threads in the hierarchy, by which thread reads the variables that another thread writes.

use raddle_program::entity::Entity;

use crate::composition::Composition;
use raddle_verify::verdict::Reason;

/// The hierarchy with the thread `top` on top: behind it the threads from which it reads, then those from which these read, and so on. In a
/// chain each thread queries its successor only. Threads that are not reached are omitted: no thread of the hierarchy notices their steps,
/// so the executions of the hierarchy are the same without them.
pub fn order(composition: &Composition, top: usize) -> Vec<usize> {
    let mut order = vec![top];
    let mut next = 0;
    while let Some(&thread) = order.get(next) {
        next += 1;
        let reads = &composition.threads[thread].reads;
        let is_read_from = |other: usize| {
            let writes = &composition.threads[other].writes;
            writes.iter().any(|variable| reads.binary_search_by_key(&variable.index(), |read| read.index()).is_ok())
        };
        let found: Vec<usize> =
            (0..composition.threads.len()).filter(|&other| !order.contains(&other) && is_read_from(other)).collect();
        order.extend(found);
    }
    order
}

/// The same hierarchy with the threads below the top in the order `asked`, by thread numbers of executions. Threads that are not named come
/// last, in their old order. Named threads that are not part of the hierarchy are ignored.
///
/// # Errors
/// If a number belongs to no thread.
pub fn given(composition: &Composition, order: Vec<usize>, asked: &[u32]) -> Result<Vec<usize>, Reason> {
    let highest = composition.threads.iter().map(|thread| thread.number).max().unwrap_or(0);
    if let Some(unknown) = asked.iter().find(|&&number| number > highest) {
        return Err(Reason::GaveUp {
            why: format!("-o modular.order names thread {unknown}, but the threads have the numbers 0 to {highest}"),
            advice: "name threads by the numbers that traces show, or leave the order to the engine".to_owned(),
        });
    }
    let rank = |&thread: &usize| {
        let number = composition.threads[thread].number;
        asked.iter().position(|&other| other == number).unwrap_or(asked.len())
    };
    let (top, below) = order.split_at(1);
    let mut below = below.to_vec();
    below.sort_by_key(rank);
    Ok(top.iter().copied().chain(below).collect())
}
