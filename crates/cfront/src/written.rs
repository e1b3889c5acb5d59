//! Library functions that are written in C: what their arguments determine, by loops over memory.
//!
//! A call of one that has no body brings this text into the unit (see `crate::check`), where it is a function like any
//! other: both readings of C run it, its accesses are the program's, its lines stand in traces. One function a file, so that
//! a program may define any of them by itself. Left out: results that are floating-point numbers or structures.

use raddle_program::types::DataModel;

/// Name, and text.
const ALL: &[(&str, &str)] = &[
    ("__raddle_digits", include_str!("../written/__raddle_digits.c")),
    ("__raddle_put", include_str!("../written/__raddle_put.c")),
    ("__raddle_put_field", include_str!("../written/__raddle_put_field.c")),
    ("bsearch", include_str!("../written/bsearch.c")),
    ("htonl", include_str!("../written/htonl.c")),
    ("htons", include_str!("../written/htons.c")),
    ("memccpy", include_str!("../written/memccpy.c")),
    ("memrchr", include_str!("../written/memrchr.c")),
    ("ntohl", include_str!("../written/ntohl.c")),
    ("ntohs", include_str!("../written/ntohs.c")),
    ("qsort", include_str!("../written/qsort.c")),
    ("snprintf", include_str!("../written/snprintf.c")),
    ("sprintf", include_str!("../written/sprintf.c")),
    ("strlcat", include_str!("../written/strlcat.c")),
    ("strlcpy", include_str!("../written/strlcpy.c")),
    ("strndup", include_str!("../written/strndup.c")),
    ("strsep", include_str!("../written/strsep.c")),
    ("strtok", include_str!("../written/strtok.c")),
    ("strtok_r", include_str!("../written/strtok_r.c")),
    ("strtol", include_str!("../written/strtol.c")),
    ("strtoll", include_str!("../written/strtoll.c")),
    ("strtoul", include_str!("../written/strtoul.c")),
    ("strtoull", include_str!("../written/strtoull.c")),
    ("vsnprintf", include_str!("../written/vsnprintf.c")),
    ("vsprintf", include_str!("../written/vsprintf.c")),
];

/// The text of a function, for a data model.
pub(crate) fn text(name: &str, model: DataModel) -> Option<String> {
    let (_, text) = ALL.iter().find(|(listed, _)| *listed == name)?;
    let (size_type, long_max) = match model {
        DataModel::Ilp32 | DataModel::Llp64 => ("unsigned int", "2147483647L"),
        DataModel::Lp64 => ("unsigned long", "9223372036854775807L"),
    };
    let text = text.replace("__SIZE_TYPE__", size_type).replace("__LONG_LONG_MAX__", "9223372036854775807LL");
    Some(text.replace("__LONG_MAX__", long_max))
}
