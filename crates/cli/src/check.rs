//! `raddle check`: every program from the names of its files to its verdict line.

mod bare;
mod beyond;
pub(crate) mod documents;
mod early;
mod job;
mod patience;
mod saved;
mod side_by_side;
mod span_of_time;
mod survey;
mod usual;

use raddle_analysis::analyzed_program::AnalyzedProgram;
use raddle_analysis::cut_points::Visibility;
use raddle_analysis::explanation::{Explanation, explain};
use raddle_analysis::race_freedom::location_of;
use raddle_analysis::shared_location::SharedLocation;
use raddle_cfront::Callers;
use raddle_horn::InvariantProver;
use raddle_program::property::Property;
use raddle_program::source::{SourceMap, SourcePlace};
use raddle_program::trace::Trace;
use raddle_report::assumptions::{self, Choices};
use raddle_report::diagnostic::Diagnostic;
use raddle_report::escape::escape;
use raddle_report::json::Resources;
use raddle_scan::Scan;
use raddle_verify::certify::Replayer;
use raddle_verify::context::{Cancellation, Context, Statistics};
use raddle_verify::externals::{admit_without_interrupts, admit_without_signals};
use raddle_verify::memory_model::{MemoryModel, Weakness};
use raddle_verify::options::BmcOptions;
use raddle_verify::part::Part;
use raddle_verify::portfolio;
use raddle_verify::reused_storage;
use raddle_verify::task::Task;
use raddle_verify::transform::NoArguments;
use raddle_verify::transformed::Transformed;
use raddle_verify::vacuity::creates_no_thread;
use raddle_verify::verdict::{Answers, Outcome, Reason, Verdict};
use std::collections::BTreeSet;
use std::ffi::OsString;
use std::path::PathBuf;
use std::sync::{Arc, OnceLock};
use std::time::Instant;

use self::bare::Bare;
use self::beyond::beyond;
use self::documents::Documents;
use self::early::{Judge, Known};
use self::job::Job;
use self::saved::{save_invariant, save_proof, save_trace};
pub(crate) use self::span_of_time::within;
use self::survey::Survey;
use self::usual::usual;
use crate::answers::{answers_race, leave_lost_memory_open};
use crate::batch::{self, Row};
use crate::emit;
use crate::engines::{EXPLICIT, PORTFOLIO};
use crate::exit::Exit;
use crate::front::{Front, Target, Unreadable, is_task_definition, program_name};
use crate::log::{self, Claim, Event};
use crate::measure;
use crate::options::{CheckOptions, LogFormat, engines_help};
use crate::output::{self, Written};
use crate::outputs::Outputs;
use crate::priority;
use crate::programs::Programs;
use crate::progress::FileProgress;
use crate::proof::{self, Head};
use crate::properties::Questions;
use crate::question::Question;
use crate::random_executions::RandomExecutions;
use crate::save;
use crate::supervise::{Ended, Limits, Share, Supervisor};
use crate::verdict_line::FileVerdict;
use crate::witness;

/// Checks every program and writes the answers.
pub fn check(options: &CheckOptions, arguments: &[OsString]) -> Exit {
    if options.help_engines {
        return crate::write_text(engines_help(output::answer_style().width).as_bytes());
    }
    if options.log_format == LogFormat::Json {
        log::start(options.log_since.unwrap_or(0.0));
    }
    let asked = Job::from_options(options).and_then(|mut job| {
        Programs::named(&options.programs, &options.only, &mut job.input, arguments).map(|programs| (job, programs))
    });
    let (job, Programs { all: programs, is_batch, problems }) = match asked {
        Ok(asked) => asked,
        Err(why) => {
            output::message(&format!("error: {}\n\nFor more information, try 'raddle check --help'.", escape(&why)));
            return Exit::Usage;
        }
    };
    if !options.only.is_empty() {
        side_by_side::end_with_the_batch();
    }
    if programs.len() > 1 && options.writes_one_file() {
        output::message(
            "error: --save-trace, --emit-replay, --witness, --proof and --invariant are about one program: name one",
        );
        return Exit::Usage;
    }
    if options.fair && options.only.is_empty() && !may_ask_termination(job.asked.as_ref(), &programs) {
        output::message("note: --fair is about executions that do not end, and `-p termination` alone asks for them");
    }
    if side_by_side::is_wanted(options, programs.len()) {
        let worst = side_by_side::run(options, &programs, &problems, &job.input, arguments);
        return if problems.is_empty() { worst } else { worst.min(Exit::Input) };
    }
    if let Err((why, exit)) = may_write(options) {
        output::message(&format!("error: {why}"));
        return exit;
    }
    let outputs = Outputs::new(&options.output, options.outputs_in.as_deref(), &programs, |&format| {
        Documents::new(format, is_batch, false)
    });
    let mut outputs = match outputs {
        Ok(outputs) => outputs,
        Err((why, exit)) => {
            output::message(&format!("error: {why}"));
            return exit;
        }
    };
    let mut rows = Vec::new();
    let mut supervisor = Supervisor::new(Limits { timeout: job.patience.timeout, memory: options.memory });
    let mut worst = if problems.is_empty() { Exit::Safe } else { Exit::Input };
    let mut documents = Documents::new(options.format, is_batch, true);
    for problem in &problems {
        let name = database_name(options);
        let text = documents.take_problem(&name, problem);
        outputs.take(|_, documents| documents.take_problem(&name, problem));
        if let Written::Failed(why) = output::answer(&text) {
            output::message(&format!("error: the answer cannot be written: {why}"));
            worst = worst.min(Exit::Output);
        }
    }
    for files in &programs {
        log::about(Some(&program_name(files)));
        let result = check_program(files, &job, is_batch, &mut supervisor);
        worst = worst.min(result.verdict.exit);
        rows.push(Row {
            name: result.name.clone(),
            files: result.named.clone(),
            word: result.verdict.word,
            exit: result.verdict.exit,
            seconds: result.resources.wall_seconds,
        });
        let answer = documents.take(&result, options);
        outputs.take(|_, documents| documents.take(&result, options));
        if let Some(path) = &options.save_trace {
            worst = worst.min(save_trace(&result, path, options));
        }
        if let Some(folder) = &options.emit_replay {
            worst = worst.min(emit::emit_found(result.found.violation(), result.target.clone(), folder));
        }
        if let Some(path) = &options.witness {
            let (answers, target) = (&result.found.answers, result.target.clone());
            let choices = &result.choices;
            let functions = choices.error_functions.as_deref();
            worst = worst.min(witness::save(answers, functions, target, path, &options.source, choices.data_model));
        }
        if let Some(path) = &options.proof {
            worst = worst.min(save_proof(&result, path, options));
        }
        if let Some(path) = &options.invariant {
            worst = worst.min(save_invariant(&result, path));
        }
        result.log();
        match output::answer(&answer) {
            Written::Whole => {}
            Written::NobodyReads => return worst,
            Written::Failed(why) => {
                output::message(&format!("error: the answer cannot be written: {why}\n{}", result.verdict.line()));
                worst = worst.min(Exit::Output);
            }
        }
    }
    log::about(None);
    batch::write_table(&rows, options.format);
    worst = worst.min(outputs.write());
    documents.write_end(&rows, worst)
}

/// Whether the files can be written that a violation or a proof is saved to, as far as that can be known before.
fn may_write(options: &CheckOptions) -> Result<(), (String, Exit)> {
    let files = [
        ("trace", &options.save_trace),
        ("witness", &options.witness),
        ("proof", &options.proof),
        ("invariant", &options.invariant),
    ];
    for (what, path) in files.into_iter().filter_map(|(what, path)| Some((what, path.as_deref()?))) {
        let name = escape(&path.to_string_lossy());
        save::may_write(path)
            .map_err(|why| (format!("the {what} cannot be written to {name}: {why}"), Exit::Output))?;
    }
    Ok(())
}

/// What problems of a project as a whole are reported of.
pub(crate) fn database_name(options: &CheckOptions) -> String {
    options.source.project.as_deref().map_or_else(String::new, |path| path.to_string_lossy().into_owned())
}

/// Whether termination is asked, or a task definition may ask it.
fn may_ask_termination(asked: Option<&Questions>, programs: &[Vec<PathBuf>]) -> bool {
    match asked {
        Some(questions) => questions.properties.contains(&Property::Termination),
        None => programs.iter().flatten().any(|file| is_task_definition(file)),
    }
}

/// What is known about a file in the end.
struct FileResult {
    /// What the program is called.
    name: String,
    /// The first file that was named.
    first: String,
    /// The files that were named.
    named: Vec<PathBuf>,
    /// The C files behind them.
    input: Vec<PathBuf>,
    /// How they are read, or why they cannot be.
    target: Result<Target, String>,
    verdict: FileVerdict,
    found: Found,
    resources: Resources,
    choices: Choices,
    /// The properties with violations that were explained where the answer goes, before the end.
    shown: BTreeSet<Property>,
    /// Whether the limit of time that the run had was not asked for.
    has_default_limit: bool,
}

/// The result of a run.
struct Found {
    answers: Answers,
    source: SourceMap,
    diagnostics: Vec<Diagnostic>,
    statistics: Statistics,
    /// Which engine decided which property.
    notes: Vec<String>,
    /// What each engine did, if that is asked for.
    parts: Vec<Part>,
    /// Why the file cannot be read as C.
    unreadable: Option<String>,
    /// What the run was doing when it was stopped.
    given_up_in: Option<String>,
    /// Whether the program names memory orders weaker than sequential consistency.
    has_weak_orders: bool,
    /// Whether the headers of this machine were read.
    reads_system_headers: bool,
    /// The functions without a body that the program may call.
    rests_on: Vec<String>,
    /// The functions that interrupts call.
    interrupts: Vec<String>,
    /// Whether all properties hold, and no execution comes to the code that creates threads.
    creates_no_thread: bool,
    /// Where `main` first looks at its arguments, if it does.
    uses_of_arguments: Option<SourcePlace>,
    /// All accesses to the location of a race that was found.
    raced: Option<SharedLocation>,
    /// The result of a scan, if data races or deadlocks stay open.
    scan: Option<Scan>,
    /// The explanation of each line, if that is asked for.
    explanation: Option<Explanation>,
    /// The proof that was asked for, or why there is none.
    proof: Option<Result<Vec<u8>, String>>,
}

fn check_program(files: &[PathBuf], job: &Job, is_batch: bool, supervisor: &mut Supervisor<Found>) -> FileResult {
    let start = Instant::now();
    let name = program_name(files);
    let resolved = job.input.resolve(files);
    let (mut target, unresolved) = match resolved {
        Ok(target) => (target, None),
        Err(why) => (job.input.untouched(files), Some(why)),
    };
    let questions = job.asked.clone().or_else(|| target.questions.clone()).unwrap_or_else(Questions::usual);
    let about_ends = [Property::Termination, Property::Leaks].into_iter().find(|it| questions.properties.contains(it));
    let unresolved = match about_ends {
        Some(property) if target.callers.is_some() => {
            let why = format!("{property} cannot be asked of a library: its callers never end");
            Some(why)
        }
        _ => unresolved,
    };
    if questions.is_competition {
        target.imply_competition();
    }
    let choices = Choices {
        data_model: target.preprocess.data_model,
        reads_system_headers: target.preprocess.system_headers,
        error_functions: questions
            .error_functions
            .as_ref()
            .map(|functions| functions.iter().map(|function| function.to_string()).collect()),
        properties: questions.properties.clone(),
        is_fair: job.options.is_fair,
        memory_model: job.memory_model_of(files, &questions),
        has_weak_orders: false,
        arguments: target.arguments.map(|arguments| [arguments.count, arguments.length]),
        callers: target.callers.as_deref().map(assumed_callers),
        externals: target.externals,
        models: target.models.paths().map(|path| path.to_string_lossy().into_owned()).collect(),
        rests_on: Vec::new(),
        interrupts: Vec::new(),
    };
    let (named, input) = (files.to_vec(), target.files());
    let resolved = unresolved.clone().map_or_else(|| Ok(target.clone()), Err);
    let mut shown_before = BTreeSet::new();
    let found = match unresolved {
        Some(why) => Found::unreadable(why, Vec::new()),
        None => {
            let progress = Arc::new(FileProgress::new(&name));
            let asked = &questions.properties;
            let stage = job.stage(is_batch);
            let known = Known::new(&name, asked, (job.given.clone(), job.patience), stage, progress.clone());
            let known = Arc::new(known);
            let tells = known.clone();
            let (inside, asked, job) = (progress.clone(), questions.clone(), job.clone());
            let shown = name.clone();
            let share = supervisor.share();
            let model = choices.memory_model;
            let survey = Arc::new(Survey::default());
            let scans = survey.clone();
            let work = move |cancellation| {
                run(&target, &shown, (&asked, model), job, (cancellation, &scans, &tells), inside, &share)
            };
            let beat = || {
                known.beat();
                progress.beat();
            };
            let ended = supervisor.run_and_leave(work, &beat);
            progress.clear();
            shown_before = known.shown();
            let mut found = match ended {
                Ended::Answered(found) => found,
                Ended::Unanswered(reason) => known.rescued(&reason, progress.phase()),
            };
            found.scan = survey.take().filter(|_| survey::concerns(&found.answers));
            found
        }
    };
    let verdict = match &found.unreadable {
        Some(why) => FileVerdict::unreadable(why),
        None => FileVerdict::of(&found.answers, found.creates_no_thread),
    };
    let resources = Resources {
        wall_seconds: start.elapsed().as_secs_f64(),
        cpu_seconds: measure::cpu_time().as_secs_f64(),
        peak_memory_bytes: measure::peak_resident_bytes(),
    };
    let choices = Choices {
        has_weak_orders: found.has_weak_orders,
        reads_system_headers: found.reads_system_headers,
        rests_on: found.rests_on.clone(),
        interrupts: found.interrupts.clone(),
        ..choices
    };
    let first = named.first().map_or_else(String::new, |file| file.to_string_lossy().into_owned());
    let (shown, has_default_limit) = (shown_before, job.patience.is_default);
    FileResult {
        name,
        first,
        named,
        input,
        target: resolved,
        verdict,
        found,
        resources,
        choices,
        shown,
        has_default_limit,
    }
}

/// The callers of a library, for the assumptions.
pub(crate) fn assumed_callers(callers: &Callers) -> assumptions::Callers {
    assumptions::Callers { entries: callers.entries.clone(), first: callers.first.clone() }
}

/// The work on one file, on the thread with the large stack; with what it leaves to be freed.
fn run(
    target: &Target,
    name: &str,
    (questions, memory_model): (&Questions, MemoryModel),
    Job { engine, threads, options, patience, dumps, writes_proof, explains, explains_choice, .. }: Job,
    (cancellation, survey, known): (Cancellation, &Arc<Survey>, &Known),
    progress: Arc<FileProgress>,
    share: &Share,
) -> (Found, Option<Context>) {
    let timeout = patience.timeout;
    let deadline = timeout.map(|timeout| Instant::now() + timeout);
    progress.enter("reading");
    let front = match Front::read(target) {
        Ok(front) => front,
        Err(Unreadable { why, diagnostics }) => return (Found::unreadable(why, diagnostics), None),
    };
    known.begin(&cancellation, &front);
    progress.enter("analysing");
    let program = AnalyzedProgram::new(front.program.clone());
    let weakness = match memory_model {
        MemoryModel::C11 => Weakness::of(&program),
        MemoryModel::Sc => Weakness::None,
    };
    let adds_races = weakness.needs_races() && !questions.properties.contains(&Property::DataRace);
    let mut properties = questions.properties.clone();
    properties.extend(adds_races.then_some(Property::DataRace));
    properties.sort_unstable();
    let mut task =
        Task { program, properties, error_functions: questions.error_functions.clone(), file: name.to_owned() };
    if !questions.is_competition {
        survey.start(front.shared_unit(), share.stack_bytes);
    }
    let mut cx = Context::new(cancellation.clone(), progress.clone());
    let (is_fair, BmcOptions { order, unwind, .. }) = (options.is_fair, options.bmc);
    cx.options = options;
    cx.prover = Some(Arc::new(InvariantProver));
    cx.executor = Some(RandomExecutions::of(&front, &task.program));
    if !dumps.is_empty() {
        let lines = progress.clone();
        let show = move |pass: &str, text: &str| lines.aside(|| output::message(&format!("after {pass}:\n{text}")));
        cx.dump = Some((dumps, Box::new(show)));
    }
    let head = Head {
        engine: engine.map_or(portfolio::NAME, |engine| engine.name()).to_owned(),
        order,
        unwind,
        question: Question::new(target, questions),
    };
    let argues = ["static", "compositional"].contains(&head.engine.as_str());
    let written = (writes_proof && !argues).then(|| proof::Written::new(&head));
    cx.sat_solvers = written.as_ref().map(proof::Written::solvers);
    progress.enter("deciding");
    let judge = Judge {
        known,
        front: &front,
        program: task.program.clone(),
        weakness: &weakness,
        is_fair,
        weighs_externals: target.externals.is_none(),
        may_prove: front.signal_handlers().is_empty()
            && (questions.is_competition || front.interrupt_handlers().is_empty()),
        asks_for_lost_memory: questions.asks_for_lost_memory,
        reliance: OnceLock::new(),
    };
    type Replays<'r> = &'r (dyn Replayer + Sync);
    type Hears<'h> = &'h (dyn Fn(&Outcome) + Sync);
    let decide =
        |task: &Task, replayer: Replays<'_>, cx: &mut Context, decided: Hears<'_>| match (cx.cancelled(), engine) {
            (Some(reason), _) => Answers::unknown(&task.properties, &reason),
            (None, Some(engine)) => early::ask(task, engine, replayer, share.stack_bytes, cx, decided),
            (None, None) => {
                let threads = if share.is_cramped { 1 } else { threads };
                let is_short_of_memory = || share.is_half_used();
                let means = portfolio::Means {
                    threads,
                    stack_bytes: share.stack_bytes,
                    head_start: portfolio::HEAD_START,
                    give_way: priority::give_way,
                    is_short_of_memory: &is_short_of_memory,
                    bytes_in_use: &measure::resident_bytes,
                    decided,
                };
                portfolio::decide(task, PORTFOLIO, replayer, cx, &means)
            }
        };
    let without_arguments = front.may_have_no_arguments.then(|| Transformed::of(&task, &NoArguments, &cx));
    let bare = match without_arguments.filter(|transformed| !transformed.is_unchanged()) {
        None => Bare::default(),
        Some(transformed) => {
            let hears = |outcome: &Outcome| judge.hear(&transformed.lift(outcome.clone()));
            Bare::look(&transformed, &front.replayer_of(is_fair), timeout, &mut cx, |task, replayer, cx| {
                decide(task, replayer, cx, &hears)
            })
        }
    };
    let asked = std::mem::take(&mut task.properties);
    task.properties = bare.left(&asked);
    let mut answers = match task.properties.is_empty() {
        true => Answers { outcomes: Vec::new() },
        false => decide(&task, &front.replayer_of(is_fair), &mut cx, &|outcome| judge.hear(outcome)),
    };
    answers = bare.join(&asked, answers);
    task.properties = asked;
    let has_no_handlers = front.interrupt_handlers().is_empty() && front.signal_handlers().is_empty();
    if engine.is_none() && !questions.is_competition && has_no_handlers {
        let is_known = |name: &str| target.externals.is_some() || !front.rests_on(name);
        let replayer = front.replayer_of(is_fair);
        answers = beyond(&front, &task, answers, deadline, &is_known, &mut cx, |task, cx| {
            reused_storage::admit(weakness.admit(decide(task, &replayer, cx, &|_| {})), &task.program)
        });
    }
    progress.enter("answering");
    if questions.asks_for_lost_memory {
        leave_lost_memory_open(&mut answers);
    }
    let reliance = judge.reliance();
    let mut answers = reused_storage::admit(weakness.admit(answers), &task.program);
    answers = judge.admit(answers);
    if target.externals.is_none() {
        let marking = front.marking_replayer(is_fair);
        let replayer = front.replayer_of(is_fair);
        answers = usual(&task, answers, deadline, &marking, &mut cx, |task, cx| decide(task, &replayer, cx, &|_| {}));
    }
    if !questions.is_competition {
        answers = admit_without_interrupts(answers, &front.interrupt_handlers());
    }
    answers = admit_without_signals(answers, &front.signal_handlers());
    if adds_races {
        answers.outcomes.retain(|outcome| outcome.property != Property::DataRace);
    }
    match survey::concerns(&answers) {
        true => survey.wait(deadline, &cancellation),
        false => survey.drop_unless_begun(),
    }
    let is_safe = |outcome: &Outcome| matches!(outcome.verdict, Verdict::Safe(_));
    let is_plain = !questions.is_competition && !answers.outcomes.is_empty();
    let creates_no_thread =
        is_plain && answers.outcomes.iter().all(is_safe) && creates_no_thread(&task.program, EXPLICIT, &cx);
    let proof = match written {
        Some(written) => Some(written.finish()),
        None if writes_proof && answers.outcomes.iter().all(is_safe) => Some(match head.engine.as_str() {
            "compositional" => proof::invariant(&head, &answers),
            _ => proof::argue(&head, &task.program),
        }),
        None => None,
    };
    if let Some(Ok(text)) = proof.as_ref().filter(|_| !argues && answers.outcomes.iter().all(is_safe)) {
        progress.enter("checking the proof");
        proof::certify_clauses(&front, name, &head, text, &cancellation, &mut answers);
    }
    let visibility = Visibility {
        deadlock: task.asks(Property::Deadlock),
        races: questions.properties.contains(&Property::DataRace),
        overflow: task.asks(Property::Overflow),
    };
    for outcome in &mut answers.outcomes {
        // A violation that was printed before the end has the names of the source already.
        if let Some(told) = known.violation(outcome.property).filter(|_| matches!(outcome.verdict, Verdict::Unsafe(_)))
        {
            outcome.verdict = told;
        } else if let Verdict::Unsafe(trace)
        | Verdict::Unknown(Reason::NotConfirmed { trace, .. } | Reason::DependsOn { trace, .. }) =
            &mut outcome.verdict
        {
            front.present(trace, is_fair, &|| cancellation.reason().is_some());
        }
    }
    let found = Found {
        scan: None,
        explanation: explains.then(|| explain(&task.program, visibility).ok()).flatten(),
        source: task.program.source.clone(),
        diagnostics: front.diagnostics.clone(),
        statistics: cx.statistics.clone(),
        notes: cx.notes.clone(),
        parts: if explains_choice { cx.parts.clone() } else { Vec::new() },
        unreadable: None,
        given_up_in: None,
        has_weak_orders: front.unit().has_weak_orders,
        reads_system_headers: front.reads_system_headers,
        rests_on: reliance.functions().to_vec(),
        interrupts: front.interrupts(),
        creates_no_thread,
        uses_of_arguments: front.unit().uses_of_arguments.map(|span| task.program.source.place(span)),
        raced: answers_race(&answers)
            .and_then(|places| location_of(&task.program, task.program.points_to(), task.program.automata(), places)),
        answers,
        proof,
    };
    (found, Some(cx))
}

impl FileResult {
    /// Writes the verdict as an event.
    fn log(&self) {
        let FileVerdict { word, reason, exit } = &self.verdict;
        let verdict = Event::Verdict {
            verdict: word,
            reason: reason.as_deref(),
            exit_code: exit.code(),
            properties: Claim::all(&self.found.answers),
            seconds: self.resources.wall_seconds,
            memory_bytes: self.resources.peak_memory_bytes,
        };
        log::event(Some(&self.name), &verdict);
    }
}

impl Found {
    fn without_program(answers: Answers) -> Self {
        Found {
            answers,
            source: SourceMap::new(),
            diagnostics: Vec::new(),
            statistics: Statistics::new(),
            notes: Vec::new(),
            parts: Vec::new(),
            unreadable: None,
            given_up_in: None,
            has_weak_orders: false,
            reads_system_headers: false,
            rests_on: Vec::new(),
            interrupts: Vec::new(),
            creates_no_thread: false,
            uses_of_arguments: None,
            raced: None,
            scan: None,
            explanation: None,
            proof: None,
        }
    }

    fn unreadable(why: String, diagnostics: Vec<Diagnostic>) -> Self {
        let answers = Answers { outcomes: Vec::new() };
        Found { unreadable: Some(why), diagnostics, ..Found::without_program(answers) }
    }

    /// The trace of the first violation.
    fn violation(&self) -> Option<&Trace> {
        self.answers.outcomes.iter().find_map(|outcome| match &outcome.verdict {
            Verdict::Unsafe(trace) => Some(&**trace),
            Verdict::Safe(_) | Verdict::Unknown(_) => None,
        })
    }

    /// The trace to save: of the first violation, else of what may be one.
    fn trace(&self) -> Option<&Trace> {
        let other = self.answers.outcomes.iter().find_map(|outcome| outcome.verdict.trace());
        self.violation().or(other)
    }
}
