//! Memory models: what a SAFE for all interleavings implies under C11.
//!
//! Engines explore interleavings, in which memory is sequentially consistent. By C11 that suffices for programs whose
//! atomic accesses all are sequentially consistent: without data races they have no other executions (C11 5.1.2.4, the
//! theorem of Boehm and Adve 2008). Violations need no such argument: each interleaving is an execution of C11. With
//! weaker memory orders there may be executions that are no interleaving, and a SAFE becomes UNKNOWN here
//! ([`MemoryModel::C11`]) or is accepted ([`MemoryModel::Sc`]).
//!
//! **Accesses that do not count.** An access with a weaker order that conflicts with no access that may run in parallel is ordered
//! with all conflicting ones by creations and joins, as one that is not atomic would be. Which order it names makes no difference.
//! Fences change nothing by themselves: they only add order to what relaxed accesses do.
//!
//! **One atomic object.** If all atomic accesses that count are to one scalar, and the program has no data race, each execution is
//! equal to an interleaving. Proof. Let `order` be program order, reads-from, modification order and from-reads together; an execution
//! is an interleaving if `order` has no cycle. Conflicting accesses that are not atomic are ordered by happens-before, so
//! their edges agree with it, and so do those of locks, creations and joins. Take a cycle and look at its accesses to the scalar. Give each
//! a position: to a write its place in the modification order, to a read the place right behind the write that it reads. Reads-from,
//! modification order and from-reads lead to a later position. Happens-before leads to no earlier one: that is
//! coherence (C11 5.1.2.4 p17 to p20). So no edge of the cycle is reads-from, modification order or from-reads of the scalar, and the cycle
//! is one of happens-before, which has none. Whether the program has a race is asked among interleavings, too: take an execution
//! with a race and cut it behind the second access of the first one. What stands before has no race, so it is an interleaving, and the
//! race is one in an interleaving.
//!
//! **Ordered writes.** If all atomic reads that count acquire, all atomic writes that count release, and of any two atomic writes that
//! count one happens before the other (one thread makes them all, or a lock, creations and joins order them), each execution without a
//! data race is equal to an interleaving. Proof. A read that acquires from a write that releases happens behind it, so in a cycle as
//! above all edges agree with happens-before but from-reads of atomic objects: a read R that gets an older value of what a write W stores. Each such
//! edge ends at a write. Let W be the one of the cycle behind which no other one happens, and follow the cycle from there: happens-before leads
//! to the next read R, from there from-reads to a write V. V is W or happens before it, so V happens before R, which
//! must not get an older value then (coherence). Accesses that overlap are to the same bytes, for coherence is about one scalar.
//!
//! **Relaxed counters** do not count if no operation can observe the order of their updates
//! ([`crate::relaxed_counters`]).
//!
//! **Races that order alone excludes.** If the freedom of races follows from creations, joins, locks and atomic types
//! alone, for all values in memory, it holds in all executions of C11: happens-before orders these pairs, and the
//! accesses are found from the code without the order of writes. New memory that is written before its address is
//! published counts if it is published in order (`raddle_analysis::points_to`, `unordered_publication.rs`).
//!
//! Rule: without the exceptions above, SAFE of data races stands only if the proof follows no values in memory.
//! Tests: `relaxed_flags_alone_do_not_race`, `relaxed_flags_guard_data`.
//!
//! Clocks that exchanges in Raddle's C library keep in order, and the signals that threads block (`docs/library.md`),
//! do not count.
//!
//! An operation that observes another thread without being ordered after it (a failing attempt to lock, the value of a
//! semaphore), and a section that the program wrote around accesses, are atomic accesses of their own: if there are
//! any, the exception does not hold.

use raddle_program::automaton::TransitionData;
use raddle_program::footprint::{Accessed, Footprint};
use raddle_program::memory_order::MemoryOrder;
use raddle_program::property::Property;
use raddle_program::source::SourcePlace;
use raddle_program::syntax::{Atomic, Effect, Expr, ExprKind};

use crate::relaxed_counters;
use crate::verdict::{Answers, Outcome, Proof, Proved, Reason, Verdict};
use raddle_analysis::analyzed_program::AnalyzedProgram;
use raddle_analysis::held_lock::exclude_each_other;
use raddle_analysis::lockset::LockSets;
use raddle_analysis::parallel::Parallel;
use raddle_analysis::points_to::{AccessSite, ObjectKind, Target};

/// Functions in Raddle's C library that remember the state of the system: the time that a clock showed last, which
/// signals threads block, and the numbers of processes (`docs/library.md`).
const OF_THE_SYSTEM: [&str; 13] = [
    "__raddle_time",
    "__raddle_clock",
    "__raddle_clock_gettime",
    "__raddle_timespec_get",
    "__raddle_gettimeofday",
    "__raddle_pass_mask",
    "__raddle_blocks_signal",
    "__raddle_change_mask",
    "__raddle_forget_signals",
    "__raddle_waiting_signals",
    "__raddle_number_of_child",
    "__raddle_number_of_parent",
    "__raddle_new_process",
];

/// Which executions a program has.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum MemoryModel {
    /// Those of C11.
    #[default]
    C11,
    /// Its interleavings.
    Sc,
}

/// What weaker memory orders mean for a program.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Weakness {
    /// Every execution without a data race is equal to an interleaving.
    None,
    /// That is so because there is one atomic object, or because its writes are ordered; the first weaker access is here. Whether there is a
    /// race has to be asked.
    UnlessRaces(SourcePlace),
    /// There may be other executions; the first weaker access is here.
    Many(SourcePlace),
}

impl Weakness {
    /// Analyzes a program.
    pub fn of(program: &AnalyzedProgram) -> Weakness {
        let (points_to, automata) = (program.points_to(), program.automata());
        let data = |site: &AccessSite| -> &TransitionData {
            &automata[points_to.contexts[site.context].procedure].transitions[site.transition]
        };
        let atomic_of = |site: &AccessSite| {
            let procedure = &program.procedures[points_to.contexts[site.context].procedure];
            atomic_access(program, procedure, data(site))
        };
        let atomic: Vec<(&AccessSite, Atomic)> = points_to
            .accesses
            .iter()
            .filter(|site| site.is_atomic)
            .filter_map(|site| Some((site, atomic_of(site)?)))
            .filter(|(site, _)| !is_of_the_system(program, site))
            .collect();
        if !atomic.iter().any(|(_, access)| access.order.is_weak()) {
            return Weakness::None;
        }
        let parallel = Parallel::of(program, points_to, automata);
        let touches = |one: &AccessSite, other: &AccessSite| {
            let (ours, theirs) = (points_to.targets(one.address), points_to.targets(other.address));
            let overlap = |a: Target, b: Target| {
                let (x, y) = (points_to.touched(a, one.size), points_to.touched(b, other.size));
                a.object == b.object && x.start < y.end && y.start < x.end
            };
            ours.iter().any(|a| leads_anywhere(program, *a) || theirs.iter().any(|b| overlap(*a, *b)))
                || theirs.iter().any(|b| leads_anywhere(program, *b))
        };
        // What is pointed to from outside is not known: everything counts.
        let is_known = points_to.unsupported.is_empty();
        let counts = |site: &AccessSite| {
            !is_known
                || points_to.accesses.iter().any(|other| {
                    (site.is_write || other.is_write)
                        && touches(site, other)
                        && parallel.may_be_parallel((site.context, site.transition), (other.context, other.transition))
                })
        };
        let mut counting: Vec<&(&AccessSite, Atomic)> = atomic.iter().filter(|(site, _)| counts(site)).collect();
        let observes = points_to.synchronizations.values().any(|site| site.operation.observes_without_order());
        // Each weaker access is one of the program, and no other operation lets threads observe an order.
        let is_told_by_accesses = is_known && !observes && !has_sections(program);
        if is_told_by_accesses && !relaxed_counters::has_fences(program) {
            let is_update: Vec<bool> =
                counting.iter().map(|(site, _)| relaxed_counters::is_counting_update(program, site)).collect();
            let is_counter = |(number, (site, _)): (usize, &&(&AccessSite, Atomic))| {
                is_update[number]
                    && counting.iter().zip(&is_update).all(|((other, _), is_update)| {
                        !touches(site, other) || *is_update && are_same_bytes(program, site, other)
                    })
            };
            let is_left: Vec<bool> = counting.iter().enumerate().map(|it| !is_counter(it)).collect();
            let mut left = is_left.into_iter();
            counting.retain(|_| left.next() == Some(true));
        }
        let Some((first, _)) = counting.iter().find(|(_, access)| access.order.is_weak()) else {
            return Weakness::None;
        };
        let place = program.source.place(first.span);
        // No object lies at a constant number, as the null pointer of an allocation that failed.
        let objects = |site: &AccessSite| -> Vec<Target> {
            let is_number = |target: &&Target| points_to.object(target.object).kind != ObjectKind::Number;
            points_to.targets(site.address).iter().filter(is_number).copied().collect()
        };
        let target = objects(first).first().copied();
        let is_it = |site: &AccessSite| {
            target.is_some_and(|target| objects(site) == [target] && is_one(program, target)) && site.size == first.size
        };
        let has_one_object = || counting.iter().all(|(site, _)| is_it(site));
        let leads_outside =
            |site: &AccessSite| points_to.targets(site.address).iter().any(|target| leads_anywhere(program, *target));
        let has_ordered_writes = || {
            !counting.iter().any(|(site, _)| leads_outside(site)) && are_writes_ordered(program, &parallel, &counting)
        };
        if is_told_by_accesses && (has_one_object() || has_ordered_writes()) {
            Weakness::UnlessRaces(place)
        } else {
            Weakness::Many(place)
        }
    }

    /// Whether races have to be checked even if they are not asked for.
    pub fn needs_races(&self) -> bool {
        matches!(self, Weakness::UnlessRaces(_))
    }

    /// What the answers about interleavings say about C11.
    pub fn admit(&self, answers: Answers) -> Answers {
        let is_race_free = answers
            .outcomes
            .iter()
            .any(|outcome| outcome.property == Property::DataRace && matches!(outcome.verdict, Verdict::Safe(_)));
        let place = match self {
            Weakness::None => return answers,
            Weakness::UnlessRaces(_) if is_race_free => return answers,
            Weakness::UnlessRaces(place) | Weakness::Many(place) => place,
        };
        let weaken = |outcome: Outcome| match outcome.verdict {
            Verdict::Safe(Proved { proof: Proof::RaceFree { follows_values: false, .. }, .. }) => outcome,
            Verdict::Safe(_) => {
                let verdict = Verdict::Unknown(Reason::WeakMemory { place: place.clone() });
                Outcome { verdict, ..outcome }
            }
            Verdict::Unsafe(_) | Verdict::Unknown(_) => outcome,
        };
        Answers { outcomes: answers.outcomes.into_iter().map(weaken).collect() }
    }
}

/// How the atomic access of a transition is made.
fn atomic_access(
    program: &AnalyzedProgram,
    procedure: &raddle_program::syntax::Procedure,
    data: &TransitionData,
) -> Option<Atomic> {
    let footprint = Footprint::of(program, procedure, data);
    let found = footprint.listed().filter_map(|access| match access.target {
        Accessed::Place(place) => place.atomic,
        Accessed::Target(_) | Accessed::Bytes { .. } => None,
    });
    // The weakest: a transition has one listed access, or both halves of a copy.
    found.min_by_key(|atomic| atomic.order)
}

/// Whether a target is one byte of one object in every execution.
fn is_one(program: &AnalyzedProgram, target: Target) -> bool {
    let (points_to, automata) = (program.points_to(), program.automata());
    let object = points_to.object(target.object);
    let is_one_element = match object.kind {
        ObjectKind::Allocated(context, transition) => {
            let data = &automata[points_to.contexts[context].procedure].transitions[transition];
            let size = match &data.effect {
                Effect::Allocate { size: Expr { kind: ExprKind::Integer(size), .. }, .. } => u64::try_from(*size).ok(),
                _ => None,
            };
            points_to.runs_once(context, transition, automata)
                && target.offset.zip(size).is_some_and(|(offset, size)| object.shape.is_exact_within(offset, size))
        }
        _ => false,
    };
    is_one_element || points_to.is_unique(target, automata)
}

/// Whether an access is one of Raddle's C library to the state of the system. The order of these accesses is that of
/// time, in every execution: clocks show the same time to all processors, and the system handles signals one after
/// another.
fn is_of_the_system(program: &AnalyzedProgram, site: &AccessSite) -> bool {
    let procedure = program.points_to().contexts[site.context].procedure;
    OF_THE_SYSTEM.contains(&&*program.procedures[procedure].name)
}

fn leads_anywhere(program: &AnalyzedProgram, target: Target) -> bool {
    let kind = program.points_to().object(target.object).kind;
    matches!(kind, ObjectKind::Unknown | ObjectKind::Indeterminate)
}

/// Whether all reads acquire, all writes release, and any two writes are ordered; and accesses that overlap are to the same bytes.
fn are_writes_ordered(program: &AnalyzedProgram, parallel: &Parallel<'_>, counting: &[&(&AccessSite, Atomic)]) -> bool {
    let (points_to, automata) = (program.points_to(), program.automata());
    let is_strong = |(site, atomic): &(&AccessSite, Atomic)| match atomic.order {
        MemoryOrder::AcquireRelease | MemoryOrder::SequentiallyConsistent => true,
        MemoryOrder::Acquire => !site.is_write,
        MemoryOrder::Release => site.is_write,
        MemoryOrder::Relaxed => false,
    };
    if !counting.iter().all(|it| is_strong(it)) {
        return false;
    }
    let locksets = LockSets::of(program, points_to, automata, parallel);
    let place = |site: &AccessSite| (site.context, site.transition);
    let are_ordered = |one: &AccessSite, other: &AccessSite| {
        let held = |site: &AccessSite| locksets.held(site.context, site.transition);
        !parallel.may_be_parallel(place(one), place(other)) || exclude_each_other(&held(one), &held(other))
    };
    counting.iter().enumerate().all(|(number, (one, _))| {
        counting[number..].iter().all(|(other, _)| {
            are_same_bytes(program, one, other) && (!one.is_write || !other.is_write || are_ordered(one, other))
        })
    })
}

/// Whether two accesses that overlap are to the same bytes.
fn are_same_bytes(program: &AnalyzedProgram, one: &AccessSite, other: &AccessSite) -> bool {
    let points_to = program.points_to();
    let ours = points_to.targets(one.address).iter();
    ours.flat_map(|a| points_to.targets(other.address).iter().map(move |b| (a, b))).all(|(a, b)| {
        let is_apart = || {
            let (x, y) = (points_to.touched(*a, one.size), points_to.touched(*b, other.size));
            x.end <= y.start || y.end <= x.start
        };
        a.object != b.object || one.size == other.size && a.offset.is_some() && a.offset == b.offset || is_apart()
    })
}

/// Whether some code that threads may run has an atomic section that is no update of an atomic object.
fn has_sections(program: &AnalyzedProgram) -> bool {
    let (points_to, automata) = (program.points_to(), program.automata());
    points_to.contexts.values().any(|context| {
        let (procedure, automaton) = (&program.procedures[context.procedure], &automata[context.procedure]);
        automaton.transitions.values().filter(|data| matches!(data.effect, Effect::AtomicBegin)).any(|begin| {
            let mut next = automaton.outgoing(begin.to).iter().map(|&next| &automaton.transitions[next]);
            !next.all(|data| atomic_access(program, procedure, data).is_some_and(|atomic| atomic.is_update))
        })
    })
}
