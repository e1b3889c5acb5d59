//! Memory that code has to itself: steps that access nothing but memory which is alive, since their activation, a caller or the creator of
//! their thread has allocated it, and neither freed it nor passed it on.
//!
//! ```text
//! while ((p = malloc(n))) { p->id = i; if (create(&t, serve, p) != 0) free(p); }      serve(p): use(p->id); free(p);
//! ```
//!
//! Rule. From the step that makes an object, its address is *held* by registers of the activation alone as long as they are only copied,
//! moved, compared, followed, and passed to procedures which do the same. A step whose location is reached only from there, and which
//! follows only registers that hold the address on every path, accesses the object of the last execution of the making step. No step has
//! freed it: that would end the path.
//!
//! Rule. An object is made by an allocation, or by a call of a procedure whose returns all give null or an object that it holds then.
//! A parameter is followed in the same way from the entry of its procedure, if each call of it, and each creation of a thread with it, gives
//! it one such object. A creation gives it only if the creator does not use it any more ([`super::handed`]). If the creation failed, the
//! object is its creator's again.
//!
//! Rule: memory is alive where it is used only if nothing that may have got its address could have freed it.
//! Tests: `made_and_freed_in_each_round`, `used_behind_its_free_in_a_round`, `freed_by_the_procedure_that_it_is_passed_to`,
//! `held_on_one_way_only`, `reached_without_the_allocation`, `kept_from_the_round_before`, `handed_over_and_freed_there`, `handed_over_and_freed_here`,
//! `handed_over_by_one_of_two_creations`, `handed_over_and_kept_for_the_next_round`, `returned_after_its_free`, `stored_and_freed_by_another_thread`.

use raddle_program::automaton::{Automaton, Location, Transition, TransitionData};
use raddle_program::entity::Table;
use raddle_program::live::LiveRegisters;
use raddle_program::syntax::{Callee, Effect, LocalId, ProcedureId, Program, Region};
use raddle_program::types::TypeKind;
use rustc_hash::{FxHashMap, FxHashSet};
use std::cell::{OnceCell, RefCell};
use std::collections::BTreeSet;
use std::rc::Rc;

use super::birth::Birth;
use super::handed::{Mentions, is_zero};
use super::new_objects::{Gift, NewObjects};
use super::owned_steps::{Held, Next, Passed, follows_only, given_to, next};
use super::{CodePlace, Context, PointsTo};
use crate::ways::reached_only_from;

/// How many procedures that call each other are followed.
const DEPTH: usize = 16;

/// What makes the object that is followed.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
enum Source {
    /// An allocation, or a call of a procedure that returns a new object.
    Step(Transition),
    /// A parameter has its address at the entry.
    Parameter(usize),
}

/// What is known of the objects of one source.
#[derive(Default, Debug)]
struct Followed {
    /// The steps that access nothing but such an object, which is alive.
    live: BTreeSet<Transition>,
    /// The calls and creations that pass such an object, which is alive, as one argument.
    gifts: BTreeSet<Gift>,
    /// The returns that give such an object, which is alive.
    returns: BTreeSet<Transition>,
    is_told: bool,
    is_freed: bool,
    /// Whether some return may give its address.
    may_be_returned: bool,
}

/// Follows objects through procedures.
struct Owners<'p> {
    program: &'p Program,
    automata: &'p Table<ProcedureId, Automaton>,
    new_objects: NewObjects<'p>,
    followed: RefCell<FxHashMap<(ProcedureId, Source), Rc<Followed>>>,
    makes: RefCell<FxHashMap<ProcedureId, bool>>,
    asked: RefCell<Vec<ProcedureId>>,
}

/// The steps that access nothing but memory which is alive since the code has it to itself.
pub(crate) fn live_uses(
    program: &Program,
    points_to: &PointsTo,
    automata: &Table<ProcedureId, Automaton>,
) -> FxHashSet<CodePlace> {
    let owners = Owners {
        program,
        automata,
        new_objects: NewObjects::new(program, automata),
        followed: RefCell::default(),
        makes: RefCell::default(),
        asked: RefCell::default(),
    };
    let mut by_context: FxHashMap<Context, Vec<Rc<Followed>>> = FxHashMap::default();
    for (context, data) in points_to.contexts.iter() {
        by_context.insert(context, owners.all_of_steps(data.procedure));
    }
    for (context, parameter) in owners.given(points_to, &by_context) {
        let followed = owners.follow(points_to.contexts[context].procedure, Source::Parameter(parameter));
        by_context.entry(context).or_default().push(followed);
    }
    let mut live = FxHashSet::default();
    for (context, all) in by_context {
        live.extend(all.iter().flat_map(|followed| followed.live.iter().map(move |&step| (context, step))));
    }
    live
}

impl<'p> Owners<'p> {
    /// The objects that the steps of a procedure make.
    fn all_of_steps(&self, procedure: ProcedureId) -> Vec<Rc<Followed>> {
        let automaton = &self.automata[procedure];
        let sources = automaton.transitions.ids().filter(|&step| self.made_by(procedure, step).is_some());
        sources.map(|step| self.follow(procedure, Source::Step(step))).collect()
    }

    /// The register that gets the address of a new object, if a step makes one.
    fn made_by(&self, procedure: ProcedureId, step: Transition) -> Option<LocalId> {
        let register = match &self.automata[procedure].transitions[step].effect {
            Effect::Allocate { target, region: Region::Heap, .. } => Some(*target),
            Effect::Call { callee: Callee::Procedure(callee), result, .. } if self.makes_objects(*callee) => *result,
            _ => None,
        }?;
        self.program.procedures[procedure].locals[register].is_register.then_some(register)
    }

    /// Whether each return of a procedure gives null or an object that is alive and known to nothing else.
    fn makes_objects(&self, procedure: ProcedureId) -> bool {
        let data = &self.program.procedures[procedure];
        if !data.is_defined || !matches!(self.program.types.kind(data.result), TypeKind::Pointer(_)) {
            return false;
        }
        if let Some(&known) = self.makes.borrow().get(&procedure) {
            return known;
        }
        let Some(found) = self.asking(procedure, || {
            let returned: BTreeSet<Transition> =
                self.all_of_steps(procedure).iter().flat_map(|followed| followed.returns.clone()).collect();
            self.automata[procedure].transitions.iter().all(|(step, data)| match &data.effect {
                Effect::Return(Some(value)) => is_zero(value) || returned.contains(&step),
                Effect::Return(None) => false,
                _ => true,
            })
        }) else {
            return false;
        };
        self.makes.borrow_mut().insert(procedure, found);
        found
    }

    /// An answer about a procedure; `None` about one that is being examined, or is too many calls away.
    fn asking<T>(&self, procedure: ProcedureId, find: impl FnOnce() -> T) -> Option<T> {
        if self.asked.borrow().len() == DEPTH || self.asked.borrow().contains(&procedure) {
            return None;
        }
        self.asked.borrow_mut().push(procedure);
        let found = find();
        self.asked.borrow_mut().pop();
        Some(found)
    }

    /// What a procedure does with an argument; `None` if other code may learn its address.
    fn passed(&self, procedure: ProcedureId, parameter: usize) -> Option<Passed> {
        let data = &self.program.procedures[procedure];
        let register = *data.parameters.get(parameter)?;
        if !data.is_defined || !data.locals[register].is_register {
            return None;
        }
        let followed = self.asking(procedure, || self.follow(procedure, Source::Parameter(parameter)))?;
        let Followed { is_freed, may_be_returned, .. } = *followed;
        (!followed.is_told).then_some(Passed { is_freed, may_be_returned })
    }

    /// The parameters that get such objects by all calls and creations. It is assumed of each parameter until a call is found that passes
    /// something else.
    fn given(
        &self,
        points_to: &PointsTo,
        by_context: &FxHashMap<Context, Vec<Rc<Followed>>>,
    ) -> BTreeSet<(Context, usize)> {
        let mut starts: FxHashMap<Context, Vec<CodePlace>> = FxHashMap::default();
        for class in points_to.classes.values() {
            starts.entry(class.start).or_default().extend(class.created_at.iter().copied());
        }
        let is_main =
            |context| points_to.classes.values().any(|class| class.parent.is_none() && class.start == context);
        let mut given: BTreeSet<(Context, usize)> = BTreeSet::new();
        for (context, data) in points_to.contexts.iter() {
            let procedure = &self.program.procedures[data.procedure];
            let is_pointer = |local: &LocalId| {
                let local = &procedure.locals[*local];
                local.is_register && matches!(self.program.types.kind(local.ty), TypeKind::Pointer(_))
            };
            let pointers = procedure.parameters.iter().enumerate().filter(|(_, local)| is_pointer(local));
            if !is_main(context) {
                given.extend(pointers.map(|(parameter, _)| (context, parameter)));
            }
        }
        loop {
            let passes = |caller: Context, gift: Gift| {
                let of_steps = by_context[&caller].iter().any(|followed| followed.gifts.contains(&gift));
                let parameters = given.range((caller, 0)..=(caller, usize::MAX));
                let procedure = points_to.contexts[caller].procedure;
                let passes_on =
                    |&(_, own): &(Context, usize)| self.follow(procedure, Source::Parameter(own)).gifts.contains(&gift);
                of_steps || parameters.into_iter().any(passes_on)
            };
            let is_given = |&(context, parameter): &(Context, usize)| {
                let callers = &points_to.contexts[context].callers;
                let created_at = starts.get(&context).map_or(&[][..], Vec::as_slice);
                let places = callers.iter().chain(created_at);
                let are_there = !callers.is_empty() || !created_at.is_empty();
                are_there && places.into_iter().all(|&(caller, call)| passes(caller, Gift { call, parameter }))
            };
            let left: BTreeSet<(Context, usize)> = given.iter().copied().filter(is_given).collect();
            if left.len() == given.len() {
                return given;
            }
            given = left;
        }
    }

    /// Follows the objects of a source.
    fn follow(&self, procedure: ProcedureId, source: Source) -> Rc<Followed> {
        if let Some(known) = self.followed.borrow().get(&(procedure, source)) {
            return Rc::clone(known);
        }
        let found = Rc::new(self.find(procedure, source).unwrap_or(Followed {
            is_told: true,
            is_freed: true,
            ..Followed::default()
        }));
        // What was found about a procedure that calls one which is being examined may be less than could be found.
        self.followed.borrow_mut().insert((procedure, source), Rc::clone(&found));
        found
    }

    fn find(&self, procedure: ProcedureId, source: Source) -> Option<Followed> {
        let automaton = &self.automata[procedure];
        let (first, register) = match source {
            Source::Step(step) => (automaton.transitions[step].to, self.made_by(procedure, step)?),
            Source::Parameter(number) => (automaton.entry, *self.program.procedures[procedure].parameters.get(number)?),
        };
        let birth = self.new_objects.birth(procedure, false);
        let holders = BTreeSet::from([register]);
        let start = Held { certain: holders.clone(), possible: holders, is_own: true, failure: None };
        let mut held: FxHashMap<Location, Held> = FxHashMap::from_iter([(first, start)]);
        let mut pending = vec![first];
        let live = OnceCell::new();
        let mut is_left_behind = false;
        while let Some(location) = pending.pop() {
            let before = held[&location].clone();
            for &step in automaton.outgoing(location) {
                let data = &automaton.transitions[step];
                let Next::Held(after) = self.next(&birth, data, &before) else { continue };
                if source == Source::Step(step) {
                    // The register gets a new object. Others may still have the address of the one that a thread has got.
                    let find = || LiveRegisters::of(self.program, &self.program.procedures[procedure], automaton);
                    let is_kept = |register: &LocalId| live.get_or_init(find).is_live(data.to, *register);
                    is_left_behind |= !after.is_own && after.possible.iter().any(is_kept);
                    continue;
                }
                let met = held.get(&data.to).map_or_else(|| after.clone(), |there| there.met(&after));
                if held.get(&data.to) != Some(&met) {
                    held.insert(data.to, met);
                    pending.push(data.to);
                }
            }
        }
        Some(self.summary(&birth, source, &held, is_left_behind))
    }

    /// What is known of the objects of a source, from what holds at each location; whether a register holds the address of an object that a
    /// thread has got while the source makes the next one.
    fn summary(
        &self,
        birth: &Birth<'_>,
        source: Source,
        held: &FxHashMap<Location, Held>,
        is_left_behind: bool,
    ) -> Followed {
        let automaton = birth.automaton;
        let step_of_source = match source {
            Source::Step(step) => Some(step),
            Source::Parameter(_) => None,
        };
        let only_here = reached_only_from(automaton, step_of_source, held.keys().copied(), |step| {
            let data = &automaton.transitions[step];
            held.get(&data.from).is_some_and(|before| matches!(self.next(birth, data, before), Next::Held(_)))
        });
        // A thread has it to itself if its creator, which has made it, does nothing with it any more.
        let is_left = step_of_source.is_some()
            && !is_left_behind
            && held.iter().all(|(&location, before)| {
                let is_told =
                    |&step: &Transition| matches!(self.next(birth, &automaton.transitions[step], before), Next::Told);
                before.is_own || !automaton.outgoing(location).iter().any(is_told)
            });
        let mut found = Followed::default();
        for (location, before) in held {
            for &step in automaton.outgoing(*location) {
                let data = &automaton.transitions[step];
                let is_live = before.is_own && only_here.contains(location);
                if is_live && follows_only(birth, data, &before.certain) {
                    found.live.insert(step);
                }
                if is_live && let Some(parameter) = given_to(birth, data, before) {
                    let is_given = is_left || !matches!(data.effect, Effect::Spawn { .. });
                    found.gifts.extend(is_given.then_some(Gift { call: step, parameter }));
                }
                match self.next(birth, data, before) {
                    Next::Held(_) | Next::Ends => {}
                    Next::Freed => found.is_freed = true,
                    Next::Told => found.is_told = true,
                    Next::Returned(is_certain) => {
                        found.may_be_returned = true;
                        if is_live && is_certain {
                            found.returns.insert(step);
                        }
                    }
                }
                // A thread may free it.
                found.is_freed |=
                    matches!(data.effect, Effect::Spawn { .. }) && Mentions::of(birth, data, &before.possible).all > 0;
            }
        }
        found
    }

    fn next(&self, birth: &Birth<'_>, data: &TransitionData, before: &Held) -> Next {
        next(birth, data, before, &|procedure, parameter| self.passed(procedure, parameter))
    }
}
