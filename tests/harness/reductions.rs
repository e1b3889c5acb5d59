//! How many states `explicit` visits under each reduction: pinned counts, so that a reduction that stops working is seen.
//!
//! The programs have the shapes of well-known ones (a stack and a queue behind a lock, a stack behind a lock that the program
//! wrote itself), small enough that the search without blocks ends.

use raddle_cfront::preprocess::PreprocessOptions;
use raddle_cli::front::{Front, Target};
use raddle_program::property::Property;
use raddle_verify::analysis::reduction::Reduction;
use raddle_verify::context::{Cancellation, Context, Silent};
use raddle_verify::engine::engine_named;
use raddle_verify::pipeline::decide;
use raddle_verify::task::Task;
use raddle_verify::verdict::Verdict;
use std::path::Path;
use std::sync::Arc;

/// The states that are visited under a reduction; the program must have no failing assertion.
fn n_states(path: &Path, reduction: Reduction) -> u64 {
    let front = Front::read(&Target::new(path, PreprocessOptions::default())).expect("the program can be read");
    let task = Task {
        program: Arc::clone(&front.program),
        properties: vec![Property::Assertions],
        error_functions: None,
        file: path.to_string_lossy().into_owned(),
    };
    let mut cx = Context::new(Cancellation::new(), Arc::new(Silent));
    cx.reduction = reduction;
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

/// With the read-write rule, with blocks. What keeps the numbers of the second column up: threads with few steps have few states
/// to lose (bank transfer), conditions move in neither direction (bounded buffer), and the third program accesses cells and
/// its top without the lock, too.
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
        ("stack", (2587, 284)),
        ("queue", (78, 5)),
        ("stack with a lock of its own", (36203, 15418)),
        ("bank transfer", (50, 7)),
        ("bounded buffer", (598, 114)),
    ];
    assert_eq!(counts, expected);
}
