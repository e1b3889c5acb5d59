//! One worker: what it reported, what of that is shown, and when.

use indicatif::ProgressBar;
use raddle_verify::context::Progress;
use raddle_verify::verdict::Answers;
use std::collections::BTreeSet;
use std::sync::{Arc, Mutex};
use std::time::Instant;

use super::{PAUSE, View, locked};
use crate::log::{Claim, Event};
use crate::measure;

/// An engine that works on a file.
pub(super) struct Worker {
    name: String,
    view: Arc<View>,
    begun: Instant,
    line: Option<ProgressBar>,
    told: Mutex<Told>,
}

/// The reports of a worker.
#[derive(Default)]
struct Told {
    phase: String,
    reached: String,
    /// The phases that it was in.
    phases: BTreeSet<String>,
    /// When something was shown last.
    shown: Option<Instant>,
    /// Whether there was a report since.
    is_newer: bool,
    has_ended: bool,
}

impl Worker {
    /// A worker that begins. If `is_heard` is false the run is over, and its reports are ignored.
    pub(super) fn new(name: &str, view: Arc<View>, is_heard: bool) -> Worker {
        let line = match &*view {
            View::Terminal(lines) if is_heard => Some(lines.begin(name)),
            View::Terminal(_) | View::Nobody | View::Log { .. } => None,
        };
        if is_heard {
            view.log(&Event::WorkerBegins { engine: name });
        }
        let told = Mutex::new(Told { has_ended: !is_heard, ..Told::default() });
        Worker { name: name.to_owned(), view, begun: Instant::now(), line, told }
    }

    pub(super) fn is_working(&self) -> bool {
        !locked(&self.told).has_ended
    }

    fn update(&self, phase: &str, reached: &str) {
        let mut told = locked(&self.told);
        if told.has_ended {
            return;
        }
        phase.clone_into(&mut told.phase);
        reached.clone_into(&mut told.reached);
        told.is_newer = true;
        let is_first = !told.phases.contains(phase) && told.phases.insert(phase.to_owned());
        self.show(&mut told, is_first);
    }

    /// Shows a delayed report.
    pub(super) fn catch_up(&self) {
        let mut told = locked(&self.told);
        if told.is_newer && !told.has_ended {
            self.show(&mut told, false);
        }
    }

    fn show(&self, told: &mut Told, is_urgent: bool) {
        if !is_urgent && told.shown.is_some_and(|shown| shown.elapsed() < PAUSE) {
            return;
        }
        told.shown = Some(Instant::now());
        told.is_newer = false;
        if let (View::Terminal(lines), Some(line)) = (&*self.view, &self.line) {
            lines.show(line, &told.phase, &told.reached);
        }
        self.view.log(&Event::Progress {
            engine: &self.name,
            phase: &told.phase,
            reached: &told.reached,
            seconds: self.begun.elapsed().as_secs_f64(),
            memory_bytes: measure::resident_bytes(),
        });
    }

    /// Draws the line again, since time has passed.
    pub(super) fn tick(&self) {
        let told = locked(&self.told);
        if let Some(line) = self.line.as_ref().filter(|_| !told.has_ended) {
            line.tick();
        }
    }

    /// The run is over, and the worker has not ended.
    pub(super) fn is_left_behind(&self) {
        self.ends(None);
    }

    fn ends(&self, claims: Option<&Answers>) {
        let mut told = locked(&self.told);
        if std::mem::replace(&mut told.has_ended, true) {
            return;
        }
        if let (View::Terminal(lines), Some(line)) = (&*self.view, &self.line) {
            lines.end(line);
        }
        self.view.log(&Event::WorkerEnds {
            engine: &self.name,
            claims: claims.map_or_else(Vec::new, Claim::all),
            is_left_behind: claims.is_none(),
            seconds: self.begun.elapsed().as_secs_f64(),
        });
    }
}

/// Reports as a worker: for the engine itself, or for another engine that it calls.
pub(super) struct Voice {
    worker: Arc<Worker>,
    /// The engines that were called on the way, each with a colon.
    asked: String,
}

impl Voice {
    pub(super) fn of(worker: Arc<Worker>) -> Voice {
        Voice { worker, asked: String::new() }
    }
}

impl Progress for Voice {
    fn begin(&self, name: &str) -> Arc<dyn Progress> {
        Arc::new(Voice { worker: self.worker.clone(), asked: format!("{}{name}: ", self.asked) })
    }

    fn update(&self, phase: &str, reached: &str) {
        self.worker.update(&format!("{}{phase}", self.asked), reached);
    }

    fn end(&self, claims: &Answers) {
        if self.asked.is_empty() {
            self.worker.ends(Some(claims));
        }
    }

    fn is_watched(&self) -> bool {
        !matches!(*self.worker.view, View::Nobody)
    }
}
