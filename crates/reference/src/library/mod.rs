//! The functions that programs call and that have no body: one function of ours for each family, found by name.
//!
//! A model gets the values of the arguments, plans operations and leaves one value for [`Task::Returned`], which converts
//! it to the type of the call. A function of the thread library that has no row is Unsupported, never skipped; other
//! functions are [`external`].

mod allocation;
mod bits;
mod bytes;
mod external;
mod output;
mod process;
mod threads;
mod verifier;
mod waiting;

use crate::expression::choose;
use crate::machine::Machine;
use crate::task::{Operation, Task};
use crate::value::{Place, Scalar, Trouble, Value};
use raddle_cfront::typed::{Expr, FunctionId};
use raddle_program::source::Span;
use raddle_program::trace::ChoiceKind;
use raddle_program::types::{TypeId, TypeKind};

/// A call of a function without a body.
pub(crate) struct Call<'u> {
    /// Who calls.
    pub thread: usize,
    /// The call.
    pub expr: &'u Expr,
    /// The function.
    pub function: FunctionId,
    /// Its name.
    pub name: &'u str,
    /// Values and types of the arguments.
    pub arguments: Vec<(Value, TypeId)>,
}

impl Call<'_> {
    /// Where the call stands.
    pub fn span(&self) -> Span {
        self.expr.span
    }

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
            Scalar::Address(_) | Scalar::Function(_) | Scalar::Label(_) | Scalar::Floating(_) => {
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
        Ok(Place { base: self.scalar(index)?, offset: 0, bits: None, is_atomic: false })
    }
}

/// Names that begin like this belong to a thread library, or tell a tool something.
const RESERVED: [&str; 13] = [
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
    "__raddle_",
];

impl<'u> Machine<'u> {
    /// Calls a function without a body.
    pub(crate) fn library(
        &mut self,
        thread: usize,
        expr: &'u Expr,
        function: FunctionId,
        arguments: Vec<(Value, TypeId)>,
    ) -> Result<(), Trouble> {
        let name = &*self.unit.functions[function].name;
        let call = Call { thread, expr, function, name, arguments };
        match name {
            "pthread_create" => self.thread_create(&call),
            "pthread_join" => self.thread_join(&call),
            "pthread_exit" => self.thread_exit(&call),
            "pthread_self" | "pthread_equal" => self.thread_identity(&call),
            "pthread_mutexattr_init" | "pthread_mutexattr_settype" | "pthread_mutexattr_destroy" => {
                self.mutex_attribute(&call)
            }
            "pthread_mutex_init" => self.mutex_init(&call),
            "pthread_mutex_lock" | "pthread_mutex_trylock" | "pthread_mutex_unlock" | "pthread_mutex_destroy" => {
                self.mutex_call(&call)
            }
            "pthread_cond_init" | "pthread_cond_signal" | "pthread_cond_broadcast" | "pthread_cond_destroy" => {
                self.condition_call(&call)
            }
            "pthread_cond_wait" => self.condition_wait(&call),
            "__VERIFIER_assume" | "assume" | "__ESBMC_assume" | "__CPROVER_assume" => self.assume(&call),
            "__VERIFIER_atomic_begin" | "__ESBMC_atomic_begin" | "__CPROVER_atomic_begin" => {
                self.atomic_bracket(&call, true)
            }
            "__VERIFIER_atomic_end" | "__ESBMC_atomic_end" | "__CPROVER_atomic_end" => {
                self.atomic_bracket(&call, false)
            }
            "assert" | "__VERIFIER_assert" => self.assert(&call),
            "__assert_fail" | "__assert" | "__assert_perror_fail" => self.assertion_failed(&call),
            "abort" | "exit" | "_exit" | "_Exit" | "quick_exit" => self.stop_process(&call),
            "malloc" | "calloc" | "alloca" => self.allocate(&call),
            "realloc" => self.begin_reallocation(&call),
            "free" => self.free(&call),
            "memcpy" | "memmove" => self.copy_bytes(&call),
            "memset" => self.fill_bytes(&call),
            "printf" | "fprintf" | "dprintf" | "puts" | "putchar" | "putc" | "fputs" | "fputc" | "perror"
            | "fflush" | "putc_unlocked" | "putchar_unlocked" => self.output(&call),
            "sleep" | "usleep" | "sched_yield" => self.answer_anything(&call, ChoiceKind::External),
            _ if name.starts_with("__VERIFIER_nondet")
                || matches!(name, "nondet" | "nondet_int" | "nondet_0" | "nondet_1") =>
            {
                self.input(&call)
            }
            _ if RESERVED.iter().any(|prefix| name.starts_with(prefix)) => Trouble::unsupported(format!("`{name}`")),
            _ => self.external(&call),
        }
    }

    /// Plans operations that are followed by a value.
    fn answer(&mut self, call: &Call<'u>, operations: Vec<Operation>, value: Value) {
        let mut tasks: Vec<Task<'u>> = operations.into_iter().map(Task::Operation).collect();
        tasks.push(Task::Push(value));
        self.plan(call.thread, tasks);
    }

    /// Answers with a number.
    fn answer_number(&mut self, call: &Call<'u>, number: i128) {
        self.push_scalar(call.thread, Scalar::Integer(number));
    }

    /// Answers with any value of the type of the call, unless nobody wants it.
    fn answer_anything(&mut self, call: &Call<'u>, kind: ChoiceKind) -> Result<(), Trouble> {
        let ty = call.expr.ty;
        let tasks = &self.frame(call.thread).tasks;
        // On top lies the end of this call, below it whoever takes the value.
        let is_unused = matches!(tasks.len().checked_sub(2).map(|below| &tasks[below]), Some(Task::Discard));
        if is_unused || matches!(self.types().kind(ty), TypeKind::Void) {
            self.push(call.thread, Value::Void);
        } else if self.types().integer_shape(ty).is_some() {
            self.plan(call.thread, vec![choose(kind, ty, call.span())]);
        } else {
            return Trouble::unsupported(format!("any value of the type that `{}` returns", call.name));
        }
        Ok(())
    }
}
