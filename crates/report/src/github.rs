//! Workflow commands of GitHub: violations and errors at their lines, warnings and notes as what they are, open questions as warnings of
//! the file, and the assumptions as a group of lines in the log.

use raddle_scan::{Assumption, Scan};
use raddle_verify::verdict::Verdict;

use crate::diagnostic::{Diagnostic, Level};
use crate::escape::escape;
use crate::finding::{self, Finding};
use crate::json::FileReport;
use crate::table::why;

/// One command a line for what is wrong or open in a file.
pub fn commands(report: &FileReport<'_>) -> String {
    let mut text = String::new();
    let findings = finding::of_report(report);
    findings.iter().for_each(|finding| text.push_str(&command(finding, report.file)));
    for outcome in &report.answers.outcomes {
        if let Verdict::Unknown(_) = &outcome.verdict {
            let (file, title) = (property(report.file), property(&format!("raddle: {}", outcome.property)));
            text.push_str(&format!("::warning file={file},title={title}::{}\n", data(&why(outcome, report.source))));
        }
    }
    let is_said = findings.iter().any(|finding| finding.level == Level::Error);
    if report.answers.outcomes.is_empty() && !is_said {
        let (file, message) = (property(report.file), data(report.reason.unwrap_or("the file cannot be read")));
        text.push_str(&format!("::error file={file},title=raddle::{message}\n"));
    }
    let assumptions: Vec<String> = report.assumptions.iter().map(|it| escape(it)).collect();
    text + &group(&assumptions)
}

/// One command a line for what a scan found.
pub fn of_scan(program: &str, scan: &Scan) -> String {
    let commands: String = finding::of_scan(scan).iter().map(|finding| command(finding, program)).collect();
    let said = |Assumption { what, place, .. }: &Assumption| escape(&format!("{what} ({}:{})", place.file, place.line));
    let assumptions: Vec<String> = scan.coverage.assumptions.iter().map(said).collect();
    commands + &group(&assumptions)
}

/// One command a line for messages about a program.
pub fn of_messages(program: &str, messages: &[Diagnostic]) -> String {
    messages.iter().map(|message| command(&finding::of_diagnostic(message), program)).collect()
}

fn group(assumptions: &[String]) -> String {
    match assumptions {
        [] => String::new(),
        some => format!("::group::assumptions of raddle\n{}\n::endgroup::\n", some.join("\n")),
    }
}

fn command(finding: &Finding<'_>, file: &str) -> String {
    let name = match finding.level {
        Level::Error => "error",
        Level::Warning => "warning",
        Level::Note => "notice",
    };
    let at = match &finding.place {
        Some(place) => {
            let end = if (place.end_line, place.end_column) > (place.line, place.column) {
                format!(",endLine={},endColumn={}", place.end_line, place.end_column)
            } else {
                String::new()
            };
            format!("file={},line={},col={}{end}", property(&place.file), place.line, place.column)
        }
        None => format!("file={}", property(file)),
    };
    let related =
        finding.related.iter().map(|it| format!("\n{}:{}: {}", it.place.file, it.place.line, escape(&it.message)));
    let message: String = std::iter::once(finding.message.clone()).chain(related).collect();
    format!("::{name} {at},title={}::{}\n", property(&format!("raddle: {}", finding.rule)), data(&message))
}

/// The text behind `::`.
fn data(text: &str) -> String {
    text.replace('%', "%25").replace('\r', "%0D").replace('\n', "%0A")
}

/// The value of a property of a command.
fn property(text: &str) -> String {
    data(text).replace(':', "%3A").replace(',', "%2C")
}
