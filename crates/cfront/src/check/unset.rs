//! Local pointers that may be read before they have a value.
//!
//! Idea: definite assignment (Java Language Specification, chapter 16) by the complement: a forward data flow whose state is the set of
//! variables that may have no value. Branches join by union, code behind a jump has no state. A label may be reached from anywhere in its function, also over declarations with initializers: behind
//! it, each variable of the function may have no value. Labels of cases have the state of their `switch`; the variables that are declared in
//! its body have no value there.
//!
//! Rule: a variable that is not in the result has a value at each of its loads, if the program jumps by C's statements only.
//! Tests: in `memory`: `text_without_a_value`, `text_with_a_value_on_all_paths`, `format_without_a_value`.

use raddle_program::types::TypeKind;
use rustc_hash::{FxHashMap, FxHashSet};

use super::first_value::{Stored, stored_by_call};
use crate::typed::{
    Block, Expr, ExprKind, LabelId, Statement, StatementKind, Storage, UnaryOperator, Unit, Variable, VariableId,
};

/// The local pointers whose address is not taken and that may be loaded when they have no value.
pub(super) fn may_be_unset(unit: &Unit) -> FxHashSet<VariableId> {
    let is_candidate = |variable: &Variable| {
        variable.storage == Storage::Automatic
            && !variable.address_taken
            && matches!(unit.types.kind(variable.ty.ty), TypeKind::Pointer(_))
    };
    let all = unit.variables.iter().filter(|(_, variable)| is_candidate(variable)).map(|(id, _)| id).collect();
    may_be_unset_among(unit, &all)
}

/// Those of some local variables that may be loaded when they have no value. Their addresses go to calls only that store to them
/// ([`super::first_value`]).
pub(super) fn may_be_unset_among(unit: &Unit, candidates: &FxHashSet<VariableId>) -> FxHashSet<VariableId> {
    let mut found = FxHashSet::default();
    for function in unit.functions.values() {
        if let Some(body) = &function.body {
            let mut walk = Walk::new(unit, candidates);
            walk.all = walk.declared_in(body);
            walk.block(body);
            found.extend(walk.found);
        }
    }
    found
}

/// The variables that may have no value; `None` where no execution comes.
type State = Option<FxHashSet<VariableId>>;

/// What leaves a loop or a `switch`.
struct Left {
    is_loop: bool,
    by_break: State,
    by_continue: State,
}

struct Walk<'u> {
    unit: &'u Unit,
    candidates: &'u FxHashSet<VariableId>,
    state: State,
    /// All variables of the function that count.
    all: FxHashSet<VariableId>,
    /// The state at the `switch` that a label is a case of.
    cases: FxHashMap<LabelId, State>,
    /// The loops and switches that are open, the innermost last.
    left: Vec<Left>,
    found: FxHashSet<VariableId>,
}

fn joined(one: State, other: State) -> State {
    match (one, other) {
        (Some(mut one), Some(other)) => {
            one.extend(other);
            Some(one)
        }
        (one, other) => one.or(other),
    }
}

impl<'u> Walk<'u> {
    fn new(unit: &'u Unit, candidates: &'u FxHashSet<VariableId>) -> Walk<'u> {
        Walk {
            unit,
            candidates,
            state: Some(FxHashSet::default()),
            all: FxHashSet::default(),
            cases: FxHashMap::default(),
            left: Vec::new(),
            found: FxHashSet::default(),
        }
    }

    fn block(&mut self, block: &Block) {
        block.statements.iter().for_each(|statement| self.statement(statement));
    }

    fn statement(&mut self, statement: &Statement) {
        match &statement.kind {
            StatementKind::Expr(expr) | StatementKind::FixLength { count: expr, .. } => self.expression(expr),
            StatementKind::Declare { variable, size, initializer } => {
                size.iter().for_each(|size| self.expression(size));
                if let Some(initializer) = initializer {
                    initializer.parts.iter().for_each(|part| self.expression(&part.value));
                    self.assigned(*variable);
                } else if self.is_candidate(*variable) {
                    self.state.iter_mut().for_each(|state| _ = state.insert(*variable));
                }
            }
            StatementKind::Block(block) => self.block(block),
            StatementKind::If { condition, then, otherwise } => {
                let no = self.condition(condition);
                self.block(then);
                let behind = std::mem::replace(&mut self.state, no);
                self.block(otherwise);
                self.join(behind);
            }
            StatementKind::Loop { tests_after, condition, step, body } => {
                if self.is_entered_by_a_label(body) {
                    self.state = Some(self.all.clone());
                }
                // The state where the loop ends by its condition.
                let mut end = None;
                if let Some(condition) = condition.as_ref().filter(|_| !tests_after) {
                    end = self.condition(condition);
                }
                self.left.push(Left { is_loop: true, by_break: None, by_continue: None });
                self.block(body);
                let left = self.left.pop();
                let (by_break, by_continue) = left.map_or((None, None), |left| (left.by_break, left.by_continue));
                self.join(by_continue);
                step.iter().for_each(|step| self.expression(step));
                if let Some(condition) = condition.as_ref().filter(|_| *tests_after) {
                    end = self.condition(condition);
                }
                self.state = joined(end, by_break);
            }
            StatementKind::Switch { scrutinee, cases, default, body } => {
                self.expression(scrutinee);
                let labels = cases.iter().map(|(_, _, label)| *label).chain(*default);
                let state = self.state.take();
                let mut at_case = state.clone();
                at_case.iter_mut().for_each(|at_case| at_case.extend(self.declared_in(body)));
                self.cases.extend(labels.map(|label| (label, at_case.clone())));
                self.left.push(Left { is_loop: false, by_break: None, by_continue: None });
                self.block(body);
                let by_break = self.left.pop().and_then(|left| left.by_break);
                self.join(by_break);
                if default.is_none() {
                    self.join(state);
                }
            }
            StatementKind::Label(label) => {
                let at = self.cases.get(label).cloned().unwrap_or_else(|| Some(self.all.clone()));
                self.join(at);
            }
            StatementKind::Break => {
                let state = self.state.take();
                if let Some(left) = self.left.last_mut() {
                    left.by_break = joined(left.by_break.take(), state);
                }
            }
            StatementKind::Continue => {
                let state = self.state.take();
                if let Some(left) = self.left.iter_mut().rev().find(|left| left.is_loop) {
                    left.by_continue = joined(left.by_continue.take(), state);
                }
            }
            StatementKind::Goto(_) | StatementKind::Return(None) => self.state = None,
            StatementKind::ComputedGoto(expr) | StatementKind::Return(Some(expr)) => {
                self.expression(expr);
                self.state = None;
            }
            StatementKind::Unsupported(_) => {}
        }
    }

    /// Whether a label in the body of a loop is no case of a `switch` in it: a jump may come from outside.
    fn is_entered_by_a_label(&self, body: &Block) -> bool {
        let inside = body.statements_inside();
        let mut own = FxHashSet::default();
        for statement in &inside {
            if let StatementKind::Switch { cases, default, .. } = &statement.kind {
                own.extend(cases.iter().map(|(_, _, label)| *label).chain(*default));
            }
        }
        inside.iter().any(|statement| matches!(&statement.kind, StatementKind::Label(label) if !own.contains(label)))
    }

    /// The variables that count and are declared in a block.
    fn declared_in(&self, block: &Block) -> FxHashSet<VariableId> {
        let declared = |statement: &Statement| match &statement.kind {
            StatementKind::Declare { variable, .. } if self.is_candidate(*variable) => Some(*variable),
            _ => None,
        };
        block.statements_inside().into_iter().filter_map(declared).collect()
    }

    fn is_candidate(&self, variable: VariableId) -> bool {
        self.candidates.contains(&variable)
    }

    fn join(&mut self, other: State) {
        self.state = joined(self.state.take(), other);
    }

    fn assigned(&mut self, variable: VariableId) {
        self.state.iter_mut().for_each(|state| _ = state.remove(&variable));
    }

    fn loaded(&mut self, variable: VariableId) {
        if self.state.as_ref().is_some_and(|state| state.contains(&variable)) {
            self.found.insert(variable);
        }
    }

    /// Evaluates a condition: the state is that where it holds; returns the state where it does not.
    fn condition(&mut self, expr: &Expr) -> State {
        match &expr.kind {
            ExprKind::Unary(UnaryOperator::LogicalNot, operand) => {
                let no = self.condition(operand);
                std::mem::replace(&mut self.state, no)
            }
            ExprKind::Logical { is_and, left, right } => {
                let mut no = self.condition(left);
                if !is_and {
                    std::mem::swap(&mut self.state, &mut no);
                }
                // Here the right side is evaluated; `no` is the state where it is not.
                let of_right = self.condition(right);
                if *is_and {
                    return joined(no, of_right);
                }
                self.join(no);
                of_right
            }
            ExprKind::Integer(0) => self.state.take(),
            ExprKind::Integer(_) => None,
            _ => {
                self.expression(expr);
                self.state.clone()
            }
        }
    }

    fn expression(&mut self, expr: &Expr) {
        match &expr.kind {
            ExprKind::Variable(_)
            | ExprKind::String(_)
            | ExprKind::Function(_)
            | ExprKind::Integer(_)
            | ExprKind::Floating(_)
            | ExprKind::LabelAddress(_)
            | ExprKind::VariableSize { .. }
            | ExprKind::Unsupported(_) => {}
            ExprKind::Load(operand) => match operand.kind {
                ExprKind::Variable(variable) => self.loaded(variable),
                _ => self.expression(operand),
            },
            ExprKind::Deref(operand)
            | ExprKind::Member { base: operand, .. }
            | ExprKind::Decay(operand)
            | ExprKind::AddressOf(operand)
            | ExprKind::Unary(_, operand)
            | ExprKind::Cast { operand, .. } => self.expression(operand),
            ExprKind::Increment { target, .. } => self.changed(target),
            ExprKind::CompoundAssign { target, value, .. } | ExprKind::PointerAssign { target, index: value, .. } => {
                self.changed(target);
                self.expression(value);
            }
            ExprKind::Assign { target, value } => {
                self.expression(target);
                self.expression(value);
                if let ExprKind::Variable(variable) = target.kind {
                    self.assigned(variable);
                }
            }
            ExprKind::Binary(_, left, right)
            | ExprKind::Comma(left, right)
            | ExprKind::PointerAdd { pointer: left, index: right, .. }
            | ExprKind::PointerDifference { left, right, .. } => {
                self.expression(left);
                self.expression(right);
            }
            ExprKind::Logical { .. } => {
                let no = self.condition(expr);
                self.join(no);
            }
            ExprKind::Elvis { value, otherwise } => {
                self.expression(value);
                let before = self.state.clone();
                self.expression(otherwise);
                self.join(before);
            }
            ExprKind::Conditional { condition, then, otherwise } => {
                let no = self.condition(condition);
                self.expression(then);
                let behind = std::mem::replace(&mut self.state, no);
                self.expression(otherwise);
                self.join(behind);
            }
            ExprKind::CompoundLiteral { initializer, .. } => {
                initializer.parts.iter().for_each(|part| self.expression(&part.value));
            }
            ExprKind::Call { callee, arguments } => {
                self.expression(callee);
                arguments.iter().for_each(|argument| self.expression(argument));
                if let Some(Stored { variable, is_read }) = stored_by_call(self.unit, callee, arguments) {
                    if is_read {
                        self.loaded(variable);
                    }
                    self.assigned(variable);
                }
                if let ExprKind::Function(function) = callee.kind
                    && self.unit.functions[function].is_noreturn
                {
                    self.state = None;
                }
            }
            ExprKind::Statement(block) => self.block(block),
            ExprKind::Builtin { name, arguments } => {
                arguments.iter().for_each(|argument| self.expression(argument));
                if name.ends_with("unreachable") {
                    self.state = None;
                }
            }
        }
    }

    fn changed(&mut self, target: &Expr) {
        match target.kind {
            ExprKind::Variable(variable) => self.loaded(variable),
            _ => self.expression(target),
        }
    }
}
