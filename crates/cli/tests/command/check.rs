//! `raddle check` on programs: verdicts, traces, forms of output.

use crate::common::{Folder, Run, example, raddle, run};
use std::process::Command;

#[test]
fn without_questions_every_property_but_termination_has_a_row() {
    let run = run(&["check", &example("lost_update_fixed.c")]);
    // Properties that stand alike for the same reason share a row.
    let rows: Vec<&str> = run.out.lines().filter(|line| line.contains("  SAFE (")).collect();
    let mut reasons: Vec<&str> =
        rows.iter().filter_map(|line| line.split_once("  SAFE (").map(|(_, why)| why)).collect();
    reasons.sort_unstable();
    reasons.dedup();
    assert_eq!(reasons.len(), rows.len(), "{}", run.out);
    for property in ["assertions", "deadlock", "data-race", "memory", "overflow", "arithmetic", "locks"] {
        let names = run.out.lines().map(|line| line.get(..34).unwrap_or(line));
        assert_eq!(names.filter(|names| names.contains(property)).count(), 1, "{property}: {}", run.out);
    }
    assert!(!run.out.contains("UNSAFE") && !run.out.contains("counted:"), "{}", run.out);
    let verbose = self::run(&["check", "--verbose", &example("lost_update_fixed.c")]);
    assert!(verbose.out.contains("  counted: "), "{}", verbose.out);
    assert!(!run.out.contains("termination"), "{}", run.out);
}

#[test]
fn runs_print_the_same_bytes() {
    let always = ["--threads", "1"];
    for arguments in [&["check"][..], &["check", "--trace", "full"], &["check", "--trace", "switches"]] {
        for name in ["lost_update.c", "bank_transfer_deadlock.c", "lost_update_fixed.c"] {
            let once = |_: u32| run(&[arguments, &always, &[&example(name)]].concat()).out;
            let first = once(0);
            assert!((1..5).all(|again| once(again) == first), "{name} {arguments:?}");
        }
    }
}

#[test]
fn the_trace_tells_the_story() {
    let run = run(&["check", "-p", "assertions", &example("lost_update.c")]);
    assert!(run.out.contains("reads visitors = 0"), "{}", run.out);
    assert!(run.out.contains("writes visitors = 1"), "{}", run.out);
    assert!(run.out.contains("creates T1 turnstile"), "{}", run.out);
    let full = self::run(&["check", "-p", "assertions", "--trace", "full", &example("lost_update.c")]);
    assert!(full.out.contains("visitors: reads 0") && full.out.contains("create T1 (turnstile)"), "{}", full.out);
    let race = self::run(&["check", "-p", "data-race", &example("lost_update.c")]);
    assert!(race.out.contains("error: data race on visitors"), "{}", race.out);
    assert!(race.out.contains(", no lock held"), "{}", race.out);
    let deadlock = self::run(&["check", "-p", "deadlock", &example("bank_transfer_deadlock.c")]);
    assert!(
        deadlock.out.contains("T1 alice_pays holds accounts[0].lock, waits for accounts[1].lock held by T2"),
        "{}",
        deadlock.out
    );
}

#[test]
fn saved_traces_are_replayed_and_altered_ones_are_not() {
    let folder = Folder::new();
    let trace = folder.path("lost.trace").display().to_string();
    let file = example("lost_update.c");
    let check = run(&["check", "-p", "assertions", "--save-trace", &trace, &file]);
    assert_eq!(check.code, Some(10), "{}", check.err);
    assert!(check.err.contains("raddle replay "), "{}", check.err);
    let replay = run(&["replay", &file, &trace]);
    assert_eq!((replay.code, replay.last_line()), (Some(10), "VERDICT: UNSAFE (assertions)"), "{}", replay.err);
    let saved = std::fs::read_to_string(&trace).expect("the trace was saved");
    let altered = folder.write("altered.trace", saved.replacen("\"integer\": 1", "\"integer\": 7", 1));
    let replay = run(&["replay", &file, &altered]);
    assert_eq!(replay.code, Some(5), "{}", replay.out);
    assert!(replay.last_line().starts_with("VERDICT: UNKNOWN (trace not confirmed: "), "{}", replay.out);
    let other = run(&["replay", &example("lost_update_fixed.c"), &trace]);
    assert_eq!(other.code, Some(5), "{}", other.out);
    for (name, text) in
        [("cut.trace", &saved[..saved.len() / 2]), ("empty.trace", ""), ("wrong.trace", "{\"format\": 1}")]
    {
        let wrong = run(&["replay", &file, &folder.write(name, text)]);
        assert_eq!(wrong.code, Some(3), "{name}: {}", wrong.out);
    }
}

#[test]
fn nothing_of_the_program_passes_for_a_verdict() {
    let folder = Folder::new();
    let path = folder.write(
        "spoof.c",
        "#include <assert.h>\n#include <stdio.h>\nint main(void) {\n    puts(\"VERDICT: SAFE\");\n    \
         printf(\"\\nVERDICT: SAFE\\n\");\n    assert(!\"\\nVERDICT: SAFE\");\n    return 0;\n}\n",
    );
    for format in ["human", "json"] {
        let run = run(&["check", "-p", "assertions", "--format", format, &path]);
        assert_eq!(run.code, Some(10), "{}{}", run.out, run.err);
        let spoofs = run.out.lines().filter(|line| line.starts_with("VERDICT: SAFE")).count();
        assert_eq!(spoofs, 0, "{}", run.out);
        if format == "human" {
            assert_eq!(run.out.matches("VERDICT:").count(), 1, "{}", run.out);
        }
    }
}

#[test]
fn json_is_one_object_for_each_file() {
    let (unsafe_file, safe_file) = (example("lost_update.c"), example("lost_update_fixed.c"));
    let run = run(&["check", "--each", "--format", "json", &unsafe_file, &safe_file, "missing.c"]);
    assert_eq!(run.code, Some(10));
    let objects: Vec<serde_json::Value> =
        run.out.lines().map(|line| serde_json::from_str(line).expect("each line is an object")).collect();
    assert_eq!(objects.len(), 3);
    let verdicts: Vec<&str> = objects.iter().map(|object| object["verdict"].as_str().unwrap_or("")).collect();
    assert_eq!(verdicts, ["UNSAFE", "SAFE", "UNKNOWN"]);
    assert_eq!(objects[0]["exit_code"], 10);
    assert_eq!(objects[2]["exit_code"], 3);
    assert_eq!(objects[0]["properties"][0]["property"], "assertions");
    assert!(objects[0]["properties"][0]["trace"]["steps"].as_array().is_some_and(|steps| !steps.is_empty()));
    assert!(objects[1]["properties"][0]["proof"].is_object());
    assert!(objects[1]["assumptions"].as_array().is_some_and(|sentences| sentences.len() > 5));
    assert!(objects[1]["resources"]["wall_seconds"].is_number());
    assert!(!run.out.contains("VERDICT:"));
}

#[test]
fn task_definitions_and_property_files_say_what_is_asked() {
    let folder = Folder::new();
    folder.write("race.prp", "CHECK( init(main()), LTL(G ! data-race) )\n");
    let reach = folder.write("reach.prp", "CHECK( init(main()), LTL(G ! call(reach_error())) )\n");
    folder.write(
        "a.c",
        "void reach_error(void) {}\nint main(void) { if (sizeof(long) == 4) reach_error(); return 0; }\n",
    );
    let task = folder.write(
        "a.yml",
        "format_version: '2.0'\ninput_files: a.c\nproperties:\n  - property_file: race.prp\n    expected_verdict: \
         true\noptions:\n  language: C\n  data_model: ILP32\n",
    );
    let race = run(&["check", &task]);
    assert_eq!((race.code, race.last_line()), (Some(0), "VERDICT: SAFE"), "{}{}", race.out, race.err);
    assert!(!race.out.contains("assertions"), "{}", race.out);
    let reached = run(&["check", "-p", &reach, &task]);
    assert_eq!(reached.last_line(), "VERDICT: UNSAFE (assertions)", "{}{}", reached.out, reached.err);
    let wide = run(&["check", "-p", &reach, "--data-model", "lp64", &task]);
    assert_eq!(wide.last_line(), "VERDICT: SAFE", "{}{}", wide.out, wide.err);
}

#[test]
fn a_property_file_counts_only_the_function_that_it_names() {
    let folder = Folder::new();
    let reach = folder.write("reach.prp", "CHECK( init(main()), LTL(G ! call(reach_error())) )\n");
    let file = folder.write("a.c", "#include <assert.h>\nint main(void) { assert(0); return 0; }\n");
    assert_eq!(run(&["check", "-p", &reach, &file]).last_line(), "VERDICT: SAFE");
    assert_eq!(run(&["check", "-p", "assertions", &file]).last_line(), "VERDICT: UNSAFE (assertions)");
}

#[test]
fn lost_memory_is_never_called_safe() {
    let folder = Folder::new();
    let lost = folder.write(
        "memory.prp",
        "CHECK( init(main()), LTL(G valid-free) )\nCHECK( init(main()), LTL(G valid-deref) )\nCHECK( init(main()), LTL(G \
         valid-memtrack) )\n",
    );
    let file = folder.write("a.c", "#include <stdlib.h>\nint main(void) { malloc(4); return 0; }\n");
    let asked = run(&["check", "-p", &lost, &file]);
    assert_eq!(asked.code, Some(5), "{}", asked.out);
    assert!(asked.last_line().contains("lost memory"), "{}", asked.out);
}

#[test]
fn leaks_are_asked_by_name_or_as_memcleanup_and_not_otherwise() {
    let folder = Folder::new();
    let cleanup = folder.write("cleanup.prp", "CHECK( init(main()), LTL(G valid-memcleanup) )\n");
    let file = folder.write("a.c", "#include <stdlib.h>\nint main(void) { malloc(4); return 0; }\n");
    assert_eq!(run(&["check", "-p", &cleanup, &file]).last_line(), "VERDICT: UNSAFE (leaks)");
    let named = run(&["check", "-p", "leaks", &file]);
    assert_eq!(named.last_line(), "VERDICT: UNSAFE (leaks)");
    assert!(named.out.contains("4 bytes, allocated at") && !named.out.contains("raddle::"), "{}", named.out);
    assert_eq!(run(&["check", &file]).last_line(), "VERDICT: SAFE");
}

#[test]
fn macros_folders_and_compilation_databases_reach_the_preprocessor() {
    let folder = Folder::new();
    std::fs::create_dir(folder.path("include")).expect("a folder can be made");
    folder.write("include/limit.h", "#define LIMIT 3\n");
    let file = folder
        .write("a.c", "#include <assert.h>\n#include \"limit.h\"\nint main(void) { assert(LIMIT == N); return 0; }\n");
    let include = folder.path("include").display().to_string();
    let safe = run(&["check", "-p", "assertions", "-I", &include, "-DN=3", &file]);
    assert_eq!(safe.last_line(), "VERDICT: SAFE", "{}{}", safe.out, safe.err);
    let wrong = run(&["check", "-p", "assertions", "-I", &include, "-DN=4", &file]);
    assert_eq!(wrong.last_line(), "VERDICT: UNSAFE (assertions)", "{}{}", wrong.out, wrong.err);
    let database = folder.write(
        "compile_commands.json",
        format!(
            "[{{\"directory\": {:?}, \"command\": \"cc -Iinclude -DN=3 -c a.c\", \"file\": \"a.c\"}}]",
            folder.path("")
        ),
    );
    let project = run(&["check", "-p", "assertions", "--project", &database, &file]);
    assert_eq!(project.last_line(), "VERDICT: SAFE", "{}{}", project.out, project.err);
    let stranger = run(&["check", "--project", &database, &example("lost_update.c")]);
    assert_eq!(stranger.code, Some(3), "{}", stranger.out);
}

#[test]
fn assumptions_and_dumps_are_shown_when_asked_for() {
    let file = example("lost_update_fixed.c");
    let plain = run(&["check", &file]);
    assert!(!plain.out.contains("sequentially consistent"));
    let with = run(&["check", "--assumptions", "--data-model", "ilp32", &file]);
    assert!(with.out.contains("sequentially consistent") && with.out.contains("ILP32"), "{}", with.out);
    assert_eq!(with.last_line(), "VERDICT: SAFE");
    let dump = run(&["check", "--dump", "after:lower", &file]);
    assert!(dump.err.contains("after lower:") && dump.err.contains("turnstile"), "{}", dump.err);
    let printed = run(&["print", &file]);
    assert_eq!(printed.code, Some(0), "{}", printed.err);
    assert!(printed.out.contains("turnstile"), "{}", printed.out);
    assert_eq!(run(&["print", "missing.c"]).code, Some(3));
    let folder = Folder::new();
    let printed = run(&["print", "--c", &example("bank_transfer_deadlock.c")]);
    let again = run(&["check", "-p", "deadlock", &folder.write("printed.c", &printed.out)]);
    assert_eq!(again.last_line(), "VERDICT: UNSAFE (deadlock)", "{}{}", printed.out, again.err);
}

#[test]
fn a_reader_who_leaves_is_no_failure() {
    let command = format!("'{}' check '{}' | head -1", env!("CARGO_BIN_EXE_raddle"), example("lost_update.c"));
    let run = Run::of(&Command::new("sh").arg("-c").arg(&command).output().expect("there is a shell"));
    assert_eq!(run.code, Some(0));
    assert!(run.err.is_empty(), "{}", run.err);
}

#[test]
fn an_answer_that_cannot_be_written_goes_to_standard_error() {
    let program = env!("CARGO_BIN_EXE_raddle");
    let file = example("lost_update_fixed.c");
    for place in [">/dev/full", ">&-"] {
        let command = format!("'{program}' check '{file}' {place}");
        let run = Run::of(&Command::new("sh").arg("-c").arg(&command).output().expect("there is a shell"));
        assert_eq!(run.code, Some(6), "{place}: {}", run.err);
        assert!(run.err.contains("cannot be written"), "{place}: {}", run.err);
        assert!(run.err.lines().any(|line| line == "VERDICT: SAFE"), "{place}: {}", run.err);
    }
    for format in ["json", "sarif", "junit", "github"] {
        let full = std::fs::OpenOptions::new().write(true).open("/dev/full").expect("it is there");
        let output = raddle().args(["check", "--format", format, &example("lost_update.c")]).stdout(full).output();
        let run = Run::of(&output.expect("the command was built"));
        assert_eq!(run.code, Some(6), "{format}: {}", run.err);
        let verdict = run.err.lines().find(|line| line.starts_with("VERDICT: UNSAFE"));
        assert!(run.err.contains("cannot be written") && verdict.is_some(), "{format}: {}", run.err);
    }
    let discarded = raddle().args(["check", &file]).stdout(std::process::Stdio::null()).status();
    assert_eq!(discarded.expect("the command was built").code(), Some(0));
}

#[test]
fn a_trace_that_cannot_be_saved_keeps_the_verdict() {
    let file = example("lost_update.c");
    for (place, verdict) in [("/dev/full", "VERDICT: UNSAFE (assertions)"), ("/no/such/folder/trace", "")] {
        let run = run(&["check", "-p", "assertions", "--save-trace", place, &file]);
        assert_eq!(run.code, Some(6), "{place}: {}", run.err);
        // What is known before the program is checked is said before.
        assert_eq!(run.last_line(), verdict, "{place}");
        assert!(run.err.contains("the trace cannot be written"), "{place}: {}", run.err);
    }
}

#[test]
fn a_bound_on_the_unwinding_ends_in_unknown_that_names_the_loop() {
    let folder = Folder::new();
    let program = "#include <assert.h>\nint __VERIFIER_nondet_int(void);\nint main(void) {\n    int n = 0;\n\
                   \x20   while (__VERIFIER_nondet_int()) {\n        n++;\n    }\n    assert(n != 5);\n    return 0;\n}\n";
    let file = folder.write("inputs.c", program);
    let check = |bound: &str| run(&["check", "-p", "assertions", "--engine", "bmc", "--unwind", bound, &file]);
    let short = check("4");
    assert_eq!(short.code, Some(5), "{}", short.err);
    assert!(short.last_line().contains("the bound of 4 iterations of a loop reached at "), "{}", short.out);
    assert!(short.out.contains("--unwind"), "{}", short.out);
    assert_eq!(check("9").last_line(), "VERDICT: UNSAFE (assertions)");
}

/// No case of the corpus: printed as C such an array is `alloca`, and lives until its function returns.
#[test]
fn a_variable_length_array_lives_as_long_as_its_block() {
    let folder = Folder::new();
    let program = |stored: &str, after: &str| {
        format!(
            "int *kept; int first; int main(void) {{ for (int i = 0; i < 2; i++) {{ int n = i + 1; int a[n];
             if (i) *kept = 1; kept = {stored}; if (i == 5) goto end; }} {after} end: return 0; }}\n"
        )
    };
    for (name, text, expected) in [
        ("next_time.c", program("a", ""), "VERDICT: UNSAFE (memory)"),
        ("behind.c", program("i ? a : &first", "*kept = 2;"), "VERDICT: UNSAFE (memory)"),
        ("another.c", program("&first", "*kept = 2;"), "VERDICT: SAFE"),
    ] {
        let path = folder.write(name, text);
        for engine in ["explicit", "bmc"] {
            let run = run(&["check", "--engine", engine, "-p", "memory", &path]);
            assert_eq!(run.last_line(), expected, "{engine} {name}: {}", run.out);
        }
    }
}

#[test]
fn who_keeps_addresses_in_32_bits_is_told_of_the_data_model() {
    let folder = Folder::new();
    let text = "int g;\nint main(void) {\n    unsigned number = (unsigned)&g;\n    number += 4;\n    *(int *)(number - 4) = 1;\n    return 0;\n}\n";
    let path = folder.write("narrow.c", text);
    let wide = run(&["check", &path]);
    let words: Vec<&str> = wide.out.split_whitespace().collect();
    assert!(wide.last_line().contains("UNKNOWN") && words.join(" ").contains("--data-model ilp32"), "{}", wide.out);
    let narrow = run(&["check", "--data-model", "ilp32", &path]);
    assert_eq!(narrow.last_line(), "VERDICT: SAFE", "{}", narrow.out);
}

#[test]
fn the_size_type_of_a_preprocessed_file_says_how_many_bits_addresses_have() {
    let folder = Folder::new();
    let checks = "extern void __VERIFIER_assert(int);\nint main(void) {\n    __VERIFIER_assert(sizeof(void *) == 4);\n    return 0;\n}\n";
    let narrow = folder.write("narrow.i", format!("# 1 \"narrow.c\"\ntypedef unsigned int size_t;\n{checks}"));
    let first = run(&["check", &narrow]);
    assert_eq!(first.last_line(), "VERDICT: SAFE", "{}", first.out);
    assert!(first.err.contains("addresses are taken to have 32 bits"), "{}{}", first.out, first.err);
    let asked = run(&["check", "--data-model", "lp64", &narrow]);
    assert_eq!(asked.last_line(), "VERDICT: UNSAFE (assertions)", "{}", asked.out);
    assert!(!asked.err.contains("addresses are taken"), "{}", asked.err);
    for head in ["typedef unsigned long size_t;", "#ifdef A\ntypedef unsigned int size_t;\n#endif"] {
        let wide = run(&["check", &folder.write("wide.c", format!("{head}\n{checks}"))]);
        assert_eq!(wide.last_line(), "VERDICT: UNSAFE (assertions)", "{head}: {}", wide.out);
    }
}

#[test]
fn colours_are_a_choice_and_the_width_of_a_pipe_is_that_of_the_environment() {
    let run_with = |arguments: &[&str], environment: &[(&str, &str)]| {
        let file = example("lost_update.c");
        let mut command = crate::common::raddle();
        command.args(arguments).args(["-p", "data-race", &file]).envs(environment.iter().copied());
        crate::common::Run::of(&command.output().expect("the command was built")).out
    };
    let is_coloured = |out: &str| out.contains('\u{1b}');
    assert!(!is_coloured(&run_with(&["check"], &[])));
    assert!(is_coloured(&run_with(&["check", "--color", "always"], &[])));
    assert!(is_coloured(&run_with(&["--color", "always", "check"], &[("NO_COLOR", "1")])));
    assert!(is_coloured(&run_with(&["check"], &[("CLICOLOR_FORCE", "1")])));
    assert!(!is_coloured(&run_with(&["check", "--color", "never"], &[("CLICOLOR_FORCE", "1")])));
    let narrow = run_with(&["check"], &[("COLUMNS", "60")]);
    let is_narrow = |line: &str| line.chars().count() <= 60 || line.contains("-->");
    assert!(narrow.lines().all(is_narrow), "{narrow}");
}
