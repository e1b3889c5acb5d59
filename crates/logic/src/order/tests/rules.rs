//! Each rule is necessary: without it some consequence is not found.

use crate::order::rules::RuleSet;
use crate::order::{Cell, Chain, Event, Graph, OrderTheory, follows};
use crate::sat::{Check, Lit, Theory, Var};

/// A graph in the making; its literals are numbers.
#[derive(Default)]
struct Sketch {
    graph: Graph,
    literals: usize,
}

impl Sketch {
    fn lit(&mut self) -> Lit {
        self.literals += 1;
        Var::from_index(self.literals - 1).positive()
    }

    fn write(&mut self, chain: Chain) -> Event {
        self.graph.write(chain, None, Some(Cell(0)))
    }

    fn read(&mut self, chain: Chain) -> Event {
        self.graph.read(chain, None, Some(Cell(0)))
    }

    fn source(&mut self, write: Event, read: Event) -> Lit {
        let lit = self.lit();
        self.graph.source(write, read, lit);
        lit
    }

    /// What the theory says, without any search, after these literals became true one after the other.
    fn says(self, rules: RuleSet, assigned: &[Lit]) -> Said {
        let mut theory = OrderTheory::new(self.graph);
        theory.rules = rules;
        theory.observe(&mut Vec::new());
        let mut implied = Vec::new();
        let mut clause = Vec::new();
        for &lit in assigned {
            theory.new_level();
            theory.assign(lit);
            while let Some(implication) = theory.propagate() {
                clause.clear();
                theory.explain(implication, &mut clause);
                assert!(follows(&theory.graph, &clause), "{clause:?}");
                implied.push(implication);
                theory.assign(implication);
            }
            if theory.clause(&mut clause) {
                assert!(follows(&theory.graph, &clause), "{clause:?}");
                return Said { implied, conflict: Some(clause), is_consistent: false };
            }
        }
        let is_consistent = theory.check() == Check::Consistent;
        Said { implied, conflict: None, is_consistent }
    }
}

struct Said {
    implied: Vec<Lit>,
    conflict: Option<Vec<Lit>>,
    is_consistent: bool,
}

const ALL: RuleSet = RuleSet::ALL;

/// Two readers see two writes in different orders.
fn different_orders() -> (Sketch, Vec<Lit>) {
    let mut sketch = Sketch::default();
    let writes = [0, 1].map(|_| {
        let chain = sketch.graph.chain();
        sketch.write(chain)
    });
    let mut sources = Vec::new();
    for [first, second] in [[0, 1], [1, 0]] {
        let chain = sketch.graph.chain();
        for write in [first, second] {
            let read = sketch.read(chain);
            sources.push(sketch.source(writes[write], read));
        }
    }
    (sketch, sources)
}

#[test]
fn a_rival_before_the_read_is_before_its_write() {
    let (sketch, sources) = different_orders();
    let said = sketch.says(ALL, &sources);
    let conflict = said.conflict.expect("no order shows two writes in two orders");
    assert!(conflict.iter().all(|&lit| sources.contains(&!lit)));
    let (sketch, sources) = different_orders();
    let said = sketch.says(RuleSet { before: false, between: false, ..ALL }, &sources);
    assert!(said.conflict.is_none());
    assert!(!said.is_consistent, "the last word does not depend on the rule");
}

/// Each of two chains writes one cell and then reads the first value of the other one.
fn store_buffering() -> (Sketch, Vec<Lit>) {
    let mut sketch = Sketch::default();
    let start = sketch.graph.chain();
    let first = [0, 1].map(|cell| sketch.graph.write(start, None, Some(Cell(cell))));
    let mut sources = Vec::new();
    for mine in [0, 1] {
        let chain = sketch.graph.chain();
        let write = sketch.graph.write(chain, None, Some(Cell(mine)));
        sketch.graph.edge(first[1], write, &[]);
        let read = sketch.graph.read(chain, None, Some(Cell(1 - mine)));
        sources.push(sketch.source(first[1 - mine as usize], read));
    }
    (sketch, sources)
}

#[test]
fn a_rival_behind_the_write_is_behind_its_reads() {
    let (sketch, sources) = store_buffering();
    let said = sketch.says(ALL, &sources);
    // The second source is ruled out when the first one holds.
    let clause = [!sources[0], !sources[1]];
    assert!(said.implied == [!sources[1]] || said.conflict.is_some_and(|conflict| conflict == clause));
    let (sketch, sources) = store_buffering();
    let said = sketch.says(RuleSet { behind: false, ..ALL }, &sources);
    assert!(said.implied.is_empty() && said.conflict.is_none());
    assert!(!said.is_consistent, "the last word does not depend on the rule");
}

#[test]
fn a_write_before_a_rival_before_the_read_is_no_source() {
    let build = || {
        let mut sketch = Sketch::default();
        let (writer, rival_chain, reader) = (sketch.graph.chain(), sketch.graph.chain(), sketch.graph.chain());
        let write = sketch.write(writer);
        let rival = sketch.write(rival_chain);
        let read = sketch.read(reader);
        let lit = sketch.source(write, read);
        let (before, behind) = (sketch.lit(), sketch.lit());
        sketch.graph.order(write, rival, before, &[]);
        sketch.graph.order(rival, read, behind, &[]);
        (sketch, lit, before, behind)
    };
    // Whichever of the two comes last.
    for is_swapped in [false, true] {
        for (rules, expected) in [(ALL, true), (RuleSet { between: false, ..ALL }, false)] {
            let (sketch, lit, before, behind) = build();
            let assigned = if is_swapped { [behind, before] } else { [before, behind] };
            let said = sketch.says(rules, &assigned);
            assert_eq!(said.implied.contains(&!lit), expected);
        }
    }
}

#[test]
fn what_is_between_a_write_and_its_read_is_not_there() {
    let build = || {
        let mut sketch = Sketch::default();
        let (writer, reader) = (sketch.graph.chain(), sketch.graph.chain());
        let write = sketch.write(writer);
        let guard = sketch.lit();
        let rival = sketch.graph.write(writer, Some(guard), Some(Cell(0)));
        let read = sketch.read(reader);
        sketch.graph.edge(rival, read, &[]);
        let lit = sketch.source(write, read);
        (sketch, guard, lit)
    };
    for (rules, expected) in [(ALL, true), (RuleSet { between: false, ..ALL }, false)] {
        let (sketch, guard, lit) = build();
        assert_eq!(sketch.says(rules, &[lit]).implied.contains(&!guard), expected);
        let (sketch, guard, lit) = build();
        assert_eq!(sketch.says(rules, &[guard]).implied.contains(&!lit), expected);
    }
}

#[test]
fn an_edge_that_would_close_a_cycle_misses_a_condition() {
    let build = || {
        let mut sketch = Sketch::default();
        let (one, other) = (sketch.graph.chain(), sketch.graph.chain());
        let (early, late) = (sketch.read(one), sketch.write(other));
        let source = sketch.source(late, early);
        let order = sketch.lit();
        sketch.graph.order(early, late, order, &[]);
        (sketch, source, order)
    };
    for (rules, expected) in [(ALL, true), (RuleSet { cycle: false, ..ALL }, false)] {
        let (sketch, source, order) = build();
        assert_eq!(sketch.says(rules, &[order]).implied, if expected { vec![!source] } else { vec![] });
        let (sketch, source, order) = build();
        assert_eq!(sketch.says(rules, &[source]).implied, if expected { vec![!order] } else { vec![] });
    }
}

#[test]
fn a_read_has_one_source() {
    let mut sketch = Sketch::default();
    let (one, other, reader) = (sketch.graph.chain(), sketch.graph.chain(), sketch.graph.chain());
    let writes = [sketch.write(one), sketch.write(other)];
    let read = sketch.read(reader);
    let sources = writes.map(|write| sketch.source(write, read));
    assert!(sketch.says(ALL, &[sources[0]]).implied.contains(&!sources[1]));
}

#[test]
fn clauses_that_do_not_follow_are_not_accepted() {
    let (sketch, sources) = different_orders();
    let all: Vec<Lit> = sources.iter().map(|&lit| !lit).collect();
    assert!(follows(&sketch.graph, &all));
    for missing in 0..all.len() {
        let mut fewer = all.clone();
        fewer.remove(missing);
        assert!(!follows(&sketch.graph, &fewer), "{fewer:?}");
    }
    let (sketch, sources) = store_buffering();
    assert!(follows(&sketch.graph, &[!sources[0], !sources[1]]));
    assert!(!follows(&sketch.graph, &[!sources[0], sources[1]]));
    assert!(!follows(&sketch.graph, &[]));
}
