//! What `raddle scan` lists, against the races that `explicit` finds in the corpus: no race is missing from the list.

use raddle_cfront::preprocess::PreprocessOptions;
use raddle_cli::confirm::finding_of;
use raddle_cli::engines::EXPLICIT;
use raddle_cli::front::{Front, Target, past_obstacles};
use raddle_program::property::Property;
use raddle_tests::case::{Case, Truth, programs};
use raddle_verify::context::{Cancellation, Context, Silent};
use raddle_verify::pipeline::decide;
use raddle_verify::task::Task;
use raddle_verify::verdict::{Reason, Verdict};
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

/// How long `explicit` looks for a race.
const BUDGET: Duration = Duration::from_secs(2);

/// What became of a case.
enum Compared {
    NoRaceFound,
    Listed,
    Missing(String),
}

fn compare(case: &Case) -> Compared {
    let preprocess = PreprocessOptions { data_model: case.data_model, ..PreprocessOptions::default() };
    let target = Target {
        arguments: case.arguments,
        callers: case.callers.clone().map(Arc::new),
        externals: case.externals,
        ..Target::new(&case.path, preprocess).with(&case.others)
    };
    let front = Front::read(&target).expect("a case can be read");
    let task = Task {
        program: raddle_analysis::analyzed_program::AnalyzedProgram::new(front.shared_program()),
        properties: vec![Property::DataRace],
        error_functions: None,
        file: case.name.clone(),
    };
    let cancellation = Cancellation::new();
    let (done, waits) = std::sync::mpsc::channel::<()>();
    let answers = std::thread::scope(|scope| {
        let watched = cancellation.clone();
        scope.spawn(move || {
            if waits.recv_timeout(BUDGET) == Err(std::sync::mpsc::RecvTimeoutError::Timeout) {
                watched.cancel(Reason::Timeout { limit: BUDGET });
            }
        });
        let mut cx = Context::new(cancellation, Arc::new(Silent));
        let answers = decide(&task, EXPLICIT, &front.replayer(), &mut cx);
        drop(done);
        answers
    });
    let Some(Verdict::Unsafe(trace)) = answers.outcomes.into_iter().next().map(|outcome| outcome.verdict) else {
        return Compared::NoRaceFound;
    };
    let scan = raddle_scan::scan(past_obstacles(front.unit()));
    match finding_of(&scan.races, &trace) {
        Some(_) => Compared::Listed,
        // Cleanup routines and destructors are not followed, which the scan says.
        None if scan.coverage.misses_accesses => Compared::Listed,
        // What texts of library functions alone access has a name for people: "static data of strtok", "environment".
        None if front.unit().source.place(trace.violation.span).file.starts_with("<raddle>/")
            && scan.races.iter().any(|finding| {
                let name = finding.object.to_string();
                name.starts_with("static data of") || name == "environment"
            }) =>
        {
            Compared::Listed
        }
        None => {
            let raced = &trace.violation.message;
            let listed: Vec<String> =
                scan.races.iter().map(|finding| format!("{}{}", finding.object, finding.member)).collect();
            Compared::Missing(format!(
                "{}: {raced} at {} is not among {listed:?}",
                case.name,
                front.unit().source.place(trace.violation.span)
            ))
        }
    }
}

#[test]
fn a_race_that_an_engine_finds_is_listed() {
    let corpus = Path::new(env!("CARGO_MANIFEST_DIR")).join("corpus");
    let cases: Vec<Case> = programs(&corpus).iter().filter_map(|path| Case::read(path, &corpus).ok()).collect();
    let is_racy = |case: &&Case| case.truths.get(&Property::DataRace) == Some(&Truth::Unsafe);
    let racy: Vec<&Case> = cases.iter().filter(is_racy).collect();
    let (mut listed, mut missing) = (0, Vec::new());
    for case in &racy {
        match compare(case) {
            Compared::NoRaceFound => {}
            Compared::Listed => listed += 1,
            Compared::Missing(what) => missing.push(what),
        }
    }
    println!(
        "{} programs with races; explicit finds {} of them, and the scan lists {listed}",
        racy.len(),
        listed + missing.len()
    );
    assert!(missing.is_empty(), "{}", missing.join("\n"));
    assert!(listed > 0, "the corpus has races");
}
