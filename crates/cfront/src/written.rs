//! Library functions that are written in C: what their arguments determine, by loops over memory.
//!
//! A call of one that has no body brings this text into the unit (see `crate::check`), where it is a function like any
//! other: both readings of C run it, its accesses are the program's, its lines stand in traces. One function a file, so that
//! a program may define any of them by itself. Left out: results that are floating-point numbers.

use raddle_program::types::DataModel;

/// Name, and text.
const ALL: &[(&str, &str)] = &[
    ("__raddle_any_sign", include_str!("../written/__raddle_any_sign.c")),
    ("__raddle_any_truth", include_str!("../written/__raddle_any_truth.c")),
    ("__raddle_at_exit", include_str!("../written/__raddle_at_exit.c")),
    ("__raddle_at_quick_exit", include_str!("../written/__raddle_at_quick_exit.c")),
    ("__raddle_before", include_str!("../written/__raddle_before.c")),
    ("__raddle_clock", include_str!("../written/__raddle_clock.c")),
    ("__raddle_clock_gettime", include_str!("../written/__raddle_clock_gettime.c")),
    ("__raddle_digits", include_str!("../written/__raddle_digits.c")),
    ("__raddle_dprintf", include_str!("../written/__raddle_dprintf.c")),
    ("__raddle_fprintf", include_str!("../written/__raddle_fprintf.c")),
    ("__raddle_gettimeofday", include_str!("../written/__raddle_gettimeofday.c")),
    ("__raddle_is_in_set", include_str!("../written/__raddle_is_in_set.c")),
    ("__raddle_long_jump", include_str!("../written/__raddle_long_jump.c")),
    ("__raddle_output", include_str!("../written/__raddle_output.c")),
    ("__raddle_printf", include_str!("../written/__raddle_printf.c")),
    ("__raddle_put", include_str!("../written/__raddle_put.c")),
    ("__raddle_put_any", include_str!("../written/__raddle_put_any.c")),
    ("__raddle_put_field", include_str!("../written/__raddle_put_field.c")),
    ("__raddle_scan_integer", include_str!("../written/__raddle_scan_integer.c")),
    ("__raddle_scan_space", include_str!("../written/__raddle_scan_space.c")),
    ("__raddle_scan_text", include_str!("../written/__raddle_scan_text.c")),
    ("__raddle_set_end", include_str!("../written/__raddle_set_end.c")),
    ("__raddle_signal_of", include_str!("../written/__raddle_signal_of.c")),
    ("__raddle_take_signal", include_str!("../written/__raddle_take_signal.c")),
    ("__raddle_time", include_str!("../written/__raddle_time.c")),
    ("__raddle_timespec_get", include_str!("../written/__raddle_timespec_get.c")),
    ("__raddle_vdprintf", include_str!("../written/__raddle_vdprintf.c")),
    ("__raddle_vfprintf", include_str!("../written/__raddle_vfprintf.c")),
    ("__raddle_vprintf", include_str!("../written/__raddle_vprintf.c")),
    ("alarm", include_str!("../written/alarm.c")),
    ("at_quick_exit", include_str!("../written/at_quick_exit.c")),
    ("atexit", include_str!("../written/atexit.c")),
    ("bcmp", include_str!("../written/bcmp.c")),
    ("bcopy", include_str!("../written/bcopy.c")),
    ("bsearch", include_str!("../written/bsearch.c")),
    ("div", include_str!("../written/div.c")),
    ("explicit_bzero", include_str!("../written/explicit_bzero.c")),
    ("ffs", include_str!("../written/ffs.c")),
    ("ffsl", include_str!("../written/ffsl.c")),
    ("ffsll", include_str!("../written/ffsll.c")),
    ("getpid", include_str!("../written/getpid.c")),
    ("getppid", include_str!("../written/getppid.c")),
    ("gettid", include_str!("../written/gettid.c")),
    ("htonl", include_str!("../written/htonl.c")),
    ("htons", include_str!("../written/htons.c")),
    ("imaxabs", include_str!("../written/imaxabs.c")),
    ("imaxdiv", include_str!("../written/imaxdiv.c")),
    ("isascii", include_str!("../written/isascii.c")),
    ("kill", include_str!("../written/kill.c")),
    ("ldiv", include_str!("../written/ldiv.c")),
    ("lldiv", include_str!("../written/lldiv.c")),
    ("memccpy", include_str!("../written/memccpy.c")),
    ("memmem", include_str!("../written/memmem.c")),
    ("memrchr", include_str!("../written/memrchr.c")),
    ("ntohl", include_str!("../written/ntohl.c")),
    ("ntohs", include_str!("../written/ntohs.c")),
    ("on_exit", include_str!("../written/on_exit.c")),
    ("pthread_kill", include_str!("../written/pthread_kill.c")),
    ("pthread_setname_np", include_str!("../written/pthread_setname_np.c")),
    ("qsort", include_str!("../written/qsort.c")),
    ("raise", include_str!("../written/raise.c")),
    ("rawmemchr", include_str!("../written/rawmemchr.c")),
    ("reallocarray", include_str!("../written/reallocarray.c")),
    ("sigaddset", include_str!("../written/sigaddset.c")),
    ("sigdelset", include_str!("../written/sigdelset.c")),
    ("sigemptyset", include_str!("../written/sigemptyset.c")),
    ("sigfillset", include_str!("../written/sigfillset.c")),
    ("sigismember", include_str!("../written/sigismember.c")),
    ("sigtimedwait", include_str!("../written/sigtimedwait.c")),
    ("sigwait", include_str!("../written/sigwait.c")),
    ("sigwaitinfo", include_str!("../written/sigwaitinfo.c")),
    ("snprintf", include_str!("../written/snprintf.c")),
    ("sprintf", include_str!("../written/sprintf.c")),
    ("sscanf", include_str!("../written/sscanf.c")),
    ("stpncpy", include_str!("../written/stpncpy.c")),
    ("strcasestr", include_str!("../written/strcasestr.c")),
    ("strchrnul", include_str!("../written/strchrnul.c")),
    ("strcoll", include_str!("../written/strcoll.c")),
    ("strlcat", include_str!("../written/strlcat.c")),
    ("strlcpy", include_str!("../written/strlcpy.c")),
    ("strndup", include_str!("../written/strndup.c")),
    ("strsep", include_str!("../written/strsep.c")),
    ("strtoimax", include_str!("../written/strtoimax.c")),
    ("strtok", include_str!("../written/strtok.c")),
    ("strtok_r", include_str!("../written/strtok_r.c")),
    ("strtol", include_str!("../written/strtol.c")),
    ("strtoll", include_str!("../written/strtoll.c")),
    ("strtoul", include_str!("../written/strtoul.c")),
    ("strtoull", include_str!("../written/strtoull.c")),
    ("strtoumax", include_str!("../written/strtoumax.c")),
    ("strxfrm", include_str!("../written/strxfrm.c")),
    ("swab", include_str!("../written/swab.c")),
    ("toascii", include_str!("../written/toascii.c")),
    ("vsnprintf", include_str!("../written/vsnprintf.c")),
    ("vsprintf", include_str!("../written/vsprintf.c")),
    ("vsscanf", include_str!("../written/vsscanf.c")),
    ("wcscat", include_str!("../written/wcscat.c")),
    ("wcschr", include_str!("../written/wcschr.c")),
    ("wcscmp", include_str!("../written/wcscmp.c")),
    ("wcscoll", include_str!("../written/wcscoll.c")),
    ("wcscpy", include_str!("../written/wcscpy.c")),
    ("wcscspn", include_str!("../written/wcscspn.c")),
    ("wcsdup", include_str!("../written/wcsdup.c")),
    ("wcslen", include_str!("../written/wcslen.c")),
    ("wcsncat", include_str!("../written/wcsncat.c")),
    ("wcsncmp", include_str!("../written/wcsncmp.c")),
    ("wcsncpy", include_str!("../written/wcsncpy.c")),
    ("wcsnlen", include_str!("../written/wcsnlen.c")),
    ("wcspbrk", include_str!("../written/wcspbrk.c")),
    ("wcsrchr", include_str!("../written/wcsrchr.c")),
    ("wcsspn", include_str!("../written/wcsspn.c")),
    ("wcsstr", include_str!("../written/wcsstr.c")),
    ("wmemchr", include_str!("../written/wmemchr.c")),
    ("wmemcmp", include_str!("../written/wmemcmp.c")),
    ("wmemcpy", include_str!("../written/wmemcpy.c")),
    ("wmemmove", include_str!("../written/wmemmove.c")),
    ("wmemset", include_str!("../written/wmemset.c")),
];

/// The text of a function, for a data model.
pub(crate) fn text(name: &str, model: DataModel) -> Option<String> {
    let (_, text) = ALL.iter().find(|(listed, _)| *listed == name)?;
    Some(for_model(text, model))
}

/// A text with the types of a data model in it.
pub(crate) fn for_model(text: &str, model: DataModel) -> String {
    let (size_type, long_max) = match model {
        DataModel::Ilp32 | DataModel::Llp64 => ("unsigned int", "2147483647L"),
        DataModel::Lp64 => ("unsigned long", "9223372036854775807L"),
    };
    // Far from the end of the type, so that a time can be added to it (see `crate::library::time`).
    let (last_second, last_clock) = match model {
        DataModel::Ilp32 | DataModel::Llp64 => ("2000000000L", "2000000000L"),
        DataModel::Lp64 => ("4294967295L", "4294967295999999L"),
    };
    // As gcc has it on Linux.
    let intmax = if model == DataModel::Lp64 { "long" } else { "long long" };
    let wide = if model == DataModel::Lp64 { "int" } else { "long" };
    let difference = if size_type == "unsigned int" { "int" } else { "long" };
    let replacements = [
        ("__RADDLE_LAST_SECOND__", last_second),
        ("__RADDLE_LAST_CLOCK__", last_clock),
        ("__SIZE_TYPE__", size_type),
        ("__PTRDIFF_TYPE__", difference),
        ("__LONG_LONG_MAX__", "9223372036854775807LL"),
        ("__LONG_MAX__", long_max),
        ("__WCHAR_TYPE__", wide),
        ("__INTMAX_TYPE__", intmax),
    ];
    replacements.iter().fold(text.to_owned(), |text, (name, ty)| text.replace(name, ty))
}
