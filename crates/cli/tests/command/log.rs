//! `--log-format json`: standard error is a JSON object a line, whatever happens.

use crate::common::{ENDLESS, Folder, Run, example, run};
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};

/// The events of a run, of which each line is one.
fn events(run: &Run) -> Vec<Value> {
    let event = |line| serde_json::from_str(line).unwrap_or_else(|why| panic!("{why}: {line}\n{}", run.err));
    let events: Vec<Value> = run.err.lines().map(event).collect();
    assert!(events.iter().all(|event| event["time"].is_number() && event["event"].is_string()), "{}", run.err);
    events
}

fn named<'a>(events: &'a [Value], name: &str) -> Vec<&'a Value> {
    events.iter().filter(|event| event["event"] == name).collect()
}

/// Each worker that began ended once. The most of them that worked at the same time, and were not delayed.
fn most_at_once(events: &[Value], delayed: &[&str]) -> usize {
    let mut working: BTreeMap<&str, usize> = BTreeMap::new();
    let mut most = 0;
    for event in events {
        let engine = event["engine"].as_str().unwrap_or_default();
        match event["event"].as_str() {
            Some("worker-begins") => *working.entry(engine).or_default() += 1,
            Some("worker-ends") => *working.get_mut(engine).expect("it began") -= 1,
            Some("progress") => assert!(working.get(engine).is_some_and(|&n| n > 0), "{event} without a beginning"),
            _ => {}
        }
        let not_delayed = working.iter().filter(|(engine, _)| !delayed.contains(engine));
        most = most.max(not_delayed.map(|(_, n)| n).sum());
    }
    assert!(working.values().all(|&n| n == 0), "{working:?}");
    most
}

#[test]
fn a_run_is_phases_workers_and_a_verdict() {
    let file = example("lost_update_fixed.c");
    let run = run(&["check", "--threads", "1", "-p", "assertions", "--log-format", "json", &file]);
    assert_eq!(run.last_line(), "VERDICT: SAFE", "{}", run.out);
    let events = events(&run);
    assert!(events.iter().all(|event| event["file"] == *file), "{}", run.err);
    let phases: Vec<&str> = named(&events, "phase").iter().filter_map(|event| event["phase"].as_str()).collect();
    assert_eq!(phases, ["reading", "analysing", "deciding", "answering"]);
    assert_eq!(most_at_once(&events, &[]), 1, "{}", run.err);
    let progress = named(&events, "progress");
    assert!(progress.iter().any(|event| event["engine"] == "bmc" && event["phase"] == "solving"), "{}", run.err);
    assert!(progress.iter().all(|event| event["memory_bytes"].as_u64().is_some_and(|bytes| bytes > 0)), "{}", run.err);
    let bmc = named(&events, "worker-ends").into_iter().find(|event| event["engine"] == "bmc").expect("it ended");
    assert_eq!((&bmc["claims"][0]["property"], &bmc["claims"][0]["verdict"]), (&"assertions".into(), &"SAFE".into()));
    let last = events.last().expect("there are some");
    assert_eq!((&last["event"], &last["verdict"], &last["exit_code"]), (&"verdict".into(), &"SAFE".into(), &0.into()));
    let times: Vec<f64> = events.iter().filter_map(|event| event["time"].as_f64()).collect();
    assert!(times.windows(2).all(|pair| pair[0] <= pair[1] + 0.01), "{times:?}");
}

#[test]
fn a_run_that_is_stopped_tells_how_far_it_was_and_not_too_often() {
    let folder = Folder::new();
    let file = folder.write("endless.c", ENDLESS);
    for threads in ["1", "2"] {
        let start = std::time::Instant::now();
        let arguments =
            ["check", "-p", "assertions", "--timeout", "2s", "--log-format=json", "--threads", threads, &file];
        let run = run(&arguments);
        assert!(start.elapsed().as_secs_f64() < 3.5, "{:?}", start.elapsed());
        assert_eq!(run.code, Some(124), "{}{}", run.out, run.err);
        let events = events(&run);
        // Engines that take turns have all begun; of engines side by side, delayed engines are some more.
        if threads == "1" {
            assert!(most_at_once(&events, &[]) >= 2, "{}", run.err);
        } else {
            assert_eq!(
                most_at_once(&events, &["random", "sequential", "compositional"]).to_string(),
                threads,
                "{}",
                run.err
            );
        }
        let (progress, begins) = (named(&events, "progress"), named(&events, "worker-begins"));
        let engines: BTreeSet<&str> = begins.iter().filter_map(|event| event["engine"].as_str()).collect();
        assert!(engines.contains("bmc"), "{}", run.err);
        for engine in engines {
            let of = |event: &&&Value| event["engine"] == engine;
            let (told, began) = (progress.iter().filter(of).count(), begins.iter().filter(of).count());
            // Some phases, and four reports a second; an engine that begins late may end before its first report.
            let least = usize::from(engine == "bmc");
            assert!(
                (least..=began * 6 + 9).contains(&told),
                "{engine} told {told} times in {began} turns\n{}",
                run.err
            );
        }
        let last = events.last().expect("there are some");
        assert_eq!((&last["event"], &last["verdict"]), (&"verdict".into(), &"UNKNOWN".into()), "{}", run.err);
        assert!(last["reason"].as_str().is_some_and(|why| why.starts_with("out of time after 2 s")), "{last}");
    }
}

#[test]
fn messages_are_events() {
    let folder = Folder::new();
    let broken = folder.write("broken.c", "int main(void) { return }\n");
    let broken_run = run(&["check", "--log-format", "json", &broken]);
    assert_eq!(broken_run.code, Some(3));
    let events_of_broken = events(&broken_run);
    let error = named(&events_of_broken, "error");
    assert!(
        error.iter().any(|event| event["text"].as_str().is_some_and(|text| text.contains("broken.c:1"))),
        "{error:?}"
    );
    let last = events_of_broken.last().expect("there are some");
    assert_eq!((&last["event"], &last["exit_code"]), (&"verdict".into(), &3.into()), "{}", broken_run.err);
    let noted = run(&["check", "--log-format", "json", "--fair", "-p", "assertions", &example("lost_update_fixed.c")]);
    assert_eq!(named(&events(&noted), "note").len(), 1, "{}", noted.err);
    let missing = run(&["check", "--log-format", "json", "no/such/file.c"]);
    assert_eq!(events(&missing).last().map(|event| event["event"].clone()), Some("verdict".into()), "{}", missing.err);
    for wrong in [&["check", "--log-format", "json", "--no-such-option", &broken][..], &["check", "--log-format=json"]]
    {
        let wrong = run(wrong);
        assert_eq!(wrong.code, Some(2));
        assert_eq!(named(&events(&wrong), "error").len(), 1, "{}", wrong.err);
    }
}

#[test]
fn a_batch_of_processes_writes_whole_lines() {
    let folder = Folder::new();
    let files: Vec<String> =
        (0..6).map(|number| folder.write(&format!("{number}.c"), "int main(void) { return 0; }\n")).collect();
    let journal = folder.path("journal").display().to_string();
    let common = ["check", "--each", "--log-format", "json", "--jobs", "3", "--resume", &journal];
    let arguments: Vec<&str> = common.into_iter().chain(files.iter().map(String::as_str)).collect();
    for is_known in [false, true] {
        let run = run(&arguments);
        assert_eq!(run.code, Some(0), "{}{}", run.out, run.err);
        let events = events(&run);
        assert_eq!(named(&events, "verdict").len(), files.len(), "{}", run.err);
        assert_eq!(named(&events, "worker-begins").is_empty(), is_known, "{}", run.err);
        let batch = events.last().expect("there are some");
        assert_eq!((&batch["event"], &batch["safe"]), (&"batch".into(), &6.into()), "{}", run.err);
        for file in &files {
            let of: Vec<Value> = events.iter().filter(|event| event["file"] == **file).cloned().collect();
            assert!(most_at_once(&of, &[]) <= 1 || !is_known, "{}", run.err);
            assert_eq!(of.last().map(|event| &event["event"]), Some(&"verdict".into()), "{}", run.err);
        }
    }
}

#[test]
fn without_a_terminal_and_a_log_nothing_is_told() {
    let run = run(&["check", &example("lost_update_fixed.c")]);
    assert_eq!((run.code, run.err.as_str()), (Some(0), ""));
}
