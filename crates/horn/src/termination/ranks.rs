//! Ranking functions: numbers that decrease on cycles, found and checked.
//!
//! The steps between locations, strengthened by the invariant, are a graph. An infinite execution finally stays in one strongly connected
//! component. For a component a *rank* is searched: a number at each location that no step of the component increases and some steps
//! decrease. The decreasing steps occur finitely often, so they are removed, and the rest is split into components again. The result is a
//! lexicographic ranking function, with separate functions for separate parts of the program [Alias, Darte, Feautrier, Gonnord 10; Cook,
//! See, Zuleger 13]. Numbers are machine integers of a fixed width, compared as unsigned or signed numbers. There are finitely many, so a
//! number that never increases can decrease finitely often only. No lower bound is needed, and arithmetic that wraps around is simply a
//! step that increases the number.
//!
//! Steps that occur finitely often for any values are removed first ([`super::recurrence`]). If a component has no rank, its locations may
//! have transition invariants ([`super::closure`]).
//!
//! Before all that, locations are eliminated: the steps to and from a location are composed. Locations without a known invariant are
//! eliminated first, so that cycles start at locations with an invariant.

use std::collections::BTreeMap;
use std::rc::Rc;

use raddle_logic::sat::{SatResult, SatSolver};
use raddle_logic::solver::Solver;
use raddle_logic::sort::Sort;
use raddle_logic::term::{Term, Terms};
use raddle_logic::traverse::{Substitution, variables_of};

use crate::symbolic::layout::Slot;
use crate::termination::closure::{TransitionInvariant, transition_invariants};
use crate::termination::recurrence::{Happening, finitely_often};
use raddle_program::components::component_numbers;
use raddle_verify::context::Context;

/// The most steps after the elimination of locations.
const STEPS: usize = 600;

/// The most measures for one component.
const TRIES: usize = 1_500;

/// A step between two locations.
#[derive(Clone, Debug)]
pub struct Step {
    /// The start location.
    pub from: usize,
    /// The variables for the slots at the start.
    pub before: Vec<Term>,
    /// The condition of the step.
    pub guard: Term,
    /// The target location.
    pub to: usize,
    /// The values of the target's slots.
    pub after: Vec<Term>,
    /// Which threads and events the step has.
    pub happening: Happening,
    /// The clauses of which the step is composed, in order.
    pub clauses: Vec<usize>,
}

/// The slots of a location: parameters of its predicate, and slots with a constant value.
#[derive(Clone, Debug, Default)]
pub struct Held {
    /// The slots of the parameters, in order.
    pub parameters: Vec<Slot>,
    /// The constants.
    pub constants: BTreeMap<Slot, Term>,
    /// Whether the location has no invariant of its own: what holds there follows from the steps to it. Every cycle has another location.
    pub is_derived: bool,
}

/// The number that a rank compares.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Measure {
    /// The value of a slot.
    Slot(Slot),
    /// The difference of two slots.
    Difference(Slot, Slot),
    /// The sum of two slots.
    Sum(Slot, Slot),
    /// A constant minus a slot.
    From(Term, Slot),
}

/// How numbers are compared, and in which direction they change.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Comparison {
    /// Unsigned, decreasing.
    UnsignedDown,
    /// Unsigned, increasing.
    UnsignedUp,
    /// Signed, decreasing.
    SignedDown,
    /// Signed, increasing.
    SignedUp,
}

/// A rank, with the steps that it proves to occur finitely often.
#[derive(Clone, Debug)]
pub struct Rank {
    /// The number.
    pub measure: Measure,
    /// The comparison.
    pub comparison: Comparison,
    /// The steps of the component, by number.
    pub component: Vec<usize>,
    /// The steps that decrease the rank.
    pub smaller: Vec<usize>,
}

/// Why no execution stays in a component for ever.
#[derive(Clone, Debug)]
pub enum Argument {
    /// Some steps decrease a rank; the remaining steps need further arguments.
    Rank(Rank),
    /// Some steps occur finitely often for any values; the remaining steps need further arguments.
    Seldom {
        /// The steps of the component, by number.
        component: Vec<usize>,
        /// The steps that occur finitely often.
        seldom: Vec<usize>,
    },
    /// The locations have transition invariants.
    Invariants {
        /// The steps of the component, by number.
        component: Vec<usize>,
        /// One for each location.
        invariants: Vec<TransitionInvariant>,
    },
}

/// Which locations are eliminated first.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Order {
    /// Locations whose elimination creates the fewest steps.
    Cheapest,
    /// Locations with the most parameters: there a thread is in the middle of an operation, with values read but not yet written.
    Fullest,
}

/// Whether transition invariants are searched if there is no rank.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Closure {
    /// They are not, because the search takes long.
    Never,
    /// They are.
    Allowed,
}

/// Why there are no ranks.
#[derive(Debug)]
pub enum Failed {
    /// No rank was found for a component; these are its steps.
    NoRank(Vec<usize>),
    /// The run was cancelled.
    Stopped,
}

/// A new solver, which is interrupted when the run is cancelled.
pub fn solver_for(cx: &Context) -> Solver<Box<dyn SatSolver>> {
    let mut sat = cx.sat_solver();
    let cancellation = cx.cancellation();
    sat.set_interruption(Some(Rc::new(move || cancellation.reason().is_some())));
    Solver::new(sat)
}

/// Eliminates locations: the steps to and from an eliminated location are composed, until no further location can be eliminated cheaply.
pub fn condensed(terms: &mut Terms, steps: Vec<Step>, held: &[Held], order: Order) -> Vec<Step> {
    let n_places = held.len();
    let mut steps = steps;
    loop {
        steps = within_components(&steps, n_places);
        // The cheapest location without a step to itself.
        let mut counts = vec![(0usize, 0usize, false); n_places];
        for step in &steps {
            counts[step.from].1 += 1;
            counts[step.to].0 += 1;
            counts[step.from].2 |= step.from == step.to;
        }
        let cost = |place: usize| counts[place].0 * counts[place].1;
        let grown = |place: usize| steps.len() + cost(place) - counts[place].0 - counts[place].1;
        let fullness = |place: usize| match order {
            Order::Cheapest => 0,
            Order::Fullest => held[place].parameters.len(),
        };
        let best = (0..held.len())
            .filter(|&place| counts[place].0 > 0 && counts[place].1 > 0 && !counts[place].2)
            .filter(|&place| grown(place) <= STEPS.max(steps.len()))
            .min_by_key(|&place| (!held[place].is_derived, std::cmp::Reverse(fullness(place)), cost(place), place));
        let Some(place) = best else { return steps };
        let (touching, mut kept): (Vec<Step>, Vec<Step>) =
            steps.into_iter().partition(|step| step.from == place || step.to == place);
        for first in touching.iter().filter(|step| step.to == place) {
            for second in touching.iter().filter(|step| step.from == place) {
                let both = composed(terms, first, second);
                if terms.constant_bool(both.guard) != Some(false) {
                    kept.push(both);
                }
            }
        }
        steps = kept;
    }
}

/// The composition of two steps.
pub fn composed(terms: &mut Terms, first: &Step, second: &Step) -> Step {
    let mut roots = vec![second.guard];
    roots.extend(&second.after);
    let mut pairs: Vec<(Term, Term)> = second.before.iter().copied().zip(first.after.iter().copied()).collect();
    for variable in variables_of(terms, &roots) {
        if !second.before.contains(&variable) {
            // The second step makes its own choices.
            let name = terms.name(variable).unwrap_or_default().to_owned();
            let fresh = terms.fresh(&name, terms.sort(variable));
            pairs.push((variable, fresh));
        }
    }
    let mut then = Substitution::from_pairs(pairs);
    let guard = then.apply(terms, second.guard);
    let guard = terms.and(first.guard, guard);
    let after = second.after.iter().map(|&value| then.apply(terms, value)).collect();
    let happening = first.happening.with(second.happening);
    let clauses = first.clauses.iter().chain(&second.clauses).copied().collect();
    Step { from: first.from, before: first.before.clone(), guard, to: second.to, after, happening, clauses }
}

/// The steps that lie on cycles.
fn within_components(steps: &[Step], n_places: usize) -> Vec<Step> {
    let all: Vec<usize> = (0..steps.len()).collect();
    let of = components(steps, &all, n_places);
    let inside = |step: &&Step| of[step.from] == of[step.to];
    steps.iter().filter(inside).cloned().collect()
}

/// The strongly connected component of each location, by the chosen steps.
fn components(steps: &[Step], chosen: &[usize], n_places: usize) -> Vec<usize> {
    let mut successors = vec![Vec::new(); n_places];
    for &number in chosen {
        successors[steps[number].from].push(steps[number].to as u32);
    }
    component_numbers(&successors)
}

/// Proves that every step occurs finitely often. Guards include the invariant of the start. If a component has no rank, transition
/// invariants are tried if `closure` allows it.
///
/// # Errors
/// The reason why there is no proof.
pub fn ranks(
    terms: &mut Terms,
    steps: &[Step],
    held: &[Held],
    closure: Closure,
    cx: &mut Context,
) -> Result<Vec<Argument>, Failed> {
    let mut found = Vec::new();
    let mut pending = vec![(0..steps.len()).collect::<Vec<usize>>()];
    while let Some(chosen) = pending.pop() {
        let of = components(steps, &chosen, held.len());
        let mut groups: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
        for &number in chosen.iter().filter(|&&number| of[steps[number].from] == of[steps[number].to]) {
            groups.entry(of[steps[number].from]).or_default().push(number);
        }
        for component in groups.into_values() {
            let seldom = seldom(steps, &component, cx);
            if !seldom.is_empty() {
                pending.push(component.iter().copied().filter(|number| !seldom.contains(number)).collect());
                found.push(Argument::Seldom { component, seldom });
                continue;
            }
            match rank(terms, steps, &component, held, cx) {
                Ok(rank) => {
                    let is_left = |number: &usize| !rank.smaller.contains(number);
                    pending.push(component.into_iter().filter(is_left).collect());
                    found.push(Argument::Rank(rank));
                }
                Err(Failed::Stopped) => return Err(Failed::Stopped),
                Err(Failed::NoRank(component)) if closure == Closure::Never => {
                    return Err(Failed::NoRank(component));
                }
                Err(Failed::NoRank(_)) => {
                    let invariants = transition_invariants(terms, steps, &component, held, cx)?;
                    found.push(Argument::Invariants { component, invariants });
                }
            }
        }
    }
    Ok(found)
}

/// The steps of a component that occur finitely often for any values.
fn seldom(steps: &[Step], component: &[usize], cx: &Context) -> Vec<usize> {
    finitely_often(component.iter().map(|&number| (number, steps[number].happening)), cx.options.is_fair)
}

/// Splits steps into possible and impossible ones.
///
/// # Errors
/// If the run was cancelled.
pub fn possible(terms: &mut Terms, steps: Vec<Step>, cx: &Context) -> Result<(Vec<Step>, Vec<Step>), Failed> {
    let (mut possible, mut impossible) = (Vec::new(), Vec::new());
    let mut solver = solver_for(cx);
    for step in steps {
        cx.report("leaving out steps", || format!("{} are possible", possible.len()));
        let is_taken = solver.activation(terms, "step");
        solver.assert_under(terms, is_taken, step.guard);
        match solver.check(terms, &[is_taken]) {
            SatResult::Sat => possible.push(step),
            SatResult::Unsat => impossible.push(step),
            SatResult::Interrupted => return Err(Failed::Stopped),
        }
        if cx.cancelled().is_some() {
            return Err(Failed::Stopped);
        }
    }
    Ok((possible, impossible))
}

/// A rank of one component.
fn rank(terms: &mut Terms, steps: &[Step], component: &[usize], held: &[Held], cx: &Context) -> Result<Rank, Failed> {
    let mut solver = solver_for(cx);
    let mut possible: Vec<(usize, Term)> = Vec::new();
    for &number in component {
        let is_taken = solver.activation(terms, "step");
        solver.assert_under(terms, is_taken, steps[number].guard);
        possible.push((number, is_taken));
    }
    let measures = measures(terms, steps, component, held);
    let mut n_tries = 0;
    for measure in measures {
        for &comparison in directions(measure) {
            n_tries += 1;
            cx.report("looking for ranks", || format!("{} steps, {n_tries} measures", component.len()));
            if n_tries > TRIES {
                return Err(Failed::NoRank(component.to_vec()));
            }
            if cx.cancelled().is_some() {
                return Err(Failed::Stopped);
            }
            if let Some(smaller) = decreases(terms, &mut solver, steps, &possible, held, measure, comparison)? {
                return Ok(Rank { measure, comparison, component: component.to_vec(), smaller });
            }
        }
    }
    Err(Failed::NoRank(component.to_vec()))
}

/// The comparisons to try for a measure.
pub fn directions(measure: Measure) -> &'static [Comparison] {
    match measure {
        Measure::Slot(_) | Measure::Sum(..) => {
            &[Comparison::UnsignedDown, Comparison::UnsignedUp, Comparison::SignedDown, Comparison::SignedUp]
        }
        Measure::Difference(..) | Measure::From(..) => &[Comparison::UnsignedDown],
    }
}

/// Whether a step decreases a measure in every case.
///
/// # Errors
/// If the run was cancelled.
pub fn shrinks(
    terms: &mut Terms,
    step: &Step,
    held: &[Held],
    measure: Measure,
    comparison: Comparison,
    cx: &Context,
) -> Result<bool, Failed> {
    let Some((_, strictly)) = conditions(terms, step, held, measure, comparison) else { return Ok(false) };
    let mut solver = solver_for(cx);
    let is_taken = solver.activation(terms, "way");
    solver.assert_under(terms, is_taken, step.guard);
    follows(terms, &mut solver, is_taken, strictly)
}

/// The steps that decrease the measure; `None` if no step does, or some step may increase it.
fn decreases<S: SatSolver>(
    terms: &mut Terms,
    solver: &mut Solver<S>,
    steps: &[Step],
    possible: &[(usize, Term)],
    held: &[Held],
    measure: Measure,
    comparison: Comparison,
) -> Result<Option<Vec<usize>>, Failed> {
    let mut smaller = Vec::new();
    for &(number, is_taken) in possible {
        let Some((weakly, strictly)) = conditions(terms, &steps[number], held, measure, comparison) else {
            return Ok(None);
        };
        if !follows(terms, solver, is_taken, weakly)? {
            return Ok(None);
        }
        if follows(terms, solver, is_taken, strictly)? {
            smaller.push(number);
        }
    }
    Ok((!smaller.is_empty()).then_some(smaller))
}

fn follows<S: SatSolver>(
    terms: &mut Terms,
    solver: &mut Solver<S>,
    is_taken: Term,
    what: Term,
) -> Result<bool, Failed> {
    if let Some(known) = terms.constant_bool(what)
        && known
    {
        return Ok(true);
    }
    let negation = terms.not(what);
    match solver.check(terms, &[is_taken, negation]) {
        SatResult::Unsat => Ok(true),
        SatResult::Sat => Ok(false),
        SatResult::Interrupted => Err(Failed::Stopped),
    }
}

/// The conditions that a step does not increase the measure, and that it decreases it. `None` if the measure has an unknown slot.
pub fn conditions(
    terms: &mut Terms,
    step: &Step,
    held: &[Held],
    measure: Measure,
    comparison: Comparison,
) -> Option<(Term, Term)> {
    let before = measured(terms, &held[step.from], &step.before, measure)?;
    let after = measured(terms, &held[step.to], &step.after, measure)?;
    Some(match comparison {
        Comparison::UnsignedDown => (terms.bv_ule(after, before), terms.bv_ult(after, before)),
        Comparison::UnsignedUp => (terms.bv_uge(after, before), terms.bv_ugt(after, before)),
        Comparison::SignedDown => (terms.bv_sle(after, before), terms.bv_slt(after, before)),
        Comparison::SignedUp => (terms.bv_sge(after, before), terms.bv_sgt(after, before)),
    })
}

/// The value of a measure at a location; `None` if one of its slots is unknown there.
fn measured(terms: &mut Terms, held: &Held, values: &[Term], measure: Measure) -> Option<Term> {
    let value = |slot: Slot| match held.parameters.iter().position(|&parameter| parameter == slot) {
        Some(at) => values.get(at).copied(),
        None => held.constants.get(&slot).copied(),
    };
    Some(match measure {
        Measure::Slot(slot) => value(slot)?,
        Measure::Difference(one, other) => {
            let (one, other) = (value(one)?, value(other)?);
            terms.bv_sub(one, other)
        }
        Measure::Sum(one, other) => {
            let (one, other) = (value(one)?, value(other)?);
            terms.bv_add(one, other)
        }
        Measure::From(constant, slot) => {
            let slot = value(slot)?;
            terms.bv_sub(constant, slot)
        }
    })
}

/// The candidate measures of a component, the simplest first.
pub fn measures(terms: &Terms, steps: &[Step], component: &[usize], held: &[Held]) -> Vec<Measure> {
    let mut slots: BTreeMap<Slot, u32> = BTreeMap::new();
    let mut changed: Vec<Slot> = Vec::new();
    for &number in component {
        let step = &steps[number];
        for (&slot, &value) in held[step.to].parameters.iter().zip(&step.after) {
            if let Sort::BitVec(width) = terms.sort(value)
                && width <= 64
            {
                slots.insert(slot, width);
                let stays =
                    held[step.from].parameters.iter().zip(&step.before).any(|(&it, &old)| it == slot && old == value);
                if !stays && !changed.contains(&slot) {
                    changed.push(slot);
                }
            }
        }
        for (&slot, &value) in &held[step.to].constants {
            if let Sort::BitVec(width) = terms.sort(value)
                && width <= 64
            {
                slots.insert(slot, width);
            }
        }
    }
    changed.sort_unstable();
    let mut constants: Vec<Term> = Vec::new();
    for &number in component {
        let mut roots = vec![steps[number].guard];
        roots.extend(&steps[number].after);
        for term in raddle_logic::traverse::reachable(terms, &roots) {
            let is_number = terms.constant_bits(term).is_some() && terms.width(term) <= 64;
            if is_number && !constants.contains(&term) && constants.len() < 40 {
                constants.push(term);
            }
        }
    }
    constants.sort_unstable();
    let mut found: Vec<Measure> = changed.iter().map(|&slot| Measure::Slot(slot)).collect();
    let same = |one: Slot, other: Slot| slots.get(&one).is_some_and(|width| slots.get(&other) == Some(width));
    for &one in &changed {
        for &other in slots.keys() {
            if one != other && same(one, other) {
                found.push(Measure::Difference(one, other));
                if !changed.contains(&other) {
                    found.push(Measure::Difference(other, one));
                }
            }
        }
    }
    for &slot in &changed {
        for &constant in &constants {
            if slots.get(&slot) == Some(&terms.width(constant)) {
                found.push(Measure::From(constant, slot));
            }
        }
    }
    for (at, &one) in changed.iter().enumerate() {
        for &other in &changed[at + 1..] {
            if same(one, other) {
                found.push(Measure::Sum(one, other));
            }
        }
    }
    found
}

/// Checks with new solvers that the arguments prove that every step occurs finitely often.
///
/// # Errors
/// If the run was cancelled.
pub fn are_ranks(
    terms: &mut Terms,
    steps: &[Step],
    held: &[Held],
    arguments: &[Argument],
    cx: &Context,
) -> Result<bool, Failed> {
    let mut left: Vec<usize> = (0..steps.len()).collect();
    for argument in arguments {
        let component = match argument {
            Argument::Rank(rank) => &rank.component,
            Argument::Seldom { component, .. } | Argument::Invariants { component, .. } => component,
        };
        // A rank covers a whole component of the steps that the earlier arguments have left: all other steps lead out of the component or
        // occur finitely often.
        let of = components(steps, &left, held.len());
        let Some(&first) = component.first() else { return Ok(false) };
        let is_inside = |number: &usize| {
            of[steps[*number].from] == of[steps[first].from] && of[steps[*number].to] == of[steps[first].from]
        };
        if !left.iter().copied().filter(is_inside).eq(component.iter().copied()) {
            return Ok(false);
        }
        let rank = match argument {
            Argument::Rank(rank) => rank,
            Argument::Seldom { component, seldom: claimed } => {
                let seldom = seldom(steps, component, cx);
                if !claimed.iter().all(|number| seldom.contains(number)) {
                    return Ok(false);
                }
                left.retain(|number| !claimed.contains(number));
                continue;
            }
            Argument::Invariants { component, invariants } => {
                if !invariants.iter().all(|invariant| invariant.holds(terms)) {
                    return Ok(false);
                }
                left.retain(|number| !component.contains(number));
                continue;
            }
        };
        let mut solver = solver_for(cx);
        for &number in &rank.component {
            let is_taken = solver.activation(terms, "step");
            solver.assert_under(terms, is_taken, steps[number].guard);
            let Some((weakly, strictly)) = conditions(terms, &steps[number], held, rank.measure, rank.comparison)
            else {
                return Ok(false);
            };
            let is_smaller = rank.smaller.contains(&number);
            if !follows(terms, &mut solver, is_taken, if is_smaller { strictly } else { weakly })? {
                return Ok(false);
            }
        }
        left.retain(|number| !rank.smaller.contains(number));
    }
    let of = components(steps, &left, held.len());
    Ok(left.iter().all(|&number| of[steps[number].from] != of[steps[number].to]))
}
