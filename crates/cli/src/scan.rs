//! `raddle scan`: what programs share, what protects it, and what may race.

use raddle_report::escape::escape;
use raddle_report::scan::Shown;
use std::ffi::OsString;
use std::path::PathBuf;
use std::time::Instant;

use crate::baseline::Baseline;
use crate::confirm::{Scanned, scanned};
use crate::exit::{Exit, of_reason};
use crate::front::{Input, Unreadable, program_name};
use crate::options::{ScanFormat, ScanOptions};
use crate::output::{self, Written};
use crate::programs::Programs;
use crate::supervise::{Ended, Limits, Supervisor};

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
    let mut worst = if programs.is_incomplete { Exit::Input } else { Exit::Safe };
    let mut supervisor = Supervisor::new(Limits { timeout: options.timeout, memory: None });
    for (number, files) in programs.all.iter().enumerate() {
        let name = program_name(files);
        let mut found = match scan_one(files, &input, options, &mut supervisor) {
            Ok(found) => found,
            Err((why, exit)) => {
                output::message(&format!("error: {}: {why}", escape(&name)));
                worst = worst.min(exit);
                continue;
            }
        };
        found.diagnostics.iter().for_each(|diagnostic| output::message(diagnostic));
        // As data, all findings are listed: the next baseline.
        let all = (options.format == ScanFormat::Json).then(|| found.scan.clone());
        let known = baseline.as_ref().map(|baseline| baseline.drop_known(&mut found.scan));
        let Scanned { scan, source, ends, library, .. } = &found;
        if !scan.races.is_empty() || !scan.deadlocks.is_empty() {
            worst = worst.min(if known.is_some() { Exit::Unsafe } else { Exit::Unknown });
        }
        let text = match options.format {
            ScanFormat::Human => {
                let shown = Shown { source, style: output::answer_style(), ends, library: library.as_deref(), known };
                let text = raddle_report::scan::text(&name, scan, Some(&shown), options.verbose);
                if number == 0 { text } else { format!("\n{text}") }
            }
            ScanFormat::Json => {
                let is_known = |fingerprint: &str| baseline.as_ref().map(|it| it.contains(fingerprint));
                raddle_report::scan::json(&name, all.as_ref().unwrap_or(scan), library.as_deref(), &is_known)
            }
        };
        match output::answer(&text) {
            Written::Whole => {}
            Written::NobodyReads => return worst,
            Written::Failed(why) => {
                output::message(&format!("error: the findings cannot be written: {why}"));
                return worst.min(Exit::Output);
            }
        }
    }
    worst
}

/// Scans one program; or says, escaped, why not, and how the command ends then.
fn scan_one(
    files: &[PathBuf],
    input: &Input,
    options: &ScanOptions,
    supervisor: &mut Supervisor<Answer>,
) -> Result<Scanned, (String, Exit)> {
    let target = input.resolve(files).map_err(|why| (escape(&why), Exit::Input))?;
    let end = options.timeout.and_then(|time| Instant::now().checked_add(time));
    let confirm = options.confirm;
    let ended = supervisor.run(move |cancellation| scanned(&target, confirm, end, &cancellation));
    match ended {
        Ended::Answered(Ok(found)) => Ok(found),
        Ended::Answered(Err(Unreadable { why, diagnostics })) => {
            diagnostics.iter().for_each(|diagnostic| output::message(diagnostic));
            Err((escape(&why), Exit::Input))
        }
        Ended::Unanswered(reason) => {
            let exit = of_reason(&reason);
            Err((escape(&reason.to_string()), exit))
        }
    }
}
