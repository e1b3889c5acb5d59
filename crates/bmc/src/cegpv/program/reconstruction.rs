//! The reconstruction (section 5.2, Fig. 11): the executions of a program whose run is that of a counterexample.
//!
//! Each line of points has a counter (the paper's `cnt`), and a point is passed only if the run passes it next. With
//! values, the variables of the run are removed: a read returns the value that the run read there, and a written value
//! is assumed to be the one that the run wrote. Without values, they stay as ordinary variables (section 6). The
//! assertion that the run violates may fail at the end of the run; no other assertion may.
//!
//! Under-approximating: each step is one of the program, and a read of a removed variable returns the last written
//! value, since the run has all accesses to it in one line, and was a run with that variable.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use raddle_program::builder::{conditional, fresh_global};
use raddle_program::property::Property;
use raddle_program::syntax::{BinaryOperator, Block, Effect, GlobalId, LocalId, Place, Program, Statement, Step};
use raddle_program::trace::{Event, MemoryLocation, ObjectName, Trace, TraceStep, TraceValue};
use raddle_program::types::IntKind;

use crate::cegpv::program::points::{Point, Site, Watch, watch};
use crate::cegpv::program::runs::{Line, Passed, Run, Sameness, is_global, written};
use raddle_verify::transform::{Fidelity, Transform, WayBack};
use raddle_verify::verdict::Proof;

/// Keeps one run.
#[derive(Clone, Debug)]
pub struct Reconstruction<'a> {
    /// The variables whose accesses are points.
    pub observed: &'a BTreeSet<GlobalId>,
    /// Which runs are the same.
    pub sameness: Sameness,
    /// The run.
    pub run: &'a Run,
}

impl Transform for Reconstruction<'_> {
    fn name(&self) -> &'static str {
        "slice-reconstruction"
    }

    fn fidelity(&self, property: Property) -> Option<Fidelity> {
        (property == Property::Assertions).then_some(Fidelity::Under)
    }

    fn apply(&self, program: &Program) -> (Program, Box<dyn WayBack>) {
        let mut rebuilt = program.clone();
        let int = rebuilt.types.int(IntKind::Int);
        // One counter at least: by it sections are told from the program's.
        let lines: BTreeSet<Line> = self.observed.iter().map(|&variable| self.sameness.line(variable)).collect();
        let lines = if lines.is_empty() { BTreeSet::from([Line::All]) } else { lines };
        let counters: BTreeMap<Line, GlobalId> =
            lines.iter().map(|&line| (line, fresh_global(&mut rebuilt, "slice::count", int))).collect();
        let mut writer = Writer { reconstruction: self, counters: &counters };
        let points = watch(&mut rebuilt, self.observed, &mut writer);
        let named = |(&line, &counter): (&Line, &GlobalId)| (line, Arc::clone(&rebuilt.globals[counter].name));
        let counters: Vec<(Line, Arc<str>)> = counters.iter().map(named).collect();
        let name = |variable: GlobalId| Arc::clone(&program.globals[variable].name);
        let names = self.observed.iter().map(|&variable| (variable, name(variable))).collect();
        let size = |variable: GlobalId| program.types.size_of(program.globals[variable].ty).unwrap_or(0);
        let sizes = self.observed.iter().map(|&variable| (variable, size(variable))).collect();
        (rebuilt, Box::new(Restoring { counters, points, run: self.run.clone(), names, sizes }))
    }
}

struct Writer<'a> {
    reconstruction: &'a Reconstruction<'a>,
    counters: &'a BTreeMap<Line, GlobalId>,
}

impl Writer<'_> {
    /// The positions of the run at which the point is.
    fn positions(&self, line: Line, point: u32) -> Vec<(i128, Passed)> {
        let passed = self.reconstruction.run.lines.get(&line).map_or(&[][..], Vec::as_slice);
        (0..).zip(passed.iter().copied()).filter(|(_, passed)| passed.point == point).collect()
    }

    /// The point is passed where the run does: counts, and gives the register that says the position.
    fn pass(&self, value: Option<LocalId>, site: &mut Site<'_>) -> (LocalId, Block) {
        let Point::Access { variable, .. } = site.what else { panic!("only accesses are counted") };
        let line = self.reconstruction.sameness.line(variable);
        let counter = self.counters[&line];
        let (at, get) = site.get(counter);
        let mut ways = Vec::new();
        for (position, passed) in self.positions(line, site.point) {
            let mut conditions = vec![site.is(at, position)];
            if let (Some(value), Some(wanted)) = (value, passed.value) {
                conditions.push(site.is(value, wanted));
            }
            ways.push(site.all(conditions));
        }
        let is_next = site.any(ways);
        let (before, one) = (site.value(at), site.number(1));
        let after = site.binary(BinaryOperator::Add, before, one);
        (at, vec![get, site.step(Effect::Assume(is_next)), site.set(counter, after)])
    }
}

impl Watch for Writer<'_> {
    fn read(&mut self, place: Place, target: LocalId, site: &mut Site<'_>) -> Block {
        let Point::Access { variable, .. } = site.what else { panic!("only accesses read") };
        let (at, mut code) = self.pass(None, site);
        if !self.reconstruction.sameness.is_strict {
            code.insert(0, site.keep(target, raddle_program::builder::read(place)));
            return code;
        }
        let line = self.reconstruction.sameness.line(variable);
        // It is at one of these positions.
        let mut known = None;
        for (position, passed) in self.positions(line, site.point) {
            let value = raddle_program::builder::integer(passed.value.unwrap_or(0), place.ty);
            known = Some(match known {
                Some(other) => conditional(site.is(at, position), value, other),
                None => value,
            });
        }
        let known = known.unwrap_or_else(|| raddle_program::builder::integer(0, place.ty));
        code.push(site.keep(target, known));
        code
    }

    fn write(&mut self, place: Place, value: LocalId, site: &mut Site<'_>) -> Block {
        let (_, mut code) = self.pass(Some(value), site);
        if !self.reconstruction.sameness.is_strict {
            code.insert(0, site.store(place, value));
        }
        code
    }

    fn failure(&mut self, assertion: Step, site: &mut Site<'_>) -> Block {
        if self.reconstruction.run.failure != site.point {
            let never = site.number(0);
            return vec![site.step(Effect::Assume(never))];
        }
        let mut code = Block::new();
        let mut ends = Vec::new();
        for (line, &counter) in self.counters {
            let (at, get) = site.get(counter);
            code.push(get);
            let length = self.reconstruction.run.lines.get(line).map_or(0, Vec::len);
            ends.push(site.is(at, length as i128));
        }
        let is_over = site.all(ends);
        code.push(site.step(Effect::Assume(is_over)));
        code.push(Statement::Step(assertion));
        code
    }
}

/// The mapping back: what was counted are the accesses of the run.
struct Restoring {
    counters: Vec<(Line, Arc<str>)>,
    points: Vec<Point>,
    run: Run,
    names: BTreeMap<GlobalId, Arc<str>>,
    sizes: BTreeMap<GlobalId, u64>,
}

impl Restoring {
    /// The access that the run has at a position, if the variable is gone.
    fn access(&self, line: Line, after: i128) -> Option<Event> {
        let passed = self.run.lines.get(&line)?.get(usize::try_from(after - 1).ok()?)?;
        let Point::Access { variable, is_write, is_atomic } = *self.points.get(passed.point as usize)? else {
            return None;
        };
        let value = TraceValue::Integer(passed.value?);
        let name = Arc::clone(&self.names[&variable]);
        let (offset, size, text) = (0, self.sizes[&variable], name.to_string());
        let location = MemoryLocation { object: ObjectName::Global(name), offset, size, text };
        Some(if is_write {
            Event::Write { location, value, is_atomic }
        } else {
            Event::Read { location, value, is_atomic }
        })
    }

    fn is_counter(&self, event: &Event) -> bool {
        let (Event::Read { location, .. } | Event::Write { location, .. }) = event else { return false };
        self.counters.iter().any(|(_, name)| is_global(&location.object, name))
    }
}

impl WayBack for Restoring {
    fn trace(&self, trace: Trace) -> Trace {
        let mut steps: Vec<Option<TraceStep>> = Vec::with_capacity(trace.steps.len());
        // By thread: where its sections begin, and whether they are about counters.
        let mut open: BTreeMap<u32, Vec<(usize, bool)>> = BTreeMap::new();
        for step in trace.steps {
            let sections = open.entry(step.thread).or_default();
            if self.is_counter(&step.event) {
                if let Some((begin, is_ours)) = sections.last_mut() {
                    *is_ours = true;
                    steps[*begin] = None;
                }
                let of = |(line, name): &(Line, Arc<str>)| {
                    written(&step.event, name).and_then(|after| self.access(*line, after))
                };
                let access = self.counters.iter().find_map(of);
                steps.push(access.map(|event| TraceStep { event, ..step }));
                continue;
            }
            match step.event {
                Event::AtomicBegin => sections.push((steps.len(), false)),
                Event::AtomicEnd if sections.pop().is_some_and(|(_, is_ours)| is_ours) => continue,
                _ => {}
            }
            steps.push(Some(step));
        }
        Trace { steps: steps.into_iter().flatten().collect(), ..trace }
    }

    fn proof(&self, _: Proof) -> Option<Proof> {
        None
    }
}
