//! Spoiled, deep and long programs through the checker: it answers with a tree and diagnostics, soon, and never panics.

use crate::support::invariants::broken_rules;
use crate::support::{STACK_BYTES, ThreadClock, benchmarks, c_files, with_stack};
use raddle_cfront::check::check;
use raddle_cfront::diagnostic::has_errors;
use raddle_cfront::parse::parse_text;
use raddle_program::types::DataModel;
use std::time::Duration;

const MODELS: [DataModel; 2] = [DataModel::Lp64, DataModel::Ilp32];

/// Programs that between them use every part of the checker.
const SEEDS: &[&str] = &[
    "typedef int T; struct s { T x : 3; struct { int y; }; const char n[]; } *p; enum e { A = 1, B };\n\
     int f(T a, int (*g)(void), ...) { int b[] = { [0 ... 2] = 1, 5 }; T *c = &(T){ a }; return b[1] + *c + p->y; }\n",
    "int f(a, b) int a; char b; { switch (a) { case 1 ... 3: a++; break; default: goto l; } l: return a ?: b; }\n\
     void g(int n) { int a[n][n]; for (int (*q)[n] = a; q < a + n; q++) (*q)[0] = sizeof *q; }\n",
    "int main(void) { for (int i = 0; i < 10; i++) { if (i % 2 == 0) continue; else break; } do { } while (0);\n\
     return ({ int y = 1; y; }) + h(1, \"a\", 2.0f) + _Generic(1, int: 1, default: 2); }\n",
    "union u { int a; char b[4]; } t[2] = { [1].b = \"ab\", { 3 } }; static const int k = 3; int z = k + sizeof t;\n\
     void g(_Atomic int *x) { __label__ q; static void *t[] = { &&q }; goto *t[0]; q: (*x)++; *x += 2; \
     __atomic_fetch_add(x, 1, 5); }\n",
    "_Static_assert(sizeof(long) >= 4, \"m\"); _Thread_local int z; const char *s = u8\"a\\n\\x41\" \"b\"; double d = 0x1.8p3;\n\
     struct s { int x[3]; float y; } v = { 1, 2, .y = 3 }, *w = &(struct s){ .x = { 1 } };\n\
     int h(void) { struct s c = v; c.x[1] <<= 2; c = z ? v : *w; return (int)c.y & ~(1u << 3) || !s; }\n",
];

/// A small generator (xorshift64*), so that a seed names a mutation.
struct Random(u64);

impl Random {
    fn below(&mut self, bound: usize) -> usize {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        (self.0.wrapping_mul(0x2545_f491_4f6c_dd1d) >> 33) as usize % bound.max(1)
    }
}

/// The words of a text: names and numbers together, other characters one by one.
fn words(text: &str) -> Vec<String> {
    let mut words: Vec<String> = Vec::new();
    let mut joins = false;
    for character in text.chars() {
        let is_word = character.is_alphanumeric() || character == '_';
        match words.last_mut().filter(|_| joins && is_word) {
            Some(word) => word.push(character),
            None => words.push(character.to_string()),
        }
        joins = is_word;
    }
    words
}

// Exchanges of words keep most programs readable, so that the checker and not the parser sees what is wrong.
fn mutate(random: &mut Random, words: &mut Vec<String>) {
    const OTHERS: &[&str] = &[
        "0", "1.5", "\"x\"", "int", "void", "struct s", "*", "&", "const", "static", "extern", "-1", "sizeof", "f",
        "x", "(char)", "[3]", "[n]", "->", ".", "=", "+", "<<", "==", "return", "break", "case 1:", "unsigned", "[]",
        "{1}",
    ];
    if words.is_empty() {
        return;
    }
    let (at, other) = (random.below(words.len()), random.below(words.len()));
    match random.below(5) {
        0 => words.swap(at, other),
        1 => words[at] = words[other].clone(),
        2 => drop(words.remove(at)),
        3 => words.insert(at, words[other].clone()),
        _ => words[at] = OTHERS[random.below(OTHERS.len())].to_owned(),
    }
}

#[test]
fn spoiled_programs_are_survived() {
    let mut programs: Vec<String> = SEEDS.iter().map(|seed| (*seed).to_owned()).collect();
    for seed in &programs {
        let (source, unit, diagnostics) = parse_text("x.c", seed);
        assert!(!has_errors(&diagnostics), "{diagnostics:#?}");
        let (_, diagnostics) = check(source, &unit, DataModel::Lp64);
        let is_flexible_array = |text: &str| text.contains("n[]");
        assert!(!has_errors(&diagnostics) || is_flexible_array(seed), "{diagnostics:#?}");
    }
    if let Some(benchmarks) = benchmarks("spoiled_programs_are_survived (the part with shared programs)") {
        let files = c_files(&benchmarks);
        programs.extend(
            files
                .iter()
                .step_by(11)
                .map(|path| String::from_utf8_lossy(&std::fs::read(path).expect("the file can be read")).into_owned()),
        );
    }
    with_stack(STACK_BYTES, || {
        for seed in 1..=2_000u64 {
            let mut random = Random(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15));
            // Every second one is a small program: there a mutation is likely to matter.
            let bound = if seed % 2 == 0 { SEEDS.len() } else { programs.len() };
            let mut text = words(&programs[random.below(bound)]);
            for _ in 0..1 + random.below(3) {
                mutate(&mut random, &mut text);
            }
            let text = text.concat();
            let (source, unit, _) = parse_text("x.c", &text);
            let clock = ThreadClock::start();
            for model in MODELS {
                let (typed, found) = check(source.clone(), &unit, model);
                let broken = if has_errors(&found) { Vec::new() } else { broken_rules(&typed) };
                assert!(broken.is_empty(), "seed {seed}: {broken:#?}\n{text}");
            }
            clock.check(Duration::from_secs(3), &format!("seed {seed}"));
        }
    });
}

/// Checks on the tool's stack within the time limit; says whether the text was accepted.
fn accepts(what: &str, text: &str) -> bool {
    with_stack(STACK_BYTES, || {
        let clock = ThreadClock::start();
        let (source, unit, mut diagnostics) = parse_text("x.c", text);
        let (typed, found) = check(source, &unit, DataModel::Lp64);
        diagnostics.extend(found);
        drop(typed);
        clock.check(Duration::from_secs(10), what);
        !has_errors(&diagnostics)
    })
}

#[test]
fn deep_trees_are_checked() {
    let deep = 1_500;
    let many = |part: &str| part.repeat(deep);
    let texts = [
        ("parentheses", format!("int x = {}1{};", many("("), many(")"))),
        ("casts", format!("int x = {}1;", many("(int)"))),
        ("pointer casts", format!("void *f(void *p) {{ return {}p; }}", "(void *)(long)".repeat(deep / 2))),
        ("blocks", format!("void f(void) {}{}", many("{"), many("}"))),
        ("pointer stars", format!("int {}x; int *y; void f(void) {{ x = y; }}", many("*"))),
        ("else-ifs", format!("void f(int a) {{ if (a) ; {} }}", many("else if (a) ;"))),
        ("terms", format!("int f(int a) {{ return 1{}; }}", many("+a"))),
        ("constant terms", format!("int x = 1{};", many("+1"))),
        ("address terms", format!("int a; long x = (long)&a{};", many("+1"))),
        ("dimensions", format!("int x{};", many("[1]"))),
        ("negations", format!("int x = {}1;", many("!"))),
        ("conditions", format!("int f(int a, int b) {{ return {}1; }}", many("a?b:"))),
        ("pointer conditions", format!("int *f(int a, int *b) {{ return {}0; }}", many("a?b:"))),
        ("assignments", format!("void f(int a) {{ {}1; }}", many("a="))),
        ("commas", format!("void f(int a) {{ a{}; }}", many(",a"))),
        (
            "cases",
            format!(
                "void f(void) {{ switch (1) {{ {} ; }} }}",
                (0..deep).map(|k| format!("case {k}:")).collect::<String>()
            ),
        ),
        ("loops", format!("void f(void) {{ {} ; }}", many("for(;;)"))),
        ("sizeofs", format!("unsigned long x = {}1;", many("sizeof "))),
        (
            "automatic types",
            format!("int f(void) {{ return {}1{}; }}", "({ __auto_type x = ".repeat(300), "; x; })".repeat(300)),
        ),
        ("typeofs", format!("int x; {}x{} y;", "typeof(".repeat(500), ")".repeat(500))),
    ];
    for (what, text) in &texts {
        assert!(accepts(what, text), "{what}");
    }
}

#[test]
fn long_and_layered_programs_are_checked_quickly() {
    let lines = |count: usize, line: &dyn Fn(usize) -> String| (0..count).map(line).collect::<String>();
    let texts = [
        ("entries", format!("int x[] = {{ {} }};", "1,".repeat(300_000)), true),
        ("braced entries", format!("struct {{ int a, b; }} x[] = {{ {} }};", "{1,2},".repeat(100_000)), true),
        ("designated entries", format!("int x[] = {{ {} }};", lines(100_000, &|k| format!("[{k}] = 1,"))), true),
        ("a wide range", "char x[1 << 30] = { [0 ... (1 << 30) - 1] = 0 };".to_owned(), true),
        ("a wide range of ones", "char x[1 << 30] = { [0 ... (1 << 30) - 1] = 1 };".to_owned(), false),
        ("functions", lines(20_000, &|k| format!("int f{k}(int a) {{ return a + {k}; }}\n")), true),
        ("cases", format!("void f(int a) {{ switch (a) {{ {} }} }}", lines(50_000, &|k| format!("case {k}: ;"))), true),
        ("labels", format!("void f(void) {{ {} }}", lines(50_000, &|k| format!("l{k}: goto l{k};"))), true),
        ("enumerators", format!("enum {{ {} }};", lines(100_000, &|k| format!("e{k},"))), true),
        (
            "typedefs of pointers",
            format!(
                "typedef int t0; {} t20000 x; t19999 *y; int *z; void f(void) {{ z = x; }}",
                lines(20_000, &|k| format!("typedef t{k} *t{};\n", k + 1))
            ),
            true,
        ),
        (
            "records that double",
            format!(
                "struct s0 {{ char c; }}; {} struct s40 x, y; void f(void) {{ x = y; }}",
                lines(40, &|k| format!("struct s{} {{ struct s{k} a, b; }};\n", k + 1))
            ),
            true,
        ),
        (
            "records that overflow",
            format!(
                "struct s0 {{ char c; }}; {} struct s70 x;",
                lines(70, &|k| format!("struct s{} {{ struct s{k} a, b; }};\n", k + 1))
            ),
            false,
        ),
        ("undeclared calls", format!("void f(void) {{ {} }}", lines(5_000, &|k| format!("g{k}();"))), true),
    ];
    for (what, text, is_right) in &texts {
        assert_eq!(accepts(what, text), *is_right, "{what}");
    }
}
