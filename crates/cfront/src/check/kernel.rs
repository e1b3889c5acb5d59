//! Functions of kernels that are written in C (see `crate::kernel`) join the program where they are used and have no body.
//!
//! The text of a model has plain types. The program's own declaration says which types its function has: a function of that type converts
//! the arguments and the result, and calls the model. Numbers and pointers are converted as a cast does, and a structure stands for its first member.
//! A number of all ones is `-1` for a model that takes a `long long` there: a wait without end, whatever the width of its type.
//!
//! A declaration with too few parameters, or with a pointer where the model takes a number, means another function: it stays without a body.

use raddle_program::source::SourceFile;
use raddle_program::types::{FunctionType, IntKind, Qualified, RecordId, TypeId, TypeKind};
use std::fmt::Write as _;

use rustc_hash::FxHashSet;

use super::constructor::unsupported;
use super::scope::Binding;
use super::walk::{Rewrite, walk};
use super::{Checker, Linked};
use crate::ast::Name;
use crate::diagnostic::has_errors;
use crate::kernel::{CREATORS, Creator, Model, model, text};
use crate::lex::lex;
use crate::parse::parse_with_types;
use crate::typed::{Expr, ExprKind, FunctionId, VariableId};

/// The text whose functions look themselves whether a handler waits.
const LOCKS: &str = "linux/lock";

/// A text of ours, with what its names mean.
pub(super) struct OwnText<'a> {
    /// What its file is called.
    pub name: &'a str,
    /// The text.
    pub text: &'a str,
    /// Names of types of the program.
    pub types: Vec<(String, Qualified)>,
    /// Names of functions of the program.
    pub functions: Vec<(String, FunctionId)>,
}

impl Checker {
    /// Adds what stands for the functions that are used and have no body, and what that uses.
    pub(super) fn kernel_functions(&mut self) {
        let mut tried = Vec::new();
        loop {
            let wanted = self.unit.functions.iter().find_map(|(id, function)| {
                let is_open = function.is_used && function.body.is_none() && !tried.contains(&id);
                let model = model(&function.name).filter(|_| is_open)?;
                Some((id, function.name.clone(), model))
            });
            let Some((function, name, model)) = wanted else { break };
            tried.push(function);
            let Some(stands_for) = self.model_function(model) else { continue };
            if *name != *model.function {
                self.convert(function, stands_for);
            }
        }
    }

    /// Lets the threads of kernels begin with a call of ours, where it does something. Comes before the functions that create them have bodies.
    pub(super) fn begin_threads(&mut self) {
        for Creator { name, position, begins_with } in CREATORS {
            let creators = self.declared_only(&[name]);
            if creators.is_empty() || !self.unit.names(name) {
                continue;
            }
            let wanted: Vec<TypeId> = creators.iter().filter_map(|&id| self.type_started(id, *position)).collect();
            let mut found = Started { creators, position: *position, ..Started::default() };
            for function in self.unit.functions.values() {
                if let Some(body) = &function.body {
                    walk(&mut body.clone(), &mut found);
                }
            }
            let mut started = found.functions;
            if found.is_open {
                let might = |function: &FunctionId| {
                    let known = &self.unit.functions[*function];
                    known.is_used && wanted.contains(&known.ty)
                };
                started.extend(self.unit.functions.ids().filter(might));
            }
            let mut started: Vec<FunctionId> =
                started.into_iter().filter(|&function| self.unit.functions[function].body.is_some()).collect();
            started.sort();
            let Some(model) = model(begins_with) else { continue };
            let Some(begin) = self.model_function(model) else { continue };
            self.unit.functions[begin].is_used = true;
            for function in started {
                if self.begun.insert(function) {
                    let span = self.unit.functions[function].span;
                    // Only the start of a thread is meant.
                    let call = match found.called.contains(&function) {
                        true => unsupported("the function of a task that code calls, too", span),
                        false => self.call_statement(begin, Vec::new(), span),
                    };
                    if let Some(body) = &mut self.unit.functions[function].body {
                        body.statements.insert(0, call);
                    }
                }
            }
        }
    }

    /// The type of the functions that a parameter takes.
    fn type_started(&self, creator: FunctionId, position: usize) -> Option<TypeId> {
        let parameter = self.function_type(self.unit.functions[creator].ty)?.parameters.get(position)?;
        match self.kind(parameter.ty) {
            TypeKind::Pointer(behind) => Some(behind.ty),
            _ => None,
        }
    }

    /// Whether the program has a function or an object of this name.
    pub(super) fn is_name_of_program(&self, name: &str) -> bool {
        self.unit.functions.values().any(|function| *function.name == *name)
            || self.unit.globals.iter().any(|&variable| *self.unit.variables[variable].name == *name)
    }

    /// The function of a model; its text joins the program if it is not there.
    fn model_function(&mut self, model: Model) -> Option<FunctionId> {
        if self.function_named(model.function).is_none() {
            let has_interrupts = self.has_interrupts();
            // No code of the program calls `main`.
            let has_main = self.function_named("main").is_some_and(|main| self.unit.functions[main].body.is_some());
            let is_named = |name: &str| self.unit.names(name) || name == "main" && has_main;
            let is_taken = |name: &str| self.is_name_of_program(name);
            let text = text(model.text, self.unit.types.model(), &is_named, &is_taken, has_interrupts)?;
            let known = self.unit.functions.len();
            self.written_function(model.text, &text);
            self.has_interrupt_text |= model.text == "interrupt";
            if model.text == LOCKS {
                self.guarded_waits.extend(self.unit.functions.ids().skip(known));
            }
        }
        self.function_named(model.function)
    }

    /// Whether interrupts may come.
    pub(super) fn has_interrupts(&self) -> bool {
        !self.unit.interrupts.is_empty() || self.unit.requests_interrupts()
    }

    /// Gives a function a body that calls its model.
    pub(super) fn convert(&mut self, function: FunctionId, model: FunctionId) {
        let known = |id: FunctionId| (self.unit.functions[id].name.clone(), self.unit.functions[id].ty);
        let ((name, declared), (model_name, modelled)) = (known(function), known(model));
        let types = (self.function_type(declared).cloned(), self.function_type(modelled).cloned());
        let (Some(declared), Some(modelled)) = types else { return };
        if declared.parameters.len() < modelled.parameters.len() {
            return;
        }
        let mut types = vec![("raddle_result".to_owned(), declared.result)];
        let mut parameters = Vec::new();
        let mut arguments = Vec::new();
        for (position, &ty) in declared.parameters.iter().enumerate() {
            types.push((format!("raddle_type_{position}"), Qualified::plain(ty.ty)));
            parameters.push(format!("raddle_type_{position} a{position}"));
            let Some(&wanted) = modelled.parameters.get(position) else { continue };
            let Some(argument) = self.converted(ty.ty, wanted.ty, position) else { return };
            types.push((format!("raddle_model_{position}"), Qualified::plain(wanted.ty)));
            arguments.push(argument);
        }
        // A structure for a result: its first member.
        let first = match self.kind(declared.result.ty) {
            TypeKind::Record(record) => self.first_member(*record),
            _ => None,
        };
        let text = self.conversion(
            first.as_deref(),
            &name,
            &declared,
            &modelled,
            &parameters,
            &format!("{model_name}({})", arguments.join(", ")),
        );
        let of = Linked::Function(function);
        self.unit.functions[model].is_used = true;
        let name = name.to_string();
        self.add_text(
            of,
            OwnText { name: &name, text: &text, types, functions: vec![(model_name.to_string(), model)] },
        );
    }

    /// The text of a function that calls a model.
    fn conversion(
        &self,
        first: Option<&str>,
        name: &str,
        declared: &FunctionType,
        modelled: &FunctionType,
        parameters: &[String],
        call: &str,
    ) -> String {
        let mut list = match parameters {
            [] => "void".to_owned(),
            all => all.join(", "),
        };
        if declared.is_variadic {
            list.push_str(", ...");
        }
        let is_void = |ty: Qualified| matches!(self.kind(ty.ty), TypeKind::Void);
        let mut text = String::new();
        if let Some(first) = first {
            _ = writeln!(
                text,
                "raddle_result {name}({list})\n{{\n    raddle_result result;\n    result.{first} = {call};\n    return result;\n}}"
            );
            return text;
        }
        _ = match (is_void(declared.result), is_void(modelled.result)) {
            (true, _) => writeln!(text, "void {name}({list})\n{{\n    {call};\n}}"),
            (false, true) => {
                writeln!(text, "raddle_result {name}({list})\n{{\n    {call};\n    return (raddle_result)0;\n}}")
            }
            (false, false) => writeln!(text, "raddle_result {name}({list})\n{{\n    return (raddle_result){call};\n}}"),
        };
        text
    }

    fn first_member(&self, record: RecordId) -> Option<String> {
        let first = self.unit.types.record(record).body.as_ref()?.fields.first()?;
        first.name.as_ref().map(ToString::to_string)
    }

    /// An argument for a model.
    fn converted(&self, ty: TypeId, wanted: TypeId, position: usize) -> Option<String> {
        let is_pointer = |ty: TypeId| matches!(self.kind(ty), TypeKind::Pointer(_));
        let (ty, value) = match self.kind(ty) {
            TypeKind::Record(record) => {
                let first = self.unit.types.record(*record).body.as_ref()?.fields.first()?;
                (first.ty.ty, format!("a{position}.{}", self.first_member(*record)?))
            }
            _ => (ty, format!("a{position}")),
        };
        if is_pointer(ty) != is_pointer(wanted) {
            return None;
        }
        let is_number = matches!(self.kind(ty), TypeKind::Int(_) | TypeKind::Bool);
        if !is_number && !is_pointer(ty) {
            return None;
        }
        let takes_end = matches!(self.kind(wanted), TypeKind::Int(IntKind::LongLong));
        Some(if takes_end {
            format!("{value} == (__typeof__({value}))-1 ? -1LL : (raddle_model_{position}){value}")
        } else {
            format!("(raddle_model_{position}){value}")
        })
    }

    /// Reads a text of ours in the scope of a file. What is wrong with it is not told; functions of it may be missing then.
    pub(super) fn add_text(&mut self, of: Linked, own: OwnText<'_>) -> bool {
        let file = self.unit.source.files().next_id();
        let lexed = lex(file, own.text.as_bytes());
        let names: Vec<String> = own.types.iter().map(|(name, _)| name.clone()).collect();
        let parsed = parse_with_types(&lexed.tokens, &names);
        self.unit.source.add(SourceFile::new(&format!("<raddle>/{}.c", own.name), own.text, Vec::new()));
        let before = self.diagnostics.len();
        self.with_names_of(Some(of), |checker| {
            let mut unused = Vec::new();
            for (name, ty) in own.types {
                checker.bind_type(&name, ty, &mut unused);
            }
            for (name, function) in own.functions {
                let span = checker.unit.functions[function].span;
                checker.scopes.bind(&Name::from(&*name), Binding::Function(function), span);
            }
            parsed.items.iter().for_each(|item| checker.item(item));
        });
        let is_rejected = has_errors(&self.diagnostics[before..]);
        if is_rejected && let Linked::Function(function) = of {
            self.unit.functions[function].body = None;
        }
        self.diagnostics.truncate(before);
        !is_rejected
    }
}

/// The functions that threads start with, as calls of a function name them.
#[derive(Default)]
struct Started {
    creators: FxHashSet<FunctionId>,
    position: usize,
    functions: FxHashSet<FunctionId>,
    /// Whether some call does not say which function.
    is_open: bool,
    /// The functions that code calls.
    called: FxHashSet<FunctionId>,
}

impl Rewrite for Started {
    fn expression(&mut self, expr: &mut Expr, _: &mut Vec<VariableId>) {
        let ExprKind::Call { callee, arguments } = &expr.kind else { return };
        let ExprKind::Function(function) = callee.kind else { return };
        self.called.insert(function);
        if !self.creators.contains(&function) {
            return;
        }
        let Some(argument) = arguments.get(self.position) else { return };
        match started(argument) {
            Some(function) => {
                self.functions.insert(function);
            }
            None => self.is_open = true,
        }
    }
}

/// The function that an expression names.
fn started(expr: &Expr) -> Option<FunctionId> {
    match &expr.kind {
        ExprKind::Function(function) => Some(*function),
        ExprKind::Cast { operand, .. } => started(operand),
        ExprKind::AddressOf(operand) | ExprKind::Decay(operand) => started(operand),
        _ => None,
    }
}
