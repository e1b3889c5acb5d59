//! Recurrent sets: executions that do not end although no state comes round soon [Gupta, Henzinger, Majumdar, Rybalchenko, Xu 08].
//!
//! Of a way round, a place to itself, with values for what it chooses, a set of states is looked for that is *closed* ([`super::closed_sets`]).
//! Where some execution reaches the set, it can go on for ever. The Horn solver is asked for an execution that reaches it and goes round twice, which becomes a trace with a loop. The reference interpreter
//! follows that as it follows every trace: threads stand where they stood, and hold what they held; numbers and
//! addresses may differ.
//!
//! A set may be closed under the ways round of a place together though it is under none of them: the inner loop of two ends each
//! time, and the outer one does not. The execution that is shown goes one of these ways twice.
//!
//! Left out: ways on which somebody wakes up from a wait (for nothing, perhaps), choices that must differ
//! each time round; where fairness is asked for, several ways together, since the one that is shown need not be one of those that are taken
//! again and again.

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

/// How many ways round are looked at.
const WAYS: usize = 40;

/// How many ways round of one place are taken together at most.
const TOGETHER: usize = 8;

/// How often the solver is asked for an execution.
const REACHED: usize = 6;

/// How many queries it may need for one: a set that is out of reach may have no simple reason.
const QUERIES: u64 = 1_000;

/// An execution that goes round for ever through some steps of a component, if one is found.
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

/// The ways round of each place that has several.
fn together(ways: &[Step]) -> Vec<Vec<Step>> {
    let mut places: Vec<usize> = ways.iter().map(|way| way.from).collect();
    places.sort_unstable();
    places.dedup();
    let of_place = |place: usize| ways.iter().filter(|way| way.from == place).take(TOGETHER).cloned().collect();
    places.into_iter().map(of_place).filter(|ways: &Vec<Step>| ways.len() > 1).collect()
}

/// Ways from a place to itself: of one step, or of two.
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

/// An execution that reaches a set and goes round twice, as uses of the program's clauses.
fn reached(terms: &mut Terms, encoded: &Encoded, recurrent: &Recurrent, way: &Step, cx: &mut Context) -> Option<Round> {
    let place = encoded.system.predicates().nth(way.from)?;
    let mut system = System::new();
    for predicate in encoded.system.predicates() {
        let declaration = encoded.system.declaration(predicate);
        let sorts: Vec<Sort> = declaration.parameters.iter().map(|&parameter| terms.sort(parameter)).collect();
        system.declare(terms, &declaration.name, &sorts);
    }
    // What each clause stands for: one of the program, with other variables where it is part of a round.
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
        // The round starts in the set.
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

/// What a clause stands for.
struct Use {
    /// The clause of the program.
    clause: usize,
    /// Which round it is part of.
    round: Option<usize>,
    /// Its variables, with those that stand for them.
    renamed: Vec<(Term, Term)>,
}

impl Use {
    /// Values of the variables of the program's clause.
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
