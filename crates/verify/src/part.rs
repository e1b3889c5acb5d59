//! The part that each engine had in a run: why it took part or did not, how that ended, and how long it took.
//!
//! No decision depends on these values. Times are shown to users and used for nothing else.

use raddle_program::property::Property;

/// What one engine did in a run of `auto`.
#[derive(Clone, Debug, PartialEq)]
pub struct Part {
    /// Its name.
    pub engine: &'static str,
    /// Why it takes part, or does not.
    pub why: String,
    /// How it ended, or why it never began.
    pub end: String,
    /// The properties that it decided, with the verdicts: `SAFE` or `UNSAFE`.
    pub settled: Vec<(Property, &'static str)>,
    /// How often it was started.
    pub turns: u32,
    /// Seconds on the wall, all turns together.
    pub seconds: f64,
}

impl Part {
    /// The part in a line.
    pub fn line(&self) -> String {
        let Part { engine, why, end, settled: _, turns, seconds } = self;
        match turns {
            0 => format!("{engine}: {why}; {end}"),
            1 => format!("{engine}: {why}; {end} ({seconds:.2} s)"),
            _ => format!("{engine}: {why}; {end} ({turns} turns, {seconds:.2} s)"),
        }
    }
}
