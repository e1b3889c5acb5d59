//! Programs that choose a locale: `setlocale(LC_ALL, "")`. The models of the library are those of the locale "C".
//!
//! Idea: a call whose result differs between locales goes through a function in C that takes any number where C leaves the result to the locale
//! (C11 7.4, 7.24.4.3): the class and the other case of a character above 127 (of `i` and `I`, too: Turkish), and the order of unequal texts. An
//! execution has one locale, so a violation that depends on such a number is a possible one.
//!
//! Left out: `strcasecmp`, `strncasecmp`, `strcasestr`, functions of wide characters, `strxfrm`, the decimal point, and the tables behind the macros of the machine's `<ctype.h>`.
//! Tests: in `library`: `character_in_a_locale`, `character_in_the_c_locale`; `what_depends_on_the_locale_is_possible`.

use raddle_program::types::{IntKind, TypeKind};
use rustc_hash::{FxHashMap, FxHashSet};

use super::Checker;
use super::walk::{Rewrite, walk, walk_initializer};
use crate::typed::{Expr, ExprKind, FunctionId, Unit, VariableId};

/// Classes that C does not fix. `isdigit` and `isxdigit` are the same in all locales.
const CLASSES: &str = "isalpha isalnum isspace isupper islower ispunct isprint isgraph iscntrl isblank";

/// Functions that choose a locale by an object.
const BY_OBJECT: [&str; 2] = ["newlocale", "uselocale"];

/// The text of a function that stands for one of the library in a program with a locale.
fn text(name: &str) -> Option<String> {
    let (parameters, arguments, result) = match name {
        "strcoll" => ("const char *a, const char *b", "a, b", "result ? __raddle_the_locale() : 0"),
        "toupper" | "tolower" => (
            "int a",
            "a",
            "(unsigned)a - 128 < 128 || a == 'i' || a == 'I' ? (unsigned char)__raddle_the_locale() : result",
        ),
        _ if CLASSES.split(' ').any(|class| class == name) => {
            ("int a", "a", "(unsigned)a - 128 < 128 ? __raddle_the_locale() : result")
        }
        _ => return None,
    };
    Some(format!(
        "int __raddle_the_locale(void);\nint {name}({parameters});\n\nint __raddle_local_{name}({parameters})\n{{\n    \
         int result = {name}({arguments});\n    return {result};\n}}\n"
    ))
}

impl Checker {
    /// Replaces functions whose results depend on the locale. Comes when it is known which variables are literals.
    pub(super) fn choose_locale(&mut self) {
        let mut uses = Uses { unit: &self.unit, chooses: false };
        let mut names: Vec<(FunctionId, String)> = Vec::new();
        for (id, function) in self.unit.functions.iter() {
            if let Some(body) = &function.body {
                walk(&mut body.clone(), &mut uses);
            } else if function.is_used && self.unit.returns_int(id) {
                names.extend(text(&function.name).map(|_| (id, function.name.to_string())));
            }
        }
        if !uses.chooses && !BY_OBJECT.iter().any(|name| self.unit.names(name)) {
            return;
        }
        let mut replaced = FxHashMap::default();
        for (id, name) in names {
            if let Some(own) = text(&name).and_then(|text| self.own_function(&format!("__raddle_local_{name}"), &text))
            {
                replaced.insert(id, own);
            }
        }
        let own: FxHashSet<FunctionId> = replaced.values().copied().collect();
        let mut replace = Replace { replaced };
        for function in self.unit.functions.ids().filter(|id| !own.contains(id)).collect::<Vec<_>>() {
            if let Some(mut body) = self.unit.functions[function].body.take() {
                walk(&mut body, &mut replace);
                self.unit.functions[function].body = Some(body);
            }
        }
        for variable in self.unit.variables.ids().collect::<Vec<_>>() {
            if let Some(mut initializer) = self.unit.variables[variable].initializer.take() {
                walk_initializer(&mut initializer, &mut replace, &mut Vec::new());
                self.unit.variables[variable].initializer = Some(initializer);
            }
        }
    }
}

impl Unit {
    fn returns_int(&self, function: FunctionId) -> bool {
        match self.types.kind(self.functions[function].ty) {
            TypeKind::Function(ty) => matches!(self.types.kind(ty.result.ty), TypeKind::Int(IntKind::Int)),
            _ => false,
        }
    }

    /// Whether an argument of `setlocale` leaves the locale as it is, or is the name of the locale "C".
    fn is_c_locale(&self, name: &Expr) -> bool {
        match &name.kind {
            ExprKind::Integer(0) => true,
            ExprKind::Cast { operand, .. } => self.is_c_locale(operand),
            _ => self.literal_of(name).is_some_and(|string| {
                let units = self.strings[string].units.iter().take_while(|&&unit| unit != 0);
                let text: Option<String> = units.map(|&unit| char::from_u32(unit)).collect();
                matches!(text.as_deref(), Some("C" | "POSIX"))
            }),
        }
    }
}

struct Uses<'u> {
    unit: &'u Unit,
    /// Whether a call chooses another locale than "C".
    chooses: bool,
}

impl Rewrite for Uses<'_> {
    fn expression(&mut self, expr: &mut Expr, _: &mut Vec<VariableId>) {
        let ExprKind::Call { callee, arguments } = &expr.kind else { return };
        let ExprKind::Function(function) = callee.kind else { return };
        let called = &self.unit.functions[function];
        if called.body.is_none() && &*called.name == "setlocale" {
            self.chooses |= arguments.get(1).is_none_or(|name| !self.unit.is_c_locale(name));
        }
    }
}

struct Replace {
    replaced: FxHashMap<FunctionId, FunctionId>,
}

impl Rewrite for Replace {
    fn expression(&mut self, expr: &mut Expr, _: &mut Vec<VariableId>) {
        if let ExprKind::Function(function) = &mut expr.kind
            && let Some(own) = self.replaced.get(function)
        {
            *function = *own;
        }
    }
}
