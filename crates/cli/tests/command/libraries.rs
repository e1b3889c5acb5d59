//! Programs without `main`, whose functions any threads call.

use crate::common::{Folder, run};

const COUNTER: &str = "#include <pthread.h>
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static unsigned count, limit;
static unsigned twice(unsigned x) { return 2 * x; }
void counter_init(void) { limit = twice(4); }
void counter_add(void) {
    pthread_mutex_lock(&lock);
    if (count < limit) count++;
    pthread_mutex_unlock(&lock);
}
unsigned counter_peek(void) { return count; }
void counter_log(const char *format, ...) { (void)format; }
";

#[test]
fn a_file_without_main_says_which_option_reads_it() {
    let folder = Folder::new();
    let path = folder.write("counter.c", COUNTER);
    let plain = run(&["check", &path]);
    assert_eq!(plain.code, Some(3), "{}", plain.out);
    assert!(plain.last_line().contains("--library"), "{}", plain.out);
}

#[test]
fn threads_call_the_functions_that_are_named() {
    let folder = Folder::new();
    let path = folder.write("counter.c", COUNTER);
    let library = ["check", "-p", "data-race", "--library", "--engine", "static", &path, "--init", "counter_init"];
    let all = run(&library);
    assert_eq!(all.code, Some(5), "counter_peek takes no lock: {}", all.out);
    assert!(all.err.contains("no thread calls `counter_log`"), "{}", all.err);
    let some = run(&[&library[..], &["--entry", "counter_add,counter_log"]].concat());
    assert_eq!(some.code, Some(0), "{}", some.out);
    let said = some.out.split_whitespace().collect::<Vec<_>>().join(" ");
    let expected = "The functions counter_add, counter_log are called by any number of threads at the same time, in any order, \
        after one thread called counter_init (--library).";
    assert!(said.contains(expected), "{}", some.out);
    let hidden = run(&[&library[..], &["--entry", "twice"]].concat());
    assert_eq!(hidden.code, Some(0), "a static function, by its name: {}", hidden.out);
    let unknown = run(&[&library[..], &["--entry", "conter_add"]].concat());
    assert!(unknown.err.contains("no file defines the function `conter_add`"), "{}", unknown.err);
    assert_eq!(unknown.code, Some(3), "{}", unknown.out);
}

#[test]
fn functions_of_several_files_share_objects_of_one_type() {
    let folder = Folder::new();
    let (set, get) = (
        folder.write("set.c", "struct s { int x; };\nvoid set(struct s *s) { s->x = 1; }\n"),
        folder.write("get.c", "struct s { int x; };\nint get(struct s *s) { return s->x; }\n"),
    );
    let scan = run(&["scan", "--library", &set, &get]);
    assert!(scan.out.contains("s[].x: no lock is held"), "{}", scan.out);
    let race = run(&["check", "-p", "data-race", "--library", "--threads", "1", &set, &get]);
    assert_eq!(race.last_line(), "VERDICT: UNSAFE (data-race)", "{}", race.out);
}

#[test]
fn the_files_of_a_project_without_main_are_one_library() {
    let folder = Folder::new();
    folder.write("set.c", "extern int x;\nvoid set(int to) { x = to; }\n");
    folder.write("get.c", "int x;\nint get(void) { return x; }\n");
    folder.write("test.c", "int get(void);\nint main(void) { return get(); }\n");
    let entry = |name: &str| {
        format!("{{\"directory\": {:?}, \"file\": {name:?}, \"command\": \"cc -c {name}\"}}", folder.path(""))
    };
    folder.write("compile_commands.json", format!("[{}]", ["set.c", "get.c", "test.c"].map(entry).join(",")));
    let path = folder.path("").display().to_string();
    let scan = run(&["scan", "--library", "--project", &path]);
    assert!(scan.out.contains("1. x: no lock is held"), "{}{}", scan.out, scan.err);
}

#[test]
fn what_never_ends_is_not_asked_for_its_end() {
    let folder = Folder::new();
    let path = folder.write("counter.c", COUNTER);
    for property in ["leaks", "termination"] {
        let asked = run(&["check", "-p", property, "--library", &path]);
        assert!(asked.last_line().contains("cannot be asked of a library"), "{}", asked.out);
    }
    assert_eq!(run(&["check", "--entry", "counter_add", &path]).code, Some(2));
}

#[test]
fn findings_about_the_library_come_before_objects_of_its_callers() {
    let folder = Folder::new();
    let path = folder
        .write("zebra.c", "struct s { int x; };\nstatic int calls;\nvoid set(struct s *s) { s->x = 1; calls++; }\n");
    let scan = run(&["scan", "--library", "--confirm=5s", &path]);
    assert!(scan.out.contains("1. calls: no lock is held  [confirmed]"), "{}", scan.out);
    assert!(scan.out.contains("2. s[].x: no lock is held  [confirmed]"), "{}", scan.out);
    assert!(scan.out.contains("All functions that other files can call are called"), "{}", scan.out);
    let line = run(&["explain", "--library", &format!("{path}:3")]);
    assert!(line.out.contains("caller writes calls, no lock\n    may race\n"), "{}", line.out);
}
