//! The macros that are defined before a program starts, as gcc 12 defines them for x86-64 and i386 Linux.
//!
//! `-undef` leaves those of the standard (`__STDC__`, `__FILE__`, ...); these are the rest, as far as programs look at
//! them. Left out: decimal and `_FloatN` limits, instruction sets (a program shall take its portable path), and what
//! describes code generation.

use raddle_program::types::DataModel;
use rustc_hash::FxHashSet;
use std::sync::OnceLock;

/// Names with parameters, and bodies, of all predefined macros of a data model.
pub(super) fn predefined_macros(model: DataModel) -> impl Iterator<Item = (&'static str, &'static str)> {
    let (own, instead): (_, &[(&str, &str)]) = match model {
        DataModel::Lp64 => (LP64, &[]),
        DataModel::Ilp32 => (ILP32, &[]),
        DataModel::Llp64 => (ILP32, WIDE_POINTERS),
    };
    let is_replaced = move |name: &str| instead.iter().any(|(wide, _)| *wide == name);
    COMMON.iter().chain(own).filter(move |(name, _)| !is_replaced(name)).chain(instead).copied()
}

/// Whether a name means something to the preprocessor in either data model, without any directive.
pub(super) fn is_predefined(name: &str) -> bool {
    static NAMES: OnceLock<FxHashSet<&'static str>> = OnceLock::new();
    let names = NAMES.get_or_init(|| {
        let all = COMMON.iter().chain(LP64).chain(ILP32).map(|(name, _)| *name);
        let bare = all.map(|name| name.split_once('(').map_or(name, |(bare, _)| bare));
        bare.chain(OF_THE_PREPROCESSOR.iter().copied()).collect()
    });
    names.contains(name)
}

/// What every preprocessor defines even with `-undef`.
const OF_THE_PREPROCESSOR: &[&str] = &[
    "__BASE_FILE__",
    "__COUNTER__",
    "__DATE__",
    "__FILE__",
    "__FILE_NAME__",
    "__INCLUDE_LEVEL__",
    "__LINE__",
    "__STDC_HOSTED__",
    "__STDC_UTF_16__",
    "__STDC_UTF_32__",
    "__STDC_VERSION__",
    "__STDC__",
    "__TIMESTAMP__",
    "__TIME__",
    "__has_attribute",
    "__has_builtin",
    "__has_c_attribute",
    "__has_include",
    "__has_include_next",
];

/// The same in both data models; `__RADDLE__` is ours.
const COMMON: &[(&str, &str)] = &[
    ("__ATOMIC_ACQUIRE", "2"),
    ("__ATOMIC_ACQ_REL", "4"),
    ("__ATOMIC_CONSUME", "1"),
    ("__ATOMIC_RELAXED", "0"),
    ("__ATOMIC_RELEASE", "3"),
    ("__ATOMIC_SEQ_CST", "5"),
    ("__BIGGEST_ALIGNMENT__", "16"),
    ("__BYTE_ORDER__", "__ORDER_LITTLE_ENDIAN__"),
    ("__CHAR16_TYPE__", "short unsigned int"),
    ("__CHAR32_TYPE__", "unsigned int"),
    ("__CHAR_BIT__", "8"),
    ("__DBL_DECIMAL_DIG__", "17"),
    ("__DBL_DENORM_MIN__", "((double)4.94065645841246544176568792868221372e-324L)"),
    ("__DBL_DIG__", "15"),
    ("__DBL_EPSILON__", "((double)2.22044604925031308084726333618164062e-16L)"),
    ("__DBL_MANT_DIG__", "53"),
    ("__DBL_MAX_10_EXP__", "308"),
    ("__DBL_MAX_EXP__", "1024"),
    ("__DBL_MAX__", "((double)1.79769313486231570814527423731704357e+308L)"),
    ("__DBL_MIN_10_EXP__", "(-307)"),
    ("__DBL_MIN_EXP__", "(-1021)"),
    ("__DBL_MIN__", "((double)2.22507385850720138309023271733240406e-308L)"),
    ("__DECIMAL_DIG__", "21"),
    ("__ELF__", "1"),
    ("__FINITE_MATH_ONLY__", "0"),
    ("__FLOAT_WORD_ORDER__", "__ORDER_LITTLE_ENDIAN__"),
    ("__FLT_DECIMAL_DIG__", "9"),
    ("__FLT_DENORM_MIN__", "1.40129846432481707092372958328991613e-45F"),
    ("__FLT_DIG__", "6"),
    ("__FLT_EPSILON__", "1.19209289550781250000000000000000000e-7F"),
    ("__FLT_MANT_DIG__", "24"),
    ("__FLT_MAX_10_EXP__", "38"),
    ("__FLT_MAX_EXP__", "128"),
    ("__FLT_MAX__", "3.40282346638528859811704183484516925e+38F"),
    ("__FLT_MIN_10_EXP__", "(-37)"),
    ("__FLT_MIN_EXP__", "(-125)"),
    ("__FLT_MIN__", "1.17549435082228750796873653722224568e-38F"),
    ("__FLT_RADIX__", "2"),
    ("__GCC_ATOMIC_BOOL_LOCK_FREE", "2"),
    ("__GCC_ATOMIC_CHAR16_T_LOCK_FREE", "2"),
    ("__GCC_ATOMIC_CHAR32_T_LOCK_FREE", "2"),
    ("__GCC_ATOMIC_CHAR_LOCK_FREE", "2"),
    ("__GCC_ATOMIC_INT_LOCK_FREE", "2"),
    ("__GCC_ATOMIC_LLONG_LOCK_FREE", "2"),
    ("__GCC_ATOMIC_LONG_LOCK_FREE", "2"),
    ("__GCC_ATOMIC_POINTER_LOCK_FREE", "2"),
    ("__GCC_ATOMIC_SHORT_LOCK_FREE", "2"),
    ("__GCC_ATOMIC_TEST_AND_SET_TRUEVAL", "1"),
    ("__GCC_ATOMIC_WCHAR_T_LOCK_FREE", "2"),
    ("__GCC_HAVE_SYNC_COMPARE_AND_SWAP_1", "1"),
    ("__GCC_HAVE_SYNC_COMPARE_AND_SWAP_2", "1"),
    ("__GCC_HAVE_SYNC_COMPARE_AND_SWAP_4", "1"),
    ("__GCC_HAVE_SYNC_COMPARE_AND_SWAP_8", "1"),
    ("__GNUC_MINOR__", "2"),
    ("__GNUC_PATCHLEVEL__", "0"),
    ("__GNUC_STDC_INLINE__", "1"),
    ("__GNUC__", "12"),
    ("__INT16_C(c)", "c"),
    ("__INT16_MAX__", "0x7fff"),
    ("__INT16_TYPE__", "short int"),
    ("__INT32_C(c)", "c"),
    ("__INT32_MAX__", "0x7fffffff"),
    ("__INT32_TYPE__", "int"),
    ("__INT8_C(c)", "c"),
    ("__INT8_MAX__", "0x7f"),
    ("__INT8_TYPE__", "signed char"),
    ("__INTMAX_WIDTH__", "64"),
    ("__INT_FAST64_WIDTH__", "64"),
    ("__INT_FAST8_MAX__", "0x7f"),
    ("__INT_FAST8_TYPE__", "signed char"),
    ("__INT_FAST8_WIDTH__", "8"),
    ("__INT_LEAST16_MAX__", "0x7fff"),
    ("__INT_LEAST16_TYPE__", "short int"),
    ("__INT_LEAST16_WIDTH__", "16"),
    ("__INT_LEAST32_MAX__", "0x7fffffff"),
    ("__INT_LEAST32_TYPE__", "int"),
    ("__INT_LEAST32_WIDTH__", "32"),
    ("__INT_LEAST64_WIDTH__", "64"),
    ("__INT_LEAST8_MAX__", "0x7f"),
    ("__INT_LEAST8_TYPE__", "signed char"),
    ("__INT_LEAST8_WIDTH__", "8"),
    ("__INT_MAX__", "0x7fffffff"),
    ("__INT_WIDTH__", "32"),
    ("__LDBL_DECIMAL_DIG__", "21"),
    ("__LDBL_DENORM_MIN__", "3.64519953188247460252840593361941982e-4951L"),
    ("__LDBL_DIG__", "18"),
    ("__LDBL_EPSILON__", "1.08420217248550443400745280086994171e-19L"),
    ("__LDBL_MANT_DIG__", "64"),
    ("__LDBL_MAX_10_EXP__", "4932"),
    ("__LDBL_MAX_EXP__", "16384"),
    ("__LDBL_MAX__", "1.18973149535723176502126385303097021e+4932L"),
    ("__LDBL_MIN_10_EXP__", "(-4931)"),
    ("__LDBL_MIN_EXP__", "(-16381)"),
    ("__LDBL_MIN__", "3.36210314311209350626267781732175260e-4932L"),
    ("__LONG_LONG_MAX__", "0x7fffffffffffffffLL"),
    ("__LONG_LONG_WIDTH__", "64"),
    ("__NO_INLINE__", "1"),
    ("__ORDER_BIG_ENDIAN__", "4321"),
    ("__ORDER_LITTLE_ENDIAN__", "1234"),
    ("__ORDER_PDP_ENDIAN__", "3412"),
    ("__RADDLE__", "1"),
    ("__REGISTER_PREFIX__", ""),
    ("__SCHAR_MAX__", "0x7f"),
    ("__SCHAR_WIDTH__", "8"),
    ("__SHRT_MAX__", "0x7fff"),
    ("__SHRT_WIDTH__", "16"),
    ("__SIG_ATOMIC_MAX__", "0x7fffffff"),
    ("__SIG_ATOMIC_MIN__", "(-__SIG_ATOMIC_MAX__ - 1)"),
    ("__SIG_ATOMIC_TYPE__", "int"),
    ("__SIG_ATOMIC_WIDTH__", "32"),
    ("__SIZEOF_DOUBLE__", "8"),
    ("__SIZEOF_FLOAT128__", "16"),
    ("__SIZEOF_FLOAT__", "4"),
    ("__SIZEOF_INT__", "4"),
    ("__SIZEOF_LONG_LONG__", "8"),
    ("__SIZEOF_SHORT__", "2"),
    ("__SIZEOF_WCHAR_T__", "4"),
    ("__SIZEOF_WINT_T__", "4"),
    ("__STDC_IEC_559_COMPLEX__", "1"),
    ("__STDC_IEC_559__", "1"),
    ("__STDC_ISO_10646__", "201706L"),
    ("__UINT16_C(c)", "c"),
    ("__UINT16_MAX__", "0xffff"),
    ("__UINT16_TYPE__", "short unsigned int"),
    ("__UINT32_C(c)", "c ## U"),
    ("__UINT32_MAX__", "0xffffffffU"),
    ("__UINT32_TYPE__", "unsigned int"),
    ("__UINT8_C(c)", "c"),
    ("__UINT8_MAX__", "0xff"),
    ("__UINT8_TYPE__", "unsigned char"),
    ("__UINT_FAST8_MAX__", "0xff"),
    ("__UINT_FAST8_TYPE__", "unsigned char"),
    ("__UINT_LEAST16_MAX__", "0xffff"),
    ("__UINT_LEAST16_TYPE__", "short unsigned int"),
    ("__UINT_LEAST32_MAX__", "0xffffffffU"),
    ("__UINT_LEAST32_TYPE__", "unsigned int"),
    ("__UINT_LEAST8_MAX__", "0xff"),
    ("__UINT_LEAST8_TYPE__", "unsigned char"),
    ("__USER_LABEL_PREFIX__", ""),
    ("__VERSION__", "\"12.2.0\""),
    ("__WCHAR_MIN__", "(-__WCHAR_MAX__ - 1)"),
    ("__WCHAR_WIDTH__", "32"),
    ("__WINT_MAX__", "0xffffffffU"),
    ("__WINT_MIN__", "0U"),
    ("__WINT_TYPE__", "unsigned int"),
    ("__WINT_WIDTH__", "32"),
    ("__gnu_linux__", "1"),
    ("__linux", "1"),
    ("__linux__", "1"),
    ("__unix", "1"),
    ("__unix__", "1"),
    ("linux", "1"),
    ("unix", "1"),
];

/// x86-64.
const LP64: &[(&str, &str)] = &[
    ("_LP64", "1"),
    ("__FLT_EVAL_METHOD__", "0"),
    ("__INT64_C(c)", "c ## L"),
    ("__INT64_MAX__", "0x7fffffffffffffffL"),
    ("__INT64_TYPE__", "long int"),
    ("__INTMAX_C(c)", "c ## L"),
    ("__INTMAX_MAX__", "0x7fffffffffffffffL"),
    ("__INTMAX_TYPE__", "long int"),
    ("__INTPTR_MAX__", "0x7fffffffffffffffL"),
    ("__INTPTR_TYPE__", "long int"),
    ("__INTPTR_WIDTH__", "64"),
    ("__INT_FAST16_MAX__", "0x7fffffffffffffffL"),
    ("__INT_FAST16_TYPE__", "long int"),
    ("__INT_FAST16_WIDTH__", "64"),
    ("__INT_FAST32_MAX__", "0x7fffffffffffffffL"),
    ("__INT_FAST32_TYPE__", "long int"),
    ("__INT_FAST32_WIDTH__", "64"),
    ("__INT_FAST64_MAX__", "0x7fffffffffffffffL"),
    ("__INT_FAST64_TYPE__", "long int"),
    ("__INT_LEAST64_MAX__", "0x7fffffffffffffffL"),
    ("__INT_LEAST64_TYPE__", "long int"),
    ("__LONG_MAX__", "0x7fffffffffffffffL"),
    ("__LONG_WIDTH__", "64"),
    ("__LP64__", "1"),
    ("__PTRDIFF_MAX__", "0x7fffffffffffffffL"),
    ("__PTRDIFF_TYPE__", "long int"),
    ("__PTRDIFF_WIDTH__", "64"),
    ("__SIZEOF_FLOAT80__", "16"),
    ("__SIZEOF_INT128__", "16"),
    ("__SIZEOF_LONG_DOUBLE__", "16"),
    ("__SIZEOF_LONG__", "8"),
    ("__SIZEOF_POINTER__", "8"),
    ("__SIZEOF_PTRDIFF_T__", "8"),
    ("__SIZEOF_SIZE_T__", "8"),
    ("__SIZE_MAX__", "0xffffffffffffffffUL"),
    ("__SIZE_TYPE__", "long unsigned int"),
    ("__SIZE_WIDTH__", "64"),
    ("__UINT64_C(c)", "c ## UL"),
    ("__UINT64_MAX__", "0xffffffffffffffffUL"),
    ("__UINT64_TYPE__", "long unsigned int"),
    ("__UINTMAX_C(c)", "c ## UL"),
    ("__UINTMAX_MAX__", "0xffffffffffffffffUL"),
    ("__UINTMAX_TYPE__", "long unsigned int"),
    ("__UINTPTR_MAX__", "0xffffffffffffffffUL"),
    ("__UINTPTR_TYPE__", "long unsigned int"),
    ("__UINT_FAST16_MAX__", "0xffffffffffffffffUL"),
    ("__UINT_FAST16_TYPE__", "long unsigned int"),
    ("__UINT_FAST32_MAX__", "0xffffffffffffffffUL"),
    ("__UINT_FAST32_TYPE__", "long unsigned int"),
    ("__UINT_FAST64_MAX__", "0xffffffffffffffffUL"),
    ("__UINT_FAST64_TYPE__", "long unsigned int"),
    ("__UINT_LEAST64_MAX__", "0xffffffffffffffffUL"),
    ("__UINT_LEAST64_TYPE__", "long unsigned int"),
    ("__WCHAR_MAX__", "0x7fffffff"),
    ("__WCHAR_TYPE__", "int"),
    ("__amd64", "1"),
    ("__amd64__", "1"),
    ("__x86_64", "1"),
    ("__x86_64__", "1"),
];

/// What differs from i386 where pointers have 64 bits.
const WIDE_POINTERS: &[(&str, &str)] = &[
    ("__INTPTR_MAX__", "0x7fffffffffffffffLL"),
    ("__INTPTR_TYPE__", "long long int"),
    ("__INTPTR_WIDTH__", "64"),
    ("__SIZEOF_POINTER__", "8"),
    ("__UINTPTR_MAX__", "0xffffffffffffffffULL"),
    ("__UINTPTR_TYPE__", "long long unsigned int"),
];

/// i386.
const ILP32: &[(&str, &str)] = &[
    ("_ILP32", "1"),
    ("__FLT_EVAL_METHOD__", "2"),
    ("__ILP32__", "1"),
    ("__INT64_C(c)", "c ## LL"),
    ("__INT64_MAX__", "0x7fffffffffffffffLL"),
    ("__INT64_TYPE__", "long long int"),
    ("__INTMAX_C(c)", "c ## LL"),
    ("__INTMAX_MAX__", "0x7fffffffffffffffLL"),
    ("__INTMAX_TYPE__", "long long int"),
    ("__INTPTR_MAX__", "0x7fffffff"),
    ("__INTPTR_TYPE__", "int"),
    ("__INTPTR_WIDTH__", "32"),
    ("__INT_FAST16_MAX__", "0x7fffffff"),
    ("__INT_FAST16_TYPE__", "int"),
    ("__INT_FAST16_WIDTH__", "32"),
    ("__INT_FAST32_MAX__", "0x7fffffff"),
    ("__INT_FAST32_TYPE__", "int"),
    ("__INT_FAST32_WIDTH__", "32"),
    ("__INT_FAST64_MAX__", "0x7fffffffffffffffLL"),
    ("__INT_FAST64_TYPE__", "long long int"),
    ("__INT_LEAST64_MAX__", "0x7fffffffffffffffLL"),
    ("__INT_LEAST64_TYPE__", "long long int"),
    ("__LONG_MAX__", "0x7fffffffL"),
    ("__LONG_WIDTH__", "32"),
    ("__PTRDIFF_MAX__", "0x7fffffff"),
    ("__PTRDIFF_TYPE__", "int"),
    ("__PTRDIFF_WIDTH__", "32"),
    ("__SIZEOF_FLOAT80__", "12"),
    ("__SIZEOF_LONG_DOUBLE__", "12"),
    ("__SIZEOF_LONG__", "4"),
    ("__SIZEOF_POINTER__", "4"),
    ("__SIZEOF_PTRDIFF_T__", "4"),
    ("__SIZEOF_SIZE_T__", "4"),
    ("__SIZE_MAX__", "0xffffffffU"),
    ("__SIZE_TYPE__", "unsigned int"),
    ("__SIZE_WIDTH__", "32"),
    ("__UINT64_C(c)", "c ## ULL"),
    ("__UINT64_MAX__", "0xffffffffffffffffULL"),
    ("__UINT64_TYPE__", "long long unsigned int"),
    ("__UINTMAX_C(c)", "c ## ULL"),
    ("__UINTMAX_MAX__", "0xffffffffffffffffULL"),
    ("__UINTMAX_TYPE__", "long long unsigned int"),
    ("__UINTPTR_MAX__", "0xffffffffU"),
    ("__UINTPTR_TYPE__", "unsigned int"),
    ("__UINT_FAST16_MAX__", "0xffffffffU"),
    ("__UINT_FAST16_TYPE__", "unsigned int"),
    ("__UINT_FAST32_MAX__", "0xffffffffU"),
    ("__UINT_FAST32_TYPE__", "unsigned int"),
    ("__UINT_FAST64_MAX__", "0xffffffffffffffffULL"),
    ("__UINT_FAST64_TYPE__", "long long unsigned int"),
    ("__UINT_LEAST64_MAX__", "0xffffffffffffffffULL"),
    ("__UINT_LEAST64_TYPE__", "long long unsigned int"),
    ("__WCHAR_MAX__", "0x7fffffffL"),
    ("__WCHAR_TYPE__", "long int"),
    ("__i386", "1"),
    ("__i386__", "1"),
    ("i386", "1"),
];

#[cfg(test)]
mod tests {
    use super::*;

    /// The macros of the host's gcc, if it is the one that the tables follow.
    fn gcc_macros(flag: &str) -> Option<Vec<String>> {
        let run = |arguments: &[&str]| {
            let output = std::process::Command::new("gcc").args(arguments).stdin(std::process::Stdio::null()).output();
            output.ok().filter(|output| output.status.success()).map(|output| output.stdout)
        };
        let version = run(&["-dumpversion"])?;
        if !version.starts_with(b"12") {
            return None;
        }
        let text = String::from_utf8(run(&[flag, "-std=gnu11", "-dM", "-E", "-"])?).ok()?;
        Some(text.lines().map(|line| line.trim_end().to_string()).collect())
    }

    #[test]
    fn the_tables_agree_with_gcc() {
        for (flag, model) in [("-m64", DataModel::Lp64), ("-m32", DataModel::Ilp32)] {
            let Some(theirs) = gcc_macros(flag) else {
                eprintln!("skipped the_tables_agree_with_gcc: there is no gcc 12");
                continue;
            };
            for (name, body) in predefined_macros(model).filter(|(name, _)| *name != "__RADDLE__") {
                let line = format!("#define {name} {body}");
                assert!(theirs.iter().any(|their| their == line.trim_end()), "{flag}: {line}");
            }
        }
    }

    #[test]
    fn the_limits_of_numbers_are_there() {
        let bodies = include_str!("../../headers/float.h").lines().filter_map(|line| line.split_whitespace().nth(2));
        for name in bodies.filter(|body| body.starts_with("__")) {
            assert!(is_predefined(name), "{name}");
        }
    }

    #[test]
    fn names_are_known_without_their_parameters() {
        assert!(is_predefined("__INT64_C") && is_predefined("__LINE__") && is_predefined("unix"));
        assert!(is_predefined("__GNUC_PATCHLEVEL__"));
        assert!(!is_predefined("main"));
    }
}
