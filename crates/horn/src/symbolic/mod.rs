//! States and steps of a program as terms, from which all engines of this crate build clauses.
//!
//! A state is a list of *slots* ([`layout`]): registers, and the cells of memory. A step evaluates expressions ([`expression`]) and
//! accesses ([`access`]) on the terms that slots hold ([`step`]). [`encoded`] is a whole program as clauses.

mod access;
pub(crate) mod call;
pub(crate) mod encoded;
mod expression;
pub(crate) mod layout;
pub(crate) mod start;
pub(crate) mod step;
