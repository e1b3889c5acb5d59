//! Whole programs with `bmc`, from the text to the verdict: how the time grows with threads and with unwinding, and the
//! time for ten programs of other authors.
//!
//! `cargo bench -p raddle-cli --bench bmc -- [NAME]`. A row says how many times longer it took than the row before it;
//! this ratio matters, not the seconds. Programs of other authors are taken from `$RADDLE_SHARED` or from a folder
//! `shared` beside the repository, and named when they are missing.

mod rows;

use std::path::PathBuf;

use raddle_bmc::bmc::Bmc;
use raddle_program::types::DataModel;
use raddle_verify::options::Order;

use rows::{Decider, row};

const BMC: Decider = (&Bmc, Order::Theory);

const LOCKED_COUNTER: &str = "
#include <assert.h>
#include <pthread.h>
int counter;
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
void *worker(void *unused) {
    for (int k = 0; k < ROUNDS; k++) {
        pthread_mutex_lock(&m);
        counter++;
        pthread_mutex_unlock(&m);
    }
    return unused;
}
int main(void) {
    pthread_t t[THREADS];
    for (int k = 0; k < THREADS; k++) pthread_create(&t[k], 0, worker, 0);
    for (int k = 0; k < THREADS; k++) pthread_join(t[k], 0);
    assert(counter == THREADS * ROUNDS);
    return 0;
}
";

const TICKET_LOCK: &str = "
#include <assert.h>
#include <pthread.h>
unsigned next, serving;
int inside;
extern void __VERIFIER_atomic_begin(void), __VERIFIER_atomic_end(void);
extern void __VERIFIER_assume(int);
void *worker(void *unused) {
    for (int k = 0; k < ROUNDS; k++) {
        __VERIFIER_atomic_begin();
        unsigned mine = next++;
        __VERIFIER_atomic_end();
        unsigned served = serving;
        __VERIFIER_assume(served == mine);
        inside++;
        assert(inside == 1);
        inside--;
        serving = mine + 1;
    }
    return unused;
}
int main(void) {
    pthread_t t[THREADS];
    for (int k = 0; k < THREADS; k++) pthread_create(&t[k], 0, worker, 0);
    for (int k = 0; k < THREADS; k++) pthread_join(t[k], 0);
    return 0;
}
";

/// All threads but one put numbers into the ring, one after the other; main takes them out.
const RING_BUFFER: &str = "
#include <assert.h>
#include <pthread.h>
#define SLOTS 4
int ring[SLOTS];
unsigned head, tail;
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
extern void __VERIFIER_assume(int);
void *producer(void *unused) {
    for (unsigned k = 0; k < ROUNDS; k++) {
        if (THREADS > 2) pthread_mutex_lock(&m);
        unsigned mine = head, seen = tail;
        __VERIFIER_assume(mine - seen < SLOTS);
        ring[mine % SLOTS] = (int)mine;
        head = mine + 1;
        if (THREADS > 2) pthread_mutex_unlock(&m);
    }
    return unused;
}
int main(void) {
    pthread_t t;
    for (int k = 1; k < THREADS; k++) pthread_create(&t, 0, producer, 0);
    for (unsigned k = 0; k < (THREADS - 1) * ROUNDS; k++) {
        unsigned seen = head;
        __VERIFIER_assume(seen != k);
        assert(ring[k % SLOTS] == (int)k);
        tail = k + 1;
    }
    return 0;
}
";

/// Ten programs of other authors: large ones, deep ones, some with many interleavings, some that need many switches.
const OTHERS: [&str; 10] = [
    "pthread/fib_bench_longer_true-unreach-call.c",
    "pthread/fib_bench_longest_false-unreach-call.c",
    "pthread/stack_true-unreach-call.c",
    "pthread/queue_ok_true-unreach-call.c",
    "pthread/queue_false-unreach-call.c",
    "pthread/reorder_2_false-unreach-call.c",
    "pthread/stateful01_true-unreach-call.c",
    "pthread/indexer_true-unreach-call.c",
    "pthread-wmm/mix042_pso.opt_false-unreach-call.c",
    "pthread-wmm/safe037_power.opt_true-unreach-call.c",
];

fn main() {
    let wanted: Vec<String> = std::env::args().skip(1).filter(|argument| !argument.starts_with('-')).collect();
    let is_wanted = |name: &str| wanted.is_empty() || wanted.iter().any(|part| name.contains(part.as_str()));
    let folder = tempfile::tempdir().expect("there is a folder for temporary files");
    let growing = [("locked counter", LOCKED_COUNTER), ("ticket lock", TICKET_LOCK), ("ring buffer", RING_BUFFER)];
    for (name, text) in growing {
        let path = folder.path().join(format!("{}.c", name.replace(' ', "_")));
        std::fs::write(&path, text).expect("a file can be written");
        let steps = [2, 4, 8, 16, 32, 64];
        let by_threads = steps[..5].iter().map(|&threads| (threads, 1, "threads"));
        let by_rounds = steps.iter().map(|&rounds| (2, rounds, "rounds"));
        for series in [by_threads.collect::<Vec<_>>(), by_rounds.collect()] {
            let mut before = None;
            for (threads, rounds, what) in series {
                let row_name = format!("{name}: {} {what}", if what == "threads" { threads } else { rounds });
                if !is_wanted(&row_name) {
                    continue;
                }
                let defines = vec![format!("THREADS={threads}"), format!("ROUNDS={rounds}")];
                before = row(&row_name, &path, BMC, (defines, DataModel::Lp64), before);
                if before.is_none() {
                    break;
                }
            }
        }
    }
    let beside = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../../shared");
    let shared = std::env::var_os("RADDLE_SHARED").map_or(beside, PathBuf::from).join("benchmarks/sv-comp15");
    for name in OTHERS.into_iter().filter(|name| is_wanted(name)) {
        let path = shared.join(name);
        if path.exists() {
            row(name, &path, BMC, (Vec::new(), DataModel::Ilp32), None);
        } else {
            println!("{name:<48} skipped: not in {}", shared.display());
        }
    }
}
