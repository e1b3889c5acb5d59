//! `modular`: thread by thread along the hierarchy.
//!
//! Rasin, Grumberg, Shoham, *Modular Verification of Concurrent Programs via Sequential Model Checking* (ATVA 2018). One thread is on top, the
//! others are its environment; each is verified as a sequential program that knows only what it needs of the others.
//!
//! - [`composition`]: what is verified: a fixed set of threads over variables that are numbers. [`flatten`] makes it of a program.
//! - [`environment`]: the sequential programs P_M and P_E, with `env_move` and `try_start`.
//! - [`check`]: Algorithm 1, environment queries, generalization.
//! - [`conditions`]: alpha and beta. [`composition::facts`] and [`composition::ranges`]: what the text says of threads.
//! - [`sequence`]: programs of one thread as lists, and paths through them.
//! - [`stitch`]: the trace of a violation.
//!
//! # Any number of threads, and why it is sound
//! The threads of a hierarchy are ordered, t_0 on top. Let E_k be the threads from t_k on. Level k has a program for t_k with the environment
//! E_(k+1), and restrictions (alpha, beta) about E_(k+1). For each of them this is shown: *no computation of E_(k+1) alone that is reachable in the whole
//! program leads from a state in alpha to one in beta*, computations of length zero included. That is a statement about the program, not about a
//! query: restrictions are kept, for all queries of the level and above.
//!
//! **Safe.** By induction from the last level up: `env_move` of level k allows each reachable computation of E_(k+1), since it gives any value to whatever
//! E_(k+1) writes and excludes what restrictions exclude only. A restriction of level k-1 is shown by a program of t_k that cannot violate "not beta"
//! behind an activation in alpha. Let a reachable computation of E_k lead from alpha to beta. It starts at a cut of t_k, which t_k reached by
//! steps of its own between which others ran; `try_start` lets others do anything to what they write, so the program of t_k comes to this cut with this
//! state, and may start. From there on the computation consists of steps of t_k and of computations of E_(k+1), all reachable, which `env_move`
//! allows. So the program violates the assertion. On top the same holds from the start of the program. An execution whose threads stand
//! between cuts is no exception: what they did since their last cut is not noticed by others, and their last step that was is in front of the cut.
//!
//! **Unsafe.** Promises (cut, psi) of a query are shown by computations: from each state in psi with t_k at the cut, E_k has one to beta. The one for psi is that
//! of E_(k+1) (by the answer of its query), then the path of t_k, then that of the promise which is violated there. Each holds for this query's beta only, so
//! promises are never kept. On top a path without environment steps leads from the start to a promise of an error, and so to the error;
//! the steps are executed by the semantics, and the trace is replayed like any other.
//!
//! **Which path.** Promises that were just found are followed back first, and a query's alpha is known behind its activation: it is part of what holds before the
//! environment steps of the levels below. Without it they answer from states in which all has happened already, one level at a time.
//!
//! **What is left open.** alpha and psi may be about states that are not reachable, which costs promises, not soundness. There is no bound on iterations: if a promise or
//! a restriction comes back, nothing is learnt, and the answer is UNKNOWN.

mod alternatives;
pub mod check;
pub mod composition;
pub mod conditions;
mod engine;
pub mod environment;
pub mod flatten;
pub mod formula;
mod numbers;
pub mod order;
pub mod sequence;
pub mod steps;
mod stitch;

pub use engine::Modular;
