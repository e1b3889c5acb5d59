//! Minimized traces: what is left out, and what stays.

use crate::common::{run_with, show, trace_of, unit};
use raddle_program::property::Property;
use raddle_program::trace::{Event, Trace, TraceValue};
use raddle_reference::minimize::{Minimization, Size, minimize};
use raddle_reference::walk::{Walk, Walker, with_basic_types};
use raddle_reference::{Explore, ReplayOptions, replay};
use std::collections::BTreeSet;
use std::time::{Duration, Instant};

/// Two threads count, a third one works on something else.
const LOST_UPDATE: &str = "int x, y; void *f(void *p) { x++; return 0; } void *g(void *p) { y++; y++; return 0; }
    int main(void) { pthread_t t, u, v; pthread_create(&v, 0, g, 0); pthread_create(&t, 0, f, 0); pthread_create(&u, 0, f, 0);
    pthread_join(t, 0); pthread_join(u, 0); assert(x == 2); return 0; }";

fn minimized(text: &str, trace: &Trace) -> Trace {
    let options = Minimization { work: 1_000_000, is_fair: false, is_over: &|| false };
    let unit = unit(text);
    let Some(simpler) = minimize(&unit, trace, &options) else { return trace.clone() };
    if let Err(disagreement) = replay(&unit, &simpler, &ReplayOptions::default()) {
        panic!("the minimized trace does not replay: {disagreement}\n{}", show(&simpler));
    }
    let (before, after) = (Size::of(trace), Size::of(&simpler));
    assert!(after.threads <= before.threads && after.steps <= before.steps, "{before:?} becomes {after:?}");
    simpler
}

/// A trace that random executions find: with more switches than it needs.
fn random(text: &str, property: Property) -> Trace {
    let read = unit(text);
    let unit = with_basic_types(&read);
    let mut walker = Walker::of(&unit).expect("the program starts");
    let mut longest: Option<Trace> = None;
    let goals = BTreeSet::new();
    let begin = Instant::now();
    let walk = Walk {
        properties: &[property],
        goals: &goals,
        values: &[0, 700, 7],
        executions: 400,
        steps: 400,
        seed: 7,
        work: u64::MAX,
        is_over: &|| begin.elapsed() > Duration::from_secs(20),
    };
    walker.walk(&walk, &mut |trace| {
        let is_longer = longest.as_ref().is_none_or(|known| Size::of(known).switches < Size::of(&trace).switches);
        if is_longer {
            longest = Some(trace);
        }
        true
    });
    longest.expect("an execution shows it")
}

#[test]
fn a_minimized_trace_replays_and_is_no_longer() {
    let trace = random(LOST_UPDATE, Property::Assertions);
    let simpler = minimized(LOST_UPDATE, &trace);
    let size = Size::of(&simpler);
    // main, one thread up to its write, the other one, the rest of the first one, main.
    assert_eq!((size.threads, size.switches), (3, 4), "{}", show(&simpler));
    assert!(!simpler.steps.iter().any(|step| step.thread == 1), "{}", show(&simpler));
}

#[test]
fn a_race_keeps_its_places() {
    let text = "int x, y; void *f(void *p) { y = 1; x = 1; x = 2; return 0; }
        int main(void) { pthread_t t; pthread_create(&t, 0, f, 0); x++; pthread_join(t, 0); return y; }";
    let trace = random(text, Property::DataRace);
    let place = trace.steps.last().map(|step| step.span);
    let simpler = minimized(text, &trace);
    let [.., first, second] = simpler.steps.as_slice() else { panic!("a race has two steps") };
    assert_ne!(first.thread, second.thread, "the accesses are neighbours: {}", show(&simpler));
    assert!([first, second].iter().any(|step| Some(step.span) == place), "{}", show(&simpler));
}

#[test]
fn inputs_become_small() {
    let text =
        "int main(void) { int a = __VERIFIER_nondet_int(), b = __VERIFIER_nondet_int(); assert(a < 5); return b; }";
    let found = run_with(text, &Explore { domain: vec![700], ..Explore::default() });
    let simpler = minimized(text, &trace_of(&found, Property::Assertions));
    let values: Vec<&TraceValue> = simpler
        .steps
        .iter()
        .filter_map(|step| match &step.event {
            Event::Choice { value, .. } => Some(value),
            _ => None,
        })
        .collect();
    // 700 is halved until the assertion would hold.
    assert_eq!(values, [&TraceValue::Integer(5), &TraceValue::Integer(0)]);
}

#[test]
fn rounds_of_loops_are_left_out() {
    let text = "int n, x; pthread_mutex_t m; void *f(void *p) { for (int i = 0; i < 20; i++) { pthread_mutex_lock(&m); n++;
        pthread_mutex_unlock(&m); } return 0; }
        int main(void) { pthread_create(0, 0, f, 0); pthread_mutex_lock(&m); assert(n < 3); pthread_mutex_unlock(&m); pthread_exit(0); }";
    let trace = random(text, Property::Assertions);
    let simpler = minimized(text, &trace);
    let locks = simpler.steps.iter().filter(|step| matches!(step.event, Event::Synchronize { .. })).count();
    assert!(locks <= 8, "three rounds and the lock of main: {}", show(&simpler));
}

#[test]
fn a_deadlock_stays_one() {
    let text = "pthread_mutex_t m, n; int x; void *f(void *p) { for (int i = 0; i < 5; i++) { pthread_mutex_lock(&n);
        pthread_mutex_lock(&m); x++; pthread_mutex_unlock(&m); pthread_mutex_unlock(&n); } return 0; }
        int main(void) { pthread_create(0, 0, f, 0); for (int i = 0; i < 5; i++) { pthread_mutex_lock(&m); pthread_mutex_lock(&n); x++;
        pthread_mutex_unlock(&n); pthread_mutex_unlock(&m); } return 0; }";
    let found = run_with(text, &Explore { asked: vec![Property::Deadlock], finds_races: false, ..Explore::default() });
    let trace = trace_of(&found, Property::Deadlock);
    let simpler = minimized(text, &trace);
    // The creation, and one lock of each thread.
    assert_eq!(simpler.steps.len(), 3, "{}", show(&simpler));
}

#[test]
fn without_a_budget_nothing_changes() {
    let trace = random(LOST_UPDATE, Property::Assertions);
    let options = Minimization { work: 1_000_000, is_fair: false, is_over: &|| true };
    assert_eq!(minimize(&unit(LOST_UPDATE), &trace, &options), None);
}
