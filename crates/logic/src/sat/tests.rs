//! The solvers agree with truth tables, with each other, and with a theory that is easy to evaluate.

use std::cell::{Cell, RefCell};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::rc::Rc;

use super::*;

/// A generator of numbers that are as random as tests need.
struct Random(u64);

impl Random {
    fn below(&mut self, limit: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 33) as usize % limit
    }

    fn literal(&mut self, variables: usize) -> Lit {
        let index = self.below(2 * variables);
        Lit::from_index(index)
    }
}

fn holds(lit: Lit, model: u32) -> bool {
    (model >> lit.var().index() & 1 == 1) == lit.is_positive()
}

fn satisfies(model: u32, clauses: &[Vec<Lit>]) -> bool {
    clauses.iter().all(|clause| clause.iter().any(|&lit| holds(lit, model)))
}

/// At most `limit` of the literals are true. Propagates, explains, and can be told to leave all to the check.
struct AtMost {
    literals: Vec<Lit>,
    limit: usize,
    eager: bool,
    told: bool,
    trail: Vec<Lit>,
    levels: Vec<usize>,
    next: usize,
    clauses: Vec<Vec<Lit>>,
    /// The conflict was told and not taken back yet.
    clauses_offered: bool,
    panics: bool,
}

impl AtMost {
    fn new(literals: Vec<Lit>, limit: usize, eager: bool) -> Self {
        AtMost {
            literals,
            limit,
            eager,
            told: false,
            trail: Vec::new(),
            levels: Vec::new(),
            next: 0,
            clauses: Vec::new(),
            clauses_offered: false,
            panics: false,
        }
    }

    fn count(&self) -> Vec<Lit> {
        self.literals.iter().copied().filter(|lit| self.trail.contains(lit)).collect()
    }
}

impl Theory for AtMost {
    fn observe(&mut self, observed: &mut Vec<Var>) {
        if !std::mem::replace(&mut self.told, true) {
            observed.extend(self.literals.iter().map(|lit| lit.var()));
        }
    }

    fn assign(&mut self, lit: Lit) {
        assert!(!self.trail.contains(&!lit), "{lit:?} and its negation");
        self.trail.push(lit);
        self.next = 0;
    }

    fn new_level(&mut self) {
        self.levels.push(self.trail.len());
    }

    fn backtrack(&mut self, level: usize) {
        self.trail.truncate(self.levels[level]);
        self.levels.truncate(level);
        self.next = 0;
        self.clauses.clear();
        self.clauses_offered = false;
    }

    fn propagate(&mut self) -> Option<Lit> {
        assert!(!self.panics, "a panic on purpose");
        let true_ones = self.count();
        if !self.eager || true_ones.len() < self.limit || self.clauses_offered {
            return None;
        }
        if true_ones.len() > self.limit {
            self.clauses_offered = true;
            self.clauses.push(true_ones.iter().take(self.limit + 1).map(|&lit| !lit).collect());
            return None;
        }
        while self.next < self.literals.len() {
            let lit = self.literals[self.next];
            self.next += 1;
            if !self.trail.contains(&lit) && !self.trail.contains(&!lit) {
                return Some(!lit);
            }
        }
        None
    }

    fn explain(&mut self, lit: Lit, clause: &mut Vec<Lit>) {
        // Only what was true when the literal was propagated.
        let before = self.trail.iter().position(|&other| other == lit).unwrap_or(self.trail.len());
        let reasons = self.trail[..before].iter().filter(|lit| self.literals.contains(lit)).take(self.limit);
        clause.extend(reasons.map(|&lit| !lit));
        clause.push(lit);
    }

    fn clause(&mut self, clause: &mut Vec<Lit>) -> bool {
        match self.clauses.pop() {
            Some(found) => {
                *clause = found;
                true
            }
            None => false,
        }
    }

    fn decide(&mut self) -> Option<Lit> {
        self.literals.iter().copied().find(|lit| self.eager && !self.trail.contains(lit))
    }

    fn check(&mut self) -> Check {
        let true_ones = self.count();
        if true_ones.len() <= self.limit {
            return Check::Consistent;
        }
        self.clauses.push(true_ones.iter().take(self.limit + 1).map(|&lit| !lit).collect());
        Check::Clauses
    }

    fn extend(&mut self, _new_var: &mut dyn FnMut() -> Var, _clauses: &mut Vec<Vec<Lit>>) {
        unreachable!("this theory needs no variables");
    }
}

/// Solves the same formula in steps, with assumptions, and compares with truth tables.
fn compare(mut solver: impl SatSolver, random: &mut Random, bound: Option<(usize, bool)>) -> usize {
    let variables = 3 + random.below(6);
    for _ in 0..variables {
        solver.new_var();
    }
    let at_most = bound.map(|(limit, eager)| {
        let literals: Vec<_> =
            (0..variables).map(|index| Var::from_index(index).literal(random.below(3) > 0)).collect();
        solver.connect(Rc::new(RefCell::new(AtMost::new(literals.clone(), limit, eager))));
        (literals, limit)
    });
    let mut clauses = Vec::new();
    let mut unsatisfiable = 0;
    for _ in 0..4 {
        for _ in 0..variables {
            let clause: Vec<_> = (0..1 + random.below(3)).map(|_| random.literal(variables)).collect();
            solver.add_clause(&clause);
            clauses.push(clause);
        }
        let assumptions: Vec<_> = (0..random.below(4)).map(|_| random.literal(variables)).collect();
        let is_model = |model: u32, assumptions: &[Lit]| {
            satisfies(model, &clauses)
                && assumptions.iter().all(|&lit| holds(lit, model))
                && at_most
                    .as_ref()
                    .is_none_or(|(literals, limit)| literals.iter().filter(|&&lit| holds(lit, model)).count() <= *limit)
        };
        let expected = (0..1 << variables).any(|model| is_model(model, &assumptions));
        match solver.solve(&assumptions) {
            SatResult::Sat => {
                assert!(expected, "there is no model");
                let model = (0..variables)
                    .map(|index| u32::from(solver.value(Var::from_index(index).positive())) << index)
                    .sum();
                assert!(is_model(model, &assumptions), "this is no model");
                for index in 0..2 * variables {
                    let lit = Lit::from_index(index);
                    assert_eq!(solver.value(lit), holds(lit, model), "a literal and its variable");
                }
            }
            SatResult::Unsat => {
                assert!(!expected, "there is a model");
                unsatisfiable += 1;
                let core: Vec<_> = assumptions.iter().copied().filter(|&lit| solver.failed(lit)).collect();
                assert!((0..1 << variables).all(|model| !is_model(model, &core)), "the core has a model");
            }
            SatResult::Interrupted => panic!("nobody interrupted"),
        }
    }
    unsatisfiable
}

#[test]
fn solvers_agree_with_truth_tables() {
    let mut random = Random(7);
    let mut unsatisfiable = 0;
    for _ in 0..500 {
        unsatisfiable += compare(Cadical::new(), &mut random, None);
        compare(Batsat::create(), &mut random, None);
    }
    assert!((200..1800).contains(&unsatisfiable), "{unsatisfiable} of 2000: the formulas are too easy");
}

#[test]
fn a_theory_counts_in_the_search_as_it_does_beside_it() {
    let mut random = Random(11);
    for round in 0..500 {
        let limit = random.below(5);
        compare(Cadical::new(), &mut random, Some((limit, round % 2 == 0)));
        compare(Lazily::new(Cadical::new()), &mut random, Some((limit, round % 2 == 0)));
        compare(Batsat::create(), &mut random, Some((limit, round % 2 == 0)));
    }
}

#[test]
fn a_variable_may_come_to_a_theory_after_it_was_in_a_search() {
    struct Late {
        to_observe: Vec<Var>,
        forbidden: Vec<Lit>,
        clause: Option<Vec<Lit>>,
    }
    impl Theory for Late {
        fn observe(&mut self, observed: &mut Vec<Var>) {
            observed.append(&mut self.to_observe);
        }
        fn assign(&mut self, _lit: Lit) {}
        fn new_level(&mut self) {}
        fn backtrack(&mut self, _level: usize) {}
        fn propagate(&mut self) -> Option<Lit> {
            None
        }
        fn explain(&mut self, _lit: Lit, _clause: &mut Vec<Lit>) {
            unreachable!("nothing is propagated");
        }
        fn clause(&mut self, clause: &mut Vec<Lit>) -> bool {
            self.clause.take().is_some_and(|found| {
                *clause = found;
                true
            })
        }
        fn check(&mut self) -> Check {
            match self.forbidden.pop() {
                Some(lit) => {
                    self.clause = Some(vec![!lit]);
                    Check::Clauses
                }
                None => Check::Consistent,
            }
        }
        fn extend(&mut self, _new_var: &mut dyn FnMut() -> Var, _clauses: &mut Vec<Vec<Lit>>) {}
    }
    let mut solver = Cadical::new();
    // Definitions in a chain, which CaDiCaL eliminates.
    let vars: Vec<_> = (0..200).map(|_| solver.new_var()).collect();
    for pair in vars.windows(3) {
        let [a, b, c] = [pair[0], pair[1], pair[2]];
        solver.add_clause(&[a.negative(), b.negative(), c.positive()]);
        solver.add_clause(&[a.positive(), c.negative()]);
        solver.add_clause(&[b.positive(), c.negative()]);
    }
    let theory = Rc::new(RefCell::new(Late { to_observe: Vec::new(), forbidden: Vec::new(), clause: None }));
    solver.connect(Rc::clone(&theory) as SharedTheory);
    // CaDiCaL eliminates once a search has some conflicts behind it.
    let guard = solver.new_var().positive();
    pigeons(&mut solver, 7, Some(guard));
    assert_eq!(solver.solve(&[guard]), SatResult::Unsat);
    assert_eq!(solver.solve(&[]), SatResult::Sat);
    theory.borrow_mut().to_observe = vars[50..150].to_vec();
    theory.borrow_mut().forbidden = vars[50..150].iter().step_by(7).map(|var| var.positive()).collect();
    assert_eq!(solver.solve(&[]), SatResult::Sat);
    for var in vars[50..150].iter().step_by(7) {
        assert!(!solver.value(var.positive()));
    }
    assert_eq!(solver.solve(&[vars[50].positive()]), SatResult::Unsat);
    assert!(solver.failed(vars[50].positive()));
}

#[test]
fn a_panic_of_a_theory_leaves_the_solver_as_a_panic() {
    let mut solver = Cadical::new();
    let vars: Vec<_> = (0..5).map(|_| solver.new_var().positive()).collect();
    solver.add_clause(&vars);
    let mut theory = AtMost::new(vars, 2, true);
    theory.panics = true;
    solver.connect(Rc::new(RefCell::new(theory)));
    let payload = catch_unwind(AssertUnwindSafe(|| solver.solve(&[]))).expect_err("the panic was lost");
    assert!(payload.downcast_ref::<&str>().is_some_and(|message| message.contains("on purpose")));
}

/// Pigeons that need one hole more than there are, if the guard holds.
fn pigeons(solver: &mut impl SatSolver, holes: usize, guard: Option<Lit>) {
    let vars: Vec<Vec<_>> = (0..=holes).map(|_| (0..holes).map(|_| solver.new_var().positive()).collect()).collect();
    for pigeon in &vars {
        let unless = guard.map(|guard| !guard);
        solver.add_clause(&pigeon.iter().copied().chain(unless).collect::<Vec<_>>());
    }
    for (first, pigeon) in vars.iter().enumerate() {
        for other in &vars[..first] {
            for (&mine, &yours) in pigeon.iter().zip(other) {
                solver.add_clause(&[!mine, !yours]);
            }
        }
    }
}

#[test]
fn searches_end_when_they_are_interrupted_or_out_of_budget() {
    fn interrupted(mut solver: impl SatSolver) {
        pigeons(&mut solver, 12, None);
        let polls = Rc::new(Cell::new(0));
        let seen = Rc::clone(&polls);
        solver.set_interruption(Some(Rc::new(move || {
            seen.set(seen.get() + 1);
            seen.get() > 100
        })));
        assert_eq!(solver.solve(&[]), SatResult::Interrupted);
        assert!(polls.get() > 100);
    }
    interrupted(Cadical::new());
    interrupted(Batsat::create());

    let mut solver = Cadical::new();
    pigeons(&mut solver, 12, None);
    solver.set_budget(Some(50));
    assert_eq!(solver.solve(&[]), SatResult::Interrupted);
    let first = solver.statistics();
    assert!((50..1000).contains(&first.conflicts), "{first:?}");
    assert_eq!(solver.solve(&[]), SatResult::Interrupted);
    assert!(solver.statistics().conflicts > first.conflicts);
    assert_eq!(solver.statistics().solves, 2);

    let mut solver = Cadical::new();
    pigeons(&mut solver, 5, None);
    assert_eq!(solver.solve(&[]), SatResult::Unsat);
}
