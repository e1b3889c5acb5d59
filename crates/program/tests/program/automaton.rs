//! The automaton of a procedure does what its structured body says, and has the shape that engines rely on.
//!
//! A body is run statement by statement, by the meaning of its structure, with arbitrary outcomes of its tests; the
//! automaton must take the same steps under the same outcomes.

use std::collections::HashMap;

use raddle_program::automaton::{Automaton, Location, statements};
use raddle_program::entity::Entity;
use raddle_program::graph::{Graph, reachable_from};
use raddle_program::syntax::{Block, Effect, Expr, ExprKind, LabelId, Procedure, Statement};

/// What a run shows: the number of a statement, and for tests whether the condition held.
type Shown = (usize, Option<bool>);

/// How many statements a run may visit: enough for loops to go round.
const FUEL: usize = 400;

/// The outcome of the test that is shown as the `index`-th.
fn outcome(seed: u64, index: usize) -> bool {
    crate::support::Random::new(seed.wrapping_mul(1009) + index as u64).below(5) < 3
}

/// How the run of a block ends.
enum Flow {
    Next,
    Break,
    Continue,
    Goto(LabelId),
    End,
}

struct Run<'p> {
    numbers: HashMap<*const Statement, usize>,
    shown: Vec<Shown>,
    fuel: usize,
    seed: u64,
    /// The label that is being gone to: what stands before it is passed over.
    seek: Option<LabelId>,
    procedure: &'p Procedure,
}

fn holds(block: &Block, label: LabelId) -> bool {
    statements(block).iter().any(|statement| matches!(statement, Statement::Label(found) if *found == label))
}

impl Run<'_> {
    fn whole(mut self) -> Vec<Shown> {
        loop {
            match self.block(&self.procedure.body) {
                Flow::Next => {
                    let end = self.numbers.len();
                    self.shown.push((end, None));
                    return self.shown;
                }
                Flow::Goto(label) => self.seek = Some(label),
                Flow::End => return self.shown,
                Flow::Break | Flow::Continue => panic!("no loop is around the body"),
            }
        }
    }

    fn test(&mut self, condition: &Expr, number: usize) -> bool {
        if let ExprKind::Integer(value) = condition.kind {
            return value != 0;
        }
        let holds = outcome(self.seed, self.shown.len());
        self.shown.push((number, Some(holds)));
        holds
    }

    fn block(&mut self, block: &Block) -> Flow {
        for statement in block {
            if let Some(label) = self.seek {
                let is_passed = match statement {
                    Statement::Label(found) => *found != label,
                    Statement::If { then, otherwise, .. } => !holds(then, label) && !holds(otherwise, label),
                    Statement::Loop { test, body, step, .. } => {
                        ![test, body, step].into_iter().any(|block| holds(block, label))
                    }
                    _ => true,
                };
                if is_passed {
                    continue;
                }
            }
            match self.statement(statement) {
                Flow::Next => {}
                flow => return flow,
            }
        }
        Flow::Next
    }

    fn statement(&mut self, statement: &Statement) -> Flow {
        if self.fuel == 0 {
            return Flow::End;
        }
        self.fuel -= 1;
        let number = self.numbers[&std::ptr::from_ref(statement)];
        match statement {
            Statement::Label(_) => {
                self.seek = None;
                Flow::Next
            }
            Statement::Goto(label) => Flow::Goto(*label),
            Statement::Break => Flow::Break,
            Statement::Continue => Flow::Continue,
            Statement::Step(step) => {
                self.shown.push((number, None));
                match &step.effect {
                    Effect::Return(_) | Effect::Exit(_) | Effect::Stop | Effect::Unsupported(_) => Flow::End,
                    Effect::Assume(condition) | Effect::Assert { condition, .. }
                        if condition.kind == ExprKind::Integer(0) =>
                    {
                        Flow::End
                    }
                    _ => Flow::Next,
                }
            }
            Statement::If { condition, then, otherwise, .. } => {
                let goes_then = match self.seek {
                    Some(label) => holds(then, label),
                    None => self.test(condition, number),
                };
                self.block(if goes_then { then } else { otherwise })
            }
            Statement::Loop { tests_after, test, condition, body, step, .. } => {
                // 0 is the test, 1 the body, 2 the step.
                let mut phase = match self.seek {
                    Some(label) if holds(test, label) => 0,
                    Some(label) if holds(body, label) => 1,
                    Some(_) => 2,
                    None => usize::from(*tests_after),
                };
                loop {
                    if self.fuel == 0 {
                        return Flow::End;
                    }
                    self.fuel -= 1;
                    let flow = self.block([test, body, step][phase]);
                    match flow {
                        Flow::Break => return Flow::Next,
                        Flow::Next | Flow::Continue => {}
                        Flow::Goto(_) | Flow::End => return flow,
                    }
                    if phase == 0 && !self.test(condition, number) {
                        return Flow::Next;
                    }
                    phase = (phase + 1) % 3;
                }
            }
        }
    }
}

/// What the automaton shows under the same outcomes, as far as `length`.
fn walk(automaton: &Automaton, procedure: &Procedure, seed: u64, length: usize) -> Vec<Shown> {
    let all = statements(&procedure.body);
    let (mut at, mut shown): (Location, Vec<Shown>) = (automaton.entry, Vec::new());
    while at != automaton.exit && shown.len() < length {
        let (transition, held) = match *automaton.outgoing(at) {
            [one] => (one, None),
            [first, second] => {
                let held = outcome(seed, shown.len());
                let transition = [first, second].into_iter().find(|&transition| {
                    automaton.transitions[transition].guard.as_ref().is_some_and(|guard| guard.holds == held)
                });
                (transition.expect("one guard is for each outcome"), Some(held))
            }
            _ => panic!("{at} has other than one or two transitions"),
        };
        let data = &automaton.transitions[transition];
        let number = data.statement as usize;
        // An empty cycle: nothing more will be shown.
        if data.from == data.to && held.is_none() && !matches!(all.get(number), Some(Statement::Step(_))) {
            break;
        }
        shown.push((number, held));
        at = data.to;
    }
    shown
}

#[test]
fn the_automaton_runs_as_the_structure_does() {
    let mut longest = 0;
    for seed in 0..300 {
        let program = crate::support::program(seed);
        for procedure in program.procedures.values() {
            let automaton = Automaton::of(procedure);
            let all = statements(&procedure.body);
            for choices in 0..6 {
                let numbers = all
                    .iter()
                    .enumerate()
                    .map(|(number, statement)| (std::ptr::from_ref(*statement), number))
                    .collect();
                let run = Run { numbers, shown: Vec::new(), fuel: FUEL, seed: choices, seek: None, procedure };
                let expected = run.whole();
                let found = walk(&automaton, procedure, choices, expected.len());
                assert_eq!(found, expected, "seed {seed}, `{}`, choices {choices}", procedure.name);
                longest = longest.max(expected.len());
            }
        }
    }
    assert!(longest > 50, "the runs are too short ({longest}) to tell anything");
}

#[test]
fn automata_have_the_shape_that_engines_rely_on() {
    for seed in 0..300 {
        let program = crate::support::program(seed);
        for procedure in program.procedures.values() {
            let automaton = Automaton::of(procedure);
            assert_eq!((automaton.entry.index(), automaton.exit.index() + 1), (0, automaton.locations.len()));
            let reached = reachable_from(&automaton, [automaton.entry]);
            for location in automaton.locations.ids() {
                let outgoing = automaton.outgoing(location);
                assert_eq!(outgoing.is_empty(), location == automaton.exit);
                assert!(reached[location] || location == automaton.exit);
                let guards: Vec<Option<bool>> = outgoing
                    .iter()
                    .map(|&transition| automaton.transitions[transition].guard.as_ref().map(|guard| guard.holds))
                    .collect();
                assert!(matches!(guards[..], [] | [None] | [Some(true), Some(false)]), "{guards:?}");
            }
            let graph = Graph::of(&automaton);
            let mut position = vec![usize::MAX; automaton.locations.len()];
            for (at, location) in graph.reverse_postorder.iter().enumerate() {
                position[location.index()] = at;
            }
            for (transition, data) in automaton.transitions.iter() {
                assert!(graph.component[data.from] <= graph.component[data.to]);
                let goes_back = position[data.to.index()] <= position[data.from.index()];
                assert_eq!(graph.is_back_edge[transition], goes_back, "{transition}");
                assert!(!goes_back || graph.is_loop_head[data.to] && graph.is_cyclic[data.from]);
            }
        }
    }
}
