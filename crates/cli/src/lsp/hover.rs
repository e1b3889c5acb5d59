//! Hovers: what a scan knows of the line under the cursor, as `raddle explain FILE:LINE` prints it.
//!
//! The text is made by a process of its own. It gets those of the server's options that say how C is read.

use clap::{Arg, ArgMatches, Args, CommandFactory};
use serde_json::{Value, json};
use std::ffi::OsString;
use std::path::Path;
use std::process::{Command, Stdio};

use crate::options::{CommandLine, SourceOptions};

/// The answer to a hover over a line, counted from 0; null if nothing is known of it.
pub(super) fn hover(arguments: &[String], path: &Path, line: u64) -> Value {
    match explanation(arguments, path, line) {
        Some(text) => json!({ "contents": { "kind": "markdown", "value": format!("```text\n{text}```") } }),
        None => Value::Null,
    }
}

fn explanation(arguments: &[String], path: &Path, line: u64) -> Option<String> {
    let mut place = path.as_os_str().to_owned();
    place.push(format!(":{}", line + 1));
    let output = Command::new(std::env::current_exe().ok()?)
        .arg("explain")
        .args(of_reading(arguments)?)
        .arg("--")
        .arg(place)
        .stdin(Stdio::null())
        .stderr(Stdio::null())
        .output()
        .ok()?;
    let text = String::from_utf8(output.stdout).ok()?;
    // The first line is the source text, which the editor shows.
    let (_, facts) = text.split_once('\n')?;
    output.status.success().then(|| facts.to_owned())
}

/// Keeps the options that say how C is read, such as `-I`. `None` if the arguments are no options of `check`.
fn of_reading(arguments: &[String]) -> Option<Vec<OsString>> {
    let words = ["raddle", "check"].into_iter().chain(arguments.iter().map(String::as_str)).chain(["--", "a.c"]);
    let matches = CommandLine::command().try_get_matches_from(words).ok()?;
    let (_, given) = matches.subcommand()?;
    let known = SourceOptions::augment_args(clap::Command::new("source"));
    Some(known.get_arguments().flat_map(|option| words_of(option, given)).collect())
}

/// An option as it is written on the command line, once for each of its values.
fn words_of(option: &Arg, given: &ArgMatches) -> Vec<OsString> {
    let id = option.get_id().as_str();
    if given.value_source(id) != Some(clap::parser::ValueSource::CommandLine) {
        return Vec::new();
    }
    let name = match (option.get_long(), option.get_short()) {
        (Some(long), _) => format!("--{long}"),
        (None, Some(short)) => format!("-{short}"),
        (None, None) => return Vec::new(),
    };
    if !option.get_action().takes_values() {
        return vec![name.into()];
    }
    let join = if option.get_long().is_some() { "=" } else { "" };
    let word = |value: &std::ffi::OsStr| {
        let mut word = OsString::from(format!("{name}{join}"));
        word.push(value);
        word
    };
    given.get_raw(id).into_iter().flatten().map(word).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn options_that_say_how_c_is_read_are_kept() {
        let given =
            ["-p", "data-race", "-DA=1", "-I", "x", "--system-headers", "--timeout", "5s", "--data-model=ilp32"];
        let kept = of_reading(&given.map(str::to_owned)).expect("options of check");
        assert_eq!(kept, ["--data-model=ilp32", "-DA=1", "-Ix", "--system-headers"]);
        assert_eq!(of_reading(&["--no-such-option".to_owned()]), None);
    }
}
