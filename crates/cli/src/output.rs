//! Writing answers: the one place where standard output and standard error are touched.
//!
//! An answer that cannot be written is not lost: the verdict goes to standard error and the exit status says so. A reader
//! that went away (`raddle check ... | head -1`) is no failure.

use raddle_report::style::Style;
use std::io::{IsTerminal, Write};

use crate::log;

/// What became of a piece of output.
#[derive(Debug, PartialEq, Eq)]
pub enum Written {
    /// It was written.
    Whole,
    /// Nobody reads any more.
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

/// Writes a message to standard error, as an event if there is a log; if that fails, nobody can be told.
pub fn message(text: &str) {
    match log::is_on() {
        true => log::message(text),
        false => line(text),
    }
}

/// Writes whole lines to standard error at once, so that no other process or thread writes between their letters.
pub(crate) fn line(text: &str) {
    let newline = if text.ends_with('\n') { "" } else { "\n" };
    let _ = std::io::stderr().lock().write_all(format!("{text}{newline}").as_bytes());
}

/// The width and the colours of the place that answers go to.
pub fn answer_style() -> Style {
    let stdout = std::io::stdout();
    if !stdout.is_terminal() {
        return Style::PLAIN;
    }
    let width = rustix::termios::tcgetwinsize(&stdout).map_or(0, |size| usize::from(size.ws_col));
    let has_colour = anstream::AutoStream::choice(&stdout) != anstream::ColorChoice::Never;
    Style { width: if width == 0 { Style::PLAIN.width } else { width.max(40) }, has_colour }
}

/// Whether standard error shows colours.
pub fn message_has_colour() -> bool {
    let stderr = std::io::stderr();
    !log::is_on() && stderr.is_terminal() && anstream::AutoStream::choice(&stderr) != anstream::ColorChoice::Never
}

/// Set before `main` runs if the process was started with standard output closed; Rust's start-up code puts `/dev/null` in
/// its place, so that it cannot be seen later (`startup.c`).
const CLOSED_STDOUT: &str = "RADDLE_STDOUT_IS_CLOSED";
