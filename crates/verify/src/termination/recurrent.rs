//! Recurrent sets: executions that do not end although no state comes round soon [Gupta, Henzinger, Majumdar, Rybalchenko, Xu 08].
//!
//! Of a way round, a place to itself, with values for what it chooses, a set of states is looked for that is *closed*: in each of them
//! the way can be taken, and leads into the set again. Where some execution reaches the set, it can go on for ever. Candidates are the
//! guard of the way alone, and with one comparison or parity more, or with one number at an end of its range. A solver proves that the
//! set is closed, and a new one proves it again; the Horn solver is asked for an execution that reaches it and goes round twice, which becomes a trace with a loop. The reference interpreter
//! follows that as it follows every trace: threads stand where they stood, and hold what they held; numbers and
//! addresses may differ.
//!
//! Left out: ways on which somebody wakes up from a wait (for nothing, perhaps), sets that need more than one comparison, choices that must differ
//! each time round.

use raddle_logic::horn::derivation::Step as Derived;
use raddle_logic::horn::solve::Guesses;
use raddle_logic::horn::{Answer, Application, Budget, Clause, System};
use raddle_logic::sat::SatResult;
use raddle_logic::term::{Op, Sort, Term, Terms};
use raddle_logic::traverse::{Substitution, reachable, variables_of};
use raddle_logic::value::{Assignment, Value};
use raddle_program::trace::Trace;

use crate::context::Context;
use crate::sequential::encode::Encoded;
use crate::sequential::ic3::decide_by;
use crate::sequential::retrace::{Round, retrace_round};
use crate::task::Task;
use crate::termination::ranks::{Step, composed, solver_for};

/// How many ways round are looked at.
const WAYS: usize = 40;

/// How many comparisons are tried for one of them.
const COMPARISONS: usize = 120;

/// How often the solver is asked for an execution.
const REACHED: usize = 6;

/// How many queries it may need for one: a set that is out of reach may have no simple reason.
const QUERIES: u64 = 1_000;

/// A closed set of states of a place.
struct Recurrent {
    /// The way round, with values for what it chooses.
    way: Step,
    /// A Bool over what the place holds.
    set: Term,
}

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
    for way in ways(terms, steps, component) {
        for recurrent in recurrent_sets(terms, &way, cx) {
            if cx.cancelled().is_some() || n_asked >= REACHED {
                return None;
            }
            n_asked += 1;
            cx.report("looking for executions that do not end", || format!("{n_asked} sets of states"));
            let Some(round) = reached(terms, encoded, &recurrent, cx) else { continue };
            let is_closed = is_closed(terms, &recurrent.way, recurrent.set, cx) == Some(true);
            let trace = retrace_round(task, terms, encoded, &round, cx.is_fair);
            if let (true, Ok(trace)) = (is_closed, trace) {
                return Some(trace);
            }
        }
    }
    None
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

/// Closed sets of a way round.
fn recurrent_sets(terms: &mut Terms, way: &Step, cx: &Context) -> Vec<Recurrent> {
    let Some(way) = with_choices(terms, way, cx) else { return Vec::new() };
    let mut candidates = vec![terms.truth()];
    candidates.extend(comparisons(terms, &way));
    let mut found = Vec::new();
    for candidate in candidates {
        let set = terms.and(way.guard, candidate);
        if cx.cancelled().is_none() && is_possible(terms, set, cx) && is_closed(terms, &way, set, cx) == Some(true) {
            found.push(Recurrent { way: way.clone(), set });
            if candidate == terms.truth() {
                break;
            }
        }
    }
    found
}

/// The way with the values that a model has for what it chooses: some values with which it can be taken.
fn with_choices(terms: &mut Terms, way: &Step, cx: &Context) -> Option<Step> {
    let mut solver = solver_for(cx);
    solver.assert(terms, way.guard);
    if solver.check(terms, &[]) != SatResult::Sat {
        return None;
    }
    let mut roots = vec![way.guard];
    roots.extend(&way.after);
    let mut pairs = Vec::new();
    for variable in variables_of(terms, &roots) {
        if !way.before.contains(&variable) {
            let value = match solver.value(terms, variable) {
                Value::Bool(value) => {
                    if value {
                        terms.truth()
                    } else {
                        terms.falsity()
                    }
                }
                Value::Bits(bits) => terms.bits(bits),
                Value::Array(_) => return None,
            };
            pairs.push((variable, value));
        }
    }
    let mut chosen = Substitution::from_pairs(pairs);
    let guard = chosen.apply(terms, way.guard);
    let after = way.after.iter().map(|&value| chosen.apply(terms, value)).collect();
    Some(Step { guard, after, ..way.clone() })
}

/// What may be true each time round: comparisons of the way and their negations, whether numbers are odd or even, whether they are at an
/// end of their range.
fn comparisons(terms: &mut Terms, way: &Step) -> Vec<Term> {
    let mut roots = vec![way.guard];
    roots.extend(&way.after);
    let parts = reachable(terms, &roots);
    let is_comparison = |terms: &Terms, part: Term| {
        terms.sort(part) == Sort::Bool && !matches!(terms.op(part), Op::Not | Op::And | Op::Ite | Op::Bool(_))
    };
    let mut found = Vec::new();
    for part in parts {
        if is_comparison(terms, part) && variables_of(terms, &[part]).iter().all(|it| way.before.contains(it)) {
            found.extend([part, terms.not(part)]);
        }
    }
    for &variable in &way.before {
        if let Sort::BitVec(width) = terms.sort(variable)
            && (2..=64).contains(&width)
        {
            let odd = terms.bit(variable, 0);
            found.extend([odd, terms.not(odd)]);
            // What cannot become greater, or smaller.
            let (zero, one) = (terms.number(width, 0), terms.number(width, 1));
            let all = terms.bv_sub(zero, one);
            let least = terms.number(width, 1 << (width - 1));
            let greatest = terms.bv_sub(least, one);
            for extreme in [all, greatest, zero, least] {
                found.push(terms.eq(variable, extreme));
            }
        }
    }
    found.truncate(COMPARISONS);
    found
}

fn is_possible(terms: &mut Terms, set: Term, cx: &Context) -> bool {
    let mut solver = solver_for(cx);
    solver.assert(terms, set);
    solver.check(terms, &[]) == SatResult::Sat
}

/// Whether a way leads from each state of a set, in all of which it can be taken, into the set; `None` if the run was stopped.
fn is_closed(terms: &mut Terms, way: &Step, set: Term, cx: &Context) -> Option<bool> {
    let pairs = way.before.iter().copied().zip(way.after.iter().copied());
    let again = Substitution::from_pairs(pairs).apply(terms, set);
    let (can, leaves) = (terms.implies(set, way.guard), terms.not(again));
    let cannot = terms.not(can);
    let fails = terms.or(cannot, leaves);
    let mut solver = solver_for(cx);
    solver.assert(terms, set);
    solver.assert(terms, fails);
    match solver.check(terms, &[]) {
        SatResult::Unsat => Some(true),
        SatResult::Sat => Some(false),
        SatResult::Interrupted => None,
    }
}

/// An execution that reaches a set and goes round twice, as uses of the program's clauses.
fn reached(terms: &mut Terms, encoded: &Encoded, recurrent: &Recurrent, cx: &mut Context) -> Option<Round> {
    let place = encoded.system.predicates().nth(recurrent.way.from)?;
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
    let sorts: Vec<Sort> = recurrent.way.before.iter().map(|&value| terms.sort(value)).collect();
    let inside = |terms: &mut Terms, arguments: &[Term]| {
        let pairs = recurrent.way.before.iter().copied().zip(arguments.iter().copied());
        Substitution::from_pairs(pairs).apply(terms, recurrent.set)
    };
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
        for &number in &recurrent.way.clauses {
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
