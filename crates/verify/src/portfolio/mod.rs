//! `auto`: several engines on one task; the first certified answer to a property counts.
//!
//! Cheap static answers come first. What they leave open goes to the engines that follow executions: side by side where
//! there are processors for them ([`side_by_side`]), else in turns that get longer and longer ([`turns`]). One engine's
//! answer to a property takes this question from the others; when no question is left, they are told to stop. An engine that
//! needs too much memory stops alone, and the others go on.
//!
//! Two engines that contradict each other show a bug of ours: then there is no answer.
//!
//! Left out so far: engines that tell each other what they have found (bounds, invariants), and a choice by features of the
//! program.

mod side_by_side;
mod tally;
mod turns;

use crate::certify::Replayer;
use crate::context::Context;
use crate::engine::Engine;
use crate::pipeline;
use crate::portfolio::tally::Tally;
use crate::task::Task;
use crate::verdict::{Answers, Reason};

/// The name on the command line.
pub const NAME: &str = "auto";

/// What it does, in one line.
pub const SUMMARY: &str =
    "static answers first, then all engines that follow executions; the first certified answer counts";

/// Which engines take part.
#[derive(Clone, Copy)]
pub struct Roster<'a> {
    /// Those that are asked first, one after the other: they take little time.
    pub first: &'a [&'static dyn Engine],
    /// Those that are asked about the rest; where memory becomes scarce, the last one that runs stops first.
    pub followers: &'a [&'static dyn Engine],
}

/// Everybody.
pub const ROSTER: Roster<'static> = Roster {
    first: &[&crate::static_answers::Static],
    followers: &[&crate::bmc::Bmc, &crate::explicit::Explicit, &crate::termination::Ranking],
};

/// What the engines may use.
pub struct Means<'a> {
    /// How many engines may run at the same time, at least 1. With 1 the answers are always the same.
    pub threads: usize,
    /// Bytes of stack for each of them.
    pub stack_bytes: usize,
    /// Whether so much memory is used that fewer engines should run.
    pub is_short_of_memory: &'a dyn Fn() -> bool,
}

/// Decides a task with the engines of a roster. One outcome for each property of the task, in their order; every unsafe one
/// was replayed.
pub fn decide(
    task: &Task,
    roster: Roster<'_>,
    replayer: &dyn Replayer,
    cx: &mut Context,
    means: &Means<'_>,
) -> Answers {
    let mut tally = Tally::new(task);
    for &engine in roster.first {
        if let Some(share) = tally.share(engine).filter(|_| cx.cancelled().is_none()) {
            let answers = pipeline::decide(&share, engine, replayer, cx);
            tally.note(engine, answers, cx);
        }
    }
    if !tally.is_complete() && cx.cancelled().is_none() {
        if means.threads > 1 && roster.followers.len() > 1 {
            side_by_side::run(&mut tally, roster.followers, replayer, cx, means);
        } else {
            turns::run(&mut tally, roster.followers, replayer, cx);
        }
    }
    tally.answers(cx.cancelled())
}

/// Why an engine is told to stop whose answer nobody needs any more.
fn not_needed() -> Reason {
    Reason::GaveUp { why: "another engine was faster".into(), advice: "name one engine with --engine".into() }
}
