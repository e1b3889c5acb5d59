//! The calls and creations of threads in the text of a program, by name.

use raddle_program::entity::Table;
use raddle_program::syntax::{
    Callee, Effect, Expr, ExprKind, InitialValue, Procedure, ProcedureId, Program, Statement,
};
use raddle_program::visit::{Visitor, walk_block};
use rustc_hash::{FxHashMap, FxHashSet};

/// The calls and creations in the text of a program.
pub struct Calls {
    callers: FxHashMap<ProcedureId, Vec<ProcedureId>>,
    named: Table<ProcedureId, Named>,
}

/// What a procedure names.
#[derive(Default)]
struct Named {
    n_steps: usize,
    /// The procedures that it calls, once for each call.
    called: Vec<ProcedureId>,
    /// The procedures with which it starts threads.
    started: Vec<ProcedureId>,
    /// The procedures whose addresses it uses.
    addressed: Vec<ProcedureId>,
    /// Whether it calls something through a pointer.
    calls_pointers: bool,
}

impl Named {
    fn by(procedure: &Procedure) -> Named {
        let mut named = Named::default();
        walk_block(&procedure.body, &mut named);
        named
    }
}

impl Visitor for Named {
    fn statement(&mut self, statement: &Statement) {
        self.n_steps += 1;
        let Statement::Step(step) = statement else { return };
        match &step.effect {
            Effect::Call { callee: Callee::Procedure(callee), .. } => self.called.push(*callee),
            Effect::Call { callee: Callee::Pointer(_), .. } => self.calls_pointers = true,
            Effect::Spawn { start: Callee::Procedure(start), .. } => self.started.push(*start),
            _ => {}
        }
    }

    fn expr(&mut self, expr: &Expr) {
        if let ExprKind::Procedure(procedure) = expr.kind {
            self.addressed.push(procedure);
        }
    }
}

impl Calls {
    /// Reads them off a program.
    pub fn of(program: &Program) -> Calls {
        let named: Table<ProcedureId, Named> = program.procedures.values().map(Named::by).collect();
        let mut callers: FxHashMap<ProcedureId, Vec<ProcedureId>> = FxHashMap::default();
        for (caller, named) in named.iter() {
            named.called.iter().for_each(|&callee| callers.entry(callee).or_default().push(caller));
        }
        Calls { callers, named }
    }

    /// The procedures that call one by its name, once for each call.
    pub fn callers(&self, procedure: ProcedureId) -> &[ProcedureId] {
        self.callers.get(&procedure).map_or(&[], Vec::as_slice)
    }

    /// Whether a procedure creates threads with a function that it names.
    pub fn starts_known_code(&self, procedure: ProcedureId) -> bool {
        !self.named[procedure].started.is_empty()
    }

    /// The steps that main and the threads of each creation may run, all together. A call through a pointer may lead to every procedure whose
    /// address is used. Threads that start with a function that is not named are left out.
    pub fn steps_of_threads(&self, program: &Program) -> usize {
        let in_globals =
            program.globals.values().flat_map(|global| &global.initial).filter_map(|part| match part.value {
                InitialValue::Procedure(procedure) => Some(procedure),
                InitialValue::Integer(_) | InitialValue::Address(..) => None,
            });
        let in_code = self.named.values().flat_map(|named| named.addressed.iter().copied());
        let addressed: FxHashSet<ProcedureId> = in_globals.chain(in_code).collect();
        let started = self.named.values().flat_map(|named| named.started.iter().copied());
        std::iter::once(program.main).chain(started).map(|start| self.steps_from(start, &addressed)).sum()
    }

    fn steps_from(&self, start: ProcedureId, addressed: &FxHashSet<ProcedureId>) -> usize {
        let mut seen: FxHashSet<ProcedureId> = FxHashSet::default();
        let mut pending = vec![start];
        let mut n_steps = 0;
        while let Some(procedure) = pending.pop() {
            if !seen.insert(procedure) {
                continue;
            }
            let named = &self.named[procedure];
            n_steps += named.n_steps;
            pending.extend(&named.called);
            if named.calls_pointers {
                pending.extend(addressed.iter().filter(|callee| !seen.contains(callee)));
            }
        }
        n_steps
    }
}

/// The number of statements of a procedure.
pub fn n_steps(procedure: &Procedure) -> usize {
    Named::by(procedure).n_steps
}
