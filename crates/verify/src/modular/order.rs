//! The order of the threads in the hierarchy, from who reads what others write.

use raddle_program::entity::Entity;

use super::composition::Composition;

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
