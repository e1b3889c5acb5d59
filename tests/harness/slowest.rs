//! Which trials take the longest, to make the tests faster: `RADDLE_SLOWEST=20` prints them at the end.

use std::sync::Mutex;
use std::time::{Duration, Instant};

/// The trials that have ended, with the seconds of the clock that each took.
#[derive(Debug, Default)]
pub struct Slowest(Mutex<Vec<(Duration, String)>>);

impl Slowest {
    /// Of no trial yet.
    pub const fn new() -> Slowest {
        Slowest(Mutex::new(Vec::new()))
    }

    /// Does something, and notes how long it takes.
    pub fn timed<T>(&self, name: &str, trial: impl FnOnce() -> T) -> T {
        let start = Instant::now();
        let result = trial();
        self.0.lock().expect("no trial panics here").push((start.elapsed(), name.to_owned()));
        result
    }

    /// The slowest trials, as many as the environment asks for; nothing by default.
    pub fn print(&self) {
        let Some(count) = std::env::var("RADDLE_SLOWEST").ok().and_then(|count| count.parse::<usize>().ok()) else {
            return;
        };
        let mut all = self.0.lock().expect("no trial panics here").clone();
        all.sort_by(|one, other| other.cmp(one));
        let total: Duration = all.iter().map(|(time, _)| *time).sum();
        println!("{} trials, {:.0} s together", all.len(), total.as_secs_f64());
        for (time, name) in all.iter().take(count) {
            println!("{:8.2} s  {name}", time.as_secs_f64());
        }
    }
}
