//! Synchronization objects that are numbers: once controls and spin locks. Their types are those of any number, so they are the objects whose
//! addresses the program passes to the functions for them.
//!
//! An address may come there through parameters, variables and members that are pointers, and through results of functions. All of these are
//! *pointers to such numbers*: what one of them points to is a number of this kind, and so is what such a number is passed to elsewhere. The
//! relation is computed without order, up to a fixed point.
//!
//! Rule: an assignment through a pointer to a once control or spin lock overwrites it.
//! Tests: `once_control_reset_by_a_function`, `once_control_of_a_wrapper_reset`, `once_control_in_an_array_reset`.

use rustc_hash::FxHashSet;

use super::objects::{called, element_of, unconverted};
use crate::check::walk::Rewrite;
use crate::typed::{Expr, ExprKind, FieldIndex, FunctionId, Initializer, StatementKind, Unit, VariableId};
use raddle_program::types::{TypeId, TypeKind};

/// Functions whose first parameter points to a number that is a synchronization object begin like this.
const FUNCTIONS: [&str; 3] = ["pthread_once", "call_once", "pthread_spin_"];

/// The numbers, and the pointers to them.
#[derive(Default)]
pub(super) struct Numbers {
    functions: FxHashSet<FunctionId>,
    /// Variables and members that are numbers (or arrays of them) of this kind.
    variables: FxHashSet<VariableId>,
    pub members: FxHashSet<(TypeId, u32)>,
    /// Variables and members that point to such numbers, and functions that return such pointers.
    pointers: FxHashSet<VariableId>,
    pointing_members: FxHashSet<(TypeId, u32)>,
    returning: FxHashSet<FunctionId>,
    has_changed: bool,
}

impl Numbers {
    /// Finds them in function bodies and initializers, which `walk_all` walks through with the function whose body it is.
    pub fn of(unit: &Unit, mut walk_all: impl FnMut(&mut Search<'_>)) -> Numbers {
        let is_one = |name: &str| FUNCTIONS.iter().any(|begin| name.starts_with(begin));
        let functions = unit.functions.iter();
        let functions = functions.filter(|(_, known)| known.is_used && known.body.is_none() && is_one(&known.name));
        let functions: FxHashSet<FunctionId> = functions.map(|(id, _)| id).collect();
        let mut numbers = Numbers { functions, ..Numbers::default() };
        if numbers.functions.is_empty() {
            return numbers;
        }
        loop {
            numbers.has_changed = false;
            walk_all(&mut Search { unit, numbers: &mut numbers, function: None });
            if !numbers.has_changed {
                return numbers;
            }
        }
    }

    /// Whether the program calls no function for such numbers.
    pub fn are_unused(&self) -> bool {
        self.functions.is_empty()
    }

    /// Whether a variable is a number of this kind, or an array of them.
    pub fn has_variable(&self, variable: VariableId) -> bool {
        self.variables.contains(&variable)
    }

    /// Whether an lvalue is such a number, or an array of them.
    pub fn is_number(&self, place: &Expr) -> bool {
        match &place.kind {
            ExprKind::Variable(variable) => self.variables.contains(variable),
            ExprKind::Member { base, field: FieldIndex(field) } => self.members.contains(&(base.ty, *field)),
            ExprKind::Deref(pointer) => {
                element_of(place).is_some_and(|array| self.is_number(array)) || self.points_to_number(pointer)
            }
            _ => false,
        }
    }

    /// Whether a pointer points to such a number.
    pub fn points_to_number(&self, pointer: &Expr) -> bool {
        match &unconverted(pointer).kind {
            ExprKind::AddressOf(place) | ExprKind::Decay(place) => self.is_number(place),
            ExprKind::Load(place) => match &place.kind {
                ExprKind::Variable(variable) => self.pointers.contains(variable),
                ExprKind::Member { base, field: FieldIndex(field) } => {
                    self.pointing_members.contains(&(base.ty, *field))
                }
                _ => false,
            },
            ExprKind::PointerAdd { pointer, .. } | ExprKind::Comma(_, pointer) => self.points_to_number(pointer),
            ExprKind::Conditional { then, otherwise, .. } => {
                self.points_to_number(then) || self.points_to_number(otherwise)
            }
            ExprKind::Call { callee, .. } => {
                matches!(callee.kind, ExprKind::Function(function) if self.returning.contains(&function))
            }
            _ => false,
        }
    }

    /// Notes that a pointer points to such a number.
    fn note(&mut self, pointer: &Expr) {
        match &unconverted(pointer).kind {
            ExprKind::AddressOf(place) | ExprKind::Decay(place) => self.note_object(place),
            ExprKind::Load(place) => match &place.kind {
                ExprKind::Variable(variable) => self.has_changed |= self.pointers.insert(*variable),
                ExprKind::Member { base, field: FieldIndex(field) } => {
                    self.has_changed |= self.pointing_members.insert((base.ty, *field));
                }
                _ => {}
            },
            ExprKind::PointerAdd { pointer, .. } | ExprKind::Comma(_, pointer) => self.note(pointer),
            ExprKind::Conditional { then, otherwise, .. } => {
                self.note(then);
                self.note(otherwise);
            }
            ExprKind::Call { callee, .. } => {
                if let ExprKind::Function(function) = callee.kind {
                    self.has_changed |= self.returning.insert(function);
                }
            }
            _ => {}
        }
    }

    fn note_object(&mut self, place: &Expr) {
        match &place.kind {
            ExprKind::Variable(variable) => self.has_changed |= self.variables.insert(*variable),
            ExprKind::Member { base, field: FieldIndex(field) } => {
                self.has_changed |= self.members.insert((base.ty, *field));
            }
            ExprKind::Deref(pointer) => match element_of(place) {
                Some(array) => self.note_object(array),
                None => self.note(pointer),
            },
            _ => {}
        }
    }
}

/// Walks through the code once.
pub(super) struct Search<'a> {
    unit: &'a Unit,
    numbers: &'a mut Numbers,
    /// The function whose body it is.
    pub function: Option<FunctionId>,
}

impl Search<'_> {
    /// A pointer variable gets the value of an expression.
    fn variable(&mut self, variable: VariableId, value: &Expr) {
        let is_pointer = matches!(self.unit.types.kind(self.unit.variables[variable].ty.ty), TypeKind::Pointer(_));
        if !is_pointer {
            return;
        }
        if self.numbers.pointers.contains(&variable) {
            self.numbers.note(value);
        } else if self.numbers.points_to_number(value) {
            self.numbers.has_changed |= self.numbers.pointers.insert(variable);
        }
    }

    /// The initial values of objects with static storage duration.
    pub fn globals(&mut self) {
        for (variable, data) in self.unit.variables.iter() {
            for part in data.initializer.iter().flat_map(|initializer| &initializer.parts) {
                if part.offset == 0 {
                    self.variable(variable, &part.value);
                }
            }
        }
    }

    /// What a function returns.
    pub fn returned(&mut self, statement: &StatementKind) {
        let (Some(function), StatementKind::Return(Some(value))) = (self.function, statement) else { return };
        if self.numbers.returning.contains(&function) {
            self.numbers.note(value);
        } else if self.numbers.points_to_number(value) {
            self.numbers.has_changed |= self.numbers.returning.insert(function);
        }
    }
}

impl Rewrite for Search<'_> {
    fn expression(&mut self, expr: &mut Expr, _: &mut Vec<VariableId>) {
        if let ExprKind::Assign { target, value } = &expr.kind {
            match &target.kind {
                ExprKind::Variable(variable) => self.variable(*variable, value),
                ExprKind::Member { base, field: FieldIndex(field) } => {
                    let member = (base.ty, *field);
                    if self.numbers.pointing_members.contains(&member) {
                        self.numbers.note(value);
                    } else if matches!(self.unit.types.kind(target.ty), TypeKind::Pointer(_))
                        && self.numbers.points_to_number(value)
                    {
                        self.numbers.has_changed |= self.numbers.pointing_members.insert(member);
                    }
                }
                _ => {}
            }
        }
        let Some((function, arguments)) = called(expr) else { return };
        if self.numbers.functions.contains(&function)
            && let Some(first) = arguments.first()
        {
            self.numbers.note(first);
        }
        for (&parameter, argument) in self.unit.functions[function].parameters.iter().zip(arguments) {
            self.variable(parameter, argument);
        }
    }

    fn declaration(&mut self, variable: VariableId, initializer: &mut Initializer) {
        for part in initializer.parts.iter().filter(|part| part.offset == 0) {
            self.variable(variable, &part.value);
        }
    }
}
