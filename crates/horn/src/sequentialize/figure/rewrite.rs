//! The rewriting rules of Figure 3, on structured code.
//!
//! `CONTR(t, l)` precedes the statement with label `l` of thread `t`. In mode RESUME it switches to EXECUTE if the thread is to be resumed
//! here; in mode EXECUTE it may suspend the thread. Statements take effect in mode EXECUTE only. In mode RESUME the conditions of `if` and
//! `while` hold if the resumption label is inside of them.

use std::collections::BTreeSet;

use raddle_program::automaton::{Location, statements};
use raddle_program::builder::{binary, cast, fresh_label, fresh_register, global_place, integer, read};
use raddle_program::entity::Entity;
use raddle_program::footprint::Footprint;
use raddle_program::source::Span;
use raddle_program::syntax::{
    BinaryOperator, Block, Effect, Expr, ExprKind, InputSource, LabelId, LocalId, Place, Statement,
};
use raddle_program::types::TypeKind;
use raddle_program::visit::{Visitor, walk_block};

use super::{Figure, statement};
use crate::sequentialize::simulation::Place as Standing;
use crate::sequentialize::unseen::may_end;

/// The code of one thread, as it is written.
pub(super) struct Writer {
    /// The number of the thread.
    pub(super) thread: usize,
    labels: usize,
    /// The label at the end of the thread.
    end: LabelId,
}

/// An inlined copy of a procedure.
#[derive(Clone)]
pub(super) struct Copy {
    /// The context.
    pub(super) context: usize,
    /// The label to which it returns; `None` for the start procedure.
    back: Option<LabelId>,
    /// The local of the caller that receives the result.
    result: Option<(usize, LocalId)>,
    /// The labels of its procedure in the thread's function.
    labels: Vec<LabelId>,
    /// The target of `continue` in a loop that tests after its body.
    continues: Option<LabelId>,
}

impl Figure<'_> {
    /// Writes the function of a thread. Returns the number of its labels, with the label of its end.
    pub(super) fn write_thread(&mut self, thread: usize) -> usize {
        let (context, function) = (self.instances[thread].context, self.instances[thread].function);
        let end = fresh_label(&mut self.out.procedures[function], "thread_ends");
        let mut writer = Writer { thread, labels: 0, end };
        let copy = self.copy(&mut writer, context, None, None);
        let procedure = self.simulation.procedure(context);
        let entry = self.simulation.automata[procedure].entry;
        let mut block = Vec::new();
        let mut first = Vec::new();
        self.begin(&writer, &copy, &mut first);
        if !first.is_empty() || !self.is_label(&copy, entry) {
            self.control(&mut writer, &mut block);
        }
        block.append(&mut first);
        self.body(&mut writer, &copy, &mut block);
        if thread == 0 && !always_leaves(&block) {
            self.execute(&mut block, vec![statement(Effect::Stop)]);
        }
        // A jump to the end directly in front of the end is not needed.
        if let Some(Statement::If { then, .. }) = block.last_mut()
            && then.last() == Some(&Statement::Goto(end))
        {
            then.pop();
        }
        let mut gone = Gone { to: BTreeSet::new() };
        walk_block(&block, &mut gone);
        without_unused_labels(&mut block, &gone.to);
        let (last, pc) = (self.global(self.names.last), self.place(self.names.pc, thread));
        if gone.to.contains(&end) {
            block.push(Statement::Label(end));
        }
        if gone.to.contains(&end) || !always_leaves(&block) {
            self.execute(&mut block, vec![statement(Effect::Assign { target: pc, value: last })]);
        }
        self.out.procedures[function].body = block;
        writer.labels + 1
    }

    fn copy(
        &mut self,
        writer: &mut Writer,
        context: usize,
        back: Option<LabelId>,
        result: Option<(usize, LocalId)>,
    ) -> Copy {
        let function = self.instances[writer.thread].function;
        let procedure = &self.simulation.task.program.procedures[self.simulation.procedure(context)];
        let names: Vec<_> = procedure.labels.values().map(|label| label.name.clone()).collect();
        let labels = names.iter().map(|name| fresh_label(&mut self.out.procedures[function], name)).collect();
        Copy { context, back, result, labels, continues: None }
    }

    fn body(&mut self, writer: &mut Writer, copy: &Copy, block: &mut Block) {
        let program = self.simulation.task.program.clone();
        let body = &program.procedures[self.simulation.procedure(copy.context)].body;
        self.block(writer, copy, body, 0, block);
    }

    /// Whether a context switch is considered at a location.
    fn is_label(&self, copy: &Copy, location: Location) -> bool {
        let place = Standing { context: copy.context, location, depth: 0 };
        self.simulation.depths_allow(&self.depths, place)
            && (self.simulation.is_cut(place) || self.may_end_unseen(copy, location))
    }

    /// Whether a transition may end the execution by an invalid access, although the property does not concern memory. What the thread did
    /// before must then be visible to other threads.
    fn may_end_unseen(&self, copy: &Copy, location: Location) -> bool {
        let automaton = &self.simulation.automata[self.simulation.procedure(copy.context)];
        let program = &self.simulation.task.program;
        automaton.outgoing(location).iter().any(|&transition| may_end(program, &automaton.transitions[transition]))
    }

    /// The number of atomic sections that are open at a statement.
    pub(super) fn depth(&self, copy: &Copy, number: usize) -> u32 {
        let location = self.location(copy, number);
        location.and_then(|location| self.depths.get(&(copy.context, location)).copied()).unwrap_or(0)
    }

    /// The location at which a statement begins.
    fn location(&self, copy: &Copy, number: usize) -> Option<Location> {
        let automaton = &self.simulation.automata[self.simulation.procedure(copy.context)];
        automaton.transitions.values().find(|data| data.statement as usize == number).map(|data| data.from)
    }

    /// `CONTR(t, l)` with the next label.
    fn control(&mut self, writer: &mut Writer, block: &mut Block) {
        let number = |number: usize, int| integer(number as i128, int);
        let arguments = vec![(number(writer.thread, self.int), false), (number(writer.labels, self.int), false)];
        writer.labels += 1;
        block.push(statement(Effect::External { name: "CONTR".into(), arguments, result: None }));
    }

    /// `EXEC(...)`: statements that take effect in mode EXECUTE only. Statements that follow directly are put into the same block.
    pub(super) fn execute(&mut self, block: &mut Block, statements: Block) {
        if statements.is_empty() {
            return;
        }
        if let Some(Statement::If { condition, then, otherwise, .. }) = block.last_mut()
            && otherwise.is_empty()
            && *condition == self.executes()
            && !matches!(then.last(), Some(Statement::Goto(_) | Statement::Break | Statement::Continue))
        {
            then.extend(statements);
            return;
        }
        let condition = self.executes();
        block.push(Statement::If { condition, then: statements, otherwise: Vec::new(), span: Span::NOWHERE });
    }

    fn executes(&self) -> Expr {
        self.has_mode(self.names.execute)
    }

    fn has_mode(&self, mode: raddle_program::syntax::GlobalId) -> Expr {
        let kind = ExprKind::Binary(
            BinaryOperator::Equal,
            Box::new(self.global(self.names.mode)),
            Box::new(self.global(mode)),
        );
        Expr { kind, ty: self.int }
    }

    /// `(s == RESUME && pc <= l) || otherwise` if there are labels inside; else `otherwise`.
    fn enters(&mut self, writer: &Writer, labels_before: usize, otherwise: Expr) -> Expr {
        if writer.labels == labels_before {
            return otherwise;
        }
        let pc = self.element(self.names.pc, writer.thread);
        let last = integer(writer.labels as i128 - 1, self.int);
        let is_inside = binary(&mut self.out.types, BinaryOperator::LessEqual, pc, last);
        let resumes = self.both(self.has_mode(self.names.resume), is_inside);
        self.either(resumes, otherwise)
    }

    /// A condition of the program as a truth value.
    fn truth(&mut self, copy: &Copy, condition: &Expr) -> Expr {
        let condition = self.expr(copy.context, condition);
        if matches!(&condition.kind, ExprKind::Binary(operator, ..) if operator.is_comparison()) {
            return condition;
        }
        let zero = integer(0, condition.ty);
        binary(&mut self.out.types, BinaryOperator::NotEqual, condition, zero)
    }

    fn block(&mut self, writer: &mut Writer, copy: &Copy, statements: &[Statement], first: usize, block: &mut Block) {
        let mut number = first;
        for statement in statements {
            self.statement(writer, copy, statement, number, block);
            number += size(std::slice::from_ref(statement));
        }
    }

    fn statement(&mut self, writer: &mut Writer, copy: &Copy, given: &Statement, number: usize, block: &mut Block) {
        let is_label = self.location(copy, number).is_some_and(|location| self.is_label(copy, location));
        match given {
            Statement::Step(step) => {
                if is_label {
                    self.control(writer, block);
                }
                self.step(writer, copy, &step.effect, number, block);
            }
            Statement::If { condition, then, otherwise, .. } => {
                if is_label {
                    self.control(writer, block);
                }
                let span = Span::NOWHERE;
                let truth = self.truth(copy, condition);
                let holds = self.both(self.executes(), truth.clone());
                let (before, mut inner) = (writer.labels, Vec::new());
                self.block(writer, copy, then, number + 1, &mut inner);
                let condition = self.enters(writer, before, holds);
                let (before, mut other) = (writer.labels, Vec::new());
                self.block(writer, copy, otherwise, number + 1 + size(then), &mut other);
                if inner.is_empty() && !other.is_empty() {
                    let fails = raddle_program::builder::not(&mut self.out.types, truth);
                    let fails = self.both(self.executes(), fails);
                    let condition = self.enters(writer, before, fails);
                    block.push(Statement::If { condition, then: other, otherwise: Vec::new(), span });
                    return;
                }
                let otherwise = if other.is_empty() {
                    Vec::new()
                } else {
                    let condition = self.enters(writer, before, self.executes());
                    vec![Statement::If { condition, then: other, otherwise: Vec::new(), span }]
                };
                block.push(Statement::If { condition, then: inner, otherwise, span });
            }
            Statement::Loop { tests_after, test, condition, body, step, .. } => {
                let parts = Parts { tests_after: *tests_after, test, condition, body, step };
                self.repeat(writer, copy, &parts, number, is_label, block);
            }
            Statement::Break => self.execute(block, vec![Statement::Break]),
            Statement::Continue => {
                let target = copy.continues.map_or(Statement::Continue, Statement::Goto);
                self.execute(block, vec![target]);
            }
            Statement::Goto(label) => self.execute(block, vec![Statement::Goto(copy.labels[label.index()])]),
            Statement::Label(label) => block.push(Statement::Label(copy.labels[label.index()])),
        }
    }

    fn repeat(
        &mut self,
        writer: &mut Writer,
        copy: &Copy,
        parts: &Parts<'_>,
        number: usize,
        is_label: bool,
        block: &mut Block,
    ) {
        let Parts { tests_after, test, condition, body, step } = *parts;
        let (of_test, of_body) = (number + 1, number + 1 + size(test));
        let of_step = of_body + size(body);
        let span = Span::NOWHERE;
        let is_simple = test.is_empty() && !tests_after && self.reads_registers(copy, condition);
        let mut copy = copy.clone();
        copy.continues = None;
        if is_simple {
            // As in the paper, the condition is evaluated again without a label.
            if is_label {
                self.control(writer, block);
            }
            let (before, mut inner, mut last) = (writer.labels, Vec::new(), Vec::new());
            self.block(writer, &copy, body, of_body, &mut inner);
            self.block(writer, &copy, step, of_step, &mut last);
            let holds = self.truth(&copy, condition);
            let holds = self.both(self.executes(), holds);
            let condition = self.enters(writer, before, holds);
            let (test, body, step) = (Vec::new(), inner, last);
            block.push(Statement::Loop { tests_after: false, test, condition, body, step, span });
            return;
        }
        let function = self.instances[writer.thread].function;
        let again = fresh_label(&mut self.out.procedures[function], "again");
        copy.continues = Some(again);
        let (before, mut inner) = (writer.labels, Vec::new());
        let leaves = |figure: &mut Self, writer: &mut Writer, inner: &mut Block| {
            figure.block(writer, &copy, test, of_test, inner);
            if is_label {
                figure.control(writer, inner);
            }
            let fails = figure.truth(&copy, condition);
            let fails = raddle_program::builder::not(&mut figure.out.types, fails);
            let condition = figure.both(figure.executes(), fails);
            inner.push(Statement::If { condition, then: vec![Statement::Break], otherwise: Vec::new(), span });
        };
        if !tests_after {
            leaves(self, writer, &mut inner);
        }
        self.block(writer, &copy, body, of_body, &mut inner);
        inner.push(Statement::Label(again));
        self.block(writer, &copy, step, of_step, &mut inner);
        if tests_after {
            leaves(self, writer, &mut inner);
        }
        let condition = self.enters(writer, before, self.executes());
        let (test, step) = (Vec::new(), Vec::new());
        block.push(Statement::Loop { tests_after: false, test, condition, body: inner, step, span });
    }

    /// Whether a condition reads nothing that other threads may write.
    fn reads_registers(&self, copy: &Copy, condition: &Expr) -> bool {
        let program = &*self.simulation.task.program;
        let procedure = &program.procedures[self.simulation.procedure(copy.context)];
        Footprint::of_step(program, procedure, Some(condition), &Effect::Skip).listed().next().is_none()
    }

    /// A new register of the thread's function.
    pub(super) fn register(&mut self, writer: &Writer, ty: raddle_program::types::TypeId) -> LocalId {
        let function = self.instances[writer.thread].function;
        fresh_register(&mut self.out.procedures[function], "value", ty)
    }

    pub(super) fn read_register(&self, writer: &Writer, local: LocalId) -> Expr {
        let function = self.instances[writer.thread].function;
        read(raddle_program::builder::local_place(&self.out.procedures[function], local))
    }

    /// Assigns a nondeterministic value.
    pub(super) fn any(&mut self, writer: &Writer, target: Place, source: &InputSource) -> Block {
        let register = self.register(writer, target.ty);
        let value = self.read_register(writer, register);
        vec![
            statement(Effect::Input { target: register, source: source.clone() }),
            statement(Effect::Assign { target, value }),
        ]
    }

    pub(super) fn unsupported(&mut self, block: &mut Block, what: &str) {
        self.execute(block, vec![statement(Effect::Unsupported(what.into()))]);
    }

    /// A call of a stub, with its result in a local of the context.
    pub(super) fn stub(
        &mut self,
        writer: &Writer,
        copy: &Copy,
        name: &str,
        arguments: Vec<Expr>,
        result: Option<LocalId>,
    ) -> Block {
        let arguments = arguments.into_iter().map(|argument| (argument, false)).collect();
        let Some(result) = result else {
            return vec![statement(Effect::External { name: name.into(), arguments, result: None })];
        };
        let target = self.local_place(copy.context, result);
        let register = self.register(writer, self.int);
        let value = cast(self.read_register(writer, register), target.ty);
        vec![
            statement(Effect::External { name: name.into(), arguments, result: Some(register) }),
            statement(Effect::Assign { target, value }),
        ]
    }

    fn step(&mut self, writer: &mut Writer, copy: &Copy, effect: &Effect, number: usize, block: &mut Block) {
        let context = copy.context;
        match effect {
            Effect::Skip | Effect::Dead(_) | Effect::Fence(_) | Effect::AtomicBegin | Effect::AtomicEnd => {}
            Effect::Assign { target, value } | Effect::Initialize { target, value } => {
                let (target, value) = (self.target(context, target), self.expr(context, value));
                self.execute(block, vec![statement(Effect::Assign { target, value })]);
            }
            Effect::Input { target, source } => {
                let target = self.local_place(context, *target);
                let steps = self.any(writer, target, source);
                self.execute(block, steps);
            }
            Effect::Assume(condition) => {
                let condition = self.expr(context, condition);
                self.execute(block, vec![statement(Effect::Assume(condition))]);
            }
            Effect::Assert { condition, function, message } => {
                let condition = self.expr(context, condition);
                let (function, message) = (function.clone(), message.clone());
                self.execute(block, vec![statement(Effect::Assert { condition, function, message })]);
            }
            Effect::Call { arguments, result, .. } => self.call(writer, copy, arguments, *result, number, block),
            Effect::External { name, arguments, result } => {
                let arguments =
                    arguments.iter().map(|(argument, reads)| (self.expr(context, argument), *reads)).collect();
                let Some(result) = result else {
                    let effect = Effect::External { name: name.clone(), arguments, result: None };
                    return self.execute(block, vec![statement(effect)]);
                };
                let target = self.local_place(context, *result);
                let register = self.register(writer, target.ty);
                let value = self.read_register(writer, register);
                let effect = Effect::External { name: name.clone(), arguments, result: Some(register) };
                self.execute(block, vec![statement(effect), statement(Effect::Assign { target, value })]);
            }
            Effect::Return(value) => self.leave(writer, copy, value.as_ref(), block),
            Effect::Live { local, is_zeroed } => self.live(writer, copy, *local, *is_zeroed, number, block),
            Effect::Allocate { target, size, is_zeroed, region } => {
                let target = self.local_place(context, *target);
                let register = self.register(writer, target.ty);
                let value = self.read_register(writer, register);
                let (size, is_zeroed, region) = (self.expr(context, size), *is_zeroed, *region);
                let effect = Effect::Allocate { target: register, size, is_zeroed, region };
                self.execute(block, vec![statement(effect), statement(Effect::Assign { target, value })]);
            }
            Effect::Free(pointer, region) => {
                let pointer = self.expr(context, pointer);
                self.execute(block, vec![statement(Effect::Free(pointer, *region))]);
            }
            Effect::CopyBytes { target, origin, size, may_overlap } => {
                let (target, origin) = (self.expr(context, target), self.expr(context, origin));
                let size = self.expr(context, size);
                self.execute(
                    block,
                    vec![statement(Effect::CopyBytes { target, origin, size, may_overlap: *may_overlap })],
                );
            }
            Effect::FillBytes { target, byte, size } => {
                let (target, byte) = (self.expr(context, target), self.expr(context, byte));
                let size = self.expr(context, size);
                self.execute(block, vec![statement(Effect::FillBytes { target, byte, size })]);
            }
            Effect::Spawn { argument, id, is_detached, result, .. } => {
                self.spawn(writer, copy, [argument, id], is_detached.as_ref(), *result, number, block);
            }
            Effect::Join { thread, value, result } => {
                if self.depth(copy, number) > 0 {
                    return self.unsupported(block, "waiting inside of an atomic section");
                }
                let thread = self.expr(context, thread);
                let own = integer(writer.thread as i128, self.int);
                let code = self.register(writer, self.int);
                let arguments = vec![(thread.clone(), false), (own, false)];
                let name = "seq_join".into();
                let mut steps = vec![statement(Effect::External { name, arguments, result: Some(code) })];
                let code = self.read_register(writer, code);
                if let Some(value) = value {
                    let target = self.local_place(context, *value);
                    let one = integer(1, thread.ty);
                    let at = binary(&mut self.out.types, BinaryOperator::Subtract, thread, one);
                    let all = global_place(&self.out.globals, self.names.returned);
                    let returned = read(raddle_program::builder::index(&self.out.types, all, at));
                    let then = vec![statement(Effect::Assign { value: cast(returned, target.ty), target })];
                    let zero = integer(0, self.int);
                    let condition = binary(&mut self.out.types, BinaryOperator::Equal, code.clone(), zero);
                    steps.push(Statement::If { condition, then, otherwise: Vec::new(), span: Span::NOWHERE });
                }
                if let Some(result) = result {
                    let target = self.local_place(context, *result);
                    let value = if code.ty == target.ty { code } else { cast(code, target.ty) };
                    steps.push(statement(Effect::Assign { target, value }));
                } else if value.is_none()
                    && let [Statement::Step(step)] = &mut steps[..]
                    && let Effect::External { result, .. } = &mut step.effect
                {
                    *result = None;
                }
                self.execute(block, steps);
            }
            Effect::Exit(value) => {
                let mut steps = self.keep_returned(writer, copy, value.as_ref());
                if self.runs_once {
                    let own = integer(writer.thread as i128, self.int);
                    steps.extend(self.stub(writer, copy, "seq_once_left", vec![own], None));
                }
                steps.push(Statement::Goto(writer.end));
                self.execute(block, steps);
            }
            Effect::Stop => self.execute(block, vec![statement(Effect::Stop)]),
            Effect::Synchronize { operation, operands, result } => {
                if operation.may_block() && self.depth(copy, number) > 0 {
                    return self.unsupported(block, "waiting inside of an atomic section");
                }
                self.synchronize(writer, copy, *operation, operands, *result, block);
            }
            Effect::Unsupported(what) => self.unsupported(block, what),
        }
    }

    /// Inlines a call.
    fn call(
        &mut self,
        writer: &mut Writer,
        copy: &Copy,
        arguments: &[Expr],
        result: Option<LocalId>,
        number: usize,
        block: &mut Block,
    ) {
        let Some(inner) = self.transition(copy, number).and_then(|at| self.simulation.callees.get(&at).copied()) else {
            return self.unsupported(block, "a call through a pointer, or one that nests too deeply");
        };
        let program = self.simulation.task.program.clone();
        let procedure = &program.procedures[self.simulation.procedure(inner)];
        if !procedure.is_defined {
            return self.unsupported(block, "a call of a function that has no body");
        }
        let mut steps = Vec::new();
        for (argument, &parameter) in arguments.iter().zip(&procedure.parameters) {
            let value = self.expr(copy.context, argument);
            let target = self.local_place(inner, parameter);
            let value = if value.ty == target.ty { value } else { cast(value, target.ty) };
            steps.push(statement(Effect::Assign { target, value }));
        }
        self.execute(block, steps);
        let function = self.instances[writer.thread].function;
        let back = fresh_label(&mut self.out.procedures[function], &format!("{}_returns", procedure.name));
        let inlined = self.copy(writer, inner, Some(back), result.map(|result| (copy.context, result)));
        self.begin(writer, &inlined, block);
        self.body(writer, &inlined, block);
        block.push(Statement::Label(back));
    }

    pub(super) fn transition(
        &self,
        copy: &Copy,
        number: usize,
    ) -> Option<(usize, raddle_program::automaton::Transition)> {
        let automaton = &self.simulation.automata[self.simulation.procedure(copy.context)];
        let found = automaton.transitions.iter().find(|(_, data)| data.statement as usize == number);
        found.map(|(transition, _)| (copy.context, transition))
    }

    fn leave(&mut self, writer: &mut Writer, copy: &Copy, value: Option<&Expr>, block: &mut Block) {
        let Some(back) = copy.back else {
            let mut steps = self.keep_returned(writer, copy, value);
            if writer.thread == 0 {
                steps = vec![statement(Effect::Stop)];
            } else {
                steps.push(Statement::Goto(writer.end));
            }
            return self.execute(block, steps);
        };
        let mut steps = Vec::new();
        if let (Some((caller, result)), Some(value)) = (copy.result, value) {
            let value = self.expr(copy.context, value);
            let target = self.local_place(caller, result);
            steps.push(statement(Effect::Assign { target, value }));
        }
        steps.push(Statement::Goto(back));
        self.execute(block, steps);
    }

    /// Keeps the return value of a thread for a join.
    fn keep_returned(&mut self, writer: &Writer, copy: &Copy, value: Option<&Expr>) -> Block {
        let Some(value) = value.filter(|_| self.keeps_returned) else { return Vec::new() };
        let value = self.expr(copy.context, value);
        if matches!(self.out.types.kind(value.ty), TypeKind::Void) {
            return Vec::new();
        }
        let target = self.place(self.names.returned, writer.thread);
        let value = if value.ty == target.ty { value } else { cast(value, target.ty) };
        vec![statement(Effect::Assign { target, value })]
    }
}

/// Whether the code always ends the process at its end.
fn always_leaves(block: &[Statement]) -> bool {
    let Some(Statement::If { then, .. }) = block.last() else { return false };
    matches!(then.last(), Some(Statement::Step(step)) if step.effect == Effect::Stop)
}

/// The labels to which the code jumps.
struct Gone {
    to: BTreeSet<LabelId>,
}

impl Visitor for Gone {
    fn statement(&mut self, statement: &Statement) {
        if let Statement::Goto(label) = statement {
            self.to.insert(*label);
        }
    }
}

/// Removes labels to which no statement jumps.
fn without_unused_labels(block: &mut Block, used: &BTreeSet<LabelId>) {
    block.retain(|statement| !matches!(statement, Statement::Label(label) if !used.contains(label)));
    for statement in block {
        match statement {
            Statement::If { then, otherwise, .. } => {
                without_unused_labels(then, used);
                without_unused_labels(otherwise, used);
            }
            Statement::Loop { test, body, step, .. } => {
                for block in [test, body, step] {
                    without_unused_labels(block, used);
                }
            }
            Statement::Step(_) | Statement::Break | Statement::Continue | Statement::Goto(_) | Statement::Label(_) => {}
        }
    }
}

/// The parts of a loop.
#[derive(Clone, Copy)]
struct Parts<'a> {
    tests_after: bool,
    test: &'a Block,
    condition: &'a Expr,
    body: &'a Block,
    step: &'a Block,
}

/// The number of statement numbers in a block.
fn size(block: &[Statement]) -> usize {
    statements(block).len()
}
