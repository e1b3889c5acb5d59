//! Replays accept what the machine itself found and reject what was changed.

use crate::common::{run, show, unit};
use raddle_program::property::{Property, Violation, ViolationKind};
use raddle_program::trace::{Event, Trace, TraceValue};
use raddle_reference::{Disagreement, ReplayOptions, Stand, replay};

const PROGRAMS: [&str; 11] = [
    "int x; void *f(void *p) { x++; return 0; } int main(void) { pthread_t t; pthread_create(&t, 0, f, 0); x++; pthread_join(t, 0); assert(x == 2); return 0; }",
    "pthread_mutex_t m, n; void *f(void *p) { pthread_mutex_lock(&n); pthread_mutex_lock(&m); return 0; } int main(void) { pthread_create(0, 0, f, 0); pthread_mutex_lock(&m); pthread_mutex_lock(&n); return 0; }",
    "int x; int main(void) { int *p = malloc(8); p[1] = __VERIFIER_nondet_int(); x = p[1] + 1; assert(x != 2); free(p); free(p); return 0; }",
    "pthread_mutex_t m; pthread_cond_t c; int go; void *f(void *p) { pthread_mutex_lock(&m); if (!go) pthread_cond_wait(&c, &m); assert(go); pthread_mutex_unlock(&m); return 0; } int main(void) { pthread_create(0, 0, f, 0); pthread_mutex_lock(&m); pthread_cond_signal(&c); go = 1; pthread_mutex_unlock(&m); pthread_exit(0); }",
    "struct s { int a, b : 3; } s, t; int main(void) { s.b = 2; t = s; char buffer[8]; memcpy(buffer, &t, 8); __VERIFIER_atomic_begin(); t.a++; __VERIFIER_atomic_end(); assert(t.a == 2); return 0; }",
    "int main(void) { int x, y; int *p = &x, *q = &y; *p = *q; if (x / y == 1) pthread_join(5, 0); return 0; }",
    "char w[32]; int x, y; void *f(void *p) { x = 1; pthread_barrier_wait(w); y = 1; return 0; } int main(void) { pthread_t t; pthread_barrier_init(w, 0, 2); pthread_create(&t, 0, f, 0); int s = pthread_barrier_wait(w); y = 2; pthread_join(t, 0); assert(s); return 0; }",
    "char s[32]; int x; void *f(void *p) { sem_wait(s); x++; return 0; } int main(void) { pthread_t t; sem_init(s, 0, 0); pthread_create(&t, 0, f, 0); sem_post(s); pthread_detach(t); sem_wait(s); assert(x); pthread_detach(t); return 0; }",
    "unsigned k; int x; void *f(void *p) { pthread_setspecific(k, &x); x = 1; pthread_testcancel(); x = 2; return 0; } void end(void *p) { assert(x == 2); } int main(void) { pthread_t t; pthread_key_create(&k, end); pthread_create(&t, 0, f, 0); pthread_cancel(t); pthread_join(t, 0); return 0; }",
    "int x; char a[4]; int main(void) { int e = 0; strcpy(a, \"ab\"); if (!__atomic_compare_exchange_n(&x, &e, strlen(a), 1, 5, 5)) pthread_rwlock_unlock((void *)a); else assert(x != 2); return 0; }",
    "pthread_mutex_t m; int main(void) { int x; pthread_mutex_lock(&m); pthread_mutex_lock(&m + (x & 0)); return 0; }",
];

fn judge(text: &str, trace: &Trace) -> Result<(), Disagreement> {
    replay(&unit(text), trace, &ReplayOptions::default())
}

fn traces() -> Vec<(&'static str, Trace)> {
    let mut all = Vec::new();
    for text in PROGRAMS {
        for stand in run(text).stands.into_values() {
            if let Stand::Violated(trace) = stand {
                all.push((text, *trace));
            }
        }
    }
    assert!(all.len() >= 8, "the programs violate something: {}", all.len());
    all
}

fn must_be_rejected(text: &str, changed: &Trace, what: &str) {
    assert!(judge(text, changed).is_err(), "{what} was accepted\n{text}\n{}", show(changed));
}

#[test]
fn a_changed_step_is_rejected() {
    for (text, trace) in traces() {
        for index in 0..trace.steps.len() {
            let change = |edit: &dyn Fn(&mut Trace)| {
                let mut changed = trace.clone();
                edit(&mut changed);
                changed
            };
            let is_choice = matches!(trace.steps[index].event, Event::Choice { .. });
            if !is_choice {
                must_be_rejected(text, &change(&|t| t.steps[index].span.start += 1), "another place");
                must_be_rejected(text, &change(&|t| t.steps[index].thread += 1), "another thread");
            }
            if trace.steps[index + 1..].iter().any(|later| later.thread == trace.steps[index].thread) {
                let without = change(&|t| drop(t.steps.remove(index)));
                must_be_rejected(text, &without, "a trace without a step");
            }
            if !is_choice {
                let twice = change(&|t| t.steps.insert(index, t.steps[index].clone()));
                must_be_rejected(text, &twice, "a step taken twice");
            }
            let other = change(&|t| edit_event(&mut t.steps[index].event));
            if other != trace {
                must_be_rejected(text, &other, "another event");
            }
        }
    }
}

/// Changes what an event says, in a way that matters.
fn edit_event(event: &mut Event) {
    match event {
        Event::Read { location, value, .. } | Event::Write { location, value, .. } => match value {
            TraceValue::Integer(number) => *number += 1,
            TraceValue::Pointer(_, offset) => *offset += 1,
            TraceValue::Function(_) | TraceValue::Opaque => location.size += 1,
        },
        Event::Choice { kind, .. } => {
            *kind = match kind {
                raddle_program::trace::ChoiceKind::Input => raddle_program::trace::ChoiceKind::External,
                _ => raddle_program::trace::ChoiceKind::Input,
            };
        }
        Event::Synchronize { outcome, .. } | Event::Join { outcome, .. } => *outcome += 1,
        Event::Spawn { child, .. } => *child += 1,
        Event::Allocate { size, .. } => *size += 1,
        Event::Free { .. } | Event::Destructor { .. } | Event::Exit => *event = Event::AtomicBegin,
        Event::AtomicBegin => *event = Event::AtomicEnd,
        Event::AtomicEnd => *event = Event::AtomicBegin,
    }
}

#[test]
fn another_violation_is_rejected() {
    for (text, trace) in traces() {
        let kinds = [
            ViolationKind::Assertion("reach_error".into()),
            ViolationKind::Deadlock,
            ViolationKind::DataRace,
            ViolationKind::NullDereference,
            ViolationKind::SignedOverflow,
            ViolationKind::DivisionByZero,
            ViolationKind::Misuse("".into()),
            ViolationKind::NonTermination,
        ];
        for kind in kinds {
            if kind.property() == trace.property && trace.property != Property::Assertions {
                continue;
            }
            let property = kind.property();
            // A deadlock is also a non-terminating execution.
            let pair = [property, trace.property];
            if pair.contains(&Property::Deadlock) && pair.contains(&Property::Termination) {
                continue;
            }
            let violation = Violation { kind, ..trace.violation.clone() };
            must_be_rejected(text, &Trace { property, violation, ..trace.clone() }, "another violation");
        }
        let shorter = Trace { steps: trace.steps[..trace.steps.len() - 1].to_vec(), ..trace.clone() };
        let last = trace.steps.last().map(|step| step.thread);
        if trace.property == Property::Assertions && last == Some(trace.violation.thread) {
            must_be_rejected(text, &shorter, "a trace that ends too early");
        }
    }
}

#[test]
fn disagreements_say_where_and_how() {
    let (text, mut trace) = traces().remove(0);
    let index = trace.steps.iter().position(|step| matches!(step.event, Event::Write { .. })).expect("a write");
    let Event::Write { value, .. } = &mut trace.steps[index].event else { panic!("it is a write") };
    *value = TraceValue::Integer(77);
    let disagreement = judge(text, &trace).expect_err("77 is not written");
    assert_eq!(disagreement.step, index);
    let words = disagreement.to_string();
    assert!(words.contains("writes 77") && words.contains("test.c:"), "{words}");
}

#[test]
fn values_that_cannot_be_chosen_are_rejected() {
    let text = "int main(void) { unsigned char c = __VERIFIER_nondet_uchar(); assert(c != 200); return 0; }";
    let steps = |number| {
        let found = run(&text.replace("200", "1"));
        let Stand::Violated(trace) = found.stand(Property::Assertions).clone() else { panic!("1 is in the domain") };
        let mut trace = *trace;
        for step in &mut trace.steps {
            if let Event::Choice { value, .. } = &mut step.event {
                *value = TraceValue::Integer(number);
            }
        }
        trace
    };
    // The trace's own choices count, never the domain of the exploration. (`200` is two bytes longer than `1`.)
    let moved = |mut trace: Trace| {
        trace.violation.span.end += 2;
        trace
    };
    assert_eq!(judge(text, &moved(steps(200))), Ok(()));
    must_be_rejected(text, &moved(steps(456)), "a choice out of range");
    must_be_rejected(text, &moved(steps(199)), "a choice that does not violate");
}

#[test]
fn foreign_formats_are_rejected() {
    let (text, trace) = traces().remove(0);
    must_be_rejected(text, &Trace { format: 99, ..trace }, "an unknown format");
}
