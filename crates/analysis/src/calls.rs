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
        let addressed = self.addressed(program);
        let started = self.named.values().flat_map(|named| named.started.iter().copied());
        std::iter::once(program.main).chain(started).map(|start| self.steps_from(start, &addressed)).sum()
    }

    /// The procedures that may run without a call that names them: main, the start functions of threads, and all procedures whose addresses are
    /// used.
    pub fn run_without_call(&self, program: &Program) -> FxHashSet<ProcedureId> {
        let started = self.named.values().flat_map(|named| named.started.iter().copied());
        self.addressed(program).into_iter().chain(started).chain([program.main]).collect()
    }

    /// The procedures that may run. The search begins with main and with the procedures whose addresses are first values of globals. It follows
    /// calls by name, start functions of threads, and addresses in code.
    pub fn reachable(&self, program: &Program) -> FxHashSet<ProcedureId> {
        self.from(in_first_values(program).chain([program.main]), |named| {
            named.called.iter().chain(&named.started).chain(&named.addressed).copied()
        })
    }

    /// The procedures whose addresses are used, in code or in the first value of a global.
    fn addressed(&self, program: &Program) -> FxHashSet<ProcedureId> {
        let in_code = self.named.values().flat_map(|named| named.addressed.iter().copied());
        in_first_values(program).chain(in_code).collect()
    }

    fn steps_from(&self, start: ProcedureId, addressed: &FxHashSet<ProcedureId>) -> usize {
        let seen = self.from([start], |named| {
            let pointed_to = named.calls_pointers.then_some(addressed).into_iter().flatten();
            named.called.iter().copied().chain(pointed_to.copied())
        });
        seen.into_iter().map(|procedure| self.named[procedure].n_steps).sum()
    }

    /// The procedures in `starts`, and all procedures to which `next` leads from them.
    fn from<'c, N: Iterator<Item = ProcedureId>>(
        &'c self,
        starts: impl IntoIterator<Item = ProcedureId>,
        next: impl Fn(&'c Named) -> N,
    ) -> FxHashSet<ProcedureId> {
        let mut seen: FxHashSet<ProcedureId> = FxHashSet::default();
        let mut pending: Vec<ProcedureId> = starts.into_iter().collect();
        while let Some(procedure) = pending.pop() {
            if seen.insert(procedure) {
                pending.extend(next(&self.named[procedure]).filter(|callee| !seen.contains(callee)));
            }
        }
        seen
    }
}

/// The procedures whose addresses are first values of globals.
fn in_first_values(program: &Program) -> impl Iterator<Item = ProcedureId> {
    program.globals.values().flat_map(|global| &global.initial).filter_map(|part| match part.value {
        InitialValue::Procedure(procedure) => Some(procedure),
        InitialValue::Integer(_) | InitialValue::Address(..) => None,
    })
}

/// The number of statements of a procedure.
pub fn n_steps(procedure: &Procedure) -> usize {
    Named::by(procedure).n_steps
}
