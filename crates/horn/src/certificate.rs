//! Certificates of invariants: the meanings of all predicates as SMT-LIB 2, and the test whether meanings make every clause true.

use std::rc::Rc;

use raddle_logic::horn::interpretation::{Checked, Interpretation};
use raddle_logic::horn::print;
use raddle_logic::horn::system::System;
use raddle_logic::sat::{Cadical, Interruption, SatSolver};
use raddle_logic::term::Terms;

use raddle_verify::certify::Judgement;
use raddle_verify::context::Cancellation;

/// An invariant as text. For a predicate whose meaning follows from its clauses only the quantifier is written, since the checker makes the
/// clauses again.
pub(crate) fn certificate(terms: &Terms, system: &System, model: &Interpretation) -> String {
    let mut text = String::new();
    // Writing to a string cannot fail.
    let _ = print::print_model(terms, system, model, &mut text);
    let without_derived = |line: &str| match line.split_once(" Bool (or false") {
        Some((definition, _)) => format!("{definition} Bool (exists ((any Bool)) any))\n"),
        None => format!("{line}\n"),
    };
    text.lines().map(without_derived).collect()
}

/// Whether an invariant makes each clause true, by new solvers.
pub(crate) fn judged(
    model: &Interpretation,
    terms: &mut Terms,
    system: &System,
    cancellation: &Cancellation,
) -> Judgement {
    let cancellation = cancellation.clone();
    let interruption: Interruption = Rc::new(move || cancellation.reason().is_some());
    let fresh = || {
        let mut sat = Cadical::new();
        sat.set_interruption(Some(interruption.clone()));
        sat
    };
    match model.check(terms, system, fresh) {
        Checked::Holds => Judgement::Accepted,
        Checked::Fails { clause } => Judgement::False(format!("it is not kept by clause {clause} of the program")),
        Checked::Interrupted { .. } => Judgement::Open("it could not be proved again in time".to_owned()),
        Checked::Cyclic => Judgement::False("it is defined by itself".to_owned()),
    }
}
