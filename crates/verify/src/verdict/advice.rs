//! What to do about an answer that is unknown.

use super::Reason;

/// What a possible violation depends on that depends on the ids of threads, as a name in [`Reason::DependsOn`].
pub const NUMBER_OF_AN_ID: &str = "the number of a thread's id";

/// The message of the semantics about an address in an integer. Most programs with this message keep addresses in integers of 32 bits.
const NUMBER_OF_AN_ADDRESS: &str = "the number of an address";

impl Reason {
    /// What the user can do next.
    pub fn advice(&self) -> String {
        match self {
            Reason::BoundReached { advice, .. } | Reason::GaveUp { advice, .. } => advice.clone(),
            Reason::Stopped { by, .. } => by.advice(),
            Reason::MayRace { .. } => "use an engine that follows executions, for instance --engine explicit".into(),
            Reason::Timeout { .. } => "give more time with --timeout, or ask for fewer properties with -p".into(),
            Reason::Memory { .. } => "give more memory with --memory, or ask for fewer properties with -p".into(),
            Reason::AfterViolation { grace: None } => "leave out --fail-fast to decide it".into(),
            Reason::AfterViolation { grace: Some(_) } => {
                "give a time limit, for instance --timeout 5m; then nothing is cut short".into()
            }
            Reason::Interrupted { .. } => "run it again".into(),
            Reason::Unsupported { what, .. } if what.contains(NUMBER_OF_AN_ADDRESS) => {
                "keep addresses in pointers; a program for 32-bit addresses needs --data-model ilp32".into()
            }
            Reason::Unsupported { .. } => {
                "replace this construct by one that is modelled, or make it unreachable".into()
            }
            Reason::LargeInput { .. } => {
                "restrict the input with __VERIFIER_assume, or use an engine that treats inputs symbolically".into()
            }
            Reason::NotConfirmed { .. } => {
                "this is a bug of the verifier: please report it with the program and the trace".into()
            }
            Reason::RestsOn { functions } => {
                format!(
                    "name the files that define {0}, model {0} (--model), or accept this with --externals pure",
                    them(functions)
                )
            }
            Reason::WithoutModel { .. } => "look at these places: raddle scan lists what races beside them".into(),
            Reason::Uninterrupted { .. } => "let a thread call them where interrupts may come".into(),
            Reason::DependsOn { sources, .. } if sources == &[NUMBER_OF_AN_ID] => advice_on_ids(),
            Reason::DependsOn { sources, are_of_library: true, .. } => {
                let them = them(sources);
                format!("look at the trace: can the system give this? --externals pure accepts any value of {them}")
            }
            Reason::DependsOn { sources, .. } => {
                format!(
                    "name the files that define {0}, model {0} (--model), or accept any value of it with --externals pure",
                    them(sources)
                )
            }
            Reason::NotDecided { .. } => "choose another engine with --engine".into(),
            Reason::WeakMemory { .. } => {
                "use memory_order_seq_cst, or accept the verdict with --memory-model sc".into()
            }
            Reason::OpenEquality { .. } => {
                "use --engine explicit, which tries both answers, or compare indices or counters in place of pointers"
                    .into()
            }
            Reason::NumberedId { .. } => advice_on_ids(),
            Reason::ForeignWrite { .. } => {
                "write the object by its own type, or keep the write away from its bytes".into()
            }
            Reason::Inexact => {
                "use --engine explicit, which computes results exactly where no input decides them".into()
            }
            Reason::TurnOver => "give more time with --timeout".into(),
            Reason::Several { of } => of.last().map(|it| it.reason.advice()).unwrap_or_default(),
            Reason::Internal { .. } => "this is a bug of the verifier: please report it with the program".into(),
        }
    }
}

fn advice_on_ids() -> String {
    "compare ids with pthread_equal only, and give each thread a number of its own as its argument".into()
}

/// A word for them in a second sentence.
fn them(names: &[String]) -> &'static str {
    if names.len() == 1 { "it" } else { "them" }
}
