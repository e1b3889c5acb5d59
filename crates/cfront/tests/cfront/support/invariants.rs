//! The rules of the typed tree, checked from outside: whatever the checker accepts must keep them.

use raddle_cfront::typed::{
    BinaryOperator, Block, ElementSize, Expr, ExprKind, Function, FunctionId, Initializer, LabelId, Statement,
    StatementKind, Storage, UnaryOperator, Unit, VariableId,
};
use raddle_program::types::{ArrayLength, TypeId, TypeKind, Types};
use std::collections::BTreeSet;

/// Everything in a tree that breaks a rule, in the order found.
pub fn broken_rules(unit: &Unit) -> Vec<String> {
    let mut judge = Judge {
        unit,
        function: None,
        declared: BTreeSet::new(),
        fixed: BTreeSet::new(),
        placed: BTreeSet::new(),
        jumps: BTreeSet::new(),
        found: Vec::new(),
    };
    for (id, function) in unit.functions.iter() {
        judge.function(id, function);
    }
    for &variable in &unit.globals {
        let object = &unit.variables[variable];
        judge.demand(matches!(object.storage, Storage::Static | Storage::Thread), "a global is static", &object.name);
        if let Some(initializer) = &object.initializer {
            judge.initializer(initializer, object.ty.ty);
        }
    }
    judge.found
}

struct Judge<'a> {
    unit: &'a Unit,
    function: Option<(FunctionId, &'a Function)>,
    declared: BTreeSet<VariableId>,
    fixed: BTreeSet<u32>,
    placed: BTreeSet<LabelId>,
    jumps: BTreeSet<LabelId>,
    found: Vec<String>,
}

impl<'a> Judge<'a> {
    fn demand(&mut self, holds: bool, rule: &str, subject: &dyn std::fmt::Debug) {
        if !holds {
            let subject: String = format!("{subject:?}").chars().take(300).collect();
            self.found.push(format!("{rule}: {subject}"));
        }
    }

    fn types(&self) -> &'a Types {
        &self.unit.types
    }

    fn kind(&self, ty: TypeId) -> &'a TypeKind {
        self.unit.types.kind(ty)
    }

    fn is_integer(&self, ty: TypeId) -> bool {
        matches!(self.kind(ty), TypeKind::Bool | TypeKind::Int(_))
    }

    fn is_scalar(&self, ty: TypeId) -> bool {
        self.is_integer(ty) || matches!(self.kind(ty), TypeKind::Float(_) | TypeKind::Pointer(_) | TypeKind::Complex(_))
    }

    fn function(&mut self, id: FunctionId, function: &'a Function) {
        let TypeKind::Function(ty) = self.kind(function.ty) else {
            self.demand(false, "a function has a function type", &function.name);
            return;
        };
        let Some(body) = &function.body else { return };
        self.function = Some((id, function));
        (self.placed, self.jumps, self.declared) = Default::default();
        if ty.has_prototype {
            self.demand(
                ty.parameters.len() == function.parameters.len(),
                "every parameter is an object",
                &function.name,
            );
            for (parameter, variable) in ty.parameters.iter().zip(&function.parameters) {
                let own = self.unit.variables[*variable].ty.ty;
                // Arrays of variable length may have another number in an earlier prototype, and K&R parameters are
                // converted when the function begins.
                let is_arithmetic = |ty| self.is_scalar(ty) && !matches!(self.kind(ty), TypeKind::Pointer(_));
                let agrees = own == parameter.ty
                    || matches!(self.kind(own), TypeKind::Pointer(_))
                    || (is_arithmetic(own) && is_arithmetic(parameter.ty));
                self.demand(agrees, "a parameter has its type", &function.name);
            }
        }
        for variable in function.parameters.iter().chain(&function.locals) {
            self.demand(self.unit.variables[*variable].function == Some(id), "a local knows its function", variable);
        }
        self.block(body);
        let jumps = std::mem::take(&mut self.jumps);
        self.demand(jumps.is_subset(&self.placed), "every jump has a target in its function", &function.name);
        self.function = None;
    }

    fn block(&mut self, block: &'a Block) {
        for variable in &block.variables {
            let is_local = self.function.is_some_and(|(_, function)| function.locals.contains(variable));
            self.demand(is_local, "a block's object is a local", variable);
            let is_new = self.declared.insert(*variable);
            self.demand(is_new, "an object belongs to one block", variable);
        }
        for statement in &block.statements {
            self.statement(statement);
        }
    }

    fn statement(&mut self, statement: &'a Statement) {
        match &statement.kind {
            StatementKind::Expr(value) => self.value(value),
            StatementKind::Declare { variable, size, initializer } => {
                let object = &self.unit.variables[*variable];
                self.demand(object.storage == Storage::Automatic, "only automatic objects are declared", &object.name);
                self.demand(
                    self.declared.contains(variable),
                    "a declared object belongs to a block around",
                    &object.name,
                );
                self.demand(
                    size.is_some() == self.types().size_of(object.ty.ty).is_none(),
                    "objects of unknown size have a size expression, others none",
                    &object.name,
                );
                if let Some(size) = size {
                    self.value(size);
                }
                if let Some(initializer) = initializer {
                    self.initializer(initializer, object.ty.ty);
                }
            }
            StatementKind::FixLength { length, count } => {
                self.value(count);
                self.fixed.insert(*length);
                let size_type = self.types().find(&TypeKind::Int(self.types().model().size_type()));
                self.demand(Some(count.ty) == size_type, "a length has type size_t", count);
            }
            StatementKind::Block(block) => self.block(block),
            StatementKind::If { condition, then, otherwise } => {
                self.condition(condition);
                self.block(then);
                self.block(otherwise);
            }
            StatementKind::Loop { tests_after: _, condition, step, body } => {
                if let Some(condition) = condition {
                    self.condition(condition);
                }
                if let Some(step) = step {
                    self.value(step);
                }
                self.block(body);
            }
            StatementKind::Switch { scrutinee, cases, default, body } => {
                self.value(scrutinee);
                self.demand(self.is_integer(scrutinee.ty), "a switch compares integers", scrutinee);
                self.block(body);
                for (low, high, label) in cases {
                    self.demand(low <= high, "a range of cases is not empty", &(low, high));
                    self.jumps.insert(*label);
                }
                self.jumps.extend(default.iter().copied());
            }
            StatementKind::Goto(label) => {
                self.jumps.insert(*label);
            }
            StatementKind::ComputedGoto(target) => {
                self.value(target);
                self.demand(
                    matches!(self.kind(target.ty), TypeKind::Pointer(_)),
                    "a computed goto takes a pointer",
                    target,
                );
            }
            StatementKind::Label(label) => {
                let is_new = self.placed.insert(*label);
                self.demand(is_new, "a label stands once", label);
            }
            StatementKind::Break | StatementKind::Continue | StatementKind::Unsupported(_) => {}
            StatementKind::Return(value) => {
                let Some((_, function)) = self.function else { return };
                let TypeKind::Function(ty) = self.kind(function.ty) else { return };
                if let Some(value) = value {
                    self.value(value);
                    self.demand(value.ty == ty.result.ty, "a returned value has the result's type", value);
                }
            }
        }
    }

    fn condition(&mut self, condition: &'a Expr) {
        self.value(condition);
        self.demand(self.is_scalar(condition.ty), "a condition is scalar", condition);
    }

    fn initializer(&mut self, initializer: &'a Initializer, ty: TypeId) {
        let size = self.types().size_of(ty).unwrap_or(u64::MAX);
        for part in &initializer.parts {
            self.value(&part.value);
            self.demand(part.ty == part.value.ty, "a part has its value's type", part);
            let bytes = match part.bits {
                Some(bits) => u64::from(bits.location_bytes),
                None => self.types().size_of(part.ty).unwrap_or(0),
            };
            self.demand(part.offset + bytes <= size, "a part lies in its object", part);
        }
    }

    fn values(&mut self, values: &'a [Expr]) {
        for value in values {
            self.value(value);
        }
    }

    fn place_or_value(&mut self, expr: &'a Expr) {
        if is_place(expr) { self.place(expr) } else { self.value(expr) }
    }

    fn place(&mut self, place: &'a Expr) {
        match &place.kind {
            ExprKind::Variable(variable) => {
                let object = &self.unit.variables[*variable];
                if matches!(object.storage, Storage::Automatic | Storage::Parameter) {
                    let own = self.function.map(|(id, _)| id);
                    self.demand(object.function == own, "a local is named in its own function", &object.name);
                }
                let is_enlarged = matches!(self.kind(place.ty), TypeKind::Record(_));
                self.demand(place.ty == object.ty.ty || is_enlarged, "an object has its declared type", &object.name);
            }
            ExprKind::Deref(pointer) => {
                self.value(pointer);
                let target = match self.kind(pointer.ty) {
                    TypeKind::Pointer(target) => Some(target.ty),
                    _ => None,
                };
                self.demand(target == Some(place.ty), "a dereferenced pointer points to the type", place);
            }
            ExprKind::Member { base, field } => {
                self.place_or_value(base);
                let declared = match self.kind(base.ty) {
                    TypeKind::Record(record) => self.types().record(*record).body.as_ref(),
                    _ => None,
                };
                let declared = declared.and_then(|body| body.fields.get(field.0 as usize));
                let agrees = declared.is_some_and(|declared| {
                    declared.ty.ty == place.ty || matches!(self.kind(place.ty), TypeKind::Array { .. })
                });
                self.demand(agrees, "a member has its declared type", place);
            }
            ExprKind::String(string) => {
                let literal = &self.unit.strings[*string];
                let count = match self.kind(literal.ty) {
                    TypeKind::Array { length: ArrayLength::Fixed(count), .. } => *count,
                    _ => 0,
                };
                self.demand(count == literal.units.len() as u64, "a string has as many units as elements", literal);
            }
            ExprKind::CompoundLiteral { variable, initializer } => {
                let object = &self.unit.variables[*variable];
                self.demand(self.declared.contains(variable), "a compound literal belongs to a block around", place);
                self.initializer(initializer, object.ty.ty);
            }
            ExprKind::Unsupported(_) => {}
            _ => self.demand(false, "a place is expected", place),
        }
    }

    fn value(&mut self, value: &'a Expr) {
        match &value.kind {
            ExprKind::Variable(_) | ExprKind::Deref(_) | ExprKind::String(_) | ExprKind::CompoundLiteral { .. } => {
                self.demand(false, "a value is expected", value);
            }
            ExprKind::Function(_) => self.demand(false, "a function decays", value),
            ExprKind::Member { base, .. } => {
                self.demand(!is_place(base), "a member of an object is loaded", value);
                self.place(value);
            }
            ExprKind::Integer(number) => {
                let fits =
                    self.types().integer_shape(value.ty).is_some_and(|(bits, is_signed)| match (bits, is_signed) {
                        (128, _) => true,
                        (bits, true) => (-(1i128 << (bits - 1))..1i128 << (bits - 1)).contains(number),
                        (bits, false) => (0..1i128 << bits).contains(number),
                    });
                let is_truth = !matches!(self.kind(value.ty), TypeKind::Bool) || matches!(number, 0 | 1);
                self.demand(fits && is_truth, "a constant fits its type", value);
            }
            ExprKind::Floating(_) => {
                self.demand(
                    matches!(self.kind(value.ty), TypeKind::Float(_)),
                    "a floating constant has its type",
                    value,
                );
            }
            ExprKind::Load(place) => {
                self.place(place);
                self.demand(place.ty == value.ty, "a loaded value has the object's type", value);
            }
            ExprKind::Decay(place) => {
                if !matches!(place.kind, ExprKind::Function(_)) {
                    self.place(place);
                }
                let agrees = match (self.kind(place.ty), self.kind(value.ty)) {
                    (TypeKind::Array { element, .. }, TypeKind::Pointer(target)) => element == target,
                    (TypeKind::Function(_), TypeKind::Pointer(target)) => target.ty == place.ty,
                    _ => false,
                };
                self.demand(agrees, "an array decays to a pointer to its elements", value);
                self.taken(place);
            }
            ExprKind::AddressOf(place) => {
                if !matches!(place.kind, ExprKind::Function(_)) {
                    self.place(place);
                }
                let agrees = matches!(self.kind(value.ty), TypeKind::Pointer(target) if target.ty == place.ty);
                self.demand(agrees, "an address has the type of a pointer to the object", value);
                self.taken(place);
            }
            ExprKind::LabelAddress(label) => {
                self.jumps.insert(*label);
                self.demand(self.unit.labels[*label].address_taken, "a label knows that its address is taken", label);
            }
            ExprKind::Unary(operator, operand) => {
                self.value(operand);
                let agrees = match operator {
                    UnaryOperator::LogicalNot => self.is_scalar(operand.ty),
                    UnaryOperator::Negate | UnaryOperator::BitNot => operand.ty == value.ty,
                };
                self.demand(agrees, "the operand has the operator's type", value);
            }
            ExprKind::Binary(operator, left, right) => {
                self.value(left);
                self.value(right);
                let agrees = match operator {
                    BinaryOperator::ShiftLeft | BinaryOperator::ShiftRight => {
                        left.ty == value.ty && self.is_integer(right.ty)
                    }
                    BinaryOperator::Equal
                    | BinaryOperator::NotEqual
                    | BinaryOperator::Less
                    | BinaryOperator::LessEqual
                    | BinaryOperator::Greater
                    | BinaryOperator::GreaterEqual => left.ty == right.ty && self.is_int(value.ty),
                    BinaryOperator::Add
                    | BinaryOperator::Subtract
                    | BinaryOperator::Multiply
                    | BinaryOperator::Divide
                    | BinaryOperator::Remainder
                    | BinaryOperator::BitAnd
                    | BinaryOperator::BitOr
                    | BinaryOperator::BitXor => left.ty == value.ty && right.ty == value.ty,
                };
                self.demand(agrees, "the operands have the operator's type", value);
            }
            ExprKind::PointerAdd { pointer, index, is_subtraction: _, element } => {
                self.value(pointer);
                self.value(index);
                let agrees = pointer.ty == value.ty && self.is_integer(index.ty);
                self.demand(agrees, "a pointer is moved by an integer", value);
                self.element(pointer.ty, element);
            }
            ExprKind::PointerDifference { left, right, element } => {
                self.value(left);
                self.value(right);
                self.element(left.ty, element);
            }
            ExprKind::Logical { is_and: _, left, right } => {
                self.condition(left);
                self.condition(right);
                self.demand(self.is_int(value.ty), "a truth value is an int", value);
            }
            ExprKind::Conditional { condition, then, otherwise } => {
                self.condition(condition);
                self.value(then);
                self.value(otherwise);
                let agrees = then.ty == value.ty && otherwise.ty == value.ty;
                self.demand(agrees, "the branches have the type of the whole", value);
            }
            ExprKind::Elvis { value: first, otherwise } => {
                self.condition(first);
                self.value(otherwise);
                self.demand(otherwise.ty == value.ty, "the branches have the type of the whole", value);
            }
            ExprKind::Assign { target, value: stored } => {
                self.place(target);
                self.value(stored);
                let agrees = target.ty == value.ty && stored.ty == value.ty;
                self.demand(agrees, "an assigned value has the target's type", value);
            }
            ExprKind::CompoundAssign { operator, target, value: right, computation } => {
                self.place(target);
                self.value(right);
                let is_shift = matches!(operator, BinaryOperator::ShiftLeft | BinaryOperator::ShiftRight);
                let agrees = target.ty == value.ty && (is_shift || right.ty == *computation);
                self.demand(agrees, "the right side has the type of the computation", value);
            }
            ExprKind::PointerAssign { target, index, is_subtraction: _, element } => {
                self.place(target);
                self.value(index);
                self.demand(
                    target.ty == value.ty && self.is_integer(index.ty),
                    "a pointer is moved by an integer",
                    value,
                );
                self.element(target.ty, element);
            }
            ExprKind::Increment { target, element, .. } => {
                self.place(target);
                self.demand(target.ty == value.ty, "an increment has the target's type", value);
                if matches!(self.kind(target.ty), TypeKind::Pointer(_)) {
                    self.element(target.ty, element);
                }
            }
            ExprKind::Cast { operand, is_explicit: _ } => self.value(operand),
            ExprKind::Call { callee, arguments } => self.call(value, callee, arguments),
            ExprKind::Comma(left, right) => {
                self.value(left);
                self.value(right);
                self.demand(right.ty == value.ty, "a comma has the type of its right side", value);
            }
            ExprKind::Statement(block) => {
                self.block(block);
                if !matches!(self.kind(value.ty), TypeKind::Void) {
                    let last = block.statements.last().map(|last| &last.kind);
                    let agrees = matches!(last, Some(StatementKind::Expr(last)) if last.ty == value.ty);
                    self.demand(agrees, "a statement expression ends in its value", value);
                }
            }
            ExprKind::VariableSize { bytes: _, lengths } => {
                let is_fixed = lengths.iter().all(|length| self.fixed.contains(length));
                self.demand(is_fixed, "lengths are fixed before they are used", value);
            }
            ExprKind::Builtin { name: _, arguments } => {
                for argument in arguments {
                    self.place_or_value(argument);
                }
            }
            ExprKind::Unsupported(_) => {}
        }
    }

    fn call(&mut self, value: &'a Expr, callee: &'a Expr, arguments: &'a [Expr]) {
        let called = match (&callee.kind, self.kind(callee.ty)) {
            (ExprKind::Function(_), TypeKind::Function(function)) => Some(function),
            (_, TypeKind::Pointer(target)) => {
                self.value(callee);
                match self.kind(target.ty) {
                    TypeKind::Function(function) => Some(function),
                    _ => None,
                }
            }
            _ => None,
        };
        self.values(arguments);
        let Some(function) = called else {
            self.demand(false, "a function or a pointer to one is called", callee);
            return;
        };
        self.demand(function.result.ty == value.ty, "a call has the type of the result", value);
        if function.has_prototype {
            let fits = arguments.len() == function.parameters.len()
                || (function.is_variadic && arguments.len() > function.parameters.len());
            self.demand(fits, "a call has as many arguments as parameters", value);
            for (parameter, argument) in function.parameters.iter().zip(arguments) {
                self.demand(parameter.ty == argument.ty, "an argument has the parameter's type", argument);
            }
        }
    }

    fn element(&mut self, pointer: TypeId, element: &ElementSize) {
        let TypeKind::Pointer(target) = self.kind(pointer) else { return };
        match element {
            ElementSize::Fixed(bytes) => {
                let size = self.types().size_of(target.ty);
                self.demand(size == Some(*bytes), "a pointer moves by the size of its target", &(pointer, bytes));
            }
            ElementSize::Variable(_, lengths) => {
                self.demand(self.types().size_of(target.ty).is_none(), "only unknown sizes are variable", &pointer);
                let is_fixed = lengths.iter().all(|length| self.fixed.contains(length));
                self.demand(is_fixed, "lengths are fixed before they are used", lengths);
            }
        }
    }

    // A register must not have an address.
    fn taken(&mut self, place: &'a Expr) {
        let mut at = place;
        while let ExprKind::Member { base, .. } = &at.kind {
            at = base;
        }
        if let ExprKind::Variable(variable) | ExprKind::CompoundLiteral { variable, .. } = &at.kind {
            let object = &self.unit.variables[*variable];
            self.demand(object.address_taken, "an object knows that its address is taken", &object.name);
        }
    }

    fn is_int(&self, ty: TypeId) -> bool {
        matches!(self.kind(ty), TypeKind::Int(raddle_program::types::IntKind::Int))
    }
}

fn is_place(expr: &Expr) -> bool {
    match &expr.kind {
        ExprKind::Variable(_) | ExprKind::Deref(_) | ExprKind::String(_) | ExprKind::CompoundLiteral { .. } => true,
        ExprKind::Member { base, .. } => is_place(base),
        _ => false,
    }
}
