//! The shared benchmark programs through the checker.

use crate::support::invariants::broken_rules;
use crate::support::{benchmarks, c_files};
use raddle_cfront::check::check;
use raddle_cfront::diagnostic::{Diagnostic, Severity, has_errors};
use raddle_cfront::parse::parse_text;
use raddle_cfront::preprocess::{PreprocessOptions, parse_file};
use raddle_program::types::DataModel;

fn errors_of(diagnostics: Vec<Diagnostic>) -> Vec<Diagnostic> {
    diagnostics.into_iter().filter(|diagnostic| diagnostic.severity == Severity::Error).collect()
}

#[test]
fn gnu_c_features_are_accepted_and_rejected_as_by_gcc() {
    let Some(benchmarks) = benchmarks("gnu_c_features_are_accepted_and_rejected_as_by_gcc") else { return };
    let mut wrong = Vec::new();
    for path in c_files(&benchmarks.join("gnu-c")) {
        let name = path.file_stem().and_then(|stem| stem.to_str()).unwrap_or_default().to_string();
        let text = std::fs::read_to_string(&path).expect("the file can be read");
        for model in [DataModel::Lp64, DataModel::Ilp32] {
            let (source, unit, mut diagnostics) = parse_text("input.c", &text);
            if !has_errors(&diagnostics) {
                let (typed, found) = check(source, &unit, model);
                let broken = if has_errors(&found) { Vec::new() } else { broken_rules(&typed) };
                assert!(broken.is_empty(), "{name} {model:?}: {broken:#?}");
                diagnostics.extend(found);
            }
            let is_rejected = matches!(name.as_str(), "bool_true" | "seh" | "sizeofpar" | "unsigned_td")
                || (name.starts_with("int128") && model == DataModel::Ilp32);
            let errors = errors_of(diagnostics);
            if errors.is_empty() == is_rejected {
                wrong.push((name.clone(), model, errors));
            }
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}

#[test]
fn programs_are_checked_without_errors() {
    let Some(benchmarks) = benchmarks("programs_are_checked_without_errors") else { return };
    let mut wrong = Vec::new();
    for (folder, data_model) in [("sv-comp15", DataModel::Ilp32), ("goblint-races", DataModel::Lp64)] {
        let options = PreprocessOptions { data_model, ..PreprocessOptions::default() };
        for path in c_files(&benchmarks.join(folder)) {
            let parsed = parse_file(&path, &options).expect("the file and the preprocessor are there");
            let (unit, diagnostics) = check(parsed.source, &parsed.unit, data_model);
            let errors = errors_of(diagnostics);
            let broken = broken_rules(&unit);
            if !errors.is_empty() || !broken.is_empty() || unit.main.is_none() {
                wrong.push((path, errors, broken));
            }
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}
