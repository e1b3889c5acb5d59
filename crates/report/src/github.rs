//! Workflow commands of GitHub: violations as errors at their lines, open questions as warnings of the file, messages of the front
//! end as what they are.

use raddle_verify::verdict::Verdict;

use crate::diagnostic::{Parts, parts};
use crate::json::FileReport;
use crate::table::why;

/// One command a line for what is wrong or open in a file, then the verdict.
pub fn commands(report: &FileReport<'_>) -> String {
    let mut text = String::new();
    for outcome in &report.answers.outcomes {
        let message = data(&why(outcome, report.source));
        let title = property(&format!("raddle: {}", outcome.property));
        match &outcome.verdict {
            Verdict::Safe(_) => {}
            Verdict::Unsafe(trace) => {
                let place = report.source.place(trace.violation.span);
                let (file, line, column) = (property(&place.file), place.line, place.column);
                text.push_str(&format!("::error file={file},line={line},col={column},title={title}::{message}\n"));
            }
            Verdict::Unknown(_) => {
                let file = property(report.file);
                text.push_str(&format!("::warning file={file},title={title}::{message}\n"));
            }
        }
    }
    if report.answers.outcomes.is_empty() {
        let (file, message) = (property(report.file), data(report.reason.unwrap_or("the file cannot be read")));
        text.push_str(&format!("::error file={file},title=raddle::{message}\n"));
    }
    for rendered in report.diagnostics {
        let Parts { level, message, place } = parts(rendered);
        let at = match place {
            Some((file, line, column)) => format!("file={},line={line},col={column}", property(file)),
            None => format!("file={}", property(report.file)),
        };
        text.push_str(&format!("::{level} {at},title=raddle::{}\n", data(message)));
    }
    text
}

/// The text behind `::`.
fn data(text: &str) -> String {
    text.replace('%', "%25").replace('\r', "%0D").replace('\n', "%0A")
}

/// The value of a property of a command.
fn property(text: &str) -> String {
    data(text).replace(':', "%3A").replace(',', "%2C")
}
