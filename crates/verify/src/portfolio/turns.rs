//! One engine at a time, in turns.
//!
//! Each engine has a thread of its own, but only one thread runs at a time ([`crate::turn`]): an engine that has used
//! up its turn waits inside its next poll, and goes on there in the next round. A turn is a number of steps, and a
//! round is one turn of each engine, so the same input has the same answer. A step of an engine is a poll of its flag.
//! [`steps`] gives the number of steps of a turn, such that turns of different engines take about the same time. With n
//! engines, what one of them decides alone in T is decided in about n T. The work of a solver between two polls counts
//! as steps, too ([`raddle_logic::work`]): a conflict of a large formula takes a thousand times as long as one of a
//! small one.
//!
//! Delayed engines begin after some rounds. If memory is short, the engine whose turns used most of it is told to stop;
//! its memory is freed, and the remaining engines go on.

use std::rc::Rc;
use std::sync::Arc;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::time::{Duration, Instant};

use crate::certify::Replayer;
use crate::context::{Cancellation, Context, Statistics};
use crate::engine::Engine;
use crate::pipeline;
use crate::portfolio::questions::Questions;
use crate::portfolio::{Entry, Means, Seat, parts};
use crate::shared_results::{DecidedProperties, SharedResults, not_needed};
use crate::task::Task;
use crate::turn::Turn;
use crate::verdict::{Answers, Outcome};

/// After how many rounds the first delayed engine begins.
const DELAY: u32 = 60;

/// For how many rounds no second engine is stopped for memory: freeing memory takes a moment.
const FREEING: u32 = 20;

/// How many steps of an engine are a turn: 1 to 20 ms in the median, measured on programs of SV-COMP. The steps of `bmc` are those of
/// its SAT solver, which are shorter.
fn steps(engine: &dyn Engine) -> u64 {
    match engine.name() {
        "bmc" => 8_000,
        _ => 1_000,
    }
}

/// What an engine says.
enum News {
    /// A verdict before its end.
    Published(Outcome),
    /// Its end: its answers, and what it counted.
    Ended(Answers, Statistics),
}

/// An engine that has begun.
struct Player {
    seat: Seat,
    turn: Arc<Turn>,
    cancellation: Cancellation,
    news: Receiver<News>,
    took: Duration,
    /// By how much the memory in use grew in its turns.
    bytes: i64,
}

/// Asks the engines in turns until nothing is open, all have ended, or the run is stopped.
pub(super) fn run(
    questions: &mut Questions<'_>,
    seats: &[Seat],
    replayer: &dyn Replayer,
    cx: &mut Context,
    means: &Means<'_>,
) {
    let mut waiting = seats.to_vec();
    waiting.sort_by_key(|seat| seat.entry.rank());
    let settled = DecidedProperties::default();
    let mut going: Vec<Player> = Vec::new();
    let (mut round, mut relieved) = (0, 0);
    while !going.is_empty() || !waiting.is_empty() {
        if going.is_empty() {
            // No engine runs that a delay would favour.
            round = round.max(waiting.iter().map(|seat| delay(seat.entry)).min().unwrap_or(0));
        }
        let (due, later): (Vec<Seat>, Vec<Seat>) = waiting.into_iter().partition(|seat| delay(seat.entry) <= round);
        waiting = later;
        let mut beginning = due.into_iter();
        let mut next = Vec::new();
        let mut rest = std::mem::take(&mut going).into_iter();
        loop {
            let player = match rest.next() {
                Some(player) => player,
                None => match beginning.next() {
                    None => break,
                    Some(seat) => match questions.share(seat.engine) {
                        None => continue,
                        Some(share) => match begin(seat, share, &settled, cx, means) {
                            Some(player) => player,
                            None => {
                                alone(seat, questions, replayer, cx);
                                continue;
                            }
                        },
                    },
                },
            };
            if let Some(player) = take_turn(player, questions, replayer, cx, means) {
                next.push(player);
            }
            questions.settled().for_each(|property| settled.mark(property));
        }
        if round >= relieved && relieve(&next, means) {
            relieved = round + FREEING;
        }
        going = next;
        round += 1;
    }
}

/// After how many rounds an engine begins.
fn delay(entry: Entry) -> u32 {
    match entry {
        Entry::First | Entry::AtOnce | Entry::Shortly | Entry::Soon => 0,
        Entry::Late(number) => DELAY.saturating_mul(number),
        Entry::Last => DELAY * 4,
    }
}

/// Starts an engine on a thread of its own, where it waits for its first turn; `None` if there is no thread to be had.
fn begin(seat: Seat, share: Task, settled: &DecidedProperties, cx: &Context, means: &Means<'_>) -> Option<Player> {
    let turn = Arc::new(Turn::default());
    let cancellation = cx.cancellation().with_turn(turn.clone());
    let fresh = cx.recipe(cancellation.clone());
    let (sender, news) = channel::<News>();
    let (of_engine, settled, engine) = (turn.clone(), settled.clone(), seat.engine);
    let body = move || {
        of_engine.begin();
        let pauses = of_engine.clone();
        raddle_logic::work::set_pause(Rc::new(move || pauses.step()));
        let _end = End(of_engine);
        work(engine, &share, fresh.context(), settled, &sender);
    };
    let thread = std::thread::Builder::new().name(seat.engine.name().into()).stack_size(means.stack_bytes);
    thread.spawn(body).ok()?;
    Some(Player { seat, turn, cancellation, news, took: Duration::ZERO, bytes: 0 })
}

/// Ends the turn also if the thread panics.
struct End(Arc<Turn>);

impl Drop for End {
    fn drop(&mut self) {
        self.0.end();
    }
}

fn work(engine: &'static dyn Engine, share: &Task, mut cx: Context, settled: DecidedProperties, sender: &Sender<News>) {
    let posts = sender.clone();
    cx.shared_results = SharedResults::new(settled, move |outcome| drop(posts.send(News::Published(outcome))));
    let answers = pipeline::answer(share, engine, &mut cx);
    let statistics = std::mem::take(&mut cx.statistics);
    // What it leaves is freed in its turn.
    drop(cx);
    drop(sender.send(News::Ended(answers, statistics)));
}

/// Gives an engine its turn; nothing is left of it if it has ended.
fn take_turn(
    mut player: Player,
    questions: &mut Questions<'_>,
    replayer: &dyn Replayer,
    cx: &mut Context,
    means: &Means<'_>,
) -> Option<Player> {
    let Player { seat, .. } = player;
    if questions.share(seat.engine).is_none() {
        player.cancellation.cancel(not_needed());
    }
    let (begin, before) = (Instant::now(), (means.bytes_in_use)());
    player.turn.grant(steps(seat.engine));
    player.took += begin.elapsed();
    player.bytes += (means.bytes_in_use)() as i64 - before as i64;
    loop {
        let (answers, statistics) = match player.news.try_recv() {
            Ok(News::Published(outcome)) => (Answers { outcomes: vec![outcome] }, None),
            Ok(News::Ended(answers, statistics)) => (answers, Some(statistics)),
            Err(_) => return Some(player),
        };
        let is_known = |outcome: &Outcome| questions.is_known_from(seat.engine, outcome);
        let answers =
            pipeline::confirm_new(questions.task(), answers, replayer, &cx.run_of(seat.engine.name()), is_known);
        match statistics {
            None => parts::posts(cx, seat.engine, &answers),
            Some(statistics) => {
                parts::ends(cx, seat.engine, &answers, player.took);
                questions.note(seat, answers, cx);
                cx.take_statistics(statistics);
                return None;
            }
        }
        questions.note(seat, answers, cx);
    }
}

/// Runs an engine to its end on this thread: there is no other one to be had.
fn alone(seat: Seat, questions: &mut Questions<'_>, replayer: &dyn Replayer, cx: &mut Context) {
    let Some(share) = questions.share(seat.engine) else { return };
    let begin = Instant::now();
    let mut fresh = cx.alike(cx.cancellation().child());
    let answers = pipeline::decide(&share, seat.engine, replayer, &mut fresh);
    parts::ends(cx, seat.engine, &answers, begin.elapsed());
    questions.note(seat, answers, cx);
    cx.take_statistics(fresh.statistics);
}

/// If memory is short, stops the engine that uses most of it. Returns whether there was one.
fn relieve(going: &[Player], means: &Means<'_>) -> bool {
    if !(means.is_short_of_memory)() {
        return false;
    }
    let listens = |player: &&Player| player.cancellation.reason_of_last_poll().is_none();
    let largest = going.iter().filter(listens).max_by_key(|player| player.bytes);
    if let Some(largest) = largest {
        largest.cancellation.cancel(super::too_much_memory(means));
    }
    largest.is_some()
}
