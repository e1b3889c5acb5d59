//! Why a property holds.

use serde::Serialize;
use std::fmt;

use crate::fact::Fact;

/// The lines of an argument that the independent checker reads ([`raddle_certify::freedom`]), or what the lines have no form for.
pub type Argument = Result<Vec<String>, String>;

/// Why a property holds.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Proof {
    /// Every reachable state was visited.
    Exhausted {
        /// Number of states.
        states: u64,
        /// Number of transitions between them.
        transitions: u64,
    },
    /// The graph of all reachable states has no infinite path, and no thread waits for ever in any state.
    NoLasso {
        /// Number of states.
        states: u64,
        /// Number of moves between them.
        moves: u64,
        /// Whether only fair paths count.
        is_fair: bool,
    },
    /// Each cycle has a rank: a machine integer that decreases again and again and never increases. New solvers proved
    /// the ranks and their premises again, and no thread waits for ever.
    Ranked {
        /// How many ranks.
        ranks: u64,
        /// The number of locations with a transition invariant instead: whenever an execution comes back, one of
        /// several ranks is smaller.
        invariants: u64,
        /// The number of steps that are taken finitely often without a rank: they wait for a signal, or they keep a
        /// thread waiting for ever, which is not fair.
        seldom: u64,
        /// Steps on cycles.
        steps: u64,
        /// Locations of the program.
        places: u64,
        /// Whether only fair executions count.
        is_fair: bool,
    },
    /// For every two accesses that may conflict, some fact excludes a race.
    RaceFree {
        /// Accesses in all code that threads may run.
        accesses: u64,
        /// Pairs that may conflict.
        pairs: u64,
        /// Whether some are kept apart by values in memory. Without them, locks, creations, joins and atomic types keep all pairs apart, and
        /// that holds in executions that are no interleavings, too.
        #[serde(skip)]
        follows_values: bool,
        /// What the independent checker reads.
        #[serde(skip)]
        argument: Argument,
    },
    /// Threads cannot wait for each other in a cycle.
    DeadlockFree {
        /// Locations at which threads may block.
        points: u64,
        /// Cycles that are excluded, each by two points that cannot be reached together.
        circles: u64,
        /// What the independent checker reads.
        #[serde(skip)]
        argument: Argument,
    },
    /// Between the numbers that were found for all variables, in every state of every thread, no assertion fails.
    Intervals {
        /// Assertions in all code that threads may run.
        assertions: u64,
    },
    /// The same of the counter of a program that counts what it allocates, wherever the process ends.
    Freed {
        /// Places in all code that threads may run at which the process ends.
        ends: u64,
    },
    /// Between the numbers that were found for all variables, no operator leaves its type or is undefined.
    Operators {
        /// Steps with operators that may violate the property by their text.
        steps: u64,
    },
    /// Between the numbers that were found for all variables, every access stays inside an object that lives.
    Inside {
        /// Steps that access memory.
        steps: u64,
        /// Whether this holds only if no allocation is refused, however large.
        #[serde(skip_serializing_if = "std::ops::Not::not")]
        if_allocated: bool,
    },
    /// Value ranges show that all but some steps violate nothing. Another engine proved the program up to the last of these steps.
    Residual {
        /// The number of steps that value ranges leave open.
        open: u64,
        /// The proof of the other engine, in words.
        rest: String,
    },
    /// Every call uses a synchronization object or a thread that can be used, and releases what the thread holds.
    Usage {
        /// The calls in all code that threads may run.
        calls: u64,
    },
    /// An invariant of every place makes every transition true, and was proved again by a new solver.
    Invariant {
        /// Places of the program, calls inlined.
        places: u64,
        /// Clauses that were proved: transitions, and what they must not end in.
        clauses: u64,
        /// What holds where threads stand, as text.
        #[serde(skip)]
        found: String,
        /// The invariant in a form in which it can be proved again; empty if it is about another program than the task.
        #[serde(skip)]
        certificate: String,
        /// The facts of the invariant that can be written in C.
        #[serde(skip)]
        facts: Vec<Fact>,
    },
    /// What some threads know of each other at each place is an invariant that all threads keep; it was proved again by a new solver.
    Compositional {
        /// How many threads the invariant is about at once: the level.
        members: u64,
        /// Whether those are all threads.
        sees_all: bool,
        /// Whether there may be any number of threads.
        is_unbounded: bool,
        /// How many of a kind may run at the same time, if the proof relies on it.
        at_once: Option<u64>,
        /// Combinations of their places.
        views: u64,
        /// Clauses that were proved.
        clauses: u64,
        /// The invariant, in a form that the engine reads to prove it again.
        #[serde(skip)]
        found: String,
        /// The facts of the invariant that can be written in C.
        #[serde(skip)]
        facts: Vec<Fact>,
    },
    /// Each thread keeps its assertions under every behaviour of its environment that is not excluded, and each
    /// exclusion was proved in the same way.
    Modular {
        /// Threads with assertions.
        threads: u64,
        /// What environments cannot do.
        restrictions: u64,
        /// Sequential programs that were proved again.
        programs: u64,
    },
    /// The claim of another tool, whose reasons were not checked.
    External {
        /// Its name.
        tool: String,
    },
    /// Induction over several steps; new solvers checked its queries again.
    Induction {
        /// Over how many steps.
        depth: u64,
        /// Formulas that hold always, which it uses.
        known: u64,
    },
    /// The program was unwound completely, and no execution of what was unwound violates the property or goes beyond it.
    Unwound {
        /// The bound of loops that nothing else bounds.
        bound: u32,
        /// Number of events.
        events: u64,
        /// Number of threads.
        threads: u64,
    },
}

impl Proof {
    /// What it says of single places, where C has words for it.
    pub fn facts(&self) -> &[Fact] {
        match self {
            Proof::Invariant { facts, .. } | Proof::Compositional { facts, .. } => facts,
            Proof::Exhausted { .. }
            | Proof::NoLasso { .. }
            | Proof::Ranked { .. }
            | Proof::RaceFree { .. }
            | Proof::DeadlockFree { .. }
            | Proof::Intervals { .. }
            | Proof::Freed { .. }
            | Proof::Operators { .. }
            | Proof::Inside { .. }
            | Proof::Residual { .. }
            | Proof::Usage { .. }
            | Proof::Modular { .. }
            | Proof::External { .. }
            | Proof::Induction { .. }
            | Proof::Unwound { .. } => &[],
        }
    }
}

/// What a proof of termination takes for granted.
fn assumed(is_fair: bool) -> &'static str {
    match is_fair {
        true => " if every thread that can go on again and again does (--fair)",
        false => "",
    }
}

impl fmt::Display for Proof {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Proof::Exhausted { states, transitions } => {
                let visited = if *states == 1 { "the only state was" } else { &format!("all {states} states were") };
                write!(f, "{visited} visited by {transitions} transitions")
            }
            Proof::NoLasso { states, moves, is_fair } => {
                let fair = assumed(*is_fair);
                write!(
                    f,
                    "all {states} states were visited by {moves} moves: every execution ends{fair}, and nobody waits for ever"
                )
            }
            Proof::Ranked { ranks: 0, seldom: 0, places, .. } => {
                write!(f, "there is no way round among {places} places, and nobody waits for ever")
            }
            Proof::Ranked { ranks, invariants, seldom, steps, places, is_fair } => {
                let plural = if *ranks == 1 { "" } else { "s" };
                let waits = match seldom {
                    0 => String::new(),
                    1 => ", and one step that only waits".to_owned(),
                    more => format!(", and {more} steps that only wait"),
                };
                let fair = assumed(*is_fair);
                let closed = match invariants {
                    0 => String::new(),
                    1 => ", in a transition invariant of one place".to_owned(),
                    more => format!(", some in transition invariants of {more} places"),
                };
                write!(
                    f,
                    "{ranks} rank{plural} for the {steps} steps that go round among {places} places{closed}{waits}: every execution ends{fair}, and \
                     nobody waits for ever"
                )
            }
            Proof::DeadlockFree { points, circles, argument: _ } => {
                let places = if *points == 1 { "1 place" } else { &format!("{points} places") };
                let circles = match circles {
                    0 => "there is no circle in which they could wait".to_owned(),
                    1 => "the circle in which they could wait is not possible".to_owned(),
                    more => format!("of the {more} circles in which they could wait none is possible"),
                };
                write!(f, "threads may block at {places}, and {circles}")
            }
            Proof::RaceFree { accesses, pairs, .. } => {
                write!(
                    f,
                    "of {accesses} accesses {pairs} pairs may conflict; a lock, an order, atomic accesses or other bytes keep each pair apart"
                )
            }
            Proof::Intervals { assertions: 0 } => write!(f, "no thread comes to an assertion"),
            Proof::Intervals { assertions } => {
                let what =
                    if *assertions == 1 { "1 assertion holds" } else { &format!("{assertions} assertions hold") };
                write!(f, "{what} by the value ranges of their operands, whatever threads do")
            }
            Proof::Freed { ends } => {
                write!(f, "what is allocated is freed where the process may end ({ends} places), by value ranges")
            }
            Proof::Inside { steps, if_allocated } => {
                let what = if *steps == 1 {
                    "the accesses of 1 step stay"
                } else {
                    &format!("the accesses of {steps} steps stay")
                };
                let condition = if *if_allocated { ", if malloc succeeds for any size" } else { "" };
                write!(f, "{what} inside live objects, by points-to sets and the value ranges of indices{condition}")
            }
            Proof::Residual { open, rest } => {
                let what = if *open == 1 { "1 step" } else { &format!("{open} steps") };
                write!(f, "value ranges decide all but {what}; the program up to the last of these: {rest}")
            }
            Proof::Usage { calls: 0 } => write!(f, "no thread comes to a call of the thread library"),
            Proof::Usage { calls } => {
                let what = if *calls == 1 { "1 call is" } else { &format!("{calls} calls are") };
                write!(f, "{what} no misuse, by what is initialized, held, created and joined at each")
            }
            Proof::Operators { steps: 0 } => write!(f, "no thread comes to an operator that could violate it"),
            Proof::Operators { steps } => {
                let what = if *steps == 1 {
                    "the operators of 1 step stay"
                } else {
                    &format!("the operators of {steps} steps stay")
                };
                write!(f, "{what} in range by the value ranges of their operands, whatever threads do")
            }
            Proof::Invariant { places, clauses, .. } => {
                write!(f, "an invariant of {places} places, under which {clauses} clauses were proved again")
            }
            Proof::Compositional { members, sees_all, is_unbounded, at_once, views, clauses, found: _, facts: _ } => {
                let level = match (members, sees_all) {
                    (_, true) => "seen as a whole".to_owned(),
                    (1, false) => "each by itself".to_owned(),
                    (members, false) => format!("{members} at a time"),
                };
                let count = match (is_unbounded, at_once) {
                    (false, _) => "all threads".to_owned(),
                    (true, None) => "any number of threads".to_owned(),
                    (true, Some(most)) => format!("any number of threads, up to {most} of a kind at the same time"),
                };
                write!(
                    f,
                    "an invariant of {count}, {level}, at {views} combinations of places, under which {clauses} clauses were proved again"
                )
            }
            Proof::Modular { threads, restrictions, programs } => {
                let who = if *threads == 1 { "1 thread".to_owned() } else { format!("{threads} threads") };
                write!(
                    f,
                    "{who} verified alone, under {restrictions} restrictions of what others do, by {programs} sequential programs that were proved again"
                )
            }
            Proof::External { tool } => write!(f, "{tool} says so, from elsewhere: its reasons were not checked"),
            Proof::Induction { depth, known } => {
                write!(f, "induction over {depth} rounds of loops, with {known} formulas that hold always")
            }
            Proof::Unwound { bound, events, threads } => {
                let times = if *threads == 1 { "thread" } else { "threads" };
                write!(
                    f,
                    "{threads} {times} unwound into {events} events, no loop goes beyond {bound} iterations that nothing else ends"
                )
            }
        }
    }
}
