//! Thousands of random graphs: the theory inside the search, beside it, and the clocks find what all orders find.

use std::cell::RefCell;
use std::collections::BTreeSet;
use std::rc::Rc;

use super::specification::{Behaviour, Built, EventSpec, Specification, What};
use crate::order::{Clocks, Event, Graph, Guidance, OrderStatistics, OrderTheory, follows};
use crate::sat::{Batsat, Cadical, Lazily, Lit, SatResult, SatSolver, SharedTheory};

/// Numbers that are as random as tests need.
pub struct Random(pub u64);

impl Random {
    pub fn below(&mut self, limit: usize) -> usize {
        self.0 = self.0.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        (self.0 >> 33) as usize % limit
    }

    fn chance(&mut self, percent: usize) -> bool {
        self.below(100) < percent
    }
}

/// A random graph with at most `size` events besides the first writes.
pub fn random_specification(random: &mut Random, size: usize) -> Specification {
    let mut spec = Specification { booleans: random.below(4), ..Specification::default() };
    let cells = 1 + random.below(2) as u32;
    let with_first_writes = random.chance(80);
    let chains = 2 + random.below(2);
    if with_first_writes {
        for cell in 0..cells {
            let joined = cell > 0;
            spec.events.push(EventSpec { chain: 0, guard: None, what: What::Write, cell: Some(cell), joined });
        }
    }
    let offset = usize::from(with_first_writes);
    spec.chains = chains + offset;
    let (symbolic, guarded, joined) = (random.below(40), random.below(60), random.below(50));
    let mut has_event = vec![false; chains];
    for _ in 0..2 + random.below(size - 1) {
        let chain = random.below(chains);
        let what = [What::Read, What::Write, What::Read, What::Write, What::Nothing][random.below(5)];
        let guard =
            (spec.booleans > 0 && random.chance(guarded)).then(|| (random.below(spec.booleans), random.chance(60)));
        let cell = (what != What::Nothing && !random.chance(symbolic)).then(|| random.below(cells as usize) as u32);
        let joined = has_event[chain] && random.chance(joined);
        has_event[chain] = true;
        spec.events.push(EventSpec { chain: chain + offset, guard, what, cell, joined });
    }
    let count = spec.events.len();
    if with_first_writes {
        for chain in offset..spec.chains {
            if let Some(first) = (0..count).find(|&event| spec.events[event].chain == chain) {
                spec.edges.push((0, first, vec![]));
            }
        }
    }
    let read_or_write = |spec: &Specification, event: usize, what: What| spec.events[event].what == what;
    for write in 0..count {
        for read in 0..count {
            let is_pair = read_or_write(&spec, write, What::Write) && read_or_write(&spec, read, What::Read);
            let is_open = spec.events[write].cell.is_none() || spec.events[read].cell.is_none();
            if is_pair && is_open && random.chance(80) {
                let boolean = (spec.booleans > 0 && random.chance(70)).then(|| random.below(spec.booleans.max(1)));
                spec.aliases.push((write, read, boolean));
            }
            if is_pair && random.chance(5) {
                spec.no_source.push((write, read));
            }
        }
    }
    let pick_pair = |random: &mut Random, spec: &Specification| {
        let (first, second) = (random.below(count), random.below(count));
        (spec.events[first].chain != spec.events[second].chain).then_some((first, second))
    };
    for _ in 0..random.below(3) {
        if let (true, Some(pair)) = (random.chance(40), pick_pair(random, &spec)) {
            spec.orders.push(pair);
        }
        if let (true, Some((from, to))) = (random.chance(30), pick_pair(random, &spec)) {
            let conditions =
                (0..random.below(3).min(spec.booleans)).map(|_| (random.below(spec.booleans), random.chance(50)));
            let mut conditions: Vec<_> = conditions.collect();
            // Contradicting conditions are never met, here as there.
            conditions.sort_unstable();
            conditions.dedup();
            spec.edges.push((from, to, conditions));
        }
    }
    if random.chance(50) {
        for chain in offset..spec.chains {
            let events: Vec<usize> = (0..count).filter(|&event| spec.events[event].chain == chain).collect();
            if events.len() < 2 {
                continue;
            }
            let acquire = random.below(events.len() - 1);
            let release = acquire + 1 + random.below(events.len() - acquire - 1);
            let mut releases = vec![events[release]];
            if release + 1 < events.len() && exclude_each_other(&spec, events[release], events[release + 1]) {
                releases.push(events[release + 1]);
            }
            spec.sections.push((events[acquire], releases));
        }
        for second in 0..spec.sections.len() {
            for first in 0..second {
                spec.exclusions.push((first, second));
            }
        }
    }
    spec
}

fn exclude_each_other(spec: &Specification, first: usize, second: usize) -> bool {
    match (spec.events[first].guard, spec.events[second].guard) {
        (Some((one, value)), Some((other, other_value))) => one == other && value != other_value,
        (_, _) => false,
    }
}

/// All models of a solver, as far as behaviours decide them.
pub fn enumerate<S: SatSolver>(
    spec: &Specification,
    built: &Built,
    solver: &mut S,
    mut inspect: impl FnMut(&BTreeSet<Lit>, &S),
) -> BTreeSet<BTreeSet<Lit>> {
    let mut models = BTreeSet::new();
    loop {
        match solver.solve(&[]) {
            SatResult::Sat => {
                let model = spec.model(built, solver);
                inspect(&model, solver);
                let clause: Vec<Lit> = model.iter().map(|&lit| !lit).collect();
                solver.add_clause(&clause);
                assert!(models.insert(model), "the same model twice");
            }
            SatResult::Unsat => return models,
            SatResult::Interrupted => panic!("nobody interrupted"),
        }
    }
}

/// Checks that each clause of a theory holds in every behaviour.
fn check_clause(
    spec: &Specification,
    behaviours: &[(Behaviour, BTreeSet<Lit>)],
    events: &[Event],
    splits: &[(Lit, Event, Event)],
    clause: &[Lit],
) {
    for (behaviour, literals) in behaviours {
        let position = |event| {
            let index = events.iter().position(|&other| other == event);
            behaviour.order.iter().position(|&other| Some(other) == index)
        };
        let holds = clause.iter().any(|&lit| {
            literals.contains(&lit)
                || clause.contains(&!lit)
                || splits.iter().any(|&(split, first, second)| {
                    split.var() == lit.var() && ((position(first) < position(second)) == (split == lit))
                })
        });
        assert!(holds, "{clause:?} is wrong in {behaviour:?} of {spec:#?}");
    }
}

/// Runs the theory with one solver, and compares everything with what is allowed.
fn compare_theory(
    spec: &Specification,
    mut solver: impl SatSolver,
    search: bool,
    steps: &[usize],
) -> (usize, OrderStatistics) {
    let theory = Rc::new(RefCell::new(OrderTheory::new(Graph::new())));
    theory.borrow_mut().rules.search = search;
    // The result does not depend on the order of decisions.
    let guidances = [Guidance::None, Guidance::LateWrites, Guidance::LateReads];
    theory.borrow_mut().guide(guidances[spec.events.len() % guidances.len()]);
    let clauses: Rc<RefCell<Vec<Vec<Lit>>>> = Rc::default();
    let heard = Rc::clone(&clauses);
    theory.borrow_mut().listen(Box::new(move |graph, clause| {
        assert!(follows(graph, clause), "{clause:?} was not derived once more");
        heard.borrow_mut().push(clause.to_vec());
    }));
    solver.connect(Rc::clone(&theory) as SharedTheory);
    let mut built = Built::default();
    for &count in steps {
        spec.extend(theory.borrow_mut().graph(), &mut built, &mut solver, count.min(spec.events.len()));
        // Additions only exclude orders.
        if solver.solve(&[]) != SatResult::Sat {
            assert!(spec.behaviours().is_empty(), "a part of the graph has no order, but all of it has: {spec:#?}");
        }
    }
    spec.extend(theory.borrow_mut().graph(), &mut built, &mut solver, spec.events.len());
    let behaviours: Vec<(Behaviour, BTreeSet<Lit>)> = spec
        .behaviours()
        .into_iter()
        .map(|behaviour| {
            let literals = spec.decided(&built, &behaviour);
            (behaviour, literals)
        })
        .collect();
    let allowed: BTreeSet<BTreeSet<Lit>> = behaviours.iter().map(|(_, literals)| literals.clone()).collect();
    let found = enumerate(spec, &built, &mut solver, |model, _| {
        assert!(allowed.contains(model), "{model:?} is not allowed by {spec:#?}");
        let theory = theory.borrow();
        check_schedule(spec, &built, model, theory.schedule());
    });
    let theory = theory.borrow();
    for clause in clauses.borrow().iter() {
        check_clause(spec, &behaviours, &built.events, &theory.splits, clause);
    }
    if let Some(missing) = allowed.difference(&found).next() {
        panic!("{missing:?} was not found in {spec:#?}");
    }
    (found.len(), theory.statistics)
}

/// The schedule has what is there, in an order that gives each read its source.
fn check_schedule(spec: &Specification, built: &Built, model: &BTreeSet<Lit>, schedule: &[Event]) {
    let booleans: Vec<bool> = built.booleans.iter().map(|lit| model.contains(lit)).collect();
    let events: Vec<usize> = schedule
        .iter()
        .map(|&event| built.events.iter().position(|&other| other == event).expect("an event"))
        .collect();
    let there: BTreeSet<usize> = (0..spec.events.len()).filter(|&event| spec.is_there(event, &booleans)).collect();
    assert_eq!(events.iter().copied().collect::<BTreeSet<_>>(), there, "not the events that are there: {spec:#?}");
    assert_eq!(events.len(), there.len(), "an event twice");
    for &(write, read, lit) in &built.sources {
        if model.contains(&lit) {
            let at = events.iter().position(|&event| event == read).expect("a read that is there");
            let last = events[..at].iter().rev().copied().find(|&event| {
                spec.events[event].what == What::Write && {
                    let fixed = spec.events[event].cell.is_some() && spec.events[event].cell == spec.events[read].cell;
                    fixed
                        || spec
                            .aliases
                            .iter()
                            .any(|&(w, r, boolean)| w == event && r == read && boolean.is_none_or(|b| booleans[b]))
                }
            });
            assert_eq!(last, Some(write), "the schedule {events:?} of {spec:#?}");
        }
    }
    // What is not there may come anywhere; what is there must be in the order of some behaviour.
    let decided = spec.behaviours().into_iter().any(|behaviour| {
        behaviour.booleans == booleans
            && behaviour.order.iter().copied().filter(|event| there.contains(event)).collect::<Vec<_>>() == events
    });
    assert!(decided, "the schedule {events:?} is not allowed by {spec:#?}");
}

#[test]
fn the_theory_finds_what_all_orders_find() {
    let mut random = Random(1);
    let mut models = 0;
    let mut splits = 0;
    for round in 0..1500 {
        let spec = random_specification(&mut random, 4 + round % 4);
        let (count, statistics) = compare_theory(&spec, Cadical::new(), round % 5 != 0, &[]);
        models += count;
        splits += statistics.splits;
    }
    assert!(models > 3000, "{models} models: the graphs are too hard");
    assert!(splits > 0, "no order of two writes was ever decided by a new literal");
}

#[test]
fn graphs_grow_between_searches() {
    let mut random = Random(4);
    for round in 0..400 {
        let spec = random_specification(&mut random, 4 + round % 4);
        let cut = random.below(spec.events.len());
        let later = cut + random.below(spec.events.len() - cut);
        compare_theory(&spec, Cadical::new(), round % 5 != 0, &[cut, later]);
    }
}

#[test]
fn the_theory_beside_a_solver_finds_what_all_orders_find() {
    let mut random = Random(2);
    for round in 0..300 {
        let spec = random_specification(&mut random, 4 + round % 4);
        compare_theory(&spec, Batsat::create(), round % 5 != 0, &[]);
        compare_theory(&spec, Lazily::new(Cadical::new()), round % 5 != 0, &[]);
    }
}

#[test]
fn clocks_find_what_all_orders_find() {
    let mut random = Random(3);
    for round in 0..600 {
        let spec = random_specification(&mut random, 4 + round % 4);
        let mut solver = Cadical::new();
        let (graph, built) = spec.build(&mut solver);
        let mut clocks = Clocks::new(spec.events.len());
        clocks.encode(&graph, &mut solver, &|| false);
        let behaviours = spec.behaviours();
        let allowed: BTreeSet<BTreeSet<Lit>> =
            behaviours.iter().map(|behaviour| spec.decided(&built, behaviour)).collect();
        let found = enumerate(&spec, &built, &mut solver, |model, solver| {
            check_schedule(&spec, &built, model, &clocks.schedule(&graph, solver));
        });
        assert_eq!(found, allowed, "{spec:#?}");
    }
}

/// Graphs that are too large for an enumeration of all orders: theory and clocks must agree under the assumptions, and each theory clause
/// is checked.
#[test]
fn theory_and_clocks_agree_on_larger_graphs() {
    let mut random = Random(5);
    let mut answers = [0, 0];
    for round in 0..500 {
        let spec = random_specification(&mut random, 8 + round % 20);
        let mut with_clocks = Cadical::new();
        let (graph, _) = spec.build(&mut with_clocks);
        Clocks::new(spec.events.len()).encode(&graph, &mut with_clocks, &|| false);
        let mut with_theory = Cadical::new();
        let (graph, built) = spec.build(&mut with_theory);
        let theory = Rc::new(RefCell::new(OrderTheory::new(graph)));
        theory.borrow_mut().listen(Box::new(|graph, clause| {
            assert!(follows(graph, clause), "{clause:?} was not derived once more");
        }));
        with_theory.connect(Rc::clone(&theory) as SharedTheory);
        for _ in 0..8 {
            // The same variables were made in the same order for both.
            let sources = built.sources.iter().filter(|_| random.chance(20)).map(|&(_, _, lit)| lit);
            let mut assumptions: Vec<Lit> = sources.collect();
            let orders = built.orders.values().chain(built.exclusions.values()).copied();
            assumptions.extend(orders.map(|lit| if random.chance(50) { lit } else { !lit }));
            let (one, other) = (with_theory.solve(&assumptions), with_clocks.solve(&assumptions));
            assert_eq!(one, other, "{assumptions:?} of {spec:#?}");
            answers[usize::from(one == SatResult::Sat)] += 1;
        }
    }
    assert!(answers.iter().all(|&count| count > 100), "{answers:?}: too easy or too hard");
}
