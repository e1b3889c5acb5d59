//! Which steps commute where no lock settles it (`analysis::commutation`): for each condition of the rule a program in which it
//! must apply, or must not. What engines make of the answer is asked, too: they must not lose a violation.

use raddle_analysis::analyzed_program::AnalyzedProgram;
use raddle_analysis::cut_points::Visibility;
use raddle_analysis::explanation::explain;
use raddle_cfront::preprocess::PreprocessOptions;
use raddle_cli::engines::engine_named;
use raddle_cli::front::{Front, Target};
use raddle_program::property::Property;
use raddle_verify::context::{Cancellation, Context, Silent};
use raddle_verify::pipeline::decide;
use raddle_verify::task::Task;
use raddle_verify::verdict::Verdict;
use std::sync::Arc;

/// A program of two threads that share an `x`.
struct Pair {
    /// What it is about.
    name: &'static str,
    /// What the threads share.
    shared: &'static str,
    /// What main does before them.
    before: &'static str,
    /// What they do.
    threads: [&'static str; 2],
    /// What main asserts when both have ended.
    then: &'static str,
    /// Whether the accesses to `x` commute.
    commute: bool,
    /// Whether an assertion may fail.
    is_violated: bool,
}

const BEGIN: &str = "__VERIFIER_atomic_begin();";
const END: &str = "__VERIFIER_atomic_end();";

fn pairs() -> Vec<Pair> {
    let pair = |name, shared, threads, then, commute, is_violated| Pair {
        name,
        shared,
        before: "",
        threads,
        then,
        commute,
        is_violated,
    };
    let add = "__sync_fetch_and_add(&x, 1);";
    vec![
        pair("both count", "int x;", [add, "__sync_fetch_and_add(&x, 2);"], "assert(x == 3);", true, false),
        pair("both count too far", "int x;", [add, "__sync_fetch_and_add(&x, 2);"], "assert(x == 2);", true, true),
        pair("they do other things to it", "int x = 1;", [add, "BEGIN x = 2 * x; END"], "assert(x == 4);", false, true),
        pair(
            "bytes wrap",
            "unsigned char x;",
            ["BEGIN x += 200; END", "BEGIN x += 100; END"],
            "assert(x == 44);",
            true,
            false,
        ),
        pair("bits are set", "int x;", ["BEGIN x |= 1; END", "BEGIN x |= 6; END"], "assert(x == 7);", true, false),
        pair("one value is stored", "int x;", ["x = 1;", "x = 1;"], "assert(x == 1);", true, false),
        pair("two values are stored", "int x;", ["x = 1;", "x = 2;"], "assert(x == 1);", false, true),
        pair(
            "what was there before is asserted",
            "int x;",
            [add, "int seen = __sync_fetch_and_add(&x, 1); assert(seen == 0);"],
            "",
            false,
            true,
        ),
        pair(
            "what was there before is told to others",
            "int x, y;",
            [add, "int seen; BEGIN seen = x; x = seen + 1; END y = seen;"],
            "assert(y == 0);",
            false,
            true,
        ),
        pair("a branch goes by it", "int x, y;", ["x = 1;", "if (x) y = 1;"], "assert(y == 0);", false, true),
        pair(
            "a branch within a section goes by it",
            "int x, y;",
            ["x = 1;", "BEGIN if (x == 0) x = 2; END"],
            "assert(x == 1);",
            false,
            false,
        ),
        pair(
            "a section waits for it",
            "int x;",
            [add, "BEGIN __VERIFIER_assume(x); x = x + 1; END"],
            "assert(x != 2);",
            false,
            true,
        ),
        pair("a part of it is stored", "int x;", ["*(char *)&x = 1;", "x = 256;"], "assert(x != 257);", false, true),
        pair("an element is stored", "int x[2];", ["x[1] = 1;", "x[1] = 1;"], "assert(x[1] == 1);", true, false),
        pair("an index is computed", "int x[2], y;", ["x[y] = 1;", "x[y] = 1;"], "assert(x[0] == 1);", false, false),
        pair("a pointer is stored", "int y, *x;", ["x = &y;", "x = &y;"], "assert(x == &y);", false, false),
        pair(
            "what may be undefined",
            "int x = 8;",
            ["BEGIN x = x / 2; END", "BEGIN x = x / 2; END"],
            "assert(x == 2);",
            false,
            false,
        ),
        Pair {
            before: "x = (long)&y;",
            ..pair("it may hold an address", "long x; int y;", ["BEGIN x = x | 0; END", "x = 0;"], "", false, false)
        },
        pair(
            "it holds no address",
            "long x; int y;",
            ["BEGIN x = x | 0; END", "x = 0;"],
            "assert(x == 0);",
            true,
            false,
        ),
        pair(
            "something else is done in the section",
            "int x, y, z;",
            ["y = 1; BEGIN x = x + 1; z = 1; END", "__sync_fetch_and_add(&x, 1); if (y) assert(z);"],
            "",
            true,
            true,
        ),
        pair(
            "it is counted for ever",
            "int x, y;",
            ["for (;;) __sync_fetch_and_add(&x, 1);", "y = 1; __sync_fetch_and_add(&x, 1); assert(y == 0);"],
            "",
            true,
            true,
        ),
    ]
}

/// The text: the threads are on lines 7 and 8.
fn text(pair: &Pair) -> String {
    let [one, other] = pair.threads.map(|body| body.replace("BEGIN", BEGIN).replace("END", END));
    format!(
        "#include <assert.h>\n#include <pthread.h>\nextern void __VERIFIER_atomic_begin(void);\n\
         extern void __VERIFIER_atomic_end(void);\nextern void __VERIFIER_assume(int);\n{}\n\
         void *f(void *p) {{ {one} return p; }}\nvoid *g(void *p) {{ {other} return p; }}\n\
         int main(void) {{ pthread_t t, u; {} pthread_create(&t, 0, f, 0); pthread_create(&u, 0, g, 0);\n\
         pthread_join(t, 0); pthread_join(u, 0); {} return 0; }}\n",
        pair.shared, pair.before, pair.then
    )
}

/// Reads a program.
fn read(text: &str) -> (Front, String) {
    let file = tempfile::Builder::new().suffix(".c").tempfile().expect("a file can be made");
    std::fs::write(file.path(), text).expect("it can be written");
    let Ok(front) = Front::read(&Target::new(file.path(), PreprocessOptions::default())) else {
        panic!("it cannot be read: {text}")
    };
    (front, file.path().to_string_lossy().into_owned())
}

/// What is said of the accesses that the threads make to `x`.
fn said_of_x(text: &str, visibility: Visibility) -> Vec<String> {
    let (front, _) = read(text);
    let explanation = explain(&AnalyzedProgram::new(front.program), visibility).expect("all accesses are known");
    let of_threads = explanation.lines.into_iter().filter(|((_, line), _)| [7, 8].contains(line));
    let said = of_threads.flat_map(|(_, line)| line.shared);
    said.filter(|said| ["reads x", "writes x"].iter().any(|start| said.starts_with(start))).collect()
}

fn commute(text: &str, visibility: Visibility) -> bool {
    let said = said_of_x(text, visibility);
    assert!(!said.is_empty(), "{text}");
    said.iter().all(|said| said.ends_with("in any order: it makes no difference"))
}

#[test]
fn units_commute_only_under_the_conditions_of_the_rule() {
    for pair in pairs() {
        assert_eq!(commute(&text(&pair), Visibility::default()), pair.commute, "{}", pair.name);
    }
}

#[test]
fn no_violation_is_lost_where_units_commute() {
    for engine in ["sequential", "compositional"] {
        for pair in pairs() {
            let (front, file) = read(&text(&pair));
            let properties = vec![Property::Assertions];
            let task =
                Task { program: AnalyzedProgram::new(front.program.clone()), properties, error_functions: None, file };
            let mut cx = Context::new(Cancellation::new(), Arc::new(Silent));
            let engine = engine_named(engine).expect("it is an engine");
            let verdict = decide(&task, engine, &front.replayer(), &mut cx).outcomes.remove(0).verdict;
            let is_wrong = match &verdict {
                Verdict::Safe(_) => pair.is_violated,
                Verdict::Unsafe(_) => !pair.is_violated,
                Verdict::Unknown(_) => false,
            };
            assert!(!is_wrong, "{} ({}): {verdict:?}", pair.name, engine.name());
        }
    }
}

/// Where signed overflow is asked for, the order of signed additions matters: one may leave the range, the other come back.
#[test]
fn who_sees_overflow_sees_the_order_of_additions() {
    let overflow = Visibility { overflow: true, ..Visibility::default() };
    let of = |ty: &str| {
        format!(
            "#include <pthread.h>\nextern void __VERIFIER_atomic_begin(void);\nextern void __VERIFIER_atomic_end(void);\n\n\n\
             {ty} x = 2147483647;\nvoid *f(void *p) {{ {BEGIN} x = x + 1; {END} return p; }}\n\
             void *g(void *p) {{ {BEGIN} x = x - 1; {END} return p; }}\n\
             int main(void) {{ pthread_t t; pthread_create(&t, 0, f, 0); pthread_create(&t, 0, g, 0); pthread_exit(0); }}\n"
        )
    };
    assert!(commute(&of("int"), Visibility::default()));
    assert!(!commute(&of("int"), overflow));
    assert!(commute(&of("unsigned"), overflow));
}
