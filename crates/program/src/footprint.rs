//! Footprints: the memory, locks and threads that a transition uses according to its syntax, and the properties that it may violate.
//!
//! A footprint depends on the text of one transition only. Analyses start from footprints to decide which objects a pointer can reach,
//! which thread runs the transition, and whether a variable is shared.
//!
//! An access is *listed* (it appears in traces, and other threads can observe it) unless the syntax shows that its object is a register or
//! a temporary, or the store is an `Initialize`. An access through a pointer is listed; whether the pointer points to a temporary is only
//! known when the access happens.

use crate::automaton::TransitionData;
use crate::builder::field_of;
use crate::property::Property;
use crate::syntax::{
    BinaryOperator, Callee, Effect, Expr, ExprKind, LocalKind, LockChange, Place, PlaceKind, Procedure, Program,
    Synchronization, UnaryOperator,
};
use crate::types::{ArrayLength, TypeKind, Types};
use std::ops::Range;

/// What one transition touches.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Footprint<'a> {
    /// Its accesses in the order in which they happen: reads from left to right, then the write. Registers included.
    pub accesses: Vec<Access<'a>>,
    /// The address of the lock that it acquires (a shared lock for reading); for an attempt, that it may acquire.
    pub acquires: Option<&'a Expr>,
    /// The address of the lock that it releases.
    pub releases: Option<&'a Expr>,
    /// Whether it may block until other threads unblock it: a lock, a join, the second half of a condition wait.
    pub may_block: bool,
    /// Whether the whole execution may end in it: by a failing condition, a stop, an unsupported construct, or a return (which ends the
    /// process if it returns from the first call of `main`).
    pub may_end_execution: bool,
    /// Its effect on threads.
    pub threads: Option<ThreadChange>,
    /// The properties that this transition alone can violate, in the order of [`Property::ALL`]. `data-race`, `deadlock` and
    /// `termination`, which need more than one transition, are never in it.
    pub may_violate: Vec<Property>,
}

/// What a transition does to threads.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ThreadChange {
    /// It starts one.
    Creates,
    /// It waits for the end of one.
    Joins,
    /// It ends its own: an exit, or a return from a thread's first procedure.
    Ends,
}

/// One load or store.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Access<'a> {
    /// Of what.
    pub target: Accessed<'a>,
    /// Whether it is a store.
    pub is_write: bool,
    /// Whether it is atomic by its type (atomic sections are a matter of the path).
    pub is_atomic: bool,
    /// Whether it is listed in traces.
    pub is_listed: bool,
}

/// What is accessed.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Accessed<'a> {
    /// The value of a place. Of a bit-field, its whole memory location.
    Place(&'a Place),
    /// The object that a pointer leads to, of the pointer's target type, unless it is null: the id of a new thread.
    Target(&'a Expr),
    /// So many bytes from an address.
    Bytes {
        /// The address.
        start: &'a Expr,
        /// How many.
        size: &'a Expr,
    },
}

impl<'a> Footprint<'a> {
    /// The footprint of a transition of a procedure.
    pub fn of(program: &Program, procedure: &Procedure, transition: &'a TransitionData) -> Footprint<'a> {
        let condition = transition.guard.as_ref().map(|guard| &guard.condition);
        Footprint::of_step(program, procedure, condition, &transition.effect)
    }

    /// The footprint of a test (of an `if` or a loop), of an effect, or of both.
    pub fn of_step(
        program: &Program,
        procedure: &Procedure,
        condition: Option<&'a Expr>,
        effect: &'a Effect,
    ) -> Footprint<'a> {
        let mut scan = Scan { program, procedure, footprint: Footprint::default() };
        if let Some(condition) = condition {
            scan.expr(condition);
        }
        scan.effect(effect);
        let mut footprint = scan.footprint;
        footprint.may_violate.sort_unstable();
        footprint.may_violate.dedup();
        footprint
    }

    /// The place of the only listed access that reads, or that writes; `None` if there is none, several, or one of another kind.
    pub fn only_place(&self, is_write: bool) -> Option<&'a Place> {
        let mut accesses = self.listed().filter(|access| access.is_write == is_write);
        let (Some(access), None) = (accesses.next(), accesses.next()) else { return None };
        match access.target {
            Accessed::Place(place) => Some(place),
            Accessed::Target(_) | Accessed::Bytes { .. } => None,
        }
    }

    /// The accesses that traces list.
    pub fn listed(&self) -> impl Iterator<Item = &Access<'a>> {
        self.accesses.iter().filter(|access| access.is_listed)
    }
}

/// The accesses of a transition that traces list, in order.
pub fn listed_accesses<'a>(
    program: &Program,
    procedure: &Procedure,
    transition: &'a TransitionData,
) -> Vec<Access<'a>> {
    Footprint::of(program, procedure, transition).listed().copied().collect()
}

/// Whether an access to a place is listed, but for `Initialize`.
pub fn is_listed(procedure: &Procedure, place: &Place) -> bool {
    match &place.kind {
        PlaceKind::Global(_) | PlaceKind::Deref(_) => true,
        PlaceKind::Local(local) => {
            let local = &procedure.locals[*local];
            !local.is_register && local.kind != LocalKind::Temporary
        }
        PlaceKind::Field(inner, _) | PlaceKind::Index(inner, _) | PlaceKind::BitLocation(inner) => {
            is_listed(procedure, inner)
        }
    }
}

/// Whether reading an expression makes a listed access.
pub fn reads_listed(procedure: &Procedure, expr: &Expr) -> bool {
    let mut found = false;
    each_read(expr, &mut |place| found |= is_listed(procedure, place));
    found
}

/// Calls a function for every place that an expression reads, in order of evaluation: places in addresses come before
/// what is read through them.
pub fn each_read<'a>(expr: &'a Expr, act: &mut impl FnMut(&'a Place)) {
    match &expr.kind {
        ExprKind::Integer(_) | ExprKind::Procedure(_) | ExprKind::SelfId => {}
        ExprKind::Read(place) => {
            each_read_in_address(place, act);
            act(place);
        }
        ExprKind::AddressOf(place) => each_read_in_address(place, act),
        ExprKind::Unary(_, operand) | ExprKind::Cast(operand) | ExprKind::AllocationSize(operand, _) => {
            each_read(operand, act);
        }
        ExprKind::Binary(_, left, right) | ExprKind::PointerDifference { left, right, .. } => {
            each_read(left, act);
            each_read(right, act);
        }
        ExprKind::PointerAdd { pointer, index, .. } => {
            each_read(pointer, act);
            each_read(index, act);
        }
        ExprKind::Floating(_, operands) => operands.iter().for_each(|operand| each_read(operand, act)),
        ExprKind::Conditional { condition, then, otherwise } => {
            each_read(condition, act);
            each_read(then, act);
            each_read(otherwise, act);
        }
    }
}

/// Calls a function for every place that is read to find out where a place is.
pub fn each_read_in_address<'a>(place: &'a Place, act: &mut impl FnMut(&'a Place)) {
    match &place.kind {
        PlaceKind::Global(_) | PlaceKind::Local(_) => {}
        PlaceKind::Deref(pointer) => each_read(pointer, act),
        PlaceKind::Field(inner, _) | PlaceKind::BitLocation(inner) => each_read_in_address(inner, act),
        PlaceKind::Index(inner, index) => {
            each_read_in_address(inner, act);
            each_read(index, act);
        }
    }
}

struct Scan<'p, 'a> {
    program: &'p Program,
    procedure: &'p Procedure,
    footprint: Footprint<'a>,
}

impl<'a> Scan<'_, 'a> {
    fn effect(&mut self, effect: &'a Effect) {
        match effect {
            Effect::Skip | Effect::Input { .. } | Effect::Live { .. } | Effect::Dead(_) => {}
            Effect::AtomicBegin | Effect::AtomicEnd | Effect::Fence(_) => {}
            Effect::Assign { target, value } => {
                self.address(target);
                self.expr(value);
                self.write(target);
            }
            Effect::Initialize { target, value } => {
                self.address(target);
                self.expr(value);
                let target = Accessed::Place(target);
                self.footprint.accesses.push(Access { target, is_write: true, is_atomic: false, is_listed: false });
            }
            Effect::Assume(condition) => {
                self.expr(condition);
                self.footprint.may_end_execution = true;
            }
            Effect::Assert { condition, .. } => {
                self.expr(condition);
                self.footprint.may_end_execution = true;
                self.footprint.may_violate.push(Property::Assertions);
            }
            Effect::Call { callee, arguments, result: _ } => {
                self.callee(callee);
                arguments.iter().for_each(|argument| self.expr(argument));
            }
            Effect::External { name: _, arguments, result: _ } => {
                arguments.iter().for_each(|(argument, _)| self.expr(argument));
            }
            Effect::Return(value) => {
                value.iter().for_each(|value| self.expr(value));
                self.footprint.may_end_execution = true;
                self.footprint.threads = Some(ThreadChange::Ends);
            }
            Effect::Allocate { target: _, size, .. } => self.expr(size),
            Effect::Free(address, _) => {
                self.expr(address);
                self.footprint.may_violate.push(Property::Memory);
            }
            Effect::CopyBytes { target, origin, size, .. } => {
                [target, origin, size].into_iter().for_each(|operand| self.expr(operand));
                self.range(Accessed::Bytes { start: origin, size }, false);
                self.range(Accessed::Bytes { start: target, size }, true);
            }
            Effect::FillBytes { target, byte, size } => {
                [target, byte, size].into_iter().for_each(|operand| self.expr(operand));
                self.range(Accessed::Bytes { start: target, size }, true);
            }
            Effect::Spawn { start, argument, id, is_detached, result: _ } => {
                self.callee(start);
                self.expr(argument);
                self.expr(id);
                is_detached.iter().for_each(|state| self.expr(state));
                if !matches!(id.kind, ExprKind::Integer(0)) {
                    self.range(Accessed::Target(id), true);
                }
                self.footprint.threads = Some(ThreadChange::Creates);
            }
            Effect::Join { thread, value: _, result: _ } => {
                self.expr(thread);
                self.footprint.may_block = true;
                self.footprint.threads = Some(ThreadChange::Joins);
                self.footprint.may_violate.push(Property::Locks);
            }
            Effect::Exit(value) => {
                value.iter().for_each(|value| self.expr(value));
                self.footprint.threads = Some(ThreadChange::Ends);
            }
            Effect::Stop => {
                self.footprint.may_end_execution = true;
                self.footprint.threads = Some(ThreadChange::Ends);
            }
            Effect::Synchronize { operation, operands, result: _ } => self.synchronize(*operation, operands),
            Effect::Unsupported(_) => self.footprint.may_end_execution = true,
        }
    }

    fn synchronize(&mut self, operation: Synchronization, operands: &'a [Expr]) {
        operands.iter().for_each(|operand| self.expr(operand));
        self.footprint.may_violate.extend([Property::Memory, Property::Locks]);
        match operation.lock_change() {
            Some(LockChange::Acquires) => self.footprint.acquires = operands.first(),
            Some(LockChange::Releases) => self.footprint.releases = operands.first(),
            None if operation == Synchronization::ConditionRelease => self.footprint.releases = operands.get(1),
            None => {}
        }
        self.footprint.may_block |= operation.may_block();
    }

    fn callee(&mut self, callee: &'a Callee) {
        match callee {
            Callee::Procedure(_) => {}
            Callee::Pointer(pointer) => {
                self.expr(pointer);
                self.footprint.may_violate.push(Property::Memory);
            }
        }
    }

    fn expr(&mut self, expr: &'a Expr) {
        self.violations(expr);
        match &expr.kind {
            ExprKind::Integer(_) | ExprKind::Procedure(_) | ExprKind::SelfId => {}
            ExprKind::Read(place) => {
                self.address(place);
                self.access(place, false);
            }
            ExprKind::AddressOf(place) => self.address_only(place),
            ExprKind::Unary(_, operand) | ExprKind::Cast(operand) | ExprKind::AllocationSize(operand, _) => {
                self.expr(operand);
            }
            ExprKind::Binary(_, left, right) | ExprKind::PointerDifference { left, right, .. } => {
                self.expr(left);
                self.expr(right);
            }
            ExprKind::PointerAdd { pointer, index, .. } => {
                self.expr(pointer);
                self.expr(index);
            }
            ExprKind::Floating(_, operands) => operands.iter().for_each(|operand| self.expr(operand)),
            ExprKind::Conditional { condition, then, otherwise } => {
                self.expr(condition);
                self.expr(then);
                self.expr(otherwise);
            }
        }
    }

    /// The operands of a place that will be accessed, and whether the access may miss its object.
    fn address(&mut self, place: &'a Place) {
        if may_miss(&self.program.types, place) {
            self.footprint.may_violate.push(Property::Memory);
        }
        self.address_only(place);
    }

    fn address_only(&mut self, place: &'a Place) {
        match &place.kind {
            PlaceKind::Global(_) | PlaceKind::Local(_) => {}
            PlaceKind::Deref(pointer) => self.expr(pointer),
            PlaceKind::Field(inner, _) | PlaceKind::BitLocation(inner) => self.address_only(inner),
            PlaceKind::Index(inner, index) => {
                self.address_only(inner);
                self.expr(index);
            }
        }
    }

    fn write(&mut self, target: &'a Place) {
        if let PlaceKind::Global(global) = root(target).kind
            && self.program.globals[global].is_read_only
        {
            self.footprint.may_violate.push(Property::Memory);
        }
        self.access(target, true);
    }

    fn access(&mut self, place: &'a Place, is_write: bool) {
        let is_listed = is_listed(self.procedure, place);
        let is_atomic = place.is_atomic();
        self.footprint.accesses.push(Access { target: Accessed::Place(place), is_write, is_atomic, is_listed });
    }

    fn range(&mut self, target: Accessed<'a>, is_write: bool) {
        self.footprint.accesses.push(Access { target, is_write, is_atomic: false, is_listed: true });
        self.footprint.may_violate.push(Property::Memory);
    }

    /// The properties that an operator by itself may violate.
    fn violations(&mut self, expr: &Expr) {
        let violated = &mut self.footprint.may_violate;
        let is_signed = self.program.types.scalar_shape(expr.ty).is_some_and(|(_, is_signed)| is_signed);
        match &expr.kind {
            ExprKind::Unary(UnaryOperator::Negate, _) if is_signed => violated.push(Property::Overflow),
            ExprKind::Binary(operator, _, right) => match operator {
                BinaryOperator::Add | BinaryOperator::Subtract | BinaryOperator::Multiply => {
                    if is_signed {
                        violated.push(Property::Overflow);
                    }
                }
                BinaryOperator::Divide | BinaryOperator::Remainder => {
                    if !matches!(right.kind, ExprKind::Integer(divisor) if divisor != 0) {
                        violated.push(Property::Arithmetic);
                    }
                    if is_signed && !matches!(right.kind, ExprKind::Integer(divisor) if divisor != -1) {
                        violated.push(Property::Overflow);
                    }
                }
                BinaryOperator::ShiftLeft | BinaryOperator::ShiftRight => {
                    let width = self.program.types.scalar_shape(expr.ty).map_or(0, |(bits, _)| i128::from(bits));
                    let is_in_range = matches!(right.kind, ExprKind::Integer(amount) if (0..width).contains(&amount));
                    // A negative value shifted to the left violates `arithmetic`, a result out of range `overflow`.
                    let is_signed_left = is_signed && *operator == BinaryOperator::ShiftLeft;
                    if !is_in_range || is_signed_left {
                        violated.push(Property::Arithmetic);
                    }
                    if is_signed_left {
                        violated.push(Property::Overflow);
                    }
                }
                BinaryOperator::BitAnd
                | BinaryOperator::BitOr
                | BinaryOperator::BitXor
                | BinaryOperator::Equal
                | BinaryOperator::NotEqual
                | BinaryOperator::Less
                | BinaryOperator::LessEqual
                | BinaryOperator::Greater
                | BinaryOperator::GreaterEqual => {}
            },
            ExprKind::AllocationSize(..) => violated.push(Property::Memory),
            ExprKind::Unary(..)
            | ExprKind::Integer(_)
            | ExprKind::Read(_)
            | ExprKind::AddressOf(_)
            | ExprKind::Procedure(_)
            | ExprKind::SelfId
            | ExprKind::Cast(_)
            | ExprKind::PointerAdd { .. }
            | ExprKind::PointerDifference { .. }
            | ExprKind::Floating(..)
            | ExprKind::Conditional { .. } => {}
        }
    }
}

/// The innermost place that a place lies in: a global, a local or what a pointer leads to.
pub fn root(place: &Place) -> &Place {
    match &place.kind {
        PlaceKind::Global(_) | PlaceKind::Local(_) | PlaceKind::Deref(_) => place,
        PlaceKind::Field(inner, _) | PlaceKind::Index(inner, _) | PlaceKind::BitLocation(inner) => root(inner),
    }
}

/// Which bytes of its root a place is; `None` if an index decides it, and for bit-fields.
pub fn bytes_in_root(types: &Types, place: &Place) -> Option<Range<u64>> {
    let size = types.size_of(place.ty)?;
    let start = match &place.kind {
        PlaceKind::Global(_) | PlaceKind::Local(_) | PlaceKind::Deref(_) => 0,
        PlaceKind::Field(inner, number) => {
            let field = field_of(types, inner.ty, *number).filter(|field| field.bits.is_none())?;
            bytes_in_root(types, inner)?.start.checked_add(field.offset)?
        }
        PlaceKind::Index(inner, index) => {
            let ExprKind::Integer(index) = index.kind else { return None };
            bytes_in_root(types, inner)?.start.checked_add(u64::try_from(index).ok()?.checked_mul(size)?)?
        }
        PlaceKind::BitLocation(_) => return None,
    };
    Some(start..start.checked_add(size)?)
}

/// Whether an access to a place may miss its object: it goes through a pointer, or by an index not known to be inside the
/// array.
fn may_miss(types: &Types, place: &Place) -> bool {
    match &place.kind {
        PlaceKind::Global(_) | PlaceKind::Local(_) => false,
        PlaceKind::Deref(_) => true,
        PlaceKind::Field(inner, _) | PlaceKind::BitLocation(inner) => may_miss(types, inner),
        PlaceKind::Index(inner, index) => {
            let is_inside = match (types.kind(inner.ty), &index.kind) {
                (TypeKind::Array { length: ArrayLength::Fixed(length), .. }, ExprKind::Integer(index)) => {
                    (0..i128::from(*length)).contains(index)
                }
                _ => false,
            };
            !is_inside || may_miss(types, inner)
        }
    }
}

/// Whether a place is a bit-field.
pub fn is_bit_field(types: &Types, place: &Place) -> bool {
    match &place.kind {
        PlaceKind::Field(record, number) => {
            field_of(types, record.ty, *number).is_some_and(|field| field.bits.is_some())
        }
        PlaceKind::Global(_)
        | PlaceKind::Local(_)
        | PlaceKind::Deref(_)
        | PlaceKind::Index(..)
        | PlaceKind::BitLocation(_) => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::automaton::Automaton;
    use crate::builder::{Code, ProgramBuilder, deref, fresh_local, index, integer, read};
    use crate::types::{DataModel, TypeId};

    /// What the footprint of the first transition of `main` says, as text.
    fn footprint(write: impl FnOnce(&mut Code<'_>, TypeId)) -> String {
        let mut builder = ProgramBuilder::new(DataModel::Lp64);
        let int = builder.int();
        builder.main(|code| write(code, int));
        let program = builder.finish();
        let main = &program.procedures[program.main];
        let automaton = Automaton::of(main);
        let transition = &automaton.transitions.values().next().expect("there is always a transition");
        let footprint = Footprint::of(&program, main, transition);
        let mut text = String::new();
        for access in &footprint.accesses {
            text += if access.is_write { "W" } else { "R" };
            text += match access.target {
                Accessed::Place(_) => "",
                Accessed::Target(_) => "target",
                Accessed::Bytes { .. } => "bytes",
            };
            text += if access.is_listed { "! " } else { " " };
        }
        for property in &footprint.may_violate {
            text += property.name();
            text += " ";
        }
        for (holds, word) in [
            (footprint.acquires.is_some(), "acquires "),
            (footprint.releases.is_some(), "releases "),
            (footprint.may_block, "blocks "),
            (footprint.may_end_execution, "ends "),
        ] {
            text += if holds { word } else { "" };
        }
        text.trim_end().to_owned()
    }

    #[test]
    fn registers_and_temporaries_are_not_listed() {
        let text = footprint(|code, int| {
            let shared = code.builder().global("x", int);
            let seen = code.register("seen", int);
            code.assign(&seen, read(shared));
        });
        assert_eq!(text, "R! W");
        let text = footprint(|code, int| {
            let temporary = fresh_local(code.procedure(), "copy", int, LocalKind::Temporary, false);
            let temporary = crate::builder::local_place(code.procedure(), temporary);
            let shared = code.builder().global("x", int);
            code.assign(&shared, read(temporary));
        });
        assert_eq!(text, "R W!");
    }

    #[test]
    fn an_address_is_read_before_what_it_leads_to() {
        let text = footprint(|code, int| {
            let pointer = code.builder().types().pointer_to(int);
            let pointer = code.register("p", pointer);
            let number = code.number(1);
            let target = deref(code.builder().types(), read(pointer));
            let sum = code.add(read(target.clone()), number);
            code.assign(&target, sum);
        });
        assert_eq!(text, "R R R! W! memory overflow");
    }

    #[test]
    fn constant_indices_inside_the_array_do_not_violate_memory() {
        for (number, expected) in [(2, "W!"), (3, "W! memory"), (-1, "W! memory")] {
            let text = footprint(|code, int| {
                let array = code.builder().array(int, 3);
                let array = code.builder().global("a", array);
                let number = code.number(number);
                let target = index(code.builder().types(), array, number);
                let zero = code.number(0);
                code.assign(&target, zero);
            });
            assert_eq!(text, expected);
        }
    }

    #[test]
    fn taking_an_address_is_no_access() {
        let text = footprint(|code, int| {
            let shared = code.builder().global("x", int);
            code.lock(&shared);
        });
        assert_eq!(text, "memory locks acquires blocks");
        let text = footprint(|code, int| {
            let shared = code.builder().global("x", int);
            code.synchronize(Synchronization::ConditionRelease, &[&shared, &shared]);
        });
        assert_eq!(text, "memory locks releases");
    }

    #[test]
    fn division_and_shifts_by_good_constants_do_not_violate() {
        for (operator, right, expected) in [
            (BinaryOperator::Divide, 2, "R W ends"),
            (BinaryOperator::Divide, -1, "R W overflow ends"),
            (BinaryOperator::Remainder, 0, "R W arithmetic ends"),
            (BinaryOperator::ShiftRight, 31, "R W ends"),
            (BinaryOperator::ShiftRight, 32, "R W arithmetic ends"),
            (BinaryOperator::ShiftLeft, 1, "R W overflow arithmetic ends"),
        ] {
            let text = footprint(|code, int| {
                let seen = code.register("seen", int);
                let right = code.number(right);
                let value = code.binary(operator, read(seen), right);
                code.assume(value);
            });
            assert_eq!(text, expected.replace("R W", "R"), "{operator:?}");
        }
    }

    #[test]
    fn threads_and_byte_ranges() {
        let text = footprint(|code, _| {
            let id = code.builder().thread_id();
            let id = code.builder().global("id", id);
            let main = code.builder().program().main;
            code.spawn(&id, main);
        });
        assert_eq!(text, "Wtarget! memory");
        let text = footprint(|code, _| {
            let (pointer, size) = (code.builder().void_pointer(), code.builder().thread_id());
            let (address, size) = (integer(0, pointer), integer(4, size));
            code.effect(Effect::CopyBytes { target: address.clone(), origin: address, size, may_overlap: true });
        });
        assert_eq!(text, "Rbytes! Wbytes! memory");
    }
}
