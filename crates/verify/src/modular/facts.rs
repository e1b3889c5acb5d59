//! What is known of a thread without asking anybody: where it can go from each cut, and which values it has left in variables that nobody else writes.
//!
//! Not in the paper. A promise of error that names the place of a thread is often about places and values that do not go together, or about a place
//! that was left behind; each of them would cost a query. Both facts are read off the text, and are said once a program has the variable for the place.

use raddle_program::entity::Entity;
use raddle_program::syntax::LocalId;

use super::composition::{Action, Code, Composition, VariableKind};

/// What is known of a thread.
#[derive(Clone, Debug, Default)]
pub struct Facts {
    /// The number of each cut, by node: cuts that can be reached from a cut come behind it where there is no way back.
    pub places: Vec<Option<i128>>,
    /// For each cut, by its number, the least number of a cut that can be reached from it.
    pub least: Vec<i128>,
    /// Variables that only this thread writes, with their values at cuts, by number, where they are known.
    pub values: Vec<(LocalId, Vec<Option<i128>>)>,
}

/// No order is made of more pairs of cuts and nodes than this.
const PAIR_LIMIT: usize = 4_000_000;

impl Facts {
    /// Finds them. The accesses and cuts of all threads are known.
    pub fn of(composition: &Composition, thread: usize) -> Facts {
        let code = &composition.threads[thread].code;
        let cuts: Vec<usize> = code.cuts().collect();
        let mut places = vec![None; code.nodes.len()];
        if cuts.len() * code.nodes.len() > PAIR_LIMIT {
            for (number, &cut) in cuts.iter().enumerate() {
                places[cut] = Some(number as i128);
            }
            return Facts { places, least: vec![0; cuts.len()], values: Vec::new() };
        }
        let reached: Vec<Vec<usize>> = cuts
            .iter()
            .map(|&cut| {
                let seen = reached_from(code, cut);
                (0..cuts.len()).filter(|&other| seen[cuts[other]]).collect()
            })
            .collect();
        // Whoever reaches more comes first: of two cuts without a way back, the first one.
        let mut order: Vec<usize> = (0..cuts.len()).collect();
        order.sort_by_key(|&cut| (std::cmp::Reverse(reached[cut].len()), cut));
        let mut numbers = vec![0; cuts.len()];
        for (number, &cut) in order.iter().enumerate() {
            numbers[cut] = number as i128;
            places[cuts[cut]] = Some(number as i128);
        }
        let least = order.iter().map(|&cut| reached[cut].iter().map(|&other| numbers[other]).min().unwrap_or(0));
        let least = least.collect();
        let nodes: Vec<usize> = order.iter().map(|&cut| cuts[cut]).collect();
        Facts { places, least, values: values(composition, thread, &nodes) }
    }
}

/// The nodes that can be reached from one, it included.
fn reached_from(code: &Code, node: usize) -> Vec<bool> {
    let mut seen = vec![false; code.nodes.len()];
    let mut open = vec![node];
    while let Some(node) = open.pop() {
        if !std::mem::replace(&mut seen[node], true) {
            open.extend(code.nodes[node].ways.iter().map(|way| way.to));
        }
    }
    seen
}

/// The values of variables that only one thread writes at its nodes: constants, propagated.
fn values(composition: &Composition, thread: usize, nodes: &[usize]) -> Vec<(LocalId, Vec<Option<i128>>)> {
    let data = &composition.threads[thread];
    let in_prologue: Vec<LocalId> = composition.prologue.ways().flat_map(|way| way.action.writes()).collect();
    let is_own = |variable: &LocalId| {
        let kind = composition.variables[*variable].kind;
        let others = composition.threads.iter().enumerate().filter(|&(other, _)| other != thread);
        matches!(kind, VariableKind::Plain | VariableKind::Ended)
            && others.into_iter().all(|(_, other)| !other.writes.contains(variable))
    };
    let own: Vec<LocalId> = data.writes.iter().copied().filter(is_own).collect();
    let at_first = |variable: &LocalId| match in_prologue.contains(variable) {
        true => None,
        false => composition.variables[*variable].initial,
    };
    let mut known: Vec<Option<Vec<Option<i128>>>> = vec![None; data.code.nodes.len()];
    let mut open = vec![(0, own.iter().map(at_first).collect::<Vec<_>>())];
    while let Some((node, arriving)) = open.pop() {
        let joined: Vec<Option<i128>> = match &known[node] {
            None => arriving,
            Some(known) => known.iter().zip(&arriving).map(|(a, b)| if a == b { *a } else { None }).collect(),
        };
        if known[node].as_ref() == Some(&joined) {
            continue;
        }
        for way in &data.code.nodes[node].ways {
            open.push((way.to, behind(composition, &way.action, &own, &joined)));
        }
        known[node] = Some(joined);
    }
    let value = |position: usize, node: usize| known[node].as_ref().and_then(|values| values[position]);
    let table = own.iter().enumerate();
    let table = table.map(|(position, &variable)| {
        (variable, nodes.iter().map(|&node| value(position, node)).collect::<Vec<Option<i128>>>())
    });
    table.filter(|(_, values)| values.iter().any(Option::is_some)).collect()
}

/// What is known behind an action.
fn behind(composition: &Composition, action: &Action, own: &[LocalId], known: &[Option<i128>]) -> Vec<Option<i128>> {
    let mut next = known.to_vec();
    let position = |variable: LocalId| own.binary_search_by_key(&variable.index(), |other| other.index()).ok();
    if let Action::Set(pairs) = action {
        for (target, value) in pairs {
            let mut mentioned = Vec::new();
            super::formula::variables(value, &mut mentioned);
            let is_known = mentioned.iter().all(|&it| position(it).is_some_and(|at| known[at].is_some()));
            let value_of = |variable: LocalId| position(variable).and_then(|at| known[at]).unwrap_or(0);
            let value = if is_known { composition.algebra().evaluate(value, &value_of) } else { None };
            if let Some(at) = position(*target) {
                next[at] = value;
            }
        }
        return next;
    }
    for target in action.writes() {
        if let Some(at) = position(target) {
            next[at] = if *action == Action::End(target) { Some(1) } else { None };
        }
    }
    next
}
