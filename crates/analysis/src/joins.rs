//! Joins, as far as points-to determines them: the source of the id that a join reads, and the threads that only this
//! join can join.

use raddle_program::automaton::{Automaton, Transition};
use raddle_program::entity::Table;
use raddle_program::syntax::{Effect, Expr, ExprKind, Place, ProcedureId, Program, Synchronization};
use raddle_program::types::{TypeKind, Types};
use std::collections::BTreeSet;

use super::linear::{Base, Linear, Reader};
use super::points_to::{AccessSite, CodePlace, Context, Node, ObjectKind, PointsTo, Target, ThreadClass};

/// The joins of a program.
#[derive(Clone, Copy, Debug)]
pub struct Joins<'a> {
    /// The program.
    pub program: &'a Program,
    /// Where its pointers lead.
    pub points_to: &'a PointsTo,
    /// Its code.
    pub automata: &'a Table<ProcedureId, Automaton>,
}

impl Joins<'_> {
    /// Whether one thread alone, at one place, may join threads of a class.
    pub fn is_joined_by_one_thread(&self, class: ThreadClass, join: CodePlace) -> bool {
        let points_to = self.points_to;
        let may_be_one = |target: &Target| match points_to.object(target.object).kind {
            ObjectKind::Thread(other) => other == class,
            ObjectKind::Number | ObjectKind::Unknown => true,
            ObjectKind::Global(_)
            | ObjectKind::ThreadLocal(..)
            | ObjectKind::Local(..)
            | ObjectKind::Allocated(..)
            | ObjectKind::Keys
            | ObjectKind::Procedure(_)
            | ObjectKind::Indeterminate => false,
        };
        let is_other = |(&place, &id): (&CodePlace, &Node)| {
            // The register that the id is read into may hold ids of other joins, too. The memory does not.
            let cells: Vec<Node> = match self.joined_cell(place.0, place.1) {
                Some((read, size)) => {
                    let cells = points_to.touched(read, size);
                    cells.filter_map(|cell| points_to.object(read.object).cells.get(cell).copied()).collect()
                }
                None => vec![id],
            };
            place != join && cells.into_iter().any(|cell| points_to.targets(cell).iter().any(may_be_one))
        };
        points_to.classes[points_to.contexts[join.0].class].is_single && !points_to.joins.iter().any(is_other)
    }

    /// The class of threads that a cell holds the id of, if it is one.
    pub fn only_class(&self, node: Node) -> Option<ThreadClass> {
        let mut found = None;
        for target in self.points_to.targets(node) {
            match self.points_to.object(target.object).kind {
                ObjectKind::Thread(class) if found.is_none() => found = Some(class),
                ObjectKind::Indeterminate => {}
                _ => return None,
            }
        }
        found
    }

    /// The only memory that an address leads to, if there is one.
    pub fn only_memory(&self, node: Node) -> Option<Target> {
        match self.points_to.targets(node) {
            &[target] if self.points_to.object(target.object).kind.is_memory() => Some(target),
            _ => None,
        }
    }

    /// The cell from which a join or a detachment reads the id: by itself, or into a register by the step right before it.
    pub fn joined_cell(&self, context: Context, join: Transition) -> Option<(Target, Option<u64>)> {
        let procedure = self.points_to.contexts[context].procedure;
        let (by, _) = joined_place(&self.automata[procedure], Reader::new(self.program, procedure), join)?;
        let is_that_read =
            |access: &&AccessSite| access.context == context && access.transition == by && !access.is_write;
        let read = self.points_to.accesses.iter().rfind(is_that_read)?;
        Some((self.only_memory(read.address)?, read.size))
    }
}

/// Whether a term is where an array begins, but for a fixed distance: a variable, or what one register points to.
pub fn is_array(program: &Program, procedure: ProcedureId, linear: &Linear) -> bool {
    match linear.base {
        Base::Global(_) | Base::Local(_) => linear.parts.is_empty(),
        Base::Zero => {
            let mut parts = linear.parts.iter();
            let (Some((&register, &1)), None) = (parts.next(), parts.next()) else { return false };
            matches!(program.types.kind(program.procedures[procedure].locals[register].ty), TypeKind::Pointer(_))
        }
    }
}

/// Where an address leads. Nothing is stored through the null pointer of an allocation that failed: the execution ends there.
pub fn memory_of(points_to: &PointsTo, address: Node) -> Vec<Target> {
    let is_number = |target: &Target| matches!(points_to.object(target.object).kind, ObjectKind::Number);
    points_to.targets(address).iter().filter(|target| !is_number(target)).copied().collect()
}

/// Whether addresses lead into one object, of which an execution has one at most.
pub fn only_memory(points_to: &PointsTo, automata: &Table<ProcedureId, Automaton>, targets: &[Target]) -> bool {
    let mut objects: Vec<_> = targets.iter().map(|target| target.object).collect();
    objects.dedup();
    let &[object] = objects.as_slice() else { return false };
    match points_to.object(object).kind {
        ObjectKind::Global(_) => true,
        ObjectKind::Local(owner, local) => points_to.lives_once(owner, local, automata),
        ObjectKind::Allocated(owner, allocation) => points_to.runs_once(owner, allocation, automata),
        ObjectKind::ThreadLocal(..)
        | ObjectKind::Keys
        | ObjectKind::Procedure(_)
        | ObjectKind::Thread(_)
        | ObjectKind::Number
        | ObjectKind::Unknown
        | ObjectKind::Indeterminate => false,
    }
}

/// Whether no other step writes this number of bytes from some addresses on.
pub fn is_only_writer(points_to: &PointsTo, targets: &[Target], size: u64, at: (Context, Transition)) -> bool {
    let touched =
        |&target: &Target, size: Option<u64>| points_to.touched(target, size).map(move |cell| (target.object, cell));
    let cells: BTreeSet<_> = targets.iter().flat_map(|target| touched(target, Some(size))).collect();
    let is_other_write = |access: &AccessSite| {
        let touches = |target: &Target| touched(target, access.size).any(|cell| cells.contains(&cell));
        // What is freed is no id any more: a join that reads it violates memory.
        access.is_write
            && !access.is_free
            && (access.context, access.transition) != at
            && points_to.targets(access.address).iter().any(touches)
    };
    !points_to.accesses.iter().any(is_other_write)
}

/// The place from which a join or a detachment reads the id, and the step that does so: this one, or one right before it, into a register.
pub fn joined_place<'a>(
    automaton: &'a Automaton,
    reader: Reader<'_>,
    join: Transition,
) -> Option<(Transition, &'a Place)> {
    let data = &automaton.transitions[join];
    let thread = match &data.effect {
        Effect::Join { thread, .. } => thread,
        Effect::Synchronize { operation: Synchronization::ThreadDetach, operands, .. } => operands.first()?,
        _ => return None,
    };
    let types = reader.types();
    let place = read_place(types, thread)?;
    let Some(register) = reader.as_register(place) else { return Some((join, place)) };
    let mut before = automaton.transitions.iter().filter(|(_, other)| other.to == data.from);
    let (Some((at, before)), None) = (before.next(), before.next()) else { return None };
    match &before.effect {
        Effect::Assign { target, value } if reader.as_register(target) == Some(register) => {
            read_place(types, value).map(|place| (at, place))
        }
        _ => None,
    }
}

/// The place that holds an id. A number that was narrower holds a part of one.
fn read_place<'e>(types: &Types, expr: &'e Expr) -> Option<&'e Place> {
    match &expr.kind {
        ExprKind::Read(place) => Some(place),
        ExprKind::Cast(operand) if types.size_of(operand.ty) >= Some(types.model().pointer_bytes()) => {
            read_place(types, operand)
        }
        _ => None,
    }
}
