//! The shared benchmark programs through lexer and parser.

use crate::support::{benchmarks, c_files};
use raddle_cfront::ast::Item;
use raddle_cfront::diagnostic::{Diagnostic, has_errors};
use raddle_cfront::parse::parse_text;
use raddle_cfront::preprocess::{PreprocessOptions, parse_file};
use raddle_program::source::Span;
use raddle_program::types::DataModel;

fn errors(text: &str) -> Vec<Diagnostic> {
    let diagnostics = parse_text("input.c", text).2;
    if has_errors(&diagnostics) { diagnostics } else { Vec::new() }
}

#[test]
fn gnu_c_features_are_accepted_as_by_gcc() {
    let Some(benchmarks) = benchmarks("gnu_c_features_are_accepted_as_by_gcc") else { return };
    let mut wrong = Vec::new();
    for path in c_files(&benchmarks.join("gnu-c")) {
        let name = path.file_stem().and_then(|stem| stem.to_str()).unwrap_or_default().to_string();
        let text = std::fs::read_to_string(&path).expect("the file can be read");
        // gcc rejects four files; in `sizeofpar` and `unsigned_td` the types are wrong, which is not the parser's business.
        let is_rejected = matches!(name.as_str(), "bool_true" | "seh" | "unsigned_td");
        let errors = errors(&text);
        if errors.is_empty() == is_rejected {
            wrong.push((name, errors));
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}

#[test]
fn programs_are_read_from_their_files_without_errors() {
    let Some(benchmarks) = benchmarks("programs_are_read_from_their_files_without_errors") else { return };
    let mut wrong = Vec::new();
    for (folder, data_model) in [("sv-comp15", DataModel::Ilp32), ("goblint-races", DataModel::Lp64)] {
        let options = PreprocessOptions { data_model, ..PreprocessOptions::default() };
        for path in c_files(&benchmarks.join(folder)) {
            let parsed = parse_file(&path, &options).expect("the file and the preprocessor are there");
            let text = std::fs::read(&path).expect("the file can be read");
            let physical_end = parsed.unit.items.last().map_or(0, |item| item_span(item).end);
            if !parsed.diagnostics.is_empty() || parsed.unit.items.is_empty() || physical_end as usize > text.len() {
                wrong.push((path, parsed.diagnostics));
            }
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}

fn item_span(item: &Item) -> Span {
    match item {
        Item::Declaration(declaration) => declaration.span,
        Item::Function(function) => function.span,
        Item::Assembly(span) => *span,
    }
}
