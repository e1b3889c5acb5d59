//! Removes dead stores to locals in memory: by the points-to sets ([`PointsTo`]), no access of any thread reads a byte of such a local, and
//! no synchronization call concerns it. So the removal changes no branch of any execution. A removed store through an invalid pointer no
//! longer ends the execution, which only adds executions.
//!
//! Not removed: stores to temporaries in memory, whose accesses are not listed; stores through pointers that are not in registers; stores
//! to globals (the cone of influence handles them) and to allocations.

use std::collections::BTreeSet;

use raddle_program::automaton::Automaton;
use raddle_program::footprint::root;
use raddle_program::syntax::{
    Block, Effect, Expr, ExprKind, LocalId, LocalKind, Place, PlaceKind, ProcedureId, Program, Statement, Step,
};

use raddle_analysis::points_to::{AbstractObject, Context, ObjectKind, PointsTo};

/// The program without dead stores.
pub(super) fn without_dead_stores(program: &Program) -> Program {
    if !program.procedures.values().any(|procedure| procedure.locals.values().any(|local| !local.is_register)) {
        return program.clone();
    }
    let automata = Automaton::of_all(program);
    let points_to = PointsTo::of(program, &automata);
    let unread = DeadStores { program, used: used(&points_to), points_to };
    let mut left = program.clone();
    for (id, procedure) in left.procedures.iter_mut() {
        procedure.body = unread.block(id, std::mem::take(&mut procedure.body));
    }
    left
}

/// The objects that some access reads or some synchronization call concerns.
fn used(points_to: &PointsTo) -> BTreeSet<AbstractObject> {
    let read = points_to.accesses.iter().filter(|access| !access.is_write).map(|access| access.address);
    let synchronized = points_to.synchronizations.values().flat_map(|site| site.operands.iter().copied());
    read.chain(synchronized).flat_map(|node| points_to.targets(node)).map(|target| target.object).collect()
}

struct DeadStores<'a> {
    program: &'a Program,
    points_to: PointsTo,
    used: BTreeSet<AbstractObject>,
}

impl DeadStores<'_> {
    fn block(&self, procedure: ProcedureId, block: Block) -> Block {
        block.into_iter().filter_map(|statement| self.statement(procedure, statement)).collect()
    }

    fn statement(&self, procedure: ProcedureId, statement: Statement) -> Option<Statement> {
        Some(match statement {
            Statement::Step(Step { effect: Effect::Assign { ref target, .. }, .. })
            | Statement::Step(Step { effect: Effect::Initialize { ref target, .. }, .. })
                if self.is_unread(procedure, target) =>
            {
                return None;
            }
            Statement::If { condition, then, otherwise, span } => {
                let (then, otherwise) = (self.block(procedure, then), self.block(procedure, otherwise));
                Statement::If { condition, then, otherwise, span }
            }
            Statement::Loop { tests_after, test, condition, body, step, span } => {
                let [test, body, step] = [test, body, step].map(|part| self.block(procedure, part));
                Statement::Loop { tests_after, test, condition, body, step, span }
            }
            Statement::Step(_) | Statement::Break | Statement::Continue | Statement::Goto(_) | Statement::Label(_) => {
                statement
            }
        })
    }

    /// Whether the store target is a dead local in all contexts.
    fn is_unread(&self, procedure: ProcedureId, place: &Place) -> bool {
        match &root(place).kind {
            PlaceKind::Local(local) => self.is_unread_local(procedure, *local),
            PlaceKind::Deref(pointer) => self.leads_to_unread(procedure, pointer),
            PlaceKind::Global(_) | PlaceKind::Field(..) | PlaceKind::Index(..) | PlaceKind::BitLocation(_) => false,
        }
    }

    fn is_unread_local(&self, procedure: ProcedureId, local: LocalId) -> bool {
        let is_it = |kind: ObjectKind| match kind {
            ObjectKind::Local(context, other) => self.runs(context, procedure) && other == local,
            _ => false,
        };
        let mut objects = self.points_to.objects().iter().filter(|(_, data)| is_it(data.kind));
        self.is_followed(procedure, local) && objects.all(|(object, _)| !self.used.contains(&object))
    }

    /// Whether the pointer leads to dead locals only.
    fn leads_to_unread(&self, procedure: ProcedureId, pointer: &Expr) -> bool {
        let register = match &pointer.kind {
            ExprKind::PointerAdd { pointer, .. } => return self.leads_to_unread(procedure, pointer),
            ExprKind::Read(place) => match place.kind {
                PlaceKind::Local(local) if self.program.procedures[procedure].locals[local].is_register => local,
                _ => return false,
            },
            _ => return false,
        };
        let contexts = self.points_to.contexts.ids().filter(|&context| self.runs(context, procedure));
        let targets = contexts
            .filter_map(|context| self.points_to.register(context, register))
            .flat_map(|node| self.points_to.targets(node));
        let mut targets = targets.peekable();
        targets.peek().is_some()
            && targets.all(|target| match self.points_to.object(target.object).kind {
                ObjectKind::Local(context, local) => {
                    let owner = self.points_to.contexts[context].procedure;
                    self.is_followed(owner, local) && !self.used.contains(&target.object)
                }
                ObjectKind::Global(_)
                | ObjectKind::ThreadLocal(..)
                | ObjectKind::Allocated(..)
                | ObjectKind::Keys
                | ObjectKind::Procedure(_)
                | ObjectKind::Thread(_)
                | ObjectKind::Number
                | ObjectKind::Unknown
                | ObjectKind::Indeterminate => false,
            })
    }

    fn runs(&self, context: Context, procedure: ProcedureId) -> bool {
        self.points_to.contexts[context].procedure == procedure
    }

    /// Whether all accesses to a local are listed.
    fn is_followed(&self, procedure: ProcedureId, local: LocalId) -> bool {
        let data = &self.program.procedures[procedure].locals[local];
        !data.is_register && data.kind != LocalKind::Temporary
    }
}
