//! GNU builtins. A builtin becomes a constant, a call of a library function or of a function in C, or an `ExprKind::Builtin`, which both
//! readings of C execute.

use raddle_program::source::Span;
use raddle_program::types::{FloatKind, FunctionType, IntKind, TypeId, TypeKind};

use super::constant::evaluate;
use super::conversion::unsupported;
use super::{Checked, Checker, Linked};
use crate::ast::{self, Name, TypeName};
use crate::typed::{Expr, ExprKind, FunctionId};

/// Builtins that are computed by what executes the program; signatures as in `library`.
const ROWS: &[(&str, &str)] = &[
    ("v()", "__builtin_unreachable __builtin_trap __builtin_ia32_pause"),
    ("H(H)", "__builtin_bswap16"),
    ("u(u)", "__builtin_bswap32"),
    ("Q(Q)", "__builtin_bswap64"),
    ("i(u)", "__builtin_popcount __builtin_clz __builtin_ctz __builtin_parity"),
    ("i(L)", "__builtin_popcountl __builtin_clzl __builtin_ctzl __builtin_parityl"),
    ("i(Q)", "__builtin_popcountll __builtin_clzll __builtin_ctzll __builtin_parityll"),
    ("i(i)", "__builtin_ffs __builtin_clrsb"),
    ("i(l)", "__builtin_ffsl __builtin_clrsbl"),
    ("i(q)", "__builtin_ffsll __builtin_clrsbll"),
    ("p(u)", "__builtin_frame_address __builtin_return_address"),
    ("v(k.)", "__builtin_prefetch"),
    ("p(p.)", "__builtin_assume_aligned"),
    ("i(d)", "__builtin_isnormal"),
    ("i(iiiiid)", "__builtin_fpclassify"),
];

/// Builtins that ask what kind of number an argument is, or compare two (C11 7.12.3, 7.12.14), and the functions in C that do. All numbers
/// of a narrower type are doubles; of a `long double` nothing is known.
const CLASSES: &[(&str, &str)] = &[
    ("isnan", "__raddle_is_nan"),
    ("isinf", "__raddle_is_infinite"),
    ("isinf_sign", "__raddle_is_infinite"),
    ("isfinite", "__raddle_is_finite"),
    ("isgreater", "__raddle_is_greater"),
    ("isgreaterequal", "__raddle_is_greater_or_equal"),
    ("isless", "__raddle_is_less"),
    ("islessequal", "__raddle_is_less_or_equal"),
    ("islessgreater", "__raddle_is_less_or_greater"),
    ("signbit", "__raddle_has_sign"),
    ("signbitf", "__raddle_has_sign"),
    ("signbitl", "__raddle_has_sign"),
    ("isunordered", "__raddle_is_unordered"),
];

impl Checker {
    /// A call of a builtin that is no function; `None` if the name is not one of these.
    pub(super) fn builtin_call(&mut self, name: &Name, arguments: &[ast::Expr], span: Span) -> Option<Checked<Expr>> {
        if name.starts_with("__sync_") || name.starts_with("__atomic_") || name.starts_with("__c11_atomic_") {
            return Some(self.atomic_call(name, arguments, span));
        }
        let short = name.strip_prefix("__builtin_")?;
        if let Some((_, own)) = CLASSES.iter().find(|(known, _)| *known == short) {
            return Some(self.call_library(own, arguments, span));
        }
        let result = match (short, arguments) {
            ("va_start" | "stdarg_start" | "va_end" | "va_copy", _) => self.variadic_builtin(name, arguments, span),
            ("expect", [value, expected]) => self.expect(value, expected),
            ("expect_with_probability", [value, expected, _]) => self.expect(value, expected),
            ("constant_p", [value]) => self.constant_p(value, span),
            ("object_size" | "dynamic_object_size", [pointer, kind]) => self.object_size(pointer, kind, span),
            ("huge_val" | "inf", []) => Ok(self.floating(f64::INFINITY, FloatKind::Double, span)),
            ("huge_valf" | "inff", []) => Ok(self.floating(f64::INFINITY, FloatKind::Float, span)),
            ("huge_vall" | "infl", []) => Ok(self.floating(f64::INFINITY, FloatKind::LongDouble, span)),
            ("nan", [_]) => Ok(self.floating(f64::NAN, FloatKind::Double, span)),
            ("nanf", [_]) => Ok(self.floating(f64::NAN, FloatKind::Float, span)),
            ("nanl", [_]) => Ok(self.floating(f64::NAN, FloatKind::LongDouble, span)),
            ("va_arg_pack" | "va_arg_pack_len", []) => {
                self.has_argument_pack = true;
                Ok(self.integer(0, IntKind::Int, span))
            }
            ("alloca_with_align", [size, _]) => {
                return Some(self.call_library("alloca", std::slice::from_ref(size), span));
            }
            _ => {
                let row = ROWS.iter().find(|(_, names)| names.split(' ').any(|listed| listed == &**name));
                match (row, overflow_operands(short)) {
                    (Some((signature, _)), _) => self.builtin_row(name, signature, arguments, span),
                    (None, Some(operands)) => self.overflow(name, operands, arguments, span),
                    (None, None) if self.modelled_type(short).is_some() => return None,
                    (None, None) => self.unknown_builtin(name, arguments, span),
                }
            }
        };
        Some(result)
    }

    /// The library function behind a `__builtin_` name.
    pub(super) fn builtin_as_function(&mut self, name: &str, span: Span) -> Option<FunctionId> {
        let short: Name = name.strip_prefix("__builtin_")?.into();
        let ty = self.modelled_type(&short)?;
        match self.linked.get(&short) {
            Some(Linked::Function(function)) => Some(*function),
            Some(Linked::Variable(_)) => None,
            None => Some(self.new_implicit_function(&short, ty, span)),
        }
    }

    fn call_library(&mut self, name: &str, arguments: &[ast::Expr], span: Span) -> Checked<Expr> {
        let callee = ast::Expr { kind: ast::ExprKind::Identifier(format!("__builtin_{name}").into()), span };
        self.call(&callee, arguments, span)
    }

    /// A builtin as an expression.
    pub(super) fn builtin(&self, name: &str, arguments: Vec<Expr>, ty: TypeId, span: Span) -> Expr {
        Expr { kind: ExprKind::Builtin { name: name.into(), arguments }, ty, span }
    }

    fn builtin_row(&mut self, name: &str, signature: &str, arguments: &[ast::Expr], span: Span) -> Checked<Expr> {
        let function: FunctionType = self.signature(signature);
        let values = self.values(arguments)?;
        let values = self.arguments(&function, values, Some(name), span)?;
        Ok(self.builtin(name, values, function.result.ty, span))
    }

    // What nothing here knows, gcc would take for an undeclared function.
    fn unknown_builtin(&mut self, name: &str, arguments: &[ast::Expr], span: Span) -> Checked<Expr> {
        self.values(arguments)?;
        self.warning(span, format!("`{name}` is not modelled"), "reaching it makes the verdict UNKNOWN");
        let int = self.int();
        Ok(unsupported(&format!("`{name}`"), int, span))
    }

    fn floating(&mut self, value: f64, kind: FloatKind, span: Span) -> Expr {
        let ty = self.unit.types.intern(TypeKind::Float(kind));
        Expr { kind: ExprKind::Floating(value.to_bits()), ty, span }
    }

    // `__builtin_expect(value, expected)` is `value`, of type `long`.
    fn expect(&mut self, value: &ast::Expr, expected: &ast::Expr) -> Checked<Expr> {
        let (value, expected) = (self.value(value), self.value(expected));
        let (value, expected) = (value?, expected?);
        let long = self.int_type(IntKind::Long);
        let value = self.assignable(value, long, super::conversion::Role::Argument(1, Some("__builtin_expect")))?;
        if evaluate(&self.unit.types, &expected).constant.is_none() {
            return Ok(unsupported("`__builtin_expect` of a computed value", long, value.span));
        }
        Ok(value)
    }

    fn constant_p(&mut self, value: &ast::Expr, span: Span) -> Checked<Expr> {
        let value = self.without_evaluation(|cx| cx.value(value))?;
        let is_string = matches!(&value.kind, ExprKind::Decay(place) if matches!(place.kind, ExprKind::String(_)));
        let is_constant = is_string || evaluate(&self.unit.types, &value).constant.is_some();
        Ok(self.integer(i128::from(is_constant), IntKind::Int, span))
    }

    // The size of an object that the argument names. Else it is not known here; gcc's answer for that depends on the second argument.
    fn object_size(&mut self, pointer: &ast::Expr, kind: &ast::Expr, span: Span) -> Checked<Expr> {
        let pointer = self.without_evaluation(|cx| cx.value(pointer))?;
        let (kind, _) = self.integer_constant(kind, "the kind of `__builtin_object_size`")?;
        let size_type = self.size_type();
        let value = match self.named_object_size(&pointer) {
            Some(bytes) => i128::from(bytes),
            None if kind >= 2 => 0,
            None => -1,
        };
        let value = super::constant::convert_integer(&self.unit.types, value, size_type).unwrap_or(0);
        Ok(Expr { kind: ExprKind::Integer(value), ty: size_type, span })
    }

    fn named_object_size(&self, mut pointer: &Expr) -> Option<u64> {
        while let ExprKind::Cast { operand, .. } = &pointer.kind {
            pointer = operand;
        }
        let (ExprKind::Decay(place) | ExprKind::AddressOf(place)) = &pointer.kind else { return None };
        let ExprKind::Variable(variable) = place.kind else { return None };
        self.unit.types.size_of(self.unit.variables[variable].ty.ty)
    }

    fn variadic_builtin(&mut self, name: &str, arguments: &[ast::Expr], span: Span) -> Checked<Expr> {
        let lists = if name.ends_with("va_copy") { 2 } else { 1 };
        let most = if name.ends_with("va_end") { 1 } else { 2 };
        if arguments.len() < lists || arguments.len() > most {
            let message = format!("`{name}` gets {} arguments", arguments.len());
            return Err(self.error(span, message, format!("pass {most}")));
        }
        let mut operands = Vec::new();
        for argument in &arguments[..lists] {
            operands.push(self.variadic_list(argument)?);
        }
        // The last named parameter only tells where the variable arguments begin.
        for argument in &arguments[lists..] {
            self.without_evaluation(|cx| cx.operand(argument))?;
        }
        let is_variadic = self.functions.last().is_some_and(|function| {
            let entry = &self.unit.functions[function.id];
            self.function_type(entry.ty).is_some_and(|function| function.is_variadic)
        });
        if name.ends_with("start") && !is_variadic {
            return Err(self.error(
                span,
                "`va_start` is used in a function without variable arguments",
                "add `...` to the parameters of the function",
            ));
        }
        let void = self.void();
        Ok(self.builtin(name, operands, void, span))
    }

    fn variadic_list(&mut self, argument: &ast::Expr) -> Checked<Expr> {
        let operand = self.operand(argument)?;
        if self.variadic_list != Some(operand.expr.ty) {
            let message = format!("a list of arguments has type `{}`", self.spell(operand.expr.ty));
            return Err(self.error(argument.span, message, "use an object of type `va_list`"));
        }
        self.take_address(&operand.expr);
        Ok(operand.expr)
    }

    /// `__builtin_va_arg(list, type)`
    pub(super) fn variadic_argument(&mut self, list: &ast::Expr, name: &TypeName, span: Span) -> Checked<Expr> {
        let list = self.variadic_list(list);
        let (ty, lengths) = self.type_name_with_lengths(name)?;
        let list = list?;
        if !self.is_complete(ty.ty) {
            let message = format!("`va_arg` reads the incomplete type `{}`", self.spell(ty.ty));
            return Err(self.error(name.span, message, "complete the type first"));
        }
        let argument = self.builtin("__builtin_va_arg", vec![list], ty.ty, span);
        Ok(self.after_lengths(lengths, argument))
    }

    // `__builtin_add_overflow` and its relatives: the result is whether the exact value does not fit.
    fn overflow(
        &mut self,
        name: &str,
        operands: Option<IntKind>,
        arguments: &[ast::Expr],
        span: Span,
    ) -> Checked<Expr> {
        let mut values = self.values(arguments)?;
        let [left, right, target] = values.as_slice() else {
            let message = format!("`{name}` gets {} arguments", values.len());
            return Err(self.error(span, message, "pass two integers and where to store the result"));
        };
        let target_type = if name.ends_with("_p") {
            Some(target.ty)
        } else {
            self.pointee(target.ty).filter(|target| !target.qualifiers.is_const).map(|target| target.ty)
        };
        let is_storable = target_type.is_some_and(|ty| matches!(self.kind(ty), TypeKind::Int(_)));
        if !self.is_integer(left.ty) || !self.is_integer(right.ty) || !is_storable {
            let message = format!("`{name}` is applied to something else than integers");
            return Err(self.error(span, message, "pass two integers and where to store the result"));
        }
        if let Some(kind) = operands {
            let ty = self.int_type(kind);
            let pointer = self.unit.types.pointer_to(ty);
            let role = |position| super::conversion::Role::Argument(position, None);
            let mut rest = values.into_iter();
            let mut converted = Vec::new();
            for (position, ty) in [ty, ty, pointer].into_iter().enumerate() {
                if let Some(value) = rest.next() {
                    converted.push(self.assignable(value, ty, role(position + 1))?);
                }
            }
            values = converted;
        }
        let bool = self.bool();
        Ok(self.builtin(name, values, bool, span))
    }
}

// The operand type of an overflow builtin: `None` inside for those that take any integers.
fn overflow_operands(short: &str) -> Option<Option<IntKind>> {
    let rest = short.strip_suffix("_overflow").or(short.strip_suffix("_overflow_p"))?;
    let is_operation = |name: &str| matches!(name, "add" | "sub" | "mul");
    if is_operation(rest) {
        return Some(None);
    }
    let (signed, rest) = match (rest.strip_prefix('s'), rest.strip_prefix('u')) {
        (Some(rest), _) => (true, rest),
        (None, Some(rest)) => (false, rest),
        (None, None) => return None,
    };
    // `mul` ends with the letter that says `long`.
    let (longs, operation) = match (rest.strip_suffix("ll"), rest.strip_suffix('l')) {
        _ if is_operation(rest) => (0, rest),
        (Some(operation), _) if is_operation(operation) => (2, operation),
        (_, Some(operation)) => (1, operation),
        _ => return None,
    };
    if !is_operation(operation) {
        return None;
    }
    Some(Some(match (longs, signed) {
        (0, true) => IntKind::Int,
        (0, false) => IntKind::UnsignedInt,
        (1, true) => IntKind::Long,
        (1, false) => IntKind::UnsignedLong,
        (_, true) => IntKind::LongLong,
        (_, false) => IntKind::UnsignedLongLong,
    }))
}
