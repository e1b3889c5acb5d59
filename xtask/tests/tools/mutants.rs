//! The table of mutants is true of the code: each edit applies, each guard exists. The mutants themselves are run by hand, since each costs
//! a build (`cargo xtask mutants`).

use raddle_xtask::fuzz::write::Family;
use raddle_xtask::mutants::{all, table::Guard};
use raddle_xtask::repository;
use std::collections::BTreeSet;

#[test]
fn each_edit_applies_to_one_place() {
    let mut names = BTreeSet::new();
    for mutant in all() {
        assert!(names.insert(mutant.name), "{}", mutant.name);
        assert!(!mutant.edits.is_empty() && !mutant.guards.is_empty(), "{}", mutant.name);
        for edit in mutant.edits {
            let text = std::fs::read_to_string(repository().join(edit.file)).expect("the file is there");
            assert_eq!(text.matches(edit.text).count(), 1, "{}: {}", mutant.name, edit.text);
            // So that it can be taken back.
            let changed = text.replacen(edit.text, edit.replacement, 1);
            assert_ne!(changed, text, "{}", mutant.name);
            assert_eq!(changed.matches(edit.replacement).count(), 1, "{}: {}", mutant.name, edit.replacement);
        }
    }
}

#[test]
fn each_guard_is_there() {
    let mut cases = Vec::new();
    let mut folders = vec![repository().join("tests/corpus")];
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder).expect("a folder").flatten() {
            match entry.path() {
                path if path.is_dir() => folders.push(path),
                path => cases.push(path.display().to_string()),
            }
        }
    }
    for guard in all().flat_map(|mutant| mutant.guards) {
        match guard {
            Guard::Corpus(name) => assert!(cases.iter().any(|case| case.contains(name)), "{guard}"),
            Guard::Fuzz { family, .. } => assert!(Family::from_name(family).is_some(), "{guard}"),
            Guard::Test { package, target, name } => {
                let krate = package.trim_start_matches("raddle-");
                let folder = if *target == "--lib" { "src" } else { "tests" };
                let mut run = std::process::Command::new("grep");
                let found =
                    run.arg("-rq").arg(format!("fn {name}")).arg(repository().join("crates").join(krate).join(folder));
                assert!(found.status().expect("grep runs").success(), "{guard}");
            }
        }
    }
}
