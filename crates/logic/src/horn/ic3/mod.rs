//! Property-directed reachability for rules, linear or not.
//!
//! `F_k(P)` over-approximates what derivations of height k derive of the predicate P; `F_0` is empty. It is a conjunction of *lemmas*,
//! each the negation of a cube of literals over the parameters of P; a lemma of level k holds in `F_1` to `F_k`. An *obligation* asks
//! whether a cube of P can be derived at a level:
//!
//! - A rule that derives a state of the cube from states of `F_{k-1}` gives obligations for its premises. Their cubes are implicants
//!   of the weakest precondition, with inputs fixed, so from *all* their states the cube is reached: what is found is never
//!   spurious.
//! - If there is no such rule, a lemma is learnt. It is looked for among the atoms of P first (the implicit abstraction: the state's
//!   cube over the atoms), and among the literals of the cube otherwise; these then become atoms.
//! - A premise that was derived is a *fact*: a state, with its derivation. Rules with several premises are used once there is a fact
//!   in the cube of each.
//!
//! Predicates of few bits that take many lemmas get some over their bits ([`bitwise`]).
//!
//! When all lemmas of a level hold one level higher, they are an interpretation.

mod bitwise;
mod consecution;
mod generalize;
mod obligation;
mod search;

pub use search::Outcome;
pub(super) use search::search;

/// The level of lemmas that hold in every frame.
const ALWAYS: usize = usize::MAX;
