//! The command line of `cargo xtask`.

use clap::{Args, Parser, Subcommand, ValueEnum};
use raddle_cli::options::ReductionName;
use std::path::PathBuf;

/// What developers of Raddle run beside the tests.
#[derive(Debug, Parser)]
#[command(name = "cargo xtask")]
pub struct Options {
    /// What to do.
    #[command(subcommand)]
    pub command: Command,
}

/// What to do.
#[derive(Debug, Subcommand)]
pub enum Command {
    /// Write small programs, ask the reference interpreter and every engine, shrink what they disagree about.
    Fuzz(FuzzOptions),
    /// Measure what a paper measured, and print Raddle's table beside the paper's.
    Papers(PapersOptions),
    /// Run the command on programs whose expected verdict is known, and print a table.
    Score(ScoreOptions),
    /// Compare `auto` with each engine alone, on programs whose expected verdict is known.
    Rivals(RivalsOptions),
    /// Run the violations of programs that are known to be unsafe natively, and count the ones that occur.
    Replays(ReplaysOptions),
    /// Compare the engines with the system's C compiler on random programs of one thread (csmith).
    Conformity(ConformityOptions),
    /// Break rules of the engines in turn, and see whether the tests, the corpus or the fuzzer notice.
    Mutants(MutantsOptions),
    /// Change proofs, traces and witnesses, and see whether a checker accepts one whose claim is false.
    Tamper(TamperOptions),
    /// Check the rules about the repository that no compiler checks.
    Tidy(TidyOptions),
}

/// Options of `cargo xtask tidy`.
#[derive(Clone, Debug, Args)]
pub struct TidyOptions {
    /// Write the rules that modules state at their heads into the page of soundness rules first.
    #[arg(long)]
    pub write: bool,
}

/// How programs are made.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Mode {
    /// Random programs with all features.
    Random,
    /// Random programs of one thread, with loops.
    Alone,
    /// All programs of a small grammar: two threads with three statements each over two variables and a lock.
    Grammar,
    /// Random programs and changes of them that change no verdict; the reference interpreter is not asked.
    Metamorphic,
    /// Random programs that are split into several files, linked, and compared with the program in one file.
    Split,
}

/// Options of `cargo xtask fuzz`.
#[derive(Clone, Debug, Args)]
pub struct FuzzOptions {
    /// How programs are made.
    #[arg(long, value_enum, default_value = "random")]
    pub mode: Mode,
    /// The seed: the same seed makes the same programs.
    #[arg(long, default_value_t = 1)]
    pub seed: u64,
    /// How many programs; of the grammar, all by default.
    #[arg(long)]
    pub count: Option<u64>,
    /// The number of the first program; by default where the state file ends.
    #[arg(long)]
    pub start: Option<u64>,
    /// Take one program of the grammar out of so many.
    #[arg(long, default_value_t = 1)]
    pub stride: u64,
    /// Change one of so many random programs in a way that changes no verdict, and ask about it again; 0 for none.
    #[arg(long, default_value_t = 1)]
    pub changed: u64,
    /// Stop after this many seconds.
    #[arg(long)]
    pub time: Option<u64>,
    /// How many programs are judged at the same time.
    #[arg(long, short, default_value_t = 1)]
    pub jobs: usize,
    /// How many states the reference interpreter visits at most.
    #[arg(long, default_value_t = 30_000)]
    pub states: usize,
    /// How many seconds an engine has for a program.
    #[arg(long, default_value_t = 5)]
    pub timeout: u64,
    /// The engines, `auto` for the default command; all of them, alone, by default.
    #[arg(long)]
    pub engine: Vec<String>,
    /// Which context switches engines consider that can leave some out: `none`, `visible`, `readwrite` or `blocks`.
    #[arg(long, value_enum, default_value_t)]
    pub reduction: ReductionName,
    /// The properties; all but termination by default.
    #[arg(long, short)]
    pub property: Vec<String>,
    /// For termination: executions that do not end count only if they are strongly fair.
    #[arg(long)]
    pub fair: bool,
    /// Ask engines about each property in a run of its own: no results are shared between properties.
    #[arg(long)]
    pub apart: bool,
    /// The families of programs; all by default.
    #[arg(long)]
    pub family: Vec<String>,
    /// Where the state is kept; by default in `target/fuzz`.
    #[arg(long)]
    pub state: Option<PathBuf>,
    /// Where minimal programs go; by default `tests/corpus/fuzz`.
    #[arg(long)]
    pub findings: Option<PathBuf>,
    /// Do not shrink what is found.
    #[arg(long)]
    pub keep_large: bool,
    /// Print the program with this number and the verdicts about it, and stop.
    #[arg(long)]
    pub show: Option<u64>,
    /// Compare the verdicts of all engines about this C file, and stop. Its own assumptions must bound its inputs.
    #[arg(long)]
    pub file: Option<PathBuf>,
    /// Judge these programs here and write the verdicts as lines of JSON: how campaigns start their processes.
    #[arg(long, hide = true)]
    pub judge_here: bool,
}

/// Programs whose expected verdict is known, and how the command is asked about them.
#[derive(Clone, Debug, Args)]
pub struct ProgramsOptions {
    /// Programs, or folders of programs.
    #[arg(required = true)]
    pub paths: Vec<PathBuf>,
    /// The property.
    #[arg(long, short, default_value = "assertions")]
    pub property: String,
    /// How many seconds a program has.
    #[arg(long, short, default_value_t = 60)]
    pub timeout: u64,
    /// The data model, `lp64` or `ilp32`.
    #[arg(long)]
    pub data_model: Option<String>,
    /// The command; by default it is built, optimized, from this repository.
    #[arg(long)]
    pub command: Option<PathBuf>,
}

/// Options of `cargo xtask score`.
#[derive(Clone, Debug, Args)]
pub struct ScoreOptions {
    /// The programs.
    #[command(flatten)]
    pub programs: ProgramsOptions,
    /// The engine.
    #[arg(long, default_value = "explicit")]
    pub engine: String,
    /// How many programs run at the same time.
    #[arg(long, short, default_value_t = 1)]
    pub jobs: usize,
    /// Write one JSON object a line for each program into this file.
    #[arg(long, short)]
    pub output: Option<PathBuf>,
    /// Print every program, not only those with a wrong answer.
    #[arg(long, short)]
    pub verbose: bool,
}

/// Options of `cargo xtask rivals`.
#[derive(Clone, Debug, Args)]
pub struct RivalsOptions {
    /// The programs.
    #[command(flatten)]
    pub programs: ProgramsOptions,
    /// Where answers are kept, and taken from if they are there already.
    #[arg(long)]
    pub answers: Option<PathBuf>,
}

/// Options of `cargo xtask replays`. The seconds are those of the search, and then those of the replay.
#[derive(Clone, Debug, Args)]
pub struct ReplaysOptions {
    /// The programs.
    #[command(flatten)]
    pub programs: ProgramsOptions,
    /// The engine that looks for the violation.
    #[arg(long, default_value = "auto")]
    pub engine: String,
    /// Only programs with this in their name.
    #[arg(long)]
    pub name: Option<String>,
}

/// The papers whose tables are here.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Paper {
    /// Cordeiro, Fischer: Bounded Model Checking of Multi-threaded Software using SMT solvers.
    Esbmc,
    /// Nguyen, Fischer, La Torre, Parlato: Lazy Sequentialization for the Safety Verification of Unbounded Concurrent Programs.
    UlCseq,
    /// Popeea, Rybalchenko, Wilhelm: Reduction for Compositional Verification of Multi-Threaded Programs.
    Redcomp,
    /// Rasin, Grumberg, Shoham: Modular Verification of Concurrent Programs via Sequential Model Checking.
    Comus,
    /// Abdulla, Atig, Diep: Counter-Example Guided Program Verification.
    Cegpv,
    /// All of them, into `docs/papers.md` and the pictures beside it.
    All,
}

/// Options of `cargo xtask papers`.
#[derive(Clone, Debug, Args)]
pub struct PapersOptions {
    /// The paper.
    #[arg(value_enum)]
    pub paper: Paper,
    /// How many seconds an engine has for a program.
    #[arg(long, short, default_value_t = 60)]
    pub timeout: u64,
    /// Only programs with this in their name.
    #[arg(long)]
    pub name: Option<String>,
    /// The command; by default it is built, optimized, from this repository.
    #[arg(long)]
    pub command: Option<PathBuf>,
    /// Where answers are kept, so that an interrupted measurement can continue: no question in this file is asked
    /// again. For `all` it is `target/papers.jsonl` by default; remove it to measure another build.
    #[arg(long)]
    pub answers: Option<PathBuf>,
}

/// Options of `cargo xtask conformity`.
#[derive(Clone, Debug, Args)]
pub struct ConformityOptions {
    /// The seed of the first program.
    #[arg(long, default_value_t = 1)]
    pub seed: u64,
    /// How many seeds.
    #[arg(long, default_value_t = 100)]
    pub count: u64,
    /// How many seconds an engine has for a program.
    #[arg(long, short, default_value_t = 5)]
    pub timeout: u64,
    /// The engines, `auto` for the default command; by default it and each engine that decides assertions.
    #[arg(long)]
    pub engine: Vec<String>,
    /// The command; by default it is built, optimized, from this repository.
    #[arg(long)]
    pub command: Option<PathBuf>,
    /// Keep the programs that are answered wrongly in this folder.
    #[arg(long)]
    pub findings: Option<PathBuf>,
}

/// What may be tampered with.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Evidence {
    /// Proofs, as `raddle certify` reads them.
    Proofs,
    /// Traces, as `raddle replay` reads them.
    Traces,
    /// Witnesses, as `raddle validate` reads them.
    Witnesses,
}

/// Options of `cargo xtask tamper`.
#[derive(Clone, Debug, Args)]
pub struct TamperOptions {
    /// What is changed; all of it by default.
    #[arg(long, value_enum)]
    pub evidence: Option<Evidence>,
    /// How many changed texts of each kind.
    #[arg(long, default_value_t = 300)]
    pub count: u64,
    /// The seed: the same seed makes the same changes.
    #[arg(long, default_value_t = 1)]
    pub seed: u64,
    /// Where texts go whose false claim was accepted; by default `target/tamper`.
    #[arg(long)]
    pub findings: Option<PathBuf>,
}

/// Options of `cargo xtask mutants`.
#[derive(Clone, Debug, Args)]
pub struct MutantsOptions {
    /// The mutants; all by default.
    #[arg(long)]
    pub only: Vec<String>,
    /// A part of them: `2/5` is every fifth, from the second on.
    #[arg(long)]
    pub part: Option<String>,
    /// Name the mutants and their rules, and stop.
    #[arg(long)]
    pub list: bool,
}
