//! The models of library functions: one row or function for each modelled C function.
//!
//! A row gives the name of the function, the number of arguments that its model needs, and its model. Arguments are evaluated in order
//! before the model runs. A function that the program defines itself is not modelled, except for error functions (see the calls of
//! `crate::lower`). A function that is named here without a row and belongs to a family of synchronization functions is unsupported; every
//! other function without a body is external.

mod allocation;
mod atomic;
mod attribute;
mod barrier;
mod bits;
mod builtin;
mod cancel;
mod character;
mod code;
mod condition;
mod deadline;
pub(crate) mod effects;
pub(crate) mod errno;
mod external;
mod format;
mod input;
mod key;
mod memory;
mod mutex;
mod once;
mod overflow;
mod print;
mod process;
mod read_write;
mod semaphore;
mod spin;
mod stream;
mod string;
mod thread;
mod time;
mod verifier;

use raddle_program::builder::integer;
use raddle_program::syntax::{Effect, InputSource, Synchronization, SynchronizationFamily};
use rustc_hash::FxHashMap;

use crate::lower::{LibraryCall, Operand, ProcedureLowering};

pub(crate) use external::is_denied;

/// How a function is modelled.
#[derive(Clone, Copy)]
pub(crate) enum Model {
    /// One step of the thread library, on the first so many arguments; its result is what the step gives.
    Operation(Synchronization, usize),
    /// One step of the thread library, on the first argument; its result is a code of C11's.
    C11(Synchronization),
    /// It does nothing that matters; its result is this number.
    Constant(i128),
    /// Any value, chosen by the environment.
    Input,
    /// Ends the process in order.
    Stop,
    /// Ends the process at once, without cleanup.
    Abort,
    /// Begins an atomic section.
    AtomicBegin,
    /// Ends an atomic section.
    AtomicEnd,
    /// It is written out: the call, and the operands that its arguments were evaluated to.
    Code(fn(&mut ProcedureLowering<'_, '_>, &LibraryCall<'_>, Vec<Operand>) -> Operand),
}

/// A function and its model.
#[derive(Clone, Copy)]
pub(crate) struct Row {
    /// The function.
    pub name: &'static str,
    /// How many arguments the model needs; more are evaluated.
    pub arguments: usize,
    /// How it is modelled.
    pub model: Model,
}

const fn row(name: &'static str, arguments: usize, model: Model) -> Row {
    Row { name, arguments, model }
}

const FAMILIES: &[&[Row]] = &[
    thread::ROWS,
    attribute::ROWS,
    cancel::ROWS,
    mutex::ROWS,
    condition::ROWS,
    read_write::ROWS,
    spin::ROWS,
    barrier::ROWS,
    once::ROWS,
    key::ROWS,
    semaphore::ROWS,
    errno::ROWS,
    verifier::ROWS,
    allocation::ROWS,
    memory::ROWS,
    string::ROWS,
    character::ROWS,
    print::ROWS,
    process::ROWS,
    input::ROWS,
    time::ROWS,
];

/// The table, by name.
pub(crate) struct Library {
    functions: FxHashMap<&'static str, &'static Row>,
    builtins: FxHashMap<&'static str, &'static Row>,
}

impl Library {
    /// All families.
    pub fn new() -> Library {
        let functions = FAMILIES.iter().flat_map(|family| family.iter()).map(|row| (row.name, row)).collect();
        let builtins = builtin::ROWS.iter().chain(bits::ROWS).map(|row| (row.name, row)).collect();
        Library { functions, builtins }
    }

    /// The names of all functions that have a row.
    pub fn names(&self) -> impl Iterator<Item = &'static str> {
        self.functions.keys().chain(self.builtins.keys()).copied()
    }

    /// The model of a function without a body.
    pub fn model(&self, name: &str) -> Option<&'static Row> {
        let row = self.functions.get(name).copied();
        row.or_else(|| verifier::input(name)).or_else(|| self.builtin_of(name))
    }

    /// The model of a builtin: its own, or that of the function it is named after.
    pub fn builtin(&self, name: &str) -> Option<&'static Row> {
        self.builtins
            .get(name)
            .copied()
            .or_else(|| atomic::row(name))
            .or_else(|| overflow::row(name))
            .or_else(|| self.builtin_of(name))
    }

    fn builtin_of(&self, name: &str) -> Option<&'static Row> {
        let plain = name.strip_prefix("__builtin_")?;
        self.builtins.get(name).or_else(|| self.functions.get(plain)).copied()
    }
}

/// Writes what a call does.
pub(crate) fn apply(
    model: Model,
    cx: &mut ProcedureLowering<'_, '_>,
    call: &LibraryCall<'_>,
    operands: Vec<Operand>,
) -> Operand {
    match model {
        Model::Operation(operation, count) => {
            let mut operands = cx.all_fetched(operands);
            operands.truncate(count);
            // If the operation expects an address, the argument is one, whatever type the program passes.
            let is_address = |position: usize| match operation.family() {
                SynchronizationFamily::Mutex
                | SynchronizationFamily::ReadWrite
                | SynchronizationFamily::Spin
                | SynchronizationFamily::Barrier
                | SynchronizationFamily::Once
                | SynchronizationFamily::Semaphore
                | SynchronizationFamily::Any => position == 0,
                SynchronizationFamily::Condition => true,
                SynchronizationFamily::Key | SynchronizationFamily::Thread | SynchronizationFamily::Own => false,
            };
            let operands = operands
                .into_iter()
                .enumerate()
                .map(|(position, operand)| if is_address(position) { cx.as_pointer(operand) } else { operand })
                .collect();
            let int = cx.cx.int();
            let result = call.register(cx, int);
            cx.emit(Effect::Synchronize { operation, operands, result }, call.span);
            call.in_register(cx, result)
        }
        Model::C11(operation) => mutex::operate_c11(cx, call, operands, operation),
        Model::Constant(value) => {
            discard_all(cx, operands);
            call.number(cx, value)
        }
        Model::Input => {
            discard_all(cx, operands);
            let is_void = call.ty == cx.cx.types.void();
            if is_void || (cx.cx.types.scalar_shape(call.ty).is_none() && call.is_used(cx)) {
                cx.unsupported(format!("a call of {}", call.name), call.span);
                return call.nothing(cx);
            }
            let register = call.register(cx, call.ty);
            if let Some(target) = register {
                cx.emit(Effect::Input { target, source: InputSource::Function(call.name.clone()) }, call.span);
            }
            call.in_register(cx, register)
        }
        Model::Stop => {
            discard_all(cx, operands);
            cx.emit(Effect::Stop, call.span);
            call.nothing(cx)
        }
        // The process ends like an execution with a failing assumption: properties of the end of a process (leaks) do not apply to it.
        Model::Abort => {
            discard_all(cx, operands);
            let never = integer(0, cx.cx.int());
            cx.emit(Effect::Assume(never), call.span);
            cx.emit(Effect::Stop, call.span);
            call.nothing(cx)
        }
        Model::AtomicBegin => {
            discard_all(cx, operands);
            cx.emit(Effect::AtomicBegin, call.span);
            call.nothing(cx)
        }
        Model::AtomicEnd => {
            discard_all(cx, operands);
            cx.emit(Effect::AtomicEnd, call.span);
            call.nothing(cx)
        }
        Model::Code(write) => write(cx, call, operands),
    }
}

/// Evaluates arguments whose values do not matter.
fn discard_all(cx: &mut ProcedureLowering<'_, '_>, operands: Vec<Operand>) {
    for operand in operands {
        cx.discard(operand);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_function_has_two_rows() {
        let rows = FAMILIES.iter().map(|family| family.len()).sum::<usize>();
        let library = Library::new();
        assert_eq!(library.functions.len(), rows);
        assert_eq!(library.builtins.len(), builtin::ROWS.len() + bits::ROWS.len());
    }

    #[test]
    fn builtins_are_the_functions_they_are_named_after() {
        let library = Library::new();
        assert_eq!(library.builtin("__builtin_memcpy").map(|row| row.name), Some("memcpy"));
        assert_eq!(library.model("__builtin_abort").map(|row| row.name), Some("abort"));
        assert!(library.builtin("__builtin_va_start").is_none());
    }
}
