//! Campaigns: many programs, judged in processes of their own, in portions. A state file is written after each round of
//! portions, so that a campaign goes on where it was stopped. Rounds are counted in order, whatever the order in which
//! their programs were judged.
//!
//! A process judges a portion and writes the verdicts of the interpreter and the engines, a line of JSON for each
//! program. If it dies or hangs, the program after the last line is the cause: that is a finding, and the next process
//! goes on behind it.

use raddle_cli::engines::{AUTO, engine_named};
use raddle_program::property::Property;
use raddle_verify::engine::Engine;
use raddle_verify::portfolio;
use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::io::{BufRead, BufReader, Write};
use std::ops::Range;
use std::panic::set_hook;
use std::path::PathBuf;
use std::process::{Command, Stdio};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::channel;
use std::time::{Duration, Instant};

use super::counts::Counts;
use super::draft::Draft;
use super::expand::Expanded;
use super::finding::{case_text, write_case};
use super::grammar;
use super::judge::{Difference, DifferenceKind, Judgement, Judges, Says, judge};
use super::metamorphic;
use super::print::c_text;
use super::shrink::shrink;
use super::split;
use super::write::{Family, Threads, aim, bounds_inputs, write};
use crate::options::{FuzzOptions, Mode};
use crate::repository;
use clap::ValueEnum;

/// How many programs a process judges.
const PORTION: u64 = 50;

/// How many portions each job has in a round, on average. A job that is done takes the next portion, and waits for the
/// other jobs at the end of the round only.
const PORTIONS_OF_A_JOB: u64 = 6;

/// One in this many programs of the grammar is changed, too.
const CHANGED_OF_GRAMMAR: u64 = 8;

/// The interpreter and the engines recurse over programs.
const STACK_BYTES: usize = 1 << 30;

/// The address space of a process that judges, its stack included.
const MEMORY_BYTES: u64 = 4 << 30;

/// How long a process may say nothing before it is ended. Shrinking takes a while.
const SILENCE: Duration = Duration::from_secs(300);

/// Runs a campaign. True if nothing was found.
///
/// # Errors
/// A sentence, if an option names nothing or a file cannot be written.
pub fn run(options: &FuzzOptions) -> Result<bool, String> {
    let campaign = Campaign::new(options)?;
    set_hook(Box::new(|_| {}));
    if let Some(index) = options.show {
        on_large_stack(|| campaign.show(index));
        return Ok(true);
    }
    if let Some(file) = &options.file {
        let text = std::fs::read_to_string(file).map_err(|error| format!("cannot read {}: {error}", file.display()))?;
        on_large_stack(|| show(&judge(&text, true, &campaign.judges)));
        return Ok(true);
    }
    if options.judge_here {
        return on_large_stack(|| campaign.judge_here());
    }
    let mut counts = campaign.read_state()?;
    if let Some(start) = options.start {
        counts.next = start;
    }
    let end = campaign.end(counts.next);
    let started = Instant::now();
    let is_over = || options.time.is_some_and(|seconds| started.elapsed() >= Duration::from_secs(seconds));
    let mut is_clean = true;
    while counts.next < end && !is_over() {
        let round_end = end.min(counts.next + PORTION * PORTIONS_OF_A_JOB * options.jobs.max(1) as u64);
        for judged in campaign.round(counts.next..round_end)? {
            counts.add(&judged.judgement, campaign.aim(judged.index));
            is_clean &= judged.judgement.differences.is_empty();
        }
        counts.next = round_end;
        campaign.write_state(&counts)?;
        eprintln!("{} programs, {} s, next is {}", counts.programs, started.elapsed().as_secs(), counts.next);
    }
    println!("{}{:.1} s for this run", counts.table(), started.elapsed().as_secs_f64());
    Ok(is_clean)
}

/// The verdicts about the program with a number.
#[derive(Debug, Serialize, Deserialize)]
struct Judged {
    index: u64,
    judgement: Judgement,
}

/// Runs something with a stack for deep recursion.
fn on_large_stack<T: Send>(work: impl FnOnce() -> T + Send) -> T {
    std::thread::scope(|scope| {
        let spawned = std::thread::Builder::new().stack_size(STACK_BYTES).spawn_scoped(scope, work);
        match spawned.expect("a thread can be started").join() {
            Ok(value) => value,
            Err(panic) => std::panic::resume_unwind(panic),
        }
    })
}

/// The differences of which none is like another.
fn distinct(differences: &[Difference]) -> Vec<&Difference> {
    let is_first = |at: usize| !differences[..at].iter().any(|earlier| earlier.is_like(&differences[at]));
    (0..differences.len()).filter(|&at| is_first(at)).map(|at| &differences[at]).collect()
}

struct Campaign {
    options: FuzzOptions,
    judges: Judges,
    families: Vec<Family>,
    /// The programs of the grammar, if they are asked for.
    grammar: Vec<u64>,
}

impl Campaign {
    fn new(options: &FuzzOptions) -> Result<Campaign, String> {
        let mut judges = Judges {
            states: options.states,
            timeout: Duration::from_secs(options.timeout),
            reduction: options.reduction.into(),
            are_apart: options.apart,
            is_fair: options.fair,
            ..Judges::default()
        };
        if !options.engine.is_empty() {
            let wanted = |name: &String| named(name).ok_or_else(|| format!("there is no engine {name}"));
            judges.engines = options.engine.iter().map(wanted).collect::<Result<_, _>>()?;
        }
        if !options.property.is_empty() {
            let named = |name: &String| Property::from_name(name).ok_or_else(|| format!("there is no property {name}"));
            judges.properties = options.property.iter().map(named).collect::<Result<_, _>>()?;
        }
        let named = |name: &String| Family::from_name(name).ok_or_else(|| format!("there is no family {name}"));
        let mut families = options.family.iter().map(named).collect::<Result<Vec<_>, _>>()?;
        if families.is_empty() {
            families = match options.mode {
                Mode::Random | Mode::Grammar | Mode::Metamorphic | Mode::Split => Family::ALL.to_vec(),
                Mode::Alone => Family::ALONE.to_vec(),
            };
            // A campaign about termination alone needs loops that may not end.
            if judges.properties == [Property::Termination] {
                families.extend([Family::Spins; 20]);
            }
        }
        if options.mode == Mode::Alone
            && let Some(family) =
                families.iter().find(|family| !Family::ALONE.contains(family) && **family != Family::Spins)
        {
            return Err(format!("programs of the family {} have several threads", family.name()));
        }
        let grammar = match options.mode {
            Mode::Grammar => grammar::programs().into_iter().step_by(options.stride.max(1) as usize).collect(),
            Mode::Random | Mode::Alone | Mode::Metamorphic | Mode::Split => Vec::new(),
        };
        Ok(Campaign { options: options.clone(), judges, families, grammar })
    }

    /// The number behind the last program.
    fn end(&self, first: u64) -> u64 {
        match self.options.mode {
            Mode::Random | Mode::Alone | Mode::Metamorphic | Mode::Split => {
                first.saturating_add(self.options.count.unwrap_or(1_000))
            }
            Mode::Grammar => {
                let all = self.grammar.len() as u64;
                self.options.count.map_or(all, |count| first.saturating_add(count).min(all))
            }
        }
    }

    fn draft(&self, index: u64) -> Draft {
        match self.options.mode {
            Mode::Random | Mode::Split => write(self.options.seed, index, &self.families, Threads::Several),
            Mode::Alone => write(self.options.seed, index, &self.families, Threads::One),
            Mode::Metamorphic => {
                let draft = write(self.options.seed, index, &self.families, Threads::Several);
                metamorphic::seasoned(draft, self.options.seed, index)
            }
            Mode::Grammar => self.grammar.get(index as usize).copied().map(grammar::program).unwrap_or_default(),
        }
    }

    /// Judges a range of programs with all jobs; in their order.
    fn round(&self, indices: Range<u64>) -> Result<Vec<Judged>, String> {
        let portions: Vec<Range<u64>> =
            indices.clone().step_by(PORTION as usize).map(|first| first..indices.end.min(first + PORTION)).collect();
        let next = AtomicUsize::new(0);
        let work = || {
            let mut results = Vec::new();
            while let Some(portion) = portions.get(next.fetch_add(1, Ordering::Relaxed)) {
                results.push(self.portion(portion.clone()));
            }
            results
        };
        let results: Vec<Result<Vec<Judged>, String>> = std::thread::scope(|scope| {
            let workers: Vec<_> = (0..self.options.jobs.max(1)).map(|_| scope.spawn(work)).collect();
            let joined = |worker: std::thread::ScopedJoinHandle<'_, _>| {
                worker.join().unwrap_or_else(|_| vec![Err("a thread of the campaign panicked".to_owned())])
            };
            workers.into_iter().flat_map(joined).collect()
        });
        let mut judged: Vec<Judged> =
            results.into_iter().collect::<Result<Vec<_>, _>>()?.into_iter().flatten().collect();
        judged.sort_by_key(|judged| judged.index);
        Ok(judged)
    }

    /// Judges a range of programs in a process of their own, and in another one behind each program that ends it.
    fn portion(&self, indices: Range<u64>) -> Result<Vec<Judged>, String> {
        let mut judged: Vec<Judged> = Vec::new();
        let mut next = indices.start;
        while next < indices.end {
            let fate = self.process(next..indices.end, &mut judged)?;
            next = judged.last().map_or(next, |last| last.index + 1).max(next);
            if next < indices.end {
                let kind = DifferenceKind::Died;
                let difference = Difference { engine: None, property: None, kind, detail: fate };
                let judgement = Judgement { differences: vec![difference.clone()], ..Judgement::default() };
                self.write_finding(next, &self.draft(next), &difference, &judgement)?;
                judged.push(Judged { index: next, judgement });
                next += 1;
            }
        }
        Ok(judged)
    }

    /// Starts a process and collects what it writes; says how it ended.
    fn process(&self, indices: Range<u64>, judged: &mut Vec<Judged>) -> Result<String, String> {
        let cannot = |error: std::io::Error| format!("cannot start another process: {error}");
        let program = std::env::current_exe().map_err(cannot)?;
        let mut child =
            Command::new(program).args(self.arguments(&indices)).stdout(Stdio::piped()).spawn().map_err(cannot)?;
        let output = child.stdout.take().ok_or("a process has no output")?;
        let (line_read, lines) = channel();
        let reader = std::thread::spawn(move || {
            for line in BufReader::new(output).lines().map_while(Result::ok) {
                if line_read.send(line).is_err() {
                    return;
                }
            }
        });
        let mut fate = "its process ended".to_owned();
        loop {
            match lines.recv_timeout(SILENCE) {
                Ok(line) => {
                    let read = serde_json::from_str(&line);
                    judged.push(read.map_err(|error| format!("a process wrote `{line}`: {error}"))?);
                }
                Err(std::sync::mpsc::RecvTimeoutError::Disconnected) => break,
                Err(std::sync::mpsc::RecvTimeoutError::Timeout) => {
                    fate = format!("nothing for {} s", SILENCE.as_secs());
                    child.kill().map_err(cannot)?;
                }
            }
        }
        let status = child.wait().map_err(cannot)?;
        reader.join().map_err(|_| "a thread of the campaign panicked")?;
        Ok(format!("{fate}: {status}"))
    }

    /// The options of a process for a range.
    fn arguments(&self, indices: &Range<u64>) -> Vec<String> {
        let options = &self.options;
        let mut arguments = vec![
            "fuzz".to_owned(),
            "--judge-here".to_owned(),
            format!("--mode={}", self.mode()),
            format!("--seed={}", options.seed),
            format!("--start={}", indices.start),
            format!("--count={}", indices.end - indices.start),
            format!("--states={}", options.states),
            format!("--timeout={}", options.timeout),
            format!("--stride={}", options.stride),
            format!("--changed={}", options.changed),
        ];
        let reduction = options.reduction.to_possible_value();
        arguments.extend(reduction.map(|value| format!("--reduction={}", value.get_name())));
        arguments.extend(options.apart.then(|| "--apart".to_owned()));
        arguments.extend(options.fair.then(|| "--fair".to_owned()));
        arguments.extend(options.engine.iter().map(|name| format!("--engine={name}")));
        arguments.extend(options.property.iter().map(|name| format!("--property={name}")));
        arguments.extend(options.family.iter().map(|name| format!("--family={name}")));
        arguments.extend(options.findings.iter().map(|folder| format!("--findings={}", folder.display())));
        arguments.extend(options.keep_large.then(|| "--keep-large".to_owned()));
        arguments
    }

    /// Judges a range of programs in this process, with limited memory.
    fn judge_here(&self) -> Result<bool, String> {
        let limit = getrlimit(Resource::As);
        let current = Some(limit.current.unwrap_or(u64::MAX).min(MEMORY_BYTES));
        setrlimit(Resource::As, Rlimit { current, ..limit }).map_err(|error| error.to_string())?;
        let first = self.options.start.unwrap_or_default();
        let judges = Judges { expanded: self.expand(first..self.end(first)), ..self.judges.clone() };
        for index in first..self.end(first) {
            let judgement = self.judge(index, &self.draft(index), &judges);
            for difference in distinct(&judgement.differences) {
                let path = self.record(index, difference)?;
                eprintln!("{} {index}: {difference}\n  in {}", self.stem(), path.display());
            }
            let line = serde_json::to_string(&Judged { index, judgement }).map_err(|error| error.to_string())?;
            writeln!(std::io::stdout(), "{line}").map_err(|error| error.to_string())?;
        }
        Ok(true)
    }

    /// The texts that a range of programs is about, preprocessed at once.
    fn expand(&self, indices: Range<u64>) -> Expanded {
        if !matches!(self.options.mode, Mode::Random | Mode::Alone) {
            return Expanded::default();
        }
        let texts = indices.flat_map(|index| {
            let draft = self.draft(index);
            let change = |turn| metamorphic::one_change(&draft, self.options.seed, turn);
            let changed = self.turn(index).and_then(change).map(|(_, text)| text);
            [c_text(&draft)].into_iter().chain(changed)
        });
        Expanded::of(&texts.collect::<Vec<_>>())
    }

    /// Which change a program gets, by its turn; `None` if it gets none.
    fn turn(&self, index: u64) -> Option<u64> {
        let one_of = match self.options.mode {
            Mode::Random | Mode::Alone => self.options.changed,
            Mode::Grammar => CHANGED_OF_GRAMMAR,
            Mode::Metamorphic | Mode::Split => 0,
        };
        (one_of > 0 && index.is_multiple_of(one_of)).then(|| index / one_of)
    }

    /// Judges a program. Some random ones, and some of the grammar, also get one change that changes nothing, in turn.
    fn judge(&self, index: u64, draft: &Draft, judges: &Judges) -> Judgement {
        match self.options.mode {
            Mode::Random | Mode::Alone | Mode::Grammar => {}
            Mode::Metamorphic => return metamorphic::judge(draft, self.options.seed, judges),
            Mode::Split => return split::judge(draft, self.options.seed, index, judges),
        }
        let mut judgement = judge(&c_text(draft), bounds_inputs(draft), judges);
        if let Some(turn) = self.turn(index) {
            metamorphic::judge_one_change(draft, self.options.seed, turn, judges, &mut judgement);
        }
        judgement
    }

    /// What a program is aimed at; those of the grammar are aimed at nothing.
    fn aim(&self, index: u64) -> Option<Property> {
        match self.options.mode {
            Mode::Random | Mode::Metamorphic | Mode::Split => Some(aim(index, Threads::Several)),
            Mode::Alone => Some(aim(index, Threads::One)),
            Mode::Grammar => None,
        }
    }

    /// Shrinks a program with a difference and writes it as a case.
    fn record(&self, index: u64, difference: &Difference) -> Result<PathBuf, String> {
        let mut draft = self.draft(index);
        let is_worth_it = difference.kind != DifferenceKind::Unsteady && !self.options.keep_large;
        // The misuse of locks decides whether an answer about deadlocks counts.
        let asked = |property| match property {
            Property::Deadlock => vec![property, Property::Locks],
            _ => vec![property],
        };
        let judges = Judges {
            engines: difference.engine.iter().filter_map(|name| named(name)).collect(),
            properties: difference.property.map_or(self.judges.properties.clone(), asked),
            ..self.judges.clone()
        };
        let mut differs = |draft: &Draft| {
            let found = self.judge(index, draft, &judges);
            found.differences.iter().any(|found| found.is_like(difference))
        };
        if is_worth_it && differs(&draft) {
            draft = shrink(&draft, &mut differs);
        }
        let judgement = self.judge(index, &draft, &judges);
        let difference = judgement.differences.iter().find(|found| found.is_like(difference)).unwrap_or(difference);
        self.write_finding(index, &draft, difference, &judgement)
    }

    fn write_finding(
        &self,
        index: u64,
        draft: &Draft,
        difference: &Difference,
        judgement: &Judgement,
    ) -> Result<PathBuf, String> {
        let property = difference.property.map_or("any", Property::name);
        let name = format!("{}_{index}_{}_{property}", self.stem(), difference.kind.name());
        let origin = format!("cargo xtask fuzz --mode {} --seed {} --show {index}", self.mode(), self.options.seed);
        let folder = self.options.findings.clone().unwrap_or_else(|| repository().join("tests/corpus/fuzz"));
        write_case(&folder, &name.replace('-', "_"), &case_text(&c_text(draft), difference, judgement, &origin))
    }

    fn show(&self, index: u64) {
        let draft = self.draft(index);
        let text = c_text(&draft);
        print!("{text}");
        show(&self.judge(index, &draft, &self.judges));
    }

    fn mode(&self) -> &'static str {
        match self.options.mode {
            Mode::Random => "random",
            Mode::Alone => "alone",
            Mode::Grammar => "grammar",
            Mode::Metamorphic => "metamorphic",
            Mode::Split => "split",
        }
    }

    fn stem(&self) -> String {
        format!("{}_{}", self.mode(), self.options.seed)
    }

    fn state_path(&self) -> PathBuf {
        let named = self.options.state.clone();
        named.unwrap_or_else(|| repository().join("target/fuzz").join(format!("{}.json", self.stem())))
    }

    fn read_state(&self) -> Result<Counts, String> {
        let path = self.state_path();
        match std::fs::read_to_string(&path) {
            Ok(text) => serde_json::from_str(&text)
                .map_err(|error| format!("{} is no state of a campaign ({error}): remove it", path.display())),
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => Ok(Counts::default()),
            Err(error) => Err(format!("cannot read {}: {error}", path.display())),
        }
    }

    /// The new state replaces the old one at once: a campaign may be stopped at any time.
    fn write_state(&self, counts: &Counts) -> Result<(), String> {
        let path = self.state_path();
        let cannot = |error: std::io::Error| format!("cannot write {}: {error}", path.display());
        if let Some(folder) = path.parent() {
            std::fs::create_dir_all(folder).map_err(cannot)?;
        }
        let text = serde_json::to_string_pretty(counts).map_err(|error| error.to_string())?;
        let fresh = path.with_extension("new");
        std::fs::write(&fresh, text).map_err(cannot)?;
        std::fs::rename(&fresh, &path).map_err(cannot)
    }
}

/// Prints a judgement behind a program, as comments.
fn show(judgement: &Judgement) {
    let says = |said: &BTreeMap<Property, Says>| {
        said.iter().map(|(property, says)| format!(" {property} {says:?}")).collect::<String>()
    };
    println!("// reference:{}, {} states", says(&judgement.reference), judgement.states);
    for (engine, said) in &judgement.engines {
        println!("// {engine}:{}", says(said));
    }
    for reason in judgement.reference_reason.iter().chain(judgement.engine_reasons.values()) {
        println!("// unknown: {reason}");
    }
    for difference in &judgement.differences {
        println!("// {difference}");
    }
}

/// The one with a name: an engine, or the default command.
fn named(name: &str) -> Option<&'static dyn Engine> {
    match name {
        portfolio::NAME => Some(&AUTO),
        _ => engine_named(name),
    }
}
