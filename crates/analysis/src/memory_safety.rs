//! Memory safety, shown without executing anything.
//!
//! Rule. No execution accesses memory outside of live objects if every access stays inside its objects as long as those
//! live ([`super::intervals::BoundedAccesses`]), and these objects are alive wherever an access reaches them by
//! anything but their own name:
//! - globals always are;
//! - a local is, if its address stays in the frame ([`super::frame_locals`]);
//! - a local is, if its lifetime begins once, at all locations that its end cannot come before;
//! - allocated memory is, at all locations that no `free` of it can come before, and where code has it to itself
//!   ([`super::points_to::live_uses`]).
//!
//! An end comes before no location of its own thread that is unreachable behind it. It comes before no location of
//! another thread that its thread creates (or whose ancestor it creates), if the two locations are never in parallel
//! and none of these creations is reachable behind the end.
//!
//! Rule: behind an end are all places that calls and returns lead to. Each object that an access may lead to is asked about.
//! Tests: `freed_behind_the_joins`, `freed_before_the_joins`, `freed_before_the_creation`, `freed_twice`,
//! `local_of_the_creator`, `local_of_the_creator_that_does_not_wait`, `local_of_a_procedure_that_returned`, `freed_in_a_loop`,
//! `local_of_a_called_creator`, `local_of_a_called_creator_that_returns_early`.

use std::iter;

use raddle_program::automaton::{Automaton, Location, Transition};
use raddle_program::entity::Table;
use raddle_program::syntax::{Effect, ProcedureId, Program, Synchronization};
use rustc_hash::{FxHashMap, FxHashSet};

use super::frame_locals::FrameLocals;
use super::intervals::BoundedAccesses;
use super::parallel::Parallel;
use super::points_to::{AbstractObject, CodePlace, Context, ObjectKind, PointsTo, ThreadClass, live_uses};

/// What is behind an end: places of its class, and the classes of which threads are created there.
type Behind = (FxHashSet<(Context, Location)>, FxHashSet<ThreadClass>);

/// The steps of which it is not known that they access nothing outside of live objects. If there is none, no execution does. If there are
/// some, one of them makes the first such access of an execution, unless it [goes wrong later](BoundedAccesses::goes_wrong_later). Those whose
/// objects may be dead come last: they cost more time.
pub fn open_steps<'a>(
    program: &'a Program,
    points_to: &'a PointsTo,
    automata: &'a Table<ProcedureId, Automaton>,
    accesses: &'a BoundedAccesses,
) -> impl Iterator<Item = CodePlace> + 'a {
    let outside = accesses.open.iter().copied();
    let dead = iter::once_with(move || {
        let mut lives = Lives::of(program, points_to, automata);
        let pointed =
            accesses.by_pointer.iter().filter(|(context, step, _)| !accesses.open.contains(&(*context, *step)));
        pointed.filter_map(move |&(context, step, object)| {
            (!lives.certainly(object, (context, step))).then_some((context, step))
        })
    });
    outside.chain(dead.flatten())
}

struct Lives<'a> {
    points_to: &'a PointsTo,
    automata: &'a Table<ProcedureId, Automaton>,
    parallel: Parallel<'a>,
    in_frames: FrameLocals<'a>,
    is_cancelled: bool,
    /// By object: where its life may end; `None` if that is not known.
    ends: FxHashMap<AbstractObject, Option<Vec<(Context, Transition)>>>,
    behind: FxHashMap<(Context, Transition), Behind>,
    /// Where code accesses nothing but memory that it has to itself.
    own: FxHashSet<CodePlace>,
}

impl<'a> Lives<'a> {
    fn of(program: &'a Program, points_to: &'a PointsTo, automata: &'a Table<ProcedureId, Automaton>) -> Lives<'a> {
        let is_cancelled = points_to.synchronizations.values().any(|it| it.operation == Synchronization::ThreadCancel);
        let parallel = Parallel::of(program, points_to, automata);
        let in_frames = FrameLocals::of(program, points_to, automata);
        let (ends, behind) = (FxHashMap::default(), FxHashMap::default());
        let own = live_uses(program, points_to, automata);
        Lives { points_to, automata, parallel, in_frames, is_cancelled, ends, behind, own }
    }

    fn certainly(&mut self, object: AbstractObject, place: (Context, Transition)) -> bool {
        if self.own.contains(&place) {
            return true;
        }
        if !self.ends.contains_key(&object) {
            let ends = self.ends_of(object);
            self.ends.insert(object, ends);
        }
        let Some(ends) = self.ends[&object].clone() else { return false };
        // Where nothing comes, nothing is accessed.
        self.parallel.running_at(place).is_none() || ends.into_iter().all(|end| !self.may_come_before(end, place))
    }

    /// Where the life of an object may end before an access to it; `None` if that is not known.
    fn ends_of(&mut self, object: AbstractObject) -> Option<Vec<(Context, Transition)>> {
        match self.points_to.object(object).kind {
            ObjectKind::Global(_) => Some(Vec::new()),
            ObjectKind::Local(context, local) => {
                let data = &self.points_to.contexts[context];
                if self.is_cancelled {
                    return None;
                }
                if self.in_frames.keeps_address(object) {
                    return Some(Vec::new());
                }
                if !self.points_to.lives_once(context, local, self.automata) {
                    return None;
                }
                // The locals of main live until the process ends, unless its thread ends before.
                let class = &self.points_to.classes[data.class];
                let is_main = class.parent.is_none() && class.start == context;
                let ends = |effect: &Effect| match effect {
                    Effect::Dead(other) => *other == local,
                    Effect::Return(_) => !is_main,
                    _ => false,
                };
                let exits = self.steps_of(data.class, |effect| matches!(effect, Effect::Exit(_)));
                let own = self.automata[data.procedure].transitions.iter().filter(|(_, data)| ends(&data.effect));
                Some(own.map(|(end, _)| (context, end)).chain(exits).collect())
            }
            ObjectKind::Allocated(..) => {
                let frees = self.points_to.accesses.iter().filter(|site| {
                    let mut targets = self.points_to.targets(site.address).iter();
                    site.is_free && targets.any(|target| target.object == object)
                });
                Some(frees.map(|site| (site.context, site.transition)).collect())
            }
            _ => None,
        }
    }

    fn steps_of(&self, class: ThreadClass, is_asked: impl Fn(&Effect) -> bool) -> Vec<(Context, Transition)> {
        let contexts = self.points_to.contexts.iter().filter(|(_, data)| data.class == class);
        let steps = contexts.flat_map(|(context, data)| {
            self.automata[data.procedure].transitions.iter().map(move |(step, data)| (context, step, &data.effect))
        });
        steps.filter(|(_, _, effect)| is_asked(effect)).map(|(context, step, _)| (context, step)).collect()
    }

    fn may_come_before(&mut self, end: (Context, Transition), place: (Context, Transition)) -> bool {
        if self.parallel.running_at(end).is_none() {
            return false;
        }
        if !self.behind.contains_key(&end) {
            let behind = self.behind(end);
            self.behind.insert(end, behind);
        }
        let (places, created) = &self.behind[&end];
        let (ending, class) = (self.points_to.contexts[end.0].class, self.points_to.contexts[place.0].class);
        if !self.points_to.classes[ending].is_single {
            return true;
        }
        if ending == class {
            let from = self.automata[self.points_to.contexts[place.0].procedure].transitions[place.1].from;
            return places.contains(&(place.0, from));
        }
        let ancestry = self.points_to.ancestry(class);
        !ancestry.contains(&ending)
            || self.parallel.may_be_parallel(end, place)
            || ancestry.iter().any(|class| created.contains(class))
    }

    /// What may be reached by the same thread behind a step.
    fn behind(&self, (context, transition): (Context, Transition)) -> Behind {
        let (mut places, mut created) = Behind::default();
        let to = |(context, transition): (Context, Transition)| {
            (context, self.automata[self.points_to.contexts[context].procedure].transitions[transition].to)
        };
        let mut pending = vec![to((context, transition))];
        while let Some((context, location)) = pending.pop() {
            if !places.insert((context, location)) {
                continue;
            }
            let data = &self.points_to.contexts[context];
            let automaton = &self.automata[data.procedure];
            if location == automaton.exit {
                pending.extend(data.callers.iter().map(|&caller| to(caller)));
            }
            for &transition in automaton.outgoing(location) {
                let step = (context, transition);
                let entry =
                    |callee: &Context| (*callee, self.automata[self.points_to.contexts[*callee].procedure].entry);
                pending.push(to(step));
                pending.extend(self.points_to.calls.get(&step).into_iter().flatten().map(entry));
                created.extend(self.points_to.creations.get(&step).into_iter().flatten().copied());
            }
        }
        (places, created)
    }
}
