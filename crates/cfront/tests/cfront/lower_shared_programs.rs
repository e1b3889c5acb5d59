//! The shared benchmark programs through the lowering: no panic, well-formed, and nothing unsupported where the programs
//! must be supported.

use raddle_cfront::check::check;
use raddle_cfront::diagnostic::has_errors;
use raddle_cfront::lower::lower;
use raddle_cfront::parse::parse_text;
use raddle_cfront::preprocess::{PreprocessOptions, parse_file};
use raddle_program::automaton::statements;
use raddle_program::syntax::{Effect, Program, Statement};
use raddle_program::types::DataModel;
use raddle_program::wellformed::wellformed;
use std::path::{Path, PathBuf};

/// The folder with the shared benchmarks, if this machine has it; otherwise says which test is skipped.
fn benchmarks(test: &str) -> Option<PathBuf> {
    let candidates = [
        std::env::var_os("RADDLE_SHARED").map(PathBuf::from),
        Some(Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared")),
        Some(Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../../shared")),
    ];
    let found = candidates.into_iter().flatten().map(|folder| folder.join("benchmarks")).find(|folder| folder.is_dir());
    if found.is_none() {
        eprintln!("skipped {test}: the shared benchmarks are not there");
    }
    found
}

/// All `.c` files below a folder, sorted.
fn c_files(folder: &Path) -> Vec<PathBuf> {
    let mut files = Vec::new();
    let mut folders = vec![folder.to_path_buf()];
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(&folder).expect("the folder can be read") {
            let path = entry.expect("the entry can be read").path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|extension| extension == "c") {
                files.push(path);
            }
        }
    }
    files.sort();
    files
}

fn unsupported(program: &Program) -> Vec<String> {
    let bodies = program.procedures.values().flat_map(|procedure| statements(&procedure.body));
    let what = bodies.filter_map(|statement| match statement {
        Statement::Step(step) => match &step.effect {
            Effect::Unsupported(what) => Some(format!("{what} at {}", program.source.place(step.span))),
            _ => None,
        },
        _ => None,
    });
    what.collect()
}

fn defects(program: &Program) -> Vec<String> {
    wellformed(program).err().unwrap_or_default().iter().take(5).map(ToString::to_string).collect()
}

fn lowered(path: &Path, data_model: DataModel) -> Program {
    let options = PreprocessOptions { data_model, ..PreprocessOptions::default() };
    let parsed = parse_file(path, &options).expect("the file and the preprocessor are there");
    let (unit, _) = check(parsed.source, &parsed.unit, data_model);
    lower(&unit).0
}

#[test]
fn verification_tasks_are_wholly_supported() {
    let Some(benchmarks) = benchmarks("verification_tasks_are_wholly_supported") else { return };
    let mut wrong = Vec::new();
    for path in c_files(&benchmarks.join("sv-comp15")) {
        let program = lowered(&path, DataModel::Ilp32);
        let (mut unsupported, defects) = (unsupported(&program), defects(&program));
        // The text for formats that only an execution knows denies conversions where it reaches them.
        unsupported.retain(|what| !what.contains("<raddle>/__raddle_output.c"));
        if !unsupported.is_empty() || !defects.is_empty() {
            wrong.push((path, unsupported, defects));
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}

#[test]
fn racy_programs_are_wellformed() {
    let Some(benchmarks) = benchmarks("racy_programs_are_wellformed") else { return };
    let mut wrong = Vec::new();
    for path in c_files(&benchmarks.join("goblint-races")) {
        let program = lowered(&path, DataModel::Lp64);
        // Read-write locks and `pthread_once` are known by name only.
        let unsupported: Vec<String> = unsupported(&program)
            .into_iter()
            .filter(|what| !what.contains("a call of pthread_rwlock_") && !what.contains("a call of pthread_once"))
            .collect();
        let defects = defects(&program);
        if !unsupported.is_empty() || !defects.is_empty() {
            wrong.push((path, unsupported, defects));
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}

#[test]
fn gnu_features_are_wellformed() {
    let Some(benchmarks) = benchmarks("gnu_features_are_wellformed") else { return };
    let mut wrong = Vec::new();
    for path in c_files(&benchmarks.join("gnu-c")) {
        let text = std::fs::read_to_string(&path).expect("the file can be read");
        for model in [DataModel::Lp64, DataModel::Ilp32] {
            let (source, unit, mut diagnostics) = parse_text("input.c", &text);
            let (unit, more) = check(source, &unit, model);
            diagnostics.extend(more);
            if has_errors(&diagnostics) {
                continue;
            }
            let (program, _) = lower(&unit);
            let defects = defects(&program);
            if !defects.is_empty() {
                wrong.push((path.clone(), model, defects));
            }
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}
