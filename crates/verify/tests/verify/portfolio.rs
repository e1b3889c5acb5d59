//! The engine `auto` with engines that say what a test wants them to say.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use raddle_analysis::analyzed_program::AnalyzedProgram;
use raddle_program::builder::ProgramBuilder;
use raddle_program::entity::Entity;
use raddle_program::property::{Property, Violation, ViolationKind};
use raddle_program::source::{FileId, Span};
use raddle_program::trace::{TRACE_FORMAT, Trace, TraceNames};
use raddle_program::types::DataModel;
use raddle_verify::certify::Replayer;
use raddle_verify::context::{Cancellation, Context, Silent};
use raddle_verify::engine::{DelayedEngine, Engine, Search, Trigger};
use raddle_verify::options::{Said, SharedTool, Tool, ToolForm};
use raddle_verify::portfolio::{Means, Portfolio, decide};
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
    fn publishes(&self) -> bool {
        self.0 != "whispers"
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
    Verdict::safe(Proof::Exhausted { states: 1, transitions: 0 })
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
        names: TraceNames::default(),
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
    ask_portfolio(Cancellation::new(), Portfolio { first, followers, shortly: &[], delayed: &[] }, threads, &|| false)
}

thread_local! {
    /// Whether the engine on this thread gives way to other engines.
    static GIVES_WAY: std::cell::Cell<bool> = const { std::cell::Cell::new(false) };
}

/// How long delayed engines wait.
const HEAD_START: Duration = Duration::from_millis(50);

fn ask_portfolio(
    cancellation: Cancellation,
    portfolio: Portfolio<'_>,
    threads: usize,
    is_short_of_memory: &dyn Fn() -> bool,
) -> (Vec<Verdict>, Context) {
    let mut cx = Context::new(cancellation, Arc::new(Silent));
    (ask_with(&mut cx, portfolio, threads, is_short_of_memory), cx)
}

fn ask_with(
    cx: &mut Context,
    portfolio: Portfolio<'_>,
    threads: usize,
    is_short_of_memory: &dyn Fn() -> bool,
) -> Vec<Verdict> {
    ask_and_hear(cx, portfolio, threads, is_short_of_memory, &|_| {})
}

fn ask_and_hear(
    cx: &mut Context,
    portfolio: Portfolio<'_>,
    threads: usize,
    is_short_of_memory: &dyn Fn() -> bool,
    decided: &dyn Fn(&Outcome),
) -> Vec<Verdict> {
    let mut builder = ProgramBuilder::new(DataModel::Lp64);
    builder.main(|code| code.leave(None));
    let program = AnalyzedProgram::new(builder.finish());
    let task = Task { program, properties: BOTH.to_vec(), error_functions: None, file: "test.c".into() };
    let give_way = || GIVES_WAY.set(true);
    let means = Means {
        threads,
        stack_bytes: 1 << 20,
        head_start: HEAD_START,
        give_way,
        is_short_of_memory,
        bytes_in_use: &|| 0,
        decided,
    };
    let answers = decide(&task, portfolio, &Judge, cx, &means);
    let properties: Vec<Property> = answers.outcomes.iter().map(|outcome| outcome.property).collect();
    assert_eq!(properties, BOTH);
    answers.outcomes.into_iter().map(|outcome| outcome.verdict).collect()
}

#[test]
fn what_a_user_asks_for_holds_for_every_engine() {
    struct Deaf;
    impl Tool for Deaf {
        fn name(&self) -> &str {
            "deaf"
        }
        fn form(&self) -> ToolForm {
            ToolForm::Horn
        }
        fn hear(&self, _text: &str, _cancellation: &Cancellation) -> (Said, String) {
            (Said::Nothing("it hears nothing".into()), String::new())
        }
    }
    static LOOKS: Player = Player("looks", BOTH, |task, cx| {
        let is_deaf = |tool: &Option<SharedTool>| tool.as_ref().is_some_and(|tool| tool.name() == "deaf");
        let is_told = cx.options.sequential.checker.as_deref() == Some("kinduction")
            && cx.options.modular.thread_order == [2, 1]
            && is_deaf(&cx.options.sequential.tool)
            && is_deaf(&cx.options.compositional.solver)
            && cx.options.bmc.unwind == Some(7)
            && cx.options.lazy.context_bound == Some(3)
            && cx.options.is_fair;
        all(task, |_| if is_told { safe() } else { gave_up("it was not told") })
    });
    for threads in [1, 2] {
        let mut cx = Context::new(Cancellation::new(), Arc::new(Silent));
        cx.options.sequential.checker = Some("kinduction".into());
        cx.options.modular.thread_order = vec![2, 1];
        let deaf: SharedTool = Arc::new(Deaf);
        (cx.options.sequential.tool, cx.options.compositional.solver) = (Some(deaf.clone()), Some(deaf));
        (cx.options.bmc.unwind, cx.options.lazy.context_bound, cx.options.is_fair) = (Some(7), Some(3), true);
        let portfolio = Portfolio { first: &[], followers: &[&LOOKS, &GIVES_UP], shortly: &[], delayed: &[] };
        assert_eq!(words(&ask_with(&mut cx, portfolio, threads, &|| false)), ["SAFE", "SAFE"], "{threads} at a time");
    }
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
fn a_verdict_is_told_once_and_when_it_is_certified() {
    // The first violation ends the run: so it was told before the end.
    for (threads, first) in [(1, true), (2, true), (2, false)] {
        let outside = Cancellation::new();
        let heard = std::cell::RefCell::new(Vec::new());
        let hear = |outcome: &Outcome| {
            heard.borrow_mut().push((outcome.property, outcome.verdict.word()));
            outside.cancel(Reason::AfterViolation { grace: None });
        };
        let mut cx = Context::new(outside.clone(), Arc::new(Silent));
        let (early, late): (&[&'static dyn Engine], &[&'static dyn Engine]) = match first {
            true => (&[&FINDS_A_DEADLOCK], &[&NEVER_ENDS, &GIVES_UP]),
            false => (&[], &[&FINDS_A_DEADLOCK, &NEVER_ENDS]),
        };
        let portfolio = Portfolio { first: early, followers: late, shortly: &[], delayed: &[] };
        let verdicts = ask_and_hear(&mut cx, portfolio, threads, &|| false, &hear);
        assert_eq!(*heard.borrow(), [(Property::Deadlock, "UNSAFE")], "{threads}");
        assert_eq!(words(&verdicts), ["UNKNOWN", "UNSAFE"], "{threads}");
        let Verdict::Unknown(reason) = &verdicts[0] else { panic!("it is open") };
        assert!(reason.to_string().starts_with("not decided: --fail-fast"), "{reason}");
    }
    // What does not replay is no verdict.
    let heard = std::cell::Cell::new(0);
    let mut cx = Context::new(Cancellation::new(), Arc::new(Silent));
    let portfolio = Portfolio { first: &[&DREAMS], followers: &[&GIVES_UP], shortly: &[], delayed: &[] };
    ask_and_hear(&mut cx, portfolio, 1, &|| false, &|_| heard.set(heard.get() + 1));
    assert_eq!(heard.get(), 0);
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
    // The first engine answers when it is told to stop, since every property is decided.
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
        let (verdicts, _) = ask_portfolio(
            cancellation,
            Portfolio { first, followers: &[&GIVES_UP, &NEVER_ENDS], shortly: &[], delayed: &[] },
            threads,
            &|| false,
        );
        stopper.join().expect("it ends");
        assert_eq!(verdicts[1].word(), "UNSAFE");
        let Verdict::Unknown(reason) = &verdicts[0] else { panic!("{verdicts:?}") };
        let text = reason.to_string();
        assert!(text.starts_with("interrupted by SIGTERM; "), "{text}");
        assert!(text.contains("waits: half way") && text.contains("yields: it is too hard"), "{text}");
    }
}

/// An engine is interrupted in the middle of its work, by engines before and behind it, and goes on there.
#[test]
fn an_engine_goes_on_where_its_turn_ended() {
    static STARTS: AtomicUsize = AtomicUsize::new(0);
    static OTHERS_STEPS: AtomicUsize = AtomicUsize::new(0);
    static COUNTS: Player = Player("counts", BOTH, |task, cx| {
        while cx.cancelled().is_none() {
            OTHERS_STEPS.fetch_add(1, Ordering::Relaxed);
        }
        all(task, |_| gave_up("it was told to stop"))
    });
    static NEEDS_TIME: Player = Player("needs time", BOTH, |task, cx| {
        STARTS.fetch_add(1, Ordering::Relaxed);
        for _ in 0..300_000 {
            if let Some(by) = cx.cancelled() {
                return Answers::unknown(&task.properties, &by);
            }
        }
        all(task, |_| safe())
    });
    let mut steps = Vec::new();
    for followers in [[&COUNTS, &NEEDS_TIME], [&COUNTS, &NEEDS_TIME]] {
        let (verdicts, _) = ask(&[], &followers.map(|it| it as &'static dyn Engine), 1);
        assert_eq!(words(&verdicts), ["SAFE", "SAFE"]);
        assert_eq!(STARTS.swap(0, Ordering::Relaxed), 1);
        steps.push(OTHERS_STEPS.swap(0, Ordering::Relaxed));
    }
    // The other engine has as many steps, and the same number each time.
    assert!((290_000..=310_000).contains(&steps[0]) && steps[0] == steps[1], "{steps:?}");
}

/// If memory is short, engines that take turns are stopped one by one.
#[test]
fn in_turns_an_engine_that_needs_too_much_memory_stops_alone() {
    use std::cell::Cell;
    let rounds = Cell::new(0);
    let is_short = || {
        rounds.set(rounds.get() + 1);
        rounds.get() == 3
    };
    static NEEDS_TIME: Player = Player("needs time", BOTH, |task, cx| {
        for _ in 0..30_000 {
            if let Some(by) = cx.cancelled() {
                return Answers::unknown(&task.properties, &by);
            }
        }
        all(task, |_| safe())
    });
    let portfolio = Portfolio { first: &[], followers: &[&NEEDS_TIME, &NEVER_ENDS], shortly: &[], delayed: &[] };
    let (verdicts, cx) = ask_portfolio(Cancellation::new(), portfolio, 1, &is_short);
    let end = &cx.parts.iter().find(|part| part.engine == "waits").expect("it has a part").end;
    assert_eq!(words(&verdicts), ["SAFE", "SAFE"]);
    assert!(end.contains("it needed more than its part of the memory"), "{end}");
}

#[test]
fn where_memory_is_scarce_the_last_one_stops_and_the_others_go_on() {
    static NEEDS_A_WHILE: Player = Player("slow", BOTH, |task, _| {
        std::thread::sleep(std::time::Duration::from_millis(200));
        all(task, |_| gave_up("it took too long"))
    });
    let (verdicts, _) = ask_portfolio(
        Cancellation::new(),
        Portfolio { first: &[], followers: &[&NEEDS_A_WHILE, &NEVER_ENDS], shortly: &[], delayed: &[] },
        2,
        &|| true,
    );
    let Verdict::Unknown(reason) = &verdicts[0] else { panic!("{verdicts:?}") };
    let text = reason.to_string();
    assert!(text.contains("waits: it needed more than its part of the memory, with 0 MB in use; half way"), "{text}");
    assert!(text.contains("slow: it took too long"), "{text}");
}

#[test]
fn nobody_begins_in_the_place_of_one_that_was_stopped_before_its_memory_is_free() {
    static NEEDS_A_WHILE: Player = Player("slow", BOTH, |task, _| {
        std::thread::sleep(Duration::from_millis(200));
        all(task, |_| gave_up("it took too long"))
    });
    static LISTENS: Player = Player("listens", BOTH, |task, cx| {
        for _ in 0..100 {
            std::thread::sleep(Duration::from_millis(1));
            if let Some(reason) = cx.cancelled() {
                return all(task, |_| Verdict::Unknown(reason.clone()));
            }
        }
        all(task, |_| safe())
    });
    const LATE: DelayedEngine = DelayedEngine {
        engine: &LISTENS,
        trigger: |_| Some(Trigger { why: "it hopes".into(), search: Search::MayNotEnd }),
    };
    let portfolio = Portfolio { first: &[], followers: &[&NEEDS_A_WHILE, &NEVER_ENDS], shortly: &[], delayed: &[LATE] };
    let (verdicts, _) = ask_portfolio(Cancellation::new(), portfolio, 2, &|| true);
    assert_eq!(words(&verdicts), ["SAFE", "SAFE"]);
}

const HOPES: DelayedEngine = DelayedEngine {
    engine: &ALWAYS_SAFE,
    trigger: |_| Some(Trigger { why: "it hopes".into(), search: Search::MayNotEnd }),
};
const HOPES_ALONE: DelayedEngine = DelayedEngine {
    engine: &NEVER_ENDS_EITHER,
    trigger: |_| Some(Trigger { why: "nobody else hopes".into(), search: Search::ProvesNothing }),
};
static IS_NOT_ASKED: Player = Player("elsewhere", &[Property::Termination], |_, _| panic!("it was asked"));
const DESPAIRS: DelayedEngine = DelayedEngine { engine: &FALLS, trigger: |_| None };
static NEVER_ENDS_EITHER: Player = Player("stays", BOTH, wait_for_the_end);

#[test]
fn a_delayed_engine_takes_part_where_its_trigger_condition_holds() {
    for threads in [1, 2] {
        // An engine that waits for a place and is not asked anything delays no other one.
        let followers: &[&'static dyn Engine] = &[&NEVER_ENDS, &NEVER_ENDS_EITHER, &IS_NOT_ASKED];
        let portfolio = Portfolio { first: &[], followers, shortly: &[], delayed: &[DESPAIRS, HOPES] };
        let (verdicts, cx) = ask_portfolio(Cancellation::new(), portfolio, threads, &|| false);
        assert_eq!(words(&verdicts), ["SAFE", "SAFE"]);
        assert_eq!(cx.notes[0], "proves takes part, since it hopes");
    }
}

#[test]
fn a_second_delayed_engine_comes_as_long_after_the_first() {
    const WAITS_LATE: DelayedEngine = DelayedEngine {
        engine: &NEVER_ENDS_LATE,
        trigger: |_| Some(Trigger { why: "it may end".into(), search: Search::MayNotEnd }),
    };
    static NEVER_ENDS_LATE: Player = Player("lingers", BOTH, wait_for_the_end);
    const HOPES_TOO: DelayedEngine = DelayedEngine {
        engine: &ALWAYS_SAFE,
        trigger: |_| Some(Trigger { why: "others may not end".into(), search: Search::MayNotEnd }),
    };
    let followers: &[&'static dyn Engine] = &[&NEVER_ENDS, &NEVER_ENDS_EITHER];
    let portfolio = Portfolio { first: &[], followers, shortly: &[], delayed: &[WAITS_LATE, HOPES_TOO] };
    let (verdicts, cx) = ask_portfolio(Cancellation::new(), portfolio, 2, &|| false);
    assert_eq!(words(&verdicts), ["SAFE", "SAFE"]);
    assert!(cx.parts.iter().all(|part| part.turns == 1), "{:?}", cx.parts);
}

#[test]
fn a_delayed_engine_takes_the_place_of_one_that_has_ended_and_none_before_the_head_start() {
    let portfolio = Portfolio { first: &[], followers: &[&GIVES_UP, &GIVES_UP], shortly: &[], delayed: &[HOPES] };
    assert_eq!(words(&ask_portfolio(Cancellation::new(), portfolio, 2, &|| false).0), ["SAFE", "SAFE"]);
    // A property that is decided within the head start is decided without the delayed engine.
    static IS_QUICK: Player = Player("quick", BOTH, |task, _| all(task, |_| safe()));
    const FALLS_LATE: DelayedEngine = DelayedEngine {
        engine: &FALLS,
        trigger: |_| Some(Trigger { why: "why not".into(), search: Search::ProvesNothing }),
    };
    let portfolio =
        Portfolio { first: &[], followers: &[&NEVER_ENDS, &IS_QUICK], shortly: &[], delayed: &[FALLS_LATE] };
    let (verdicts, cx) = ask_portfolio(Cancellation::new(), portfolio, 2, &|| false);
    assert_eq!(words(&verdicts), ["SAFE", "SAFE"]);
    assert_eq!(cx.notes[1], "assertions: SAFE by quick");
}

#[test]
fn where_searches_come_to_an_end_a_delayed_engine_waits_longer_and_decides_what_they_do_not() {
    const NO_SOONER: DelayedEngine = DelayedEngine {
        engine: &ALWAYS_SAFE,
        trigger: |_| Some(Trigger { why: "there is a loop".into(), search: Search::Ends }),
    };
    static TAKES_LONGER: Player = Player("slow", BOTH, |task, _| {
        std::thread::sleep(HEAD_START * 3 / 2);
        all(task, |_| safe())
    });
    let turns = |followers: &[&'static dyn Engine], threads: usize| {
        let portfolio = Portfolio { first: &[], followers, shortly: &[], delayed: &[NO_SOONER] };
        let (verdicts, cx) = ask_portfolio(Cancellation::new(), portfolio, threads, &|| false);
        assert_eq!(words(&verdicts), ["SAFE", "SAFE"]);
        let turns = |name: &str| cx.parts.iter().find(|part| part.engine == name).map(|part| part.turns);
        [followers[0].name(), "proves"].map(|name| turns(name).expect("it takes part"))
    };
    assert_eq!(turns(&[&NEVER_ENDS, &NEVER_ENDS_EITHER], 2), [1, 1]);
    assert_eq!(turns(&[&TAKES_LONGER, &NEVER_ENDS_EITHER], 2), [1, 0], "who ends in time is not disturbed");
    assert_eq!(turns(&[&NEVER_ENDS], 1), [1, 1]);
}

#[test]
fn what_those_who_come_first_could_not_show_is_said_where_nobody_says_more() {
    static TRIES: Player = Player("tries", BOTH, |task, _| all(task, |_| gave_up("nothing follows from locks")));
    let reason = |followers: &[&'static dyn Engine]| {
        let (verdicts, _) = ask(&[&TRIES], followers, 2);
        let Verdict::Unknown(reason) = &verdicts[0] else { panic!("nobody decides anything") };
        reason.to_string()
    };
    assert!(reason(&[&IS_NOT_ASKED]).contains("nothing follows from locks"));
    let together = reason(&[&GIVES_UP]);
    assert!(together.contains("it is too hard") && !together.contains("locks"), "{together}");
}

#[test]
fn what_ends_soon_comes_behind_the_first_of_the_followers_and_before_the_second() {
    static TRIES: Player = Player("tries", BOTH, |task, _| all(task, |_| gave_up("nothing follows from numbers")));
    let ask = |followers: &[&'static dyn Engine], shortly: &[&'static dyn Engine], threads: usize| {
        ask_portfolio(Cancellation::new(), Portfolio { first: &[], followers, shortly, delayed: &[] }, threads, &|| {
            false
        })
    };
    for threads in [1, 2] {
        let (verdicts, cx) = ask(&[&NEVER_ENDS, &NEVER_ENDS_EITHER], &[&ALWAYS_SAFE], threads);
        assert_eq!(words(&verdicts), ["SAFE", "SAFE"]);
        let part = |name: &str| cx.parts.iter().find(|part| part.engine == name).expect("it has a part");
        assert_eq!((part("waits").turns, part("proves").turns, part("stays").turns), (1, 1, 0), "{:?}", cx.parts);
    }
    // If the first engine needs one turn, the other one is not asked. Its reason is left out if other engines give one.
    let (verdicts, cx) = ask(&[&ALWAYS_SAFE], &[&TRIES], 1);
    assert_eq!((words(&verdicts), cx.parts[1].turns), (vec!["SAFE", "SAFE"], 0));
    let (verdicts, _) = ask(&[&GIVES_UP], &[&TRIES], 2);
    let Verdict::Unknown(reason) = &verdicts[0] else { panic!("nobody decides anything") };
    assert!(!reason.to_string().contains("numbers"), "{reason}");
}

#[test]
fn one_who_alone_can_prove_keeps_its_memory_longer_than_one_who_searches() {
    static NEEDS_A_WHILE: Player = Player("slow", BOTH, |task, _| {
        std::thread::sleep(Duration::from_millis(200));
        all(task, |_| gave_up("it took too long"))
    });
    let begin = std::time::Instant::now();
    let is_short_of_memory = || begin.elapsed() > Duration::from_millis(100);
    let cancellation = Cancellation::new();
    let outside = cancellation.clone();
    let stopper = std::thread::spawn(move || {
        std::thread::sleep(Duration::from_millis(300));
        outside.cancel(Reason::Interrupted { signal: "SIGTERM".into() });
    });
    let portfolio =
        Portfolio { first: &[], followers: &[&NEEDS_A_WHILE, &NEVER_ENDS], shortly: &[], delayed: &[HOPES_ALONE] };
    let (_, cx) = ask_portfolio(cancellation, portfolio, 2, &is_short_of_memory);
    stopper.join().expect("it ends");
    let end = |engine: &str| cx.parts.iter().find(|part| part.engine == engine).map(|part| part.end.as_str());
    assert!(
        end("waits").is_some_and(|end| end.contains("it needed more than its part of the memory")),
        "{:?}",
        cx.parts
    );
    assert!(end("stays").is_some_and(|end| end.contains("interrupted by SIGTERM")), "{:?}", cx.parts);
}

#[test]
fn who_can_prove_nothing_gives_way_to_one_who_alone_can() {
    fn says_whether_it_gives_way(task: &Task, cx: &mut Context) -> Answers {
        let gives_way = GIVES_WAY.get();
        while cx.cancelled().is_none() {
            std::thread::yield_now();
        }
        all(task, |_| gave_up(if gives_way { "gives way" } else { "goes on" }))
    }
    static SEARCHES: Player = Player("searches", BOTH, says_whether_it_gives_way);
    static PROVES_ALONE: Player = Player("proves alone", BOTH, |task, _| {
        let is_first = !GIVES_WAY.get();
        all(task, |_| if is_first { safe() } else { gave_up("it gave way") })
    });
    const ALONE: DelayedEngine = DelayedEngine {
        engine: &PROVES_ALONE,
        trigger: |_| Some(Trigger { why: "nobody else proves".into(), search: Search::ProvesNothing }),
    };
    let end = |delayed: DelayedEngine| {
        let delayed = [delayed];
        let portfolio = Portfolio { first: &[], followers: &[&SEARCHES, &NEVER_ENDS], shortly: &[], delayed: &delayed };
        let (verdicts, cx) = ask_portfolio(Cancellation::new(), portfolio, 2, &|| false);
        assert_eq!(words(&verdicts), ["SAFE", "SAFE"]);
        cx.parts.into_iter().find(|part| part.engine == "searches").expect("it takes part").end
    };
    assert!(end(ALONE).contains("gives way"));
    assert!(end(HOPES).contains("goes on"));
}

#[test]
fn each_engine_has_a_part_that_says_why_and_how_it_ended() {
    for threads in [1, 2] {
        let followers: &[&'static dyn Engine] = &[&GIVES_UP, &IS_NOT_ASKED, &NEVER_ENDS];
        let portfolio = Portfolio { first: &[&FINDS_A_DEADLOCK], followers, shortly: &[], delayed: &[DESPAIRS, HOPES] };
        let (verdicts, cx) = ask_portfolio(Cancellation::new(), portfolio, threads, &|| false);
        assert_eq!(words(&verdicts), ["SAFE", "UNSAFE"]);
        let part = |name: &str| cx.parts.iter().find(|part| part.engine == name).expect("it has a part");
        assert_eq!(part("finds").settled, [(Property::Deadlock, "UNSAFE")]);
        assert_eq!(part("yields").end, "assertions open: it is too hard");
        assert_eq!((part("elsewhere").turns, part("elsewhere").why.as_str()), (0, "it decides nothing that is open"));
        assert_eq!((part("falls").turns, part("falls").why.as_str()), (0, "the program gives it no prospect"));
        assert_eq!((part("proves").why.as_str(), part("proves").end.as_str()), ("it hopes", "assertions SAFE"));
        assert!(part("waits").turns > 0 && part("waits").end.starts_with("assertions open: "), "{:?}", cx.parts);
        assert!(part("proves").line().starts_with("proves: it hopes; assertions SAFE ("), "{}", part("proves").line());
    }
}

#[test]
fn an_answer_does_not_wait_for_one_that_does_not_listen() {
    static HAS_ENDED: AtomicUsize = AtomicUsize::new(0);
    static DEAF: Player = Player("deaf", BOTH, |task, _| {
        std::thread::sleep(Duration::from_secs(10));
        HAS_ENDED.fetch_add(1, Ordering::Relaxed);
        all(task, |_| gave_up("it is late"))
    });
    let portfolio = Portfolio { first: &[], followers: &[&DEAF, &ALWAYS_SAFE], shortly: &[], delayed: &[] };
    let (verdicts, cx) = ask_portfolio(Cancellation::new(), portfolio, 2, &|| false);
    assert_eq!((words(&verdicts), HAS_ENDED.load(Ordering::Relaxed)), (vec!["SAFE", "SAFE"], 0));
    assert_eq!(cx.parts[0].end, "it did not listen when it was told to stop");
}

/// Publishes a verdict and waits until it is told to stop, or for ten seconds.
fn post_and_wait(task: &Task, cx: &mut Context, property: Property, verdict: &Verdict) -> Answers {
    cx.shared_results.publish(property, verdict);
    let begin = std::time::Instant::now();
    while cx.cancelled().is_none() && begin.elapsed() < Duration::from_secs(10) {
        std::thread::yield_now();
    }
    all(task, |_| gave_up("it was held up"))
}

#[test]
fn two_that_are_held_up_by_what_the_other_settles_end_together() {
    static PROVES_ONE: Player =
        Player("proves one", BOTH, |task, cx| post_and_wait(task, cx, Property::Assertions, &safe()));
    static FINDS_ANOTHER: Player = Player("finds another", BOTH, |task, cx| {
        let begin = std::time::Instant::now();
        while !cx.shared_results.is_decided(Property::Assertions) && begin.elapsed() < Duration::from_secs(10) {
            std::thread::yield_now();
        }
        post_and_wait(task, cx, Property::Deadlock, &violated(Property::Deadlock, "real"))
    });
    let (verdicts, cx) = ask(&[], &[&PROVES_ONE, &FINDS_ANOTHER], 2);
    assert_eq!(words(&verdicts), ["SAFE", "UNSAFE"]);
    assert_eq!(cx.parts[0].settled, [(Property::Assertions, "SAFE")]);
    assert_eq!(cx.parts[1].settled, [(Property::Deadlock, "UNSAFE")]);
}

#[test]
fn what_is_posted_passes_the_gate_and_comes_from_those_who_may_post() {
    static POSTS_A_DREAM: Player = Player("posts a dream", BOTH, |task, cx| {
        cx.shared_results.publish(Property::Deadlock, &violated(Property::Deadlock, "dream"));
        all(task, |_| gave_up("it was a dream"))
    });
    static WHISPERS: Player = Player("whispers", BOTH, |task, cx| {
        cx.shared_results.publish(Property::Deadlock, &safe());
        all(task, |_| gave_up("nobody listens"))
    });
    let (verdicts, _) = ask(&[], &[&POSTS_A_DREAM, &WHISPERS], 2);
    assert_eq!(words(&verdicts), ["UNKNOWN", "UNKNOWN"]);
}

#[test]
fn one_who_has_nothing_left_to_say_gives_its_place_to_another() {
    static ONLY_DEADLOCKS: Player = Player("only deadlocks", &[Property::Deadlock], wait_for_the_end);
    static POSTS_A_DEADLOCK: Player = Player("posts", BOTH, |task, cx| {
        post_and_wait(task, cx, Property::Deadlock, &violated(Property::Deadlock, "real"))
    });
    let (verdicts, cx) = ask(&[], &[&ONLY_DEADLOCKS, &POSTS_A_DEADLOCK, &ALWAYS_SAFE], 2);
    assert_eq!(words(&verdicts), ["SAFE", "UNSAFE"]);
    assert_eq!(cx.parts[0].end, "deadlock open: another engine was faster; half way");
}
