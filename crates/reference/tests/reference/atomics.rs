//! Atomic operations, and text: each function of the contract by what it computes and by what it accesses.

use crate::common::{expect, run, run_with, trace_of};
use raddle_program::property::Property::{self, *};
use raddle_program::trace::Event;
use raddle_reference::{Explore, Stand};

fn main(globals: &str, body: &str, violated: &[Property]) {
    expect(&format!("{globals}\nint main(void) {{ {body} return 0; }}"), violated);
}

/// Two threads with these bodies; main joins both and then runs its own body.
fn check(globals: &str, first: &str, second: &str, after: &str, violated: &[Property]) {
    let text = format!(
        "{globals}\nvoid *f(void *p) {{ {first} return 0; }}\nvoid *g(void *p) {{ {second} return 0; }}\n\
         int main(void) {{ pthread_t a, b; pthread_create(&a, 0, f, 0); pthread_create(&b, 0, g, 0);\n\
         pthread_join(a, 0); pthread_join(b, 0); {after} return 0; }}"
    );
    expect(&text, violated);
}

#[test]
fn values_of_atomic_operations() {
    let x = "int x; unsigned char c; int *p; int a[4];";
    main(
        x,
        "assert(__atomic_fetch_add(&x, 2, 5) == 0 && __atomic_add_fetch(&x, 2, 5) == 4 && __sync_fetch_and_sub(&x, 1) == 4 && __sync_sub_and_fetch(&x, 1) == 2);",
        &[],
    );
    main(
        x,
        "x = 6; assert(__atomic_fetch_and(&x, 3, 5) == 6 && x == 2 && __sync_or_and_fetch(&x, 5) == 7 && __atomic_fetch_xor(&x, 1, 5) == 7 && x == 6);",
        &[],
    );
    main(x, "x = 6; assert(__sync_fetch_and_nand(&x, 3) == 6 && x == ~2 && __atomic_nand_fetch(&x, 1, 5) == -2);", &[]);
    main(
        x,
        "x = 6; assert(__sync_and_and_fetch(&x, 3) == 2 && __sync_fetch_and_and(&x, 1) == 2 && x == 0 && __sync_fetch_and_xor(&x, 4) == 0 && __sync_xor_and_fetch(&x, 1) == 5);",
        &[],
    );
    // Overflow wraps and is no violation.
    main(
        x,
        "x = 2147483647; assert(__sync_add_and_fetch(&x, 1) == -2147483647 - 1); c = 255; assert(__atomic_add_fetch(&c, 1, 5) == 0);",
        &[],
    );
    // Pointers count bytes.
    main(
        x,
        "p = a; assert(__atomic_fetch_add(&p, 4, 5) == a && p == a + 1); assert(__sync_sub_and_fetch(&p, 4) == a);",
        &[],
    );
    main(
        x,
        "assert(__atomic_exchange_n(&x, 5, 5) == 0 && __sync_lock_test_and_set(&x, 6) == 5 && __atomic_load_n(&x, 0) == 6); __sync_lock_release(&x); assert(x == 0); __atomic_store_n(&x, 3, 0); assert(x == 3);",
        &[],
    );
    main(
        x,
        "int v = 3, r; __atomic_store(&x, &v, 5); __atomic_load(&x, &r, 5); assert(r == 3); v = 4; __atomic_exchange(&x, &v, &r, 5); assert(x == 4 && r == 3);",
        &[],
    );
    main(
        x,
        "int e = 1; assert(!__atomic_compare_exchange_n(&x, &e, 5, 0, 5, 5) && e == 0 && x == 0); assert(__atomic_compare_exchange_n(&x, &e, 5, 0, 5, 5) && x == 5);",
        &[],
    );
    main(x, "int e = 0, d = 9; assert(__atomic_compare_exchange(&x, &e, &d, 0, 5, 5) && x == 9);", &[]);
    main(
        x,
        "assert(__sync_bool_compare_and_swap(&x, 0, 2) && !__sync_bool_compare_and_swap(&x, 0, 3) && __sync_val_compare_and_swap(&x, 2, 4) == 2 && x == 4);",
        &[],
    );
    main(
        x,
        "assert(!__atomic_test_and_set(&c, 5) && __atomic_test_and_set(&c, 5)); __atomic_clear(&c, 5); assert(!c); __sync_synchronize();",
        &[],
    );
    main(
        "_Atomic int x; _Atomic _Bool b;",
        "__c11_atomic_init(&x, 3); assert(__c11_atomic_fetch_add(&x, 2, 5) == 3 && __c11_atomic_load(&x, 5) == 5 && __c11_atomic_exchange(&x, 1, 5) == 5); __c11_atomic_store(&x, 7, 5); assert(x == 7); assert(!__c11_atomic_exchange(&b, 1, 5) && b);",
        &[],
    );
    let unknown = run("_Atomic(int *) p; int main(void) { __c11_atomic_fetch_add(&p, 1, 5); return 0; }");
    assert!(matches!(unknown.stand(Assertions), Stand::Unknown(_)));
}

#[test]
fn weak_compare_exchange_may_fail() {
    let weak = "int e = 0; _Bool done = __c11_atomic_compare_exchange_weak(&x, &e, 1, 5, 5);";
    main("_Atomic int x;", &format!("{weak} assert(done);"), &[Assertions]);
    main("_Atomic int x;", &format!("{weak} assert(done == x && e == 0);"), &[]);
    main("int x;", "int e = 0; assert(__atomic_compare_exchange_n(&x, &e, 1, 1, 5, 5));", &[Assertions]);
    main("_Atomic int x;", "int e = 0; assert(__c11_atomic_compare_exchange_strong(&x, &e, 1, 5, 5));", &[]);
    // Where it fails because the value differs, nothing is left to chance.
    main("_Atomic int x;", "int e = 4; assert(!__c11_atomic_compare_exchange_weak(&x, &e, 1, 5, 5) && e == 0);", &[]);
}

#[test]
fn atomic_operations_between_threads() {
    let add = "__atomic_fetch_add(&x, 1, 0);";
    check("int x;", add, add, "assert(x == 2);", &[]);
    check("int x;", add, "x = 5;", "", &[DataRace]);
    check(
        "int x;",
        "__atomic_store_n(&x, __atomic_load_n(&x, 5) + 1, 5);",
        "__atomic_store_n(&x, __atomic_load_n(&x, 5) + 1, 5);",
        "assert(x == 2);",
        &[Assertions],
    );
    // They order what comes before and after them...
    check("int d, v;", "d = 1; __atomic_store_n(&v, 1, 3);", "if (__atomic_load_n(&v, 2)) assert(d == 1);", "", &[]);
    check("int d, v;", "d = 1; __sync_fetch_and_add(&v, 1);", "if (__sync_fetch_and_add(&v, 0)) d = 2;", "", &[]);
    // ... on the same object only.
    check(
        "int d, v, w;",
        "d = 1; __sync_fetch_and_add(&v, 1);",
        "__sync_fetch_and_add(&w, 1); d = 2;",
        "",
        &[DataRace],
    );
    let lock = "while (__atomic_test_and_set(&l, 5)) ; x++; __atomic_clear(&l, 5);";
    let found = run(&format!(
        "char l; int x; void *f(void *p) {{ {lock} return 0; }} int main(void) {{ pthread_t t; pthread_create(&t, 0, f, 0); {lock} pthread_join(t, 0); assert(x == 2); return 0; }}"
    ));
    assert!(found.holds(Assertions) && found.holds(DataRace) && found.is_violated(Termination));
    // Initialization is plain.
    check("_Atomic int x;", "__c11_atomic_init(&x, 1);", "x = 2;", "", &[DataRace]);
    // What a failing compare-exchange stores back is plain, too.
    check("int x = 1, e;", "__atomic_compare_exchange_n(&x, &e, 2, 0, 5, 5);", "int r = e;", "", &[DataRace]);
}

#[test]
fn text() {
    let t = "char a[8] = \"abc\", b[8] = \"abd\", c[8]; char *q;";
    main(t, "assert(strlen(a) == 3 && strnlen(a, 2) == 2 && strnlen(a, 9) == 3);", &[]);
    main(
        t,
        "assert(strcmp(a, b) < 0 && strcmp(b, a) > 0 && strcmp(a, \"abc\") == 0 && strncmp(a, b, 2) == 0 && strcmp(\"\", a) < 0);",
        &[],
    );
    main(
        t,
        "assert(strcasecmp(\"aBc\", \"AbC\") == 0 && strncasecmp(\"aX\", \"Ay\", 1) == 0 && strncasecmp(\"aX\", \"Ay\", 2) < 0);",
        &[],
    );
    main(
        t,
        "assert(strcpy(c, a) == c && strcmp(c, a) == 0); assert(*stpcpy(c, b) == 0 && c[2] == 'd'); c[3] = 'x'; strncpy(c, \"z\", 5); assert(c[0] == 'z' && !c[1] && !c[4]);",
        &[],
    );
    main(
        t,
        "strcpy(c, a); strcat(c, b); assert(strcmp(c, \"abcabd\") == 0); strcpy(c, a); strncat(c, b, 2); assert(strcmp(c, \"abcab\") == 0);",
        &[],
    );
    main(
        t,
        "assert(strchr(a, 'b') == a + 1 && !strchr(a, 'z') && strchr(a, 0) == a + 3); strcpy(c, \"aba\"); assert(strrchr(c, 'a') == c + 2);",
        &[],
    );
    main(
        t,
        "assert(strspn(a, \"ba\") == 2 && strcspn(a, \"c\") == 2 && strpbrk(a, \"xc\") == a + 2 && !strpbrk(a, \"x\") && strstr(a, \"bc\") == a + 1 && !strstr(a, \"bd\") && strstr(a, \"\") == a);",
        &[],
    );
    main(t, "q = strdup(a); assert(strcmp(q, a) == 0); free(q);", &[]);
    main(
        t,
        "assert(memcmp(a, b, 2) == 0 && memcmp(a, b, 3) < 0 && memchr(a, 'c', 4) == a + 2 && !memchr(a, 'c', 2)); assert(mempcpy(c, a, 2) == c + 2); bzero(c, 8); assert(!c[0]);",
        &[],
    );
    main("", "assert(atoi(\" \\t-12x\") == -12 && atoi(\"+7\") == 7 && atol(\"\") == 0 && abs(-4) == 4);", &[]);
    main("int x = -2147483647 - 1;", "abs(x);", &[Overflow]);
    main(
        "",
        "assert(toupper('a') == 'A' && tolower('Z') == 'z' && isdigit('5') && !isalpha('5') && isspace(' '));",
        &[],
    );
    // Texts without an end are read beyond their objects.
    main("char a[2] = { 'a', 'b' };", "strlen(a);", &[Memory]);
    main("char a[2];", "strcpy(a, \"abc\");", &[Memory]);
    main("char a[4];", "strncpy(a, \"abc\", 5);", &[Memory]);
    // Each character is an access of its own.
    check("char a[4];", "strcpy(a, \"xyz\");", "if (a[0]) assert(a[2]);", "", &[Assertions, DataRace]);
    check("char a[4], b[4];", "strlen(a);", "strlen(a);", "", &[]);
    check("char a[4] = \"xyz\";", "strlen(a);", "a[3] = 0;", "", &[DataRace]);
    check("char a[4] = \"xy\";", "strlen(a);", "a[3] = 0;", "", &[]);
}

#[test]
fn accesses_of_text_are_listed_in_order() {
    let found = run("char a[3] = \"p\", b[3]; int main(void) { strcat(b, a); assert(!*b); return 0; }");
    let words: Vec<String> = trace_of(&found, Assertions)
        .steps
        .iter()
        .filter_map(|step| match &step.event {
            Event::Read { location, value, .. } => Some(format!("r {} {value}", location.text)),
            Event::Write { location, value, .. } => Some(format!("w {} {value}", location.text)),
            _ => None,
        })
        .collect();
    assert_eq!(words, ["r b[0] 0", "r a[0] 112", "w b[0] 112", "r a[1] 0", "w b[1] 0", "r b[0] 112"]);
}

#[test]
fn inputs_and_clocks() {
    let time = "struct timespec { long s, n; } t; long now; int x, y; char b[4];";
    main(time, "int r = rand(); assert(r >= 0);", &[]);
    main(time, "assert(rand() != 2);", &[Assertions]);
    main(time, "long r = time(&now); assert(r == now && r >= 0);", &[]);
    main(time, "clock_gettime(0, (void *)&t); assert(t.s >= 0 && t.n >= 0 && t.n <= 999999999);", &[]);
    main(time, "int c = getchar(); assert(c >= -1 && c <= 255);", &[]);
    main(
        time,
        "int n = scanf(\"%d %*c%d\", &x, &y); assert(n >= -1 && n <= 2); if (n < 2) assert(y == 0); if (n < 1) assert(x == 0);",
        &[],
    );
    main(time, "scanf(\"%d\", &x); assert(x != 2);", &[Assertions]);
    let unknown = run("char *b; int main(void) { scanf(\"%ms\", &b); return 0; }");
    assert!(matches!(unknown.stand(Assertions), Stand::Unknown(_)));
    let small = Explore { domain: vec![-1, 10, 65], ..Explore::default() };
    let found = run_with(
        "char b[3]; void *stdin; int main(void) { char *r = fgets(b, 3, stdin); if (r) assert(b[2] == 0 && b[0]); else assert(!b[0]); return 0; }",
        &small,
    );
    assert!(found.holds(Assertions) && found.holds(Memory), "{:?}", found.stands);
    let found = run_with(
        "unsigned char b[2]; int main(void) { long r = read(0, b, 1); assert(r >= -1 && r <= 1 && !b[1]); return 0; }",
        &small,
    );
    assert!(found.holds(Assertions), "{:?}", found.stands);
    main("", "sleep(1); usleep(5); sched_yield(); printf(\"%d\", 3); puts(\"\");", &[]);
}
