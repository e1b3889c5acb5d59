//! Functions that no file defines.

use crate::common::{Folder, run};

const LOCKS_BY_ITSELF: &str = "#include <pthread.h>
void enter(void);
void leave(void);
static int shared;
static void *worker(void *unused) { enter(); shared++; leave(); return unused; }
int main(void) {
    pthread_t one, two;
    pthread_create(&one, 0, worker, 0);
    pthread_create(&two, 0, worker, 0);
    pthread_join(one, 0);
    pthread_join(two, 0);
    return 0;
}
";

#[test]
fn safe_names_the_functions_that_it_rests_on() {
    let folder = Folder::new();
    let path = folder.write("a.c", "int sensor(void);\nint main(void) { return sensor(); }\n");
    let open = run(&["check", "-p", "assertions", &path]);
    assert_eq!(open.code, Some(5), "{}", open.out);
    let expected =
        "VERDICT: UNKNOWN (safe if sensor leaves the program's data alone, whatever it returns: no file defines it)";
    assert_eq!(open.last_line(), expected, "{}", open.out);
    for (externals, code) in [("pure", 0), ("args", 0), ("any", 5)] {
        let named = run(&["check", "-p", "assertions", "--externals", externals, &path]);
        assert_eq!(named.code, Some(code), "{externals}: {}", named.out);
        let names_it = named.out.contains("No file defines these functions, which the program comes to: sensor.");
        assert!(names_it || externals == "any", "{}", named.out);
    }
    let json = run(&["check", "-p", "assertions", "--format", "json", &path]);
    assert!(json.out.contains("\"rests-on\"") && json.out.contains("[\"sensor\"]"), "{}", json.out);
    let known = folder
        .write("known.c", "int getppid(void); int chdir(const char *);\nint main(void) { return chdir(\"a\"); }\n");
    assert_eq!(run(&["check", "-p", "assertions", &known]).code, Some(0));
}

#[test]
fn a_violation_that_depends_on_a_function_is_possible() {
    let folder = Folder::new();
    let path = folder.write("a.c", LOCKS_BY_ITSELF);
    let trace = folder.path("trace.json").display().to_string();
    let open = run(&["check", "-p", "data-race", "--save-trace", &trace, &path]);
    assert_eq!(open.code, Some(5), "{}", open.out);
    assert!(open.out.contains("warning: possible data race on "), "{}", open.out);
    assert!(open.last_line().contains("depends on enter and leave: no file defines them"), "{}", open.out);
    assert_eq!(run(&["replay", &path, &trace]).code, Some(10));
    let named = run(&["check", "-p", "data-race", "--externals", "pure", &path]);
    assert_eq!(named.code, Some(10), "{}", named.out);
}

/// A thread waits for a signal that main sends before or behind its write.
fn signal_program(before: &str, behind: &str) -> String {
    format!(
        "#include <assert.h>\n#include <pthread.h>\n#include <signal.h>\nstatic _Atomic int done;\n\
         static void *waits(void *set) {{ int number; sigwait(set, &number); assert(done == 1); return 0; }}\n\
         int main(void) {{ sigset_t set; pthread_t t; sigemptyset(&set); sigaddset(&set, SIGUSR1);\n\
         pthread_sigmask(SIG_BLOCK, &set, 0); pthread_create(&t, 0, waits, &set);\n\
         {before} pthread_kill(t, SIGUSR1); {behind} pthread_join(t, 0); return 0; }}\n"
    )
}

#[test]
fn a_violation_without_signals_from_outside_is_no_possible_one() {
    let folder = Folder::new();
    let late = folder.write("late.c", signal_program("", "done = 1;"));
    let found = run(&["check", "-p", "assertions", "--threads", "1", &late]);
    assert_eq!(found.code, Some(10), "{}", found.out);
    let early = folder.write("early.c", signal_program("done = 1;", ""));
    let possible = run(&["check", "-p", "assertions", "--threads", "1", &early]);
    assert_eq!(possible.code, Some(5), "{}", possible.out);
    assert!(possible.last_line().contains("possible violation"), "{}", possible.out);
}

#[test]
fn a_deadlock_of_a_thread_with_itself_needs_no_access_of_a_handler() {
    let folder = Folder::new();
    let path = folder.write("a.c", include_str!("../../../../tests/corpus/deadlock/handler_waits_for_its_thread.c"));
    let answer = run(&["check", "-p", "deadlock", &path]);
    assert_eq!(answer.last_line(), "VERDICT: UNSAFE (deadlock)", "{}", answer.out);
}

#[test]
fn questions_of_a_competition_take_functions_to_be_pure() {
    let folder = Folder::new();
    let path = folder.write("a.c", LOCKS_BY_ITSELF);
    let asked = folder.write("race.prp", "CHECK( init(main()), LTL(G ! data-race) )\n");
    let found = run(&["check", "-p", &asked, &path]);
    assert_eq!(found.code, Some(10), "{}", found.out);
}

#[test]
fn proofs_and_witnesses_rest_on_the_functions_too() {
    let folder = Folder::new();
    let path = folder.write("a.c", "int sensor(void);\nint main(void) { return sensor(); }\n");
    let (proof, witness) = (folder.path("a.proof"), folder.path("a.yml"));
    let (proof, witness) = (proof.display().to_string(), witness.display().to_string());
    let pure = ["-p", "assertions", "--externals", "pure"];
    let made = run(&[&["check"], &pure[..], &["--proof", &proof, "--witness", &witness, &path]].concat());
    assert_eq!(made.code, Some(0), "{}{}", made.out, made.err);
    for (command, file) in [("certify", &proof), ("validate", &witness)] {
        let named = run(&[&[command], &pure[..], &[&path, file]].concat());
        assert_eq!(named.code, Some(0), "{command}: {}", named.out);
        let open = run(&[command, "-p", "assertions", &path, file]);
        assert_eq!(open.code, Some(5), "{command}: {}", open.out);
        assert!(open.last_line().contains("safe if sensor leaves"), "{command}: {}", open.out);
    }
    // Questions of a competition imply the same for proofs as for answers.
    let asked = folder.write("reach.prp", "CHECK( init(main()), LTL(G ! call(reach_error())) )\n");
    let made = run(&["check", "-p", &asked, "--proof", &proof, &path]);
    assert_eq!(made.code, Some(0), "{}{}", made.out, made.err);
    let certified = run(&["certify", "-p", &asked, &path, &proof]);
    assert_eq!(certified.code, Some(0), "{}", certified.out);
}

#[test]
fn an_interrupt_is_no_matter_of_functions_without_a_body() {
    let folder = Folder::new();
    let text = "int x;\n__attribute__((interrupt)) void tick(void *frame) { x = 1; }\nint main(void) { return x; }\n";
    let path = folder.write("a.c", text);
    let open = run(&["check", "-p", "assertions", "--externals", "pure", "--interrupt", "none", &path]);
    assert_eq!(open.last_line(), "VERDICT: UNKNOWN (safe if no interrupt or signal calls tick)", "{}", open.out);
}

/// A handler that jumps has no model. What is found without a signal counts, but that a thread waits for ever: a handler may end that.
#[test]
fn a_handler_without_a_model_is_never_run() {
    let folder = Folder::new();
    let start = "#include <assert.h>\n#include <semaphore.h>\n#include <setjmp.h>\n#include <signal.h>\nstatic jmp_buf back;\n\
                 static sem_t end;\nstatic void jump(int number) { longjmp(back, 1); }\n\
                 static void stop(int number) { sem_post(&end); }\n";
    let answer = |main: &str| {
        let path = folder.write("a.c", format!("{start}int main(void) {{\n{main}    return 0;\n}}\n"));
        run(&["check", "-p", "assertions", "-p", "deadlock", &path])
    };
    let kept = answer("    if (setjmp(back)) assert(0);\n    signal(SIGINT, jump);\n");
    assert_eq!(kept.last_line(), "VERDICT: UNKNOWN (safe if no interrupt or signal calls jump)", "{}", kept.out);
    let failed = answer("    int x = 1;\n    signal(SIGINT, jump);\n    assert(x == 2);\n");
    assert_eq!(failed.last_line(), "VERDICT: UNSAFE (assertions)", "{}", failed.out);
    let waits = answer("    sem_init(&end, 0, 0);\n    signal(SIGINT, stop);\n    sem_wait(&end);\n");
    assert_eq!(waits.code, Some(5), "{}", waits.out);
    assert!(waits.out.contains("unless a signal calls stop"), "{}", waits.out);
    // A scan lists what the handler accesses all the same.
    let path = folder.write(
        "b.c",
        "#include <pthread.h>\n#include <semaphore.h>\n#include <signal.h>\nstatic sem_t end;\nstatic int count;\n\
         static void stop(int number) { count++; sem_post(&end); }\n\
         static void *work(void *unused) { count++; return unused; }\n\
         int main(void) {\n    pthread_t thread;\n    sem_init(&end, 0, 0);\n    signal(SIGINT, stop);\n    \
         pthread_create(&thread, 0, work, 0);\n    sem_wait(&end);\n    return pthread_join(thread, 0);\n}\n",
    );
    let scanned = run(&["scan", "--confirm=0", &path]);
    assert!(scanned.out.contains("in stop, no lock"), "{}", scanned.out);
    let raised = answer(
        "    signal(SIGINT, jump);\n    if (setjmp(back) == 0) {\n        raise(SIGINT);\n        assert(0);\n    }\n",
    );
    assert_eq!(raised.code, Some(5), "{}", raised.out);
}

#[test]
fn results_of_known_functions_may_decide() {
    let folder = Folder::new();
    let text = "#include <pthread.h>\n#include <stdio.h>
static int shared;
static void *worker(void *unused) { shared++; return unused; }
int main(void) {
    FILE *file = fopen(\"a\", \"r\");
    if (!file) return 1;
    pthread_t one, two;
    pthread_create(&one, 0, worker, 0);
    pthread_create(&two, 0, worker, 0);
    pthread_join(one, 0);
    pthread_join(two, 0);
    return 0;
}
";
    let path = folder.write("a.c", text);
    let raced = run(&["check", "-p", "data-race", &path]);
    assert_eq!(raced.code, Some(10), "{}", raced.out);
    // It reads only the name of the file, a literal.
    let reads = run(&["check", "-p", "memory", &path]);
    assert_eq!(reads.code, Some(0), "{}", reads.out);
    // What another function reads through a pointer a thread could write.
    let path = folder.write(
        "b.c",
        text.replace(
            "FILE *file = fopen(\"a\", \"r\")",
            "int ftok(const char *path, int number);\nint file = ftok(\"a\", 1)",
        ),
    );
    let rests = run(&["check", "-p", "memory", &path]);
    assert_eq!(rests.code, Some(5), "{}", rests.out);
}

#[test]
fn what_stands_behind_a_function_that_ends_the_process_is_possible() {
    let folder = Folder::new();
    let program = |name: &str| {
        format!(
            "void {name}(const char *);\nint main(int count, char **texts) {{\n  (void)texts;\n  \
             if (count == 1)\n    {name}(\"zero\");\n  return 10 / (count - 1);\n}}\n"
        )
    };
    for (name, code) in [("fatal", 5), ("print_usage", 5), ("log_error", 10)] {
        let path = folder.write("a.c", program(name));
        let check = run(&["check", "-p", "arithmetic", &path]);
        assert_eq!(check.code, Some(code), "{name}: {}", check.out);
        let names_it = check.last_line().contains(&format!("depends on {name}: no file defines it"));
        assert_eq!(names_it, code == 5, "{name}: {}", check.out);
        let named = run(&["check", "-p", "arithmetic", "--externals", "pure", &path]);
        assert_eq!(named.code, Some(10), "{name}: {}", named.out);
    }
}

#[test]
fn what_depends_on_the_locale_is_possible() {
    let folder = Folder::new();
    for (condition, code) in [
        ("!isalpha(0xe4)", 5),
        ("strcoll(\"B\", \"a\") < 0", 5),
        ("toupper(0xe4) == 0xe4", 5),
        ("toupper(0xe4) < 256", 0),
        ("isalpha('1')", 10),
    ] {
        let text = format!(
            "#include <assert.h>\n#include <ctype.h>\n#include <locale.h>\n#include <string.h>\n\
             int main(void) {{ setlocale(LC_ALL, \"\"); assert({condition}); return 0; }}\n"
        );
        let check = run(&["check", "-p", "assertions", &folder.write("a.c", text)]);
        assert_eq!(check.code, Some(code), "{condition}: {}{}", check.out, check.err);
        assert_eq!(check.last_line().contains("depends on the locale"), code == 5, "{condition}: {}", check.out);
    }
}
