//! Cancellation (POSIX 2.9.5): requests, the points where threads act on them, cleanup handlers.

use super::ending::end_by_cancellation;
use super::script::{Model, Ran, SUCCESS, Script, deny, number};
use super::threads::synchronize;
use crate::synchronize::EINVAL;
use crate::task::Subject;
use crate::value::Value;
use raddle_program::syntax::Synchronization;
use raddle_program::trace::ChoiceKind;

pub(super) fn model(name: &str) -> Option<Model> {
    Some(match name {
        "pthread_cancel" => cancel,
        "pthread_testcancel" => test,
        "pthread_setcancelstate" => set_state,
        "pthread_setcanceltype" => set_type,
        "__raddle_may_be_cancelled" => |_| Ok(Value::Void),
        "__raddle_cleanup_push" => push,
        "__raddle_cleanup_pop" => pop,
        "__raddle_become_child" => become_child,
        _ => return None,
    })
}

/// What POSIX lists in 2.9.5.2 as functions with a cancellation point ("shall occur"), but for waits for other threads, which say so
/// in their models; with the functions of Linux that wait for the same things.
const SHALL: [&str; 56] = [
    "accept",
    "accept4",
    "aio_suspend",
    "clock_nanosleep",
    "close",
    "connect",
    "creat",
    "epoll_wait",
    "fdatasync",
    "fsync",
    "getmsg",
    "getpmsg",
    "mq_receive",
    "mq_send",
    "mq_timedreceive",
    "mq_timedsend",
    "msgrcv",
    "msgsnd",
    "msync",
    "nanosleep",
    "open",
    "open64",
    "openat",
    "openat64",
    "pause",
    "poll",
    "ppoll",
    "pread",
    "pselect",
    "putmsg",
    "putpmsg",
    "pwrite",
    "read",
    "readv",
    "recv",
    "recvfrom",
    "recvmsg",
    "select",
    "send",
    "sendmsg",
    "sendto",
    "sigsuspend",
    "sigtimedwait",
    "sigwait",
    "sigwaitinfo",
    "sleep",
    "system",
    "tcdrain",
    "usleep",
    "wait",
    "wait3",
    "wait4",
    "waitid",
    "waitpid",
    "write",
    "writev",
];

/// Whether POSIX lists a function under "a cancellation point may occur": input and output by streams, files by their names, and
/// databases of the system. Read-write locks are left out.
fn may_occur(name: &str) -> bool {
    let streams = "asprintf dprintf fclose fdopen fflush fgetc fgetpos fgets fgetwc fgetws fopen fprintf fputc fputs fputwc fputws \
        fread freopen fscanf fseek fseeko fsetpos ftell ftello fwprintf fwrite fwscanf getc getc_unlocked getchar \
        getchar_unlocked getdelim getline gets getwc getwchar pclose perror popen printf psiginfo psignal putc putc_unlocked \
        putchar putchar_unlocked puts putwc putwchar rewind scanf tmpfile ungetc ungetwc vdprintf vfprintf vfscanf vfwprintf \
        vprintf vscanf vwprintf wprintf wscanf __raddle_may_be_cancelled";
    let files = "access chdir chmod chown closedir fchmod fchown fcntl fmtmsg fpathconf fstat fstatat futimens getcwd glob ioctl link \
        linkat lockf lseek lstat mkdir mkdirat mkdtemp mkfifo mknod mkstemp nftw opendir pathconf posix_fadvise \
        posix_fallocate posix_openpt posix_spawn posix_spawnp readdir readdir_r readlink readlinkat remove rename renameat \
        rewinddir rmdir scandir seekdir semop sigpause stat symlink symlinkat sync unlink unlinkat utime utimensat utimes \
        wordexp";
    let system = "catclose catopen closelog ctermid dlclose dlopen getaddrinfo gethostbyaddr gethostbyname gethostid gethostname \
        getlogin getlogin_r getnameinfo localtime localtime_r mktime openlog strerror_r strftime syslog ttyname ttyname_r \
        tzset wcsftime";
    [streams, files, system].iter().any(|names| names.split_whitespace().any(|listed| listed == name))
}

/// A function may begin with a cancellation point.
pub(super) fn cancellation_at_start<'u>(s: &mut Script<'_, 'u>) -> Ran<'u, ()> {
    if !may_be_cancelled(s) {
        return Ok(());
    }
    let occurs = if may_occur(s.name()) {
        let bool = s.basic().bool;
        s.choose_number(ChoiceKind::Input, bool)? != 0
    } else {
        SHALL.contains(&s.name())
    };
    if occurs { cancellation_point(s) } else { Ok(()) }
}

/// Whether a thread can be cancelled at all: somebody could ask for it.
pub(super) fn may_be_cancelled(s: &Script<'_, '_>) -> bool {
    s.fixed().statics.has_cancellation
}

/// Ends the thread here if it was asked to.
pub(super) fn cancellation_point<'u>(s: &mut Script<'_, 'u>) -> Ran<'u, ()> {
    if !may_be_cancelled(s) {
        return Ok(());
    }
    if synchronize(s, Synchronization::TestCancel, Subject::Oneself, Vec::new())? == 1 {
        end_by_cancellation(s)?;
    }
    Ok(())
}

fn cancel<'u>(s: &mut Script<'_, 'u>) -> Ran<'u, Value> {
    let subject = Subject::Thread(s.scalar(0)?);
    Ok(number(synchronize(s, Synchronization::ThreadCancel, subject, Vec::new())?))
}

fn test<'u>(s: &mut Script<'_, 'u>) -> Ran<'u, Value> {
    cancellation_point(s)?;
    Ok(Value::Void)
}

fn set_state<'u>(s: &mut Script<'_, 'u>) -> Ran<'u, Value> {
    let state = s.scalar(0)?;
    let old = synchronize(s, Synchronization::SetCancelState, Subject::Oneself, vec![state])?;
    if old < 0 {
        return Ok(number(EINVAL.into()));
    }
    if !s.is_null(1)? {
        let to = s.place(1)?;
        s.write_int(to, old)?;
    }
    Ok(SUCCESS)
}

fn set_type<'u>(s: &mut Script<'_, 'u>) -> Ran<'u, Value> {
    match s.number(0)? {
        0 => {
            if !s.is_null(1)? {
                let to = s.place(1)?;
                s.write_int(to, 0)?;
            }
            Ok(SUCCESS)
        }
        1 => deny("asynchronous cancellation"),
        _ => Ok(number(EINVAL.into())),
    }
}

fn push<'u>(s: &mut Script<'_, 'u>) -> Ran<'u, Value> {
    let operands = vec![s.scalar(0)?, s.scalar(1)?];
    synchronize(s, Synchronization::CleanupPush, Subject::Oneself, operands)?;
    Ok(Value::Void)
}

/// The running thread goes on in a copy of the process, without the others.
fn become_child<'u>(s: &mut Script<'_, 'u>) -> Ran<'u, Value> {
    Ok(number(synchronize(s, Synchronization::BecomeChild, Subject::Oneself, Vec::new())?))
}

fn pop<'u>(s: &mut Script<'_, 'u>) -> Ran<'u, Value> {
    synchronize(s, Synchronization::CleanupPop, Subject::Oneself, Vec::new())?;
    Ok(Value::Void)
}
