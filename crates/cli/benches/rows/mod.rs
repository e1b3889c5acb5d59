//! A row of a bench: a program decided, and what it took.

use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use raddle_analysis::analyzed_program::AnalyzedProgram;
use raddle_cfront::preprocess::PreprocessOptions;
use raddle_cli::front::{Front, Target};
use raddle_program::property::Property;
use raddle_program::types::DataModel;
use raddle_verify::context::{Cancellation, Context, Silent};
use raddle_verify::engine::Engine;
use raddle_verify::options::Order;
use raddle_verify::task::Task;
use raddle_verify::verdict::Reason;
use rustix::time::{ClockId, clock_gettime};

/// After this long a row gives up.
pub const PATIENCE: Duration = Duration::from_secs(30);

/// The threads of most verifiers' recursion are deep.
const STACK: usize = 1 << 29;

/// What decides: an engine, and how it orders events.
pub type Decider = (&'static dyn Engine, Order);

/// What this thread used so far: the load of the machine does not count.
fn processor_time() -> Duration {
    let time = clock_gettime(ClockId::ThreadCPUTime);
    Duration::new(time.tv_sec.unsigned_abs(), time.tv_nsec.unsigned_abs() as u32)
}

/// Decides a file, on a thread with a deep stack, and prints a row. The time, if there is a verdict.
pub fn row(
    name: &str,
    path: &Path,
    (engine, order): Decider,
    (defines, data_model): (Vec<String>, DataModel),
    before: Option<Duration>,
) -> Option<Duration> {
    let target = Target::new(path, PreprocessOptions { defines, data_model, ..PreprocessOptions::default() });
    let cancellation = Cancellation::new();
    let watched = cancellation.clone();
    let run = move || {
        let start = processor_time();
        let front = Front::read(&target).unwrap_or_else(|unreadable| panic!("{}", unreadable.why));
        let task = Task {
            program: AnalyzedProgram::new(front.program.clone()),
            properties: vec![Property::Assertions],
            error_functions: None,
            file: target.path.display().to_string(),
        };
        let mut cx = Context::new(cancellation, Arc::new(Silent));
        cx.options.bmc.order = order;
        let answers = engine.run(&task, &mut cx);
        (answers.outcomes[0].verdict.word(), processor_time() - start, cx.statistics)
    };
    let thread = std::thread::Builder::new().stack_size(STACK).spawn(run).expect("a thread can be started");
    let wait = Duration::from_millis(5);
    let mut waited = Duration::ZERO;
    while !thread.is_finished() {
        std::thread::sleep(wait);
        waited += wait;
        if waited > PATIENCE {
            watched.cancel(Reason::Timeout { limit: PATIENCE });
        }
    }
    let (word, time, counted) = thread.join().expect("a run ends in a verdict");
    let factor = before.map_or(String::new(), |before| format!("x {:.1}", time.as_secs_f64() / before.as_secs_f64()));
    let count = |name: &str| counted.get(name).copied().unwrap_or(0);
    println!(
        "{name:<48} {word:>8} {:>8.3} s {factor:>8} {:>7} events {:>8} sources {:>8} clauses {:>8} conflicts",
        time.as_secs_f64(),
        count("events"),
        count("sources"),
        count("clauses"),
        count("conflicts"),
    );
    (word != "UNKNOWN").then_some(time)
}
