//! What an answer is worth where a program calls functions without a body.
//!
//! Engines take such a function to return any value and to access no data of the program, which is one of the things that it may do. So what they
//! find out about a program that reaches a call of one is kept apart:
//!
//! - SAFE holds if the functions do so, and becomes UNKNOWN with their names ([`Reason::RestsOn`]).
//! - A violation is real if the trace holds whatever the functions return and write. A replay with marks tells that: it stops where
//!   a value decides something that comes from such a function, or from memory that it was given. Where it stops, the violation
//!   becomes UNKNOWN, with its trace ([`Reason::DependsOn`]).
//!
//! The program defines its interrupt handlers, but no code shows when they are called. SAFE becomes UNKNOWN
//! ([`Reason::Uninterrupted`]); violations need no interrupt.
//!
//! A user that says what the functions do takes both answers as they are.

use raddle_program::syntax::Effect;
use rustc_hash::FxHashSet;
use std::sync::Arc;

use crate::certify::Replayer;
use crate::verdict::{Answers, Outcome, Reason, Verdict};
use raddle_analysis::subject::Subject;

/// The functions without a body that a program comes to, as far as an answer rests on them.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Reliance {
    functions: Vec<String>,
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

impl Reliance {
    /// The functions that are called by code which a thread may run; `matters` says of a name whether an answer rests on that function.
    pub fn of(program: &Subject, matters: &dyn Fn(&str) -> bool) -> Reliance {
        let points_to = program.points_to();
        // What unknown pointers call is not known.
        let everything = !points_to.unsupported.is_empty();
        let reached: FxHashSet<_> = points_to.contexts.values().map(|context| context.procedure).collect();
        let mut functions: Vec<Arc<str>> = Vec::new();
        for (procedure, automaton) in program.automata().iter() {
            if !everything && !reached.contains(&procedure) {
                continue;
            }
            for data in automaton.transitions.values() {
                if let Effect::External { name, .. } = &data.effect
                    && matters(name)
                {
                    functions.push(name.clone());
                }
            }
        }
        functions.sort_unstable();
        functions.dedup();
        Reliance { functions: functions.iter().map(|name| name.to_string()).collect() }
    }

    /// Their names, in alphabetical order.
    pub fn functions(&self) -> &[String] {
        &self.functions
    }

    /// What answers are worth if nothing is known of the functions. The replayer marks what comes from them.
    pub fn admit(&self, answers: Answers, marking: &dyn Replayer) -> Answers {
        if self.functions.is_empty() {
            return answers;
        }
        let functions = &self.functions;
        let weaken = |outcome: Outcome| {
            let verdict = match outcome.verdict {
                Verdict::Safe(_) => Verdict::Unknown(Reason::RestsOn { functions: functions.clone() }),
                Verdict::Unsafe(trace) => match marking.replay(&trace) {
                    Ok(()) => Verdict::Unsafe(trace),
                    Err(_) => Verdict::Unknown(Reason::DependsOn { functions: functions.clone(), trace }),
                },
                Verdict::Unknown(reason) => Verdict::Unknown(reason),
            };
            Outcome { verdict, ..outcome }
        };
        Answers { outcomes: answers.outcomes.into_iter().map(weaken).collect() }
    }
}
