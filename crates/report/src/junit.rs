//! JUnit XML, as test dashboards read it: a suite for each file, a case for each property.
//!
//! A violated property is a failure with its trace as the text; an open one was skipped, with the reason; a file that cannot
//! be read and a bug of ours are errors.

use std::time::Duration;

use quick_junit::{NonSuccessKind, Report, TestCase, TestCaseStatus, TestSuite};
use raddle_scan::Scan;
use raddle_verify::verdict::{Outcome, Reason, Verdict};

use crate::diagnostic::{Diagnostic, Level};
use crate::finding;
use crate::json::FileReport;
use crate::style::Style;
use crate::text::{self, Detail};

/// A document, file by file.
#[derive(Debug)]
pub struct Junit {
    report: Report,
}

impl Default for Junit {
    fn default() -> Self {
        Junit { report: Report::new("raddle") }
    }
}

impl Junit {
    /// Takes in what is said about a file.
    pub fn add(&mut self, file: &FileReport<'_>) {
        let mut suite = TestSuite::new(file.file);
        suite.set_time(Duration::try_from_secs_f64(file.resources.wall_seconds).unwrap_or_default());
        for outcome in &file.answers.outcomes {
            let mut case = TestCase::new(outcome.property.name(), status(outcome, file));
            case.set_classname(file.file);
            suite.add_test_case(case);
        }
        if file.answers.outcomes.is_empty() {
            let mut status = TestCaseStatus::non_success(NonSuccessKind::Error);
            status.set_message(file.reason.unwrap_or("the file cannot be read"));
            let mut case = TestCase::new("read", status);
            case.set_classname(file.file);
            suite.add_test_case(case);
        }
        if !file.diagnostics.is_empty() {
            // Readers of the format leave out what is blank around a text.
            suite.set_system_err(rendered(&file.diagnostics).trim());
        }
        if !file.assumptions.is_empty() {
            suite.set_system_out(format!("assumptions\n{}", file.assumptions.join("\n")));
        }
        self.report.add_test_suite(suite);
    }

    /// Takes in what a scan found in a program: a suite, in which each finding is a case that failed.
    pub fn add_scan(&mut self, program: &str, scan: &Scan, messages: &[Diagnostic]) {
        let mut suite = TestSuite::new(program);
        let mut n_cases = 0;
        for finding in finding::of_scan(scan) {
            let mut status = TestCaseStatus::non_success(NonSuccessKind::Failure);
            let related =
                finding.related.iter().map(|it| format!("{}:{}: {}", it.place.file, it.place.line, it.message));
            status.set_type(finding.level.word()).set_message(finding.message);
            status.set_description(related.collect::<Vec<_>>().join("\n"));
            let mut case = TestCase::new(format!("{} {}", finding.rule, finding.subject), status);
            case.set_classname(program);
            suite.add_test_case(case);
            n_cases += 1;
        }
        if n_cases == 0 {
            let mut case = TestCase::new("scan", TestCaseStatus::success());
            case.set_classname(program);
            suite.add_test_case(case);
        }
        if !messages.is_empty() {
            suite.set_system_err(rendered(messages).trim());
        }
        let assumed = scan.coverage.assumptions.iter();
        let assumed = assumed.map(|it| format!("{} ({}:{})", it.what, it.place.file, it.place.line));
        let assumed: Vec<String> = assumed.collect();
        if !assumed.is_empty() {
            suite.set_system_out(format!("assumptions\n{}", assumed.join("\n")));
        }
        self.report.add_test_suite(suite);
    }

    /// Takes in messages about a program that could not be scanned.
    pub fn add_messages(&mut self, program: &str, messages: &[Diagnostic]) {
        let mut suite = TestSuite::new(program);
        let mut status = TestCaseStatus::non_success(NonSuccessKind::Error);
        let first = messages.iter().find(|message| message.level == Level::Error).or(messages.first());
        status.set_message(first.map_or("it cannot be read", |message| &message.message));
        let mut case = TestCase::new("read", status);
        case.set_classname(program);
        suite.add_test_case(case);
        suite.set_system_err(rendered(messages).trim());
        self.report.add_test_suite(suite);
    }

    /// Takes in what another document of this tool says.
    ///
    /// # Errors
    /// If it is none.
    pub fn absorb(&mut self, document: &str) -> Result<(), String> {
        let other = Report::deserialize_from_str(document).map_err(|error| error.to_string())?;
        self.report.add_test_suites(other.test_suites);
        Ok(())
    }

    /// The document.
    ///
    /// # Errors
    /// If it cannot be written as XML.
    pub fn document(self) -> Result<String, String> {
        self.report.to_string().map_err(|error| error.to_string())
    }
}

fn rendered(messages: &[Diagnostic]) -> String {
    messages.iter().map(|message| message.rendered.as_str()).collect()
}

fn status(outcome: &Outcome, file: &FileReport<'_>) -> TestCaseStatus {
    let why = crate::table::why(outcome, file.source);
    match &outcome.verdict {
        Verdict::Safe(_) => TestCaseStatus::success(),
        Verdict::Unsafe(trace) => {
            let mut status = TestCaseStatus::non_success(NonSuccessKind::Failure);
            status.set_type("UNSAFE").set_message(why);
            // Readers of the format leave out what is blank around a text.
            status.set_description(text::trace(trace, file.source, Detail::Shared, Style::PLAIN).trim());
            status
        }
        Verdict::Unknown(Reason::Internal { .. } | Reason::NotConfirmed { .. }) => {
            let mut status = TestCaseStatus::non_success(NonSuccessKind::Error);
            status.set_type("UNKNOWN").set_message(why);
            status
        }
        Verdict::Unknown(_) => {
            let mut status = TestCaseStatus::skipped();
            status.set_message(why);
            status
        }
    }
}
