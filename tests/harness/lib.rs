//! The harness of the corpora: one case is one file.
//!
//! A case says on its first line what the truth is: `//@ safe`, `//@ unsafe` or `//@ unknown`; without that line its name
//! does (`..._true-unreach-call.c`). Further lines that start with `//@` may follow: `by:` names engines that must find
//! the truth, `property:` what is asked (else the name of the folder in the corpus says it), `data-model:` the data model.
//!
//! Whatever a case says, no engine may contradict it, every violation must be confirmed by the reference interpreter, and
//! a second run must give the same answer.

pub mod case;
pub mod shared;
pub mod trial;
