//! Functions without a body and without a model: the result is any value. They must not be able to change anything: a pointer to
//! memory that they may write, to memory that holds such a pointer, or to a function, makes the call Unsupported. So are functions
//! of the C library whose result is determined by their arguments: "any value" would be wrong for them.

use super::errors::may_leave_error_number;
use super::script::{Ran, Script, deny};
use crate::machine::task::Operation;
use crate::value::{Byte, Scalar, Value};
use raddle_cfront::externals::{may_change_anything, may_set_error_number};
use raddle_cfront::streams::is_pointer_to_handle;
use raddle_cfront::typed::FunctionId;
use raddle_program::externals::Externals;
use raddle_program::trace::ChoiceKind;
use raddle_program::types::TypeKind;

/// Functions of the C library without a model, whose results are determined.
const DETERMINED: &str = "strlen strnlen strcmp strncmp strcasecmp strncasecmp strchr strrchr strstr strpbrk strspn strcspn memcmp memchr \
    atoi atol atoll abs labs llabs toupper tolower isalpha isdigit isspace isalnum isupper islower ispunct isprint \
    htons htonl ntohs ntohl strtok strtok_r strsep strcasestr strcoll strxfrm strndup strlcpy strlcat memrchr memmem \
    memccpy strtol strtoll strtoul strtoull strtod strtof strtold strtoimax strtoumax atof sprintf snprintf vsprintf \
    vsnprintf asprintf vasprintf sscanf vsscanf vscanf vfscanf qsort bsearch div ldiv atexit at_quick_exit on_exit bcmp \
    bcopy explicit_bzero ffs ffsl ffsll imaxabs imaxdiv isascii lldiv rawmemchr reallocarray stpncpy strchrnul swab \
    toascii wcscat wcschr wcscmp wcscoll wcscpy wcscspn wcsdup wcslen wcsncat wcsncmp wcsncpy wcsnlen wcspbrk \
    wcsrchr wcsspn wcsstr wmemchr wmemcmp wmemcpy wmemmove wmemset a64l l64a mblen mbtowc wctomb mbstowcs wcstombs \
    btowc wctob mbsinit mbrtowc wcrtomb mbrlen mbsrtowcs wcsrtombs wcstol wcstoul wcstoll wcstoull wcstoimax \
    wcstoumax wcstod wcstok wcsxfrm wcscasecmp wcsncasecmp wcswidth wcwidth iswalnum iswalpha iswblank iswcntrl \
    iswdigit iswgraph iswlower iswprint iswpunct iswspace iswupper iswxdigit towlower towupper iswctype towctrans \
    strverscmp lround llround lrint llrint ilogb mktime timegm difftime memcpy_s memmove_s memset_s strcpy_s \
    strncpy_s strcat_s strncat_s strnlen_s sprintf_s snprintf_s inet_addr inet_aton inet_pton basename dirname \
    fnmatch";

/// Functions that change the flow of control, the running code or the meaning of memory.
const UNUSUAL: &str = "setjmp _setjmp __sigsetjmp sigsetjmp longjmp _longjmp siglongjmp fork vfork clone sigaction \
    raise kill alarm setitimer shmat getcontext setcontext makecontext swapcontext syscall";

/// The model of a function that has none.
pub(super) fn external<'u>(s: &mut Script<'_, 'u>) -> Ran<'u, Value> {
    let call = s.call().clone();
    let Some(id) = call.function else {
        return deny(format!("`{}`", call.name));
    };
    let machine = s.fixed();
    let is_noreturn = machine.unit.functions[id].is_noreturn;
    let function = &machine.unit.functions[id];
    if DETERMINED.split_whitespace().chain(UNUSUAL.split_whitespace()).any(|name| name == call.name) {
        return deny(format!("`{}`", call.name));
    }
    let TypeKind::Function(signature) = machine.types().kind(function.ty) else {
        panic!("a function has a function type");
    };
    match machine.unit.externals {
        Externals::Pure => return end(s, is_noreturn, id),
        Externals::Any if may_change_anything(machine.unit, id) => {
            return deny(format!("`{}`, which has no body and may do anything", call.name));
        }
        Externals::Args | Externals::Any => {}
    }
    let has_threads = machine.unit.names("pthread_create") || machine.unit.names("thrd_create");
    for (index, (value, ty)) in call.arguments.iter().enumerate() {
        // A stream is the library's: the function changes nothing there that the program sees.
        if is_pointer_to_handle(machine.unit, *ty) {
            continue;
        }
        // Other threads may write meanwhile what the function reads.
        let only_reads = !has_threads
            && signature.parameters.get(index).is_some_and(|parameter| {
                matches!(machine.types().kind(parameter.ty), TypeKind::Pointer(target) if target.qualifiers.is_const)
            });
        let scalars: Vec<Scalar> = match value {
            Value::Scalar(scalar) => vec![*scalar],
            Value::Bytes(bytes) => bytes
                .iter()
                .filter_map(|byte| match byte {
                    Byte::Part { whole, .. } => Some(*whole),
                    Byte::Bits { .. } => None,
                })
                .collect(),
            Value::Void | Value::Place(_) => Vec::new(),
        };
        for scalar in scalars {
            let gives_away = match scalar {
                Scalar::Piece(_) => true,
                Scalar::Address(at) => {
                    let object = machine.memory.object(at.object);
                    let leads_on = |byte: &Byte| match byte {
                        Byte::Part { whole, .. } => !matches!(whole, Scalar::Integer(_) | Scalar::Floating(_)),
                        Byte::Bits { .. } => false,
                    };
                    !object.is_read_only && (!only_reads || object.bytes.values().any(leads_on))
                }
                Scalar::Function(_) | Scalar::Label(_) => true,
                Scalar::Integer(_)
                | Scalar::Wild(_)
                | Scalar::Outside(_)
                | Scalar::Handle(_)
                | Scalar::ThreadId(_)
                | Scalar::Floating(_) => false,
            };
            if gives_away {
                return deny(format!(
                    "`{}`, which has no body and could change memory through its argument {}",
                    call.name,
                    index + 1
                ));
            }
        }
    }
    end(s, is_noreturn, id)
}

/// A call that changes nothing the program can see, or all that marks show.
fn end<'u>(s: &mut Script<'_, 'u>, is_noreturn: bool, function: FunctionId) -> Ran<'u, Value> {
    let (thread, arguments) =
        (s.thread(), s.call().arguments.iter().map(|(value, _)| value.clone()).collect::<Vec<_>>());
    s.once(|machine| {
        machine.mark_outside(thread, function, &arguments)?;
        Ok(Value::Void)
    })?;
    if is_noreturn {
        return s.last(Operation::Stop { is_orderly: false, span: s.span() });
    }
    let result = s.anything(ChoiceKind::External)?;
    if may_set_error_number(s.fixed().unit, s.name()) {
        may_leave_error_number(s)?;
    }
    Ok(result)
}
