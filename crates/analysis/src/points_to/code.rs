//! The constraints of one transition in one context: effects, places, expressions.

use raddle_program::automaton::Transition;
use raddle_program::footprint::is_listed;
use raddle_program::memory_order::Atomic;
use raddle_program::source::Span;
use raddle_program::syntax::{
    BinaryOperator, Callee, Effect, Expr, ExprKind, LocalId, Place, PlaceKind, ProcedureId, Synchronization,
    UnaryOperator,
};
use raddle_program::types::{Field, TypeKind};

use super::object::{ObjectKind, Shape};
use super::outside::{is_pointer, names_object};
use super::solver::{Adjust, Node, Target};
use super::translate::{Translation, Watch};
use super::{AccessSite, ComparisonSite, ComputationSite, Context, Origin, PointerArithmetic, SynchronizationSite};

/// The code of one transition in one context.
pub(super) struct Code<'t, 'p> {
    pub translation: &'t mut Translation<'p>,
    pub context: Context,
    pub transition: Transition,
    /// Whether what is computed is the address of an access.
    pub is_accessed: bool,
}

impl Code<'_, '_> {
    fn at(&self) -> (Context, Transition) {
        (self.context, self.transition)
    }

    fn procedure(&self) -> ProcedureId {
        self.translation.contexts[self.context].procedure
    }

    pub fn effect(&mut self, effect: &Effect, span: Span) {
        match effect {
            Effect::Skip
            | Effect::Stop
            | Effect::Fence(_)
            | Effect::AtomicBegin
            | Effect::AtomicEnd
            | Effect::Dead(_) => {}
            Effect::Assign { target, value } => self.assign(target, value, span, true),
            Effect::Initialize { target, value } => self.assign(target, value, span, false),
            Effect::Input { target, source: _ } => {
                let unknown = self.translation.unknown;
                self.set_local(*target, unknown);
            }
            Effect::Assume(condition) | Effect::Assert { condition, .. } => drop(self.value(condition, span)),
            Effect::Call { callee, arguments, result } => {
                let arguments: Vec<Node> = arguments.iter().map(|argument| self.value(argument, span)).collect();
                match callee {
                    Callee::Procedure(procedure) => {
                        self.translation.call(self.at(), *procedure, &arguments, *result);
                    }
                    Callee::Pointer(pointer) => {
                        let pointer = self.value(pointer, span);
                        self.translation.followed.push((pointer, span));
                        self.watch(pointer, Watch::Call { at: self.at(), arguments, result: *result });
                    }
                }
            }
            Effect::External { name: _, arguments, result } => {
                for (argument, reads_only) in arguments {
                    let value = self.value(argument, span);
                    if !reads_only {
                        self.translation.given_away.push((value, span));
                        if is_pointer(&self.translation.program.types, argument) {
                            self.translation.followed.push((value, span));
                        }
                    }
                }
                if let Some(result) = result {
                    let unknown = self.translation.unknown;
                    self.set_local(*result, unknown);
                }
            }
            Effect::Return(value) => {
                if let Some(value) = value {
                    let value = self.value(value, span);
                    let result = self.translation.result(self.context);
                    self.translation.solver.copy(value, result);
                }
            }
            Effect::Live { local, is_zeroed } => self.live(*local, *is_zeroed),
            Effect::Allocate { target, size, is_zeroed, region: _ } => {
                self.measure(size, span);
                let address = self.allocated(*is_zeroed);
                self.set_local(*target, address);
            }
            Effect::Free(address, _) => {
                let address = self.value(address, span);
                self.access(address, None, true, None, true, span);
            }
            Effect::CopyBytes { target, origin, size, .. } => {
                let bytes = constant_size(size);
                self.measure(size, span);
                let (target, origin) = (self.value(target, span), self.value(origin, span));
                self.access(origin, bytes, false, None, false, span);
                self.access(target, bytes, true, None, false, span);
                self.translation.solver.copy_bytes(origin, target, bytes);
            }
            Effect::FillBytes { target, byte, size } => {
                let bytes = constant_size(size);
                self.measure(size, span);
                self.measure(byte, span);
                let is_plain = matches!(byte.kind, ExprKind::Integer(0 | 255));
                let target = self.value(target, span);
                self.access(target, bytes, true, None, false, span);
                let number = if is_plain { self.translation.no_id } else { self.translation.number };
                self.translation.solver.store(target, number, bytes);
            }
            Effect::Spawn { start, argument, id, is_detached, result } => {
                let argument = self.value(argument, span);
                let size = self.translation.program.types.model().pointer_bytes();
                let id = self.value(id, span);
                self.access(id, Some(size), true, None, false, span);
                if let Some(is_detached) = is_detached {
                    self.value(is_detached, span);
                    self.translation.may_be_detached.push(self.at());
                }
                self.set_number(*result);
                let at = self.at();
                self.translation.creation_operands.insert(at, (argument, id));
                match start {
                    Callee::Procedure(start) => self.translation.create(self.at(), *start, argument, id),
                    Callee::Pointer(pointer) => {
                        let pointer = self.value(pointer, span);
                        self.translation.followed.push((pointer, span));
                        self.watch(pointer, Watch::Creation { at: self.at(), argument, id });
                    }
                }
            }
            Effect::Join { thread, value, result } => {
                let names_none = self.is_cut(thread);
                let thread = self.value(thread, span);
                // A number that was narrower is the id of no thread that is known.
                let none = self.translation.constant(ObjectKind::Number, None);
                let thread = if names_none { none } else { thread };
                self.translation.joins.insert(self.at(), thread);
                if let Some(value) = value {
                    let into = self.translation.solver.node();
                    self.set_local(*value, into);
                    self.watch(thread, Watch::Join { into });
                }
                self.set_number(*result);
            }
            Effect::Exit(value) => {
                if let Some(value) = value {
                    let value = self.value(value, span);
                    let class = self.translation.contexts[self.context].class;
                    let result = self.translation.thread_results[class];
                    self.translation.solver.copy(value, result);
                }
            }
            Effect::Synchronize { operation, operands, result } => {
                self.synchronize(*operation, operands, *result, span)
            }
            Effect::Unsupported(_) => self.translation.unsupported.push(span),
        }
    }

    fn watch(&mut self, node: Node, watch: Watch) {
        let watches = self.translation.watches.entry(node).or_default();
        watches.push(watch);
        self.translation.solver.watch(node);
    }

    /// A local gets a value by this transition.
    fn set_local(&mut self, local: LocalId, value: Node) {
        let to = self.translation.automata[self.procedure()].transitions[self.transition].to;
        self.translation.set_local(self.context, local, to, value);
    }

    fn set_number(&mut self, local: Option<LocalId>) {
        if let Some(local) = local {
            let number = self.translation.number;
            self.set_local(local, number);
        }
    }

    fn synchronize(&mut self, operation: Synchronization, operands: &[Expr], result: Option<LocalId>, span: Span) {
        let operands: Vec<Node> = operands.iter().map(|operand| self.value(operand, span)).collect();
        let followed = operands.iter().enumerate().filter(|(index, _)| names_object(operation, *index));
        self.translation.followed.extend(followed.map(|(_, &operand)| (operand, span)));
        match operation {
            Synchronization::KeySet | Synchronization::KeyGet => {
                let keys = self.translation.constant(ObjectKind::Keys, Some(0));
                if operation == Synchronization::KeySet {
                    self.translation.solver.store(keys, operands[1], None);
                    self.set_number(result);
                } else if let Some(result) = result {
                    let value = self.translation.solver.loaded(keys, None);
                    self.set_local(result, value);
                }
            }
            _ => self.set_number(result),
        }
        let site = SynchronizationSite { operation, operands, result, is_at_birth: false };
        self.translation.synchronizations.insert(self.at(), site);
    }

    fn live(&mut self, local: LocalId, is_zeroed: bool) {
        if is_zeroed {
            return;
        }
        let procedure = self.procedure();
        let is_register = self.translation.program.procedures[procedure].locals[local].is_register;
        if is_register && !self.translation.is_read_before_written(procedure, self.transition, local) {
            return;
        }
        if is_register {
            let indeterminate = self.translation.constant(ObjectKind::Indeterminate, None);
            self.set_local(local, indeterminate);
        } else {
            let object = self.translation.local_object(self.context, local);
            self.translation.fill_unwritten(object, Origin::Local(procedure, local), |_| false);
        }
    }

    /// An allocated object. Its shape is that of the type to which its address is converted, if that is one type.
    fn allocated(&mut self, is_zeroed: bool) -> Node {
        let (program, procedure) = (self.translation.program, self.procedure());
        let automaton = &self.translation.automata[procedure];
        let element = super::element::element_of(program, self.translation.automata, procedure, self.transition);
        let size = match &automaton.transitions[self.transition].effect {
            Effect::Allocate { size, .. } => constant_size(size),
            _ => None,
        };
        let shape = || {
            let Some(ty) = element else { return Shape::whole() };
            let count = size.zip(program.types.size_of(ty)).filter(|&(size, one)| one > 0 && size % one == 0);
            // An object of one element has the cells of the element, whatever else they stand for.
            let several = count.map(|(size, one)| size / one).filter(|&count| count > 1);
            several
                .and_then(|count| Shape::elements(&program.types, ty, count))
                .unwrap_or_else(|| Shape::repeated(&program.types, ty))
        };
        let object = self.translation.solver.object(ObjectKind::Allocated(self.context, self.transition), shape);
        if !is_zeroed {
            let written = self
                .translation
                .new_objects
                .births(procedure)
                .filled
                .get(&self.transition)
                .map(|filling| filling.written.clone())
                .unwrap_or_default();
            // Of elements in a row the bytes are those of the first one: an object of one element is written as they are.
            let one = element.and_then(|ty| Some((Shape::of(&program.types, ty), program.types.size_of(ty)?)));
            let is_one =
                one.as_ref().is_some_and(|&(_, size)| self.translation.is_one(procedure, self.transition, size));
            let is_written = |cell: &super::Cell| {
                one.as_ref().filter(|_| is_one).is_some_and(|(shape, size)| {
                    cell.offset + cell.size <= *size
                        && shape.is_exact(cell.offset)
                        && written.contains(cell.offset..cell.offset + cell.size)
                })
            };
            let origin = Origin::Allocated(procedure, self.transition);
            self.translation.fill_unwritten(object, origin, is_written);
        }
        self.translation.solver.constant(Target { object, offset: Some(0) })
    }

    fn access(
        &mut self,
        address: Node,
        size: Option<u64>,
        is_write: bool,
        atomic: Option<Atomic>,
        is_free: bool,
        span: Span,
    ) {
        let (context, transition) = self.at();
        let site = AccessSite {
            context,
            transition,
            span,
            address,
            size,
            is_write,
            is_atomic: atomic.is_some(),
            is_free,
            is_at_birth: false,
            is_raw_write: false,
            hides_order: atomic.is_some_and(|atomic| atomic.hides_order(is_write)),
        };
        self.translation.accesses.push(site);
    }

    /// Whether an id was converted from a type that is too narrow for one.
    fn is_cut(&self, id: &Expr) -> bool {
        let types = &self.translation.program.types;
        let ExprKind::Cast(operand) = &id.kind else { return false };
        let is_narrow = types.size_of(operand.ty).is_some_and(|size| size < types.model().pointer_bytes());
        is_narrow && !matches!(operand.kind, ExprKind::Integer(_)) || self.is_cut(operand)
    }

    fn is_listed(&self, place: &Place) -> bool {
        is_listed(&self.translation.program.procedures[self.procedure()], place)
    }

    fn as_register(&self, place: &Place) -> Option<LocalId> {
        match place.kind {
            PlaceKind::Local(local) => {
                let procedure = &self.translation.program.procedures[self.procedure()];
                procedure.locals[local].is_register.then_some(local)
            }
            PlaceKind::Global(_)
            | PlaceKind::Deref(_)
            | PlaceKind::Field(..)
            | PlaceKind::Index(..)
            | PlaceKind::BitLocation(_) => None,
        }
    }

    fn assign(&mut self, target: &Place, value: &Expr, span: Span, is_listed: bool) {
        if let Some(local) = self.as_register(target) {
            let value = self.value(value, span);
            self.set_local(local, value);
            return;
        }
        let address = self.accessed(target, span);
        let size = self.extent(target);
        match &value.kind {
            ExprKind::Read(place) if self.as_register(place).is_none() && !self.is_scalar(value) => {
                let origin = self.accessed(place, span);
                if self.is_listed(place) {
                    self.access(origin, size, false, place.atomic, false, span);
                }
                self.translation.solver.copy_bytes(origin, address, size);
            }
            _ => {
                let value = self.value(value, span);
                self.translation.solver.store(address, value, size);
            }
        }
        if is_listed && self.is_listed(target) {
            self.access(address, size, true, target.atomic, false, span);
        }
    }

    fn is_scalar(&self, value: &Expr) -> bool {
        self.translation.program.types.scalar_shape(value.ty).is_some()
    }

    /// Number of bytes that an access to a place touches.
    fn extent(&self, place: &Place) -> Option<u64> {
        match self.field(place).and_then(|field| field.bits) {
            Some(bits) => Some(bits.location_bytes.into()),
            None => self.translation.program.types.size_of(place.ty),
        }
    }

    fn field(&self, place: &Place) -> Option<&Field> {
        let PlaceKind::Field(base, number) = &place.kind else { return None };
        raddle_program::builder::field_of(&self.translation.program.types, base.ty, *number)
    }

    /// The addresses of a place in memory that is accessed.
    fn accessed(&mut self, place: &Place, span: Span) -> Node {
        let before = std::mem::replace(&mut self.is_accessed, true);
        let address = self.address(place, span);
        self.is_accessed = before;
        address
    }

    /// The addresses of a place in memory.
    fn address(&mut self, place: &Place, span: Span) -> Node {
        match &place.kind {
            PlaceKind::Global(global) => {
                let class = self.translation.contexts[self.context].class;
                self.translation.address_of_global(class, *global, 0)
            }
            PlaceKind::Local(local) => self.translation.local_address(self.context, *local),
            PlaceKind::Deref(pointer) => self.value(pointer, span),
            PlaceKind::BitLocation(inner) => self.address(inner, span),
            PlaceKind::Field(base, _) => {
                let field = self.field(place);
                let offset = field.map_or(0, |field| field.offset);
                let size = field.and_then(|field| self.translation.program.types.size_of(field.ty.ty));
                let base = self.address(base, span);
                if size.unwrap_or(0) == 0 && !self.is_accessed {
                    // It may lie at the end of its object.
                    self.translation.pointer_arithmetic.push(PointerArithmetic { base, is_constant: false });
                }
                self.adjusted(base, Adjust::Shift(offset.into()))
            }
            PlaceKind::Index(base, index) => {
                let element = self.translation.program.types.size_of(place.ty);
                let array = Some(&**base);
                let base = self.address(base, span);
                self.moved((base, array), index, element, false, span)
            }
        }
    }

    /// Where pointer arithmetic leads. The base may be an array by its name.
    fn moved(
        &mut self,
        (base, array): (Node, Option<&Place>),
        index: &Expr,
        element: Option<u64>,
        is_subtraction: bool,
        span: Span,
    ) -> Node {
        let distance = self.value(index, span);
        self.compute(distance, span);
        self.compute(base, span);
        let is_constant = matches!(index.kind, ExprKind::Integer(_));
        let number = self.constant(index);
        if !self.is_accessed && !matches!(index.kind, ExprKind::Integer(0)) {
            self.translation.pointer_arithmetic.push(PointerArithmetic { base, is_constant });
        }
        let adjust = match (number, element) {
            (Some(number), Some(element)) => {
                let distance = number.saturating_mul(element.into());
                Adjust::Shift(self.wrapped(if is_subtraction { -distance } else { distance }))
            }
            (_, Some(element)) if element > 0 && array.is_some() => match array.and_then(|array| self.inside(array)) {
                Some((bytes, is_start)) => Adjust::Element { stride: element, bytes, is_start },
                None => Adjust::Index(element),
            },
            (_, Some(element)) if element > 0 => Adjust::Stride(element),
            (_, Some(_)) => Adjust::Shift(0),
            (_, None) => Adjust::Anywhere,
        };
        let moved = self.adjusted(base, adjust);
        if number.is_some() || self.is_plain(distance) {
            return moved;
        }
        let elsewhere = self.adjusted(distance, Adjust::Distance);
        self.union([moved, elsewhere])
    }

    /// The bytes of an array, if an index of this step stays inside of it; and whether the array certainly begins there.
    fn inside(&self, array: &Place) -> Option<(u64, bool)> {
        let is_inside = self.translation.inside.contains(&(self.procedure(), self.transition));
        let bytes = self.translation.program.types.size_of(array.ty).filter(|_| is_inside)?;
        Some((bytes, Self::is_start(array)))
    }

    /// Whether a place is named by a variable, so that it is no place in the middle of an array. What a pointer leads to may be, also behind a
    /// distance.
    fn is_start(place: &Place) -> bool {
        match &place.kind {
            PlaceKind::Global(_) | PlaceKind::Local(_) => true,
            PlaceKind::Deref(_) | PlaceKind::BitLocation(_) => false,
            PlaceKind::Index(base, _) | PlaceKind::Field(base, _) => Self::is_start(base),
        }
    }

    fn adjusted(&mut self, from: Node, adjust: Adjust) -> Node {
        if adjust == Adjust::Shift(0) { from } else { self.translation.solver.adjusted(from, adjust) }
    }

    fn union(&mut self, parts: [Node; 2]) -> Node {
        let [one, other] = parts;
        if one == other {
            return one;
        }
        let to = self.translation.solver.node();
        self.translation.solver.copy(one, to);
        self.translation.solver.copy(other, to);
        to
    }

    /// What an expression may hold.
    pub fn value(&mut self, expr: &Expr, span: Span) -> Node {
        match &expr.kind {
            ExprKind::Integer(_) if self.is_no_id(expr) => self.translation.no_id,
            ExprKind::Integer(_) => self.translation.number,
            ExprKind::Read(place) => self.read(place, span),
            ExprKind::AddressOf(place) => self.address(place, span),
            ExprKind::Procedure(procedure) => self.translation.constant(ObjectKind::Procedure(*procedure), None),
            ExprKind::SelfId => {
                let class = self.translation.contexts[self.context].class;
                self.translation.constant(ObjectKind::Thread(class), None)
            }
            ExprKind::AllocationSize(operand, _) => {
                self.value(operand, span);
                self.translation.number
            }
            ExprKind::Unary(operator, operand) => {
                let operand = self.value(operand, span);
                match operator {
                    UnaryOperator::LogicalNot => self.translation.number,
                    UnaryOperator::Negate | UnaryOperator::BitNot => self.arithmetic(&[operand], span),
                }
            }
            ExprKind::Binary(operator, left, right) => {
                let before = std::mem::replace(&mut self.is_accessed, false);
                let operands = [self.value(left, span), self.value(right, span)];
                self.is_accessed = before;
                let is_number = |expr: &Expr| matches!(expr.kind, ExprKind::Integer(_));
                if let Some(is_order) = operator.asks_for_order()
                    && !is_number(left)
                    && !is_number(right)
                {
                    let [left, right] = operands;
                    self.translation.comparisons.push(ComparisonSite { span, left, right, is_order });
                }
                for (operand, other) in [(operands[0], right), (operands[1], left)] {
                    let is_with_constant = operator.is_comparison() && matches!(other.kind, ExprKind::Integer(_));
                    if is_with_constant && (operator.asks_for_order() == Some(true) || !self.is_no_id(other)) {
                        self.compute(operand, span);
                    }
                }
                match operator {
                    BinaryOperator::Equal
                    | BinaryOperator::NotEqual
                    | BinaryOperator::Less
                    | BinaryOperator::LessEqual
                    | BinaryOperator::Greater
                    | BinaryOperator::GreaterEqual => self.translation.number,
                    BinaryOperator::Add | BinaryOperator::Subtract if self.is_moved(expr, right) => {
                        let sign = if *operator == BinaryOperator::Add { 1 } else { -1 };
                        let distance = self.constant(right).map_or(0, |number| self.wrapped(sign * number));
                        self.compute(operands[0], span);
                        let moved = self.adjusted(operands[0], Adjust::Shift(distance));
                        self.union([self.translation.number, moved])
                    }
                    BinaryOperator::Add
                    | BinaryOperator::Subtract
                    | BinaryOperator::Multiply
                    | BinaryOperator::Divide
                    | BinaryOperator::Remainder
                    | BinaryOperator::ShiftLeft
                    | BinaryOperator::ShiftRight
                    | BinaryOperator::BitAnd
                    | BinaryOperator::BitOr
                    | BinaryOperator::BitXor => self.arithmetic(&operands, span),
                }
            }
            ExprKind::Cast(operand) => {
                let value = self.value(operand, span);
                let types = &self.translation.program.types;
                let is_truth = matches!(types.kind(expr.ty), TypeKind::Bool);
                if !is_truth && types.size_of(expr.ty) < types.size_of(operand.ty) {
                    self.compute(value, span);
                }
                value
            }
            ExprKind::PointerAdd { pointer, index, element, is_subtraction } => {
                let array = decayed(pointer);
                let pointer = self.value(pointer, span);
                self.moved((pointer, array), index, Some(*element), *is_subtraction, span)
            }
            ExprKind::PointerDifference { left, right, element: _ } => {
                let operands = [self.value(left, span), self.value(right, span)];
                self.arithmetic(&operands, span)
            }
            ExprKind::Floating(_, operands) => {
                // A number to which an address was converted may be that address again.
                let operands: Vec<Node> = operands.iter().map(|operand| self.value(operand, span)).collect();
                self.arithmetic(&operands, span)
            }
            ExprKind::Conditional { condition, then, otherwise } => {
                self.value(condition, span);
                let parts = [self.value(then, span), self.value(otherwise, span)];
                self.union(parts)
            }
        }
    }

    /// What arithmetic on some operands gives: a number, or an address in an object that an operand points to.
    fn arithmetic(&mut self, operands: &[Node], span: Span) -> Node {
        operands.iter().for_each(|&operand| self.compute(operand, span));
        let number = self.translation.number;
        operands.iter().fold(number, |result, &operand| {
            let moved = if self.is_plain(operand) {
                number
            } else {
                self.translation.solver.adjusted(operand, Adjust::Anywhere)
            };
            self.union([result, moved])
        })
    }

    /// Whether a node is that of numbers and nothing else.
    fn is_plain(&self, node: Node) -> bool {
        node == self.translation.number || node == self.translation.no_id
    }

    /// An operand that is a size, or a byte.
    fn measure(&mut self, operand: &Expr, span: Span) {
        let operand = self.value(operand, span);
        self.compute(operand, span);
    }

    /// The number of an operand matters.
    fn compute(&mut self, operand: Node, span: Span) {
        if !self.is_plain(operand) {
            self.translation.computations.push(ComputationSite { span, operand });
        }
    }

    /// Whether a sum is an address that moves by a constant: an integer as wide as an address, and a constant.
    fn is_moved(&self, sum: &Expr, right: &Expr) -> bool {
        let types = &self.translation.program.types;
        types.size_of(sum.ty) == Some(types.model().pointer_bytes()) && self.constant(right).is_some()
    }

    /// Whether a constant is the id of no thread.
    fn is_no_id(&self, constant: &Expr) -> bool {
        let ExprKind::Integer(number) = constant.kind else { return false };
        let bits = 8 * self.translation.program.types.model().pointer_bytes();
        number == 0 || number == -1 || number == (1i128 << bits) - 1
    }

    /// A distance as addresses move by it: they wrap.
    fn wrapped(&self, distance: i128) -> i128 {
        let all = 1i128 << (self.translation.program.types.model().pointer_bytes() * 8);
        let distance = distance.rem_euclid(all);
        if distance >= all / 2 { distance - all } else { distance }
    }

    /// The number that an expression of constants is: `offsetof` as macros write it, too.
    fn constant(&self, expr: &Expr) -> Option<i128> {
        match &expr.kind {
            ExprKind::Integer(number) => Some(*number),
            ExprKind::Cast(operand) => {
                let number = self.constant(operand)?;
                let (bits, is_signed) = self.translation.program.types.scalar_shape(expr.ty)?;
                // What a conversion to the type would change is left out.
                let high = 1i128.checked_shl(bits - u32::from(is_signed)).filter(|_| bits <= 64)?;
                let low = if is_signed { -high } else { 0 };
                (low..high).contains(&number).then_some(number)
            }
            ExprKind::AddressOf(place) => self.offset_of(place),
            _ => None,
        }
    }

    /// The address of a member of what lies at a constant address: `&((T *)0)->member`.
    fn offset_of(&self, place: &Place) -> Option<i128> {
        match &place.kind {
            PlaceKind::Deref(pointer) => self.constant(pointer),
            PlaceKind::Field(base, _) => Some(self.offset_of(base)? + i128::from(self.field(place)?.offset)),
            PlaceKind::Global(_) | PlaceKind::Local(_) | PlaceKind::Index(..) | PlaceKind::BitLocation(_) => None,
        }
    }

    fn read(&mut self, place: &Place, span: Span) -> Node {
        if let Some(local) = self.as_register(place) {
            return self.translation.read_register(self.context, local, self.transition);
        }
        let address = self.accessed(place, span);
        let size = self.extent(place);
        if self.is_listed(place) {
            self.access(address, size, false, place.atomic, false, span);
        }
        self.translation.solver.loaded(address, size)
    }
}

/// The array whose first element a pointer leads to, by its name; casts are looked through.
pub(crate) fn decayed(pointer: &Expr) -> Option<&Place> {
    match &pointer.kind {
        ExprKind::Cast(inner) => decayed(inner),
        ExprKind::AddressOf(place) => match &place.kind {
            PlaceKind::Index(array, index) => matches!(index.kind, ExprKind::Integer(0)).then_some(array),
            _ => None,
        },
        _ => None,
    }
}

/// The number of bytes that an expression of constants gives.
pub(super) fn constant_size(size: &Expr) -> Option<u64> {
    match &size.kind {
        ExprKind::Integer(number) => u64::try_from(*number).ok(),
        ExprKind::Binary(BinaryOperator::Multiply, left, right) => {
            constant_size(left)?.checked_mul(constant_size(right)?).filter(|&size| size < u64::from(u32::MAX))
        }
        _ => None,
    }
}
