//! What the models of output functions need to know before the program is lowered: which local variables hold texts that
//! need not be read, and which calls have a format that is known only when the program runs.
//!
//! The latter are calls of a function in C then (`written/__raddle_output.c`), which walks over the format.

use raddle_program::types::TypeKind;
use rustc_hash::FxHashMap;

use super::Checker;
use super::unset::may_be_unset;
use super::walk::{Rewrite, walk};
use crate::text_origin::TextOrigin;
use crate::texts::origin;
use crate::typed::{Expr, ExprKind, FunctionId, Initializer, Storage, VariableId};
use crate::written::text;

/// Functions with a format, its position, and whether the arguments come as a list.
const FORMATTED: [(&str, usize, bool); 6] = [
    ("printf", 0, false),
    ("fprintf", 1, false),
    ("dprintf", 1, false),
    ("vprintf", 0, true),
    ("vfprintf", 1, true),
    ("vdprintf", 1, true),
];

impl Checker {
    /// Comes when all bodies are known.
    pub(super) fn prepare_output(&mut self) {
        self.find_texts();
        self.redirect_formats();
    }

    /// Local variables whose address is not taken, that get texts of known origin only and have a value wherever they are read.
    pub(super) fn find_texts(&mut self) {
        let mut sources = Sources::default();
        for function in self.unit.functions.values() {
            if let Some(body) = &function.body {
                walk(&mut body.clone(), &mut sources);
            }
        }
        let types = &self.unit.types;
        let is_candidate = |variable: VariableId| {
            let variable = &self.unit.variables[variable];
            variable.storage == Storage::Automatic
                && !variable.address_taken
                && matches!(types.kind(variable.ty.ty), TypeKind::Pointer(_))
        };
        // One that has no value on some path is no text: the output function reads where it points to.
        let unset = may_be_unset(&self.unit);
        sources.of.retain(|variable, _| is_candidate(*variable) && !unset.contains(variable));
        let literals = sources.of.iter().filter_map(|(variable, values)| match values.as_slice() {
            [value] => Some((*variable, self.unit.literal_of(value)?)),
            _ => None,
        });
        self.unit.literals = literals.collect();
        let mut known = FxHashMap::default();
        loop {
            let origins = sources.of.iter().map(|(variable, values)| {
                let origins = values.iter().map(|value| match value.kind {
                    ExprKind::Integer(0) => TextOrigin::Library { may_be_null: true },
                    _ => origin(&self.unit, &known, value),
                });
                (*variable, origins.reduce(TextOrigin::or).unwrap_or(TextOrigin::Memory))
            });
            let found: FxHashMap<_, _> = origins.filter(|(_, origin)| *origin != TextOrigin::Memory).collect();
            if found.len() == known.len() {
                break;
            }
            known = found;
        }
        self.unit.texts = known;
    }

    /// Calls a function in C where the format is not a literal, or where the arguments for it are a list.
    fn redirect_formats(&mut self) {
        let functions = self.unit.functions.iter().filter(|(_, function)| function.body.is_none());
        let formatted = functions.filter_map(|(id, function)| {
            let row = FORMATTED.iter().find(|(name, ..)| *name == &*function.name)?;
            Some((id, *row))
        });
        let formatted: FxHashMap<FunctionId, (&'static str, usize, bool)> = formatted.collect();
        if formatted.is_empty() {
            return;
        }
        let all: Vec<FunctionId> = self.unit.functions.ids().collect();
        let mut wanted = Redirect { checker: self, formatted, own: FxHashMap::default() };
        for function in all {
            if let Some(mut body) = wanted.checker.unit.functions[function].body.take() {
                walk(&mut body, &mut wanted);
                wanted.checker.unit.functions[function].body = Some(body);
            }
        }
    }
}

/// What is assigned to variables.
#[derive(Default)]
struct Sources {
    of: FxHashMap<VariableId, Vec<Expr>>,
}

impl Rewrite for Sources {
    fn expression(&mut self, expr: &mut Expr, _: &mut Vec<VariableId>) {
        match &expr.kind {
            ExprKind::Assign { target, value } => {
                if let ExprKind::Variable(variable) = target.kind {
                    self.of.entry(variable).or_default().push((**value).clone());
                }
            }
            // Something else than the start of a text: where it goes is not looked at.
            ExprKind::CompoundAssign { target, .. }
            | ExprKind::PointerAssign { target, .. }
            | ExprKind::Increment { target, .. } => {
                if let ExprKind::Variable(variable) = target.kind {
                    self.of.entry(variable).or_default().push(expr.clone());
                }
            }
            _ => {}
        }
    }

    fn declaration(&mut self, variable: VariableId, initializer: &mut Initializer) {
        let parts = initializer.parts.iter().map(|part| part.value.clone());
        self.of.entry(variable).or_default().extend(parts);
    }
}

struct Redirect<'c> {
    checker: &'c mut Checker,
    /// Functions without a body that have a format.
    formatted: FxHashMap<FunctionId, (&'static str, usize, bool)>,
    /// Functions in C, by the name of the function that they stand for.
    own: FxHashMap<&'static str, Option<FunctionId>>,
}

impl Redirect<'_> {
    fn own_function(&mut self, name: &'static str) -> Option<FunctionId> {
        if let Some(known) = self.own.get(name) {
            return *known;
        }
        let own = format!("__raddle_{name}");
        let function =
            text(&own, self.checker.unit.types.model()).and_then(|text| self.checker.own_function(&own, &text));
        self.own.insert(name, function);
        function
    }
}

impl Rewrite for Redirect<'_> {
    fn expression(&mut self, expr: &mut Expr, _: &mut Vec<VariableId>) {
        let ExprKind::Call { callee, arguments } = &mut expr.kind else { return };
        let ExprKind::Function(function) = callee.kind else { return };
        let unit = &self.checker.unit;
        let Some(&(name, position, is_list)) = self.formatted.get(&function) else { return };
        let Some(format) = arguments.get(position) else { return };
        let literal = unit.literal_of(format).map(|string| &unit.strings[string].units);
        let percent = u32::from(b'%');
        if literal.is_some_and(|units| !is_list || !units.contains(&percent)) {
            return;
        }
        if let Some(own) = self.own_function(name) {
            let ty = self.checker.unit.functions[own].ty;
            callee.kind = ExprKind::Function(own);
            callee.ty = ty;
            let parameters = self.checker.function_type(ty).map(|function| function.parameters.clone());
            for (argument, parameter) in arguments.iter_mut().zip(parameters.unwrap_or_default()) {
                if argument.ty != parameter.ty {
                    let span = argument.span;
                    let operand =
                        Box::new(std::mem::replace(argument, Expr { kind: ExprKind::Integer(0), ..*argument }));
                    *argument = Expr { kind: ExprKind::Cast { operand, is_explicit: false }, ty: parameter.ty, span };
                }
            }
        }
    }
}
