//! Unbounded lazy sequentialization [Nguyen, Fischer, La Torre, Parlato: Lazy Sequentialization for the Safety Verification of Unbounded
//! Concurrent Programs, ATVA 2016]: translates a program with threads to one sequential nondeterministic program with exactly the same
//! executions, for unbounded loops and any number of context switches. Any sequential checker can then decide it.
//!
//! As in the paper, each thread keeps its program counter and its locals while other threads run. A scheduler repeatedly picks a thread,
//! which continues from its counter to the next context switch. Calls are inlined, so that each thread has its own copy of the callees.
//! Operations on locks and threads become assumptions about and assignments to variables ([`synchronize`], [`threads`]); a blocked thread
//! is not picked. The paper's driver iterates over all threads and lets each take any number of steps, also none, which gives the same
//! schedules.
//!
//! For Horn solvers the sequential program is not written as text with RESUME jumps. A predicate stands for the values of the paper's `pc`
//! variables ([`control`]), and a clause stands for the steps of a thread between two switches ([`path`]). Further known constants can be
//! part of the control: states of locks, flags. This choice affects the number of predicates only, never the answer.
//!
//! Only the number of threads and the recursion depth are bounded: both are endings that a proof must exclude. Unsupported: everything
//! `sequential` does not support, barriers, cancellation, cleanup routines, keys. Reaching one of them is UNKNOWN.

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

/// The numbers of threads that are tried, until there are few enough controls. With unbounded thread creation the limit is exceeded for all
/// of them.
const GRANTED: [usize; 4] = [THREADS, 4, 3, 2];

/// The most passes. A pass is repeated if it found a call or a thread that the layout did not have yet.
const PASSES: usize = 40;

/// A program with threads as Horn clauses.
///
/// # Errors
/// The reason why the program cannot be encoded: too many locations, a cancelled run, or a property other than assertions and termination.
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

/// The clauses for at most `n_threads` threads; creating one more is an ending. `None` if there are too many controls.
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
