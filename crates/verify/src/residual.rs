//! `residual`: another engine decides what `static` leaves open, about less of the program.
//!
//! Conditional model checking: value ranges and points-to sets show of most steps that they violate nothing ([`OpenSteps`]). If main takes all
//! remaining ones, the process is ended where none of them can follow ([`Prefix`]), and the engine is asked about this program. A program that
//! reads its arguments before it starts threads is then one of a single thread.

use std::collections::BTreeSet;
use std::iter;

use raddle_analysis::ways::reaches_any_without;
use raddle_program::entity::Entity as _;
use raddle_program::property::Property;

use crate::context::Context;
use crate::engine::{Engine, Search, Trigger};
use crate::static_answers::OpenSteps;
use crate::task::Task;
use crate::transform::{PROPERTIES_OF_STEPS, Prefix, Transform};
use crate::transformed::Transformed;
use crate::verdict::{Answers, Outcome, Proof, Reason, Verdict};

/// The engine.
pub struct Residual {
    /// What decides the rest.
    pub engine: &'static dyn Engine,
}

impl Engine for Residual {
    fn name(&self) -> &'static str {
        "residual"
    }

    fn summary(&self) -> &'static str {
        "asks bmc about the program up to the last step that static leaves open, if only main takes such steps"
    }

    fn decides(&self, property: Property) -> bool {
        PROPERTIES_OF_STEPS.contains(&property)
    }

    fn transforms(&self) -> Vec<Box<dyn Transform>> {
        Vec::new()
    }

    fn passes(&self) -> &'static [&'static str] {
        &["prefix"]
    }

    fn run(&self, task: &Task, cx: &mut Context) -> Answers {
        let properties = task.properties.iter();
        let outcomes = properties.map(|&property| match self.decided(task, property, cx) {
            Ok(outcome) => outcome,
            Err(reason) => Outcome { property, verdict: Verdict::Unknown(reason) },
        });
        Answers { outcomes: outcomes.collect() }
    }
}

impl Residual {
    fn decided(&self, task: &Task, property: Property, cx: &mut Context) -> Result<Outcome, Reason> {
        if !self.decides(property) {
            return Err(Reason::NotDecided { engine: self.name().to_owned(), property });
        }
        cx.report("proving", || property.to_string());
        let OpenSteps { proof, open, goes_wrong_later } = OpenSteps::of(task, property, cx)?;
        let open: BTreeSet<_> = open.collect();
        if open.is_empty() {
            return Ok(Outcome { property, verdict: Verdict::safe(proof) });
        }
        let gave_up = |why: &str| {
            let advice = "choose another engine with --engine".to_owned();
            Reason::GaveUp { why: why.to_owned(), advice }
        };
        if goes_wrong_later {
            return Err(gave_up("a pointer may leave its object where nothing is accessed"));
        }
        let automata = task.program.automata();
        let prefix = Prefix::up_to(&open, task.program.points_to(), automata);
        let asked = Task { properties: vec![property], ..task.clone() };
        let Some(prefix) = prefix else {
            return Err(gave_up("other threads than main take steps that may violate it, or main does not run once"));
        };
        let residual = Transformed::of(&asked, &prefix, cx);
        if residual.is_unchanged() {
            return Err(gave_up("main takes steps that may violate it up to its end"));
        }
        let found = self.engine.run(&residual.task, cx).outcomes.pop();
        let Some(mut outcome) = found.map(|outcome| residual.lift(outcome)) else {
            return Err(Reason::NotDecided { engine: self.engine.name().to_owned(), property });
        };
        if let Verdict::Safe(rest) = outcome.verdict {
            let rest = rest.proof.to_string();
            outcome.verdict = Verdict::safe(Proof::Residual { open: open.len() as u64, rest });
        }
        Ok(outcome)
    }
}

/// Takes part where main runs through a loop before it creates the first thread: reading arguments, for instance.
pub fn trigger(task: &Task) -> Option<Trigger> {
    let program = &task.program;
    let (points_to, automata) = (program.points_to(), program.automata());
    let start = points_to.contexts.ids().next()?;
    if points_to.creations.is_empty() {
        return None;
    }
    let is_creation = |context, transition| points_to.creations.contains_key(&(context, transition));
    let mut pending = vec![start];
    let mut seen = BTreeSet::new();
    while let Some(context) = pending.pop() {
        if !seen.insert(context) {
            continue;
        }
        let automaton = &automata[points_to.contexts[context].procedure];
        let creates = |transition| is_creation(context, transition);
        let before = reaches_any_without(automaton, iter::once(automaton.entry), creates);
        for (transition, data) in automaton.transitions.iter().filter(|(_, data)| before[data.from.index()]) {
            if !creates(transition) && reaches_any_without(automaton, iter::once(data.to), creates)[data.from.index()] {
                let why = format!(
                    "main runs through the loop at {} before it creates threads",
                    program.source.place(data.span)
                );
                return Some(Trigger { why, search: Search::LooksAtAll });
            }
            pending.extend(points_to.calls.get(&(context, transition)).into_iter().flatten());
        }
    }
    None
}
