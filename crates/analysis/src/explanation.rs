//! What the analyses know of a program, line by line, for people: which steps are shared, what protects them, how they move,
//! to which block they belong, where context switches remain, and between which numbers locals and shared memory lie.
//!
//! A block is named by a letter, in the order of the code; code of a procedure that is only ever called inside of blocks
//! belongs to those of its callers.

use std::collections::{BTreeMap, BTreeSet};

use raddle_logic::intervals::Interval;
use raddle_program::automaton::{Automaton, Location, Transition, TransitionData};
use raddle_program::entity::Entity;
use raddle_program::source::SourcePlace;
use raddle_program::syntax::{Effect, LocalId, LocalKind, Place, PlaceKind, ProcedureId, Program};
use raddle_program::types::{TypeId, TypeKind};
use raddle_program::visit::{Visitor, walk_effect, walk_expr};

use super::accesses::Gap;
use super::analyzed_program::AnalyzedProgram;
use super::cut_points::{CutPoints, Visibility};
use super::intervals::{KnownBytes, ValueIntervals};
use super::movers::{Class, Movers, Protection, SharedAccess};
use super::points_to::{PointsTo, Target};
use super::shared_location::Names;

/// A line of the source that does something.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Line {
    /// The classes of its steps that do not move in both directions, in order; empty if all do.
    pub classes: Vec<&'static str>,
    /// The blocks that its steps belong to; the empty name stands for those of the callers.
    pub blocks: BTreeSet<String>,
    /// Whether a switch must be considered before one of its steps.
    pub has_switch: bool,
    /// What its steps access that more than one thread may reach, each with what protects it.
    pub shared: Vec<String>,
    /// Between which numbers the locals lie that its steps read, and then those that they write.
    pub numbers: Vec<String>,
}

/// What is known of the lines of a program, by file and line.
pub type Lines = BTreeMap<(String, u32), Line>;

/// What is known of a program.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Explanation {
    /// Line by line.
    pub lines: Lines,
    /// Between which numbers shared memory lies once there is a second thread.
    pub memory: Vec<String>,
}

/// Explains a program.
///
/// # Errors
/// The location and the kind of the obstacle, if nothing is known about the program.
pub fn explain(program: &AnalyzedProgram, visibility: Visibility) -> Result<Explanation, (SourcePlace, &'static str)> {
    let (points_to, automata) = (program.points_to(), program.automata());
    let movers = Movers::with(program, points_to, automata, visibility.arithmetic()).map_err(|gap| match gap {
        Gap::Unsupported(span) => (program.source.place(span), "something without a model may be reached"),
        Gap::UnknownTarget(span) => {
            (program.source.place(span), "a pointer is followed that may be indeterminate or come from outside")
        }
    })?;
    let cut_points = CutPoints::of(program, points_to, automata, &movers, visibility);
    let mut explanation = Lines::new();
    let mut letters = Letters::default();
    for (procedure, automaton) in automata.iter() {
        let blocks = blocks(procedure, automaton, &cut_points, &mut letters);
        for (transition, step) in automaton.transitions.iter() {
            let Some(class) = movers.class(procedure, transition) else { continue };
            if matches!(step.effect, Effect::Return(_)) && class == Class::Both {
                continue;
            }
            let place = program.source.place(step.span);
            let line = explanation.entry((place.file.to_string(), place.line)).or_default();
            if class != Class::Both && line.classes.last() != Some(&class.name()) {
                line.classes.push(class.name());
            }
            line.has_switch |= cut_points.is_out(procedure, step.from) == Some(true);
            line.blocks.extend(blocks[step.from.index()].iter().cloned());
        }
    }
    let names = Names::new(program, points_to, automata);
    for access in &movers.accesses {
        let (context, transition) = access.place;
        let step = &automata[points_to.contexts[context].procedure].transitions[transition];
        let place = program.source.place(step.span);
        let Some(line) = explanation.get_mut(&(place.file.to_string(), place.line)) else { continue };
        let said = describe(access, points_to, &names);
        if !line.shared.contains(&said) {
            line.shared.push(said);
        }
    }
    let memory = numbers(program, &mut explanation);
    Ok(Explanation { lines: explanation, memory })
}

/// By whether a local is written, and which: its name, its numbers, and all of its type; nothing, if it may be any.
type OfLine = BTreeMap<(bool, LocalId), Option<(String, Interval, Interval)>>;

/// Says of lines between which numbers their locals lie, and returns what is known of shared memory.
fn numbers(program: &AnalyzedProgram, lines: &mut Lines) -> Vec<String> {
    let automata = program.automata();
    let intervals = ValueIntervals::with_registers(program, program.points_to().clone(), automata, program.live());
    // By line, name and whether it is written: what is known; nothing, if a step of the line may see any number.
    let mut known: BTreeMap<(String, u32), OfLine> = BTreeMap::new();
    for (procedure, automaton) in automata.iter() {
        let locals = &program.procedures[procedure].locals;
        for step in automaton.transitions.values() {
            let place = program.source.place(step.span);
            let (read, written) = mentioned(step);
            let reads = read.into_iter().map(|local| (false, local, step.from));
            for (is_written, local, location) in reads.chain(written.map(|local| (true, local, step.to))) {
                let data = &locals[local];
                let Some(all) = all_of(program, data.ty).filter(|_| data.kind != LocalKind::Temporary) else {
                    continue;
                };
                let here = intervals.of_register(program, procedure, location, local);
                let of_line = known.entry((place.file.to_string(), place.line)).or_default();
                let slot = of_line
                    .entry((is_written, local))
                    .or_insert_with(|| here.map(|here| (data.name.to_string(), here, all)));
                *slot = slot.take().zip(here).map(|((name, before, all), here)| (name, before.join(here), all));
            }
        }
    }
    for (at, of_line) in known {
        let Some(line) = lines.get_mut(&at) else { continue };
        for ((is_written, _), known) in of_line {
            let Some((name, interval, all)) = known else { continue };
            let said = between(&name, interval, all);
            if !line.numbers.contains(&said) {
                line.numbers.push(if is_written { format!("then {said}") } else { said });
            }
        }
    }
    let Some(points_to) = intervals.points_to() else { return Vec::new() };
    let names = Names::new(program, points_to, automata);
    let said = |bytes: KnownBytes| {
        let all = Interval::full(bytes.size as u32 * 8);
        let all = if bytes.numbers.high > all.high { Interval { low: 0, high: 2 * all.high + 1 } } else { all };
        between(&names.bytes(bytes.object, Some(bytes.offset), bytes.size), bytes.numbers, all)
    };
    let mut memory: Vec<String> = intervals.of_memory(program).into_iter().map(said).collect();
    memory.dedup();
    memory
}

/// The registers that a step reads, and the one that it writes.
fn mentioned(step: &TransitionData) -> (BTreeSet<LocalId>, Option<LocalId>) {
    struct Reads(BTreeSet<LocalId>);
    impl Visitor for Reads {
        fn place(&mut self, place: &Place) {
            if let PlaceKind::Local(local) = place.kind {
                self.0.insert(local);
            }
        }
    }
    let mut reads = Reads(BTreeSet::new());
    let written = match &step.effect {
        Effect::Assign { target: Place { kind: PlaceKind::Local(target), .. }, value } => {
            walk_expr(value, &mut reads);
            Some(*target)
        }
        effect => {
            walk_effect(effect, &mut reads);
            None
        }
    };
    if let Some(guard) = &step.guard {
        walk_expr(&guard.condition, &mut reads);
    }
    (reads.0, written)
}

/// All numbers of an integer type.
fn all_of(program: &Program, ty: TypeId) -> Option<Interval> {
    let (bits, is_signed) = program.types.scalar_shape(ty)?;
    match program.types.kind(ty) {
        TypeKind::Bool => Some(Interval { low: 0, high: 1 }),
        TypeKind::Int(_) if is_signed => Some(Interval::full(bits)),
        TypeKind::Int(_) if bits <= 64 => Some(Interval { low: 0, high: (1 << bits) - 1 }),
        _ => None,
    }
}

/// `x = 3`, `0 <= x <= 7`, `x >= 0`
fn between(name: &str, interval: Interval, all: Interval) -> String {
    let Interval { low, high } = interval;
    match (low == all.low, high == all.high) {
        _ if low == high => format!("{name} = {low}"),
        // Of numbers that cannot be negative that is worth saying nothing.
        (true, false) if low != 0 => format!("{name} <= {high}"),
        (false, true) => format!("{name} >= {low}"),
        _ => format!("{low} <= {name} <= {high}"),
    }
}

fn describe(access: &SharedAccess, points_to: &PointsTo, names: &Names<'_>) -> String {
    let is_memory = |target: &&Target| points_to.object(target.object).kind.is_memory();
    let bytes = |target: &Target| {
        let object = points_to.object(target.object);
        let offset = target.offset.filter(|&offset| object.shape.is_exact(offset));
        names.bytes(target.object, offset, 1)
    };
    let mut objects: Vec<String> = access.targets.iter().filter(is_memory).map(bytes).collect();
    objects.dedup();
    let what = if objects.len() > 3 { format!("{} and others", objects[0]) } else { objects.join(" or ") };
    let verb = if access.is_write { "writes" } else { "reads" };
    let locks: Vec<String> = access.held.iter().map(|held| names.lock(held.lock)).collect();
    let protection = match access.protection {
        Protection::Order => "ordered by creations and joins".to_owned(),
        Protection::Lock => format!("protected by {}", locks.join(", ")),
        Protection::Commutes => "in any order: it makes no difference".to_owned(),
        Protection::Atomic => "atomic".to_owned(),
        Protection::Nothing if locks.is_empty() => "protected by nothing that is known".to_owned(),
        Protection::Nothing => format!("not protected by {} alone", locks.join(", ")),
    };
    format!("{verb} {what}: {protection}")
}

/// Names of blocks: a, b, ..., z, aa, ...
#[derive(Default)]
struct Letters {
    n_given: usize,
}

impl Letters {
    fn next(&mut self) -> String {
        let mut number = self.n_given;
        self.n_given += 1;
        let mut name = Vec::new();
        loop {
            name.insert(0, char::from(b'a' + (number % 26) as u8));
            number /= 26;
            if number == 0 {
                return name.into_iter().collect();
            }
            number -= 1;
        }
    }
}

/// For each location the blocks that a step from it belongs to.
fn blocks(
    procedure: ProcedureId,
    automaton: &Automaton,
    cut_points: &CutPoints,
    letters: &mut Letters,
) -> Vec<BTreeSet<String>> {
    let is_out = |location: Location| cut_points.is_out(procedure, location) != Some(false);
    let mut blocks: Vec<BTreeSet<String>> = vec![BTreeSet::new(); automaton.locations.len()];
    if !is_out(automaton.entry) {
        blocks[automaton.entry.index()].insert(String::new());
    }
    for location in automaton.locations.ids() {
        let goes_in = |&transition: &Transition| !is_out(automaton.transitions[transition].to);
        let is_known = cut_points.is_out(procedure, location).is_some();
        if is_known && is_out(location) && automaton.outgoing(location).iter().any(goes_in) {
            blocks[location.index()].insert(letters.next());
        }
    }
    loop {
        let mut is_changed = false;
        for step in automaton.transitions.values().filter(|step| !is_out(step.to)) {
            let before = blocks[step.from.index()].clone();
            let after = &mut blocks[step.to.index()];
            let n_before = after.len();
            after.extend(before);
            is_changed |= after.len() != n_before;
        }
        if !is_changed {
            return blocks;
        }
    }
}
