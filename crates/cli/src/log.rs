//! `--log-format json`: the progress of a run, and what else would be text on standard error, as JSON, one event a
//! line.
//!
//! ```text
//! { "time": seconds since the command began, "file": name as given, where it is about one, "event": what happened, ... }
//!
//! "phase":         "phase": "reading" | "analysing" | "deciding" | "answering", "memory_bytes": resident now
//! "worker-begins": "engine": name
//! "progress":      "engine":, "phase":, "reached": text, "seconds": since this worker began, "memory_bytes":
//! "worker-ends":   "engine":, "claims": [ { "property":, "verdict": } ], not confirmed yet, "is_left_behind":, "seconds":
//! "property-verdict": "property":, "verdict": "SAFE" | "UNSAFE", "why": sentence; a property is decided before the end of the run
//! "trace-minimized": "property":, "before": { "threads":, "switches":, "steps": }, "after": the same, "milliseconds":
//! "verdict":       "verdict": "SAFE" | "UNSAFE" | "UNKNOWN", "reason": text or null, "exit_code":,
//!                  "properties": [ { "property":, "verdict": } ], "seconds":, "memory_bytes": the most that were resident
//! "batch":         "files":, "safe":, "unsafe":, "unknown":, "seconds": of several files, at the end
//! "error" | "warning" | "note" | "message": "text":
//! ```
//!
//! Each worker that begins ends once; a worker that does not react when it is told to stop is left behind. An engine's
//! first report of each of its phases is written at once, and other reports at most four times a second. The last event
//! of every checked file is its verdict, unless the answer cannot be written. New events and members may be added.

use raddle_program::property::Property;
use raddle_program::trace::Trace;
use raddle_reference::minimize::Size;
use raddle_verify::verdict::Answers;
use serde::Serialize;
use serde::de::IgnoredAny;
use std::ffi::OsString;
use std::io::{BufRead, BufReader, Read};
use std::sync::{Mutex, OnceLock, PoisonError};
use std::time::Instant;

use crate::standard_error;

/// What happened.
#[derive(Serialize)]
#[serde(tag = "event", rename_all = "kebab-case")]
#[allow(missing_docs, reason = "the header of this file says what each is")]
pub enum Event<'a> {
    Phase {
        phase: &'a str,
        memory_bytes: u64,
    },
    WorkerBegins {
        engine: &'a str,
    },
    Progress {
        engine: &'a str,
        phase: &'a str,
        reached: &'a str,
        seconds: f64,
        memory_bytes: u64,
    },
    WorkerEnds {
        engine: &'a str,
        claims: Vec<Claim>,
        is_left_behind: bool,
        seconds: f64,
    },
    PropertyVerdict {
        property: Property,
        verdict: &'a str,
        why: &'a str,
    },
    TraceMinimized {
        property: Property,
        before: TraceSize,
        after: TraceSize,
        milliseconds: u64,
    },
    Verdict {
        verdict: &'a str,
        reason: Option<&'a str>,
        exit_code: u8,
        properties: Vec<Claim>,
        seconds: f64,
        memory_bytes: u64,
    },
    Batch {
        files: usize,
        safe: usize,
        r#unsafe: usize,
        unknown: usize,
        seconds: f64,
    },
    Error {
        text: &'a str,
    },
    Warning {
        text: &'a str,
    },
    Note {
        text: &'a str,
    },
    Message {
        text: &'a str,
    },
}

/// How long a trace is.
#[derive(Serialize)]
pub struct TraceSize {
    threads: usize,
    switches: usize,
    steps: usize,
}

impl TraceSize {
    /// The size of a trace.
    pub fn of(trace: &Trace) -> TraceSize {
        let Size { threads, switches, steps } = Size::of(trace);
        TraceSize { threads, switches, steps }
    }
}

/// What is said about a property.
#[derive(Serialize)]
pub struct Claim {
    property: Property,
    verdict: &'static str,
}

impl Claim {
    /// All that is said.
    pub fn all(answers: &Answers) -> Vec<Claim> {
        let claim = |outcome: &raddle_verify::verdict::Outcome| Claim {
            property: outcome.property,
            verdict: outcome.verdict.word(),
        };
        answers.outcomes.iter().map(claim).collect()
    }
}

#[derive(Serialize)]
struct Line<'a> {
    time: f64,
    #[serde(skip_serializing_if = "Option::is_none")]
    file: Option<&'a str>,
    #[serde(flatten)]
    event: &'a Event<'a>,
}

/// The log of this process.
struct Log {
    begun: Instant,
    /// Seconds that had passed before, if another process began this one.
    before: f64,
    /// Which file messages are about.
    file: Mutex<Option<String>>,
}

static LOG: OnceLock<Log> = OnceLock::new();

/// Makes standard error a log if a command line asks for it. The command line may be wrong, so it is read as far as
/// possible.
pub fn start_if_asked(arguments: &[OsString]) {
    let options: Vec<&str> = arguments.iter().map_while(|it| (it != "--").then(|| it.to_str().unwrap_or(""))).collect();
    if options.contains(&"--log-format=json") || options.windows(2).any(|pair| pair == ["--log-format", "json"]) {
        let before = options.iter().find_map(|option| option.strip_prefix(SINCE)?.parse().ok());
        start(before.unwrap_or(0.0));
    }
}

/// The option that tells another process how much time has passed.
const SINCE: &str = "--log-since=";

/// The arguments for a process whose events are passed on.
pub fn arguments() -> Option<OsString> {
    is_on().then(|| format!("{SINCE}{}", rounded(seconds())).into())
}

/// From now on standard error is a log.
pub fn start(before: f64) {
    LOG.get_or_init(|| Log { begun: Instant::now(), before, file: Mutex::new(None) });
}

/// Whether standard error is a log.
pub fn is_on() -> bool {
    LOG.get().is_some()
}

/// Seconds since the command began.
fn seconds() -> f64 {
    LOG.get().map_or(0.0, |log| log.before + log.begun.elapsed().as_secs_f64())
}

/// From now on messages are about this file.
pub fn about(file: Option<&str>) {
    if let Some(log) = LOG.get() {
        *log.file.lock().unwrap_or_else(PoisonError::into_inner) = file.map(str::to_owned);
    }
}

/// Writes an event, if there is a log.
pub fn event(file: Option<&str>, event: &Event<'_>) {
    if !is_on() {
        return;
    }
    match serde_json::to_string(&Line { time: rounded(seconds()), file, event }) {
        Ok(line) => standard_error::line(&line),
        Err(error) => panic!("events can be written as JSON: {error}"),
    }
}

/// Writes a message as an event. What it is, its first word says.
pub fn message(text: &str) {
    let text = text.trim_end_matches('\n');
    let begins = |word: &str| text.starts_with(word);
    let file = LOG.get().and_then(|log| log.file.lock().unwrap_or_else(PoisonError::into_inner).clone());
    let told = if begins("error") || begins("internal error") {
        Event::Error { text }
    } else if begins("warning") {
        Event::Warning { text }
    } else if begins("note") {
        Event::Note { text }
    } else {
        Event::Message { text }
    };
    event(file.as_deref(), &told);
}

/// Passes on the events of a process that was started for a file, line by line; what is none becomes a message.
pub fn relay(events: impl Read, file: &str) {
    for line in BufReader::new(events).split(b'\n').map_while(Result::ok) {
        let line = String::from_utf8_lossy(&line);
        if line.starts_with('{') && serde_json::from_str::<IgnoredAny>(&line).is_ok() {
            standard_error::line(&line);
        } else if !line.trim().is_empty() {
            event(Some(file), &Event::Message { text: &line });
        }
    }
}

fn rounded(seconds: f64) -> f64 {
    (seconds * 1e6).round() / 1e6
}
