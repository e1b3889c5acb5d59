//! `getopt` and its kin are functions in C, which find the options that the C library of Linux finds: both run on random arguments here.
//!
//! The texts are compiled with the variables of the library under other names, so that one program has both. Skipped where there is no gcc,
//! and where the C library is another one.

use crate::support::gcc::{gcc, gcc_is_there};
use raddle_program::types::DataModel;
use std::fmt::Write as _;
use std::path::Path;
use std::process::Command;

/// The functions that the texts consist of, callees first.
const TEXTS: [&str; 5] = [
    "__raddle_short_option",
    "__raddle_find_option",
    "__raddle_take_option",
    "__raddle_long_option",
    "__raddle_next_option",
];

/// The variables of the library.
const VARIABLES: [&str; 4] = ["optarg", "optind", "opterr", "optopt"];

#[test]
fn options_are_those_that_the_host_finds() {
    const TEST: &str = "options_are_those_that_the_host_finds";
    if !cfg!(all(target_os = "linux", target_env = "gnu")) {
        eprintln!("{TEST}: skipped: the C library is not that of Linux");
        return;
    }
    if !gcc_is_there(TEST) {
        return;
    }
    let written = Path::new(env!("CARGO_MANIFEST_DIR")).join("written");
    let mut program = String::from("#include <getopt.h>\n");
    for variable in VARIABLES {
        _ = writeln!(program, "#define {variable} ours_{variable}");
    }
    for name in TEXTS {
        let path = written.join(name).with_extension("c");
        program.push_str(&std::fs::read_to_string(&path).unwrap_or_else(|why| panic!("{}: {why}", path.display())));
    }
    program.push_str("int __raddle_is_posixly_correct(void) { return 0; }\n");
    for variable in VARIABLES {
        _ = writeln!(program, "#undef {variable}");
    }
    program.push_str(include_str!("../data/options_against_host.c"));
    let folder = tempfile::tempdir().expect("a temporary folder can be made");
    let (text, binary) = (folder.path().join("options.c"), folder.path().join("options"));
    std::fs::write(&text, program).expect("the file can be written");
    let built = gcc(DataModel::Lp64).arg("-o").args([&binary, &text]).output().expect("gcc can be run");
    assert!(built.status.success(), "{}", String::from_utf8_lossy(&built.stderr));
    let run = Command::new(&binary).env_remove("POSIXLY_CORRECT").output().expect("the program can be run");
    assert!(run.status.success(), "{}", String::from_utf8_lossy(&run.stdout));
}
