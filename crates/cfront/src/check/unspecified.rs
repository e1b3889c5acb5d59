//! Results that C does not fix: `strcmp` returns any number of the right sign, `isdigit` any number that is not zero for
//! members of the class (C11 7.4.1, 7.24.4).
//!
//! The models of these functions return -1, 0 or 1. Where the program looks at more than the sign of a comparison, or at more than whether
//! a classification is zero, the call is passed through a function in C that chooses the number (`written/__raddle_any_sign.c`,
//! `written/__raddle_any_truth.c`). A call whose result is only compared with zero stays as it is, and so does one whose result
//! goes to a local variable of which every use is of that kind: no choice is made for them.
//! A function whose address is taken is replaced by one that makes the choice in each call.

use raddle_program::types::{IntKind, TypeId, TypeKind, Types};
use rustc_hash::{FxHashMap, FxHashSet};

use super::Checker;
use super::walk::{Rewrite, Use, walk, walk_initializer};
use crate::typed::{Expr, ExprKind, FunctionId, Initializer, Storage, Unit, VariableId};
use crate::written::text;

/// Functions of which only the sign of the result is fixed.
const COMPARISONS: &str = "strcmp strncmp strcasecmp strncasecmp strcoll strverscmp memcmp wcscmp wcsncmp wcscasecmp \
    wcsncasecmp wcscoll wmemcmp";

/// Functions of which it is fixed only whether the result is zero.
const CLASSES: &str = "isalpha isdigit isalnum isspace isupper islower isxdigit ispunct isprint isgraph iscntrl isblank \
    isascii iswalpha iswdigit iswalnum iswspace iswupper iswlower iswxdigit iswpunct iswprint iswgraph iswcntrl iswblank \
    bcmp pthread_equal thrd_equal";

/// The function that chooses a result of a kind.
fn chooser(fixed: Use) -> &'static str {
    if fixed == Use::Sign { "__raddle_any_sign" } else { "__raddle_any_truth" }
}

/// What C fixes of the results of a function: their sign, or whether they are zero.
fn fixed(name: &str) -> Option<Use> {
    let name = name.strip_prefix("__builtin_").unwrap_or(name);
    let is_in = |list: &str| list.split_whitespace().any(|listed| listed == name);
    match () {
        () if is_in(COMPARISONS) => Some(Use::Sign),
        () if is_in(CLASSES) => Some(Use::Truth),
        () => None,
    }
}

/// The text of a function that calls another one and chooses a result, for functions that pointers point to.
fn pointed_text(name: &str) -> Option<String> {
    let (parameters, arguments) = match name {
        "strcmp" | "strcasecmp" | "strcoll" | "strverscmp" => ("const char *a, const char *b", "a, b"),
        "strncmp" | "strncasecmp" => ("const char *a, const char *b, __SIZE_TYPE__ n", "a, b, n"),
        "memcmp" | "bcmp" => ("const void *a, const void *b, __SIZE_TYPE__ n", "a, b, n"),
        "wcscmp" | "wcscasecmp" | "wcscoll" => ("const __WCHAR_TYPE__ *a, const __WCHAR_TYPE__ *b", "a, b"),
        _ if name.starts_with("isw") => ("unsigned int a", "a"),
        _ if name.starts_with("is") => ("int a", "a"),
        _ => return None,
    };
    let chooser = chooser(fixed(name)?);
    let declarations = format!("int {chooser}(int result);\nint {name}({parameters});\n");
    Some(format!(
        "{declarations}int __raddle_any_{name}({parameters})\n{{\n    return {chooser}({name}({arguments}));\n}}\n"
    ))
}

impl Checker {
    /// Has the results chosen that are not fixed. Comes when all bodies are known; a function whose body the program brings is not touched.
    pub(super) fn choose_unspecified_results(&mut self, written: &FxHashSet<FunctionId>) {
        let functions: FxHashMap<FunctionId, Use> = (self.unit.functions.iter())
            .filter(|(id, function)| function.is_used && (function.body.is_none() || written.contains(id)))
            .filter(|(_, function)| self.returns_int(function.ty))
            .filter_map(|(id, function)| Some((id, fixed(&function.name)?)))
            .collect();
        if functions.is_empty() {
            return;
        }
        let mut uses =
            Uses { unit: &self.unit, variables: FxHashMap::default(), pointed: Vec::new(), functions: &functions };
        for function in self.unit.functions.values() {
            if let Some(body) = &function.body {
                walk(&mut body.clone(), &mut uses);
            }
        }
        for variable in self.unit.variables.values() {
            if let Some(initializer) = &variable.initializer {
                walk_initializer(&mut initializer.clone(), &mut uses, &mut Vec::new());
            }
        }
        let Uses { variables, pointed, .. } = uses;
        let mut choosers = FxHashMap::default();
        for using in [Use::Truth, Use::Sign] {
            if functions.values().any(|&fixed| fixed == using)
                && let Some(function) = text(chooser(using), self.unit.types.model())
                    .and_then(|text| self.own_function(chooser(using), &text))
            {
                choosers.insert(using, function);
            }
        }
        let mut replaced = FxHashMap::default();
        for function in pointed {
            let name = self.unit.functions[function].name.clone();
            let own = pointed_text(&name).and_then(|text| {
                let text = crate::written::for_model(&text, self.unit.types.model());
                self.own_function(&format!("__raddle_any_{name}"), &text)
            });
            replaced.insert(function, own);
        }
        let own: FxHashSet<FunctionId> = replaced.values().copied().flatten().collect();
        let all: Vec<FunctionId> = self.unit.functions.ids().collect();
        for function in all {
            let Some(mut body) = self.unit.functions[function].body.take() else { continue };
            if !own.contains(&function) {
                walk(&mut body, &mut self.choices(&functions, &choosers, &replaced, &variables));
            }
            self.unit.functions[function].body = Some(body);
        }
        let all: Vec<VariableId> = self.unit.variables.ids().collect();
        for variable in all {
            let Some(mut initializer) = self.unit.variables[variable].initializer.take() else { continue };
            let mut choices = self.choices(&functions, &choosers, &replaced, &variables);
            walk_initializer(&mut initializer, &mut choices, &mut Vec::new());
            self.unit.variables[variable].initializer = Some(initializer);
        }
    }

    fn choices<'a>(
        &'a self,
        functions: &'a FxHashMap<FunctionId, Use>,
        choosers: &'a FxHashMap<Use, FunctionId>,
        replaced: &'a FxHashMap<FunctionId, Option<FunctionId>>,
        variables: &'a FxHashMap<VariableId, Use>,
    ) -> Choices<'a> {
        Choices { unit: &self.unit, functions, choosers, replaced, variables }
    }

    pub(super) fn own_function(&mut self, name: &str, text: &str) -> Option<FunctionId> {
        self.written_function(name, text);
        let function = self.unit.functions.ids().find(|&id| *self.unit.functions[id].name == *name)?;
        self.unit.functions[function].is_used = true;
        Some(function)
    }

    fn returns_int(&self, function: TypeId) -> bool {
        self.function_type(function)
            .is_some_and(|function| matches!(self.unit.types.kind(function.result.ty), TypeKind::Int(IntKind::Int)))
    }
}

/// What the program looks at of the variables that could hold results.
struct Uses<'a> {
    unit: &'a Unit,
    functions: &'a FxHashMap<FunctionId, Use>,
    /// The greatest use of each local variable that is a register.
    variables: FxHashMap<VariableId, Use>,
    /// Functions whose addresses are taken.
    pointed: Vec<FunctionId>,
}

/// What a conversion to a type learns of its operand.
fn use_in_conversion(types: &Types, ty: TypeId) -> Use {
    match types.kind(ty) {
        TypeKind::Bool => Use::Truth,
        TypeKind::Void => Use::Nothing,
        _ => Use::Value,
    }
}

impl Rewrite for Uses<'_> {
    fn expression(&mut self, _: &mut Expr, _: &mut Vec<VariableId>) {}

    fn use_in_conversion(&self, ty: TypeId) -> Use {
        use_in_conversion(&self.unit.types, ty)
    }

    fn used_expression(&mut self, expr: &mut Expr, using: Use, _: &mut Vec<VariableId>) {
        match &expr.kind {
            ExprKind::Variable(variable) => {
                let object = &self.unit.variables[*variable];
                let is_local = object.storage == Storage::Automatic && object.is_register(&self.unit.types);
                let using = if is_local { using } else { Use::Value };
                let greatest = self.variables.entry(*variable).or_insert(using);
                *greatest = using.max(*greatest);
            }
            ExprKind::Function(function)
                if using != Use::Nothing
                    && self.functions.contains_key(function)
                    && !self.pointed.contains(function) =>
            {
                self.pointed.push(*function);
            }
            _ => {}
        }
    }
}

/// Puts the calls of the choosing functions into their places.
struct Choices<'a> {
    unit: &'a Unit,
    functions: &'a FxHashMap<FunctionId, Use>,
    choosers: &'a FxHashMap<Use, FunctionId>,
    /// What stands for a function whose address is taken; `None` if there is nothing.
    replaced: &'a FxHashMap<FunctionId, Option<FunctionId>>,
    variables: &'a FxHashMap<VariableId, Use>,
}

impl Choices<'_> {
    /// The function that a call is of, with what is fixed of its results.
    fn called(&self, expr: &Expr) -> Option<Use> {
        let ExprKind::Call { callee, .. } = &expr.kind else { return None };
        let ExprKind::Function(function) = callee.kind else { return None };
        self.functions.get(&function).copied()
    }

    /// Takes the choice away from a value that goes to a variable of which less is used.
    fn store(&self, variable: VariableId, value: &mut Expr) {
        let using = self.variables.get(&variable).copied().unwrap_or(Use::Nothing);
        let ExprKind::Call { callee, arguments } = &mut value.kind else { return };
        let ExprKind::Function(function) = callee.kind else { return };
        if !self.choosers.values().any(|&chooser| chooser == function) {
            return;
        }
        if let [argument] = &mut arguments[..]
            && self.called(argument).is_some_and(|fixed| using <= fixed)
        {
            let (ty, span) = (argument.ty, argument.span);
            *value = std::mem::replace(argument, Expr { kind: ExprKind::Integer(0), ty, span });
        }
    }
}

impl Rewrite for Choices<'_> {
    fn expression(&mut self, _: &mut Expr, _: &mut Vec<VariableId>) {}

    fn use_in_conversion(&self, ty: TypeId) -> Use {
        use_in_conversion(&self.unit.types, ty)
    }

    fn declaration(&mut self, variable: VariableId, initializer: &mut Initializer) {
        if let [part] = &mut initializer.parts[..] {
            self.store(variable, &mut part.value);
        }
    }

    fn used_expression(&mut self, expr: &mut Expr, using: Use, _: &mut Vec<VariableId>) {
        let (ty, span) = (expr.ty, expr.span);
        if let Some(fixed) = self.called(expr) {
            if using <= fixed {
                return;
            }
            let Some(&chooser) = self.choosers.get(&fixed) else { return };
            let callee = Expr { kind: ExprKind::Function(chooser), ty: self.unit.functions[chooser].ty, span };
            let call = std::mem::replace(expr, Expr { kind: ExprKind::Integer(0), ty, span });
            expr.kind = ExprKind::Call { callee: Box::new(callee), arguments: vec![call] };
            return;
        }
        match &mut expr.kind {
            ExprKind::Assign { target, value } => {
                if let ExprKind::Variable(variable) = target.kind {
                    self.store(variable, value);
                }
            }
            ExprKind::Function(function) if using != Use::Nothing => match self.replaced.get(function) {
                Some(Some(own)) => *function = *own,
                Some(None) => {
                    let name = &self.unit.functions[*function].name;
                    expr.kind = ExprKind::Unsupported(format!("the address of `{name}`").into());
                }
                None => {}
            },
            _ => {}
        }
    }
}
