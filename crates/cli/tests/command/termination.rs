//! Executions that do not end: how they are shown, fairness, and SV-COMP's `F end`.

use crate::common::{Folder, run};

const WAITS: &str = "#include <pthread.h>
int flag;
void *waits(void *argument) { while (!flag) ; return 0; }
int main(void) {
    pthread_t thread;
    pthread_create(&thread, 0, waits, 0);
    RAISE
    pthread_join(thread, 0);
    return 0;
}
";

#[test]
fn busy_waiting_ends_if_scheduling_is_fair() {
    let folder = Folder::new();
    let raised = folder.write("raised.c", WAITS.replace("RAISE", "flag = 1;"));
    let unfair = run(&["check", "-p", "termination", &raised]);
    assert_eq!(unfair.last_line(), "VERDICT: UNSAFE (termination)", "{}", unfair.err);
    assert!(unfair.out.contains("T1 waits runs for ever") && unfair.out.contains("again> "), "{}", unfair.out);
    let fair = run(&["check", "-p", "termination", "--fair", &raised]);
    assert_eq!(fair.last_line(), "VERDICT: SAFE", "{}", fair.err);
    assert!(fair.out.contains("(--fair)"), "{}", fair.out);
    let unasked = run(&["check", "-p", "assertions", "--fair", &raised]);
    assert!(unasked.err.contains("note: --fair") && !fair.err.contains("note: --fair"), "{}", unasked.err);
    let never = folder.write("never.c", WAITS.replace("RAISE", ""));
    let fair = run(&["check", "-p", "termination", "--fair", "--assumptions", &never]);
    assert_eq!(fair.last_line(), "VERDICT: UNSAFE (termination)", "{}", fair.err);
    assert!(fair.out.contains("main waits for ever for the end of T1"), "{}", fair.out);
    assert!(fair.out.contains("strongly fair"), "{}", fair.out);
}

#[test]
fn who_waits_for_ever_is_named() {
    let folder = Folder::new();
    let text = "#include <pthread.h>\npthread_mutex_t m;\nint main(void) { pthread_mutex_lock(&m); pthread_mutex_lock(&m); return 0; }\n";
    let file = folder.write("twice.c", text);
    let question = folder.write("termination.prp", "CHECK( init(main()), LTL(F end) )\n");
    let found = run(&["check", "-p", &question, &file]);
    assert_eq!(found.last_line(), "VERDICT: UNSAFE (termination)", "{}", found.err);
    assert!(found.out.contains("main waits for ever for m, which it holds itself"), "{}", found.out);
}

#[test]
fn ranks_prove_loops_for_any_input() {
    let folder = Folder::new();
    let text = "int __VERIFIER_nondet_int(void);\nint main(void) { int n = __VERIFIER_nondet_int(); for (int i = 0; i < n; i++) ; return 0; }\n";
    let file = folder.write("any.c", text);
    let found = run(&["check", "--engine", "ranking", "-p", "termination", &file]);
    assert_eq!(found.last_line(), "VERDICT: SAFE", "{}{}", found.out, found.err);
    assert!(found.out.contains("rank"), "{}", found.out);
}
