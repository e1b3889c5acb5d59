//! Random executions of the reference interpreter, for the engine `random`.

use raddle_analysis::analyzed_program::AnalyzedProgram;
use raddle_cfront::typed::Unit;
use raddle_program::property::Property;
use raddle_program::syntax::{Expr, ExprKind, Program};
use raddle_program::trace::Trace;
use raddle_program::visit::{Visitor, walk_block};
use raddle_reference::walk::{Walk, Walker, with_basic_types};
use raddle_verify::executor::Executor;
use std::collections::BTreeSet;
use std::sync::Arc;

use crate::front::Front;

/// How many executions there are.
const EXECUTIONS: usize = 200;
/// The greatest number of steps of an execution.
const STEPS: usize = 40_000;
/// How much they do together ([`Walk::work`]): up to about half a second.
const WORK: u64 = 4_000_000;

/// The executions of a program.
pub struct RandomExecutions {
    /// The program as the interpreter reads it.
    unit: Arc<Unit>,
    /// The same as engines get it.
    program: Arc<AnalyzedProgram>,
}

impl RandomExecutions {
    /// Those of a program that was read, which engines get as `program`.
    pub fn of(front: &Front, program: &Arc<AnalyzedProgram>) -> Arc<dyn Executor> {
        Arc::new(RandomExecutions { unit: front.shared_unit(), program: program.clone() })
    }
}

impl Executor for RandomExecutions {
    fn has(&self, program: &Arc<AnalyzedProgram>) -> bool {
        Arc::ptr_eq(&self.program, program)
    }

    fn run(
        &self,
        properties: &[Property],
        is_stopped: &dyn Fn() -> bool,
        wants_more: &mut dyn FnMut(Trace) -> bool,
    ) -> usize {
        let unit = with_basic_types(&self.unit);
        let Some(mut walker) = Walker::of(&unit) else { return 0 };
        let (goals, values) = (&BTreeSet::new(), &input_values(&self.program));
        let (executions, steps, work, seed) = (EXECUTIONS, STEPS, WORK, 0);
        walker.walk(&Walk { properties, goals, values, seed, executions, steps, work, is_over: is_stopped }, wants_more)
    }
}

/// The values that inputs take: small numbers, and the constants of the program.
pub fn input_values(program: &Program) -> Vec<i128> {
    const MOST: usize = 64;
    struct Named(BTreeSet<i128>);
    impl Visitor for Named {
        fn expr(&mut self, expr: &Expr) {
            if let ExprKind::Integer(number) = expr.kind {
                self.0.insert(number);
            }
        }
    }
    let mut named = Named(BTreeSet::new());
    for procedure in program.procedures.values() {
        walk_block(&procedure.body, &mut named);
    }
    // Small numbers come often.
    let mut values: Vec<i128> = [1, 0, 1, 2, 3, 1, -1, 4, 2, 5, 6, 7, 8].to_vec();
    let mut rest: Vec<i128> = named.0.into_iter().filter(|number| !values.contains(number)).collect();
    rest.sort_by_key(|number| number.unsigned_abs());
    values.extend(rest.into_iter().take(MOST));
    values
}
