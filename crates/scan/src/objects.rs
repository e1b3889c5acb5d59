//! How people name memory: variables by their names and declarations, other memory by its type and the call that allocates it.

use raddle_analysis::analyzed_program::AnalyzedProgram;
use raddle_analysis::points_to::{AbstractObject, ObjectKind, PointsTo, Target, ThreadClass};
use raddle_program::access_path::access_path;
use raddle_program::source::{SourcePlace, Span};
use raddle_program::types::{TypeId, TypeKind};
use serde::Serialize;
use std::sync::Arc;

use crate::thread::Thread;

/// A variable, or memory that a call allocates.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize)]
pub struct Object {
    /// The name of the variable; nothing for memory without one.
    #[serde(rename = "object")]
    pub name: Option<Arc<str>>,
    /// The tag of the structure that memory without a name holds, if it is known.
    #[serde(rename = "type")]
    pub tag: Option<Arc<str>>,
    /// The function that a local variable belongs to.
    pub function: Option<Arc<str>>,
    /// The function that allocates memory without a name.
    pub allocated_in: Option<Arc<str>>,
    /// Where the variable is declared, or the memory is allocated.
    #[serde(flatten)]
    pub place: SourcePlace,
}

impl std::fmt::Display for Object {
    /// `count`, `count of worker`, `job@pool.c:31`, `memory@pool.c:31`
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match (&self.name, &self.function) {
            (Some(name), None) => out.write_str(name),
            (Some(name), Some(function)) => write!(out, "{name} of {function}"),
            (None, _) => {
                let tag = self.tag.as_deref().unwrap_or("memory");
                write!(out, "{tag}@{}:{}", self.place.file, self.place.line)
            }
        }
    }
}

/// Finds the names of what a program shares.
pub struct Naming<'a> {
    program: &'a AnalyzedProgram,
    points_to: &'a PointsTo,
}

impl<'a> Naming<'a> {
    /// For the objects of a program.
    pub fn of(program: &'a AnalyzedProgram) -> Naming<'a> {
        Naming { program, points_to: program.points_to() }
    }

    /// Where something stands.
    pub fn place(&self, span: Span) -> SourcePlace {
        self.program.source.place(span)
    }

    /// The name of an object in memory, and the path to some bytes of it; nothing for what is no memory of the program.
    pub fn bytes(&self, object: AbstractObject, offset: u64, size: u64) -> Option<(Object, String)> {
        let (named, ty) = self.object(object)?;
        let path = match ty {
            Some(ty) if size != u64::MAX => any_element(&access_path(&self.program.types, ty, offset, size)),
            Some(_) | None => String::new(),
        };
        Some((named, path))
    }

    /// The name of a cell of an object.
    pub fn cell(&self, cell: Target) -> String {
        let cells = &self.points_to.object(cell.object).shape.cells;
        let found = cells.iter().find(|it| Some(it.offset) == cell.offset);
        match found.and_then(|it| self.bytes(cell.object, it.offset, it.size)) {
            Some((object, path)) => format!("{object}{path}"),
            None => "memory without a name".to_owned(),
        }
    }

    /// Whether an object is a variable of a library function's text (`crates/cfront/written`), which is not the program's.
    pub fn is_of_a_model(&self, object: AbstractObject) -> bool {
        match self.points_to.object(object).kind {
            ObjectKind::Global(global) | ObjectKind::ThreadLocal(_, global) => {
                let data = &self.program.globals[global];
                let is_static_local = data.name.contains("::");
                data.name.starts_with("__raddle_")
                    || is_static_local && self.place(data.span).file.starts_with("<raddle>/")
            }
            _ => false,
        }
    }

    /// The name of a lock.
    pub fn lock(&self, lock: Target) -> String {
        match self.bytes(lock.object, lock.offset.unwrap_or(0), 1) {
            Some((object, path)) => format!("{object}{path}"),
            None => "a lock without a name".to_owned(),
        }
    }

    /// A class of threads.
    pub fn thread(&self, class: ThreadClass) -> Thread {
        let data = &self.points_to.classes[class];
        let Some(&(context, transition)) = data.created_at.first() else {
            return Thread { function: "main".into(), created_at: None, is_several: false };
        };
        let procedure = |context| self.points_to.contexts[context].procedure;
        let step = &self.program.automata()[procedure(context)].transitions[transition];
        let function = self.program.procedures[procedure(data.start)].name.clone();
        Thread { function, created_at: Some(self.place(step.span)), is_several: !data.is_single }
    }

    /// The name of an object, and its type, or that of its elements.
    fn object(&self, object: AbstractObject) -> Option<(Object, Option<TypeId>)> {
        let program = self.program;
        let procedure = |context| &program.procedures[self.points_to.contexts[context].procedure];
        match self.points_to.object(object).kind {
            ObjectKind::Global(global) | ObjectKind::ThreadLocal(_, global) => {
                let data = &program.globals[global];
                // A static local is called `function::name`.
                let (function, name) = match data.name.rsplit_once("::") {
                    Some((function, name)) => (Some(function.into()), name.into()),
                    None => (None, data.name.clone()),
                };
                let place = self.place(data.span);
                Some((Object { name: Some(name), tag: None, function, allocated_in: None, place }, Some(data.ty)))
            }
            ObjectKind::Local(context, local) => {
                let data = &procedure(context).locals[local];
                let function = Some(procedure(context).name.clone());
                let place = self.place(data.span);
                let name = Some(data.name.clone());
                Some((Object { name, tag: None, function, allocated_in: None, place }, Some(data.ty)))
            }
            ObjectKind::Allocated(context, transition) => {
                let automaton = &program.automata()[self.points_to.contexts[context].procedure];
                let place = self.place(automaton.transitions[transition].span);
                let ty = self.points_to.element_type(program, program.automata(), object);
                let tag = ty.and_then(|ty| self.tag(ty));
                let allocated_in = Some(procedure(context).name.clone());
                Some((Object { name: None, tag, function: None, allocated_in, place }, ty))
            }
            ObjectKind::Keys
            | ObjectKind::Procedure(_)
            | ObjectKind::Thread(_)
            | ObjectKind::Number
            | ObjectKind::Unknown
            | ObjectKind::Indeterminate => None,
        }
    }

    fn tag(&self, ty: TypeId) -> Option<Arc<str>> {
        let TypeKind::Record(record) = self.program.types.kind(ty) else { return None };
        self.program.types.record(*record).tag.clone()
    }
}

/// A path with `[]` for every index.
pub fn any_element(path: &str) -> String {
    let mut rest = path;
    let mut result = String::new();
    while let Some((before, behind)) = rest.split_once('[') {
        let Some((index, after)) = behind.split_once(']') else { break };
        result.push_str(before);
        // Bytes that are no element keep their numbers.
        let is_index = !index.is_empty() && index.bytes().all(|byte| byte.is_ascii_digit());
        result.push_str(&if is_index { "[]".to_owned() } else { format!("[{index}]") });
        rest = after;
    }
    result + rest
}

#[cfg(test)]
mod tests {
    use super::any_element;

    #[test]
    fn indices_become_any_element() {
        assert_eq!(any_element(".items[2].next"), ".items[].next");
        assert_eq!(any_element("[1][3]"), "[][]");
        assert_eq!(any_element(".head"), ".head");
        assert_eq!(any_element(".a[bytes 1..3]"), ".a[bytes 1..3]");
        assert_eq!(any_element(""), "");
    }
}
