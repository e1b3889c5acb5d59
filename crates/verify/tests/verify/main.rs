//! The core of the verifier with engines that a test writes.

mod portfolio;
mod subject;
