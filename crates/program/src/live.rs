//! Live registers: those whose value is read on some path from a location before it is overwritten.
//!
//! Backward data flow over the automaton: live(l) = union over transitions l -> l' of uses ∪ (live(l') \ definition). Two states that
//! differ in dead registers only are the same state.
//!
//! Faint registers are a superset of the dead ones: they are only read to compute faint registers (as in `while (1) i++;`). They matter
//! only for the overflow property [Giegerich, Möncke, Wilhelm 81].

use crate::automaton::{Automaton, Location};
use crate::bits::BitSet;
use crate::entity::{Entity, Table};
use crate::footprint::{Accessed, Footprint};
use crate::syntax::{BinaryOperator, Effect, Expr, ExprKind, LocalId, PlaceKind, Procedure, Program};

/// The live registers of one procedure.
#[derive(Clone, Debug)]
pub struct LiveRegisters {
    live: Table<Location, BitSet>,
}

impl LiveRegisters {
    /// Computes them.
    pub fn of(program: &Program, procedure: &Procedure, automaton: &Automaton) -> Self {
        Self::flow(program, procedure, automaton, false)
    }

    /// Computes those that are not faint.
    pub fn without_faint(program: &Program, procedure: &Procedure, automaton: &Automaton) -> Self {
        Self::flow(program, procedure, automaton, true)
    }

    fn flow(program: &Program, procedure: &Procedure, automaton: &Automaton, drops_faint: bool) -> Self {
        let flows: Vec<Flow> = automaton
            .transitions
            .values()
            .map(|transition| Flow::of(procedure, &Footprint::of(program, procedure, transition), &transition.effect))
            .collect();
        let empty = || BitSet::new(procedure.locals.len());
        let mut live: Table<Location, BitSet> = automaton.locations.values().map(|_| empty()).collect();
        let mut is_changed = true;
        while is_changed {
            is_changed = false;
            for (transition, flow) in automaton.transitions.values().zip(&flows).rev() {
                let mut before = live[transition.to].clone();
                let is_read = |local: LocalId| before.contains(local.index());
                if drops_faint && flow.computes.is_some_and(|local| !is_read(local)) {
                    is_changed |= live[transition.from].extend(&before);
                    continue;
                }
                flow.definitions.iter().for_each(|local| before.remove(local.index()));
                for local in &flow.uses {
                    before.insert(local.index());
                }
                is_changed |= live[transition.from].extend(&before);
            }
        }
        LiveRegisters { live }
    }

    /// Whether a local is live at a location. Only meaningful for registers.
    pub fn is_live(&self, location: Location, local: LocalId) -> bool {
        self.live[location].contains(local.index())
    }
}

/// What a transition does to registers.
struct Flow {
    uses: Vec<LocalId>,
    /// Those that it certainly overwrites.
    definitions: Vec<LocalId>,
    /// The register that it computes from registers and numbers, if it does nothing else.
    computes: Option<LocalId>,
}

impl Flow {
    fn of(procedure: &Procedure, footprint: &Footprint<'_>, effect: &Effect) -> Flow {
        let mut flow = Flow { uses: Vec::new(), definitions: Vec::new(), computes: computed(procedure, effect) };
        for access in &footprint.accesses {
            let Accessed::Place(place) = access.target else { continue };
            let PlaceKind::Local(local) = place.kind else { continue };
            if access.is_write {
                flow.definitions.push(local);
            } else {
                flow.uses.push(local);
            }
        }
        // Results are registers that the effect names without a place.
        match effect {
            Effect::Input { target, .. } | Effect::Allocate { target, .. } => flow.definitions.push(*target),
            Effect::Live { local, .. } => flow.definitions.push(*local),
            // What a register points to dies.
            Effect::Dead(local) if procedure.locals[*local].is_register => flow.uses.push(*local),
            Effect::Call { result, .. }
            | Effect::External { result, .. }
            | Effect::Spawn { result, .. }
            | Effect::Synchronize { result, .. } => flow.definitions.extend(*result),
            Effect::Join { value, result, .. } => {
                flow.definitions.extend(*result);
                // A join that fails leaves its value register as it was.
                flow.definitions.retain(|local| Some(*local) != *value);
                flow.uses.extend(*value);
            }
            Effect::Skip
            | Effect::Assign { .. }
            | Effect::Initialize { .. }
            | Effect::Assume(_)
            | Effect::Assert { .. }
            | Effect::Return(_)
            | Effect::Dead(_)
            | Effect::Free(..)
            | Effect::CopyBytes { .. }
            | Effect::FillBytes { .. }
            | Effect::Exit(_)
            | Effect::Stop
            | Effect::Fence(_)
            | Effect::AtomicBegin
            | Effect::AtomicEnd
            | Effect::Unsupported(_) => {}
        }
        flow.definitions.retain(|&local| procedure.locals[local].is_register);
        flow
    }
}

fn computed(procedure: &Procedure, effect: &Effect) -> Option<LocalId> {
    let Effect::Assign { target, value } = effect else { return None };
    let PlaceKind::Local(local) = target.kind else { return None };
    (procedure.locals[local].is_register && is_total(procedure, value)).then_some(local)
}

/// Whether an expression reads nothing but registers and violates nothing but the range of its type.
fn is_total(procedure: &Procedure, expr: &Expr) -> bool {
    match &expr.kind {
        ExprKind::Integer(_) | ExprKind::SelfId => true,
        ExprKind::Read(place) => {
            matches!(place.kind, PlaceKind::Local(local) if procedure.locals[local].is_register)
        }
        ExprKind::Unary(_, operand) | ExprKind::Cast(operand) => is_total(procedure, operand),
        ExprKind::Binary(operator, left, right) => {
            let may_be_undefined = matches!(
                operator,
                BinaryOperator::Divide
                    | BinaryOperator::Remainder
                    | BinaryOperator::ShiftLeft
                    | BinaryOperator::ShiftRight
            );
            !may_be_undefined && is_total(procedure, left) && is_total(procedure, right)
        }
        ExprKind::Conditional { condition, then, otherwise } => {
            [condition, then, otherwise].into_iter().all(|part| is_total(procedure, part))
        }
        ExprKind::AddressOf(_)
        | ExprKind::Procedure(_)
        | ExprKind::AllocationSize(..)
        | ExprKind::PointerAdd { .. }
        | ExprKind::PointerDifference { .. }
        | ExprKind::Floating(..) => false,
    }
}
