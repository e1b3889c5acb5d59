//! The code that a scan analyzed, and its assumptions about unknown code.

use crate::consequences::Causes;
use crate::locations::{Apart, Locations, SharedBy};
use raddle_analysis::accesses::Accesses;
use raddle_analysis::analyzed_program::AnalyzedProgram;
use raddle_analysis::points_to::PointsTo;
use raddle_program::bits::BitSet;
use raddle_program::source::SourcePlace;
use raddle_program::syntax::{Effect, Procedure};
use rustc_hash::FxHashSet;
use serde::Serialize;
use std::collections::BTreeMap;
use std::sync::Arc;

use crate::objects::Naming;
use crate::thread::Thread;

/// What a scan looked at.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Coverage {
    /// Defined functions that threads may reach.
    pub functions_reached: usize,
    /// Functions that the program defines.
    pub functions: usize,
    /// The threads: main, and for each creation each function that it may start.
    pub threads: Vec<Thread>,
    /// Accesses to memory that more than one thread may reach.
    pub accesses: usize,
    /// The shared locations, by what is known of them.
    pub shared: Counts,
    /// Whether accesses may be missing: through pointers from outside, or in cleanup routines and destructors, which no call leads to.
    pub misses_accesses: bool,
    /// What was assumed, in the order of names.
    pub assumptions: Vec<Assumption>,
}

/// How many locations are protected by what.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize)]
pub struct Counts {
    /// By a lock, at least for some accesses.
    pub locked: usize,
    /// By the order of creations and joins alone.
    pub ordered: usize,
    /// By atomic accesses alone.
    pub atomic: usize,
    /// By nothing that is known, for some accesses.
    pub open: usize,
    /// By nothing as long as other locations race, which are the cause.
    pub consequences: usize,
}

/// Something that is not known, and what was assumed about it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Assumption {
    /// What is not known: a function without a body, or a construct without a model.
    pub what: Arc<str>,
    /// Where it stands first.
    #[serde(flatten)]
    pub place: SourcePlace,
    /// At how many places it stands.
    pub places: usize,
}

/// Counts.
pub fn coverage(
    program: &AnalyzedProgram,
    accesses: &Accesses<'_>,
    locations: &Locations,
    consequences: &BTreeMap<usize, Causes>,
) -> Coverage {
    let points_to: &PointsTo = program.points_to();
    let reached: FxHashSet<_> = points_to.contexts.values().map(|context| context.procedure).collect();
    let naming = Naming::of(program);
    let mut shared = Counts::default();
    for (number, (_, shared_by)) in locations.iter().enumerate() {
        let count = match shared_by {
            _ if consequences.contains_key(&number) => &mut shared.consequences,
            SharedBy { open, .. } if !open.is_empty() => &mut shared.open,
            SharedBy { apart, .. } if apart.contains(&Apart::Lock) => &mut shared.locked,
            SharedBy { apart, .. } if apart.contains(&Apart::Atomic) => &mut shared.atomic,
            SharedBy { .. } => &mut shared.ordered,
        };
        *count += 1;
    }
    let mut listed = BitSet::new(accesses.len());
    for &access in locations.shared.iter().flat_map(|shared| &shared.accesses) {
        listed.insert(access);
    }
    Coverage {
        functions_reached: n_functions(reached.iter().map(|&procedure| &program.procedures[procedure])),
        functions: n_functions(program.procedures.values()),
        threads: points_to.classes.ids().map(|class| naming.thread(class)).collect(),
        accesses: listed.iter().count(),
        shared,
        misses_accesses: points_to.hides_calls || !points_to.outside.is_empty(),
        assumptions: assumptions(program, points_to, &reached),
    }
}

/// How many functions have some procedures as their code: those with one name are copies.
fn n_functions<'p>(procedures: impl Iterator<Item = &'p Procedure>) -> usize {
    let defined = procedures.filter(|procedure| procedure.is_defined);
    defined.map(|procedure| &procedure.name).collect::<FxHashSet<_>>().len()
}

/// What reached code does that is not known.
fn assumptions(
    program: &AnalyzedProgram,
    points_to: &PointsTo,
    reached: &FxHashSet<raddle_program::syntax::ProcedureId>,
) -> Vec<Assumption> {
    let mut found: BTreeMap<Arc<str>, Vec<SourcePlace>> = BTreeMap::new();
    for (procedure, automaton) in program.automata().iter().filter(|(procedure, _)| reached.contains(procedure)) {
        let _ = procedure;
        for step in automaton.transitions.values() {
            let what = match &step.effect {
                Effect::External { name, .. } => name.clone(),
                Effect::Unsupported(what) => what.clone(),
                _ => continue,
            };
            found.entry(what).or_default().push(program.source.place(step.span));
        }
    }
    let outside: Vec<SourcePlace> = points_to.outside.iter().map(|&span| program.source.place(span)).collect();
    if !outside.is_empty() {
        found.insert("a pointer from outside the program".into(), outside);
    }
    let assumption = |(what, mut places): (Arc<str>, Vec<SourcePlace>)| {
        places.sort();
        places.dedup();
        Some(Assumption { what, places: places.len(), place: places.into_iter().next()? })
    };
    found.into_iter().filter_map(assumption).collect()
}
