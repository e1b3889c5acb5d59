//! Time, memory and signals: whatever happens, there is a verdict line.

use crate::common::{Folder, Run, raddle};
use std::io::Read;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

/// Three threads with independent counters in one large sum: more states than any engine visits in a minute.
const ENDLESS: &str = "#include <assert.h>
#include <pthread.h>
unsigned a, b, c;
void *first(void *p) { for (;;) { a++; if (a == b) b = a + c; } return p; }
void *second(void *p) { for (;;) { b += 3; if (b == c) c = a + b; } return p; }
void *third(void *p) { for (;;) { c += 5; if (c == a) a = b + c; } return p; }
int main(void) {
    pthread_t t;
    pthread_create(&t, 0, first, 0);
    pthread_create(&t, 0, second, 0);
    pthread_create(&t, 0, third, 0);
    for (;;)
        assert(a != 4000000001u || b != 3999999999u || c != 77);
}
";

fn endless() -> (Folder, String) {
    let folder = Folder::new();
    let path = folder.write("endless.c", ENDLESS);
    (folder, path)
}

#[test]
fn out_of_time() {
    let (_folder, path) = endless();
    for limit in ["1ms", "300ms", "1s"] {
        let start = Instant::now();
        let output = raddle().args(["check", "-p", "assertions", "--timeout", limit, &path]).output();
        let run = Run::of(&output.expect("the command was built"));
        assert_eq!(run.code, Some(124), "{limit}: {}{}", run.out, run.err);
        assert!(run.last_line().starts_with("VERDICT: UNKNOWN (out of time after "), "{}", run.out);
        assert!(start.elapsed() < Duration::from_secs(3), "{limit}: {:?}", start.elapsed());
    }
}

#[test]
fn out_of_memory() {
    let (_folder, path) = endless();
    let output = raddle().args(["check", "-p", "assertions", "--memory", "60M", "--timeout", "60s", &path]).output();
    let run = Run::of(&output.expect("the command was built"));
    assert_eq!(run.code, Some(5), "{}{}", run.out, run.err);
    assert!(run.last_line().starts_with("VERDICT: UNKNOWN (out of memory at 60 MiB"), "{}", run.out);
}

#[test]
fn where_memory_becomes_scarce_auto_stops_its_last_engine_and_goes_on() {
    let (_folder, path) = endless();
    let limits = ["--threads", "2", "--memory", "100M", "--timeout", "4s"];
    let start = Instant::now();
    let output = raddle().args(["check", "-p", "assertions", "--explain-choice"]).args(limits).arg(&path).output();
    let run = Run::of(&output.expect("the command was built"));
    assert!(start.elapsed() < Duration::from_secs(6), "{:?}", start.elapsed());
    // The last engine may use up the memory, too: then no engine is left.
    assert!(matches!(run.code, Some(124 | 5)), "{}{}", run.out, run.err);
    let part = |engine: &str| run.out.lines().find(|line| line.trim_start().starts_with(engine)).unwrap_or_default();
    assert!(part("explicit: ").contains("it needed more than its part of the memory"), "{}", run.out);
    assert!(part("bmc: ").contains("no violation was found up to there"), "{}", run.out);
    assert!(!part("bmc: ").contains("its part of the memory"), "{}", run.out);
}

#[test]
fn signals_end_a_run_within_a_second() {
    let (_folder, path) = endless();
    for signal in ["TERM", "INT", "HUP", "XCPU"] {
        let mut child = raddle()
            .args(["check", "-p", "assertions", &path])
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("the command was built");
        std::thread::sleep(Duration::from_millis(400));
        let kill = Command::new("kill").arg(format!("-{signal}")).arg(child.id().to_string()).status();
        assert!(kill.expect("there is a kill command").success());
        let start = Instant::now();
        let status = child.wait().expect("the child can be waited for");
        assert!(start.elapsed() < Duration::from_secs(1), "{signal}: {:?}", start.elapsed());
        let mut out = String::new();
        child.stdout.take().expect("piped").read_to_string(&mut out).expect("text");
        assert_eq!(status.code(), Some(5), "{signal}: {out}");
        let last = out.lines().last().unwrap_or_default();
        assert!(last.starts_with(&format!("VERDICT: UNKNOWN (interrupted by SIG{signal}")), "{out}");
    }
}

#[test]
fn system_limits_end_in_a_verdict() {
    let (_folder, path) = endless();
    let program = env!("CARGO_BIN_EXE_raddle");
    for limit in ["-v 300000", "-t 2"] {
        let command = format!("ulimit {limit}; '{program}' check -p assertions --timeout 20s '{path}'");
        let run = Run::of(&Command::new("sh").arg("-c").arg(&command).output().expect("there is a shell"));
        assert!(matches!(run.code, Some(5 | 124)), "{limit}: {:?} {}{}", run.code, run.out, run.err);
        assert!(run.last_line().starts_with("VERDICT: UNKNOWN ("), "{limit}: {}{}", run.out, run.err);
    }
}

#[test]
fn the_next_file_is_checked_after_one_that_took_too_long() {
    let (folder, path) = endless();
    let quick = folder.write("quick.c", "int main(void) { return 0; }\n");
    let output = raddle().args(["check", "--each", "-p", "assertions", "--timeout", "300ms", &path, &quick]).output();
    let run = Run::of(&output.expect("the command was built"));
    assert_eq!(run.code, Some(124), "{}{}", run.out, run.err);
    assert_eq!(run.last_line(), "VERDICT: SAFE", "{}", run.out);
}
