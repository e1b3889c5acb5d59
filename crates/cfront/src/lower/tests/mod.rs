//! Tests of the lowering: small functions and the statements they become, as `.prog` text without places.

use raddle_program::syntax::Program;
use raddle_program::text;
use raddle_program::types::DataModel;
use raddle_program::wellformed::wellformed;

mod expressions;
mod programs;
mod statements;

use super::lower;
use crate::check::check;
use crate::diagnostic::{Diagnostic, has_errors};
use crate::parse::parse_text;

/// Declarations that the snippets share.
const PRELUDE: &str = "
    typedef unsigned long pthread_t;
    int pthread_create(pthread_t *, const void *, void *(*)(void *), void *);
    int pthread_join(pthread_t, void **);
    int pthread_mutex_lock(int *);
    int pthread_mutex_init(int *, const int *);
    int pthread_cond_wait(int *, int *);
    int printf(const char *, ...);
    void *realloc(void *, unsigned long);
    void abort(void) __attribute__((noreturn));
    int __VERIFIER_nondet_int(void);
    void __VERIFIER_assume(int);
    struct pair { int a; int b; };
    struct bits { unsigned low : 3, high : 5; int rest; };
    union both { int number; char bytes[4]; };
    int x, y, z, *p, a[10];
    _Atomic int counter;
    struct pair s, r;
    struct bits f;
    union both u, w;
    int g(void), h(int, int);
";

fn lowered(source: &str) -> (Program, Vec<Diagnostic>) {
    let (map, unit, mut diagnostics) = parse_text("input.c", &format!("{PRELUDE}{source}"));
    let (unit, more) = check(map, &unit, DataModel::Lp64);
    diagnostics.extend(more);
    assert!(!has_errors(&diagnostics), "{diagnostics:#?}");
    let (program, warnings) = lower(&unit);
    if let Err(defects) = wellformed(&program) {
        panic!("{source}: {defects:#?}");
    }
    (program, warnings)
}

/// The statements of a procedure, one a line, without places and without its table of locals and labels.
fn body(program: &Program, name: &str) -> Vec<String> {
    let text = text::print(program);
    let header = format!("procedure {name}(");
    let lines = text.lines().skip_while(|line| !line.starts_with(&header)).skip(1).take_while(|line| *line != "}");
    let is_table = |line: &str| ["register ", "memory ", "label "].iter().any(|start| line.starts_with(start));
    lines
        .map(|line| line.split("; @").next().unwrap_or(line).split(" @").next().unwrap_or(line).trim())
        .map(|line| line.trim_end_matches(';').replace("'t.", "t").replace('\'', ""))
        .filter(|line| !is_table(line))
        .collect()
}

/// Checks what the body of `void f(int i, int j)` becomes; `i` and `j` are registers.
fn assert_body(statements: &str, expected: &str) {
    let (program, _) = lowered(&format!("int main(void) {{ return 0; }} void test(int i, int j) {{ {statements} }}"));
    let expected: Vec<&str> = expected.lines().map(str::trim).filter(|line| !line.is_empty()).collect();
    assert_eq!(body(&program, "test"), expected, "{statements}");
}
