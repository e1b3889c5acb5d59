//! What gcc accepts without a warning, the checker accepts: real programs are never refused.
//!
//! The other direction is no rule: the checker tolerates much that gcc refuses, since old programs need it.
#![no_main]

use libfuzzer_sys::fuzz_target;
use raddle_cfront::check::check;
use raddle_cfront::diagnostic::has_errors;
use raddle_cfront::parse::parse_text;
use raddle_cfront::render::render;
use raddle_program::types::DataModel;
use std::io::Write;
use std::process::{Command, Stdio};

fuzz_target!(|text: &str| {
    // gcc passes over directives that are spelled like this, though a preprocessor leaves none.
    if text.contains("%:") {
        return;
    }
    let (source, tree, mut diagnostics) = parse_text("input.c", text);
    let mut shown = source.clone();
    if !has_errors(&diagnostics) {
        let (unit, found) = check(source, &tree, DataModel::Lp64);
        shown = unit.source;
        diagnostics = found;
    }
    // gcc costs a process: only what the checker refuses is shown to it.
    if has_errors(&diagnostics) && gcc_accepts(text) {
        panic!("gcc accepts what is refused here:\n{}", render(&shown, &diagnostics, false));
    }
});

fn gcc_accepts(text: &str) -> bool {
    let options = ["-std=gnu11", "-fsyntax-only", "-Wall", "-Wextra", "-Werror", "-pedantic", "-x", "cpp-output", "-"];
    let mut command = Command::new("gcc");
    command.args(options).stdin(Stdio::piped()).stdout(Stdio::null()).stderr(Stdio::null());
    let Ok(mut child) = command.spawn() else { return false };
    if let Some(mut input) = child.stdin.take() {
        let _ = input.write_all(text.as_bytes());
    }
    child.wait().is_ok_and(|status| status.success())
}
