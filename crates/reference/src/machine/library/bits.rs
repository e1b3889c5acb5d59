//! GNU builtins: how they are evaluated, and those that compute on bits or do nothing. All remaining builtins are Unsupported.

use super::script::{Model, Ran, Script, deny, number};
use super::{Call, atomic};
use crate::arithmetic;
use crate::machine::Machine;
use crate::machine::task::{Operation, Task};
use crate::value::{Scalar, Trouble, Value};
use raddle_cfront::typed::{Expr, ExprKind};
use raddle_program::trace::ChoiceKind;
use raddle_program::types::TypeKind;

impl<'u> Machine<'u> {
    /// Begins a builtin: its arguments, if it is one that we know.
    pub(crate) fn builtin(
        &mut self,
        thread: usize,
        expr: &'u Expr,
        name: &str,
        arguments: &'u [Expr],
    ) -> Result<(), Trouble> {
        if model(name).or(atomic::model(name)).is_none() {
            return Trouble::unsupported(format!("`{name}`"));
        }
        if matches!(name, "__atomic_compare_exchange_n" | "__atomic_compare_exchange")
            && !arguments.get(3).is_some_and(is_constant)
        {
            return Trouble::unsupported(format!("`{name}` that is weak or not by a computed value"));
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
        name: &'u str,
        arguments: &'u [Expr],
    ) -> Result<(), Trouble> {
        let arguments = self.pop_arguments(thread, arguments);
        let call =
            Call { thread, function: None, name, arguments, span: expr.span, ty: expr.ty, text: "", written: &[] };
        let is_used = self.is_value_used(thread, 0);
        match model(name).or(atomic::model(name)) {
            Some(model) => self.start_model(model, call, is_used),
            None => return Trouble::unsupported(format!("`{name}`")),
        }
        Ok(())
    }
}

/// Whether an argument is a constant, converted or not.
fn is_constant(argument: &Expr) -> bool {
    match &argument.kind {
        ExprKind::Integer(_) => true,
        ExprKind::Cast { operand, .. } => is_constant(operand),
        _ => false,
    }
}

fn model(name: &str) -> Option<Model> {
    let short = name.strip_prefix("__builtin_")?;
    if ["clz", "ctz", "clrsb", "popcount", "parity", "ffs", "bswap"].iter().any(|known| short.starts_with(known)) {
        return Some(compute);
    }
    if short.ends_with("_overflow") || short.ends_with("_overflow_p") {
        return Some(overflow);
    }
    match short {
        "ia32_pause" | "prefetch" => Some(nothing),
        "assume_aligned" => Some(first),
        "trap" => Some(trap),
        _ => None,
    }
}

fn nothing<'u>(_: &mut Script<'_, 'u>) -> Ran<'u, Value> {
    Ok(Value::Void)
}

fn first<'u>(s: &mut Script<'_, 'u>) -> Ran<'u, Value> {
    Ok(s.call().arguments.first().map_or(Value::Void, |(value, _)| value.clone()))
}

fn trap<'u>(s: &mut Script<'_, 'u>) -> Ran<'u, Value> {
    s.last(Operation::Stop { is_orderly: false, span: s.span() })
}

fn compute<'u>(s: &mut Script<'_, 'u>) -> Ran<'u, Value> {
    let (name, types, result_type) = (s.name(), s.fixed().types(), s.call().ty);
    let Some((Value::Scalar(Scalar::Integer(argument)), ty)) = s.call().arguments.first() else {
        return deny(format!("`{name}` of an address"));
    };
    let bits = types.integer_shape(*ty).map_or(0, |(bits, _)| bits);
    let word = *argument as u128 & crate::value::encoding::low_bits(bits);
    let unused = 128 - bits;
    let is = |operation: &str| name.strip_prefix("__builtin_").is_some_and(|short| short.starts_with(operation));
    let result = if is("clz") || is("ctz") {
        if word == 0 {
            return Ok(Value::Scalar(s.choose(ChoiceKind::Undefined, result_type)?));
        }
        i128::from(if is("clz") { word.leading_zeros() - unused } else { word.trailing_zeros() })
    } else if is("clrsb") {
        let is_negative = word >> (bits - 1) & 1 == 1;
        let changes = if is_negative { !word & crate::value::encoding::low_bits(bits) } else { word };
        i128::from(changes.leading_zeros() - unused) - 1
    } else if is("popcount") {
        i128::from(word.count_ones())
    } else if is("parity") {
        i128::from(word.count_ones() % 2)
    } else if is("ffs") {
        if word == 0 { 0 } else { i128::from(word.trailing_zeros()) + 1 }
    } else {
        (word.swap_bytes() >> unused) as i128
    };
    Ok(number(arithmetic::wrap(types, result_type, result)?))
}

/// Whether the exact sum, difference or product lies outside of the type that it is for; what is left of it is stored.
fn overflow<'u>(s: &mut Script<'_, 'u>) -> Ran<'u, Value> {
    let (left, right, name) = (s.number(0)?, s.number(1)?, s.name());
    let wrapped = match name {
        name if name.contains("add") => left.wrapping_add(right),
        name if name.contains("sub") => left.wrapping_sub(right),
        _ => left.wrapping_mul(right),
    };
    // Only the product of two numbers of 64 bits without a sign may need more than 127.
    let is_beyond = name.contains("mul") && left.checked_mul(right).is_none();
    let types = s.fixed().types();
    let given = s.call().arguments.get(2).map_or(types.void(), |(_, ty)| *ty);
    let stores = !name.ends_with("_p");
    let ty = match types.kind(given) {
        TypeKind::Pointer(target) if stores => target.ty,
        _ => given,
    };
    let stored = arithmetic::wrap(types, ty, wrapped)?;
    if stores {
        let target = s.place(2)?;
        s.write(target, 0, ty, Scalar::Integer(stored))?;
    }
    Ok(number(i128::from(is_beyond || stored != wrapped)))
}
