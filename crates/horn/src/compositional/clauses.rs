//! Translates steps to clauses: one predicate for each view, and the clauses (S1) to (S7).

use std::collections::{BTreeSet, HashMap};

use raddle_logic::horn::{Application, Clause, Predicate, System};
use raddle_logic::sort::Sort;
use raddle_logic::term::{Term, Terms};
use raddle_program::entity::Entity;
use raddle_program::property::Property;
use raddle_program::syntax::SynchronizationFamily;

use crate::compositional::changers::{flags, watch};
use crate::compositional::counters::Counters;
use crate::compositional::exclusion::Exclusion;
use crate::compositional::ghost_counters::GhostCounters;
use crate::compositional::ids::{are_opaque, fix};
use crate::compositional::known::use_known;
use crate::compositional::population::{Population, small};
use crate::compositional::steps::{Steps, gave_up};
use crate::compositional::view::{Parameter, View, Words, copies_of, view_of};
use crate::compositional::walk::{Step, To};
use crate::facts::Combination;
use crate::sequentialize::simulation::{Place, Simulation};
use crate::symbolic::layout::{Layout, Slot};
use crate::symbolic::step::Ending;
use raddle_verify::context::Context;
use raddle_verify::task::Task;
use raddle_verify::verdict::Reason;

/// The most passes over the steps. A pass is repeated if it found a call, a lock or a cut-point that the layout did not have yet.
const PASSES: usize = 40;

/// The most views.
const VIEWS: usize = 3_000;

/// The most clauses.
const CLAUSES: usize = 60_000;

/// The most copies: the number of a copy must differ from [`OTHER`](crate::compositional::view::OTHER).
const COPIES: usize = 100;

/// A program as clauses.
pub struct Encoded {
    /// The clauses.
    pub system: System,
    /// For each clause without a head, the ending of its step.
    pub endings: Vec<Option<Ending>>,
    /// The number of views.
    pub n_views: usize,
    /// The number of thread templates.
    pub n_kinds: usize,
    /// Whether a template may have more than one thread.
    pub is_unbounded: bool,
    /// Whether the encoding assumes that at most [`AT_ONCE`](crate::compositional::counters::AT_ONCE) threads of a template run at once.
    pub counts_threads: bool,
    /// Whether the program hands out numbers in turn, as ticket locks do. A view cannot express that no two threads have the same number.
    pub gives_out_numbers: bool,
    /// The layout of the simulated program.
    pub layout: Layout,
    /// The thread locations of each predicate.
    pub combinations: Vec<Combination>,
}

/// Encodes a program by views with `members` threads.
///
/// # Errors
/// The reason why the program cannot be encoded, or that the run was cancelled.
pub fn encode(
    terms: &mut Terms,
    task: &Task,
    property: Property,
    members: usize,
    cx: &Context,
) -> Result<Encoded, Reason> {
    match encode_with(terms, task, property, members, true, cx)? {
        Some(encoded) => Ok(encoded),
        None => encode_with(terms, task, property, members, false, cx)?
            .ok_or_else(|| gave_up("the ids of threads are used in ways that have no model")),
    }
}

/// Encodes with opaque thread ids if `has_names`. The result is `None` if the program distinguishes opaque ids.
fn encode_with(
    terms: &mut Terms,
    task: &Task,
    property: Property,
    members: usize,
    has_names: bool,
    cx: &Context,
) -> Result<Option<Encoded>, Reason> {
    let mut simulation = Simulation::new(terms, task, property, cx.options.reduction);
    if property == Property::Assertions {
        simulation.leave_out_redundant_cut_points();
    }
    let mut population = Population::new(terms, &mut simulation, members, has_names);
    if population.kind_of.len() > COPIES {
        return Err(gave_up("there are too many kinds of threads"));
    }
    for _ in 0..PASSES {
        let size = |simulation: &Simulation<'_>| {
            (simulation.layout.slots.len(), simulation.layout.contexts.len(), simulation.cut.len())
        };
        let before = size(&simulation);
        let mut steps = Steps::of(terms, &mut simulation, &mut population, cx)?;
        if before != size(&simulation) {
            continue;
        }
        if has_names {
            let names: Vec<Term> = population.kinds.iter().filter_map(|kind| kind.name).collect();
            if !are_opaque(terms, &simulation, &names, steps.of.values().flatten()) {
                return Ok(None);
            }
            fix(terms, &population, steps.of.values_mut().flatten());
        }
        let mut writing = Writing::new(terms, simulation, population, steps, members)?;
        writing.write(terms, cx)?;
        let kinds = &writing.population.kinds;
        return Ok(Some(Encoded {
            combinations: writing.combinations(),
            endings: writing.endings,
            n_views: writing.views.len(),
            n_kinds: kinds.len(),
            is_unbounded: kinds.iter().any(|kind| !kind.is_single),
            counts_threads: writing.counters.rely_on_a_limit(&writing.population),
            gives_out_numbers: writing.counters.give_out_numbers(),
            system: writing.system,
            layout: writing.simulation.layout,
        }));
    }
    Err(gave_up("the calls and locks of the program could not be enumerated"))
}

/// The state of the translation.
struct Writing<'a> {
    simulation: Simulation<'a>,
    population: Population,
    steps: Steps,
    members: usize,
    words: Words,
    shared: Vec<Slot>,
    exclusion: Exclusion,
    counters: Counters,
    ghost_counters: GhostCounters,
    /// For each location, the relevant live slots that belong to its thread alone.
    own: HashMap<Place, Vec<Slot>>,
    system: System,
    endings: Vec<Option<Ending>>,
    views: Vec<View>,
    known: HashMap<View, usize>,
    predicates: Vec<(Predicate, Vec<Parameter>)>,
}

impl<'a> Writing<'a> {
    fn new(
        terms: &mut Terms,
        mut simulation: Simulation<'a>,
        mut population: Population,
        mut steps: Steps,
        members: usize,
    ) -> Result<Self, Reason> {
        let mut identities = BTreeSet::new();
        for (&(object, _), slots) in &simulation.sync {
            if population
                .owner_of_object(&simulation, object)
                .is_some_and(|copy| !population.kinds[population.kind_of[copy as usize]].is_single)
            {
                return Err(gave_up("a lock belongs to one of many threads alone"));
            }
            if matches!(slots.family, SynchronizationFamily::Mutex | SynchronizationFamily::Spin) {
                identities.insert(slots.owner);
            }
        }
        let mut words = Words::new(terms, &mut simulation, &mut population, identities);
        let owners = population.owners(&simulation);
        let mut to_first = HashMap::new();
        for (slot, owner) in owners.iter().enumerate() {
            if let Some(copy) = owner
                && population.base(*copy) == *copy
            {
                for &other in &population.kinds[population.kind_of[*copy as usize]].copies {
                    to_first.insert(words.moved(slot, other), slot);
                }
            }
        }
        let everybody: Vec<Slot> = (0..owners.len()).filter(|&slot| owners[slot].is_none()).collect();
        let mut all: Vec<&mut Step> = steps.of.values_mut().flatten().collect();
        use_known(terms, &simulation, &everybody, &steps.initial, &mut all);
        let mut relevant = steps.relevant(terms, &simulation, &to_first);
        let all = steps.of.values().flatten();
        let flags = flags(terms, &mut simulation, &relevant, &steps.initial, all);
        for flag in &flags {
            relevant.insert(flag.changer);
            words.identities.insert(flag.changer);
            steps.initial.resize(flag.changer, terms.falsity());
            steps.initial.push(small(terms, 0));
        }
        for (&(copy, _), found) in &mut steps.of {
            found.iter_mut().for_each(|step| watch(terms, &simulation, &flags, copy, step));
        }
        let owner = |slot: Slot| owners.get(slot).copied().flatten();
        let mut shared: Vec<Slot> = relevant.iter().copied().filter(|&slot| owner(slot).is_none()).collect();
        let exclusion = Exclusion::of(terms, &simulation, &population, &shared, &steps);
        let counters = Counters::of(terms, &simulation, &population, &exclusion, &shared, &steps);
        let ghost_counters = GhostCounters::of(terms, &mut simulation, &population, &shared, &mut steps);
        shared.extend(ghost_counters.slots());
        let mut own = HashMap::new();
        for &place in steps.places.iter().flatten() {
            let copy = simulation.threads[place.context];
            let is_own = |slot: &Slot| owner(*slot) == Some(copy) && simulation.is_live(place, *slot);
            own.insert(place, relevant.iter().copied().filter(is_own).collect());
        }
        Ok(Writing {
            simulation,
            population,
            steps,
            members,
            words,
            shared,
            exclusion,
            counters,
            ghost_counters,
            own,
            system: System::new(),
            endings: Vec::new(),
            views: Vec::new(),
            known: HashMap::new(),
            predicates: Vec::new(),
        })
    }

    fn write(&mut self, terms: &mut Terms, cx: &Context) -> Result<(), Reason> {
        let main = self.simulation.starts[&(0, self.simulation.task.program.main)];
        let entry = self.simulation.automata[self.simulation.task.program.main].entry;
        let place = Place { context: main, location: entry, depth: 0 };
        let (first, copies) = view_of(&self.population, &[(0, Some(place))]);
        let number = self.number(terms, first);
        let state = self.steps.initial.clone();
        let head = self.said(terms, number, (&copies, &copies), &state);
        self.add(terms, Vec::new(), terms.truth(), Some(head), None);
        // Interference is written after all views are known: its premises are existing views.
        let mut next = 0;
        while next < self.views.len() {
            if let Some(reason) = cx.cancelled() {
                return Err(reason);
            }
            if self.views.len() > VIEWS || self.system.clauses().len() > CLAUSES {
                return Err(gave_up("there are too many combinations of places at which threads stand"));
            }
            self.own_steps(terms, next);
            self.symmetries(terms, next);
            next += 1;
        }
        for view in 0..self.views.len() {
            if let Some(reason) = cx.cancelled() {
                return Err(reason);
            }
            if self.system.clauses().len() > CLAUSES {
                return Err(gave_up("there are too many combinations of places at which threads stand"));
            }
            if self.views[view].len() == self.members {
                self.interference(terms, view);
            }
        }
        Ok(())
    }

    /// The number of a view. A new view is numbered and gets a predicate.
    fn number(&mut self, terms: &mut Terms, view: View) -> usize {
        if let Some(&known) = self.known.get(&view) {
            return known;
        }
        let mut parameters: Vec<Parameter> = self.shared.iter().map(|&slot| Parameter::Shared(slot)).collect();
        let mut places = Vec::new();
        for (at, member) in view.iter().enumerate() {
            match member.at {
                Some(place) => {
                    parameters.extend(self.own[&place].iter().map(|&slot| Parameter::Own(at, slot)));
                    places.push(format!("{}.{}.{}", member.kind, place.context, place.location.index()));
                }
                None => places.push(format!("{}.end", member.kind)),
            }
        }
        let sorts: Vec<Sort> = parameters
            .iter()
            .map(|parameter| match *parameter {
                Parameter::Shared(slot) | Parameter::Own(_, slot) => self.simulation.layout.slots[slot].sort,
            })
            .collect();
        let predicate = self.system.declare(terms, &places.join("+"), &sorts);
        let number = self.views.len();
        self.known.insert(view.clone(), number);
        self.views.push(view);
        self.predicates.push((predicate, parameters));
        number
    }

    /// The thread locations of each predicate.
    fn combinations(&self) -> Vec<Combination> {
        let next_of = |place: Place| {
            let procedure = self.simulation.procedure(place.context);
            let automaton = &self.simulation.automata[procedure];
            let next = automaton.outgoing(place.location).first().map(|&next| automaton.transitions[next].span);
            (place.context, next.unwrap_or(self.simulation.task.program.procedures[procedure].span))
        };
        let of_view = |(view, (predicate, parameters)): (&View, &(Predicate, Vec<Parameter>))| {
            let running: Vec<usize> = (0..view.len()).filter(|&member| view[member].at.is_some()).collect();
            let slot = |parameter: &Parameter| match *parameter {
                Parameter::Shared(slot) => (slot, None),
                Parameter::Own(member, slot) => (slot, running.iter().position(|&it| it == member)),
            };
            Combination {
                predicate: *predicate,
                threads: view.iter().filter_map(|member| member.at).map(next_of).collect(),
                parameters: parameters.iter().map(slot).collect(),
                constants: Vec::new(),
            }
        };
        self.views.iter().zip(&self.predicates).map(of_view).collect()
    }

    /// The predicate of a view, applied to a state. `who` lists the copies that are the members, and the copies that the state may name.
    fn said(&self, terms: &mut Terms, view: usize, who: (&[u32], &[u32]), state: &[Term]) -> Application {
        let (predicate, parameters) = &self.predicates[view];
        let arguments = self.words.arguments(terms, &self.population, &self.views[view], parameters, who, state);
        Application { predicate: *predicate, arguments }
    }

    fn add(
        &mut self,
        terms: &Terms,
        body: Vec<Application>,
        constraint: Term,
        head: Option<Application>,
        ending: Option<Ending>,
    ) {
        let is_said = head.as_ref().is_some_and(|head| body.contains(head));
        if constraint != terms.falsity() && !is_said {
            self.system.add(terms, Clause { body, constraint, head });
            self.endings.push(ending);
        }
    }

    /// A condition that holds in every state with threads at these locations, by mutual exclusion and counters.
    fn possible(&self, terms: &mut Terms, threads: &[(u32, Option<Place>)]) -> Term {
        let of_kinds: Vec<(usize, Option<Place>)> =
            threads.iter().map(|&(copy, at)| (self.population.kind_of[copy as usize], at)).collect();
        match self.exclusion.held_by(threads) {
            Some(held) => {
                let counted = self.counters.say(terms, &self.simulation, &self.population, &of_kinds, &held);
                let written = self.ghost_counters.say(terms, &self.simulation, &of_kinds);
                terms.and(counted, written)
            }
            None => terms.falsity(),
        }
    }

    /// Clauses (S2) to (S5) and (S7): a member of the view takes a step.
    fn own_steps(&mut self, terms: &mut Terms, number: usize) {
        let view = self.views[number].clone();
        let copies = copies_of(&self.population, &view);
        let threads: Vec<(u32, Option<Place>)> =
            copies.iter().zip(&view).map(|(&copy, member)| (copy, member.at)).collect();
        let before = self.simulation.variables.clone();
        let premise = self.said(terms, number, (&copies, &copies), &before);
        let possible = self.possible(terms, &threads);
        for (at, &(copy, place)) in threads.iter().enumerate() {
            let Some(place) = place else { continue };
            for step in self.steps.of[&(copy, place)].clone() {
                let guard = terms.and(possible, step.guard);
                let to = match step.to {
                    To::End(ending) => {
                        self.add(terms, vec![premise.clone()], guard, None, Some(ending));
                        continue;
                    }
                    To::Place(to) => to,
                };
                let mut after = threads.clone();
                after[at].1 = to;
                let mut reached = Vec::new();
                match step.created {
                    None => reached.push(after),
                    Some(child) if self.is_there(&view, child) => continue,
                    Some(child) => {
                        let kind = &self.population.kinds[self.population.kind_of[child as usize]];
                        let context = self.simulation.starts[&(kind.copies[0], kind.start)];
                        let entry = self.simulation.automata[kind.start].entry;
                        let child = (child, Some(Place { context, location: entry, depth: 0 }));
                        if after.len() < self.members {
                            after.push(child);
                            reached.push(after);
                        } else {
                            for replaced in 0..after.len() {
                                let mut with_child = after.clone();
                                with_child[replaced] = child;
                                reached.push(with_child);
                            }
                            reached.push(after);
                        }
                    }
                }
                for threads in reached {
                    // A view in which all threads have ended carries no information.
                    if threads.iter().all(|(_, at)| at.is_none()) {
                        continue;
                    }
                    let (view, members) = view_of(&self.population, &threads);
                    let number = self.number(terms, view);
                    let head = self.said(terms, number, (&members, &copies), &step.state);
                    self.add(terms, vec![premise.clone()], guard, Some(head), None);
                }
            }
        }
    }

    /// Whether the view already has the thread of this copy, because its template has at most one instance.
    fn is_there(&self, view: &View, copy: u32) -> bool {
        let kind = self.population.kind_of[copy as usize];
        self.population.kinds[kind].is_single && view.iter().any(|member| member.kind == kind)
    }

    /// Members of one template at one location are interchangeable: the predicate also holds with them swapped.
    fn symmetries(&mut self, terms: &mut Terms, number: usize) {
        let view = self.views[number].clone();
        let copies = copies_of(&self.population, &view);
        let before = self.simulation.variables.clone();
        for at in 1..view.len() {
            if view[at - 1] == view[at] {
                let mut swapped = copies.clone();
                swapped.swap(at - 1, at);
                let premise = self.said(terms, number, (&copies, &copies), &before);
                let head = self.said(terms, number, (&swapped, &copies), &before);
                self.add(terms, vec![premise], terms.truth(), Some(head), None);
            }
        }
    }

    /// Clause (S6): a thread outside of the view takes a step.
    fn interference(&mut self, terms: &mut Terms, number: usize) {
        let view = self.views[number].clone();
        let copies = copies_of(&self.population, &view);
        let threads: Vec<(u32, Option<Place>)> =
            copies.iter().zip(&view).map(|(&copy, member)| (copy, member.at)).collect();
        let before = self.simulation.variables.clone();
        for kind in 0..self.population.kinds.len() {
            let n_members = view.iter().filter(|member| member.kind == kind).count();
            let of_kind = &self.population.kinds[kind];
            if of_kind.is_single && n_members > 0 {
                continue;
            }
            let other = of_kind.copies[n_members];
            let mut known = copies.clone();
            known.push(other);
            for place in self.steps.places[kind].clone() {
                let steps: Vec<Step> = self.steps.of[&(other, place)]
                    .iter()
                    .filter(|step| {
                        matches!(step.to, To::Place(_))
                            && step.created.is_none_or(|child| !self.is_there(&view, child))
                            && self.shared.iter().any(|&slot| step.state[slot] != before[slot])
                    })
                    .cloned()
                    .collect();
                if steps.is_empty() {
                    continue;
                }
                let mut body = vec![self.said(terms, number, (&copies, &known), &before)];
                let mut is_possible = true;
                for replaced in 0..threads.len() {
                    let mut with_other = threads.clone();
                    with_other[replaced] = (other, Some(place));
                    let (view, members) = view_of(&self.population, &with_other);
                    match self.known.get(&view) {
                        Some(&premise) => {
                            let premise = self.said(terms, premise, (&members, &known), &before);
                            if !body.contains(&premise) {
                                body.push(premise);
                            }
                        }
                        None => is_possible = false,
                    }
                }
                if !is_possible {
                    continue;
                }
                let mut everybody = threads.clone();
                everybody.push((other, Some(place)));
                let possible = self.possible(terms, &everybody);
                for step in steps {
                    let head = self.said(terms, number, (&copies, &known), &step.state);
                    let guard = terms.and(possible, step.guard);
                    self.add(terms, body.clone(), guard, Some(head), None);
                }
            }
        }
    }
}
