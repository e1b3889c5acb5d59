//! Programs of thousands of lines: `static` shows that they are free of data races, and sees the one that is not.
//!
//! The programs are written here: modules with locks of their own, entries with locks inside, functions that call others in
//! loops, threads that each use some of the modules, created one by one and joined.

use raddle_cfront::preprocess::PreprocessOptions;
use raddle_cli::front::{Front, Target};
use raddle_program::property::Property;
use raddle_verify::context::{Cancellation, Context, Silent};
use raddle_verify::engine::engine_named;
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

fn verdict(text: &str) -> Verdict {
    let folder = tempfile::tempdir().expect("there is room for a file");
    let path = folder.path().join("large.c");
    std::fs::write(&path, text).expect("there is room for a file");
    let front = Front::read(&Target::new(&path, PreprocessOptions::default())).expect("the program can be read");
    let task = Task {
        program: Arc::clone(&front.program),
        properties: vec![Property::DataRace],
        error_functions: None,
        file: "large.c".to_owned(),
    };
    let mut cx = Context::new(Cancellation::new(), Arc::new(Silent));
    let engine = engine_named("static").expect("static is an engine");
    decide(&task, engine, &front.replayer(), &mut cx).outcomes.remove(0).verdict
}

#[test]
fn thousands_of_lines_are_free_of_races_in_seconds() {
    let text = program(100, 8, None);
    assert!(text.lines().count() > 4000, "{}", text.lines().count());
    let start = Instant::now();
    let verdict = verdict(&text);
    assert!(matches!(verdict, Verdict::Safe(_)), "{verdict:?}");
    // Seconds on a quiet machine; enough not to be about the machine.
    assert!(start.elapsed() < Duration::from_secs(120), "{:?}", start.elapsed());
}

#[test]
fn one_forgotten_lock_is_seen_with_all_accesses() {
    let verdict = verdict(&program(30, 4, Some(17)));
    let Verdict::Unknown(Reason::MayRace { shared, .. }) = &verdict else { panic!("{verdict:?}") };
    assert_eq!(shared.location, "entries17[0].count");
    assert_eq!(shared.accesses.iter().filter(|access| access.is_write).count(), 4);
    assert!(shared.accesses.iter().all(|access| access.locks.is_empty()));
    assert!(shared.accesses.iter().any(|access| access.thread.starts_with("worker1, created at")));
}
