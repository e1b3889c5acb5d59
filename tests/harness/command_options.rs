//! `getopt` and its kin are functions in C, which find the options that the C library of Linux finds: both run on random arguments here.
//!
//! The texts are compiled with the variables of the library under other names, so that one program has both. Skipped where there is no `cc`,
//! and where the C library is another one.

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
fn options_are_those_that_the_c_library_finds() {
    if !cfg!(all(target_os = "linux", target_env = "gnu")) {
        eprintln!("skipped: the C library is not that of Linux");
        return;
    }
    let written = Path::new(env!("CARGO_MANIFEST_DIR")).join("../crates/cfront/written");
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
    program.push_str(include_str!("command_options.c"));
    let folder = tempfile::tempdir().expect("there is room for files");
    let (text, binary) = (folder.path().join("options.c"), folder.path().join("options"));
    std::fs::write(&text, program).expect("there is room for files");
    let compiled = Command::new("cc").arg("-w").arg("-o").args([&binary, &text]).output();
    let Ok(compiled) = compiled else {
        eprintln!("skipped: there is no cc");
        return;
    };
    assert!(compiled.status.success(), "{}", String::from_utf8_lossy(&compiled.stderr));
    let run = Command::new(&binary).env_remove("POSIXLY_CORRECT").output().expect("it was compiled");
    assert!(run.status.success(), "{}", String::from_utf8_lossy(&run.stdout));
}
