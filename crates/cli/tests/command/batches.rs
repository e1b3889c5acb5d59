//! Batches: several at once, resumed after an interruption, with options from `raddle.toml`.

use crate::common::{Folder, Run, example, raddle, run};

const SAFE: &str = "int main(void) { return 0; }\n";
const UNSAFE: &str = "#include <assert.h>\nint main(void) { assert(0); }\n";

fn verdicts(run: &Run) -> Vec<&str> {
    run.out.lines().filter(|line| line.starts_with("VERDICT") || line.starts_with("file ")).collect()
}

fn three() -> (Folder, String) {
    let folder = Folder::new();
    folder.write("a.c", SAFE);
    folder.write("b.c", UNSAFE);
    folder.write("c.c", "int main(void) { return }\n");
    let path = folder.path("").display().to_string();
    (folder, path)
}

#[test]
fn several_at_once_answer_in_order() {
    let (_folder, path) = three();
    let one = run(&["check", &path]);
    let three = run(&["check", "--jobs", "3", &path]);
    assert_eq!(verdicts(&one), verdicts(&three), "{}{}", three.out, three.err);
    assert_eq!((one.code, three.code), (Some(10), Some(10)));
    assert!(
        three.err.contains(
            "3 files: 1 safe, 1 unsafe, 1 unknown (1 of them could not be checked: no file, no C, or no main)"
        ),
        "{}",
        three.err
    );
    let json = run(&["check", "--jobs", "2", "--format", "json", &path]);
    assert_eq!(json.out.lines().count(), 3, "{}", json.out);
    assert!(json.out.lines().all(|line| serde_json::from_str::<serde_json::Value>(line).is_ok()), "{}", json.out);
}

/// A document without what differs from run to run: how long things took.
fn timeless(text: &str) -> String {
    let is_time = |word: &&str| !word.starts_with("time=") && !word.starts_with("timestamp=");
    text.split(' ').filter(is_time).collect::<Vec<_>>().join(" ")
}

#[test]
fn documents_about_all_files_are_joined_from_those_of_each() {
    let (folder, path) = three();
    for format in ["sarif", "junit", "github", "json"] {
        let arguments = ["check", "--threads", "1", "--format", format, &path];
        let one = run(&arguments);
        let journal = folder.path(format).display().to_string();
        let several = [&arguments[..], &["--jobs", "3", "--resume", &journal]].concat();
        let first = run(&several);
        // Again from the journal, of which a line was cut off.
        let kept = std::fs::read_to_string(&journal).expect("it was written");
        assert_eq!(kept.lines().count(), 4, "{kept}");
        folder.write(format, &kept[..kept.len() - 10]);
        let again = run(&several);
        for (joined, what) in [(&first, "first"), (&again, "again")] {
            assert_eq!(joined.code, one.code, "{format} {what}: {}", joined.err);
            match format {
                "json" => {
                    let names = |run: &Run| -> Vec<String> {
                        let object = |line: &str| serde_json::from_str::<serde_json::Value>(line).expect("it is JSON");
                        run.out.lines().map(|line| object(line)["file"].to_string()).collect()
                    };
                    assert_eq!(names(joined), names(&one), "{what}");
                }
                _ => assert_eq!(timeless(&joined.out), timeless(&one.out), "{format} {what}"),
            }
        }
    }
    let full = std::fs::OpenOptions::new().write(true).open("/dev/full").expect("it is there");
    let output = raddle().args(["check", "--jobs", "2", "--format", "sarif", &path]).stdout(full).output();
    let run = Run::of(&output.expect("the command was built"));
    assert_eq!(run.code, Some(6), "{}", run.err);
    assert!(run.err.contains("the answer cannot be written") && run.err.contains("VERDICT: UNSAFE"), "{}", run.err);
}

#[test]
fn a_batch_goes_on_where_it_was() {
    let (folder, path) = three();
    let journal = folder.path("journal").display().to_string();
    let arguments = ["check", "--threads", "1", "--resume", &journal, &path];
    let first = run(&arguments);
    let kept = std::fs::read_to_string(&journal).expect("it was written");
    assert_eq!(kept.lines().count(), 4, "{kept}");
    let again = run(&arguments);
    assert_eq!(first.out, again.out);
    assert_eq!(std::fs::read_to_string(&journal).expect("it is there"), kept, "nothing is asked again");
    // Whatever the journal was cut to, the answers are the same, and then it is whole.
    let half = &kept[..kept.len() * 2 / 3];
    folder.write("journal", half);
    assert_eq!(run(&arguments).out, first.out);
    assert_eq!(std::fs::read_to_string(&journal).expect("it is there").lines().count(), 4);
    // What was changed since, or is asked otherwise, is asked again.
    folder.write("a.c", UNSAFE);
    let changed = run(&arguments);
    assert_eq!(verdicts(&changed)[1], "VERDICT: UNSAFE (assertions)", "{}", changed.out);
    run(&["check", "--resume", &journal, "-p", "memory", &path]);
    assert_eq!(std::fs::read_to_string(&journal).expect("it is there").lines().count(), 8);
    let refused = run(&["check", "--resume", &example("lost_update.c"), &path]);
    assert_eq!(refused.code, Some(2), "{}", refused.err);
    assert!(refused.err.contains("is no journal"), "{}", refused.err);
    let full = run(&["check", "--resume", "/dev/full", &path]);
    assert_eq!(full.code, Some(2), "{}", full.err);
}

#[test]
fn options_come_from_the_next_configuration_file() {
    let folder = Folder::new();
    std::fs::create_dir_all(folder.path("deep/deeper")).expect("folders can be made");
    let file = folder.write(
        "deep/deeper/a.c",
        "#ifndef LIMIT\n#error no limit\n#endif\n#include <assert.h>\nint main(void) { assert(LIMIT > 3); }\n",
    );
    folder.write(
        "deep/raddle.toml",
        "property = [\"assertions\"]\ndefine = [\"LIMIT=3\"]\ntimeout = \"20s\"\nassumptions = true\n",
    );
    folder.write("raddle.toml", "nonsense = 1\n");
    let by_file = run(&["check", &file]);
    assert_eq!(by_file.last_line(), "VERDICT: UNSAFE (assertions)", "{}{}", by_file.out, by_file.err);
    assert!(by_file.out.contains("sequentially consistent") || by_file.out.contains("assum"), "{}", by_file.out);
    // The command line wins.
    let by_line = run(&["check", "-p", "memory", "-DLIMIT=3", &file]);
    assert_eq!(by_line.last_line(), "VERDICT: SAFE", "{}{}", by_line.out, by_line.err);
    for (text, said) in [
        ("timout = \"3s\"\n", "there is no option `timout`; did you mean `timeout`?"),
        ("elephant = 3\n", "there is no option `elephant`; its keys are"),
        ("assumptions = 3\n", "`assumptions` is true or false"),
        ("timeout = [[1]]\n", "`timeout` is a list of texts"),
        ("timeout = \n", "raddle.toml: "),
        ("engine = \"magic\"\n", "invalid value 'magic'"),
    ] {
        folder.write("deep/raddle.toml", text);
        let wrong = run(&["check", &file]);
        assert_eq!(wrong.code, Some(2), "{text}: {}{}", wrong.out, wrong.err);
        assert!(wrong.err.contains(said), "{text}: {}", wrong.err);
    }
}

#[test]
fn a_task_definition_is_checked_end_to_end() {
    let folder = Folder::new();
    folder.write("p.prp", "CHECK( init(main()), LTL(G ! call(reach_error())) )\n");
    folder.write("a.c", "extern void reach_error(void);\nint main(void) { if (sizeof(long) == 4) reach_error(); }\n");
    let task = "format_version: '2.0'\ninput_files: 'a.c'\nproperties:\n  - property_file: p.prp\n    expected_verdict: false\n\
                options: {language: C, data_model: ILP32}\n";
    let task = folder.write("a.yml", task);
    let witness = folder.path("w.yml").display().to_string();
    let check = run(&["check", "--witness", &witness, &task]);
    assert_eq!(check.last_line(), "VERDICT: UNSAFE (assertions)", "{}{}", check.out, check.err);
    assert_eq!(run(&["validate", &task, &witness]).last_line(), "VERDICT: UNSAFE (assertions)");
    let other = run(&["validate", &folder.path("a.c").display().to_string(), &witness]);
    assert!(other.last_line().contains("add --data-model ilp32"), "{}", other.out);
    let by_jobs =
        Run::of(&raddle().args(["check", "--jobs", "2", &task, &task]).output().expect("the command was built"));
    assert_eq!(verdicts(&by_jobs).len(), 4, "{}", by_jobs.out);
}
