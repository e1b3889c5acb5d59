//! Statements and declarations (C11 6.8, 6.7): how control moves through blocks, loops and switches.

use crate::arithmetic;
use crate::arithmetic::marked::depends;
use crate::landmark::is_place_to_stand;
use crate::machine::Machine;
use crate::machine::task::{LoopPhase, Operation, Passage, Region, Task};
use crate::value::{Byte, ObjectId, Place, Scalar, Trouble, Value};
use raddle_cfront::typed::{Block, Initializer, LabelId, Statement, StatementKind, VariableId};
use raddle_program::source::Span;
use raddle_program::types::TypeKind;

impl<'u> Machine<'u> {
    /// Runs one task that is no operation.
    pub(crate) fn run(&mut self, thread: usize, task: Task<'u>) -> Result<(), Trouble> {
        match task {
            Task::Eval(expr) => self.evaluate(thread, expr)?,
            Task::Place(expr) => self.designate(thread, expr)?,
            Task::Finish(expr, stage) => self.finish(thread, expr, stage)?,
            Task::Load { place, ty, span } => self.load(thread, place, ty, span)?,
            Task::Store { place, ty, value, span } => self.store(thread, place, ty, value, span)?,
            Task::Keep { place, ty } => {
                let value = self.pop(thread);
                self.store_silently(place, ty, &value)?;
            }
            Task::Extract { place, bits, ty, span } => self.extract_bits(thread, place, bits, ty, span)?,
            Task::Insert { place, bits, value, span } => self.insert_bits(thread, place, bits, value, span)?,
            Task::Gather { place, ty, next, bytes, span } => self.gather(thread, place, ty, next, bytes, span)?,
            Task::Scatter { place, ty, next, bytes, span } => self.scatter(thread, place, ty, next, bytes, span)?,
            Task::Initialize { place, initializer, next } => {
                if let Some(part) = initializer.parts.get(next) {
                    let to = Place { bits: part.bits, ..place.plus(part.offset) };
                    let rest = Task::Initialize { place, initializer, next: next + 1 };
                    self.plan(thread, vec![Task::Eval(&part.value), Task::Keep { place: to, ty: part.ty }, rest]);
                }
            }
            Task::Push(value) => self.push(thread, value),
            Task::Discard => drop(self.pop(thread)),
            Task::Block { block, next, height, yields } => self.run_block(thread, block, next, height, yields)?,
            Task::Branch(statement) => {
                let value = self.pop_scalar(thread);
                let StatementKind::If { then, otherwise, .. } = &statement.kind else {
                    panic!("only an `if` branches");
                };
                let is_true = arithmetic::is_true(value)?;
                self.enter_block(thread, if is_true { then } else { otherwise });
                self.pass_branch(thread, statement, is_true);
            }
            Task::Statement(statement, is_result) => self.run_statement(thread, statement, is_result)?,
            Task::Loop { statement, phase, height } => self.run_loop(thread, statement, phase, height)?,
            Task::Select { statement, height } => self.select(thread, statement, height)?,
            Task::SwitchEnd { .. } => {}
            Task::ComputedGoto => match self.pop_scalar(thread) {
                Scalar::Outside(_) | Scalar::Handle(_) | Scalar::ThreadId(_) => return depends(),
                Scalar::Label(label) => self.jump(thread, label)?,
                Scalar::Integer(_)
                | Scalar::Address(_)
                | Scalar::Function(_)
                | Scalar::Wild(_)
                | Scalar::Piece(_)
                | Scalar::Floating(_) => return Trouble::unsupported("a computed goto to something that is no label"),
            },
            Task::Return { has_value } => {
                let value = if has_value { self.pop(thread) } else { Value::Void };
                self.leave(thread, value)?;
            }
            Task::FixLength(number) => {
                let Scalar::Integer(count) = self.pop_scalar(thread) else {
                    return Trouble::unsupported("an address used as the length of an array");
                };
                let count = u64::try_from(count).unwrap_or(u64::MAX);
                self.frame_mut(thread).lengths.insert(number, count);
            }
            Task::MakeArray { variable, span } => {
                let Scalar::Integer(size) = self.pop_scalar(thread) else {
                    return Trouble::unsupported("an address used as the size of an array");
                };
                let size = u64::try_from(size).unwrap_or(u64::MAX);
                let make = Operation::Allocate { size, is_zeroed: false, region: Region::Block, replaces: None, span };
                self.plan(thread, vec![Task::Operation(make), Task::NameArray(variable)]);
            }
            Task::NameArray(variable) => {
                if let Scalar::Address(address) = self.pop_scalar(thread) {
                    let old = self.frame_mut(thread).variables.insert(variable, address.object);
                    self.retire(thread, old.into_iter().collect());
                }
            }
            Task::Enter { function, arguments, span } => self.enter(thread, function, arguments, span)?,
            Task::Library(call, is_used) => self.call_library(*call, is_used)?,
            Task::Model(running) => self.run_model(running)?,
            Task::Returned(expr) => self.returned(thread, expr)?,
            Task::EndThread { span } => self.returned_from_start(thread, span),
            Task::Unwind { value, span } => self.unwind(thread, value, span),
            Task::Operation(_) => panic!("operations wait for the scheduler"),
        }
        Ok(())
    }

    /// Puts a block on the stack.
    pub(crate) fn enter_block(&mut self, thread: usize, block: &'u Block) {
        let height = self.frame(thread).values.len();
        self.plan(thread, vec![Task::Block { block, next: 0, height, yields: false }]);
    }

    fn run_block(
        &mut self,
        thread: usize,
        block: &'u Block,
        next: usize,
        height: usize,
        yields: bool,
    ) -> Result<(), Trouble> {
        let Some(statement) = block.statements.get(next) else {
            let ended = self.take_variables(thread, block);
            self.retire(thread, ended);
            return Ok(());
        };
        self.plan(thread, vec![Task::Block { block, next: next + 1, height, yields }]);
        let is_result = yields && next + 1 == block.statements.len();
        if self.is_landmark(statement) {
            let pass = Operation::Pass { passage: Passage::Statement, span: statement.span };
            self.plan(thread, vec![Task::Operation(pass), Task::Statement(statement, is_result)]);
            return Ok(());
        }
        self.run_statement(thread, statement, is_result)
    }

    fn run_statement(&mut self, thread: usize, statement: &'u Statement, is_result: bool) -> Result<(), Trouble> {
        self.thread_mut(thread).site = statement.span;
        let height = self.frame(thread).values.len();
        match &statement.kind {
            StatementKind::Expr(expr) if is_result => self.plan(thread, vec![Task::Eval(expr)]),
            StatementKind::Expr(expr) => self.plan(thread, vec![Task::Eval(expr), Task::Discard]),
            StatementKind::Declare { variable, size: Some(size), .. } => {
                let make = Task::MakeArray { variable: *variable, span: statement.span };
                self.plan(thread, vec![Task::Eval(size), make]);
            }
            StatementKind::Declare { variable, size: None, initializer } => {
                let object = self.declare(thread, *variable);
                if let Some(initializer) = initializer {
                    let place = Place::object(object);
                    self.zero_before(place, *variable, initializer);
                    self.plan(thread, vec![Task::Initialize { place, initializer, next: 0 }]);
                }
            }
            StatementKind::FixLength { length, count } => {
                self.plan(thread, vec![Task::Eval(count), Task::FixLength(*length)]);
            }
            StatementKind::Block(block) => self.enter_block(thread, block),
            StatementKind::If { condition, .. } => {
                self.plan(thread, vec![Task::Eval(condition), Task::Branch(statement)]);
            }
            StatementKind::Loop { tests_after, body, .. } => {
                let phase = if *tests_after { LoopPhase::Step } else { LoopPhase::Test };
                self.plan(thread, vec![Task::Loop { statement, phase, height }]);
                if *tests_after {
                    self.enter_block(thread, body);
                }
            }
            StatementKind::Switch { scrutinee, .. } => {
                self.plan(thread, vec![Task::Eval(scrutinee), Task::Select { statement, height }]);
            }
            StatementKind::Goto(label) => self.jump(thread, *label)?,
            StatementKind::ComputedGoto(target) => {
                self.plan(thread, vec![Task::Eval(target), Task::ComputedGoto]);
            }
            StatementKind::Label(_) => {}
            StatementKind::Break => self.leave_loop(thread, true),
            StatementKind::Continue => self.leave_loop(thread, false),
            StatementKind::Return(None) => self.plan(thread, vec![Task::Return { has_value: false }]),
            StatementKind::Return(Some(value)) => {
                self.plan(thread, vec![Task::Eval(value), Task::Return { has_value: true }]);
            }
            StatementKind::Unsupported(what) => return Trouble::unsupported(what.to_string()),
        }
        Ok(())
    }

    fn run_loop(
        &mut self,
        thread: usize,
        statement: &'u Statement,
        phase: LoopPhase,
        height: usize,
    ) -> Result<(), Trouble> {
        let StatementKind::Loop { condition, step, body, .. } = &statement.kind else {
            panic!("only a loop loops");
        };
        let again = |phase| Task::Loop { statement, phase, height };
        match (phase, condition) {
            (LoopPhase::Test, Some(condition)) => {
                self.plan(thread, vec![Task::Eval(condition), again(LoopPhase::Decide)]);
            }
            (LoopPhase::Test, None) => {
                self.plan(thread, vec![again(LoopPhase::Step)]);
                self.enter_block(thread, body);
            }
            (LoopPhase::Decide, _) => {
                let value = self.pop_scalar(thread);
                let is_true = arithmetic::is_true(value)?;
                if is_true {
                    self.plan(thread, vec![again(LoopPhase::Step)]);
                    self.enter_block(thread, body);
                }
                self.pass_branch(thread, statement, is_true);
            }
            (LoopPhase::Step, _) => {
                self.plan(thread, vec![again(LoopPhase::Test)]);
                if let Some(step) = step {
                    self.plan(thread, vec![Task::Eval(step), Task::Discard]);
                }
            }
        }
        Ok(())
    }

    /// Whether a landmark is in front of the statement that a thread is about to run. Statements around expressions count, but not blocks,
    /// jumps and labels.
    fn is_landmark(&self, statement: &Statement) -> bool {
        let Some(landmarks) = &self.landmarks else { return false };
        is_place_to_stand(statement) && landmarks.statements.contains(&(statement.span.file, statement.span.start))
    }

    /// Says that a condition was evaluated, if its statement is a landmark.
    fn pass_branch(&mut self, thread: usize, statement: &Statement, is_true: bool) {
        let at = (statement.span.file, statement.span.start);
        if self.landmarks.as_ref().is_some_and(|landmarks| landmarks.branches.contains(&at)) {
            let pass = Operation::Pass { passage: Passage::Branch(is_true), span: statement.span };
            self.plan(thread, vec![Task::Operation(pass)]);
        }
    }

    fn select(&mut self, thread: usize, statement: &'u Statement, height: usize) -> Result<(), Trouble> {
        let StatementKind::Switch { scrutinee, cases, default, body } = &statement.kind else {
            panic!("only a switch selects");
        };
        let Scalar::Integer(value) = self.pop_scalar(thread) else {
            return Trouble::unsupported("a switch over an address");
        };
        let in_type = |number| arithmetic::wrap(self.types(), scrutinee.ty, number);
        let mut target = *default;
        for &(low, high, label) in cases {
            if (in_type(low)?..=in_type(high)?).contains(&value) {
                target = Some(label);
                break;
            }
        }
        if let Some(label) = target {
            self.plan(thread, vec![Task::SwitchEnd { height }]);
            self.enter_block(thread, body);
            self.jump(thread, label)?;
        }
        Ok(())
    }

    /// `break` leaves the innermost loop or switch, `continue` goes to the step of the innermost loop.
    fn leave_loop(&mut self, thread: usize, is_break: bool) {
        let mut ended = Vec::new();
        loop {
            let task = self.frame_mut(thread).tasks.pop().expect("the checker puts `break` and `continue` in loops");
            match task {
                Task::Block { block, .. } => ended.extend(self.take_variables(thread, block)),
                Task::SwitchEnd { height } if is_break => {
                    self.frame_mut(thread).values.truncate(height);
                    break;
                }
                Task::Loop { statement, phase, height } => {
                    let frame = self.frame_mut(thread);
                    frame.values.truncate(height);
                    if !is_break {
                        frame.tasks.push(Task::Loop { statement, phase, height });
                    }
                    break;
                }
                _ => {}
            }
        }
        self.retire(thread, ended);
    }

    /// Goes to a label: leaves the blocks that do not contain it and enters those around it.
    pub(crate) fn jump(&mut self, thread: usize, label: LabelId) -> Result<(), Trouble> {
        let mut ended = Vec::new();
        let path = loop {
            let Some(task) = self.frame_mut(thread).tasks.pop() else {
                return Trouble::unsupported("a jump to a label of another function");
            };
            let Task::Block { block, height, yields, .. } = task else {
                continue;
            };
            let mut path = Vec::new();
            if find_label(block, label, &mut path) {
                let frame = self.frame_mut(thread);
                frame.values.truncate(height);
                let (index, _) = path[0];
                frame.tasks.push(Task::Block { block, next: index + 1, height, yields });
                break path;
            }
            ended.extend(self.take_variables(thread, block));
        };
        let height = self.frame(thread).values.len();
        let frame = self.frame_mut(thread);
        for (depth, (_, statement)) in path.iter().enumerate() {
            let Some((index, _)) = path.get(depth + 1) else { break };
            let inner = match &statement.kind {
                StatementKind::Loop { body, .. } => {
                    frame.tasks.push(Task::Loop { statement, phase: LoopPhase::Step, height });
                    body
                }
                StatementKind::Switch { body, .. } => {
                    frame.tasks.push(Task::SwitchEnd { height });
                    body
                }
                StatementKind::Block(block) => block,
                StatementKind::If { then, otherwise, .. } => {
                    if find_label(then, label, &mut Vec::new()) {
                        then
                    } else {
                        otherwise
                    }
                }
                _ => panic!("a label lies in a statement that contains statements"),
            };
            frame.tasks.push(Task::Block { block: inner, next: index + 1, height, yields: false });
        }
        self.retire(thread, ended);
        Ok(())
    }

    /// Takes the objects from the names that a block declares.
    fn take_variables(&mut self, thread: usize, block: &Block) -> Vec<ObjectId> {
        let frame = self.frame_mut(thread);
        block.variables.iter().filter_map(|variable| frame.variables.remove(variable)).collect()
    }

    /// Ends the lifetimes of objects: at once if no thread can observe it, else by an operation.
    pub(crate) fn retire(&mut self, thread: usize, objects: Vec<ObjectId>) {
        let mut noticed = Vec::new();
        for id in objects {
            if self.memory.object(id).is_unlisted {
                self.memory.remove(id);
            } else {
                noticed.push(id);
            }
        }
        if !noticed.is_empty() {
            self.plan(thread, vec![Task::Operation(Operation::EndLife { objects: noticed })]);
        }
    }

    /// What an initializer does not mention is zero.
    pub(crate) fn zero_before(&mut self, place: Place, variable: VariableId, initializer: &Initializer) {
        let is_aggregate = matches!(
            self.types().kind(self.unit.variables[variable].ty.ty),
            TypeKind::Array { .. } | TypeKind::Record(_)
        );
        if let (Scalar::Address(address), true) = (place.base, is_aggregate || initializer.parts.is_empty()) {
            let object = self.memory.object_mut(address.object);
            object.fill = Byte::ZERO;
            object.bytes.clear();
        }
    }

    /// Where a thread is, for operations that have no place of their own.
    pub(crate) fn site(&self, thread: usize) -> Span {
        self.thread(thread).site
    }
}

/// The path to a label: in each block the index of the statement that contains it, from the outermost block on.
fn find_label<'u>(block: &'u Block, label: LabelId, path: &mut Vec<(usize, &'u Statement)>) -> bool {
    for (index, statement) in block.statements.iter().enumerate() {
        path.push((index, statement));
        let is_here = matches!(&statement.kind, StatementKind::Label(here) if *here == label);
        let is_found = is_here || statement.blocks().any(|block| find_label(block, label, path));
        if is_found {
            return true;
        }
        path.pop();
    }
    false
}
