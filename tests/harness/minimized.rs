//! Minimized traces: each replays, is never longer than the trace of the engine, and shows the same violation. `explicit` looks for the
//! violations of a sample of the corpus, `bmc` for what it does not find.
//!
//! With `--nocapture` the test prints the sizes before and after. `RADDLE_ALL=1` takes the whole corpus.

use raddle_analysis::analyzed_program::AnalyzedProgram;
use raddle_cfront::preprocess::PreprocessOptions;
use raddle_cli::engines::engine_named;
use raddle_cli::front::{Front, Target};
use raddle_program::property::Property;
use raddle_program::source::Span;
use raddle_program::trace::{Event, MemoryLocation, ObjectName, Trace, TraceStep};
use raddle_reference::minimize::Size;
use raddle_tests::case::{Case, Truth, programs};
use raddle_tests::sample::{is_chosen, is_everything};
use raddle_verify::certify::Replayer;
use raddle_verify::context::{Cancellation, Context, Silent};
use raddle_verify::pipeline::decide;
use raddle_verify::task::Task;
use raddle_verify::verdict::{Reason, Verdict};
use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// One case of this number is tried.
const SAMPLE: u32 = 8;

/// How long an engine may search.
const LIMIT: Duration = Duration::from_secs(2);

/// How long all may take; what is left then is not tried.
const WHOLE: Duration = Duration::from_secs(100);

#[derive(Default)]
struct Table {
    rows: Vec<(Size, Size, Duration)>,
    complaints: Vec<String>,
}

#[test]
fn minimized_traces_show_the_same_violation() {
    let work = || {
        let start = Instant::now();
        let mut table = Table::default();
        let corpus = Path::new(env!("CARGO_MANIFEST_DIR")).join("corpus");
        for path in programs(&corpus) {
            let name = path.strip_prefix(&corpus).unwrap_or(&path).to_string_lossy();
            let is_tried = is_chosen(&[&name, "minimized"], SAMPLE) && (start.elapsed() < WHOLE || is_everything());
            if let (true, Ok(case)) = (is_tried, Case::read(&path, &corpus)) {
                try_case(&path, &case, &mut table);
            }
        }
        table
    };
    let thread = std::thread::Builder::new().stack_size(1 << 30).spawn(work).expect("a thread can be made");
    let table = thread.join().expect("no trial panics");
    table.print();
    assert!(table.complaints.is_empty(), "{}", table.complaints.join("\n"));
    assert!(!table.rows.is_empty(), "some programs of the sample are unsafe");
}

fn try_case(path: &Path, case: &Case, table: &mut Table) {
    let target = Target {
        arguments: case.arguments,
        callers: case.callers.clone().map(Arc::new),
        externals: case.externals,
        ..Target::new(path, PreprocessOptions { data_model: case.data_model, ..PreprocessOptions::default() })
            .with(&case.others)
    };
    let Ok(front) = Front::read(&target) else { return };
    let is_fair = case.is_fair;
    let is_unsafe = |(&property, &truth): (&Property, &Truth)| (truth == Truth::Unsafe).then_some(property);
    let mut open: Vec<Property> = case.truths.iter().filter_map(is_unsafe).collect();
    for engine in ["explicit", "bmc"] {
        let engine = engine_named(engine).expect("it is in the table");
        let properties: Vec<Property> = open.iter().copied().filter(|&property| engine.decides(property)).collect();
        if properties.is_empty() {
            continue;
        }
        let task = Task {
            program: AnalyzedProgram::new(front.program.clone()),
            properties,
            error_functions: None,
            file: path.to_string_lossy().into_owned(),
        };
        let cancellation = Cancellation::new();
        let mut cx = Context::new(cancellation.clone(), Arc::new(Silent));
        cx.options.is_fair = is_fair;
        let (done, waits) = std::sync::mpsc::channel::<()>();
        let answers = std::thread::scope(|scope| {
            scope.spawn(move || {
                if waits.recv_timeout(LIMIT) == Err(std::sync::mpsc::RecvTimeoutError::Timeout) {
                    cancellation.cancel(Reason::Timeout { limit: LIMIT });
                }
            });
            let answers = decide(&task, engine, &front.replayer_of(is_fair), &mut cx);
            drop(done);
            answers
        });
        for outcome in answers.outcomes {
            if let Verdict::Unsafe(trace) = outcome.verdict {
                open.retain(|property| *property != outcome.property);
                table.compare(path, &front, &trace, is_fair);
            }
        }
    }
}

impl Table {
    fn compare(&mut self, path: &Path, front: &Front, trace: &Trace, is_fair: bool) {
        let start = Instant::now();
        let mut simpler = trace.clone();
        front.minimize(&mut simpler, is_fair, &|| false);
        let time = start.elapsed();
        let (before, after) = (Size::of(trace), Size::of(&simpler));
        let mut complain = |what: &str| {
            self.complaints.push(format!("{}: {}: {what}", path.display(), trace.property));
        };
        if let Err(why) = front.replayer_of(is_fair).replay(&simpler) {
            complain(&format!("the minimized trace does not replay: {why}"));
        }
        if front.marking_replayer(is_fair).replay(trace).is_ok()
            && front.marking_replayer(is_fair).replay(&simpler).is_err()
        {
            complain("the minimized trace depends on functions without a body");
        }
        if after.threads > before.threads || after.steps > before.steps {
            complain(&format!("{before:?} becomes {after:?}"));
        }
        if simpler.property != trace.property || simpler.violation.kind != trace.violation.kind {
            complain(&format!("{:?} becomes {:?}", trace.violation, simpler.violation));
        }
        let places = |trace: &Trace| match trace.property {
            Property::DataRace => racing_places(trace),
            _ => vec![start_of(trace.violation.span)],
        };
        if places(trace) != places(&simpler) {
            complain(&format!("the violation moves: {:?} becomes {:?}", trace.violation, simpler.violation));
        }
        let name = path.file_name().map_or_else(String::new, |name| name.to_string_lossy().into_owned());
        println!(
            "{:3} threads {:5} switches {:6} steps -> {:3} {:5} {:6}  {:6} ms  {} {name}",
            before.threads,
            before.switches,
            before.steps,
            after.threads,
            after.switches,
            after.steps,
            time.as_millis(),
            trace.property
        );
        self.rows.push((before, after, time));
    }

    fn print(&self) {
        let figure = |what: &str, of: &dyn Fn(&Size) -> usize| {
            let all = |row: fn(&(Size, Size, Duration)) -> Size| {
                let mut all: Vec<usize> = self.rows.iter().map(|it| of(&row(it))).collect();
                all.sort_unstable();
                format!("median {}, sum {}", all.get(all.len() / 2).unwrap_or(&0), all.iter().sum::<usize>())
            };
            println!("{what}: {} -> {}", all(|row| row.0), all(|row| row.1));
        };
        figure("threads", &|size| size.threads);
        figure("switches", &|size| size.switches);
        figure("steps", &|size| size.steps);
        let mut times: Vec<u128> = self.rows.iter().map(|row| row.2.as_millis()).collect();
        times.sort_unstable();
        let (median, longest) = (times.get(times.len() / 2).unwrap_or(&0), times.last().unwrap_or(&0));
        println!("{} traces; {median} ms (median), {longest} ms (longest)", self.rows.len());
    }
}

fn start_of(span: Span) -> (u32, u32) {
    (span.file.0, span.start)
}

/// The places of the last step and of the last one of another thread that accesses the same bytes, in order.
fn racing_places(trace: &Trace) -> Vec<(u32, u32)> {
    let access = |step: &TraceStep| -> Option<(ObjectName, u64, u64, bool)> {
        let of = |at: &MemoryLocation, writes| Some((at.object.clone(), at.offset, at.offset + at.size, writes));
        match &step.event {
            Event::Read { location, .. } => of(location, false),
            Event::Write { location, .. } => of(location, true),
            Event::Free { object } => Some((object.clone(), 0, u64::MAX, true)),
            _ => None,
        }
    };
    let Some((last, before)) = trace.steps.split_last() else { return Vec::new() };
    let Some((object, start, end, writes)) = access(last) else { return Vec::new() };
    let first = before.iter().rev().find(|step| {
        step.thread != last.thread
            && access(step).is_some_and(|it| it.0 == object && it.1 < end && start < it.2 && (writes || it.3))
    });
    let mut places: Vec<_> = [Some(last), first].into_iter().flatten().map(|step| start_of(step.span)).collect();
    places.sort_unstable();
    places
}
