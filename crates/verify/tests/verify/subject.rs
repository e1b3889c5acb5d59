//! The facts about a program are computed once, and for that program alone.

use std::sync::{Arc, Mutex};

use raddle_analysis::analyzed_program::AnalyzedProgram;
use raddle_analysis::commutation::Arithmetic;
use raddle_analysis::movers::Class;
use raddle_program::builder::{Code, ProgramBuilder, read};
use raddle_program::property::Property;
use raddle_program::syntax::{Callee, Effect, Expr, ExprKind, Place, ProcedureId, Program};
use raddle_program::types::{DataModel, FunctionType, Qualified, TypeKind};
use raddle_verify::context::{Cancellation, Context, Silent};
use raddle_verify::engine::Engine;
use raddle_verify::pipeline::answer;
use raddle_verify::task::Task;
use raddle_verify::transform::{DirectCalls, Transform};
use raddle_verify::verdict::{Answers, Reason};

/// An engine that wants direct calls, and remembers what it was asked about.
#[derive(Default)]
struct Witness(Mutex<Vec<Arc<AnalyzedProgram>>>);

impl Engine for Witness {
    fn name(&self) -> &'static str {
        "witness"
    }
    fn summary(&self) -> &'static str {
        "sees what it is asked about"
    }
    fn decides(&self, _property: Property) -> bool {
        true
    }
    fn transforms(&self) -> Vec<Box<dyn Transform>> {
        vec![Box::new(DirectCalls)]
    }
    fn run(&self, task: &Task, _cx: &mut Context) -> Answers {
        self.0.lock().expect("nobody fails").push(task.program.clone());
        Answers::unknown(&task.properties, &Reason::TurnOver)
    }
}

/// What an engine that wants direct calls is asked about when it is given a program.
fn asked_about(program: &Arc<AnalyzedProgram>) -> Arc<AnalyzedProgram> {
    let task = Task {
        program: program.clone(),
        properties: vec![Property::Assertions],
        error_functions: None,
        file: "test.c".into(),
    };
    let witness = Witness::default();
    answer(&task, &witness, &mut Context::new(Cancellation::new(), Arc::new(Silent)));
    witness.0.into_inner().expect("nobody failed").pop().expect("it was asked")
}

#[test]
fn a_program_that_a_transform_leaves_as_it_is_keeps_what_is_known_of_it() {
    let mut builder = ProgramBuilder::new(DataModel::Lp64);
    let void = builder.types().void();
    let direct = builder.procedure("direct", void, |_| {});
    builder.main(|code| code.call(None, direct, Vec::new()));
    let program = AnalyzedProgram::new(builder.finish());
    assert!(Arc::ptr_eq(&asked_about(&program), &program));
}

#[test]
fn a_program_that_a_transform_made_has_nothing_of_the_one_that_it_was_made_of() {
    let mut builder = ProgramBuilder::new(DataModel::Lp64);
    let void = builder.types().void();
    let called = builder.procedure("called", void, |_| {});
    let function =
        FunctionType { result: Qualified::plain(void), parameters: vec![], is_variadic: false, has_prototype: true };
    let function = builder.types().intern(TypeKind::Function(function));
    let pointer = builder.types().pointer_to(function);
    let hook = builder.global("hook", pointer);
    builder.main(|code| {
        code.assign(&hook, Expr { kind: ExprKind::Procedure(called), ty: pointer });
        let callee = Callee::Pointer(read(hook.clone()));
        code.effect(Effect::Call { callee, arguments: Vec::new(), result: None });
    });
    let program = AnalyzedProgram::new(builder.finish());
    let before = program.automata()[program.main].transitions.len();
    let made = asked_about(&program);
    assert!(made.automata()[made.main].transitions.len() > before, "a test of the pointer came in");
}

/// Two threads that do the same to `x`, beside main.
fn twice(does: impl FnOnce(&mut Code<'_>, &Place)) -> (Program, ProcedureId) {
    let mut builder = ProgramBuilder::new(DataModel::Lp64);
    let (int, pointer, id) = (builder.int(), builder.void_pointer(), builder.thread_id());
    let x = builder.global("x", int);
    let thread = builder.procedure("thread", pointer, |code| does(code, &x));
    builder.main(|code| {
        for name in ["first", "second"] {
            let place = code.memory(name, id);
            code.spawn(&place, thread);
        }
    });
    (builder.finish(), thread)
}

#[test]
fn blocks_are_told_apart_by_what_becomes_of_arithmetic() {
    let (program, thread) = twice(|code, x| {
        code.atomic(|code| {
            let seen = code.register("seen", x.ty);
            code.assign(&seen, read(x.clone()));
            let one = code.number(1);
            let sum = code.add(read(seen), one);
            code.assign(x, sum);
        });
    });
    let program = AnalyzedProgram::new(program);
    let is_still = |arithmetic: Arithmetic| {
        let movers = &program.blocks(arithmetic).expect("all accesses are known").movers;
        let mut transitions = program.automata()[thread].transitions.ids();
        transitions.any(|transition| movers.class(thread, transition) == Some(Class::Non))
    };
    assert!(!is_still(Arithmetic::Wraps), "additions that wrap commute");
    assert!(is_still(Arithmetic::Violates), "of two additions one may be the first to leave the range");
    assert!(!is_still(Arithmetic::Wraps), "what was found out first is still the same");
}

#[test]
fn intervals_of_a_run_that_was_stopped_are_not_kept() {
    let (program, _) = twice(|code, x| {
        let one = code.number(1);
        code.assign(x, one);
    });
    let program = AnalyzedProgram::new(program);
    assert!(program.intervals(&|| true).is_none());
    let known = program.intervals(&|| false).expect("nobody stops it");
    assert!(!known.of_memory(&program).is_empty(), "x is followed");
    assert!(program.intervals(&|| true).is_some(), "what is known stays known");
}
