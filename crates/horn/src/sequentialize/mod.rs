//! Unbounded lazy sequentialization [Nguyen, Fischer, La Torre, Parlato: Lazy Sequentialization for the Safety Verification of
//! Unbounded Concurrent Programs, ATVA 2016]: a program with threads becomes one sequential nondeterministic program that has
//! exactly its executions, for every loop and any number of context switches, and any sequential checker decides it.
//!
//! As in the paper, each thread keeps its program counter and its locals while others run; a scheduler picks, again and again, a
//! thread, which goes on from its counter to a place where a switch is considered; calls are inlined, so that each thread has its
//! own copy of what it calls; operations on locks and threads are assumptions about and assignments to variables ([`synchronize`],
//! [`threads`]); who cannot go on is not picked. The paper's driver goes round over all threads and lets each take no step at
//! all, which gives the same schedules.
//!
//! For checkers that take Horn clauses the sequential program is not made as text that steps through RESUME: a predicate stands
//! for what the paper keeps in its `pc` variables ([`control`]), and a clause for what a thread does between two switches
//! ([`path`]). More that is known as a constant may be part of the control: the states of locks, flags. It decides how many
//! predicates there are, never what holds.
//!
//! Bounded only in the number of threads and in the depth of recursion: both are ends that a proof must show to be out of reach.
//! Left out: what `sequential` leaves out, barriers, cancellation, cleanup routines, keys; each is UNKNOWN where it may be reached.

mod able;
mod clauses;
pub(crate) mod control;
mod figure;
pub(crate) mod path;
pub(crate) mod simulation;
pub(crate) mod synchronize;
pub(crate) mod threads;
mod unseen;

pub use figure::lazy_c;

use raddle_logic::term::Terms;
use raddle_program::property::Property;

use crate::sequentialize::control::{Exploration, TooLarge};
use crate::sequentialize::simulation::{Simulation, THREADS};
use crate::symbolic::encoded::Encoded;
use raddle_verify::context::Context;
use raddle_verify::task::Task;
use raddle_verify::verdict::Reason;

/// How many threads are followed: the first number that leads to few enough controls. Where threads are created without end, all that
/// are granted have too many.
const GRANTED: [usize; 4] = [THREADS, 4, 3, 2];

/// How often the layout may turn out to be incomplete: each time a call or a thread was found that nobody had seen.
const PASSES: usize = 40;

/// A program with threads as Horn clauses.
///
/// # Errors
/// Why it has no such form: it has too many places, the run was cancelled, or something else is asked than whether assertions hold, or what
/// steps there are (of all of them, for termination).
pub fn sequentialize(terms: &mut Terms, task: &Task, property: Property, cx: &Context) -> Result<Encoded, Reason> {
    if !matches!(property, Property::Assertions | Property::Termination) {
        let why = "of programs with threads assertions and termination alone are decided as yet".to_owned();
        let advice = "use --engine explicit or --engine bmc".to_owned();
        return Err(Reason::GaveUp { why, advice });
    }
    for n_threads in GRANTED {
        if let Some(encoded) = within(terms, task, property, n_threads, cx)? {
            return Ok(encoded);
        }
    }
    let why = "there are too many combinations of places at which threads stand".to_owned();
    let advice = "use --engine explicit or --engine bmc".to_owned();
    Err(Reason::GaveUp { why, advice })
}

/// The clauses of a program that are about so many threads; one more is an end. `None` if there are too many controls.
fn within(
    terms: &mut Terms,
    task: &Task,
    property: Property,
    n_threads: usize,
    cx: &Context,
) -> Result<Option<Encoded>, Reason> {
    let mut simulation = Simulation::new(terms, task, property, cx.options.reduction);
    simulation.n_threads = n_threads;
    for _ in 0..PASSES {
        let n_slots = simulation.layout.slots.len();
        let n_contexts = simulation.layout.contexts.len();
        let found = Exploration::of(terms, &mut simulation, cx);
        let grew = n_slots != simulation.layout.slots.len() || n_contexts != simulation.layout.contexts.len();
        if let Some(reason) = cx.cancelled() {
            return Err(reason);
        }
        match found {
            _ if grew => {}
            Ok(exploration) => return Ok(Some(clauses::clauses(terms, simulation, &exploration))),
            Err(TooLarge) => return Ok(None),
        }
    }
    Ok(None)
}
