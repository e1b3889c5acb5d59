//! Whether an answer about threads concerns any thread at all.
//!
//! A program that prints its usage and returns is SAFE, and so is one whose threads are created only if a function
//! returns a value that it never returns. Users should know that no execution creates a thread. The question is one of
//! assertions: creations become assertions that fail. Most programs create a thread soon, and the engine that visits
//! states finds that in a few steps. It gets only so many steps that the answer takes no noticeable time.

use raddle_program::builder::integer;
use raddle_program::property::Property;
use raddle_program::syntax::{Block, Effect, Program, Statement};
use std::sync::Arc;

use crate::context::Context;
use crate::engine::Engine;
use crate::pipeline::answer;
use crate::task::Task;
use crate::verdict::Verdict;
use raddle_analysis::analyzed_program::AnalyzedProgram;

/// The function whose call stands for the creation of a thread.
const CREATION: &str = "__raddle_creation";

/// How many steps the engine gets.
const STEPS: u64 = 50_000;

/// Whether the program has code that creates threads, and no execution comes to it, as an engine that visits states says.
pub fn creates_no_thread(program: &Arc<AnalyzedProgram>, engine: &dyn Engine, cx: &Context) -> bool {
    let mut changed: Program = (***program).clone();
    let int = changed.types.int(raddle_program::types::IntKind::Int);
    let never =
        Effect::Assert { condition: integer(0, int), function: CREATION.into(), message: "a thread is created".into() };
    let mut count = 0;
    for (_, procedure) in changed.procedures.iter_mut() {
        count += replace_creations(&mut procedure.body, &never);
    }
    if count == 0 {
        return false;
    }
    let task = Task {
        program: AnalyzedProgram::new(Arc::new(changed)),
        properties: vec![Property::Assertions],
        error_functions: Some(vec![CREATION.into()]),
        file: String::new(),
    };
    let mut inner = cx.alike(cx.cancellation().with_steps(STEPS));
    let answers = answer(&task, engine, &mut inner);
    answers.outcomes.iter().all(|outcome| matches!(outcome.verdict, Verdict::Safe(_)))
}

/// Replaces the creations of threads in a block, and says how many there are.
fn replace_creations(block: &mut Block, by: &Effect) -> u64 {
    let mut count = 0;
    for statement in block {
        match statement {
            Statement::Step(step) if matches!(step.effect, Effect::Spawn { .. }) => {
                step.effect = by.clone();
                count += 1;
            }
            Statement::If { then, otherwise, .. } => {
                count += replace_creations(then, by) + replace_creations(otherwise, by);
            }
            Statement::Loop { test, body, step, .. } => {
                count += [test, body, step].into_iter().map(|block| replace_creations(block, by)).sum::<u64>();
            }
            Statement::Step(_) | Statement::Break | Statement::Continue | Statement::Goto(_) | Statement::Label(_) => {}
        }
    }
    count
}
