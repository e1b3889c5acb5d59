//! Functions that lock what their callers name, each with a copy for each lock.
//!
//! ```text
//! void enter(struct mutex *m) { if (pthread_mutex_lock(&m->inner)) die(); }       enter(&a); x++; leave(&a);  enter(&b); y++; leave(&b);
//! ```
//!
//! The analyses tell code apart by thread and procedure. So the operand of the lock call in `enter` may name every lock that some call of
//! `enter` is given, and no lock is certainly held behind any of them. Here each such function, a *wrapper*, is copied for each constant
//! address that calls give it.
//!
//! A wrapper is a small procedure with a parameter from which an operand of a synchronization follows, or the argument of another wrapper
//! for such a parameter. A copy has the code of the procedure, so the program does the same. Calls through pointers go to the procedure
//! itself.
//!
//! Left out: locks without a constant address (`enter(&p->lock)`): [`raddle_analysis::symbolic_lockset`] follows them through calls, and a
//! copy for each of them costs more than it tells.
//!
//! Rule: a call with a constant address goes to a copy of the procedure that it calls.
//! Tests: `wrappers_of_two_locks`, `wrappers_of_two_locks_too_early`.

use raddle_program::bits::BitSet;
use raddle_program::entity::Table;
use raddle_program::syntax::{
    Block, Callee, Effect, Expr, ExprKind, LocalId, PlaceKind, Procedure, ProcedureId, Program, Statement,
    Synchronization as S,
};
use raddle_program::visit::{Visitor, walk_block, walk_expr};
use rustc_hash::FxHashMap;

/// A wrapper has so many steps at most.
const STEPS: usize = 40;
/// Wrappers call each other so deep at most, as far as they are copied.
const DEPTH: usize = 4;
/// All copies together have at most so many steps, or as many as the program.
const COPIED: usize = 5_000;

/// Copies wrappers.
pub fn with_copied_wrappers(program: &mut Program) {
    let wrappers = Wrappers::of(program);
    let n_left = program.procedures.values().map(n_steps).sum::<usize>().max(COPIED);
    let ids: Vec<ProcedureId> = program.procedures.ids().collect();
    let mut copying = Copying { program, wrappers: &wrappers, known: FxHashMap::default(), n_left, depth: 0 };
    for id in ids {
        copying.calls_of(id);
    }
}

/// The wrappers of a program.
struct Wrappers {
    /// By procedure: the parameters, by position, of which a lock may be a part.
    locked: Table<ProcedureId, BitSet>,
    /// The procedures that may be wrappers, as they were before any call was changed.
    code: FxHashMap<ProcedureId, Procedure>,
}

impl Wrappers {
    fn of(program: &Program) -> Wrappers {
        let locked = program.procedures.values().map(|it| BitSet::new(it.parameters.len())).collect();
        let mut wrappers = Wrappers { locked, code: FxHashMap::default() };
        let small: Vec<(ProcedureId, Derived)> = program
            .procedures
            .iter()
            .filter(|(_, procedure)| n_steps(procedure) <= STEPS)
            .map(|(id, procedure)| (id, Derived::of(procedure)))
            .collect();
        for _ in 0..DEPTH {
            for (id, derived) in &small {
                let found = wrappers.locked[*id].clone();
                let mut operands = Operands { wrappers: &wrappers, derived, found };
                walk_block(&program.procedures[*id].body, &mut operands);
                wrappers.locked[*id] = operands.found;
            }
        }
        let code = small.into_iter().map(|(id, _)| id).filter(|id| !wrappers.locked[*id].is_empty());
        wrappers.code = code.map(|id| (id, program.procedures[id].clone())).collect();
        wrappers
    }

    /// The arguments by which the copies of a procedure differ; `None` if it is no wrapper.
    fn telling<'e>(&self, procedure: ProcedureId, arguments: &'e [Expr]) -> Option<Vec<&'e Expr>> {
        let telling: Vec<&Expr> = self.locked[procedure].iter().filter_map(|index| arguments.get(index)).collect();
        (!telling.is_empty()).then_some(telling)
    }
}

/// From which parameters the values of registers may follow.
struct Derived {
    of_local: FxHashMap<LocalId, BitSet>,
    n_parameters: usize,
}

impl Derived {
    fn of(procedure: &Procedure) -> Derived {
        let n_parameters = procedure.parameters.len();
        let mut derived = Derived { of_local: FxHashMap::default(), n_parameters };
        for (index, &parameter) in procedure.parameters.iter().enumerate() {
            derived.of_local.entry(parameter).or_insert_with(|| BitSet::new(n_parameters)).insert(index);
        }
        let mut assignments = Assignments(Vec::new());
        walk_block(&procedure.body, &mut assignments);
        // A register gets its value before a later one uses it, but for what loops carry: two passes are enough for wrappers.
        for _ in 0..2 {
            for (target, value) in &assignments.0 {
                let found = derived.of_expr(value);
                derived.of_local.entry(*target).or_insert_with(|| BitSet::new(n_parameters)).extend(&found);
            }
        }
        derived
    }

    fn of_expr(&self, expr: &Expr) -> BitSet {
        let mut mentioned = Mentioned::default();
        walk_expr(expr, &mut mentioned);
        let mut found = BitSet::new(self.n_parameters);
        for derived in mentioned.locals.iter().filter_map(|local| self.of_local.get(local)) {
            found.extend(derived);
        }
        found
    }
}

/// The assignments of variables.
struct Assignments(Vec<(LocalId, Expr)>);

impl Visitor for Assignments {
    fn statement(&mut self, statement: &Statement) {
        if let Statement::Step(step) = statement
            && let Effect::Assign { target, value } | Effect::Initialize { target, value } = &step.effect
            && let PlaceKind::Local(local) = target.kind
        {
            self.0.push((local, value.clone()));
        }
    }
}

/// The locals that an expression mentions, and whether it reads memory.
#[derive(Default)]
struct Mentioned {
    locals: Vec<LocalId>,
    reads_memory: bool,
}

impl Visitor for Mentioned {
    fn local(&mut self, local: LocalId) {
        self.locals.push(local);
    }

    fn expr(&mut self, expr: &Expr) {
        self.reads_memory |= matches!(&expr.kind, ExprKind::Read(place) if !matches!(place.kind, PlaceKind::Local(_)));
    }
}

/// Collects the parameters from which operands of synchronizations follow.
struct Operands<'w> {
    wrappers: &'w Wrappers,
    derived: &'w Derived,
    found: BitSet,
}

impl Visitor for Operands<'_> {
    fn statement(&mut self, statement: &Statement) {
        let Statement::Step(step) = statement else { return };
        match &step.effect {
            Effect::Synchronize { operation, operands, .. } if !matches!(operation, S::KeyGet | S::KeySet) => {
                for operand in operands {
                    self.found.extend(&self.derived.of_expr(operand));
                }
            }
            Effect::Call { callee: Callee::Procedure(callee), arguments, .. } => {
                for operand in self.wrappers.telling(*callee, arguments).into_iter().flatten() {
                    self.found.extend(&self.derived.of_expr(operand));
                }
            }
            _ => {}
        }
    }
}

/// What the copies of a wrapper differ by: the arguments, and the copy that calls it unless they are constants.
type Key = (ProcedureId, Option<ProcedureId>, String);

struct Copying<'p> {
    program: &'p mut Program,
    wrappers: &'p Wrappers,
    known: FxHashMap<Key, ProcedureId>,
    /// So many steps may be copied yet.
    n_left: usize,
    /// How many copies the procedure at hand is inside of: in a copy, a parameter is a constant address.
    depth: usize,
}

impl Copying<'_> {
    /// Leads the calls of a procedure to copies.
    fn calls_of(&mut self, caller: ProcedureId) {
        let mut body = std::mem::take(&mut self.program.procedures[caller].body);
        self.block(caller, &mut body);
        self.program.procedures[caller].body = body;
    }

    fn block(&mut self, caller: ProcedureId, block: &mut Block) {
        for statement in block {
            match statement {
                Statement::Step(step) => {
                    if let Effect::Call { callee: Callee::Procedure(callee), arguments, .. } = &mut step.effect
                        && let Some(copy) = self.copy(caller, *callee, arguments)
                    {
                        *callee = copy;
                    }
                }
                Statement::If { then, otherwise, .. } => {
                    self.block(caller, then);
                    self.block(caller, otherwise);
                }
                Statement::Loop { test, body, step, .. } => {
                    self.block(caller, test);
                    self.block(caller, body);
                    self.block(caller, step);
                }
                Statement::Break | Statement::Continue | Statement::Goto(_) | Statement::Label(_) => {}
            }
        }
    }

    /// The copy of a wrapper for a call, if the procedure is one and may be copied.
    fn copy(&mut self, caller: ProcedureId, callee: ProcedureId, arguments: &[Expr]) -> Option<ProcedureId> {
        let code = self.wrappers.code.get(&callee).filter(|_| self.depth < DEPTH)?;
        let telling = self.wrappers.telling(callee, arguments)?;
        let is_constant = telling.iter().all(|expr| is_constant(expr));
        if !is_constant && self.depth == 0 {
            return None;
        }
        let key = (callee, (!is_constant).then_some(caller), format!("{telling:?}"));
        if let Some(&known) = self.known.get(&key) {
            return Some(known);
        }
        self.n_left = self.n_left.checked_sub(n_steps(code))?;
        let copy = self.program.procedures.push(code.clone());
        self.known.insert(key, copy);
        self.depth += 1;
        self.calls_of(copy);
        self.depth -= 1;
        Some(copy)
    }
}

/// Whether an expression has the same value wherever it is evaluated.
fn is_constant(expr: &Expr) -> bool {
    let mut mentioned = Mentioned::default();
    walk_expr(expr, &mut mentioned);
    mentioned.locals.is_empty() && !mentioned.reads_memory
}

fn n_steps(procedure: &Procedure) -> usize {
    struct Steps(usize);
    impl Visitor for Steps {
        fn statement(&mut self, _: &Statement) {
            self.0 += 1;
        }
    }
    let mut steps = Steps(0);
    walk_block(&procedure.body, &mut steps);
    steps.0
}
