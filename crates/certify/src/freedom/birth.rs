//! New objects: what a thread writes into memory that it has just allocated, before any other code can reach it.
//!
//! The proof says `birth CLASS PROCEDURE TRANSITION` for an allocation. From there the checker follows which registers
//! *hold* the address, until the address goes anywhere else: into memory, into a call, into a number that is computed
//! from it. Until then only this activation can reach the object, and
//! - the bytes that are written on all paths before that, and before they are read, never show their initial content
//!   (the activation may read what it has written, and paths end where it frees the object);
//! - a later access by another thread got the address by way of other accesses. If these do not race, they are ordered,
//!   and so are the earlier writes.

use raddle_program::automaton::{Automaton, Location, Transition, TransitionData};
use raddle_program::builder::field_of;
use raddle_program::syntax::{
    Effect, Expr, ExprKind, LocalId, Place, PlaceKind, ProcedureId, Program, Synchronization as S,
};
use raddle_program::visit::{Visitor, walk_effect, walk_expr};
use std::collections::{BTreeMap, BTreeSet};

use super::address::{At, Code};
use super::backward::writes;
use super::terms::{register_of, value};

/// What is written of larger objects is not followed.
const BYTES: u64 = 4096;

/// What the proof says of objects that are new.
#[derive(Clone, Debug, Default)]
pub struct Births(BTreeSet<At>);

/// What is known of the objects of an allocation.
#[derive(Clone, Debug, Default)]
pub struct Birth {
    /// The bytes that are never read before they are written.
    pub written: BTreeSet<u64>,
    /// Its bytes.
    pub size: u64,
    /// Steps that write to such an object while only this activation reaches it, and to nothing else.
    pub writes: BTreeSet<Transition>,
}

impl Births {
    /// Reads the numbers behind `birth`.
    ///
    /// # Errors
    /// What is wrong with them.
    pub fn read(&mut self, program: &Program, numbers: &[i64]) -> Result<(), String> {
        let small: Vec<u32> = numbers.iter().filter_map(|&number| u32::try_from(number).ok()).collect();
        let &[class, procedure, transition] = small.as_slice() else { return Err("a birth has three numbers".into()) };
        if procedure as usize >= program.procedures.len() {
            return Err("there is no such allocation".into());
        }
        let code = Code { class: class as usize, procedure: ProcedureId(procedure) };
        match self.0.insert((code, Transition(transition))) {
            true => Ok(()),
            false => Err("this was said before".into()),
        }
    }

    /// The facts about each birth. If `is_checked` is false, an address may be passed on.
    ///
    /// # Errors
    /// The location of a birth about which nothing is known.
    pub fn known(
        &self,
        program: &Program,
        automata: &raddle_program::entity::Table<ProcedureId, Automaton>,
        is_checked: bool,
    ) -> Result<BTreeMap<At, Birth>, String> {
        let known = |&at: &At| {
            let automaton = &automata[at.0.procedure];
            let birth = Following::of(program, at.0.procedure, automaton, at.1, is_checked);
            birth.map(|birth| (at, birth)).ok_or_else(|| match automaton.transitions.get(at.1) {
                Some(data) => {
                    let place = program.source.place(data.span);
                    format!("at {place} nothing is allocated that is seen to be known to one activation alone")
                }
                None => "there is no such allocation".to_owned(),
            })
        };
        self.0.iter().map(known).collect()
    }
}

/// What is known where the object is new.
#[derive(Clone, PartialEq, Eq, Debug)]
struct New {
    holders: BTreeSet<LocalId>,
    written: BTreeSet<u64>,
}

struct Following<'p> {
    program: &'p Program,
    procedure: ProcedureId,
    allocation: Transition,
    /// Whether an address that goes elsewhere ends the birth; false in tests only.
    is_checked: bool,
}

impl Following<'_> {
    fn of(
        program: &Program,
        procedure: ProcedureId,
        automaton: &Automaton,
        allocation: Transition,
        is_checked: bool,
    ) -> Option<Birth> {
        let Effect::Allocate { target, size, .. } = &automaton.transitions.get(allocation)?.effect else { return None };
        let ExprKind::Integer(size) = size.kind else { return None };
        let size = u64::try_from(size).ok().filter(|&size| size <= BYTES)?;
        if !program.procedures[procedure].locals[*target].is_register {
            return None;
        }
        let following = Following { program, procedure, allocation, is_checked };
        let mut at: BTreeMap<Location, New> = BTreeMap::new();
        let start = automaton.transitions[allocation].to;
        at.insert(start, New { holders: [*target].into(), written: BTreeSet::new() });
        let mut written: BTreeSet<u64> = (0..size).collect();
        let mut pending = vec![start];
        while let Some(location) = pending.pop() {
            let here = at[&location].clone();
            for &transition in automaton.outgoing(location) {
                let data = &automaton.transitions[transition];
                let Some(after) = following.after(transition, data, &here) else {
                    // From here on other code may read the object.
                    written.retain(|byte| here.written.contains(byte));
                    continue;
                };
                if after.holders.is_empty() || data.to == automaton.exit {
                    continue;
                }
                match at.get_mut(&data.to) {
                    None => {
                        at.insert(data.to, after);
                        pending.push(data.to);
                    }
                    // A register that holds the address on some paths only is not followed.
                    Some(there) if there.holders != after.holders => return None,
                    Some(there) => {
                        let before = there.written.len();
                        there.written.retain(|byte| after.written.contains(byte));
                        if there.written.len() != before {
                            pending.push(data.to);
                        }
                    }
                }
            }
        }
        let writes = following.certain_writes(automaton, &at);
        Some(Birth { written, size, writes })
    }

    /// The writes at locations that are reached only with a new object.
    fn certain_writes(&self, automaton: &Automaton, at: &BTreeMap<Location, New>) -> BTreeSet<Transition> {
        let mut certain: BTreeSet<Location> = at.keys().copied().filter(|&it| it != automaton.entry).collect();
        loop {
            let leads_on = |transition: Transition, data: &TransitionData| {
                transition == self.allocation
                    || certain.contains(&data.from)
                        && self.after(transition, data, &at[&data.from]).is_some_and(|after| !after.holders.is_empty())
            };
            let is_left = |location: &Location| {
                let mut into = automaton.transitions.iter().filter(|(_, data)| data.to == *location);
                into.all(|(transition, data)| leads_on(transition, data))
            };
            let left: BTreeSet<Location> = certain.iter().copied().filter(is_left).collect();
            if left.len() == certain.len() {
                break;
            }
            certain = left;
        }
        let steps =
            certain.iter().flat_map(|&location| automaton.outgoing(location).iter().map(move |&it| (location, it)));
        let is_write = |&(location, transition): &(Location, Transition)| {
            let (data, new) = (&automaton.transitions[transition], &at[&location]);
            let goes_on = self.after(transition, data, new).is_some();
            goes_on
                && match &data.effect {
                    Effect::Assign { target, .. } => self.inside(new, target).is_some(),
                    Effect::FillBytes { target, .. } => self.holds(new, target) == Some(0),
                    Effect::Free(pointer) => self.holds(new, pointer) == Some(0),
                    _ => false,
                }
        };
        steps.filter(is_write).map(|(_, transition)| transition).collect()
    }

    /// The facts behind a step; `None` if other code may get the address, or if bytes are read that were not written.
    fn after(&self, transition: Transition, data: &TransitionData, here: &New) -> Option<New> {
        let mut after = here.clone();
        if transition == self.allocation {
            return None;
        }
        if let Some(guard) = &data.guard {
            return (!self.is_revealed(here, &guard.condition) || only_looks(&guard.condition)).then_some(after);
        }
        let is_free_of = |expr: &Expr| !self.is_revealed(here, expr);
        match &data.effect {
            Effect::Assign { target, value: assigned } => {
                if let Some(register) = register_of(self.program, self.procedure, target) {
                    match self.holds(here, assigned) {
                        Some(0) => drop(after.holders.insert(register)),
                        _ if is_free_of(assigned) => drop(after.holders.remove(&register)),
                        _ => return None,
                    }
                    return Some(after);
                }
                if !is_free_of(assigned) {
                    return (!self.is_checked).then_some(after);
                }
                if let Some((offset, size)) = self.inside(here, target) {
                    after.written.extend(offset..offset.saturating_add(size).min(BYTES));
                    return Some(after);
                }
                // A pointer that was stored in the object leads elsewhere.
                if self.is_reached_by_what_was_stored(here, target) {
                    return Some(after);
                }
            }
            Effect::Free(pointer) if self.holds(here, pointer) == Some(0) => {
                after.holders.clear();
                return Some(after);
            }
            Effect::FillBytes { target, byte, size } if self.holds(here, target) == Some(0) && is_free_of(byte) => {
                let ExprKind::Integer(size) = size.kind else { return None };
                after.written.extend(0..u64::try_from(size).unwrap_or(0).min(BYTES));
                return Some(after);
            }
            // The initialization of a synchronization object inside it does not pass its address on.
            Effect::Synchronize { operation, operands, result: None }
                if matches!(
                    operation,
                    S::MutexInit | S::ConditionInit | S::ReadWriteInit | S::SpinInit | S::SemaphoreInit | S::Overwrite
                ) && self.holds(here, &operands[0]).is_some()
                    && operands[1..].iter().all(is_free_of) =>
            {
                return Some(after);
            }
            _ => {}
        }
        let mut mentioned = Mentioned::default();
        walk_effect(&data.effect, &mut mentioned);
        if mentioned.reads.iter().any(|local| here.holders.contains(local)) && !self.is_only_written(data, here) {
            return None;
        }
        after.holders.retain(|&holder| !writes(&data.effect, holder));
        Some(after)
    }

    /// Whether a step mentions holders only to give them another value.
    fn is_only_written(&self, data: &TransitionData, here: &New) -> bool {
        match &data.effect {
            Effect::Live { .. } | Effect::Dead(_) => true,
            Effect::Input { target, .. } => here.holders.contains(target),
            Effect::Allocate { size, .. } => !self.is_revealed(here, size),
            _ => false,
        }
    }

    /// Whether the value of an expression may show the address of the object, or its initial contents. Bytes that were
    /// written show neither: no address of the object was stored.
    fn is_revealed(&self, here: &New, expr: &Expr) -> bool {
        match &expr.kind {
            ExprKind::Unary(_, operand) | ExprKind::Cast(operand) => self.is_revealed(here, operand),
            ExprKind::Binary(_, left, right) => self.is_revealed(here, left) || self.is_revealed(here, right),
            ExprKind::Read(place) => {
                let was_written = |(offset, size): (u64, u64)| {
                    size <= BYTES && (offset..offset.saturating_add(size)).all(|byte| here.written.contains(&byte))
                };
                !self.inside(here, place).is_some_and(was_written) && self.is_mentioned(here, expr)
            }
            _ => self.is_mentioned(here, expr),
        }
    }

    /// Whether a place is found through pointers that do not show the address of the object.
    fn is_reached_by_what_was_stored(&self, here: &New, place: &Place) -> bool {
        match &place.kind {
            PlaceKind::Deref(pointer) => !self.is_revealed(here, pointer),
            PlaceKind::Field(base, _) | PlaceKind::BitLocation(base) => self.is_reached_by_what_was_stored(here, base),
            PlaceKind::Index(base, index) => {
                self.is_reached_by_what_was_stored(here, base) && !self.is_revealed(here, index)
            }
            PlaceKind::Global(_) | PlaceKind::Local(_) => true,
        }
    }

    fn is_mentioned(&self, here: &New, expr: &Expr) -> bool {
        let mut mentioned = Mentioned::default();
        walk_expr(expr, &mut mentioned);
        mentioned.reads.iter().any(|local| here.holders.contains(local))
    }

    /// How far into the object a pointer leads that a holder is in.
    fn holds(&self, here: &New, pointer: &Expr) -> Option<u64> {
        let term = value(self.program, self.procedure, pointer)?;
        let (holder, factor) = term.index()?;
        let is_it = factor == 1 && term.origins.is_empty() && here.holders.contains(&holder);
        u64::try_from(term.constant).ok().filter(|_| is_it)
    }

    /// Which bytes of the object a place is; not for bit-fields, which are written in part.
    fn inside(&self, here: &New, place: &Place) -> Option<(u64, u64)> {
        let size = self.program.types.size_of(place.ty)?;
        let offset = match &place.kind {
            PlaceKind::Deref(pointer) => self.holds(here, pointer)?,
            PlaceKind::Field(base, number) => {
                let field = field_of(&self.program.types, base.ty, *number).filter(|field| field.bits.is_none())?;
                self.inside(here, base)?.0.checked_add(field.offset)?
            }
            PlaceKind::Index(base, index) => {
                let ExprKind::Integer(index) = index.kind else { return None };
                self.inside(here, base)?.0.checked_add(u64::try_from(index).ok()?.checked_mul(size)?)?
            }
            PlaceKind::Global(_) | PlaceKind::Local(_) | PlaceKind::BitLocation(_) => return None,
        };
        Some((offset, size))
    }
}

/// Whether a condition does nothing with addresses but compare them.
fn only_looks(condition: &Expr) -> bool {
    match &condition.kind {
        ExprKind::Read(place) => matches!(place.kind, PlaceKind::Local(_)),
        ExprKind::Integer(_) => true,
        ExprKind::Unary(_, operand) | ExprKind::Cast(operand) => only_looks(operand),
        ExprKind::Binary(_, left, right) => only_looks(left) && only_looks(right),
        _ => false,
    }
}

/// The locals that code mentions.
#[derive(Default)]
struct Mentioned {
    reads: Vec<LocalId>,
}

impl Visitor for Mentioned {
    fn local(&mut self, local: LocalId) {
        self.reads.push(local);
    }
}
