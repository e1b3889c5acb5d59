//! Sequential programs as lists of instructions, for the sequential checkers.
//!
//! A list becomes a [`Program`] whose only procedure has the variables as registers. The checker's trace becomes a *path* again: the trace
//! lists the choices, and these determine the path through the list.

use raddle_program::builder::{empty_procedure, integer};
use raddle_program::entity::{Entity, Table};
use raddle_program::property::Property;
use raddle_program::source::{SourceMap, Span};
use raddle_program::syntax::{
    Block, Effect, Expr, InputSource, Label, LabelId, Local, LocalId, LocalKind, Place, PlaceKind, Program, Statement,
    Step,
};
use raddle_program::trace::{Event, Trace, TraceValue};
use raddle_program::types::{IntKind, TypeId};
use std::sync::Arc;

use crate::alternatives::{Taken, taken};
use crate::composition::Composition;
use raddle_analysis::analyzed_program::AnalyzedProgram;
use raddle_verify::task::Task;

/// A program of one thread.
#[derive(Clone, Debug, Default)]
pub struct Sequence {
    /// Its instructions, from the first to the end of the list.
    pub instructions: Vec<Instruction>,
    /// Further variables, with their names and types.
    pub copies: Vec<(Arc<str>, TypeId)>,
}

/// An instruction.
#[derive(Clone, Debug)]
pub struct Instruction {
    /// The command.
    pub command: Command,
    /// Its origin.
    pub origin: Origin,
    /// The source location.
    pub span: Span,
}

/// A command. Numbers are indices of instructions to which it jumps.
#[derive(Clone, PartialEq, Debug)]
pub enum Command {
    /// A variable gets a value.
    Set(LocalId, Expr),
    /// A variable gets any value.
    Havoc(LocalId),
    /// The execution continues only if the condition holds.
    Assume(Expr),
    /// The condition to check.
    Assert(Expr),
    /// Jumps if the condition does not hold.
    Branch(Expr, usize),
    /// Jumps.
    Goto(usize),
    /// Ends the program.
    Stop,
}

/// The origin of an instruction.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Origin {
    /// Code of a thread.
    Thread {
        /// The number of the thread in executions: 0 in the prologue.
        number: u32,
        /// The number of steps of the executable semantics that it completes.
        steps: u32,
        /// Whether the assigned value is a choice.
        is_input: bool,
    },
    /// The code of `env_move` at a cut of the thread.
    EnvMove {
        /// The cut.
        cut: usize,
    },
    /// The code of `try_start` at a cut of the thread, up to the start of the queried computation.
    TryStart,
    /// The queried computation starts at a cut of the thread, where alpha holds.
    Activation {
        /// The cut.
        cut: usize,
    },
    /// The check for a promise of error, by number.
    Promise(usize),
    /// The check for the target of the query.
    Target {
        /// The cut.
        cut: usize,
    },
    /// Initial values.
    Start,
}

/// A path through a program that ends in a violated assertion.
#[derive(Clone, Debug)]
pub struct Path {
    /// What was executed, in order; the last is the assertion.
    pub executed: Vec<Executed>,
    /// The initial values of variables.
    pub initial: Vec<i128>,
}

/// An executed instruction.
#[derive(Clone, Debug)]
pub struct Executed {
    /// The index of the instruction.
    pub instruction: usize,
    /// For a branch, whether its condition held; else the assigned value, if any.
    pub value: i128,
    /// Whether a variable was changed by it.
    pub changes: bool,
    /// Of a conditional expression, the alternative that was taken.
    pub taken: Option<Taken>,
}

impl Sequence {
    /// Appends an instruction and returns its index.
    pub fn push(&mut self, command: Command, origin: Origin, span: Span) -> usize {
        self.instructions.push(Instruction { command, origin, span });
        self.instructions.len() - 1
    }

    /// A further variable.
    pub fn copy(&mut self, composition: &Composition, name: &str, ty: TypeId) -> LocalId {
        self.copies.push((format!("{name}_copy{}", self.copies.len()).into(), ty));
        LocalId::from_index(composition.variables.len() + self.copies.len() - 1)
    }

    /// Sets the target of a branch or jump.
    pub fn target(&mut self, instruction: usize, to: usize) {
        match &mut self.instructions[instruction].command {
            Command::Branch(_, target) | Command::Goto(target) => *target = to,
            Command::Set(..) | Command::Havoc(_) | Command::Assume(_) | Command::Assert(_) | Command::Stop => {}
        }
    }

    /// The program, with the question whether its assertions hold.
    pub fn task(&self, composition: &Composition) -> Task {
        let mut types = composition.types.clone();
        let void = types.int(IntKind::Int);
        let mut main = empty_procedure("main", void);
        let plain = composition.variables.values().map(|variable| (variable.name.clone(), variable.ty));
        for (name, ty) in plain.chain(self.copies.iter().cloned()) {
            let kind = LocalKind::Variable;
            main.locals.push(Local { name, ty, kind, is_register: true, span: Span::NOWHERE });
        }
        let mut labels: Table<LabelId, Label> = Table::new();
        let mut label_of = vec![None; self.instructions.len() + 1];
        for instruction in &self.instructions {
            if let Command::Branch(_, to) | Command::Goto(to) = instruction.command {
                label_of[to].get_or_insert_with(|| labels.push(Label { name: format!("L{to}").into() }));
            }
        }
        let mut body: Block = Vec::new();
        for (number, instruction) in self.instructions.iter().enumerate() {
            if let Some(label) = label_of[number] {
                body.push(Statement::Label(label));
            }
            let go = |to: usize| label_of[to].map(Statement::Goto).into_iter().collect::<Block>();
            let step = |effect: Effect| Statement::Step(Step { effect, span: Span::NOWHERE });
            body.push(match &instruction.command {
                Command::Set(variable, value) => {
                    let target =
                        Place { kind: PlaceKind::Local(*variable), ty: main.locals[*variable].ty, atomic: None };
                    step(Effect::Assign { target, value: value.clone() })
                }
                Command::Havoc(target) => {
                    let source = InputSource::Function("__VERIFIER_nondet".into());
                    step(Effect::Input { target: *target, source })
                }
                Command::Assume(condition) => step(Effect::Assume(condition.clone())),
                Command::Assert(condition) => {
                    let (function, message) = ("__assert_fail".into(), "".into());
                    step(Effect::Assert { condition: condition.clone(), function, message })
                }
                Command::Branch(condition, to) => {
                    let condition = condition.clone();
                    Statement::If { condition, then: Vec::new(), otherwise: go(*to), span: Span::NOWHERE }
                }
                Command::Goto(to) => match label_of[*to] {
                    Some(label) => Statement::Goto(label),
                    None => step(Effect::Skip),
                },
                Command::Stop => step(Effect::Return(Some(integer(0, composition.int)))),
            });
        }
        if let Some(label) = label_of[self.instructions.len()] {
            body.push(Statement::Label(label));
        }
        body.push(Statement::Step(Step {
            effect: Effect::Return(Some(integer(0, composition.int))),
            span: Span::NOWHERE,
        }));
        main.labels = labels;
        main.body = body;
        let mut procedures = Table::new();
        let main = procedures.push(main);
        let program = Program { source: SourceMap::new(), types, globals: Table::new(), procedures, main };
        Task {
            program: AnalyzedProgram::new(program),
            properties: vec![Property::Assertions],
            error_functions: None,
            file: String::new(),
        }
    }

    /// The path of a violating trace.
    ///
    /// # Errors
    /// The point at which the trace does not lead to a violation.
    pub fn path(&self, composition: &Composition, trace: &Trace) -> Result<Path, String> {
        let mut chosen = trace.steps.iter().filter_map(|step| match &step.event {
            Event::Choice { value: TraceValue::Integer(value), .. } => Some(*value),
            _ => None,
        });
        let algebra = composition.algebra();
        let mut values = vec![0_i128; composition.variables.len() + self.copies.len()];
        let mut executed = Vec::new();
        let mut initial = None;
        let mut at = 0;
        while let Some(instruction) = self.instructions.get(at) {
            if instruction.origin != Origin::Start && initial.is_none() {
                initial = Some(values.clone());
            }
            let value_of = |expr: &Expr, values: &[i128]| {
                let value = algebra.evaluate(expr, &|variable| values[variable.index()]);
                value.ok_or_else(|| "an expression has no value".to_owned())
            };
            let mut next = at + 1;
            let mut done = Executed { instruction: at, value: 0, changes: false, taken: None };
            match &instruction.command {
                Command::Set(variable, value) => {
                    done.value = value_of(value, &values)?;
                    done.taken = taken(algebra, value, &values);
                    done.changes = values[variable.index()] != done.value;
                    values[variable.index()] = done.value;
                }
                Command::Havoc(variable) => {
                    done.value = chosen.next().ok_or("the trace chooses too little")?;
                    done.changes = values[variable.index()] != done.value;
                    values[variable.index()] = done.value;
                }
                Command::Assume(condition) => {
                    if value_of(condition, &values)? == 0 {
                        return Err("an assumption of the trace does not hold".to_owned());
                    }
                }
                Command::Assert(condition) => {
                    if value_of(condition, &values)? == 0 {
                        executed.push(done);
                        return Ok(Path { executed, initial: initial.unwrap_or(values) });
                    }
                }
                Command::Branch(condition, to) => {
                    done.value = i128::from(value_of(condition, &values)? != 0);
                    if done.value == 0 {
                        next = *to;
                    }
                }
                Command::Goto(to) => next = *to,
                Command::Stop => break,
            }
            executed.push(done);
            at = next;
            if executed.len() > PATH_LIMIT {
                return Err("a path without end".to_owned());
            }
        }
        Err("the trace ends without a violation".to_owned())
    }
}

/// A formula as C has it, with the names of variables.
pub fn show(composition: &Composition, formula: &Expr) -> String {
    let mut sequence = Sequence::default();
    sequence.push(Command::Assume(formula.clone()), Origin::Start, Span::NOWHERE);
    let text = raddle_program::c_print::print_c(&sequence.task(composition).program);
    let lines = text.lines().map(str::trim);
    let assumption = lines.filter_map(|line| line.strip_prefix("__VERIFIER_assume(")?.strip_suffix(");")).next();
    assumption.unwrap_or("1").to_owned()
}

/// The longest path.
const PATH_LIMIT: usize = 1_000_000;
