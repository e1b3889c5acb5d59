//! Proofs that a text is free of races and deadlocks: they are accepted, nothing may be missing, and each check is needed.

use raddle_analysis::analyzed_program::AnalyzedProgram;
use raddle_analysis::{deadlock_freedom, race_freedom};
use raddle_certify::ProofText;
use raddle_certify::freedom::{Argument, DeadlockChecks, ParallelChecks, RaceChecks};
use raddle_cfront::preprocess::PreprocessOptions;
use raddle_cli::front::{Front, Target};
use raddle_program::property::Property;
use raddle_program::syntax::Program;
use raddle_tests::case::Case;
use raddle_verify::static_answers::argument;
use std::path::Path;
use std::sync::Arc;

/// Programs of the corpus, with what certify accepts of them.
const PROGRAMS: [(&str, Property); 20] = [
    ("race/joined_one_after_the_other.c", Property::DataRace),
    ("race/lock_of_the_entry.c", Property::DataRace),
    ("race/lock_with_the_same_index.c", Property::DataRace),
    ("race/lock_with_an_index_that_stays_a_number.c", Property::DataRace),
    ("race/joined_in_a_loop.c", Property::DataRace),
    ("race/joined_in_two_objects.c", Property::DataRace),
    ("race/once_orders.c", Property::DataRace),
    ("race/filled_before_it_is_published.c", Property::DataRace),
    ("race/initializer_fills_new_object.c", Property::DataRace),
    ("race/returned_object_is_filled.c", Property::DataRace),
    ("race/trylock_checked.c", Property::DataRace),
    ("race/creator_keeps_the_lock.c", Property::DataRace),
    ("race/created_after_the_lock_was_free.c", Property::DataRace),
    ("reach/increment_locked.c", Property::DataRace),
    ("pitfalls/memory/66_list_popped_by_two_locked.c", Property::DataRace),
    ("deadlock/same_order.c", Property::Deadlock),
    ("deadlock/opposite_order_behind_gate.c", Property::Deadlock),
    ("deadlock/read_lock_upgraded_7_right.c", Property::Deadlock),
    ("deadlock/joins_with_lock_7_right.c", Property::Deadlock),
    ("deadlock/spin_lock_unlocked.c", Property::Deadlock),
];

fn read(path: &Path) -> Front {
    Front::read(&Target::new(path, PreprocessOptions::default())).expect("a case can be read")
}

fn judge(program: &Program, property: Property, lines: &[String]) -> Result<(), String> {
    judge_with(program, property, lines, RaceChecks::ALL, DeadlockChecks::ALL, ParallelChecks::ALL)
}

fn judge_with(
    program: &Program,
    property: Property,
    lines: &[String],
    races: RaceChecks,
    deadlocks: DeadlockChecks,
    parallel: ParallelChecks,
) -> Result<(), String> {
    let text = lines.iter().map(|line| format!("{line}\n")).collect::<String>() + "end\n";
    let read = Argument::read(program, &mut ProofText::new(text.into_bytes()));
    read.map_err(|rejected| rejected.to_string())?.check_with(program, property, races, deadlocks, parallel)
}

#[test]
fn arguments_are_accepted_and_say_nothing_that_is_not_needed() {
    for (name, property) in PROGRAMS {
        let front = read(&Path::new(env!("CARGO_MANIFEST_DIR")).join("corpus").join(name));
        let lines = argument(&AnalyzedProgram::new(front.program.clone()), &[property])
            .unwrap_or_else(|why| panic!("{name}: {why}"));
        assert_eq!(judge(&front.program, property, &lines), Ok(()), "{name}");
        let mut changed = 0;
        for line in 0..lines.len() {
            // Accesses may be kept apart for two reasons; of everything else nothing may be missing.
            let is_protection = |line: &String| !line.starts_with("thread") && !line.starts_with("point");
            let mut missing = lines.clone();
            match is_protection(&lines[line]) {
                true => missing.retain(|line| !is_protection(line)),
                false => drop(missing.remove(line)),
            }
            // Ranks may be enough without a loop that joins.
            let is_needed = property == Property::DataRace || !lines[line].starts_with("joins");
            assert!(judge(&front.program, property, &missing).is_err() || !is_needed, "{name} without {}", lines[line]);
            // Another number in each place: another thread, object, lock or step.
            let words: Vec<&str> = lines[line].split(' ').collect();
            for place in 1..words.len() - usize::from(words[0] == "point") {
                let mut words: Vec<String> = words.iter().map(|&word| word.to_owned()).collect();
                words[place] = (words[place].parse::<u64>().expect("a number") + 1).to_string();
                let mut lines = lines.clone();
                lines[line] = words.join(" ");
                let is_rejected = judge(&front.program, property, &lines).is_err();
                // What is seldom said is said once.
                let is_needed =
                    is_needed && matches!(words[0].as_str(), "near" | "indexed" | "once" | "creator" | "joins");
                assert!(is_rejected || !is_needed, "{name}: {}", lines[line]);
                changed += u32::from(is_rejected);
            }
        }
        assert!(changed > 0, "{name}");
    }
}

/// What shows that a program has no race shows nothing of its twin, which has one.
#[test]
fn no_argument_is_one_of_a_twin() {
    let corpus = Path::new(env!("CARGO_MANIFEST_DIR")).join("corpus");
    let folder = corpus.join("race");
    let mut n_pairs = 0;
    for entry in std::fs::read_dir(&folder).expect("the folder is there") {
        let path = entry.expect("it can be read").path();
        if path.is_dir() {
            continue;
        }
        let header = |path: &Path| -> Vec<String> {
            let text = std::fs::read_to_string(path).expect("a case can be read");
            text.lines().take_while(|line| line.starts_with("//@")).map(str::to_owned).collect()
        };
        let is_safe = |header: &[String]| ["//@ safe", "//@ all: safe"].contains(&header[0].as_str());
        // A twin may be the same text, open because the user has not said what a function without a body does.
        let is_open = |header: &[String]| header[0] == "//@ unknown";
        let of_case = header(&path);
        let twin = of_case.iter().find_map(|line| line.strip_prefix("//@ twin: "));
        let Some(twin) = twin.map(|twin| folder.join(format!("{twin}.c"))) else { continue };
        if !is_safe(&of_case) || is_safe(&header(&twin)) || is_open(&header(&twin)) {
            continue;
        }
        let read = |path: &Path| {
            let case = Case::read(path, &corpus).expect("a case can be read");
            let (callers, arguments) = (case.callers.map(Arc::new), case.arguments);
            let target = Target { callers, arguments, ..Target::new(path, PreprocessOptions::default()) };
            Front::read(&target).expect("a case can be read").program
        };
        let safe = read(&path);
        let Ok(lines) = argument(&AnalyzedProgram::new(safe.clone()), &[Property::DataRace]) else { continue };
        if judge(&safe, Property::DataRace, &lines).is_ok() {
            let of_twin = judge(&read(&twin), Property::DataRace, &lines);
            assert!(of_twin.is_err(), "{} {lines:?}", twin.display());
            n_pairs += 1;
        }
    }
    assert!(n_pairs > 30, "{n_pairs}");
}

/// Ranks that are turned around are no order.
#[test]
fn ranks_must_fall() {
    for (name, property) in PROGRAMS.into_iter().filter(|(_, property)| *property == Property::Deadlock) {
        let front = read(&Path::new(env!("CARGO_MANIFEST_DIR")).join("corpus").join(name));
        let turned = |line: String| match line.strip_prefix("point ").and_then(|rest| rest.rsplit_once(' ')) {
            Some((point, rank)) => format!("point {point} -{rank}"),
            None => line,
        };
        let lines = argument(&AnalyzedProgram::new(front.program.clone()), &[property]).expect("there is an argument");
        let lines: Vec<String> = lines.into_iter().map(turned).collect();
        assert!(judge(&front.program, property, &lines).is_err(), "{name}");
    }
}

const CREATE: &str = "pthread_create(&t, 0, first, 0); pthread_create(&u, 0, second, 0);";

/// A program around what differs: the code of two threads and of main, which creates both unless it begins with a loop.
fn program(name: &str, [first, second, main]: [&str; 3]) -> Front {
    let main = if main.starts_with("for") { main.to_owned() } else { format!("{CREATE} {main}") };
    let text = format!(
        "#include <pthread.h>\n#include <semaphore.h>\n#include <stdlib.h>\nextern int __VERIFIER_nondet_int(void);\n\
         pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER, n = PTHREAD_MUTEX_INITIALIZER;\n\
         pthread_rwlock_t l = PTHREAD_RWLOCK_INITIALIZER;\nsem_t s;\nint x, y;\nint *g;\n\
         struct entry {{ pthread_mutex_t lock; int data; }} e[2], *h;\n\
         pthread_once_t c = PTHREAD_ONCE_INIT;\npthread_t id, ids[2];\n\
         void fill(struct entry *q) {{ q->data = 1; }}\n\
         void routine(void) {{ x = 1; }}\nvoid ending(void) {{ x = 1; pthread_exit(0); }}\n\
         void *first(void *p) {{ {first} return 0; }}\nvoid *second(void *p) {{ {second} return 0; }}\n\
         int main(void) {{ pthread_t t, u; {main} return 0; }}\n"
    );
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("argument_{name}.c"));
    std::fs::write(&path, text).expect("a program is written");
    read(&path)
}

/// Whether the analyses show a property.
fn is_proved(program: &Arc<Program>, property: Property) -> bool {
    let program = AnalyzedProgram::new(program.clone());
    let (points_to, automata) = (program.points_to(), program.automata());
    match property {
        Property::DataRace => race_freedom::prove(&program, points_to, automata).is_ok(),
        _ => deadlock_freedom::prove(&program, points_to, automata).is_ok(),
    }
}

/// For each check a program, its argument, and a change to the program after which the argument holds no more: without the
/// check it would be accepted.
#[test]
fn each_check_is_needed() {
    const LOCKED: &str = "pthread_mutex_lock(&m); x = 1; pthread_mutex_unlock(&m);";
    const JOIN: &str = "pthread_join(t, 0); pthread_join(u, 0);";
    const BOTH: &str =
        "pthread_mutex_lock(&m); pthread_mutex_lock(&n); pthread_mutex_unlock(&n); pthread_mutex_unlock(&m);";
    let (races, deadlocks, parallel) = (RaceChecks::ALL, DeadlockChecks::ALL, ParallelChecks::ALL);
    let entry = |pointer: &str, before: &str| {
        format!(
            "int n = __VERIFIER_nondet_int(); struct entry *q = {pointer}; {before} pthread_mutex_lock(&q->lock); \
             q->data = 1; pthread_mutex_unlock(&q->lock);"
        )
    };
    let [of_index, of_byte] = [entry("e + n", ""), entry("(struct entry *)((char *)e + n)", "")];
    let let_go = entry("e + n", "pthread_mutex_unlock(&q->lock);");
    let told = |before: &str, behind: &str| {
        format!(
            "struct entry *q = malloc(sizeof *q); {before} pthread_mutex_lock(&m); h = q; pthread_mutex_unlock(&m); {behind}"
        )
    };
    let [filled, filled_again] = [told("fill(q);", ""), told("fill(q);", "fill(q);")];
    let [new, known] = [told("q->data = 1;", ""), told("", "q->data = 1;")];
    let looks = "pthread_mutex_lock(&m); if (h) h->data = 2; pthread_mutex_unlock(&m);";
    let stored = |order: &str| {
        format!("struct entry *q = malloc(sizeof *q); q->data = 1; __atomic_store_n(&h, q, __ATOMIC_{order});")
    };
    let loads = "struct entry *q = __atomic_load_n(&h, __ATOMIC_ACQUIRE); if (q) q->data = 2;";
    let joins_id = "for (y = 0; y < 0;) ; pthread_create(&id, 0, first, 0); pthread_create(&u, 0, second, 0); \
                    pthread_join(id, 0); x = 2;";
    let joins_up_to = |end: u32| {
        format!(
            "for (int i = 0; i < 2; i++) pthread_create(&ids[i], 0, first, 0); \
             for (int j = 0; j < {end}; j++) pthread_join(ids[j], 0); x = 2;"
        )
    };
    let [all, one] = [joins_up_to(2), joins_up_to(1)];
    let joins_objects = |written_over: &str| {
        format!(
            "for (y = 0; y < 0;) ; struct object {{ pthread_t id, other; }}; static struct object *a[2], *b[2]; \
             for (int i = 0; i < 2; i++) {{ struct object *q = malloc(sizeof *q); a[i] = q; \
             pthread_create(&q->id, 0, first, 0); q->other = pthread_self(); }} {written_over} \
             for (int j = 0; j < 2; j++) pthread_join(a[j]->id, 0); x = 2;"
        )
    };
    let [own_ids, no_own_ids] = [joins_objects("b[1] = a[0];"), joins_objects("a[1] = a[0];")];
    // Main has the lock as long as the first thread runs, or not.
    let creates = |is_kept: bool| {
        let end = if is_kept {
            "; pthread_join(t, 0); pthread_mutex_unlock(&m);"
        } else {
            "; pthread_mutex_unlock(&m); pthread_join(t, 0);"
        };
        format!(
            "for (y = 0; y < 0;) ; pthread_create(&u, 0, second, 0); pthread_mutex_lock(&m); \
             pthread_create(&t, 0, first, 0) {end}"
        )
    };
    let (race, deadlock) = (Property::DataRace, Property::Deadlock);
    let reads = "pthread_rwlock_rdlock(&l); y = x; pthread_rwlock_unlock(&l);";
    type Parts<'a> = [&'a str; 3];
    let cases: [(&str, Property, Parts<'_>, Parts<'_>, RaceChecks, DeadlockChecks, ParallelChecks); 21] = [
        (
            "readers_share",
            race,
            [
                "pthread_rwlock_wrlock(&l); x = 1; pthread_rwlock_unlock(&l);",
                "pthread_rwlock_rdlock(&l); (void)x; pthread_rwlock_unlock(&l);",
                "",
            ],
            [
                "pthread_rwlock_rdlock(&l); x = 1; pthread_rwlock_unlock(&l);",
                "pthread_rwlock_rdlock(&l); (void)x; pthread_rwlock_unlock(&l);",
                "",
            ],
            RaceChecks { readers_share: false, ..races },
            deadlocks,
            parallel,
        ),
        (
            "order",
            race,
            ["x = 1;", "", "pthread_join(t, 0); x = 2;"],
            ["x = 1;", "", "x = 2;"],
            RaceChecks { order: false, ..races },
            deadlocks,
            parallel,
        ),
        (
            "publication",
            race,
            // The local is known to its thread alone, or to all that begin with the same function.
            [
                "",
                "int a = 0; pthread_mutex_lock(&m); g = &x; pthread_mutex_unlock(&m); int *h = &a; *h = 1;",
                "for (;;) pthread_create(&u, 0, second, 0);",
            ],
            [
                "",
                "int a = 0; pthread_mutex_lock(&m); g = &a; int *h = g; pthread_mutex_unlock(&m); *h = 1;",
                "for (;;) pthread_create(&u, 0, second, 0);",
            ],
            RaceChecks { publication: false, ..races },
            deadlocks,
            parallel,
        ),
        (
            "targets",
            race,
            [LOCKED, "pthread_mutex_lock(&m); int *q = &x; *q = 2; pthread_mutex_unlock(&m);", ""],
            [
                LOCKED,
                "pthread_mutex_lock(&m); int *q; if (__VERIFIER_nondet_int()) q = &x; *q = 2; pthread_mutex_unlock(&m);",
                "",
            ],
            RaceChecks { targets: false, ..races },
            deadlocks,
            parallel,
        ),
        (
            "ranks",
            deadlock,
            [BOTH, BOTH, ""],
            [
                BOTH,
                "pthread_mutex_lock(&n); pthread_mutex_lock(&m); pthread_mutex_unlock(&m); pthread_mutex_unlock(&n);",
                "",
            ],
            races,
            DeadlockChecks { ranks: false, ..deadlocks },
            parallel,
        ),
        (
            "waits",
            deadlock,
            [BOTH, BOTH, ""],
            [BOTH, &format!("{BOTH} sem_wait(&s);"), ""],
            races,
            DeadlockChecks { waits: false, ..deadlocks },
            parallel,
        ),
        (
            "ends",
            deadlock,
            [LOCKED, LOCKED, ""],
            [LOCKED, "pthread_mutex_lock(&m); x = 1;", ""],
            races,
            DeadlockChecks { ends: false, ..deadlocks },
            parallel,
        ),
        (
            "once",
            deadlock,
            [reads, "pthread_rwlock_wrlock(&l); pthread_rwlock_unlock(&l);", ""],
            [
                "pthread_rwlock_rdlock(&l); pthread_rwlock_tryrdlock(&l); y = x; pthread_rwlock_unlock(&l);",
                "pthread_rwlock_wrlock(&l); pthread_rwlock_unlock(&l);",
                "",
            ],
            races,
            DeadlockChecks { once: false, ..deadlocks },
            parallel,
        ),
        (
            "joins",
            deadlock,
            [LOCKED, "", &format!("pthread_mutex_lock(&m); y = 1; pthread_mutex_unlock(&m); {JOIN}")],
            [LOCKED, "", &format!("pthread_mutex_lock(&m); y = 1; y = 2; {JOIN} pthread_mutex_unlock(&m);")],
            races,
            DeadlockChecks { joins: false, ..deadlocks },
            parallel,
        ),
        (
            "sections",
            deadlock,
            [LOCKED, LOCKED, ""],
            [LOCKED, "pthread_mutex_lock(&m); while (y) ; pthread_mutex_unlock(&m);", ""],
            races,
            DeadlockChecks { sections: false, ..deadlocks },
            parallel,
        ),
        (
            "together",
            race,
            [&of_index, &of_index, ""],
            [&of_byte, &of_byte, ""],
            RaceChecks { together: false, ..races },
            deadlocks,
            parallel,
        ),
        (
            "let_go",
            race,
            [&of_index, &of_index, ""],
            [&of_index, &let_go, ""],
            RaceChecks { let_go: false, ..races },
            deadlocks,
            parallel,
        ),
        (
            "routines",
            race,
            ["pthread_once(&c, routine);", "pthread_once(&c, routine); y = x;", ""],
            ["pthread_once(&c, ending);", "pthread_once(&c, ending); y = x;", ""],
            RaceChecks { routines: false, ..races },
            deadlocks,
            parallel,
        ),
        (
            "births",
            race,
            [&new, looks, ""],
            [&known, looks, ""],
            RaceChecks { births: false, ..races },
            deadlocks,
            parallel,
        ),
        (
            "gifts",
            race,
            [&filled, looks, ""],
            [&filled_again, looks, ""],
            RaceChecks { gifts: false, ..races },
            deadlocks,
            parallel,
        ),
        (
            "publication_order",
            race,
            [&stored("RELEASE"), loads, ""],
            [&stored("RELAXED"), loads, ""],
            RaceChecks { publication_order: false, ..races },
            deadlocks,
            parallel,
        ),
        (
            "kept",
            race,
            ["x = 1;", LOCKED, &creates(true)],
            ["x = 1;", LOCKED, &creates(false)],
            RaceChecks { kept: false, ..races },
            deadlocks,
            parallel,
        ),
        (
            "other_joins",
            race,
            ["x = 1;", "", joins_id],
            ["x = 1;", "pthread_join(id, 0);", joins_id],
            races,
            deadlocks,
            ParallelChecks { other_joins: false, ..parallel },
        ),
        (
            "loops",
            race,
            ["(void)x;", "", &all],
            ["(void)x;", "", &one],
            races,
            deadlocks,
            ParallelChecks { loops: false, ..parallel },
        ),
        (
            "cells",
            race,
            ["(void)x;", "", &own_ids],
            ["(void)x;", "", &no_own_ids],
            races,
            deadlocks,
            ParallelChecks { cells: false, ..parallel },
        ),
        (
            "ids",
            race,
            ["(void)x;", "", &joins_objects("a[1]->other = pthread_self();")],
            ["(void)x;", "", &joins_objects("a[1]->id = pthread_self();")],
            races,
            deadlocks,
            ParallelChecks { cells: false, ..parallel },
        ),
    ];
    for (name, property, good, bad, race_checks, deadlock_checks, parallel_checks) in cases {
        let (safe, broken) = (program(&format!("{name}_safe"), good), program(&format!("{name}_broken"), bad));
        let lines = argument(&AnalyzedProgram::new(safe.program.clone()), &[property])
            .unwrap_or_else(|why| panic!("{name}: {why}"));
        assert_eq!(judge(&safe.program, property, &lines), Ok(()), "{name}: {lines:?}");
        assert!(judge(&broken.program, property, &lines).is_err(), "{name}: {lines:?}");
        assert!(!is_proved(&broken.program, property), "{name}: the analyses do not see what is wrong either");
        let without = judge_with(&broken.program, property, &lines, race_checks, deadlock_checks, parallel_checks);
        assert_eq!(without, Ok(()), "{name}: {lines:?}");
    }
}
