//! Finds the candidates that hold at their locations [Flanagan, Leino: Houdini, an Annotation Assistant for ESC/Java,
//! FME 2001]: all are asserted in the program. A candidate that fails is replaced by a weaker one, or dropped, until
//! none fails. The remaining ones were proved as `raddle validate` proves them.
//!
//! The weaker candidates say: a thread holds this lock, or the candidate holds. So they cover invariants that are
//! broken for a while and restored before the lock is released. If the lock is always held they would say nothing, so
//! that is checked before.

use raddle_program::property::Property;
use raddle_program::source::FileId;
use raddle_report::witness::{Ghost, Invariant, Invariants};
use raddle_verify::context::Cancellation;
use raddle_verify::verdict::{Reason, Verdict};
use std::sync::mpsc;
use std::thread;
use std::time::Duration;

use super::ghosts::{self, words};
use super::instrument::{Use, instrument};
use super::validate::{decide, read_text, reporter, task};
use crate::front::{Front, Target};
use crate::supervise::Share;

/// The time limit of the filter. If it is exceeded, no candidate is kept.
const PATIENCE: Duration = Duration::from_secs(10);

/// A formula that may hold.
#[derive(Clone, Debug)]
pub struct Candidate {
    /// The formula, and its location.
    pub invariant: Invariant,
    /// Whether it names a local, which may not be in scope.
    pub is_about_locals: bool,
}

/// The filter.
pub struct Sieve<'a> {
    /// How the program was read.
    pub target: &'a Target,
    /// Stops it early.
    pub cancellation: &'a Cancellation,
    /// What engines may use.
    pub share: &'a Share,
}

impl Sieve<'_> {
    /// The candidates that hold, or their weaker forms under locks.
    pub fn keep(&self, front: &Front, mut candidates: Vec<Candidate>) -> Invariants {
        let limited = self.cancellation.child();
        let (done, is_done) = mpsc::channel::<()>();
        let timer = {
            let limited = limited.clone();
            thread::spawn(move || {
                if is_done.recv_timeout(PATIENCE) == Err(mpsc::RecvTimeoutError::Timeout) {
                    limited.cancel(Reason::Timeout { limit: PATIENCE });
                }
            })
        };
        let mut kept = self.sift(front, &candidates, &limited);
        if kept == Err(Obstacle::Unreadable) {
            candidates.retain(|candidate| !candidate.is_about_locals);
            kept = self.sift(front, &candidates, &limited);
        }
        drop(done);
        // The timer ends, since its channel is closed.
        _ = timer.join();
        kept.unwrap_or_default()
    }

    fn sift(
        &self,
        front: &Front,
        candidates: &[Candidate],
        cancellation: &Cancellation,
    ) -> Result<Invariants, Obstacle> {
        let unit = front.unit();
        let reporter = reporter(unit).map_err(|_| Obstacle::Unproved)?;
        let (ghosts, updates) = ghosts::of_locks(unit);
        // How many forms of each candidate failed: first the candidate itself; then, for one lock after the other, that
        // it is held, and the weaker form.
        let mut failed = vec![0_usize; candidates.len()];
        loop {
            let standing: Vec<usize> = (0..candidates.len()).filter(|&at| failed[at] <= 2 * ghosts.len()).collect();
            if standing.is_empty() {
                return Ok(Invariants::default());
            }
            let forms = standing.iter().map(|&at| form(&candidates[at].invariant, failed[at], &ghosts));
            let all = forms.collect();
            let mut invariants = of_used_ghosts(Invariants { all, ghosts: ghosts.clone(), updates: updates.clone() });
            let written = instrument(unit, &invariants, Use::Assert(reporter)).map_err(|_| Obstacle::Unreadable)?;
            let asserted = read_text(&written.text, self.target).map_err(|_| Obstacle::Unreadable)?;
            let task = task(&asserted, vec![Property::Assertions], Some(vec![reporter.into()]));
            match decide(&task, &asserted, cancellation, self.share).remove(0).verdict {
                Verdict::Safe(_) => {
                    let mut forms = standing.iter();
                    invariants.all.retain(|_| forms.next().is_some_and(|&at| failed[at].is_multiple_of(2)));
                    return Ok(of_used_ghosts(invariants));
                }
                Verdict::Unknown(_) => return Err(Obstacle::Unproved),
                Verdict::Unsafe(trace) => {
                    let at = trace.violation.span;
                    let is_it = |look: &std::ops::Range<u32>| at.file == FileId(0) && look.contains(&at.start);
                    let wrong = written.looks.iter().position(is_it).ok_or(Obstacle::Unproved)?;
                    failed[standing[wrong]] += 1;
                }
            }
        }
    }
}

/// Why no candidate is kept.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Obstacle {
    /// The program with the candidates cannot be read.
    Unreadable,
    /// It is unknown whether they hold.
    Unproved,
}

/// The form of a candidate that comes after this many failed ones.
fn form(invariant: &Invariant, failed: usize, ghosts: &[Ghost]) -> Invariant {
    let value = match failed.checked_sub(1).map(|number| (&ghosts[number / 2].name, number % 2)) {
        None => invariant.value.clone(),
        Some((ghost, 0)) => ghost.clone(),
        Some((ghost, _)) => format!("{ghost} || ({})", invariant.value),
    };
    Invariant { value, ..invariant.clone() }
}

/// Removes ghosts that no invariant names.
fn of_used_ghosts(mut invariants: Invariants) -> Invariants {
    let Invariants { all, ghosts, updates } = &mut invariants;
    let is_used = |name: &str| all.iter().any(|invariant| words(&invariant.value).any(|word| word == name));
    ghosts.retain(|ghost| is_used(&ghost.name));
    updates.retain(|update| is_used(&update.name));
    invariants
}
