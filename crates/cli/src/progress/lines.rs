//! Lines on a terminal: one for the file, with the memory of the process, and below it one for each worker, as long as it works.

use indicatif::{MultiProgress, ProgressBar, ProgressDrawTarget, ProgressStyle};
use raddle_report::escape::escape;
use std::sync::{Mutex, PoisonError};

/// The lines about one file.
pub(super) struct Lines {
    all: MultiProgress,
    file: ProgressBar,
    /// A line for each property that is decided.
    decided: Mutex<Vec<ProgressBar>>,
    /// What is still open, once something is decided.
    open: Mutex<Option<ProgressBar>>,
}

impl Lines {
    /// The line of a file.
    pub(super) fn new(file: &str, target: ProgressDrawTarget) -> Lines {
        let all = MultiProgress::with_draw_target(target);
        let line = all.add(line("{spinner} {prefix}: {elapsed}, {wide_msg}"));
        line.set_prefix(escape(file));
        Lines { all, file: line, decided: Mutex::default(), open: Mutex::default() }
    }

    /// What the run does, and the memory that it uses.
    pub(super) fn enter(&self, phase: &str, bytes: u64) {
        self.file.set_message(format!("{} MiB: {}", bytes >> 20, escape(phase)));
        self.file.tick();
    }

    /// A line for a property that is decided, above the lines of files and workers.
    pub(super) fn decide(&self, property: &str, verdict: &str, why: &str) {
        let mut decided = self.decided.lock().unwrap_or_else(PoisonError::into_inner);
        let line = self.all.insert(decided.len(), line("  {prefix} {wide_msg}"));
        line.set_prefix(format!("{property:<13} {verdict:<7}"));
        line.set_message(why.to_owned());
        line.tick();
        decided.push(line);
    }

    /// Says what is still open, behind what is decided.
    pub(super) fn remain(&self, properties: &[&str]) {
        // A terminal of 80 columns shows the whole line.
        let said = match properties {
            [one, other, rest @ ..] if rest.len() > 1 => format!("{one}, {other} and {} more", rest.len()),
            few => few.join(", "),
        };
        let n_decided = self.decided.lock().unwrap_or_else(PoisonError::into_inner).len();
        let mut open = self.open.lock().unwrap_or_else(PoisonError::into_inner);
        let line = open.get_or_insert_with(|| self.all.insert(n_decided, line("  {wide_msg}")));
        line.set_message(format!("still deciding: {said} (Ctrl-C keeps what is known)"));
        line.tick();
    }

    /// A line for a worker that begins.
    pub(super) fn begin(&self, name: &str) -> ProgressBar {
        let line = self.all.add(line("    {prefix:<13} {elapsed:>3}  {wide_msg}"));
        line.set_prefix(escape(name));
        line.tick();
        line
    }

    /// Shows the phase of a worker, and what it has reached.
    pub(super) fn show(&self, line: &ProgressBar, phase: &str, reached: &str) {
        line.set_message(escape(&format!("{phase}: {reached}")));
    }

    /// The line of a worker goes.
    pub(super) fn end(&self, line: &ProgressBar) {
        line.finish_and_clear();
        self.all.remove(line);
    }

    /// Writes something where the lines are, which come again behind it.
    pub(super) fn aside(&self, write: impl FnOnce()) {
        self.all.suspend(write);
    }

    /// All lines go.
    pub(super) fn clear(&self) {
        for line in self.decided.lock().unwrap_or_else(PoisonError::into_inner).drain(..) {
            line.finish_and_clear();
        }
        if let Some(line) = self.open.lock().unwrap_or_else(PoisonError::into_inner).take() {
            line.finish_and_clear();
        }
        self.file.finish_and_clear();
        // A terminal that takes nothing any more shows nothing either.
        let _ = self.all.clear();
    }
}

fn line(template: &str) -> ProgressBar {
    let style = ProgressStyle::with_template(template).unwrap_or_else(|_| ProgressStyle::default_spinner());
    ProgressBar::new_spinner().with_style(style)
}
