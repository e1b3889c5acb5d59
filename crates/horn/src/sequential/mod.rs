//! `sequential`: programs of one thread, or made such by [`crate::sequentialize`], decided by a *sequential checker*, without bounds on loops.
//!
//! The program is encoded as linear Horn clauses ([`encode`]): its points are predicates over what is live there, its
//! transitions clauses over bit-vectors and arrays, with the very semantics of machine integers. A checker then decides them:
//!
//! | `-o sequential.checker` | how |
//! |---|---|
//! | `ic3` | [`ic3`]: property-directed reachability over the loops, with atoms of the program as its abstraction; finds invariants. Loops that constants count may be unwound instead |
//! | `kinduction` | [`kinduction`]: induction over several steps, with intervals and equalities |
//! | `bmc` | [`bounded`]: the clauses unwound; programs that have one thread already by the engine of that name |
//! | `external` | [`external`]: a tool from elsewhere, given the program as C or as Horn clauses |
//!
//! Counterexamples are derivations with all values; the executable semantics follows them ([`retrace`]), and then the reference
//! interpreter. Left out: allocated memory, unions, bit-fields, calls through
//! pointers that are not written down, ranges of memory. What has no model and may be reached makes the answer UNKNOWN.

mod bounded;
mod checker;
pub(crate) mod encode;
mod engine;
mod external;
pub(crate) mod ic3;
pub(crate) mod invariant;
mod kinduction;
pub(crate) mod retrace;
mod trigger;

pub use bounded::Bounded;
pub use checker::{CHECKERS, Checked, Question, SequentialChecker, checker_named};
pub use engine::Sequential;
pub use ic3::horn_text;
pub use trigger::trigger;
