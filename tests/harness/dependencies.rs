//! Which variables depend on which, by `analysis::dependencies`, and how far they are from what is asserted.

use raddle_analysis::dependencies::Dependence;
use raddle_bmc::cegpv::named::named_dependencies;
use raddle_cfront::preprocess::PreprocessOptions;
use raddle_cli::front::{Front, Target};
use raddle_verify::named_dependencies::NamedDependencies;
use raddle_verify::options::Strategy;

const HEADER: &str = "#include <pthread.h>\n#include <stdlib.h>\n#include <assert.h>\nextern void reach_error(void);\n\
                      extern int __VERIFIER_nondet_int(void);\nextern void __VERIFIER_assume(int);\n";

fn graph(code: &str) -> NamedDependencies {
    let file = tempfile::Builder::new().suffix(".c").tempfile().expect("a file can be made");
    std::fs::write(file.path(), format!("{HEADER}{code}\n")).expect("it can be written");
    let target = Target::new(file.path(), PreprocessOptions::default());
    let Ok(front) = Front::read(&target) else { panic!("it cannot be read: {code}") };
    named_dependencies(&front.program, Strategy::Paper)
}

/// What a variable depends on, and how far it is from an assertion.
fn of(graph: &NamedDependencies, name: &str) -> (Vec<String>, Vec<String>, Option<u32>) {
    let variable = graph.variables.iter().find(|variable| variable.name == name);
    let variable = variable.unwrap_or_else(|| panic!("there is no {name}: {graph:?}"));
    let by = |dependence: Dependence| {
        let those = variable.depends_on.iter().filter(|(_, by)| *by == dependence);
        those.map(|(name, _)| name.clone()).collect()
    };
    (by(Dependence::Data), by(Dependence::Control), variable.distance)
}

fn names<const N: usize>(names: [&str; N]) -> Vec<String> {
    names.map(str::to_owned).to_vec()
}

/// Two threads write what a third one reads twice and compares: the shape of the example of the paper.
#[test]
fn what_is_asserted_is_near_and_what_it_is_computed_from_is_further() {
    let graph = graph(
        "int x, y, z, far, t1, t2;
         void *p(void *unused) { x = y; y = z + 1; return unused; }
         void *q(void *unused) { x = z; far = x; return unused; }
         int main(void) {
             pthread_t a, b;
             pthread_create(&a, 0, p, 0);
             pthread_create(&b, 0, q, 0);
             t1 = x;
             t2 = x;
             if (!(t1 == 0 || t2 == 0)) reach_error();
             return 0;
         }",
    );
    assert_eq!(of(&graph, "t1"), (names(["x"]), names([]), Some(0)));
    assert_eq!(of(&graph, "t2").2, Some(0));
    assert_eq!(of(&graph, "x"), (names(["y", "z"]), names([]), Some(1)));
    assert_eq!(of(&graph, "y"), (names(["z"]), names([]), Some(2)));
    assert_eq!(of(&graph, "z"), (names([]), names([]), Some(2)));
    // Nobody learns of it.
    assert_eq!(of(&graph, "far"), (names(["x"]), names([]), None));
    // What is kept first when others are left out: as the paper has it.
    let level = |name: &str| graph.variables.iter().find(|variable| variable.name == name).and_then(|it| it.level);
    assert_eq!(["t1", "t2", "x", "y", "z", "far"].map(level), [0, 0, 0, 1, 1, 2].map(Some));
    let order: Vec<Option<u32>> = graph.variables.iter().map(|variable| variable.distance).collect();
    assert!(order.is_sorted_by_key(|distance| distance.unwrap_or(u32::MAX)), "{order:?}");
}

#[test]
fn conditions_decide_what_is_stored_in_their_branches_and_behind_their_loops() {
    let graph = graph(
        "int flag, a, b, c, d, e, f;
         void set(void) { e = 1; }
         int main(void) {
             if (flag) a = 1;
             b = 1;
             while (c) ;
             d = 1;
             if (f) set();
             assert(a + b + d + e);
             return 0;
         }",
    );
    assert_eq!(of(&graph, "a"), (names([]), names(["flag"]), Some(0)));
    // Behind both branches.
    assert_eq!(of(&graph, "b"), (names([]), names([]), Some(0)));
    // The loop may go on for ever.
    assert_eq!(of(&graph, "d"), (names([]), names(["c"]), Some(0)));
    // The call hangs on f, and is behind the loop.
    assert_eq!(of(&graph, "e"), (names([]), names(["c", "f"]), Some(0)));
    assert_eq!(of(&graph, "flag").2, Some(1));
}

#[test]
fn values_go_through_pointers_arguments_and_results() {
    let graph = graph(
        "int x, y, n; int *p = &x; struct cell { int data; } *cell;
         int twice(int k) { return k + k; }
         void *worker(void *q) { *(int *)q = n; return q; }
         int main(void) {
             pthread_t t;
             cell = malloc(sizeof *cell);
             if (!cell) return 0;
             cell->data = y;
             pthread_create(&t, 0, worker, p);
             int r = twice(cell->data);
             __VERIFIER_assume(n > 3);
             assert(x < r);
             return 0;
         }",
    );
    // What worker is given leads to x.
    let (data, control, distance) = of(&graph, "x");
    assert!(["n", "q of worker"].iter().all(|&name| data.contains(&name.to_owned())), "{data:?}");
    assert_eq!(distance, Some(0));
    // Its thread is started only if there is memory.
    assert!(control.contains(&"cell".to_owned()) || data.contains(&"cell".to_owned()), "{graph:?}");
    assert_eq!(of(&graph, "q of worker").0, names(["p"]));
    assert!(of(&graph, "k of twice").0.contains(&"cell".to_owned()), "{graph:?}");
    assert_eq!(of(&graph, "r of main").0, names(["k of twice"]));
    assert_eq!(of(&graph, "r of main").2, Some(0));
    let allocated = graph.variables.iter().find(|variable| variable.name.starts_with("what is allocated"));
    let allocated = allocated.expect("memory is a variable");
    assert!(allocated.depends_on.contains(&("y".to_owned(), Dependence::Data)), "{graph:?}");
    assert_eq!(allocated.distance, Some(2));
}
