//! Programs of several files: on the command line, behind `--` as a compiler's command, and as a project.

use crate::common::{Folder, run};

const COUNTER: &str = "static int total;\nvoid bump(void) { total++; }\nint count(void) { return total; }\n";
const MAIN: &str = "#include <assert.h>\n#include <pthread.h>\nvoid bump(void);\nint count(void);\n\
    static void *worker(void *x) { bump(); return x; }\n\
    int main(void) {\n  pthread_t t;\n  pthread_create(&t, 0, worker, 0);\n  bump();\n  pthread_join(t, 0);\n  assert(count() == 2);\n  return 0;\n}\n";

/// A folder with a program of two files that races, and its compilation database.
fn project() -> (Folder, String, String) {
    let folder = Folder::new();
    let (main, counter) = (folder.write("main.c", MAIN), folder.write("counter.c", COUNTER));
    let entry = |name: &str| {
        format!("{{\"directory\": {:?}, \"file\": {name:?}, \"command\": \"cc -c {name}\"}}", folder.path(""))
    };
    folder.write("compile_commands.json", format!("[{}, {}]", entry("main.c"), entry("counter.c")));
    (folder, main, counter)
}

#[test]
fn files_are_one_program_and_traces_name_each_place() {
    let (folder, main, counter) = project();
    let trace = folder.path("trace.json").display().to_string();
    let check = run(&["check", "-p", "data-race", "--save-trace", &trace, &main, &counter]);
    assert_eq!(check.last_line(), "VERDICT: UNSAFE (data-race)", "{}{}", check.out, check.err);
    assert!(check.out.contains("counter.c:2") && check.out.contains("main.c:8"), "{}", check.out);
    let command = check.err.lines().find_map(|line| line.strip_prefix("trace saved; replay it with: raddle "));
    let words: Vec<&str> = command.expect("the command is shown").split(' ').collect();
    assert_eq!(run(&words).last_line(), "VERDICT: UNSAFE (data-race)");
    let sarif = run(&["check", "-p", "data-race", "--format", "sarif", &main, &counter]);
    assert!(sarif.out.contains("counter.c\"") && sarif.out.contains("main.c\""), "{}", sarif.out);
    let json = run(&["check", "-p", "data-race", "--format", "json", &main, &counter]);
    let object: serde_json::Value = serde_json::from_str(&json.out).expect("one object");
    assert_eq!(object["files"].as_array().map(Vec::len), Some(2));
    assert_eq!(object["file"], main.as_str());
    // Alone, neither is the program; each is checked for itself.
    let each = run(&["check", "--each", "-p", "data-race", &main, &counter]);
    assert_eq!(each.out.matches("VERDICT: ").count(), 2, "{}", each.out);
}

#[test]
fn witnesses_and_proofs_are_about_all_files() {
    let (folder, main, counter) = project();
    let witness = folder.path("witness.yml").display().to_string();
    let check = run(&["check", "-p", "assertions", "--witness", &witness, &main, &counter]);
    assert_eq!(check.last_line(), "VERDICT: UNSAFE (assertions)", "{}{}", check.out, check.err);
    let validated = run(&["validate", &main, &counter, &witness]);
    assert_eq!(validated.last_line(), "VERDICT: UNSAFE (assertions)", "{}{}", validated.out, validated.err);
    let alone = run(&["validate", &main, &witness]);
    assert!(alone.last_line().contains("a program of 2 files, not of 1"), "{}", alone.out);
    let locked = folder.write("locked.c", "#include <pthread.h>\nstatic pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;\nstatic int total;\nvoid bump(void) { pthread_mutex_lock(&m); total++; pthread_mutex_unlock(&m); }\nint count(void) { return total; }\n");
    let other = run(&["validate", &main, &locked, &witness]);
    assert!(other.last_line().contains("it is about another program"), "{}", other.out);
    let proof = folder.path("proof").display().to_string();
    let check = run(&["check", "-p", "assertions", "--proof", &proof, &main, &locked]);
    assert_eq!(check.last_line(), "VERDICT: SAFE", "{}{}", check.out, check.err);
    assert_eq!(run(&["certify", "-p", "assertions", &main, &locked, &proof]).last_line(), "VERDICT: SAFE");
    assert_eq!(run(&["certify", "-p", "assertions", &main, &counter, &proof]).code, Some(5));
}

#[test]
fn a_native_replay_has_the_lines_of_all_files() {
    let (folder, main, counter) = project();
    let replay = folder.path("replay").display().to_string();
    let check = run(&["check", "-p", "assertions", "--emit-replay", &replay, &main, &counter]);
    assert_eq!(check.code, Some(10), "{}", check.err);
    let made = std::process::Command::new("make").args(["-C", &replay, "run"]).output().expect("make is there");
    let said = String::from_utf8_lossy(&made.stdout).into_owned() + &String::from_utf8_lossy(&made.stderr);
    assert!(made.status.success(), "{said}");
    assert!(said.contains("main.c:11"), "{said}");
}

#[test]
fn definitions_and_declarations_that_clash_name_both_places() {
    let (folder, main, counter) = project();
    let twice = run(&["check", &main, &counter, &folder.write("again.c", COUNTER)]);
    assert_eq!(twice.code, Some(3), "{}", twice.out);
    assert!(twice.err.contains("again.c:2:6") && twice.err.contains("counter.c:2:6"), "{}", twice.err);
    let mains = run(&["check", &main, &counter, &folder.write("main2.c", "int main(void) { return 0; }\n")]);
    assert!(mains.err.contains("a second file of this program defines `main`"), "{}", mains.err);
    let other = folder.write("other.c", "extern long total2;\nlong *p = &total2;\n");
    let clash = run(&["check", &main, &counter, &other, &folder.write("total.c", "int total2;\n")]);
    assert!(clash.err.contains("two files declare `total2` differently"), "{}", clash.err);
}

#[test]
fn the_command_of_a_compiler_is_taken() {
    let (folder, main, counter) = project();
    let include = folder.path("").display().to_string();
    let arguments =
        ["check", "-p", "data-race", "--", "cc", "-O2", "-Wall", "-I", &include, "-pthread", &main, &counter];
    let check = run(&[&arguments[..], &["-lm", "-o", "x"]].concat());
    assert_eq!(check.last_line(), "VERDICT: UNSAFE (data-race)", "{}{}", check.out, check.err);
    let object = run(&["check", "-p", "data-race", "--", "gcc", &main, "counter.o"]);
    assert!(object.err.contains("note: only C is read: what counter.o define"), "{}", object.err);
    assert_eq!(run(&["check", "--", "cc", "-c"]).code, Some(2));
    // Files behind dashes are files, whatever they are called.
    assert_eq!(run(&["check", "-p", "data-race", "--", &main, &counter]).last_line(), "VERDICT: UNSAFE (data-race)");
}

#[test]
fn every_program_of_a_project_is_checked() {
    let (folder, _, _) = project();
    let path = folder.path("").display().to_string();
    let check = run(&["check", "-p", "data-race", "--project", &path]);
    assert_eq!(check.last_line(), "VERDICT: UNSAFE (data-race)", "{}{}", check.out, check.err);
    let two = folder.write("two.c", "int count(void);\nint main(void) { return count(); }\n");
    let broken = folder.write("broken.c", "int other(void) { return\n");
    let lost = folder.write("lost.c", "int other(void);\nint main(void) { return other(); }\n");
    let entry = |name: &str| format!("{{\"directory\": \"/\", \"file\": {name:?}, \"command\": \"cc -c {name}\"}}");
    let names = [
        &folder.path("main.c").display().to_string(),
        &folder.path("counter.c").display().to_string(),
        &two,
        &broken,
        &lost,
    ];
    folder.write("compile_commands.json", format!("[{}]", names.map(|name| entry(name)).join(",")));
    let check = run(&["check", "-p", "data-race", "--project", &path]);
    assert_eq!(check.code, Some(10), "{}", check.out);
    assert_eq!(check.out.matches("VERDICT: ").count(), 3, "{}", check.out);
    assert!(
        check.out.contains("VERDICT: SAFE") && check.out.contains("VERDICT: UNKNOWN (input cannot be read as C"),
        "{}",
        check.out
    );
    assert!(
        check.err.contains("broken.c") && check.err.contains("3 programs: 1 safe, 1 unsafe, 1 unknown"),
        "{}",
        check.err
    );
    let one = run(&["check", "-p", "data-race", "--project", &path, "--program", "two"]);
    assert_eq!(one.last_line(), "VERDICT: SAFE", "{}{}", one.out, one.err);
    let jobs = run(&["check", "-p", "data-race", "--jobs", "2", "--project", &path]);
    assert_eq!(jobs.code, Some(10), "{}{}", jobs.out, jobs.err);
    assert_eq!(run(&["check", "--project", &path, "--program", "three"]).code, Some(3));
}

#[test]
fn files_may_declare_a_function_of_a_library_differently() {
    let folder = Folder::new();
    // As headers of glibc do with and without _GNU_SOURCE: `enum` beside `int`, a transparent union beside a pointer.
    let one = "enum which { SOFT };\nint limit_of(enum which, int);\nint two(void);\nint main(void) { return limit_of(SOFT, 1) + two(); }\n";
    let two = "int limit_of(int, int);\nint two(void) { return limit_of(0, 2); }\n";
    let (one, two) = (folder.write("one.c", one), folder.write("two.c", two));
    let read = run(&["check", "-p", "assertions", "--externals", "pure", &one, &two]);
    assert_eq!(read.code, Some(0), "{}{}", read.out, read.err);
    // A definition has to agree with the declarations.
    let three = folder.write("three.c", "int limit_of(int which, int value) { return which + value; }\n");
    let refused = run(&["check", "-p", "assertions", &one, &two, &three]);
    assert_eq!(refused.code, Some(3), "{}{}", refused.out, refused.err);
}

#[test]
fn options_that_change_the_meaning_of_c_are_refused() {
    let folder = Folder::new();
    let path =
        folder.write("a.c", "#include <assert.h>\nint main(void) { char c = (char)200; assert(c < 0); return 0; }\n");
    for option in ["-funsigned-char", "-fpack-struct=1", "-fshort-enums", "-fopenmp", "-finstrument-functions"] {
        let by_argument = format!("--cc-arg={option}");
        for refused in [
            run(&["check", "-p", "assertions", "--", "cc", "-O2", option, &path]),
            run(&["check", "-p", "assertions", &by_argument, &path]),
        ] {
            assert_eq!(refused.code, Some(3), "{option}: {}{}", refused.out, refused.err);
            let message = format!("with `{option}`: this option of the compiler changes the meaning of the program");
            assert!(refused.last_line().contains(&message), "{option}: {}", refused.out);
        }
    }
    let undone = run(&["check", "-p", "assertions", "--", "cc", "-funsigned-char", "-fsigned-char", &path]);
    assert_eq!(undone.code, Some(0), "{}{}", undone.out, undone.err);
}

#[test]
fn a_project_with_such_an_option_has_no_answer() {
    let folder = Folder::new();
    folder.write("a.c", "int main(void) { return 0; }\n");
    let database = format!(
        "[{{\"directory\": {:?}, \"file\": \"a.c\", \"command\": \"cc -funsigned-char -c a.c\"}}]",
        folder.path("")
    );
    folder.write("compile_commands.json", database);
    let project = folder.path("").display().to_string();
    let check = run(&["check", "-p", "assertions", "--project", &project]);
    assert_eq!(check.code, Some(3), "{}{}", check.out, check.err);
    assert!(
        check.out.contains("VERDICT: UNKNOWN (cannot read") && check.out.contains("with `-funsigned-char`"),
        "{}",
        check.out
    );
}

#[test]
fn optimization_and_trigraphs_are_those_of_the_compiler() {
    let folder = Folder::new();
    let text = "#include <assert.h>\nint main(void) {\n#ifdef __OPTIMIZE__\n  assert(sizeof \"??/n\" == LENGTH);\n#endif\n  return 0;\n}\n";
    let path = folder.write("a.c", text);
    for (options, code) in [
        (&["-DLENGTH=0"][..], 0),
        (&["-O2", "-O0", "-DLENGTH=0"], 0),
        (&["-O1", "-DLENGTH=0"], 10),
        (&["-O2", "-DLENGTH=5"], 0),
        (&["-O2", "-trigraphs", "-DLENGTH=2"], 0),
        (&["-O2", "-std=c11", "-DLENGTH=2"], 0),
    ] {
        let words: Vec<&str> = ["check", "-p", "assertions", "--", "cc"].iter().chain(options).copied().collect();
        let check = run(&[&words[..], &[&path]].concat());
        assert_eq!(check.code, Some(code), "{options:?}: {}{}", check.out, check.err);
    }
}
