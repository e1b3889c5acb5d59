//! The graph of dependences with the names of the source: what `raddle explain` prints. The engine `slice` makes it.

use raddle_analysis::dependencies::Dependence;

/// A variable by its name, for people.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NamedVariable {
    /// `x`, `i of worker`, `what is allocated at a.c:3:5`.
    pub name: String,
    /// How far it is from what is asserted; `None` if it has no influence on that.
    pub distance: Option<u32>,
    /// What it depends on, in order.
    pub depends_on: Vec<(String, Dependence)>,
    /// Whether it is kept first by the engine `slice` (0), or brought back later (1, 2); `None` for registers, which are always kept.
    pub level: Option<u32>,
}

/// The graph with names.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NamedDependencies {
    /// The variables, those near to an assertion first.
    pub variables: Vec<NamedVariable>,
}
