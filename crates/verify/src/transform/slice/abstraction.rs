//! The abstraction as a program (Fig. 10): sliced variables read as any value, assignments to them are dropped.
//!
//! Each read of a sliced variable, wherever it stands (in an assignment, a condition, an assumption, an assertion, an
//! argument), becomes an input of the variable's type that is chosen just before. The rest of the expression stays,
//! which is never less precise than making all of it nondeterministic. Locks and threads stay; code without effect is
//! removed.
//!
//! Each execution of the program is one of the abstraction, as far as assertions are concerned: where the program reads
//! a sliced variable, the input may have the value that is read. So each register and each kept variable has the value
//! that it has in the program, and threads take the same paths. The dropped stores are not read any more. An index of a
//! dropped store that is outside of its array ends an execution of the program, but not of the abstraction: that only
//! adds executions.
//!
//! **What may be sliced**: globals that are accessed by their names only (so no synchronization objects, and no targets
//! of pointers), are the same for all threads, begin with known values, hold no pointers, and are read number by
//! number.

use std::collections::BTreeSet;

use raddle_program::automaton::Automaton;
use raddle_program::builder::{fresh_register, local_place, read};
use raddle_program::entity::Table;
use raddle_program::footprint::root;
use raddle_program::property::Property;
use raddle_program::rewrite::{change_effect, change_expr};
use raddle_program::source::Span;
use raddle_program::syntax::{
    Block, Effect, Expr, ExprKind, GlobalId, InputSource, LocalId, Place, PlaceKind, Procedure, ProcedureId, Program,
    Statement, Step,
};
use raddle_program::types::{TypeKind, Types};
use raddle_program::visit::{Visitor, walk_block, walk_expr};

use super::{Fidelity, Transform, Unchanged, WayBack, of_assertions};
use raddle_analysis::cone::named_globals;

/// Slices some variables.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Abstraction {
    /// Which: of those that may be.
    pub sliced: BTreeSet<GlobalId>,
}

/// The variables that may be sliced.
pub fn sliceable(program: &Program, automata: &Table<ProcedureId, Automaton>) -> BTreeSet<GlobalId> {
    let mut whole = ReadWhole { types: &program.types, globals: BTreeSet::new() };
    program.procedures.values().for_each(|procedure| walk_block(&procedure.body, &mut whole));
    let mut found = named_globals(program, automata);
    found.retain(|global| !whole.globals.contains(global));
    found
}

/// Globals of which some expression reads more than a number.
struct ReadWhole<'a> {
    types: &'a Types,
    globals: BTreeSet<GlobalId>,
}

impl Visitor for ReadWhole<'_> {
    fn expr(&mut self, expr: &Expr) {
        let is_number = matches!(self.types.kind(expr.ty), TypeKind::Bool | TypeKind::Int(_));
        if let ExprKind::Read(place) = &expr.kind
            && let PlaceKind::Global(global) = root(place).kind
            && !is_number
        {
            self.globals.insert(global);
        }
    }
}

impl Transform for Abstraction {
    fn name(&self) -> &'static str {
        "slice"
    }

    fn fidelity(&self, property: Property) -> Option<Fidelity> {
        of_assertions(property)
    }

    fn apply(&self, program: &Program) -> (Program, Box<dyn WayBack>) {
        let mut program = program.clone();
        for (_, procedure) in program.procedures.iter_mut() {
            let body = std::mem::take(&mut procedure.body);
            let body = Slicer { sliced: &self.sliced, procedure }.block(body);
            procedure.body = without_idle(without_unread(without_idle(body), procedure));
        }
        // Traces and proofs speak of kept variables, which are the program's.
        (program, Box::new(Unchanged))
    }
}

struct Slicer<'a> {
    sliced: &'a BTreeSet<GlobalId>,
    procedure: &'a mut Procedure,
}

impl Slicer<'_> {
    fn block(&mut self, block: Block) -> Block {
        block.into_iter().flat_map(|statement| self.statement(statement)).collect()
    }

    fn statement(&mut self, statement: Statement) -> Block {
        match statement {
            Statement::Step(step) => self.step(step),
            Statement::If { mut condition, then, otherwise, span } => {
                let mut code = self.chosen(span, |change| change_expr(&mut condition, change));
                let (then, otherwise) = (self.block(then), self.block(otherwise));
                code.push(Statement::If { condition, then, otherwise, span });
                code
            }
            Statement::Loop { tests_after, test, mut condition, body, step, span } => {
                let (mut test, body, step) = (self.block(test), self.block(body), self.block(step));
                test.extend(self.chosen(span, |change| change_expr(&mut condition, change)));
                vec![Statement::Loop { tests_after, test, condition, body, step, span }]
            }
            Statement::Break | Statement::Continue | Statement::Goto(_) | Statement::Label(_) => vec![statement],
        }
    }

    fn step(&mut self, Step { mut effect, span }: Step) -> Block {
        if let Effect::Assign { target, .. } | Effect::Initialize { target, .. } = &effect
            && self.is_sliced(target)
        {
            return Block::new();
        }
        // A register gets the input itself.
        if let Effect::Assign { target: Place { kind: PlaceKind::Local(local), .. }, value } = &effect
            && let ExprKind::Read(place) = &value.kind
            && self.is_sliced(place)
            && self.procedure.locals[*local].is_register
        {
            return vec![input(*local, span)];
        }
        let mut code = self.chosen(span, |change| change_effect(&mut effect, change));
        code.push(Statement::Step(Step { effect, span }));
        code
    }

    fn is_sliced(&self, place: &Place) -> bool {
        matches!(root(place).kind, PlaceKind::Global(global) if self.sliced.contains(&global))
    }

    /// Replaces reads of what is sliced; gives the inputs that come before.
    fn chosen(&mut self, span: Span, change_all: impl FnOnce(&mut raddle_program::rewrite::Change<'_>)) -> Block {
        let mut inputs = Block::new();
        change_all(&mut |expr| {
            let ExprKind::Read(place) = &expr.kind else { return false };
            if !self.is_sliced(place) {
                return false;
            }
            let local = fresh_register(self.procedure, "any", expr.ty);
            inputs.push(input(local, span));
            *expr = read(local_place(self.procedure, local));
            true
        });
        inputs
    }
}

fn input(target: LocalId, span: Span) -> Statement {
    Statement::Step(Step { effect: Effect::Input { target, source: any_value() }, span })
}

/// The source of the values that reads of a sliced variable return.
fn any_value() -> InputSource {
    InputSource::Undefined("the value of a variable that is sliced".into())
}

/// Removes code without effect: empty steps, empty sections, branches without code whose condition reads no memory, and
/// loops without code that end at once.
fn without_idle(block: Block) -> Block {
    let mut kept = Block::new();
    for statement in block {
        match statement {
            Statement::Step(Step { effect: Effect::Skip, .. }) => {}
            Statement::Step(Step { effect: Effect::AtomicEnd, .. })
                if matches!(kept.last(), Some(Statement::Step(Step { effect: Effect::AtomicBegin, .. }))) =>
            {
                kept.pop();
            }
            Statement::If { condition, then, otherwise, span } => {
                let (then, otherwise) = (without_idle(then), without_idle(otherwise));
                if !then.is_empty() || !otherwise.is_empty() || reads_memory(&condition) {
                    kept.push(Statement::If { condition, then, otherwise, span });
                }
            }
            Statement::Loop { tests_after, test, condition, body, step, span } => {
                let (test, body, step) = (without_idle(test), without_idle(body), without_idle(step));
                let is_never_again = matches!(condition.kind, ExprKind::Integer(0));
                if is_never_again && test.is_empty() && body.is_empty() {
                    continue;
                }
                kept.push(Statement::Loop { tests_after, test, condition, body, step, span });
            }
            Statement::Step(_) | Statement::Break | Statement::Continue | Statement::Goto(_) | Statement::Label(_) => {
                kept.push(statement)
            }
        }
    }
    kept
}

/// The locals that expressions mention.
struct Read(BTreeSet<LocalId>);

impl Visitor for Read {
    fn expr(&mut self, expr: &Expr) {
        if let ExprKind::Read(place) | ExprKind::AddressOf(place) = &expr.kind
            && let PlaceKind::Local(local) = root(place).kind
        {
            self.0.insert(local);
        }
    }
}

/// Repeatedly removes assignments to registers that are not read: values that were to be stored into sliced variables,
/// and values from which these were computed. Inputs of the program stay, since executions name them.
fn without_unread(mut block: Block, procedure: &Procedure) -> Block {
    loop {
        let mut read = Read(BTreeSet::new());
        walk_block(&block, &mut read);
        let is_unread = |local: LocalId| procedure.locals[local].is_register && !read.0.contains(&local);
        let mut n_left_out = 0;
        block = without(block, &mut |effect| {
            let is_idle = match effect {
                Effect::Input { target, source } => *source == any_value() && is_unread(*target),
                Effect::Assign { target: Place { kind: PlaceKind::Local(local), .. }, .. } => is_unread(*local),
                _ => false,
            };
            n_left_out += u32::from(is_idle);
            is_idle
        });
        if n_left_out == 0 {
            return block;
        }
    }
}

/// Without some steps.
fn without(block: Block, is_left_out: &mut dyn FnMut(&Effect) -> bool) -> Block {
    let mut kept = Block::new();
    for statement in block {
        kept.push(match statement {
            Statement::Step(step) if is_left_out(&step.effect) => continue,
            Statement::If { condition, then, otherwise, span } => {
                let [then, otherwise] = [then, otherwise].map(|part| without(part, is_left_out));
                Statement::If { condition, then, otherwise, span }
            }
            Statement::Loop { tests_after, test, condition, body, step, span } => {
                let [test, body, step] = [test, body, step].map(|part| without(part, is_left_out));
                Statement::Loop { tests_after, test, condition, body, step, span }
            }
            Statement::Step(_) | Statement::Break | Statement::Continue | Statement::Goto(_) | Statement::Label(_) => {
                statement
            }
        });
    }
    kept
}

/// Whether evaluating it may do anything but compute from registers.
fn reads_memory(expr: &Expr) -> bool {
    struct Memory(bool);
    impl Visitor for Memory {
        fn expr(&mut self, expr: &Expr) {
            self.0 |= matches!(expr.kind, ExprKind::AllocationSize(..));
        }

        fn place(&mut self, place: &Place) {
            self.0 |= !matches!(place.kind, PlaceKind::Local(_));
        }
    }
    let mut memory = Memory(false);
    walk_expr(expr, &mut memory);
    memory.0
}
