//! The board on which engines that work on the same task at the same time tell each other what is settled.
//!
//! An engine posts a verdict when it has it, not when it ends: it may be held up by another property for as long as there is time.
//! Whoever started the engines lets what is posted through the gate, and only then marks the property as settled. Engines look at
//! these marks between their steps, and leave alone what others have settled.
//!
//! What is posted is about the program as an engine was given it. So only those engines post that say so
//! ([`crate::engine::Engine::posts`]), and only where no transform came before: an engine that another one asks about a program of
//! its own making has a board that nobody reads.

use std::sync::Arc;
use std::sync::atomic::{AtomicU16, Ordering};

use raddle_program::property::Property;

use crate::verdict::{Outcome, Reason, Verdict};

/// A board; by default one that nobody reads and on which nothing is settled.
#[derive(Clone, Default)]
pub struct Board {
    shared: Option<Shared>,
}

#[derive(Clone)]
struct Shared {
    settled: Settled,
    read: Arc<dyn Fn(Outcome) + Send + Sync>,
}

/// The properties that are settled, for all engines to see.
#[derive(Clone, Default)]
pub struct Settled {
    /// A bit for each property.
    bits: Arc<AtomicU16>,
}

impl Settled {
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

impl Board {
    /// A board that shows what is settled, and whose posts somebody reads.
    pub fn new(settled: Settled, read: impl Fn(Outcome) + Send + Sync + 'static) -> Self {
        Board { shared: Some(Shared { settled, read: Arc::new(read) }) }
    }

    /// Posts a verdict; what is unknown is no news.
    pub fn post(&self, property: Property, verdict: &Verdict) {
        if let (Some(shared), Verdict::Safe(_) | Verdict::Unsafe(_)) = (&self.shared, verdict) {
            (shared.read)(Outcome { property, verdict: verdict.clone() });
        }
    }

    /// The same board for an engine whose proofs do not count: only violations are posted.
    pub fn for_violations(&self) -> Board {
        let shared = self.shared.as_ref().map(|Shared { settled, read }| {
            let read = read.clone();
            let violations = move |outcome: Outcome| {
                if matches!(outcome.verdict, Verdict::Unsafe(_)) {
                    read(outcome);
                }
            };
            Shared { settled: settled.clone(), read: Arc::new(violations) }
        });
        Board { shared }
    }

    /// Whether somebody has settled a property: nobody needs an answer to it any more.
    pub fn is_settled(&self, property: Property) -> bool {
        self.shared.as_ref().is_some_and(|shared| shared.settled.contains(property))
    }
}

/// Why an engine leaves a property open that another one has settled.
pub fn not_needed() -> Reason {
    Reason::GaveUp { why: "another engine was faster".into(), advice: "name one engine with --engine".into() }
}
