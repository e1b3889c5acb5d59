//! Threads that a loop creates and another loop joins, one by one:
//!
//! ```text
//! for (i = 0; i < n; i++) create(&ids[i], ...);      for (j = 0; j < n; j++) join(ids[j]);
//! ```
//!
//! The proof says `joins CREATED CLASS PROCEDURE TRANSITION`: when the loop around this join is left, no thread of
//! class CREATED is running. That holds if both loops *count* (below), address the same array in the same way, and the
//! second counts over all that the first does; if the bytes of each id are written by the creation alone, which only
//! the first loop makes; and if no other join may take a thread away from this one. The ids may be in objects instead,
//! whose addresses are in the array ([`super::cells`]).
//!
//! A loop counts if one exit is a test, `i < end`, that is made in each iteration; if each iteration makes the step in
//! question once and then, as the only change of the register `i`, adds one; and if `i` begins with a number that needs
//! no conversion to be compared. Then the step is made once for each number before the loop is left by the test, and at
//! most once for each number if it is left otherwise.
//!
//! The end is a number, or a value of registers: `i < n`. Both loops must then compare with the same value in the type
//! of `i`, so that nothing wraps before the test fails, and no step from the first loop on may write these registers.
//! The same holds for the register of an array on the heap, `ids[i]`. The end of an object (`free`) is no write that a
//! later join could read: a read of the object would be invalid, and executions end there.

use raddle_program::automaton::{Automaton, Location, Transition, TransitionData};
use raddle_program::entity::Entity;
use raddle_program::graph::reachable_from;
use raddle_program::syntax::{BinaryOperator, Effect, Expr, ExprKind, LocalId, Place, ProcedureId, Program};
use raddle_program::types::TypeId;
use std::collections::BTreeSet;

use super::address::{At, Class, Code};
use super::backward::writes;
use super::cells::join_reads_through_cells;
use super::parallel::Parallel;
use super::pointers::{Access, Once, Pointers};
use super::terms::{Term, address, register_of, value};

/// What the proof says that loops join.
#[derive(Clone, Debug, Default)]
pub struct JoinLoops(BTreeSet<(Class, At)>);

impl JoinLoops {
    /// Reads the numbers behind `joins`.
    ///
    /// # Errors
    /// What is wrong with them.
    pub fn read(&mut self, program: &Program, n_classes: usize, numbers: &[i64]) -> Result<(), String> {
        let small: Vec<u32> = numbers.iter().filter_map(|&number| u32::try_from(number).ok()).collect();
        let &[created, class, procedure, transition] = small.as_slice() else {
            return Err("a loop that joins has four numbers".into());
        };
        let is_there = |class: u32| (class as usize) < n_classes;
        if !is_there(created) || !is_there(class) || procedure as usize >= program.procedures.len() {
            return Err("there is no such join".into());
        }
        let code = Code { class: class as usize, procedure: ProcedureId(procedure) };
        match self.0.insert((created as usize, (code, Transition(transition)))) {
            true => Ok(()),
            false => Err("this was said before".into()),
        }
    }

    /// The steps that leave such loops, each with the class whose threads have all ended there. Unless that is checked, they count
    /// over anything.
    ///
    /// # Errors
    /// The place of a join of which that is not shown.
    pub fn exits(&self, parallel: &Parallel<'_, '_>, is_checked: bool) -> Result<Vec<(At, Class)>, String> {
        let pointers = parallel.pointers;
        let exit = |&(class, at): &(Class, At)| {
            let exit = exit_behind_all(parallel, (class, at), is_checked);
            let automaton = &pointers.automata[at.0.procedure];
            let place = || match automaton.transitions.get(at.1) {
                Some(data) => pointers.program.source.place(data.span).to_string(),
                None => "a place that there is not".to_owned(),
            };
            exit.map(|exit| ((at.0, exit), class))
                .ok_or_else(|| format!("the loop around {} is not seen to join all threads of class {class}", place()))
        };
        self.0.iter().map(exit).collect()
    }
}

/// The exit of the loop around a join, if it joins all threads of a class.
fn exit_behind_all(parallel: &Parallel<'_, '_>, (class, join): (Class, At), is_checked: bool) -> Option<Transition> {
    let (pointers, once) = (parallel.pointers, parallel.once);
    let (code, joins) = join;
    let automaton = &pointers.automata[code.procedure];
    let &[create] = pointers.classes.created_at(class) else { return None };
    let creates = create.1;
    let is_one_creation = create.0 == code
        && once.is_single(code.class)
        && once.runs_once(code)
        && pointers.creations.get(&create).is_some_and(|classes| classes.iter().eq([&class]))
        && pointers.created_ids.get(&create).is_some_and(|(_, may_be_detached)| !may_be_detached);
    if !is_one_creation {
        return None;
    }
    let program = pointers.program;
    let Effect::Spawn { id, .. } = &automaton.transitions.get(creates)?.effect else { return None };
    let stored = value(program, code.procedure, id)?;
    let read = address(program, code.procedure, joined_place(program, code.procedure, automaton, joins)?)?;
    let (first, second) =
        (Counting::around(program, code, automaton, creates)?, Counting::around(program, code, automaton, joins)?);
    let start = automaton.transitions[creates].from;
    let [created, joined] = [(&stored, first.index), (&read, second.index)].map(|(term, index)| {
        let (factor, rest) = without(term, index)?;
        let is_array = match term.base() {
            Some(_) => rest.factors.is_empty(),
            None => rest.origins.is_empty() && rest.factors.len() == 1,
        };
        (is_array && are_kept(automaton, start, &rest)).then_some((factor, rest))
    });
    let has_room =
        created.as_ref().is_some_and(|(factor, _)| *factor >= i128::from(program.types.model().pointer_bytes()));
    let ends_in_order = match (&first.end, &second.end) {
        (End::Number(first), End::Number(second)) => first <= second,
        (End::Value(first, ty), End::Value(second, other)) => {
            (first, ty) == (second, other) && are_kept(automaton, start, first)
        }
        (End::Number(_), End::Value(..)) | (End::Value(..), End::Number(_)) => false,
    };
    let counts_over_all = second.first <= first.first && ends_in_order;
    let is_behind = !reachable_from(automaton, [automaton.transitions[joins].to])[automaton.transitions[creates].from];
    let is_id_of_round = created == joined && has_room && is_written_by_the_creation_alone(pointers, once, create)
        || join_reads_through_cells((pointers, once), (create, &first), (join, &second), parallel.checks.cells)
            .is_some();
    let is_right =
        is_id_of_round && (!is_checked || counts_over_all && is_behind) && parallel.is_only_join(class, join);
    is_right.then_some(second.exit)
}

fn is_written_by_the_creation_alone(pointers: &Pointers<'_>, once: &Once, create: At) -> bool {
    let Some((ids, _)) = pointers.created_ids.get(&create) else { return false };
    let objects: BTreeSet<_> = ids.addresses().map(|address| address.object).collect();
    let Some(&object) = objects.first().filter(|_| objects.len() == 1) else { return false };
    let size = Some(pointers.program.types.model().pointer_bytes());
    let touches = |access: &Access| {
        access.addresses.addresses().any(|it| ids.addresses().any(|id| it.overlaps(access.size, id, size)))
    };
    let is_other = |access: &&Access| {
        access.is_write && access.at != create && !ends_an_object(pointers, access) && touches(access)
    };
    once.is_unique(pointers, super::address::Address::first(object))
        && !pointers.accesses.iter().any(|access| is_other(&access))
}

/// Whether an access is the end of an object, and no store into one.
pub(super) fn ends_an_object(pointers: &Pointers<'_>, access: &Access) -> bool {
    let (code, transition) = access.at;
    matches!(pointers.automata[code.procedure].transitions[transition].effect, Effect::Free(..))
}

/// The factor of a register in a term, and the rest of the term.
fn without(term: &Term, register: LocalId) -> Option<(i128, Term)> {
    let mut rest = term.clone();
    let factor = rest.factors.remove(&register)?;
    Some((factor, rest))
}

/// Whether the registers of a term keep their values from a location on.
fn are_kept(automaton: &Automaton, from: Location, term: &Term) -> bool {
    let reached = reachable_from(automaton, [from]);
    let keeps = |register: &LocalId| {
        let is_write = |data: &TransitionData| {
            reached[data.from] && writes(&data.effect, *register) && !matches!(data.effect, Effect::Dead(_))
        };
        !automaton.transitions.values().any(is_write)
    };
    term.factors.keys().all(keeps)
}

/// The place that the id of a join is read from: by the join, or by the one step before it, into a register.
fn joined_place<'a>(
    program: &Program,
    procedure: ProcedureId,
    automaton: &'a Automaton,
    join: Transition,
) -> Option<&'a Place> {
    let data = automaton.transitions.get(join)?;
    let Effect::Join { thread, .. } = &data.effect else { return None };
    let place = plain_read(thread)?;
    let Some(register) = register_of(program, procedure, place) else { return Some(place) };
    let mut before = automaton.transitions.values().filter(|other| other.to == data.from);
    let before = before.next().filter(|_| before.next().is_none() && data.from != automaton.entry)?;
    let Effect::Assign { target, value } = &before.effect else { return None };
    let read = plain_read(value)?;
    let is_it =
        register_of(program, procedure, target) == Some(register) && register_of(program, procedure, read).is_none();
    is_it.then_some(read)
}

fn plain_read(expr: &Expr) -> Option<&Place> {
    match &expr.kind {
        ExprKind::Read(place) => Some(place),
        ExprKind::Cast(operand) => plain_read(operand),
        _ => None,
    }
}

/// A loop that counts around a step.
pub(super) struct Counting {
    /// The register.
    pub index: LocalId,
    first: i128,
    end: End,
    /// The exit.
    pub exit: Transition,
}

/// What a loop counts up to: the first value that does not pass.
#[derive(Clone, PartialEq, Eq, Debug)]
enum End {
    /// A number that is not negative.
    Number(i128),
    /// A value of registers, of the type in which the index is compared.
    Value(Term, TypeId),
}

/// A loop: its locations, and the one where rounds begin.
struct Rounds<'a> {
    automaton: &'a Automaton,
    inside: &'a [bool],
    head: Location,
}

impl Counting {
    /// The loop around a step.
    pub fn around(program: &Program, code: Code, automaton: &Automaton, step: Transition) -> Option<Counting> {
        let start = automaton.transitions.get(step)?;
        let behind = reachable_from(automaton, [start.to]);
        let is_inside = |location: Location| behind[location] && reachable_from(automaton, [location])[start.from];
        let inside: Vec<bool> = automaton.locations.ids().map(is_inside).collect();
        let leaves = |location: Location, to: Location| inside[location.index()] && !inside[to.index()];
        let tests =
            automaton.transitions.iter().filter(|(_, data)| leaves(data.from, data.to)).filter_map(|(exit, test)| {
                let guard = test.guard.as_ref().filter(|guard| !guard.holds)?;
                Some((exit, test, bound(program, code.procedure, &guard.condition)?))
            });
        tests.into_iter().find_map(|test| Counting::by_test(program, code, automaton, step, &inside, test))
    }

    /// The loop with these locations inside, if every round makes this test.
    fn by_test(
        program: &Program,
        code: Code,
        automaton: &Automaton,
        step: Transition,
        inside: &[bool],
        (exit, test, (index, end)): (Transition, &TransitionData, (LocalId, End)),
    ) -> Option<Counting> {
        let start = automaton.transitions.get(step)?;
        let rounds = Rounds { automaton, inside, head: test.from };
        let changes = |(_, data): &(Transition, &TransitionData)| {
            inside[data.from.index()] && inside[data.to.index()] && writes(&data.effect, index)
        };
        let mut changes = automaton.transitions.iter().filter(changes);
        let (adds, added) = changes.next().filter(|_| changes.next().is_none())?;
        let once_a_round = rounds.go_round()
            && rounds.are_in_each(step)
            && rounds.are_in_each(adds)
            && rounds.come_before(step, adds)
            && adds_one(program, code.procedure, &added.effect, index);
        let first = rounds.number_before(program, code.procedure, index)?;
        // A number that is not negative, and no greater than the type has, compares as it stands in any type.
        let compares = match end {
            End::Number(end) => end >= 0,
            End::Value(..) => true,
        };
        (once_a_round && start.from != test.from && first >= 0 && compares).then_some(Counting {
            index,
            first,
            end,
            exit,
        })
    }
}

impl Rounds<'_> {
    /// Whether one location is reached from another inside, by steps that are allowed, without beginning a round.
    fn reach(&self, from: Location, to: Location, is_allowed: impl Fn(Transition) -> bool) -> bool {
        let mut seen = vec![false; self.inside.len()];
        let mut pending = vec![from];
        while let Some(location) = pending.pop() {
            if location == to {
                return true;
            }
            if location == self.head
                || !self.inside[location.index()]
                || std::mem::replace(&mut seen[location.index()], true)
            {
                continue;
            }
            let on = self.automaton.outgoing(location).iter().filter(|&&it| is_allowed(it));
            pending.extend(on.map(|&it| self.automaton.transitions[it].to));
        }
        false
    }

    /// Whether every cycle inside passes the head, and no path enters elsewhere.
    fn go_round(&self) -> bool {
        let is_entry = |location: Location| self.inside[location.index()] && location != self.head;
        let enters =
            self.automaton.transitions.values().any(|data| !self.inside[data.from.index()] && is_entry(data.to));
        let turns = self.automaton.transitions.values().any(|data| {
            let is_body = is_entry(data.from) && is_entry(data.to);
            is_body && self.reach(data.to, data.from, |_| true)
        });
        !enters && !turns && !is_entry(self.automaton.entry)
    }

    /// Whether each round makes a step.
    fn are_in_each(&self, step: Transition) -> bool {
        let first = |&&it: &&Transition| it != step && self.inside[self.automaton.transitions[it].to.index()];
        !self
            .automaton
            .outgoing(self.head)
            .iter()
            .filter(first)
            .any(|&it| self.reach(self.automaton.transitions[it].to, self.head, |other| other != step))
    }

    /// Whether no round makes one step behind another.
    fn come_before(&self, step: Transition, other: Transition) -> bool {
        let behind = self.automaton.transitions[other].to;
        behind == self.head || !self.reach(behind, self.automaton.transitions[step].from, |_| true)
    }

    /// The number in a register where the loop is entered.
    fn number_before(&self, program: &Program, procedure: ProcedureId, register: LocalId) -> Option<i128> {
        let mut location = self.head;
        for _ in 0..self.automaton.locations.len() {
            let mut into = self
                .automaton
                .transitions
                .values()
                .filter(|data| data.to == location && (location != self.head || !self.inside[data.from.index()]));
            let data = into.next().filter(|_| into.next().is_none() && location != self.automaton.entry)?;
            if let Effect::Assign { target, value: assigned } = &data.effect
                && register_of(program, procedure, target) == Some(register)
            {
                return value(program, procedure, assigned)?.as_number();
            }
            if writes(&data.effect, register) {
                return None;
            }
            location = data.from;
        }
        None
    }
}

/// `index < end` or `index <= number`: the register, and the first value that does not pass.
fn bound(program: &Program, procedure: ProcedureId, condition: &Expr) -> Option<(LocalId, End)> {
    let ExprKind::Binary(operator, left, right) = &condition.kind else { return None };
    let term = value(program, procedure, left)?;
    let (&index, _) = term.factors.first_key_value()?;
    let end = value(program, procedure, right)?;
    let is_plain = matches!(left.kind, ExprKind::Read(_)) && right.ty == left.ty && end.origins.is_empty();
    let end = match (operator, end.as_number()) {
        (BinaryOperator::Less, Some(number)) => End::Number(number),
        (BinaryOperator::LessEqual, Some(number)) => End::Number(number.checked_add(1)?),
        (BinaryOperator::Less, None) if is_plain => End::Value(end, left.ty),
        _ => return None,
    };
    (term == Term::register(index)).then_some((index, end))
}

fn adds_one(program: &Program, procedure: ProcedureId, effect: &Effect, index: LocalId) -> bool {
    let Effect::Assign { target, value: added } = effect else { return false };
    let ExprKind::Binary(BinaryOperator::Add, left, right) = &added.kind else { return false };
    let mut sides = [left, right].map(|side| value(program, procedure, side));
    sides.sort();
    register_of(program, procedure, target) == Some(index)
        && sides.contains(&Some(Term::register(index)))
        && sides.contains(&Some(Term::number(1)))
}
