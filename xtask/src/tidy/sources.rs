//! Rules about source files and crates.

use super::{Complaint, Repository};
use std::collections::BTreeSet;

/// The most lines that a file may have.
const LONGEST: usize = 700;

/// Files that are longer, with their lengths: to be split. The list and its numbers may only become smaller.
const TOO_LONG: &[(&str, usize)] = &[("crates/cfront/src/ast.rs", 701)];

/// What stands for work that was not done.
const UNDONE: &[&str] = &["todo!(", "unimplemented!(", "#[ignore"];

/// Every module opens with `//!`.
pub fn modules_say_what_they_are_about(repository: &Repository) -> Vec<Complaint> {
    let is_silent = |path: &&std::path::PathBuf| !repository.text(path).starts_with("//!");
    let complain =
        |path: &std::path::PathBuf| format!("{}: opens without `//!`: say what the module is about", path.display());
    repository.files("", "rs").filter(is_silent).map(complain).collect()
}

/// No file is too long to read.
pub fn files_are_short(repository: &Repository) -> Vec<Complaint> {
    let mut complaints = Vec::new();
    for path in repository.files("", "rs") {
        let lines = repository.text(path).lines().count();
        let name = path.to_string_lossy();
        let allowed = TOO_LONG.iter().find(|(long, _)| *long == name).map(|&(_, lines)| lines);
        if lines > allowed.unwrap_or(LONGEST) {
            let most = allowed.unwrap_or(LONGEST);
            complaints.push(format!("{name}: {lines} lines, {most} are allowed: split it by concepts"));
        } else if allowed.is_some() && lines <= LONGEST {
            complaints.push(format!("{name}: is short now: take it off the list of files that are too long"));
        }
    }
    complaints
}

/// No stubs, no tests that are left out.
pub fn nothing_is_left_undone(repository: &Repository) -> Vec<Complaint> {
    let mut complaints = Vec::new();
    for path in repository.files("", "rs").filter(|path| !path.ends_with("xtask/src/tidy/sources.rs")) {
        for (number, line) in repository.text(path).lines().enumerate() {
            for mark in UNDONE.iter().filter(|mark| line.contains(**mark)) {
                complaints.push(format!("{}:{}: `{mark}`: finish it or take it out", path.display(), number + 1));
            }
        }
    }
    complaints
}

/// Crates use those crates of the workspace that the table in ARCHITECTURE.md allows, and it allows none in vain.
pub fn edges_are_as_written(repository: &Repository) -> Vec<Complaint> {
    let architecture = repository.text("ARCHITECTURE.md");
    let mut complaints = Vec::new();
    let manifests = repository.files("", "toml").filter(|path| path.ends_with("Cargo.toml"));
    for path in manifests {
        let text = repository.text(path);
        let Some(name) = text.lines().find_map(|line| line.strip_prefix("name = \"raddle-")) else { continue };
        let name = name.trim_end_matches('"');
        let used = dependencies(&text);
        match allowed(&architecture, name) {
            None => complaints.push(format!("ARCHITECTURE.md: the table of crates has no row for `{name}`")),
            Some(allowed) if allowed != used => complaints.push(format!(
                "{}: uses {}, and ARCHITECTURE.md allows {}",
                path.display(),
                listed(&used),
                listed(&allowed)
            )),
            Some(_) => {}
        }
    }
    complaints
}

fn listed(names: &BTreeSet<String>) -> String {
    if names.is_empty() { "nothing".to_owned() } else { names.iter().cloned().collect::<Vec<_>>().join(", ") }
}

/// The crates of the workspace that a manifest names, tests aside.
fn dependencies(manifest: &str) -> BTreeSet<String> {
    let section = manifest.lines().skip_while(|line| line.trim() != "[dependencies]").skip(1);
    let lines = section.take_while(|line| !line.starts_with('['));
    let named = lines.filter_map(|line| line.strip_prefix("raddle-"));
    named.filter_map(|rest| rest.split(['.', ' ', '=']).next()).map(str::to_owned).collect()
}

/// The crates that a row of the table allows: `| `verify` | program, logic |`.
fn allowed(architecture: &str, name: &str) -> Option<BTreeSet<String>> {
    let start = format!("| `{name}` | ");
    let row = architecture.lines().find_map(|line| line.strip_prefix(&start))?;
    let names = row.trim_end_matches('|').split(',').map(str::trim);
    Some(names.filter(|name| *name != "nothing").map(str::to_owned).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn edges_are_read() {
        let manifest = "[dependencies]\nraddle-program.workspace = true\nserde.workspace = true\n\
                        [dev-dependencies]\nraddle-cfront.workspace = true\n";
        assert_eq!(listed(&dependencies(manifest)), "program");
        let table = "| `verify` | program, logic |\n| `logic` | nothing |\n";
        assert_eq!(allowed(table, "verify").map(|found| listed(&found)), Some("logic, program".to_owned()));
        assert_eq!(allowed(table, "logic").map(|found| listed(&found)), Some("nothing".to_owned()));
        assert_eq!(allowed(table, "report"), None);
    }
}
