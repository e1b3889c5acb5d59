//! Puts one object or function in the place of another one wherever an expression names it (see `link`).

use raddle_program::source::Span;
use raddle_program::types::{ArrayLength, FunctionType, IntKind, Qualified, TypeId, TypeKind};
use rustc_hash::FxHashMap;

use super::linkage::Replacement;
use super::walk::{Rewrite, walk, walk_initializer};
use super::{Checker, Linked};
use crate::externals::DEFINED;
use crate::typed::{Expr, ExprKind, Storage, Unit, Variable, VariableId};

impl Checker {
    /// Applies replacements to all function bodies and initializers.
    pub(super) fn replace(&mut self, replacements: &FxHashMap<Linked, Replacement>) {
        let mut rewrite = Replacing {
            unit: &mut self.unit,
            replacements,
            inputs: FxHashMap::default(),
            is_static: false,
            at_start: None,
        };
        for function in rewrite.unit.functions.ids().collect::<Vec<_>>() {
            if let Some(mut body) = rewrite.unit.functions[function].body.take() {
                walk(&mut body, &mut rewrite);
                rewrite.unit.functions[function].body = Some(body);
            }
        }
        rewrite.is_static = true;
        for variable in rewrite.unit.variables.ids().collect::<Vec<_>>() {
            if let Some(mut initializer) = rewrite.unit.variables[variable].initializer.take() {
                walk_initializer(&mut initializer, &mut rewrite, &mut Vec::new());
                rewrite.unit.variables[variable].initializer = Some(initializer);
            }
        }
        let at_start = rewrite.at_start;
        for (&entity, replacement) in replacements {
            let Replacement::Entity(other) = *replacement else { continue };
            match (entity, other) {
                (Linked::Function(alias), Linked::Function(function)) => {
                    self.unit.functions[function].is_used |= std::mem::take(&mut self.unit.functions[alias].is_used);
                    self.outside_main.rename(alias, function);
                }
                (Linked::Variable(alias), Linked::Variable(_)) => self.unit.globals.retain(|&global| global != alias),
                (Linked::Function(_), Linked::Variable(_)) | (Linked::Variable(_), Linked::Function(_)) => {}
            }
        }
        if let Some(span) = at_start {
            self.refuse_program("the address of a weak symbol in an initializer", span);
        }
    }
}

struct Replacing<'u> {
    unit: &'u mut Unit,
    replacements: &'u FxHashMap<Linked, Replacement>,
    /// For each weak entity that is used: the object that says whether it is defined.
    inputs: FxHashMap<Linked, VariableId>,
    /// Whether a static initializer is being rewritten.
    is_static: bool,
    /// A static initializer that needs one of the inputs.
    at_start: Option<Span>,
}

impl Rewrite for Replacing<'_> {
    fn expression(&mut self, expr: &mut Expr, _: &mut Vec<VariableId>) {
        match &expr.kind {
            &ExprKind::Variable(variable) => self.variable(expr, variable),
            &ExprKind::Function(function) => match self.replacements.get(&Linked::Function(function)) {
                Some(Replacement::Entity(Linked::Function(other))) => expr.kind = ExprKind::Function(*other),
                Some(Replacement::Unsupported(what)) => expr.kind = ExprKind::Unsupported(what.clone()),
                Some(Replacement::Entity(Linked::Variable(_)) | Replacement::Perhaps(_)) | None => {}
            },
            ExprKind::Decay(inner) | ExprKind::AddressOf(inner) => {
                if let Some(entity) = self.weak_function(inner) {
                    let address = expr.clone();
                    *expr = self.address_or_null(entity, address);
                }
            }
            ExprKind::Call { callee, .. } => {
                let called = match &callee.kind {
                    ExprKind::Conditional { then, .. } => match &then.kind {
                        ExprKind::Decay(inner) | ExprKind::AddressOf(inner) => {
                            Some((self.weak_function(inner), then.clone()))
                        }
                        _ => None,
                    },
                    _ => Some((self.weak_function(callee), callee.clone())),
                };
                if let Some((Some(entity), direct)) = called {
                    self.call(expr, entity, *direct);
                }
            }
            _ => {}
        }
    }
}

impl Replacing<'_> {
    fn variable(&mut self, expr: &mut Expr, variable: VariableId) {
        match self.replacements.get(&Linked::Variable(variable)) {
            Some(&Replacement::Entity(Linked::Variable(other))) => {
                let own = self.unit.variables[other].ty.ty;
                let object = Expr { kind: ExprKind::Variable(other), ty: own, span: expr.span };
                if own == expr.ty || self.has_known_length(own, expr.ty) {
                    *expr = object;
                } else {
                    let address = self.address_of(object);
                    let address = self.cast(address, expr.ty);
                    expr.kind = ExprKind::Deref(Box::new(address));
                }
            }
            Some(Replacement::Perhaps(_)) => {
                let address = self.address_of(expr.clone());
                let address = self.address_or_null(Linked::Variable(variable), address);
                expr.kind = ExprKind::Deref(Box::new(address));
            }
            Some(Replacement::Unsupported(what)) => expr.kind = ExprKind::Unsupported(what.clone()),
            Some(Replacement::Entity(Linked::Function(_))) | None => {}
        }
    }

    /// Whether a type is the array type with the length that another one leaves open.
    fn has_known_length(&self, own: TypeId, declared: TypeId) -> bool {
        match (self.unit.types.kind(own), self.unit.types.kind(declared)) {
            (TypeKind::Array { element, .. }, TypeKind::Array { element: other, length: ArrayLength::Unknown }) => {
                element == other
            }
            _ => false,
        }
    }

    fn weak_function(&self, expr: &Expr) -> Option<Linked> {
        let ExprKind::Function(function) = expr.kind else { return None };
        let entity = Linked::Function(function);
        matches!(self.replacements.get(&entity), Some(Replacement::Perhaps(_))).then_some(entity)
    }

    fn address_of(&mut self, object: Expr) -> Expr {
        let (ty, span) = (self.unit.types.pointer_to(object.ty), object.span);
        Expr { kind: ExprKind::AddressOf(Box::new(object)), ty, span }
    }

    /// An address as a pointer to another type.
    fn cast(&mut self, address: Expr, target: TypeId) -> Expr {
        let (ty, span) = (self.unit.types.pointer_to(target), address.span);
        Expr { kind: ExprKind::Cast { operand: Box::new(address), is_explicit: true }, ty, span }
    }

    /// `defined ? address : 0`
    fn address_or_null(&mut self, entity: Linked, address: Expr) -> Expr {
        let (ty, span) = (address.ty, address.span);
        let condition = Box::new(self.is_defined(entity, span));
        let zero = self.number(0, span);
        let null = Expr { kind: ExprKind::Cast { operand: Box::new(zero), is_explicit: true }, ty, span };
        Expr { kind: ExprKind::Conditional { condition, then: Box::new(address), otherwise: Box::new(null) }, ty, span }
    }

    /// `(defined ? 0 : ((void (*)(void))0)(), 0), call`
    fn call(&mut self, expr: &mut Expr, entity: Linked, direct: Expr) {
        let (ty, span) = (expr.ty, expr.span);
        let void = self.unit.types.void();
        let function = self.unit.types.intern(TypeKind::Function(FunctionType {
            result: Qualified::plain(void),
            parameters: Vec::new(),
            is_variadic: false,
            has_prototype: true,
        }));
        let zero = self.number(0, span);
        let null = self.cast(zero.clone(), function);
        let crash = Expr { kind: ExprKind::Call { callee: Box::new(null), arguments: Vec::new() }, ty: void, span };
        let otherwise = Expr { kind: ExprKind::Comma(Box::new(crash), Box::new(zero.clone())), ty: zero.ty, span };
        let condition = Box::new(self.is_defined(entity, span));
        let int = zero.ty;
        let test = ExprKind::Conditional { condition, then: Box::new(zero), otherwise: Box::new(otherwise) };
        let test = Expr { kind: test, ty: int, span };
        if let ExprKind::Call { callee, .. } = &mut expr.kind {
            **callee = direct;
        }
        let call = expr.clone();
        *expr = Expr { kind: ExprKind::Comma(Box::new(test), Box::new(call)), ty, span };
    }

    fn number(&mut self, value: i128, span: Span) -> Expr {
        Expr { kind: ExprKind::Integer(value), ty: self.unit.types.int(IntKind::Int), span }
    }

    /// The value of the object that says whether a weak symbol is defined.
    fn is_defined(&mut self, entity: Linked, span: Span) -> Expr {
        if self.is_static {
            self.at_start.get_or_insert(span);
        }
        let ty = self.unit.types.intern(TypeKind::Bool);
        let variable = match self.inputs.get(&entity) {
            Some(&known) => known,
            None => {
                let name = match self.replacements.get(&entity) {
                    Some(Replacement::Perhaps(name)) => name,
                    Some(Replacement::Entity(_) | Replacement::Unsupported(_)) | None => "",
                };
                let variable = self.unit.variables.push(Variable {
                    name: format!("{DEFINED}{name}").into(),
                    ty: Qualified::plain(ty),
                    storage: Storage::Static,
                    function: None,
                    address_taken: false,
                    is_undefined: true,
                    alignment: 0,
                    initializer: None,
                    span,
                });
                self.unit.globals.push(variable);
                self.inputs.insert(entity, variable);
                variable
            }
        };
        let place = Expr { kind: ExprKind::Variable(variable), ty, span };
        Expr { kind: ExprKind::Load(Box::new(place)), ty, span }
    }
}
