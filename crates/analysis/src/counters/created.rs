//! Counters of created threads: loops that join as many threads as were counted when they were created.
//!
//! ```text
//! for (i = 0; i < n; i++) { if (create(&p->ids[i], ...)) break; p->count++; }      for (j = 0; j < p->count; j++) join(p->ids[j]);
//! ```
//!
//! The loops may lie in different functions of one thread. The count is a register or one cell of memory. It is in one of three forms:
//! - it grows by one behind each creation, and its number before that is the index of the id (`create(&ids[count]); count++`);
//! - the same, and the index is that of the creating loop, which begins with zero and creates a thread in each round;
//! - it is stored before the creations, and is the bound of the creating loop: both loops read the cell, or it is stored once, as the term that
//!   the creating loop tests.
//!
//! The array is the same term of registers for both, a place in an object that lives once, or a pointer in one cell of memory that is stored
//! once, or by this thread before the creations.
//!
//! Rule. When the second loop is left by its test, no thread of the class is running that the first one creates, if
//! - the count is zero before the first creation, and nothing but the counting steps changes it from then on;
//! - exactly one counting step lies between two creations, and between the last one and the join loop (a creation does not fail);
//! - no creation and no change of the count comes after the join loop has begun;
//! - the join loop begins with zero, its index reaches all numbers that the count may have, and reads the ids where the creations have
//!   stored them;
//! - no other step writes the ids, and the threads are joined here only.
//!
//! Rule: the count is the number of created threads, in the thread that creates and joins them, and the join loop goes over all of it.
//! Tests: `joined_by_count`, `joined_by_count_in_structure`, `joined_by_count_one_less`, `joined_by_count_set_back`,
//! `joined_by_count_before_creation`, `joined_by_count_not_always`, `joined_by_count_twice`, `joined_by_count_from_one`,
//! `joined_by_count_moved_array`, `joined_by_count_of_another`, `joined_by_stored_bound`, `joined_by_stored_bound_late`,
//! `joined_by_count_that_is_cleared_again`, `joined_by_computed_bound`, `joined_by_bound_in_a_variable`,
//! `joined_from_the_second_id_of_a_variable`.

use raddle_program::automaton::{Automaton, Location, Transition};
use raddle_program::bits::BitSet;
use raddle_program::entity::Table;
use raddle_program::syntax::{BinaryOperator, Effect, Expr, ExprKind, LocalId, PlaceKind, ProcedureId};
use raddle_program::types::TypeId;
use raddle_program::written_registers::written;
use std::collections::BTreeSet;

use super::Cells;
use crate::counted_loop::{Rounds, adds_one, greatest, is_stable, of_index};
use crate::flow::{Join, Problem, States, solve};
use crate::joins::{is_array, is_only_writer, joined_place, memory_of, only_memory};
use crate::linear::{Base, Linear};
use crate::points_to::CodePlace;
use crate::points_to::{AbstractObject, AccessSite, Context, ObjectKind, PointsTo, Target, ThreadClass};

/// How many steps lie at most between the computation of an address and its use.
const NEAR: usize = 6;

/// Where a value is kept.
#[derive(Clone, PartialEq, Eq, Debug)]
enum Kept {
    /// A term of registers of one context.
    Term(Context, Linear),
    /// One cell of memory.
    Cell(Target),
    /// An address in an object that lives once: the object, and the offset in bytes.
    Place(AbstractObject, i128),
}

/// The addresses of ids: `array + factor * index`.
struct Ids {
    array: Kept,
    factor: i128,
    index: LocalId,
}

/// A creation of threads in a loop.
struct Creation<'a> {
    class: ThreadClass,
    at: CodePlace,
    ids: Ids,
    /// The loop, by each of its tests.
    rounds: Vec<Rounds<'a>>,
}

/// A loop that joins threads.
struct Joins<'a> {
    at: CodePlace,
    rounds: Rounds<'a>,
    count: Kept,
}

/// A step that stores into a count.
struct Store {
    at: CodePlace,
    /// What it stores, if it is a term.
    term: Option<Linear>,
    /// Whether it certainly stores there.
    is_certain: bool,
}

/// What is written to a count.
struct Writes {
    /// The step that adds one, if there is one.
    step: Option<CodePlace>,
    /// The steps that store something.
    stores: Vec<Store>,
    /// Where it begins with zero, if no step has to store that.
    is_born_zero: bool,
}

impl<'a> Cells<'a> {
    /// The exits of loops that join all threads of a class, with that class and the join, in order.
    pub fn joins_by_count(&self) -> Vec<(CodePlace, ThreadClass, Transition)> {
        let mut joins: Vec<CodePlace> = self.points_to.joins.keys().copied().collect();
        joins.sort_unstable();
        let creations: Vec<Creation<'_>> =
            self.points_to.classes.ids().filter_map(|class| self.creation_in_loop(class)).collect();
        let mut found = Vec::new();
        if creations.is_empty() {
            return found;
        }
        for at in joins {
            for joined in self.join_loops(at) {
                let fits = |creation: &&Creation<'_>| self.joins_all(creation, &joined);
                if let Some(creation) = creations.iter().find(fits) {
                    found.push(((at.0, joined.rounds.exit), creation.class, at.1));
                }
            }
        }
        found
    }

    fn local_type(&self, context: Context, local: LocalId) -> TypeId {
        self.program.procedures[self.points_to.contexts[context].procedure].locals[local].ty
    }

    /// The creation of all threads of a class, if it lies in a loop that runs in one activation of one thread.
    fn creation_in_loop(&self, class: ThreadClass) -> Option<Creation<'a>> {
        let &[at] = self.points_to.classes[class].created_at.as_slice() else { return None };
        let automaton = self.steps.automaton(at.0);
        let Effect::Spawn { id, .. } = &automaton.transitions[at.1].effect else { return None };
        let data = &self.points_to.contexts[at.0];
        let is_only = data.is_once
            && self.points_to.classes[data.class].is_single
            && !self.points_to.may_be_detached.contains(&at)
            && self.points_to.creations.get(&at).is_some_and(|classes| classes.as_slice() == [class]);
        let rounds = Rounds::all(automaton, self.reader(at.0), at.1);
        if !is_only || rounds.is_empty() {
            return None;
        }
        Some(Creation { class, at, ids: self.ids(at, id)?, rounds })
    }

    /// The loops around a join that begin with zero and end at a count.
    fn join_loops(&self, at: CodePlace) -> Vec<Joins<'a>> {
        let rounds = Rounds::all(self.steps.automaton(at.0), self.reader(at.0), at.1);
        let counts = rounds.into_iter().filter(|it| it.first == 0 && it.test.0 == BinaryOperator::Less);
        counts
            .filter_map(|rounds| Some(Joins { at, count: self.kept((at.0, rounds.exit), rounds.bound)?, rounds }))
            .collect()
    }

    /// The register or cell whose value an expression is.
    fn kept(&self, at: CodePlace, expr: &Expr) -> Option<Kept> {
        match &expr.kind {
            ExprKind::Cast(operand) if self.reader(at.0).keeps_value(operand.ty, expr.ty) => self.kept(at, operand),
            ExprKind::Read(place) => match self.reader(at.0).as_register(place) {
                Some(register) => Some(Kept::Term(at.0, Linear::register(register))),
                None => self.read_cell(at).map(Kept::Cell),
            },
            _ => None,
        }
    }

    /// The cell that a step reads, if it is the only one.
    fn read_cell(&self, (context, transition): CodePlace) -> Option<Target> {
        let is_here = |it: &&AccessSite| it.context == context && it.transition == transition && !it.is_write;
        let mut reads = self.points_to.accesses.iter().filter(is_here);
        let (Some(read), None) = (reads.next(), reads.next()) else { return None };
        self.steps.cell(read).map(|(cell, _)| cell)
    }

    /// An address as a place in an array, followed through registers that are written right before.
    fn ids(&self, at: CodePlace, address: &'a Expr) -> Option<Ids> {
        let reader = self.reader(at.0);
        let (mut at, mut address) = (at, address);
        for _ in 0..NEAR {
            if let Some(ids) = self.indexed(at, address) {
                return Some(ids);
            }
            let ExprKind::Read(place) = &address.kind else { return None };
            let register = reader.as_register(place)?;
            let before = only_step_to(self.steps.automaton(at.0), self.steps.automaton(at.0).transitions[at.1].from)?;
            at = (at.0, before);
            let Effect::Assign { target, value } = &self.steps.automaton(at.0).transitions[before].effect else {
                return None;
            };
            if reader.as_register(target)? == register {
                address = value;
            }
        }
        None
    }

    fn indexed(&self, at: CodePlace, address: &Expr) -> Option<Ids> {
        let reader = self.reader(at.0);
        if let Some(term) = reader.value(address) {
            return self.indexed_term(at.0, &term);
        }
        let ExprKind::PointerAdd { pointer, index, element, is_subtraction: false } = &address.kind else {
            return None;
        };
        let index = only_register(&reader.value(index)?)?;
        let Kept::Cell(cell) = self.kept(at, pointer)? else { return None };
        Some(Ids { array: Kept::Cell(cell), factor: i128::from(*element), index })
    }

    fn indexed_term(&self, context: Context, term: &Linear) -> Option<Ids> {
        let procedure = self.points_to.contexts[context].procedure;
        term.parts.keys().find_map(|&index| {
            let (factor, rest) = of_index(term, index)?;
            is_array(self.program, procedure, &rest).then(|| {
                let array = match self.place(context, &rest) {
                    Some((object, offset)) => Kept::Place(object, offset),
                    None => Kept::Term(context, rest),
                };
                Ids { array, factor, index }
            })
        })
    }

    /// The object and the offset in bytes of an address that a variable or a register gives, if the object lives once.
    fn place(&self, context: Context, term: &Linear) -> Option<(AbstractObject, i128)> {
        let of_kind = |kind| self.points_to.objects().iter().find(|(_, data)| data.kind == kind).map(|(id, _)| id);
        let (object, offset) = match term.base {
            Base::Global(global) => (of_kind(ObjectKind::Global(global))?, 0),
            Base::Local(local) => (of_kind(ObjectKind::Local(context, local))?, 0),
            Base::Zero => {
                let register = *term.parts.keys().next()?;
                let targets = memory_of(self.points_to, self.points_to.register(context, register)?);
                let &[Target { object, offset: Some(offset) }] = targets.as_slice() else { return None };
                let data = self.points_to.object(object);
                (data.kind.is_memory() && data.shape.is_exact(offset)).then_some((object, i128::from(offset)))?
            }
        };
        let is_one = only_memory(self.points_to, self.automata, &[Target { object, offset: Some(0) }]);
        is_one.then(|| offset.checked_add(term.constant).map(|offset| (object, offset)))?
    }

    /// Where a join reads the id.
    fn joined_ids(&self, (context, join): CodePlace) -> Option<Ids> {
        let (at, place) = joined_place(self.steps.automaton(context), self.reader(context), join)?;
        match &place.kind {
            PlaceKind::Deref(pointer) => self.ids((context, at), pointer),
            _ => self.indexed_term(context, &self.reader(context).address(place)?),
        }
    }

    /// Whether a loop joins all threads of a creation.
    fn joins_all(&self, creation: &Creation<'_>, joins: &Joins<'_>) -> bool {
        let same_thread = self.class(creation.at) == self.class(joins.at);
        let Some(ids) = self.joined_ids(joins.at) else { return false };
        let id_bytes = i128::from(self.program.types.model().pointer_bytes());
        same_thread
            && ids.array == creation.ids.array
            && ids.factor == creation.ids.factor
            && ids.factor >= id_bytes
            && ids.index == joins.rounds.index
            && self.are_written_here(creation.at)
            && self.is_counted(creation, joins)
    }

    /// Whether an array is the same one from a creation on.
    fn stays(&self, array: &Kept, (context, creation): CodePlace, may: &States) -> bool {
        match array {
            Kept::Term(_, term) => is_stable(self.steps.automaton(context), creation, term),
            Kept::Place(..) => true,
            Kept::Cell(cell) => {
                let writes: Vec<CodePlace> = self.writers(*cell).map(|it| (it.context, it.transition)).collect();
                let is_before = |&at: &CodePlace| {
                    self.class(at) == self.class((context, creation))
                        && !self.has(may, at, Facts::CREATED).unwrap_or(false)
                };
                matches!(writes.as_slice(), [(by, step)] if self.points_to.runs_once(*by, *step, self.automata))
                    || writes.iter().all(is_before)
            }
        }
    }

    /// Whether the ids are in an array that lives once, and no other step writes them.
    fn are_written_here(&self, at: CodePlace) -> bool {
        let Some(&(_, id)) = self.points_to.creation_operands.get(&at) else { return false };
        let targets = memory_of(self.points_to, id);
        only_memory(self.points_to, self.automata, &targets)
            && is_only_writer(self.points_to, &targets, self.program.types.model().pointer_bytes(), at)
    }

    /// Whether a count is the number of created threads when the join loop begins, and is reached by its index.
    fn is_counted(&self, creation: &Creation<'_>, joins: &Joins<'_>) -> bool {
        let Some(writes) = self.count_writes(&joins.count, creation.at.0) else { return false };
        let context = creation.at.0;
        let class = self.class(creation.at);
        let stores = writes.stores.iter().map(|store| store.at);
        if stores.clone().chain(writes.step).any(|at| self.class(at) != class) {
            return false;
        }
        let facts = Facts {
            creation: creation.at,
            step: writes.step,
            stores: stores.clone().collect(),
            head: (joins.at.0, self.steps.automaton(joins.at.0).transitions[joins.rounds.exit].from),
            automata: self.automata,
            points_to: self.points_to,
            is_certain: false,
        };
        let may = solve(self.points_to, self.automata, class, &facts);
        let must = solve(self.points_to, self.automata, class, &Facts { is_certain: true, ..facts });
        let may_have = |at: CodePlace, fact: usize| self.has(&may, at, fact).unwrap_or(false);
        let is_stored = |at: CodePlace| self.has(&must, at, Facts::STORED).unwrap_or(true);
        let is_quiet = |at: CodePlace| !may_have(at, Facts::JOINING);
        let keeps = is_quiet(creation.at)
            && writes.step.is_none_or(is_quiet)
            && stores.clone().all(|at| is_quiet(at) && !may_have(at, Facts::CREATED));
        let form = match writes.step {
            Some(step) => self.counts_each(creation, joins, step, &writes, &may, &must),
            None => self.is_bound(creation, joins, &writes),
        };
        let begins = match writes.step {
            Some(_) => writes.is_born_zero || is_stored(creation.at),
            None if self.is_static(&joins.count) => true,
            None => {
                writes.stores.iter().all(|store| store.is_certain)
                    && creation.rounds.iter().all(|rounds| is_stored((context, rounds.exit)))
            }
        };
        keeps && begins && form && self.stays(&creation.ids.array, creation.at, &may)
    }

    /// Whether a step counts each creation once, and ids are at the numbers that are counted.
    fn counts_each(
        &self,
        creation: &Creation<'_>,
        joins: &Joins<'_>,
        step: CodePlace,
        writes: &Writes,
        may: &States,
        must: &States,
    ) -> bool {
        let context = creation.at.0;
        let is_open = |at: CodePlace| self.has(may, at, Facts::OPEN).unwrap_or(false);
        let is_one_each = step.0 == context
            && !is_open(creation.at)
            && self.has(must, step, Facts::OPEN).unwrap_or(true)
            && !is_open((joins.at.0, joins.rounds.exit))
            && writes.stores.iter().all(|store| store.term.as_ref().and_then(Linear::as_number) == Some(0));
        let index = creation.ids.index;
        let is_index_of_round = |rounds: &&Rounds<'_>| rounds.index == index && rounds.first == 0;
        let is_count =
            matches!(&joins.count, Kept::Term(at, count) if *at == context && only_register(count) == Some(index));
        let rounds = creation.rounds.iter().find(|it| is_count || is_index_of_round(it));
        let Some(last) = rounds.and_then(|rounds| {
            rounds.last(&self.program.types, self.local_type(context, rounds.index), self.reader(context))
        }) else {
            return false;
        };
        is_one_each && self.reaches(joins, last + 1 - rounds.map_or(0, |rounds| rounds.first))
    }

    /// Whether the count of a join loop and its index can be as large as a number.
    fn reaches(&self, joins: &Joins<'_>, number: i128) -> bool {
        let mut count = joins.rounds.bound;
        while let ExprKind::Cast(operand) = &count.kind {
            count = operand;
        }
        [self.local_type(joins.at.0, joins.rounds.index), count.ty]
            .into_iter()
            .all(|ty| self.program.types.scalar_shape(ty).is_some_and(|shape| number <= greatest(shape)))
    }

    /// Whether a cell lies in a variable that holds numbers from the start of the program on.
    fn is_static(&self, count: &Kept) -> bool {
        matches!(count, Kept::Cell(cell) if matches!(self.points_to.object(cell.object).kind, ObjectKind::Global(_)))
    }

    /// Whether the count is the bound of the creating loop. Nothing is stored into it from the first creation on.
    fn is_bound(&self, creation: &Creation<'_>, joins: &Joins<'_>, writes: &Writes) -> bool {
        let context = creation.at.0;
        let shape = |context, local| self.program.types.scalar_shape(self.local_type(context, local));
        let is_same_test = |rounds: &&Rounds<'_>| {
            rounds.index == creation.ids.index
                && rounds.test == joins.rounds.test
                && shape(context, rounds.index) == shape(joins.at.0, joins.rounds.index)
        };
        let by_store = |rounds: &Rounds<'_>| {
            let [Store { at, term: Some(number), .. }] = writes.stores.as_slice() else { return false };
            let bound = self.reader(context).value(rounds.bound);
            at.0 == context
                && self.points_to.runs_once(at.0, at.1, self.automata)
                && bound.as_ref() == Some(number)
                && self.is_written_once(context, number)
        };
        let is_read_again =
            |rounds: &Rounds<'_>| self.kept((context, rounds.exit), rounds.bound).as_ref() == Some(&joins.count);
        matches!(joins.count, Kept::Cell(_))
            && creation.rounds.iter().filter(is_same_test).any(|rounds| is_read_again(rounds) || by_store(rounds))
    }

    /// Whether a term has the same value wherever it is computed.
    fn is_written_once(&self, context: Context, term: &Linear) -> bool {
        let procedure = &self.program.procedures[self.points_to.contexts[context].procedure];
        term.parts.keys().all(|&local| {
            let writes = self.steps.automaton(context).transitions.values().filter(|data| {
                let (one, other) = written(&data.effect);
                one == Some(local) || other == Some(local)
            });
            procedure.parameters.contains(&local) && writes.count() == 0
        })
    }

    /// What is written to a count; `None` if a step does something else to it.
    fn count_writes(&self, count: &Kept, context: Context) -> Option<Writes> {
        match count {
            Kept::Term(at, term) => {
                let register = only_register(term).filter(|_| *at == context)?;
                self.register_writes(context, register)
            }
            Kept::Cell(cell) => {
                let mut found = Writes { step: None, stores: Vec::new(), is_born_zero: self.is_born_zero(*cell) };
                for site in self.writers(*cell) {
                    let at = (site.context, site.transition);
                    match self.steps.change(site) {
                        Some(change) if change.is_up && found.step.is_none() => found.step = Some(at),
                        Some(_) => return None,
                        None => found.stores.push(self.store(site, *cell)),
                    }
                }
                Some(found)
            }
            Kept::Place(..) => None,
        }
    }

    /// What a step stores into a cell that it may write.
    fn store(&self, site: &AccessSite, cell: Target) -> Store {
        let at = (site.context, site.transition);
        if self.fills_with_zeros(site, cell) {
            return Store { at, term: Some(Linear::number(0)), is_certain: true };
        }
        let term = self.steps.stored(site).map(|(term, _)| term);
        Store { at, is_certain: self.steps.cell(site).is_some(), term }
    }

    /// Whether a step fills bytes with zeros, and the cell certainly lies in them.
    fn fills_with_zeros(&self, site: &AccessSite, cell: Target) -> bool {
        let effect = &self.steps.automaton(site.context).transitions[site.transition].effect;
        let is_zero = matches!(effect, Effect::FillBytes { byte, .. } if matches!(byte.kind, ExprKind::Integer(0)));
        let targets = memory_of(self.points_to, site.address);
        let (&[target], Some(bits)) = (targets.as_slice(), self.bits(cell)) else { return false };
        let (Some(start), Some(size), Some(offset)) = (target.offset, site.size, cell.offset) else { return false };
        is_zero
            && target.object == cell.object
            && self.points_to.is_unique(target, self.automata)
            && start <= offset
            && offset - start + bits / 8 <= size
    }

    fn is_born_zero(&self, cell: Target) -> bool {
        self.first_number(cell) == Some(0) || self.zeroed(cell).is_some()
    }

    fn register_writes(&self, context: Context, register: LocalId) -> Option<Writes> {
        let reader = self.reader(context);
        let mut found = Writes { step: None, stores: Vec::new(), is_born_zero: false };
        for (transition, data) in self.steps.automaton(context).transitions.iter() {
            let (one, other) = written(&data.effect);
            if one != Some(register) && other != Some(register) {
                continue;
            }
            match &data.effect {
                effect if adds_one(effect, register, reader) && found.step.is_none() => {
                    found.step = Some((context, transition));
                }
                Effect::Assign { value, .. } | Effect::Initialize { value, .. } => {
                    let at = (context, transition);
                    found.stores.push(Store { at, term: reader.value(value), is_certain: true });
                }
                _ => return None,
            }
        }
        Some(found)
    }
}

/// The register that a term is.
fn only_register(term: &Linear) -> Option<LocalId> {
    let (&register, _) = term.parts.iter().next()?;
    (*term == Linear::register(register)).then_some(register)
}

/// The only step that leads to a location.
fn only_step_to(automaton: &Automaton, location: Location) -> Option<Transition> {
    let mut before = automaton.transitions.iter().filter(|(_, step)| step.to == location);
    let (Some((transition, _)), None) = (before.next(), before.next()) else { return None };
    Some(transition)
}

/// What the thread that creates and joins has done: what it may have done, or what it certainly has.
struct Facts<'a> {
    creation: CodePlace,
    step: Option<CodePlace>,
    stores: BTreeSet<CodePlace>,
    /// Where the join loop tests its bound.
    head: (Context, Location),
    automata: &'a Table<ProcedureId, Automaton>,
    points_to: &'a PointsTo,
    is_certain: bool,
}

impl Facts<'_> {
    /// A thread was created and is not counted yet.
    const OPEN: usize = 0;
    /// A thread was created.
    const CREATED: usize = 1;
    /// The join loop has tested its bound.
    const JOINING: usize = 2;
    /// A number was stored into the count.
    const STORED: usize = 3;
}

impl Problem for Facts<'_> {
    fn n_facts(&self) -> usize {
        4
    }

    fn join(&self) -> Join {
        if self.is_certain { Join::Must } else { Join::May }
    }

    fn transfer(&self, context: Context, transition: Transition, state: &mut BitSet) {
        let at = (context, transition);
        if at == self.creation {
            state.insert(Facts::OPEN);
            state.insert(Facts::CREATED);
        }
        if Some(at) == self.step {
            state.remove(Facts::OPEN);
        }
        if self.stores.contains(&at) {
            state.insert(Facts::STORED);
        }
        let automaton = &self.automata[self.points_to.contexts[context].procedure];
        if (context, automaton.transitions[transition].from) == self.head {
            state.insert(Facts::JOINING);
        }
    }

    fn leave(&self, _callee: Context, _state: &mut BitSet) {}
}
