//! Recurrent sets: non-terminating executions whose states do not repeat soon [Gupta, Henzinger, Majumdar, Rybalchenko, Xu 08].
//!
//! For a cycle (a path from a location to itself) with fixed values for its choices, a *closed* set of states is computed
//! ([`super::closed_sets`]). If an execution reaches the set, it need not terminate. The Horn solver is asked for an execution that reaches
//! the set and takes the cycle twice, which becomes a trace with a loop. The reference interpreter replays it like every trace. At the end
//! of the loop all threads must be at the same locations and hold the same locks as at its start; numbers and addresses may differ.
//!
//! A set may be closed under several cycles of a location together, though under none of them alone: of two nested loops the inner one
//! terminates each time, and the outer one does not. The reported execution takes one of these cycles twice.
//!
//! Unsupported: cycles with a wake-up from a wait, which may be spurious; choices that must differ in each iteration; with fairness,
//! several cycles together, since the reported cycle need not be taken infinitely often.

use raddle_logic::assignment::Assignment;
use raddle_logic::horn::derivation::Step as Derived;
use raddle_logic::horn::solve::Guesses;
use raddle_logic::horn::{Answer, Application, Budget, Clause, System};
use raddle_logic::sort::Sort;
use raddle_logic::term::{Term, Terms};
use raddle_logic::traverse::Substitution;
use raddle_program::trace::Trace;

use crate::sequential::ic3::decide_by;
use crate::sequential::retrace::{Round, retrace_round};
use crate::symbolic::encoded::Encoded;
use crate::termination::closed_sets::{Recurrent, recurrent_sets};
use crate::termination::ranks::{Step, composed};
use raddle_verify::context::Context;
use raddle_verify::task::Task;

/// The most cycles.
const WAYS: usize = 40;

/// The most cycles of one location that are combined.
const TOGETHER: usize = 8;

/// How often the solver is asked for an execution.
const REACHED: usize = 6;

/// The query limit of one such request: there may be no simple proof that a set is unreachable.
const QUERIES: u64 = 1_000;

/// An execution that takes steps of the component for ever, if one is found.
pub fn endless(
    terms: &mut Terms,
    task: &Task,
    encoded: &Encoded,
    steps: &[Step],
    component: &[usize],
    cx: &mut Context,
) -> Option<Trace> {
    let mut n_asked = 0;
    let ways = ways(terms, steps, component);
    let together = if cx.options.is_fair { Vec::new() } else { together(&ways) };
    for ways in ways.iter().map(std::slice::from_ref).chain(together.iter().map(Vec::as_slice)) {
        for recurrent in recurrent_sets(terms, ways, cx) {
            for round in &recurrent.ways {
                if cx.cancelled().is_some() || n_asked >= REACHED {
                    return None;
                }
                n_asked += 1;
                cx.report("looking for executions that do not end", || format!("{n_asked} sets of states"));
                let Some(round) = reached(terms, encoded, &recurrent, round, cx) else { continue };
                let is_closed = recurrent.is_closed(terms, cx) == Some(true);
                let trace = retrace_round(task, terms, encoded, &round, cx.options.is_fair);
                if let (true, Ok(trace)) = (is_closed, trace) {
                    return Some(trace);
                }
            }
        }
    }
    None
}

/// The cycles of each location that has several.
fn together(ways: &[Step]) -> Vec<Vec<Step>> {
    let mut places: Vec<usize> = ways.iter().map(|way| way.from).collect();
    places.sort_unstable();
    places.dedup();
    let of_place = |place: usize| ways.iter().filter(|way| way.from == place).take(TOGETHER).cloned().collect();
    places.into_iter().map(of_place).filter(|ways: &Vec<Step>| ways.len() > 1).collect()
}

/// Cycles of one or two steps.
fn ways(terms: &mut Terms, steps: &[Step], component: &[usize]) -> Vec<Step> {
    let chosen: Vec<&Step> =
        component.iter().map(|&number| &steps[number]).filter(|step| !step.happening.waits).collect();
    let mut found: Vec<Step> = chosen.iter().filter(|step| step.from == step.to).map(|&step| step.clone()).collect();
    for &first in &chosen {
        for &second in &chosen {
            if found.len() >= WAYS {
                return found;
            }
            if !std::ptr::eq(first, second) && first.to == second.from && second.to == first.from {
                let both = composed(terms, first, second);
                if terms.constant_bool(both.guard) != Some(false) {
                    found.push(both);
                }
            }
        }
    }
    found
}

/// An execution that reaches the set and takes the cycle twice, as uses of the program's clauses.
fn reached(terms: &mut Terms, encoded: &Encoded, recurrent: &Recurrent, way: &Step, cx: &mut Context) -> Option<Round> {
    let place = encoded.system.predicates().nth(way.from)?;
    let mut system = System::new();
    for predicate in encoded.system.predicates() {
        let declaration = encoded.system.declaration(predicate);
        let sorts: Vec<Sort> = declaration.parameters.iter().map(|&parameter| terms.sort(parameter)).collect();
        system.declare(terms, &declaration.name, &sorts);
    }
    // The clause of the program that each clause stands for; its variables are renamed if it is part of an iteration.
    let mut uses: Vec<Option<Use>> = Vec::new();
    for (number, clause) in encoded.system.clauses().iter().enumerate() {
        if clause.head.is_some() {
            system.add(terms, clause.clone());
            uses.push(Some(Use { clause: number, round: None, renamed: Vec::new() }));
        }
    }
    let sorts: Vec<Sort> = way.before.iter().map(|&value| terms.sort(value)).collect();
    let inside = |terms: &mut Terms, arguments: &[Term]| recurrent.says(terms, arguments);
    let mut at = (place, sorts);
    for round in 0..2 {
        // The iteration starts in the set.
        let arguments: Vec<Term> = at.1.iter().map(|&sort| terms.fresh("held", sort)).collect();
        let constraint = inside(terms, &arguments);
        let start = system.declare(terms, &format!("round {round}"), &at.1);
        let body = vec![Application { predicate: at.0, arguments: arguments.clone() }];
        system.add(terms, Clause { body, constraint, head: Some(Application { predicate: start, arguments }) });
        uses.push(None);
        at.0 = start;
        for &number in &way.clauses {
            let clause = &encoded.system.clauses()[number];
            let renamed: Vec<(Term, Term)> = clause
                .variables(terms)
                .into_iter()
                .map(|variable| (variable, terms.fresh("again", terms.sort(variable))))
                .collect();
            let mut renaming = Substitution::from_pairs(renamed.clone());
            let head = clause.head.as_ref()?;
            let premise = clause.body.first()?;
            let mut apply = |terms: &mut Terms, all: &[Term]| -> Vec<Term> {
                all.iter().map(|&argument| renaming.apply(terms, argument)).collect()
            };
            let (before, after) = (apply(terms, &premise.arguments), apply(terms, &head.arguments));
            let constraint = apply(terms, &[clause.constraint])[0];
            let sorts: Vec<Sort> = after.iter().map(|&value| terms.sort(value)).collect();
            let next = system.declare(terms, &format!("round {round}"), &sorts);
            let body = vec![Application { predicate: at.0, arguments: before }];
            system
                .add(terms, Clause { body, constraint, head: Some(Application { predicate: next, arguments: after }) });
            uses.push(Some(Use { clause: number, round: Some(round), renamed }));
            at = (next, sorts);
        }
    }
    let arguments: Vec<Term> = at.1.iter().map(|&sort| terms.fresh("held", sort)).collect();
    let constraint = inside(terms, &arguments);
    system.add(terms, Clause { body: vec![Application { predicate: at.0, arguments }], constraint, head: None });
    uses.push(None);
    let budget = Budget { queries: Some(QUERIES), guesses: Guesses::Atoms, ..Budget::default() };
    let Answer::Unsafe(derivation) = decide_by(terms, &system, budget, cx) else { return None };
    let mut found = Round { stem: Vec::new(), first: Vec::new(), second: Vec::new() };
    for step in derivation.steps {
        let Some(used) = &uses[step.clause] else { continue };
        let values = used.translated(&step.values);
        let step = Derived { clause: used.clause, values, ..step };
        match used.round {
            None => found.stem.push(step),
            Some(0) => found.first.push(step),
            Some(_) => found.second.push(step),
        }
    }
    Some(found)
}

/// The meaning of a clause.
struct Use {
    /// The clause of the program.
    clause: usize,
    /// The iteration to which it belongs.
    round: Option<usize>,
    /// The variables of the program's clause, with their renamed variables.
    renamed: Vec<(Term, Term)>,
}

impl Use {
    /// The values of the variables of the program's clause.
    fn translated(&self, values: &Assignment) -> Assignment {
        if self.round.is_none() {
            return values.clone();
        }
        let mut found = Assignment::new();
        for &(variable, renamed) in &self.renamed {
            if let Some(value) = values.get(renamed) {
                found.set(variable, value.clone());
            }
        }
        found
    }
}
