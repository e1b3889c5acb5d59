//! The decided and the open properties of a run, with what each engine said about them.

use raddle_program::property::Property;

use crate::context::Context;
use crate::engine::Engine;
use crate::portfolio::{Entry, Seat};
use crate::task::Task;
use crate::verdict::{Answers, EngineReason, Outcome, Reason, Verdict};

/// The questions of a task with the answers so far.
pub(super) struct Questions<'a> {
    task: &'a Task,
    /// Called with each decided property.
    decided: &'a dyn Fn(&Outcome),
    /// The verdicts that `decided` was not called with yet.
    untold: Vec<Outcome>,
    /// By property of the task: its verdict, and the engine that decided it.
    settled: Vec<Option<(&'static str, Verdict)>>,
    /// By property of the task: why engines left it open; the latest reason of each.
    reasons: Vec<Vec<EngineReason>>,
    /// By property of the task: what the engines that take little time could not show. It is said where no engine says more.
    attempts: Vec<Vec<EngineReason>>,
}

impl<'a> Questions<'a> {
    /// Nothing is known.
    pub(super) fn new(task: &'a Task, decided: &'a dyn Fn(&Outcome)) -> Self {
        let n_properties = task.properties.len();
        let nothing = vec![Vec::new(); n_properties];
        let settled = vec![None; n_properties];
        Questions { task, decided, untold: Vec::new(), settled, reasons: nothing.clone(), attempts: nothing }
    }

    /// The questions.
    pub(super) fn task(&self) -> &'a Task {
        self.task
    }

    /// Whether no question is open.
    pub(super) fn is_complete(&self) -> bool {
        self.settled.iter().all(Option::is_some)
    }

    /// The decided properties.
    pub(super) fn settled(&self) -> impl Iterator<Item = Property> {
        let questions = self.task.properties.iter().zip(&self.settled);
        questions.filter(|(_, settled)| settled.is_some()).map(|(&property, _)| property)
    }

    /// Whether an engine has said this before, and it counts.
    pub(super) fn is_known_from(&self, engine: &dyn Engine, Outcome { property, verdict }: &Outcome) -> bool {
        let index = self.task.properties.iter().position(|asked| asked == property);
        let settled = index.and_then(|index| self.settled[index].as_ref());
        settled.is_some_and(|(by, known)| *by == engine.name() && known.word() == verdict.word())
    }

    /// The open questions that an engine can answer; `None` if there is none.
    pub(super) fn share(&self, engine: &dyn Engine) -> Option<Task> {
        let questions = self.task.properties.iter().zip(&self.settled);
        let open = questions.filter(|(property, settled)| settled.is_none() && engine.decides(**property));
        let properties: Vec<_> = open.map(|(&property, _)| property).collect();
        (!properties.is_empty()).then(|| Task { properties, ..self.task.clone() })
    }

    /// Records the answers of an engine, and tells them.
    pub(super) fn note(&mut self, seat: Seat, answers: Answers, cx: &mut Context) {
        self.record(seat, answers, cx);
        self.tell();
    }

    /// Calls `decided` with the new verdicts. That may take long: a trace is minimized there.
    pub(super) fn tell(&mut self) {
        std::mem::take(&mut self.untold).iter().for_each(self.decided);
    }

    /// Records the answers of an engine. The first verdict on a property stays, unless a later one contradicts it. An
    /// unsupported construct of a delayed engine is not reported as the reason.
    pub(super) fn record(&mut self, Seat { engine, entry }: Seat, answers: Answers, cx: &mut Context) {
        let is_modest = matches!(entry, Entry::First | Entry::Shortly) || engine.proves_nothing();
        let is_delayed = !is_modest && entry != Entry::AtOnce;
        for Outcome { property, verdict } in answers.outcomes {
            let Some(index) = self.task.properties.iter().position(|&asked| asked == property) else { continue };
            match verdict {
                Verdict::Unknown(Reason::Unsupported { .. }) if is_delayed => {}
                Verdict::Unknown(reason) => {
                    let is_attempt = is_modest && matches!(reason, Reason::GaveUp { .. } | Reason::Unsupported { .. });
                    let reasons = if is_attempt { &mut self.attempts[index] } else { &mut self.reasons[index] };
                    reasons.retain(|earlier| earlier.engine != engine.name());
                    reasons.push(EngineReason { engine: engine.name().to_owned(), reason });
                }
                Verdict::Safe(_) | Verdict::Unsafe(_) => self.settle(index, engine.name(), verdict, cx),
            }
        }
    }

    fn settle(&mut self, index: usize, engine: &'static str, verdict: Verdict, cx: &mut Context) {
        let property = self.task.properties[index];
        let contradiction = match &self.settled[index] {
            None => {
                self.untold.push(Outcome { property, verdict: verdict.clone() });
                cx.notes.push(format!("{property}: {} by {engine}", verdict.word()));
                None
            }
            Some((_, Verdict::Unknown(_))) => return,
            Some((_, earlier)) if earlier.word() == verdict.word() => return,
            Some((other, earlier)) => Some(format!(
                "{other} says that {property} is {}, {engine} says that it is {}",
                earlier.word(),
                verdict.word()
            )),
        };
        let verdict = match contradiction {
            Some(message) => Verdict::Unknown(Reason::Internal { message }),
            None => verdict,
        };
        self.settled[index] = Some((engine, verdict));
    }

    /// The answers. `stopped`: why the run ended before the engines did.
    pub(super) fn answers(self, stopped: Option<Reason>) -> Answers {
        let of = |(index, settled): (usize, Option<(&'static str, Verdict)>)| {
            let property = self.task.properties[index];
            let (reasons, attempts) = (&self.reasons[index], &self.attempts[index]);
            let said = if reasons.is_empty() && stopped.is_none() { attempts } else { reasons };
            let open = || Verdict::Unknown(together(said, stopped.clone(), property));
            Outcome { property, verdict: settled.map_or_else(open, |(_, verdict)| verdict) }
        };
        Answers { outcomes: self.settled.into_iter().enumerate().map(of).collect() }
    }
}

/// What engines say together about a question that all of them leave open.
fn together(reasons: &[EngineReason], stopped: Option<Reason>, property: Property) -> Reason {
    // A bug in Raddle is never hidden behind other reasons.
    let is_bug = |it: &&EngineReason| matches!(it.reason, Reason::Internal { .. } | Reason::NotConfirmed { .. });
    if let Some(bug) = reasons.iter().find(is_bug) {
        return bug.reason.clone();
    }
    match (stopped, reasons) {
        (Some(by), _) => {
            let reached: Vec<String> = reasons.iter().filter_map(|it| reached(it, &by)).collect();
            if reached.is_empty() { by } else { Reason::Stopped { by: Box::new(by), reached: reached.join("; ") } }
        }
        (None, []) => Reason::NotDecided { engine: super::NAME.to_owned(), property },
        (None, [only]) => only.reason.clone(),
        (None, [first, rest @ ..]) if rest.iter().all(|other| other.reason == first.reason) => first.reason.clone(),
        (None, _) => Reason::Several { of: reasons.to_vec() },
    }
}

/// What an engine had reached when all engines were stopped.
fn reached(EngineReason { engine, reason }: &EngineReason, by: &Reason) -> Option<String> {
    match reason {
        Reason::Stopped { reached, .. } => Some(format!("{engine}: {reached}")),
        Reason::TurnOver => None,
        other if other == by => None,
        other => Some(format!("{engine}: {other}")),
    }
}
