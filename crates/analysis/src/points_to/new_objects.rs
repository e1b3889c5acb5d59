//! New objects across calls: `init(p)` behind `p = malloc(n)`, and `p = new_job()`.
//!
//! Rule. A procedure *keeps an argument to itself* if from its entry on the address of a new object is held by registers of its activation
//! alone, and by its caller ([`Birth`]), on all paths, whatever the object holds. It may return the address. Then the object is still
//! new behind the call, and the bytes are written that the procedure writes on each path to a return.
//!
//! Rule. A procedure *returns new objects* if each of its returns gives null, or a register that holds a new object on all paths to it.
//!
//! Rule. What a procedure does with an argument that it keeps to itself is done with a new object if each call of it, in the code of a class
//! of threads, passes one. A thread does not begin with it.
//!
//! Left out: arguments whose members are read before the procedure has written them.
//!
//! Rule: a procedure does not keep an argument to itself if one path stores it, or passes it on to a procedure that does not. A call in which
//! two arguments hold the address passes no new object.
//! Tests: `new_object_published_by_initializer`, `initializer_called_with_shared_object`, `initializer_gets_object_twice`,
//! `initializer_publishes_on_one_way`, `initializer_starts_a_thread`, `freed_and_replaced_by_the_procedure`,
//! `returned_object_was_published`, `returned_object_is_new_on_one_way`.

use raddle_program::automaton::{Automaton, Transition};
use raddle_program::entity::Table;
use raddle_program::live::LiveRegisters;
use raddle_program::syntax::{Effect, Expr, ProcedureId, Program};
use raddle_program::types::TypeKind;
use rustc_hash::{FxHashMap, FxHashSet};
use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use super::birth::{Birth, Births, Known, Next, Uses};
use super::filling::Filling;
use super::handed::is_zero;
use super::{AccessSite, Context, ContextData, ThreadClass, ThreadClassData};

/// How many procedures that call each other are followed.
const DEPTH: usize = 16;

/// A call that passes a new object, as the argument with a number.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) struct Gift {
    pub call: Transition,
    pub parameter: usize,
}

/// What a procedure does with a new object that it gets, and keeps to itself.
#[derive(Clone, Debug)]
pub(super) struct Kept {
    /// What it puts into the object on each path to a return.
    pub filling: Filling,
    /// Whether the procedure returns the address; else it never does.
    pub is_returned: bool,
    /// What it does with the object.
    pub uses: Uses,
}

/// What was found out, where it was asked; `None` if nothing is known.
type Answers<K, V> = RefCell<FxHashMap<K, Option<V>>>;

/// The facts about new objects of all procedures, each found when it is asked for.
pub(super) struct NewObjects<'p> {
    pub program: &'p Program,
    automata: &'p Table<ProcedureId, Automaton>,
    births: RefCell<FxHashMap<ProcedureId, Rc<Births>>>,
    live: RefCell<FxHashMap<ProcedureId, Rc<LiveRegisters>>>,
    kept: Answers<(ProcedureId, usize), Rc<Kept>>,
    returned: Answers<ProcedureId, Rc<Filling>>,
    asked: RefCell<Vec<ProcedureId>>,
}

impl<'p> NewObjects<'p> {
    /// Nothing is known yet.
    pub fn new(program: &'p Program, automata: &'p Table<ProcedureId, Automaton>) -> Self {
        NewObjects {
            program,
            automata,
            births: RefCell::default(),
            live: RefCell::default(),
            kept: RefCell::default(),
            returned: RefCell::default(),
            asked: RefCell::default(),
        }
    }

    /// What is known of new objects in a procedure.
    pub fn births(&self, procedure: ProcedureId) -> Rc<Births> {
        if let Some(births) = self.births.borrow().get(&procedure) {
            return Rc::clone(births);
        }
        let found = Births::of(self, procedure);
        Rc::clone(self.births.borrow_mut().entry(procedure).or_insert(Rc::new(found)))
    }

    /// The live registers of a procedure.
    pub fn live(&self, procedure: ProcedureId) -> Rc<LiveRegisters> {
        let find = || LiveRegisters::of(self.program, &self.program.procedures[procedure], &self.automata[procedure]);
        Rc::clone(self.live.borrow_mut().entry(procedure).or_insert_with(|| Rc::new(find())))
    }

    /// What a procedure does with a new object that it gets as an argument; `None` if other code may learn its address.
    pub fn kept(&self, procedure: ProcedureId, parameter: usize) -> Option<Rc<Kept>> {
        self.found(&self.kept, (procedure, parameter), procedure, || self.find_kept(procedure, parameter).map(Rc::new))
    }

    /// What was put into the new object that a procedure returns; `None` if it may return something
    /// else than a new object or null.
    pub fn returned(&self, procedure: ProcedureId) -> Option<Rc<Filling>> {
        self.found(&self.returned, procedure, procedure, || self.find_returned(procedure).map(Rc::new))
    }

    /// What is known of a key about a procedure. Of one that is being examined, or is too many calls away, nothing is.
    fn found<K: Copy + Eq + std::hash::Hash, V: Clone>(
        &self,
        known: &Answers<K, V>,
        key: K,
        procedure: ProcedureId,
        find: impl FnOnce() -> Option<V>,
    ) -> Option<V> {
        if let Some(known) = known.borrow().get(&key) {
            return known.clone();
        }
        if self.asked.borrow().len() == DEPTH || self.asked.borrow().contains(&procedure) {
            return None;
        }
        self.asked.borrow_mut().push(procedure);
        let found = find();
        self.asked.borrow_mut().pop();
        known.borrow_mut().insert(key, found.clone());
        found
    }

    /// Follows objects in a procedure.
    pub fn birth<'a>(&'a self, procedure: ProcedureId, is_given: bool) -> Birth<'a> {
        let (program, automaton) = (self.program, &self.automata[procedure]);
        Birth {
            program,
            id: procedure,
            procedure: &program.procedures[procedure],
            automaton,
            new_objects: self,
            is_given,
        }
    }

    fn find_kept(&self, procedure: ProcedureId, parameter: usize) -> Option<Kept> {
        let data = &self.program.procedures[procedure];
        let register = *data.parameters.get(parameter)?;
        if !data.is_defined || !data.locals[register].is_register {
            return None;
        }
        let birth = self.birth(procedure, true);
        let start = Known { registers: BTreeMap::from([(register, 0)]), filling: Filling::default(), is_raw: false };
        let followed = birth.follow(birth.automaton.entry, start, false)?;
        let mut returns: Option<(Filling, bool)> = None;
        for (&location, before) in &followed.known {
            for &transition in birth.automaton.outgoing(location) {
                let step = &birth.automaton.transitions[transition];
                let Effect::Return(value) = &step.effect else {
                    if matches!(birth.step(step, before.clone()), Next::Told) {
                        return None;
                    }
                    continue;
                };
                let is_returned = value.as_ref().is_some_and(|value| birth.holds_address(before, value));
                if !is_returned && value.as_ref().is_some_and(|value| birth.tells(before, value)) {
                    return None;
                }
                returns = match returns {
                    None => Some((before.filling.clone(), is_returned)),
                    Some((_, known)) if known != is_returned => return None,
                    Some((filling, _)) => Some((filling.met(&before.filling), is_returned)),
                };
            }
        }
        let (filling, is_returned) = returns.unwrap_or_default();
        Some(Kept { filling, is_returned, uses: birth.uses(None, &followed) })
    }

    fn find_returned(&self, procedure: ProcedureId) -> Option<Filling> {
        let data = &self.program.procedures[procedure];
        if !data.is_defined || !matches!(self.program.types.kind(data.result), TypeKind::Pointer(_)) {
            return None;
        }
        let birth = self.birth(procedure, false);
        let returns: Vec<(Transition, &Expr)> = birth
            .automaton
            .transitions
            .iter()
            .filter_map(|(transition, data)| match &data.effect {
                Effect::Return(value) => Some(value.as_ref().map(|value| (transition, value))),
                _ => None,
            })
            .collect::<Option<_>>()?;
        let returns: Vec<_> = returns.into_iter().filter(|(_, value)| !is_zero(value)).collect();
        let mut filled: FxHashMap<Transition, Filling> = FxHashMap::default();
        for source in birth.automaton.transitions.ids() {
            let Some(start) = birth.start(source) else { continue };
            let Some((followed, _)) = birth.follow_source(source, &start, false) else { continue };
            let certain = birth.certain(Some(source), &followed);
            for &(at, value) in &returns {
                let from = birth.automaton.transitions[at].from;
                if let Some(before) = followed.known.get(&from).filter(|_| certain.contains(&from))
                    && birth.holds_address(before, value)
                {
                    filled.insert(at, before.filling.clone());
                }
            }
        }
        if returns.iter().any(|(at, _)| !filled.contains_key(at)) {
            return None;
        }
        filled.into_values().reduce(|one, other| one.met(&other))
    }

    /// Whether an access is one to a new object, given the parameters that get nothing else.
    pub fn is_use_of_new(
        &self,
        given: &BTreeSet<(Context, usize)>,
        place: (Context, ProcedureId),
        site: &AccessSite,
    ) -> bool {
        self.is_use(given, place, |uses| {
            if site.is_write { &uses.writes } else { &uses.reads }.contains(&site.transition)
        })
    }

    /// Whether a transition initializes a lock, a condition or a semaphore in a new object, given the parameters that get nothing else.
    pub fn is_initialization_of_new(
        &self,
        given: &BTreeSet<(Context, usize)>,
        place: (Context, ProcedureId),
        transition: Transition,
    ) -> bool {
        self.is_use(given, place, |uses| uses.initializations.contains(&transition))
    }

    /// Whether a use is one of a new object of the procedure itself, or of one that it gets.
    fn is_use(
        &self,
        given: &BTreeSet<(Context, usize)>,
        (context, procedure): (Context, ProcedureId),
        is_one: impl Fn(&Uses) -> bool,
    ) -> bool {
        let parameters = given.range((context, 0)..=(context, usize::MAX));
        let mut kept = parameters.filter_map(|&(_, parameter)| self.kept(procedure, parameter));
        is_one(&self.births(procedure).uses) || kept.any(|kept| is_one(&kept.uses))
    }

    /// Whether an access assigns to raw memory of a new object, or fills it.
    pub fn is_raw_write(&self, procedure: ProcedureId, site: &AccessSite) -> bool {
        site.is_write && self.births(procedure).uses.raw_writes.contains(&site.transition)
    }

    /// The parameters that get nothing but new objects by the calls in the code of a class of threads. It is assumed of each parameter
    /// until a call is found that passes another object.
    pub fn given(
        &self,
        contexts: &Table<Context, ContextData>,
        classes: &Table<ThreadClass, ThreadClassData>,
    ) -> BTreeSet<(Context, usize)> {
        let starts: FxHashSet<Context> = classes.values().map(|class| class.start).collect();
        let births: Vec<Rc<Births>> = contexts.values().map(|data| self.births(data.procedure)).collect();
        let mut kept: FxHashMap<ProcedureId, Vec<(usize, Rc<Kept>)>> = FxHashMap::default();
        for (&(procedure, parameter), found) in self.kept.borrow().iter() {
            if let Some(found) = found {
                kept.entry(procedure).or_default().push((parameter, Rc::clone(found)));
            }
        }
        let of = |context: Context| kept.get(&contexts[context].procedure).map_or(&[][..], Vec::as_slice);
        let mut given: BTreeSet<(Context, usize)> = contexts
            .ids()
            .flat_map(|context| of(context).iter().map(move |&(parameter, _)| (context, parameter)))
            .collect();
        loop {
            let passes = |caller: Context, gift: Gift| {
                let by_parameter = |(own, kept): &(usize, Rc<Kept>)| {
                    given.contains(&(caller, *own)) && kept.uses.gifts.contains(&gift)
                };
                births[caller.0 as usize].uses.gifts.contains(&gift) || of(caller).iter().any(by_parameter)
            };
            let is_given = |&(context, parameter): &(Context, usize)| {
                let mut callers = contexts[context].callers.iter();
                !starts.contains(&context) && callers.all(|&(caller, call)| passes(caller, Gift { call, parameter }))
            };
            let left: BTreeSet<(Context, usize)> = given.iter().copied().filter(is_given).collect();
            if left.len() == given.len() {
                return given;
            }
            given = left;
        }
    }
}
