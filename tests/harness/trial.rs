//! What is demanded of every engine on every case.

use raddle_cfront::preprocess::PreprocessOptions;
use raddle_cfront::typed::Unit;
use raddle_cli::front::{Front, Target};
use raddle_program::property::Property;
use raddle_program::syntax::Program;
use raddle_program::text;
use raddle_reference::{Explore, Stand, explore};
use raddle_verify::context::{Cancellation, Context, Silent};
use raddle_verify::engine::{ENGINES, Engine};
use raddle_verify::pipeline::decide;
use raddle_verify::task::Task;
use raddle_verify::verdict::{Answers, Reason, Verdict};
use std::path::Path;
use std::sync::Arc;
use std::sync::mpsc::channel;
use std::time::Duration;

use crate::case::{Case, Truth};

/// Runs every engine on a case, each with a time budget, and the oracle if it may visit so many states.
///
/// # Errors
/// What is wrong: a contradiction, a trace that is not confirmed, two runs that differ, a bug, an engine that was
/// expected to know.
pub fn try_case(case: &Case, budget: Duration, oracle_states: Option<usize>) -> Result<(), String> {
    let case = case.clone();
    let on_large_stack =
        std::thread::Builder::new().stack_size(1 << 30).spawn(move || try_engines(&case, budget, oracle_states));
    match on_large_stack.map_err(|error| error.to_string())?.join() {
        Ok(result) => result,
        Err(panic) => Err(raddle_verify::pipeline::internal(&*panic).to_string()),
    }
}

fn try_engines(case: &Case, budget: Duration, oracle_states: Option<usize>) -> Result<(), String> {
    let front = read(&case.path, case)?;
    read_back(&front.program)?;
    if let Some(states) = oracle_states {
        ask_oracle(case, front.unit(), states)?;
        let printed = print_as_c(case, &front)?;
        // Not all that printed C calls is modelled: no engine has to know.
        let no_power = Case { by: Vec::new(), ..case.clone() };
        ask_engines(&no_power, &printed, budget).map_err(|why| format!("printed as C: {why}"))?;
    }
    ask_engines(case, &front, budget)
}

fn ask_engines(case: &Case, front: &Front, budget: Duration) -> Result<(), String> {
    let task = Task {
        program: front.program.clone(),
        properties: vec![case.property],
        error_functions: None,
        file: case.path.to_string_lossy().into_owned(),
    };
    let mut complaints = Vec::new();
    for engine in ENGINES.iter().copied().filter(|engine| engine.decides(case.property)) {
        let (answers, in_time) = run(&task, engine, front, budget);
        if let Err(complaint) = judge(case, engine, &answers) {
            complaints.push(format!("{}: {complaint}", engine.name()));
            continue;
        }
        if in_time {
            let (again, in_time) = run(&task, engine, front, budget * 4);
            if in_time && again != answers {
                complaints.push(format!("{}: a second run answers {again:?} instead of {answers:?}", engine.name()));
            }
        }
    }
    if complaints.is_empty() { Ok(()) } else { Err(complaints.join("\n")) }
}

/// The reference interpreter explores what it can: it must not contradict the truth either.
fn ask_oracle(case: &Case, unit: &Unit, max_states: usize) -> Result<(), String> {
    let finds_races = case.property == Property::DataRace;
    let exploration = explore(unit, &Explore { max_states, finds_races, ..Explore::default() });
    match (exploration.stand(case.property), case.truth) {
        (Stand::Violated(trace), Truth::Safe) => Err(format!("the oracle finds a violation: {:?}", trace.violation)),
        (Stand::Holds, Truth::Unsafe) if !exploration.is_restricted => {
            Err(format!("the oracle finds no violation in {} states", exploration.states))
        }
        (Stand::Violated(_) | Stand::Holds | Stand::Unknown(_), _) => Ok(()),
    }
}

/// A program is printed and read back equal.
fn read_back(program: &Program) -> Result<(), String> {
    let printed = text::print(program);
    let load = |name: &str| {
        let mut files = program.source.files().values();
        files.find(|file| &**file.name() == name).map(|file| file.text().to_string())
    };
    match text::read(&printed, load) {
        Ok(again) if again == *program => Ok(()),
        Ok(again) if text::print(&again) == printed => Err("printed and read back it is another program".to_owned()),
        Ok(_) => Err("printed and read back it prints differently".to_owned()),
        Err(error) => Err(format!("printed, it cannot be read back: {error:?}")),
    }
}

/// The program printed as C and read again: its truth is the same.
fn print_as_c(case: &Case, front: &Front) -> Result<Front, String> {
    let file = tempfile::Builder::new().suffix(".c").tempfile().map_err(|error| error.to_string())?;
    std::fs::write(file.path(), front.c_text()).map_err(|error| error.to_string())?;
    read(file.path(), case).map_err(|why| format!("printed as C, {why}"))
}

fn read(path: &Path, case: &Case) -> Result<Front, String> {
    let preprocess = PreprocessOptions { data_model: case.data_model, ..PreprocessOptions::default() };
    Front::read(&Target::new(path, preprocess))
        .map_err(|unreadable| format!("it cannot be read: {}\n{}", unreadable.why, unreadable.diagnostics.join("\n")))
}

/// The answers, and whether they came before the time was over.
fn run(task: &Task, engine: &dyn Engine, front: &Front, budget: Duration) -> (Answers, bool) {
    let cancellation = Cancellation::new();
    let (done, waits) = channel::<()>();
    std::thread::scope(|scope| {
        let watched = cancellation.clone();
        scope.spawn(move || {
            if waits.recv_timeout(budget) == Err(std::sync::mpsc::RecvTimeoutError::Timeout) {
                watched.cancel(Reason::Timeout { limit: budget });
            }
        });
        let mut cx = Context::new(cancellation.clone(), Arc::new(Silent));
        let answers = decide(task, engine, &front.replayer(), &mut cx);
        drop(done);
        (answers, cancellation.reason().is_none())
    })
}

fn judge(case: &Case, engine: &dyn Engine, answers: &Answers) -> Result<(), String> {
    let [outcome] = answers.outcomes.as_slice() else {
        return Err(format!("{} answers to one question", answers.outcomes.len()));
    };
    match (&outcome.verdict, case.truth) {
        (Verdict::Safe(_), Truth::Safe) | (Verdict::Unsafe(_), Truth::Unsafe) => Ok(()),
        (Verdict::Safe(proof), Truth::Unsafe | Truth::Unknown) => Err(format!("WRONG: says safe ({proof})")),
        (Verdict::Unsafe(trace), Truth::Safe | Truth::Unknown) => {
            Err(format!("WRONG: says unsafe ({:?})", trace.violation))
        }
        (Verdict::Unknown(reason @ (Reason::Internal { .. } | Reason::NotConfirmed { .. })), _) => {
            Err(format!("a bug: {reason}"))
        }
        (Verdict::Unknown(_), Truth::Unknown) => Ok(()),
        (Verdict::Unknown(reason), Truth::Safe | Truth::Unsafe) => {
            let must_know = case.by.iter().any(|name| name == engine.name());
            if must_know { Err(format!("it should know, but: {reason}")) } else { Ok(()) }
        }
    }
}
