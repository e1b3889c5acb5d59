//! Invariants of a program that was shown to be safe.
//!
//! Some invariants are known without a proof: at the heads of loops that threads other than main run, the value ranges
//! of the globals that threads share, whatever threads do (`analysis/intervals`). They hold for every thread that runs
//! while there is a second thread. Main runs before there is one, so there is no such invariant for code that main may
//! run. Each reads one variable once.
//!
//! Further candidates come from the proof, if it is an invariant ([`raddle_horn::facts`]). The candidates that are
//! proved at their locations are kept ([`super::sift`]). If other threads break one while they hold a lock, it is
//! stated with a ghost of the lock. A proof that depends on the order of steps alone has no such invariants: its
//! witness says only that the program is safe.

use raddle_analysis::analyzed_program::AnalyzedProgram;
use raddle_cfront::typed::{StatementKind, Storage, Unit};
use raddle_program::entity::Entity;
use raddle_program::source::{FileId, Span};
use raddle_program::syntax::{Global, ProcedureId};
use raddle_reference::landmark::Statements;
use raddle_report::witness::{Invariant, Invariants};
use raddle_verify::fact::Fact;
use raddle_verify::verdict::{Answers, Verdict};
use std::collections::{BTreeMap, BTreeSet};

use super::around::function_around;
use super::ghosts::words;
use super::instrument::{Use, look_at};
use super::location;
use super::sift::{Candidate, Sieve};
use crate::front::Front;

/// How many invariants a witness has at most.
const LIMIT: usize = 400;

/// How many of a proof are tried.
const CANDIDATES: usize = 60;

/// The invariants.
pub fn invariants(front: &Front, answers: &Answers, sieve: &Sieve<'_>) -> Invariants {
    let mut found = intervals(front);
    found.truncate(LIMIT);
    let candidates = candidates(front, answers, &found);
    if candidates.is_empty() {
        return Invariants { all: found, ..Invariants::default() };
    }
    let mut kept = sieve.keep(front, candidates);
    // What is known anyway comes first, and need not be proved here.
    found.append(&mut kept.all);
    Invariants { all: found, ..kept }
}

/// What the proofs say of single places, at statements at which it can be looked at.
fn candidates(front: &Front, answers: &Answers, known: &[Invariant]) -> Vec<Candidate> {
    let unit = front.unit();
    let all = Statements::of(unit);
    let loops: BTreeSet<u32> = unit
        .statements()
        .into_iter()
        .filter(|statement| matches!(statement.kind, StatementKind::Loop { tests_after: false, .. }))
        .map(|statement| statement.span.start)
        .collect();
    let text = unit.source.files().get(FileId(0)).map_or("", |file| file.text());
    let proofs = answers.outcomes.iter().filter_map(|outcome| match &outcome.verdict {
        Verdict::Safe(proved) => Some(&proved.proof),
        Verdict::Unsafe(_) | Verdict::Unknown(_) => None,
    });
    let facts: BTreeSet<&Fact> = proofs.flat_map(|proof| proof.facts()).collect();
    // Of the locations in a statement the first one is in front of it; the other ones are in the middle.
    let mut of_statements: BTreeMap<Span, Vec<&Fact>> = BTreeMap::new();
    for fact in facts {
        if let Some(statement) = all.around(fact.place).filter(|statement| statement.file == FileId(0)) {
            of_statements.entry(statement).or_default().push(fact);
        }
    }
    for facts in of_statements.values_mut() {
        let first = facts.iter().map(|fact| fact.place.start).min();
        facts.retain(|fact| Some(fact.place.start) == first);
    }
    let ids = ids_of_threads(unit);
    let mut found: Vec<Candidate> = Vec::new();
    for (statement, fact) in
        of_statements.iter().flat_map(|(&statement, facts)| facts.iter().map(move |fact| (statement, fact)))
    {
        // The number that stands for an id is unknown to other tools.
        if words(&fact.formula).any(|word| ids.contains(word)) || !is_declared_before(unit, &fact.formula, statement) {
            continue;
        }
        let function = function_around(unit, statement);
        let invariant = Invariant {
            is_of_loop: loops.contains(&statement.start),
            location: location(&unit.source, statement, function.as_deref()),
            value: fact.formula.clone(),
        };
        let is_known = known.contains(&invariant) || found.iter().any(|other| other.invariant == invariant);
        let can_be_looked_at = look_at(unit, text, &invariant, Use::Assume).is_ok();
        if !is_known && can_be_looked_at && found.len() < CANDIDATES {
            found.push(Candidate { invariant, is_about_locals: fact.is_about_locals });
        }
    }
    found
}

/// The variables that hold ids of threads: what the first argument of `pthread_create` names.
fn ids_of_threads(unit: &Unit) -> BTreeSet<&str> {
    let mut found = BTreeSet::new();
    for statement in unit.statements() {
        for call in unit.source.text(statement.span).split("pthread_create").skip(1) {
            let argument = call.split(',').next().unwrap_or_default();
            found.extend(words(argument).next());
        }
    }
    found
}

/// Between which numbers globals lie.
fn intervals(front: &Front) -> Vec<Invariant> {
    let (program, unit) = (AnalyzedProgram::new(front.program.clone()), front.unit());
    let Some(intervals) = program.intervals(&|| false) else { return Vec::new() };
    let Some(points_to) = intervals.points_to() else { return Vec::new() };
    let is_run_by_threads_only = |name: &str| {
        let mut contexts = points_to.contexts.values();
        let of = |procedure: ProcedureId| &*program.procedures[procedure].name == name;
        contexts.any(|context| of(context.procedure))
            && points_to.contexts.values().all(|context| context.class.index() != 0 || !of(context.procedure))
    };
    let mut facts = Vec::new();
    for (id, global) in program.globals.iter() {
        let size = program.types.size_of(global.ty).unwrap_or(0);
        let Some(known) = intervals.of_global(id, 0, size).filter(|_| is_named_so_everywhere(unit, global)) else {
            continue;
        };
        // Numbers that every C compiler reads back as they are.
        let is_plain = |number: i128| i32::try_from(number).is_ok_and(|number| number > i32::MIN);
        for (operator, number) in [(">=", known.low), ("<=", known.high)] {
            if is_plain(number) {
                facts.push(format!("{} {operator} {number}", global.name));
            }
        }
    }
    let mut found = Vec::new();
    for statement in unit.statements() {
        let StatementKind::Loop { tests_after: false, .. } = &statement.kind else { continue };
        let Some(function) = function_around(unit, statement.span).filter(|name| is_run_by_threads_only(name)) else {
            continue;
        };
        for value in facts.iter().filter(|value| is_declared_before(unit, value, statement.span)) {
            let location = location(&unit.source, statement.span, Some(&function));
            found.push(Invariant { is_of_loop: true, location, value: value.clone() });
        }
    }
    found
}

/// Whether the globals that a formula names are declared when a place is read.
fn is_declared_before(unit: &Unit, formula: &str, place: Span) -> bool {
    words(formula).all(|word| {
        let mut named =
            unit.variables.values().filter(|variable| variable.function.is_none() && *variable.name == *word);
        named.all(|variable| variable.span.file != place.file || variable.span.start < place.start)
    })
}

/// Whether a global has a name that means it in every function.
fn is_named_so_everywhere(unit: &Unit, global: &Global) -> bool {
    let mut named = unit.variables.values().filter(|variable| *variable.name == *global.name);
    let is_global =
        |variable: &raddle_cfront::typed::Variable| variable.function.is_none() && variable.storage == Storage::Static;
    named.clone().count() == 1 && named.all(is_global)
}
