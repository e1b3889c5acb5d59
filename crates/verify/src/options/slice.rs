//! The options of the engine `slice`.

/// How variables are chosen.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Strategy {
    /// What is asserted and what that depends on directly, as the paper does in its example; then what this depends on.
    Paper,
    /// By distance: the nearest quarter of them, the nearest half, all.
    Distance,
    /// Begins as the paper does, and keeps from then on what cores needed to show that a counterexample is spurious.
    #[default]
    Cores,
}

/// What of an abstract counterexample a counterexample with more variables has to respect.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Respected {
    /// Which write each kept read reads from: stands for all orders in which they do.
    #[default]
    Sources,
    /// The order of what conflicts, without the values: stands for all runs that differ in independent steps (section 6).
    Order,
    /// The order of all steps and all values: this run alone (section 5.2).
    Run,
}

/// In which form programs are abstracted.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Form {
    /// As parts of one formula.
    #[default]
    Formula,
    /// As programs, which another engine checks.
    Program {
        /// Its name.
        engine: &'static str,
    },
}

/// How the engine goes about it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct SliceOptions {
    /// In which form.
    pub form: Form,
    /// Which variables are kept first.
    pub strategy: Strategy,
    /// What a counterexample stands for.
    pub respected: Respected,
    /// Whether counterexamples are not concretized in their own order first.
    pub skips_concretization: bool,
}
