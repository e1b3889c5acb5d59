//! `auto`: several engines on one task; the first certified answer to a property counts.
//!
//! Cheap static answers come first. The open properties go to the engines that follow executions: side by side if there
//! are processors for them ([`side_by_side`]), else in turns that get longer and longer ([`turns`]). When an engine
//! decides a property, the remaining engines stop working on it; when no property is left, they are told to stop. An
//! engine that needs too much memory stops alone.
//!
//! Answers from value ranges are less cheap: when they came first, they took as long as `bmc` took for a violation (in
//! the median of the programs of weak memory of SV-COMP). So they come *shortly* after: beside the first of the engines
//! that follow executions, or behind its first turn.
//!
//! *Delayed engines* prove programs for which a search does not end. One takes part if its trigger condition holds, and
//! not at once: so properties that a search decides quickly take no longer than without it. It joins the running
//! engines after the head start, or after a part of it if no search can prove anything; a second delayed engine follows
//! after the same time. `residual` does not count as the first: it looks at less of the program than the searches, and
//! soon ends. A delayed engine takes the place of an engine that has ended at once. If every search ends,
//! `compositional` takes part, too: an invariant does not grow with the number of iterations. If the number of threads
//! is bounded, `sequential` comes first: of the algorithms in `examples/papers/ul-cseq`, which run for ever, it proves
//! each but one sooner than `compositional`, and takes tenths of a second where `compositional` takes seconds. If only
//! a delayed engine can prove anything, the searches give way to it: what they find, they find soon, and three
//! engines on two processors cost the proving engine a third of its time.
//!
//! `random` is a delayed engine for every program. It finds violations in many of the programs that no other engine decides soon.
//!
//! Two engines that contradict each other show a bug in Raddle: then there is no answer.
//!
//! Each static fact is computed once ([`raddle_analysis::analyzed_program`]), and each decision is published to all
//! engines ([`crate::shared_results`]). Left out: an exchange of bounds and parts of invariants between running
//! engines. A bound that `bmc` has reached would save `sequential` the unwinding of its own, a thirtieth of its time
//! for the bakery and a hundredth for the ticket lock of these examples; the constants that bound loops are among its
//! guesses anyway. Left out since it does not pay: `modular` and `slice` as delayed engines. Of the programs of CoMuS's
//! families with 2 to 10 threads that `modular` decides, `bmc` decides all but Peterson's in 0.5 s at most, and
//! `sequential` decides that one; of SV-COMP's, `modular` decides 2 of 209.

mod auto_engine;
mod parts;
mod questions;
mod side_by_side;
mod turns;

pub use self::auto_engine::AutoEngine;

use std::time::{Duration, Instant};

use crate::certify::Replayer;
use crate::context::Context;
use crate::engine::{DelayedEngine, Engine, Search, Trigger};
use crate::pipeline;
use crate::portfolio::questions::Questions;
use crate::task::Task;
use crate::verdict::{Answers, Outcome, Reason};

/// The name on the command line.
pub const NAME: &str = "auto";

/// What it does, in one line.
pub const SUMMARY: &str =
    "static answers first, then engines that follow executions, then provers for loops and threads without bounds";

/// Which engines take part.
#[derive(Clone, Copy)]
pub struct Portfolio<'a> {
    /// Those that are asked first, one after the other: they take little time.
    pub first: &'a [&'static dyn Engine],
    /// Those that are asked about the rest; where memory becomes scarce, the last one that runs stops first.
    pub followers: &'a [&'static dyn Engine],
    /// Those that come behind the first of the followers, since they end soon, if not at once.
    pub shortly: &'a [&'static dyn Engine],
    /// Those that start after the followers, if their trigger condition holds.
    pub delayed: &'a [DelayedEngine],
}

/// An engine that takes part.
#[derive(Clone, Copy)]
struct Seat {
    engine: &'static dyn Engine,
    entry: Entry,
}

/// When an engine that takes part begins.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Entry {
    /// Before the remaining engines, and alone.
    First,
    AtOnce,
    /// At once, too, and soon over.
    Shortly,
    /// A delayed engine where no search can prove anything: what a search finds there, it finds soon.
    Soon,
    /// A delayed engine where a search may have no end, and the how many-th of those it is, from 1 on.
    Late(u32),
    /// A delayed engine where every search has an end: one that needs no more than some seconds is not held up.
    Last,
}

impl Entry {
    /// After how long one more engine than before may run, so that this one has a place; never for an engine that is there from the beginning.
    fn wait(self, head_start: Duration) -> Duration {
        match self {
            Entry::First | Entry::AtOnce | Entry::Shortly => Duration::MAX,
            Entry::Soon => head_start / 3,
            Entry::Late(number) => head_start * number,
            Entry::Last => head_start * 4,
        }
    }

    /// The position in the order in which engines begin. Engines with equal positions begin in the order of their
    /// seats.
    fn rank(self) -> u32 {
        match self {
            Entry::First => 0,
            Entry::AtOnce | Entry::Shortly => 1,
            Entry::Soon => 2,
            Entry::Late(number) => number.saturating_add(2),
            Entry::Last => u32::MAX,
        }
    }
}

/// How long the followers are among themselves.
pub const HEAD_START: Duration = Duration::from_millis(1_500);

/// What the engines may use.
pub struct Means<'a> {
    /// How many engines may run at the same time, at least 1, apart from delayed engines. With 1 the answers are always the same.
    pub threads: usize,
    /// Bytes of stack for each of them.
    pub stack_bytes: usize,
    /// How long delayed engines wait where engines run at the same time.
    pub head_start: Duration,
    /// Lowers the priority of an engine, on whose thread it is called. It may do nothing.
    pub give_way: fn(),
    /// Whether so much memory is used that fewer engines should run.
    pub is_short_of_memory: &'a dyn Fn() -> bool,
    /// How many bytes are in use.
    pub bytes_in_use: &'a dyn Fn() -> u64,
    /// Called with each property when it is decided: SAFE or UNSAFE, certified. A later verdict that contradicts it
    /// makes the final answer an internal error.
    pub decided: &'a dyn Fn(&Outcome),
}

/// The reason for an engine that is stopped because memory is short.
fn too_much_memory(means: &Means<'_>) -> Reason {
    Reason::GaveUp {
        why: format!("it needed more than its part of the memory, with {} MB in use", (means.bytes_in_use)() >> 20),
        advice: "give more memory with --memory".to_owned(),
    }
}

/// Decides a task with the engines of a portfolio. One outcome for each property of the task, in their order; every unsafe one
/// was replayed.
pub fn decide(
    task: &Task,
    portfolio: Portfolio<'_>,
    replayer: &dyn Replayer,
    cx: &mut Context,
    means: &Means<'_>,
) -> Answers {
    let mut questions = Questions::new(task, means.decided);
    let first = portfolio.first.iter().filter(|engine| may_prove(task, **engine));
    for &engine in first {
        if let Some(share) = questions.share(engine).filter(|_| cx.cancelled().is_none()) {
            parts::enter(cx, engine, "it takes little time", "it did not begin");
            let begin = Instant::now();
            let answers = pipeline::decide(&share, engine, replayer, cx);
            parts::ends(cx, engine, &answers, begin.elapsed());
            questions.note(Seat { engine, entry: Entry::First }, answers, cx);
        }
    }
    if !questions.is_complete() && cx.cancelled().is_none() {
        let seats = seats(task, &questions, portfolio, cx);
        if means.threads > 1 && seats.len() > 1 {
            side_by_side::run(&mut questions, &seats, replayer, cx, means);
        } else {
            turns::run(&mut questions, &seats, replayer, cx, means);
        }
    }
    questions.answers(cx.cancelled())
}

/// Whether a proof of an engine counts: not where C leaves it open whether two pointers are equal, and the engine takes one answer for granted.
fn may_prove(task: &Task, engine: &dyn Engine) -> bool {
    engine.tries_equalities() || task.program.open_equality().is_none()
}

/// The engines that take part in the rest. Where memory becomes scarce, the last one stops first. A follower whose proofs do not count may find
/// a violation.
fn seats(task: &Task, questions: &Questions<'_>, portfolio: Portfolio<'_>, cx: &mut Context) -> Vec<Seat> {
    let mut seats: Vec<Seat> =
        portfolio.followers.iter().map(|&engine| Seat { engine, entry: Entry::AtOnce }).collect();
    let behind_the_first = seats.len().min(1);
    let shortly = portfolio.shortly.iter().filter(|engine| may_prove(task, **engine));
    let shortly = shortly.map(|&engine| Seat { engine, entry: Entry::Shortly });
    seats.splice(behind_the_first..behind_the_first, shortly);
    seats.retain(|seat| seat.entry != Entry::Shortly || questions.share(seat.engine).is_some());
    for seat in &seats {
        let (why, end) = match (questions.share(seat.engine), seat.entry) {
            (None, _) => ("it decides nothing that is open", "it did not begin"),
            (Some(_), Entry::Shortly) => ("it runs nothing, so that it ends soon", "it waited for a place"),
            (Some(_), _) => ("it follows executions", "it waited for a place"),
        };
        parts::enter(cx, seat.engine, why, end);
    }
    let mut n_late = 0;
    for &DelayedEngine { engine, trigger } in portfolio.delayed.iter().filter(|it| may_prove(task, it.engine)) {
        let Some(share) = questions.share(engine) else {
            parts::enter(cx, engine, "it decides nothing that is open", "it did not begin");
            continue;
        };
        let Some(Trigger { why, search }) = trigger(&share) else {
            parts::enter(cx, engine, "the program gives it no prospect", "it did not begin");
            continue;
        };
        parts::enter(cx, engine, &why, "it was too early for it, or it waited for a place");
        // What takes part in every program says nothing of this one.
        if !engine.proves_nothing() {
            cx.notes.push(format!("{} takes part, since {why}", engine.name()));
        }
        let (place, entry) = match search {
            Search::ProvesNothing => (seats.len().min(1), Entry::Soon),
            Search::MayNotEnd => {
                n_late += 1;
                (seats.len(), Entry::Late(n_late))
            }
            Search::LooksAtAll => (seats.len(), Entry::Late(1)),
            Search::Ends => (seats.len(), Entry::Last),
        };
        seats.insert(place, Seat { engine, entry });
    }
    seats
}
