//! The engine `slice` in its form with programs: each module of the paper alone, the example of the paper round by round, and all of it.

use raddle_analysis::analyzed_program::AnalyzedProgram;
use raddle_bmc::cegpv::program;
use raddle_bmc::cegpv::program::observer::Observer;
use raddle_bmc::cegpv::program::points::Point;
use raddle_bmc::cegpv::program::prefix_tree::PrefixTree;
use raddle_bmc::cegpv::program::reconstruction::Reconstruction;
use raddle_bmc::cegpv::program::runs::{Passed, Run, Sameness};
use raddle_cfront::preprocess::PreprocessOptions;
use raddle_cli::engines::engine_named;
use raddle_cli::front::{Front, Target};
use raddle_program::property::{Property, Violation, ViolationKind};
use raddle_program::source::{SourcePlace, Span};
use raddle_program::syntax::{GlobalId, Program};
use raddle_program::trace::{
    Event, MemoryLocation, ObjectName, TRACE_FORMAT, Trace, TraceNames, TraceStep, TraceValue,
};
use raddle_program::wellformed::wellformed;
use raddle_verify::certify::{Replayer, certify};
use raddle_verify::context::{Cancellation, Context, Silent, Statistics};
use raddle_verify::engine::Engine;
use raddle_verify::options::{Form, Respected, SliceOptions, Strategy};
use raddle_verify::pipeline::decide;
use raddle_verify::task::Task;
use raddle_verify::transform::{Fidelity, Transform};
use raddle_verify::verdict::{Answers, Outcome, Reason, Verdict};
use std::collections::BTreeSet;
use std::path::Path;
use std::sync::{Arc, Mutex};

const HEADER: &str = "#include <pthread.h>\n#include <stdlib.h>\n#include <assert.h>\n\
                      extern void __VERIFIER_atomic_begin(void), __VERIFIER_atomic_end(void);\n";

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

fn task(program: Arc<Program>) -> Task {
    Task {
        program: AnalyzedProgram::new(program),
        properties: vec![Property::Assertions],
        error_functions: None,
        file: "a.c".into(),
    }
}

fn context() -> Context {
    Context::new(Cancellation::new(), Arc::new(Silent))
}

/// What `explicit` says of a program that a transform made.
fn said(program: Program) -> Verdict {
    wellformed(&program).expect("a transform gives a program");
    let engine = engine_named("explicit").expect("explicit is an engine");
    let answers = raddle_verify::pipeline::answer(&task(Arc::new(program)), engine, &mut context());
    answers.outcomes.into_iter().next().expect("a property is asked for").verdict
}

fn globals(program: &Program, names: &[&str]) -> BTreeSet<GlobalId> {
    program.globals.iter().filter(|(_, global)| names.contains(&&*global.name)).map(|(id, _)| id).collect()
}

/// Two writers and a reader that fails on each value but 0: by what it has read, and when.
const WRITERS: &str = "int x, y;
    void *p(void *u) { x = 1; y = 1; x = 2; return u; }
    int main(void) { pthread_t t; pthread_create(&t, 0, p, 0); int one = x; int other = y; assert(!one && !other); return 0; }";

/// All runs of a program, one after the other: the next one is one that the observer does not exclude.
fn all_runs(program: &Program, observed: &BTreeSet<GlobalId>, sameness: Sameness) -> Vec<Run> {
    let mut spurious = PrefixTree::default();
    let mut runs = Vec::new();
    loop {
        let observer = Observer { observed, sameness, spurious: &spurious };
        let seen = observer.observe(program);
        match said(seen.program) {
            Verdict::Safe(_) => return runs,
            Verdict::Unsafe(trace) => {
                let run = sameness.run(&trace, &seen.label, &seen.points).expect("the run can be read");
                assert!(spurious.add(&run), "a run that is excluded comes back: {run:?}");
                runs.push(run);
            }
            Verdict::Unknown(reason) => panic!("{reason:?}"),
        }
        assert!(runs.len() < 100, "there are fewer runs");
    }
}

/// The order of three writes and two reads, each thread's in its own: those in which something is read before the assertion. In one line each
/// order is a run, if the assertion fails in it; by variable, what another variable is doing does not matter.
#[test]
fn an_observer_excludes_the_runs_of_its_tree_and_no_others() {
    let front = front(WRITERS);
    let observed = globals(&front.program, &["x", "y"]);
    let expected_strict = strict_runs();
    let strict = all_runs(&front.program, &observed, Sameness::of(Respected::Run));
    assert_eq!(strict.len(), expected_strict, "{strict:?}");
    let loose = all_runs(&front.program, &observed, Sameness::of(Respected::Order));
    assert_eq!(loose.len(), loose_runs(), "{loose:?}");
    assert!(loose.len() < strict.len());
}

/// The ways in which the two threads of [`WRITERS`] can be when the assertion fails: how many writes there were before the first read, between
/// the reads, and after them.
fn ways() -> Vec<[usize; 3]> {
    let mut found = Vec::new();
    for before in 0..=3 {
        for between in 0..=3 - before {
            for after in 0..=3 - before - between {
                // x is 1 after the first write, y after the second.
                if before >= 1 || before + between >= 2 {
                    found.push([before, between, after]);
                }
            }
        }
    }
    found
}

fn strict_runs() -> usize {
    ways().len()
}

/// By variable: how many writes to it there were before it was read, and after.
fn loose_runs() -> usize {
    let to_x = |writes: usize| [0, 1, 1, 2][writes];
    let to_y = |writes: usize| [0, 0, 1, 1][writes];
    let run = |[before, between, after]: [usize; 3]| {
        let (second, all) = (before + between, before + between + after);
        [to_x(before), to_x(all) - to_x(before), to_y(second), to_y(all) - to_y(second)]
    };
    ways().into_iter().map(run).collect::<BTreeSet<_>>().len()
}

/// Each run of the program is rebuilt, and its trace is one of the program; with another value, or another step, there is none.
#[test]
fn a_reconstruction_has_its_run_and_no_other() {
    let front = front(WRITERS);
    let observed = globals(&front.program, &["x", "y"]);
    for respected in [Respected::Run, Respected::Order] {
        let sameness = Sameness::of(respected);
        for run in all_runs(&front.program, &observed, sameness) {
            let reconstruction = Reconstruction { observed: &observed, sameness, run: &run };
            let (rebuilt, way_back) = reconstruction.apply(&front.program);
            let Verdict::Unsafe(trace) = said(rebuilt) else { panic!("{run:?}") };
            let trace = way_back.trace(*trace);
            front.replayer().replay(&trace).unwrap_or_else(|why| panic!("{run:?}: {why}\n{trace:?}"));
            let seen = |point: u32| run.lines.values().flatten().filter(|passed| passed.point == point).count();
            assert!(run.lines.values().flatten().all(|passed| seen(passed.point) == 1), "no loops: {run:?}");
            for other in altered(&run) {
                let reconstruction = Reconstruction { observed: &observed, sameness, run: &other };
                let verdict = said(reconstruction.apply(&front.program).0);
                assert!(matches!(verdict, Verdict::Safe(_)), "{other:?} is no run: {verdict:?}");
            }
        }
    }
}

/// Runs that begin like this one and are none: twice at the last point, or with other values written.
fn altered(run: &Run) -> Vec<Run> {
    let mut found = Vec::new();
    for (&line, passed) in &run.lines {
        let mut longer = run.clone();
        longer.lines.entry(line).or_default().extend(passed.last().copied());
        found.push(longer);
        if passed.iter().any(|it| it.value.is_some()) {
            let mut other = run.clone();
            let values = |it: &Passed| Passed { value: it.value.map(|value| value + 5), ..*it };
            other.lines.insert(line, passed.iter().map(values).collect());
            found.push(other);
        }
    }
    found
}

/// Runs that differ in nothing but which assertion fails are two. The value that is read is 1 after the write, and the first or the second assertion
/// fails, as the input says; or it is 0, before the write or without it, and the third one does.
#[test]
fn each_assertion_fails_in_runs_of_its_own() {
    let front = front(
        "extern int __VERIFIER_nondet_int(void); int x; void *p(void *u) { x = 1; return u; }
         int main(void) { pthread_t t; pthread_create(&t, 0, p, 0); int one = x;
                          if (__VERIFIER_nondet_int()) assert(one < 1); else assert(one != 1);
                          assert(one); return 0; }",
    );
    let observed = globals(&front.program, &["x"]);
    for respected in [Respected::Run, Respected::Order] {
        let sameness = Sameness::of(respected);
        let runs = all_runs(&front.program, &observed, sameness);
        assert_eq!(runs.len(), 4, "{runs:?}");
        let failures: BTreeSet<u32> = runs.iter().map(|run| run.failure).collect();
        assert_eq!(failures.len(), 3, "{runs:?}");
        for run in &runs {
            for &failure in &failures {
                let other = Run { failure, ..run.clone() };
                let reconstruction = Reconstruction { observed: &observed, sameness, run: &other };
                let verdict = said(reconstruction.apply(&front.program).0);
                assert_eq!(matches!(verdict, Verdict::Unsafe(_)), runs.contains(&other), "{other:?}: {verdict:?}");
            }
        }
    }
}

#[test]
fn each_part_says_what_carries_over() {
    let observed = BTreeSet::new();
    let (sameness, spurious, run) = (Sameness { is_strict: true }, PrefixTree::default(), Run::default());
    let observer = Observer { observed: &observed, sameness, spurious: &spurious };
    let reconstruction = Reconstruction { observed: &observed, sameness, run: &run };
    assert_eq!(observer.fidelity(Property::Assertions), Some(Fidelity::Over));
    assert_eq!(reconstruction.fidelity(Property::Assertions), Some(Fidelity::Under));
    for property in [Property::Memory, Property::DataRace, Property::Overflow, Property::Deadlock] {
        assert_eq!((observer.fidelity(property), reconstruction.fidelity(property)), (None, None));
    }
}

fn ask(front: &Front, engine: &'static str, strategy: Strategy, respected: Respected) -> (Verdict, Statistics) {
    let mut cx = context();
    cx.options.slice =
        SliceOptions { form: Form::Program { engine }, strategy, respected, skips_concretization: false };
    let slice = engine_named("slice").expect("slice is an engine");
    let verdict =
        decide(&task(Arc::clone(&front.program)), slice, &front.replayer(), &mut cx).outcomes.remove(0).verdict;
    (verdict, cx.statistics)
}

/// Programs, and whether an assertion fails.
const PROGRAMS: [(&str, bool); 8] = [
    (
        "int x, y, z, far;
         void *p(void *u) { far = 1; z = far; y = z; x = y; return u; }
         int main(void) { pthread_t t; pthread_create(&t, 0, p, 0); assert(x != 2); return 0; }",
        false,
    ),
    (
        "int x, y, z, far;
         void *p(void *u) { far = 2; z = far; y = z; x = y; return u; }
         int main(void) { pthread_t t; pthread_create(&t, 0, p, 0); assert(x != 2); return 0; }",
        true,
    ),
    // Which of two threads of the same code does what.
    (
        "int n, on, off, go;
         void *p(void *u) { go = 1; off = go; on = off; if (on) n++; return u; }
         int main(void) { pthread_t t, s; pthread_create(&t, 0, p, 0); pthread_create(&s, 0, p, 0);
                          pthread_join(t, 0); pthread_join(s, 0); assert(n == 2); return 0; }",
        true,
    ),
    (
        "int n, on, off, go; pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
         void *p(void *u) { go = 1; off = go; on = off; pthread_mutex_lock(&m); if (on) n++; pthread_mutex_unlock(&m); return u; }
         int main(void) { pthread_t t, s; pthread_create(&t, 0, p, 0); pthread_create(&s, 0, p, 0);
                          pthread_join(t, 0); pthread_join(s, 0); assert(n == 2); return 0; }",
        false,
    ),
    // In sections, with two assertions, of which one fails.
    (
        "int a, b, c, d = 1;
         void *p(void *u) { __VERIFIER_atomic_begin(); c = d; b = c; a = b; __VERIFIER_atomic_end(); d = 3; return u; }
         int main(void) { pthread_t t; pthread_create(&t, 0, p, 0);
                          __VERIFIER_atomic_begin(); int seen = a; d = 2; assert(seen < 2); __VERIFIER_atomic_end();
                          pthread_join(t, 0); assert(a == 1); return 0; }",
        true,
    ),
    (
        "int a, b, c, d = 1; _Atomic int n;
         void *p(void *u) { c = d; b = c; a = b; n++; return u; }
         int main(void) { pthread_t t; pthread_create(&t, 0, p, 0); n++;
                          while (n < 2) { } assert(a == 1); return 0; }",
        false,
    ),
    // Nothing that is kept can be observed.
    (
        "int here[2], y, z, far = 1;
         void *p(void *u) { z = far; y = z; int *to = here; to[1] = y; return u; }
         int main(void) { pthread_t t; pthread_create(&t, 0, p, 0); assert(here[1] == 0); return 0; }",
        true,
    ),
    // A run that begins like a spurious one.
    (
        "int x, y, z = 1, w;
         void *p(void *u) { w = z; y = w; x = y; y = 5; x = y; return u; }
         int main(void) { pthread_t t; pthread_create(&t, 0, p, 0); int one = x; int other = x; assert(one != 5 || other != 5); return 0; }",
        true,
    ),
];

#[test]
fn no_way_to_slice_programs_changes_a_verdict() {
    let (mut n_spurious, mut n_rebuilt) = (0, 0);
    for (code, is_violated) in PROGRAMS {
        let front = front(code);
        for engine in ["explicit", "bmc"] {
            for strategy in [Strategy::Paper, Strategy::Distance] {
                for respected in [Respected::Order, Respected::Run] {
                    let (verdict, counted) = ask(&front, engine, strategy, respected);
                    let is_right = match verdict {
                        Verdict::Safe(_) => !is_violated,
                        Verdict::Unsafe(_) => is_violated,
                        // A loop that waits.
                        Verdict::Unknown(_) => engine == "bmc" && code.contains("while"),
                    };
                    assert!(is_right, "{code}: {engine} {strategy:?} {respected:?}: {verdict:?}");
                    n_spurious += counted.get("spurious counterexamples").copied().unwrap_or(0);
                    n_rebuilt += counted.get("reconstructions").copied().unwrap_or(0);
                }
            }
        }
    }
    // Else nothing was tried.
    assert!(n_spurious > 20 && n_rebuilt > 30, "{n_spurious} {n_rebuilt}");
}

/// A checker that knows nothing of programs that were rebuilt.
struct Ignorant;

impl Engine for Ignorant {
    fn name(&self) -> &'static str {
        "ignorant"
    }

    fn summary(&self) -> &'static str {
        "knows nothing of programs that were rebuilt"
    }

    fn decides(&self, property: Property) -> bool {
        property == Property::Assertions
    }

    fn transforms(&self) -> Vec<Box<dyn Transform>> {
        Vec::new()
    }

    fn run(&self, task: &Task, cx: &mut Context) -> Answers {
        if task.program.globals.values().any(|global| &*global.name == "slice::count") {
            let (why, advice) = ("it was rebuilt".to_owned(), String::new());
            return Answers::unknown(&task.properties, &Reason::GaveUp { why, advice });
        }
        engine_named("explicit").expect("explicit is an engine").run(task, cx)
    }
}

#[test]
fn a_run_of_which_nothing_is_known_is_not_excluded() {
    for (code, is_violated) in PROGRAMS {
        let front = front(code);
        for respected in [Respected::Order, Respected::Run] {
            let mut cx = context();
            cx.options.slice.respected = respected;
            let answers = program::decide(&task(Arc::clone(&front.program)), &Ignorant, &mut cx);
            let verdict = &answers.outcomes[0].verdict;
            assert_eq!(matches!(verdict, Verdict::Unsafe(_)), is_violated, "{code}: {verdict:?}");
            assert_eq!(cx.statistics.get("spurious counterexamples"), None);
        }
    }
}

/// A checker that gives the runs of a script for the programs that are abstractions of three variables, and asks another one about all others.
struct Scripted {
    /// By round: variable, whether it is written, and the value.
    runs: Vec<Vec<(&'static str, bool, i128)>>,
    original: Arc<Program>,
    seen: Mutex<Vec<(bool, String)>>,
}

impl Engine for Scripted {
    fn name(&self) -> &'static str {
        "scripted"
    }

    fn summary(&self) -> &'static str {
        "gives the runs of a script"
    }

    fn decides(&self, property: Property) -> bool {
        property == Property::Assertions
    }

    fn transforms(&self) -> Vec<Box<dyn Transform>> {
        Vec::new()
    }

    fn run(&self, task: &Task, cx: &mut Context) -> Answers {
        let text = raddle_program::text::print(&task.program);
        let is_abstraction = task.program.globals.values().any(|global| &*global.name == "slice::label");
        let mut seen = self.seen.lock().expect("one thread");
        let round = seen.iter().filter(|(is_abstraction, _)| *is_abstraction).count();
        seen.push((is_abstraction, text));
        if !is_abstraction {
            return engine_named("explicit").expect("explicit is an engine").run(task, cx);
        }
        let trace = self.trace(&self.runs[round]);
        Answers {
            outcomes: vec![Outcome { property: Property::Assertions, verdict: Verdict::Unsafe(Box::new(trace)) }],
        }
    }
}

impl Scripted {
    /// The trace of a run: each access, and the point at which it is.
    fn trace(&self, run: &[(&str, bool, i128)]) -> Trace {
        let observed = globals(&self.original, &["x", "t1", "t2"]);
        let (sameness, spurious) = (Sameness { is_strict: true }, PrefixTree::default());
        let seen = Observer { observed: &observed, sameness, spurious: &spurious }.observe(&self.original);
        let mut steps = Vec::new();
        let mut passed: BTreeSet<usize> = BTreeSet::new();
        let place = SourcePlace { file: "toy.c".into(), line: 1, column: 1 };
        let mut push = |name: &str, is_write: bool, value: i128| {
            let location =
                MemoryLocation { object: ObjectName::Global(name.into()), offset: 0, size: 4, text: name.to_owned() };
            let (value, is_atomic) = (TraceValue::Integer(value), false);
            let event = if is_write {
                Event::Write { location, value, is_atomic }
            } else {
                Event::Read { location, value, is_atomic }
            };
            steps.push(TraceStep {
                thread: 0,
                span: Span::NOWHERE,
                place: place.clone(),
                function: "main".into(),
                callers: Vec::new(),
                event,
            });
        };
        for &(name, is_write, value) in run {
            // Process and variable: "q.x" is x in q, whose code comes first in the text.
            let (process, name) = name.split_once('.').expect("a process and a variable");
            let mut places: Vec<usize> = (0..seen.points.len())
                .filter(|&point| {
                    matches!(&seen.points[point], Point::Access { variable, is_write: it, .. }
                        if &*self.original.globals[*variable].name == name && *it == is_write)
                })
                .collect();
            if process == "p" {
                places.reverse();
            }
            let point = *places.iter().find(|point| !passed.contains(point)).expect("there is such a point");
            passed.insert(point);
            push(name, is_write, value);
            push(&seen.label, true, point as i128);
        }
        let failure = seen.points.iter().position(|point| *point == Point::Failure).expect("there is an assertion");
        push(&seen.label, true, failure as i128);
        Trace {
            format: TRACE_FORMAT,
            file: "toy.c".into(),
            property: Property::Assertions,
            steps,
            violation: Violation {
                kind: ViolationKind::Assertion("__assert_fail".into()),
                thread: 0,
                span: Span::NOWHERE,
                message: String::new(),
            },
            loop_start: None,
            is_recurrent: false,
            names: TraceNames::default(),
        }
    }
}

/// Section 2 of the paper: the abstraction keeps t1, t2 and x (Fig. 2b). Of its runs (Fig. 4) that in which P comes first is spurious (Fig. 5) and
/// excluded (Fig. 6); that in which Q comes first is real (Figs. 7, 8).
#[test]
fn the_example_of_the_paper_goes_as_in_the_paper() {
    let toy = Path::new(env!("CARGO_MANIFEST_DIR")).join("../examples/papers/cegpv/toy.c");
    let front = read(&toy);
    let first = vec![
        ("p.x", true, 0),
        ("p.x", false, 0),
        ("p.t1", true, 0),
        ("q.x", true, 1),
        ("q.x", false, 1),
        ("q.t2", true, 1),
        ("p.t1", false, 0),
        ("p.t2", false, 1),
    ];
    let second = vec![
        ("q.x", true, 1),
        ("q.x", false, 1),
        ("q.t2", true, 1),
        ("p.x", true, 0),
        ("p.x", false, 0),
        ("p.t1", true, 0),
        ("p.t1", false, 0),
        ("p.t2", false, 1),
    ];
    let engine =
        Scripted { runs: vec![first, second], original: Arc::clone(&front.program), seen: Mutex::new(Vec::new()) };
    let mut cx = context();
    let form = Form::Program { engine: "scripted" };
    cx.options.slice =
        SliceOptions { form, strategy: Strategy::Paper, respected: Respected::Run, skips_concretization: false };
    let answers = program::decide(&task(Arc::clone(&front.program)), &engine, &mut cx);
    let answers = certify(&task(Arc::clone(&front.program)), answers, &front.replayer(), &cx.run_of("slice"));
    assert!(matches!(answers.outcomes[0].verdict, Verdict::Unsafe(_)), "{:?}", answers.outcomes);
    assert_eq!(cx.statistics.get("spurious counterexamples"), Some(&1));
    assert_eq!(cx.statistics.get("reconstructions"), Some(&2));
    let seen = engine.seen.lock().expect("one thread");
    let kinds: Vec<bool> = seen.iter().map(|(is_abstraction, _)| *is_abstraction).collect();
    assert_eq!(kinds, [true, false, true, false], "P1, S of the first run, P2, S of the second");
    let uses = |text: &str, name: &str| {
        text.lines()
            .any(|row| row.split_whitespace().any(|word| word.trim_end_matches(';') == name) && row.contains(" = "))
    };
    for abstraction in [&seen[0].1, &seen[2].1] {
        assert!(["x", "t1", "t2"].iter().all(|name| uses(abstraction, name)), "{abstraction}");
        assert!(!["y", "z"].iter().any(|name| uses(abstraction, name)), "{abstraction}");
    }
    for rebuilt in [&seen[1].1, &seen[3].1] {
        assert!(["y", "z"].iter().all(|name| uses(rebuilt, name)), "{rebuilt}");
        assert!(!["x", "t1", "t2"].iter().any(|name| uses(rebuilt, name)), "{rebuilt}");
    }
    assert!(!seen[0].1.contains("slice::vertex") && seen[2].1.contains("slice::vertex"), "{}", seen[2].1);
}
