//! Invariants for people: conditions over shared variables and locals that hold when threads are at given locations.
//!
//! The formula of a predicate belongs to the location of the predicate. Its parameters get the names of their slots; known constants are
//! listed separately. Unfolded predicates are omitted: their formulas follow from the others without loops.

use raddle_logic::horn::interpretation::{Interpretation, Meaning};
use raddle_logic::horn::system::System;
use raddle_logic::smtlib::show;
use raddle_logic::sort::Sort;
use raddle_logic::term::{Term, Terms};
use raddle_logic::traverse::Substitution;
use raddle_program::syntax::Program;

use crate::symbolic::encoded::{Standing, Where};
use crate::symbolic::layout::{Layout, Slot};

/// The formulas of all locations, with the threads of contexts.
pub fn invariant(
    terms: &mut Terms,
    program: &Program,
    system: &System,
    layout: &Layout,
    places: &[Standing],
    threads: &[u32],
    interpretation: &Interpretation,
) -> String {
    let mut text = String::from(
        "; An invariant: wherever the threads stand as a comment says, with the constants that it names, the formula below it is true.\n\
         ; Places from which no cycle starts are left out: what holds there follows from these. Formulas are SMT-LIB 2.\n",
    );
    for (predicate, standing) in system.predicates().zip(places) {
        let Some(&Meaning::Formula(formula)) = interpretation.meanings.get(predicate.index()) else { continue };
        text += "\n;";
        for (number, thread) in standing.threads.iter().enumerate() {
            let separator = if number == 0 { "" } else { ";" };
            text += &match thread {
                Where::At(span, procedure, _) => {
                    format!("{separator} T{number} at {} in {procedure}", program.source.place(*span))
                }
                Where::Ended => format!("{separator} T{number} has ended"),
                Where::Gone => format!("{separator} T{number} is gone"),
            };
        }
        text.push('\n');
        let constants: Vec<String> = standing
            .constants
            .iter()
            .map(|&(slot, value)| format!("{} = {}", name(layout, threads, slot), number(terms, value)))
            .collect();
        if !constants.is_empty() {
            text += &format!("; {}\n", constants.join(", "));
        }
        let parameters = system.declaration(predicate).parameters.clone();
        let mut pairs = Vec::new();
        for (&parameter, &slot) in parameters.iter().zip(&standing.parameters) {
            let named = terms.fresh(&name(layout, threads, slot), terms.sort(parameter));
            pairs.push((parameter, named));
        }
        let formula = Substitution::from_pairs(pairs).apply(terms, formula);
        text += &show(terms, formula);
        text.push('\n');
    }
    text
}

/// The name of a slot.
fn name(layout: &Layout, threads: &[u32], slot: Slot) -> String {
    let data = &layout.slots[slot];
    let name = data.name.strip_suffix("+0").unwrap_or(&data.name);
    match data.context.and_then(|context| threads.get(context)) {
        Some(thread) => format!("{name} of T{thread}"),
        None => name.to_owned(),
    }
}

/// A constant, as a number if possible.
fn number(terms: &Terms, value: Term) -> String {
    match (terms.sort(value), terms.constant_bits(value).and_then(|bits| bits.to_u64())) {
        (Sort::BitVec(_), Some(number)) => number.to_string(),
        _ => show(terms, value),
    }
}
