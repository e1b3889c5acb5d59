//! Small functions, each with a copy for each lock that it is given, or for each call.
//!
//! ```text
//! void enter(struct mutex *m) { if (pthread_mutex_lock(&m->inner)) die(); }       enter(&a); x++; leave(&a);  enter(&b); y++; leave(&b);
//! void set(struct item *i, int n) { i->n = n; }                                    set(&shared, 1);  set(&own, 2);
//! ```
//!
//! The analyses tell code apart by thread and procedure. So the operand of the lock call in `enter` may name every lock that some call of
//! `enter` is given, and no lock is certainly held behind any of them; and the write in `set` may be to any item.
//!
//! A *wrapper* is a small procedure with a parameter from which an operand of a synchronization follows, or the argument of another wrapper
//! for such a parameter. It is copied for each constant address that calls give it. Any other small procedure that gets or returns a pointer
//! is copied for each call, as long as not too much is copied: of what `benchmarks/real` lists that ends a sixth, for half as much time
//! again. A copy has the code of the procedure, so the program does the same. Calls through pointers go to the procedure itself.
//! Scans look at the program with copies; the engine `static` asks it what it cannot show of the program itself.
//!
//! A parameter of a copy that is a number at its call is that number in it ([`super::constant_parameters`]).
//!
//! Left out: wrappers without a constant address (`enter(&p->lock)`): [`super::symbolic_lockset`] follows these locks.
//! Measured, and not kept: copies of functions of up to 80 steps (a twentieth less is listed, for three times as much time), copies for
//! functions that return what they allocate only (next to nothing changes).
//!
//! Rule: a call goes to a copy of the procedure that it calls: with a constant address one that all such calls share.
//! Tests: `wrappers_of_two_locks`, `wrappers_of_two_locks_too_early`, `items_of_two_calls`, `item_of_two_calls_is_shared`.

use crate::calls::{Calls, n_steps};
use crate::constant_parameters::put_constants;
use raddle_program::bits::BitSet;
use raddle_program::entity::Table;
use raddle_program::syntax::{
    Block, Callee, Effect, Expr, ExprKind, LocalId, PlaceKind, Procedure, ProcedureId, Program, Statement,
    Synchronization as S,
};
use raddle_program::types::{TypeId, TypeKind};
use raddle_program::visit::{Visitor, walk_block, walk_expr};
use rustc_hash::{FxHashMap, FxHashSet};

/// A procedure that is copied has so many steps at most.
const STEPS: usize = 40;
/// Copies call each other so deep at most.
const DEPTH: usize = 4;
/// All copies of wrappers together have at most so many steps, or as many as the program.
const COPIED: usize = 5_000;
/// The procedures that are copied for each call are chosen so that these copies have at most so many steps. Copies of what a copy calls come on
/// top, up to the same number.
const COPIED_FOR_CALLS: usize = 30_000;
/// In a program whose threads run more steps than this, nothing is copied for one call: there it costs more than it tells.
const LARGE: usize = 100_000;

/// Leads calls to copies of what they call.
pub fn with_copies(program: &mut Program) {
    let small = Small::of(program);
    let n_left = program.procedures.values().map(n_steps).sum::<usize>().max(COPIED);
    let ids: Vec<ProcedureId> = program.procedures.ids().collect();
    let (known, n_left_for_calls) = (FxHashMap::default(), 2 * COPIED_FOR_CALLS);
    let mut copying = Copying { program, small: &small, known, n_left, n_left_for_calls, depth: 0 };
    for id in ids {
        copying.calls_of(id);
    }
    put_constants(program);
}

/// The procedures that may be copied.
struct Small {
    /// By procedure: the parameters, by position, of which a lock may be a part. Wrappers have some.
    locked: Table<ProcedureId, BitSet>,
    /// The code as it was before any call was changed.
    code: FxHashMap<ProcedureId, Procedure>,
    /// Those of them that are copied for each call.
    of_calls: FxHashSet<ProcedureId>,
}

impl Small {
    fn of(program: &Program) -> Small {
        let locked = program.procedures.values().map(|it| BitSet::new(it.parameters.len())).collect();
        let mut result = Small { locked, code: FxHashMap::default(), of_calls: FxHashSet::default() };
        let small: Vec<(ProcedureId, Derived)> = program
            .procedures
            .iter()
            .filter(|(_, procedure)| n_steps(procedure) <= STEPS)
            .map(|(id, procedure)| (id, Derived::of(procedure)))
            .collect();
        for _ in 0..DEPTH {
            for (id, derived) in &small {
                let found = result.locked[*id].clone();
                let mut operands = Operands { small: &result, derived, found };
                walk_block(&program.procedures[*id].body, &mut operands);
                result.locked[*id] = operands.found;
            }
        }
        result.of_calls = copied_for_calls(program, small.iter().map(|(id, _)| *id));
        let is_copied = |id: &ProcedureId| !result.locked[*id].is_empty() || result.of_calls.contains(id);
        let copied = small.into_iter().map(|(id, _)| id).filter(is_copied);
        result.code = copied.map(|id| (id, program.procedures[id].clone())).collect();
        result
    }

    /// The arguments by which the copies of a wrapper differ; `None` if the procedure is no wrapper.
    fn telling<'e>(&self, procedure: ProcedureId, arguments: &'e [Expr]) -> Option<Vec<&'e Expr>> {
        let telling: Vec<&Expr> = self.locked[procedure].iter().filter_map(|index| arguments.get(index)).collect();
        (!telling.is_empty()).then_some(telling)
    }
}

/// The small procedures that are copied for each call, as many as may be.
fn copied_for_calls(program: &Program, small: impl Iterator<Item = ProcedureId>) -> FxHashSet<ProcedureId> {
    let calls = Calls::of(program);
    let may_tell = |id: &ProcedureId| {
        let procedure = &program.procedures[*id];
        procedure.is_defined && passes_pointers(program, procedure) && !calls.starts_known_code(*id)
    };
    let candidates: FxHashSet<ProcedureId> = small.filter(may_tell).collect();
    // Of a procedure with one call a copy tells nothing, unless what calls it is copied.
    let has_several = |id: &ProcedureId| {
        let callers = calls.callers(*id);
        callers.len() > 1 || callers.iter().any(|caller| candidates.contains(caller))
    };
    let mut candidates: Vec<ProcedureId> = candidates.iter().copied().filter(has_several).collect();
    // The smallest ones first: a limited number of steps tells more calls apart.
    candidates.sort_by_key(|&id| (n_steps(&program.procedures[id]), id));
    let mut n_left = if calls.steps_of_threads(program) <= LARGE { COPIED_FOR_CALLS } else { 0 };
    let fits = |id: &ProcedureId| {
        let left = usize::checked_sub(n_left, n_steps(&program.procedures[*id]) * calls.callers(*id).len());
        n_left = left.unwrap_or(0);
        left.is_some()
    };
    candidates.into_iter().take_while(fits).collect()
}

/// Whether a procedure gets or returns a pointer.
fn passes_pointers(program: &Program, procedure: &Procedure) -> bool {
    let is_pointer = |ty: TypeId| matches!(program.types.kind(ty), TypeKind::Pointer(_));
    procedure.parameters.iter().any(|&parameter| is_pointer(procedure.locals[parameter].ty))
        || is_pointer(procedure.result)
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
        // A register gets its value before a later one uses it, but for what loops carry: two passes are enough for small procedures.
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
    small: &'w Small,
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
                for operand in self.small.telling(*callee, arguments).into_iter().flatten() {
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
    small: &'p Small,
    known: FxHashMap<Key, ProcedureId>,
    /// So many steps of wrappers may be copied yet.
    n_left: usize,
    /// So many steps may be copied for one call each yet.
    n_left_for_calls: usize,
    /// How many copies the procedure at hand is inside of: in a copy, a parameter is a constant address, or that of one call.
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

    /// The procedure that a call goes to, unless it is the one that it names.
    fn copy(&mut self, caller: ProcedureId, callee: ProcedureId, arguments: &[Expr]) -> Option<ProcedureId> {
        if self.depth == DEPTH {
            return None;
        }
        self.copy_of_wrapper(caller, callee, arguments).or_else(|| self.copy_for_call(callee))
    }

    /// The copy of a wrapper for the arguments of a call.
    fn copy_of_wrapper(&mut self, caller: ProcedureId, callee: ProcedureId, arguments: &[Expr]) -> Option<ProcedureId> {
        let code = self.small.code.get(&callee)?;
        let telling = self.small.telling(callee, arguments)?;
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
        self.calls_of_copy(copy);
        Some(copy)
    }

    /// A copy for one call.
    fn copy_for_call(&mut self, callee: ProcedureId) -> Option<ProcedureId> {
        let code = self.small.code.get(&callee).filter(|_| self.small.of_calls.contains(&callee))?;
        self.n_left_for_calls = self.n_left_for_calls.checked_sub(n_steps(code))?;
        let copy = self.program.procedures.push(code.clone());
        self.calls_of_copy(copy);
        Some(copy)
    }

    fn calls_of_copy(&mut self, copy: ProcedureId) {
        self.depth += 1;
        self.calls_of(copy);
        self.depth -= 1;
    }
}

/// Whether an expression has the same value wherever it is evaluated.
fn is_constant(expr: &Expr) -> bool {
    let mut mentioned = Mentioned::default();
    walk_expr(expr, &mut mentioned);
    mentioned.locals.is_empty() && !mentioned.reads_memory
}
