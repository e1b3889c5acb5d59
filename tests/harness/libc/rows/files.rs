//! Files: `<unistd.h>`, `<fcntl.h>`, `<sys/stat.h>`. The system decides the results, so they must be possible.

use super::super::arguments::Argument;
use super::super::arguments::Argument::*;
use super::super::row::{Answer, Row, row};

/// Names of a file, of a folder, of nothing, and of what cannot be.
const NAME: Argument = Of(&["\"f\"", "\"d\"", "\"missing\"", "\"\"", "\"f/x\"", "\"l\""]);
const NAMES_ARE_THERE: &str = "make_file(\"f\", \"ab\"); mkdir(\"d\", 0700); symlink(\"target\", \"l\");";
/// A file that is open, and one that is not.
const FILE: Argument = Of(&["20", "20", "99", "-1"]);
const FILE_IS_OPEN: &str = "open_at(20, \"ab\");";

pub const ROWS: &[Row] = &[
    row("access", &[NAME, Of(&["0", "2", "4", "7", "99"])], Answer::Number).machine(NAMES_ARE_THERE).possible(),
    row("chmod", &[NAME, Of(&["0600", "0"])], Answer::Number).machine(NAMES_ARE_THERE).possible(),
    row("mkdir mkfifo", &[NAME, Of(&["0600", "0"])], Answer::Number).machine(NAMES_ARE_THERE).possible(),
    row("truncate", &[NAME, Of(&["0", "1", "-1"])], Answer::Number).machine(NAMES_ARE_THERE).possible(),
    row("unlink rmdir chdir remove", &[NAME], Answer::Number).machine(NAMES_ARE_THERE).possible(),
    row("chroot", &[Of(&["\"f\"", "\"missing\""])], Answer::Number).machine(NAMES_ARE_THERE).possible(),
    row("rename link symlink", &[NAME, NAME], Answer::Number).machine(NAMES_ARE_THERE).possible(),
    row("chown lchown", &[NAME, Of(&["-1"]), Of(&["-1"])], Answer::Number).machine(NAMES_ARE_THERE).possible(),
    row("unlinkat mkdirat", &[Of(&["AT_FDCWD", "99"]), NAME, Of(&["0"])], Answer::Number)
        .machine(NAMES_ARE_THERE)
        .possible(),
    row(
        "open",
        &[NAME, Of(&["O_RDONLY", "O_RDWR", "O_WRONLY | O_CREAT", "O_CREAT | O_EXCL", "O_DIRECTORY"])],
        Answer::Number,
    )
    .machine(NAMES_ARE_THERE)
    .call("$f($0, $1, 0600)")
    .possible(),
    row("openat", &[Of(&["AT_FDCWD", "99"]), NAME, Of(&["O_RDONLY", "O_RDWR | O_CREAT"])], Answer::Number)
        .machine(NAMES_ARE_THERE)
        .call("$f($0, $1, $2, 0600)")
        .possible(),
    row("creat", &[NAME, Of(&["0600"])], Answer::Number).machine(NAMES_ARE_THERE).possible(),
    row("stat lstat", &[NAME], Answer::Number)
        .machine(NAMES_ARE_THERE)
        .before("struct stat s;")
        .call("$f($0, &s)")
        .possible(),
    row("fstat", &[FILE], Answer::Number).machine(FILE_IS_OPEN).before("struct stat s;").call("$f($0, &s)").possible(),
    row("readlink", &[NAME, Buffer(3), Between(0, 3)], Answer::Number).machine(NAMES_ARE_THERE).possible(),
    row("pread", &[FILE, Buffer(3), Size(3), Of(&["0", "1", "-1"])], Answer::Number).machine(FILE_IS_OPEN).possible(),
    row("read", &[FILE, Buffer(3), Size(3)], Answer::Number).machine(FILE_IS_OPEN).possible(),
    row("write", &[FILE, Letters(3), Size(3)], Answer::Number).machine(FILE_IS_OPEN).possible(),
    row("pwrite", &[FILE, Letters(3), Size(3), Of(&["0", "7", "-1"])], Answer::Number).machine(FILE_IS_OPEN).possible(),
    row("read", &[Of(&["20", "21"]), Buffer(2), Size(2)], Answer::Number).machine("pipe_at(20, 21, \"x\");").possible(),
    row("read", &[Of(&["20"]), Buffer(2), Size(2)], Answer::Number).machine("pipe_at(20, 21, \"\");").possible(),
    row("write", &[Of(&["20", "21"]), Letters(2), Size(2)], Answer::Number)
        .machine("pipe_at(20, 21, \"\");")
        .possible(),
    row("dup isatty close fsync fdatasync", &[FILE], Answer::Number).machine(FILE_IS_OPEN).possible(),
    row("dup2", &[FILE, Of(&["20", "30", "-1"])], Answer::Number).machine(FILE_IS_OPEN).possible(),
    row("dup3", &[FILE, Of(&["20", "30", "-1"]), Of(&["0", "O_CLOEXEC", "1"])], Answer::Number)
        .machine(FILE_IS_OPEN)
        .possible(),
    row("fchmod", &[FILE, Of(&["0600", "0"])], Answer::Number).machine(FILE_IS_OPEN).possible(),
    row("ftruncate", &[FILE, Of(&["0", "5", "-1"])], Answer::Number).machine(FILE_IS_OPEN).possible(),
    row("flock", &[FILE, Of(&["1", "2", "4", "6", "99"])], Answer::Number).machine(FILE_IS_OPEN).possible(),
    row("lseek", &[FILE, Of(&["0", "1", "-1"]), Between(0, 9)], Answer::Number).machine(FILE_IS_OPEN).possible(),
    row("lockf", &[FILE, Between(0, 4), Of(&["0"])], Answer::Number).machine(FILE_IS_OPEN).possible(),
    row("fcntl", &[FILE, Of(&["F_GETFD", "F_GETFL", "F_DUPFD"])], Answer::Number)
        .machine(FILE_IS_OPEN)
        .call("$f($0, $1, 0)")
        .possible(),
    row("fcntl", &[FILE, Of(&["F_SETFD", "F_SETFL"]), Of(&["0", "1", "O_NONBLOCK"])], Answer::Number)
        .machine(FILE_IS_OPEN)
        .possible(),
    row("getcwd", &[Buffer(3), Between(0, 3)], Answer::Place(0)).machine("chdir(\"/\");").possible(),
    row("umask", &[Of(&["0", "077"])], Answer::Number).possible(),
    row("fchown", &[FILE, Of(&["-1"]), Of(&["-1"])], Answer::Number).machine(FILE_IS_OPEN).possible(),
    row("fchdir", &[FILE], Answer::Number).machine(FILE_IS_OPEN).possible(),
    row("posix_fallocate", &[FILE, Of(&["0", "-1"]), Of(&["0", "3"])], Answer::Number).machine(FILE_IS_OPEN).possible(),
    row("fpathconf", &[FILE, Of(&["0", "3", "99"])], Answer::Number).machine(FILE_IS_OPEN).possible(),
    row("pathconf", &[NAME, Of(&["3", "99"])], Answer::Number).machine(NAMES_ARE_THERE).possible(),
    row("select", &[Of(&["20", "21", "22"]), Between(0, 22)], Answer::Number)
        .machine("pipe_at(20, 21, \"x\");")
        .before("fd_set s; FD_ZERO(&s); FD_SET($0, &s); struct timeval t = {0, 0};")
        .call("$f($1, &s, 0, 0, &t)")
        .sees(&["FD_ISSET($0, &s)", "FD_ISSET(3, &s)"])
        .possible(),
    row("poll", &[Of(&["20", "21", "99", "-1"]), Of(&["POLLIN", "POLLOUT", "0"])], Answer::Number)
        .machine("pipe_at(20, 21, \"x\");")
        .before("struct pollfd p = {$0, $1, 77};")
        .call("$f(&p, 1, 0)")
        .sees(&["p.fd == $0", "p.events == ($1)", "p.revents"])
        .possible(),
];
