//! The threads that call the functions of a library (see `crate::callers`), as a further file of the program.
//!
//! Its text names types and functions of the program. They are bound to names of its scope before it is read, whatever they are called
//! and wherever they are declared.

use raddle_program::source::{SourceFile, Span};
use raddle_program::types::{Qualified, Qualifiers, TypeId, TypeKind};

use super::scope::{Binding, SpelledType};
use super::unit::UnitOptions;
use super::{Checker, Linked};
use crate::ast::Name;
use crate::callers::{Called, Callers, FILE, Parameter, Pointee, START, Target, text};
use crate::diagnostic::has_errors;
use crate::lex::lex;
use crate::parse::parse_with_types;
use crate::typed::FunctionId;

/// The functions whose call is a violation: no caller calls them.
const ERROR_FUNCTIONS: [&str; 2] = ["reach_error", "__VERIFIER_error"];

/// What pointers lead to, with the type behind each.
#[derive(Default)]
struct Targets {
    types: Vec<(Qualified, Pointee)>,
    all: Vec<Target>,
    /// The names that are bound to types.
    names: Vec<String>,
}

impl Checker {
    /// Lets threads call the functions, and execution start with the thread that creates them.
    pub(super) fn add_callers(&mut self, callers: &Callers) {
        self.unit.uses_of_arguments = None;
        let first = self.functions_called(&callers.first);
        let entries = match callers.entries.as_slice() {
            [] => self.entries(&first),
            names => self.functions_called(names),
        };
        if entries.is_empty() {
            if !has_errors(&self.diagnostics) {
                let advice = "name functions that a file defines with --entry";
                self.error(Span::NOWHERE, "the library has no function that threads can call", advice);
            }
            return;
        }
        let mut targets = Targets::default();
        let mut called = |checker: &mut Self, functions: &[FunctionId], is_first: bool| -> Vec<Called> {
            functions.iter().map(|&function| checker.called(function, is_first, &mut targets)).collect()
        };
        let (first, entries) = (called(self, &first, true), called(self, &entries, false));
        // What no function takes need not be kept.
        let takes = |number: usize| {
            let is_taken = |parameter: &Parameter| matches!(parameter, Parameter::Pointer(it) if *it == number);
            entries.iter().any(|function| function.parameters.iter().any(is_taken))
        };
        for function in entries.iter().chain(&first) {
            if let Some(number) = function.result.filter(|&number| takes(number)) {
                targets.all[number].is_returned = true;
            }
        }
        for (number, (ty, _)) in targets.types.clone().iter().enumerate() {
            self.bind_type(&format!("type_{number}"), *ty, &mut targets.names);
        }
        self.read_callers(&text(&targets.all, &first, &entries), &targets.names);
    }

    /// Reads the text, in the scope in which its types are bound.
    fn read_callers(&mut self, text: &str, types: &[String]) {
        let file = self.unit.source.files().next_id();
        let lexed = lex(file, text.as_bytes());
        let parsed = parse_with_types(&lexed.tokens, types);
        self.unit.source.add(SourceFile::new(FILE, text, Vec::new()));
        let before = self.diagnostics.len();
        self.units.options = UnitOptions::default();
        for item in &parsed.items {
            self.item(item);
        }
        // The user cannot mend this text: messages about it are dropped.
        let is_rejected = has_errors(&self.diagnostics[before..]);
        self.diagnostics.truncate(before);
        let start = self.unit.functions.ids().find(|&id| *self.unit.functions[id].name == *START);
        self.end_of_unit();
        match start {
            Some(start) if !is_rejected => self.unit.main = Some(start),
            Some(_) | None => {
                let advice = "name fewer functions with --entry, or write a main that calls them";
                self.error(Span::NOWHERE, "the functions of the library cannot be called with any arguments", advice);
            }
        }
    }

    /// All functions with external linkage and a body, in the order of their files.
    fn entries(&mut self, first: &[FunctionId]) -> Vec<FunctionId> {
        let mut entries = Vec::new();
        let mut left_out = Vec::new();
        for (id, function) in self.unit.functions.iter() {
            let is_own = self.external_definitions.contains(&id) && !self.is_internal(id, &function.name);
            let is_called = !matches!(&*function.name, "main") && !ERROR_FUNCTIONS.contains(&&*function.name);
            if function.body.is_none()
                || !is_own
                || !is_called
                || first.contains(&id)
                || self.is_outside_main(id)
                || self.is_interrupt_handler(id)
            {
                continue;
            }
            match self.function_type(function.ty) {
                Some(ty) if !ty.is_variadic => entries.push(id),
                _ => left_out.push(id),
            }
        }
        for id in left_out {
            let function = &self.unit.functions[id];
            let message = format!("no thread calls `{}`, which takes any number of arguments", function.name);
            self.warning(function.span, message, "name it with --entry to call it without further arguments");
        }
        entries
    }

    /// Functions with a body, by their names.
    fn functions_called(&mut self, names: &[String]) -> Vec<FunctionId> {
        let mut found = Vec::new();
        for name in names {
            let defined = self.unit.functions.iter().filter(|(_, function)| function.body.is_some());
            let ids: Vec<FunctionId> = defined.filter(|(_, it)| *it.name == **name).map(|(id, _)| id).collect();
            match ids[..] {
                [id] => found.push(id),
                [] => {
                    let message = format!("no file defines the function `{name}`");
                    self.error(Span::NOWHERE, message, "name functions that a file defines");
                }
                [_, other, ..] => {
                    let span = self.unit.functions[other].span;
                    let message = format!("several files define the function `{name}`");
                    self.error(span, message, "name a function that one file defines");
                }
            }
        }
        found
    }

    fn is_internal(&self, function: FunctionId, name: &Name) -> bool {
        let unit = self.units.of(Linked::Function(function));
        self.units.finished.get(unit).is_some_and(|unit| unit.internal.contains(name))
    }

    /// How a function is called. Binds its name and the names of its types.
    fn called(&mut self, function: FunctionId, is_first: bool, targets: &mut Targets) -> Called {
        let known = &self.unit.functions[function];
        let (name, span, ty) = (known.name.clone(), known.span, known.ty);
        let parameters: Vec<(Qualified, Name)> = known
            .parameters
            .iter()
            .map(|&parameter| (self.unit.variables[parameter].ty, self.unit.variables[parameter].name.clone()))
            .collect();
        self.scopes.bind(&name, Binding::Function(function), span);
        let mut described = Vec::new();
        for (position, (ty, parameter)) in parameters.into_iter().enumerate() {
            self.bind_type(&format!("{name}_type_{position}"), Qualified::plain(ty.ty), &mut targets.names);
            let parameter = match self.kind(ty.ty).clone() {
                TypeKind::Pointer(behind) if matches!(self.kind(behind.ty), TypeKind::Function(_)) => {
                    self.bind_type(&format!("{name}_callee_{position}"), behind, &mut targets.names);
                    Parameter::Function
                }
                TypeKind::Pointer(behind) => {
                    let number = self.target(behind, &parameter, targets);
                    targets.all[number].is_initialized |= is_first;
                    Parameter::Pointer(number)
                }
                _ => Parameter::Value,
            };
            described.push(parameter);
        }
        let result = self.function_type(ty).map(|function| function.result);
        let result = match result.map(|result| self.kind(result.ty).clone()) {
            Some(TypeKind::Pointer(behind)) => {
                let is_kept = matches!(self.kind_of_pointee(behind.ty), Pointee::Object | Pointee::Bytes);
                is_kept.then(|| self.target(behind, "result", targets))
            }
            _ => None,
        };
        if let Some(result) = self.function_type(ty).map(|function| function.result) {
            self.bind_type(&format!("{name}_result"), Qualified::plain(result.ty), &mut targets.names);
        }
        Called { name: name.to_string(), parameters: described, result }
    }

    /// The number of what pointers to a type lead to.
    fn target(&mut self, behind: Qualified, name: &str, targets: &mut Targets) -> usize {
        let pointee = self.kind_of_pointee(behind.ty);
        let qualifiers = Qualifiers { is_atomic: behind.qualifiers.is_atomic, ..Qualifiers::default() };
        let ty = Qualified { ty: behind.ty, qualifiers };
        let is_known = |&(known, kind): &(Qualified, Pointee)| known == ty && kind == pointee;
        if let Some(number) = targets.types.iter().position(is_known) {
            return number;
        }
        let tag = match self.kind(behind.ty) {
            TypeKind::Record(record) => self.unit.types.record(*record).tag.clone(),
            _ => None,
        };
        let wanted = match (pointee, tag) {
            (Pointee::Object | Pointee::Bytes, Some(tag)) => tag.to_string(),
            (Pointee::Object, None) if !name.is_empty() => name.to_owned(),
            (Pointee::Object | Pointee::Bytes, None) => "memory".to_owned(),
            (Pointee::Numbers | Pointee::Pointers, _) => "array".to_owned(),
        };
        let is_taken = |name: &str| targets.all.iter().any(|target| target.name == name);
        let numbered = (2..).map(|number| format!("{wanted}_{number}_"));
        let name = std::iter::once(wanted.clone()).chain(numbered).find(|name| !is_taken(name)).unwrap_or(wanted);
        targets.types.push((ty, pointee));
        targets.all.push(Target { pointee, name, is_initialized: false, is_returned: false });
        targets.all.len() - 1
    }

    fn kind_of_pointee(&self, ty: TypeId) -> Pointee {
        match self.kind(ty) {
            TypeKind::Pointer(_) => Pointee::Pointers,
            TypeKind::Bool | TypeKind::Int(_) | TypeKind::Float(_) => Pointee::Numbers,
            TypeKind::Record(_) | TypeKind::Array { .. } | TypeKind::Complex(_) if self.is_complete(ty) => {
                Pointee::Object
            }
            _ => Pointee::Bytes,
        }
    }

    /// Makes a name stand for a type.
    pub(super) fn bind_type(&mut self, name: &str, ty: Qualified, names: &mut Vec<String>) {
        names.push(name.to_owned());
        self.scopes.bind(&Name::from(name), Binding::Typedef(SpelledType::natural(ty)), Span::NOWHERE);
    }
}
