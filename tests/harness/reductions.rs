//! How many states `explicit` visits under each reduction: pinned counts, so that a reduction that stops working is seen.
//!
//! The programs have the shapes of well-known ones (a stack and a queue behind a lock, a stack behind a lock that the program
//! wrote itself), small enough that the search without blocks ends.

use raddle_analysis::analyzed_program::AnalyzedProgram;
use raddle_analysis::reduction::Reduction;
use raddle_cfront::preprocess::PreprocessOptions;
use raddle_cli::engines::engine_named;
use raddle_cli::front::{Front, Target};
use raddle_program::property::Property;
use raddle_verify::context::{Cancellation, Context, Silent};
use raddle_verify::pipeline::decide;
use raddle_verify::task::Task;
use raddle_verify::verdict::Verdict;
use std::path::Path;
use std::sync::Arc;

/// The states that are visited under a reduction; the program must have no failing assertion.
fn n_states(path: &Path, reduction: Reduction) -> u64 {
    let front = Front::read(&Target::new(path, PreprocessOptions::default())).expect("the program can be read");
    let task = Task {
        program: AnalyzedProgram::new(front.program.clone()),
        properties: vec![Property::Assertions],
        error_functions: None,
        file: path.to_string_lossy().into_owned(),
    };
    let mut cx = Context::new(Cancellation::new(), Arc::new(Silent));
    cx.options.reduction = reduction;
    let engine = engine_named("explicit").expect("explicit is an engine");
    let verdict = decide(&task, engine, &front.replayer(), &mut cx).outcomes.remove(0).verdict;
    assert!(matches!(verdict, Verdict::Safe(_)), "{reduction:?}: {verdict:?}");
    cx.statistics["states"]
}

/// The states with the read-write rule and with blocks.
fn both(path: &Path) -> (u64, u64) {
    (n_states(path, Reduction::ReadWrite), n_states(path, Reduction::Blocks))
}

fn written(text: &str) -> (u64, u64) {
    let folder = tempfile::tempdir().expect("there is room for a file");
    let path = folder.path().join("program.c");
    std::fs::write(&path, text).expect("there is room for a file");
    both(&path)
}

fn example(name: &str) -> (u64, u64) {
    both(&Path::new(env!("CARGO_MANIFEST_DIR")).join("../examples").join(name))
}

/// Numbers are pushed and popped under a mutex.
const STACK: &str = r#"
#include <assert.h>
#include <pthread.h>
enum { SIZE = 5 };
static int top, cells[SIZE];
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int size(void) { return top; }
static void push(int number) {
    assert(top != SIZE);
    cells[size()] = number;
    top++;
}
static int pop(void) {
    assert(top != 0);
    top--;
    return cells[size()];
}
static void *pusher(void *unused) {
    for (int i = 0; i < SIZE; i++) {
        pthread_mutex_lock(&lock);
        push(i);
        pthread_mutex_unlock(&lock);
    }
    return unused;
}
static void *popper(void *unused) {
    for (int i = 0; i < SIZE; i++) {
        pthread_mutex_lock(&lock);
        if (top > 0)
            pop();
        pthread_mutex_unlock(&lock);
    }
    return unused;
}
int main(void) {
    pthread_t a, b;
    pthread_create(&a, 0, pusher, 0);
    pthread_create(&b, 0, popper, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    return 0;
}
"#;

/// One fills a queue, the other one takes all out that it finds; each in one critical section.
const QUEUE: &str = r#"
#include <assert.h>
#include <pthread.h>
enum { SIZE = 8 };
static struct { int cells[SIZE]; int head, tail, amount; } queue;
static int copies[SIZE], may_fill = 1, may_drain;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static void enqueue(int number) {
    queue.cells[queue.tail] = number;
    queue.amount++;
    queue.tail++;
}
static int dequeue(void) {
    int number = queue.cells[queue.head];
    queue.amount--;
    queue.head++;
    return number;
}
static void *filler(void *unused) {
    pthread_mutex_lock(&lock);
    if (may_fill) {
        for (int i = 0; i < SIZE; i++) {
            enqueue(i * i);
            copies[i] = i * i;
        }
        may_fill = 0;
        may_drain = 1;
    }
    pthread_mutex_unlock(&lock);
    return unused;
}
static void *drainer(void *unused) {
    pthread_mutex_lock(&lock);
    if (may_drain) {
        for (int i = 0; i < SIZE; i++)
            assert(dequeue() == copies[i]);
        may_drain = 0;
    }
    pthread_mutex_unlock(&lock);
    return unused;
}
int main(void) {
    pthread_t a, b;
    pthread_create(&a, 0, filler, 0);
    pthread_create(&b, 0, drainer, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    return 0;
}
"#;

/// Three threads push memory that they took with an atomic step; the lock of the stack is an integer.
const STACK_WITH_OWN_LOCK: &str = r#"
#include <pthread.h>
void __VERIFIER_assume(int);
void reach_error(void);
enum { SIZE = 13 };
static int memory[SIZE], next = 1, lock, top;
static void __VERIFIER_atomic_take(int *where) {
    __VERIFIER_assume(*where == 0);
    *where = 1;
}
static void __VERIFIER_atomic_give_back(int *where) {
    __VERIFIER_assume(*where == 1);
    *where = 0;
}
static int __VERIFIER_atomic_allocate(void) {
    int found = next;
    next += 2;
    return found;
}
static void *pusher(void *unused) {
    for (int i = 0; i < 2; i++) {
        int new_top = __VERIFIER_atomic_allocate();
        memory[new_top] = 10;
        __VERIFIER_atomic_take(&lock);
        int old_top = top;
        memory[new_top + 1] = old_top;
        top = new_top;
        __VERIFIER_atomic_give_back(&lock);
        if (top == 0)
            reach_error();
    }
    return unused;
}
int main(void) {
    pthread_t thread;
    for (int i = 0; i < 3; i++)
        pthread_create(&thread, 0, pusher, 0);
    pthread_exit(0);
}
"#;

/// With the read-write rule, with blocks: at least ten times fewer states.
#[test]
fn blocks_are_far_fewer_states() {
    let counts = [
        ("stack", written(STACK)),
        ("queue", written(QUEUE)),
        ("stack with a lock of its own", written(STACK_WITH_OWN_LOCK)),
        ("bank transfer", example("bank_transfer_fixed.c")),
        ("bounded buffer", example("bounded_buffer_fixed.c")),
    ];
    let expected = [
        ("stack", (2587, 55)),
        ("queue", (78, 1)),
        ("stack with a lock of its own", (36203, 532)),
        ("bank transfer", (50, 1)),
        ("bounded buffer", (598, 26)),
    ];
    assert_eq!(counts, expected);
    for (name, (without, with)) in counts {
        assert!(with * 10 <= without, "{name}");
    }
}

/// What others wrote, where they are: the folder `shared` beside the repository, or `$RADDLE_SHARED`.
fn shared(name: &str) -> Option<String> {
    let beside = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../shared");
    let folder = std::env::var_os("RADDLE_SHARED").map_or(beside, std::path::PathBuf::from);
    let text = std::fs::read_to_string(folder.join("benchmarks/sv-comp15").join(name)).ok();
    if text.is_none() {
        eprintln!("skipped: {name}, since there is no folder shared beside the repository, and no RADDLE_SHARED");
    }
    text
}

/// The stack; the queue, with three and with eight elements instead of 20: what they hold are inputs, and each of them doubles the states;
/// and the stack with its own lock, with three threads and three cells. With more, the search with the read-write rule does not end.
#[test]
fn blocks_are_far_fewer_states_of_programs_of_others() {
    if let Some(text) = shared("pthread/stack_true-unreach-call.c") {
        assert_eq!(written(&text), (1475, 95));
    }
    if let Some(text) = shared("pthread/queue_ok_true-unreach-call.c") {
        assert!(text.contains("(20)"));
        let of = |size: &str| written(&text.replace("(20)", size));
        assert_eq!([of("3"), of("8")], [(96, 2), (1168, 8)]);
    }
    if let Some(text) = shared("pthread-ext/37_stack_lock_p0_vs_concur_true-unreach-call.c") {
        let (functions, main) = text.split_at(text.find("int main()").expect("it has a main function"));
        let cells = functions.replace("2*32+1", "2*3+1");
        let of = |n_threads: u32| {
            let main = main.replace("while(1)", &format!("for(int n = 0; n < {n_threads}; n++)"));
            written(&format!("{cells}{main}"))
        };
        // Each further thread multiplies what blocks save.
        assert_eq!([of(2), of(3)], [(445, 58), (3925, 133)]);
    }
}

/// The word of a verdict with blocks.
fn word(text: &str, property: Property) -> &'static str {
    let folder = tempfile::tempdir().expect("there is room for a file");
    let path = folder.path().join("program.c");
    std::fs::write(&path, format!("{HEADER}{text}\n")).expect("there is room for a file");
    let front = Front::read(&Target::new(&path, PreprocessOptions::default())).expect("the program can be read");
    let task = Task {
        program: AnalyzedProgram::new(front.program.clone()),
        properties: vec![property],
        error_functions: None,
        file: path.to_string_lossy().into_owned(),
    };
    let mut cx = Context::new(Cancellation::new(), Arc::new(Silent));
    let engine = engine_named("explicit").expect("explicit is an engine");
    decide(&task, engine, &front.replayer(), &mut cx).outcomes.remove(0).verdict.word()
}

const HEADER: &str = "#include <assert.h>
#include <pthread.h>
extern void __VERIFIER_atomic_begin(void), __VERIFIER_atomic_end(void);
extern int __VERIFIER_nondet_int(void);
";

/// Threads that are asked for their ends are told apart: whichever is joined, the other one may not have counted yet.
#[test]
fn threads_that_are_joined_are_not_interchangeable() {
    for joined in [0, 1] {
        let text = format!(
            "int n; void *f(void *p) {{ __VERIFIER_atomic_begin(); n = n + 1; __VERIFIER_atomic_end(); return p; }}
             int main(void) {{ pthread_t t[2]; pthread_create(&t[0], 0, f, 0); pthread_create(&t[1], 0, f, 0);
                 pthread_join(t[{joined}], 0); int seen; __VERIFIER_atomic_begin(); seen = n; __VERIFIER_atomic_end();
                 assert(seen == 2); return 0; }}"
        );
        assert_eq!(word(&text, Property::Assertions), "UNSAFE", "{joined}");
    }
}

/// Threads that ask for their own ids, too.
#[test]
fn threads_that_know_their_ids_are_not_interchangeable() {
    for first in [0, 1] {
        let text = format!(
            "int n; pthread_t t[2]; void *f(void *p) {{ __VERIFIER_atomic_begin(); n = n + 1; __VERIFIER_atomic_end();
                 int seen; __VERIFIER_atomic_begin(); seen = n; __VERIFIER_atomic_end();
                 if (pthread_self() == t[{first}]) assert(seen == 2); return p; }}
             int main(void) {{ pthread_create(&t[0], 0, f, 0); pthread_create(&t[1], 0, f, 0); pthread_exit(0); }}"
        );
        assert_eq!(word(&text, Property::Assertions), "UNSAFE", "{first}");
    }
}

/// A thread that a mutex names is told apart from the others: of two that stand where they do, one has the lock, and whether it was the
/// first one or the second one to go on is not the same.
#[test]
fn owners_of_locks_are_told_apart() {
    for owner_is_first in ["!failed", "failed"] {
        let text = format!(
            "int n, k; pthread_mutex_t m = PTHREAD_ERRORCHECK_MUTEX_INITIALIZER_NP;
            void __VERIFIER_assume(int);
            void *f(void *p) {{
                pthread_mutex_trylock(&m);
                __VERIFIER_atomic_begin(); n = n + 1; __VERIFIER_atomic_end();
                int before; __VERIFIER_atomic_begin(); __VERIFIER_assume(n == 2); before = k; k = k + 1; __VERIFIER_atomic_end();
                int failed = pthread_mutex_unlock(&m);
                if (before == 0 && {owner_is_first}) assert(0);
                return p; }}
            int main(void) {{ pthread_t t; pthread_create(&t, 0, f, 0); pthread_create(&t, 0, f, 0); pthread_exit(0); }}"
        );
        assert_eq!(word(&text, Property::Assertions), "UNSAFE", "{owner_is_first}");
    }
}

/// A block that has committed takes no further lock: another section under it may come between.
#[test]
fn who_was_seen_takes_a_lock_in_a_block_of_its_own() {
    let text = "int x, y; pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
        void *f(void *p) { x = 1; pthread_mutex_lock(&m); int seen = y; pthread_mutex_unlock(&m); assert(seen == 0); return p; }
        void *g(void *p) { int seen = x; pthread_mutex_lock(&m); y = seen; pthread_mutex_unlock(&m); return p; }
        int main(void) { pthread_t t; pthread_create(&t, 0, f, 0); pthread_create(&t, 0, g, 0); pthread_exit(0); }";
    assert_eq!(word(text, Property::Assertions), "UNSAFE");
}

/// Memory that turns out not to be protected by its lock was searched as if it were: that is searched again.
#[test]
fn what_was_searched_while_a_lock_was_trusted_is_searched_again() {
    let text = "int x; pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
        void *f(void *p) { pthread_mutex_lock(&m); x = 1; x = 0; pthread_mutex_unlock(&m); return p; }
        int main(void) { pthread_t t; pthread_create(&t, 0, f, 0);
            int seen; __VERIFIER_atomic_begin(); seen = x; __VERIFIER_atomic_end(); assert(seen == 0); pthread_exit(0); }";
    assert_eq!(word(text, Property::Assertions), "UNSAFE");
}

/// The end of an object moves nowhere: whoever has its address gets there before.
#[test]
fn an_object_that_was_published_is_seen_before_it_ends() {
    let text = "int *where; void *f(void *p) { { int local = 1; where = &local; } return p; }
        int main(void) { pthread_t t; pthread_create(&t, 0, f, 0); int *seen = where; if (seen) assert(*seen == 0); return 0; }";
    assert_eq!(word(text, Property::Assertions), "UNSAFE");
}

/// A join that another one may take the thread from does not move: that one may fail, and say so, before anything follows.
#[test]
fn of_two_joins_of_a_thread_each_may_be_too_late() {
    let text = "pthread_t third; int x; void *idle(void *p) { return p; }
        void *other(void *p) { if (pthread_join(third, 0) == 0) { int seen = x; assert(seen == 0); } return p; }
        int main(void) { pthread_t t; pthread_create(&third, 0, idle, 0); pthread_create(&t, 0, other, 0);
            if (pthread_join(third, 0) != 0) x = 1; pthread_exit(0); }";
    assert_eq!(word(text, Property::Assertions), "UNSAFE");
}

/// Who was signalled may be cancelled before it wakes up.
#[test]
fn who_is_to_wake_up_may_be_cancelled_first() {
    let text = "int ready, x; pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER; pthread_cond_t c = PTHREAD_COND_INITIALIZER;
        void *f(void *p) { pthread_mutex_lock(&m); ready = 1; pthread_cond_wait(&c, &m); x = 1; pthread_mutex_unlock(&m); return p; }
        int main(void) { pthread_t t; pthread_create(&t, 0, f, 0);
            pthread_mutex_lock(&m); int waits = ready; if (waits) pthread_cond_signal(&c); pthread_mutex_unlock(&m);
            if (waits) { pthread_cancel(t); pthread_join(t, 0); assert(x == 1); } return 0; }";
    assert_eq!(word(text, Property::Assertions), "UNSAFE");
}

/// A loop that creates threads without end does not run away from what they do.
#[test]
fn threads_of_an_endless_loop_are_seen() {
    let text = "int x; void *f(void *p) { x = 1; assert(x == 0); return p; }
        int main(void) { pthread_t t; while (1) pthread_create(&t, 0, f, 0); }";
    assert_eq!(word(text, Property::Assertions), "UNSAFE");
}

/// A global that nobody reads is raced for all the same; one that decides where a thread goes is not forgotten.
#[test]
fn what_nobody_learns_of_counts_for_races() {
    let text = "int x; void *f(void *p) { x = 1; return p; }
        int main(void) { pthread_t t; pthread_create(&t, 0, f, 0); x = 2; pthread_exit(0); }";
    assert_eq!(word(text, Property::DataRace), "UNSAFE");
    assert_eq!(word(text, Property::Assertions), "SAFE");
    let text = "int x, y; void *f(void *p) { x = 1; y = x; return p; }
        int main(void) { pthread_t t; pthread_create(&t, 0, f, 0); x = 2; if (y == 2) assert(0); pthread_exit(0); }";
    assert_eq!(word(text, Property::Assertions), "UNSAFE");
}

/// Who wakes up without a signal may do so when the others have gone on.
#[test]
fn who_wakes_up_for_nothing_may_be_late() {
    let text = "int x, y; pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER; pthread_cond_t c = PTHREAD_COND_INITIALIZER;
        void *f(void *p) { pthread_mutex_lock(&m); y = 1; pthread_cond_wait(&c, &m); assert(x != 2);
            pthread_mutex_unlock(&m); return p; }
        void *g(void *p) { pthread_mutex_lock(&m); if (y) x = 1; pthread_mutex_unlock(&m);
            pthread_mutex_lock(&m); if (x) x = 2; pthread_mutex_unlock(&m); return p; }
        int main(void) { pthread_t t; pthread_create(&t, 0, f, 0); pthread_create(&t, 0, g, 0); pthread_exit(0); }";
    assert_eq!(word(text, Property::Assertions), "UNSAFE");
}

/// A thread of one that goes on for ever: what it comes to again is known again.
#[test]
fn who_goes_on_alone_for_ever_comes_to_an_end() {
    let text = "int x, y; void *f(void *p) { x = 1; return p; }
        int main(void) { pthread_t t; pthread_create(&t, 0, f, 0); pthread_join(t, 0); while (1) y = !y; }";
    assert_eq!(word(text, Property::Assertions), "SAFE");
}
