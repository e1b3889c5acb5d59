//! Without irrelevant code: variables whose values have no influence ([`raddle_analysis::cone`]) are forgotten, then what only computes
//! registers that nothing reads any more is left out, with the branches and loops around it, and stores to locals that nothing reads
//! ([`super::unread`]); again, until nothing changes.
//!
//! Why each execution of the program that reaches a violation is one of what is left, as far as assertions are concerned: threads go the same ways,
//! since no condition that is left reads what was left out, and what they do to each other is left. That a loop that was left out may go on for ever,
//! that a division by zero or an access outside of all objects in it ends the execution, is forgotten: this only adds executions. So SAFE carries
//! over; a violation is looked for in the program itself.
//!
//! A call whose result is not used is left out if it changes nothing but registers of its own, whatever inputs it reads for them.
//!
//! A loop is left out only if it reads nothing that other threads write, has an exit and changes something: loops that wait, and loops that are there so that
//! nothing comes behind them, stay.
//!
//! Left out: order (a register that is needed anywhere is needed everywhere).

use std::collections::BTreeSet;

use raddle_program::automaton::Automaton;
use raddle_program::builder::integer;
use raddle_program::syntax::{
    Block, Callee, Effect, Expr, ExprKind, GlobalId, InitialValue, LocalId, Place, PlaceKind, ProcedureId, Program,
    Statement, Step,
};
use raddle_program::types::TypeKind;
use raddle_program::visit::{Visitor, walk_block, walk_effect, walk_expr};

use crate::compositional::temporaries::with_own_temporaries;
use crate::compositional::unread::without_unread_stores;
use raddle_analysis::cone::without_influence_but_on_each_other;
use raddle_verify::transform::{Abstraction, Transform, sliceable};

/// How often what is left is looked at again.
const ROUNDS: usize = 12;

/// The program without irrelevant code.
pub fn without_irrelevant(program: &Program) -> Program {
    let mut program = program.clone();
    for _ in 0..ROUNDS {
        // Temporaries of their own are worth their number only where something is forgotten that is not without them.
        let own = with_own_temporaries(&program);
        if forgettable(&own).len() > forgettable(&program).len() {
            program = own;
        }
        let sliced = forgettable(&program);
        let (forgotten, _) = Abstraction { sliced }.apply(&program);
        let left = without_unread_stores(&Needs::of(&forgotten).leave(&forgotten));
        let is_done = left == program;
        program = left;
        if is_done {
            break;
        }
    }
    program
}

/// The globals whose values have no influence.
fn forgettable(program: &Program) -> BTreeSet<GlobalId> {
    let automata = Automaton::of_all(program);
    let mut found = without_influence_but_on_each_other(program, &automata);
    let may_be = sliceable(program, &automata);
    found.retain(|global| may_be.contains(global));
    found
}

/// What is needed.
struct Needs<'a> {
    program: &'a Program,
    /// Registers that something reads that is kept.
    registers: BTreeSet<(ProcedureId, LocalId)>,
    /// Procedures whose results are needed.
    results: BTreeSet<ProcedureId>,
    /// Procedures that do something beside giving a result.
    busy: BTreeSet<ProcedureId>,
    /// Procedures whose address is known: anyone may call them, or start threads with them.
    pointed: BTreeSet<ProcedureId>,
}

/// What is kept of a block.
#[derive(Clone, Copy, Default)]
struct Kept {
    /// Something that others notice, or that decides something.
    acts: bool,
    /// Something that is noticed outside of the call in which it happens.
    is_noticed: bool,
    /// A return, or a jump out of the block.
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
        // Nobody learns what the process ends with.
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
                // Nobody comes to the code of the others.
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

    /// What is kept of a statement, as far as it is known what is needed.
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
                // Its own exits lead nowhere else; a return does.
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

    /// Whether somebody may notice an effect that does not jump.
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
            | Effect::Free(_)
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

    /// Whether an effect changes registers of its own call at most: whoever needs no result of the call does not notice it.
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

    /// What an effect that is kept needs.
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

    /// Whether a call needs an argument.
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

    /// The program that is left.
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

/// Whether a loop waits for nobody and ends somewhere, as far as its text says.
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

/// Whether a break of the loop around it is in a block.
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

/// What expressions mention.
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

/// The procedures whose address expressions take.
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
