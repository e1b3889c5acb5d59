//! The host's own headers parse without a complaint, in both data models.

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
fn the_hosts_headers_parse() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let path = folder.path().join("a.c");
    for data_model in [DataModel::Lp64, DataModel::Ilp32] {
        let options = PreprocessOptions {
            defines: vec!["_GNU_SOURCE".into()],
            system_headers: true,
            data_model,
            ..PreprocessOptions::default()
        };
        for header in HEADERS {
            std::fs::write(&path, format!("#include <{header}>\nint after;\n")).expect("a temporary file");
            let parsed = parse_file(&path, &options).expect("cc is there");
            if parsed.diagnostics.iter().any(|diagnostic| diagnostic.message.contains("is not there")) {
                eprintln!("skipped <{header}> ({data_model:?}): it, or a header that it includes, is not there");
                continue;
            }
            assert_eq!(parsed.diagnostics, [], "<{header}> {data_model:?}");
            assert!(!parsed.unit.items.is_empty());
        }
    }
}
