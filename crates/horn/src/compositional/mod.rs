//! `compositional`: reducible blocks and Owicki-Gries reasoning as Horn clauses [Popeea, Rybalchenko, Wilhelm: Reduction for
//! Compositional Verification of Multi-Threaded Programs, 2014], for any number of threads: loops and creations without end are
//! proved as they are. It proves; what is derived is more than what happens, so a violation is looked for by `explicit` and `bmc`, and is theirs.
//!
//! **States.** A [`population`] sorts threads into kinds: those that one creation starts with one function. A kind is *single* if an
//! execution has at most one of its threads. A concrete state holds what is shared (globals, locks, locals of single kinds whose
//! address others may have) and for each thread its kind, its place, and what is its own. Its *views* are what it holds of `k` of its threads
//! (of all, where there are fewer): what is shared, and places and own values of those. The predicates say which views there are, one
//! for each list of places; `k` is the level of the [`levels`]. With `k` = 1 this is thread-modular reasoning; with the number of
//! all threads it is everything.
//!
//! **Steps.** A step is a path of one thread through a reducible block ([`walk`]); `-o engines.reduction=none` makes every transition a step,
//! which is plain Owicki-Gries. The paper's clauses, with its predicates inside of blocks unfolded since paths have no loops (a loop in a
//! block is cut open, which only adds switches):
//! - (S1) the view of the start; (S2) to (S5) a thread of a view takes a step; one that creates a thread leads to the view with the new thread
//!   in the place of each other one;
//! - (S6), in the head IR(V'): a thread outside of a view takes a step. Its premises are the view, and the views in which that thread stands in
//!   the place of a member. A thread of a kind that is not single interferes with others of its kind, itself included;
//! - (S7) no step of a thread of a view violates the assertion, or does what has no model.
//!
//! **Why every execution is covered.** By induction over executions that switch between steps only (the theory of reduction says that
//! those suffice): let all views of a state be derived, and thread `t` take a step. A view of the state behind it either contains `t`: then
//! its part before the step was a view, and `t` was a member; or it contains neither `t` nor a new thread: then it was a view, and so was
//! each in which `t` replaces a member, so (S6) derives it; or it contains the thread that `t` created: without that one and with `t` (or, if it
//! contains `t`, with any other thread; if there is none, the view was that of all threads) it was a view with `t` as a member, and the clause for creations
//! derives it. Ended threads stay members at a place of their own. What views leave out only adds executions: waits, joins and
//! conditions that they cannot refute are passed; main's return stops nobody else.
//!
//! **Who.** Owners of locks are written in a view's own words: nobody, one of its members, or somebody else; clauses translate between
//! the words of their views ([`view`]). So exclusion holds among any number of copies. The same is said of each flag that is only set to
//! constants: who changed it last ([`changers`]), a ghost variable, which no step reads. What is a lock by all
//! steps, no two members hold at their places ([`exclusion`]); and where threads add to a variable and take back what they added, as a count
//! of readers, places say how much is there at least ([`counters`]); where many write
//! what they computed, it is known how often at most ([`ghost_counters`]). Of a kind it is known whether one was created,
//! and of a single one whether its thread has ended or was joined ([`threads`]).
//!
//! **Addresses** of a thread's own locals are never shared: each step that could write one where others may read it is an end without a model.
//!
//! Beside other engines it comes where loops or creations of threads are open ([`trigger`]).
//!
//! Left out: what `sequential` leaves out (its clauses for single steps are these), read-write locks, one-time controls, and the ends of
//! threads that may be detached.

mod certificate;
mod changers;
mod clauses;
mod counters;
mod counting;
mod engine;
mod exclusion;
mod ghost_counters;
mod ids;
mod irrelevant;
mod known;
mod levels;
mod population;
mod steps;
mod temporaries;
mod threads;
mod trigger;
mod unread;
mod view;
mod walk;

pub(crate) use certificate::judge;
pub use certificate::{prove_again, queries};
pub use engine::{Compositional, ViolationSearch};
pub use levels::horn_text;
pub use trigger::trigger;
