//! The findings of a search: the traces of violations, the properties that it does not look for any more, and its
//! answers.

use raddle_program::property::{Property, Violation, ViolationKind};
use raddle_program::semantics::{Access, CALL_DEPTH_LIMIT, GivesAny, Interruption, State};
use raddle_program::trace::Trace;

use super::{Search, THREAD_LIMIT};
use crate::moved::{Found, Obstacle, Way};
use crate::retrace::{End, retrace};
use raddle_verify::context::Context;
use raddle_verify::shared_results::not_needed;
use raddle_verify::verdict::{Answers, Outcome, Proof, Reason, Verdict};

impl Search<'_, '_> {
    /// Whether every property is decided.
    pub(super) fn is_settled(&self) -> bool {
        self.task.properties.iter().all(|&property| self.is_closed(property))
    }

    /// Whether a property has a trace already, or was decided by another engine.
    pub(super) fn is_closed(&self, property: Property) -> bool {
        self.left.contains(&property) || self.traces.iter().any(|(found, _)| *found == property)
    }

    /// Whether races are looked for.
    pub(super) fn asks_races(&self) -> bool {
        self.task.asks(Property::DataRace) && !self.is_closed(Property::DataRace)
    }

    /// Stops looking for properties that another engine has decided since.
    pub(super) fn leave_what_is_settled(&mut self) {
        let is_settled = |property: &Property| self.shared_results.is_decided(*property);
        self.left.extend(self.task.properties.iter().copied().filter(is_settled));
    }

    pub(super) fn keep_trace(&mut self, property: Property, trace: Trace) {
        let verdict = Verdict::Unsafe(Box::new(trace));
        self.shared_results.publish(property, &verdict);
        if let Verdict::Unsafe(trace) = verdict {
            self.traces.push((property, *trace));
        }
    }

    pub(super) fn is_wanted(&self, kind: &ViolationKind) -> bool {
        let property = kind.property();
        let counts = match kind {
            ViolationKind::Assertion(function) => self.task.counts(function),
            _ => self.task.asks(property),
        };
        counts && !self.is_closed(property)
    }

    /// Whether a violation proves nothing, since the search covers more than all executions. Then its property is not
    /// looked for any more.
    pub(super) fn drops(&mut self, property: Property) -> bool {
        let is_dropped = self.mover.machine.gives_any == GivesAny::Large;
        if is_dropped {
            self.left.insert(property);
        }
        is_dropped
    }

    pub(super) fn keep_violation(&mut self, found: Found) {
        if !self.is_wanted(&found.violation.kind) || self.drops(found.violation.kind.property()) {
            return;
        }
        let mut ways = self.ways();
        ways.push(found.way);
        let property = found.violation.kind.property();
        let trace = retrace(self.task, self.mover.machine, &ways, found.violation, End::Violation(found.rank));
        self.keep_trace(property, trace);
    }

    /// The paths from the start to the last node.
    pub(super) fn ways(&self) -> Vec<Way> {
        self.path.iter().filter_map(|node| node.way.clone()).collect()
    }

    pub(super) fn check_deadlock(&mut self, state: &State, way: &Option<Way>) {
        if !self.is_wanted(&ViolationKind::Deadlock) || state.has_ended {
            return;
        }
        let Some(thread) = state.live_threads().next() else { return };
        if self.drops(Property::Deadlock) {
            return;
        }
        let mut ways = self.ways();
        ways.extend(way.clone());
        let waits: Vec<String> = state.live_threads().map(|thread| self.describe_wait(state, thread)).collect();
        let violation = Violation {
            kind: ViolationKind::Deadlock,
            thread,
            span: self.mover.machine.next(state, thread).span,
            message: waits.join("; "),
        };
        let trace = retrace(self.task, self.mover.machine, &ways, violation, End::Transition);
        self.keep_trace(Property::Deadlock, trace);
    }

    fn describe_wait(&self, state: &State, thread: u32) -> String {
        let who = if thread == 0 { "main".to_owned() } else { format!("T{thread}") };
        format!("{who} waits for {}", self.mover.machine.describe_wait(state, thread))
    }

    /// Keeps a race whose second access is made by the last transition of the paths.
    pub(super) fn keep_race(&mut self, ways: &[Way], (one, first): (u32, Access), (other, second): (u32, Access)) {
        if self.drops(Property::DataRace) {
            return;
        }
        let place = |span| self.task.program.source.place(span);
        let verb = |access: &Access| if access.is_write { "writes" } else { "reads" };
        let message = format!(
            "T{one} {} at {} and T{other} {} the same memory at {}, and nothing orders them",
            verb(&first),
            place(first.span),
            verb(&second),
            place(second.span)
        );
        let violation = Violation { kind: ViolationKind::DataRace, thread: other, span: second.span, message };
        let trace = retrace(self.task, self.mover.machine, ways, violation, End::Access(second));
        self.keep_trace(Property::DataRace, trace);
    }

    /// The answers at the end of a search. Freeing the stored states takes as long as answering, so the context does
    /// that later.
    pub(super) fn answers(mut self, stopped: Option<Reason>, cx: &mut Context) -> Answers {
        let open = stopped.or_else(|| self.incompleteness());
        let n_states = self.visited.len() as u64;
        let mut outcomes = Vec::new();
        for &property in &self.task.properties {
            let trace = self.traces.iter().position(|(found, _)| *found == property);
            let verdict = match (trace, &open) {
                (Some(index), _) => Verdict::Unsafe(Box::new(self.traces.swap_remove(index).1)),
                (None, _) if self.left.contains(&property) => Verdict::Unknown(not_needed()),
                (None, Some(reason)) => Verdict::Unknown(reason.clone()),
                (None, None) if property == Property::DataRace && self.race_obstacle.is_some() => {
                    let obstacle = self.race_obstacle.as_ref().expect("there is one");
                    Verdict::Unknown(self.reason(obstacle))
                }
                (None, None) if self.is_unclear => Verdict::Unknown(Reason::GaveUp {
                    why:
                        "whether two accesses race hangs on a cancellation, a misuse, or on who wrote an atomic section"
                            .into(),
                    advice: "ask for the other properties with -p".into(),
                }),
                (None, None) => Verdict::safe(Proof::Exhausted { states: n_states, transitions: self.n_transitions }),
            };
            outcomes.push(Outcome { property, verdict });
        }
        cx.leave((self.path, self.visited, self.encoder.into_rows()));
        Answers { outcomes }
    }

    /// Why not everything was explored.
    fn incompleteness(&self) -> Option<Reason> {
        let place = |span| self.task.program.source.place(span);
        if let Some(span) = self.n_threads_exceeded {
            return Some(Reason::BoundReached {
                bound: format!("the bound of {THREAD_LIMIT} threads"),
                place: Some(place(span)),
                advice: "bound the number of threads that the program creates".into(),
            });
        }
        self.obstacle.as_ref().map(|obstacle| self.reason(obstacle))
    }

    fn reason(&self, obstacle: &Obstacle) -> Reason {
        let place = self.task.program.source.place(obstacle.span);
        match &obstacle.interruption {
            Interruption::Unsupported(what) => Reason::Unsupported { what: what.to_string(), place },
            Interruption::LargeInput(values, _) => Reason::LargeInput { values: Some(*values), place },
            Interruption::Depth => Reason::BoundReached {
                bound: format!("the call depth of {CALL_DEPTH_LIMIT}"),
                place: Some(place),
                advice: "bound the recursion".into(),
            },
            Interruption::Split(..) | Interruption::Choose(_) | Interruption::Blocked | Interruption::Violation(..) => {
                Reason::Internal { message: "an interruption that the search must handle was left over".into() }
            }
        }
    }
}
