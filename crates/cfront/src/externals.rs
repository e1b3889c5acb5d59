//! Functions without a body: the program calls them, no file of it defines them, and there is no model of them.
//!
//! What such a function does is the user's to say ([`raddle_program::externals::Externals`]). Functions of the C and POSIX libraries
//! that are known by name need no word of the user where they get no pointer to write through: they return any value, change no memory
//! of the program, order no threads and call nothing back. An answer *rests on* all others.

use raddle_program::types::{TypeId, TypeKind};

use crate::typed::{FunctionId, Unit};

/// Functions of libraries that do not order threads, do not call back, and change no memory of the program but through a pointer that
/// they get.
const KNOWN: &str = "access acct acos acosf acosh asin asinf asinh atan atan2 atan2f atanf atanh bind cbrt ceil ceilf \
    cfgetispeed cfgetospeed cfsetispeed cfsetospeed chdir chmod chown chroot clearerr closedir closelog confstr copysign \
    cos cosf cosh creat crypt ctermid daemon dlclose dlerror dlopen dlsym dup dup2 dup3 endgrent endhostent endpwent epoll_create \
    epoll_create1 epoll_ctl erf erfc euidaccess fclose eventfd exp exp2 expf expm1 fabs fabsf faccessat fallocate fchdir fchmod fchmodat \
    fchown fchownat fcntl fdatasync fdim fdopen feof ferror fflush fgetpos fileno flock floor floorf fma fmax fmin fmod fmodf fopen fopen64 \
    fpathconf frexp freopen fseek fseeko fsetpos fstat fstatat fstatfs fstatvfs fsync ftell ftello ftok ftruncate \
    futimens futimes gai_strerror getaddrinfo getdomainname getdtablesize getegid geteuid getgid getgrgid_r getgrnam_r getgroups \
    gethostname getitimer getlogin_r getnameinfo getopt getopt_long getpagesize getpeername getpgid getpgrp getpid getppid \
    getpriority getpwnam_r getpwuid_r getresgid getresuid getrlimit getrusage getsid getsockname getsockopt getuid glob globfree \
    hypot if_indextoname if_nametoindex inet_ntop inotify_add_watch inotify_init inotify_init1 inotify_rm_watch ioctl isatty \
    isinf isnan j0 j1 jn killpg lchown ldexp lgamma link linkat listen lockf log log10 log1p log2 logb logf lseek lstat \
    madvise mincore mkdir mkdirat mkdtemp mkfifo mknod mkostemp mkstemp mktemp mlock mlockall modf mount mprotect msync munlock \
    munlockall nan nearbyint nextafter nice openat opendir openlog pathconf pclose perror pipe pipe2 poll popen posix_fadvise \
    posix_fallocate posix_memalign posix_openpt pow powf prctl prlimit ptsname_r putenv readlink readlinkat realpath recv recvfrom \
    recvmsg regcomp regerror regexec regfree remainder remove rename renameat rewind rewinddir rint rmdir round roundf \
    sched_get_priority_max sched_get_priority_min sched_getaffinity sched_getcpu sched_getparam sched_getscheduler \
    sched_setaffinity sched_setparam sched_setscheduler select send sendfile sendmsg sendto setbuf setbuffer setegid setenv \
    seteuid setgid setgroups sethostname setlinebuf setlocale setlogmask setpgid setpriority setregid setresgid setresuid \
    setreuid setrlimit setsid setsockopt setuid setvbuf shutdown sin sinf sinh socket socketpair sqrt sqrtf stat statfs \
    statvfs strerror_r strftime strptime symlink symlinkat sync syncfs sysconf sysinfo syslog tan tanf tanh tcdrain tcflow tcflush \
    tcgetattr tcgetpgrp tcsendbreak tcsetattr tcsetpgrp tempnam tgamma timerfd_create timerfd_settime times tmpfile trunc \
    truncate ttyname_r tzset umask umount uname ungetc unlink unlinkat unsetenv usleep utime utimensat utimes vsyslog \
    writev y0 y1 yn";

/// Structures of the library behind `FILE` and `DIR`.
const HANDLES: [&str; 2] = ["_IO_FILE", "__dirstream"];

/// Whether a function is known by name.
fn is_known(name: &str) -> bool {
    KNOWN.split_whitespace().any(|known| known == name)
}

/// Whether SAFE of a program that comes to a call of the function rests on what it does: it has no body, and is not known to be harmless.
/// (That it has no model is for the caller to know.) In a program with threads it must not read either what another thread may write.
pub fn rests_on(unit: &Unit, function: FunctionId) -> bool {
    let reads = |ty| matches!(unit.types.kind(ty), TypeKind::Pointer(target) if !is_handle(unit, target.ty));
    let has_threads = || ["pthread_create", "thrd_create"].iter().any(|name| unit.names(name));
    match unit.types.kind(unit.functions[function].ty) {
        TypeKind::Function(signature) if !may_change_anything(unit, function) => {
            let is_open = unit.functions[function].body.is_none();
            is_open && has_threads() && signature.parameters.iter().any(|parameter| reads(parameter.ty))
        }
        _ => unit.functions[function].body.is_none(),
    }
}

/// Whether nothing is known of a function without a body: violations that depend on it are possible ones.
pub fn may_change_anything(unit: &Unit, function: FunctionId) -> bool {
    let declared = &unit.functions[function];
    if declared.body.is_some() {
        return false;
    }
    let TypeKind::Function(signature) = unit.types.kind(declared.ty) else { return true };
    let is_harmless = |ty| match unit.types.kind(ty) {
        TypeKind::Pointer(target) => is_handle(unit, target.ty) || target.qualifiers.is_const,
        TypeKind::Bool | TypeKind::Int(_) | TypeKind::Float(_) | TypeKind::Complex(_) => true,
        TypeKind::Void | TypeKind::Array { .. } | TypeKind::Record(_) | TypeKind::Function(_) => false,
    };
    let gets_nothing_to_write = signature.has_prototype
        && !signature.is_variadic
        && signature.parameters.iter().all(|parameter| is_harmless(parameter.ty));
    !(is_known(&declared.name) && gets_nothing_to_write)
}

/// Whether objects of a type belong to the library: what a stream or an open folder is made of.
fn is_handle(unit: &Unit, ty: TypeId) -> bool {
    let TypeKind::Record(record) = unit.types.kind(ty) else { return false };
    unit.types.record(*record).tag.as_deref().is_some_and(|tag| HANDLES.contains(&tag))
}
