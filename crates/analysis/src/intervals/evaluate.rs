//! The values of expressions in a state, and what tests imply about the state.

use raddle_logic::intervals::Interval;
use raddle_program::automaton::Transition;
use raddle_program::builder::field_of;
use raddle_program::syntax::{BinaryOperator, Expr, ExprKind, Place, PlaceKind, UnaryOperator};
use raddle_program::types::TypeKind;

use super::super::points_to::{AbstractObject, Context, ObjectKind, Target};
use super::cells::Access;
use super::content::Content;
use super::flow::Flow;
use super::pairs::{combination, combined};
use super::state::{Slot, State, Symbol};
use crate::number::{EQUAL, GREATER, LESS, Outcomes, Shape, holds, restricted, swapped};

/// What an expression gives.
#[derive(Clone, Copy, Debug)]
pub struct Number {
    /// As a number of the type of the expression; anything if it is no scalar.
    pub content: Content,
    /// Its bits, if they have a symbol.
    pub symbol: Option<Symbol>,
}

impl Number {
    /// Something of which only this is known.
    pub fn of(content: impl Into<Content>) -> Number {
        Number { content: content.into(), symbol: None }
    }

    /// The numbers that it may be; `None` if it may be an address.
    pub fn range(&self) -> Option<Interval> {
        self.content.number()
    }
}

impl Flow<'_> {
    pub(super) fn shape(&self, expr: &Expr) -> Option<Shape> {
        Shape::of(&self.program.types, expr.ty)
    }

    /// What an expression gives. Reading shared memory in a stretch of exclusive access makes its cell one that is followed.
    pub(super) fn evaluate(&mut self, state: &mut State, at: (Context, Transition), expr: &Expr) -> Number {
        let shape = self.shape(expr);
        match &expr.kind {
            ExprKind::Integer(number) => Number::of(shape.map(|shape| shape.converted(Interval::point(*number)))),
            ExprKind::Read(place) => {
                let mut known = self.read(state, at, place, shape);
                if let Some((numbers, shape)) = self.reads.get(&(at.0, std::ptr::from_ref(expr))).zip(shape) {
                    let held = known.range().unwrap_or(shape.all());
                    known.content = Content::Number(held.meet(*numbers));
                    self.is_impossible |= known.content.is_nothing();
                }
                // Whatever the bits are, an integer has a value of its type.
                let is_integer = matches!(self.program.types.kind(expr.ty), TypeKind::Int(_));
                let is_any = is_integer && known.range().is_none() && known.symbol.is_none();
                if is_any { Number::of(shape.map(Shape::all)) } else { known }
            }
            ExprKind::AddressOf(place) => {
                Number::of(if self.is_in_an_object(state, at, place) { Content::ADDRESS } else { Content::Any })
            }
            ExprKind::Procedure(_) => Number::of(Content::ADDRESS),
            ExprKind::PointerAdd { pointer, index, element, is_subtraction: false } => {
                let is_element = self.is_element(state, at, pointer, index, *element);
                Number::of(if is_element { Content::ADDRESS } else { Content::Any })
            }
            ExprKind::SelfId | ExprKind::PointerAdd { .. } => Number::of(Content::Any),
            ExprKind::AllocationSize(..) | ExprKind::PointerDifference { .. } => Number::of(shape.map(Shape::all)),
            ExprKind::Floating(operation, operands) => {
                for operand in operands {
                    self.evaluate(state, at, operand);
                }
                let truth = Some(Interval { low: 0, high: 1 });
                Number::of(if operation.is_comparison() { truth } else { shape.map(Shape::all) })
            }
            ExprKind::Unary(operator, operand) => {
                let of = self.evaluate(state, at, operand);
                let shape = if *operator == UnaryOperator::LogicalNot { self.shape(operand) } else { shape };
                let known = shape.zip(of.range()).map(|(shape, of)| shape.unary(*operator, of));
                let truth = Interval { low: 0, high: 1 };
                Number::of(known.or((*operator == UnaryOperator::LogicalNot).then_some(truth)))
            }
            ExprKind::Binary(operator, left, right) => {
                let (a, b) = (self.evaluate(state, at, left), self.evaluate(state, at, right));
                Number::of(self.binary(state, *operator, (left, a), b))
            }
            ExprKind::Cast(operand) => {
                let of = self.evaluate(state, at, operand);
                let (Some(from), Some(to)) = (self.shape(operand), shape) else { return Number::of(Content::Any) };
                let content = of.content.converted(Some(from), Some(to));
                Number { content, symbol: of.symbol.filter(|_| to.keeps_number_of(from, of.range())) }
            }
            ExprKind::Conditional { condition, then, otherwise } => {
                let mut joined = Content::NOTHING;
                for (holds, value) in [(true, then), (false, otherwise)] {
                    let ends = |flow: &mut Self, way: &mut State| {
                        flow.refine(way, at, condition, holds).then(|| flow.evaluate(way, at, value).content)
                    };
                    if let Some((_, content)) = self.way(state, ends) {
                        joined = joined.join(content);
                    }
                }
                self.is_impossible |= joined.is_nothing();
                Number::of(if joined.is_nothing() { Content::Any } else { joined })
            }
        }
    }

    /// Whether a pointer to a place in a variable that is moved by so many elements certainly leads to one of the offsets that points-to sets
    /// say: all elements that it may be are cells of their own.
    fn is_element(
        &mut self,
        state: &mut State,
        at: (Context, Transition),
        pointer: &Expr,
        index: &Expr,
        element: u64,
    ) -> bool {
        /// An array of more elements has cells that several of them share.
        const MOST: i128 = 64;
        let ExprKind::AddressOf(place) = &pointer.kind else { return false };
        let Some((root, bytes)) = self.member(place) else { return false };
        let object = match &root.kind {
            PlaceKind::Global(global) => self.cells.global(*global),
            PlaceKind::Local(local) => self.cells.local_in(at.0, *local),
            _ => None,
        };
        let range = self.evaluate(state, at, index).range();
        let Some((object, range)) = object.zip(range).filter(|(_, range)| !range.is_empty()) else { return false };
        let shape = &self.points_to.object(object).shape;
        let is_exact = |number: i128| {
            let offset = number.checked_mul(element.into()).and_then(|by| i128::from(bytes).checked_add(by));
            let canonical = offset.and_then(|offset| shape.canonical(offset));
            canonical.is_some_and(|it| offset == Some(it.into()) && shape.is_exact(it))
        };
        range.high.saturating_sub(range.low) < MOST && (range.low..=range.high).all(is_exact)
    }

    /// Whether a place certainly lies in an object, at the offset that points-to sets say. Elements of an array share an offset there.
    fn is_in_an_object(&mut self, state: &mut State, at: (Context, Transition), place: &Place) -> bool {
        let Some((root, bytes)) = self.member(place) else { return false };
        let (points_to, cells) = (self.points_to, self.cells);
        let is_exact = |object: AbstractObject, offset: u64| {
            let shape = &points_to.object(object).shape;
            shape.canonical(offset.into()).is_some_and(|offset| shape.is_exact(offset))
        };
        match &root.kind {
            PlaceKind::Global(global) => bytes == 0 || cells.global(*global).is_some_and(|it| is_exact(it, bytes)),
            PlaceKind::Local(local) => bytes == 0 || cells.local_in(at.0, *local).is_some_and(|it| is_exact(it, bytes)),
            PlaceKind::Deref(pointer) => {
                // The pointer is an address: it is neither a number nor indeterminate.
                let is_none = |target: &Target| {
                    matches!(points_to.object(target.object).kind, ObjectKind::Number | ObjectKind::Indeterminate)
                };
                let is_member = |target: &Target| {
                    is_none(target) || target.offset.is_some_and(|it| is_exact(target.object, it.saturating_add(bytes)))
                };
                let are_members = || {
                    let ExprKind::Read(place) = &pointer.kind else { return false };
                    let nodes = match self.register(at.0, place) {
                        Some(register) => points_to.register(at.0, register).map(|node| vec![node]),
                        None => self.nodes_of(at, place),
                    };
                    nodes.is_some_and(|nodes| nodes.iter().all(|node| points_to.targets(*node).iter().all(is_member)))
                };
                (bytes == 0 || are_members()) && self.evaluate(state, at, pointer).content.is_address()
            }
            PlaceKind::Field(..) | PlaceKind::Index(..) | PlaceKind::BitLocation(_) => false,
        }
    }

    /// The place that a member of members lies in, and at which byte.
    fn member<'e>(&self, place: &'e Place) -> Option<(&'e Place, u64)> {
        match &place.kind {
            PlaceKind::Field(base, number) => {
                let (root, offset) = self.member(base)?;
                Some((root, offset.checked_add(field_of(&self.program.types, base.ty, *number)?.offset)?))
            }
            PlaceKind::Index(base, index) if matches!(index.kind, ExprKind::Integer(0)) => self.member(base),
            PlaceKind::Index(..) | PlaceKind::BitLocation(_) => None,
            PlaceKind::Global(_) | PlaceKind::Local(_) | PlaceKind::Deref(_) => Some((place, 0)),
        }
    }

    /// One of several branches: its result, and the state at its end; `None` if it is impossible. That says nothing
    /// about the other branches.
    pub(super) fn way<T>(
        &mut self,
        state: &State,
        ends: impl FnOnce(&mut Self, &mut State) -> Option<T>,
    ) -> Option<(State, T)> {
        let before = std::mem::take(&mut self.is_impossible);
        let mut way = state.clone();
        let end = ends(self, &mut way);
        let is_impossible = std::mem::replace(&mut self.is_impossible, before);
        end.filter(|_| !is_impossible).map(|end| (way, end))
    }

    fn binary(
        &self,
        state: &State,
        operator: BinaryOperator,
        (left, a): (&Expr, Number),
        b: Number,
    ) -> Option<Interval> {
        let shape = self.shape(left)?;
        let truth = Interval { low: 0, high: 1 };
        let related = a.symbol.zip(b.symbol).map(|(one, other)| state.outcomes(one, other, shape));
        if let Some(wanted) = holds(operator) {
            let (Some(x), Some(y)) = (a.range(), b.range()) else { return Some(truth) };
            let Some(found) = related else { return Some(shape.binary(operator, x, y)) };
            return Some(Interval { low: (found & !wanted == 0).into(), high: (found & wanted != 0).into() });
        }
        let (x, y) = (a.range()?, b.range()?);
        let result = match self.exactly(state, operator, shape, a, b) {
            Some(exact) if shape.all().contains(exact) => exact,
            _ => shape.binary(operator, x, y),
        };
        let (BinaryOperator::Subtract, Some(found)) = (operator, related) else { return Some(result) };
        // A difference of numbers that are known to compare.
        let low = match () {
            () if found & LESS != 0 => return Some(result),
            () if found == GREATER => 1,
            () => 0,
        };
        let exact = Interval { low: low.max(x.low - y.high), high: x.high - y.low };
        Some(if shape.all().contains(exact) { exact } else { result })
    }

    /// A sum or difference of signed numbers, if it does not wrap.
    pub(super) fn exactly(
        &self,
        state: &State,
        operator: BinaryOperator,
        shape: Shape,
        a: Number,
        b: Number,
    ) -> Option<Interval> {
        let how = combination(operator).filter(|_| shape.is_signed)?;
        let by_range = combined(a.range()?, b.range()?, how);
        let known = a.symbol.zip(b.symbol).and_then(|(one, other)| state.combination(one, other, how));
        Some(known.map_or(by_range, |known| known.meet(by_range)))
    }

    fn read(&mut self, state: &mut State, at: (Context, Transition), place: &Place, shape: Option<Shape>) -> Number {
        let Some(shape) = shape else { return Number::of(Content::Any) };
        if let Some(local) = self.register(at.0, place) {
            let symbol = state.symbol(Slot::Register(local));
            if let Some((symbol, &sum)) = symbol.zip(self.sums.get(&(at.0, local))) {
                self.is_impossible |= !state.restrict(symbol, sum);
            }
            let bits = symbol.map_or(Content::Any, |symbol| state.content(symbol));
            return Number { content: bits.of_bits(shape), symbol };
        }
        let touched = self.cells.touched_place(self.program, self.points_to, at, place, Access::Read);
        let Some(touched) = touched.filter(|touched| !touched.has_others && !touched.cells.is_empty()) else {
            return Number::of(Content::Any);
        };
        if touched.cells.iter().any(|(_, is_exact)| !is_exact) {
            return Number::of(Content::Any);
        }
        if let [(cell, _)] = touched.cells[..]
            && self.is_followed(state, cell)
        {
            let symbol = self.follow(state, cell);
            return Number { content: state.content(symbol).of_bits(shape), symbol: Some(symbol) };
        }
        let mut joined = Content::NOTHING;
        for (cell, _) in touched.cells {
            joined =
                joined.join(if self.is_followed(state, cell) { self.held(state, cell) } else { self.visible(cell) });
        }
        self.is_impossible |= joined.is_nothing();
        Number::of(if joined.is_nothing() { Content::Any } else { joined.of_bits(shape) })
    }

    /// Goes on where a condition holds, or where it does not; false if that is impossible.
    pub(super) fn refine(
        &mut self,
        state: &mut State,
        at: (Context, Transition),
        condition: &Expr,
        is_true: bool,
    ) -> bool {
        match &condition.kind {
            ExprKind::Unary(UnaryOperator::LogicalNot, operand) => self.refine(state, at, operand, !is_true),
            ExprKind::Binary(operator, left, right) => {
                let Some(wanted) = holds(*operator) else { return self.is_zero_or_not(state, at, condition, is_true) };
                // `(a < b) != 0`
                let is_zero = matches!(right.kind, ExprKind::Integer(0));
                if is_zero && is_condition(left) && matches!(operator, BinaryOperator::Equal | BinaryOperator::NotEqual)
                {
                    return self.refine(state, at, left, is_true == (*operator == BinaryOperator::NotEqual));
                }
                let wanted = if is_true { wanted } else { !wanted & (LESS | GREATER | EQUAL) };
                self.compare(state, at, (left, right), wanted)
            }
            ExprKind::Cast(operand) => {
                let (from, to) = (self.shape(operand), self.shape(condition));
                // No number but zero becomes zero.
                if from.zip(to).is_some_and(|(from, to)| to.keeps_truth_of(from)) {
                    return self.refine(state, at, operand, is_true);
                }
                self.is_zero_or_not(state, at, condition, is_true)
            }
            ExprKind::Conditional { condition: first, then, otherwise } => {
                let mut ways = Vec::new();
                for (taken, value) in [(true, then), (false, otherwise)] {
                    let ends = |flow: &mut Self, way: &mut State| {
                        let is_taken = flow.refine(way, at, first, taken) && flow.refine(way, at, value, is_true);
                        is_taken.then_some(())
                    };
                    ways.extend(self.way(state, ends).map(|(way, ())| way));
                }
                let joined = ways.into_iter().reduce(|mut one, mut other| {
                    self.align(&mut one, &mut other);
                    one.join(&other, None, &|_| false)
                });
                joined.map(|joined| *state = joined).is_some()
            }
            ExprKind::Integer(number) => (*number != 0) == is_true,
            ExprKind::Read(_) => self.is_zero_or_not(state, at, condition, is_true),
            ExprKind::AddressOf(_)
            | ExprKind::Procedure(_)
            | ExprKind::SelfId
            | ExprKind::AllocationSize(..)
            | ExprKind::Unary(..)
            | ExprKind::PointerAdd { .. }
            | ExprKind::PointerDifference { .. }
            | ExprKind::Floating(..) => true,
        }
    }

    fn is_zero_or_not(&mut self, state: &mut State, at: (Context, Transition), expr: &Expr, is_true: bool) -> bool {
        let zero = Expr { kind: ExprKind::Integer(0), ty: expr.ty };
        let wanted = if is_true { LESS | GREATER } else { EQUAL };
        self.compare(state, at, (expr, &zero), wanted)
    }

    fn compare(
        &mut self,
        state: &mut State,
        at: (Context, Transition),
        (left, right): (&Expr, &Expr),
        wanted: Outcomes,
    ) -> bool {
        let (a, b) = (self.evaluate(state, at, left), self.evaluate(state, at, right));
        let (Some(shape), Some(x), Some(y)) = (self.shape(left), a.range(), b.range()) else {
            return self.is_no_address_or_not(state, (left, a), b, wanted)
                && self.is_no_address_or_not(state, (right, b), a, swapped(wanted));
        };
        let (to_x, to_y) = (restricted(x, y, wanted), restricted(y, x, swapped(wanted)));
        if to_x.is_empty() || to_y.is_empty() {
            return false;
        }
        if let (Some(one), Some(other)) = (a.symbol, b.symbol)
            && !state.restrict_pair(one, other, shape, wanted)
        {
            return false;
        }
        if !self.relate_pairs(state, at, (left, right), wanted) {
            return false;
        }
        self.restrict_value(state, at, left, to_x) && self.restrict_value(state, at, right, to_y)
    }

    /// The value of an expression lies in an interval, too; false if it cannot. The interval lies in the range of the value.
    fn restrict_value(&mut self, state: &mut State, at: (Context, Transition), expr: &Expr, to: Interval) -> bool {
        let Some(shape) = self.shape(expr) else { return true };
        if let Some(symbol) = self.evaluate(state, at, expr).symbol {
            return state.restrict(symbol, shape.to_bits(to));
        }
        if let Some(operand) = self.promoted(expr) {
            let fits = self.shape(operand).is_some_and(|of| of.all().contains(to));
            return !fits || self.restrict_value(state, at, operand, to);
        }
        // A negative number becomes a larger one than all that are not negative.
        if let ExprKind::Cast(operand) = &expr.kind
            && self.shape(operand).is_some_and(|of| of.is_unsigned_in(shape) && of.all().contains(to))
        {
            return self.restrict_value(state, at, operand, to);
        }
        let Some((operand, by)) = moved_by_constant(expr) else { return true };
        let Some(range) = self.evaluate(state, at, operand).range() else { return true };
        let moved = |range: Interval, by: i128| Interval { low: range.low + by, high: range.high + by };
        if self.shape(operand) != Some(shape) || !shape.all().contains(moved(range, by)) {
            // The sum may wrap.
            return true;
        }
        let left = moved(to, -by).meet(range);
        !left.is_empty() && self.restrict_value(state, at, operand, left)
    }

    /// What may be an address compares with a null pointer or with -1 (`MAP_FAILED`), which no address is; false if it cannot.
    fn is_no_address_or_not(
        &mut self,
        state: &mut State,
        (pointer, held): (&Expr, Number),
        null: Number,
        wanted: Outcomes,
    ) -> bool {
        let all = self.shape(pointer).map(Shape::all);
        let is_last = |number: i128| number == -1 || all.is_some_and(|all| all.low == 0 && number == all.high);
        let is_reserved = |range: &Interval| range.low == range.high && (range.low == 0 || is_last(range.low));
        let (Content::Address(numbers), Some(number)) = (held.content, null.range().filter(is_reserved)) else {
            return true;
        };
        let content = match wanted {
            EQUAL if !numbers.contains(number) => return false,
            EQUAL => Content::Number(number),
            _ if wanted & EQUAL != 0 => return true,
            _ => {
                let left = restricted(numbers, number, wanted);
                Content::Address(if left.is_empty() { Interval::EMPTY } else { left })
            }
        };
        if let Some(symbol) = held.symbol {
            let shape = self.shape(pointer);
            state.become_content(symbol, content.to_bits(shape));
        }
        true
    }

    /// What a conversion to a type with more numbers is made of: it has the same value.
    fn promoted<'e>(&self, expr: &'e Expr) -> Option<&'e Expr> {
        let ExprKind::Cast(operand) = &expr.kind else { return None };
        let (from, to) = (self.shape(operand)?, self.shape(expr)?);
        let is_kept = to.all().contains(from.all()) && !to.keeps_bits_of(from);
        is_kept.then(|| self.promoted(operand).unwrap_or(operand))
    }

    /// The register that a place is.
    pub(super) fn register(&self, context: Context, place: &Place) -> Option<raddle_program::syntax::LocalId> {
        let procedure = &self.program.procedures[self.points_to.contexts[context].procedure];
        match place.kind {
            PlaceKind::Local(local) => procedure.locals[local].is_register.then_some(local),
            PlaceKind::Global(_)
            | PlaceKind::Deref(_)
            | PlaceKind::Field(..)
            | PlaceKind::Index(..)
            | PlaceKind::BitLocation(_) => None,
        }
    }
}

/// Whether an expression gives zero or one and says so itself.
pub fn is_condition(expr: &Expr) -> bool {
    match &expr.kind {
        ExprKind::Unary(operator, _) => *operator == UnaryOperator::LogicalNot,
        ExprKind::Binary(operator, ..) => holds(*operator).is_some(),
        ExprKind::Cast(operand) => is_condition(operand),
        ExprKind::Integer(_)
        | ExprKind::Read(_)
        | ExprKind::AddressOf(_)
        | ExprKind::Procedure(_)
        | ExprKind::SelfId
        | ExprKind::AllocationSize(..)
        | ExprKind::PointerAdd { .. }
        | ExprKind::PointerDifference { .. }
        | ExprKind::Floating(..)
        | ExprKind::Conditional { .. } => false,
    }
}

/// What a constant is added to, or subtracted from, and by how much that moves it.
fn moved_by_constant(expr: &Expr) -> Option<(&Expr, i128)> {
    let ExprKind::Binary(operator, left, right) = &expr.kind else { return None };
    match (operator, &left.kind, &right.kind) {
        (BinaryOperator::Add, _, ExprKind::Integer(number)) => Some((left, *number)),
        (BinaryOperator::Add, ExprKind::Integer(number), _) => Some((right, *number)),
        (BinaryOperator::Subtract, _, ExprKind::Integer(number)) => Some((left, -number)),
        _ => None,
    }
}
