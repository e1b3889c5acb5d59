//! `static`: answers without running anything. It shows that programs of thousands of lines are free of data races
//! ([`raddle_analysis::race_freedom`]) and of deadlocks ([`raddle_analysis::deadlock_freedom`]), in seconds, from points-to sets,
//! escape, lock sets and what may happen in parallel; and that assertions hold, that no operator overflows or is undefined, and that accesses stay
//! inside live objects, by the numbers between which variables lie ([`raddle_analysis::intervals`]); and that no call
//! misuses a lock or a thread ([`raddle_analysis::lock_usage`]). It never finds a violation: what it cannot show, it leaves open.

mod argument;

pub use argument::argument;

use raddle_program::property::Property;
use raddle_program::source::Span;
use raddle_program::syntax::Program;

use crate::context::Context;
use crate::engine::Engine;
use crate::task::Task;
use crate::transform::Transform;
use crate::verdict::{Answers, Argument, Outcome, Proof, Reason, Verdict};
use raddle_analysis::accesses::{Accesses, Gap};
use raddle_analysis::analyzed_program::AnalyzedProgram;
use raddle_analysis::first_writes::written_first;
use raddle_analysis::intervals::ValueIntervals;
use raddle_analysis::key_values::without_other_branches;
use raddle_analysis::points_to::PointsTo;
use raddle_analysis::race_freedom::{Obstacle, RaceFreedom};
use raddle_analysis::unrolled::unrolled;
use raddle_analysis::{deadlock_freedom, lock_usage, memory_safety, race_freedom};

/// Up to so many steps of a program, its loops that create threads are written out, so that each thread has the code to itself, and it is
/// asked what memory holds at first.
const SMALL: usize = 4_000;

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
        Property::Overflow,
        Property::Arithmetic,
        Property::Locks,
    ],
};

/// The properties that it decides from which thread may wait for which, and which may run in parallel.
pub static FROM_ORDER: Static = Static { properties: &[Property::DataRace, Property::Deadlock, Property::Locks] };

/// The properties that it decides from value ranges. That may take as long as finding an easy violation.
pub static FROM_NUMBERS: Static =
    Static { properties: &[Property::Assertions, Property::Memory, Property::Overflow, Property::Arithmetic] };

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
        let answer = |&property: &Property| {
            cx.report("proving", || property.to_string());
            let verdict = match property {
                Property::DataRace => races(&task.program),
                Property::Deadlock => deadlocks(&task.program),
                Property::Assertions => assertions(task, cx),
                Property::Overflow | Property::Arithmetic => operators(task, property, cx),
                Property::Memory => memory(task, cx),
                Property::Locks => usage(&task.program),
                Property::Leaks | Property::Termination => {
                    Verdict::Unknown(Reason::NotDecided { engine: self.name().to_owned(), property })
                }
            };
            Outcome { property, verdict }
        };
        Answers { outcomes: task.properties.iter().map(answer).collect() }
    }
}

fn assertions(task: &Task, cx: &Context) -> Verdict {
    let known = match intervals(task, cx) {
        Ok(known) => known,
        Err(reason) => return Verdict::Unknown(reason),
    };
    let Some(all) = known.assertions() else { return no_intervals(task) };
    let counted: Vec<_> = all.iter().filter(|assertion| task.counts(&assertion.function)).collect();
    match counted.iter().find(|assertion| assertion.may_fail) {
        None => Verdict::safe(Proof::Intervals { assertions: counted.len() as u64 }),
        Some(open) => {
            let place = task.program.source.place(open.span);
            gave_up(format!("the assertion at {place} does not follow from the numbers between which variables lie"))
        }
    }
}

fn operators(task: &Task, property: Property, cx: &Context) -> Verdict {
    let known = match intervals(task, cx) {
        Ok(known) => known,
        Err(reason) => return Verdict::Unknown(reason),
    };
    let Some(all) = known.operators() else { return no_intervals(task) };
    let found = if property == Property::Overflow { all.overflow } else { all.arithmetic };
    match found.open {
        None => Verdict::safe(Proof::Operators { steps: found.steps }),
        Some(span) => {
            let place = task.program.source.place(span);
            gave_up(format!(
                "the operators at {place} may leave their range, by the numbers between which variables lie"
            ))
        }
    }
}

fn memory(task: &Task, cx: &Context) -> Verdict {
    let known = match intervals(task, cx) {
        Ok(known) => known,
        Err(reason) => return Verdict::Unknown(reason),
    };
    let (Some(accesses), Some(points_to)) = (known.accesses(), known.points_to()) else { return no_intervals(task) };
    match memory_safety::prove(&task.program, points_to, task.program.automata(), accesses) {
        Ok(steps) => Verdict::safe(Proof::Inside { steps }),
        Err(span) => {
            let place = task.program.source.place(span);
            gave_up(format!(
                "what is accessed at {place} does not follow from what pointers lead to and the numbers that indices are"
            ))
        }
    }
}

/// The numbers between which variables lie; why they are not known, if the run was stopped.
fn intervals<'t>(task: &'t Task, cx: &Context) -> Result<&'t ValueIntervals, Reason> {
    let cancellation = cx.cancellation();
    let known = task.program.intervals(&|| cancellation.reason().is_some());
    known.ok_or_else(|| cx.cancelled().unwrap_or(Reason::TurnOver))
}

/// Why nothing is known of the numbers of variables.
fn no_intervals(task: &Task) -> Verdict {
    let points_to = task.program.points_to();
    match (points_to.unsupported.first(), points_to.outside.first()) {
        (Some(&span), _) => unsupported(&task.program, span),
        (None, Some(&span)) => outside(&task.program, span),
        (None, None) => gave_up("the program is too large to find between which numbers variables lie".into()),
    }
}

fn races(program: &AnalyzedProgram) -> Verdict {
    let place = |span| program.source.place(span);
    let safe = |(found, argument): (RaceFreedom, Argument)| {
        let RaceFreedom { accesses, pairs, by_values, .. } = found;
        Verdict::safe(Proof::RaceFree { accesses, pairs, follows_values: by_values > 0, argument })
    };
    match race_free(program) {
        Ok(found) => safe(found),
        Err(Obstacle::Unknown(Gap::Unsupported(span))) => unsupported(program, span),
        Err(Obstacle::Unknown(Gap::UnknownTarget(span))) => {
            let place = place(span);
            gave_up(format!("the pointer that is followed at {place} may be indeterminate or come from outside"))
        }
        Err(Obstacle::MayRace(one, other, shared)) => {
            match is_small(program).then(|| race_free_rewritten(program)).flatten() {
                Some(found) => {
                    let why = "the argument is about a form of the program whose loops are written out, or without branches that are never taken";
                    safe((found, Err(why.to_owned())))
                }
                None => Verdict::Unknown(Reason::MayRace { one: place(one), other: place(other), shared }),
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
    let proved = race_freedom::prove(program, &PointsTo::with(program, automata, &written), automata);
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
    program.automata().values().map(|automaton| automaton.transitions.len()).sum::<usize>() <= SMALL
}

fn deadlocks(program: &AnalyzedProgram) -> Verdict {
    let place = |span| program.source.place(span);
    match deadlock_freedom::prove(program, program.points_to(), program.automata()) {
        Ok(found) => Verdict::safe(Proof::DeadlockFree {
            points: found.points,
            circles: found.circles,
            argument: argument::of_deadlocks(program, found.ranks),
        }),
        Err(deadlock_freedom::Obstacle::Unsupported(span)) => unsupported(program, span),
        Err(deadlock_freedom::Obstacle::Outside(span)) => outside(program, span),
        Err(deadlock_freedom::Obstacle::OtherWait(span)) => {
            gave_up(format!("at {} threads wait for more than a lock or the end of a thread", place(span)))
        }
        Err(deadlock_freedom::Obstacle::HeldTwice(span)) => {
            gave_up(format!("the lock at {} may be held more than once by one thread", place(span)))
        }
        Err(deadlock_freedom::Obstacle::EndsHolding(span)) => {
            gave_up(format!("a thread may end with the lock that is acquired at {}", place(span)))
        }
        Err(deadlock_freedom::Obstacle::EndlessSection(span)) => {
            gave_up(format!("at {} a thread may go on for ever with a lock that others wait for", place(span)))
        }
        Err(deadlock_freedom::Obstacle::Circle(spans)) => {
            let places: Vec<String> = spans.into_iter().map(|span| place(span).to_string()).collect();
            gave_up(format!("nothing is known that keeps threads from waiting in a circle at {}", places.join(", ")))
        }
        Err(deadlock_freedom::Obstacle::TooManyCircles) => {
            gave_up("there are too many ways in which threads could wait for each other".into())
        }
    }
}

fn usage(program: &AnalyzedProgram) -> Verdict {
    match lock_usage::prove(program, program.points_to(), program.automata()) {
        Ok(found) => Verdict::safe(Proof::Usage { calls: found.calls }),
        Err(lock_usage::Obstacle::Unsupported(span)) => unsupported(program, span),
        Err(lock_usage::Obstacle::Outside(span)) => outside(program, span),
        Err(lock_usage::Obstacle::Hidden) => gave_up("code that runs at the end of threads is not followed".to_owned()),
        Err(lock_usage::Obstacle::Call(span)) => {
            let place = program.source.place(span);
            gave_up(format!(
                "the call at {place} may be a misuse, by what is initialized, held, created and joined there"
            ))
        }
    }
}

fn unsupported(program: &Program, span: Span) -> Verdict {
    let what = "something without a model that may be reached".to_owned();
    Verdict::Unknown(Reason::Unsupported { what, place: program.source.place(span) })
}

fn outside(program: &Program, span: Span) -> Verdict {
    let place = program.source.place(span);
    gave_up(format!("the pointer that is used at {place} may come from outside and lead to any object"))
}

fn gave_up(why: String) -> Verdict {
    let advice = "use an engine that follows executions, for instance --engine explicit".into();
    Verdict::Unknown(Reason::GaveUp { why, advice })
}
