//! Value ranges of the variables that one thread writes, and order facts between such variables, at each cut of the thread: a static
//! analysis of the text without queries.
//!
//! Not in the paper. Each thread is analyzed in intervals. At its cuts other threads have run. One of them is *watched*: the thread from
//! which it reads most. The watched thread may be at any location behind its previous one, and the ranges at this location are known from
//! its own analysis. For all other threads the ranges of all locations count. A variable that the watched thread never writes again from
//! its location on does not change. So a thread that waits until its neighbour is done knows the neighbour's final values, and along a
//! chain one pass from the end to the top suffices. The first pass starts without facts; each pass covers all executions if the one before
//! did.
//!
//! States are distinguished by the values of the variables that the thread tests, while there are few of them. So a loop with few
//! iterations is analyzed iteration by iteration. The remaining states are joined to one hull, which is widened.
//!
//! Assertions are assumed to hold: if two fail, one fails first, and its thread is on top of another hierarchy.

use std::collections::{BTreeMap, VecDeque};

use raddle_logic::intervals::Interval;
use raddle_program::entity::Entity;
use raddle_program::syntax::LocalId;

use crate::composition::{Action, Code, Composition, VariableKind};
use crate::formula::variables;
use crate::numbers::{Known, Numbers, refine};
use raddle_analysis::number::Shape;

/// Variables that only one thread writes, with their ranges at each of its cuts, by cut number. An empty range: the cut is not reached.
pub type Ranges = Vec<(LocalId, Vec<Interval>)>;

/// The facts about the variables that a thread writes.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Left {
    /// The ranges.
    pub ranges: Ranges,
    /// For each place, pairs of variables of one type that only it writes: the first is at most as great as the second.
    pub orders: Vec<Vec<(LocalId, LocalId)>>,
    /// Order facts at each of the thread's own cuts, by number; they hold after any steps of other threads there.
    pub around: Vec<Vec<Around>>,
}

/// A variable is at most as great as another one of the same type.
#[derive(Clone, PartialEq, Debug)]
pub struct Around {
    /// The lesser one and the greater one.
    pub pair: (LocalId, LocalId),
    /// The locations of another thread at which the fact holds; `None` if it holds at all locations of other threads.
    pub of: Option<(usize, Vec<usize>)>,
}

/// The most states of one node that are distinguished.
const APART: usize = 24;

/// The number of changes of a state after which growing ranges are widened.
const EXACT: u32 = 6;

/// The most states that are processed for one thread.
const FUEL: usize = 60_000;

/// The number of passes over all threads. In a chain the first one finds everything.
const PASSES: usize = 3;

/// The facts of all threads. Their accesses, cuts and locations must be known.
pub fn left(composition: &Composition) -> Vec<Left> {
    let mut known: Vec<Left> = vec![Left::default(); composition.threads.len()];
    let order = from_below(composition);
    for _ in 0..PASSES {
        let mut has_changed = false;
        for &thread in &order {
            let found = RangeFlow::new(composition, thread, &known).left();
            has_changed |= found != known[thread];
            known[thread] = found;
        }
        if !has_changed {
            break;
        }
    }
    known
}

/// The threads, each behind those from which it reads, if possible.
fn from_below(composition: &Composition) -> Vec<usize> {
    let mut order = Vec::new();
    let mut is_seen = vec![false; composition.threads.len()];
    for thread in 0..composition.threads.len() {
        visit(composition, thread, &mut is_seen, &mut order);
    }
    order
}

fn visit(composition: &Composition, thread: usize, is_seen: &mut [bool], order: &mut Vec<usize>) {
    if std::mem::replace(&mut is_seen[thread], true) {
        return;
    }
    for other in 0..composition.threads.len() {
        if n_read_from(composition, thread, other) > 0 {
            visit(composition, other, is_seen, order);
        }
    }
    order.push(thread);
}

/// The number of variables that a thread reads and another one writes.
fn n_read_from(composition: &Composition, thread: usize, other: usize) -> usize {
    let writes = &composition.threads[other].writes;
    composition.threads[thread].reads.iter().filter(|variable| writes.contains(variable)).count()
}

/// The threads that write a variable, except the analyzed one.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Writers {
    Nobody,
    /// One other thread, and not this one.
    Only(usize),
    Several,
}

/// The states at a node while the watched thread is at one location.
#[derive(Default)]
struct Here {
    /// The states with the values of tested variables; `None` for the hull of all later states.
    states: Vec<(Option<Vec<Option<i128>>>, RangeState)>,
}

struct RangeState {
    state: Known,
    changes: u32,
}

/// The analysis of one thread.
struct RangeFlow<'a> {
    composition: &'a Composition,
    thread: usize,
    known: &'a [Left],
    watched: Option<usize>,
    /// The analyzed variables in order, with their writers among the other threads and the range of their type.
    followed: Vec<(LocalId, Writers, Interval)>,
    /// The position of each variable among them.
    position: Vec<Option<usize>>,
    /// The variables that this thread alone writes and that it tests.
    tested: Vec<usize>,
    here: BTreeMap<(usize, usize), Here>,
    open: VecDeque<(usize, usize, usize)>,
}

impl<'a> RangeFlow<'a> {
    fn new(composition: &'a Composition, thread: usize, known: &'a [Left]) -> Self {
        let data = &composition.threads[thread];
        let mut all: Vec<LocalId> = data.reads.iter().chain(&data.writes).copied().collect();
        for edge in composition.prologue.edges() {
            all.extend(edge.action.reads());
            all.extend(edge.action.writes());
        }
        all.sort_unstable_by_key(|variable| variable.index());
        all.dedup();
        let shape = |variable: LocalId| Shape::of(&composition.types, composition.variables[variable].ty);
        let followed: Vec<_> = all
            .into_iter()
            .filter(|&variable| composition.variables[variable].kind != VariableKind::Counter)
            .filter_map(|variable| Some((variable, writers(composition, thread, variable), shape(variable)?.all())))
            .collect();
        let mut position = vec![None; composition.variables.len()];
        for (at, (variable, ..)) in followed.iter().enumerate() {
            position[variable.index()] = Some(at);
        }
        let others = (0..composition.threads.len()).filter(|&other| other != thread);
        let watched = others
            .map(|other| (n_read_from(composition, thread, other), other))
            .filter(|&(n_read, _)| n_read > 0)
            .max_by_key(|&(n_read, other)| (n_read, std::cmp::Reverse(other)))
            .map(|(_, other)| other)
            .filter(|&other| !composition.threads[other].facts.behind.is_empty());
        let mut mentioned = Vec::new();
        for edge in data.code.edges() {
            if let Action::Test { condition, .. } | Action::Assume(condition) = &edge.action {
                variables(condition, &mut mentioned);
            }
        }
        let is_own = |&at: &usize| {
            let (variable, writers, _) = followed[at];
            writers == Writers::Nobody && mentioned.contains(&variable) && data.writes.contains(&variable)
        };
        let tested = (0..followed.len()).filter(is_own).collect();
        let (here, open) = (BTreeMap::new(), VecDeque::new());
        RangeFlow { composition, thread, known, watched, followed, position, tested, here, open }
    }

    /// Runs the analysis and returns the facts.
    fn left(mut self) -> Left {
        let composition = self.composition;
        let initial = |&(variable, _, all): &(LocalId, Writers, Interval)| {
            composition.variables[variable].initial.map_or(all, Interval::point)
        };
        let start = Known::of(self.followed.iter().map(initial).collect());
        let data = &composition.threads[self.thread];
        let Some(behind) = self.prologue(start) else { return Left::default() };
        let place = |watched: usize| composition.threads[watched].facts.places[0];
        let first = self.watched.and_then(place).unwrap_or(0) as usize;
        self.arrive(&data.code, 0, first, behind);
        if !self.run(&data.code) {
            return Left::default();
        }
        let places = &data.facts.places;
        let n_cuts = data.facts.least.len();
        let is_own = |&(variable, writers, _): &(LocalId, Writers, Interval)| {
            let kind = composition.variables[variable].kind;
            let is_value = matches!(kind, VariableKind::Plain | VariableKind::Ended);
            is_value && writers == Writers::Nobody && data.writes.contains(&variable)
        };
        let own: Vec<usize> = (0..self.followed.len()).filter(|&at| is_own(&self.followed[at])).collect();
        let mut at_places: Vec<Option<Known>> = vec![None; n_cuts];
        for (&(node, _), here) in &self.here {
            let Some(number) = places[node] else { continue };
            for (_, held) in &here.states {
                match &mut at_places[number as usize] {
                    Some(joined) => {
                        joined.join(&held.state);
                    }
                    slot => *slot = Some(held.state.clone()),
                }
            }
        }
        let range = |known: &Option<Known>, at: usize| known.as_ref().map_or(Interval::EMPTY, |known| known.ranges[at]);
        let by_place = |at: usize| at_places.iter().map(|known| range(known, at)).collect();
        let ranges = own.iter().map(|&at| (self.followed[at].0, by_place(at))).collect();
        let ty = |at: usize| composition.variables[self.followed[at].0].ty;
        let orders = at_places.iter().map(|known| {
            let pairs = own.iter().flat_map(|&one| own.iter().map(move |&other| (one, other)));
            let said = pairs.filter(|&(one, other)| {
                let is_said = |known: &Known| known.says_at_most(one, other);
                ty(one) == ty(other) && known.as_ref().is_some_and(is_said)
            });
            said.map(|(one, other)| (self.followed[one].0, self.followed[other].0)).collect()
        });
        let orders = orders.collect();
        let around = (0..n_cuts).map(|number| self.around(places, number as i128)).collect();
        Left { ranges, orders, around }
    }

    /// The order facts at a cut.
    fn around(&self, places: &[Option<i128>], number: i128) -> Vec<Around> {
        let composition = self.composition;
        let mut by_place: BTreeMap<usize, Known> = BTreeMap::new();
        for (&(_, place), here) in self.here.iter().filter(|((node, _), _)| places[*node] == Some(number)) {
            for (_, held) in &here.states {
                let joined = by_place.entry(place).or_insert_with(|| held.state.clone());
                joined.join(&held.state);
            }
        }
        let ty = |at: usize| composition.variables[self.followed[at].0].ty;
        let is_value = |&at: &usize| composition.variables[self.followed[at].0].kind == VariableKind::Plain;
        let all: Vec<usize> = (0..self.followed.len()).filter(is_value).collect();
        let mut around = Vec::new();
        for (&one, &other) in all.iter().flat_map(|one| all.iter().map(move |other| (one, other))) {
            if one == other || ty(one) != ty(other) || !by_place.values().any(|known| known.says_at_most(one, other)) {
                continue;
            }
            let holds = by_place.iter().filter(|(_, known)| known.is_at_most(one, other)).map(|(&place, _)| place);
            let holds: Vec<usize> = holds.collect();
            let of = if holds.len() == by_place.len() { None } else { self.watched.map(|watched| (watched, holds)) };
            around.push(Around { pair: (self.followed[one].0, self.followed[other].0), of });
        }
        around
    }

    /// The state behind the prologue, in which no other thread runs; `None` if the analysis exceeds its limit.
    fn prologue(&mut self, start: Known) -> Option<Known> {
        let composition = self.composition;
        if composition.prologue.nodes.is_empty() {
            return Some(start);
        }
        self.insert(0, 0, start);
        let mut code = composition.prologue.clone();
        code.nodes.iter_mut().for_each(|node| node.is_cut = false);
        code.nodes[composition.prologue_end].edges.clear();
        if !self.run(&code) {
            return None;
        }
        let states = std::mem::take(&mut self.here).remove(&(composition.prologue_end, 0))?.states;
        states.into_iter().map(|(_, held)| held.state).reduce(|mut joined, state| {
            joined.join(&state);
            joined
        })
    }

    /// Processes open states until there are none; false if the limit is exceeded.
    fn run(&mut self, code: &Code) -> bool {
        for _ in 0..FUEL {
            let Some((node, place, number)) = self.open.pop_front() else { return true };
            let state = self.here[&(node, place)].states[number].1.state.clone();
            for edge in &code.nodes[node].edges {
                if let Some(next) = self.behind(&edge.action, state.clone()) {
                    self.arrive(code, edge.to, place, next);
                }
            }
        }
        self.open.clear();
        false
    }

    /// The thread reaches a node; if it is a cut, the other threads run there.
    fn arrive(&mut self, code: &Code, node: usize, place: usize, state: Known) {
        if !code.nodes[node].is_cut {
            self.insert(node, place, state);
            return;
        }
        let places = match self.watched {
            Some(watched) => self.composition.threads[watched].facts.behind[place].clone(),
            None => vec![(place, true)],
        };
        for (to, has_moved) in places {
            let next = self.interfered(&state, (place, to), has_moved);
            if next.ranges.iter().all(|range| !range.is_empty()) {
                self.insert(node, to, next);
            }
        }
    }

    /// The state after steps of other threads, if the watched thread moves from one location to another.
    fn interfered(&self, state: &Known, (from, place): (usize, usize), has_moved: bool) -> Known {
        let of = |thread: usize, variable: LocalId| {
            self.known[thread].ranges.iter().find(|(known, _)| *known == variable).map(|(_, ranges)| ranges)
        };
        let mut next = state.clone();
        for (at, &(variable, writers, all)) in self.followed.iter().enumerate() {
            match writers {
                Writers::Nobody => {}
                Writers::Several => next.put(at, all),
                Writers::Only(writer) if Some(writer) == self.watched => {
                    let known = of(writer, variable).map_or(all, |ranges| ranges[place]);
                    let still_writes = &self.composition.threads[writer].facts.still_writes[from];
                    if has_moved && still_writes.contains(&variable) {
                        next.put(at, known);
                    } else {
                        next.ranges[at] = known.meet(state.ranges[at]);
                    }
                }
                Writers::Only(writer) => {
                    let hull = |it: &Vec<Interval>| it.iter().fold(Interval::EMPTY, |hull, range| hull.join(*range));
                    next.put(at, of(writer, variable).map_or(all, hull));
                }
            }
        }
        let orders = self.watched.and_then(|watched| self.known[watched].orders.get(place));
        for &(one, other) in orders.into_iter().flatten() {
            if let (Some(one), Some(other)) = (self.position[one.index()], self.position[other.index()]) {
                next.set_at_most(one, other);
            }
        }
        next
    }

    fn insert(&mut self, node: usize, place: usize, state: Known) {
        let value = |&at: &usize| {
            let range = state.ranges[at];
            (range.low == range.high).then_some(range.low)
        };
        let key: Vec<Option<i128>> = self.tested.iter().map(value).collect();
        let here = self.here.entry((node, place)).or_default();
        let same = here.states.iter().position(|(known, _)| known.as_ref() == Some(&key));
        let number = same.unwrap_or(APART.min(here.states.len()));
        let Some((_, held)) = here.states.get_mut(number) else {
            let key = (number < APART).then_some(key);
            here.states.push((key, RangeState { state, changes: 0 }));
            self.open.push_back((node, place, number));
            return;
        };
        let before = held.state.ranges.clone();
        if !held.state.join(&state) {
            return;
        }
        held.changes += 1;
        if held.changes > EXACT {
            for ((range, before), (_, _, all)) in held.state.ranges.iter_mut().zip(before).zip(&self.followed) {
                let low = if range.low == before.low { range.low } else { all.low };
                let high = if range.high == before.high { range.high } else { all.high };
                *range = Interval { low, high };
            }
        }
        if !self.open.contains(&(node, place, number)) {
            self.open.push_back((node, place, number));
        }
    }

    /// The state after an action; `None` if no execution continues there.
    fn behind(&self, action: &Action, mut state: Known) -> Option<Known> {
        let types = &self.composition.types;
        let mut numbers = Numbers { types, position: &self.position, state: &mut state };
        let at = |variable: &LocalId| self.position[variable.index()];
        let is_possible = match action {
            Action::Nothing | Action::SectionBegins | Action::SectionEnds => true,
            Action::Test { condition, holds } => refine(&mut numbers, condition, *holds),
            Action::Assume(condition) | Action::Assert(condition) => refine(&mut numbers, condition, true),
            Action::Set(pairs) => pairs.iter().all(|(target, value)| match at(target) {
                Some(at) => numbers.assign(at, self.followed[at].2, value),
                None => true,
            }),
            Action::Input { target, foreseen } => {
                let input = foreseen.as_ref().and_then(at);
                if let Some(at) = at(target) {
                    state.put(at, input.map_or(self.followed[at].2, |input| state.ranges[input]));
                    if let Some(input) = input {
                        state.set_at_most(at, input);
                        state.set_at_most(input, at);
                    }
                }
                true
            }
            Action::Forget(target) => self.put(&mut state, *target, None),
            Action::Lock(lock) => self.put(&mut state, *lock, Some(self.thread as i128 + 1)),
            Action::Unlock(lock) => self.put(&mut state, *lock, Some(0)),
            Action::End(ended) => self.put(&mut state, *ended, Some(1)),
            Action::Join(ended) => match at(ended) {
                Some(at) if state.ranges[at].high == 0 => false,
                Some(at) => {
                    state.put(at, Interval::point(1));
                    true
                }
                None => true,
            },
        };
        is_possible.then_some(state)
    }

    fn put(&self, state: &mut Known, target: LocalId, value: Option<i128>) -> bool {
        if let Some(at) = self.position[target.index()] {
            state.put(at, value.map_or(self.followed[at].2, Interval::point));
        }
        true
    }
}

fn writers(composition: &Composition, thread: usize, variable: LocalId) -> Writers {
    let writes = |&other: &usize| composition.threads[other].writes.contains(&variable);
    let mut others = (0..composition.threads.len()).filter(|&other| other != thread).filter(writes);
    match (others.next(), others.next()) {
        (None, _) => Writers::Nobody,
        (Some(other), None) if !writes(&thread) => Writers::Only(other),
        _ => Writers::Several,
    }
}
