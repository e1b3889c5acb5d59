//! The executions of a program in which `main` gets no arguments: where any arguments are assumed, the function that starts the program chooses their
//! number first (`raddle_cfront::arguments`), and that number is 1 there.

use raddle_program::builder::{integer, local_place};
use raddle_program::source::Span;
use raddle_program::syntax::{Effect, LocalId, Procedure, Program, Statement, Step};
use raddle_program::trace::{ChoiceKind, Event, START, Trace, TraceStep, TraceValue};

/// What `argc` is then: the name of the program is an argument, too.
const COUNT: i128 = 1;

/// The program in these executions; none if its start chooses nothing.
pub fn without_arguments(program: &Program) -> Option<Program> {
    let (id, start) = program.procedures.iter().find(|(_, procedure)| is_start(procedure))?;
    let (index, target) = number(start)?;
    let target = local_place(start, target);
    let mut without = program.clone();
    if let Some(Statement::Step(step)) = without.procedures[id].body.get_mut(index) {
        step.effect = Effect::Assign { value: integer(COUNT, target.ty), target };
    }
    Some(without)
}

/// An execution of [`without_arguments`] as one of the program itself: what comes first is the choice that there are none.
pub fn with_no_arguments_chosen(program: &Program, mut trace: Trace) -> Trace {
    let start = program.procedures.values().find(|procedure| is_start(procedure));
    let step = start.and_then(|start| number(start).and_then(|(index, _)| start.body.get(index)));
    let span = match step {
        Some(Statement::Step(step)) => step.span,
        _ => Span::NOWHERE,
    };
    let event = Event::Choice { kind: ChoiceKind::Input, value: TraceValue::Integer(COUNT) };
    let place = program.source.place(span);
    let choice = TraceStep { thread: 0, span, place, function: START.into(), callers: Vec::new(), event };
    trace.steps.insert(0, choice);
    trace.loop_start = trace.loop_start.map(|step| step + 1);
    trace
}

fn is_start(procedure: &Procedure) -> bool {
    *procedure.name == *START
}

/// Where the start chooses the number of arguments: the index of the statement, and the register that gets it.
fn number(start: &Procedure) -> Option<(usize, LocalId)> {
    start.body.iter().enumerate().find_map(|(index, statement)| match statement {
        Statement::Step(Step { effect: Effect::Input { target, .. }, .. }) => Some((index, *target)),
        _ => None,
    })
}
