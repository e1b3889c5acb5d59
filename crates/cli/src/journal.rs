//! `--resume FILE`: answers of a batch, kept as they come, so that one that was interrupted goes on where it was.
//!
//! A line is an answer with a key: the version, the options, and what is in the file. What was changed since is asked again. A line that
//! was cut off in the middle (by SIGKILL, by a full disk) is no answer; it is taken away when the journal is opened.

use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use std::collections::HashMap;
use std::fs::{File, OpenOptions};
use std::io::{Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use crate::front::program_name;
use crate::options::{CheckOptions, ProgramOptions};

/// The first line.
const MARK: &str = "{\"journal\":\"raddle\"}";

/// The answer to a file.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Kept {
    /// What it is the answer to.
    pub key: String,
    /// The file as it was named.
    pub name: String,
    /// What the command returned.
    pub code: u8,
    /// Seconds on the wall.
    pub seconds: f64,
    /// What was written to standard output.
    pub answer: String,
    /// What was written to standard error.
    pub messages: String,
    /// What was written in further forms (`--output`).
    #[serde(default)]
    pub outputs: Vec<String>,
}

/// A journal.
pub struct Journal {
    file: File,
    kept: HashMap<String, Kept>,
}

impl Journal {
    /// Opens a journal, or begins one.
    ///
    /// # Errors
    /// A sentence, if it cannot be opened or is something else.
    pub fn open(path: &Path) -> Result<Journal, String> {
        let cannot = |why: std::io::Error| format!("the journal {} cannot be opened: {why}", path.display());
        let mut file =
            OpenOptions::new().read(true).write(true).create(true).truncate(false).open(path).map_err(cannot)?;
        let mut text = String::new();
        let is_ordinary = file.metadata().is_ok_and(|metadata| metadata.is_file());
        if is_ordinary {
            file.read_to_string(&mut text).map_err(cannot)?;
        }
        let whole = text.rfind('\n').map_or(0, |at| at + 1);
        let mut lines = text[..whole].lines();
        match lines.next() {
            Some(MARK) => {}
            // A first line that was cut off belongs to a journal of Raddle.
            None if MARK.starts_with(&text) => {
                file.set_len(0).and_then(|()| file.seek(SeekFrom::Start(0))).map_err(cannot)?;
                file.write_all(format!("{MARK}\n").as_bytes()).map_err(cannot)?;
            }
            None | Some(_) => {
                return Err(format!("{} is no journal of raddle: name a file that is not there yet", path.display()));
            }
        }
        let kept = lines.filter_map(|line| serde_json::from_str::<Kept>(line).ok());
        let kept = kept.map(|kept| (kept.key.clone(), kept)).collect();
        if is_ordinary && whole > 0 {
            file.set_len(whole as u64).and_then(|()| file.seek(SeekFrom::End(0))).map_err(cannot)?;
        }
        Ok(Journal { file, kept })
    }

    /// The answer to a file, if it was given.
    pub fn get(&self, key: &str) -> Option<&Kept> {
        self.kept.get(key)
    }

    /// Keeps an answer.
    ///
    /// # Errors
    /// What the system says.
    pub fn keep(&mut self, kept: &Kept) -> std::io::Result<()> {
        let mut line = serde_json::to_string(kept)?;
        line.push('\n');
        self.file.write_all(line.as_bytes())?;
        self.file.sync_data()
    }
}

/// What an answer is an answer to: a program as its files were named, and the C files behind these names.
pub fn key(options: &CheckOptions, named: &[PathBuf], program: &[PathBuf]) -> String {
    let mut digest = Sha256::new();
    let bare = CheckOptions {
        programs: ProgramOptions { files: Vec::new(), ..options.programs.clone() },
        jobs: None,
        resume: None,
        only: Vec::new(),
        log_since: None,
        outputs_in: None,
        ..options.clone()
    };
    digest.update(format!("{}\n{bare:?}\n{}\n", env!("CARGO_PKG_VERSION"), program_name(named)));
    for path in named.iter().chain(program) {
        digest.update(path.as_os_str().as_encoded_bytes());
        digest.update([0]);
        // What cannot be read is no answer either, and its error is quick to come again.
        digest.update(std::fs::read(path).unwrap_or_default());
        digest.update([0]);
    }
    digest.finalize().iter().map(|byte| format!("{byte:02x}")).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn kept(key: &str) -> Kept {
        let (name, answer, messages) = ("a.c".to_owned(), "VERDICT: SAFE\n".to_owned(), String::new());
        Kept { key: key.to_owned(), name, code: 0, seconds: 0.5, answer, messages, outputs: Vec::new() }
    }

    #[test]
    fn a_journal_that_was_cut_off_anywhere_keeps_its_whole_lines() {
        let folder = tempfile::tempdir().expect("a folder can be made");
        let path = folder.path().join("journal");
        let mut journal = Journal::open(&path).expect("it is new");
        journal.keep(&kept("one")).expect("it can be written");
        journal.keep(&kept("two")).expect("it can be written");
        let whole = std::fs::read(&path).expect("it is there");
        for length in 0..=whole.len() {
            std::fs::write(&path, &whole[..length]).expect("it can be written");
            let mut journal = Journal::open(&path).expect("it is a journal");
            let n_lines = whole[..length].iter().filter(|&&byte| byte == b'\n').count();
            assert_eq!(journal.get("one").is_some(), n_lines >= 2, "{length}");
            assert_eq!(journal.get("two").is_some(), n_lines >= 3, "{length}");
            journal.keep(&kept("three")).expect("it can be written");
            assert!(Journal::open(&path).expect("it is a journal").get("three").is_some(), "{length}");
        }
        std::fs::write(&path, "int main(void) { }\n").expect("it can be written");
        assert!(Journal::open(&path).is_err());
    }
}
