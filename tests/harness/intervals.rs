//! Between which numbers shared memory lies, by `analysis::intervals`: for each rule a program, and a twin that must lose it.

use raddle_analysis::analyzed_program::AnalyzedProgram;
use raddle_cfront::preprocess::PreprocessOptions;
use raddle_cli::front::{Front, Target};
use std::sync::Arc;

/// Declarations that every program begins with.
const HEADER: &str = "#include <pthread.h>
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);
extern void __VERIFIER_assume(int);
";

/// A main function that starts two threads with `f`, after some code and before some.
fn main_of(before: &str, behind: &str) -> String {
    format!(
        "int main(void) {{ pthread_t t, u; {before} pthread_create(&t, 0, f, 0); pthread_create(&u, 0, f, 0); {behind} \
         pthread_join(t, 0); pthread_join(u, 0); return 0; }}"
    )
}

/// A program that was read from a text behind the header.
fn subject(code: &str) -> Arc<AnalyzedProgram> {
    let file = tempfile::Builder::new().suffix(".c").tempfile().expect("a file can be made");
    std::fs::write(file.path(), format!("{HEADER}{code}\n")).expect("it can be written");
    let target = Target::new(file.path(), PreprocessOptions::default());
    let Ok(front) = Front::read(&target) else { panic!("it cannot be read: {code}") };
    AnalyzedProgram::new(front.program)
}

/// What is known of the first bytes of the global `x`, of its type's size.
fn interval_of_x(code: &str) -> Option<(i128, i128)> {
    let program = subject(code);
    let (global, data) = program.globals.iter().find(|(_, data)| &*data.name == "x").expect("there is an x");
    let element = match program.types.kind(data.ty) {
        raddle_program::types::TypeKind::Array { element, .. } => element.ty,
        _ => data.ty,
    };
    let size = program.types.size_of(element).expect("it has a size");
    let found = program.intervals(&|| false).expect("nobody cancels").of_global(global, 0, size);
    found.map(|interval| (interval.low, interval.high))
}

#[track_caller]
fn expect(code: &str, main: (&str, &str), interval: Option<(i128, i128)>) {
    let code = format!("{code}\n{}", main_of(main.0, main.1));
    assert_eq!(interval_of_x(&code), interval, "{code}");
}

#[test]
fn what_is_written_before_the_first_thread_is_seen_by_nobody() {
    let code = "int x = 100; void *f(void *p) { return p; }";
    expect(code, ("x = 5; x = 7;", ""), Some((7, 7)));
    expect(code, ("x = 7;", "x = 5;"), Some((5, 7)));
    // In a branch that starts a thread, or in a procedure that is called on both sides.
    expect(code, ("if (__VERIFIER_nondet_int()) pthread_create(&t, 0, f, 0); x = 9; x = 7;", ""), Some((7, 100)));
    let code = "int x; void set(int n) { x = n; } void *f(void *p) { return p; }";
    expect(code, ("set(5); set(7);", ""), Some((5, 7)));
    expect(code, ("set(5);", "set(9);"), Some((5, 9)));
}

#[test]
fn a_number_is_followed_while_nobody_can_look() {
    let section = "int x; void *f(void *p) { __VERIFIER_atomic_begin(); if (x < 5) x = 1 - -x; __VERIFIER_atomic_end(); return p; }";
    expect(section, ("", ""), Some((0, 5)));
    // Between the test and the write another thread may write.
    expect("int x; void *f(void *p) { if (x < 5) x = 1 - -x; return p; }", ("", ""), None);
    // Behind a call that may block, others were there.
    let blocks = "int x; pthread_mutex_t m; void *f(void *p) { __VERIFIER_atomic_begin(); if (x < 5) { pthread_mutex_lock(&m); x = 1 - -x; } \
                  __VERIFIER_atomic_end(); return p; }";
    expect(blocks, ("", ""), None);
    // What the thread itself may read inside of the section counts.
    let passing =
        "int x; void *f(void *p) { __VERIFIER_atomic_begin(); x = 9; x = 3; __VERIFIER_atomic_end(); return p; }";
    expect(passing, ("", ""), Some((0, 9)));
}

#[test]
fn a_number_is_followed_while_a_lock_is_held() {
    const HEAD: &str = "int x; pthread_mutex_t m, n; pthread_cond_t c; pthread_rwlock_t w;";
    let code = |body: &str| format!("{HEAD} void *f(void *p) {{ {body} return p; }}");
    let counts = |between: &str, behind: &str| {
        code(&format!(
            "pthread_mutex_lock(&m); if (x < 5) {{ {between} x = 1 - -x; }} pthread_mutex_unlock(&m); {behind}"
        ))
    };
    expect(&counts("", ""), ("", ""), Some((0, 5)));
    // What does not release keeps the number, what releases does not.
    expect(&counts("pthread_cond_signal(&c);", ""), ("", ""), Some((0, 5)));
    expect(&counts("pthread_mutex_lock(&n); pthread_mutex_unlock(&n);", ""), ("", ""), Some((0, 5)));
    expect(&counts("pthread_cond_wait(&c, &m);", ""), ("", ""), None);
    expect(&counts("pthread_mutex_unlock(&m); pthread_mutex_lock(&m);", ""), ("", ""), None);
    // The numbers in between count, too.
    let passing = code("pthread_mutex_lock(&m); x = 9; x = 3; pthread_mutex_unlock(&m);");
    expect(&passing, ("", ""), Some((0, 9)));
    // Every access has the lock, but for those of main while it is alone.
    expect(&counts("", ""), ("x = 2;", ""), Some((2, 5)));
    expect(&counts("", "if (x > 7) return 0;"), ("", ""), None);
    expect(&counts("", "x = 0;"), ("", ""), None);
    expect(&counts("", "*(char *)&x = 0;"), ("", ""), None);
    expect(&counts("", "int y, *q = p ? &y : &x; *q = 0;"), ("", ""), None);
    expect(&counts("", ""), ("", "if (x > 7) return 1;"), None);
    expect(&counts("", "pthread_mutex_lock(&n); if (x < 5) x = 1 - -x; pthread_mutex_unlock(&n);"), ("", ""), None);
    expect(&counts("", "pthread_cancel(pthread_self());"), ("", ""), None);
    // With one of two locks, and with a lock on one of two paths.
    expect(
        &code(
            "pthread_mutex_t *l = p ? &m : &n; pthread_mutex_lock(l); if (x < 5) x = 1 - -x; pthread_mutex_unlock(l);",
        ),
        ("", ""),
        None,
    );
    expect(
        &code("if (p) pthread_mutex_lock(&m); if (x < 5) x = 1 - -x; if (p) pthread_mutex_unlock(&m);"),
        ("", ""),
        None,
    );
    // Readers share their lock.
    let reads = |kind: &str| {
        code(&format!(
            "pthread_rwlock_wrlock(&w); if (x < 5) x = 1 - -x; pthread_rwlock_unlock(&w); \
             pthread_rwlock_rdlock(&w); if (x < 5) {kind}; pthread_rwlock_unlock(&w);"
        ))
    };
    expect(&reads("return 0"), ("", ""), Some((0, 5)));
    expect(&reads("x = 1 - -x"), ("", ""), None);
}

#[test]
fn what_begins_to_live_beside_other_threads_has_no_guard() {
    let code = |before: &str, behind: &str| {
        format!(
            "int *shared; pthread_mutex_t m; int x; \
             void *f(void *p) {{ pthread_mutex_lock(&m); if (shared && *shared > 5) x = 1; pthread_mutex_unlock(&m); return p; }} \
             int main(void) {{ pthread_t t; {before} pthread_create(&t, 0, f, 0); {behind} return 0; }}"
        )
    };
    let publishes = "pthread_mutex_lock(&m); shared = &y; pthread_mutex_unlock(&m);";
    let known = |before: &str, behind: &str| interval_of_x(&code(before, behind));
    assert_eq!(known(&format!("int y = 3; {publishes}"), ""), Some((0, 0)));
    assert_eq!(known("", &format!("int y = 9; {publishes}")), Some((0, 1)));
    assert_eq!(
        known(&format!("int y = 3; {publishes}"), "pthread_mutex_lock(&m); y = 9; y = 2; pthread_mutex_unlock(&m);"),
        Some((0, 0))
    );
    assert_eq!(known(&format!("int y = 3; {publishes}"), "y = 9; y = 2;"), Some((0, 1)));
}

#[test]
fn a_difference_of_numbers_that_were_compared_does_not_wrap() {
    let gcd = |test: &str| {
        format!(
            "unsigned x, y; void *f(void *p) {{ while (x != y) {{ __VERIFIER_atomic_begin(); if (x {test} y) x = x - y; \
             else if (y > x) y = y - x; __VERIFIER_atomic_end(); }} return p; }}"
        )
    };
    let start = "x = __VERIFIER_nondet_int(); y = __VERIFIER_nondet_int(); \
                 __VERIFIER_assume(x < 8 && x > 0 && y < 8 && y > 0);";
    expect(&gcd(">"), (start, ""), Some((1, 7)));
    expect(&gcd(">="), (start, ""), Some((0, 7)));
    expect(&gcd("!="), (start, ""), None);
}

#[test]
fn what_may_wrap_may_be_anything() {
    expect("unsigned char x; void *f(void *p) { x = (x & 15) + 1; return p; }", ("", ""), Some((0, 16)));
    expect("unsigned char x; void *f(void *p) { x = x + 1; return p; }", ("", ""), None);
    expect(
        "int x; void *f(void *p) { x = x * 2 % 10; return p; }",
        ("x = __VERIFIER_nondet_int() % 5;", ""),
        Some((-9, 9)),
    );
    expect("int x; void *f(void *p) { x = 1 << (x & 3); return p; }", ("", ""), Some((0, 8)));
    expect("int x; void *f(void *p) { x = 1 << x; return p; }", ("", ""), None);
    expect("int x; void *f(void *p) { int y = __VERIFIER_nondet_int(); x = 100 / y; return p; }", ("", ""), None);
}

#[test]
fn writes_through_pointers_and_to_parts_count() {
    let code = |with: &str| format!("int x; int y; void *f(void *p) {{ int *q = x ? &x : &y; {with} return p; }}");
    expect(&code("*q = 300;"), ("x = 1;", ""), Some((1, 300)));
    expect(&code("*(char *)q = 3;"), ("x = 1;", ""), None);
    // Elements of a long array are one.
    let array = "int x[100]; void *f(void *p) { int i = __VERIFIER_nondet_int(); __VERIFIER_assume(0 <= i && i < 100); \
                 x[i] = i; return p; }";
    expect(array, ("", ""), Some((0, 99)));
    expect(array, ("", "x[3] = -1;"), Some((-1, 99)));
    // An address that was made a number is none.
    expect("long x; int y; void *f(void *p) { x = (long)&y; return p; }", ("", ""), None);
}

#[test]
fn arguments_and_results_carry_numbers() {
    let code = "int x; int more(int n) { if (n > 9) return 9; return n; } void *f(void *p) { x = more((int)(long)p); return p; }";
    let main = |argument: &str| {
        format!(
            "{code} int main(void) {{ pthread_t t; pthread_create(&t, 0, f, (void *)(long){argument}); x = 4; return 0; }}"
        )
    };
    assert_eq!(interval_of_x(&main("2")), Some((0, 4)));
    assert_eq!(interval_of_x(&main("12")), Some((0, 9)));
    // Bits of an address are not compared with nine.
    assert_eq!(interval_of_x(&main("&x")), None);
}

#[test]
fn loops_are_widened_to_the_constants_of_the_program() {
    let code = |loop_of_i: &str| format!("int x; void *f(void *p) {{ for (int i = {loop_of_i}) x = i; return p; }}");
    expect(&code("0; i < 1000; i++"), ("", ""), Some((0, 999)));
    expect(&code("1; i < 1000; i *= 3"), ("", ""), Some((0, 999)));
    expect(&code("9; i >= 0; i--"), ("", ""), Some((0, 9)));
    expect(&code("0; i != 1000; i += 3"), ("", ""), None);
}

/// Which of the assertions of a program may fail, as far as numbers tell, in the order of the text.
fn may_fail(code: &str) -> Vec<bool> {
    let program = subject(code);
    let found = program.intervals(&|| false).expect("nobody cancels");
    let assertions = found.assertions().expect("numbers are known");
    assertions.iter().map(|assertion| !assertion.open.is_empty()).collect()
}

#[test]
fn an_assertion_holds_if_no_number_in_front_of_it_fails_it() {
    let code = |test: &str| {
        format!(
            "#include <assert.h>\nint x; void *f(void *p) {{ int i = x; {test} x = (i + 1) % 8; return p; }} {}",
            main_of("", "")
        )
    };
    assert_eq!(may_fail(&code("assert(i >= 0); assert(i < 8); assert(i < 7);")), [false, false, true]);
    assert_eq!(may_fail(&code("assert(i >= 0 && i < 8); assert(i < 0 || i >= 8);")), [false, true]);
    assert_eq!(may_fail(&code("assert(i >= 0 && i < 7);")), [true]);
    assert_eq!(may_fail(&code("assert(i > 0 && i < 8);")), [true]);
    // Who fails has written nothing.
    assert_eq!(may_fail(&code("assert(i < 7); assert(i > 0);")), [false, true]);
    assert_eq!(may_fail(&code("assert(!(i >= 8 || i < 0)); assert(!(i >= 8 || i < 1));")), [false, true]);
    // Shared memory is read anew for each test.
    assert_eq!(may_fail(&code("assert(x < 8); if (x < 7) assert(x < 7);")), [false, true]);
    // Nobody comes there; or somebody does.
    assert_eq!(may_fail(&code("if (i > 7) assert(0); if (i > 6) assert(0);")), [false, true]);
}

#[test]
fn a_test_of_several_is_known_in_front_of_what_follows() {
    let code = |test: &str| {
        format!(
            "#include <assert.h>\nint x; void *f(void *p) {{ int i = __VERIFIER_nondet_int(), j = __VERIFIER_nondet_int(); {test} \
             return p; }} {}",
            main_of("", "")
        )
    };
    assert_eq!(
        may_fail(&code("if (!(i < 0 || i > 9)) { assert(i >= 0); assert(i < 10); assert(i < 9); }")),
        [false, false, true]
    );
    // One of both is known, and not which: of each together with the numbers of the other way.
    assert_eq!(may_fail(&code("if (i == 3 || i == 5) { assert(i >= 3 && i <= 5); assert(i != 3); }")), [false, true]);
    assert_eq!(may_fail(&code("if (i == 3 || j == 5) { assert(i == 3); assert(j == 5); }")), [true, true]);
}
