//! The host's own headers, and ours, through the checker.

use raddle_cfront::check::check;
use raddle_cfront::preprocess::{PreprocessOptions, parse_file};
use raddle_program::types::DataModel;

const HEADERS: &[&str] = &[
    "assert.h",
    "complex.h",
    "ctype.h",
    "dirent.h",
    "errno.h",
    "fcntl.h",
    "fenv.h",
    "float.h",
    "inttypes.h",
    "limits.h",
    "locale.h",
    "math.h",
    "netdb.h",
    "netinet/in.h",
    "poll.h",
    "pthread.h",
    "sched.h",
    "semaphore.h",
    "setjmp.h",
    "signal.h",
    "stdalign.h",
    "stdarg.h",
    "stdatomic.h",
    "stdbool.h",
    "stddef.h",
    "stdint.h",
    "stdio.h",
    "stdlib.h",
    "stdnoreturn.h",
    "string.h",
    "strings.h",
    "sys/epoll.h",
    "sys/ipc.h",
    "sys/mman.h",
    "sys/select.h",
    "sys/shm.h",
    "sys/socket.h",
    "sys/stat.h",
    "sys/syscall.h",
    "sys/time.h",
    "sys/types.h",
    "sys/wait.h",
    "syslog.h",
    "tgmath.h",
    "threads.h",
    "time.h",
    "ucontext.h",
    "unistd.h",
    "wchar.h",
    "wctype.h",
];

#[test]
fn headers_are_checked_without_a_complaint() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let path = folder.path().join("a.c");
    // What `<complex.h>` defines would disturb later headers, so it comes last.
    let (last, others): (Vec<&str>, Vec<&str>) = HEADERS.iter().partition(|header| **header == "complex.h");
    let includes: String = others
        .iter()
        .chain(&last)
        .map(|header| format!("#if __has_include(<{header}>)\n#include <{header}>\n#endif\n"))
        .collect();
    std::fs::write(&path, format!("{includes}int after;\n")).expect("a temporary file");
    for data_model in [DataModel::Lp64, DataModel::Ilp32] {
        for system_headers in [true, false] {
            let defines = vec!["_GNU_SOURCE".into()];
            let options = PreprocessOptions { defines, system_headers, data_model, ..PreprocessOptions::default() };
            let parsed = parse_file(&path, &options).expect("cc is there");
            if parsed.diagnostics.iter().any(|diagnostic| diagnostic.message.contains("is not there")) {
                eprintln!("skipped {data_model:?} (system headers: {system_headers}): a header is not there");
                continue;
            }
            assert_eq!(parsed.diagnostics, [], "{data_model:?} (system headers: {system_headers})");
            let (unit, found) = check(parsed.source, &parsed.unit, data_model);
            let shown: Vec<String> =
                found.iter().map(|found| format!("{} {}", unit.source.place(found.span), found.message)).collect();
            assert!(found.is_empty(), "{data_model:?} (system headers: {system_headers}): {shown:#?}");
            assert!(unit.globals.iter().any(|variable| &*unit.variables[*variable].name == "after"));
        }
    }
}
