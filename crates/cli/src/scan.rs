//! `raddle scan`: what programs share, what protects it, and what may race.

use raddle_report::diagnostic::{Diagnostic, Level, Rule};
use raddle_report::escape::escape;
use raddle_report::github;
use raddle_report::junit::Junit;
use raddle_report::sarif::Sarif;
use raddle_report::scan::Shown;
use raddle_report::style::Style;
use raddle_scan::Scan;
use std::ffi::OsString;
use std::path::PathBuf;
use std::time::Instant;

use crate::baseline::Baseline;
use crate::check::documents::working_folder;
use crate::confirm::{Scanned, scanned};
use crate::exit::{Exit, of_reason};
use crate::front::{Input, Unreadable, program_name};
use crate::options::{ScanFormat, ScanOptions};
use crate::output::{self, Written};
use crate::outputs::{Document, Outputs};
use crate::programs::Programs;
use crate::supervise::{Ended, Limits, Supervisor};

/// Why a program is not scanned, the messages about it, and how the command ends then.
type Refusal = (String, Vec<Diagnostic>, Exit);

/// What the thread of a scan gives.
type Answer = Result<Scanned, Unreadable>;

/// Scans every program and writes what is found. Exit status: 0 if nothing may race, 5 if something may, 124 if a scan ran out of time, 3
/// if a program cannot be read; the worst of several programs.
pub fn scan(options: &ScanOptions, arguments: &[OsString]) -> Exit {
    let asked = Input::from_options(&options.source, output::message_has_colour())
        .and_then(|mut input| Programs::named(&options.programs, &[], &mut input, arguments).map(|it| (input, it)));
    let (input, programs) = match asked {
        Ok(asked) => asked,
        Err(why) => {
            output::message(&format!("error: {}\n\nFor more information, try 'raddle scan --help'.", escape(&why)));
            return Exit::Usage;
        }
    };
    let baseline = match options.baseline.as_deref().map(Baseline::read).transpose() {
        Ok(baseline) => baseline,
        Err(why) => {
            output::message(&format!("error: {}", escape(&why)));
            return Exit::Usage;
        }
    };
    let make = |&format: &ScanFormat| Findings::new(format, options.verbose, Style::PLAIN);
    let mut outputs = match Outputs::new(&options.output, None, &programs.all, make) {
        Ok(outputs) => outputs,
        Err((why, exit)) => {
            output::message(&format!("error: {why}"));
            return exit;
        }
    };
    let mut answers = Findings::new(options.format, options.verbose, output::answer_style());
    let mut worst = if programs.problems.is_empty() { Exit::Safe } else { Exit::Input };
    if !programs.problems.is_empty() {
        let name =
            options.source.project.as_deref().map_or_else(String::new, |path| path.to_string_lossy().into_owned());
        outputs.take(|_, findings| findings.refuse(&name, &programs.problems));
        worst = worst.min(write(&answers.refuse(&name, &programs.problems)).unwrap_or(Exit::Safe));
    }
    let mut supervisor = Supervisor::new(Limits { timeout: options.timeout, memory: None });
    for files in &programs.all {
        let name = program_name(files);
        let text = match scan_one(files, &input, options, &mut supervisor) {
            Ok(mut found) => {
                if found.callers.is_some() {
                    found.diagnostics.iter().for_each(|message| output::message(&message.shown));
                }
                let all = found.scan.clone();
                let known = baseline.as_ref().map(|baseline| baseline.drop_known(&mut found.scan));
                if !found.scan.races.is_empty() || !found.scan.deadlocks.is_empty() {
                    worst = worst.min(if known.is_some() { Exit::Unsafe } else { Exit::Unknown });
                }
                let compared = Compared { all: &all, found: &found, known, baseline: baseline.as_ref() };
                outputs.take(|_, findings| findings.take(&name, &compared));
                answers.take(&name, &compared)
            }
            Err((why, mut messages, exit)) => {
                messages.iter().for_each(|message| output::message(&message.shown));
                output::message(&format!("error: {}: {}", escape(&name), escape(&why)));
                worst = worst.min(exit);
                if !messages.iter().any(|message| message.level == Level::Error) {
                    messages.push(Diagnostic::new(Rule::Input, Level::Error, &why));
                }
                outputs.take(|_, findings| findings.refuse(&name, &messages));
                answers.refuse(&name, &messages)
            }
        };
        if let Some(exit) = write(&text) {
            return worst.min(exit).min(outputs.write());
        }
    }
    worst = worst.min(outputs.write());
    worst.min(write(&answers.end()).unwrap_or(Exit::Safe))
}

/// Writes a part of the answer; if no more is to be written, how the command ends.
fn write(text: &str) -> Option<Exit> {
    match output::answer(text) {
        Written::Whole => None,
        Written::NobodyReads => Some(Exit::Safe),
        Written::Failed(why) => {
            output::message(&format!("error: the findings cannot be written: {why}"));
            Some(Exit::Output)
        }
    }
}

/// What a scan of a program found, beside what an earlier one had found.
struct Compared<'a> {
    /// All findings.
    all: &'a Scan,
    /// The program, with the new findings alone.
    found: &'a Scanned,
    /// How many the earlier scan had, if there was one.
    known: Option<usize>,
    baseline: Option<&'a Baseline>,
}

/// What scans find, in one form.
enum Findings {
    Human { is_verbose: bool, n_programs: usize, style: Style },
    Json,
    Github,
    Sarif(Sarif),
    Junit(Junit),
}

impl Findings {
    fn new(format: ScanFormat, is_verbose: bool, style: Style) -> Findings {
        match format {
            ScanFormat::Human => Findings::Human { is_verbose, n_programs: 0, style },
            ScanFormat::Json => Findings::Json,
            ScanFormat::Github => Findings::Github,
            ScanFormat::Sarif => Findings::Sarif(Sarif::new("scan", &working_folder())),
            ScanFormat::Junit => Findings::Junit(Junit::default()),
        }
    }

    /// What is to be written at once about a program.
    fn take(&mut self, name: &str, compared: &Compared<'_>) -> String {
        let Compared { all, found, known, baseline } = *compared;
        let Scanned { scan, source, ends, callers, diagnostics } = found;
        match self {
            Findings::Human { is_verbose, n_programs, style } => {
                *n_programs += 1;
                let shown = Shown { source, style: *style, ends, callers: callers.as_deref(), known };
                let text = raddle_report::scan::text(name, scan, Some(&shown), *is_verbose);
                return if *n_programs == 1 { text } else { format!("\n{text}") };
            }
            // As data, all findings are listed: the next baseline.
            Findings::Json => {
                let is_known = |whole: &str, single: &str| baseline.map(|it| it.contains(whole, single));
                return raddle_report::scan::json(name, all, callers.as_deref(), &is_known, diagnostics);
            }
            Findings::Github => return github::of_messages(name, diagnostics) + &github::of_scan(name, scan),
            Findings::Sarif(sarif) => sarif.add_scan(name, scan, diagnostics),
            Findings::Junit(junit) => junit.add_scan(name, scan, diagnostics),
        }
        String::new()
    }

    /// What is to be written at once about a program that could not be scanned, beside messages on standard error.
    fn refuse(&mut self, name: &str, messages: &[Diagnostic]) -> String {
        match self {
            Findings::Human { .. } => {}
            Findings::Json => return raddle_report::scan::json_of_messages(name, messages),
            Findings::Github => return github::of_messages(name, messages),
            Findings::Sarif(sarif) => sarif.add_messages(name, messages),
            Findings::Junit(junit) => junit.add_messages(name, messages),
        }
        String::new()
    }
}

impl Document for Findings {
    fn end(self) -> String {
        match self {
            Findings::Human { .. } | Findings::Json | Findings::Github => String::new(),
            Findings::Sarif(sarif) => sarif.document(env!("CARGO_PKG_VERSION")) + "\n",
            Findings::Junit(junit) => match junit.document() {
                Ok(document) => document,
                Err(error) => panic!("findings can be written as XML: {error}"),
            },
        }
    }
}

/// Scans one program; or says why not, and how the command ends then.
fn scan_one(
    files: &[PathBuf],
    input: &Input,
    options: &ScanOptions,
    supervisor: &mut Supervisor<Answer>,
) -> Result<Scanned, Refusal> {
    let target = input.resolve(files).map_err(|why| (why, Vec::new(), Exit::Input))?;
    let end = options.timeout.and_then(|time| Instant::now().checked_add(time));
    let confirm = options.confirm.filter(|time| !time.is_zero());
    match supervisor.run(move |cancellation| scanned(&target, confirm, end, &cancellation)) {
        Ended::Answered(Ok(found)) => Ok(found),
        Ended::Answered(Err(Unreadable { why, diagnostics })) => Err((why, diagnostics, Exit::Input)),
        Ended::Unanswered(reason) => {
            let exit = of_reason(&reason);
            Err((reason.to_string(), Vec::new(), exit))
        }
    }
}
