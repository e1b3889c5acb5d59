//! Pairs of programs of the corpus: one satisfies a property, its twin violates it.

use raddle_analysis::analyzed_program::AnalyzedProgram;
use raddle_cfront::preprocess::PreprocessOptions;
use raddle_cli::front::{Front, Target};
use raddle_program::property::Property;
use raddle_verify::context::{Cancellation, Context, SatSolvers, Silent};
use raddle_verify::engine::Engine;
use raddle_verify::pipeline::decide;
use raddle_verify::task::Task;
use raddle_verify::verdict::{Answers, Reason};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use crate::repository;
use crate::score::expected::{Expected, expected};

/// The folders of the corpus whose cases have twins.
const FOLDERS: [&str; 8] =
    ["reach", "deadlock", "race", "memory", "overflow", "locks", "compositional", "pitfalls/atomics"];

/// Two programs that differ in one property.
#[derive(Clone, Debug)]
pub(super) struct Pair {
    /// The property.
    pub property: Property,
    /// The program that satisfies it.
    pub safe: PathBuf,
    /// The program that violates it.
    pub violating: PathBuf,
}

/// All pairs.
pub(super) fn all() -> Result<Vec<Pair>, String> {
    let mut pairs = Vec::new();
    for folder in FOLDERS.map(|folder| repository().join("tests/corpus").join(folder)) {
        let files = std::fs::read_dir(&folder).map_err(|error| format!("{}: {error}", folder.display()))?;
        let mut files: Vec<PathBuf> = files.flatten().map(|entry| entry.path()).collect();
        files.sort();
        for safe in files.into_iter().filter(|path| path.extension().is_some_and(|extension| extension == "c")) {
            let text = std::fs::read_to_string(&safe).map_err(|error| format!("{}: {error}", safe.display()))?;
            let twin = text.lines().find_map(|line| line.strip_prefix("//@ twin:"));
            let Some(twin) = twin else { continue };
            let violating = folder.join(twin.trim()).with_extension("c");
            pairs.extend(
                Property::ALL
                    .into_iter()
                    .filter(|&property| {
                        truth(&safe, property) == Some(Expected::Safe)
                            && truth(&violating, property) == Some(Expected::Unsafe)
                    })
                    .map(|property| Pair { property, safe: safe.clone(), violating: violating.clone() }),
            );
        }
    }
    if pairs.is_empty() { Err("the corpus has no twins".to_owned()) } else { Ok(pairs) }
}

/// What is true of a program of the corpus, where its header says it of each property. A header with one word speaks of the property of
/// the folder alone.
pub(super) fn truth(path: &Path, property: Property) -> Option<Expected> {
    let text = std::fs::read_to_string(path).ok()?;
    // Other readings of C have other verdicts.
    if text.contains("//@ data-model") || text.contains("//@ args") {
        return None;
    }
    let speaks_of_all = text.lines().next().is_some_and(|header| header.contains(": "));
    if speaks_of_all { expected(path, property) } else { None }
}

/// How a program of the corpus is read.
pub(super) fn target(path: &Path) -> Target {
    Target::new(path, PreprocessOptions::default())
}

/// Reads a program.
pub(super) fn read(path: &Path) -> Option<Front> {
    Front::read(&target(path)).ok()
}

/// Cancels something later.
pub(super) fn cancelled_after(limit: Duration) -> Cancellation {
    let cancellation = Cancellation::new();
    let later = cancellation.clone();
    std::thread::spawn(move || {
        std::thread::sleep(limit);
        later.cancel(Reason::Timeout { limit });
    });
    cancellation
}

/// What an engine says about a property of a program, with solvers of its own or these.
pub(super) fn answers(
    front: &Front,
    property: Property,
    engine: &dyn Engine,
    solvers: Option<SatSolvers>,
    unwind: Option<u32>,
) -> Answers {
    let task = Task {
        program: AnalyzedProgram::new(front.program.clone()),
        properties: vec![property],
        error_functions: None,
        file: "case".to_owned(),
    };
    let mut cx = Context::new(cancelled_after(super::WRITING), Arc::new(Silent));
    cx.sat_solvers = solvers;
    cx.options.bmc.unwind = unwind;
    decide(&task, engine, &front.replayer(), &mut cx)
}
