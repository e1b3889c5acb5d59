//! The results that engines share while they work on the same task at the same time.
//!
//! An engine publishes a verdict when it has it, not when it ends: it may be held up by another property for as long as there is time.
//! The portfolio that started the engines passes what is published to certification, and only then marks the property as decided. Engines
//! look at these marks between their steps, and leave decided properties alone.
//!
//! What is published is about the program as an engine was given it. So only those engines publish that say so
//! ([`crate::engine::Engine::publishes`]), and only where no transform came before: an engine that another one asks about a program of
//! its own making has shared results without a reader.

use std::sync::Arc;
use std::sync::atomic::{AtomicU16, Ordering};

use raddle_program::property::Property;

use crate::verdict::{Outcome, Reason, Verdict};

/// Shared results; by default without a reader, and with nothing decided.
#[derive(Clone, Default)]
pub struct SharedResults {
    shared: Option<Shared>,
}

#[derive(Clone)]
struct Shared {
    decided: DecidedProperties,
    read: Arc<dyn Fn(Outcome) + Send + Sync>,
}

/// The properties that are decided, for all engines to see.
#[derive(Clone, Default)]
pub struct DecidedProperties {
    /// A bit for each property.
    bits: Arc<AtomicU16>,
}

impl DecidedProperties {
    /// Marks a property.
    pub fn mark(&self, property: Property) {
        self.bits.fetch_or(bit(property), Ordering::Release);
    }

    /// Whether a property is marked.
    pub fn contains(&self, property: Property) -> bool {
        self.bits.load(Ordering::Acquire) & bit(property) != 0
    }
}

fn bit(property: Property) -> u16 {
    1 << property as u16
}

impl SharedResults {
    /// Shared results that show what is decided; `read` gets what is published.
    pub fn new(decided: DecidedProperties, read: impl Fn(Outcome) + Send + Sync + 'static) -> Self {
        SharedResults { shared: Some(Shared { decided, read: Arc::new(read) }) }
    }

    /// Publishes a verdict, unless it is unknown.
    pub fn publish(&self, property: Property, verdict: &Verdict) {
        if let (Some(shared), Verdict::Safe(_) | Verdict::Unsafe(_)) = (&self.shared, verdict) {
            (shared.read)(Outcome { property, verdict: verdict.clone() });
        }
    }

    /// The same for an engine whose proofs do not count: only violations are published.
    pub fn for_violations(&self) -> SharedResults {
        let shared = self.shared.as_ref().map(|Shared { decided, read }| {
            let read = read.clone();
            let violations = move |outcome: Outcome| {
                if matches!(outcome.verdict, Verdict::Unsafe(_)) {
                    read(outcome);
                }
            };
            Shared { decided: decided.clone(), read: Arc::new(violations) }
        });
        SharedResults { shared }
    }

    /// Whether a property is decided: no further answer to it is needed.
    pub fn is_decided(&self, property: Property) -> bool {
        self.shared.as_ref().is_some_and(|shared| shared.decided.contains(property))
    }
}

/// Why an engine leaves a property open that another one has decided.
pub fn not_needed() -> Reason {
    Reason::GaveUp { why: "another engine was faster".into(), advice: "name one engine with --engine".into() }
}
