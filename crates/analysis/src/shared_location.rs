//! A location that is not shown to be free of races: all accesses to it, each with its thread and its locks, so that
//! users see which accesses are protected.

use raddle_program::automaton::Automaton;
use raddle_program::entity::Table;
use raddle_program::source::{SourcePlace, Span};
use raddle_program::syntax::{ProcedureId, Program};
use raddle_program::types::TypeId;
use serde::Serialize;

use super::allocation_names::{allocation_name, converted_type, part_path};
use super::points_to::{AbstractObject, ObjectKind, PointsTo, Target, ThreadClass};

/// A location with its accesses.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct SharedLocation {
    /// Its name: a path into a global, a local or an allocation.
    pub location: String,
    /// The accesses to it by threads that may share it, in the order of the code.
    pub accesses: Vec<LocationAccess>,
}

/// An access to a shared location.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct LocationAccess {
    /// Where it stands.
    pub place: SourcePlace,
    /// Whether it is a store.
    pub is_write: bool,
    /// Whether it is atomic.
    pub is_atomic: bool,
    /// The thread: its function, and where it is created.
    pub thread: String,
    /// The locks that are certainly held.
    pub locks: Vec<String>,
    /// Whether nothing is known to keep it apart from some other one.
    pub is_open: bool,
}

/// Names for what analyses find.
pub struct Names<'a> {
    program: &'a Program,
    points_to: &'a PointsTo,
    automata: &'a Table<ProcedureId, Automaton>,
}

impl<'a> Names<'a> {
    /// For the objects and threads of a program.
    pub fn new(
        program: &'a Program,
        points_to: &'a PointsTo,
        automata: &'a Table<ProcedureId, Automaton>,
    ) -> Names<'a> {
        Names { program, points_to, automata }
    }

    /// The source location of a span.
    pub fn place(&self, span: Span) -> SourcePlace {
        self.program.source.place(span)
    }

    /// Some bytes of an object, as the source names them.
    pub fn bytes(&self, object: AbstractObject, offset: Option<u64>, size: u64) -> String {
        let path = |ty: TypeId| match offset {
            Some(offset) => part_path(&self.program.types, ty, offset, size),
            None => String::new(),
        };
        match self.points_to.object(object).kind {
            ObjectKind::Global(global) | ObjectKind::ThreadLocal(_, global) => {
                let data = &self.program.globals[global];
                format!("{}{}", data.name, path(data.ty))
            }
            ObjectKind::Local(context, local) => {
                let procedure = &self.program.procedures[self.points_to.contexts[context].procedure];
                let data = &procedure.locals[local];
                format!("{}{} of {}", data.name, path(data.ty), procedure.name)
            }
            ObjectKind::Allocated(context, transition) => {
                let procedure = self.points_to.contexts[context].procedure;
                let span = self.automata[procedure].transitions[transition].span;
                let types = &self.program.types;
                let ty = converted_type(types, &self.program.procedures[procedure], span);
                let name = allocation_name(self.program, ty, &self.place(span));
                match (offset, ty) {
                    (Some(offset), Some(ty)) => {
                        // How many elements an array has is not known here, and the elements share the offsets of the first one.
                        let path = part_path(types, ty, offset % types.size_of(ty).unwrap_or(1).max(1), size);
                        format!("{name}{path}")
                    }
                    (Some(offset), None) if offset > 0 => format!("{name}+{offset}"),
                    (Some(_) | None, _) => name,
                }
            }
            ObjectKind::Keys => "the values of keys".to_owned(),
            ObjectKind::Procedure(_)
            | ObjectKind::Thread(_)
            | ObjectKind::Number
            | ObjectKind::Unknown
            | ObjectKind::Indeterminate => "no object".to_owned(),
        }
    }

    /// A lock.
    pub fn lock(&self, lock: Target) -> String {
        self.bytes(lock.object, lock.offset, 1)
    }

    /// A class of threads.
    pub fn thread(&self, class: ThreadClass) -> String {
        let data = &self.points_to.classes[class];
        let name = &self.program.procedures[self.points_to.contexts[data.start].procedure].name;
        match data.created_at.first() {
            None => name.to_string(),
            Some(&(context, transition)) => {
                let automaton = &self.automata[self.points_to.contexts[context].procedure];
                let at = self.place(automaton.transitions[transition].span);
                let several = if data.is_single { "" } else { ", maybe several times" };
                format!("{name}, created at {at}{several}")
            }
        }
    }
}
