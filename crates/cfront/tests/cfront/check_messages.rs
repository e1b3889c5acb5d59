//! What the checker rejects and how it says so; gcc is asked whether it agrees.

use raddle_cfront::check::check;
use raddle_cfront::diagnostic::{Diagnostic, Severity, has_errors};
use raddle_cfront::parse::parse_text;
use raddle_program::types::DataModel;
use std::io::Write;
use std::process::{Command, Stdio};

/// A program, and part of the one error that it must give.
const REJECTED: &[(&str, &str)] = &[
    // Names and scopes.
    ("int f(void) { return x + x; }", "`x` is not declared"),
    ("int f(void) { int x; int x; return x; }", "`x` is declared twice in this scope"),
    ("int f(int a) { int a; return a; }", "`a` is declared twice in this scope"),
    ("int f(int a, int a) { return a; }", "two parameters are called `a`"),
    ("int x; char x;", "`x` is declared as `char`, but was `int`"),
    ("int x = 1; int x = 2;", "`x` is initialized twice"),
    ("int f(void); char f(void);", "`f` is declared as `char (void)`, but was `int (void)`"),
    ("int f(); int f(char);", "`f` is declared as `int (char)`"),
    ("int f(int a) { return a; } int f(int a) { return a; }", "function `f` is defined twice"),
    ("static int x; int x;", "only one of the declarations of `x` is `static`"),
    ("int f(void); static int f(void) { return 0; }", "`f` is declared `static` after"),
    ("int g(void) { return f(1); } char *f(int x) { return 0; }", "`f` was called before this declaration"),
    ("typedef int t; typedef char t;", "`t` is declared differently"),
    ("int f(void) { extern int x = 3; return x; }", "declared `extern` in a block and initialized"),
    ("extern _Thread_local int t; int t;", "only one of the declarations of `t` is thread-local"),
    ("int f(void) { _Thread_local int t; return t; }", "thread-local, but not `static`"),
    ("static extern int x;", "two storage classes"),
    // Types.
    ("struct s { int a; int a; };", "two members are called `a`"),
    ("struct s { int a; struct { int a; }; };", "two members are called `a`"),
    ("struct s { int a; }; struct s { int b; };", "`s` is defined twice"),
    ("struct s { int a; }; union s x;", "`s` is the tag of another kind of type"),
    ("enum e { A, A };", "`A` is declared twice"),
    ("struct s; struct s x;", "`x` has the incomplete type `struct s`"),
    ("struct s { struct s x; };", "a member has type `struct s`"),
    ("struct s { int a : 33; };", "the width of bit-field `a` is 33, but its type has 32 bits"),
    ("struct s { int a : 0; };", "bit-field `a` has width 0"),
    ("struct s { float a : 3; };", "bit-field `a` has type `float`"),
    ("struct s { int a[]; int b; };", "an array without length is not the last member"),
    ("void x(void) { void y; }", "object `y` has type `void`"),
    ("int f(void)[3];", "a function returns `int [3]`"),
    ("int a[3](void);", "array `a` has elements of type `int (void)`"),
    ("int a[-1];", "the length of array `a` is negative"),
    ("int n; int a[n];", "the length of array `a` is not constant"),
    ("long char x;", "these words do not make a type"),
    ("int restrict x;", "`restrict` qualifies a type that is no pointer"),
    ("_Alignas(3) int x;", "the alignment 3 is not a power of two"),
    ("_Alignas(1) int x;", "`_Alignas` of `x` is weaker"),
    ("int f(int n) { int a[n] = { 1 }; return 0; }", "`a` has a variable length and an initializer"),
    // Operators.
    ("void f(double d) { ~d; }", "`~` is applied to `double`"),
    ("void f(double d) { d % 2; }", "`%` is applied to `double` and `int`"),
    ("void f(int *p, int *q) { p + q; }", "`+` is applied to `int *` and `int *`"),
    ("void f(int *p, char *q) { p - q; }", "`-` is applied to `int *` and `char *`"),
    ("struct s { int a; }; void f(struct s x) { x + 1; }", "`+` is applied to `struct s` and `int`"),
    ("struct s { int a; }; void f(struct s x) { if (x) ; }", "the condition of `if` has type `struct s`"),
    ("void f(void) { 1 = 2; }", "the left side of this assignment is no object"),
    ("const int x = 1; void f(void) { x = 2; }", "the left side of this assignment is `const`"),
    ("void f(const int a[3]) { a[0]++; }", "the operand of `++` is `const`"),
    ("struct s { const int a; }; void f(struct s *p, struct s *q) { *p = *q; }", "has a `const` member"),
    ("void f(void) { int a[3]; a = 0; }", "is an array"),
    ("int *f(void) { register int x; return &x; }", "the address of `x`, which is `register`, is taken"),
    ("struct s { int a : 3; }; int *f(struct s *p) { return &p->a; }", "the address of a bit-field is taken"),
    ("int *f(void) { return &3; }", "the address of a value is taken"),
    ("void f(int x) { *x; }", "applied to `int`, which is no pointer"),
    ("void f(int x) { x[1]; }", "`[]` is applied to `int`"),
    ("void f(int x) { x(); }", "a value of type `int` is called"),
    ("struct s { int a; }; int g(struct s *p) { return p.a; }", "is a member of no record: `struct s *`"),
    ("struct s { int a; }; int g(struct s x) { return x.b; }", "`struct s` has no member `b`"),
    ("struct s; int f(struct s *p) { return p->a; }", "`struct s` is incomplete here"),
    ("struct s; int f(struct s *p) { return sizeof *p; }", "`struct s` is incomplete: its size is not known"),
    ("int *p; float q; void g(void) { p = q; }", "has type `float`, which does not convert to `int *`"),
    ("void f(float x) { (int *)x; }", "`float` cannot be cast to `int *`"),
    ("void f(void); int g(void) { return f(); }", "has no value: its type is `void`"),
    ("int f(int a) { return a; } int g(void) { return f(); }", "`f` takes 1 argument, but gets 0"),
    ("int f(int a, ...); int g(void) { return f(); }", "`f` takes at least 1 argument, but gets 0"),
    ("void f(int c, int *p, double d) { c ? p : d; }", "the branches of `?:` have the types `int *` and `double`"),
    ("int f(int x) { return _Generic(x, long: 1); }", "`_Generic` has no association for `int`"),
    ("double d; void f(void) { __sync_fetch_and_add(&d, 1); }", "argument 1 of `__sync_fetch_and_add` has type"),
    // Statements.
    ("void f(void) { break; }", "`break` stands outside"),
    ("void f(int x) { switch (x) { continue; } }", "`continue` stands outside"),
    ("void f(int x) { case 1: ; }", "`case` stands outside a `switch`"),
    ("void f(int x) { switch (x) { case 1 ... 5: case 3: ; } }", "two cases cover the value 3"),
    ("void f(int x) { switch (x) { default: default: ; } }", "two `default` labels"),
    ("void f(int x) { switch (x) { case x: ; } }", "the value of a case is not an integer constant"),
    ("void f(int *x) { switch (x) { case 1: ; } }", "`switch` compares a value of type `int *`"),
    ("void f(void) { goto l; }", "label `l` does not exist"),
    ("void f(void) { l: ; l: goto l; }", "label `l` stands twice"),
    ("int f(int n) { goto l; int a[n]; l: return 0; }", "`goto l` jumps into the scope of a variable length"),
    ("int f(int x) { goto l; return ({ l: x; }); }", "`goto l` jumps into a statement expression"),
    ("int f(int n) { switch (n) { case 1: ; int a[n]; case 2: return 2; } return 1; }", "`case` jumps into the scope"),
    ("_Static_assert(0, \"too small\");", "static assertion failed: too small"),
    // Initializers and constants.
    ("int f(void); int x = f();", "the initializer of a static object is not constant"),
    ("int x; static char c = (char)(long)&x;", "the initializer of a static object is not constant"),
    ("int x = 1 / 0;", "the initializer of a static object divides by zero"),
    ("enum { A = 1 / 0 };", "the value of an enumeration constant divides by zero"),
    ("int a[2] = { [2] = 1 };", "the index 2 lies outside the array"),
    ("struct s { int x; } y = { .z = 1 };", "`struct s` has no member `z`"),
    ("int a[3] = 1;", "an array is initialized by an expression"),
    ("char w[] = L\"abc\";", "a string initializes an array of `char`"),
    (
        "struct s { int b; int a[]; }; void f(void) { struct s x = { 1, { 2 } }; }",
        "a flexible array member is initialized",
    ),
];

/// Programs that are fine, though not always advisable: how many warnings each gives.
const ACCEPTED: &[(&str, usize)] = &[
    ("int x; int x; extern int x; int x = 3; static int y; extern int y;", 0),
    ("int f(); int f(int); int f(int a) { return a; }", 0),
    ("void f(void) { g(1, 2); } int h(void) { int *p = malloc(4); free(p); return p == 0; }", 3),
    ("int g(void) { return f(1); } void f(int x) { }", 2),
    ("f(a, b) int a; char b; { return a + b; } static x; main() { return f(1, 2); }", 3),
    ("int *p; void g(void) { p = 3; int x = p; char *q = p; p == q; }", 4),
    ("int g(void) { return; } void h(void) { return 1; } int k(void) { }", 2),
    ("typedef struct s t; struct s { t *next; } x; int f(void) { return x.next->next == &x; }", 0),
    ("int f(int n, int a[n][n]) { int b[n]; goto l; l: return sizeof b + a[1][2]; }", 0),
    ("void f(int x) { l: x++; l: x--; }", 1),
    ("int f(int x) { switch (x) { case 1 ... 3: while (x) { case 5: x--; } break; default: x = 1; } return x; }", 0),
    (
        "int a[] = { [2] = 1, 2 }, b[2][2] = { 1, 2, 3 }; struct { int x; char s[4]; } c = { 1, \"abc\" }, d = { .s = \"x\" };",
        0,
    ),
    ("int x = 2147483647 + 1;", 1),
    ("char a[2] = \"abcd\"; int b[1] = { 1, 2 }; int c = { 1, 2 };", 3),
    ("inline int f(void) { return 1; } int g(void) { return f(); }", 0),
    ("int f(void) { for (int i = 0; i < 3; i++) { int i = 1; } return __func__[0]; }", 0),
    ("int x, *p = &x, **q = &p; long d = (long)&x + 4; int (*f)(void); void *g = &f;", 0),
    ("void f(const char *c) { char *p = c; int n = c - p; }", 1),
    (
        "#pragma pack(1)\nstruct s { char c; int i; };\n#pragma pack()\n_Static_assert(sizeof(struct s) == 5, \"packed\");",
        0,
    ),
];

fn diagnostics_of(text: &str) -> Vec<Diagnostic> {
    let (source, unit, mut diagnostics) = parse_text("input.c", text);
    if !has_errors(&diagnostics) {
        diagnostics.extend(check(source, &unit, DataModel::Lp64).1);
    }
    diagnostics
}

/// Whether gcc accepts a text; `None` without gcc.
fn gcc_accepts(text: &str) -> Option<bool> {
    let mut gcc = Command::new("gcc")
        .args(["-std=gnu11", "-w", "-fsyntax-only", "-x", "c", "-"])
        .stdin(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .ok()?;
    gcc.stdin.take()?.write_all(text.as_bytes()).ok()?;
    Some(gcc.wait().ok()?.success())
}

#[test]
fn wrong_programs_get_one_error_that_names_what_is_wrong() {
    for (text, expected) in REJECTED {
        let diagnostics = diagnostics_of(text);
        let errors: Vec<&Diagnostic> = diagnostics.iter().filter(|found| found.severity == Severity::Error).collect();
        let [error] = errors.as_slice() else { panic!("{text}\n{errors:#?}") };
        assert!(error.message.contains(expected), "{text}\nexpected: {expected}\nfound: {}", error.message);
        assert!(!error.advice.is_empty() && !error.message.ends_with('.'), "{text}\n{error:#?}");
        assert!((error.span.start as usize) < text.len(), "{text}\n{error:#?}");
    }
}

#[test]
fn doubtful_programs_are_accepted_with_warnings() {
    for (text, warnings) in ACCEPTED {
        let diagnostics = diagnostics_of(text);
        assert!(!has_errors(&diagnostics), "{text}\n{diagnostics:#?}");
        assert_eq!(diagnostics.len(), *warnings, "{text}\n{diagnostics:#?}");
    }
}

#[test]
fn gcc_agrees_on_what_is_accepted() {
    if gcc_accepts("int x;").is_none() {
        eprintln!("skipped gcc_agrees_on_what_is_accepted: gcc is not there");
        return;
    }
    for (text, expected) in REJECTED {
        assert_eq!(gcc_accepts(text), Some(false), "{text}\n{expected}");
    }
    // gcc rejects a label that stands twice even if nothing jumps to it.
    for (text, _) in ACCEPTED.iter().filter(|(text, _)| !text.contains("l: x++; l:")) {
        assert_eq!(gcc_accepts(text), Some(true), "{text}");
    }
}

#[test]
fn one_run_tells_all_errors_and_none_twice() {
    let text = "struct s { int a; missing b; };\n\
                int f(struct s *p) { int x = p->c; unknown(p->d); x = y + y; y = 1; return x + p; }\n\
                int g(void) { goto nowhere; struct t z; z.a = 1; z.b = 2; return z; }\n\
                int h(void) { return \"a\" * 2; }\n";
    let diagnostics = diagnostics_of(text);
    let errors: Vec<&str> = diagnostics
        .iter()
        .filter(|found| found.severity == Severity::Error)
        .map(|found| found.message.as_str())
        .collect();
    // The parser knows that `missing` is no type, so the checker is not even asked.
    assert!(!errors.is_empty());
    let text = text.replace("missing b; ", "");
    let diagnostics = diagnostics_of(&text);
    let errors: Vec<&str> = diagnostics
        .iter()
        .filter(|found| found.severity == Severity::Error)
        .map(|found| found.message.as_str())
        .collect();
    let expected = [
        "`struct s` has no member `c`",
        "`struct s` has no member `d`",
        "`y` is not declared",
        "`z` has the incomplete type `struct t`",
        "label `nowhere` does not exist in this function",
        "`*` is applied to `char *` and `int`",
    ];
    assert_eq!(errors, expected);
}

#[test]
fn names_that_may_be_meant_are_suggested() {
    let text = "struct s { int value; }; int counter; int f(struct s *p) { return conter + p->valu; }";
    let advice: Vec<String> = diagnostics_of(text).into_iter().map(|found| found.advice).collect();
    let expected = ["did you mean `counter`? Otherwise declare `conter` before its first use", "did you mean `value`?"];
    assert_eq!(advice, expected);
}

#[test]
fn second_places_are_shown() {
    let diagnostics = diagnostics_of("int x;\nchar x;\n");
    let note = diagnostics.first().and_then(|found| found.notes.first()).expect("the first declaration is shown");
    assert_eq!((note.0.start, note.1.as_str()), (4, "the previous declaration is here"));
}
