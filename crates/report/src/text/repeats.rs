//! Shortens long traces: of iterations that do the same as the previous one, perhaps in another thread, the first two and the last one are
//! shown.

use std::collections::BTreeMap;
use std::mem::{Discriminant, discriminant};

use raddle_program::source::Span;
use raddle_program::trace::{Event, Trace};

/// How many steps are shown in any case.
const SHORT: usize = 300;

/// How many steps a round has at most.
const ROUND: usize = 64;

/// The least number of iterations from which on some are omitted.
const ROUNDS: usize = 12;

/// The steps that are shown, ascending, and for each step in front of which steps are omitted: how many, in how many iterations.
pub fn without_repeats(trace: &Trace, steps: Vec<usize>) -> (Vec<usize>, BTreeMap<usize, (usize, usize)>) {
    let mut left_out = BTreeMap::new();
    if steps.len() <= SHORT {
        return (steps, left_out);
    }
    let kinds: Vec<Kind> = steps.iter().map(|&step| kind(trace, step)).collect();
    let mut kept = Vec::new();
    let mut at = 0;
    while at < steps.len() {
        let (length, rounds) = (1..=ROUND).map(|length| (length, rounds(&kinds[at..], length))).fold((1, 1), better);
        if rounds < ROUNDS {
            kept.push(steps[at]);
            at += 1;
            continue;
        }
        let last = at + length * (rounds - 1);
        kept.extend_from_slice(&steps[at..at + 2 * length]);
        left_out.insert(steps[last], (last - at - 2 * length, rounds - 3));
        kept.extend_from_slice(&steps[last..last + length]);
        at = last + length;
    }
    (kept, left_out)
}

/// What is the same of a step in each round: what happens where, and whether main does it.
type Kind = (Discriminant<Event>, Span, bool, bool);

fn kind(trace: &Trace, step: usize) -> Kind {
    let is_loop = trace.loop_start == Some(step);
    let step = &trace.steps[step];
    (discriminant(&step.event), step.span, step.thread == 0, is_loop)
}

/// How many rounds of a length begin alike.
fn rounds(kinds: &[Kind], length: usize) -> usize {
    let Some(first) = kinds.get(..length) else { return 1 };
    kinds.chunks_exact(length).take_while(|round| *round == first).count()
}

/// Of two lengths with their numbers of rounds the one that covers more steps, the shorter one of equals.
fn better(one: (usize, usize), other: (usize, usize)) -> (usize, usize) {
    let covers = |(length, rounds): (usize, usize)| if rounds < ROUNDS { 0 } else { length * rounds };
    if covers(other) > covers(one) { other } else { one }
}
