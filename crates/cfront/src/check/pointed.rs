//! Library functions whose address is taken: `pthread_key_create(&key, free)`, `{malloc, free}`. A call through a pointer needs a body, and
//! a model is none. So a C function that calls the library function replaces it wherever its address is taken.

use rustc_hash::FxHashMap;

use super::Checker;
use super::library::signature_of;
use super::walk::{Rewrite, Use, walk, walk_initializer};
use crate::lower::library::Library;
use crate::typed::{Expr, ExprKind, FunctionId, VariableId};

impl Checker {
    /// Replaces library functions whose addresses are taken by functions with bodies. Runs when all bodies are known.
    pub(super) fn replace_pointed_functions(&mut self) {
        let library = Library::new();
        let named = |name: &str| library.model(name).and_then(|_| text(name));
        let texts: FxHashMap<FunctionId, (String, String)> = (self.unit.functions.iter())
            .filter(|(_, function)| function.is_used && function.body.is_none())
            .filter_map(|(id, function)| Some((id, (function.name.to_string(), named(&function.name)?))))
            .collect();
        let mut search = Search { wanted: Vec::new(), texts: &texts };
        self.rewrite_all(&mut search);
        let wanted = search.wanted;
        let mut replaced = FxHashMap::default();
        for function in wanted {
            let (name, text) = &texts[&function];
            if let Some(own) = self.own_function(&format!("__raddle_call_{name}"), text) {
                replaced.insert(function, own);
            }
        }
        if !replaced.is_empty() {
            self.rewrite_all(&mut Replace { replaced });
        }
    }

    /// Walks through all bodies and initializers.
    fn rewrite_all(&mut self, rewrite: &mut impl Rewrite) {
        let functions: Vec<FunctionId> = self.unit.functions.ids().collect();
        for function in functions {
            let Some(mut body) = self.unit.functions[function].body.take() else { continue };
            walk(&mut body, rewrite);
            self.unit.functions[function].body = Some(body);
        }
        let variables: Vec<VariableId> = self.unit.variables.ids().collect();
        for variable in variables {
            let Some(mut initializer) = self.unit.variables[variable].initializer.take() else { continue };
            walk_initializer(&mut initializer, rewrite, &mut Vec::new());
            self.unit.variables[variable].initializer = Some(initializer);
        }
    }
}

/// The text of a function that calls a library function; `None` if its parameters are not known one by one.
fn text(name: &str) -> Option<String> {
    let signature = signature_of(name)?;
    let (result, parameters) = signature.trim_end_matches(')').split_once('(')?;
    let result = c_type(result.chars().next()?)?;
    let mut declared = Vec::new();
    let mut arguments = Vec::new();
    for (position, letter) in parameters.chars().enumerate() {
        declared.push(format!("{} a{position}", c_type(letter)?));
        arguments.push(format!("a{position}"));
    }
    let declared = if declared.is_empty() { "void".to_owned() } else { declared.join(", ") };
    let call = format!("__builtin_{name}({})", arguments.join(", "));
    let statement = if result == "void" { call } else { format!("return {call}") };
    Some(format!("{result} __raddle_call_{name}({declared})\n{{\n    {statement};\n}}\n"))
}

/// How C writes the type behind a letter of a signature; pointers to functions are left out.
fn c_type(letter: char) -> Option<&'static str> {
    Some(match letter {
        'v' => "void",
        'b' => "_Bool",
        'c' => "char",
        'i' => "int",
        'u' => "unsigned int",
        'l' => "long",
        'L' => "unsigned long",
        'q' => "long long",
        'Q' => "unsigned long long",
        'z' => "__typeof__(sizeof 0)",
        'f' => "float",
        'd' => "double",
        'p' => "void *",
        'k' => "const void *",
        's' => "char *",
        'S' => "const char *",
        _ => return None,
    })
}

/// The functions whose addresses are taken.
struct Search<'a> {
    wanted: Vec<FunctionId>,
    texts: &'a FxHashMap<FunctionId, (String, String)>,
}

impl Rewrite for Search<'_> {
    fn expression(&mut self, _: &mut Expr, _: &mut Vec<VariableId>) {}

    fn used_expression(&mut self, expr: &mut Expr, using: Use, _: &mut Vec<VariableId>) {
        if let ExprKind::Function(function) = expr.kind
            && using != Use::Nothing
            && self.texts.contains_key(&function)
            && !self.wanted.contains(&function)
        {
            self.wanted.push(function);
        }
    }
}

/// Replaces functions by other functions.
struct Replace {
    replaced: FxHashMap<FunctionId, FunctionId>,
}

impl Rewrite for Replace {
    fn expression(&mut self, _: &mut Expr, _: &mut Vec<VariableId>) {}

    fn used_expression(&mut self, expr: &mut Expr, using: Use, _: &mut Vec<VariableId>) {
        if let ExprKind::Function(function) = &mut expr.kind
            && using != Use::Nothing
            && let Some(own) = self.replaced.get(function)
        {
            *function = *own;
        }
    }
}
