//! What `pthread_cleanup_push` and `pthread_cleanup_pop` of the GNU C library expand to, where the headers are those of the machine:
//!
//! ```c
//! do { __pthread_unwind_buf_t __cancel_buf;
//!      void (*__cancel_routine)(void *) = (routine);  void *__cancel_arg = (argument);
//!      int __not_first_call = __sigsetjmp_cancel(__cancel_buf.__cancel_jmp_buf, 0);
//!      if (__not_first_call) { __cancel_routine(__cancel_arg); __pthread_unwind_next(&__cancel_buf); }
//!      __pthread_register_cancel(&__cancel_buf);
//!      ...
//!      __pthread_unregister_cancel(&__cancel_buf);
//!      if (execute) __cancel_routine(__cancel_arg); } while (0)
//! ```
//!
//! A thread that is cancelled jumps back, runs the routine, and goes on to the next one. Here the routine is registered with its argument, as by
//! our header, and the jump never comes. Programs that CIL wrote have numbers behind the names: `__cancel_buf___0`, `__cancel_arg___0`.
//!
//! The form for `-fexceptions` is a variable with the attribute `cleanup` (`super::cleanup`).

use raddle_program::source::Span;
use raddle_program::types::IntKind;

use super::{Checked, Checker};
use crate::ast::{self, PrefixOperator};
use crate::typed::Expr;

/// The name of the buffer, up to the number.
const BUFFER: &str = "__cancel_buf";

impl Checker {
    /// A call of a function behind the macros, as what it means; `None` of other calls.
    pub(super) fn cleanup_call(
        &mut self,
        function: &str,
        arguments: &[ast::Expr],
        span: Span,
    ) -> Option<Checked<Expr>> {
        const FUNCTIONS: [&str; 5] = [
            "__pthread_register_cancel",
            "__pthread_unregister_cancel",
            "__pthread_unwind_next",
            "__sigsetjmp_cancel",
            "__sigsetjmp",
        ];
        if !FUNCTIONS.contains(&function) {
            return None;
        }
        let number = buffer(arguments.first()?)?.strip_prefix(BUFFER)?.to_owned();
        let named = |name: &str| ast::Expr { kind: ast::ExprKind::Identifier(name.into()), span };
        match function {
            "__pthread_register_cancel" => {
                let [routine, argument] = ["__cancel_routine", "__cancel_arg"].map(|name| format!("{name}{number}"));
                if [&routine, &argument].iter().any(|name| self.scopes.lookup(name).is_none()) {
                    return None;
                }
                Some(self.call(&named("__raddle_cleanup_push"), &[named(&routine), named(&argument)], span))
            }
            "__pthread_unregister_cancel" => Some(self.call(&named("__raddle_cleanup_pop"), &[], span)),
            // Behind the jump.
            "__pthread_unwind_next" => Some(self.call(&named("__builtin_abort"), &[], span)),
            _ => Some(Ok(self.integer(0, IntKind::Int, span))),
        }
    }
}

/// The name of the buffer in the argument of a function behind the macros.
fn buffer(argument: &ast::Expr) -> Option<&str> {
    match &argument.kind {
        ast::ExprKind::Identifier(name) => Some(name),
        ast::ExprKind::Cast(_, operand) | ast::ExprKind::Prefix(PrefixOperator::AddressOf, operand) => buffer(operand),
        ast::ExprKind::Member { base, .. } | ast::ExprKind::Index(base, _) => buffer(base),
        _ => None,
    }
}
