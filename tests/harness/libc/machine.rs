//! What the C library of this machine does: all calls in one program, each in a process and a folder of its own.
//!
//! Every array ends where a page ends, and the next page cannot be accessed. So an access behind an array is a signal, in
//! whatever way the function was written. An address sanitizer would know only the functions that it has a wrapper for.

use super::cases::Call;
use std::fmt::Write as _;
use std::path::Path;
use std::process::Command;

/// What a call did.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Done {
    /// It returned: what is compared, in the order of [`Call::compared`].
    Numbers(Vec<i64>),
    /// It accessed memory that it must not.
    InvalidAccess,
}

/// What the machine includes further.
const HEADERS_OF_THE_MACHINE: &str = "#include <arpa/inet.h>
#include <netdb.h>
#include <sys/file.h>
#include <sys/mman.h>
#include <sys/random.h>
#include <sys/socket.h>
#include <sys/statvfs.h>
#include <sys/sysinfo.h>
#include <sys/times.h>
#include <sys/wait.h>
#include <termios.h>
";

/// What both sides begin with.
pub const HEAD: &str = "#define _GNU_SOURCE
#include <ctype.h>
#include <endian.h>
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <libgen.h>
#include <malloc.h>
#include <math.h>
#include <poll.h>
#include <pthread.h>
#include <sched.h>
#include <search.h>
#include <semaphore.h>
#include <signal.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/resource.h>
#include <sys/select.h>
#include <sys/stat.h>
#include <sys/time.h>
#include <threads.h>
#include <time.h>
#include <unistd.h>
#include <wchar.h>
#include <wctype.h>
";

/// What both sides have behind all declarations.
pub const HELPERS: &str = "static long bits_of(double x)
{
    long bits;
    if (x != x)
        return -1;
    memcpy(&bits, &x, sizeof bits);
    return bits;
}
static int by_size(const void *a, const void *b) { return *(const int *)a - *(const int *)b; }
static void nothing(void) {}
static void no_destructor(void *value) {}
static void *same(void *value) { return value; }
static int seven(void *value) { return 7; }
static int calls_of_count;
static void count(void) { calls_of_count++; }
static int vsprintf_(char *to, const char *format, ...)
{
    va_list list;
    va_start(list, format);
    int result = vsprintf(to, format, list);
    va_end(list);
    return result;
}
static int vsnprintf_(char *to, size_t size, const char *format, ...)
{
    va_list list;
    va_start(list, format);
    int result = vsnprintf(to, size, format, list);
    va_end(list);
    return result;
}
static int vsscanf_(const char *text, const char *format, ...)
{
    va_list list;
    va_start(list, format);
    int result = vsscanf(text, format, list);
    va_end(list);
    return result;
}
";

/// Arrays in front of pages that cannot be accessed, and what the calls find around them.
const SURROUNDINGS: &str = "static void *guarded(size_t size, const void *bytes)
{
    char *pages = mmap(0, 8192, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    mprotect(pages + 4096, 4096, PROT_NONE);
    return memcpy(pages + 4096 - size, bytes, size);
}
static void make_file(const char *name, const char *text)
{
    int file = open(name, O_CREAT | O_TRUNC | O_WRONLY, 0644);
    write(file, text, strlen(text));
    close(file);
}
static void open_at(int number, const char *text)
{
    make_file(\"opened\", text);
    int file = open(\"opened\", O_RDWR);
    dup2(file, number);
    close(file);
}
static void pipe_at(int to_read, int to_write, const char *text)
{
    int both[2];
    pipe2(both, O_NONBLOCK);
    write(both[1], text, strlen(text));
    dup2(both[0], to_read);
    dup2(both[1], to_write);
}
static void sockets_at(int one, int other, const char *text)
{
    int both[2];
    socketpair(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK, 0, both);
    write(both[1], text, strlen(text));
    dup2(both[0], one);
    dup2(both[1], other);
}
";

/// All calls: each prints a line of numbers to the file 3. What a call prints goes nowhere.
const MAIN: &str = "
int main(void)
{
    dup2(1, 3);
    freopen(\"/dev/null\", \"w\", stdout);
    freopen(\"/dev/null\", \"w\", stderr);
    freopen(\"/dev/null\", \"r\", stdin);
    for (unsigned at = 0; at < sizeof calls / sizeof *calls; at++) {
        int status;
        char folder[20];
        sprintf(folder, \"call%u\", at);
        mkdir(folder, 0755);
        pid_t child = fork();
        if (child == 0) {
            chdir(folder);
            alarm(5);
            calls[at]();
            _exit(0);
        }
        waitpid(child, &status, 0);
        dprintf(3, status ? \" invalid\\n\" : \"\\n\");
    }
    return 0;
}
";

/// Whether there is a compiler whose programs run here.
pub fn is_there(folder: &Path) -> bool {
    run(folder, "probe", "int main(void) { return 0; }\n").is_ok()
}

fn run(folder: &Path, name: &str, text: &str) -> Result<String, String> {
    let (source, program) = (folder.join(format!("{name}.c")), folder.join(name));
    std::fs::write(&source, text).map_err(|error| error.to_string())?;
    let mut compiler = Command::new("cc");
    compiler.args(["-w", "-O0", "-fno-builtin", "-o"]).arg(&program).arg(&source).args(["-lm", "-lpthread"]);
    let output = compiler.output().map_err(|error| error.to_string())?;
    if !output.status.success() {
        return Err(String::from_utf8_lossy(&output.stderr).into_owned());
    }
    let output = Command::new(&program).current_dir(folder).output().map_err(|error| error.to_string())?;
    if !output.status.success() {
        return Err(format!("the program ends with {}", output.status));
    }
    Ok(String::from_utf8_lossy(&output.stdout).into_owned())
}

/// Makes calls.
///
/// # Errors
/// What the compiler says, or what is odd about the output.
pub fn perform(folder: &Path, calls: &[Call]) -> Result<Vec<Done>, String> {
    let mut text = format!("{HEAD}{HEADERS_OF_THE_MACHINE}{HELPERS}{SURROUNDINGS}");
    for (number, call) in calls.iter().enumerate() {
        _ = writeln!(text, "static void call_{number}(void)\n{{\n{}", call.text(true));
        text.push_str("    int error = errno;\n    FILE *out = fdopen(3, \"w\");\n");
        for compared in &call.compared {
            let compared = if compared == "errno" { "error" } else { compared };
            _ = writeln!(text, "    fprintf(out, \" %ld\", (long)({compared}));");
        }
        text.push_str("    fflush(out);\n  }\n}\n");
    }
    text.push_str("static void (*const calls[])(void) = {");
    for number in 0..calls.len() {
        _ = write!(text, "call_{number}, ");
    }
    text.push_str("};");
    text.push_str(MAIN);
    let output = run(folder, "machine", &text)?;
    let done: Vec<Done> = output.lines().map(line).collect::<Result<_, _>>()?;
    if done.len() != calls.len() {
        return Err(format!("{} calls give {} lines", calls.len(), done.len()));
    }
    Ok(done)
}

fn line(line: &str) -> Result<Done, String> {
    if line.ends_with("invalid") {
        return Ok(Done::InvalidAccess);
    }
    let numbers = line.split_whitespace().map(str::parse).collect::<Result<_, _>>();
    numbers.map(Done::Numbers).map_err(|error| format!("{line}: {error}"))
}
