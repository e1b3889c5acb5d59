//! Gives each use of a temporary a register of its own, so that the data flows of different uses are not mixed up. A temporary is renamed
//! if each of its uses is within one stretch of straight code; renaming then changes nothing else.
//!
//! Not renamed: temporaries of procedures with labels; temporaries that carry a value around a loop or out of a branch.

use std::collections::{BTreeMap, BTreeSet};

use raddle_program::builder::fresh_register;
use raddle_program::rewrite::{change_effect, change_expr};
use raddle_program::syntax::{
    Block, Effect, Expr, ExprKind, LocalId, LocalKind, Place, PlaceKind, Procedure, Program, Statement, Step,
};
use raddle_program::visit::{Visitor, walk_block};

/// The program with a temporary for each use.
pub(super) fn with_own_temporaries(program: &Program) -> Program {
    let mut program = program.clone();
    for (_, procedure) in program.procedures.iter_mut() {
        let mut labels = Labels(false);
        walk_block(&procedure.body, &mut labels);
        if labels.0 {
            continue;
        }
        let mut left_alone = BTreeSet::new();
        loop {
            let mut renaming = Renaming { procedure: procedure.clone(), left_alone: left_alone.clone() };
            let body = renaming.block(procedure.body.clone(), &mut BTreeMap::new());
            if renaming.left_alone == left_alone {
                *procedure = Procedure { body, ..renaming.procedure };
                break;
            }
            left_alone = renaming.left_alone;
        }
    }
    program
}

/// The current name of each temporary; `None` where it depends on the path.
type Names = BTreeMap<LocalId, Option<LocalId>>;

struct Renaming {
    procedure: Procedure,
    /// Temporaries that keep their name.
    left_alone: BTreeSet<LocalId>,
}

impl Renaming {
    fn is_renamed(&self, local: LocalId) -> bool {
        let data = &self.procedure.locals[local];
        data.is_register && data.kind == LocalKind::Temporary && !self.left_alone.contains(&local)
    }

    fn block(&mut self, block: Block, names: &mut Names) -> Block {
        block.into_iter().map(|statement| self.statement(statement, names)).collect()
    }

    fn statement(&mut self, statement: Statement, names: &mut Names) -> Statement {
        match statement {
            Statement::Step(Step { effect, span }) => {
                Statement::Step(Step { effect: self.effect(effect, names), span })
            }
            Statement::If { mut condition, then, otherwise, span } => {
                self.expr(&mut condition, names);
                let mut of_otherwise = names.clone();
                let then = self.block(then, names);
                let otherwise = self.block(otherwise, &mut of_otherwise);
                let either: BTreeSet<LocalId> = names.keys().chain(of_otherwise.keys()).copied().collect();
                for local in either {
                    if names.get(&local) != of_otherwise.get(&local) {
                        names.insert(local, None);
                    }
                }
                Statement::If { condition, then, otherwise, span }
            }
            Statement::Loop { tests_after, test, mut condition, body, step, span } => {
                let mut written = Written(BTreeSet::new());
                for part in [&test, &body, &step] {
                    walk_block(part, &mut written);
                }
                names.extend(written.0.iter().map(|&local| (local, None)));
                let (mut in_test, mut in_body, mut in_step) = (names.clone(), names.clone(), names.clone());
                let test = self.block(test, &mut in_test);
                self.expr(&mut condition, &in_test);
                let body = self.block(body, &mut in_body);
                let step = self.block(step, &mut in_step);
                Statement::Loop { tests_after, test, condition, body, step, span }
            }
            Statement::Break | Statement::Continue | Statement::Goto(_) | Statement::Label(_) => statement,
        }
    }

    fn effect(&mut self, mut effect: Effect, names: &mut Names) -> Effect {
        let mut read = Vec::new();
        change_effect(&mut effect, &mut |expr| rename(expr, names, &mut read));
        self.settle(read);
        if let Effect::Live { local, .. } | Effect::Dead(local) = effect
            && self.is_renamed(local)
        {
            self.left_alone.insert(local);
        }
        for target in targets(&mut effect) {
            if self.is_renamed(*target) {
                let data = &self.procedure.locals[*target];
                let (stem, ty) = (data.name.to_string(), data.ty);
                let name = fresh_register(&mut self.procedure, &stem, ty);
                names.insert(*target, Some(name));
                *target = name;
            }
        }
        effect
    }

    fn expr(&mut self, expr: &mut Expr, names: &Names) {
        let mut read = Vec::new();
        change_expr(expr, &mut |expr| rename(expr, names, &mut read));
        self.settle(read);
    }

    /// Excludes temporaries whose name is not known at a read.
    fn settle(&mut self, read: Vec<LocalId>) {
        for local in read {
            if self.is_renamed(local) {
                self.left_alone.insert(local);
            }
        }
    }
}

/// Renames a temporary that is read. If its name depends on the path, it is added to `unknown`.
fn rename(expr: &mut Expr, names: &Names, unknown: &mut Vec<LocalId>) -> bool {
    let ExprKind::Read(place) = &mut expr.kind else { return false };
    let Place { kind: PlaceKind::Local(local), .. } = place.as_mut() else { return false };
    match names.get(local) {
        Some(Some(name)) => *local = *name,
        Some(None) | None => unknown.push(*local),
    }
    false
}

/// The registers that an effect assigns as a whole.
fn targets(effect: &mut Effect) -> Vec<&mut LocalId> {
    match effect {
        Effect::Assign { target: Place { kind: PlaceKind::Local(local), .. }, .. }
        | Effect::Initialize { target: Place { kind: PlaceKind::Local(local), .. }, .. } => vec![local],
        Effect::Input { target, .. } | Effect::Allocate { target, .. } => vec![target],
        Effect::Call { result, .. }
        | Effect::External { result, .. }
        | Effect::Spawn { result, .. }
        | Effect::Synchronize { result, .. } => result.iter_mut().collect(),
        Effect::Join { value, result, .. } => value.iter_mut().chain(result).collect(),
        Effect::Assign { .. }
        | Effect::Initialize { .. }
        | Effect::Skip
        | Effect::Assume(_)
        | Effect::Assert { .. }
        | Effect::Return(_)
        | Effect::Live { .. }
        | Effect::Dead(_)
        | Effect::Free(..)
        | Effect::CopyBytes { .. }
        | Effect::FillBytes { .. }
        | Effect::Exit(_)
        | Effect::Stop
        | Effect::Fence(_)
        | Effect::AtomicBegin
        | Effect::AtomicEnd
        | Effect::Unsupported(_) => Vec::new(),
    }
}

struct Labels(bool);

impl Visitor for Labels {
    fn statement(&mut self, statement: &Statement) {
        self.0 |= matches!(statement, Statement::Goto(_) | Statement::Label(_));
    }
}

/// The registers that code assigns.
struct Written(BTreeSet<LocalId>);

impl Visitor for Written {
    fn statement(&mut self, statement: &Statement) {
        if let Statement::Step(Step { effect, .. }) = statement {
            let mut effect = effect.clone();
            self.0.extend(targets(&mut effect).into_iter().map(|target| *target));
        }
    }
}
