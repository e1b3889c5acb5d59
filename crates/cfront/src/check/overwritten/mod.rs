//! Assignments to synchronization objects: `m = (pthread_mutex_t)PTHREAD_MUTEX_INITIALIZER`, `memset(&s, 0, sizeof s)` and copies of a structure
//! that holds a mutex.
//!
//! The state of a synchronization object does not lie in its bytes, in either reading of C. So a call of `__raddle_overwritten` stands beside
//! each assignment, `memset` or copy that writes such an object as a whole: the object is as its bytes say then, with a mutex of the kind
//! that is the second argument. A copy of an object that may be in use is no synchronization object (POSIX 2.9.9): it is as if it were
//! destroyed, which is kind 4.
//!
//! Which types are those of synchronization objects is told by the parameters of the functions that the program calls; once controls and
//! spin locks, which are numbers, by the objects whose addresses it passes ([`numbers`]). A local variable whose address never goes anywhere cannot be used
//! as one: assignments to it are not touched. Left out: objects that are written through pointers to other types, which
//! `overwritten_locks` of the analyses finds.

use raddle_program::source::Span;
use raddle_program::types::{ArrayLength, IntKind, TypeId, TypeKind};
use rustc_hash::FxHashSet;

mod numbers;
mod objects;

use self::numbers::Numbers;
use self::objects::{Found, LIMIT, Objects, Part, called, kind_offset, object_of, unconverted, writer};
use super::Checker;
use super::walk::{Rewrite, Use, walk, walk_initializer};
use crate::typed::{
    Block, ElementSize, Expr, ExprKind, FunctionId, Initializer, Statement, StatementKind, Unit, VariableId,
};

/// The function that says that an object was overwritten.
const OVERWRITTEN: &str = "__raddle_overwritten";

/// The size of a once control or a spin lock, in bytes.
const NUMBER_BYTES: u64 = 4;

/// The kind of an object that is a copy of another one.
const COPY: i128 = 4;

impl Checker {
    /// Comes when all bodies are known; functions of ours are not touched.
    pub(super) fn note_overwritten_objects(&mut self, own: &FxHashSet<FunctionId>) {
        let bodies: Vec<FunctionId> = self.unit.functions.ids().filter(|function| !own.contains(function)).collect();
        let unit = &self.unit;
        let numbers = Numbers::of(unit, |search| {
            for &function in &bodies {
                search.function = Some(function);
                if let Some(body) = &unit.functions[function].body {
                    walk(&mut body.clone(), search);
                    body.statements_inside().iter().for_each(|statement| search.returned(&statement.kind));
                }
            }
            search.globals();
        });
        let mut objects = Objects::of(unit, numbers);
        if objects.types.is_empty() && objects.numbers.are_unused() {
            return;
        }
        let mut found = Found { unit, objects: &mut objects };
        for &function in &bodies {
            if let Some(body) = &unit.functions[function].body {
                walk(&mut body.clone(), &mut found);
            }
        }
        for variable in unit.variables.values() {
            if let Some(initializer) = &variable.initializer {
                walk_initializer(&mut initializer.clone(), &mut found, &mut Vec::new());
            }
        }
        let is_copied =
            |variable: &VariableId| objects.are_within(&self.unit.types, self.unit.variables[*variable].ty.ty);
        let mut functions = bodies.iter().map(|&function| &self.unit.functions[function]);
        if !objects.may_be_written && !functions.any(|function| function.parameters.iter().any(is_copied)) {
            return;
        }
        let text = format!("int {OVERWRITTEN}(void *object, int kind);\n");
        let was_used = self.unit.names(OVERWRITTEN);
        let Some(function) = self.own_function(OVERWRITTEN, &text) else { return };
        let void = self.unit.types.void();
        let pointer = self.unit.types.pointer_to(void);
        let char = self.unit.types.int(IntKind::Char);
        let bytes = self.unit.types.pointer_to(char);
        let int = self.unit.types.int(IntKind::Int);
        let numbers = self.unit.types.pointer_to(int);
        let mut is_needed = was_used;
        for &id in &bodies {
            let Some(mut body) = self.unit.functions[id].body.take() else { continue };
            let ty = self.unit.functions[function].ty;
            let mut writes = Writes {
                unit: &mut self.unit,
                objects: &objects,
                function: (function, ty),
                names: [pointer, bytes, int, numbers],
                is_needed: false,
            };
            walk(&mut body, &mut writes);
            writes.parameters(id, &mut body);
            is_needed |= writes.is_needed;
            self.unit.functions[id].body = Some(body);
        }
        self.unit.functions[function].is_used = is_needed;
    }
}

/// Whether an expression may be evaluated twice.
fn is_pure(expr: &Expr) -> bool {
    match &expr.kind {
        ExprKind::Variable(_) | ExprKind::Integer(_) | ExprKind::Function(_) => true,
        ExprKind::Deref(inner)
        | ExprKind::Member { base: inner, .. }
        | ExprKind::Load(inner)
        | ExprKind::Decay(inner)
        | ExprKind::AddressOf(inner)
        | ExprKind::Unary(_, inner)
        | ExprKind::Cast { operand: inner, .. } => is_pure(inner),
        ExprKind::Binary(_, left, right) | ExprKind::PointerAdd { pointer: left, index: right, .. } => {
            is_pure(left) && is_pure(right)
        }
        _ => false,
    }
}

/// Puts the calls beside what overwrites objects.
struct Writes<'a> {
    unit: &'a mut Unit,
    objects: &'a Objects,
    function: (FunctionId, TypeId),
    /// `void *`, `char *`, `int`, `int *`
    names: [TypeId; 4],
    is_needed: bool,
}

/// The kind that a mutex gets.
#[derive(Clone, Copy)]
enum Kind {
    Number(i128),
    /// The one that its bytes say afterwards.
    Written,
}

impl Writes<'_> {
    fn parts(&self, ty: TypeId) -> Result<Vec<Part>, &'static str> {
        let mut found = Vec::new();
        match self.objects.within(&self.unit.types, ty, 0, &mut found) {
            Some(()) => Ok(found),
            None => Err("synchronization objects in large arrays that are overwritten at once"),
        }
    }

    /// A number that is a synchronization object, or an array of them.
    fn numbers(&self, ty: TypeId) -> Result<Vec<Part>, &'static str> {
        let (mut count, mut ty) = (1, ty);
        while let TypeKind::Array { element, length: ArrayLength::Fixed(length) } = self.unit.types.kind(ty) {
            (count, ty) = (length.saturating_mul(count), element.ty);
        }
        if count > LIMIT as u64 {
            return Err("synchronization objects in large arrays that are overwritten at once");
        }
        let size = self.unit.types.size_of(ty).unwrap_or(NUMBER_BYTES);
        Ok((0..count).map(|position| Part { offset: position * size, has_kind: false }).collect())
    }

    fn number(&self, value: i128, span: Span) -> Expr {
        Expr { kind: ExprKind::Integer(value), ty: self.names[2], span }
    }

    /// `(void *)((char *)pointer + offset)`
    fn moved(&self, pointer: &Expr, offset: u64) -> Expr {
        let span = pointer.span;
        let cast = |operand: Expr, ty| Expr {
            kind: ExprKind::Cast { operand: Box::new(operand), is_explicit: true },
            ty,
            span,
        };
        let [void, bytes, ..] = self.names;
        if offset == 0 {
            return cast(pointer.clone(), void);
        }
        let (start, index) = (cast(pointer.clone(), bytes), self.number(offset.into(), span));
        let kind = ExprKind::PointerAdd {
            pointer: Box::new(start),
            index: Box::new(index),
            is_subtraction: false,
            element: ElementSize::Fixed(1),
        };
        cast(Expr { kind, ty: bytes, span }, void)
    }

    /// The calls for some objects behind a pointer.
    fn calls(&mut self, pointer: &Expr, parts: &[Part], kind: Kind) -> Option<Expr> {
        let span = pointer.span;
        let mut all: Option<Expr> = None;
        for &Part { offset, has_kind } in parts {
            let object = self.moved(pointer, offset);
            let kind = match kind {
                Kind::Number(number) => self.number(number, span),
                Kind::Written if !has_kind => self.number(0, span),
                Kind::Written => {
                    let [_, _, int, numbers] = self.names;
                    let at = self.moved(pointer, offset + kind_offset(&self.unit.types));
                    let at =
                        Expr { kind: ExprKind::Cast { operand: Box::new(at), is_explicit: true }, ty: numbers, span };
                    let place = Expr { kind: ExprKind::Deref(Box::new(at)), ty: int, span };
                    Expr { kind: ExprKind::Load(Box::new(place)), ty: int, span }
                }
            };
            let callee = Expr { kind: ExprKind::Function(self.function.0), ty: self.function.1, span };
            let call = ExprKind::Call { callee: Box::new(callee), arguments: vec![object, kind] };
            let call = Expr { kind: call, ty: self.names[2], span };
            all = Some(match all {
                None => call,
                Some(before) => {
                    Expr { kind: ExprKind::Comma(Box::new(before), Box::new(call)), ty: self.names[2], span }
                }
            });
        }
        self.is_needed |= all.is_some();
        all
    }

    /// Puts calls beside an expression that overwrites the objects.
    fn beside(&mut self, expr: &mut Expr, calls: Expr, is_behind: bool) {
        let (ty, span) = (expr.ty, expr.span);
        let own = std::mem::replace(expr, self.number(0, span));
        *expr = match is_behind {
            true => Expr { ty: calls.ty, kind: ExprKind::Comma(Box::new(own), Box::new(calls)), span },
            false => Expr { kind: ExprKind::Comma(Box::new(calls), Box::new(own)), ty, span },
        };
    }

    fn refuse(&self, expr: &mut Expr, what: &str) {
        expr.kind = ExprKind::Unsupported(what.into());
    }

    /// `target = value`
    fn assignment(&mut self, expr: &mut Expr, using: Use) {
        let ExprKind::Assign { target, value } = &expr.kind else { return };
        let is_number = self.objects.is_number(target);
        let offsets = if is_number { self.numbers(target.ty) } else { self.parts(target.ty) };
        let offsets = match offsets {
            Ok(offsets) if offsets.is_empty() => return,
            Ok(offsets) => offsets,
            Err(what) => return self.refuse(expr, what),
        };
        if self.objects.is_private(self.unit, target) {
            return;
        }
        if is_number && !matches!(value.kind, ExprKind::Integer(0)) {
            return self.refuse(expr, "an assignment of another value than 0 to a once control or spin lock");
        }
        if !is_pure(target) {
            return self
                .refuse(expr, "an assignment to a synchronization object that an expression with effects names");
        }
        let kind = match () {
            () if is_number => Kind::Number(0),
            () if self.objects.may_be_used(value) => Kind::Number(COPY),
            () => self.kind_in(value, &offsets),
        };
        if matches!(kind, Kind::Written) && using != Use::Nothing {
            return self.refuse(expr, "the value of an assignment to a synchronization object");
        }
        let ty = self.unit.types.pointer_to(target.ty);
        let address = Expr { kind: ExprKind::AddressOf(target.clone()), ty, span: expr.span };
        if let Some(calls) = self.calls(&address, &offsets, kind) {
            self.beside(expr, calls, using == Use::Nothing);
        }
    }

    /// The kind of all mutexes in the value of an initializer.
    fn kind_in(&self, value: &Expr, parts: &[Part]) -> Kind {
        match &value.kind {
            ExprKind::Load(inner) | ExprKind::Cast { operand: inner, .. } => self.kind_in(inner, parts),
            ExprKind::CompoundLiteral { initializer, .. } => {
                let are_scalars =
                    initializer.parts.iter().all(|part| !matches!(self.unit.types.kind(part.ty), TypeKind::Record(_)));
                let said = |mutex: &Part| {
                    let at = mutex.offset + kind_offset(&self.unit.types);
                    let part = initializer.parts.iter().rev().find(|part| part.offset == at);
                    part.map_or(Some(0), |part| match part.value.kind {
                        ExprKind::Integer(number) => Some(number),
                        _ => None,
                    })
                };
                let mut kinds = parts.iter().filter(|part| part.has_kind).map(said);
                match kinds.next() {
                    None => Kind::Number(0),
                    Some(Some(first)) if are_scalars && kinds.all(|kind| kind == Some(first)) => Kind::Number(first),
                    Some(_) => Kind::Written,
                }
            }
            _ => Kind::Written,
        }
    }

    /// A call of `memset` or one of its kin.
    fn filling(&mut self, expr: &mut Expr, using: Use) {
        let Some((function, arguments)) = called(expr) else { return };
        let Some(copies) = writer(self.unit, function) else { return };
        let [target, .., size] = arguments else { return };
        let pointer = unconverted(target);
        let pointee = match (&pointer.kind, self.unit.types.kind(pointer.ty)) {
            (ExprKind::Decay(array), _) => array.ty,
            (_, TypeKind::Pointer(pointee)) => pointee.ty,
            _ => return,
        };
        let is_number = self.objects.numbers.points_to_number(target);
        let inside = if is_number { self.numbers(pointee) } else { self.parts(pointee) };
        let inside = match inside {
            Ok(inside) if inside.is_empty() => return,
            Ok(inside) => inside,
            Err(what) => return self.refuse(expr, what),
        };
        if object_of(target).is_some_and(|place| self.objects.is_private(self.unit, place)) {
            return;
        }
        let (ExprKind::Integer(size), true) = (&unconverted(size).kind, is_pure(pointer)) else {
            return self.refuse(expr, "synchronization objects of an unknown number that are overwritten at once");
        };
        let unit = if is_number { NUMBER_BYTES } else { 1 };
        let (size, step) =
            (u64::try_from(*size).unwrap_or(0), self.unit.types.size_of(pointee).unwrap_or(unit).max(unit));
        let mut offsets = Vec::new();
        for start in (0..size).step_by(usize::try_from(step).unwrap_or(usize::MAX)) {
            offsets.extend(inside.iter().map(|part| part.moved(start)).filter(|part| part.offset < size));
            if offsets.len() > LIMIT {
                return self.refuse(expr, "synchronization objects in large arrays that are overwritten at once");
            }
        }
        let kind = match (copies, arguments) {
            (true, [_, origin, _]) => match object_of(origin) {
                Some(place) if !self.objects.may_be_used(place) => Kind::Written,
                _ => Kind::Number(COPY),
            },
            (false, [_, byte, _]) if !matches!(unconverted(byte).kind, ExprKind::Integer(0)) => {
                return self.refuse(expr, "bytes other than 0 that overwrite a synchronization object");
            }
            _ => Kind::Number(0),
        };
        if matches!(kind, Kind::Written) && using != Use::Nothing {
            return self.refuse(expr, "the value of a copy to a synchronization object");
        }
        let pointer = pointer.clone();
        if let Some(calls) = self.calls(&pointer, &offsets, kind) {
            self.beside(expr, calls, using == Use::Nothing);
        }
    }

    /// Parameters that are structures with synchronization objects are copies.
    fn parameters(&mut self, function: FunctionId, body: &mut Block) {
        let mut first = Vec::new();
        for variable in self.unit.functions[function].parameters.clone() {
            let (ty, span) = (self.unit.variables[variable].ty.ty, self.unit.variables[variable].span);
            if !matches!(self.unit.types.kind(ty), TypeKind::Record(_)) || !self.objects.is_addressed(variable) {
                continue;
            }
            let place = Expr { kind: ExprKind::Variable(variable), ty, span };
            let pointer = self.unit.types.pointer_to(ty);
            let address = Expr { kind: ExprKind::AddressOf(Box::new(place)), ty: pointer, span };
            let kind = match self.parts(ty) {
                Ok(offsets) => self.calls(&address, &offsets, Kind::Number(COPY)).map(StatementKind::Expr),
                Err(what) => Some(StatementKind::Unsupported(what.into())),
            };
            first.extend(kind.map(|kind| Statement { kind, span }));
        }
        body.statements.splice(0..0, first);
    }
}

impl Rewrite for Writes<'_> {
    fn expression(&mut self, _: &mut Expr, _: &mut Vec<VariableId>) {}

    fn used_expression(&mut self, expr: &mut Expr, using: Use, _: &mut Vec<VariableId>) {
        match &expr.kind {
            ExprKind::Assign { target, .. }
            | ExprKind::CompoundAssign { target, .. }
            | ExprKind::PointerAssign { target, .. }
            | ExprKind::Increment { target, .. }
                if self.objects.is_part(target) =>
            {
                self.refuse(expr, "an assignment to a part of a synchronization object");
            }
            ExprKind::Assign { .. } => self.assignment(expr, using),
            ExprKind::CompoundAssign { target, .. } | ExprKind::Increment { target, .. }
                if self.objects.is_number(target) =>
            {
                self.refuse(expr, "an assignment of another value than 0 to a once control or spin lock");
            }
            ExprKind::Call { .. } => self.filling(expr, using),
            _ => {}
        }
    }

    fn declaration(&mut self, variable: VariableId, initializer: &mut Initializer) {
        if !self.objects.is_addressed(variable) {
            return;
        }
        let (ty, span) = (self.unit.variables[variable].ty.ty, self.unit.variables[variable].span);
        for part in &mut initializer.parts {
            if !matches!(self.unit.types.kind(part.ty), TypeKind::Record(_)) || !self.objects.may_be_used(&part.value) {
                continue;
            }
            let offsets = match self.parts(part.ty) {
                Ok(parts) => parts.into_iter().map(|inside| inside.moved(part.offset)).collect::<Vec<_>>(),
                Err(what) => {
                    self.refuse(&mut part.value, what);
                    continue;
                }
            };
            let place = Expr { kind: ExprKind::Variable(variable), ty, span };
            let pointer = self.unit.types.pointer_to(ty);
            let address = Expr { kind: ExprKind::AddressOf(Box::new(place)), ty: pointer, span };
            if let Some(calls) = self.calls(&address, &offsets, Kind::Number(COPY)) {
                self.beside(&mut part.value, calls, false);
            }
        }
    }
}
