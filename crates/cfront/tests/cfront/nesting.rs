//! Deep, long and endless input: it ends quickly in a tree or in a diagnostic, and never exhausts the stack.

use crate::support::{ThreadClock, with_stack};
use raddle_cfront::diagnostic::has_errors;
use raddle_cfront::parse::{DEPTH_MAX, parse_text};
use std::time::Duration;

/// Much less than the tool has, for all later stages walk the tree, too. Parsing and dropping a tree of the largest depth
/// takes about a fifth of this without optimization.
const STACK: usize = 64 << 20;

const LIMIT: Duration = Duration::from_secs(10);

/// Parses on a small stack within the time limit; says whether the text was accepted, and the last message.
fn parse(what: &str, text: &str) -> (bool, String) {
    with_stack(STACK, || {
        let clock = ThreadClock::start();
        let (_, unit, diagnostics) = parse_text("x.c", text);
        drop(unit);
        clock.check(LIMIT, what);
        (!has_errors(&diagnostics), diagnostics.last().map(|last| last.message.clone()).unwrap_or_default())
    })
}

const MILLION: usize = 1_000_000;

#[test]
fn a_million_levels_end_in_a_diagnostic() {
    let many = |part: &str| part.repeat(MILLION);
    let texts = [
        ("parentheses", format!("int x = {}1{};", many("("), many(")"))),
        ("casts", format!("int x = {}1;", many("(int)"))),
        ("initializer braces", format!("int x = {}1{};", many("{"), many("}"))),
        ("blocks", format!("void f(void) {}{}", many("{"), many("}"))),
        ("pointer stars", format!("int {}x;", many("*"))),
        ("else-ifs", format!("void f(int a) {{ if (a) ; {} }}", many("else if (a) ;"))),
        ("terms", format!("int x = 1{};", many("+a"))),
        ("indices", format!("int x = a{};", many("[0]"))),
        ("dimensions", format!("int x{};", many("[2]"))),
        ("members", format!("int x = a{};", many(".b"))),
        ("calls", format!("int x = f{};", many("()"))),
        ("open calls", format!("int x = {}", many("f("))),
        ("negations", format!("int x = {}1;", many("!"))),
        ("conditions", format!("int x = {}1;", many("a?b:"))),
        ("conditions to the left", format!("int x = {}a{};", many("("), many("?b:c)"))),
        ("assignments", format!("void f(void) {{ {}1; }}", many("a="))),
        ("commas", format!("void f(void) {{ a{}; }}", many(",a"))),
        ("declarator parentheses", format!("int {}x{};", many("("), many(")"))),
        ("parameters of parameters", format!("int {}", many("f(int "))),
        ("structures", many("struct {")),
        ("structures in their members", format!("{}{}", many("struct s { int x; "), many("} a;"))),
        ("statement expressions", format!("int x = {}", many("({"))),
        ("cases", format!("void f(void) {{ switch (1) {{ {} ; }} }}", many("case 1:"))),
        ("labels", format!("void f(void) {{ {} ; }}", many("a:"))),
        ("loops", format!("void f(void) {{ {} ; }}", many("for(;;)"))),
        ("do loops", format!("void f(void) {{ {} ; }}", many("do "))),
        ("nested functions", many("void f(void) {")),
        ("sizeofs", format!("int x = {}1;", many("sizeof "))),
        ("typeofs", many("typeof(")),
        ("selections", format!("int x = {}", many("_Generic(1, default: "))),
        ("enumerations", many("enum { A = sizeof(")),
        ("closing brackets first", format!("int x = {}{};", many(")"), many("("))),
    ];
    for (what, text) in &texts {
        let (is_accepted, message) = parse(what, text);
        assert!(!is_accepted, "{what}");
        let is_about_depth = message.contains(&format!("more than {DEPTH_MAX} levels"));
        assert!(is_about_depth || *what == "closing brackets first", "{what}: {message}");
    }
}

#[test]
fn depth_counts_chains_at_every_level() {
    // A sum of 1,500 terms is fine, and so are 300 nested ones; but not sums of 1,500 terms nested in each other's left.
    let sum = |inner: &str| format!("({inner}{})", "+a".repeat(1_500));
    assert_eq!(parse("a sum", &format!("int x = {};", sum("a"))), (true, String::new()));
    let nested = (0..300).fold("a".to_string(), |inner, _| format!("({inner} + a)"));
    assert_eq!(parse("nested sums", &format!("int x = {nested};")), (true, String::new()));
    let tower = (0..50).fold("a".to_string(), |inner, _| sum(&inner));
    assert!(!parse("a tower of sums", &format!("int x = {tower};")).0);
}

#[test]
fn long_input_is_read_quickly() {
    let texts = [
        ("strings", format!("char *s = {};", "\"a\" ".repeat(MILLION)), true),
        ("a long string", format!("char *s = \"{}\";", "a".repeat(10 * MILLION)), true),
        ("a long name", format!("int {};", "a".repeat(10 * MILLION)), true),
        ("a long number", format!("int x = {};", "1".repeat(10 * MILLION)), false),
        ("functions", "int f(int a) { return a + 1; }\n".repeat(MILLION / 10), true),
        ("entries", format!("int x[] = {{ {} }};", "1,".repeat(MILLION)), true),
        ("comments", "/* */".repeat(MILLION), true),
        ("open comments", "/*".repeat(5 * MILLION), false),
        ("splices", "\\\n".repeat(5 * MILLION), true),
        ("line markers", "# 1 \"x\"\n".repeat(MILLION), true),
        ("NUL bytes", "\0".repeat(10 * MILLION), true),
        ("quotes", "'\n".repeat(5 * MILLION), false),
        ("errors", "int x = ;".repeat(MILLION), false),
        ("stray characters", "@ ".repeat(MILLION), false),
        ("open parentheses", "(".repeat(10 * MILLION), false),
        ("open attributes", "int (__attribute__((".repeat(MILLION), false),
    ];
    for (what, text, is_right) in &texts {
        let (is_accepted, message) = parse(what, text);
        assert_eq!(is_accepted, *is_right, "{what}: {message}");
    }
}
