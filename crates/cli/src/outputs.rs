//! `--output FORMAT=FILE`: answers in further forms, each in a file of its own, beside the one on standard output.
//!
//! A file is written when all programs were checked, whole or not at all. What would keep it from being written is found before the first
//! program is checked, as far as that can be known.

use clap::ValueEnum;
use raddle_report::escape::escape;
use std::path::{Path, PathBuf};

use crate::exit::Exit;
use crate::options::{FormatFile, format_name};
use crate::output;
use crate::save;

/// Text that is made program by program, with an end.
pub trait Document {
    /// What is to be written at the end.
    fn end(self) -> String;
}

/// One output file that is being written.
struct Output<D> {
    path: PathBuf,
    /// Whether it is a page for a browser.
    is_page: bool,
    document: D,
    text: String,
}

/// The files that a command writes beside its answer.
pub struct Outputs<D> {
    all: Vec<Output<D>>,
}

impl<D: Document> Outputs<D> {
    /// Nothing is in them yet. `folder`: they are parts of a batch, and become files of that folder, by their numbers.
    ///
    /// # Errors
    /// Why they cannot be written, and how the command ends then.
    pub fn new<F: ValueEnum>(
        asked: &[FormatFile<F>],
        folder: Option<&Path>,
        programs: &[Vec<PathBuf>],
        make: impl Fn(&F) -> D,
    ) -> Result<Outputs<D>, (String, Exit)> {
        for (number, one) in asked.iter().enumerate() {
            let shown = escape(&one.path.to_string_lossy());
            if programs.iter().flatten().any(|program| save::is_same_file(program, &one.path)) {
                return Err((format!("--output {shown} would overwrite the program"), Exit::Usage));
            }
            if asked[..number].iter().any(|other| other.path == one.path) {
                return Err((format!("two outputs go to {shown}: name another file"), Exit::Usage));
            }
            save::may_write(&one.path)
                .map_err(|why| (format!("the output cannot be written to {shown}: {why}"), Exit::Output))?;
        }
        let output = |(number, one): (usize, &FormatFile<F>)| {
            let path = folder.map_or_else(|| one.path.clone(), |folder| folder.join(number.to_string()));
            Output {
                path,
                is_page: format_name(&one.format) == "html",
                document: make(&one.format),
                text: String::new(),
            }
        };
        Ok(Outputs { all: asked.iter().enumerate().map(output).collect() })
    }

    /// Takes in what `take` makes of each form.
    pub fn take(&mut self, mut take: impl FnMut(usize, &mut D) -> String) {
        for (number, output) in self.all.iter_mut().enumerate() {
            output.text.push_str(&take(number, &mut output.document));
        }
    }

    /// Writes the files, and says how the command ends.
    pub fn write(self) -> Exit {
        let mut worst = Exit::Safe;
        for Output { path, is_page, document, text } in self.all {
            let name = escape(&path.to_string_lossy());
            match save::write_whole(&path, (text + &document.end()).as_bytes()) {
                Ok(()) if is_page => output::message(&format!("report written: open {name} in a browser")),
                Ok(()) => {}
                Err(error) => {
                    output::message(&format!("error: the output cannot be written to {name}: {error}"));
                    worst = worst.min(Exit::Output);
                }
            }
        }
        worst
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::options::Format;

    struct Nothing;

    impl Document for Nothing {
        fn end(self) -> String {
            String::new()
        }
    }

    #[test]
    fn what_cannot_be_written_is_known_before() {
        let folder = tempfile::tempdir().expect("a folder can be made");
        let at = |name: &str| FormatFile { format: Format::Json, path: folder.path().join(name) };
        let program = folder.path().join("a.c");
        std::fs::write(&program, "").expect("it can be written");
        let end = |asked: &[FormatFile<Format>]| {
            let outputs = Outputs::new(asked, None, &[vec![program.clone()]], |_| Nothing);
            outputs.err().map(|(_, exit)| exit)
        };
        assert_eq!(end(&[at("x"), at("y")]), None);
        assert_eq!(end(&[at("x"), at("x")]), Some(Exit::Usage));
        assert_eq!(end(&[at("a.c")]), Some(Exit::Usage));
        assert_eq!(end(&[at("missing/x")]), Some(Exit::Output));
        assert_eq!(end(&[at("")]), Some(Exit::Output));
        assert_eq!(std::fs::read_dir(folder.path()).expect("it is there").count(), 1, "nothing is left behind");
    }
}
