//! Calls of library functions with literal formats: each becomes a call of a function in C that is written for its format (`scan`, `print`).

use rustc_hash::{FxHashMap, FxHashSet};

use super::Checker;
use super::walk::{Rewrite, walk, walk_initializer};
use crate::typed::{Expr, ExprKind, FunctionId, Unit, VariableId};
use crate::written::for_model;

/// The functions that are written for formats.
#[derive(Default)]
pub(super) struct OwnFormats {
    /// By the format: the function, and how many further arguments it has.
    known: FxHashMap<String, Option<(FunctionId, usize)>>,
}

impl OwnFormats {
    /// The function for the format of a call; `None` if the format is no literal, or has no function. `write` gives the text of the function
    /// of a name for a format of ASCII characters, and how many further arguments it has.
    pub fn function(
        &mut self,
        checker: &mut Checker,
        prefix: &str,
        format: &Expr,
        write: impl FnOnce(&str, &str) -> Option<(String, usize)>,
    ) -> Option<(FunctionId, usize)> {
        let string = checker.unit.literal_of(format)?;
        let units = checker.unit.strings[string].units.iter().take_while(|&&unit| unit != 0);
        let format = units.map(|&unit| char::from_u32(unit)).collect::<Option<String>>()?;
        if let Some(known) = self.known.get(&format) {
            return *known;
        }
        let name = format!("{prefix}{}", self.known.len());
        let text = if format.is_ascii() { write(&name, &format) } else { None };
        let written = text.and_then(|(text, count)| {
            let text = for_model(&text, checker.unit.types.model());
            checker.own_function(&name, &text).map(|function| (function, count))
        });
        self.known.insert(format, written);
        written
    }
}

/// Makes a call one of a function of ours, with arguments of the types of its parameters.
pub(super) fn redirect(checker: &Checker, callee: &mut Expr, arguments: &mut [Expr], own: FunctionId) {
    let ty = checker.unit.functions[own].ty;
    let parameters = checker.function_type(ty).map(|function| function.parameters.clone());
    for (argument, parameter) in arguments.iter_mut().zip(parameters.into_iter().flatten()) {
        if argument.ty != parameter.ty {
            let span = argument.span;
            let nothing = Expr { kind: ExprKind::Integer(0), ty: parameter.ty, span };
            let operand = Box::new(std::mem::replace(argument, nothing));
            argument.kind = ExprKind::Cast { operand, is_explicit: true };
        }
    }
    callee.kind = ExprKind::Function(own);
    callee.ty = ty;
}

/// Rewrites the bodies of all functions.
pub(super) fn rewrite_bodies<R: Rewrite>(rewrite: &mut R, checker: impl Fn(&mut R) -> &mut Checker) {
    for function in checker(rewrite).unit.functions.ids().collect::<Vec<_>>() {
        if let Some(mut body) = checker(rewrite).unit.functions[function].body.take() {
            walk(&mut body, rewrite);
            checker(rewrite).unit.functions[function].body = Some(body);
        }
    }
}

impl Checker {
    /// Functions of the library that nothing names any more need no text.
    pub(super) fn forget_unnamed(&mut self, names: &[&str]) {
        let mut named = Named { unit: &self.unit, names, found: FxHashSet::default() };
        self.unit.functions.values().filter_map(|function| function.body.as_ref()).for_each(|body| {
            walk(&mut body.clone(), &mut named);
        });
        self.unit.variables.values().filter_map(|variable| variable.initializer.as_ref()).for_each(|initializer| {
            walk_initializer(&mut initializer.clone(), &mut named, &mut Vec::new());
        });
        let found = named.found;
        for id in self.unit.functions.ids().collect::<Vec<_>>() {
            let function = &mut self.unit.functions[id];
            let is_asked = function.body.is_none() && names.contains(&&*function.name);
            function.is_used &= !is_asked || found.contains(&id);
        }
    }
}

/// Looks for what names functions of the library.
struct Named<'u> {
    unit: &'u Unit,
    names: &'u [&'u str],
    found: FxHashSet<FunctionId>,
}

impl Rewrite for Named<'_> {
    fn expression(&mut self, expr: &mut Expr, _: &mut Vec<VariableId>) {
        if let ExprKind::Function(function) = expr.kind
            && self.names.contains(&&*self.unit.functions[function].name)
        {
            self.found.insert(function);
        }
    }
}
