//! Transition invariants: relations between the values of a location now and later, for components without a single rank.
//!
//! For each location of a component a relation `Round` is searched that relates its values to the values whenever the execution returns to
//! it. The relation contains the steps and is *closed under composition*: `Round(V, V') and step(V', V'')` imply `Round(V, V'')`. If it is
//! contained in a finite union of well-founded relations, no execution returns for ever [Podelski, Rybalchenko 04]. A relation over single
//! steps would not suffice: x + 1 and x - 1 in turns change x in each step and never terminate.
//!
//! The union is found by refinement. The Horn solver is asked whether the closure leaves the union. If it does, the derivation is a lasso:
//! a path from the location to itself. A measure that decreases on this path is added to the union. Without such a measure the search
//! fails.

use raddle_logic::horn::interpretation::{Checked, Interpretation};
use raddle_logic::horn::{Answer, Application, Clause, Predicate, System};
use raddle_logic::sat::Cadical;
use raddle_logic::term::{Term, Terms};

use crate::sequential::ic3::decide;
use crate::termination::ranks::{Comparison, Failed, Held, Measure, Step, conditions, directions, measures, shrinks};
use crate::termination::recurrence::Happening;
use raddle_verify::context::Context;

/// The most relations of a union.
const RELATIONS: usize = 8;

/// A transition invariant of one location.
#[derive(Clone, Debug)]
pub struct TransitionInvariant {
    /// The relations: each is the decrease of a measure.
    pub relations: Vec<(Measure, Comparison)>,
    system: System,
    interpretation: Interpretation,
}

impl TransitionInvariant {
    /// Whether a new solver confirms the invariant.
    pub fn holds(&self, terms: &mut Terms) -> bool {
        self.interpretation.check(terms, &self.system, Cadical::new) == Checked::Holds
    }
}

/// Transition invariants of all locations of a component.
///
/// # Errors
/// The reason why there are none.
pub fn transition_invariants(
    terms: &mut Terms,
    steps: &[Step],
    component: &[usize],
    held: &[Held],
    cx: &mut Context,
) -> Result<Vec<TransitionInvariant>, Failed> {
    let mut places: Vec<usize> = component.iter().map(|&number| steps[number].from).collect();
    places.sort_unstable();
    places.dedup();
    places.into_iter().map(|place| of_place(terms, steps, component, held, place, cx)).collect()
}

fn of_place(
    terms: &mut Terms,
    steps: &[Step],
    component: &[usize],
    held: &[Held],
    place: usize,
    cx: &mut Context,
) -> Result<TransitionInvariant, Failed> {
    let mut relations: Vec<(Measure, Comparison)> = Vec::new();
    loop {
        let Some((system, uses)) = closure(terms, steps, component, held, place, &relations) else {
            return Err(Failed::NoRank(component.to_vec()));
        };
        match decide(terms, &system, cx) {
            Answer::Safe(interpretation) => return Ok(TransitionInvariant { relations, system, interpretation }),
            Answer::Unknown(_) => return Err(Failed::Stopped),
            Answer::Unsafe(derivation) => {
                let taken: Vec<usize> = derivation.steps.iter().filter_map(|step| uses[step.clause]).collect();
                let Some(lasso) = composed_all(terms, steps, &taken) else {
                    return Err(Failed::NoRank(component.to_vec()));
                };
                let relation = smaller_by(terms, &lasso, steps, component, held, cx)?;
                match relation {
                    Some(relation) if relations.len() < RELATIONS && !relations.contains(&relation) => {
                        relations.push(relation);
                    }
                    Some(_) | None => return Err(Failed::NoRank(component.to_vec())),
                }
            }
        }
    }
}

/// The closure of the steps as clauses, with the step of each clause, and a query whether the location is reached again outside of the
/// relations. `None` if a relation is not defined at the location.
fn closure(
    terms: &mut Terms,
    steps: &[Step],
    component: &[usize],
    held: &[Held],
    place: usize,
    relations: &[(Measure, Comparison)],
) -> Option<(System, Vec<Option<usize>>)> {
    let mut system = System::new();
    let mut uses = Vec::new();
    let first = component.iter().find(|&&number| steps[number].from == place)?;
    let sorts_of = |terms: &Terms, values: &[Term]| values.iter().map(|&value| terms.sort(value)).collect::<Vec<_>>();
    let start_sorts = sorts_of(terms, &steps[*first].before);
    let start: Vec<Term> = start_sorts.iter().map(|&sort| terms.fresh("start", sort)).collect();
    let mut rounds: std::collections::BTreeMap<usize, Predicate> = std::collections::BTreeMap::new();
    for &number in component {
        let step = &steps[number];
        if let std::collections::btree_map::Entry::Vacant(slot) = rounds.entry(step.to) {
            let mut sorts = start_sorts.clone();
            sorts.extend(sorts_of(terms, &step.after));
            slot.insert(system.declare(terms, &format!("round.{place}.{}", step.to), &sorts));
        }
    }
    let of = |to: usize, start: &[Term], values: &[Term]| Application {
        predicate: rounds[&to],
        arguments: start.iter().chain(values).copied().collect(),
    };
    for &number in component {
        let step = &steps[number];
        if step.from == place {
            let head = Some(of(step.to, &step.before, &step.after));
            system.add(terms, Clause { body: Vec::new(), constraint: step.guard, head });
            uses.push(Some(number));
        }
        if rounds.contains_key(&step.from) {
            let body = vec![of(step.from, &start, &step.before)];
            let head = Some(of(step.to, &start, &step.after));
            system.add(terms, Clause { body, constraint: step.guard, head });
            uses.push(Some(number));
        }
    }
    if rounds.contains_key(&place) {
        let end: Vec<Term> = start_sorts.iter().map(|&sort| terms.fresh("end", sort)).collect();
        let truth = terms.truth();
        let (before, after) = (start.clone(), end.clone());
        let (happening, clauses) = (Happening::default(), Vec::new());
        let round = Step { from: place, before, guard: truth, to: place, after, happening, clauses };
        let mut outside = Vec::new();
        for &(measure, comparison) in relations {
            let (_, smaller) = conditions(terms, &round, held, measure, comparison)?;
            outside.push(terms.not(smaller));
        }
        let constraint = terms.and_all(&outside);
        system.add(terms, Clause { body: vec![of(place, &start, &end)], constraint, head: None });
        uses.push(None);
    }
    Some((system, uses))
}

/// The composition of a sequence of steps.
fn composed_all(terms: &mut Terms, steps: &[Step], taken: &[usize]) -> Option<Step> {
    let (&first, rest) = taken.split_first()?;
    let mut all = steps[first].clone();
    for &number in rest {
        if steps[number].from != all.to {
            return None;
        }
        all = crate::termination::ranks::composed(terms, &all, &steps[number]);
    }
    Some(all)
}

/// A measure that a cycle decreases in every case.
fn smaller_by(
    terms: &mut Terms,
    lasso: &Step,
    steps: &[Step],
    component: &[usize],
    held: &[Held],
    cx: &Context,
) -> Result<Option<(Measure, Comparison)>, Failed> {
    for measure in measures(terms, steps, component, held) {
        for &comparison in directions(measure) {
            if shrinks(terms, lasso, held, measure, comparison, cx)? {
                return Ok(Some((measure, comparison)));
            }
        }
    }
    Ok(None)
}
