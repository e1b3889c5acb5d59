//! gcc accepts what is printed as C, and records keep their layout.

mod support;

use std::process::Command;

use raddle_program::c_print::print_c;
use raddle_program::types::DataModel;

/// What gcc says of some files of one data model; empty if it accepts them.
fn compile(model: DataModel, texts: &[String]) -> String {
    let directory = tempfile::tempdir().expect("a temporary folder can be made");
    let paths: Vec<_> = (0..texts.len()).map(|number| directory.path().join(format!("{number}.c"))).collect();
    for (path, text) in paths.iter().zip(texts) {
        std::fs::write(path, text).expect("a temporary file can be written");
    }
    let mut command = Command::new("gcc");
    command.args(["-std=gnu11", "-fsyntax-only", "-w", "-fmax-errors=3"]);
    command.arg(if model == DataModel::Ilp32 { "-m32" } else { "-m64" }).args(&paths);
    let output = command.output().expect("gcc is installed: it is needed to build the project");
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(output.status.success(), said.is_empty(), "{said}");
    said
}

#[test]
fn gcc_accepts_random_programs() {
    for model in [DataModel::Lp64, DataModel::Ilp32] {
        let programs = (0..300).map(support::program).filter(|program| program.types.model() == model);
        let texts: Vec<String> = programs.map(|program| print_c(&program)).collect();
        assert!(texts.len() > 60);
        let said = compile(model, &texts);
        assert!(said.is_empty(), "{said}");
    }
}
