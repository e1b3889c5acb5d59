//! `--engine compositional`: proofs for any number of threads, other solvers of its clauses, and its invariants as proofs.

use std::os::unix::fs::PermissionsExt as _;

use crate::common::{Folder, run};

/// Threads are created without end, and count in a variable that no assertion reads, beside the asserted one. (Too much
/// for the corpus: the reference interpreter would follow ever more threads.)
fn guests(is_locked: bool) -> String {
    let (lock, unlock) =
        if is_locked { ("pthread_mutex_lock(&door);", "pthread_mutex_unlock(&door);") } else { ("", "") };
    format!(
        "#include <assert.h>\n#include <pthread.h>\nint inside;\nlong seen;\n\
         pthread_mutex_t door = PTHREAD_MUTEX_INITIALIZER;\n\
         void *guest(void *unused) {{ {lock} inside++; assert(inside == 1); seen = seen + inside; inside--; {unlock} return unused; }}\n\
         int main(void) {{ while (1) {{ pthread_t t; pthread_create(&t, 0, guest, 0); }} }}\n"
    )
}

/// Threads are created without end, and keep two variables equal: that is in no value range.
fn pairs(is_locked: bool) -> String {
    let (lock, unlock) =
        if is_locked { ("pthread_mutex_lock(&door);", "pthread_mutex_unlock(&door);") } else { ("", "") };
    format!(
        "#include <assert.h>\n#include <pthread.h>\nint left;\nint right;\n\
         pthread_mutex_t door = PTHREAD_MUTEX_INITIALIZER;\n\
         void *guest(void *unused) {{ {lock} left = 1 - left; right = 1 - right; assert(left == right); {unlock} return unused; }}\n\
         int main(void) {{ while (1) {{ pthread_t t; pthread_create(&t, 0, guest, 0); }} }}\n"
    )
}

const OPTIONS: [&str; 6] = ["--engine", "compositional", "-p", "assertions", "--timeout", "60s"];

fn checked(more: &[&str], file: &str) -> String {
    let all: Vec<&str> = ["check"].into_iter().chain(OPTIONS).chain(more.iter().copied()).chain([file]).collect();
    run(&all).last_line().to_owned()
}

#[test]
fn any_number_of_threads_is_proved_and_the_proof_can_be_checked() {
    let folder = Folder::new();
    let safe = folder.write("safe.c", guests(true));
    let proof = folder.path("proof").display().to_string();
    assert_eq!(checked(&["--proof", &proof], &safe), "VERDICT: SAFE");
    let answer = run(&["check", "-p", "assertions", "--engine", "compositional", &safe]).out;
    assert!(answer.contains("assertions  SAFE (checked)"), "{answer}");
    let accepted = run(&["certify", "-p", "assertions", &safe, &proof]);
    assert_eq!(accepted.last_line(), "VERDICT: SAFE", "{}{}", accepted.out, accepted.err);
    assert!(
        accepted.out.contains("the proof shows assertions (all error functions); data model lp64"),
        "{}",
        accepted.out
    );
    // It answers this question and no other one, whatever it says itself.
    let property = folder.write("reach.prp", "CHECK( init(main()), LTL(G ! call(reach_error())) )\n");
    for options in [
        &["-p", &property][..],
        &["-p", "data-race"],
        &["-p", "assertions", "-p", "data-race"],
        &["-p", "assertions", "--data-model", "ilp32"],
        &["-p", "assertions", "--args", "2x2"],
        &[],
    ] {
        let rejected = run(&[&["certify"], options, &[&safe, &proof]].concat());
        let why = "VERDICT: UNKNOWN (proof rejected: ";
        assert!(rejected.last_line().starts_with(why), "{options:?}: {}", rejected.out);
        assert!(rejected.last_line().contains("another question"), "{options:?}: {}", rejected.out);
    }
    // It is about this program and no other one.
    let unsafe_one = folder.write("unsafe.c", guests(false));
    let rejected = run(&["certify", "-p", "assertions", &unsafe_one, &proof]);
    assert!(rejected.last_line().starts_with("VERDICT: UNKNOWN (proof rejected: "), "{}", rejected.out);
    let text = std::fs::read_to_string(&proof).expect("the proof was written");
    let all_true: Vec<String> = (text.lines())
        .map(|line| match line.split_once(" Bool ") {
            Some((head, _)) if line.starts_with("(define-fun") => format!("{head} Bool true)"),
            _ => line.to_owned(),
        })
        .collect();
    let forged = folder.write("forged", all_true.join("\n") + "\n");
    let rejected = run(&["certify", "-p", "assertions", &safe, &forged]);
    assert!(rejected.last_line().starts_with("VERDICT: UNKNOWN (proof rejected: "), "{}", rejected.out);
    let cut = folder.write("cut", text.trim_end().trim_end_matches("end"));
    let rejected = run(&["certify", "-p", "assertions", &safe, &cut]);
    assert!(rejected.last_line().starts_with("VERDICT: UNKNOWN (proof rejected: "), "{}", rejected.out);
}

/// Readers without end. Each counts itself in a variable of this type, and subtracts `back` in the end.
fn readers(count: &str, back: u32) -> String {
    format!(
        "#include <assert.h>\n#include <pthread.h>\n{count} readers;\n\
         void __VERIFIER_atomic_read(void) {{ readers++; }}\n\
         void __VERIFIER_atomic_stop(void) {{ readers -= {back}; }}\n\
         void *reader(void *unused) {{ __VERIFIER_atomic_read(); assert(readers != 0); __VERIFIER_atomic_stop(); return unused; }}\n\
         int main(void) {{ while (1) {{ pthread_t t; pthread_create(&t, 0, reader, 0); }} }}\n"
    )
}

#[test]
fn counts_of_threads_hold_as_long_as_so_many_run_at_once() {
    let folder = Folder::new();
    let counted = folder.write("counted.c", readers("int", 1));
    let proof = folder.path("proof").display().to_string();
    let proved = run(&[&["check", "--proof", &proof][..], &OPTIONS, &[&counted]].concat());
    assert_eq!(proved.last_line(), "VERDICT: SAFE", "{}", proved.out);
    assert!(proved.out.contains("any number of threads, up to 4194304 of a kind at the same time"), "{}", proved.out);
    let accepted = run(&["certify", "-p", "assertions", &counted, &proof]);
    assert_eq!(accepted.last_line(), "VERDICT: SAFE", "{}{}", accepted.out, accepted.err);
    // 65,536 readers at the same time wrap the counter to zero; so do 2^32 readers that have ended and were not
    // subtracted.
    for (name, count, back) in [("short.c", "unsigned short", 1), ("kept.c", "unsigned", 0)] {
        let file = folder.write(name, readers(count, back));
        let said = run(&["check", "--engine", "compositional", "-p", "assertions", "--timeout", "4s", &file]);
        assert!(said.last_line().starts_with("VERDICT: UNKNOWN"), "{name}: {}", said.out);
    }
}

#[test]
fn models_of_other_solvers_are_not_believed() {
    let folder = Folder::new();
    let safe = folder.write("safe.c", guests(true));
    let solver = |name: &str, script: &str| {
        let path = folder.write(name, format!("#!/bin/sh\n{script}\n"));
        std::fs::set_permissions(&path, std::fs::Permissions::from_mode(0o755)).expect("it may be run");
        format!("{path} {{horn}}")
    };
    // It says that all predicates are true of everything.
    let liar = solver(
        "liar",
        "echo sat; sed -n 's/^(declare-fun \\(|[^|]*|\\) () Bool)$/(define-fun \\1 () Bool true)/p' \"$1\"",
    );
    let verdict = checked(&["-o", &format!("compositional.solver={liar}")], &safe);
    assert!(verdict.starts_with("VERDICT: UNKNOWN (") && verdict.contains("its model"), "{verdict}");
    let wrong = run(&["check", "--engine", "compositional", "-o", "compositional.solver=cbmc", &safe]);
    assert_eq!(wrong.code, Some(2), "{}", wrong.err);
}

#[test]
fn auto_proves_any_number_of_threads_and_says_why_it_tried() {
    let folder = Folder::new();
    let (safe, unsafe_one) = (folder.write("safe.c", pairs(true)), folder.write("unsafe.c", pairs(false)));
    for threads in ["1", "2"] {
        let asked = |file: &str| {
            run(&["check", "-p", "assertions", "--threads", threads, "--explain-choice", "--timeout", "120s", file])
        };
        let proved = asked(&safe);
        assert_eq!(proved.last_line(), "VERDICT: SAFE", "{}{}", proved.out, proved.err);
        let why = "compositional takes part, since threads are created at";
        assert!(proved.out.contains(why) && proved.out.contains("SAFE by compositional"), "{}", proved.out);
        assert_eq!(asked(&unsafe_one).last_line(), "VERDICT: UNSAFE (assertions)");
    }
}

/// Twenty visitors, or any number of them, write what they computed.
fn visitors(rounds: &str) -> String {
    format!(
        "#include <assert.h>\n#include <pthread.h>\nint visits; int __VERIFIER_nondet_int(void);\n\
         void *visitor(void *unused) {{ int before = visits; visits = before + 1; return unused; }}\n\
         int main(void) {{ {rounds} {{ pthread_t t; pthread_create(&t, 0, visitor, 0); }} assert(visits <= 20); }}\n"
    )
}

#[test]
fn writes_are_tallied_where_somebody_counts_the_writers() {
    let folder = Folder::new();
    let clauses = |rounds: &str| {
        let printed = run(&["print", "--horn", "--views", "1", &folder.write("visitors.c", visitors(rounds))]);
        assert!(printed.out.contains("visits"), "{}", printed.err);
        printed.out
    };
    assert!(clauses("for (int i = 0; i < 20; i++)").contains("writes of visits"));
    assert!(!clauses("while (__VERIFIER_nondet_int())").contains("writes of visits"));
}
