//! Live globals: those whose value some thread may still read before it overwrites it.
//!
//! Rule: backward data flow as for registers, over all procedures: live(l) = union over transitions t: l -> l' of reads(t) ∪
//! live(entry of what t calls or starts) ∪ (live(l') \ overwrites(t)). An access through a pointer may read every global
//! whose address is taken, and so may a call of the thread library, which looks at the bytes of its objects. Only an
//! assignment to the whole global by its name overwrites it; a call overwrites nothing. A thread may read what is live at
//! any of its frames.
//!
//! A global that is live for no thread is dead, whatever the order in which threads go on: the first thread that
//! accesses it overwrites it. Two states that differ in dead globals only are the same state. (The accesses themselves
//! still count for independence and races.)
//!
//! Left out: programs with routines that the library calls when threads end; in them every global is live.

use raddle_program::automaton::{Automaton, Location, TransitionData};
use raddle_program::bits::BitSet;
use raddle_program::entity::{Entity, Table};
use raddle_program::footprint::{Accessed, Footprint, root};
use raddle_program::semantics::State;
use raddle_program::syntax::{
    Callee, Effect, Expr, ExprKind, InitialValue, PlaceKind, ProcedureId, Program, SynchronizationFamily,
};
use raddle_program::visit::{Visitor, walk_effect, walk_expr};

/// The live globals of each location.
#[derive(Clone, Debug)]
pub struct LiveGlobals {
    live: Table<ProcedureId, Table<Location, BitSet>>,
    n_globals: usize,
    /// Whether all are live everywhere.
    knows_nothing: bool,
}

impl LiveGlobals {
    /// Computes them.
    pub fn of(program: &Program, automata: &Table<ProcedureId, Automaton>) -> Self {
        let addresses = Addresses::of(program, automata);
        let flow = |(procedure, automaton): (ProcedureId, &Automaton)| -> Vec<Flow> {
            automaton.transitions.values().map(|it| Flow::of(program, procedure, it, &addresses)).collect()
        };
        let flows: Table<ProcedureId, Vec<Flow>> = automata.iter().map(flow).collect();
        let n_globals = program.globals.len();
        let nothing = |automaton: &Automaton| automaton.locations.values().map(|_| BitSet::new(n_globals)).collect();
        let knows_nothing = automata.values().flat_map(|it| it.transitions.values()).any(calls_when_it_ends);
        let mut live = LiveGlobals { live: automata.values().map(nothing).collect(), n_globals, knows_nothing };
        while !knows_nothing && live.propagate(automata, &flows) {}
        live
    }

    fn propagate(&mut self, automata: &Table<ProcedureId, Automaton>, flows: &Table<ProcedureId, Vec<Flow>>) -> bool {
        let mut is_changed = false;
        for (procedure, automaton) in automata.iter() {
            for (transition, flow) in automaton.transitions.values().zip(&flows[procedure]).rev() {
                let mut before = self.live[procedure][transition.to].clone();
                flow.overwrites.iter().for_each(|&global| before.remove(global));
                before.extend(&flow.reads);
                for &callee in &flow.calls {
                    before.extend(&self.live[callee][automata[callee].entry]);
                }
                is_changed |= self.live[procedure][transition.from].extend(&before);
            }
        }
        is_changed
    }

    /// The globals that are live in a state; `None` if they all are.
    pub fn in_state(&self, state: &State) -> Option<BitSet> {
        if self.knows_nothing {
            return None;
        }
        let mut live = BitSet::new(self.n_globals);
        for thread in &state.threads {
            for frame in &thread.frames {
                live.extend(&self.live[frame.procedure][frame.location]);
            }
        }
        Some(live)
    }
}

/// Whether a transition makes the library call a procedure later.
fn calls_when_it_ends(transition: &TransitionData) -> bool {
    let Effect::Synchronize { operation, .. } = &transition.effect else { return false };
    matches!(operation.family(), SynchronizationFamily::Key | SynchronizationFamily::Own)
}

/// What a transition does to the values of globals.
struct Flow {
    reads: BitSet,
    overwrites: Vec<usize>,
    calls: Vec<ProcedureId>,
}

impl Flow {
    fn of(program: &Program, procedure: ProcedureId, transition: &TransitionData, addresses: &Addresses) -> Flow {
        let mut flow = Flow { reads: BitSet::new(program.globals.len()), overwrites: Vec::new(), calls: Vec::new() };
        for access in &Footprint::of(program, &program.procedures[procedure], transition).accesses {
            let Accessed::Place(place) = access.target else {
                if !access.is_write {
                    flow.reads.extend(&addresses.globals);
                }
                continue;
            };
            match (&root(place).kind, access.is_write) {
                (PlaceKind::Global(global), false) => drop(flow.reads.insert(global.index())),
                (PlaceKind::Global(global), true) if matches!(place.kind, PlaceKind::Global(_)) => {
                    flow.overwrites.push(global.index());
                }
                (PlaceKind::Deref(_), false) => drop(flow.reads.extend(&addresses.globals)),
                _ => {}
            }
        }
        match &transition.effect {
            Effect::Call { callee, .. } | Effect::Spawn { start: callee, .. } => match callee {
                Callee::Procedure(procedure) => flow.calls.push(*procedure),
                Callee::Pointer(_) => flow.calls.extend(&addresses.procedures),
            },
            Effect::Synchronize { .. } => drop(flow.reads.extend(&addresses.globals)),
            _ => {}
        }
        flow
    }
}

/// The globals and procedures whose address is taken anywhere.
struct Addresses {
    globals: BitSet,
    procedures: Vec<ProcedureId>,
}

impl Addresses {
    fn of(program: &Program, automata: &Table<ProcedureId, Automaton>) -> Addresses {
        let mut addresses = Addresses { globals: BitSet::new(program.globals.len()), procedures: Vec::new() };
        for part in program.globals.values().flat_map(|global| &global.initial) {
            match part.value {
                InitialValue::Integer(_) => {}
                InitialValue::Address(target, _) => drop(addresses.globals.insert(target.index())),
                InitialValue::Procedure(procedure) => addresses.procedures.push(procedure),
            }
        }
        for transition in automata.values().flat_map(|automaton| automaton.transitions.values()) {
            walk_effect(&transition.effect, &mut addresses);
            if let Some(guard) = &transition.guard {
                walk_expr(&guard.condition, &mut addresses);
            }
        }
        addresses.procedures.sort_unstable();
        addresses.procedures.dedup();
        addresses
    }
}

impl Visitor for Addresses {
    fn expr(&mut self, expr: &Expr) {
        match &expr.kind {
            ExprKind::AddressOf(place) => {
                if let PlaceKind::Global(global) = root(place).kind {
                    self.globals.insert(global.index());
                }
            }
            ExprKind::Procedure(procedure) => self.procedures.push(*procedure),
            _ => {}
        }
    }
}
