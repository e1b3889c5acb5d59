//! Commands that make one text of one program: `print`, `explain`, `sequentialize`.

use std::path::{Path, PathBuf};

use raddle_report::escape::escape;
use raddle_verify::context::Cancellation;
use raddle_verify::verdict::Reason;

use crate::exit::Exit;
use crate::front::{Front, Input, Target, Unreadable};
use crate::options::SourceOptions;
use crate::output::{self, Written};
use crate::save;
use crate::supervise::{Ended, Limits, Supervisor};

/// Why there is no text. Both are messages behind `error: `, escaped.
pub enum NoText {
    /// The file is no program that can be read.
    Unreadable(String),
    /// This program has none.
    Undecided(String),
}

/// Reads a program and makes a text of it; what is to be said about either is said.
///
/// # Errors
/// How the command ends if there is no text.
pub fn text_of(
    source: &SourceOptions,
    files: &[PathBuf],
    make: impl FnOnce(&Front, &Target, Cancellation) -> Result<String, NoText> + Send + 'static,
) -> Result<String, Exit> {
    let refused = |why: &str, exit: Exit| {
        output::message(&format!("error: {}", escape(why)));
        exit
    };
    let input = Input::from_options(source, output::message_has_colour()).map_err(|why| refused(&why, Exit::Usage))?;
    let target = input.resolve(files).map_err(|why| refused(&why, Exit::Input))?;
    let mut supervisor = Supervisor::new(Limits::default());
    let ended = supervisor.run(move |cancellation| match Front::read(&target) {
        Ok(front) => (make(&front, &target, cancellation), front.diagnostics),
        Err(Unreadable { why, diagnostics }) => (Err(NoText::Unreadable(escape(&why))), diagnostics),
    });
    match ended {
        Ended::Answered((made, diagnostics)) => {
            diagnostics.iter().for_each(|diagnostic| output::message(&diagnostic.shown));
            made.map_err(|none| {
                let (why, exit) = match none {
                    NoText::Unreadable(why) => (why, Exit::Input),
                    NoText::Undecided(why) => (why, Exit::Unknown),
                };
                output::message(&format!("error: {why}"));
                exit
            })
        }
        Ended::Unanswered(reason) => {
            let exit = if matches!(reason, Reason::Internal { .. }) { Exit::Internal } else { Exit::Unknown };
            Err(refused(&reason.to_string(), exit))
        }
    }
}

/// Writes a text into a file, or onto the standard output; `what` names it where it cannot be written.
pub fn deliver(text: &str, file: Option<&Path>, what: &str) -> Exit {
    let written = match file {
        Some(file) => {
            let written = save::write_whole(file, text.as_bytes());
            written.map_or_else(|why| Written::Failed(why.to_string()), |()| Written::Whole)
        }
        None => output::answer(text),
    };
    match written {
        Written::Whole | Written::NobodyReads => Exit::Safe,
        Written::Failed(why) => {
            output::message(&format!("error: the {what} cannot be written: {why}"));
            Exit::Output
        }
    }
}
