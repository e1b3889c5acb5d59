//! What is demanded of every engine, and of the reference interpreter, on every case.

use raddle_analysis::analyzed_program::AnalyzedProgram;
use raddle_cfront::preprocess::PreprocessOptions;
use raddle_cfront::typed::Unit;
use raddle_cli::engines::{AUTO, ENGINES};
use raddle_cli::front::{Front, Target, past_obstacles};
use raddle_cli::random_executions::RandomExecutions;
use raddle_program::property::Property;
use raddle_program::syntax::Program;
use raddle_program::text;
use raddle_reference::{BothOrders, Explore, Stand, explore, explore_termination};
use raddle_verify::context::{Cancellation, Context, Silent};
use raddle_verify::engine::Engine;
use raddle_verify::externals::Reliance;
use raddle_verify::pipeline::decide;
use raddle_verify::portfolio;
use raddle_verify::task::Task;
use raddle_verify::verdict::{Answers, Reason, Verdict};
use std::path::Path;
use std::sync::Arc;
use std::sync::mpsc::channel;
use std::time::Duration;

use crate::case::{Case, Truth};
use crate::sample::is_chosen;
use crate::table::Table;

/// How long engines may take.
#[derive(Clone, Copy, Debug)]
pub struct Budget {
    /// An engine that must find the truth.
    pub must_know: Duration,
    /// Any other engine.
    pub may_know: Duration,
}

/// In which form engines see a case.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Form {
    /// As it was written.
    Written,
    /// Printed as C and read again.
    Printed,
    /// With the headers of the machine instead of ours.
    WithOtherHeaders,
}

/// These are asked about every case; of the others one of [`SAMPLED`], and those that a case or its folder names.
const ALWAYS_ASKED: [&str; 3] = ["static", "explicit", "bmc"];
const SAMPLED: u32 = 3;

/// One of so many engines sees a case in its printed form.
const PRINTED: u32 = 3;

/// The share of the cases that are read with the headers of the machine, too, and of the engines that see them then: one in this number.
const WITH_OTHER_HEADERS: u32 = 8;
const OF_OTHER_HEADERS: u32 = 3;

/// A case with another truth about races with the headers of gcc: there `atomic_init` is an atomic store.
const OTHERWISE_WITH_OTHER_HEADERS: &str = "52_initialized_while_used";

/// One of so many answers is asked for twice.
const TWICE: u32 = 3;

/// Cases with another truth about a property once they are printed as C: there literals are arrays, which are never one object,
/// `realloc` is an allocation and a copy, which is never in place, an array of variable length lives until its function returns, and a record is
/// copied member by member.
const OTHERWISE_PRINTED: [(&str, Property); 5] = [
    ("97_equal_literals_are_one", Property::Assertions),
    ("97_literal_at_the_end_of_another", Property::Assertions),
    ("95_reallocated_in_place", Property::Assertions),
    ("array_of_variable_length_reached_again", Property::Memory),
    ("atomic_member_copied_with_its_record", Property::DataRace),
];

/// Runs the engines on a case, and a sample of them on the case printed as C and read again if it is one of ours.
///
/// # Errors
/// What is wrong: a contradiction, a trace that is not confirmed, two runs that differ, a bug, an engine that was
/// expected to know.
pub fn try_engines(case: &Case, budget: Budget, is_ours: bool, table: &'static Table) -> Result<(), String> {
    let case = case.clone();
    on_large_stack(move || {
        let front = read(&case.path, &case)?;
        read_back(&front.program)?;
        // Printed, a call of a function without a body has lost the pointers that it gives away, and a variable of the library is one of
        // the program.
        let is_closed = case.externals.is_some()
            || reliance(&AnalyzedProgram::new(front.program.clone()), &front).sources().is_empty();
        if is_ours && is_closed {
            let printed = print_as_c(&case, &front)?;
            // Not all that printed C calls is modelled: no engine has to know.
            let mut no_power = Case { by: Vec::new(), ..case.clone() };
            // The section that it is printed as orders more than a weaker update.
            if has_weak_updates(&front.program) {
                no_power.truths.remove(&Property::DataRace);
            }
            for (_, property) in OTHERWISE_PRINTED.iter().filter(|(name, _)| case.name.ends_with(name)) {
                no_power.truths.remove(property);
            }
            ask_engines(&no_power, &printed, Form::Printed, budget, &Table::new())
                .map_err(|why| format!("printed as C: {why}"))?;
        }
        if is_ours && is_chosen(&[&case.name, "headers"], WITH_OTHER_HEADERS) {
            ask_with_other_headers(&case, budget)?;
        }
        scan_lists_races(&case, &front)?;
        ask_engines(&case, &front, Form::Written, budget, table)
    })
}

/// A case that includes headers means the same with those of the machine, where it can be read with them: some names and some macros are only in
/// one of the two.
fn ask_with_other_headers(case: &Case, budget: Budget) -> Result<(), String> {
    let text = std::fs::read_to_string(&case.path).map_err(|why| why.to_string())?;
    if !text.contains("#include <") {
        return Ok(());
    }
    let Ok(front) = read_with(&case.path, case, true) else { return Ok(()) };
    // Machines differ in what their headers define: no engine has to know.
    let mut no_power = Case { by: Vec::new(), ..case.clone() };
    if case.name.ends_with(OTHERWISE_WITH_OTHER_HEADERS) {
        no_power.truths.remove(&Property::DataRace);
    }
    ask_engines(&no_power, &front, Form::WithOtherHeaders, budget, &Table::new())
        .map_err(|why| format!("with the headers of the machine: {why}"))
}

/// A scan lists a location of every program with a data race.
fn scan_lists_races(case: &Case, front: &Front) -> Result<(), String> {
    if case.truths.get(&Property::DataRace) != Some(&Truth::Unsafe) {
        return Ok(());
    }
    let found = raddle_scan::scan(past_obstacles(front.unit()));
    if found.races.is_empty() && !found.coverage.misses_accesses {
        return Err("scan: it lists no location of a program with a data race".to_owned());
    }
    Ok(())
}

/// The reference interpreter visits so many states of a case at most: it must not contradict the truth, and where a case
/// speaks of every property, it must find each truth by itself.
///
/// # Errors
/// What it contradicts, or does not find.
pub fn try_reference(case: &Case, max_states: usize, table: &'static Table) -> Result<(), String> {
    let case = case.clone();
    on_large_stack(move || {
        let front = read(&case.path, &case)?;
        ask_reference(&case, front.unit(), max_states, table)
    })
}

fn on_large_stack(work: impl FnOnce() -> Result<(), String> + Send + 'static) -> Result<(), String> {
    let thread = std::thread::Builder::new().stack_size(1 << 30).spawn(work);
    match thread.map_err(|error| error.to_string())?.join() {
        Ok(result) => result,
        Err(panic) => Err(raddle_verify::pipeline::internal(&*panic).to_string()),
    }
}

fn ask_engines(case: &Case, front: &Front, form: Form, budget: Budget, table: &Table) -> Result<(), String> {
    if let Some(fair) = case.fairly() {
        ask_engines(&fair, front, form, budget, table).map_err(|why| format!("fairly: {why}"))?;
    }
    let mut complaints = Vec::new();
    for engine in ENGINES.iter().copied().chain([&AUTO as &dyn Engine]) {
        let properties = case.truths.keys().copied().filter(|&property| engine.decides(property)).collect::<Vec<_>>();
        let must_know = case.by.iter().any(|name| name == engine.name());
        if properties.is_empty() || !must_know && !is_asked(&case.name, engine.name(), form) {
            continue;
        }
        let task = Task {
            program: AnalyzedProgram::new(front.program.clone()),
            properties,
            error_functions: None,
            file: case.path.to_string_lossy().into_owned(),
        };
        let budget = if must_know { budget.must_know } else { budget.may_know };
        let (answers, in_time) = run(&task, engine, front, budget, case);
        let complaint = judge(case, engine, &task.properties, &answers, table);
        if !complaint.is_empty() {
            complaints.extend(complaint.into_iter().map(|complaint| format!("{}: {complaint}", engine.name())));
            continue;
        }
        // Which of several engines proves something is a race.
        let is_steady = engine.name() != portfolio::NAME;
        if in_time && is_steady && is_chosen(&[&case.name, engine.name(), "twice"], TWICE) {
            let (again, in_time) = run(&task, engine, front, budget * 4, case);
            if in_time && again != answers {
                complaints.push(format!("{}: a second run answers {again:?} instead of {answers:?}", engine.name()));
            }
        }
    }
    if complaints.is_empty() { Ok(()) } else { Err(complaints.join("\n")) }
}

/// Whether an engine that need not know is asked about a case. The cases of a folder with its name are its own.
fn is_asked(case: &str, engine: &str, form: Form) -> bool {
    let is_own = case.strip_prefix(engine).is_some_and(|rest| rest.starts_with('/'));
    let is_asked = is_own || ALWAYS_ASKED.contains(&engine) || is_chosen(&[case, engine, "asked"], SAMPLED);
    match form {
        Form::Written => is_asked,
        Form::Printed => is_asked && is_chosen(&[case, engine], PRINTED),
        Form::WithOtherHeaders => is_asked && is_chosen(&[case, engine, "headers"], OF_OTHER_HEADERS),
    }
}

fn ask_reference(case: &Case, unit: &Unit, max_states: usize, table: &Table) -> Result<(), String> {
    let finds_races = case.truths.contains_key(&Property::DataRace);
    let asked = case.truths.keys().copied().collect();
    let mut options = Explore { max_states, finds_races, asked, ..Explore::default() };
    if let Some(domain) = &case.domain {
        options.domain.clone_from(domain);
    }
    if let Some(fair) = case.fairly() {
        ask_reference(&fair, unit, max_states, table).map_err(|why| format!("fairly: {why}"))?;
    }
    let mut exploration = match case.is_fair {
        true => explore_termination(unit, &options, true),
        false => explore(unit, &options),
    };
    let mut complaints = Vec::new();
    if case.is_complete {
        let right_to_left = explore(unit, &Explore { right_to_left: true, ..options.clone() });
        let both = BothOrders { left_to_right: exploration.clone(), right_to_left };
        for &property in case.truths.keys() {
            let (hangs, should) = (both.hangs_on_order(property), case.hangs_on_order.contains(&property));
            if hangs != should {
                let negation = if hangs { "" } else { "not " };
                complaints.push(format!("{property}: it does {negation}hang on the order of operands"));
            }
        }
    }
    if !case.is_fair && case.truths.contains_key(&Property::Termination) {
        // Two ways to look for executions that do not end; the second one knows more.
        let more = explore_termination(unit, &options, false).stands;
        match (exploration.stand(Property::Termination), &more[&Property::Termination]) {
            (Stand::Holds, Stand::Violated(_)) | (Stand::Violated(_), Stand::Holds) => {
                complaints.push("the reference disagrees with itself about termination".to_owned());
            }
            (Stand::Holds | Stand::Violated(_) | Stand::Unknown(_), _) => {}
        }
        exploration.stands.extend(more);
    }
    for (&property, &truth) in &case.truths {
        let (is_found, complaint) = match (exploration.stand(property), truth) {
            (Stand::Violated(trace), Truth::Safe) => {
                (true, Some(format!("the reference finds a violation: {:?}", trace.violation)))
            }
            (Stand::Holds, Truth::Unsafe) if exploration.is_restricted => (
                false,
                Some("the reference finds no violation with the values that it tries: add `//@ domain:`".into()),
            ),
            (Stand::Holds, Truth::Unsafe) => {
                (true, Some(format!("the reference finds no violation in {} states", exploration.states)))
            }
            (Stand::Violated(_), Truth::Unsafe) | (Stand::Holds, Truth::Safe) => (true, None),
            (Stand::Unknown(why), Truth::Safe | Truth::Unsafe) => {
                (false, Some(format!("the reference cannot tell: {why}")))
            }
            (_, Truth::Unknown) => (false, None),
        };
        if truth != Truth::Unknown {
            table.note("reference", property, is_found);
        }
        let complaint = match (complaint, case.unconfirmed.get(&property)) {
            (Some(_), Some(_)) if !is_found => None,
            (Some(_), None) if !is_found && !case.is_complete => None,
            (None, Some(_)) => Some("the reference confirms it: it is no longer `unconfirmed`".to_owned()),
            (complaint, _) => complaint,
        };
        complaints.extend(complaint.map(|complaint| format!("{property}: {complaint}")));
    }
    if complaints.is_empty() { Ok(()) } else { Err(complaints.join("\n")) }
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

/// Whether a program has operations that read and write an atomic object at once, with a weaker memory order.
fn has_weak_updates(program: &Program) -> bool {
    let text = text::print(program);
    ["relaxed", "acquire", "release", "acq_rel"].iter().any(|order| text.contains(&format!("({order} update)")))
}

/// The program printed as C and read again: its truth is the same.
fn print_as_c(case: &Case, front: &Front) -> Result<Front, String> {
    let file = tempfile::Builder::new().suffix(".c").tempfile().map_err(|error| error.to_string())?;
    std::fs::write(file.path(), front.c_text()).map_err(|error| error.to_string())?;
    read(file.path(), case).map_err(|why| format!("printed as C, {why}"))
}

fn read(path: &Path, case: &Case) -> Result<Front, String> {
    read_with(path, case, false)
}

fn read_with(path: &Path, case: &Case, system_headers: bool) -> Result<Front, String> {
    let preprocess = PreprocessOptions { data_model: case.data_model, system_headers, ..PreprocessOptions::default() };
    let others = if path == case.path { &case.others[..] } else { &[] };
    Front::read(&Target {
        arguments: case.arguments,
        callers: case.callers.clone().map(Arc::new),
        externals: case.externals,
        ..Target::new(path, preprocess).with(others)
    })
    .map_err(|unreadable| format!("it cannot be read: {}", unreadable.text()))
}

/// The answers, and whether they came before the time was over.
fn run(task: &Task, engine: &dyn Engine, front: &Front, budget: Duration, case: &Case) -> (Answers, bool) {
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
        cx.options.is_fair = case.is_fair;
        cx.executor = Some(RandomExecutions::of(front, &task.program));
        let mut answers = decide(task, engine, &front.replayer_of(case.is_fair), &mut cx);
        if case.externals.is_none() {
            answers = reliance(&task.program, front).admit(answers, &front.marking_replayer(case.is_fair));
        }
        drop(done);
        (answers, cancellation.reason().is_none())
    })
}

/// The functions without a body that answers rest on.
fn reliance(program: &AnalyzedProgram, front: &Front) -> Reliance {
    Reliance::of(program, &|name| front.rests_on(name), &|name| front.is_determined_further(name))
}

fn judge(case: &Case, engine: &dyn Engine, properties: &[Property], answers: &Answers, table: &Table) -> Vec<String> {
    let answered: Vec<Property> = answers.outcomes.iter().map(|outcome| outcome.property).collect();
    if answered != properties {
        return vec![format!("asked about {properties:?}, it answers about {answered:?}")];
    }
    let must_know = case.by.iter().any(|name| name == engine.name());
    let mut complaints = Vec::new();
    for outcome in &answers.outcomes {
        let truth = case.truths[&outcome.property];
        if truth != Truth::Unknown {
            table.note(engine.name(), outcome.property, !matches!(outcome.verdict, Verdict::Unknown(_)));
        }
        let complaint = match (&outcome.verdict, truth) {
            (Verdict::Safe(_), Truth::Safe) | (Verdict::Unsafe(_), Truth::Unsafe) => continue,
            (Verdict::Safe(proved), Truth::Unsafe | Truth::Unknown) => {
                format!("WRONG: says safe ({})", proved.proof)
            }
            (Verdict::Unsafe(trace), Truth::Safe | Truth::Unknown) => {
                format!("WRONG: says unsafe ({:?})", trace.violation)
            }
            (Verdict::Unknown(reason @ (Reason::Internal { .. } | Reason::NotConfirmed { .. })), _) => {
                format!("a bug: {reason}")
            }
            (Verdict::Unknown(_), Truth::Unknown) => continue,
            (Verdict::Unknown(reason), Truth::Safe | Truth::Unsafe)
                if must_know && !case.open.contains_key(&outcome.property) =>
            {
                format!("it should know, but: {reason}")
            }
            (Verdict::Unknown(_), Truth::Safe | Truth::Unsafe) => continue,
        };
        complaints.push(format!("{}: {complaint}", outcome.property));
    }
    complaints
}
