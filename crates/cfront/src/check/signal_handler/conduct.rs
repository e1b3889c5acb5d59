//! What the handlers of signals do: the objects that they access, what they wait for, and what has no model.

use raddle_program::types::{IntKind, TypeKind};
use rustc_hash::FxHashSet;

use super::super::walk::{Rewrite, Use, walk, walk_value};
use crate::typed::{
    BinaryOperator, Block, Expr, ExprKind, FunctionId, Statement, StatementKind, Storage, Unit, VariableId,
};

/// Functions by which a handler leaves without a return, or by which it lets other threads go on.
const REFUSED: [&str; 16] = [
    "__raddle_long_jump",
    "longjmp",
    "siglongjmp",
    "pthread_exit",
    "thrd_exit",
    "sem_post",
    "pthread_cancel",
    "pthread_create",
    "thrd_create",
    "pthread_cond_signal",
    "pthread_cond_broadcast",
    "cnd_signal",
    "cnd_broadcast",
    "pthread_barrier_wait",
    "setjmp",
    "fork",
];

/// Prefixes of functions that wait for other threads, or that ask which thread runs.
const SYNCHRONIZES: [&str; 6] = ["pthread_", "sem_", "mtx_", "cnd_", "thrd_", "call_once"];

/// What the code of some handlers does.
pub(super) struct Conduct {
    /// The functions that they run.
    pub functions: FxHashSet<FunctionId>,
    /// Objects with static or thread storage duration that they name.
    pub objects: FxHashSet<VariableId>,
    /// Whether they access what a pointer leads to.
    pub has_pointers: bool,
    /// Whether each run makes one access to shared memory at most, and no synchronization: it may be taken to happen where the
    /// next thread accesses the object.
    pub is_simple: bool,
    /// Whether a second run behind the first one changes nothing.
    pub is_idempotent: bool,
    /// Whether they call a function that leaves them without a return, or that lets other threads go on.
    pub is_left_out: bool,
    /// Whether they take locks, or ask which thread they run in.
    pub synchronizes: bool,
    /// Accesses to objects that are neither atomic nor `volatile sig_atomic_t`: an lvalue, and whether it is written. Nothing stands for one
    /// that cannot be repeated outside of its function.
    pub plain: Vec<Plain>,
}

/// An access to an object that a handler must not access beside other code of its thread (C11 5.1.2.3p5).
pub(super) struct Plain {
    /// What is accessed; `None` if the lvalue names locals of the handler.
    pub target: Option<Expr>,
    /// Whether it is written.
    pub is_write: bool,
    /// Whether each run of the handler makes the access.
    pub is_certain: bool,
}

impl Conduct {
    /// Follows the calls of the handlers.
    pub fn of(unit: &Unit, handlers: &[FunctionId], pointed: &FxHashSet<FunctionId>) -> Conduct {
        let functions = reached(unit, handlers, pointed);
        let mut accesses = Accesses::new(unit);
        let mut has_loops = false;
        for function in ordered(&functions) {
            let Some(body) = &unit.functions[function].body else { continue };
            walk(&mut body.clone(), &mut accesses);
            has_loops |= handlers.contains(&function) && repeats(body);
        }
        for handler in handlers {
            if let Some(body) = &unit.functions[*handler].body {
                mark_certain(unit, body, &mut accesses.plain);
            }
        }
        let Accesses {
            objects,
            n_shared,
            n_constant,
            has_pointers,
            synchronizes,
            is_left_out,
            is_of_thread,
            plain,
            ..
        } = accesses;
        let own: Vec<usize> = handlers.iter().map(|&handler| n_shared_in(unit, handler)).collect();
        let is_simple = own.iter().all(|&own| own <= 1)
            && own.iter().sum::<usize>() == n_shared
            && !synchronizes
            && !is_of_thread
            && !has_pointers
            && (n_shared == 0 || !has_loops);
        let is_idempotent = is_simple && (n_shared == 0 || (n_constant == n_shared && objects.len() == n_shared));
        Conduct { functions, objects, has_pointers, is_simple, is_idempotent, is_left_out, synchronizes, plain }
    }
}

/// In the order of their declarations.
fn ordered(functions: &FxHashSet<FunctionId>) -> Vec<FunctionId> {
    let mut ordered: Vec<FunctionId> = functions.iter().copied().collect();
    ordered.sort();
    ordered
}

/// The functions that some functions name, that those name, and so on; where a pointer is called, all of `pointed`.
fn reached(unit: &Unit, from: &[FunctionId], pointed: &FxHashSet<FunctionId>) -> FxHashSet<FunctionId> {
    let mut seen: FxHashSet<FunctionId> = from.iter().copied().collect();
    let mut open: Vec<FunctionId> = from.to_vec();
    while let Some(function) = open.pop() {
        let Some(body) = &unit.functions[function].body else { continue };
        let mut named = Named::default();
        walk(&mut body.clone(), &mut named);
        if named.calls_pointers {
            named.found.extend(ordered(pointed));
        }
        open.extend(named.found.into_iter().filter(|&found| seen.insert(found)));
    }
    seen
}

#[derive(Default)]
struct Named {
    found: Vec<FunctionId>,
    calls_pointers: bool,
}

impl Rewrite for Named {
    fn expression(&mut self, expr: &mut Expr, _: &mut Vec<VariableId>) {
        match &expr.kind {
            ExprKind::Function(function) => self.found.push(*function),
            ExprKind::Call { callee, .. } => self.calls_pointers |= !matches!(callee.kind, ExprKind::Function(_)),
            _ => {}
        }
    }
}

/// The variable that an lvalue is a part of, if it is one that pointers do not choose.
pub(super) fn root(place: &Expr) -> Option<VariableId> {
    match &place.kind {
        ExprKind::Variable(variable) => Some(*variable),
        ExprKind::Member { base, .. } => root(base),
        ExprKind::Deref(pointer) => root_of_pointer(pointer),
        _ => None,
    }
}

/// The variable into which a pointer leads, if its expression says so.
pub(super) fn root_of_pointer(pointer: &Expr) -> Option<VariableId> {
    match &pointer.kind {
        ExprKind::PointerAdd { pointer, .. } | ExprKind::Cast { operand: pointer, .. } => root_of_pointer(pointer),
        ExprKind::Decay(place) | ExprKind::AddressOf(place) => root(place),
        _ => None,
    }
}

/// Whether only its function can access a variable.
pub(super) fn is_private(unit: &Unit, variable: VariableId) -> bool {
    let variable = &unit.variables[variable];
    matches!(variable.storage, Storage::Automatic | Storage::Parameter) && !variable.address_taken
}

/// Whether an lvalue has an atomic type.
pub(super) fn is_atomic(unit: &Unit, place: &Expr) -> bool {
    qualifiers(unit, place).is_some_and(|(is_atomic, _)| is_atomic)
}

/// Whether an lvalue is atomic, and whether it is volatile.
fn qualifiers(unit: &Unit, place: &Expr) -> Option<(bool, bool)> {
    let of = |qualified: &raddle_program::types::Qualified| {
        (qualified.qualifiers.is_atomic, qualified.qualifiers.is_volatile)
    };
    match &place.kind {
        ExprKind::Variable(variable) => {
            let mut ty = &unit.variables[*variable].ty;
            while let TypeKind::Array { element, .. } = unit.types.kind(ty.ty) {
                ty = element;
            }
            Some(of(ty))
        }
        ExprKind::Deref(pointer) => match unit.types.kind(pointer.ty) {
            TypeKind::Pointer(target) => Some(of(target)),
            _ => None,
        },
        ExprKind::Member { base, field } => {
            let TypeKind::Record(record) = unit.types.kind(base.ty) else { return None };
            let body = unit.types.record(*record).body.as_ref()?;
            let (is_atomic, is_volatile) = of(&body.fields.get(field.0 as usize)?.ty);
            let outer = qualifiers(unit, base).is_some_and(|(_, is_volatile)| is_volatile);
            Some((is_atomic, is_volatile || outer))
        }
        _ => None,
    }
}

/// Whether a handler may access the object beside other code of its thread: it is atomic, or a volatile integer no wider than
/// `sig_atomic_t`.
fn is_safe_in_handlers(unit: &Unit, place: &Expr) -> bool {
    let Some((is_atomic, is_volatile)) = qualifiers(unit, place) else { return false };
    let is_small = matches!(
        unit.types.kind(place.ty),
        TypeKind::Bool
            | TypeKind::Int(
                IntKind::Char
                    | IntKind::SignedChar
                    | IntKind::UnsignedChar
                    | IntKind::Short
                    | IntKind::UnsignedShort
                    | IntKind::Int
                    | IntKind::UnsignedInt
            )
    );
    is_atomic || (is_volatile && is_small)
}

/// Whether some part of a body may run more than once.
fn repeats(body: &Block) -> bool {
    body.statements.iter().any(|statement| {
        matches!(statement.kind, StatementKind::Loop { .. } | StatementKind::Goto(_) | StatementKind::ComputedGoto(_))
            || statement.blocks().any(repeats)
    })
}

/// How many accesses to shared memory the body of a function makes.
fn n_shared_in(unit: &Unit, function: FunctionId) -> usize {
    let Some(body) = &unit.functions[function].body else { return 0 };
    let mut accesses = Accesses::new(unit);
    walk(&mut body.clone(), &mut accesses);
    accesses.n_shared
}

/// Marks the accesses of the statements that each run of a handler executes.
fn mark_certain(unit: &Unit, body: &Block, plain: &mut [Plain]) {
    for Statement { kind, span } in &body.statements {
        match kind {
            StatementKind::Expr(expr) => {
                let mut branches = Branches { unit, has_branches: false };
                walk(
                    &mut Block {
                        statements: vec![Statement { kind: StatementKind::Expr(expr.clone()), span: *span }],
                        variables: Vec::new(),
                        span: *span,
                    },
                    &mut branches,
                );
                if branches.has_branches {
                    return;
                }
                for plain in plain.iter_mut() {
                    let target = plain.target.as_ref().map(|target| target.span);
                    plain.is_certain |= target.is_some_and(|inner| {
                        inner.file == span.file && inner.start >= span.start && inner.end <= span.end
                    });
                }
            }
            StatementKind::Declare { .. } | StatementKind::FixLength { .. } => {}
            _ => return,
        }
    }
}

/// Whether an expression may leave something out, or never end.
struct Branches<'u> {
    unit: &'u Unit,
    has_branches: bool,
}

impl Rewrite for Branches<'_> {
    fn expression(&mut self, expr: &mut Expr, _: &mut Vec<VariableId>) {
        self.has_branches |= match &expr.kind {
            ExprKind::Logical { .. }
            | ExprKind::Conditional { .. }
            | ExprKind::Elvis { .. }
            | ExprKind::Statement(_)
            | ExprKind::Unsupported(_) => true,
            ExprKind::Call { callee, .. } => match callee.kind {
                // A function of the library that prints or writes returns.
                ExprKind::Function(function) => {
                    let function = &self.unit.functions[function];
                    !matches!(&*function.name, "printf" | "puts" | "write" | "putchar" | "fprintf" | "fputs" | "alarm")
                }
                _ => true,
            },
            _ => false,
        };
    }
}

struct Accesses<'u> {
    unit: &'u Unit,
    objects: FxHashSet<VariableId>,
    /// Accesses to shared memory.
    n_shared: usize,
    /// The accesses that store a constant.
    n_constant: usize,
    has_pointers: bool,
    synchronizes: bool,
    is_left_out: bool,
    is_of_thread: bool,
    plain: Vec<Plain>,
}

impl<'u> Accesses<'u> {
    fn new(unit: &'u Unit) -> Accesses<'u> {
        Accesses {
            unit,
            objects: FxHashSet::default(),
            n_shared: 0,
            n_constant: 0,
            has_pointers: false,
            synchronizes: false,
            is_left_out: false,
            is_of_thread: false,
            plain: Vec::new(),
        }
    }

    /// An lvalue is accessed, so often.
    fn access(&mut self, place: &Expr, is_write: bool, times: usize) {
        match root(place) {
            Some(variable) if is_private(self.unit, variable) => return,
            Some(variable) => self.shared(variable, times),
            None if matches!(place.kind, ExprKind::String(_) | ExprKind::CompoundLiteral { .. }) => return,
            None => {
                if matches!(&place.kind, ExprKind::Deref(pointer) if is_error_number(self.unit, pointer)) {
                    self.n_shared += 2 * times;
                    self.is_of_thread = true;
                    return;
                }
                self.has_pointers = true;
                self.n_shared += times;
            }
        }
        let is_local = root(place).is_some_and(|variable| self.unit.variables[variable].storage != Storage::Static);
        if !is_local && !is_safe_in_handlers(self.unit, place) {
            let mut closed = Closed { unit: self.unit, is_closed: true };
            walk_value(&mut place.clone(), &mut closed);
            let target = closed.is_closed.then(|| place.clone());
            self.plain.push(Plain { target, is_write, is_certain: false });
        }
    }

    fn shared(&mut self, variable: VariableId, times: usize) {
        let storage = self.unit.variables[variable].storage;
        if matches!(storage, Storage::Static | Storage::Thread) {
            self.objects.insert(variable);
            self.n_shared += times;
            self.is_of_thread |= storage == Storage::Thread;
        }
    }

    /// A function of the library gets a pointer.
    fn pass(&mut self, pointer: &Expr) {
        if !matches!(self.unit.types.kind(pointer.ty), TypeKind::Pointer(_)) {
            return;
        }
        match &pointer.kind {
            ExprKind::Decay(place) | ExprKind::AddressOf(place)
                if matches!(place.kind, ExprKind::String(_) | ExprKind::Function(_)) => {}
            ExprKind::Integer(_) => {}
            ExprKind::Cast { operand, .. } => self.pass(operand),
            _ => match root_of_pointer(pointer) {
                Some(variable) if self.unit.variables[variable].storage == Storage::Static => {
                    self.shared(variable, 2);
                    self.plain.push(Plain { target: None, is_write: true, is_certain: false });
                }
                Some(variable) => self.shared(variable, 2),
                // A stream, which `stdout` and `stderr` name.
                None if matches!(&pointer.kind, ExprKind::Load(place) if is_stream(self.unit, place)) => {}
                None => {
                    self.has_pointers = true;
                    self.n_shared += 2;
                    self.plain.push(Plain { target: None, is_write: true, is_certain: false });
                }
            },
        }
    }
}

/// Whether an lvalue is a variable of a standard stream.
fn is_stream(unit: &Unit, place: &Expr) -> bool {
    root(place).is_some_and(|variable| matches!(&*unit.variables[variable].name, "stdout" | "stderr" | "stdin"))
}

/// Whether a pointer is the one to `errno`.
pub(super) fn is_error_number(unit: &Unit, pointer: &Expr) -> bool {
    match &pointer.kind {
        ExprKind::Call { callee, .. } => {
            matches!(callee.kind, ExprKind::Function(function) if &*unit.functions[function].name == "__errno_location")
        }
        _ => false,
    }
}

impl Rewrite for Accesses<'_> {
    fn expression(&mut self, _: &mut Expr, _: &mut Vec<VariableId>) {}

    fn used_expression(&mut self, expr: &mut Expr, _: Use, _: &mut Vec<VariableId>) {
        match &expr.kind {
            ExprKind::Load(place) if is_stream(self.unit, place) => {}
            ExprKind::Load(place) => self.access(place, false, 1),
            ExprKind::Assign { target, value } => {
                let before = self.n_shared;
                self.access(target, true, 1);
                if constant_of(value).is_some() && self.n_shared == before + 1 {
                    self.n_constant += 1;
                }
            }
            ExprKind::CompoundAssign { target, .. }
            | ExprKind::PointerAssign { target, .. }
            | ExprKind::Increment { target, .. } => self.access(target, true, 2),
            ExprKind::Builtin { arguments, .. } => {
                for pointer in arguments {
                    if !matches!(self.unit.types.kind(pointer.ty), TypeKind::Pointer(_)) {
                        continue;
                    }
                    match root_of_pointer(pointer) {
                        Some(variable) => self.shared(variable, 2),
                        None => {
                            self.has_pointers = true;
                            self.n_shared += 2;
                        }
                    }
                }
            }
            ExprKind::Call { callee, arguments } => {
                let ExprKind::Function(function) = callee.kind else { return };
                let function = &self.unit.functions[function];
                let name = function.name.strip_prefix("__builtin_").unwrap_or(&function.name);
                self.is_left_out |= REFUSED.contains(&name);
                if function.body.is_some() || name == "__errno_location" {
                    return;
                }
                if SYNCHRONIZES.iter().any(|prefix| name.starts_with(prefix)) {
                    self.synchronizes = true;
                    self.n_shared += 2;
                    return;
                }
                for argument in arguments {
                    self.pass(argument);
                }
            }
            ExprKind::Unsupported(_) => self.n_shared += 2,
            _ => {}
        }
    }
}

/// The number that an expression is.
pub(super) fn constant_of(value: &Expr) -> Option<i128> {
    match &value.kind {
        ExprKind::Integer(number) => Some(*number),
        ExprKind::Cast { operand, .. } => constant_of(operand),
        // Flags.
        ExprKind::Binary(BinaryOperator::BitOr, left, right) => Some(constant_of(left)? | constant_of(right)?),
        _ => None,
    }
}

/// Whether an expression names no local object and calls nothing.
struct Closed<'u> {
    unit: &'u Unit,
    is_closed: bool,
}

impl Rewrite for Closed<'_> {
    fn expression(&mut self, expr: &mut Expr, _: &mut Vec<VariableId>) {
        match &expr.kind {
            ExprKind::Variable(variable) => {
                self.is_closed &= self.unit.variables[*variable].storage == Storage::Static;
            }
            ExprKind::Call { .. }
            | ExprKind::Statement(_)
            | ExprKind::CompoundLiteral { .. }
            | ExprKind::Assign { .. }
            | ExprKind::CompoundAssign { .. }
            | ExprKind::PointerAssign { .. }
            | ExprKind::Increment { .. }
            | ExprKind::Builtin { .. }
            | ExprKind::Unsupported(_) => self.is_closed = false,
            _ => {}
        }
    }
}
