//! Reading systems: SMT-LIB 2 with the logic `HORN`.
//!
//! Assertions are universally quantified formulas, of any form whose negation is a disjunction of conjunctions with at most one
//! negated predicate each. Left out: integers, constants, `define-fun` with parameters, quantifiers inside of clauses.

use rustc_hash::{FxHashMap, FxHashSet};

use crate::horn::system::{Application, Clause, Predicate, System};
use crate::smtlib::{HornScript, ReadError, read_horn};
use crate::sort::Sort;
use crate::term::{Op, Term, Terms};
use crate::traverse::reachable;

/// How many clauses one assertion may stand for.
const CLAUSES: usize = 10_000;

/// Reads a system.
///
/// # Errors
/// What is no SMT-LIB, is not supported, or is no Horn clause.
pub fn read(text: &str, terms: &mut Terms) -> Result<System, ReadError> {
    let script = read_horn(text, terms)?;
    let mut system = System::new();
    let predicates: Vec<Predicate> =
        script.predicates.iter().map(|(name, sorts)| system.declare(terms, name, sorts)).collect();
    for &(line, assertion) in &script.assertions {
        for clause in clauses(terms, &script, &predicates, assertion).map_err(|why| ReadError::new(line, why))? {
            // Some of what an assertion is taken apart into is true whatever the predicates mean.
            let is_trivial = clause.head.as_ref().is_some_and(|head| clause.body.contains(head));
            if !is_trivial && terms.constant_bool(clause.constraint) != Some(false) {
                system.add(terms, clause);
            }
        }
    }
    Ok(system)
}

/// A conjunction of the negated assertion, while it is taken apart.
#[derive(Clone, Default)]
struct Case {
    /// Terms, and whether they are to be true.
    pending: Vec<(Term, bool)>,
    constraint: Vec<Term>,
    body: Vec<Term>,
    heads: Vec<Term>,
}

/// The clauses that an assertion is the conjunction of.
fn clauses(
    terms: &mut Terms,
    script: &HornScript,
    predicates: &[Predicate],
    assertion: Term,
) -> Result<Vec<Clause>, &'static str> {
    // What mentions a predicate; arguments are older than what they are in.
    let mut mentions: FxHashSet<Term> = FxHashSet::default();
    for part in reachable(terms, &[assertion]) {
        let inside = terms.arguments(part).iter().any(|argument| mentions.contains(argument));
        if inside || script.applications.contains_key(&part) {
            mentions.insert(part);
        }
    }
    let mut cases = vec![Case { pending: vec![(assertion, false)], ..Case::default() }];
    let mut found = Vec::new();
    while let Some(mut case) = cases.pop() {
        let Some((term, value)) = case.pending.pop() else {
            found.push(clause(terms, script, predicates, case)?);
            if found.len() > CLAUSES {
                return Err("this assertion stands for too many clauses; write them one by one");
            }
            continue;
        };
        if !mentions.contains(&term) {
            case.constraint.push(if value { term } else { terms.not(term) });
            cases.push(case);
            continue;
        }
        let arguments = terms.arguments(term).to_vec();
        let mut split = |ways: Vec<Vec<(Term, bool)>>| {
            for way in ways.into_iter().rev() {
                let mut case = case.clone();
                case.pending.extend(way);
                cases.push(case);
            }
        };
        match terms.op(term) {
            Op::Variable(_) => {
                if value {
                    case.body.push(term)
                } else {
                    case.heads.push(term)
                }
                cases.push(case);
            }
            Op::Not => split(vec![vec![(arguments[0], !value)]]),
            Op::And if value => split(vec![arguments.into_iter().rev().map(|conjunct| (conjunct, true)).collect()]),
            Op::And => {
                let (open, plain): (Vec<Term>, Vec<Term>) =
                    arguments.into_iter().partition(|conjunct| mentions.contains(conjunct));
                let mut ways: Vec<Vec<(Term, bool)>> =
                    open.into_iter().map(|conjunct| vec![(conjunct, false)]).collect();
                if !plain.is_empty() {
                    ways.push(vec![(terms.and_all(&plain), false)]);
                }
                split(ways);
            }
            Op::Ite => split(vec![
                vec![(arguments[1], value), (arguments[0], true)],
                vec![(arguments[2], value), (arguments[0], false)],
            ]),
            Op::Eq if terms.sort(arguments[0]) == Sort::Bool => split(vec![
                vec![(arguments[0], true), (arguments[1], value)],
                vec![(arguments[0], false), (arguments[1], !value)],
            ]),
            _ => return Err("a predicate stands inside of a term; only formulas may be made of predicates"),
        }
    }
    Ok(found)
}

fn clause(
    terms: &mut Terms,
    script: &HornScript,
    predicates: &[Predicate],
    case: Case,
) -> Result<Clause, &'static str> {
    let applications: FxHashMap<Term, Application> = case
        .body
        .iter()
        .chain(&case.heads)
        .filter_map(|&variable| {
            let (place, arguments) = script.applications.get(&variable)?;
            Some((variable, Application { predicate: predicates[*place], arguments: arguments.clone() }))
        })
        .collect();
    let mut heads = case.heads;
    heads.dedup();
    if heads.len() > 1 {
        return Err("this is no Horn clause: it concludes that one of several predicates holds");
    }
    let head = heads.first().and_then(|head| applications.get(head).cloned());
    let body = case.body.iter().filter_map(|variable| applications.get(variable).cloned()).collect();
    Ok(Clause { body, constraint: terms.and_all(&case.constraint), head })
}
