//! Locals whose address stays in their frame: wherever a pointer to one is used, the local is alive.
//!
//! A call *below* an activation is one that it makes, or one that such a call makes, on the same thread. All of them end before the
//! activation does.
//!
//! Rule. The address of a local x of a procedure f is used only while x is alive, if
//! - x does not escape ([`super::escape`]): no other thread gets the address;
//! - f does not return the address, and f is not called below itself;
//! - memory holds the address only in locals of f and of calls below f. They end with the activation of f or before;
//! - where the life of x begins or ends, f has no register left that holds the address and is read again. If x begins again, or something is
//!   read between its end and the return, no local of f may hold the address either.
//!
//! The address begins in the activation of f to which x belongs, because only f names x. By induction over the steps of an execution it is
//! then in registers and locals of that activation and of calls below it, and nowhere else.
//!
//! Rule: the address is not returned, not stored outside, not kept in a register or local of f beyond the end of the block, and f is not recursive.
//! Tests: `frame_local_in_calls`, `frame_local_returned`, `frame_local_stored`, `frame_local_kept_in_a_register`,
//! `frame_local_kept_in_a_local`, `frame_local_of_a_recursion`.

use raddle_program::automaton::{Automaton, Location};
use raddle_program::entity::Table;
use raddle_program::live::LiveRegisters;
use raddle_program::syntax::{Effect, Expr, ExprKind, LocalId, PlaceKind, ProcedureId, Program};
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::BTreeSet;

use super::escape::Escape;
use super::points_to::{AbstractObject, Context, Node, ObjectKind, PointsTo, TargetSet, lies_on_cycle};

/// Asks which locals keep their address in the frame.
pub struct FrameLocals<'a> {
    program: &'a Program,
    points_to: &'a PointsTo,
    automata: &'a Table<ProcedureId, Automaton>,
    known: FxHashMap<AbstractObject, bool>,
    /// Computed when the first local is asked about.
    holders: Option<Holders>,
    live: FxHashMap<ProcedureId, LiveRegisters>,
}

/// Where memory holds addresses, and which contexts call which.
struct Holders {
    escape: Escape,
    callees: FxHashMap<Context, Vec<Context>>,
    /// By local: the objects with cells that may hold its address.
    of: FxHashMap<AbstractObject, BTreeSet<AbstractObject>>,
}

impl<'a> FrameLocals<'a> {
    /// Of a program. It must have no hidden calls ([`PointsTo::hides_calls`]) and no cancellation.
    pub fn of(
        program: &'a Program,
        points_to: &'a PointsTo,
        automata: &'a Table<ProcedureId, Automaton>,
    ) -> FrameLocals<'a> {
        FrameLocals {
            program,
            points_to,
            automata,
            known: FxHashMap::default(),
            holders: None,
            live: FxHashMap::default(),
        }
    }

    /// Whether an object is a local whose address is used only while it is alive.
    pub fn keeps_address(&mut self, object: AbstractObject) -> bool {
        let ObjectKind::Local(context, local) = self.points_to.object(object).kind else { return false };
        if let Some(&known) = self.known.get(&object) {
            return known;
        }
        let keeps = self.find(object, context, local);
        self.known.insert(object, keeps);
        keeps
    }

    fn find(&mut self, object: AbstractObject, context: Context, local: LocalId) -> bool {
        let points_to = self.points_to;
        let holders = self.holders.get_or_insert_with(|| Holders::of(points_to));
        let below = holders.below(context);
        let is_returned = points_to.results.get(&context).is_some_and(|&result| may_hold(points_to, result, object));
        if holders.escape.escapes(points_to, object) || is_returned || below.contains(&context) {
            return false;
        }
        let held_in = holders.of.get(&object).cloned().unwrap_or_default();
        let ends_with_the_frame = self.ends_with_the_frame(context, local);
        let ends_before = |holder: &AbstractObject| match points_to.object(*holder).kind {
            ObjectKind::Local(at, _) => below.contains(&at) || at == context && ends_with_the_frame,
            _ => false,
        };
        held_in.iter().all(ends_before) && !self.is_kept_in_register(object, context, local)
    }

    /// Whether the life of a local begins once in an activation, and nothing is read between its end and the return.
    fn ends_with_the_frame(&self, context: Context, local: LocalId) -> bool {
        let automaton = &self.automata[self.points_to.contexts[context].procedure];
        let mut bounds = automaton.transitions.iter().filter(|(_, data)| bounds_life(&data.effect, local));
        bounds.all(|(step, data)| match data.effect {
            Effect::Dead(_) => only_returns(automaton, data.to),
            _ => !lies_on_cycle(automaton, step),
        })
    }

    /// Whether a register of the procedure may hold the address of a local where the local's life begins or ends, and is read afterwards.
    fn is_kept_in_register(&mut self, object: AbstractObject, context: Context, local: LocalId) -> bool {
        let (program, points_to) = (self.program, self.points_to);
        let id = points_to.contexts[context].procedure;
        let (procedure, automaton) = (&program.procedures[id], &self.automata[id]);
        let live = self.live.entry(id).or_insert_with(|| LiveRegisters::of(program, procedure, automaton));
        let holds = |&(register, _): &(LocalId, _)| {
            points_to.register(context, register).is_some_and(|node| may_hold(points_to, node, object))
        };
        let registers = procedure.locals.iter().filter(|(_, data)| data.is_register).filter(holds);
        let registers: Vec<LocalId> = registers.map(|(register, _)| register).collect();
        let mut bounds = automaton.transitions.values().filter(|data| bounds_life(&data.effect, local));
        bounds.any(|data| registers.iter().any(|&register| live.is_live(data.to, register)))
    }
}

impl Holders {
    fn of(points_to: &PointsTo) -> Holders {
        let mut locals: FxHashMap<TargetSet, Vec<AbstractObject>> = FxHashMap::default();
        let mut of: FxHashMap<AbstractObject, BTreeSet<AbstractObject>> = FxHashMap::default();
        for (holder, data) in points_to.objects().iter() {
            for &cell in &data.cells {
                let held = locals.entry(points_to.target_set(cell)).or_insert_with(|| {
                    let objects = points_to.targets(cell).iter().map(|target| target.object);
                    let objects: BTreeSet<AbstractObject> =
                        objects.filter(|&it| matches!(points_to.object(it).kind, ObjectKind::Local(..))).collect();
                    objects.into_iter().collect()
                });
                for &object in held.iter() {
                    of.entry(object).or_default().insert(holder);
                }
            }
        }
        let mut callees: FxHashMap<Context, Vec<Context>> = FxHashMap::default();
        for (&(caller, _), called) in &points_to.calls {
            callees.entry(caller).or_default().extend(called);
        }
        Holders { escape: Escape::of(points_to), callees, of }
    }

    /// The contexts of calls below one.
    fn below(&self, context: Context) -> FxHashSet<Context> {
        let mut below = FxHashSet::default();
        let mut pending = vec![context];
        while let Some(caller) = pending.pop() {
            let called = self.callees.get(&caller).into_iter().flatten();
            pending.extend(called.filter(|&&callee| below.insert(callee)));
        }
        below
    }
}

/// Whether all steps between a location and the return end the lives of locals.
fn only_returns(automaton: &Automaton, location: Location) -> bool {
    let mut seen = FxHashSet::from_iter([location]);
    let mut pending = vec![location];
    while let Some(location) = pending.pop() {
        for &step in automaton.outgoing(location) {
            let data = &automaton.transitions[step];
            match &data.effect {
                Effect::Dead(_) if seen.insert(data.to) => pending.push(data.to),
                Effect::Dead(_) => {}
                Effect::Return(value) if value.as_ref().is_none_or(is_plain) => {}
                _ => return false,
            }
        }
    }
    true
}

/// Whether an expression reads nothing but one variable by its name.
fn is_plain(expr: &Expr) -> bool {
    match &expr.kind {
        ExprKind::Read(place) => matches!(place.kind, PlaceKind::Local(_)),
        ExprKind::Integer(_) => true,
        _ => false,
    }
}

fn bounds_life(effect: &Effect, local: LocalId) -> bool {
    matches!(effect, Effect::Live { local: other, .. } | Effect::Dead(other) if *other == local)
}

fn may_hold(points_to: &PointsTo, node: Node, object: AbstractObject) -> bool {
    points_to.targets(node).iter().any(|target| target.object == object)
}
