//! Whole programs: `main`, globals, functions that are called in special ways.

use super::{body, lowered};
use raddle_program::text;

/// The body of one function of a program.
fn body_of(source: &str, name: &str) -> Vec<String> {
    body(&lowered(source).0, name)
}

#[test]
fn main_sets_its_own_parameters() {
    let source = "int main(int count, char **words) { return words[0] == 0; }";
    assert_eq!(
        body_of(source, "main"),
        ["count = 1", "words = &main::argv[0]", "return *(words +[8] 0) == (0 : char*)"]
    );
    // A program that calls its own `main` calls a copy with parameters.
    let source = "int main(int count, char **words) { if (count) return main(0, words); return 2; }";
    let (program, _) = lowered(source);
    assert_eq!(body(&program, "main::called").last().map(String::as_str), Some("return 2"));
    assert!(body(&program, "main").iter().any(|line| line.contains("call main::called(0, words)")));
}

#[test]
fn functions_that_run_atomically_are_wrapped_where_they_are_called() {
    let source =
        "int __VERIFIER_atomic_take(int n) { x += n; return x; } int main(void) { y = __VERIFIER_atomic_take(z); }";
    let expected = ["t = z", "atomic_begin", "t2 = call __VERIFIER_atomic_take(t)", "atomic_end", "y = t2"];
    assert_eq!(body_of(source, "main"), expected);
}

#[test]
fn error_functions_fail_even_with_a_body() {
    let source = "void reach_error(void) { x = 1; } int main(void) { if (y) reach_error(); }";
    assert_eq!(body_of(source, "main"), ["if (y) {", "assert 0, \"reach_error\", \"\"", "}"]);
}

#[test]
fn arguments_of_old_functions_are_converted_dropped_and_made_up() {
    let source = "int old(c, n) char c; int n; { return c + n; } int main(void) { old(300, 1, x); old(1); }";
    let expected = ["t = x", "call old((44 : char), 1)", "live t", "call old((1 : char), t)"];
    assert_eq!(body_of(source, "main"), expected);
}

#[test]
fn a_routine_that_runs_once_has_no_parameters() {
    let source = "int pthread_once(int *, void (*)(void)); void old(unnamed) { x++; } int control;
        int main(void) { pthread_once(&control, old); }";
    assert_eq!(body_of(source, "main"), ["unsupported \"a routine with parameters that is to run once\""]);
}

#[test]
fn external_functions_are_warned_about_once() {
    let (_, warnings) = lowered("int main(void) { g(); g(); h(1, 2); }");
    let messages: Vec<&str> = warnings.iter().map(|warning| warning.message.as_str()).collect();
    assert_eq!(messages.len(), 2, "{messages:?}");
    assert!(messages[0].contains("`g`") && messages[1].contains("`h`"), "{messages:?}");
}

#[test]
fn many_external_functions_share_a_warning() {
    let calls: String = ('a'..='h').map(|name| format!("outside_{name}();")).collect();
    let (_, warnings) = lowered(&format!("int main(void) {{ {calls} }}"));
    let messages: Vec<&str> = warnings.iter().map(|warning| warning.message.as_str()).collect();
    assert_eq!(messages.len(), 1, "{messages:?}");
    assert!(messages[0].starts_with("8 functions have no body and no model"), "{messages:?}");
    assert!(messages[0].ends_with("`outside_f` and 2 more"), "{messages:?}");
}

#[test]
fn unknown_functions_of_the_thread_library_are_unsupported() {
    let source = "int pthread_mutex_consistent(int *); int main(void) { if (x) pthread_mutex_consistent(&y); }";
    assert_eq!(body_of(source, "main"), ["if (x) {", "unsupported \"a call of pthread_mutex_consistent\"", "}"]);
}

#[test]
fn globals_hold_their_constants() {
    let source = "
        struct bits b = { 5, 17, 9 };
        struct { int n; int tail[]; } flexible = { 2, { 7, 8 } };
        char *text = \"hi\"; char letters[3] = \"abc\"; int (*call)(void) = g; int *at = &a[2];
        union both w2 = { .bytes = { 1, 2 } };
        static int counted(void) { static int n = 5; { static int n; return n; } }
        int main(void) { return 0; }
    ";
    let text = text::print(&lowered(source).0).replace('\'', "");
    for expected in [
        "struct bits b = { 0: unsigned char 141, 4: int 9 };",
        "flexible = { 0: int 2, 4: int 7, 8: int 8 };",
        "char[3] letters = { 0: char 97, 1: char 98, 2: char 99 };",
        "int* at = { 0: int* &a + 8 };",
        "union both w2 = { 0: char 1, 1: char 2 };",
        "int counted::n = { 0: int 5 };",
        "int counted::n.2;",
    ] {
        assert!(text.contains(expected), "{expected} is missing in {text}");
    }
}
