//! What C texts of the library refuse, where no call asks for it.
//!
//! The texts of the output functions walk over a format, and refuse conversions without a model. If every format that they may get is a
//! literal of the program, and each of its conversions has a model, no execution comes to the refusal. Functions of the program may hand a
//! format on: `log_message(level, format, ...)` calls `vsnprintf(text, size, format, list)`. The same holds for the commands of `fcntl` and
//! for alignments, for the flags of mappings and their protections, which are numbers.
//!
//! Rule. A parameter has the values of the arguments in all calls of its function, if the address of the function is never taken and the
//! parameter is never changed.
//! Tests: in `library`: `logger_with_known_formats`, `logger_with_a_format_from_outside`, `logger_with_an_unknown_conversion`,
//! `flags_of_a_file`, `lock_of_a_file`, `flags_that_a_conversion_changes`, `memory_for_a_cache_line`, `memory_for_an_odd_alignment`.

use raddle_program::types::TypeId;
use rustc_hash::{FxHashMap, FxHashSet};

use super::Checker;
use super::constant::{Constant, evaluate};
use super::mapping::{changes_protections, is_copied};
use super::print::{Amount, Specification};
use super::walk::{Rewrite, Use, walk, walk_initializer};
use crate::typed::{Expr, ExprKind, FunctionId, StringId, Unit, VariableId};

/// A refusal in a text in C.
struct Refusal {
    /// What the text calls.
    name: &'static str,
    /// The parameter of the calling function that decides whether it comes to that.
    parameter: &'static str,
    /// Another function whose parameter of the same name decides, too.
    beside: Option<&'static str>,
    /// Whether none of some values leads there.
    are_modelled: fn(&Unit, &Values) -> bool,
}

const REFUSALS: &[Refusal] = &[
    Refusal {
        name: "__raddle_conversion_without_model",
        parameter: "format",
        beside: None,
        are_modelled: formats_have_models,
    },
    Refusal {
        name: "__raddle_command_of_fcntl_without_model",
        parameter: "command",
        beside: None,
        are_modelled: |_, values| values.are_numbers(|command| matches!(command, 0..=4 | 1030..=1034)),
    },
    Refusal {
        name: "__raddle_alignment_without_model",
        parameter: "alignment",
        beside: None,
        are_modelled: |_, values| values.are_numbers(|alignment| alignment > 0 && alignment & (alignment - 1) == 0),
    },
    Refusal {
        name: "__raddle_mapping_without_model",
        parameter: "flags",
        beside: None,
        are_modelled: |unit, values| {
            let refused = if is_copied(unit) { 0x10_0111 } else { 0x10_0110 };
            values.are_numbers(|flags| flags & refused == 0)
        },
    },
    Refusal {
        name: "__raddle_second_mapping_of_a_file_without_model",
        parameter: "flags",
        beside: None,
        are_modelled: |_, values| values.are_numbers(|flags| flags & 0x20 != 0),
    },
    Refusal {
        name: "__raddle_protection_without_model",
        parameter: "protection",
        beside: None,
        are_modelled: |unit, values| {
            let wanted = if changes_protections(unit) { 2 } else { 3 };
            values.are_numbers(|protection| protection & wanted != 0)
        },
    },
    Refusal {
        name: "__raddle_part_of_mapping_without_model",
        parameter: "size",
        beside: Some("mmap"),
        are_modelled: |_, values| {
            let pages: FxHashSet<i128> = values.numbers.iter().map(|size| (size + 4095) / 4096).collect();
            values.formats.is_empty() && pages.len() <= 1
        },
    },
];

impl Checker {
    /// Comes when all functions in C are there.
    pub(super) fn close_refusals(&mut self) {
        let refusals = REFUSALS.iter().filter(|refusal| !self.declared_only(&[refusal.name]).is_empty());
        let refusals: Vec<&Refusal> = refusals.collect();
        if refusals.is_empty() {
            return;
        }
        let mut code = Code::default();
        for (function, data) in self.unit.functions.iter() {
            code.owners.extend(data.parameters.iter().enumerate().map(|(index, &it)| (it, (function, index))));
            if let Some(body) = &data.body {
                code.function = Some(function);
                walk(&mut body.clone(), &mut code);
            }
        }
        for variable in self.unit.variables.values() {
            if let Some(initializer) = &variable.initializer {
                walk_initializer(&mut initializer.clone(), &mut code, &mut Vec::new());
            }
        }
        for refusal in refusals {
            if self.is_never_reached(refusal, &code) {
                let text = format!(
                    "void __VERIFIER_assume(int condition);\n\nvoid {}(void)\n{{\n    __VERIFIER_assume(0);\n}}\n",
                    refusal.name
                );
                self.own_function(refusal.name, &text);
            }
        }
    }

    fn is_never_reached(&self, refusal: &Refusal, code: &Code) -> bool {
        let functions = self.declared_only(&[refusal.name]);
        let unit = &self.unit;
        let refusing = || functions.iter().flat_map(|function| code.calls.get(function).into_iter().flatten());
        let mut search = Search { unit, code, seen: FxHashSet::default(), values: Values::default() };
        let mut is_known = |function: FunctionId| {
            let parameters = &unit.functions[function].parameters;
            let decides = |it: &VariableId| unit.variables[*it].name.as_ref() == refusal.parameter;
            parameters.iter().position(decides).is_some_and(|index| search.parameter(function, index))
        };
        let beside = refusal.beside.and_then(|name| self.function_named(name));
        let are_known =
            functions.is_disjoint(&code.pointed) && refusing().map(|call| call.caller).chain(beside).all(&mut is_known);
        are_known && (refusal.are_modelled)(unit, &search.values)
    }
}

/// Whether each conversion of some formats has a model.
fn formats_have_models(unit: &Unit, values: &Values) -> bool {
    let is_modelled = |string: &StringId| {
        if !is_narrow(unit, *string) {
            return false;
        }
        let units = unit.strings[*string].units.iter().take_while(|&&unit| unit != 0);
        let text: Option<String> = units.map(|&unit| char::from_u32(unit)).collect();
        text.is_some_and(|text| conversions_have_models(&text))
    };
    values.numbers.is_empty() && values.formats.iter().all(is_modelled)
}

/// Whether a literal has elements of one byte.
fn is_narrow(unit: &Unit, string: StringId) -> bool {
    let literal = &unit.strings[string];
    unit.types.size_of(literal.ty) == Some(literal.units.len() as u64)
}

/// The values that a parameter may have.
#[derive(Default)]
struct Values {
    formats: FxHashSet<StringId>,
    numbers: FxHashSet<i128>,
}

impl Values {
    fn are_numbers(&self, is_modelled: impl Fn(i128) -> bool) -> bool {
        self.formats.is_empty() && self.numbers.iter().all(|&number| is_modelled(number))
    }
}

/// A direct call.
struct Call {
    caller: FunctionId,
    arguments: Vec<Expr>,
}

/// What code says about parameters.
#[derive(Default)]
struct Code {
    /// The function that is looked at.
    function: Option<FunctionId>,
    /// By variable: whose parameter it is.
    owners: FxHashMap<VariableId, (FunctionId, usize)>,
    calls: FxHashMap<FunctionId, Vec<Call>>,
    /// The functions whose addresses are taken.
    pointed: FxHashSet<FunctionId>,
    /// The variables that are changed.
    changed: FxHashSet<VariableId>,
}

impl Rewrite for Code {
    fn expression(&mut self, _: &mut Expr, _: &mut Vec<VariableId>) {}

    fn used_expression(&mut self, expr: &mut Expr, using: Use, _: &mut Vec<VariableId>) {
        match &expr.kind {
            ExprKind::Function(function) if using != Use::Nothing => _ = self.pointed.insert(*function),
            ExprKind::Call { callee, arguments } => {
                if let (ExprKind::Function(function), Some(caller)) = (&callee.kind, self.function) {
                    let call = Call { caller, arguments: arguments.clone() };
                    self.calls.entry(*function).or_default().push(call);
                }
            }
            ExprKind::Assign { target, .. }
            | ExprKind::CompoundAssign { target, .. }
            | ExprKind::PointerAssign { target, .. }
            | ExprKind::Increment { target, .. } => {
                if let ExprKind::Variable(variable) = target.kind {
                    self.changed.insert(variable);
                }
            }
            _ => {}
        }
    }
}

/// Collects the literals that a parameter may have as its value.
struct Search<'a> {
    unit: &'a Unit,
    code: &'a Code,
    seen: FxHashSet<(FunctionId, usize)>,
    values: Values,
}

impl Search<'_> {
    /// Collects the values of a parameter; false if one is not known.
    fn parameter(&mut self, function: FunctionId, index: usize) -> bool {
        if !self.seen.insert((function, index)) {
            return true;
        }
        let code = self.code;
        !code.pointed.contains(&function)
            && code.calls.get(&function).into_iter().flatten().all(|call| match call.arguments.get(index) {
                Some(argument) => self.value(argument),
                None => false,
            })
    }

    /// Whether a conversion changes no value.
    fn keeps_values(&self, from: TypeId, to: TypeId) -> bool {
        let types = &self.unit.types;
        match (types.integer_shape(from), types.integer_shape(to)) {
            (Some((from, was_signed)), Some((to, is_signed))) => {
                if was_signed == is_signed {
                    from <= to
                } else {
                    is_signed && from < to
                }
            }
            (None, None) => true,
            _ => false,
        }
    }

    fn value(&mut self, expr: &Expr) -> bool {
        if let Some(string) = self.unit.literal_of(expr) {
            self.values.formats.insert(string);
            return true;
        }
        if let Some(Constant::Integer(number)) = evaluate(&self.unit.types, expr).constant {
            self.values.numbers.insert(number);
            return true;
        }
        match &expr.kind {
            ExprKind::Cast { operand, .. } => self.keeps_values(operand.ty, expr.ty) && self.value(operand),
            ExprKind::Conditional { then, otherwise, .. } => self.value(then) && self.value(otherwise),
            ExprKind::Load(object) => {
                let ExprKind::Variable(variable) = object.kind else { return false };
                let is_kept = !self.code.changed.contains(&variable) && !self.unit.variables[variable].address_taken;
                self.code
                    .owners
                    .get(&variable)
                    .is_some_and(|&(function, index)| is_kept && self.parameter(function, index))
            }
            _ => false,
        }
    }
}

/// Whether the C texts of the output functions have a model of each conversion of a format.
fn conversions_have_models(format: &str) -> bool {
    let mut rest = format.chars().peekable();
    while let Some(char) = rest.next() {
        if char == '%' && !Specification::read(&mut rest).is_some_and(|conversion| has_model(&conversion)) {
            return false;
        }
    }
    true
}

fn has_model(conversion: &Specification) -> bool {
    let Specification { precision, length, letter, .. } = conversion;
    let is_narrow = length.chars().all(|letter| letter == 'h');
    match letter {
        '%' => true,
        'd' | 'i' | 'u' | 'x' | 'X' | 'o' => !length.contains('L'),
        'c' | 's' => is_narrow,
        'f' | 'F' | 'e' | 'E' | 'g' | 'G' | 'a' | 'A' | 'p' => {
            let is_short = |amount| matches!(amount, Amount::Number(number) if number < 80);
            is_narrow && precision.is_none_or(is_short)
        }
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::conversions_have_models;

    #[test]
    fn conversions_with_and_without_models_are_told_apart() {
        for format in ["", "%%", "a%-8.3s|%lu%%%c", "%5.2f %p %+d", "%.*s %*d %zu %hhx"] {
            assert!(conversions_have_models(format), "{format}");
        }
        for format in ["%", "%n", "%ls", "%lc", "%m", "%Lf", "%.99f", "%.*f", "100%", "%q", "%%%"] {
            assert!(!conversions_have_models(format), "{format}");
        }
    }
}
