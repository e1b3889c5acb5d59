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
fn who_looks_at_arguments_is_told_that_there_were_none() {
    let folder = Folder::new();
    let path = folder.write("name.c", COPIES_A_NAME);
    let without = run(&["check", &path]);
    assert_eq!(without.code, Some(0), "{}", without.out);
    assert!(without.out.contains("name.c:4:9") && without.out.contains("--args any"), "{}", without.out);
    let none = folder.write("none.c", "int main(int argc, char **argv) { (void)argc; (void)argv; return 0; }\n");
    let none = run(&["check", &none]);
    assert!(!none.out.contains("--args"), "{}", none.out);
}

#[test]
fn a_violation_names_the_arguments_it_comes_with() {
    let folder = Folder::new();
    let path = folder.write("name.c", COPIES_A_NAME);
    let trace = folder.path("trace.json").display().to_string();
    let long = run(&["check", "-p", "memory", "--args", "1x5", "--save-trace", &trace, &path]);
    assert_eq!(long.code, Some(10), "{}", long.out);
    assert!(long.out.contains("when it is started with "), "{}", long.out);
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
