//! The command line.

mod externals;
mod interrupt;
mod programs;
mod property;
mod scan;
mod shown;
mod source;

use clap::{Args, Parser, Subcommand, ValueEnum};
use clap_complete::Shell;
use raddle_analysis::reduction::Reduction;
use raddle_horn::sequential::CHECKERS;
use raddle_program::property::Property;
use raddle_verify::options::{Form, Order, Respected, SliceOptions, Strategy};
use raddle_verify::portfolio;
use std::path::PathBuf;
use std::time::Duration;

pub use self::externals::ExternalsName;
pub use self::interrupt::{GivenInterrupt, interrupts_of};
pub use self::programs::ProgramOptions;
use self::property::PropertyParser;
pub use self::scan::{ScanFormat, ScanOptions};
pub use self::shown::{ColourChoice, Picture, TraceDetail};
pub use self::source::{DataModelName, SourceOptions};
use crate::engines::ENGINES;
use crate::log::LogFormat;
use crate::outputs::{self, FormatFile};
use crate::quantity::{self, TimeLimit};

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

/// Options of `check`.
#[derive(Clone, Debug, Args)]
pub struct CheckOptions {
    /// Which programs
    #[command(flatten)]
    pub programs: ProgramOptions,
    /// How many programs are checked at the same time, each by a process of its own
    #[arg(long, value_name = "N", value_parser = threads)]
    pub jobs: Option<usize>,
    /// Keep the answers of a batch in a file, and take those that are there from it: an interrupted batch goes on where it was
    #[arg(long, value_name = "FILE")]
    pub resume: Option<PathBuf>,
    /// Check one program of a batch, made of these files
    #[arg(long, value_name = "FILE", hide = true)]
    pub only: Vec<PathBuf>,
    /// What to check: assertions, deadlock, data-race, memory, leaks, overflow, arithmetic, locks, termination, all, or a
    /// property file; may be repeated [default: all but leaks and termination]
    #[arg(short, long = "property", value_name = "NAME|FILE.prp", value_parser = PropertyParser, hide_possible_values = true)]
    pub properties: Vec<String>,
    /// Who decides
    #[arg(long, value_parser = engine_names(), default_value = portfolio::NAME)]
    pub engine: String,
    /// With how many engines at the same time `auto` begins; those that join later are one more each. With 1 all take turns,
    /// and the same file always gets the same answer [default: the number of processors]
    #[arg(long, value_name = "N", value_parser = threads)]
    pub threads: Option<usize>,
    /// Say which engines ran and why, how each ended, how long it took and which settled what; also in `--format json`
    #[arg(long)]
    pub explain_choice: bool,
    /// Who decides the sequential program for `sequential`
    #[arg(long, value_parser = checker_names(), default_value = CHECKERS[0].name())]
    pub checker: String,
    /// In which order `modular` has threads below the one on top, by their numbers in traces (main is 0); else who is read from comes behind
    /// who reads
    #[arg(long, value_name = "NUMBERS", value_delimiter = ',')]
    pub thread_order: Vec<u32>,
    /// The tool that `--checker external` asks: cbmc, esbmc, cpachecker, ultimate, seahorn, z3, golem, eldarica, or a command with `{c}` or
    /// `{horn}` where the file goes, which says SAFE or UNSAFE (of clauses, sat or unsat) on a line of its own; `{spec}` is a
    /// property file of SV-COMP
    #[arg(long, value_name = "COMMAND")]
    pub tool: Option<String>,
    /// Who solves the Horn clauses of `compositional`: own, or z3, golem, eldarica, or a command with `{horn}` where the file goes, which says
    /// sat or unsat on a line of its own, and after sat writes a model; the model is proved again
    #[arg(long, value_name = "SOLVER", default_value = "own")]
    pub horn_solver: String,
    /// How `bmc` and `slice` order events
    #[arg(long, value_enum, default_value_t)]
    pub order: OrderName,
    /// Which context switches `explicit`, `lazy` and `compositional` consider; each leaves out more than the one before and loses no violation. The orders of
    /// `bmc` are orders of accesses: it considers no switches
    #[arg(long, value_enum, default_value_t)]
    pub reduction: ReductionName,
    /// Which executions a program has: those of C11, or its interleavings. By C11 a SAFE of a program that names memory orders
    /// weaker than `memory_order_seq_cst` is UNKNOWN unless there is a reason why they change nothing. Task definitions and property
    /// files of SV-COMP imply `sc`
    #[arg(long, value_enum, value_name = "MODEL")]
    pub memory_model: Option<MemoryModelName>,

    /// For `termination`: strong fairness. Executions in which a thread can go on again and again, and does so only finitely
    /// often, do not count; without it busy waiting does not terminate
    #[arg(long)]
    pub fair: bool,
    /// How many context switches `lazy` considers at most; with a bound that leaves something out, nothing is SAFE [default: all]
    #[arg(long, value_name = "K")]
    pub context_bound: Option<u32>,
    /// In which form `slice` abstracts programs
    #[arg(long, value_enum, default_value_t)]
    pub slice_form: FormName,
    /// Which engine checks the programs of `--slice-form program`
    #[arg(long, value_parser = engines_of_assertions(), default_value = "bmc")]
    pub slice_engine: String,
    /// Which variables `slice` keeps first; `raddle explain --slice` shows them
    #[arg(long, value_enum, default_value_t)]
    pub slice_strategy: StrategyName,
    /// What of a counterexample `slice` keeps fixed when it looks at more variables: the less, the more runs it stands for
    #[arg(long, value_enum, default_value_t)]
    pub slice_respects: RespectedName,
    /// Do not try counterexamples of `slice` in their own order before more variables are looked at
    #[arg(long)]
    pub slice_no_rehearsals: bool,
    /// How often `bmc` unwinds loops and recursion at most, where constants do not decide it [default: more and more
    /// often, as long as there is time]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=4096))]
    pub unwind: Option<u32>,
    /// Form of the answer; json is one object for each file
    #[arg(long, value_enum, default_value_t)]
    pub format: Format,
    /// Form of what goes to standard error
    #[arg(long, value_enum, default_value_t)]
    pub log_format: LogFormat,
    /// Seconds that had passed when the process was started that checks one file of a batch
    #[arg(long, value_name = "SECONDS", hide = true)]
    pub log_since: Option<f64>,
    /// How much of a trace to show
    #[arg(long, value_enum, default_value_t)]
    pub trace: TraceDetail,
    /// Say more: counters, how each engine decided, all accesses to what is raced for
    #[arg(short, long)]
    pub verbose: bool,
    /// Write the (first) violation as a picture to standard output, and the verdict to standard error
    #[arg(long, value_enum, value_name = "PICTURE", conflicts_with = "format")]
    pub emit: Option<Picture>,
    /// Write the trace of the (first) violation to a file that `raddle replay` reads
    #[arg(long, value_name = "FILE")]
    pub save_trace: Option<PathBuf>,
    /// Write the (first) violation as a program that runs: C with a Makefile, in a new folder; `make run` there ends in it
    #[arg(long, value_name = "DIR")]
    pub emit_replay: Option<PathBuf>,
    /// Write the answer as a witness that other tools read: YAML 2.0, with threads 2.2 (.yml), or GraphML 1.0 (.graphml)
    #[arg(long, value_name = "FILE")]
    pub witness: Option<PathBuf>,
    /// Write the answers in one more form, to a file; may be repeated: `--output sarif=raddle.sarif --output html=report.html`
    #[arg(long, value_name = "FORMAT=FILE", value_parser = outputs::format_file::<Format>)]
    pub output: Vec<FormatFile<Format>>,
    /// The folder for the outputs of one program of a batch
    #[arg(long, value_name = "DIR", hide = true)]
    pub outputs_in: Option<PathBuf>,
    /// Write the invariant by which `sequential` proved the program: formulas over what threads share, for where they stand
    #[arg(long, value_name = "FILE")]
    pub invariant: Option<PathBuf>,
    /// Write a proof that `raddle certify` checks, if the program is safe and the engine is `bmc`, `static` or `compositional`
    #[arg(long, value_name = "FILE")]
    pub proof: Option<PathBuf>,
    /// Show the program after a step of the translation, on standard error; may be repeated
    #[arg(long, value_name = "after:PASS", value_parser = dump)]
    pub dump: Vec<String>,
    /// Print the assumptions that the verdict holds under
    #[arg(long)]
    pub assumptions: bool,
    /// Answer UNKNOWN after this time for each program: 500ms, 30s, 2m, none [default: none; at a terminal 60s, and 10s after the
    /// first violation]
    #[arg(long, value_name = "TIME", value_parser = quantity::time_limit)]
    pub timeout: Option<TimeLimit>,
    /// End the check of a program at its first violation: the remaining properties are UNKNOWN
    #[arg(long)]
    pub fail_fast: bool,
    /// Answer UNKNOWN when more memory is needed: 512M, 4G [default: three quarters of what the machine has; 1G for a
    /// formula of `bmc`]
    #[arg(long, value_name = "SIZE", value_parser = quantity::bytes)]
    pub memory: Option<u64>,
    /// How to read C
    #[command(flatten)]
    pub source: SourceOptions,
}

impl CheckOptions {
    /// How `slice` goes about it.
    pub fn slice(&self) -> SliceOptions {
        let form = match self.slice_form {
            FormName::Formula => Form::Formula,
            FormName::Program => {
                let named = ENGINES.iter().find(|engine| engine.name() == self.slice_engine);
                Form::Program { engine: named.map_or("bmc", |engine| engine.name()) }
            }
        };
        SliceOptions {
            form,
            strategy: self.slice_strategy.into(),
            respected: self.slice_respects.into(),
            skips_rehearsals: self.slice_no_rehearsals,
        }
    }
}

/// Names of memory models.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub enum MemoryModelName {
    /// The executions of C11
    C11,
    /// Interleavings alone: sequential consistency
    Sc,
}

/// Names of ways to order events.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum OrderName {
    /// A theory inside the SAT solver
    #[default]
    Theory,
    /// A number for each event: slower, and independent of the theory
    Clocks,
}

impl From<OrderName> for Order {
    fn from(name: OrderName) -> Self {
        match name {
            OrderName::Theory => Order::Theory,
            OrderName::Clocks => Order::Clocks,
        }
    }
}

/// Names of forms of abstractions.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum FormName {
    /// As parts of one formula of the unwound program, guided by counterexamples
    #[default]
    Formula,
    /// As programs, which another engine checks: with `sequential`, loops need no bound
    Program,
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

/// Names of what counterexamples have to respect.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum RespectedName {
    /// Which writes are read
    #[default]
    Sources,
    /// And in which order what conflicts is done
    Order,
    /// The order of all steps, and all values
    Run,
}

impl From<RespectedName> for Respected {
    fn from(name: RespectedName) -> Respected {
        match name {
            RespectedName::Sources => Respected::Sources,
            RespectedName::Order => Respected::Order,
            RespectedName::Run => Respected::Run,
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

fn checker_names() -> clap::builder::PossibleValuesParser {
    CHECKERS
        .iter()
        .map(|checker| clap::builder::PossibleValue::new(checker.name()).help(checker.summary()))
        .collect::<Vec<_>>()
        .into()
}

/// The engines that may check abstractions.
fn engines_of_assertions() -> clap::builder::PossibleValuesParser {
    ENGINES
        .iter()
        .filter(|engine| engine.decides(Property::Assertions) && engine.name() != "slice")
        .map(|engine| clap::builder::PossibleValue::new(engine.name()).help(engine.summary()))
        .collect::<Vec<_>>()
        .into()
}

fn engine_names() -> clap::builder::PossibleValuesParser {
    let all = (portfolio::NAME, portfolio::SUMMARY);
    std::iter::once(all)
        .chain(ENGINES.iter().map(|engine| (engine.name(), engine.summary())))
        .map(|(name, summary)| clap::builder::PossibleValue::new(name).help(summary))
        .collect::<Vec<_>>()
        .into()
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
