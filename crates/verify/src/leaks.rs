//! Leaks as assertions of another program: a counter of what is allocated and not freed, which must be zero where the process
//! ends in order.
//!
//! The new program changes the counter at every heap allocation and every `free`, in one atomic section with it. In
//! front of `exit` and of the end of `main` it asserts that the counter is zero, in one section with the read of it. So
//! no engine needs to know about leaks: the accesses to a shared variable order allocations and the end of the process,
//! under every reduction. The way back removes the counter and its sections from a trace; the events of the program
//! itself remain, in the same order.
//!
//! *Exact*, with two exceptions. A process also ends when its last thread does, and no statement stands for that: if
//! main may end its thread alone, a program without violation stays UNKNOWN. And a program that calls its own `main` is
//! unsupported.
//!
//! Left out: unreachable memory in an execution that does not end (SV-COMP's `valid-memtrack`).

use raddle_program::builder::{assign, binary, fresh_register, global_place, integer, local_place, not, read, step};
use raddle_program::certain_tests::fold_certain_tests;
use raddle_program::property::{Property, ViolationKind};
use raddle_program::source::{SourcePlace, Span};
use raddle_program::syntax::{
    BinaryOperator, Block, Callee, Effect, Expr, ExprKind, Global, GlobalId, InitialValue, LocalId, Procedure,
    ProcedureId, Program, Region, Statement, Step,
};
use raddle_program::trace::{Event, MemoryLocation, ObjectName, Trace, TraceStep};
use raddle_program::types::{IntKind, TypeId};
use raddle_program::visit::{Visitor, walk_block};
use std::collections::BTreeSet;
use std::sync::Arc;

use crate::task::Task;
use crate::verdict::{Answers, Outcome, Proof, Reason, Verdict};
use raddle_analysis::analyzed_program::AnalyzedProgram;
use raddle_analysis::points_to::ThreadClass;
use raddle_program::entity::Entity;

/// The counter's name, which no C program can use.
const COUNTER: &str = "raddle::unfreed";

/// The function that reports that the counter is not zero.
const REPORTER: &str = "raddle::leak";

/// The span of what the new program adds: no call in C text stands there.
const ADDED: Span = Span::NOWHERE;

/// A task about another program whose answers say whether this one leaks.
pub(crate) struct LeakTask {
    /// Assertions stand for leaks; invalid frees and other violations of memory end executions.
    pub task: Task,
    gap: Option<Gap>,
}

/// Leaks that the counting program does not show.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Gap {
    /// The program calls its own main: not every return from it ends the process.
    OwnMain,
    /// Main may end its thread alone, and the process with its last thread.
    LastThread,
}

impl LeakTask {
    /// The questions about leaks and about memory, as far as they are asked, as a task about a program that counts.
    pub fn of(task: &Task) -> LeakTask {
        let (program, gap) = counting(&task.program);
        let asked = [(Property::Leaks, Property::Assertions), (Property::Memory, Property::Memory)];
        let properties =
            asked.into_iter().filter(|(property, _)| task.asks(*property)).map(|(_, asked)| asked).collect();
        let error_functions = Some(vec![Arc::from(REPORTER)]);
        let task =
            Task { program: AnalyzedProgram::new(program), properties, error_functions, file: task.file.clone() };
        LeakTask { task, gap }
    }

    /// What the answers about that task say of the one that it was made of: of leaks, and of memory.
    pub fn way_back(&self, answers: Answers) -> Vec<Outcome> {
        answers.outcomes.into_iter().map(|outcome| self.outcome(outcome)).collect()
    }

    fn outcome(&self, Outcome { property, verdict }: Outcome) -> Outcome {
        let property = if property == Property::Assertions { Property::Leaks } else { property };
        let gap = self.gap.filter(|_| property == Property::Leaks);
        let verdict = match (verdict, gap) {
            (Verdict::Safe(_), Some(Gap::LastThread)) => gave_up(
                "main may end its thread alone, and the process with its last thread, where no leaks are looked for",
                "let main join its threads and return",
            ),
            (Verdict::Safe(_) | Verdict::Unsafe(_), Some(Gap::OwnMain)) => gave_up(
                "the program calls its own main, so that not every return from it ends the process",
                "move what is called to a function of its own",
            ),
            (Verdict::Unsafe(trace), None | Some(Gap::LastThread)) => Verdict::Unsafe(Box::new(original(*trace))),
            (Verdict::Safe(proved), None) => match (&proved.proof, property) {
                (&Proof::Intervals { assertions }, Property::Leaks) => Verdict::safe(Proof::Freed { ends: assertions }),
                _ => Verdict::Safe(proved),
            },
            (Verdict::Unknown(reason), _) => Verdict::Unknown(reason),
        };
        Outcome { property, verdict }
    }
}

fn gave_up(why: &str, advice: &str) -> Verdict {
    Verdict::Unknown(Reason::GaveUp { why: why.to_owned(), advice: advice.to_owned() })
}

/// The program that counts, and what it does not show.
fn counting(program: &AnalyzedProgram) -> (Program, Option<Gap>) {
    let gap = gap_of(program).filter(|gap| *gap != Gap::LastThread || main_may_end_its_thread(program));
    let mut program = Program::clone(program);
    let ty = program.types.int(IntKind::UnsignedLong);
    let counter = program.globals.push(Global {
        name: COUNTER.into(),
        ty,
        is_thread_local: false,
        is_read_only: false,
        is_external: false,
        initial: Vec::new(),
        span: ADDED,
    });
    let ids: Vec<ProcedureId> = program.procedures.ids().collect();
    for id in ids {
        let mut procedure = program.procedures[id].clone();
        let body = std::mem::take(&mut procedure.body);
        let is_main = id == program.main;
        let mut writer = Writer { program: &mut program, procedure, counter, ty, register: None, is_main };
        let mut body = writer.block(body);
        if is_main {
            let span = writer.procedure.span;
            body.extend(writer.check(span));
        }
        let mut procedure = writer.procedure;
        procedure.body = body;
        program.procedures[id] = procedure;
    }
    fold_certain_tests(&mut program);
    (program, gap)
}

/// Writes the code of one procedure again.
struct Writer<'p> {
    program: &'p mut Program,
    procedure: Procedure,
    counter: GlobalId,
    ty: TypeId,
    /// Holds the counter between its reading and its writing.
    register: Option<LocalId>,
    is_main: bool,
}

impl Writer<'_> {
    fn block(&mut self, block: Block) -> Block {
        block.into_iter().flat_map(|statement| self.statement(statement)).collect()
    }

    fn statement(&mut self, statement: Statement) -> Block {
        match statement {
            Statement::Step(step) => self.step(step),
            Statement::If { condition, then, otherwise, span } => {
                let (then, otherwise) = (self.block(then), self.block(otherwise));
                vec![Statement::If { condition, then, otherwise, span }]
            }
            Statement::Loop { tests_after, test, condition, body, step, span } => {
                let (test, body, step) = (self.block(test), self.block(body), self.block(step));
                vec![Statement::Loop { tests_after, test, condition, body, step, span }]
            }
            Statement::Break | Statement::Continue | Statement::Goto(_) | Statement::Label(_) => vec![statement],
        }
    }

    fn step(&mut self, Step { effect, span }: Step) -> Block {
        match effect {
            Effect::Allocate { region: Region::Heap, .. } => {
                let mut section = vec![step(effect, span)];
                section.extend(self.count(BinaryOperator::Add));
                self.section(section)
            }
            Effect::Free(pointer, Region::Heap) => {
                let mut code = Block::new();
                let pointer = self.settled(pointer, span, &mut code);
                let then = self.count(BinaryOperator::Subtract);
                let section = vec![
                    Statement::If { condition: pointer.clone(), then, otherwise: Block::new(), span: ADDED },
                    step(Effect::Free(pointer, Region::Heap), span),
                ];
                code.extend(self.section(section));
                code
            }
            Effect::Stop => {
                let mut code = self.check(span);
                code.push(step(Effect::Stop, span));
                code
            }
            Effect::Return(value) if self.is_main => {
                let mut code = Block::new();
                let value = value.map(|value| self.settled(value, span, &mut code));
                code.extend(self.check(span));
                code.push(step(Effect::Return(value), span));
                code
            }
            other => vec![step(other, span)],
        }
    }

    /// `counter = counter ± 1`
    fn count(&mut self, operator: BinaryOperator) -> Block {
        let (counter, register) = (global_place(&self.program.globals, self.counter), self.register());
        let target = local_place(&self.procedure, register);
        let one = integer(1, self.ty);
        let changed = binary(&mut self.program.types, operator, read(target.clone()), one);
        vec![assign(target, read(counter.clone()), ADDED), assign(counter, changed, ADDED)]
    }

    /// `assert(counter == 0)`; the violation is that of the step with this span.
    fn check(&mut self, span: Span) -> Block {
        let (counter, register) = (global_place(&self.program.globals, self.counter), self.register());
        let target = local_place(&self.procedure, register);
        let condition = not(&mut self.program.types, read(target.clone()));
        let message = "memory is not freed when the process ends";
        let assert = Effect::Assert { condition, function: REPORTER.into(), message: message.into() };
        self.section(vec![assign(target, read(counter), ADDED), step(assert, span)])
    }

    fn section(&self, code: Block) -> Block {
        let mut section = vec![step(Effect::AtomicBegin, ADDED)];
        section.extend(code);
        section.push(step(Effect::AtomicEnd, ADDED));
        section
    }

    /// A value that is read before the section, as it is without one.
    fn settled(&mut self, value: Expr, span: Span, code: &mut Block) -> Expr {
        if matches!(value.kind, ExprKind::Integer(_)) {
            return value;
        }
        let local = fresh_register(&mut self.procedure, "settled", value.ty);
        let target = local_place(&self.procedure, local);
        code.push(assign(target.clone(), value, span));
        read(target)
    }

    fn register(&mut self) -> LocalId {
        if let Some(register) = self.register {
            return register;
        }
        let register = fresh_register(&mut self.procedure, "unfreed", self.ty);
        self.register = Some(register);
        register
    }
}

/// Whether the process may end otherwise than by a statement of main's.
fn gap_of(program: &Program) -> Option<Gap> {
    let mut mentioned: BTreeSet<ProcedureId> = BTreeSet::new();
    for global in program.globals.values() {
        mentioned.extend(global.initial.iter().filter_map(|part| match part.value {
            InitialValue::Procedure(procedure) => Some(procedure),
            InitialValue::Integer(_) | InitialValue::Address(..) => None,
        }));
    }
    let codes: Vec<Code> = program.procedures.values().map(|procedure| Code::of(&procedure.body)).collect();
    for code in &codes {
        mentioned.extend(&code.mentioned);
    }
    if mentioned.contains(&program.main) {
        return Some(Gap::OwnMain);
    }
    let mut reached = BTreeSet::from([program.main]);
    let mut pending = vec![program.main];
    while let Some(procedure) = pending.pop() {
        let code = &codes[procedure.index()];
        if code.ends_thread {
            return Some(Gap::LastThread);
        }
        let callees = if code.calls_pointers { &mentioned } else { &code.mentioned };
        pending.extend(callees.iter().copied().filter(|&callee| reached.insert(callee)));
    }
    None
}

/// Whether the thread of main may come to a statement that ends a thread; those of other threads do not count.
fn main_may_end_its_thread(program: &AnalyzedProgram) -> bool {
    let points_to = program.points_to();
    if !points_to.unsupported.is_empty() || points_to.hides_calls {
        return true;
    }
    let of_main = points_to.contexts.values().filter(|context| context.class == ThreadClass::from_index(0));
    of_main
        .flat_map(|context| program.automata()[context.procedure].transitions.values())
        .any(|transition| matches!(transition.effect, Effect::Exit(_)))
}

/// What the code of a procedure mentions.
#[derive(Default)]
struct Code {
    mentioned: BTreeSet<ProcedureId>,
    calls_pointers: bool,
    ends_thread: bool,
}

impl Code {
    fn of(body: &Block) -> Code {
        let mut code = Code::default();
        walk_block(body, &mut code);
        code
    }
}

impl Visitor for Code {
    fn statement(&mut self, statement: &Statement) {
        if let Statement::Step(step) = statement {
            self.ends_thread |= matches!(step.effect, Effect::Exit(_));
            self.calls_pointers |= matches!(step.effect, Effect::Call { callee: Callee::Pointer(_), .. });
        }
    }

    fn procedure(&mut self, procedure: ProcedureId) {
        self.mentioned.insert(procedure);
    }
}

/// A trace of the program that counts as one of the program that it was made of.
fn original(mut trace: Trace) -> Trace {
    if let ViolationKind::Assertion(_) = trace.violation.kind {
        trace.property = Property::Leaks;
        trace.violation.kind = ViolationKind::Leak;
        trace.violation.message = what_is_left(&trace.steps);
    }
    trace.steps.retain(|step| !is_added(step));
    trace
}

fn is_added(step: &TraceStep) -> bool {
    match &step.event {
        Event::AtomicBegin | Event::AtomicEnd => step.span == ADDED,
        Event::Read { location, .. } | Event::Write { location, .. } => is_counter(location),
        Event::Choice { .. }
        | Event::Synchronize { .. }
        | Event::Spawn { .. }
        | Event::Join { .. }
        | Event::Destructor { .. }
        | Event::Exit
        | Event::Allocate { .. }
        | Event::Free { .. } => false,
    }
}

fn is_counter(location: &MemoryLocation) -> bool {
    matches!(&location.object, ObjectName::Global(name) if &**name == COUNTER)
}

/// What a trace allocates from the heap and does not free, in words.
fn what_is_left(steps: &[TraceStep]) -> String {
    let mut left: Vec<(&ObjectName, u64, &SourcePlace)> = Vec::new();
    let next_of = |index: usize| steps[index + 1..].iter().find(|step| step.thread == steps[index].thread);
    for (index, step) in steps.iter().enumerate() {
        match &step.event {
            // An allocation from the heap is counted next.
            Event::Allocate { object, size } if next_of(index).is_some_and(is_added) => {
                left.push((object, *size, &step.place));
            }
            Event::Free { object } => left.retain(|(allocated, ..)| *allocated != object),
            _ => {}
        }
    }
    match left.as_slice() {
        [] => "memory is not freed when the process ends".to_owned(),
        [(_, size, place)] => format!("{size} bytes, allocated at {place}, are not freed when the process ends"),
        [(_, size, place), ..] => {
            let n_left = left.len();
            format!(
                "{n_left} objects are not freed when the process ends, the first of {size} bytes, allocated at {place}"
            )
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_spans_of_what_is_added_are_told_apart() {
        let step = |span, event| TraceStep {
            thread: 0,
            span,
            place: SourcePlace { file: "a.c".into(), line: 1, column: 1 },
            function: "main".into(),
            callers: Vec::new(),
            event,
        };
        let users = Span { start: 4, end: 9, ..ADDED };
        assert!(is_added(&step(ADDED, Event::AtomicBegin)));
        assert!(!is_added(&step(users, Event::AtomicEnd)));
        assert!(!is_added(&step(ADDED, Event::Exit)));
    }
}
