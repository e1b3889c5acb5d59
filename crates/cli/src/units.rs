//! The files of one run: several at the same time, and of a project each once, however many programs it belongs to.

use raddle_cfront::preprocess::{PreprocessOptions, ReadError, ReadUnit, Session, read_unit};
use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use crate::measure::processors;

/// Bytes of stack of a thread that reads: the parser's recursion is bounded.
const STACK_BYTES: usize = 1 << 28;

/// A file, and how it is read.
type Key = (PathBuf, PreprocessOptions);

/// What was read in a run.
#[derive(Debug, Default)]
pub struct Units {
    session: Session,
    /// The files that are kept, if they are.
    kept: Option<Mutex<HashMap<Key, Arc<ReadUnit>>>>,
}

/// Files in their order, or why they are not all there.
pub enum ReadFiles {
    /// All of them.
    All(Vec<Arc<ReadUnit>>),
    /// One includes a header that is not there; further ones were not read.
    MissesHeader,
}

impl Units {
    /// Files that are kept: a later program may need them again.
    pub fn kept() -> Self {
        Units { session: Session::default(), kept: Some(Mutex::default()) }
    }

    /// Reads files; with `is_hasty` no further ones behind a header that is not there.
    ///
    /// # Errors
    /// If a file or the preprocessor is not available at all: the first in the order of the files.
    pub fn read(&self, files: &[Key], is_hasty: bool) -> Result<ReadFiles, ReadError> {
        let (next, misses) = (AtomicUsize::new(0), AtomicBool::new(false));
        let work = || {
            let mut read = Vec::new();
            while let Some(key) = files.get(next.fetch_add(1, Ordering::Relaxed)) {
                if is_hasty && misses.load(Ordering::Relaxed) {
                    break;
                }
                let unit = self.one(key);
                if unit.as_ref().is_ok_and(|unit| unit.misses_header()) {
                    misses.store(true, Ordering::Relaxed);
                }
                read.push((key, unit));
            }
            read
        };
        let mut read = std::thread::scope(|scope| {
            let others = processors().min(files.len()).saturating_sub(1);
            let start = |_| std::thread::Builder::new().stack_size(STACK_BYTES).spawn_scoped(scope, work).ok();
            let started: Vec<_> = (0..others).map_while(start).collect();
            let mut read = work();
            for thread in started {
                read.extend(thread.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic)));
            }
            read
        });
        if is_hasty && misses.into_inner() {
            return Ok(ReadFiles::MissesHeader);
        }
        // Of the same address as its place in the list.
        read.sort_by_key(|(key, _)| std::ptr::from_ref(*key) as usize);
        read.into_iter().map(|(_, unit)| unit).collect::<Result<_, _>>().map(ReadFiles::All)
    }

    fn one(&self, key: &Key) -> Result<Arc<ReadUnit>, ReadError> {
        let lock = || self.kept.as_ref().map(|kept| kept.lock().unwrap_or_else(PoisonError::into_inner));
        if let Some(known) = lock().and_then(|kept| kept.get(key).cloned()) {
            return Ok(known);
        }
        let (path, options) = key;
        let unit = Arc::new(read_unit(path, options, &self.session)?);
        if let Some(mut kept) = lock() {
            kept.insert(key.clone(), unit.clone());
        }
        Ok(unit)
    }
}

/// A file with its options, as it is looked for.
pub fn key(path: &Path, options: &PreprocessOptions, forces_system_headers: bool) -> Key {
    let system_headers = options.system_headers || forces_system_headers;
    (path.to_path_buf(), PreprocessOptions { system_headers, ..options.clone() })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_come_in_their_order_and_are_read_once() {
        let folder = tempfile::tempdir().expect("a folder can be made");
        let options = PreprocessOptions::default();
        let write = |name: &str, text: &str| {
            std::fs::write(folder.path().join(name), text).expect("a file can be written");
            key(&folder.path().join(name), &options, false)
        };
        let files: Vec<Key> = (0..9).map(|number| write(&format!("{number}.c"), &format!("int x{number};"))).collect();
        let units = Units::kept();
        let read = || match units.read(&files, true).expect("all of them are there") {
            ReadFiles::All(read) => read,
            ReadFiles::MissesHeader => panic!("no header is missing"),
        };
        let (first, second) = (read(), read());
        assert!(first.iter().zip(&second).all(|(one, other)| Arc::ptr_eq(one, other)));
        for (number, unit) in first.iter().enumerate() {
            let mut source = raddle_program::source::SourceMap::new();
            unit.parse_into(&mut source);
            let file = source.files().values().next().expect("it has a file");
            assert_eq!(&**file.text(), format!("int x{number};"));
        }
        let missing = write("missing.c", "#include <not_there.h>\n");
        assert!(matches!(units.read(&[missing.clone(), files[0].clone()], true), Ok(ReadFiles::MissesHeader)));
        assert!(matches!(units.read(&[missing], false), Ok(ReadFiles::All(read)) if read[0].misses_header()));
        assert!(units.read(&[key(Path::new("/nonexistent/a.c"), &options, false)], true).is_err());
    }
}
