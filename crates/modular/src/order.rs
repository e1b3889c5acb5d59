//! The order of the threads in the hierarchy, from who reads what others write.

use raddle_program::entity::Entity;

use crate::composition::Composition;
use raddle_verify::verdict::Reason;

/// A thread on top, behind it those that it can learn of: first those that it reads from, then those that these read from, and so on. In a chain
/// each has only its successor to ask. Threads whose steps nobody in the hierarchy can notice are left out: without
/// them the others have the same executions.
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

/// The same hierarchy with the threads below the one on top in an order that was asked for, by their numbers in executions. Those that are not
/// named come behind the others, as they were; named ones that are no part of the hierarchy stay out of it.
///
/// # Errors
/// A number of no thread.
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
