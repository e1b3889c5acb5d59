//! What locks protect: for each variable and each member of a structure, the locks that every access holds which may happen in parallel with a
//! conflicting one.
//!
//! A lock is named by its variable and the path inside of it, so locks in memory without a name are left out: what only such a lock protects
//! has no lock here, and [`Protection::is_locked_by_itself`] says so. A member stands for the member of all objects of its type, as an
//! annotation does. Variables and members are known by where they are declared.
//!
//! Rule: data have a lock only if no two accesses to them may race, and if each access that conflicts with one of another thread that may run at
//! the same time certainly holds the lock.
//! Tests: `every_parallel_access_holds_the_lock`, `an_access_without_the_lock_takes_it_away`.

use raddle_analysis::accesses::{Accesses, Comparison};
use raddle_analysis::analyzed_program::AnalyzedProgram;
use raddle_analysis::exclusions::Exclusions;
use raddle_analysis::points_to::{AbstractObject, ObjectKind, PointsTo};
use raddle_program::access_path::access_path;
use raddle_program::source::Span;
use raddle_program::syntax::Program;
use raddle_program::types::{TypeId, TypeKind, Types};
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::{BTreeMap, BTreeSet};

use crate::locations::{Apart, Locations, SharedBy, locations};
use crate::prepared;

/// A lock in a variable.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct LockName {
    /// Where the variable is declared.
    pub variable: Span,
    /// The path to the lock inside of it: `.lock`, `[1]`, or nothing.
    pub path: String,
}

/// Data that threads share and that locks protect.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Protection {
    /// Where the variable or the member is declared.
    pub data: Span,
    /// Whether it is what the variable or the member points to.
    pub is_pointee: bool,
    /// The locks that all accesses hold.
    pub locks: BTreeSet<LockName>,
    /// Whether locks keep all accesses apart, though no lock with a name is held at all of them.
    pub is_locked_by_itself: bool,
}

/// What is known of some bytes: the locks that protect them; `None` if some accesses may race, or are kept apart without locks.
type Known = Option<BTreeSet<LockName>>;

/// Finds what locks protect in a program that was lowered past what has no model.
pub fn protections(program: Program) -> Vec<Protection> {
    let program = &*AnalyzedProgram::new(prepared(program));
    let (points_to, automata) = (program.points_to(), program.automata());
    let accesses = Accesses::known(program, points_to, automata);
    let exclusions = Exclusions::of(program, automata, &accesses);
    let found = locations(program, &accesses, &exclusions);
    let known: Vec<Known> = found.shared.iter().map(|shared| locks_of(program, &accesses, shared)).collect();
    gathered(program, points_to, &found, &known)
}

/// The protections by declaration: a lock protects it if it protects all of its bytes in all objects that are shared.
fn gathered(program: &AnalyzedProgram, points_to: &PointsTo, found: &Locations, known: &[Known]) -> Vec<Protection> {
    let mut by_declaration: BTreeMap<(Span, bool), Known> = BTreeMap::new();
    let mut note = |declaration: (Span, bool), known: &Known| {
        let before = by_declaration.entry(declaration).or_insert_with(|| known.clone());
        *before = both(before.take(), known.clone());
    };
    let mut by_object: FxHashMap<AbstractObject, Known> = FxHashMap::default();
    for (location, _) in found.iter() {
        let known = &known[location.shared];
        let cell = points_to.object(location.object).shape.cells[location.cell];
        for declaration in declarations(program, points_to, location.object, cell.offset, cell.size) {
            note((declaration, false), known);
        }
        let before = by_object.entry(location.object).or_insert_with(|| known.clone());
        *before = both(before.take(), known.clone());
    }
    for (object, data) in points_to.objects().iter().filter(|(_, data)| data.kind.is_memory()) {
        for (cell, &contents) in data.shape.cells.iter().zip(&data.cells) {
            let pointers = declarations(program, points_to, object, cell.offset, cell.size);
            let Some(&pointer) = pointers.last() else { continue };
            for target in points_to.targets(contents).iter().filter(|it| by_object.contains_key(&it.object)) {
                note((pointer, true), &by_object[&target.object]);
            }
        }
    }
    let protection = |((data, is_pointee), known): ((Span, bool), Known)| {
        let locks = known?;
        Some(Protection { data, is_pointee, is_locked_by_itself: locks.is_empty(), locks })
    };
    by_declaration.into_iter().filter_map(protection).collect()
}

/// What is known of two parts together.
fn both(one: Known, other: Known) -> Known {
    let (one, other) = (one?, other?);
    Some(one.intersection(&other).cloned().collect())
}

/// The locks that protect a location.
fn locks_of(program: &AnalyzedProgram, accesses: &Accesses<'_>, shared: &SharedBy) -> Known {
    if !shared.open.is_empty() || !shared.apart.contains(&Apart::Lock) {
        return None;
    }
    // Accesses that compare alike hold the same locks.
    let mut seen = FxHashSet::default();
    let all: Vec<usize> = shared
        .accesses
        .iter()
        .copied()
        .filter(|&index| !accesses.site(index).is_at_birth)
        .filter(|&index| seen.insert((accesses.comparable(index), accesses.site(index).is_write)))
        .collect();
    let conflicts = |one: usize, other: usize| {
        (accesses.site(one).is_write || accesses.site(other).is_write)
            && accesses.comparison(one, other) != Comparison::NeverParallel
    };
    let parallel = all.iter().filter(|&&one| all.iter().any(|&other| conflicts(one, other)));
    let names = |&index: &usize| -> BTreeSet<LockName> {
        accesses.held(index).iter().filter_map(|held| name(program, held.lock.object, held.lock.offset)).collect()
    };
    let common = parallel.map(names).reduce(|one, other| one.intersection(&other).cloned().collect());
    Some(common.unwrap_or_default())
}

/// The name of a lock that is in a variable.
fn name(program: &AnalyzedProgram, object: AbstractObject, offset: Option<u64>) -> Option<LockName> {
    let ObjectKind::Global(global) = program.points_to().object(object).kind else { return None };
    let data = &program.globals[global];
    Some(LockName { variable: data.span, path: access_path(&program.types, data.ty, offset?, 1) })
}

/// Where the variable and the members are declared that some bytes of an object belong to, from the outermost to the innermost.
fn declarations(
    program: &AnalyzedProgram,
    points_to: &PointsTo,
    object: AbstractObject,
    offset: u64,
    size: u64,
) -> Vec<Span> {
    let local = |context, local| {
        let procedure = points_to.contexts[context].procedure;
        &program.procedures[procedure].locals[local]
    };
    let (mut found, ty) = match points_to.object(object).kind {
        ObjectKind::Global(global) | ObjectKind::ThreadLocal(_, global) => {
            (vec![program.globals[global].span], Some(program.globals[global].ty))
        }
        ObjectKind::Local(context, id) => (vec![local(context, id).span], Some(local(context, id).ty)),
        ObjectKind::Allocated(..) => (Vec::new(), points_to.element_type(program, program.automata(), object)),
        ObjectKind::Keys
        | ObjectKind::Procedure(_)
        | ObjectKind::Thread(_)
        | ObjectKind::Number
        | ObjectKind::Unknown
        | ObjectKind::Indeterminate => return Vec::new(),
    };
    if let Some(ty) = ty {
        members(&program.types, ty, (offset, size), &mut found);
    }
    found
}

/// The members that some bytes of an object of a type belong to.
fn members(types: &Types, ty: TypeId, (offset, size): (u64, u64), found: &mut Vec<Span>) {
    match types.kind(ty) {
        TypeKind::Array { element, .. } => {
            if let Some(bytes) = types.size_of(element.ty).filter(|&bytes| bytes > 0) {
                members(types, element.ty, (offset % bytes, size), found);
            }
        }
        TypeKind::Record(record) => {
            let fields = types.record(*record).body.iter().flat_map(|body| &body.fields);
            for field in fields {
                let bytes = match field.bits {
                    Some(bits) => u64::from(bits.location_bytes),
                    None => types.size_of(field.ty.ty).unwrap_or(0),
                };
                // Members of a union, and bit-fields of one location, overlap.
                if field.offset <= offset && offset < field.offset + bytes {
                    found.push(field.span);
                    if field.bits.is_none() {
                        members(types, field.ty.ty, (offset - field.offset, size), found);
                    }
                }
            }
        }
        TypeKind::Void
        | TypeKind::Bool
        | TypeKind::Int(_)
        | TypeKind::Float(_)
        | TypeKind::Complex(_)
        | TypeKind::Pointer(_)
        | TypeKind::Function(_) => {}
    }
}
