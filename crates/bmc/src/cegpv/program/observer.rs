//! The refinement (section 5.3): a program without some of its runs.
//!
//! At each point the program writes the number of the point (to `label`, so that traces show it), and the *observer*
//! follows the prefix tree: a variable holds the vertex that the execution has reached, or that it has left the tree.
//! The *controllers* stand where assertions fail: an execution that arrives there along an excluded run stops. Every
//! other execution goes on as before, even if it begins like an excluded run.
//!
//! Figs. 12 and 13 start each thread in the middle, after a prefix that the observer has set up at once; threads that
//! have stacks and locals cannot be started so. This is the observer of the example (Fig. 6), for any number of runs.
//!
//! Over-approximating if all excluded runs are spurious. The caller that adds a run to the tree must have shown that.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use raddle_program::builder::{conditional, fresh_global};
use raddle_program::property::Property;
use raddle_program::syntax::{BinaryOperator, Block, Effect, GlobalId, LocalId, Place, Program, Statement, Step};
use raddle_program::trace::Trace;
use raddle_program::types::IntKind;

use crate::cegpv::program::points::{Point, Site, Watch, watch};
use crate::cegpv::program::prefix_tree::PrefixTree;
use crate::cegpv::program::runs::{Line, Sameness};
use raddle_verify::transform::{Fidelity, Transform, WayBack};
use raddle_verify::verdict::Proof;

/// The vertex of an execution that has left the tree.
const AWAY: i128 = -1;

/// Excludes spurious runs, and leaves every other run observable.
#[derive(Clone, Debug)]
pub struct Observer<'a> {
    /// The variables whose accesses are points.
    pub observed: &'a BTreeSet<GlobalId>,
    /// Which runs are the same.
    pub sameness: Sameness,
    /// The excluded runs, which the program does not have.
    pub spurious: &'a PrefixTree,
}

/// What an observed program shows.
pub struct Observed {
    /// The program.
    pub program: Program,
    /// The variable whose writes say at which point a thread is.
    pub label: Arc<str>,
    /// The points.
    pub points: Vec<Point>,
}

impl Observer<'_> {
    /// The program that is observed.
    pub fn observe(&self, program: &Program) -> Observed {
        let mut program = program.clone();
        let int = program.types.int(IntKind::Int);
        let label = fresh_global(&mut program, "slice::label", int);
        let lines: BTreeSet<Line> = self.observed.iter().map(|&variable| self.sameness.line(variable)).collect();
        let mut vertices = BTreeMap::new();
        if !self.spurious.is_empty() {
            vertices.extend(lines.iter().map(|&line| (line, fresh_global(&mut program, "slice::vertex", int))));
        }
        let mut writer = Writer { sameness: self.sameness, spurious: self.spurious, label, vertices };
        let points = watch(&mut program, self.observed, &mut writer);
        let label = Arc::clone(&program.globals[label].name);
        Observed { program, label, points }
    }
}

impl Transform for Observer<'_> {
    fn name(&self) -> &'static str {
        "slice-observer"
    }

    fn fidelity(&self, property: Property) -> Option<Fidelity> {
        (property == Property::Assertions).then_some(Fidelity::Over)
    }

    fn apply(&self, program: &Program) -> (Program, Box<dyn WayBack>) {
        (self.observe(program).program, Box::new(Observing))
    }
}

/// Runs are read from traces, so traces need no translation back. The parts of a proof that name the observer's
/// variables are dropped.
struct Observing;

impl WayBack for Observing {
    fn trace(&self, trace: Trace) -> Trace {
        trace
    }

    fn proof(&self, proof: Proof) -> Option<Proof> {
        Some(match proof {
            Proof::Invariant { places, clauses, .. } => {
                let (found, certificate) = (String::new(), String::new());
                Proof::Invariant { places, clauses, found, certificate, facts: Vec::new() }
            }
            proof => proof,
        })
    }
}

struct Writer<'a> {
    sameness: Sameness,
    spurious: &'a PrefixTree,
    label: GlobalId,
    vertices: BTreeMap<Line, GlobalId>,
}

impl Writer<'_> {
    /// Writes the number of the point, and follows the tree.
    fn follow(&self, value: LocalId, site: &mut Site<'_>) -> Block {
        let point = site.number(site.point.into());
        let mut code = vec![site.set(self.label, point)];
        let Point::Access { variable, .. } = site.what else { return code };
        let line = self.sameness.line(variable);
        let Some(&vertex) = self.vertices.get(&line) else { return code };
        let edges = self.spurious.edges(line, site.point);
        let away = site.number(AWAY);
        if edges.is_empty() {
            code.push(site.set(vertex, away));
            return code;
        }
        let (at, get) = site.get(vertex);
        code.push(get);
        let mut next = away;
        for edge in edges.iter().rev() {
            let mut conditions = vec![site.is(at, edge.from.into())];
            if let Some(wanted) = edge.passed.value {
                conditions.push(site.is(value, wanted));
            }
            let (condition, to) = (site.all(conditions), site.number(edge.to.into()));
            next = conditional(condition, to, next);
        }
        code.push(site.set(vertex, next));
        code
    }
}

impl Watch for Writer<'_> {
    fn read(&mut self, place: Place, target: LocalId, site: &mut Site<'_>) -> Block {
        let mut code = vec![site.keep(target, raddle_program::builder::read(place))];
        code.extend(self.follow(target, site));
        code
    }

    fn write(&mut self, place: Place, value: LocalId, site: &mut Site<'_>) -> Block {
        let mut code = vec![site.store(place, value)];
        code.extend(self.follow(value, site));
        code
    }

    fn failure(&mut self, assertion: Step, site: &mut Site<'_>) -> Block {
        let point = site.number(site.point.into());
        let mut code = vec![site.set(self.label, point)];
        if self.spurious.ending_in(site.point).next().is_some() {
            let mut at = BTreeMap::new();
            for (&line, &vertex) in &self.vertices {
                let (register, get) = site.get(vertex);
                code.push(get);
                at.insert(line, register);
            }
            let mut runs = Vec::new();
            for run in self.spurious.ending_in(site.point) {
                let ends: Vec<_> =
                    at.iter().map(|(line, &at)| site.is(at, run.ends.get(line).copied().unwrap_or(0).into())).collect();
                runs.push(site.all(ends));
            }
            let (is_excluded, no) = (site.any(runs), site.number(0));
            let is_other = site.binary(BinaryOperator::Equal, is_excluded, no);
            code.push(site.step(Effect::Assume(is_other)));
        }
        code.push(Statement::Step(assertion));
        code
    }
}
