//! What a thread may still access: a summary of each procedure with all that it may call or start.
//!
//! Rule: a procedure *may write* (read) a global if some transition of it, of a procedure it may call, or of one it may
//! start as a thread, writes (reads) a place in that global by name. Every access through a pointer, and every access to a
//! local in memory, is an access to the one class of *pointed* objects: globals whose address the program takes
//! anywhere, escaped locals, allocated memory. Calls through pointers may reach every procedure whose address is taken.
//! Flow-insensitive, so it holds at every location of the procedure.
//!
//! Used for the reduction "an access that no other live thread may conflict with, now or later, commutes with everything
//! they do" (house rule: what another thread reads and writes is all that it may still access, not its next step).

use raddle_program::automaton::Automaton;
use raddle_program::entity::{Entity, Table};
use raddle_program::footprint::{Accessed, Footprint, root};
use raddle_program::semantics::{Object, Origin};
use raddle_program::syntax::{Callee, Effect, Expr, ExprKind, GlobalId, InitialValue, PlaceKind, ProcedureId, Program};
use raddle_program::walk::{each_expr, in_expr};

use crate::analysis::bits::BitSet;

/// The summaries of all procedures of a program.
#[derive(Clone, Debug)]
pub struct FutureAccesses {
    summaries: Table<ProcedureId, Summary>,
    /// The globals whose address is taken.
    pointed: BitSet,
}

/// What one procedure and all that it may call or start may access.
#[derive(Clone, PartialEq, Debug)]
struct Summary {
    reads: BitSet,
    writes: BitSet,
    reads_pointed: bool,
    writes_pointed: bool,
}

impl FutureAccesses {
    /// Computes them.
    pub fn of(program: &Program, automata: &Table<ProcedureId, Automaton>) -> Self {
        let mut pointed = BitSet::new(program.globals.len());
        let mut targets = Vec::new();
        for (_, global) in program.globals.iter() {
            for part in &global.initial {
                match part.value {
                    InitialValue::Integer(_) => {}
                    InitialValue::Address(target, _) => {
                        pointed.insert(target.index());
                    }
                    InitialValue::Procedure(procedure) => targets.push(procedure),
                }
            }
        }
        let mut calls: Table<ProcedureId, Calls> = Table::new();
        let mut summaries = Table::new();
        for (procedure, automaton) in automata.iter() {
            let mut scan = Scan { program, pointed: &mut pointed, targets: &mut targets };
            let (summary, called) = scan.procedure(procedure, automaton);
            summaries.push(summary);
            calls.push(called);
        }
        for (_, called) in calls.iter_mut() {
            if called.through_pointers {
                called.procedures.extend(&targets);
            }
        }
        let mut future = FutureAccesses { summaries, pointed };
        while future.propagate(&calls) {}
        future
    }

    fn propagate(&mut self, calls: &Table<ProcedureId, Calls>) -> bool {
        let mut is_changed = false;
        for (caller, called) in calls.iter() {
            for &callee in &called.procedures {
                let callee = self.summaries[callee].clone();
                let summary = &mut self.summaries[caller];
                is_changed |= summary.reads.extend(&callee.reads) | summary.writes.extend(&callee.writes);
                is_changed |= callee.reads_pointed && !summary.reads_pointed;
                is_changed |= callee.writes_pointed && !summary.writes_pointed;
                summary.reads_pointed |= callee.reads_pointed;
                summary.writes_pointed |= callee.writes_pointed;
            }
        }
        is_changed
    }

    /// Whether a thread with a frame of this procedure may still make an access that conflicts with a load (or a store) of
    /// an object.
    pub fn may_conflict(&self, procedure: ProcedureId, object: &Object, is_write: bool) -> bool {
        let summary = &self.summaries[procedure];
        let by_name = |global: GlobalId| {
            summary.writes.contains(global.index()) || is_write && summary.reads.contains(global.index())
        };
        let by_pointer = summary.writes_pointed || is_write && summary.reads_pointed;
        match object.origin {
            Origin::Global(global) => by_name(global) || by_pointer && self.pointed.contains(global.index()),
            Origin::ThreadLocal(..) | Origin::Local(..) | Origin::Allocated(..) => by_pointer,
        }
    }
}

/// The procedures that a procedure may call or start.
struct Calls {
    procedures: Vec<ProcedureId>,
    through_pointers: bool,
}

struct Scan<'a> {
    program: &'a Program,
    pointed: &'a mut BitSet,
    targets: &'a mut Vec<ProcedureId>,
}

impl Scan<'_> {
    fn procedure(&mut self, id: ProcedureId, automaton: &Automaton) -> (Summary, Calls) {
        let procedure = &self.program.procedures[id];
        let none = || BitSet::new(self.program.globals.len());
        let mut summary = Summary { reads: none(), writes: none(), reads_pointed: false, writes_pointed: false };
        let mut calls = Calls { procedures: Vec::new(), through_pointers: false };
        for transition in automaton.transitions.values() {
            for access in &Footprint::of(self.program, procedure, transition).accesses {
                let global = match access.target {
                    Accessed::Place(place) => match root(place).kind {
                        PlaceKind::Global(global) => Some(global),
                        PlaceKind::Local(local) if procedure.locals[local].is_register => continue,
                        _ => None,
                    },
                    _ => None,
                };
                match (global, access.is_write) {
                    (Some(global), true) => drop(summary.writes.insert(global.index())),
                    (Some(global), false) => drop(summary.reads.insert(global.index())),
                    (None, true) => summary.writes_pointed = true,
                    (None, false) => summary.reads_pointed = true,
                }
            }
            match &transition.effect {
                Effect::Call { callee, .. } | Effect::Spawn { start: callee, .. } => match callee {
                    Callee::Procedure(procedure) => calls.procedures.push(*procedure),
                    Callee::Pointer(_) => calls.through_pointers = true,
                },
                // The end of a local's life is no access, but freeing memory is.
                Effect::Free(_) => summary.writes_pointed = true,
                _ => {}
            }
            each_expr(&transition.effect, &mut |expr| self.address(expr));
            if let Some(guard) = &transition.guard {
                in_expr(&guard.condition, &mut |expr| self.address(expr));
            }
        }
        (summary, calls)
    }

    fn address(&mut self, expr: &Expr) {
        match &expr.kind {
            ExprKind::AddressOf(place) => {
                if let PlaceKind::Global(global) = root(place).kind {
                    self.pointed.insert(global.index());
                }
            }
            ExprKind::Procedure(procedure) => self.targets.push(*procedure),
            _ => {}
        }
    }
}
