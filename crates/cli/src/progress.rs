//! The progress line: on standard error, only if that is a terminal, gone when the answer comes.

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use raddle_report::escape::escape;
use raddle_verify::context::Progress;
use std::io::IsTerminal;
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

/// How far a run is, for those who wait and for the answer of a run that had to be stopped.
pub struct ProgressLine {
    bar: Option<ProgressBar>,
    phase: Mutex<String>,
}

impl ProgressLine {
    /// A line for a file; without a terminal it only remembers the phase.
    pub fn new(file: &str) -> Self {
        let bar = std::io::stderr().is_terminal().then(|| {
            let bar = ProgressBar::with_draw_target(None, ProgressDrawTarget::stderr_with_hz(8));
            let template = ProgressStyle::with_template("{spinner} {prefix}: {msg} ({elapsed})");
            bar.set_style(template.unwrap_or_else(|_| ProgressStyle::default_spinner()));
            bar.set_prefix(escape(file));
            bar.enable_steady_tick(Duration::from_millis(125));
            bar
        });
        ProgressLine { bar, phase: Mutex::new("starting".to_owned()) }
    }

    /// What the run is doing.
    pub fn phase(&self) -> String {
        self.phase.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// A new phase begins.
    pub fn enter(&self, phase: &str) {
        *self.phase.lock().unwrap_or_else(PoisonError::into_inner) = phase.to_owned();
        if let Some(bar) = &self.bar {
            bar.set_message(phase.to_owned());
        }
    }

    /// Takes the line away.
    pub fn clear(&self) {
        if let Some(bar) = &self.bar {
            bar.finish_and_clear();
        }
    }
}

impl Progress for ProgressLine {
    fn update(&self, phase: &str, reached: &str) {
        if let Some(bar) = &self.bar {
            bar.set_message(format!("{phase}: {reached}"));
        }
    }

    fn is_watched(&self) -> bool {
        self.bar.is_some()
    }
}
