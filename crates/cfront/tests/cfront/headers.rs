//! Our own headers through the whole front end: they parse, check, and have the layouts that programs for glibc see.

use raddle_cfront::check::check;
use raddle_cfront::diagnostic::{Severity, has_errors};
use raddle_cfront::preprocess::{PreprocessOptions, parse_file};
use raddle_cfront::render::render;
use raddle_program::types::DataModel;

/// Everything that the front end says about a program, apart from the lack of a `main`.
fn complaints(text: &str, data_model: DataModel) -> String {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let path = folder.path().join("a.c");
    std::fs::write(&path, format!("{text}\nint main(void) {{ return 0; }}\n")).expect("a temporary file");
    let options = PreprocessOptions { data_model, ..PreprocessOptions::default() };
    let parsed = parse_file(&path, &options).expect("cc is there");
    if has_errors(&parsed.diagnostics) {
        return render(&parsed.source, &parsed.diagnostics, false);
    }
    let mut diagnostics = parsed.diagnostics;
    diagnostics.extend(check(parsed.source.clone(), &parsed.unit, data_model).1);
    render(&parsed.source, &diagnostics, false)
}

const HEADERS: &[&str] = &[
    "alloca.h",
    "assert.h",
    "ctype.h",
    "endian.h",
    "err.h",
    "errno.h",
    "error.h",
    "fcntl.h",
    "features.h",
    "float.h",
    "getopt.h",
    "inttypes.h",
    "iso646.h",
    "libgen.h",
    "limits.h",
    "locale.h",
    "malloc.h",
    "math.h",
    "memory.h",
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
    "sys/mman.h",
    "sys/param.h",
    "sys/resource.h",
    "sys/select.h",
    "sys/stat.h",
    "sys/syscall.h",
    "sys/time.h",
    "sys/types.h",
    "sys/wait.h",
    "threads.h",
    "time.h",
    "uchar.h",
    "unistd.h",
    "wchar.h",
    "wctype.h",
];

#[test]
fn all_headers_check_together_in_both_data_models() {
    let all: String = HEADERS.iter().map(|header| format!("#include <{header}>\n")).collect();
    for data_model in [DataModel::Lp64, DataModel::Ilp32] {
        assert_eq!(complaints(&all, data_model), "", "{data_model:?}");
    }
}

#[test]
fn types_have_the_layouts_of_glibc() {
    // Type, size and alignment on x86-64, size and alignment on i386.
    let layouts = [
        ("pthread_mutex_t", 40, 8, 24, 4),
        ("pthread_mutexattr_t", 4, 4, 4, 4),
        ("pthread_cond_t", 48, 8, 48, 4),
        ("pthread_condattr_t", 4, 4, 4, 4),
        ("pthread_rwlock_t", 56, 8, 32, 4),
        ("pthread_rwlockattr_t", 8, 8, 8, 4),
        ("pthread_barrier_t", 32, 8, 20, 4),
        ("pthread_barrierattr_t", 4, 4, 4, 4),
        ("pthread_attr_t", 56, 8, 36, 4),
        ("pthread_t", 8, 8, 4, 4),
        ("pthread_once_t", 4, 4, 4, 4),
        ("pthread_key_t", 4, 4, 4, 4),
        ("pthread_spinlock_t", 4, 4, 4, 4),
        ("sem_t", 32, 8, 16, 4),
        ("mtx_t", 40, 8, 24, 4),
        ("cnd_t", 48, 8, 48, 4),
        ("struct timespec", 16, 8, 8, 4),
        ("struct tm", 56, 8, 44, 4),
        ("struct stat", 144, 8, 88, 4),
        ("sigset_t", 128, 8, 128, 4),
        ("struct sigaction", 152, 8, 140, 4),
        ("siginfo_t", 128, 8, 128, 4),
        ("jmp_buf", 200, 8, 156, 4),
        ("fd_set", 128, 8, 128, 4),
        ("size_t", 8, 8, 4, 4),
        ("ssize_t", 8, 8, 4, 4),
        ("off_t", 8, 8, 4, 4),
        ("time_t", 8, 8, 4, 4),
        ("intmax_t", 8, 8, 8, 4),
        ("int_fast16_t", 8, 8, 4, 4),
        ("wchar_t", 4, 4, 4, 4),
    ];
    let includes = "#include <pthread.h>\n#include <semaphore.h>\n#include <threads.h>\n#include <sys/stat.h>\n\
                    #include <signal.h>\n#include <setjmp.h>\n#include <sys/time.h>\n#include <stdint.h>\n";
    for data_model in [DataModel::Lp64, DataModel::Ilp32] {
        let mut text = includes.to_string();
        for (ty, size, alignment, size_32, alignment_32) in layouts {
            let (size, alignment) = match data_model {
                DataModel::Lp64 => (size, alignment),
                DataModel::Ilp32 | DataModel::Llp64 => (size_32, alignment_32),
            };
            text.push_str(&format!(
                "_Static_assert(sizeof({ty}) == {size} && _Alignof({ty}) == {alignment}, \"{ty}\");\n"
            ));
        }
        let kind_at = if data_model == DataModel::Lp64 { 16 } else { 12 };
        text.push_str(&format!(
            "_Static_assert(__builtin_offsetof(pthread_mutex_t, __data.__kind) == {kind_at}, \"kind\");\n"
        ));
        assert_eq!(complaints(&text, data_model), "", "{data_model:?}");
    }
}

#[test]
fn what_the_headers_promise_can_be_used() {
    let text = "#include <assert.h>\n#include <errno.h>\n#include <pthread.h>\n#include <stdatomic.h>\n#include <stdarg.h>\n\
                #include <stdio.h>\n#include <stdlib.h>\n#include <string.h>\n#include <inttypes.h>\n#include <math.h>\n\
                pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER, b = PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP;\n\
                pthread_mutex_t c = PTHREAD_ERRORCHECK_MUTEX_INITIALIZER_NP; pthread_cond_t d = PTHREAD_COND_INITIALIZER;\n\
                pthread_rwlock_t e = PTHREAD_RWLOCK_INITIALIZER; pthread_once_t f = PTHREAD_ONCE_INIT;\n\
                static atomic_int n = ATOMIC_VAR_INIT(1); static atomic_flag flag = ATOMIC_FLAG_INIT;\n\
                static void clean(void *x) { free(x); }\n\
                void *work(void *x) {\n\
                  pthread_cleanup_push(clean, x); pthread_testcancel(); pthread_cleanup_pop(1);\n\
                  pthread_mutex_lock(&a); assert(x != NULL && errno == EBUSY); pthread_mutex_unlock(&a);\n\
                  int old = 1; while (!atomic_compare_exchange_weak(&n, &old, old + 1)) ; atomic_fetch_add(&n, 2);\n\
                  while (atomic_flag_test_and_set(&flag)) ; atomic_flag_clear(&flag); atomic_store(&n, atomic_load(&n));\n\
                  printf(\"%\" PRId64 \"\\n\", (int64_t)strlen(\"abc\")); fprintf(stderr, \"x\"); return PTHREAD_CANCELED;\n\
                }\n\
                int sum(int k, ...) { va_list l; va_start(l, k); int s = va_arg(l, int); va_end(l); return s + isnan(0.5); }\n";
    for data_model in [DataModel::Lp64, DataModel::Ilp32] {
        assert_eq!(complaints(text, data_model), "", "{data_model:?}");
    }
}

/// Code taken from kernels defines `offsetof` by itself; only `<stddef.h>` may have done so before.
#[test]
fn a_program_may_define_offsetof_where_stddef_is_not_included() {
    let text = "#include <pthread.h>\n#include <stdio.h>\n#include <stdlib.h>\n#include <string.h>\n#include <unistd.h>\n\
                #define offsetof(type, member) ((size_t) &((type *)0)->member)\n\
                struct pair { int first, second; };\n\
                _Static_assert(__builtin_offsetof(struct pair, second) == 4, \"\");\n\
                size_t second(void) { return offsetof(struct pair, second); }\n";
    assert_eq!(complaints(text, DataModel::Lp64), "");
    let again = format!("#include <stddef.h>\n{text}");
    assert!(complaints(&again, DataModel::Lp64).contains("redefined"));
}

#[test]
fn assertions_can_be_turned_off_and_on_again() {
    let text = "#define NDEBUG\n#include <assert.h>\nvoid f(void) { assert(no such words); }\n#undef NDEBUG\n#include <assert.h>\n\
                void g(int x) { assert(x); assert(0 && \"text\"); }\n";
    assert_eq!(complaints(text, DataModel::Lp64), "");
}

#[test]
fn severities_are_kept() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let path = folder.path().join("a.c");
    std::fs::write(&path, "#warning careful\nint x;\n").expect("a temporary file");
    let parsed = parse_file(&path, &PreprocessOptions::default()).expect("cc is there");
    assert_eq!(parsed.diagnostics.len(), 1);
    assert_eq!(parsed.diagnostics[0].severity, Severity::Warning);
    assert_eq!(parsed.unit.items.len(), 1);
}
