//! The possible answers of an engine: safe with a proof, unsafe with a trace, unknown with the reason.

use raddle_program::property::Property;
use raddle_program::source::SourcePlace;
use raddle_program::syntax::Program;
use raddle_program::trace::Trace;
use serde::Serialize;
use std::fmt;
use std::time::Duration;

mod advice;
mod proof;
mod proved;

pub use advice::NUMBER_OF_AN_ID;
pub use proof::{Argument, Proof};
pub use proved::{Check, Proved};

use raddle_analysis::overwritten_locks::ForeignWrite;
use raddle_analysis::shared_location::SharedLocation;

/// An answer to one property of a task: a claim about the whole program under the stated assumptions.
#[derive(Clone, Debug, PartialEq)]
pub enum Verdict {
    /// No execution violates the property.
    Safe(Proved),
    /// This execution does.
    Unsafe(Box<Trace>),
    /// Neither was shown.
    Unknown(Reason),
}

impl Verdict {
    /// `SAFE`, `UNSAFE` or `UNKNOWN`.
    pub fn word(&self) -> &'static str {
        match self {
            Verdict::Safe(_) => "SAFE",
            Verdict::Unsafe(_) => "UNSAFE",
            Verdict::Unknown(_) => "UNKNOWN",
        }
    }

    /// The trace behind it, if there is one: of a violation, or of what may be one.
    pub fn trace(&self) -> Option<&Trace> {
        match self {
            Verdict::Unsafe(trace)
            | Verdict::Unknown(Reason::NotConfirmed { trace, .. } | Reason::DependsOn { trace, .. }) => Some(trace),
            Verdict::Safe(_) | Verdict::Unknown(_) => None,
        }
    }
}

/// Why a question stays open: a closed list, so that machines can read it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case", tag = "reason")]
pub enum Reason {
    /// Only part of the program was covered.
    BoundReached {
        /// The bound: "call depth 1000".
        bound: String,
        /// Where it was reached.
        place: Option<SourcePlace>,
        /// What to try.
        advice: String,
    },
    /// The time that was granted is over.
    Timeout {
        /// The limit.
        limit: Duration,
    },
    /// The memory that was granted is used up.
    Memory {
        /// The limit in bytes.
        limit: u64,
    },
    /// Another property is violated, and the run was to end soon after that.
    AfterViolation {
        /// For how long the run went on; `None` if it was to end at once.
        grace: Option<Duration>,
    },
    /// The user or the system asked to stop.
    Interrupted {
        /// The signal: "SIGTERM".
        signal: String,
    },
    /// The run was stopped before its end.
    Stopped {
        /// Why.
        by: Box<Reason>,
        /// What it had reached until then.
        reached: String,
    },
    /// An execution reaches an unsupported construct.
    Unsupported {
        /// What it is.
        what: String,
        /// Where.
        place: SourcePlace,
    },
    /// An input with too many values matters for what the program does.
    LargeInput {
        /// The number of values that it may have, if known.
        values: Option<u64>,
        /// Where it is used.
        place: SourcePlace,
    },
    /// An engine found a violation that the reference interpreter could not follow: a bug in Raddle. The trace is kept.
    NotConfirmed {
        /// Where the two disagree.
        disagreement: String,
        /// The trace.
        #[serde(skip)]
        trace: Box<Trace>,
    },
    /// The property holds if these functions, which no file defines, return any value and access no data of the
    /// program.
    RestsOn {
        /// Their names.
        functions: Vec<String>,
    },
    /// The property holds if the functions and constructs without a model return any value and leave the data of the
    /// program alone.
    WithoutModel {
        /// The reached constructs without a model.
        what: Vec<Unmodelled>,
    },
    /// The property holds if no interrupt calls these functions.
    Uninterrupted {
        /// Their names.
        handlers: Vec<String>,
    },
    /// There is a violation, if functions that no file defines return or write what the trace says.
    DependsOn {
        /// The functions and variables that the trace depends on.
        sources: Vec<String>,
        /// Whether they are of known libraries: each value is one that the model allows, and maybe none that the system gives.
        are_of_library: bool,
        /// The trace.
        #[serde(skip)]
        trace: Box<Trace>,
    },
    /// The steps that an engine was granted for one turn are used up; it gets another, longer turn.
    TurnOver,
    /// Several engines left it open, each for its own reason.
    Several {
        /// Each engine with its reason.
        of: Vec<EngineReason>,
    },
    /// The engine does not decide this property.
    NotDecided {
        /// The engine.
        engine: String,
        /// The property.
        property: Property,
    },
    /// No fact excludes that two accesses race. That does not prove a race.
    MayRace {
        /// The source location of the first access.
        one: SourcePlace,
        /// The source location of the second access.
        other: SourcePlace,
        /// What they access, with all other accesses to it.
        shared: SharedLocation,
    },
    /// The property holds in all interleavings. The program names weaker memory orders, with which it may have other executions.
    WeakMemory {
        /// Where it does so first.
        place: SourcePlace,
    },
    /// The property holds if pointers to different objects are never equal. C leaves that open where the program compares two pointers:
    /// the address of an object that has ended may be used again, and so on (`program::semantics::addresses`).
    OpenEquality {
        /// The first such comparison.
        place: SourcePlace,
    },
    /// The answer holds for certain numbers that the ids of threads have. The program computes with them, and they may be others.
    NumberedId {
        /// Where it does so first.
        place: SourcePlace,
    },
    /// The answer holds only if a write through another type leaves a synchronization object as it is: such a change is not followed.
    ForeignWrite {
        /// The write.
        place: SourcePlace,
        /// A synchronization call that names the object.
        call: SourcePlace,
    },
    /// A violation was found with results of floating-point arithmetic that are none: the engine took them for any value.
    Inexact,
    /// The engine gave up on this program: why.
    GaveUp {
        /// Why.
        why: String,
        /// What to try.
        advice: String,
    },
    /// A bug in Raddle that was caught.
    Internal {
        /// What is known about it.
        message: String,
    },
}

/// A kind of construct without a model.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Unmodelled {
    /// What it is.
    pub what: String,
    /// Its first source location.
    pub place: SourcePlace,
    /// The number of its source locations.
    pub places: usize,
}

/// Why one of several engines left a question open.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct EngineReason {
    /// The engine.
    pub engine: String,
    /// Why. Not `Several`.
    pub reason: Reason,
}

impl Reason {
    /// That a write of the program may change a synchronization object.
    pub fn foreign_write(program: &Program, found: &ForeignWrite) -> Reason {
        let place = |span| program.source.place(span);
        Reason::ForeignWrite { place: place(found.write), call: place(found.call) }
    }

    /// The location that two accesses may race at, if that is what is left open, with all accesses to it.
    pub fn shared_location(&self) -> Option<&SharedLocation> {
        match self {
            Reason::MayRace { shared, .. } => Some(shared),
            Reason::Several { of } => of.iter().find_map(|it| it.reason.shared_location()),
            Reason::Stopped { by, .. } => by.shared_location(),
            Reason::BoundReached { .. }
            | Reason::Timeout { .. }
            | Reason::Memory { .. }
            | Reason::AfterViolation { .. }
            | Reason::Interrupted { .. }
            | Reason::Unsupported { .. }
            | Reason::LargeInput { .. }
            | Reason::NotConfirmed { .. }
            | Reason::RestsOn { .. }
            | Reason::WithoutModel { .. }
            | Reason::Uninterrupted { .. }
            | Reason::DependsOn { .. }
            | Reason::TurnOver
            | Reason::NotDecided { .. }
            | Reason::WeakMemory { .. }
            | Reason::OpenEquality { .. }
            | Reason::NumberedId { .. }
            | Reason::ForeignWrite { .. }
            | Reason::Inexact
            | Reason::GaveUp { .. }
            | Reason::Internal { .. } => None,
        }
    }

    /// Whether an execution reaches an unsupported construct, for at least one engine.
    pub fn is_unsupported(&self) -> bool {
        match self {
            Reason::Unsupported { .. } => true,
            Reason::Several { of } => of.iter().any(|it| it.reason.is_unsupported()),
            Reason::Stopped { by, .. } => by.is_unsupported(),
            _ => false,
        }
    }
}

/// Names in a sentence, not more than a few.
fn listed(names: &[String]) -> String {
    const SHOWN: usize = 4;
    let more = names.len().saturating_sub(SHOWN);
    let mut words: Vec<String> = names.iter().take(SHOWN).cloned().collect();
    if more > 0 {
        words.push(format!("{more} more"));
    }
    match words.split_last() {
        Some((last, rest)) if !rest.is_empty() => format!("{} and {last}", rest.join(", ")),
        _ => words.join(""),
    }
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Reason::BoundReached { bound, place: Some(place), .. } => write!(f, "{bound} reached at {place}"),
            Reason::BoundReached { bound, place: None, .. } => write!(f, "{bound} reached"),
            Reason::Timeout { limit } => write!(f, "out of time after {} s", limit.as_secs_f64()),
            Reason::Memory { limit } => write!(f, "out of memory at {} MiB", limit >> 20),
            Reason::AfterViolation { grace: None } => write!(f, "not decided: --fail-fast"),
            Reason::AfterViolation { grace: Some(grace) } => {
                write!(f, "not decided within {} s after the first violation", grace.as_secs_f64())
            }
            Reason::Interrupted { signal } => write!(f, "interrupted by {signal}"),
            Reason::Stopped { by, reached } => write!(f, "{by}; {reached}"),
            Reason::Unsupported { what, place } => write!(f, "unsupported: {what} at {place}"),
            Reason::LargeInput { values: Some(values), place } => {
                write!(f, "an input with {values} values matters at {place}")
            }
            Reason::LargeInput { values: None, place } => write!(f, "an input with too many values matters at {place}"),
            Reason::NotConfirmed { disagreement, .. } => write!(f, "trace not confirmed: {disagreement}"),
            Reason::RestsOn { functions } if functions.len() == 1 => {
                write!(
                    f,
                    "safe if {} leaves the program's data alone, whatever it returns: no file defines it",
                    listed(functions)
                )
            }
            Reason::RestsOn { functions } => {
                write!(
                    f,
                    "safe if {} leave the program's data alone, whatever they return: no file defines them",
                    listed(functions)
                )
            }
            Reason::WithoutModel { what } => {
                let one = |it: &Unmodelled| match it.places {
                    1 => format!("{} ({})", it.what, it.place),
                    several => format!("{} ({} and {} more)", it.what, it.place, several - 1),
                };
                let all: Vec<String> = what.iter().map(one).collect();
                write!(f, "safe if what has no model leaves the program's data alone: {}", listed(&all))
            }
            Reason::Uninterrupted { handlers } => {
                write!(f, "safe if no interrupt or signal calls {}", listed(handlers))
            }
            Reason::DependsOn { sources, are_of_library, trace } => {
                let (what, names) = (&trace.violation.message, listed(sources));
                let them = if sources.len() == 1 { "it" } else { "them" };
                write!(f, "possible violation ({what}): depends on {names}")?;
                if *are_of_library { Ok(()) } else { write!(f, ": no file defines {them}") }
            }
            Reason::OpenEquality { place } => write!(
                f,
                "C leaves it open whether the pointers compared at {place} are equal (an open equality), and only unequal was tried"
            ),
            Reason::NumberedId { place } => write!(
                f,
                "the program computes with the id of a thread at {place}, and only the ids 1, 2, 3, ... were tried"
            ),
            Reason::ForeignWrite { place, call } => write!(
                f,
                "what stands at {place} may change the object of the call at {call} through another type, and such a change is not followed"
            ),
            Reason::Inexact => write!(
                f,
                "possible violation, which depends on results of floating-point arithmetic that were taken for any value"
            ),
            Reason::TurnOver => write!(f, "its turn was over"),
            Reason::Several { of } => {
                let parts: Vec<String> = of.iter().map(|it| format!("{}: {}", it.engine, it.reason)).collect();
                write!(f, "{}", parts.join("; "))
            }
            Reason::NotDecided { engine, property } => write!(f, "engine {engine} does not decide {property}"),
            Reason::MayRace { one, other, shared } => {
                write!(f, "nothing is known that orders the accesses to {} at {one} and {other}", shared.location)
            }
            Reason::WeakMemory { place } => write!(
                f,
                "safe under sequential consistency, but the program names a weaker memory order at {place} \
                 (--memory-model sc accepts this)"
            ),
            Reason::GaveUp { why, .. } => write!(f, "{why}"),
            Reason::Internal { message } => write!(f, "internal error: {message}"),
        }
    }
}

/// The verdict on one property.
#[derive(Clone, Debug, PartialEq)]
pub struct Outcome {
    /// What was asked.
    pub property: Property,
    /// What is known.
    pub verdict: Verdict,
}

/// What a run says about all properties of its task, in the order in which they were asked.
#[derive(Clone, Debug, PartialEq)]
pub struct Answers {
    /// One entry a property.
    pub outcomes: Vec<Outcome>,
}

impl Answers {
    /// The same reason for every property.
    pub fn unknown(properties: &[Property], reason: &Reason) -> Self {
        let unknown = |&property| Outcome { property, verdict: Verdict::Unknown(reason.clone()) };
        Answers { outcomes: properties.iter().map(unknown).collect() }
    }

    /// The worst verdict: an unsafe one, else an unknown one, else safe. `None` if nothing was asked.
    pub fn worst(&self) -> Option<&Outcome> {
        let rank = |outcome: &&Outcome| match outcome.verdict {
            Verdict::Unsafe(_) => 0,
            Verdict::Unknown(_) => 1,
            Verdict::Safe(_) => 2,
        };
        self.outcomes.iter().min_by_key(rank)
    }
}
