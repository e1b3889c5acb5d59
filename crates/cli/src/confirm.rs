//! `raddle scan --confirm`: executions that show findings of a scan.
//!
//! For each finding, random executions of the reference interpreter hold threads in front of its accesses (`raddle_reference::walk`). For what
//! is left, the engines that follow executions look for any data race. An execution that is replayed confirms its finding, whatever functions
//! without a body do. One that depends on them is kept with the finding, which stays possible.
//!
//! Rule: a finding is confirmed only by a replayed trace whose two accesses, and whose object, are those of the finding.
//! Tests: `findings_are_confirmed_by_executions`, `what_depends_on_functions_without_a_body_stays_possible`,
//! `a_race_that_an_engine_finds_is_listed`.

use raddle_analysis::analyzed_program::AnalyzedProgram;
use raddle_program::property::Property;
use raddle_program::source::{SourceMap, SourcePlace};
use raddle_program::trace::{Event, ObjectName, Trace, TraceStep};
use raddle_reference::walk::{Walk, Walker, with_basic_types};
use raddle_report::assumptions;
use raddle_report::diagnostic::Diagnostic;
use raddle_report::text::{RacingAccess, racing_accesses, racing_steps};
use raddle_scan::{DeadlockFinding, Object, RaceFinding, Scan, Status, any_element};
use raddle_verify::certify::Replayer;
use raddle_verify::context::{Cancellation, Context, Silent};
use raddle_verify::pipeline;
use raddle_verify::task::Task;
use raddle_verify::verdict::{Reason, Verdict};
use std::collections::BTreeSet;
use std::sync::Arc;
use std::time::{Duration, Instant};

use crate::check::{assumed_callers, within};
use crate::engines::VIOLATION_SEARCH;
use crate::front::{Front, Target, Unreadable, past_obstacles};
use crate::random_executions::input_values;

/// The greatest number of steps of an execution.
const STEPS: usize = 40_000;
/// How many reasons are named at most why executions could not be followed.
const MOST_ENDS: usize = 3;
/// The longest time for the engines.
const LONGEST_SEARCH: Duration = Duration::from_secs(20);
/// A search for one finding lasts no longer, whatever is asked.
const LONGEST_TIME: Duration = Duration::from_secs(365 * 24 * 3600);
/// What is left of the time of the whole scan for its answer.
const REST: Duration = Duration::from_millis(200);

/// A scan, and what its places refer to.
pub struct Scanned {
    /// The findings.
    pub scan: Scan,
    /// The files.
    pub source: SourceMap,
    /// Why executions could not be followed, the most frequent reasons first.
    pub ends: Vec<String>,
    /// What is assumed of the callers of a library.
    pub callers: Option<String>,
    /// What there is to say about the program's text.
    pub diagnostics: Vec<Diagnostic>,
}

/// Scans a program. With a time, looks that long for an execution of each finding.
///
/// # Errors
/// If the program cannot be read.
pub fn scanned(
    target: &Target,
    time: Option<Duration>,
    end: Option<Instant>,
    cancellation: &Cancellation,
) -> Result<Scanned, Unreadable> {
    let front = Front::read(target)?;
    let mut scan = raddle_scan::scan(past_obstacles(front.unit()));
    let mut ends = Vec::new();
    if let Some(time) = time {
        let search = Search {
            front: &front,
            is_known: target.externals.is_some(),
            values: input_values(&front.program),
            time,
            end: end.and_then(|end| end.checked_sub(REST)),
        };
        ends = search.confirm(&mut scan, cancellation);
    }
    let assumed = target.callers.as_deref().map(|callers| assumptions::library(&assumed_callers(callers)));
    let diagnostics = front.diagnostics.clone();
    Ok(Scanned { scan, source: front.unit().source.clone(), ends, callers: assumed, diagnostics })
}

struct Search<'a> {
    front: &'a Front,
    /// Whether the command line says what functions without a body do.
    is_known: bool,
    /// The values that inputs take.
    values: Vec<i128>,
    /// For one finding.
    time: Duration,
    /// When the whole search ends.
    end: Option<Instant>,
}

impl Search<'_> {
    /// Looks for executions. Returns why some could not be followed.
    fn confirm(&self, scan: &mut Scan, cancellation: &Cancellation) -> Vec<String> {
        let unit = with_basic_types(self.front.unit());
        let Some(mut walker) = Walker::of(&unit) else { return Vec::new() };
        for number in 0..scan.races.len() {
            if scan.races[number].status == Status::Confirmed || cancellation.reason().is_some() {
                continue;
            }
            let open = scan.races[number].accesses.iter().filter(|access| access.is_open);
            let goals = open.map(|access| access.place.clone()).collect();
            self.walk(&mut walker, Property::DataRace, &goals, &mut |trace| {
                self.note_race(&mut scan.races, trace);
                scan.races[number].status != Status::Confirmed
            });
        }
        for finding in &mut scan.deadlocks {
            if cancellation.reason().is_some() {
                continue;
            }
            let goals: BTreeSet<_> = finding.waits.iter().map(|wait| wait.place.clone()).collect();
            self.walk(&mut walker, Property::Deadlock, &goals, &mut |trace| {
                self.note_deadlock(finding, trace);
                finding.status != Status::Confirmed
            });
        }
        let open = scan.races.iter().filter(|finding| finding.trace.is_none()).count();
        if open > 0 {
            self.search(scan, LONGEST_SEARCH.min(self.time.saturating_mul(open as u32)), cancellation);
        }
        scan.races.sort_by_key(|finding| (finding.status, finding.trace.is_none()));
        scan.deadlocks.sort_by_key(|finding| (finding.status, finding.trace.is_none()));
        walker.ends().iter().take(MOST_ENDS).map(|(why, count)| format!("{why} ({count} times)")).collect()
    }

    /// Random executions for one finding.
    fn walk(
        &self,
        walker: &mut Walker<'_>,
        property: Property,
        goals: &BTreeSet<SourcePlace>,
        note: &mut dyn FnMut(Trace) -> bool,
    ) {
        let end = self.end_of(self.time);
        let is_over = &|| Instant::now() >= end;
        let (properties, values, seed) = (&[property], &self.values, 0);
        let (executions, work) = (usize::MAX, u64::MAX);
        let options = Walk { properties, goals, values, seed, executions, steps: STEPS, work, is_over };
        walker.walk(&options, note);
    }

    fn end_of(&self, time: Duration) -> Instant {
        let now = Instant::now();
        let own = now.checked_add(time).unwrap_or(now + LONGEST_TIME);
        self.end.map_or(own, |end| own.min(end))
    }

    /// Asks the engines that follow executions for a race.
    fn search(&self, scan: &mut Scan, time: Duration, cancellation: &Cancellation) {
        let task = Task {
            program: AnalyzedProgram::new(self.front.program.clone()),
            properties: vec![Property::DataRace],
            error_functions: None,
            file: String::new(),
        };
        let share = time / VIOLATION_SEARCH.len() as u32;
        for engine in VIOLATION_SEARCH {
            let left = self.end_of(share).saturating_duration_since(Instant::now());
            if left.is_zero() || cancellation.reason().is_some() {
                return;
            }
            let mut cx = Context::new(cancellation.clone(), Arc::new(Silent));
            let replayer = self.front.replayer();
            let answers = within(left, &mut cx, |cx| pipeline::decide(&task, *engine, &replayer, cx));
            for outcome in answers.outcomes {
                match outcome.verdict {
                    Verdict::Unsafe(trace) => self.note_race(&mut scan.races, *trace),
                    Verdict::Unknown(Reason::DependsOn { trace, .. }) => self.note_race(&mut scan.races, *trace),
                    Verdict::Safe(_) | Verdict::Unknown(_) => {}
                }
            }
        }
    }

    /// Adds an execution to the finding that it shows.
    fn note_race(&self, findings: &mut [RaceFinding], trace: Trace) {
        let number = finding_of(findings, &trace).or_else(|| {
            let mut named = trace.clone();
            self.front.name(&mut named);
            finding_by_name(findings, &named)
        });
        let Some(number) = number else { return };
        let finding = &mut findings[number];
        if finding.status != Status::Confirmed {
            self.judge(trace, &mut finding.status, &mut finding.trace);
        }
    }

    fn note_deadlock(&self, finding: &mut DeadlockFinding, trace: Trace) {
        self.judge(trace, &mut finding.status, &mut finding.trace);
    }

    /// Replays an execution.
    fn judge(&self, mut trace: Trace, status: &mut Status, kept: &mut Option<Arc<Trace>>) {
        let is_confirmed = match self.is_known {
            true => self.front.replayer().replay(&trace).is_ok(),
            false => self.front.marking_replayer(false).replay(&trace).is_ok(),
        };
        let is_kept = is_confirmed || kept.is_none() && self.front.replayer().replay(&trace).is_ok();
        if is_confirmed {
            *status = Status::Confirmed;
        }
        if is_kept {
            self.front.present(&mut trace, false, &|| false);
            *kept = Some(Arc::new(trace));
        }
    }
}

/// The number of the finding that the race of a trace is one of.
pub fn finding_of(findings: &[RaceFinding], trace: &Trace) -> Option<usize> {
    let (accesses, location) = (racing_accesses(trace)?, raced(trace)?);
    let is_shown =
        |finding: &RaceFinding| shows(finding, &accesses) && is_object(&finding.object, location.object, trace);
    let fits: Vec<usize> = (0..findings.len()).filter(|&number| is_shown(&findings[number])).collect();
    let path = location.path.map(|path| any_element(&path));
    let has_member = |number: &&usize| findings[**number].members.iter().any(|member| Some(member) == path.as_ref());
    match (fits.iter().find(has_member), fits.as_slice()) {
        (Some(&number), _) => Some(number),
        // A location without a path is that of the only finding that it fits.
        (None, &[number]) => Some(number),
        (None, _) => None,
    }
}

/// The same for a trace with the names of the source: `job@pool.c:31.done` is the member `.done`.
fn finding_by_name(findings: &[RaceFinding], trace: &Trace) -> Option<usize> {
    let (accesses, location) = (racing_accesses(trace)?, raced(trace)?);
    let name = any_element(&accesses[1].location);
    let fit = |(number, finding): (usize, &RaceFinding)| {
        let is_shown = shows(finding, &accesses) && is_object(&finding.object, location.object, trace);
        let ends = finding.members.iter().filter(|member| !member.is_empty() && name.ends_with(member.as_str()));
        ends.map(String::len).max().filter(|_| is_shown).map(|length| (length, number))
    };
    findings.iter().enumerate().filter_map(fit).max_by_key(|&(length, _)| length).map(|(_, number)| number)
}

/// Whether the accesses of a race are open accesses of a finding.
fn shows(finding: &RaceFinding, accesses: &[RacingAccess; 2]) -> bool {
    accesses.iter().all(|raced| {
        finding
            .accesses
            .iter()
            .any(|access| access.is_open && access.place == raced.place && access.is_write == raced.is_write)
    })
}

/// The location of a race.
struct Raced<'t> {
    object: &'t ObjectName,
    /// The path from the object to the bytes, if the trace says it.
    path: Option<String>,
}

fn raced(trace: &Trace) -> Option<Raced<'_>> {
    let [_, second] = racing_steps(trace)?;
    match &trace.steps[second].event {
        Event::Read { location, .. } | Event::Write { location, .. } => {
            let path = location.text.strip_prefix(&location.object.to_string()).map(str::to_owned);
            Some(Raced { object: &location.object, path })
        }
        Event::Free { object } => Some(Raced { object, path: None }),
        _ => None,
    }
}

/// Whether an object of a trace is that of a finding.
fn is_object(object: &Object, raced: &ObjectName, trace: &Trace) -> bool {
    let is_named = |name: &str| object.name.as_deref() == Some(name);
    match raced {
        ObjectName::Global(name) | ObjectName::ThreadLocal(_, name) => match name.rsplit_once("::") {
            Some((function, name)) => is_named(name) && object.function.as_deref() == Some(function),
            None => is_named(name),
        },
        // The second object of one name in its function has a number.
        ObjectName::Local(_, _, name) => is_named(name.split('.').next().unwrap_or(name)),
        ObjectName::Heap(..) => {
            let allocates =
                |step: &&TraceStep| matches!(&step.event, Event::Allocate { object, .. } if object == raced);
            object.name.is_none() && trace.steps.iter().find(allocates).is_some_and(|step| step.place == object.place)
        }
        ObjectName::Thread(_) | ObjectName::Key(_) => false,
    }
}
