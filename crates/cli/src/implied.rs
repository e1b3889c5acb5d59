//! `raddle FILE` means `raddle check FILE`.

use clap::Command;
use std::ffi::{OsStr, OsString};
use std::path::Path;

/// The endings of what `check` reads.
const ENDINGS: [&str; 3] = ["c", "i", "yml"];

/// The command line with `check` in front of a file, an option of `check` or the command line of a compiler that stands where the name of a
/// subcommand is expected.
pub fn with_subcommand(command: &Command, mut arguments: Vec<OsString>) -> Vec<OsString> {
    let mut position = 1;
    while let Some(first) = arguments.get(position) {
        if first == "--color" {
            position += 2;
            continue;
        }
        let text = first.to_string_lossy();
        if text.starts_with("--color=") {
            position += 1;
            continue;
        }
        if is_input(command, first, &text) {
            arguments.insert(position, "check".into());
        }
        break;
    }
    arguments
}

/// Whether an argument belongs to `check`, and is no subcommand, no misspelled one, and no option of the command itself.
fn is_input(command: &Command, argument: &OsStr, text: &str) -> bool {
    if text == "help" || command.find_subcommand(argument).is_some() {
        return false;
    }
    if text.starts_with('-') {
        return !["-h", "--help", "-V", "--version"].contains(&text);
    }
    let path = Path::new(argument);
    let has_ending = path.extension().is_some_and(|ending| ENDINGS.iter().any(|known| ending == *known));
    has_ending || text.starts_with('@') || path.exists()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::options::CommandLine;
    use clap::CommandFactory;

    #[test]
    fn check_is_implied_by_what_it_reads() {
        let inserted = |line: &str| {
            let given: Vec<OsString> = line.split(' ').map(OsString::from).collect();
            let read = with_subcommand(&CommandLine::command(), given.clone());
            assert!(read.len() == given.len() || read.iter().filter(|&it| it == "check").count() == 1);
            read.iter().position(|it| it == "check").filter(|_| read.len() > given.len())
        };
        for line in
            ["raddle x.c", "raddle --timeout 5 x.c", "raddle -- cc x.c", "raddle @list", "raddle .", "raddle task.yml"]
        {
            assert_eq!(inserted(line), Some(1), "{line}");
        }
        assert_eq!(inserted("raddle --color never x.c"), Some(3));
        assert_eq!(inserted("raddle --color=never x.c"), Some(2));
        for line in [
            "raddle",
            "raddle check x.c",
            "raddle scan x.c",
            "raddle --help",
            "raddle -V",
            "raddle help",
            "raddle chekc x.c",
        ] {
            assert_eq!(inserted(line), None, "{line}");
        }
    }
}
