//! An invariant as facts about single locations, written as C, so that other tools can read them in a correctness witness.
//!
//! The invariants of `sequential` and `compositional` are formulas about combinations of thread locations. A *fact* is about one thread at
//! one location: a conjunct over globals and the thread's locals that occurs in every combination in which a thread is at that location.
//!
//! Conjuncts about things without a C name are omitted: the holder of a lock, whether a thread was created, where the other threads are. A
//! fact is a candidate, not a theorem about every state. The invariant describes only states between atomic blocks, and only those from
//! which a violation could be reached. A consumer of facts must prove them again (`raddle check --witness` does).

mod c;
mod names;

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use raddle_logic::horn::System;
use raddle_logic::horn::interpretation::{Interpretation, Meaning};
use raddle_logic::horn::system::Predicate;
use raddle_logic::term::{Op, Term, Terms};
use raddle_program::entity::Entity;
use raddle_program::source::Span;
use raddle_program::syntax::Program;

use self::c::{Named, condition};
use self::names::Names;
use crate::symbolic::encoded::{Standing, Where};
use crate::symbolic::layout::{Layout, Slot};
use raddle_verify::fact::Fact;

/// The longest text of a fact; a longer fact is omitted because it helps no reader.
const LENGTH: usize = 400;

/// The most conjuncts of an invariant. A larger invariant yields no facts: a reader would not find the important ones.
const CONJUNCTS: usize = 8_000;

/// A combination of thread locations, and the predicate that describes the states there.
pub(crate) struct Combination {
    /// The predicate.
    pub predicate: Predicate,
    /// The running threads: the context of each, and the source location of its next transition.
    pub threads: Vec<(usize, Span)>,
    /// The slot of each parameter, with the position of its thread in `threads` if the slot does not determine the thread.
    pub parameters: Vec<(Slot, Option<usize>)>,
    /// Slots with a known constant value.
    pub constants: Vec<(Slot, Term)>,
}

impl Combination {
    /// The combination of a predicate of `sequential`, without ended threads.
    pub(crate) fn of(predicate: Predicate, standing: &Standing) -> Combination {
        let threads = standing.threads.iter().filter_map(|thread| match thread {
            Where::At(place, _, context) => Some((*context, *place)),
            Where::Ended | Where::Gone => None,
        });
        Combination {
            predicate,
            threads: threads.collect(),
            parameters: standing.parameters.iter().map(|&slot| (slot, None)).collect(),
            constants: standing.constants.clone(),
        }
    }
}

/// The facts of an invariant, sorted by function and location.
pub(crate) fn facts(
    terms: &mut Terms,
    program: &Program,
    layout: &Layout,
    system: &System,
    interpretation: &Interpretation,
    combinations: &[Combination],
) -> Vec<Fact> {
    let n_conjuncts = |combination: &Combination| match interpretation.meanings.get(combination.predicate.index()) {
        Some(&Meaning::Formula(formula)) => conjuncts_of(terms, formula).len() * combination.threads.len(),
        Some(Meaning::Derived) | None => 0,
    };
    if combinations.iter().map(n_conjuncts).sum::<usize>() > CONJUNCTS {
        return Vec::new();
    }
    let names = Names::of(program, layout);
    let mut found: BTreeMap<(usize, Span), BTreeSet<(String, bool)>> = BTreeMap::new();
    for combination in combinations {
        let Some(&Meaning::Formula(formula)) = interpretation.meanings.get(combination.predicate.index()) else {
            continue;
        };
        let parameters = system.declaration(combination.predicate).parameters.clone();
        for (thread, &(context, place)) in combination.threads.iter().enumerate() {
            let mut named: BTreeMap<Term, Named> = BTreeMap::new();
            let mut conjuncts = conjuncts_of(terms, formula);
            for (&parameter, &(slot, owner)) in parameters.iter().zip(&combination.parameters) {
                if owner.is_none_or(|owner| owner == thread)
                    && let Some(name) = names.of_slot(context, slot)
                {
                    named.insert(parameter, name);
                }
            }
            for &(slot, value) in &combination.constants {
                if let Some(name) = names.of_slot(context, slot) {
                    let variable = terms.fresh(&name.text, terms.sort(value));
                    named.insert(variable, name);
                    conjuncts.push(terms.eq(variable, value));
                }
            }
            let said: BTreeSet<(String, bool)> = (conjuncts.into_iter())
                .filter_map(|conjunct| condition(terms, conjunct, &named))
                .filter(|(text, _)| text.len() <= LENGTH)
                .collect();
            let key = (layout.contexts[context].procedure.index(), place);
            match found.get_mut(&key) {
                Some(known) => known.retain(|fact| said.contains(fact)),
                None => _ = found.insert(key, said),
            }
        }
    }
    let procedures: Vec<Arc<str>> = program.procedures.values().map(|procedure| procedure.name.clone()).collect();
    let of_place = |((procedure, place), said): ((usize, Span), BTreeSet<(String, bool)>)| {
        let function = procedures[procedure].clone();
        said.into_iter().map(move |(formula, is_about_locals)| Fact {
            function: function.clone(),
            place,
            formula,
            is_about_locals,
        })
    };
    found.into_iter().flat_map(of_place).collect()
}

fn conjuncts_of(terms: &Terms, formula: Term) -> Vec<Term> {
    match terms.op(formula) {
        Op::And => terms.arguments(formula).iter().flat_map(|&argument| conjuncts_of(terms, argument)).collect(),
        Op::Bool(true) => Vec::new(),
        _ => vec![formula],
    }
}
