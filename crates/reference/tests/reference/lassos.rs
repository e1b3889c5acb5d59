//! Non-terminating executions: every lasso that is found replays, and terminating programs have none.

use crate::common::{run, run_with, trace_of};
use raddle_program::property::Property::{Assertions, Deadlock, Termination};
use raddle_program::trace::Trace;
use raddle_reference::{Explore, ReplayOptions, Stand, explore_termination, replay};

fn never_ends(text: &str) {
    let trace = trace_of(&run(text), Termination);
    assert!(trace.loop_start.is_some(), "a lasso has a loop\n{text}");
}

fn ends(text: &str) {
    let found = run(text);
    assert_eq!(*found.stand(Termination), Stand::Holds, "{text}");
}

const TWO: &str = "int main(void) { pthread_t t; pthread_create(&t, 0, f, 0); g(0); pthread_join(t, 0); return 0; }";

#[test]
fn an_exploration_ends_when_all_that_is_asked_is_violated() {
    let text = "int x; void *f(void *p) { while (x < 1000000) x++; return 0; } int main(void) { pthread_t t; pthread_create(&t, 0, f, 0); assert(0); }";
    let options = Explore { asked: vec![Assertions], ..Explore::default() };
    let found = run_with(text, &options);
    assert!(found.is_violated(Assertions) && found.states < 100);
    assert!(matches!(found.stand(Deadlock), Stand::Unknown(_)));
    let found = run_with("int main(void) { return 0; }", &options);
    assert!(found.holds(Assertions) && found.holds(Deadlock));
}

#[test]
fn loops_without_events() {
    never_ends("int main(void) { while (1) ; }");
    ends("int main(void) { for (int i = 0; i < 10; i++) ; return 0; }");
    // Main can go on; the thread that cannot be seen any more is the one that goes round.
    never_ends(&format!("int x; void *f(void *p) {{ while (1) ; }} void g(void *p) {{ x = 1; }} {TWO}"));
    never_ends(&format!("int x; void *f(void *p) {{ x = 1; return 0; }} void g(void *p) {{ while (1) ; }} {TWO}"));
}

#[test]
fn objects_that_begin_and_end_in_the_loop() {
    let see = "void see(int *p) { }";
    never_ends(&format!("{see} int main(void) {{ while (1) {{ int v; see(&v); }} }}"));
    never_ends(&format!("{see} int x; int main(void) {{ while (1) {{ int v; see(&v); if (x) break; }} return 0; }}"));
    never_ends(&format!(
        "{see} int x; void *f(void *p) {{ while (!x) {{ int v = 1; see(&v); }} return 0; }} void g(void *p) {{ x = 1; }} {TWO}"
    ));
    never_ends(&format!(
        "{see} void *f(void *p) {{ while (1) {{ int v = 1; see(&v); v = 2; }} }} void g(void *p) {{ int w; see(&w); }} {TWO}"
    ));
}

#[test]
fn choices_in_the_loop() {
    never_ends(
        "int __VERIFIER_nondet_int(void); int main(void) { while (1) { int v = __VERIFIER_nondet_int(); if (v == 1) break; } return 0; }",
    );
    never_ends("int __VERIFIER_nondet_int(void); int main(void) { while (__VERIFIER_nondet_int()) ; return 0; }");
    never_ends(&format!(
        "int __VERIFIER_nondet_int(void); int x; void *f(void *p) {{ while (__VERIFIER_nondet_int()) x = 1; return 0; }} void g(void *p) {{ int v = __VERIFIER_nondet_int(); x = v; }} {TWO}"
    ));
}

#[test]
fn numbers_may_change_where_that_is_said_but_not_who_stands_where() {
    let text = "unsigned char c; int main(void) { while (1) c++; }";
    let lasso = trace_of(&run(text), Termination);
    let start = lasso.loop_start.expect("a lasso has a loop");
    let first = |n_steps: usize, is_recurrent: bool| {
        let steps = lasso.steps[..start + n_steps].to_vec();
        let trace = Trace { steps, is_recurrent, ..lasso.clone() };
        replay(&crate::common::unit(text), &trace, &ReplayOptions::default()).is_ok()
    };
    // A round is a read and a write.
    assert!(first(2, true) && first(4, true));
    assert!(!first(2, false), "the counter is another one");
    assert!(!first(1, true) && !first(3, true), "the counter was read, and is still to be written");
}

#[test]
fn loops_over_shared_memory() {
    never_ends(&format!("int x; void *f(void *p) {{ while (!x) ; return 0; }} void g(void *p) {{ x = 1; }} {TWO}"));
    ends(&format!("int x; void *f(void *p) {{ x = 1; return 0; }} void g(void *p) {{ if (!x) x = 2; }} {TWO}"));
    never_ends(&format!(
        "pthread_mutex_t m; int x; void *f(void *p) {{ int go = 1; while (go) {{ pthread_mutex_lock(&m); go = !x; pthread_mutex_unlock(&m); }} return 0; }} void g(void *p) {{ x = 1; }} {TWO}"
    ));
    // A counter that wraps returns to its first value.
    never_ends("unsigned char c; int main(void) { while (1) c++; }");
    // Infinitely many spurious wake-ups are no lasso, but a wait that no thread signals does not terminate.
    let found = run(&format!(
        "pthread_mutex_t m; pthread_cond_t c; int x; void *f(void *p) {{ pthread_mutex_lock(&m); while (!x) pthread_cond_wait(&c, &m); pthread_mutex_unlock(&m); return 0; }} void g(void *p) {{ }} {TWO}"
    ));
    assert!(found.is_violated(Termination) && trace_of(&found, Termination).loop_start.is_none());
}

/// Whether every execution terminates, and whether every fair one does; each non-terminating execution replays.
fn ends_and_ends_fairly(text: &str) -> (bool, bool) {
    let unit = crate::common::unit(text);
    let ask = |is_fair: bool| {
        let found = explore_termination(&unit, &Explore::default(), is_fair);
        match found.stand(Termination) {
            Stand::Holds => true,
            Stand::Violated(trace) => {
                let options = ReplayOptions { is_fair, ..ReplayOptions::default() };
                replay(&unit, trace, &options).unwrap_or_else(|why| panic!("fair: {is_fair}: {why}\n{text}"));
                false
            }
            Stand::Unknown(why) => panic!("{why}\n{text}"),
        }
    };
    (ask(false), ask(true))
}

#[test]
fn fairness_ends_busy_waiting() {
    let waits = "int x; void *f(void *p) { while (!x) ; return 0; }";
    assert_eq!(ends_and_ends_fairly(&format!("{waits} void g(void *p) {{ x = 1; }} {TWO}")), (false, true));
    assert_eq!(ends_and_ends_fairly(&format!("{waits} void g(void *p) {{ }} {TWO}")), (false, false));
    // A thread that locks a mutex that is free infinitely often gets it; a thread that only tries need not.
    let flag = "pthread_mutex_t m; int x; void *f(void *p) { int go = 1; while (go) { pthread_mutex_lock(&m); go = !x; pthread_mutex_unlock(&m); } return 0; }";
    let sets = "void g(void *p) { pthread_mutex_lock(&m); x = 1; pthread_mutex_unlock(&m); }";
    assert_eq!(ends_and_ends_fairly(&format!("{flag} {sets} {TWO}")), (false, true));
    let tries = "void g(void *p) { if (!pthread_mutex_trylock(&m)) { x = 1; pthread_mutex_unlock(&m); } }";
    assert_eq!(ends_and_ends_fairly(&format!("{flag} {tries} {TWO}")), (false, false));
    // Two threads that give way to each other, for ever and fairly.
    let polite = "int a, b; void *f(void *p) { a = 1; while (b) { a = 0; a = 1; } return 0; } void g(void *p) { b = 1; while (a) { b = 0; b = 1; } }";
    assert_eq!(ends_and_ends_fairly(&format!("{polite} {TWO}")), (false, false));
}

#[test]
fn who_waits_for_ever_does_not_end() {
    let waits = "pthread_mutex_t m; pthread_cond_t c; int x; void *f(void *p) { pthread_mutex_lock(&m); while (!x) pthread_cond_wait(&c, &m); pthread_mutex_unlock(&m); return 0; }";
    assert_eq!(ends_and_ends_fairly(&format!("{waits} void g(void *p) {{ }} {TWO}")), (false, false));
    let signals =
        "void g(void *p) { pthread_mutex_lock(&m); x = 1; pthread_cond_signal(&c); pthread_mutex_unlock(&m); }";
    assert_eq!(ends_and_ends_fairly(&format!("{waits} {signals} {TWO}")), (true, true));
    let late = "void g(void *p) { x = 1; pthread_cond_signal(&c); }";
    assert_eq!(ends_and_ends_fairly(&format!("{waits} {late} {TWO}")), (false, false));
    // One waits for a signal that never comes while the other goes round: that one does not end.
    let spins = "int y; void g(void *p) { while (!y) ; }";
    assert_eq!(ends_and_ends_fairly(&format!("{waits} {spins} {TWO}")), (false, false));
}

#[test]
fn silent_threads_and_fairness() {
    let quiet = "void *f(void *p) { while (1) ; }";
    assert_eq!(ends_and_ends_fairly(&format!("int x; {quiet} void g(void *p) {{ x = 1; }} {TWO}")), (false, false));
    // The process ends however long the other one goes round.
    let leaves = "int main(void) { pthread_t t; pthread_create(&t, 0, f, 0); return 0; }";
    assert_eq!(ends_and_ends_fairly(&format!("{quiet} {leaves}")), (false, true));
    let see = "void see(int *p) { }";
    let both = "void *f(void *p) { while (1) { int v; see(&v); } } void g(void *p) { while (1) { int w; see(&w); } }";
    assert_eq!(ends_and_ends_fairly(&format!("{see} {both} {TWO}")), (false, false));
}
