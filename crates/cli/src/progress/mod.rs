//! The progress of a run: lines on a terminal ([`lines`]), or events of the log ([`crate::log`]), or nothing.
//!
//! A file has its phase (reading, analysing, deciding, answering); each engine that works on it is a worker with phases
//! of its own. Engines may report at any rate. The first report of a phase is shown at once, and later ones at most
//! four times a second. The supervisor of the run shows delayed reports later ([`FileProgress::beat`]), so that the
//! last report is the last one shown.

mod lines;
#[cfg(test)]
mod screen;
mod worker;

use raddle_verify::context::Progress;
use raddle_verify::verdict::Answers;
use std::io::IsTerminal;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use self::lines::Lines;
use self::worker::{Voice, Worker};
use crate::log::{self, Event};
use crate::measure;

/// How much time lies between two reports of a worker that are shown, if no phase begins.
const PAUSE: Duration = Duration::from_millis(250);

/// The progress of the run on a file: for the user, and for the answer of a run that had to be stopped.
pub struct FileProgress {
    view: Arc<View>,
    phase: Mutex<String>,
    /// The workers that run; `None` when the run is over.
    workers: Mutex<Option<Vec<Arc<Worker>>>>,
    last_beat: Mutex<Option<Instant>>,
}

/// Where progress is shown.
enum View {
    Nobody,
    Terminal(Lines),
    Log { file: String },
}

impl View {
    fn log(&self, event: &Event<'_>) {
        if let View::Log { file } = self {
            log::event(Some(file), event);
        }
    }
}

impl FileProgress {
    /// Shows the run on a file in the log if there is one, else on a terminal if standard error is one.
    pub fn new(file: &str) -> Self {
        FileProgress::with_view(if log::is_on() {
            View::Log { file: file.to_owned() }
        } else if std::io::stderr().is_terminal() {
            View::Terminal(Lines::new(file, indicatif::ProgressDrawTarget::stderr_with_hz(8)))
        } else {
            View::Nobody
        })
    }

    fn with_view(view: View) -> Self {
        FileProgress {
            view: Arc::new(view),
            phase: Mutex::new("starting".to_owned()),
            workers: Mutex::new(Some(Vec::new())),
            last_beat: Mutex::new(None),
        }
    }

    /// What the run is doing.
    pub fn phase(&self) -> String {
        locked(&self.phase).clone()
    }

    /// A new phase begins.
    pub fn enter(&self, phase: &str) {
        *locked(&self.phase) = phase.to_owned();
        let workers = locked(&self.workers);
        if !self.is_watched() || workers.is_none() {
            return;
        }
        let memory_bytes = measure::resident_bytes();
        if let View::Terminal(lines) = &*self.view {
            lines.enter(phase, memory_bytes);
        }
        self.view.log(&Event::Phase { phase, memory_bytes });
    }

    /// Time has passed: what was held back is shown.
    pub fn beat(&self) {
        if !self.is_watched() {
            return;
        }
        let workers = locked(&self.workers).clone().unwrap_or_default();
        workers.iter().for_each(|worker| worker.catch_up());
        let mut last = locked(&self.last_beat);
        if let View::Terminal(lines) = &*self.view
            && last.is_none_or(|last| last.elapsed() >= PAUSE / 2)
        {
            *last = Some(Instant::now());
            lines.enter(&locked(&self.phase), measure::resident_bytes());
            workers.iter().for_each(|worker| worker.tick());
        }
    }

    /// A property is decided before the end.
    pub fn decide(&self, property: &str, verdict: &str, why: &str) {
        if let View::Terminal(lines) = &*self.view {
            lines.decide(property, verdict, why);
        }
    }

    /// These properties are still open.
    pub fn remain(&self, properties: &[&str]) {
        if let View::Terminal(lines) = &*self.view {
            lines.remain(properties);
        }
    }

    /// Writes something beside the lines.
    pub fn aside(&self, write: impl FnOnce()) {
        match &*self.view {
            View::Terminal(lines) => lines.aside(write),
            View::Nobody | View::Log { .. } => write(),
        }
    }

    /// The run is over: removes the lines. A worker that still runs was left behind, and its reports are ignored.
    pub fn clear(&self) {
        let left_behind = locked(&self.workers).take().unwrap_or_default();
        left_behind.iter().for_each(|worker| worker.is_left_behind());
        if let View::Terminal(lines) = &*self.view {
            lines.clear();
        }
    }
}

impl Progress for FileProgress {
    fn begin(&self, name: &str) -> Arc<dyn Progress> {
        let mut workers = locked(&self.workers);
        let worker = Arc::new(Worker::new(name, self.view.clone(), workers.is_some()));
        if let Some(workers) = workers.as_mut().filter(|_| self.is_watched()) {
            workers.retain(|worker| worker.is_working());
            workers.push(worker.clone());
        }
        Arc::new(Voice::of(worker))
    }

    fn update(&self, phase: &str, reached: &str) {
        if let View::Terminal(lines) = &*self.view {
            lines.enter(&format!("{phase}: {reached}"), measure::resident_bytes());
        }
    }

    fn end(&self, _claims: &Answers) {}

    fn is_watched(&self) -> bool {
        !matches!(*self.view, View::Nobody)
    }
}

fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use super::screen::Screen;
    use super::*;

    fn watched() -> (Screen, FileProgress) {
        let screen = Screen::default();
        let target = indicatif::ProgressDrawTarget::term_like(Box::new(screen.clone()));
        let progress = FileProgress::with_view(View::Terminal(Lines::new("a.c", target)));
        (screen, progress)
    }

    fn nothing() -> Answers {
        Answers { outcomes: Vec::new() }
    }

    #[test]
    fn each_worker_has_a_line_while_it_works() {
        let (screen, progress) = watched();
        progress.enter("deciding");
        assert!(screen.text().contains("a.c: ") && screen.text().contains(" MiB: deciding"), "{}", screen.text());
        let one = progress.begin("bmc");
        let other = progress.begin("explicit");
        one.update("unwinding", "loops 2 times");
        other.update("searching", "7 states\x1b[2J");
        progress.beat();
        let text = screen.text();
        let lines: Vec<&str> = text.lines().collect();
        assert_eq!(lines.len(), 3, "{text}");
        assert!(lines[1].contains("bmc ") && lines[1].contains("unwinding: loops 2 times"), "{text}");
        assert!(lines[2].contains("explicit ") && lines[2].contains("searching: 7 states\\"), "{text}");
        one.end(&nothing());
        one.update("unwinding", "loops 3 times");
        progress.beat();
        let text = screen.text();
        assert!(!text.contains("bmc") && text.contains("explicit"), "{text}");
        let left_behind = other.clone();
        progress.clear();
        assert_eq!(screen.text(), "");
        left_behind.update("answering", "late");
        progress.begin("late").update("searching", "late");
        progress.enter("answering");
        assert_eq!(screen.text(), "");
    }

    #[test]
    fn what_is_decided_stands_above_and_what_is_open_in_the_line_of_the_file() {
        let (screen, progress) = watched();
        progress.enter("deciding");
        progress.begin("bmc").update("unwinding", "loops 2 times");
        progress.decide("assertions", "UNSAFE", "the assertion is violated");
        progress.remain(&["deadlock", "memory"]);
        progress.decide("deadlock", "SAFE", "no blocking operation");
        progress.remain(&["memory"]);
        let text = screen.text();
        let lines: Vec<&str> = text.lines().collect();
        assert!(lines[0].starts_with("  assertions    UNSAFE  the assertion is violated"), "{text}");
        assert!(lines[1].starts_with("  deadlock      SAFE    no blocking operation"), "{text}");
        assert_eq!(lines[2].trim_end(), "  still deciding: memory (Ctrl-C keeps what is known)", "{text}");
        assert!(lines[3].contains("a.c: ") && lines[4].contains("bmc "), "{text}");
        progress.remain(&["deadlock", "memory", "overflow", "arithmetic", "locks"]);
        let text = screen.text();
        assert!(text.contains("still deciding: deadlock, memory and 3 more (Ctrl-C keeps what is known)"), "{text}");
        progress.clear();
        assert_eq!(screen.text(), "");
    }

    #[test]
    fn the_first_of_a_phase_is_shown_at_once_and_what_was_held_back_later() {
        let (screen, progress) = watched();
        let worker = progress.begin("bmc");
        for (phase, reached) in [("unwinding", "two"), ("solving", "two"), ("unwinding", "four"), ("solving", "four")] {
            worker.update(phase, reached);
        }
        assert!(screen.text().contains("solving: two"), "{}", screen.text());
        std::thread::sleep(PAUSE);
        progress.beat();
        assert!(screen.text().contains("solving: four"), "{}", screen.text());
    }

    #[test]
    fn an_engine_that_is_asked_by_another_speaks_in_its_line() {
        let (screen, progress) = watched();
        let ranking = progress.begin("ranking");
        let asked = ranking.begin("static");
        asked.update("proving", "deadlock");
        asked.end(&nothing());
        assert!(screen.text().contains("ranking "), "{}", screen.text());
        assert!(screen.text().contains("static: proving: deadlock"), "{}", screen.text());
        ranking.end(&nothing());
        assert!(!screen.text().contains("ranking"), "{}", screen.text());
    }
}
