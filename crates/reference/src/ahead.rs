//! The operations that a thread may still perform, by the text of the program, for any values.
//!
//! The text ahead of a thread is the rest of its frames: the tasks of each, and the functions that they call or start. A loop whose
//! condition is a constant other than zero is left by `break`, `goto` and `return` only, and a function that cannot return is never left. A
//! call through a pointer may reach every function with a body.

use crate::machine::library::{Call, is_unsupported};
use crate::machine::memory::Memory;
use crate::machine::task::{Operation, Subject, Task};
use crate::machine::{Frame, Machine};
use crate::value::{Place, Scalar, Value};
use raddle_cfront::typed::{Block, Expr, ExprKind, FunctionId, Initializer, LabelId, Statement, StatementKind, Unit};
use raddle_program::syntax::Synchronization;
use raddle_program::types::{TypeId, TypeKind};
use std::collections::{BTreeMap, BTreeSet};

/// What may be done.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Ahead(u16);

impl Ahead {
    /// The process may end, or the execution may end without being judged.
    pub const ENDS_PROCESS: Ahead = Ahead(1);
    /// A lock is released.
    pub const RELEASES: Ahead = Ahead(2);
    /// A semaphore is posted.
    pub const POSTS: Ahead = Ahead(4);
    /// A condition is signalled.
    pub const SIGNALS: Ahead = Ahead(8);
    /// A thread arrives at a barrier.
    pub const ARRIVES: Ahead = Ahead(16);
    /// A thread is cancelled.
    pub const CANCELS: Ahead = Ahead(32);
    /// The routine of a once control ends, or the thread that runs it.
    pub const ENDS_ONCE: Ahead = Ahead(64);
    /// Memory is accessed that is not certainly there: a violation of memory ends the execution.
    pub const ACCESSES: Ahead = Ahead(128);
    const EVERYTHING: Ahead = Ahead(255);

    /// Whether any of these may be done.
    pub fn may(self, what: Ahead) -> bool {
        self.0 & what.0 != 0
    }

    /// Adds what another thread may do.
    pub fn add(&mut self, other: Ahead) {
        self.0 |= other.0;
    }
}

/// What a function may do, and whether it can return.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
struct Summary {
    does: Ahead,
    returns: bool,
}

/// The functions of a program.
pub(crate) struct Functions<'u> {
    unit: &'u Unit,
    summaries: BTreeMap<FunctionId, Summary>,
    /// Whether ending threads call functions: cleanup handlers, destructors.
    has_routines: bool,
}

impl<'u> Functions<'u> {
    /// Those of a program.
    pub fn of(unit: &'u Unit) -> Functions<'u> {
        let has_routines =
            ["__raddle_cleanup_push", "pthread_key_create", "tss_create"].iter().any(|name| unit.names(name));
        let mut functions = Functions { unit, summaries: BTreeMap::new(), has_routines };
        loop {
            let mut is_new = false;
            for (id, function) in unit.functions.iter() {
                let Some(body) = &function.body else { continue };
                let mut walk = Walk::new(&functions);
                let falls_off = walk.function(body, true);
                let summary = Summary { does: walk.does, returns: walk.returns || falls_off };
                is_new |= functions.summaries.insert(id, summary) != Some(summary);
            }
            if !is_new {
                return functions;
            }
        }
    }

    fn summary(&self, function: FunctionId) -> Summary {
        self.summaries.get(&function).copied().unwrap_or_default()
    }

    fn all(&self) -> Ahead {
        let mut all = Ahead::default();
        self.summaries.values().for_each(|summary| all.add(summary.does));
        all
    }

    /// What a thread may do, if it is not kept waiting.
    pub fn ahead(&self, machine: &Machine<'u>, thread: usize) -> Ahead {
        if self.has_routines && machine.statics.has_cancellation {
            return Ahead::EVERYTHING;
        }
        let mut walk = Walk { memory: Some(&machine.memory), ..Walk::new(self) };
        for frame in machine.threads[thread].frames.iter().rev() {
            if !walk.frame(frame, thread) {
                break;
            }
        }
        walk.does
    }
}

/// Where statements lead, beside the next one.
#[derive(Clone, Copy, Default)]
struct Exits {
    breaks: bool,
    continues: bool,
}

struct Walk<'w, 'u> {
    functions: &'w Functions<'u>,
    does: Ahead,
    /// The labels that are jumped to.
    labels: BTreeSet<LabelId>,
    returns: bool,
    /// The objects as they are, if the walk begins at where a thread is.
    memory: Option<&'w Memory>,
}

impl<'u> Walk<'_, 'u> {
    fn new<'w>(functions: &'w Functions<'u>) -> Walk<'w, 'u> {
        Walk { functions, does: Ahead::default(), labels: BTreeSet::new(), returns: false, memory: None }
    }

    /// A place is accessed. One that is there can be accessed before any other thread takes a step.
    fn access(&mut self, place: &Place, size: u64) {
        let is_there = self.memory.is_some_and(|memory| memory.locate(place, size, false).is_ok());
        self.does.add(if is_there { Ahead::default() } else { Ahead::ACCESSES });
    }

    /// A body, from its start if that `is_entered`, and from the labels that are jumped to; whether its end is reached.
    fn function(&mut self, body: &'u Block, is_entered: bool) -> bool {
        loop {
            let n_labels = self.labels.len();
            let falls_off = self.block(body, 0, is_entered, &mut Exits::default());
            if self.labels.len() == n_labels {
                return falls_off;
            }
        }
    }

    /// What is left of a frame; whether it returns.
    fn frame(&mut self, frame: &Frame<'u>, thread: usize) -> bool {
        (self.returns, self.labels) = (false, BTreeSet::new());
        let (mut is_live, mut exits) = (true, Exits::default());
        for task in frame.tasks.iter().rev() {
            is_live = self.task(task, thread, is_live, &mut exits);
        }
        if !self.labels.is_empty()
            && let Some(body) = &self.functions.unit.functions[frame.function].body
        {
            is_live |= self.function(body, false);
        }
        self.returns || is_live
    }

    /// Whether the task below it is reached.
    fn task(&mut self, task: &Task<'u>, thread: usize, is_live: bool, exits: &mut Exits) -> bool {
        match task {
            Task::Loop { statement, .. } => {
                let is_met = is_live || exits.continues;
                let is_left = std::mem::take(exits).breaks;
                is_left | self.statement(statement, is_met, exits)
            }
            Task::SwitchEnd { .. } => is_live | std::mem::take(&mut exits.breaks),
            _ if !is_live => false,
            Task::Eval(expr) | Task::Place(expr) => self.expr(expr, exits),
            Task::Finish(expr, _) => self.finish(expr, exits),
            Task::Initialize { initializer, .. } => self.initializer(initializer, exits),
            Task::Block { block, next, .. } => self.block(block, *next, true, exits),
            Task::Statement(statement, _) => self.statement(statement, true, exits),
            Task::Branch(statement) => match &statement.kind {
                StatementKind::If { then, otherwise, .. } => {
                    self.block(then, 0, true, exits) | self.block(otherwise, 0, true, exits)
                }
                _ => true,
            },
            Task::Select { statement, .. } => self.select(statement, exits),
            Task::ComputedGoto => self.jump_anywhere(),
            Task::Return { .. } => {
                self.returns = true;
                false
            }
            Task::Enter { function, .. } => self.call(*function),
            Task::Library(call, _) => self.call_of_library(call),
            // It has arrived, and only leaves.
            Task::Model(running) if running.call.name == "pthread_barrier_wait" && !running.answers.is_empty() => true,
            Task::Model(running) => self.call_of_library(&running.call),
            Task::EndThread { .. } if thread == 0 => {
                self.does.add(Ahead::ENDS_PROCESS);
                false
            }
            Task::EndThread { .. } | Task::Unwind { .. } => self.end_thread(),
            Task::Operation(operation) => self.operation(operation),
            Task::Load { place, .. }
            | Task::Store { place, .. }
            | Task::Keep { place, .. }
            | Task::Extract { place, .. }
            | Task::Insert { place, .. }
            | Task::Gather { place, .. }
            | Task::Scatter { place, .. } => {
                self.access(place, 1);
                true
            }
            Task::Push(_)
            | Task::Discard
            | Task::FixLength(_)
            | Task::MakeArray { .. }
            | Task::NameArray(_)
            | Task::Returned(_) => true,
        }
    }

    fn operation(&mut self, operation: &Operation) -> bool {
        match operation {
            Operation::Stop { .. } | Operation::Prune { .. } | Operation::Unsupported { .. } => {
                self.does.add(Ahead::ENDS_PROCESS);
                false
            }
            Operation::Fail { ends, .. } => {
                self.does.add(if *ends { Ahead::ENDS_PROCESS } else { Ahead::default() });
                !ends
            }
            Operation::Diverge { certain, .. } => !certain,
            Operation::Exit { .. } | Operation::NextDestructor { .. } => self.end_thread(),
            Operation::Spawn { start, id, .. } => {
                self.does.add(self.functions.summary(*start).does);
                if id.base != Scalar::Integer(0) {
                    self.access(id, 1);
                }
                true
            }
            Operation::Synchronize { operation, subject, .. } => {
                self.does.add(done_by(*operation));
                if let Subject::Object(place) = subject {
                    self.access(place, 1);
                }
                true
            }
            Operation::Read { place, size, .. } => {
                self.access(place, *size);
                true
            }
            Operation::Write { place, bytes, .. } => {
                self.access(place, bytes.len() as u64);
                true
            }
            Operation::Fill { .. } | Operation::Copy { .. } | Operation::Free { .. } => {
                self.does.add(Ahead::ACCESSES);
                true
            }
            _ => true,
        }
    }

    fn end_thread(&mut self) -> bool {
        self.does.add(if self.functions.has_routines { Ahead::EVERYTHING } else { Ahead::ENDS_ONCE });
        false
    }

    fn call(&mut self, function: FunctionId) -> bool {
        let summary = self.functions.summary(function);
        self.does.add(summary.does);
        summary.returns
    }

    /// A call of a function without a body, with its arguments.
    fn call_of_library(&mut self, call: &Call<'u>) -> bool {
        for (value, _) in &call.arguments {
            if let Value::Scalar(Scalar::Function(function)) = value {
                self.does.add(self.functions.summary(*function).does);
            }
        }
        let is_address = |(value, _): &(Value, TypeId)| matches!(value, Value::Scalar(Scalar::Address(_)));
        if call.arguments.iter().any(is_address) {
            self.does.add(Ahead::ACCESSES);
        }
        self.effects_of(call.name)
    }

    fn effects_of(&mut self, name: &str) -> bool {
        let (does, goes_on) = match name {
            "exit"
            | "_exit"
            | "_Exit"
            | "quick_exit"
            | "abort"
            | "__assert_fail"
            | "__assert"
            | "__assert_perror_fail"
            | "reach_error"
            | "__VERIFIER_error" => (Ahead::ENDS_PROCESS, false),
            "assert" | "__VERIFIER_assert" => (Ahead::ENDS_PROCESS, true),
            _ if name.ends_with("assume") || is_unsupported(name) => (Ahead::ENDS_PROCESS, true),
            "pthread_exit" | "thrd_exit" => return self.end_thread(),
            "pthread_cancel" => (Ahead::CANCELS, true),
            "sem_post" => (Ahead::POSTS, true),
            "pthread_cond_signal" | "pthread_cond_broadcast" | "cnd_signal" | "cnd_broadcast" => (Ahead::SIGNALS, true),
            "pthread_barrier_wait" => (Ahead::ARRIVES, true),
            "pthread_once" | "call_once" => (Ahead::ENDS_ONCE, true),
            "pthread_mutex_unlock" | "mtx_unlock" | "pthread_spin_unlock" | "pthread_rwlock_unlock" => {
                (Ahead::RELEASES, true)
            }
            _ if name.contains("cond_") || name.starts_with("cnd_") => (Ahead::RELEASES, true),
            _ => (Ahead::default(), true),
        };
        self.does.add(does);
        goes_on
    }

    fn jump_anywhere(&mut self) -> bool {
        let labels = self.functions.unit.labels.iter().filter(|(_, label)| label.address_taken);
        self.labels.extend(labels.map(|(id, _)| id));
        false
    }

    fn block(&mut self, block: &'u Block, next: usize, is_entered: bool, exits: &mut Exits) -> bool {
        let statements = block.statements.iter().skip(next);
        statements.fold(is_entered, |is_live, statement| self.statement(statement, is_live, exits))
    }

    /// Whether the statement behind it is reached. One that is not reached from the front may be by a label in it.
    fn statement(&mut self, statement: &'u Statement, is_live: bool, exits: &mut Exits) -> bool {
        match &statement.kind {
            StatementKind::Label(label) => is_live || self.labels.contains(label),
            StatementKind::Block(block) => self.block(block, 0, is_live, exits),
            StatementKind::If { condition, then, otherwise } => {
                let is_live = is_live && self.expr(condition, exits);
                let constant = constant(condition);
                let then = self.block(then, 0, is_live && constant != Some(0), exits);
                then | self.block(otherwise, 0, is_live && constant.is_none_or(|value| value == 0), exits)
            }
            StatementKind::Loop { condition, step, body, .. } => {
                let mut own = Exits::default();
                let is_condition_met =
                    is_live && condition.as_ref().is_none_or(|condition| self.expr(condition, exits));
                let goes_round = self.block(body, 0, is_condition_met, &mut own) || own.continues;
                if goes_round {
                    for again in step.iter().chain(condition) {
                        self.expr(again, exits);
                    }
                }
                let can_fail = match condition {
                    None => false,
                    Some(condition) => constant(condition).is_none_or(|value| value == 0),
                };
                own.breaks || can_fail && (is_live || goes_round)
            }
            StatementKind::Switch { scrutinee, body, .. } => {
                let mut own = Exits::default();
                let is_selected = is_live && self.expr(scrutinee, exits) && self.select(statement, exits);
                let is_end_met = self.block(body, 0, false, &mut own);
                exits.continues |= own.continues;
                is_selected || is_end_met || own.breaks
            }
            _ if !is_live => false,
            StatementKind::Expr(expr) => self.expr(expr, exits),
            StatementKind::Declare { size, initializer, .. } => {
                size.iter().all(|size| self.expr(size, exits))
                    && initializer.iter().all(|initializer| self.initializer(initializer, exits))
            }
            StatementKind::FixLength { count, .. } => self.expr(count, exits),
            StatementKind::Goto(label) => {
                self.labels.insert(*label);
                false
            }
            StatementKind::ComputedGoto(value) => self.expr(value, exits) && self.jump_anywhere(),
            StatementKind::Break => {
                exits.breaks = true;
                false
            }
            StatementKind::Continue => {
                exits.continues = true;
                false
            }
            StatementKind::Return(value) => {
                self.returns |= value.iter().all(|value| self.expr(value, exits));
                false
            }
            StatementKind::Unsupported(_) => {
                self.does.add(Ahead::ENDS_PROCESS);
                false
            }
        }
    }

    /// The labels of a switch are jumped to; whether it may also be left at once.
    fn select(&mut self, statement: &'u Statement, _exits: &mut Exits) -> bool {
        let StatementKind::Switch { cases, default, .. } = &statement.kind else { return true };
        self.labels.extend(cases.iter().map(|&(_, _, label)| label));
        self.labels.extend(default.iter().copied());
        default.is_none()
    }

    fn initializer(&mut self, initializer: &'u Initializer, exits: &mut Exits) -> bool {
        initializer.parts.iter().all(|part| self.expr(&part.value, exits))
    }

    /// What is left of an expression whose first operands are evaluated.
    fn finish(&mut self, expr: &'u Expr, exits: &mut Exits) -> bool {
        match &expr.kind {
            // All operands are evaluated, or tasks above evaluate them.
            ExprKind::Unary(..)
            | ExprKind::Binary(..)
            | ExprKind::Cast { .. }
            | ExprKind::PointerAdd { .. }
            | ExprKind::PointerDifference { .. } => true,
            ExprKind::Assign { target: place, .. } | ExprKind::Load(place) => {
                self.does.add(if names_an_object(place) { Ahead::default() } else { Ahead::ACCESSES });
                true
            }
            _ => self.expr(expr, exits),
        }
    }

    /// Whether the evaluation of an expression comes to its end.
    fn expr(&mut self, expr: &'u Expr, exits: &mut Exits) -> bool {
        if matches!(expr.kind, ExprKind::Deref(_)) {
            self.does.add(Ahead::ACCESSES);
        }
        match &expr.kind {
            ExprKind::Variable(_)
            | ExprKind::String(_)
            | ExprKind::Function(_)
            | ExprKind::Integer(_)
            | ExprKind::Floating(_)
            | ExprKind::LabelAddress(_)
            | ExprKind::VariableSize { .. } => true,
            ExprKind::Deref(inner)
            | ExprKind::Member { base: inner, .. }
            | ExprKind::Load(inner)
            | ExprKind::Decay(inner)
            | ExprKind::AddressOf(inner)
            | ExprKind::Unary(_, inner)
            | ExprKind::Increment { target: inner, .. }
            | ExprKind::Cast { operand: inner, .. } => self.expr(inner, exits),
            ExprKind::CompoundLiteral { initializer, .. } => self.initializer(initializer, exits),
            ExprKind::Binary(_, left, right)
            | ExprKind::PointerAdd { pointer: left, index: right, .. }
            | ExprKind::PointerDifference { left, right, .. }
            | ExprKind::Assign { target: left, value: right }
            | ExprKind::CompoundAssign { target: left, value: right, .. }
            | ExprKind::PointerAssign { target: left, index: right, .. }
            | ExprKind::Comma(left, right) => self.expr(left, exits) && self.expr(right, exits),
            ExprKind::Logical { left, right, .. } | ExprKind::Elvis { value: left, otherwise: right } => {
                self.expr(left, exits) && {
                    self.expr(right, exits);
                    true
                }
            }
            ExprKind::Conditional { condition, then, otherwise } => {
                self.expr(condition, exits) && (self.expr(then, exits) | self.expr(otherwise, exits))
            }
            ExprKind::Call { callee, arguments } => {
                if !arguments.iter().all(|argument| self.expr(argument, exits)) {
                    return false;
                }
                for function in arguments.iter().filter_map(designated) {
                    self.call(function);
                }
                match designated(callee) {
                    Some(function) => self.call_by_name(function, arguments),
                    None => {
                        self.does.add(self.functions.all());
                        self.expr(callee, exits)
                    }
                }
            }
            ExprKind::Statement(block) => self.block(block, 0, true, exits),
            ExprKind::Builtin { name, arguments } => {
                arguments.iter().all(|argument| self.expr(argument, exits)) && self.builtin(name)
            }
            ExprKind::Unsupported(_) => {
                self.does.add(Ahead::ENDS_PROCESS);
                false
            }
        }
    }

    fn call_by_name(&mut self, function: FunctionId, arguments: &[Expr]) -> bool {
        let declaration = &self.functions.unit.functions[function];
        let is_error = matches!(&*declaration.name, "reach_error" | "__VERIFIER_error");
        if declaration.body.is_some() && !is_error {
            return self.call(function);
        }
        let routine = match &*declaration.name {
            "pthread_create" => arguments.get(2),
            "thrd_create" | "pthread_once" | "call_once" => arguments.get(1),
            _ => None,
        };
        let only_synchronizes = SYNCHRONIZATION.iter().any(|prefix| declaration.name.starts_with(prefix));
        let may_be_nowhere = |argument: &Expr| {
            let is_pointer = matches!(self.functions.unit.types.kind(argument.ty), TypeKind::Pointer(_));
            is_pointer && !(only_synchronizes && names_an_object(argument))
        };
        if arguments.iter().any(may_be_nowhere) {
            self.does.add(Ahead::ACCESSES);
        }
        if routine.is_some_and(|routine| designated(routine).is_none()) {
            self.does.add(self.functions.all());
        }
        self.effects_of(&declaration.name)
    }

    fn builtin(&mut self, name: &str) -> bool {
        let ends = matches!(name, "__builtin_trap" | "__builtin_abort" | "__builtin_unreachable");
        self.does.add(if ends { Ahead::ENDS_PROCESS } else { Ahead::default() });
        !ends
    }
}

/// How functions begin that access no memory but the objects that they are given.
const SYNCHRONIZATION: [&str; 8] = ["pthread_", "sem_", "mtx_", "cnd_", "thrd_", "tss_", "call_once", "__VERIFIER_"];

/// Whether a pointer is null, a function, or the address of a variable or of a part of it.
fn names_an_object(expr: &Expr) -> bool {
    match &expr.kind {
        ExprKind::Integer(0) | ExprKind::Variable(_) | ExprKind::Function(_) | ExprKind::String(_) => true,
        ExprKind::AddressOf(inner)
        | ExprKind::Decay(inner)
        | ExprKind::Member { base: inner, .. }
        | ExprKind::Cast { operand: inner, .. } => names_an_object(inner),
        _ => false,
    }
}

/// The function that an expression names.
fn designated(expr: &Expr) -> Option<FunctionId> {
    match &expr.kind {
        ExprKind::Function(function) => Some(*function),
        ExprKind::Decay(inner) | ExprKind::AddressOf(inner) | ExprKind::Cast { operand: inner, .. } => {
            designated(inner)
        }
        _ => None,
    }
}

/// The value of a constant condition.
fn constant(expr: &Expr) -> Option<i128> {
    match &expr.kind {
        ExprKind::Integer(value) => Some(*value),
        ExprKind::Cast { operand, .. } => constant(operand),
        _ => None,
    }
}

fn done_by(operation: Synchronization) -> Ahead {
    use Synchronization as S;
    match operation {
        S::MutexUnlock | S::ReadWriteUnlock | S::SpinUnlock | S::ConditionRelease => Ahead::RELEASES,
        // A thread that is blocked on a semaphore goes on when that is destroyed or made anew.
        S::SemaphorePost | S::SemaphoreInit | S::SemaphoreDestroy => Ahead::POSTS,
        S::ConditionSignal | S::ConditionBroadcast => Ahead::SIGNALS,
        S::BarrierArrive => Ahead::ARRIVES,
        S::ThreadCancel => Ahead::CANCELS,
        S::OnceEnd => Ahead::ENDS_ONCE,
        _ => Ahead::default(),
    }
}
