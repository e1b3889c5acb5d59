//! What a program does with variable arguments: which functions read them, which functions are named other than by a call, and what is
//! done with each list, in the order of the text.

use raddle_program::types::TypeId;
use rustc_hash::{FxHashMap, FxHashSet};

use crate::check::walk::Rewrite;
use crate::typed::{Expr, ExprKind, FunctionId, Statement, StatementKind, Unit, VariableId};

/// Functions of the library that read the list that they get.
const READERS: [&str; 22] = [
    "vprintf",
    "vfprintf",
    "vdprintf",
    "vsprintf",
    "vsnprintf",
    "vasprintf",
    "vscanf",
    "vfscanf",
    "vsscanf",
    "vwprintf",
    "vfwprintf",
    "vswprintf",
    "vwscanf",
    "vfwscanf",
    "vswscanf",
    "vsyslog",
    "vwarn",
    "vwarnx",
    "verr",
    "verrx",
    "vprintk",
    "vscnprintf",
];

/// First walk: functions that read variable arguments, and functions that are used other than by a call.
#[derive(Default)]
pub(super) struct Uses {
    /// The function whose body is walked.
    pub present: Option<FunctionId>,
    /// Functions with a `va_start`, in the order in which they were found.
    pub readers: Vec<FunctionId>,
    read: FxHashSet<FunctionId>,
    /// How often a function is named without being called there.
    pub named: FxHashMap<FunctionId, isize>,
    /// The type of lists.
    list: Option<TypeId>,
    /// How many loops the present statement is inside of.
    depth: usize,
    /// What is done with the lists of each function, in the order of the text.
    events: FxHashMap<(FunctionId, VariableId), Vec<Event>>,
}

/// What is done with a list.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Action {
    /// An argument or the whole list is read.
    Read,
    /// It is passed by value; the function, if it is called directly.
    Pass(Option<FunctionId>),
    /// `va_end`
    End,
}

struct Event {
    action: Action,
    is_in_loop: bool,
    /// Whether the list is a variable, and not reached through a pointer or part of an object.
    is_variable: bool,
}

impl Uses {
    /// Nothing yet; lists have this type.
    pub fn of(list: TypeId) -> Uses {
        Uses { list: Some(list), ..Uses::default() }
    }

    fn event(&mut self, list: &Expr, action: Action) {
        if let (Some(function), Some(root)) = (self.present, root(list)) {
            let is_variable = matches!(list.kind, ExprKind::Variable(_));
            let event = Event { action, is_in_loop: self.depth > 0, is_variable };
            self.events.entry((function, root)).or_default().push(event);
        }
    }

    /// The lists that may be read after a call gets them by value, and those that may be read after `va_end`.
    pub fn lists(&self, unit: &Unit) -> (FxHashSet<VariableId>, FxHashSet<VariableId>) {
        let (mut again, mut early) = (FxHashSet::default(), FxHashSet::default());
        for ((function, list), events) in &self.events {
            if is_own(unit, *function) {
                continue;
            }
            // A jump may make a loop of any part of the function.
            let jumps = unit.functions[*function].body.as_ref().is_some_and(|body| {
                let is_jump = |statement: &&Statement| {
                    matches!(statement.kind, StatementKind::Goto(_) | StatementKind::ComputedGoto(_))
                };
                body.statements_inside().iter().any(is_jump)
            });
            let n_uses = events.iter().filter(|event| event.action != Action::End).count();
            let is_pass = |event: &Event| matches!(event.action, Action::Pass(_));
            if events
                .iter()
                .any(|event| is_pass(event) && (n_uses > 1 || jumps || event.is_in_loop || !event.is_variable))
            {
                again.insert(*list);
            }
            let first_end = events.iter().position(|event| event.action == Action::End);
            let is_used = |end: usize| {
                jumps || events[end].is_in_loop || events[end..].iter().any(|event| event.action != Action::End)
            };
            if first_end.is_some_and(is_used) {
                early.insert(*list);
            }
        }
        (again, early)
    }

    /// Whether a function of the program gets one of these lists.
    pub fn is_passed_on(&self, unit: &Unit, lists: &FxHashSet<VariableId>) -> bool {
        let passes = self.events.iter().filter(|((_, list), _)| lists.contains(list)).flat_map(|(_, events)| events);
        let mut callees = passes.filter_map(|event| match event.action {
            Action::Pass(callee) => Some(callee),
            Action::Read | Action::End => None,
        });
        callees.any(|callee| callee.is_none_or(|callee| !is_reader(unit, callee)))
    }
}

/// The object that an lvalue without effects is reached from.
pub(super) fn root(list: &Expr) -> Option<VariableId> {
    match &list.kind {
        ExprKind::Variable(variable) => Some(*variable),
        ExprKind::Deref(operand)
        | ExprKind::Member { base: operand, .. }
        | ExprKind::Load(operand)
        | ExprKind::Decay(operand)
        | ExprKind::AddressOf(operand)
        | ExprKind::Cast { operand, .. }
        | ExprKind::PointerAdd { pointer: operand, .. } => root(operand),
        _ => None,
    }
}

/// Whether the body of a function is a text of ours in C.
pub(super) fn is_own(unit: &Unit, function: FunctionId) -> bool {
    let function = &unit.functions[function];
    function.body.is_some() && unit.source.place(function.span).file.starts_with("<raddle>/")
}

/// Whether a function of the library reads the list that it gets. A function of the program with the same name is none.
pub(super) fn is_reader(unit: &Unit, function: FunctionId) -> bool {
    let name = &*unit.functions[function].name;
    let is_known = name == "__raddle_output" || READERS.contains(&name.strip_prefix("__raddle_").unwrap_or(name));
    is_known && (unit.functions[function].body.is_none() || is_own(unit, function))
}

impl Rewrite for Uses {
    fn expression(&mut self, expr: &mut Expr, _: &mut Vec<VariableId>) {
        match &expr.kind {
            ExprKind::Function(function) => *self.named.entry(*function).or_default() += 1,
            ExprKind::Call { callee, arguments } => {
                let called = match callee.kind {
                    ExprKind::Function(function) => Some(function),
                    _ => None,
                };
                if let Some(function) = called {
                    *self.named.entry(function).or_default() -= 1;
                }
                for argument in arguments {
                    if let (ExprKind::Load(list), true) = (&argument.kind, Some(argument.ty) == self.list) {
                        self.event(list, Action::Pass(called));
                    }
                }
            }
            ExprKind::Builtin { name, arguments } if name.ends_with("va_arg") => {
                arguments.iter().for_each(|list| self.event(list, Action::Read));
            }
            ExprKind::Builtin { name, arguments } if name.ends_with("va_copy") => {
                arguments.iter().skip(1).for_each(|list| self.event(list, Action::Read));
            }
            ExprKind::Builtin { name, arguments } if name.ends_with("va_end") => {
                arguments.iter().for_each(|list| self.event(list, Action::End));
            }
            ExprKind::Builtin { name, .. } if name.ends_with("va_start") || name.ends_with("stdarg_start") => {
                if let Some(function) = self.present
                    && self.read.insert(function)
                {
                    self.readers.push(function);
                }
            }
            _ => {}
        }
    }

    fn enter_statement(&mut self, statement: &Statement) {
        self.depth += usize::from(matches!(statement.kind, StatementKind::Loop { .. }));
    }

    fn leave_statement(&mut self, statement: &Statement) {
        self.depth -= usize::from(matches!(statement.kind, StatementKind::Loop { .. }));
    }
}
