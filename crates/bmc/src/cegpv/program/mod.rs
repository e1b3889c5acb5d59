//! The paper's own form: abstractions, and the reconstructions of their counterexamples, are programs, given to any
//! engine that can check a task.
//!
//! The loop of Fig. 1. An abstraction keeps the variables of a level ([`raddle_verify::transform::slice::Abstraction`]). If it
//! is safe, so is the program. A counterexample of it becomes a program over the variables that were sliced
//! ([`reconstruction`]), which is checked in the same way, on the next level. If that program is unsafe, so is the
//! original one. If it is safe, the run is spurious: it is added to the tree of spurious runs ([`prefix_tree`]), and
//! the abstraction is checked without these runs ([`observer`]). On the last level no variable is sliced, and the
//! answer of the engine is final.
//!
//! If an engine does not answer a query, or after some spurious runs, the level is given up and the next one takes its
//! place. So the last answer is that of the engine on the program as it is. One counter counts the spurious runs of all
//! levels of the recursion: a bound for each level would allow a number of runs that is exponential in the number of
//! levels.

pub mod observer;
pub mod points;
pub mod prefix_tree;
pub mod reconstruction;
pub mod runs;

use std::collections::BTreeSet;
use std::sync::Arc;

use raddle_program::property::Property;
use raddle_program::syntax::GlobalId;
use raddle_program::trace::Trace;

use crate::cegpv::program::observer::Observer;
use crate::cegpv::program::points::observable;
use crate::cegpv::program::prefix_tree::PrefixTree;
use crate::cegpv::program::reconstruction::Reconstruction;
use crate::cegpv::program::runs::Sameness;
use crate::order::slices::choice::{Choice, LAST};
use raddle_analysis::analyzed_program::AnalyzedProgram;
use raddle_analysis::dependencies::{Dependencies, Variable};
use raddle_verify::context::Context;
use raddle_verify::engine::Engine;
use raddle_verify::pipeline::answer;
use raddle_verify::task::Task;
use raddle_verify::transform::Transform;
use raddle_verify::transform::slice::{Abstraction, sliceable};
use raddle_verify::transformed::Transformed;
use raddle_verify::verdict::{Answers, Check, Outcome, Proof, Proved, Verdict};

/// After this many spurious runs, counted with those of reconstructions, a level becomes the next one. Each spurious
/// run excludes one run of very many: of the programs of SV-COMP one was decided after a spurious run. None was decided
/// after more spurious runs, except as the program that it is.
const ROUNDS: u32 = 3;

/// Decides a task by an engine, on abstractions first. Requires that assertions alone are asked for.
pub fn decide(task: &Task, engine: &dyn Engine, cx: &mut Context) -> Answers {
    let program = &task.program;
    let may_be = sliceable(program, program.automata());
    let choice = Choice::of(program, &Dependencies::of(program, program.automata()), cx.options.slice.strategy);
    let mut levels: Vec<BTreeSet<GlobalId>> = Vec::new();
    for level in 0..LAST {
        let is_sliced = |global: &GlobalId| choice.level_of(Variable::Global(*global)) > level;
        let sliced: BTreeSet<GlobalId> = may_be.iter().copied().filter(is_sliced).collect();
        if !sliced.is_empty() && levels.last() != Some(&sliced) {
            levels.push(sliced);
        }
    }
    let sameness = Sameness::of(cx.options.slice.respected);
    let observable = observable(program, may_be.iter().copied());
    let mut rounds = Rounds { task, engine, levels, observable, sameness, left: 0 };
    match rounds.decide(program, cx) {
        // A proof may be about a slice; the prover of invariants makes the clauses of the whole program.
        Said::Safe(proof) => one(task, Verdict::Safe(Proved { proof, by: "slice", check: Check::None })),
        Said::Unsafe(trace) => one(task, Verdict::Unsafe(trace)),
        Said::Other(answers) => answers,
    }
}

fn one(task: &Task, verdict: Verdict) -> Answers {
    let outcome = |&property: &Property| Outcome { property, verdict: verdict.clone() };
    Answers { outcomes: task.properties.iter().map(outcome).collect() }
}

/// The answer about a program.
enum Said {
    Safe(Proof),
    Unsafe(Box<Trace>),
    /// Neither safe nor unsafe.
    Other(Answers),
}

struct Rounds<'a> {
    task: &'a Task,
    engine: &'a dyn Engine,
    /// By level: the variables that are sliced. After the last level, none is.
    levels: Vec<BTreeSet<GlobalId>>,
    /// The variables that can be observed.
    observable: BTreeSet<GlobalId>,
    sameness: Sameness,
    /// How many runs may still be spurious before the level is given up.
    left: u32,
}

impl Rounds<'_> {
    /// CEGPV of the program, level by level.
    fn decide(&mut self, program: &Arc<AnalyzedProgram>, cx: &mut Context) -> Said {
        for level in 0..self.levels.len() {
            self.left = ROUNDS;
            if let Some(said) = self.refine(program, level, &BTreeSet::new(), cx) {
                return said;
            }
        }
        self.check(Arc::clone(program), cx)
    }

    /// CEGPV of a reconstruction, from a level on. Variables in `fixed` have values that the run fixes, so they are not
    /// observed again.
    fn look(
        &mut self,
        program: Arc<AnalyzedProgram>,
        level: usize,
        fixed: &BTreeSet<GlobalId>,
        cx: &mut Context,
    ) -> Said {
        if level == self.levels.len() || self.left == 0 {
            return self.check(program, cx);
        }
        match self.refine(&program, level, fixed, cx) {
            Some(said) => said,
            None => self.look(program, level + 1, fixed, cx),
        }
    }

    /// Abstraction, reconstruction and refinement on a level; `None`: it is given up.
    fn refine(
        &mut self,
        program: &Arc<AnalyzedProgram>,
        level: usize,
        fixed: &BTreeSet<GlobalId>,
        cx: &mut Context,
    ) -> Option<Said> {
        let sliced = self.levels[level].clone();
        let is_observed = |variable: &&GlobalId| !sliced.contains(*variable) && !fixed.contains(variable);
        let observed: BTreeSet<GlobalId> = self.observable.iter().filter(is_observed).copied().collect();
        let abstraction = Abstraction { sliced };
        let mut spurious = PrefixTree::default();
        while self.left > 0 && cx.cancelled().is_none() {
            let observer = Observer { observed: &observed, sameness: self.sameness, spurious: &spurious };
            let seen = observer.observe(program);
            let abstracted = Transformed::of(&self.about(AnalyzedProgram::new(seen.program)), &abstraction, cx);
            cx.count("abstractions", 1);
            cx.report("abstracting", || format!("level {level}, without {} variables", abstraction.sliced.len()));
            let trace = match self.check(abstracted.task.program.clone(), cx) {
                Said::Safe(proof) => {
                    let proof = abstracted.way_back().proof(proof)?;
                    return observer.apply(program).1.proof(proof).map(Said::Safe);
                }
                Said::Unsafe(trace) => trace,
                Said::Other(_) => return None,
            };
            let run = self.sameness.run(&trace, &seen.label, &seen.points)?;
            let reconstruction = Reconstruction { observed: &observed, sameness: self.sameness, run: &run };
            let rebuilt = Transformed::of(&self.about(Arc::clone(program)), &reconstruction, cx);
            cx.count("reconstructions", 1);
            let mut known = fixed.clone();
            if self.sameness.is_strict {
                known.extend(&observed);
            }
            match self.look(rebuilt.task.program.clone(), level + 1, &known, cx) {
                Said::Unsafe(trace) => return Some(Said::Unsafe(Box::new(rebuilt.way_back().trace(*trace)))),
                Said::Safe(_) => {}
                Said::Other(_) => return None,
            }
            cx.count("spurious counterexamples", 1);
            self.left = self.left.saturating_sub(1);
            if !spurious.add(&run) {
                break;
            }
        }
        None
    }

    /// The task about another program.
    fn about(&self, program: Arc<AnalyzedProgram>) -> Task {
        Task { program, ..self.task.clone() }
    }

    /// The answer of the engine.
    fn check(&self, program: Arc<AnalyzedProgram>, cx: &mut Context) -> Said {
        let answers = answer(&self.about(program), self.engine, cx);
        match answers.outcomes.as_slice() {
            [Outcome { verdict: Verdict::Safe(proved), .. }] => Said::Safe(proved.proof.clone()),
            [Outcome { verdict: Verdict::Unsafe(trace), .. }] => Said::Unsafe(trace.clone()),
            _ => Said::Other(answers),
        }
    }
}
