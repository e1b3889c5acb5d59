//! The lock sets along one function, as the thread-safety analysis of Clang follows them.
//!
//! Clang looks at one function at a time. A lock is the text of its expression ([`super::path`]). Where paths join, the same locks must be
//! held on all of them, and at the end of a loop those of its beginning: otherwise Clang warns. So one pass over the structured code is enough,
//! and a function about which Clang would warn is [`Followed::trouble`]: it is excluded from the analysis.
//!
//! This is more careful than Clang in three respects: a lock behind a pointer that changes while the lock is held is trouble, the decay of an array
//! is an access, and so is each mention of a variable but `&x`.

use raddle_cfront::typed::{
    BinaryOperator, Block, Expr, ExprKind, FunctionId, Initializer, LabelId, Statement, StatementKind, UnaryOperator,
    Unit, VariableId,
};
use raddle_program::source::Span;
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::BTreeMap;
use std::sync::Arc;

use crate::operations::{Operation, lock_function, never_returns};
use crate::path::{Path, declaration, uncast};

/// The locks that are held, and whether only for reading.
pub type Held = BTreeMap<Path, bool>;

/// What a call of a function does to locks, in terms of its parameters.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Effect {
    /// Held behind the call and not before.
    pub takes: Held,
    /// Held before the call and not behind.
    pub gives: Held,
    /// Taken if the result is not zero (`true`) or zero.
    pub tries: Option<(bool, Path, bool)>,
}

impl Effect {
    /// Whether it changes nothing.
    pub fn is_none(&self) -> bool {
        *self == Effect::default()
    }
}

/// What happened with certain locks held.
#[derive(Clone, Debug)]
pub enum Event {
    /// An access to a variable, a member, or what one of them points to.
    Access {
        /// Where the variable or member is declared.
        data: Span,
        /// Whether it is to what it points to.
        is_pointee: bool,
        /// Whether it writes.
        is_write: bool,
    },
    /// A lock is taken.
    Take(Path),
    /// A lock must be held: it is given back, or waited with.
    Need(Path),
    /// A function is called: for each parameter, the argument.
    Call(FunctionId, Vec<Expr>),
}

/// An event in its state.
#[derive(Clone, Debug)]
pub struct Happened {
    /// What.
    pub event: Event,
    /// The locks held before.
    pub held: Arc<Held>,
    /// Where.
    pub span: Span,
}

/// What is known of a function.
#[derive(Debug, Default)]
pub struct Followed {
    /// What happens.
    pub events: Vec<Happened>,
    /// What a call does.
    pub effect: Effect,
    /// Functions that it names but does not call there: pointers to them.
    pub named: FxHashSet<FunctionId>,
    /// The lock functions that it calls.
    pub called: FxHashSet<&'static str>,
    /// Functions that it starts as threads.
    pub started: FxHashSet<FunctionId>,
    /// Why Clang cannot follow it, and where.
    pub trouble: Option<(Span, &'static str)>,
}

/// An attempt whose result is in a variable.
#[derive(Clone, PartialEq, Debug)]
struct Attempt {
    path: Path,
    is_shared: bool,
    /// The value that means success: not zero, or zero.
    is_if_true: bool,
}

#[derive(Clone, PartialEq, Debug, Default)]
struct State {
    held: Arc<Held>,
    attempts: FxHashMap<VariableId, Attempt>,
}

/// A function that is followed. A state of `None` is at code that is not reached.
pub struct Follower<'a> {
    unit: &'a Unit,
    effects: &'a FxHashMap<FunctionId, Effect>,
    /// The declarations whose accesses count.
    asked: &'a FxHashSet<(Span, bool)>,
    followed: Followed,
    /// The states in which loops and switches are left, and loops are continued.
    breaks: Vec<Option<State>>,
    continues: Vec<Option<State>>,
    jumps: FxHashMap<LabelId, State>,
    labels: FxHashMap<LabelId, Option<State>>,
    /// The held locks at returns, with the truth of the result if it is known.
    returns: Vec<(Arc<Held>, Option<bool>, Span)>,
    changed: FxHashSet<VariableId>,
}

/// Follows a function that is called with certain locks held.
pub fn follow(
    unit: &Unit,
    function: FunctionId,
    entry: &Held,
    effects: &FxHashMap<FunctionId, Effect>,
    asked: &FxHashSet<(Span, bool)>,
) -> Followed {
    let data = &unit.functions[function];
    let Some(body) = &data.body else { return Followed::default() };
    let mut follower = Follower {
        unit,
        effects,
        asked,
        followed: Followed::default(),
        breaks: Vec::new(),
        continues: Vec::new(),
        jumps: FxHashMap::default(),
        labels: FxHashMap::default(),
        returns: Vec::new(),
        changed: FxHashSet::default(),
    };
    let start = State { held: Arc::new(entry.clone()), attempts: FxHashMap::default() };
    if let Some(end) = follower.block(body, Some(start)) {
        follower.returns.push((end.held, None, data.span));
    }
    let backward: Vec<_> = std::mem::take(&mut follower.jumps).into_keys().collect();
    if !backward.is_empty() {
        follower.trouble(data.span, "it jumps to a place that is not followed");
    }
    follower.finish(function, entry);
    follower.followed
}

impl Follower<'_> {
    fn trouble(&mut self, span: Span, why: &'static str) {
        self.followed.trouble.get_or_insert((span, why));
    }

    /// What the function does to locks, by the states in which it returns.
    fn finish(&mut self, function: FunctionId, entry: &Held) {
        let Some((first, _, _)) = self.returns.first().cloned() else { return };
        let Some(&(_, _, other)) = self.returns.iter().find(|(held, _, _)| *held != first) else {
            let takes: Held =
                first.iter().filter(|(path, _)| !entry.contains_key(path)).map(|(p, s)| (p.clone(), *s)).collect();
            let gives: Held =
                entry.iter().filter(|(path, _)| !first.contains_key(path)).map(|(p, s)| (p.clone(), *s)).collect();
            if takes.keys().chain(gives.keys()).all(|path| self.is_of_interface(function, path)) {
                self.followed.effect = Effect { takes, gives, tries: None };
            } else {
                self.trouble(self.unit.functions[function].span, "it returns with a lock that its callers cannot name");
            }
            return;
        };
        let of = |truth: bool| -> Option<Arc<Held>> {
            let mut all = self.returns.iter().filter(|(_, result, _)| *result == Some(truth)).map(|(held, _, _)| held);
            let first = all.next()?.clone();
            all.all(|held| *held == first).then_some(first)
        };
        let is_known = self.returns.iter().all(|(_, result, _)| result.is_some());
        let tried = [true, false].into_iter().find_map(|success| {
            let (with, without) = (of(success)?, of(!success)?);
            let mut new = with.iter().filter(|(path, _)| !without.contains_key(path));
            let (path, is_shared) = new.next()?;
            let is_only = new.next().is_none() && *without == *entry && with.len() == without.len() + 1;
            (is_known && is_only).then(|| (success, path.clone(), *is_shared))
        });
        match tried {
            Some(tried) if self.is_of_interface(function, &tried.1) => self.followed.effect.tries = Some(tried),
            Some(_) | None => self.trouble(other, "it returns sometimes with a lock and sometimes without"),
        }
    }

    /// Whether callers can name a lock: it is in a global, or behind a parameter that keeps its value.
    fn is_of_interface(&self, function: FunctionId, path: &Path) -> bool {
        let is_parameter = self.unit.functions[function].parameters.contains(&path.base);
        let is_global = self.unit.globals.contains(&path.base) && self.unit.variables[path.base].function.is_none();
        is_global || is_parameter && path.follows_base() && !self.changed.contains(&path.base)
    }

    fn join(&mut self, one: Option<State>, other: Option<State>, span: Span) -> Option<State> {
        match (one, other) {
            (Some(mut one), Some(other)) => {
                if one.held != other.held {
                    self.trouble(span, "a lock is held on some paths to this place and not on others");
                }
                one.attempts.retain(|variable, attempt| other.attempts.get(variable) == Some(attempt));
                Some(one)
            }
            (one, other) => one.or(other),
        }
    }

    fn block(&mut self, block: &Block, mut state: Option<State>) -> Option<State> {
        for statement in &block.statements {
            state = self.statement(statement, state);
        }
        state
    }

    fn statement(&mut self, statement: &Statement, mut state: Option<State>) -> Option<State> {
        let span = statement.span;
        match &statement.kind {
            StatementKind::Expr(expr) => self.evaluate(expr, &mut state),
            StatementKind::Declare { variable, size, initializer } => {
                size.iter().for_each(|size| self.evaluate(size, &mut state));
                if let Some(initializer) = initializer {
                    self.initializer(initializer, &mut state);
                    if let [part] = &initializer.parts[..] {
                        self.keep_attempt(*variable, &part.value, &mut state);
                    }
                }
                self.forget(*variable, &state, span);
            }
            StatementKind::FixLength { count, .. } => self.evaluate(count, &mut state),
            StatementKind::Block(block) => return self.block(block, state),
            StatementKind::If { condition, then, otherwise } => {
                let (yes, no) = self.condition(condition, state);
                let (yes, no) = (self.block(then, yes), self.block(otherwise, no));
                return self.join(yes, no, span);
            }
            StatementKind::Loop { tests_after, condition, step, body } => {
                return self.repeat(*tests_after, condition.as_ref(), step.as_ref(), body, state, span);
            }
            StatementKind::Switch { scrutinee, cases, default, body } => {
                self.evaluate(scrutinee, &mut state);
                self.breaks.push(None);
                for label in cases.iter().map(|&(_, _, label)| label).chain(*default) {
                    self.jump(label, state.clone(), span);
                }
                let end = self.block(body, None);
                let left = self.breaks.pop().flatten();
                let end = self.join(end, left, span);
                return if default.is_none() { self.join(end, state, span) } else { end };
            }
            StatementKind::Goto(label) => {
                self.jump(*label, state.take(), span);
            }
            StatementKind::ComputedGoto(_) => {
                self.trouble(span, "it has a computed goto");
                return None;
            }
            StatementKind::Label(label) => {
                let waiting = self.jumps.remove(label);
                let state = self.join(state, waiting, span);
                self.labels.insert(*label, state.clone());
                return state;
            }
            StatementKind::Break => {
                if let Some(before) = self.breaks.pop() {
                    let joined = self.join(before, state.take(), span);
                    self.breaks.push(joined);
                }
            }
            StatementKind::Continue => {
                if let Some(before) = self.continues.pop() {
                    let joined = self.join(before, state.take(), span);
                    self.continues.push(joined);
                }
            }
            StatementKind::Return(value) => {
                self.leave(value.as_ref(), state.take(), span);
            }
            StatementKind::Unsupported(_) => {}
        }
        state
    }

    fn leave(&mut self, value: Option<&Expr>, state: Option<State>, span: Span) {
        let Some(value) = value else {
            self.returns.extend(state.map(|state| (state.held, None, span)));
            return;
        };
        if let ExprKind::Integer(number) = uncast(value).kind {
            self.returns.extend(state.map(|state| (state.held, Some(number != 0), span)));
            return;
        }
        let (yes, no) = self.condition(value, state);
        if yes.as_ref().map(|it| &it.held) == no.as_ref().map(|it| &it.held) {
            self.returns.extend(yes.map(|state| (state.held, None, span)));
        } else {
            self.returns.extend(yes.map(|state| (state.held, Some(true), span)));
            self.returns.extend(no.map(|state| (state.held, Some(false), span)));
        }
    }

    fn jump(&mut self, label: LabelId, state: Option<State>, span: Span) {
        let Some(state) = state else { return };
        match self.labels.get(&label) {
            Some(Some(known)) if known.held == state.held => {}
            Some(_) => self.trouble(span, "it jumps back with other locks held"),
            None => {
                let waiting = self.jumps.remove(&label);
                if let Some(joined) = self.join(waiting, Some(state), span) {
                    self.jumps.insert(label, joined);
                }
            }
        }
    }

    fn repeat(
        &mut self,
        tests_after: bool,
        condition: Option<&Expr>,
        step: Option<&Expr>,
        body: &Block,
        state: Option<State>,
        span: Span,
    ) -> Option<State> {
        // What a variable holds at the head of a loop is not known.
        let head = state.map(|state| State { attempts: FxHashMap::default(), ..state });
        self.breaks.push(None);
        self.continues.push(None);
        let test = |follower: &mut Self, state: Option<State>| match condition {
            Some(condition) => follower.condition(condition, state),
            None => (state, None),
        };
        let (inside, mut end) = if tests_after { (head.clone(), None) } else { test(self, head.clone()) };
        let mut back = self.block(body, inside);
        let continued = self.continues.pop().flatten();
        back = self.join(back, continued, span);
        if let Some(step) = step {
            self.evaluate(step, &mut back);
        }
        if tests_after {
            (back, end) = test(self, back);
        }
        if let (Some(back), Some(head)) = (&back, &head)
            && back.held != head.held
        {
            self.trouble(span, "a loop begins with other locks than it ends");
        }
        let left = self.breaks.pop().flatten();
        self.join(end, left, span)
    }

    /// The states in which a condition is true and false.
    fn condition(&mut self, condition: &Expr, mut state: Option<State>) -> (Option<State>, Option<State>) {
        let condition = uncast(condition);
        match &condition.kind {
            ExprKind::Integer(0) => (None, state),
            ExprKind::Integer(_) => (state, None),
            ExprKind::Unary(UnaryOperator::LogicalNot, operand) => {
                let (yes, no) = self.condition(operand, state);
                (no, yes)
            }
            ExprKind::Binary(operator @ (BinaryOperator::Equal | BinaryOperator::NotEqual), left, right)
                if matches!(uncast(right).kind, ExprKind::Integer(0)) =>
            {
                let (yes, no) = self.condition(left, state);
                if *operator == BinaryOperator::Equal { (no, yes) } else { (yes, no) }
            }
            ExprKind::Logical { is_and, left, right } => {
                let (yes, no) = self.condition(left, state);
                if *is_and {
                    let (both, second) = self.condition(right, yes);
                    (both, self.join(no, second, condition.span))
                } else {
                    let (second, none) = self.condition(right, no);
                    (self.join(yes, second, condition.span), none)
                }
            }
            _ => {
                let attempt = self.attempt(condition, &state);
                self.evaluate(condition, &mut state);
                let Some(Attempt { path, is_shared, is_if_true }) = attempt else { return (state.clone(), state) };
                let with = state.clone().map(|mut state| {
                    Arc::make_mut(&mut state.held).insert(path, is_shared);
                    state
                });
                if is_if_true { (with, state) } else { (state, with) }
            }
        }
    }

    /// The attempt to take a lock whose result an expression is.
    fn attempt(&self, expr: &Expr, state: &Option<State>) -> Option<Attempt> {
        match &uncast(expr).kind {
            ExprKind::Load(lvalue) => match lvalue.kind {
                ExprKind::Variable(variable) => state.as_ref()?.attempts.get(&variable).cloned(),
                _ => None,
            },
            ExprKind::Call { callee, arguments } => {
                let ExprKind::Function(function) = callee.kind else { return None };
                if let Some(known) = lock_function(&self.unit.functions[function].name) {
                    let Operation::Try { is_shared } = known.operation else { return None };
                    let path = Path::of_lock(self.unit, arguments.get(known.position)?)?;
                    return Some(Attempt { path, is_shared, is_if_true: false });
                }
                let (is_if_true, path, is_shared) = self.effects.get(&function)?.tries.clone()?;
                let path = self.in_caller(function, &path, arguments)?;
                Some(Attempt { path, is_shared, is_if_true })
            }
            _ => None,
        }
    }

    fn keep_attempt(&self, variable: VariableId, value: &Expr, state: &mut Option<State>) {
        let attempt = self.attempt(value, state);
        if let Some(state) = state {
            state.attempts.remove(&variable);
            state.attempts.extend(attempt.map(|attempt| (variable, attempt)));
        }
    }

    /// A variable changes: a lock behind it must not be held.
    fn forget(&mut self, variable: VariableId, state: &Option<State>, span: Span) {
        let is_behind = |path: &Path| path.base == variable && path.follows_base();
        if state.as_ref().is_some_and(|state| state.held.keys().any(is_behind)) {
            self.trouble(span, "a pointer changes while a lock behind it is held");
        }
        self.changed.insert(variable);
    }

    fn happened(&mut self, event: Event, state: &Option<State>, span: Span) {
        if let Some(state) = state {
            self.followed.events.push(Happened { event, held: state.held.clone(), span });
        }
    }

    fn initializer(&mut self, initializer: &Initializer, state: &mut Option<State>) {
        initializer.parts.iter().for_each(|part| self.evaluate(&part.value, state));
    }

    fn evaluate(&mut self, expr: &Expr, state: &mut Option<State>) {
        match &expr.kind {
            ExprKind::Function(function) => _ = self.followed.named.insert(*function),
            ExprKind::Integer(_)
            | ExprKind::Floating(_)
            | ExprKind::LabelAddress(_)
            | ExprKind::String(_)
            | ExprKind::VariableSize { .. }
            | ExprKind::Unsupported(_) => {}
            ExprKind::Variable(_) | ExprKind::Deref(_) | ExprKind::Member { .. } => self.access(expr, false, state),
            ExprKind::Load(lvalue) | ExprKind::Decay(lvalue) => self.access(lvalue, false, state),
            ExprKind::AddressOf(lvalue) => self.address(lvalue, state),
            ExprKind::CompoundLiteral { initializer, .. } => self.initializer(initializer, state),
            ExprKind::Unary(_, operand) | ExprKind::Cast { operand, .. } => self.evaluate(operand, state),
            ExprKind::Binary(_, left, right) | ExprKind::PointerDifference { left, right, .. } => {
                self.evaluate(left, state);
                self.evaluate(right, state);
            }
            ExprKind::PointerAdd { pointer, index, .. } => {
                self.evaluate(pointer, state);
                self.evaluate(index, state);
            }
            ExprKind::Logical { .. } => {
                let (yes, no) = self.condition(expr, state.take());
                *state = self.join(yes, no, expr.span);
            }
            ExprKind::Conditional { condition, then, otherwise } => {
                let (mut yes, mut no) = self.condition(condition, state.take());
                self.evaluate(then, &mut yes);
                self.evaluate(otherwise, &mut no);
                *state = self.join(yes, no, expr.span);
            }
            ExprKind::Elvis { value, otherwise } => {
                let (yes, mut no) = self.condition(value, state.take());
                self.evaluate(otherwise, &mut no);
                *state = self.join(yes, no, expr.span);
            }
            ExprKind::Assign { target, value } => {
                self.evaluate(value, state);
                self.write(target, state);
                if let ExprKind::Variable(variable) = target.kind {
                    self.keep_attempt(variable, value, state);
                }
            }
            ExprKind::CompoundAssign { target, value: operand, .. }
            | ExprKind::PointerAssign { target, index: operand, .. } => {
                self.evaluate(operand, state);
                self.write(target, state);
            }
            ExprKind::Increment { target, .. } => self.write(target, state),
            ExprKind::Comma(left, right) => {
                self.evaluate(left, state);
                self.evaluate(right, state);
            }
            ExprKind::Statement(block) => *state = self.block(block, state.take()),
            ExprKind::Builtin { arguments, .. } => {
                arguments.iter().for_each(|argument| self.evaluate(argument, state));
            }
            ExprKind::Call { callee, arguments } => self.call(callee, arguments, state, expr.span),
        }
    }

    fn write(&mut self, target: &Expr, state: &mut Option<State>) {
        self.access(target, true, state);
        if let ExprKind::Variable(variable) = target.kind {
            self.forget(variable, state, target.span);
            if let Some(state) = state {
                state.attempts.remove(&variable);
            }
        }
    }

    fn access(&mut self, lvalue: &Expr, is_write: bool, state: &mut Option<State>) {
        self.note(lvalue, false, is_write, state, lvalue.span);
        match &lvalue.kind {
            ExprKind::Member { base, .. } => self.access(base, is_write, state),
            ExprKind::Deref(pointer) => self.follow_pointer(pointer, is_write, state, lvalue.span),
            ExprKind::Variable(_) => {}
            _ => self.evaluate(lvalue, state),
        }
    }

    /// An access to what a pointer points to.
    fn follow_pointer(&mut self, pointer: &Expr, is_write: bool, state: &mut Option<State>, span: Span) {
        match &pointer.kind {
            ExprKind::Cast { operand, .. } => self.follow_pointer(operand, is_write, state, span),
            ExprKind::PointerAdd { pointer, index, .. } => {
                self.evaluate(index, state);
                self.follow_pointer(pointer, is_write, state, span);
            }
            // The elements of an array are the array.
            ExprKind::Decay(array) | ExprKind::AddressOf(array) => self.access(array, is_write, state),
            ExprKind::Load(lvalue) => {
                self.access(lvalue, false, state);
                self.note(lvalue, true, is_write, state, span);
            }
            _ => self.evaluate(pointer, state),
        }
    }

    /// `&lvalue`: the object itself is not accessed.
    fn address(&mut self, lvalue: &Expr, state: &mut Option<State>) {
        match &lvalue.kind {
            ExprKind::Member { base, .. } => self.address(base, state),
            ExprKind::Deref(pointer) => match &pointer.kind {
                ExprKind::PointerAdd { pointer, index, .. } => {
                    self.evaluate(index, state);
                    match &pointer.kind {
                        ExprKind::Decay(array) => self.address(array, state),
                        _ => self.evaluate(pointer, state),
                    }
                }
                ExprKind::Decay(array) => self.address(array, state),
                _ => self.evaluate(pointer, state),
            },
            ExprKind::Variable(_) => {}
            _ => self.evaluate(lvalue, state),
        }
    }

    fn note(&mut self, lvalue: &Expr, is_pointee: bool, is_write: bool, state: &Option<State>, span: Span) {
        let Some(data) = declaration(self.unit, lvalue) else { return };
        if self.asked.contains(&(data, is_pointee)) {
            self.happened(Event::Access { data, is_pointee, is_write }, state, span);
        }
    }

    fn call(&mut self, callee: &Expr, arguments: &[Expr], state: &mut Option<State>, span: Span) {
        let ExprKind::Function(function) = callee.kind else {
            self.evaluate(callee, state);
            arguments.iter().for_each(|argument| self.evaluate(argument, state));
            return;
        };
        let data = &self.unit.functions[function];
        let is_creation = ["pthread_create", "thrd_create"].contains(&&*data.name);
        let before = is_creation.then(|| self.followed.named.clone());
        arguments.iter().for_each(|argument| self.evaluate(argument, state));
        if let Some(before) = before {
            let named = std::mem::replace(&mut self.followed.named, before);
            self.followed.started.extend(named.difference(&self.followed.named).copied().collect::<Vec<_>>());
        }
        if let Some(known) = lock_function(&data.name) {
            self.followed.called.insert(known.name);
            let path = arguments.get(known.position).and_then(|argument| Path::of_lock(self.unit, argument));
            match path {
                Some(path) => self.operate(known.operation, path, state, span),
                None => self.trouble(span, "the lock is no variable, no member and nothing that a pointer names"),
            }
            return;
        }
        if data.body.is_some() {
            self.happened(Event::Call(function, arguments.to_vec()), state, span);
            self.apply(function, arguments, state, span);
        }
        if data.is_noreturn || never_returns(&data.name) {
            *state = None;
        }
    }

    fn operate(&mut self, operation: Operation, path: Path, state: &mut Option<State>, span: Span) {
        match operation {
            Operation::Take { is_shared } => self.take(path, is_shared, state, span),
            Operation::Give => self.give(&path, state, span),
            Operation::Wait => {
                self.happened(Event::Need(path.clone()), state, span);
                self.must_hold(&path, state, span);
            }
            // The branch on the result says whether it is held.
            Operation::Try { .. } => self.happened(Event::Take(path), state, span),
        }
    }

    fn must_hold(&mut self, path: &Path, state: &Option<State>, span: Span) {
        if state.as_ref().is_some_and(|state| !state.held.contains_key(path)) {
            self.trouble(span, "it needs a lock that it is not seen to hold");
        }
    }

    fn take(&mut self, path: Path, is_shared: bool, state: &mut Option<State>, span: Span) {
        self.happened(Event::Take(path.clone()), state, span);
        let Some(state) = state else { return };
        if Arc::make_mut(&mut state.held).insert(path, is_shared).is_some() {
            self.trouble(span, "it takes a lock that it holds");
        }
    }

    fn give(&mut self, path: &Path, state: &mut Option<State>, span: Span) {
        self.happened(Event::Need(path.clone()), state, span);
        self.must_hold(path, state, span);
        if let Some(state) = state {
            Arc::make_mut(&mut state.held).remove(path);
        }
    }

    /// A call of a function that takes or gives back locks.
    fn apply(&mut self, function: FunctionId, arguments: &[Expr], state: &mut Option<State>, span: Span) {
        let Some(effect) = self.effects.get(&function).cloned() else { return };
        for (path, is_shared, takes) in effect
            .gives
            .iter()
            .map(|(path, &is_shared)| (path, is_shared, false))
            .chain(effect.takes.iter().map(|(path, &is_shared)| (path, is_shared, true)))
        {
            match self.in_caller(function, path, arguments) {
                Some(path) if takes => self.take(path, is_shared, state, span),
                Some(path) => self.give(&path, state, span),
                None => self.trouble(span, "a function that it calls takes or gives back a lock without a name here"),
            }
        }
    }

    fn in_caller(&self, function: FunctionId, path: &Path, arguments: &[Expr]) -> Option<Path> {
        let parameters = &self.unit.functions[function].parameters;
        match parameters.iter().position(|&parameter| parameter == path.base) {
            Some(position) => path.in_caller(self.unit, arguments.get(position)?),
            None => Some(path.clone()),
        }
    }
}
