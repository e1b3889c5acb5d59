//! The ordering theory on graphs that grow: how long, how many conflicts, how many literals a second; and how many events a second of
//! many small graphs, beside trying all their orders.
//!
//! `cargo bench -p raddle-logic --bench order -- [NAME]`. Ratios between the rows are what counts: the machine does not matter
//! then.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::rc::Rc;
use std::time::Duration;

use raddle_logic::order::{Cell, Chain, Event, Graph, Guidance, OrderTheory};
use rustix::time::{ClockId, clock_gettime};

use raddle_logic::sat::{Cadical, Interruption, Lit, SatResult, SatSolver, SharedTheory};

/// After this long a row gives up.
const PATIENCE: Duration = Duration::from_secs(20);

/// What this thread used so far: the load of the machine does not count.
fn processor_time() -> Duration {
    let time = clock_gettime(ClockId::ThreadCPUTime);
    Duration::new(time.tv_sec.unsigned_abs(), time.tv_nsec.unsigned_abs() as u32)
}

/// A graph in the making, with values of few bits.
struct Program {
    solver: Cadical,
    graph: Graph,
    constant: Lit,
    bits: usize,
    values: BTreeMap<Event, Vec<Lit>>,
    writes: BTreeMap<u32, Vec<Event>>,
    reads: Vec<(Event, u32)>,
    start: Event,
}

impl Program {
    fn new(bits: usize, cells: u32) -> Self {
        let mut solver = Cadical::new();
        let constant = solver.new_var().positive();
        solver.add_clause(&[constant]);
        let mut graph = Graph::new();
        let chain = graph.chain();
        let start = graph.event(chain, None);
        let mut program = Program {
            solver,
            graph,
            constant,
            bits,
            values: BTreeMap::new(),
            writes: BTreeMap::new(),
            reads: Vec::new(),
            start,
        };
        for cell in 0..cells {
            let zero = program.number(0);
            program.write(chain, None, cell, zero);
        }
        program
    }

    /// A chain that begins after the first writes.
    fn thread(&mut self) -> Chain {
        let chain = self.graph.chain();
        let begin = self.graph.event(chain, None);
        let last = *self.writes.values().map(|writes| &writes[0]).max().unwrap_or(&self.start);
        self.graph.edge(last, begin, &[]);
        chain
    }

    fn lit(&mut self) -> Lit {
        self.solver.new_var().positive()
    }

    fn number(&self, number: usize) -> Vec<Lit> {
        (0..self.bits).map(|bit| if number >> bit & 1 == 1 { self.constant } else { !self.constant }).collect()
    }

    fn unknown(&mut self) -> Vec<Lit> {
        (0..self.bits).map(|_| self.lit()).collect()
    }

    fn read(&mut self, chain: Chain, guard: Option<Lit>, cell: u32) -> (Event, Vec<Lit>) {
        let read = self.graph.read(chain, guard, Some(Cell(cell)));
        let value = self.unknown();
        self.values.insert(read, value.clone());
        self.reads.push((read, cell));
        (read, value)
    }

    fn write(&mut self, chain: Chain, guard: Option<Lit>, cell: u32, value: Vec<Lit>) -> Event {
        let write = self.graph.write(chain, guard, Some(Cell(cell)));
        self.values.insert(write, value);
        self.writes.entry(cell).or_default().push(write);
        write
    }

    fn and(&mut self, first: Lit, second: Lit) -> Lit {
        let both = self.lit();
        self.solver.add_clause(&[!both, first]);
        self.solver.add_clause(&[!both, second]);
        self.solver.add_clause(&[both, !first, !second]);
        both
    }

    fn differ(&mut self, first: Lit, second: Lit) -> Lit {
        let differ = self.lit();
        self.solver.add_clause(&[!differ, first, second]);
        self.solver.add_clause(&[!differ, !first, !second]);
        self.solver.add_clause(&[differ, !first, second]);
        self.solver.add_clause(&[differ, first, !second]);
        differ
    }

    fn increment(&mut self, value: &[Lit]) -> Vec<Lit> {
        let mut carry = self.constant;
        value
            .iter()
            .map(|&bit| {
                let sum = self.differ(bit, carry);
                carry = self.and(bit, carry);
                sum
            })
            .collect()
    }

    fn sum(&mut self, first: &[Lit], second: &[Lit]) -> Vec<Lit> {
        let mut carry = !self.constant;
        let pairs: Vec<_> = first.iter().copied().zip(second.iter().copied()).collect();
        let mut sum = Vec::new();
        for (one, other) in pairs {
            let half = self.differ(one, other);
            sum.push(self.differ(half, carry));
            let (both, carried) = (self.and(one, other), self.and(half, carry));
            carry = !self.and(!both, !carried);
        }
        sum
    }

    fn at_least(&mut self, first: &[Lit], second: &[Lit]) -> Lit {
        let mut at_least = self.constant;
        for (&one, &other) in first.iter().zip(second) {
            let greater = self.and(one, !other);
            let smaller = self.and(!one, other);
            let kept = self.and(at_least, !smaller);
            at_least = !self.and(!greater, !kept);
        }
        at_least
    }

    fn equal(&mut self, first: &[Lit], second: &[Lit]) -> Lit {
        let differences: Vec<Lit> =
            first.iter().zip(second).map(|(&first, &second)| self.differ(first, second)).collect();
        let equal = self.lit();
        for &difference in &differences {
            self.solver.add_clause(&[!equal, !difference]);
        }
        let mut clause = differences;
        clause.push(equal);
        self.solver.add_clause(&clause);
        equal
    }

    /// Gives each read its possible sources: writes that are not behind it on its own chain, and of those before it there
    /// only the last one that is always there.
    fn connect_reads(&mut self) -> Vec<(Event, Event, Lit)> {
        let mut sources = Vec::new();
        for (read, cell) in std::mem::take(&mut self.reads) {
            let writes = self.writes.get(&cell).cloned().unwrap_or_default();
            let own: Vec<Event> = writes
                .iter()
                .copied()
                .filter(|&write| self.graph.chain_of(write) == self.graph.chain_of(read) && write < read)
                .collect();
            let last = own.iter().rev().copied().find(|&write| self.graph.guard_of(write).is_none());
            for write in writes {
                let is_own = self.graph.chain_of(write) == self.graph.chain_of(read);
                let is_first = self.graph.chain_of(write) == self.graph.chain_of(self.start);
                if is_own && (write > read || last.is_some_and(|last| write < last)) || is_first && last.is_some() {
                    continue;
                }
                let lit = self.lit();
                self.graph.source(write, read, lit);
                let pairs: Vec<_> =
                    self.values[&read].iter().copied().zip(self.values[&write].iter().copied()).collect();
                for (mine, yours) in pairs {
                    self.solver.add_clause(&[!lit, !mine, yours]);
                    self.solver.add_clause(&[!lit, mine, !yours]);
                }
                sources.push((write, read, lit));
            }
            let clause = self.graph.some_source(read);
            self.solver.add_clause(&clause);
        }
        sources
    }

    fn exclude_all(&mut self, sections: &[(Chain, raddle_logic::order::Section)]) {
        for (at, &(second_chain, second)) in sections.iter().enumerate() {
            for &(first_chain, first) in &sections[..at] {
                if first_chain != second_chain {
                    let lit = self.lit();
                    self.graph.exclude(first, second, lit, &[]);
                }
            }
        }
    }

    /// Solves, and prints a row.
    fn run(mut self, name: &str) {
        for clause in self.graph.take_clauses() {
            self.solver.add_clause(&clause);
        }
        let events = self.graph.event_count();
        let begin = processor_time();
        let theory = Rc::new(RefCell::new(OrderTheory::new(self.graph)));
        theory.borrow_mut().guide(match std::env::var("GUIDANCE").as_deref() {
            Ok("writes") => Guidance::LateWrites,
            Ok("reads") => Guidance::LateReads,
            Ok(_) | Err(_) => Guidance::None,
        });
        self.solver.connect(Rc::clone(&theory) as SharedTheory);
        let patience: Interruption = Rc::new(move || processor_time() - begin > PATIENCE);
        self.solver.set_interruption(Some(patience));
        let result = self.solver.solve(&[]);
        let time = processor_time() - begin;
        let (sat, order) = (self.solver.statistics(), theory.borrow().statistics);
        let result = match result {
            SatResult::Sat => "sat",
            SatResult::Unsat => "unsat",
            SatResult::Interrupted => "-",
        };
        println!(
            "{name:<28} {result:>6} {:>9.3} s {events:>7} events {:>8} variables {:>8} conflicts {:>9} assigned {:>8} implied {:>9} edges {:>10} changes {:>7} refuted {:>5.1} literals each {:>9.0} assigned/s {:>4} checks {:>4} splits",
            time.as_secs_f64(),
            sat.variables,
            sat.conflicts,
            order.assignments,
            order.implied,
            order.edges,
            order.clock_changes,
            order.conflicts,
            order.clause_literals as f64 / sat.theory_clauses.max(1) as f64,
            order.assignments as f64 / time.as_secs_f64(),
            order.completions,
            order.splits,
        );
    }
}

/// Each thread increments a counter under a lock, some times. `values`: at the end the counter is not their number.
/// Otherwise: two reads read from the same write.
fn counter(threads: usize, rounds: usize, values: bool) -> Program {
    let bits = if values { (threads * rounds + 1).next_power_of_two().ilog2() as usize + 1 } else { 0 };
    let mut program = Program::new(bits, 1);
    let mut sections = Vec::new();
    let mut ends = Vec::new();
    for _ in 0..threads {
        let chain = program.thread();
        for _ in 0..rounds {
            let acquire = program.graph.event(chain, None);
            let (_, value) = program.read(chain, None, 0);
            let value = program.increment(&value);
            program.write(chain, None, 0, value);
            let release = program.graph.event(chain, None);
            sections.push((chain, program.graph.section(acquire, &[release])));
            if ends.len() <= chain.index() {
                ends.resize(chain.index() + 1, acquire);
            }
            ends[chain.index()] = release;
        }
    }
    program.exclude_all(&sections);
    if values {
        let chain = program.graph.chain();
        let begin = program.graph.event(chain, None);
        for &end in &ends[1..] {
            program.graph.edge(end, begin, &[]);
        }
        let (_, value) = program.read(chain, None, 0);
        let expected = program.number(threads * rounds);
        let equal = program.equal(&value, &expected);
        program.solver.add_clause(&[!equal]);
        program.connect_reads();
    } else {
        let sources = program.connect_reads();
        lost_update(&mut program, &sources);
    }
    program
}

/// Two reads read from the same write.
fn lost_update(program: &mut Program, sources: &[(Event, Event, Lit)]) {
    let mut by_write: BTreeMap<Event, Vec<Lit>> = BTreeMap::new();
    for &(write, _, lit) in sources {
        by_write.entry(write).or_default().push(lit);
    }
    let mut some = Vec::new();
    for literals in by_write.values() {
        // At least two: one of them, and one of those after it.
        let mut later = !program.constant;
        for &lit in literals.iter().rev() {
            let both = program.and(lit, later);
            some.push(both);
            let any = program.lit();
            program.solver.add_clause(&[!any, lit, later]);
            program.solver.add_clause(&[any, !lit]);
            program.solver.add_clause(&[any, !later]);
            later = any;
        }
    }
    program.solver.add_clause(&some);
}

/// Each thread draws a ticket, waits until it is served, increments a counter and serves the next one. The wait is the read that
/// ends it. At the end the counter is not their number.
fn ticket(threads: usize, rounds: usize) -> Program {
    let bits = (threads * rounds + 1).next_power_of_two().ilog2() as usize + 1;
    let mut program = Program::new(bits, 3);
    let (next, serving, counter) = (0, 1, 2);
    let mut ends = Vec::new();
    for _ in 0..threads {
        let chain = program.thread();
        for _ in 0..rounds {
            program.graph.begin_atomic(chain);
            let (_, mine) = program.read(chain, None, next);
            let following = program.increment(&mine);
            program.write(chain, None, next, following.clone());
            program.graph.end_atomic(chain);
            let (_, served) = program.read(chain, None, serving);
            let equal = program.equal(&mine, &served);
            program.solver.add_clause(&[equal]);
            let (_, value) = program.read(chain, None, counter);
            let value = program.increment(&value);
            program.write(chain, None, counter, value);
            ends.push(program.write(chain, None, serving, following));
        }
    }
    let chain = program.graph.chain();
    let begin = program.graph.event(chain, None);
    for end in ends {
        program.graph.edge(end, begin, &[]);
    }
    let (_, value) = program.read(chain, None, counter);
    let expected = program.number(threads * rounds);
    let equal = program.equal(&value, &expected);
    program.solver.add_clause(&[!equal]);
    program.connect_reads();
    program
}

/// One thread puts numbers into a ring of `slots` cells, another one takes them out; each waits by the read that ends the wait.
/// A number that is taken out is not the one that was put in.
fn ring(slots: usize, rounds: usize) -> Program {
    let bits = (rounds + 1).next_power_of_two().ilog2() as usize + 1;
    let mut program = Program::new(bits, slots as u32);
    let producer = program.thread();
    let consumer = program.thread();
    let mut wrong = Vec::new();
    for round in 0..rounds {
        let slot = (round % slots) as u32;
        // A cell is empty if it is zero.
        let zero = program.number(0);
        let (_, before) = program.read(producer, None, slot);
        let empty = program.equal(&before, &zero);
        program.solver.add_clause(&[empty]);
        let number = program.number(round + 1);
        program.write(producer, None, slot, number.clone());
        let (_, taken) = program.read(consumer, None, slot);
        let empty = program.equal(&taken, &zero);
        program.solver.add_clause(&[!empty]);
        program.write(consumer, None, slot, zero);
        let right = program.equal(&taken, &number);
        wrong.push(!right);
    }
    program.solver.add_clause(&wrong);
    program.connect_reads();
    program
}

/// Two threads add to two numbers what is in the other one, without a lock: how large do they get? `is_reached`: the greatest
/// number that there is. Otherwise: one more.
fn sums(rounds: usize, is_reached: bool) -> Program {
    let mut program = Program::new(16, 2);
    for write in program.writes.clone().values().flatten() {
        let one = program.number(1);
        program.values.insert(*write, one);
    }
    let mut fibonacci = [1usize, 1];
    let mut ends = Vec::new();
    for mine in [0, 1] {
        let chain = program.thread();
        for _ in 0..rounds {
            let (_, own) = program.read(chain, None, mine);
            let (_, other) = program.read(chain, None, 1 - mine);
            let sum = program.sum(&own, &other);
            let write = program.write(chain, None, mine, sum);
            ends.push((mine, write));
            fibonacci = [fibonacci[1], fibonacci[0] + fibonacci[1]];
        }
    }
    let limit = program.number(fibonacci[1] + usize::from(!is_reached));
    let mut reached = Vec::new();
    let finals = [ends[rounds - 1].1, ends[2 * rounds - 1].1];
    for write in finals {
        let value = program.values[&write].clone();
        reached.push(program.at_least(&value, &limit));
    }
    program.solver.add_clause(&reached);
    program.connect_reads();
    program
}

/// An operation of a small graph.
#[derive(Clone, Copy)]
struct Operation {
    cell: u32,
    is_write: bool,
    /// Of a read: the write that it must read from (chain and position; without: the first one), if that is given.
    from: Option<Option<(usize, usize)>>,
}

/// Chains of reads and writes of two cells, at random; half of the reads must read from a write that is given.
fn small_graph(random: &mut impl FnMut(usize) -> usize, chains: usize, length: usize) -> Vec<Vec<Operation>> {
    let mut operation =
        || Operation { cell: random(2) as u32, is_write: random(2) == 0, from: (random(2) == 0).then_some(None) };
    let mut graph: Vec<Vec<Operation>> = (0..chains).map(|_| (0..length).map(|_| operation()).collect()).collect();
    for at in 0..chains * length {
        let Operation { cell, is_write, from } = graph[at / length][at % length];
        if is_write || from.is_none() {
            continue;
        }
        let is_source = |&other: &usize| {
            let operation = graph[other / length][other % length];
            operation.is_write && operation.cell == cell
        };
        let sources: Vec<usize> = (0..chains * length).filter(is_source).collect();
        let chosen = sources.get(random(sources.len() + 1)).map(|source| (source / length, source % length));
        graph[at / length][at % length].from = Some(chosen);
    }
    graph
}

/// Whether some order of all operations gives the reads what they must read: by trying one order after the other.
fn tries_all_orders(graph: &[Vec<Operation>], next: &mut Vec<usize>, last: &mut [Option<(usize, usize)>; 2]) -> bool {
    let mut is_done = true;
    for chain in 0..graph.len() {
        let position = next[chain];
        let Some(&Operation { cell, is_write, from }) = graph[chain].get(position) else { continue };
        is_done = false;
        let before = last[cell as usize];
        if !is_write && from.is_some_and(|from| from != before) {
            continue;
        }
        if is_write {
            last[cell as usize] = Some((chain, position));
        }
        next[chain] += 1;
        let is_found = tries_all_orders(graph, next, last);
        next[chain] -= 1;
        last[cell as usize] = before;
        if is_found {
            return true;
        }
    }
    is_done
}

/// The same by the theory inside the search.
fn asks_the_theory(graph: &[Vec<Operation>]) -> bool {
    let mut program = Program::new(0, 2);
    let mut placed = BTreeMap::new();
    let mut reads = Vec::new();
    for (chain, operations) in graph.iter().enumerate() {
        let on = program.thread();
        for (position, &Operation { cell, is_write, from }) in operations.iter().enumerate() {
            if is_write {
                placed.insert((chain, position), program.write(on, None, cell, Vec::new()));
            } else {
                reads.push((program.read(on, None, cell).0, cell, from));
            }
        }
    }
    let sources = program.connect_reads();
    for (read, cell, from) in reads {
        let Some(from) = from else { continue };
        let write = from.map_or(program.writes[&cell][0], |from| placed[&from]);
        // Without a source it cannot be.
        let clause = sources.iter().find(|source| source.0 == write && source.1 == read).map(|source| source.2);
        program.solver.add_clause(clause.as_slice());
    }
    for clause in program.graph.take_clauses() {
        program.solver.add_clause(&clause);
    }
    program.solver.connect(Rc::new(RefCell::new(OrderTheory::new(program.graph))) as SharedTheory);
    program.solver.solve(&[]) == SatResult::Sat
}

/// Many small graphs, both ways.
fn small(chains: usize, length: usize) {
    const GRAPHS: usize = 500;
    let mut seed = 1u64;
    let mut random = |limit: usize| {
        seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (seed >> 33) as usize % limit
    };
    let graphs: Vec<_> = (0..GRAPHS).map(|_| small_graph(&mut random, chains, length)).collect();
    let begin = processor_time();
    let by_theory: Vec<bool> = graphs.iter().map(|graph| asks_the_theory(graph)).collect();
    let theory = (processor_time() - begin).as_secs_f64();
    let begin = processor_time();
    let tried = |graph: &Vec<Vec<Operation>>| tries_all_orders(graph, &mut vec![0; chains], &mut [None; 2]);
    let by_trying: Vec<bool> = graphs.iter().map(tried).collect();
    let trying = (processor_time() - begin).as_secs_f64();
    assert_eq!(by_theory, by_trying, "the theory and all orders disagree");
    let events = (GRAPHS * chains * length) as f64;
    let n_ordered = by_theory.iter().filter(|&&is_ordered| is_ordered).count();
    println!(
        "{:<28} {n_ordered:>4} of {GRAPHS} have an order; events/s: {:>9.0} by the theory, {:>9.0} by all orders, x {:.2}",
        format!("small {chains} x {length}"),
        events / theory,
        events / trying,
        trying / theory,
    );
}

fn main() {
    let wanted: Vec<String> = std::env::args().skip(1).filter(|argument| !argument.starts_with('-')).collect();
    let is_wanted = |name: &str| wanted.is_empty() || wanted.iter().any(|part| name.contains(part.as_str()));
    let row = |name: String, program: &dyn Fn() -> Program| {
        if is_wanted(&name) {
            program().run(&name);
        }
    };
    for (chains, length) in [(2, 4), (3, 3), (3, 4), (4, 3), (4, 4)] {
        if is_wanted(&format!("small {chains} x {length}")) {
            small(chains, length);
        }
    }
    for threads in [2, 4, 8, 16, 32] {
        row(format!("lost update {threads} x 1"), &|| counter(threads, 1, false));
    }
    for rounds in [2, 4, 8, 16, 32, 64] {
        row(format!("lost update 2 x {rounds}"), &|| counter(2, rounds, false));
    }
    row("lost update 4 x 8".to_owned(), &|| counter(4, 8, false));
    for threads in [2, 4, 6, 8] {
        row(format!("counter {threads} x 1"), &|| counter(threads, 1, true));
    }
    for rounds in [2, 4, 8, 16] {
        row(format!("counter 2 x {rounds}"), &|| counter(2, rounds, true));
    }
    for threads in [2, 3, 4, 6] {
        row(format!("ticket {threads} x 1"), &|| ticket(threads, 1));
    }
    for rounds in [2, 4, 8] {
        row(format!("ticket 2 x {rounds}"), &|| ticket(2, rounds));
    }
    for rounds in [3, 4, 5, 6, 7] {
        row(format!("sums {rounds} safe"), &|| sums(rounds, false));
    }
    for rounds in [5, 7, 9, 11] {
        row(format!("sums {rounds} unsafe"), &|| sums(rounds, true));
    }
    for rounds in [2, 4, 8, 16, 32, 64] {
        row(format!("ring 4 x {rounds}"), &|| ring(4, rounds));
    }
}
