//! Translates controls and paths to Horn clauses: a predicate for each control over its relevant slots, a clause for each path.

use std::collections::BTreeSet;

use raddle_logic::horn::{Application, Clause, Predicate, System};
use raddle_logic::sort::Sort;
use raddle_logic::term::{Term, Terms};
use raddle_logic::traverse::variables_of;

use crate::sequentialize::able::surely_able;
use crate::sequentialize::control::{Exploration, Goal, Status, Way, is_live};
use crate::sequentialize::simulation::Simulation;
use crate::symbolic::encoded::{Encoded, Use, where_of};
use crate::symbolic::encoded::{Standing, Where};
use crate::symbolic::layout::Slot;

/// The slots on which some guard or ending depends.
pub fn relevant(terms: &Terms, simulation: &Simulation<'_>, exploration: &Exploration) -> BTreeSet<Slot> {
    let slots: std::collections::HashMap<Term, Slot> =
        simulation.variables.iter().enumerate().map(|(slot, &variable)| (variable, slot)).collect();
    let mut found = BTreeSet::new();
    let mut pending = Vec::new();
    let note = |roots: &[Term], found: &mut BTreeSet<Slot>, pending: &mut Vec<Slot>| {
        for variable in variables_of(terms, roots) {
            if let Some(&slot) = slots.get(&variable)
                && found.insert(slot)
            {
                pending.push(slot);
            }
        }
    };
    let leads = exploration.leads_to_an_end();
    let ways: Vec<&Way> = exploration.ways.iter().filter(|way| is_kept(way, &leads)).collect();
    let guards: Vec<Term> = ways.iter().map(|way| way.guard).collect();
    note(&guards, &mut found, &mut pending);
    while let Some(slot) = pending.pop() {
        let mut values: Vec<Term> = Vec::new();
        for way in &ways {
            if let Goal::Control(to, state) = &way.to
                && !exploration.controls[*to].values.contains_key(&slot)
                && let Some(&value) = state.get(slot)
            {
                values.push(value);
            }
        }
        values.sort_unstable();
        values.dedup();
        note(&values, &mut found, &mut pending);
    }
    found
}

/// Whether a path can be part of a path to an ending.
fn is_kept(way: &Way, leads: &[bool]) -> bool {
    match &way.to {
        Goal::Control(to, _) => leads[*to],
        Goal::End(_) => true,
    }
}

/// The clauses. Predicates from which no ending is reachable are omitted: any meaning satisfies them.
pub fn clauses(terms: &mut Terms, simulation: Simulation<'_>, exploration: &Exploration) -> Encoded {
    let relevant = relevant(terms, &simulation, exploration);
    let mut system = System::new();
    let leads = exploration.leads_to_an_end();
    let mut places = Vec::new();
    let mut predicates: Vec<Option<(Predicate, Vec<Slot>)>> = Vec::new();
    let mut able = Vec::new();
    let mut names: BTreeSet<String> = BTreeSet::new();
    for (control, leads) in exploration.controls.iter().zip(&leads) {
        if !leads {
            predicates.push(None);
            continue;
        }
        let parameters: Vec<Slot> = relevant
            .iter()
            .copied()
            .filter(|slot| !control.values.contains_key(slot) && is_live(&simulation, control, *slot))
            .collect();
        let sorts: Vec<Sort> = parameters.iter().map(|&slot| simulation.layout.slots[slot].sort).collect();
        let standing = control.threads.iter().map(|thread| match thread.status {
            Status::At(place) => format!("{}.{}", place.context, place.location.0),
            Status::Ended => "end".to_owned(),
            Status::Gone => "gone".to_owned(),
        });
        // Controls may differ in constants only, but certificates and other solvers identify predicates by name.
        let mut name = standing.collect::<Vec<_>>().join("+");
        if !names.insert(name.clone()) {
            name = format!("{name}#{}", predicates.len());
        }
        places.push(Standing {
            threads: control.threads.iter().map(|thread| where_is(&simulation, thread.status)).collect(),
            constants: control.values.iter().map(|(&slot, &value)| (slot, value)).collect(),
            parameters: parameters.clone(),
        });
        predicates.push(Some((system.declare(terms, &name, &sorts), parameters)));
        if exploration.is_all_asked {
            able.push(surely_able(&simulation, control));
        }
    }
    let of = |control: usize| predicates[control].as_ref().expect("a way that is kept joins predicates");
    let near = exploration.first_ways_to_violations();
    let (mut uses, mut hunch) = (Vec::new(), Vec::new());
    for (number, way) in exploration.ways.iter().enumerate().filter(|(_, way)| is_kept(way, &leads)) {
        if near.contains(&number) {
            hunch.push(uses.len());
        }
        let body = way.from.map(|from| {
            let (predicate, parameters) = of(from);
            let arguments = parameters.iter().map(|&slot| simulation.variables[slot]).collect();
            Application { predicate: *predicate, arguments }
        });
        let (head, ending) = match &way.to {
            Goal::Control(to, state) => {
                let (predicate, parameters) = of(*to);
                let arguments = parameters.iter().map(|&slot| state[slot]).collect();
                (Some(Application { predicate: *predicate, arguments }), None)
            }
            Goal::End(ending) => (None, Some(ending.clone())),
        };
        system.add(terms, Clause { body: body.into_iter().collect(), constraint: way.guard, head });
        uses.push(Use { taken: way.taken.clone(), ending });
    }
    let n_points = exploration.controls.len();
    Encoded { system, uses, layout: simulation.layout, n_points, places, threads: simulation.threads, hunch, able }
}

fn where_is(simulation: &Simulation<'_>, status: Status) -> Where {
    match status {
        Status::At(place) => {
            where_of(&simulation.task.program, simulation.automata, &simulation.layout, place.context, place.location)
        }
        Status::Ended => Where::Ended,
        Status::Gone => Where::Gone,
    }
}
