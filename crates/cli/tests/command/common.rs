//! Running the command as a user would.

use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

/// A race that is found at once, and an assertion with more states and bounds than any engine comes to the end of.
pub const ENDLESS: &str = "#include <assert.h>
#include <pthread.h>
unsigned a, b;
void *first(void *p) { for (;;) { a++; if (a == b) b = a + 2; } return p; }
int main(void) {
    pthread_t t;
    pthread_create(&t, 0, first, 0);
    for (;;) { b += 3; assert(a != 4000000001u || b != 3999999999u); }
}
";

/// The output of a run.
pub struct Run {
    /// Exit status; `None` if a signal ended the process.
    pub code: Option<i32>,
    /// Standard output.
    pub out: String,
    /// Standard error.
    pub err: String,
}

impl Run {
    /// From what the system collected.
    pub fn of(output: &Output) -> Run {
        Run {
            code: output.status.code(),
            out: String::from_utf8_lossy(&output.stdout).into_owned(),
            err: String::from_utf8_lossy(&output.stderr).into_owned(),
        }
    }

    /// The last line of standard output.
    pub fn last_line(&self) -> &str {
        self.out.lines().last().unwrap_or("")
    }
}

/// The command, ready for arguments. What it keeps between runs lies in the folder of the build.
pub fn raddle() -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_raddle"));
    command.stdin(Stdio::null()).env("XDG_CACHE_HOME", env!("CARGO_TARGET_TMPDIR"));
    command
}

/// Runs the command with arguments.
pub fn run(arguments: &[&str]) -> Run {
    Run::of(&raddle().args(arguments).output().expect("the command was built"))
}

/// An example of the repository.
pub fn example(name: &str) -> String {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples").join(name).display().to_string()
}

/// A folder with files in it, gone when it is dropped.
pub struct Folder(tempfile::TempDir);

impl Folder {
    /// An empty folder.
    pub fn new() -> Self {
        Folder(tempfile::tempdir().expect("a temporary folder can be made"))
    }

    /// Writes a file and returns its path.
    pub fn write(&self, name: &str, text: impl AsRef<[u8]>) -> String {
        let path = self.path(name);
        std::fs::write(&path, text).expect("a file can be written");
        path.display().to_string()
    }

    /// The path of a name in it.
    pub fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }
}
