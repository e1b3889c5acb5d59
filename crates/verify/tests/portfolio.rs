//! The engine `auto` with engines that say what a test wants them to say.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use raddle_program::builder::ProgramBuilder;
use raddle_program::entity::Entity;
use raddle_program::property::{Property, Violation, ViolationKind};
use raddle_program::source::{FileId, Span};
use raddle_program::trace::{TRACE_FORMAT, Trace};
use raddle_program::types::DataModel;
use raddle_verify::certify::Replayer;
use raddle_verify::context::{Cancellation, Context, Silent};
use raddle_verify::engine::Engine;
use raddle_verify::portfolio::{Means, Roster, decide};
use raddle_verify::task::Task;
use raddle_verify::transform::Transform;
use raddle_verify::verdict::{Answers, Outcome, Proof, Reason, Verdict};

/// An engine of a test: a name, what it decides, what it does.
struct Player(&'static str, &'static [Property], fn(&Task, &mut Context) -> Answers);

impl Engine for Player {
    fn name(&self) -> &'static str {
        self.0
    }
    fn summary(&self) -> &'static str {
        "plays a part"
    }
    fn decides(&self, property: Property) -> bool {
        self.1.contains(&property)
    }
    fn transforms(&self) -> Vec<Box<dyn Transform>> {
        Vec::new()
    }
    fn run(&self, task: &Task, cx: &mut Context) -> Answers {
        self.2(task, cx)
    }
}

const BOTH: &[Property] = &[Property::Assertions, Property::Deadlock];

/// Confirms what violates a property in the file that is called "real".
struct Judge;

impl Replayer for Judge {
    fn replay(&self, trace: &Trace) -> Result<(), String> {
        if trace.file == "real" { Ok(()) } else { Err("that never happened".into()) }
    }
}

fn all(task: &Task, verdict: impl Fn(Property) -> Verdict) -> Answers {
    let of = |&property| Outcome { property, verdict: verdict(property) };
    Answers { outcomes: task.properties.iter().map(of).collect() }
}

fn safe() -> Verdict {
    Verdict::Safe(Proof::Exhausted { states: 1, transitions: 0 })
}

fn violated(property: Property, file: &str) -> Verdict {
    let span = Span { file: FileId::from_index(0), start: 0, end: 0 };
    let kind = if property == Property::Deadlock {
        ViolationKind::Deadlock
    } else {
        ViolationKind::Assertion("1 == 2".into())
    };
    let violation = Violation { kind, thread: 0, span, message: "so it is".into() };
    let (file, steps) = (file.to_owned(), Vec::new());
    Verdict::Unsafe(Box::new(Trace {
        format: TRACE_FORMAT,
        file,
        property,
        steps,
        violation,
        loop_start: None,
        is_recurrent: false,
    }))
}

fn gave_up(why: &str) -> Verdict {
    Verdict::Unknown(Reason::GaveUp { why: why.into(), advice: "none".into() })
}

/// Polls until it is told to stop.
fn wait_for_the_end(task: &Task, cx: &mut Context) -> Answers {
    loop {
        if let Some(by) = cx.cancelled() {
            let stopped = Reason::Stopped { by: Box::new(by), reached: "half way".into() };
            return Answers::unknown(&task.properties, &stopped);
        }
        std::thread::yield_now();
    }
}

static ALWAYS_SAFE: Player = Player("proves", BOTH, |task, _| all(task, |_| safe()));
static FINDS_A_DEADLOCK: Player =
    Player("finds", &[Property::Deadlock], |task, _| all(task, |it| violated(it, "real")));
static DREAMS: Player = Player("dreams", BOTH, |task, _| all(task, |it| violated(it, "dream")));
static NEVER_ENDS: Player = Player("waits", BOTH, wait_for_the_end);
static FALLS: Player = Player("falls", BOTH, |_, _| panic!("a table is empty"));
static GIVES_UP: Player = Player("yields", BOTH, |task, _| all(task, |_| gave_up("it is too hard")));

fn ask(first: &[&'static dyn Engine], followers: &[&'static dyn Engine], threads: usize) -> (Vec<Verdict>, Context) {
    ask_with(Cancellation::new(), first, followers, threads, &|| false)
}

fn ask_with(
    cancellation: Cancellation,
    first: &[&'static dyn Engine],
    followers: &[&'static dyn Engine],
    threads: usize,
    is_short_of_memory: &dyn Fn() -> bool,
) -> (Vec<Verdict>, Context) {
    let mut builder = ProgramBuilder::new(DataModel::Lp64);
    builder.main(|code| code.leave(None));
    let program = Arc::new(builder.finish());
    let task = Task { program, properties: BOTH.to_vec(), error_functions: None, file: "test.c".into() };
    let mut cx = Context::new(cancellation, Arc::new(Silent));
    let means = Means { threads, stack_bytes: 1 << 20, is_short_of_memory };
    let answers = decide(&task, Roster { first, followers }, &Judge, &mut cx, &means);
    let properties: Vec<Property> = answers.outcomes.iter().map(|outcome| outcome.property).collect();
    assert_eq!(properties, BOTH);
    (answers.outcomes.into_iter().map(|outcome| outcome.verdict).collect(), cx)
}

fn words(verdicts: &[Verdict]) -> Vec<&'static str> {
    verdicts.iter().map(Verdict::word).collect()
}

#[test]
fn what_is_settled_first_is_not_asked_again() {
    for threads in [1, 2] {
        let (verdicts, cx) = ask(&[&FINDS_A_DEADLOCK], &[&ALWAYS_SAFE, &GIVES_UP], threads);
        assert_eq!(words(&verdicts), ["SAFE", "UNSAFE"]);
        assert_eq!(cx.notes, ["deadlock: UNSAFE by finds", "assertions: SAFE by proves"]);
    }
}

#[test]
fn one_that_never_ends_is_stopped_when_all_is_settled() {
    for threads in [1, 2] {
        let (verdicts, _) = ask(&[], &[&NEVER_ENDS, &ALWAYS_SAFE], threads);
        assert_eq!(words(&verdicts), ["SAFE", "SAFE"]);
    }
}

#[test]
fn a_panic_of_one_leaves_the_others_alone_and_is_not_hidden() {
    for threads in [1, 2] {
        assert_eq!(words(&ask(&[], &[&FALLS, &ALWAYS_SAFE], threads).0), ["SAFE", "SAFE"]);
        let (verdicts, _) = ask(&[], &[&FALLS, &GIVES_UP], threads);
        assert!(matches!(&verdicts[0], Verdict::Unknown(Reason::Internal { .. })), "{verdicts:?}");
    }
}

#[test]
fn a_trace_that_is_not_confirmed_is_no_answer() {
    for threads in [1, 2] {
        let (verdicts, _) = ask(&[], &[&DREAMS, &GIVES_UP], threads);
        assert!(matches!(&verdicts[0], Verdict::Unknown(Reason::NotConfirmed { .. })), "{verdicts:?}");
        assert_eq!(words(&ask(&[], &[&DREAMS, &ALWAYS_SAFE], threads).0), ["SAFE", "SAFE"]);
    }
}

/// Comes to its end only after another one had time to answer, and contradicts it.
static SAFE_BUT_NOT_FREE: Player = Player("errs", BOTH, |task, cx| {
    let open: Vec<_> = task.properties.clone();
    while cx.cancelled().is_none() {
        std::thread::yield_now();
    }
    all(&Task { properties: open, ..task.clone() }, |it| violated(it, "real"))
});

#[test]
fn engines_that_contradict_each_other_settle_nothing() {
    // The one answers when it is told to stop, since all is settled.
    let (verdicts, _) = ask(&[], &[&SAFE_BUT_NOT_FREE, &ALWAYS_SAFE], 2);
    let Verdict::Unknown(Reason::Internal { message }) = &verdicts[0] else { panic!("{verdicts:?}") };
    assert_eq!(message, "proves says that assertions is SAFE, errs says that it is UNSAFE");
}

#[test]
fn reasons_stand_together() {
    static TOO_LARGE: Player = Player("drowns", BOTH, |task, _| all(task, |_| gave_up("it is too large")));
    let (verdicts, _) = ask(&[], &[&GIVES_UP, &TOO_LARGE], 1);
    let Verdict::Unknown(reason) = &verdicts[0] else { panic!("{verdicts:?}") };
    assert_eq!(reason.to_string(), "yields: it is too hard; drowns: it is too large");
}

#[test]
fn a_stop_from_outside_keeps_what_is_settled_and_says_what_was_reached() {
    for threads in [1, 2] {
        let cancellation = Cancellation::new();
        let outside = cancellation.clone();
        let stopper = std::thread::spawn(move || {
            std::thread::sleep(std::time::Duration::from_millis(50));
            outside.cancel(Reason::Interrupted { signal: "SIGTERM".into() });
        });
        let first: &[&'static dyn Engine] = &[&FINDS_A_DEADLOCK];
        let (verdicts, _) = ask_with(cancellation, first, &[&GIVES_UP, &NEVER_ENDS], threads, &|| false);
        stopper.join().expect("it ends");
        assert_eq!(verdicts[1].word(), "UNSAFE");
        let Verdict::Unknown(reason) = &verdicts[0] else { panic!("{verdicts:?}") };
        let text = reason.to_string();
        assert!(text.starts_with("interrupted by SIGTERM; "), "{text}");
        assert!(text.contains("waits: half way") && text.contains("yields: it is too hard"), "{text}");
    }
}

#[test]
fn turns_grow_until_one_is_long_enough() {
    static TURNS: AtomicUsize = AtomicUsize::new(0);
    static NEEDS_TIME: Player = Player("needs time", BOTH, |task, cx| {
        TURNS.fetch_add(1, Ordering::Relaxed);
        for _ in 0..3_000_000 {
            if let Some(by) = cx.cancelled() {
                return Answers::unknown(&task.properties, &by);
            }
        }
        all(task, |_| safe())
    });
    let (verdicts, _) = ask(&[], &[&NEEDS_TIME, &NEVER_ENDS], 1);
    assert_eq!(words(&verdicts), ["SAFE", "SAFE"]);
    assert_eq!(TURNS.load(Ordering::Relaxed), 4);
}

#[test]
fn where_memory_is_scarce_the_last_one_stops_and_the_others_go_on() {
    static NEEDS_A_WHILE: Player = Player("slow", BOTH, |task, _| {
        std::thread::sleep(std::time::Duration::from_millis(200));
        all(task, |_| gave_up("it took too long"))
    });
    let (verdicts, _) = ask_with(Cancellation::new(), &[], &[&NEEDS_A_WHILE, &NEVER_ENDS], 2, &|| true);
    let Verdict::Unknown(reason) = &verdicts[0] else { panic!("{verdicts:?}") };
    let text = reason.to_string();
    assert!(text.contains("waits: it needed more than its part of the memory; half way"), "{text}");
    assert!(text.contains("slow: it took too long"), "{text}");
}
