//! `--output FORMAT=FILE`: one run, several forms.

use crate::common::{Folder, example, run};
use serde_json::Value;

const FORMATS: [&str; 6] = ["human", "json", "sarif", "junit", "github", "html"];

/// The options that write each of some forms to a file of its own.
fn outputs(folder: &Folder, formats: &[&str]) -> Vec<String> {
    let option = |format: &&str| format!("--output={format}={}", folder.path(&format!("out.{format}")).display());
    formats.iter().map(option).collect()
}

fn read(folder: &Folder, format: &str) -> String {
    std::fs::read_to_string(folder.path(&format!("out.{format}"))).expect("it was written")
}

/// The text without what differs from run to run.
fn steady(format: &str, text: &str) -> String {
    match format {
        "json" => {
            let objects = text.lines().map(|line| serde_json::from_str(line).expect("an object"));
            let steady = objects.map(|mut object: Value| {
                object["resources"].take();
                object.to_string()
            });
            steady.collect::<Vec<_>>().join("\n")
        }
        "junit" => text.lines().filter(|line| !line.contains("time=")).collect::<Vec<_>>().join("\n"),
        "html" => text.split("\"seconds\":").map(|part| part.split_once(',').map_or(part, |(_, rest)| rest)).collect(),
        _ => text.to_owned(),
    }
}

#[test]
fn every_form_is_the_one_that_standard_output_would_get() {
    let folder = Folder::new();
    let file = example("lost_update.c");
    let asked = ["check", "--threads", "1", "-p", "data-race", "-p", "assertions", &file];
    let options = outputs(&folder, &FORMATS);
    let options: Vec<&str> = options.iter().map(String::as_str).collect();
    let all = run(&[&asked[..], &options].concat());
    assert_eq!(all.code, Some(10), "{}", all.err);
    assert_eq!(all.last_line(), "VERDICT: UNSAFE (assertions, data-race)");
    for format in FORMATS {
        let alone = run(&[&asked[..], &["--format", format]].concat());
        assert_eq!(steady(format, &read(&folder, format)), steady(format, &alone.out), "{format}");
    }
}

#[test]
fn a_batch_of_processes_joins_every_form() {
    let folder = Folder::new();
    let files = [example("lost_update.c"), example("lost_update_fixed.c")];
    let formats = ["json", "sarif", "junit", "github", "human"];
    let options = outputs(&folder, &formats);
    let options: Vec<&str> = options.iter().map(String::as_str).collect();
    let journal = folder.path("journal").display().to_string();
    let asked = ["check", "--each", "--threads", "1", "-p", "data-race", "--jobs", "2", "--resume", &journal];
    // The second time the answers come from the journal.
    for _ in 0..2 {
        let run = run(&[&asked[..], &options, &[&files[0], &files[1]]].concat());
        assert_eq!(run.code, Some(10), "{}", run.err);
        assert_eq!(read(&folder, "json").lines().count(), 2);
        assert_eq!(read(&folder, "junit").matches("<testsuite ").count(), 2);
        assert_eq!(read(&folder, "github").matches("VERDICT: ").count(), 2);
        assert_eq!(read(&folder, "human").matches("VERDICT: ").count(), 2);
        let sarif: Value = serde_json::from_str(&read(&folder, "sarif")).expect("a document");
        assert_eq!(sarif["runs"][0]["results"].as_array().map(Vec::len), Some(1));
        formats
            .iter()
            .for_each(|format| std::fs::remove_file(folder.path(&format!("out.{format}"))).expect("it is there"));
    }
    let page = run(&["check", "--each", "--jobs", "2", "--output", "html=x.html", &files[0], &files[1]]);
    assert!(page.code == Some(2) && page.err.contains("leave --jobs and --resume out"), "{}", page.err);
}

#[test]
fn what_makes_no_sense_is_said_before_anything_is_checked() {
    let file = example("lost_update.c");
    for (output, code, said) in [
        ("pdf=x.pdf", 2, "no format is called pdf"),
        ("json", 2, "expected FORMAT=FILE"),
        ("json=/no/such/folder/x", 6, "there is no folder /no/such/folder"),
        ("json=/", 6, "it is a folder"),
    ] {
        let run = run(&["check", "--output", output, &file]);
        assert!(run.code == Some(code) && run.out.is_empty() && run.err.contains(said), "{output}: {}", run.err);
    }
}

#[test]
fn colours_of_a_terminal_are_in_no_file() {
    let folder = Folder::new();
    let file = folder.write("odd.c", "int main(void) { int *p = 5; return p == 0; }\n");
    let options = outputs(&folder, &FORMATS);
    let options: Vec<&str> = options.iter().map(String::as_str).collect();
    let run = run(&[&["check", "--color", "always", "-p", "assertions", &file][..], &options].concat());
    assert!(run.err.contains("\x1b[") && run.out.contains("\x1b["), "{}{}", run.out, run.err);
    for format in FORMATS {
        let text = read(&folder, format);
        assert!(text.contains("an integer that becomes a pointer"), "{format}: {text}");
        assert!(!text.contains('\x1b') && !text.contains("\\u{1b}"), "{format}: {text}");
    }
}
