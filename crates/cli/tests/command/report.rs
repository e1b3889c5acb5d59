//! `raddle check --output html=FILE`: the page, taken apart.

use crate::common::{Folder, example, run};
use serde_json::Value;

/// The data that a page carries.
fn data(page: &str) -> Value {
    let (_, behind) = page.split_once("<script type=\"application/json\" id=\"data\">").expect("a page carries data");
    let (text, _) = behind.split_once("</script>").expect("the data ends");
    serde_json::from_str(text).expect("the data is JSON")
}

/// What a check of these files says, and the page.
fn report(files: &[String]) -> (Option<i32>, String) {
    let folder = Folder::new();
    let path = folder.write("page.html", "old");
    let output = format!("html={path}");
    let files: Vec<&str> = files.iter().map(String::as_str).collect();
    let run = run(&[&["check", "--each", "--threads", "1", "--output", &output][..], &files].concat());
    assert!(run.err.contains("open ") && run.err.contains("in a browser"), "{}", run.err);
    (run.code, std::fs::read_to_string(path).expect("the page was written"))
}

#[test]
fn the_page_tells_steps_and_sources() {
    let (code, page) = report(&[example("lost_update.c")]);
    assert_eq!(code, Some(10));
    let data = data(&page);
    let file = &data["files"][0];
    assert_eq!(file["verdict"], "UNSAFE");
    let of = |name: &str| {
        let properties = file["properties"].as_array().expect("there are properties");
        properties.iter().find(|property| property["name"] == name).expect("it was asked").clone()
    };
    let way = &of("assertions")["trace"];
    let steps = way["steps"].as_array().expect("there are steps");
    // The last read returns what a thread wrote that is not the reader.
    let last = steps.last().expect("there is one");
    let writer = &steps[last["from"].as_u64().expect("it was written") as usize];
    assert!(writer["what"] == "visitors: writes 1" && writer["thread"] != last["thread"], "{writer}");
    // Only the first of the two writes changes anything.
    let changes = serde_json::json!(["visitors", "1"]);
    assert_eq!(steps.iter().filter(|step| step["change"] == changes).count(), 1);
    assert_eq!(way["threads"]["1"], "T1 turnstile");
    let line = last["line"].as_u64().expect("a number") as usize;
    assert!(file["sources"][0]["lines"][line - 1].as_str().is_some_and(|text| text.contains("assert(visitors")));
    let race = &of("data-race")["trace"];
    let racing: Vec<u64> = race["racing"].as_array().expect("two steps").iter().filter_map(Value::as_u64).collect();
    assert_ne!(race["steps"][racing[0] as usize]["thread"], race["steps"][racing[1] as usize]["thread"]);
    assert_eq!(file["raced"]["location"], "visitors");
    assert!(of("memory")["trace"].is_null());
}

#[test]
fn a_safe_program_is_shown_with_what_protects_its_variables() {
    let (code, page) = report(&[example("lost_update_fixed.c")]);
    assert_eq!(code, Some(0));
    let remarks = data(&page)["files"][0]["sources"][0]["remarks"].to_string();
    assert!(remarks.contains("visitors"), "{remarks}");
}

#[test]
fn a_page_asks_nobody_for_anything_and_holds_all_files() {
    let (code, page) = report(&[example("lost_update.c"), example("lost_update_fixed.c")]);
    assert_eq!(code, Some(10));
    assert_eq!(data(&page)["files"].as_array().map(Vec::len), Some(2));
    for reference in ["src=", "href=", "http:", "https:", "@import", "url("] {
        let count = page.matches(reference).count();
        // The name of the format of pictures looks like an address, but no browser requests it.
        let names = page.matches("http://www.w3.org/2000/svg").count();
        assert_eq!(count, if reference == "http:" { names } else { 0 }, "{reference}");
    }
}

#[test]
fn text_of_a_program_stays_text() {
    let folder = Folder::new();
    let program = "#include <assert.h>\n/* </script><script>alert(1)</script> <!-- */\nint main(void) { assert(0 && \"</script><b>\"); }\n";
    let (code, page) = report(&[folder.write("rude.c", program)]);
    assert_eq!(code, Some(10));
    assert_eq!(page.matches("<script").count(), 2, "the data and the script");
    let lines = data(&page)["files"][0]["sources"][0]["lines"][1].clone();
    assert_eq!(lines, "/* </script><script>alert(1)</script> <!-- */");
}

#[test]
fn a_page_that_cannot_be_written_keeps_the_verdict() {
    let file = example("lost_update.c");
    let late = run(&["check", "-p", "assertions", "--output", "html=/dev/full", &file]);
    assert_eq!(late.code, Some(6), "{}", late.err);
    assert_eq!(late.last_line(), "VERDICT: UNSAFE (assertions)");
    assert!(late.err.contains("the output cannot be written"), "{}", late.err);
    // What is known before is said before.
    let early = run(&["check", "-p", "assertions", "--output", "html=/no/such/folder/page.html", &file]);
    assert!(early.code == Some(6) && early.out.is_empty(), "{}{}", early.out, early.err);
    assert!(early.err.contains("there is no folder /no/such/folder"), "{}", early.err);
    let folder = Folder::new();
    let program = folder.write("own.c", "int main(void) { return 0; }\n");
    let over = run(&["check", "--output", &format!("html={program}"), &program]);
    assert!(over.code == Some(2) && over.err.contains("would overwrite"), "{}", over.err);
}
