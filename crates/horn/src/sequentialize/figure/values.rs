//! Expressions and places of a thread in the sequential program: locals become globals, and the thread's id becomes a number.

use raddle_program::builder::{fresh_global, global_place};
use raddle_program::syntax::{Expr, ExprKind, GlobalId, LocalId, Place, PlaceKind};

use super::Figure;

impl Figure<'_> {
    /// The global that replaces a local of a context.
    pub(super) fn local(&mut self, context: usize, local: LocalId) -> GlobalId {
        if let Some(&known) = self.locals.get(&(context, local)) {
            return known;
        }
        let program = &self.simulation.task.program;
        let procedure = &program.procedures[self.simulation.procedure(context)];
        let data = &procedure.locals[local];
        let thread = self.simulation.threads[context];
        let name = format!("{}_{thread}_{}", procedure.name, data.name);
        let global = fresh_global(&mut self.out, &name, data.ty);
        self.locals.insert((context, local), global);
        global
    }

    /// A local as a place.
    pub(super) fn local_place(&mut self, context: usize, local: LocalId) -> Place {
        let global = self.local(context, local);
        global_place(&self.out.globals, global)
    }

    fn global_of(&mut self, context: usize, global: GlobalId) -> GlobalId {
        let thread = self.simulation.threads[context] as usize;
        if thread == 0 || !self.out.globals[global].is_thread_local {
            return global;
        }
        if let Some(&known) = self.thread_locals.get(&(thread, global)) {
            return known;
        }
        let data = self.out.globals[global].clone();
        let copy = fresh_global(&mut self.out, &format!("{}_{thread}", data.name), data.ty);
        self.out.globals[copy].initial = data.initial;
        self.thread_locals.insert((thread, global), copy);
        copy
    }

    /// A place of a context.
    pub(super) fn target(&mut self, context: usize, place: &Place) -> Place {
        let kind = match &place.kind {
            PlaceKind::Global(global) => PlaceKind::Global(self.global_of(context, *global)),
            PlaceKind::Local(local) => PlaceKind::Global(self.local(context, *local)),
            PlaceKind::Deref(pointer) => PlaceKind::Deref(Box::new(self.expr(context, pointer))),
            PlaceKind::Field(base, number) => PlaceKind::Field(Box::new(self.target(context, base)), *number),
            PlaceKind::Index(base, index) => {
                PlaceKind::Index(Box::new(self.target(context, base)), Box::new(self.expr(context, index)))
            }
            PlaceKind::BitLocation(base) => PlaceKind::BitLocation(Box::new(self.target(context, base))),
        };
        // The sequential program has one thread, so no access need be atomic.
        Place { kind, ty: place.ty, atomic: None }
    }

    /// An expression of a context.
    pub(super) fn expr(&mut self, context: usize, expr: &Expr) -> Expr {
        let mut inner = |expr: &Expr| Box::new(self.expr(context, expr));
        let kind = match &expr.kind {
            ExprKind::Integer(_) | ExprKind::Procedure(_) => expr.kind.clone(),
            ExprKind::Unary(operator, operand) => ExprKind::Unary(*operator, inner(operand)),
            ExprKind::Binary(operator, left, right) => ExprKind::Binary(*operator, inner(left), inner(right)),
            ExprKind::Cast(operand) => ExprKind::Cast(inner(operand)),
            ExprKind::AllocationSize(pointer, region) => ExprKind::AllocationSize(inner(pointer), *region),
            ExprKind::PointerAdd { pointer, index, element, is_subtraction } => ExprKind::PointerAdd {
                pointer: inner(pointer),
                index: inner(index),
                element: *element,
                is_subtraction: *is_subtraction,
            },
            ExprKind::PointerDifference { left, right, element } => {
                ExprKind::PointerDifference { left: inner(left), right: inner(right), element: *element }
            }
            ExprKind::Floating(operation, operands) => {
                ExprKind::Floating(*operation, operands.iter().map(|operand| *inner(operand)).collect())
            }
            ExprKind::Conditional { condition, then, otherwise } => {
                ExprKind::Conditional { condition: inner(condition), then: inner(then), otherwise: inner(otherwise) }
            }
            ExprKind::Read(place) => ExprKind::Read(Box::new(self.target(context, place))),
            ExprKind::AddressOf(place) => ExprKind::AddressOf(Box::new(self.target(context, place))),
            ExprKind::SelfId => ExprKind::Integer(i128::from(self.simulation.threads[context]) + 1),
        };
        Expr { kind, ty: expr.ty }
    }
}
