//! Places and expressions in C.
//!
//! C promotes operands that are narrower than `int`; the program does not. So what such an operation gives is cast back.

use super::code::CodePrinter;
use super::records::member_name;
use crate::builder::{field_of, pointee};
use crate::floating::{FloatOperation, Format};
use crate::syntax::{BinaryOperator, Expr, ExprKind, MemoryOrder, Place, PlaceKind, ProcedureId};
use crate::types::{TypeId, TypeKind};

/// How tightly C's operators bind; a larger number binds tighter.
pub(super) type Strength = u8;

pub(super) const PRIMARY: Strength = 15;
pub(super) const PREFIX: Strength = 14;
const CONDITIONAL: Strength = 3;

/// Whether a value is 0 or 1.
fn is_truth(expr: &Expr) -> bool {
    match &expr.kind {
        ExprKind::Binary(operator, ..) => operator.is_comparison(),
        ExprKind::Unary(operator, _) => *operator == crate::syntax::UnaryOperator::LogicalNot,
        ExprKind::Conditional { then, otherwise, .. } => {
            is_number(then, 1) && is_truth(otherwise) || is_number(otherwise, 0) && is_truth(then)
        }
        ExprKind::Floating(operation, _) => operation.is_comparison(),
        ExprKind::Integer(_)
        | ExprKind::Read(_)
        | ExprKind::AddressOf(_)
        | ExprKind::Procedure(_)
        | ExprKind::SelfId
        | ExprKind::AllocationSize(..)
        | ExprKind::Cast(_)
        | ExprKind::PointerAdd { .. }
        | ExprKind::PointerDifference { .. } => false,
    }
}

fn is_number(expr: &Expr, number: i128) -> bool {
    expr.kind == ExprKind::Integer(number)
}

/// The strength of an operator.
fn strength(operator: BinaryOperator) -> Strength {
    match operator {
        BinaryOperator::Multiply | BinaryOperator::Divide | BinaryOperator::Remainder => 13,
        BinaryOperator::Add | BinaryOperator::Subtract => 12,
        BinaryOperator::ShiftLeft | BinaryOperator::ShiftRight => 11,
        BinaryOperator::Less | BinaryOperator::LessEqual | BinaryOperator::Greater | BinaryOperator::GreaterEqual => 10,
        BinaryOperator::Equal | BinaryOperator::NotEqual => 9,
        BinaryOperator::BitAnd => 8,
        BinaryOperator::BitXor => 7,
        BinaryOperator::BitOr => 6,
    }
}

impl CodePrinter<'_, '_> {
    /// An expression as a whole.
    pub(super) fn expr(&self, expr: &Expr) -> String {
        self.expr_with_strength(expr).0
    }

    /// An expression as an operand.
    pub(super) fn operand(&self, expr: &Expr, least: Strength) -> String {
        let (text, strength) = self.expr_with_strength(expr);
        if strength >= least { text } else { format!("({text})") }
    }

    /// A floating place as an atomic lvalue: the functions for atomic accesses take no floating values. Its order is the strongest, which
    /// it has wherever C can write the access.
    pub(super) fn atomic_floating(&self, place: &Place) -> String {
        format!("*(_Atomic {} *){}", self.printer.ty(place.ty), self.address(place).0)
    }

    /// A condition as C tests it: a number that is not zero.
    pub(super) fn condition_as_int(&self, expr: &Expr) -> String {
        let types = &self.printer.program.types;
        let is_narrow = types.integer_shape(expr.ty).is_some_and(|(bits, _)| bits <= 32)
            && !matches!(types.kind(expr.ty), TypeKind::Pointer(_));
        if is_narrow { self.expr(expr) } else { format!("{} != 0", self.operand(expr, 10)) }
    }

    /// A place as an lvalue.
    pub(super) fn place(&self, place: &Place) -> String {
        self.place_with_strength(place).0
    }

    fn place_operand(&self, place: &Place) -> String {
        let (text, strength) = self.place_with_strength(place);
        if strength == PRIMARY { text } else { format!("({text})") }
    }

    /// The address of a place: `&x`, or what it decays to.
    pub(super) fn address(&self, place: &Place) -> (String, Strength) {
        match &place.kind {
            PlaceKind::Deref(pointer) => self.expr_with_strength(pointer),
            PlaceKind::BitLocation(bit_field) => self.location(bit_field),
            PlaceKind::Global(_) | PlaceKind::Local(_) | PlaceKind::Field(..) | PlaceKind::Index(..) => {
                (format!("&{}", self.place_operand(place)), PREFIX)
            }
        }
    }

    /// The address of the bytes of a bit-field.
    fn location(&self, bit_field: &Place) -> (String, Strength) {
        let PlaceKind::Field(record, number) = &bit_field.kind else { panic!("only members are bit-fields") };
        let field = field_of(&self.printer.program.types, record.ty, *number).expect("the member exists");
        let (address, strength) = self.address(record);
        let address = if strength >= PREFIX { address } else { format!("({address})") };
        match field.offset {
            0 => (format!("(unsigned char *){address}"), PREFIX),
            offset => (format!("(unsigned char *){address} + {offset}"), 12),
        }
    }

    fn place_with_strength(&self, place: &Place) -> (String, Strength) {
        match &place.kind {
            PlaceKind::Global(global) => (self.printer.names.globals[*global].clone(), PRIMARY),
            PlaceKind::Local(local) => (self.names.locals[*local].clone(), PRIMARY),
            PlaceKind::Deref(pointer) => match self.subscript(pointer) {
                Some(text) => (text, PRIMARY),
                None => (format!("*{}", self.operand(pointer, PREFIX)), PREFIX),
            },
            PlaceKind::Field(inner, number) => {
                let field = field_of(&self.printer.program.types, inner.ty, *number).expect("the member exists");
                let name = member_name(field, *number as usize);
                let base = match &inner.kind {
                    PlaceKind::Deref(pointer) if self.subscript(pointer).is_none() => {
                        format!("{}->", self.operand(pointer, PRIMARY))
                    }
                    _ => format!("{}.", self.place_operand(inner)),
                };
                (base + &name, PRIMARY)
            }
            PlaceKind::Index(inner, index) => {
                let base = match &inner.kind {
                    PlaceKind::BitLocation(bit_field) => format!("({})", self.location(bit_field).0),
                    _ => self.place_operand(inner),
                };
                (format!("{base}[{}]", self.expr(index)), PRIMARY)
            }
            // Arrays are not values in C; where they are copied, addresses are asked for.
            PlaceKind::BitLocation(bit_field) => {
                let bytes = self.printer.program.types.size_of(place.ty).unwrap_or(0);
                (format!("*(unsigned char (*)[{bytes}])({})", self.location(bit_field).0), PREFIX)
            }
        }
    }

    /// `pointer[index]` for `*(pointer + index)`.
    fn subscript(&self, pointer: &Expr) -> Option<String> {
        let ExprKind::PointerAdd { pointer, index, element, is_subtraction: false } = &pointer.kind else {
            return None;
        };
        let has_size = self.printer.program.types.size_of(pointee(&self.printer.program.types, pointer.ty).ty);
        (has_size == Some(*element)).then(|| format!("{}[{}]", self.operand(pointer, PRIMARY), self.expr(index)))
    }

    fn expr_with_strength(&self, expr: &Expr) -> (String, Strength) {
        let types = &self.printer.program.types;
        match &expr.kind {
            ExprKind::Integer(value) => {
                let text = self.printer.number(*value, expr.ty);
                let strength = if text.starts_with(|first: char| first.is_ascii_digit()) { PRIMARY } else { PREFIX };
                (text, strength)
            }
            ExprKind::Read(place) if place.is_atomic() && Format::of(types, place.ty).is_some() => {
                (self.atomic_floating(place), PREFIX)
            }
            ExprKind::Read(place) if place.is_atomic() && !self.printer.is_aggregate(place.ty) => {
                let order = place.atomic.map_or(MemoryOrder::Relaxed, |atomic| atomic.order.of_load()).constant();
                (format!("__atomic_load_n({}, {order})", self.address(place).0), PRIMARY)
            }
            ExprKind::Read(place) => self.place_with_strength(place),
            ExprKind::AddressOf(place) => {
                let is_element = pointee(types, expr.ty).ty != place.ty;
                // An array decays to the address of its first element.
                if is_element { self.place_with_strength(place) } else { self.address(place) }
            }
            ExprKind::Procedure(procedure) => self.function(*procedure, expr.ty),
            ExprKind::SelfId => {
                let text = format!("{}()", self.printer.call("pthread_self"));
                let is_plain = matches!(types.kind(expr.ty), TypeKind::Int(crate::types::IntKind::UnsignedLong));
                if is_plain { (text, PRIMARY) } else { (format!("({}){text}", self.printer.ty(expr.ty)), PREFIX) }
            }
            ExprKind::AllocationSize(pointer, region) => {
                let is_mapping = region.has_parts();
                let name = if is_mapping { "__raddle_size_of_mapping" } else { "__raddle_allocation_size" };
                let name = self.printer.call(name);
                (format!("{name}({})", self.expr(pointer)), PRIMARY)
            }
            ExprKind::Unary(operator, operand) => {
                // `- -x` must not become `--x`.
                let operand = match self.operand(operand, PREFIX) {
                    text if text.starts_with(operator.symbol()) => format!("({text})"),
                    text => text,
                };
                self.narrow(expr.ty, format!("{}{operand}", operator.symbol()), PREFIX)
            }
            ExprKind::Binary(operator, left, right) => self.binary(expr.ty, *operator, left, right),
            ExprKind::Cast(operand) => {
                (format!("({}){}", self.printer.ty(expr.ty), self.operand(operand, PREFIX)), PREFIX)
            }
            ExprKind::PointerAdd { pointer, index, element, is_subtraction } => {
                let sign = if *is_subtraction { '-' } else { '+' };
                if types.size_of(pointee(types, pointer.ty).ty) == Some(*element) {
                    return (format!("{} {sign} {}", self.operand(pointer, 12), self.operand(index, 13)), 12);
                }
                let (ty, pointer) = (self.printer.ty(expr.ty), self.operand(pointer, PREFIX));
                let index = format!("(long){} * {element}", self.operand(index, PREFIX));
                (format!("({ty})((char *){pointer} {sign} {index})"), PREFIX)
            }
            ExprKind::PointerDifference { left, right, element } => {
                let target = pointee(types, left.ty).ty;
                if target == pointee(types, right.ty).ty && types.size_of(target) == Some(*element) {
                    return (format!("{} - {}", self.operand(left, 12), self.operand(right, 13)), 12);
                }
                let (left, right) = (self.operand(left, PREFIX), self.operand(right, PREFIX));
                (format!("((char *){left} - (char *){right}) / {element}"), 13)
            }
            ExprKind::Floating(FloatOperation::Convert, operands) => {
                (format!("({}){}", self.printer.ty(expr.ty), self.operand(&operands[0], PREFIX)), PREFIX)
            }
            ExprKind::Floating(FloatOperation::Negate, operands) => {
                // `- -x` must not become `--x`.
                (format!("-({})", self.expr(&operands[0])), PREFIX)
            }
            ExprKind::Floating(operation, operands) => {
                let [left, right] = [&operands[0], &operands[1]].map(|operand| self.operand(operand, PREFIX));
                let own = match operation {
                    FloatOperation::Multiply | FloatOperation::Divide => 13,
                    FloatOperation::Add | FloatOperation::Subtract => 12,
                    FloatOperation::Less | FloatOperation::LessEqual => 10,
                    FloatOperation::Equal | FloatOperation::Negate | FloatOperation::Convert => 9,
                };
                (format!("{left} {} {right}", operation.symbol()), own)
            }
            ExprKind::Conditional { condition, then, otherwise }
                if self.printer.writes_logic
                    && (is_number(then, 1) && is_truth(otherwise) || is_number(otherwise, 0) && is_truth(then)) =>
            {
                let is_or = is_number(then, 1);
                let (sign, own, right) = if is_or { ("||", 4, otherwise) } else { ("&&", 5, then) };
                // A conjunction in a disjunction gets parentheses, as compilers ask for.
                let least = if is_or { 6 } else { 5 };
                (format!("{} {sign} {}", self.operand(condition, least), self.operand(right, own.max(least))), own)
            }
            ExprKind::Conditional { condition, then, otherwise } => {
                let condition = self.operand(condition, CONDITIONAL + 1);
                let (then, otherwise) = (self.operand(then, CONDITIONAL + 1), self.operand(otherwise, CONDITIONAL + 1));
                (format!("{condition} ? {then} : {otherwise}"), CONDITIONAL)
            }
        }
    }

    fn binary(&self, ty: TypeId, operator: BinaryOperator, left: &Expr, right: &Expr) -> (String, Strength) {
        let own = strength(operator);
        // Operators whose order few know by heart get parentheses around all operations inside them.
        let is_clear = matches!(own, 9 | 10 | 12 | 13);
        let least = if is_clear { own } else { PREFIX };
        let left_text = self.operand(left, if operator.is_comparison() { 11 } else { least });
        let mut right_text = self.operand(right, if operator.is_comparison() { 11 } else { least.max(own + 1) });
        if operator.is_comparison() && left.ty != right.ty {
            right_text = format!("({}){}", self.printer.ty(left.ty), self.operand(right, PREFIX));
        }
        self.narrow(ty, format!("{left_text} {} {right_text}", operator.symbol()), own)
    }

    /// The result of an operation of a type narrower than `int`, which C would leave as an `int`.
    fn narrow(&self, ty: TypeId, text: String, strength: Strength) -> (String, Strength) {
        let is_narrow = self.printer.program.types.integer_shape(ty).is_some_and(|(bits, _)| bits < 32);
        if is_narrow { (format!("({})({text})", self.printer.ty(ty)), PREFIX) } else { (text, strength) }
    }

    /// A procedure as a pointer of a type.
    pub(super) fn function(&self, procedure: ProcedureId, ty: TypeId) -> (String, Strength) {
        let types = &self.printer.program.types;
        let name = self.printer.names.procedures[procedure].clone();
        let data = &self.printer.program.procedures[procedure];
        let is_same = match types.kind(pointee(types, ty).ty) {
            TypeKind::Function(function) => {
                data.is_defined
                    && procedure != self.printer.program.main
                    && function.result.ty == data.result
                    && !function.is_variadic
                    && function.parameters.len() == data.parameters.len()
                    && (function.parameters.iter().zip(&data.parameters))
                        .all(|(parameter, &local)| parameter.ty == data.locals[local].ty)
            }
            _ => false,
        };
        if is_same { (name, PRIMARY) } else { (format!("({}){name}", self.printer.ty(ty)), PREFIX) }
    }
}
