//! Calls of our own C functions that are inserted in front of calls of library functions.

use raddle_program::source::Span;
use rustc_hash::FxHashSet;

use super::Checker;
use super::walk::{Rewrite, walk};
use crate::typed::{Expr, ExprKind, FunctionId, Unit, VariableId};

/// What tells a thread that data came.
const WAITS_FOR_DATA: &[&str] = &[
    "read",
    "readv",
    "recv",
    "recvfrom",
    "recvmsg",
    "poll",
    "ppoll",
    "select",
    "pselect",
    "epoll_wait",
    "epoll_pwait",
    "eventfd_read",
    "accept",
    "accept4",
    "fgets",
    "fread",
    "fgetc",
    "getc",
    "getchar",
    "getline",
    "getdelim",
    "fscanf",
    "scanf",
];

/// What tells a thread of data that another thread of the process sent: a program that names all functions of a list.
const CONNECTS: &[&[&str]] = &[
    &["pipe"],
    &["pipe2"],
    &["socketpair"],
    &["eventfd"],
    &["mkfifo"],
    &["accept", "connect"],
    &["accept4", "connect"],
    &["sendto", "bind"],
];

/// That data came: the system determines further when.
const DATA_COME: &str = "int __raddle_data_come(void);
void __VERIFIER_assume(int condition);

void __raddle_wait_for_data(void)
{
    int come = __raddle_data_come();
    __VERIFIER_assume(come);
}
";

/// Functions that may look for a `/` in a text without a constant of the program.
const SEARCHES: [&str; 12] = [
    "strtok",
    "strtok_r",
    "__strtok_r",
    "strsep",
    "strpbrk",
    "strspn",
    "strcspn",
    "strstr",
    "basename",
    "__xpg_basename",
    "dirname",
    "fnmatch",
];

/// Functions that compare a text with another one.
const COMPARES: [&str; 5] = ["strcmp", "strncmp", "strcasecmp", "strncasecmp", "memcmp"];

/// That an entry of a folder has no `/` in its name: the system determines that.
const NO_SLASH: &str = "int __raddle_name_has_no_slash(void);
void __VERIFIER_assume(int condition);

void __raddle_name_of_an_entry(void)
{
    int has_none = __raddle_name_has_no_slash();
    __VERIFIER_assume(has_none);
}
";

impl Checker {
    /// Marks where a program gets names of entries of folders, if it may look for a `/` in them: a violation behind it is no more than a possible one,
    /// since the model of `readdir` gives names with a `/`, too.
    pub(super) fn name_entries(&mut self) {
        if !self.unit.names("readdir") {
            return;
        }
        let mut slash = Slash { unit: &self.unit, is_found: SEARCHES.iter().any(|name| self.unit.names(name)) };
        self.unit.functions.values().filter_map(|function| function.body.as_ref()).for_each(|body| {
            walk(&mut body.clone(), &mut slash);
        });
        let nothing = "void __raddle_name_of_an_entry(void)\n{\n}\n";
        self.own_function("__raddle_name_of_an_entry", if slash.is_found { NO_SLASH } else { nothing });
    }

    /// Puts a call of a function without parameters in front of each call of some library functions.
    pub(super) fn call_before(&mut self, function: FunctionId, names: &[&str]) {
        self.call_before_but(&[], function, names);
    }

    /// The same, but for calls in some functions.
    pub(super) fn call_before_but(&mut self, but: &[FunctionId], function: FunctionId, names: &[&str]) {
        self.unit.functions[function].is_used = true;
        let followed = self.declared_only(names);
        let first = self.call_of(function, Vec::new(), Span::NOWHERE);
        let mut own = but.to_vec();
        own.push(function);
        self.rewrite_everything_but(&own, &mut Before { followed, first });
    }

    /// Marks where a thread may learn what another one did from data that came through a pipe or a socket: no order is known of it, so a violation
    /// behind it is no more than a possible one.
    pub(super) fn wait_for_pipes(&mut self) {
        let has_threads = ["pthread_create", "thrd_create"].iter().any(|name| self.unit.names(name));
        let connects = CONNECTS.iter().any(|names| names.iter().all(|name| self.unit.names(name)));
        if !has_threads || !connects {
            return;
        }
        if let Some(function) = self.own_function("__raddle_wait_for_data", DATA_COME) {
            self.call_before(function, WAITS_FOR_DATA);
        }
    }
}

/// Looks for the number of the character `/`.
struct Slash<'u> {
    unit: &'u Unit,
    is_found: bool,
}

impl Rewrite for Slash<'_> {
    fn expression(&mut self, expr: &mut Expr, _: &mut Vec<VariableId>) {
        self.is_found |= match &expr.kind {
            ExprKind::Integer(value) => *value == i128::from(b'/'),
            ExprKind::Call { callee, arguments, .. } => {
                let is_comparison = matches!(callee.kind, ExprKind::Function(function)
                    if COMPARES.contains(&&*self.unit.functions[function].name));
                is_comparison && arguments.iter().any(|argument| self.has_slash(argument))
            }
            _ => false,
        };
    }
}

impl Slash<'_> {
    /// Whether an expression is a literal with a `/`.
    fn has_slash(&self, expr: &Expr) -> bool {
        let literal = self.unit.literal_of(expr);
        literal.is_some_and(|literal| self.unit.strings[literal].units.contains(&u32::from(b'/')))
    }
}

struct Before {
    followed: FxHashSet<FunctionId>,
    first: Expr,
}

impl Rewrite for Before {
    fn expression(&mut self, expr: &mut Expr, _: &mut Vec<VariableId>) {
        let ExprKind::Call { callee, .. } = &expr.kind else { return };
        let ExprKind::Function(function) = callee.kind else { return };
        if !self.followed.contains(&function) {
            return;
        }
        let first = Expr { span: expr.span, ..self.first.clone() };
        *expr = first.then(expr.clone());
    }
}
