//! Horn clauses: queries a second, and how they grow with the width of counters, the length of loops and the number of predicates.
//!
//! `cargo bench -p raddle-logic --bench horn -- [NAME]`. Ratios between the rows are what counts.

use std::fmt::Write as _;
use std::time::Duration;

use raddle_logic::horn::solve::{Run, solve};
use raddle_logic::horn::{Answer, Budget, read};
use raddle_logic::term::Terms;
use rustix::time::{ClockId, clock_gettime};

/// What this thread used so far: the load of the machine does not count.
fn processor_time() -> Duration {
    let time = clock_gettime(ClockId::ThreadCPUTime);
    Duration::new(time.tv_sec.unsigned_abs(), time.tv_nsec.unsigned_abs() as u32)
}

/// Solves a system and prints how many queries it took, and how many that is a second.
fn row(name: &str, text: &str, is_safe: bool) {
    let filter: Vec<String> = std::env::args().skip(1).filter(|argument| !argument.starts_with('-')).collect();
    if !filter.is_empty() && !filter.iter().any(|part| name.contains(part.as_str())) {
        return;
    }
    let start = processor_time();
    let mut terms = Terms::new();
    let system = read::read(text, &mut terms).expect("the system is well-formed");
    let run = Run::new(Budget::default());
    let answer = solve(&mut terms, &system, &run);
    let time = (processor_time() - start).as_secs_f64();
    assert_eq!(matches!(answer, Answer::Safe(_)), is_safe, "{name}: {answer:?}");
    let queries = run.counters().queries;
    println!("{name:36} {queries:>8} queries {time:>9.3} s {:>10.0} a second", queries as f64 / time);
}

/// A counter that is bounded by a parameter.
fn counter(width: u32) -> String {
    let sort = format!("(_ BitVec {width})");
    format!(
        "(declare-fun L ({sort} {sort}) Bool)
         (assert (forall ((n {sort})) (L (_ bv0 {width}) n)))
         (assert (forall ((i {sort}) (n {sort})) (=> (and (L i n) (bvult i n)) (L (bvadd i (_ bv1 {width})) n))))
         (assert (forall ((i {sort}) (n {sort})) (=> (and (L i n) (bvugt i n)) false)))"
    )
}

/// A counter that reaches a number.
fn long_loop(steps: u32) -> String {
    format!(
        "(declare-fun L ((_ BitVec 32)) Bool)
         (assert (L (_ bv0 32)))
         (assert (forall ((i (_ BitVec 32)) (k (_ BitVec 32))) (=> (and (L i) (bvult k (_ bv2 32))) (L (bvadd i k)))))
         (assert (forall ((i (_ BitVec 32))) (=> (and (L i) (= i (_ bv{steps} 32))) false)))"
    )
}

/// Loops in a row, each with a bound.
fn loops(count: u32) -> String {
    let mut text = String::new();
    for at in 0..count {
        let _ = writeln!(text, "(declare-fun L{at} ((_ BitVec 32) (_ BitVec 32)) Bool)");
    }
    text.push_str("(assert (forall ((n (_ BitVec 32))) (L0 (_ bv0 32) n)))\n");
    for at in 0..count {
        let _ = writeln!(
            text,
            "(assert (forall ((i (_ BitVec 32)) (n (_ BitVec 32))) (=> (and (L{at} i n) (bvult i n)) (L{at} (bvadd i (_ bv1 32)) n))))"
        );
        let (head, start) = if at + 1 < count {
            (format!("(L{} (_ bv0 32) n)", at + 1), "(= i n)")
        } else {
            ("false".into(), "(bvugt i n)")
        };
        let _ = writeln!(
            text,
            "(assert (forall ((i (_ BitVec 32)) (n (_ BitVec 32))) (=> (and (L{at} i n) {start}) {head})))"
        );
    }
    text
}

fn main() {
    for width in [8, 16, 32, 64] {
        row(&format!("a counter of {width} bits"), &counter(width), true);
    }
    for steps in [8, 16, 32] {
        row(&format!("a violation behind {steps} choices"), &long_loop(steps), false);
    }
    for count in [2, 4, 8, 16] {
        row(&format!("{count} loops in a row"), &loops(count), true);
    }
}
