//! Memory orders weaker than `memory_order_seq_cst`: when SAFE is said all the same, and when it is not.

use crate::common::{Folder, run};

/// The start of every program.
const HEAD: &str = "#include <assert.h>\n#include <pthread.h>\n#include <stdatomic.h>\n";
/// Runs `f` and `g` at the same time.
const MAIN: &str = "int main(void) { pthread_t a, b; pthread_create(&a, 0, f, 0); pthread_create(&b, 0, g, 0); \
                    pthread_join(a, 0); pthread_join(b, 0); return 0; }\n";
/// Publication by fences, through one atomic object.
const FENCES: &str = "int d; atomic_int x; \
    void *f(void *p) { d = 5; atomic_thread_fence(memory_order_release); \
        atomic_store_explicit(&x, 1, memory_order_relaxed); return p; } \
    void *g(void *p) { if (atomic_load_explicit(&x, memory_order_relaxed)) { \
        atomic_thread_fence(memory_order_acquire); assert(d == 5); } return p; }";
/// Store buffering: with relaxed accesses both may read 0.
const BUFFERING: &str = "atomic_int x, y; int r, s; \
    void *f(void *p) { atomic_store_explicit(&x, 1, memory_order_relaxed); \
        r = atomic_load_explicit(&y, memory_order_relaxed); return p; } \
    void *g(void *p) { atomic_store_explicit(&y, 1, memory_order_relaxed); \
        s = atomic_load_explicit(&x, memory_order_relaxed); return p; }";

/// The last line of the answer about a program.
fn answer(program: &str, main: &str, options: &[&str]) -> String {
    let folder = Folder::new();
    let file = folder.write("a.c", format!("{HEAD}{program}\n{main}"));
    let run = run(&[&["check"], options, &[file.as_str()]].concat());
    run.last_line().to_owned()
}

#[test]
fn two_objects_make_safe_unknown() {
    let main = MAIN.replace("return 0", "assert(r + s > 0); return 0");
    let by_default = answer(BUFFERING, &main, &["-p", "assertions"]);
    assert!(by_default.starts_with("VERDICT: UNKNOWN (safe under sequential consistency"), "{by_default}");
    assert!(by_default.contains("a.c:4:"), "{by_default}");
    assert!(by_default.contains("--memory-model sc"), "{by_default}");
    assert_eq!(answer(BUFFERING, &main, &["-p", "assertions", "--memory-model", "sc"]), "VERDICT: SAFE");
    let strong = BUFFERING.replace("memory_order_relaxed", "memory_order_seq_cst");
    assert_eq!(answer(&strong, &main, &["-p", "assertions"]), "VERDICT: SAFE");
    let wrong = MAIN.replace("return 0", "assert(r + s > 1); return 0");
    assert_eq!(answer(BUFFERING, &wrong, &["-p", "assertions"]), "VERDICT: UNSAFE (assertions)");
}

#[test]
fn one_object_is_enough_if_nothing_races() {
    assert_eq!(answer(FENCES, MAIN, &["-p", "assertions"]), "VERDICT: SAFE");
    assert_eq!(answer(FENCES, MAIN, &["-p", "assertions", "-p", "data-race"]), "VERDICT: SAFE");
    let racy = FENCES.replace("atomic_thread_fence(memory_order_acquire);", "");
    let open = answer(&racy, MAIN, &["-p", "assertions"]);
    assert!(open.starts_with("VERDICT: UNKNOWN (safe under sequential consistency"), "{open}");
    assert_eq!(answer(&racy, MAIN, &["-p", "data-race"]), "VERDICT: UNSAFE (data-race)");
}

#[test]
fn what_observes_without_order_counts_as_another_object() {
    let observing = FENCES
        .replace("int d;", "int d; pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;")
        .replace("d = 5;", "d = 5; if (!pthread_mutex_trylock(&m)) pthread_mutex_unlock(&m);");
    let open = answer(&observing, MAIN, &["-p", "assertions"]);
    assert!(open.starts_with("VERDICT: UNKNOWN (safe under"), "{open}");
    let section = FENCES
        .replace("int d;", "int d, n; extern void __VERIFIER_atomic_begin(void), __VERIFIER_atomic_end(void);")
        .replace("d = 5;", "d = 5; __VERIFIER_atomic_begin(); n = 1; __VERIFIER_atomic_end();");
    let open = answer(&section, MAIN, &["-p", "assertions"]);
    assert!(open.starts_with("VERDICT: UNKNOWN (safe under"), "{open}");
}

#[test]
fn one_object_is_one_scalar_that_lives_once() {
    let both = "struct { atomic_int a, b; } x; int i; \
                void *f(void *p) { atomic_fetch_add_explicit(&x.a, 1, memory_order_relaxed); return p; } \
                void *g(void *p) { i = atomic_load_explicit(&x.a, memory_order_relaxed); \
                atomic_store_explicit(&x.b, 1, memory_order_relaxed); return p; }";
    let main = MAIN.replace("return 0", "assert(i < 2 && x.b == 1); return 0");
    // Of the second member only one thread knows while it runs: it does not count.
    assert_eq!(answer(both, &main, &["-p", "assertions"]), "VERDICT: SAFE");
    let shared =
        both.replace("void *f(void *p) {", "void *f(void *p) { atomic_store_explicit(&x.b, 1, memory_order_relaxed);");
    let open = answer(&shared, &main, &["-p", "assertions"]);
    assert!(open.starts_with("VERDICT: UNKNOWN (safe under"), "{open}");
}

#[test]
fn accesses_that_conflict_with_no_other_thread_do_not_count() {
    let alone = "atomic_int x; void *f(void *p) { return p; } void *g(void *p) { return p; }";
    let main = MAIN.replace("pthread_t a, b;", "pthread_t a, b; atomic_store_explicit(&x, 1, memory_order_relaxed);");
    let main = main.replace("return 0", "assert(atomic_load_explicit(&x, memory_order_relaxed) == 1); return 0");
    assert_eq!(answer(alone, &main, &["-p", "assertions"]), "VERDICT: SAFE");
}

#[test]
fn files_of_the_competition_are_about_interleavings() {
    let folder = Folder::new();
    let main = MAIN.replace("return 0", "if (r + s == 0) reach_error(); return 0");
    let text = format!("{HEAD}extern void reach_error(void);\n{BUFFERING}\n{main}");
    let file = folder.write("a.c", &text);
    let property = folder.write("reach.prp", "CHECK( init(main()), LTL(G ! call(reach_error())) )\n");
    let task =
        folder.write("a.yml", "format_version: '2.0'\ninput_files: 'a.c'\nproperties:\n  - property_file: reach.prp\n");
    assert_eq!(run(&["check", "-p", &property, &file]).last_line(), "VERDICT: SAFE");
    assert_eq!(run(&["check", &task]).last_line(), "VERDICT: SAFE");
    let weak = run(&["check", "-p", &property, "--memory-model", "c11", &file]);
    assert!(weak.last_line().starts_with("VERDICT: UNKNOWN"), "{}", weak.out);
}

#[test]
fn the_reason_is_one_that_machines_can_read() {
    let folder = Folder::new();
    let file = folder.write("a.c", format!("{HEAD}{BUFFERING}\n{MAIN}"));
    let run = run(&["check", "-p", "assertions", "--format", "json", &file]);
    assert!(run.out.contains("\"reason\":\"weak-memory\""), "{}", run.out);
    assert!(run.out.contains("--memory-model c11"), "{}", run.out);
}

/// Two counters of events, of which the sum is looked at when the threads have ended.
const COUNTERS: &str = "atomic_int x, y; \
    void *f(void *p) { atomic_fetch_add_explicit(&x, 1, memory_order_relaxed); \
        atomic_fetch_add_explicit(&y, 1, memory_order_relaxed); return p; } \
    void *g(void *p) { atomic_fetch_sub_explicit(&y, 2, memory_order_relaxed); \
        atomic_fetch_add_explicit(&x, 1, memory_order_relaxed); return p; }";

#[test]
fn relaxed_counters_that_are_read_in_the_end() {
    let main = MAIN.replace("return 0", "assert(atomic_load_explicit(&x, memory_order_relaxed) + y == 1); return 0");
    assert_eq!(answer(COUNTERS, &main, &["-p", "assertions"]), "VERDICT: SAFE");
    let wrong = main.replace("== 1", "== 2");
    assert_eq!(answer(COUNTERS, &wrong, &["-p", "assertions"]), "VERDICT: UNSAFE (assertions)");
}

#[test]
fn a_counter_that_is_looked_at_counts() {
    // The first counter is looked at: it is one atomic object, and the other one does not count.
    let one = COUNTERS.replace(
        "atomic_fetch_add_explicit(&x, 1, memory_order_relaxed); return p;",
        "assert(atomic_fetch_add_explicit(&x, 1, memory_order_relaxed) < 2); return p;",
    );
    assert_ne!(one, COUNTERS);
    assert_eq!(answer(&one, MAIN, &["-p", "assertions"]), "VERDICT: SAFE");
    let with = |from: &str, to: &str| {
        let program = one.replace(from, to);
        assert_ne!(program, one);
        let open = answer(&program, MAIN, &["-p", "assertions"]);
        assert!(open.starts_with("VERDICT: UNKNOWN (safe under sequential consistency"), "{to}: {open}");
    };
    // The old value is used; one update is no addition; one orders more than its object; a fence gives the updates an order.
    with("atomic_fetch_sub_explicit(&y, 2, memory_order_relaxed);", "assert(atomic_fetch_sub(&y, 2) < 2);");
    with("return p; }", "assert(atomic_load_explicit(&y, memory_order_relaxed) < 2); return p; }");
    with("atomic_fetch_sub_explicit", "atomic_exchange_explicit");
    with("&y, 2, memory_order_relaxed", "&y, 2, memory_order_acq_rel");
    with("&y, 2, memory_order_relaxed);", "&y, 2, memory_order_relaxed); atomic_thread_fence(memory_order_seq_cst);");
}

/// One thread sets two flags in order; another one looks at the later one first.
const TWO_FLAGS: &str = "int d; atomic_int x, y; \
    void *f(void *p) { d = 5; atomic_store_explicit(&x, 1, memory_order_release); \
        atomic_store_explicit(&y, 1, memory_order_release); return p; } \
    void *g(void *p) { if (atomic_load_explicit(&y, memory_order_acquire)) \
        assert(atomic_load_explicit(&x, memory_order_acquire) && d == 5); return p; }";

#[test]
fn ordered_writes_are_enough_if_nothing_races() {
    assert_eq!(answer(TWO_FLAGS, MAIN, &["-p", "assertions"]), "VERDICT: SAFE");
    for (from, to) in [
        ("&y, 1, memory_order_release", "&y, 1, memory_order_relaxed"),
        ("&y, memory_order_acquire", "&y, memory_order_relaxed"),
        ("&x, memory_order_acquire", "&x, memory_order_relaxed"),
        // Each thread writes.
        ("void *g(void *p) {", "void *g(void *p) { atomic_store_explicit(&x, 1, memory_order_release);"),
    ] {
        let weaker = TWO_FLAGS.replace(from, to).replace(" && d == 5", "");
        let open = answer(&weaker, MAIN, &["-p", "assertions"]);
        assert!(open.starts_with("VERDICT: UNKNOWN (safe under sequential consistency"), "{to}: {open}");
    }
}

#[test]
fn writes_are_ordered_by_a_lock_too() {
    let locked = TWO_FLAGS
        .replace("int d;", "int d; pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;")
        .replace("d = 5;", "pthread_mutex_lock(&m); d = 5;")
        .replace("release); return p;", "release); pthread_mutex_unlock(&m); return p;")
        .replace(
            "&& d == 5); return p;",
            "&& d == 5); pthread_mutex_lock(&m); atomic_store_explicit(&x, 2, memory_order_release); \
             pthread_mutex_unlock(&m); return p;",
        );
    assert_eq!(answer(&locked, MAIN, &["-p", "assertions"]), "VERDICT: SAFE");
    let unlocked =
        TWO_FLAGS.replace("&& d == 5); return p;", "); atomic_store_explicit(&x, 2, memory_order_release); return p;");
    let open = answer(&unlocked, MAIN, &["-p", "assertions"]);
    assert!(open.starts_with("VERDICT: UNKNOWN"), "{open}");
}

#[test]
fn an_object_on_the_heap_is_one_object() {
    let heap = FENCES.replace("atomic_int x;", "#include <stdlib.h>\natomic_int *x;").replace("&x", "x");
    let main = MAIN.replace("pthread_t a, b;", "x = calloc(1, sizeof *x); pthread_t a, b;");
    assert_eq!(answer(&heap.replace("int d; ", "int d;\n"), &main, &["-p", "assertions"]), "VERDICT: SAFE");
}

#[test]
fn parts_of_an_object_are_not_it() {
    let mixed = "union { _Atomic unsigned whole; struct { _Atomic unsigned short low, high; } half; } x; \
        void *f(void *p) { atomic_store_explicit(&x.whole, 0x10001, memory_order_release); \
            atomic_store_explicit(&x.half.low, 2, memory_order_release); return p; } \
        void *g(void *p) { if (atomic_load_explicit(&x.half.low, memory_order_acquire) == 2) \
            assert(atomic_load_explicit(&x.whole, memory_order_acquire)); return p; }";
    let open = answer(mixed, MAIN, &["-p", "assertions"]);
    assert!(open.starts_with("VERDICT: UNKNOWN (safe under sequential consistency"), "{open}");
}

#[test]
fn relaxed_flags_alone_do_not_race() {
    assert_eq!(answer(BUFFERING, MAIN, &["-p", "data-race"]), "VERDICT: SAFE");
}

#[test]
fn relaxed_flags_guard_data() {
    // Among interleavings one thread reads 1 and leaves the data alone; with relaxed accesses both may read 0.
    let guarded = BUFFERING
        .replace("int r, s;", "int d;")
        .replace(
            "r = atomic_load_explicit(&y, memory_order_relaxed);",
            "if (!atomic_load_explicit(&y, memory_order_relaxed)) d = 1;",
        )
        .replace(
            "s = atomic_load_explicit(&x, memory_order_relaxed);",
            "if (!atomic_load_explicit(&x, memory_order_relaxed)) d = 2;",
        );
    let open = answer(&guarded, MAIN, &["-p", "data-race"]);
    assert!(open.starts_with("VERDICT: UNKNOWN (safe under sequential consistency"), "{open}");
}
