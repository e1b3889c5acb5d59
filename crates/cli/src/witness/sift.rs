//! Which candidates hold where they stand [Flanagan, Leino: Houdini, an Annotation Assistant for ESC/Java, FME 2001]: all are asserted in the
//! program; one that fails is replaced by a weaker one, or dropped, until none fails. What is left was proved as `raddle validate` proves it.
//!
//! The weaker ones say: somebody holds this lock, or it holds. So they are about what is broken for a while and mended before the lock is
//! free. Where the lock is always held they would say nothing: that is tried before.

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

/// How long candidates are sifted; who has not come to an end then has found nothing.
const PATIENCE: Duration = Duration::from_secs(10);

/// Something that may hold.
#[derive(Clone, Debug)]
pub struct Candidate {
    /// What, and where.
    pub invariant: Invariant,
    /// Whether it names a local, which may not be in scope.
    pub is_about_locals: bool,
}

/// What sifts.
pub struct Sieve<'a> {
    /// How the program was read.
    pub target: &'a Target,
    /// Ends it before its time.
    pub cancellation: &'a Cancellation,
    /// What engines may use.
    pub share: &'a Share,
}

impl Sieve<'_> {
    /// The candidates that hold, or what is left of them under locks.
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
        // It ends now that nobody can tell it anything.
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
        // How many forms of each candidate failed: first as it is; then, for one lock after the other, that it is held, and the weaker one.
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

/// Why nothing is kept.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Obstacle {
    /// With the candidates the program is none.
    Unreadable,
    /// Nobody knows whether they hold.
    Unproved,
}

/// A form of a candidate: what is left when so many forms failed.
fn form(invariant: &Invariant, failed: usize, ghosts: &[Ghost]) -> Invariant {
    let value = match failed.checked_sub(1).map(|number| (&ghosts[number / 2].name, number % 2)) {
        None => invariant.value.clone(),
        Some((ghost, 0)) => ghost.clone(),
        Some((ghost, _)) => format!("{ghost} || ({})", invariant.value),
    };
    Invariant { value, ..invariant.clone() }
}

/// Without ghosts that no invariant names.
fn of_used_ghosts(mut invariants: Invariants) -> Invariants {
    let Invariants { all, ghosts, updates } = &mut invariants;
    let is_used = |name: &str| all.iter().any(|invariant| words(&invariant.value).any(|word| word == name));
    ghosts.retain(|ghost| is_used(&ghost.name));
    updates.retain(|update| is_used(&update.name));
    invariants
}
