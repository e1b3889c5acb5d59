//! Stopped at any moment, the command leaves no half of a file and no process behind.
//!
//! `RADDLE_STOPS=200 cargo test -p raddle-cli --test command stops` tries that many moments.

use crate::common::{Folder, example, raddle, run};
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

const SIGNALS: [&str; 3] = ["TERM", "INT", "KILL"];

/// Numbers that look like any (Knuth's multiplier).
struct Moments(u64);

impl Moments {
    fn next(&mut self, below: u64) -> u64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % below
    }
}

fn how_many(usual: u64) -> u64 {
    std::env::var("RADDLE_STOPS").ok().and_then(|text| text.parse().ok()).unwrap_or(usual)
}

/// Starts the command, stops it after some milliseconds, and waits for it.
fn stopped(arguments: &[&str], signal: &str, moment: u64) {
    let mut child =
        raddle().args(arguments).stdout(Stdio::null()).stderr(Stdio::null()).spawn().expect("the command was built");
    std::thread::sleep(Duration::from_millis(moment));
    let _ = Command::new("kill").arg(format!("-{signal}")).arg(child.id().to_string()).stderr(Stdio::null()).status();
    let start = Instant::now();
    child.wait().expect("it can be waited for");
    assert!(start.elapsed() < Duration::from_secs(4), "SIG{signal} after {moment} ms: {:?}", start.elapsed());
}

/// Processes whose command line names a folder, once those that are about to end have ended.
fn left_behind(folder: &Path) -> Vec<String> {
    let name = folder.display().to_string();
    let mut found = Vec::new();
    for _ in 0..100 {
        found.clear();
        for process in std::fs::read_dir("/proc").into_iter().flatten().flatten() {
            let line = std::fs::read(process.path().join("cmdline")).unwrap_or_default();
            let line = String::from_utf8_lossy(&line).replace('\0', " ");
            if line.contains(&name) {
                found.push(line);
            }
        }
        if found.is_empty() {
            break;
        }
        std::thread::sleep(Duration::from_millis(20));
    }
    found
}

#[test]
fn what_is_written_is_whole_or_not_there() {
    let mut moments = Moments(2026);
    let n_moments = how_many(9);
    // Until about when the command is at work: later stops would come after its end.
    let folder = Folder::new();
    let (trace, page, witness, replay) =
        (folder.path("t.json"), folder.path("p.html"), folder.path("w.yml"), folder.path("replay"));
    let text = |path: &Path| path.display().to_string();
    let file = example("bank_transfer_deadlock.c");
    let (trace_name, page_name, witness_name, replay_name) = (text(&trace), text(&page), text(&witness), text(&replay));
    let page_output = format!("html={page_name}");
    let arguments = [
        "check",
        "-p",
        "deadlock",
        "--save-trace",
        &trace_name,
        "--output",
        &page_output,
        "--witness",
        &witness_name,
        "--emit-replay",
        &replay_name,
        &file,
    ];
    let start = Instant::now();
    assert_eq!(run(&arguments).code, Some(10));
    let length = start.elapsed().as_millis() as u64 + 30;
    let whole_replay = std::fs::read_dir(&replay).expect("it was written").count();
    let mut n_cut = 0;
    for number in 0..n_moments {
        for path in [&trace, &page, &witness] {
            _ = std::fs::remove_file(path);
        }
        _ = std::fs::remove_dir_all(&replay);
        // Every fourth one before anything has begun.
        let early = if number % 4 == 3 { 6 } else { length };
        let (signal, moment) = (SIGNALS[number as usize % 3], moments.next(early));
        stopped(&arguments, signal, moment);
        let what = format!("SIG{signal} after {moment} ms");
        assert_eq!(left_behind(&folder.path("")), Vec::<String>::new(), "{what}");
        let read = |path: &Path| std::fs::read_to_string(path).ok();
        n_cut += u64::from(read(&page).is_none());
        assert!(read(&trace).is_none_or(|text| serde_json::from_str::<serde_json::Value>(&text).is_ok()), "{what}");
        assert!(read(&page).is_none_or(|text| text.trim_end().ends_with("</html>")), "{what}");
        assert!(read(&witness).is_none_or(|text| text.contains("type: target") && text.ends_with('\n')), "{what}");
        let n_files = std::fs::read_dir(&replay).map_or(0, Iterator::count);
        assert!(n_files == 0 || n_files == whole_replay, "{what}: {n_files} files");
    }
    println!("{n_moments} stops in {length} ms, {n_cut} before the last file");
    assert!(n_cut > 0, "some stops come in time");
}

#[test]
fn a_batch_that_is_stopped_goes_on() {
    let mut moments = Moments(7);
    let folder = Folder::new();
    for number in 0..6 {
        folder.write(
            &format!("{number}.c"),
            format!("#include <assert.h>\nint x;\nint main(void) {{ assert(x == {number}); }}\n"),
        );
    }
    let set = folder.path("").display().to_string();
    let start = Instant::now();
    let whole = run(&["check", "-p", "assertions", "--threads", "1", "--jobs", "2", &set]);
    let length = start.elapsed().as_millis() as u64;
    for number in 0..how_many(6) {
        let beside = Folder::new();
        let journal = beside.path("journal").display().to_string();
        let early = if number % 4 == 3 { 6 } else { length };
        let (signal, moment) = (SIGNALS[number as usize % 3], moments.next(early));
        let arguments = ["check", "-p", "assertions", "--threads", "1", "--jobs", "2", "--resume", &journal, &set];
        stopped(&arguments, signal, moment);
        let what = format!("SIG{signal} after {moment} ms");
        assert_eq!(left_behind(&folder.path("")), Vec::<String>::new(), "{what}");
        let resumed = run(&arguments);
        assert_eq!(resumed.out, whole.out, "{what}: {}", resumed.err);
    }
}
