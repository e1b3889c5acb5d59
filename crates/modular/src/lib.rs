//! `modular`: verification thread by thread along a hierarchy.
//!
//! Rasin, Grumberg, Shoham, *Modular Verification of Concurrent Programs via Sequential Model Checking* (ATVA 2018). One thread is on top,
//! the other threads are its environment. Each thread is verified as a sequential program with only the necessary facts about the other
//! threads.
//!
//! - [`composition`]: the verified object: a fixed set of threads over numeric variables. [`flatten`] makes it from a program.
//! - [`environment`]: the sequential programs P_M and P_E, with `env_move` and `try_start`.
//! - [`check`]: Algorithm 1, environment queries, generalization.
//! - [`conditions`]: alpha and beta. [`composition::facts`] and [`composition::ranges`]: static facts about threads.
//! - [`sequence`]: sequential programs as lists of instructions, and paths through them.
//! - [`stitch`]: the trace of a violation.
//!
//! # Any number of threads, and why it is sound
//! The threads of a hierarchy are ordered, t_0 on top. Let E_k be the threads from t_k on. Level k has a program for t_k with the
//! environment E_(k+1), and restrictions (alpha, beta) about E_(k+1). For each restriction the following is proved: *no computation of
//! E_(k+1) alone that is reachable in the whole program leads from a state in alpha to one in beta*, computations of length zero included.
//! This statement is about the program, not about a query: so restrictions are kept, for all queries of the level and above.
//!
//! **Safe.** By induction from the last level up. `env_move` of level k allows each reachable computation of E_(k+1), since it assigns any
//! value to the variables that E_(k+1) writes and excludes only what restrictions exclude. A restriction of level k-1 is proved by a
//! program of t_k that cannot violate "not beta" behind an activation in alpha. Let a reachable computation of E_k lead from alpha to beta.
//! It starts at a cut of t_k. The thread t_k reached this cut by its own steps, with steps of other threads in between. `try_start` assigns
//! any value to the variables that other threads write, so the program of t_k reaches this cut in this state and may start the query there.
//! From there on the computation consists of steps of t_k and of computations of E_(k+1), all reachable, which `env_move` allows. So the
//! program violates the assertion. On top the same argument applies from the start of the program. It also covers executions whose threads
//! are between cuts. The steps of a thread since its last cut are not noticed by other threads; the last step that they notice is in front
//! of the cut.
//!
//! **Unsafe.** Promises (cut, psi) of a query are proved by computations: from each state in psi with t_k at the cut, E_k has a computation
//! to beta. It consists of a computation of E_(k+1) (the answer of its query), then the path of t_k, then the computation of the promise
//! that is violated there. Each holds for this query's beta only, so promises are never kept. On top a path without environment steps leads
//! from the start to a promise of an error, and so to the error. The executable semantics runs the steps, and the trace is replayed like
//! any other.
//!
//! **Which path.** Promises that were just found are followed back first. A query's alpha is known behind its activation: it is part of the
//! condition before the environment steps of the levels below. Without it these levels would answer from states in which everything has
//! happened already, one level at a time.
//!
//! **Limits.** alpha and psi may describe unreachable states, which costs promises, not soundness. The number of iterations is not bounded.
//! If a promise or a restriction occurs again, nothing is learnt, and the answer is UNKNOWN.

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
