//! Invariants as proofs: the text has the reduction, the level and the meaning of each predicate.
//!
//! The checker constructs the clauses again and asks new solvers whether the invariant satisfies each clause. It searches nothing, so
//! neither the search for the invariant nor the text must be trusted. The trusted parts are the front end, the transforms before the
//! encoding, the encoding, and the bit-blasting of terms.

use raddle_logic::horn::interpretation::Interpretation;
use raddle_logic::horn::model::read_model;
use raddle_logic::horn::system::System;
use raddle_logic::smtlib::{self, Query};
use raddle_logic::term::Terms;
use raddle_program::property::Property;

use crate::certificate::judged;
use crate::compositional::clauses::encode;
use crate::compositional::levels::MOST;
use raddle_analysis::reduction::Reduction;
use raddle_verify::certify::Judgement;
use raddle_verify::context::Context;
use raddle_verify::task::Task;
use raddle_verify::transform::DirectCalls;
use raddle_verify::transform::slice::Relevant;
use raddle_verify::transformed::Transformed;

/// An invariant as text.
pub(super) fn certificate(
    terms: &Terms,
    system: &System,
    model: &Interpretation,
    members: usize,
    reduction: Reduction,
) -> String {
    let meanings = crate::certificate::certificate(terms, system, model);
    format!("reduction {}\nmembers {members}\n{meanings}", reduction.name())
}

/// Checks an invariant.
///
/// # Errors
/// The reason why it was not accepted.
pub fn prove_again(task: &Task, property: Property, found: &str, cx: &mut Context) -> Result<(), String> {
    match judge(task, property, found, cx) {
        Judgement::Accepted => Ok(()),
        Judgement::Open(why) | Judgement::False(why) => Err(why),
        Judgement::NotRead => Err("this is no invariant".to_owned()),
    }
}

/// The same; the result distinguishes a wrong invariant from one that could not be checked.
pub(crate) fn judge(task: &Task, property: Property, found: &str, cx: &mut Context) -> Judgement {
    let (mut terms, system, model) = match read(task, property, found, cx) {
        Ok(read) => read,
        // An unreadable text claims nothing, and a run may be cancelled during the encoding.
        Err(why) => return Judgement::Open(why),
    };
    judged(&model, &mut terms, &system, &cx.cancellation())
}

/// SMT-LIB 2 queries for other solvers, one for each clause: the invariant holds if all are unsatisfiable.
///
/// # Errors
/// What is wrong with the text.
pub fn queries(task: &Task, property: Property, found: &str, cx: &mut Context) -> Result<Vec<String>, String> {
    let (mut terms, system, model) = read(task, property, found, cx)?;
    let mut all = Vec::new();
    for clause in system.clauses() {
        let Some(assertions) = model.negation(&mut terms, &system, clause) else { continue };
        let mut text = String::new();
        // Writing to a string cannot fail.
        let _ = smtlib::print(&terms, &Query { assertions, ..Query::default() }, &mut text);
        all.push(text);
    }
    Ok(all)
}

fn read(
    task: &Task,
    property: Property,
    found: &str,
    cx: &mut Context,
) -> Result<(Terms, System, Interpretation), String> {
    let mut lines = found.splitn(3, '\n');
    let mut field = |name: &str| lines.next().and_then(|line| line.strip_prefix(name)).unwrap_or_default().to_owned();
    let (reduction, members) = (field("reduction "), field("members "));
    let reduction = Reduction::ALL.into_iter().find(|known| known.name() == reduction);
    cx.options.reduction = reduction.ok_or("no reduction is called so")?;
    let members = members.parse().ok().filter(|members| (1..=MOST).contains(members)).ok_or("this is no level")?;
    let direct = Transformed::of(task, &DirectCalls, cx);
    let slice = Transformed::of(&direct.task, &Relevant, cx);
    let mut terms = Terms::new();
    let encoded = encode(&mut terms, &slice.task, property, members, cx).map_err(|reason| reason.to_string())?;
    let model = read_model(lines.next().unwrap_or_default(), &mut terms, &encoded.system);
    let model = model.map_err(|error| error.to_string())?;
    Ok((terms, encoded.system, model))
}
