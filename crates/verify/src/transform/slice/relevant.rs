//! Slices away irrelevant code. First, variables without influence on the property are removed ([`raddle_analysis::cone`]). Then code that
//! only computes registers that are no longer read is removed, with the branches and loops around it, and dead stores to locals
//! ([`super::dead_stores`]). This repeats until nothing changes.
//!
//! For assertions, each execution that reaches a violation is still an execution of the sliced program. Threads take the same branches,
//! since no remaining condition reads a removed variable, and their remaining effects on each other are the same. A removed loop might not
//! terminate, and a division by zero or an invalid access in it would end the execution; to forget this only adds executions. So SAFE
//! carries over; violations are searched in the original program.
//!
//! A call whose result is unused is removed if it changes nothing but registers of its own, even if it reads inputs.
//!
//! A loop is removed only if it accesses registers only, has an exit and changes something. So loops that wait for other threads stay, and
//! so do loops without an exit that make the code behind them unreachable.
//!
//! The analysis ignores the order of statements: a register that is needed anywhere is needed everywhere.

use std::collections::BTreeSet;

use raddle_program::automaton::Automaton;
use raddle_program::builder::integer;
use raddle_program::property::Property;
use raddle_program::syntax::{
    Block, Callee, Effect, Expr, ExprKind, GlobalId, InitialValue, LocalId, Place, PlaceKind, ProcedureId, Program,
    Statement, Step,
};
use raddle_program::types::TypeKind;
use raddle_program::visit::{Visitor, walk_block, walk_effect, walk_expr};

use super::abstraction::{Abstraction, sliceable};
use super::dead_stores::without_dead_stores;
use super::temporaries::with_own_temporaries;
use super::{Fidelity, Transform, Unchanged, WayBack, of_assertions};
use raddle_analysis::cone::without_influence_but_on_each_other;

/// The most repetitions.
const ROUNDS: usize = 12;

/// Slices away what influences no assertion.
pub struct Relevant;

impl Transform for Relevant {
    fn name(&self) -> &'static str {
        "relevant"
    }

    fn fidelity(&self, property: Property) -> Option<Fidelity> {
        of_assertions(property)
    }

    fn apply(&self, program: &Program) -> (Program, Box<dyn WayBack>) {
        let mut program = program.clone();
        for _ in 0..ROUNDS {
            // Renaming temporaries adds variables, so it is done only if it makes more variables sliceable.
            let own = with_own_temporaries(&program);
            if forgettable(&own).len() > forgettable(&program).len() {
                program = own;
            }
            let sliced = forgettable(&program);
            let (forgotten, _) = Abstraction { sliced }.apply(&program);
            let left = without_dead_stores(&Needs::of(&forgotten).leave(&forgotten));
            let is_done = left == program;
            program = left;
            if is_done {
                break;
            }
        }
        (program, Box::new(Unchanged))
    }
}

/// The globals that can be removed because their values have no influence.
fn forgettable(program: &Program) -> BTreeSet<GlobalId> {
    let automata = Automaton::of_all(program);
    let mut found = without_influence_but_on_each_other(program, &automata);
    let may_be = sliceable(program, &automata);
    found.retain(|global| may_be.contains(global));
    found
}

/// What the remaining code needs.
struct Needs<'a> {
    program: &'a Program,
    /// Registers that the remaining code reads.
    registers: BTreeSet<(ProcedureId, LocalId)>,
    /// Procedures whose results are needed.
    results: BTreeSet<ProcedureId>,
    /// Procedures with an effect besides their result.
    busy: BTreeSet<ProcedureId>,
    /// Procedures that may be called through a pointer or start a thread.
    pointed: BTreeSet<ProcedureId>,
}

/// Properties of the remaining code of a block.
#[derive(Clone, Copy, Default)]
struct Kept {
    /// It has an effect that other code may depend on.
    acts: bool,
    /// It has an effect outside of the call in which it happens.
    is_noticed: bool,
    /// It has a return, or a jump out of the block.
    jumps: bool,
}

impl Kept {
    fn and(self, other: Kept) -> Kept {
        Kept {
            acts: self.acts || other.acts,
            is_noticed: self.is_noticed || other.is_noticed,
            jumps: self.jumps || other.jumps,
        }
    }
}

impl<'a> Needs<'a> {
    fn of(program: &'a Program) -> Needs<'a> {
        let mut named = Named::default();
        program.procedures.values().for_each(|procedure| walk_block(&procedure.body, &mut named));
        let mut pointed = named.procedures;
        for part in program.globals.values().flat_map(|global| &global.initial) {
            if let InitialValue::Procedure(procedure) = part.value {
                pointed.insert(procedure);
            }
        }
        // No code reads the result of main.
        let results = pointed.clone();
        pointed.insert(program.main);
        let busy = pointed.clone();
        let mut needs = Needs { program, registers: BTreeSet::new(), results, busy, pointed };
        loop {
            let before = (needs.registers.len(), needs.results.len(), needs.busy.len());
            for (procedure, data) in program.procedures.iter() {
                if !data.is_defined || needs.kept_of_block(procedure, &data.body).is_noticed {
                    needs.busy.insert(procedure);
                }
                // The remaining procedures are never called.
                if needs.busy.contains(&procedure) || needs.results.contains(&procedure) {
                    needs.mark_block(procedure, &data.body);
                }
            }
            if before == (needs.registers.len(), needs.results.len(), needs.busy.len()) {
                return needs;
            }
        }
    }

    fn is_needed(&self, procedure: ProcedureId, local: LocalId) -> bool {
        !self.is_register(procedure, local) || self.registers.contains(&(procedure, local))
    }

    fn kept_of_block(&self, procedure: ProcedureId, block: &Block) -> Kept {
        block.iter().fold(Kept::default(), |kept, statement| kept.and(self.kept(procedure, statement)))
    }

    /// Whether a statement remains and why, by the current approximation.
    fn kept(&self, procedure: ProcedureId, statement: &Statement) -> Kept {
        match statement {
            Statement::Step(Step { effect, .. }) => match effect {
                Effect::Return(_) => Kept { jumps: true, ..Kept::default() },
                _ => {
                    let acts = self.acts(procedure, effect);
                    Kept { acts, is_noticed: acts && !self.is_private(procedure, effect), jumps: false }
                }
            },
            Statement::If { then, otherwise, .. } => {
                self.kept_of_block(procedure, then).and(self.kept_of_block(procedure, otherwise))
            }
            Statement::Loop { test, body, step, .. } => {
                let parts = [test, body, step].map(|part| self.kept_of_block(procedure, part));
                let inside = parts.into_iter().fold(Kept::default(), Kept::and);
                let stays = !may_be_left_out(self.program, procedure, statement);
                // A break or continue of the loop stays inside; only a return leaves it.
                Kept {
                    acts: inside.acts || stays,
                    is_noticed: inside.is_noticed || stays,
                    jumps: has_return(statement),
                }
            }
            Statement::Break | Statement::Continue => Kept { jumps: true, ..Kept::default() },
            Statement::Goto(_) | Statement::Label(_) => Kept { acts: true, is_noticed: true, jumps: true },
        }
    }

    /// Whether an effect must remain. Jumps are handled separately.
    fn acts(&self, procedure: ProcedureId, effect: &Effect) -> bool {
        match effect {
            Effect::Skip => false,
            Effect::Live { local, .. } => !self.is_register(procedure, *local),
            Effect::Assign { target: Place { kind: PlaceKind::Local(local), .. }, .. } => {
                self.is_needed(procedure, *local)
            }
            Effect::Input { target, .. } => self.is_needed(procedure, *target),
            Effect::Call { callee: Callee::Procedure(callee), result, .. } => {
                self.busy.contains(callee) || result.is_some_and(|result| self.is_needed(procedure, result))
            }
            Effect::Assign { .. }
            | Effect::Initialize { .. }
            | Effect::Assume(_)
            | Effect::Assert { .. }
            | Effect::Call { callee: Callee::Pointer(_), .. }
            | Effect::External { .. }
            | Effect::Return(_)
            | Effect::Dead(_)
            | Effect::Allocate { .. }
            | Effect::Free(..)
            | Effect::CopyBytes { .. }
            | Effect::FillBytes { .. }
            | Effect::Spawn { .. }
            | Effect::Join { .. }
            | Effect::Exit(_)
            | Effect::Stop
            | Effect::Synchronize { .. }
            | Effect::Fence(_)
            | Effect::AtomicBegin
            | Effect::AtomicEnd
            | Effect::Unsupported(_) => true,
        }
    }

    /// Whether an effect changes registers of its own call only. Then it is invisible to a caller that does not use the result.
    fn is_private(&self, procedure: ProcedureId, effect: &Effect) -> bool {
        match effect {
            Effect::Assign { target: Place { kind: PlaceKind::Local(local), .. }, .. } => {
                self.is_register(procedure, *local)
            }
            Effect::Input { target, .. } => self.is_register(procedure, *target),
            Effect::Call { callee: Callee::Procedure(callee), result, .. } => {
                !self.busy.contains(callee) && result.is_none_or(|result| self.is_register(procedure, result))
            }
            _ => false,
        }
    }

    fn mark_block(&mut self, procedure: ProcedureId, block: &Block) {
        for statement in block {
            let kept = self.kept(procedure, statement);
            if !kept.acts && !kept.jumps {
                continue;
            }
            match statement {
                Statement::Step(Step { effect, .. }) => self.mark(procedure, effect),
                Statement::If { condition, then, otherwise, .. } => {
                    self.read(procedure, condition);
                    self.mark_block(procedure, then);
                    self.mark_block(procedure, otherwise);
                }
                Statement::Loop { test, condition, body, step, .. } => {
                    self.read(procedure, condition);
                    [test, body, step].into_iter().for_each(|part| self.mark_block(procedure, part));
                }
                Statement::Break | Statement::Continue | Statement::Goto(_) | Statement::Label(_) => {}
            }
        }
    }

    /// Marks what a remaining effect needs.
    fn mark(&mut self, procedure: ProcedureId, effect: &Effect) {
        match effect {
            Effect::Assign { target: Place { kind: PlaceKind::Local(_), .. }, value } => self.read(procedure, value),
            Effect::Call { callee: Callee::Procedure(callee), arguments, result } => {
                if result.is_some_and(|result| self.is_needed(procedure, result)) {
                    self.results.insert(*callee);
                }
                for (position, argument) in arguments.iter().enumerate() {
                    if self.wants(*callee, position, argument) {
                        self.read(procedure, argument);
                    }
                }
            }
            Effect::Return(Some(value)) => {
                if self.results.contains(&procedure) || !self.is_integer(value) {
                    self.read(procedure, value);
                }
            }
            _ => {
                let mut mentioned = Mentioned::default();
                walk_effect(effect, &mut mentioned);
                self.registers.extend(mentioned.locals.into_iter().map(|local| (procedure, local)));
            }
        }
    }

    /// Whether the callee may use an argument.
    fn wants(&self, callee: ProcedureId, position: usize, argument: &Expr) -> bool {
        let parameter = self.program.procedures[callee].parameters.get(position);
        !self.is_integer(argument)
            || self.pointed.contains(&callee)
            || parameter.is_some_and(|&parameter| self.is_needed(callee, parameter))
    }

    fn is_register(&self, procedure: ProcedureId, local: LocalId) -> bool {
        self.program.procedures[procedure].locals[local].is_register
    }

    fn is_integer(&self, value: &Expr) -> bool {
        matches!(self.program.types.kind(value.ty), TypeKind::Bool | TypeKind::Int(_))
    }

    fn read(&mut self, procedure: ProcedureId, expr: &Expr) {
        let mut mentioned = Mentioned::default();
        walk_expr(expr, &mut mentioned);
        self.registers.extend(mentioned.locals.into_iter().map(|local| (procedure, local)));
    }

    /// The program without irrelevant code.
    fn leave(&self, program: &Program) -> Program {
        let mut left = program.clone();
        for (id, procedure) in left.procedures.iter_mut() {
            let body = std::mem::take(&mut procedure.body);
            procedure.body = self.left_of_block(id, body);
        }
        left
    }

    fn left_of_block(&self, procedure: ProcedureId, block: Block) -> Block {
        let mut left = Block::new();
        for statement in block {
            let kept = self.kept(procedure, &statement);
            match statement {
                Statement::Step(Step { effect, span }) => {
                    if kept.acts || kept.jumps || matches!(effect, Effect::Live { .. }) {
                        left.push(Statement::Step(Step { effect: self.left_of_effect(procedure, effect), span }));
                    }
                }
                Statement::If { condition, then, otherwise, span } if kept.acts || kept.jumps => {
                    let then = self.left_of_block(procedure, then);
                    let otherwise = self.left_of_block(procedure, otherwise);
                    left.push(Statement::If { condition, then, otherwise, span });
                }
                Statement::Loop { tests_after, test, condition, body, step, span } if kept.acts || kept.jumps => {
                    let [test, body, step] = [test, body, step].map(|part| self.left_of_block(procedure, part));
                    left.push(Statement::Loop { tests_after, test, condition, body, step, span });
                }
                Statement::If { .. } | Statement::Loop { .. } => {}
                Statement::Break | Statement::Continue | Statement::Goto(_) | Statement::Label(_) => {
                    left.push(statement);
                }
            }
        }
        left
    }

    fn left_of_effect(&self, procedure: ProcedureId, mut effect: Effect) -> Effect {
        match &mut effect {
            Effect::Call { callee: Callee::Procedure(callee), arguments, result } => {
                if result.is_some_and(|result| !self.is_needed(procedure, result)) {
                    *result = None;
                }
                for (position, argument) in arguments.iter_mut().enumerate() {
                    if !self.wants(*callee, position, argument) {
                        *argument = integer(0, argument.ty);
                    }
                }
            }
            Effect::Return(Some(value)) if self.is_integer(value) && !self.results.contains(&procedure) => {
                *value = integer(0, value.ty);
            }
            _ => {}
        }
        effect
    }
}

/// Whether a loop may be removed: it accesses registers only, calls nothing, assigns something and has an exit.
fn may_be_left_out(program: &Program, procedure: ProcedureId, statement: &Statement) -> bool {
    let Statement::Loop { condition, body, test, step, .. } = statement else { return false };
    let mut mentioned = Mentioned::default();
    for part in [test, body, step] {
        walk_block(part, &mut mentioned);
    }
    walk_expr(condition, &mut mentioned);
    let is_constant = matches!(condition.kind, ExprKind::Integer(_));
    let registers = &program.procedures[procedure].locals;
    let is_own = |local: &LocalId| registers[*local].is_register;
    !mentioned.memory
        && mentioned.assigns
        && !mentioned.calls
        && mentioned.locals.iter().all(is_own)
        && (!is_constant || breaks(body) || breaks(test))
}

/// Whether a block has a break of the enclosing loop.
fn breaks(block: &Block) -> bool {
    block.iter().any(|statement| match statement {
        Statement::Break => true,
        Statement::If { then, otherwise, .. } => breaks(then) || breaks(otherwise),
        Statement::Step(_)
        | Statement::Loop { .. }
        | Statement::Continue
        | Statement::Goto(_)
        | Statement::Label(_) => false,
    })
}

fn has_return(statement: &Statement) -> bool {
    match statement {
        Statement::Step(Step { effect, .. }) => matches!(effect, Effect::Return(_)),
        Statement::If { then, otherwise, .. } => then.iter().chain(otherwise).any(has_return),
        Statement::Loop { test, body, step, .. } => [test, body, step].into_iter().flatten().any(has_return),
        Statement::Break | Statement::Continue | Statement::Goto(_) | Statement::Label(_) => false,
    }
}

/// What code mentions.
#[derive(Default)]
struct Mentioned {
    locals: BTreeSet<LocalId>,
    memory: bool,
    calls: bool,
    assigns: bool,
}

impl Visitor for Mentioned {
    fn statement(&mut self, statement: &Statement) {
        if let Statement::Step(Step { effect, .. }) = statement {
            self.calls |= matches!(effect, Effect::Call { .. });
            self.assigns |= matches!(effect, Effect::Assign { .. } | Effect::Input { .. });
        }
    }

    fn local(&mut self, local: LocalId) {
        self.locals.insert(local);
    }

    fn place(&mut self, place: &Place) {
        self.memory |= matches!(place.kind, PlaceKind::Deref(_) | PlaceKind::Global(_));
    }
}

/// The procedures whose address is taken or that start threads.
#[derive(Default)]
struct Named {
    procedures: BTreeSet<ProcedureId>,
}

impl Visitor for Named {
    fn statement(&mut self, statement: &Statement) {
        if let Statement::Step(Step { effect: Effect::Spawn { start: Callee::Procedure(start), .. }, .. }) = statement {
            self.procedures.insert(*start);
        }
    }

    fn expr(&mut self, expr: &Expr) {
        if let ExprKind::Procedure(procedure) = expr.kind {
            self.procedures.insert(procedure);
        }
    }
}
