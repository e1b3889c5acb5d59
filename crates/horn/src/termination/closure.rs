//! Transition invariants: what any number of steps makes of a place's values, where no single rank is to be had.
//!
//! For each place of a component a relation is looked for that holds between what the place holds and what it holds whenever the
//! execution comes back: it contains the steps, and what it relates by some steps it relates by one more (*closed under composition*:
//! `Round(V, V') and step(V', V'')` imply `Round(V, V'')`). If it lies in a union of well-founded relations, nothing comes back for ever
//! [Podelski, Rybalchenko 04]. A relation of single steps would not do: x + 1 and x - 1 in turns make x greater or smaller each time, and
//! never end.
//!
//! The union is found by refinement: the Horn solver is asked whether the closure leaves it. If it does, its derivation is a lasso, a way
//! from the place to itself; a measure that this way makes smaller joins the union; if there is none, nothing is known.

use raddle_logic::horn::interpretation::{Checked, Interpretation};
use raddle_logic::horn::{Answer, Application, Clause, Predicate, System};
use raddle_logic::sat::Cadical;
use raddle_logic::term::{Term, Terms};

use crate::sequential::ic3::decide;
use crate::termination::ranks::{Comparison, Failed, Held, Measure, Step, conditions, directions, measures, shrinks};
use crate::termination::recurrence::Happening;
use raddle_verify::context::Context;

/// How many relations a union has at most.
const RELATIONS: usize = 8;

/// A transition invariant of one place.
#[derive(Clone, Debug)]
pub struct TransitionInvariant {
    /// The relations: of each, the measure becomes smaller.
    pub relations: Vec<(Measure, Comparison)>,
    system: System,
    interpretation: Interpretation,
}

impl TransitionInvariant {
    /// Whether it is one, asked of a new solver.
    pub fn holds(&self, terms: &mut Terms) -> bool {
        self.interpretation.check(terms, &self.system, Cadical::new) == Checked::Holds
    }
}

/// Transition invariants of all places of a component.
///
/// # Errors
/// Why there are none.
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

/// The closure of the steps as clauses, with the step that each stands for: a query whether the place comes back to itself outside of the
/// relations. `None` if a relation means nothing there.
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

/// Some steps, one after the other.
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

/// A measure that a way from a place to itself makes smaller, always.
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
