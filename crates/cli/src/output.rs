//! Writes answers to standard output, and messages to standard error.
//!
//! An answer that cannot be written is not lost: the verdict goes to standard error and the exit status says so. If the
//! reader closes the pipe (`raddle check ... | head -1`), that is no failure.

use raddle_report::style::Style;
use std::io::{IsTerminal, Write};
use std::sync::OnceLock;

use crate::log;
use crate::options::ColourChoice;
use crate::standard_error;

/// What became of a piece of output.
#[derive(Debug, PartialEq, Eq)]
pub enum Written {
    /// It was written.
    Whole,
    /// The reader has closed the pipe.
    NobodyReads,
    /// It could not be written: what the system says.
    Failed(String),
}

/// Writes to standard output and flushes it.
pub fn answer(text: &str) -> Written {
    if std::env::var_os(CLOSED_STDOUT).is_some() {
        return Written::Failed("standard output is closed".to_owned());
    }
    let mut stdout = std::io::stdout().lock();
    match stdout.write_all(text.as_bytes()).and_then(|()| stdout.flush()) {
        Ok(()) => Written::Whole,
        Err(error) if error.kind() == std::io::ErrorKind::BrokenPipe => Written::NobodyReads,
        Err(error) => Written::Failed(error.to_string()),
    }
}

/// Writes a message to standard error, or as an event if there is a log. A failure is ignored, since there is no place
/// to report it.
pub fn message(text: &str) {
    match log::is_on() {
        true => log::message(text),
        false => standard_error::line(text),
    }
}

/// The value of `--color`.
static COLOUR: OnceLock<ColourChoice> = OnceLock::new();

/// Sets the value of `--color`, once.
pub fn choose_colour(choice: ColourChoice) {
    let _ = COLOUR.set(choice);
}

/// Whether a stream shows colours: as `--color` says, else as the terminal and the environment do.
fn has_colour(stream: &impl anstream::stream::RawStream) -> bool {
    match COLOUR.get().copied().unwrap_or_default() {
        ColourChoice::Always => true,
        ColourChoice::Never => false,
        ColourChoice::Auto => anstream::AutoStream::choice(stream) != anstream::ColorChoice::Never,
    }
}

/// The width and the colours of the place that answers go to. Where that is no terminal, `COLUMNS` gives the width.
pub fn answer_style() -> Style {
    let stdout = std::io::stdout();
    let width = match stdout.is_terminal() {
        true => rustix::termios::tcgetwinsize(&stdout).map_or(0, |size| usize::from(size.ws_col)),
        false => std::env::var("COLUMNS").ok().and_then(|columns| columns.parse().ok()).unwrap_or(0),
    };
    Style { width: if width == 0 { Style::PLAIN.width } else { width.max(40) }, has_colour: has_colour(&stdout) }
}

/// Whether answers go to a terminal.
pub fn answer_is_terminal() -> bool {
    std::io::stdout().is_terminal()
}

/// Whether messages go to a terminal.
pub fn message_is_terminal() -> bool {
    !log::is_on() && std::io::stderr().is_terminal()
}

/// The width and the colours of the place that messages go to.
pub fn message_style() -> Style {
    let stderr = std::io::stderr();
    let width = rustix::termios::tcgetwinsize(&stderr).map_or(0, |size| usize::from(size.ws_col));
    Style { width: if width == 0 { Style::PLAIN.width } else { width.max(40) }, has_colour: message_has_colour() }
}

/// Whether standard error shows colours.
pub fn message_has_colour() -> bool {
    !log::is_on() && has_colour(&std::io::stderr())
}

/// Set before `main` runs if the process was started with standard output closed; Rust's start-up code puts `/dev/null` in
/// its place, so that it cannot be seen later (`startup.c`).
const CLOSED_STDOUT: &str = "RADDLE_STDOUT_IS_CLOSED";
