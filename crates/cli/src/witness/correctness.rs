//! Invariants of a program that was shown to be safe: at the heads of loops that threads other than main run, between which numbers the
//! globals lie that threads share, whatever threads do (`analysis/intervals`).
//!
//! They hold for whoever runs while there is a second thread; main runs before there is one, so nothing is said of code that main may
//! run. Each invariant reads one variable once, so that looking at it is one step. A proof that rests on nothing else than the order of
//! steps has no such numbers: its witness says that the program is safe, and no more.

use raddle_cfront::typed::{Block, Function, Statement, StatementKind, Storage, Unit};
use raddle_program::automaton::Automaton;
use raddle_program::entity::{Entity, Table};
use raddle_program::live::LiveRegisters;
use raddle_program::source::Span;
use raddle_program::syntax::{Global, ProcedureId};
use raddle_report::witness::Invariant;
use raddle_verify::analysis::intervals::ValueIntervals;

use super::location;
use crate::front::Front;

/// How many invariants a witness has at most.
const LIMIT: usize = 400;

/// The invariants.
pub fn invariants(front: &Front) -> Vec<Invariant> {
    let (program, unit) = (&front.program, front.unit());
    let automata: Table<ProcedureId, Automaton> = program.procedures.values().map(Automaton::of).collect();
    let procedures = program.procedures.values().zip(automata.values());
    let live: Table<ProcedureId, LiveRegisters> =
        procedures.map(|(procedure, automaton)| LiveRegisters::of(program, procedure, automaton)).collect();
    let intervals = ValueIntervals::of(program, &automata, &live, &|| false);
    let Some(points_to) = intervals.points_to() else { return Vec::new() };
    let is_run_by_threads_only = |name: &str| {
        let mut contexts = points_to.contexts.values();
        let of = |procedure: ProcedureId| &*program.procedures[procedure].name == name;
        contexts.any(|context| of(context.procedure))
            && points_to.contexts.values().all(|context| context.class.index() != 0 || !of(context.procedure))
    };
    let mut facts = Vec::new();
    for (id, global) in program.globals.iter() {
        let size = program.types.size_of(global.ty).unwrap_or(0);
        let Some(known) = intervals.of_global(id, 0, size).filter(|_| is_named_so_everywhere(unit, global)) else {
            continue;
        };
        // Numbers that every C compiler reads back as they are.
        let is_plain = |number: i128| i32::try_from(number).is_ok_and(|number| number > i32::MIN);
        for (operator, number) in [(">=", known.low), ("<=", known.high)] {
            if is_plain(number) {
                facts.push(format!("{} {operator} {number}", global.name));
            }
        }
    }
    let mut found = Vec::new();
    for function in unit.functions.values().filter(|function| is_run_by_threads_only(&function.name)) {
        for head in heads(function) {
            for value in &facts {
                let location = location(&unit.source, head, Some(&function.name));
                found.push(Invariant { is_of_loop: true, location, value: value.clone() });
            }
        }
    }
    found.truncate(LIMIT);
    found
}

/// Whether a global has a name that means it in every function.
fn is_named_so_everywhere(unit: &Unit, global: &Global) -> bool {
    let mut named = unit.variables.values().filter(|variable| *variable.name == *global.name);
    let is_global =
        |variable: &raddle_cfront::typed::Variable| variable.function.is_none() && variable.storage == Storage::Static;
    named.clone().count() == 1 && named.all(is_global)
}

/// The loops of a function that are written as such.
fn heads(function: &Function) -> Vec<Span> {
    fn collect(block: &Block, found: &mut Vec<Span>) {
        for Statement { kind, span } in &block.statements {
            match kind {
                StatementKind::Loop { body, tests_after, .. } => {
                    if !tests_after {
                        found.push(*span);
                    }
                    collect(body, found);
                }
                StatementKind::Block(inner) => collect(inner, found),
                StatementKind::If { then, otherwise, .. } => {
                    collect(then, found);
                    collect(otherwise, found);
                }
                StatementKind::Switch { body, .. } => collect(body, found),
                StatementKind::Expr(_)
                | StatementKind::Declare { .. }
                | StatementKind::FixLength { .. }
                | StatementKind::Goto(_)
                | StatementKind::ComputedGoto(_)
                | StatementKind::Label(_)
                | StatementKind::Break
                | StatementKind::Continue
                | StatementKind::Return(_)
                | StatementKind::Unsupported(_) => {}
            }
        }
    }
    let mut found = Vec::new();
    if let Some(body) = &function.body {
        collect(body, &mut found);
    }
    found
}
