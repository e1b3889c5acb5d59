//! `--witness` and `raddle validate`, as users meet them. `tests/harness` counts how many changes of witnesses are
//! detected.

use crate::common::{Folder, Run, example, raddle, run};
use sha2::{Digest, Sha256};

/// Checks a program for a property and keeps its witness.
fn witnessed(folder: &Folder, file: &str, property: &str, name: &str) -> (Run, String) {
    let witness = folder.path(name).display().to_string();
    let check = run(&["check", "--threads", "1", "-p", property, "--witness", &witness, file]);
    (check, witness)
}

#[test]
fn violations_and_proofs_are_validated_in_both_forms() {
    let folder = Folder::new();
    for (name, property, verdict) in [
        ("lost_update.c", "assertions", "VERDICT: UNSAFE (assertions)"),
        ("lost_update.c", "data-race", "VERDICT: UNSAFE (data-race)"),
        ("bank_transfer_deadlock.c", "deadlock", "VERDICT: UNSAFE (deadlock)"),
        ("lost_update_fixed.c", "assertions", "VERDICT: SAFE"),
        ("lost_update_fixed.c", "data-race", "VERDICT: SAFE"),
    ] {
        for witness in ["w.yml", "w.graphml"] {
            let file = example(name);
            let (check, witness) = witnessed(&folder, &file, property, witness);
            assert!(check.err.contains("validate it with: raddle validate "), "{}", check.err);
            let validated = run(&["validate", &file, &witness]);
            assert_eq!(validated.last_line(), verdict, "{name} {witness}: {}{}", validated.out, validated.err);
            assert!(validated.out.contains("accepted: "), "{}", validated.out);
            let of_other = run(&["validate", &example("peterson.c"), &witness]);
            assert_eq!(of_other.code, Some(5), "{}", of_other.out);
            assert!(of_other.last_line().contains("it is about another program"), "{}", of_other.out);
            let asked = if property == "data-race" { "overflow" } else { "data-race" };
            let of_other = run(&["validate", "-p", asked, &file, &witness]);
            assert!(of_other.last_line().contains("it is about another property"), "{}", of_other.out);
        }
    }
}

/// The claim stands in a header, and what a thread does behind its last waypoint comes at once or later: a witness does not say when.
#[test]
fn headers_and_what_comes_behind_the_last_waypoint_are_found_again() {
    let folder = Folder::new();
    folder.write(
        "claim.h",
        "extern void reach_error(void);
static void claim(int holds) {
    if (!holds)
        reach_error();
}
",
    );
    let file = folder.write(
        "count.c",
        "#include <pthread.h>
#include \"claim.h\"
volatile int count;
void *looks(void *unused) {
    claim(count < 14);
    return 0;
}
void *counts(void *unused) {
    int before;
    before = count;
    count = before + 1;
}
int main(void) {
    pthread_t one, others;
    pthread_create(&one, 0, looks, 0);
    for (int i = 0; i < 14; i++)
        pthread_create(&others, 0, counts, 0);
    return 0;
}
",
    );
    for witness in ["w.yml", "w.graphml"] {
        let witness = folder.path(witness).display().to_string();
        let check = run(&["check", "-p", "assertions", "--engine", "bmc", "--witness", &witness, &file]);
        assert_eq!(check.last_line(), "VERDICT: UNSAFE (assertions)", "{}", check.err);
        let validated = run(&["validate", &file, &witness]);
        assert_eq!(validated.last_line(), "VERDICT: UNSAFE (assertions)", "{witness}: {}", validated.out);
    }
}

#[test]
fn a_race_has_two_targets_of_two_threads() {
    let folder = Folder::new();
    let (_, witness) = witnessed(&folder, &example("lost_update.c"), "data-race", "w.yml");
    let text = std::fs::read_to_string(witness).expect("it was written");
    assert!(text.contains("format_version: \"2.2\""), "{text}");
    let last = text.rsplit("- segment:").next().expect("there is one");
    assert_eq!(last.matches("type: target").count(), 2, "{text}");
    let threads: Vec<&str> = last.lines().filter(|line| line.contains("thread_id:")).collect();
    assert!(threads.len() == 2 && threads[0] != threads[1], "{text}");
}

#[test]
fn inputs_and_values_of_variables_are_part_of_a_witness() {
    let folder = Folder::new();
    let file = folder.write(
        "input.c",
        "extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int main(void) {
    int a = __VERIFIER_nondet_int();
    int b;
    if (a == 4711 && b == 815)
        reach_error();
    return 0;
}
",
    );
    let (check, witness) = witnessed(&folder, &file, "assertions", "w.yml");
    assert_eq!(check.code, Some(10), "{}{}", check.out, check.err);
    let text = std::fs::read_to_string(&witness).expect("it was written");
    assert!(text.contains("format_version: \"2.0\"") && text.contains("\\\\result == 4711"), "{text}");
    assert_eq!(run(&["validate", &file, &witness]).last_line(), "VERDICT: UNSAFE (assertions)", "{text}");
    for (old, new) in [("4711", "4712"), ("815", "816"), ("reach_error", "__VERIFIER_error")] {
        let changed = folder.write("changed.yml", text.replacen(old, new, 1));
        let validated = run(&["validate", &file, &changed]);
        assert_eq!(validated.code, Some(5), "{old}: {}", validated.out);
        assert!(validated.last_line().starts_with("VERDICT: UNKNOWN (witness rejected: "), "{}", validated.out);
    }
}

/// A counter under a lock: that it stays below four is an invariant of the loop of the workers.
const COUNTER: &str = "#include <assert.h>
#include <pthread.h>
int level;
pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
void *worker(void *unused) {
    for (int round = 0; round < 2; round++) {
        pthread_mutex_lock(&lock);
        if (level < 3)
            level = 3;
        assert(level == 3);
        pthread_mutex_unlock(&lock);
    }
    return unused;
}
int main(void) {
    pthread_t one, two;
    pthread_create(&one, 0, worker, 0);
    pthread_create(&two, 0, worker, 0);
    return 0;
}
";

#[test]
fn invariants_are_proved_again_and_wrong_ones_rejected() {
    let folder = Folder::new();
    let file = folder.write("counter.c", COUNTER);
    let (check, witness) = witnessed(&folder, &file, "assertions", "w.yml");
    assert_eq!(check.code, Some(0), "{}{}", check.out, check.err);
    let text = std::fs::read_to_string(&witness).expect("it was written");
    assert!(text.contains("type: loop_invariant") && text.contains("level <= 3"), "{text}");
    let validated = run(&["validate", &file, &witness]);
    assert_eq!(validated.last_line(), "VERDICT: SAFE", "{}{text}", validated.out);
    for (old, new, why) in [
        ("level <= 3", "level <= 2", "an invariant of line 6 does not hold"),
        ("level >= 0", "level >= 1", "an invariant of line 6 does not hold"),
        ("level >= 0", "level = 0", "may not assign"),
        ("level >= 0", "exit(0)", "a call in an invariant"),
        ("level >= 0", "depth >= 0", "cannot be read as C"),
    ] {
        assert!(text.contains(old), "{text}");
        let changed = folder.write("changed.yml", text.replacen(old, new, 1));
        let validated = run(&["validate", &file, &changed]);
        assert_eq!(validated.code, Some(5), "{new}: {}", validated.out);
        assert!(validated.last_line().contains(why), "{new}: {}", validated.out);
    }
    // Invariants of other tools may stand anywhere.
    let head = text.split("  content:").next().expect("there is a head");
    let at = |line: u32, kind: &str, value: &str| {
        let body = format!(
            "{head}  content:\n    - invariant:\n        type: {kind}\n        location: {{file_name: counter.c, line: {line}}}\n        \
             value: {value}\n        format: c_expression\n"
        );
        run(&["validate", &file, &folder.write("other.yml", body)])
    };
    assert_eq!(at(7, "location_invariant", "round < 2").last_line(), "VERDICT: SAFE");
    assert!(at(7, "location_invariant", "round < 1").last_line().contains("line 7 does not hold"));
    assert!(at(9, "location_invariant", "1").last_line().contains("in braces"));
    assert!(at(7, "loop_invariant", "1").last_line().contains("no loop"));
}

/// Found in the shared set: what is declared behind a function has no name in it.
#[test]
fn invariants_name_what_is_declared_before_them() {
    let folder = Folder::new();
    let lines = COUNTER.replacen(
        "int main(void)",
        "int late;\nstatic void *raise(void *unused) {\n    late = 1;\n    return unused;\n}\n\nint main(void)",
        1,
    );
    let text = lines.replacen(
        "return 0;",
        "pthread_t other;\n    pthread_create(&other, 0, raise, 0);\n    pthread_join(other, 0);\n    return 0;",
        1,
    );
    let file = folder.write("late.c", text);
    let (check, witness) = witnessed(&folder, &file, "assertions", "w.yml");
    assert_eq!(check.code, Some(0), "{}{}", check.out, check.err);
    let text = std::fs::read_to_string(&witness).expect("it was written");
    assert!(text.contains("level <= 3") && !text.contains("late <= 1"), "{text}");
    let validated = run(&["validate", &file, &witness]);
    assert_eq!(validated.last_line(), "VERDICT: SAFE", "{}{text}", validated.out);
}

/// Two counters that are equal while no thread holds the lock.
const BALANCED: &str = include_str!("../../../../docs/programs/balanced.c");

#[test]
fn invariants_of_proofs_are_written_with_ghosts_of_locks() {
    let folder = Folder::new();
    let file = folder.write("balanced.c", BALANCED);
    let witness = folder.path("w.yml").display().to_string();
    let check = run(&["check", "-p", "assertions", "--engine", "compositional", "--witness", &witness, &file]);
    assert_eq!(check.code, Some(0), "{}{}", check.out, check.err);
    let text = std::fs::read_to_string(&witness).expect("it was written");
    assert!(text.contains("format_version: \"2.1\"") && text.contains("entry_type: ghost_instrumentation"), "{text}");
    let guarded = "balance_locked || (given == taken)";
    assert!(text.contains(guarded), "{text}");
    let validated = run(&["validate", &file, &witness]);
    assert_eq!(validated.last_line(), "VERDICT: SAFE", "{}{text}", validated.out);
    // What is broken while the lock is held, without the ghost; a ghost that does not say so; one that the program has; effects.
    for (old, new, why) in [
        (guarded, "given == taken", "does not hold"),
        (guarded, "balance_locked || (given != taken)", "does not hold"),
        (guarded, "balance_locked || exit (0)", "a call in an invariant"),
        ("            value: \"1\"", "            value: \"0\"", "does not hold"),
        ("- name: \"balance_locked\"", "- name: \"given\"", "witness rejected"),
        ("type: int", "type: struct lock", "is no global `int`"),
    ] {
        assert!(text.contains(old), "{old}: {text}");
        let changed = folder.write("changed.yml", text.replace(old, new));
        let validated = run(&["validate", &file, &changed]);
        assert_eq!(validated.code, Some(5), "{new}: {}", validated.out);
        assert!(validated.last_line().contains(why), "{new}: {}", validated.out);
    }
}

#[test]
fn ghosts_hide_nothing_that_others_can_do() {
    let folder = Folder::new();
    let file = example("lost_update.c");
    let program = std::fs::read(&file).expect("it is there");
    let hash: String = Sha256::digest(program).iter().map(|byte| format!("{byte:02x}")).collect();
    let head = |entry: &str| {
        format!(
            "- entry_type: {entry}
  metadata:
    format_version: \"2.1\"
    uuid: {entry}
    creation_time: \"2026\"
    producer: {{name: other}}
    task: {{input_file_hashes: {{lost_update.c: \"{hash}\"}}, specification: G ! call(__assert_fail()), data_model: LP64, language: C}}
  content:
"
        )
    };
    // A ghost at the statement does not make the statement atomic: an update is lost all the same.
    let place = "location: {file_name: lost_update.c, line: 18}";
    let witness = format!(
        "{}    - invariant: {{type: location_invariant, {place}, value: counts <= 1, format: c_expression}}
{}    ghost_variables:
      - {{name: counts, type: int, scope: global, initial: {{value: 0, format: c_expression}}}}
    ghost_updates:
      - {place}
        updates:
          - {{variable: counts, value: 1, format: c_expression}}
",
        head("invariant_set"),
        head("ghost_instrumentation")
    );
    let validated = run(&["validate", &file, &folder.write("ghosts.yml", &witness)]);
    assert_eq!(validated.code, Some(5), "{}", validated.out);
    assert!(validated.last_line().contains("the program violates assertions"), "{}", validated.out);
    let wrong = witness.replace("counts <= 1", "counts <= 0");
    let validated = run(&["validate", &file, &folder.write("ghosts.yml", wrong)]);
    assert!(validated.last_line().contains("an invariant of line 18 does not hold"), "{}", validated.out);
}

#[test]
fn what_the_formats_cannot_say_is_told() {
    let folder = Folder::new();
    let file = folder.write("divides.c", "int zero;\nint main(void) { return 1 / zero; }\n");
    let (check, witness) = witnessed(&folder, &file, "arithmetic", "w.yml");
    assert_eq!(check.last_line(), "VERDICT: UNSAFE (arithmetic)", "{}", check.err);
    assert!(
        check.err.contains("the formats have no words for a violation of arithmetic; --save-trace"),
        "{}",
        check.err
    );
    assert!(!std::path::Path::new(&witness).exists());
}

#[test]
fn what_is_no_witness_is_refused_with_the_reason() {
    let folder = Folder::new();
    let file = example("lost_update.c");
    let (_, witness) = witnessed(&folder, &file, "assertions", "w.yml");
    let text = std::fs::read_to_string(witness).expect("it was written");
    // What comes behind the last line number may be left out.
    let needed = text.rfind("line: ").expect("a place");
    for length in (0..needed).step_by(needed / 40) {
        let Some(cut) = text.get(..length) else { continue };
        let validated = run(&["validate", &file, &folder.write("cut.yml", cut)]);
        assert_eq!(validated.code, Some(5), "{length}: {}{}", validated.out, validated.err);
        assert!(validated.last_line().contains("witness rejected: "), "{}", validated.out);
    }
    let refused = run(&["validate", &file, &file]);
    assert_eq!(refused.code, Some(2), "{}", refused.err);
    let missing = run(&["validate", &file, &folder.path("none.yml").display().to_string()]);
    assert_eq!(missing.code, Some(3), "{}", missing.out);
}

#[test]
fn a_witness_that_cannot_be_written_keeps_the_verdict() {
    let folder = Folder::new();
    let full = folder.path("full.yml");
    std::os::unix::fs::symlink("/dev/full", &full).expect("a link can be made");
    let file = example("lost_update.c");
    let (check, _) = witnessed(&folder, &file, "assertions", "full.yml");
    assert_eq!(check.code, Some(6), "{}", check.err);
    assert_eq!(check.last_line(), "VERDICT: UNSAFE (assertions)");
    assert!(check.err.contains("no witness is written") && check.err.contains("No space left"), "{}", check.err);
    let output = raddle().args(["check", "--witness", &file, &file]).output().expect("the command was built");
    assert_eq!(Run::of(&output).code, Some(2));
}

/// A witness is evidence for what it names: for less than is asked it is none, even if the program has the property.
#[test]
fn a_proof_shows_nothing_that_its_witness_does_not_name() {
    let folder = Folder::new();
    let file = folder.write(
        "safe.c",
        "#include <assert.h>
extern void reach_error(void);
extern void other(void);
int x;
int main(void) {
    x = 1;
    if (x != 1)
        reach_error();
    assert(x == 1);
    return 0;
}
",
    );
    let program = std::fs::read(&file).expect("it is there");
    let hash: String = Sha256::digest(program).iter().map(|byte| format!("{byte:02x}")).collect();
    let empty = |formulas: &[&str]| {
        let checks: Vec<String> =
            formulas.iter().map(|formula| format!("CHECK( init(main()), LTL({formula}) )")).collect();
        let text = format!(
            "- entry_type: invariant_set
  metadata:
    format_version: \"2.1\"
    uuid: one
    creation_time: \"2026\"
    producer: {{name: other}}
    task: {{input_file_hashes: {{safe.c: \"{hash}\"}}, specification: \"{}\", data_model: LP64, language: C}}
  content: []
",
            checks.join(" ")
        );
        folder.write("empty.yml", text)
    };
    let (fails, reaches) = ("G ! call(__assert_fail())", "G ! call(reach_error())");
    let (race, access, free) = ("G ! data-race", "G valid-deref", "G valid-free");
    // Proved again without invariants, and only what is named.
    let alone = run(&["validate", &file, &empty(&[race])]);
    assert_eq!(alone.last_line(), "VERDICT: SAFE", "{}", alone.out);
    assert!(
        alone.out.contains("accepted: no invariants to use, proved again without them: G ! data-race"),
        "{}",
        alone.out
    );
    for (asked, formulas) in [
        (&["assertions"][..], &[fails, reaches][..]),
        (&["memory"], &[free, access]),
        (&["memory", "data-race"], &[race, free, access]),
    ] {
        let options: Vec<&str> = asked.iter().flat_map(|property| ["-p", property]).collect();
        let all = run(&[&["validate"], &*options, &[&file, &empty(formulas)]].concat());
        assert_eq!(all.last_line(), "VERDICT: SAFE", "{asked:?}: {}", all.out);
        for left_out in 0..formulas.len() {
            let mut fewer = formulas.to_vec();
            fewer.remove(left_out);
            let refused = run(&[&["validate"], &*options, &[&file, &empty(&fewer)]].concat());
            assert!(refused.last_line().contains("which is asked"), "{fewer:?}: {}", refused.out);
        }
    }
    for (formula, why) in [
        ("G ! call(other())", "calls of `other` cannot be asked about"),
        ("G valid-memtrack", "no formula"),
        ("F end", "none that is understood"),
    ] {
        let refused = run(&["validate", &file, &empty(&[formula])]);
        assert!(refused.last_line().contains(why), "{formula}: {}", refused.out);
    }
    let locks = run(&["validate", "-p", "locks", "-p", "data-race", &file, &empty(&[race])]);
    assert!(locks.last_line().contains("which no witness can name"), "{}", locks.out);
    let lost = run(&["validate", &file, &empty(&[free, "G valid-memtrack"])]);
    assert!(lost.last_line().contains("valid-memtrack"), "{}", lost.out);
}

/// What `check` writes names all that it showed.
#[test]
fn the_witness_of_a_proof_names_all_that_was_shown() {
    let folder = Folder::new();
    let file = folder.write(
        "safe.c",
        "#include <assert.h>
extern void reach_error(void);
int main(void) {
    int x = 1;
    if (x != 1)
        reach_error();
    assert(x);
    return 0;
}
",
    );
    for name in ["w.yml", "w.graphml"] {
        let witness = folder.path(name).display().to_string();
        let asked = ["-p", "assertions", "-p", "memory", "-p", "locks"];
        let check = run(&[&["check"], &asked[..], &["--witness", &witness, &file]].concat());
        assert_eq!(check.code, Some(0), "{}{}", check.out, check.err);
        assert!(check.err.contains("the witness says nothing of locks"), "{}", check.err);
        let text = std::fs::read_to_string(&witness).expect("it was written");
        for formula in ["call(__assert_fail())", "call(reach_error())", "valid-deref", "valid-free"] {
            assert!(text.contains(formula), "{formula}: {text}");
        }
        let validated = run(&["validate", "-p", "assertions", "-p", "memory", &file, &witness]);
        assert_eq!(validated.last_line(), "VERDICT: SAFE", "{}", validated.out);
    }
}
