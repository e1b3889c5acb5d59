//! The engine `slice`: the same verdict in each of its ways, whatever it leaves out first; and the abstraction as a program, statement by
//! statement.

use raddle_analysis::analyzed_program::AnalyzedProgram;
use raddle_cfront::preprocess::PreprocessOptions;
use raddle_cli::engines::engine_named;
use raddle_cli::front::{Front, Target};
use raddle_program::automaton::Automaton;
use raddle_program::property::Property;
use raddle_program::syntax::Program;
use raddle_program::wellformed::wellformed;
use raddle_verify::context::{Cancellation, Context, Silent, Statistics};
use raddle_verify::options::{Form, Order, Respected, SliceOptions, Strategy};
use raddle_verify::pipeline::decide;
use raddle_verify::task::Task;
use raddle_verify::transform::slice::{Abstraction, sliceable};
use raddle_verify::transform::{Fidelity, Transform};
use raddle_verify::verdict::Verdict;
use std::collections::BTreeSet;
use std::path::Path;
use std::sync::Arc;

const HEADER: &str = "#include <pthread.h>\n#include <stdlib.h>\n#include <assert.h>\n\
                      extern void __VERIFIER_atomic_begin(void), __VERIFIER_atomic_end(void);\n\
                      extern int __VERIFIER_nondet_int(void);\nextern void __VERIFIER_assume(int);\n";

fn read(path: &Path) -> Front {
    let target = Target::new(path, PreprocessOptions::default());
    let Ok(front) = Front::read(&target) else { panic!("{} cannot be read", path.display()) };
    front
}

fn front(code: &str) -> Front {
    let file = tempfile::Builder::new().suffix(".c").tempfile().expect("a file can be made");
    std::fs::write(file.path(), format!("{HEADER}{code}\n")).expect("it can be written");
    read(file.path())
}

fn ask(front: &Front, options: SliceOptions, order: Order) -> (Verdict, Statistics) {
    let task = Task {
        program: AnalyzedProgram::new(front.program.clone()),
        properties: vec![Property::Assertions],
        error_functions: None,
        file: "a.c".into(),
    };
    let mut cx = Context::new(Cancellation::new(), Arc::new(Silent));
    (cx.options.slice, cx.options.bmc.order) = (options, order);
    let engine = engine_named("slice").expect("slice is an engine");
    let verdict = decide(&task, engine, &front.replayer(), &mut cx).outcomes.remove(0).verdict;
    (verdict, cx.statistics)
}

/// A program in which more than one thread works, whether an assertion of it fails, and whether something is left out of it first.
const PROGRAMS: [(&str, &str, bool); 9] = [
    (
        "what is sliced decides",
        "int x, y, z, far;
         void *p(void *u) { far = 1; z = far; y = z; x = y; return u; }
         int main(void) { pthread_t t; pthread_create(&t, 0, p, 0); assert(x != 2); return 0; }",
        false,
    ),
    (
        "what is sliced decides otherwise",
        "int x, y, z, far;
         void *p(void *u) { far = 2; z = far; y = z; x = y; return u; }
         int main(void) { pthread_t t; pthread_create(&t, 0, p, 0); assert(x != 2); return 0; }",
        true,
    ),
    (
        "each read of what is sliced is in order with the others",
        "int x, y, a, b;
         void *p(void *u) { a = 1; b = 1; return u; }
         void *q(void *u) { y = b; x = a; return u; }
         int main(void) { pthread_t t, s; pthread_create(&t, 0, p, 0); pthread_create(&s, 0, q, 0); pthread_join(s, 0);
                          int one = x; int other = y; assert(!(other && !one)); return 0; }",
        false,
    ),
    (
        "the same the other way round",
        "int x, y, a, b;
         void *p(void *u) { a = 1; b = 1; return u; }
         void *q(void *u) { x = a; y = b; return u; }
         int main(void) { pthread_t t, s; pthread_create(&t, 0, p, 0); pthread_create(&s, 0, q, 0); pthread_join(s, 0);
                          int one = x; int other = y; assert(!(other && !one)); return 0; }",
        true,
    ),
    (
        "under a lock, with a condition that is far away",
        "int n, on, off, go; pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
         void *p(void *u) { go = 1; off = go; on = off; pthread_mutex_lock(&m); if (on) n++; pthread_mutex_unlock(&m); return u; }
         int main(void) { pthread_t t, s; pthread_create(&t, 0, p, 0); pthread_create(&s, 0, p, 0);
                          pthread_join(t, 0); pthread_join(s, 0); assert(n == 2); return 0; }",
        false,
    ),
    (
        "without the lock",
        "int n, on, off, go;
         void *p(void *u) { go = 1; off = go; on = off; if (on) n++; return u; }
         int main(void) { pthread_t t, s; pthread_create(&t, 0, p, 0); pthread_create(&s, 0, p, 0);
                          pthread_join(t, 0); pthread_join(s, 0); assert(n == 2); return 0; }",
        true,
    ),
    (
        "a pointer is far away, and leads to what is asserted",
        "int x, safe, *p = &safe, **pp = &p;
         void *w(void *u) { int **q = pp; int *r = *q; *r = 1; return u; }
         int main(void) { pthread_t t; pthread_create(&t, 0, w, 0); p = &safe; assert(x == 0); return 0; }",
        false,
    ),
    (
        "the same with another target",
        "int x, safe, *p = &safe, **pp = &p;
         void *w(void *u) { int **q = pp; int *r = *q; *r = 1; return u; }
         int main(void) { pthread_t t; pthread_create(&t, 0, w, 0); p = &x; assert(x == 0); return 0; }",
        true,
    ),
    (
        "how often a loop goes on is far away",
        "int x, n, m, l = 3;
         void *w(void *u) { m = l; n = m; for (int i = 0; i < n; i++) x++; return u; }
         int main(void) { pthread_t t; pthread_create(&t, 0, w, 0); assert(x <= 3); return 0; }",
        false,
    ),
];

const ORDERS: [(Order, bool); 4] =
    [(Order::Theory, false), (Order::Theory, true), (Order::Clocks, false), (Order::Clocks, true)];

#[test]
fn no_way_to_slice_changes_a_verdict() {
    let (mut n_spurious, mut n_sliced) = (0, 0);
    for (name, code, is_violated) in PROGRAMS {
        let front = front(code);
        for strategy in [Strategy::Paper, Strategy::Distance, Strategy::Cores] {
            for respected in [Respected::Sources, Respected::Order, Respected::Run] {
                for (order, skips_concretization) in ORDERS {
                    let options = SliceOptions { form: Form::Formula, strategy, respected, skips_concretization };
                    let (verdict, counted) = ask(&front, options, order);
                    let is_right = match verdict {
                        Verdict::Safe(_) => !is_violated,
                        Verdict::Unsafe(_) => is_violated,
                        Verdict::Unknown(_) => false,
                    };
                    assert!(
                        is_right,
                        "{name}: {strategy:?} {respected:?} {order:?} {skips_concretization}: {verdict:?}"
                    );
                    n_spurious += counted.get("spurious counterexamples").copied().unwrap_or(0);
                    n_sliced += u64::from(counted["levels"] > 1);
                }
            }
        }
    }
    // Else nothing was tried.
    assert!(n_spurious > 20 && n_sliced > 50, "{n_spurious} {n_sliced}");
}

/// The threads take turns at every step, which the solver alone finds after some hundred thousand conflicts: the order in which reads come
/// late is tried here as it is by `bmc`.
#[test]
fn what_takes_many_switches_of_threads_is_found_as_by_bmc() {
    let front = front(
        "int i = 1, j = 1;
         void *t1(void *u) { for (int k = 0; k < 11; k++) i += j; return u; }
         void *t2(void *u) { for (int k = 0; k < 11; k++) j += i; return u; }
         int main(void) { pthread_t t, s; pthread_create(&t, 0, t1, 0); pthread_create(&s, 0, t2, 0);
                          assert(i < 46368 && j < 46368); return 0; }",
    );
    let (verdict, counted) = ask(&front, SliceOptions::default(), Order::Theory);
    assert!(matches!(verdict, Verdict::Unsafe(_)), "{verdict:?}");
    assert!(counted["conflicts"] < 20_000, "{counted:?}");
}

/// A counterexample of which it takes too long to say whether it is one, since numbers are to be factored, is not taken for a spurious one.
#[test]
fn what_takes_too_long_to_look_at_is_not_excluded() {
    let front = front(
        "extern unsigned __VERIFIER_nondet_uint(void);
         unsigned x, y, z, a, b;
         void *factors(void *u) { a = __VERIFIER_nondet_uint() & 32767; b = __VERIFIER_nondet_uint() & 32767; return u; }
         void *product(void *u) { z = a * b == 569190103; return u; }
         void *told(void *u) { y = z; x = y; return u; }
         int main(void) { pthread_t t, s, r; pthread_create(&t, 0, factors, 0); pthread_create(&s, 0, product, 0);
                          pthread_create(&r, 0, told, 0); assert(!x); return 0; }",
    );
    for respected in [Respected::Sources, Respected::Order] {
        let (form, strategy) = (Form::Formula, Strategy::Paper);
        let options = SliceOptions { form, strategy, respected, skips_concretization: true };
        let (verdict, counted) = ask(&front, options, Order::Theory);
        assert!(matches!(verdict, Verdict::Unsafe(_)), "{verdict:?}");
        // Else it did not take long.
        assert!(counted["conflicts"] > 1_000 && counted["levels"] > 1, "{counted:?}");
        assert_eq!(counted["objects"], counted["objects kept"], "the level was given up");
    }
}

/// Fig. 2 of the paper: x, t1 and t2 are kept. Two threads and the initial values are all that is there.
#[test]
fn the_example_of_the_paper_keeps_what_the_paper_keeps() {
    let toy = Path::new(env!("CARGO_MANIFEST_DIR")).join("../examples/papers/cegpv/toy.c");
    let front = read(&toy);
    for (order, skips_concretization) in ORDERS {
        for respected in [Respected::Sources, Respected::Order, Respected::Run] {
            let form = Form::Formula;
            let options = SliceOptions { form, strategy: Strategy::Paper, respected, skips_concretization };
            let (verdict, counted) = ask(&front, options, order);
            assert!(matches!(verdict, Verdict::Unsafe(_)), "{verdict:?}");
            assert!(counted["objects"] - counted["objects kept"] == 2, "{counted:?}");
            if skips_concretization {
                assert!(counted["levels"] == 2, "{counted:?}");
            } else {
                assert!(counted["concretizations"] > 0, "{counted:?}");
            }
        }
    }
}

/// A loop without a bound, and variables that do not matter: the abstraction is proved without one. Where what is sliced matters, it
/// comes back.
#[test]
fn abstractions_are_programs_for_other_engines() {
    let code = |otherwise: &str| {
        let step = format!("if (x < 5) x++; else x = {otherwise};");
        let work = format!("z = far; y = z; if (y) {{ __VERIFIER_atomic_begin(); {step} __VERIFIER_atomic_end(); }}");
        format!(
            "int x, y, z, far = 1; void *w(void *u) {{ while (1) {{ {work} }} return u; }}
             int main(void) {{ pthread_t t; pthread_create(&t, 0, w, 0); int seen = x; assert(seen <= 5); return 0; }}"
        )
    };
    let options = SliceOptions { form: Form::Program { engine: "sequential" }, ..SliceOptions::default() };
    let (verdict, counted) = ask(&front(&code("0")), options, Order::Theory);
    assert!(matches!(verdict, Verdict::Safe(_)), "{verdict:?}");
    assert_eq!(counted.get("abstractions"), Some(&1));
    // All of far, z and y are 1 or 0.
    let (verdict, counted) = ask(&front(&code("y")), options, Order::Theory);
    assert!(matches!(verdict, Verdict::Safe(_)), "{verdict:?}");
    assert!(counted["abstractions"] > 1, "{counted:?}");
}

/// The statements of a procedure after some variables of it were sliced.
fn sliced(program: &Program, names: &[&str], procedure: &str) -> Vec<String> {
    let automata = Automaton::of_all(program);
    let may_be = sliceable(program, &automata);
    let named = program.globals.iter().filter(|(_, global)| names.contains(&&*global.name)).map(|(id, _)| id);
    let sliced: BTreeSet<_> = named.collect();
    assert!(sliced.is_subset(&may_be), "{names:?}");
    let (abstract_program, _) = Abstraction { sliced }.apply(program);
    wellformed(&abstract_program).expect("the abstraction is a program");
    let text = raddle_program::text::print(&abstract_program);
    let begin = format!("procedure {procedure}(");
    let rows = text.lines().skip_while(|row| !row.starts_with(&begin)).skip(1).take_while(|row| *row != "}");
    let code =
        rows.filter(|row| !row.trim_start().starts_with("register ") && !row.trim_start().starts_with("memory "));
    code.map(|row| row.split(" @").next().unwrap_or_default().trim().to_owned()).collect()
}

#[test]
fn what_is_sliced_reads_as_any_value_and_is_not_written() {
    let front = front(
        "int x, y, z, a[3];
         void *w(void *u) {
             y = x + 1; x = y; __VERIFIER_assume(y > 2); __VERIFIER_assume(x > 2); if (x) z = 1; else y = 2;
             if (x) x = 1; while (x < 3) y++; a[x] = y; z = a[1]; assert(x < y);
             __VERIFIER_atomic_begin(); x = 5; __VERIFIER_atomic_end();
             return u;
         }
         int main(void) { pthread_t t; pthread_create(&t, 0, w, 0); return 0; }",
    );
    let rows = sliced(&front.program, &["x", "z", "a"], "w");
    let any = "undefined \"the value of a variable that is sliced\";";
    let expected = [
        // y = x + 1; the assignment to x is dropped.
        format!("any = {any}"),
        "t = any + 1;".to_owned(),
        "y = t;".to_owned(),
        "t = y;".to_owned(),
        // Assumptions: about y it stays, about x it is anybody's.
        "assume y > 2;".to_owned(),
        format!("'any.1' = {any}"),
        "assume 'any.1' > 2;".to_owned(),
        // A branch with nothing left on one way, and none at all.
        format!("'any.2' = {any}"),
        "if ('any.2') {".to_owned(),
        "} else {".to_owned(),
        "y = 2;".to_owned(),
        "}".to_owned(),
        "test {".to_owned(),
        format!("'any.4' = {any}"),
        "} while ('any.4' < 3) {".to_owned(),
        "t = y;".to_owned(),
        "y = t + 1;".to_owned(),
        "}".to_owned(),
        // The index of a[x] = y and what would be stored in z: of a register that is read elsewhere.
        format!("t = {any}"),
        format!("t = {any}"),
        format!("t = {any}"),
        "if (t < y) {".to_owned(),
        "} else {".to_owned(),
        "assert 0, \"__assert_fail\", \"x < y\";".to_owned(),
        "}".to_owned(),
        // The section is gone.
        "return u;".to_owned(),
    ];
    assert_eq!(rows, expected);
}

#[test]
fn what_cannot_be_any_value_is_not_sliced() {
    let front = front(
        "struct pair { int one, two; } p, q; int x, addressed, *pointer; pthread_mutex_t m; _Thread_local int own;
         void *w(void *u) {
             pthread_mutex_lock(&m); pointer = &addressed; p = q; own = x; p.one = 1; pthread_mutex_unlock(&m); return u;
         }
         int main(void) { pthread_t t; pthread_create(&t, 0, w, 0); return 0; }",
    );
    let program = &front.program;
    let automata = Automaton::of_all(program);
    let may_be = sliceable(program, &automata);
    let names: Vec<&str> = may_be.iter().map(|&global| &*program.globals[global].name).collect();
    assert_eq!(names, ["p", "q", "x"], "records are read member by member");
    let abstraction = Abstraction { sliced: may_be };
    assert_eq!(abstraction.fidelity(Property::Assertions), Some(Fidelity::Over));
    for property in [Property::Memory, Property::DataRace, Property::Overflow, Property::Deadlock] {
        assert_eq!(abstraction.fidelity(property), None);
    }
}
