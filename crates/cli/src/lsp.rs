//! `raddle lsp`: a language server. What is opened, changed and saved is checked, and violations stand as diagnostics in the source.
//!
//! A diagnostic stands where the property is violated; beside it stand the places of the threads that take part: of a race the other
//! access, else where each thread took its last step. Checking is left to `raddle check` in a process of its own, which gets text that
//! was not saved on its standard input, and is ended when the text changes again. Positions count as editors do, in units of UTF-16.
//!
//! A file without `main` is a part of a program: nothing is said of it. Above each violation stands a lens that opens the page of the check. A
//! hover tells what a scan knows of a line.
//!
//! Left out: unsaved text of headers, and of the further files of a program.

mod hover;
mod lenses;

use lsp_server::{Connection, Message, Notification, Request, Response};
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use crate::exit::Exit;
use crate::options::LspOptions;
use crate::output;

/// How long a text has to stay as it is before it is checked unsaved.
const QUIET: Duration = Duration::from_millis(500);

/// A check that runs.
#[derive(Default)]
struct Running {
    /// Counts the checks of a file: only the last one may speak.
    generation: u64,
    /// The process, to be ended.
    process: Option<rustix::process::Pid>,
    /// What was found last.
    found: Vec<Value>,
}

type Checks = Arc<Mutex<BTreeMap<String, Running>>>;

/// Serves until the editor asks to stop.
pub fn serve(options: &LspOptions) -> Exit {
    let (connection, threads) = Connection::stdio();
    let served = speak(&connection, options);
    drop(connection);
    let ended = threads.join();
    match (served, ended) {
        (Ok(()), Ok(())) => Exit::Safe,
        (Err(why), _) => failed(&why),
        (Ok(()), Err(why)) => failed(&why.to_string()),
    }
}

fn failed(why: &str) -> Exit {
    output::message(&format!("error: {}", raddle_report::escape::escape(why)));
    Exit::Output
}

fn speak(connection: &Connection, options: &LspOptions) -> Result<(), String> {
    let capabilities = json!({
        "textDocumentSync": { "openClose": true, "change": 1, "save": { "includeText": false } },
        "codeLensProvider": { "resolveProvider": false },
        "hoverProvider": true,
    });
    let client = connection.initialize(capabilities).map_err(|why| why.to_string())?;
    let refreshes = client["capabilities"]["workspace"]["codeLens"]["refreshSupport"] == true;
    let checks = Checks::default();
    for message in &connection.receiver {
        match message {
            Message::Request(request) => {
                if connection.handle_shutdown(&request).map_err(|why| why.to_string())? {
                    break;
                }
                if request.method == "textDocument/hover" {
                    tell_hover(connection, options, request);
                    continue;
                }
                let answer = answer(request, &checks);
                connection.sender.send(Message::Response(answer)).map_err(|why| why.to_string())?;
            }
            Message::Notification(notification) => {
                let uri = notification.params["textDocument"]["uri"].as_str().unwrap_or_default().to_owned();
                match notification.method.as_str() {
                    "textDocument/didOpen" | "textDocument/didSave" => {
                        begin(connection, options, &checks, Document { uri, unsaved: None }, refreshes);
                    }
                    "textDocument/didChange" => {
                        // Each change has the whole text.
                        let changes = notification.params["contentChanges"].as_array();
                        let text = changes.and_then(|changes| changes.last()?["text"].as_str()).map(str::to_owned);
                        begin(connection, options, &checks, Document { uri, unsaved: text }, refreshes);
                    }
                    "textDocument/didClose" => {
                        stop(&checks, &uri);
                        publish(|message| _ = connection.sender.send(message), &uri, &[]);
                    }
                    _ => {}
                }
            }
            Message::Response(_) => {}
        }
    }
    let uris: Vec<String> = lock(&checks).keys().cloned().collect();
    uris.iter().for_each(|uri| _ = stop(&checks, uri));
    Ok(())
}

/// The answer to a request of the editor.
fn answer(request: Request, checks: &Checks) -> Response {
    if request.method != "textDocument/codeLens" {
        let why = format!("raddle does not answer {}", request.method);
        return Response::new_err(request.id, lsp_server::ErrorCode::MethodNotFound as i32, why);
    }
    let uri = request.params["textDocument"]["uri"].as_str().unwrap_or_default();
    let checks = lock(checks);
    let found = checks.get(uri).map_or(&[][..], |running| running.found.as_slice());
    Response::new_ok(request.id, lenses::lenses(uri, found))
}

/// Answers in the background what is known of the line under the cursor.
fn tell_hover(connection: &Connection, options: &LspOptions, Request { id, params, .. }: Request) {
    let path = path_of(params["textDocument"]["uri"].as_str().unwrap_or_default());
    let line = params["position"]["line"].as_u64().unwrap_or(0);
    let (sender, arguments) = (connection.sender.clone(), options.arguments.clone());
    std::thread::spawn(move || {
        let known = path.map_or(Value::Null, |path| hover::hover(&arguments, &path, line));
        let _ = sender.send(Message::Response(Response::new_ok(id, known)));
    });
}

/// Ends what runs for a file; the number of the next check.
fn stop(checks: &Checks, uri: &str) -> u64 {
    let mut checks = lock(checks);
    let running = checks.entry(uri.to_owned()).or_default();
    if let Some(process) = running.process.take() {
        let _ = rustix::process::kill_process(process, rustix::process::Signal::KILL);
    }
    running.found.clear();
    running.generation += 1;
    running.generation
}

/// What is checked.
struct Document {
    uri: String,
    /// Its text, if it was not saved.
    unsaved: Option<String>,
}

/// Checks a document in the background.
fn begin(connection: &Connection, options: &LspOptions, checks: &Checks, document: Document, refreshes: bool) {
    let Document { uri, unsaved } = document;
    let Some(path) = path_of(&uri) else { return };
    let is_c = path.extension().is_some_and(|extension| extension == "c" || extension == "i");
    if !is_c {
        return;
    }
    let generation = stop(checks, &uri);
    let (sender, checks, arguments) = (connection.sender.clone(), checks.clone(), options.arguments.clone());
    std::thread::spawn(move || {
        let is_current = |checks: &Checks| lock(checks).get(&uri).is_some_and(|it| it.generation == generation);
        if unsaved.is_some() {
            std::thread::sleep(QUIET);
            if !is_current(&checks) {
                return;
            }
        }
        let said = check(&path, unsaved.as_deref(), &arguments, |process| {
            let mut checks = lock(&checks);
            if let Some(running) = checks.get_mut(&uri).filter(|running| running.generation == generation) {
                running.process = process;
                return true;
            }
            false
        });
        let Some(said) = said else { return };
        let text = unsaved.unwrap_or_else(|| std::fs::read_to_string(&path).unwrap_or_default());
        let found = diagnostics(&said, &text, &uri, &path);
        match lock(&checks).get_mut(&uri).filter(|running| running.generation == generation) {
            Some(running) => running.found.clone_from(&found),
            None => return,
        }
        publish(|message| _ = sender.send(message), &uri, &found);
        if refreshes {
            let id = format!("lenses {generation} of {uri}").into();
            let method = "workspace/codeLens/refresh".to_owned();
            let _ = sender.send(Message::Request(Request { id, method, params: Value::Null }));
        }
    });
}

/// The answer of `raddle check` about a file, or about text of it that was not saved, as JSON. `note` is called with the process, and returns whether the
/// answer is still wanted.
fn check(
    path: &Path,
    unsaved: Option<&str>,
    arguments: &[String],
    note: impl Fn(Option<rustix::process::Pid>) -> bool,
) -> Option<Value> {
    let option = |name: &str| {
        let mut option = std::ffi::OsString::from(name);
        option.push(path);
        option
    };
    let mut child = Command::new(std::env::current_exe().ok()?)
        .args(["check", "--format", "json"])
        .arg(option("--only="))
        .args(unsaved.map(|_| option("--unsaved=")))
        .args(arguments)
        .arg("--")
        .arg(path)
        .stdin(if unsaved.is_some() { Stdio::piped() } else { Stdio::null() })
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .ok()?;
    if !note(rustix::process::Pid::from_raw(i32::try_from(child.id()).ok()?)) {
        let _ = child.kill();
    }
    if let (Some(text), Some(mut input)) = (unsaved, child.stdin.take()) {
        // A process that was ended reads nothing.
        let _ = input.write_all(text.as_bytes());
    }
    let output = child.wait_with_output().ok()?;
    note(None);
    serde_json::from_slice(&output.stdout).ok()
}

/// Sends diagnostics to the editor. Errors are ignored, since an editor that has ended needs none.
fn publish(send: impl FnOnce(Message), uri: &str, diagnostics: &[Value]) {
    let params = json!({ "uri": uri, "diagnostics": diagnostics });
    let notification = Notification::new("textDocument/publishDiagnostics".to_owned(), params);
    send(Message::Notification(notification));
}

/// The diagnostics of an answer.
pub fn diagnostics(said: &Value, text: &str, uri: &str, path: &Path) -> Vec<Value> {
    let lines: Vec<&str> = text.lines().collect();
    let file = path.to_string_lossy();
    let mut found = Vec::new();
    for property in said["properties"].as_array().into_iter().flatten() {
        let name = property["property"].as_str().unwrap_or_default();
        let trace = &property["trace"];
        if property["verdict"] != "UNSAFE" || trace.is_null() {
            continue;
        }
        let violation = &trace["violation"];
        let at = position_of_offset(text, violation["span"]["start"].as_u64().unwrap_or(0) as usize);
        let end = position_of_offset(text, violation["span"]["end"].as_u64().unwrap_or(0) as usize);
        // Each thread's last step, the place of the violation left out.
        let mut last: BTreeMap<u64, &Value> = BTreeMap::new();
        for step in trace["steps"].as_array().into_iter().flatten() {
            if step["place"]["file"] == *file {
                last.insert(step["thread"].as_u64().unwrap_or(0), step);
            }
        }
        let mine = violation["thread"].as_u64().unwrap_or(0);
        let related: Vec<Value> = last
            .iter()
            .filter(|(thread, _)| **thread != mine)
            .map(|(thread, step)| {
                let at = position(&lines, &step["place"]);
                let name = if *thread == 0 { "main".to_owned() } else { format!("T{thread}") };
                let function = step["function"].as_str().unwrap_or_default();
                json!({
                    "location": { "uri": uri, "range": { "start": at, "end": at } },
                    "message": format!("{name} has come to here, in {function}"),
                })
            })
            .collect();
        let message = property["why"].as_str().unwrap_or("the property is violated");
        found.push(json!({
            "range": { "start": at, "end": end },
            "severity": 1,
            "source": "raddle",
            "code": name,
            "message": message,
            "relatedInformation": related,
            "data": { "is_violation": true },
        }));
    }
    for message in said["diagnostics"].as_array().into_iter().flatten() {
        let place = &message["place"];
        if place["file"] != *file {
            continue;
        }
        let end = json!({ "line": place["end_line"], "column": place["end_column"] });
        let related = message["related"].as_array().into_iter().flatten().filter(|it| it["place"]["file"] == *file);
        let related = related.map(|it| {
            let at = position(&lines, &it["place"]);
            json!({ "location": { "uri": uri, "range": { "start": at, "end": at } }, "message": it["message"] })
        });
        let (text, advice) = (message["message"].as_str().unwrap_or_default(), message["advice"].as_str());
        found.push(json!({
            "range": { "start": position(&lines, place), "end": position(&lines, &end) },
            "severity": severity(message["level"].as_str().unwrap_or_default()),
            "source": "raddle",
            "code": message["rule"],
            "message": advice.map_or_else(|| text.to_owned(), |advice| format!("{text}: {advice}")),
            "relatedInformation": related.collect::<Vec<Value>>(),
        }));
    }
    let is_said = found.iter().any(|diagnostic| diagnostic["severity"] == 1);
    let is_part = said["reason"].as_str().is_some_and(|reason| reason.starts_with("it has no function main"));
    if said["exit_code"] == Exit::Input.code() && !is_said && !is_part {
        let start = json!({ "line": 0, "character": 0 });
        found.push(json!({
            "range": { "start": start, "end": start },
            "severity": 2,
            "source": "raddle",
            "message": said["reason"].as_str().unwrap_or("it cannot be read as C"),
        }));
    }
    found
}

/// How editors count how much a message matters.
fn severity(level: &str) -> u8 {
    match level {
        "error" => 1,
        "warning" => 2,
        _ => 3,
    }
}

/// A place of a trace as editors count.
fn position(lines: &[&str], place: &Value) -> Value {
    let line = place["line"].as_u64().unwrap_or(1).max(1) as usize - 1;
    let column = place["column"].as_u64().unwrap_or(1).max(1) as usize - 1;
    let before = lines.get(line).and_then(|text| text.get(..column)).unwrap_or_default();
    json!({ "line": line, "character": before.encode_utf16().count() })
}

fn position_of_offset(text: &str, offset: usize) -> Value {
    let before = text.get(..offset.min(text.len())).unwrap_or_default();
    let line = before.bytes().filter(|&byte| byte == b'\n').count();
    let column = before.rsplit('\n').next().unwrap_or_default();
    json!({ "line": line, "character": column.encode_utf16().count() })
}

/// The file that a URI names.
fn path_of(uri: &str) -> Option<PathBuf> {
    let encoded = uri.strip_prefix("file://")?.as_bytes();
    let mut bytes = Vec::new();
    let mut at = 0;
    while let Some(&byte) = encoded.get(at) {
        let hex = encoded.get(at + 1..at + 3).and_then(|digits| std::str::from_utf8(digits).ok());
        match (byte, hex.and_then(|digits| u8::from_str_radix(digits, 16).ok())) {
            (b'%', Some(decoded)) => {
                bytes.push(decoded);
                at += 3;
            }
            (byte, _) => {
                bytes.push(byte);
                at += 1;
            }
        }
    }
    Some(PathBuf::from(<std::ffi::OsStr as std::os::unix::ffi::OsStrExt>::from_bytes(&bytes)))
}

fn lock<T>(mutex: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn uris_are_decoded() {
        assert_eq!(path_of("file:///a%20b/c.c"), Some(PathBuf::from("/a b/c.c")));
        assert_eq!(path_of("file:///a%zz"), Some(PathBuf::from("/a%zz")));
        assert_eq!(path_of("untitled:1"), None);
    }

    #[test]
    fn positions_count_as_editors_do() {
        assert_eq!(position_of_offset("a\n\u{1f600}x", 6), json!({ "line": 1, "character": 2 }));
        let place = json!({ "line": 2, "column": 5 });
        assert_eq!(position(&["a", "\u{1f600}x"], &place), json!({ "line": 1, "character": 2 }));
    }
}
