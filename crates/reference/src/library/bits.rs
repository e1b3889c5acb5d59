//! GNU builtins that compute on bits or do nothing. Those that need more stay Unsupported.

use crate::arithmetic;
use crate::machine::Machine;
use crate::task::{Operation, Task};
use crate::value::{Scalar, Trouble, Value};
use raddle_cfront::typed::Expr;
use raddle_program::trace::ChoiceKind;

impl<'u> Machine<'u> {
    /// Begins a builtin: its arguments, if it is one that we know.
    pub(crate) fn builtin(
        &mut self,
        thread: usize,
        expr: &'u Expr,
        name: &str,
        arguments: &'u [Expr],
    ) -> Result<(), Trouble> {
        let known = ["clz", "ctz", "popcount", "parity", "ffs", "bswap"];
        let short = name.strip_prefix("__builtin_").unwrap_or(name);
        if matches!(name, "__sync_synchronize" | "__atomic_thread_fence" | "__atomic_signal_fence") {
            // Every execution is sequentially consistent.
            self.push(thread, Value::Void);
            return Ok(());
        }
        let computes = known.iter().any(|known| short.starts_with(known));
        if !computes && !matches!(short, "ia32_pause" | "prefetch" | "assume_aligned" | "trap") {
            return Trouble::unsupported(format!("`{name}`"));
        }
        let mut tasks = Vec::new();
        self.plan_arguments(arguments, &mut tasks);
        tasks.push(Task::Finish(expr, 0));
        self.plan(thread, tasks);
        Ok(())
    }

    /// Computes a builtin, now that its arguments are known.
    pub(crate) fn finish_builtin(
        &mut self,
        thread: usize,
        expr: &'u Expr,
        name: &str,
        arguments: &'u [Expr],
    ) -> Result<(), Trouble> {
        let values = self.pop_arguments(thread, arguments);
        let short = name.strip_prefix("__builtin_").unwrap_or(name);
        match short {
            "ia32_pause" | "prefetch" => {
                self.push(thread, Value::Void);
                return Ok(());
            }
            "assume_aligned" => {
                self.push(thread, values.into_iter().next().map_or(Value::Void, |(value, _)| value));
                return Ok(());
            }
            "trap" => {
                self.plan(thread, vec![Task::Operation(Operation::Stop { span: expr.span })]);
                return Ok(());
            }
            _ => {}
        }
        let Some((Value::Scalar(Scalar::Integer(number)), ty)) = values.first() else {
            return Trouble::unsupported(format!("`{name}` of an address"));
        };
        let bits = self.types().integer_shape(*ty).map_or(0, |(bits, _)| bits);
        let word = *number as u128 & crate::encoding::low_bits(bits);
        let unused = 128 - bits;
        let result = if short.starts_with("clz") || short.starts_with("ctz") {
            if word == 0 {
                self.plan(thread, vec![crate::expression::choose(ChoiceKind::Undefined, expr.ty, expr.span)]);
                return Ok(());
            }
            i128::from(if short.starts_with("clz") { word.leading_zeros() - unused } else { word.trailing_zeros() })
        } else if short.starts_with("popcount") {
            i128::from(word.count_ones())
        } else if short.starts_with("parity") {
            i128::from(word.count_ones() % 2)
        } else if short.starts_with("ffs") {
            if word == 0 { 0 } else { i128::from(word.trailing_zeros()) + 1 }
        } else {
            (word.swap_bytes() >> unused) as i128
        };
        let result = arithmetic::wrap(self.types(), expr.ty, result)?;
        self.push_scalar(thread, Scalar::Integer(result));
        Ok(())
    }
}
