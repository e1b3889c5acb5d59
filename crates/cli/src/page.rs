//! `--report FILE`: the page with all answers, written when all files were checked.

use raddle_analysis::explanation::Explanation;
use raddle_report::escape::escape;
use raddle_report::html::Html;
use raddle_report::json::FileReport;
use std::path::{Path, PathBuf};

use crate::exit::Exit;
use crate::output;
use crate::save;

/// A page on its way to a file.
pub struct Page<'a> {
    path: &'a Path,
    html: Html,
}

impl<'a> Page<'a> {
    /// A page that will be written to this file.
    ///
    /// # Errors
    /// If that would overwrite a program.
    pub fn new(path: &'a Path, programs: &[Vec<PathBuf>]) -> Result<Page<'a>, String> {
        if programs.iter().flatten().any(|program| save::is_same_file(program, path)) {
            return Err("--report would overwrite the program".to_owned());
        }
        Ok(Page { path, html: Html::default() })
    }

    /// Adds what is known of a file.
    pub fn add(&mut self, report: &FileReport<'_>, explanation: Option<&Explanation>) {
        self.html.add(report, explanation);
    }

    /// Writes the page, whole or not at all.
    pub fn write(self) -> Exit {
        let name = escape(&self.path.to_string_lossy());
        match save::write_whole(self.path, self.html.document(env!("CARGO_PKG_VERSION")).as_bytes()) {
            Ok(()) => {
                output::message(&format!("report written: open {name} in a browser"));
                Exit::Safe
            }
            Err(error) => {
                output::message(&format!("error: the report cannot be written to {name}: {error}"));
                Exit::Output
            }
        }
    }
}
