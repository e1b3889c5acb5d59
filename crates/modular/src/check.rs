//! MainThreadCheck (Algorithm 1), and environment queries by the same algorithm (sections 3 to 5).
//!
//! One procedure serves all levels of the hierarchy: on top the violation of an assertion is looked for, below it what a query asks about.
//! What it learns about the environment of a level, the *restrictions*, is true of all reachable computations, and is kept for all queries.
//! *Promises* lead to what one query asks about, and are forgotten with it.

use raddle_program::entity::Entity;
use raddle_program::property::Property;
use raddle_program::syntax::Expr;
use raddle_program::trace::Trace;

use crate::composition::Composition;
use crate::conditions::{postcondition, weakest_precondition};
use crate::environment::{Query, Setting};
use crate::formula::{mentions, variables};
use crate::sequence::{Command, Executed, Origin, Path, Sequence, show};
use crate::steps::{Segment, joined, last_env_move, origin, segments, start_of_computation};
use raddle_horn::sequential::{Bounded, Checked, Question, SequentialChecker};
use raddle_verify::context::Context;
use raddle_verify::engine::Engine;
use raddle_verify::verdict::Reason;

/// What can be reached.
#[derive(Clone, Debug)]
pub enum Reached {
    /// What is looked for cannot.
    Never,
    /// From each state in which the formulas hold, by these steps.
    From {
        /// psi
        psi: Vec<Expr>,
        /// The steps; on top, those from the start.
        computation: Vec<Segment>,
        /// The initial values of variables on the path that was found.
        initial: Vec<i128>,
        /// The values of variables where the computation starts and where it ends.
        witness: (Vec<i128>, Vec<i128>),
    },
}

/// The last environment step on a path.
#[derive(Clone, Debug)]
pub struct LastStep {
    /// The cut at which it happens.
    pub cut: usize,
    /// What the thread does behind it.
    pub own: Vec<Segment>,
    /// What it would have to lead from and to.
    pub query: Query,
}

/// A formula from which what is looked for is reached.
struct Promise {
    cut: usize,
    formula: Vec<Expr>,
    computation: Vec<Segment>,
}

/// One hierarchy: a thread on top and the threads that it can learn of, in order.
pub struct Hierarchy<'a> {
    /// All threads.
    pub composition: &'a Composition,
    /// The threads of the hierarchy, the one on top first.
    pub order: Vec<usize>,
    /// For each level, what the threads from there on cannot do.
    pub restrictions: Vec<Vec<Query>>,
    /// Decides programs of one thread.
    pub checker: &'a dyn SequentialChecker,
    /// The engine `bmc`.
    pub bmc: &'a dyn Engine,
}

impl<'a> Hierarchy<'a> {
    /// A hierarchy of which nothing is known.
    pub fn new(
        composition: &'a Composition,
        order: Vec<usize>,
        (checker, bmc): (&'a dyn SequentialChecker, &'a dyn Engine),
    ) -> Self {
        let restrictions = vec![Vec::new(); order.len() + 1];
        Hierarchy { composition, order, restrictions, checker, bmc }
    }

    fn setting<'s>(
        &'s self,
        level: usize,
        query: Option<&'s Query>,
        promises: &'s [(usize, Vec<Expr>)],
    ) -> Setting<'s> {
        let restrictions = &self.restrictions[level + 1];
        let has_all_variables = false;
        Setting {
            composition: self.composition,
            order: &self.order,
            level,
            query,
            promises,
            only: None,
            restrictions,
            has_all_variables,
        }
    }

    /// Algorithm 1: whether the thread of a level, with those below it, can reach what is looked for.
    ///
    /// # Errors
    /// Why it is not known.
    pub fn check(&mut self, level: usize, query: Option<&Query>, cx: &mut Context) -> Result<Reached, Reason> {
        let mut promises: Vec<Promise> = Vec::new();
        let mut latest = None;
        loop {
            cx.report("looking for paths", || {
                let learnt: usize = self.restrictions.iter().map(Vec::len).sum();
                let (thread, threads) = (level + 1, self.order.len());
                format!("thread {thread} of {threads}, {} promises, {learnt} restrictions", promises.len())
            });
            let known: Vec<(usize, Vec<Expr>)> =
                promises.iter().map(|promise| (promise.cut, promise.formula.clone())).collect();
            let found = self.violating_path(level, query, &known, latest, cx)?;
            let Some((sequence, path)) = found else { return Ok(Reached::Never) };
            let rest = match origin(&sequence, &path) {
                Origin::Promise(number) => promises[number].computation.clone(),
                _ => Vec::new(),
            };
            let Some(step) = self.last_step(level, query, &known, &sequence, &path) else {
                return Ok(self.reached(level, query, &sequence, &path, rest));
            };
            let LastStep { cut, own, query: asked } = step;
            if self.is_immediate(&asked, cx)? {
                cx.count("promises", 1);
                let computation = joined(&[&own, &rest]);
                latest = Some(self.promise(&mut promises, Promise { cut, formula: asked.beta, computation })?);
                continue;
            }
            let (asked, kept) = self.apart(level, asked);
            match self.reach(level + 1, asked.clone(), cx)? {
                Reached::Never => {
                    let learnt = self.generalize(level + 1, asked, cx)?;
                    if self.restrictions[level + 1].contains(&learnt) {
                        return Err(no_progress("a restriction of the environment was learnt twice"));
                    }
                    cx.count("restrictions", 1);
                    self.restrictions[level + 1].push(learnt);
                }
                Reached::From { mut psi, computation, initial: _, witness: _ } => {
                    cx.count("promises", 1);
                    psi.extend(kept);
                    let algebra = self.composition.algebra();
                    let formula = algebra.conjuncts(&algebra.all(&psi));
                    let computation = joined(&[&computation, &own, &rest]);
                    latest = Some(self.promise(&mut promises, Promise { cut, formula, computation })?);
                }
            }
        }
    }

    fn promise(&self, promises: &mut Vec<Promise>, promise: Promise) -> Result<usize, Reason> {
        if promises.iter().any(|known| known.cut == promise.cut && known.formula == promise.formula) {
            return Err(no_progress("a promise of error was found twice"));
        }
        promises.push(promise);
        Ok(promises.len() - 1)
    }

    /// Whether beta may hold where alpha does: a computation of length zero.
    fn is_immediate(&self, query: &Query, cx: &mut Context) -> Result<bool, Reason> {
        let both: Vec<Expr> = query.alpha.iter().chain(&query.beta).cloned().collect();
        self.is_satisfiable(&both, cx)
    }

    /// Takes out of a query about the environment of a level what it cannot change: that must hold before, and stays. Of what is known before, what
    /// the environment knows nothing of is left out. Returns what is to stay, too.
    pub fn apart(&self, level: usize, query: Query) -> (Query, Vec<Expr>) {
        let threads = &self.order[level + 1..];
        let mut is_written = vec![false; self.composition.variables.len()];
        let mut is_relevant = is_written.clone();
        for &thread in threads {
            let thread = &self.composition.threads[thread];
            thread.writes.iter().for_each(|variable| is_written[variable.index()] = true);
            thread.reads.iter().chain(&thread.writes).for_each(|variable| is_relevant[variable.index()] = true);
        }
        let (beta, kept): (Vec<Expr>, Vec<Expr>) =
            query.beta.into_iter().partition(|formula| mentions(formula, |variable| is_written[variable.index()]));
        let mut alpha = query.alpha;
        alpha.extend(kept.iter().filter(|formula| !alpha.contains(formula)).cloned().collect::<Vec<_>>());
        // What is said together with something relevant is relevant: else a promise that cannot hold would seem to.
        let mentioned = |formula: &Expr| {
            let mut found = Vec::new();
            variables(formula, &mut found);
            found
        };
        beta.iter().flat_map(mentioned).for_each(|variable| is_relevant[variable.index()] = true);
        let mut is_kept = vec![false; alpha.len()];
        let mut grows = true;
        while grows {
            grows = false;
            for (formula, is_kept) in alpha.iter().zip(&mut is_kept).filter(|(_, is_kept)| !**is_kept) {
                let found = mentioned(formula);
                if found.is_empty() || found.iter().any(|variable| is_relevant[variable.index()]) {
                    (*is_kept, grows) = (true, true);
                    found.into_iter().for_each(|variable| is_relevant[variable.index()] = true);
                }
            }
        }
        let mut kept_of_alpha = is_kept.into_iter();
        alpha.retain(|_| kept_of_alpha.next().unwrap_or(true));
        (Query { alpha, beta }, kept)
    }

    /// Shows once more, by fresh runs of the checker, that the restrictions of each level hold under those of the next one, and that under those
    /// of the first one nothing is violated on top. What was learnt while promises were known may rest on variables that only those speak of:
    /// what is not shown without them is shown with all variables. Returns how many programs that were.
    ///
    /// # Errors
    /// What cannot be shown.
    pub fn confirm(&self, cx: &mut Context) -> Result<u64, Reason> {
        let mut programs = 0;
        for level in 0..self.order.len() {
            let mut queries: Vec<Option<&Query>> = self.restrictions[level].iter().map(Some).collect();
            if level == 0 {
                queries.push(None);
            }
            for query in queries {
                let plain = self.setting(level, query, &[]);
                let mut is_shown = false;
                for has_all_variables in [false, true] {
                    programs += 1;
                    is_shown = self.ask(&Setting { has_all_variables, ..plain }.sequence(), cx)?.is_none();
                    if is_shown {
                        break;
                    }
                }
                if !is_shown {
                    return Err(internal("a restriction of the environment cannot be shown again"));
                }
            }
        }
        Ok(programs)
    }

    /// ReachE: whether the threads from a level on can come from alpha to beta (Definition 1).
    pub fn reach(&mut self, level: usize, query: Query, cx: &mut Context) -> Result<Reached, Reason> {
        cx.count("environment queries", 1);
        if self.is_excluded(level, &query) {
            return Ok(Reached::Never);
        }
        if self.is_immediate(&query, cx)? {
            return Ok(immediately(query.beta));
        }
        self.check(level, Some(&query), cx)
    }

    /// Whether a restriction says already that a query has no answer.
    fn is_excluded(&self, level: usize, query: &Query) -> bool {
        let holds = |weak: &[Expr], strong: &[Expr]| weak.iter().all(|formula| strong.contains(formula));
        self.restrictions[level].iter().any(|it| holds(&it.alpha, &query.alpha) && holds(&it.beta, &query.beta))
    }

    /// GenE: fewer conjuncts, as long as the environment still cannot.
    pub fn generalize(&mut self, level: usize, query: Query, cx: &mut Context) -> Result<Query, Reason> {
        let mut best = query;
        // Computations that answered an attempt often answer the next one.
        let mut witnesses: Vec<(Vec<i128>, Vec<i128>)> = Vec::new();
        let mut attempt = |hierarchy: &mut Self, weaker: Query, best: &mut Query, cx: &mut Context| {
            if witnesses.iter().any(|witness| hierarchy.answers(witness, &weaker)) {
                return Ok(());
            }
            match hierarchy.attempt(level, &weaker, cx) {
                Ok(Reached::Never) => *best = weaker,
                Ok(Reached::From { witness, .. }) => witnesses.push(witness),
                Err(_) => {}
            }
            match cx.cancelled() {
                Some(reason) => Err(reason),
                None => Ok(()),
            }
        };
        // First many conjuncts at once, then fewer: mostly few are needed.
        let mut size = best.alpha.len();
        while size > 0 {
            let mut end = best.alpha.len();
            while end > 0 {
                let start = end.saturating_sub(size);
                let mut weaker = best.clone();
                weaker.alpha.drain(start..end);
                attempt(self, weaker, &mut best, cx)?;
                end = start;
            }
            size = (size / 2).min(best.alpha.len());
        }
        for number in (0..best.beta.len()).rev() {
            if best.beta.len() == 1 {
                break;
            }
            let mut weaker = best.clone();
            weaker.beta.remove(number);
            attempt(self, weaker, &mut best, cx)?;
        }
        Ok(best)
    }

    /// Whether a computation leads from alpha to beta, as far as its values say. (That it does is an excuse not to ask: nothing is concluded.)
    fn answers(&self, (first, last): &(Vec<i128>, Vec<i128>), query: &Query) -> bool {
        let algebra = self.composition.algebra();
        let holds = |formulas: &[Expr], values: &[i128]| {
            let value = |formula| algebra.evaluate(formula, &|variable| values[variable.index()]);
            formulas.iter().all(|formula| value(formula).is_some_and(|value| value != 0))
        };
        holds(&query.alpha, first) && holds(&query.beta, last)
    }

    /// A query that is asked to learn more, with few steps.
    fn attempt(&mut self, level: usize, query: &Query, cx: &mut Context) -> Result<Reached, Reason> {
        if self.is_excluded(level, query) {
            return Ok(Reached::Never);
        }
        let mut limited = cx.alike(cx.cancellation().with_steps(ATTEMPT_STEPS));
        limited.dump = None;
        let result = self.check(level, Some(query), &mut limited);
        cx.take_statistics(std::mem::take(&mut limited.statistics));
        result
    }

    /// A condition before the environment step: what holds on the path, and that no promise holds there, so that progress is made.
    fn alpha(
        &self,
        level: usize,
        sequence: &Sequence,
        before: &[Executed],
        promises: &[(usize, Vec<Expr>)],
        cut: usize,
    ) -> Vec<Expr> {
        let composition = self.composition;
        let algebra = composition.algebra();
        let mut alpha = postcondition(composition, sequence, before);
        let counter = composition.threads[self.order[level]].counter;
        let setting = self.setting(level, None, promises);
        for (_, formula) in promises.iter().filter(|(at, _)| *at == cut) {
            alpha.push(algebra.not(setting.at(cut, &algebra.all(formula))));
        }
        debug_assert!(!alpha.iter().any(|formula| mentions(formula, |variable| variable == counter)));
        algebra.conjuncts(&algebra.all(&alpha))
    }

    /// The last environment step on a path, with what it would have to lead from and to; none if the path is real.
    pub fn last_step(
        &self,
        level: usize,
        query: Option<&Query>,
        promises: &[(usize, Vec<Expr>)],
        sequence: &Sequence,
        path: &Path,
    ) -> Option<LastStep> {
        debug_assert_eq!(query.is_some(), start_of_computation(sequence, path) > 0);
        let start = start_of_computation(sequence, path);
        let (moves, cut) = last_env_move(self.composition, sequence, path, start)?;
        let after = &path.executed[moves.end..];
        let beta = weakest_precondition(self.composition, sequence, after, &self.goal(sequence, path));
        let alpha = self.alpha(level, sequence, &path.executed[..moves.start], promises, cut);
        Some(LastStep { cut, own: segments(sequence, after), query: Query { alpha, beta } })
    }

    /// What does not hold at the end of a path though it was asserted.
    fn goal(&self, sequence: &Sequence, path: &Path) -> Vec<Expr> {
        let algebra = self.composition.algebra();
        let last = path.executed.last().map(|done| &sequence.instructions[done.instruction].command);
        match last {
            Some(Command::Assert(condition)) => algebra.conjuncts(&algebra.not(condition.clone())),
            _ => vec![algebra.truth_value(false)],
        }
    }

    /// A path without environment steps is real.
    fn reached(
        &self,
        level: usize,
        query: Option<&Query>,
        sequence: &Sequence,
        path: &Path,
        rest: Vec<Segment>,
    ) -> Reached {
        let start = start_of_computation(sequence, path);
        let part = &path.executed[start..];
        let own = segments(sequence, part);
        let computation = joined(&[&own, &rest]);
        let (initial, witness) = (path.initial.clone(), self.values(level, sequence, path, start));
        let Some(query) = query else { return Reached::From { psi: Vec::new(), computation, initial, witness } };
        let is_target = matches!(origin(sequence, path), Origin::Target { .. });
        if is_target && own.iter().all(|segment| segment.steps == 0) {
            return Reached::From { psi: query.beta.clone(), computation, initial, witness };
        }
        let mut psi = weakest_precondition(self.composition, sequence, part, &self.goal(sequence, path));
        if let Some(Origin::Activation { cut }) =
            start.checked_sub(1).map(|at| sequence.instructions[path.executed[at].instruction].origin)
        {
            let counter = self.composition.threads[self.order[level]].counter;
            psi.push(self.composition.has_value(counter, self.composition.place(self.order[level], cut)));
        }
        let algebra = self.composition.algebra();
        Reached::From { psi: algebra.conjuncts(&algebra.all(&psi)), computation, initial, witness }
    }

    /// The values of variables where the computation starts, and where the path ends.
    fn values(&self, level: usize, sequence: &Sequence, path: &Path, start: usize) -> (Vec<i128>, Vec<i128>) {
        let main = self.order[level];
        let counter = self.composition.threads[main].counter.index();
        let mut values = vec![0; self.composition.variables.len()];
        let mut first = values.clone();
        for (number, done) in path.executed.iter().enumerate() {
            let instruction = &sequence.instructions[done.instruction];
            if number == start {
                first = values.clone();
            }
            match instruction.origin {
                Origin::Activation { cut } | Origin::Target { cut } => {
                    values[counter] = self.composition.place(main, cut)
                }
                _ => {}
            }
            if let Command::Set(variable, _) | Command::Havoc(variable) = instruction.command
                && let Some(value) = values.get_mut(variable.index())
            {
                *value = done.value;
            }
        }
        (first, values)
    }

    /// A violating path with its program, if there is one. What leads to the latest promise is preferred, as far as a glance shows it: so promises follow
    /// one computation back to where it starts before another one is looked at.
    fn violating_path(
        &self,
        level: usize,
        query: Option<&Query>,
        promises: &[(usize, Vec<Expr>)],
        latest: Option<usize>,
        cx: &mut Context,
    ) -> Result<Option<(Sequence, Path)>, Reason> {
        for only in latest.map(Some).into_iter().chain([None]) {
            let setting = Setting { only, ..self.setting(level, query, promises) };
            let sequence = setting.sequence();
            cx.count("programs", 1);
            self.dump(setting, &sequence, cx);
            let trace = if only.is_some() { self.glance(&sequence, cx) } else { self.ask(&sequence, cx)? };
            if let Some(trace) = trace {
                let path = sequence.path(self.composition, &trace).map_err(|why| internal(&why))?;
                return Ok(Some((sequence, path)));
            }
        }
        Ok(None)
    }

    /// Whether formulas can hold together.
    fn is_satisfiable(&self, formulas: &[Expr], cx: &mut Context) -> Result<bool, Reason> {
        let algebra = self.composition.algebra();
        let conjuncts = algebra.conjuncts(&algebra.all(formulas));
        if conjuncts.is_empty() || conjuncts == [algebra.truth_value(false)] {
            return Ok(conjuncts.is_empty());
        }
        let mut mentioned = Vec::new();
        conjuncts.iter().for_each(|formula| variables(formula, &mut mentioned));
        mentioned.sort_unstable_by_key(|variable| variable.index());
        mentioned.dedup();
        let mut sequence = Sequence::default();
        let nowhere = raddle_program::source::Span::NOWHERE;
        for variable in mentioned {
            sequence.push(Command::Havoc(variable), Origin::Start, nowhere);
        }
        for formula in conjuncts {
            sequence.push(Command::Assume(formula), Origin::Start, nowhere);
        }
        sequence.push(Command::Assert(algebra.truth_value(false)), Origin::Start, nowhere);
        Ok(self.ask(&sequence, cx)?.is_some())
    }

    /// Asks who looks at a few rounds of loops, and then, if that leaves it open, the checker.
    pub(super) fn ask(&self, sequence: &Sequence, cx: &mut Context) -> Result<Option<Box<Trace>>, Reason> {
        if let Some(reason) = cx.cancelled() {
            return Err(reason);
        }
        let task = sequence.task(self.composition);
        let question = Question { task: &task, property: Property::Assertions, bmc: self.bmc };
        match shallow(question, cx) {
            Checked::Safe(_) => return Ok(None),
            Checked::Unsafe(trace) => return Ok(Some(trace)),
            Checked::Unknown(_) => {}
        }
        match self.checker.check(question, cx) {
            Checked::Safe(_) => Ok(None),
            Checked::Unsafe(trace) => Ok(Some(trace)),
            Checked::Unknown(reason) => Err(reason),
        }
    }

    /// What a look at a few rounds of loops finds.
    fn glance(&self, sequence: &Sequence, cx: &mut Context) -> Option<Box<Trace>> {
        let task = sequence.task(self.composition);
        match shallow(Question { task: &task, property: Property::Assertions, bmc: self.bmc }, cx) {
            Checked::Unsafe(trace) => Some(trace),
            Checked::Safe(_) | Checked::Unknown(_) => None,
        }
    }

    fn dump(&self, setting: Setting<'_>, sequence: &Sequence, cx: &Context) {
        let Some((passes, show)) = &cx.dump else { return };
        if !passes.iter().any(|pass| pass == Self::PASS) {
            return;
        }
        let all = |formulas: &[Expr]| conjunction(self.composition, formulas);
        let name = &self.composition.threads[setting.main()].name;
        let mut text = match setting.query {
            None => format!("// P_M of {name}\n"),
            Some(query) => format!("// P_E of {name}: from {} to {}\n", all(&query.alpha), all(&query.beta)),
        };
        for restriction in setting.restrictions {
            let Query { alpha, beta } = restriction;
            text += &format!("// env_move: if ({}) assume(!({}))\n", all(alpha), all(beta));
        }
        for (cut, formula) in setting.promises {
            text += &format!("// promise at {}: {}\n", self.composition.place(setting.main(), *cut), all(formula));
        }
        text += &raddle_program::c_print::print_c(&sequence.task(self.composition).program);
        show(Self::PASS, &text);
    }

    /// What `--dump` calls the sequential programs.
    pub const PASS: &'static str = "modular";
}

/// Looks at a few rounds of loops.
fn shallow(question: Question<'_>, cx: &mut Context) -> Checked {
    let mut shallow = cx.alike(cx.cancellation());
    shallow.options.bmc.unwind = Some(cx.options.bmc.unwind.map_or(ROUNDS, |given| given.min(ROUNDS)));
    let checked = Bounded.check(question, &mut shallow);
    cx.take_statistics(std::mem::take(&mut shallow.statistics));
    checked
}

/// A conjunction as C has it.
fn conjunction(composition: &Composition, formulas: &[Expr]) -> String {
    let conjuncts: Vec<String> = formulas.iter().map(|formula| show(composition, formula)).collect();
    if conjuncts.is_empty() { "1".to_owned() } else { conjuncts.join(" && ") }
}

/// So many rounds of loops are looked at before the checker is asked: most paths are short, and what has short loops only is decided.
const ROUNDS: u32 = 3;

/// How often an attempt to learn more may poll before it is given up.
const ATTEMPT_STEPS: u64 = 3_000;

/// A computation of length zero.
fn immediately(psi: Vec<Expr>) -> Reached {
    Reached::From { psi, computation: Vec::new(), initial: Vec::new(), witness: (Vec::new(), Vec::new()) }
}

fn no_progress(why: &str) -> Reason {
    let advice = "use another checker with -o sequential.checker, or another engine with --engine".to_owned();
    Reason::GaveUp { why: why.to_owned(), advice }
}

fn internal(why: &str) -> Reason {
    Reason::Internal { message: why.to_owned() }
}
