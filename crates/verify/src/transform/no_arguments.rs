//! The executions of a program in which `main` gets no arguments: where any arguments are assumed, the function that starts the program chooses their
//! number first (`raddle_cfront::arguments`), and that number is 1 there.

use raddle_program::builder::{integer, local_place};
use raddle_program::property::Property;
use raddle_program::syntax::{Effect, LocalId, Procedure, Program, Statement, Step};
use raddle_program::trace::{ChoiceKind, Event, START, Trace, TraceStep, TraceValue};

use super::{Fidelity, Transform, Unchanged, WayBack};
use crate::verdict::Proof;

/// What `argc` is then: the name of the program is an argument, too.
const COUNT: i128 = 1;

/// `main` gets no arguments.
pub struct NoArguments;

impl Transform for NoArguments {
    fn name(&self) -> &'static str {
        "no-arguments"
    }

    fn fidelity(&self, _property: Property) -> Option<Fidelity> {
        Some(Fidelity::Under)
    }

    fn apply(&self, program: &Program) -> (Program, Box<dyn WayBack>) {
        let mut without = program.clone();
        let start = program.procedures.iter().find(|(_, procedure)| is_start(procedure));
        let found = start.and_then(|(id, start)| Some((id, start, number(start)?)));
        let Some((id, start, (index, target))) = found else { return (without, Box::new(Unchanged)) };
        let target = local_place(start, target);
        let Some(Statement::Step(step)) = without.procedures[id].body.get_mut(index) else {
            return (without, Box::new(Unchanged));
        };
        step.effect = Effect::Assign { value: integer(COUNT, target.ty), target };
        let (span, place) = (step.span, program.source.place(step.span));
        let event = Event::Choice { kind: ChoiceKind::Input, value: TraceValue::Integer(COUNT) };
        let chosen = TraceStep { thread: 0, span, place, function: START.into(), callers: Vec::new(), event };
        (without, Box::new(Chosen(chosen)))
    }
}

/// What comes first in the program itself: the choice that there are none.
struct Chosen(TraceStep);

impl WayBack for Chosen {
    fn trace(&self, mut trace: Trace) -> Trace {
        trace.steps.insert(0, self.0.clone());
        trace.loop_start = trace.loop_start.map(|step| step + 1);
        trace
    }

    fn proof(&self, _proof: Proof) -> Option<Proof> {
        None
    }
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
