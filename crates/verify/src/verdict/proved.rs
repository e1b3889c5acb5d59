//! What a SAFE rests on: a proof, the engine that found it, and whether the independent checker accepted the proof.

use crate::verdict::{Proof, Verdict};

/// A proof that a property holds, and how it was checked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Proved {
    /// The proof.
    pub proof: Proof,
    /// The engine that found it; empty until the proof was certified.
    pub by: &'static str,
    /// What the independent checker says of it.
    pub check: Check,
}

/// What the independent checker says of a proof.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Check {
    /// No checker reads proofs of this kind.
    None,
    /// The checker accepted the proof.
    Accepted,
    /// The checker cannot follow the proof, for this reason. The claim depends on the engine.
    Open(String),
}

impl From<Proof> for Proved {
    /// A proof that was not certified yet.
    fn from(proof: Proof) -> Proved {
        Proved { proof, by: "", check: Check::None }
    }
}

impl Proved {
    /// Whether the independent checker accepted the proof.
    pub fn is_checked(&self) -> bool {
        self.check == Check::Accepted
    }

    /// What the claim depends on: `checked`, or `by` with the engine. Empty for a proof that was not certified.
    pub fn standing(&self) -> String {
        match (self.is_checked(), self.by) {
            (true, _) => "checked".to_owned(),
            (false, "") => String::new(),
            (false, engine) => format!("by {engine}"),
        }
    }
}

impl Verdict {
    /// SAFE by a proof that was not certified yet.
    pub fn safe(proof: Proof) -> Verdict {
        Verdict::Safe(proof.into())
    }

    /// The word of the verdict; for SAFE also what the claim depends on: `SAFE (checked)`, `SAFE (by bmc)`.
    pub fn standing(&self) -> String {
        let standing = match self {
            Verdict::Safe(proved) => proved.standing(),
            Verdict::Unsafe(_) | Verdict::Unknown(_) => String::new(),
        };
        if standing.is_empty() { self.word().to_owned() } else { format!("{} ({standing})", self.word()) }
    }
}

impl Proof {
    /// The kind of the proof, as in machine output.
    pub fn kind(&self) -> &'static str {
        match self {
            Proof::Exhausted { .. } => "exhausted",
            Proof::NoLasso { .. } => "no-lasso",
            Proof::Ranked { .. } => "ranked",
            Proof::RaceFree { .. } => "race-free",
            Proof::DeadlockFree { .. } => "deadlock-free",
            Proof::Intervals { .. } => "intervals",
            Proof::Freed { .. } => "freed",
            Proof::Operators { .. } => "operators",
            Proof::Inside { .. } => "inside",
            Proof::Residual { .. } => "residual",
            Proof::Usage { .. } => "usage",
            Proof::Invariant { .. } => "invariant",
            Proof::Compositional { .. } => "compositional",
            Proof::Modular { .. } => "modular",
            Proof::External { .. } => "external",
            Proof::Induction { .. } => "induction",
            Proof::Unwound { .. } => "unwound",
        }
    }
}
