//! The page of `--output html=FILE`, as a browser shows it: if a Chromium is installed, steps are taken by keyboard, in
//! light and dark, and on a screen as narrow as a telephone's. If node is installed, the script of the page runs on a
//! small model of a document (`page_reader.js`), which reports the scrolled elements and the address.
//!
//! `RADDLE_SHOTS=FOLDER` keeps pictures of all pages.

use crate::common::{Folder, example, run};
use serde_json::Value;
use std::path::Path;
use std::process::Command;

/// What Chromium is called.
const NAMES: [&str; 3] = ["chromium", "chromium-browser", "google-chrome"];

fn browser() -> Option<&'static str> {
    let answers =
        |name: &&str| Command::new(name).arg("--version").output().is_ok_and(|output| output.status.success());
    NAMES.into_iter().find(|name| answers(name))
}

/// Presses keys as a reader does, and says in the title what is to be seen.
const READER: &str = r##"<script>
addEventListener("load", () => {
  const seen = { errors: window.mistakes, positions: [], wide: document.documentElement.scrollWidth - innerWidth };
  const shown = document.querySelector("#lanes [aria-current]");
  seen.isInWindow = !shown || shown.getBoundingClientRect().bottom <= innerHeight;
  seen.sentence = document.getElementById("sentence").textContent;
  const press = (key) => document.body.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true }));
  for (const key of ["Home", "ArrowRight", "n", "p", "End", "ArrowLeft", "a", "r", "End"]) {
    press(key);
    seen.positions.push(document.getElementById("position").textContent);
  }
  const colour = () => getComputedStyle(document.body).backgroundColor;
  seen.colours = [colour()];
  press("t");
  seen.colours.push(colour());
  press("t");
  seen.end = document.querySelector("#lanes tr.end")?.textContent ?? "";
  seen.racing = document.querySelectorAll("#lanes tr.racing").length;
  seen.waits = document.querySelectorAll("#waits rect").length;
  seen.remarks = document.querySelectorAll(".remark").length;
  document.title = "seen " + JSON.stringify(seen);
});
</script>"##;

/// What a reader sees of a page in a window of this width.
fn seen(browser: &str, folder: &Folder, page: &str, width: u32) -> Value {
    let watched = page.replacen(
        "<head>",
        "<head><script>window.mistakes = []; addEventListener('error', (event) => window.mistakes.push(event.message));</script>",
        1,
    );
    let (before, behind) = watched.rsplit_once("</body>").expect("it is a page");
    // A frame has any width that is set; windows have a least one.
    folder.write("page.html", format!("{before}{READER}</body>{behind}"));
    let frame = format!(
        "<!DOCTYPE html><title></title><iframe src=\"page.html\" width=\"{width}\" height=\"800\" style=\"border:0\"></iframe><script>\
         addEventListener('load', () => setTimeout(() => {{ document.title = frames[0].document.title; }}, 300));</script>"
    );
    let frame = folder.write("frame.html", frame);
    let output = Command::new(browser)
        .args([
            "--headless",
            "--no-sandbox",
            "--disable-gpu",
            "--allow-file-access-from-files",
            "--virtual-time-budget=4000",
        ])
        .arg(format!("--user-data-dir={}", folder.path("profile").display()))
        .args(["--dump-dom", &format!("file://{frame}")])
        .output()
        .expect("the browser starts");
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    let title = text.split("<title>").nth(1).and_then(|rest| rest.split("</title>").next()).unwrap_or_default();
    let title = title.replace("&amp;", "&").replace("&lt;", "<").replace("&gt;", ">").replace("&nbsp;", " ");
    let seen = title.strip_prefix("seen ").unwrap_or_else(|| panic!("the page says what is seen: {title}\n{text}"));
    serde_json::from_str(seen).expect("it is JSON")
}

#[test]
fn pages_are_read_in_a_browser() {
    let Some(browser) = browser() else {
        eprintln!("skipped, since no Chromium is installed: pages_are_read_in_a_browser");
        return;
    };
    let endless = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/programs/endless.c").display().to_string();
    for (name, file, property) in [
        ("deadlock", example("bank_transfer_deadlock.c"), "deadlock"),
        ("race", example("lost_update.c"), "data-race"),
        ("long", example("treiber_stack.c"), "assertions"),
        ("safe", example("lost_update_fixed.c"), "assertions"),
        ("lasso", endless, "termination"),
    ] {
        let folder = Folder::new();
        let path = folder.path("report.html").display().to_string();
        run(&["check", "--threads", "1", "-p", property, "--output", &format!("html={path}"), &file]);
        let page = std::fs::read_to_string(&path).expect("the page was written");
        for width in [360, 1200] {
            let seen = seen(browser, &folder, &page, width);
            let said = format!("{name}, {width} wide: {seen}");
            assert_eq!(seen["errors"], serde_json::json!([]), "{said}");
            assert!(seen["wide"].as_i64().is_some_and(|wide| wide <= 0), "{said}");
            assert_ne!(seen["colours"][0], seen["colours"][1], "{said}");
            let positions: Vec<&str> =
                seen["positions"].as_array().into_iter().flatten().filter_map(Value::as_str).collect();
            if name == "safe" {
                assert!(seen["remarks"].as_u64() > Some(0), "{said}");
                continue;
            }
            let last = positions[4];
            assert!(positions[0].starts_with("step 0 of ") && positions[1].starts_with("step 1 of "), "{said}");
            assert!(positions[2] != positions[1] && positions[3] != positions[2], "{said}");
            let n_steps = last.rsplit(' ').next().unwrap_or_default();
            assert!(last == format!("step {n_steps} of {n_steps}") && positions[5] != last, "{said}");
            // On a telephone the answers take more than the window.
            assert!(width < 1000 || seen["isInWindow"] == true, "{said}");
            // The folder of the file is named in the title only.
            assert!(!seen["sentence"].as_str().unwrap_or_default().contains("examples/"), "{said}");
            let end = seen["end"].as_str().unwrap_or_default();
            match name {
                "deadlock" => assert!(seen["waits"] == 8 && end.contains("!! main waits for"), "{said}"),
                "race" => assert_eq!(seen["racing"], 2, "{said}"),
                "lasso" => assert!(end.contains("and so on for ever, from step"), "{said}"),
                _ => assert!(end.contains("!! "), "{said}"),
            }
        }
        if let Some(shots) = std::env::var_os("RADDLE_SHOTS") {
            for scheme in ["light", "dark"] {
                let picture = Path::new(&shots).join(format!("{name}-{scheme}.png"));
                let dark =
                    if scheme == "dark" { "--force-dark-mode" } else { "--disable-features=WebContentsForceDark" };
                let shot = Command::new(browser)
                    .args(["--headless", "--no-sandbox", "--disable-gpu", "--window-size=1200,900", dark])
                    .arg(format!("--screenshot={}", picture.display()))
                    .arg(format!("file://{path}"))
                    .output();
                assert!(shot.is_ok() && picture.exists(), "{}", picture.display());
            }
        }
    }
}

/// What the script of a page shows without a browser; nothing if node is not installed.
fn read_in_node(page: &Path, hash: &str, keys: &[&str]) -> Option<Value> {
    let reader = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/command/page_reader.js");
    let Ok(output) = Command::new("node").arg(reader).arg(page).arg(hash).args(keys).output() else {
        eprintln!("skipped, since node is not installed: reading pages in node");
        return None;
    };
    let error = String::from_utf8_lossy(&output.stderr);
    Some(serde_json::from_slice(&output.stdout).unwrap_or_else(|why| panic!("the page is read: {why}\n{error}")))
}

fn page_of(folder: &Folder, arguments: &[&str]) -> std::path::PathBuf {
    let path = folder.path("report.html");
    let output = format!("html={}", path.display());
    run(&[&["check", "--threads", "1", "--output", &output], arguments].concat());
    path
}

#[test]
fn a_page_opens_without_scrolling_and_steps_stay_in_view() {
    let folder = Folder::new();
    let page = page_of(&folder, &["-p", "assertions", &example("lost_update.c")]);
    let Some(seen) = read_in_node(&page, "", &["Home", "ArrowRight", "n", "End", "ArrowLeft"]) else { return };
    assert_eq!(seen["opened"]["scrolled"], serde_json::json!([]), "{seen}");
    assert_eq!((&seen["opened"]["address"], &seen["verdict"]), (&"".into(), &"UNSAFE".into()), "{seen}");
    let steps = seen["steps"].as_array().expect("a list");
    assert!(steps.iter().all(|step| step["isInView"] == true && step["current"].as_u64() <= Some(1)), "{seen}");
    assert_eq!((&steps[0]["address"], &steps[1]["address"]), (&"#step=0".into(), &"#step=1".into()), "{seen}");
    let said = steps[1]["said"].as_str().unwrap_or_default();
    assert!(said.starts_with("step 1: main create"), "{seen}");
    let colours: Vec<&str> = seen["colours"].as_array().into_iter().flatten().filter_map(Value::as_str).collect();
    assert_eq!(colours, ["c-comment", "c-directive", "c-keyword", "c-number", "c-type"], "{seen}");
    // Colours change no text.
    let text = std::fs::read_to_string(example("lost_update.c")).expect("the example is there");
    let lines: Vec<&str> = seen["source"].as_array().into_iter().flatten().filter_map(Value::as_str).collect();
    assert_eq!(lines, text.lines().collect::<Vec<_>>());
    // The value before the first write.
    let known =
        seen["atStart"].as_array().into_iter().flatten().any(|row| *row == serde_json::json!(["visitors", "0"]));
    assert!(known, "{seen}");
}

#[test]
fn an_address_leads_to_a_step() {
    let folder = Folder::new();
    let page = page_of(&folder, &["-p", "assertions", "-p", "data-race", &example("lost_update.c")]);
    let Some(seen) = read_in_node(&page, "#property=data-race&step=3", &["ArrowRight"]) else { return };
    assert!(seen["opened"]["position"].as_str().is_some_and(|position| position.starts_with("step 3 of ")), "{seen}");
    let address = seen["steps"][0]["address"].as_str().unwrap_or_default();
    assert!(address.starts_with("#property=data-race&step=") && !address.ends_with("=3"), "{seen}");
}

#[test]
fn a_page_about_several_programs_begins_with_all_findings() {
    let folder = Folder::new();
    let files = [example("lost_update_fixed.c"), example("lost_update.c"), example("bank_transfer_deadlock.c")];
    let names: Vec<&str> = files.iter().map(String::as_str).collect();
    let page = page_of(&folder, &[&["--each", "-p", "assertions", "-p", "deadlock"][..], &names].concat());
    let Some(seen) = read_in_node(&page, "#file=2", &[]) else { return };
    assert_eq!((&seen["programs"], &seen["verdict"]), (&3.into(), &"UNSAFE".into()), "{seen}");
    let findings: Vec<&str> = seen["findings"].as_array().into_iter().flatten().filter_map(Value::as_str).collect();
    assert!(findings.len() == 2 && findings[0].starts_with("assertions: the assertion"), "{seen}");
    assert!(seen["chosen"]["address"].as_str().is_some_and(|address| address.starts_with("#file=3&step=")), "{seen}");
}
