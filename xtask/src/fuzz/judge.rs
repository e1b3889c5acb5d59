//! One program before all judges: the reference interpreter explores it without any reduction, every engine decides it
//! through the pipeline, and whatever cannot both be true is a difference.

use super::expand::Expanded;
use raddle_analysis::analyzed_program::AnalyzedProgram;
use raddle_analysis::reduction::Reduction;
use raddle_cfront::preprocess::PreprocessOptions;
use raddle_cli::engines::ENGINES;
use raddle_cli::front::{Front, Target, past_obstacles};
use raddle_cli::random_executions::RandomExecutions;
use raddle_program::property::{Property, ViolationKind};
use raddle_program::syntax::{Effect, Region, Statement};
use raddle_program::trace::{Event, Trace};
use raddle_program::visit::{Visitor, walk_block};
use raddle_reference::{Exploration, Explore, Stand, explore, explore_termination};
use raddle_verify::context::{Cancellation, Context, Silent};
use raddle_verify::engine::Engine;
use raddle_verify::pipeline::{decide, internal};
use raddle_verify::task::Task;
use raddle_verify::verdict::{Answers, Reason, Verdict};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::fmt;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;
use std::sync::Arc;
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::time::{Duration, Instant};

/// How programs are judged.
#[derive(Clone)]
pub struct Judges {
    /// How many states the reference interpreter visits at most.
    pub states: usize,
    /// How much time an engine has.
    pub timeout: Duration,
    /// The engines.
    pub engines: Vec<&'static dyn Engine>,
    /// What is asked.
    pub properties: Vec<Property>,
    /// Whether engines are asked about each property in a run of its own.
    pub are_apart: bool,
    /// Which context switches engines consider that can leave some out.
    pub reduction: Reduction,
    /// Whether executions that do not end count only if they are strongly fair.
    pub is_fair: bool,
    /// Programs that need no preprocessor any more.
    pub expanded: Expanded,
}

impl Judges {
    /// Reads a program.
    ///
    /// # Errors
    /// A difference, if it is refused or the front end panics.
    pub fn read(&self, text: &str) -> Result<Front, Difference> {
        read(self.expanded.get(text).unwrap_or(text))
    }

    /// What is asked about a program: leaks only if it allocates something, since engines need a run of their own for them.
    fn asked(&self, front: &Front) -> Vec<Property> {
        let allocates = front.program.procedures.values().any(|procedure| {
            let mut allocations = Allocations::default();
            walk_block(&procedure.body, &mut allocations);
            allocations.are_there
        });
        self.properties.iter().copied().filter(|&property| property != Property::Leaks || allocates).collect()
    }
}

/// Looks for memory from the heap.
#[derive(Default)]
struct Allocations {
    are_there: bool,
}

impl Visitor for Allocations {
    fn statement(&mut self, statement: &Statement) {
        if let Statement::Step(step) = statement {
            self.are_there |= matches!(step.effect, Effect::Allocate { region: Region::Heap, .. });
        }
    }
}

impl Default for Judges {
    fn default() -> Self {
        Judges {
            states: 30_000,
            timeout: Duration::from_secs(5),
            engines: ENGINES.to_vec(),
            // Termination has explorations of its own, for which as much time goes as for all else together.
            properties: Property::ALL.into_iter().filter(|&property| property != Property::Termination).collect(),
            is_fair: false,
            are_apart: false,
            reduction: Reduction::default(),
            expanded: Expanded::default(),
        }
    }
}

/// The verdict of the interpreter or an engine about a property.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Says {
    /// It holds.
    Safe,
    /// It is violated.
    Unsafe,
    /// Nothing.
    Unknown,
}

/// What all say about a program.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Judgement {
    /// The reference interpreter, by property.
    pub reference: BTreeMap<Property, Says>,
    /// Why the reference interpreter does not know, where it does not.
    pub reference_reason: Option<String>,
    /// How many states it visited.
    pub states: usize,
    /// Each engine, by property; only what it decides at all.
    pub engines: BTreeMap<String, BTreeMap<Property, Says>>,
    /// Why an engine does not know, where it does not: one of its reasons.
    pub engine_reasons: BTreeMap<String, String>,
    /// Whether a thread unlocks a lock that it does not hold. Then a deadlock that this unlock could resolve may be
    /// reported or not (`docs/properties.md`), so answers about deadlocks are not compared.
    #[serde(default)]
    pub unlocks_without_lock: bool,
    /// How many milliseconds each engine took, the reference interpreter, and the scan.
    #[serde(default)]
    pub milliseconds: BTreeMap<String, u64>,
    /// What cannot be.
    pub differences: Vec<Difference>,
}

/// Something that cannot be.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Difference {
    /// The engine; none if the reference interpreter or the front end is to blame.
    pub engine: Option<String>,
    /// The property, if it is about one.
    pub property: Option<Property>,
    /// What is wrong.
    pub kind: DifferenceKind,
    /// In words.
    pub detail: String,
}

/// The kinds of differences.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum DifferenceKind {
    /// An engine says safe, and the reference interpreter knows a violation.
    WrongSafe,
    /// An engine says unsafe, and the reference interpreter visited everything without a violation.
    WrongUnsafe,
    /// A trace that does not replay.
    NotConfirmed,
    /// A panic of an engine.
    Internal,
    /// A violation that the reference interpreter found by exploring and does not confirm by replaying.
    OwnTrace,
    /// A panic of the front end or of the reference interpreter.
    Panic,
    /// Two runs answer differently.
    Unsteady,
    /// The front end refuses it.
    Unreadable,
    /// A change that changes nothing changed a verdict.
    Metamorphic,
    /// Printed and read back it is another program.
    ReadBack,
    /// The process that judged it died, or had to be ended.
    Died,
}

impl DifferenceKind {
    /// What an unknown verdict says that must never be said.
    pub fn of_reason(reason: &Reason) -> Option<DifferenceKind> {
        match reason {
            Reason::NotConfirmed { .. } => Some(DifferenceKind::NotConfirmed),
            Reason::Internal { .. } => Some(DifferenceKind::Internal),
            _ => None,
        }
    }

    /// Whether it is a crash and not a wrong word.
    pub fn is_panic(self) -> bool {
        match self {
            DifferenceKind::Internal | DifferenceKind::Panic | DifferenceKind::Died => true,
            DifferenceKind::WrongSafe
            | DifferenceKind::WrongUnsafe
            | DifferenceKind::NotConfirmed
            | DifferenceKind::OwnTrace
            | DifferenceKind::Unsteady
            | DifferenceKind::Unreadable
            | DifferenceKind::Metamorphic
            | DifferenceKind::ReadBack => false,
        }
    }

    /// In words, with dashes.
    pub fn name(self) -> &'static str {
        match self {
            DifferenceKind::WrongSafe => "wrong-safe",
            DifferenceKind::WrongUnsafe => "wrong-unsafe",
            DifferenceKind::NotConfirmed => "not-confirmed",
            DifferenceKind::Internal => "internal",
            DifferenceKind::OwnTrace => "own-trace",
            DifferenceKind::Panic => "panic",
            DifferenceKind::Unsteady => "unsteady",
            DifferenceKind::Unreadable => "unreadable",
            DifferenceKind::Metamorphic => "metamorphic",
            DifferenceKind::ReadBack => "read-back",
            DifferenceKind::Died => "died",
        }
    }
}

impl Difference {
    /// Whether another difference probably has the same cause.
    pub fn is_like(&self, other: &Difference) -> bool {
        self.kind == other.kind && self.engine == other.engine && self.property == other.property
    }
}

impl fmt::Display for Difference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.kind.name())?;
        if let Some(engine) = &self.engine {
            write!(f, " {engine}")?;
        }
        if let Some(property) = self.property {
            write!(f, " {property}")?;
        }
        write!(f, ": {}", self.detail)
    }
}

/// The values that the reference interpreter gives to inputs: drafts bound them to a few small ones.
const DOMAIN: &[i128] = &[0, 1, 2, 3, -1, i32::MAX as i128, i32::MIN as i128];

/// Reads a program and asks the interpreter and the engines. `bounds_inputs` says that the program's own assumptions
/// restrict its inputs to the values of the domain.
pub fn judge(text: &str, bounds_inputs: bool, judges: &Judges) -> Judgement {
    let mut judgement = Judgement::default();
    let front = match judges.read(text) {
        Ok(front) => front,
        Err(difference) => {
            judgement.differences.push(difference);
            return judgement;
        }
    };
    judgement.differences.extend(read_back(&front));
    judgement.timed("reference", |it| it.ask_reference(&front, bounds_inputs, judges));
    judgement.timed("scan", |it| it.scan(&front));
    for engine in &judges.engines {
        judgement.timed(engine.name(), |it| {
            for answers in ask(&front, *engine, judges) {
                it.hear(*engine, &answers);
            }
        });
    }
    judgement.drop_undefined();
    judgement
}

/// Reads a program.
///
/// # Errors
/// A difference, if it is refused or the front end panics.
pub fn read(text: &str) -> Result<Front, Difference> {
    let blame = |kind, detail: String| Difference { engine: None, property: None, kind, detail };
    let file = tempfile::Builder::new().prefix("draft").suffix(".c").tempfile();
    let file = file.map_err(|error| blame(DifferenceKind::Unreadable, error.to_string()))?;
    std::fs::write(file.path(), text).map_err(|error| blame(DifferenceKind::Unreadable, error.to_string()))?;
    read_file(file.path())
}

fn read_file(path: &Path) -> Result<Front, Difference> {
    let blame = |kind, detail: String| Difference { engine: None, property: None, kind, detail };
    let target = Target::new(path, PreprocessOptions::default());
    match catch_unwind(AssertUnwindSafe(|| Front::read(&target))) {
        Ok(Ok(front)) => Ok(front),
        Ok(Err(unreadable)) => {
            let detail = unreadable.text();
            Err(blame(DifferenceKind::Unreadable, detail))
        }
        Err(panic) => Err(blame(DifferenceKind::Panic, format!("the front end: {}", internal(&*panic)))),
    }
}

/// What is wrong if a program in its own notation, printed and read back, is another one.
fn read_back(front: &Front) -> Option<Difference> {
    let printed = front.text();
    let load = |name: &str| {
        let mut files = front.program.source.files().values();
        files.find(|file| &**file.name() == name).map(|file| file.text().to_string())
    };
    let detail = match catch_unwind(AssertUnwindSafe(|| raddle_program::text::read(&printed, load))) {
        Ok(Ok(again)) if again == *front.program => return None,
        Ok(Ok(_)) => "printed and read back it is another program".to_owned(),
        Ok(Err(error)) => format!("printed, it cannot be read back: {error:?}"),
        Err(panic) => internal(&*panic).to_string(),
    };
    Some(Difference { engine: None, property: None, kind: DifferenceKind::ReadBack, detail })
}

/// Asks one engine, with the time that it has for all properties, or for each one.
pub fn ask(front: &Front, engine: &dyn Engine, judges: &Judges) -> Vec<Answers> {
    let properties: Vec<_> = judges.asked(front).into_iter().filter(|&property| engine.decides(property)).collect();
    if judges.are_apart {
        return properties.into_iter().map(|property| ask_about(front, engine, vec![property], judges)).collect();
    }
    vec![ask_about(front, engine, properties, judges)]
}

fn ask_about(front: &Front, engine: &dyn Engine, properties: Vec<Property>, judges: &Judges) -> Answers {
    let task = Task {
        program: AnalyzedProgram::new(front.program.clone()),
        properties,
        error_functions: None,
        file: "draft.c".to_owned(),
    };
    let cancellation = Cancellation::new();
    let (done, waits) = channel::<()>();
    let timeout = judges.timeout;
    std::thread::scope(|scope| {
        let watched = cancellation.clone();
        scope.spawn(move || {
            if waits.recv_timeout(timeout) == Err(RecvTimeoutError::Timeout) {
                watched.cancel(Reason::Timeout { limit: timeout });
            }
        });
        let mut cx = Context::new(cancellation.clone(), Arc::new(Silent));
        cx.options.reduction = judges.reduction;
        cx.options.is_fair = judges.is_fair;
        cx.executor = Some(RandomExecutions::of(front, &task.program));
        let answers = decide(&task, engine, &front.replayer_of(judges.is_fair), &mut cx);
        drop(done);
        answers
    })
}

/// What a verdict says.
pub fn says(verdict: &Verdict) -> Says {
    match verdict {
        Verdict::Safe(_) => Says::Safe,
        Verdict::Unsafe(_) => Says::Unsafe,
        Verdict::Unknown(_) => Says::Unknown,
    }
}

impl Judgement {
    /// Does something, and notes how long it took.
    fn timed(&mut self, name: &str, work: impl FnOnce(&mut Judgement)) {
        let started = Instant::now();
        work(self);
        *self.milliseconds.entry(name.to_owned()).or_default() += started.elapsed().as_millis() as u64;
    }

    /// A scan lists a location of every program with a data race.
    fn scan(&mut self, front: &Front) {
        if self.reference.get(&Property::DataRace) != Some(&Says::Unsafe) {
            return;
        }
        let found = raddle_scan::scan(past_obstacles(front.unit()));
        if found.races.is_empty() && !found.coverage.misses_accesses {
            self.differences.push(Difference {
                engine: Some("scan".to_owned()),
                property: Some(Property::DataRace),
                kind: DifferenceKind::WrongSafe,
                detail: "it lists no location".to_owned(),
            });
        }
    }

    fn ask_reference(&mut self, front: &Front, bounds_inputs: bool, judges: &Judges) {
        let mut options = Explore {
            domain: DOMAIN.to_vec(),
            max_states: judges.states,
            finds_races: judges.properties.contains(&Property::DataRace),
            ..Explore::default()
        };
        let asked = judges.asked(front);
        options.asked.extend(asked.iter().filter(|&&property| property == Property::Leaks));
        let explored = || {
            let ends = asked
                .contains(&Property::Termination)
                .then(|| explore_termination(front.unit(), &options, judges.is_fair));
            match ends {
                Some(ends) if asked.len() == 1 => ends,
                Some(ends) => {
                    let mut exploration = explore(front.unit(), &options);
                    exploration.stands.extend(ends.stands);
                    exploration
                }
                None => explore(front.unit(), &options),
            }
        };
        let exploration = match catch_unwind(AssertUnwindSafe(explored)) {
            Ok(exploration) => exploration,
            Err(panic) => {
                let detail = format!("the reference interpreter: {}", internal(&*panic));
                self.blame_reference(None, DifferenceKind::Panic, detail);
                return;
            }
        };
        self.states = exploration.states;
        for property in asked {
            let says = self.stand(&exploration, property, bounds_inputs);
            self.reference.insert(property, says);
            if let Stand::Violated(trace) = exploration.stand(property) {
                self.unlocks_without_lock |= is_unlock_without_lock(&trace.violation.kind);
                self.replay_own(front, property, trace, judges.is_fair);
            }
        }
    }

    fn stand(&mut self, exploration: &Exploration, property: Property, bounds_inputs: bool) -> Says {
        match exploration.stand(property) {
            Stand::Violated(_) => Says::Unsafe,
            Stand::Holds if exploration.is_restricted && !bounds_inputs => {
                self.reference_reason = Some("inputs outside the domain".to_owned());
                Says::Unknown
            }
            Stand::Holds => Says::Safe,
            Stand::Unknown(reason) => {
                self.reference_reason = Some(reason.clone());
                Says::Unknown
            }
        }
    }

    /// The two uses of the reference interpreter must agree, too.
    fn replay_own(&mut self, front: &Front, property: Property, trace: &Trace, is_fair: bool) {
        use raddle_verify::certify::Replayer;
        match catch_unwind(AssertUnwindSafe(|| front.replayer_of(is_fair).replay(trace))) {
            Ok(Ok(())) => {}
            Ok(Err(disagreement)) => self.blame_reference(Some(property), DifferenceKind::OwnTrace, disagreement),
            Err(panic) => {
                let detail = format!("the replay: {}", internal(&*panic));
                self.blame_reference(Some(property), DifferenceKind::Panic, detail);
            }
        }
    }

    /// Drops differences between answers that may be either: those about deadlocks beside an unlock without the lock.
    pub fn drop_undefined(&mut self) {
        use DifferenceKind as D;
        let is_about_the_answer =
            |kind| matches!(kind, D::WrongSafe | D::WrongUnsafe | D::NotConfirmed | D::Metamorphic);
        let is_undefined =
            |found: &Difference| found.property == Some(Property::Deadlock) && is_about_the_answer(found.kind);
        if self.unlocks_without_lock {
            self.differences.retain(|found| !is_undefined(found));
        }
    }

    fn blame_reference(&mut self, property: Option<Property>, kind: DifferenceKind, detail: String) {
        self.differences.push(Difference { engine: None, property, kind, detail });
    }

    /// Compares the answers of an engine with what the reference interpreter says.
    fn hear(&mut self, engine: &dyn Engine, answers: &Answers) {
        let name = engine.name().to_owned();
        for outcome in &answers.outcomes {
            let property = outcome.property;
            let says = says(&outcome.verdict);
            self.engines.entry(name.clone()).or_default().insert(property, says);
            let reference = self.reference.get(&property);
            let difference = match (&outcome.verdict, reference) {
                (Verdict::Safe(proved), Some(Says::Unsafe)) => {
                    let proof = &proved.proof;
                    Some((DifferenceKind::WrongSafe, format!("says safe ({proof}), the reference has a violation")))
                }
                (Verdict::Unsafe(trace), Some(Says::Safe)) => Some((
                    DifferenceKind::WrongUnsafe,
                    format!("says unsafe ({}), the reference has none in {} states", shown(trace), self.states),
                )),
                (Verdict::Unknown(reason), _) => {
                    self.engine_reasons.insert(name.clone(), reason.to_string());
                    DifferenceKind::of_reason(reason).map(|kind| (kind, reason.to_string()))
                }
                (Verdict::Safe(_) | Verdict::Unsafe(_), _) => None,
            };
            if let Some((kind, detail)) = difference {
                let engine = Some(name.clone());
                self.differences.push(Difference { engine, property: Some(property), kind, detail });
            }
        }
    }
}

/// Whether a thread unlocked a lock that it does not hold. In another execution another thread may hold it.
fn is_unlock_without_lock(kind: &ViolationKind) -> bool {
    matches!(kind, ViolationKind::Misuse(what) if what.contains("is unlocked"))
}

fn shown(trace: &Trace) -> String {
    let choices = trace.steps.iter().filter(|step| matches!(step.event, Event::Choice { .. })).count();
    format!("{}, {} steps, {choices} choices", trace.violation.message, trace.steps.len())
}
