//! `compositional`: Owicki-Gries reasoning over reducible blocks, as Horn clauses [Popeea, Rybalchenko, Wilhelm: Reduction for
//! Compositional Verification of Multi-Threaded Programs, 2014], for any number of threads. Loops and thread creations without a known
//! bound need no unwinding. The engine only proves: its clauses over-approximate the executions, so `explicit` and `bmc` search for
//! violations.
//!
//! **States.** A [`population`] sorts threads into templates (*kinds* in the code): the threads that one creation starts with one function.
//! A template is *single* if an execution has at most one of its threads. A concrete state has the shared slots (globals, locks, escaping
//! locals of single templates) and, for each thread, its template, its location and its own slots. A *k-thread view* of a state is its
//! restriction to `k` threads (to all of them, if there are fewer): the shared slots, and the locations and own slots of these threads.
//! There is one predicate for each list of locations; it describes the possible views. `k` is the level ([`levels`]). `k` = 1 is
//! thread-modular reasoning; if `k` is the number of all threads, nothing is abstracted.
//!
//! **Steps.** A step is a path of one thread through a reducible block ([`walk`]). With `-o engines.reduction=none` every transition is a
//! step, which is plain Owicki-Gries. The clauses are those of the paper. Its predicates inside of blocks are unfolded, because paths have
//! no loops: a loop in a block gets a cut-point, which only adds context switches.
//! - (S1): the view of the initial state.
//! - (S2) to (S5): a member of a view takes a step. A step that creates a thread leads to the views in which the new thread replaces any
//!   one member.
//! - (S6), with the head IR(V') of the paper: a thread outside of a view takes a step. The premises are the view, and the views in which
//!   that thread replaces a member. A thread of a template that is not single interferes with all threads of its template, itself included.
//! - (S7): no step of a member violates the assertion or reaches an unsupported construct.
//!
//! **Why every execution is covered.** The proof is by induction over executions with context switches between steps only; by the theory of
//! reduction these suffice. Let all views of a state be derived, and let thread `t` take a step. A view of the next state is of one of
//! three forms:
//! - It contains `t`. Then its restriction before the step was a view with `t` as a member, and (S2) to (S5) derive it.
//! - It contains neither `t` nor a new thread. Then it was a view before the step, and so was each view in which `t` replaces a member. So
//!   (S6) derives it.
//! - It contains the thread that `t` created. Replace that thread by `t` (or, if the view contains `t`, by any other thread; if there is
//!   none, the view had all threads). The result was a view with `t` as a member, and the clause for creations derives the view.
//!
//! Ended threads stay members, with a location of their own. Whatever a view omits only adds executions: a wait, join or condition that a
//! view cannot refute lets the thread continue, and main's return does not stop the other threads.
//!
//! **Identities.** The owner of a lock is encoded relative to the view: no owner, a member, or a thread outside of the view. Clauses
//! translate between the encodings of their views ([`view`]), so mutual exclusion holds for any number of threads. Ghost variables and
//! invariants about all threads make views more precise:
//! - the last writer of each flag that is only set to constants ([`changers`]);
//! - the locks that no two threads hold at once ([`exclusion`]);
//! - the least and greatest value of a variable to which threads add and from which they subtract what they added, as a count of readers
//!   ([`counters`]);
//! - the number of writes of a variable that many threads write ([`ghost_counters`]);
//! - whether a thread of a template was created and, if the template is single, whether it has ended or was joined ([`threads`]).
//!
//! **Addresses** of a thread's own locals are never shared: a step that may write one to memory of other threads is unsupported.
//!
//! In a portfolio the engine starts if loops or thread creations have no known bound ([`trigger()`]).
//!
//! Unsupported: everything `sequential` does not support (its single steps are used here), read-write locks, one-time controls, and the
//! ends of threads that may be detached.

mod certificate;
mod changers;
mod clauses;
mod counters;
mod counting;
mod engine;
mod exclusion;
mod ghost_counters;
mod ids;
mod known;
mod levels;
mod population;
mod steps;
mod threads;
mod trigger;
mod view;
mod walk;

pub(crate) use certificate::judge;
pub use certificate::{prove_again, queries};
pub use engine::{Compositional, ViolationSearch};
pub use levels::horn_text;
pub use trigger::trigger;
