//! Library functions that are written in C, compiled by gcc and run beside those of the host's C library.

use crate::support::gcc::{gcc, gcc_is_there};
use raddle_program::types::DataModel;
use std::fmt::Write;
use std::path::Path;
use std::process::Command;

/// Runs ours and the host's side by side and prints what differs.
const MAIN: &str = include_str!("../data/written_against_host.c");

#[test]
fn written_functions_answer_as_the_hosts_do() {
    if !gcc_is_there("written_functions_answer_as_the_hosts_do") {
        return;
    }
    let folder = tempfile::tempdir().expect("a temporary folder can be made");
    let sources = Path::new(env!("CARGO_MANIFEST_DIR")).join("written");
    let mut names: Vec<String> = std::fs::read_dir(&sources)
        .expect("the folder can be read")
        .map(|entry| entry.expect("an entry").path().file_stem().expect("a name").to_string_lossy().into_owned())
        .collect();
    // Texts that make choices, or that other models call, have no twin on the host.
    let has_no_twin = |name: &String| {
        let text = std::fs::read_to_string(sources.join(format!("{name}.c"))).expect("the text can be read");
        let words =
            ["__VERIFIER_", "__raddle_output", "__raddle_may_be_cancelled", "__builtin_pthread_", "__builtin__exit"];
        let calls = ["__raddle_at_", "__raddle_signal_", "__raddle_take_signal", "__builtin_quick_exit", "sigset_t"];
        let effects =
            ["__raddle_execute", "__raddle_reads_", "__raddle_result_of_", "__raddle_number_of_", "__raddle_text_of_"];
        // The options of command lines: `options_against_gcc`.
        let options = ["__raddle_option_rest", "__raddle_find_option", "__raddle_next_option"];
        let memory = ["__raddle_map", "__raddle_unmap", "*mmap(", "__raddle_version_of_zlib"];
        words.iter().chain(&memory).chain(&calls).chain(&effects).chain(&options).any(|word| text.contains(word))
    };
    names.retain(|name| !has_no_twin(name));
    names.sort();
    let mut renamed = String::new();
    for name in &names {
        writeln!(renamed, "#define {name} our_{name}").expect("strings can be written to");
    }
    for name in &names {
        writeln!(renamed, "#include \"{}\"", sources.join(format!("{name}.c")).display())
            .expect("strings can be written to");
    }
    for name in &names {
        writeln!(renamed, "#undef {name}").expect("strings can be written to");
    }
    // What the system chooses, and values that the models leave open.
    renamed.push_str("void __raddle_store_any_float(int longs, void *target) { (void)longs; (void)target; }\n");
    renamed.push_str("int __raddle_equal_elements_change_places(void) { return 0; }\n");
    renamed.push_str("int __raddle_further_comparison(void) { return 0; }\n");
    renamed.push_str("__SIZE_TYPE__ __raddle_element_of_further_comparison(__SIZE_TYPE__ last) { return last; }\n");
    std::fs::write(folder.path().join("ours.h"), renamed).expect("the file can be written");
    let (main, program) = (folder.path().join("main.c"), folder.path().join("program"));
    std::fs::write(&main, MAIN).expect("the file can be written");
    let built = gcc(DataModel::Lp64).args(["-Wno-format", "-fno-builtin", "-o"]).arg(&program).arg(&main).output();
    let built = built.expect("gcc can be run");
    assert!(built.status.success(), "{}", String::from_utf8_lossy(&built.stderr));
    let run = Command::new(&program).output().expect("the program can be run");
    assert!(run.status.success(), "{}", String::from_utf8_lossy(&run.stdout));
    assert!(run.stdout.starts_with(b"compared "), "{}", String::from_utf8_lossy(&run.stdout));
}
