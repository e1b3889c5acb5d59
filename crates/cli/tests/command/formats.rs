//! Formats of other tools, and several files in one run.

use crate::common::{Folder, example, run};

const BROKEN: &str = "int main(void) { return }\n";

#[test]
fn sarif_has_a_result_for_each_violation_and_a_flow_for_each_thread() {
    let run = run(&["check", "--format", "sarif", "--engine", "explicit", &example("lost_update.c")]);
    let document: serde_json::Value = serde_json::from_str(&run.out).expect("one document");
    assert_eq!(document["version"], "2.1.0");
    let run = &document["runs"][0];
    let results = run["results"].as_array().expect("a list");
    let rules: Vec<&str> = results.iter().filter_map(|result| result["ruleId"].as_str()).collect();
    assert_eq!(rules, ["assertions", "data-race"]);
    for result in results {
        let region = &result["locations"][0]["physicalLocation"]["region"];
        assert!(region["startLine"].as_u64().is_some_and(|line| line > 1), "{result}");
        let flows = result["codeFlows"][0]["threadFlows"].as_array().expect("a list");
        let ids: Vec<&str> = flows.iter().filter_map(|flow| flow["id"].as_str()).collect();
        assert_eq!(ids, ["main", "T1 turnstile", "T2 turnstile"]);
        // Together the threads take each step of the execution once.
        let places = flows.iter().flat_map(|flow| flow["locations"].as_array().expect("a list"));
        let mut order: Vec<u64> = places.filter_map(|place| place["executionOrder"].as_u64()).collect();
        order.sort_unstable();
        assert_eq!(order, (1..=order.len() as u64).collect::<Vec<_>>());
    }
    assert_eq!(run["invocations"][0]["executionSuccessful"], true);
    let known: Vec<&str> = run["tool"]["driver"]["rules"]
        .as_array()
        .expect("a list")
        .iter()
        .filter_map(|rule| rule["id"].as_str())
        .collect();
    assert!(rules.iter().all(|rule| known.contains(rule)));
}

#[test]
fn what_is_open_is_a_notification_and_what_is_wrong_with_the_text_a_result() {
    let folder = Folder::new();
    let path = folder.write("broken.c", BROKEN);
    let run = run(&["check", "--each", "--format", "sarif", &path, &example("lost_update_fixed.c")]);
    let document: serde_json::Value = serde_json::from_str(&run.out).expect("one document");
    let run = &document["runs"][0];
    let results = run["results"].as_array().expect("a list");
    assert_eq!(results.len(), 1, "{results:?}");
    assert_eq!((&results[0]["ruleId"], &results[0]["level"]), (&"c-error".into(), &"error".into()));
    assert!(results[0]["locations"][0]["physicalLocation"]["region"]["startLine"].is_number());
    assert_eq!(run["invocations"][0]["executionSuccessful"], false);
    let notifications = run["invocations"][0]["toolExecutionNotifications"].as_array().expect("a list");
    assert!(notifications.iter().any(|it| it["level"] == "error"), "{notifications:?}");
}

#[test]
fn warnings_of_the_front_end_are_in_every_format() {
    let folder = Folder::new();
    let path = folder.write("odd.c", "int main(void) { int *p = 5; return p == 0; }\n");
    let said = |format: &str| run(&["check", "-p", "assertions", "--format", format, &path]).out;
    let warning = "an integer that becomes a pointer";
    for format in ["json", "sarif", "junit", "github"] {
        assert!(said(format).contains(warning), "{format}: {}", said(format));
    }
    assert!(said("github").contains("::warning file="), "{}", said("github"));
    assert!(said("github").contains("odd.c,line=1,col="), "{}", said("github"));
}

#[test]
fn junit_has_a_suite_for_each_file() {
    let folder = Folder::new();
    let path = folder.write("broken.c", BROKEN);
    let run = run(&[
        "check",
        "--each",
        "--format",
        "junit",
        &example("lost_update.c"),
        &example("lost_update_fixed.c"),
        &path,
    ]);
    assert!(run.out.starts_with("<?xml "), "{}", run.out);
    assert_eq!(run.out.matches("<testsuite ").count(), 3, "{}", run.out);
    assert_eq!(run.out.matches("<testcase ").count(), 15, "{}", run.out);
    assert_eq!(run.out.matches("<failure ").count(), 2, "{}", run.out);
    assert_eq!(run.out.matches("<error ").count(), 1, "{}", run.out);
    assert!(run.out.contains("create T1 (turnstile)"), "{}", run.out);
}

#[test]
fn github_gets_commands_and_a_verdict() {
    let run = run(&["check", "--format", "github", "-p", "data-race", &example("lost_update.c")]);
    let first = run.out.lines().next().unwrap_or_default();
    assert!(first.starts_with("::error file=") && first.contains(",title=raddle%3A data-race::"), "{}", run.out);
    assert!(first.contains(",endLine=") && first.contains(",endColumn="), "{}", run.out);
    assert!(first.contains("lost_update.c,line="), "{}", run.out);
    assert_eq!(run.last_line(), "VERDICT: UNSAFE (data-race)");
}

#[test]
fn a_folder_is_checked_file_by_file_with_a_table_at_the_end() {
    let folder = Folder::new();
    folder.write("one.c", "int main(void) { return 0; }\n");
    let path = folder.write("two.c", BROKEN);
    let at = std::path::Path::new(&path).parent().expect("it is in a folder").to_string_lossy().into_owned();
    let run = run(&["check", &at]);
    assert_eq!(run.code, Some(3), "{}{}", run.out, run.err);
    assert_eq!(run.out.matches("VERDICT: ").count(), 2, "{}", run.out);
    let table = "2 files: 1 safe, 0 unsafe, 1 unknown (1 of them could not be checked: no file, no C, or no main)";
    assert!(run.err.contains(table), "{}", run.err);
}

#[test]
fn which_engines_ran_is_told_to_people_and_machines_if_they_ask() {
    let asked = ["check", "--threads", "1", "-p", "assertions", &example("lost_update_fixed.c")];
    let people = run(&[&asked[..], &["--explain-choice"]].concat());
    let lines = [
        "  static: it runs nothing, so that it ends soon; it waited for a place",
        "  compositional: the program gives it no prospect",
    ];
    assert!(lines.iter().all(|line| people.out.contains(line)), "{}", people.out);
    assert!(people.out.contains("  bmc: it follows executions; assertions SAFE ("), "{}", people.out);
    let machines = run(&[&asked[..], &["--explain-choice", "--format", "json"]].concat());
    let document: serde_json::Value = serde_json::from_str(&machines.out).expect("one document");
    let choice = document["choice"].as_array().expect("a list");
    let bmc = choice.iter().find(|part| part["engine"] == "bmc").expect("it took part");
    assert_eq!((&bmc["settled"][0]["property"], &bmc["settled"][0]["verdict"]), (&"assertions".into(), &"SAFE".into()));
    assert!(bmc["turns"].as_u64().is_some_and(|turns| turns > 0) && bmc["seconds"].is_number(), "{bmc}");
    let quiet = run(&[&asked[..], &["--format", "json"]].concat());
    let document: serde_json::Value = serde_json::from_str(&quiet.out).expect("one document");
    assert!(document.get("choice").is_none(), "{}", quiet.out);
}

#[test]
fn columns_of_sarif_count_in_units_of_utf16() {
    let folder = Folder::new();
    let path = folder.write("wide.c", "#include <assert.h>\nint main(void) { /* \u{e4}\u{1f600} */ assert(0); }\n");
    let run = run(&["check", "-p", "assertions", "--format", "sarif", &path]);
    let document: serde_json::Value = serde_json::from_str(&run.out).expect("one document");
    let region = &document["runs"][0]["results"][0]["locations"][0]["physicalLocation"]["region"];
    assert_eq!(document["runs"][0]["columnKind"], "utf16CodeUnits");
    assert_eq!((&region["startColumn"], &region["endColumn"]), (&28.into(), &34.into()), "{region}");
}
