//! MainThreadCheck (Algorithm 1), and environment queries by the same algorithm (sections 3 to 5).
//!
//! One procedure serves all levels of the hierarchy. On top its target is the violation of an assertion, below it the target of a query.
//! The *restrictions* that it learns about the environment of a level are true of all reachable computations and are kept for all queries.
//! *Promises* lead to the target of one query and are forgotten with it.

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

/// The result of a check.
#[derive(Clone, Debug)]
pub enum Reached {
    /// The target is unreachable.
    Never,
    /// The target is reachable from each state in which the formulas hold.
    From {
        /// psi
        psi: Vec<Expr>,
        /// The steps; on top, those from the start.
        computation: Vec<Segment>,
        /// The initial values of variables on the path.
        initial: Vec<i128>,
        /// The values of variables at the start and at the end of the computation.
        witness: (Vec<i128>, Vec<i128>),
    },
}

/// The last environment step on a path.
#[derive(Clone, Debug)]
pub struct LastStep {
    /// The cut at which it happens.
    pub cut: usize,
    /// The steps of the thread behind it.
    pub own: Vec<Segment>,
    /// The query: the states from and to which the environment step would have to lead.
    pub query: Query,
}

/// A formula at a cut from which the target is reachable.
struct Promise {
    cut: usize,
    formula: Vec<Expr>,
    computation: Vec<Segment>,
}

/// A hierarchy: a thread on top, and the threads that may influence it, in order.
pub struct Hierarchy<'a> {
    /// All threads.
    pub composition: &'a Composition,
    /// The threads of the hierarchy, the one on top first.
    pub order: Vec<usize>,
    /// For each level, the impossible computations of the threads from there on.
    pub restrictions: Vec<Vec<Query>>,
    /// The checker for sequential programs.
    pub checker: &'a dyn SequentialChecker,
    /// The engine `bmc`.
    pub bmc: &'a dyn Engine,
}

impl<'a> Hierarchy<'a> {
    /// A hierarchy without restrictions.
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

    /// Algorithm 1: whether the thread of a level, with those below it, can reach the target.
    ///
    /// # Errors
    /// The reason why this is not known.
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

    /// Whether alpha and beta can hold together: a computation of length zero.
    fn is_immediate(&self, query: &Query, cx: &mut Context) -> Result<bool, Reason> {
        let both: Vec<Expr> = query.alpha.iter().chain(&query.beta).cloned().collect();
        self.is_satisfiable(&both, cx)
    }

    /// Splits a query about the environment of a level. Conjuncts of beta that the environment cannot change must hold before and stay
    /// true: they move to alpha. Conjuncts of alpha that are irrelevant to the environment are dropped. The second result are the conjuncts
    /// that stay true.
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
        // A conjunct that shares a variable with a relevant one is relevant: otherwise an impossible promise would seem possible.
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

    /// Proves again, by fresh runs of the checker, that the restrictions of each level hold under those of the next one, and that nothing
    /// is violated on top under those of the first one. A restriction that was learnt while promises were known may depend on variables
    /// that only these mention: if the proof fails without them, it is repeated with all variables. Returns the number of checked programs.
    ///
    /// # Errors
    /// The restriction that cannot be proved.
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

    /// ReachE: whether the threads from a level on have a computation from alpha to beta (Definition 1).
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

    /// Whether a restriction already excludes a query.
    fn is_excluded(&self, level: usize, query: &Query) -> bool {
        let holds = |weak: &[Expr], strong: &[Expr]| weak.iter().all(|formula| strong.contains(formula));
        self.restrictions[level].iter().any(|it| holds(&it.alpha, &query.alpha) && holds(&it.beta, &query.beta))
    }

    /// GenE: drops conjuncts while the environment still has no such computation.
    pub fn generalize(&mut self, level: usize, query: Query, cx: &mut Context) -> Result<Query, Reason> {
        let mut best = query;
        // A computation that refuted an attempt often refutes the next one.
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
        // First many conjuncts are dropped at once, then fewer: usually few are needed.
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

    /// Whether a known computation leads from alpha to beta, judged by its values. This only saves a query; nothing is concluded from it.
    fn answers(&self, (first, last): &(Vec<i128>, Vec<i128>), query: &Query) -> bool {
        let algebra = self.composition.algebra();
        let holds = |formulas: &[Expr], values: &[i128]| {
            let value = |formula| algebra.evaluate(formula, &|variable| values[variable.index()]);
            formulas.iter().all(|formula| value(formula).is_some_and(|value| value != 0))
        };
        holds(&query.alpha, first) && holds(&query.beta, last)
    }

    /// A query with a small step limit, to generalize a restriction.
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

    /// The alpha of an environment step: the postcondition of the path, and that no promise holds there, so that progress is made.
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

    /// The last environment step of a path, with its query; `None` if the path has no environment step and is real.
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

    /// The asserted condition that fails at the end of a path.
    fn goal(&self, sequence: &Sequence, path: &Path) -> Vec<Expr> {
        let algebra = self.composition.algebra();
        let last = path.executed.last().map(|done| &sequence.instructions[done.instruction].command);
        match last {
            Some(Command::Assert(condition)) => algebra.conjuncts(&algebra.not(condition.clone())),
            _ => vec![algebra.truth_value(false)],
        }
    }

    /// The result for a path without environment steps, which is real.
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

    /// The values of variables at the start of the computation, and at the end of the path.
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

    /// A violating path with its program, if there is one. A path to the latest promise is preferred if a shallow check finds one: so
    /// promises follow one computation back to its start before another one is tried.
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

    /// Whether formulas are satisfiable together.
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

    /// Asks a shallow unwinding first and, if that leaves the question open, the checker.
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

    /// The result of a shallow unwinding alone.
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

    /// The name of the sequential programs for `--dump`.
    pub const PASS: &'static str = "modular";
}

/// Checks a few iterations of loops.
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

/// The loop bound of the shallow check before the checker is asked: most paths are short, and programs with short loops only are decided by
/// it.
const ROUNDS: u32 = 3;

/// The number of cancellation polls after which an attempt to generalize is abandoned.
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
