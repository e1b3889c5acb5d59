//! The results of `getenv` (C11 7.22.4.6): null, or any text that is terminated within Linux's limit for one string. Calls with the same
//! name return the same text.
//!
//! A call with a literal name becomes a call of a function in C that reads two objects of unknown value, which no other code defines:
//! whether the name is set, and its text. Nothing is chosen before the program reads it.
//!
//! A name may also be a parameter, if all calls of its function give it literals: then the function in C compares the name with these.
//!
//! Unsupported: all other names, and programs that change the environment or read it as a whole.

use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;
use std::sync::Arc;

use super::Checker;
use super::walk::{Rewrite, walk, walk_initializer};
use crate::texts::LOOKS;
use crate::typed::{Expr, ExprKind, Function, FunctionId, Unit, VariableId};

/// The size of the greatest text, with its zero (`MAX_ARG_STRLEN` of Linux).
const SIZE: u32 = 131_072;

/// Functions that change the environment.
const CHANGES: [&str; 4] = ["setenv", "unsetenv", "putenv", "clearenv"];

/// Variables that hold the environment as a whole.
const WHOLE: [&str; 3] = ["environ", "__environ", "_environ"];

/// What traces call the objects behind a name.
fn shown_name(name: &str, prefix: &str) -> String {
    if prefix.is_empty() { format!("environment {name}") } else { format!("environment has {name}") }
}

fn text(function: &str, number: usize, is_secure: bool) -> String {
    let secure = if is_secure { "__raddle_environment_is_secure || " } else { "" };
    format!(
        "void __VERIFIER_assume(int condition);\n\
         \n\
         char *{function}(void)\n{{\n\
         \x20   extern const _Bool __raddle_environment_is_secure;\n\
         \x20   extern const _Bool __raddle_environment_has_{number};\n\
         \x20   extern char __raddle_environment_{number}[{SIZE}];\n\
         \x20   if ({secure}!__raddle_environment_has_{number})\n\
         \x20       return 0;\n\
         \x20   __VERIFIER_assume(__raddle_environment_{number}[{}] == 0);\n\
         \x20   return __raddle_environment_{number};\n}}\n",
        SIZE - 1
    )
}

impl Checker {
    /// Comes when the origins of texts are known.
    pub(super) fn look_at_environment(&mut self) {
        let changes = CHANGES.iter().any(|name| self.unit.names(name));
        let is_whole =
            self.unit.variables.values().any(|variable| {
                variable.is_undefined && variable.function.is_none() && WHOLE.contains(&&*variable.name)
            });
        if changes || (is_whole && self.names_environment()) {
            return;
        }
        let given = self.given_names();
        let mut found = Names { checker: self, known: BTreeMap::new(), given, dispatchers: BTreeMap::new() };
        for function in found.checker.unit.functions.ids().collect::<Vec<_>>() {
            if let Some(mut body) = found.checker.unit.functions[function].body.take() {
                walk(&mut body, &mut found);
                found.checker.unit.functions[function].body = Some(body);
            }
        }
        let names: Vec<(Arc<str>, usize)> = found.known.into_iter().collect();
        for (name, number) in names {
            for (object, prefix) in [("__raddle_environment_", ""), ("__raddle_environment_has_", "has")] {
                let object = format!("{object}{number}");
                let is_object = |id: &VariableId| *self.unit.variables[*id].name == *object;
                if let Some(variable) = self.unit.variables.ids().find(is_object) {
                    self.unit.variables[variable].name = shown_name(&name, prefix).into();
                }
            }
        }
    }

    /// The names that parameters get which nothing changes, of functions that are called by their names only: one to twenty names of letters,
    /// digits and `_`.
    fn given_names(&self) -> FxHashMap<VariableId, BTreeSet<Arc<str>>> {
        let Some(main) = self.unit.main else { return FxHashMap::default() };
        let mut found = Arguments {
            unit: &self.unit,
            named: FxHashMap::default(),
            given: FxHashMap::default(),
            changed: FxHashSet::default(),
        };
        for body in self.unit.functions.values().filter_map(|function| function.body.as_ref()) {
            walk(&mut body.clone(), &mut found);
        }
        for initializer in self.unit.variables.values().filter_map(|variable| variable.initializer.as_ref()) {
            walk_initializer(&mut initializer.clone(), &mut found, &mut Vec::new());
        }
        let is_plain = |name: &Arc<str>| name.chars().all(|char| char.is_ascii_alphanumeric() || char == '_');
        let Arguments { named, mut given, changed, .. } = found;
        let of_function = |(id, function): (FunctionId, &Function)| {
            let is_called_only = named.get(&id).is_some_and(|(names, calls)| names == calls) && id != main;
            let parameters = if is_called_only { function.parameters.clone() } else { Vec::new() };
            let is_kept = |id: &VariableId| !self.unit.variables[*id].address_taken && !changed.contains(id);
            parameters.into_iter().filter(is_kept).collect::<Vec<_>>()
        };
        let parameters: Vec<VariableId> = self.unit.functions.iter().flat_map(of_function).collect();
        let of_parameter = |id: VariableId| Some((id, given.remove(&id)??));
        let known = parameters.into_iter().filter_map(of_parameter);
        known.filter(|(_, names)| (1..=20).contains(&names.len()) && names.iter().all(is_plain)).collect()
    }

    /// Whether some code names the environment as a whole.
    fn names_environment(&self) -> bool {
        let mut found = Whole { checker: self, is_found: false };
        for body in self.unit.functions.values().filter_map(|function| function.body.as_ref()) {
            walk(&mut body.clone(), &mut found);
        }
        found.is_found
    }
}

struct Whole<'a> {
    checker: &'a Checker,
    is_found: bool,
}

impl Rewrite for Whole<'_> {
    fn expression(&mut self, expr: &mut Expr, _: &mut Vec<VariableId>) {
        if let ExprKind::Variable(variable) = expr.kind {
            self.is_found |= WHOLE.contains(&&*self.checker.unit.variables[variable].name);
        }
    }
}

/// Replaces calls with known names.
struct Names<'a> {
    checker: &'a mut Checker,
    /// The number of each name.
    known: BTreeMap<Arc<str>, usize>,
    /// The names that parameters get.
    given: FxHashMap<VariableId, BTreeSet<Arc<str>>>,
    /// By prefix and names: the function that compares them.
    dispatchers: BTreeMap<(&'static str, BTreeSet<Arc<str>>), FunctionId>,
}

/// What calls give to parameters.
struct Arguments<'u> {
    unit: &'u Unit,
    /// By function: how often an expression names it, and how often as the function of a call.
    named: FxHashMap<FunctionId, (usize, usize)>,
    /// The literals; `None` if something else is given.
    given: FxHashMap<VariableId, Option<BTreeSet<Arc<str>>>>,
    /// The variables that are changed.
    changed: FxHashSet<VariableId>,
}

impl Rewrite for Arguments<'_> {
    fn expression(&mut self, expr: &mut Expr, _: &mut Vec<VariableId>) {
        match &expr.kind {
            ExprKind::Function(function) => self.named.entry(*function).or_default().0 += 1,
            ExprKind::Assign { target, .. }
            | ExprKind::CompoundAssign { target, .. }
            | ExprKind::PointerAssign { target, .. }
            | ExprKind::Increment { target, .. } => {
                if let ExprKind::Variable(variable) = target.kind {
                    self.changed.insert(variable);
                }
            }
            ExprKind::Call { callee, arguments } => {
                let ExprKind::Function(function) = callee.kind else { return };
                self.named.entry(function).or_default().1 += 1;
                let parameters = &self.unit.functions[function].parameters;
                for (position, &parameter) in parameters.iter().enumerate() {
                    let name = arguments.get(position).and_then(|argument| literal_name(self.unit, argument));
                    let names = self.given.entry(parameter).or_insert_with(|| Some(BTreeSet::new()));
                    match name {
                        Some(name) => _ = names.as_mut().map(|names| names.insert(name)),
                        None => *names = None,
                    }
                }
            }
            _ => {}
        }
    }
}

/// The text of a literal.
fn literal_name(unit: &Unit, expr: &Expr) -> Option<Arc<str>> {
    let units = &unit.strings[unit.literal_of(expr)?].units;
    let chars = units.iter().take_while(|&&unit| unit != 0).map(|&unit| char::from_u32(unit));
    chars.collect::<Option<String>>().map(Arc::from)
}

/// A function that compares a name with the given ones. The last one needs no comparison.
fn dispatcher(own: &str, names: &[(Arc<str>, String)]) -> String {
    let mut text = String::from("int strcmp(const char *one, const char *other);\n");
    for (_, function) in names {
        let _ = writeln!(text, "char *{function}(void);");
    }
    let _ = write!(text, "\nchar *{own}(const char *name)\n{{\n");
    for (position, (name, function)) in names.iter().enumerate() {
        if position + 1 < names.len() {
            let _ = writeln!(text, "    if (strcmp(name, \"{name}\") == 0)\n        return {function}();");
        } else {
            let _ = writeln!(text, "    return {function}();");
        }
    }
    text + "}\n"
}

impl Names<'_> {
    /// The function in C for a call, and whether it gets the name.
    fn function(&mut self, callee: &Expr, arguments: &[Expr]) -> Option<(FunctionId, bool)> {
        let ExprKind::Function(function) = callee.kind else { return None };
        let called = &self.checker.unit.functions[function];
        let &(_, prefix) = LOOKS.iter().find(|(name, _)| called.body.is_none() && *name == &*called.name)?;
        let name = arguments.first()?;
        match literal_name(&self.checker.unit, name) {
            Some(name) => Some((self.of_name(&name, prefix)?, false)),
            None => Some((self.of_parameter(name, prefix)?, true)),
        }
    }

    /// The function for one name.
    fn of_name(&mut self, name: &Arc<str>, prefix: &str) -> Option<FunctionId> {
        let count = self.known.len();
        let number = *self.known.entry(name.clone()).or_insert(count);
        let own = format!("{prefix}{number}");
        let known = self.checker.function_named(&own);
        known.or_else(|| self.checker.own_function(&own, &text(&own, number, prefix.contains("secure"))))
    }

    /// The function for the names that a parameter gets.
    fn of_parameter(&mut self, expr: &Expr, prefix: &'static str) -> Option<FunctionId> {
        let parameter = loaded(expr)?;
        let names = self.given.get(&parameter)?.clone();
        if let Some(&known) = self.dispatchers.get(&(prefix, names.clone())) {
            return Some(known);
        }
        let mut functions = Vec::new();
        for name in &names {
            let function = self.of_name(name, prefix)?;
            functions.push((name.clone(), self.checker.unit.functions[function].name.to_string()));
        }
        let own = format!("{prefix}by_name_{}", self.dispatchers.len());
        let function = self.checker.own_function(&own, &dispatcher(&own, &functions))?;
        self.dispatchers.insert((prefix, names), function);
        Some(function)
    }
}

/// The variable that an expression loads.
fn loaded(expr: &Expr) -> Option<VariableId> {
    match &expr.kind {
        ExprKind::Cast { operand, .. } => loaded(operand),
        ExprKind::Load(object) => match object.kind {
            ExprKind::Variable(variable) => Some(variable),
            _ => None,
        },
        _ => None,
    }
}

impl Rewrite for Names<'_> {
    fn expression(&mut self, expr: &mut Expr, _: &mut Vec<VariableId>) {
        let ExprKind::Call { callee, arguments } = &mut expr.kind else { return };
        let Some((own, gets_name)) = self.function(callee, arguments) else { return };
        let (ty, span) = (expr.ty, expr.span);
        let arguments = if gets_name { std::mem::take(arguments) } else { Vec::new() };
        let call = self.checker.call_of(own, arguments, span);
        *expr = if call.ty == ty {
            call
        } else {
            Expr { kind: ExprKind::Cast { operand: Box::new(call), is_explicit: false }, ty, span }
        };
    }
}
