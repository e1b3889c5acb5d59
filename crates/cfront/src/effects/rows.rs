//! The table of functions that are known by their effects.

use super::{Fixed, LAST_ERROR, Outcome};

const FAILS: Outcome = Outcome::Between(-1, 0);
/// Zero, or an error number.
const ERROR: Outcome = Outcome::Between(0, LAST_ERROR);
const RECEIVED: Outcome = Outcome::Received { size: 2, flags: 3 };
/// The number of an open file, or -1.
pub(super) const HANDLE: Outcome = Outcome::Between(-1, i32::MAX as i128);

/// Names, items, results.
pub(super) const ROWS: &[(&str, &str, Outcome)] = &[
    // Files.
    ("access chmod mkdir mkfifo truncate", "s-", FAILS),
    ("unlink rmdir chdir chroot remove", "s", FAILS),
    ("rename link symlink", "ss", FAILS),
    ("chown lchown", "s--", FAILS),
    ("unlinkat mkdirat", "-s-", FAILS),
    ("open open64 creat", "s-", HANDLE),
    ("openat", "-s-", HANDLE),
    ("fopen fopen64 popen", "ss", Outcome::Stream),
    ("fdopen", "-s", Outcome::Stream),
    ("tmpfile", "", Outcome::Stream),
    ("opendir", "s", Outcome::Stream),
    ("fdopendir", "-", Outcome::Stream),
    ("fclose closedir", "-", FAILS),
    ("stat lstat stat64 lstat64 statfs statvfs", "so!", FAILS),
    ("fstat fstat64 fstatfs fstatvfs", "-o!", FAILS),
    ("__xstat __lxstat __xstat64 __lxstat64", "-so!", FAILS),
    ("__fxstat __fxstat64", "--o!", FAILS),
    ("fstatat fstatat64", "-so!-", FAILS),
    ("__fxstatat __fxstatat64", "--so!-", FAILS),
    ("__raddle_number_of_a_file", "", HANDLE),
    ("__raddle_data_come", "", Outcome::Between(0, 1)),
    ("__raddle_result_of_getopt", "s", Outcome::Between(-1, 255)),
    ("__raddle_reads_bytes", "r2-", Outcome::Any),
    ("__raddle_result_of_write", "-", Outcome::UpTo(-1, 0)),
    ("mknod", "s--", FAILS),
    ("futimens", "-i?", FAILS),
    ("readlink", "sw3-", Outcome::Count),
    ("pread pread64", "-w3--", Outcome::Count),
    ("fread fread_unlocked", "w23---", Outcome::UpTo(0, 2)),
    ("dup epoll_create epoll_create1 inotify_init1", "-", HANDLE),
    ("dup2", "--", HANDLE),
    ("isatty", "-", Outcome::Between(0, 1)),
    ("close fsync fdatasync", "-", FAILS),
    ("strerror", "-", Outcome::Text),
    ("fchmod ftruncate flock", "--", FAILS),
    ("select", "-m?m?m?x?", Outcome::Ready),
    ("fgetpos", "-o!", FAILS),
    ("fsetpos", "-i", FAILS),
    ("__raddle_result_of_setvbuf", "", Outcome::Any),
    ("readlinkat", "-sw4-", Outcome::Count),
    ("statx", "-s--o!", FAILS),
    ("pwrite pwrite64", "-r3--", Outcome::UpTo(-1, 2)),
    ("sendfile sendfile64", "--x!?-", Outcome::UpTo(-1, 3)),
    ("copy_file_range splice", "-x!?-x!?--", Outcome::UpTo(-1, 4)),
    ("msync", "r2--", FAILS),
    ("eventfd_read", "-o!", FAILS),
    ("pclose", "-", Outcome::Any),
    ("system", "s?", Outcome::Any),
    // Sockets.
    ("getnameinfo", "r2-t4?-t6?--", Outcome::Between(-12, 0)),
    ("gai_strerror hstrerror", "-", Outcome::Text),
    ("herror", "s?", Outcome::Any),
    ("socket", "---", HANDLE),
    ("listen shutdown", "--", FAILS),
    ("bind connect", "-r3-", FAILS),
    ("accept", "-W3?x!?", HANDLE),
    ("accept4", "-W3?x!?-", HANDLE),
    ("getsockname getpeername", "-W3!x!", FAILS),
    ("getsockopt", "---W5!x!", FAILS),
    ("setsockopt", "---r5-", FAILS),
    ("send", "-r3--", Outcome::UpTo(-1, 2)),
    ("sendto", "-r3--r6?-", Outcome::UpTo(-1, 2)),
    ("recv", "-w3--", RECEIVED),
    ("recvfrom", "-w3--W6?x!?", RECEIVED),
    // Processes and terminals.
    ("getrlimit getrusage getitimer sched_getparam tcgetattr", "-o!", FAILS),
    ("setrlimit sched_setparam", "-i", FAILS),
    ("tcsetattr sched_setscheduler", "--i", FAILS),
    ("sched_getaffinity", "--o!", FAILS),
    ("sched_setaffinity", "--i", FAILS),
    ("pthread_setaffinity_np", "--r2", ERROR),
    ("pthread_getaffinity_np", "--o!", ERROR),
    ("pthread_setschedparam", "--i", ERROR),
    ("pthread_getschedparam", "-o!o!", ERROR),
    ("pthread_attr_setschedparam", "-i", ERROR),
    ("wait", "o!?", HANDLE),
    ("waitpid", "-o!?-", HANDLE),
    ("wait3", "o!?-o!?", HANDLE),
    ("wait4", "-o!?-o!?", HANDLE),
    ("__raddle_number_of_a_process", "", Outcome::Between(1, i32::MAX as i128)),
    ("__raddle_result_of_exec", "s", FAILS),
    ("__raddle_reads_text", "s", Outcome::Any),
    ("getresuid getresgid", "o!o!o!", FAILS),
    ("sched_rr_get_interval", "-o!", FAILS),
    ("prlimit prlimit64", "--i?o!?", FAILS),
    ("getlogin_r", "t2-", ERROR),
    ("ttyname_r ptsname_r", "-t3-", ERROR),
    ("cfsetispeed cfsetospeed", "x-", FAILS),
    ("cfmakeraw", "x", Outcome::Any),
    ("cfgetispeed cfgetospeed", "i", Outcome::Any),
    ("pthread_getname_np", "-t3-", ERROR),
    ("pthread_getcpuclockid", "-o!", ERROR),
    ("arc4random", "", Outcome::Any),
    ("arc4random_uniform", "-", Outcome::UpTo(0, 0)),
    ("arc4random_buf", "w2-", Outcome::Any),
    ("getentropy", "w2-", FAILS),
    ("dlsym", "-s", Outcome::Any),
    ("sysinfo", "o!", FAILS),
    ("times", "o!?", Outcome::Any),
    ("gethostname getdomainname", "n2-", Outcome::Name),
    ("getrandom", "w2--", Outcome::Count),
    ("setenv", "s?s-", FAILS),
    ("unsetenv", "s?", FAILS),
    ("openlog", "s?--", Outcome::Any),
    ("setlocale", "-s?", Outcome::Any),
    ("textdomain", "s?", Outcome::Any),
    ("gettext", "s", Outcome::Text),
    ("dgettext", "s?s", Outcome::Text),
    ("dcgettext", "s?s-", Outcome::Text),
    ("ngettext", "ss-", Outcome::Text),
    ("dngettext", "s?ss-", Outcome::Text),
    ("dcngettext", "s?ss--", Outcome::Text),
    ("nl_langinfo", "-", Outcome::Text),
    ("iconv_open", "ss", Outcome::Any),
    // Two functions have this name: that of POSIX returns a number, that of GNU a text.
    ("strerror_r __xpg_strerror_r", "-t3-", ERROR),
    ("strerror_r", "-t3-", Outcome::Text),
    // Numbers.
    ("frexp frexpf modf modff lgamma_r lgammaf_r", "-o!", Outcome::Any),
    ("remquo remquof", "--o!", Outcome::Any),
    ("sincos sincosf", "-o!o!", Outcome::Any),
    ("drand48 lrand48 mrand48", "", Outcome::Any),
    // Compression by the library zlib: what is stateless.
    ("crc32 adler32 crc32_z adler32_z", "-r3?-", Outcome::Any),
    ("compress uncompress", "W2!x!r4-", Outcome::Between(-6, 2)),
    ("compress2", "W2!x!r4--", Outcome::Between(-6, 2)),
    ("compressBound zlibCompileFlags", "-", Outcome::Any),
    ("crc32_combine adler32_combine", "---", Outcome::Any),
    ("zlibVersion", "", Outcome::Text),
    ("zError", "-", Outcome::Text),
    ("bindtextdomain bind_textdomain_codeset", "s?s?", Outcome::Any),
    // Terminals by the library curses, whose windows are no memory of the program.
    (
        "initscr endwin cbreak nocbreak noecho nonl start_color use_default_colors has_colors clrtobot clrtoeol isendwin",
        "",
        Outcome::Any,
    ),
    ("doupdate def_prog_mode reset_prog_mode", "", Outcome::Any),
    ("wrefresh werase wclrtoeol wclrtobot wgetch delwin touchwin wstandout wstandend curs_set", "-", Outcome::Any),
    ("set_escdelay", "-", Outcome::Any),
    ("keypad nodelay scrollok leaveok idlok wtimeout waddch wattron wattroff wattrset", "--", Outcome::Any),
    ("wmove init_pair", "---", Outcome::Any),
    // Signals: what the texts in C ask for (`written/__raddle_take_signal.c`), and masks.
    (
        "__raddle_signal_ends_late __raddle_signal_may_be_held __raddle_signal_comes_from_outside __raddle_handler_comes_to_an_access",
        "",
        Outcome::Between(0, 1),
    ),
    ("__raddle_result_of_pthread_kill", "", Outcome::Between(0, 3)),
    ("__raddle_result_of_alarm", "", Outcome::Any),
    // Formatted text (`written/__raddle_put_any.c`, `written/__raddle_scan_integer.c`).
    ("__raddle_characters_of_a_number", "", Outcome::Between(1, 400)),
    ("__raddle_scan_sets_errno __raddle_stores_no_end", "", Outcome::Between(0, 1)),
    ("__raddle_character_of_a_number", "", Outcome::Between(32, 126)),
    ("sigprocmask", "-i?o!?", FAILS),
    ("pthread_sigmask", "-i?o!?", Outcome::Between(0, 0)),
    // What the texts in C of files ask for (`written/fcntl.c`, `written/getcwd.c`, `written/poll.c`).
    ("__raddle_result_of_fcntl", "", HANDLE),
    ("__raddle_text_of_getcwd", "t2-", Outcome::Count),
    ("__raddle_result_of_getcwd __raddle_result_of_poll", "", FAILS),
    // Times.
    ("clock_getres", "-o!?", FAILS),
    ("clock_settime", "-i", FAILS),
    ("settimeofday", "i?i?", FAILS),
    ("adjtime", "i?o!?", FAILS),
    ("timerfd_gettime", "-o!", FAILS),
    ("timerfd_settime", "--io!?", FAILS),
    ("strftime", "u2!-si", Outcome::Count),
    // What the texts in C of times ask for (`written/localtime_r.c`, `written/mktime.c`).
    ("__raddle_result_of_time_zone", "", Outcome::Between(-93_599, 93_599)),
    ("__raddle_result_of_summer_time", "", Outcome::Between(0, 1)),
    ("__raddle_result_of_second", "", Outcome::Between(0, 60)),
    ("__raddle_result_of_minute", "", Outcome::Between(0, 59)),
    ("__raddle_result_of_hour", "", Outcome::Between(0, 23)),
    ("__raddle_result_of_day", "", Outcome::Between(1, 31)),
    ("__raddle_result_of_month", "", Outcome::Between(0, 11)),
    ("__raddle_result_of_near_year", "", Outcome::Between(69, 207)),
    ("__raddle_result_of_year", "", Outcome::Any),
    ("__raddle_result_of_weekday", "", Outcome::Between(0, 6)),
    ("__raddle_result_of_day_of_year", "", Outcome::Between(0, 365)),
    ("__raddle_result_of_change_of_clocks", "", Outcome::Between(-7200, 7200)),
    ("__raddle_result_of_name_of_zone __raddle_result_of_name", "", Outcome::Text),
    // What other texts in C ask the system for.
    ("__raddle_text_of_the_system", "t2-", Outcome::Count),
    ("__raddle_received_bytes", "w2-", Outcome::Count),
    ("__raddle_result_of_bytes", "", Outcome::Any),
    ("__raddle_result_of_number", "", Outcome::Between(0, i32::MAX as i128)),
    ("__raddle_result_of_address", "", Outcome::Between(0, 1)),
    ("__raddle_result_of_getaddrinfo", "", Outcome::Between(-12, 0)),
    ("__raddle_result_of_strtod __raddle_result_of_strtof", "", Outcome::Any),
    ("__raddle_result_of_realpath", "s", FAILS),
    ("__raddle_result_of_mkdtemp __raddle_result_of_readv __raddle_result_of_if_indextoname", "", FAILS),
    ("__raddle_result_of_prctl", "", HANDLE),
];

/// Functions with results that the system determines further. [`HANDLE`] is one of [`Fixed::Handles`] in each row.
pub(super) const FIXED: &[(&str, Fixed)] = &[
    ("strerror setlocale strerror_r gai_strerror hstrerror", Fixed::All),
    ("gettext dgettext dcgettext ngettext dngettext dcngettext nl_langinfo zlibVersion zError", Fixed::All),
    ("frexp frexpf modf modff lgamma_r lgammaf_r remquo remquof sincos sincosf", Fixed::All),
    ("crc32 adler32 crc32_z adler32_z compress uncompress compress2 compressBound", Fixed::All),
    ("crc32_combine adler32_combine zlibCompileFlags cfgetispeed cfgetospeed dlsym", Fixed::All),
    (DATES, Fixed::All),
    ("__raddle_result_of_name_of_zone __raddle_result_of_name __raddle_result_of_bytes", Fixed::All),
    ("__raddle_result_of_address", Fixed::All),
    ("__raddle_result_of_strtod __raddle_result_of_strtof __raddle_result_of_prctl", Fixed::All),
    ("__raddle_data_come", Fixed::All),
    (
        "__raddle_signal_ends_late __raddle_signal_may_be_held __raddle_signal_comes_from_outside __raddle_handler_comes_to_an_access",
        Fixed::All,
    ),
    ("__raddle_result_of_pthread_kill __raddle_result_of_alarm __raddle_number_of_a_process", Fixed::All),
    ("__raddle_characters_of_a_number __raddle_character_of_a_number __raddle_scan_sets_errno", Fixed::All),
    ("sigprocmask", Fixed::Failures),
    ("isatty", Fixed::Repeated),
];

/// What texts in C choose where the standard or this tool leaves something open.
pub(super) const CHOICES: &str = "__raddle_signal_ends_late __raddle_signal_may_be_held __raddle_signal_comes_from_outside __raddle_handler_comes_to_an_access \
    __raddle_characters_of_a_number \
    __raddle_number_of_a_process __raddle_data_come __raddle_reads_text __raddle_reads_bytes __raddle_character_of_a_number __raddle_scan_sets_errno __raddle_stores_no_end \
    __raddle_result_of_name_of_zone __raddle_result_of_name __raddle_text_of_the_system __raddle_received_bytes \
    __raddle_result_of_bytes __raddle_result_of_number __raddle_result_of_address \
    __raddle_result_of_getaddrinfo";

/// What texts in C choose of a date and a zone.
pub(super) const DATES: &str = "__raddle_result_of_time_zone __raddle_result_of_summer_time __raddle_result_of_change_of_clocks \
    __raddle_result_of_second __raddle_result_of_minute __raddle_result_of_hour __raddle_result_of_day \
    __raddle_result_of_month __raddle_result_of_near_year __raddle_result_of_year __raddle_result_of_weekday \
    __raddle_result_of_day_of_year";
