//! Why what was not found is no proof, for properties of which less is known than of others.

use crate::verdict::Reason;

/// Why no misuse of a lock was found, and that is no proof.
pub(super) fn unclear_misuse() -> Reason {
    Reason::GaveUp {
        why: "a condition variable is used with several mutexes, or initialized or destroyed while others may wait for it, or the \
              bytes of a lock that no call initialized are not known: whether that is a misuse is not followed by this engine"
            .into(),
        advice: "use another engine with --engine".into(),
    }
}

/// Why no race was found, and that is no proof.
pub(super) fn hidden_order() -> Reason {
    Reason::GaveUp {
        why: "a thread may learn of another without being ordered behind it (a failing attempt, a timed lock, the value of \
              a semaphore, a misuse), which hides races from this engine"
            .into(),
        advice: "use another engine with --engine".into(),
    }
}
