//! Several threads: the thread library, assertions, races, deadlocks and their safe twins.

use crate::common::{expect, run, trace_of};
use raddle_program::property::Property::{self, *};
use raddle_program::trace::Event;
use raddle_reference::Stand;

/// Two threads with these bodies; main creates both, joins both and then runs its own body.
fn two(globals: &str, first: &str, second: &str, after: &str) -> String {
    format!(
        "{globals}\nvoid *f(void *p) {{ {first} return 0; }}\nvoid *g(void *p) {{ {second} return 0; }}\n\
         int main(void) {{ pthread_t a, b; pthread_create(&a, 0, f, 0); pthread_create(&b, 0, g, 0);\n\
         pthread_join(a, 0); pthread_join(b, 0); {after} return 0; }}"
    )
}

fn check(globals: &str, first: &str, second: &str, after: &str, violated: &[Property]) {
    expect(&two(globals, first, second, after), violated);
}

const M: &str = "pthread_mutex_t m; int x, y;";
const LOCK: &str = "pthread_mutex_lock(&m);";
const UNLOCK: &str = "pthread_mutex_unlock(&m);";

#[test]
fn an_increment_is_two_accesses() {
    check("int x;", "x++;", "x++;", "assert(x == 2);", &[Assertions, DataRace]);
    let safe = format!("{LOCK} x++; {UNLOCK}");
    check(M, &safe, &safe, "assert(x == 2);", &[]);
    check("_Atomic int x;", "x++;", "x++;", "assert(x == 2);", &[]);
    check("_Atomic int x;", "x += 1;", "x += 1;", "assert(x == 2);", &[]);
    check("_Atomic int x;", "x = x + 1;", "x = x + 1;", "assert(x == 2);", &[Assertions]);
    check("_Atomic int x; int r, s;", "r = x++;", "s = x++;", "assert(r != s);", &[]);
}

#[test]
fn every_read_is_a_read_of_its_own() {
    check("int x;", "assert(x == x);", "x = 1;", "", &[Assertions, DataRace]);
    check("int x = 0, y = 0;", "int r = x - y; assert(r != -1);", "x = 1; y = 1;", "", &[Assertions, DataRace]);
    check("int x; int *q = &x;", "if (q) *q = 1;", "q = 0;", "", &[DataRace, Memory]);
    check("int x;", "while (x < 1) ; assert(x >= 1);", "x = 1; x = 0;", "", &[Assertions, DataRace]);
    check("int x, s;", "s += x;", "s = 10; x = 1;", "assert(s != 1);", &[Assertions, DataRace]);
}

#[test]
fn records_are_copied_member_by_member() {
    check(
        "struct s { int a, b; } s, t;",
        "s = (struct s){ 1, 1 };",
        "t = s; assert(t.a == t.b);",
        "",
        &[Assertions, DataRace],
    );
    check(
        "struct { int a : 4, b : 4; } s;",
        "s.a = 1;",
        "s.b = 1;",
        "assert(s.a == 1 && s.b == 1);",
        &[Assertions, DataRace],
    );
    check("struct { int a : 4; int : 0; int b : 4; } s;", "s.a = 1;", "s.b = 1;", "assert(s.a == 1 && s.b == 1);", &[]);
    check("char c[2];", "c[0] = 1;", "c[1] = 1;", "assert(c[0] && c[1]);", &[]);
    check("int c[2];", "memset(c, 0, 4);", "c[1] = 1;", "", &[]);
    check("int c[2];", "memset(c, 0, 8);", "c[1] = 1;", "", &[DataRace]);
    check("int c[2], d[2];", "memcpy(c, d, 8);", "d[1] = 1;", "", &[DataRace]);
}

#[test]
fn creation_and_join_order_accesses() {
    expect(
        "int x; void *f(void *p) { x++; return 0; } int main(void) { pthread_t t; x = 1; pthread_create(&t, 0, f, 0); pthread_join(t, 0); x++; assert(x == 3); return 0; }",
        &[],
    );
    expect(
        "int x; void *f(void *p) { x++; return 0; } int main(void) { pthread_t t; pthread_create(&t, 0, f, 0); x = 1; pthread_join(t, 0); return 0; }",
        &[DataRace],
    );
    expect(
        "void *f(void *p) { return (void *)42; } int main(void) { pthread_t t; void *r; pthread_create(&t, 0, f, 0); assert(pthread_join(t, &r) == 0); assert((long)r == 42); return 0; }",
        &[],
    );
    expect(
        "void *f(void *p) { pthread_exit((void *)42); assert(0); } int main(void) { pthread_t t; void *r; pthread_create(&t, 0, f, 0); pthread_join(t, &r); assert((long)r == 43); return 0; }",
        &[Assertions],
    );
    expect(
        "void *f(void *p) { int x = 1; return &x; } int main(void) { pthread_t t; void *r; pthread_create(&t, 0, f, 0); pthread_join(t, &r); return *(int *)r; }",
        &[Memory],
    );
    expect(
        "void *f(void *p) { assert(*(int *)p < 2); return 0; } int main(void) { pthread_t t; for (int i = 0; i < 2; i++) pthread_create(&t, 0, f, &i); pthread_exit(0); }",
        &[Assertions, DataRace, Memory],
    );
    expect(
        "void *f(void *p) { assert((long)p == 7); assert(pthread_self() == 2); assert(!pthread_equal(pthread_self(), 1)); return 0; } int main(void) { pthread_t t; pthread_create(&t, 0, f, (void *)7); pthread_join(t, 0); assert(t == 2 && pthread_self() == 1); return 0; }",
        &[],
    );
}

#[test]
fn joins_that_cannot_be() {
    expect("int main(void) { assert(pthread_join(9, 0) == 3); return 0; }", &[Locks]);
    expect("int main(void) { assert(pthread_join(pthread_self(), 0) == 35); return 0; }", &[]);
    expect(
        "void *f(void *p) { return 0; } int main(void) { pthread_t t; pthread_create(&t, 0, f, 0); pthread_join(t, 0); assert(pthread_join(t, 0) == 3); return 0; }",
        &[Locks],
    );
    expect(
        "int x; void *f(void *p) { pthread_join(1, 0); x = 2; return 0; } int main(void) { pthread_create(0, 0, f, 0); x = 1; pthread_exit(0); }",
        &[],
    );
    expect(
        "void *f(void *p) { pthread_join(1, 0); return 0; } int main(void) { pthread_t t; pthread_create(&t, 0, f, 0); pthread_join(t, 0); return 0; }",
        &[Deadlock],
    );
}

#[test]
fn the_end_of_main_ends_the_process() {
    expect(
        "int d; void *f(void *p) { while (!d) ; assert(0); } int main(void) { pthread_create(0, 0, f, 0); d = 1; return 0; }",
        &[Assertions, DataRace],
    );
    expect(
        "pthread_mutex_t m; void *f(void *p) { pthread_mutex_lock(&m); assert(0); } int main(void) { pthread_mutex_lock(&m); pthread_create(0, 0, f, 0); return 0; }",
        &[],
    );
    expect(
        "pthread_mutex_t m; void *f(void *p) { pthread_mutex_lock(&m); assert(0); } int main(void) { pthread_mutex_lock(&m); pthread_create(0, 0, f, 0); pthread_exit(0); }",
        &[Deadlock],
    );
    expect(
        "void *f(void *p) { exit(0); } int main(void) { pthread_t t; pthread_create(&t, 0, f, 0); pthread_join(t, 0); assert(0); return 0; }",
        &[],
    );
    check("", "exit(0);", "assert(0);", "", &[Assertions]);
    check("", "__VERIFIER_assume(0);", "assert(0);", "", &[Assertions]);
    check("", "__VERIFIER_assume(0);", "", "assert(0);", &[]);
}

#[test]
fn deadlocks() {
    let globals = "pthread_mutex_t m, n; int x, y;";
    let ab = "pthread_mutex_lock(&m); pthread_mutex_lock(&n); pthread_mutex_unlock(&n); pthread_mutex_unlock(&m);";
    let ba = "pthread_mutex_lock(&n); pthread_mutex_lock(&m); pthread_mutex_unlock(&m); pthread_mutex_unlock(&n);";
    check(globals, ab, ba, "", &[Deadlock]);
    check(globals, ab, ab, "", &[]);
    check(M, &format!("{LOCK} {LOCK}"), "", "", &[Deadlock]);
    check(M, LOCK, LOCK, "", &[Deadlock]);
    // The second thread waits for itself, and the process never ends.
    check(M, "while (1) ;", &format!("{LOCK} {LOCK}"), "assert(0);", &[Deadlock]);
}

#[test]
fn kinds_of_mutexes() {
    let make = |kind: u32| {
        format!(
            "pthread_mutexattr_t a; pthread_mutexattr_init(&a); pthread_mutexattr_settype(&a, {kind}); pthread_mutex_t m; pthread_mutex_init(&m, &a); pthread_mutexattr_destroy(&a);"
        )
    };
    let main = |kind, body: &str, violated: &[Property]| {
        expect(&format!("int main(void) {{ {} {body} return 0; }}", make(kind)), violated);
    };
    main(0, "pthread_mutex_lock(&m); pthread_mutex_lock(&m);", &[Deadlock]);
    main(
        1,
        "pthread_mutex_lock(&m); pthread_mutex_lock(&m); pthread_mutex_unlock(&m); assert(pthread_mutex_trylock(&m) == 0); pthread_mutex_unlock(&m); pthread_mutex_unlock(&m);",
        &[],
    );
    main(1, "pthread_mutex_lock(&m); pthread_mutex_unlock(&m); assert(pthread_mutex_unlock(&m) == 1);", &[]);
    main(
        2,
        "pthread_mutex_lock(&m); assert(pthread_mutex_lock(&m) == 35); assert(pthread_mutex_unlock(&m) == 0); assert(pthread_mutex_unlock(&m) == 1);",
        &[],
    );
    main(0, "assert(pthread_mutex_trylock(&m) == 0); assert(pthread_mutex_trylock(&m) == 16);", &[]);
    main(0, "pthread_mutex_lock(&m); assert(pthread_mutex_destroy(&m) == 16); pthread_mutex_unlock(&m);", &[Locks]);
    main(0, "pthread_mutex_destroy(&m); pthread_mutex_lock(&m);", &[Locks]);
    main(0, "pthread_mutex_unlock(&m);", &[Locks]);
    expect(
        "pthread_mutex_t m = { .data[4] = 1 }; int main(void) { pthread_mutex_lock(&m); pthread_mutex_lock(&m); return 0; }",
        &[],
    );
    expect(
        "int m; int main(void) { pthread_mutex_init((pthread_mutex_t *)&m, 0); pthread_mutex_lock((pthread_mutex_t *)&m); pthread_mutex_lock((pthread_mutex_t *)&m); return 0; }",
        &[Deadlock],
    );
    check(M, &format!("{LOCK} {UNLOCK} {UNLOCK}"), &format!("{LOCK} {UNLOCK}"), "", &[Locks]);
    expect("int main(void) { pthread_mutex_lock(0); return 0; }", &[Memory]);
}

#[test]
fn a_failing_trylock_orders_nothing() {
    check(M, "x = 1; pthread_mutex_lock(&m);", "if (pthread_mutex_trylock(&m)) x = 2;", "", &[DataRace, Deadlock]);
    let safe = "if (!pthread_mutex_trylock(&m)) { x++; pthread_mutex_unlock(&m); }";
    check(M, safe, safe, "assert(x == 1 || x == 2);", &[]);
    check(M, "pthread_mutex_trylock(&m); x++;", "pthread_mutex_trylock(&m); x++;", "", &[DataRace]);
}

#[test]
fn conditions() {
    let globals = "pthread_mutex_t m; pthread_cond_t c; int f1;";
    let wait = |test: &str| format!("{LOCK} {test} (!f1) pthread_cond_wait(&c, &m); assert(f1); {UNLOCK}");
    let set = format!("{LOCK} f1 = 1; pthread_cond_signal(&c); {UNLOCK}");
    check(globals, &wait("while"), &set, "", &[]);
    check(globals, &wait("if"), &set, "", &[Assertions]);
    check(globals, &format!("{LOCK} pthread_cond_wait(&c, &m); {UNLOCK}"), &set, "", &[Deadlock]);
    check(
        globals,
        &format!("{LOCK} f1 = 1; pthread_cond_wait(&c, &m); assert(f1 == 1); {UNLOCK}"),
        &format!("{LOCK} f1 = 0; pthread_cond_signal(&c); {UNLOCK}"),
        "",
        &[Assertions, Deadlock],
    );
    check(globals, "pthread_cond_wait(&c, &m);", "pthread_cond_broadcast(&c);", "", &[Deadlock, Locks]);
    let wait = format!("{LOCK} while (!f1) pthread_cond_wait(&c, &m); {UNLOCK}");
    let both = |signal: &str| {
        two(globals, &wait, &wait, "")
            .replace("pthread_join(a", &format!("{LOCK} f1 = 1; pthread_cond_{signal}(&c); {UNLOCK} pthread_join(a"))
    };
    expect(&both("signal"), &[Deadlock]);
    expect(&both("broadcast"), &[]);
    expect(
        "pthread_cond_t c; int main(void) { pthread_cond_init(&c, 0); pthread_cond_destroy(&c); pthread_cond_signal(&c); return 0; }",
        &[Locks],
    );
}

#[test]
fn atomic_sections() {
    let safe = "__VERIFIER_atomic_begin(); x++; __VERIFIER_atomic_end();";
    check(M, safe, safe, "assert(x == 2);", &[]);
    check(M, safe, "x++;", "assert(x == 2);", &[Assertions, DataRace]);
    let globals = "int x; void __VERIFIER_atomic_inc(void) { x++; }";
    check(globals, "__VERIFIER_atomic_inc();", "__VERIFIER_atomic_inc();", "assert(x == 2);", &[]);
    // An access in a section is an atomic access for accesses outside of sections, too.
    let inside = "__VERIFIER_atomic_begin(); *(int *)&w = 1; __VERIFIER_atomic_end();";
    check("_Atomic int w;", inside, "int r = w;", "", &[]);
    check("_Atomic int w;", inside, "w++;", "", &[]);
    check("_Atomic int w;", inside, "int r = *(int *)&w;", "", &[DataRace]);
    check("_Atomic int w; int x;", &format!("x = 1; {inside}"), "if (w) x = 2;", "", &[]);
    // A body in the file replaces the model.
    let globals = "int x, held; void __VERIFIER_atomic_begin(void) { __VERIFIER_assume(!held); held = 1; } void __VERIFIER_atomic_end(void) { held = 0; }";
    check(globals, safe, safe, "assert(x == 2);", &[]);
    // A thread that is blocked inside of a section lets other threads run.
    check(
        M,
        &format!("{LOCK} x = 1; {UNLOCK}"),
        &format!("__VERIFIER_atomic_begin(); {LOCK} x = 2; {UNLOCK} __VERIFIER_atomic_end();"),
        "assert(x);",
        &[],
    );
    let lost = two(
        "int x;",
        "__VERIFIER_atomic_begin(); x = 1; x = 0; __VERIFIER_atomic_end();",
        "__VERIFIER_atomic_begin(); assert(!x); __VERIFIER_atomic_end();",
        "",
    );
    expect(&lost, &[]);
}

#[test]
fn memory_between_threads() {
    check("int *q;", "int x = 1; q = &x; *q = 2;", "if (q) *q = 3;", "", &[DataRace, Memory]);
    check("int *q;", "q = malloc(4); *q = 1;", "", "assert(*q == 1); free(q);", &[]);
    let text = "int *p; void *f(void *q) { *p = 1; return 0; } int main(void) { pthread_t t; p = malloc(4); pthread_create(&t, 0, f, 0); free(p); pthread_join(t, 0); return 0; }";
    expect(text, &[DataRace, Memory]);
    check("_Thread_local int l = 3;", "l++; assert(l == 4);", "l++; assert(l == 4);", "assert(l == 3);", &[]);
    check("_Thread_local int l; int *q;", "q = &l;", "", "*q = 1;", &[Memory]);
    check("int k[2]; int i;", "k[i] = 1;", "k[1] = 1;", "assert(k[0]);", &[]);
    expect(
        "void *f(void *p) { *(int *)p = 1; return 0; } int main(void) { pthread_t t; int l = 5; pthread_create(&t, 0, f, &l); l = 5; pthread_join(t, 0); assert(l == 5); return 0; }",
        &[Assertions, DataRace],
    );
}

#[test]
fn race_definition() {
    check("int x;", "int r = x;", "int r = x;", "", &[]);
    check("int x;", "x = 1;", "x = 1;", "", &[DataRace]);
    check(
        "pthread_mutex_t m, n; int x;",
        "pthread_mutex_lock(&m); x = 1;",
        "pthread_mutex_lock(&n); x = 1;",
        "",
        &[DataRace],
    );
    check(M, &format!("{LOCK} {UNLOCK} x = 1;"), &format!("{LOCK} x = 2; {UNLOCK}"), "", &[DataRace]);
    check("_Atomic int w; int x;", "x = 1; w = 1;", "if (w) x = 2;", "", &[]);
    check("_Atomic int w; int x;", "w = 1; x = 1;", "if (w) x = 2;", "", &[DataRace]);
    check("volatile int x;", "x = 1;", "x = 2;", "", &[DataRace]);
    check("int x;", "if (0) x = 1;", "x = 2;", "", &[]);
    expect(
        "pthread_t t; void *f(void *p) { return (void *)t; } int main(void) { pthread_create(&t, 0, f, 0); pthread_join(t, 0); return 0; }",
        &[],
    );
}

#[test]
fn one_thread_that_loops_does_not_hide_the_others() {
    let found = run(&two("int x;", "while (1) ;", "x = 1; assert(0);", ""));
    assert!(found.is_violated(Assertions) && found.is_violated(Termination));
    let found = run(&two("int x;", "while (1) x = 1;", "", "assert(0);"));
    assert!(found.holds(Assertions) && found.is_violated(Termination));
}

#[test]
fn unbounded_recursion_is_unknown() {
    let found = run("int f(int n) { return f(n + 1); } int main(void) { return f(0); }");
    assert!(matches!(found.stand(Assertions), Stand::Unknown(_)));
}

#[test]
fn events_are_listed_as_the_contract_says() {
    let found = run(
        "int x; void *f(void *p) { x = 3; return 0; } int main(void) { pthread_t t; pthread_create(&t, 0, f, 0); pthread_join(t, 0); x++; assert(x != 4); return 0; }",
    );
    let trace = trace_of(&found, Assertions);
    let words: Vec<String> = trace
        .steps
        .iter()
        .map(|step| {
            let what = match &step.event {
                Event::Read { location, value, .. } => format!("read {} {value}", location.text),
                Event::Write { location, value, .. } => format!("write {} {value}", location.text),
                Event::Spawn { child, start } => format!("spawn {child} {start}"),
                Event::Join { outcome, .. } => format!("join {outcome}"),
                Event::Exit => "exit".to_string(),
                other => format!("{other:?}"),
            };
            format!("{} {what}", step.thread)
        })
        .collect();
    let of = |thread: &str| words.iter().filter(|word| word.starts_with(thread)).cloned().collect::<Vec<_>>();
    assert_eq!(
        of("0"),
        ["0 spawn 1 f", "0 write t 2", "0 read t 2", "0 join 0", "0 read x 3", "0 write x 4", "0 read x 4"]
    );
    assert_eq!(of("1"), ["1 write x 3", "1 exit"]);
}

#[test]
fn a_program_that_creates_thread_after_thread_is_left_before_memory_is_full() {
    let found = run("int x; void *f(void *p) { int r = x; x = r + 1; return 0; }\n\
         int main(void) { pthread_t t; for (int i = 0; i < 1000000; i++) pthread_create(&t, 0, f, 0);\n\
         assert(x <= 1000000); return 0; }");
    let Stand::Unknown(why) = found.stand(Assertions) else { panic!("{:?}", found.stand(Assertions)) };
    assert!(why.starts_with("ever larger states"), "{why}");
}
