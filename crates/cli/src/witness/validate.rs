//! `raddle validate`: whether a witness, of this tool or of another, shows what it claims.
//!
//! A violation is accepted if the reference interpreter finds an execution that comes by all that the witness names, in its order and
//! with its values, and violates the property there. A proof is accepted if each of its invariants holds, which the engines have to
//! show, and the program has the property, for which they may use them. A proof without invariants is legal (format 2.1): the engines
//! then prove the program alone, and the answer says so. What a witness claims, and for which questions: `claim.rs`.

use raddle_analysis::analyzed_program::AnalyzedProgram;
use raddle_cfront::typed::Unit;
use raddle_program::property::Property;
use raddle_program::source::{FileId, SourceFile};
use raddle_program::trace::Trace;
use raddle_reference::guide::constraint::Constraint;
use raddle_reference::guide::{self, Anchor, Asked, Followed, Guide, follow};
use raddle_reference::landmark::Statements;
use raddle_report::escape::escape;
use raddle_report::text;
use raddle_report::witness::{
    Content, Invariants, Location, Segment, Waypoint, WaypointKind, Witness, data_model_name,
};
use raddle_verify::certify::Replayer;
use raddle_verify::context::{Cancellation, Context, Silent};
use raddle_verify::portfolio;
use raddle_verify::task::Task;
use raddle_verify::verdict::{Outcome, Reason, Verdict};
use std::path::Path;
use std::sync::Arc;

use super::claim::Claim;
use super::instrument::{Use, instrument};
use super::{Form, hash_of, read_graphml, read_yaml};
use crate::engines::PORTFOLIO;
use crate::exit::Exit;
use crate::front::{Front, Input, Target, Unreadable, program_name};
use crate::measure;
use crate::options::ValidateOptions;
use crate::output::{self, Written};
use crate::priority;
use crate::properties::Questions;
use crate::supervise::{Ended, Limits, Share, Supervisor};
use crate::verdict_line::FileVerdict;

/// Functions that may report that an invariant does not hold: the first that the program does not name.
const REPORTERS: [&str; 3] = ["__VERIFIER_error", "reach_error", "__assert_fail"];

/// Validates a witness and says what came of it.
pub fn validate(options: &ValidateOptions) -> Exit {
    let asked = match &*options.properties {
        [] => Ok(None),
        names => Questions::read(names).map(Some),
    };
    let (input, asked) = match (Input::from_options(&options.source, output::message_has_colour()), asked) {
        (Ok(input), Ok(asked)) => (input, asked),
        (Err(why), _) | (_, Err(why)) => {
            output::message(&format!("error: {}", escape(&why)));
            return Exit::Usage;
        }
    };
    let name = options.witness_file.to_string_lossy();
    let text = match std::fs::read(&options.witness_file) {
        Ok(bytes) => String::from_utf8_lossy(&bytes).into_owned(),
        Err(why) => return answer("", &FileVerdict::unreadable(&format!("{name} cannot be read: {why}"))),
    };
    let form = match Form::of(&options.witness_file) {
        Ok(form) => form,
        Err(why) => {
            output::message(&format!("error: {}", escape(&why)));
            return Exit::Usage;
        }
    };
    let mut target = match input.resolve(&options.files) {
        Ok(target) => target,
        Err(why) => return answer("", &FileVerdict::unreadable(&why)),
    };
    let asked = asked.or(target.questions.clone());
    if asked.as_ref().is_some_and(|asked| asked.is_competition) {
        target.imply_competition();
    }
    let (style, detail) = (output::answer_style(), options.trace.into());
    let mut supervisor = Supervisor::new(Limits { timeout: options.timeout, memory: options.memory });
    let share = supervisor.share();
    let ended = supervisor.run(move |cancellation: Cancellation| {
        let front = match Front::read(&target) {
            Ok(front) => front,
            Err(Unreadable { why, diagnostics }) => {
                return (String::new(), FileVerdict::unreadable(&why), diagnostics);
            }
        };
        let diagnostics = front.diagnostics.clone();
        let show = |trace: &Trace| {
            let mut trace = trace.clone();
            front.name(&mut trace);
            text::trace(&trace, &front.program.source, detail, style)
        };
        let judge = Judge { front: &front, target: &target, cancellation: &cancellation, share: &share, show: &show };
        let (shown, verdict) = judge.judge(&text, form, asked.as_ref());
        (shown, verdict, diagnostics)
    });
    match ended {
        Ended::Answered((shown, verdict, diagnostics)) => {
            diagnostics.iter().for_each(|diagnostic| output::message(&diagnostic.shown));
            answer(&shown, &verdict)
        }
        Ended::Unanswered(reason) => answer("", &unanswered(&reason)),
    }
}

/// Validates witnesses of a program.
pub struct Judge<'a> {
    /// The program.
    pub front: &'a Front,
    /// How it was read.
    pub target: &'a Target,
    /// Stops it early.
    pub cancellation: &'a Cancellation,
    /// What engines may use.
    pub share: &'a Share,
    /// How executions are shown.
    pub show: &'a dyn Fn(&Trace) -> String,
}

impl Judge<'_> {
    /// What is to be shown of a witness, and the verdict on it.
    pub fn judge(&self, text: &str, form: Form, asked: Option<&Questions>) -> (String, FileVerdict) {
        let witness = match form {
            Form::Yaml => read_yaml::read(text),
            Form::Graphml => read_graphml::read(text),
        };
        let about = witness.and_then(|witness| Ok((about_this(&witness, self.target, asked)?, witness)));
        match about {
            Err(why) => (String::new(), rejected(&why)),
            Ok((claim, Witness { content: Content::Violation(segments), .. })) => {
                let name = program_name(&self.target.files());
                violation(self.front, &name, &segments, &claim.asks, self.cancellation, self.show)
            }
            Ok((claim, Witness { content: Content::Correctness(invariants), .. })) => {
                match claim.is_provable(asked, self.front.unit()) {
                    Ok(()) => match self.front.unseen(self.target, asked.is_some_and(|asked| asked.is_competition)) {
                        Some(reason) => (String::new(), unanswered(&reason)),
                        None => correctness(self, &invariants, &claim),
                    },
                    Err(why) => (String::new(), rejected(&why)),
                }
            }
        }
    }
}

fn unanswered(reason: &Reason) -> FileVerdict {
    let exit = match reason {
        Reason::Internal { .. } => Exit::Internal,
        Reason::Timeout { .. } => Exit::Timeout,
        _ => Exit::Unknown,
    };
    FileVerdict { word: "UNKNOWN", reason: Some(escape(&reason.to_string())), exit }
}

fn rejected(why: &str) -> FileVerdict {
    FileVerdict { word: "UNKNOWN", reason: Some(escape(&format!("witness rejected: {why}"))), exit: Exit::Unknown }
}

fn answer(shown: &str, verdict: &FileVerdict) -> Exit {
    let line = verdict.line();
    match output::answer(&format!("{shown}{line}\n")) {
        Written::Whole | Written::NobodyReads => verdict.exit,
        Written::Failed(why) => {
            output::message(&format!("error: the answer cannot be written: {why}\n{line}"));
            Exit::Output
        }
    }
}

/// What a witness claims, if it is about a program, its data model, and properties that are asked.
fn about_this(witness: &Witness, target: &Target, asked: Option<&Questions>) -> Result<Claim, String> {
    let metadata = &witness.metadata;
    let sorted = |mut hashes: Vec<String>| {
        hashes.sort_unstable();
        hashes
    };
    let ours = target.files().iter().map(|path| hash_of(path)).collect::<Result<Vec<_>, _>>()?;
    let others = metadata.others.iter().map(|(_, hash)| hash);
    let theirs: Vec<String> = std::iter::once(&metadata.hash).chain(others).map(|hash| hash.to_lowercase()).collect();
    if theirs.len() != ours.len() {
        return Err(format!("it is about a program of {} files, not of {}", theirs.len(), ours.len()));
    }
    if sorted(theirs) != sorted(ours.clone()) {
        let of_ours: Vec<String> = target
            .files()
            .iter()
            .zip(ours)
            .map(|(path, hash)| format!("the SHA-256 of {} is {hash}", path.display()))
            .collect();
        return Err(format!("it is about another program: {}", of_ours.join(", ")));
    }
    let model = target.preprocess.data_model;
    if metadata.data_model != model {
        let (theirs, ours) = (data_model_name(metadata.data_model), data_model_name(model));
        let option = theirs.to_lowercase();
        return Err(format!("it is about the data model {theirs}, not {ours}: add --data-model {option}"));
    }
    let claim = Claim::read(&metadata.specification)?;
    claim.is_asked(asked)?;
    Ok(claim)
}

/// Follows a violation.
fn violation(
    front: &Front,
    name: &str,
    segments: &[Segment],
    asks: &[Asked],
    cancellation: &Cancellation,
    show: &dyn Fn(&Trace) -> String,
) -> (String, FileVerdict) {
    let unit = front.unit();
    let segments = match guided(unit, segments) {
        Ok(segments) => segments,
        Err(why) => return (String::new(), rejected(&why)),
    };
    let n_segments = segments.len();
    let guide = Guide { segments, asks: asks.to_vec() };
    match follow(unit, &guide, guide::Limits::default(), &|| cancellation.reason().is_some()) {
        Followed::Violation(mut trace) => {
            name.clone_into(&mut trace.file);
            // Once more, by the code that judges what engines find.
            if let Err(why) = front.replayer().replay(&trace) {
                let message = format!("what was found by a witness does not replay: {why}");
                return (String::new(), unanswered(&Reason::Internal { message }));
            }
            let shown = format!("{}\n  accepted: all {n_segments} segments were passed\n\n", show(&trace));
            let reason = Some(trace.property.to_string());
            (shown, FileVerdict { word: "UNSAFE", reason, exit: Exit::Unsafe })
        }
        Followed::Nothing { passed, is_complete, reason } => {
            if let Some(reason) = cancellation.reason() {
                return (String::new(), unanswered(&reason));
            }
            let tried = if is_complete { "no execution passes" } else { "no execution was found that passes" };
            let because = reason.map_or_else(String::new, |reason| format!(" ({reason})"));
            let why = format!("{tried} more than {passed} of its {n_segments} segments in this order{because}");
            (String::new(), rejected(&why))
        }
    }
}

/// The segments with places in the program that is read.
fn guided(unit: &Unit, segments: &[Segment]) -> Result<Vec<guide::Segment>, String> {
    let places = Places::new(unit);
    let last = segments.len().checked_sub(1).ok_or("it has no segments")?;
    let mut guided = Vec::new();
    for (number, segment) in segments.iter().enumerate() {
        let is_target = |waypoint: &Waypoint| waypoint.kind == WaypointKind::Target;
        let is_well_formed = match number == last {
            true => !segment.follow.is_empty() && segment.follow.iter().all(is_target),
            false => segment.follow.len() == 1 && !segment.follow.iter().any(is_target),
        };
        if !is_well_formed {
            return Err(format!(
                "segment {} of {} has not one waypoint to follow, or is no target though it is the last",
                number + 1,
                segments.len()
            ));
        }
        let each = |waypoints: &[Waypoint]| waypoints.iter().map(|waypoint| placed(&places, waypoint)).collect();
        let (avoid, follow): (Result<Vec<_>, String>, Result<Vec<_>, String>) =
            (each(&segment.avoid), each(&segment.follow));
        guided.push(guide::Segment { avoid: avoid?, follow: follow? });
    }
    Ok(guided)
}

fn placed(places: &Places<'_>, waypoint: &Waypoint) -> Result<guide::Waypoint, String> {
    let at = &waypoint.location;
    let (kind, at) = match &waypoint.kind {
        WaypointKind::Assumption(constraint) => {
            (guide::WaypointKind::Assumption(Constraint::read(constraint)?), places.statement(at)?)
        }
        WaypointKind::Branching(taken) => (guide::WaypointKind::Branching(*taken), places.statement(at)?),
        WaypointKind::FunctionEnter(child) => {
            (guide::WaypointKind::FunctionEnter(child.as_ref().map(|(child, _)| *child)), places.call(at)?)
        }
        WaypointKind::FunctionReturn { constraint, .. } => {
            let constraint = constraint.as_deref().map(Constraint::read).transpose()?;
            (guide::WaypointKind::FunctionReturn(constraint), places.call(at)?)
        }
        WaypointKind::Target => (guide::WaypointKind::Target, places.target(at)?),
    };
    Ok(guide::Waypoint { kind, thread: waypoint.thread, at })
}

/// The places of a program, as witnesses name them.
pub struct Places<'u> {
    unit: &'u Unit,
    statements: Statements,
}

impl<'u> Places<'u> {
    /// Those of a program.
    pub fn new(unit: &'u Unit) -> Self {
        Places { unit, statements: Statements::of(unit) }
    }

    /// Where a statement begins: at the column, or as the first one of the line.
    ///
    /// # Errors
    /// If none begins there.
    pub fn statement(&self, location: &Location) -> Result<Anchor, String> {
        let (file, range, exact) = self.bytes(location)?;
        let found = match exact {
            Some(offset) => self.statements.starting_at(file, offset).next(),
            None => self.statements.first_in(file, range),
        };
        let start = found.ok_or_else(|| format!("no statement begins at {}", shown(location)))?.start;
        Ok(Anchor { file, start, end: start })
    }

    /// Where a call ends: at the column of its closing parenthesis, or anywhere in the line.
    fn call(&self, location: &Location) -> Result<Anchor, String> {
        let (file, range, exact) = self.bytes(location)?;
        let text = self.unit.source.files().get(file).map_or("", |file| file.text());
        let closes = |offset: u32| text.as_bytes().get(offset as usize) == Some(&b')');
        match exact {
            Some(offset) if closes(offset) => Ok(Anchor { file, start: offset, end: offset }),
            Some(_) if location.column.is_some() => Err(format!("no call ends at {}", shown(location))),
            Some(_) | None if range.clone().any(closes) => Ok(Anchor { file, start: range.start, end: range.end - 1 }),
            Some(_) | None => Err(format!("no call ends at {}", shown(location))),
        }
    }

    /// Where a violation is: in a statement that begins there, or at that place itself.
    fn target(&self, location: &Location) -> Result<Anchor, String> {
        let (file, range, exact) = self.bytes(location)?;
        match exact {
            Some(offset) => Ok(Anchor { file, start: offset, end: offset }),
            None => Ok(Anchor { file, start: range.start, end: range.end.max(range.start + 1) - 1 }),
        }
    }

    /// The file, the line's bytes, and the byte that is meant, if one is.
    fn bytes(&self, location: &Location) -> Result<(FileId, std::ops::Range<u32>, Option<u32>), String> {
        let base = |name: &str| Path::new(name).file_name().map(|name| name.to_owned());
        let files = self.unit.source.files();
        let is_called = |(_, file): &(FileId, &SourceFile)| **file.name() == *location.file;
        let is_like = |(_, file): &(FileId, &SourceFile)| base(file.name()) == base(&location.file);
        let found = files.iter().find(is_called).or_else(|| files.iter().find(is_like));
        let (file, data) = found.ok_or_else(|| format!("there is no file {}", location.file))?;
        let start = data.line_start(location.line);
        let text = data.line_text(location.line);
        let range = start..start + text.len() as u32;
        if location.line == 0 || start >= data.length() || range.is_empty() {
            return Err(format!("there is nothing at {}", shown(location)));
        }
        let byte_of =
            |text: &str, characters: u32| text.char_indices().nth(characters as usize).map(|(at, _)| at as u32);
        let exact = match (location.column, location.offset) {
            (Some(column), _) => {
                let at = column.checked_sub(1).and_then(|characters| byte_of(text, characters));
                Some(start + at.ok_or_else(|| format!("there is nothing at {}", shown(location)))?)
            }
            (None, Some(offset)) => {
                let at = byte_of(data.text(), offset).filter(|at| range.contains(at));
                Some(at.ok_or_else(|| format!("offset {offset} is not in line {}", location.line))?)
            }
            (None, None) => None,
        };
        Ok((file, range, exact))
    }
}

fn shown(location: &Location) -> String {
    let place = format!("{}:{}", location.file, location.line);
    match (location.column, location.offset) {
        (Some(column), _) => format!("{place}:{column}"),
        (None, Some(offset)) => format!("{place} (offset {offset})"),
        (None, None) => place,
    }
}

/// Proves a program again, with the invariants of a witness.
fn correctness(judge: &Judge<'_>, invariants: &Invariants, claim: &Claim) -> (String, FileVerdict) {
    let Judge { front, target, cancellation, share, .. } = *judge;
    let unit = front.unit();
    let mut assumed = None;
    if !invariants.all.is_empty() {
        let reporter = match reporter(unit) {
            Ok(reporter) => reporter,
            Err(why) => return (String::new(), rejected(why)),
        };
        let written = |usage| instrument(unit, invariants, usage).and_then(|written| read_text(&written.text, target));
        let asserted = match written(Use::Assert(reporter)) {
            Ok(front) => front,
            Err(why) => return (String::new(), rejected(&why)),
        };
        let task = task(&asserted, vec![Property::Assertions], Some(vec![reporter.into()]));
        match decide(&task, &asserted, cancellation, share).remove(0).verdict {
            Verdict::Safe(_) => {}
            Verdict::Unsafe(trace) => {
                let place = asserted.program.source.place(trace.violation.span);
                return (String::new(), rejected(&format!("an invariant of line {} does not hold", place.line)));
            }
            Verdict::Unknown(reason) => return (String::new(), unanswered(&reason)),
        }
        assumed = written(Use::Assume).ok();
    }
    let (properties, functions) = (claim.properties(), claim.error_functions());
    // Assumptions are evaluated in steps of their own, which may affect any property but assertions.
    let is_about_assertions = properties == [Property::Assertions];
    let used = assumed.as_ref().filter(|_| is_about_assertions).unwrap_or(front);
    let outcomes = decide(&task(used, properties.clone(), functions), used, cancellation, share);
    for Outcome { property, verdict } in outcomes {
        match verdict {
            Verdict::Safe(_) => {}
            Verdict::Unsafe(_) => return (String::new(), rejected(&format!("the program violates {property}"))),
            Verdict::Unknown(reason) => return (String::new(), unanswered(&reason)),
        }
    }
    let shown = match invariants.all.len() {
        0 => format!("  accepted: no invariants to use, proved again without them: {}\n\n", claim.text()),
        number => format!("  accepted: {number} invariants hold, and so does this: {}\n\n", claim.text()),
    };
    (shown, FileVerdict { word: "SAFE", reason: None, exit: Exit::Safe })
}

/// The function that reports, in a program that is asked whether an invariant holds.
///
/// # Errors
/// Why there is none.
pub(super) fn reporter(unit: &Unit) -> Result<&'static str, &'static str> {
    let names = |function: &str| unit.functions.values().any(|known| *known.name == *function);
    let has_sections_of_its_own = unit.functions.values().any(|function| {
        function.body.is_some() && matches!(&*function.name, "__VERIFIER_atomic_begin" | "__VERIFIER_atomic_end")
    });
    if has_sections_of_its_own {
        return Err("the program has atomic sections of its own, so no invariant can be looked at");
    }
    let free = REPORTERS.into_iter().find(|function| !names(function));
    free.ok_or("the program names every function that could report an invariant")
}

pub(super) fn task(front: &Front, properties: Vec<Property>, error_functions: Option<Vec<Arc<str>>>) -> Task {
    Task { program: AnalyzedProgram::new(front.program.clone()), properties, error_functions, file: String::new() }
}

pub(super) fn decide(task: &Task, front: &Front, cancellation: &Cancellation, share: &Share) -> Vec<Outcome> {
    let mut cx = Context::new(cancellation.clone(), Arc::new(Silent));
    let is_short_of_memory = || share.is_half_used();
    let means = portfolio::Means {
        threads: if share.is_cramped { 1 } else { measure::processors() },
        stack_bytes: share.stack_bytes,
        head_start: portfolio::HEAD_START,
        give_way: priority::give_way,
        is_short_of_memory: &is_short_of_memory,
        bytes_in_use: &measure::resident_bytes,
        decided: &|_| {},
    };
    portfolio::decide(task, PORTFOLIO, &front.replayer(), &mut cx, &means).outcomes
}

/// Reads a text in the place of a file: what the file includes is found where it was.
pub(super) fn read_text(text: &str, target: &Target) -> Result<Front, String> {
    let folder = tempfile::tempdir().map_err(|why| format!("no temporary folder can be made: {why}"))?;
    let name = target.path.file_name().unwrap_or(std::ffi::OsStr::new("program.c"));
    let path = folder.path().join(name);
    std::fs::write(&path, text).map_err(|why| format!("{} cannot be written: {why}", path.display()))?;
    let mut copy = Target { path, ..target.clone() };
    if let Some(beside) = target.path.parent() {
        copy.preprocess.include_dirs.insert(0, beside.to_path_buf());
    }
    Front::read(&copy).map_err(|unreadable| format!("with its invariants, the {}", unreadable.why))
}
