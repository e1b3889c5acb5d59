//! The fuzzer: generated programs, and judges that must agree about them.
//!
//! | file | concept |
//! |---|---|
//! | `random` | seeded choices |
//! | `draft`, `print` | programs as trees, and as C |
//! | `expand` | the preprocessor, once for many programs |
//! | `write/` | random programs |
//! | `grammar` | all programs of a small grammar |
//! | `metamorphic`, `enclose` | changes that change no verdict; those that put statements into calls and sections |
//! | `split` | programs in several files, which are linked again |
//! | `judge` | the reference interpreter against the engines |
//! | `shrink` | a smaller program with the same difference |
//! | `campaign`, `counts` | many programs at once, resumable; the table at the end |
//! | `finding` | a difference as a case of the corpus |
//!
//! The idea is that of Csmith (Yang, Chen, Eide, Regehr, PLDI 2011) with one of its judges replaced: not compilers
//! against each other, but engines against an interpreter that visits all interleavings of the typed tree.

pub mod campaign;
pub mod counts;
pub mod draft;
pub mod enclose;
pub mod expand;
pub mod finding;
pub mod grammar;
pub mod judge;
pub mod metamorphic;
pub mod print;
pub mod random;
pub mod shrink;
pub mod split;
pub mod write;

use crate::options::FuzzOptions;

/// Runs the fuzzer. True if nothing was found.
///
/// # Errors
/// A sentence, if an option names nothing or a file cannot be written.
pub fn run(options: &FuzzOptions) -> Result<bool, String> {
    campaign::run(options)
}
