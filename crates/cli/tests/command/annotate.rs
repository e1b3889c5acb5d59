//! `raddle annotate`: patches that apply, that leave the program as it is, and that Clang accepts where it is installed.

use crate::common::{Folder, Run, raddle};
use std::path::Path;
use std::process::Command;

const HEADER: &str = "#ifndef POOL_H\n#define POOL_H\n#include <pthread.h>\nextern pthread_mutex_t lock;\nextern int size, most;\n\
    struct job { struct job *next; int state; };\nvoid put(struct job *job);\nvoid enter(void);\nvoid leave(void);\n#endif\n";

const POOL: &str = "#include \"pool.h\"\n#include <stdlib.h>\npthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;\nint size, most;\n\
    static pthread_cond_t filled = PTHREAD_COND_INITIALIZER;\nstatic struct job *head;\nstatic int served;\n\
    static void push(struct job *job) {\n    job->next = head;\n    head = job;\n    size++;\n}\n\
    static struct job *pop(void) {\n    while (!head)\n        pthread_cond_wait(&filled, &lock);\n    struct job *job = head;\n\
    \x20   head = job->next;\n    size--;\n    return job;\n}\n\
    void put(struct job *job) {\n    enter();\n    push(job);\n    leave();\n    pthread_cond_signal(&filled);\n}\n\
    void enter(void) { pthread_mutex_lock(&lock); }\n\
    void leave(void) {\n    if (size > most)\n        most = size;\n    pthread_mutex_unlock(&lock);\n}\n\
    static void *worker(void *unused) {\n    for (int i = 0; i < 3; i++) {\n        enter();\n        struct job *job = pop();\n\
    \x20       served++;\n        leave();\n        free(job);\n    }\n    return unused;\n}\n\
    int main(void) {\n    pthread_t one, two;\n    served = 0;\n    pthread_create(&one, 0, worker, 0);\n\
    \x20   pthread_create(&two, 0, worker, 0);\n    for (int i = 0; i < 6; i++)\n        put(malloc(sizeof(struct job)));\n\
    \x20   pthread_join(one, 0);\n    pthread_join(two, 0);\n    return served;\n}\n";

fn annotate(folder: &Folder, arguments: &[&str]) -> Run {
    let output = raddle().current_dir(folder.path("")).arg("annotate").args(arguments).output();
    Run::of(&output.expect("the command was built"))
}

fn pool() -> Folder {
    let folder = Folder::new();
    std::fs::create_dir(folder.path("src")).expect("a folder can be made");
    folder.write("src/pool.h", HEADER);
    folder.write("src/pool.c", POOL);
    folder
}

/// Applies a patch; `false`, and a message, where the command `patch` is not installed.
fn apply(folder: &Path, patch: &str) -> bool {
    std::fs::write(folder.join("raddle.patch"), patch).expect("a file can be written");
    let applied = Command::new("patch").args(["-s", "-p1", "-i", "raddle.patch"]).current_dir(folder).output();
    match applied {
        Ok(output) => {
            assert!(output.status.success(), "{}\n{patch}", String::from_utf8_lossy(&output.stdout));
            true
        }
        Err(_) => {
            println!("skipped: the command patch is not installed");
            false
        }
    }
}

/// The tokens of a file behind the preprocessor, without the numbers of lines.
fn tokens(folder: &Path, file: &str) -> Vec<String> {
    let output = Command::new("cc").args(["-E", "-P", "-DNDEBUG", file]).current_dir(folder).output();
    let output = output.expect("a C compiler is there");
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    let is_word = |byte: char| byte.is_alphanumeric() || byte == '_';
    let words = text.split_whitespace().flat_map(|part| part.split_inclusive(|byte| !is_word(byte)));
    let apart = words.flat_map(|part| {
        let (word, sign) = part.split_at(part.find(|byte| !is_word(byte)).unwrap_or(part.len()));
        [word.to_owned(), sign.to_owned()]
    });
    apart.filter(|token| !token.is_empty()).collect()
}

fn clang() -> Option<String> {
    let names = ["clang".to_owned()].into_iter().chain((14..=24).rev().map(|version| format!("clang-{version}")));
    let is_there = |name: &String| Command::new(name).arg("--version").output().is_ok_and(|it| it.status.success());
    names.into_iter().find(is_there)
}

/// What Clang says of locks in a file; nothing, and a message, where it is not installed.
fn clang_warnings(folder: &Path, file: &str) -> String {
    let Some(clang) = clang() else {
        println!("skipped: clang is not installed, so that it accepts the annotations is not tested");
        return String::new();
    };
    let output = Command::new(clang)
        .args(["-Wno-everything", "-Wthread-safety", "-fsyntax-only", file])
        .current_dir(folder)
        .output()
        .expect("it has started before");
    String::from_utf8_lossy(&output.stderr).into_owned()
}

#[test]
fn annotations_follow_from_the_facts() {
    let folder = pool();
    let run = annotate(&folder, &["src/pool.c"]);
    assert_eq!(run.code, Some(0), "{}", run.err);
    for line in [
        "+++ b/src/raddle_annotations.h",
        "+extern int size GUARDED_BY(lock), most GUARDED_BY(lock);",
        "+int size GUARDED_BY(lock), most GUARDED_BY(lock);",
        "+static struct job *head GUARDED_BY(lock);",
        "+static void push(struct job *job) REQUIRES(lock) {",
        "+static struct job *pop(void) REQUIRES(lock) {",
        "+void put(struct job *job) EXCLUDES(lock);",
        "+void enter(void) ACQUIRE(lock);",
        "+void leave(void) RELEASE(lock) {",
    ] {
        assert!(run.out.lines().any(|known| known == line), "{line}\n{}\n{}", run.out, run.err);
    }
    assert!(!run.out.contains("served GUARDED_BY"), "main writes it without the lock: {}", run.out);
    let before = tokens(&folder.path(""), "src/pool.c");
    if apply(&folder.path(""), &run.out) {
        assert!(tokens(&folder.path(""), "src/pool.c") == before, "{}", run.out);
        assert_eq!(clang_warnings(&folder.path(""), "src/pool.c"), "");
        let again = annotate(&folder, &["src/pool.c"]);
        assert!(!again.out.contains("+int size"), "an annotated program gets no second annotation: {}", again.out);
    }
}

#[test]
fn clang_sees_what_the_annotations_forbid() {
    let folder = pool();
    let run = annotate(&folder, &["src/pool.c"]);
    if !apply(&folder.path(""), &run.out) || clang().is_none() {
        println!("skipped: clang is not installed");
        return;
    }
    let text = std::fs::read_to_string(folder.path("src/pool.c")).expect("it was written");
    folder.write("src/pool.c", text.replace("served = 0;", "served = size;"));
    let warnings = clang_warnings(&folder.path(""), "src/pool.c");
    assert!(warnings.contains("reading variable 'size' requires holding mutex 'lock'"), "{warnings}");
}

#[test]
fn what_clang_does_not_accept_is_named() {
    let run = annotate(&pool(), &["src/pool.c"]);
    let note =
        "note: src/pool.c:7: served is protected and not annotated: main accesses it at src/pool.c:45 without lock";
    assert!(run.err.contains(note), "{}", run.err);
    let folder = Folder::new();
    folder.write(
        "beside.c",
        "#include <pthread.h>\nstatic int early;\nstruct counter { pthread_mutex_t lock; int value; };\nstatic struct counter counters[2];\n\
         static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;\n\
         static void add(struct counter *counter) {\n  pthread_mutex_lock(&counter->lock);\n  counter->value++;\n\
         \x20 pthread_mutex_unlock(&counter->lock);\n  pthread_mutex_lock(&lock);\n  early++;\n  pthread_mutex_unlock(&lock);\n}\n\
         static void *run(void *x) {\n  add(&counters[0]);\n  add(&counters[1]);\n  return x;\n}\n\
         int main(void) {\n  pthread_t one, two;\n  for (int i = 0; i < 2; i++) pthread_mutex_init(&counters[i].lock, 0);\n\
         \x20 pthread_create(&one, 0, run, 0);\n  pthread_create(&two, 0, run, 0);\n  pthread_join(one, 0);\n  pthread_join(two, 0);\n}\n",
    );
    let run = annotate(&folder, &["beside.c"]);
    assert!(
        run.err.contains("beside.c:3: value is protected and not annotated: its lock is not a variable"),
        "{}",
        run.err
    );
    assert!(
        run.err.contains("early is protected and not annotated: the lock is declared behind it (lock)"),
        "{}",
        run.err
    );
    assert!(!run.out.contains("+static int early GUARDED_BY"), "{}", run.out);
}

/// `count` is accessed by two threads, in main as a text says.
fn counter(in_main: &str) -> String {
    format!(
        "#include <pthread.h>\nstatic pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;\nstatic int count;\n\
         static void *run(void *x) {{\n  pthread_mutex_lock(&lock);\n  count++;\n  pthread_mutex_unlock(&lock);\n  return x;\n}}\n\
         int main(void) {{\n  pthread_t one;\n  pthread_create(&one, 0, run, 0);\n  {in_main}\n  pthread_join(one, 0);\n}}\n"
    )
}

#[test]
fn every_parallel_access_holds_the_lock() {
    let folder = Folder::new();
    folder.write("a.c", counter("pthread_mutex_lock(&lock); count++; pthread_mutex_unlock(&lock);"));
    assert!(annotate(&folder, &["a.c"]).out.contains("+static int count GUARDED_BY(lock);"));
}

#[test]
fn an_access_without_the_lock_takes_it_away() {
    for in_main in [
        "count++;",
        "int *p = &count; (*p)++;",
        "static pthread_mutex_t other = PTHREAD_MUTEX_INITIALIZER; pthread_mutex_lock(&other); count++; pthread_mutex_unlock(&other);",
    ] {
        let folder = Folder::new();
        folder.write("a.c", counter(in_main));
        let run = annotate(&folder, &["a.c"]);
        assert_eq!(run.code, Some(0), "{}", run.err);
        assert!(!run.out.contains("GUARDED_BY(lock);"), "{in_main}: {}", run.out);
    }
}

#[test]
fn attempts_and_functions_that_clang_cannot_follow() {
    let folder = Folder::new();
    folder.write(
        "a.c",
        "#include <pthread.h>\nstatic pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;\n\
         static int try_it(void) { return pthread_mutex_trylock(&lock) == 0; }\n\
         static int odd(int x) {\n  if (x) pthread_mutex_lock(&lock);\n  return x;\n}\n\
         static void *run(void *x) {\n  if (try_it()) pthread_mutex_unlock(&lock);\n  return x;\n}\n\
         int main(void) {\n  pthread_t one;\n  pthread_create(&one, 0, run, 0);\n  pthread_join(one, 0);\n  return odd(0);\n}\n",
    );
    let run = annotate(&folder, &["a.c"]);
    assert!(run.out.contains("+static int try_it(void) TRY_ACQUIRE(1, lock) {"), "{}{}", run.out, run.err);
    assert!(run.out.contains("+static int odd(int x) NO_THREAD_SAFETY_ANALYSIS {"), "{}{}", run.out, run.err);
    assert!(run.err.contains("odd is excluded from the analysis: a lock is held on some paths"), "{}", run.err);
    if apply(&folder.path(""), &run.out) {
        assert_eq!(clang_warnings(&folder.path(""), "a.c"), "");
    }
}

#[test]
fn what_cannot_be_annotated_has_a_message_and_an_exit_status() {
    let folder = pool();
    assert_eq!(annotate(&folder, &["missing.c"]).code, Some(3));
    folder.write("broken.c", "int main( {\n");
    let broken = annotate(&folder, &["broken.c"]);
    assert_eq!(broken.code, Some(3));
    assert!(broken.err.contains("error"), "{}", broken.err);
    assert_eq!(annotate(&folder, &["src/pool.c", "-o", "none/x.patch"]).code, Some(6));
    folder.write("one.c", "int main(void) { return 0; }\n");
    let two = annotate(&folder, &["--each", "one.c", "src/pool.c"]);
    assert_eq!(two.code, Some(2));
    assert!(two.err.contains("annotate one program at a time"), "{}", two.err);
    let nothing = annotate(&folder, &["one.c"]);
    assert_eq!((nothing.code, nothing.out.as_str()), (Some(0), ""));
    assert!(nothing.err.contains("nothing is annotated"), "{}", nothing.err);
    let elsewhere = folder.path("src").display().to_string();
    let outside = raddle().current_dir(&elsewhere).args(["annotate", "../one.c"]).output().expect("it was built");
    assert_eq!(outside.status.code(), Some(3), "a file outside of the current folder");
    let written = annotate(&folder, &["src/pool.c", "-o", "x.patch"]);
    assert_eq!((written.code, written.out.as_str()), (Some(0), ""));
    assert!(std::fs::read_to_string(folder.path("x.patch")).expect("it was written").contains("GUARDED_BY(lock)"));
}

#[test]
fn examples_and_cases_of_the_corpus_keep_their_tokens() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let mut files: Vec<_> = ["examples", "tests/corpus/race", "tests/corpus/locks", "tests/corpus/deadlock"]
        .iter()
        .flat_map(|folder| std::fs::read_dir(root.join(folder)).expect("it is there").flatten())
        .map(|entry| entry.path())
        .filter(|path| path.extension().is_some_and(|extension| extension == "c"))
        .collect();
    files.sort();
    let mut n_annotated = 0;
    // Every third case: the remaining ones are alike.
    for file in files.iter().step_by(3) {
        let folder = Folder::new();
        std::fs::copy(file, folder.path("x.c")).expect("it can be copied");
        let run = annotate(&folder, &["x.c"]);
        assert!(run.code == Some(0) || run.code == Some(3), "{}: {}", file.display(), run.err);
        if run.out.is_empty() || run.code != Some(0) {
            continue;
        }
        let before = tokens(&folder.path(""), "x.c");
        let warnings_before = clang_warnings(&folder.path(""), "x.c");
        if !apply(&folder.path(""), &run.out) {
            return;
        }
        n_annotated += 1;
        assert!(tokens(&folder.path(""), "x.c") == before, "{}\n{}", file.display(), run.out);
        if warnings_before.is_empty() {
            assert_eq!(clang_warnings(&folder.path(""), "x.c"), "", "{}\n{}", file.display(), run.out);
        }
    }
    assert!(n_annotated > 10, "{n_annotated} programs");
}
