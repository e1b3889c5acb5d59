//! What is shown of an answer, and how: colours, traces, pictures.

use clap::ValueEnum;
use raddle_report::text::Detail;

/// When colours are shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default, ValueEnum)]
pub enum ColourChoice {
    /// Where a terminal shows them
    #[default]
    Auto,
    /// Always
    Always,
    /// Never
    Never,
}

/// A picture of a trace.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Picture {
    /// A sequence diagram for Mermaid
    Mermaid,
    /// A graph for Graphviz
    Dot,
}

/// How much of a trace is shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default, ValueEnum)]
pub enum TraceDetail {
    /// The source lines of the violation, and the steps that it depends on
    #[default]
    Short,
    /// Every event
    Full,
    /// What more than one thread touches, synchronization, threads, choices
    Shared,
    /// One row for each run of a thread between context switches
    Switches,
}

impl From<TraceDetail> for Detail {
    fn from(detail: TraceDetail) -> Detail {
        match detail {
            TraceDetail::Short => Detail::Short,
            TraceDetail::Full => Detail::Full,
            TraceDetail::Shared => Detail::Shared,
            TraceDetail::Switches => Detail::Switches,
        }
    }
}
