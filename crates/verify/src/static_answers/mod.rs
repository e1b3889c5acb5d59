//! `static`: answers without running anything. It shows that programs of thousands of lines are free of data races
//! ([`raddle_analysis::race_freedom`]) and of deadlocks ([`raddle_analysis::deadlock_freedom`]), in seconds, from points-to sets,
//! escape, lock sets and what may happen in parallel; and that assertions hold, that no operator overflows or is undefined, and that accesses stay
//! inside live objects, by value ranges ([`raddle_analysis::intervals`]); and that no call
//! misuses a lock or a thread ([`raddle_analysis::lock_usage`]). It never finds a violation: what it cannot show, it leaves open.

mod argument;
mod open_steps;

pub use argument::argument;
pub use open_steps::OpenSteps;

use raddle_program::property::Property;
use raddle_program::source::Span;
use raddle_program::syntax::{Effect, Program};
use std::cell::OnceCell;

use crate::context::Context;
use crate::engine::Engine;
use crate::task::Task;
use crate::transform::{PROPERTIES_OF_STEPS, Transform};
use crate::verdict::{Answers, Argument, Outcome, Proof, Reason, Verdict};
use raddle_analysis::accesses::{Accesses, Gap};
use raddle_analysis::analyzed_program::AnalyzedProgram;
use raddle_analysis::copies::with_copies;
use raddle_analysis::first_writes::written_first;
use raddle_analysis::key_values::without_other_branches;
use raddle_analysis::member_indices::points_to_by_indices;
use raddle_analysis::race_freedom::{Obstacle, RaceFreedom};
use raddle_analysis::unrolled::unrolled;
use raddle_analysis::{deadlock_freedom, lock_usage, race_freedom};

/// Up to so many steps of a program, its loops that create threads are written out, so that each thread has the code to itself, and it is
/// asked what memory holds at first.
const SMALL: usize = 4_000;

/// Up to so many steps of a program with copies of its small procedures, what is open is asked again of it.
const COPIED: usize = 20_000;

/// The engine, or a part of it.
pub struct Static {
    /// What it decides.
    pub properties: &'static [Property],
}

/// All that it decides.
pub static ALL: Static = Static {
    properties: &[
        Property::Assertions,
        Property::DataRace,
        Property::Deadlock,
        Property::Memory,
        Property::Leaks,
        Property::Overflow,
        Property::Arithmetic,
        Property::Locks,
    ],
};

/// The properties that it decides from which thread may wait for which, and which may run in parallel.
pub static FROM_ORDER: Static = Static { properties: &[Property::DataRace, Property::Deadlock, Property::Locks] };

/// The properties that it decides from value ranges. That may take as long as finding an easy violation.
pub static FROM_NUMBERS: Static = Static { properties: &PROPERTIES_OF_STEPS };

/// Leaks are assertions of a program that counts what it allocates ([`crate::leaks`]): they hold by value ranges if nothing is allocated, or if
/// main frees it before the other threads begin and after their end.
pub static FROM_COUNTS: Static = Static { properties: &[Property::Leaks] };

impl Engine for Static {
    fn name(&self) -> &'static str {
        "static"
    }

    fn summary(&self) -> &'static str {
        "shows freedom of races, deadlocks and misuse of locks from locks, creations and joins, and assertions and arithmetic from intervals, without running anything"
    }

    fn decides(&self, property: Property) -> bool {
        self.properties.contains(&property)
    }

    /// It takes nothing from a comparison of addresses.
    fn tries_equalities(&self) -> bool {
        true
    }

    fn transforms(&self) -> Vec<Box<dyn Transform>> {
        Vec::new()
    }

    fn run(&self, task: &Task, cx: &mut Context) -> Answers {
        let copies = OnceCell::new();
        let answer = |&property: &Property| {
            cx.report("proving", || property.to_string());
            let proved = proved(task, property, cx).or_else(|reason| {
                let is_imprecise = matches!(reason, Reason::GaveUp { .. } | Reason::MayRace { .. });
                let copies = is_imprecise.then(|| copies.get_or_init(|| with_copies_of_procedures(task)).as_ref());
                match copies.flatten().map(|copies| proved(copies, property, cx)) {
                    Some(Ok(found)) => of_copies(found, task, property, cx),
                    // It names what is left open where calls are told apart.
                    Some(Err(later @ Reason::GaveUp { .. })) => Err(later),
                    Some(Err(_)) | None => Err(reason),
                }
            });
            Outcome { property, verdict: proved.map_or_else(Verdict::Unknown, Verdict::safe) }
        };
        Answers { outcomes: task.properties.iter().map(answer).collect() }
    }
}

/// Proves a property.
fn proved(task: &Task, property: Property, cx: &Context) -> Result<Proof, Reason> {
    match property {
        Property::DataRace => races(&task.program),
        Property::Deadlock => deadlocks(&task.program),
        Property::Assertions | Property::Overflow | Property::Arithmetic | Property::Memory => {
            by_value_ranges(task, property, cx)
        }
        Property::Locks => usage(&task.program),
        Property::Leaks | Property::Termination => Err(Reason::NotDecided { engine: ALL.name().to_owned(), property }),
    }
}

/// The same program with copies of small procedures for each call, so that calls are told apart; `None` if there are none, or it is large.
fn with_copies_of_procedures(task: &Task) -> Option<Task> {
    let mut program = Program::clone(&task.program);
    with_copies(&mut program);
    let is_other = program.procedures.len() > task.program.procedures.len();
    let program = is_other.then(|| AnalyzedProgram::new(program))?;
    (n_steps(&program) <= COPIED).then(|| Task { program, ..task.clone() })
}

/// What a proof about copies of procedures says of the program: the numbers are those of its own steps, where they are known.
fn of_copies(found: Proof, task: &Task, property: Property, cx: &Context) -> Result<Proof, Reason> {
    let argument =
        Err("the argument is about a form of the program with copies of procedures for their calls".to_owned());
    Ok(match found {
        Proof::RaceFree { accesses, pairs, follows_values, argument: _ } => {
            Proof::RaceFree { accesses, pairs, follows_values, argument }
        }
        Proof::DeadlockFree { points, circles, argument: _ } => Proof::DeadlockFree { points, circles, argument },
        found if PROPERTIES_OF_STEPS.contains(&property) => {
            OpenSteps::of(task, property, cx).map_or(found.clone(), |steps| numbered(&found, steps.proof))
        }
        found => found,
    })
}

/// A proof with the numbers of another one of its kind.
fn numbered(found: &Proof, counted: Proof) -> Proof {
    match (found, counted) {
        (Proof::Inside { if_allocated, .. }, Proof::Inside { steps, .. }) => {
            Proof::Inside { steps, if_allocated: *if_allocated }
        }
        (_, counted) => counted,
    }
}

/// Proves a property of steps by value ranges.
fn by_value_ranges(task: &Task, property: Property, cx: &Context) -> Result<Proof, Reason> {
    if let Some(proof) = OpenSteps::none(task, property) {
        return Ok(proof);
    }
    let OpenSteps { proof, mut open, goes_wrong_later: _ } = OpenSteps::of(task, property, cx)?;
    let Some(mut first) = open.next() else { return Ok(proof) };
    if property == Property::Memory
        && let Some(mut found) = OpenSteps::if_allocated(task, cx)?
    {
        match found.open.next() {
            None => return Ok(found.proof),
            Some(open) => first = open,
        }
    }
    let (context, transition) = first;
    let procedure = task.program.points_to().contexts[context].procedure;
    let place = task.program.source.place(task.program.automata()[procedure].transitions[transition].span);
    Err(gave_up(match property {
        Property::Assertions => {
            format!("the assertion at {place} does not follow from value ranges")
        }
        Property::Memory => format!("the access at {place} may leave its object, by points-to sets and value ranges"),
        _ => format!("the operators at {place} may leave their range, by value ranges"),
    }))
}

fn races(program: &AnalyzedProgram) -> Result<Proof, Reason> {
    let place = |span| program.source.place(span);
    let safe = |(found, argument): (RaceFreedom, Argument)| {
        let RaceFreedom { accesses, pairs, by_values, .. } = found;
        Proof::RaceFree { accesses, pairs, follows_values: by_values > 0, argument }
    };
    let obstacle = match race_free(program) {
        Ok(found) => return Ok(safe(found)),
        Err(obstacle) => obstacle,
    };
    match obstacle {
        Obstacle::Unknown(Gap::Unsupported(span)) => Err(unsupported(program, span)),
        Obstacle::Unknown(Gap::UnknownTarget(span)) => {
            let place = place(span);
            Err(gave_up(format!("the pointer that is followed at {place} may be indeterminate or come from outside")))
        }
        Obstacle::MayRace(one, other, shared) => {
            match is_small(program).then(|| race_free_rewritten(program)).flatten() {
                Some(found) => {
                    let why = "the argument is about a form of the program whose loops are written out, or without branches that are never taken";
                    Ok(safe((found, Err(why.to_owned()))))
                }
                None => Err(Reason::MayRace { one: place(one), other: place(other), shared }),
            }
        }
    }
}

/// Shows that a program has no race, with an argument. If a pointer in memory may be indeterminate, it is asked whether it is written before
/// it is read.
fn race_free(program: &AnalyzedProgram) -> Result<(RaceFreedom, Argument), Obstacle> {
    let automata = program.automata();
    let found = Accesses::of(program, program.points_to(), automata).map_err(Obstacle::Unknown).and_then(|accesses| {
        let found = race_freedom::prove_of(program, automata, &accesses)?;
        Ok((found, argument::of_races(program, &accesses)))
    });
    if !matches!(found, Err(Obstacle::Unknown(Gap::UnknownTarget(_)))) || !is_small(program) {
        return found;
    }
    let written = written_first(program, program.points_to(), automata);
    if written.is_empty() {
        return found;
    }
    let why = "race freedom rests on pointers in memory that are written before they are read";
    let points_to = points_to_by_indices(program, automata, program.live(), &written);
    let proved = race_freedom::prove(program, &points_to, automata);
    proved.map(|found| (found, Err(why.to_owned())))
}

/// Shows that a program has no race in another form: without branches that are never taken, and with its loops written out, so that
/// the threads that they create can be told apart.
fn race_free_rewritten(program: &AnalyzedProgram) -> Option<RaceFreedom> {
    let decided = without_other_branches(program, program.points_to(), program.automata()).map(AnalyzedProgram::new);
    let by_decided = decided.as_ref().and_then(|it| race_free(it).ok());
    let found = by_decided.or_else(|| {
        let written_out = AnalyzedProgram::new(unrolled(decided.as_deref().unwrap_or(program))?);
        race_free(&written_out).ok()
    });
    found.map(|(found, _)| found)
}

fn is_small(program: &AnalyzedProgram) -> bool {
    n_steps(program) <= SMALL
}

fn n_steps(program: &AnalyzedProgram) -> usize {
    program.automata().values().map(|automaton| automaton.transitions.len()).sum()
}

fn deadlocks(program: &AnalyzedProgram) -> Result<Proof, Reason> {
    let place = |span| program.source.place(span);
    let obstacle = match deadlock_freedom::prove(program, program.points_to(), program.automata()) {
        Ok(found) => {
            let argument = argument::of_deadlocks(program, found.ranks);
            return Ok(Proof::DeadlockFree { points: found.points, circles: found.circles, argument });
        }
        Err(obstacle) => obstacle,
    };
    Err(match obstacle {
        deadlock_freedom::Obstacle::Unsupported(span) => unsupported(program, span),
        deadlock_freedom::Obstacle::Outside(span) => outside(program, span),
        deadlock_freedom::Obstacle::OtherWait(span) => {
            gave_up(format!("at {} threads wait for more than a lock or the end of a thread", place(span)))
        }
        deadlock_freedom::Obstacle::HeldTwice(span) => {
            gave_up(format!("the lock at {} may be held more than once by one thread", place(span)))
        }
        deadlock_freedom::Obstacle::EndsHolding(span) => {
            gave_up(format!("a thread may end with the lock that is acquired at {}", place(span)))
        }
        deadlock_freedom::Obstacle::EndlessSection(span) => {
            gave_up(format!("at {} a thread may go on for ever with a lock that others wait for", place(span)))
        }
        deadlock_freedom::Obstacle::Circle(spans) => {
            let places: Vec<String> = spans.into_iter().map(|span| place(span).to_string()).collect();
            gave_up(format!("nothing is known that keeps threads from waiting in a circle at {}", places.join(", ")))
        }
        deadlock_freedom::Obstacle::TooManyCircles => {
            gave_up("there are too many ways in which threads could wait for each other".into())
        }
    })
}

fn usage(program: &AnalyzedProgram) -> Result<Proof, Reason> {
    match lock_usage::prove(program, program.points_to(), program.automata()) {
        Ok(found) => Ok(Proof::Usage { calls: found.calls }),
        Err(lock_usage::Obstacle::Unsupported(span)) => Err(unsupported(program, span)),
        Err(lock_usage::Obstacle::Outside(span)) => Err(outside(program, span)),
        Err(lock_usage::Obstacle::Hidden) => {
            Err(gave_up("code that runs at the end of threads is not followed".to_owned()))
        }
        Err(lock_usage::Obstacle::Call(span)) => {
            let place = program.source.place(span);
            Err(gave_up(format!(
                "the call at {place} may be a misuse, by what is initialized, held, created and joined there"
            )))
        }
    }
}

/// What may be reached at a place and has no model.
fn unsupported(program: &AnalyzedProgram, span: Span) -> Reason {
    let steps = program.automata().values().flat_map(|automaton| automaton.transitions.values());
    let named = |effect: &Effect| match effect {
        Effect::Unsupported(what) => Some(what.to_string()),
        Effect::External { name, .. } => Some(format!("a call of {name}, which may write through what it gets")),
        _ => None,
    };
    let mut found = steps.filter(|step| step.span == span).filter_map(|step| named(&step.effect));
    let what = found.next().unwrap_or_else(|| "something without a model that may be reached".to_owned());
    Reason::Unsupported { what, place: program.source.place(span) }
}

fn outside(program: &Program, span: Span) -> Reason {
    let place = program.source.place(span);
    gave_up(format!("the pointer that is used at {place} may come from outside and lead to any object"))
}

fn gave_up(why: String) -> Reason {
    let advice = "use an engine that follows executions, for instance --engine explicit".into();
    Reason::GaveUp { why, advice }
}
