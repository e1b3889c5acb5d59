//! Lenses above violations: `step through` opens the page of the check, with the threads as lanes. What the command does is up to the
//! editor's extension (`editors/vscode/extension.js`): the server names the file and the property.

use serde_json::{Value, json};

/// The command of a lens; its arguments are the URI of the file and the property.
const STEP_THROUGH: &str = "raddle.stepThrough";

/// The lenses of a file, from its diagnostics: one for each violation.
pub(super) fn lenses(uri: &str, diagnostics: &[Value]) -> Vec<Value> {
    let is_violation = |it: &&Value| it["data"]["is_violation"] == true;
    let lens = |it: &Value| {
        let command = json!({
            "title": format!("step through ({})", it["code"].as_str().unwrap_or_default()),
            "command": STEP_THROUGH,
            "arguments": [uri, it["code"]],
        });
        json!({ "range": it["range"], "command": command })
    };
    diagnostics.iter().filter(is_violation).map(lens).collect()
}
