//! Supervision of a run: time, memory and signals are watched from outside, and there is an answer in every case.
//!
//! The run has a thread of its own with a large stack. When a limit is exceeded, its cancellation is set. If a run does
//! not answer within the grace period, its thread is abandoned, and the supervisor answers in its place.

use raddle_verify::context::Cancellation;
use raddle_verify::pipeline::internal;
use raddle_verify::verdict::Reason;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::time::{Duration, Instant};

use crate::measure::{self, Granted};
use crate::signals;

/// How long a cancelled run may take to answer.
const GRACE: Duration = Duration::from_millis(400);
/// How often time and memory are looked at.
const LOOK: Duration = Duration::from_millis(20);
/// Bytes of addresses from which on engines may run side by side.
const SPACIOUS: u64 = 8 << 30;
/// Recursion over the input is bounded by the parser; this much stack is enough for that bound. It costs nothing until it
/// is used.
const STACK_BYTES: usize = 1 << 30;

/// What a run may use.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct Limits {
    /// Time on the wall.
    pub timeout: Option<Duration>,
    /// Bytes of resident memory.
    pub memory: Option<u64>,
}

/// What a run may know of its limits.
pub struct Share {
    /// Bytes of stack for threads that it starts.
    pub stack_bytes: usize,
    /// Whether addresses are scarce: each thread takes many, for its stack and its part of the heap.
    pub is_cramped: bool,
    memory: Option<u64>,
}

impl Share {
    /// Whether more than half of the memory is used.
    pub fn is_half_used(&self) -> bool {
        self.memory.is_some_and(|limit| measure::resident_bytes() > limit / 2)
    }
}

/// How a run ended.
#[derive(Debug)]
pub enum Ended<T> {
    /// It answered.
    Answered(T),
    /// The run did not answer in time after it was asked to stop, or could not be started, or panicked.
    Unanswered(Reason),
}

/// Watches runs one after the other.
pub struct Supervisor<T> {
    limits: Limits,
    granted: Granted,
    sender: Sender<News<T>>,
    news: Receiver<News<T>>,
    interrupted: Option<&'static str>,
    next_run: usize,
    /// A run that used up the memory was abandoned: no other run is started.
    is_out_of_memory: bool,
}

enum News<T> {
    Answer { run: usize, answer: Result<T, Reason> },
    Signal(&'static str),
}

impl<T: Send + 'static> Supervisor<T> {
    /// A supervisor that listens to signals from now on.
    pub fn new(limits: Limits) -> Self {
        let (sender, news) = channel();
        let teller = sender.clone();
        // Without signals a run cannot be stopped gently; it is no reason not to run.
        let _ = signals::listen(move |name| {
            let _ = teller.send(News::Signal(name));
        });
        let granted = Granted::by_system();
        let memory = limits.memory.or(granted.memory.map(|bytes| bytes / 4 * 3));
        let limits = Limits { memory, ..limits };
        Supervisor { limits, granted, sender, news, interrupted: None, next_run: 0, is_out_of_memory: false }
    }

    /// What the next run may know of its limits.
    pub fn share(&self) -> Share {
        Share {
            stack_bytes: stack_bytes(self.granted.address_space),
            is_cramped: self.granted.address_space.is_some_and(|bytes| bytes < SPACIOUS),
            memory: self.limits.memory,
        }
    }

    /// Runs something on a thread of its own until it answers or has to be given up.
    pub fn run(&mut self, work: impl FnOnce(Cancellation) -> T + Send + 'static) -> Ended<T> {
        self.run_and_leave(move |cancellation| (work(cancellation), ()), &|| {})
    }

    /// The same for work that leaves something behind: it is freed when the answer is out. To free gigabytes takes a second. As long
    /// as it runs, `beat` is called again and again.
    pub fn run_and_leave<L>(
        &mut self,
        work: impl FnOnce(Cancellation) -> (T, L) + Send + 'static,
        beat: &dyn Fn(),
    ) -> Ended<T> {
        while let Ok(News::Signal(name)) = self.news.try_recv() {
            self.interrupted.get_or_insert(name);
        }
        if let Some(signal) = self.interrupted {
            return Ended::Unanswered(Reason::Interrupted { signal: signal.to_owned() });
        }
        if self.is_out_of_memory {
            return Ended::Unanswered(Reason::Memory { limit: self.limits.memory.unwrap_or(0) });
        }
        let run = self.next_run;
        self.next_run += 1;
        let cancellation = Cancellation::new();
        let (sender, inside) = (self.sender.clone(), cancellation.clone());
        let body = move || {
            let (answer, left) = match catch_unwind(AssertUnwindSafe(|| work(inside))) {
                Ok((answer, left)) => (Ok(answer), Some(left)),
                Err(panic) => (Err(internal(&*panic)), None),
            };
            let _ = sender.send(News::Answer { run, answer });
            drop(left);
        };
        match start(body, self.granted.address_space) {
            Ok(()) => self.watch(run, &cancellation, beat),
            Err(error) => {
                let why = format!("no thread can be started: {error}");
                Ended::Unanswered(Reason::GaveUp { why, advice: "allow more memory or more processes".into() })
            }
        }
    }

    fn watch(&mut self, run: usize, cancellation: &Cancellation, beat: &dyn Fn()) -> Ended<T> {
        let start = Instant::now();
        let mut cancelled: Option<(Instant, Reason)> = None;
        loop {
            let time_left = match (&cancelled, self.limits.timeout) {
                (Some((since, _)), _) => GRACE.saturating_sub(since.elapsed()),
                (None, Some(timeout)) => timeout.saturating_sub(start.elapsed()),
                (None, None) => LOOK,
            };
            match self.news.recv_timeout(time_left.min(LOOK)) {
                Ok(News::Answer { run: of, answer }) if of == run => {
                    return match answer {
                        Ok(answer) => Ended::Answered(answer),
                        Err(reason) => Ended::Unanswered(reason),
                    };
                }
                // A run that was given up earlier ended after all.
                Ok(News::Answer { .. }) => {}
                Ok(News::Signal(name)) => {
                    self.interrupted.get_or_insert(name);
                }
                Err(RecvTimeoutError::Timeout) => beat(),
                Err(RecvTimeoutError::Disconnected) => {
                    unreachable!("the supervisor itself holds a sender")
                }
            }
            match &cancelled {
                Some((since, reason)) if since.elapsed() >= GRACE => {
                    self.is_out_of_memory = matches!(reason, Reason::Memory { .. });
                    return Ended::Unanswered(cancellation.with_reached(reason.clone()));
                }
                Some(_) => {}
                None => {
                    // A run may end itself, and its supervisor waits no longer for that than for what it asks.
                    if let Some(reason) = cancellation.reason_of_last_poll() {
                        cancelled = Some((Instant::now(), reason));
                    } else if let Some(reason) = self.reason_to_stop(start) {
                        cancellation.cancel(reason.clone());
                        cancelled = Some((Instant::now(), reason));
                    }
                }
            }
        }
    }

    fn reason_to_stop(&self, start: Instant) -> Option<Reason> {
        if let Some(signal) = self.interrupted {
            return Some(Reason::Interrupted { signal: signal.to_owned() });
        }
        if let Some(limit) = self.limits.timeout.filter(|&limit| start.elapsed() >= limit) {
            return Some(Reason::Timeout { limit });
        }
        // One second before the system kills the process without a word.
        let last_second = |limit: &Duration| measure::cpu_time() + Duration::from_secs(1) >= *limit;
        if let Some(limit) = self.granted.cpu_time.filter(last_second) {
            return Some(Reason::Timeout { limit });
        }
        if let Some(limit) = self.limits.memory.filter(|&limit| measure::resident_bytes() > limit) {
            return Some(Reason::Memory { limit });
        }
        let nearly = |limit: &u64| measure::mapped_bytes() > limit - limit / 8;
        self.granted.address_space.filter(nearly).map(|limit| Reason::Memory { limit })
    }
}

/// Starts a thread with the largest stack that the system gives.
fn start(body: impl FnOnce() + Send + 'static, address_space: Option<u64>) -> std::io::Result<()> {
    std::thread::Builder::new().name("run".into()).stack_size(stack_bytes(address_space)).spawn(body)?;
    Ok(())
}

fn stack_bytes(address_space: Option<u64>) -> usize {
    let granted = address_space.map_or(usize::MAX, |bytes| usize::try_from(bytes / 8).unwrap_or(usize::MAX));
    STACK_BYTES.min(granted)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn supervisor(timeout: Duration) -> Supervisor<u32> {
        Supervisor::new(Limits { timeout: Some(timeout), memory: None })
    }

    #[test]
    fn an_answer_in_time_is_passed_on() {
        let ended = supervisor(Duration::from_secs(60)).run(|_| 7);
        assert!(matches!(ended, Ended::Answered(7)));
    }

    #[test]
    fn a_run_that_listens_ends_with_its_own_answer() {
        let ended = supervisor(Duration::from_millis(30)).run(|cancellation| {
            while cancellation.reason().is_none() {
                std::thread::sleep(Duration::from_millis(1));
            }
            3
        });
        assert!(matches!(ended, Ended::Answered(3)));
    }

    #[test]
    fn a_run_that_does_not_listen_is_left_behind_and_the_next_one_starts() {
        let start = Instant::now();
        let mut supervisor = supervisor(Duration::from_millis(30));
        let ended = supervisor.run(|_| {
            std::thread::sleep(Duration::from_secs(3));
            1
        });
        assert!(matches!(ended, Ended::Unanswered(Reason::Timeout { .. })), "{ended:?}");
        assert!(start.elapsed() < Duration::from_secs(2));
        assert!(matches!(supervisor.run(|_| 2), Ended::Answered(2)));
    }

    #[test]
    fn a_run_that_ends_itself_is_not_waited_for_until_its_limit() {
        let start = Instant::now();
        let ended = supervisor(Duration::from_secs(60)).run(|cancellation| {
            cancellation.cancel(Reason::AfterViolation { grace: None });
            std::thread::sleep(Duration::from_secs(3));
            1
        });
        assert!(matches!(ended, Ended::Unanswered(Reason::AfterViolation { .. })), "{ended:?}");
        assert!(start.elapsed() < Duration::from_secs(2));
    }

    #[test]
    fn who_answers_in_the_place_of_a_run_says_how_far_it_had_come() {
        let ended = supervisor(Duration::from_millis(30)).run(|cancellation| {
            cancellation.reached("the bound of 3 iterations");
            std::thread::sleep(Duration::from_secs(3));
            1
        });
        let Ended::Unanswered(reason) = ended else { panic!("{ended:?}") };
        assert!(matches!(&reason, Reason::Stopped { by, .. } if matches!(**by, Reason::Timeout { .. })), "{reason}");
        assert!(reason.to_string().contains("the bound of 3 iterations"), "{reason}");
    }

    #[test]
    fn what_a_run_leaves_behind_is_freed_after_its_answer() {
        struct Slow;
        impl Drop for Slow {
            fn drop(&mut self) {
                std::thread::sleep(Duration::from_secs(3));
            }
        }
        let start = Instant::now();
        let ended = supervisor(Duration::from_secs(60)).run_and_leave(|_| (7, Slow), &|| {});
        assert!(matches!(ended, Ended::Answered(7)));
        assert!(start.elapsed() < Duration::from_secs(2));
    }

    #[test]
    fn a_panic_is_an_internal_error() {
        let ended = supervisor(Duration::from_secs(60)).run(|_| panic!("a table is empty"));
        let Ended::Unanswered(Reason::Internal { message }) = ended else { panic!("{ended:?}") };
        assert_eq!(message, "a table is empty");
    }
}
