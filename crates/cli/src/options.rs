//! The command line.

mod annotate;
mod check;
mod engine_settings;
mod externals;
mod interrupt;
mod library;
mod outputs;
mod programs;
mod property;
mod scan;
mod shown;
mod source;

use clap::{Args, Parser, Subcommand, ValueEnum};
use clap_complete::Shell;
use raddle_analysis::reduction::Reduction;
use raddle_verify::options::Strategy;
use std::path::PathBuf;
use std::time::Duration;

pub use self::annotate::AnnotateOptions;
pub use self::check::{CheckOptions, MemoryModelName};
pub use self::engine_settings::{EngineSettings, Setting, help as engines_help};
pub use self::externals::ExternalsName;
pub use self::interrupt::{GivenInterrupt, interrupts_of};
pub use self::library::LibraryOptions;
pub use self::outputs::{FormatFile, LogFormat, format_name};
pub use self::programs::ProgramOptions;
use self::property::PropertyParser;
pub use self::scan::{ScanFormat, ScanOptions};
pub use self::shown::{ColourChoice, Picture, TraceDetail};
pub use self::source::{DataModelName, SourceOptions};
use crate::quantity;

/// The heading of options that select programs.
const INPUT: &str = "Input";

const AFTER_HELP: &str = "\
Exit status: 0 safe, 10 unsafe, 5 unknown, 124 unknown because out of time, 3 input that cannot be read as C, 2 usage,
6 the answer cannot be written, 70 a bug of raddle. Of several files the worst decides: 6, 10, 70, 3, 124, 5, 0.";

/// Verifies multi-threaded C programs that use POSIX threads
///
/// `raddle FILE` means `raddle check FILE`.
#[derive(Debug, Parser)]
#[command(name = "raddle", version, about, after_help = AFTER_HELP, max_term_width = 100)]
pub struct CommandLine {
    /// Colours in what people read; auto asks the terminal, NO_COLOR and CLICOLOR_FORCE
    #[arg(long, value_enum, default_value_t, global = true, value_name = "WHEN")]
    pub color: ColourChoice,
    /// What to do
    #[command(subcommand)]
    pub command: Command,
}

/// What to do.
#[derive(Debug, Subcommand)]
pub enum Command {
    /// Decide whether programs have their properties
    ///
    /// The last line for each file is `VERDICT: SAFE`, `VERDICT: UNSAFE (what is violated)` or `VERDICT: UNKNOWN (why)`.
    #[command(after_help = AFTER_HELP)]
    Check(Box<CheckOptions>),
    /// Follow a saved trace with the reference interpreter
    ///
    /// Says whether the trace is an execution of the program that ends in the violation it claims, or where the two first
    /// disagree. The last line is a verdict line as of `check`.
    #[command(after_help = AFTER_HELP)]
    Replay(ReplayOptions),
    /// Check a proof that `check --proof` wrote, with a checker of its own
    ///
    /// The formulas are made again from the program; that they have no model is checked step by step. The last line is
    /// `VERDICT: SAFE` if the proof is accepted, and `VERDICT: UNKNOWN (proof rejected: why)` if it is not.
    #[command(after_help = AFTER_HELP)]
    Certify(CertifyOptions),
    /// Check a witness, of this tool or of another
    ///
    /// A violation is accepted (`VERDICT: UNSAFE`) if an execution comes by what the witness names, in its order and with its values, and
    /// violates the property there; a proof (`VERDICT: SAFE`) if its invariants hold and the program has the property. Else the last line
    /// is `VERDICT: UNKNOWN (witness rejected: why)`.
    #[command(after_help = AFTER_HELP)]
    Validate(ValidateOptions),
    /// Show, line by line, what threads share, what protects it, and where context switches remain
    Explain(ExplainOptions),
    /// List what threads share, what protects it, and which accesses may race, without running the program
    Scan(ScanOptions),
    /// Write annotations for the thread-safety analysis of Clang that follow from a scan, as a patch
    ///
    /// The patch is for `patch -p1` or `git apply`, in the current folder. What locks protect and Clang cannot check is named on standard
    /// error. Exit status 0, or 3 if the program cannot be read.
    Annotate(AnnotateOptions),
    /// Print the program that the engines work on
    Print(PrintOptions),
    /// Print a sequential program, as C, that has the executions of a concurrent one
    ///
    /// Lazy sequentialization without a bound on loops or context switches: threads become functions that are resumed at their program
    /// counters, round by round. Any verifier of sequential C takes it.
    Sequentialize(SequentializeOptions),
    /// Solve constrained Horn clauses over Booleans, bit-vectors and arrays
    ///
    /// Reads SMT-LIB 2 with the logic HORN. Writes `sat` if the predicates can be given meanings that make all clauses true, `unsat` if
    /// the clauses derive `false`, else `unknown`. Both answers were checked before. Exit status 0, 10, 5 (124 out of time), 3 for what
    /// cannot be read.
    Horn(HornOptions),
    /// Say what of this machine is used for what, and what is missing
    ///
    /// Exit status 0, or 3 if something is missing without which no program can be read.
    Doctor(DoctorOptions),
    /// Print what is known of functions of libraries
    ///
    /// Of each NAME the model in C, or the line of the table of effects. Exit status 0, or 5 if nothing is known of a name.
    Library(LibraryOptions),
    /// Print the JSON schema of what `--format json` writes
    Schema {
        /// The command
        command: SchemaName,
    },
    /// Serve an editor: check what is opened and saved, and show violations in the source (language server protocol)
    Lsp(LspOptions),
    /// Print a completion script for a shell
    Completions {
        /// The shell
        shell: Shell,
    },
    /// Print the manual page in roff format
    Man {
        /// The page of a subcommand instead of the main one
        subcommand: Option<String>,
    },
}

/// Names of strategies to choose variables.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum StrategyName {
    /// What is asserted, and what that depends on directly
    Paper,
    /// The nearest quarter of them
    Distance,
    /// As paper; and what unsatisfiable cores needed is kept from then on
    #[default]
    Cores,
}

impl From<StrategyName> for Strategy {
    fn from(name: StrategyName) -> Strategy {
        match name {
            StrategyName::Paper => Strategy::Paper,
            StrategyName::Distance => Strategy::Distance,
            StrategyName::Cores => Strategy::Cores,
        }
    }
}

/// Names of reductions.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum ReductionName {
    /// Before every step
    None,
    /// Before accesses to what other threads can reach
    Visible,
    /// And only where they may conflict
    Readwrite,
    /// And none inside of reducible blocks, such as the time in which a lock is held
    #[default]
    Blocks,
}

impl From<ReductionName> for Reduction {
    fn from(name: ReductionName) -> Reduction {
        match name {
            ReductionName::None => Reduction::None,
            ReductionName::Visible => Reduction::Visible,
            ReductionName::Readwrite => Reduction::ReadWrite,
            ReductionName::Blocks => Reduction::Blocks,
        }
    }
}

/// Options of `replay`.
#[derive(Debug, Args)]
pub struct ReplayOptions {
    /// The files of the program, as given to `check`
    #[arg(required = true, value_name = "FILE")]
    pub files: Vec<PathBuf>,
    /// The trace, as written by `check --save-trace`
    pub trace_file: PathBuf,
    /// How much of the trace to show
    #[arg(long, value_enum, default_value_t)]
    pub trace: TraceDetail,
    /// Write the trace as a program that runs: C with a Makefile, in a new folder; `make run` there ends in the violation
    #[arg(long, value_name = "DIR")]
    pub emit: Option<PathBuf>,
    /// How to read C
    #[command(flatten)]
    pub source: SourceOptions,
}

/// Options of `certify`.
#[derive(Debug, Args)]
pub struct CertifyOptions {
    /// The files of the program, as given to `check`
    #[arg(required = true, value_name = "FILE")]
    pub files: Vec<PathBuf>,
    /// The proof, as written by `check --proof`
    pub proof_file: PathBuf,
    /// What the proof has to show, as given to `check`; a proof of anything else is rejected [default: as for `check`]
    #[arg(short, long = "property", value_name = "NAME|FILE.prp", value_parser = PropertyParser, hide_possible_values = true)]
    pub properties: Vec<String>,
    /// How to read C
    #[command(flatten)]
    pub source: SourceOptions,
}

/// Options of `validate`.
#[derive(Debug, Args)]
pub struct ValidateOptions {
    /// The files of the program, or the task definition, as given to the tool that wrote the witness
    #[arg(required = true, value_name = "FILE")]
    pub files: Vec<PathBuf>,
    /// The witness: YAML 2.0 to 2.2 (.yml), or GraphML 1.0 (.graphml)
    pub witness_file: PathBuf,
    /// What the witness has to be about: a property or a property file [default: what the witness says]
    #[arg(short, long = "property", value_name = "NAME|FILE.prp", value_parser = PropertyParser, hide_possible_values = true)]
    pub properties: Vec<String>,
    /// How much of the execution to show
    #[arg(long, value_enum, default_value_t)]
    pub trace: TraceDetail,
    /// Answer UNKNOWN after this time: 500ms, 30s, 2m
    #[arg(long, value_name = "TIME", value_parser = quantity::duration)]
    pub timeout: Option<Duration>,
    /// Answer UNKNOWN when more memory is needed: 512M, 4G
    #[arg(long, value_name = "SIZE", value_parser = quantity::bytes)]
    pub memory: Option<u64>,
    /// How to read C
    #[command(flatten)]
    pub source: SourceOptions,
}

/// Options of `lsp`.
#[derive(Debug, Args)]
pub struct LspOptions {
    /// Options of `check` for all files, behind `--`: `raddle lsp -- --timeout 20s -p data-race`
    #[arg(last = true, value_name = "OPTION")]
    pub arguments: Vec<String>,
}

/// Options of `doctor`.
#[derive(Debug, Args)]
pub struct DoctorOptions {
    /// The C compiler that preprocesses
    #[arg(long, value_name = "COMMAND", default_value = "cc")]
    pub cc: String,
}

/// A command with answers as JSON.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum SchemaName {
    /// `raddle check --format json`
    Check,
    /// `raddle scan --format json`
    Scan,
}

/// Options of `explain`.
#[derive(Debug, Args)]
pub struct ExplainOptions {
    /// The files of the program. With `FILE:LINE`: what is known of one line
    #[arg(required = true, value_name = "FILE[:LINE]")]
    pub files: Vec<PathBuf>,
    /// What blocks must not hide, beside assertions: deadlock, data-race; may be repeated [default: neither]
    #[arg(short = 'p', long = "property", value_name = "NAME", value_parser = ["deadlock", "data-race"])]
    pub properties: Vec<String>,
    /// Show which variables depend on which instead, how far each is from what is asserted, and which are kept first by the engine `slice`
    #[arg(long, conflicts_with = "properties")]
    pub slice: bool,
    /// How `--slice` chooses those that are kept first
    #[arg(long, value_enum, default_value_t, requires = "slice")]
    pub slice_strategy: StrategyName,
    /// How to read C
    #[command(flatten)]
    pub source: SourceOptions,
}

/// Options of `print`.
#[derive(Debug, Args)]
pub struct PrintOptions {
    /// The files of the program
    #[arg(required = true, value_name = "FILE")]
    pub files: Vec<PathBuf>,
    /// Print it as C
    #[arg(long)]
    pub c: bool,
    /// Print the Horn clauses that are satisfiable if no assertion of a program of one thread fails
    #[arg(long, conflicts_with = "c")]
    pub horn: bool,
    /// Print the Horn clauses that `compositional` solves, about so many threads at a time (reducible blocks and Owicki-Gries reasoning)
    #[arg(long, requires = "horn", value_name = "N", value_parser = clap::value_parser!(u32).range(1..=3))]
    pub views: Option<u32>,
    /// Which context switches those clauses consider; with `none` they are plain Owicki-Gries
    #[arg(long, requires = "views", value_enum, default_value_t)]
    pub reduction: ReductionName,
    /// How to read C
    #[command(flatten)]
    pub source: SourceOptions,
}

/// Options of `sequentialize`.
#[derive(Debug, Args)]
pub struct SequentializeOptions {
    /// The files of the program
    #[arg(required = true, value_name = "FILE")]
    pub files: Vec<PathBuf>,
    /// Where the text goes [default: standard output]
    #[arg(short = 'o', long = "output", value_name = "FILE")]
    pub output: Option<PathBuf>,
    /// Where context switches are considered: at cut-points of blocks, or before each statement (`none`)
    #[arg(long, value_enum, value_name = "NAME", default_value = "blocks")]
    pub reduction: ReductionName,
    /// How many threads a loop that creates threads gets; one more is `__raddle_unsupported`
    #[arg(long, value_name = "NUMBER", default_value_t = 2, value_parser = clap::value_parser!(u8).range(1..=16))]
    pub copies: u8,
    /// How to read C
    #[command(flatten)]
    pub source: SourceOptions,
}

/// Options of `horn`.
#[derive(Debug, Args)]
pub struct HornOptions {
    /// The clauses: SMT-LIB 2 with the logic HORN
    pub file: PathBuf,
    /// Write the meanings of the predicates behind `sat`, the derivation behind `unsat`
    #[arg(long)]
    pub model: bool,
    /// Answer `unknown` after this time: 500ms, 30s, 2m
    #[arg(long, value_name = "TIME", value_parser = quantity::duration)]
    pub timeout: Option<Duration>,
    /// Answer `unknown` when more memory is needed: 512M, 4G
    #[arg(long, value_name = "SIZE", value_parser = quantity::bytes)]
    pub memory: Option<u64>,
}

/// The form of an answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default, ValueEnum)]
pub enum Format {
    /// Text
    #[default]
    Human,
    /// One JSON object in a line for each file
    Json,
    /// SARIF 2.1.0, one document for all files
    Sarif,
    /// JUnit XML, one document for all files
    Junit,
    /// Workflow commands of GitHub
    Github,
    /// A page for a browser with all answers: the threads as lanes, the source, variables and locks over time
    Html,
}

fn threads(text: &str) -> Result<usize, String> {
    match text.parse() {
        Ok(number) if (1..=1024).contains(&number) => Ok(number),
        Ok(_) | Err(_) => Err("expected a number from 1 to 1024".to_owned()),
    }
}

fn choice(text: &str) -> Result<String, String> {
    match text.split_once('=') {
        Some((symbol, file)) if !symbol.is_empty() && !file.is_empty() => Ok(text.to_owned()),
        Some(_) | None => Err("expected SYMBOL=FILE, for instance init=src/init_posix.c".to_owned()),
    }
}

fn dump(text: &str) -> Result<String, String> {
    match text.strip_prefix("after:") {
        Some(pass) if !pass.is_empty() => Ok(pass.to_owned()),
        Some(_) | None => Err("expected after:PASS, for instance after:lower".to_owned()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::CommandFactory;

    #[test]
    fn the_command_line_is_consistent() {
        CommandLine::command().debug_assert();
    }

    #[test]
    fn files_with_leading_dashes_come_after_two_dashes() {
        let parsed = CommandLine::try_parse_from(["raddle", "check", "--", "-x.c", "a b.c"]).expect("valid");
        let Command::Check(options) = parsed.command else { panic!("check was given") };
        assert_eq!(options.programs.files, [PathBuf::from("-x.c"), PathBuf::from("a b.c")]);
        assert!(CommandLine::try_parse_from(["raddle", "check", "-x.c"]).is_err());
    }
}
