//! Every kind of trace survives being saved as JSON.

use std::sync::Arc;

use raddle_program::property::{Property, Violation, ViolationKind};
use raddle_program::source::{FileId, SourcePlace, Span};
use raddle_program::syntax::Synchronization;
use raddle_program::trace::{
    ChoiceKind, Event, MemoryLocation, ObjectName, TRACE_FORMAT, Trace, TraceNames, TraceStep, TraceValue,
};

const SPAN: Span = Span { file: FileId(3), start: 7, end: u32::MAX };

/// A trace of some events that ends in a violation.
fn trace(events: Vec<Event>, kind: ViolationKind) -> Trace {
    let place = SourcePlace { file: "dir/a \"b\".c".into(), line: 1, column: 2 };
    let step = |event| TraceStep {
        thread: 2,
        span: SPAN,
        place: place.clone(),
        function: "f".into(),
        callers: Vec::new(),
        event,
    };
    Trace {
        format: TRACE_FORMAT,
        file: "a.c".to_owned(),
        property: kind.property(),
        steps: events.into_iter().map(step).collect(),
        violation: Violation { kind, thread: 1, span: SPAN, message: "two\nlines".to_owned() },
        loop_start: Some(0),
        is_recurrent: false,
        names: TraceNames::default(),
    }
}

fn survives(trace: &Trace) {
    for text in [serde_json::to_string(trace), serde_json::to_string_pretty(trace)] {
        let text = text.expect("a trace can be saved");
        let back: Trace = serde_json::from_str(&text).unwrap_or_else(|error| panic!("{error}\n{text}"));
        assert!(back == *trace, "{text}");
    }
}

fn name(text: &str) -> Arc<str> {
    text.into()
}

fn objects() -> Vec<ObjectName> {
    vec![
        ObjectName::Global(name("f::x")),
        ObjectName::ThreadLocal(1, name("errno")),
        ObjectName::Local(0, 2, name("x.2")),
        ObjectName::Heap(1, u32::MAX),
    ]
}

fn location(object: ObjectName) -> MemoryLocation {
    MemoryLocation { object, offset: u64::MAX, size: 4, text: "queue.items[2]".to_owned() }
}

#[test]
fn values_of_every_kind_and_size() {
    let numbers = [
        0,
        -1,
        i128::from(i64::MIN),
        i128::from(i64::MAX) + 1,
        i128::from(u64::MAX),
        i128::from(u64::MAX) + 1,
        i128::MIN,
        i128::MAX,
    ];
    let mut values: Vec<TraceValue> = numbers.into_iter().map(TraceValue::Integer).collect();
    values.extend(objects().into_iter().map(|object| TraceValue::Pointer(object, i64::MIN)));
    values.extend([TraceValue::Function(name("worker")), TraceValue::Opaque]);
    for value in values {
        let location = location(ObjectName::Global(name("x")));
        let kinds = [
            ChoiceKind::Input,
            ChoiceKind::Indeterminate,
            ChoiceKind::External,
            ChoiceKind::Undefined,
            ChoiceKind::Address,
            ChoiceKind::Order,
        ];
        let mut events: Vec<Event> =
            kinds.into_iter().map(|kind| Event::Choice { kind, value: value.clone() }).collect();
        events.push(Event::Read { location: location.clone(), value: value.clone(), is_atomic: true });
        events.push(Event::Write { location, value, is_atomic: false });
        survives(&trace(events, ViolationKind::DataRace));
    }
}

#[test]
fn events_of_every_kind() {
    for object in objects() {
        let events = vec![
            Event::Spawn { child: 3, start: name("worker") },
            Event::Join { child: None, outcome: i64::MIN },
            Event::Join { child: Some(3), outcome: 0 },
            Event::Destructor { key: 3 },
            Event::Exit,
            Event::AtomicBegin,
            Event::AtomicEnd,
            Event::Allocate { object: object.clone(), size: u64::MAX },
            Event::Free { object },
        ];
        survives(&trace(events, ViolationKind::Deadlock));
    }
    let operations = [
        Synchronization::MutexInit,
        Synchronization::MutexDestroy,
        Synchronization::MutexLock,
        Synchronization::MutexTryLock,
        Synchronization::MutexUnlock,
        Synchronization::ConditionInit,
        Synchronization::ConditionDestroy,
        Synchronization::ConditionRelease,
        Synchronization::ConditionWake,
        Synchronization::ConditionSignal,
        Synchronization::ConditionBroadcast,
    ];
    let synchronize = |operation| {
        let object = location(ObjectName::Global(name("m")));
        Event::Synchronize { operation, object, outcome: -1 }
    };
    survives(&trace(operations.into_iter().map(synchronize).collect(), ViolationKind::NonTermination));
}

#[test]
fn violations_of_every_kind() {
    let kinds = [
        ViolationKind::Assertion(name("reach_error")),
        ViolationKind::Deadlock,
        ViolationKind::DataRace,
        ViolationKind::OutOfBounds,
        ViolationKind::NullDereference,
        ViolationKind::UseAfterFree,
        ViolationKind::UseAfterScope,
        ViolationKind::ReadOnly,
        ViolationKind::DoubleFree,
        ViolationKind::InvalidFree,
        ViolationKind::Leak,
        ViolationKind::SignedOverflow,
        ViolationKind::DivisionByZero,
        ViolationKind::ShiftOutOfRange,
        ViolationKind::Misuse(name("unlocked by another thread")),
        ViolationKind::NonTermination,
    ];
    let mut properties: Vec<Property> = kinds.iter().map(ViolationKind::property).collect();
    properties.sort_unstable();
    properties.dedup();
    assert_eq!(properties, Property::ALL, "every property is violated by some kind");
    for kind in kinds {
        survives(&trace(Vec::new(), kind));
    }
}

#[test]
fn what_is_no_trace_is_an_error() {
    let good = serde_json::to_string(&trace(vec![Event::Exit], ViolationKind::Deadlock)).expect("a trace can be saved");
    assert!(serde_json::from_str::<Trace>(&good.replace("\"exit\"", "\"leave\"")).is_err());
    assert!(serde_json::from_str::<Trace>(&good[..good.len() - 1]).is_err());
}
