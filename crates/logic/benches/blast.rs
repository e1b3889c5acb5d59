//! Formulas: how many terms, gates and clauses a second, and how long queries take that are typical of programs.
//!
//! `cargo bench -p raddle-logic --bench blast -- [NAME]`. Ratios between the rows are what counts: the machine does not matter
//! then.

use std::time::Duration;

use raddle_logic::blast::Blaster;
use raddle_logic::circuit::cnf::{Cnf, Polarity};
use raddle_logic::sat::{Cadical, SatResult, SatSolver};
use raddle_logic::solver::Solver;
use raddle_logic::sort::Sort;
use raddle_logic::term::{Term, Terms};
use rustix::time::{ClockId, clock_gettime};

/// What this thread used so far: the load of the machine does not count.
fn processor_time() -> Duration {
    let time = clock_gettime(ClockId::ThreadCPUTime);
    Duration::new(time.tv_sec.unsigned_abs(), time.tv_nsec.unsigned_abs() as u32)
}

/// Runs something and prints how long it took, and how much of what it counts that is a second.
fn row(name: &str, unit: &str, run: impl FnOnce() -> usize) {
    let filter: Vec<String> = std::env::args().skip(1).filter(|argument| !argument.starts_with('-')).collect();
    if !filter.is_empty() && !filter.iter().any(|part| name.contains(part.as_str())) {
        return;
    }
    let start = processor_time();
    let count = run();
    let time = (processor_time() - start).as_secs_f64();
    println!("{name:36} {count:>10} {unit:8} {time:>9.3} s {:>12.0} a second", count as f64 / time);
}

fn variables(terms: &mut Terms, count: usize, width: u32) -> Vec<Term> {
    (0..count).map(|at| terms.fresh(&format!("x{at}"), Sort::BitVec(width))).collect()
}

/// Assignments, conditions and joins, as an unwound program has them.
fn program(terms: &mut Terms, steps: usize) -> Vec<Term> {
    let inputs = variables(terms, 16, 32);
    let mut state = inputs.clone();
    let mut guard = terms.truth();
    let mut goals = Vec::new();
    for step in 0..steps {
        let (a, b) = (state[step * 7 % 16], state[step * 5 % 16]);
        let number = terms.number(32, (step % 1000) as u128);
        let sum = terms.bv_add(a, b);
        let sum = terms.bv_add(sum, number);
        let condition = terms.bv_slt(sum, number);
        let branch = terms.and(guard, condition);
        let flipped = terms.bv_xor(a, number);
        state[step % 16] = terms.ite(branch, sum, flipped);
        if step % 50 == 49 {
            goals.push(terms.eq(sum, b));
            guard = terms.truth();
        } else {
            guard = branch;
        }
    }
    goals
}

fn blast_all(terms: &Terms, goals: &[Term], polarity: Option<Polarity>) -> usize {
    let mut blaster = Blaster::new();
    let gates: Vec<_> = goals.iter().map(|&goal| blaster.gate(terms, goal)).collect();
    if let Some(polarity) = polarity {
        let (mut cnf, mut sat) = (Cnf::default(), Cadical::new());
        for gate in gates {
            cnf.literal(blaster.gates(), &mut sat, gate, polarity);
        }
        return sat.statistics().clauses as usize;
    }
    blaster.gates().len()
}

/// Searches for an assignment of a term.
fn search(terms: &mut Terms, goal: Term, expected: SatResult) -> usize {
    let mut solver = Solver::new(Cadical::new());
    solver.assert(terms, goal);
    assert_eq!(solver.check(terms, &[]), expected);
    solver.sat().statistics().conflicts as usize
}

fn main() {
    row("terms of a program", "terms", || {
        let mut terms = Terms::new();
        program(&mut terms, 300_000);
        terms.len()
    });
    let mut terms = Terms::new();
    let goals = program(&mut terms, 20_000);
    row("gates of a program", "gates", || blast_all(&terms, &goals, None));
    row("clauses of a program", "clauses", || blast_all(&terms, &goals, Some(Polarity::Both)));
    row("clauses of a program, one polarity", "clauses", || blast_all(&terms, &goals, Some(Polarity::Positive)));
    let arithmetic = |name: &str, count: usize, build: fn(&mut Terms, Term, Term) -> Term| {
        let mut terms = Terms::new();
        let inputs = variables(&mut terms, count + 1, 64);
        let results: Vec<Term> = inputs.windows(2).map(|pair| build(&mut terms, pair[0], pair[1])).collect();
        row(name, "gates", || {
            let mut blaster = Blaster::new();
            for &result in &results {
                blaster.gates_of(&terms, result);
            }
            blaster.gates().len()
        });
    };
    arithmetic("sums of 64 bits", 5_000, Terms::bv_add);
    arithmetic("products of 64 bits", 100, Terms::bv_mul);
    arithmetic("quotients of 64 bits", 100, Terms::bv_udiv);
    arithmetic("shifts of 64 bits", 1_000, Terms::bv_shl);

    row("search: factors", "conflict", || {
        let mut terms = Terms::new();
        let x = variables(&mut terms, 2, 40);
        let product = terms.bv_mul(x[0], x[1]);
        let number = terms.number(40, 1_048_573 * 65_521);
        let small = terms.number(40, 1 << 20);
        let one = terms.number(40, 1);
        let mut parts = vec![terms.eq(product, number)];
        for x in x {
            parts.extend([terms.bv_ult(x, small), terms.bv_ult(one, x)]);
        }
        let goal = terms.and_all(&parts);
        search(&mut terms, goal, SatResult::Sat)
    });
    row("search: sums in another order", "conflict", || {
        let mut terms = Terms::new();
        let x = variables(&mut terms, 4, 7);
        let forth = x.iter().skip(1).fold(x[0], |sum, &x| terms.bv_add(sum, x));
        let back = x.iter().rev().skip(1).fold(x[3], |sum, &x| terms.bv_add(x, sum));
        // Less, not different: that would be decided while it is built.
        let goal = terms.bv_ult(forth, back);
        search(&mut terms, goal, SatResult::Unsat)
    });
    row("search: products distribute", "conflict", || {
        let mut terms = Terms::new();
        let x = variables(&mut terms, 3, 5);
        let sum = terms.bv_add(x[1], x[2]);
        let left = terms.bv_mul(x[0], sum);
        let (a, b) = (terms.bv_mul(x[0], x[1]), terms.bv_mul(x[0], x[2]));
        let right = terms.bv_add(a, b);
        let goal = terms.ne(left, right);
        search(&mut terms, goal, SatResult::Unsat)
    });
    row("search: division undoes", "conflict", || {
        let mut terms = Terms::new();
        let x = variables(&mut terms, 2, 9);
        let (quotient, remainder) = (terms.bv_udiv(x[0], x[1]), terms.bv_urem(x[0], x[1]));
        let product = terms.bv_mul(quotient, x[1]);
        let whole = terms.bv_add(product, remainder);
        let goal = terms.ne(whole, x[0]);
        search(&mut terms, goal, SatResult::Unsat)
    });
    row("search: an array sorted by swaps", "conflict", || {
        let mut terms = Terms::new();
        let count = 5u128;
        let mut array = terms.fresh("a", Sort::Array { index: 32, element: 32 });
        for round in 0..count {
            for at in 0..count - 1 - round {
                let (i, j) = (terms.number(32, at), terms.number(32, at + 1));
                let (x, y) = (terms.select(array, i), terms.select(array, j));
                let greater = terms.bv_slt(y, x);
                let swapped = terms.store(array, i, y);
                let swapped = terms.store(swapped, j, x);
                array = terms.ite(greater, swapped, array);
            }
        }
        // At indices that are not numbers, so that nothing is decided while it is built.
        let (i, j) = (terms.fresh("i", Sort::BitVec(32)), terms.fresh("j", Sort::BitVec(32)));
        let limit = terms.number(32, count);
        let (x, y) = (terms.select(array, i), terms.select(array, j));
        let parts = [terms.bv_ult(i, j), terms.bv_ult(j, limit), terms.bv_slt(y, x)];
        let goal = terms.and_all(&parts);
        search(&mut terms, goal, SatResult::Unsat)
    });
}
