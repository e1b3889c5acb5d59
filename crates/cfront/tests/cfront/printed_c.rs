//! Programs printed as C: gcc accepts them, and they do what the C does that they were lowered from.

use std::path::{Path, PathBuf};
use std::process::Command;

use raddle_cfront::check::check;
use raddle_cfront::diagnostic::has_errors;
use raddle_cfront::lower::lower;
use raddle_cfront::preprocess::{PreprocessOptions, parse_file};
use raddle_program::c_print::print_c;
use raddle_program::syntax::Program;
use raddle_program::text;
use raddle_program::types::DataModel;

fn lowered(path: &Path, data_model: DataModel) -> Program {
    let options = PreprocessOptions { data_model, ..PreprocessOptions::default() };
    let parsed = parse_file(path, &options).expect("the file and the preprocessor are there");
    let (unit, diagnostics) = check(parsed.source, &parsed.unit, data_model);
    assert!(!has_errors(&diagnostics), "{}: {diagnostics:?}", path.display());
    lower(&unit).0
}

/// Compiles a file with gcc and runs it; its exit code.
fn exit_code(file: &Path, binary: &Path) -> Option<i32> {
    let compiled = Command::new("gcc").args(["-w", "-fwrapv", "-o"]).args([binary, file]).output();
    let compiled = compiled.expect("gcc is installed: it is needed to build the project");
    assert!(compiled.status.success(), "{}", String::from_utf8_lossy(&compiled.stderr));
    Command::new(binary).status().expect("what gcc made can be run").code()
}

#[test]
fn what_is_printed_does_what_the_file_does() {
    let original = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/values_and_flow.c");
    let directory = tempfile::tempdir().expect("a temporary folder can be made");
    let at = |name: &str| directory.path().join(name);
    let printed = at("printed.c");
    std::fs::write(&printed, print_c(&lowered(&original, DataModel::Lp64))).expect("a file can be written");
    // Printing is idempotent in what it means: what is printed is read and printed again.
    let again = at("again.c");
    std::fs::write(&again, print_c(&lowered(&printed, DataModel::Lp64))).expect("a file can be written");
    let expected = exit_code(&original, &at("original"));
    assert_eq!(exit_code(&printed, &at("printed")), expected);
    assert_eq!(exit_code(&again, &at("again")), expected);
}

#[test]
fn shared_programs_print_and_read_back() {
    let Some(benchmarks) = crate::support::benchmarks("shared_programs_print_and_read_back") else { return };
    let directory = tempfile::tempdir().expect("a temporary folder can be made");
    let mut printed: Vec<PathBuf> = Vec::new();
    for path in crate::support::c_files(&benchmarks.join("sv-comp15")).into_iter().step_by(7) {
        let program = lowered(&path, DataModel::Ilp32);
        let load = |name: &str| {
            let file = program.source.files().values().find(|file| &**file.name() == name)?;
            Some(file.text().to_string())
        };
        let notation = text::print(&program);
        match text::read(&notation, load) {
            Ok(back) => assert!(back == program, "{} does not read back equal", path.display()),
            Err(error) => panic!("{}: {error}", path.display()),
        }
        let file = directory.path().join(format!("{}.c", printed.len()));
        std::fs::write(&file, print_c(&program)).expect("a file can be written");
        printed.push(file);
    }
    let mut command = Command::new("gcc");
    command.args(["-std=gnu11", "-m32", "-fsyntax-only", "-w"]).args(&printed);
    let output = command.output().expect("gcc is installed: it is needed to build the project");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
}
