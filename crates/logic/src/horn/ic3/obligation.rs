//! Proof obligations: cubes to derive or to refute.

use crate::assignment::Assignment;
use crate::horn::system::Predicate;
use crate::term::Term;

/// Whether a state of a cube can be derived.
pub(super) struct Obligation {
    /// The predicate; `None` is `false`, with an empty cube.
    pub predicate: Option<Predicate>,
    /// Literals over the parameters.
    pub cube: Vec<Term>,
    /// A state in the cube: values of the parameters.
    pub state: Assignment,
    /// The height of the derivations to consider.
    pub level: usize,
    /// The obligation that requires this one.
    pub parent: Option<usize>,
    /// Whether false is derived as soon as this is.
    pub is_certain: bool,
    /// A rule that derives it, if its premises are.
    pub pending: Option<Pending>,
    /// Whether it was derived, or refuted permanently.
    pub is_done: bool,
    /// The number of lemmas that it needed so far.
    pub lemmas: u32,
    /// The conjecture that it is about; nothing else needs an answer then.
    pub conjecture: Option<usize>,
}

/// A generalized cube: many lemmas differ in one of their equations only, and if the cube without this equation cannot be derived, one
/// lemma replaces them all (Vediramana Krishnan et al., *Global guidance for local generalization in model checking*, 2020).
pub(super) struct Conjecture {
    /// How many obligations it may still take.
    pub left: u32,
}

/// A use of a rule whose premises are being derived.
pub(super) struct Pending {
    pub rule: usize,
    /// Values of the inputs.
    pub inputs: Assignment,
    /// For each premise a cube, with a state in it.
    pub premises: Vec<(Vec<Term>, Assignment)>,
    /// The premise that is an obligation now.
    pub waiting: Option<usize>,
}
