//! The reasons why a program has no race and no deadlock, as lines of a proof that an independent checker reads.
//!
//! The lines are those of `raddle_certify::freedom`: the classes of threads, loops that join all threads of a class,
//! births of objects, what keeps the accesses to each object apart, and ranks of the steps that may block. Locks that
//! the program wrote itself have no lines: then the result is that there is no proof.

use raddle_program::automaton::{Automaton, Transition};
use raddle_program::entity::{Entity, Table};
use raddle_program::property::Property;
use raddle_program::syntax::{ProcedureId, Program};
use std::collections::BTreeSet;

use crate::verdict::Argument;
use raddle_analysis::accesses::{Accesses, Comparison};
use raddle_analysis::analyzed_program::AnalyzedProgram;
use raddle_analysis::deadlock_freedom::{self, Ranks};
use raddle_analysis::exclusions::{Exclusion, Exclusions};
use raddle_analysis::parallel::Parallel;
use raddle_analysis::points_to::{AbstractObject, Context, ObjectKind, PointsTo, Target, ThreadClass};
use raddle_analysis::symbolic_lockset::Relation;

/// The lines about some properties, in an order that depends on the program alone.
///
/// # Errors
/// What there is no line for.
pub fn argument(program: &AnalyzedProgram, properties: &[Property]) -> Argument {
    let (automata, points_to) = (program.automata(), &**program.points_to());
    let mut lines = threads(points_to);
    lines.extend(joins(program, points_to, automata));
    if properties.contains(&Property::DataRace) {
        lines.extend(births(points_to));
    }
    for property in properties {
        match property {
            Property::DataRace => {
                let accesses = Accesses::of(program, points_to, automata).map_err(|_| "race freedom was not shown")?;
                lines.extend(protections(program, points_to, automata, &accesses)?);
            }
            Property::Deadlock => {
                let found = deadlock_freedom::prove(program, points_to, automata);
                lines.extend(points(points_to, found.map_err(|_| "deadlock freedom was not shown")?.ranks)?);
            }
            Property::Assertions => {
                let why = "there are no lines yet that say why assertions hold by numbers";
                return Err(format!("{why}; --engine bmc and --engine compositional write proofs of them"));
            }
            Property::Memory
            | Property::Leaks
            | Property::Overflow
            | Property::Arithmetic
            | Property::Locks
            | Property::Termination => return Err(format!("there is no proof of {property}")),
        }
    }
    Ok(lines)
}

/// The lines about data races, from accesses that are known.
pub(super) fn of_races(program: &AnalyzedProgram, accesses: &Accesses<'_>) -> Argument {
    let (automata, points_to) = (program.automata(), &**program.points_to());
    let mut lines = threads(points_to);
    lines.extend(joins(program, points_to, automata));
    lines.extend(births(points_to));
    lines.extend(protections(program, points_to, automata, accesses)?);
    Ok(lines)
}

/// The lines about deadlocks, from ranks that are known.
pub(super) fn of_deadlocks(program: &AnalyzedProgram, ranks: Ranks) -> Argument {
    let (automata, points_to) = (program.automata(), &**program.points_to());
    let mut lines = threads(points_to);
    lines.extend(joins(program, points_to, automata));
    lines.extend(points(points_to, ranks)?);
    Ok(lines)
}

fn births(points_to: &PointsTo) -> impl Iterator<Item = String> {
    let births = points_to.births.iter().map(|&(context, at)| format!("birth {}", place(points_to, context, at)));
    let given = |&(context, parameter): &(Context, usize)| {
        let data = &points_to.contexts[context];
        format!("given {} {} {parameter}", data.class.index(), data.procedure.index())
    };
    births.chain(points_to.given.iter().map(given))
}

fn place(points_to: &PointsTo, context: Context, transition: Transition) -> String {
    let data = &points_to.contexts[context];
    format!("{} {} {}", data.class.index(), data.procedure.index(), transition.index())
}

fn threads(points_to: &PointsTo) -> Vec<String> {
    let line = |class: usize, &(context, transition): &(Context, Transition), start: Context| {
        let start = points_to.contexts[start].procedure.index();
        format!("thread {class} {} {start}", place(points_to, context, transition))
    };
    let first = points_to
        .classes
        .iter()
        .filter_map(|(class, data)| data.created_at.first().map(|at| line(class.index(), at, data.start)));
    let others = points_to
        .classes
        .iter()
        .flat_map(|(class, data)| data.created_at.iter().skip(1).map(move |at| line(class.index(), at, data.start)));
    first.chain(others).collect()
}

fn joins(program: &Program, points_to: &PointsTo, automata: &Table<ProcedureId, Automaton>) -> Vec<String> {
    let parallel = Parallel::of(program, points_to, automata);
    let line = |(class, (context, join)): (ThreadClass, (Context, Transition))| {
        format!("joins {} {}", class.index(), place(points_to, context, join))
    };
    parallel.joins_of_loops().into_iter().map(line).collect()
}

/// The four numbers of an object.
fn object(points_to: &PointsTo, object: AbstractObject) -> Option<String> {
    let of = |context: Context| {
        let data = &points_to.contexts[context];
        (data.class.index(), data.procedure.index())
    };
    let (kind, (class, procedure), number) = match points_to.object(object).kind {
        ObjectKind::Global(global) => (0, (0, 0), global.index()),
        ObjectKind::ThreadLocal(class, global) => (1, (class.index(), 0), global.index()),
        ObjectKind::Local(context, local) => (2, of(context), local.index()),
        ObjectKind::Allocated(context, transition) => (3, of(context), transition.index()),
        ObjectKind::Keys => (4, (0, 0), 0),
        ObjectKind::Procedure(_)
        | ObjectKind::Thread(_)
        | ObjectKind::Number
        | ObjectKind::Unknown
        | ObjectKind::Indeterminate => return None,
    };
    Some(format!("{kind} {class} {procedure} {number}"))
}

fn protections(
    program: &Program,
    points_to: &PointsTo,
    automata: &Table<ProcedureId, Automaton>,
    accesses: &Accesses<'_>,
) -> Argument {
    let lock_name = |lock: Target| Some(format!("{} {}", object(points_to, lock.object)?, lock.offset?));
    let exclusions = Exclusions::of(program, automata, accesses);
    let mut lines: BTreeSet<String> = BTreeSet::new();
    accesses.for_each_pair(|one, other, comparison| {
        let said = match comparison {
            Comparison::NeverParallel => Ok(("order", String::new())),
            Comparison::Locked => {
                let lock = accesses.common_lock(one, other).and_then(lock_name);
                lock.map(|lock| ("lock", format!(" {lock}"))).ok_or("a lock that has no name")
            }
            Comparison::Atomic => Ok(("atomic", String::new())),
            Comparison::MayRace => match exclusions.exclusion(one, other) {
                Some(Exclusion::Related(Relation::Near(distance))) => Ok(("near", format!(" {distance}"))),
                Some(Exclusion::Related(Relation::Indexed {
                    data: (_, stride, offset),
                    lock: (locks, pitch, first),
                })) => Ok(("indexed", format!(" {stride} {offset} {} {pitch} {first}", locks.index()))),
                Some(Exclusion::Once(control)) => {
                    let control = lock_name(control);
                    control.map(|control| ("once", format!(" {control}"))).ok_or("a once control that has no name")
                }
                Some(Exclusion::Creation(lock)) => {
                    lock_name(lock).map(|lock| ("creator", format!(" {lock}"))).ok_or("a lock that has no name")
                }
                Some(Exclusion::Bytes) => Err("the value ranges of their indices"),
                Some(Exclusion::Counter) => Err("a counter of live threads"),
                Some(Exclusion::Phases) => Err("the phases of a barrier"),
                Some(Exclusion::Activation) => Err("the objects that a call shares with its threads alone"),
                None => Err("a rule that is not known here"),
            },
        };
        let place = |index: usize| program.source.place(accesses.site(index).span);
        let (word, behind) = said.map_err(|rule: &str| -> String {
            format!("that the accesses at {} and {} do not race rests on {rule}", place(one), place(other))
        })?;
        for name in accesses.common_objects(one, other).into_iter().filter_map(|common| object(points_to, common)) {
            lines.insert(format!("{word} {name}{behind}"));
        }
        Ok::<(), String>(())
    })?;
    Ok(lines.into_iter().collect())
}

fn points(points_to: &PointsTo, ranks: Ranks) -> Argument {
    let ranks =
        ranks.ok_or("deadlock freedom rests on a circle of waits that cannot be complete, and not on an order")?;
    let line = |(context, transition, rank)| format!("point {} {rank}", place(points_to, context, transition));
    Ok(ranks.into_iter().map(line).collect())
}
