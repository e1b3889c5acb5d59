//! One engine at a time, in turns.
//!
//! An engine is not interrupted and resumed: it starts anew with a budget of steps that is several times larger, so that all
//! turns together cost little more than the last one. Steps are counted, not time ([`Cancellation::with_steps`]): the
//! same input has the same answer. Latecomers have no first turn, unless nobody else can prove anything;
//! where what others follow has an end, they have no second one either.
//!
//! [`Cancellation::with_steps`]: crate::context::Cancellation::with_steps

use std::time::Instant;

use crate::certify::Replayer;
use crate::context::Context;
use crate::pipeline;
use crate::portfolio::tally::Tally;
use crate::portfolio::{Entry, Seat, parts};
use crate::verdict::Reason;

/// Steps of a first turn.
const FIRST: u64 = 20_000;
/// How much longer a turn is than the one before.
const GROWTH: u64 = 8;

/// Asks the engines in turns until nothing is open, all have ended, or the run is stopped.
pub(super) fn run(tally: &mut Tally<'_>, seats: &[Seat], replayer: &dyn Replayer, cx: &mut Context) {
    let mut going = seats.to_vec();
    going.sort_by_key(|seat| seat.entry.rank());
    let mut steps = FIRST;
    let mut turn = 0;
    while !going.is_empty() {
        let mut next = Vec::new();
        for seat in going {
            let engine = seat.engine;
            let Some(share) = tally.share(engine) else { continue };
            let n_left_out = match seat.entry {
                Entry::First | Entry::AtOnce | Entry::Shortly | Entry::Soon => 0,
                Entry::Late(_) => 1,
                Entry::Last => 2,
            };
            if turn < n_left_out {
                next.push(seat);
                continue;
            }
            let cancellation = cx.cancellation().with_steps(steps);
            let mut fresh = cx.alike(cancellation.clone());
            let begin = Instant::now();
            let answers = pipeline::decide(&share, engine, replayer, &mut fresh);
            parts::ends(cx, engine, &answers, begin.elapsed());
            let is_over = cancellation.reason() == Some(Reason::TurnOver);
            tally.note(seat, answers, cx);
            if is_over {
                next.push(seat);
            } else {
                cx.take_statistics(fresh.statistics);
            }
            if cx.cancelled().is_some() {
                return;
            }
        }
        going = next;
        // What a search did not find soon, where it can prove nothing, it may never find.
        going.sort_by_key(|seat| seat.entry != Entry::Soon);
        turn += 1;
        steps = steps.saturating_mul(GROWTH);
    }
}
