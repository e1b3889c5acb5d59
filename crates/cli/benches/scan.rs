//! How a scan grows with the program: modules of a server, each with a queue, its lock, workers, a list of jobs and a table of handlers.
//!
//! `cargo bench -p raddle-cli --bench scan -- [NUMBER]`. A row has the lines, the processor time of the front end and that of the scan,
//! and how many times that of the row before it is. Twice as many modules should take twice as long.

use std::fmt::Write;

use raddle_cfront::preprocess::PreprocessOptions;
use raddle_cli::front::{Front, Target};
use raddle_cli::measure::{cpu_time, resident_bytes};
use raddle_program::syntax::Program;
use raddle_scan::Scan;

fn main() {
    let wanted: Vec<String> = std::env::args().skip(1).filter(|argument| !argument.starts_with('-')).collect();
    let folder = tempfile::tempdir().expect("a folder can be made");
    let mut before = None;
    for modules in [100, 200, 400, 800] {
        if !wanted.is_empty() && !wanted.contains(&modules.to_string()) {
            continue;
        }
        let text = text(modules);
        let path = folder.path().join(format!("server{modules}.c"));
        std::fs::write(&path, &text).expect("a file can be written");
        let start = cpu_time();
        let program = on_a_large_stack(|| read(&Target::new(&path, PreprocessOptions::default())));
        let read = (cpu_time() - start).as_secs_f64();
        let start = cpu_time();
        let scan = on_a_large_stack(|| raddle_scan::scan(program));
        let seconds = (cpu_time() - start).as_secs_f64();
        check(&scan, modules);
        let mut row = format!(
            "{modules:4} modules  {:6} lines  front end {read:6.2} s  scan {seconds:6.2} s  {:5} MiB",
            text.lines().count(),
            resident_bytes() >> 20
        );
        if let Some(before) = before {
            let _ = write!(row, "  {:.1} times the row before", seconds / before);
        }
        println!("{row}");
        before = Some(seconds);
    }
}

/// Runs `work` as a command does: syntax trees are deep.
fn on_a_large_stack<T: Send>(work: impl FnOnce() -> T + Send) -> T {
    std::thread::scope(|scope| {
        let thread = std::thread::Builder::new().stack_size(1 << 28).spawn_scoped(scope, work);
        thread.expect("a thread can be started").join().expect("the work does not panic")
    })
}

fn read(target: &Target) -> Program {
    let front = Front::read(target).unwrap_or_else(|unreadable| panic!("{}", unreadable.text()));
    (*front.program).clone()
}

/// Each module has a counter that nothing protects, and no module waits for another one. A scan that says something else is not the one to
/// measure.
fn check(scan: &Scan, modules: usize) {
    let is_counter = |name: &str| name.starts_with("dropped");
    let counters = scan.races.iter().filter(|race| race.object.name.as_deref().is_some_and(is_counter)).count();
    assert_eq!((counters, scan.deadlocks.len()), (modules, 0), "the findings of {modules} modules");
}

fn text(modules: usize) -> String {
    let mut text = "#include <pthread.h>\n#include <stdlib.h>\n\
        struct job { struct job *next; int kind; int size; void (*run)(struct job *); };\n\
        struct queue { pthread_mutex_t lock; pthread_cond_t ready; struct job *first, *last; int length; int closed; };\n\
        static void put(struct queue *q, struct job *job)\n{\n    pthread_mutex_lock(&q->lock);\n    job->next = 0;\n\
        \x20   if (q->last)\n        q->last->next = job;\n    else\n        q->first = job;\n    q->last = job;\n    q->length++;\n\
        \x20   pthread_cond_signal(&q->ready);\n    pthread_mutex_unlock(&q->lock);\n}\n\
        static struct job *take(struct queue *q)\n{\n    struct job *job;\n    pthread_mutex_lock(&q->lock);\n\
        \x20   while (!q->first && !q->closed)\n        pthread_cond_wait(&q->ready, &q->lock);\n    job = q->first;\n\
        \x20   if (job) {\n        q->first = job->next;\n        if (!q->first)\n            q->last = 0;\n        q->length--;\n    }\n\
        \x20   pthread_mutex_unlock(&q->lock);\n    return job;\n}\n"
        .to_owned();
    for module in 0..modules {
        let _ = write!(text, "{}", MODULE.replace('@', &module.to_string()));
    }
    text.push_str("int main(void)\n{\n");
    for module in 0..modules {
        let _ = writeln!(text, "    start_{module}();");
    }
    for module in 0..modules {
        let _ = writeln!(text, "    stop_{module}();");
    }
    text.push_str("    return 0;\n}\n");
    text
}

/// One module; `@` stands for its number.
const MODULE: &str = "
static struct queue queue_@ = { PTHREAD_MUTEX_INITIALIZER, PTHREAD_COND_INITIALIZER, 0, 0, 0, 0 };
static pthread_mutex_t totals_lock_@ = PTHREAD_MUTEX_INITIALIZER;
static struct { long sizes[8]; long jobs; } totals_@;
static int dropped_@;
static pthread_t workers_@[4];

static int bucket_@(int size)
{
    int bucket = 0;
    while (size > 1 && bucket < 7) {
        size /= 2;
        bucket++;
    }
    return bucket;
}

static void count_@(struct job *job)
{
    int bucket = bucket_@(job->size);
    pthread_mutex_lock(&totals_lock_@);
    totals_@.sizes[bucket]++;
    totals_@.jobs++;
    pthread_mutex_unlock(&totals_lock_@);
}

static void drop_@(struct job *job)
{
    if (job->size > 100)
        dropped_@++;
    else
        count_@(job);
}

static void again_@(struct job *job)
{
    struct job *copy = malloc(sizeof *copy);
    if (!copy)
        return;
    copy->kind = 0;
    copy->size = job->size / 2;
    copy->run = count_@;
    put(&queue_@, copy);
}

static void (*const handlers_@[3])(struct job *) = { count_@, drop_@, again_@ };

static void *work_@(void *argument)
{
    struct queue *q = argument;
    struct job *job;
    while ((job = take(q))) {
        if (job->kind >= 0 && job->kind < 3)
            handlers_@[job->kind](job);
        else
            job->run(job);
        free(job);
    }
    return 0;
}

static void start_@(void)
{
    for (int i = 0; i < 4; i++)
        pthread_create(&workers_@[i], 0, work_@, &queue_@);
    for (int i = 0; i < 16; i++) {
        struct job *job = malloc(sizeof *job);
        if (!job)
            break;
        job->kind = i % 4;
        job->size = i * i;
        job->run = i & 1 ? count_@ : drop_@;
        put(&queue_@, job);
    }
}

static void stop_@(void)
{
    pthread_mutex_lock(&queue_@.lock);
    queue_@.closed = 1;
    pthread_cond_broadcast(&queue_@.ready);
    pthread_mutex_unlock(&queue_@.lock);
    for (int i = 0; i < 4; i++)
        pthread_join(workers_@[i], 0);
}
";
