//! Engines at the same time, each on a thread of its own.
//!
//! Traces are replayed here, on the thread that started the engines. An engine publishes each verdict at once
//! ([`crate::shared_results`]), and the remaining engines stop working on that property. So if two engines are each
//! held up by another property, both end as soon as each property is decided by one of them. An engine whose answer is
//! not needed any more is told to stop and given a moment; if it does not react, its thread is abandoned. If memory is
//! scarce, one engine at a time is told to stop, and no engine starts in its place before memory is available again.

use std::sync::mpsc::{RecvTimeoutError, Sender, channel};
use std::time::{Duration, Instant};

use crate::certify::Replayer;
use crate::context::{Cancellation, Context, Statistics};
use crate::engine::Engine;
use crate::pipeline;
use crate::portfolio::questions::Questions;
use crate::portfolio::{Entry, Means, Seat, parts, too_much_memory};
use crate::shared_results::{DecidedProperties, SharedResults, not_needed};
use crate::task::Task;
use crate::verdict::{Answers, Outcome};

/// The interval in which memory and the flag of the whole run are polled.
const LOOK: Duration = Duration::from_millis(20);
/// How long an engine that was told to stop may take. Well below the grace period of the whole run, so that the
/// decisions until then are not lost.
const GRACE: Duration = Duration::from_millis(200);
/// How long no further engine is stopped for memory after one was: freeing memory takes a moment.
const FREEING: Duration = Duration::from_millis(300);

/// What is heard of the engine at a place of the portfolio.
enum News {
    /// A verdict before its end.
    Published(usize, Outcome),
    /// Its end: its answers, and what it counted.
    Ended(usize, Answers, Statistics),
}

/// Runs engines until nothing is open, all have ended, or the run is stopped.
pub(super) fn run(
    questions: &mut Questions<'_>,
    seats: &[Seat],
    replayer: &dyn Replayer,
    cx: &mut Context,
    means: &Means<'_>,
) {
    let (sender, news) = channel::<News>();
    let settled = DecidedProperties::default();
    let begin = Instant::now();
    let mut waiting: Vec<usize> = (0..seats.len()).collect();
    waiting.sort_by_key(|&place| seats[place].entry.rank());
    let mut running: Vec<Option<Cancellation>> = seats.iter().map(|_| None).collect();
    let mut begun = vec![begin; seats.len()];
    let only_a_delayed_engine_proves = seats.iter().any(|seat| seat.entry == Entry::Soon);
    let mut told: Option<Instant> = None;
    let mut relieved: Option<Instant> = None;
    loop {
        // While memory is too scarce for the running engines, a new engine would only be stopped again.
        let is_crowded = relieved.is_some() && (means.is_short_of_memory)();
        while told.is_none() {
            let n_running = running.iter().flatten().count();
            if is_crowded && n_running > 0 {
                break;
            }
            let is_due = |seat: &Seat| begin.elapsed() >= seat.entry.wait(means.head_start);
            let n_due = seats.iter().filter(|&seat| is_due(seat)).count();
            let may_begin = |&place: &usize| {
                let n_more = if is_due(&seats[place]) { n_due } else { 0 };
                n_running < means.threads + n_more
            };
            let Some(first) = waiting.iter().position(may_begin) else { break };
            let place = waiting.remove(first);
            let engine = seats[place].engine;
            if let Some(share) = questions.share(engine) {
                begun[place] = Instant::now();
                let gives_way = seats[place].entry == Entry::AtOnce && only_a_delayed_engine_proves;
                let work = Work { place, engine, share, gives_way: gives_way.then_some(means.give_way) };
                running[place] = start(work, (&settled, &sender), cx, means.stack_bytes);
            }
        }
        if running.iter().all(Option::is_none) || told.is_some_and(|since| since.elapsed() >= GRACE) {
            let left_behind = (0..seats.len()).filter(|&place| running[place].is_some());
            left_behind.for_each(|place| parts::stays_behind(cx, seats[place].engine, begun[place].elapsed()));
            return;
        }
        match news.recv_timeout(LOOK) {
            Ok(News::Published(place, outcome)) if running[place].is_some() => {
                let answers = certified(questions, seats[place], Answers { outcomes: vec![outcome] }, replayer, cx);
                parts::posts(cx, seats[place].engine, &answers);
                questions.record(seats[place], answers, cx);
            }
            Ok(News::Ended(place, answers, statistics)) if running[place].take().is_some() => {
                let answers = certified(questions, seats[place], answers, replayer, cx);
                parts::ends(cx, seats[place].engine, &answers, begun[place].elapsed());
                questions.record(seats[place], answers, cx);
                cx.take_statistics(statistics);
            }
            Ok(News::Published(..) | News::Ended(..)) | Err(RecvTimeoutError::Timeout) => {}
            Err(RecvTimeoutError::Disconnected) => unreachable!("a sender is kept here"),
        }
        questions.settled().for_each(|property| settled.mark(property));
        let ends = told.is_none() && (questions.is_complete() || cx.cancelled().is_some());
        if ends {
            let reason = cx.cancelled().unwrap_or_else(not_needed);
            running.iter().flatten().for_each(|it| it.cancel(reason.clone()));
        } else {
            // An engine without undecided properties gives its place to another one.
            let is_of_no_use = |place: &usize| questions.share(seats[*place].engine).is_none();
            let on_their_way = (0..seats.len()).filter(|&place| running[place].is_some());
            on_their_way
                .filter(is_of_no_use)
                .filter_map(|place| running[place].as_ref())
                .for_each(|it| it.cancel(not_needed()));
        }
        // No engine works in vain while a trace is minimized.
        questions.tell();
        if ends {
            told = Some(Instant::now());
            continue;
        }
        if told.is_none()
            && let [_, .., last] = listening(&running).as_slice()
            && relieved.is_none_or(|since| since.elapsed() >= FREEING)
            && (means.is_short_of_memory)()
        {
            relieved = Some(Instant::now());
            last.cancel(too_much_memory(means));
        }
    }
}

/// What of an engine's answers is new, certified.
fn certified(
    questions: &Questions<'_>,
    seat: Seat,
    answers: Answers,
    replayer: &dyn Replayer,
    cx: &Context,
) -> Answers {
    let is_known = |outcome: &Outcome| questions.is_known_from(seat.engine, outcome);
    pipeline::confirm_new(questions.task(), answers, replayer, &cx.run_of(seat.engine.name()), is_known)
}

/// The running engines that were not told to stop.
fn listening(running: &[Option<Cancellation>]) -> Vec<&Cancellation> {
    running.iter().flatten().filter(|it| it.reason().is_none()).collect()
}

/// What a thread is started for.
struct Work {
    place: usize,
    engine: &'static dyn Engine,
    share: Task,
    gives_way: Option<fn()>,
}

/// Starts an engine on a thread, and returns the flag that stops it; `None` if no thread is available. Then the
/// remaining engines still run.
fn start(
    Work { place, engine, share, gives_way }: Work,
    (settled, sender): (&DecidedProperties, &Sender<News>),
    cx: &Context,
    stack_bytes: usize,
) -> Option<Cancellation> {
    let cancellation = cx.cancellation().child();
    let fresh = cx.recipe(cancellation.clone());
    let (settled, sender) = (settled.clone(), sender.clone());
    let body = move || {
        gives_way.into_iter().for_each(|give_way| give_way());
        let mut cx = fresh.context();
        let posts = sender.clone();
        // The receiver may have been dropped.
        let post = move |outcome| drop(posts.send(News::Published(place, outcome)));
        cx.shared_results = SharedResults::new(settled, post);
        let answers = pipeline::answer(&share, engine, &mut cx);
        let _ = sender.send(News::Ended(place, answers, cx.statistics));
    };
    let started = std::thread::Builder::new().name(engine.name().into()).stack_size(stack_bytes).spawn(body);
    started.ok().map(|_| cancellation)
}
