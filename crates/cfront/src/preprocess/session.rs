//! What the readings of several files share: the folder with our headers, which is written once, and the headers cut into tokens, which most files of
//! a project include again and again.

use super::align::Header;
use super::built_in::{Cut, Host, Words};
use rustc_hash::FxHashMap;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};
use tempfile::TempDir;

/// What the readings of several files share. A header that changes meanwhile is the one that was read first.
#[derive(Default)]
pub struct Session {
    /// The folder with our headers, and that beside the headers of the machine; both go when the session does.
    folders: [Mutex<Option<TempDir>>; 2],
    headers: Mutex<FxHashMap<Arc<str>, Arc<Header>>>,
    words: Words,
    cuts: Mutex<FxHashMap<String, Known>>,
    host: Mutex<Option<Arc<Host>>>,
}

/// What is known of a file that the built-in preprocessor may include.
#[derive(Clone)]
pub(super) enum Known {
    Cut(Arc<Cut>),
    /// There is no such file.
    Absent,
    /// Something in it is left to the compiler.
    Left,
}

impl std::fmt::Debug for Session {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Session").finish_non_exhaustive()
    }
}

impl Session {
    /// A folder of headers, which is written at its first use.
    pub(super) fn folder(
        &self,
        system_headers: bool,
        write: impl FnOnce(&Path) -> std::io::Result<()>,
    ) -> std::io::Result<PathBuf> {
        let mut folder = self.folders[usize::from(system_headers)].lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(folder) = &*folder {
            return Ok(folder.path().to_path_buf());
        }
        let written = tempfile::tempdir()?;
        write(written.path())?;
        let path = written.path().to_path_buf();
        *folder = Some(written);
        Ok(path)
    }

    /// A header by the name that messages call it by; `read` reads it.
    pub(super) fn header(&self, name: &str, read: impl FnOnce() -> Header) -> Arc<Header> {
        let lock = || self.headers.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(known) = lock().get(name) {
            return known.clone();
        }
        // Two threads may read it at the same time; the first one counts.
        let header = Arc::new(read());
        lock().entry(name.into()).or_insert(header).clone()
    }

    /// The spellings of all files.
    pub(super) fn words(&self) -> &Words {
        &self.words
    }

    /// The machine's compiler.
    pub(super) fn host(&self, cc: &str) -> Arc<Host> {
        let mut host = self.host.lock().unwrap_or_else(PoisonError::into_inner);
        let known = host.take().filter(|host| host.cc() == cc).unwrap_or_else(|| Arc::new(Host::new(cc)));
        host.insert(known).clone()
    }

    /// A file that may be included, by its path; `read` reads it.
    pub(super) fn cut(&self, path: &str, read: impl FnOnce() -> Known) -> Known {
        let lock = || self.cuts.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(known) = lock().get(path) {
            return known.clone();
        }
        let file = read();
        lock().entry(path.into()).or_insert(file).clone()
    }
}
