//! From a model in which two accesses are next at the same time to the trace of a race.
//!
//! The replay follows the model up to one of the accesses. The access that comes first in the order of the model is
//! made first, unless it ends the execution (an assertion fails in the same step). Then the other thread takes the
//! steps before its own access. No event need show these: an empty atomic section in front of the access orders it
//! behind all earlier sections. Then the first access is made (for an access in an atomic section: all up to the end of
//! the section), and then the other one.

use raddle_logic::term::Term;
use raddle_program::property::{Property, Violation, ViolationKind};
use raddle_program::semantics::{Access as Made, Interruption, Machine, Naming};
use raddle_program::trace::{TRACE_FORMAT, Trace, TraceNames};

use crate::bmc::walk::{Failure, Followed, Model, Walk};
use crate::encode::Pair;
use crate::order::Encoding;
use crate::unwind::Unwinding;
use crate::unwind::event::{EventId, EventKind, GroupId};
use crate::unwind::listing::Access;
use crate::unwind::object::Names;
use raddle_verify::task::Task;
use raddle_verify::verdict::Reason;

/// The trace of a race that the model has.
pub fn retrace_race(
    task: &Task,
    machine: &Machine<'_>,
    unwinding: &Unwinding,
    encoding: &mut Encoding,
    names: &Names,
) -> Result<Trace, Reason> {
    let schedule = encoding.schedule(&unwinding.pool);
    let accesses = &unwinding.unwound.accesses;
    let place = |access: usize| schedule.iter().position(|event| *event == accesses[access].event);
    // A model may have several races, and each lets the atomic sections of its own accesses come to no end. The first section
    // that does not end stops all other threads, so its race is followed.
    let holds = |term: &Term| encoding.holds(&unwinding.pool, *term);
    let is_open = |group: GroupId| !unwinding.unwound.groups[group.0 as usize].ended.iter().any(holds);
    let open_section =
        |access: usize| accesses[access].group.filter(|&group| is_open(group)).and_then(|_| place(access));
    let first_open = |pair: &&Pair| {
        let (one, other) = pair.accesses;
        [one, other].into_iter().filter_map(open_section).min().unwrap_or(usize::MAX)
    };
    let pair = encoding.pairs.iter().filter(|pair| holds(&pair.races)).min_by_key(first_open);
    let (one, other) = pair.expect("a race holds in the model").accesses;
    let model = Model::of(unwinding, encoding);
    // A step that ends the execution, since an assertion fails in it, comes second.
    let ends = |access: usize| !model.takes(accesses[access].thread, accesses[access].step);
    let is_ordered = (ends(one), place(one)) <= (ends(other), place(other));
    let (first, second) = if is_ordered { (one, other) } else { (other, one) };
    if ends(first) {
        return Err(Reason::GaveUp {
            why: "of two accesses that may race, each one ends the execution by another violation".into(),
            advice: "ask for data-race alone, or use another engine with --engine".into(),
        });
    }
    let (first, second) = (&accesses[first], &accesses[second]);
    let walk = Walk::start(machine, &model, names);
    walk.and_then(|walk| walk.follow_race(task, &schedule, first, second)).map_err(Failure::reason)
}

impl Walk<'_, '_> {
    fn follow_race(mut self, task: &Task, schedule: &[EventId], first: &Access, second: &Access) -> Followed<Trace> {
        let unwound = &self.unwinding.unwound;
        let is_of = |access: &Access, id: &EventId| {
            let event = unwound.event(*id);
            let is_step = (event.thread, event.step) == (access.thread, access.step);
            is_step && !matches!(event.kind, EventKind::Begin) || event.group.is_some() && event.group == access.group
        };
        let is_first = |id: &EventId| is_of(first, id);
        let reached = schedule.iter().position(|id| is_first(id) || is_of(second, id));
        let reached = reached.ok_or("neither access is in the order")?;
        self.pass(&schedule[..reached])?;
        let one = self.number(first.thread)?;
        let other = self.number(second.thread)?;
        self.go_before(other, second)?;
        let n_before = self.record.accesses.len();
        for id in schedule[reached..].iter().filter(|id| is_first(id)) {
            self.advance(one, unwound.event(*id).step as usize, false)?;
        }
        let made: Vec<Made> = self.record.accesses[n_before..].to_vec();
        // A third thread may have written, since the first access, what the section of the second access reads. The
        // steps of the first thread behind its access come behind the section.
        let entered = schedule.iter().position(|id| is_of(second, id)).filter(|_| second.group.is_some());
        let entered = entered.unwrap_or(reached);
        for id in schedule.get(reached..entered).unwrap_or(&[]) {
            let thread = unwound.event(*id).thread;
            if thread != first.thread && thread != second.thread {
                self.pass(&[*id])?;
            }
        }
        if second.step > 0 {
            self.advance(other, second.step as usize - 1, true)?;
        }
        let n_events = self.record.events.as_ref().map_or(0, Vec::len);
        let n_accesses = self.record.accesses.len();
        let chosen = self.chosen(second.thread, second.step);
        let way = self.way(second.thread, second.step);
        let result = self.take(other, &chosen, way);
        let mine = &self.record.accesses[n_accesses..];
        let racing = mine.iter().enumerate().find_map(|(rank, access)| {
            made.iter().find(|earlier| earlier.races_with(access)).map(|earlier| (rank, *earlier, *access))
        });
        let Some((rank, earlier, later)) = racing else {
            if let Err(Interruption::Unsupported(what)) = &result {
                let place = self.machine.program.source.place(second.span);
                return Err(Failure::Open(Reason::Unsupported { what: what.to_string(), place }));
            }
            if let Err(Interruption::Violation(kind, _)) = &result
                && kind.property() == Property::Memory
            {
                let place = self.machine.program.source.place(second.span);
                return Err(Failure::Open(Reason::GaveUp {
                    why: format!(
                        "of two accesses that may race, the later one is outside of every live object at {place}"
                    ),
                    advice: "check memory first, or use another engine with --engine".into(),
                }));
            }
            return Err(format!("instead of a race there is {result:?}").into());
        };
        let mut events = self.record.events.take().unwrap_or_default();
        let mut listed = (n_events..events.len()).filter(|&index| events[index].is_access());
        if let Some(index) = listed.nth(rank) {
            events.truncate(index + 1);
        }
        let source = &self.machine.program.source;
        let verb = |access: &Made| if access.is_write { "writes" } else { "reads" };
        let message = format!(
            "T{one} {} at {} and T{other} {} the same memory at {}, and nothing orders them",
            verb(&earlier),
            source.place(earlier.span),
            verb(&later),
            source.place(later.span)
        );
        let violation = Violation { kind: ViolationKind::DataRace, thread: other, span: later.span, message };
        let naming = Naming { program: self.machine.program, state: &self.state };
        Ok(Trace {
            format: TRACE_FORMAT,
            file: task.file.clone(),
            property: Property::DataRace,
            steps: events.into_iter().map(|event| naming.settle(event)).collect(),
            violation,
            loop_start: None,
            is_recurrent: false,
            names: TraceNames::default(),
        })
    }

    /// A thread goes on to where it is about to make an access, or to enter the atomic section of the access.
    fn go_before(&mut self, number: u32, access: &Access) -> Followed<()> {
        let last = match access.group {
            None => access.step.checked_sub(1),
            Some(_) => self.begin_of_section(number, access.step).and_then(|begin| begin.checked_sub(1)),
        };
        match last {
            Some(last) => self.advance(number, last as usize, true),
            None => Ok(()),
        }
    }
}
