//! Executions up to the last step that may violate a property: where main comes to a point from which no such step can be reached, the process
//! ends. What main does with its threads after that point is left out, and often that is all of it.
//!
//! The residual program of conditional model checking (Beyer, Henzinger, Keremoglu, Wendler, 2012; Czech, Jakobs, Wehrheim, 2015): the next analysis
//! need not look at what the first one has shown.
//!
//! Exact for the property, with what the analysis has shown: an execution of the new program is the beginning of one of the old, and the first violation of an old one, if
//! there is one, happens before the process ends in the new.
//!
//! Rule: only main makes such steps, and none of them makes a later one go wrong. Main runs once. Another procedure is cut only if one call
//! leads to it, once, in main. A procedure with jumps is not cut. The branches of an `if` are cut one by one, a loop is kept whole.
//! Tests: `scanned_before_the_threads`, `scanned_beyond_the_end`, `scanned_by_a_thread_too`, `scanned_by_a_second_call`,
//! `scanned_in_the_second_round`, `scanned_behind_a_jump_back`, `scanned_on_both_ways`, `scanned_by_a_pointer_that_left`,
//! `scanned_by_main_again`, `scanned_by_a_thread_in_main`, `destructor_that_is_no_function`.

use std::collections::{BTreeMap, BTreeSet};

use raddle_analysis::points_to::{CodePlace, Context, PointsTo};
use raddle_program::automaton::{Automaton, statements};
use raddle_program::entity::Table;
use raddle_program::property::Property;
use raddle_program::source::Span;
use raddle_program::syntax::{Block, Effect, ProcedureId, Program, Statement, Step};

use super::{Fidelity, Transform, Unchanged, WayBack};

/// The properties that a step violates by what it computes or accesses.
pub const PROPERTIES_OF_STEPS: [Property; 4] =
    [Property::Assertions, Property::Memory, Property::Overflow, Property::Arithmetic];

/// Ends the process where no step that may violate a property can follow.
pub struct Prefix {
    /// The statements that make such steps, and the calls that lead to them.
    open: BTreeSet<(ProcedureId, u32)>,
    /// By call: the procedure that it leads to, if that runs once, by no other call.
    once: BTreeMap<(ProcedureId, u32), ProcedureId>,
}

impl Prefix {
    /// The prefix up to some steps; `None` if other threads than main take some of them.
    pub fn up_to(
        steps: &BTreeSet<CodePlace>,
        points_to: &PointsTo,
        automata: &Table<ProcedureId, Automaton>,
    ) -> Option<Prefix> {
        let start = points_to.contexts.ids().next()?;
        let main = points_to.contexts[start].class;
        let started = points_to.contexts[start].procedure;
        let runs_once = points_to.contexts[start].is_once && runs_alone(points_to, started);
        if points_to.hides_calls
            || !(runs_once && points_to.classes[main].created_at.is_empty())
            || steps.iter().any(|&(context, _)| points_to.contexts[context].class != main)
        {
            return None;
        }
        let statement = |&(context, transition): &CodePlace| {
            let procedure = points_to.contexts[context].procedure;
            (procedure, automata[procedure].transitions[transition].statement)
        };
        let mut prefix = Prefix { open: steps.iter().map(statement).collect(), once: BTreeMap::new() };
        // What calls a context with such a step makes one.
        let mut pending: Vec<Context> = steps.iter().map(|&(context, _)| context).collect();
        let mut seen: BTreeSet<Context> = BTreeSet::new();
        while let Some(context) = pending.pop() {
            if !seen.insert(context) {
                continue;
            }
            let data = &points_to.contexts[context];
            prefix.open.extend(data.callers.iter().map(statement));
            pending.extend(data.callers.iter().map(|&(caller, _)| caller));
            if let ([caller], true, true) =
                (data.callers.as_slice(), runs_alone(points_to, data.procedure), data.is_once)
            {
                prefix.once.insert(statement(caller), data.procedure);
            }
        }
        Some(prefix)
    }

    /// Cuts a procedure that runs once behind the last statement with such a step.
    fn cut(&self, program: &mut Program, procedure: ProcedureId) {
        let has_jumps = |statement: &&Statement| matches!(statement, Statement::Goto(_) | Statement::Label(_));
        let data = &mut program.procedures[procedure];
        if statements(&data.body).iter().any(has_jumps) {
            return;
        }
        let mut called = Vec::new();
        data.body = self.beginning(procedure, std::mem::take(&mut data.body), &mut 0, data.span, &mut called);
        for callee in called {
            self.cut(program, callee);
        }
    }

    /// The beginning of a block, and the end of the process. `number` is that of its first statement, afterwards of the one behind it.
    fn beginning(
        &self,
        procedure: ProcedureId,
        block: Block,
        number: &mut u32,
        span: Span,
        called: &mut Vec<ProcedureId>,
    ) -> Block {
        let mut first = *number;
        let mut ranges = Vec::new();
        for statement in &block {
            let behind = first + statements(std::slice::from_ref(statement)).len() as u32;
            ranges.push(first..behind);
            first = behind;
        }
        *number = first;
        let is_open = |range: &std::ops::Range<u32>| {
            self.open.range((procedure, range.start)..(procedure, range.end)).next().is_some()
        };
        let kept = ranges.iter().rposition(is_open).map_or(0, |last| last + 1);
        let mut left: Block = block;
        left.truncate(kept);
        if let Some(last) = left.pop() {
            let mut inside = ranges[kept - 1].start;
            left.push(match last {
                Statement::If { condition, then, otherwise, span } => {
                    inside += 1;
                    let then = self.beginning(procedure, then, &mut inside, span, called);
                    let otherwise = self.beginning(procedure, otherwise, &mut inside, span, called);
                    Statement::If { condition, then, otherwise, span }
                }
                last => {
                    called.extend(self.once.get(&(procedure, inside)));
                    last
                }
            });
        }
        left.push(Statement::Step(Step { effect: Effect::Stop, span }));
        left
    }
}

/// Whether one class of threads runs a procedure.
fn runs_alone(points_to: &PointsTo, procedure: ProcedureId) -> bool {
    points_to.contexts.values().filter(|context| context.procedure == procedure).count() == 1
}

impl Transform for Prefix {
    fn name(&self) -> &'static str {
        "prefix"
    }

    fn fidelity(&self, property: Property) -> Option<Fidelity> {
        PROPERTIES_OF_STEPS.contains(&property).then_some(Fidelity::Exact)
    }

    fn apply(&self, program: &Program) -> (Program, Box<dyn WayBack>) {
        let mut prefix = program.clone();
        self.cut(&mut prefix, program.main);
        (prefix, Box::new(Unchanged))
    }
}
