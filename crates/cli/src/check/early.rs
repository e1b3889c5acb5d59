//! Verdicts before the end of a run.
//!
//! Most properties are decided long before the last one. From then on the verdict is known: a terminal shows it, a run
//! that has to be stopped keeps it, and a violation may end the run. A terminal gets the explanation of a violation as
//! soon as it is confirmed, above the lines about progress, and a line for each safe property. Standard output that is
//! no terminal gets one answer at the end.
//!
//! Only verdicts that no later result can weaken are printed. A proof counts only if no condition of the whole program
//! ([`Judge`]) turns it into UNKNOWN; otherwise it waits for the end.

use raddle_analysis::analyzed_program::AnalyzedProgram;
use raddle_analysis::race_freedom::location_of;
use raddle_analysis::shared_location::SharedLocation;
use raddle_program::property::Property;
use raddle_program::source::SourceMap;
use raddle_report::diagnostic::Diagnostic;
use raddle_verify::certify::Replayer;
use raddle_verify::context::{Cancellation, Context};
use raddle_verify::engine::Engine;
use raddle_verify::externals::Reliance;
use raddle_verify::memory_model::Weakness;
use raddle_verify::pipeline;
use raddle_verify::reused_storage;
use raddle_verify::shared_results::{DecidedProperties, SharedResults};
use raddle_verify::task::Task;
use raddle_verify::verdict::{Answers, Outcome, Reason, Verdict};
use std::collections::BTreeSet;
use std::sync::mpsc::channel;
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};
use std::time::{Duration, Instant};

use super::Found;
use super::documents::violation;
use super::patience::Patience;
use crate::answers::answers_race;
use crate::front::Front;
use crate::log::{self, Event};
use crate::options::CheckOptions;
use crate::output;
use crate::progress::FileProgress;

/// What is known of a program while it is checked, shared by the run and its supervisor.
pub(crate) struct Known {
    name: String,
    asked: Vec<Property>,
    options: Arc<CheckOptions>,
    patience: Patience,
    /// Where violations are explained at once.
    stage: Stage,
    progress: Arc<FileProgress>,
    state: Mutex<State>,
}

/// Where violations are explained before the end.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Stage {
    Nowhere,
    /// Standard output is a terminal: the answer leaves out what was shown. The first line names the program of a batch.
    Answer {
        is_batch: bool,
    },
    /// Only standard error is a terminal: the answer is whole.
    Messages,
}

#[derive(Default)]
struct State {
    verdicts: Vec<Outcome>,
    raced: Option<SharedLocation>,
    source: SourceMap,
    diagnostics: Vec<Diagnostic>,
    /// What ends the run.
    cancellation: Option<Cancellation>,
    violated: Option<Instant>,
    shown: BTreeSet<Property>,
}

impl Known {
    pub(crate) fn new(
        name: &str,
        asked: &[Property],
        (options, patience): (Arc<CheckOptions>, Patience),
        stage: Stage,
        progress: Arc<FileProgress>,
    ) -> Known {
        let (name, asked) = (name.to_owned(), asked.to_vec());
        Known { name, asked, options, patience, stage, progress, state: Mutex::default() }
    }

    /// The run has begun on a program that was read.
    pub(crate) fn begin(&self, cancellation: &Cancellation, front: &Front) {
        let mut state = self.lock();
        state.cancellation = Some(cancellation.clone());
        state.source = front.program.source.clone();
        state.diagnostics.clone_from(&front.diagnostics);
    }

    /// Time has passed: whether the run has to end after a violation is looked at.
    pub(crate) fn beat(&self) {
        let state = self.lock();
        let is_over = |grace: &Duration| state.violated.is_some_and(|since| since.elapsed() >= *grace);
        if let (Some(grace), Some(cancellation)) = (self.patience.grace.filter(is_over), &state.cancellation) {
            cancellation.cancel(Reason::AfterViolation { grace: Some(grace) });
        }
    }

    /// Whether the run has to end.
    fn is_cancelled(&self) -> bool {
        self.lock().cancellation.as_ref().is_some_and(|cancellation| cancellation.reason().is_some())
    }

    /// Records a final verdict, and shows it.
    fn tell(&self, outcome: Outcome, raced: Option<SharedLocation>) {
        let mut state = self.lock();
        let Outcome { property, verdict } = &outcome;
        if !self.asked.contains(property) || state.verdicts.iter().any(|known| known.property == *property) {
            return;
        }
        let is_violation = matches!(verdict, Verdict::Unsafe(_));
        let why = raddle_report::table::why(&outcome, &state.source);
        log::event(
            Some(&self.name),
            &Event::PropertyVerdict { property: *property, verdict: verdict.word(), why: &why },
        );
        if is_violation {
            if self.options.fail_fast
                && let Some(cancellation) = &state.cancellation
            {
                cancellation.cancel(Reason::AfterViolation { grace: None });
            }
            state.violated.get_or_insert_with(Instant::now);
        }
        if raced.is_some() {
            state.raced = raced;
        }
        if is_violation && self.explain(&outcome, &state) {
            state.shown.insert(*property);
        }
        self.progress.decide(property.name(), verdict.word(), &why);
        state.verdicts.push(outcome);
        let is_open = |property: &&Property| !state.verdicts.iter().any(|known| known.property == **property);
        let open: Vec<&str> = self.asked.iter().filter(is_open).map(|property| property.name()).collect();
        if !open.is_empty() {
            self.progress.remain(&open);
        }
    }

    /// Explains a violation at a terminal; true if the answer goes to the same terminal.
    fn explain(&self, outcome: &Outcome, state: &State) -> bool {
        let raced = state.raced.as_ref();
        match self.stage {
            Stage::Nowhere => false,
            Stage::Messages => {
                let text = violation(outcome, &state.source, raced, &self.options, output::message_style());
                self.progress.aside(|| output::message(text.trim_end()));
                false
            }
            Stage::Answer { is_batch } => {
                let is_first = is_batch && state.shown.is_empty();
                let head = if is_first {
                    format!("file {}\n", raddle_report::escape::escape(&self.name))
                } else {
                    String::new()
                };
                let text = violation(outcome, &state.source, raced, &self.options, output::answer_style());
                let mut is_written = false;
                self.progress.aside(|| is_written = output::answer(&format!("{head}{text}")) == output::Written::Whole);
                is_written
            }
        }
    }

    /// The properties with violations that were explained where the answer goes.
    pub(crate) fn shown(&self) -> BTreeSet<Property> {
        self.lock().shown.clone()
    }

    /// The violation of a property that was printed, with the names of the source.
    pub(crate) fn violation(&self, property: Property) -> Option<Verdict> {
        let state = self.lock();
        let known = state.verdicts.iter().find(|known| known.property == property);
        known.map(|known| known.verdict.clone()).filter(|verdict| matches!(verdict, Verdict::Unsafe(_)))
    }

    /// The result of a run that did not answer: the verdicts that were printed, and a reason for all other properties.
    pub(crate) fn rescued(&self, reason: &Reason, given_up_in: String) -> Found {
        let state = self.lock();
        let mut answers = Answers::unknown(&self.asked, reason);
        for outcome in &mut answers.outcomes {
            if let Some(known) = state.verdicts.iter().find(|known| known.property == outcome.property) {
                *outcome = known.clone();
            }
        }
        Found {
            source: state.source.clone(),
            diagnostics: state.diagnostics.clone(),
            raced: state.raced.clone(),
            given_up_in: Some(given_up_in),
            ..Found::without_program(answers)
        }
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Decides which verdicts of engines no later result can weaken, and prints them.
pub(super) struct Judge<'r> {
    pub(super) known: &'r Known,
    pub(super) front: &'r Front,
    pub(super) program: Arc<AnalyzedProgram>,
    pub(super) weakness: &'r Weakness,
    pub(super) is_fair: bool,
    /// Whether functions without a body weaken answers.
    pub(super) weighs_externals: bool,
    /// Whether proofs stay: nothing that is said of the whole program at the end weakens them.
    pub(super) may_prove: bool,
    /// Whether memory that is lost is asked for, too.
    pub(super) asks_for_lost_memory: bool,
    pub(super) reliance: OnceLock<Reliance>,
}

impl Judge<'_> {
    /// What answers rest on.
    pub(super) fn reliance(&self) -> &Reliance {
        self.reliance.get_or_init(|| {
            Reliance::of(&self.program, &|name| self.front.rests_on(name), &|name| {
                self.front.is_determined_further(name)
            })
        })
    }

    /// What answers are worth by what they rest on. Where the command line says what functions without a body do, the ids of threads are
    /// left.
    pub(super) fn admit(&self, answers: Answers) -> Answers {
        let marking = self.front.marking_replayer(self.is_fair);
        match self.weighs_externals {
            true => self.reliance().admit(answers, &marking),
            false => Reliance::of_ids(&self.program).admit(answers, &marking),
        }
    }

    /// Prints a verdict about the whole program, if it is final.
    pub(super) fn hear(&self, outcome: &Outcome) {
        let stays = match (&outcome.verdict, outcome.property) {
            (Verdict::Unknown(_), _) => false,
            (Verdict::Unsafe(_), _) => true,
            (Verdict::Safe(_), property) => {
                self.may_prove
                    && matches!(self.weakness, Weakness::None)
                    && !(property == Property::Memory && self.asks_for_lost_memory)
                    && !(property == Property::DataRace && reused_storage::may_weaken(&self.program))
            }
        };
        if !stays {
            return;
        }
        let answers = Answers { outcomes: vec![outcome.clone()] };
        for mut outcome in self.admit(answers).outcomes {
            let raced = match &mut outcome.verdict {
                Verdict::Unknown(_) => continue,
                Verdict::Safe(_) => None,
                Verdict::Unsafe(trace) => {
                    self.front.present(trace, self.is_fair, &|| self.known.is_cancelled());
                    answers_race(&Answers { outcomes: vec![outcome.clone()] }).and_then(|places| {
                        location_of(&self.program, self.program.points_to(), self.program.automata(), places)
                    })
                }
            };
            self.known.tell(outcome, raced);
        }
    }
}

/// Asks one engine, and hears what it posts before its end, once that is confirmed.
pub(super) fn ask(
    task: &Task,
    engine: &dyn Engine,
    replayer: &(dyn Replayer + Sync),
    stack_bytes: usize,
    cx: &mut Context,
    decided: &(dyn Fn(&Outcome) + Sync),
) -> Answers {
    let (sender, posts) = channel::<Outcome>();
    let run = cx.run_of(engine.name());
    let confirm = move || {
        for outcome in posts {
            let answers = pipeline::confirm(task, Answers { outcomes: vec![outcome] }, replayer, &run);
            answers.outcomes.iter().for_each(decided);
        }
    };
    std::thread::scope(|scope| {
        let hears = std::thread::Builder::new().name("confirm".into()).stack_size(stack_bytes);
        if hears.spawn_scoped(scope, confirm).is_ok() {
            // No property is marked as decided, so the engine gives the same answer at its end as without this check.
            cx.shared_results =
                SharedResults::new(DecidedProperties::default(), move |outcome| drop(sender.send(outcome)));
        }
        let answers = pipeline::decide(task, engine, replayer, cx);
        cx.shared_results = SharedResults::default();
        answers
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::options::{Command, CommandLine};
    use clap::Parser;
    use raddle_verify::verdict::Proof;

    fn known(arguments: &[&str], grace: Option<Duration>) -> Known {
        let words = [&["raddle", "check", "a.c"], arguments].concat();
        let Ok(CommandLine { command: Command::Check(options), .. }) = CommandLine::try_parse_from(words) else {
            panic!("it is a command line of check")
        };
        let patience = Patience { timeout: None, is_default: false, grace };
        let asked = [Property::Assertions, Property::Deadlock];
        let progress = Arc::new(FileProgress::new("a.c"));
        Known::new("a.c", &asked, (Arc::new(*options), patience), Stage::Nowhere, progress)
    }

    fn safe(property: Property, states: u64) -> Outcome {
        Outcome { property, verdict: Verdict::safe(Proof::Exhausted { states, transitions: 0 }) }
    }

    #[test]
    fn a_run_that_was_given_up_keeps_what_was_told() {
        let known = known(&[], None);
        known.tell(safe(Property::Deadlock, 7), None);
        // A verdict that is given twice, or that was not asked for, changes nothing.
        known.tell(safe(Property::Deadlock, 8), None);
        known.tell(safe(Property::Memory, 9), None);
        let reason = Reason::Timeout { limit: Duration::from_secs(1) };
        let found = known.rescued(&reason, "deciding".to_owned());
        let open = Outcome { property: Property::Assertions, verdict: Verdict::Unknown(reason) };
        assert_eq!(found.answers.outcomes, [open, safe(Property::Deadlock, 7)]);
        assert_eq!(found.given_up_in.as_deref(), Some("deciding"));
    }

    #[test]
    fn the_grace_begins_with_a_violation() {
        let known = known(&[], Some(Duration::ZERO));
        let cancellation = Cancellation::new();
        known.lock().cancellation = Some(cancellation.clone());
        known.tell(safe(Property::Deadlock, 7), None);
        known.beat();
        assert_eq!(cancellation.reason(), None);
        known.lock().violated = Some(Instant::now());
        known.beat();
        assert_eq!(cancellation.reason(), Some(Reason::AfterViolation { grace: Some(Duration::ZERO) }));
    }
}
