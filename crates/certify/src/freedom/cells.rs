//! Threads whose ids lie in objects, each made in an iteration of a loop, with the addresses of the objects in an
//! array:
//!
//! ```text
//! for (i = 0; i < n; i++) { p = malloc(..); a[i] = p; create(&p->id, ..); }      for (j = 0; j < n; j++) join(a[j]->id);
//! ```
//!
//! The join of iteration `j` reads the id that iteration `j` of the first loop stored, if
//! - an iteration allocates an object, stores its address into the cell, and creates the thread with the id in this
//!   object;
//! - both loops address the cell in the same way, an iteration stores once, and nothing else is ever stored into the
//!   array, which exists once;
//! - the id is stored and read at the same offset in the object, and only the creation stores there;
//! - the object that the join reads is one of these.
//!
//! An object may be freed: then it may not be read any more, and an execution that reads it ends there.

use raddle_program::automaton::{Automaton, Location, Transition};
use raddle_program::syntax::{Effect, Expr, ExprKind, LocalId, Place, ProcedureId, Program};
use raddle_program::types::TypeKind;

use super::address::{Address, At, Object};
use super::backward::writes;
use super::loops::{Counting, ends_an_object};
use super::pointers::{Access, Once, Pointers};
use super::terms::{Origin, Term, address, register_of, value};

/// Whether a join reads the id through the cell of its round. Unless that is checked, other steps may store into the array and the objects.
pub(super) fn join_reads_through_cells(
    (pointers, once): (&Pointers<'_>, &Once),
    (create, first): (At, &Counting),
    (join, second): (At, &Counting),
    is_checked: bool,
) -> Option<()> {
    let (program, code) = (pointers.program, create.0);
    let (procedure, automaton) = (code.procedure, &pointers.automata[code.procedure]);
    let size = program.types.model().pointer_bytes();
    // Where the join looks.
    let (read, place) = reading_of_id(program, procedure, automaton, join.1)?;
    let (pointer, depth) = inside(&address(program, procedure, place)?)?;
    let load = sole_way_to(automaton, automaton.transitions[read].from)?;
    let Effect::Assign { target, value: loaded } = &automaton.transitions[load].effect else { return None };
    let cell = whole_pointer(program, loaded).filter(|_| register_of(program, procedure, target) == Some(pointer))?;
    let cell = address(program, procedure, cell)?;
    let (base, (index, stride)) = (cell.base()?, cell.index()?);
    // What a round of the first loop does.
    let Effect::Spawn { id, .. } = &automaton.transitions[create.1].effect else { return None };
    let (holder, id_depth) = inside(&value(program, procedure, id)?)?;
    let rounds = Rounds { program, procedure, automaton, index: first.index };
    let made = rounds.object_in(holder, automaton.transitions[create.1].from)?;
    let same_cell = |transition: &Transition| match &automaton.transitions[*transition].effect {
        Effect::Assign { target, .. } => address(program, procedure, target).is_some_and(|term| {
            (term.base(), term.constant) == (Some(base), cell.constant) && term.index() == Some((first.index, stride))
        }),
        _ => false,
    };
    let mut stores = automaton.transitions.ids().filter(same_cell);
    let store = stores.next().filter(|_| stores.next().is_none())?;
    let Effect::Assign { value: stored, .. } = &automaton.transitions[store].effect else { return None };
    let (stored, 0) = inside(&value(program, procedure, stored)?)? else { return None };
    let round = Counting::around(program, code, automaton, store)?;
    let is_of_round = (round.index, round.exit) == (first.index, first.exit)
        && rounds.object_in(stored, automaton.transitions[store].from) == Some(made);
    // What else is stored where.
    let array = match base {
        Origin::Global(global) => Object::Global(global),
        Origin::Local(local) => Object::Local(code, local),
    };
    let object = Object::Allocated(code, made);
    let (ids, _) = pointers.created_ids.get(&create)?;
    let into_array = |access: &Access| access.addresses.addresses().any(|it| it.object == array);
    let into_ids = |access: &Access| {
        let touches = |it: Address| ids.addresses().any(|id| it.overlaps(access.size, id, Some(size)));
        access.addresses.addresses().any(touches)
    };
    let is_other_store = |access: &Access| {
        access.is_write
            && !ends_an_object(pointers, access)
            && (access.at != (code, store) && into_array(access) || access.at != create && into_ids(access))
    };
    let looks_into_objects = |access: &Access| access.addresses.addresses().all(|it| it.object == object);
    let mut looks = pointers.accesses.iter().filter(|access| access.at == (code, read) && !access.is_write);
    let is_right = index == second.index
        && depth == id_depth
        && stride >= i128::from(size)
        && is_of_round
        && once.is_unique(pointers, Address::first(array))
        && ids.addresses().next().is_some()
        && ids.addresses().all(|it| it.object == object)
        && looks.all(looks_into_objects)
        && (!is_checked || !pointers.accesses.iter().any(is_other_store));
    is_right.then_some(())
}

/// The rounds of a loop that counts.
struct Rounds<'a> {
    program: &'a Program,
    procedure: ProcedureId,
    automaton: &'a Automaton,
    index: LocalId,
}

impl Rounds<'_> {
    /// The allocation of the same iteration whose object a register holds: backward on every path, the only step that
    /// writes the register comes before one that changes the index.
    fn object_in(&self, register: LocalId, at: Location) -> Option<Transition> {
        let is_end = |effect: &Effect| matches!(effect, Effect::Live { .. } | Effect::Dead(_));
        let mut givers = self
            .automaton
            .transitions
            .iter()
            .filter(|(_, data)| writes(&data.effect, register) && !is_end(&data.effect));
        let (giver, given) = givers.next().filter(|_| givers.next().is_none())?;
        let mut seen = vec![at];
        let mut position = 0;
        while let Some(&location) = seen.get(position) {
            position += 1;
            if location == self.automaton.entry {
                return None;
            }
            for (transition, data) in self.automaton.transitions.iter().filter(|(_, data)| data.to == location) {
                if transition == giver {
                    continue;
                }
                if writes(&data.effect, self.index) || writes(&data.effect, register) {
                    return None;
                }
                if !seen.contains(&data.from) {
                    seen.push(data.from);
                }
            }
        }
        match &given.effect {
            Effect::Allocate { .. } => Some(giver),
            Effect::Assign { value: source, .. } => {
                let (source, 0) = inside(&value(self.program, self.procedure, source)?)? else { return None };
                let before = sole_way_to(self.automaton, given.from)?;
                let makes = matches!(self.automaton.transitions[before].effect, Effect::Allocate { target, .. } if target == source);
                makes.then_some(before)
            }
            _ => None,
        }
    }
}

/// The step that reads the id of a join: the join, or the one before it.
fn reading_of_id<'a>(
    program: &Program,
    procedure: ProcedureId,
    automaton: &'a Automaton,
    join: Transition,
) -> Option<(Transition, &'a Place)> {
    let Effect::Join { thread, .. } = &automaton.transitions.get(join)?.effect else { return None };
    let ExprKind::Read(place) = &thread.kind else { return None };
    let Some(register) = register_of(program, procedure, place) else { return Some((join, place)) };
    let before = sole_way_to(automaton, automaton.transitions[join].from)?;
    let Effect::Assign { target, value } = &automaton.transitions[before].effect else { return None };
    let ExprKind::Read(read) = &value.kind else { return None };
    (register_of(program, procedure, target) == Some(register)).then_some((before, read))
}

/// The place that a whole pointer is read from.
fn whole_pointer<'a>(program: &Program, expr: &'a Expr) -> Option<&'a Place> {
    let is_pointer = matches!(program.types.kind(expr.ty), TypeKind::Pointer(_));
    match &expr.kind {
        ExprKind::Read(place) if is_pointer => Some(place),
        ExprKind::Cast(operand) if is_pointer => whole_pointer(program, operand),
        _ => None,
    }
}

/// A term that is so far behind what one register points to.
fn inside(term: &Term) -> Option<(LocalId, i128)> {
    let (register, 1) = term.index()? else { return None };
    term.origins.is_empty().then_some((register, term.constant))
}

/// The only step that leads to a location.
fn sole_way_to(automaton: &Automaton, location: Location) -> Option<Transition> {
    let mut ways = automaton.transitions.iter().filter(|(_, data)| data.to == location);
    let (way, _) = ways.next().filter(|_| ways.next().is_none() && location != automaton.entry)?;
    Some(way)
}
