//! The standard headers that Raddle brings: written for it, shipped inside the binary, the same on every host.
//!
//! Sizes, alignments, member offsets and constants are those that programs for glibc on x86-64 and i386 Linux can see.
//! `assert` becomes a call of `__assert_fail`, `errno` of `__errno_location`, and the generic functions of
//! `<stdatomic.h>` become `__c11_atomic_*`; cleanup handlers call `__raddle_cleanup_push` and `__raddle_cleanup_pop`.
//! Each header stands alone: types that several share are declared again, which C11 allows.

/// Name below the include folder, and text.
pub(crate) const ALL: &[(&str, &str)] = &[
    ("alloca.h", include_str!("../headers/alloca.h")),
    ("assert.h", include_str!("../headers/assert.h")),
    ("ctype.h", include_str!("../headers/ctype.h")),
    ("errno.h", include_str!("../headers/errno.h")),
    ("fcntl.h", include_str!("../headers/fcntl.h")),
    ("float.h", include_str!("../headers/float.h")),
    ("inttypes.h", include_str!("../headers/inttypes.h")),
    ("iso646.h", include_str!("../headers/iso646.h")),
    ("limits.h", include_str!("../headers/limits.h")),
    ("locale.h", include_str!("../headers/locale.h")),
    ("malloc.h", include_str!("../headers/malloc.h")),
    ("math.h", include_str!("../headers/math.h")),
    ("memory.h", include_str!("../headers/memory.h")),
    ("pthread.h", include_str!("../headers/pthread.h")),
    ("sched.h", include_str!("../headers/sched.h")),
    ("semaphore.h", include_str!("../headers/semaphore.h")),
    ("setjmp.h", include_str!("../headers/setjmp.h")),
    ("signal.h", include_str!("../headers/signal.h")),
    ("stdalign.h", include_str!("../headers/stdalign.h")),
    ("stdarg.h", include_str!("../headers/stdarg.h")),
    ("stdatomic.h", include_str!("../headers/stdatomic.h")),
    ("stdbool.h", include_str!("../headers/stdbool.h")),
    ("stddef.h", include_str!("../headers/stddef.h")),
    ("stdint.h", include_str!("../headers/stdint.h")),
    ("stdio.h", include_str!("../headers/stdio.h")),
    ("stdlib.h", include_str!("../headers/stdlib.h")),
    ("stdnoreturn.h", include_str!("../headers/stdnoreturn.h")),
    ("string.h", include_str!("../headers/string.h")),
    ("strings.h", include_str!("../headers/strings.h")),
    ("sys/pthreadtypes.h", include_str!("../headers/sys/pthreadtypes.h")),
    ("sys/stat.h", include_str!("../headers/sys/stat.h")),
    ("sys/time.h", include_str!("../headers/sys/time.h")),
    ("sys/timestructs.h", include_str!("../headers/sys/timestructs.h")),
    ("sys/types.h", include_str!("../headers/sys/types.h")),
    ("threads.h", include_str!("../headers/threads.h")),
    ("time.h", include_str!("../headers/time.h")),
    ("unistd.h", include_str!("../headers/unistd.h")),
    ("wchar.h", include_str!("../headers/wchar.h")),
];
