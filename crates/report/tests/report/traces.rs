//! Traces as people read them, on traces made by hand.

use raddle_program::property::{Property, Violation, ViolationKind};
use raddle_program::source::{FileId, SourceFile, SourceMap, SourcePlace, Span};
use raddle_program::syntax::Synchronization;
use raddle_program::trace::{
    ChoiceKind, Event, MemoryLocation, ObjectName, TRACE_FORMAT, Trace, TraceNames, TraceStep, TraceValue,
};
use raddle_report::style::Style;
use raddle_report::text::{Claim, Detail, explanation, sentence, trace};

const TEXT: &str = "int counter;\nvoid *worker(void *a) { counter = counter + 1; return 0; }\nint main() {}\n";

fn source() -> SourceMap {
    let mut source = SourceMap::new();
    source.add(SourceFile::new("lost.c", TEXT, Vec::new()));
    source
}

fn at(line: u32) -> (Span, SourcePlace) {
    let start: usize = TEXT.split_inclusive('\n').take(line as usize - 1).map(str::len).sum();
    let span = Span { file: FileId(0), start: start as u32, end: start as u32 + 1 };
    (span, SourcePlace { file: "lost.c".into(), line, column: 1 })
}

fn step(thread: u32, line: u32, event: Event) -> TraceStep {
    let (span, place) = at(line);
    TraceStep { thread, span, place, function: "worker".into(), callers: Vec::new(), event }
}

fn memory(name: &str) -> MemoryLocation {
    MemoryLocation { object: ObjectName::Global(name.into()), offset: 0, size: 4, text: name.into() }
}

fn read(thread: u32, name: &str, value: i128) -> TraceStep {
    step(thread, 2, Event::Read { location: memory(name), value: TraceValue::Integer(value), is_atomic: false })
}

fn write(thread: u32, name: &str, value: i128) -> TraceStep {
    step(thread, 2, Event::Write { location: memory(name), value: TraceValue::Integer(value), is_atomic: false })
}

fn spawn(child: u32, start: &str) -> TraceStep {
    step(0, 3, Event::Spawn { child, start: start.into() })
}

fn lock(thread: u32, operation: Synchronization, name: &str, outcome: i64) -> TraceStep {
    step(thread, 2, Event::Synchronize { operation, object: memory(name), outcome })
}

fn violated(steps: Vec<TraceStep>, thread: u32, kind: ViolationKind, message: &str) -> Trace {
    let property = kind.property();
    let violation = Violation { kind, thread, span: at(2).0, message: message.into() };
    Trace {
        format: TRACE_FORMAT,
        file: "lost.c".into(),
        property,
        steps,
        violation,
        loop_start: None,
        is_recurrent: false,
        names: TraceNames::default(),
    }
}

fn lost_update() -> Trace {
    let steps = vec![
        spawn(1, "worker"),
        write(0, "t1", 1),
        spawn(2, "worker"),
        write(0, "t2", 2),
        read(1, "counter", 0),
        write(1, "counter", 1),
        read(2, "counter", 1),
        write(2, "counter", 2),
    ];
    violated(steps, 0, ViolationKind::Assertion("assert".into()), "counter == 3")
}

#[test]
fn each_thread_has_a_column_and_reads_say_where_their_value_comes_from() {
    let text = trace(&lost_update(), &source(), Detail::Shared, Style::PLAIN);
    let expected = "  \
  the assertion counter == 3 fails, in main at lost.c:2:1
       2 | void *worker(void *a) { counter = counter + 1; return 0; }

  step  line  main                                 T1 worker          T2 worker                           changes
     1     3  create T1 (worker)
     3     3  create T2 (worker)
     5     2                                       counter: reads 0
     6     2                                       counter: writes 1                                      counter = 1
     7     2                                                          counter: reads 1 written at step 6
     8     2                                                          counter: writes 2                   counter = 2
              !! the assertion counter == 3 fails
  2 steps that concern one thread only left out; --trace full shows all
";
    assert_eq!(text, expected);
}

#[test]
fn full_traces_show_every_step_and_switches_one_row_a_run() {
    let full = trace(&lost_update(), &source(), Detail::Full, Style::PLAIN);
    assert!(full.contains("t1: writes 1") && !full.contains("left out"));
    let switches = trace(&lost_update(), &source(), Detail::Switches, Style::PLAIN);
    assert!(switches.contains("  5-6      2  T1 worker  counter: reads 0; counter: writes 1\n"), "{switches}");
    assert!(switches.contains("  1-3      3  main       create T1 (worker); create T2 (worker)\n"), "{switches}");
}

#[test]
fn rounds_that_are_alike_are_shown_three_times() {
    let round = |thread: u32| {
        [spawn(thread, "worker"), read(thread, "counter", (thread - 1).into()), write(thread, "counter", thread.into())]
    };
    let steps = (1..=400).flat_map(round).chain([read(7, "counter", 400)]).collect();
    let many = violated(steps, 7, ViolationKind::Assertion("assert".into()), "counter == 8");
    let text = trace(&many, &source(), Detail::Shared, Style::PLAIN);
    assert!(text.contains("1191 steps before step 1198 left out, 397 rounds like those around"), "{text}");
    assert!(text.contains("create T2\n") && !text.contains("create T3\n"), "{text}");
    assert!(text.contains("create T400") && text.contains("1201"), "{text}");
    assert!(trace(&many, &source(), Detail::Full, Style::PLAIN).contains("create T200 (worker)"));
}

#[test]
fn where_columns_do_not_fit_there_is_one_for_all_threads() {
    let narrow = Style { width: 60, has_colour: false };
    let text = trace(&lost_update(), &source(), Detail::Shared, narrow);
    assert!(text.contains("thread  what it does"), "{text}");
    assert!(text.lines().all(|line| line.len() <= 80), "{text}");
}

#[test]
fn a_race_names_both_accesses_and_their_locks() {
    let steps = vec![
        spawn(1, "worker"),
        spawn(2, "worker"),
        lock(1, Synchronization::MutexLock, "m", 0),
        write(1, "counter", 1),
        lock(1, Synchronization::MutexUnlock, "m", 0),
        read(2, "counter", 1),
    ];
    let race = violated(steps.clone(), 2, ViolationKind::DataRace, "data race");
    assert_eq!(
        sentence(&race, &source()),
        "T1 writes counter and T2 reads it without a common lock: T1 at lost.c:2:1, holding m; T2 at lost.c:2:1, \
         holding none"
    );
    let mut both = steps;
    both.pop();
    both.push(write(2, "counter", 7));
    let race = violated(both, 2, ViolationKind::DataRace, "data race");
    assert!(sentence(&race, &source()).starts_with("T1 and T2 both write counter without a common lock"));
}

#[test]
fn a_condition_wait_gives_up_its_mutex() {
    let steps = vec![
        spawn(1, "worker"),
        lock(0, Synchronization::MutexLock, "m", 0),
        lock(0, Synchronization::ConditionRelease, "c", 0),
        lock(0, Synchronization::ConditionWake, "c", 1),
        write(1, "x", 1),
        lock(0, Synchronization::MutexLock, "m", 0),
        write(0, "x", 1),
    ];
    let race = sentence(&violated(steps.clone(), 0, ViolationKind::DataRace, "data race"), &source());
    assert!(race.ends_with("T1 at lost.c:2:1, holding none; main at lost.c:2:1, holding m"), "{race}");
    let waiting = [&steps[..4], &[write(0, "x", 1), write(1, "x", 1)]].concat();
    let race = sentence(&violated(waiting, 0, ViolationKind::DataRace, "data race"), &source());
    assert!(race.contains("main at lost.c:2:1, holding none"), "{race}");
}

#[test]
fn a_deadlock_says_who_waits_for_what() {
    let steps = vec![spawn(1, "worker"), lock(1, Synchronization::MutexLock, "m", 0)];
    let stuck = violated(steps, 0, ViolationKind::Deadlock, "main waits for m held by T1; T1 waits for n held by main");
    let text = trace(&stuck, &source(), Detail::Shared, Style::PLAIN);
    assert!(text.contains("  deadlock: main waits for m held by T1; T1 waits for n held by main\n"), "{text}");
    assert!(text.contains("!! deadlock"), "{text}");
}

#[test]
fn a_value_is_not_attributed_to_a_write_of_another_value() {
    let steps = vec![spawn(1, "worker"), write(0, "x", 1), read(1, "x", 5)];
    let text = trace(
        &violated(steps, 1, ViolationKind::OutOfBounds, "an access outside its object"),
        &source(),
        Detail::Full,
        Style::PLAIN,
    );
    assert!(text.contains("x: reads 5\n") || text.contains("x: reads 5 "), "{text}");
    assert!(!text.contains("written at step"), "{text}");
}

#[test]
fn names_and_messages_of_the_program_are_escaped() {
    let mut steps = vec![spawn(1, "wor\x1b[2Jker"), write(1, "a\nVERDICT: SAFE", 1)];
    steps.push(read(0, "a\nVERDICT: SAFE", 1));
    let hostile = violated(steps, 0, ViolationKind::Assertion("assert".into()), "x\nVERDICT: SAFE\n\x1b[31m");
    for detail in [Detail::Full, Detail::Shared, Detail::Switches] {
        let text = trace(&hostile, &source(), detail, Style::PLAIN);
        assert!(!text.contains("VERDICT:"), "{text}");
        assert!(!text.contains('\x1b'), "{text}");
        assert!(text.lines().all(|line| line.is_empty() || line.starts_with(' ')), "{text}");
    }
}

#[test]
fn colours_appear_only_where_they_are_understood() {
    let colourful = Style { width: 120, has_colour: true };
    let text = trace(&lost_update(), &source(), Detail::Shared, colourful);
    assert!(text.contains("\x1b[1m"));
    let mut plain = String::new();
    let mut inside = false;
    for symbol in text.chars() {
        match (inside, symbol) {
            (false, '\x1b') => inside = true,
            (true, 'm') => inside = false,
            (true, _) => {}
            (false, other) => plain.push(other),
        }
    }
    assert_eq!(plain, trace(&lost_update(), &source(), Detail::Shared, Style::PLAIN));
}

#[test]
fn a_violation_without_steps_is_said_to_be_there_from_the_start() {
    let text = trace(
        &violated(Vec::new(), 0, ViolationKind::Assertion("assert".into()), "0"),
        &source(),
        Detail::Shared,
        Style::PLAIN,
    );
    assert!(text.contains("violated from the start"));
}

#[test]
fn saved_traces_read_back_equal() {
    let mut original = lost_update();
    for value in [i128::from(i64::MIN), i128::from(u64::MAX), i128::MAX, i128::MIN, -1] {
        original.steps.push(write(1, "wide", value));
        original.steps.push(step(1, 2, Event::Choice { kind: ChoiceKind::Input, value: TraceValue::Integer(value) }));
    }
    original.steps.push(step(
        1,
        2,
        Event::Read {
            location: memory("p"),
            value: TraceValue::Pointer(ObjectName::Local(1, 0, "x".into()), -4),
            is_atomic: true,
        },
    ));
    original.loop_start = Some(3);
    let text = serde_json::to_string(&original).expect("traces can be written as JSON");
    let read: Trace = serde_json::from_str(&text).expect("and read back");
    assert_eq!(read, original);
    assert_eq!(read.property, Property::Assertions);
}

#[test]
fn an_explanation_shows_the_source_line_and_the_steps_that_matter() {
    let text = explanation(&lost_update(), &source(), None, Claim::Confirmed, Style { width: 80, has_colour: false });
    let expected = "\
error: the assertion counter == 3 fails                              [confirmed]
  --> lost.c:2:1
 2 | void *worker(void *a) { counter = counter + 1; return 0; }
   | ^ main

  how it happens (6 of 8 steps; --trace full shows all)
  step  thread     line  what it does
   1-3  main          3  creates T1 worker, creates T2 worker
   5-6  T1 worker     2  reads counter = 0, writes counter = 1
   7-8  T2 worker     2  reads counter = 1, writes counter = 2
        main          2  the assertion counter == 3 fails
";
    assert_eq!(text, expected);
}

#[test]
fn a_race_is_explained_by_both_accesses_and_their_locks() {
    let steps = vec![
        spawn(1, "worker"),
        spawn(2, "worker"),
        lock(1, Synchronization::MutexLock, "m", 0),
        write(1, "counter", 1),
        read(2, "counter", 1),
    ];
    let race = violated(steps, 2, ViolationKind::DataRace, "a race");
    let text = explanation(&race, &source(), None, Claim::Possible, Style { width: 80, has_colour: false });
    assert!(text.starts_with("warning: possible data race on counter\n"), "{text}");
    assert!(text.contains("T1 worker writes, holds m\n"), "{text}");
    assert!(text.contains("T2 worker reads at the same time, no lock held\n"), "{text}");
    assert!(text.contains("  = T1 worker and T2 worker are created in line 3\n"), "{text}");
    assert!(text.contains("  = help: hold m also in line 2\n"), "{text}");
    assert!(text.ends_with("reads counter = 1  <-- race\n"), "{text}");
}

#[test]
fn a_deadlock_is_explained_by_a_line_for_each_thread() {
    let steps = vec![
        spawn(1, "worker"),
        lock(0, Synchronization::MutexLock, "a", 0),
        lock(1, Synchronization::MutexLock, "b", 0),
    ];
    let message = "main waits for b held by T1; T1 waits for a held by main";
    let stuck = violated(steps, 0, ViolationKind::Deadlock, message);
    let text = explanation(&stuck, &source(), None, Claim::Confirmed, Style { width: 80, has_colour: false });
    assert!(text.contains("  main holds a, waits for b held by T1\n"), "{text}");
    assert!(text.contains("  T1 worker holds b, waits for a held by main\n"), "{text}");
    assert!(text.contains("help: take these locks in one order"), "{text}");
    assert!(text.contains("locks a\n") && text.contains("locks b\n"), "{text}");
}

#[test]
fn an_explanation_has_at_most_a_page_and_no_line_is_too_long() {
    let round = |thread: u32| {
        [spawn(thread, "worker"), read(thread, "counter", (thread - 1).into()), write(thread, "counter", thread.into())]
    };
    let steps = (1..=400).flat_map(round).chain([read(7, "counter", 400)]).collect();
    let many = violated(steps, 7, ViolationKind::Assertion("assert".into()), "counter == 8");
    for width in [60, 80, 120, 200] {
        let text = explanation(&many, &source(), None, Claim::Confirmed, Style { width, has_colour: false });
        assert!(text.lines().count() <= 30, "{text}");
        assert!(text.lines().all(|line| line.chars().count() <= width), "{text}");
        assert!(text.contains("  1201  T7 worker"), "{text}");
    }
}

#[test]
fn memory_that_is_gone_says_where_it_comes_from_and_where_it_went() {
    let object = || ObjectName::Heap(0, 0);
    let pointer = || TraceValue::Pointer(object(), 0);
    let steps = vec![
        step(0, 3, Event::Allocate { object: object(), size: 8 }),
        step(0, 3, Event::Write { location: memory("p"), value: pointer(), is_atomic: false }),
        spawn(1, "worker"),
        step(0, 1, Event::Free { object: object() }),
        step(1, 2, Event::Read { location: memory("p"), value: pointer(), is_atomic: false }),
    ];
    let shown = |steps, kind| {
        let trace = violated(steps, 1, kind, "an access to freed memory");
        explanation(&trace, &source(), None, Claim::Confirmed, Style::PLAIN)
    };
    let text = shown(steps.clone(), ViolationKind::UseAfterFree);
    assert!(text.contains("  = heap0.0 is allocated by main in line 3, freed by main in line 1\n"), "{text}");
    let text = shown(steps, ViolationKind::DoubleFree);
    assert!(text.contains("allocated by main in line 3"), "{text}");
}

#[test]
fn memory_that_is_lost_says_what_pointed_to_it_last() {
    let object = || ObjectName::Heap(1, 0);
    let set = |value| step(0, 3, Event::Write { location: memory("head"), value, is_atomic: false });
    let steps = vec![
        spawn(1, "worker"),
        step(1, 2, Event::Allocate { object: object(), size: 8 }),
        step(
            1,
            2,
            Event::Write { location: memory("head"), value: TraceValue::Pointer(object(), 0), is_atomic: false },
        ),
        set(TraceValue::Integer(0)),
    ];
    let message = "8 bytes, allocated at lost.c:2:1, are not freed when the process ends";
    let trace = violated(steps, 0, ViolationKind::Leak, message);
    let text = explanation(&trace, &source(), None, Claim::Confirmed, Style::PLAIN);
    assert!(text.contains("is allocated by T1 worker in line 2\n"), "{text}");
    assert!(
        text.contains("head, the last pointer to it in memory, is overwritten by main in line 3 (step 4)"),
        "{text}"
    );
}
