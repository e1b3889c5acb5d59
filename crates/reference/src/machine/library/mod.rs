//! The models of functions without a body: one function here for each, found by name.
//!
//! `docs/library.md` describes what each function does. It is implemented a second time here: the lowering has its own implementation. A
//! function of the thread library without a model is Unsupported, never skipped; all remaining functions are [`external`].
//!
//! | file | family |
//! |---|---|
//! | `script` | how models are written |
//! | `threads`, `ending`, `cancellation` | threads, how they end, how they are cancelled |
//! | `mutexes`, `conditions`, `locks`, `keys`, `deadlines` | synchronization; `locks` has all that need one event |
//! | `atomic` | `__c11_atomic_*`, `__atomic_*`, `__sync_*` |
//! | `allocation`, `bytes`, `strings`, `characters`, `numbers` | memory, text, arithmetic |
//! | `input`, `clocks`, `output`, `streams`, `process`, `verifier` | what comes from outside, and the end of it |
//! | `bits`, `effects`, `external` | builtins on bits; functions known by their effects, and not at all |
//! | `errors` | what functions that may fail leave in `errno` |

mod allocation;
mod atomic;
mod bits;
mod bytes;
mod cancellation;
mod characters;
mod clocks;
mod conditions;
mod deadlines;
mod effects;
mod ending;
mod errors;
mod external;
mod input;
mod keys;
mod locks;
mod mutexes;
mod numbers;
mod output;
mod process;
mod script;
mod streams;
mod strings;
mod threads;
mod verifier;

pub(crate) use ending::end_of_thread;
pub(crate) use script::Running;

use crate::arithmetic::marked::depends;
use crate::machine::Machine;
use crate::machine::task::Task;
use crate::value::{Place, Scalar, Trouble, Value};
use raddle_cfront::typed::{Expr, ExprKind, FunctionId};
use raddle_program::source::Span;
use raddle_program::types::TypeId;
use script::Model;

/// A call of a function without a body.
#[derive(Clone, Debug)]
pub(crate) struct Call<'u> {
    /// The calling thread.
    pub thread: usize,
    /// The function; `None` for a builtin.
    pub function: Option<FunctionId>,
    /// Its name.
    pub name: &'u str,
    /// Values and types of the arguments.
    pub arguments: Vec<(Value, TypeId)>,
    /// The source location of the call.
    pub span: Span,
    /// The type that the caller expects.
    pub ty: TypeId,
    /// The text of the first argument.
    pub text: &'u str,
    /// The arguments as they are written; none if the call has no expression of its own.
    pub written: &'u [Expr],
}

impl Call<'_> {
    /// The scalar argument with a number; null if it is missing.
    ///
    /// # Errors
    /// Unsupported if it is a record.
    pub fn scalar(&self, index: usize) -> Result<Scalar, Trouble> {
        match self.arguments.get(index) {
            Some((Value::Scalar(scalar), _)) => Ok(*scalar),
            None => Ok(Scalar::Integer(0)),
            Some(_) => Trouble::unsupported(format!("a record as argument of `{}`", self.name)),
        }
    }

    /// The integer argument with a number.
    ///
    /// # Errors
    /// Unsupported if it is an address.
    pub fn number(&self, index: usize) -> Result<i128, Trouble> {
        match self.scalar(index)? {
            Scalar::Integer(number) | Scalar::Wild(number) => Ok(number),
            Scalar::Outside(_) | Scalar::Handle(_) | Scalar::ThreadId(_) => depends(),
            Scalar::Address(_) | Scalar::Function(_) | Scalar::Label(_) | Scalar::Floating(_) | Scalar::Piece(_) => {
                Trouble::unsupported(format!("an address as a number in a call of `{}`", self.name))
            }
        }
    }

    /// The integer argument with a number as a size in bytes.
    ///
    /// # Errors
    /// Unsupported if it is an address.
    pub fn size(&self, index: usize) -> Result<u64, Trouble> {
        Ok(u64::try_from(self.number(index)?).unwrap_or(u64::MAX))
    }

    /// What the pointer argument with a number points to.
    ///
    /// # Errors
    /// Unsupported if it is a record.
    pub fn place(&self, index: usize) -> Result<Place, Trouble> {
        Ok(Place { base: self.scalar(index)?, offset: 0, bits: None, atomic: None })
    }
}

/// Names that begin like this belong to a thread library, or tell a tool something.
const RESERVED: [&str; 20] = [
    "pthread_",
    "sem_",
    "thrd_",
    "mtx_",
    "cnd_",
    "tss_",
    "call_once",
    "atomic_",
    "__atomic_",
    "__sync_",
    "__c11_",
    "__VERIFIER_",
    "__CPROVER_",
    "__ESBMC_",
    "__SMACK_",
    "__llbmc_",
    "__DIVINE_",
    "klee_",
    "__builtin_",
    "__raddle_",
];

/// The models of all families.
fn model(name: &str) -> Option<Model> {
    let families: [fn(&str) -> Option<Model>; 17] = [
        allocation::model,
        bytes::model,
        cancellation::model,
        characters::model,
        clocks::model,
        conditions::model,
        input::model,
        keys::model,
        locks::model,
        mutexes::model,
        numbers::model,
        output::model,
        process::model,
        strings::model,
        threads::model,
        verifier::model,
        atomic::model,
    ];
    families.into_iter().find_map(|family| family(name))
}

/// Whether a function is one of the thread library (or speaks to tools) and has no model.
pub(crate) fn is_unsupported(name: &str) -> bool {
    model(name).is_none() && RESERVED.iter().any(|prefix| name.starts_with(prefix))
}

impl<'u> Machine<'u> {
    /// Calls a function without a body: the model of the library, or [`external`]. Leaves one value.
    pub(crate) fn call_library(&mut self, call: Call<'u>, is_used: bool) -> Result<(), Trouble> {
        let name = call.name;
        let has_effects = call.function.is_some_and(|function| {
            let effects = raddle_cfront::effects::of(self.unit, function);
            effects.is_some_and(|effects| call.arguments.len() >= effects.parameters.len())
        });
        match model(name) {
            None if has_effects => self.start_model(effects::run, call, is_used),
            Some(model) => self.start_model(model, call, is_used),
            None if is_unsupported(name) => return Trouble::unsupported(format!("`{name}`")),
            None => self.start_model(external::external, call, is_used),
        }
        Ok(())
    }

    /// Starts a model; it leaves one value.
    pub(crate) fn start_model(&mut self, model: Model, call: Call<'u>, is_used: bool) {
        let thread = call.thread;
        let running = Running { model, call, is_used, answers: Vec::new(), is_waiting: false };
        self.plan(thread, vec![Task::Model(Box::new(running))]);
    }

    /// Whether the caller uses the value that a call leaves; the `above` topmost tasks belong to the call.
    pub(crate) fn is_value_used(&self, thread: usize, above: usize) -> bool {
        let tasks = &self.frame(thread).tasks;
        !matches!(tasks.len().checked_sub(above + 1).map(|at| &tasks[at]), Some(Task::Discard))
    }

    /// The arguments of a call, as written.
    pub(crate) fn written_arguments(&self, expr: &'u Expr) -> &'u [Expr] {
        match &expr.kind {
            ExprKind::Call { arguments, .. } => arguments,
            _ => &[],
        }
    }

    /// The text of the first argument of a call, as written.
    pub(crate) fn first_argument_text(&self, expr: &'u Expr) -> &'u str {
        match &expr.kind {
            ExprKind::Call { arguments, .. } => arguments.first().map_or("", |it| self.unit.source.text(it.span)),
            _ => "",
        }
    }
}
