//! Where the shared benchmarks are, and a thread with the stack that the tool runs on.

pub mod gcc;
pub mod invariants;

use std::path::{Path, PathBuf};
use std::time::Duration;

/// The stack of the tool's main thread.
pub const STACK_BYTES: usize = 1 << 30;

/// The folder with the shared benchmarks, if this machine has it; otherwise says which test is skipped.
pub fn benchmarks(test: &str) -> Option<PathBuf> {
    let beside = Path::new(env!("CARGO_MANIFEST_DIR")).ancestors().skip(1).map(|folder| folder.join("shared"));
    let candidates = std::env::var_os("RADDLE_SHARED").map(PathBuf::from).into_iter().chain(beside);
    let found = candidates.map(|folder| folder.join("benchmarks")).find(|folder| folder.is_dir());
    if found.is_none() {
        eprintln!("skipped {test}: the shared benchmarks are not there");
    }
    found
}

/// All `.c` files below a folder, sorted.
pub fn c_files(folder: &Path) -> Vec<PathBuf> {
    let mut files = Vec::new();
    let mut folders = vec![folder.to_path_buf()];
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(&folder).expect("the folder can be read") {
            let path = entry.expect("the entry can be read").path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|extension| extension == "c") {
                files.push(path);
            }
        }
    }
    files.sort();
    files
}

/// A clock that only runs while this thread does: what it shows does not depend on what else the machine has to do.
pub struct ThreadClock {
    started: Duration,
}

impl ThreadClock {
    /// Starts.
    pub fn start() -> Self {
        ThreadClock { started: thread_time() }
    }

    /// Fails if this thread has worked for longer than `limit` since the start.
    pub fn check(&self, limit: Duration, what: &str) {
        let taken = thread_time().saturating_sub(self.started);
        assert!(taken < limit, "{what} took {taken:?} of processor time");
    }
}

fn thread_time() -> Duration {
    let time = rustix::time::clock_gettime(rustix::time::ClockId::ThreadCPUTime);
    Duration::try_from(time).expect("processor time is not negative")
}

/// Runs on a thread with a stack of so many bytes; its panics become ours.
pub fn with_stack<T: Send>(bytes: usize, run: impl FnOnce() -> T + Send) -> T {
    std::thread::scope(|scope| {
        let thread = std::thread::Builder::new().stack_size(bytes).spawn_scoped(scope, run).expect("a thread");
        thread.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic))
    })
}
