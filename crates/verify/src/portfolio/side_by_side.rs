//! Engines at the same time, each on a thread of its own.
//!
//! Traces are replayed here, by whoever started the engines. An engine whose answer nobody needs is told to stop and given a
//! moment; one that does not listen is left behind. Where memory was scarce, one at a time is told to stop, and nobody begins in its
//! place before memory is there again.

use std::sync::mpsc::{RecvTimeoutError, Sender, channel};
use std::time::{Duration, Instant};

use crate::certify::Replayer;
use crate::context::{Cancellation, Context, Statistics};
use crate::engine::Engine;
use crate::pipeline;
use crate::portfolio::tally::Tally;
use crate::portfolio::{Means, Seat, not_needed, part};
use crate::task::Task;
use crate::verdict::{Answers, Reason};

/// How often memory and the flag of the whole run are looked at.
const LOOK: Duration = Duration::from_millis(20);
/// How long an engine that was told to stop may take.
const GRACE: Duration = Duration::from_millis(400);
/// How long nobody else is stopped for memory after one was: to give it back takes a moment.
const FREEING: Duration = Duration::from_millis(300);

/// The end of an engine: its place in the roster, its answers, what it counted.
type End = (usize, Answers, Statistics);

/// Runs engines until nothing is open, all have ended, or the run is stopped.
pub(super) fn run(tally: &mut Tally<'_>, seats: &[Seat], replayer: &dyn Replayer, cx: &mut Context, means: &Means<'_>) {
    let (sender, ends) = channel::<End>();
    let begin = Instant::now();
    let mut waiting: Vec<usize> = (0..seats.len()).collect();
    waiting.sort_by_key(|&place| seats[place].is_late);
    let mut running: Vec<Option<Cancellation>> = seats.iter().map(|_| None).collect();
    let mut begun = vec![begin; seats.len()];
    let mut told: Option<Instant> = None;
    let mut relieved: Option<Instant> = None;
    loop {
        // Who begins where memory was too little for those that ran would only be stopped again.
        let is_crowded = relieved.is_some() && (means.is_short_of_memory)();
        while told.is_none() {
            let n_running = running.iter().flatten().count();
            if is_crowded && n_running > 0 {
                break;
            }
            let may_begin = |&place: &usize| {
                let is_extra = seats[place].is_late && begin.elapsed() >= means.head_start;
                n_running < means.threads + usize::from(is_extra)
            };
            let Some(first) = waiting.iter().position(may_begin) else { break };
            let place = waiting.remove(first);
            let engine = seats[place].engine;
            if let Some(share) = tally.share(engine) {
                begun[place] = Instant::now();
                running[place] = start(place, engine, share, cx, means.stack_bytes, sender.clone());
            }
        }
        if running.iter().all(Option::is_none) || told.is_some_and(|since| since.elapsed() >= GRACE) {
            let left_behind = (0..seats.len()).filter(|&place| running[place].is_some());
            left_behind.for_each(|place| part::stays_behind(cx, seats[place].engine, begun[place].elapsed()));
            return;
        }
        match ends.recv_timeout(LOOK) {
            Ok((place, answers, statistics)) => {
                if running[place].take().is_some() {
                    let properties: Vec<_> = answers.outcomes.iter().map(|outcome| outcome.property).collect();
                    let answers = pipeline::confirm(&properties, answers, replayer);
                    part::ends(cx, seats[place].engine, &answers, begun[place].elapsed());
                    tally.note(seats[place], answers, cx);
                    cx.take_statistics(statistics);
                }
            }
            Err(RecvTimeoutError::Timeout) => {}
            Err(RecvTimeoutError::Disconnected) => unreachable!("a sender is kept here"),
        }
        if told.is_none() && (tally.is_complete() || cx.cancelled().is_some()) {
            let reason = cx.cancelled().unwrap_or_else(not_needed);
            running.iter().flatten().for_each(|it| it.cancel(reason.clone()));
            told = Some(Instant::now());
        } else if let [_, .., last] = listening(&running).as_slice()
            && relieved.is_none_or(|since| since.elapsed() >= FREEING)
            && (means.is_short_of_memory)()
        {
            relieved = Some(Instant::now());
            let advice = "give more memory with --memory".to_owned();
            let why = "it needed more than its part of the memory".to_owned();
            last.cancel(Reason::GaveUp { why, advice });
        }
    }
}

/// Those that run and were not told to stop.
fn listening(running: &[Option<Cancellation>]) -> Vec<&Cancellation> {
    running.iter().flatten().filter(|it| it.reason().is_none()).collect()
}

/// Starts an engine on a thread, and says what stops it; `None` if there is no thread to be had, which is no reason not to run the others.
fn start(
    place: usize,
    engine: &'static dyn Engine,
    share: Task,
    cx: &Context,
    stack_bytes: usize,
    sender: Sender<End>,
) -> Option<Cancellation> {
    let cancellation = cx.cancellation().child();
    let fresh = cx.recipe(cancellation.clone());
    let body = move || {
        let mut cx = fresh.context();
        let answers = pipeline::answer(&share, engine, &mut cx);
        // Whoever started it may have stopped listening.
        let _ = sender.send((place, answers, cx.statistics));
    };
    let started = std::thread::Builder::new().name(engine.name().into()).stack_size(stack_bytes).spawn(body);
    started.ok().map(|_| cancellation)
}
