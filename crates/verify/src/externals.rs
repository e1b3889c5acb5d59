//! The meaning of an answer about a program that calls functions without a body.
//!
//! Engines assume that such a function returns any value and accesses no data of the program, which is one of its
//! possible behaviours. So answers about a program that may call one are adjusted:
//!
//! - SAFE holds under this assumption, and becomes UNKNOWN with the names of the functions ([`Reason::RestsOn`]).
//! - A violation is real if the trace holds for all results and writes of the functions. A replay with marks checks
//!   that: it stops where a value that comes from such a function, or from memory that it was given, decides something.
//!   If it stops, the violation becomes UNKNOWN, with its trace ([`Reason::DependsOn`]). The same holds for results of
//!   library functions of which only the effects are known (`sqrt` returns one value, not any, and `open` no number
//!   that an open file has), and for variables of the library.
//!
//! The same replay marks the ids of threads where the program computes with one
//! ([`raddle_analysis::numbered_ids`]): a violation that depends on its number is a possible one, too.
//!
//! The program defines its interrupt handlers, but no code shows when they are called. SAFE becomes UNKNOWN
//! ([`Reason::Uninterrupted`]); violations need no interrupt. The same holds for handlers of signals that no engine follows.
//!
//! A user can state what the functions do. Then both answers are kept.

use raddle_program::property::Property;
use raddle_program::source::Span;
use raddle_program::syntax::{Effect, GlobalId, InputSource, ProcedureId};
use raddle_program::trace::{Event, Trace, TraceStep};
use raddle_program::visit::{Visitor, walk_effect, walk_expr};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use crate::certify::Replayer;
use crate::verdict::{Answers, NUMBER_OF_AN_ID, Outcome, Reason, Verdict};
use raddle_analysis::analyzed_program::AnalyzedProgram;

/// The functions and the variables of the library that a program comes to and no file defines.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Reliance {
    /// The functions that SAFE rests on.
    functions: Vec<String>,
    /// All that a violation may depend on: functions of the library of which only the effects are known, variables, and the ids of
    /// threads, too.
    sources: Vec<Source>,
}

/// A function, a variable or a number that a violation may depend on.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Source {
    /// What people call it.
    pub name: String,
    /// Whether it is a function that no file defines and of which nothing is known.
    pub is_undefined: bool,
    /// Where values of it are chosen; empty for a variable and for ids.
    spans: BTreeSet<Span>,
}

/// What people call a function: those of this tool's own texts in C stand for something that the system does.
fn shown(name: &str) -> String {
    let Some(own) = name.strip_prefix("__raddle_") else { return name.to_owned() };
    match own {
        "data_come" => "the arrival of data".to_owned(),
        "number_of_a_process" => "the number of a process".to_owned(),
        "number_of_a_thread" => "the number of a thread".to_owned(),
        "number_of_a_file" => "the number of a file".to_owned(),
        "signal_ends_late" | "signal_may_be_held" | "signal_comes_from_outside" | "handler_comes_to_an_access" => {
            "the arrival of a signal".to_owned()
        }
        "characters_of_a_number"
        | "character_of_a_number"
        | "result_of_scanned_float"
        | "result_of_scanned_double"
        | "result_of_scanned_long_double" => "the text of a number".to_owned(),
        _ => own.strip_prefix("result_of_").map_or_else(|| own.replace('_', " "), str::to_owned),
    }
}

/// What answers are worth where interrupts may call functions, which no engine follows.
pub fn admit_without_interrupts(answers: Answers, handlers: &[String]) -> Answers {
    let weaken = |outcome: Outcome| match outcome.verdict {
        Verdict::Safe(_) if !handlers.is_empty() => {
            Outcome { verdict: Verdict::Unknown(Reason::Uninterrupted { handlers: handlers.to_vec() }), ..outcome }
        }
        _ => outcome,
    };
    Answers { outcomes: answers.outcomes.into_iter().map(weaken).collect() }
}

/// What answers are worth where signals may call functions, which no engine follows. That threads wait or run for ever is no violation
/// then: a handler may let them go on.
pub fn admit_without_signals(answers: Answers, handlers: &[String]) -> Answers {
    let mut answers = admit_without_interrupts(answers, handlers);
    let goes_on = |outcome: &&mut Outcome| {
        let is_endless = matches!(outcome.property, Property::Deadlock | Property::Termination);
        is_endless && !handlers.is_empty() && matches!(outcome.verdict, Verdict::Unsafe(_))
    };
    for outcome in answers.outcomes.iter_mut().filter(goes_on) {
        let why = format!("threads wait or run for ever unless a signal calls {}", handlers.join(", "));
        let advice = "let the handler set a flag that the program looks at".to_owned();
        outcome.verdict = Verdict::Unknown(Reason::GaveUp { why, advice });
    }
    answers
}

/// The procedures that threads may run: all of them, if something without a model is reached, which may call any.
pub fn reached_procedures(program: &AnalyzedProgram) -> BTreeSet<ProcedureId> {
    let points_to = program.points_to();
    match points_to.unsupported.is_empty() {
        true => points_to.contexts.values().map(|context| context.procedure).collect(),
        false => program.procedures.ids().collect(),
    }
}

/// The globals that code names.
#[derive(Default)]
struct Named {
    globals: BTreeSet<GlobalId>,
}

impl Visitor for Named {
    fn global(&mut self, global: GlobalId) {
        self.globals.insert(global);
    }
}

impl Reliance {
    /// The functions that are called by code which a thread may run, and the variables that it names; `matters` says of a name
    /// whether SAFE rests on that function, `is_of_library` whether the library defines a variable of that name, or determines what a
    /// function of that name gives further than its model says.
    pub fn of(
        program: &AnalyzedProgram,
        matters: &dyn Fn(&str) -> bool,
        is_of_library: &dyn Fn(&str) -> bool,
    ) -> Reliance {
        let reached = reached_procedures(program);
        let mut called: BTreeMap<Arc<str>, BTreeSet<Span>> = BTreeMap::new();
        let mut modelled: BTreeMap<Arc<str>, BTreeSet<Span>> = BTreeMap::new();
        let mut named = Named::default();
        for (procedure, automaton) in program.automata().iter() {
            if !reached.contains(&procedure) {
                continue;
            }
            for data in automaton.transitions.values() {
                walk_effect(&data.effect, &mut named);
                if let Some(guard) = &data.guard {
                    walk_expr(&guard.condition, &mut named);
                }
                match &data.effect {
                    Effect::External { name, .. } => {
                        called.entry(name.clone()).or_default().insert(data.span);
                    }
                    Effect::Input { source: InputSource::Function(name), .. } if is_of_library(name) => {
                        modelled.entry(name.clone()).or_default().insert(data.span);
                    }
                    _ => {}
                }
            }
        }
        let functions: Vec<String> = called.keys().filter(|name| matters(name)).map(|name| name.to_string()).collect();
        let globals = named.globals.iter().map(|&global| &program.globals[global]);
        let variables = globals.filter(|it| it.is_external && is_of_library(&it.name)).map(|it| &*it.name);
        let none = BTreeSet::new();
        let given = called.iter().chain(&modelled).map(|(name, spans)| (&**name, spans));
        let mut sources: BTreeMap<String, Source> = BTreeMap::new();
        for (name, spans) in given.chain(variables.map(|name| (name, &none))) {
            let is_undefined = functions.iter().any(|function| function == name);
            let name = shown(name);
            let new = || Source { name: name.clone(), is_undefined, spans: BTreeSet::new() };
            sources.entry(name.clone()).or_insert_with(new).spans.extend(spans);
        }
        let ids = Reliance::of_ids(program);
        Reliance { functions, sources: sources.into_values().chain(ids.sources).collect() }
    }

    /// The ids of threads, if the program computes with one.
    pub fn of_ids(program: &AnalyzedProgram) -> Reliance {
        let source = |_| Source { name: NUMBER_OF_AN_ID.to_owned(), is_undefined: false, spans: BTreeSet::new() };
        Reliance { functions: Vec::new(), sources: program.numbered_id().map(source).into_iter().collect() }
    }

    /// A possible violation. It names what the trace has values of.
    fn possible(&self, trace: Box<Trace>) -> Reason {
        let is_choice = |step: &&TraceStep| matches!(step.event, Event::Choice { .. });
        let chosen: BTreeSet<Span> = trace.steps.iter().filter(is_choice).map(|step| step.span).collect();
        let is_used = |source: &&Source| source.spans.is_empty() || !source.spans.is_disjoint(&chosen);
        let used: Vec<&Source> = self.sources.iter().filter(is_used).collect();
        let named = if used.is_empty() { self.sources.iter().collect() } else { used };
        Reason::DependsOn {
            sources: named.iter().map(|source| source.name.clone()).collect(),
            are_of_library: !named.iter().any(|source| source.is_undefined),
            trace,
        }
    }

    /// Their names, in alphabetical order.
    pub fn functions(&self) -> &[String] {
        &self.functions
    }

    /// All that a violation may depend on.
    pub fn sources(&self) -> &[Source] {
        &self.sources
    }

    /// What answers are worth if nothing is known of the functions. The replayer marks what comes from them.
    pub fn admit(&self, answers: Answers, marking: &dyn Replayer) -> Answers {
        let Reliance { functions, sources } = self;
        let weaken = |outcome: Outcome| {
            let verdict = match outcome.verdict {
                Verdict::Safe(_) if !functions.is_empty() => {
                    Verdict::Unknown(Reason::RestsOn { functions: functions.clone() })
                }
                Verdict::Unsafe(trace) if !sources.is_empty() => match marking.replay(&trace) {
                    Ok(()) => Verdict::Unsafe(trace),
                    Err(_) => Verdict::Unknown(self.possible(trace)),
                },
                verdict => verdict,
            };
            Outcome { verdict, ..outcome }
        };
        Answers { outcomes: answers.outcomes.into_iter().map(weaken).collect() }
    }
}
