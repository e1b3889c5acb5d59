//! Symbolic execution of one transition.
//!
//! A [`Symbolic`] step has a state, a *guard* (the condition under which the execution continues), and *endings*: conditions under which
//! the property is violated or an unsupported construct is reached.

use raddle_logic::sort::Sort;
use raddle_logic::term::{Term, Terms};
use raddle_program::automaton::TransitionData;
use raddle_program::property::{Property, ViolationKind};
use raddle_program::source::Span;
use raddle_program::syntax::{Effect, Expr, LocalId, Place, PlaceKind, Program};
use raddle_program::types::TypeId;

use crate::symbolic::access::Located;
use crate::symbolic::layout::{Cells, Layout, Slot, TAG, WILD, is_pointer, scalar_sort};
use raddle_verify::task::Task;

/// Why an execution ends.
#[derive(Clone, PartialEq, Debug)]
pub enum End {
    /// A violation.
    Violation(ViolationKind),
    /// A construct without a model.
    Unsupported(String),
    /// Calls nest more deeply than is supported.
    Depth(usize),
    /// More threads are created than is supported.
    Threads(usize),
}

/// A condition under which a step ends the execution.
#[derive(Clone, Debug)]
pub struct Ending {
    /// The condition.
    pub condition: Term,
    /// The reason.
    pub end: End,
    /// The source location.
    pub span: Span,
}

/// Evaluation stops: the execution cannot continue behind this operation.
#[derive(Debug)]
pub struct Stop;

/// The result of an evaluation.
pub type Evaluated<T> = Result<T, Stop>;

/// A transition during its execution.
pub struct Symbolic<'a> {
    /// The arena.
    pub terms: &'a mut Terms,
    /// The task.
    pub task: &'a Task,
    /// The property of this run.
    pub property: Property,
    /// The layout of the slots.
    pub layout: &'a Layout,
    /// The context of the thread.
    pub context: usize,
    /// The number of the thread.
    pub thread: u32,
    /// The state: a term for each slot.
    pub state: Vec<Term>,
    /// The condition under which the execution continues.
    pub guard: Term,
    /// The endings of the transition.
    pub endings: Vec<Ending>,
    /// Nondeterministic values in the order of their choice, with their types.
    pub chosen: Vec<(Term, TypeId)>,
    /// The source location of the transition.
    pub span: Span,
    /// Whether some violation, of this or another property, may have ended the execution here.
    pub ends_unseen: bool,
}

impl Symbolic<'_> {
    pub(crate) fn program(&self) -> &Program {
        &self.task.program
    }

    /// Ends the execution under a condition.
    pub fn end_if(&mut self, condition: Term, end: End) -> Evaluated<()> {
        self.ends_unseen |= matches!(end, End::Violation(_)) && condition != self.terms.falsity();
        self.note_if(condition, end);
        let negation = self.terms.not(condition);
        self.guard = self.terms.and(self.guard, negation);
        if self.guard == self.terms.falsity() { Err(Stop) } else { Ok(()) }
    }

    /// Records an ending under a condition; the execution also continues.
    pub fn note_if(&mut self, condition: Term, end: End) {
        let is_asked = match &end {
            End::Violation(kind) => kind.property() == self.property,
            End::Unsupported(_) | End::Depth(_) | End::Threads(_) => true,
        };
        let condition = self.terms.and(self.guard, condition);
        if is_asked && condition != self.terms.falsity() {
            self.endings.push(Ending { condition, end, span: self.span });
        }
    }

    /// Ends the execution because a construct is unsupported.
    pub fn unsupported<T>(&mut self, what: &str) -> Evaluated<T> {
        let truth = self.terms.truth();
        let _ = self.end_if(truth, End::Unsupported(what.to_owned()));
        Err(Stop)
    }

    /// Ends the execution under a condition because a construct is unsupported.
    pub fn unsupported_if(&mut self, condition: Term, what: &str) -> Evaluated<()> {
        self.end_if(condition, End::Unsupported(what.to_owned()))
    }

    /// A nondeterministic value. It is listed as a choice unless it is the value of an indeterminate object.
    pub fn any(&mut self, ty: TypeId, is_listed: bool) -> Evaluated<Term> {
        let Some(sort) = scalar_sort(&self.task.program, ty) else {
            return self.unsupported("a value that is no integer of up to 64 bits and no pointer");
        };
        let value = self.any_of(sort, ty);
        if is_listed {
            self.chosen.push((value, ty));
        }
        Ok(value)
    }

    fn any_of(&mut self, sort: Sort, ty: TypeId) -> Term {
        if is_pointer(self.program(), ty) {
            let bits = self.terms.fresh("any", Sort::BitVec(64));
            let tag = self.terms.number(TAG, WILD);
            return self.terms.concat(tag, bits);
        }
        let value = self.terms.fresh("any", sort);
        if *self.program().types.kind(ty) == raddle_program::types::TypeKind::Bool {
            let one = self.terms.number(8, 1);
            return self.terms.bv_and(value, one);
        }
        value
    }

    /// Executes the transition, except the jumps of calls and returns. Fails if the execution cannot continue behind it.
    pub fn take(&mut self, transition: &TransitionData) -> Evaluated<()> {
        if let Some(guard) = &transition.guard {
            let condition = self.condition(&guard.condition)?;
            let holds = if guard.holds { condition } else { self.terms.not(condition) };
            self.guard = self.terms.and(self.guard, holds);
            return if self.guard == self.terms.falsity() { Err(Stop) } else { Ok(()) };
        }
        self.effect(&transition.effect)
    }

    fn effect(&mut self, effect: &Effect) -> Evaluated<()> {
        match effect {
            Effect::Skip | Effect::Fence(_) | Effect::AtomicBegin | Effect::AtomicEnd => Ok(()),
            Effect::Dead(_) => Ok(()),
            Effect::Assign { target, value } | Effect::Initialize { target, value } => self.assign(target, value),
            Effect::Input { target, .. } => {
                let ty = self.local_type(*target);
                if is_pointer(self.program(), ty) {
                    return self.unsupported("a pointer as an input");
                }
                let value = self.any(ty, true)?;
                self.set_register(*target, value)
            }
            Effect::Assume(condition) => {
                let holds = self.condition(condition)?;
                self.guard = self.terms.and(self.guard, holds);
                if self.guard == self.terms.falsity() { Err(Stop) } else { Ok(()) }
            }
            Effect::Assert { condition, function, .. } => {
                let holds = self.condition(condition)?;
                let fails = self.terms.not(holds);
                if self.task.counts(function) {
                    self.end_if(fails, End::Violation(ViolationKind::Assertion(function.clone())))
                } else {
                    self.guard = self.terms.and(self.guard, holds);
                    if self.guard == self.terms.falsity() { Err(Stop) } else { Ok(()) }
                }
            }
            Effect::External { name, arguments, result } => {
                for (argument, _) in arguments {
                    if is_pointer(self.program(), argument.ty) {
                        return self.unsupported(&format!("a pointer given to {name}, which has no body"));
                    }
                    self.value(argument)?;
                }
                match result {
                    Some(result) => {
                        let ty = self.local_type(*result);
                        let value = self.any(ty, true)?;
                        self.set_register(*result, value)
                    }
                    None => Ok(()),
                }
            }
            Effect::Live { local, is_zeroed } => self.live(*local, *is_zeroed),
            Effect::Unsupported(what) => self.unsupported(what),
            Effect::Allocate { .. } | Effect::Free(..) => self.unsupported("allocated memory, for sequential checkers"),
            Effect::CopyBytes { .. } | Effect::FillBytes { .. } => {
                self.unsupported("copies of ranges of memory, for sequential checkers")
            }
            Effect::Spawn { .. } | Effect::Join { .. } | Effect::Synchronize { .. } | Effect::Exit(_) => {
                self.unsupported("threads and their synchronization, for sequential checkers")
            }
            // The code that follows the automaton handles these.
            Effect::Call { .. } | Effect::Return(_) | Effect::Stop => Ok(()),
        }
    }

    /// The type of a local of the running procedure.
    pub fn local_type(&self, local: LocalId) -> TypeId {
        let procedure = self.layout.contexts[self.context].procedure;
        self.program().procedures[procedure].locals[local].ty
    }

    /// Assigns a value to a register (or a temporary in memory).
    pub fn set_register(&mut self, local: LocalId, value: Term) -> Evaluated<()> {
        let context = &self.layout.contexts[self.context];
        if let Some(&slot) = context.registers.get(&local) {
            self.state[slot] = value;
            return Ok(());
        }
        let object = context.memory.get(&local).map(|&object| &self.layout.objects[object]);
        match object.and_then(|object| object.cells.as_ref()) {
            Some(Cells::Listed(cells)) if cells.len() == 1 => {
                self.state[cells[0].2] = value;
                Ok(())
            }
            Some(_) | None => self.unsupported("a value that is no integer of up to 64 bits and no pointer"),
        }
    }

    fn live(&mut self, local: LocalId, is_zeroed: bool) -> Evaluated<()> {
        let context = &self.layout.contexts[self.context];
        let ty = self.local_type(local);
        if let Some(&slot) = context.registers.get(&local) {
            self.state[slot] = if is_zeroed {
                crate::symbolic::layout::zero_of(self.terms, self.layout.slots[slot].sort)
            } else {
                self.any(ty, false)?
            };
            return Ok(());
        }
        if let Some(&object) = context.memory.get(&local) {
            let cells = self.layout.objects[object].cells.clone();
            self.forget_addresses(object);
            self.renew(cells.as_ref(), is_zeroed);
        }
        Ok(())
    }

    /// An object begins to live: what points to the one that was here before leads nowhere that is known.
    pub fn forget_addresses(&mut self, object: usize) {
        let tag = self.terms.number(TAG, object as u128 + 1);
        let wild = self.terms.number(TAG, WILD);
        for (slot, data) in self.layout.slots.iter().enumerate() {
            if data.sort != Sort::BitVec(TAG + 64) {
                continue;
            }
            let pointer = self.state[slot];
            let own = self.terms.extract(pointer, 64, TAG);
            let is_it = self.terms.eq(own, tag);
            if is_it != self.terms.falsity() {
                let bits = self.terms.extract(pointer, 0, 64);
                let lost = self.terms.concat(wild, bits);
                self.state[slot] = self.terms.ite(is_it, lost, pointer);
            }
        }
    }

    /// Gives the scalars of an object new values: zero, or any.
    pub fn renew(&mut self, cells: Option<&Cells>, is_zeroed: bool) {
        let slots: Vec<(Slot, Option<TypeId>)> = match cells {
            Some(Cells::Listed(cells)) => cells.iter().map(|&(_, ty, slot)| (slot, Some(ty))).collect(),
            Some(Cells::Array { slot, .. }) => vec![(*slot, None)],
            None => Vec::new(),
        };
        for (slot, ty) in slots {
            let sort = self.layout.slots[slot].sort;
            self.state[slot] = match (is_zeroed, ty) {
                (true, _) => crate::symbolic::layout::zero_of(self.terms, sort),
                (false, Some(ty)) => self.any_of(sort, ty),
                (false, None) => self.terms.fresh("any", sort),
            };
        }
    }

    fn assign(&mut self, target: &Place, value: &Expr) -> Evaluated<()> {
        if scalar_sort(self.program(), target.ty).is_none() {
            return self.copy(target, value);
        }
        let located = self.locate(target)?;
        let value = self.value(value)?;
        match located {
            Located::Register(local) => self.set_register(local, value),
            Located::Memory { tag, offset } => self.write(tag, offset, target.ty, value),
        }
    }

    /// Copies a record or an array, scalar by scalar.
    fn copy(&mut self, target: &Place, value: &Expr) -> Evaluated<()> {
        let raddle_program::syntax::ExprKind::Read(origin) = &value.kind else {
            return self.unsupported("a copy of something that is no scalar");
        };
        let (Some(to), Some(from)) = (self.whole(target), self.whole(origin)) else {
            return self.unsupported("a copy of a part of an object, for sequential checkers");
        };
        match (&to, &from) {
            (Cells::Listed(to), Cells::Listed(from)) if to.len() == from.len() => {
                for (to, from) in to.iter().zip(from) {
                    self.state[to.2] = self.state[from.2];
                }
                Ok(())
            }
            (Cells::Array { slot: to, .. }, Cells::Array { slot: from, .. }) => {
                self.state[*to] = self.state[*from];
                Ok(())
            }
            _ => self.unsupported("a copy between objects of different forms, for sequential checkers"),
        }
    }

    /// The scalars of a whole object that a place names.
    fn whole(&self, place: &Place) -> Option<Cells> {
        let object = match &place.kind {
            PlaceKind::Global(global) => &self.layout.global(self.thread, *global),
            PlaceKind::Local(local) => self.layout.contexts[self.context].memory.get(local)?,
            PlaceKind::Deref(_) | PlaceKind::Field(..) | PlaceKind::Index(..) | PlaceKind::BitLocation(_) => {
                return None;
            }
        };
        let object = &self.layout.objects[*object];
        if object.has_opaque_parts { None } else { object.cells.clone() }
    }
}
