//! Named semaphores: `sem_open`, `sem_close`, `sem_unlink` (POSIX) of literal names.
//!
//! Each name is an object of a text in C of ours, with the number of times that it is open, and whether the name is in use. The calls are
//! calls of functions there. As for other resources, there is always room for a semaphore; and no other process uses the names.
//! A use behind the last `sem_close` is the use of a destroyed semaphore.
//!
//! Left out, as `Unsupported` where they are reached: names that are no literals, a semaphore that another process made (`sem_open` without
//! `O_CREAT` of a name that is not in use may also fail), a new semaphore with the name of one that was removed and is open, and
//! `sem_close` of something else.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::sync::Arc;

use raddle_program::types::{IntKind, TypeId};
use rustc_hash::FxHashMap;

use super::Checker;
use super::walk::{Rewrite, walk};
use crate::typed::{BinaryOperator, Expr, ExprKind, FunctionId, Unit, VariableId};

const O_CREAT: i128 = 0o100;

/// What is known of a name.
#[derive(Clone, Copy)]
struct Name {
    number: usize,
    /// Whether each call of `sem_open` makes the semaphore if it is not there.
    is_always_made: bool,
    /// How many calls of `sem_open` the program has. If there is one, the value at `sem_close` is not kept: `bmc` finds no races in
    /// programs that look at it.
    n_calls: usize,
}

impl Name {
    fn opened_again(&self) -> &'static str {
        if self.n_calls > 1 { "1" } else { "0" }
    }
}

const HEAD: &str = "int *__errno_location(void);
_Bool __VERIFIER_nondet_name(void);
void __raddle_semaphore_of_another_process(void);
void __raddle_semaphore_with_the_name_of_a_removed_one(void);
void __raddle_semaphore_that_is_opened_again(void);
void __raddle_sem_close_of_something_else(void);

static long long __raddle_names[8];

static int __raddle_semaphore_error(int number)
{
    *__errno_location() = number;
    return -1;
}
";

const EACH: &str = "
static long long __raddle_semaphore_N[4];
static int __raddle_semaphore_opens_N;
static _Bool __raddle_semaphore_exists_N;
static int __raddle_semaphore_value_N;

void *__raddle_sem_open_N(int flags, unsigned int mode, unsigned int value)
{
    void *result = __raddle_semaphore_N;
    __builtin_pthread_mutex_lock(__raddle_names);
    if (__raddle_semaphore_exists_N && (flags & 0300) == 0300) {
        __raddle_semaphore_error(17);
        result = 0;
    } else if (!MADE && !__raddle_semaphore_exists_N && !(flags & 0100)) {
        if (__VERIFIER_nondet_name())
            __raddle_semaphore_of_another_process();
        __raddle_semaphore_error(2);
        result = 0;
    } else if (!__raddle_semaphore_exists_N && value > 2147483647) {
        __raddle_semaphore_error(22);
        result = 0;
    } else if (__raddle_semaphore_exists_N && __raddle_semaphore_opens_N > 0) {
        __raddle_semaphore_opens_N++;
    } else {
        if (REMOVED && __raddle_semaphore_opens_N > 0)
            __raddle_semaphore_with_the_name_of_a_removed_one();
        if (!__raddle_semaphore_exists_N)
            __raddle_semaphore_value_N = (int)value;
        else if (!AGAIN)
            __raddle_semaphore_that_is_opened_again();
        __builtin_sem_init(__raddle_semaphore_N, 0, (unsigned int)__raddle_semaphore_value_N);
        __raddle_semaphore_exists_N = 1;
        __raddle_semaphore_opens_N = 1;
    }
    __builtin_pthread_mutex_unlock(__raddle_names);
    return result;
}

int __raddle_sem_unlink_N(void)
{
    int result = 0;
    __builtin_pthread_mutex_lock(__raddle_names);
    if (!__raddle_semaphore_exists_N && __VERIFIER_nondet_name())
        result = __raddle_semaphore_error(2);
    __raddle_semaphore_exists_N = 0;
    __builtin_pthread_mutex_unlock(__raddle_names);
    return result;
}
";

const CLOSE: &str = "    if (semaphore == (void *)__raddle_semaphore_N) {
        if (__raddle_semaphore_opens_N > 0)
            __raddle_semaphore_opens_N--;
        if (__raddle_semaphore_opens_N == 0) {
            if (AGAIN)
                __builtin_sem_getvalue(__raddle_semaphore_N, &__raddle_semaphore_value_N);
            __builtin_sem_destroy(__raddle_semaphore_N);
        }
    } else
";

/// The text with the semaphores of all names.
fn text(names: &BTreeMap<Arc<str>, Name>, are_removed: bool) -> String {
    let mut text = HEAD.to_owned();
    for name in names.values() {
        let each = EACH.replace("_N", &format!("_{}", name.number));
        let each = each.replace("!MADE && ", if name.is_always_made { "0 && " } else { "" });
        let each = each.replace("AGAIN", name.opened_again());
        text.push_str(&each.replace("REMOVED", if are_removed { "1" } else { "0" }));
    }
    text.push_str("\nint __raddle_sem_close(void *semaphore)\n{\n    __builtin_pthread_mutex_lock(__raddle_names);\n");
    for name in names.values() {
        let close = CLOSE.replace("AGAIN", name.opened_again());
        text.push_str(&close.replace("_N", &format!("_{}", name.number)));
    }
    _ = writeln!(text, "        __raddle_sem_close_of_something_else();");
    text.push_str("    __builtin_pthread_mutex_unlock(__raddle_names);\n    return 0;\n}\n");
    text
}

impl Checker {
    /// Comes when the origins of texts are known.
    pub(super) fn open_named_semaphores(&mut self) {
        let mut calls = Calls { unit: &self.unit, names: BTreeMap::new(), are_removed: false };
        for body in self.unit.functions.values().filter_map(|function| function.body.as_ref()) {
            walk(&mut body.clone(), &mut calls);
        }
        let Calls { names, are_removed, .. } = calls;
        if names.is_empty() {
            return;
        }
        let text = text(&names, are_removed);
        let Some(close) = self.own_function("__raddle_sem_close", &text) else { return };
        let mut own = FxHashMap::default();
        for Name { number, .. } in names.values() {
            for name in ["__raddle_sem_open", "__raddle_sem_unlink"] {
                let Some(function) = self.function_named(&format!("{name}_{number}")) else { return };
                self.unit.functions[function].is_used = true;
                own.insert((name, *number), function);
            }
        }
        for (name, Name { number, .. }) in &names {
            let object = format!("__raddle_semaphore_{number}");
            if let Some(variable) = self.unit.variables.ids().find(|id| *self.unit.variables[*id].name == *object) {
                self.unit.variables[variable].name = format!("semaphore {name}").into();
            }
        }
        let mut replace = Functions { checker: self, names, own, close };
        for function in replace.checker.unit.functions.ids().collect::<Vec<_>>() {
            if let Some(mut body) = replace.checker.unit.functions[function].body.take() {
                walk(&mut body, &mut replace);
                replace.checker.unit.functions[function].body = Some(body);
            }
        }
    }
}

/// The name of a function without a body that a call is of.
fn called<'u>(unit: &'u Unit, callee: &Expr) -> Option<&'u str> {
    let ExprKind::Function(function) = callee.kind else { return None };
    let function = &unit.functions[function];
    function.body.is_none().then_some(&*function.name)
}

/// The literal that a name is.
fn literal(unit: &Unit, argument: Option<&Expr>) -> Option<Arc<str>> {
    let units = &unit.strings[unit.literal_of(argument?)?].units;
    let name: Option<String> = units.iter().take_while(|&&unit| unit != 0).map(|&unit| char::from_u32(unit)).collect();
    name.map(Into::into)
}

/// The value of flags that are written out.
fn constant(expr: &Expr) -> Option<i128> {
    match &expr.kind {
        ExprKind::Integer(number) => Some(*number),
        ExprKind::Cast { operand, .. } => constant(operand),
        ExprKind::Binary(BinaryOperator::BitOr, left, right) => Some(constant(left)? | constant(right)?),
        _ => None,
    }
}

/// The names of all calls.
struct Calls<'u> {
    unit: &'u Unit,
    names: BTreeMap<Arc<str>, Name>,
    are_removed: bool,
}

impl Rewrite for Calls<'_> {
    fn expression(&mut self, expr: &mut Expr, _: &mut Vec<VariableId>) {
        let ExprKind::Call { callee, arguments } = &expr.kind else { return };
        let function = called(self.unit, callee);
        self.are_removed |= function == Some("sem_unlink");
        if !matches!(function, Some("sem_open" | "sem_unlink")) {
            return;
        }
        let Some(name) = literal(self.unit, arguments.first()) else { return };
        let number = self.names.len();
        let name = self.names.entry(name).or_insert(Name { number, is_always_made: true, n_calls: 0 });
        if function == Some("sem_open") {
            let makes = arguments.get(1).and_then(constant).is_some_and(|flags| flags & O_CREAT != 0);
            name.n_calls += 1;
            name.is_always_made &= makes && arguments.len() > 3;
        }
    }
}

/// Puts the functions of the text into the places of the library's.
struct Functions<'a> {
    checker: &'a mut Checker,
    names: BTreeMap<Arc<str>, Name>,
    own: FxHashMap<(&'static str, usize), FunctionId>,
    close: FunctionId,
}

impl Functions<'_> {
    fn number(&self, arguments: &[Expr]) -> Option<usize> {
        let name = literal(&self.checker.unit, arguments.first())?;
        self.names.get(&name).map(|name| name.number)
    }

    fn converted(&mut self, value: Option<&Expr>, ty: TypeId, like: &Expr) -> Expr {
        match value {
            Some(value) => {
                let kind = ExprKind::Cast { operand: Box::new(value.clone()), is_explicit: false };
                Expr { kind, ty, span: value.span }
            }
            None => Expr { kind: ExprKind::Integer(0), ty, span: like.span },
        }
    }
}

impl Rewrite for Functions<'_> {
    fn expression(&mut self, expr: &mut Expr, _: &mut Vec<VariableId>) {
        let ExprKind::Call { callee, arguments } = &expr.kind else { return };
        let (int, unsigned) = (IntKind::Int, IntKind::UnsignedInt);
        let (int, unsigned) = (self.checker.unit.types.int(int), self.checker.unit.types.int(unsigned));
        let (ty, span) = (expr.ty, expr.span);
        let (function, arguments) = match called(&self.checker.unit, callee) {
            Some("sem_open") => {
                let Some(number) = self.number(arguments) else { return };
                let flags = self.converted(arguments.get(1), int, expr);
                let mode = self.converted(arguments.get(2), unsigned, expr);
                let value = self.converted(arguments.get(3), unsigned, expr);
                (self.own[&("__raddle_sem_open", number)], vec![flags, mode, value])
            }
            Some("sem_unlink") => {
                let Some(number) = self.number(arguments) else { return };
                (self.own[&("__raddle_sem_unlink", number)], Vec::new())
            }
            Some("sem_close") if arguments.len() == 1 => {
                let void = self.checker.unit.types.void();
                let pointer = self.checker.unit.types.pointer_to(void);
                let semaphore = self.converted(arguments.first(), pointer, expr);
                (self.close, vec![semaphore])
            }
            _ => return,
        };
        let call = self.checker.call_of(function, arguments, span);
        *expr = if call.ty == ty {
            call
        } else {
            Expr { kind: ExprKind::Cast { operand: Box::new(call), is_explicit: false }, ty, span }
        };
    }
}
