//! The sequential programs: P_M, a thread with `env_move` at its cuts, and P_E, which answers a query (sections 4.1 and 5).
//!
//! Both have the same structure: the code of the thread in up to two *phases*. In the second phase only the thread and its environment run.
//! At each cut the promises of error are asserted; then `env_move` assigns to the variables that the environment writes any values that the
//! restrictions learnt so far allow. The program of a query also has a first phase, in which all other threads run. There, at each cut,
//! `try_start` assigns any value to the variables that other threads write, and may switch to the second phase if the query's alpha holds.
//! In the second phase each cut also asserts that beta does not hold. (The paper has one copy of the code and a variable `start`. The two
//! copies are that program with a constant `start` each.) The location variable of the thread itself is a constant at each cut and is
//! replaced by its value.
//!
//! `env_move` may also do nothing, since computations of length zero exist. Restrictions cover these, too, so they are assumed in any case.
//!
//! `env_move` and `try_start` use some facts without learning them. Running threads take and release only mutexes that are free or their
//! own (threads that release other mutexes are no [`Composition`]). A thread that has ended stays ended.

use raddle_logic::intervals::Interval;
use raddle_program::builder::integer;
use raddle_program::entity::Entity;
use raddle_program::source::Span;
use raddle_program::syntax::{BinaryOperator, Expr, LocalId};

use crate::composition::{Action, Code, Composition, VariableKind, read};
use crate::formula::variables;
use crate::sequence::{Command, Origin, Sequence};
use raddle_analysis::number::Shape;

/// A query: is there a reachable computation of the environment from a state in alpha to a state in beta?
#[derive(Clone, PartialEq, Debug)]
pub struct Query {
    /// The conjuncts of alpha, the condition before the computation.
    pub alpha: Vec<Expr>,
    /// The conjuncts of beta, the condition after it.
    pub beta: Vec<Expr>,
}

/// A thread in its hierarchy: the input of a sequential program.
#[derive(Clone, Copy, Debug)]
pub struct Setting<'a> {
    /// All threads.
    pub composition: &'a Composition,
    /// The threads of the hierarchy in order; those in front of `level` are not part of the environment.
    pub order: &'a [usize],
    /// The position of the thread whose code the program has.
    pub level: usize,
    /// The query; `None` for the thread on top, whose assertions are checked.
    pub query: Option<&'a Query>,
    /// The promises: cuts of the thread with formulas from which the target can be reached.
    pub promises: &'a [(usize, Vec<Expr>)],
    /// The only promise to look for, on paths that satisfy neither the target nor another promise; `None` looks for the target and all
    /// promises.
    pub only: Option<usize>,
    /// Computations that are impossible for the environment: none that is reachable leads from alpha to beta.
    pub restrictions: &'a [Query],
    /// Whether the program has all variables, and so all facts about threads; otherwise only the variables that it needs.
    pub has_all_variables: bool,
}

/// The two copies of the code.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Phase {
    /// All other threads run, too.
    Before,
    /// The threads of the environment run, too.
    Within,
}

impl<'a> Setting<'a> {
    /// The number of the thread in the composition.
    pub fn main(&self) -> usize {
        self.order[self.level]
    }

    /// The threads of the environment.
    pub fn environment(&self) -> &'a [usize] {
        &self.order[self.level + 1..]
    }

    /// A formula at a cut of the thread, with the known location of the thread.
    pub fn at(&self, cut: usize, formula: &Expr) -> Expr {
        let counter = self.composition.threads[self.main()].counter;
        let number = self.composition.place(self.main(), cut);
        let place = |variable, ty| (variable == counter).then(|| integer(number, ty));
        self.composition.algebra().substitute(formula, &place)
    }

    /// The program.
    pub fn sequence(self) -> Sequence {
        let mut writer = Writer {
            setting: self,
            sequence: Sequence::default(),
            used: self.used(),
            jumps: Vec::new(),
            starts: Vec::new(),
        };
        writer.start();
        writer.sequence
    }

    /// The variables that the program needs, by number.
    fn used(&self) -> Vec<bool> {
        let thread = &self.composition.threads[self.main()];
        if self.has_all_variables {
            return self.composition.variables.iter().map(|(variable, _)| variable != thread.counter).collect();
        }
        let mut found = Vec::new();
        for edge in thread.code.edges() {
            found.extend(edge.action.reads());
            found.extend(edge.action.writes());
        }
        let queries = self.query.into_iter().chain(self.restrictions);
        let promised = self.promises.iter().flat_map(|(_, formula)| formula);
        for formula in queries.flat_map(|query| query.alpha.iter().chain(&query.beta)).chain(promised) {
            variables(formula, &mut found);
        }
        found.extend(self.composition.prologue.edges().flat_map(|edge| edge.action.reads()));
        found.retain(|&variable| variable != thread.counter);
        let mut used = vec![false; self.composition.variables.len()];
        for variable in found {
            used[variable.index()] = true;
        }
        // The location variable of an environment thread shows in which order the thread left its values, unless it can go back everywhere.
        for &other in self.environment() {
            let other = &self.composition.threads[other];
            let is_seen = other.facts.left.ranges.iter().any(|(variable, _)| used[variable.index()]);
            if is_seen && other.facts.least.iter().any(|&least| least > 0) {
                used[other.counter.index()] = true;
            }
        }
        used
    }
}

struct Writer<'a> {
    setting: Setting<'a>,
    sequence: Sequence,
    used: Vec<bool>,
    /// Jumps to nodes of the thread that are not emitted yet.
    jumps: Vec<(usize, Phase, usize)>,
    /// The first instruction of each node, by phase.
    starts: Vec<(Phase, Vec<usize>)>,
}

impl Writer<'_> {
    fn start(&mut self) {
        let composition = self.setting.composition;
        for (variable, data) in composition.variables.iter().filter(|(variable, _)| self.used[variable.index()]) {
            let command = match data.initial {
                Some(value) => Command::Set(variable, integer(value, data.ty)),
                None => Command::Havoc(variable),
            };
            self.sequence.push(command, Origin::Start, Span::NOWHERE);
        }
        let first = if self.setting.query.is_some() { Phase::Before } else { Phase::Within };
        self.prologue(first);
        if first == Phase::Before {
            self.phase(Phase::Before);
        }
        self.phase(Phase::Within);
        for &(jump, phase, node) in &self.jumps {
            let starts = self.starts.iter().find(|(known, _)| *known == phase).map(|(_, starts)| starts);
            let start = starts.expect("jumps lead to phases that are written")[node];
            self.sequence.target(jump, start);
        }
    }

    fn prologue(&mut self, first: Phase) {
        let composition = self.setting.composition;
        let mut starts = Vec::new();
        let mut jumps = Vec::new();
        for (number, node) in composition.prologue.nodes.iter().enumerate() {
            starts.push(self.sequence.instructions.len());
            if number == composition.prologue_end {
                let jump = self.sequence.push(Command::Goto(0), own(0, 0), Span::NOWHERE);
                self.jumps.push((jump, first, 0));
                continue;
            }
            self.edges(&composition.prologue, number, 0, &mut |_, jump, to| jumps.push((jump, to)));
            if node.edges.is_empty() {
                self.sequence.push(Command::Stop, own(0, 0), Span::NOWHERE);
            }
        }
        for (jump, to) in jumps {
            self.sequence.target(jump, starts[to]);
        }
    }

    fn phase(&mut self, phase: Phase) {
        let composition = self.setting.composition;
        let thread = &composition.threads[self.setting.main()];
        let mut starts = Vec::new();
        for (number, node) in thread.code.nodes.iter().enumerate() {
            starts.push(self.sequence.instructions.len());
            if node.is_cut {
                match phase {
                    Phase::Before => self.try_start(number),
                    Phase::Within => self.cut(number),
                }
            }
            self.edges(&thread.code, number, thread.number, &mut |writer, jump, to| {
                writer.jumps.push((jump, phase, to));
            });
            if node.edges.is_empty() {
                self.sequence.push(Command::Stop, own(thread.number, 0), Span::NOWHERE);
            }
        }
        self.starts.push((phase, starts));
    }

    /// Emits the edges of a node.
    fn edges(&mut self, code: &Code, node: usize, number: u32, jump: &mut dyn FnMut(&mut Self, usize, usize)) {
        let edges = &code.nodes[node].edges;
        let algebra = self.setting.composition.algebra();
        if let [one, other] = &edges[..]
            && let Action::Test { condition, holds } = &one.action
        {
            let (then, otherwise) = if *holds { (one.to, other.to) } else { (other.to, one.to) };
            let condition = algebra.truth(condition.clone());
            let branch = self.sequence.push(Command::Branch(condition, 0), own(number, 1), one.span);
            jump(self, branch, otherwise);
            let go = self.sequence.push(Command::Goto(0), own(number, 0), one.span);
            jump(self, go, then);
            return;
        }
        let Some(edge) = edges.first() else { return };
        for (command, is_input) in self.commands(&edge.action) {
            self.sequence.push(command, Origin::Thread { number, steps: 0, is_input }, edge.span);
        }
        let go = self.sequence.push(Command::Goto(0), own(number, edge.steps), edge.span);
        jump(self, go, edge.to);
    }

    /// The commands of an action, and for each whether it chooses a value.
    fn commands(&self, action: &Action) -> Vec<(Command, bool)> {
        let composition = self.setting.composition;
        let algebra = composition.algebra();
        let number = |variable: LocalId, value: i128| integer(value, composition.variables[variable].ty);
        let is_used = |variable: LocalId| self.used[variable.index()];
        let plain = |command: Command| vec![(command, false)];
        match action {
            Action::Nothing | Action::SectionBegins | Action::SectionEnds => Vec::new(),
            Action::Test { condition, holds } => {
                let condition = algebra.truth(condition.clone());
                plain(Command::Assume(if *holds { condition } else { algebra.not(condition) }))
            }
            Action::Set(pairs) => {
                let pairs = pairs.iter().filter(|&&(target, _)| is_used(target));
                pairs.map(|(target, value)| (Command::Set(*target, value.clone()), false)).collect()
            }
            Action::Input { target, foreseen: Some(input) } => {
                vec![(Command::Set(*target, composition.read(*input)), true)]
            }
            Action::Input { target, foreseen: None } => vec![(Command::Havoc(*target), true)],
            Action::Forget(target) => plain(Command::Havoc(*target)),
            Action::Assume(condition) => plain(Command::Assume(algebra.truth(condition.clone()))),
            Action::Assert(condition) => {
                let condition = algebra.truth(condition.clone());
                // If two assertions fail, one of them fails first, and its thread is on top of another hierarchy.
                plain(if self.setting.query.is_none() && self.setting.only.is_none() {
                    Command::Assert(condition)
                } else {
                    Command::Assume(condition)
                })
            }
            Action::Lock(lock) => {
                let owner = number(*lock, self.setting.main() as i128 + 1);
                vec![(Command::Assume(composition.has_value(*lock, 0)), false), (Command::Set(*lock, owner), false)]
            }
            Action::Unlock(lock) => plain(Command::Set(*lock, number(*lock, 0))),
            Action::Join(ended) => plain(Command::Assume(algebra.truth(composition.read(*ended)))),
            Action::End(ended) if is_used(*ended) => plain(Command::Set(*ended, number(*ended, 1))),
            Action::End(_) => Vec::new(),
        }
    }

    /// Emits `try_start`: all other threads have run, and the queried computation may start.
    fn try_start(&mut self, cut: usize) {
        let setting = self.setting;
        let Some(query) = setting.query else { return };
        let others: Vec<usize> = setting.order.iter().copied().filter(|&thread| thread != setting.main()).collect();
        self.interfere(&others, &[], false, Origin::TryStart, cut);
        let algebra = setting.composition.algebra();
        let alpha: Vec<Expr> = query.alpha.iter().map(|formula| setting.at(cut, formula)).collect();
        let alpha = algebra.conjuncts(&algebra.all(&alpha));
        if alpha == [algebra.truth_value(false)] {
            return;
        }
        let starts = self.choice(Origin::TryStart);
        let skip = self.sequence.push(Command::Branch(starts, 0), Origin::TryStart, Span::NOWHERE);
        for formula in alpha {
            self.sequence.push(Command::Assume(formula), Origin::Activation { cut }, Span::NOWHERE);
        }
        let go = self.sequence.push(Command::Goto(0), Origin::Activation { cut }, Span::NOWHERE);
        self.jumps.push((go, Phase::Within, cut));
        let next = self.sequence.instructions.len();
        self.sequence.target(skip, next);
    }

    /// Emits the assertions of a cut, and `env_move`.
    fn cut(&mut self, cut: usize) {
        let setting = self.setting;
        let algebra = setting.composition.algebra();
        self.target(cut);
        for (number, (at, formula)) in setting.promises.iter().enumerate() {
            if *at == cut {
                let is_missed = algebra.not(setting.at(cut, &algebra.all(formula)));
                let is_looked_for = setting.only.is_none_or(|only| only == number);
                let promise = self.looked_for(is_missed, is_looked_for);
                self.sequence.push(promise, Origin::Promise(number), Span::NOWHERE);
            }
        }
        let moves = self.interfere(setting.environment(), setting.restrictions, true, Origin::EnvMove { cut }, cut);
        if moves {
            self.target(cut);
        }
    }

    fn target(&mut self, cut: usize) {
        if let Some(query) = self.setting.query {
            let algebra = self.setting.composition.algebra();
            let beta = self.setting.at(cut, &algebra.all(&query.beta));
            let is_missed = algebra.not(beta);
            if is_missed != algebra.truth_value(true) {
                let target = self.looked_for(is_missed, self.setting.only.is_none());
                self.sequence.push(target, Origin::Target { cut }, Span::NOWHERE);
            }
        }
    }

    /// A condition to look for is asserted to be missed. Any other target or promise is assumed to be missed, so that paths through it are
    /// excluded.
    fn looked_for(&self, is_missed: Expr, is_looked_for: bool) -> Command {
        if is_looked_for { Command::Assert(is_missed) } else { Command::Assume(is_missed) }
    }

    /// A nondeterministic choice.
    fn choice(&mut self, origin: Origin) -> Expr {
        let composition = self.setting.composition;
        let choice = self.sequence.copy(composition, "moves", composition.truth);
        self.sequence.push(Command::Havoc(choice), origin, Span::NOWHERE);
        composition.algebra().truth(read(choice, composition.truth))
    }

    /// Emits the steps of other threads. Returns whether these can change a variable of the program.
    fn interfere(
        &mut self,
        threads: &[usize],
        restrictions: &[Query],
        is_chosen: bool,
        origin: Origin,
        cut: usize,
    ) -> bool {
        let setting = self.setting;
        let composition = setting.composition;
        let algebra = composition.algebra();
        let mut written = composition.written_by(threads);
        written.retain(|variable| self.used[variable.index()]);
        if written.is_empty() {
            return false;
        }
        let mut remembered = Vec::new();
        for restriction in restrictions {
            restriction.alpha.iter().for_each(|formula| variables(formula, &mut remembered));
        }
        let is_special = |variable: LocalId| match composition.variables[variable].kind {
            VariableKind::Lock | VariableKind::Ended | VariableKind::Counter => true,
            VariableKind::Plain | VariableKind::Input => false,
        };
        let mut copies = Vec::new();
        for &variable in &written {
            if is_special(variable) || remembered.contains(&variable) || self.is_settled(variable) {
                let data = &composition.variables[variable];
                let copy = self.sequence.copy(composition, &data.name, data.ty);
                self.sequence.push(Command::Set(copy, composition.read(variable)), origin, Span::NOWHERE);
                copies.push((variable, read(copy, data.ty)));
            }
        }
        let skip = is_chosen.then(|| {
            let moves = self.choice(origin);
            self.sequence.push(Command::Branch(moves, 0), origin, Span::NOWHERE)
        });
        for &variable in &written {
            self.sequence.push(Command::Havoc(variable), origin, Span::NOWHERE);
        }
        if let Some(skip) = skip {
            let next = self.sequence.instructions.len();
            self.sequence.target(skip, next);
        }
        for (variable, before) in copies.iter().filter(|&&(variable, _)| is_special(variable)) {
            let known = match composition.variables[*variable].kind {
                VariableKind::Counter => self.known_of_counter(*variable, before),
                _ => vec![self.known(*variable, before, threads)],
            };
            for fact in known {
                self.sequence.push(Command::Assume(fact), origin, Span::NOWHERE);
            }
        }
        let stay: Vec<Expr> = written.iter().filter_map(|&variable| self.stays(variable, &copies)).collect();
        for fact in stay {
            self.sequence.push(Command::Assume(fact), origin, Span::NOWHERE);
        }
        let facts: Vec<Expr> = threads.iter().filter_map(|&thread| self.known_of_place(thread)).collect();
        for fact in facts {
            self.sequence.push(Command::Assume(fact), origin, Span::NOWHERE);
        }
        for fact in self.known_around(cut) {
            self.sequence.push(Command::Assume(fact), origin, Span::NOWHERE);
        }
        for restriction in restrictions {
            let old = |variable: LocalId, _| {
                copies.iter().find(|(known, _)| *known == variable).map(|(_, before)| before.clone())
            };
            let alpha = setting.at(cut, &algebra.all(&restriction.alpha));
            let alpha = algebra.substitute(&alpha, &old);
            let beta = setting.at(cut, &algebra.all(&restriction.beta));
            let allowed = algebra.or(algebra.not(alpha), algebra.not(beta));
            if allowed != algebra.truth_value(true) {
                self.sequence.push(Command::Assume(allowed), origin, Span::NOWHERE);
            }
        }
        true
    }

    /// The facts about a thread whose location was `before`: its possible locations now, and the values that it left in its variables.
    fn known_of_counter(&self, counter: LocalId, before: &Expr) -> Vec<Expr> {
        let composition = self.setting.composition;
        let algebra = composition.algebra();
        let Some(thread) = composition.threads.iter().find(|thread| thread.counter == counter) else {
            return Vec::new();
        };
        let facts = &thread.facts;
        let now = composition.read(counter);
        let number = |value: i128| integer(value, composition.int);
        let compare =
            |operator, left: &Expr, right: Expr| algebra.binary(operator, left.clone(), right, composition.int);
        let n_cuts = facts.least.len() as i128;
        let mut known = vec![
            compare(BinaryOperator::GreaterEqual, &now, number(0)),
            compare(BinaryOperator::Less, &now, number(n_cuts)),
        ];
        let is_straight = facts.least.iter().enumerate().all(|(place, &least)| place as i128 == least);
        if is_straight {
            known.push(compare(BinaryOperator::GreaterEqual, &now, before.clone()));
        } else {
            // The locations are processed from the last to the first: each bound is stated for the first location from which it holds.
            for (place, &least) in facts.least.iter().enumerate().filter(|&(_, &least)| least > 0) {
                let was_there = algebra.equal(before.clone(), number(place as i128));
                let is_behind = compare(BinaryOperator::GreaterEqual, &now, number(least));
                known.push(algebra.or(algebra.not(was_there), is_behind));
            }
        }
        for (variable, ranges) in facts.left.ranges.iter().filter(|(variable, _)| self.used[variable.index()]) {
            let is_there = |place: usize| algebra.equal(now.clone(), number(place as i128));
            let fact = ranges.iter().enumerate().rev().fold(algebra.truth_value(true), |fact, (place, &range)| {
                match self.lies_in(*variable, range) {
                    Some(lies) => algebra.and(algebra.or(algebra.not(is_there(place)), lies), fact),
                    None => fact,
                }
            });
            known.push(fact);
        }
        for (place, orders) in facts.left.orders.iter().enumerate() {
            for &(one, other) in orders.iter().filter(|(a, b)| self.used[a.index()] && self.used[b.index()]) {
                let is_there = algebra.equal(now.clone(), number(place as i128));
                let (one, other) = (composition.read(one), composition.read(other));
                let holds = algebra.binary(BinaryOperator::LessEqual, one, other, composition.int);
                known.push(algebra.or(algebra.not(is_there), holds));
            }
        }
        known
    }

    /// The order facts between variables at a cut of the thread.
    fn known_around(&self, cut: usize) -> Vec<Expr> {
        let composition = self.setting.composition;
        let algebra = composition.algebra();
        let number = composition.place(self.setting.main(), cut) as usize;
        let around = composition.threads[self.setting.main()].facts.left.around.get(number);
        let said = around.into_iter().flatten().filter_map(|around| {
            let (one, other) = around.pair;
            let counter = |thread: usize| composition.threads[thread].counter;
            let is_used = |variable: LocalId| self.used[variable.index()];
            if !is_used(one) || !is_used(other) || around.of.iter().any(|&(thread, _)| !is_used(counter(thread))) {
                return None;
            }
            let (one, other) = (composition.read(one), composition.read(other));
            let holds = algebra.binary(BinaryOperator::LessEqual, one, other, composition.int);
            Some(match &around.of {
                None => holds,
                Some((thread, places)) => {
                    let is_at = |&place: &usize| composition.has_value(counter(*thread), place as i128);
                    let is_there =
                        places.iter().map(is_at).fold(algebra.truth_value(false), |all, at| algebra.or(all, at));
                    algebra.or(algebra.not(is_there), holds)
                }
            })
        });
        said.collect()
    }

    /// Whether the location of the thread that writes a variable can show that the thread never writes it again.
    fn is_settled(&self, variable: LocalId) -> bool {
        let writer = self.setting.composition.threads.iter().find(|thread| thread.facts.is_left_by(variable));
        writer.is_some_and(|it| self.used[it.counter.index()] && it.facts.settled(variable).is_some())
    }

    /// The fact that a variable is unchanged if its writer was at a location from which it never writes it; `None` if it may write it until
    /// its end.
    fn stays(&self, variable: LocalId, copies: &[(LocalId, Expr)]) -> Option<Expr> {
        let composition = self.setting.composition;
        let algebra = composition.algebra();
        let writer = composition.threads.iter().find(|thread| thread.facts.is_left_by(variable))?;
        let before = |variable: LocalId| copies.iter().find(|(known, _)| *known == variable).map(|(_, before)| before);
        let (was_there, was) = (before(writer.counter)?, before(variable)?);
        let number = integer(writer.facts.settled(variable)?, composition.int);
        let is_settled = algebra.binary(BinaryOperator::GreaterEqual, was_there.clone(), number, composition.int);
        let is_same = algebra.equal(composition.read(variable), was.clone());
        Some(algebra.or(algebra.not(is_settled), is_same))
    }

    /// The values that a thread may have left in its variables, at any of its locations: a union of boxes. With a location variable more
    /// precise facts are used.
    fn known_of_place(&self, thread: usize) -> Option<Expr> {
        let composition = self.setting.composition;
        let algebra = composition.algebra();
        let thread = &composition.threads[thread];
        let ranges = &thread.facts.left.ranges;
        let ranges: Vec<_> = ranges.iter().filter(|(variable, _)| self.used[variable.index()]).collect();
        if ranges.is_empty() || self.used[thread.counter.index()] {
            return None;
        }
        let mut boxes: Vec<Vec<Interval>> = Vec::new();
        for place in 0..thread.facts.least.len() {
            let found: Vec<Interval> = ranges.iter().map(|(_, by_place)| by_place[place]).collect();
            let contains = |one: &[Interval], other: &[Interval]| one.iter().zip(other).all(|(a, b)| a.contains(*b));
            if found.iter().any(|range| range.is_empty()) || boxes.iter().any(|known| contains(known, &found)) {
                continue;
            }
            boxes.retain(|known| !contains(&found, known));
            boxes.push(found);
        }
        let within = |found: &Vec<Interval>| {
            let lie = ranges.iter().zip(found).filter_map(|((variable, _), range)| self.lies_in(*variable, *range));
            algebra.all(&lie.collect::<Vec<_>>())
        };
        Some(boxes.iter().map(within).fold(algebra.truth_value(false), |all, it| algebra.or(all, it)))
    }

    /// The condition that a variable is in a range; `None` if all values of its type are.
    fn lies_in(&self, variable: LocalId, range: Interval) -> Option<Expr> {
        let composition = self.setting.composition;
        let algebra = composition.algebra();
        let ty = composition.variables[variable].ty;
        let all = Shape::of(&composition.types, ty)?.all();
        let now = composition.read(variable);
        if range.is_empty() {
            return Some(algebra.truth_value(false));
        }
        if range.low == range.high {
            return Some(algebra.equal(now, integer(range.low, ty)));
        }
        let bound = |operator, value| algebra.binary(operator, now.clone(), integer(value, ty), composition.int);
        let low = (range.low > all.low).then(|| bound(BinaryOperator::GreaterEqual, range.low));
        let high = (range.high < all.high).then(|| bound(BinaryOperator::LessEqual, range.high));
        low.into_iter().chain(high).reduce(|low, high| algebra.and(low, high))
    }

    /// The invariants of a mutex and of an end: threads take and release only free or own mutexes, and an ended thread stays ended.
    fn known(&self, variable: LocalId, before: &Expr, threads: &[usize]) -> Expr {
        let composition = self.setting.composition;
        let algebra = composition.algebra();
        let now = composition.read(variable);
        if composition.variables[variable].kind == VariableKind::Ended {
            return algebra.or(algebra.not(before.clone()), algebra.truth(now));
        }
        let ty = composition.variables[variable].ty;
        let among = |value: &Expr| {
            let owners = std::iter::once(0).chain(threads.iter().map(|&thread| thread as i128 + 1));
            owners.fold(algebra.truth_value(false), |among, owner| {
                algebra.or(among, algebra.equal(value.clone(), integer(owner, ty)))
            })
        };
        let theirs = algebra.and(among(before), among(&now));
        algebra.or(algebra.equal(now, before.clone()), theirs)
    }
}

/// The origin of code of a thread that completes `steps` steps.
fn own(number: u32, steps: u32) -> Origin {
    Origin::Thread { number, steps, is_input: false }
}
