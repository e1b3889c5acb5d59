//! What a thread may still access: for each location, everything on some path from it, with all that is called or
//! created.
//!
//! Rule: from a location a thread *may write* (read) a global if a transition on some way from it, or one of a procedure
//! that is called or started on the way, writes (reads) a place in that global by name. Every access through a pointer, and
//! every access to a local in memory, is an access to the one class of *pointed* objects: globals whose address the
//! program takes anywhere, escaped locals, allocated memory. Calls through pointers may reach every procedure whose
//! address is taken. Backward data flow: future(l) = union over transitions t: l -> l' of own(t) ∪ future(entry of what t
//! calls or starts) ∪ future(l').
//!
//! Used for the reduction "an access that no other live thread may conflict with, now or later, commutes with all steps
//! of these threads" (the accesses of another thread are all that it may still make, not those of its next step).

use raddle_program::automaton::{Automaton, Location, TransitionData};
use raddle_program::bits::BitSet;
use raddle_program::entity::{Entity, Table};
use raddle_program::footprint::{Accessed, Footprint, root};
use raddle_program::graph::reachable_from;
use raddle_program::semantics::{Object, Origin};
use raddle_program::syntax::{
    Callee, Effect, Expr, ExprKind, GlobalId, InitialValue, PlaceKind, ProcedureId, Program, Synchronization,
    SynchronizationFamily,
};
use raddle_program::visit::{Visitor, walk_effect, walk_expr};

/// What may be accessed from each location of each procedure.
#[derive(Clone, Debug)]
pub struct FutureAccesses {
    summaries: Table<ProcedureId, Table<Location, Summary>>,
    /// The globals whose address is taken.
    pointed: BitSet,
    /// The locations from which a thread is created again and again.
    repeating: Table<ProcedureId, Table<Location, bool>>,
    /// Whether any thread may be cancelled.
    cancels: bool,
    /// Whether any access is atomic by itself.
    has_atomic_accesses: bool,
    /// Whether any of them does not release what it writes, or not acquire what it reads.
    hides_order: bool,
}

/// What may be accessed.
#[derive(Clone, PartialEq, Debug)]
struct Summary {
    reads: BitSet,
    writes: BitSet,
    reads_pointed: bool,
    writes_pointed: bool,
    /// A thread may be created.
    creates: bool,
    /// A thread may be joined, or something else be asked of it that depends on whether it has ended.
    joins: bool,
    /// A synchronization object behind a pointer may be used.
    synchronizes_pointed: bool,
}

impl Summary {
    fn nothing(program: &Program) -> Self {
        let none = || BitSet::new(program.globals.len());
        Summary {
            reads: none(),
            writes: none(),
            reads_pointed: false,
            writes_pointed: false,
            creates: false,
            joins: false,
            synchronizes_pointed: false,
        }
    }

    /// Adds all of another summary; whether anything is new.
    fn extend(&mut self, other: &Summary) -> bool {
        let is_new = self.reads.extend(&other.reads)
            | self.writes.extend(&other.writes)
            | (other.reads_pointed && !self.reads_pointed)
            | (other.writes_pointed && !self.writes_pointed)
            | (other.creates && !self.creates)
            | (other.joins && !self.joins)
            | (other.synchronizes_pointed && !self.synchronizes_pointed);
        self.reads_pointed |= other.reads_pointed;
        self.writes_pointed |= other.writes_pointed;
        self.creates |= other.creates;
        self.joins |= other.joins;
        self.synchronizes_pointed |= other.synchronizes_pointed;
        is_new
    }
}

impl FutureAccesses {
    /// Computes them.
    pub fn of(program: &Program, automata: &Table<ProcedureId, Automaton>) -> Self {
        let does = |wanted: &[Synchronization]| {
            let is_wanted = |transition: &TransitionData| match &transition.effect {
                Effect::Synchronize { operation, .. } => wanted.contains(operation),
                _ => false,
            };
            automata.values().any(|automaton| automaton.transitions.values().any(is_wanted))
        };
        let has_routines = does(&[Synchronization::KeyCreate, Synchronization::CleanupPush]);
        let cancels = does(&[Synchronization::ThreadCancel]);
        let pointed = BitSet::new(program.globals.len());
        let mut scan = Scan {
            program,
            pointed,
            targets: Vec::new(),
            has_routines,
            has_atomic_accesses: false,
            hides_order: false,
        };
        scan.initial_values();
        let own: Table<ProcedureId, Vec<(Summary, Calls)>> =
            automata.iter().map(|(procedure, automaton)| scan.procedure(procedure, automaton)).collect();
        let Scan { pointed, targets, has_atomic_accesses, hides_order, .. } = scan;
        let nothing = |automaton: &Automaton| automaton.locations.values().map(|_| Summary::nothing(program)).collect();
        let mut future = FutureAccesses {
            summaries: automata.values().map(nothing).collect(),
            pointed,
            repeating: automata.values().map(repeating).collect(),
            cancels,
            has_atomic_accesses,
            hides_order,
        };
        while future.propagate(automata, &own, &targets) {}
        future
    }

    fn propagate(
        &mut self,
        automata: &Table<ProcedureId, Automaton>,
        own: &Table<ProcedureId, Vec<(Summary, Calls)>>,
        targets: &[ProcedureId],
    ) -> bool {
        let mut is_changed = false;
        for (procedure, automaton) in automata.iter() {
            for (transition, (accesses, calls)) in automaton.transitions.values().zip(&own[procedure]).rev() {
                let mut before = self.summaries[procedure][transition.to].clone();
                before.extend(accesses);
                let called = match calls {
                    Calls::Nothing => &[],
                    Calls::Procedure(callee) => std::slice::from_ref(callee),
                    Calls::Pointer => targets,
                };
                for &callee in called {
                    before.extend(&self.summaries[callee][automata[callee].entry]);
                }
                is_changed |= self.summaries[procedure][transition.from].extend(&before);
            }
        }
        is_changed
    }

    /// Whether a thread with a frame at this location may still make an access that conflicts with a load (or a store) of
    /// an object.
    pub fn may_conflict(&self, procedure: ProcedureId, location: Location, object: &Object, is_write: bool) -> bool {
        let summary = &self.summaries[procedure][location];
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

impl FutureAccesses {
    /// Whether a thread with a frame at this location may still create threads.
    pub fn may_create(&self, procedure: ProcedureId, location: Location) -> bool {
        self.summaries[procedure][location].creates
    }

    /// Whether a thread with a frame at this location may still use a synchronization object that no global's name leads to.
    pub fn may_synchronize_pointed(&self, procedure: ProcedureId, location: Location) -> bool {
        self.summaries[procedure][location].synchronizes_pointed
    }

    /// Whether the transition at this location creates a thread and lies on a cycle.
    pub fn creates_repeatedly(&self, procedure: ProcedureId, location: Location) -> bool {
        self.repeating[procedure][location]
    }

    /// Whether any access is atomic by itself: to an `_Atomic` object, or by an atomic operation.
    pub fn has_atomic_accesses(&self) -> bool {
        self.has_atomic_accesses
    }

    /// Whether any atomic access does not release what it writes, or not acquire what it reads.
    pub fn hides_order(&self) -> bool {
        self.hides_order
    }

    /// Whether any thread may be cancelled.
    pub fn may_cancel(&self) -> bool {
        self.cancels
    }

    /// Whether a thread with a frame at this location may still join threads, or ask whether they have ended.
    pub fn may_join(&self, procedure: ProcedureId, location: Location) -> bool {
        self.summaries[procedure][location].joins
    }
}

fn repeating(automaton: &Automaton) -> Table<Location, bool> {
    let mut repeating: Table<Location, bool> = automaton.locations.values().map(|_| false).collect();
    for transition in automaton.transitions.values() {
        if matches!(transition.effect, Effect::Spawn { .. }) {
            repeating[transition.from] = reachable_from(automaton, [transition.to])[transition.from];
        }
    }
    repeating
}

/// What a transition calls or starts.
enum Calls {
    Nothing,
    Procedure(ProcedureId),
    Pointer,
}

struct Scan<'p> {
    program: &'p Program,
    pointed: BitSet,
    targets: Vec<ProcedureId>,
    /// Whether procedures may be called when threads end.
    has_routines: bool,
    /// Whether any access is atomic by itself.
    has_atomic_accesses: bool,
    /// Whether any of them does not release what it writes, or not acquire what it reads.
    hides_order: bool,
}

impl Scan<'_> {
    fn initial_values(&mut self) {
        for part in self.program.globals.values().flat_map(|global| &global.initial) {
            match part.value {
                InitialValue::Integer(_) => {}
                InitialValue::Address(target, _) => drop(self.pointed.insert(target.index())),
                InitialValue::Procedure(procedure) => self.targets.push(procedure),
            }
        }
    }

    fn procedure(&mut self, id: ProcedureId, automaton: &Automaton) -> Vec<(Summary, Calls)> {
        automaton.transitions.values().map(|transition| self.transition(id, transition)).collect()
    }

    fn transition(&mut self, id: ProcedureId, transition: &TransitionData) -> (Summary, Calls) {
        let procedure = &self.program.procedures[id];
        let mut summary = Summary::nothing(self.program);
        for access in &Footprint::of(self.program, procedure, transition).accesses {
            self.has_atomic_accesses |= access.is_atomic;
            if let Accessed::Place(place) = access.target {
                self.hides_order |= place.atomic.is_some_and(|atomic| atomic.hides_order(access.is_write));
            }
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
        walk_effect(&transition.effect, self);
        if let Some(guard) = &transition.guard {
            walk_expr(&guard.condition, self);
        }
        summary.creates = matches!(transition.effect, Effect::Spawn { .. });
        summary.joins = match &transition.effect {
            Effect::Join { .. } => true,
            Effect::Synchronize { operation, .. } => operation.family() == SynchronizationFamily::Thread,
            _ => false,
        };
        summary.synchronizes_pointed = match &transition.effect {
            Effect::Synchronize { operands, .. } => !operands.iter().all(is_in_a_global),
            _ => false,
        };
        let calls = match &transition.effect {
            Effect::Call { callee, .. } | Effect::Spawn { start: callee, .. } => match callee {
                Callee::Procedure(procedure) => Calls::Procedure(*procedure),
                Callee::Pointer(_) => Calls::Pointer,
            },
            // What runs when a thread ends.
            Effect::Exit(_) | Effect::Return(_) if self.has_routines => Calls::Pointer,
            Effect::Free(..) => {
                summary.writes_pointed = true;
                Calls::Nothing
            }
            _ => Calls::Nothing,
        };
        (summary, calls)
    }
}

/// Whether an operand is a number, or the address of a part of a global.
fn is_in_a_global(operand: &Expr) -> bool {
    match &operand.kind {
        ExprKind::Integer(_) => true,
        ExprKind::Cast(inner) => is_in_a_global(inner),
        ExprKind::AddressOf(place) => matches!(root(place).kind, PlaceKind::Global(_)),
        _ => false,
    }
}

/// Addresses that are taken.
impl Visitor for Scan<'_> {
    fn expr(&mut self, expr: &Expr) {
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
