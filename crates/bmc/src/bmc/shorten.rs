//! Makes a trace easier to read: fewer context switches.
//!
//! A model orders the events of all threads, and the solver accepts any order that fits. So the moves of a trace are
//! grouped into blocks, each of one thread without interruption. Blocks that the violation does not need are dropped,
//! and blocks of one thread are brought together. The executable semantics replays each attempt; an attempt that does
//! not lead to the violation is rejected.

/// The number of moves that all attempts together may take.
const MOVES: usize = 300_000;

/// A move: a thread, and the number of its step.
pub type Move<T> = (T, usize);

/// Makes a sequence of moves shorter. `last` is the thread that takes the violating move after them. `found` is the
/// result of following the moves; `follow` follows other moves and returns their result if they lead to the violation.
pub fn shorten<T: Copy + Eq, R>(
    moves: Vec<Move<T>>,
    last: T,
    found: R,
    follow: &mut dyn FnMut(&[Move<T>]) -> Option<R>,
) -> R {
    let mut attempts = Attempts { best: found, budget: MOVES, follow };
    let blocks = attempts.drop_blocks(blocks_of(&moves), last);
    attempts.bring_together(blocks, last);
    attempts.best
}

/// The moves of one thread without interruption.
#[derive(Clone)]
struct Block<T> {
    thread: T,
    moves: Vec<Move<T>>,
}

fn blocks_of<T: Copy + Eq>(moves: &[Move<T>]) -> Vec<Block<T>> {
    let mut blocks: Vec<Block<T>> = Vec::new();
    for &one in moves {
        match blocks.last_mut() {
            Some(block) if block.thread == one.0 => block.moves.push(one),
            Some(_) | None => blocks.push(Block { thread: one.0, moves: vec![one] }),
        }
    }
    blocks
}

fn moves_of<T: Copy>(blocks: &[Block<T>]) -> Vec<Move<T>> {
    blocks.iter().flat_map(|block| block.moves.iter().copied()).collect()
}

struct Attempts<'a, T, R> {
    best: R,
    budget: usize,
    follow: &'a mut dyn FnMut(&[Move<T>]) -> Option<R>,
}

impl<T: Copy + Eq, R> Attempts<'_, T, R> {
    /// Whether some blocks lead to the violation; their neighbours of one thread become one.
    fn attempt(&mut self, blocks: &[Block<T>]) -> Option<Vec<Block<T>>> {
        let moves = moves_of(blocks);
        self.budget = self.budget.checked_sub(moves.len() + 1)?;
        self.best = (self.follow)(&moves)?;
        Some(blocks_of(&moves))
    }

    /// Drops what the violation does not need: a block with all later blocks of its thread.
    fn drop_blocks(&mut self, blocks: Vec<Block<T>>, last: T) -> Vec<Block<T>> {
        let mut blocks = blocks;
        let mut at = 0;
        while at < blocks.len() {
            let thread = blocks[at].thread;
            if thread != last {
                let is_kept = |(index, block): &(usize, &Block<T>)| *index < at || block.thread != thread;
                let rest: Vec<Block<T>> =
                    blocks.iter().enumerate().filter(is_kept).map(|(_, block)| block.clone()).collect();
                if let Some(fewer) = self.attempt(&rest) {
                    blocks = fewer;
                    continue;
                }
            }
            at += 1;
        }
        blocks
    }

    /// Brings blocks of one thread together: the later one forward, or the earlier one back.
    fn bring_together(&mut self, blocks: Vec<Block<T>>, last: T) {
        let mut blocks = blocks;
        let mut at = 0;
        while at < blocks.len() {
            let thread = blocks[at].thread;
            let next = (at + 1..blocks.len()).find(|&later| blocks[later].thread == thread);
            let mut ways = Vec::new();
            match next {
                Some(next) => {
                    let mut forward = blocks.clone();
                    let moved = forward.remove(next);
                    forward.insert(at + 1, moved);
                    ways.push(forward);
                    let mut back = blocks.clone();
                    let moved = back.remove(at);
                    back.insert(next - 1, moved);
                    ways.push(back);
                }
                // The violating move comes at the end.
                None if thread == last && at + 1 < blocks.len() => {
                    let mut back = blocks.clone();
                    let moved = back.remove(at);
                    back.push(moved);
                    ways.push(back);
                }
                None => {}
            }
            match ways.into_iter().find_map(|way| self.attempt(&way)) {
                Some(fewer) => {
                    blocks = fewer;
                    at = at.saturating_sub(1);
                }
                None => at += 1,
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Follows moves of which each thread takes its own in order, and each that is listed needs another before it.
    fn following(needs: &[(Move<u32>, Move<u32>)], moves: &[Move<u32>]) -> Option<Vec<Move<u32>>> {
        for (position, one) in moves.iter().enumerate() {
            let is_before = |other: &Move<u32>| moves[..position].contains(other);
            if one.1 > 0 && !is_before(&(one.0, one.1 - 1)) {
                return None;
            }
            if needs.iter().any(|(later, earlier)| later == one && !is_before(earlier)) {
                return None;
            }
        }
        // The violation needs thread 1's second move, and thread 0 to have come to its third.
        (moves.contains(&(1, 1)) && moves.contains(&(0, 2))).then(|| moves.to_vec())
    }

    #[test]
    fn drops_needless_blocks_and_moves_blocks_of_one_thread_together() {
        let moves = vec![(0, 0), (1, 0), (2, 0), (0, 1), (1, 1), (2, 1), (0, 2)];
        let found = shorten(moves.clone(), 0, moves.clone(), &mut |moves| following(&[], moves));
        assert_eq!(found, [(1, 0), (1, 1), (0, 0), (0, 1), (0, 2)]);
        // Thread 1 waits for thread 0, which waits for thread 1.
        let needs = [((1, 0), (0, 0)), ((0, 1), (1, 1))];
        let moves = vec![(0, 0), (1, 0), (2, 0), (1, 1), (0, 1), (2, 1), (0, 2)];
        let found = shorten(moves.clone(), 0, moves, &mut |moves| following(&needs, moves));
        assert_eq!(found, [(0, 0), (1, 0), (1, 1), (0, 1), (0, 2)]);
    }
}
