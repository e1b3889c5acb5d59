//! Locks of streams (POSIX, XSH `flockfile`): every function that uses a stream behaves as if it called `flockfile` and `funlockfile`, except
//! those whose names end in `_unlocked`.
//!
//! A program that names none of these functions cannot tell: the library holds the lock only inside a call. In any other program the
//! object of a stream has room for a recursive mutex, functions in C (`written/__raddle_stream_lock.c`) lock and unlock it, and each call
//! that uses a stream is rewritten, with temporary objects for its arguments:
//!
//! | written | becomes |
//! |---|---|
//! | `fputs(text, stream)` | `a = text, b = take(stream), r = fputs(a, b), give_back(b), r` |
//! | `putc_unlocked('x', stream)` | `putc_unlocked('x', use(stream))` |
//! | `fclose(stream)` | `fclose(last_use(stream))` |
//! | `fopen(name, mode)` | `new_stream(fopen(name, mode))` |
//!
//! `take`, `use` and `last_use` write a byte of the stream. So two calls without the lock race, and a call that holds the lock in one thread
//! makes the calls of other threads wait.
//!
//! Rule: a thread that has the lock of a stream makes the calls of other threads on it wait; calls without the lock race.
//! Tests: `stream_locked_around_a_counter`, `another_stream_locked_around_a_counter`, `unlocked_output`, `output_waits_for_a_locked_stream`,
//! `argument_evaluated_before_the_stream_is_locked`.
//!
//! Unsupported: `fflush(NULL)`, which locks all streams, and calls through pointers. Left out are programs that cancel threads, in which the library gives the lock back:
//! of their locks nothing is known.

use raddle_program::source::Span;
use raddle_program::types::{TypeId, TypeKind};
use rustc_hash::FxHashMap;

use super::Checker;
use super::walk::{Rewrite, walk};
use crate::effects::{self, Outcome};
use crate::streams::{FILE, LOCKS, Using, is_pointer_to, use_of};
use crate::typed::{Expr, ExprKind, FunctionId, Unit, Variable, VariableId};
use crate::written::text;

/// Functions that use a standard stream without naming it, by the number that `__raddle_standard_stream` gives it.
const OF_STANDARD_STREAMS: [(&str, i128); 20] = [
    ("getchar", 0),
    ("getchar_unlocked", 0),
    ("scanf", 0),
    ("vscanf", 0),
    ("printf", 1),
    ("vprintf", 1),
    ("puts", 1),
    ("putchar", 1),
    ("putchar_unlocked", 1),
    ("perror", 2),
    ("psignal", 2),
    ("warn", 2),
    ("warnx", 2),
    ("vwarn", 2),
    ("vwarnx", 2),
    ("err", 2),
    ("errx", 2),
    ("verr", 2),
    ("verrx", 2),
    ("error", 2),
];

/// What becomes of a call.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Change {
    /// It opens a stream.
    Opens,
    /// It closes the stream that an argument is.
    Closes(usize),
    /// It uses the stream that an argument is, without locking it.
    Uses(usize),
    /// It uses a standard stream, without locking it.
    UsesStandard(i128),
    /// It locks the stream that an argument is; or all streams if that is null.
    Locks { position: usize, may_be_null: bool },
    /// It locks a standard stream.
    LocksStandard(i128),
}

impl Checker {
    /// Gives streams their locks, in a program that can tell. Comes before formats are rewritten, while calls have the names of the library.
    pub(super) fn lock_streams(&mut self) {
        let names = |names: &[&str]| names.iter().any(|name| self.unit.names(name));
        let has_threads = names(&["pthread_create", "thrd_create"]);
        let uses_unlocked = self.unit.functions.values().any(|it| it.is_used && it.name.ends_with("_unlocked"));
        let can_tell = names(&LOCKS) || has_threads && uses_unlocked;
        let is_own = LOCKS.iter().any(|name| self.function_named(name).is_some());
        if !can_tell || is_own || names(&["pthread_cancel"]) {
            return;
        }
        let changes: FxHashMap<FunctionId, Change> =
            self.unit.functions.ids().filter_map(|id| Some((id, change_of(&self.unit, id)?))).collect();
        if changes.is_empty() && !names(&LOCKS) {
            return;
        }
        let Some(text) = text("__raddle_stream_lock", self.unit.types.model()) else { return };
        let before = self.unit.functions.len();
        self.written_function("__raddle_stream_lock", &text);
        for name in LOCKS {
            if self.function_named(name).is_none() {
                return;
            }
        }
        self.unit.streams_have_locks = true;
        let helper = |name: &str| {
            let found = self.unit.functions.iter().find(|(_, function)| *function.name == *name);
            found.map(|(id, _)| id)
        };
        let named = |name: &'static str| helper(name).map(|id| (name, id));
        let helpers: FxHashMap<&str, FunctionId> = HELPERS.into_iter().filter_map(named).collect();
        let ours: Vec<FunctionId> = self.unit.functions.ids().skip(before).collect();
        for &helper in helpers.values() {
            self.unit.functions[helper].is_used = true;
        }
        for function in self.unit.functions.ids().filter(|id| !ours.contains(id)).collect::<Vec<_>>() {
            let Some(mut body) = self.unit.functions[function].body.take() else { continue };
            walk(&mut body, &mut Lock { checker: self, function, changes: &changes, helpers: &helpers });
            self.unit.functions[function].body = Some(body);
        }
        self.rewrite_everything_but(&ours, &mut Addresses { changes: &changes });
    }
}

const HELPERS: [&str; 7] = [
    "__raddle_use_stream",
    "__raddle_take_stream",
    "__raddle_take_some_stream",
    "__raddle_last_use_of_stream",
    "__raddle_give_stream_back",
    "__raddle_new_stream",
    "__raddle_standard_stream",
];

/// What becomes of the calls of a function.
fn change_of(unit: &Unit, id: FunctionId) -> Option<Change> {
    let function = &unit.functions[id];
    let name = &*function.name;
    if !function.is_used || function.body.is_some() || LOCKS.contains(&name) {
        return None;
    }
    let TypeKind::Function(signature) = unit.types.kind(function.ty) else { return None };
    let locks = !name.ends_with("_unlocked");
    if let Some((_, number)) = OF_STANDARD_STREAMS.iter().find(|(known, _)| *known == name) {
        return Some(if locks { Change::LocksStandard(*number) } else { Change::UsesStandard(*number) });
    }
    if is_pointer_to(unit, signature.result.ty, FILE)
        && effects::of(unit, id).is_some_and(|effects| effects.outcome == Outcome::Stream)
    {
        return Some(Change::Opens);
    }
    let types: Vec<TypeId> = signature.parameters.iter().map(|parameter| parameter.ty).collect();
    let (position, using) = use_of(unit, name, &types)?;
    if !is_pointer_to(unit, types[position], FILE) {
        return None;
    }
    Some(match using {
        Using::Closed => Change::Closes(position),
        Using::Used if !locks => Change::Uses(position),
        Using::Used => Change::Locks { position, may_be_null: false },
        Using::UsedUnlessNull => Change::Locks { position, may_be_null: true },
    })
}

/// A call through a pointer would not lock the stream: the address of a function that does is unsupported.
struct Addresses<'a> {
    changes: &'a FxHashMap<FunctionId, Change>,
}

impl Rewrite for Addresses<'_> {
    fn expression(&mut self, expr: &mut Expr, _: &mut Vec<VariableId>) {
        let (ExprKind::Decay(named) | ExprKind::AddressOf(named)) = &expr.kind else { return };
        if let ExprKind::Function(function) = named.kind
            && self.changes.contains_key(&function)
        {
            let what = "the address of a function of streams, in a program that locks streams";
            expr.kind = ExprKind::Unsupported(what.into());
        }
    }
}

/// Rewrites the calls in the body of a function.
struct Lock<'a> {
    checker: &'a mut Checker,
    function: FunctionId,
    changes: &'a FxHashMap<FunctionId, Change>,
    helpers: &'a FxHashMap<&'static str, FunctionId>,
}

impl Rewrite for Lock<'_> {
    fn expression(&mut self, expr: &mut Expr, created: &mut Vec<VariableId>) {
        let ExprKind::Call { callee, arguments } = &mut expr.kind else { return };
        let ExprKind::Function(function) = callee.kind else { return };
        let Some(&change) = self.changes.get(&function) else { return };
        let span = expr.span;
        match change {
            Change::Opens => {
                let call = expr.clone();
                *expr = self.handed_through("__raddle_new_stream", call);
            }
            Change::Closes(position) => self.pass(arguments, position, "__raddle_last_use_of_stream"),
            Change::Uses(position) => self.pass(arguments, position, "__raddle_use_stream"),
            Change::UsesStandard(number) => {
                let stream = self.standard_stream(number, span);
                let using = self.handed_through("__raddle_use_stream", stream);
                let call = expr.clone();
                *expr = using.then(call);
            }
            Change::Locks { position, may_be_null } => {
                let take = if may_be_null { "__raddle_take_some_stream" } else { "__raddle_take_stream" };
                let Some(stream) = arguments.get(position).map(|stream| stream.ty) else { return };
                let mut first = self.evaluate_before(arguments, created);
                let kept = self.temporary(stream, span, created);
                let taken = self.handed_through(take, arguments[position].clone());
                first.push(kept.clone().assign(taken));
                arguments[position] = kept.clone().load();
                self.surround(expr, first, kept.load(), created);
            }
            Change::LocksStandard(number) => {
                let mut first = self.evaluate_before(arguments, created);
                let stream = self.standard_stream(number, span);
                first.push(self.handed_through("__raddle_take_stream", stream.clone()));
                self.surround(expr, first, stream, created);
            }
        }
    }
}

impl Lock<'_> {
    /// Passes an argument through one of our functions.
    fn pass(&mut self, arguments: &mut [Expr], position: usize, through: &'static str) {
        if let Some(argument) = arguments.get_mut(position) {
            *argument = self.handed_through(through, argument.clone());
        }
    }

    /// A call of one of our functions with a stream, with the type of the stream.
    fn handed_through(&self, name: &'static str, stream: Expr) -> Expr {
        let (ty, span) = (stream.ty, stream.span);
        let call = self.checker.call_of(self.helpers[name], vec![stream], span);
        if call.ty == ty {
            return call;
        }
        Expr { kind: ExprKind::Cast { operand: Box::new(call), is_explicit: false }, ty, span }
    }

    fn standard_stream(&mut self, number: i128, span: Span) -> Expr {
        let int = self.checker.unit.types.int(raddle_program::types::IntKind::Int);
        let number = Expr { kind: ExprKind::Integer(number), ty: int, span };
        self.checker.call_of(self.helpers["__raddle_standard_stream"], vec![number], span)
    }

    /// Evaluates arguments into temporary objects: the thread does not hold the lock while it evaluates them. Constants stay where they are, and
    /// lists of variable arguments, which are records that the call reads.
    fn evaluate_before(&mut self, arguments: &mut [Expr], created: &mut Vec<VariableId>) -> Vec<Expr> {
        let mut first = Vec::new();
        let types = &self.checker.unit.types;
        let is_evaluated = |argument: &Expr| !is_constant(argument) && types.scalar_shape(argument.ty).is_some();
        let evaluated: Vec<bool> = arguments.iter().map(is_evaluated).collect();
        for (argument, _) in arguments.iter_mut().zip(evaluated).filter(|(_, is_evaluated)| *is_evaluated) {
            let kept = self.temporary(argument.ty, argument.span, created);
            let value = std::mem::replace(argument, kept.clone().load());
            first.push(kept.assign(value));
        }
        first
    }

    /// Evaluates expressions before a call, and unlocks a stream behind it.
    fn surround(&mut self, call: &mut Expr, first: Vec<Expr>, stream: Expr, created: &mut Vec<VariableId>) {
        let (ty, span) = (call.ty, call.span);
        let give_back = self.checker.call_of(self.helpers["__raddle_give_stream_back"], vec![stream], span);
        let is_void = matches!(self.checker.unit.types.kind(ty), TypeKind::Void);
        let result = (!is_void).then(|| self.temporary(ty, span, created));
        let own = Expr { kind: ExprKind::Integer(0), ty, span };
        let called = std::mem::replace(call, own);
        let last = match result {
            Some(result) => result.clone().assign(called).then(give_back.then(result.load())),
            None => called.then(give_back),
        };
        *call = first.into_iter().rev().fold(last, |behind, earlier| earlier.then(behind));
    }

    fn temporary(&mut self, ty: TypeId, span: Span, created: &mut Vec<VariableId>) -> Expr {
        let unit = &mut self.checker.unit;
        let variable = unit.variables.push(Variable::automatic("<argument>", ty, self.function, span));
        unit.functions[self.function].locals.push(variable);
        created.push(variable);
        Expr { kind: ExprKind::Variable(variable), ty, span }
    }
}

/// Whether the value of an expression is the same at any time.
fn is_constant(expr: &Expr) -> bool {
    match &expr.kind {
        ExprKind::Integer(_) | ExprKind::Floating(_) | ExprKind::Function(_) | ExprKind::String(_) => true,
        ExprKind::Decay(operand) | ExprKind::Cast { operand, .. } => is_constant(operand),
        _ => false,
    }
}
