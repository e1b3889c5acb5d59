//! Programs of thousands of lines: `static` shows that they are free of data races and of deadlocks, and sees those that are not.
//!
//! The programs are written here, in three shapes:
//! - modules with locks of their own, entries with locks inside, functions that call others in loops, threads that each use some of
//!   the modules, created one by one and joined;
//! - layers, each with a lock that is held while the next layer works, in chains of ten;
//! - a server: requests in a ring, taken by workers that sleep on a condition variable, handlers in a table of function pointers, lists on
//!   the heap behind a read-write lock.

use raddle_analysis::analyzed_program::AnalyzedProgram;
use raddle_cfront::preprocess::PreprocessOptions;
use raddle_cli::engines::engine_named;
use raddle_cli::front::{Front, Target};
use raddle_program::property::Property;
use raddle_verify::context::{Cancellation, Context, Silent};
use raddle_verify::pipeline::decide;
use raddle_verify::task::Task;
use raddle_verify::verdict::{Reason, Verdict};
use std::fmt::Write;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// A module: entries with locks, and a sum with a lock of its own. The careless one forgets the lock of the entry.
fn module(text: &mut String, number: usize, is_careless: bool) {
    let (lock, unlock) = if is_careless {
        ("", "")
    } else {
        ("    pthread_mutex_lock(&entry->lock);\n", "    pthread_mutex_unlock(&entry->lock);\n")
    };
    let _ = write!(
        text,
        "
struct entry{number} {{
    int count;
    int total;
    pthread_mutex_t lock;
}};
static struct entry{number} entries{number}[20];
static int sum{number};
static pthread_mutex_t lock{number} = PTHREAD_MUTEX_INITIALIZER;

static void add{number}(struct entry{number} *entry, int by) {{
{lock}    entry->count = entry->count + by;
    if (entry->count > 100) {{
        entry->total = entry->total + entry->count;
        entry->count = 0;
    }}
{unlock}}}

static int fill{number}(int by) {{
    int filled = 0;
    for (int i = 0; i < 20; i++) {{
        add{number}(&entries{number}[i], by);
        filled++;
    }}
    return filled;
}}

static void step{number}(int by) {{
    int filled = fill{number}(by);
    pthread_mutex_lock(&lock{number});
    if (sum{number} < 1000)
        sum{number} = sum{number} + filled;
    pthread_mutex_unlock(&lock{number});
}}
"
    );
}

/// A program with so many modules and threads.
fn program(modules: usize, threads: usize, careless: Option<usize>) -> String {
    let mut text = "#include <pthread.h>\n".to_owned();
    for number in 0..modules {
        module(&mut text, number, careless == Some(number));
    }
    for thread in 0..threads {
        let _ = write!(text, "\nstatic void *worker{thread}(void *unused) {{\n");
        for number in (0..modules).filter(|number| number % threads == thread || (number + 1) % threads == thread) {
            let _ = writeln!(text, "    step{number}({});", thread + 1);
        }
        text.push_str("    return unused;\n}\n");
    }
    let _ = write!(text, "\nint main(void) {{\n    pthread_t ids[{threads}];\n");
    for number in 0..modules {
        let _ = writeln!(
            text,
            "    for (int i = 0; i < 20; i++)\n        pthread_mutex_init(&entries{number}[i].lock, 0);"
        );
    }
    for thread in 0..threads {
        let _ = writeln!(text, "    pthread_create(&ids[{thread}], 0, worker{thread}, 0);");
    }
    for thread in 0..threads {
        let _ = writeln!(text, "    pthread_join(ids[{thread}], 0);");
    }
    for number in 0..modules {
        let _ = writeln!(text, "    sum{number} = entries{number}[0].count;");
    }
    text.push_str("    return 0;\n}\n");
    text
}

/// So many layers in chains of ten, and threads that each enter some of the chains. In an inverted layer the lock of the third layer
/// above is taken.
fn layers(layers: usize, threads: usize, inverted: Option<usize>) -> String {
    let mut text = "#include <pthread.h>\n".to_owned();
    for number in 0..layers {
        let _ = write!(
            text,
            "static pthread_mutex_t lock{number} = PTHREAD_MUTEX_INITIALIZER;\nstatic int level{number};\n"
        );
    }
    for number in (0..layers).rev() {
        let next = number + 1;
        let below = if next < layers && next % 10 != 0 {
            format!("    if (level{number} < 100)\n        enter{next}(by + 1);\n")
        } else {
            String::new()
        };
        let above = if inverted == Some(number) {
            let above = number - 3;
            format!(
                "    pthread_mutex_lock(&lock{above});\n    level{above} = by;\n    pthread_mutex_unlock(&lock{above});\n"
            )
        } else {
            String::new()
        };
        let _ = write!(
            text,
            "
static void note{number}(int by) {{
    if (by > 3)
        level{number} = level{number} + by;
    else
        level{number} = by;
}}

static void enter{number}(int by) {{
    pthread_mutex_lock(&lock{number});
    note{number}(by);
{below}{above}    level{number} = level{number} - 1;
    pthread_mutex_unlock(&lock{number});
}}
"
        );
    }
    for thread in 0..threads {
        let _ = write!(text, "\nstatic void *worker{thread}(void *unused) {{\n");
        let is_mine = |chain: &usize| [thread, (thread + 1) % threads].contains(&(chain % threads));
        for chain in (0..layers / 10).filter(is_mine) {
            let _ = writeln!(text, "    enter{}({thread});", chain * 10);
        }
        text.push_str("    return unused;\n}\n");
    }
    let _ = write!(text, "\nint main(void) {{\n    pthread_t ids[{threads}];\n");
    for thread in 0..threads {
        let _ = writeln!(text, "    pthread_create(&ids[{thread}], 0, worker{thread}, 0);");
    }
    for thread in 0..threads {
        let _ = writeln!(text, "    pthread_join(ids[{thread}], 0);");
    }
    text.push_str("    return 0;\n}\n");
    text
}

/// A server with so many handlers and workers: kinds of requests in a ring, a list on the heap for each handler. The careless
/// handler puts a cell into its list without the lock.
fn server(handlers: usize, workers: usize, careless: Option<usize>) -> String {
    let mut text = "#include <pthread.h>
#include <stdlib.h>

struct cell {
    struct cell *next;
    int key;
    int value;
};
static pthread_mutex_t ring_lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t not_empty = PTHREAD_COND_INITIALIZER;
static int ring[64];
static unsigned first, last;
static int is_closed;
static pthread_rwlock_t list_lock = PTHREAD_RWLOCK_INITIALIZER;
"
    .to_owned();
    for number in 0..handlers {
        let (lock, unlock) = if careless == Some(number) {
            ("", "")
        } else {
            ("    pthread_rwlock_wrlock(&list_lock);\n", "    pthread_rwlock_unlock(&list_lock);\n")
        };
        let _ = write!(
            text,
            "
static struct cell *list{number};

static int look{number}(int key) {{
    int found = 0;
    pthread_rwlock_rdlock(&list_lock);
    for (struct cell *cell = list{number}; cell; cell = cell->next)
        if (cell->key == key)
            found = cell->value;
    pthread_rwlock_unlock(&list_lock);
    return found;
}}

static void add{number}(int key, int value) {{
    struct cell *cell = malloc(sizeof *cell);
    cell->key = key;
    cell->value = value;
{lock}    cell->next = list{number};
    list{number} = cell;
{unlock}}}

static void handle{number}(int key) {{
    int before = look{number}(key);
    if (before < 10)
        add{number}(key, before + 1);
}}
"
        );
    }
    text.push_str("\nstatic void (*const handlers[])(int) = {\n");
    for number in 0..handlers {
        let _ = writeln!(text, "    handle{number},");
    }
    let _ = write!(
        text,
        "}};

static void put(int kind) {{
    pthread_mutex_lock(&ring_lock);
    if (last - first < 64) {{
        ring[last & 63] = kind;
        last = last + 1;
        pthread_cond_signal(&not_empty);
    }}
    pthread_mutex_unlock(&ring_lock);
}}

static int take(void) {{
    int kind = -1;
    pthread_mutex_lock(&ring_lock);
    while (first == last && !is_closed)
        pthread_cond_wait(&not_empty, &ring_lock);
    if (first != last) {{
        kind = ring[first & 63];
        first = first + 1;
    }}
    pthread_mutex_unlock(&ring_lock);
    return kind;
}}

static void *serve(void *unused) {{
    int kind;
    while ((kind = take()) >= 0)
        if (kind < {handlers})
            handlers[kind](kind);
    return unused;
}}

int main(void) {{
    pthread_t ids[{workers}];
    for (int i = 0; i < {workers}; i++)
        pthread_create(&ids[i], 0, serve, 0);
    for (int i = 0; i < 1000; i++)
        put(i % {handlers});
    pthread_mutex_lock(&ring_lock);
    is_closed = 1;
    pthread_cond_broadcast(&not_empty);
    pthread_mutex_unlock(&ring_lock);
    for (int i = 0; i < {workers}; i++)
        pthread_join(ids[i], 0);
    return 0;
}}
"
    );
    text
}

fn verdict(text: &str, property: Property, engine: &str) -> Verdict {
    let folder = tempfile::tempdir().expect("there is room for a file");
    let path = folder.path().join("large.c");
    std::fs::write(&path, text).expect("there is room for a file");
    let front = Front::read(&Target::new(&path, PreprocessOptions::default())).expect("the program can be read");
    let task = Task {
        program: AnalyzedProgram::new(front.program.clone()),
        properties: vec![property],
        error_functions: None,
        file: "large.c".to_owned(),
    };
    let mut cx = Context::new(Cancellation::new(), Arc::new(Silent));
    let engine = engine_named(engine).expect("an engine is called so");
    decide(&task, engine, &front.replayer(), &mut cx).outcomes.remove(0).verdict
}

#[test]
fn thousands_of_lines_are_free_of_races_and_deadlocks_in_seconds() {
    let start = Instant::now();
    let (modules, layers) = (program(100, 8, None), layers(220, 8, None));
    for text in [&modules, &layers] {
        assert!(text.lines().count() > 4000, "{}", text.lines().count());
        let races = verdict(text, Property::DataRace, "static");
        assert!(matches!(races, Verdict::Safe(_)), "{races:?}");
    }
    // Nobody knows which entries' locks are one lock: of the modules nothing is claimed.
    let deadlocks = verdict(&layers, Property::Deadlock, "static");
    assert!(matches!(deadlocks, Verdict::Safe(_)), "{deadlocks:?}");
    // Seconds on a quiet machine; enough not to be about the machine.
    assert!(start.elapsed() < Duration::from_secs(240), "{:?}", start.elapsed());
}

#[test]
fn one_forgotten_lock_is_seen_with_all_accesses() {
    let verdict = verdict(&program(30, 4, Some(17)), Property::DataRace, "static");
    let Verdict::Unknown(Reason::MayRace { shared, .. }) = &verdict else { panic!("{verdict:?}") };
    assert_eq!(shared.location, "entries17[0].count");
    assert_eq!(shared.accesses.iter().filter(|access| access.is_write && access.is_open).count(), 4);
    assert!(shared.accesses.iter().all(|access| access.locks.is_empty()));
    // What main reads when it has joined all workers is ordered.
    assert!(shared.accesses.iter().all(|access| access.is_open != (access.thread == "main")));
    assert!(shared.accesses.iter().any(|access| access.thread.starts_with("worker1, created at")));
}

#[test]
fn one_lock_out_of_order_is_a_deadlock() {
    let text = layers(220, 8, Some(105));
    assert!(matches!(verdict(&text, Property::Deadlock, "static"), Verdict::Unknown(_)));
    assert!(matches!(verdict(&text, Property::Deadlock, "bmc"), Verdict::Unsafe(_)));
}

#[test]
fn a_server_with_lists_on_the_heap_is_free_of_races() {
    let text = server(150, 8, None);
    assert!(text.lines().count() > 4000, "{}", text.lines().count());
    let free = verdict(&text, Property::DataRace, "static");
    assert!(matches!(free, Verdict::Safe(_)), "{free:?}");
    let raced = verdict(&server(20, 4, Some(7)), Property::DataRace, "static");
    let Verdict::Unknown(Reason::MayRace { shared, .. }) = &raced else { panic!("{raced:?}") };
    assert_eq!(shared.location, "list7");
    assert!(shared.accesses.iter().any(|it| it.is_open && it.is_write && it.locks.is_empty()));
    assert!(shared.accesses.iter().any(|it| it.is_open && !it.is_write && it.locks == ["list_lock"]));
}
