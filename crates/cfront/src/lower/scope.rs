//! Lifetimes of locals, and jumps: C11 6.2.4 and 6.8.6.
//!
//! Every exit from a block ends the lifetimes of the objects in memory that it declares. A `goto` (and the dispatch of a switch) also
//! begins the lifetimes of objects whose declarations it skips. These are known only when the whole function has been seen, so a jump is
//! first written as a placeholder and resolved at the end.

use raddle_program::builder::{integer, local_place, read, step};
use raddle_program::source::Span;
use raddle_program::syntax::{BinaryOperator, Block, Effect, Expr, ExprKind, LabelId, LocalId, Statement};

use super::ProcedureLowering;
use crate::typed::{self, StatementKind};

raddle_program::entity!(
    /// A block of a function that declares locals.
    ScopeId,
    "scope"
);

/// A loop or switch that `break` and `continue` refer to.
pub(super) struct JumpTarget {
    /// Whether it is a loop; a switch has no `continue` of its own.
    pub is_loop: bool,
    /// The loop depth of its body: where it is the current one, the program's own `Break` and `Continue` are meant.
    pub depth: usize,
    /// How many scopes are open around it.
    pub scopes: usize,
    /// The label behind it, if a jump needed one.
    pub leave: Option<LabelId>,
    /// The label at the end of its body, if a jump needed one.
    pub next: Option<LabelId>,
}

/// A jump whose effects on lives are not yet known.
pub(super) struct PendingJump {
    destination: Destination,
    /// The open scopes, with the number of locals declared so far.
    scopes: Vec<(ScopeId, usize)>,
    span: Span,
}

enum Destination {
    Label(typed::LabelId),
    /// One of the labels whose address is taken: the one that the register names.
    Computed(LocalId),
}

/// Placeholders count down from the greatest label.
const FIRST_PLACEHOLDER: u32 = u32::MAX;

impl ProcedureLowering<'_, '_> {
    /// Begins a block that owns these objects.
    pub(super) fn open_scope(&mut self, variables: &[typed::VariableId]) {
        let scope = self.scopes.push(Vec::new());
        self.open_scopes.push(scope);
        for variable in variables {
            let local = self.local_of(*variable);
            self.owners.insert(local, scope);
        }
    }

    /// Ends a block: what it declared dies if its end is reached.
    pub(super) fn close_scope(&mut self, span: Span) {
        let depth = self.open_scopes.len() - 1;
        if !self.ends_in_jump() {
            self.leave_scopes(depth, span);
        }
        self.open_scopes.pop();
    }

    /// Whether control cannot reach the end of the code written so far.
    pub(super) fn ends_in_jump(&self) -> bool {
        match self.block.last() {
            Some(Statement::Break | Statement::Continue | Statement::Goto(_)) => true,
            Some(Statement::Step(step)) => {
                matches!(step.effect, Effect::Return(_) | Effect::Exit(_) | Effect::Stop | Effect::Unsupported(_))
            }
            Some(Statement::If { .. } | Statement::Loop { .. } | Statement::Label(_)) | None => false,
        }
    }

    /// Notes that a local was declared in the block that owns it. This is an outer block where a compound literal stands in a statement
    /// expression that the checker wrote.
    pub(super) fn declare_in_scope(&mut self, local: LocalId) {
        let innermost = *self.open_scopes.last().expect("a function has a scope");
        let owner = self.owners.get(&local).copied().filter(|scope| self.open_scopes.contains(scope));
        let scope = owner.unwrap_or(innermost);
        if !self.scopes[scope].contains(&local) {
            self.scopes[scope].push(local);
        }
    }

    /// Ends the lives of what is declared in all scopes but the outer `depth` ones.
    pub(super) fn leave_scopes(&mut self, depth: usize, span: Span) {
        let locals = self.open_scopes[depth..].iter().flat_map(|&scope| self.scopes[scope].iter().copied());
        let dying: Vec<LocalId> = locals.filter(|&local| self.dies(local)).collect();
        for &local in dying.iter().rev() {
            self.emit(Effect::Dead(local), span);
        }
    }

    /// Whether leaving all scopes ends any life.
    pub(super) fn has_objects_in_scope(&self) -> bool {
        let mut locals = self.open_scopes.iter().flat_map(|&scope| &self.scopes[scope]);
        locals.any(|&local| self.dies(local))
    }

    /// Whether the end of its block ends the life of an object: that of a local in memory, or of a variable-length array.
    fn dies(&self, local: LocalId) -> bool {
        !self.procedure.locals[local].is_register || self.variable_length_arrays.contains(&local)
    }

    /// `break`
    pub(super) fn leave(&mut self, span: Span) {
        let Some(target) = self.targets.last() else {
            self.unsupported("`break` outside of loops", span);
            return;
        };
        let (is_natural, scopes) = (target.is_loop && target.depth == self.loop_depth, target.scopes);
        self.leave_scopes(scopes, span);
        if is_natural {
            self.block.push(Statement::Break);
            return;
        }
        let known = self.targets.last().and_then(|target| target.leave);
        let label = known.unwrap_or_else(|| self.fresh_label("leave"));
        if let Some(target) = self.targets.last_mut() {
            target.leave = Some(label);
        }
        self.block.push(Statement::Goto(label));
    }

    /// `continue`
    pub(super) fn next_round(&mut self, span: Span) {
        let Some(position) = self.targets.iter().rposition(|target| target.is_loop) else {
            self.unsupported("`continue` outside of loops", span);
            return;
        };
        let (depth, scopes) = (self.targets[position].depth, self.targets[position].scopes);
        self.leave_scopes(scopes, span);
        if depth == self.loop_depth {
            self.block.push(Statement::Continue);
            return;
        }
        let label = match self.targets[position].next {
            Some(label) => label,
            None => self.fresh_label("next"),
        };
        self.targets[position].next = Some(label);
        self.block.push(Statement::Goto(label));
    }

    /// The scopes that are open, with the number of locals declared so far.
    pub(super) fn scope_snapshot(&self) -> Vec<(ScopeId, usize)> {
        self.open_scopes.iter().map(|&scope| (scope, self.scopes[scope].len())).collect()
    }

    /// `goto`
    pub(super) fn jump(&mut self, label: typed::LabelId, span: Span) {
        self.push_jump(Destination::Label(label), span);
    }

    /// `goto *value`
    pub(super) fn computed_jump(&mut self, value: LocalId, span: Span) {
        self.push_jump(Destination::Computed(value), span);
    }

    fn push_jump(&mut self, destination: Destination, span: Span) {
        let placeholder = LabelId(FIRST_PLACEHOLDER - self.jumps.len() as u32);
        let scopes = self.scope_snapshot();
        self.jumps.push(PendingJump { destination, scopes, span });
        self.block.push(Statement::Goto(placeholder));
    }

    /// Places a label.
    pub(super) fn place_label(&mut self, label: typed::LabelId) {
        self.label_scopes.insert(label, self.scope_snapshot());
        if self.cx.unit.labels[label].address_taken {
            self.address_labels.push(label);
        }
        let placed = self.label_of(label);
        self.block.push(Statement::Label(placed));
    }

    /// The body, with its jumps resolved.
    pub(super) fn resolve_jumps(&mut self) -> Block {
        let body = std::mem::take(&mut self.block);
        if self.jumps.is_empty() {
            return body;
        }
        self.resolve_block(body)
    }

    fn resolve_block(&mut self, block: Block) -> Block {
        let mut resolved = Block::with_capacity(block.len());
        for statement in block {
            match statement {
                Statement::Goto(label) if (FIRST_PLACEHOLDER - label.0) < self.jumps.len() as u32 => {
                    self.resolve_jump((FIRST_PLACEHOLDER - label.0) as usize, &mut resolved);
                }
                Statement::If { condition, then, otherwise, span } => {
                    let (then, otherwise) = (self.resolve_block(then), self.resolve_block(otherwise));
                    resolved.push(Statement::If { condition, then, otherwise, span });
                }
                Statement::Loop { tests_after, test, condition, body, step, span } => {
                    let (test, body, step) =
                        (self.resolve_block(test), self.resolve_block(body), self.resolve_block(step));
                    resolved.push(Statement::Loop { tests_after, test, condition, body, step, span });
                }
                other @ (Statement::Step(_)
                | Statement::Break
                | Statement::Continue
                | Statement::Goto(_)
                | Statement::Label(_)) => resolved.push(other),
            }
        }
        resolved
    }

    fn resolve_jump(&mut self, jump: usize, code: &mut Block) {
        let span = self.jumps[jump].span;
        match self.jumps[jump].destination {
            Destination::Label(label) => self.resolve_goto(jump, label, code),
            Destination::Computed(register) => {
                let place = local_place(&self.procedure, register);
                for label in self.address_labels.clone() {
                    let number = integer(Self::label_number(label), place.ty);
                    let condition = self.equals(read(place.clone()), number);
                    let mut then = Block::new();
                    self.resolve_goto(jump, label, &mut then);
                    code.push(Statement::If { condition, then, otherwise: Block::new(), span });
                }
                code.push(step(Effect::Unsupported("a computed goto to something else than a label".into()), span));
            }
        }
    }

    fn resolve_goto(&mut self, jump: usize, label: typed::LabelId, code: &mut Block) {
        let PendingJump { ref scopes, span, .. } = self.jumps[jump];
        let Some(target) = self.label_scopes.get(&label) else {
            code.push(step(Effect::Unsupported("a goto to a label that is nowhere".into()), span));
            return;
        };
        let left = scopes.iter().filter(|(scope, _)| target.iter().all(|(other, _)| other != scope));
        // An array of variable length may live although its declaration stands behind the jump: it was reached before.
        let may_live = |index: usize, count: usize, local: LocalId| {
            index < count && self.dies(local) || self.variable_length_arrays.contains(&local)
        };
        let dying: Vec<LocalId> = left
            .flat_map(|&(scope, count)| {
                self.scopes[scope].iter().enumerate().map(move |(at, &local)| (at, count, local))
            })
            .filter(|&(index, count, local)| may_live(index, count, local))
            .map(|(_, _, local)| local)
            .collect();
        for &local in dying.iter().rev() {
            code.push(step(Effect::Dead(local), span));
        }
        for &(scope, count) in target {
            let declared = scopes.iter().find(|(other, _)| *other == scope).map_or(0, |&(_, declared)| declared);
            for &local in self.scopes[scope].iter().take(count).skip(declared) {
                code.push(step(Effect::Live { local, is_zeroed: false }, span));
            }
        }
        code.push(Statement::Goto(self.label_of(label)));
    }

    /// `left == right`, as an `int`.
    pub(super) fn equals(&mut self, left: Expr, right: Expr) -> Expr {
        let ty = self.cx.int();
        Expr { kind: ExprKind::Binary(BinaryOperator::Equal, Box::new(left), Box::new(right)), ty }
    }
}

/// Whether a block contains labels (those inside statement expressions are not looked for: nothing jumps to them from
/// outside).
pub(super) fn has_labels(block: &typed::Block) -> bool {
    let is_or_has = |statement: &typed::Statement| {
        matches!(statement.kind, StatementKind::Label(_)) || statement.blocks().any(has_labels)
    };
    block.statements.iter().any(is_or_has)
}
