//! `raddle scan`: findings as text and as JSON, and programs that no engine decides.

use crate::common::{Folder, Run, run};
use serde_json::Value;

/// A queue whose length is read without its lock at one place, a counter that is atomic, and a table that is set before threads start.
const QUEUE: &str = "#include <pthread.h>\n#include <stdatomic.h>\n#include <stdlib.h>\n\
    struct queue { pthread_mutex_t lock; int length; int limit; };\n\
    static struct queue queue = {PTHREAD_MUTEX_INITIALIZER, 0, 0};\n\
    static atomic_int served;\n\
    static void push(void) {\n  pthread_mutex_lock(&queue.lock);\n  if (queue.length < queue.limit) queue.length++;\n\
    \x20 pthread_mutex_unlock(&queue.lock);\n  served++;\n}\n\
    static void *worker(void *x) {\n  push();\n  push();\n  return x;\n}\n\
    int main(void) {\n  pthread_t one, two;\n  queue.limit = 8;\n  pthread_create(&one, 0, worker, 0);\n\
    \x20 pthread_create(&two, 0, worker, 0);\n  if (queue.length > 4) push();\n  pthread_join(one, 0);\n  pthread_join(two, 0);\n\
    \x20 return queue.length;\n}\n";

fn scan(text: &str, options: &[&str]) -> Run {
    let folder = Folder::new();
    let file = folder.write("program.c", text);
    let mut arguments = vec!["scan"];
    arguments.extend(options);
    arguments.push(&file);
    run(&arguments)
}

fn findings(text: &str) -> Vec<Value> {
    let run = scan(text, &["--format", "json"]);
    let object: Value = serde_json::from_str(&run.out).unwrap_or_else(|why| panic!("{why}: {} {}", run.out, run.err));
    object["findings"].as_array().cloned().unwrap_or_default()
}

/// The names of what may race: object and member.
fn names(text: &str) -> Vec<String> {
    let name = |finding: &Value| {
        let object = finding["object"].as_str().unwrap_or_else(|| finding["type"].as_str().unwrap_or("memory"));
        format!("{object}{}", finding["member"].as_str().expect("a member"))
    };
    findings(text).iter().map(name).collect()
}

#[test]
fn what_may_race_is_one_finding_for_a_location_with_the_access_that_lacks_the_lock() {
    let run = scan(QUEUE, &[]);
    assert_eq!(run.code, Some(5), "{}{}", run.out, run.err);
    assert!(run.out.contains("  1. queue.length: queue.lock is held at "), "{}", run.out);
    let odd = run.out.lines().position(|line| line.contains("first thread reads in main, no lock"));
    let regular = run.out.lines().position(|line| line.contains("worker reads and writes in push, with queue.lock"));
    assert!(odd.is_some() && odd < regular, "{}", run.out);
    assert!(!run.out.contains("  2. "), "the limit is set before, the counter is atomic: {}", run.out);
    let all = scan(QUEUE, &["-v"]);
    assert!(all.out.contains("by worker ("), "{}", all.out);
}

#[test]
fn members_at_which_the_same_accesses_race_are_one_finding_for_people() {
    let text = "#include <pthread.h>\n\
        struct point { int x, y, z; } point;\n\
        static void *worker(void *unused) {\n  struct point next = {1, 2, 3};\n  point = next;\n  return unused;\n}\n\
        int main(void) {\n  pthread_t thread;\n  pthread_create(&thread, 0, worker, 0);\n\
        \x20 return point.x + point.y;\n}\n";
    assert_eq!(names(text), ["point.x", "point.y"]);
    let run = scan(text, &[]);
    assert!(run.out.contains("  1. point.x: no lock is held"), "{}", run.out);
    assert!(run.out.contains("the first two places may race at 1 more member: .y (-v shows each)"), "{}", run.out);
    assert!(!run.out.contains("  2. "), "{}", run.out);
    assert!(scan(text, &["-v"]).out.contains("  2. point.y: no lock is held"));
}

/// A pool whose threads count themselves, and whose user reads the counter without its lock.
const POOL: &str = "#include <pthread.h>\n#include <stdlib.h>\n\
    struct pool { pthread_mutex_t lock; volatile int live; int data; };\n\
    static void *work(void *x) {\n  struct pool *pool = x;\n  pthread_mutex_lock(&pool->lock);\n  pool->live++;\n\
    \x20 pthread_mutex_unlock(&pool->lock);\n  pthread_mutex_lock(&pool->lock);\n  pool->data++;\n  pool->live--;\n\
    \x20 pthread_mutex_unlock(&pool->lock);\n  return 0;\n}\n\
    static void start(struct pool *pool) {\n  pthread_t id;\n  pthread_create(&id, 0, work, pool);\n}\n\
    int main(void) {\n  struct pool *pool = malloc(sizeof *pool);\n  if (!pool) return 1;\n  pool->live = 0;\n  pool->data = 0;\n\
    \x20 pthread_mutex_init(&pool->lock, 0);\n  for (int i = 0; i < 4; i++) start(pool);\n  while (pool->live != 4) {}\n\
    \x20 while (pool->live) {}\n  return pool->data;\n}\n";

#[test]
fn pool_counter_is_the_cause_of_other_races() {
    let run = scan(POOL, &[]);
    assert_eq!(run.code, Some(5), "{}{}", run.out, run.err);
    assert!(run.out.contains("1 may race, 1 may race as a consequence"), "{}", run.out);
    assert!(run.out.contains("  of pool@") && run.out.contains(".live: if each access to it is atomic"), "{}", run.out);
    let found = findings(POOL);
    let of = |member: &str| found.iter().find(|it| it["member"] == member).expect("a finding").clone();
    assert_eq!((&of(".live")["status"], &of(".data")["status"]), (&"possible".into(), &"excluded".into()));
    let cause = of(".data")["causes"][0].as_str().expect("a name").to_owned();
    assert!(cause.starts_with("pool@") && cause.ends_with(".live"), "{cause}");
    let mended = POOL.replace("volatile int live", "_Atomic int live");
    assert_eq!(scan(&mended, &[]).code, Some(0), "with the cause mended nothing is found");
}

#[test]
fn a_race_that_a_counter_does_not_order_is_no_consequence() {
    let late = POOL.replace("pool->live--;\n", "pool->live--;\n  pool->data++;\n");
    let text = late.replace("  while (pool->live != 4) {}", "  pool->data++;\n  while (pool->live != 4) {}");
    let run = scan(&text, &[]);
    assert!(run.out.contains("2 may race") && !run.out.contains("consequence"), "{}", run.out);
}

#[test]
fn a_sarif_document_is_a_baseline() {
    let folder = Folder::new();
    let file = folder.write("program.c", QUEUE);
    let document = run(&["scan", "--format", "sarif", &file]);
    let baseline = folder.write("old.sarif", &document.out);
    let same = run(&["scan", "--baseline", &baseline, &file]);
    assert_eq!(same.code, Some(0), "{}", same.out);
    let more = QUEUE
        .replace("queue.limit = 8;", "queue.limit = 8; more++;")
        .replace("  push();\n  push();", "  push();\n  more++;");
    let changed = folder.write("program.c", more.replace("static void push", "static int more;\nstatic void push"));
    let new = run(&["scan", "--baseline", &baseline, "--format", "json", &changed]);
    assert_eq!(new.code, Some(10), "{}", new.out);
    let object: Value = serde_json::from_str(&new.out).expect("an object");
    let findings = object["findings"].as_array().expect("a list");
    let is_new = |name: &str| findings.iter().find(|it| it["object"] == name).map(|it| it["is_new"].clone());
    assert_eq!((is_new("queue"), is_new("more")), (Some(Value::Bool(false)), Some(Value::Bool(true))), "{}", new.out);
}

#[test]
fn findings_are_data() {
    let findings = findings(QUEUE);
    assert_eq!(findings.len(), 1, "{findings:?}");
    let finding = &findings[0];
    assert_eq!(finding["kind"], "data-race");
    assert_eq!(finding["status"], "possible");
    assert_eq!(
        (&finding["object"], &finding["member"], &finding["line"]),
        (&"queue".into(), &".length".into(), &5.into())
    );
    assert_eq!(finding["guard"]["lock"], "queue.lock");
    let accesses = finding["accesses"].as_array().expect("accesses");
    assert_eq!(finding["access_count"], accesses.len());
    let main = accesses.iter().find(|access| access["thread"]["function"] == "main" && access["is_open"] == true);
    assert_eq!(main.map(|access| access["locks"].as_array().map(Vec::len)), Some(Some(0)));
}

#[test]
fn a_program_of_one_thread_shares_nothing() {
    let run = scan("int x;\nint main(void) { return x++; }\n", &[]);
    assert_eq!(run.code, Some(0), "{}{}", run.out, run.err);
    assert!(run.out.contains("no thread is created: nothing is shared"), "{}", run.out);
}

#[test]
fn what_has_no_model_does_not_end_the_scan() {
    let text = "#include <pthread.h>\n#include <unistd.h>\nstatic int x;\n\
        static void *worker(void *a) { x++; return a; }\n\
        int main(void) { pthread_t t; vfork(); pthread_create(&t, 0, worker, 0); x++; pthread_join(t, 0); return 0; }\n";
    assert_eq!(names(text), ["x"]);
    let run = scan(text, &[]);
    assert!(run.out.contains("vfork"), "it is named: {}", run.out);
}

#[test]
fn a_function_without_a_body_may_call_what_it_gets() {
    let text = "#include <pthread.h>\nint each(void (*)(int *), int *);\nstatic int x, y;\n\
        static void visit(int *p) { ++*p; }\n\
        static void *worker(void *a) { each(visit, &x); return a; }\n\
        int main(void) { pthread_t t; pthread_create(&t, 0, worker, 0); x = 1; y = 1; pthread_join(t, 0); return 0; }\n";
    assert_eq!(names(text), ["x"]);
}

#[test]
fn a_call_of_an_unknown_function_does_not_hide_what_comes_behind() {
    let text = "#include <pthread.h>\nextern void (*hook)(void);\nstatic int x;\n\
        static void *worker(void *a) { hook(); x++; return a; }\n\
        int main(void) { pthread_t t; pthread_create(&t, 0, worker, 0); hook(); x++; pthread_join(t, 0); return 0; }\n";
    assert_eq!(names(text), ["x"]);
}

#[test]
fn code_behind_a_call_through_a_pointer_that_never_changes_counts() {
    let text = "#include <pthread.h>\n\
        void start_up(void);\nint get(void);\n\
        static void (*hook)(void) = start_up;\nstatic int (*getter)(void) = get;\nint x;\n\
        static void *work(void *unused) {\n  if (getter()) x++;\n  return unused;\n}\n\
        int main(void) {\n  pthread_t a, b;\n  hook();\n  pthread_create(&a, 0, work, 0);\n\
        \x20 pthread_create(&b, 0, work, 0);\n  return 0;\n}\n";
    assert_eq!(names(text), ["x"], "neither function has a body");
}

#[test]
fn memory_without_a_name_is_called_after_its_structure() {
    let text = "#include <pthread.h>\n#include <stdlib.h>\nstruct job { int id; int done; };\n\
        static void *worker(void *a) { ((struct job *)a)->done = 1; return a; }\n\
        int main(void) {\n  pthread_t t;\n  struct job *job = malloc(sizeof(struct job));\n  if (!job) return 1;\n  job->id = 1;\n\
        \x20 pthread_create(&t, 0, worker, job);\n  return job->done;\n}\n";
    assert_eq!(names(text), ["job.done"]);
    let run = scan(text, &[]);
    assert!(run.out.contains("job@") && run.out.contains("program.c:7.done"), "{}", run.out);
}

#[test]
fn code_behind_an_option_that_is_never_set_counts_only_if_it_is_set() {
    let program = |option: &str| {
        format!(
            "#include <pthread.h>\nstatic int option = 0;\nstatic int x;\n\
             static void *worker(void *a) {{ if (option) x++; return a; }}\n\
             int main(int n, char **v) {{ pthread_t t; {option} pthread_create(&t, 0, worker, 0); x++; pthread_join(t, 0); return 0; }}\n"
        )
    };
    assert!(names(&program("")).is_empty());
    assert_eq!(names(&program("if (n > 1) option = 1;")), ["x"]);
    assert_eq!(names(&program("int *p = &option; if (n > 1) *p = 1;")), ["x"]);
}

/// Two threads that lock two locks, the second one in a given order. `around` begins the calls that lock and unlock the gate.
fn accounts(around: &str, order: &str) -> String {
    format!(
        "#include <pthread.h>\nstatic pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER, b = PTHREAD_MUTEX_INITIALIZER, gate = PTHREAD_MUTEX_INITIALIZER;\n\
         static int x;\n\
         static void *one(void *p) {{ {around}lock(&gate); pthread_mutex_lock(&a); pthread_mutex_lock(&b); x++; pthread_mutex_unlock(&b); pthread_mutex_unlock(&a); {around}unlock(&gate); return p; }}\n\
         static void *two(void *p) {{ {around}lock(&gate); pthread_mutex_lock({order}); x++; pthread_mutex_unlock(&a); pthread_mutex_unlock(&b); {around}unlock(&gate); return p; }}\n\
         int main(void) {{ pthread_t t, u; pthread_create(&t, 0, one, 0); pthread_create(&u, 0, two, 0); pthread_join(t, 0); pthread_join(u, 0); return 0; }}\n"
    )
}

#[test]
fn a_lock_order_cycle_is_listed_unless_a_gate_lock_breaks_it() {
    let opposite = accounts("if (0) pthread_mutex_", "&b); pthread_mutex_lock(&a");
    let run = scan(&opposite, &[]);
    assert!(run.out.contains("  1. a -> b -> a\n"), "{}", run.out);
    assert!(run.out.contains("two holds b and locks a in two"), "{}", run.out);
    assert_eq!(run.code, Some(5));
    let same = accounts("if (0) pthread_mutex_", "&a); pthread_mutex_lock(&b");
    let gated = accounts("pthread_mutex_", "&b); pthread_mutex_lock(&a");
    for excluded in [same, gated] {
        let run = scan(&excluded, &[]);
        assert!(!run.out.contains("may wait for each other"), "{}", run.out);
        assert_eq!(run.code, Some(0), "{}{}", run.out, run.err);
    }
}

#[test]
fn two_locks_of_one_kind_in_opposite_orders() {
    let text = "#include <pthread.h>\n#include <stdlib.h>\nstruct account { pthread_mutex_t lock; int money; };\nstatic struct account *all[4];\n\
        static void pay(struct account *from, struct account *to) {\n  pthread_mutex_lock(&from->lock);\n  pthread_mutex_lock(&to->lock);\n\
        \x20 from->money--; to->money++;\n  pthread_mutex_unlock(&to->lock);\n  pthread_mutex_unlock(&from->lock);\n}\n\
        static void *one(void *p) { pay(all[0], all[1]); return p; }\nstatic void *two(void *p) { pay(all[1], all[0]); return p; }\n\
        int main(void) {\n  pthread_t t, u;\n  for (int i = 0; i < 4; i++) { all[i] = malloc(sizeof(struct account)); if (!all[i]) return 1; pthread_mutex_init(&all[i]->lock, 0); all[i]->money = 0; }\n\
        \x20 pthread_create(&t, 0, one, 0); pthread_create(&u, 0, two, 0); pthread_join(t, 0); pthread_join(u, 0); return 0; }\n";
    let run = scan(text, &[]);
    assert!(run.out.contains("two locks account@"), "{}", run.out);
    assert!(run.out.contains("one holds account@") && run.out.contains("two holds account@"), "{}", run.out);
}

#[test]
fn files_are_one_program_and_a_project_has_several() {
    let folder = Folder::new();
    let counter = folder.write("counter.c", "int total;\nvoid bump(void) { total++; }\n");
    let main = folder.write(
        "main.c",
        "#include <pthread.h>\nvoid bump(void);\nstatic void *worker(void *x) { bump(); return x; }\n\
         int main(void) { pthread_t t; pthread_create(&t, 0, worker, 0); bump(); return 0; }\n",
    );
    let linked = run(&["scan", &main, &counter]);
    assert!(linked.out.contains("1. total: no lock is held") && linked.out.contains("counter.c:2"), "{}", linked.out);
    let command = run(&["scan", "--", "cc", "-O2", &main, &counter, "-o", "x"]);
    assert_eq!(command.out, linked.out, "{}", command.err);
    let missing = run(&["scan", &main]);
    assert!(missing.out.contains("bump ("), "the function without a body is named: {}", missing.out);
    let unreadable = run(&["scan", "--each", &main, &counter]);
    assert_eq!(unreadable.code, Some(3), "{}{}", unreadable.out, unreadable.err);
    assert!(unreadable.err.contains("no function main"), "{}", unreadable.err);
}

#[test]
fn functions_of_the_library_that_share_data_race() {
    let program = |calls: &str| {
        format!(
            "#include <pthread.h>\n#include <stdlib.h>\n#include <time.h>\nstatic pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;\n\
             static void *worker(void *a) {{ time_t t = 0; struct tm b; {calls} return a; }}\n\
             int main(void) {{ pthread_t t, u; pthread_create(&t, 0, worker, 0); pthread_create(&u, 0, worker, 0); return 0; }}\n"
        )
    };
    assert_eq!(names(&program("gmtime(&t); localtime(&t);")), ["static data of localtime"]);
    assert!(names(&program("localtime_r(&t, &b);")).is_empty());
    assert!(names(&program("pthread_mutex_lock(&m); localtime(&t); pthread_mutex_unlock(&m);")).is_empty());
    assert!(names(&program("getenv(\"HOME\");")).is_empty());
    assert_eq!(names(&program("getenv(\"HOME\"); setenv(\"HOME\", \"/\", 1);")), ["environment"]);
}

/// `check` of a program that stays open carries the findings of a scan.
#[test]
fn a_check_that_leaves_races_open_says_what_a_scan_knows() {
    let text = QUEUE.replace("  queue.limit = 8;\n", "  queue.limit = 8;\n  __asm__ volatile(\"vzeroupper\");\n");
    let folder = Folder::new();
    let file = folder.write("program.c", &text);
    let human = run(&["check", "-p", "data-race", &file]);
    assert!(human.out.contains("data-race  UNKNOWN"), "{}", human.out);
    assert!(human.out.contains("queue.length: queue.lock is held at"), "{}", human.out);
    assert!(human.out.contains("assumed to access no shared data"), "{}", human.out);
    let json = run(&["check", "-p", "data-race", "--format", "json", &file]);
    let answer: Value = serde_json::from_str(json.out.trim()).expect("one object");
    assert_eq!(answer["scan"]["findings"][0]["object"], "queue", "{answer}");
    let decided = run(&["check", "-p", "data-race", "--format", "json", &folder.write("decided.c", QUEUE)]);
    let answer: Value = serde_json::from_str(decided.out.trim()).expect("one object");
    assert_eq!(answer["scan"], Value::Null, "{answer}");
}

/// A counter under a lock, beside a construct without a model.
const BESIDE_ASSEMBLY: &str = "#include <pthread.h>\n\
    static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER; static int x;\n\
    static void *w(void *p) { pthread_mutex_lock(&m); x++; pthread_mutex_unlock(&m); return p; }\n\
    int main(void) { pthread_t t;\n  __asm__ volatile(\"vzeroupper\");\n  pthread_create(&t, 0, w, 0);\n\
    \x20 pthread_mutex_lock(&m); x++; pthread_mutex_unlock(&m);\n  pthread_join(t, 0); return 0; }\n";

/// One construct without a model leaves the properties open that rest on it, and the answer says so.
#[test]
fn what_has_no_model_costs_what_rests_on_it() {
    let folder = Folder::new();
    let run_of = |text: &str| run(&["check", "-p", "data-race", "-p", "deadlock", &folder.write("program.c", text)]);
    let safe = run_of(BESIDE_ASSEMBLY);
    assert!(safe.out.contains("safe if what has no model leaves the program's data alone"), "{}", safe.out);
    assert!(safe.out.contains("program.c:5:"), "{}", safe.out);
    assert!(safe.out.contains("  deadlock, data-race  UNKNOWN  "), "{}", safe.out);
    let unlocked = BESIDE_ASSEMBLY.replace("  pthread_mutex_lock(&m); x++; pthread_mutex_unlock(&m);\n", "  x++;\n");
    let racy = run_of(&unlocked);
    assert!(racy.out.contains("x: m is held at"), "{}", racy.out);
    assert!(!racy.out.contains("  deadlock, data-race  UNKNOWN  "), "{}", racy.out);
}

#[test]
fn findings_are_confirmed_by_executions() {
    let json = scan(QUEUE, &["--confirm=5s", "--format", "json"]);
    let object: Value = serde_json::from_str(&json.out).expect("an object");
    let finding = &object["findings"][0];
    assert_eq!((finding["object"].as_str(), finding["status"].as_str()), (Some("queue"), Some("confirmed")));
    assert!(finding["trace"]["steps"].as_array().is_some_and(|steps| steps.len() > 4), "{finding}");
    let text = scan(QUEUE, &["--confirm"]);
    assert!(text.out.contains("queue.length: ") && text.out.contains("  [confirmed]"), "{}", text.out);
    assert!(text.out.contains("how it happens (") && text.out.contains("<-- race"), "{}", text.out);
    let plain = scan(QUEUE, &["--format", "json"]);
    assert!(plain.out.contains("\"status\":\"possible\"") && !plain.out.contains("\"trace\""), "{}", plain.out);
}

#[test]
fn lock_order_cycles_are_confirmed_if_threads_can_wait() {
    let program = |second: &str| {
        format!(
            "#include <pthread.h>\nstatic pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER, b = PTHREAD_MUTEX_INITIALIZER;\nstatic int on;\n\
             static void *one(void *x) {{ pthread_mutex_lock(&a); pthread_mutex_lock(&b); pthread_mutex_unlock(&b);\n\
             pthread_mutex_unlock(&a); return x; }}\n\
             static void *two(void *x) {{ {second} pthread_mutex_lock(&b); pthread_mutex_lock(&a); pthread_mutex_unlock(&a);\n\
             pthread_mutex_unlock(&b); return x; }}\n\
             int main(void) {{ pthread_t t, u; on = 0; pthread_create(&t, 0, one, 0); pthread_create(&u, 0, two, 0);\n\
             pthread_join(t, 0); pthread_join(u, 0); return 0; }}\n"
        )
    };
    let waits = scan(&program(""), &["--confirm"]);
    assert!(waits.out.contains("1. a -> b -> a  [confirmed]"), "{}", waits.out);
    let never = scan(&program("if (on) {} else return x;"), &["--confirm=200ms"]);
    assert!(never.out.contains("1. a -> b -> a\n"), "no execution comes to the second lock: {}", never.out);
}

#[test]
fn what_depends_on_functions_without_a_body_stays_possible() {
    let program = "#include <pthread.h>\nint sensor(void);\nint total;\n\
        static void *worker(void *x) { if (sensor() == 3) total++; return x; }\n\
        int main(void) { pthread_t t, u; pthread_create(&t, 0, worker, 0); pthread_create(&u, 0, worker, 0); return 0; }\n";
    let open = scan(program, &["--confirm=2s"]);
    assert!(open.out.contains("1. total: no lock is held\n"), "{}", open.out);
    assert!(open.out.contains("this execution depends on functions without a body"), "{}", open.out);
    let said = scan(program, &["--confirm=2s", "--externals", "pure"]);
    assert!(said.out.contains("1. total: no lock is held  [confirmed]"), "{}", said.out);
}

#[test]
fn a_baseline_leaves_what_is_new() {
    let folder = Folder::new();
    let program = |first: &str, more: &str| {
        let text = QUEUE.replace("queue.limit = 8;", &format!("queue.limit = 8; {more}"));
        let text = text.replace("  push();\n  push();", &format!("  push();\n  push(); {more}"));
        format!("{first}{text}").replace("pthread_join(one, 0);", &format!("{more} pthread_join(one, 0);"))
    };
    let old = folder.write("program.c", program("", ""));
    let json = run(&["scan", "--format", "json", &old]);
    assert_eq!(json.code, Some(5), "{}", json.out);
    let baseline = folder.write("old.json", &json.out);
    let same = run(&["scan", "--baseline", &baseline, &old]);
    assert_eq!(same.code, Some(0), "{}", same.out);
    assert!(same.out.contains("baseline   0 new findings, 1 known"), "{}", same.out);
    let moved = folder.write("program.c", program("\n\n/* moved */\n", ""));
    assert_eq!(run(&["scan", "--baseline", &baseline, &moved]).code, Some(0), "lines do not matter");
    let changed = folder.write("program.c", program("int more;\n", "more++;"));
    let new = run(&["scan", "--baseline", &baseline, &changed]);
    assert_eq!(new.code, Some(10), "{}", new.out);
    assert!(new.out.contains("1. more: ") && !new.out.contains("2. "), "{}", new.out);
    let data = run(&["scan", "--baseline", &baseline, "--format", "json", &changed]);
    let object: Value = serde_json::from_str(&data.out).expect("an object");
    let is_new = |name: &str| {
        let findings = object["findings"].as_array().expect("a list");
        findings.iter().find(|finding| finding["object"] == name).map(|finding| finding["is_new"].clone())
    };
    assert_eq!((is_new("more"), is_new("queue")), (Some(Value::Bool(true)), Some(Value::Bool(false))));
    let other = run(&["scan", "--baseline", &changed, &changed]);
    assert_eq!(other.code, Some(2), "a C file is no baseline: {}", other.err);
}

#[test]
fn one_line_is_explained() {
    let folder = Folder::new();
    let path = folder.write("program.c", QUEUE);
    let at = |text: &str| {
        let line = 1 + QUEUE.lines().position(|line| line.contains(text)).expect("a line");
        run(&["explain", &format!("{path}:{line}")])
    };
    let peek = at("if (queue.length > 4)");
    assert_eq!(peek.code, Some(0), "{}", peek.err);
    assert!(peek.out.contains("first thread reads queue.length, no lock\n    may race\n"), "{}", peek.out);
    assert!(peek.out.contains("worker writes, with queue.lock: nothing keeps the two apart"), "{}", peek.out);
    let push = at("queue.length < queue.limit");
    assert!(push.out.contains("kept apart by queue.lock"), "{}", push.out);
    assert!(push.out.contains("worker reads queue.limit, with queue.lock\n    cannot race"), "{}", push.out);
    let served = at("served++");
    assert!(served.out.contains("both are atomic"), "{}", served.out);
    let nothing = at("#include <stdlib.h>");
    assert_eq!(nothing.code, Some(5), "{}", nothing.out);
    assert!(nothing.err.contains("name a line with a statement"), "{}", nothing.err);
    let unknown = folder.write("u.c", "int f(int *);\nint main(void) { int x = 0; return f(&x); }\n");
    let call = run(&["explain", &format!("{unknown}:2")]);
    assert!(call.out.contains("to call the functions that they get: f\n"), "{}", call.out);
}

#[test]
fn data_of_the_library_are_listed_where_the_program_reads_them() {
    let program = |behind: &str, before: &str| {
        format!(
            "#include <pthread.h>\n#include <time.h>\npthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;\nint hours[2];\n\
             void *note(void *hour) {{ time_t now = 1; pthread_mutex_lock(&m); struct tm *date = localtime(&now);\n\
             {before} *(int *)hour = date->tm_hour; {behind} return 0; }}\n\
             int main(void) {{ pthread_t t; pthread_create(&t, 0, note, &hours[0]); note(&hours[1]);\n\
             pthread_join(t, 0); return 0; }}\n"
        )
    };
    let unlock = "pthread_mutex_unlock(&m);";
    let late = scan(&program("", unlock), &[]);
    assert!(late.out.contains("result_of_localtime"), "{}", late.out);
    assert!(late.out.contains("note reads in note, no lock"), "{}", late.out);
    let safe = scan(&program(unlock, ""), &[]);
    assert_eq!(safe.code, Some(0), "{}", safe.out);
}

/// The transition of an access in a long function is none of the function that creates the threads.
#[test]
fn an_access_beside_threads_of_a_loop_may_be_in_a_longer_function() {
    let steps = "  other[0] = n; other[1] = n; other[2] = n; other[3] = n;\n".repeat(6);
    let text = format!(
        "#include <pthread.h>\nstatic int data[4], other[4];\nstatic void *run(void *x) {{ *(int *)x = 1; return 0; }}\n\
         static void look(int n) {{\n{steps}  data[n] = 2;\n}}\n\
         int main(void) {{\n  pthread_t id[4];\n  for (int i = 0; i < 4; i++) pthread_create(&id[i], 0, run, &data[i]);\n  look(1);\n}}\n"
    );
    assert_eq!(names(&text), ["data[]"]);
}

#[test]
fn a_function_that_locks_what_it_gets_is_told_apart_by_the_lock() {
    let program = |behind: &str| {
        format!(
            "#include <pthread.h>\n#include <stdlib.h>\nstruct mutex {{ pthread_mutex_t inner; }};\n\
             static struct mutex a = {{PTHREAD_MUTEX_INITIALIZER}}, b = {{PTHREAD_MUTEX_INITIALIZER}};\nstatic int x, y;\n\
             static void inner_lock(pthread_mutex_t *m) {{ int error = pthread_mutex_lock(m); if (error) abort(); }}\n\
             static void enter(struct mutex *m) {{ inner_lock(&m->inner); }}\n\
             static void leave(struct mutex *m) {{ if (pthread_mutex_unlock(&m->inner)) abort(); }}\n\
             static void *work(void *p) {{ enter(&a); x++; leave(&a); {behind} enter(&b); y++; leave(&b); return p; }}\n\
             int main(void) {{ pthread_t t, u; pthread_create(&t, 0, work, 0); pthread_create(&u, 0, work, 0);\n\
             \x20 pthread_join(t, 0); pthread_join(u, 0); return 0; }}\n"
        )
    };
    assert_eq!(names(&program("")), [""; 0]);
    assert_eq!(names(&program("y--;")), ["y"]);
    assert_eq!(names(&program("enter(&b); x--; leave(&b);")), ["x"]);
    // The copies of a function are one function for people.
    let run = scan(&program(""), &[]);
    assert!(run.out.contains("5 of 5 functions are reached"), "{}", run.out);
}

#[test]
fn what_a_function_writes_to_is_told_apart_by_the_call() {
    let program = |behind: &str| {
        format!(
            "#include <pthread.h>\n#include <stdlib.h>\nstruct item {{ int n; }};\n\
             static struct item *make(void) {{ struct item *i = malloc(sizeof *i); if (!i) abort(); return i; }}\n\
             static void set(struct item *i) {{ i->n = 1; }}\n\
             static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;\nstatic struct item *shared, mine, yours;\n\
             static void both(void) {{ pthread_mutex_lock(&lock); set(shared); pthread_mutex_unlock(&lock); }}\n\
             static void *work(void *p) {{ set(&mine); both(); struct item *own = make(); set(own); return own; }}\n\
             static void *play(void *p) {{ set(&yours); both(); {behind} return p; }}\n\
             int main(void) {{ pthread_t t, u; shared = make();\n\
             \x20 pthread_create(&t, 0, work, 0); pthread_create(&u, 0, play, 0);\n\
             \x20 pthread_join(t, 0); pthread_join(u, 0); return 0; }}\n"
        )
    };
    assert_eq!(names(&program("")), [""; 0]);
    assert_eq!(names(&program("set(&mine);")), ["mine.n"]);
}
