//! `raddle lsp`: an editor opens a file, and sees the violation with the place of the other thread.

use crate::common::{Folder, raddle};
use serde_json::{Value, json};
use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Child, ChildStdin, ChildStdout, Stdio};

const RACE: &str = "#include <pthread.h>
int shared;
void *worker(void *unused) {
    shared = 1;
    return unused;
}
int main(void) {
    pthread_t t;
    pthread_create(&t, 0, worker, 0);
    shared = 2;
    return 0;
}
";

struct Editor {
    server: Child,
    says: ChildStdin,
    hears: BufReader<ChildStdout>,
}

impl Editor {
    fn start(arguments: &[&str]) -> Editor {
        let mut command = raddle();
        command.arg("lsp").arg("--").args(arguments).stdin(Stdio::piped()).stdout(Stdio::piped());
        let mut server = command.spawn().expect("the command was built");
        let (says, hears) = (server.stdin.take().expect("piped"), server.stdout.take().expect("piped"));
        let mut editor = Editor { server, says, hears: BufReader::new(hears) };
        editor.say(&json!({ "jsonrpc": "2.0", "id": 1, "method": "initialize", "params": { "capabilities": {} } }));
        assert!(editor.hear()["result"]["capabilities"]["textDocumentSync"].is_object());
        editor.say(&json!({ "jsonrpc": "2.0", "method": "initialized", "params": {} }));
        editor
    }

    fn say(&mut self, message: &Value) {
        let text = message.to_string();
        write!(self.says, "Content-Length: {}\r\n\r\n{text}", text.len()).expect("the server listens");
        self.says.flush().expect("the server listens");
    }

    fn hear(&mut self) -> Value {
        let mut length = 0;
        loop {
            let mut line = String::new();
            assert!(self.hears.read_line(&mut line).expect("the server speaks") > 0, "the server is gone");
            match line.trim().strip_prefix("Content-Length: ") {
                Some(number) => length = number.parse().expect("a number"),
                None if line.trim().is_empty() => break,
                None => {}
            }
        }
        let mut bytes = vec![0; length];
        self.hears.read_exact(&mut bytes).expect("the server speaks");
        serde_json::from_slice(&bytes).expect("a message")
    }
}

#[test]
fn a_violation_stands_in_the_source_and_goes_when_it_is_mended() {
    let folder = Folder::new();
    let path = folder.write("race.c", RACE);
    let uri = format!("file://{path}");
    let mut editor = Editor::start(&["-p", "data-race"]);
    let document = json!({ "uri": uri, "languageId": "c", "version": 1, "text": RACE });
    editor.say(&json!({ "jsonrpc": "2.0", "method": "textDocument/didOpen", "params": { "textDocument": document } }));
    let told = editor.hear();
    assert_eq!(told["method"], "textDocument/publishDiagnostics", "{told}");
    let found = told["params"]["diagnostics"].as_array().expect("a list").clone();
    assert_eq!(found.len(), 1, "{told}");
    assert_eq!((found[0]["code"].as_str(), found[0]["source"].as_str()), (Some("data-race"), Some("raddle")));
    let mut lines = vec![found[0]["range"]["start"]["line"].as_u64()];
    let related = found[0]["relatedInformation"].as_array().expect("a list");
    lines.extend(related.iter().map(|place| place["location"]["range"]["start"]["line"].as_u64()));
    lines.sort_unstable();
    assert_eq!(lines, [Some(3), Some(9)], "{told}");
    let asks_for_lenses = json!({ "textDocument": { "uri": uri } });
    editor.say(&json!({ "jsonrpc": "2.0", "id": 7, "method": "textDocument/codeLens", "params": asks_for_lenses }));
    let lenses = editor.hear()["result"].clone();
    assert_eq!(lenses[0]["command"]["arguments"], json!([uri, "data-race"]), "{lenses}");
    assert_eq!((&lenses[0]["range"], lenses.as_array().map(Vec::len)), (&found[0]["range"], Some(1)), "{lenses}");
    let asks = json!({ "textDocument": { "uri": uri }, "position": { "line": 9, "character": 4 } });
    editor.say(&json!({ "jsonrpc": "2.0", "id": 8, "method": "textDocument/hover", "params": asks }));
    let known = editor.hear();
    let text = known["result"]["contents"]["value"].as_str().unwrap_or_default();
    assert!(text.contains("first thread writes shared, no lock\n    may race"), "{known}");
    // The text is mended, and not saved.
    let document = json!({ "uri": uri, "version": 2 });
    let change = json!({ "text": RACE.replace("    shared = 2;\n", "") });
    let changed = json!({ "textDocument": document, "contentChanges": [change] });
    editor.say(&json!({ "jsonrpc": "2.0", "method": "textDocument/didChange", "params": changed }));
    assert_eq!(editor.hear()["params"]["diagnostics"], json!([]));
    editor.say(&json!({ "jsonrpc": "2.0", "id": 9, "method": "textDocument/codeLens", "params": asks_for_lenses }));
    assert_eq!(editor.hear()["result"], json!([]));
    folder.write("race.c", RACE.replace("    shared = 2;\n", ""));
    let document = json!({ "uri": uri });
    editor.say(&json!({ "jsonrpc": "2.0", "method": "textDocument/didSave", "params": { "textDocument": document } }));
    assert_eq!(editor.hear()["params"]["diagnostics"], json!([]));
    editor.say(&json!({ "jsonrpc": "2.0", "id": 2, "method": "shutdown" }));
    assert_eq!(editor.hear()["id"], 2);
    editor.say(&json!({ "jsonrpc": "2.0", "method": "exit" }));
    assert!(editor.server.wait().expect("it ends").success());
}

#[test]
fn a_file_without_main_is_a_part_of_a_program() {
    let folder = Folder::new();
    let text = "int twice(int number) { return 2 * number; }\n";
    let path = folder.write("part.c", text);
    let mut editor = Editor::start(&["-p", "assertions"]);
    let document = json!({ "uri": format!("file://{path}"), "languageId": "c", "version": 1, "text": text });
    editor.say(&json!({ "jsonrpc": "2.0", "method": "textDocument/didOpen", "params": { "textDocument": document } }));
    assert_eq!(editor.hear()["params"]["diagnostics"], json!([]));
    editor.say(&json!({ "jsonrpc": "2.0", "id": 2, "method": "shutdown", "params": null }));
    editor.hear();
    editor.say(&json!({ "jsonrpc": "2.0", "method": "exit", "params": null }));
    assert!(editor.server.wait().expect("it ends").success());
}

#[test]
fn the_extension_starts_the_server_and_opens_the_page() {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../editors/vscode");
    let Ok(output) = std::process::Command::new("node").arg(folder.join("test.js")).output() else {
        eprintln!("skipped, since node is not installed: the extension of Visual Studio Code");
        return;
    };
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
}

#[test]
fn a_c_error_stands_at_its_place() {
    let folder = Folder::new();
    let text = "int main(void) {\n    return\n}\n";
    let path = folder.write("broken.c", text);
    let mut editor = Editor::start(&["-p", "assertions"]);
    let document = json!({ "uri": format!("file://{path}"), "languageId": "c", "version": 1, "text": text });
    editor.say(&json!({ "jsonrpc": "2.0", "method": "textDocument/didOpen", "params": { "textDocument": document } }));
    let told = editor.hear();
    let found = told["params"]["diagnostics"].as_array().expect("a list");
    assert_eq!(found.len(), 1, "{told}");
    assert_eq!((found[0]["code"].as_str(), found[0]["severity"].as_u64()), (Some("c-error"), Some(1)), "{told}");
    assert_eq!(found[0]["range"]["start"]["line"], 2, "{told}");
    editor.say(&json!({ "jsonrpc": "2.0", "id": 2, "method": "shutdown", "params": null }));
    editor.hear();
    editor.say(&json!({ "jsonrpc": "2.0", "method": "exit", "params": null }));
    assert!(editor.server.wait().expect("it ends").success());
}
