//! The points of a program: the locations at which its printed C code calls a runtime that enforces a trace.
//!
//! A step with events that a trace may list is printed as `STEP(7, balance = t)`: a macro that calls the runtime before and after the step.
//! An expression inside of a larger construct (a condition, an argument, a returned value) is printed as `VALUE(8, int, balance > 0)`. The
//! number is that of a [`Point`], which tells the events that a trace may list there. So the runtime determines which steps of a thread are
//! those of the trace. Initializations and accesses to temporaries are not listed, and run without the runtime.
//!
//! If a trace chooses the value of an uninitialized object, `CHOOSE(x)` in front of the read stores that value.

use std::cell::RefCell;
use std::sync::Arc;

use super::code::{CodePrinter, Printed};
use crate::builder::field_of;
use crate::footprint::root;
use crate::source::Span;
use crate::syntax::{Effect, Expr, ExprKind, LocalKind, Place, PlaceKind, Step};
use crate::types::TypeKind;
use crate::visit::{Visitor, walk_effect, walk_expr};

/// A place at which the runtime is asked.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Point {
    /// Where: the span of the events.
    pub span: Span,
    /// What a trace may list there, in this order, each at most once.
    pub lists: &'static [Listed],
    /// The function.
    pub function: Arc<str>,
    /// The step in C.
    pub text: String,
}

/// The kinds of listed events, choices aside.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[allow(missing_docs)]
pub enum Listed {
    Read,
    Write,
    Synchronize,
    Spawn,
    Join,
    AtomicBegin,
    AtomicEnd,
    Allocate,
    Free,
}

/// The points of a program while it is printed.
pub(super) struct Points<'a> {
    /// Where the trace chooses indeterminate values.
    chosen: &'a [Span],
    found: RefCell<Vec<Point>>,
}

impl<'a> Points<'a> {
    pub(super) fn new(chosen: &'a [Span]) -> Self {
        Points { chosen, found: RefCell::default() }
    }

    pub(super) fn into_list(self) -> Vec<Point> {
        self.found.into_inner()
    }

    /// The number of a point. Statements are printed more than once, to see whether they are expressions.
    fn number(&self, point: Point) -> usize {
        let mut found = self.found.borrow_mut();
        match found.iter().rposition(|known| *known == point) {
            Some(number) => number,
            None => {
                found.push(point);
                found.len() - 1
            }
        }
    }
}

impl CodePrinter<'_, '_> {
    /// A step in C.
    pub(super) fn step(&self, step: &Step) -> Printed {
        if self.printer.points.is_none() {
            return self.effect(&step.effect, step.span);
        }
        let lists: &'static [Listed] = match &step.effect {
            Effect::Skip
            | Effect::Dead(_)
            | Effect::Live { .. }
            | Effect::Stop
            | Effect::Unsupported(_)
            // What these evaluate is asked for where it is evaluated: see `value`.
            | Effect::Assert { .. }
            | Effect::Call { .. }
            | Effect::Return(_)
            | Effect::Exit(_) => return self.effect(&step.effect, step.span),
            Effect::Assign { target, .. } if self.is_listed(target) => &[Listed::Write],
            Effect::Assign { value, .. } | Effect::Initialize { value, .. } => self.reads(value),
            Effect::Assume(condition) => self.reads(condition),
            Effect::External { arguments, .. } => {
                let reads = |(argument, _): &(Expr, bool)| !self.reads(argument).is_empty();
                if arguments.iter().any(reads) { &[Listed::Read] } else { &[] }
            }
            Effect::Input { .. } | Effect::Fence(_) => &[],
            Effect::Allocate { .. } => &[Listed::Allocate],
            Effect::Free(..) => &[Listed::Free],
            Effect::CopyBytes { .. } => &[Listed::Read, Listed::Write],
            Effect::FillBytes { .. } => &[Listed::Write],
            Effect::Spawn { .. } => &[Listed::Spawn, Listed::Write],
            Effect::Join { .. } => &[Listed::Join],
            Effect::Synchronize { .. } => &[Listed::Synchronize],
            Effect::AtomicBegin => &[Listed::AtomicBegin],
            Effect::AtomicEnd => &[Listed::AtomicEnd],
        };
        let is_choice = match &step.effect {
            Effect::Input { .. } => true,
            Effect::External { result, .. } => result.is_some(),
            _ => false,
        };
        let printed = self.effect(&step.effect, step.span);
        let Printed::Expression(text) = printed else { return printed };
        let mut read = ReadPlaces(Vec::new());
        walk_effect(&step.effect, &mut read);
        let chooses = self.choices(step.span, &read.0);
        if lists.is_empty() && !is_choice && chooses.is_empty() {
            return Printed::Expression(text);
        }
        let number = self.point(step.span, lists, &text);
        Printed::Expression(format!("STEP({number}, {chooses}{text})"))
    }

    /// A value that is evaluated inside of something larger.
    pub(super) fn value(&self, expr: &Expr, span: Span) -> String {
        self.value_as(expr, span, self.expr(expr))
    }

    /// A value whose text is given.
    pub(super) fn value_as(&self, expr: &Expr, span: Span, text: String) -> String {
        if self.printer.points.is_none() {
            return text;
        }
        let mut read = ReadPlaces(Vec::new());
        walk_expr(expr, &mut read);
        let (lists, chooses) = (self.reads(expr), self.choices(span, &read.0));
        if lists.is_empty() && chooses.is_empty() {
            return text;
        }
        let number = self.point(span, lists, &text);
        format!("VALUE({number}, {}, ({chooses}{text}))", self.printer.ty(expr.ty))
    }

    /// The number of a point.
    pub(super) fn point(&self, span: Span, lists: &'static [Listed], text: &str) -> usize {
        let points = self.printer.points.as_ref().expect("points are asked for");
        points.number(Point { span, lists, function: self.procedure.name.clone(), text: text.to_owned() })
    }

    /// `CHOOSE(x), ` for what is read where the trace chooses values of uninitialized objects.
    fn choices(&self, span: Span, read: &[Place]) -> String {
        let points = self.printer.points.as_ref().expect("points are asked for");
        if !points.chosen.contains(&span) {
            return String::new();
        }
        let chosen = read.iter().rev().filter(|place| self.may_be_chosen(place));
        chosen.map(|place| format!("CHOOSE({}), ", self.place(place))).collect()
    }

    /// Whether a trace may choose the value of a place, as far as that can be told from here: pointers are never chosen,
    /// temporaries and parameters hold what was put there, and nothing has the address of a bit-field.
    fn may_be_chosen(&self, place: &Place) -> bool {
        let types = &self.printer.program.types;
        let is_number = match types.kind(place.ty) {
            TypeKind::Bool | TypeKind::Int(_) => true,
            TypeKind::Pointer(_)
            | TypeKind::Void
            | TypeKind::Float(_)
            | TypeKind::Complex(_)
            | TypeKind::Array { .. }
            | TypeKind::Record(_)
            | TypeKind::Function(_) => false,
        };
        let has_address = match &place.kind {
            PlaceKind::Field(record, number) => {
                field_of(types, record.ty, *number).is_some_and(|field| field.bits.is_none())
            }
            PlaceKind::Local(local) => self.procedure.locals[*local].kind == LocalKind::Variable,
            PlaceKind::Global(_) | PlaceKind::Deref(_) | PlaceKind::Index(..) => true,
            PlaceKind::BitLocation(_) => false,
        };
        is_number && has_address
    }

    /// What a trace may list of an evaluation.
    fn reads(&self, expr: &Expr) -> &'static [Listed] {
        let mut read = ReadPlaces(Vec::new());
        walk_expr(expr, &mut read);
        if read.0.iter().any(|place| self.is_listed(place)) { &[Listed::Read] } else { &[] }
    }

    /// Whether traces may list accesses to a place.
    fn is_listed(&self, place: &Place) -> bool {
        match &root(place).kind {
            PlaceKind::Global(_) | PlaceKind::Deref(_) => true,
            PlaceKind::Local(local) => {
                let local = &self.procedure.locals[*local];
                !local.is_register && local.kind != LocalKind::Temporary
            }
            PlaceKind::Field(..) | PlaceKind::Index(..) | PlaceKind::BitLocation(_) => false,
        }
    }
}

/// The places that are read: what is around a place stands before it, though it is read later.
struct ReadPlaces(Vec<Place>);

impl Visitor for ReadPlaces {
    fn expr(&mut self, expr: &Expr) {
        if let ExprKind::Read(place) = &expr.kind {
            self.0.push((**place).clone());
        }
    }
}
