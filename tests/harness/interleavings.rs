//! The engine `lazy` under each reduction: programs that get a wrong answer when one of its rules is broken, and how many
//! interleavings of the paper's programs there are.

use raddle_analysis::analyzed_program::AnalyzedProgram;
use raddle_analysis::reduction::Reduction;
use raddle_cfront::preprocess::PreprocessOptions;
use raddle_cli::engines::engine_named;
use raddle_cli::front::{Front, Target};
use raddle_program::property::Property;
use raddle_verify::context::{Cancellation, Context, Silent, Statistics};
use raddle_verify::pipeline::decide;
use raddle_verify::task::Task;
use raddle_verify::verdict::{Reason, Verdict};
use std::path::{Path, PathBuf};
use std::sync::Arc;

const ALL: [Reduction; 4] = [Reduction::None, Reduction::Visible, Reduction::ReadWrite, Reduction::Blocks];

fn ask(
    path: &Path,
    definitions: &[&str],
    property: Property,
    reduction: Reduction,
    context_bound: Option<u32>,
) -> (Verdict, Statistics) {
    let defines = definitions.iter().map(|it| (*it).to_owned()).collect();
    let options = PreprocessOptions { defines, ..PreprocessOptions::default() };
    let front = Front::read(&Target::new(path, options)).expect("the program can be read");
    let task = Task {
        program: AnalyzedProgram::new(front.program.clone()),
        properties: vec![property],
        error_functions: None,
        file: path.to_string_lossy().into_owned(),
    };
    let mut cx = Context::new(Cancellation::new(), Arc::new(Silent));
    (cx.options.reduction, cx.options.lazy.context_bound) = (reduction, context_bound);
    let engine = engine_named("lazy").expect("lazy is an engine");
    let verdict = decide(&task, engine, &front.replayer(), &mut cx).outcomes.remove(0).verdict;
    (verdict, cx.statistics)
}

fn example(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../examples/papers/esbmc").join(name)
}

/// What threads share, what each of them does, and whether the property is violated.
struct Rule {
    /// What would be missed without it.
    name: &'static str,
    shared: &'static str,
    threads: &'static [&'static str],
    /// What main does behind the joins.
    then: &'static str,
    property: Property,
    is_violated: bool,
}

const LOCKS: &str = "pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER, b = PTHREAD_MUTEX_INITIALIZER;";

fn rules() -> Vec<Rule> {
    let assertion = |name, shared, threads, then, is_violated| Rule {
        name,
        shared,
        threads,
        then,
        property: Property::Assertions,
        is_violated,
    };
    let deadlock = |name, threads, is_violated| Rule {
        name,
        shared: "int unused;",
        threads,
        then: "",
        property: Property::Deadlock,
        is_violated,
    };
    let race = |name, shared, threads, is_violated| Rule {
        name,
        shared,
        threads,
        then: "",
        property: Property::DataRace,
        is_violated,
    };
    let sections = "int x, y; _Atomic int f; extern void __VERIFIER_atomic_begin(void), __VERIFIER_atomic_end(void); \
                    extern void __VERIFIER_assume(int);";
    let shared = "int x, y, p, q;";
    vec![
        race("two accesses race that are next at the same time", shared, &["x = 1;", "p = x;"], true),
        race("nobody writes", shared, &["p = x;", "q = x;"], false),
        race(
            "a block ends in front of what may race",
            shared,
            &[
                "pthread_mutex_lock(&a); p = 1; x = 1; pthread_mutex_unlock(&a);",
                "pthread_mutex_lock(&b); q = 1; x = 2; pthread_mutex_unlock(&b);",
            ],
            true,
        ),
        race(
            "a block that has taken a lock ends in front of what may race",
            shared,
            &[
                "pthread_mutex_lock(&a); x = 1; p = 1; pthread_mutex_unlock(&a);",
                "x = 2; pthread_mutex_lock(&a); p = 2; pthread_mutex_unlock(&a);",
            ],
            true,
        ),
        race(
            "a lock protects",
            shared,
            &[
                "pthread_mutex_lock(&a); p = 1; x = 1; pthread_mutex_unlock(&a);",
                "pthread_mutex_lock(&a); p = 2; x = 2; pthread_mutex_unlock(&a);",
            ],
            false,
        ),
        race(
            "who looks at an atomic flag first does not come to the access",
            sections,
            &["x = 1; f = 1;", "if (f) x = 2;"],
            false,
        ),
        race("the flag is raised too early", sections, &["f = 1; x = 1;", "if (f) x = 2;"], true),
        race("writes of what nobody reads race", sections, &["x = 1;", "x = 2;"], true),
        race(
            "an access in a section is next where the section is",
            sections,
            &["__VERIFIER_atomic_begin(); f = 1; x = 1; __VERIFIER_atomic_end();", "x = 2;"],
            true,
        ),
        race(
            "a section that does not end comes second",
            sections,
            &["__VERIFIER_atomic_begin(); x = 1; __VERIFIER_assume(0); __VERIFIER_atomic_end();", "x = 2;"],
            true,
        ),
        race(
            "behind a section that does not end comes nothing",
            sections,
            &[
                "__VERIFIER_atomic_begin(); f = 1; __VERIFIER_assume(0); __VERIFIER_atomic_end(); x = 1;",
                "if (f) x = 2;",
            ],
            false,
        ),
        race("both sections", sections, &["__VERIFIER_atomic_begin(); x = 1; __VERIFIER_atomic_end();"; 2], false),
        race(
            "elements with indices that are read",
            "int x, p, cells[2];",
            &[
                "pthread_mutex_lock(&a); x = 1; pthread_mutex_unlock(&a); cells[1] = 1;",
                "pthread_mutex_lock(&a); int i = x; pthread_mutex_unlock(&a); cells[i] = 2;",
            ],
            true,
        ),
        race(
            "elements that differ",
            "int x, p, cells[2];",
            &[
                "pthread_mutex_lock(&a); x = 1; pthread_mutex_unlock(&a); cells[0] = 1;",
                "pthread_mutex_lock(&a); int i = x; pthread_mutex_unlock(&a); if (i) cells[i] = 2;",
            ],
            false,
        ),
        race(
            "three threads, and the third one has to go first",
            shared,
            &[
                "pthread_mutex_lock(&a); if (p) x = 1; pthread_mutex_unlock(&a);",
                "x = 2;",
                "pthread_mutex_lock(&a); p = 1; pthread_mutex_unlock(&a);",
            ],
            true,
        ),
        assertion("a second non-mover begins a block", shared, &["x = 1; x = 2;", "assert(x != 1);"], "", true),
        assertion(
            "all that others may still do counts, not what they do next",
            shared,
            &["x = 1; x = 2;", "y = 1; y = 2; y = 3; assert(x != 1);"],
            "",
            true,
        ),
        assertion(
            "who gave a lock back takes no further one in a block",
            shared,
            &[
                "pthread_mutex_lock(&a); x = 1; pthread_mutex_unlock(&a); pthread_mutex_lock(&a); x = 2; \
                 pthread_mutex_unlock(&a);",
                "pthread_mutex_lock(&a); assert(x != 1); pthread_mutex_unlock(&a);",
            ],
            "",
            true,
        ),
        assertion(
            "a lock protects only in its sections",
            shared,
            &[
                "pthread_mutex_lock(&a); x = 1; pthread_mutex_unlock(&a); x = 2;",
                "pthread_mutex_lock(&a); p = x; q = x; pthread_mutex_unlock(&a); assert(p == q);",
            ],
            "",
            true,
        ),
        assertion(
            "a lock protects in its sections",
            shared,
            &[
                "pthread_mutex_lock(&a); x = 1; x = 2; pthread_mutex_unlock(&a);",
                "pthread_mutex_lock(&a); p = x; q = x; pthread_mutex_unlock(&a); assert(p == q);",
            ],
            "",
            false,
        ),
        assertion(
            "another lock does not protect",
            shared,
            &[
                "pthread_mutex_lock(&b); x = 1; x = 2; pthread_mutex_unlock(&b);",
                "pthread_mutex_lock(&a); assert(x != 1); pthread_mutex_unlock(&a);",
            ],
            "",
            true,
        ),
        assertion(
            "both orders of a read and a write",
            shared,
            &["x = 1; p = y;", "y = 1; q = x;"],
            "assert(p || q);",
            false,
        ),
        assertion("the first alone", shared, &["x = 1; p = y;", "y = 1; q = x;"], "assert(!(p == 0 && q == 1));", true),
        assertion(
            "the second alone",
            shared,
            &["x = 1; p = y;", "y = 1; q = x;"],
            "assert(!(p == 1 && q == 0));",
            true,
        ),
        assertion(
            "one after the other",
            shared,
            &["x = 1; p = y;", "y = 1; q = x;"],
            "assert(!(p == 1 && q == 1));",
            true,
        ),
        assertion("two updates are lost", shared, &["x = x + 1;"; 3], "assert(x != 1);", true),
        assertion("not more than all are lost", shared, &["x = x + 1;"; 3], "assert(x >= 1 && x <= 3);", false),
        assertion(
            "who stops among locks has got so far",
            shared,
            &[
                "pthread_mutex_lock(&b); x = 1;",
                "pthread_mutex_lock(&a); assert(x == 0); pthread_mutex_lock(&b); pthread_mutex_unlock(&b); \
                 pthread_mutex_unlock(&a);",
            ],
            "",
            true,
        ),
        assertion(
            "what is seen while others wait for each other",
            shared,
            &[
                "pthread_mutex_lock(&a); x = 1; pthread_mutex_lock(&b); x = 0; pthread_mutex_unlock(&b); \
                 pthread_mutex_unlock(&a);",
                "pthread_mutex_lock(&b); y = 1; pthread_mutex_lock(&a); y = 0; pthread_mutex_unlock(&a); \
                 pthread_mutex_unlock(&b);",
                "if (x) assert(!y);",
            ],
            "",
            true,
        ),
        assertion(
            "a lock whose state is looked at is none that moves",
            shared,
            &["pthread_mutex_lock(&a); pthread_mutex_unlock(&a);", "assert(pthread_mutex_trylock(&a) == 0);"],
            "",
            true,
        ),
        assertion(
            "who is started is not waited for in the block that starts it",
            shared,
            &["pthread_mutex_trylock(&a);"],
            "x = 1; { pthread_t t; pthread_create(&t, 0, thread_0, 0); pthread_join(t, 0); } assert(x == 0);",
            true,
        ),
        deadlock(
            "each acquisition begins a block",
            &[
                "pthread_mutex_lock(&a); pthread_mutex_lock(&b); pthread_mutex_unlock(&b); pthread_mutex_unlock(&a);",
                "pthread_mutex_lock(&b); pthread_mutex_lock(&a); pthread_mutex_unlock(&a); pthread_mutex_unlock(&b);",
            ],
            true,
        ),
        deadlock(
            "one order of locks",
            &["pthread_mutex_lock(&a); pthread_mutex_lock(&b); pthread_mutex_unlock(&b); pthread_mutex_unlock(&a);"; 2],
            false,
        ),
    ]
}

fn text(rule: &Rule) -> String {
    let mut text = format!("#include <assert.h>\n#include <pthread.h>\n{LOCKS}\n{}\n", rule.shared);
    let (mut created, mut joined) = (String::new(), String::new());
    for (number, body) in rule.threads.iter().enumerate() {
        text += &format!("static void *thread_{number}(void *unused) {{ {body} return unused; }}\n");
        created += &format!("    pthread_create(&threads[{number}], 0, thread_{number}, 0);\n");
        joined += &format!("    pthread_join(threads[{number}], 0);\n");
    }
    let n_threads = rule.threads.len();
    text + &format!(
        "int main(void) {{\n    pthread_t threads[{n_threads}];\n{created}{joined}    {}\n    return 0;\n}}\n",
        rule.then
    )
}

#[test]
fn lazy_decides_programs_that_break_its_rules() {
    let folder = tempfile::tempdir().expect("there is room for a file");
    for (number, rule) in rules().iter().enumerate() {
        let path = folder.path().join(format!("rule_{number}.c"));
        std::fs::write(&path, text(rule)).expect("there is room for a file");
        for reduction in ALL {
            let (verdict, _) = ask(&path, &[], rule.property, reduction, None);
            let is_right = match &verdict {
                Verdict::Safe(_) => !rule.is_violated,
                Verdict::Unsafe(_) => rule.is_violated,
                Verdict::Unknown(_) => false,
            };
            assert!(is_right, "{} ({reduction:?}): {verdict:?}", rule.name);
        }
    }
}

#[test]
fn a_lost_wake_up_is_found_under_each_reduction() {
    for reduction in ALL {
        let (verdict, _) = ask(&example("sync01_bad.c"), &[], Property::Deadlock, reduction, None);
        assert!(matches!(verdict, Verdict::Unsafe(_)), "{reduction:?}: {verdict:?}");
        let (verdict, _) = ask(&example("sync01_good.c"), &[], Property::Deadlock, reduction, None);
        assert!(matches!(verdict, Verdict::Safe(_)), "{reduction:?}: {verdict:?}");
    }
}

#[test]
fn a_bound_on_switches_that_left_something_out_is_named() {
    let with = |bound| ask(&example("lazy01.c"), &[], Property::Assertions, Reduction::Blocks, Some(bound)).0;
    let Verdict::Unknown(Reason::BoundReached { bound, .. }) = with(2) else {
        panic!("main starts three threads and waits for them: two switches are not enough")
    };
    assert_eq!(bound, "the bound of 2 context switches");
    assert!(matches!(with(100), Verdict::Safe(_)));
}

#[test]
fn a_violation_is_found_with_few_switches() {
    let with =
        |bound| ask(&example("philosophers_bug.c"), &["N=2"], Property::Assertions, Reduction::Blocks, Some(bound)).0;
    assert!(matches!(with(8), Verdict::Unsafe(_)));
    assert!(!matches!(with(0), Verdict::Unsafe(_)));
}

/// How many interleavings are generated; the program must have no failing assertion. One of them is that which shows that executions exist.
fn generated(name: &str, definitions: &[&str], reduction: Reduction) -> u64 {
    let (verdict, statistics) = ask(&example(name), definitions, Property::Assertions, reduction, None);
    assert!(matches!(verdict, Verdict::Safe(_)), "{name} {definitions:?} ({reduction:?}): {verdict:?}");
    statistics["interleavings"]
}

/// Without a reduction, with the visible-instruction rule, with the read-write rule, with blocks. Most end where another one has been.
/// P2-1 has more than P1-1: an access without a lock makes more blocks.
#[test]
fn each_reduction_leaves_fewer_interleavings() {
    let counts = |name, definitions| ALL.map(|reduction| generated(name, definitions, reduction));
    assert_eq!(counts("philosophers_safe.c", &["N=2"]), [4081, 194, 12, 7]);
    assert_eq!(counts("lazy01.c", &[]), [419, 168, 10, 3]);
    assert_eq!(counts("stateful.c", &[]), [1856, 50, 7, 6]);
    assert_eq!(counts("p1_1.c", &[]), [3920, 1406, 62, 25]);
    assert_eq!(counts("p2_1.c", &[]), [5866, 2392, 94, 41]);
}

/// The paper counts n! for n philosophers, and 5,040 for 7: its philosophers are one block each. These eat in two, and neighbours in
/// turn.
#[test]
fn philosophers_are_few_interleavings() {
    let of = |n| generated("philosophers_safe.c", &[n], Reduction::Blocks);
    assert_eq!(["N=2", "N=3", "N=7"].map(of), [7, 26, 10417]);
}
