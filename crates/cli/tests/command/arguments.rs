//! `--args`: programs that look at their arguments.

use crate::common::{Folder, run};

const COPIES_A_NAME: &str = "#include <string.h>
static char name[4];
int main(int argc, char **argv) {
    if (argc < 2) return 1;
    strcpy(name, argv[1]);
    return 0;
}
";

#[test]
fn main_gets_any_arguments_unless_something_else_is_said() {
    let folder = Folder::new();
    let path = folder.write("name.c", COPIES_A_NAME);
    let any = run(&["check", "-p", "memory", &path]);
    assert_eq!(any.code, Some(10), "{}", any.out);
    assert!(any.out.contains("name.c:4:9") && any.out.contains("up to 3 of up to 7 characters"), "{}", any.out);
    let without = run(&["check", "--args", "none", &path]);
    assert_eq!(without.code, Some(0), "{}", without.out);
    assert!(without.out.contains("name.c:4:9") && without.out.contains("--args any"), "{}", without.out);
    let none = folder.write("none.c", "int main(int argc, char **argv) { (void)argc; (void)argv; return 0; }\n");
    let none = run(&["check", &none]);
    assert!(none.code == Some(0) && !none.out.contains("--args"), "{}", none.out);
    let odd = folder.write("odd.c", "struct s { int a; };\nint main(struct s odd, int b) { return b; }\n");
    // It cannot be called with arguments, which is no error of the program.
    assert_ne!(run(&["check", &odd]).code, Some(3));
}

#[test]
fn a_violation_without_arguments_is_one_of_the_program_with_any() {
    let folder = Folder::new();
    let text = "#include <stdlib.h>
#include <pthread.h>
int shared;
static void *worker(void *unused) { shared++; return unused; }
int main(int argc, char **argv) {
    int count = argc > 1 ? atoi(argv[1]) : 2;
    pthread_t ids[8];
    for (int i = 0; i < count && i < 8; i++) pthread_create(&ids[i], 0, worker, 0);
    return 0;
}
";
    let path = folder.write("count.c", text);
    let trace = folder.path("trace.json").display().to_string();
    let found = run(&["check", "-p", "data-race", "--save-trace", &trace, &path]);
    assert_eq!(found.code, Some(10), "{}", found.out);
    assert!(found.out.contains("the program is started with no arguments"), "{}", found.out);
    for options in [&["replay"][..], &["replay", "--args", "any"]] {
        let again = run(&[options, &[&*path, &*trace]].concat());
        assert_eq!(again.code, Some(10), "{}{}", again.out, again.err);
    }
    // A trace of the program without arguments has no choice of them: it is followed, too, where the command line does not say how main is called.
    let bare = run(&["check", "-p", "data-race", "--args", "none", "--save-trace", &trace, &path]);
    assert_eq!(bare.code, Some(10), "{}", bare.out);
    let again = run(&["replay", &path, &trace]);
    assert_eq!(again.code, Some(10), "{}{}", again.out, again.err);
}

#[test]
fn what_holds_without_arguments_alone_is_no_answer() {
    let folder = Folder::new();
    let text = "#include <assert.h>\nint main(int argc, char **argv) { if (argc > 1) assert(argv[1][0] * 2.0L < 1000.0L); return 0; }\n";
    let open = run(&["check", "-p", "assertions", &folder.write("open.c", text)]);
    assert_eq!(open.code, Some(5), "{}", open.out);
    assert!(open.out.contains("it holds if main gets no arguments"), "{}", open.out);
}

#[test]
fn a_violation_names_the_arguments_it_comes_with() {
    let folder = Folder::new();
    let path = folder.write("name.c", COPIES_A_NAME);
    let trace = folder.path("trace.json").display().to_string();
    let long = run(&["check", "-p", "memory", "--args", "1x5", "--save-trace", &trace, &path]);
    assert_eq!(long.code, Some(10), "{}", long.out);
    assert!(long.out.contains("the program is started with "), "{}", long.out);
    assert!(!long.out.contains("<raddle>/arguments.c"), "{}", long.out);
    let all = run(&["check", "-p", "memory", "--args", "1x5", "--trace", "full", &path]);
    assert!(all.out.contains("<raddle>/arguments.c"), "{}", all.out);
    let again = run(&["replay", "--args", "1x5", &path, &trace]);
    assert_eq!(again.code, Some(10), "{}{}", again.out, again.err);
    let short = run(&["check", "--args", "1x3", &path]);
    assert_eq!(short.code, Some(0), "{}", short.out);
}

#[test]
fn main_takes_what_it_declares() {
    let folder = Folder::new();
    for (text, code) in [
        ("int main(void) { return 0; }", 0),
        ("int main(int argc) { return argc; }", 0),
        ("void main(int argc, char *argv[]) { if (argc > 1 && argv[1][0]) __VERIFIER_error(); }", 10),
        ("int main(argc, argv) int argc; char **argv; { if (argc > 1) __VERIFIER_error(); return 0; }", 10),
        ("int main(int argc, const char *const *argv, char **environment) { return environment[0] != 0; }", 0),
        ("int main(int argc, char **argv) { return argc > 1 ? main(argc - 1, argv + 1) : 0; }", 0),
        ("double main(struct s *odd);  int main(struct s { int a; } odd, int b) { return 0; }", 3),
    ] {
        let path = folder.write("main.c", format!("void __VERIFIER_error(void);\n{text}\n"));
        let run = run(&["check", "--args", "2x2", &path]);
        assert_eq!(run.code, Some(code), "{text}: {}{}", run.out, run.err);
    }
}
