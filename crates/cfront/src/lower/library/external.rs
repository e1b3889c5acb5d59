//! Functions without a body and without a model: which of them are external, and which may not be taken lightly.

/// Prefixes of names that synchronize, or that tell the tool something.
const PREFIXES: &[&str] = &[
    "pthread_",
    "__pthread_",
    "sem_",
    "mtx_",
    "cnd_",
    "thrd_",
    "tss_",
    "atomic_",
    "__atomic_",
    "__sync_",
    "__c11_",
    "__VERIFIER_",
    "__CPROVER_",
    "__ESBMC_",
    "__SMACK_",
    "__llbmc_",
    "__DIVINE_",
    "klee_",
    "__builtin_",
    "__raddle_",
];

/// Functions that change the flow of control, the set of running code or the meaning of memory. An external function is
/// assumed to do nothing of that kind.
const NAMES: &[&str] = &[
    "call_once",
    "setjmp",
    "_setjmp",
    "__sigsetjmp",
    "sigsetjmp",
    "longjmp",
    "_longjmp",
    "siglongjmp",
    "fork",
    "vfork",
    "clone",
    "sigaction",
    "raise",
    "kill",
    "alarm",
    "setitimer",
    "shmat",
    "getcontext",
    "setcontext",
    "makecontext",
    "swapcontext",
    "syscall",
];

/// Functions of the C library whose results or effects are determined by their arguments: any value would be wrong. Those that are
/// written in C (`crate::written`) come here only if the program declares them in a way of its own.
const DETERMINED: &str = "strtok strtok_r strsep strcasestr strcoll strxfrm strndup strlcpy strlcat memrchr memmem memccpy strtol strtoll \
    strtoul strtoull strtod strtof strtold strtoimax strtoumax atof sprintf snprintf vsprintf vsnprintf asprintf \
    vasprintf sscanf vsscanf vscanf vfscanf qsort bsearch div ldiv htons htonl ntohs ntohl atexit at_quick_exit on_exit \
    bcmp bcopy explicit_bzero ffs ffsl ffsll imaxabs imaxdiv isascii lldiv rawmemchr reallocarray stpncpy strchrnul \
    swab toascii wcscat wcschr wcscmp wcscoll wcscpy wcscspn wcsdup wcslen wcsncat wcsncmp wcsncpy wcsnlen wcspbrk \
    wcsrchr wcsspn wcsstr wmemchr wmemcmp wmemcpy wmemmove wmemset a64l l64a mblen mbtowc wctomb mbstowcs wcstombs \
    btowc wctob mbsinit mbrtowc wcrtomb mbrlen mbsrtowcs wcsrtombs wcstol wcstoul wcstoll wcstoull wcstoimax \
    wcstoumax wcstod wcstok wcsxfrm wcscasecmp wcsncasecmp wcswidth wcwidth iswalnum iswalpha iswblank iswcntrl \
    iswdigit iswgraph iswlower iswprint iswpunct iswspace iswupper iswxdigit towlower towupper iswctype towctrans \
    strverscmp lround llround lrint llrint ilogb mktime timegm difftime memcpy_s memmove_s memset_s strcpy_s \
    strncpy_s strcat_s strncat_s strnlen_s sprintf_s snprintf_s inet_addr inet_aton inet_pton basename dirname \
    fnmatch";

/// Whether a call of the function is unsupported instead of external.
pub(crate) fn is_denied(name: &str) -> bool {
    PREFIXES.iter().any(|prefix| name.starts_with(prefix))
        || NAMES.contains(&name)
        || DETERMINED.split_whitespace().any(|listed| listed == name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_synchronizes_is_denied() {
        assert!(is_denied("pthread_barrier_wait"));
        assert!(is_denied("__pthread_register_cancel_defer"));
        assert!(is_denied("longjmp"));
        assert!(is_denied("strtol"));
        assert!(!is_denied("read_sensor"));
    }
}
