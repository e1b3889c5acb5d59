//! Races on storage that a block uses again. Each time a block of a loop is entered, its local objects are new ones (C11 6.2.4p6). Where a
//! thread still accesses the object of an earlier round, that is an access outside of its life, a violation of `memory`. Compilers
//! give the next object the same bytes, so that the access races with its initialization, too: races are about memory locations, not
//! about objects (C11 5.1.2.4p4). Engines take the two for different locations. So "no race" is left open where they find such an
//! access.

use raddle_program::property::{Property, ViolationKind};
use raddle_program::syntax::{Block, Effect, Expr, ExprKind, LocalId, PlaceKind, Procedure, Program, Statement};
use raddle_program::visit::{Visitor, walk_block};

use crate::verdict::{Answers, Outcome, Reason, Verdict};

/// What answers are worth if local objects of loops may lie where those of earlier rounds lay.
pub fn admit(answers: Answers, program: &Program) -> Answers {
    let late = answers.outcomes.iter().find_map(|outcome| match &outcome.verdict {
        Verdict::Unsafe(trace) if trace.violation.kind == ViolationKind::UseAfterScope => Some(trace.violation.span),
        _ => None,
    });
    let Some(late) = late.filter(|_| may_weaken(program)) else { return answers };
    let weaken = |outcome: Outcome| match (outcome.property, &outcome.verdict) {
        (Property::DataRace, Verdict::Safe(_)) => {
            let place = program.source.place(late);
            let why = format!(
                "an object is accessed at {place} after its block was left, and there is no other race unless the next round of the loop \
                 puts its object into the same memory"
            );
            let advice = "declare the object outside of the loop, or allocate it".to_owned();
            Outcome { verdict: Verdict::Unknown(Reason::GaveUp { why, advice }), ..outcome }
        }
        _ => outcome,
    };
    Answers { outcomes: answers.outcomes.into_iter().map(weaken).collect() }
}

/// Whether a violation of memory may weaken what is known of data races.
pub fn may_weaken(program: &Program) -> bool {
    program.procedures.values().any(enters_again)
}

/// Whether a local object in memory begins its life in a loop, and its address is taken.
fn enters_again(procedure: &Procedure) -> bool {
    let mut search = Search { taken: Vec::new() };
    walk_block(&procedure.body, &mut search);
    let mut born = Vec::new();
    in_loops(&procedure.body, false, &mut born);
    born.iter().any(|local| !procedure.locals[*local].is_register && search.taken.contains(local))
}

/// The locals whose lives begin inside of loops.
fn in_loops(block: &Block, is_inside: bool, born: &mut Vec<LocalId>) {
    for statement in block {
        match statement {
            Statement::Step(step) => match step.effect {
                Effect::Live { local, .. } if is_inside => born.push(local),
                _ => {}
            },
            Statement::If { then, otherwise, .. } => {
                in_loops(then, is_inside, born);
                in_loops(otherwise, is_inside, born);
            }
            Statement::Loop { test, body, step, .. } => {
                [test, body, step].into_iter().for_each(|part| in_loops(part, true, born));
            }
            Statement::Break | Statement::Continue | Statement::Goto(_) | Statement::Label(_) => {}
        }
    }
}

struct Search {
    taken: Vec<LocalId>,
}

impl Visitor for Search {
    fn expr(&mut self, expr: &Expr) {
        let ExprKind::AddressOf(place) = &expr.kind else { return };
        if let PlaceKind::Local(local) = raddle_program::footprint::root(place).kind {
            self.taken.push(local);
        }
    }
}
