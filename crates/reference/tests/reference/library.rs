//! The thread library beyond mutexes and conditions: each function, each misuse, each way of blocking.

use crate::common::{expect, run};
use raddle_program::property::Property::{self, *};
use raddle_reference::Stand;

/// Types in glibc's sizes, and functions that the checker does not know by itself.
const TYPES: &str = "
typedef union { char bytes[56]; long align; } pthread_rwlock_t;
typedef int pthread_spinlock_t;
typedef union { char bytes[32]; long align; } pthread_barrier_t;
typedef union { char bytes[32]; long align; } sem_t;
typedef int pthread_once_t;
typedef unsigned pthread_key_t;
typedef union { char bytes[56]; long align; } pthread_attr_t;
int *__errno_location(void);
void __raddle_cleanup_push(void (*)(void *), void *);
void __raddle_cleanup_pop(void);
int thrd_create(unsigned long *, int (*)(void *), void *);
int thrd_join(unsigned long, int *);
int thrd_detach(unsigned long);
void thrd_exit(int) __attribute__((__noreturn__));
int mtx_init(pthread_mutex_t *, int);
int mtx_lock(pthread_mutex_t *);
int mtx_trylock(pthread_mutex_t *);
int mtx_timedlock(pthread_mutex_t *, const void *);
int mtx_unlock(pthread_mutex_t *);
int cnd_wait(pthread_cond_t *, pthread_mutex_t *);
int cnd_timedwait(pthread_cond_t *, pthread_mutex_t *, const void *);
int cnd_signal(pthread_cond_t *);
int tss_create(unsigned *, void (*)(void *));
void *tss_get(unsigned);
int tss_set(unsigned, void *);
void call_once(int *, void (*)(void));
void free(void *);
";

/// Two threads with these bodies; main initializes, creates both, joins both and then runs its own body.
fn two(globals: &str, before: &str, first: &str, second: &str, after: &str) -> String {
    format!(
        "{TYPES}{globals}\nvoid *f(void *p) {{ {first} return 0; }}\nvoid *g(void *p) {{ {second} return 0; }}\n\
         int main(void) {{ pthread_t a, b; {before} pthread_create(&a, 0, f, 0); pthread_create(&b, 0, g, 0);\n\
         pthread_join(a, 0); pthread_join(b, 0); {after} return 0; }}"
    )
}

fn check(globals: &str, before: &str, first: &str, second: &str, after: &str, violated: &[Property]) {
    expect(&two(globals, before, first, second, after), violated);
}

/// Main alone.
fn main(globals: &str, body: &str, violated: &[Property]) {
    expect(&format!("{TYPES}{globals}\nint main(void) {{ {body} return 0; }}"), violated);
}

#[test]
fn read_write_locks() {
    let l = "pthread_rwlock_t l; int x, y;";
    let read = "pthread_rwlock_rdlock(&l); int r = x; pthread_rwlock_unlock(&l);";
    let write = "pthread_rwlock_wrlock(&l); x++; pthread_rwlock_unlock(&l);";
    check(l, "", write, write, "assert(x == 2);", &[]);
    check(l, "", read, write, "", &[]);
    check(l, "", "pthread_rwlock_rdlock(&l); x = 1; pthread_rwlock_unlock(&l);", read, "", &[DataRace]);
    // Readers are inside together.
    let inside = "pthread_rwlock_rdlock(&l); int n = __atomic_add_fetch(&y, 1, 5); assert(n < 2); __atomic_sub_fetch(&y, 1, 5); pthread_rwlock_unlock(&l);";
    check(l, "", inside, inside, "", &[Assertions]);
    check(l, "", &inside.replace("rdlock", "wrlock"), &inside.replace("rdlock", "wrlock"), "", &[]);
    // A reader that wants to write waits for ever, as do two that each want the lock of the other.
    main(l, "pthread_rwlock_rdlock(&l); pthread_rwlock_wrlock(&l);", &[Deadlock]);
    main(l, "pthread_rwlock_wrlock(&l); pthread_rwlock_rdlock(&l);", &[Deadlock]);
    main(
        l,
        "pthread_rwlock_rdlock(&l); pthread_rwlock_rdlock(&l); pthread_rwlock_unlock(&l); assert(pthread_rwlock_trywrlock(&l) == 16); pthread_rwlock_unlock(&l); assert(pthread_rwlock_trywrlock(&l) == 0);",
        &[],
    );
    let other = |a: &str, b: &str| {
        format!(
            "pthread_rwlock_wrlock(&{a}); pthread_rwlock_wrlock(&{b}); pthread_rwlock_unlock(&{b}); pthread_rwlock_unlock(&{a});"
        )
    };
    check("pthread_rwlock_t l, k;", "", &other("l", "k"), &other("k", "l"), "", &[Deadlock]);
    check(
        l,
        "pthread_rwlock_init(&l, 0); pthread_rwlock_wrlock(&l);",
        "assert(pthread_rwlock_tryrdlock(&l) == 16); assert(pthread_rwlock_timedwrlock(&l, 0) == 110);",
        "",
        "",
        &[],
    );
    main(l, "pthread_rwlock_unlock(&l);", &[Locks]);
    main(l, "pthread_rwlock_init(&l, 0); pthread_rwlock_init(&l, 0);", &[Locks]);
    main(l, "pthread_rwlock_init(&l, 0); pthread_rwlock_destroy(&l); pthread_rwlock_rdlock(&l);", &[Locks]);
    main(l, "pthread_rwlock_rdlock(&l); assert(pthread_rwlock_destroy(&l) == 16);", &[Locks]);
    main("", "pthread_rwlock_t l; pthread_rwlock_rdlock(&l);", &[Locks]);
    main("", "pthread_rwlock_t l; pthread_rwlock_init(&l, 0); pthread_rwlock_rdlock(&l);", &[]);
    // A read unlock comes before a later write lock, but not before a later read lock.
    let publish = "x = 1; pthread_rwlock_rdlock(&l); y = 1; pthread_rwlock_unlock(&l);";
    let look = "pthread_rwlock_rdlock(&l); int r = y; pthread_rwlock_unlock(&l); if (r) x = 2;";
    check(l, "", publish, look, "", &[DataRace]);
}

#[test]
fn spin_locks() {
    let l = "pthread_spinlock_t l; int x;";
    let inside = "pthread_spin_lock(&l); x++; pthread_spin_unlock(&l);";
    check(l, "pthread_spin_init(&l, 0);", inside, inside, "assert(x == 2);", &[]);
    check(l, "", inside, "", "", &[Locks]);
    main(
        l,
        "pthread_spin_init(&l, 0); pthread_spin_lock(&l); assert(pthread_spin_trylock(&l) == 16); pthread_spin_lock(&l);",
        &[Deadlock],
    );
    main(l, "pthread_spin_init(&l, 0); pthread_spin_unlock(&l);", &[Locks]);
    main(l, "pthread_spin_init(&l, 0); pthread_spin_lock(&l); assert(pthread_spin_destroy(&l) == 16);", &[Locks]);
    main(
        l,
        "pthread_spin_init(&l, 0); pthread_spin_destroy(&l); pthread_spin_init(&l, 0); pthread_spin_lock(&l); pthread_spin_unlock(&l);",
        &[],
    );
    main(l, "pthread_spin_init(&l, 0); pthread_spin_destroy(&l); pthread_spin_destroy(&l);", &[Locks]);
}

#[test]
fn barriers() {
    let b = "pthread_barrier_t w; int x, y, n;";
    let init = "assert(pthread_barrier_init(&w, 0, 2) == 0);";
    let wait = "int s = pthread_barrier_wait(&w);";
    check(b, init, &format!("x = 1; {wait} assert(y == 1);"), &format!("y = 1; {wait} assert(x == 1);"), "", &[]);
    check(b, init, &format!("{wait} x = 1;"), &format!("{wait} x = 1;"), "", &[DataRace]);
    // Exactly one is the serial thread, and each may be.
    let count = format!("{wait} if (s == -1) __atomic_add_fetch(&n, 1, 5); else assert(s == 0);");
    check(b, init, &count, &count, "assert(n == 1);", &[]);
    check(b, init, &format!("{wait} assert(s == -1);"), wait, "", &[Assertions]);
    check(b, init, &format!("{wait} assert(s == 0);"), wait, "", &[Assertions]);
    // Rounds.
    let rounds = |mine: &str, theirs: &str| {
        format!(
            "for (int i = 1; i <= 2; i++) {{ {mine} = i; pthread_barrier_wait(&w); assert({theirs} == i); pthread_barrier_wait(&w); }}"
        )
    };
    check(b, init, &rounds("x", "y"), &rounds("y", "x"), "", &[]);
    check(b, init, wait, "", "", &[Deadlock]);
    check(b, "pthread_barrier_init(&w, 0, 3);", wait, wait, "", &[Deadlock]);
    check(b, "", wait, "", "", &[Locks]);
    main(
        b,
        "assert(pthread_barrier_init(&w, 0, 0) == 22); assert(pthread_barrier_init(&w, 0, 1) == 0); assert(pthread_barrier_wait(&w) == -1); assert(pthread_barrier_wait(&w) == -1); pthread_barrier_destroy(&w);",
        &[],
    );
    main(b, "pthread_barrier_init(&w, 0, 1); pthread_barrier_destroy(&w); pthread_barrier_wait(&w);", &[Locks]);
    check(b, init, wait, "pthread_barrier_destroy(&w);", "", &[Deadlock, Locks]);
}

#[test]
fn once() {
    let o = "pthread_once_t o; int x, n; void init(void) { n++; x = 1; }";
    let use_it = "pthread_once(&o, init); assert(x == 1);";
    check(o, "", use_it, use_it, "assert(n == 1);", &[]);
    check(o, "", use_it, "assert(x == 1);", "", &[Assertions, DataRace]);
    check(
        "int o; int n; void init(void) { n++; }",
        "",
        "call_once(&o, init);",
        "call_once(&o, init);",
        "assert(n == 1);",
        &[],
    );
    // The routine that starts it again waits for itself.
    main("pthread_once_t o; void init(void) { pthread_once(&o, init); }", "pthread_once(&o, init);", &[Deadlock]);
    // A routine that ends its thread leaves the control unused.
    check(
        "pthread_once_t o; int n; void init(void) { if (!__sync_fetch_and_add(&n, 1)) pthread_exit(0); }",
        "",
        "pthread_once(&o, init);",
        "pthread_once(&o, init);",
        "pthread_once(&o, init); assert(n == 2);",
        &[],
    );
}

#[test]
fn semaphores() {
    let s = "sem_t s; int x;";
    let inside = "sem_wait(&s); x++; sem_post(&s);";
    check(s, "sem_init(&s, 0, 1);", inside, inside, "assert(x == 2);", &[]);
    check(s, "sem_init(&s, 0, 2);", inside, inside, "assert(x == 2);", &[Assertions, DataRace]);
    check(s, "sem_init(&s, 0, 0);", "x = 1; sem_post(&s);", "sem_wait(&s); assert(x == 1);", "", &[]);
    check(s, "sem_init(&s, 0, 0);", "sem_wait(&s);", "", "", &[Deadlock]);
    check(s, "", "sem_wait(&s);", "", "", &[Locks]);
    main(
        s,
        "sem_init(&s, 0, 1); assert(sem_trywait(&s) == 0); assert(sem_trywait(&s) == -1); assert(*__errno_location() == 11); assert(sem_timedwait(&s, 0) == -1 && *__errno_location() == 110); int v; assert(sem_getvalue(&s, &v) == 0 && v == 0); sem_post(&s); sem_getvalue(&s, &v); assert(v == 1); sem_destroy(&s);",
        &[],
    );
    main(s, "assert(sem_init(&s, 0, 3000000000u) == -1); assert(*__errno_location() == 22);", &[]);
    main(s, "sem_init(&s, 0, 2147483647); assert(sem_post(&s) == -1 && *__errno_location() == 75);", &[]);
    main(s, "sem_init(&s, 0, 1); sem_destroy(&s); sem_wait(&s);", &[Locks]);
    main(s, "sem_init(&s, 0, 1); sem_init(&s, 0, 1);", &[Locks]);
    check(s, "sem_init(&s, 0, 0);", "sem_wait(&s);", "sem_destroy(&s);", "", &[Locks]);
    // Reading the value of a semaphore orders nothing.
    check(
        s,
        "sem_init(&s, 0, 0);",
        "x = 1; sem_post(&s);",
        "int v; sem_getvalue(&s, &v); if (v) x = 2;",
        "",
        &[DataRace],
    );
    // Every thread has its own errno.
    check(
        s,
        "sem_init(&s, 0, 0);",
        "sem_trywait(&s); assert(*__errno_location() == 11);",
        "assert(*__errno_location() == 0);",
        "",
        &[],
    );
}

#[test]
fn keys() {
    let k = "pthread_key_t k, j; int n, x; void end(void *p) { n = *(int *)p; }";
    let create = "assert(pthread_key_create(&k, end) == 0);";
    check(
        k,
        create,
        "assert(!pthread_getspecific(k)); pthread_setspecific(k, &x); assert(pthread_getspecific(k) == &x);",
        "assert(!pthread_getspecific(k));",
        "",
        &[],
    );
    // The destructor runs before a join returns, and not for null.
    check(k, &format!("{create} x = 7;"), "pthread_setspecific(k, &x);", "", "assert(n == 7);", &[]);
    check(
        k,
        &format!("{create} x = 7;"),
        "pthread_setspecific(k, &x); pthread_setspecific(k, 0);",
        "",
        "assert(n == 0);",
        &[],
    );
    check(k, &format!("{create} x = 7;"), "pthread_setspecific(k, &x); pthread_exit(0);", "", "assert(n == 7);", &[]);
    // Main ends the process: no destructor.
    main(k, "pthread_key_create(&k, end); pthread_setspecific(k, (void *)1);", &[]);
    main(
        k,
        "pthread_key_create(&k, 0); pthread_key_create(&j, 0); assert(k == 0 && j == 1); pthread_setspecific(k, &x); pthread_key_delete(k); pthread_key_create(&k, 0); assert(k == 0 && !pthread_getspecific(k));",
        &[],
    );
    main(k, "assert(pthread_setspecific(5, 0) == 22);", &[Locks]);
    main(k, "assert(pthread_getspecific(5) == 0);", &[Locks]);
    main(k, "pthread_key_create(&k, 0); pthread_key_delete(k); assert(pthread_key_delete(k) == 22);", &[Locks]);
    // A destructor that sets the value again runs up to four times; keys are visited in order.
    check(
        "pthread_key_t k; int n; void end(void *p) { n++; pthread_setspecific(k, p); }",
        "pthread_key_create(&k, end);",
        "pthread_setspecific(k, &n);",
        "",
        "assert(n == 4);",
        &[],
    );
    check(
        "pthread_key_t k, j; int n; void one(void *p) { assert(n == 0); n = 1; } void two(void *p) { assert(n == 1); n = 2; }",
        "pthread_key_create(&k, one); pthread_key_create(&j, two);",
        "pthread_setspecific(j, &n); pthread_setspecific(k, &n);",
        "",
        "assert(n == 2);",
        &[],
    );
    // `free` is a destructor like any other.
    check("pthread_key_t k;", "pthread_key_create(&k, free);", "pthread_setspecific(k, malloc(4));", "", "", &[]);
    check(
        "pthread_key_t k; void *q;",
        "pthread_key_create(&k, free);",
        "q = malloc(4); pthread_setspecific(k, q); free(q);",
        "",
        "",
        &[Memory],
    );
    // Locals are gone when destructors run.
    check(k, create, "int l = 1; pthread_setspecific(k, &l);", "", "", &[Memory]);
    check(k, create, "int l = 1; pthread_setspecific(k, &l); pthread_exit(0);", "", "", &[Memory]);
    check(
        "unsigned k; int x;",
        "assert(tss_create(&k, 0) == 0);",
        "tss_set(k, &x); assert(tss_get(k) == &x);",
        "assert(tss_get(k) == 0);",
        "",
        &[],
    );
}

#[test]
fn detached_threads() {
    let thread = "int x; void *f(void *p) { x = 1; return 0; }";
    let create = "pthread_t t; pthread_create(&t, 0, f, 0);";
    main(thread, &format!("{create} assert(pthread_detach(t) == 0);"), &[]);
    main(thread, &format!("{create} pthread_detach(t); x = 2;"), &[DataRace]);
    // Joined or detached once more, whether or not the thread has ended. Only a cancellation can tell.
    main(thread, &format!("{create} pthread_detach(t); assert(pthread_join(t, 0) == 22);"), &[Locks]);
    main(thread, &format!("{create} pthread_detach(t); assert(pthread_detach(t) == 22);"), &[Locks]);
    let cancel = format!("{create} pthread_detach(t); int r = pthread_cancel(t);");
    main(thread, &format!("{cancel} assert(r == 0);"), &[Assertions, Locks]);
    main(thread, &format!("{cancel} assert(r == 0 || r == 3);"), &[Locks]);
    main(thread, &format!("{create} assert(pthread_cancel(t) == 0); pthread_join(t, 0);"), &[]);
    main(thread, &format!("{create} pthread_join(t, 0); assert(pthread_detach(t) == 3);"), &[Locks]);
    main(
        thread,
        "pthread_t t; pthread_attr_t a; pthread_attr_init(&a); int s; pthread_attr_getdetachstate(&a, &s); assert(s == 0); assert(pthread_attr_setdetachstate(&a, 7) == 22); pthread_attr_setdetachstate(&a, 1); pthread_create(&t, &a, f, 0); pthread_attr_destroy(&a); pthread_join(t, 0);",
        &[Locks],
    );
    main(
        thread,
        "pthread_t t; pthread_attr_t a; pthread_attr_init(&a); pthread_create(&t, &a, f, 0); pthread_join(t, 0); assert(x == 1);",
        &[],
    );
    main("void *f(void *p) { pthread_detach(pthread_self()); return 0; }", create, &[]);
    main(thread, &format!("{create} int r = pthread_tryjoin_np(t, 0); assert(r == 0 || r == 16);"), &[]);
    main(thread, &format!("{create} if (pthread_tryjoin_np(t, 0) == 0) x = 2;"), &[]);
    main(thread, &format!("{create} if (pthread_tryjoin_np(t, 0)) x = 2;"), &[DataRace]);
    main(
        "",
        "assert(pthread_join(pthread_self(), 0) == 35); assert(pthread_tryjoin_np(pthread_self(), 0) == 35);",
        &[],
    );
}

#[test]
fn c11_threads() {
    let thread = "int x; pthread_mutex_t m; int f(void *p) { mtx_lock(&m); x++; mtx_unlock(&m); return 7; } int g(void *p) { thrd_exit(8); }";
    main(
        thread,
        "unsigned long t, u; int r, s; mtx_init(&m, 0); thrd_create(&t, f, 0); thrd_create(&u, g, 0); assert(thrd_join(t, &r) == 0 && r == 7); thrd_join(u, &s); assert(s == 8 && x == 1);",
        &[],
    );
    main(thread, "mtx_init(&m, 1); mtx_lock(&m); assert(mtx_trylock(&m) == 0);", &[]);
    main(thread, "mtx_init(&m, 0); mtx_lock(&m); assert(mtx_trylock(&m) == 1 && mtx_timedlock(&m, 0) == 4);", &[]);
    main(thread, "assert(thrd_join(9, 0) == 2);", &[Locks]);
    main(
        thread,
        "pthread_cond_t c; cnd_init(&c); mtx_init(&m, 0); mtx_lock(&m); int r = cnd_timedwait(&c, &m, 0); assert(r == 0 || r == 4); mtx_unlock(&m);",
        &[],
    );
}

#[test]
fn timed_locks_and_waits() {
    let m = "pthread_mutex_t m; pthread_cond_t c; int x;";
    let inside = "if (pthread_mutex_timedlock(&m, 0) == 0) { x++; pthread_mutex_unlock(&m); }";
    check(m, "", inside, inside, "", &[]);
    check(m, "", inside, inside, "assert(x == 2);", &[Assertions]);
    check(m, "", "pthread_mutex_timedlock(&m, 0); x++; pthread_mutex_unlock(&m);", inside, "", &[DataRace, Locks]);
    main(m, "pthread_mutex_lock(&m); assert(pthread_mutex_timedlock(&m, 0) == 110);", &[]);
    let wait = "pthread_mutex_lock(&m); int r = pthread_cond_timedwait(&c, &m, 0); pthread_mutex_unlock(&m);";
    main(m, wait, &[]);
    main(m, &format!("{wait} assert(r == 110);"), &[Assertions]);
    main(m, &format!("{wait} assert(r == 0);"), &[Assertions]);
    check(m, "", &format!("{wait} if (r == 0) x = 1;"), "pthread_cond_signal(&c); x = 2;", "", &[DataRace]);
    check(
        "pthread_mutex_t m, n; pthread_cond_t c;",
        "",
        "pthread_mutex_lock(&m); pthread_cond_wait(&c, &m);",
        "pthread_mutex_lock(&n); pthread_cond_wait(&c, &n);",
        "",
        &[Deadlock, Locks],
    );
    main("", "pthread_cond_t c; pthread_cond_signal(&c);", &[Locks]);
    main("", "pthread_mutex_t m; pthread_mutex_lock(&m);", &[Locks]);
    main("", "pthread_mutex_t *m = malloc(sizeof *m); pthread_mutex_init(m, 0); pthread_mutex_lock(m);", &[]);
    main("", "pthread_mutex_t *m = malloc(sizeof *m); pthread_mutex_lock(m);", &[Locks]);
    main(m, "pthread_mutex_init(&m, 0); pthread_mutex_init(&m, 0);", &[Locks]);
}

#[test]
fn cancellation() {
    let wrap = |globals: &str, body: &str, after: &str| {
        format!(
            "{TYPES}{globals} int x; void *f(void *p) {{ {body} return 0; }} int main(void) {{ pthread_t t; void *r; \
             pthread_create(&t, 0, f, 0); pthread_cancel(t); pthread_join(t, &r); {after} return 0; }}"
        )
    };
    let case = |globals: &str, body: &str, after: &str, violated: &[Property]| {
        expect(&wrap(globals, body, after), violated);
    };
    // Deferred: nothing happens before a cancellation point.
    case("", "x = 1; x = 2;", "assert(x == 2);", &[]);
    case("", "x = 1; pthread_testcancel(); x = 2;", "assert(x == 2);", &[Assertions]);
    case("", "x = 1; pthread_testcancel(); x = 2;", "assert((r == (void *)-1) == (x == 1));", &[]);
    case("", "pthread_setcancelstate(1, 0); x = 1; pthread_testcancel(); x = 2;", "assert(x == 2);", &[]);
    case(
        "",
        "int old; assert(pthread_setcancelstate(5, 0) == 22); pthread_setcancelstate(1, &old); assert(old == 0); pthread_setcanceltype(0, &old); assert(old == 0);",
        "",
        &[],
    );
    // Waits end.
    case("sem_t s;", "sem_init(&s, 0, 0); sem_wait(&s); assert(0);", "assert(r == (void *)-1);", &[]);
    case(
        "pthread_mutex_t m; pthread_cond_t c;",
        "pthread_mutex_lock(&m); while (1) pthread_cond_wait(&c, &m);",
        "assert(r == (void *)-1);",
        &[],
    );
    case("pthread_mutex_t m;", "pthread_mutex_lock(&m); pthread_mutex_lock(&m);", "", &[Deadlock]);
    case("", "pthread_join(1, 0); assert(0);", "", &[]);
    // The mutex is locked again, and stays locked unless a handler unlocks it.
    let wait = "pthread_mutex_lock(&m); HERE while (!x) pthread_cond_wait(&c, &m);";
    let globals = "pthread_mutex_t m; pthread_cond_t c; void undo(void *p) { pthread_mutex_unlock(p); }";
    case(globals, &wait.replace("HERE", ""), "pthread_mutex_lock(&m);", &[Deadlock]);
    case(globals, &wait.replace("HERE", "__raddle_cleanup_push(undo, &m);"), "pthread_mutex_lock(&m);", &[]);
    // Handlers run in the opposite order, before locals die and before destructors.
    case(
        "int n; pthread_key_t k; void one(void *p) { assert(n == 1 && *(int *)p == 3); n = 2; } void two(void *p) { assert(n == 0); n = 1; } void end(void *p) { assert(n == 2); n = 3; }",
        "int l = 3; pthread_key_create(&k, end); pthread_setspecific(k, &n); __raddle_cleanup_push(one, &l); __raddle_cleanup_push(two, &l); pthread_testcancel(); __raddle_cleanup_pop(); __raddle_cleanup_pop(); n = 2;",
        "assert(n == 3);",
        &[],
    );
    case("", "__raddle_cleanup_push(0, 0); __raddle_cleanup_pop();", "", &[]);
    let unknown = |text: &str| matches!(run(text).stand(Assertions), Stand::Unknown(_));
    assert!(unknown(&wrap("void one(void *p) { }", "__raddle_cleanup_push(one, 0); return 0;", "")));
    assert!(unknown(&wrap("", "pthread_setcanceltype(1, 0);", "")));
    main("", "assert(pthread_cancel(9) == 3);", &[Locks]);
    // A cancelled thread does not consume a signal.
    expect(
        &format!(
            "{TYPES} pthread_mutex_t m; pthread_cond_t c; int n; void undo(void *p) {{ pthread_mutex_unlock(p); }} \
             void *f(void *p) {{ pthread_mutex_lock(&m); __raddle_cleanup_push(undo, &m); n++; pthread_cond_wait(&c, &m); __raddle_cleanup_pop(); pthread_mutex_unlock(&m); return 0; }} \
             int main(void) {{ pthread_t a, b; pthread_create(&a, 0, f, 0); pthread_create(&b, 0, f, 0); pthread_mutex_lock(&m); __VERIFIER_assume(n == 2); \
             pthread_cond_signal(&c); pthread_mutex_unlock(&m); pthread_cancel(a); pthread_join(a, 0); pthread_cancel(b); pthread_join(b, 0); return 0; }}"
        ),
        &[],
    );
}
