//! Synchronization objects that are numbers: once controls and spin locks. Their types are those of any number, so they are the objects whose
//! addresses the program passes to the functions for them.
//!
//! An address may come there through parameters, variables and members that are pointers or arrays of them, and through results of functions. All
//! of these are *pointers to such numbers*: what one of them points to is a number of this kind, and so is a pointer that gets the address of
//! such a number. The relation is computed without order, up to a fixed point. Left out: pointers in memory that another pointer leads to, and
//! calls through pointers to functions.
//!
//! Rule: an assignment through a pointer to a once control or spin lock overwrites it, if parameters, variables, members or results of functions
//! lead to it.
//! Tests: `once_control_reset_by_a_function`, `once_control_of_a_wrapper_reset`, `once_control_in_an_array_reset`.

use rustc_hash::FxHashSet;

use super::objects::{called, element_of, object_of, unconverted};
use crate::check::walk::Rewrite;
use crate::typed::{Expr, ExprKind, FieldIndex, FunctionId, Initializer, StatementKind, Unit, VariableId};
use raddle_program::types::{TypeId, TypeKind};

/// Functions whose first parameter points to a number that is a synchronization object begin like this.
const FUNCTIONS: [&str; 3] = ["pthread_once", "call_once", "pthread_spin_"];

/// Functions that create a thread; the last two arguments are its function and the argument of that.
const CREATIONS: [&str; 2] = ["pthread_create", "thrd_create"];

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
    with_bodies: FxHashSet<FunctionId>,
    has_changed: bool,
}

impl Numbers {
    /// Finds them in function bodies and initializers, which `walk_all` walks through with the function whose body it is.
    pub fn of(unit: &Unit, mut walk_all: impl FnMut(&mut Search<'_>)) -> Numbers {
        let is_one = |name: &str| FUNCTIONS.iter().any(|begin| name.starts_with(begin));
        let functions = unit.functions.iter();
        let functions = functions.filter(|(_, known)| known.is_used && known.body.is_none() && is_one(&known.name));
        let functions: FxHashSet<FunctionId> = functions.map(|(id, _)| id).collect();
        let bodies = unit.functions.iter().filter(|(_, known)| known.body.is_some());
        let with_bodies = bodies.map(|(id, _)| id).collect();
        let mut numbers = Numbers { functions, with_bodies, ..Numbers::default() };
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
            ExprKind::Load(place) => holder(place).is_some_and(|holder| self.holds_pointers(holder)),
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
            ExprKind::Load(place) => {
                if let Some(holder) = holder(place) {
                    self.note_holder(holder);
                }
            }
            ExprKind::PointerAdd { pointer, .. } | ExprKind::Comma(_, pointer) => self.note(pointer),
            ExprKind::Conditional { then, otherwise, .. } => {
                self.note(then);
                self.note(otherwise);
            }
            ExprKind::Call { callee, .. } => {
                // What a function of a library returns is no object that only these functions use.
                if let ExprKind::Function(function) = callee.kind
                    && self.with_bodies.contains(&function)
                {
                    self.has_changed |= self.returning.insert(function);
                }
            }
            _ => {}
        }
    }

    fn note_holder(&mut self, holder: Holder) {
        self.has_changed |= match holder {
            Holder::Variable(variable) => self.pointers.insert(variable),
            Holder::Member(member) => self.pointing_members.insert(member),
        };
    }

    fn holds_pointers(&self, holder: Holder) -> bool {
        match holder {
            Holder::Variable(variable) => self.pointers.contains(&variable),
            Holder::Member(member) => self.pointing_members.contains(&member),
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

/// A variable or a member that is a pointer, or an array of pointers.
#[derive(Clone, Copy)]
enum Holder {
    Variable(VariableId),
    Member((TypeId, u32)),
}

/// What holds the pointer that an lvalue is.
fn holder(place: &Expr) -> Option<Holder> {
    match &place.kind {
        ExprKind::Variable(variable) => Some(Holder::Variable(*variable)),
        ExprKind::Member { base, field: FieldIndex(field) } => Some(Holder::Member((base.ty, *field))),
        _ => element_of(place).and_then(holder),
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
    /// A pointer gets the value of an expression.
    fn assigned(&mut self, holder: Holder, value: &Expr) {
        if !matches!(self.unit.types.kind(value.ty), TypeKind::Pointer(_)) {
            return;
        }
        if self.numbers.holds_pointers(holder) {
            self.numbers.note(value);
        } else if self.numbers.points_to_number(value) {
            self.numbers.note_holder(holder);
        }
    }

    /// The initializer of a variable.
    fn initialized(&mut self, variable: VariableId, initializer: &Initializer) {
        let ty = self.unit.variables[variable].ty.ty;
        for part in &initializer.parts {
            self.assigned(self.holder_at(variable, ty, part.offset), &part.value);
        }
    }

    /// What holds the pointer at an offset of a variable: the innermost member, or the variable.
    fn holder_at(&self, variable: VariableId, ty: TypeId, offset: u64) -> Holder {
        let types = &self.unit.types;
        let (mut found, mut ty, mut offset) = (Holder::Variable(variable), ty, offset);
        loop {
            match types.kind(ty) {
                TypeKind::Array { element, .. } => {
                    offset %= types.size_of(element.ty).unwrap_or(1).max(1);
                    ty = element.ty;
                }
                TypeKind::Record(record) => {
                    let fields = types.record(*record).body.as_ref().map_or(&[][..], |body| &body.fields);
                    let Some(number) = fields.iter().rposition(|field| field.offset <= offset) else { return found };
                    found = Holder::Member((ty, number as u32));
                    (ty, offset) = (fields[number].ty.ty, offset - fields[number].offset);
                }
                _ => return found,
            }
        }
    }

    /// The initial values of objects with static storage duration.
    pub fn globals(&mut self) {
        for (variable, data) in self.unit.variables.iter() {
            if let Some(initializer) = &data.initializer {
                self.initialized(variable, initializer);
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
        if let ExprKind::Assign { target, value } = &expr.kind
            && let Some(holder) = holder(target)
        {
            self.assigned(holder, value);
        }
        let Some((function, arguments)) = called(expr) else { return };
        if self.numbers.functions.contains(&function)
            && let Some(first) = arguments.first()
        {
            self.numbers.note(first);
        }
        for (&parameter, argument) in self.unit.functions[function].parameters.iter().zip(arguments) {
            self.assigned(Holder::Variable(parameter), argument);
        }
        // The argument of a thread.
        if let [.., start, argument] = arguments
            && CREATIONS.contains(&&*self.unit.functions[function].name)
            && let Some(ExprKind::Function(started)) = object_of(start).map(|start| &start.kind)
            && let Some(&parameter) = self.unit.functions[*started].parameters.first()
        {
            self.assigned(Holder::Variable(parameter), argument);
        }
    }

    fn declaration(&mut self, variable: VariableId, initializer: &mut Initializer) {
        self.initialized(variable, initializer);
    }
}
