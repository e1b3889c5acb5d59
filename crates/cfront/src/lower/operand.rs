//! Operands while they wait: a value whose evaluation is not yet part of a transition.
//!
//! An operand may hold one listed read that is still to happen. As long as nothing happens between it and the transition
//! that uses it, it stays embedded there; as soon as a later operand needs a step of its own, or has a listed read, what
//! came before is stored in temporaries, in order. Values that nothing in between can change stay as they are.

use raddle_program::builder::{local_place, read};
use raddle_program::source::Span;
use raddle_program::syntax::{Block, Effect, Expr, ExprKind, LocalId, LocalKind, Place, PlaceKind, Statement, Step};

use super::ProcedureLowering;

/// A value that waits to be used.
#[derive(Clone, Debug)]
pub(crate) struct Operand {
    /// The value.
    pub expr: Expr,
    /// Whether it contains a listed read (never more than one).
    pub is_access: bool,
    /// The lvalue that is read if it is an access, else the expression.
    pub span: Span,
}

impl Operand {
    /// An operand without a listed read.
    pub fn pure(expr: Expr, span: Span) -> Self {
        Operand { expr, is_access: false, span }
    }
}

/// A place whose address waits to be used.
#[derive(Clone, Debug)]
pub(crate) struct PlaceOperand {
    /// The place.
    pub place: Place,
    /// The lvalue that is read if the pointers and indices of the place contain a listed read (never more than one).
    pub access: Option<Span>,
    /// The lvalue expression.
    pub span: Span,
}

/// What was evaluated before something else.
pub(crate) trait Earlier {
    /// Whether a listed read waits.
    fn is_access(&self) -> bool;
    /// Makes it independent of all that happened after `mark` (the state of the clock when it was evaluated).
    fn settle(&mut self, cx: &mut ProcedureLowering<'_, '_>, mark: u64);
}

impl Earlier for Operand {
    fn is_access(&self) -> bool {
        self.is_access
    }

    fn settle(&mut self, cx: &mut ProcedureLowering<'_, '_>, mark: u64) {
        if self.is_access || !cx.is_stable(&self.expr, mark) {
            cx.spill(self);
        }
    }
}

impl Earlier for PlaceOperand {
    fn is_access(&self) -> bool {
        self.access.is_some()
    }

    fn settle(&mut self, cx: &mut ProcedureLowering<'_, '_>, mark: u64) {
        let access = self.access.take();
        cx.settle_place(&mut self.place, access, self.span, mark);
    }
}

impl Earlier for Vec<Operand> {
    fn is_access(&self) -> bool {
        self.iter().any(|operand| operand.is_access)
    }

    fn settle(&mut self, cx: &mut ProcedureLowering<'_, '_>, mark: u64) {
        for operand in self {
            operand.settle(cx, mark);
        }
    }
}

impl ProcedureLowering<'_, '_> {
    /// Appends a step, unless control cannot get there.
    pub fn emit(&mut self, effect: Effect, span: Span) {
        if self.ends_in_jump() {
            return;
        }
        if let Some(local) = written(&effect) {
            self.clock += 1;
            self.last_write.insert(local, self.clock);
        }
        self.block.push(Statement::Step(Step { effect, span }));
    }

    /// Appends an `if`.
    pub fn emit_if(&mut self, condition: Operand, then: Block, otherwise: Block) {
        let condition = self.scalar(condition);
        self.block.push(Statement::If { condition: condition.expr, then, otherwise, span: condition.span });
    }

    /// Runs `write` and returns what it appended, apart from the code so far.
    pub fn capture<T>(&mut self, write: impl FnOnce(&mut Self) -> T) -> (T, Block) {
        let outer = std::mem::take(&mut self.block);
        let result = write(self);
        (result, std::mem::replace(&mut self.block, outer))
    }

    /// Evaluates an operand after another one, which is made independent of it first if need be.
    pub fn after(&mut self, earlier: &mut impl Earlier, next: impl FnOnce(&mut Self) -> Operand) -> Operand {
        let mark = self.clock;
        let (next, steps) = self.capture(next);
        if !steps.is_empty() || (next.is_access && earlier.is_access()) {
            earlier.settle(self, mark);
        }
        self.block.extend(steps);
        next
    }

    /// Evaluates operands in order; at most the last of those that read keeps its read.
    pub fn operands<'e, E>(
        &mut self,
        expressions: impl IntoIterator<Item = &'e E>,
        mut evaluate: impl FnMut(&mut Self, &'e E) -> Operand,
    ) -> Vec<Operand>
    where
        E: 'e,
    {
        let mut operands = Vec::new();
        for expression in expressions {
            let next = self.after(&mut operands, |cx| evaluate(cx, expression));
            operands.push(next);
        }
        operands
    }

    /// Stores the operand in a temporary and makes it a read of that.
    pub fn spill(&mut self, operand: &mut Operand) {
        let target = self.temporary(operand.expr.ty);
        let place = local_place(&self.procedure, target);
        let value = std::mem::replace(&mut operand.expr, read(place.clone()));
        operand.is_access = false;
        self.emit(Effect::Assign { target: place, value }, operand.span);
    }

    /// The value without a listed read.
    pub fn fetched(&mut self, mut operand: Operand) -> Expr {
        if operand.is_access {
            self.spill(&mut operand);
        }
        operand.expr
    }

    /// The value, which may be used any number of times and after any steps that do not write what it names.
    pub fn settled(&mut self, mut operand: Operand) -> Expr {
        operand.settle(self, u64::MAX);
        operand.expr
    }

    /// The values without listed reads, in order.
    pub fn all_fetched(&mut self, mut operands: Vec<Operand>) -> Vec<Expr> {
        if operands.is_access() {
            operands.settle(self, u64::MAX);
        }
        operands.into_iter().map(|operand| operand.expr).collect()
    }

    /// Whether the operand reads nothing and stays the same as long as its registers are not written.
    pub fn is_settled(&self, operand: &Operand) -> bool {
        !operand.is_access && self.is_stable(&operand.expr, u64::MAX)
    }

    /// Whether the value is the same now and after the objects of blocks are dead: an address of one of them would have to be
    /// taken before.
    pub fn outlives_objects(&self, operand: &Operand) -> bool {
        self.is_settled(operand) && !is_address_of_local(&operand.expr)
    }

    /// Evaluates an operand for what may go wrong in it: its listed read, an overflow, an indeterminate value.
    pub fn discard(&mut self, mut operand: Operand) {
        let is_value = self.cx.types.scalar_shape(operand.expr.ty).is_some();
        if is_value && !self.is_settled(&operand) {
            self.spill(&mut operand);
        }
    }

    /// Whether the value is the same now and at any later time, unless one of its registers was written after `mark`.
    /// Compound values are not: computing them may violate something, which must happen in order.
    pub fn is_stable(&self, expr: &Expr, mark: u64) -> bool {
        match &expr.kind {
            ExprKind::Integer(_) | ExprKind::Procedure(_) | ExprKind::SelfId => true,
            ExprKind::AddressOf(place) => is_static(place),
            ExprKind::Read(place) => match place.kind {
                PlaceKind::Local(local) => {
                    let is_temporary = self.procedure.locals[local].kind == LocalKind::Temporary;
                    let is_old = self.last_write.get(&local).is_none_or(|&write| write <= mark);
                    is_temporary || (self.initialized.contains(&local) && is_old)
                }
                PlaceKind::Global(_)
                | PlaceKind::Deref(_)
                | PlaceKind::Field(..)
                | PlaceKind::Index(..)
                | PlaceKind::BitLocation(_) => false,
            },
            ExprKind::Cast(operand) => self.is_stable(operand, mark),
            ExprKind::AllocationSize(..)
            | ExprKind::Unary(..)
            | ExprKind::Binary(..)
            | ExprKind::PointerAdd { .. }
            | ExprKind::PointerDifference { .. }
            | ExprKind::Floating(..)
            | ExprKind::Conditional { .. } => false,
        }
    }

    /// Whether loads and stores of a place are listed in traces.
    pub fn is_listed(&self, place: &Place) -> bool {
        match &place.kind {
            PlaceKind::Global(_) | PlaceKind::Deref(_) => true,
            PlaceKind::Local(local) => {
                let local = &self.procedure.locals[*local];
                !local.is_register && local.kind != LocalKind::Temporary
            }
            PlaceKind::Field(base, _) | PlaceKind::Index(base, _) | PlaceKind::BitLocation(base) => {
                self.is_listed(base)
            }
        }
    }

    /// Whether evaluating a value makes a listed read.
    fn has_access(&self, expr: &Expr) -> bool {
        match &expr.kind {
            ExprKind::Integer(_) | ExprKind::Procedure(_) | ExprKind::SelfId => false,
            ExprKind::Read(place) => self.is_listed(place) || self.address_has_access(place),
            ExprKind::AddressOf(place) => self.address_has_access(place),
            ExprKind::AllocationSize(operand, _) | ExprKind::Unary(_, operand) | ExprKind::Cast(operand) => {
                self.has_access(operand)
            }
            ExprKind::Binary(_, left, right) | ExprKind::PointerDifference { left, right, .. } => {
                self.has_access(left) || self.has_access(right)
            }
            ExprKind::PointerAdd { pointer, index, .. } => self.has_access(pointer) || self.has_access(index),
            ExprKind::Floating(_, operands) => operands.iter().any(|operand| self.has_access(operand)),
            // Its branches are free of listed reads.
            ExprKind::Conditional { condition, .. } => self.has_access(condition),
        }
    }

    fn address_has_access(&self, place: &Place) -> bool {
        match &place.kind {
            PlaceKind::Global(_) | PlaceKind::Local(_) => false,
            PlaceKind::Deref(pointer) => self.has_access(pointer),
            PlaceKind::Field(base, _) | PlaceKind::BitLocation(base) => self.address_has_access(base),
            PlaceKind::Index(base, index) => self.address_has_access(base) || self.has_access(index),
        }
    }

    /// Stores the pointers and indices of a place in temporaries unless they are stable since `mark`.
    fn settle_place(&mut self, place: &mut Place, access: Option<Span>, span: Span, mark: u64) {
        match &mut place.kind {
            PlaceKind::Global(_) | PlaceKind::Local(_) => {}
            PlaceKind::Deref(operand) => self.settle_part(operand, access, span, mark),
            PlaceKind::Field(base, _) | PlaceKind::BitLocation(base) => self.settle_place(base, access, span, mark),
            PlaceKind::Index(base, operand) => {
                self.settle_place(base, access, span, mark);
                self.settle_part(operand, access, span, mark);
            }
        }
    }

    fn settle_part(&mut self, part: &mut Expr, access: Option<Span>, span: Span, mark: u64) {
        let is_access = access.is_some() && self.has_access(part);
        if is_access || !self.is_stable(part, mark) {
            let span = if is_access { access.unwrap_or(span) } else { span };
            let mut operand = Operand { expr: part.clone(), is_access, span };
            self.spill(&mut operand);
            *part = operand.expr;
        }
    }

    /// The place without a listed read in its address.
    pub fn fetched_place(&mut self, mut operand: PlaceOperand) -> Place {
        if operand.is_access() {
            operand.settle(self, u64::MAX);
        }
        operand.place
    }
}

/// Whether the address of a place is a constant.
fn is_static(place: &Place) -> bool {
    match &place.kind {
        PlaceKind::Global(_) | PlaceKind::Local(_) => true,
        PlaceKind::Deref(_) => false,
        PlaceKind::Field(base, _) | PlaceKind::BitLocation(base) => is_static(base),
        PlaceKind::Index(base, index) => is_static(base) && matches!(index.kind, ExprKind::Integer(_)),
    }
}

/// Whether a settled value is the address of a local object or of a part of it.
fn is_address_of_local(expr: &Expr) -> bool {
    match &expr.kind {
        ExprKind::AddressOf(place) => is_in_local(place),
        ExprKind::Cast(operand) => is_address_of_local(operand),
        ExprKind::Integer(_)
        | ExprKind::Procedure(_)
        | ExprKind::SelfId
        | ExprKind::Read(_)
        | ExprKind::AllocationSize(..)
        | ExprKind::Unary(..)
        | ExprKind::Binary(..)
        | ExprKind::PointerAdd { .. }
        | ExprKind::PointerDifference { .. }
        | ExprKind::Floating(..)
        | ExprKind::Conditional { .. } => false,
    }
}

fn is_in_local(place: &Place) -> bool {
    match &place.kind {
        PlaceKind::Local(_) => true,
        PlaceKind::Global(_) | PlaceKind::Deref(_) => false,
        PlaceKind::Field(base, _) | PlaceKind::BitLocation(base) | PlaceKind::Index(base, _) => is_in_local(base),
    }
}

/// The local that an effect writes as a whole.
fn written(effect: &Effect) -> Option<LocalId> {
    match effect {
        Effect::Assign { target, .. } | Effect::Initialize { target, .. } => match target.kind {
            PlaceKind::Local(local) => Some(local),
            PlaceKind::Global(_)
            | PlaceKind::Deref(_)
            | PlaceKind::Field(..)
            | PlaceKind::Index(..)
            | PlaceKind::BitLocation(_) => None,
        },
        Effect::Input { target, .. } | Effect::Allocate { target, .. } => Some(*target),
        Effect::Live { local, .. } => Some(*local),
        Effect::Call { result, .. }
        | Effect::External { result, .. }
        | Effect::Spawn { result, .. }
        | Effect::Synchronize { result, .. } => *result,
        // The value of a join is always a temporary.
        Effect::Join { result, .. } => *result,
        Effect::Skip
        | Effect::Assume(_)
        | Effect::Assert { .. }
        | Effect::Return(_)
        | Effect::Dead(_)
        | Effect::Free(..)
        | Effect::CopyBytes { .. }
        | Effect::FillBytes { .. }
        | Effect::Exit(_)
        | Effect::Stop
        | Effect::Fence(_)
        | Effect::AtomicBegin
        | Effect::AtomicEnd
        | Effect::Unsupported(_) => None,
    }
}
