//! What `raddle sequentialize` writes has the verdict of what it is made from: the text is read again and decided by engines that know
//! nothing of where it comes from, `explicit` (which ends) and `bmc` at a bound (which finds violations).
//!
//! A sample of the corpus, so that it stays fast; `RADDLE_ALL=1` takes all of it. The programs of others, where they are there, are
//! translated and compiled.

use raddle_analysis::analyzed_program::AnalyzedProgram;
use raddle_analysis::reduction::Reduction;
use raddle_cfront::preprocess::PreprocessOptions;
use raddle_cli::engines::engine_named;
use raddle_cli::front::{Front, Target};
use raddle_horn::sequentialize::lazy_c;
use raddle_program::property::Property;
use raddle_tests::case::{Case, Truth, programs};
use raddle_tests::sample::{is_chosen, is_everything, number_of};
use raddle_tests::shared;
use raddle_verify::context::{Cancellation, Context, Silent};
use raddle_verify::pipeline::decide;
use raddle_verify::task::Task;
use raddle_verify::verdict::{Reason, Verdict};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::Arc;

/// How often an engine may ask whether to go on, with one text.
const STEPS: u64 = 60_000;

/// The share of texts that are decided, in percent.
const DECIDED: usize = 75;

/// One program of so many is in the sample.
const SAMPLED: u32 = 7;

fn front(path: &Path, case: &Case) -> Front {
    let preprocess = PreprocessOptions { data_model: case.data_model, ..PreprocessOptions::default() };
    let others = if path == case.path { &case.others[..] } else { &[] };
    match Front::read(&Target {
        arguments: case.arguments,
        callers: case.callers.clone().map(Arc::new),
        externals: case.externals,
        ..Target::new(path, preprocess).with(others)
    }) {
        Ok(front) => front,
        Err(unreadable) => {
            let text = std::fs::read_to_string(path).unwrap_or_default();
            panic!("{}: {}\n{text}", case.name, unreadable.text())
        }
    }
}

/// What an engine says of assertions.
fn asked(front: &Front, engine: &str) -> Verdict {
    let task = Task {
        program: AnalyzedProgram::new(front.program.clone()),
        properties: vec![Property::Assertions],
        error_functions: None,
        file: "sequential.c".to_owned(),
    };
    let mut cx = Context::new(Cancellation::new().with_steps(STEPS), Arc::new(Silent));
    cx.options.reduction = Reduction::None;
    cx.options.bmc.unwind = Some(4);
    let engine = engine_named(engine).expect("the engine is there");
    decide(&task, engine, &front.replayer(), &mut cx).outcomes.remove(0).verdict
}

/// What a text calls where it does not express the program.
const NOT_EXPRESSED: &str = "__raddle_unsupported";

/// Whether the text has the verdict of the program, as far as that was found out. `None` where the text itself says that it does not
/// express the program: a wait inside of an atomic section, for instance.
fn is_decided(case: &Case, truth: Truth, reduction: Reduction) -> Option<bool> {
    let text = match lazy_c(&AnalyzedProgram::new(front(&case.path, case).program), reduction, 3) {
        Ok(text) => text,
        Err(why) => panic!("{}: {why}", case.name),
    };
    let folder = tempfile::tempdir().expect("there is room for a file");
    let path = folder.path().join("sequential.c");
    std::fs::write(&path, &text).expect("there is room for a file");
    let read = front(&path, case);
    let mut is_decided = false;
    for engine in ["explicit", "bmc"] {
        match (asked(&read, engine), truth) {
            (Verdict::Safe(_), Truth::Safe) | (Verdict::Unsafe(_), Truth::Unsafe) => is_decided = true,
            (Verdict::Unknown(Reason::Unsupported { what, .. }), _) if what.contains(NOT_EXPRESSED) => return None,
            (Verdict::Unknown(_), _) => {}
            (verdict, truth) => panic!("{} ({reduction:?}) is {truth:?}, its text {verdict:?}\n{text}", case.name),
        }
        if is_decided {
            break;
        }
    }
    Some(is_decided)
}

#[test]
fn the_text_has_the_verdict_of_the_program() {
    let corpus = Path::new(env!("CARGO_MANIFEST_DIR")).join("corpus");
    let (mut n_texts, mut n_decided, mut open) = (0, 0, Vec::new());
    for path in programs(&corpus.join("reach")) {
        let case = Case::read(&path, &corpus).expect("the corpus can be read");
        let Some(&truth) = case.truths.get(&Property::Assertions) else { continue };
        // The text takes any value where the system determines it: what rests on that has no verdict to compare with.
        if truth == Truth::Unknown || !is_chosen(&[&case.name], SAMPLED) {
            continue;
        }
        let is_reduced = number_of(&[&case.name, "reduction"]).is_multiple_of(2);
        let reduction = if is_reduced { Reduction::Blocks } else { Reduction::None };
        let Some(is_decided) = is_decided(&case, truth, reduction) else { continue };
        n_texts += 1;
        if is_decided {
            n_decided += 1;
        } else {
            open.push(case.name);
        }
    }
    assert!(n_decided * 100 >= n_texts * DECIDED, "only {n_decided} of {n_texts}; open: {open:?}");
}

/// Whether a C compiler takes a text as it is.
fn compiles(text: &Path, case: &Case) -> Result<(), String> {
    let mut compiler = Command::new("cc");
    compiler.args(["-fwrapv", "-w", "-fsyntax-only"]).arg(text).stdin(Stdio::null());
    if case.data_model == raddle_program::types::DataModel::Ilp32 {
        compiler.arg("-m32");
    }
    let output = compiler.output().map_err(|why| why.to_string())?;
    if output.status.success() { Ok(()) } else { Err(String::from_utf8_lossy(&output.stderr).into_owned()) }
}

#[test]
fn programs_of_others_are_translated_and_compiled() {
    let Some(benchmarks) = shared::benchmarks() else {
        eprintln!("skipped: there is no folder shared");
        return;
    };
    let folder = tempfile::tempdir().expect("there is room for a file");
    for set in shared::SETS.iter().filter(|set| set.property == Property::Assertions) {
        for case in shared::cases(set, &benchmarks, is_everything()) {
            let text: PathBuf = folder.path().join("sequential.c");
            let written = lazy_c(&AnalyzedProgram::new(front(&case.path, &case).program), Reduction::Blocks, 2);
            let written = written.unwrap_or_else(|why| panic!("{}: {why}", case.name));
            std::fs::write(&text, &written).expect("there is room for a file");
            compiles(&text, &case).unwrap_or_else(|why| panic!("{}: {why}", case.name));
        }
    }
}
