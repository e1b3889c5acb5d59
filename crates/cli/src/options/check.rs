//! Options of `raddle check`.
//!
//! `-h` shows the common options, `--help` shows all options. Options of single engines are settings of `-o`
//! ([`super::engine_settings`]).

use clap::{Args, ValueEnum};
use raddle_verify::portfolio;
use std::path::PathBuf;

use super::outputs::{FormatFile, LogFormat, format_file};
use super::property::PropertyParser;
use super::{Format, INPUT, Picture, ProgramOptions, Setting, SourceOptions, TraceDetail, dump, threads};
use crate::engines::ENGINES;
use crate::quantity::{self, TimeLimit};

/// Options of `check`.
#[derive(Clone, Debug, Args)]
pub struct CheckOptions {
    /// Which programs
    #[command(flatten)]
    pub programs: ProgramOptions,
    /// How many programs are checked at the same time, each in a process of its own
    #[arg(long, value_name = "N", value_parser = threads, help_heading = INPUT)]
    pub jobs: Option<usize>,
    /// Keep the answers of a batch in a file: the same command continues an interrupted batch
    #[arg(long, value_name = "FILE", help_heading = INPUT, hide_short_help = true)]
    pub resume: Option<PathBuf>,
    /// Check one program of a batch, made of these files
    #[arg(long, value_name = "FILE", hide = true)]
    pub only: Vec<PathBuf>,
    /// What to check: assertions, deadlock, data-race, memory, leaks, overflow, arithmetic, locks, termination, all, or a
    /// property file; may be repeated [default: all but leaks and termination]
    #[arg(short, long = "property", value_name = "NAME|FILE.prp", value_parser = PropertyParser, hide_possible_values = true, help_heading = PROPERTIES)]
    pub properties: Vec<String>,
    /// Which executions a program has: c11, or sc for interleavings alone. SV-COMP files imply sc
    ///
    /// With c11, SAFE of a program that names memory orders weaker than `memory_order_seq_cst` is UNKNOWN unless they
    /// change nothing. Task definitions and property files of SV-COMP imply sc.
    #[arg(long, value_enum, value_name = "MODEL", help_heading = PROPERTIES)]
    pub memory_model: Option<MemoryModelName>,
    /// For termination: a thread that can continue again and again does so
    ///
    /// Without it busy waiting does not terminate.
    #[arg(long, help_heading = PROPERTIES, hide_short_help = true)]
    pub fair: bool,
    /// Print the assumptions that the verdict holds under
    #[arg(long, help_heading = PROPERTIES)]
    pub assumptions: bool,
    /// Answer UNKNOWN after this time for each program: 500ms, 30s, 2m, none [default: none; at a terminal 60s, and 10s after the
    /// first violation]
    #[arg(long, value_name = "TIME", value_parser = quantity::time_limit, help_heading = LIMITS)]
    pub timeout: Option<TimeLimit>,
    /// Answer UNKNOWN when more memory is needed: 512M, 4G [default: three quarters of what the machine has; 1G for a
    /// formula of `bmc`]
    #[arg(long, value_name = "SIZE", value_parser = quantity::bytes, help_heading = LIMITS)]
    pub memory: Option<u64>,
    /// End the check of a program at its first violation: the remaining properties are UNKNOWN
    #[arg(long, help_heading = LIMITS)]
    pub fail_fast: bool,
    /// The greatest number of iterations of loops and recursion without a constant bound, for bmc [default: more and more]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=4096), help_heading = LIMITS)]
    pub unwind: Option<u32>,
    /// The engine that decides (--help-engines lists them)
    #[arg(long, value_name = "NAME", value_parser = engine_names(), hide_possible_values = true, default_value = portfolio::NAME, help_heading = ENGINES_HEADING)]
    pub engine: String,
    /// How many engines run at the same time at first [default: the number of processors]
    ///
    /// Delayed engines are one more each. With 1 all take turns, and the same file always gets the same answer.
    #[arg(long, value_name = "N", value_parser = threads, help_heading = ENGINES_HEADING)]
    pub threads: Option<usize>,
    /// An option of an engine, for instance sequential.checker=kinduction; may be repeated
    #[arg(short = 'o', value_name = "KEY=VALUE", value_parser = Setting::read, help_heading = ENGINES_HEADING)]
    pub settings: Vec<Setting>,
    /// List the engines and their options
    #[arg(long, exclusive = true, help_heading = ENGINES_HEADING)]
    pub help_engines: bool,
    /// Say which engines ran and why, how each ended, how long it took and what it decided; also in JSON
    #[arg(long, help_heading = ENGINES_HEADING, hide_short_help = true)]
    pub explain_choice: bool,
    /// Form of the answer; json is one object for each program
    #[arg(long, value_enum, default_value_t, help_heading = OUTPUT)]
    pub format: Format,
    /// Write the answers in one more form, to a file; may be repeated: `--output sarif=raddle.sarif --output html=report.html`
    #[arg(long, value_name = "FORMAT=FILE", value_parser = format_file::<Format>, help_heading = OUTPUT)]
    pub output: Vec<FormatFile<Format>>,
    /// How much of a trace to show
    #[arg(long, value_enum, default_value_t, help_heading = OUTPUT)]
    pub trace: TraceDetail,
    /// Say more: counters, how each engine decided, all accesses to what is raced for
    #[arg(short, long, help_heading = OUTPUT)]
    pub verbose: bool,
    /// Form of what goes to standard error
    #[arg(long, value_enum, default_value_t, help_heading = OUTPUT, hide_short_help = true)]
    pub log_format: LogFormat,
    /// Seconds that had passed when the process was started that checks one file of a batch
    #[arg(long, value_name = "SECONDS", hide = true)]
    pub log_since: Option<f64>,
    /// Write the (first) violation as a picture to standard output, and the verdict to standard error
    #[arg(long, value_enum, value_name = "PICTURE", conflicts_with = "format", help_heading = OUTPUT, hide_short_help = true)]
    pub emit: Option<Picture>,
    /// Show the program after a step of the translation, on standard error; may be repeated
    #[arg(long, value_name = "after:PASS", value_parser = dump, help_heading = OUTPUT, hide_short_help = true)]
    pub dump: Vec<String>,
    /// The folder for the outputs of one program of a batch
    #[arg(long, value_name = "DIR", hide = true)]
    pub outputs_in: Option<PathBuf>,
    /// Write the trace of the (first) violation to a file that `raddle replay` reads
    #[arg(long, value_name = "FILE", help_heading = FILES)]
    pub save_trace: Option<PathBuf>,
    /// Write the (first) violation as a program that runs: C with a Makefile, in a new folder; `make run` there ends in it
    #[arg(long, value_name = "DIR", help_heading = FILES)]
    pub emit_replay: Option<PathBuf>,
    /// Write the answer as a witness that other tools read: YAML 2.0, with threads 2.2 (.yml), or GraphML 1.0 (.graphml)
    #[arg(long, value_name = "FILE", help_heading = FILES, hide_short_help = true)]
    pub witness: Option<PathBuf>,
    /// Write a proof that `raddle certify` checks, if the program is safe and the engine is bmc, static or compositional
    #[arg(long, value_name = "FILE", help_heading = FILES, hide_short_help = true)]
    pub proof: Option<PathBuf>,
    /// Write the invariant by which `sequential` proved the program: formulas over shared data, for their locations
    #[arg(long, value_name = "FILE", help_heading = FILES, hide_short_help = true)]
    pub invariant: Option<PathBuf>,
    /// How to read C
    #[command(flatten)]
    pub source: SourceOptions,
}

const PROPERTIES: &str = "Properties";
const LIMITS: &str = "Limits";
const ENGINES_HEADING: &str = "Engines";
const OUTPUT: &str = "Output";
const FILES: &str = "Files";

/// Names of memory models.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub enum MemoryModelName {
    /// The executions of C11
    C11,
    /// Interleavings alone: sequential consistency
    Sc,
}

impl CheckOptions {
    /// Whether a page for a browser is asked for.
    pub fn writes_page(&self) -> bool {
        self.format == Format::Html || self.output.iter().any(|output| output.format == Format::Html)
    }

    /// Whether something is to be written that is about a single file.
    pub fn writes_one_file(&self) -> bool {
        [&self.save_trace, &self.emit_replay, &self.witness, &self.proof, &self.invariant]
            .into_iter()
            .any(Option::is_some)
    }
}

fn engine_names() -> clap::builder::PossibleValuesParser {
    let all = (portfolio::NAME, portfolio::SUMMARY);
    std::iter::once(all)
        .chain(ENGINES.iter().map(|engine| (engine.name(), engine.summary())))
        .map(|(name, summary)| clap::builder::PossibleValue::new(name).help(summary))
        .collect::<Vec<_>>()
        .into()
}
