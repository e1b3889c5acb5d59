//! What the C library of this machine does: all calls in one program, each in a process of its own.
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

/// What both sides include.
pub const HEADERS: &str = "#define _GNU_SOURCE\n#include <ctype.h>\n#include <errno.h>\n#include <stdint.h>\n\
    #include <stdio.h>\n#include <stdlib.h>\n#include <string.h>\n#include <strings.h>\n#include <wchar.h>\n\
    uint16_t htons(uint16_t), ntohs(uint16_t);\nuint32_t htonl(uint32_t), ntohl(uint32_t);\n";

/// An array in front of a page that cannot be accessed.
const GUARDED: &str = "#include <sys/mman.h>\nstatic unsigned char *guarded(unsigned size, const unsigned char *bytes)\n{\n\
    \x20 char *pages = mmap(0, 8192, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);\n\
    \x20 mprotect(pages + 4096, 4096, PROT_NONE);\n\
    \x20 return memcpy(pages + 4096 - size, bytes, size);\n}\n";

/// Whether there is a compiler whose programs run here.
pub fn is_there(folder: &Path) -> bool {
    run(folder, "probe", "int main(void) { return 0; }\n").is_ok()
}

fn run(folder: &Path, name: &str, text: &str) -> Result<String, String> {
    let (source, program) = (folder.join(format!("{name}.c")), folder.join(name));
    std::fs::write(&source, text).map_err(|error| error.to_string())?;
    let mut compiler = Command::new("cc");
    compiler.args(["-w", "-O0", "-fno-builtin", "-o"]).arg(&program).arg(&source);
    let output = compiler.output().map_err(|error| error.to_string())?;
    if !output.status.success() {
        return Err(String::from_utf8_lossy(&output.stderr).into_owned());
    }
    let output = Command::new(&program).output().map_err(|error| error.to_string())?;
    if !output.status.success() {
        return Err(format!("the program ends with {}", output.status));
    }
    Ok(String::from_utf8_lossy(&output.stdout).into_owned())
}

/// Makes calls. The name is that of the program.
///
/// # Errors
/// What the compiler says, or what is odd about the output.
pub fn perform(folder: &Path, name: &str, calls: &[Call]) -> Result<Vec<Done>, String> {
    let mut text = format!("{HEADERS}#include <sys/wait.h>\n#include <unistd.h>\n{GUARDED}");
    for (number, call) in calls.iter().enumerate() {
        _ = writeln!(text, "static void call_{number}(int error)\n{{\n{}", call.text(true));
        text.push_str("    error = errno;\n    FILE *out = fdopen(3, \"w\");\n");
        for compared in call.compared() {
            let compared = if compared == "errno" { "error" } else { compared };
            _ = writeln!(text, "    fprintf(out, \" %ld\", (long)({compared}));");
        }
        text.push_str("    fflush(out);\n  }\n}\n");
    }
    text.push_str("static void (*const calls[])(int) = {");
    for number in 0..calls.len() {
        _ = write!(text, "call_{number}, ");
    }
    // What a call prints goes nowhere, its numbers go to a file of their own.
    text.push_str(
        "};\nint main(void)\n{\n  dup2(1, 3);\n  freopen(\"/dev/null\", \"w\", stdout);\n  freopen(\"/dev/null\", \"r\", stdin);\n\
         \x20 for (unsigned at = 0; at < sizeof calls / sizeof *calls; at++) {\n    int status;\n    pid_t child = fork();\n\
         \x20   if (child == 0) {\n      calls[at](0);\n      _exit(0);\n    }\n    waitpid(child, &status, 0);\n\
         \x20   dprintf(3, status ? \" invalid\\n\" : \"\\n\");\n  }\n  return 0;\n}\n",
    );
    let output = run(folder, name, &text)?;
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
